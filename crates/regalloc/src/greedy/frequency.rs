//! Arithmetic on block frequencies, with LLVM's rounding and saturation.

use std::fmt;
use std::ops::{Add, AddAssign};

use avarice_mir::BranchProbability;
use avarice_mir::scaled_number::ScaledNumber;

/// How often something runs, in the unit of [`avarice_mir::BlockFrequencies`]. Sums saturate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Frequency(pub u64);

impl Frequency {
    /// Never.
    pub const ZERO: Self = Self(0);
    /// More often than anything.
    pub const MAX: Self = Self(u64::MAX);

    /// This times a probability, rounded down.
    #[must_use]
    pub fn scale(self, by: BranchProbability) -> Self {
        let product = u128::from(self.0) * u128::from(by.0);
        Self((product >> 31) as u64)
    }

    /// This divided by a probability, rounded down.
    #[must_use]
    pub fn scale_by_inverse(self, by: BranchProbability) -> Self {
        let quotient = (u128::from(self.0) << 31) / u128::from(by.0.max(1));
        Self(u64::try_from(quotient).unwrap_or(u64::MAX))
    }

    /// This in runs of the function, which begins `entry` times.
    pub fn in_runs(self, entry: Self) -> f64 {
        self.0 as f64 / entry.0.max(1) as f64
    }

    /// This relative to the frequency of the entry, for debug output.
    pub fn relative_to(self, entry: Self) -> impl fmt::Display {
        ScaledNumber::new(self.0, 0).divide(ScaledNumber::new(entry.0, 0))
    }
}

impl Add for Frequency {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Frequency {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_rounds_down() {
        let three_quarters = BranchProbability::new(75, 100);
        assert_eq!(Frequency(7).scale(three_quarters), Frequency(5));
        assert_eq!(Frequency(6).scale_by_inverse(three_quarters), Frequency(8));
        assert_eq!(Frequency::MAX + Frequency(1), Frequency::MAX);
    }
}
