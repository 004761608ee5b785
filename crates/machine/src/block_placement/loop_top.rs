//! Which block of a loop comes first.
//!
//! ```text
//!   header ◀─┐           latch ─┐       a latch that only jumps back comes before the header: control falls through
//!     …      │   becomes header │       once a round, and jumps only on entry
//!   latch ───┘             …    │
//!                          jump to latch
//! ```

use avarice_mir::Block;

use super::{Choice, Fit, Placement};
use crate::placed_loops::PlacedLoop;

impl Placement<'_> {
    /// The block that comes first in a loop: the header, or one before it that saves jumps there.
    pub(super) fn best_loop_top(&mut self, id: PlacedLoop, header: Block) -> Block {
        let mut top = header;
        if self.code.function.optimize_for_size {
            return top;
        }
        while let Some(better) = self.better_top(id, top) {
            self.state.chosen[better] = Some(Choice {
                block: top,
                fit: Fit::Plain,
            });
            top = better;
        }
        top
    }

    fn better_top(&self, id: PlacedLoop, top: Block) -> Option<Block> {
        if !self.state.chains.is_head(top) {
            return None;
        }
        let header = self.state.loops.header(id);
        let mut best: Option<(Block, u64)> = None;
        for pred in self.preds(top) {
            let exit = match self.succs(*pred) {
                _ if self.is_outside(*pred) || Some(*pred) == header => continue,
                [_] => None,
                [a, b] => Some(if *a == top { *b } else { *a }),
                _ => continue,
            };
            if !self.may_move_to_top(*pred, top) {
                continue;
            }
            let gain = self.gain(*pred, top, exit);
            let is_better = best.is_none_or(|(_, known)| {
                gain > known || gain == known && self.code.links.next(*pred) == Some(top)
            });
            if gain > 0 && is_better {
                best = Some((*pred, gain));
            }
        }
        let (mut top, _) = best?;
        while let [pred] = self.preds(top)
            && self.succs(*pred).len() == 1
            && Some(*pred) != header
        {
            top = *pred;
        }
        Some(top)
    }

    /// Not if the only block before `bottom` branches to `top` or to it: that would have to jump one way or the other.
    fn may_move_to_top(&self, bottom: Block, top: Block) -> bool {
        let [pred] = self.preds(bottom) else {
            return true;
        };
        let [a, b] = self.succs(*pred) else {
            return true;
        };
        let other = if *a == bottom { *b } else { *a };
        other != top
    }

    /// How often control falls through more if `new` comes before `top`.
    fn gain(&self, new: Block, top: Block, exit: Option<Block>) -> u64 {
        let to_exit = exit.map_or(0, |exit| self.edge_frequency(new, exit));
        let (from_pred, instead) = self.fall_through_from_pred(new);
        let gained = self.edge_frequency(new, top).saturating_add(instead);
        let lost = self.fall_through_to_top(top);
        let lost = lost.saturating_add(to_exit).saturating_add(from_pred);
        gained.saturating_sub(lost)
    }

    /// How often control falls from the best block before `new` into it, and how often that could fall elsewhere instead.
    fn fall_through_from_pred(&self, new: Block) -> (u64, u64) {
        let mut best: Option<(Block, u64)> = None;
        for pred in self.preds(new) {
            if !self.is_outside(*pred) && self.state.chains.is_last(*pred) {
                let frequency = self.edge_frequency(*pred, new);
                if frequency > best.map_or(0, |(_, known)| known) {
                    best = Some((*pred, frequency));
                }
            }
        }
        let Some((pred, frequency)) = best else {
            return (0, 0);
        };
        let others = self.succs(pred).iter().filter(|succ| {
            **succ != new
                && **succ != pred
                && !self.is_outside(**succ)
                && self.state.chosen[**succ].is_none()
                && self.state.chains.is_head(**succ)
                && self.chain_of(**succ) != self.chain_of(pred)
        });
        let instead = others.map(|succ| self.edge_frequency(pred, *succ));
        let instead = instead.max().unwrap_or(0);
        if instead > frequency {
            (0, 0)
        } else {
            (frequency, instead)
        }
    }

    /// How often control can fall into `top` from outside of the loop.
    pub(super) fn fall_through_to_top(&self, top: Block) -> u64 {
        let frequencies = self.preds(top).iter().filter_map(|pred| {
            if !self.is_outside(*pred) || !self.state.chains.is_last(*pred) {
                return None;
            }
            let probability = self.probability(*pred, top);
            let is_better = |succ: &Block| {
                self.is_outside(*succ)
                    && self.probability(*pred, *succ) > probability
                    && self.state.chains.is_head(*succ)
            };
            let is_best = !self.succs(*pred).iter().any(is_better);
            is_best.then(|| self.edge_frequency(*pred, top))
        });
        frequencies.max().unwrap_or(0)
    }
}
