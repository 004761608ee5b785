//! Changing operands to the joined register.

use avarice_liveness::{LiveRange, SlotIndex, SlotIndexes, tracks_lanes};
use avarice_mir::{Inst, MachineFunction, Op, OperandFlags, Reg, VReg};
use avarice_target::{PhysReg, SubRegIdx};
use avarice_trace::{Log, log};

use super::Coalescer;
use super::def_lanes::DefLanes;
use super::def_lanes::lanes_of_index;
use avarice_mir::inst_facts::vreg_access;

impl Coalescer<'_, '_> {
    /// Changes all operands of `src` to part `sub` of `dst`. `src` may be `dst` itself, if that became a part
    /// of the joined register.
    pub(super) fn update_operands(&mut self, src: VReg, dst: Reg, sub: SubRegIdx) {
        if let Some(dst) = dst.as_virtual().filter(|dst| *dst != src) {
            self.mark_undef_parts(dst);
            if sub.is_none() && !tracks_lanes(self.function, dst) {
                self.rename(src, dst);
                return;
            }
        }
        self.scratch.visited.clear();
        let mut cursor = self.function.first_reg_op(src);
        while let Some(operand) = cursor {
            let inst = self.function.op_inst(operand);
            // The next operand of another instruction: those of this one leave the chain.
            cursor = self.function.next_reg_op(operand);
            while let Some(next) = cursor.filter(|op| self.function.op_inst(*op) == inst) {
                cursor = self.function.next_reg_op(next);
            }
            // If the register keeps its name, an instruction must not be changed twice.
            if dst != src.into() || self.scratch.visited.insert(inst) {
                // Definitions come first in the chain.
                let defines = self.function.op(operand).is_def();
                self.update_inst(inst, defines, src, dst, sub);
            }
        }
    }

    /// Changes all operands of a register to another: no index, no mark changes.
    fn rename(&mut self, src: VReg, dst: VReg) {
        let known = &mut self.scratch.known_defs;
        let lanes = known.lanes(self.function, src);
        known.add(dst, lanes);
        let (indexes, log) = (&self.live_intervals.indexes, &mut *self.log);
        self.function.rename_reg(src, dst, |function, inst| {
            log_updated(log, function, indexes, inst);
        });
    }

    /// Whether an instruction that defines `src` needs what the register that it becomes a part of has
    /// before.
    fn reads_joined(&self, inst: Inst, src: VReg, dst: Reg) -> bool {
        // If the part is not read, the rest of the joined register may still be live.
        let is_live = || {
            let at = self.live_intervals.indexes.get(inst);
            dst.as_virtual()
                .zip(at)
                .is_some_and(|(dst, at)| self.live_intervals.interval(dst).live_at(at))
        };
        vreg_access(self.function, inst, src).reads || is_live()
    }

    /// Changes the operands of `src` in one instruction.
    fn update_inst(&mut self, inst: Inst, defines: bool, src: VReg, dst: Reg, sub: SubRegIdx) {
        let reads = defines && !sub.is_none() && self.reads_joined(inst, src, dst);
        for operand in self.function.op_ids(inst) {
            let data = self.function.op(operand);
            if data.as_reg() != src.into() {
                continue;
            }
            if data.is_def() {
                // A full definition becomes one that keeps the other lanes only if these are live.
                if !sub.is_none() {
                    self.function
                        .op_mut(operand)
                        .set(OperandFlags::UNDEF, !reads);
                }
            } else if let Some(dst) = dst.as_virtual() {
                self.mark_undef_part(inst, operand, dst, sub);
            }
            match dst.as_physical() {
                Some(phys) => substitute_physical(self.function, operand, phys),
                None => substitute_virtual(self.function, operand, dst, sub),
            }
            // What wrote all of its register may write a part of the joined one.
            let data = self.function.op(operand);
            if let Some(dst) = dst.as_virtual()
                && data.is_def()
            {
                self.scratch.known_defs.add(dst, DefLanes::of_def(data));
            }
        }
        log_updated(self.log, self.function, &self.live_intervals.indexes, inst);
    }

    /// A use of a part of a partly undefined register may read nothing: marks it then.
    fn mark_undef_part(&mut self, inst: Inst, operand: Op, dst: VReg, sub: SubRegIdx) {
        let target = self.function.target;
        let used = target.compose(sub, self.function.op(operand).sub_reg());
        if used.is_none() || !tracks_lanes(self.function, dst) {
            return;
        }
        let all = target.class(self.function.class(dst)).lane_mask;
        let interval = self.live_intervals.interval_mut(dst);
        if !interval.has_sub_ranges() {
            // The lanes outside the part are live nowhere; a definition of them, if there is one, is added
            // by the caller that knows about it.
            let part = lanes_of_index(target, sub);
            let main = interval.range().clone();
            interval.create_sub_range(part, main);
            interval.create_sub_range(all & !part, LiveRange::default());
        }
        let indexes = &self.live_intervals.indexes;
        let at = indexes
            .get(inst)
            .unwrap_or_else(|| indexes.index_before(self.function, inst));
        self.add_undef_mark(dst, at.reg_slot(true), operand, used);
    }

    /// Marks partial operands of a register that is joined into, where none of the lanes that they read is
    /// live.
    fn mark_undef_parts(&mut self, dst: VReg) {
        if !self.live_intervals.interval(dst).has_sub_ranges() {
            return;
        }
        let mut cursor = self.function.first_reg_op(dst);
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let data = self.function.op(operand);
            let sub = data.sub_reg();
            if sub.is_none()
                || data
                    .flags()
                    .intersects(OperandFlags::UNDEF | OperandFlags::DEBUG)
            {
                continue;
            }
            let inst = self.function.op_inst(operand);
            if let Some(at) = self.live_intervals.indexes.get(inst) {
                self.add_undef_mark(dst, at.reg_slot(true), operand, sub);
            }
        }
    }

    /// Marks an operand undefined if the lanes that it reads are not live: those of part `sub` for a use, the
    /// others for a definition.
    fn add_undef_mark(&mut self, reg: VReg, at: SlotIndex, operand: Op, sub: SubRegIdx) {
        let mut lanes = lanes_of_index(self.function.target, sub);
        if self.function.op(operand).is_def() {
            lanes = !lanes;
        }
        let interval = self.live_intervals.interval(reg);
        let mut subs = interval.sub_ranges();
        if subs.any(|sub| (sub.lanes & lanes).any() && sub.range.live_at(at)) {
            return;
        }
        self.function.op_mut(operand).set(OperandFlags::UNDEF, true);
        // The main range may have ended here and now ends earlier.
        self.shrink_main |= interval.query(at).value_out().is_none();
    }
}

/// Writes an instruction whose operands have been changed.
fn log_updated(log: &mut Log<'_>, function: &MachineFunction, indexes: &SlotIndexes, inst: Inst) {
    if !log.is_on() {
        return;
    }
    log!(log, "\t\tupdated: ");
    if let Some(at) = indexes.get(inst) {
        log!(log, "{at}\t");
    }
    log.write_inst(function, inst);
}

/// Changes an operand to part `sub` of a virtual register.
pub(super) fn substitute_virtual(
    function: &mut MachineFunction,
    operand: Op,
    reg: Reg,
    sub: SubRegIdx,
) {
    let composed = function.target.compose(sub, function.op(operand).sub_reg());
    // The index of a part that is not a part of `sub` stays: the caller that put it there corrects it.
    if !composed.is_none() {
        function.op_mut(operand).set_sub_reg(composed);
    }
    function.set_op_reg(operand, reg);
}

/// Changes an operand to a physical register, or the part of it that the operand names.
pub(super) fn substitute_physical(function: &mut MachineFunction, operand: Op, phys: PhysReg) {
    let sub = function.op(operand).sub_reg();
    let phys = function.target.sub_reg(phys, sub);
    let data = function.op_mut(operand);
    if !sub.is_none() {
        data.set_sub_reg(SubRegIdx::NONE);
        if data.is_def() {
            data.set(OperandFlags::UNDEF, false);
        }
    }
    function.set_op_reg(operand, phys);
}
