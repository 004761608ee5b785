//! The new order, and branches that follow it.

use avarice_mir::{Block, BranchAnalysis};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::Placement;
use super::chains::Chain;
use crate::terminators;

impl Placement<'_> {
    /// Makes the order of `chain` that of the function, and branches follow it.
    pub(super) fn finish(&mut self, chain: Chain) {
        let mut was_next: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        for block in self.code.links.from(self.code.links.first()) {
            was_next[block] = self.code.links.next(block).into();
        }
        let order = self.state.chains.blocks(chain).to_vec();
        self.code.function.layout.clone_from(&order);
        self.code.links.read(self.code.function);
        for block in order {
            let (fallthrough, next) = (was_next[block].expand(), self.code.links.next(block));
            let (function, hooks) = (&mut *self.code.function, self.code.hooks);
            terminators::update(function, hooks, block, fallthrough, next);
        }
    }

    /// Removes branches that lead to the next block, and lets the likelier one of two branches come first.
    pub(super) fn tidy_branches(&mut self) {
        for at in 0..self.code.function.layout.len() {
            let block = self.code.function.layout[at];
            let next = self.code.links.next(block);
            let hooks = self.code.hooks;
            let branch = hooks.tidy_branch(self.code.function, block, next);
            if let Some(branch) = branch.filter(|branch| !branch.condition.is_empty()) {
                self.put_likelier_first(block, branch);
            }
        }
    }

    fn put_likelier_first(&mut self, block: Block, branch: BranchAnalysis) {
        let (Some(taken), Some(otherwise)) = (branch.taken, branch.otherwise) else {
            return;
        };
        let mut condition = branch.condition;
        if self.probability(block, otherwise) > self.probability(block, taken)
            && self.code.hooks.reverse_condition(&mut condition)
        {
            let branch = BranchAnalysis {
                taken: Some(otherwise),
                otherwise: Some(taken),
                condition,
            };
            self.code.hooks.remove_branch(self.code.function, block);
            self.code
                .hooks
                .insert_branch(self.code.function, block, &branch);
        }
    }
}
