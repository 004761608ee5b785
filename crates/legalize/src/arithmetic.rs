//! Minimum, maximum, absolute value, saturation: comparisons and selects.

use avarice_ir::{
    BinaryOp, CastOp, FloatPredicate, InstFlags, IntPredicate, Intrinsic, TypeTable, Value,
};

use super::builder::Builder;

impl Builder<'_> {
    /// Arithmetic intrinsics on vectors of integers of at most 64 bits, and `minnum`, `maxnum`, `fmuladd`.
    pub(super) fn expand_arithmetic(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        use Intrinsic::*;
        let left = self.operand(0);
        if let Minnum | Maxnum | Fmuladd = intrinsic {
            return Some(self.expand_float_arithmetic(intrinsic, left));
        }
        let ty = self.ty(left);
        if let SshlSat | UshlSat = intrinsic {
            let is_narrow = self.bits(ty)? <= 64;
            return is_narrow.then(|| self.saturating_shift(intrinsic));
        }
        let is_scalar = super::is_scalar_op(intrinsic) && self.shape(ty).is_none();
        if !is_scalar && !matches!(self.bits(ty)?, 8 | 16 | 32 | 64) {
            return None;
        }
        let pick = |builder: &mut Self, predicate| {
            let right = builder.operand(1);
            let condition = builder.icmp(predicate, left, right);
            builder.select(condition, left, right)
        };
        Some(match intrinsic {
            Smax => pick(self, IntPredicate::Sgt),
            Smin => pick(self, IntPredicate::Slt),
            Umax => pick(self, IntPredicate::Ugt),
            Umin => pick(self, IntPredicate::Ult),
            Abs => {
                let zero = self.int(ty, 0);
                let negated = self.binary(BinaryOp::Sub, zero, left);
                let is_negative = self.icmp(IntPredicate::Slt, left, zero);
                self.select(is_negative, negated, left)
            }
            UaddSat => {
                let right = self.operand(1);
                let sum = self.binary(BinaryOp::Add, left, right);
                let overflows = self.icmp(IntPredicate::Ult, sum, left);
                let most = self.int(ty, u64::MAX);
                self.select(overflows, most, sum)
            }
            UsubSat => {
                let right = self.operand(1);
                let difference = self.binary(BinaryOp::Sub, left, right);
                let is_positive = self.icmp(IntPredicate::Ugt, left, right);
                let zero = self.int(ty, 0);
                self.select(is_positive, difference, zero)
            }
            SaddSat => self.saturate(BinaryOp::Add, left),
            SsubSat => self.saturate(BinaryOp::Sub, left),
            Scmp => self.three_way(left, IntPredicate::Sgt, IntPredicate::Slt),
            Ucmp => self.three_way(left, IntPredicate::Ugt, IntPredicate::Ult),
            _ => return None,
        })
    }

    fn expand_float_arithmetic(&mut self, intrinsic: Intrinsic, left: Value) -> Value {
        let right = self.operand(1);
        let flags = self.function.insts[self.at].flags;
        if intrinsic == Intrinsic::Fmuladd {
            let addend = self.operand(2);
            let product = self.binary_with(BinaryOp::FMul, flags, left, right);
            return self.binary_with(BinaryOp::FAdd, flags, product, addend);
        }
        let predicate = match intrinsic {
            Intrinsic::Minnum => FloatPredicate::Olt,
            _ => FloatPredicate::Ogt,
        };
        // False if one is not a number: that leaves the right one, unless it is the one.
        let condition = self.fcmp(predicate, left, right);
        let chosen = self.select(condition, left, right);
        if flags.contains(InstFlags::NNAN) {
            return chosen;
        }
        let right_is_nan = self.fcmp(FloatPredicate::Uno, right, right);
        self.select(right_is_nan, left, chosen)
    }

    /// Signed addition or subtraction, saturating. It overflows if the sign of the result is wrong:
    /// unlike that of both operands (of the left one, and the operands' signs differ).
    fn saturate(&mut self, op: BinaryOp, left: Value) -> Value {
        let ty = self.ty(left);
        let right = self.operand(1);
        let bits = self.bits(ty).unwrap_or(64);
        let result = self.binary(op, left, right);
        let of_left = self.binary(BinaryOp::Xor, left, result);
        let other = match op {
            BinaryOp::Add => self.binary(BinaryOp::Xor, right, result),
            _ => self.binary(BinaryOp::Xor, left, right),
        };
        let wrong = self.binary(BinaryOp::And, of_left, other);
        let zero = self.int(ty, 0);
        let overflows = self.icmp(IntPredicate::Slt, wrong, zero);
        let sign = self.binary_int(BinaryOp::AShr, result, u64::from(bits - 1));
        let limit = self.binary_int(BinaryOp::Xor, sign, 1 << (bits - 1));
        self.select(overflows, limit, result)
    }

    /// -1, 0 or 1: the difference of two comparisons.
    fn three_way(&mut self, left: Value, greater: IntPredicate, less: IntPredicate) -> Value {
        let right = self.operand(1);
        let ty = self.function.insts[self.at].ty;
        let is_greater = self.icmp(greater, left, right);
        let is_less = self.icmp(less, left, right);
        debug_assert_eq!(self.module.types.scalar(self.ty(is_less)), TypeTable::I1);
        let is_greater = self.cast(CastOp::ZExt, is_greater, ty);
        let is_less = self.cast(CastOp::ZExt, is_less, ty);
        self.binary(BinaryOp::Sub, is_greater, is_less)
    }
}
