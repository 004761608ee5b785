//! 128-bit integers, held in two 64-bit registers: low half, then high half.

use avarice_ir::{BinaryOp, ConstKind, Inst, IntPredicate, Value};
use avarice_lower::select::{
    Arithmetic, Conditions, FactorHigh, HALF, Halves, Integers, WideIntegers, WideSum,
};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::{Cc, Condition};
use super::int::{ADD, OR, SAR, SHL, SHR, XOR};
use super::overflow::overflow_flag;
use super::{Selector, Width};
use crate::{op, reg, sub};

const W: Width = Width::W64;

impl Selector<'_, '_> {
    /// `dst = left * right` in full.
    fn emit_wide_product(&mut self, dst: Halves, left: Reg, right: Reg) {
        self.emit_copy(reg::RAX, left);
        self.emit(op::MUL64r).reg(right).done();
        self.emit_copy(dst.0, reg::RAX);
        self.emit_copy(dst.1, reg::RDX);
    }

    /// The high half of a product of 64 bits, the low one in `low` if that is wanted.
    fn emit_full_product(&mut self, is_signed: bool, low: Reg, (left, right): Halves) -> Reg {
        self.emit_copy(reg::RAX, left);
        let opcode = if is_signed { op::IMUL64r } else { op::MUL64r };
        let product = self.emit(opcode).reg(right);
        match low.is_none() {
            true => product.done_with_dead(&[reg::RAX]),
            false => product.done(),
        };
        if !low.is_none() {
            self.emit_copy(low, reg::RAX);
        }
        let high = self.new_reg(HALF);
        self.emit_copy(high, reg::RDX);
        high
    }

    /// The low half of a product; the overflow flag says whether there is a high half.
    fn product_with_flag(&mut self, left: Reg, right: Reg) -> Reg {
        self.emit_copy(reg::RAX, left);
        let emit = self.emit(op::MUL64r).reg(right).keep_flags();
        emit.done_with_dead(&[reg::RDX]);
        let low = self.new_reg(HALF);
        self.emit_copy(low, reg::RAX);
        low
    }

    fn mul64(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit(op::IMUL64rr).def(dst).reg(left).reg(right).done();
        dst
    }

    /// Puts the amount of a shift where the processor wants it.
    pub(super) fn emit_amount_to_cl(&mut self, amount: Reg) {
        self.emit(op::COPY)
            .def(reg::CL)
            .sub_reg(amount, sub::SUB_8BIT)
            .done();
    }

    fn by_cl(&mut self, opcode: Opcode, src: Reg, amount: Reg) -> Reg {
        self.emit_amount_to_cl(amount);
        self.unary(opcode, W, src)
    }

    // ---- Overflow -----------------------------------------------------------------------------

    /// The negated number if `sign` is -1, itself if it is 0. Its registers have higher numbers than those of its
    /// complement.
    fn conditional_negation(&mut self, value: Halves, sign: Reg) -> Halves {
        let flipped = self.flipped(value, sign);
        let dst = self.new_halves();
        self.emit_sign_subtraction(dst, flipped, sign);
        dst
    }

    fn or8(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(PartType::Int(8));
        self.emit(op::OR8rr).def(dst).reg(left).reg(right).done();
        dst
    }
}

impl<'m> WideIntegers<'m> for Selector<'_, 'm> {
    fn extended_half(&mut self, high: Reg, signed: bool, bits: u32) -> Result<Reg> {
        match (bits, signed) {
            (64, _) => Ok(high),
            (_, true) => Ok(self.sign_extended(high, bits, W)),
            (_, false) => self.zero_extended(high, bits, W),
        }
    }

    fn finish_half(&mut self, dst: Reg, src: Reg) {
        self.define(dst, src);
    }

    fn emit_half_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg) {
        let opcode = match op {
            BinaryOp::And => op::AND64rr,
            BinaryOp::Or => op::OR64rr,
            _ => op::XOR64rr,
        };
        self.emit(opcode).def(dst).reg(left).reg(right).done();
    }

    fn emit_wide_sum(&mut self, dst: Halves, sum: WideSum) {
        let (low, high) = match sum.is_difference {
            true => (op::SUB64rr, op::SBB64rr),
            false => (op::ADD64rr, op::ADC64rr),
        };
        let (left, right) = (sum.left, sum.right);
        let emit = self.emit(low).def(dst.0).reg(left.0).reg(right.0);
        emit.keep_flags().done();
        let emit = self.emit(high).def(dst.1).reg(left.1).reg(right.1);
        match sum.keeps_flags {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
    }

    fn lower_wide_mul(&mut self, inst: Inst, left: Value, right: Value) -> Result<()> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let (low, high) = (self.requested(result, 0), self.requested(result, 1));
        let (a, a_high) = self.wide_factor(left)?;
        let (b, b_high) = self.wide_factor(right)?;
        if high.is_none() {
            let product = self.mul64(a, b);
            self.define(low, product);
            return Ok(());
        }
        let is_signed = (a_high, b_high) == (FactorHigh::Sign, FactorHigh::Sign);
        let mut sum = self.emit_full_product(is_signed, low, (a, b));
        for (factor, half, upper, other) in [(right, b, b_high, a), (left, a, a_high, b)] {
            if !is_signed && upper != FactorHigh::Zero {
                let upper = self.factor_upper(factor, half, upper)?;
                let more = self.mul64(upper, other);
                sum = self.alu(&ADD, W, sum, more);
            }
        }
        self.define(high, sum);
        Ok(())
    }

    fn lower_wide_abs(&mut self, inst: Inst) -> Result<()> {
        let src = self.extended_halves(self.function.operand(inst, 0), true)?;
        let sign = self.sign_of_half(src.1);
        let flipped = self.flipped(src, sign);
        let dst = self.wide_result(inst)?;
        self.emit_sign_subtraction(dst, flipped, sign);
        Ok(())
    }

    fn sign_of_half(&mut self, half: Reg) -> Reg {
        self.shift(&SAR, W, half, 63)
    }

    fn constant_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: u32) -> Result<Halves> {
        let (low, high) = src;
        if amount == 0 {
            return Ok(src);
        }
        let part = amount % 64;
        if amount >= 64 {
            return Ok(match op {
                BinaryOp::Shl => (self.use_int(64, 0)?, self.shift(&SHL, W, low, part)),
                BinaryOp::LShr => (self.shift(&SHR, W, high, part), self.use_int(64, 0)?),
                _ => {
                    let sign = self.shift(&SAR, W, high, 63);
                    (self.shift(&SAR, W, high, part), sign)
                }
            });
        }
        let moved = self.new_reg(HALF);
        let imm = i64::from(part);
        Ok(match op {
            BinaryOp::Shl => {
                let emit = self.emit(op::SHLD64rri8).def(moved).reg(high).reg(low);
                emit.imm(imm).done();
                (self.shift(&SHL, W, low, part), moved)
            }
            _ => {
                let emit = self.emit(op::SHRD64rri8).def(moved).reg(low).reg(high);
                emit.imm(imm).done();
                let ops = if op == BinaryOp::LShr { &SHR } else { &SAR };
                (moved, self.shift(ops, W, high, part))
            }
        })
    }

    /// The hardware shifts by the amount modulo 64; bit 6 of it says whether a half moves as a whole.
    fn variable_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: Reg) -> Result<Halves> {
        let (low, high) = src;
        let across = self.new_reg(HALF);
        self.emit_amount_to_cl(amount);
        let (single, filler) = match op {
            BinaryOp::Shl => {
                self.emit(op::SHLD64rrCL)
                    .def(across)
                    .reg(high)
                    .reg(low)
                    .done();
                (self.by_cl(op::SHL64rCL, low, amount), self.use_int(64, 0)?)
            }
            BinaryOp::LShr => {
                self.emit(op::SHRD64rrCL)
                    .def(across)
                    .reg(low)
                    .reg(high)
                    .done();
                (self.by_cl(op::SHR64rCL, high, amount), self.use_int(64, 0)?)
            }
            _ => {
                self.emit(op::SHRD64rrCL)
                    .def(across)
                    .reg(low)
                    .reg(high)
                    .done();
                let single = self.by_cl(op::SAR64rCL, high, amount);
                (single, self.shift(&SAR, W, high, 63))
            }
        };
        let test = self.emit(op::TEST8ri).sub_reg(amount, sub::SUB_8BIT);
        test.imm(64).keep_flags().done();
        let near = self.cmov(W, Cc::Ne, single, across);
        let far = self.cmov(W, Cc::Ne, filler, single);
        Ok(match op {
            BinaryOp::Shl => (far, near),
            _ => (near, far),
        })
    }

    fn wide_shift_constant(&self, amount: Value) -> Option<u32> {
        match self.const_kind(amount) {
            Some(ConstKind::BigInt(words)) if words.iter().skip(1).any(|word| *word != 0) => {
                Some(0)
            }
            _ => self.wide_rotation_constant(amount),
        }
    }

    fn lower_variable_wide_funnel_shift(&mut self, _: Inst, _: bool) -> Result<()> {
        self.unsupported("funnel shift of i128 by a variable amount")
    }

    fn compare_halves(&mut self, predicate: IntPredicate, of: [Halves; 2]) -> Condition {
        let [lhs, rhs] = of;
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            let low = self.alu(&XOR, W, lhs.0, rhs.0);
            let high = self.alu(&XOR, W, lhs.1, rhs.1);
            self.alu_flags(&OR, W, low, high);
            let cc = if predicate == Eq { Cc::E } else { Cc::Ne };
            return Condition::One(cc);
        }
        // Less and its opposite are in the flags of the difference.
        let (lhs, rhs, cc) = match predicate {
            Ult => (lhs, rhs, Cc::B),
            Uge => (lhs, rhs, Cc::Ae),
            Slt => (lhs, rhs, Cc::L),
            Sge => (lhs, rhs, Cc::Ge),
            Ugt => (rhs, lhs, Cc::B),
            Ule => (rhs, lhs, Cc::Ae),
            Sgt => (rhs, lhs, Cc::L),
            _ => (rhs, lhs, Cc::Ge),
        };
        self.cmp(W, lhs.0, rhs.0);
        let high = self.new_reg(HALF);
        let emit = self.emit(op::SBB64rr).def(high).reg(lhs.1).reg(rhs.1);
        emit.keep_flags().done();
        Condition::One(cc)
    }

    fn emit_half_choice(&mut self, dst: Reg, condition: Condition, yes: Reg, no: Reg) {
        self.emit_cmov(op::CMOV64rr, dst, condition, yes, no);
    }

    /// Overflows if both high halves are there, or a product with one of them has a high half, or adding
    /// those up carries.
    fn emit_wide_unsigned_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves) {
        self.test(W, right.1);
        let has_right = self.set(Condition::One(Cc::Ne));
        self.test(W, left.1);
        let has_left = self.set(Condition::One(Cc::Ne));
        let both = self.new_reg(PartType::Int(8));
        self.emit(op::AND8rr)
            .def(both)
            .reg(has_left)
            .reg(has_right)
            .done();
        let mut overflow = both;
        let mut sum: Option<Reg> = None;
        for (high, low) in [(left.1, right.0), (right.1, left.0)] {
            let product = self.product_with_flag(high, low);
            let lost = self.set(Condition::One(Cc::O));
            overflow = self.or8(overflow, lost);
            sum = Some(match sum {
                None => product,
                Some(other) => self.alu(&ADD, W, other, product),
            });
        }
        let high = self.new_reg(HALF);
        self.emit_wide_product((dst.0, high), left.0, right.0);
        if let Some(sum) = sum {
            let emit = self.emit(op::ADD64rr).def(dst.1).reg(high).reg(sum);
            emit.keep_flags().done();
            let carry = self.set(Condition::One(Cc::B));
            self.emit(op::OR8rr)
                .def(flag)
                .reg(overflow)
                .reg(carry)
                .done();
        }
    }

    /// The product of magnitudes, with the sign put back: overflows if that does, or if the result has
    /// the wrong sign and is not zero.
    fn emit_wide_signed_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves) {
        let mut magnitudes = [left, right];
        let mut signs = [left.1, right.1];
        for (magnitude, sign) in magnitudes.iter_mut().zip(&mut signs) {
            *sign = self.shift(&SAR, W, *sign, 63);
            *magnitude = self.conditional_negation(*magnitude, *sign);
        }
        let product = (self.new_reg(HALF), self.new_reg(HALF));
        let lost = self.new_reg(PartType::Int(8));
        self.emit_wide_unsigned_mul(product, lost, magnitudes[0], magnitudes[1]);
        let sign = self.alu(&XOR, W, signs[0], signs[1]);
        let result = self.conditional_negation(product, sign);
        self.emit_copy(dst.0, result.0);
        self.emit_copy(dst.1, result.1);
        // The sign bit must be the expected one unless all bits are zero.
        let differs = self.alu(&XOR, W, result.1, sign);
        let differs = self.shift(&SHR, W, differs, 63);
        let differs = self.low(differs, W, Width::W8);
        self.alu_flags(&OR, W, result.0, result.1);
        let nonzero = self.set(Condition::One(Cc::Ne));
        let wrong = self.new_reg(PartType::Int(8));
        self.emit(op::AND8rr)
            .def(wrong)
            .reg(differs)
            .reg(nonzero)
            .done();
        self.emit(op::OR8rr).def(flag).reg(lost).reg(wrong).done();
    }

    fn wide_sum_overflow(_: Arithmetic, signed: bool) -> Condition {
        Condition::One(overflow_flag(signed))
    }

    fn finish_wide_extension(&mut self, inst: Inst, low: Reg, signed: bool) -> Result<()> {
        let dst = self.wide_result(inst)?;
        if signed {
            let emit = self.emit(op::SAR64ri).def(dst.1).reg(low);
            emit.imm(63).done();
        } else {
            let zero = self.use_int(64, 0)?;
            self.emit_copy(dst.1, zero);
        }
        self.emit_copy(dst.0, low);
        Ok(())
    }

    fn finish_wide_resize(&mut self, inst: Inst, (low, high): Halves) -> Result<()> {
        let dst = self.wide_result(inst)?;
        self.define(dst.1, high);
        self.emit_copy(dst.0, low);
        Ok(())
    }

    fn lower_wide_bit_cast(&mut self, inst: Inst, operand: Value) -> Result<bool> {
        let from = self.parts(self.ty(operand))?.len();
        if from != 2 || self.parts(self.function.insts[inst].ty)?.len() != 2 {
            return Ok(false);
        }
        let src = self.halves(operand)?;
        let dst = self.wide_result(inst)?;
        self.emit_copy(dst.0, src.0);
        self.emit_copy(dst.1, src.1);
        Ok(true)
    }
}
