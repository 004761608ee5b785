//! Logic on ranges, by the leading bits that all elements have in common.

use super::{ConstantRange, Prefer};

/// Bits that are known: a bit may be in one of the two.
#[derive(Clone, Copy)]
struct KnownBits {
    zero: u128,
    one: u128,
}

impl ConstantRange {
    fn known_bits(self) -> KnownBits {
        if self.is_empty() {
            return KnownBits { zero: 0, one: 0 };
        }
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        let differing = 128 - (min ^ max).leading_zeros();
        let same = u128::MAX.checked_shl(differing).unwrap_or(0) & self.mask();
        KnownBits {
            zero: !min & same,
            one: min & same,
        }
    }

    fn of_known_bits(self, known: KnownBits) -> Self {
        if known.zero | known.one == 0 {
            return self.to_full();
        }
        self.with(known.one, (!known.zero & self.mask()).wrapping_add(1))
    }

    /// Bitwise and.
    pub(super) fn and(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let (a, b) = (self.known_bits(), other.known_bits());
        let known = self.of_known_bits(KnownBits {
            zero: a.zero | b.zero,
            one: a.one & b.one,
        });
        let most = self.unsigned_max().min(other.unsigned_max());
        known.intersect(Self::inclusive(self.bits, 0, most), Prefer::Smallest)
    }

    /// Bitwise or.
    pub(super) fn or(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        let (a, b) = (self.known_bits(), other.known_bits());
        let known = self.of_known_bits(KnownBits {
            zero: a.zero & b.zero,
            one: a.one | b.one,
        });
        let least = self.unsigned_min().max(other.unsigned_min());
        known.intersect(self.with(least, 0), Prefer::Smallest)
    }

    /// Bitwise complement.
    fn complement(self) -> Self {
        Self::single(self.bits, self.mask()).sub(self)
    }

    /// Bitwise exclusive or.
    pub(super) fn xor(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.to_empty();
        }
        match (self.as_single(), other.as_single()) {
            (Some(a), Some(b)) => return Self::single(self.bits, a ^ b),
            (_, Some(b)) if b == self.mask() => return self.complement(),
            (Some(a), _) if a == self.mask() => return other.complement(),
            _ => {}
        }
        let (a, b) = (self.known_bits(), other.known_bits());
        let result = self.of_known_bits(KnownBits {
            zero: a.zero & b.zero | a.one & b.one,
            one: a.zero & b.one | a.one & b.zero,
        });
        if self.bits == 1 {
            return result;
        }
        // Where one has all bits that the other may have, the exclusive or is the difference.
        let may_have = |known: KnownBits| !known.zero & self.mask();
        if may_have(a) & !b.one == 0 {
            result.intersect(other.sub(self), Prefer::Unsigned)
        } else if may_have(b) & !a.one == 0 {
            result.intersect(self.sub(other), Prefer::Unsigned)
        } else {
            result
        }
    }
}
