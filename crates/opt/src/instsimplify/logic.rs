//! Bitwise operations.

use avarice_ir::{BinaryOp, Value};

use super::{Simplified, Simplifier};
use crate::fold::int::Int;
use crate::range::MAX_BITS;

impl Simplifier<'_> {
    /// `and`, `or`, `xor`; a constant is on the right.
    pub(super) fn logic(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        let is_ones = self.int(right).is_some_and(|int| int.is_ones());
        let is_neutral = match op {
            BinaryOp::And => is_ones,
            _ => self.is_null(right),
        };
        if is_neutral {
            return Some(left.into());
        }
        if left == right {
            return match op {
                BinaryOp::Xor => self.null(left),
                _ => Some(left.into()),
            };
        }
        if self.are_complements(left, right) {
            return match op {
                BinaryOp::And => self.null(left),
                _ => self.ones(left),
            };
        }
        for (inner, other) in [(left, right), (right, left)] {
            let found = match op {
                // (x | y) & x
                BinaryOp::And => self
                    .other_operand(BinaryOp::Or, inner, other)
                    .map(|_| other),
                // (x & y) | x
                BinaryOp::Or => self
                    .other_operand(BinaryOp::And, inner, other)
                    .map(|_| other),
                // (x ^ y) ^ x
                _ => self.other_operand(BinaryOp::Xor, inner, other),
            };
            // An operation that is applied again with the same operand changes nothing.
            let again = matches!(op, BinaryOp::And | BinaryOp::Or)
                && self.other_operand(op, inner, other).is_some();
            if let Some(found) = found.or(again.then_some(inner)) {
                return Some(found.into());
            }
        }
        self.and_of_masked(op, left, right)
    }

    /// A mask that leaves all bits there: `(x & a) & b` where `b` has all bits of `a`, `(x | a) | b` the other way
    /// round, and low bits of what is no greater.
    fn and_of_masked(&self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        let mask = self.int(right)?;
        let low_bits = mask.add(&Int::new(mask.bits(), 1)).and(&mask).is_zero();
        if op == BinaryOp::And
            && low_bits
            && mask.bits() <= MAX_BITS
            && self.range(left)?.unsigned_max() <= mask.low_u128()
        {
            return Some(left.into());
        }
        let (_, inner) = self.operands_of(op, left)?;
        let inner = self.int(inner)?;
        let changes_nothing = match op {
            BinaryOp::And => inner.and(&mask) == inner,
            BinaryOp::Or => inner.or(&mask) == inner,
            _ => false,
        };
        changes_nothing.then_some(left.into())
    }
}
