//! Names of operations that several traits share.

use avarice_ir::{IntPredicate, Intrinsic};

/// An operation that can overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// A sum.
    Add,
    /// A difference.
    Sub,
    /// A product.
    Mul,
}

/// The comparison that `llvm.smax` and its kin choose by.
pub fn min_max_predicate(intrinsic: Intrinsic) -> IntPredicate {
    match intrinsic {
        Intrinsic::Smax => IntPredicate::Sgt,
        Intrinsic::Smin => IntPredicate::Slt,
        Intrinsic::Umax => IntPredicate::Ugt,
        _ => IntPredicate::Ult,
    }
}
