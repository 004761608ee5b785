//! Removes instructions whose results are not read.

use avarice_liveness::SlotIndex;
use avarice_mir::{Inst, VReg};
use avarice_target::op;
use avarice_trace::log;

use super::Coalescer;
use avarice_mir::inst_facts::{has_one_use, is_inline_asm, is_safe_to_move, vreg_access};

impl Coalescer<'_, '_> {
    /// Removes the collected dead instructions, and what becomes dead by that.
    pub(super) fn eliminate_dead_defs(&mut self) {
        let mut dead = std::mem::take(&mut self.scratch.dead_defs);
        let mut to_shrink = Vec::new();
        loop {
            while let Some(inst) = dead.pop() {
                self.eliminate_dead_def(inst, &mut to_shrink);
            }
            let Some(reg) = to_shrink.pop() else { break };
            let intervals = &mut *self.live_intervals;
            if intervals.shrink_to_uses(self.function, reg, Some(&mut dead), self.log) {
                intervals.interval_mut(reg).renumber_values();
                intervals.split_separate_components(self.function, reg, self.log);
            }
        }
        self.scratch.dead_defs = dead;
    }

    /// Removes a dead instruction if nothing but its definitions keeps it. Registers that it reads and
    /// that may end earlier now are added to `to_shrink`.
    fn eliminate_dead_def(&mut self, inst: Inst, to_shrink: &mut Vec<VReg>) {
        self.settle_uses(inst);
        let at = self.live_intervals.indexes.index(inst).reg_slot(false);
        let refusal = if is_inline_asm(self.function, inst) {
            Some("Won't delete")
        } else if !is_safe_to_move(self.function, inst, false) {
            Some("Can't delete")
        } else {
            None
        };
        if let Some(refusal) = refusal {
            log!(self.log, "{refusal}: {at}\t");
            self.log.write_inst(self.function, inst);
            return;
        }
        log!(self.log, "Deleting dead def {at}\t");
        self.log.write_inst(self.function, inst);
        let mut emptied = Vec::new();
        let reads_phys = self.forget_operands(inst, at, to_shrink, &mut emptied);
        if reads_phys {
            self.keep_physical_kills(inst);
        } else {
            self.delete_inst(inst);
        }
        for reg in emptied {
            if self.live_intervals.has_interval(reg) && self.function.is_unused(reg) {
                to_shrink.retain(|other| *other != reg);
                self.live_intervals.remove_interval(reg);
            }
        }
    }

    /// Takes the definitions of an instruction out of the intervals, and notes which registers may
    /// shrink and which have no definition left. Returns whether it reads physical registers.
    fn forget_operands(
        &mut self,
        inst: Inst,
        at: SlotIndex,
        to_shrink: &mut Vec<VReg>,
        emptied: &mut Vec<VReg>,
    ) -> bool {
        let mut reads_phys = false;
        for index in 0..self.function.num_operands(inst) {
            let operand = *self.function.operand(inst, index);
            if let Some(phys) = operand.as_reg().as_physical() {
                if operand.reads_reg() && !self.reserved[phys.index()] {
                    reads_phys = true;
                } else if operand.is_def() {
                    self.live_intervals
                        .remove_phys_reg_def_at(self.function, phys, at);
                }
            }
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            if self.may_shrink(inst, index, reg, at) {
                if !to_shrink.contains(&reg) {
                    to_shrink.push(reg);
                }
            } else if operand.reads_reg() {
                // In a loop, say: the register lives through the instruction, back to where it is read earlier.
                self.live_intervals.interval_mut(reg).is_loose = true;
            }
            if operand.is_def() {
                self.live_intervals.remove_vreg_def_at(reg, at);
                if self.live_intervals.interval(reg).is_empty() {
                    emptied.push(reg);
                }
            }
        }
        reads_phys
    }

    /// Whether removing an operand is likely to shorten the interval of its register.
    fn may_shrink(&self, inst: Inst, index: usize, reg: VReg, at: SlotIndex) -> bool {
        let operand = self.function.operand(inst, index);
        let reads = vreg_access(self.function, inst, reg).reads;
        if reads && (operand.is_def() || self.hooks.is_copy(self.function, inst)) {
            return true;
        }
        let interval = self.live_intervals.interval(reg);
        let lanes = super::def_lanes::lanes_of_index(self.function.target, operand.sub_reg());
        let mut subs = interval.sub_ranges();
        operand.reads_reg()
            && (has_one_use(self.function, reg.into())
                || interval.query(at).is_kill
                || subs.any(|sub| (sub.lanes & lanes).any() && sub.range.query(at).is_kill))
    }

    /// Live ranges of physical registers are not shrunk: an instruction that reads some stays, as a `KILL`.
    fn keep_physical_kills(&mut self, inst: Inst) {
        self.function.set_opcode(inst, op::KILL);
        for at in (0..self.function.num_operands(inst)).rev() {
            if !self.function.operand(inst, at).as_reg().is_physical() {
                self.function.untie_operand(inst, at);
                self.function.remove_operand(inst, at);
            }
        }
        log!(self.log, "Converted physregs to:\t");
        self.log.write_inst(self.function, inst);
    }
}
