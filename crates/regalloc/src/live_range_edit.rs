//! Edits live ranges during allocation: new registers, rematerialization, removal of dead code.

use avarice_liveness::live_intervals::all_defs_are_dead;
use avarice_liveness::{LiveIntervals, Segment, SlotIndex, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::{
    BlockFrequencies, Inst, MachineFunction, MachineLoopInfo, OperandFlags, Reg, TargetHooks, VReg,
};
use avarice_target::{InstrFlags, PhysReg, SubRegIdx, op};
use avarice_trace::{Log, log};

use crate::class_inflation::recompute_class;
use crate::interference::LiveRegMatrix;
use crate::spill_weights::{RegInsts, SpillWeights};
use avarice_machine::memory_fold::fold_load;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::{is_inline_asm, is_safe_to_move, vreg_access};

/// What an allocator is told while intervals are edited.
pub trait EditEvents {
    /// Whether a register loses its physical one when its interval shrinks or goes away. If not, the
    /// edit happens after allocation.
    fn is_allocating(&self) -> bool {
        true
    }

    /// A register lost its physical one because its interval will shrink: it has to be allocated again.
    fn requeue(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        map: &VirtRegMap,
        reg: VReg,
        log: &mut Log<'_>,
    );

    /// The interval of a register is about to be removed.
    fn removing(&mut self, reg: VReg) {
        let _ = reg;
    }

    /// `new` is a part of what was `old`, cut off because it was not connected.
    fn cloned(&mut self, map: &mut VirtRegMap, new: VReg, old: VReg) {
        let _ = (map, new, old);
    }
}

/// What an edit works on.
pub struct EditContext<'a, 'l> {
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
    /// Loops.
    pub loops: &'a MachineLoopInfo,
    /// Block frequencies.
    pub frequencies: &'a BlockFrequencies,
    /// By register number: not to be allocated.
    pub reserved: &'a [bool],
    /// Scratch memory.
    pub insts: &'a mut RegInsts,
    /// The observer.
    pub events: &'a mut dyn EditEvents,
    /// Debug log.
    pub log: &'a mut Log<'l>,
}

/// An edit of the interval of one register, the parent.
pub struct LiveRangeEdit<'a, 'l> {
    /// What it works on.
    pub cx: EditContext<'a, 'l>,
    /// The register that is split or spilled.
    pub parent: VReg,
    /// Registers that have to be allocated; those of this edit begin at `first_new`.
    new_regs: &'a mut Vec<VReg>,
    first_new: usize,
    /// Definitions that are dead but may still be rematerialized elsewhere, to be removed at the end;
    /// `None` to remove them at once.
    dead_remats: Option<&'a mut Vec<Inst>>,
    /// Values of the original register that can be computed again, once that is known.
    rematerializable: Option<Vec<VNInfoId>>,
    /// Values of the parent that have been computed again somewhere.
    rematerialized: Vec<VNInfoId>,
}

/// What may be left of a dead instruction.
enum Rest {
    /// The ends of the physical registers that it reads.
    PhysicalKills,
    /// The original definition of a value, which may be computed again.
    Original,
    Nothing,
}

impl<'a, 'l> LiveRangeEdit<'a, 'l> {
    /// An edit of the interval of `parent`.
    pub fn new(
        cx: EditContext<'a, 'l>,
        parent: VReg,
        new_regs: &'a mut Vec<VReg>,
        dead_remats: Option<&'a mut Vec<Inst>>,
    ) -> Self {
        Self {
            cx,
            parent,
            first_new: new_regs.len(),
            new_regs,
            dead_remats,
            rematerializable: None,
            rematerialized: Vec::new(),
        }
    }

    // ---- New registers ------------------------------------------------------------------------

    /// The registers that this edit made and that have to be allocated.
    pub fn regs(&self) -> &[VReg] {
        &self.new_regs[self.first_new..]
    }

    fn clone_from(&mut self, old: VReg) -> VReg {
        let class = self.cx.function.class(old);
        let new = self.cx.function.create_vreg(class);
        self.cx.function.vregs[new].flags = self.cx.function.vregs[old].flags;
        let original = self.cx.map.original(old);
        self.cx.map.set_original(new, original);
        self.new_regs.push(new);
        new
    }

    /// Makes a register like `old`, whose interval will be computed when it has uses.
    pub fn create_from(&mut self, old: VReg) -> VReg {
        self.clone_from(old)
    }

    /// Makes a register like the parent with an empty interval. It has the parent's sub-ranges, empty.
    pub fn create_empty_interval(&mut self) -> VReg {
        let new = self.clone_from(self.parent);
        let parent = self.cx.live_intervals.take_interval(self.parent);
        let interval = self.cx.live_intervals.create_empty_interval(new);
        interval.is_loose = parent.is_loose;
        if !parent.is_spillable() {
            interval.mark_not_spillable();
        }
        for sub in parent.sub_ranges() {
            interval.create_sub_range(sub.lanes, avarice_liveness::LiveRange::default());
        }
        self.cx.live_intervals.put_interval(parent);
        new
    }

    /// Gives each connected part of a new register's interval but the first a register of its own.
    pub fn split_components(&mut self, reg: VReg) {
        let cx = &mut self.cx;
        let parts = cx
            .live_intervals
            .split_separate_components(cx.function, reg, cx.log);
        let original = cx.map.original(reg);
        self.new_regs.extend(parts.iter().copied());
        for part in parts {
            cx.map.set_original(part, original);
        }
    }

    /// Weights, hints and, where uses allow it, larger classes for the registers of this edit.
    pub fn compute_classes_and_weights(&mut self) {
        for at in self.first_new..self.new_regs.len() {
            let reg = self.new_regs[at];
            let cx = &mut self.cx;
            cx.live_intervals.ensure_interval(cx.function, reg);
            if recompute_class(cx.function, reg) {
                let class = cx.function.class(reg);
                let name = cx.function.target.class(class).name;
                log!(cx.log, "Inflated {reg} to {name}\n");
            }
            let mut weights = SpillWeights {
                function: cx.function,
                hooks: cx.hooks,
                live_intervals: cx.live_intervals,
                map: cx.map,
                loops: cx.loops,
                frequencies: cx.frequencies,
                reserved: cx.reserved,
                insts: cx.insts,
                log: cx.log,
            };
            weights.compute(reg);
        }
    }

    fn is_reserved(&self, reg: PhysReg) -> bool {
        self.cx.reserved.get(reg.index()).copied().unwrap_or(false)
    }

    // ---- Rematerialization --------------------------------------------------------------------

    /// Finds out which values of the parent can be computed again; returns whether any can.
    pub fn any_rematerializable(&mut self) -> bool {
        if self.rematerializable.is_none() {
            self.rematerializable = Some(self.scan_rematerializable());
        }
        self.rematerializable
            .as_ref()
            .is_some_and(|ids| !ids.is_empty())
    }

    fn scan_rematerializable(&self) -> Vec<VNInfoId> {
        let cx = &self.cx;
        let original = cx.map.original(self.parent);
        let mut ids = Vec::new();
        if !cx.live_intervals.has_interval(original) {
            return ids;
        }
        let origin = cx.live_intervals.interval(original);
        for value in cx.live_intervals.interval(self.parent).values() {
            if value.is_unused() {
                continue;
            }
            let Some(id) = origin.value_at(value.def) else {
                continue;
            };
            let def = cx.live_intervals.indexes.inst_at(origin.value(id).def);
            let trivial =
                def.is_some_and(|inst| cx.hooks.is_trivially_rematerializable(cx.function, inst));
            if trivial && !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// The instruction to compute again so as to have the parent's value at `at`, if that is possible
    /// there. `cheap` wants one that costs no more than a copy.
    pub fn can_rematerialize_at(&mut self, at: SlotIndex, cheap: bool) -> Option<Inst> {
        let cx = &self.cx;
        let origin = cx.live_intervals.interval(cx.map.original(self.parent));
        let id = origin.value_at(at)?;
        if !self.rematerializable.as_ref()?.contains(&id) {
            return None;
        }
        let inst = cx.live_intervals.indexes.inst_at(origin.value(id).def)?;
        if cheap && !cx.hooks.is_as_cheap_as_move(cx.function, inst) {
            return None;
        }
        self.operands_available(inst, at).then_some(inst)
    }

    /// Whether all registers that `inst` reads have the same values at `at`.
    fn operands_available(&self, inst: Inst, at: SlotIndex) -> bool {
        let cx = &self.cx;
        let def = cx.live_intervals.indexes.index(inst).reg_slot(true);
        let at = at.max(at.reg_slot(true));
        cx.function.operands(inst).iter().all(|operand| {
            let reg = operand.as_reg();
            if reg.is_none() || !operand.reads_reg() {
                return true;
            }
            let Some(reg) = reg.as_virtual() else {
                return reg
                    .as_physical()
                    .is_some_and(|phys| self.is_constant_reg(phys));
            };
            let interval = cx.live_intervals.interval(reg);
            let Some(value) = interval.value_at(def) else {
                return true;
            };
            if def.same_inst(at) || interval.value_at(at) != Some(value) {
                return false;
            }
            let sub = operand.sub_reg();
            let lanes = if sub.is_none() {
                avarice_target::LaneMask::ALL
            } else {
                cx.function.target.sub_reg_indices[sub.index()].lane_mask
            };
            let mut read = interval
                .sub_ranges()
                .filter(|sub| (sub.lanes & lanes).any());
            read.all(|sub| sub.range.live_at(at))
        })
    }

    /// Whether nothing in the function changes a physical register.
    fn is_constant_reg(&self, reg: PhysReg) -> bool {
        let target = self.cx.function.target;
        if target.reg(reg).constant {
            return true;
        }
        let units = target.reg(reg).units.iter();
        let roots = units.flat_map(|unit| target.units[unit.index()].roots);
        let overlapping = roots.flat_map(|root| {
            let supers = target.reg(*root).super_regs.iter();
            std::iter::once(root).chain(supers)
        });
        let mut changing = overlapping.map(|other| {
            let allocatable = !self.is_reserved(*other) && target.reg(*other).allocatable;
            allocatable || self.cx.function.defs(*other).next().is_some()
        });
        !changing.any(|changes| changes)
    }

    /// Computes `inst` again before `before` (at the end of `block` for `None`), into `dst`; `value` is
    /// the value of the parent that it has. Returns the place of the new instruction.
    pub fn rematerialize_at(
        &mut self,
        at: InsertPoint,
        dst: VReg,
        inst: Inst,
        value: VNInfoId,
        late: bool,
    ) -> (Inst, SlotIndex) {
        let cx = &mut self.cx;
        let none = SubRegIdx::NONE;
        let new = cx
            .hooks
            .rematerialize(cx.function, at, dst.into(), none, inst);
        for op in cx.function.op_ids(new) {
            let operand = cx.function.op_mut(op);
            if operand.is_def() && operand.as_reg() == dst.into() {
                operand.set(OperandFlags::DEAD, false);
            }
        }
        self.rematerialized.push(value);
        let index = cx.live_intervals.insert_inst(cx.function, new, late);
        (new, index.reg_slot(false))
    }

    /// Whether a value of the parent has been computed again somewhere.
    pub fn did_rematerialize(&self, value: VNInfoId) -> bool {
        self.rematerialized.contains(&value)
    }

    // ---- Dead code ----------------------------------------------------------------------------

    /// Takes a register off its physical one.
    fn unassign(&mut self, reg: VReg) {
        let cx = &mut self.cx;
        cx.matrix.follow(cx.live_intervals);
        let interval = cx.live_intervals.interval(reg);
        cx.matrix.unassign(cx.function, cx.map, interval, cx.log);
    }

    /// The interval of `reg` is about to shrink: it is taken off its physical register.
    fn will_shrink(&mut self, reg: VReg) {
        if self.cx.events.is_allocating() && self.cx.map.has_phys(reg) {
            self.unassign(reg);
            let cx = &mut self.cx;
            cx.events
                .requeue(cx.function, cx.live_intervals, cx.map, reg, cx.log);
        }
    }

    /// A register is not used any more.
    pub fn erase_vreg(&mut self, reg: VReg) {
        if !self.cx.events.is_allocating() {
            self.cx.live_intervals.remove_interval(reg);
        } else if self.cx.map.has_phys(reg) {
            self.unassign(reg);
            self.cx.events.removing(reg);
            self.cx.live_intervals.remove_interval(reg);
        } else {
            // It is in the queue still: that will drop it.
            let interval = self.cx.live_intervals.interval_mut(reg);
            interval.clear();
            interval.clear_sub_ranges();
        }
    }

    /// Removes instructions all of whose definitions are dead, the last first, and what becomes dead by
    /// that; shrinks the intervals of what they read. Registers in `spilled` are not split into components.
    pub fn eliminate_dead_defs(&mut self, dead: &mut Vec<Inst>, spilled: &[VReg]) {
        let mut to_shrink: Vec<VReg> = Vec::new();
        loop {
            while let Some(inst) = dead.pop() {
                self.eliminate_dead_def(inst, &mut to_shrink);
            }
            let Some(reg) = to_shrink.pop() else { break };
            if self.fold_as_load(reg, dead) {
                continue;
            }
            self.will_shrink(reg);
            let cx = &mut self.cx;
            let separate = cx
                .live_intervals
                .shrink_to_uses(cx.function, reg, Some(dead), cx.log);
            if !separate || spilled.contains(&reg) {
                continue;
            }
            cx.live_intervals.interval_mut(reg).renumber_values();
            let parts = cx
                .live_intervals
                .split_separate_components(cx.function, reg, cx.log);
            let original = cx.map.original(reg);
            self.new_regs.extend(parts.iter().copied());
            for part in parts {
                // Parts of an original register are originals themselves: it does not contain them.
                if original != reg {
                    cx.map.set_original(part, original);
                }
                cx.events.cloned(cx.map, part, reg);
            }
        }
    }

    /// If `reg` is defined by one load and read by one instruction, folds the load into that.
    fn fold_as_load(&mut self, reg: VReg, dead: &mut Vec<Inst>) -> bool {
        let Some((def, used)) = self.single_load_and_use(reg) else {
            return false;
        };
        let cx = &mut self.cx;
        let at = cx.live_intervals.indexes.index(used);
        if !self.operands_available(def, at) {
            return false;
        }
        let cx = &mut self.cx;
        if !is_safe_to_move(cx.function, def, true) {
            return false;
        }
        if cx.log.is_on() {
            log!(cx.log, "Try to fold single def: ");
            cx.log.write_inst(cx.function, def);
            log!(cx.log, "       into single use: ");
            cx.log.write_inst(cx.function, used);
        }
        let writes = vreg_access(cx.function, used, reg).writes;
        if writes {
            return false;
        }
        let operands = cx.function.operands(used).iter().enumerate();
        let ops: smallvec::SmallVec<[usize; 4]> = operands
            .filter(|(_, operand)| operand.as_reg() == reg.into())
            .map(|(at, _)| at)
            .collect();
        let Some(new) = fold_load(cx.function, cx.hooks, used, &ops, def) else {
            return false;
        };
        if cx.log.is_on() {
            log!(cx.log, "                folded: ");
            cx.log.write_inst(cx.function, new);
        }
        cx.live_intervals.replace_inst(used, new);
        cx.function.remove_inst(used);
        avarice_mir::inst_flags::add_dead(cx.function, def, reg.into(), false);
        dead.push(def);
        true
    }

    /// The load that alone defines `reg` and the instruction that alone reads it.
    fn single_load_and_use(&self, reg: VReg) -> Option<(Inst, Inst)> {
        let function = &*self.cx.function;
        let (mut def, mut used) = (None, None);
        for op in function.reg_ops(reg) {
            let operand = function.op(op);
            let inst = function.op_inst(op);
            if operand.has(OperandFlags::DEBUG) {
                continue;
            }
            if operand.is_def() {
                let loads = function.desc(inst).has(InstrFlags::FOLDABLE_LOAD);
                if def.is_some_and(|def| def != inst) || !loads {
                    return None;
                }
                def = Some(inst);
            } else if !operand.has(OperandFlags::UNDEF) {
                let other = used.is_some_and(|used| used != inst);
                if other || !operand.sub_reg().is_none() {
                    return None;
                }
                used = Some(inst);
            }
        }
        Some((def?, used?))
    }

    fn write_dead_def(&mut self, what: &str, at: SlotIndex, inst: Inst) {
        log!(self.cx.log, "{what}{at}\t");
        self.cx.log.write_inst(self.cx.function, inst);
    }

    fn eliminate_dead_def(&mut self, inst: Inst, to_shrink: &mut Vec<VReg>) {
        let at = self.cx.live_intervals.indexes.index(inst).reg_slot(false);
        let bundled = avarice_mir::MiFlags::BUNDLED_PRED | avarice_mir::MiFlags::BUNDLED_SUCC;
        if self.cx.function.insts[inst].flags.intersects(bundled) {
            return self.write_dead_def("Won't delete dead bundled inst: ", at, inst);
        }
        if is_inline_asm(self.cx.function, inst) {
            return self.write_dead_def("Won't delete: ", at, inst);
        }
        if !is_safe_to_move(self.cx.function, inst, false) {
            return self.write_dead_def("Can't delete: ", at, inst);
        }
        self.write_dead_def("Deleting dead def ", at, inst);
        debug_assert!(all_defs_are_dead(self.cx.function, inst));
        let is_origin = self.is_original_def(inst, at);
        let mut erased: Vec<VReg> = Vec::new();
        let (mut reads_phys, mut live_uses) = (false, false);
        for index in 0..self.cx.function.num_operands(inst) {
            let operand = *self.cx.function.operand(inst, index);
            if let Some(phys) = operand.as_reg().as_physical() {
                if operand.reads_reg() && !self.is_reserved(phys) {
                    reads_phys = true;
                } else if operand.is_def() {
                    let cx = &mut self.cx;
                    cx.live_intervals
                        .remove_phys_reg_def_at(cx.function, phys, at);
                }
            }
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            self.cx
                .live_intervals
                .ensure_interval(self.cx.function, reg);
            if self.ends_use(inst, index, reg, at) {
                if !to_shrink.contains(&reg) {
                    to_shrink.push(reg);
                }
            } else if operand.reads_reg() {
                live_uses = true;
                // In a loop, say: `reg` lives through the instruction, back to where it is read earlier.
                self.cx.live_intervals.interval_mut(reg).is_loose = true;
            }
            if operand.is_def() {
                if self.cx.live_intervals.interval(reg).value_at(at).is_some() {
                    self.will_shrink(reg);
                }
                self.cx.live_intervals.remove_vreg_def_at(reg, at);
                if self.cx.live_intervals.interval(reg).is_empty() {
                    erased.push(reg);
                }
            }
        }
        let rest = if reads_phys {
            Rest::PhysicalKills
        } else if is_origin && !live_uses {
            Rest::Original
        } else {
            Rest::Nothing
        };
        self.remove_dead_def(inst, at, rest);
        for reg in erased {
            if self.cx.live_intervals.has_interval(reg) && self.cx.function.is_unused(reg) {
                to_shrink.retain(|other| *other != reg);
                self.erase_vreg(reg);
            }
        }
    }

    /// Takes a dead instruction out of the code: keeps what else it does, or what may be wanted again.
    fn remove_dead_def(&mut self, inst: Inst, at: SlotIndex, rest: Rest) {
        let cx = &self.cx;
        match rest {
            Rest::PhysicalKills => self.keep_physical_kills(inst),
            Rest::Original
                if self.dead_remats.is_some()
                    && cx.hooks.is_trivially_rematerializable(cx.function, inst) =>
            {
                self.keep_for_remat(inst, at);
            }
            Rest::Original | Rest::Nothing => {
                self.cx.live_intervals.remove_inst(inst);
                self.cx.function.remove_inst(inst);
            }
        }
    }

    /// Whether removing operand `index` can shorten the interval of `reg`.
    fn ends_use(&self, inst: Inst, index: usize, reg: VReg, at: SlotIndex) -> bool {
        let cx = &self.cx;
        let operand = cx.function.operand(inst, index);
        let is_copy = cx.hooks.is_copy(cx.function, inst);
        let reads = vreg_access(cx.function, inst, reg).reads;
        if reads && (operand.is_def() || is_copy) {
            return true;
        }
        if !operand.reads_reg() {
            return false;
        }
        let mut uses = cx.function.non_debug_uses(reg);
        let single = uses.next().is_some() && uses.next().is_none();
        single || self.use_is_kill(inst, index, reg, at)
    }

    /// Whether the register, or a part of it that the operand reads, ends at the instruction.
    fn use_is_kill(&self, inst: Inst, index: usize, reg: VReg, at: SlotIndex) -> bool {
        let interval = self.cx.live_intervals.interval(reg);
        if interval.query(at).is_kill {
            return true;
        }
        let sub = self.cx.function.operand(inst, index).sub_reg();
        let lanes = self.cx.function.target.sub_reg_indices[sub.index()].lane_mask;
        let mut parts = interval.sub_ranges();
        parts.any(|part| (part.lanes & lanes).any() && part.range.query(at).is_kill)
    }

    /// Whether `inst` is the definition, in the original register, of the value that it defines.
    fn is_original_def(&self, inst: Inst, at: SlotIndex) -> bool {
        let cx = &self.cx;
        let first = cx.function.operands(inst).first();
        let Some(dst) = first
            .filter(|operand| operand.is_def())
            .and_then(|o| o.as_reg().as_virtual())
        else {
            return false;
        };
        let original = cx.map.original(dst);
        if cx.function.desc(inst).num_defs != 1 || !cx.live_intervals.has_interval(original) {
            return false;
        }
        let origin = cx.live_intervals.interval(original);
        origin
            .value_at(at)
            .is_some_and(|id| origin.value(id).def.same_inst(at))
    }

    /// A dead instruction that ends physical registers stays as a `KILL` of these.
    fn keep_physical_kills(&mut self, inst: Inst) {
        let cx = &mut self.cx;
        cx.function.set_opcode(inst, op::KILL);
        for at in (0..cx.function.num_operands(inst)).rev() {
            if !cx.function.operand(inst, at).as_reg().is_physical() {
                cx.function.untie_operand(inst, at);
                cx.function.remove_operand(inst, at);
            }
        }
        if cx.log.is_on() {
            log!(cx.log, "Converted physregs to:\t");
            cx.log.write_inst(cx.function, inst);
        }
    }

    /// A dead definition of an original value stays, under a name of its own, while parts of the value's
    /// interval may still want to compute it again.
    fn keep_for_remat(&mut self, inst: Inst, at: SlotIndex) {
        let def = *self.cx.function.operand(inst, 0);
        let Some(dst) = def.as_reg().as_virtual() else {
            return;
        };
        let new = self.clone_from(dst);
        self.new_regs.pop();
        let target = self.cx.function.target;
        let not_spillable = !self.cx.live_intervals.interval(self.parent).is_spillable();
        let interval = self.cx.live_intervals.create_empty_interval(new);
        if not_spillable {
            interval.mark_not_spillable();
        }
        let value = interval.next_value(at);
        let segment = Segment::new(at, at.dead_slot(), value);
        interval.add_segment(segment);
        if !def.sub_reg().is_none() {
            let lanes = target.sub_reg_indices[def.sub_reg().index()].lane_mask;
            let mut range = avarice_liveness::LiveRange::default();
            range.next_value(at);
            range.add_segment(segment);
            interval.create_sub_range(lanes, range);
        }
        for op in self.cx.function.op_ids(inst) {
            if self.cx.function.op(op).as_reg() == Reg::virt(dst) {
                self.cx.function.set_op_reg(op, new);
            }
        }
        if let Some(dead_remats) = self.dead_remats.as_deref_mut() {
            dead_remats.push(inst);
        }
    }
}
