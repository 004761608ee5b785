//! Dense sets of small numbers.

/// A set of numbers below a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Removes everything; from now on numbers below `bound` may be in the set.
    pub fn reset(&mut self, bound: usize) {
        self.words.clear();
        self.words.resize(bound.div_ceil(64), 0);
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a number; returns whether it was new.
    #[inline]
    pub fn insert(&mut self, number: usize) -> bool {
        let bit = 1 << (number % 64);
        let word = &mut self.words[number / 64];
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes a number; returns whether it was there.
    #[inline]
    pub fn remove(&mut self, number: usize) -> bool {
        let bit = 1 << (number % 64);
        let word = &mut self.words[number / 64];
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many numbers are in the set.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut bits = *word;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_numbers_over_words() {
        let mut set = BitSet::default();
        set.reset(200);
        assert!(set.insert(3) && set.insert(64) && set.insert(199) && !set.insert(64));
        assert!(set.remove(3) && !set.remove(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [64, 199]);
        assert_eq!((set.count(), set.contains(199)), (2, true));
    }
}
