//! Floating point: scalar arithmetic.
//!
//! ```text
//!   a * b + c      fmadd       -(a * b) + c    fmsub        where contraction is allowed
//!   a * b - c      fnmsub      -(a * b) - c    fnmadd       -(a * b)    fnmul
//! ```

use avarice_ir::{BinaryOp, Inst, InstFlags, InstKind, Intrinsic, Value};
use avarice_lower::select::FloatArithmetic;
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::Selector;
use crate::op;

/// The operands of `±(a * b) ± c`.
struct Fused {
    left: Value,
    right: Value,
    addend: Value,
    negate_product: bool,
    negate_addend: bool,
}

impl Selector<'_, '_> {
    /// The number of which `value` is the negative, if `value` has no other use.
    fn negated(&self, value: Value) -> Option<Value> {
        let (inst, InstKind::FNeg) = self.def_kind(value)? else {
            return None;
        };
        let fits = self.is_foldable(value) && !self.strict_float;
        fits.then(|| self.function.operand(inst, 0))
    }

    /// The product and the rest of a sum that may be one operation.
    fn contracted(&self, inst: Inst, op: BinaryOp) -> Option<Fused> {
        let contract = |inst| {
            let flags = self.function.insts[inst].flags;
            flags.contains(InstFlags::CONTRACT)
        };
        if !matches!(op, BinaryOp::FAdd | BinaryOp::FSub) || self.strict_float || !contract(inst) {
            return None;
        }
        let operands = self.operands::<2>(inst);
        (0..2).find_map(|at| {
            let product = operands[at];
            let (mul, InstKind::Binary(BinaryOp::FMul)) = self.def_kind(product)? else {
                return None;
            };
            let fits = self.is_foldable(product) && contract(mul);
            let is_difference = op == BinaryOp::FSub;
            fits.then(|| Fused {
                left: self.function.operand(mul, 0),
                right: self.function.operand(mul, 1),
                addend: operands[1 - at],
                negate_product: is_difference && at == 1,
                negate_addend: is_difference && at == 0,
            })
        })
    }

    /// Selects `fma` and `fmuladd`.
    pub(super) fn lower_fma(&mut self, inst: Inst) -> Result<()> {
        let [left, right, addend] = self.operands(inst);
        let kind = self.float_kind(left)?;
        let dst = self.result_reg(inst)?;
        let fused = Fused {
            left,
            right,
            addend,
            negate_product: false,
            negate_addend: false,
        };
        self.emit_fused(kind, dst, &fused)
    }

    /// Emits `dst = ±(a * b) ± c`, taking negations of operands in.
    fn emit_fused(&mut self, kind: FloatKind, dst: Reg, fused: &Fused) -> Result<()> {
        let mut negate_product = fused.negate_product;
        let mut negate_addend = fused.negate_addend;
        let strip = |this: &Self, value: Value, sign: &mut bool| match this.negated(value) {
            Some(inner) => {
                *sign = !*sign;
                inner
            }
            None => value,
        };
        let left = strip(self, fused.left, &mut negate_product);
        let right = strip(self, fused.right, &mut negate_product);
        let addend = strip(self, fused.addend, &mut negate_addend);
        if !negate_addend {
            let opcode = match negate_product {
                false => kind.pick(op::FMLAv1i32_indexed, op::FMLAv1i64_indexed),
                true => kind.pick(op::FMLSv1i32_indexed, op::FMLSv1i64_indexed),
            };
            let how = (opcode, MiFlags::NOFPEXCEPT);
            if self.emit_product_with_lane(how, dst, Some(addend), (left, right))? {
                return Ok(());
            }
        }
        let opcode = match (negate_product, negate_addend) {
            (false, false) => kind.pick(op::FMADDSrrr, op::FMADDDrrr),
            (true, false) => kind.pick(op::FMSUBSrrr, op::FMSUBDrrr),
            (false, true) => kind.pick(op::FNMSUBSrrr, op::FNMSUBDrrr),
            (true, true) => kind.pick(op::FNMADDSrrr, op::FNMADDDrrr),
        };
        let (left, right) = (self.use_value(left)?, self.use_value(right)?);
        let addend = self.use_value(addend)?;
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        emit.reg(addend).flags(MiFlags::NOFPEXCEPT).done();
        Ok(())
    }

    fn is_fused_call(&self, call: Inst) -> bool {
        let intrinsic = Intrinsic::of_call(self.module, self.function, call);
        matches!(intrinsic, Some(Intrinsic::Fma | Intrinsic::Fmuladd)) && !self.strict_float
    }

    /// Emits `dst = opcode src` for scalars.
    pub(super) fn emit_float_unary(&mut self, opcode: Opcode, dst: Reg, src: Reg) {
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.flags(MiFlags::NOFPEXCEPT).done();
    }

    /// Emits `dst = opcode left, right` for scalars.
    pub(super) fn emit_scalar(&mut self, opcode: Opcode, dst: Reg, left: Reg, right: Reg) {
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        emit.flags(MiFlags::NOFPEXCEPT).done();
    }
}

impl<'m> FloatArithmetic<'m> for Selector<'_, 'm> {
    fn lower_float_operation(&mut self, inst: Inst, op: BinaryOp, dst: Reg) -> Result<()> {
        let [left, right] = self.operands(inst);
        let kind = self.float_kind(left)?;
        if let Some(fused) = self.contracted(inst, op) {
            return self.emit_fused(kind, dst, &fused);
        }
        let opcode = match op {
            BinaryOp::FAdd => kind.pick(op::FADDSrr, op::FADDDrr),
            BinaryOp::FSub => kind.pick(op::FSUBSrr, op::FSUBDrr),
            BinaryOp::FMul => kind.pick(op::FMULSrr, op::FMULDrr),
            _ => kind.pick(op::FDIVSrr, op::FDIVDrr),
        };
        let flags = self.fast_math(inst) | MiFlags::NOFPEXCEPT;
        if op == BinaryOp::FMul
            && !self.strict_float
            && (self.lower_scaled_conversion(dst, kind, left, right)?
                || self.lower_scaled_conversion(dst, kind, right, left)?)
        {
            return Ok(());
        }
        if op == BinaryOp::FMul {
            for (negated, other) in [(left, right), (right, left)] {
                if let Some(inner) = self.negated(negated) {
                    let opcode = kind.pick(op::FNMULSrr, op::FNMULDrr);
                    let (lhs, rhs) = (self.use_value(inner)?, self.use_value(other)?);
                    let emit = self.emit(opcode).def(dst).reg(lhs).reg(rhs);
                    emit.flags(flags).done();
                    return Ok(());
                }
            }
            let opcode = kind.pick(op::FMULv1i32_indexed, op::FMULv1i64_indexed);
            if self.emit_product_with_lane((opcode, flags), dst, None, (left, right))? {
                return Ok(());
            }
        }
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let emit = self.emit(opcode).def(dst).reg(lhs).reg(rhs);
        emit.flags(flags).done();
        Ok(())
    }

    /// Selects fneg.
    fn lower_fneg(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let dst = self.result_reg(inst)?;
        if self.is_foldable(operand)
            && !self.strict_float
            && let Some((product, InstKind::Binary(BinaryOp::FMul))) = self.def_kind(operand)
        {
            let [left, right] = [0, 1].map(|index| self.function.operand(product, index));
            let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
            let opcode = kind.pick(op::FNMULSrr, op::FNMULDrr);
            let emit = self.emit(opcode).def(dst).reg(lhs).reg(rhs);
            emit.flags(MiFlags::NOFPEXCEPT).done();
            return Ok(());
        }
        if self.is_foldable(operand)
            && let Some((call, InstKind::Call(_))) = self.def_kind(operand)
            && self.is_fused_call(call)
        {
            let [left, right, addend] = [0, 1, 2].map(|index| self.function.operand(call, index));
            // Exact zeros have another sign then: only where that does not matter.
            let flags = self.function.insts[inst].flags;
            if flags.contains(InstFlags::NSZ) {
                let fused = Fused {
                    left,
                    right,
                    addend,
                    negate_product: true,
                    negate_addend: true,
                };
                return self.emit_fused(kind, dst, &fused);
            }
        }
        let src = self.use_value(operand)?;
        self.emit_float_unary(kind.pick(op::FNEGSr, op::FNEGDr), dst, src);
        Ok(())
    }

    fn emit_float_product(&mut self, kind: FloatKind, dst: Reg, left: Reg, right: Reg) {
        self.emit_scalar(kind.pick(op::FMULSrr, op::FMULDrr), dst, left, right);
    }

    fn float_bits(&mut self, kind: FloatKind, src: Reg) -> Reg {
        let dst = self.new_reg(kind.pick(PartType::Int(32), PartType::Int(64)));
        self.emit_copy(dst, src);
        dst
    }
}
