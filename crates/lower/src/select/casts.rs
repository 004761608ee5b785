//! Conversions.

use avarice_ir::{CastOp, Inst, Value};
use avarice_mir::Reg;

use super::integers::{IntWidth, Integers, Widening};
use super::wide_integers::WideIntegers;
use crate::float::FloatKind;
use crate::parts::PartType;
use avarice_legalize::Result;

/// A conversion from, to or between floating-point types.
#[derive(Clone, Copy)]
pub struct FloatCast {
    /// The instruction.
    pub inst: Inst,
    /// What it does.
    pub op: CastOp,
    /// Its result.
    pub dst: Reg,
    /// Its operand.
    pub operand: Value,
    /// What that is.
    pub from: PartType,
    /// What it becomes.
    pub to: PartType,
}

/// A conversion to an integer that gives the nearest for what does not fit, and 0 for NaN.
#[derive(Clone, Copy)]
pub struct SaturatingCast {
    /// Its result.
    pub dst: Reg,
    /// The number.
    pub src: Reg,
    /// What the number is.
    pub kind: FloatKind,
    /// Whether the integer has a sign.
    pub signed: bool,
    /// The integer's width.
    pub bits: u32,
}

/// Selects conversions of floating-point numbers.
pub trait FloatCasts<'m>: Integers<'m> {
    /// Emits a conversion; `false` if there is none between these types.
    fn emit_float_cast(&mut self, cast: &FloatCast) -> Result<bool>;

    /// Emits a conversion that saturates.
    fn emit_saturating_cast(&mut self, cast: &SaturatingCast) -> Result<()>;

    /// Selects conversions from, to and between floating-point types, bit casts included.
    fn lower_float_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let types = &self.module.types;
        let is_vector =
            types.is_vector(self.ty(operand)) || types.is_vector(self.function.insts[inst].ty);
        // Vectors of one element that get here have the registers of scalars.
        if is_vector && op != CastOp::BitCast {
            return self.unsupported(format!("{} of vectors", op.keyword()));
        }
        let cast = FloatCast {
            inst,
            op,
            dst: self.result_reg(inst)?,
            operand,
            to: self.part(self.function.insts[inst].ty)?,
            from: self.part(self.ty(operand))?,
        };
        match self.emit_float_cast(&cast)? {
            true => Ok(()),
            false => self.unsupported(format!("{} between these types", op.keyword())),
        }
    }

    /// Selects `llvm.fptosi.sat` (`signed`) and `llvm.fptoui.sat`.
    fn lower_saturating_conversion(&mut self, inst: Inst, signed: bool) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_saturating_cast(&SaturatingCast {
            dst,
            src,
            kind,
            signed,
            bits,
        })
    }
}

/// Selects conversions.
pub trait Casts<'m>: WideIntegers<'m> + FloatCasts<'m> {
    /// Selects an extension in a way that only this target has; `false` if there is none.
    fn lower_special_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        how: Widening<Self::Width>,
    ) -> Result<bool>;

    /// Selects a truncation.
    fn lower_trunc(&mut self, dst: Reg, operand: Value, from: u32, to: u32) -> Result<()>;

    /// Selects a conversion.
    fn lower_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        use CastOp::*;
        let operand = self.function.operand(inst, 0);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        if self.is_wide(operand) || self.is_wide(result) {
            return self.lower_wide_cast(inst, op);
        }
        let (Some(from), Some(to)) = (self.int_bits(operand), self.int_bits(result)) else {
            return self.lower_float_cast(inst, op);
        };
        let dst = self.result_reg(inst)?;
        if self.leave_to_load(inst) {
            return Ok(());
        }
        match op {
            Trunc => self.lower_trunc(dst, operand, from, to),
            PtrToInt | IntToPtr if from > to => self.lower_trunc(dst, operand, from, to),
            ZExt | IntToPtr | PtrToInt => self.lower_extension(dst, operand, false, from, to),
            SExt => self.lower_extension(dst, operand, true, from, to),
            BitCast => {
                let src = self.use_value(operand)?;
                self.emit_copy(dst, src);
                Ok(())
            }
            _ => self.unsupported(format!("conversion {}", op.keyword())),
        }
    }

    /// Selects an extension from `from` bits to `to`.
    fn lower_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        signed: bool,
        from: u32,
        to: u32,
    ) -> Result<()> {
        let width = Self::Width::of_bits(to);
        if from == width.bits() || self.function.as_const(operand).is_some() {
            let src = self.extend(operand, signed, width)?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        let how = Widening::new(signed, from, width);
        if self.lower_special_extension(dst, operand, how)? {
            return Ok(());
        }
        self.emit_extend(dst, operand, how)
    }
}
