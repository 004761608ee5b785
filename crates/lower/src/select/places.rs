//! Where arguments are.

use avarice_target::PhysReg;

use crate::parts::PartType;

/// Where a part of an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// In a register: for an integer the widest of its kind.
    Reg(PhysReg),
    /// On the stack, this many bytes above the stack pointer at the call, without a return address.
    Stack(u64),
}

/// Hands out places to arguments in order.
pub trait ArgumentPlaces {
    /// For a function, or a call of one, that takes further arguments if `is_variadic`.
    fn new(is_variadic: bool) -> Self;

    /// The place of the next part.
    fn next(&mut self, part: PartType) -> Location;

    /// The offset of a stack slot for `size` bytes.
    fn stack_slot(&mut self, size: u64, align: u64) -> u64;

    /// Bytes of stack used so far.
    fn stack_size(&self) -> u64;
}
