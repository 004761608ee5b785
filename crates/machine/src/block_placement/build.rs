//! Chains of blocks, loop by loop.

use avarice_mir::Block;
use cranelift_entity::EntitySet;

use super::chains::Chain;
use super::{Fit, Placement};
use crate::placed_loops::PlacedLoop;
use crate::terminators;

impl Placement<'_> {
    /// Makes a chain of all blocks of the function.
    pub(super) fn build_chains(&mut self) -> Chain {
        self.begin_chains();
        self.state.preferred_exit = None;
        for at in 0..self.state.loops.order().len() {
            self.build_loop(self.state.loops.order()[at]);
        }
        self.state.region.set_function();
        let entry = self.code.links.first();
        let entry = entry.expect("a function has an entry");
        let blocks: Vec<Block> = self.code.links.from(Some(entry)).collect();
        self.count_preds(&blocks, EntitySet::new());
        let chain = self.state.chains.of(entry);
        let chain = chain.expect("each block is in a chain");
        self.extend(entry, chain);
        self.state.ready.clear();
        chain
    }

    /// Begins a chain for each block. Blocks stay together where control falls through in a way that the target does not
    /// understand.
    fn begin_chains(&mut self) {
        let mut cursor = self.code.links.first();
        while let Some(mut block) = cursor {
            let chain = self.state.chains.begin(block);
            cursor = self.code.links.next(block);
            while let Some(next) = cursor
                && self.falls_through_blindly(block)
            {
                self.state.chains.push(chain, next);
                block = next;
                cursor = self.code.links.next(block);
            }
        }
    }

    fn falls_through_blindly(&self, block: Block) -> bool {
        let code = &self.code;
        let next = code.links.next(block);
        code.hooks.analyze_branch(code.function, block).is_none()
            && terminators::fall_through(code.function, code.hooks, block, next).is_some()
    }

    /// Makes a chain of the blocks of a loop.
    fn build_loop(&mut self, id: PlacedLoop) {
        let Some(header) = self.state.loops.header(id) else {
            return;
        };
        self.state.region.set_loop(self.state.loops.blocks(id));
        let top = self.best_loop_top(id, header);
        let exit = (top == header).then(|| self.best_loop_exit(id, header));
        let exit = exit.flatten();
        self.state.preferred_exit = exit.map(|exit| exit.block);
        let chain = self.state.chains.of(top);
        let chain = chain.expect("each block is in a chain");
        let blocks = self.state.loops.blocks(id).to_vec();
        let mut seen = EntitySet::new();
        seen.insert(chain);
        self.count_preds(&blocks, seen);
        self.extend(top, chain);
        if let (Some(block), Some(exit)) = (self.state.preferred_exit, exit) {
            self.rotate(chain, block, exit.frequency);
        }
        self.state.ready.clear();
    }

    /// Counts the edges into the chains of these blocks; chains without any can be placed. `seen` need not be looked at.
    fn count_preds(&mut self, blocks: &[Block], mut seen: EntitySet<Chain>) {
        for block in blocks {
            let Some(chain) = self.chain_of(*block).filter(|chain| seen.insert(*chain)) else {
                continue;
            };
            let preds = self.state.chains.blocks(chain).iter();
            let preds = preds.flat_map(|block| self.preds(*block));
            let is_counted =
                |pred: &&Block| !self.is_outside(**pred) && !self.state.chains.is_in(**pred, chain);
            let count = preds.filter(is_counted).count() as u32;
            *self.state.chains.unplaced_preds_mut(chain) += count;
            self.queue_if_ready(chain);
        }
    }

    /// Puts a chain on its list if all its predecessors are placed.
    fn queue_if_ready(&mut self, chain: Chain) {
        let first = self.state.chains.blocks(chain).first().copied();
        let Some(first) = first.filter(|_| self.state.chains.unplaced_preds(chain) == 0) else {
            return;
        };
        let frequency = self.frequency(first);
        if self.is_landing_pad(first) {
            self.state.ready.push_landing_pad(first, frequency);
        } else {
            self.state.ready.push(first, frequency);
        }
    }

    /// Counts down the predecessors of the chains that blocks of `chain` lead to.
    fn mark_chain_placed(&mut self, chain: Chain, head: Block) {
        for at in 0..self.state.chains.blocks(chain).len() {
            self.mark_placed(chain, self.state.chains.blocks(chain)[at], head);
        }
    }

    /// The same for one block.
    pub(super) fn mark_placed(&mut self, chain: Chain, block: Block, head: Block) {
        for at in 0..self.succs(block).len() {
            let succ = self.succs(block)[at];
            let other = self.chain_of(succ).filter(|other| *other != chain);
            let Some(other) = other.filter(|_| !self.is_outside(succ) && succ != head) else {
                continue;
            };
            let count = self.state.chains.unplaced_preds_mut(other);
            if *count > 0 {
                *count -= 1;
                self.queue_if_ready(other);
            }
        }
    }

    /// Adds all blocks of the region to `chain`, which begins at `head`.
    fn extend(&mut self, head: Block, chain: Chain) {
        self.state.unplaced = self.code.links.first();
        self.state.unplaced_in_region = 0;
        self.mark_chain_placed(chain, head);
        let last = |this: &Self| this.state.chains.last(chain);
        let mut end = last(self).unwrap_or(head);
        loop {
            let choice = self.best_successor(end, chain);
            let mut is_copied = choice.is_some_and(|choice| choice.fit == Fit::Duplicated);
            if let Some(choice) = choice {
                is_copied |= self.can_copy_into_unplaced_preds(end, choice.block, chain);
            }
            let next = choice
                .map(|choice| choice.block)
                .or_else(|| self.best_candidate(chain))
                .or_else(|| self.first_unplaced(chain));
            let Some(next) = next else { break };
            if is_copied {
                end = self.duplicate_repeatedly(next, end, head, chain);
                if !self.code.function.is_successor(end, next) {
                    continue;
                }
            }
            let Some(other) = self.chain_of(next) else {
                continue;
            };
            *self.state.chains.unplaced_preds_mut(other) = 0;
            self.mark_chain_placed(other, head);
            self.state.chains.append(chain, other);
            end = last(self).unwrap_or(head);
        }
    }

    /// The most frequent block among those whose predecessors are placed; of landing pads, the least frequent.
    fn best_candidate(&mut self, chain: Chain) -> Option<Block> {
        let chains = &self.state.chains;
        let is_placed = |block| chains.of(block).is_none_or(|other| other == chain);
        self.state.ready.best(is_placed)
    }

    /// The head of the first chain that is not placed: for cycles that are entered in several places.
    fn first_unplaced(&mut self, chain: Chain) -> Option<Block> {
        if self.state.region.is_function() {
            while let Some(block) = self.state.unplaced {
                if !self.state.chains.is_in(block, chain) {
                    return self.state.chains.head_of(block);
                }
                self.state.unplaced = self.code.links.next(block);
            }
            return None;
        }
        while let Some(block) = self.state.region.order.get(self.state.unplaced_in_region) {
            if !self.state.chains.is_in(*block, chain) {
                return self.state.chains.head_of(*block);
            }
            self.state.unplaced_in_region += 1;
        }
        None
    }
}
