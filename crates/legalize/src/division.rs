//! Division and remainder of vectors by a constant that all elements share.

use avarice_ir::{BinaryOp, CastOp, Value};

use super::builder::Builder;
use crate::divisor::sign_extend;
use crate::divisor::{signed_magic, unsigned_magic};

impl Builder<'_> {
    /// Division of elements of up to 32 bits by a constant other than 0; `None` for others.
    pub(super) fn expand_division(&mut self, op: BinaryOp) -> Option<Value> {
        let (value, divisor) = (self.operand(0), self.operand(1));
        let bits = self.bits(self.ty(value))?;
        let divisor = self.const_splat(divisor).filter(|divisor| *divisor != 0)?;
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return None;
        }
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let quotient = match signed {
            true => self.signed_quotient(value, sign_extend(divisor, bits), bits)?,
            false => self.unsigned_quotient(value, divisor, bits)?,
        };
        if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv) {
            return Some(quotient);
        }
        if !signed && divisor.is_power_of_two() {
            return Some(self.binary_int(BinaryOp::And, value, divisor - 1));
        }
        let product = self.binary_int(BinaryOp::Mul, quotient, divisor);
        Some(self.binary(BinaryOp::Sub, value, product))
    }

    fn unsigned_quotient(&mut self, value: Value, divisor: u64, bits: u32) -> Option<Value> {
        if divisor.is_power_of_two() {
            let amount = u64::from(divisor.trailing_zeros());
            return Some(match amount {
                0 => value,
                _ => self.binary_int(BinaryOp::LShr, value, amount),
            });
        }
        if bits == 64 {
            return None;
        }
        let magic = unsigned_magic(divisor, bits, bits);
        let shifted = self.shift_right(BinaryOp::LShr, value, magic.pre_shift);
        let high = self.multiply_high(shifted, magic.multiplier, bits);
        if !magic.add {
            return Some(self.shift_right(BinaryOp::LShr, high, magic.post_shift));
        }
        let rest = self.binary(BinaryOp::Sub, value, high);
        let half = self.binary_int(BinaryOp::LShr, rest, 1);
        let sum = self.binary(BinaryOp::Add, half, high);
        Some(self.shift_right(BinaryOp::LShr, sum, magic.post_shift - 1))
    }

    fn signed_quotient(&mut self, value: Value, divisor: i64, bits: u32) -> Option<Value> {
        let ty = self.ty(value);
        if divisor.unsigned_abs().is_power_of_two() {
            let power = divisor.unsigned_abs().trailing_zeros();
            let mut quotient = value;
            if power > 0 {
                // Rounds to zero: 2^power - 1 is added to negative numbers.
                let sign = self.shift_right(BinaryOp::AShr, value, bits - 1);
                let bias = self.shift_right(BinaryOp::LShr, sign, bits - power);
                let biased = self.binary(BinaryOp::Add, value, bias);
                quotient = self.shift_right(BinaryOp::AShr, biased, power);
            }
            if divisor < 0 {
                let zero = self.int(ty, 0);
                quotient = self.binary(BinaryOp::Sub, zero, quotient);
            }
            return Some(quotient);
        }
        if bits == 64 {
            return None;
        }
        let (multiplier, shift) = signed_magic(divisor, bits);
        let factor = multiplier as u64 & (u64::MAX >> (64 - bits));
        // The upper half of the signed product is that of the unsigned one, less each factor where the
        // other is negative.
        let high = self.multiply_high(value, factor, bits);
        let sign = self.shift_right(BinaryOp::AShr, value, bits - 1);
        let correction = self.binary_int(BinaryOp::And, sign, factor);
        let mut high = self.binary(BinaryOp::Sub, high, correction);
        // A factor whose sign is not the divisor's lacks a bit, which makes up for its sign.
        if divisor < 0 {
            high = self.binary(BinaryOp::Sub, high, value);
        }
        let quotient = self.shift_right(BinaryOp::AShr, high, shift);
        let one = self.shift_right(BinaryOp::LShr, quotient, bits - 1);
        Some(self.binary(BinaryOp::Add, quotient, one))
    }

    fn shift_right(&mut self, op: BinaryOp, value: Value, amount: u32) -> Value {
        match amount {
            0 => value,
            _ => self.binary_int(op, value, u64::from(amount)),
        }
    }

    /// The upper half of the unsigned product of each element with `factor`.
    fn multiply_high(&mut self, value: Value, factor: u64, bits: u32) -> Value {
        let ty = self.ty(value);
        let wide = self.module.types.int(2 * bits);
        let wide = self.with_element(ty, wide);
        let extended = self.cast(CastOp::ZExt, value, wide);
        let product = self.binary_int(BinaryOp::Mul, extended, factor);
        let high = self.binary_int(BinaryOp::LShr, product, u64::from(bits));
        self.cast(CastOp::Trunc, high, ty)
    }
}
