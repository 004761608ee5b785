//! Bundles of control-flow edges.
//!
//! All edges that leave a block belong together, and so do all edges that enter one: a value must be in
//! the same place on all of them. A bundle is a maximal set of edges connected in this way.
//!
//! ```text
//!     A     B          the edges A→C, A→D and B→D are one bundle: a value that
//!    / \   /           leaves A in a register enters C and D in it, and so leaves
//!   C    D             B in it
//! ```

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::{EntityRef, SecondaryMap, entity_impl};

/// A bundle: numbered in the order of the smallest block border that belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bundle(u32);
entity_impl!(Bundle, "EB#");

/// The bundles of a function and the blocks at each.
#[derive(Debug, Default)]
pub struct EdgeBundles {
    /// By border (2 × block number for the entry, plus 1 for the exit): a border of the same bundle, then the number of
    /// its bundle.
    borders: Vec<u32>,
    /// Blocks by block number.
    blocks: Vec<Block>,
    /// Where each bundle's blocks start in `members`.
    starts: Vec<u32>,
    members: Vec<Block>,
    /// Where the next block of each bundle goes while they are collected.
    next: Vec<u32>,
    /// The bundles of the edges into and out of each block.
    of_block: SecondaryMap<Block, [Bundle; 2]>,
}

impl EdgeBundles {
    /// Computes the bundles of `function`.
    pub fn compute(&mut self, function: &MachineFunction) {
        let borders = 2 * function.blocks.len();
        let number = |block: Block| function.blocks[block].number;
        self.borders.clear();
        self.borders.extend(0..borders as u32);
        for block in &function.layout {
            let out = 2 * number(*block) + 1;
            for succ in &function.blocks[*block].succs {
                self.join(out, 2 * number(*succ));
            }
        }
        let count = self.compress();
        self.blocks.clear();
        self.blocks.extend(function.layout.iter().copied());
        self.blocks.sort_unstable_by_key(|block| number(*block));
        self.collect_members(function, count);
    }

    fn leader(&mut self, mut of: u32) -> u32 {
        while self.borders[of as usize] != of {
            // Each step shortens the path for later queries.
            let up = self.borders[self.borders[of as usize] as usize];
            self.borders[of as usize] = up;
            of = up;
        }
        of
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.leader(a), self.leader(b));
        let (small, large) = (a.min(b), a.max(b));
        self.borders[large as usize] = small;
    }

    /// Replaces leaders by consecutive numbers; returns how many there are.
    fn compress(&mut self) -> u32 {
        let mut count = 0;
        for at in 0..self.borders.len() {
            let parent = self.borders[at] as usize;
            self.borders[at] = if parent == at {
                count += 1;
                count - 1
            } else {
                self.borders[parent]
            };
        }
        count
    }

    fn collect_members(&mut self, function: &MachineFunction, count: u32) {
        self.of_block.clear();
        self.of_block.resize(function.blocks.len());
        self.starts.clear();
        self.starts.resize(count as usize + 1, 0);
        for block in &self.blocks {
            let border = 2 * function.blocks[*block].number as usize;
            let [entry, exit] = [border, border + 1].map(|border| Bundle(self.borders[border]));
            self.of_block[*block] = [entry, exit];
            self.starts[entry.index() + 1] += 1;
            if exit != entry {
                self.starts[exit.index() + 1] += 1;
            }
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        let total = self.starts[count as usize] as usize;
        self.members.clear();
        self.members.resize(total, Block::new(0));
        self.next.clone_from(&self.starts);
        for block in &self.blocks {
            let [entry, exit] = self.of_block[*block];
            for bundle in [entry, exit]
                .into_iter()
                .take(1 + usize::from(exit != entry))
            {
                let next = &mut self.next[bundle.index()];
                self.members[*next as usize] = *block;
                *next += 1;
            }
        }
    }

    /// Number of bundles.
    pub fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The bundles of the edges into and out of a block.
    #[inline]
    pub fn of_block(&self, block: Block) -> [Bundle; 2] {
        self.of_block[block]
    }

    /// The blocks at a bundle, by number.
    #[inline]
    pub fn blocks(&self, bundle: Bundle) -> &[Block] {
        let at = bundle.index();
        &self.members[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
