//! The target of a call.

use avarice_mir::{Operand, Reg};

/// What is called.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Symbol(Operand),
    Reg(Reg),
    /// As either, where the return may be a jump to a mark that follows the call.
    Twice(Operand),
}
