//! Arithmetic on integers that are held in words of 64 bits.

use avarice_ir::{
    BinaryOp, CastOp, InstFlags, InstKind, IntPredicate, Intrinsic, Type, TypeData, TypeTable,
    Value,
};

use super::super::builder::Builder;

/// Bits of a word.
pub(crate) const WORD: u32 = 64;

/// An integer of more than 128 bits: its words, least significant first. Bits of the last word above the
/// width are unspecified.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// The words, as many as the width needs.
    pub words: Vec<Value>,
    /// Width in bits.
    pub bits: u32,
}

impl Wide {
    /// Bits that the last word has of the number: 1 to 64.
    pub fn top_bits(&self) -> u32 {
        (self.bits - 1) % WORD + 1
    }

    fn top(&self) -> Value {
        self.words[self.words.len() - 1]
    }
}

/// Number of words of an integer.
pub(crate) fn word_count(bits: u32) -> usize {
    bits.div_ceil(WORD) as usize
}

// ---- Words --------------------------------------------------------------------------------------

impl Builder<'_> {
    /// A word that is known.
    pub(crate) fn word(&mut self, value: u64) -> Value {
        self.int(TypeTable::I64, value)
    }

    /// An operation on words, done at once if both are known or one makes no difference.
    pub(crate) fn word_op(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        use BinaryOp::{AShr, Add, And, LShr, Or, Shl, Sub, Xor};
        let known = [self.const_int(left), self.const_int(right)];
        match (op, known) {
            (And, [Some(a), Some(b)]) => return self.word(a & b),
            (Or, [Some(a), Some(b)]) => return self.word(a | b),
            (Xor, [Some(a), Some(b)]) => return self.word(a ^ b),
            (Add, [Some(a), Some(b)]) => return self.word(a.wrapping_add(b)),
            (Shl, [Some(a), Some(b @ ..64)]) => return self.word(a << b),
            (LShr, [Some(a), Some(b @ ..64)]) => return self.word(a >> b),
            (AShr, [Some(a), Some(b @ ..64)]) => return self.word((a as i64 >> b) as u64),
            (And, [Some(u64::MAX), _]) | (Or | Xor | Add, [Some(0), _]) => return right,
            (And, [_, Some(u64::MAX)])
            | (Or | Xor | Add | Sub | Shl | LShr | AShr, [_, Some(0)]) => {
                return left;
            }
            (And | Shl | LShr, [Some(0), _]) | (And, [_, Some(0)]) => return self.word(0),
            _ => {}
        }
        self.binary(op, left, right)
    }

    /// A shift of a word by a known amount below 64.
    pub(crate) fn word_shift(&mut self, op: BinaryOp, word: Value, amount: u32) -> Value {
        let amount = self.word(u64::from(amount));
        self.word_op(op, word, amount)
    }

    /// A bit as a word.
    pub(super) fn bit_word(&mut self, bit: Value) -> Value {
        match self.const_int(bit) {
            Some(value) => self.word(value),
            None => self.cast(CastOp::ZExt, bit, TypeTable::I64),
        }
    }

    fn bit_or(&mut self, left: Value, right: Value) -> Value {
        match (self.const_int(left), self.const_int(right)) {
            (Some(0), _) => right,
            (_, Some(0)) => left,
            _ => self.binary(BinaryOp::Or, left, right),
        }
    }

    /// The bits that are not `bit`.
    pub(super) fn bit_not(&mut self, bit: Value) -> Value {
        self.binary_int(BinaryOp::Xor, bit, 1)
    }

    /// Whether a word is negative.
    pub(super) fn word_is_negative(&mut self, word: Value) -> Value {
        let zero = self.word(0);
        self.icmp(IntPredicate::Slt, word, zero)
    }

    /// Sum or difference of words, and whether it overflowed, both unsigned.
    fn with_carry(&mut self, intrinsic: Intrinsic, left: Value, right: Value) -> (Value, Value) {
        if self.const_int(right) == Some(0) {
            let none = self.int(TypeTable::I1, 0);
            return (left, none);
        }
        let fields = [TypeTable::I64, TypeTable::I1].into();
        let ty = self.module.types.intern(TypeData::Struct {
            fields,
            packed: false,
        });
        let flags = InstFlags::empty();
        let both = self.intrinsic(intrinsic, &[TypeTable::I64], ty, flags, &[left, right]);
        let result = self.field(both, TypeTable::I64, 0);
        (result, self.field(both, TypeTable::I1, 1))
    }

    /// Field `index` of a struct.
    pub(super) fn field(&mut self, value: Value, ty: Type, index: u32) -> Value {
        let kind = InstKind::ExtractValue([index].into());
        self.value(kind, ty, InstFlags::empty(), &[value])
    }

    /// Zero or all ones, as a word's sign says.
    pub(super) fn sign_word(&mut self, word: Value) -> Value {
        self.word_shift(BinaryOp::AShr, word, WORD - 1)
    }

    /// An intrinsic on words.
    pub(super) fn word_intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value]) -> Value {
        let ty = TypeTable::I64;
        self.intrinsic(intrinsic, &[ty], ty, InstFlags::empty(), args)
    }

    // ---- Numbers ------------------------------------------------------------------------------

    /// A known number of at most 64 bits.
    pub(super) fn wide_number(&mut self, bits: u32, value: u64) -> Wide {
        let mut words = vec![self.word(0); word_count(bits)];
        words[0] = self.word(value);
        Wide { words, bits }
    }

    /// -1.
    pub(super) fn wide_ones(&mut self, bits: u32) -> Wide {
        let words = vec![self.word(u64::MAX); word_count(bits)];
        Wide { words, bits }
    }

    /// The same with the bits above the width zero, or copies of the sign.
    pub(super) fn normalize(&mut self, number: &Wide, signed: bool) -> Wide {
        let mut result = number.clone();
        let top_bits = number.top_bits();
        if top_bits == WORD {
            return result;
        }
        let last = result.words.len() - 1;
        let top = number.top();
        result.words[last] = if signed {
            let up = self.word_shift(BinaryOp::Shl, top, WORD - top_bits);
            self.word_shift(BinaryOp::AShr, up, WORD - top_bits)
        } else {
            let mask = self.word(u64::MAX >> (WORD - top_bits));
            self.word_op(BinaryOp::And, top, mask)
        };
        result
    }

    /// Whether a number is negative.
    pub(super) fn wide_is_negative(&mut self, number: &Wide) -> Value {
        let shift = WORD - number.top_bits();
        let top = self.word_shift(BinaryOp::Shl, number.top(), shift);
        self.word_is_negative(top)
    }

    /// The number in `bits` bits, cut off or extended.
    pub(super) fn wide_resize(&mut self, number: &Wide, bits: u32, signed: bool) -> Wide {
        let count = word_count(bits);
        if bits <= number.bits {
            let words = number.words[..count].to_vec();
            return Wide { words, bits };
        }
        let mut words = self.normalize(number, signed).words;
        if words.len() < count {
            let fill = match signed {
                true => self.sign_word(words[words.len() - 1]),
                false => self.word(0),
            };
            words.resize(count, fill);
        }
        Wide { words, bits }
    }

    /// An integer of any type as a number of `bits` bits, more than 128; its own type is no wider than that.
    pub(super) fn wide_of_int(&mut self, value: Value, bits: u32, signed: bool) -> Wide {
        let own = self.bits(self.ty(value)).unwrap_or(WORD);
        let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
        let words = if own <= WORD {
            vec![self.cast(extend, value, TypeTable::I64)]
        } else {
            let both = self.cast(extend, value, TypeTable::I128);
            let high = self.int128(u64::from(WORD));
            let high = self.binary(BinaryOp::LShr, both, high);
            [both, high]
                .map(|half| self.cast(CastOp::Trunc, half, TypeTable::I64))
                .to_vec()
        };
        let held = words.len() as u32 * WORD;
        self.wide_resize(&Wide { words, bits: held }, bits, signed)
    }

    /// The low bits of a number as an integer of type `ty`, of at most 128 bits.
    pub(super) fn int_of_wide(&mut self, number: &Wide, ty: Type) -> Value {
        if self.bits(ty).unwrap_or(WORD) <= WORD {
            return self.cast(CastOp::Trunc, number.words[0], ty);
        }
        let both = self.join128(number.words[0], number.words[1]);
        self.cast(CastOp::Trunc, both, ty)
    }

    fn int128(&mut self, value: u64) -> Value {
        self.wide_int(TypeTable::I128, u128::from(value))
    }

    /// The words of an integer of 65 to 128 bits, extended by zeros.
    pub(crate) fn two_words(&mut self, value: Value) -> [Value; 2] {
        let both = self.cast(CastOp::ZExt, value, TypeTable::I128);
        let by = self.int128(u64::from(WORD));
        let high = self.binary(BinaryOp::LShr, both, by);
        [both, high].map(|half| self.cast(CastOp::Trunc, half, TypeTable::I64))
    }

    /// The number of 128 bits that has these words.
    pub(crate) fn join128(&mut self, low: Value, high: Value) -> Value {
        let [low, high] = [low, high].map(|word| self.cast(CastOp::ZExt, word, TypeTable::I128));
        let by = self.int128(u64::from(WORD));
        let high = self.binary(BinaryOp::Shl, high, by);
        self.binary(BinaryOp::Or, low, high)
    }

    /// An operation done word by word.
    pub(super) fn wide_bitwise(&mut self, op: BinaryOp, left: &Wide, right: &Wide) -> Wide {
        let pairs = left.words.iter().zip(&right.words);
        let words = pairs.map(|(a, b)| self.word_op(op, *a, *b)).collect();
        let bits = left.bits;
        Wide { words, bits }
    }

    /// Sum or, for `Sub`, difference, and the carry or borrow out of the last word.
    pub(super) fn wide_add_sub(
        &mut self,
        op: BinaryOp,
        left: &Wide,
        right: &Wide,
    ) -> (Wide, Value) {
        let intrinsic = match op {
            BinaryOp::Sub => Intrinsic::UsubWithOverflow,
            _ => Intrinsic::UaddWithOverflow,
        };
        let mut carry = self.int(TypeTable::I1, 0);
        let mut words = Vec::with_capacity(left.words.len());
        for (a, b) in left.words.iter().zip(&right.words) {
            let (first, over) = self.with_carry(intrinsic, *a, *b);
            let carried = self.bit_word(carry);
            let (result, again) = self.with_carry(intrinsic, first, carried);
            carry = self.bit_or(over, again);
            words.push(result);
        }
        let bits = left.bits;
        (Wide { words, bits }, carry)
    }

    /// Zero minus the number.
    pub(super) fn wide_neg(&mut self, number: &Wide) -> Wide {
        let zero = self.wide_number(number.bits, 0);
        self.wide_add_sub(BinaryOp::Sub, &zero, number).0
    }

    /// The absolute value.
    pub(super) fn wide_abs(&mut self, number: &Wide) -> Wide {
        let negative = self.wide_is_negative(number);
        let opposite = self.wide_neg(number);
        self.wide_select(negative, &opposite, number)
    }

    /// The low words of a product, as many as the factors have.
    pub(super) fn wide_mul(&mut self, left: &Wide, right: &Wide) -> Wide {
        let count = left.words.len();
        let mut words = vec![self.word(0); count];
        for (at, a) in left.words.iter().enumerate() {
            let mut carry = self.word(0);
            for (index, b) in right.words[..count - at].iter().enumerate() {
                let place = at + index;
                if self.const_int(*a) == Some(0) || self.const_int(*b) == Some(0) {
                    (words[place], carry) = self.add_words(words[place], carry);
                } else if place == count - 1 {
                    let product = self.binary(BinaryOp::Mul, *a, *b);
                    let sum = self.word_op(BinaryOp::Add, words[place], product);
                    words[place] = self.word_op(BinaryOp::Add, sum, carry);
                } else {
                    (words[place], carry) = self.mul_add(*a, *b, words[place], carry);
                }
            }
        }
        let bits = left.bits;
        Wide { words, bits }
    }

    fn add_words(&mut self, left: Value, right: Value) -> (Value, Value) {
        let (sum, carry) = self.with_carry(Intrinsic::UaddWithOverflow, left, right);
        (sum, self.bit_word(carry))
    }

    /// The two words of `a * b + c + d`, which cannot overflow them.
    fn mul_add(&mut self, a: Value, b: Value, c: Value, d: Value) -> (Value, Value) {
        let [a, b] = [a, b].map(|word| self.cast(CastOp::ZExt, word, TypeTable::I128));
        let mut sum = self.binary_with(BinaryOp::Mul, InstFlags::NUW, a, b);
        for addend in [c, d] {
            if self.const_int(addend) != Some(0) {
                let addend = self.cast(CastOp::ZExt, addend, TypeTable::I128);
                sum = self.binary_with(BinaryOp::Add, InstFlags::NUW, sum, addend);
            }
        }
        let by = self.int128(u64::from(WORD));
        let high = self.binary(BinaryOp::LShr, sum, by);
        let [low, high] = [sum, high].map(|half| self.cast(CastOp::Trunc, half, TypeTable::I64));
        (low, high)
    }

    // ---- Comparison and choice ----------------------------------------------------------------

    /// `condition ? yes : no`
    pub(super) fn wide_select(&mut self, condition: Value, yes: &Wide, no: &Wide) -> Wide {
        let pairs = yes.words.iter().zip(&no.words);
        let words = pairs
            .map(|(a, b)| match a == b {
                true => *a,
                false => self.select(condition, *a, *b),
            })
            .collect();
        let bits = yes.bits;
        Wide { words, bits }
    }

    /// A comparison.
    pub(super) fn wide_compare(
        &mut self,
        predicate: IntPredicate,
        left: &Wide,
        right: &Wide,
    ) -> Value {
        use IntPredicate::*;
        match predicate {
            Eq | Ne => {
                let differing = self.wide_bitwise(BinaryOp::Xor, left, right);
                self.wide_is_zero(&differing, predicate)
            }
            Ult => self.wide_less(left, right, false),
            Slt => self.wide_less(left, right, true),
            Ugt => self.wide_less(right, left, false),
            Sgt => self.wide_less(right, left, true),
            Ule | Sle => {
                let greater = self.wide_less(right, left, predicate == Sle);
                self.bit_not(greater)
            }
            Uge | Sge => {
                let less = self.wide_less(left, right, predicate == Sge);
                self.bit_not(less)
            }
        }
    }

    /// Whether a number is equal to zero, or not equal.
    pub(super) fn wide_is_zero(&mut self, number: &Wide, predicate: IntPredicate) -> Value {
        let words = self.normalize(number, false).words;
        let mut any = words[0];
        for word in &words[1..] {
            any = self.word_op(BinaryOp::Or, any, *word);
        }
        let zero = self.word(0);
        self.icmp(predicate, any, zero)
    }

    fn wide_less(&mut self, left: &Wide, right: &Wide, signed: bool) -> Value {
        let (left, right) = (self.normalize(left, signed), self.normalize(right, signed));
        let last = left.words.len() - 1;
        let mut less = self.icmp(IntPredicate::Ult, left.words[0], right.words[0]);
        for at in 1..=last {
            let (a, b) = (left.words[at], right.words[at]);
            let predicate = match signed && at == last {
                true => IntPredicate::Slt,
                false => IntPredicate::Ult,
            };
            let here = self.icmp(predicate, a, b);
            let equal = self.icmp(IntPredicate::Eq, a, b);
            less = self.select(equal, less, here);
        }
        less
    }

    // ---- Shifts -------------------------------------------------------------------------------

    /// A shift by `amount`, an integer below the width.
    pub(super) fn wide_shift(&mut self, op: BinaryOp, number: &Wide, amount: Value) -> Wide {
        let left = op == BinaryOp::Shl;
        let signed = op == BinaryOp::AShr;
        let number = match left {
            true => number.clone(),
            false => self.normalize(number, signed),
        };
        let fill = match signed {
            true => self.sign_word(number.top()),
            false => self.word(0),
        };
        if let Some(amount) = self.const_int(amount) {
            let amount = (amount % u64::from(number.bits)) as u32;
            let moved = move_words(&number, left, (amount / WORD) as usize, fill);
            let by = self.word(u64::from(amount % WORD));
            return match amount % WORD {
                0 => moved,
                _ => self.shift_bits(&moved, left, by, fill),
            };
        }
        let mask = self.word(u64::from(WORD - 1));
        let by = self.word_op(BinaryOp::And, amount, mask);
        let mut result = self.shift_bits(&number, left, by, fill);
        let mut step = 1;
        while step < number.words.len() {
            let bit = self.word(step as u64 * u64::from(WORD));
            let bit = self.word_op(BinaryOp::And, amount, bit);
            let zero = self.word(0);
            let stays = self.icmp(IntPredicate::Eq, bit, zero);
            let moved = move_words(&result, left, step, fill);
            result = self.wide_select(stays, &result, &moved);
            step *= 2;
        }
        result
    }

    /// A shift by less than a word.
    fn shift_bits(&mut self, number: &Wide, left: bool, by: Value, fill: Value) -> Wide {
        let intrinsic = if left {
            Intrinsic::Fshl
        } else {
            Intrinsic::Fshr
        };
        let count = number.words.len();
        let mut words = Vec::with_capacity(count);
        for at in 0..count {
            let (high, low) = match left {
                true if at == 0 => (number.words[0], fill),
                true => (number.words[at], number.words[at - 1]),
                false => (*number.words.get(at + 1).unwrap_or(&fill), number.words[at]),
            };
            let both_zero = self.const_int(high) == Some(0) && self.const_int(low) == Some(0);
            words.push(match both_zero {
                true => high,
                false => self.word_intrinsic(intrinsic, &[high, low, by]),
            });
        }
        let bits = number.bits;
        Wide { words, bits }
    }
}

/// A shift by whole words.
fn move_words(number: &Wide, left: bool, by: usize, fill: Value) -> Wide {
    let count = number.words.len();
    let word = |at: usize| {
        let from = if left {
            at.checked_sub(by)
        } else {
            Some(at + by)
        };
        *from
            .and_then(|from| number.words.get(from))
            .unwrap_or(&fill)
    };
    Wide {
        words: (0..count).map(word).collect(),
        bits: number.bits,
    }
}
