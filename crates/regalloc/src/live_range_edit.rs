//! Editing live ranges during allocation: new registers, rematerialization, removal of dead code.

use avarice_liveness::live_intervals::all_defs_are_dead;
use avarice_liveness::{LiveIntervals, Log, Segment, SlotIndex, VNInfoId, log};
use avarice_mir::{Inst, MachineFunction, OperandFlags, Reg, TargetHooks, VReg};
use avarice_target::{SubRegIdx, op};

use crate::inst_facts::{is_inline_asm, is_safe_to_move, reads_writes};
use crate::interference::LiveRegMatrix;
use crate::virt_reg_map::VirtRegMap;

/// An edit of the interval of one register, the parent.
pub struct LiveRangeEdit<'a, 'l> {
    /// The function.
    pub function: &'a mut MachineFunction,
    /// The target.
    pub hooks: &'a dyn TargetHooks,
    /// Liveness.
    pub live_intervals: &'a mut LiveIntervals,
    /// Assignments.
    pub map: &'a mut VirtRegMap,
    /// Assignments by unit.
    pub matrix: &'a mut LiveRegMatrix,
    /// By register number: not to be allocated.
    pub reserved: &'a [bool],
    /// The register that is split or spilled.
    pub parent: VReg,
    /// Registers that were made; they have to be allocated.
    pub new_regs: &'a mut Vec<VReg>,
    /// Registers that lost their assignment because they shrank; they have to be allocated again.
    pub requeue: &'a mut Vec<VReg>,
    /// Definitions that are dead but may still be rematerialized elsewhere; removed at the end.
    pub dead_remats: &'a mut Vec<Inst>,
    /// Values of the original register that can be computed again.
    pub rematerializable: Vec<VNInfoId>,
    /// Debug log.
    pub log: &'a mut Log<'l>,
}

impl LiveRangeEdit<'_, '_> {
    /// Makes a register like `old`.
    pub fn create_from(&mut self, old: VReg) -> VReg {
        let class = self.function.class(old);
        let new = self.function.create_vreg(class);
        self.function.vregs[new].flags = self.function.vregs[old].flags;
        let original = self.map.original(old);
        self.map.set_original(new, original);
        self.new_regs.push(new);
        new
    }

    fn is_reserved(&self, reg: avarice_target::PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }

    // ---- Rematerialization --------------------------------------------------------------------

    /// Finds out which values of the parent can be computed again; returns whether any can.
    pub fn scan_rematerializable(&mut self) -> bool {
        self.rematerializable.clear();
        let original = self.map.original(self.parent);
        if !self.live_intervals.has_interval(original) {
            return false;
        }
        let origin = self.live_intervals.interval(original);
        for value in self.live_intervals.interval(self.parent).values() {
            if value.is_unused() {
                continue;
            }
            let Some(id) = origin.value_at(value.def) else {
                continue;
            };
            let def = self.live_intervals.indexes.inst_at(origin.value(id).def);
            if def.is_some_and(|inst| {
                self.hooks
                    .is_trivially_rematerializable(self.function, inst)
            }) {
                self.rematerializable.push(id);
            }
        }
        !self.rematerializable.is_empty()
    }

    /// The instruction to compute again so as to have the parent's value at `at`, if that is possible
    /// there.
    pub fn can_rematerialize_at(&mut self, at: SlotIndex) -> Option<Inst> {
        let origin = self.live_intervals.interval(self.map.original(self.parent));
        let id = origin.value_at(at)?;
        let inst = self.live_intervals.indexes.inst_at(origin.value(id).def)?;
        let allowed = self.rematerializable.contains(&id);
        (allowed && self.operands_available(inst, at)).then_some(inst)
    }

    /// Whether all registers that `inst` reads have the same values at `at`.
    fn operands_available(&self, inst: Inst, at: SlotIndex) -> bool {
        let def = self.live_intervals.indexes.index(inst).reg_slot(true);
        let at = at.max(at.reg_slot(true));
        self.function.operands(inst).iter().all(|operand| {
            let reg = operand.as_reg();
            if reg.is_none() || !operand.reads_reg() {
                return true;
            }
            let Some(reg) = reg.as_virtual() else {
                let constant = |reg| self.function.target.reg(reg).constant;
                return reg.as_physical().is_some_and(constant);
            };
            let interval = self.live_intervals.interval(reg);
            let Some(value) = interval.value_at(def) else {
                return true;
            };
            !def.same_inst(at) && interval.value_at(at) == Some(value) && !interval.has_sub_ranges()
        })
    }

    /// Computes `inst` again before `before`, into `dst`. Returns the place of the new instruction.
    pub fn rematerialize_at(&mut self, before: Inst, dst: VReg, inst: Inst) -> (Inst, SlotIndex) {
        let block = self.function.inst_block(before).expect("use is in a block");
        let new = self.hooks.rematerialize(
            self.function,
            block,
            Some(before),
            dst.into(),
            SubRegIdx::NONE,
            inst,
        );
        for op in self.function.op_ids(new) {
            if self.function.op(op).as_reg() == dst.into() {
                self.function.op_mut(op).set(OperandFlags::DEAD, false);
            }
        }
        let index = self.live_intervals.insert_inst(self.function, new, false);
        (new, index.reg_slot(false))
    }

    // ---- Dead code ----------------------------------------------------------------------------

    /// The interval of `reg` is about to shrink: it is taken off its physical register.
    fn will_shrink(&mut self, reg: VReg) {
        if self.map.has_phys(reg) {
            self.matrix.follow(self.live_intervals);
            let interval = self.live_intervals.interval(reg);
            self.matrix
                .unassign(self.function, self.map, interval, self.log);
            self.requeue.push(reg);
        }
    }

    /// A register is not used any more.
    pub fn erase_vreg(&mut self, reg: VReg) {
        if self.map.has_phys(reg) {
            self.matrix.follow(self.live_intervals);
            let interval = self.live_intervals.interval(reg);
            self.matrix
                .unassign(self.function, self.map, interval, self.log);
            self.live_intervals.remove_interval(reg);
        } else {
            // It is in the queue still: that will drop it.
            self.live_intervals.interval_mut(reg).clear();
            self.live_intervals.interval_mut(reg).clear_sub_ranges();
        }
    }

    /// Removes instructions all of whose definitions are dead, and what becomes dead by that; shrinks the
    /// intervals of what they read. Registers in `spilled` are not split into components.
    pub fn eliminate_dead_defs(&mut self, dead: &mut Vec<Inst>, spilled: &[VReg]) {
        let mut to_shrink: Vec<VReg> = Vec::new();
        loop {
            while let Some(inst) = dead.pop() {
                self.eliminate_dead_def(inst, &mut to_shrink);
            }
            let Some(reg) = to_shrink.pop() else { break };
            self.will_shrink(reg);
            let may_separate =
                self.live_intervals
                    .shrink_to_uses(self.function, reg, Some(dead), self.log);
            if !may_separate || spilled.contains(&reg) {
                continue;
            }
            self.live_intervals.interval_mut(reg).renumber_values();
            let parts = self
                .live_intervals
                .split_separate_components(self.function, reg, self.log);
            let original = self.map.original(reg);
            for part in parts {
                self.new_regs.push(part);
                if original != reg {
                    self.map.set_original(part, original);
                }
            }
        }
    }

    fn eliminate_dead_def(&mut self, inst: Inst, to_shrink: &mut Vec<VReg>) {
        let at = self.live_intervals.indexes.index(inst).reg_slot(false);
        if is_inline_asm(self.function, inst) || !is_safe_to_move(self.function, inst, false) {
            return;
        }
        debug_assert!(all_defs_are_dead(self.function, inst));
        let is_origin = self.is_original_def(inst, at);
        let mut erased: Vec<VReg> = Vec::new();
        let (mut reads_phys, mut live_uses) = (false, false);
        for index in 0..self.function.num_operands(inst) {
            let operand = *self.function.operand(inst, index);
            if let Some(phys) = operand.as_reg().as_physical() {
                if operand.reads_reg() && !self.is_reserved(phys) {
                    reads_phys = true;
                } else if operand.is_def() {
                    self.live_intervals
                        .remove_phys_reg_def_at(self.function, phys, at);
                }
            }
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            self.live_intervals.ensure_interval(self.function, reg);
            if self.ends_use(inst, index, reg, at) {
                if !to_shrink.contains(&reg) {
                    to_shrink.push(reg);
                }
            } else if operand.reads_reg() {
                live_uses = true;
            }
            if operand.is_def() {
                if self.live_intervals.interval(reg).value_at(at).is_some() {
                    self.will_shrink(reg);
                }
                self.live_intervals.remove_vreg_def_at(reg, at);
                if self.live_intervals.interval(reg).is_empty() {
                    erased.push(reg);
                }
            }
        }
        if reads_phys {
            self.keep_physical_kills(inst);
        } else if is_origin
            && !live_uses
            && self
                .hooks
                .is_trivially_rematerializable(self.function, inst)
        {
            self.keep_for_remat(inst, at);
        } else {
            log!(self.log, "Deleting dead def {at}\n");
            self.live_intervals.remove_inst(inst);
            self.function.remove_inst(inst);
        }
        for reg in erased {
            if self.live_intervals.has_interval(reg) && self.function.is_unused(reg) {
                to_shrink.retain(|other| *other != reg);
                self.erase_vreg(reg);
            }
        }
    }

    /// Whether removing operand `index` can shorten the interval of `reg`.
    fn ends_use(&self, inst: Inst, index: usize, reg: VReg, at: SlotIndex) -> bool {
        let operand = self.function.operand(inst, index);
        let is_copy = self.hooks.is_copy(self.function, inst);
        let (reads, _) = reads_writes(self.function, inst, reg);
        if reads && (operand.is_def() || is_copy) {
            return true;
        }
        if !operand.reads_reg() {
            return false;
        }
        let mut uses = self.function.non_debug_uses(reg);
        let single = uses.next().is_some() && uses.next().is_none();
        single || self.live_intervals.interval(reg).query(at).is_kill
    }

    /// Whether `inst` is the definition, in the original register, of the value that it defines.
    fn is_original_def(&self, inst: Inst, at: SlotIndex) -> bool {
        let first = self.function.operands(inst).first();
        let Some(dst) = first
            .filter(|operand| operand.is_def())
            .and_then(|o| o.as_reg().as_virtual())
        else {
            return false;
        };
        let original = self.map.original(dst);
        if self.function.desc(inst).num_defs != 1 || !self.live_intervals.has_interval(original) {
            return false;
        }
        let origin = self.live_intervals.interval(original);
        origin
            .value_at(at)
            .is_some_and(|id| origin.value(id).def.same_inst(at))
    }

    /// A dead instruction that ends physical registers stays as a `KILL` of these.
    fn keep_physical_kills(&mut self, inst: Inst) {
        self.function.set_opcode(inst, op::KILL);
        for at in (0..self.function.num_operands(inst)).rev() {
            if !self.function.operand(inst, at).as_reg().is_physical() {
                self.function.untie_operand(inst, at);
                self.function.remove_operand(inst, at);
            }
        }
    }

    /// A dead definition of an original value stays, under a name of its own, while parts of the value's
    /// interval may still want to compute it again.
    fn keep_for_remat(&mut self, inst: Inst, at: SlotIndex) {
        let Some(dst) = self.function.operand(inst, 0).as_reg().as_virtual() else {
            return;
        };
        let new = self.create_from(dst);
        self.new_regs.pop();
        let interval = self.live_intervals.create_empty_interval(new);
        let value = interval.next_value(at);
        interval.add_segment(Segment::new(at, at.dead_slot(), value));
        for op in self.function.op_ids(inst) {
            if self.function.op(op).as_reg() == Reg::virt(dst) {
                self.function.set_op_reg(op, new);
            }
        }
        self.dead_remats.push(inst);
    }
}
