//! Integers of any width, as in constants.
//!
//! An [`Int`] is a pattern of bits; operations that depend on a sign say which they mean. Up to 128 bits it
//! needs no memory of its own.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

/// The most bits for which products and quotients are computed: their time grows with the square.
const MAX_QUADRATIC_BITS: u32 = 1 << 14;

/// An integer of `bits` bits: words, least significant first, with nothing set above `bits`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    bits: u32,
    words: SmallVec<[u64; 2]>,
}

fn word_count(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

impl Int {
    /// 0
    pub fn zero(bits: u32) -> Self {
        Self {
            bits,
            words: smallvec![0; word_count(bits)],
        }
    }

    /// All bits set.
    pub fn ones(bits: u32) -> Self {
        Self::zero(bits).not()
    }

    /// The low `bits` bits of `value`.
    pub fn new(bits: u32, value: u128) -> Self {
        let mut result = Self::zero(bits);
        for (index, word) in result.words.iter_mut().enumerate().take(2) {
            *word = (value >> (64 * index)) as u64;
        }
        result.trimmed()
    }

    /// The number with these words, least significant first; missing ones are 0.
    pub fn from_words(bits: u32, words: &[u64]) -> Self {
        let mut result = Self::zero(bits);
        for (to, from) in result.words.iter_mut().zip(words) {
            *to = *from;
        }
        result.trimmed()
    }

    /// The number with only bit `index` set; 0 if there is no such bit.
    pub fn one_bit(bits: u32, index: u32) -> Self {
        let mut result = Self::zero(bits);
        result.set_bit(index);
        result
    }

    /// The least signed number.
    pub fn signed_min(bits: u32) -> Self {
        Self::one_bit(bits, bits.saturating_sub(1))
    }

    /// The greatest signed number.
    pub fn signed_max(bits: u32) -> Self {
        Self::signed_min(bits).not()
    }

    /// Width in bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The words, least significant first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number, if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        let (first, rest) = self.words.split_first()?;
        rest.iter().all(|word| *word == 0).then_some(*first)
    }

    /// The low 128 bits.
    pub fn low_u128(&self) -> u128 {
        let word = |index: usize| u128::from(self.words.get(index).copied().unwrap_or(0));
        word(0) | word(1) << 64
    }

    /// The number as a signed one, if it fits in 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        let wide = self.resized_signed(self.bits.max(64));
        let low = *wide.words.first()? as i64;
        let sign = if low < 0 { u64::MAX } else { 0 };
        let narrow = self.resized_signed(word_count(self.bits.max(64)) as u32 * 64);
        narrow.words[1..]
            .iter()
            .all(|word| *word == sign)
            .then_some(low)
    }

    fn trimmed(mut self) -> Self {
        let extra = word_count(self.bits) as u32 * 64 - self.bits;
        if let Some(last) = self.words.last_mut() {
            *last &= u64::MAX >> extra;
        }
        self
    }

    fn set_bit(&mut self, index: u32) {
        if index < self.bits {
            self.words[(index / 64) as usize] |= 1 << (index % 64);
        }
    }

    /// Bit `index`.
    pub fn bit(&self, index: u32) -> bool {
        let word = self.words.get((index / 64) as usize);
        word.is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are set.
    pub fn is_ones(&self) -> bool {
        *self == Self::ones(self.bits)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.bits.saturating_sub(1))
    }

    /// Whether it is the least signed number.
    pub fn is_signed_min(&self) -> bool {
        *self == Self::signed_min(self.bits)
    }

    fn map(&self, mut f: impl FnMut(usize, u64) -> u64) -> Self {
        let mut result = self.clone();
        for (index, word) in result.words.iter_mut().enumerate() {
            *word = f(index, *word);
        }
        result.trimmed()
    }

    /// Bitwise complement.
    pub fn not(&self) -> Self {
        self.map(|_, word| !word)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.map(|index, word| word & other.words[index])
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.map(|index, word| word | other.words[index])
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.map(|index, word| word ^ other.words[index])
    }

    /// Sum, wrapping.
    pub fn add(&self, other: &Self) -> Self {
        let mut carry = false;
        self.map(|index, word| {
            let (sum, first) = word.overflowing_add(other.words[index]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        })
    }

    /// Difference, wrapping.
    pub fn sub(&self, other: &Self) -> Self {
        let mut borrow = false;
        self.map(|index, word| {
            let (rest, first) = word.overflowing_sub(other.words[index]);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            rest
        })
    }

    /// Negation, wrapping.
    pub fn neg(&self) -> Self {
        Self::zero(self.bits).sub(self)
    }

    /// The number without its sign; the least signed number is itself.
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Product, wrapping; `None` if computing it would take too long.
    pub fn mul(&self, other: &Self) -> Option<Self> {
        if self.bits > MAX_QUADRATIC_BITS {
            return None;
        }
        let mut result = Self::zero(self.bits);
        let len = result.words.len();
        for (at, left) in self.words.iter().enumerate() {
            let mut carry = 0;
            for (to, right) in result.words[at..len].iter_mut().zip(&other.words) {
                let sum = u128::from(*left) * u128::from(*right) + u128::from(*to) + carry;
                *to = sum as u64;
                carry = sum >> 64;
            }
        }
        Some(result.trimmed())
    }

    /// Unsigned quotient and remainder; `None` for division by 0 and if it would take too long.
    pub fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.is_zero() || self.bits > MAX_QUADRATIC_BITS {
            return None;
        }
        if self.bits <= 128 {
            let (left, right) = (self.low_u128(), divisor.low_u128());
            let result = |value| Self::new(self.bits, value);
            return Some((result(left / right), result(left % right)));
        }
        // One bit at a time; the remainder has one bit more for a moment.
        let bits = self.bits + 1;
        let divisor = divisor.resized(bits);
        let mut quotient = Self::zero(self.bits);
        let mut rest = Self::zero(bits);
        for index in (0..self.bits).rev() {
            rest = rest.shl(1);
            if self.bit(index) {
                rest.words[0] |= 1;
            }
            if rest.compare(&divisor) != Ordering::Less {
                rest = rest.sub(&divisor);
                quotient.set_bit(index);
            }
        }
        Some((quotient, rest.resized(self.bits)))
    }

    /// Signed quotient and remainder, rounding towards 0, wrapping; `None` as for [`Self::divide`].
    pub fn divide_signed(&self, divisor: &Self) -> Option<(Self, Self)> {
        let (quotient, rest) = self.abs().divide(&divisor.abs())?;
        let quotient = if self.is_negative() == divisor.is_negative() {
            quotient
        } else {
            quotient.neg()
        };
        let rest = if self.is_negative() { rest.neg() } else { rest };
        Some((quotient, rest))
    }

    /// Shift left, 0 if all is shifted out.
    pub fn shl(&self, amount: u32) -> Self {
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.words.get(at)).copied().unwrap_or(0);
        self.map(|index, _| {
            let at = index.checked_sub(words);
            let low = at.and_then(|at| at.checked_sub(1));
            match bits {
                0 => word(at),
                _ => word(at) << bits | word(low) >> (64 - bits),
            }
        })
    }

    /// Shift right with zeros.
    pub fn lshr(&self, amount: u32) -> Self {
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
        self.map(|index, _| {
            let at = index + words;
            match bits {
                0 => word(at),
                _ => word(at) >> bits | word(at + 1) << (64 - bits),
            }
        })
    }

    /// Shift right with copies of the sign.
    pub fn ashr(&self, amount: u32) -> Self {
        if self.is_negative() {
            self.not().lshr(amount).not()
        } else {
            self.lshr(amount)
        }
    }

    /// The number in `bits` bits: cut off, or with zeros above.
    pub fn resized(&self, bits: u32) -> Self {
        Self::from_words(bits, &self.words)
    }

    /// The number in `bits` bits: cut off, or with copies of the sign above.
    pub fn resized_signed(&self, bits: u32) -> Self {
        if self.is_negative() && bits > self.bits {
            self.not().resized(bits).not()
        } else {
            self.resized(bits)
        }
    }

    /// Order as unsigned numbers.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    /// Order as signed numbers.
    pub fn compare_signed(&self, other: &Self) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.compare(other),
        }
    }

    /// Number of zeros above the highest set bit.
    pub fn leading_zeros(&self) -> u32 {
        let empty = self.words.iter().rev().take_while(|word| **word == 0);
        let empty = empty.count();
        let extra = word_count(self.bits) as u32 * 64 - self.bits;
        let top = self.words.iter().rev().nth(empty);
        let zeros = empty as u32 * 64 + top.map_or(0, |word| word.leading_zeros());
        zeros - extra
    }

    /// Number of zeros below the lowest set bit; the width for 0.
    pub fn trailing_zeros(&self) -> u32 {
        let empty = self.words.iter().take_while(|word| **word == 0).count();
        let next = self.words.get(empty);
        next.map_or(self.bits, |word| empty as u32 * 64 + word.trailing_zeros())
    }

    /// Number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Bits in reverse order.
    pub fn reverse_bits(&self) -> Self {
        let full = word_count(self.bits) as u32 * 64;
        let mut reversed = self.clone();
        reversed.bits = full;
        reversed.words.reverse();
        for word in &mut reversed.words {
            *word = word.reverse_bits();
        }
        reversed.lshr(full - self.bits).resized(self.bits)
    }

    /// Bytes in reverse order; the width is a multiple of 8.
    pub fn swap_bytes(&self) -> Self {
        let full = word_count(self.bits) as u32 * 64;
        let mut reversed = self.clone();
        reversed.bits = full;
        reversed.words.reverse();
        for word in &mut reversed.words {
            *word = word.swap_bytes();
        }
        reversed.lshr(full - self.bits).resized(self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u32, value: i128) -> Int {
        Int::new(bits, value as u128)
    }

    #[test]
    fn arithmetic_wraps_at_the_width() {
        assert_eq!(int(8, 200).add(&int(8, 100)), int(8, 44));
        assert_eq!(int(8, 3).sub(&int(8, 5)), int(8, -2));
        assert_eq!(int(8, 20).mul(&int(8, 20)), Some(int(8, 144)));
        assert_eq!(int(100, -3).mul(&int(100, 7)), Some(int(100, -21)));
        assert_eq!(int(1, 1).neg(), int(1, 1));
    }

    #[test]
    fn wide_numbers_carry_across_words() {
        let bits = 200;
        let big = Int::one_bit(bits, 150);
        assert_eq!(
            big.sub(&int(bits, 1)).add(&int(bits, 1)),
            Int::one_bit(bits, 150)
        );
        let square = Int::one_bit(bits, 70).mul(&Int::one_bit(bits, 80));
        assert_eq!(square, Some(big.clone()));
        let (quotient, rest) = big
            .add(&int(bits, 5))
            .divide(&Int::one_bit(bits, 70))
            .unwrap();
        assert_eq!((quotient, rest), (Int::one_bit(bits, 80), int(bits, 5)));
    }

    #[test]
    fn signed_division_rounds_towards_zero() {
        let (quotient, rest) = int(8, -7).divide_signed(&int(8, 2)).unwrap();
        assert_eq!((quotient, rest), (int(8, -3), int(8, -1)));
        assert_eq!(int(8, 7).divide_signed(&int(8, 0)), None);
    }

    #[test]
    fn shifts_and_counts() {
        let bits = 130;
        assert_eq!(int(bits, 1).shl(129), Int::signed_min(bits));
        assert_eq!(Int::signed_min(bits).lshr(129), int(bits, 1));
        assert!(Int::signed_min(bits).ashr(129).is_ones());
        assert_eq!(int(bits, 1).leading_zeros(), 129);
        assert_eq!(Int::signed_min(bits).trailing_zeros(), 129);
        assert_eq!(int(bits, 1).reverse_bits(), Int::signed_min(bits));
        assert_eq!(int(16, 0x1234).swap_bytes(), int(16, 0x3412));
        assert_eq!(int(8, 200).shl(8), int(8, 0));
    }

    #[test]
    fn signed_values_fit_or_not() {
        assert_eq!(int(8, -1).to_i64(), Some(-1));
        assert_eq!(Int::ones(200).to_i64(), Some(-1));
        assert_eq!(Int::one_bit(200, 64).to_i64(), None);
        assert_eq!(Int::one_bit(64, 63).to_i64(), Some(i64::MIN));
        assert_eq!(Int::one_bit(65, 63).to_i64(), None);
    }
}
