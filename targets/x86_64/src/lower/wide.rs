//! 128-bit integers, held in two 64-bit registers: low half, then high half.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, IntPredicate, Intrinsic, Value};
use avarice_lower::select::{Integers, RuntimeCalls};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::{Cc, Condition};
use super::int::{ADD, OR, SAR, SHL, SHR, XOR};
use super::overflow::{Arithmetic, overflow_flag};
use super::{Selector, Width};
use crate::{op, reg, sub};

/// Low and high half.
pub(super) type Halves = (Reg, Reg);

const W: Width = Width::W64;
const HALF: PartType = PartType::Int(64);

impl Selector<'_, '_> {
    /// The halves of a 128-bit value.
    pub(super) fn halves(&mut self, value: Value) -> Result<Halves> {
        Ok((self.use_part(value, 0)?, self.use_part(value, 1)?))
    }

    /// The halves of an integer of 65 to 128 bits, extended to 128.
    fn extended_halves(&mut self, value: Value, signed: bool) -> Result<Halves> {
        let (low, high) = self.halves(value)?;
        let bits = self.wide_bits(value).unwrap_or(128) - 64;
        let high = match (bits, signed) {
            (64, _) => high,
            (_, true) => self.sign_extended(high, bits, W),
            (_, false) => self.zero_extended(high, bits, W)?,
        };
        Ok((low, high))
    }

    fn wide_result(&mut self, inst: Inst) -> Result<Halves> {
        Ok((self.result(inst, 0)?, self.result(inst, 1)?))
    }

    fn finish_wide(&mut self, inst: Inst, (low, high): Halves) -> Result<()> {
        let (to_low, to_high) = self.wide_result(inst)?;
        self.define(to_high, high);
        self.define(to_low, low);
        Ok(())
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
                let opcode = match op {
                    BinaryOp::And => op::AND64rr,
                    BinaryOp::Or => op::OR64rr,
                    _ => op::XOR64rr,
                };
                for part in 0..2 {
                    let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                    let dst = self.result(inst, part)?;
                    self.emit(opcode).def(dst).reg(lhs).reg(rhs).done();
                }
            }
            BinaryOp::Mul => {
                let (lhs, rhs) = (self.halves(left)?, self.halves(right)?);
                let dst = self.wide_result(inst)?;
                self.emit_wide_mul(dst, lhs, rhs);
            }
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

    /// `dst = left + right` or `left - right`; the flags are those of the high half.
    pub(super) fn emit_wide_sum(
        &mut self,
        dst: Halves,
        sub: bool,
        left: Halves,
        right: Halves,
        flags: bool,
    ) {
        let (low, high) = match sub {
            true => (op::SUB64rr, op::SBB64rr),
            false => (op::ADD64rr, op::ADC64rr),
        };
        self.emit(low)
            .def(dst.0)
            .reg(left.0)
            .reg(right.0)
            .keep_flags()
            .done();
        let emit = self.emit(high).def(dst.1).reg(left.1).reg(right.1);
        match flags {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
    }

    /// `dst = left * right` in full.
    fn emit_wide_product(&mut self, dst: Halves, left: Reg, right: Reg) {
        self.emit_copy(reg::RAX, left);
        self.emit(op::MUL64r).reg(right).done();
        self.emit_copy(dst.0, reg::RAX);
        self.emit_copy(dst.1, reg::RDX);
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

    fn emit_wide_mul(&mut self, dst: Halves, left: Halves, right: Halves) {
        let first = self.mul64(left.0, right.1);
        let high = self.new_reg(HALF);
        self.emit_wide_product((dst.0, high), left.0, right.0);
        let sum = self.alu(&ADD, W, high, first);
        let second = self.mul64(left.1, right.0);
        self.emit(op::ADD64rr)
            .def(dst.1)
            .reg(sum)
            .reg(second)
            .done();
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
        let src = match op {
            BinaryOp::Shl => self.halves(left)?,
            _ => self.extended_halves(left, op == BinaryOp::AShr)?,
        };
        let constant = match self.const_kind(right) {
            Some(avarice_ir::ConstKind::BigInt(words)) => {
                // A shift by 128 or more has no particular value.
                let small = words.iter().skip(1).all(|word| *word == 0);
                words
                    .first()
                    .map(|word| if small { *word & 127 } else { 0 })
            }
            _ => self.const_int(right).map(|amount| amount & 127),
        };
        let shifted = match constant {
            Some(amount) => self.constant_wide_shift(op, src, amount as u32)?,
            None => {
                let amount = self.wide_shift_amount(right)?;
                self.variable_wide_shift(op, src, amount)?
            }
        };
        self.finish_wide(inst, shifted)
    }

    /// The register whose low byte is the amount of a 128-bit shift.
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

    fn constant_wide_shift(
        &mut self,
        op: BinaryOp,
        (low, high): Halves,
        amount: u32,
    ) -> Result<Halves> {
        if amount == 0 {
            return Ok((low, high));
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

    /// The hardware shifts by the amount modulo 64; bit 6 of it says whether a half moves as a whole.
    fn variable_wide_shift(
        &mut self,
        op: BinaryOp,
        (low, high): Halves,
        amount: Reg,
    ) -> Result<Halves> {
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

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr` of 128 bits.
    pub(super) fn lower_wide_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        if self.wide_bits(high) != Some(128) {
            return self.unsupported("funnel shift of an integer of 65 to 127 bits");
        }
        let amount = match self.const_kind(amount) {
            Some(avarice_ir::ConstKind::BigInt(words)) => words.first().copied(),
            _ => self.const_int(amount),
        };
        let Some(amount) = amount.map(|amount| (amount & 127) as u32) else {
            return self.unsupported("funnel shift of i128 by a variable amount");
        };
        let (high, low) = (self.halves(high)?, self.halves(low)?);
        if amount == 0 {
            return self.finish_wide(inst, if left { high } else { low });
        }
        let amount = if left { amount } else { 128 - amount };
        let top = self.constant_wide_shift(BinaryOp::Shl, high, amount)?;
        let bottom = self.constant_wide_shift(BinaryOp::LShr, low, 128 - amount)?;
        let result = (
            self.alu(&OR, W, top.0, bottom.0),
            self.alu(&OR, W, top.1, bottom.1),
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
        let signed = matches!(
            predicate,
            IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle
        );
        let (lhs, rhs) = (
            self.extended_halves(left, signed)?,
            self.extended_halves(right, signed)?,
        );
        self.emit_halves_compare(predicate, lhs, rhs)
    }

    pub(super) fn emit_halves_compare(
        &mut self,
        predicate: IntPredicate,
        lhs: Halves,
        rhs: Halves,
    ) -> Result<Condition> {
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            let low = self.alu(&XOR, W, lhs.0, rhs.0);
            let high = self.alu(&XOR, W, lhs.1, rhs.1);
            self.alu_flags(&OR, W, low, high);
            let cc = if predicate == Eq { Cc::E } else { Cc::Ne };
            return Ok(Condition::One(cc));
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
        Ok(Condition::One(cc))
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
        let signed = matches!(intrinsic, Intrinsic::Smax | Intrinsic::Smin);
        let (lhs, rhs) = (
            self.extended_halves(left, signed)?,
            self.extended_halves(right, signed)?,
        );
        let condition = self.emit_halves_compare(predicate, lhs, rhs)?;
        let (low, high) = self.wide_result(inst)?;
        self.emit_cmov(op::CMOV64rr, low, condition, lhs.0, rhs.0);
        self.emit_cmov(op::CMOV64rr, high, condition, lhs.1, rhs.1);
        Ok(())
    }

    /// Selects `llvm.abs` on 128 bits: (x ^ sign) - sign.
    pub(super) fn lower_wide_abs(&mut self, inst: Inst, value: Value) -> Result<()> {
        let src = self.extended_halves(value, true)?;
        let sign = self.shift(&SAR, W, src.1, 63);
        let flipped = (
            self.alu(&XOR, W, src.0, sign),
            self.alu(&XOR, W, src.1, sign),
        );
        let dst = self.wide_result(inst)?;
        self.emit_wide_sum(dst, true, flipped, (sign, sign), false);
        Ok(())
    }

    // ---- Overflow -----------------------------------------------------------------------------

    /// Selects `llvm.*.with.overflow` on 128 bits.
    pub(super) fn lower_wide_overflow(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let bits = self.wide_bits(left).unwrap_or(128);
        let (lhs, rhs) = (
            self.extended_halves(left, signed)?,
            self.extended_halves(right, signed)?,
        );
        let dst = (self.result(inst, 0)?, self.result(inst, 1)?);
        let flag = self.result(inst, 2)?;
        if bits < 128 {
            return self.lower_partial_overflow(flag, kind, signed, bits, dst, lhs, rhs);
        }
        match (kind, signed) {
            (Arithmetic::Mul, false) => self.emit_wide_unsigned_mul(dst, flag, lhs, rhs),
            (Arithmetic::Mul, true) => self.emit_wide_signed_mul(dst, flag, lhs, rhs)?,
            _ => {
                self.emit_wide_sum(dst, kind == Arithmetic::Sub, lhs, rhs, true);
                self.emit_set(flag, Condition::One(overflow_flag(signed)));
            }
        }
        Ok(())
    }

    /// With fewer than 128 bits: sums are exact in 128; products may not even fit in those. The result is
    /// in range if extending it from `bits` bits changes nothing.
    fn lower_partial_overflow(
        &mut self,
        flag: Reg,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
        dst: Halves,
        lhs: Halves,
        rhs: Halves,
    ) -> Result<()> {
        let lost = match (kind, signed) {
            (Arithmetic::Mul, _) => {
                let lost = self.new_reg(PartType::Int(8));
                match signed {
                    true => self.emit_wide_signed_mul(dst, lost, lhs, rhs)?,
                    false => self.emit_wide_unsigned_mul(dst, lost, lhs, rhs),
                }
                Some(lost)
            }
            _ => {
                self.emit_wide_sum(dst, kind == Arithmetic::Sub, lhs, rhs, false);
                None
            }
        };
        let back = match signed {
            true => self.sign_extended(dst.1, bits - 64, W),
            false => self.zero_extended(dst.1, bits - 64, W)?,
        };
        self.cmp(W, back, dst.1);
        let Some(lost) = lost else {
            self.emit_set(flag, Condition::One(Cc::Ne));
            return Ok(());
        };
        let outside = self.set(Condition::One(Cc::Ne));
        self.emit(op::OR8rr).def(flag).reg(outside).reg(lost).done();
        Ok(())
    }

    fn or8(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(PartType::Int(8));
        self.emit(op::OR8rr).def(dst).reg(left).reg(right).done();
        dst
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
    fn emit_wide_signed_mul(
        &mut self,
        dst: Halves,
        flag: Reg,
        left: Halves,
        right: Halves,
    ) -> Result<()> {
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
        Ok(())
    }

    /// The negated number if `sign` is -1, itself if it is 0.
    fn conditional_negation(&mut self, value: Halves, sign: Reg) -> Halves {
        let flipped = (
            self.alu(&XOR, W, value.0, sign),
            self.alu(&XOR, W, value.1, sign),
        );
        let dst = (self.new_reg(HALF), self.new_reg(HALF));
        self.emit_wide_sum(dst, true, flipped, (sign, sign), false);
        dst
    }

    // ---- Conversions --------------------------------------------------------------------------

    /// Selects a conversion from or to 128 bits.
    pub(super) fn emit_wide_cast(
        &mut self,
        inst: Inst,
        op: CastOp,
        operand: Value,
        result: Value,
    ) -> Result<()> {
        use CastOp::*;
        let from = self.parts(self.ty(operand))?;
        let to = self.parts(self.ty(result))?;
        let from_float = from.first().and_then(|part| FloatKind::of(part.ty));
        let to_float = to.first().and_then(|part| FloatKind::of(part.ty));
        match (op, from_float, to_float) {
            (Trunc | PtrToInt | IntToPtr, None, None) if to.len() == 1 => {
                let src = self.use_part(operand, 0)?;
                let dst = self.result_reg(inst)?;
                self.copy_low(dst, src, W, Width::of_bits(to[0].ty.bits()));
            }
            (ZExt | SExt | Trunc, None, None) if from.len() == 2 && to.len() == 2 => {
                let (low, high) = match op {
                    Trunc => self.halves(operand)?,
                    _ => self.extended_halves(operand, op == SExt)?,
                };
                let dst = self.wide_result(inst)?;
                self.define(dst.1, high);
                self.emit_copy(dst.0, low);
            }
            (ZExt | SExt | PtrToInt | IntToPtr, None, None) if from.len() == 1 => {
                self.lower_wide_extension(inst, operand, op == SExt)?;
            }
            (FpToSi | FpToUi, Some(kind), None) => {
                let name = match op {
                    FpToSi => kind.pick("__fixsfti", "__fixdfti"),
                    _ => kind.pick("__fixunssfti", "__fixunsdfti"),
                };
                let src = self.use_value(operand)?;
                let (low, high) = self.wide_result(inst)?;
                self.emit_libcall(name, &[(kind.part(), src)], &[(HALF, low), (HALF, high)])?;
            }
            (SiToFp | UiToFp, None, Some(kind)) => {
                let name = match op {
                    SiToFp => kind.pick("__floattisf", "__floattidf"),
                    _ => kind.pick("__floatuntisf", "__floatuntidf"),
                };
                let (low, high) = self.extended_halves(operand, op == SiToFp)?;
                let dst = self.result_reg(inst)?;
                self.emit_libcall(name, &[(HALF, low), (HALF, high)], &[(kind.part(), dst)])?;
            }
            (BitCast, None, None) if from.len() == 2 && to.len() == 2 => {
                let src = self.halves(operand)?;
                let dst = self.wide_result(inst)?;
                self.emit_copy(dst.0, src.0);
                self.emit_copy(dst.1, src.1);
            }
            _ => return self.unsupported(format!("{} between these types", op.keyword())),
        }
        Ok(())
    }

    fn lower_wide_extension(&mut self, inst: Inst, operand: Value, signed: bool) -> Result<()> {
        let low = self.extend(operand, signed, W)?;
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
}
