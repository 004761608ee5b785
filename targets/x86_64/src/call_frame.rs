//! The frames of calls: room below the stack pointer for arguments.

use avarice_mir::{CallFrameChange, Inst, MachineFunction};

use crate::op;

/// What `inst` does to the frame of a call, if it sets one up or takes one away.
pub(crate) fn change(function: &MachineFunction, inst: Inst) -> Option<CallFrameChange> {
    let bytes = |index: usize| {
        let operand = function.operands(inst).get(index);
        operand.and_then(|o| o.as_imm()).unwrap_or(0).unsigned_abs()
    };
    match function.opcode(inst) {
        op::ADJCALLSTACKDOWN64 => Some(CallFrameChange::SetUp(bytes(0).saturating_add(bytes(1)))),
        op::ADJCALLSTACKUP64 => Some(CallFrameChange::Destroy(bytes(0))),
        _ => None,
    }
}
