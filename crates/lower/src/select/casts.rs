//! Conversions.

use avarice_ir::{CastOp, Inst, Value};
use avarice_mir::Reg;

use super::integers::{IntWidth, Integers};
use avarice_legalize::Result;

/// Selects conversions.
pub trait Casts<'m>: Integers<'m> {
    /// Selects a conversion from or to 128 bits.
    fn lower_wide_cast(
        &mut self,
        inst: Inst,
        op: CastOp,
        operand: Value,
        result: Value,
    ) -> Result<()>;

    /// Selects conversions from, to and between floating-point types, bit casts included.
    fn lower_float_cast(&mut self, inst: Inst, op: CastOp) -> Result<()>;

    /// Selects an extension in a way that only this target has; `false` if there is none.
    fn lower_special_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        signed: bool,
        from: u32,
        to: Self::Width,
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
            return self.lower_wide_cast(inst, op, operand, result);
        }
        let (Some(from), Some(to)) = (self.int_bits(operand), self.int_bits(result)) else {
            return self.lower_float_cast(inst, op);
        };
        let dst = self.result_reg(inst)?;
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
        let width = Self::Width::holding(to);
        if from == width.register_bits() || self.function.as_const(operand).is_some() {
            let src = self.extend(operand, signed, width)?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        if self.lower_special_extension(dst, operand, signed, from, width)? {
            return Ok(());
        }
        self.emit_extend(dst, operand, signed, from, width)
    }
}
