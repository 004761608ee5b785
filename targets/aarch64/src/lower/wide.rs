//! 128-bit integers, held in two 64-bit registers: low half, then high half.
//!
//! | file | selects |
//! |---|---|
//! | `wide` | arithmetic, shifts, comparisons |
//! | `wide_convert` | conversions |
//! | `wide_overflow` | arithmetic with overflow detection |
//! | `wide_bits` | bit intrinsics |

use avarice_ir::{BinaryOp, CastOp, ConstKind, Inst, InstKind, IntPredicate, Intrinsic, Value};
use avarice_lower::select::{Integers, RuntimeCalls};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::compare::{Cc, Condition};
use super::operand::{AND, BinaryOps, EOR, ORR};
use super::{Selector, Width};
use crate::{op, reg};

/// Low and high half.
pub(super) type Halves = (Reg, Reg);

/// What the high half of a factor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FactorHigh {
    Zero,
    /// Copies of the sign of the low half.
    Sign,
    Any,
}

pub(super) const W: Width = Width::W64;
pub(super) const HALF: PartType = PartType::Int(64);

impl Selector<'_, '_> {
    /// The halves of a 128-bit value.
    pub(super) fn halves(&mut self, value: Value) -> Result<Halves> {
        Ok((self.use_part(value, 0)?, self.use_part(value, 1)?))
    }

    /// The halves of an integer of 65 to 128 bits, extended to 128.
    pub(super) fn extended_halves(&mut self, value: Value, signed: bool) -> Result<Halves> {
        let (low, high) = self.halves(value)?;
        let bits = self.wide_bits(value).unwrap_or(128) - 64;
        Ok((low, self.extended_in_place(high, signed, bits, W)))
    }

    /// The registers of the two parts of the result of `inst`.
    pub(super) fn wide_result(&mut self, inst: Inst) -> Result<Halves> {
        Ok((self.result(inst, 0)?, self.result(inst, 1)?))
    }

    /// Makes the result of `inst` these halves, which were just computed or are the values of other instructions.
    pub(super) fn finish_wide(&mut self, inst: Inst, (low, high): Halves) -> Result<()> {
        let (to_low, to_high) = self.wide_result(inst)?;
        self.emit_copy(to_high, high);
        self.emit_copy(to_low, low);
        Ok(())
    }

    /// New registers for two halves.
    pub(super) fn new_halves(&mut self) -> Halves {
        (self.new_reg(HALF), self.new_reg(HALF))
    }

    /// A register of 64 zeros.
    pub(super) fn zero_half(&mut self) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_copy(dst, reg::XZR);
        dst
    }

    /// Selects an operation on 128-bit integers.
    pub(super) fn lower_wide_binary(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        left: Value,
        right: Value,
    ) -> Result<()> {
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let dst = self.wide_result(inst)?;
                let (lhs, rhs) = (self.halves(left)?, self.halves(right)?);
                self.emit_wide_sum(dst, op == BinaryOp::Sub, lhs, rhs, false);
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let ops: &BinaryOps = match op {
                    BinaryOp::And => &AND,
                    BinaryOp::Or => &ORR,
                    _ => &EOR,
                };
                for part in 0..2 {
                    let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                    let dst = self.result(inst, part)?;
                    self.emit(ops.rr[1]).def(dst).reg(lhs).reg(rhs).done();
                }
            }
            BinaryOp::Mul => return self.lower_wide_mul(inst, left, right),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                return self.lower_wide_shift(inst, op, left, right);
            }
            BinaryOp::UDiv => return self.lower_wide_division(inst, "__udivti3", left, right),
            BinaryOp::SDiv => return self.lower_wide_division(inst, "__divti3", left, right),
            BinaryOp::URem => return self.lower_wide_division(inst, "__umodti3", left, right),
            BinaryOp::SRem => return self.lower_wide_division(inst, "__modti3", left, right),
            _ => return self.unsupported(format!("{} of 128 bits", op.keyword())),
        }
        Ok(())
    }

    /// `dst = left + right` or `left - right`; with `flags` those are of the high half.
    pub(super) fn emit_wide_sum(
        &mut self,
        dst: Halves,
        sub: bool,
        left: Halves,
        right: Halves,
        flags: bool,
    ) {
        let (low, high) = match (sub, flags) {
            (true, true) => (op::SUBSXrr, op::SBCSXr),
            (true, false) => (op::SUBSXrr, op::SBCXr),
            (false, true) => (op::ADDSXrr, op::ADCSXr),
            (false, false) => (op::ADDSXrr, op::ADCXr),
        };
        let emit = self.emit(low).def(dst.0).reg(left.0).reg(right.0);
        emit.keep_flags().done();
        let emit = self.emit(high).def(dst.1).reg(left.1).reg(right.1);
        match flags {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
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

    /// The high half of a factor whose low half is in `low`.
    fn factor_upper(&mut self, factor: Value, low: Reg, high: FactorHigh) -> Result<Reg> {
        match high {
            FactorHigh::Sign => Ok(self.shift_right(true, W, low, 63)),
            _ => self.use_part(factor, 1),
        }
    }

    /// `left * right + sum`, low halves.
    fn multiply_add(&mut self, left: Reg, right: Reg, sum: Reg) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_multiply_add(dst, left, right, sum);
        dst
    }

    /// The low half of a factor, and what its high half is.
    fn wide_factor(&mut self, value: Value) -> Result<(Reg, FactorHigh)> {
        if let Some((inst, InstKind::Cast(cast @ (CastOp::ZExt | CastOp::SExt)))) =
            self.def_kind(value)
        {
            let inner = self.function.operand(inst, 0);
            if self.int_bits(inner).is_some() && self.function.as_const(inner).is_none() {
                let signed = *cast == CastOp::SExt;
                let low = self.extend(inner, signed, W)?;
                let high = if signed {
                    FactorHigh::Sign
                } else {
                    FactorHigh::Zero
                };
                return Ok((low, high));
            }
        }
        let high = match self.const_kind(value) {
            Some(ConstKind::Zero) => FactorHigh::Zero,
            Some(ConstKind::BigInt(words)) => match words[..] {
                [_, 0] => FactorHigh::Zero,
                [low, high] if high == ((low as i64) >> 63) as u64 => FactorHigh::Sign,
                _ => FactorHigh::Any,
            },
            _ => FactorHigh::Any,
        };
        Ok((self.use_part(value, 0)?, high))
    }

    fn lower_wide_division(
        &mut self,
        inst: Inst,
        name: &str,
        left: Value,
        right: Value,
    ) -> Result<()> {
        let signed = !name.starts_with("__u");
        let lhs = self.extended_halves(left, signed)?;
        let rhs = self.extended_halves(right, signed)?;
        let (low, high) = self.wide_result(inst)?;
        let args = [(HALF, lhs.0), (HALF, lhs.1), (HALF, rhs.0), (HALF, rhs.1)];
        self.emit_libcall(name, &args, &[(HALF, low), (HALF, high)])
    }

    // ---- Shifts -------------------------------------------------------------------------------

    fn lower_wide_shift(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        left: Value,
        right: Value,
    ) -> Result<()> {
        let amount = self.wide_constant_amount(right);
        if let Some(amount @ 64..) = amount {
            return self.lower_half_shift(inst, op, left, amount - 64);
        }
        let src = match op {
            BinaryOp::Shl => self.halves(left)?,
            _ => self.extended_halves(left, op == BinaryOp::AShr)?,
        };
        let shifted = match amount {
            Some(amount) => self.constant_wide_shift(op, src, amount),
            None => {
                let amount = self.wide_shift_amount(right)?;
                self.variable_wide_shift(op, src, amount)
            }
        };
        self.finish_wide(inst, shifted)
    }

    /// A shift by 64 bits and by `amount` more: one half moves, the other is zeros or signs.
    fn lower_half_shift(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        value: Value,
        amount: u32,
    ) -> Result<()> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let (from, to) = if op == BinaryOp::Shl { (0, 1) } else { (1, 0) };
        let (moved, filled) = (self.requested(result, to), self.requested(result, from));
        let signed = op == BinaryOp::AShr;
        if !filled.is_none() && !signed {
            self.emit_copy(filled, reg::XZR);
        }
        if moved.is_none() && !signed {
            return Ok(());
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
        Ok(())
    }

    /// The constant by which 128 bits are shifted. By 128 or more there is no particular result.
    pub(super) fn wide_constant_amount(&self, amount: Value) -> Option<u32> {
        let word = match self.const_kind(amount) {
            Some(ConstKind::BigInt(words)) => words.first().copied(),
            Some(ConstKind::Zero) => Some(0),
            _ => self.const_int(amount),
        };
        word.map(|word| (word & 127) as u32)
    }

    /// The register whose low bits are the amount of a 128-bit shift.
    fn wide_shift_amount(&mut self, amount: Value) -> Result<Reg> {
        let (value, part) = self.resolve(amount, 0)?;
        if part == 0
            && let Some((inst, InstKind::Cast(CastOp::ZExt | CastOp::SExt))) = self.def_kind(value)
        {
            let inner = self.function.operand(inst, 0);
            if matches!(self.int_bits(inner), Some(8 | 16 | 32 | 64)) {
                return self.extend(inner, false, W);
            }
        }
        self.use_part(amount, 0)
    }

    /// Two registers shifted to the right together: 64 bits from bit `first` on.
    fn extracted(&mut self, (low, high): Halves, first: u32) -> Reg {
        let dst = self.new_reg(HALF);
        let emit = self.emit(op::EXTRXrri).def(dst).reg(high).reg(low);
        emit.imm(first.into()).done();
        dst
    }

    /// `src` shifted by a constant less than 128.
    pub(super) fn constant_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: u32) -> Halves {
        let (low, high) = src;
        let part = amount % 64;
        match (op, amount) {
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
        }
    }

    /// The hardware shifts by the amount modulo 64; bit 6 of it says whether a half moves as a whole. What moves
    /// from one half to the other is shifted by one first: the rest is less than 64 then.
    fn variable_wide_shift(&mut self, op: BinaryOp, (low, high): Halves, amount: Reg) -> Halves {
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
        if left { (far, near) } else { (near, far) }
    }

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr` of 128 bits.
    pub(super) fn lower_wide_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        if self.wide_bits(high) != Some(128) {
            return self.unsupported("funnel shift of an integer of 65 to 127 bits");
        }
        let Some(amount) = self.wide_constant_amount(amount) else {
            return self.lower_variable_wide_funnel_shift(inst, (high, low), amount, left);
        };
        let (high, low) = (self.halves(high)?, self.halves(low)?);
        if amount == 0 {
            return self.finish_wide(inst, if left { high } else { low });
        }
        let amount = if left { amount } else { 128 - amount };
        let top = self.constant_wide_shift(BinaryOp::Shl, high, amount);
        let bottom = self.constant_wide_shift(BinaryOp::LShr, low, 128 - amount);
        let result = (
            self.alu(&ORR, W, top.0, bottom.0),
            self.alu(&ORR, W, top.1, bottom.1),
        );
        self.finish_wide(inst, result)
    }

    /// Both halves shifted by a variable amount: the one that the amount is not about by one first, then by what
    /// is missing of 127, so that no shift is by 128.
    fn lower_variable_wide_funnel_shift(
        &mut self,
        inst: Inst,
        (high, low): (Value, Value),
        amount: Value,
        left: bool,
    ) -> Result<()> {
        let (high, low) = (self.halves(high)?, self.halves(low)?);
        let amount = self.wide_shift_amount(amount)?;
        let rest = self.new_reg(W.part());
        let emit = self.emit(op::ORNXrr).def(rest);
        emit.reg(reg::XZR).reg(amount).done();
        let (high_amount, low_amount) = if left { (amount, rest) } else { (rest, amount) };
        let (high, low) = match left {
            true => (high, self.constant_wide_shift(BinaryOp::LShr, low, 1)),
            false => (self.constant_wide_shift(BinaryOp::Shl, high, 1), low),
        };
        let top = self.variable_wide_shift(BinaryOp::Shl, high, high_amount);
        let bottom = self.variable_wide_shift(BinaryOp::LShr, low, low_amount);
        let result = (
            self.alu(&ORR, W, top.0, bottom.0),
            self.alu(&ORR, W, top.1, bottom.1),
        );
        self.finish_wide(inst, result)
    }

    // ---- Comparisons --------------------------------------------------------------------------

    /// Compares 128-bit integers.
    pub(super) fn emit_wide_compare(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Result<Condition> {
        let signed = predicate.is_signed();
        let lhs = self.extended_halves(left, signed)?;
        let rhs = self.extended_halves(right, signed)?;
        Ok(Condition::One(self.compare_halves(predicate, lhs, rhs)))
    }

    /// The flags of a comparison.
    pub(super) fn compare_halves(
        &mut self,
        predicate: IntPredicate,
        lhs: Halves,
        rhs: Halves,
    ) -> Cc {
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            self.cmp(W, lhs.0, rhs.0);
            // Of unequal low halves the high ones do not matter: the flags say unequal.
            let emit = self.emit(op::CCMPXr).reg(lhs.1).reg(rhs.1);
            emit.imm(0).imm(Cc::Eq.imm()).keep_flags().done();
            return Cc::of(predicate);
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
        cc
    }

    /// Selects `llvm.smax` and its kin on 128 bits.
    pub(super) fn lower_wide_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        let predicate = match intrinsic {
            Intrinsic::Smax => IntPredicate::Sgt,
            Intrinsic::Smin => IntPredicate::Slt,
            Intrinsic::Umax => IntPredicate::Ugt,
            _ => IntPredicate::Ult,
        };
        let [left, right] = self.operands(inst);
        let signed = predicate.is_signed();
        let lhs = self.extended_halves(left, signed)?;
        let rhs = self.extended_halves(right, signed)?;
        let cc = self.compare_halves(predicate, lhs, rhs);
        let (low, high) = self.wide_result(inst)?;
        self.emit_csel(W, low, cc, lhs.0, rhs.0);
        self.emit_csel(W, high, cc, lhs.1, rhs.1);
        Ok(())
    }

    /// Selects `llvm.abs` on 128 bits: (x ^ sign) - sign.
    pub(super) fn lower_wide_abs(&mut self, inst: Inst, value: Value) -> Result<()> {
        let src = self.extended_halves(value, true)?;
        let sign = self.shift_right(true, W, src.1, 63);
        let dst = self.wide_result(inst)?;
        self.emit_conditional_negation(dst, src, sign);
        Ok(())
    }

    /// `dst` = the negated number if `sign` is -1, itself if it is 0.
    pub(super) fn emit_conditional_negation(&mut self, dst: Halves, value: Halves, sign: Reg) {
        let flipped = (
            self.alu(&EOR, W, value.0, sign),
            self.alu(&EOR, W, value.1, sign),
        );
        self.emit_wide_sum(dst, true, flipped, (sign, sign), false);
    }
}
