//! Facts about instructions that emission needs.

use avarice_mir::{CfiInstruction, Inst, MachineFunction, OperandValue};
use avarice_target::{InstrFlags, op};

/// The call frame instruction that `inst` stands for, or `None`. One after which the function has no code says nothing: it
/// would be beyond the end.
pub(crate) fn cfi_instruction(function: &MachineFunction, inst: Inst) -> Option<CfiInstruction> {
    if function.opcode(inst) != op::CFI_INSTRUCTION || ends_function(function, inst) {
        return None;
    }
    match function.operands(inst).first()?.value() {
        OperandValue::Cfi(index) => Some(function.cfi[index]),
        _ => None,
    }
}

/// Whether no code follows `inst` in the last block of the function.
fn ends_function(function: &MachineFunction, inst: Inst) -> bool {
    let last = function.layout.last().copied();
    if last.is_none() || function.inst_block(inst) != last {
        return false;
    }
    let mut rest =
        std::iter::successors(function.next_inst(inst), |inst| function.next_inst(*inst));
    rest.all(|inst| emits_nothing(function, inst))
}

/// Whether `inst` is there for the compiler only.
pub(crate) fn emits_nothing(function: &MachineFunction, inst: Inst) -> bool {
    function.desc(inst).has(InstrFlags::META) || function.is_debug(inst)
}
