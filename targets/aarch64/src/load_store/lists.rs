//! Accesses that llc's selection makes change their base, and ours does not: to lists of vector registers, to bytes and
//! halves of vector registers, and loads that extend. In code that llc has selected there are none left.
//!
//! ```text
//!   ld1 { v0.4s, v1.4s }, [x0]           ld1 { v0.4s, v1.4s }, [x0], #32
//!   add x0, x0, #32
//! ```

use std::sync::LazyLock;

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand};
use avarice_target::{InstrDesc, Opcode, PhysReg};
use smallvec::SmallVec;

use super::update::added;
use super::{Context, Outcome, Scratch, after_both, distance, names, next_code};
use crate::{TARGET, op, reg};

/// The form of an access that changes the base after it.
#[derive(Clone, Copy)]
struct PostForm {
    opcode: Opcode,
    /// Which operand of the access the base is.
    base: usize,
    /// The bytes that a list adds; `None` if any number is encoded.
    bytes: Option<i64>,
}

/// Single accesses with an offset, and their forms.
const SINGLE: &[(Opcode, Opcode)] = &[
    (op::LDRSBWui, op::LDRSBWpost),
    (op::LDRSHWui, op::LDRSHWpost),
    (op::LDRSBXui, op::LDRSBXpost),
    (op::LDRSHXui, op::LDRSHXpost),
    (op::LDRBui, op::LDRBpost),
    (op::LDRHui, op::LDRHpost),
    (op::STRBui, op::STRBpost),
    (op::STRHui, op::STRHpost),
];

/// By opcode of the access.
static FORMS: LazyLock<Vec<Option<PostForm>>> = LazyLock::new(|| {
    let mut forms = vec![None; TARGET.instrs.len()];
    for (access, post) in SINGLE {
        forms[access.index()] = Some(PostForm {
            opcode: *post,
            base: 1,
            bytes: None,
        });
    }
    for (index, row) in TARGET.instrs.iter().enumerate() {
        let list = row.name.strip_suffix("_POST").and_then(|name| {
            let opcode = TARGET.opcode_by_name(name)?;
            Some((opcode, transfer_bytes(row)?))
        });
        if let Some((access, bytes)) = list {
            forms[access.index()] = Some(PostForm {
                opcode: Opcode::from_index(index),
                base: TARGET.instr(access).operands.len() - 1,
                bytes: Some(bytes),
            });
        }
    }
    forms
});

/// The bytes that an access to a list of registers adds to its base if told so by `xzr`.
fn transfer_bytes(row: &InstrDesc) -> Option<i64> {
    let mut kinds = row.kinds.iter();
    kinds.find_map(|kind| kind.strip_prefix("GPR64pi")?.parse().ok())
}

/// Makes a later addition to the base of `inst` part of it.
pub(super) fn merge(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    inst: Inst,
) -> Outcome {
    let Some(form) = FORMS[function.opcode(inst).index()] else {
        return Outcome::Unchanged;
    };
    let found = find_addition(function, context, scratch, (inst, &form));
    let Some((addition, amount)) = found else {
        return Outcome::Unchanged;
    };
    let next = after_both(function, inst, addition);
    let changed = function.operand(addition, 0).detached();
    let flags = function.insts[inst].flags;
    let location = function.debug_loc(inst);
    let explicit: SmallVec<[Operand; 6]> = function.operands(inst)[..=form.base]
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let made = InstBuilder::new(function, form.opcode)
        .op(changed)
        .ops(&explicit)
        .op(amount)
        .flags(flags)
        .location(location)
        .insert_before(inst);
    function.copy_mem_ops(inst, made);
    for index in function.desc(inst).operands.len()..function.num_operands(inst) {
        let implicit = function.operand(inst, index).detached();
        function.push_operand(made, implicit);
    }
    function.remove_inst(inst);
    function.remove_inst(addition);
    Outcome::GoOn(next)
}

/// The addition that can be part of an access, and the operand that says what it adds.
fn find_addition(
    function: &MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    (inst, form): (Inst, &PostForm),
) -> Option<(Inst, Operand)> {
    let operands = function.operands(inst);
    let base = operands.get(form.base)?.as_reg().as_physical()?;
    let has_offset = form.bytes.is_none() && operands.get(form.base + 1)?.as_imm() != Some(0);
    let is_changed = operands[..form.base]
        .iter()
        .any(|operand| names(operand, base));
    if has_offset || is_changed || base == reg::SP {
        return None;
    }
    let between = &mut scratch.between;
    between.clear();
    let mut count = 0;
    let mut cursor = next_code(function, inst);
    while let Some(other) = cursor.filter(|_| count < context.options.update_limit) {
        count += distance(function, other);
        if let Some(by) = addition_to(function, other, base) {
            return match form.bytes {
                Some(bytes) => (by == bytes).then(|| (other, Operand::reg(reg::XZR))),
                None => (-256..=255)
                    .contains(&by)
                    .then(|| (other, Operand::imm(by))),
            };
        }
        between.add(function, other);
        if !between.modified.is_available(function, base)
            || !between.used.is_available(function, base)
        {
            return None;
        }
        cursor = next_code(function, other);
    }
    None
}

/// What `inst` adds to `base`, if that is all that it does.
fn addition_to(function: &MachineFunction, inst: Inst, base: PhysReg) -> Option<i64> {
    let by = added(function, inst)?;
    let has_base = |at| function.operand(inst, at).as_reg().as_physical() == Some(base);
    (has_base(0) && has_base(1)).then_some(by)
}
