//! Ways to remove a copy between registers that interfere.

use avarice_liveness::{LiveInterval, Segment, SlotIndex, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::{Block, Inst, InstBuilder, OperandFlags, VReg};
use avarice_target::op;
use avarice_trace::log;
use cranelift_entity::EntityRef;

use super::Coalescer;
use super::pair::{CoalescerPair, is_full_copy};
use super::rewrite::substitute_virtual;

impl Coalescer<'_, '_> {
    /// The source and the destination of a copy between virtual registers.
    pub(super) fn copied_regs(pair: &CoalescerPair) -> Option<(VReg, VReg)> {
        let ((src, _), (dst, _)) = pair.copy_order();
        src.as_virtual().zip(dst.as_virtual())
    }

    /// Uses what the destination of a copy held before, if the source is a copy of that:
    ///
    /// ```text
    ///   %a = COPY %b:0          %a = COPY %b:0
    ///   use %b                  use %b
    ///   %b:1 = COPY %a    ─▶                        %b:0 is live to here, and takes the place of %b:1
    ///   use %b                  use %b
    /// ```
    ///
    /// The copy itself is left to the caller. Returns whether it is superfluous now.
    pub(super) fn adjust_copies_back(&mut self, copy: Inst, pair: &CoalescerPair) -> bool {
        let Some((a, b)) = Self::copied_regs(pair) else {
            return false;
        };
        let copy_at = self.live_intervals.indexes.index(copy).reg_slot(false);
        let Some((a_def, last_use)) = self.find_older_value(copy, pair, (a, b), copy_at) else {
            return false;
        };
        log!(self.log, "Extending: {b}");
        extend_older_value(self.live_intervals.interval_mut(b), copy_at);
        self.extend_older_lanes(b, a_def, last_use, copy_at);
        log!(
            self.log,
            "   result = {}\n",
            self.live_intervals.interval(b)
        );
        if let Some(inst) = self.live_intervals.indexes.inst_at(last_use.prev_slot()) {
            clear_kill(self.function, inst, b);
        }
        for operand in self.function.op_ids(copy) {
            if self.function.op(operand).as_reg() == a.into() {
                substitute_virtual(
                    self.function,
                    operand,
                    b.into(),
                    avarice_target::SubRegIdx::NONE,
                );
            }
        }
        let read_at = copy_at.reg_slot(true);
        let ends = |range: &avarice_liveness::LiveRange| {
            let segment = range.segment_at(read_at);
            segment.is_some_and(|s| range.segments()[s].end == copy_at)
        };
        let interval = self.live_intervals.interval(a);
        if ends(interval) || interval.sub_ranges().any(|sub| ends(&sub.range)) {
            self.shrink_to_uses(a);
        }
        true
    }

    /// For a copy `%b = COPY %a` at `copy_at`, with `%a` a copy of an older value of `%b`: where `%a` is
    /// defined and where the older value ends, if that is in the copy's block with nothing of `%b` between.
    fn find_older_value(
        &self,
        copy: Inst,
        pair: &CoalescerPair,
        (a, b): (VReg, VReg),
        copy_at: SlotIndex,
    ) -> Option<(SlotIndex, SlotIndex)> {
        let (a, b) = (
            self.live_intervals.interval(a),
            self.live_intervals.interval(b),
        );
        let new = b.segment_at(copy_at)?;
        if b.value(b.segments()[new].value).def != copy_at {
            return None;
        }
        let a_value = a.value_at(copy_at.reg_slot(true))?;
        let a_def = a.value(a_value).def;
        let a_copy = self.live_intervals.indexes.inst_at(a_def)?;
        if !pair.is_coalescable(self.function, a_copy) || !is_full_copy(self.function, a_copy) {
            return None;
        }
        let old = b.segment_at(a_def.prev_slot())?;
        let end = b.segments()[old].end;
        let last = self.live_intervals.indexes.inst_at(end.prev_slot())?;
        let same_block = self.function.inst_block(last) == self.function.inst_block(copy);
        (same_block && old + 1 == new).then_some((a_def, end))
    }

    /// Does for the sub-ranges of `b` what [`extend_older_value`] does for its main range.
    fn extend_older_lanes(
        &mut self,
        b: VReg,
        a_def: SlotIndex,
        filler_start: SlotIndex,
        copy_at: SlotIndex,
    ) {
        let indexes = &self.live_intervals.indexes;
        let block_start = indexes.block_start(indexes.block_at(filler_start));
        for sub in self.live_intervals.interval_mut(b).sub_ranges_mut() {
            let range = &mut sub.range;
            if let Some(at) = range.segment_at(copy_at) {
                let Segment { start, end, .. } = range.segments()[at];
                if start.same_inst(end) {
                    range.remove_segment(start, end, true);
                    continue;
                }
            }
            if range.value_at(filler_start).is_none() {
                range.extend_in_block(block_start, filler_start);
            }
            let Some(new) = range.value_at(copy_at) else {
                continue;
            };
            if filler_start < copy_at {
                range.add_segment(Segment::new(filler_start, copy_at, new));
            }
            if let Some(old) = range.value_at(a_def.prev_slot()).filter(|old| *old != new) {
                range.merge_value_into(new, old);
            }
        }
    }

    // ---- Partial redundancy -------------------------------------------------------------------

    /// Moves a copy out of a block one of whose two predecessors ends with the reverse copy:
    ///
    /// ```text
    ///     BB0              BB1              BB0               BB1
    ///       %a = COPY %b                      %a = COPY %b      %b = COPY %a
    ///           \        /           ─▶           \         /
    ///          BB2                               BB2
    ///            %b = COPY %a
    /// ```
    ///
    /// BB0 may be BB2 itself, a loop: then the copy leaves the loop. BB1 has no other successor, so it
    /// runs no more often than BB2.
    pub(super) fn remove_partial_redundancy(&mut self, copy: Inst, pair: &CoalescerPair) -> bool {
        let Some((a, b)) = Self::copied_regs(pair) else {
            return false;
        };
        let Some(block) = self.function.inst_block(copy) else {
            return false;
        };
        let Some(destination) = self.find_partial_redundancy(copy, block, (a, b)) else {
            return false;
        };
        match destination {
            Some(pred) => self.move_copy(copy, pred, (a, b)),
            None => {
                let number = self.function.blocks[block].number;
                log!(
                    self.log,
                    "\tremovePartialRedundancy: Remove the copy from %bb.{number}\t"
                );
                self.log.write_inst(self.function, copy);
            }
        }
        let was_undef = self.function.operand(copy, 1).has(OperandFlags::UNDEF);
        let copy_at = self.live_intervals.indexes.index(copy).reg_slot(true);
        self.delete_inst(copy);
        self.replace_copied_value(b, copy_at, was_undef);
        self.shrink_to_uses(b);
        self.shrink_to_uses(a);
        true
    }

    /// The predecessor that the copy moves to, `None` if it is in none needed; or nothing if it must stay.
    fn find_partial_redundancy(
        &self,
        copy: Inst,
        block: Block,
        (a, b): (VReg, VReg),
    ) -> Option<Option<Block>> {
        let data = &self.function.blocks[block];
        if !is_full_copy(self.function, copy)
            || data.eh_pad
            || data.inline_asm_br_target
            || data.preds.len() != 2
        {
            return None;
        }
        let indexes = &self.live_intervals.indexes;
        let (from, to) = (
            self.live_intervals.interval(a),
            self.live_intervals.interval(b),
        );
        let copy_at = indexes.index(copy).reg_slot(true);
        let value = from.value_at(copy_at)?;
        if !from.value(value).is_phi_def() || to.overlaps_span(indexes.block_start(block), copy_at)
        {
            return None;
        }
        let mut found = false;
        let mut left = None;
        for pred in &data.preds {
            if self.ends_with_reverse_copy(*pred, (a, b), (from, to)) {
                found = true;
            } else {
                left = Some(*pred);
            }
        }
        if !found {
            return None;
        }
        if let Some(pred) = left {
            if self.function.blocks[pred].succs.len() > 1 {
                return None;
            }
            // The new definition comes before the terminators, which must not need the old one.
            if let Some(terminator) = self.function.first_terminator(pred) {
                let at = indexes.index(terminator).reg_slot(true);
                if to.overlaps_span(at, indexes.block_end(pred)) {
                    return None;
                }
            }
        }
        Some(left)
    }

    /// Whether the value of `%a` that leaves a block is a copy of `%b` made in it, and `%b` does not change
    /// after that.
    fn ends_with_reverse_copy(
        &self,
        pred: Block,
        (a, b): (VReg, VReg),
        (from, to): (&LiveInterval, &LiveInterval),
    ) -> bool {
        let indexes = &self.live_intervals.indexes;
        let end = indexes.block_end(pred);
        let Some(value) = from.value_before(end) else {
            return false;
        };
        let def = from.value(value).def;
        let inst = indexes.inst_at(def).filter(|_| !def.is_block());
        let Some(inst) = inst.filter(|inst| is_full_copy(self.function, *inst)) else {
            return false;
        };
        let operands = self.function.operands(inst);
        let mut values = to.values().iter().filter(|value| !value.is_unused());
        operands[0].as_reg() == a.into()
            && operands[1].as_reg() == b.into()
            && self.function.inst_block(inst) == Some(pred)
            && !values.any(|value| def < value.def && value.def < end)
    }

    fn move_copy(&mut self, copy: Inst, pred: Block, (a, b): (VReg, VReg)) {
        let number = self.function.blocks[pred].number;
        log!(
            self.log,
            "\tremovePartialRedundancy: Move the copy to %bb.{number}\t"
        );
        self.log.write_inst(self.function, copy);
        let before = self.function.first_terminator(pred);
        let location = self.function.debug_loc(copy);
        let new = InstBuilder::new(self.function, op::COPY)
            .def(b)
            .reg(a)
            .insert_at(InsertPoint::new(pred, before));
        self.function.set_debug_loc(new, location);
        let at = self
            .live_intervals
            .insert_inst(self.function, new, false)
            .reg_slot(false);
        let interval = self.live_intervals.interval_mut(b);
        interval.create_dead_def(at);
        for sub in interval.sub_ranges_mut() {
            sub.range.create_dead_def(at);
        }
    }

    /// The copy that defined `%b` at `copy_at` is gone: its uses get the values that reach them now.
    fn replace_copied_value(&mut self, b: VReg, copy_at: SlotIndex, was_undef: bool) {
        let def = copy_at.reg_slot(false);
        let mut end_points = std::mem::take(&mut self.scratch.end_points);
        end_points.clear();
        let mut interval = self.live_intervals.take_interval(b);
        let value = interval.query(copy_at).value_out_or_dead();
        self.live_intervals
            .prune_value(&mut interval, def, &mut end_points);
        give_up(&mut interval, value);
        if was_undef {
            self.mark_uses_undef(b, &interval);
        }
        self.live_intervals
            .extend_to_indices(self.function, &mut interval, &end_points, &[]);
        let all_lanes: Vec<_> = interval.sub_ranges().map(|sub| sub.lanes).collect();
        let mut undefs = Vec::new();
        for lanes in all_lanes {
            undefs.clear();
            let indexes = &self.live_intervals.indexes;
            interval.sub_range_undefs(&mut undefs, lanes, self.function, indexes);
            end_points.clear();
            let mut subs = interval.sub_ranges_mut();
            let Some(sub) = subs.find(|sub| sub.lanes == lanes) else {
                continue;
            };
            let value = sub.range.query(copy_at).value_out_or_dead();
            self.live_intervals
                .prune_value(&mut sub.range, def, &mut end_points);
            give_up(&mut sub.range, value);
            // Where the value was dead at once, the copy itself is an end.
            let mut at = 0;
            while at < end_points.len() {
                if end_points[at].same_inst(copy_at) {
                    end_points.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            let range = &mut sub.range;
            self.live_intervals
                .extend_to_indices(self.function, range, &end_points, &undefs);
        }
        self.live_intervals.put_interval(interval);
        self.scratch.end_points = end_points;
    }

    fn mark_uses_undef(&mut self, reg: VReg, interval: &LiveInterval) {
        let mut cursor = self.function.first_reg_op(reg);
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let data = self.function.op(operand);
            let inst = self.function.op_inst(operand);
            if data.is_use() && !data.has(OperandFlags::DEBUG) {
                let at = self.live_intervals.indexes.index(inst);
                if !interval.live_at(at) {
                    self.function.op_mut(operand).set(OperandFlags::UNDEF, true);
                }
            }
        }
    }
}

fn give_up(range: &mut avarice_liveness::LiveRange, value: Option<VNInfoId>) {
    if let Some(value) = value.filter(|value| value.index() < range.values().len()) {
        range.value_mut(value).def = SlotIndex::NONE;
    }
}

/// Closes the gap between the segment before the one that starts at `copy_at` and that one; both values
/// become one.
fn extend_older_value(interval: &mut LiveInterval, copy_at: SlotIndex) {
    let Some(new) = interval.segment_at(copy_at).filter(|new| *new > 0) else {
        return;
    };
    let (before, after) = (interval.segments()[new - 1], interval.segments()[new]);
    interval.value_mut(after.value).def = before.end;
    if before.end < after.start {
        interval.add_segment(Segment::new(before.end, after.start, after.value));
    }
    if before.value != after.value {
        interval.merge_value_into(after.value, before.value);
    }
}

/// Clears the kill mark of the first use of `reg` that kills it.
fn clear_kill(function: &mut avarice_mir::MachineFunction, inst: Inst, reg: VReg) {
    let killed = function.op_ids(inst).find(|operand| {
        let data = function.op(*operand);
        data.is_use() && data.as_reg() == reg.into() && data.has(OperandFlags::KILL)
    });
    if let Some(operand) = killed {
        function.op_mut(operand).set(OperandFlags::KILL, false);
    }
}
