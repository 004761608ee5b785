//! Copies of registers that hold nothing.

use avarice_liveness::{LiveRange, QueryResult, SlotIndex};
use avarice_mir::{Inst, OperandFlags, VReg};
use avarice_target::{LaneMask, SubRegIdx, op};
use avarice_trace::log;

use super::Coalescer;
use super::def_lanes::lanes_of_index;
use super::pair::{CoalescerPair, Move};

/// What a copy of nothing has become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UndefCopy {
    /// It copies something.
    No,
    /// An `IMPLICIT_DEF`, since a PHI needs a value.
    ImplicitDef,
    /// To be deleted: its value is gone.
    Superfluous,
}

impl Coalescer<'_, '_> {
    /// Sees whether a copy's source is undefined. Then uses of the copy are marked undefined, or, if its
    /// value meets others in a PHI, the copy becomes an `IMPLICIT_DEF`.
    pub(super) fn eliminate_undef_copy(&mut self, copy: Inst, moved: Move) -> UndefCopy {
        let (Some(src), Some(dst)) = (moved.src.as_virtual(), moved.dst.as_virtual()) else {
            return UndefCopy::No;
        };
        let at = self.live_intervals.indexes.index(copy);
        if self.is_lane_live(src, moved.src_sub, at) {
            return UndefCopy::No;
        }
        let interval = self.live_intervals.interval(dst);
        let def = at.reg_slot(false);
        let after = interval.segment_at(def).map(|s| interval.segments()[s].end);
        let next = after.and_then(|end| interval.value_at(end));
        let meets = match next {
            Some(value) => interval.value(value).is_phi_def(),
            None => !interval.live_at(at),
        };
        if meets {
            self.make_implicit_def(copy);
            log!(
                self.log,
                "\tReplaced copy of <undef> value with an implicit def\n"
            );
            return UndefCopy::ImplicitDef;
        }
        log!(self.log, "\tEliminating copy of <undef> value\n");
        self.remove_undef_value(dst, moved.dst_sub, at);
        self.mark_undef_uses(dst);
        // The copy's definition of a part reads the other parts; it will be gone.
        for operand in self.function.op_ids(copy) {
            let data = self.function.op_mut(operand);
            if data.is_def() && data.as_reg() == dst.into() {
                data.set(OperandFlags::UNDEF, true);
            }
        }
        self.live_intervals
            .shrink_to_uses(self.function, dst, None, self.log);
        UndefCopy::Superfluous
    }

    /// Whether a register, or a part of it, is live at a place.
    fn is_lane_live(&self, reg: VReg, sub: SubRegIdx, at: SlotIndex) -> bool {
        let interval = self.live_intervals.interval(reg);
        if sub.is_none() || !interval.has_sub_ranges() {
            return interval.live_at(at);
        }
        let lanes = lanes_of_index(self.function.target, sub);
        let mut subs = interval.sub_ranges();
        subs.any(|range| (range.lanes & lanes).any() && range.range.live_at(at))
    }

    fn make_implicit_def(&mut self, copy: Inst) {
        for index in (0..self.function.num_operands(copy)).rev() {
            let operand = self.function.operand(copy, index);
            if operand.is_use() || !operand.is_reg() {
                self.function.remove_operand(copy, index);
            }
        }
        self.function.set_opcode(copy, op::IMPLICIT_DEF);
    }

    /// Takes the value that a copy of nothing defines out of an interval; a value before it goes on.
    fn remove_undef_value(&mut self, dst: VReg, dst_sub: SubRegIdx, at: SlotIndex) {
        let def = at.reg_slot(false);
        let lanes = lanes_of_index(self.function.target, dst_sub);
        let interval = self.live_intervals.interval_mut(dst);
        let (before, value) = (interval.value_at(at), interval.value_at(def));
        let (Some(before), Some(value)) = (before, value) else {
            self.live_intervals.remove_vreg_def_at(dst, def);
            return;
        };
        if before != value {
            interval.merge_value_into(value, before);
        }
        for sub in interval.sub_ranges_mut() {
            if (sub.lanes & lanes).any()
                && let Some(value) = sub.range.value_at(def)
            {
                sub.range.remove_value(value);
            }
        }
        interval.remove_empty_sub_ranges();
    }

    /// Marks uses of a register where it is not live.
    fn mark_undef_uses(&mut self, reg: VReg) {
        let mut cursor = self.function.first_reg_op(reg);
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let data = self.function.op(operand);
            if data.is_def() || data.has(OperandFlags::DEBUG) {
                continue;
            }
            let inst = self.function.op_inst(operand);
            let at = self.live_intervals.indexes.index(inst);
            if self.is_lane_live(reg, data.sub_reg(), at) {
                continue;
            }
            self.function.op_mut(operand).set(OperandFlags::UNDEF, true);
            log!(self.log, "\tnew undef: {at}\t");
            self.log.write_inst(self.function, inst);
        }
    }

    // ---- Copies to itself ---------------------------------------------------------------------

    /// Removes a copy of a register to itself, which other edits can leave, and joins the two values.
    pub(super) fn remove_identity_copy(&mut self, copy: Inst, pair: &CoalescerPair) {
        let reg = pair.src;
        log!(
            self.log,
            "\tCopy already coalesced: {}\n",
            self.live_intervals.interval(reg)
        );
        let at = self.live_intervals.indexes.index(copy);
        let query = self.live_intervals.interval(reg).query(at);
        if let (Some(defined), Some(read)) = (query.value_defined(), query.value_in) {
            let mut interval = self.live_intervals.take_interval(reg);
            let mut pruned = LaneMask::NONE;
            for sub in interval.sub_ranges_mut() {
                let query = sub.range.query(at);
                let Some(mut defined) = query.value_defined() else {
                    continue;
                };
                let undefined = self.is_undefined_before(&sub.range, copy, query);
                if let Some(read) = query.value_in {
                    defined = sub.range.merge_value_into(defined, read);
                }
                if undefined {
                    log!(self.log, "Incoming sublane value is undef at copy\n");
                    pruned |= sub.lanes;
                    sub.range.remove_value(defined);
                }
            }
            interval.merge_value_into(defined, read);
            self.live_intervals.put_interval(interval);
            if pruned.any() {
                log!(self.log, "Pruning undef incoming lanes: {pruned}\n");
                self.mark_pruned_uses(reg, pruned);
            }
            log!(
                self.log,
                "\tMerged values:          {}\n",
                self.live_intervals.interval(reg)
            );
        }
        self.delete_inst(copy);
    }

    /// Whether no predecessor of the copy's block has a value of the lanes, but for the copy's own round a
    /// loop.
    fn is_undefined_before(&self, range: &LiveRange, copy: Inst, query: QueryResult) -> bool {
        let Some(block) = self.function.inst_block(copy) else {
            return false;
        };
        self.function.blocks[block].preds.iter().all(|pred| {
            let end = self.live_intervals.indexes.block_end(*pred);
            let out = range.value_at(end.prev_slot());
            out.is_none() || out == query.value_out_or_dead()
        })
    }

    /// Marks reads of lanes that have been found undefined.
    fn mark_pruned_uses(&mut self, reg: VReg, pruned: LaneMask) {
        let mut cursor = self.function.first_reg_op(reg);
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let data = self.function.op(operand);
            let skipped = OperandFlags::UNDEF | OperandFlags::DEBUG | OperandFlags::DEF;
            if data.sub_reg().is_none() || data.flags().intersects(skipped) {
                continue;
            }
            let lanes = lanes_of_index(self.function.target, data.sub_reg());
            let at = self
                .live_intervals
                .indexes
                .index(self.function.op_inst(operand));
            let interval = self.live_intervals.interval(reg);
            let mut subs = interval.sub_ranges();
            if (pruned & lanes).any() && subs.any(|sub| !sub.range.live_at(at)) {
                self.function.op_mut(operand).set(OperandFlags::UNDEF, true);
            }
        }
        self.live_intervals
            .interval_mut(reg)
            .remove_empty_sub_ranges();
        self.live_intervals
            .shrink_to_uses(self.function, reg, None, self.log);
    }
}
