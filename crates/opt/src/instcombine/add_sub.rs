//! Sums and differences. Constants are added rather than subtracted, and several constants become one.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Value};

use super::patterns::{fits_signed, flags_of_both, low_bits};
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// `left + right`; a constant is on the right.
    pub(super) fn add(&mut self, bits: u32, left: Value, right: Value) -> Option<Combined> {
        if bits == 1 {
            // x + y -> x ^ y
            return Some(self.make(BinaryOp::Xor, left, right, NONE).into());
        }
        if let Some(number) = self.number(right) {
            return self.add_number(bits, left, number);
        }
        if left == right {
            // x + x -> x << 1
            let flags = self.flags();
            return Some(self.make_with(BinaryOp::Shl, left, 1, flags).into());
        }
        for (value, other) in [(left, right), (right, left)] {
            // y + (0 - x) -> y - x
            if let Some(negated) = self.negated(value) {
                return Some(self.make(BinaryOp::Sub, other, negated, NONE).into());
            }
        }
        // (x + A) + (y + B) -> (x + y) + (A + B)
        if let Some((x, a, _)) = self.with_number(BinaryOp::Add, left)
            && let Some((y, b, _)) = self.with_number(BinaryOp::Add, right)
            && self.has_one_use(left)
            && self.has_one_use(right)
        {
            let sum = self.make(BinaryOp::Add, x, y, NONE);
            let number = a.wrapping_add(b);
            return Some(self.make_with(BinaryOp::Add, sum, number, NONE).into());
        }
        None
    }

    fn add_number(&mut self, bits: u32, left: Value, number: u64) -> Option<Combined> {
        let flags = self.flags();
        // (x + A) + B -> x + (A + B)
        if let Some((x, inner, inner_flags)) = self.with_number(BinaryOp::Add, left) {
            let flags = flags_of_both(
                bits,
                (inner, number),
                flags & inner_flags,
                i128::checked_add,
            );
            let sum = inner.wrapping_add(number);
            return Some(self.make_with(BinaryOp::Add, x, sum, flags).into());
        }
        // (A - x) + B -> (A + B) - x; and so for ~x, which is -1 - x
        let minus = self
            .number_minus(left)
            .or_else(|| Some((u64::MAX, self.complement(left)?)));
        if let Some((inner, x)) = minus {
            let sum = self.int(self.ty(x), inner.wrapping_add(number));
            return Some(self.make(BinaryOp::Sub, sum, x, NONE).into());
        }
        // (x ^ sign) + C -> x + (sign + C); the sign bit wraps either way
        let sign = 1 << (bits - 1);
        if let Some((x, inner, _)) = self.with_number(BinaryOp::Xor, left)
            && inner == sign
        {
            let sum = sign.wrapping_add(number);
            return Some(self.make_with(BinaryOp::Add, x, sum, NONE).into());
        }
        // x + sign -> x ^ sign
        if number == sign {
            return Some(self.make_with(BinaryOp::Xor, left, sign, NONE).into());
        }
        None
    }

    /// `left - right`
    pub(super) fn sub(&mut self, bits: u32, left: Value, right: Value) -> Option<Combined> {
        let flags = self.flags();
        if bits == 1 {
            return Some(self.make(BinaryOp::Xor, left, right, NONE).into());
        }
        if let Some(number) = self.number(right) {
            // x - C -> x + -C, which wraps around zero where that does not
            let is_least = number == 1 << (bits - 1);
            let flags = if is_least {
                NONE
            } else {
                flags & InstFlags::NSW
            };
            let negated = number.wrapping_neg();
            return Some(self.make_with(BinaryOp::Add, left, negated, flags).into());
        }
        if let Some(number) = self.number(left) {
            return self.subtract_from(bits, number, right);
        }
        // x - (0 - y) -> x + y
        if let Some(y) = self.negated(right) {
            return Some(self.make(BinaryOp::Add, left, y, NONE).into());
        }
        // (x + C) - (x + D) and the like: what both are made of goes.
        let (x, a) = self.split_number(left);
        let (y, b) = self.split_number(right);
        if x == y {
            let number = self.int(self.ty(left), a.wrapping_sub(b));
            return Some(number.into());
        }
        // (x + y) - (x + z) -> y - z
        if let Some((y, z)) = self.without_common(BinaryOp::Add, left, right) {
            return Some(self.make(BinaryOp::Sub, y, z, NONE).into());
        }
        self.distance(bits, left, right)
    }

    /// `number - right`
    fn subtract_from(&mut self, bits: u32, number: u64, right: Value) -> Option<Combined> {
        // -1 - x -> ~x
        if number == low_bits(bits) {
            return Some(self.make_not(right).into());
        }
        // A - (x + B) -> (A - B) - x
        if let Some((x, inner, _)) = self.with_number(BinaryOp::Add, right) {
            let difference = self.int(self.ty(x), number.wrapping_sub(inner));
            return Some(self.make(BinaryOp::Sub, difference, x, NONE).into());
        }
        // A - (B - x) -> x + (A - B); and so for ~x, which is -1 - x
        let minus = self
            .number_minus(right)
            .or_else(|| Some((u64::MAX, self.complement(right)?)));
        if let Some((inner, x)) = minus {
            let difference = number.wrapping_sub(inner);
            return Some(self.make_with(BinaryOp::Add, x, difference, NONE).into());
        }
        // 0 - (x - y) -> y - x
        if number == 0
            && let Some((x, y, _)) = self.operands_of(BinaryOp::Sub, right)
            && self.has_one_use(right)
        {
            return Some(self.make(BinaryOp::Sub, y, x, NONE).into());
        }
        // C - x -> C ^ x, where C has all bits that x may have
        let may_have = self.known_bits(bits, right).greatest(bits);
        let is_mask = number & number.wrapping_add(1) == 0;
        (number != 0 && is_mask && may_have & !number == 0)
            .then(|| self.make_with(BinaryOp::Xor, right, number, NONE).into())
    }

    /// `x + C` as these two; anything else plus 0.
    fn split_number(&self, value: Value) -> (Value, u64) {
        self.with_number(BinaryOp::Add, value)
            .map_or((value, 0), |(x, number, _)| (x, number))
    }

    /// The difference of two addresses of which one was made of the other by one step: the step.
    fn distance(&mut self, bits: u32, left: Value, right: Value) -> Option<Combined> {
        let end = self.cast_of(CastOp::PtrToInt, left)?;
        let start = self.cast_of(CastOp::PtrToInt, right)?;
        if !self.folder.is_pointer_sized(self.ty(left)) {
            return None;
        }
        let (base, index, stride, flags) = self.one_step(end)?;
        if base != start
            || !flags.contains(InstFlags::INBOUNDS)
            || self.bits_of(index) != Some(bits)
        {
            return None;
        }
        let flags = InstFlags::NSW;
        Some(self.make_with(BinaryOp::Mul, index, stride, flags).into())
    }

    /// Flags that follow from what is known about the operands of the current operation: it never wraps around.
    pub(super) fn add_flags(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        use BinaryOp::*;
        let wanted = InstFlags::NUW | InstFlags::NSW;
        if bits == 1 || !matches!(op, Add | Sub | Mul) || self.flags().contains(wanted) {
            return None;
        }
        let (a, b) = (self.known_bits(bits, left), self.known_bits(bits, right));
        let mut flags = NONE;
        let (most, other) = (u128::from(a.greatest(bits)), u128::from(b.greatest(bits)));
        let never_wraps = match op {
            Add => most + other <= u128::from(low_bits(bits)),
            Mul => most * other <= u128::from(low_bits(bits)),
            _ => a.least() >= b.greatest(bits),
        };
        if never_wraps {
            flags |= InstFlags::NUW;
        }
        let extent = |least: i64, greatest: i64| (i128::from(least), i128::from(greatest));
        let (a_least, a_greatest) = extent(a.signed_least(bits), a.signed_greatest(bits));
        let (b_least, b_greatest) = extent(b.signed_least(bits), b.signed_greatest(bits));
        let extremes = match op {
            Add => [a_least + b_least, a_greatest + b_greatest],
            Sub => [a_least - b_greatest, a_greatest - b_least],
            _ if a_least >= 0 && b_least >= 0 => [0, a_greatest * b_greatest],
            _ => [i128::MIN, i128::MAX],
        };
        let fits = extremes.iter().all(|sum| fits_signed(bits, *sum));
        let is_short = || {
            matches!(op, Add | Sub)
                && self.sign_bits(bits, left) > 1
                && self.sign_bits(bits, right) > 1
        };
        if fits || !self.flags().contains(InstFlags::NSW) && is_short() {
            flags |= InstFlags::NSW;
        }
        self.set_flags(flags)
    }
}
