//! Intrinsics of floating-point numbers.

use avarice_ir::{BinaryOp, Inst, InstKind, Intrinsic, Value};
use avarice_legalize::library_function;
use avarice_lower::select::{Integers, RuntimeCalls};
use avarice_lower::{FloatKind, LocalKey, PartType, Result, class_ranges};
use avarice_mir::Reg;
use avarice_target::Opcode;
use smallvec::SmallVec;

use super::compare::{Cc, Condition};
use super::operand::{AND, ORR, SUB};
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
    /// Selects an intrinsic of floating-point numbers; `false` if it is none.
    pub(super) fn lower_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
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
            IsFpclass => self.lower_float_class(inst)?,
            Canonicalize => self.lower_canonicalize(inst)?,
            Powi => self.lower_powi(inst)?,
            Ldexp => self.lower_ldexp(inst)?,
            Lround | Llround => self.lower_round_to_int(inst, true)?,
            Lrint | Llrint => self.lower_round_to_int(inst, false)?,
            _ => return self.lower_library_function(inst, intrinsic),
        }
        Ok(true)
    }

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

    /// Rounding instructions, else the C library.
    fn lower_library_function(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        let Some(name) = library_function(intrinsic) else {
            return Ok(false);
        };
        let kind = self.float_kind(self.function.operand(inst, 0))?;
        let dst = self.result_reg(inst)?;
        if let Some(opcode) = rounding(intrinsic, kind) {
            let operand = self.function.operand(inst, 0);
            let src = self.use_value(operand)?;
            self.emit_float_unary(opcode, dst, src);
            return Ok(true);
        }
        let info = self.function.insts[inst].kind.call_info();
        let count = info.map_or(0, |info| info.num_args as usize);
        let mut args: SmallVec<[(PartType, Reg); 3]> = SmallVec::new();
        for index in 0..count {
            let operand = self.function.operand(inst, index);
            let src = self.use_value(operand)?;
            args.push((kind.part(), src));
        }
        self.emit_math_call(name, kind.part(), &args, (kind.part(), dst))?;
        Ok(true)
    }

    /// The bits of a number in an integer register of the same size.
    fn float_bits(&mut self, kind: FloatKind, src: Reg) -> Reg {
        let dst = self.new_reg(kind.pick(PartType::Int(32), PartType::Int(64)));
        self.emit_copy(dst, src);
        dst
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

    fn lower_canonicalize(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let one = LocalKey::Float(kind.part(), kind.power_of_two(0));
        let one = self.use_local(one)?;
        self.emit_scalar(kind.pick(op::FMULSrr, op::FMULDrr), dst, src, one);
        Ok(())
    }

    // ---- Integers -----------------------------------------------------------------------------

    fn lower_powi(&mut self, inst: Inst) -> Result<()> {
        let [base, exponent] = self.operands(inst);
        let kind = self.float_kind(base)?;
        if self.int_bits(exponent) != Some(32) {
            return self.unsupported("llvm.powi with an exponent that is no i32");
        }
        let dst = self.result_reg(inst)?;
        let args = [
            (kind.part(), self.use_value(base)?),
            (PartType::Int(32), self.use_value(exponent)?),
        ];
        let name = kind.pick("__powisf2", "__powidf2");
        self.emit_libcall(name, &args, &[(kind.part(), dst)])
    }

    fn lower_ldexp(&mut self, inst: Inst) -> Result<()> {
        let [base, exponent] = self.operands(inst);
        let kind = self.float_kind(base)?;
        let bits = self.narrow_bits(exponent)?;
        if bits > 32 {
            return self.unsupported("llvm.ldexp with an exponent of more than 32 bits");
        }
        let dst = self.result_reg(inst)?;
        let exponent = self.extend(exponent, true, Width::W32)?;
        let args = [
            (kind.part(), self.use_value(base)?),
            (PartType::Int(32), exponent),
        ];
        let name = kind.pick("ldexpf", "ldexp");
        self.emit_libcall(name, &args, &[(kind.part(), dst)])
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

    // ---- Classes ------------------------------------------------------------------------------

    /// `llvm.is.fpclass`: each class is a range of the number's bits, read as an unsigned integer.
    fn lower_float_class(&mut self, inst: Inst) -> Result<()> {
        let (operand, test): (Value, Value) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let kind = self.float_kind(operand)?;
        let dst = self.result_reg(inst)?;
        let ranges = class_ranges(kind, self.const_int(test).unwrap_or(0));
        let width = kind.pick(Width::W32, Width::W64);
        let src = self.use_value(operand)?;
        let bits = self.float_bits(kind, src);
        let mut found: Option<Reg> = None;
        for (low, high) in ranges {
            let from = self.use_int(width.bits(), low)?;
            let span = self.use_int(width.bits(), high - low)?;
            let offset = self.alu(&SUB, width, bits, from);
            self.cmp(width, offset, span);
            let inside = self.new_reg(PartType::Int(32));
            self.emit_set(inside, Condition::One(Cc::Ls));
            found = Some(match found {
                None => inside,
                Some(before) => self.alu(&ORR, Width::W32, before, inside),
            });
        }
        match found {
            Some(found) => self.define(dst, found),
            None => self.emit_int(dst, Width::W32, 0),
        }
        Ok(())
    }
}
