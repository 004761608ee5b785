//! Products, quotients and remainders. By powers of two they become shifts and masks; where signs are known, unsigned;
//! of extended numbers, narrow.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Value};

use super::patterns::{flags_of_both, low_bits, signed};
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// `left * right`; a constant is on the right.
    pub(super) fn mul(&mut self, bits: u32, left: Value, right: Value) -> Option<Combined> {
        if bits == 1 {
            return Some(self.make(BinaryOp::And, left, right, NONE).into());
        }
        let Some(number) = self.number(right) else {
            // -x * -y -> x * y
            let (x, y) = (self.negated(left)?, self.negated(right)?);
            return Some(self.make(BinaryOp::Mul, x, y, NONE).into());
        };
        let flags = self.flags();
        if number == low_bits(bits) {
            // x * -1 -> 0 - x
            let zero = self.int(self.ty(left), 0);
            let flags = flags & InstFlags::NSW;
            return Some(self.make(BinaryOp::Sub, zero, left, flags).into());
        }
        if number.is_power_of_two() {
            // x * 2^n -> x << n; the least number is only positive as an unsigned one
            let by = number.trailing_zeros();
            let flags = if by == bits - 1 {
                flags & InstFlags::NUW
            } else {
                flags
            };
            return Some(
                self.make_with(BinaryOp::Shl, left, u64::from(by), flags)
                    .into(),
            );
        }
        // (x * A) * B -> x * (A * B)
        if let Some((x, inner, inner_flags)) = self.factor(bits, left) {
            let product = inner.wrapping_mul(number);
            let flags = flags_of_both(
                bits,
                (inner, number),
                flags & inner_flags,
                i128::checked_mul,
            );
            return Some(self.make_with(BinaryOp::Mul, x, product, flags).into());
        }
        // -x * C -> x * -C
        let x = self.negated(left)?;
        let negated = number.wrapping_neg();
        Some(self.make_with(BinaryOp::Mul, x, negated, NONE).into())
    }

    /// `x * C` or `x << C` as `x` and what it is multiplied by.
    fn factor(&self, bits: u32, value: Value) -> Option<(Value, u64, InstFlags)> {
        if let Some(found) = self.with_number(BinaryOp::Mul, value) {
            return Some(found);
        }
        let (x, by, flags) = self.with_number(BinaryOp::Shl, value)?;
        // Shifted into the sign it is multiplied by a negative number.
        let flags = if by + 1 == u64::from(bits) {
            NONE
        } else {
            flags
        };
        (by < u64::from(bits)).then(|| (x, 1 << by, flags))
    }

    /// `left / right`
    pub(super) fn divide(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        let flags = self.flags() & InstFlags::EXACT;
        let number = self.number(right);
        if op == BinaryOp::SDiv {
            return self.divide_signed(bits, left, right, flags);
        }
        if let Some(number) = number.filter(|number| *number != 0) {
            if number.is_power_of_two() {
                // x / 2^n -> x >> n
                let by = u64::from(number.trailing_zeros());
                return Some(self.make_with(BinaryOp::LShr, left, by, flags).into());
            }
            // (x / A) / B -> x / (A * B), which is 0 where that is too great
            if let Some((x, inner)) = self.divided(bits, left) {
                return match inner.checked_mul(number).filter(|by| *by <= low_bits(bits)) {
                    Some(by) => Some(self.make_with(BinaryOp::UDiv, x, by, NONE).into()),
                    None => Some(self.int(self.ty(x), 0).into()),
                };
            }
        }
        // x / (1 << y) -> x >> y
        if let Some((one, by, _)) = self.operands_of(BinaryOp::Shl, right)
            && self.number(one) == Some(1)
        {
            return Some(self.make(BinaryOp::LShr, left, by, flags).into());
        }
        self.divide_narrow(op, left, right)
    }

    fn divide_signed(
        &mut self,
        bits: u32,
        left: Value,
        right: Value,
        flags: InstFlags,
    ) -> Option<Combined> {
        let number = self.number(right);
        if let Some(number) = number {
            if number == low_bits(bits) {
                // x / -1 -> 0 - x
                let zero = self.int(self.ty(left), 0);
                return Some(self.make(BinaryOp::Sub, zero, left, InstFlags::NSW).into());
            }
            // Without a remainder nothing is rounded.
            if flags.contains(InstFlags::EXACT)
                && number.is_power_of_two()
                && signed(bits, number) > 0
            {
                let by = u64::from(number.trailing_zeros());
                return Some(self.make_with(BinaryOp::AShr, left, by, flags).into());
            }
            // (x * A) / B, exactly, where B divides A -> x * (A / B)
            if let Some((x, factor, inner_flags)) = self.factor(bits, left)
                && inner_flags.contains(InstFlags::NSW)
                && signed(bits, number) > 0
                && signed(bits, factor) > 0
                && factor.is_multiple_of(number)
            {
                let flags = InstFlags::NSW;
                return Some(
                    self.make_with(BinaryOp::Mul, x, factor / number, flags)
                        .into(),
                );
            }
        }
        if self.is_non_negative(bits, right) && self.is_non_negative(bits, left) {
            return Some(self.make(BinaryOp::UDiv, left, right, flags).into());
        }
        None
    }

    /// `left % right`
    pub(super) fn remainder(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        let number = self.number(right);
        if op == BinaryOp::URem {
            if number.is_some_and(u64::is_power_of_two) {
                // x % 2^n -> x & (2^n - 1)
                let mask = number.unwrap_or(1) - 1;
                return Some(self.make_with(BinaryOp::And, left, mask, NONE).into());
            }
            // x % (1 << y) -> x & ((1 << y) - 1)
            if let Some((one, _, _)) = self.operands_of(BinaryOp::Shl, right)
                && self.number(one) == Some(1)
            {
                let mask = self.make_with(BinaryOp::Add, right, u64::MAX, NONE);
                return Some(self.make(BinaryOp::And, left, mask, NONE).into());
            }
            return self.divide_narrow(op, left, right);
        }
        // The sign of the divisor does not matter.
        if let Some(number) = number
            && signed(bits, number) < 0
            && number != 1 << (bits - 1)
        {
            let number = number.wrapping_neg();
            return Some(self.make_with(BinaryOp::SRem, left, number, NONE).into());
        }
        if self.is_non_negative(bits, right) && self.is_non_negative(bits, left) {
            return Some(self.make(BinaryOp::URem, left, right, NONE).into());
        }
        None
    }

    /// Unsigned division of what was extended: in the width from which it was.
    fn divide_narrow(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Combined> {
        let ty = self.ty(left);
        let (a, b) = (
            self.cast_of(CastOp::ZExt, left),
            self.cast_of(CastOp::ZExt, right),
        );
        let narrow = self.ty(a.or(b)?);
        let bits = self.bits_of_type(narrow)?;
        let mut as_narrow = |value: Value, source: Option<Value>| match source {
            Some(source) => {
                (self.ty(source) == narrow && self.has_one_use(value)).then_some(source)
            }
            None => {
                let number = self.number(value)?;
                (number <= low_bits(bits)).then(|| self.int(narrow, number))
            }
        };
        let (left, right) = (as_narrow(left, a)?, as_narrow(right, b)?);
        let result = self.make(op, left, right, NONE);
        Some(self.make_cast(CastOp::ZExt, result, ty, NONE).into())
    }
}
