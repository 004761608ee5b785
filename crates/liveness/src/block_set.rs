//! Sparse sets of blocks.

use avarice_mir::Block;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// A set of blocks as sorted words of 64.
#[derive(Clone, Debug, Default)]
pub struct BlockSet {
    words: SmallVec<[(u32, u64); 2]>,
}

impl BlockSet {
    fn place(block: Block) -> (u32, u64) {
        let index = block.index();
        ((index / 64) as u32, 1 << (index % 64))
    }

    /// Whether a block is in the set.
    pub fn contains(&self, block: Block) -> bool {
        let (word, bit) = Self::place(block);
        let found = self.words.binary_search_by_key(&word, |w| w.0);
        found.is_ok_and(|at| self.words[at].1 & bit != 0)
    }

    /// Adds a block; returns whether it was new.
    pub fn insert(&mut self, block: Block) -> bool {
        let (word, bit) = Self::place(block);
        match self.words.binary_search_by_key(&word, |w| w.0) {
            Ok(at) => {
                let new = self.words[at].1 & bit == 0;
                self.words[at].1 |= bit;
                new
            }
            Err(at) => {
                self.words.insert(at, (word, bit));
                true
            }
        }
    }

    /// Removes a block.
    pub fn remove(&mut self, block: Block) {
        let (word, bit) = Self::place(block);
        if let Ok(at) = self.words.binary_search_by_key(&word, |w| w.0) {
            self.words[at].1 &= !bit;
            if self.words[at].1 == 0 {
                self.words.remove(at);
            }
        }
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Removes all blocks.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Blocks in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Block> + '_ {
        self.words.iter().flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Block::new((*word * 64 + bit) as usize))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_blocks_far_apart() {
        let mut set = BlockSet::default();
        let blocks = [700, 3, 64, 63].map(Block::new);
        assert!(blocks.iter().all(|block| set.insert(*block)));
        assert!(!set.insert(Block::new(64)));
        set.remove(Block::new(63));
        let found: Vec<_> = set.iter().map(|block| block.index()).collect();
        assert_eq!(found, [3, 64, 700]);
        assert!(set.contains(Block::new(3)) && !set.contains(Block::new(63)));
    }
}
