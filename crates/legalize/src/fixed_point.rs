//! Products and quotients of fixed-point numbers, by exact ones in integers of twice the width.
//!
//! ```text
//!   %r = call i16 @llvm.smul.fix.sat.i16(i16 %a, i16 %b, i32 4)
//!
//!   %x = mul i32 (sext %a), (sext %b)
//!   %y = ashr i32 %x, 4                the nearest number below, as llc rounds
//!   %z = smin (smax %y, -32768), 32767
//!   %r = trunc i32 %z to i16
//! ```

use avarice_ir::{BinaryOp, CastOp, ConstKind, IntPredicate, Intrinsic, Type, Value};

use super::builder::Builder;
use super::wide::number::{WORD, word_count};
use crate::replacement::Replacement;

/// The widest integer whose double is expanded.
const MAX_BITS: u32 = 2048;

/// A fixed-point operation.
#[derive(Clone, Copy)]
struct Operation {
    op: BinaryOp,
    is_signed: bool,
    saturates: bool,
}

impl Operation {
    fn of(intrinsic: Intrinsic) -> Option<Self> {
        use Intrinsic::*;
        let (op, saturates) = match intrinsic {
            SmulFix | UmulFix => (BinaryOp::Mul, false),
            SmulFixSat | UmulFixSat => (BinaryOp::Mul, true),
            SdivFix => (BinaryOp::SDiv, false),
            UdivFix => (BinaryOp::UDiv, false),
            SdivFixSat => (BinaryOp::SDiv, true),
            UdivFixSat => (BinaryOp::UDiv, true),
            _ => return None,
        };
        Some(Self {
            op,
            is_signed: matches!(intrinsic, SmulFix | SmulFixSat | SdivFix | SdivFixSat),
            saturates,
        })
    }
}

/// Whether an intrinsic computes with fixed-point numbers.
pub(super) fn is_fixed_point(intrinsic: Intrinsic) -> bool {
    Operation::of(intrinsic).is_some()
}

/// Word `index` of an integer whose lowest `count` bits are set.
fn ones(count: u32, index: usize) -> u64 {
    match count.saturating_sub(index as u32 * WORD) {
        0 => 0,
        bits @ 1..WORD => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

impl Builder<'_> {
    /// A fixed-point operation, on each element of vectors.
    pub(super) fn expand_fixed_point(&mut self) -> Option<Replacement> {
        let what = Operation::of(self.called_intrinsic()?)?;
        let [left, right, scale] = [0, 1, 2].map(|index| self.operand(index));
        let scale = self.const_int(scale)?;
        let ty = self.ty(left);
        if self.bits(ty)? > MAX_BITS {
            return None;
        }
        let result = match self.shape(ty) {
            None => self.fixed_point(what, [left, right], scale)?,
            Some(_) => {
                let pairs = self.elements(left).into_iter().zip(self.elements(right));
                let results =
                    pairs.map(|(left, right)| self.fixed_point(what, [left, right], scale));
                let results: Option<Vec<Value>> = results.collect();
                self.gather(&results?)
            }
        };
        Some(Replacement::Value(result))
    }

    fn fixed_point(&mut self, what: Operation, operands: [Value; 2], scale: u64) -> Option<Value> {
        let ty = self.ty(operands[0]);
        let bits = self.bits(ty)?;
        let doubled = self.module.types.int(2 * bits);
        let extend = match what.is_signed {
            true => CastOp::SExt,
            false => CastOp::ZExt,
        };
        let [left, right] = operands.map(|value| self.cast(extend, value, doubled));
        let by = self.integer_of_words(doubled, |index| if index == 0 { scale } else { 0 });
        let exact = match what.op {
            BinaryOp::Mul => {
                let product = self.binary(BinaryOp::Mul, left, right);
                let shift = match what.is_signed {
                    true => BinaryOp::AShr,
                    false => BinaryOp::LShr,
                };
                self.binary(shift, product, by)
            }
            op => {
                let dividend = self.binary(BinaryOp::Shl, left, by);
                match what.is_signed {
                    true => self.quotient_below(dividend, right),
                    false => self.binary(op, dividend, right),
                }
            }
        };
        let exact = match what.saturates {
            true => self.saturate_to(exact, bits, what.is_signed),
            false => exact,
        };
        Some(self.cast(CastOp::Trunc, exact, ty))
    }

    /// The quotient of signed numbers, rounded to the number below rather than to zero.
    fn quotient_below(&mut self, dividend: Value, divisor: Value) -> Value {
        let ty = self.ty(dividend);
        let quotient = self.binary(BinaryOp::SDiv, dividend, divisor);
        let rest = self.binary(BinaryOp::SRem, dividend, divisor);
        let signs = self.binary(BinaryOp::Xor, dividend, divisor);
        let zero = self.integer_of_words(ty, |_| 0);
        let is_negative = self.icmp(IntPredicate::Slt, signs, zero);
        let is_inexact = self.icmp(IntPredicate::Ne, rest, zero);
        let is_above = self.binary(BinaryOp::And, is_negative, is_inexact);
        let by = self.cast(CastOp::ZExt, is_above, ty);
        self.binary(BinaryOp::Sub, quotient, by)
    }

    /// The nearest number that `bits` bits have.
    fn saturate_to(&mut self, value: Value, bits: u32, is_signed: bool) -> Value {
        let ty = self.ty(value);
        if !is_signed {
            let most = self.integer_of_words(ty, |index| ones(bits, index));
            let is_over = self.icmp(IntPredicate::Ugt, value, most);
            return self.select(is_over, most, value);
        }
        let most = self.integer_of_words(ty, |index| ones(bits - 1, index));
        let least = self.integer_of_words(ty, |index| !ones(bits - 1, index));
        let is_over = self.icmp(IntPredicate::Sgt, value, most);
        let value = self.select(is_over, most, value);
        let is_under = self.icmp(IntPredicate::Slt, value, least);
        self.select(is_under, least, value)
    }

    /// The integer of type `ty` with these words, as far as it has bits.
    fn integer_of_words(&mut self, ty: Type, word: impl Fn(usize) -> u64) -> Value {
        let bits = self.bits(ty).unwrap_or(WORD);
        if bits <= WORD {
            return self.int(ty, word(0));
        }
        let words = (0..word_count(bits)).map(|index| word(index) & ones(bits, index));
        let kind = ConstKind::BigInt(words.collect());
        let id = self.module.constant(ty, kind);
        self.function.const_value(&self.module.consts, id)
    }
}
