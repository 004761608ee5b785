//! Probabilities of edges, in LLVM's fixed-point form.

/// The probability of a CFG edge as a fraction of 2^31, with LLVM's rounding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BranchProbability(pub u32);

impl BranchProbability {
    /// Denominator.
    pub const DENOMINATOR: u32 = 1 << 31;
    /// Certain.
    pub const ONE: Self = Self(Self::DENOMINATOR);
    /// Impossible.
    pub const ZERO: Self = Self(0);
    /// Not known.
    pub const UNKNOWN: Self = Self(u32::MAX);

    /// `numerator / denominator`, rounded to nearest.
    pub fn new(numerator: u64, denominator: u64) -> Self {
        debug_assert!(denominator != 0 && numerator <= denominator);
        let scaled = u128::from(numerator) * u128::from(Self::DENOMINATOR);
        Self(((scaled + u128::from(denominator) / 2) / u128::from(denominator)) as u32)
    }

    /// Whether it is not known.
    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Normalizes probabilities to a sum of one, as LLVM does after reading them: unknown ones share
    /// the rest; the others are scaled.
    pub fn normalize(probabilities: &mut [Self]) {
        let one = u64::from(Self::DENOMINATOR);
        let count = probabilities.len() as u64;
        let known = probabilities.iter().filter(|p| !p.is_unknown());
        let sum: u64 = known.map(|p| u64::from(p.0)).sum();
        let unknown = probabilities.iter().filter(|p| p.is_unknown()).count() as u64;
        if let Some(share) = one.saturating_sub(sum).checked_div(unknown) {
            for probability in probabilities.iter_mut().filter(|p| p.is_unknown()) {
                *probability = Self(share as u32);
            }
            if sum <= one {
                return;
            }
        }
        for probability in probabilities {
            *probability = match sum {
                0 => Self::new(1, count),
                _ => Self(((u64::from(probability.0) * one + sum / 2) / sum) as u32),
            };
        }
    }

    /// `frequency` times this, rounded down.
    #[must_use]
    pub fn scale(self, frequency: u64) -> u64 {
        let product = u128::from(frequency) * u128::from(self.0);
        clamp(product / u128::from(Self::DENOMINATOR))
    }

    /// `frequency` divided by this, rounded down; the largest number if that is too large.
    ///
    /// # Requires
    /// It is not zero.
    #[must_use]
    pub fn scale_by_inverse(self, frequency: u64) -> u64 {
        debug_assert_ne!(self.0, 0);
        let product = u128::from(frequency) * u128::from(Self::DENOMINATOR);
        clamp(product / u128::from(self.0.max(1)))
    }

    /// This minus `other`, at least zero.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// One minus this.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(Self::DENOMINATOR - self.0)
    }
}

fn clamp(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
