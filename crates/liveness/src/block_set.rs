//! A set of blocks that is emptied at no cost.

use avarice_mir::Block;
use cranelift_entity::SecondaryMap;

/// A set of blocks: those whose stamp is the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockSet {
    stamp: u32,
    stamps: SecondaryMap<Block, u32>,
}

impl BlockSet {
    /// Empties the set and makes room for `len` blocks.
    pub fn reset(&mut self, len: usize) {
        if self.stamp == u32::MAX {
            self.stamps.clear();
            self.stamp = 0;
        }
        self.stamps.resize(len.max(self.stamps.capacity()));
        self.stamp += 1;
    }

    /// Adds a block; returns whether it is new.
    pub fn insert(&mut self, block: Block) -> bool {
        std::mem::replace(&mut self.stamps[block], self.stamp) != self.stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reset_empties() {
        let mut set = BlockSet::default();
        set.reset(4);
        assert!(set.insert(Block::from_u32(3)));
        assert!(!set.insert(Block::from_u32(3)));
        set.reset(2);
        assert!(set.insert(Block::from_u32(3)));
    }
}
