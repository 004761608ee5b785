//! Division and remainder: by the divide instructions, and by constants without them.
//!
//! Types narrower than a register are extended first. For constants:
//!
//! ```text
//!   unsigned, 2^k       x >> k
//!   signed, 2^k         (x < 0 ? x + 2^k - 1 : x) >> k
//!   unsigned, d         (x * m) >> (N + s), m = ceil(2^(N+s) / d), for the smallest s where it is exact;
//!                       with one more addition where m needs N + 1 bits
//!   signed, d           the same with a signed m, plus one if the result is negative
//!   remainder           x - (x / d) * d
//! ```
//!
//! The constants are [`avarice_legalize::divisor`]'s. Division by zero gives zero, and traps nowhere.

use avarice_ir::{BinaryOp, Inst, InstFlags, Value};
use avarice_legalize::divisor::{signed_magic, unsigned_magic};
use avarice_lower::Result;
use avarice_lower::select::Integers;
use avarice_mir::Reg;

use super::compare::Cc;
use super::operand::{ADD, AND, SUB, SUBS, Second, ShiftKind};
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// Selects a division or remainder of at most 64 bits.
    pub(super) fn lower_division(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Result<()> {
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let is_remainder = matches!(op, BinaryOp::URem | BinaryOp::SRem);
        let width = Width::of_bits(bits);
        let dst = self.result_reg(inst)?;
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
        let exact = self.function.insts[inst].flags.contains(InstFlags::EXACT);
        match op {
            BinaryOp::UDiv => self.emit_unsigned_quotient(width, dst, src, divisor as u64),
            BinaryOp::SDiv => self.emit_signed_quotient(width, dst, src, divisor, exact),
            BinaryOp::URem if (divisor as u64).is_power_of_two() => {
                self.emit_logical_imm(&AND, width, dst, src, divisor as u64 - 1)
            }
            BinaryOp::SRem if divisor.unsigned_abs().is_power_of_two() => {
                self.emit_signed_power_remainder(width, dst, src, divisor.unsigned_abs())
            }
            _ => {
                let quotient = self.new_reg(width.part());
                match signed {
                    false => self.emit_unsigned_quotient(width, quotient, src, divisor as u64)?,
                    true => self.emit_signed_quotient(width, quotient, src, divisor, false)?,
                }
                self.emit_constant_rest(width, dst, src, quotient, divisor)
            }
        }
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

    /// The same by a constant: without a multiplication for one more than a power of two.
    fn emit_constant_rest(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        quotient: Reg,
        divisor: i64,
    ) -> Result<()> {
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

    fn emit_shift_right(&mut self, signed: bool, width: Width, dst: Reg, src: Reg, amount: u32) {
        match amount {
            0 => {
                self.emit_copy(dst, src);
            }
            _ => self.emit_bit_field(signed, width, dst, src, amount, width.bits() - 1),
        }
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
    fn emit_signed_power_remainder(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        power: u64,
    ) -> Result<()> {
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

    fn emit_signed_quotient(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        divisor: i64,
        exact: bool,
    ) -> Result<()> {
        let power = match width {
            Width::W64 => divisor.unsigned_abs(),
            Width::W32 => u64::from((divisor as i32).unsigned_abs()),
        };
        let zero: Reg = width.zero().into();
        if power.is_power_of_two() {
            let biased = match power {
                1 => src,
                _ if exact => src,
                _ => self.biased(width, src, power)?,
            };
            let shift = power.trailing_zeros();
            if divisor > 0 {
                self.emit_shift_right(true, width, dst, biased, shift);
            } else {
                let second = match shift {
                    0 => Second::Reg(biased),
                    _ => Second::Shifted(biased, ShiftKind::Asr, shift),
                };
                self.emit_with_second(&SUB, width, dst, zero, second, false);
            }
            return Ok(());
        }
        let (magic, shift) = signed_magic(divisor, width.bits());
        let fix = match (divisor > 0, magic < 0) {
            (true, true) => Some(&ADD),
            (false, false) => Some(&SUB),
            _ => None,
        };
        // The multiplier stands for one that is 2^N more, or 2^N less.
        let fix = fix.filter(|_| magic != 0);
        if width == Width::W32 && fix.is_none() {
            // The upper half of the product is shifted with the sign still above it.
            let product = self.wide_product(true, src, magic as u64)?;
            let sign = self.bit_field(false, Width::W64, product, 63, 63);
            let sum = self.new_reg(Width::W64.part());
            let high = Second::Shifted(product, ShiftKind::Asr, 32 + shift);
            self.emit_with_second(&ADD, Width::W64, sum, sign, high, false);
            self.copy_low(dst, sum, Width::W64, Width::W32);
            return Ok(());
        }
        let mut high = self.multiply_high(true, width, src, magic as u64)?;
        if let Some(ops) = fix {
            high = self.alu(ops, width, high, src);
        }
        let shifted = self.shift_right(true, width, high, shift);
        let sign = Second::Shifted(high, ShiftKind::Lsr, width.bits() - 1);
        self.emit_with_second(&ADD, width, dst, shifted, sign, false);
        Ok(())
    }

    fn emit_unsigned_quotient(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        divisor: u64,
    ) -> Result<()> {
        if divisor.is_power_of_two() {
            self.emit_shift_right(false, width, dst, src, divisor.trailing_zeros());
            return Ok(());
        }
        let magic = unsigned_magic(divisor, width.bits());
        let shifted = self.shift_right(false, width, src, magic.pre_shift);
        if width == Width::W32 && !magic.add {
            let product = self.wide_product(false, shifted, magic.multiplier)?;
            let high = self.shift_right(false, Width::W64, product, 32 + magic.post_shift);
            self.copy_low(dst, high, Width::W64, Width::W32);
            return Ok(());
        }
        let high = self.multiply_high(false, width, shifted, magic.multiplier)?;
        if !magic.add {
            self.emit_shift_right(false, width, dst, high, magic.post_shift);
            return Ok(());
        }
        let difference = self.alu(&SUB, width, src, high);
        let sum = self.new_reg(width.part());
        let half = Second::Shifted(difference, ShiftKind::Lsr, 1);
        self.emit_with_second(&ADD, width, sum, high, half, false);
        self.emit_shift_right(false, width, dst, sum, magic.post_shift - 1);
        Ok(())
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

    /// The 64 bits of the product of two numbers of 32.
    fn wide_product(&mut self, signed: bool, src: Reg, factor: u64) -> Result<Reg> {
        let factor = self.use_int(32, factor)?;
        let dst = self.new_reg(Width::W64.part());
        let opcode = if signed { op::SMADDLrrr } else { op::UMADDLrrr };
        let emit = self.emit(opcode).def(dst).reg(src).reg(factor);
        emit.reg(Width::W64.zero()).done();
        Ok(dst)
    }
}
