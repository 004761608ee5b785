//! Blocks that do nothing but go on, and calls in the place of returns that branches can make themselves.

use avarice_mir::{Block, BranchAnalysis, InsertPoint, Inst, Operand, OperandFlags, OperandKind};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use crate::terminators::jump;

use super::branches::Step;

use super::code::{Folder, Probes, after_labels, first_inst, has_address, is_branch, is_empty};

impl Folder<'_> {
    /// Makes what leads to an empty block lead to the next one.
    pub(super) fn skip_empty_block(&mut self, block: Block) -> Step {
        self.save_debug_insts(block);
        let blocks = &self.code.function.blocks;
        let next = self.scratch.layout.next(block);
        // No block may lead to several landing pads.
        let next = next
            .filter(|next| !blocks[*next].eh_pad && self.code.function.is_successor(block, *next));
        let Some(next) = next.filter(|_| !blocks[block].preds.is_empty()) else {
            return Step::Stop;
        };
        while let Some(pred) = self.code.function.blocks[block].preds.last().copied() {
            self.code.function.retarget_branches(pred, block, next);
        }
        self.copy_other_edges(block, next);
        self.replace_in_tables(block, next);
        Step::Changed
    }

    /// Copies debug instructions of an empty block to blocks that only come after it or only lead to it.
    fn save_debug_insts(&mut self, block: Block) {
        let function = &*self.code.function;
        if function.blocks[block].first.is_none() {
            return;
        }
        for at in 0..function.blocks[block].succs.len() {
            let function = &*self.code.function;
            let successor = function.blocks[block].succs[at];
            if function.blocks[successor].preds.len() == 1 {
                let place = after_labels(function, successor);
                self.copy_debug_insts(block, place);
            }
        }
        for at in 0..self.code.function.blocks[block].preds.len() {
            let function = &*self.code.function;
            let pred = function.blocks[block].preds[at];
            if function.blocks[pred].succs.len() == 1 {
                let place = InsertPoint::new(pred, function.first_terminator(pred));
                self.copy_debug_insts(block, place);
            }
        }
    }

    /// Gives `to` the edges of `from` that lead to other blocks: to landing pads.
    fn copy_other_edges(&mut self, from: Block, to: Block) {
        let function = &mut *self.code.function;
        for at in 0..function.blocks[from].succs.len() {
            let successor = function.blocks[from].succs[at];
            if successor != to && !function.is_successor(to, successor) {
                let is_known = !function.blocks[from].probs.is_empty();
                let probability = is_known.then(|| function.succ_probability(from, at));
                function.add_edge(to, successor, probability);
            }
        }
    }

    /// Makes what leads to a block that only jumps lead to where it jumps. The block is to go then: `Changed`. `Again` if
    /// it stays, since it leads to itself as well.
    pub(super) fn skip_jump(
        &mut self,
        prev: Block,
        block: Block,
        prior: Option<&BranchAnalysis>,
        current: &BranchAnalysis,
    ) -> Step {
        let function = &*self.code.function;
        let target = current.taken.filter(|target| *target != block);
        let Some(target) = target.filter(|_| current.condition.is_empty()) else {
            return Step::GoOn;
        };
        let first = first_inst(function, block, Probes::Skipped);
        let only_branches = first.is_some_and(|inst| is_branch(function, inst));
        if current.otherwise.is_some()
            || !only_branches
            || has_address(function, block)
            || function.blocks[block].eh_pad
        {
            return Step::GoOn;
        }
        let location = self.last_branch_location(block);
        self.remove_branch(block);
        if is_empty(self.code.function, block) {
            self.remove_from(self.code.function.blocks[block].first.expand());
        }
        let mut step = Step::GoOn;
        if self.code.function.blocks[block].first.is_none() {
            let falls_in =
                self.can_fall_through(prev) && self.code.function.is_successor(prev, block);
            if !falls_in || prior.is_some() {
                if falls_in && let Some(prior) = prior {
                    self.make_explicit(prev, block, prior);
                }
                step = self.retarget_predecessors(block, target);
            }
        }
        if step != Step::Changed {
            self.insert_branch(block, &jump(Some(target)), location);
        }
        step
    }

    /// Makes `prev`, which falls into `block`, branch there.
    fn make_explicit(&mut self, prev: Block, block: Block, prior: &BranchAnalysis) {
        if [prior.taken, prior.otherwise].contains(&Some(block)) {
            return;
        }
        let mut branch = prior.clone();
        match branch.taken {
            None => branch.taken = Some(block),
            Some(_) => branch.otherwise = Some(block),
        }
        self.replace_branch(prev, &branch);
    }

    fn retarget_predecessors(&mut self, block: Block, target: Block) -> Step {
        let (mut at, mut any) = (0, false);
        while let Some(pred) = self.code.function.blocks[block].preds.get(at).copied() {
            if pred == block {
                at += 1;
                continue;
            }
            any = true;
            self.code.function.retarget_branches(pred, block, target);
            self.copy_other_edges(block, target);
            self.make_jump_if_same(pred);
        }
        self.replace_in_tables(block, target);
        match any {
            true if at == 0 => Step::Changed,
            true => Step::Again,
            false => Step::GoOn,
        }
    }

    /// Where `block` begins with a tail call, makes branches to it on a condition tail calls on that condition.
    pub(super) fn make_tail_calls_conditional(&mut self, block: Block) -> bool {
        let function = &*self.code.function;
        let first = first_inst(function, block, Probes::Skipped);
        let hooks = self.code.hooks;
        let is_tail_call = |inst: &Inst| hooks.is_tail_call(function, *inst);
        let Some(call) = first.filter(is_tail_call) else {
            return false;
        };
        let mut changed: SmallVec<[Block; 4]> = SmallVec::new();
        for at in 0..self.code.function.blocks[block].preds.len() {
            let pred = self.code.function.blocks[block].preds[at];
            let Some(branch) = self.tidy(pred) else {
                continue;
            };
            if branch.condition.is_empty()
                || branch.taken != Some(block)
                || branch.otherwise == Some(block)
            {
                continue;
            }
            let made = self.code.hooks.conditional_tail_call(
                self.code.function,
                pred,
                &branch.condition,
                call,
            );
            if let Some((branch, call)) = made {
                self.replace_by_call(pred, branch, call);
                changed.push(pred);
            }
        }
        for pred in &changed {
            self.code.function.remove_edge(*pred, block);
        }
        !changed.is_empty()
    }

    /// Puts a conditional tail call in the place of a branch. Where it does not call, what it would clobber stays live.
    fn replace_by_call(&mut self, block: Block, branch: Inst, call: Inst) {
        let function = &mut *self.code.function;
        let live = &mut self.scratch.live;
        live.clear();
        live.add_pristine(function);
        live.add_live_outs(function, block);
        let operands = function.operands(call);
        for operand in operands
            .iter()
            .filter(|o| o.is_use() && o.has(OperandFlags::KILL))
        {
            if let Some(reg) = operand.as_reg().as_physical() {
                live.remove(function, reg);
            }
        }
        let mut masks = operands.iter();
        let mask = masks.find(|operand| operand.kind() == OperandKind::RegMask);
        let clobbered: SmallVec<[PhysReg; 8]> = match mask {
            Some(mask) => live.remove_clobbered(function, mask),
            None => SmallVec::new(),
        };
        for reg in clobbered {
            function.push_operand(call, Operand::implicit_use(reg));
            function.push_operand(call, Operand::implicit_def(reg));
        }
        function.set_debug_loc(call, function.debug_loc(branch));
        function.insert_before(branch, call);
        function.remove_inst(branch);
    }
}
