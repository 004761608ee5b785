//! Intrinsics of floating-point numbers.

use super::compare::Condition;
use avarice_ir::{Inst, Intrinsic};
use avarice_lower::select::{Conditions, FloatMath, IntWidth, Integers, RuntimeCalls};
use avarice_lower::{FloatKind, PartType, Result, class_ranges};
use avarice_mir::{MiFlags, Reg};

use super::float::VectorMask;
use super::{Selector, Width};
use crate::op;
use crate::subtarget::Features;

/// The immediate of `ROUNDSD` for an intrinsic.
pub(super) fn rounding(intrinsic: Intrinsic) -> Option<i64> {
    Some(match intrinsic {
        Intrinsic::Roundeven => 8,
        Intrinsic::Floor => 9,
        Intrinsic::Ceil => 10,
        Intrinsic::Trunc => 11,
        Intrinsic::Rint => 4,
        Intrinsic::Nearbyint => 12,
        _ => return None,
    })
}

impl Selector<'_, '_> {
    fn float_operands(&mut self, inst: Inst) -> Result<(FloatKind, Reg, Reg)> {
        let [left, right] = self.operands(inst);
        let kind = self.float_kind(left)?;
        Ok((kind, self.use_value(left)?, self.use_value(right)?))
    }

    /// Whether `llvm.is.fpclass` asks for no class at all: it does not read its operand then.
    fn has_no_class(&self, inst: Inst) -> Result<bool> {
        let [operand, test] = self.operands(inst);
        let kind = self.float_kind(operand)?;
        Ok(class_ranges(kind, self.const_int(test).unwrap_or(0)).is_empty())
    }

    fn lower_sqrt(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let emit = self
            .emit(kind.pick(op::SQRTSSr, op::SQRTSDr))
            .def(dst)
            .reg(src);
        emit.flags(MiFlags::NOFPEXCEPT).done();
        Ok(())
    }

    fn lower_fabs(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_with_mask(op::ANDPSrm, dst, src, kind, VectorMask::Magnitude);
        Ok(())
    }

    fn lower_copysign(&mut self, inst: Inst) -> Result<()> {
        let sign_of = self.function.operand(inst, 1);
        if self.float_kind(sign_of)? != self.float_kind(self.function.operand(inst, 0))? {
            return self.unsupported("llvm.copysign of different types");
        }
        let (kind, magnitude, sign) = self.float_operands(inst)?;
        let dst = self.result_reg(inst)?;
        let part = kind.part();
        let (signs, rest) = (self.new_reg(part), self.new_reg(part));
        self.emit_with_mask(op::ANDPSrm, signs, sign, kind, VectorMask::Sign);
        self.emit_with_mask(op::ANDPSrm, rest, magnitude, kind, VectorMask::Magnitude);
        self.emit(op::ORPSrr).def(dst).reg(rest).reg(signs).done();
        Ok(())
    }

    /// `a * b + c`, with one rounding where there is an instruction for that.
    fn lower_multiply_add(&mut self, inst: Inst) -> Result<()> {
        let (kind, left, right) = self.float_operands(inst)?;
        let addend = self.function.operand(inst, 2);
        let addend = self.use_value(addend)?;
        let dst = self.result_reg(inst)?;
        if self.features().contains(Features::FMA) {
            let opcode = kind.pick(op::VFMADD213SSr, op::VFMADD213SDr);
            let emit = self.emit(opcode).def(dst).reg(left).reg(right).reg(addend);
            emit.flags(MiFlags::NOFPEXCEPT).done();
            return Ok(());
        }
        let product = self.scalar(kind, kind.pick(op::MULSSrr, op::MULSDrr), left, right);
        self.emit_scalar(kind.pick(op::ADDSSrr, op::ADDSDrr), dst, product, addend);
        Ok(())
    }

    // ---- Minimum and maximum ------------------------------------------------------------------

    /// `minnum`, `maxnum`: a number if there is one. The instruction gives its second operand (`left`)
    /// if either is NaN, which is wrong only if that one is NaN.
    fn lower_min_max_number(&mut self, inst: Inst, maximum: bool) -> Result<()> {
        let (kind, left, right) = self.float_operands(inst)?;
        let dst = self.result_reg(inst)?;
        if self.fast_math(inst).contains(MiFlags::NNAN) {
            self.emit_scalar(min_max_opcode(kind, maximum), dst, left, right);
        } else {
            self.emit_min_max_number(kind, maximum, dst, left, right);
        }
        Ok(())
    }

    /// `dst` = the greater or the smaller number of two, or the only one.
    pub(super) fn emit_min_max_number(
        &mut self,
        kind: FloatKind,
        maximum: bool,
        dst: Reg,
        left: Reg,
        right: Reg,
    ) {
        let is_nan = self.emit_mask(kind, left, left, 3);
        let chosen = self.scalar(kind, min_max_opcode(kind, maximum), right, left);
        self.emit_mask_select(dst, is_nan, right, chosen);
    }

    /// `minimum`, `maximum`: NaN if there is one, and -0 below +0. The instruction gives its second
    /// operand for zeros: both orders, joined bit by bit, give the right sign.
    fn lower_minimum(&mut self, inst: Inst, maximum: bool) -> Result<()> {
        let (kind, left, right) = self.float_operands(inst)?;
        let dst = self.result_reg(inst)?;
        let (opcode, join) = match maximum {
            true => (kind.pick(op::MAXSSrr, op::MAXSDrr), op::ANDPSrr),
            false => (kind.pick(op::MINSSrr, op::MINSDrr), op::ORPSrr),
        };
        let one = self.scalar(kind, opcode, left, right);
        let other = self.scalar(kind, opcode, right, left);
        let joined = self.emit_logic(join, one, other);
        let is_nan = self.emit_mask(kind, left, right, 3);
        let nan = self.scalar(kind, kind.pick(op::ADDSSrr, op::ADDSDrr), left, right);
        self.emit_mask_select(dst, is_nan, nan, joined);
        Ok(())
    }

    /// `lround` and its kin, whose C functions give 64 bits.
    fn lower_round_to_int(&mut self, inst: Inst, name: &str) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let result = self.new_reg(PartType::Int(64));
        let args = [(kind.part(), src)];
        self.emit_math_call(name, kind.part(), &args, (PartType::Int(64), result))?;
        self.copy_low(dst, result, Width::W64, Width::of_bits(bits));
        Ok(())
    }
}

impl<'m> FloatMath<'m> for Selector<'_, 'm> {
    fn lower_own_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        use Intrinsic::*;
        match intrinsic {
            IsFpclass if self.has_no_class(inst)? => {
                let dst = self.result_reg(inst)?;
                self.emit_set(dst, Condition::Known(false));
            }
            Sqrt => self.lower_sqrt(inst)?,
            Fabs => self.lower_fabs(inst)?,
            Copysign => self.lower_copysign(inst)?,
            Fmuladd => self.lower_multiply_add(inst)?,
            Fma if self.features().contains(Features::FMA) => self.lower_multiply_add(inst)?,
            Minnum | Maxnum => self.lower_min_max_number(inst, intrinsic == Maxnum)?,
            Minimum | Maximum => self.lower_minimum(inst, intrinsic == Maximum)?,
            Lround => self.lower_round_to_int(inst, "lround")?,
            Llround => self.lower_round_to_int(inst, "llround")?,
            Lrint => self.lower_round_to_int(inst, "lrint")?,
            Llrint => self.lower_round_to_int(inst, "llrint")?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn emit_rounding(&mut self, intrinsic: Intrinsic, kind: FloatKind, dst: Reg, src: Reg) -> bool {
        let Some(mode) = rounding(intrinsic) else {
            return false;
        };
        if !self.features().contains(Features::SSE41) {
            return false;
        }
        let emit = self.emit(kind.pick(op::ROUNDSSri, op::ROUNDSDri)).def(dst);
        emit.reg(src).imm(mode).flags(MiFlags::NOFPEXCEPT).done();
        true
    }
}

/// The instruction that gives the greater or the smaller number of two, the second one if either is NaN.
fn min_max_opcode(kind: FloatKind, maximum: bool) -> avarice_target::Opcode {
    match maximum {
        true => kind.pick(op::MAXSSrr, op::MAXSDrr),
        false => kind.pick(op::MINSSrr, op::MINSDrr),
    }
}
