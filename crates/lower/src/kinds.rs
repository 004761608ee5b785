//! Names of kinds of instructions.

use avarice_ir::{BinaryOp, InstKind};

/// Whether the operands are floating-point numbers.
pub fn is_float_op(op: BinaryOp) -> bool {
    use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
    matches!(op, FAdd | FSub | FMul | FDiv | FRem)
}

/// A name of an instruction for messages.
pub fn kind_name(kind: &InstKind) -> &'static str {
    match kind {
        InstKind::VaArg => "va_arg",
        InstKind::CatchPad => "catchpad",
        InstKind::CleanupPad => "cleanuppad",
        InstKind::IndirectBr => "indirectbr",
        InstKind::CleanupRet => "cleanupret",
        InstKind::CatchRet => "catchret",
        InstKind::CatchSwitch { .. } => "catchswitch",
        _ => "of this kind",
    }
}
