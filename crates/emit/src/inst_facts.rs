//! Facts about instructions that emission needs.

use avarice_mir::{CfiInstruction, Inst, MachineFunction, OperandValue};
use avarice_target::{InstrFlags, op};

/// The call frame instruction that `inst` stands for, or `None`.
pub(crate) fn cfi_instruction(function: &MachineFunction, inst: Inst) -> Option<CfiInstruction> {
    if function.opcode(inst) != op::CFI_INSTRUCTION {
        return None;
    }
    match function.operands(inst).first()?.value() {
        OperandValue::Cfi(index) => Some(function.cfi[index]),
        _ => None,
    }
}

/// Whether `inst` is there for the compiler only.
pub(crate) fn emits_nothing(function: &MachineFunction, inst: Inst) -> bool {
    function.desc(inst).has(InstrFlags::META) || function.is_debug(inst)
}
