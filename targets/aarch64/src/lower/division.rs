//! Division and remainder: by the divide instructions, and by constants without them.
//!
//! Division by zero gives zero, and traps nowhere.

use avarice_ir::{BinaryOp, InstFlags};
use avarice_lower::Result;
use avarice_lower::select::{
    ConstantDivision, Divisions, IntOperation, IntWidth, Integers, SignedMagic,
};
use avarice_mir::Reg;

use super::compare::Cc;
use super::operand::{ADD, AND, SUB, SUBS, Second, ShiftKind};
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// The rest of the quotient by a constant: without a multiplication for one more than a power of two.
    fn emit_constant_remainder(
        &mut self,
        division: &ConstantDivision<Width>,
        signed: bool,
    ) -> Result<()> {
        let ConstantDivision {
            width,
            dst,
            src,
            divisor,
            ..
        } = *division;
        let quotient = self.new_reg(width.part());
        let whole = ConstantDivision {
            dst: quotient,
            ..*division
        };
        match signed {
            false => self.emit_unsigned_quotient(&whole)?,
            true => self.emit_signed_quotient(&whole, false)?,
        }
        let odd = divisor.wrapping_sub(1);
        if odd > 0 && odd.unsigned_abs().is_power_of_two() {
            let by = Second::Shifted(quotient, ShiftKind::Lsl, odd.trailing_zeros());
            let product = self.new_reg(width.part());
            self.emit_with_second(&ADD, width, product, quotient, by, false);
            self.emit_with_second(&SUB, width, dst, src, Second::Reg(product), false);
            return Ok(());
        }
        let by = self.use_int(width.bits(), divisor as u64)?;
        self.emit_rest(width, dst, src, quotient, by);
        Ok(())
    }

    fn is_cheap_divisor(&self, divisor: i64, signed: bool) -> bool {
        let power = match signed {
            true => divisor.unsigned_abs().is_power_of_two(),
            false => (divisor as u64).is_power_of_two(),
        };
        divisor != 0 && (power || !self.has_function_attr("minsize"))
    }

    /// `dst = src - quotient * divisor`
    fn emit_rest(&mut self, width: Width, dst: Reg, src: Reg, quotient: Reg, divisor: Reg) {
        let opcode = [op::MSUBWrrr, op::MSUBXrrr][width as usize];
        let emit = self.emit(opcode).def(dst).reg(quotient);
        emit.reg(divisor).reg(src).done();
    }

    /// `cmp src, #0`
    pub(super) fn compare_with_zero(&mut self, width: Width, src: Reg) {
        let emit = self.emit(SUBS.ri[width as usize]).def(width.zero());
        emit.reg(src).imm(0).imm(0).keep_flags().done();
    }

    /// The magnitude's low bits with the sign of `src`.
    ///
    /// ```text
    ///   negs t, x        flags of -x
    ///   and  a, x, #m
    ///   and  b, t, #m
    ///   csneg d, a, b, mi       x > 0: a, else -b
    /// ```
    fn emit_signed_power_remainder(&mut self, division: &ConstantDivision<Width>) -> Result<()> {
        let (width, dst, src) = (division.width, division.dst, division.src);
        let power = division.divisor.unsigned_abs();
        if power == 1 {
            self.emit_copy(dst, width.zero());
            return Ok(());
        }
        let mask = power - 1;
        let negated = self.new_reg(width.part());
        let zero = width.zero().into();
        self.emit_with_second(&SUBS, width, negated, zero, Second::Reg(src), true);
        let of_negative = self.logical_imm_reg(&AND, width, negated, mask)?;
        let of_positive = self.logical_imm_reg(&AND, width, src, mask)?;
        let opcode = [op::CSNEGWr, op::CSNEGXr][width as usize];
        let emit = self.emit(opcode).def(dst).reg(of_positive);
        emit.reg(of_negative).imm(Cc::Mi.imm()).done();
        Ok(())
    }
}

impl<'m> Divisions<'m> for Selector<'_, 'm> {
    fn lower_division(&mut self, operation: &IntOperation) -> Result<()> {
        let IntOperation { inst, op, dst, .. } = *operation;
        let (left, right) = (operation.left, operation.right);
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let is_remainder = matches!(op, BinaryOp::URem | BinaryOp::SRem);
        let width = Width::of_bits(operation.bits);
        let constant = match signed {
            true => self.const_signed(right),
            false => self.const_int(right).map(|value| value as i64),
        };
        let src = self.extend(left, signed, width)?;
        let Some(divisor) = constant.filter(|divisor| self.is_cheap_divisor(*divisor, signed))
        else {
            let by = self.extend(right, signed, width)?;
            let opcode = match signed {
                true => [op::SDIVWr, op::SDIVXr],
                false => [op::UDIVWr, op::UDIVXr],
            }[width as usize];
            if !is_remainder {
                self.emit(opcode).def(dst).reg(src).reg(by).done();
                return Ok(());
            }
            let quotient = self.binary(opcode, width, src, by);
            self.emit_rest(width, dst, src, quotient, by);
            return Ok(());
        };
        let division = ConstantDivision {
            width,
            dst,
            src,
            divisor,
            significant: self.significant_bits(left),
        };
        match op {
            BinaryOp::UDiv => self.emit_unsigned_quotient(&division),
            BinaryOp::SDiv => {
                let exact = self.function.insts[inst].flags.contains(InstFlags::EXACT);
                self.emit_signed_quotient(&division, exact)
            }
            BinaryOp::URem if (divisor as u64).is_power_of_two() => {
                self.emit_logical_imm(&AND, width, dst, src, divisor as u64 - 1)
            }
            BinaryOp::SRem if divisor.unsigned_abs().is_power_of_two() => {
                self.emit_signed_power_remainder(&division)
            }
            _ => self.emit_constant_remainder(&division, signed),
        }
    }

    fn emit_shift_right(&mut self, signed: bool, width: Width, dst: Reg, src: Reg, amount: u32) {
        match amount {
            0 => {
                self.emit_copy(dst, src);
            }
            _ => self.emit_bit_field(signed, width, dst, src, amount, width.bits() - 1),
        }
    }

    fn emit_negated_shift(&mut self, width: Width, dst: Reg, src: Reg, amount: u32) {
        let second = match amount {
            0 => Second::Reg(src),
            _ => Second::Shifted(src, ShiftKind::Asr, amount),
        };
        let zero = width.zero().into();
        self.emit_with_second(&SUB, width, dst, zero, second, false);
    }

    /// `src + (src < 0 ? 2^shift - 1 : 0)`: what rounds a shift towards zero.
    fn biased(&mut self, width: Width, src: Reg, power: u64) -> Result<Reg> {
        if power == 2 {
            let sum = self.new_reg(width.part());
            let sign = Second::Shifted(src, ShiftKind::Lsr, width.bits() - 1);
            self.emit_with_second(&ADD, width, sum, src, sign, false);
            return Ok(sum);
        }
        let biased = self.add_imm_reg(width, src, (power - 1) as i64)?;
        self.compare_with_zero(width, src);
        Ok(self.csel(width, Cc::Lt, biased, src))
    }

    /// The 64 bits of the product of two numbers of 32.
    fn wide_product(&mut self, signed: bool, src: Reg, factor: u64) -> Result<Reg> {
        let factor = self.use_int(32, factor)?;
        let dst = self.new_reg(Width::W64.part());
        let opcode = if signed { op::SMADDLrrr } else { op::UMADDLrrr };
        let emit = self.emit(opcode).def(dst).reg(src).reg(factor);
        emit.reg(Width::W64.zero()).done();
        Ok(dst)
    }

    /// The upper half of `src * factor`.
    fn multiply_high(&mut self, signed: bool, width: Width, src: Reg, factor: u64) -> Result<Reg> {
        if width == Width::W64 {
            let factor = self.use_int(64, factor)?;
            let opcode = if signed { op::SMULHrr } else { op::UMULHrr };
            return Ok(self.binary(opcode, width, src, factor));
        }
        let product = self.wide_product(signed, src, factor)?;
        let high = self.shift_right(false, Width::W64, product, 32);
        let dst = self.new_reg(width.part());
        let copy = self.emit(op::COPY).def(dst);
        copy.sub_reg(high, sub::SUB_32).done();
        Ok(dst)
    }

    fn average(&mut self, width: Width, left: Reg, right: Reg) -> Reg {
        let difference = self.alu(&SUB, width, left, right);
        let sum = self.new_reg(width.part());
        let half = Second::Shifted(difference, ShiftKind::Lsr, 1);
        self.emit_with_second(&ADD, width, sum, right, half, false);
        sum
    }

    fn emit_signed_magic(
        &mut self,
        by: &ConstantDivision<Width>,
        magic: SignedMagic,
    ) -> Result<()> {
        let (width, dst, src) = (by.width, by.dst, by.src);
        let SignedMagic { factor, shift, fix } = magic;
        if width == Width::W32 && fix.is_none() {
            // The upper half of the product is shifted with the sign still above it.
            let product = self.wide_product(true, src, factor)?;
            let sign = self.bit_field(false, Width::W64, product, 63, 63);
            let sum = self.new_reg(Width::W64.part());
            let high = Second::Shifted(product, ShiftKind::Asr, 32 + shift);
            self.emit_with_second(&ADD, Width::W64, sum, sign, high, false);
            self.copy_low(dst, sum, Width::W64, Width::W32);
            return Ok(());
        }
        let high = self.signed_high(width, src, magic)?;
        let shifted = self.shift_right(true, width, high, shift);
        let sign = Second::Shifted(high, ShiftKind::Lsr, width.bits() - 1);
        self.emit_with_second(&ADD, width, dst, shifted, sign, false);
        Ok(())
    }
}
