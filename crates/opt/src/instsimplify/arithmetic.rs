//! Sums, products, quotients and shifts.

use avarice_ir::{BinaryOp, Inst, InstFlags, InstKind, Value};

use super::{Simplified, Simplifier};
use crate::fold::int::Int;

impl Simplifier<'_> {
    /// An arithmetic or logic operation of which at most one operand is constant.
    pub(super) fn binary(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        left: Value,
        right: Value,
    ) -> Option<Simplified> {
        use BinaryOp::*;
        let (a, b) = (self.constant(left), self.constant(right));
        if let Some(id) = self.folder.partly_constant_binary(op, a, b) {
            return Some(id.into());
        }
        // A constant is on the right from here on.
        let (left, right) = match op {
            Add | Mul | And | Or | Xor | FAdd | FMul if a.is_some() => (right, left),
            _ => (left, right),
        };
        if self.is_undef(left) || self.is_undef(right) {
            return self.binary_of_undef(op, left, right);
        }
        match op {
            Add => self.add(left, right),
            Sub => self.sub(left, right),
            Mul => self.is_one(right).then_some(left.into()),
            UDiv | SDiv => self.divide(op, left, right),
            URem | SRem => self.remainder(op, left, right),
            Shl | LShr | AShr => self.shift(op, left, right),
            And | Or | Xor => self.logic(op, left, right),
            FAdd | FSub | FMul | FDiv | FRem => {
                self.float_binary(op, self.function.insts[inst].flags, left, right)
            }
        }
    }

    fn is_one(&self, value: Value) -> bool {
        self.int(value).is_some_and(|int| int.is_one())
    }

    fn binary_of_undef(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        use BinaryOp::*;
        let undefined = if self.is_undef(right) { right } else { left };
        match op {
            Add | Sub | Xor => Some(undefined.into()),
            And | Mul => self.null(left),
            Or => self.ones(left),
            UDiv | SDiv | URem | SRem | Shl | LShr | AShr if undefined == right => {
                self.poison(left)
            }
            UDiv | SDiv | URem | SRem | Shl | LShr | AShr => self.null(left),
            _ => None,
        }
    }

    fn add(&mut self, left: Value, right: Value) -> Option<Simplified> {
        if self.is_null(right) {
            return Some(left.into());
        }
        if self.are_complements(left, right) {
            return self.ones(left);
        }
        for (sum, other) in [(left, right), (right, left)] {
            // (y - x) + x, where y may be 0
            if let Some((from, subtracted)) = self.operands_of(BinaryOp::Sub, sum)
                && subtracted == other
            {
                return Some(from.into());
            }
        }
        None
    }

    fn sub(&mut self, left: Value, right: Value) -> Option<Simplified> {
        if self.is_null(right) {
            return Some(left.into());
        }
        if left == right {
            return self.null(left);
        }
        // (x + y) - x
        if let Some(other) = self.other_operand(BinaryOp::Add, left, right) {
            return Some(other.into());
        }
        // x - (x - y)
        match self.operands_of(BinaryOp::Sub, right) {
            Some((from, subtracted)) if from == left => Some(subtracted.into()),
            _ => None,
        }
    }

    /// Whether a value is a product with `factor` that did not wrap in a way that matters to a division.
    fn exact_multiple(&self, op: BinaryOp, value: Value, factor: Value) -> Option<Value> {
        let other = self.other_operand(BinaryOp::Mul, value, factor)?;
        let (_, product) = self.kind_of(value)?;
        let flag = match op {
            BinaryOp::UDiv | BinaryOp::URem => InstFlags::NUW,
            _ => InstFlags::NSW,
        };
        self.function.insts[product]
            .flags
            .contains(flag)
            .then_some(other)
    }

    fn is_bool(&self, value: Value) -> bool {
        let types = &self.folder.module.types;
        types.int_bits(types.scalar(self.function.values[value].ty)) == Some(1)
    }

    fn divide(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        if self.is_one(right) || self.is_bool(left) {
            // A divisor of one bit is 1.
            return Some(left.into());
        }
        if left == right {
            let ty = self.function.values[left].ty;
            let types = &self.folder.module.types;
            let bits = types.int_bits(types.scalar(ty))?;
            return Some(self.folder.int(ty, &Int::new(bits, 1)).into());
        }
        self.exact_multiple(op, left, right).map(Simplified::Value)
    }

    fn remainder(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        if left == right || self.is_bool(left) || self.exact_multiple(op, left, right).is_some() {
            return self.null(left);
        }
        // (x % y) % y
        match self.operands_of(op, left) {
            Some((_, divisor)) if divisor == right => Some(left.into()),
            _ => None,
        }
    }

    fn shift(&mut self, op: BinaryOp, left: Value, right: Value) -> Option<Simplified> {
        if self.is_null(right) || self.is_bool(left) {
            // One bit can only be shifted by 0.
            return Some(left.into());
        }
        // There and back again, with nothing lost on the way.
        let (kind, inner) = self.kind_of(left)?;
        let flags = self.function.insts[inner].flags;
        let is_lossless = match (op, kind) {
            (BinaryOp::Shl, InstKind::Binary(BinaryOp::LShr | BinaryOp::AShr)) => {
                flags.contains(InstFlags::EXACT)
            }
            (BinaryOp::LShr, InstKind::Binary(BinaryOp::Shl)) => flags.contains(InstFlags::NUW),
            (BinaryOp::AShr, InstKind::Binary(BinaryOp::Shl)) => flags.contains(InstFlags::NSW),
            _ => false,
        };
        (is_lossless && self.function.operand(inner, 1) == right)
            .then(|| self.function.operand(inner, 0).into())
    }

    /// The number that each element of a constant is.
    fn float(&mut self, value: Value) -> Option<(crate::fold::float::Format, u128)> {
        let id = self.constant(value)?;
        if self.folder.module.types.is_vector(self.folder.ty(id)) {
            let elements = self.folder.elements(id)?;
            let (first, rest) = elements.split_first()?;
            if rest.iter().any(|other| other != first) {
                return None;
            }
            return self.folder.as_float(*first);
        }
        self.folder.as_float(id)
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        flags: InstFlags,
        left: Value,
        right: Value,
    ) -> Option<Simplified> {
        use BinaryOp::*;
        let (no_nans, no_signed_zeros) = (
            flags.contains(InstFlags::NNAN),
            flags.contains(InstFlags::NSZ),
        );
        if let Some((format, bits)) = self.float(right) {
            let is_zero = format.is_zero(bits);
            let is_negative_zero = is_zero && bits != 0;
            let keeps = match op {
                FAdd => is_negative_zero || is_zero && no_signed_zeros,
                FSub => is_zero && (!is_negative_zero || no_signed_zeros),
                FMul | FDiv => bits == format.one(),
                _ => false,
            };
            if keeps {
                return Some(left.into());
            }
            if op == FMul && is_zero && no_nans && no_signed_zeros {
                return self.null(left);
            }
        }
        if op == FSub && left == right && no_nans {
            return self.null(left);
        }
        None
    }

    /// `fneg`
    pub(super) fn fneg(&mut self, value: Value) -> Option<Simplified> {
        match self.kind_of(value)? {
            (InstKind::FNeg, inst) => Some(self.function.operand(inst, 0).into()),
            _ => None,
        }
    }
}
