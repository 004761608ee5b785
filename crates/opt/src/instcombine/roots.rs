//! Square roots, which are one instruction where errors for negative numbers need not be reported.

use avarice_ir::{BinaryOp, CastOp, InstKind, Intrinsic, Value};

use super::{Combined, Combiner};
use crate::build;

/// How deep definitions are followed.
const MAX_DEPTH: u32 = 6;

impl Combiner<'_> {
    /// `sqrt(x) -> llvm.sqrt(x)` where `x` is not below zero: the function would set `errno` only there.
    pub(super) fn square_root(&mut self) -> Option<Combined> {
        let call = self.at;
        if !self.folder.is_square_root(self.function, call) {
            return None;
        }
        let x = self.operand(0);
        if !self.is_never_below_zero(x, 0) {
            return None;
        }
        build::make_square_root(self.folder.module, self.function, call);
        Some(Combined::InPlace)
    }

    /// Whether a number is zero with any sign, greater, or not a number.
    fn is_never_below_zero(&self, value: Value, depth: u32) -> bool {
        if let Some(id) = self.function.as_const(value) {
            let number = self.folder.as_float(id);
            return number.is_some_and(|(format, bits)| format.abs(bits) == bits);
        }
        let Some((kind, inst)) = self.kind_of(value) else {
            return false;
        };
        let holds = |index| self.is_never_below_zero(self.function.operand(inst, index), depth + 1);
        let is_square = || self.function.operand(inst, 0) == self.function.operand(inst, 1);
        if depth == MAX_DEPTH {
            return false;
        }
        match kind {
            InstKind::Binary(BinaryOp::FMul) => is_square() || holds(0) && holds(1),
            InstKind::Binary(BinaryOp::FAdd) => holds(0) && holds(1),
            InstKind::Cast(CastOp::UiToFp) => true,
            InstKind::Cast(CastOp::FpExt | CastOp::FpTrunc) => holds(0),
            InstKind::Select => holds(1) && holds(2),
            InstKind::Call(_) => {
                match Intrinsic::of_call(self.folder.module, self.function, inst) {
                    Some(Intrinsic::Fabs | Intrinsic::Sqrt) => true,
                    Some(Intrinsic::Fmuladd | Intrinsic::Fma) => {
                        (is_square() || holds(0) && holds(1)) && holds(2)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
