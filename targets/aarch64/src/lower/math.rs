//! Intrinsics of floating-point numbers.

use avarice_ir::{BinaryOp, Inst, InstKind, Intrinsic};
use avarice_lower::select::{FloatArithmetic, FloatMath, IntWidth};
use avarice_lower::{FloatKind, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::operand::{AND, ORR};
use super::{Selector, Width};
use crate::op;

/// The instruction that rounds to an integer as an intrinsic says.
fn rounding(intrinsic: Intrinsic, kind: FloatKind) -> Option<Opcode> {
    use Intrinsic::*;
    Some(match intrinsic {
        Floor => kind.pick(op::FRINTMSr, op::FRINTMDr),
        Ceil => kind.pick(op::FRINTPSr, op::FRINTPDr),
        Trunc => kind.pick(op::FRINTZSr, op::FRINTZDr),
        Rint => kind.pick(op::FRINTXSr, op::FRINTXDr),
        Nearbyint => kind.pick(op::FRINTISr, op::FRINTIDr),
        Round => kind.pick(op::FRINTASr, op::FRINTADr),
        Roundeven => kind.pick(op::FRINTNSr, op::FRINTNDr),
        _ => return None,
    })
}

impl Selector<'_, '_> {
    fn lower_float_op(&mut self, inst: Inst, single: Opcode, double: Opcode) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_float_unary(kind.pick(single, double), dst, src);
        Ok(())
    }

    /// Selects `llvm.fabs`, as one instruction with a difference that has no other use.
    fn lower_fabs(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let difference = self.def_kind(operand).filter(|(_, kind)| {
            matches!(kind, InstKind::Binary(BinaryOp::FSub))
                && self.is_foldable(operand)
                && !self.strict_float
        });
        let Some((difference, _)) = difference else {
            return self.lower_float_op(inst, op::FABSSr, op::FABSDr);
        };
        let kind = self.float_kind(operand)?;
        let [left, right] = [0, 1].map(|index| self.function.operand(difference, index));
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let dst = self.result_reg(inst)?;
        self.emit_scalar(kind.pick(op::FABD32, op::FABD64), dst, lhs, rhs);
        Ok(())
    }

    fn lower_float_op2(&mut self, inst: Inst, single: Opcode, double: Opcode) -> Result<()> {
        let [left, right] = self.operands(inst);
        let kind = self.float_kind(left)?;
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let dst = self.result_reg(inst)?;
        self.emit_scalar(kind.pick(single, double), dst, lhs, rhs);
        Ok(())
    }

    /// The sign of one number with the rest of another.
    fn lower_copysign(&mut self, inst: Inst) -> Result<()> {
        let [magnitude, sign] = self.operands(inst);
        let kind = self.float_kind(magnitude)?;
        if self.float_kind(sign)? != kind {
            return self.unsupported("llvm.copysign of different types");
        }
        let dst = self.result_reg(inst)?;
        let width = kind.pick(Width::W32, Width::W64);
        let (magnitude, sign) = (self.use_value(magnitude)?, self.use_value(sign)?);
        let (magnitude, sign) = (
            self.float_bits(kind, magnitude),
            self.float_bits(kind, sign),
        );
        let mask = kind.sign_mask();
        let sign = self.logical_imm_reg(&AND, width, sign, mask)?;
        let rest = self.logical_imm_reg(&AND, width, magnitude, mask - 1)?;
        let joined = self.alu(&ORR, width, rest, sign);
        self.emit_copy(dst, joined);
        Ok(())
    }

    /// `lround` and `lrint`: halves away from zero, or as the rounding mode says.
    fn lower_round_to_int(&mut self, inst: Inst, away: bool) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let width = Width::of_bits(bits);
        let rounded = match away {
            true => src,
            false => {
                let rounded = self.new_reg(kind.part());
                self.emit_float_unary(kind.pick(op::FRINTXSr, op::FRINTXDr), rounded, src);
                rounded
            }
        };
        let opcode = match (away, width) {
            (true, Width::W32) => kind.pick(op::FCVTASUWSr, op::FCVTASUWDr),
            (true, Width::W64) => kind.pick(op::FCVTASUXSr, op::FCVTASUXDr),
            (false, Width::W32) => kind.pick(op::FCVTZSUWSr, op::FCVTZSUWDr),
            (false, Width::W64) => kind.pick(op::FCVTZSUXSr, op::FCVTZSUXDr),
        };
        self.emit_float_unary(opcode, dst, rounded);
        Ok(())
    }
}

impl<'m> FloatMath<'m> for Selector<'_, 'm> {
    fn lower_own_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        use Intrinsic::*;
        match intrinsic {
            Sqrt => self.lower_float_op(inst, op::FSQRTSr, op::FSQRTDr)?,
            Fabs => self.lower_fabs(inst)?,
            Copysign => self.lower_copysign(inst)?,
            Fmuladd | Fma => self.lower_fma(inst)?,
            Minnum => self.lower_float_op2(inst, op::FMINNMSrr, op::FMINNMDrr)?,
            Maxnum => self.lower_float_op2(inst, op::FMAXNMSrr, op::FMAXNMDrr)?,
            Minimum => self.lower_float_op2(inst, op::FMINSrr, op::FMINDrr)?,
            Maximum => self.lower_float_op2(inst, op::FMAXSrr, op::FMAXDrr)?,
            Lround | Llround => self.lower_round_to_int(inst, true)?,
            Lrint | Llrint => self.lower_round_to_int(inst, false)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn emit_rounding(&mut self, intrinsic: Intrinsic, kind: FloatKind, dst: Reg, src: Reg) -> bool {
        match rounding(intrinsic, kind) {
            Some(opcode) => self.emit_float_unary(opcode, dst, src),
            None => return false,
        }
        true
    }
}
