//! Bitwise operations: one mask rather than two, and no mask that changes nothing.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// `and`, `or`, `xor`; a constant is on the right.
    pub(super) fn logic(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        if let Some(number) = self.number(right) {
            return self
                .logic_with_number(op, bits, left, number)
                .or_else(|| self.logic_of_casts(op, left, right));
        }
        if bits == 1
            && op != BinaryOp::Xor
            && let Some(found) = self.two_comparisons(op == BinaryOp::And, left, right, false)
        {
            return Some(found.into());
        }
        // ~x op ~y -> ~(x op' y): for xor, x ^ y
        if let (Some(x), Some(y)) = (self.complement(left), self.complement(right)) {
            if op == BinaryOp::Xor {
                return Some(self.make(op, x, y, NONE).into());
            }
            // An inverted comparison is a comparison.
            let is_comparison = |value| self.comparison(value).is_some();
            if self.has_one_use(left)
                && self.has_one_use(right)
                && !is_comparison(x)
                && !is_comparison(y)
            {
                let dual = if op == BinaryOp::And {
                    BinaryOp::Or
                } else {
                    BinaryOp::And
                };
                let value = self.make(dual, x, y, NONE);
                return Some(self.make_not(value).into());
            }
        }
        self.logic_of_casts(op, left, right)
    }

    fn logic_with_number(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        use BinaryOp::*;
        // (x op A) op B -> x op (A op B)
        if let Some((x, inner, _)) = self.with_number(op, left) {
            let both = match op {
                And => inner & number,
                Or => inner | number,
                _ => inner ^ number,
            };
            return Some(self.make_with(op, x, both, NONE).into());
        }
        match op {
            And => self.and_mask(bits, left, number),
            Or => {
                // (x & A) | B -> x | B, where A only clears what B sets; (x ^ A) | B where A only changes that
                if let Some((x, inner, _)) = self.with_number(And, left)
                    && inner | number == low_bits(bits)
                {
                    return Some(self.make_with(Or, x, number, NONE).into());
                }
                let (x, inner, _) = self.with_number(Xor, left)?;
                (inner & !number == 0).then(|| self.make_with(Or, x, number, NONE).into())
            }
            _ if number == low_bits(bits) => self.invert(bits, left),
            _ => None,
        }
    }

    /// `left & mask`
    fn and_mask(&mut self, bits: u32, left: Value, mask: u64) -> Option<Combined> {
        use BinaryOp::*;
        // Bits that are 0 anyway are not to be cleared.
        let known = self.known_bits(bits, left);
        if low_bits(bits) & !mask & !known.zero == 0 {
            return Some(left.into());
        }
        if mask & !(known.zero | known.one) == 0 {
            return Some(self.int(self.ty(left), known.one & mask).into());
        }
        // sext(x) & C -> zext(x) & C, where C wants no copies of the sign
        if let Some(x) = self.cast_of(CastOp::SExt, left)
            && let Some(from) = self.bits_of(x)
            && mask & !low_bits(from) == 0
            && self.has_one_use(left)
        {
            let ty = self.ty(left);
            let wide = self.make_cast(CastOp::ZExt, x, ty, NONE);
            return Some(self.make_with(And, wide, mask, NONE).into());
        }
        // (x >> C) & D -> (x >>> C) & D, where D wants no copies of the sign
        if let Some((x, by, flags)) = self.with_number(AShr, left)
            && by < u64::from(bits)
            && mask & !low_bits(bits - by as u32) == 0
            && self.has_one_use(left)
        {
            let value = self.make_with(LShr, x, by, flags);
            return Some(self.make_with(And, value, mask, NONE).into());
        }
        None
    }

    /// An operation whose low bits depend only on the low bits of its operands.
    pub(super) fn low_operation(&self, value: Value) -> Option<(BinaryOp, Value, Value)> {
        use BinaryOp::*;
        [Add, Sub, Mul, And, Or, Xor].into_iter().find_map(|op| {
            let (left, right, _) = self.operands_of(op, value)?;
            Some((op, left, right))
        })
    }

    /// `~value`
    fn invert(&mut self, bits: u32, value: Value) -> Option<Combined> {
        if let Some((predicate, left, right)) = self.comparison(value)
            && self.has_one_use(value)
        {
            return Some(self.make_icmp(predicate.inverse(), left, right).into());
        }
        // ~(C - x) -> x + ~C
        if let Some((number, x)) = self.number_minus(value) {
            return Some(self.make_with(BinaryOp::Add, x, !number, NONE).into());
        }
        // ~(x + C) -> ~C - x
        if let Some((x, number, _)) = self.with_number(BinaryOp::Add, value) {
            let number = self.int(self.ty(x), !number & low_bits(bits));
            return Some(self.make(BinaryOp::Sub, number, x, NONE).into());
        }
        if bits != 1 || !self.has_one_use(value) {
            return None;
        }
        // ~(a & b) -> ~a | ~b, where both come as easily inverted
        for (op, dual) in [(BinaryOp::And, BinaryOp::Or), (BinaryOp::Or, BinaryOp::And)] {
            if let Some((a, b, _)) = self.operands_of(op, value)
                && self.is_easily_inverted(a)
                && self.is_easily_inverted(b)
            {
                let (a, b) = (self.make_not(a), self.make_not(b));
                return Some(self.make(dual, a, b, NONE).into());
            }
        }
        None
    }

    /// Whether the inverse of a value is no more work than it.
    pub(super) fn is_easily_inverted(&self, value: Value) -> bool {
        self.is_constant(value)
            || self.complement(value).is_some()
            || self.comparison(value).is_some() && self.has_one_use(value)
    }

    /// `zext x op zext y -> zext (x op y)`, for the sign too; a number takes part if it is one in the narrow type.
    fn logic_of_casts(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Combined> {
        let (cast, x, _) = self.any_cast(left)?;
        if !matches!(cast, CastOp::ZExt | CastOp::SExt) || !self.has_one_use(left) {
            return None;
        }
        let (ty, narrow) = (self.ty(left), self.ty(x));
        let from = self.bits_of_type(narrow)?;
        let y = if let Some(number) = self.number(right) {
            // Only truth values: an operation in few bits is not cheaper than one in more.
            if from != 1 || cast != CastOp::ZExt || number > 1 {
                return None;
            }
            self.int(narrow, number)
        } else {
            let y = self.cast_of(cast, right)?;
            if self.ty(y) != narrow {
                return None;
            }
            y
        };
        let value = self.make(op, x, y, NONE);
        Some(self.make_cast(cast, value, ty, NONE).into())
    }
}
