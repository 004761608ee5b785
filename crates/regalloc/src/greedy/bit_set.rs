//! Dense sets of ids.

use std::marker::PhantomData;

use cranelift_entity::EntityRef;

/// A set of ids below a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet<K> {
    words: Vec<u64>,
    ids: PhantomData<K>,
}

impl<K> Default for BitSet<K> {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            ids: PhantomData,
        }
    }
}

impl<K: EntityRef> BitSet<K> {
    /// Removes everything; from now on ids below `bound` may be in the set.
    pub fn reset(&mut self, bound: usize) {
        self.words.clear();
        self.words.resize(bound.div_ceil(64), 0);
    }

    /// Whether an id is in the set.
    #[inline]
    pub fn contains(&self, id: K) -> bool {
        let number = id.index();
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds an id; returns whether it was new.
    #[inline]
    pub fn insert(&mut self, id: K) -> bool {
        let number = id.index();
        let bit = 1 << (number % 64);
        let word = &mut self.words[number / 64];
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes an id; returns whether it was there.
    #[inline]
    pub fn remove(&mut self, id: K) -> bool {
        let number = id.index();
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

    /// How many ids are in the set.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The ids, ascending.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut bits = *word;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(K::new(at * 64 + bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use avarice_mir::Block;

    use super::*;

    #[test]
    fn holds_ids_over_words() {
        let mut set = BitSet::default();
        set.reset(200);
        let [low, middle, high] = [3, 64, 199].map(Block::new);
        assert!(set.insert(low) && set.insert(middle) && set.insert(high) && !set.insert(middle));
        assert!(set.remove(low) && !set.remove(low));
        assert_eq!(set.iter().collect::<Vec<_>>(), [middle, high]);
        assert_eq!((set.count(), set.contains(high)), (2, true));
    }
}
