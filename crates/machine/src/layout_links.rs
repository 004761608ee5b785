//! The order of blocks as a linked list, from which blocks go at no cost.
//!
//! ```text
//!   layout   bb.0  bb.1  bb.2            next(bb.0) = bb.1
//!   remove(bb.1)                         next(bb.0) = bb.2, prev(bb.2) = bb.0
//! ```

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// The order of blocks of one function while a pass takes blocks out of it. The function's own order is stale until
/// [`Self::write`].
#[derive(Debug, Default)]
pub struct LayoutLinks {
    first: PackedOption<Block>,
    next: SecondaryMap<Block, PackedOption<Block>>,
    prev: SecondaryMap<Block, PackedOption<Block>>,
    removed: bool,
}

impl LayoutLinks {
    /// Makes this the order of the blocks of `function`, keeping memory.
    pub fn read(&mut self, function: &MachineFunction) {
        self.next.clear();
        self.prev.clear();
        self.removed = false;
        self.first = function.layout.first().copied().into();
        for pair in function.layout.windows(2) {
            self.next[pair[0]] = pair[1].into();
            self.prev[pair[1]] = pair[0].into();
        }
    }

    /// The first block.
    pub fn first(&self) -> Option<Block> {
        self.first.expand()
    }

    /// The block after `block`.
    pub fn next(&self, block: Block) -> Option<Block> {
        self.next[block].expand()
    }

    /// The block before `block`.
    pub fn prev(&self, block: Block) -> Option<Block> {
        self.prev[block].expand()
    }

    /// Blocks from `first` on, in order.
    pub fn from(&self, first: Option<Block>) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(first, |block| self.next(*block))
    }

    /// Takes a block out.
    pub fn remove(&mut self, block: Block) {
        self.removed = true;
        let (prev, next) = (self.prev[block], self.next[block]);
        match prev.expand() {
            Some(prev) => self.next[prev] = next,
            None => self.first = next,
        }
        if let Some(next) = next.expand() {
            self.prev[next] = prev;
        }
    }

    /// Makes this the order of the function's blocks.
    pub fn write(&mut self, function: &mut MachineFunction) {
        if std::mem::take(&mut self.removed) {
            function.layout.clear();
            function.layout.extend(self.from(self.first.expand()));
        }
    }
}
