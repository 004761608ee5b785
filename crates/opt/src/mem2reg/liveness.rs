//! At the start of which blocks the content of a slot is still needed: where it is loaded before anything is stored.
//!
//! Most slots are needed in a few blocks near their accesses. These are found by walking backwards, from the blocks
//! that load before they store up to those that store. A slot with many blocks between its accesses is treated
//! differently, or the cost would be slots times blocks: phis are placed wherever stores meet, and a phi stays if a
//! load needs it, or another phi that stays. This visits only accesses, phis and the predecessors of their blocks,
//! however far these are from each other:
//!
//! ```text
//!   a: store            blocks that matter, nested as in the dominator tree:
//!   ┊  …                  a ( b ( c d ) e ( f ) )
//!   b: phi ◀──┐         what there is of the slot when a block begins is what the block around it ends with:
//!   c: store  │           c, d: the phi of b     e: its own phi     f: the phi of e
//!   d: ┊  …   │         what predecessors end with is what their successors' phis need:
//!   e: phi    │           phi of b: the store of a, the phi of e
//!   f: load ──┘           phi of e: the store of c, the phi of b
//! ```
//!
//! The load in f needs the phi of e, and that the one of b. Both ways find the same phis: whatever a path without
//! stores reaches from the start of a block needs the block's phi through all the phis on the path.

use avarice_ir::{Block, Function};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::PromoteMemory;

/// Edges that a walk backwards may follow before it is given up, for each access of the slot and for the slot.
const EDGES_PER_ACCESS: usize = 8;
const EDGES_PER_SLOT: usize = 64;

/// Memory for looking at one slot.
#[derive(Default)]
pub(super) struct Scratch {
    /// Tells one slot's marks from those before.
    round: u32,
    marks: SecondaryMap<Block, Marks>,
    /// Blocks that load before they store.
    loading: Vec<Block>,
    work: Vec<Block>,
    /// Blocks that matter, by place in the preorder of the dominator tree.
    nested: Vec<(u32, Block)>,
    /// Of those that define the slot's content, the ones around the current block.
    around: Vec<Block>,
    /// By block that matters: the one with the phi whose value the slot holds when it begins, if that is a phi's.
    content: SecondaryMap<Block, PackedOption<Block>>,
}

/// What is known of a block: for which slot it was found out last.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// It stores to it.
    stores: u32,
    /// The position of the first store.
    first_store: u32,
    /// The slot is live when it begins.
    live: u32,
    /// It might have a phi.
    place: u32,
}

impl Scratch {
    /// Whether the slot's content is needed when `block` begins.
    pub(super) fn is_live(&self, block: Block) -> bool {
        self.marks[block].live == self.round
    }

    /// Says that it is. Returns whether that is new.
    fn mark_live(&mut self, block: Block) -> bool {
        std::mem::replace(&mut self.marks[block].live, self.round) != self.round
    }

    fn stores(&self, block: Block) -> bool {
        self.marks[block].stores == self.round
    }

    fn is_place(&self, block: Block) -> bool {
        self.marks[block].place == self.round
    }

    /// The block whose phi's value the slot holds when `block` ends, if it is a phi's.
    fn content_at_end(&self, block: Block) -> Option<Block> {
        match self.stores(block) {
            true => None,
            false => self.content[block].expand(),
        }
    }
}

impl PromoteMemory {
    /// Finds the blocks that store, and those that load before they store.
    pub(super) fn collect_needs(&mut self, function: &Function) {
        let scratch = &mut self.liveness;
        scratch.round += 1;
        for (position, store) in &self.shortcuts.stores {
            if let Some(block) = function.insts[*store].block.expand()
                && !scratch.stores(block)
            {
                // They come in order, so that this is the first.
                let marks = &mut scratch.marks[block];
                (marks.stores, marks.first_store) = (scratch.round, *position);
            }
        }
        scratch.loading.clear();
        for load in &self.shortcuts.loads {
            if let Some(block) = function.insts[*load].block.expand()
                && (!scratch.stores(block)
                    || self.positions[*load] < scratch.marks[block].first_store)
            {
                scratch.loading.push(block);
            }
        }
    }

    /// How many edges a backward walk may follow for the current slot.
    pub(super) fn edges_to_follow(&self) -> usize {
        let num_accesses = self.shortcuts.loads.len() + self.shortcuts.stores.len();
        EDGES_PER_SLOT + EDGES_PER_ACCESS * num_accesses
    }

    /// Marks the blocks in which the slot is live, walking backwards; false if that follows more than `budget` edges.
    pub(super) fn find_live_blocks(&mut self, mut budget: usize) -> bool {
        let scratch = &mut self.liveness;
        scratch.work.clear();
        scratch.work.extend_from_slice(&scratch.loading);
        while let Some(block) = scratch.work.pop() {
            if !scratch.mark_live(block) {
                continue;
            }
            let predecessors = self.cfg.predecessors(block);
            match budget.checked_sub(predecessors.len()) {
                Some(rest) => budget = rest,
                None => return false,
            }
            for block in predecessors {
                if !scratch.stores(*block) {
                    scratch.work.push(*block);
                }
            }
        }
        true
    }

    /// Keeps those of `places` in which the slot is live.
    ///
    /// # Requires
    /// They are all blocks where its stores meet.
    pub(super) fn keep_live_places(&mut self, function: &Function) {
        self.nest_blocks(function);
        self.find_content();
        let scratch = &mut self.liveness;
        // What the backward walk had found is discarded: it would not be used again.
        scratch.work.clear();
        for block in &self.places {
            scratch.marks[*block].live = 0;
        }
        let loading = scratch.loading.iter();
        let needed = loading.filter(|block| self.tree.is_reachable(**block));
        scratch
            .work
            .extend(needed.filter_map(|block| scratch.content[*block].expand()));
        while let Some(block) = scratch.work.pop() {
            if scratch.mark_live(block) {
                for predecessor in self.cfg.predecessors(block) {
                    if self.tree.is_reachable(*predecessor) {
                        scratch.work.extend(scratch.content_at_end(*predecessor));
                    }
                }
            }
        }
        self.places.retain(|block| scratch.is_live(*block));
    }

    /// Lists the blocks that matter, those around others first.
    fn nest_blocks(&mut self, function: &Function) {
        let scratch = &mut self.liveness;
        scratch.nested.clear();
        let mut add = |block: Block| {
            if let Some(places) = self.tree.preorder_range(block) {
                scratch.nested.push((places.start, block));
            }
        };
        for (_, store) in &self.shortcuts.stores {
            function.insts[*store].block.expand().map(&mut add);
        }
        scratch.loading.iter().copied().for_each(&mut add);
        for block in &self.places {
            scratch.marks[*block].place = scratch.round;
            add(*block);
            let predecessors = self.cfg.predecessors(*block);
            predecessors.iter().copied().for_each(&mut add);
        }
        scratch.nested.sort_unstable();
        scratch.nested.dedup();
    }

    /// Finds what the slot holds when the blocks that matter begin.
    fn find_content(&mut self) {
        let scratch = &mut self.liveness;
        scratch.around.clear();
        for at in 0..scratch.nested.len() {
            let (_, block) = scratch.nested[at];
            while let Some(last) = scratch.around.last()
                && !self.tree.dominates(*last, block)
            {
                scratch.around.pop();
            }
            let around = scratch.around.last();
            let content = match scratch.is_place(block) {
                true => Some(block),
                false => around.and_then(|around| scratch.content_at_end(*around)),
            };
            scratch.content[block] = content.into();
            if scratch.is_place(block) || scratch.stores(block) {
                scratch.around.push(block);
            }
        }
    }
}
