//! Shrinks a range to what its uses need, after uses were removed.
//!
//! Each value starts as a dead definition. Each use pulls its value up to itself: within the block, if it
//! is defined there; else the block is live in up to the use, and its predecessors are live out. What is
//! known about a block is in one record, so a block costs the same however many segments there are:
//!
//! ```text
//!   before   [16r────────────────────────────160r:0)     the use at 160 is gone
//!
//!   bb.0     16r  def        [16r,64B                    live out of bb.0
//!   bb.1     64B                     64B,112B            live through bb.1
//!   bb.2    112B  144r use                  112B,144r)   live into bb.2
//!
//!   after    [16r────────────────────144r:0)             put together in code order
//! ```
//!
//! No value changes its number. PHI values that are not read disappear; other values that are not read
//! become dead definitions, which can leave parts of the interval unconnected
//! ([`LiveIntervals::split_separate_components`]).

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::LaneMask;
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::live_interval::{LiveInterval, SubRange};
use crate::live_intervals::{
    LiveIntervals, all_defs_are_dead, mark_dead, set_def_read_undef, tracks_lanes,
};
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::observer::{Observer, log};
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// A place up to which a value must be live: its block, the place, the value.
type Need = (Block, SlotIndex, VNInfoId);

/// Memory that shrinking keeps from one range to the next.
#[derive(Debug, Default)]
pub(crate) struct ShrinkScratch {
    work_list: Vec<Need>,
    /// The segments that are replaced, and the position of the one that was looked at last.
    old: LiveRange,
    near: usize,
    /// By value number: how far it must be live in the block of its definition.
    ends: Vec<SlotIndex>,
    defs: Vec<Segment>,
    /// What must be live from the start of a block on.
    live_ins: Vec<Segment>,
    /// The same in code order.
    sorted: Vec<Segment>,
    blocks: SecondaryMap<Block, BlockState>,
    /// Blocks with another stamp have not been looked at for this range.
    stamp: u32,
}

/// What is known of a block.
#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    stamp: u32,
    /// Position in the list of live-in segments plus one, 0 if it is not live in.
    live_in: u32,
    /// Whether its live-out value is on the work list, or was.
    is_live_out: bool,
    /// Whether its PHI value is read.
    phi_is_used: bool,
}

impl LiveIntervals {
    /// Shrinks the interval of `reg` to its remaining uses. Definitions that are no longer read are
    /// marked dead; instructions all of whose definitions are dead are added to `dead`. Returns whether
    /// the interval may have unconnected parts now.
    pub fn shrink_to_uses(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
        dead: Option<&mut Vec<Inst>>,
        log: &mut dyn Observer,
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
        log: &mut dyn Observer,
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
        interval.is_loose = false;
        log!(log, "Shrunk: {interval}\n");
        may_separate
    }

    /// Puts the place and value of each read of an interval's register on the work list.
    fn collect_uses(
        &mut self,
        function: &MachineFunction,
        interval: &LiveInterval,
        log: &mut dyn Observer,
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
            work_list.extend(function.inst_block(inst).map(|block| (block, end, value)));
        }
    }

    /// Shrinks one sub-range of `reg` to the remaining uses of its lanes. It may be empty afterwards.
    pub fn shrink_sub_range(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        sub: &mut SubRange,
        log: &mut dyn Observer,
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
            let inst = function.op_inst(op);
            let mut end = self.indexes.index(inst).reg_slot(false);
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
            work_list.extend(function.inst_block(inst).map(|block| (block, end, value)));
        }
    }

    /// Replaces the segments of `range` by the least that make each place of the work list live.
    fn rebuild(
        &mut self,
        function: &MachineFunction,
        range: &mut LiveRange,
        log: &mut dyn Observer,
    ) {
        let scratch = &mut self.shrink;
        scratch.begin(function, range);
        while let Some((block, end, value)) = scratch.work_list.pop() {
            let def = range.value(value).def;
            let start = self.indexes.block_start(block);
            if start <= def && def < end {
                let value_end = &mut scratch.ends[value.index()];
                *value_end = end.max(*value_end);
                if def == start && !scratch.blocks[block].phi_is_used {
                    scratch.blocks[block].phi_is_used = true;
                    scratch.push_live_outs(&self.indexes, self.predecessors.of(block));
                }
                continue;
            }
            let live_in = scratch.blocks[block].live_in;
            if live_in != 0 {
                let segment = &mut scratch.live_ins[live_in as usize - 1];
                debug_assert_eq!(segment.value, value, "two values are live into {block}");
                segment.end = end.max(segment.end);
                continue;
            }
            log!(log, " live-in at {start}\n");
            scratch.live_ins.push(Segment::new(start, end, value));
            scratch.blocks[block].live_in = scratch.live_ins.len() as u32;
            scratch.push_live_outs(&self.indexes, self.predecessors.of(block));
        }
        scratch.finish(&self.indexes, range);
    }
}

impl ShrinkScratch {
    /// Begins with a range and its uses on the work list.
    fn begin(&mut self, function: &MachineFunction, range: &LiveRange) {
        self.old.segments.clear();
        self.old.segments.extend_from_slice(&range.segments);
        self.near = 0;
        self.ends.clear();
        self.ends
            .extend(range.values().iter().map(|value| value.def.dead_slot()));
        self.live_ins.clear();
        if self.stamp == u32::MAX {
            self.blocks.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        self.blocks
            .resize(function.blocks.len().max(self.blocks.capacity()));
        for at in 0..self.work_list.len() {
            self.touch(self.work_list[at].0);
        }
    }

    /// Forgets what was known of a block for another range. To be called for every block on the work list.
    #[inline]
    fn touch(&mut self, block: Block) -> &mut BlockState {
        let state = &mut self.blocks[block];
        if state.stamp != self.stamp {
            *state = BlockState {
                stamp: self.stamp,
                ..BlockState::default()
            };
        }
        state
    }

    /// Puts the values that leave some blocks in the old range on the work list.
    fn push_live_outs(&mut self, indexes: &SlotIndexes, predecessors: &[Block]) {
        for pred in predecessors {
            if std::mem::replace(&mut self.touch(*pred).is_live_out, true) {
                continue;
            }
            let stop = indexes.block_end(*pred);
            let last = stop.prev_slot();
            // Neighbouring blocks often are in the same segment.
            if !self.old.segments[self.near].contains(last) {
                let Some(found) = self.old.segment_at(last) else {
                    continue;
                };
                self.near = found;
            }
            let value = self.old.segments[self.near].value;
            self.work_list.push((*pred, stop, value));
        }
    }

    /// Puts the segments together. Live-in ones come in the order of their blocks: those where the old range
    /// was live.
    fn finish(&mut self, indexes: &SlotIndexes, range: &mut LiveRange) {
        self.defs.clear();
        for (id, end) in range.value_ids().zip(&self.ends) {
            let value = range.value(id);
            if !value.is_unused() {
                self.defs.push(Segment::new(value.def, *end, id));
            }
        }
        self.defs.sort_unstable_by_key(|segment| segment.start);
        self.sorted.clear();
        if !self.live_ins.is_empty() {
            let mut blocks = indexes.block_starts();
            for segment in &self.old.segments {
                blocks = &blocks[blocks.partition_point(|(start, _)| *start < segment.start)..];
                for (_, block) in blocks.iter().take_while(|(start, _)| *start < segment.end) {
                    let state = self.blocks[*block];
                    if state.stamp == self.stamp && state.live_in != 0 {
                        self.sorted.push(self.live_ins[state.live_in as usize - 1]);
                    }
                }
            }
        }
        debug_assert_eq!(self.sorted.len(), self.live_ins.len());
        range.segments.clear();
        range.push_merged(&self.defs, &self.sorted);
    }
}

/// Marks definitions that are not read as dead and removes PHI values that are not read. Adds to
/// `dead` the instructions all of whose definitions are dead. Returns whether the interval may have
/// unconnected parts now.
pub(crate) fn compute_dead_values(
    indexes: &SlotIndexes,
    function: &mut MachineFunction,
    interval: &mut LiveInterval,
    mut dead: Option<&mut Vec<Inst>>,
    log: &mut dyn Observer,
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
