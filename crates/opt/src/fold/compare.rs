//! Comparisons of constants.

use std::cmp::Ordering;

use avarice_ir::{CastOp, Const, ConstExpr, ConstKind, FloatPredicate, IntPredicate};

use super::Folder;
use super::int::Int;

/// Whether the comparison holds.
pub fn compare_ints(predicate: IntPredicate, left: &Int, right: &Int) -> bool {
    use IntPredicate::*;
    let order = match predicate {
        Eq | Ne | Ugt | Uge | Ult | Ule => left.compare(right),
        Sgt | Sge | Slt | Sle => left.compare_signed(right),
    };
    holds(predicate, order)
}

/// Whether a comparison holds for operands in this order.
pub fn holds(predicate: IntPredicate, order: Ordering) -> bool {
    use IntPredicate::*;
    match predicate {
        Eq => order.is_eq(),
        Ne => order.is_ne(),
        Ugt | Sgt => order.is_gt(),
        Uge | Sge => order.is_ge(),
        Ult | Slt => order.is_lt(),
        Ule | Sle => order.is_le(),
    }
}

/// What is known of how two addresses compare as unsigned numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Is(Ordering),
    Different,
}

impl Folder<'_> {
    /// `icmp`
    pub fn icmp(&mut self, predicate: IntPredicate, left: Const, right: Const) -> Option<Const> {
        let operand_ty = self.ty(left);
        let ty = self.bool_type(operand_ty);
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.poison(ty));
        }
        if self.is_undef(left) || self.is_undef(right) {
            if predicate.is_equality() || left == right {
                return Some(self.undef(ty));
            }
            return Some(self.bool(ty, holds(predicate, Ordering::Equal)));
        }
        if self.vector(operand_ty).is_some() {
            return self.elementwise(ty, &[left, right], |folder, parts| {
                folder.icmp(predicate, parts[0], parts[1])
            });
        }
        if let (Some(a), Some(b)) = (self.as_int(left), self.as_int(right)) {
            return Some(self.bool(ty, compare_ints(predicate, &a, &b)));
        }
        if left == right && self.is_well_defined_address(left) {
            return Some(self.bool(ty, holds(predicate, Ordering::Equal)));
        }
        let (left, right) = self.without_pointer_casts(left, right);
        let result = self.compare_addresses(predicate, left, right)?;
        Some(self.bool(ty, result))
    }

    fn is_well_defined_address(&self, id: Const) -> bool {
        let base = self.base_and_offset(id).base;
        matches!(self.kind(base), ConstKind::Global(_) | ConstKind::Null)
    }

    /// Replaces integers by the pointers that they are converted from, if those are as wide.
    fn without_pointer_casts(&mut self, left: Const, right: Const) -> (Const, Const) {
        let pointer = |folder: &Self, id: Const| match *folder.expr(id)? {
            ConstExpr::Cast(CastOp::PtrToInt, pointer)
                if folder.is_pointer_sized(folder.ty(id)) =>
            {
                Some(pointer)
            }
            _ => None,
        };
        match (pointer(self, left), pointer(self, right)) {
            (Some(a), Some(b)) if self.ty(a) == self.ty(b) => (a, b),
            (Some(a), None) if self.is_null(right) => {
                let ty = self.ty(a);
                (a, self.null(ty).unwrap_or(right))
            }
            (None, Some(b)) if self.is_null(left) => {
                let ty = self.ty(b);
                (self.null(ty).unwrap_or(left), b)
            }
            _ => (left, right),
        }
    }

    fn compare_addresses(
        &self,
        predicate: IntPredicate,
        left: Const,
        right: Const,
    ) -> Option<bool> {
        use IntPredicate::*;
        if !self.module.types.is_ptr(self.ty(left)) {
            return None;
        }
        let signed = matches!(predicate, Sgt | Sge | Slt | Sle);
        let equality = predicate.is_equality();
        let (a, b) = (self.base_and_offset(left), self.base_and_offset(right));
        if a.base == b.base && !signed && (equality || a.in_bounds && b.in_bounds) {
            return Some(holds(predicate, a.offset.cmp(&b.offset)));
        }
        let relation = match (self.kind(a.base), self.kind(b.base)) {
            (ConstKind::Global(_), ConstKind::Null) if b.offset == 0 => {
                (self.is_never_null(a.base) && (a.offset == 0 || a.in_bounds))
                    .then_some(Relation::Is(Ordering::Greater))
            }
            (ConstKind::Null, ConstKind::Global(_)) if a.offset == 0 => {
                (self.is_never_null(b.base) && (b.offset == 0 || b.in_bounds))
                    .then_some(Relation::Is(Ordering::Less))
            }
            (ConstKind::Global(_), ConstKind::Global(_)) if a.offset == 0 && b.offset == 0 => {
                (self.has_own_address(a.base) && self.has_own_address(b.base))
                    .then_some(Relation::Different)
            }
            _ => None,
        };
        match relation? {
            Relation::Is(_) if signed => None,
            Relation::Is(order) => Some(holds(predicate, order)),
            Relation::Different if equality => Some(predicate == Ne),
            Relation::Different => None,
        }
    }

    /// `fcmp`
    pub fn fcmp(&mut self, predicate: FloatPredicate, left: Const, right: Const) -> Option<Const> {
        use FloatPredicate::*;
        let operand_ty = self.ty(left);
        let ty = self.bool_type(operand_ty);
        match predicate {
            False => return Some(self.bool(ty, false)),
            True => return Some(self.bool(ty, true)),
            _ => {}
        }
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.poison(ty));
        }
        if self.is_undef(left) || self.is_undef(right) {
            // A NaN is chosen for it.
            let unordered = matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une);
            return Some(self.bool(ty, unordered));
        }
        if self.vector(operand_ty).is_some() {
            return self.elementwise(ty, &[left, right], |folder, parts| {
                folder.fcmp(predicate, parts[0], parts[1])
            });
        }
        let (format, a) = self.as_float(left)?;
        let (_, b) = self.as_float(right)?;
        let is_known = self.keeps_small_numbers(format, [a, b]);
        is_known.then(|| self.bool(ty, format.compare(predicate, a, b)))
    }
}
