//! The outcome of rewriting an instruction.

use avarice_ir::Value;

/// What an instruction is replaced with.
pub(crate) enum Replacement {
    /// By a value.
    Value(Value),
    /// By instructions without a result.
    Effect,
}
