//! Conversions between integers and floating-point numbers.

use avarice_ir::{CastOp, Inst, InstKind, Intrinsic, Value};
use avarice_lower::select::{
    Conditions, FloatCast, FloatCasts, IntWidth, Integers, SaturatingCast,
};
use avarice_lower::{ConstValue, FloatKind, PartType, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::compare::Cc;
use super::vector::rounding_conversion;
use super::{Selector, Width};
use crate::{op, sub};

/// The conversion of a number to an integer, towards zero; what does not fit gives the nearest integer, NaN
/// gives 0.
fn to_int(kind: FloatKind, signed: bool, width: Width) -> Opcode {
    match (kind, signed, width) {
        (FloatKind::Single, true, Width::W32) => op::FCVTZSUWSr,
        (FloatKind::Single, true, Width::W64) => op::FCVTZSUXSr,
        (FloatKind::Double, true, Width::W32) => op::FCVTZSUWDr,
        (FloatKind::Double, true, Width::W64) => op::FCVTZSUXDr,
        (FloatKind::Single, false, Width::W32) => op::FCVTZUUWSr,
        (FloatKind::Single, false, Width::W64) => op::FCVTZUUXSr,
        (FloatKind::Double, false, Width::W32) => op::FCVTZUUWDr,
        (FloatKind::Double, false, Width::W64) => op::FCVTZUUXDr,
    }
}

/// Where a number is rounded that becomes an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rounding {
    Down,
    Up,
    /// To the nearest, halves away from zero.
    Away,
    /// To the nearest, halves to the even one.
    Even,
    Zero,
}

impl Rounding {
    fn to_int(self, kind: FloatKind, signed: bool, width: Width) -> Opcode {
        let name = match (self, signed) {
            (Self::Down, true) => "fcvtms",
            (Self::Down, false) => "fcvtmu",
            (Self::Up, true) => "fcvtps",
            (Self::Up, false) => "fcvtpu",
            (Self::Away, true) => "fcvtas",
            (Self::Away, false) => "fcvtau",
            (Self::Even, true) => "fcvtns",
            (Self::Even, false) => "fcvtnu",
            (Self::Zero, _) => return to_int(kind, signed, width),
        };
        rounding_conversion(name, kind, width).unwrap_or(to_int(kind, signed, width))
    }
}

fn from_int(kind: FloatKind, signed: bool, width: Width) -> Opcode {
    match (kind, signed, width) {
        (FloatKind::Single, true, Width::W32) => op::SCVTFUWSri,
        (FloatKind::Single, true, Width::W64) => op::SCVTFUXSri,
        (FloatKind::Double, true, Width::W32) => op::SCVTFUWDri,
        (FloatKind::Double, true, Width::W64) => op::SCVTFUXDri,
        (FloatKind::Single, false, Width::W32) => op::UCVTFUWSri,
        (FloatKind::Single, false, Width::W64) => op::UCVTFUXSri,
        (FloatKind::Double, false, Width::W32) => op::UCVTFUWDri,
        (FloatKind::Double, false, Width::W64) => op::UCVTFUXDri,
    }
}

/// The same, divided by a power of two.
fn from_fixed_point(kind: FloatKind, signed: bool, width: Width) -> Opcode {
    match (kind, signed, width) {
        (FloatKind::Single, true, Width::W32) => op::SCVTFSWSri,
        (FloatKind::Single, true, Width::W64) => op::SCVTFSXSri,
        (FloatKind::Double, true, Width::W32) => op::SCVTFSWDri,
        (FloatKind::Double, true, Width::W64) => op::SCVTFSXDri,
        (FloatKind::Single, false, Width::W32) => op::UCVTFSWSri,
        (FloatKind::Single, false, Width::W64) => op::UCVTFSXSri,
        (FloatKind::Double, false, Width::W32) => op::UCVTFSWDri,
        (FloatKind::Double, false, Width::W64) => op::UCVTFSXDri,
    }
}

/// The conversion between two types of numbers.
fn resize(from: PartType, to: PartType) -> Option<Opcode> {
    use PartType::{Double, Float, Half};
    Some(match (from, to) {
        (Half, Float) => op::FCVTSHr,
        (Half, Double) => op::FCVTDHr,
        (Float, Half) => op::FCVTHSr,
        (Float, Double) => op::FCVTDSr,
        (Double, Half) => op::FCVTHDr,
        (Double, Float) => op::FCVTSDr,
        _ => return None,
    })
}

impl Selector<'_, '_> {
    /// `dst = value * factor`, where `value` is a converted integer without other uses and `factor` one half, one
    /// quarter and so on: the conversion scales. Returns whether that was so.
    pub(super) fn lower_scaled_conversion(
        &mut self,
        dst: Reg,
        kind: FloatKind,
        value: Value,
        factor: Value,
    ) -> Result<bool> {
        let Some((inst, InstKind::Cast(op @ (CastOp::SiToFp | CastOp::UiToFp)))) =
            self.def_kind(value)
        else {
            return Ok(false);
        };
        let operand = self.function.operand(inst, 0);
        let bits = self
            .int_bits(operand)
            .filter(|bits| matches!(bits, 32 | 64));
        let (Some(bits), Some(scale)) = (bits, self.negative_exponent(kind, factor)) else {
            return Ok(false);
        };
        let is_constant = self.function.as_const(operand).is_some();
        if !(1..=bits).contains(&scale) || is_constant || !self.is_foldable(value) {
            return Ok(false);
        }
        let src = self.use_value(operand)?;
        let opcode = from_fixed_point(kind, *op == CastOp::SiToFp, Width::of_bits(bits));
        let emit = self.emit(opcode).def(dst).reg(src).imm(scale.into());
        emit.flags(MiFlags::NOFPEXCEPT).done();
        Ok(true)
    }

    /// The `n` for which `value` is two to the power of `-n`.
    fn negative_exponent(&self, kind: FloatKind, value: Value) -> Option<u32> {
        let id = self.function.as_const(value)?;
        let Ok((ConstValue::Float(bits), _)) = self.const_value(id, 0) else {
            return None;
        };
        let (fraction, bias) = kind.pick((23, 127), (52, 1023));
        let exponent = (bits >> fraction) as u32;
        (bits == u64::from(exponent) << fraction && exponent <= bias).then(|| bias - exponent)
    }

    /// The rounding of a number that has no other use, and the number before rounding.
    fn rounded_number(&self, value: Value) -> Option<(Rounding, Value)> {
        let (inst, InstKind::Call(_)) = self.def_kind(value)? else {
            return None;
        };
        let rounding = match Intrinsic::of_call(self.module, self.function, inst)? {
            Intrinsic::Floor => Rounding::Down,
            Intrinsic::Ceil => Rounding::Up,
            Intrinsic::Round => Rounding::Away,
            Intrinsic::Roundeven => Rounding::Even,
            Intrinsic::Trunc => Rounding::Zero,
            _ => return None,
        };
        let fits = self.is_foldable(value) && !self.strict_float;
        fits.then(|| (rounding, self.function.operand(inst, 0)))
    }

    /// Whether a conversion is from or to `bfloat`, whose registers are those of `half`.
    fn is_bfloat(&self, inst: Inst) -> bool {
        let types = &self.module.types;
        let operand = self.function.operand(inst, 0);
        [self.ty(operand), self.function.insts[inst].ty]
            .iter()
            .any(|ty| matches!(types[*ty], avarice_ir::TypeData::BFloat))
    }

    /// A copy between the two kinds of registers; 16 bits go through 32.
    fn lower_bit_cast(
        &mut self,
        dst: Reg,
        operand: Value,
        from: PartType,
        to: PartType,
    ) -> Result<()> {
        let src = self.use_value(operand)?;
        match (from, to) {
            (PartType::Half, PartType::Int(_)) => {
                let whole = self.new_reg(PartType::Float);
                self.emit_low_vector(whole, src, sub::HSUB);
                self.emit_copy(dst, whole);
            }
            (PartType::Int(_), PartType::Half) => {
                let whole = self.new_reg(PartType::Float);
                self.emit_copy(whole, src);
                let copy = self.emit(op::COPY).def(dst);
                copy.sub_reg(whole, sub::HSUB).done();
            }
            _ => {
                self.emit_copy(dst, src);
            }
        }
        Ok(())
    }
}

impl<'m> FloatCasts<'m> for Selector<'_, 'm> {
    fn emit_float_cast(&mut self, cast: &FloatCast) -> Result<bool> {
        use CastOp::*;
        let FloatCast {
            inst,
            op,
            dst,
            operand,
            from,
            to,
        } = *cast;
        match (op, FloatKind::of(from), FloatKind::of(to)) {
            (FpExt | FpTrunc, ..) if resize(from, to).is_some() && !self.is_bfloat(inst) => {
                let src = self.use_value(operand)?;
                if let Some(opcode) = resize(from, to) {
                    self.emit_float_unary(opcode, dst, src);
                }
            }
            (FpToSi | FpToUi, Some(kind), None) if to.is_int() => {
                let signed = op == FpToSi;
                let width = Width::of_bits(to.bits());
                let (opcode, operand) = match self.rounded_number(operand) {
                    Some((rounding, inner)) => (rounding.to_int(kind, signed, width), inner),
                    None => (to_int(kind, signed, width), operand),
                };
                let src = self.use_value(operand)?;
                self.emit_float_unary(opcode, dst, src);
            }
            (SiToFp | UiToFp, None, Some(kind)) if from.is_int() => {
                let signed = op == SiToFp;
                let width = Width::of_bits(from.bits());
                let src = self.extend(operand, signed, width)?;
                self.emit_float_unary(from_int(kind, signed, width), dst, src);
            }
            (BitCast, ..) if from.bits() == to.bits() => {
                self.lower_bit_cast(dst, operand, from, to)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn emit_saturating_cast(&mut self, cast: &SaturatingCast) -> Result<()> {
        let (dst, src, kind) = (cast.dst, cast.src, cast.kind);
        let (signed, bits) = (cast.signed, cast.bits);
        let width = Width::of_bits(bits);
        let opcode = to_int(kind, signed, width);
        if bits == width.bits() {
            self.emit_float_unary(opcode, dst, src);
            return Ok(());
        }
        // The nearest of the register's integers is brought into the range of the type.
        let mut result = self.new_reg(width.part());
        self.emit_float_unary(opcode, result, src);
        let mask = u64::MAX >> (64 - bits);
        let bounds: &[(u64, Cc)] = match signed {
            true => &[(mask >> 1, Cc::Gt), (!(mask >> 1), Cc::Lt)],
            false => &[(mask, Cc::Hi)],
        };
        for (bound, outside) in bounds {
            let limit = self.use_int(width.bits(), *bound)?;
            self.cmp(width, result, limit);
            result = self.csel(width, *outside, limit, result);
        }
        self.define(dst, result);
        Ok(())
    }
}
