//! Ranges of the results of intrinsics.

use avarice_ir::Intrinsic;

use super::{ConstantRange, Prefer, mask};

impl ConstantRange {
    /// Whether [`Self::intrinsic`] knows `intrinsic`.
    pub fn knows_intrinsic(intrinsic: Intrinsic) -> bool {
        use Intrinsic::*;
        matches!(
            intrinsic,
            UaddSat
                | UsubSat
                | SaddSat
                | SsubSat
                | Umin
                | Umax
                | Smin
                | Smax
                | Abs
                | Ctlz
                | Cttz
                | Ctpop
        )
    }

    /// The results of a call of `intrinsic`; `None` if nothing is known of it. The flag of `abs`, `ctlz` and `cttz` is
    /// a range of `i1`.
    pub fn intrinsic(intrinsic: Intrinsic, args: &[Self]) -> Option<Self> {
        use Intrinsic::*;
        let a = *args.first()?;
        if intrinsic == Ctpop {
            return Some(a.ctpop());
        }
        let b = *args.get(1)?;
        let flag = b.as_single() == Some(1);
        Some(match intrinsic {
            UaddSat => a.uadd_sat(b),
            UsubSat => a.usub_sat(b),
            SaddSat => a.sadd_sat(b),
            SsubSat => a.ssub_sat(b),
            Umin | Umax => a.unsigned_extremum(b, intrinsic == Umin),
            Smin | Smax => a.signed_extremum(b, intrinsic == Smin),
            Abs => a.abs(flag),
            Ctlz => a.ctlz(flag),
            Cttz => a.cttz(flag),
            _ => return None,
        })
    }

    fn unsigned_ends(self, other: Self, end: impl Fn(u128, u128) -> u128) -> Self {
        let low = end(self.unsigned_min(), other.unsigned_min());
        let high = end(self.unsigned_max(), other.unsigned_max());
        Self::inclusive(self.bits, low, high)
    }

    fn signed_ends(self, other: Self, end: impl Fn(i128, i128) -> i128) -> Self {
        let low = end(self.signed_min(), other.signed_min());
        let high = end(self.signed_max(), other.signed_max());
        Self::inclusive(self.bits, low as u128, high as u128)
    }

    fn unsigned_extremum(self, other: Self, least: bool) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let ends = self.unsigned_ends(other, if least { Ord::min } else { Ord::max });
        if self.is_wrapped() || other.is_wrapped() {
            let either = self.union(other, Prefer::Unsigned);
            return ends.intersect(either, Prefer::Unsigned);
        }
        ends
    }

    fn signed_extremum(self, other: Self, least: bool) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let ends = self.signed_ends(other, if least { Ord::min } else { Ord::max });
        if self.is_sign_wrapped() || other.is_sign_wrapped() {
            let either = self.union(other, Prefer::Signed);
            return ends.intersect(either, Prefer::Signed);
        }
        ends
    }

    /// The nearest signed number that there is.
    fn clamped(self, value: i128) -> i128 {
        value.clamp(self.signed(self.sign()), self.signed(self.sign() - 1))
    }

    pub(super) fn uadd_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        self.unsigned_ends(other, |a, b| a.saturating_add(b).min(self.mask()))
    }

    pub(super) fn sadd_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        self.signed_ends(other, |a, b| self.clamped(a.saturating_add(b)))
    }

    pub(super) fn usub_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let low = self.unsigned_min().saturating_sub(other.unsigned_max());
        let high = self.unsigned_max().saturating_sub(other.unsigned_min());
        Self::inclusive(self.bits, low, high)
    }

    pub(super) fn ssub_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let low = self.signed_min().saturating_sub(other.signed_max());
        let high = self.signed_max().saturating_sub(other.signed_min());
        let (low, high) = (self.clamped(low), self.clamped(high));
        Self::inclusive(self.bits, low as u128, high as u128)
    }

    pub(super) fn umul_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        self.unsigned_ends(other, |a, b| a.saturating_mul(b).min(self.mask()))
    }

    pub(super) fn smul_sat(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let (a, b) = (self.signed_min(), self.signed_max());
        let (c, d) = (other.signed_min(), other.signed_max());
        let products = [(a, c), (a, d), (b, c), (b, d)];
        let products = products.map(|(x, y)| self.clamped(x.saturating_mul(y)));
        let low = products.into_iter().fold(products[0], i128::min);
        let high = products.into_iter().fold(products[0], i128::max);
        Self::inclusive(self.bits, low as u128, high as u128)
    }

    /// Numbers without their signs. The least number is itself, unless that `is_poison`.
    pub(super) fn abs(self, is_poison: bool) -> Self {
        if self.is_empty() {
            return self;
        }
        let positive = |value: u128| self.signed(value) > 0;
        if self.is_sign_wrapped() {
            let low = if positive(self.upper) || !positive(self.lower) {
                0
            } else {
                let end = self.upper.wrapping_neg().wrapping_add(1) & self.mask();
                self.lower.min(end)
            };
            let upper = if is_poison {
                self.sign()
            } else {
                self.sign() + 1
            };
            return self.with(low, upper);
        }
        let (mut min, max) = (self.signed_min(), self.signed_max());
        let least = self.signed(self.sign());
        if is_poison && min == least {
            if max == least {
                return self.to_empty();
            }
            min += 1;
        }
        let negated = |value: i128| value.wrapping_neg() as u128 & self.mask();
        if min >= 0 {
            Self::inclusive(self.bits, min as u128, max as u128)
        } else if max < 0 {
            Self::inclusive(self.bits, negated(max), negated(min))
        } else {
            Self::inclusive(self.bits, 0, negated(min).max(max as u128))
        }
    }

    fn zeros_above(self, value: u128) -> u128 {
        u128::from((value & self.mask()).leading_zeros() - (128 - self.bits))
    }

    fn zeros_below(self, value: u128) -> u128 {
        u128::from((value & self.mask()).trailing_zeros().min(self.bits))
    }

    fn ctlz(self, zero_is_poison: bool) -> Self {
        if self.is_empty() {
            return self;
        }
        let width = u128::from(self.bits);
        if zero_is_poison && self.contains(0) {
            return if self.lower == 0 {
                if self.upper == 1 {
                    return self.to_empty();
                }
                let least = self.zeros_above(self.upper.wrapping_sub(1));
                self.with(least, self.zeros_above(1) + 1)
            } else if self.upper == 1 {
                self.with(0, self.zeros_above(self.lower) + 1)
            } else {
                self.with(0, width)
            };
        }
        let (low, high) = (
            self.zeros_above(self.unsigned_max()),
            self.zeros_above(self.unsigned_min()),
        );
        Self::inclusive(self.bits, low, high)
    }

    /// Trailing zeros of numbers from `lower` to before `upper`, which is 0 for all up to the greatest.
    fn trailing_zeros_between(self, lower: u128, upper: u128) -> Self {
        let last = upper.wrapping_sub(1) & self.mask();
        if lower == last {
            return Self::single(self.bits, self.zeros_below(lower));
        }
        let width = u128::from(self.bits);
        if lower == 0 {
            return self.with(0, width + 1);
        }
        let common = self.zeros_above(lower ^ last);
        let most = (width - common - 1).max(self.zeros_below(lower));
        self.with(0, most + 1)
    }

    fn cttz(self, zero_is_poison: bool) -> Self {
        if self.is_empty() {
            return self;
        }
        let width = u128::from(self.bits);
        let union = |a: Self, b: Self| a.union(b, Prefer::Smallest);
        if zero_is_poison && self.contains(0) && !self.is_full() {
            if self.lower == 0 {
                if self.upper == 1 {
                    return self.to_empty();
                }
                return self.trailing_zeros_between(1, self.upper);
            }
            let above = self.trailing_zeros_between(self.lower, 0);
            if self.upper == 1 {
                return above;
            }
            return union(above, self.trailing_zeros_between(1, self.upper));
        }
        if self.is_full() {
            if zero_is_poison {
                // The ends of the full set as they are stored: all but 0 on both sides of the greatest number.
                let greatest = self.mask();
                let above = self.trailing_zeros_between(greatest, 0);
                return union(above, self.trailing_zeros_between(1, greatest));
            }
            return Self::inclusive(self.bits, 0, width);
        }
        if !self.is_wrapped() {
            return self.trailing_zeros_between(self.lower, self.upper);
        }
        let above = self.trailing_zeros_between(self.lower, 0);
        union(above, self.trailing_zeros_between(0, self.upper))
    }

    /// Set bits of numbers from `lower` to before `upper`, which is 0 for all up to the greatest.
    fn ones_between(self, lower: u128, upper: u128) -> Self {
        let last = upper.wrapping_sub(1) & self.mask();
        if lower == last {
            return Self::single(self.bits, u128::from(lower.count_ones()));
        }
        let width = u128::from(self.bits);
        let common = self.zeros_above(lower ^ last);
        let differing = width - common;
        let above = lower & !mask_of(differing);
        let ones = u128::from(above.count_ones());
        let least = ones + u128::from(self.zeros_below(lower) < differing);
        let trailing_ones = u128::from((!last).trailing_zeros());
        let most = ones + differing - u128::from(trailing_ones < differing);
        self.with(least, most + 1)
    }

    fn ctpop(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let width = u128::from(self.bits);
        if self.is_full() {
            return Self::inclusive(self.bits, 0, width);
        }
        if !self.is_wrapped() {
            return self.ones_between(self.lower, self.upper);
        }
        let leading_ones = self.zeros_above(!self.lower);
        let above = self.with(leading_ones, width + 1);
        above.union(self.ones_between(0, self.upper), Prefer::Smallest)
    }
}

/// That many low bits.
fn mask_of(count: u128) -> u128 {
    match count as u32 {
        0 => 0,
        bits => mask(bits.min(128)),
    }
}
