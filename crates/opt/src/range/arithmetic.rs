//! Sums, products, quotients and conversions of ranges.

use avarice_ir::{BinaryOp, CastOp, InstFlags};

use super::{ConstantRange, MAX_BITS, Prefer, mask};

impl ConstantRange {
    /// The results of an integer operation that may wrap.
    pub fn binary(self, op: BinaryOp, other: Self) -> Self {
        use BinaryOp::*;
        match op {
            Add => self.add(other),
            Sub => self.sub(other),
            Mul => self.mul(other),
            UDiv => self.udiv(other),
            SDiv => self.sdiv(other),
            URem => self.urem(other),
            SRem => self.srem(other),
            Shl => self.shl(other),
            LShr => self.lshr(other),
            AShr => self.ashr(other),
            And => self.and(other),
            Or => self.or(other),
            Xor => self.xor(other),
            FAdd | FSub | FMul | FDiv | FRem => self.to_full(),
        }
    }

    /// The results of an integer operation, wrapped ones left out where flags exclude them.
    pub fn binary_with_flags(self, op: BinaryOp, flags: InstFlags, other: Self) -> Self {
        let (nuw, nsw) = (
            flags.contains(InstFlags::NUW),
            flags.contains(InstFlags::NSW),
        );
        let result = self.binary(op, other);
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            || self.is_empty()
            || other.is_empty()
            || self.is_full() && other.is_full()
        {
            return result;
        }
        let mut result = result;
        if nsw {
            result = result.intersect(self.saturating_signed(op, other), Prefer::Smallest);
        }
        if nuw {
            if op == BinaryOp::Sub && self.unsigned_max() < other.unsigned_min() {
                return self.to_empty();
            }
            result = result.intersect(self.saturating_unsigned(op, other), Prefer::Smallest);
        }
        result
    }

    fn saturating_signed(self, op: BinaryOp, other: Self) -> Self {
        match op {
            BinaryOp::Add => self.sadd_sat(other),
            BinaryOp::Sub => self.ssub_sat(other),
            _ => self.smul_sat(other),
        }
    }

    fn saturating_unsigned(self, op: BinaryOp, other: Self) -> Self {
        match op {
            BinaryOp::Add => self.uadd_sat(other),
            BinaryOp::Sub => self.usub_sat(other),
            _ => self.umul_sat(other),
        }
    }

    /// Sums.
    pub(super) fn add(self, other: Self) -> Self {
        let lower = self.lower.wrapping_add(other.lower);
        let upper = self.upper.wrapping_add(other.upper).wrapping_sub(1);
        self.sum(other, lower, upper)
    }

    /// Differences.
    pub(super) fn sub(self, other: Self) -> Self {
        let lower = self.lower.wrapping_sub(other.upper).wrapping_add(1);
        let upper = self.upper.wrapping_sub(other.lower);
        self.sum(other, lower, upper)
    }

    /// A sum or difference with these ends, unless it wraps onto itself.
    fn sum(self, other: Self, lower: u128, upper: u128) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        if self.is_full() || other.is_full() {
            return self.to_full();
        }
        let sum = self.with(lower, upper);
        if sum.is_smaller_than(self) || sum.is_smaller_than(other) {
            return self.to_full();
        }
        sum
    }

    /// Products.
    pub(super) fn mul(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let zero = Self::single(self.bits, 0);
        match (self.as_single(), other.as_single()) {
            (Some(1), _) => return other,
            (Some(value), _) if value == self.mask() => return zero.sub(other),
            (_, Some(1)) => return self,
            (_, Some(value)) if value == self.mask() => return zero.sub(self),
            _ => {}
        }
        // The bits of a product do not depend on the signs, but the interval found does: the smaller one is
        // taken.
        let unsigned = self.unsigned_products(other);
        if !unsigned.is_upper_wrapped() && unsigned.upper <= self.sign() {
            return unsigned;
        }
        let signed = self.signed_products(other);
        if unsigned.is_smaller_than(signed) {
            unsigned
        } else {
            signed
        }
    }

    /// The type in which products of this range's numbers are computed.
    fn product_bits(self) -> u32 {
        (self.bits * 2).min(MAX_BITS)
    }

    fn unsigned_products(self, other: Self) -> Self {
        let (Some(low), Some(high)) = (
            self.unsigned_min().checked_mul(other.unsigned_min()),
            self.unsigned_max().checked_mul(other.unsigned_max()),
        ) else {
            return self.exact_product(other);
        };
        Self::inclusive(self.product_bits(), low, high).truncate(self.bits)
    }

    fn signed_products(self, other: Self) -> Self {
        let (a, b) = (self.signed_min(), self.signed_max());
        let (c, d) = (other.signed_min(), other.signed_max());
        let products = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.checked_mul(y));
        let mut ends = None;
        for product in products {
            let Some(product) = product else {
                return self.exact_product(other);
            };
            let (low, high) = ends.unwrap_or((product, product));
            ends = Some((product.min(low), product.max(high)));
        }
        let (low, high) = ends.unwrap_or((0, 0));
        Self::inclusive(self.product_bits(), low as u128, high as u128).truncate(self.bits)
    }

    /// The product of two numbers, where it is too large for more than that.
    fn exact_product(self, other: Self) -> Self {
        match (self.as_single(), other.as_single()) {
            (Some(a), Some(b)) => Self::single(self.bits, a.wrapping_mul(b)),
            _ => self.to_full(),
        }
    }

    /// Unsigned quotients.
    pub(super) fn udiv(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() || other.unsigned_max() == 0 {
            return self.to_empty();
        }
        let low = self.unsigned_min() / other.unsigned_max();
        // The least divisor that is not 0.
        let divisor = match other.unsigned_min() {
            0 if other.upper == 1 => other.lower,
            0 => 1,
            least => least,
        };
        Self::inclusive(self.bits, low, self.unsigned_max() / divisor.max(1))
    }

    /// Unsigned remainders.
    pub(super) fn urem(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() || other.unsigned_max() == 0 {
            return self.to_empty();
        }
        if let (Some(a), Some(b)) = (self.as_single(), other.as_single()) {
            return Self::single(self.bits, a % b);
        }
        if self.unsigned_max() < other.unsigned_min() {
            return self;
        }
        Self::inclusive(
            self.bits,
            0,
            self.unsigned_max().min(other.unsigned_max() - 1),
        )
    }

    /// Signed remainders.
    pub(super) fn srem(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() || other.as_single() == Some(0) {
            return self.to_empty();
        }
        if let (Some(a), Some(b)) = (self.as_single(), other.as_single()) {
            let rest = self.signed(a).wrapping_rem(self.signed(b));
            return Self::single(self.bits, rest as u128);
        }
        let divisors = other.abs(false);
        let (least, greatest) = (divisors.unsigned_min().max(1), divisors.unsigned_max());
        if greatest == 0 {
            return self.to_empty();
        }
        let (min, max) = (self.signed_min(), self.signed_max());
        // As unsigned numbers, negative ones are in order from the most negative one up.
        let low =
            (min as u128 & self.mask()).max(greatest.wrapping_neg().wrapping_add(1) & self.mask());
        let high = (max as u128 & self.mask()).min(greatest - 1);
        if min >= 0 {
            if (max as u128) < least {
                return self;
            }
            return Self::inclusive(self.bits, 0, high);
        }
        if max < 0 {
            if min as u128 & self.mask() > least.wrapping_neg() & self.mask() {
                return self;
            }
            return self.with(low, 1);
        }
        Self::inclusive(self.bits, low, high)
    }

    /// The positive and the negative elements.
    fn by_sign(self) -> (Self, Self) {
        let positive = if self.bits == 1 {
            self.to_empty()
        } else {
            self.with(1, self.sign())
        };
        let negative = self.with(self.sign(), 0);
        (
            self.intersect(positive, Prefer::Smallest),
            self.intersect(negative, Prefer::Smallest),
        )
    }

    /// Quotient of two numbers, wrapping, rounded towards 0.
    fn quotient(self, left: u128, right: u128) -> u128 {
        let (left, right) = (
            self.signed(left & self.mask()),
            self.signed(right & self.mask()),
        );
        left.checked_div(right).unwrap_or(left) as u128 & self.mask()
    }

    /// Signed quotients.
    pub(super) fn sdiv(self, other: Self) -> Self {
        let (pos_left, neg_left) = self.by_sign();
        let (pos_right, neg_right) = other.by_sign();
        let last = |range: Self| range.upper.wrapping_sub(1);
        let quotient = |a: u128, b: u128| self.quotient(a, b);
        let mut positive = self.to_empty();
        if !pos_left.is_empty() && !pos_right.is_empty() {
            let low = quotient(pos_left.lower, last(pos_right));
            let high = quotient(last(pos_left), pos_right.lower);
            positive = Self::inclusive(self.bits, low, high);
        }
        if !neg_left.is_empty() && !neg_right.is_empty() {
            positive = self.sdiv_of_negatives(other, positive, neg_left, neg_right);
        }
        let mut negative = self.to_empty();
        if !pos_left.is_empty() && !neg_right.is_empty() {
            let low = quotient(last(pos_left), last(neg_right));
            let high = quotient(pos_left.lower, neg_right.lower);
            negative = Self::inclusive(self.bits, low, high);
        }
        if !neg_left.is_empty() && !pos_right.is_empty() {
            let low = quotient(neg_left.lower, pos_right.lower);
            let high = quotient(last(neg_left), last(pos_right));
            let range = Self::inclusive(self.bits, low, high);
            negative = negative.union(range, Prefer::Smallest);
        }
        let mut result = negative.union(positive, Prefer::Signed);
        // 0 is neither positive nor negative.
        if self.contains(0) && (!pos_right.is_empty() || !neg_right.is_empty()) {
            result = result.union(Self::single(self.bits, 0), Prefer::Smallest);
        }
        result
    }

    /// Adds the quotients of negative numbers to `found`. That of the least number and -1 is none.
    fn sdiv_of_negatives(self, other: Self, found: Self, left: Self, right: Self) -> Self {
        let last = |range: Self| range.upper.wrapping_sub(1);
        let low = self.quotient(last(left), right.lower);
        let mut result = found;
        let mut add = |high: u128| {
            let range = Self::inclusive(self.bits, low, high);
            result = result.union(range, Prefer::Smallest);
        };
        if left.lower != self.sign() || right.upper != 0 {
            add(self.quotient(left.lower, last(right)));
            return result;
        }
        if right.lower != self.mask() {
            // Without -1.
            let upper = if other.lower == self.mask() {
                other.upper
            } else {
                right.upper.wrapping_sub(1)
            };
            add(self.quotient(left.lower, upper.wrapping_sub(1)));
        }
        let after_least = self.sign().wrapping_add(1) & self.mask();
        if left.upper != after_least {
            // Without the least number.
            let lower = if self.upper == after_least {
                self.lower
            } else {
                left.lower.wrapping_add(1)
            };
            add(self.quotient(lower, last(right)));
        }
        result
    }

    /// The results of `trunc`, `zext` or `sext`; all integers for other conversions.
    pub fn cast(self, op: CastOp, bits: u32) -> Self {
        match op {
            CastOp::Trunc => self.truncate(bits),
            CastOp::ZExt => self.zero_extend(bits),
            CastOp::SExt => self.sign_extend(bits),
            _ => Self::full(bits),
        }
    }

    fn zero_extend(self, bits: u32) -> Self {
        if self.is_empty() {
            return Self::empty(bits);
        }
        if bits <= self.bits {
            return self;
        }
        if self.is_full() || self.is_upper_wrapped() {
            let lower = if self.upper == 0 { self.lower } else { 0 };
            return Self::inclusive(bits, lower, self.mask());
        }
        Self::new(bits, self.lower, self.upper)
    }

    fn sign_extend(self, bits: u32) -> Self {
        if self.is_empty() {
            return Self::empty(bits);
        }
        if bits <= self.bits {
            return self;
        }
        let extended = |value: u128| self.signed(value) as u128;
        if self.upper == self.sign() && !self.is_full() {
            return Self::new(bits, extended(self.lower), self.upper);
        }
        if self.is_full() || self.is_sign_wrapped() {
            return Self::new(bits, extended(self.sign()), self.sign());
        }
        Self::new(bits, extended(self.lower), extended(self.upper))
    }

    /// The low `bits` bits.
    pub(super) fn truncate(self, bits: u32) -> Self {
        if bits >= self.bits {
            return self;
        }
        if self.is_empty() {
            return Self::empty(bits);
        }
        if self.is_full() {
            return Self::full(bits);
        }
        let (mut lower, mut upper) = (self.lower, self.upper);
        let mut rest = Self::empty(bits);
        let limit = mask(bits);
        if self.is_upper_wrapped() {
            // [0, upper) and the greatest number first, then from `lower` to the number before it.
            if self.upper >= limit {
                return Self::full(bits);
            }
            rest = Self::new(bits, limit, self.upper);
            upper = self.mask();
            if lower == upper {
                return rest;
            }
        }
        let cut = lower & !limit;
        lower -= cut;
        upper -= cut;
        if upper <= limit {
            return Self::new(bits, lower, upper).union(rest, Prefer::Smallest);
        }
        // It goes around; once only if it ends before it began.
        if upper >> bits == 1 {
            upper &= limit;
            if upper < lower {
                return Self::new(bits, lower, upper).union(rest, Prefer::Smallest);
            }
        }
        Self::full(bits)
    }
}
