//! Constants, in the steps of [`constant_steps`].

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags};

use avarice_target::Opcode;

use super::{insert, transfer_implicit};
use crate::constants::{ConstantStep, constant_steps};
use crate::{op, reg};

/// Puts the instructions that make a constant in the place of `inst`.
pub(super) fn expand(function: &mut MachineFunction, inst: Inst, is_wide: bool) {
    let result = function.operand(inst, 0).detached();
    let Some(value) = function.operand(inst, 1).as_imm() else {
        return;
    };
    // There is no result, and what a logical immediate writes with this number is the stack pointer.
    if matches!(result.as_reg().as_physical(), Some(reg::XZR | reg::WZR)) {
        function.remove_inst(inst);
        return;
    }
    let steps = constant_steps(value as u64, is_wide);
    let of_width = |narrow: Opcode, wide: Opcode| if is_wide { wide } else { narrow };
    let zero = Operand::reg(if is_wide { reg::XZR } else { reg::WZR });
    let before = Operand::reg(result.as_reg());
    let (mut first, mut last) = (None, inst);
    for (at, step) in steps.iter().enumerate() {
        // Only the last result may be dead.
        let mut kept = OperandFlags::RENAMABLE;
        kept.set(OperandFlags::DEAD, at + 1 == steps.len());
        let dst = Operand::def(result.as_reg()).with(result.flags() & kept);
        let imm = Operand::imm;
        let place = |chunk: u16, shift: u8| [imm(chunk.into()), imm(shift.into())];
        last = match *step {
            ConstantStep::Logical(bits) => {
                let opcode = of_width(op::ORRWri, op::ORRXri);
                insert(function, inst, opcode, &[result, zero, imm(bits)])
            }
            ConstantStep::Or(bits) => insert(function, inst, op::ORRXri, &[dst, before, imm(bits)]),
            ConstantStep::And(bits) => {
                insert(function, inst, op::ANDXri, &[dst, before, imm(bits)])
            }
            ConstantStep::ExclusiveOr(bits) => {
                insert(function, inst, op::EORXri, &[dst, before, imm(bits)])
            }
            ConstantStep::Repeat => {
                insert(function, inst, op::ORRXrs, &[dst, before, before, imm(32)])
            }
            ConstantStep::Zeros { chunk, shift } => {
                let [chunk, shift] = place(chunk, shift);
                let opcode = of_width(op::MOVZWi, op::MOVZXi);
                insert(function, inst, opcode, &[dst, chunk, shift])
            }
            ConstantStep::Ones { chunk, shift } => {
                let [chunk, shift] = place(chunk, shift);
                let opcode = of_width(op::MOVNWi, op::MOVNXi);
                insert(function, inst, opcode, &[dst, chunk, shift])
            }
            ConstantStep::Keep { chunk, shift } => {
                let [chunk, shift] = place(chunk, shift);
                let opcode = of_width(op::MOVKWi, op::MOVKXi);
                insert(function, inst, opcode, &[dst, before, chunk, shift])
            }
        };
        first.get_or_insert(last);
    }
    transfer_implicit(function, inst, (first.unwrap_or(last), last));
    function.remove_inst(inst);
}
