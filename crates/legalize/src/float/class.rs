//! `llvm.is.fpclass` of numbers that selection does not handle: by their bits as integers.

use avarice_ir::{BinaryOp, CastOp, IntPredicate, Type, TypeTable, Value};

use super::{Builder, Format};

/// Classes in the order of their bits in the intrinsic's second argument; negative ones from infinity to zero,
/// then positive ones from zero to infinity.
const SIGNALING: u64 = 1 << 0;
const QUIET: u64 = 1 << 1;
/// Magnitudes: the bit of the negative class and of the positive one.
const INFINITE: (u64, u64) = (1 << 2, 1 << 9);
const NORMAL: (u64, u64) = (1 << 3, 1 << 8);
const SUBNORMAL: (u64, u64) = (1 << 4, 1 << 7);
const ZERO: (u64, u64) = (1 << 5, 1 << 6);

/// What is known of a number, as bits.
struct Classes {
    negative: Value,
    zero: Value,
    subnormal: Value,
    normal: Value,
    infinite: Value,
    quiet: Value,
    signaling: Value,
}

impl Builder<'_> {
    /// `llvm.is.fpclass` of types other than `float` and `double`.
    pub(super) fn expand_class(&mut self) -> Option<Value> {
        let value = self.operand(0);
        let format = self.format(value).filter(|format| format.is_soft())?;
        let test = self.const_int(self.operand(1))?;
        let classes = match format {
            Format::X87 => self.x87_classes(value),
            _ => self.classes(value, format),
        };
        let mut found = self.int(TypeTable::I1, 0);
        let magnitudes = [
            (ZERO, classes.zero),
            (SUBNORMAL, classes.subnormal),
            (NORMAL, classes.normal),
            (INFINITE, classes.infinite),
        ];
        for ((negative, positive), magnitude) in magnitudes {
            let is = match (test & negative != 0, test & positive != 0) {
                (false, false) => continue,
                (true, true) => magnitude,
                (true, false) => self.binary(BinaryOp::And, magnitude, classes.negative),
                (false, true) => {
                    let is_positive = self.not(classes.negative);
                    self.binary(BinaryOp::And, magnitude, is_positive)
                }
            };
            found = self.binary(BinaryOp::Or, found, is);
        }
        for (bit, is) in [(QUIET, classes.quiet), (SIGNALING, classes.signaling)] {
            if test & bit != 0 {
                found = self.binary(BinaryOp::Or, found, is);
            }
        }
        Some(found)
    }

    /// Each class is a range of magnitudes.
    fn classes(&mut self, value: Value, format: Format) -> Classes {
        let ty = self.module.types.int(format.bits());
        let bits = self.cast(CastOp::BitCast, value, ty);
        let zero = self.wide_int(ty, 0);
        let negative = self.icmp(IntPredicate::Slt, bits, zero);
        let mask = self.wide_int(ty, format.sign() - 1);
        let magnitude = self.binary(BinaryOp::And, bits, mask);
        let infinity = format.infinity();
        let quiet = infinity | 1 << (format.fraction_bits() - 1);
        let smallest_normal = 1u128 << format.fraction_bits();
        let mut range = |from: u128, to: u128| self.in_range(ty, magnitude, from, to);
        Classes {
            negative,
            zero: range(0, 1),
            subnormal: range(1, smallest_normal),
            normal: range(smallest_normal, infinity),
            infinite: range(infinity, infinity + 1),
            quiet: range(quiet, format.sign()),
            signaling: range(infinity + 1, quiet),
        }
    }

    /// Whether `from <= value < to`.
    fn in_range(&mut self, ty: Type, value: Value, from: u128, to: u128) -> Value {
        let low = self.wide_int(ty, from);
        let offset = self.binary(BinaryOp::Sub, value, low);
        let span = self.wide_int(ty, to - from);
        self.icmp(IntPredicate::Ult, offset, span)
    }

    /// The leading one of the mantissa is written in this format; what lacks it though its exponent is not zero
    /// is no number.
    fn x87_classes(&mut self, value: Value) -> Classes {
        let (mantissa, high) = self.x87_words(value);
        let zero = self.int(TypeTable::I16, 0);
        let negative = self.icmp(IntPredicate::Slt, high, zero);
        let exponent = self.binary_int(BinaryOp::And, high, 0x7fff);
        let no_exponent = self.icmp(IntPredicate::Eq, exponent, zero);
        let most = self.int(TypeTable::I16, 0x7fff);
        let all_exponent = self.icmp(IntPredicate::Eq, exponent, most);
        let no_bits = self.int(TypeTable::I64, 0);
        let no_mantissa = self.icmp(IntPredicate::Eq, mantissa, no_bits);
        let leading = self.icmp(IntPredicate::Slt, mantissa, no_bits);
        let only_leading = self.int(TypeTable::I64, 1 << 63);
        let only_leading = self.icmp(IntPredicate::Eq, mantissa, only_leading);
        let half = self.int(TypeTable::I64, 3 << 62);
        let leading_two = self.icmp(IntPredicate::Uge, mantissa, half);
        let zero = self.binary(BinaryOp::And, no_exponent, no_mantissa);
        let some_mantissa = self.not(no_mantissa);
        let subnormal = self.binary(BinaryOp::And, no_exponent, some_mantissa);
        let special = self.binary(BinaryOp::Or, no_exponent, all_exponent);
        let usual = self.not(special);
        let normal = self.binary(BinaryOp::And, usual, leading);
        let infinite = self.binary(BinaryOp::And, all_exponent, only_leading);
        let quiet = self.binary(BinaryOp::And, all_exponent, leading_two);
        let mut known = self.binary(BinaryOp::Or, no_exponent, normal);
        known = self.binary(BinaryOp::Or, known, infinite);
        known = self.binary(BinaryOp::Or, known, quiet);
        Classes {
            negative,
            zero,
            subnormal,
            normal,
            infinite,
            quiet,
            signaling: self.not(known),
        }
    }
}
