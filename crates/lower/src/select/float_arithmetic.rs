//! Arithmetic on floating-point numbers.

use avarice_ir::{BinaryOp, Inst};
use avarice_mir::Reg;

use super::runtime_calls::RuntimeCalls;
use crate::float::FloatKind;
use avarice_legalize::Result;

/// Selects arithmetic on floating-point numbers.
pub trait FloatArithmetic<'m>: RuntimeCalls<'m> {
    /// Selects `fadd`, `fsub`, `fmul` and `fdiv`.
    fn lower_float_operation(&mut self, inst: Inst, op: BinaryOp, dst: Reg) -> Result<()>;

    /// Selects `fneg`.
    fn lower_fneg(&mut self, inst: Inst) -> Result<()>;

    /// Emits `dst = left * right`.
    fn emit_float_product(&mut self, kind: FloatKind, dst: Reg, left: Reg, right: Reg);

    /// The bits of a number in an integer register of the same size.
    fn float_bits(&mut self, kind: FloatKind, src: Reg) -> Reg;

    /// Selects `fadd`, `fsub`, `fmul`, `fdiv` and `frem`.
    fn lower_float_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [left, right] = self.operands(inst);
        let part = self.float_kind(left)?.part();
        let dst = self.result_reg(inst)?;
        if op != BinaryOp::FRem {
            return self.lower_float_operation(inst, op, dst);
        }
        let args = [
            (part, self.use_value(left)?),
            (part, self.use_value(right)?),
        ];
        self.emit_math_call("fmod", part, &args, (part, dst))
    }
}
