//! Checks live intervals against freshly computed ones.
//!
//! Three properties make a range correct, and none of them refers to value numbers:
//!
//! ```text
//!   extent    live exactly where a definition reaches a use
//!   values    every definition starts a value of its own
//!   flow      a block's value at its start left each predecessor, or is a PHI value of the block
//! ```
//!
//! Updates may leave PHI values where several copies of one value meet, or the other way round, so values are compared
//! by meaning and not by number. Four more things are allowed. Register units may be live for longer than necessary:
//! they are not shrunk when a copy from a physical register is removed. Units of registers that are never allocated may
//! lack dead definitions: an instruction that is computed again, such as one that sets a register to zero and changes
//! the flags, does not enter them. Virtual registers may be live to where a PHI
//! value reads them that only other PHI values read: joining registers leaves such values, and LLVM does not remove
//! them.
//!
//! ```text
//!      16B  bb.0:  %0 = op             │0
//!      48B  bb.1:                   ┌─▶│1-phi     reads 0 and itself, and has no other reader
//!      80B         JMP %bb.1        └──│
//! ```
//!
//! The removal of dead code may leave a register live around a loop in which it is no longer read: only a read at which
//! a register ends shrinks it, as in LLVM ([`LiveInterval::is_loose`]).
//!
//! And where `undef` definitions of some lanes leave others undefined on a part of the paths to a use, the
//! extent depends on the order in which uses were reached (LLVM's as well): only values and flow count.

use avarice_mir::{MachineFunction, VReg};
use avarice_target::{LaneMask, RegUnit};
use cranelift_entity::EntityRef;

use crate::live_interval::LiveInterval;
use crate::live_intervals::{LiveIntervals, lanes_of};
use crate::live_range::{LiveRange, Segment};
use crate::slot_index::SlotIndex;

impl LiveIntervals {
    /// Checks the numbering, the intervals of all virtual registers, the register units that have been
    /// computed, and the places of register masks. The error names the first that is wrong.
    pub fn verify(&mut self, function: &MachineFunction) -> Result<(), String> {
        self.indexes.verify(function)?;
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            if function.is_unused(reg) || !self.has_interval(reg) {
                continue;
            }
            let interval = self.take_interval(reg);
            let checked = self.verify_interval(function, &interval);
            self.put_interval(interval);
            checked.map_err(|error| format!("{reg}: {error}"))?;
        }
        for number in 0..function.target.units.len() {
            let unit = RegUnit::from_index(number);
            self.verify_unit(function, unit)
                .map_err(|error| format!("{}: {error}", function.target.units[number].name))?;
        }
        let kept = std::mem::take(&mut self.reg_mask_slots);
        self.compute_reg_masks(function, self.eh_pad_mask);
        if kept != self.reg_mask_slots {
            return Err("register masks are not where calls are".into());
        }
        Ok(())
    }

    fn verify_interval(
        &mut self,
        function: &MachineFunction,
        interval: &LiveInterval,
    ) -> Result<(), String> {
        let reg = interval.reg();
        interval.verify(lanes_of(function, reg))?;
        let mut undefs = Vec::new();
        for sub in interval.sub_ranges() {
            undefs.clear();
            interval.sub_range_undefs(&mut undefs, sub.lanes, function, &self.indexes);
            let fresh = self.fresh_lanes(function, interval, sub.lanes, &undefs);
            self.same_range(function, &sub.range, fresh, &undefs, interval.is_loose)?;
            self.verify_flow(function, &sub.range, true)?;
        }
        undefs.clear();
        let mut fresh = LiveInterval::new(reg);
        if interval.has_sub_ranges() {
            for sub in interval.sub_ranges() {
                fresh.create_sub_range(sub.lanes, sub.range.clone());
            }
            self.construct_main_range_from_subranges(function, &mut fresh);
            interval.sub_range_undefs(&mut undefs, LaneMask::ALL, function, &self.indexes);
        } else {
            let input = Self::input(
                &self.indexes,
                &self.dominators,
                &self.predecessors,
                function,
            );
            self.calc.calculate(input, &mut fresh, false);
        }
        self.same_range(
            function,
            &interval.range,
            fresh.range,
            &undefs,
            interval.is_loose,
        )?;
        self.verify_flow(function, &interval.range, interval.has_sub_ranges())
    }

    /// The range of some lanes of a register, computed anew.
    fn fresh_lanes(
        &mut self,
        function: &MachineFunction,
        interval: &LiveInterval,
        lanes: LaneMask,
        undefs: &[SlotIndex],
    ) -> LiveRange {
        let reg = interval.reg();
        let mut fresh = LiveRange::default();
        for op in function.defs(reg) {
            let sub = function.op(op).sub_reg();
            let own = function.target.sub_reg_indices[sub.index()].lane_mask;
            if sub.is_none() || (own & lanes).any() {
                let early = function
                    .op(op)
                    .has(avarice_mir::OperandFlags::EARLY_CLOBBER);
                let index = self.indexes.index(function.op_inst(op));
                fresh.create_dead_def(index.reg_slot(early));
            }
        }
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        self.calc.reset(function);
        self.calc
            .extend_to_uses(input, &mut fresh, reg.into(), lanes, undefs);
        fresh
    }

    /// Checks that a range has definitions at the same places as the one computed afresh and, if no lanes are
    /// undefined anywhere, is live at the same places; a loose one, at least there.
    fn same_range(
        &mut self,
        function: &MachineFunction,
        kept: &LiveRange,
        mut fresh: LiveRange,
        undefs: &[SlotIndex],
        is_loose: bool,
    ) -> Result<(), String> {
        let same_defs = defs(kept).eq(defs(&fresh));
        let spans = extent(kept);
        let is_right = |fresh: &LiveRange| {
            !undefs.is_empty()
                || spans == extent(fresh)
                || is_loose && extent(fresh).iter().all(|span| covers(&spans, *span))
        };
        if same_defs && is_right(&fresh) {
            return Ok(());
        }
        let message = format!("live range is {kept}, computed afresh {fresh}");
        self.extend_to_phis(function, kept, &mut fresh);
        if same_defs && is_right(&fresh) {
            return Ok(());
        }
        Err(message)
    }

    /// Makes a range live to where the PHI values of another read it.
    fn extend_to_phis(
        &mut self,
        function: &MachineFunction,
        kept: &LiveRange,
        fresh: &mut LiveRange,
    ) {
        let phis = kept.values().iter().filter(|value| value.is_phi_def());
        let mut ends = Vec::new();
        for phi in phis {
            let preds = &function.blocks[self.indexes.block_at(phi.def)].preds;
            let all = preds.iter().map(|pred| self.indexes.block_end(*pred));
            ends.extend(all.filter(|end| kept.value_before(*end).is_some()));
        }
        self.extend_to_indices(function, fresh, &ends, &[]);
    }

    fn verify_unit(&mut self, function: &MachineFunction, unit: RegUnit) -> Result<(), String> {
        let Some(kept) = self.cached_reg_unit(unit).cloned() else {
            return Ok(());
        };
        kept.verify()?;
        let mut fresh = LiveRange::default();
        for (position, block) in function.layout.iter().enumerate() {
            let data = &function.blocks[*block];
            let mut live_ins = data.live_ins.iter();
            let is_live_in = live_ins.any(|(r, _)| function.target.reg(*r).units.contains(&unit));
            if is_live_in && (position == 0 || data.eh_pad) {
                fresh.create_dead_def(self.indexes.block_start(*block));
            }
        }
        let reserved = self.is_reserved_unit(unit);
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        self.calc.calculate_unit(input, &mut fresh, unit, reserved);
        let spans = extent(&kept);
        let may_miss = !is_allocatable(function, unit);
        let is_right = |segment: &Segment| {
            let span = (segment.start, segment.end);
            covers(&spans, span) || segment.end.is_dead() && (may_miss || segment.start.is_block())
        };
        if !fresh.segments().iter().all(is_right) {
            return Err(format!("live range is {kept}, computed afresh {fresh}"));
        }
        self.verify_flow(function, &kept, true)
    }

    /// Checks that values agree over edges. With `partial`, a predecessor need not have a value.
    fn verify_flow(
        &self,
        function: &MachineFunction,
        range: &LiveRange,
        partial: bool,
    ) -> Result<(), String> {
        let starts = self.indexes.block_starts();
        for segment in range.segments() {
            let def = range.value(segment.value).def;
            let first = starts.partition_point(|(start, _)| *start < segment.start);
            if segment.start != def && starts.get(first).map(|s| s.0) != Some(segment.start) {
                return Err(format!("{segment} begins with no definition in {range}"));
            }
            for (start, block) in starts[first..].iter().take_while(|s| s.0 < segment.end) {
                for pred in &function.blocks[*block].preds {
                    let out = range.value_before(self.indexes.block_end(*pred));
                    let right = match out {
                        None => partial,
                        Some(value) => *start == def || value == segment.value,
                    };
                    if !right {
                        let end = self.indexes.block_end(*pred);
                        return Err(format!(
                            "value {} at {start} is not what leaves the predecessor at {end} in {range}",
                            segment.value.index()
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether allocation may assign the registers of a unit.
fn is_allocatable(function: &MachineFunction, unit: RegUnit) -> bool {
    let target = function.target;
    let mut roots = target.units[unit.index()].roots.iter();
    roots.any(|root| {
        let mut all = target.reg(*root).super_regs.iter().chain([root]);
        all.any(|reg| target.reg(*reg).allocatable)
    })
}

/// Where a range is live, regardless of values; PHI values that are not read are left out.
fn extent(range: &LiveRange) -> Vec<(SlotIndex, SlotIndex)> {
    let mut spans: Vec<(SlotIndex, SlotIndex)> = Vec::new();
    for segment in range.segments() {
        if segment.start.is_block() && segment.end == segment.start.dead_slot() {
            continue;
        }
        match spans.last_mut() {
            Some(last) if last.1 == segment.start => last.1 = segment.end,
            _ => spans.push((segment.start, segment.end)),
        }
    }
    spans
}

/// Whether `span` is within one of `spans`.
fn covers(spans: &[(SlotIndex, SlotIndex)], span: (SlotIndex, SlotIndex)) -> bool {
    let at = spans.partition_point(|other| other.1 < span.1);
    spans.get(at).is_some_and(|other| other.0 <= span.0)
}

/// Where instructions define values of a range.
fn defs(range: &LiveRange) -> impl Iterator<Item = SlotIndex> {
    let starts = range.segments().iter();
    let defs = starts.filter(|s| s.start == range.value(s.value).def);
    defs.map(|s| s.start).filter(|start| !start.is_block())
}
