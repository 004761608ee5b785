//! Where a loop is left: that block comes last, so that control falls out of the loop.
//!
//! ```text
//!   header  a  exit  b           b  header  a  exit        the chain is rotated: one jump less for each round, if b
//!     ▲              │    ──▶    │                         falls into the header
//!     └──────────────┘           and control falls out of exit
//! ```

use avarice_mir::Block;

use super::Placement;
use super::chains::Chain;
use crate::placed_loops::PlacedLoop;

/// A block that control leaves a loop from.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    pub block: Block,
    /// How often it does.
    pub frequency: u64,
}

impl Placement<'_> {
    /// The best block to come last in a loop. `None` if its order should stay.
    pub(super) fn best_loop_exit(&self, id: PlacedLoop, header: Block) -> Option<Exit> {
        let head = self.state.chains.head_of(header);
        if head.is_none_or(|head| self.is_outside(head)) {
            return None;
        }
        let mut best: Option<Exit> = None;
        let mut to_outer_loop: Vec<Block> = Vec::new();
        for block in self.state.loops.blocks(id) {
            if self.state.chains.is_last(*block) {
                best = self.better_exit(id, *block, best, &mut to_outer_loop);
            }
        }
        let best = best?;
        if self.state.loops.blocks(id).len() == 1
            || !to_outer_loop.is_empty() && !to_outer_loop.contains(&best.block)
        {
            return None;
        }
        Some(best)
    }

    /// `best`, or the exit from `block` if that is better and the loop goes on from there as well. Adds it to
    /// `to_outer_loop` if it leads to a loop around this one.
    fn better_exit(
        &self,
        id: PlacedLoop,
        block: Block,
        best: Option<Exit>,
        to_outer_loop: &mut Vec<Block>,
    ) -> Option<Exit> {
        let mut new = best;
        let mut goes_on = false;
        for succ in self.succs(block) {
            if self.is_landing_pad(*succ)
                || *succ == block
                || self.chain_of(*succ) == self.chain_of(block)
            {
                continue;
            }
            if !self.is_outside(*succ) {
                goes_on = true;
                continue;
            }
            let outer = self.state.loops.of(*succ);
            if let Some(outer) = outer
                && self.state.loops.contains_loop(outer, id)
                && !to_outer_loop.contains(&block)
            {
                to_outer_loop.push(block);
            }
            let depth = outer.map_or(0, |outer| self.state.loops.depth(outer));
            let frequency = self.edge_frequency(block, *succ);
            let is_better = new.is_none_or(|known| {
                // LLVM compares with the depth of no loop, whatever was chosen before.
                depth > 0
                    || frequency > known.frequency
                    || self.code.links.next(block) == Some(*succ) && frequency >= known.frequency
            });
            if is_better {
                new = Some(Exit { block, frequency });
            }
        }
        if goes_on { new } else { best }
    }

    /// Rotates a chain so that `exit` comes last, if that saves jumps.
    pub(super) fn rotate(&mut self, chain: Chain, exit: Block, frequency: u64) {
        let blocks = self.state.chains.blocks(chain);
        let (Some(top), Some(bottom)) = (blocks.first().copied(), blocks.last().copied()) else {
            return;
        };
        let Some(at) = blocks.iter().position(|block| *block == exit) else {
            return;
        };
        if bottom == exit || self.is_entry(top) {
            return;
        }
        if self.has_fall_through_to(top) {
            let falls_out =
                |succ: &Block| self.is_outside(*succ) && self.state.chains.is_head(*succ);
            let breaks_more = self.code.function.is_successor(exit, blocks[at + 1])
                && !self.code.function.is_successor(bottom, top);
            if self.succs(bottom).iter().any(falls_out)
                || self.fall_through_to_top(top) >= frequency
                || breaks_more
            {
                return;
            }
        }
        self.state.chains.blocks_mut(chain).rotate_left(at + 1);
    }

    /// Whether a block outside of the loop can come before `top`, and `top` is its best successor.
    fn has_fall_through_to(&self, top: Block) -> bool {
        self.preds(top).iter().any(|pred| {
            let probability = self.probability(*pred, top);
            let is_better = |succ: &Block| {
                self.state.chains.is_head(*succ) && self.probability(*pred, *succ) > probability
            };
            self.is_outside(*pred)
                && self.state.chains.is_last(*pred)
                && !self.succs(*pred).iter().any(is_better)
        })
    }
}
