//! Branches of one block and of the block before it.

use avarice_mir::{Block, BranchAnalysis, Inst};
use avarice_target::InstrFlags;

use crate::identical::{Marks, is_identical};
use crate::terminators::jump;

use super::code::{Folder, Probes, has_address, is_empty, last_inst};

/// What becomes of a block after an attempt to improve it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing changed: the next attempt.
    GoOn,
    /// It changed: all attempts again.
    Again,
    /// It changed, and that is all.
    Changed,
    /// That is all.
    Stop,
}

impl Folder<'_> {
    /// Improves the branches of all blocks and removes blocks that nothing leads to.
    pub(super) fn optimize_branches(&mut self) -> bool {
        self.scratch.layout.renumber(self.code.function);
        let mut changed = false;
        let mut cursor = self.scratch.layout.first();
        cursor = cursor.and_then(|entry| self.scratch.layout.next(entry));
        while let Some(block) = cursor {
            cursor = self.scratch.layout.next(block);
            changed |= self.optimize_block(block);
            let data = &self.code.function.blocks[block];
            if data.preds.is_empty() && !data.machine_address_taken {
                self.remove_block(block);
                changed = true;
            }
        }
        changed
    }

    fn remove_block(&mut self, block: Block) {
        while let Some(successor) = self.code.function.blocks[block].succs.last().copied() {
            self.code.function.remove_edge(block, successor);
        }
        self.scratch.tried.remove(block);
        self.remove_from(self.code.function.blocks[block].first.expand());
        self.scratch.layout.remove(block);
        if let Some(loops) = self.code.placed.as_deref_mut() {
            loops.remove(block);
        }
    }

    /// Improves the branches of a block that is not the entry, and of the block before it.
    fn optimize_block(&mut self, block: Block) -> bool {
        let mut changed = false;
        loop {
            match self.optimize_once(block) {
                Step::Again => changed = true,
                Step::Changed => return true,
                Step::GoOn | Step::Stop => return changed,
            }
        }
    }

    fn optimize_once(&mut self, block: Block) -> Step {
        let current = self.tidy(block);
        let function = &*self.code.function;
        let is_pad = function.blocks[block].eh_pad;
        if is_empty(function, block) && !is_pad && !has_address(function, block) {
            return self.skip_empty_block(block);
        }
        let Some(prev) = self.scratch.layout.prev(block) else {
            return Step::Stop;
        };
        let prior = self.tidy(prev);
        if let Some(prior) = &prior {
            let step = self.improve_previous(prev, block, prior);
            if step != Step::GoOn {
                return step;
            }
        }
        if self.make_tail_calls_conditional(block) {
            return Step::Changed;
        }
        let mut jumps_skip_it = Step::GoOn;
        if let Some(current) = &current {
            if self.reverse_small_loop(block, current) {
                return Step::Again;
            }
            jumps_skip_it = self.skip_jump(prev, block, prior.as_ref(), current);
            if jumps_skip_it == Step::Changed {
                return Step::Changed;
            }
        }
        match self.move_block(prev, block, current.as_ref()) {
            Step::GoOn | Step::Stop if jumps_skip_it == Step::Again => Step::Changed,
            step => step,
        }
    }

    /// Improves the branch of the block before `block`.
    fn improve_previous(&mut self, prev: Block, block: Block, prior: &BranchAnalysis) -> Step {
        let branch = |taken, condition: &[_]| BranchAnalysis {
            taken,
            otherwise: None,
            condition: condition.into(),
        };
        if prior.taken.is_some() && prior.taken == prior.otherwise {
            // Whether the condition holds or not.
            let taken = prior.taken.filter(|taken| *taken != block);
            self.replace_branch(prev, &branch(taken, &[]));
            return Step::Again;
        }
        if prior.condition.is_empty() && prior.taken.is_none() && self.may_join(prev, block) {
            self.join(prev, block);
            return Step::Changed;
        }
        if prior.taken == Some(block) && prior.otherwise.is_none() {
            self.remove_branch(prev);
            return Step::Again;
        }
        if prior.otherwise == Some(block) {
            self.replace_branch(prev, &branch(prior.taken, &prior.condition));
            return Step::Again;
        }
        if prior.taken == Some(block)
            && let Some(reversed) = self.reversed(&prior.condition)
        {
            self.replace_branch(prev, &branch(prior.otherwise, &reversed));
            return Step::Again;
        }
        if self.stands_in_the_way(block, prior)
            && let Some(reversed) = self.reversed(&prior.condition)
            && let Some(last) = self.scratch.layout.last()
        {
            self.replace_branch(prev, &branch(Some(block), &reversed));
            self.scratch.layout.move_after(block, last);
            return Step::Changed;
        }
        Step::GoOn
    }

    /// Whether `block` only goes on with what the block before it begins.
    fn may_join(&self, prev: Block, block: Block) -> bool {
        let function = &*self.code.function;
        let data = &function.blocks[block];
        data.preds.len() == 1
            && function.blocks[prev].succs[..] == [block]
            && !has_address(function, block)
            && !data.eh_pad
    }

    /// Moves the instructions of `block` to the end of the block before it, with its edges.
    fn join(&mut self, prev: Block, block: Block) {
        let function = &mut *self.code.function;
        // The same debug instruction at the end of one and the start of the other is needed once.
        let mut before = function.blocks[prev].last.expand();
        while let Some(last) = before
            && let Some(first) = function.blocks[block].first.expand()
            && function.prev_inst(last).is_some()
            && function.is_debug(last)
            && function.is_debug(first)
            && is_identical(function, first, last, Marks::Ignored)
        {
            function.remove_inst(first);
            before = function.prev_inst(last);
        }
        if let Some(first) = function.blocks[block].first.expand() {
            function.splice_tail(first, prev);
        }
        function.remove_edge(prev, block);
        function.transfer_successors(block, prev);
    }

    /// Whether `block` ends the function, and the block before it branches around it to the block after it.
    fn stands_in_the_way(&self, block: Block, prior: &BranchAnalysis) -> bool {
        let ends = self.code.function.blocks[block].succs.is_empty();
        let next = self.scratch.layout.next(block);
        if !ends || prior.condition.is_empty() || prior.otherwise.is_some() {
            return false;
        }
        let Some(taken) = prior.taken.filter(|taken| Some(*taken) == next) else {
            return false;
        };
        let would_swap_forever =
            self.scratch.layout.last() == next && !self.is_better_fall_through(taken, block);
        !self.can_fall_through(block) && !would_swap_forever
    }

    /// Whether it is better to fall into `first` than into `second`; never both ways.
    fn is_better_fall_through(&self, first: Block, second: Block) -> bool {
        let function = &*self.code.function;
        let ends = [first, second].map(|block| last_inst(function, block, Probes::Skipped));
        let [Some(first_end), Some(second_end)] = ends else {
            return false;
        };
        if function.is_successor(first, second) {
            return true;
        }
        let is_call = |inst: Inst| function.desc(inst).has(InstrFlags::CALL);
        !function.is_successor(second, first) && is_call(second_end) && !is_call(first_end)
    }

    /// Makes a loop of one block that leaves by a condition and jumps back go back by the opposite of the condition.
    fn reverse_small_loop(&mut self, block: Block, current: &BranchAnalysis) -> bool {
        let goes_back = current.otherwise == Some(block) && current.taken != Some(block);
        if !goes_back || current.taken.is_none() {
            return false;
        }
        let Some(condition) = self.reversed(&current.condition) else {
            return false;
        };
        let reversed = BranchAnalysis {
            taken: current.otherwise,
            otherwise: current.taken,
            condition,
        };
        self.replace_branch(block, &reversed);
        true
    }

    /// Where both ways of a branch lead to the same block, makes it a jump.
    pub(super) fn make_jump_if_same(&mut self, block: Block) {
        if let Some(branch) = self.tidy(block)
            && let Some(taken) = branch.taken
            && branch.otherwise == Some(taken)
        {
            self.replace_branch(block, &jump(Some(taken)));
        }
    }
}
