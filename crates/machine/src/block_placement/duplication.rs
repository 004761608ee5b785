//! Copies of blocks that several blocks want to come before.

use avarice_mir::Block;

use super::Placement;
use super::chains::Chain;
use crate::tail_duplicator;

/// What became of a block that might have been copied.
#[derive(Clone, Copy, Default)]
struct Copied {
    is_removed: bool,
    /// The block after which it was to be placed ends in a copy.
    into_end: bool,
}

impl Placement<'_> {
    /// Whether copies of `block` would let more blocks fall through.
    pub(super) fn should_duplicate(&self, block: Block) -> bool {
        !self.options.copies_none
            && self.succs(block).len() != 1
            && self.duplicator.should_duplicate(&self.code, block)
    }

    /// Whether `succ` can be copied into all its predecessors that are not placed, so that it can be placed after `block`.
    pub(super) fn can_copy_into_unplaced_preds(
        &self,
        block: Block,
        succ: Block,
        chain: Chain,
    ) -> bool {
        if !self.should_duplicate(succ) {
            return false;
        }
        let succs = self.succs(block);
        let is_end = self.succs(succ).is_empty();
        // More copies than successors let no more blocks fall through. One is that after `block`.
        let most = self.succs(succ).len();
        let mut copies = 0;
        for pred in self.preds(succ) {
            let is_placed = self.chain_of(*pred) == Some(chain) && !is_end;
            if *pred == block || self.is_outside(*pred) || is_placed {
                continue;
            }
            // As soon as the answer is known, the other predecessors, which may be thousands, are not looked at.
            if tail_duplicator::can_copy_into(&self.code, succ, *pred) {
                copies += 1;
                if is_end || copies >= most {
                    return is_end;
                }
            } else if !is_end && (succs.len() <= 1 || !self.has_successors(*pred, succs)) {
                return false;
            }
        }
        copies != 0
    }

    /// Copies `block` into its predecessors where that pays; if it goes into `end`, the end of `chain`, that again, and so
    /// on. Returns the end of the chain then.
    pub(super) fn duplicate_repeatedly(
        &mut self,
        block: Block,
        end: Block,
        head: Block,
        chain: Chain,
    ) -> Block {
        let first = self.duplicate(block, end, chain);
        if !first.is_removed {
            return end;
        }
        let mut copied = first;
        while copied.is_removed && copied.into_end {
            let [.., before, last] = self.state.chains.blocks(chain) else {
                break;
            };
            copied = self.duplicate(*last, *before, chain);
        }
        let end = self.state.chains.last(chain).unwrap_or(end);
        if first.into_end {
            self.mark_placed(chain, end, head);
        }
        end
    }

    fn duplicate(&mut self, block: Block, end: Block, chain: Chain) -> Copied {
        if !self.should_duplicate(block) {
            return Copied::default();
        }
        let done = self.duplicator.duplicate(&mut self.code, block, Some(end));
        let Some(done) = done else {
            return Copied::default();
        };
        if done.is_removed {
            self.forget(block);
        }
        for pred in &done.into {
            let of_pred = self.chain_of(*pred);
            if *pred == end || self.is_outside(*pred) || of_pred == Some(chain) {
                continue;
            }
            for at in 0..self.succs(*pred).len() {
                let succ = self.succs(*pred)[at];
                let other = self.chain_of(succ);
                let Some(other) = other.filter(|_| !self.is_outside(succ)) else {
                    continue;
                };
                if other != chain && Some(other) != of_pred {
                    *self.state.chains.unplaced_preds_mut(other) += 1;
                }
            }
        }
        Copied {
            is_removed: done.is_removed,
            into_end: done.into.contains(&end),
        }
    }

    /// Forgets a block that was removed.
    fn forget(&mut self, block: Block) {
        let state = &mut *self.state;
        if state.unplaced == Some(block) {
            state.unplaced = self.code.links.next(block);
        }
        state.chains.remove(block);
        state.region.remove(block, &mut state.unplaced_in_region);
        state.loops.remove(block);
        if state.preferred_exit == Some(block) {
            state.preferred_exit = None;
        }
    }
}
