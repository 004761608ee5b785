//! The second step of splitting: transfers values, segments and operands to the new intervals.

use avarice_liveness::calc::LiveRangeCalc;
use avarice_liveness::live_intervals::all_defs_are_dead;
use avarice_liveness::{LiveInterval, LiveIntervals, LiveRange, Segment, SlotIndex, VNInfoId};
use avarice_mir::{Block, Inst, Op, OperandFlags, Reg, VReg};
use avarice_target::LaneMask;
use avarice_trace::log;
use smallvec::SmallVec;

use super::reg_assign::SplitInterval;
use super::split_editor::{SpillMode, SplitEditor};
use super::split_values::Mapping;
use avarice_mir::inst_flags::add_dead;

/// What is known of a complex value at the borders of a block.
#[derive(Clone, Copy, Debug)]
enum Border {
    /// This value leaves the block.
    Out(VNInfoId),
    /// A value enters the block and lives up to a place (none: through the block).
    In(SlotIndex),
}

/// The same, with the new interval and the block.
#[derive(Clone, Copy, Debug)]
struct AtBorder {
    interval: SplitInterval,
    block: Block,
    border: Border,
}

impl AtBorder {
    fn new(interval: SplitInterval, block: Block, border: Border) -> Self {
        Self {
            interval,
            block,
            border,
        }
    }
}

/// An operand whose interval has sub-ranges, which are made live up to it when all operands are known.
#[derive(Clone, Copy, Debug)]
struct Extension {
    reg: VReg,
    lanes: LaneMask,
    to: SlotIndex,
}

impl SplitEditor<'_, '_, '_> {
    /// Ends the split. Returns for each new register of the edit the interval that it was, since an interval
    /// whose parts are not connected becomes several registers.
    pub fn finish(mut self) -> Vec<SplitInterval> {
        self.unpin();
        self.state.assign.close();
        self.define_original_values();
        self.settle_values();
        if self.state.mode != SpillMode::Partition {
            self.hoist_copies();
        }
        let skipped = self.transfer_values();
        self.rewrite_assigned(skipped);
        if skipped {
            self.extend_phi_kill_ranges();
            self.delete_remat_victims();
        }
        for new in self.intervals() {
            let reg = self.reg(new);
            let interval = self.edit.cx.live_intervals.interval_mut(reg);
            interval.remove_empty_sub_ranges();
            interval.renumber_values();
        }
        let origins = self.separate_components();
        self.edit.compute_classes_and_weights();
        origins
    }

    fn separate_components(&mut self) -> Vec<SplitInterval> {
        let mut origins: Vec<SplitInterval> = self.intervals().collect();
        for new in self.intervals() {
            let reg = self.reg(new);
            self.edit.split_components(reg);
            origins.resize(self.edit.regs().len(), new);
        }
        origins
    }

    fn define_original_values(&mut self) {
        for value in self.parent_range().value_ids() {
            let info = self.parent_range().value(value);
            if info.is_unused() {
                continue;
            }
            let new = self.state.assign.lookup(info.def);
            self.def_value(new, value, info.def, true);
            if self.edit.did_rematerialize(value) {
                self.force_recompute_everywhere(value);
            }
        }
    }

    /// The live ranges of a value that has been computed again, and of what flows into it by PHIs, may be
    /// shorter everywhere.
    fn force_recompute_everywhere(&mut self, value: VNInfoId) {
        let mut visited: SmallVec<[VNInfoId; 8]> = SmallVec::from_slice(&[value]);
        let mut work_list = visited.clone();
        while let Some(value) = work_list.pop() {
            for new in self.intervals() {
                self.force_recompute(new, value);
            }
            let range = self.parent_range();
            let info = range.value(value);
            if !info.is_phi_def() {
                continue;
            }
            let indexes = &self.edit.cx.live_intervals.indexes;
            let block = indexes.block_at(info.def);
            for pred in &self.edit.cx.function.blocks[block].preds {
                let out = range.value_before(indexes.block_end(*pred));
                if let Some(out) = out.filter(|out| !visited.contains(out)) {
                    visited.push(out);
                    work_list.push(out);
                }
            }
        }
    }

    // ---- Segments -----------------------------------------------------------------------------

    /// Distributes the parent's segments. Returns whether some have to be found by following uses.
    fn transfer_values(&mut self) -> bool {
        let count = self.edit.regs().len() as u32;
        for calc in &mut self.state.calcs {
            calc.reset_for(self.edit.cx.function, count);
        }
        let mut skipped = false;
        let mut borders: Vec<AtBorder> = Vec::new();
        let mut part = 0;
        for at in 0..self.parent_range().segments().len() {
            let segment = self.parent_range().segments()[at];
            log!(self.log(), "  blit {segment}:");
            let mut start = segment.start;
            let parts = self.state.assign.parts();
            part += parts[part..].partition_point(|part| part.stop <= start);
            while start != segment.end {
                let mut end = segment.end;
                let new = match self.state.assign.parts().get(part) {
                    None => SplitInterval::COMPLEMENT,
                    Some(assigned) if assigned.start <= start => {
                        if assigned.stop < end {
                            end = assigned.stop;
                            part += 1;
                        }
                        assigned.interval
                    }
                    Some(assigned) => {
                        end = end.min(assigned.start);
                        SplitInterval::COMPLEMENT
                    }
                };
                skipped |= self.blit(new, segment.value, start, end, &mut borders);
                start = end;
            }
            log!(self.log(), "\n");
        }
        self.calculate_borders(&mut borders);
        skipped
    }

    /// Gives `[start, end)` of a parent value to a new interval. Returns whether that was left to later.
    fn blit(
        &mut self,
        new: SplitInterval,
        parent_value: VNInfoId,
        start: SlotIndex,
        end: SlotIndex,
        borders: &mut Vec<AtBorder>,
    ) -> bool {
        let reg = self.reg(new);
        log!(self.log(), " [{start};{end})={new}({reg})");
        match self.mapping(new, parent_value) {
            Some(Mapping::Simple(value)) => {
                log!(self.log(), ":{}", value.as_u32());
                let interval = self.edit.cx.live_intervals.interval_mut(reg);
                interval.add_segment(Segment::new(start, end, value));
                false
            }
            Some(Mapping::Complex { forced: true }) => {
                log!(self.log(), "(recalc)");
                true
            }
            _ => {
                self.blit_complex(new, parent_value, start, end, borders);
                false
            }
        }
    }

    fn blit_complex(
        &mut self,
        new: SplitInterval,
        parent_value: VNInfoId,
        start: SlotIndex,
        end: SlotIndex,
        borders: &mut Vec<AtBorder>,
    ) {
        let reg = self.reg(new);
        let parent_def = self.parent_range().value(parent_value).def;
        let cx = &mut self.edit.cx;
        let blocks = cx.live_intervals.indexes.block_starts();
        let mut place = blocks.partition_point(|(from, _)| *from <= start) - 1;
        let block = blocks[place].1;
        let (mut block_start, block_end) = cx.live_intervals.indexes.block_range(block);
        if start != block_start {
            // It has a definition of its own.
            let interval = cx.live_intervals.interval_mut(reg);
            let value = interval.extend_in_block(block_start, block_end.min(end));
            debug_assert!(value.is_some(), "missing definition of {reg}");
            if let Some(value) = value {
                let number = cx.function.blocks[block].number;
                log!(cx.log, ":{}*%bb.{number}", value.as_u32());
                if block_end <= end {
                    borders.push(AtBorder::new(new, block, Border::Out(value)));
                }
            }
            place += 1;
            block_start = block_end;
        }
        while block_start < end {
            let block = cx.live_intervals.indexes.block_starts()[place].1;
            log!(cx.log, ">%bb.{}", cx.function.blocks[block].number);
            let block_end = cx.live_intervals.indexes.block_end(block);
            if block_start == parent_def {
                // The parent's PHI.
                let interval = cx.live_intervals.interval_mut(reg);
                let value = interval.extend_in_block(block_start, block_end.min(end));
                if let Some(value) = value.filter(|_| end >= block_end) {
                    borders.push(AtBorder::new(new, block, Border::Out(value)));
                }
            } else {
                let kill = if end < block_end {
                    end
                } else {
                    SlotIndex::NONE
                };
                borders.push(AtBorder::new(new, block, Border::In(kill)));
            }
            block_start = block_end;
            place += 1;
        }
    }

    /// Finds the values at block borders, one interval after the other.
    fn calculate_borders(&mut self, borders: &mut [AtBorder]) {
        borders.sort_by_key(|border| border.interval);
        for group in borders.chunk_by(|a, b| a.interval == b.interval) {
            let new = group[0].interval;
            let calc = self.state.calc(new);
            calc.turn_to(new.as_u32());
            for AtBorder { block, border, .. } in group {
                match border {
                    Border::Out(value) => calc.set_live_out_value(*block, Some(*value)),
                    Border::In(kill) => {
                        calc.add_live_in_block(*block, *kill);
                        if kill.is_none() {
                            calc.set_live_out_value(*block, None);
                        }
                    }
                }
            }
            let reg = self.reg(new);
            let cx = &mut self.edit.cx;
            let mut interval = cx.live_intervals.take_interval(reg);
            let input = cx.live_intervals.calc_input(cx.function);
            let calc = self.state.calc(new);
            calc.calculate_values(input, &mut interval);
            cx.live_intervals.put_interval(interval);
        }
    }

    /// Makes a new interval live up to `to`.
    fn extend(&mut self, new: SplitInterval, to: SlotIndex) {
        let reg = self.reg(new);
        let cx = &mut self.edit.cx;
        let mut interval = cx.live_intervals.take_interval(reg);
        let input = cx.live_intervals.calc_input(cx.function);
        let calc = self.state.calc(new);
        calc.turn_to(new.as_u32());
        calc.extend(input, &mut interval, to, &[]);
        cx.live_intervals.put_interval(interval);
    }

    // ---- Operands -----------------------------------------------------------------------------

    /// Gives the parent's operands to the new registers; with `extend_ranges`, makes these live up to them.
    fn rewrite_assigned(&mut self, extend_ranges: bool) {
        let parent = self.edit.parent;
        let mut extensions: Vec<Extension> = Vec::new();
        let mut cursor = self.edit.cx.function.first_reg_op(parent);
        while let Some(op) = cursor {
            let cx = &mut self.edit.cx;
            cursor = cx.function.next_reg_op(op);
            let inst = cx.function.op_inst(op);
            if cx.function.is_debug(inst) {
                if cx.log.is_on() {
                    log!(cx.log, "Zapping ");
                    cx.log.write_inst(cx.function, inst);
                }
                cx.function.set_op_reg(op, Reg::NONE);
                continue;
            }
            self.rewrite_operand(op, inst, extend_ranges, &mut extensions);
        }
        for extension in extensions {
            self.extend_sub_ranges(extension);
        }
        for new in self.intervals() {
            let reg = self.reg(new);
            let cx = &mut self.edit.cx;
            if !cx.live_intervals.interval(reg).has_sub_ranges() {
                continue;
            }
            let mut interval = cx.live_intervals.take_interval(reg);
            interval.clear();
            interval.remove_empty_sub_ranges();
            let input = cx.live_intervals.calc_input(cx.function);
            self.state
                .sub_calc
                .construct_main_range(input, &mut interval);
            cx.live_intervals.put_interval(interval);
        }
    }

    fn rewrite_operand(
        &mut self,
        op: Op,
        inst: Inst,
        extend_ranges: bool,
        extensions: &mut Vec<Extension>,
    ) {
        let cx = &mut self.edit.cx;
        let operand = *cx.function.op(op);
        let undef = operand.has(OperandFlags::UNDEF);
        let mut at = cx.live_intervals.indexes.index(inst);
        if operand.is_def() || undef {
            at = at.reg_slot(operand.has(OperandFlags::EARLY_CLOBBER));
        }
        let new = self.state.assign.lookup(at);
        let reg = self.reg(new);
        let cx = &mut self.edit.cx;
        cx.function.set_op_reg(op, reg);
        if cx.log.is_on() {
            let block = cx.function.inst_block(inst);
            let number = block.map_or(0, |block| cx.function.blocks[block].number);
            log!(cx.log, "  rewr %bb.{number}\t{at}:{new}\t");
            cx.log.write_inst(cx.function, inst);
        }
        if !extend_ranges || undef {
            return;
        }
        if operand.is_def() {
            let partial = !operand.sub_reg().is_none();
            if !partial && !operand.has(OperandFlags::EARLY_CLOBBER) {
                return;
            }
            if !self.parent_range().live_at(at.prev_slot()) {
                return;
            }
        } else {
            let def = operand
                .tied_to()
                .map(|def| *self.edit.cx.function.operand(inst, def));
            at = at.reg_slot(def.is_some_and(|def| def.has(OperandFlags::EARLY_CLOBBER)));
        }
        if !self.edit.cx.live_intervals.interval(reg).has_sub_ranges() {
            self.extend(new, at);
        } else if operand.is_use() {
            let function = &*self.edit.cx.function;
            let lanes = if operand.sub_reg().is_none() {
                function.target.class(function.class(reg)).lane_mask
            } else {
                function.target.sub_reg_indices[operand.sub_reg().index()].lane_mask
            };
            extensions.push(Extension { reg, lanes, to: at });
        }
    }

    fn extend_sub_ranges(&mut self, extension: Extension) {
        let cx = &mut self.edit.cx;
        let mut interval = cx.live_intervals.take_interval(extension.reg);
        let mut undefs: Vec<SlotIndex> = Vec::new();
        let lanes: SmallVec<[LaneMask; 4]> = interval.sub_ranges().map(|sub| sub.lanes).collect();
        for (at, lanes) in lanes.into_iter().enumerate() {
            if (lanes & extension.lanes).is_none() {
                continue;
            }
            undefs.clear();
            let indexes = &cx.live_intervals.indexes;
            interval.sub_range_undefs(&mut undefs, lanes, cx.function, indexes);
            let input = cx.live_intervals.calc_input(cx.function);
            if let Some(sub) = interval
                .sub_ranges_mut()
                .nth(at)
                .filter(|s| !s.range.is_empty())
            {
                let calc = &mut self.state.sub_calc;
                calc.reset(cx.function);
                calc.extend(input, &mut sub.range, extension.to, &undefs);
            }
        }
        cx.live_intervals.put_interval(interval);
    }

    // ---- PHI values ---------------------------------------------------------------------------

    /// Makes new intervals live out of the predecessors of each block where the parent has a PHI value that
    /// is still alive.
    fn extend_phi_kill_ranges(&mut self) {
        for value in self.parent_range().value_ids() {
            let info = self.parent_range().value(value);
            if !info.is_phi_def() {
                continue;
            }
            let new = self.state.assign.lookup(info.def);
            let reg = self.reg(new);
            let cx = &mut self.edit.cx;
            let block = cx.live_intervals.indexes.block_at(info.def);
            if remove_dead_segment(cx.live_intervals.interval_mut(reg), info.def) {
                continue;
            }
            for at in 0..self.edit.cx.function.blocks[block].preds.len() {
                let pred = self.edit.cx.function.blocks[block].preds[at];
                let end = self.edit.cx.live_intervals.indexes.block_end(pred);
                if self.parent_range().live_at(end.prev_slot()) {
                    self.extend(new, end);
                }
            }
        }
        let parent = self.edit.cx.live_intervals.take_interval(self.edit.parent);
        for part in parent.sub_ranges() {
            for value in part
                .range
                .values()
                .iter()
                .filter(|value| value.is_phi_def())
            {
                let reg = self.reg(self.state.assign.lookup(value.def));
                let cx = &mut self.edit.cx;
                let mut interval = cx.live_intervals.take_interval(reg);
                let input = (&*cx.function, &*cx.live_intervals);
                let calc = &mut self.state.sub_calc;
                extend_sub_range_phi(
                    calc,
                    input,
                    &mut interval,
                    part.lanes,
                    &part.range,
                    value.def,
                );
                cx.live_intervals.put_interval(interval);
            }
        }
        self.edit.cx.live_intervals.put_interval(parent);
    }

    /// Removes definitions that are no longer read because the values were rematerialized everywhere.
    fn delete_remat_victims(&mut self) {
        let mut dead: Vec<Inst> = Vec::new();
        for new in self.intervals() {
            let reg = self.reg(new);
            let cx = &mut self.edit.cx;
            let interval = cx.live_intervals.interval(reg);
            for segment in interval.segments() {
                let value = interval.value(segment.value);
                if segment.end != value.def.dead_slot() || value.is_phi_def() {
                    continue;
                }
                let Some(inst) = cx.live_intervals.indexes.inst_at(value.def) else {
                    continue;
                };
                add_dead(cx.function, inst, reg.into(), false);
                if all_defs_are_dead(cx.function, inst) {
                    log!(cx.log, "All defs dead: ");
                    cx.log.write_inst(cx.function, inst);
                    dead.push(inst);
                }
            }
        }
        if !dead.is_empty() {
            self.edit.eliminate_dead_defs(&mut dead, &[]);
        }
    }
}

/// If the value defined at `def` is not live any more, or only there, removes it.
fn remove_dead_segment(range: &mut LiveRange, def: SlotIndex) -> bool {
    let Some(at) = range.segment_at(def) else {
        return true;
    };
    if range.segments()[at].end != def.dead_slot() {
        return false;
    }
    range.remove_segment_at(at, true);
    true
}

/// Makes one sub-range live out of the predecessors of a PHI value of the parent's sub-range.
fn extend_sub_range_phi(
    calc: &mut LiveRangeCalc,
    (function, live_intervals): (&avarice_mir::MachineFunction, &LiveIntervals),
    interval: &mut LiveInterval,
    lanes: LaneMask,
    parent: &LiveRange,
    def: SlotIndex,
) {
    let mut undefs: Vec<SlotIndex> = Vec::new();
    interval.sub_range_undefs(&mut undefs, lanes, function, &live_intervals.indexes);
    let Some(sub) = interval.sub_ranges_mut().find(|sub| sub.lanes == lanes) else {
        return;
    };
    if remove_dead_segment(&mut sub.range, def) {
        return;
    }
    let block = live_intervals.indexes.block_at(def);
    calc.reset(function);
    for pred in &function.blocks[block].preds {
        let end = live_intervals.indexes.block_end(*pred);
        if parent.live_at(end.prev_slot()) {
            let input = live_intervals.calc_input(function);
            calc.extend(input, &mut sub.range, end, &undefs);
        }
    }
}
