//! The verifier's rules for x86 addresses.

use avarice_mir::{Inst, MachineFunction};
use avarice_target::InstrDesc;

/// What is wrong with the address in `inst`, if it has one of registers and numbers.
pub(crate) fn check(function: &MachineFunction, inst: Inst) -> Option<&'static str> {
    let at = memory_operand(function.desc(inst))?;
    let [base, scale, index, displacement, ..] = function.operands(inst).get(at..)? else {
        return None;
    };
    // A stack object or a symbol is not laid out yet.
    let displacement = displacement.as_imm().filter(|_| base.is_reg())?;
    let scale = scale.as_imm().unwrap_or(0);
    if !index.as_reg().is_none() && !matches!(scale, 1 | 2 | 4 | 8) {
        return Some("Scale factor in address must be 1, 2, 4 or 8");
    }
    let fits = i32::try_from(displacement).is_ok();
    (!fits).then_some("Displacement in address must fit into 32-bit signed integer")
}

/// The first of the five operands of an address: base, scale, index, displacement, segment.
pub(crate) fn memory_operand(desc: &InstrDesc) -> Option<usize> {
    desc.encoding?;
    let mut operands = desc.names.iter().zip(desc.kinds);
    let (found, _) = operands.find(|(_, kind)| kind.contains("mem"))?;
    Some(usize::from(found.1))
}
