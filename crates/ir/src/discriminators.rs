//! Discriminators: numbers that tell apart code of one line, in three components.
//!
//! ```text
//!   base   duplication factor   copy          each component, lowest bit first:
//!     2            0              0             0                      1
//!                                               1 … 31                 0, five bits, 0
//!                                               32 … 4095              0, five bits, 1, seven bits
//! ```
//!
//! Components after the last that is not 0 are left out.

/// The components of a discriminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Discriminator {
    /// What tells apart instructions.
    pub base: u32,
    /// How many copies of the code there are, 0 for one.
    pub duplication: u32,
    /// Which of several copies it is.
    pub copy: u32,
}

impl Discriminator {
    /// The components that `encoded` has.
    pub fn decode(encoded: u32) -> Self {
        let mut rest = encoded;
        let [base, duplication, copy] = [(); 3].map(|()| {
            let (component, bits) = match rest {
                _ if rest & 1 == 1 => (0, 1),
                _ if rest & 0x40 != 0 => (((rest >> 2) & 0xfe0) | ((rest >> 1) & 0x1f), 14),
                _ => ((rest >> 1) & 0x1f, 7),
            };
            rest >>= bits;
            component
        });
        Self {
            base,
            duplication,
            copy,
        }
    }

    /// The number for these components; `None` if they do not fit into one.
    pub fn encode(self) -> Option<u32> {
        let components = [self.base, self.duplication, self.copy];
        let used = components.iter().rposition(|component| *component != 0);
        let mut encoded = 0u64;
        let mut at = 0;
        for component in &components[..used.map_or(0, |last| last + 1)] {
            let component = u64::from(*component & 0xfff);
            let (code, bits) = match component {
                0 => (1, 1),
                1..=31 => (component << 1, 7),
                _ => (
                    ((component & 0xfe0) << 2) | ((component & 0x1f) << 1) | 0x40,
                    14,
                ),
            };
            encoded |= code << at;
            at += bits;
        }
        let encoded = encoded as u32;
        (Self::decode(encoded) == self).then_some(encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_back() {
        let of = |base, duplication, copy| Discriminator {
            base,
            duplication,
            copy,
        };
        assert_eq!(of(1, 0, 0).encode(), Some(2));
        assert_eq!(of(0, 0, 0).encode(), Some(0));
        assert_eq!(of(0, 3, 0).encode(), Some(13));
        for parts in [of(31, 0, 0), of(32, 7, 1), of(4095, 4095, 0), of(0, 0, 9)] {
            let encoded = parts.encode();
            assert_eq!(encoded.map(Discriminator::decode), Some(parts));
        }
        assert_eq!(of(4096, 0, 0).encode(), None);
        assert_eq!(of(4095, 4095, 31).encode(), None);
    }
}
