//! Rematerialization: recomputes values instead of loading them.

use avarice_liveness::VNInfoId;
use avarice_liveness::live_intervals::all_defs_are_dead;
use avarice_mir::InsertPoint;
use avarice_mir::{Inst, OperandFlags, VReg};
use avarice_target::InstrFlags;
use avarice_trace::events::{Event, RematRefusal};
use avarice_trace::{event, log};
use smallvec::SmallVec;

use super::Spiller;
use avarice_mir::inst_facts::{VRegUse, analyze_vreg};
use avarice_mir::inst_flags::add_dead;

impl Spiller<'_, '_, '_> {
    /// Rematerializes for every use where that is possible. Registers without uses left need no spilling.
    pub(super) fn rematerialize_all(&mut self) {
        if !self.edit.any_rematerializable() {
            return;
        }
        let mut any = false;
        for reg in self.regs.clone() {
            for inst in self.insts_of(reg) {
                any |= self.rematerialize_for(reg, inst);
            }
        }
        if !any {
            return;
        }
        for reg in self.regs.clone() {
            self.collect_dead_values(reg);
        }
        if self.dead.is_empty() {
            return;
        }
        log!(
            self.edit.cx.log,
            "Remat created {} dead defs.\n",
            self.dead.len()
        );
        let regs = self.regs.clone();
        self.edit.eliminate_dead_defs(&mut self.dead, &regs);
        self.regs.clear();
        for reg in regs {
            if self.edit.cx.function.is_unused(reg) {
                self.edit.erase_vreg(reg);
            } else {
                self.regs.push(reg);
            }
        }
        log!(
            self.edit.cx.log,
            "{} registers to spill after remat.\n",
            self.regs.len()
        );
    }

    /// Collects definitions of values that are no longer needed.
    fn collect_dead_values(&mut self, reg: VReg) {
        let cx = &mut self.edit.cx;
        let interval = cx.live_intervals.interval(reg);
        for id in interval.value_ids() {
            let value = interval.value(id);
            if value.is_unused() || value.is_phi_def() || self.used_values.contains(&(reg, id)) {
                continue;
            }
            let Some(inst) = cx.live_intervals.indexes.inst_at(value.def) else {
                continue;
            };
            add_dead(cx.function, inst, reg.into(), false);
            if all_defs_are_dead(cx.function, inst) {
                log!(cx.log, "All defs dead: ");
                cx.log.write_inst(cx.function, inst);
                self.dead.push(inst);
            }
        }
    }

    /// Computes the value again before `inst`, if `inst` only reads it and that is possible.
    fn rematerialize_for(&mut self, reg: VReg, inst: Inst) -> bool {
        let cx = &mut self.edit.cx;
        let used = analyze_vreg(cx.function, inst, reg);
        let Some(block) = cx.function.inst_block(inst).filter(|_| used.reads) else {
            return false;
        };
        let at = cx.live_intervals.indexes.index(inst).reg_slot(true);
        let Some(value) = cx.live_intervals.interval(reg).value_at(at.base()) else {
            self.mark_undef(reg, inst);
            self.write_inst_at("\tadding <undef> flags: ", at, inst);
            return true;
        };
        if self.snippet_copies.contains(&inst) {
            return false;
        }
        let Some(origin) = self.edit.can_rematerialize_at(at, false) else {
            self.mark_value_used(reg, value);
            self.write_inst_at("\tcannot remat for ", at, inst);
            let why = RematRefusal::Impossible;
            event!(self.edit.cx.log, Event::CannotRemat { reg, at, why });
            return false;
        };
        if used.tied {
            self.mark_value_used(reg, value);
            self.write_inst_at("\tcannot remat tied reg: ", at, inst);
            let why = RematRefusal::Tied;
            event!(self.edit.cx.log, Event::CannotRemat { reg, at, why });
            return false;
        }
        let is_load = self
            .edit
            .cx
            .function
            .desc(origin)
            .has(InstrFlags::FOLDABLE_LOAD);
        if is_load && self.fold(reg, inst, &used, Some(origin)) {
            return true;
        }
        self.rematerialize_before(reg, (inst, block), origin, value, &used);
        true
    }

    fn rematerialize_before(
        &mut self,
        reg: VReg,
        (inst, block): (Inst, avarice_mir::Block),
        origin: Inst,
        value: VNInfoId,
        used: &VRegUse,
    ) {
        let new = self.edit.create_from(self.original);
        let (remat, def) = self.edit.rematerialize_at(
            InsertPoint::new(block, Some(inst)),
            new,
            origin,
            value,
            false,
        );
        let cx = &mut self.edit.cx;
        cx.function
            .set_debug_loc(remat, cx.function.debug_loc(inst));
        self.write_inst_at("\tremat:  ", def, remat);
        let cx = &mut self.edit.cx;
        event!(
            cx.log,
            Event::Remat {
                of: reg,
                reg: new.into(),
                at: def,
                text: cx.log.inst_text(cx.function, remat),
            }
        );
        for operand in &used.operands {
            if cx.function.operand(inst, *operand).is_use() {
                cx.function.set_reg(inst, *operand, new);
                let operand = cx.function.operand_mut(inst, *operand);
                operand.set(OperandFlags::KILL, true);
            }
        }
        let at = cx.live_intervals.indexes.index(inst).reg_slot(true);
        self.write_inst_at("\t        ", at, inst);
        log!(self.edit.cx.log, "\n");
    }

    fn mark_undef(&mut self, reg: VReg, inst: Inst) {
        let function = &mut *self.edit.cx.function;
        for op in function.op_ids(inst) {
            let operand = function.op_mut(op);
            if operand.is_use() && operand.as_reg() == reg.into() {
                operand.set(OperandFlags::UNDEF, true);
            }
        }
    }

    /// Keeps a value, and what flows into it by PHIs and copies of snippets.
    fn mark_value_used(&mut self, reg: VReg, value: VNInfoId) {
        let mut work_list: SmallVec<[(VReg, VNInfoId); 8]> = SmallVec::from_slice(&[(reg, value)]);
        let cx = &self.edit.cx;
        let indexes = &cx.live_intervals.indexes;
        while let Some((reg, id)) = work_list.pop() {
            if self.used_values.contains(&(reg, id)) {
                continue;
            }
            self.used_values.push((reg, id));
            let interval = cx.live_intervals.interval(reg);
            let value = interval.value(id);
            if value.is_phi_def() {
                let block = indexes.block_at(value.def);
                for pred in &cx.function.blocks[block].preds {
                    if let Some(out) = interval.value_before(indexes.block_end(*pred)) {
                        work_list.push((reg, out));
                    }
                }
                continue;
            }
            let copy = indexes.inst_at(value.def);
            let Some(copy) = copy.filter(|inst| self.snippet_copies.contains(inst)) else {
                continue;
            };
            let Some(source) = cx.function.operand(copy, 1).as_reg().as_virtual() else {
                continue;
            };
            let interval = cx.live_intervals.interval(source);
            if let Some(id) = interval.value_at(value.def.reg_slot(true)) {
                work_list.push((source, id));
            }
        }
    }
}
