//! Whether copying a block into its other predecessors, so that it can be placed, saves jumps.

use avarice_ir::BranchProbability;
use avarice_mir::Block;

use super::Placement;
use super::chains::Chain;

/// How much of the entry's frequency a copy must save, in percent: code gets larger.
const PENALTY_PERCENT: u64 = 2;

/// Frequencies around a block that might be copied.
///
/// ```text
///   block            p     how often control goes from block to succ
///   | \ other        other how often it goes elsewhere from block
///  p|  c             q     the most frequent other edge into succ
///   | / q            rest  how often control gets to succ by other edges than that
///   succ
/// ```
struct Flow {
    p: u64,
    other: u64,
    q: u64,
    rest: u64,
}

impl Placement<'_> {
    /// Whether placing `succ` after `block` and copying it into other predecessors saves jumps; `elsewhere` is the
    /// probability of the successor that would come next without that.
    pub(super) fn pays_to_copy(
        &self,
        block: Block,
        succ: Block,
        elsewhere: BranchProbability,
        chain: Chain,
    ) -> bool {
        let viable = self.viable_successors(succ, chain);
        let at_block = self.frequency(block);
        let mut flow = Flow {
            p: self.probability(block, succ).scale(at_block),
            other: elsewhere.scale(at_block),
            q: 0,
            rest: 0,
        };
        if viable.blocks.is_empty() {
            return self.is_worth(flow.p, flow.other);
        }
        let mut most = BranchProbability::ZERO;
        let mut post_dominator = None;
        for next in &viable.blocks {
            most = most.max(self.probability(succ, *next));
            if self.state.post_dominators.postdominates(*next, succ) {
                post_dominator = Some(*next);
                break;
            }
        }
        flow.q = self.best_other_entry(block, succ, chain);
        flow.rest = self.frequency(succ).saturating_sub(flow.q);
        match post_dominator {
            Some(next) => self.pays_before_join(succ, next, viable.sum, &flow, chain),
            None => self.pays_before_fork(succ, most, viable.sum, &flow),
        }
    }

    /// The most frequent edge into `succ` from a block that is not placed, other than `block`.
    fn best_other_entry(&self, block: Block, succ: Block, chain: Chain) -> u64 {
        let preds = self.preds(succ).iter().copied();
        let others = preds.filter(|pred| {
            *pred != succ
                && *pred != block
                && self.chain_of(*pred) != Some(chain)
                && !self.is_outside(*pred)
        });
        let frequencies = others.map(|pred| self.edge_frequency(pred, succ));
        frequencies.max().unwrap_or(0)
    }

    /// Control goes different ways after `succ`; `most` is the probability of the most likely one.
    fn pays_before_fork(
        &self,
        succ: Block,
        most: BranchProbability,
        sum: BranchProbability,
        flow: &Flow,
    ) -> bool {
        let less = sum.minus(most);
        let (low, high) = (flow.q.min(flow.rest), flow.q.max(flow.rest));
        let base = flow.p.saturating_add(less.scale(self.frequency(succ)));
        let copied = flow
            .other
            .saturating_add(most.scale(low))
            .saturating_add(less.scale(high));
        self.is_worth(base, copied)
    }

    /// All ways from `succ` lead to `join`, one of its successors.
    fn pays_before_join(
        &self,
        succ: Block,
        join: Block,
        sum: BranchProbability,
        flow: &Flow,
        chain: Chain,
    ) -> bool {
        let to_join = self.probability(succ, join);
        let around = sum.minus(to_join);
        let (low, high) = (flow.q.min(flow.rest), flow.q.max(flow.rest));
        let at_succ = self.frequency(succ);
        let join_comes_next =
            to_join.0 > sum.0 / 2 && !self.has_better_predecessor(succ, join, to_join, chain);
        let (base, first, second) = if join_comes_next {
            (
                around.scale(at_succ),
                around.scale(high),
                to_join.scale(low),
            )
        } else {
            (to_join.scale(at_succ), sum.scale(low), to_join.scale(high))
        };
        let copied = flow.other.saturating_add(first).saturating_add(second);
        self.is_worth(flow.p.saturating_add(base), copied)
    }

    /// Whether cost falls by enough.
    fn is_worth(&self, before: u64, after: u64) -> bool {
        let penalty = BranchProbability::new(PENALTY_PERCENT, 100);
        penalty.scale_by_inverse(before.saturating_sub(after)) >= self.frequencies.entry()
    }
}
