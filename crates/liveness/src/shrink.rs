//! Shrinking a range to what its uses need, after uses were removed.
//!
//! The new segments start as one dead definition for each value. Each use then pulls its value up to
//! itself; if that leaves the block, through all predecessors:
//!
//! ```text
//!   before   [16r────────────────96r:0)      the use at 96 is gone
//!   step 1   [16r,16d:0)
//!   step 2   [16r────48r:0)                  the use at 48 reads value 0
//! ```
//!
//! No value changes its number. PHI values that nobody reads disappear; other values that nobody reads
//! become dead definitions, which can leave parts of the interval unconnected
//! ([`LiveIntervals::split_separate_components`]).

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::LaneMask;

use crate::block_set::BlockSet;
use crate::live_interval::{LiveInterval, SubRange};
use crate::live_intervals::{
    LiveIntervals, all_defs_are_dead, mark_dead, set_def_read_undef, tracks_lanes,
};
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::log;
use crate::log::Log;
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// Memory that shrinking keeps from one range to the next.
#[derive(Debug, Default)]
pub(crate) struct ShrinkScratch {
    /// Places up to which a value must be live.
    work_list: Vec<(SlotIndex, VNInfoId)>,
    defs: Vec<Segment>,
    /// Blocks whose PHI value is read.
    used_phis: BlockSet,
    /// Blocks whose live-out value is on the work list, or was.
    live_out: BlockSet,
}

impl LiveIntervals {
    /// Shrinks the interval of `reg` to its remaining uses. Definitions that nobody reads any more are
    /// marked dead; instructions all of whose definitions are dead are added to `dead`. Returns whether
    /// the interval may have unconnected parts now.
    pub fn shrink_to_uses(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
        dead: Option<&mut Vec<Inst>>,
        log: &mut Log<'_>,
    ) -> bool {
        let mut interval = self.take_interval(reg);
        let may_separate = self.shrink_interval(function, &mut interval, dead, log);
        self.put_interval(interval);
        may_separate
    }

    /// [`Self::shrink_to_uses`] for an interval that was taken out.
    pub fn shrink_interval(
        &mut self,
        function: &mut MachineFunction,
        interval: &mut LiveInterval,
        dead: Option<&mut Vec<Inst>>,
        log: &mut Log<'_>,
    ) -> bool {
        log!(log, "Shrink: {interval}\n");
        let reg = interval.reg();
        for sub in interval.sub_ranges_mut() {
            self.shrink_sub_range(function, reg, sub, log);
        }
        interval.remove_empty_sub_ranges();
        self.collect_uses(function, interval, log);
        self.rebuild(function, &mut interval.range, log);
        let may_separate = compute_dead_values(&self.indexes, function, interval, dead, log);
        log!(log, "Shrunk: {interval}\n");
        may_separate
    }

    /// Puts the place and value of each read of an interval's register on the work list.
    fn collect_uses(
        &mut self,
        function: &MachineFunction,
        interval: &LiveInterval,
        log: &mut Log<'_>,
    ) {
        let reg = interval.reg();
        let work_list = &mut self.shrink.work_list;
        work_list.clear();
        let mut last = None;
        for op in function.reg_ops(reg) {
            let inst = function.op_inst(op);
            // Operands of an instruction that follow each other on the chain count once.
            if last.replace(inst) == Some(inst)
                || function.is_debug(inst)
                || !reads_vreg(function, inst, reg)
            {
                continue;
            }
            let mut end = self.indexes.index(inst).reg_slot(false);
            let query = interval.range.query(end);
            let Some(value) = query.value_in else {
                if log.is_on() {
                    log!(log, "{end}\t");
                    log.write_inst(function, inst);
                    log!(
                        log,
                        "Warning: Instr claims to read non-existent value in {interval}\n"
                    );
                }
                continue;
            };
            if let Some(defined) = query.value_defined() {
                // An early-clobber redefinition ends the value before the register slot.
                end = interval.range.value(defined).def;
            }
            work_list.push((end, value));
        }
    }

    /// Shrinks one sub-range of `reg` to the remaining uses of its lanes. It may be empty afterwards.
    pub fn shrink_sub_range(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        sub: &mut SubRange,
        log: &mut Log<'_>,
    ) {
        log!(log, "Shrink: {sub}\n");
        self.collect_sub_range_uses(function, reg, sub.lanes, &sub.range);
        self.rebuild(function, &mut sub.range, log);
        for id in sub.range.value_ids() {
            let value = sub.range.value(id);
            if value.is_unused() || !value.is_phi_def() {
                continue;
            }
            if let Some(at) = sub.range.segment_at(value.def)
                && sub.range.segments()[at].end == value.def.dead_slot()
            {
                log!(log, "Dead PHI at {} may separate interval\n", value.def);
                sub.range.value_mut(id).def = SlotIndex::NONE;
                sub.range.remove_segment_at(at, false);
            }
        }
        log!(log, "Shrunk: {sub}\n");
    }

    /// Puts the place and value of each read of `lanes` of `reg` on the work list.
    fn collect_sub_range_uses(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        lanes: LaneMask,
        range: &LiveRange,
    ) {
        let work_list = &mut self.shrink.work_list;
        work_list.clear();
        let mut last = SlotIndex::NONE;
        for op in function.non_debug_uses(reg) {
            let operand = function.op(op);
            let sub = operand.sub_reg();
            let mask = function.target.sub_reg_indices[sub.index()].lane_mask;
            if !operand.reads_reg() || !sub.is_none() && (mask & lanes).is_none() {
                continue;
            }
            let mut end = self.indexes.index(function.op_inst(op)).reg_slot(false);
            if end == last {
                continue;
            }
            last = end;
            let query = range.query(end);
            let Some(value) = query.value_in else {
                continue;
            };
            if let Some(defined) = query.value_defined() {
                end = range.value(defined).def;
            }
            work_list.push((end, value));
        }
    }

    /// Replaces the segments of `range` by the least that make each (place, value) of the work list live.
    fn rebuild(&mut self, function: &MachineFunction, range: &mut LiveRange, log: &mut Log<'_>) {
        let scratch = &mut self.shrink;
        let old = LiveRange {
            segments: std::mem::take(&mut range.segments),
            ..LiveRange::default()
        };
        scratch.defs.clear();
        for id in range.value_ids() {
            let def = range.value(id).def;
            if !def.is_none() {
                scratch.defs.push(Segment::new(def, def.dead_slot(), id));
            }
        }
        scratch.defs.sort_unstable_by_key(|segment| segment.start);
        range.segments.extend_from_slice(&scratch.defs);
        scratch.used_phis.reset(function.blocks.len());
        scratch.live_out.reset(function.blocks.len());
        while let Some((end, value)) = scratch.work_list.pop() {
            let block = self.indexes.block_at(end.prev_slot());
            let start = self.indexes.block_start(block);
            if let Some(found) = range.extend_in_block(start, end) {
                debug_assert_eq!(found, value, "another value at {end}");
                if range.value(value).def == start && scratch.used_phis.insert(block) {
                    scratch.push_live_outs(&self.indexes, function, &old, block);
                }
                continue;
            }
            log!(log, " live-in at {start}\n");
            range.add_segment(Segment::new(start, end, value));
            scratch.push_live_outs(&self.indexes, function, &old, block);
        }
    }
}

/// Marks definitions that nobody reads as dead and removes PHI values that nobody reads. Adds to
/// `dead` the instructions all of whose definitions are dead. Returns whether the interval may have
/// unconnected parts now.
pub(crate) fn compute_dead_values(
    indexes: &SlotIndexes,
    function: &mut MachineFunction,
    interval: &mut LiveInterval,
    mut dead: Option<&mut Vec<Inst>>,
    log: &mut Log<'_>,
) -> bool {
    let reg = interval.reg();
    let track = tracks_lanes(function, reg);
    let range = &mut interval.range;
    let mut may_separate = false;
    for id in range.value_ids() {
        let value = range.value(id);
        let Some(at) = range.segment_at(value.def).filter(|_| !value.is_unused()) else {
            continue;
        };
        let inst = indexes.inst_at(value.def);
        let first = at == 0 || range.segments()[at - 1].end < value.def;
        if let Some(inst) = inst.filter(|_| track && first && !value.is_phi_def()) {
            set_def_read_undef(function, inst, reg);
        }
        if range.segments()[at].end != value.def.dead_slot() {
            continue;
        }
        may_separate = true;
        if value.is_phi_def() {
            range.value_mut(id).def = SlotIndex::NONE;
            range.remove_segment_at(at, false);
            log!(log, "Dead PHI at {} may separate interval\n", value.def);
        } else if let Some(inst) = inst {
            mark_dead(function, inst, reg);
            if let Some(dead) = dead.as_deref_mut()
                && all_defs_are_dead(function, inst)
            {
                log!(log, "All defs dead: {}\t", value.def);
                log.write_inst(function, inst);
                dead.push(inst);
            }
        }
    }
    may_separate
}

impl ShrinkScratch {
    /// Puts the values that leave the predecessors of `block` in the old range on the work list.
    fn push_live_outs(
        &mut self,
        indexes: &SlotIndexes,
        function: &MachineFunction,
        old: &LiveRange,
        block: Block,
    ) {
        for pred in &function.blocks[block].preds {
            if self.live_out.insert(*pred) {
                let stop = indexes.block_end(*pred);
                if let Some(value) = old.value_before(stop) {
                    self.work_list.push((stop, value));
                }
            }
        }
    }
}

/// Whether an instruction needs the value that `reg` has before it: by a use, or by a partial
/// definition that keeps the other lanes.
fn reads_vreg(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    let (mut partial_def, mut full_def) = (false, false);
    for operand in function.operands(inst) {
        if operand.as_reg() != reg.into() {
            continue;
        }
        let undef = operand.has(OperandFlags::UNDEF);
        if operand.is_use() {
            if !undef {
                return true;
            }
        } else if !operand.sub_reg().is_none() && !undef {
            partial_def = true;
        } else {
            full_def = true;
        }
    }
    partial_def && !full_def
}
