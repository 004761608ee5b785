//! Integer arithmetic with overflow detection: `with.overflow`, saturation; minimum, maximum,
//! absolute value.
//!
//! Numbers of 32 and 64 bits use the flags of the operation, or the upper half of a product. Others are
//! computed in a wider register, where the exact result either is in range or not.

use avarice_ir::{Inst, Intrinsic};
use avarice_lower::Result;
use avarice_lower::select::{
    Arithmetic, Conditions, IntWidth, Integers, OverflowArithmetic, min_max_predicate,
};
use avarice_mir::Reg;

use super::compare::{Cc, Condition};
use super::operand::{ADD, Additive, EOR, SUB, SUBS, Second, ShiftKind};
use super::{Selector, Width};
use crate::{op, sub};

/// The flag that says that a sum or difference overflowed.
pub(super) fn overflow_flag(kind: Arithmetic, signed: bool) -> Cc {
    match (signed, kind) {
        (true, _) => Cc::Vs,
        (false, Arithmetic::Sub) => Cc::Lo,
        (false, _) => Cc::Hs,
    }
}

impl Selector<'_, '_> {
    fn emit_overflowing_sum(
        &mut self,
        inst: Inst,
        dst: Reg,
        kind: Arithmetic,
        width: Width,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let lhs = self.use_value(left)?;
        let op = match kind {
            Arithmetic::Sub => Additive::SubFlags,
            _ => Additive::AddFlags,
        };
        match self.const_signed(right) {
            // Adding what is negated gives other flags for nothing and the smallest number.
            Some(value) if value != 0 && value != i64::MIN => {
                self.emit_add_imm(op, width, dst, lhs, value)
            }
            _ => {
                let rhs = self.second_of_addition(right, width.bits())?;
                self.emit_addition(op, width, dst, lhs, rhs);
                Ok(())
            }
        }
    }

    /// A product, and flags that say "not equal" if it overflowed: its upper half is not what it has to be.
    fn emit_overflowing_mul(
        &mut self,
        inst: Inst,
        dst: Reg,
        signed: bool,
        width: Width,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let zero64 = Width::W64.zero();
        if width == Width::W64 {
            let opcode = if signed { op::SMULHrr } else { op::UMULHrr };
            let high = self.binary(opcode, width, lhs, rhs);
            let emit = self.emit(op::MADDXrrr).def(dst).reg(lhs);
            emit.reg(rhs).reg(zero64).done();
            match signed {
                true => {
                    let sign = Second::Shifted(dst, ShiftKind::Asr, 63);
                    self.emit_with_second(&SUBS, width, zero64.into(), high, sign, true);
                }
                false => self.compare_with_zero(width, high),
            }
            return Ok(());
        }
        let opcode = if signed { op::SMADDLrrr } else { op::UMADDLrrr };
        let product = self.new_reg(Width::W64.part());
        let emit = self.emit(opcode).def(product).reg(lhs);
        emit.reg(rhs).reg(zero64).done();
        let copy = self.emit(op::COPY).def(dst);
        copy.sub_reg(product, sub::SUB_32).done();
        match signed {
            true => {
                let low = Second::Extended(dst, true, 32, 0);
                self.emit_addition(Additive::SubFlags, Width::W64, zero64.into(), product, low);
            }
            false => {
                let high = self.shift_right(false, Width::W64, product, 32);
                self.compare_with_zero(Width::W64, high);
            }
        }
        Ok(())
    }

    /// Computes in a wider register and looks whether the result is in range.
    fn emit_wider_overflow(
        &mut self,
        inst: Inst,
        dst: Reg,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
    ) -> Result<()> {
        let (exact, width) = self.wider_result(inst, kind, signed, bits)?;
        match (bits, width) {
            (8 | 16, Width::W32) => {
                let back = Second::Extended(exact, signed, bits, 0);
                let zero = width.zero().into();
                self.emit_addition(Additive::SubFlags, width, zero, exact, back);
            }
            _ => {
                let back = self.extended_in_place(exact, signed, bits, width);
                self.cmp(width, back, exact);
            }
        }
        self.copy_low(dst, exact, width, Width::of_bits(bits));
        Ok(())
    }

    /// Computes in a wider register and brings the result into range.
    fn lower_wider_saturating(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
    ) -> Result<()> {
        let width = Width::of_bits(bits);
        let exact = self.exact_result(inst, kind, signed, width)?;
        let mask = u64::MAX >> (64 - bits);
        let (low, high) = (!(mask >> 1), mask >> 1);
        // A difference of unsigned numbers may be negative and is never too large; a sum may have all
        // bits of the register and is never negative.
        let bounds: &[(u64, Cc)] = match (signed, kind) {
            (true, _) => &[(low, Cc::Lt), (high, Cc::Gt)],
            (false, Arithmetic::Sub) => &[(0, Cc::Lt)],
            (false, _) => &[(mask, Cc::Hi)],
        };
        let mut result = exact;
        for (bound, outside) in bounds {
            let limit = self.use_int(width.bits(), *bound)?;
            self.cmp(width, result, limit);
            result = self.csel(width, *outside, limit, result);
        }
        self.finish_result(inst, result)
    }
}

impl<'m> OverflowArithmetic<'m> for Selector<'_, 'm> {
    fn emit_arithmetic(&mut self, kind: Arithmetic, width: Width, dst: Reg, of: (Reg, Reg)) {
        let (left, right) = of;
        let w = width as usize;
        let opcode = match kind {
            Arithmetic::Add => ADD.rr[w],
            Arithmetic::Sub => SUB.rr[w],
            Arithmetic::Mul => [op::MADDWrrr, op::MADDXrrr][w],
        };
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        match kind {
            Arithmetic::Mul => emit.reg(width.zero()).done(),
            _ => emit.done(),
        };
    }

    fn emit_overflow(
        &mut self,
        inst: Inst,
        dst: Reg,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<Condition> {
        let left = self.function.operand(inst, 0);
        let bits = self.narrow_bits(left)?;
        let width = Width::of_bits(bits);
        match kind {
            _ if bits != width.bits() => self.emit_wider_overflow(inst, dst, kind, signed, bits)?,
            Arithmetic::Mul => self.emit_overflowing_mul(inst, dst, signed, width)?,
            Arithmetic::Add | Arithmetic::Sub => {
                self.emit_overflowing_sum(inst, dst, kind, width)?;
                return Ok(Condition::One(overflow_flag(kind, signed)));
            }
        }
        Ok(Condition::One(Cc::Ne))
    }

    fn unread_number(&self, kind: Arithmetic, bits: u32) -> Option<Reg> {
        let is_full = matches!(bits, 32 | 64) && kind != Arithmetic::Mul;
        is_full.then(|| Width::of_bits(bits).zero().into())
    }

    /// Selects `llvm.{s,u}{add,sub}.sat`.
    fn lower_saturating(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        if self.is_wide(self.function.operand(inst, 0)) {
            return self.lower_wide_saturating(inst, kind, signed);
        }
        let bits = self.narrow_bits(self.function.operand(inst, 0))?;
        let width = Width::of_bits(bits);
        if bits != width.bits() {
            return self.lower_wider_saturating(inst, kind, signed, bits);
        }
        let dst = self.result_reg(inst)?;
        let sum = self.new_reg(width.part());
        self.emit_overflowing_sum(inst, sum, kind, width)?;
        if signed {
            // A sum that overflowed has the wrong sign.
            let sign = self.shift_right(true, width, sum, width.bits() - 1);
            let lowest = 1 << (width.bits() - 1);
            let limit = self.logical_imm_reg(&EOR, width, sign, lowest)?;
            self.emit_csel(width, dst, Cc::Vs, limit, sum);
        } else if kind == Arithmetic::Sub {
            self.emit_csel(width, dst, Cc::Lo, width.zero().into(), sum);
        } else {
            let opcode = [op::CSINVWr, op::CSINVXr][width as usize];
            let emit = self.emit(opcode).def(dst).reg(sum);
            emit.reg(width.zero()).imm(Cc::Lo.imm()).done();
        }
        Ok(())
    }

    /// Selects `llvm.smax` and its kin.
    fn lower_narrow_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        let [left, right] = self.operands(inst);
        let predicate = min_max_predicate(intrinsic);
        let (signed, cc) = (predicate.is_signed(), Cc::of(predicate));
        let bits = self.narrow_bits(left)?;
        let width = Width::of_bits(bits);
        let lhs = self.extend(left, signed, width)?;
        let dst = self.result_reg(inst)?;
        let bound = match signed {
            true => self.const_signed(right),
            false => self.const_int(right).map(|bound| bound as i64),
        };
        if let Some(bound) = bound {
            let zero = width.zero().into();
            self.emit_add_imm(Additive::SubFlags, width, zero, lhs, bound)?;
            let rhs = match bound {
                0 => zero,
                _ => self.use_int(width.bits(), bound as u64)?,
            };
            self.emit_csel(width, dst, cc, lhs, rhs);
            return Ok(());
        }
        let rhs = self.extend(right, signed, width)?;
        self.cmp(width, lhs, rhs);
        self.emit_csel(width, dst, cc, lhs, rhs);
        Ok(())
    }

    /// Selects `llvm.abs`: the negated number if it is negative.
    fn lower_narrow_abs(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        let bits = self.narrow_bits(value)?;
        let width = Width::of_bits(bits);
        let src = self.extend(value, true, width)?;
        let dst = self.result_reg(inst)?;
        self.compare_with_zero(width, src);
        let opcode = [op::CSNEGWr, op::CSNEGXr][width as usize];
        let emit = self.emit(opcode).def(dst).reg(src).reg(src);
        emit.imm(Cc::Pl.imm()).done();
        Ok(())
    }
}
