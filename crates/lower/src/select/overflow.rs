//! Integer arithmetic that notices overflow: `with.overflow`, saturation; minimum, maximum, absolute value.

use avarice_ir::{Inst, Intrinsic};
use avarice_mir::Reg;

use super::arithmetic::Arithmetic;
use super::integers::IntWidth;
use super::wide_integers::WideIntegers;
use avarice_legalize::Result;

/// Selects arithmetic that notices overflow.
pub trait OverflowArithmetic<'m>: WideIntegers<'m> {
    /// Emits `dst = left op right` in registers of `width`.
    fn emit_arithmetic(&mut self, kind: Arithmetic, width: Self::Width, dst: Reg, of: (Reg, Reg));

    /// Selects `llvm.*.with.overflow` on at most 64 bits.
    fn lower_narrow_overflow(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()>;

    /// Selects `llvm.{s,u}{add,sub}.sat`.
    fn lower_saturating(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()>;

    /// Selects `llvm.smax` and its kin on at most 64 bits.
    fn lower_narrow_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()>;

    /// Selects `llvm.abs` on at most 64 bits.
    fn lower_narrow_abs(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.*.with.overflow`.
    fn lower_overflow(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_overflow(inst, kind, signed),
            false => self.lower_narrow_overflow(inst, kind, signed),
        }
    }

    /// Puts a condition into the second result, if that is used.
    fn finish_overflow(&mut self, inst: Inst, overflow: Self::Condition) -> Result<()> {
        let result = self.function.insts[inst].result.expand();
        if result.is_some_and(|value| !self.requested(value, 1).is_none()) {
            let flag = self.result(inst, 1)?;
            self.emit_set(flag, overflow);
        }
        Ok(())
    }

    /// The exact result of an operation on integers of `bits` bits in a wider register, and that register's width.
    fn wider_result(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
    ) -> Result<(Reg, Self::Width)> {
        let width = match kind {
            Arithmetic::Mul => 2 * bits,
            Arithmetic::Add | Arithmetic::Sub => bits + 1,
        };
        let width = match width {
            0..=32 => Self::Width::WORD,
            33..=64 => Self::Width::DOUBLE_WORD,
            _ => return self.unsupported(format!("multiplication of i{bits} with overflow")),
        };
        let result = self.exact_result(inst, kind, signed, width)?;
        Ok((result, width))
    }

    /// The result of an operation on operands that are extended to `width`.
    fn exact_result(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        width: Self::Width,
    ) -> Result<Reg> {
        let [left, right] = self.operands(inst);
        let operands = (
            self.extend(left, signed, width)?,
            self.extend(right, signed, width)?,
        );
        let dst = self.new_reg(width.part());
        self.emit_arithmetic(kind, width, dst, operands);
        Ok(dst)
    }

    /// Selects `llvm.smax` and its kin.
    fn lower_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_min_max(inst, intrinsic),
            false => self.lower_narrow_min_max(inst, intrinsic),
        }
    }

    /// Selects `llvm.abs`.
    fn lower_abs(&mut self, inst: Inst) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_abs(inst),
            false => self.lower_narrow_abs(inst),
        }
    }
}
