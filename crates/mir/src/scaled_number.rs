//! Numbers as 64 digits and a binary exponent, with the rounding of LLVM's `ScaledNumber`: block
//! frequencies are computed in them, so their last bit matters.
//!
//! ```text
//!   value = digits * 2^scale        scale in -16382 ..= 16383
//! ```

use std::cmp::Ordering;

const MAX_SCALE: i32 = 16383;
const MIN_SCALE: i32 = -16382;

/// A non-negative number.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledNumber {
    digits: u64,
    scale: i32,
}

impl ScaledNumber {
    /// 0.
    pub const ZERO: Self = Self::new(0, 0);
    /// 1.
    pub const ONE: Self = Self::new(1, 0);
    /// The largest number.
    pub const LARGEST: Self = Self::new(u64::MAX, MAX_SCALE);

    /// `digits * 2^scale`.
    pub const fn new(digits: u64, scale: i32) -> Self {
        Self { digits, scale }
    }

    /// Digits and scale.
    pub(crate) const fn parts(self) -> (u64, i32) {
        (self.digits, self.scale)
    }

    /// Whether it is 0.
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// `1 / self`; the largest number for 0.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::ONE.divide(self)
    }

    /// `self * other`, rounded to 64 digits.
    #[must_use]
    pub fn multiply(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        let product = u128::from(self.digits) * u128::from(other.digits);
        let excess =
            64_u32.saturating_sub((product >> 64).leading_zeros().saturating_sub(64)) as i32;
        let digits = (product >> excess) as u64;
        let round = excess > 0 && product >> (excess - 1) & 1 != 0;
        Self::rounded(digits, excess, round).shift(self.scale + other.scale)
    }

    /// `self / other` to 64 digits, rounded; the largest number if `other` is 0.
    #[must_use]
    pub fn divide(self, other: Self) -> Self {
        if self.is_zero() {
            return Self::ZERO;
        }
        if other.is_zero() {
            return Self::LARGEST;
        }
        divide_digits(self.digits, other.digits).shift(self.scale - other.scale)
    }

    fn rounded(digits: u64, scale: i32, up: bool) -> Self {
        match digits.checked_add(u64::from(up)) {
            Some(digits) => Self::new(digits, scale),
            None => Self::new(1 << 63, scale + 1),
        }
    }

    /// `self * 2^by`: in the exponent as far as it goes, then in the digits.
    fn shift(mut self, by: i32) -> Self {
        if by == 0 || self.is_zero() {
            return self;
        }
        let wanted = self.scale + by;
        self.scale = wanted.clamp(MIN_SCALE, MAX_SCALE);
        let rest = wanted - self.scale;
        match rest.cmp(&0) {
            Ordering::Equal => self,
            Ordering::Greater if rest > self.digits.leading_zeros() as i32 => Self::LARGEST,
            Ordering::Greater => Self::new(self.digits << rest, self.scale),
            Ordering::Less if rest <= -64 => Self::ZERO,
            Ordering::Less => Self::new(self.digits >> -rest, self.scale),
        }
    }

    /// Rounded towards 0; `u64::MAX` if it is larger than that.
    pub fn to_u64(self) -> u64 {
        if self.scale >= 0 {
            if self.is_zero() {
                0
            } else if self.digits.leading_zeros() as i32 >= self.scale {
                self.digits << self.scale
            } else {
                u64::MAX
            }
        } else if self.scale > -64 {
            self.digits >> -self.scale
        } else {
            0
        }
    }

    /// The nearest double, for messages.
    pub fn to_f64(self) -> f64 {
        self.digits as f64 * f64::from(self.scale.clamp(-1022, 1023)).exp2()
    }

    /// Binary logarithm rounded down; of a number that is not 0.
    fn log2(self) -> i32 {
        self.scale + self.digits.ilog2() as i32
    }
}

/// Long division: shifts the dividend left until the quotient fills 64 digits or nothing remains.
fn divide_digits(dividend: u64, divisor: u64) -> ScaledNumber {
    let zeros = divisor.trailing_zeros();
    let mut shift = -(zeros as i32);
    let divisor = divisor >> zeros;
    if divisor == 1 {
        return ScaledNumber::new(dividend, shift);
    }
    let zeros = dividend.leading_zeros();
    shift -= zeros as i32;
    let dividend = dividend << zeros;
    let mut quotient = dividend / divisor;
    let mut rest = dividend % divisor;
    while quotient >> 63 == 0 && rest != 0 {
        let overflow = rest >> 63 != 0;
        rest <<= 1;
        shift -= 1;
        quotient <<= 1;
        if overflow || divisor <= rest {
            quotient |= 1;
            rest = rest.wrapping_sub(divisor);
        }
    }
    let half = (divisor >> 1) + (divisor & 1);
    ScaledNumber::rounded(quotient, shift, rest >= half)
}

impl Ord for ScaledNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        // With equal logarithms, the digits are comparable once both start at the top bit.
        let top = |n: &Self| n.digits << n.digits.leading_zeros();
        self.log2()
            .cmp(&other.log2())
            .then_with(|| top(self).cmp(&top(other)))
    }
}

impl PartialOrd for ScaledNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ScaledNumber {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ScaledNumber {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_round_to_nearest() {
        let a = ScaledNumber::new(u64::MAX, -64);
        let square = a.multiply(a);
        assert_eq!((square.digits, square.scale), (u64::MAX - 1, -64));
        let small = ScaledNumber::new(3, 2).multiply(ScaledNumber::new(5, -1));
        assert_eq!((small.digits, small.scale), (15, 1));
    }

    #[test]
    fn quotients_and_inverses() {
        let third = ScaledNumber::new(3, 0).inverse();
        assert_eq!((third.digits, third.scale), (0xAAAA_AAAA_AAAA_AAAB, -65));
        let quarter = ScaledNumber::new(4, 0).inverse();
        assert_eq!((quarter.digits, quarter.scale), (1, -2));
        assert_eq!(ScaledNumber::ZERO.inverse(), ScaledNumber::LARGEST);
    }

    #[test]
    fn integers_and_order() {
        assert_eq!(ScaledNumber::new(7, -1).to_u64(), 3);
        assert_eq!(ScaledNumber::new(1, 63).to_u64(), 1 << 63);
        assert_eq!(ScaledNumber::new(1, 64).to_u64(), u64::MAX);
        assert_eq!(ScaledNumber::new(1, -1).to_u64(), 0);
        assert_eq!(ScaledNumber::new(1, 3), ScaledNumber::new(8, 0));
        assert!(ScaledNumber::new(9, 0) > ScaledNumber::new(1, 3));
    }
}
