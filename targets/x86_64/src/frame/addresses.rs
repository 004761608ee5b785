//! Frame indices become a register and a displacement.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::op as generic;

use super::call_frames::{self, CallFrames, Change};
use super::{Plan, far};
use crate::{op, reg};

/// Replaces all frame indices, and lowers the pseudos of call frames that are left.
pub(super) fn rewrite(function: &mut MachineFunction, plan: &Plan, frames: &CallFrames) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        // How much lower the stack pointer is than after the prologue.
        let mut lower = match frames.is_tracked {
            true => {
                let open = function.blocks[block].call_frame_size;
                call_frames::aligned(function, i64::from(open))
            }
            false => 0,
        };
        let mut is_in_call = false;
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            if let Some(change) = call_frames::change_of_frame(function, inst) {
                is_in_call = change == Change::Begin;
                lower += call_frames::stack_adjustment(function, inst);
                cursor = frames.lower(function, (block, inst), change);
                continue;
            }
            cursor = function.next_inst(inst);
            let moved = match is_in_call {
                true => call_frames::stack_adjustment(function, inst),
                false => 0,
            };
            // DBG_PHI is the debugger's name for a value in a slot.
            if function.opcode(inst) != generic::DBG_PHI {
                replace(function, plan, inst, lower);
            }
            lower += moved;
        }
    }
}

fn replace(function: &mut MachineFunction, plan: &Plan, inst: Inst, lower: i64) {
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
        let (base, mut disp) = plan.address(function, slot);
        if base == reg::RSP && !function.is_debug(inst) {
            disp += lower;
        }
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
