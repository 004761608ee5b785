//! Division by constants, without divide instructions.
//!
//! Types narrower than a register are extended first.
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
//! The constants are [`avarice_legalize::divisor`]'s.

use avarice_legalize::divisor::{signed_magic, unsigned_magic};
use avarice_mir::Reg;

use super::arithmetic::Arithmetic;
use super::integer_arithmetic::IntOperation;
use super::integers::IntWidth;
use super::overflow::OverflowArithmetic;
use avarice_legalize::Result;

/// A division by a constant.
#[derive(Clone, Copy)]
pub struct ConstantDivision<W> {
    /// The width of the registers.
    pub width: W,
    /// The result.
    pub dst: Reg,
    /// What is divided.
    pub src: Reg,
    /// By what: never zero.
    pub divisor: i64,
    /// How many of the lowest bits of an unsigned `src` may not be 0.
    pub significant: u32,
}

/// A product whose upper half, shifted, is a signed quotient but for its sign.
#[derive(Clone, Copy)]
pub struct SignedMagic {
    /// What the number is multiplied with.
    pub factor: u64,
    /// How far the upper half is shifted.
    pub shift: u32,
    /// Whether the number is added to the upper half, or subtracted: the factor stands for one that is 2^N more, or less.
    pub fix: Option<Arithmetic>,
}

/// Selects divisions by constants.
pub trait Divisions<'m>: OverflowArithmetic<'m> {
    /// Selects a division or remainder.
    fn lower_division(&mut self, operation: &IntOperation) -> Result<()>;

    /// Emits `dst = src >> amount`; a copy for 0.
    fn emit_shift_right(
        &mut self,
        signed: bool,
        width: Self::Width,
        dst: Reg,
        src: Reg,
        amount: u32,
    );

    /// Emits `dst = -(src >> amount)`.
    fn emit_negated_shift(&mut self, width: Self::Width, dst: Reg, src: Reg, amount: u32);

    /// `src + (src < 0 ? power - 1 : 0)`: what rounds a shift towards zero.
    fn biased(&mut self, width: Self::Width, src: Reg, power: u64) -> Result<Reg>;

    /// The 64 bits of the product of two numbers of 32.
    fn wide_product(&mut self, signed: bool, src: Reg, factor: u64) -> Result<Reg>;

    /// The upper half of `src * factor`.
    fn multiply_high(
        &mut self,
        signed: bool,
        width: Self::Width,
        src: Reg,
        factor: u64,
    ) -> Result<Reg>;

    /// `(left - right) / 2 + right`, unsigned.
    fn average(&mut self, width: Self::Width, left: Reg, right: Reg) -> Reg;

    /// Emits a signed quotient by a product.
    fn emit_signed_magic(
        &mut self,
        by: &ConstantDivision<Self::Width>,
        magic: SignedMagic,
    ) -> Result<()>;

    /// The upper half of the product of `src` with `magic`, and what that stands for.
    fn signed_high(&mut self, width: Self::Width, src: Reg, magic: SignedMagic) -> Result<Reg> {
        let high = self.multiply_high(true, width, src, magic.factor)?;
        let Some(kind) = magic.fix else {
            return Ok(high);
        };
        let fixed = self.new_reg(width.part());
        self.emit_arithmetic(kind, width, fixed, (high, src));
        Ok(fixed)
    }

    /// `src >> amount`; `src` itself for 0.
    fn shifted_right(&mut self, signed: bool, width: Self::Width, src: Reg, amount: u32) -> Reg {
        if amount == 0 {
            return src;
        }
        let dst = self.new_reg(width.part());
        self.emit_shift_right(signed, width, dst, src, amount);
        dst
    }

    /// Emits a signed quotient. `exact`: there is no remainder.
    fn emit_signed_quotient(
        &mut self,
        division: &ConstantDivision<Self::Width>,
        exact: bool,
    ) -> Result<()> {
        let ConstantDivision {
            width,
            dst,
            src,
            divisor,
            ..
        } = *division;
        let power = match width == Self::Width::DOUBLE_WORD {
            true => divisor.unsigned_abs(),
            false => u64::from((divisor as i32).unsigned_abs()),
        };
        if power.is_power_of_two() {
            let biased = match power {
                1 => src,
                _ if exact => src,
                _ => self.biased(width, src, power)?,
            };
            let shift = power.trailing_zeros();
            match divisor > 0 {
                true => self.emit_shift_right(true, width, dst, biased, shift),
                false => self.emit_negated_shift(width, dst, biased, shift),
            }
            return Ok(());
        }
        let (factor, shift) = signed_magic(divisor, width.bits());
        let fix = match (divisor > 0, factor < 0) {
            (true, true) => Some(Arithmetic::Add),
            (false, false) => Some(Arithmetic::Sub),
            _ => None,
        };
        let magic = SignedMagic {
            factor: factor as u64,
            shift,
            fix: fix.filter(|_| factor != 0),
        };
        self.emit_signed_magic(division, magic)
    }

    /// Emits an unsigned quotient.
    fn emit_unsigned_quotient(&mut self, division: &ConstantDivision<Self::Width>) -> Result<()> {
        let ConstantDivision {
            width, dst, src, ..
        } = *division;
        let divisor = division.divisor as u64;
        if divisor.is_power_of_two() {
            self.emit_shift_right(false, width, dst, src, divisor.trailing_zeros());
            return Ok(());
        }
        let magic = unsigned_magic(divisor, width.bits(), division.significant);
        let shifted = self.shifted_right(false, width, src, magic.pre_shift);
        if width == Self::Width::WORD && !magic.add {
            let whole = Self::Width::DOUBLE_WORD;
            let product = self.wide_product(false, shifted, magic.multiplier)?;
            let high = self.shifted_right(false, whole, product, 32 + magic.post_shift);
            self.copy_low(dst, high, whole, width);
            return Ok(());
        }
        let high = self.multiply_high(false, width, shifted, magic.multiplier)?;
        if !magic.add {
            self.emit_shift_right(false, width, dst, high, magic.post_shift);
            return Ok(());
        }
        let sum = self.average(width, src, high);
        self.emit_shift_right(false, width, dst, sum, magic.post_shift - 1);
        Ok(())
    }
}
