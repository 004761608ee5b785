//! Frame indices become a register and an offset.
//!
//! The part of an offset that its instruction cannot hold is added to the base before, in a register that is found
//! afterwards ([`super::scavenger`]):
//!
//! ```text
//!   $x0 = LDRXui %stack.3, 0      %0 = ADDXri $sp, 1, 12
//!                                 $x0 = LDRXui killed %0, 2
//! ```

use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandFlags, StackProbe};
use avarice_target::{InstrFlags, op as generic};

use super::layout::{Nearest, Plan};
use super::offsets::OFFSETS;
use super::probes::MAX_UNPROBED;
use super::prologue::Emitter;
use crate::{class, op, reg};

/// Removes call frame pseudos. With variable-sized objects, which leave no room for arguments below them, they become
/// changes of the stack pointer.
pub(super) fn lower_call_frames(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                op::ADJCALLSTACKDOWN => change_stack_pointer(function, inst, -1),
                op::ADJCALLSTACKUP => change_stack_pointer(function, inst, 1),
                _ => {}
            }
        }
    }
}

fn change_stack_pointer(function: &mut MachineFunction, inst: Inst, sign: i64) {
    let number = |at: usize| function.operand(inst, at).as_imm().unwrap_or(0);
    let bytes = (number(0) + 15) & !15;
    let popped = if sign > 0 { number(1) } else { 0 };
    let probe = function.target_info.stack_probe;
    let reserves = !function.frame.has_var_sized_objects;
    let mut emit = emitter(function, inst);
    match probe {
        _ if reserves => emit.add(reg::SP, reg::SP, -popped),
        // The callee gave them back.
        _ if popped != 0 => {}
        StackProbe::Inline(size) if sign < 0 && bytes >= MAX_UNPROBED => {
            emit.grow_for_call(bytes, size as i64);
        }
        _ => emit.add(reg::SP, reg::SP, sign * bytes),
    }
    function.remove_inst(inst);
}

/// Emits before `inst` what belongs to it.
fn emitter(function: &mut MachineFunction, inst: Inst) -> Emitter<'_> {
    let block = function.inst_block(inst);
    Emitter {
        block: block.expect("walked instruction is in a block"),
        before: Some(inst),
        flags: MiFlags::empty(),
        location: function.debug_loc(inst),
        function,
    }
}

/// Replaces all frame indices.
pub(super) fn rewrite(function: &mut MachineFunction, plan: &Plan) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            for index in 0..function.num_operands(inst) {
                let is_index = function.operand(inst, index).as_frame_index().is_some();
                if is_index && replace(function, plan, inst, index) {
                    break;
                }
            }
        }
    }
}

/// Replaces the frame index at operand `index`; `true` if `inst` itself is gone.
pub(super) fn replace(
    function: &mut MachineFunction,
    plan: &Plan,
    inst: Inst,
    index: usize,
) -> bool {
    let Some(slot) = function.operand(inst, index).as_frame_index() else {
        return false;
    };
    let opcode = function.opcode(inst);
    let number = |at: usize| {
        let operand = function.operands(inst).get(at).copied();
        operand.and_then(|operand| operand.as_imm())
    };
    if matches!(
        opcode,
        generic::STACKMAP | generic::PATCHPOINT | generic::STATEPOINT
    ) {
        let (base, offset) = plan.address(function, slot, Nearest::FramePointer);
        let old = number(index + 1);
        function.replace_operand(inst, index, Operand::reg(base));
        if let Some(old) = old {
            let operand = function.operand_mut(inst, index + 1);
            operand.set_imm(old.wrapping_add(offset));
        }
        return false;
    }
    if opcode == generic::DBG_PHI {
        return false;
    }
    let (base, offset) = plan.address(function, slot, Nearest::ForOffset);
    if function.desc(inst).has(InstrFlags::META) {
        function.replace_operand(inst, index, Operand::reg(base));
        return false;
    }
    if matches!(opcode, op::ADDXri | op::ADDSXri) {
        let total = offset.wrapping_add(number(index + 1).unwrap_or(0));
        let result = function.operand(inst, 0).as_reg();
        let sets_flags = opcode == op::ADDSXri;
        emitter(function, inst).compute_address(result, base, total, sets_flags);
        function.remove_inst(inst);
        return true;
    }
    let rest = match (OFFSETS[opcode.index()], number(index + 1)) {
        (Some(form), Some(units)) => {
            let divided = form.divide(opcode, offset + units * form.scale);
            function.set_opcode(inst, divided.opcode);
            function.operand_mut(inst, index + 1).set_imm(divided.units);
            divided.rest
        }
        (None, _) if function.desc(inst).has(InstrFlags::PSEUDO) && offset == 0 => 0,
        (None, _) => {
            use_scratch(function, inst, index, (base, offset));
            return false;
        }
        (Some(_), None) => offset,
    };
    match rest {
        0 => function.replace_operand(inst, index, Operand::reg(base)),
        _ => use_scratch(function, inst, index, (base, rest)),
    }
    false
}

/// Computes an address before `inst` in a register that is chosen later.
fn use_scratch(
    function: &mut MachineFunction,
    inst: Inst,
    index: usize,
    (base, offset): (avarice_target::PhysReg, i64),
) {
    let scratch = function.create_vreg(class::GPR64);
    emitter(function, inst).compute_address(scratch.into(), base, offset, false);
    let operand = Operand::reg(scratch).with(OperandFlags::KILL);
    function.replace_operand(inst, index, operand);
}
