//! Shrinking a range to what its uses need, after uses were removed.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::LaneMask;
use smallvec::SmallVec;

use crate::live_intervals::LiveIntervals;
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::slot_index::SlotIndex;

type WorkList = SmallVec<[(SlotIndex, VNInfoId); 16]>;

impl LiveIntervals {
    /// Shrinks the interval of `reg` to its remaining uses. Definitions that nobody reads any more are
    /// marked dead; instructions all of whose definitions are dead are added to `dead`. Returns whether
    /// the interval may have unconnected parts now.
    pub fn shrink_to_uses(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
        dead: Option<&mut Vec<Inst>>,
    ) -> bool {
        let mut interval = self.take_interval(reg);
        for sub in interval.sub_ranges_mut() {
            self.shrink_sub_range(function, reg, sub.lanes, &mut sub.range);
        }
        interval.remove_empty_sub_ranges();
        let mut work_list = WorkList::new();
        let mut last = None;
        for op in function.reg_ops(reg) {
            let inst = function.op_inst(op);
            let operand = function.op(op);
            // An instruction is looked at once for neighbouring operands.
            if operand.has(OperandFlags::DEBUG) || !operand.reads_reg() || last == Some(inst) {
                continue;
            }
            last = Some(inst);
            let query = interval
                .range
                .query(self.indexes.index(inst).reg_slot(false));
            let Some(value) = query.value_in else {
                continue;
            };
            let mut end = self.indexes.index(inst).reg_slot(false);
            if let Some(defined) = query.value_defined() {
                // An early-clobber redefinition ends the value before the register slot.
                end = interval.range.value(defined).def;
            }
            work_list.push((end, value));
        }
        self.rebuild(function, &mut interval.range, work_list);
        self.put_interval(interval);
        self.compute_dead_values(function, reg, dead)
    }

    fn shrink_sub_range(
        &self,
        function: &MachineFunction,
        reg: VReg,
        lanes: LaneMask,
        range: &mut LiveRange,
    ) {
        let mut work_list = WorkList::new();
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
        self.rebuild(function, range, work_list);
        for id in range.value_ids() {
            let Some(value) = range.values().get(id.as_u32() as usize).copied() else {
                break;
            };
            if value.is_unused() || !value.is_phi_def() {
                continue;
            }
            if let Some(at) = range.segment_at(value.def)
                && range.segments()[at].end == value.def.dead_slot()
            {
                range.value_mut(id).def = SlotIndex::NONE;
                range.remove_segment_at(at, false);
            }
        }
    }

    /// Replaces the segments of `range` by the least that make each (place, value) of `work_list` live.
    fn rebuild(&self, function: &MachineFunction, range: &mut LiveRange, mut work_list: WorkList) {
        let mut new = LiveRange {
            segments: SmallVec::new(),
            values: range.values.clone(),
        };
        let mut defs: SmallVec<[Segment; 4]> = SmallVec::new();
        for id in range.value_ids() {
            let def = range.value(id).def;
            if !def.is_none() {
                defs.push(Segment::new(def, def.dead_slot(), id));
            }
        }
        defs.sort_unstable_by_key(|segment| segment.start);
        new.merge_sorted(defs.into_iter());
        let mut used_phis: SmallVec<[VNInfoId; 8]> = SmallVec::new();
        let mut live_out: SmallVec<[Block; 16]> = SmallVec::new();
        while let Some((end, value)) = work_list.pop() {
            let block = self.indexes.block_at(end.prev_slot());
            let start = self.indexes.block_start(block);
            let found = new.extend_in_block(start, end);
            if found.is_some() {
                debug_assert_eq!(found, Some(value));
                let at_phi = range.value(value).def == start;
                if !at_phi || used_phis.contains(&value) {
                    continue;
                }
                used_phis.push(value);
            } else {
                new.add_segment(Segment::new(start, end, value));
            }
            for pred in &function.blocks[block].preds {
                if live_out.contains(pred) {
                    continue;
                }
                live_out.push(*pred);
                let stop = self.indexes.block_end(*pred);
                if let Some(out) = range.value_before(stop) {
                    work_list.push((stop, out));
                }
            }
        }
        range.segments = new.segments;
    }
}
