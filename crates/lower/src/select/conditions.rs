//! Conditions: what a comparison leaves in flags or registers, and bits made of it.

use avarice_ir::BinaryOp;
use avarice_mir::Reg;

use super::integers::Integers;
use crate::parts::PartType;

/// What must be so for a condition to hold.
pub trait BranchCondition: Copy + PartialEq {
    /// The condition that always or never holds.
    fn constant(holds: bool) -> Self;

    /// The opposite.
    fn inverse(self) -> Self;

    /// The value of a condition that is known.
    fn known(self) -> Option<bool> {
        [true, false]
            .into_iter()
            .find(|holds| self == Self::constant(*holds))
    }
}

/// Selects what conditions become.
pub trait Conditions<'m>: Integers<'m> {
    /// What a comparison leaves.
    type Condition: BranchCondition;

    /// Puts a condition into the register of an `i1` as 0 or 1.
    fn emit_set(&mut self, dst: Reg, condition: Self::Condition);

    /// Emits `dst = left op right`, an `and` or `or` of registers of `i1`.
    fn emit_bit_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg);

    /// The condition that two numbers differ, after [`Self::cmp`].
    const DIFFER: Self::Condition;
    /// The condition that the first is at most the second, both unsigned.
    const AT_MOST: Self::Condition;

    /// Compares two registers: sets the flags.
    fn cmp(&mut self, width: Self::Width, left: Reg, right: Reg);

    /// A condition as 0 or 1 in a new register.
    fn bit_of(&mut self, condition: Self::Condition) -> Reg {
        let dst = self.new_reg(PartType::Int(1));
        self.emit_set(dst, condition);
        dst
    }
}
