//! Instructions that compute the same anywhere.

use avarice_mir::{Inst, MachineFunction, TargetHooks};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// For each instruction that gives the same result anywhere: the first that computes the same; and one of each form
/// that such instructions have.
pub(super) fn find_computations(
    before: &MachineFunction,
    hooks: &dyn TargetHooks,
) -> (SecondaryMap<Inst, PackedOption<Inst>>, Vec<Inst>) {
    let mut forms: Vec<Inst> = Vec::new();
    let mut computed = SecondaryMap::new();
    for block in &before.layout {
        for inst in before.block_insts(*block) {
            if !hooks.is_trivially_rematerializable(before, inst) {
                continue;
            }
            let mut known = forms.iter();
            let same = known.find(|other| computes_same(hooks, (before, **other), (before, inst)));
            computed[inst] = (*same.unwrap_or(&inst)).into();
            if !forms
                .iter()
                .any(|other| is_same(before, inst, before, *other))
            {
                forms.push(inst);
            }
        }
    }
    (computed, forms)
}

/// Whether two instructions compute the same, perhaps in different forms.
pub fn computes_same(
    hooks: &dyn TargetHooks,
    (a_of, a): (&MachineFunction, Inst),
    (b_of, b): (&MachineFunction, Inst),
) -> bool {
    let number = hooks.number_computed(a_of, a);
    is_same(a_of, a, b_of, b) || number.is_some() && number == hooks.number_computed(b_of, b)
}

/// Whether two instructions are the same but for their results.
fn is_same(a_of: &MachineFunction, a: Inst, b_of: &MachineFunction, b: Inst) -> bool {
    let (first, second) = (a_of.operands(a), b_of.operands(b));
    let count = a_of.desc(a).operands.len().min(first.len());
    let rest = || first[..count].iter().zip(second).skip(1);
    a_of.opcode(a) == b_of.opcode(b)
        && second.len() >= count
        && rest().all(|(one, other)| one.value() == other.value())
}
