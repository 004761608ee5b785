//! Calls after which something must follow at once: each becomes a bundle.

use avarice_machine::bundles;
use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, OperandKind};

use super::insert;
use crate::{op, reg};

/// The `HINT` that is `bti j`.
const BTI_JUMPS: i64 = 36;

/// A call of a function that returns twice: the second time it jumps to the `bti j` after the call.
pub(super) fn with_landing_mark(function: &mut MachineFunction, inst: Inst) {
    let call = call(function, inst, 0);
    if let Some(notes) = function.notes(inst).cloned() {
        function.set_notes(call, notes);
    }
    let mark = insert(function, inst, op::HINT, &[Operand::imm(BTI_JUMPS)]);
    function.remove_inst(inst);
    bundles::bundle(function, call, mark);
}

/// A call whose result the runtime claims: `mov x29, x29` says so to it, and it is called then.
pub(super) fn with_return_mark(function: &mut MachineFunction, inst: Inst) {
    let runtime = function.operand(inst, 0).detached();
    let call = call(function, inst, 1);
    let [frame, zero] = [reg::FP, reg::XZR].map(Operand::reg);
    let copy = [Operand::def(reg::FP), zero, frame, Operand::imm(0)];
    insert(function, inst, op::ORRXrs, &copy);
    let claim = insert(function, inst, op::BL, &[runtime]);
    function.remove_inst(inst);
    bundles::bundle(function, call, claim);
}

/// Inserts the call of what operand `callee` of `inst` is, with all operands after that; registers before the register
/// mask are arguments.
fn call(function: &mut MachineFunction, inst: Inst, callee: usize) -> Inst {
    let target = function.operand(inst, callee).detached();
    let opcode = if target.is_reg() { op::BLR } else { op::BL };
    let call = insert(function, inst, opcode, &[target]);
    let mut is_argument = true;
    // A register mask stands before all implicit operands.
    let mut explicit = 1;
    for index in callee + 1..function.num_operands(inst) {
        let mut operand = function.operand(inst, index).detached();
        is_argument &= operand.kind() != OperandKind::RegMask;
        if is_argument {
            let undef = operand.flags() & OperandFlags::UNDEF;
            operand = Operand::reg(operand.as_reg()).with(undef | OperandFlags::IMPLICIT);
        }
        if operand.has(OperandFlags::IMPLICIT) {
            function.push_operand(call, operand);
        } else {
            function.insert_operand(call, explicit, operand);
            explicit += 1;
        }
    }
    call
}
