//! Integers of 65 to 128 bits, held in two registers of 64 bits.

use avarice_ir::{BinaryOp, CastOp, ConstKind, Inst, InstKind, IntPredicate, Intrinsic, Value};
use avarice_mir::Reg;

use super::arithmetic::{Arithmetic, min_max_predicate};
use super::conditions::Conditions;
use super::integers::IntWidth;
use super::runtime_calls::RuntimeCalls;
use crate::float::FloatKind;
use crate::function::FunctionLowering;
use crate::parts::PartType;
use avarice_legalize::Result;

/// Low and high half.
pub type Halves = (Reg, Reg);

/// What a half is.
pub const HALF: PartType = PartType::Int(64);

/// A sum or difference of two numbers of 128 bits.
#[derive(Clone, Copy)]
pub struct WideSum {
    /// Whether `right` is subtracted.
    pub is_difference: bool,
    /// The first operand.
    pub left: Halves,
    /// The second.
    pub right: Halves,
    /// Whether the group reads the flags of the high half.
    pub keeps_flags: bool,
}

/// What the high half of a factor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactorHigh {
    /// 0.
    Zero,
    /// Copies of the sign of the low half.
    Sign,
    /// Anything.
    Any,
}

/// Selects operations on wide integers.
pub trait WideIntegers<'m>: Conditions<'m> + RuntimeCalls<'m> {
    /// `high`, of `bits` bits, with zeros or copies of its sign above.
    fn extended_half(&mut self, high: Reg, signed: bool, bits: u32) -> Result<Reg>;

    /// Makes `dst`, a half of a result, what was just computed or is the value of another instruction.
    fn finish_half(&mut self, dst: Reg, src: Reg);

    /// Emits `dst = left op right`, an operation of logic on 64 bits.
    fn emit_half_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg);

    /// Emits `dst` = a sum or difference.
    fn emit_wide_sum(&mut self, dst: Halves, sum: WideSum);

    /// Selects a product.
    fn lower_wide_mul(&mut self, inst: Inst, left: Value, right: Value) -> Result<()>;

    /// 64 copies of the sign of `half`.
    fn sign_of_half(&mut self, half: Reg) -> Reg;

    /// `src` shifted by a constant less than 128.
    fn constant_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: u32) -> Result<Halves>;

    /// `src` shifted by a variable amount.
    fn variable_wide_shift(&mut self, op: BinaryOp, src: Halves, amount: Reg) -> Result<Halves>;

    /// Selects a shift in a way that only this target has; `false` if there is none.
    fn lower_special_wide_shift(&mut self, inst: Inst, op: BinaryOp, amount: u32) -> Result<bool> {
        let _ = (inst, op, amount);
        Ok(false)
    }

    /// The constant by which 128 bits are shifted. By 128 or more there is no particular result.
    fn wide_shift_constant(&self, amount: Value) -> Option<u32> {
        self.wide_rotation_constant(amount)
    }

    /// Selects `llvm.fshl` (`left`) or `llvm.fshr` by a variable amount.
    fn lower_variable_wide_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()>;

    /// The condition that a comparison holds.
    fn compare_halves(&mut self, predicate: IntPredicate, of: [Halves; 2]) -> Self::Condition;

    /// Emits `dst = condition ? yes : no`, 64 bits.
    fn emit_half_choice(&mut self, dst: Reg, condition: Self::Condition, yes: Reg, no: Reg);

    /// The condition that the last sum or difference overflowed.
    fn wide_sum_overflow(kind: Arithmetic, signed: bool) -> Self::Condition;

    /// Emits `dst` = a product of unsigned numbers, and `flag` = whether it overflowed.
    fn emit_wide_unsigned_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves);

    /// The same for signed numbers.
    fn emit_wide_signed_mul(&mut self, dst: Halves, flag: Reg, left: Halves, right: Halves);

    /// Makes the result of `inst` a number of 64 bits in `low`, extended.
    fn finish_wide_extension(&mut self, inst: Inst, low: Reg, signed: bool) -> Result<()>;

    /// Makes the result of `inst`, a conversion between wide integers, these halves.
    fn finish_wide_resize(&mut self, inst: Inst, halves: Halves) -> Result<()> {
        self.finish_wide(inst, halves)
    }

    /// Selects a bit cast; `false` if there is none between these types.
    fn lower_wide_bit_cast(&mut self, inst: Inst, operand: Value) -> Result<bool>;

    // ---- Halves -------------------------------------------------------------------------------

    /// The halves of an integer of 65 to 128 bits, extended to 128.
    fn extended_halves(&mut self, value: Value, signed: bool) -> Result<Halves> {
        let (low, high) = self.halves(value)?;
        let bits = self.wide_bits(value).unwrap_or(128) - 64;
        Ok((low, self.extended_half(high, signed, bits)?))
    }

    /// The halves of both operands of `inst`, extended to 128 bits.
    fn extended_operands(&mut self, inst: Inst, signed: bool) -> Result<[Halves; 2]> {
        let [left, right] = self.operands(inst);
        Ok([
            self.extended_halves(left, signed)?,
            self.extended_halves(right, signed)?,
        ])
    }

    /// Makes the result of `inst` these halves, which were just computed or are the values of other instructions.
    fn finish_wide(&mut self, inst: Inst, (low, high): Halves) -> Result<()> {
        let (to_low, to_high) = self.wide_result(inst)?;
        self.finish_half(to_high, high);
        self.finish_half(to_low, low);
        Ok(())
    }

    /// `left op right`, an operation of logic on 64 bits.
    fn half_logic(&mut self, op: BinaryOp, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(HALF);
        self.emit_half_logic(op, dst, left, right);
        dst
    }

    // ---- Arithmetic ---------------------------------------------------------------------------

    /// Selects an operation on 128-bit integers.
    fn lower_wide_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [left, right] = self.operands(inst);
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let dst = self.wide_result(inst)?;
                let sum = WideSum {
                    is_difference: op == BinaryOp::Sub,
                    left: self.halves(left)?,
                    right: self.halves(right)?,
                    keeps_flags: false,
                };
                self.emit_wide_sum(dst, sum);
                Ok(())
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                for part in 0..2 {
                    let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                    let dst = self.result(inst, part)?;
                    self.emit_half_logic(op, dst, lhs, rhs);
                }
                Ok(())
            }
            BinaryOp::Mul => self.lower_wide_mul(inst, left, right),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.lower_wide_shift(inst, op),
            BinaryOp::UDiv => self.lower_wide_division(inst, "__udivti3", false),
            BinaryOp::SDiv => self.lower_wide_division(inst, "__divti3", true),
            BinaryOp::URem => self.lower_wide_division(inst, "__umodti3", false),
            BinaryOp::SRem => self.lower_wide_division(inst, "__modti3", true),
            _ => self.unsupported(format!("{} of 128 bits", op.keyword())),
        }
    }

    /// Selects a division or remainder: a call of function `name`.
    fn lower_wide_division(&mut self, inst: Inst, name: &str, signed: bool) -> Result<()> {
        let [left, right] = self.extended_operands(inst, signed)?;
        let (low, high) = self.wide_result(inst)?;
        let args = [left.0, left.1, right.0, right.1].map(|half| (HALF, half));
        self.emit_libcall(name, &args, &[(HALF, low), (HALF, high)])
    }

    /// Selects `llvm.smax` and its kin.
    fn lower_wide_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        let predicate = min_max_predicate(intrinsic);
        let operands = self.extended_operands(inst, predicate.is_signed())?;
        let condition = self.compare_halves(predicate, operands);
        let (low, high) = self.wide_result(inst)?;
        let [left, right] = operands;
        self.emit_half_choice(low, condition, left.0, right.0);
        self.emit_half_choice(high, condition, left.1, right.1);
        Ok(())
    }

    /// Selects `llvm.abs`: (x ^ sign) - sign.
    fn lower_wide_abs(&mut self, inst: Inst) -> Result<()> {
        let src = self.extended_halves(self.function.operand(inst, 0), true)?;
        let sign = self.sign_of_half(src.1);
        let dst = self.wide_result(inst)?;
        self.emit_conditional_negation(dst, src, sign);
        Ok(())
    }

    /// Emits `dst` = the negated number if `sign` is -1, itself if it is 0.
    fn emit_conditional_negation(&mut self, dst: Halves, value: Halves, sign: Reg) {
        let flipped = self.flipped(value, sign);
        self.emit_sign_subtraction(dst, flipped, sign);
    }

    /// The complement of a number if `sign` is -1, itself if it is 0.
    fn flipped(&mut self, value: Halves, sign: Reg) -> Halves {
        (
            self.half_logic(BinaryOp::Xor, value.0, sign),
            self.half_logic(BinaryOp::Xor, value.1, sign),
        )
    }

    /// Emits `dst = value - sign`, where `sign` is -1 or 0: the second half of a negation.
    fn emit_sign_subtraction(&mut self, dst: Halves, value: Halves, sign: Reg) {
        let difference = WideSum {
            is_difference: true,
            left: value,
            right: (sign, sign),
            keeps_flags: false,
        };
        self.emit_wide_sum(dst, difference);
    }

    /// The low half of a factor, and what its high half is.
    fn wide_factor(&mut self, value: Value) -> Result<(Reg, FactorHigh)> {
        let high = match self.def_kind(value) {
            Some((inst, InstKind::Cast(cast @ (CastOp::ZExt | CastOp::SExt)))) => {
                let inner = self.function.operand(inst, 0);
                let signed = *cast == CastOp::SExt;
                if self.int_bits(inner).is_some() && self.function.as_const(inner).is_none() {
                    let low = self.extend(inner, signed, Self::Width::DOUBLE_WORD)?;
                    let high = match signed {
                        true => FactorHigh::Sign,
                        false => FactorHigh::Zero,
                    };
                    return Ok((low, high));
                }
                FactorHigh::Any
            }
            Some((inst, InstKind::Binary(op @ (BinaryOp::And | BinaryOp::LShr)))) => {
                let right = self.function.operand(inst, 1);
                let is_short = match op {
                    BinaryOp::And => self.constant_high(right) == FactorHigh::Zero,
                    _ => self.wide_shift_constant(right).is_some_and(|by| by >= 64),
                };
                match is_short && self.wide_bits(value) == Some(128) {
                    true => FactorHigh::Zero,
                    false => FactorHigh::Any,
                }
            }
            _ => self.constant_high(value),
        };
        Ok((self.use_part(value, 0)?, high))
    }

    /// What the high half of a constant is; anything for what is none.
    fn constant_high(&self, value: Value) -> FactorHigh {
        match self.const_kind(value) {
            Some(ConstKind::Zero) => FactorHigh::Zero,
            Some(ConstKind::BigInt(words)) => match words[..] {
                [_, 0] => FactorHigh::Zero,
                [low, high] if high == ((low as i64) >> 63) as u64 => FactorHigh::Sign,
                _ => FactorHigh::Any,
            },
            _ => FactorHigh::Any,
        }
    }

    /// The high half of a factor whose low half is in `low`.
    fn factor_upper(&mut self, factor: Value, low: Reg, high: FactorHigh) -> Result<Reg> {
        match high {
            FactorHigh::Sign => Ok(self.sign_of_half(low)),
            _ => self.use_part(factor, 1),
        }
    }

    /// The condition that a comparison of two values holds.
    fn emit_wide_compare(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Result<Self::Condition> {
        let signed = predicate.is_signed();
        let operands = [
            self.extended_halves(left, signed)?,
            self.extended_halves(right, signed)?,
        ];
        Ok(self.compare_halves(predicate, operands))
    }

    // ---- Overflow -----------------------------------------------------------------------------

    /// Selects `llvm.*.with.overflow`.
    fn lower_wide_overflow(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        let bits = self.wide_bits(self.function.operand(inst, 0));
        let operands = self.extended_operands(inst, signed)?;
        let dst = self.wide_result(inst)?;
        let flag = self.result(inst, 2)?;
        if let Some(bits) = bits.filter(|bits| *bits < 128) {
            let lost = self.emit_exact_wide(dst, (kind, signed), operands);
            return self.emit_wide_range_check(flag, signed, bits, dst.1, lost);
        }
        if kind == Arithmetic::Mul {
            self.emit_overflowing_wide_product(dst, flag, signed, operands);
            return Ok(());
        }
        self.emit_wide_sum(dst, wide_sum(kind, operands, true));
        self.emit_set(flag, Self::wide_sum_overflow(kind, signed));
        Ok(())
    }

    /// Emits `dst` = the result on fewer than 128 bits: sums are exact in 128; products may not even fit in those, and
    /// whether they do not is returned.
    fn emit_exact_wide(
        &mut self,
        dst: Halves,
        (kind, signed): (Arithmetic, bool),
        operands: [Halves; 2],
    ) -> Option<Reg> {
        if kind == Arithmetic::Mul {
            let lost = self.new_reg(PartType::Int(1));
            self.emit_overflowing_wide_product(dst, lost, signed, operands);
            return Some(lost);
        }
        self.emit_wide_sum(dst, wide_sum(kind, operands, false));
        None
    }

    /// Emits `dst` = a product, and `flag` = whether it overflowed.
    fn emit_overflowing_wide_product(
        &mut self,
        dst: Halves,
        flag: Reg,
        signed: bool,
        [left, right]: [Halves; 2],
    ) {
        match signed {
            true => self.emit_wide_signed_mul(dst, flag, left, right),
            false => self.emit_wide_unsigned_mul(dst, flag, left, right),
        }
    }

    /// Emits `flag` = whether a result is out of range: something was `lost`, or extending the high half from `bits`
    /// bits of the whole changes it.
    fn emit_wide_range_check(
        &mut self,
        flag: Reg,
        signed: bool,
        bits: u32,
        high: Reg,
        lost: Option<Reg>,
    ) -> Result<()> {
        let back = self.extended_half(high, signed, bits - 64)?;
        self.cmp(Self::Width::DOUBLE_WORD, back, high);
        let Some(lost) = lost else {
            self.emit_set(flag, Self::DIFFER);
            return Ok(());
        };
        let outside = self.bit_of(Self::DIFFER);
        self.emit_bit_logic(BinaryOp::Or, flag, outside, lost);
        Ok(())
    }

    // ---- Shifts -------------------------------------------------------------------------------

    /// Selects a shift.
    fn lower_wide_shift(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [left, right] = self.operands(inst);
        let amount = self.wide_shift_constant(right);
        if let Some(amount) = amount
            && self.lower_special_wide_shift(inst, op, amount)?
        {
            return Ok(());
        }
        let src = match op {
            BinaryOp::Shl => self.halves(left)?,
            _ => self.extended_halves(left, op == BinaryOp::AShr)?,
        };
        let shifted = match amount {
            Some(amount) => self.constant_wide_shift(op, src, amount)?,
            None => {
                let amount = self.wide_shift_amount(right)?;
                self.variable_wide_shift(op, src, amount)?
            }
        };
        self.finish_wide(inst, shifted)
    }

    /// The register whose low bits are the amount of a shift.
    fn wide_shift_amount(&mut self, amount: Value) -> Result<Reg> {
        let (value, part) = self.resolve(amount, 0)?;
        if part == 0
            && let Some((inst, InstKind::Cast(CastOp::ZExt | CastOp::SExt))) = self.def_kind(value)
        {
            let inner = self.function.operand(inst, 0);
            if matches!(self.int_bits(inner), Some(8 | 16 | 32 | 64)) {
                return self.extend(inner, false, Self::Width::DOUBLE_WORD);
            }
        }
        self.use_part(amount, 0)
    }

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr`.
    fn lower_wide_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        if self.wide_bits(high) != Some(128) {
            return self.unsupported("funnel shift of an integer of 65 to 127 bits");
        }
        let Some(amount) = self.wide_rotation_constant(amount) else {
            return self.lower_variable_wide_funnel_shift(inst, left);
        };
        let (high, low) = (self.halves(high)?, self.halves(low)?);
        if amount == 0 {
            return self.finish_wide(inst, if left { high } else { low });
        }
        let amount = if left { amount } else { 128 - amount };
        let top = self.constant_wide_shift(BinaryOp::Shl, high, amount)?;
        let bottom = self.constant_wide_shift(BinaryOp::LShr, low, 128 - amount)?;
        self.finish_joined(inst, top, bottom)
    }

    /// Makes the result of `inst` the bits of two numbers that have none in common.
    fn finish_joined(&mut self, inst: Inst, top: Halves, bottom: Halves) -> Result<()> {
        let joined = (
            self.half_logic(BinaryOp::Or, top.0, bottom.0),
            self.half_logic(BinaryOp::Or, top.1, bottom.1),
        );
        self.finish_wide(inst, joined)
    }

    // ---- Conversions --------------------------------------------------------------------------

    /// Selects a conversion from or to 128 bits.
    fn lower_wide_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        use CastOp::*;
        let operand = self.function.operand(inst, 0);
        let from = self.parts(self.ty(operand))?;
        let to = self.parts(self.function.insts[inst].ty)?;
        let from_float = from.first().and_then(|part| FloatKind::of(part.ty));
        let to_float = to.first().and_then(|part| FloatKind::of(part.ty));
        match (op, from_float, to_float) {
            (Trunc | PtrToInt | IntToPtr, None, None) if to.len() == 1 => {
                let src = self.use_part(operand, 0)?;
                let dst = self.result_reg(inst)?;
                let width = Self::Width::of_bits(to[0].ty.bits());
                self.copy_low(dst, src, Self::Width::DOUBLE_WORD, width);
                Ok(())
            }
            (ZExt | SExt | Trunc, None, None) if from.len() == 2 && to.len() == 2 => {
                let halves = match op {
                    Trunc => self.halves(operand)?,
                    _ => self.extended_halves(operand, op == SExt)?,
                };
                self.finish_wide_resize(inst, halves)
            }
            (ZExt | SExt | PtrToInt | IntToPtr, None, None) if from.len() == 1 => {
                let low = self.extend(operand, op == SExt, Self::Width::DOUBLE_WORD)?;
                self.finish_wide_extension(inst, low, op == SExt)
            }
            (FpToSi | FpToUi, Some(kind), None) => {
                let name = match op {
                    FpToSi => kind.pick("__fixsfti", "__fixdfti"),
                    _ => kind.pick("__fixunssfti", "__fixunsdfti"),
                };
                let src = self.use_value(operand)?;
                let (low, high) = self.wide_result(inst)?;
                self.emit_libcall(name, &[(kind.part(), src)], &[(HALF, low), (HALF, high)])
            }
            (SiToFp | UiToFp, None, Some(kind)) => {
                let name = match op {
                    SiToFp => kind.pick("__floattisf", "__floattidf"),
                    _ => kind.pick("__floatuntisf", "__floatuntidf"),
                };
                let (low, high) = self.extended_halves(operand, op == SiToFp)?;
                let dst = self.result_reg(inst)?;
                self.emit_libcall(name, &[(HALF, low), (HALF, high)], &[(kind.part(), dst)])
            }
            (BitCast, None, None) if self.lower_wide_bit_cast(inst, operand)? => Ok(()),
            _ => self.unsupported(format!("{} between these types", op.keyword())),
        }
    }
}

/// The sum or difference that `kind` says.
fn wide_sum(kind: Arithmetic, [left, right]: [Halves; 2], keeps_flags: bool) -> WideSum {
    WideSum {
        is_difference: kind == Arithmetic::Sub,
        left,
        right,
        keeps_flags,
    }
}

impl FunctionLowering<'_> {
    /// The halves of a 128-bit value.
    pub fn halves(&mut self, value: Value) -> Result<Halves> {
        Ok((self.use_part(value, 0)?, self.use_part(value, 1)?))
    }

    /// The registers of the first two parts of the result of `inst`.
    pub fn wide_result(&mut self, inst: Inst) -> Result<Halves> {
        Ok((self.result(inst, 0)?, self.result(inst, 1)?))
    }

    /// New registers for two halves.
    pub fn new_halves(&mut self) -> Halves {
        (self.new_reg(HALF), self.new_reg(HALF))
    }

    /// The constant by which 128 bits are rotated, or shifted as part of 256.
    pub fn wide_rotation_constant(&self, amount: Value) -> Option<u32> {
        let word = match self.const_kind(amount) {
            Some(ConstKind::BigInt(words)) => words.first().copied(),
            _ => self.const_int(amount),
        };
        word.map(|word| (word & 127) as u32)
    }
}
