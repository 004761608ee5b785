//! Blocks move to where control falls into them or out of them.

use avarice_mir::{Block, BranchAnalysis};

use crate::terminators::jump;

use super::branches::Step;

use super::code::Folder;

impl Folder<'_> {
    /// If control does not fall from `prev` into `block`, moves `block` to a place where it falls into it, or out of it
    /// into another block; else to the end, if `prev` could fall into what comes after it.
    pub(super) fn move_block(
        &mut self,
        prev: Block,
        block: Block,
        current: Option<&BranchAnalysis>,
    ) -> Step {
        if self.can_fall_through(prev) {
            return Step::GoOn;
        }
        let next = self.scratch.layout.next(block);
        let falls_out = self.can_fall_through(block);
        if !self.code.function.blocks[block].eh_pad
            && self.move_after_predecessor(block, current, falls_out)
        {
            return Step::Again;
        }
        if falls_out {
            return Step::GoOn;
        }
        if let Some(current) = current
            && self.move_before_successor(block, current)
        {
            return Step::Again;
        }
        let blocks = &self.code.function.blocks;
        let Some(next) = next.filter(|next| !blocks[*next].eh_pad) else {
            return Step::GoOn;
        };
        if self.tidy(prev).is_some()
            && self.code.function.is_successor(prev, next)
            && let Some(last) = self.scratch.layout.last()
        {
            self.scratch.layout.move_after(block, last);
            return Step::Changed;
        }
        Step::GoOn
    }

    /// Moves `block` after a block that jumps to it.
    fn move_after_predecessor(
        &mut self,
        block: Block,
        current: Option<&BranchAnalysis>,
        falls_out: bool,
    ) -> bool {
        let has_two =
            |branch: &BranchAnalysis| branch.taken.is_some() && branch.otherwise.is_some();
        if falls_out && current.is_some_and(has_two) {
            // There is no room for a third branch.
            return false;
        }
        for at in 0..self.code.function.blocks[block].preds.len() {
            let pred = self.code.function.blocks[block].preds[at];
            if pred == block || self.can_fall_through(pred) {
                continue;
            }
            let Some(branch) = self.tidy(pred) else {
                continue;
            };
            let blocks = &self.code.function.blocks;
            // Only backwards, so that blocks do not change places forever.
            let is_allowed = !falls_out || blocks[block].number >= blocks[pred].number;
            if is_allowed && [branch.taken, branch.otherwise].contains(&Some(block)) {
                if let Some(next) = self.scratch.layout.next(block).filter(|_| falls_out) {
                    self.insert_branch(block, &jump(Some(next)), None.into());
                }
                self.scratch.layout.move_after(block, pred);
                return true;
            }
        }
        false
    }

    /// Moves `block` before a block that it jumps to and that none falls into.
    fn move_before_successor(&mut self, block: Block, current: &BranchAnalysis) -> bool {
        for successor in [current.otherwise, current.taken].into_iter().flatten() {
            let before = self.scratch.layout.prev(successor);
            let Some(before) = before.filter(|before| *before != block) else {
                continue;
            };
            if successor != block && !self.can_fall_through(before) {
                self.scratch.layout.move_before(block, successor);
                return true;
            }
        }
        false
    }
}
