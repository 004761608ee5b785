//! Sets of integers as intervals that may wrap around.
//!
//! ```text
//!   [2, 5)         0 1 ■ ■ ■ 5 6 7        lower < upper
//!   [6, 2)         ■ ■ 2 3 4 5 ■ ■        lower > upper: around the end
//!   full           ■ ■ ■ ■ ■ ■ ■ ■        lower == upper == the greatest number
//!   empty          0 1 2 3 4 5 6 7        lower == upper == 0
//! ```
//!
//! Integers have at most [`MAX_BITS`] bits. Where two intervals are possible results, the one chosen is LLVM's, since
//! the choice decides what a pass can do with it.

mod arithmetic;
mod bits;
mod intrinsics;
mod no_wrap;
mod shifts;

use std::cmp::Ordering;
use std::fmt;

use avarice_ir::IntPredicate;

/// The most bits of an integer that has a range.
pub const MAX_BITS: u32 = 128;

/// A set of integers of `bits` bits: from `lower` up to but not including `upper`, modulo 2^bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ConstantRange {
    lower: u128,
    upper: u128,
    bits: u32,
}

/// Which of two intervals is preferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefer {
    /// The smaller.
    Smallest,
    /// One that does not wrap around as unsigned numbers, else the smaller.
    Unsigned,
    /// One that does not wrap around as signed numbers, else the smaller.
    Signed,
}

impl ConstantRange {
    /// No integer.
    pub fn empty(bits: u32) -> Self {
        Self {
            lower: 0,
            upper: 0,
            bits,
        }
    }

    /// All integers.
    pub fn full(bits: u32) -> Self {
        let max = mask(bits);
        Self {
            lower: max,
            upper: max,
            bits,
        }
    }

    /// Only `value`.
    pub fn single(bits: u32, value: u128) -> Self {
        Self::new(bits, value, value.wrapping_add(1))
    }

    /// From `lower` up to but not including `upper`, all integers if these are equal.
    pub fn new(bits: u32, lower: u128, upper: u128) -> Self {
        let (lower, upper) = (lower & mask(bits), upper & mask(bits));
        if lower == upper {
            return Self::full(bits);
        }
        Self { lower, upper, bits }
    }

    /// From `lower` to `upper`, both included.
    fn inclusive(bits: u32, lower: u128, upper: u128) -> Self {
        Self::new(bits, lower, upper.wrapping_add(1))
    }

    /// Width of the integers.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Whether it has no element.
    pub fn is_empty(self) -> bool {
        self.lower == self.upper && self.lower == 0
    }

    /// Whether it has all integers.
    pub fn is_full(self) -> bool {
        self.lower == self.upper && self.lower != 0
    }

    /// The only element, or `None`.
    pub fn as_single(self) -> Option<u128> {
        let is_single = self.upper == self.lower.wrapping_add(1) & mask(self.bits);
        (is_single && self.lower != self.upper).then_some(self.lower)
    }

    fn mask(self) -> u128 {
        mask(self.bits)
    }

    fn sign(self) -> u128 {
        1 << (self.bits - 1)
    }

    fn signed(self, value: u128) -> i128 {
        sign_extend(self.bits, value)
    }

    fn with(self, lower: u128, upper: u128) -> Self {
        Self::new(self.bits, lower, upper)
    }

    fn to_empty(self) -> Self {
        Self::empty(self.bits)
    }

    fn to_full(self) -> Self {
        Self::full(self.bits)
    }

    /// Whether it has both the greatest and the least unsigned number, and not all between.
    fn is_wrapped(self) -> bool {
        self.lower > self.upper && self.upper != 0
    }

    /// As [`Self::is_wrapped`], or it ends with the greatest unsigned number.
    fn is_upper_wrapped(self) -> bool {
        self.lower > self.upper
    }

    /// Whether it has both the greatest and the least signed number, and not all between.
    fn is_sign_wrapped(self) -> bool {
        self.is_upper_sign_wrapped() && self.upper != self.sign()
    }

    /// As [`Self::is_sign_wrapped`], or it ends with the greatest signed number.
    fn is_upper_sign_wrapped(self) -> bool {
        self.signed(self.lower) > self.signed(self.upper)
    }

    /// The greatest element as an unsigned number.
    pub fn unsigned_max(self) -> u128 {
        if self.is_full() || self.is_upper_wrapped() {
            return self.mask();
        }
        self.upper.wrapping_sub(1) & self.mask()
    }

    /// The least element as an unsigned number.
    pub fn unsigned_min(self) -> u128 {
        if self.is_full() || self.is_wrapped() {
            return 0;
        }
        self.lower
    }

    /// The greatest element as a signed number.
    pub fn signed_max(self) -> i128 {
        if self.is_full() || self.is_upper_sign_wrapped() {
            return self.signed(self.sign() - 1);
        }
        self.signed(self.upper.wrapping_sub(1))
    }

    /// The least element as a signed number.
    pub fn signed_min(self) -> i128 {
        if self.is_full() || self.is_sign_wrapped() {
            return self.signed(self.sign());
        }
        self.signed(self.lower)
    }

    /// Whether no element is negative.
    pub fn is_non_negative(self) -> bool {
        !self.is_sign_wrapped() && self.signed(self.lower) >= 0
    }

    /// Whether all elements are negative.
    pub fn is_negative(self) -> bool {
        if self.lower == self.upper {
            return self.is_empty();
        }
        !self.is_upper_sign_wrapped() && self.signed(self.upper) <= 0
    }

    /// Whether `value` is an element.
    pub fn contains(self, value: u128) -> bool {
        if self.lower == self.upper {
            return self.is_full();
        }
        if self.is_upper_wrapped() {
            self.lower <= value || value < self.upper
        } else {
            self.lower <= value && value < self.upper
        }
    }

    /// Whether all elements of `other` are elements.
    pub fn contains_range(self, other: Self) -> bool {
        if self.is_full() || other.is_empty() {
            return true;
        }
        if self.is_empty() || other.is_full() {
            return false;
        }
        let (below, above) = (other.upper <= self.upper, self.lower <= other.lower);
        match (self.is_upper_wrapped(), other.is_upper_wrapped()) {
            (false, true) => false,
            (true, false) => below || above,
            _ => below && above,
        }
    }

    /// Number of bits that the greatest element needs as an unsigned number.
    pub fn active_bits(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        128 - self.unsigned_max().leading_zeros()
    }

    /// Number of bits that all elements need as signed numbers.
    pub fn signed_bits(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        let needed = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros();
        needed(self.signed_min()).max(needed(self.signed_max()))
    }

    /// Whether there are more than `count` elements.
    pub fn is_larger_than(self, count: u128) -> bool {
        if self.is_full() {
            return count == 0 || self.mask() > count - 1;
        }
        self.upper.wrapping_sub(self.lower) & self.mask() > count
    }

    fn is_smaller_than(self, other: Self) -> bool {
        if self.is_full() {
            return false;
        }
        let size = |range: Self| range.upper.wrapping_sub(range.lower) & range.mask();
        other.is_full() || size(self) < size(other)
    }

    /// All integers that are no elements.
    pub fn inverse(self) -> Self {
        if self.is_full() {
            return self.to_empty();
        }
        if self.is_empty() {
            return self.to_full();
        }
        self.with(self.upper, self.lower)
    }

    fn preferred(self, other: Self, prefer: Prefer) -> Self {
        let wraps = match prefer {
            Prefer::Smallest => (false, false),
            Prefer::Unsigned => (self.is_wrapped(), other.is_wrapped()),
            Prefer::Signed => (self.is_sign_wrapped(), other.is_sign_wrapped()),
        };
        match wraps {
            (false, true) => self,
            (true, false) => other,
            _ if self.is_smaller_than(other) => self,
            _ => other,
        }
    }

    /// An interval with all that are elements of both. Two pieces are covered by one of the operands.
    pub fn intersect(self, other: Self, prefer: Prefer) -> Self {
        if self.is_empty() || other.is_full() {
            return self;
        }
        if other.is_empty() || self.is_full() {
            return other;
        }
        match (self.is_upper_wrapped(), other.is_upper_wrapped()) {
            (false, true) => other.intersect(self, prefer),
            (false, false) => {
                let lower = self.lower.max(other.lower);
                let upper = self.upper.min(other.upper);
                if lower < upper {
                    self.with(lower, upper)
                } else {
                    self.to_empty()
                }
            }
            (true, false) => self.intersect_wrapped(other, prefer),
            (true, true) => {
                let (low, high) = (other.upper.min(self.upper), other.lower.max(self.lower));
                // Where the gap of one has a part in the other's elements there are two pieces.
                if other.upper < self.upper && other.lower < self.upper
                    || other.upper >= self.upper && other.upper > self.lower
                {
                    return self.preferred(other, prefer);
                }
                self.with(high, low)
            }
        }
    }

    /// `self` goes around the end and `other` does not.
    fn intersect_wrapped(self, other: Self, prefer: Prefer) -> Self {
        if other.lower < self.upper {
            if other.upper < self.upper {
                return other;
            }
            if other.upper <= self.lower {
                return self.with(other.lower, self.upper);
            }
            return self.preferred(other, prefer);
        }
        if other.lower < self.lower {
            if other.upper <= self.lower {
                return self.to_empty();
            }
            return self.with(self.lower, other.upper);
        }
        other
    }

    /// An interval with all that are elements of one. A gap is closed where there would be two pieces.
    pub fn union(self, other: Self, prefer: Prefer) -> Self {
        if self.is_full() || other.is_empty() {
            return self;
        }
        if other.is_full() || self.is_empty() {
            return other;
        }
        let bridged = || {
            let (over, around) = (
                self.with(self.lower, other.upper),
                self.with(other.lower, self.upper),
            );
            over.preferred(around, prefer)
        };
        match (self.is_upper_wrapped(), other.is_upper_wrapped()) {
            (false, true) => other.union(self, prefer),
            (false, false) => {
                if other.upper < self.lower || self.upper < other.lower {
                    return bridged();
                }
                self.with(self.lower.min(other.lower), self.upper.max(other.upper))
            }
            (true, false) => {
                if other.upper <= self.upper || other.lower >= self.lower {
                    return self;
                }
                match (other.lower <= self.upper, self.lower <= other.upper) {
                    (true, true) => self.to_full(),
                    (false, false) => bridged(),
                    (false, true) => self.with(other.lower, self.upper),
                    (true, false) => self.with(self.lower, other.upper),
                }
            }
            (true, true) => {
                if other.lower <= self.upper || self.lower <= other.upper {
                    return self.to_full();
                }
                self.with(self.lower.min(other.lower), self.upper.max(other.upper))
            }
        }
    }

    /// Whether `predicate` holds for each element with each element of `other`.
    pub fn always(self, predicate: IntPredicate, other: Self) -> bool {
        use IntPredicate::*;
        if self.is_empty() || other.is_empty() {
            return true;
        }
        let unsigned =
            |order: fn(Ordering) -> bool, left: u128, right: u128| order(left.cmp(&right));
        let signed = |order: fn(Ordering) -> bool, left: i128, right: i128| order(left.cmp(&right));
        match predicate {
            Eq => self.as_single().is_some() && self.as_single() == other.as_single(),
            Ne => self.inverse().contains_range(other),
            Ult => unsigned(Ordering::is_lt, self.unsigned_max(), other.unsigned_min()),
            Ule => unsigned(Ordering::is_le, self.unsigned_max(), other.unsigned_min()),
            Ugt => unsigned(Ordering::is_gt, self.unsigned_min(), other.unsigned_max()),
            Uge => unsigned(Ordering::is_ge, self.unsigned_min(), other.unsigned_max()),
            Slt => signed(Ordering::is_lt, self.signed_max(), other.signed_min()),
            Sle => signed(Ordering::is_le, self.signed_max(), other.signed_min()),
            Sgt => signed(Ordering::is_gt, self.signed_min(), other.signed_max()),
            Sge => signed(Ordering::is_ge, self.signed_min(), other.signed_max()),
        }
    }
}

impl fmt::Display for ConstantRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() {
            return f.write_str("full-set");
        }
        if self.is_empty() {
            return f.write_str("empty-set");
        }
        write!(
            f,
            "[{},{})",
            self.signed(self.lower),
            self.signed(self.upper)
        )
    }
}

impl fmt::Debug for ConstantRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {self}", self.bits)
    }
}

/// The greatest unsigned number of `bits` bits.
fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

fn sign_extend(bits: u32, value: u128) -> i128 {
    ((value << (128 - bits)) as i128) >> (128 - bits)
}

#[cfg(test)]
mod tests;
