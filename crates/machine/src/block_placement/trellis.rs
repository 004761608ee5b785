//! Two or more blocks with the same two successors.
//!
//! ```text
//!   a     b
//!   | \ / |       at most two of the four edges can fall through: a→c and b→d, or a→d and b→c.
//!   | / \ |       The pair with the higher sum is taken.
//!   c     d
//! ```

use avarice_mir::Block;
use smallvec::SmallVec;

use super::chains::Chain;
use super::{Choice, Fit, Placement};

/// An edge and how often it is taken.
#[derive(Clone, Copy, Debug)]
struct Edge {
    frequency: u64,
    from: Block,
    to: Block,
}

impl Placement<'_> {
    /// Whether `block` has the two successors that may come next in common with other blocks, and these with nothing else.
    pub(super) fn is_trellis(&self, block: Block, viable: &[Block], chain: Chain) -> bool {
        let succs = self.succs(block);
        if succs.len() != 2 || viable.len() != 2 {
            return false;
        }
        let mut seen: SmallVec<[Block; 8]> = SmallVec::new();
        for succ in viable {
            let mut count = 0;
            for pred in self.preds(*succ) {
                if succs.contains(pred) {
                    if self.succs(*pred).iter().any(|to| !succs.contains(to)) {
                        return false;
                    }
                    continue;
                }
                let of_pred = self.chain_of(*pred);
                if *pred == block
                    || self.is_outside(*pred)
                    || of_pred == Some(chain)
                    || of_pred == self.chain_of(*succ)
                {
                    continue;
                }
                count += 1;
                if !seen.contains(pred) {
                    seen.push(*pred);
                    if !self.has_successors(*pred, succs) {
                        return false;
                    }
                }
            }
            if count == 0 {
                return false;
            }
        }
        true
    }

    /// Whether `block` has exactly these successors, and is not one of them.
    pub(super) fn has_successors(&self, block: Block, succs: &[Block]) -> bool {
        let own = self.succs(block);
        own.len() == succs.len()
            && !succs.contains(&block)
            && own.iter().all(|succ| succs.contains(succ))
    }

    /// The successor of `block` in the best pair of edges of its trellis.
    pub(super) fn best_in_trellis(
        &mut self,
        block: Block,
        viable: &[Block],
        chain: Chain,
    ) -> Option<Choice> {
        let [first, second] = viable else {
            return None;
        };
        let (best, other) = self.best_pair(block, [*first, *second], chain)?;
        if best.from != block {
            return None;
        }
        if best.to == other.from
            && self.should_duplicate(other.to)
            && self.can_copy_into_unplaced_preds(block, other.to, chain)
            && self.pays_to_copy(block, other.to, self.probability(block, best.to), chain)
        {
            return Some(Choice {
                block: other.to,
                fit: Fit::Duplicated,
            });
        }
        self.state.chosen[other.from] = Some(Choice {
            block: other.to,
            fit: Fit::Plain,
        });
        Some(Choice {
            block: best.to,
            fit: Fit::Plain,
        })
    }

    /// The two edges from different blocks to the two successors that are taken most. That from `block` is the first, if
    /// there is one.
    fn best_pair(&self, block: Block, succs: [Block; 2], chain: Chain) -> Option<(Edge, Edge)> {
        let [a, b] = succs.map(|succ| self.edges_into(block, succ, chain));
        let (mut best_a, mut best_b) = (*a.first()?, *b.first()?);
        if best_a.from == best_b.from {
            let (next_a, next_b) = (a.get(1), b.get(1));
            let sum = |edge: Edge, next: Option<&Edge>| {
                let next = next.map_or(0, |next| next.frequency);
                edge.frequency.saturating_add(next)
            };
            if sum(best_a, next_b) < sum(best_b, next_a) {
                best_a = *next_a?;
            } else {
                best_b = *next_b?;
            }
        }
        if best_b.from == block {
            std::mem::swap(&mut best_a, &mut best_b);
        }
        Some((best_a, best_b))
    }

    /// Edges to `succ` from blocks that can still come before it; the most frequent is the first.
    fn edges_into(&self, block: Block, succ: Block, chain: Chain) -> SmallVec<[Edge; 8]> {
        let counts = |pred: &&Block| {
            let of_pred = self.chain_of(**pred);
            **pred == block
                || !self.is_outside(**pred)
                    && of_pred != Some(chain)
                    && of_pred != self.chain_of(succ)
        };
        let edge = |pred: &Block| Edge {
            frequency: self.edge_frequency(*pred, succ),
            from: *pred,
            to: succ,
        };
        let preds = self.preds(succ).iter().filter(counts);
        let mut edges: SmallVec<[Edge; 8]> = preds.map(edge).collect();
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.frequency));
        edges
    }
}
