//! Comparisons and selections.

use std::cmp::Ordering;

use avarice_ir::{
    BinaryOp, CastOp, FloatPredicate, InstFlags, InstKind, IntPredicate, Type, Value,
};

use super::{Simplified, Simplifier};
use crate::fold::holds;
use crate::range::{ConstantRange, MAX_BITS};

impl Simplifier<'_> {
    fn truth(&mut self, ty: Type, value: bool) -> Option<Simplified> {
        Some(self.folder.bool(ty, value).into())
    }

    /// `icmp` of type `ty`
    pub(super) fn icmp(
        &mut self,
        ty: Type,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Option<Simplified> {
        use IntPredicate::{Eq, Ne};
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.folder.poison(ty).into());
        }
        let (predicate, left, right) = if self.constant(left).is_some() {
            (predicate.swapped(), right, left)
        } else {
            (predicate, left, right)
        };
        if left == right {
            return self.truth(ty, holds(predicate, Ordering::Equal));
        }
        if self.is_undef(right) {
            let id = if matches!(predicate, Eq | Ne) {
                self.folder.undef(ty)
            } else {
                self.folder.bool(ty, holds(predicate, Ordering::Equal))
            };
            return Some(id.into());
        }
        // A truth value compared with a truth value.
        if self.function.values[left].ty == ty
            && let Some(value) = self.int(right)
            && match predicate {
                Eq => value.is_one(),
                Ne => value.is_zero(),
                _ => false,
            }
        {
            return Some(left.into());
        }
        if let Some(value) = self.truth_value(ty, predicate, left, right) {
            return Some(value.into());
        }
        if self.is_null(right)
            && matches!(
                self.kind_of(left),
                Some((
                    InstKind::Alloca {
                        address_space: 0,
                        ..
                    },
                    _
                ))
            )
        {
            // Greater than null as an unsigned number.
            return match predicate {
                Eq | IntPredicate::Ule => self.truth(ty, false),
                Ne | IntPredicate::Ugt => self.truth(ty, true),
                _ => None,
            };
        }
        let (a, b) = (self.range(left)?, self.range(right)?);
        if a.always(predicate, b) {
            return self.truth(ty, true);
        }
        if a.always(predicate.inverse(), b) {
            return self.truth(ty, false);
        }
        None
    }

    /// The truth value of type `ty` that was made a number, and is now compared so that it comes out again.
    fn truth_value(
        &self,
        ty: Type,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Option<Value> {
        let (InstKind::Cast(op @ (CastOp::ZExt | CastOp::SExt)), inst) = self.kind_of(left)? else {
            return None;
        };
        let value = self.function.operand(inst, 0);
        let number = self.int(right)?;
        let is_true = if *op == CastOp::ZExt {
            number.is_one()
        } else {
            number.is_ones()
        };
        let comes_out = match predicate {
            IntPredicate::Ne | IntPredicate::Ugt => number.is_zero(),
            IntPredicate::Sgt => number.is_zero() && *op == CastOp::ZExt,
            IntPredicate::Slt => number.is_zero() && *op == CastOp::SExt,
            IntPredicate::Eq | IntPredicate::Uge => is_true,
            _ => false,
        };
        (comes_out && self.function.values[value].ty == ty).then_some(value)
    }

    /// What follows from a value's definition alone.
    pub(super) fn range(&self, value: Value) -> Option<ConstantRange> {
        let types = &self.folder.module.types;
        let bits = types.int_bits(types.scalar(self.function.values[value].ty))?;
        if bits > MAX_BITS {
            return None;
        }
        if let Some(id) = self.constant(value) {
            let range = self
                .folder
                .as_int(id)
                .map(|int| ConstantRange::single(bits, int.low_u128()));
            return Some(range.unwrap_or(ConstantRange::full(bits)));
        }
        let Some((kind, inst)) = self.kind_of(value) else {
            return Some(ConstantRange::full(bits));
        };
        let operand = |index| {
            let value = self.function.operand(inst, index);
            let types = &self.folder.module.types;
            let bits = types.int_bits(types.scalar(self.function.values[value].ty));
            let bits = bits.filter(|bits| *bits <= MAX_BITS)?;
            let number = self.int(value);
            Some(match number {
                Some(number) => ConstantRange::single(bits, number.low_u128()),
                None => ConstantRange::full(bits),
            })
        };
        let range = match kind {
            InstKind::Cast(op @ (CastOp::ZExt | CastOp::SExt)) => {
                operand(0).map(|range| range.cast(*op, bits))
            }
            InstKind::Binary(op) if !is_float(*op) => {
                let flags = self.function.insts[inst].flags;
                operand(0)
                    .zip(operand(1))
                    .map(|(a, b)| a.binary_with_flags(*op, flags, b))
            }
            _ => None,
        };
        Some(range.unwrap_or(ConstantRange::full(bits)))
    }

    /// `fcmp` of type `ty`
    pub(super) fn fcmp(
        &mut self,
        ty: Type,
        flags: InstFlags,
        predicate: FloatPredicate,
        left: Value,
        right: Value,
    ) -> Option<Simplified> {
        use FloatPredicate::*;
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.folder.poison(ty).into());
        }
        match predicate {
            False => return self.truth(ty, false),
            True => return self.truth(ty, true),
            Ord if flags.contains(InstFlags::NNAN) => return self.truth(ty, true),
            Uno if flags.contains(InstFlags::NNAN) => return self.truth(ty, false),
            _ => {}
        }
        for value in [left, right] {
            let number = self.constant(value).and_then(|id| self.folder.as_float(id));
            if self.is_undef(value) || number.is_some_and(|(format, bits)| format.is_nan(bits)) {
                let unordered = matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une);
                return self.truth(ty, unordered);
            }
        }
        if left != right {
            return None;
        }
        match predicate {
            Ueq | Uge | Ule => self.truth(ty, true),
            Ogt | Olt | One => self.truth(ty, false),
            _ => None,
        }
    }

    /// `select`
    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Option<Simplified> {
        if self.is_poison(condition) {
            return self.poison(yes);
        }
        if self.is_undef(condition) {
            return Some(if self.constant(no).is_some() { no } else { yes }.into());
        }
        if let Some(value) = self.int(condition) {
            return Some(if value.is_zero() { no } else { yes }.into());
        }
        if yes == no || self.is_poison(no) {
            return Some(yes.into());
        }
        if self.is_poison(yes) {
            return Some(no.into());
        }
        if self.is_undef(yes) && self.is_defined(no, 0) {
            return Some(no.into());
        }
        if self.is_undef(no) && self.is_defined(yes, 0) {
            return Some(yes.into());
        }
        if self.function.values[condition].ty == self.function.values[yes].ty
            && self.int(yes).is_some_and(|value| value.is_ones())
            && self.int(no).is_some_and(|value| value.is_zero())
        {
            return Some(condition.into());
        }
        // x == y ? x : y
        let (InstKind::ICmp(predicate), compare) = self.kind_of(condition)? else {
            return None;
        };
        let (a, b) = (
            self.function.operand(compare, 0),
            self.function.operand(compare, 1),
        );
        let are_compared = (a, b) == (yes, no) || (a, b) == (no, yes);
        let is_pointer = self
            .folder
            .module
            .types
            .is_ptr(self.function.values[yes].ty);
        match predicate {
            IntPredicate::Eq if are_compared && !is_pointer => Some(no.into()),
            IntPredicate::Ne if are_compared && !is_pointer => Some(yes.into()),
            _ => None,
        }
    }
}

fn is_float(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, FAdd | FSub | FMul | FDiv | FRem)
}
