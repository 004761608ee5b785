//! Arithmetic that reports overflow, or saturates.
//!
//! Signed sums and differences of `bits` bits overflow where the sign of the result is impossible:
//!
//! ```text
//!   a + b     the result's sign is neither that of a nor that of b:  (a ^ r) & (b ^ r) < 0
//!   a - b     a and b have other signs, and so have a and r:         (a ^ b) & (a ^ r) < 0
//! ```
//!
//! Products are computed in twice the width where there is such a type. For 128 bits they are computed from products of
//! words:
//!
//! ```text
//!   unsigned  (ah, al) * (bh, bl)    overflows if ah and bh are not 0, ah*bl or bh*al takes more than a word, or
//!                                    their sum and the upper word of al*bl do
//!   signed    the product of the absolute values, against what is there for the result's sign
//! ```

use avarice_ir::{BinaryOp, Inst, IntPredicate, Intrinsic};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::parts::PartKind;
use crate::translator::{Result, Translator};

/// A result, and whether it overflowed: 1 or 0 in 8 bits.
type Checked = (ir::Value, ir::Value);

impl Translator<'_, '_> {
    pub(crate) fn translate_overflow(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        let (value, overflows) = self.checked(inst, intrinsic)?;
        self.define_result(inst, &[value, overflows]);
        Ok(())
    }

    /// The result of an operation that may overflow.
    fn checked(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<Checked> {
        use Intrinsic::*;
        let kind = self.only_kind(self.ty(self.function.operand(inst, 0)))?;
        let (left, right) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let bits = kind.bits();
        match intrinsic {
            UmulWithOverflow => Ok(self.checked_unsigned_product(bits, left, right)),
            SmulWithOverflow => Ok(self.checked_signed_product(bits, left, right)),
            _ => self.checked_sum(intrinsic, kind, left, right),
        }
    }

    fn checked_sum(
        &mut self,
        intrinsic: Intrinsic,
        kind: PartKind,
        left: ir::Value,
        right: ir::Value,
    ) -> Result<Checked> {
        use Intrinsic::*;
        let bits = kind.bits();
        let op = match intrinsic {
            UaddWithOverflow | UaddSat | SaddWithOverflow | SaddSat => BinaryOp::Add,
            _ => BinaryOp::Sub,
        };
        let result = self.binary(op, kind, left, right)?;
        let overflows = match intrinsic {
            UaddWithOverflow | UaddSat => self.int_compare(IntPredicate::Ult, bits, result, left),
            UsubWithOverflow | UsubSat => self.int_compare(IntPredicate::Ult, bits, left, right),
            _ => {
                let one = self.builder.ins().bxor(left, result);
                let other = match op {
                    BinaryOp::Add => self.builder.ins().bxor(right, result),
                    _ => self.builder.ins().bxor(left, right),
                };
                let signs = self.builder.ins().band(one, other);
                let zero = self.zero(kind.clif());
                self.int_compare(IntPredicate::Slt, bits, signs, zero)
            }
        };
        Ok((result, overflows))
    }

    fn checked_unsigned_product(
        &mut self,
        bits: u32,
        left: ir::Value,
        right: ir::Value,
    ) -> Checked {
        let ty = self.clif_type(left);
        if ty.bits() < 64 {
            let (left, right) = (
                self.widened(left, types::I64),
                self.widened(right, types::I64),
            );
            let product = self.builder.ins().imul(left, right);
            let result = self.narrowed(product, PartKind::Int(bits));
            let again = self.widened(result, types::I64);
            let overflows = self.builder.ins().icmp(IntCC::NotEqual, product, again);
            return (result, overflows);
        }
        if ty == types::I64 {
            let product = self.builder.ins().imul(left, right);
            let high = self.builder.ins().umulhi(left, right);
            let result = self.masked(product, bits);
            let changed = self.builder.ins().bxor(product, result);
            let more = self.builder.ins().bor(high, changed);
            let zero = self.zero(types::I64);
            let overflows = self.builder.ins().icmp(IntCC::NotEqual, more, zero);
            return (result, overflows);
        }
        let (product, overflows) = self.wide_product(left, right);
        let result = self.masked(product, bits);
        let changed = self.builder.ins().icmp(IntCC::NotEqual, product, result);
        (result, self.builder.ins().bor(overflows, changed))
    }

    /// The unsigned product of integers of 128 bits.
    fn wide_product(&mut self, left: ir::Value, right: ir::Value) -> Checked {
        let (left_low, left_high) = self.builder.ins().isplit(left);
        let (right_low, right_high) = self.builder.ins().isplit(right);
        let zero = self.zero(types::I64);
        let is_high = |translator: &mut Self, word| {
            let ins = translator.builder.ins();
            ins.icmp(IntCC::NotEqual, word, zero)
        };
        let (one, other) = (is_high(self, left_high), is_high(self, right_high));
        let mut overflows = self.builder.ins().band(one, other);
        let low = self.builder.ins().imul(left_low, right_low);
        let mut high = self.builder.ins().umulhi(left_low, right_low);
        for (a, b) in [(left_high, right_low), (right_high, left_low)] {
            let product = self.builder.ins().imul(a, b);
            let above = self.builder.ins().umulhi(a, b);
            let above = is_high(self, above);
            overflows = self.builder.ins().bor(overflows, above);
            high = self.builder.ins().iadd(high, product);
            let carry = self
                .builder
                .ins()
                .icmp(IntCC::UnsignedLessThan, high, product);
            overflows = self.builder.ins().bor(overflows, carry);
        }
        (self.builder.ins().iconcat(low, high), overflows)
    }

    fn checked_signed_product(&mut self, bits: u32, left: ir::Value, right: ir::Value) -> Checked {
        let ty = self.clif_type(left);
        if ty.bits() < 64 {
            let left = self.sign_extended(left, bits, types::I64);
            let right = self.sign_extended(right, bits, types::I64);
            let product = self.builder.ins().imul(left, right);
            let result = self.narrowed(product, PartKind::Int(bits));
            let again = self.sign_extended(result, bits, types::I64);
            let overflows = self.builder.ins().icmp(IntCC::NotEqual, product, again);
            return (result, overflows);
        }
        let zero = self.zero(ty);
        let signs = self.builder.ins().bxor(left, right);
        let is_negative = self.int_compare(IntPredicate::Slt, bits, signs, zero);
        let (left, right) = (self.absolute(left, bits), self.absolute(right, bits));
        let (size, overflows) = self.checked_unsigned_product(bits, left, right);
        // There is one number more below zero than above.
        let most = self.iconst(ty, (1 << (bits - 1)) - 1);
        let more = self.builder.ins().uextend(ty, is_negative);
        let most = self.builder.ins().iadd(most, more);
        let too_large = self.int_compare(IntPredicate::Ugt, bits, size, most);
        let overflows = self.builder.ins().bor(overflows, too_large);
        let negated = self.builder.ins().isub(zero, size);
        let negated = self.masked(negated, bits);
        let result = self.builder.ins().select(is_negative, negated, size);
        (result, overflows)
    }

    // ---- Saturation ---------------------------------------------------------------------------

    /// A sum or difference that stops at the first or last number.
    pub(crate) fn saturating(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<ir::Value> {
        use Intrinsic::*;
        let kind = self.only_kind(self.ty(self.function.operand(inst, 0)))?;
        let (left, right) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let (result, overflows) = self.checked_sum(intrinsic, kind, left, right)?;
        let bits = kind.bits();
        let ty = kind.clif();
        let limit = match intrinsic {
            UaddSat => self.iconst(ty, u128::MAX >> (128 - bits)),
            UsubSat => self.zero(ty),
            _ => self.limit_of_sign(left, bits),
        };
        Ok(self.builder.ins().select(overflows, limit, result))
    }

    /// The last number for a positive integer, the first for a negative one.
    fn limit_of_sign(&mut self, value: ir::Value, bits: u32) -> ir::Value {
        let ty = self.clif_type(value);
        let zero = self.zero(ty);
        let is_negative = self.int_compare(IntPredicate::Slt, bits, value, zero);
        let most = self.iconst(ty, (1 << (bits - 1)) - 1);
        let more = match ty {
            types::I8 => is_negative,
            _ => self.builder.ins().uextend(ty, is_negative),
        };
        self.builder.ins().iadd(most, more)
    }

    /// A shift to the left that stops at the first or last number.
    pub(crate) fn saturating_shift(&mut self, inst: Inst, is_signed: bool) -> Result<ir::Value> {
        let kind = self.only_kind(self.ty(self.function.operand(inst, 0)))?;
        let (value, amount) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let bits = kind.bits();
        let shifted = self.binary(BinaryOp::Shl, kind, value, amount)?;
        let (back, limit) = match is_signed {
            true => {
                let back = self.binary(BinaryOp::AShr, kind, shifted, amount)?;
                (back, self.limit_of_sign(value, bits))
            }
            false => {
                let back = self.binary(BinaryOp::LShr, kind, shifted, amount)?;
                (back, self.iconst(kind.clif(), u128::MAX >> (128 - bits)))
            }
        };
        let pair = (back, value);
        Ok(self.select_by(IntPredicate::Eq, bits, pair, (shifted, limit)))
    }
}
