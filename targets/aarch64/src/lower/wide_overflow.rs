//! Arithmetic on 128-bit integers with overflow detection.

use avarice_ir::Inst;
use avarice_lower::select::Integers;
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::compare::Cc;
use super::operand::{ADDS, AND, EOR, ORR};
use super::overflow::Arithmetic;
use super::wide::{HALF, Halves, W};
use super::{Selector, Width};
use crate::{op, reg};

impl Selector<'_, '_> {
    /// Selects `llvm.*.with.overflow` on 128 bits.
    pub(super) fn lower_wide_overflow(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let bits = self.wide_bits(left).unwrap_or(128);
        let lhs = self.extended_halves(left, signed)?;
        let rhs = self.extended_halves(right, signed)?;
        let dst = (self.result(inst, 0)?, self.result(inst, 1)?);
        let flag = self.result(inst, 2)?;
        if bits < 128 {
            self.lower_partial_overflow(flag, (kind, signed), bits, dst, lhs, rhs);
            return Ok(());
        }
        match (kind, signed) {
            (Arithmetic::Mul, false) => self.emit_wide_unsigned_mul(dst, flag, lhs, rhs),
            (Arithmetic::Mul, true) => self.emit_wide_signed_mul(dst, flag, lhs, rhs),
            _ => {
                let sub = kind == Arithmetic::Sub;
                self.emit_wide_sum(dst, sub, lhs, rhs, true);
                // A difference borrows where there is no carry.
                let cc = match (signed, sub) {
                    (true, _) => Cc::Vs,
                    (false, true) => Cc::Lo,
                    (false, false) => Cc::Hs,
                };
                self.emit_cset(flag, cc);
            }
        }
        Ok(())
    }

    /// With fewer than 128 bits: sums are exact in 128; products may not even fit in those. The result is
    /// in range if extending it from `bits` bits changes nothing.
    fn lower_partial_overflow(
        &mut self,
        flag: Reg,
        (kind, signed): (Arithmetic, bool),
        bits: u32,
        dst: Halves,
        lhs: Halves,
        rhs: Halves,
    ) {
        let lost = (kind == Arithmetic::Mul).then(|| self.new_reg(PartType::Int(32)));
        match lost {
            Some(lost) if signed => self.emit_wide_signed_mul(dst, lost, lhs, rhs),
            Some(lost) => self.emit_wide_unsigned_mul(dst, lost, lhs, rhs),
            None => self.emit_wide_sum(dst, kind == Arithmetic::Sub, lhs, rhs, false),
        }
        let back = self.extended_in_place(dst.1, signed, bits - 64, W);
        self.cmp(W, back, dst.1);
        let Some(lost) = lost else {
            self.emit_cset(flag, Cc::Ne);
            return;
        };
        let outside = self.set(Cc::Ne);
        let opcode = ORR.rr[Width::W32 as usize];
        self.emit(opcode).def(flag).reg(outside).reg(lost).done();
    }

    /// A condition as 0 or 1 in a new register.
    fn set(&mut self, cc: Cc) -> Reg {
        let dst = self.new_reg(PartType::Int(32));
        self.emit_cset(dst, cc);
        dst
    }

    /// Whether a register is not zero.
    fn is_not_zero(&mut self, src: Reg) -> Reg {
        let emit = self.emit(op::SUBSXri).def(reg::XZR).reg(src);
        emit.imm(0).imm(0).keep_flags().done();
        self.set(Cc::Ne)
    }

    /// Overflows if both high halves are there, or a product with one of them has a high half, or adding
    /// those up carries.
    fn emit_wide_unsigned_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves) {
        const BIT: Width = Width::W32;
        let (has_left, has_right) = (self.is_not_zero(left.1), self.is_not_zero(right.1));
        let mut overflow = self.alu(&AND, BIT, has_left, has_right);
        let mut sum: Option<Reg> = None;
        for (high, low) in [(left.1, right.0), (right.1, left.0)] {
            let product = self.low_product(high, low);
            let above = self.high_product(high, low);
            let lost = self.is_not_zero(above);
            overflow = self.alu(&ORR, BIT, overflow, lost);
            sum = Some(match sum {
                None => product,
                Some(other) => self.binary(op::ADDXrr, W, other, product),
            });
        }
        let high = self.high_product(left.0, right.0);
        let emit = self.emit(op::MADDXrrr).def(dst.0).reg(left.0);
        emit.reg(right.0).reg(reg::XZR).done();
        if let Some(sum) = sum {
            let emit = self.emit(ADDS.rr[1]).def(dst.1).reg(high).reg(sum);
            emit.keep_flags().done();
            let carry = self.set(Cc::Hs);
            let opcode = ORR.rr[BIT as usize];
            self.emit(opcode).def(flag).reg(overflow).reg(carry).done();
        }
    }

    /// The product of magnitudes, with the sign put back: overflows if that does, or if the result has
    /// the wrong sign and is not zero.
    fn emit_wide_signed_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves) {
        const BIT: Width = Width::W32;
        let mut magnitudes = [left, right];
        let mut signs = [left.1, right.1];
        for (magnitude, sign) in magnitudes.iter_mut().zip(&mut signs) {
            *sign = self.shift_right(true, W, *sign, 63);
            let positive = self.new_halves();
            self.emit_conditional_negation(positive, *magnitude, *sign);
            *magnitude = positive;
        }
        let product = self.new_halves();
        let lost = self.new_reg(PartType::Int(32));
        self.emit_wide_unsigned_mul(product, lost, magnitudes[0], magnitudes[1]);
        let sign = self.alu(&EOR, W, signs[0], signs[1]);
        self.emit_conditional_negation(dst, product, sign);
        // The sign bit must be the expected one unless all bits are zero.
        let differs = self.alu(&EOR, W, dst.1, sign);
        let differs = self.shift_right(false, W, differs, 63);
        let differs = self.low(differs, W, BIT);
        let any = self.alu(&ORR, W, dst.0, dst.1);
        let is_there = self.is_not_zero(any);
        let wrong = self.alu(&AND, BIT, differs, is_there);
        let opcode = ORR.rr[BIT as usize];
        self.emit(opcode).def(flag).reg(lost).reg(wrong).done();
    }

    /// The halves of a result that saturates are chosen by what overflowed.
    pub(super) fn emit_wide_choice(&mut self, dst: Halves, cc: Cc, yes: Halves, no: Halves) {
        self.emit_csel(W, dst.0, cc, yes.0, no.0);
        self.emit_csel(W, dst.1, cc, yes.1, no.1);
    }

    /// Selects a saturating sum or difference of 128 bits.
    pub(super) fn lower_wide_saturating(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<()> {
        let sub = kind == Arithmetic::Sub;
        let [left, right] = self.operands(inst);
        if self.wide_bits(left) != Some(128) {
            return self.unsupported("saturating arithmetic on 65 to 127 bits");
        }
        let (lhs, rhs) = (self.halves(left)?, self.halves(right)?);
        let sum = self.new_halves();
        self.emit_wide_sum(sum, sub, lhs, rhs, true);
        let dst = self.wide_result(inst)?;
        if !signed {
            let ones = self.new_reg(HALF);
            let bound = if sub { 0 } else { u64::MAX };
            self.emit_int(ones, W, bound);
            let cc = if sub { Cc::Lo } else { Cc::Hs };
            self.emit_wide_choice(dst, cc, (ones, ones), sum);
            return Ok(());
        }
        // With overflow the sign is the wrong one: the bound is that of the other.
        let sign = self.shift_right(true, W, sum.1, 63);
        let top = self.new_reg(HALF);
        let least = i64::MIN as u64;
        let bit = crate::immediates::logical_bits(least);
        self.emit(op::EORXri).def(top).reg(sign).imm(bit).done();
        self.emit_wide_choice(dst, Cc::Vs, (sign, top), sum);
        Ok(())
    }
}
