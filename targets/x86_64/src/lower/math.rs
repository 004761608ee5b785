//! Intrinsics of floating-point numbers.

use avarice_ir::{Inst, Intrinsic, Value};
use avarice_legalize::library_function;
use avarice_lower::select::{Integers, RuntimeCalls};
use avarice_lower::{FloatKind, PartType, Result, class_ranges};
use avarice_mir::{MiFlags, Reg};
use smallvec::SmallVec;

use super::compare::{Cc, Condition};
use super::float::{VectorMask, int_width};
use super::int::SUB;
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
    /// Selects an intrinsic of floating-point numbers; `false` if it is none.
    pub(super) fn lower_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        use Intrinsic::*;
        match intrinsic {
            Sqrt => self.lower_sqrt(inst)?,
            Fabs => self.lower_fabs(inst)?,
            Copysign => self.lower_copysign(inst)?,
            Fmuladd => self.lower_multiply_add(inst)?,
            Fma if self.features().contains(Features::FMA) => self.lower_multiply_add(inst)?,
            Minnum | Maxnum => self.lower_min_max_number(inst, intrinsic == Maxnum)?,
            Minimum | Maximum => self.lower_minimum(inst, intrinsic == Maximum)?,
            IsFpclass => self.lower_float_class(inst)?,
            Canonicalize => self.lower_canonicalize(inst)?,
            Powi => self.lower_powi(inst)?,
            Ldexp => self.lower_ldexp(inst)?,
            Lround => self.lower_round_to_int(inst, "lround")?,
            Llround => self.lower_round_to_int(inst, "llround")?,
            Lrint => self.lower_round_to_int(inst, "lrint")?,
            Llrint => self.lower_round_to_int(inst, "llrint")?,
            _ => return self.lower_library_function(inst, intrinsic),
        }
        Ok(true)
    }

    fn float_operands(&mut self, inst: Inst) -> Result<(FloatKind, Reg, Reg)> {
        let [left, right] = self.operands(inst);
        let kind = self.float_kind(left)?;
        Ok((kind, self.use_value(left)?, self.use_value(right)?))
    }

    /// Rounding instructions where there are, else the C library.
    fn lower_library_function(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        let Some(name) = library_function(intrinsic) else {
            return Ok(false);
        };
        let kind = self.float_kind(self.function.operand(inst, 0))?;
        let dst = self.result_reg(inst)?;
        if let Some(mode) = rounding(intrinsic)
            && self.features().contains(Features::SSE41)
        {
            let operand = self.function.operand(inst, 0);
            let src = self.use_value(operand)?;
            let emit = self.emit(kind.pick(op::ROUNDSSri, op::ROUNDSDri)).def(dst);
            emit.reg(src).imm(mode).flags(MiFlags::NOFPEXCEPT).done();
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

    fn lower_canonicalize(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let one = avarice_lower::LocalKey::Float(kind.part(), kind.power_of_two(0));
        let one = self.use_local(one)?;
        self.emit_scalar(kind.pick(op::MULSSrr, op::MULSDrr), dst, src, one);
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
        let width = int_width(kind);
        if ranges.is_empty() {
            self.emit(op::MOV8ri).def(dst).imm(0).done();
            return Ok(());
        }
        let src = self.use_value(operand)?;
        let bits = self.emit_float_bits(kind, src);
        let mut found: Option<Reg> = None;
        for (low, high) in ranges {
            let from = self.use_int(width.bits(), low)?;
            let span = self.use_int(width.bits(), high - low)?;
            let offset = self.alu(&SUB, width, bits, from);
            self.cmp(width, offset, span);
            let inside = self.set(Condition::One(Cc::Be));
            found = Some(match found {
                None => inside,
                Some(before) => {
                    let both = self.new_reg(PartType::Int(8));
                    self.emit(op::OR8rr)
                        .def(both)
                        .reg(before)
                        .reg(inside)
                        .done();
                    both
                }
            });
        }
        if let Some(found) = found {
            self.define(dst, found);
        }
        Ok(())
    }
}

/// The instruction that gives the greater or the smaller number of two, the second one if either is NaN.
fn min_max_opcode(kind: FloatKind, maximum: bool) -> avarice_target::Opcode {
    match maximum {
        true => kind.pick(op::MAXSSrr, op::MAXSDrr),
        false => kind.pick(op::MINSSrr, op::MINSDrr),
    }
}
