//! The target of a call.

use avarice_mir::{MemOperand, Operand, Reg};

use super::address::Address;

/// What is called.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Symbol(Operand),
    Reg(Reg),
    /// As `Reg`, where the called function needs no mark (`nocf_check`).
    Untracked(Reg),
    /// A pointer in memory.
    Memory(Address, MemOperand),
}
