//! Splitting within one block: the intervals in which the value enters and leaves it, around interference.
//!
//! In the pictures a line is the block; `o` are uses, `x` is the last one; `<<<` and `>>>` are places where
//! the register is taken at the end and at the start; `═` is the interval wanted, `-` a new local one, `_`
//! the complement.

use avarice_liveness::SlotIndex;
use avarice_mir::Block;
use avarice_trace::log;

use super::reg_assign::SplitInterval;
use super::split_analysis::BlockInfo;
use super::split_editor::{Pin, SplitEditor};

impl SplitEditor<'_, '_, '_> {
    fn same_or_none(&self, pin: Pin) -> Option<SlotIndex> {
        let index = self.at(pin);
        (!index.is_none()).then_some(index)
    }

    /// Isolates the instruction at `slot`.
    pub fn split_inst(&mut self, slot: SlotIndex) {
        self.unpin();
        self.open_interval();
        let slot = self.pin(slot);
        let start = self.enter_before(self.at(slot));
        let start = self.pin(start);
        let stop = self.leave_after(self.at(slot));
        self.use_interval(self.at(start), stop);
    }

    /// Isolates the uses from `first` to `last` (positions among the use slots).
    pub fn split_local(&mut self, first: usize, last: usize) {
        self.unpin();
        self.open_interval();
        let start = self.enter_before(self.analysis.use_slots()[first]);
        let start = self.pin(start);
        let stop = self.leave_after(self.analysis.use_slots()[last]);
        self.use_interval(self.at(start), stop);
    }

    /// Isolates the uses in a block.
    ///
    /// ```text
    ///   |--o--o--x---|
    ///   ___------____
    /// ```
    pub fn split_single_block(&mut self, info: BlockInfo) {
        self.unpin();
        let last_inst = self.pin(info.last_inst);
        self.open_interval();
        let last = self.last_split_point(info.block);
        let start = self.enter_before(info.first_inst.min(last));
        let start = self.pin(start);
        let last = self.last_split_point(info.block);
        if !info.live_out || self.at(last_inst) < last {
            let stop = self.leave_after(self.at(last_inst));
            self.use_interval(self.at(start), stop);
        } else {
            // The last use is a terminator.
            let stop = self.leave_before(last);
            self.use_interval(self.at(start), stop);
            self.overlap(stop, self.at(last_inst));
        }
    }

    /// Splits in a block that the parent lives through without use: it enters in interval `enters` and leaves
    /// in `leaves`. `leave_before` is where the register of the one is taken
    /// first, `enter_after` where that of the other is free again; none if they are free.
    pub fn split_live_through_block(
        &mut self,
        block: Block,
        enters: SplitInterval,
        leave_before: SlotIndex,
        leaves: SplitInterval,
        enter_after: SlotIndex,
    ) {
        self.unpin();
        let (start, stop) = self.edit.cx.live_intervals.indexes.block_range(block);
        let number = self.block_number(block);
        log!(
            self.log(),
            "%bb.{number} [{start};{stop}) intf {leave_before}-{enter_after}, live-through {enters} -> {leaves}"
        );
        if leaves == SplitInterval::COMPLEMENT {
            //   |-----------|
            //   ═____________
            log!(self.log(), ", spill on entry.\n");
            self.select_interval(enters);
            self.leave_at_top(block);
            return;
        }
        if enters == SplitInterval::COMPLEMENT {
            //   |-----------|
            //   ___________══
            log!(self.log(), ", reload on exit.\n");
            self.select_interval(leaves);
            self.enter_at_end(block);
            return;
        }
        let (before, after) = (self.pin(leave_before), self.pin(enter_after));
        if enters == leaves && leave_before.is_none() && enter_after.is_none() {
            log!(self.log(), ", straight through.\n");
            self.select_interval(leaves);
            self.use_interval(start, stop);
            return;
        }
        let apart = leave_before.is_none()
            || enter_after.is_none()
            || leave_before.base() > enter_after.boundary();
        if enters != leaves && apart {
            self.switch_in_block(block, enters, before, leaves);
            return;
        }
        //   >>>><><><><<<<
        //   |-----------|
        //   ══---------══      the complement in between
        log!(self.log(), ", create local intv for interference.\n");
        self.select_interval(leaves);
        let index = self.enter_after(self.at(after));
        let stop = self.edit.cx.live_intervals.indexes.block_end(block);
        self.use_interval(index, stop);
        self.select_interval(enters);
        let index = self.leave_before(self.at(before));
        let start = self.edit.cx.live_intervals.indexes.block_start(block);
        self.use_interval(start, index);
    }

    /// Goes over from one interval to another.
    ///
    /// ```text
    ///   >>>>     <<<<
    ///   |-----------|
    ///   ══════-------
    /// ```
    fn switch_in_block(
        &mut self,
        block: Block,
        enters: SplitInterval,
        before: Pin,
        leaves: SplitInterval,
    ) {
        log!(self.log(), ", switch avoiding interference.\n");
        let last = self.last_split_point(block);
        self.select_interval(leaves);
        let index = match self.same_or_none(before) {
            Some(leave_before) if leave_before < last => {
                let index = self.enter_before(leave_before);
                let stop = self.edit.cx.live_intervals.indexes.block_end(block);
                self.use_interval(index, stop);
                index
            }
            _ => self.enter_at_end(block),
        };
        self.select_interval(enters);
        let start = self.edit.cx.live_intervals.indexes.block_start(block);
        self.use_interval(start, index);
    }

    /// Splits in a block with uses that the parent enters in interval `enters` and leaves, if at all, in the
    /// complement. `leave_before` is where the register is taken first; none if it is free.
    pub fn split_reg_in_block(
        &mut self,
        info: BlockInfo,
        enters: SplitInterval,
        leave_before: SlotIndex,
    ) {
        self.unpin();
        let (start, stop) = self.edit.cx.live_intervals.indexes.block_range(info.block);
        let number = self.block_number(info.block);
        let end = if info.live_out {
            ", stack-out"
        } else {
            ", killed in block"
        };
        log!(
            self.log(),
            "%bb.{number} [{start};{stop}), uses {}-{}, reg-in {enters}, leave before {leave_before}{end}",
            info.first_inst,
            info.last_inst
        );
        if !info.live_out && (leave_before.is_none() || leave_before >= info.last_inst) {
            //               <<<
            //   |---o---x   |
            //   ═════════
            log!(self.log(), " before interference.\n");
            self.select_interval(enters);
            self.use_interval(start, info.last_inst);
            return;
        }
        let last_inst = self.pin(info.last_inst);
        let before = self.pin(leave_before);
        let last = self.last_split_point(info.block);
        if leave_before.is_none() || leave_before > info.last_inst.boundary() {
            self.spill_after_last_use(&info, enters, last);
            return;
        }
        let local = self.open_interval();
        log!(self.log(), ", creating local interval {local}.\n");
        let to = if !info.live_out || info.last_inst < last {
            //         <<<<<<<
            //   |---o---o---|
            //   ═════----____
            let to = self.leave_after(info.last_inst);
            self.pin(to)
        } else {
            //         <<<<<<<
            //   |---o---o--o|
            //   ═════-------
            //          \_____
            let to = self.leave_before(last);
            let to = self.pin(to);
            self.overlap(self.at(to), self.at(last_inst));
            let limit = self.at(to).min(self.at(before));
            self.set_pin(before, limit);
            to
        };
        let from = self.enter_before(self.at(before));
        let from = self.pin(from);
        self.use_interval(self.at(from), self.at(to));
        self.select_interval(enters);
        let start = self.edit.cx.live_intervals.indexes.block_start(info.block);
        self.use_interval(start, self.at(from));
    }

    /// The register is free up to the last use.
    ///
    /// ```text
    ///               <<<                        <
    ///   |---o---o---|             |---o---o--o|
    ///   ═════════____             ════════════
    ///                                   \_____
    /// ```
    fn spill_after_last_use(&mut self, info: &BlockInfo, enters: SplitInterval, last: SlotIndex) {
        let block = info.block;
        let last_inst = self.pin(info.last_inst);
        if info.last_inst < last {
            log!(self.log(), ", spill after last use before interference.\n");
            self.select_interval(enters);
            let index = self.leave_after(info.last_inst);
            let start = self.edit.cx.live_intervals.indexes.block_start(block);
            self.use_interval(start, index);
        } else {
            log!(self.log(), ", spill before last split point.\n");
            self.select_interval(enters);
            let index = self.leave_before(last);
            self.overlap(index, self.at(last_inst));
            let start = self.edit.cx.live_intervals.indexes.block_start(block);
            self.use_interval(start, index);
        }
    }

    /// Splits in a block with uses that the parent leaves in interval `leaves` and enters, if at all, in the
    /// complement. `enter_after` is where the register is free again; none if it is free.
    pub fn split_reg_out_block(
        &mut self,
        info: BlockInfo,
        leaves: SplitInterval,
        enter_after: SlotIndex,
    ) {
        self.unpin();
        let (start, stop) = self.edit.cx.live_intervals.indexes.block_range(info.block);
        let number = self.block_number(info.block);
        let begin = if info.live_in {
            ", stack-in"
        } else {
            ", defined in block"
        };
        log!(
            self.log(),
            "%bb.{number} [{start};{stop}), uses {}-{}, reg-out {leaves}, enter after {enter_after}{begin}",
            info.first_inst,
            info.last_inst
        );
        let last = self.last_split_point(info.block);
        if !info.live_in && (enter_after.is_none() || enter_after <= info.first_inst) {
            //   >>>>
            //   |   o---o---|
            //       ═════════
            log!(self.log(), " after interference.\n");
            self.select_interval(leaves);
            self.use_interval(info.first_inst, stop);
            return;
        }
        let first_inst = self.pin(info.first_inst);
        if enter_after.is_none() || enter_after < info.first_inst.base() {
            //   >>>>
            //   |---o---o---|
            //   ____═════════
            log!(self.log(), ", reload after interference.\n");
            self.select_interval(leaves);
            let index = self.enter_before(last.min(info.first_inst));
            let stop = self.edit.cx.live_intervals.indexes.block_end(info.block);
            self.use_interval(index, stop);
            return;
        }
        //   >>>>>>>
        //   |---o---o---|
        //   ____---══════
        log!(self.log(), ", interference overlaps uses.\n");
        self.select_interval(leaves);
        let index = self.enter_after(enter_after);
        let index = self.pin(index);
        let stop = self.edit.cx.live_intervals.indexes.block_end(info.block);
        self.use_interval(self.at(index), stop);
        self.open_interval();
        let from = self.enter_before(self.at(index).min(self.at(first_inst)));
        self.use_interval(from, self.at(index));
    }
}
