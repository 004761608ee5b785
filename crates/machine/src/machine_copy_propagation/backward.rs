//! Writes a copy's destination where its source is computed.

use avarice_mir::{Block, Inst, OperandFlags};
use avarice_target::PhysReg;
use avarice_trace::log;

use super::tracker::copied;
use super::{Propagation, phys};
use avarice_mir::inst_facts::operand_class;

impl Propagation<'_, '_> {
    /// Goes up a block.
    pub(super) fn run_backward(&mut self, block: Block) {
        self.begin_block("BackwardCopyPropagateBlock", block);
        let mut cursor = self.function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            cursor = self.function.prev_inst(inst);
            if self.is_movable_copy(inst) {
                let (dst, src) = copied(self.function, inst);
                let tracker = &mut self.scratch.tracker;
                tracker.invalidate(self.function, src);
                tracker.invalidate(self.function, dst);
                tracker.track(self.function, inst);
            } else if self.scratch.tracker.has_any() {
                self.visit_above(inst);
            }
        }
        let mut candidates = self.scratch.candidates.take();
        for copy in candidates.drain(..) {
            let (dst, src) = copied(self.function, copy);
            self.rename_debug_users(copy, src, dst);
            self.function.remove_inst(copy);
        }
        self.scratch.candidates.put(candidates);
    }

    /// Whether the instruction that computes a copy's source could write its destination: nothing else reads the
    /// source.
    fn is_movable_copy(&self, inst: Inst) -> bool {
        if self.function.num_operands(inst) != 2 || !self.is_plain_copy(inst) {
            return false;
        }
        let (dst, src) = copied(self.function, inst);
        let source = self.function.operand(inst, 1);
        !dst.is_none()
            && !src.is_none()
            && !self.is_reserved(dst)
            && !self.is_reserved(src)
            && source.has(OperandFlags::RENAMABLE)
            && source.has(OperandFlags::KILL)
    }

    /// An instruction above copies: rewrites its definitions and takes note of what it uses.
    fn visit_above(&mut self, inst: Inst) {
        for operand in self.function.operands(inst) {
            if operand.is_reg() && operand.has(OperandFlags::EARLY_CLOBBER) {
                let reg = operand.as_reg().as_physical().unwrap_or_default();
                self.scratch.tracker.invalidate(self.function, reg);
            }
        }
        for at in 0..self.function.num_operands(inst) {
            self.rewrite_def(inst, at);
        }
        let is_debug = self.function.is_debug(inst);
        for operand in self.function.operands(inst) {
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            let scratch = &mut *self.scratch;
            if operand.is_def() {
                scratch.tracker.invalidate(self.function, reg);
            }
            if operand.reads_reg() && is_debug {
                let target = self.function.target;
                for unit in target.reg(reg).units {
                    if let Some(copy) = scratch.tracker.only_copy_from(target, *unit) {
                        scratch.debug_users.push((copy, inst));
                    }
                }
            } else if operand.reads_reg() {
                scratch.tracker.invalidate(self.function, reg);
            }
        }
        self.scratch.tracker.apply_masks(self.function, inst);
    }

    /// Lets a definition write the destination of the copy that it is for.
    fn rewrite_def(&mut self, inst: Inst, at: usize) {
        let operand = self.function.operand(inst, at);
        let skipped = OperandFlags::UNDEF | OperandFlags::IMPLICIT;
        if !operand.is_def()
            || operand.tied_to().is_some()
            || operand.flags().intersects(skipped)
            || !operand.has(OperandFlags::RENAMABLE)
        {
            return;
        }
        let Some(reg) = operand.as_reg().as_physical() else {
            return;
        };
        let tracker = &self.scratch.tracker;
        let Some(copy) = tracker.available_copy_below(self.function, reg) else {
            return;
        };
        let (dst, src) = copied(self.function, copy);
        let class = operand_class(self.function, self.hooks, inst, at);
        let fits = class.is_some_and(|class| self.function.target.class(class).contains(dst));
        if reg != src
            || !fits
            || self.has_implicit_overlap(inst, at)
            || self.has_other_def(inst, at, dst)
        {
            return;
        }
        self.write_replacement(inst, at, dst, copy);
        self.function.set_reg(inst, at, dst);
        let renamable = self.function.operand(copy, 0).has(OperandFlags::RENAMABLE);
        let operand = self.function.operand_mut(inst, at);
        operand.set(OperandFlags::RENAMABLE, renamable);
        self.write_inst("MCP: After replacement: ", inst);
        log!(self.log, "\n");
        self.scratch.candidates.insert(copy);
    }

    /// Whether an instruction has a definition besides operand `at` that overlaps `reg`.
    fn has_other_def(&self, inst: Inst, at: usize, reg: PhysReg) -> bool {
        (0..self.function.num_operands(inst)).any(|other| {
            other != at
                && self.function.operand(inst, other).is_def()
                && self.overlap(reg, phys(self.function, inst, other))
        })
    }
}
