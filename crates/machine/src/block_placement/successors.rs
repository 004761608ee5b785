//! Which block comes after the end of a chain.

use avarice_ir::BranchProbability;
use avarice_mir::Block;
use smallvec::SmallVec;

use super::chains::Chain;
use super::{Choice, Fit, Placement};

/// From which probability on, in percent, an edge decides although other blocks want to come before its target. It is high
/// because probabilities are guesses.
const LIKELY_PERCENT: u64 = 80;

/// Successors that may come after a block.
#[derive(Debug)]
pub struct Viable {
    /// These.
    pub blocks: SmallVec<[Block; 4]>,
    /// The probability of the edge to each.
    probabilities: SmallVec<[BranchProbability; 4]>,
    /// The probability that is left when those edges are left out that do not matter any more.
    pub sum: BranchProbability,
}

impl Viable {
    /// The share that a probability has of [`Self::sum`].
    fn adjusted(&self, probability: BranchProbability) -> BranchProbability {
        if probability >= self.sum {
            BranchProbability::ONE
        } else {
            BranchProbability::new(probability.0.into(), self.sum.0.into())
        }
    }
}

impl Placement<'_> {
    /// The successors of `block` that may be placed after it, at the end of `chain`.
    pub(super) fn viable_successors(&self, block: Block, chain: Chain) -> Viable {
        let mut viable = Viable {
            blocks: SmallVec::new(),
            probabilities: SmallVec::new(),
            sum: BranchProbability::ONE,
        };
        for (at, succ) in self.succs(block).iter().enumerate() {
            let is_settled = self.is_landing_pad(*succ)
                || self.is_outside(*succ)
                || self.chain_of(*succ) == Some(chain);
            let probability = self.code.function.succ_probability(block, at);
            if is_settled {
                viable.sum = viable.sum.minus(probability);
            } else if self.state.chains.is_head(*succ) {
                viable.blocks.push(*succ);
                viable.probabilities.push(probability);
            }
        }
        viable
    }

    /// The best successor to place after `block`, the end of `chain`.
    pub(super) fn best_successor(&mut self, block: Block, chain: Chain) -> Option<Choice> {
        let viable = self.viable_successors(block, chain);
        if let Some(choice) = self.state.chosen[block].take()
            && self.code.function.is_successor(block, choice.block)
            && !self.is_outside(choice.block)
            && self.chain_of(choice.block) != Some(chain)
            && self.state.chains.is_head(choice.block)
        {
            return Some(choice);
        }
        if self.is_trellis(block, &viable.blocks, chain) {
            return self.best_in_trellis(block, &viable.blocks, chain);
        }
        let mut best: Option<Block> = None;
        let mut best_probability = BranchProbability::ZERO;
        let mut copied: SmallVec<[(BranchProbability, Block); 4]> = SmallVec::new();
        for (succ, plain) in viable.blocks.iter().zip(&viable.probabilities) {
            let probability = viable.adjusted(*plain);
            if self.has_better_predecessor(block, *succ, *plain, chain) {
                if self.should_duplicate(*succ) {
                    copied.push((probability, *succ));
                }
            } else if best.is_none() || best_probability < probability {
                best = Some(*succ);
                best_probability = probability;
            }
        }
        copied.sort_by_key(|candidate| std::cmp::Reverse(candidate.0));
        for (probability, succ) in copied {
            if probability < best_probability {
                break;
            }
            if self.can_copy_into_unplaced_preds(block, succ, chain)
                && self.pays_to_copy(block, succ, best_probability, chain)
            {
                return Some(Choice {
                    block: succ,
                    fit: Fit::Duplicated,
                });
            }
        }
        best.map(|block| Choice {
            block,
            fit: Fit::Plain,
        })
    }

    /// Whether another block that is not placed yet should rather come before `succ` than `block`.
    ///
    /// ```text
    ///   block   pred        if block→succ has less than four fifths of
    ///      \    /           what both edges have, pred is better
    ///       succ
    /// ```
    pub(super) fn has_better_predecessor(
        &self,
        block: Block,
        succ: Block,
        probability: BranchProbability,
        chain: Chain,
    ) -> bool {
        let Some(of_succ) = self.chain_of(succ) else {
            return false;
        };
        if self.state.chains.unplaced_preds(of_succ) == 0 {
            return false;
        }
        let likely = BranchProbability::new(LIKELY_PERCENT, 100);
        let candidate = probability.scale(self.frequency(block));
        self.preds(succ).iter().any(|pred| {
            let of_pred = self.chain_of(*pred);
            let counts = *pred != succ
                && *pred != block
                && of_pred != Some(of_succ)
                && of_pred != Some(chain)
                && !self.is_outside(*pred)
                && self.state.chains.is_last(*pred);
            counts
                && likely.scale(self.edge_frequency(*pred, succ))
                    >= likely.complement().scale(candidate)
        })
    }
}
