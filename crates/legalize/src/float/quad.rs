//! `fp128`: calls of the compiler's runtime.

use avarice_ir::{BinaryOp, FloatPredicate, IntPredicate, TypeTable, Value};

use super::Builder;

impl Builder<'_> {
    pub(super) fn quad_binary(&mut self, op: BinaryOp) -> Option<Value> {
        let name = match op {
            BinaryOp::FAdd => "__addtf3",
            BinaryOp::FSub => "__subtf3",
            BinaryOp::FMul => "__multf3",
            BinaryOp::FDiv => "__divtf3",
            BinaryOp::FRem => "fmodf128",
            _ => return None,
        };
        let operands = [self.operand(0), self.operand(1)];
        Some(self.call(name, TypeTable::FP128, &operands))
    }

    /// A comparison. The functions give an integer that compares to zero as the numbers to each other; for
    /// numbers that do not compare, one that makes the comparison false which the function is named for.
    pub(super) fn quad_compare(
        &mut self,
        predicate: FloatPredicate,
        left: Value,
        right: Value,
    ) -> Value {
        use FloatPredicate as F;
        use IntPredicate as I;
        let (name, predicate) = match predicate {
            F::False | F::True => {
                return self.int(TypeTable::I1, u64::from(predicate == F::True));
            }
            F::One | F::Ueq => {
                let unordered = self.compare_call("__unordtf2", I::Ne, left, right);
                let equal = self.compare_call("__eqtf2", I::Eq, left, right);
                let either = self.binary(BinaryOp::Or, unordered, equal);
                return match predicate {
                    F::Ueq => either,
                    _ => self.not(either),
                };
            }
            F::Oeq => ("__eqtf2", I::Eq),
            F::Une => ("__netf2", I::Ne),
            F::Olt => ("__lttf2", I::Slt),
            F::Ole => ("__letf2", I::Sle),
            F::Ogt => ("__gttf2", I::Sgt),
            F::Oge => ("__getf2", I::Sge),
            // The opposites of ordered ones.
            F::Ult => ("__getf2", I::Slt),
            F::Ule => ("__gttf2", I::Sle),
            F::Ugt => ("__letf2", I::Sgt),
            F::Uge => ("__lttf2", I::Sge),
            F::Uno => ("__unordtf2", I::Ne),
            F::Ord => ("__unordtf2", I::Eq),
        };
        self.compare_call(name, predicate, left, right)
    }

    fn compare_call(
        &mut self,
        name: &str,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Value {
        let order = self.call(name, TypeTable::I32, &[left, right]);
        let zero = self.int(TypeTable::I32, 0);
        self.icmp(predicate, order, zero)
    }
}
