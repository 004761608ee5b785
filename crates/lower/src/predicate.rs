//! Predicates of integer comparisons.

use avarice_ir::IntPredicate;

/// The predicate with operands exchanged.
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        Eq | Ne => predicate,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
    }
}

/// Whether the operands are compared as signed numbers.
pub fn is_signed(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, Sgt | Sge | Slt | Sle)
}
