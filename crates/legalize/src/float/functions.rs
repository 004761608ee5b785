//! Functions: calls of the C library, and those expanded to comparisons and selects.

use avarice_ir::{
    BinaryOp, CastOp, FloatPredicate, InstFlags, InstKind, IntPredicate, Intrinsic, TypeData,
    TypeTable, Value,
};

use super::{Builder, Format};
use crate::library::library_function;

/// The C function that rounds to an integer, which has 64 bits.
fn rounding_function(intrinsic: Intrinsic) -> Option<&'static str> {
    Some(match intrinsic {
        Intrinsic::Lrint => "lrint",
        Intrinsic::Llrint => "llrint",
        Intrinsic::Lround => "lround",
        Intrinsic::Llround => "llround",
        _ => return None,
    })
}

impl Builder<'_> {
    /// Rewrites a function of numbers that are not computed by the target.
    pub(super) fn expand_function(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        let first = self.operand(0);
        let format = self.format(first).filter(|format| format.is_soft())?;
        if format.is_narrow() {
            return self.widened_function(intrinsic, format);
        }
        let (ty, suffix) = (format.ty(), format.library_suffix()?);
        let args = self.arguments();
        if let Some(name) = library_function(intrinsic) {
            if format == Format::X87 && intrinsic == Intrinsic::Sqrt {
                return None;
            }
            return Some(self.call(&format!("{name}{suffix}"), ty, &args));
        }
        if let Some(name) = rounding_function(intrinsic) {
            let result = self.call(&format!("{name}{suffix}"), TypeTable::I64, &args);
            let to = self.function.insts[self.at].ty;
            return (self.bits(to)? <= 64).then(|| self.cast(CastOp::Trunc, result, to));
        }
        match intrinsic {
            Intrinsic::Powi if self.ty(args[1]) == TypeTable::I32 => {
                let name = format!("__powi{}2", format.runtime_name());
                Some(self.call(&name, ty, &args))
            }
            Intrinsic::Ldexp if self.bits(self.ty(args[1]))? <= 32 => {
                let exponent = self.cast(CastOp::SExt, args[1], TypeTable::I32);
                Some(self.call(&format!("ldexp{suffix}"), ty, &[first, exponent]))
            }
            Intrinsic::Fmuladd => {
                let product = self.binary(BinaryOp::FMul, args[0], args[1]);
                Some(self.binary(BinaryOp::FAdd, product, args[2]))
            }
            Intrinsic::Canonicalize => {
                let one = self.float_constant(format, format.power_of_two(0));
                Some(self.binary(BinaryOp::FMul, first, one))
            }
            Intrinsic::Minimum | Intrinsic::Maximum => {
                Some(self.minimum(intrinsic == Intrinsic::Maximum, format))
            }
            _ => None,
        }
    }

    /// The arguments of the current call.
    pub(super) fn arguments(&self) -> Vec<Value> {
        let info = self.function.insts[self.at].kind.call_info();
        let count = info.map_or(0, |info| info.num_args as usize);
        (0..count).map(|index| self.operand(index)).collect()
    }

    /// The function of `float`, of narrow operands.
    fn widened_function(&mut self, intrinsic: Intrinsic, format: Format) -> Option<Value> {
        use Intrinsic::{Canonicalize, Fmuladd, Ldexp, Maximum, Minimum, Powi};
        let to = self.function.insts[self.at].ty;
        let rounds = rounding_function(intrinsic).is_some();
        let known = library_function(intrinsic).is_some()
            || matches!(
                intrinsic,
                Canonicalize | Fmuladd | Ldexp | Maximum | Minimum | Powi
            );
        if !known && !rounds {
            return None;
        }
        let mut args = self.arguments();
        for arg in &mut args {
            if self.format(*arg) == Some(format) {
                *arg = self.widened(*arg);
            }
        }
        let ret = if rounds { to } else { TypeTable::FLOAT };
        let params: Vec<_> = args.iter().map(|arg| self.ty(*arg)).collect();
        let overloads = intrinsic.overloads(&self.module.types, ret, &params)?;
        let flags = self.function.insts[self.at].flags;
        let result = self.intrinsic(intrinsic, &overloads, ret, flags, &args);
        match rounds {
            true => Some(result),
            false => Some(self.cast(CastOp::FpTrunc, result, to)),
        }
    }

    /// `minimum`, `maximum`: NaN if there is one, and -0 below +0.
    fn minimum(&mut self, maximum: bool, format: Format) -> Value {
        let (left, right) = (self.operand(0), self.operand(1));
        let predicate = match maximum {
            true => FloatPredicate::Ogt,
            false => FloatPredicate::Olt,
        };
        let is_left = self.fcmp(predicate, left, right);
        let chosen = self.select(is_left, left, right);
        // Equal numbers differ in the sign of zero at most.
        let negative = match format {
            Format::X87 => self.x87_is_negative(left),
            _ => self.sign_is_set(left, format),
        };
        let signed = match maximum {
            true => self.select(negative, right, left),
            false => self.select(negative, left, right),
        };
        let equal = self.fcmp(FloatPredicate::Oeq, left, right);
        let chosen = self.select(equal, signed, chosen);
        let nan = self.binary(BinaryOp::FAdd, left, right);
        let unordered = self.fcmp(FloatPredicate::Uno, left, right);
        self.select(unordered, nan, chosen)
    }

    fn sign_is_set(&mut self, value: Value, format: Format) -> Value {
        let ty = self.module.types.int(format.bits());
        let bits = self.cast(CastOp::BitCast, value, ty);
        let zero = self.wide_int(ty, 0);
        self.icmp(IntPredicate::Slt, bits, zero)
    }

    /// `fptosi.sat`, `fptoui.sat`, unless selection has them: what does not fit gives the nearest integer,
    /// NaN gives 0.
    pub(super) fn expand_saturating(&mut self, signed: bool) -> Option<Value> {
        let value = self.operand(0);
        let to = self.function.insts[self.at].ty;
        let (format, bits) = (self.format(value)?, self.bits(to)?);
        if format.is_narrow() {
            let single = self.widened(value);
            let intrinsic = self.called_intrinsic()?;
            let overloads = [to, TypeTable::FLOAT];
            let flags = InstFlags::empty();
            return Some(self.intrinsic(intrinsic, &overloads, to, flags, &[single]));
        }
        if bits > 128 || (!format.is_soft() && bits <= 64) {
            return None;
        }
        let op = if signed {
            CastOp::FpToSi
        } else {
            CastOp::FpToUi
        };
        let direct = self.cast(op, value, to);
        let all = u128::MAX >> (128 - bits);
        let (least, most, exponent) = match signed {
            true => (all ^ all >> 1, all >> 1, bits - 1),
            false => (0, all, bits),
        };
        let low = match signed {
            true => format.power_of_two(exponent) | format.sign(),
            false => 0,
        };
        let low = self.float_constant(format, low);
        let is_low = self.fcmp(FloatPredicate::Ult, value, low);
        let least = self.wide_int(to, least);
        let result = self.select(is_low, least, direct);
        let high = self.float_constant(format, format.power_of_two(exponent));
        let is_high = self.fcmp(FloatPredicate::Oge, value, high);
        let most = self.wide_int(to, most);
        let result = self.select(is_high, most, result);
        if !signed {
            return Some(result);
        }
        let is_nan = self.fcmp(FloatPredicate::Uno, value, value);
        let zero = self.wide_int(to, 0);
        Some(self.select(is_nan, zero, result))
    }

    /// `frexp`: the C function, which stores the exponent.
    pub(super) fn expand_frexp(&mut self) -> Option<Value> {
        let value = self.operand(0);
        let ty = self.function.insts[self.at].ty;
        let format = self.format(value)?;
        let (fields, _) = self.module.types.struct_fields(ty)?;
        let exponent_type = *fields.get(1)?;
        if !matches!(self.module.types[exponent_type], TypeData::Integer(..=32)) {
            return None;
        }
        let wide = match format.is_narrow() {
            true => self.widened(value),
            false => value,
        };
        let suffix = format.library_suffix().unwrap_or("f");
        let slot = self.alloca(TypeTable::I32, 4);
        let fraction = self.call(&format!("frexp{suffix}"), self.ty(wide), &[wide, slot]);
        let fraction = match format.is_narrow() {
            true => self.cast(CastOp::FpTrunc, fraction, format.ty()),
            false => fraction,
        };
        let exponent = self.load(TypeTable::I32, slot, 4);
        let exponent = self.cast(CastOp::Trunc, exponent, exponent_type);
        let mut pair = self.poison(ty);
        for (index, field) in [fraction, exponent].into_iter().enumerate() {
            let kind = InstKind::InsertValue([index as u32].into());
            pair = self.value(kind, ty, InstFlags::empty(), &[pair, field]);
        }
        Some(pair)
    }
}
