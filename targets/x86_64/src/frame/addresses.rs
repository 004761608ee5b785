//! Frame indices become a register and a displacement.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::op as generic;

use super::{Plan, far};
use crate::op;

/// Replaces all frame indices.
pub(super) fn rewrite(function: &mut MachineFunction, plan: &Plan) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                // The debugger's name for a value in a slot.
                generic::DBG_PHI => {}
                _ => replace(function, plan, inst),
            }
        }
    }
}

fn replace(function: &mut MachineFunction, plan: &Plan, inst: Inst) {
    // Base, scale, index, displacement; maps of the stack have the displacement next to the base.
    let distance = match function.opcode(inst) {
        generic::STACKMAP | generic::PATCHPOINT | generic::STATEPOINT => 1,
        _ => 3,
    };
    let mut is_plain = false;
    for index in 0..function.num_operands(inst) {
        let Some(slot) = function.operand(inst, index).as_frame_index() else {
            continue;
        };
        let (base, disp) = plan.address(function, slot);
        function.replace_operand(inst, index, Operand::reg(base));
        if far::reach(function, inst, index, disp) {
            continue;
        }
        is_plain = true;
        if !function.is_debug(inst) && index + distance < function.num_operands(inst) {
            let operand = function.operand_mut(inst, index + distance);
            match operand.as_imm() {
                Some(old) => operand.set_imm(old.wrapping_add(disp)),
                None if operand.is_reg() => {}
                None => operand.set_offset(operand.offset().wrapping_add(disp)),
            }
        }
    }
    if is_plain && function.opcode(inst) == op::LEA64r {
        make_copy(function, inst);
    }
}

/// Makes a copy of an address that is a register.
fn make_copy(function: &mut MachineFunction, inst: Inst) {
    let [to, from, scale, index, displacement, segment] = function.operands(inst)[..6] else {
        return;
    };
    let is_copy = from.is_reg()
        && scale.as_imm() == Some(1)
        && index.as_reg().is_none()
        && displacement.as_imm() == Some(0)
        && segment.as_reg().is_none();
    if !is_copy {
        return;
    }
    let mut value = Operand::reg(from.as_reg());
    value.set(OperandFlags::KILL, from.has(OperandFlags::KILL));
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::MOV64rr)
        .ops(&[Operand::def(to.as_reg()), value])
        .location(location)
        .insert_before(inst);
    function.remove_inst(inst);
}
