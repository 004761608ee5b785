//! Reductions of a vector to one element: halves are combined until one element is left.

use avarice_ir::{BinaryOp, CastOp, InstFlags, IntPredicate, Intrinsic, TypeTable, Value};

use super::builder::Builder;

/// How two elements are combined.
#[derive(Clone, Copy)]
enum Combine {
    Binary(BinaryOp),
    /// An intrinsic of the elements' type with two operands.
    Intrinsic(Intrinsic),
}

impl Builder<'_> {
    /// `llvm.vector.reduce.*`
    pub(super) fn expand_reduction(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        use Intrinsic::*;
        let combine = match intrinsic {
            VectorReduceAdd => Combine::Binary(BinaryOp::Add),
            VectorReduceMul => Combine::Binary(BinaryOp::Mul),
            VectorReduceAnd => Combine::Binary(BinaryOp::And),
            VectorReduceOr => Combine::Binary(BinaryOp::Or),
            VectorReduceXor => Combine::Binary(BinaryOp::Xor),
            VectorReduceFadd => return Some(self.reduce_floats(BinaryOp::FAdd)),
            VectorReduceFmul => return Some(self.reduce_floats(BinaryOp::FMul)),
            VectorReduceSmax => Combine::Intrinsic(Smax),
            VectorReduceSmin => Combine::Intrinsic(Smin),
            VectorReduceUmax => Combine::Intrinsic(Umax),
            VectorReduceUmin => Combine::Intrinsic(Umin),
            VectorReduceFmax => Combine::Intrinsic(Maxnum),
            VectorReduceFmin => Combine::Intrinsic(Minnum),
            VectorReduceFmaximum => Combine::Intrinsic(Maximum),
            VectorReduceFminimum => Combine::Intrinsic(Minimum),
            _ => return None,
        };
        let vector = self.operand(0);
        if self.module.types.scalar(self.ty(vector)) == TypeTable::I1
            && let Some(bit) = self.reduce_bits(intrinsic, vector)
        {
            return Some(bit);
        }
        Some(self.reduce_by_halves(combine, vector))
    }

    /// Masks are reduced as one integer.
    fn reduce_bits(&mut self, intrinsic: Intrinsic, vector: Value) -> Option<Value> {
        use Intrinsic::*;
        let len = self.shape(self.ty(vector))?.len;
        if len > 64 {
            return None;
        }
        let ty = self.module.types.int(len);
        let bits = self.cast(CastOp::BitCast, vector, ty);
        Some(match intrinsic {
            // Of signed bits, 1 is the smaller one.
            VectorReduceAnd | VectorReduceUmin | VectorReduceSmax | VectorReduceMul => {
                let all = self.int(ty, u64::MAX);
                self.icmp(IntPredicate::Eq, bits, all)
            }
            VectorReduceOr | VectorReduceUmax | VectorReduceSmin => {
                let none = self.int(ty, 0);
                self.icmp(IntPredicate::Ne, bits, none)
            }
            VectorReduceXor | VectorReduceAdd => {
                let flags = InstFlags::empty();
                let count = self.intrinsic(Ctpop, &[ty], ty, flags, &[bits]);
                self.cast(CastOp::Trunc, count, TypeTable::I1)
            }
            _ => return None,
        })
    }

    /// In order from the start value, unless the order does not matter.
    fn reduce_floats(&mut self, op: BinaryOp) -> Value {
        let (start, vector) = (self.operand(0), self.operand(1));
        let flags = self.function.insts[self.at].flags;
        if flags.contains(InstFlags::REASSOC) {
            let sum = self.reduce_by_halves(Combine::Binary(op), vector);
            return self.binary_with(op, flags, start, sum);
        }
        let elements = self.elements(vector);
        elements.iter().fold(start, |sum, element| {
            self.binary_with(op, flags, sum, *element)
        })
    }

    fn reduce_by_halves(&mut self, combine: Combine, vector: Value) -> Value {
        let mut vector = vector;
        let mut len = self.shape(self.ty(vector)).map_or(0, |shape| shape.len);
        // Elements beyond a power of two are combined at the end.
        let even = 1 << len.max(1).ilog2();
        let rest: Vec<Value> = (even..len).map(|at| self.extract(vector, at)).collect();
        if even < len {
            let poison = self.poison(self.ty(vector));
            let mask: Vec<i32> = (0..even as i32).collect();
            vector = self.shuffle(vector, poison, &mask);
        }
        len = even;
        while len > 1 {
            let half = len / 2;
            let poison = self.poison(self.ty(vector));
            // While halves fill registers they are taken apart, then all stay in one.
            let (low, high) = if self.fills_register(vector, half) {
                let low: Vec<i32> = (0..half as i32).collect();
                let high: Vec<i32> = (half as i32..len as i32).collect();
                let low = self.shuffle(vector, poison, &low);
                (low, self.shuffle(vector, poison, &high))
            } else {
                let total = self.shape(self.ty(vector)).map_or(0, |shape| shape.len);
                let mask: Vec<i32> = (0..total)
                    .map(|at| if at < half { (at + half) as i32 } else { -1 })
                    .collect();
                (vector, self.shuffle(vector, poison, &mask))
            };
            vector = self.combine(combine, low, high);
            len = half;
        }
        let first = self.extract(vector, 0);
        rest.iter()
            .fold(first, |sum, element| self.combine(combine, sum, *element))
    }

    /// Whether `len` elements of a vector have 128 bits or more.
    fn fills_register(&self, vector: Value, len: u32) -> bool {
        let element = self.module.types.scalar(self.ty(vector));
        let bits = match element {
            TypeTable::FLOAT => 32,
            TypeTable::DOUBLE => 64,
            _ => self.bits(element).unwrap_or(64).max(8),
        };
        bits * len >= 128
    }

    fn combine(&mut self, combine: Combine, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        let flags = self.function.insts[self.at].flags;
        match combine {
            Combine::Binary(op) => self.binary_with(op, flags, left, right),
            Combine::Intrinsic(intrinsic) => {
                self.intrinsic(intrinsic, &[ty], ty, flags, &[left, right])
            }
        }
    }
}
