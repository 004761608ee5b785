//! Floating-point numbers: only what changes no bit of the result.

use avarice_ir::{BinaryOp, ConstKind, TypeData, Value};

use super::{Combined, Combiner};

impl Combiner<'_> {
    /// `x - C -> x + -C`: what is added in one place and subtracted in another is one operation.
    pub(super) fn subtract_float(&mut self, left: Value, right: Value) -> Option<Combined> {
        let id = self.function.as_const(right)?;
        let (format, bits) = self.folder.as_float(id)?;
        if format.is_nan(bits) {
            return None;
        }
        let id = self.folder.fneg(id)?;
        let negated = self.function.const_value(&self.folder.module.consts, id);
        let flags = self.flags();
        Some(self.make(BinaryOp::FAdd, left, negated, flags).into())
    }

    /// `x / 2^n -> x * 2^-n`, where both are normal numbers
    pub(super) fn divide_floats(&mut self, left: Value, right: Value) -> Option<Combined> {
        let id = self.function.as_const(right)?;
        let ConstKind::Float(bits) = *self.folder.kind(id) else {
            return None;
        };
        let ty = self.ty(right);
        let (mantissa, exponent) = match self.folder.module.types[ty] {
            TypeData::Float => (23, 8),
            TypeData::Double => (52, 11),
            _ => return None,
        };
        let greatest = (1u64 << exponent) - 1;
        let biased = bits >> mantissa & greatest;
        let is_power = bits & ((1 << mantissa) - 1) == 0;
        // The exponent of 1 is half of `greatest`.
        let inverse = (greatest - 1).checked_sub(biased)?;
        let is_normal = |exponent: u64| exponent != 0 && exponent != greatest;
        if !is_power || !is_normal(biased) || !is_normal(inverse) {
            return None;
        }
        let sign = bits >> (mantissa + exponent) << (mantissa + exponent);
        let module = &mut *self.folder.module;
        let id = module.constant(ty, ConstKind::Float(sign | inverse << mantissa));
        let factor = self.function.const_value(&module.consts, id);
        let flags = self.flags();
        Some(self.make(BinaryOp::FMul, left, factor, flags).into())
    }
}
