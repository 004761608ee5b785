//! The order of blocks while it changes, as a list.

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// A block's neighbours.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    prev: PackedOption<Block>,
    next: PackedOption<Block>,
}

/// The order of blocks.
///
/// Invariant: `prev` and `next` are each other's opposite; the entry is first and never moves.
#[derive(Debug, Default)]
pub(super) struct Layout {
    links: SecondaryMap<Block, Links>,
    first: PackedOption<Block>,
    last: PackedOption<Block>,
    /// The number that the next new block gets.
    next_number: u32,
}

impl Layout {
    /// Takes over the order of a function's blocks.
    pub(super) fn read(&mut self, function: &MachineFunction) {
        self.links.clear();
        (self.first, self.last) = (None.into(), None.into());
        self.next_number = 0;
        for block in &function.layout {
            self.insert(self.last.expand(), *block);
            let after = function.blocks[*block].number + 1;
            self.next_number = self.next_number.max(after);
        }
    }

    /// Gives a function this order.
    pub(super) fn write(&self, function: &mut MachineFunction) {
        let mut layout = std::mem::take(&mut function.layout);
        layout.clear();
        layout.extend(self.blocks());
        function.layout = layout;
    }

    /// Numbers blocks by their place.
    pub(super) fn renumber(&mut self, function: &mut MachineFunction) {
        let mut number = 0;
        let mut cursor = self.first();
        while let Some(block) = cursor {
            function.blocks[block].number = number;
            number += 1;
            cursor = self.next(block);
        }
        self.next_number = number;
    }

    /// All blocks in order.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first(), |block| self.next(*block))
    }

    pub(super) fn first(&self) -> Option<Block> {
        self.first.expand()
    }

    pub(super) fn last(&self) -> Option<Block> {
        self.last.expand()
    }

    pub(super) fn next(&self, block: Block) -> Option<Block> {
        self.links[block].next.expand()
    }

    pub(super) fn prev(&self, block: Block) -> Option<Block> {
        self.links[block].prev.expand()
    }

    /// Whether `second` comes just after `first`.
    pub(super) fn follows(&self, first: Block, second: Block) -> bool {
        self.next(first) == Some(second)
    }

    /// Adds a new block after another.
    pub(super) fn add_new(&mut self, function: &mut MachineFunction, after: Block) -> Block {
        let block = function.create_block();
        function.blocks[block].number = self.next_number;
        self.next_number += 1;
        self.insert(Some(after), block);
        block
    }

    fn insert(&mut self, after: Option<Block>, block: Block) {
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

    pub(super) fn remove(&mut self, block: Block) {
        let Links { prev, next } = std::mem::take(&mut self.links[block]);
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
    pub(super) fn move_after(&mut self, block: Block, after: Block) {
        if block != after && !self.follows(after, block) {
            self.remove(block);
            self.insert(Some(after), block);
        }
    }

    /// Moves a block to the place before `before`, which is not the entry.
    pub(super) fn move_before(&mut self, block: Block, before: Block) {
        if let Some(prev) = self.prev(before) {
            self.move_after(block, prev);
        }
    }
}
