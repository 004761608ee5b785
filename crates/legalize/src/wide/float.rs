//! Conversions between floating-point numbers and integers that are held in words.

use avarice_ir::{
    BinaryOp, CastOp, InstFlags, InstKind, IntPredicate, Intrinsic, Type, TypeTable, Value,
};

use super::super::builder::Builder;
use super::number::{WORD, Wide};

/// Bits of a double's fraction.
const FRACTION: u32 = 52;
/// What a double's exponent is stored with.
const DOUBLE_BIAS: u64 = 1023;
/// Bits of a float's fraction, and its largest exponent.
const FLOAT: (u32, u64) = (23, 127);

impl Builder<'_> {
    /// The floating-point number nearest to an integer.
    ///
    /// ```text
    ///   number    0000 01xx xxxx xxxx │ xxxx … xxxx
    ///   shifted   1xxx xxxx xxxx xxxx │ xx … xx000      the last bit of the first word says whether
    ///                                   └ any ones?      there is more: the word rounds as all would
    /// ```
    pub(super) fn wide_to_float(&mut self, number: &Wide, ty: Type, signed: bool) -> Value {
        let negative = signed.then(|| self.wide_is_negative(number));
        let size = match signed {
            true => self.wide_abs(number),
            false => number.clone(),
        };
        let bits = size.words.len() as u32 * WORD;
        let mut size = self.normalize(&size, false);
        size.bits = bits;
        let zeros = self.leading_zeros(&size);
        let most = self.word(u64::from(bits - 1));
        let by = self.word_intrinsic(Intrinsic::Umin, &[zeros, most]);
        let mut words = self.wide_shift(BinaryOp::Shl, &size, by).words;
        let count = words.len();
        let first = words.remove(count - 1);
        let mut rest = words[0];
        for word in &words[1..] {
            rest = self.word_op(BinaryOp::Or, rest, *word);
        }
        let zero = self.word(0);
        let more = self.icmp(IntPredicate::Ne, rest, zero);
        let more = self.bit_word(more);
        let rounded = self.word_op(BinaryOp::Or, first, more);
        let mantissa = self.cast(CastOp::UiToFp, rounded, ty);
        let highest = self.word((count as u64 - 1) * u64::from(WORD));
        let exponent = self.binary(BinaryOp::Sub, highest, by);
        let scale = self.power_of_two(exponent, ty);
        let kind = InstKind::Binary(BinaryOp::FMul);
        let result = self.value(kind, ty, InstFlags::empty(), &[mantissa, scale]);
        match negative {
            Some(negative) => {
                let opposite = self.value(InstKind::FNeg, ty, InstFlags::empty(), &[result]);
                self.select(negative, opposite, result)
            }
            None => result,
        }
    }

    /// 2 to the power of a word above -64; infinite products stay infinite where the exponent is cut.
    fn power_of_two(&mut self, exponent: Value, ty: Type) -> Value {
        if ty == TypeTable::DOUBLE {
            let bias = self.word(DOUBLE_BIAS);
            let biased = self.binary(BinaryOp::Add, exponent, bias);
            let bits = self.word_shift(BinaryOp::Shl, biased, FRACTION);
            return self.cast(CastOp::BitCast, bits, ty);
        }
        let (fraction, largest) = FLOAT;
        let largest = self.word(largest);
        let exponent = self.word_intrinsic(Intrinsic::Smin, &[exponent, largest]);
        let biased = self.binary(BinaryOp::Add, exponent, largest);
        let bits = self.word_shift(BinaryOp::Shl, biased, fraction);
        let bits = self.cast(CastOp::Trunc, bits, TypeTable::I32);
        self.cast(CastOp::BitCast, bits, ty)
    }

    /// The integer that a floating-point number becomes when its fraction is cut off.
    pub(super) fn wide_of_float(&mut self, value: Value, bits: u32, signed: bool) -> Wide {
        let value = self.cast(CastOp::FpExt, value, TypeTable::DOUBLE);
        let image = self.cast(CastOp::BitCast, value, TypeTable::I64);
        let exponent = self.word_shift(BinaryOp::LShr, image, FRACTION);
        let mask = self.word(0x7ff);
        let exponent = self.word_op(BinaryOp::And, exponent, mask);
        let bias = self.word(DOUBLE_BIAS + u64::from(FRACTION));
        let by = self.binary(BinaryOp::Sub, exponent, bias);
        let mask = self.word((1 << FRACTION) - 1);
        let mantissa = self.word_op(BinaryOp::And, image, mask);
        let leading = self.word(1 << FRACTION);
        let mantissa = self.word_op(BinaryOp::Or, mantissa, leading);
        let zero = self.word(0);
        let most = self.word(u64::from(WORD - 1));
        let back = self.binary(BinaryOp::Sub, zero, by);
        let back = self.word_intrinsic(Intrinsic::Umin, &[back, most]);
        let small = self.word_op(BinaryOp::LShr, mantissa, back);
        let is_small = self.word_is_negative(by);
        let start = self.select(is_small, small, mantissa);
        let by = self.select(is_small, zero, by);
        let start = self.wide_of_int(start, bits, false);
        let result = self.wide_shift(BinaryOp::Shl, &start, by);
        if !signed {
            return result;
        }
        let negative = self.word_is_negative(image);
        let opposite = self.wide_neg(&result);
        self.wide_select(negative, &opposite, &result)
    }
}
