//! Spilling a register everywhere.
//!
//! ```text
//!   %1 = …                      %5 = …                     each use and definition gets a register of
//!   …                           store %5, slot             its own that lives for an instruction;
//!   … = op %1        ──▶        …                          values that can be computed again are not
//!                               %6 = load slot             stored, and the slot is used directly
//!                               … = op %6                  where an instruction can
//! ```

use avarice_liveness::live_intervals::{all_defs_are_dead, mark_dead};
use avarice_liveness::{SlotIndex, VNInfoId, log};
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{FrameIndex, Inst, Operand, OperandFlags, Reg, VReg};
use avarice_target::{RegClass, op};
use smallvec::SmallVec;

use crate::inst_facts::{VRegUse, analyze_vreg, copy_operands, is_inline_asm, reg_insts};
use crate::live_range_edit::LiveRangeEdit;

/// Spills the parent of `edit`. Its remaining uses are rewritten to new registers.
///
/// # Ensures
/// The parent is not used any more. New registers are in `edit.new_regs`, without intervals yet.
pub fn spill(edit: &mut LiveRangeEdit<'_, '_>) {
    let reg = edit.parent;
    let original = edit.map.original(reg);
    let class = edit.function.target.class(edit.function.class(reg)).name;
    log!(
        edit.log,
        "Inline spilling {class}:{}\nFrom original {original}\n",
        edit.live_intervals.interval(reg)
    );
    let mut spiller = Spiller {
        edit,
        reg,
        original,
        used_values: Vec::new(),
        insts: Vec::new(),
    };
    if !spiller.rematerialize_all() {
        spiller.spill_all();
    }
}

struct Spiller<'s, 'a, 'l> {
    edit: &'s mut LiveRangeEdit<'a, 'l>,
    reg: VReg,
    original: VReg,
    /// Values that are needed though others are rematerialized.
    used_values: Vec<VNInfoId>,
    insts: Vec<Inst>,
}

impl Spiller<'_, '_, '_> {
    // ---- Rematerialization --------------------------------------------------------------------

    /// Rematerializes for every use where that is possible. Returns whether nothing is left to spill.
    fn rematerialize_all(&mut self) -> bool {
        if !self.edit.scan_rematerializable() {
            return false;
        }
        let mut any = false;
        self.collect_insts();
        for at in 0..self.insts.len() {
            any |= self.rematerialize_for(self.insts[at]);
        }
        if !any {
            return false;
        }
        let mut dead = Vec::new();
        for id in self.edit.live_intervals.interval(self.reg).value_ids() {
            let value = self.edit.live_intervals.interval(self.reg).value(id);
            if value.is_unused() || value.is_phi_def() || self.used_values.contains(&id) {
                continue;
            }
            let Some(inst) = self.edit.live_intervals.indexes.inst_at(value.def) else {
                continue;
            };
            mark_dead(self.edit.function, inst, self.reg);
            if all_defs_are_dead(self.edit.function, inst) {
                dead.push(inst);
            }
        }
        if !dead.is_empty() {
            log!(self.edit.log, "Remat created {} dead defs.\n", dead.len());
            self.edit.eliminate_dead_defs(&mut dead, &[self.reg]);
            let gone = self.edit.function.is_unused(self.reg);
            if gone {
                self.edit.erase_vreg(self.reg);
            }
            log!(
                self.edit.log,
                "{} registers to spill after remat.\n",
                u8::from(!gone)
            );
            return gone;
        }
        false
    }

    fn collect_insts(&mut self) {
        reg_insts(self.edit.function, self.reg, &mut self.insts);
    }

    /// Computes the value again before `inst`, if `inst` only reads it and that is possible.
    fn rematerialize_for(&mut self, inst: Inst) -> bool {
        let used = analyze_vreg(self.edit.function, inst, self.reg);
        if !used.reads || self.edit.function.inst_block(inst).is_none() {
            return false;
        }
        let at = self.edit.live_intervals.indexes.index(inst).reg_slot(true);
        let Some(value) = self
            .edit
            .live_intervals
            .interval(self.reg)
            .value_at(at.base())
        else {
            self.mark_undef(inst, &used);
            return true;
        };
        let origin = self.edit.can_rematerialize_at(at).filter(|_| !used.tied);
        let Some(origin) = origin else {
            self.mark_value_used(value);
            return false;
        };
        let new = self.edit.create_from(self.original);
        let (_, index) = self.edit.rematerialize_at(inst, new, origin);
        log!(self.edit.log, "\tremat:  {index}\n");
        for operand in used.operands {
            if self.edit.function.operand(inst, operand).is_use() {
                self.edit.function.set_reg(inst, operand, new);
                self.edit
                    .function
                    .operand_mut(inst, operand)
                    .set(OperandFlags::KILL, true);
            }
        }
        true
    }

    fn mark_undef(&mut self, inst: Inst, used: &VRegUse) {
        for operand in &used.operands {
            if self.edit.function.operand(inst, *operand).is_use() {
                self.edit
                    .function
                    .operand_mut(inst, *operand)
                    .set(OperandFlags::UNDEF, true);
            }
        }
    }

    /// Keeps a value, and what flows into it if it is the meeting of several.
    fn mark_value_used(&mut self, value: VNInfoId) {
        let mut work_list: SmallVec<[VNInfoId; 8]> = SmallVec::from_slice(&[value]);
        let interval = self.edit.live_intervals.interval(self.reg);
        let indexes = &self.edit.live_intervals.indexes;
        while let Some(id) = work_list.pop() {
            if self.used_values.contains(&id) {
                continue;
            }
            self.used_values.push(id);
            let value = interval.value(id);
            if value.is_phi_def() {
                let block = indexes.block_at(value.def);
                let preds = self.edit.function.blocks[block].preds.iter();
                work_list
                    .extend(preds.filter_map(|p| interval.value_before(indexes.block_end(*p))));
            }
        }
    }

    // ---- Stack slots --------------------------------------------------------------------------

    /// Keeps the register in its slot, loading and storing around every use.
    fn spill_all(&mut self) {
        let class = self.edit.function.class(self.original);
        let slot = match self.edit.map.slot(self.original) {
            Some(slot) => slot,
            None => {
                let row = self.edit.function.target.class(class);
                let (size, align) = (u64::from(row.spill_size), u64::from(row.spill_align));
                let slot = self.edit.function.frame.create_spill_slot(size, align);
                self.edit.map.set_slot(self.original, slot);
                slot
            }
        };
        if self.original != self.reg {
            self.edit.map.set_slot(self.reg, slot);
        }
        self.edit
            .map
            .follow(self.edit.live_intervals.renumberings());
        let stack = self.edit.map.stack_interval(slot, class);
        let value = VNInfoId::from_u32(0);
        stack
            .range
            .merge_segments_as_value(self.edit.live_intervals.interval(self.reg), value);
        log!(
            self.edit.log,
            "Merged spilled regs: SS#{} {}  weight:0.000000e+00\n",
            slot.0,
            stack.range
        );
        log!(self.edit.log, "spillAroundUses {}\n", self.reg);
        self.collect_insts();
        for at in 0..self.insts.len() {
            self.spill_around(self.insts[at], slot);
        }
        self.edit.erase_vreg(self.reg);
    }

    /// Rewrites one instruction.
    fn spill_around(&mut self, inst: Inst, slot: FrameIndex) {
        let function = &mut *self.edit.function;
        let used = analyze_vreg(function, inst, self.reg);
        if used.operands.is_empty() || function.inst_block(inst).is_none() {
            return;
        }
        // A load or store of the very slot does nothing any more.
        let access = self.edit.hooks.is_load_from_slot(function, inst);
        let access = access.or_else(|| self.edit.hooks.is_store_to_slot(function, inst));
        if access == Some((self.reg.into(), slot)) {
            self.edit.live_intervals.remove_inst(inst);
            function.remove_inst(inst);
            return;
        }
        if self.fold(inst, &used, slot) {
            return;
        }
        let new = self.edit.create_from(self.reg);
        if used.reads {
            self.insert_reload(inst, new, slot);
        }
        let mut live_def = false;
        for operand in &used.operands {
            self.edit.function.set_reg(inst, *operand, new);
            let operand = self.edit.function.operand_mut(inst, *operand);
            if operand.is_def() {
                live_def |= !operand.has(OperandFlags::DEAD);
            } else if operand.tied_to().is_none() {
                operand.set(OperandFlags::KILL, true);
            }
        }
        if used.writes && live_def {
            self.insert_spill(inst, new, slot);
        }
    }

    fn access(&self, reg: Reg, class: RegClass, slot: FrameIndex, kill: bool) -> SlotAccess {
        SlotAccess {
            reg,
            slot,
            class,
            kill,
        }
    }

    fn insert_reload(&mut self, before: Inst, reg: VReg, slot: FrameIndex) {
        let class = self.edit.function.class(reg);
        let access = self.access(reg.into(), class, slot, false);
        let prev = self.edit.function.prev_inst(before);
        let block = self
            .edit
            .function
            .inst_block(before)
            .expect("use is in a block");
        self.edit
            .hooks
            .load_from_slot(self.edit.function, block, Some(before), access);
        let index = self.number_between(prev, before);
        log!(self.edit.log, "\treload:  {}\n", index.reg_slot(false));
    }

    fn insert_spill(&mut self, after: Inst, reg: VReg, slot: FrameIndex) {
        let class = self.edit.function.class(reg);
        let access = self.access(reg.into(), class, slot, true);
        let block = self
            .edit
            .function
            .inst_block(after)
            .expect("definition is in a block");
        let next = self.edit.function.next_inst(after);
        let def = self.edit.function.operand(after, 0);
        let undefined =
            self.edit.function.opcode(after) == op::IMPLICIT_DEF && def.sub_reg().is_none();
        if undefined {
            let kill = Operand::reg(reg).with(OperandFlags::KILL);
            let inst = self.edit.function.create_inst(op::KILL, &[kill]);
            self.edit.function.insert_after(after, inst);
        } else {
            self.edit
                .hooks
                .store_to_slot(self.edit.function, block, next, access);
        }
        let mut cursor = self.edit.function.next_inst(after);
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != next) {
            let index = self
                .edit
                .live_intervals
                .insert_inst(self.edit.function, inst, false);
            log!(self.edit.log, "\tspill:  {}\n", index.reg_slot(false));
            cursor = self.edit.function.next_inst(inst);
        }
    }

    /// Numbers the instructions between `prev` and `end` that have no number yet; returns the last one's.
    fn number_between(&mut self, prev: Option<Inst>, end: Inst) -> SlotIndex {
        let block = self
            .edit
            .function
            .inst_block(end)
            .expect("instruction is in a block");
        let mut cursor = match prev {
            Some(prev) => self.edit.function.next_inst(prev),
            None => self.edit.function.blocks[block].first.expand(),
        };
        let mut index = SlotIndex::NONE;
        while let Some(inst) = cursor.filter(|inst| *inst != end) {
            index = match self.edit.live_intervals.indexes.get(inst) {
                Some(index) => index,
                None => self
                    .edit
                    .live_intervals
                    .insert_inst(self.edit.function, inst, false),
            };
            cursor = self.edit.function.next_inst(inst);
        }
        index
    }

    // ---- Folding ------------------------------------------------------------------------------

    /// Makes an instruction use the slot directly.
    fn fold(&mut self, inst: Inst, used: &VRegUse, slot: FrameIndex) -> bool {
        let mut fold_ops: SmallVec<[usize; 4]> = SmallVec::new();
        let mut implicit = false;
        for index in &used.operands {
            let operand = self.edit.function.operand(inst, *index);
            if operand.is_use() && !operand.reads_reg() && operand.tied_to().is_none() {
                continue;
            }
            if operand.has(OperandFlags::IMPLICIT) {
                implicit = true;
            } else if !(operand.is_use() && operand.tied_to().is_some()) {
                fold_ops.push(*index);
            }
        }
        if fold_ops.is_empty() || is_inline_asm(self.edit.function, inst) {
            return false;
        }
        let prev = self.edit.function.prev_inst(inst);
        let folded = self
            .edit
            .hooks
            .fold_slot(self.edit.function, inst, &fold_ops, slot);
        let Some(new) = folded.or_else(|| self.fold_copy(inst, &fold_ops, slot)) else {
            return false;
        };
        self.forget_lost_defs(inst, new);
        self.edit.live_intervals.replace_inst(inst, new);
        self.number_between(prev, inst);
        self.edit.function.remove_inst(inst);
        if implicit {
            self.remove_implicit(new);
        }
        log!(
            self.edit.log,
            "\tfolded:   {}\n",
            self.edit.live_intervals.indexes.index(new).reg_slot(false)
        );
        true
    }

    /// A copy from or to the register is a load or a store of the other register.
    fn fold_copy(&mut self, inst: Inst, ops: &[usize], slot: FrameIndex) -> Option<Inst> {
        let function = &mut *self.edit.function;
        let ((_, dst_sub), (_, src_sub)) = copy_operands(function, self.edit.hooks, inst)?;
        let &[index] = ops else { return None };
        if function.num_operands(inst) != 2 || !dst_sub.is_none() || !src_sub.is_none() {
            return None;
        }
        let other = *function.operand(inst, 1 - index);
        let class = function.class(self.reg);
        let fits = match (other.as_reg().as_physical(), other.as_reg().as_virtual()) {
            (Some(phys), _) => function.target.class(class).contains(phys),
            (_, Some(virt)) => {
                let of = function.class(virt);
                of == class || function.target.class(of).has_super_class(class)
            }
            _ => false,
        };
        if !fits {
            return None;
        }
        let kill = other.is_use() && other.has(OperandFlags::KILL);
        let access = SlotAccess {
            reg: other.as_reg(),
            slot,
            class,
            kill,
        };
        let block = function.inst_block(inst)?;
        Some(if index == 0 {
            self.edit
                .hooks
                .store_to_slot(function, block, Some(inst), access)
        } else {
            self.edit
                .hooks
                .load_from_slot(function, block, Some(inst), access)
        })
    }

    /// Physical registers that `old` defined (dead) and `new` does not: their values disappear.
    fn forget_lost_defs(&mut self, old: Inst, new: Inst) {
        let target = self.edit.function.target;
        let at = self.edit.live_intervals.indexes.index(old).reg_slot(false);
        for index in 0..self.edit.function.num_operands(old) {
            let operand = *self.edit.function.operand(old, index);
            let Some(phys) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            let kept = self.edit.function.operands(new).iter().any(|other| {
                let covering = other.as_reg().as_physical().filter(|_| other.is_def());
                covering.is_some_and(|c| c == phys || target.reg(phys).super_regs.contains(&c))
            });
            if !kept {
                self.edit
                    .live_intervals
                    .remove_phys_reg_def_at(self.edit.function, phys, at);
            }
        }
    }

    /// Removes implicit operands of the spilled register that folding left.
    fn remove_implicit(&mut self, inst: Inst) {
        for at in (0..self.edit.function.num_operands(inst)).rev() {
            let operand = self.edit.function.operand(inst, at);
            if !operand.has(OperandFlags::IMPLICIT) {
                break;
            }
            if operand.as_reg() == self.reg.into() {
                self.edit.function.remove_operand(inst, at);
            }
        }
    }
}
