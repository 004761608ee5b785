//! Operands against the ranges of their registers.

use avarice_mir::verifier::Place;
use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, VReg};
use avarice_target::{LaneMask, PhysReg, op};

use super::{Checker, Named, Owner};
use crate::live_intervals::tracks_lanes;
use crate::live_range::LiveRange;
use crate::slot_index::SlotIndex;

impl Checker<'_> {
    pub(super) fn check_operands(&mut self) {
        let function = self.function;
        if !function.tracks_reg_liveness {
            return;
        }
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                if function.is_debug(inst) {
                    continue;
                }
                for index in 0..function.num_operands(inst) {
                    let operand = function.operand(inst, index);
                    if let Some(reg) = operand.as_reg().as_virtual() {
                        self.check_virtual(inst, index, reg);
                    } else if let Some(reg) = operand.as_reg().as_physical()
                        && operand.reads_reg()
                    {
                        self.check_physical(inst, index, reg);
                    }
                }
            }
        }
    }

    fn check_physical(&mut self, inst: Inst, index: usize, reg: PhysReg) {
        let intervals = self.intervals;
        let reserved = self.reserved.get(reg.index()).copied().unwrap_or(false);
        let Some(at) = intervals.indexes.get(inst).filter(|_| !reserved) else {
            return;
        };
        for unit in self.function.target.reg(reg).units {
            if !intervals.is_reserved_unit(*unit)
                && let Some(range) = intervals.cached_reg_unit(*unit)
            {
                self.check_use(inst, index, at, range, Owner::Unit(*unit));
            }
        }
    }

    fn check_virtual(&mut self, inst: Inst, index: usize, reg: VReg) {
        let (function, intervals) = (self.function, self.intervals);
        let operand = function.operand(inst, index);
        let place = Place::Operand(inst, index);
        if !intervals.has_interval(reg) {
            self.report(place, "Virtual register has no live interval".into());
            return;
        }
        let interval = intervals.interval(reg);
        let matters = operand.is_def() || !operand.has(OperandFlags::UNDEF);
        if !operand.sub_reg().is_none()
            && matters
            && !interval.is_empty()
            && !interval.has_sub_ranges()
            && tracks_lanes(function, reg)
        {
            let message = "Live interval for subreg operand has no subranges";
            self.report(place, format!("{message}: {interval}"));
        }
        let Some(at) = intervals.indexes.get(inst) else {
            return;
        };
        if operand.reads_reg()
            && let Some(at) = self.use_slot(inst, index, at)
        {
            let main = Owner::Reg(reg, LaneMask::NONE);
            self.check_use(inst, index, at, interval.range(), main);
            if interval.has_sub_ranges() && operand.is_use() {
                self.check_lanes_used(inst, index, at, reg);
            }
        }
        if operand.is_def() {
            self.check_defs(inst, index, at, reg);
        }
    }

    /// Where a use needs its value: a PHI at the end of the predecessor, others at their instruction.
    fn use_slot(&self, inst: Inst, index: usize, at: SlotIndex) -> Option<SlotIndex> {
        let function = self.function;
        if function.opcode(inst) != op::PHI {
            return Some(at);
        }
        let pred = function.operands(inst).get(index + 1)?.as_block()?;
        Some(self.intervals.indexes.block_end(pred).prev_slot())
    }

    fn check_use(
        &mut self,
        inst: Inst,
        index: usize,
        at: SlotIndex,
        range: &LiveRange,
        owner: Owner,
    ) {
        let function = self.function;
        let place = Place::Operand(inst, index);
        // Of several sub-ranges one is enough.
        if owner.lanes().is_none() && !has_value(function, inst, range, at) {
            let range = Named(function, range, owner);
            let message = format!("No live segment at use: {range} at {at}");
            self.report(place, message);
        }
        let killed = function.operand(inst, index).has(OperandFlags::KILL);
        if killed && !range.query(at).is_kill {
            let range = Named(function, range, owner);
            let message = format!("Live range continues after kill flag: {range} at {at}");
            self.report(place, message);
        }
    }

    /// Checks a use of a register whose lanes have ranges.
    fn check_lanes_used(&mut self, inst: Inst, index: usize, at: SlotIndex, reg: VReg) {
        let (function, intervals) = (self.function, self.intervals);
        let interval = intervals.interval(reg);
        let lanes = self.operand_lanes(function.operand(inst, index), reg);
        let mut live = LaneMask::NONE;
        for sub in interval.sub_ranges() {
            if (sub.lanes & lanes).is_none() {
                continue;
            }
            let owner = Owner::Reg(reg, sub.lanes);
            self.check_use(inst, index, at, &sub.range, owner);
            if has_value(function, inst, &sub.range, at) {
                live |= sub.lanes;
            }
        }
        let place = Place::Operand(inst, index);
        if (live & lanes).is_none() {
            let message = format!("No live subrange at use: {interval} at {at}");
            self.report(place, message);
        }
        if function.opcode(inst) == op::PHI && live != lanes {
            let message = format!("Not all lanes of PHI source live at use: {interval} at {at}");
            self.report(place, message);
        }
    }

    fn check_defs(&mut self, inst: Inst, index: usize, at: SlotIndex, reg: VReg) {
        let (function, intervals) = (self.function, self.intervals);
        let operand = function.operand(inst, index);
        let at = at.reg_slot(operand.has(OperandFlags::EARLY_CLOBBER));
        let interval = intervals.interval(reg);
        let main = Owner::Reg(reg, LaneMask::NONE);
        self.check_def(inst, index, at, interval.range(), main);
        let lanes = self.operand_lanes(operand, reg);
        for sub in interval.sub_ranges() {
            if (sub.lanes & lanes).any() {
                let owner = Owner::Reg(reg, sub.lanes);
                self.check_def(inst, index, at, &sub.range, owner);
            }
        }
    }

    fn check_def(
        &mut self,
        inst: Inst,
        index: usize,
        at: SlotIndex,
        range: &LiveRange,
        owner: Owner,
    ) {
        let function = self.function;
        let operand = function.operand(inst, index);
        let place = Place::Operand(inst, index);
        // The whole register may be defined earlier in the instruction, by another operand.
        let exact = owner.lanes().any() || operand.sub_reg().is_none();
        match range.value_at(at) {
            None => {
                let range = Named(function, range, owner);
                self.report(place, format!("No live segment at def: {range} at {at}"));
            }
            Some(value) => {
                let def = range.value(value).def;
                let earlier = !exact && def.is_early_clobber() && !at.is_early_clobber();
                if def != at && !(earlier && def.same_inst(at)) {
                    let range = Named(function, range, owner);
                    let message = format!(
                        "Inconsistent valno->def: {range}, value {value} is defined at {def}, not {at}"
                    );
                    self.report(place, message);
                }
            }
        }
        let dead = operand.has(OperandFlags::DEAD);
        if dead && exact && !range.query(at).is_dead_def() {
            let range = Named(function, range, owner);
            let message = format!("Live range continues after dead def flag: {range} at {at}");
            self.report(place, message);
        }
    }

    /// The lanes that an operand names.
    fn operand_lanes(&self, operand: &Operand, reg: VReg) -> LaneMask {
        match operand.sub_reg() {
            sub if sub.is_none() => self.class_lanes(reg),
            sub => self.function.target.sub_reg_lane_mask(sub),
        }
    }
}

/// Whether a range has a value for a use at a place. A PHI's may begin there.
fn has_value(function: &MachineFunction, inst: Inst, range: &LiveRange, at: SlotIndex) -> bool {
    let query = range.query(at);
    query.value_in.is_some() || function.opcode(inst) == op::PHI && query.value_out().is_some()
}
