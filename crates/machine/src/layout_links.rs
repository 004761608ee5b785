//! The order of blocks as a linked list, in which blocks come, go and move at no cost.
//!
//! ```text
//!   layout   bb.0  bb.1  bb.2            next(bb.0) = bb.1
//!   remove(bb.1)                         next(bb.0) = bb.2, prev(bb.2) = bb.0
//! ```

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// A block's neighbours.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    prev: PackedOption<Block>,
    next: PackedOption<Block>,
}

/// The order of blocks of one function while a pass changes it. The function's own order is stale until [`Self::write`].
///
/// Invariant: `prev` and `next` are each other's opposite.
#[derive(Debug, Default)]
pub struct LayoutLinks {
    links: SecondaryMap<Block, Links>,
    first: PackedOption<Block>,
    last: PackedOption<Block>,
    /// The number that the next new block gets.
    next_number: u32,
    /// Whether the function's own order is stale.
    changed: bool,
}

impl LayoutLinks {
    /// Makes this the order of the blocks of `function`, keeping memory.
    pub fn read(&mut self, function: &MachineFunction) {
        self.links.clear();
        (self.first, self.last) = (None.into(), None.into());
        self.next_number = 0;
        for block in &function.layout {
            self.insert(self.last.expand(), *block);
            let after = function.blocks[*block].number + 1;
            self.next_number = self.next_number.max(after);
        }
        self.changed = false;
    }

    /// Makes this the order of the function's blocks.
    pub fn write(&mut self, function: &mut MachineFunction) {
        if std::mem::take(&mut self.changed) {
            function.layout.clear();
            function.layout.extend(self.from(self.first()));
        }
    }

    /// Numbers blocks by their place.
    pub fn renumber(&mut self, function: &mut MachineFunction) {
        let mut number = 0;
        for block in self.from(self.first()) {
            function.blocks[block].number = number;
            number += 1;
        }
        self.next_number = number;
    }

    /// The first block.
    pub fn first(&self) -> Option<Block> {
        self.first.expand()
    }

    /// The last block.
    pub fn last(&self) -> Option<Block> {
        self.last.expand()
    }

    /// The block after `block`.
    pub fn next(&self, block: Block) -> Option<Block> {
        self.links[block].next.expand()
    }

    /// The block before `block`.
    pub fn prev(&self, block: Block) -> Option<Block> {
        self.links[block].prev.expand()
    }

    /// Whether `second` comes just after `first`.
    pub fn follows(&self, first: Block, second: Block) -> bool {
        self.next(first) == Some(second)
    }

    /// Blocks from `first` on, in order.
    pub fn from(&self, first: Option<Block>) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(first, |block| self.next(*block))
    }

    /// Creates a block after another. Its number is above all that there were.
    pub fn add_new(&mut self, function: &mut MachineFunction, after: Block) -> Block {
        let block = function.create_block();
        function.blocks[block].number = self.next_number;
        self.next_number += 1;
        self.insert(Some(after), block);
        block
    }

    fn insert(&mut self, after: Option<Block>, block: Block) {
        self.changed = true;
        let next = match after {
            Some(after) => std::mem::replace(&mut self.links[after].next, block.into()),
            None => std::mem::replace(&mut self.first, block.into()),
        };
        self.links[block] = Links {
            prev: after.into(),
            next,
        };
        match next.expand() {
            Some(next) => self.links[next].prev = block.into(),
            None => self.last = block.into(),
        }
    }

    /// Takes a block out. Its own neighbours stay known until it is put elsewhere.
    pub fn remove(&mut self, block: Block) {
        self.changed = true;
        let Links { prev, next } = self.links[block];
        match prev.expand() {
            Some(prev) => self.links[prev].next = next,
            None => self.first = next,
        }
        match next.expand() {
            Some(next) => self.links[next].prev = prev,
            None => self.last = prev,
        }
    }

    /// Moves a block to the place after `after`.
    pub fn move_after(&mut self, block: Block, after: Block) {
        if block != after && !self.follows(after, block) {
            self.remove(block);
            self.insert(Some(after), block);
        }
    }

    /// Moves a block to the place before `before`, which is not the entry.
    pub fn move_before(&mut self, block: Block, before: Block) {
        if let Some(prev) = self.prev(before) {
            self.move_after(block, prev);
        }
    }
}
