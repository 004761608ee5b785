//! Blocks that can be placed: all their predecessors are.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use avarice_mir::Block;

/// Blocks whose predecessors are all placed, with their frequencies.
///
/// A switch may have as many of them as it has cases, so the best is not searched for. A block that is placed for
/// another reason, or removed, stays here until it would be the best.
#[derive(Debug, Default)]
pub struct ReadyBlocks {
    /// The most frequent first; of equally frequent ones, the one that came first.
    blocks: BinaryHeap<(u64, Reverse<u32>, Block)>,
    /// The least frequent first; of equally frequent ones, the one that came last.
    landing_pads: BinaryHeap<(Reverse<u64>, u32, Block)>,
    /// How many blocks came so far.
    count: u32,
}

impl ReadyBlocks {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.landing_pads.clear();
        self.count = 0;
    }

    /// Adds a block that is no landing pad.
    pub fn push(&mut self, block: Block, frequency: u64) {
        self.blocks.push((frequency, Reverse(self.count), block));
        self.count += 1;
    }

    /// Adds a landing pad.
    pub fn push_landing_pad(&mut self, block: Block, frequency: u64) {
        let entry = (Reverse(frequency), self.count, block);
        self.landing_pads.push(entry);
        self.count += 1;
    }

    /// The most frequent block that is not placed; if there is none, the least frequent landing pad.
    ///
    /// Blocks that are placed must stay so.
    pub fn best(&mut self, is_placed: impl Fn(Block) -> bool) -> Option<Block> {
        while let Some((_, _, block)) = self.blocks.peek() {
            if !is_placed(*block) {
                return Some(*block);
            }
            self.blocks.pop();
        }
        while let Some((_, _, block)) = self.landing_pads.peek() {
            if !is_placed(*block) {
                return Some(*block);
            }
            self.landing_pads.pop();
        }
        None
    }
}
