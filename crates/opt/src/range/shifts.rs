//! Shifts of ranges. Shifting by the width or more has no result.

use super::ConstantRange;

impl ConstantRange {
    /// `value` shifted left, what is shifted out lost.
    fn shifted_left(self, value: u128, amount: u128) -> u128 {
        if amount >= u128::from(self.bits) {
            return 0;
        }
        value << amount & self.mask()
    }

    fn shifted_right(self, value: u128, amount: u128) -> u128 {
        u32::try_from(amount)
            .ok()
            .and_then(|amount| value.checked_shr(amount))
            .unwrap_or(0)
    }

    fn shifted_right_signed(self, value: i128, amount: u128) -> u128 {
        (value >> amount.min(127)) as u128
    }

    fn leading_zeros_of(self, value: u128) -> u128 {
        u128::from(value.leading_zeros() - (128 - self.bits))
    }

    /// Shifts to the left.
    pub(super) fn shl(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        if let Some(amount) = other.as_single() {
            if amount >= u128::from(self.bits) {
                return self.to_empty();
            }
            // Bits that are the same in all elements may be shifted out.
            if amount <= self.leading_zeros_of(min ^ max) {
                let (low, high) = (
                    self.shifted_left(min, amount),
                    self.shifted_left(max, amount),
                );
                return Self::inclusive(self.bits, low, high);
            }
            let high = self.shifted_left(self.mask(), amount);
            return Self::inclusive(self.bits, 0, high);
        }
        let most = other.unsigned_max();
        if self.is_negative() && most <= self.leading_zeros_of(!min & self.mask()) {
            // The sign stays: the further, the smaller.
            let high = self.shifted_left(max, other.unsigned_min());
            return Self::inclusive(self.bits, self.shifted_left(min, most), high);
        }
        if most > self.leading_zeros_of(max) {
            return self.to_full();
        }
        let low = self.shifted_left(min, other.unsigned_min());
        Self::inclusive(self.bits, low, self.shifted_left(max, most))
    }

    /// Shifts to the right that fill with zeros.
    pub(super) fn lshr(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let low = self.shifted_right(self.unsigned_min(), other.unsigned_max());
        let high = self.shifted_right(self.unsigned_max(), other.unsigned_min());
        Self::inclusive(self.bits, low, high)
    }

    /// Shifts to the right that fill with copies of the sign.
    pub(super) fn ashr(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let (least, most) = (other.unsigned_min(), other.unsigned_max());
        let (min, max) = (self.signed_min(), self.signed_max());
        // A negative number grows by it, another one shrinks.
        let low = self.shifted_right_signed(min, if min >= 0 { most } else { least });
        let high = self.shifted_right_signed(max, if max < 0 { most } else { least });
        Self::inclusive(self.bits, low, high)
    }
}
