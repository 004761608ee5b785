//! 128-bit integers, held in two 64-bit registers: low half, then high half.
//!
//! | file | selects |
//! |---|---|
//! | `wide` | arithmetic, shifts, comparisons |
//! | `wide_overflow` | arithmetic with overflow detection |
//! | `wide_bits` | bit intrinsics |

use avarice_ir::{BinaryOp, Inst, IntPredicate, Value};
use avarice_lower::select::{
    Arithmetic, Conditions, FactorHigh, HALF, Halves, IntWidth, Integers, WideIntegers, WideSum,
};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::compare::{Cc, Condition};
use super::operand::{ADDS, AND, BinaryOps, EOR, ORR};
use super::overflow::overflow_flag;
use super::{Selector, Width};
use crate::{op, reg};

pub(super) const W: Width = Width::W64;

impl Selector<'_, '_> {
    /// A register of 64 zeros.
    pub(super) fn zero_half(&mut self) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_copy(dst, reg::XZR);
        dst
    }

    /// `dst = sum + left * right`, low halves.
    fn emit_multiply_add(&mut self, dst: Reg, left: Reg, right: Reg, sum: impl Into<Reg>) {
        let emit = self.emit(op::MADDXrrr).def(dst).reg(left);
        emit.reg(right).reg(sum).done();
    }

    /// The low half of a product.
    pub(super) fn low_product(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_multiply_add(dst, left, right, reg::XZR);
        dst
    }

    /// The high half of an unsigned product.
    pub(super) fn high_product(&mut self, left: Reg, right: Reg) -> Reg {
        self.binary(op::UMULHrr, W, left, right)
    }

    /// `left * right + sum`, low halves.
    fn multiply_add(&mut self, left: Reg, right: Reg, sum: Reg) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_multiply_add(dst, left, right, sum);
        dst
    }

    // ---- Shifts -------------------------------------------------------------------------------

    /// Two registers shifted to the right together: 64 bits from bit `first` on.
    fn extracted(&mut self, (low, high): Halves, first: u32) -> Reg {
        let dst = self.new_reg(HALF);
        let emit = self.emit(op::EXTRXrri).def(dst).reg(high).reg(low);
        emit.imm(first.into()).done();
        dst
    }
}

impl<'m> WideIntegers<'m> for Selector<'_, 'm> {
    fn extended_half(&mut self, high: Reg, signed: bool, bits: u32) -> Result<Reg> {
        Ok(self.extended_in_place(high, signed, bits, W))
    }

    fn finish_half(&mut self, dst: Reg, src: Reg) {
        self.emit_copy(dst, src);
    }

    fn emit_half_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg) {
        let ops: &BinaryOps = match op {
            BinaryOp::And => &AND,
            BinaryOp::Or => &ORR,
            _ => &EOR,
        };
        self.emit(ops.rr[1]).def(dst).reg(left).reg(right).done();
    }

    fn emit_wide_sum(&mut self, dst: Halves, sum: WideSum) {
        let (low, high) = match (sum.is_difference, sum.keeps_flags) {
            (true, true) => (op::SUBSXrr, op::SBCSXr),
            (true, false) => (op::SUBSXrr, op::SBCXr),
            (false, true) => (op::ADDSXrr, op::ADCSXr),
            (false, false) => (op::ADDSXrr, op::ADCXr),
        };
        let emit = self.emit(low).def(dst.0).reg(sum.left.0);
        emit.reg(sum.right.0).keep_flags().done();
        let emit = self.emit(high).def(dst.1).reg(sum.left.1);
        let emit = emit.reg(sum.right.1);
        match sum.keeps_flags {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
    }

    /// The halves of a product that are read. The high one is that of the low factors, plus what the high factors add
    /// to it, if they are not just signs or zeros.
    fn lower_wide_mul(&mut self, inst: Inst, left: Value, right: Value) -> Result<()> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let (low, high) = (self.requested(result, 0), self.requested(result, 1));
        let (a, a_high) = self.wide_factor(left)?;
        let (b, b_high) = self.wide_factor(right)?;
        if !high.is_none() {
            if (a_high, b_high) == (FactorHigh::Sign, FactorHigh::Sign) {
                self.emit(op::SMULHrr).def(high).reg(a).reg(b).done();
            } else {
                let mut sum = self.high_product(a, b);
                if b_high != FactorHigh::Zero {
                    let upper = self.factor_upper(right, b, b_high)?;
                    sum = self.multiply_add(a, upper, sum);
                }
                if a_high != FactorHigh::Zero {
                    let upper = self.factor_upper(left, a, a_high)?;
                    sum = self.multiply_add(upper, b, sum);
                }
                self.define(high, sum);
            }
        }
        if !low.is_none() {
            self.emit_multiply_add(low, a, b, reg::XZR);
        }
        Ok(())
    }

    fn sign_of_half(&mut self, half: Reg) -> Reg {
        self.shift_right(true, W, half, 63)
    }

    fn constant_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: u32) -> Result<Halves> {
        let (low, high) = src;
        let part = amount % 64;
        Ok(match (op, amount) {
            (_, 0) => src,
            (BinaryOp::Shl, 64..) => (self.zero_half(), self.shift_left(W, low, part)),
            (BinaryOp::LShr, 64..) => (self.shift_right(false, W, high, part), self.zero_half()),
            (_, 64..) => {
                let sign = self.shift_right(true, W, high, 63);
                (self.shift_right(true, W, high, part), sign)
            }
            (BinaryOp::Shl, _) => {
                let moved = self.extracted(src, 64 - part);
                (self.shift_left(W, low, part), moved)
            }
            _ => {
                let moved = self.extracted(src, part);
                let signed = op == BinaryOp::AShr;
                (moved, self.shift_right(signed, W, high, part))
            }
        })
    }

    /// The hardware shifts by the amount modulo 64; bit 6 of it says whether a half moves as a whole. What moves
    /// from one half to the other is shifted by one first: the rest is less than 64 then.
    fn variable_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: Reg) -> Result<Halves> {
        let (low, high) = src;
        let left = op == BinaryOp::Shl;
        let (own, across, from, to) = match left {
            true => (op::LSLVXr, op::LSRVXr, low, high),
            false => (op::LSRVXr, op::LSLVXr, high, low),
        };
        let other = self.new_reg(W.part());
        let emit = self.emit(op::ORNXrr).def(other);
        emit.reg(reg::XZR).reg(amount).done();
        let halved = match left {
            true => self.shift_right(false, W, from, 1),
            false => self.shift_left(W, from, 1),
        };
        let moved = self.binary(across, W, halved, other);
        let kept = self.binary(own, W, to, amount);
        let near = self.alu(&ORR, W, kept, moved);
        let single_opcode = if op == BinaryOp::AShr {
            op::ASRVXr
        } else {
            own
        };
        let single = self.binary(single_opcode, W, from, amount);
        let filler = match op {
            BinaryOp::AShr => self.shift_right(true, W, high, 63),
            _ => self.zero_half(),
        };
        let emit = self.emit(op::ANDSXri).def(reg::XZR).reg(amount);
        // Bit 6.
        emit.imm(crate::immediates::logical_bits(64))
            .keep_flags()
            .done();
        let near = self.csel(W, Cc::Ne, single, near);
        let far = self.csel(W, Cc::Ne, filler, single);
        Ok(if left { (far, near) } else { (near, far) })
    }

    /// A shift by 64 bits and by more: one half moves, the other is zeros or signs.
    fn lower_special_wide_shift(&mut self, inst: Inst, op: BinaryOp, amount: u32) -> Result<bool> {
        let value = self.function.operand(inst, 0);
        let Some(amount) = amount.checked_sub(64) else {
            return Ok(false);
        };
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(true);
        };
        let (from, to) = if op == BinaryOp::Shl { (0, 1) } else { (1, 0) };
        let (moved, filled) = (self.requested(result, to), self.requested(result, from));
        let signed = op == BinaryOp::AShr;
        if !filled.is_none() && !signed {
            self.emit_copy(filled, reg::XZR);
        }
        if moved.is_none() && !signed {
            return Ok(true);
        }
        let half = self.use_part(value, from)?;
        let half = match op {
            BinaryOp::Shl => half,
            _ => {
                let bits = self.wide_bits(value).unwrap_or(128) - 64;
                self.extended_in_place(half, signed, bits, W)
            }
        };
        if !filled.is_none() && signed {
            let sign = self.shift_right(true, W, half, 63);
            self.define(filled, sign);
        }
        if !moved.is_none() {
            let shifted = match op {
                BinaryOp::Shl => self.shift_left(W, half, amount),
                _ => self.shift_right(signed, W, half, amount),
            };
            match amount {
                0 => {
                    self.emit_copy(moved, shifted);
                }
                _ => self.define(moved, shifted),
            }
        }
        Ok(true)
    }

    /// Both halves shifted by a variable amount: the one that the amount is not about by one first, then by what
    /// is missing of 127, so that no shift is by 128.
    fn lower_variable_wide_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        let (high, low) = (self.halves(high)?, self.halves(low)?);
        let amount = self.wide_shift_amount(amount)?;
        let rest = self.new_reg(W.part());
        let emit = self.emit(op::ORNXrr).def(rest);
        emit.reg(reg::XZR).reg(amount).done();
        let (high_amount, low_amount) = if left { (amount, rest) } else { (rest, amount) };
        let (high, low) = match left {
            true => (high, self.constant_wide_shift(BinaryOp::LShr, low, 1)?),
            false => (self.constant_wide_shift(BinaryOp::Shl, high, 1)?, low),
        };
        let top = self.variable_wide_shift(BinaryOp::Shl, high, high_amount)?;
        let bottom = self.variable_wide_shift(BinaryOp::LShr, low, low_amount)?;
        self.finish_joined(inst, top, bottom)
    }

    fn compare_halves(&mut self, predicate: IntPredicate, of: [Halves; 2]) -> Condition {
        let [lhs, rhs] = of;
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            self.cmp(W, lhs.0, rhs.0);
            // Of unequal low halves the high ones do not matter: the flags say unequal.
            let emit = self.emit(op::CCMPXr).reg(lhs.1).reg(rhs.1);
            emit.imm(0).imm(Cc::Eq.imm()).keep_flags().done();
            return Condition::One(Cc::of(predicate));
        }
        // Less and its opposite are in the flags of the difference.
        let (lhs, rhs, cc) = match predicate {
            Ult => (lhs, rhs, Cc::Lo),
            Uge => (lhs, rhs, Cc::Hs),
            Slt => (lhs, rhs, Cc::Lt),
            Sge => (lhs, rhs, Cc::Ge),
            Ugt => (rhs, lhs, Cc::Lo),
            Ule => (rhs, lhs, Cc::Hs),
            Sgt => (rhs, lhs, Cc::Lt),
            _ => (rhs, lhs, Cc::Ge),
        };
        self.cmp(W, lhs.0, rhs.0);
        let emit = self.emit(op::SBCSXr).def(reg::XZR);
        emit.reg(lhs.1).reg(rhs.1).keep_flags().done();
        Condition::One(cc)
    }

    fn emit_half_choice(&mut self, dst: Reg, condition: Condition, yes: Reg, no: Reg) {
        self.emit_conditional(op::CSELXr, dst, condition, yes, no);
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

    /// A difference borrows where there is no carry.
    fn wide_sum_overflow(kind: Arithmetic, signed: bool) -> Condition {
        Condition::One(overflow_flag(kind, signed))
    }

    fn finish_wide_extension(&mut self, inst: Inst, low: Reg, signed: bool) -> Result<()> {
        let high = match signed {
            true => self.shift_right(true, W, low, 63),
            false => self.zero_half(),
        };
        self.finish_wide(inst, (low, high))
    }

    /// Between two halves and a register of 128 bits, or two halves.
    fn lower_wide_bit_cast(&mut self, inst: Inst, operand: Value) -> Result<bool> {
        let from = self.parts(self.ty(operand))?;
        let to = self.parts(self.function.insts[inst].ty)?.len();
        match (from.len(), to) {
            (2, 2) => {
                let halves = self.halves(operand)?;
                self.finish_wide(inst, halves)?;
            }
            (1, 2) if from[0].ty.bits() == 128 => {
                let src = self.use_part(operand, 0)?;
                let (low, high) = self.wide_result(inst)?;
                let copy = self.emit(op::COPY).def(low);
                copy.sub_reg(src, crate::sub::DSUB).done();
                self.emit(op::UMOVvi64).def(high).reg(src).imm(1).done();
            }
            (2, 1) => {
                let (low, high) = self.halves(operand)?;
                let dst = self.result(inst, 0)?;
                let base = self.scalar_to_vector(low);
                let emit = self.emit(op::INSvi64gpr).def(dst).reg(base);
                emit.imm(1).reg(high).done();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
