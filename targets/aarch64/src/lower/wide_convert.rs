//! Conversions from and to 128-bit integers.

use avarice_ir::{CastOp, Inst, Value};
use avarice_lower::select::{Integers, RuntimeCalls};
use avarice_lower::{FloatKind, PartType, Result};

use super::wide::{HALF, W};
use super::{Selector, Width};
use crate::op;

impl Selector<'_, '_> {
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
                let dst = self.result(inst, 0)?;
                self.copy_low(dst, src, W, Width::of_bits(to[0].ty.bits()));
            }
            (ZExt | SExt | Trunc, None, None) if from.len() == 2 && to.len() == 2 => {
                let halves = match op {
                    Trunc => self.halves(operand)?,
                    _ => self.extended_halves(operand, op == SExt)?,
                };
                self.finish_wide(inst, halves)?;
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
                let results = [(HALF, low), (HALF, high)];
                self.emit_libcall(name, &[(from[0].ty, src)], &results)?;
            }
            (SiToFp | UiToFp, None, Some(kind)) => {
                let name = match op {
                    SiToFp => kind.pick("__floattisf", "__floattidf"),
                    _ => kind.pick("__floatuntisf", "__floatuntidf"),
                };
                let (low, high) = self.extended_halves(operand, op == SiToFp)?;
                let dst = self.result(inst, 0)?;
                let args = [(HALF, low), (HALF, high)];
                self.emit_libcall(name, &args, &[(to[0].ty, dst)])?;
            }
            (BitCast, None, None) => self.lower_wide_bit_cast(inst, operand, &from[0].ty)?,
            _ => return self.unsupported(format!("{} between these types", op.keyword())),
        }
        Ok(())
    }

    fn lower_wide_extension(&mut self, inst: Inst, operand: Value, signed: bool) -> Result<()> {
        let low = self.extend(operand, signed, W)?;
        let high = match signed {
            true => self.shift_right(true, W, low, 63),
            false => self.zero_half(),
        };
        self.finish_wide(inst, (low, high))
    }

    /// Between two halves and a register of 128 bits, or two halves.
    fn lower_wide_bit_cast(&mut self, inst: Inst, operand: Value, from: &PartType) -> Result<()> {
        let count = self.parts(self.ty(operand))?.len();
        let to = self.parts(self.function.insts[inst].ty)?.len();
        match (count, to) {
            (2, 2) => {
                let halves = self.halves(operand)?;
                self.finish_wide(inst, halves)
            }
            (1, 2) if from.bits() == 128 => {
                let src = self.use_part(operand, 0)?;
                let (low, high) = self.wide_result(inst)?;
                let copy = self.emit(op::COPY).def(low);
                copy.sub_reg(src, crate::sub::DSUB).done();
                self.emit(op::UMOVvi64).def(high).reg(src).imm(1).done();
                Ok(())
            }
            (2, 1) => {
                let (low, high) = self.halves(operand)?;
                let dst = self.result(inst, 0)?;
                let base = self.scalar_to_vector(low);
                let emit = self.emit(op::INSvi64gpr).def(dst).reg(base);
                emit.imm(1).reg(high).done();
                Ok(())
            }
            _ => self.unsupported("bitcast between these types"),
        }
    }
}
