//! Folds a slot into an instruction that lists values in a map of the stack: the value is then described by its place
//! in memory, and no register holds it there.
//!
//! ```text
//!   %1, %2 = STATEPOINT …, 2, %1(tied-def 0), %2(tied-def 1), …
//!       ↓  %1 is in slot 0; the callee changes it there, so the result goes, too
//!   %2 = STATEPOINT …, 2, 1, 8, %stack.0, 0, %2(tied-def 0), …
//!                         │  │          ╰── offset in the slot
//!                         │  ╰── bytes
//!                         ╰── "in memory"
//! ```

use std::ops::Range;

use avarice_mir::inst_facts::statepoint_description;
use avarice_mir::{FrameIndex, Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::op;

/// What begins the four operands that say where in memory a value is.
const IN_MEMORY: i64 = 1;

/// The operands of an instruction that lists values in a map of the stack which a slot cannot stand for, results left
/// out; `None` for any other instruction.
pub fn fixed_operands(function: &MachineFunction, inst: Inst) -> Option<Range<usize>> {
    let operands = function.operands(inst);
    let number = |at: usize| {
        let number = operands.get(at).and_then(|operand| operand.as_imm());
        usize::try_from(number.unwrap_or(0)).unwrap_or(0)
    };
    let defs = operands.iter().take_while(|operand| {
        operand.is_reg() && operand.is_def() && !operand.has(OperandFlags::IMPLICIT)
    });
    let defs = defs.count();
    match function.opcode(inst) {
        // Its number and the bytes of its shadow.
        op::STACKMAP => Some(0..2),
        // Its number, bytes, target, number of arguments, convention, then the arguments.
        op::PATCHPOINT => Some(0..defs + 5 + number(defs + 3)),
        op::STATEPOINT => Some(defs..statepoint_description(function, inst)),
        _ => None,
    }
}

/// Folds a slot into operands `ops` of `inst`, of which at most one is a result, and none is tied: the use that was
/// tied to the result is among them. Returns the new instruction, which is before `inst` and has no memory operands;
/// `None` if one of the operands cannot be in memory.
pub fn fold_slot(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
    slot: FrameIndex,
) -> Option<Inst> {
    let fixed = fixed_operands(function, inst)?;
    let can_fold = |at: &usize| *at < fixed.start || *at >= fixed.end;
    if !ops.iter().all(can_fold) {
        return None;
    }
    let lost = ops.iter().copied().find(|at| *at < fixed.start);
    let mut operands: Vec<Operand> = Vec::with_capacity(function.num_operands(inst) + 4);
    let mut ties: Vec<(usize, usize)> = Vec::new();
    for (at, operand) in function.operands(inst).iter().enumerate() {
        if Some(at) == lost {
            continue;
        }
        if ops.contains(&at) {
            operands.extend(place_in_memory(function, operand, slot)?);
            continue;
        }
        if let Some(def) = operand.tied_to().filter(|_| operand.is_use()) {
            let def = def - usize::from(lost.is_some_and(|lost| lost < def));
            ties.push((def, operands.len()));
        }
        operands.push(operand.detached());
    }
    let new = function.create_inst(function.opcode(inst), &operands);
    function.set_debug_loc(new, function.debug_loc(inst));
    for (def, used) in ties {
        function.tie_operands(new, def, used);
    }
    function.insert_before(inst, new);
    Some(new)
}

/// The operands that say where in a slot the register, or the part of it, of an operand is; `None` for a part that is
/// not made of whole bytes.
fn place_in_memory(
    function: &MachineFunction,
    operand: &Operand,
    slot: FrameIndex,
) -> Option<[Operand; 4]> {
    let class = function.class(operand.as_reg().as_virtual()?);
    let part = operand.sub_reg();
    let (offset, size) = match part.is_none() {
        true => (0, i64::from(function.target.class(class).spill_size)),
        false => {
            let (offset, size) = function.target.sub_reg_indices[part.index()].bits()?;
            let are_bytes = offset.is_multiple_of(8) && size.is_multiple_of(8);
            are_bytes.then_some((i64::from(offset / 8), i64::from(size / 8)))?
        }
    };
    Some([
        Operand::imm(IN_MEMORY),
        Operand::imm(size),
        Operand::frame_index(slot),
        Operand::imm(offset),
    ])
}
