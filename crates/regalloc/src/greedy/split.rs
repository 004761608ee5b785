//! Chooses how a register is split.

use avarice_liveness::{RegName, SlotIndex};
use avarice_mir::{Block, BranchProbability, Inst, VReg};
use avarice_target::{LaneMask, PhysReg};
use avarice_trace::events::{Attempt, Event};
use avarice_trace::{event, log};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use super::edge_bundles::{Bundle, EdgeBundles};
use super::frequency::Frequency;
use super::interference_cache::InterferenceCache;
use super::local_split::LocalPlanner;
use super::order::AllocationOrder;
use super::record::no_split;
use super::reg_assign::SplitInterval;
use super::region::{Best, CandidateId, RegionPlanner, RegionState};
use super::split_analysis::{BlockInfo, count_live_blocks};
use super::split_editor::{SpillMode, SplitEditor};
use super::stages::Stage;
use super::{EditParts, Greedy, Scratch};
use crate::class_inflation::constraint_effect;
use crate::live_range_edit::LiveRangeEdit;
use avarice_machine::pass::Analyses;
use avarice_mir::inst_facts::copy_operands;

impl<'l> Greedy<'_, 'l> {
    pub(super) fn analyze(&mut self, reg: VReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.greedy.analysis.analyze(
            self.function,
            &analyses.live_intervals,
            &analyses.loops,
            reg,
            self.log,
        );
    }

    pub(super) fn planner(&mut self) -> RegionPlanner<'_, 'l> {
        let Analyses {
            live_intervals,
            loops,
            frequencies,
            ..
        } = &mut *self.analyses;
        let Scratch { greedy, matrix, .. } = &mut *self.scratch;
        matrix.follow(live_intervals);
        RegionPlanner {
            function: self.function,
            live_intervals,
            matrix,
            frequencies,
            loops,
            bundles: &greedy.bundles,
            placement: &mut greedy.placement,
            cache: &mut greedy.cache,
            insert_points: &mut greedy.insert_points,
            analysis: &greedy.analysis,
            state: &mut greedy.regions,
            log: self.log,
        }
    }

    /// Begins to split the register that was analyzed.
    fn editor<'s>(
        &'s mut self,
        reg: VReg,
        new_regs: &'s mut Vec<VReg>,
        mode: SpillMode,
    ) -> SplitEditor<'s, 's, 'l> {
        let (cx, parts) = self.edit_parts();
        let EditParts {
            analysis,
            insert_points,
            split,
            dead_remats,
            ..
        } = parts;
        let edit = LiveRangeEdit::new(cx, reg, new_regs, Some(dead_remats));
        SplitEditor::new(edit, analysis, insert_points, split, mode)
    }

    /// Splits `reg` in the best way that there is. New registers are added to `new_regs`; none if it cannot
    /// be split.
    pub(super) fn try_split(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        new_regs: &mut Vec<VReg>,
    ) {
        let stage = self.stage(reg);
        if stage >= Stage::Spill {
            return;
        }
        let first = new_regs.len();
        let live_intervals = &self.analyses.live_intervals;
        let interval = live_intervals.interval(reg);
        let local = !interval.is_empty() && live_intervals.in_one_block(interval).is_some();
        self.analyze(reg);
        if local {
            self.try_local_split(reg, order, new_regs);
            if new_regs.len() > first {
                return;
            }
            event!(self.log, no_split(reg, Attempt::Local));
            self.try_instruction_split(reg, new_regs);
            if new_regs.len() == first {
                event!(self.log, no_split(reg, Attempt::Instruction));
            }
            return;
        }
        if stage < Stage::Split2 {
            self.try_region_split(reg, order, new_regs);
            if new_regs.len() > first {
                return;
            }
            event!(self.log, no_split(reg, Attempt::Region));
        }
        self.try_block_split(reg, new_regs);
        if new_regs.len() == first {
            event!(self.log, no_split(reg, Attempt::Block));
        }
    }

    // ---- Regions ------------------------------------------------------------------------------

    fn try_region_split(&mut self, reg: VReg, order: &AllocationOrder, new_regs: &mut Vec<VReg>) {
        if self.is_huge_remat(reg) {
            return;
        }
        let mut planner = self.planner();
        planner.begin();
        let spill_cost = planner.spill_cost();
        let has_compact = planner.find_compact_region();
        let mut best = Best::below(Frequency::MAX, usize::from(has_compact));
        if !has_compact {
            best.cost = spill_cost;
            if planner.log.is_on() {
                let cost = planner.relative(spill_cost);
                log!(planner.log, "Cost of isolating all blocks = {cost}\n");
            }
            let entry = Frequency(planner.frequencies.entry());
            event!(
                planner.log,
                Event::IsolationCost {
                    reg,
                    cost: spill_cost.in_runs(entry),
                }
            );
        }
        self.find_regions(order, &mut best, false);
        if has_compact || best.candidate.is_some() {
            self.split_region(reg, best, has_compact, Attempt::Region, new_regs);
        }
    }

    /// Whether splitting would cost too much time for what it brings.
    fn is_huge_remat(&self, reg: VReg) -> bool {
        let def = self.function.unique_def(reg);
        let remat = def.is_some_and(|inst| {
            self.hooks
                .is_trivially_rematerializable(self.function, inst)
        });
        let segments = self.analyses.live_intervals.interval(reg).segments();
        remat && segments.len() > self.scratch.greedy.tuning.most_split_segments
    }

    /// Finds the best region for any register of the order; with `ignore_callee_saved`, callee-saved
    /// registers that are not used yet are left out.
    pub(super) fn find_regions(
        &mut self,
        order: &AllocationOrder,
        best: &mut Best,
        ignore_callee_saved: bool,
    ) {
        let mut is_left_out =
            |phys: PhysReg| ignore_callee_saved && self.advisor().is_unused_callee_saved(phys);
        let regs: SmallVec<[PhysReg; 32]> = order
            .regs()
            .iter()
            .copied()
            .filter(|phys| !is_left_out(*phys))
            .collect();
        self.planner().try_regions(regs.into_iter(), best);
    }

    /// `reg` could not get `hint`: gives it that in part of its range, if the copies that this takes run
    /// less often than those that it saves. Returns whether it was split.
    pub(super) fn try_split_around_hint(
        &mut self,
        hint: PhysReg,
        reg: VReg,
        new_regs: &mut Vec<VReg>,
    ) -> bool {
        if self.function.optimize_for_size || self.stage(reg) >= Stage::Split2 {
            return false;
        }
        let saved = self.frequency_of_copies(hint, reg);
        let cost = saved.scale(BranchProbability::new(75, 100));
        if cost == Frequency::ZERO {
            return false;
        }
        event!(
            self.log,
            Event::HintSavings {
                reg,
                hint,
                saved: self.runs(saved),
                limit: self.runs(cost),
            }
        );
        self.analyze(reg);
        let mut best = Best::below(cost, 0);
        let mut planner = self.planner();
        planner.begin();
        planner.try_regions(std::iter::once(hint), &mut best);
        if best.candidate.is_none() {
            return false;
        }
        self.split_region(reg, best, false, Attempt::Hint, new_regs);
        true
    }

    /// How often copies between `reg` and `hint` run that would disappear.
    fn frequency_of_copies(&self, hint: PhysReg, reg: VReg) -> Frequency {
        let mut insts = Vec::new();
        avarice_mir::inst_facts::reg_insts(self.function, reg, &mut insts);
        let live_intervals = &self.analyses.live_intervals;
        let mut sum = Frequency::ZERO;
        for inst in insts {
            let copy = copy_operands(self.function, self.hooks, inst);
            let Some(((dst, dst_sub), (src, src_sub))) = copy else {
                continue;
            };
            if !dst_sub.is_none() || !src_sub.is_none() {
                continue;
            }
            let mut other = src;
            if src == reg.into() {
                other = dst;
                let after = live_intervals.indexes.index(inst).reg_slot(false);
                if dst == reg.into() || live_intervals.interval(reg).live_at(after) {
                    continue;
                }
            }
            let phys = match other.as_virtual() {
                Some(other) => self.analyses.virt_reg_map.phys(other),
                None => other.as_physical().unwrap_or(PhysReg::NONE),
            };
            if phys == hint
                && let Some(block) = self.function.inst_block(inst)
            {
                sum += Frequency(self.analyses.frequencies.frequency(block));
            }
        }
        sum
    }

    /// Splits around candidate `best` and, where that is not, around the compact region; `how` is for the record.
    pub(super) fn split_region(
        &mut self,
        reg: VReg,
        best: Best,
        has_compact: bool,
        how: Attempt,
        new_regs: &mut Vec<VReg>,
    ) {
        let greedy = &mut self.scratch.greedy;
        let mut plan = RegionSplit {
            regions: std::mem::take(&mut greedy.regions),
            cache: std::mem::take(&mut greedy.cache),
            bundles: std::mem::take(&mut greedy.bundles),
            candidates: SecondaryMap::new(),
            used: Vec::new(),
        };
        plan.candidates.resize(plan.bundles.count());
        let class = self.function.class(reg);
        // To a larger class, even single instructions are isolated: then the complement is only copies.
        let single_insts = self.class_order(class).proper_sub_class;
        let first = new_regs.len();
        let live_blocks = self.scratch.greedy.analysis.num_live_blocks();
        let mut editor = self.editor(reg, new_regs, SpillMode::Speed);
        for at in best
            .candidate
            .into_iter()
            .chain(has_compact.then_some(CandidateId::COMPACT))
        {
            plan.open(&mut editor, at);
        }
        let globals = editor.edit.regs().len();
        log!(editor.log(), "splitAroundRegion with {globals} globals.\n");
        plan.apply(&mut editor, single_insts);
        let origins = editor.finish();
        let RegionSplit {
            regions,
            cache,
            bundles,
            ..
        } = plan;
        let greedy = &mut self.scratch.greedy;
        (greedy.regions, greedy.cache, greedy.bundles) = (regions, cache, bundles);
        self.follow_debug_values(reg, &new_regs[first..]);
        self.record_split(reg, how, Some(best), (&new_regs[first..], &origins));
        for (new, origin) in new_regs[first..].iter().copied().zip(origins) {
            if self.stage(new) != Stage::New {
                // Left by the elimination of dead code.
                continue;
            }
            if origin == SplitInterval::COMPLEMENT {
                self.set_stage(new, Stage::Spill);
            } else if origin.index() < globals {
                let live_intervals = &self.analyses.live_intervals;
                let count = count_live_blocks(live_intervals, live_intervals.interval(new));
                if count >= live_blocks {
                    log!(
                        self.log,
                        "Main interval covers the same {live_blocks} blocks as original.\n"
                    );
                    // Repeated splitting must terminate.
                    self.set_stage(new, Stage::Split2);
                }
            }
        }
    }

    fn class_order(
        &mut self,
        class: avarice_target::RegClass,
    ) -> &avarice_machine::register_class_info::ClassOrder {
        let class_info = &mut self.scratch.greedy.events.class_info;
        class_info.logged_class(self.function, class, self.log)
    }

    // ---- Blocks -------------------------------------------------------------------------------

    /// Isolates the uses in each block.
    fn try_block_split(&mut self, reg: VReg, new_regs: &mut Vec<VReg>) {
        let class = self.function.class(reg);
        let single_insts = self.class_order(class).proper_sub_class;
        let first = new_regs.len();
        let mut editor = self.editor(reg, new_regs, SpillMode::Speed);
        for at in 0..editor.analysis().use_blocks().len() {
            let info = editor.analysis().use_blocks()[at];
            if editor.should_split_single_block(&info, single_insts) {
                editor.split_single_block(info);
            }
        }
        if editor.edit.regs().is_empty() {
            return;
        }
        let origins = editor.finish();
        self.follow_debug_values(reg, &new_regs[first..]);
        self.record_split(reg, Attempt::Block, None, (&new_regs[first..], &origins));
        for (new, origin) in new_regs[first..].iter().copied().zip(origins) {
            if self.stage(new) == Stage::New && origin == SplitInterval::COMPLEMENT {
                self.set_stage(new, Stage::Spill);
            }
        }
    }

    // ---- Instructions -------------------------------------------------------------------------

    /// Isolates single instructions that allow fewer registers than the rest of the range could have.
    fn try_instruction_split(&mut self, reg: VReg, new_regs: &mut Vec<VReg>) {
        let class = self.function.class(reg);
        let sub_class = self.class_order(class).proper_sub_class;
        if !sub_class && !self.analyses.live_intervals.interval(reg).has_sub_ranges() {
            return;
        }
        let uses = self.scratch.greedy.analysis.use_slots().len();
        if uses <= 1 {
            return;
        }
        log!(self.log, "Split around {uses} individual instrs.\n");
        let larger = self.function.target.class(class).largest_legal_super;
        let larger_count = self.class_order(larger).order.len();
        let mut skipped: Vec<bool> = Vec::with_capacity(uses);
        for at in 0..uses {
            let slot = self.scratch.greedy.analysis.use_slots()[at];
            let inst = self.analyses.live_intervals.indexes.inst_at(slot);
            let skip = inst.is_some_and(|inst| {
                self.is_full_copy(inst)
                    || sub_class && self.count_allowed(inst, reg, larger) == larger_count
                    || !sub_class && !self.reads_lane_subset(inst, reg, slot)
            });
            skipped.push(skip);
        }
        let first = new_regs.len();
        let mut editor = self.editor(reg, new_regs, SpillMode::Size);
        for (at, skip) in skipped.into_iter().enumerate() {
            editor.unpin();
            let slot = editor.analysis().use_slots()[at];
            if skip {
                editor.write_skipped(slot);
                continue;
            }
            editor.split_inst(slot);
        }
        if editor.edit.regs().is_empty() {
            log!(editor.log(), "All uses were copies.\n");
            return;
        }
        let origins = editor.finish();
        // This was the last chance.
        let regs = new_regs[first..].to_vec();
        self.follow_debug_values(reg, &regs);
        self.record_split(reg, Attempt::Instruction, None, (&regs, &origins));
        self.scratch
            .greedy
            .events
            .stages
            .set_stage_of_new(&regs, Stage::Spill);
    }

    fn is_full_copy(&self, inst: Inst) -> bool {
        let copy = copy_operands(self.function, self.hooks, inst);
        copy.is_some_and(|((_, dst), (_, src))| dst.is_none() && src.is_none())
    }

    /// How many registers of `class` an instruction allows for `reg`.
    fn count_allowed(&mut self, inst: Inst, reg: VReg, class: avarice_target::RegClass) -> usize {
        let mut allowed = Some(class);
        for op in self.function.op_ids(inst) {
            if self.function.op(op).as_reg() == reg.into() {
                allowed = allowed.and_then(|class| constraint_effect(self.function, op, class));
            }
        }
        allowed.map_or(0, |class| self.class_order(class).order.len())
    }

    /// Whether an instruction reads only some of the lanes that are live.
    fn reads_lane_subset(&self, inst: Inst, reg: VReg, slot: SlotIndex) -> bool {
        let copy = copy_operands(self.function, self.hooks, inst);
        if copy.is_some_and(|((_, dst), (_, src))| dst == src) {
            return false;
        }
        let target = self.function.target;
        let all = target.class(self.function.class(reg)).lane_mask;
        let mut read = LaneMask::NONE;
        for operand in self.function.operands(inst) {
            if operand.as_reg() != reg.into() {
                continue;
            }
            let undef = operand.has(avarice_mir::OperandFlags::UNDEF);
            if operand.sub_reg().is_none() {
                if operand.is_use() && !undef {
                    read = all;
                }
                continue;
            }
            let lanes = target.sub_reg_indices[operand.sub_reg().index()].lane_mask;
            if operand.is_use() {
                read |= lanes;
            } else if !undef {
                read |= all & !lanes;
            }
        }
        let parts = self.analyses.live_intervals.interval(reg).sub_ranges();
        let live = parts
            .filter(|part| part.range.live_at(slot))
            .fold(LaneMask::NONE, |lanes, part| lanes | part.lanes);
        (read & !live).any()
    }

    // ---- Within a block -----------------------------------------------------------------------

    fn try_local_split(&mut self, reg: VReg, order: &AllocationOrder, new_regs: &mut Vec<VReg>) {
        let progress_required = self.stage(reg) >= Stage::Split2;
        let Analyses {
            live_intervals,
            frequencies,
            ..
        } = &mut *self.analyses;
        let Scratch { greedy, matrix, .. } = &mut *self.scratch;
        matrix.follow(live_intervals);
        let mut planner = LocalPlanner {
            function: self.function,
            live_intervals,
            matrix,
            frequencies,
            analysis: &greedy.analysis,
            log: self.log,
        };
        let Some(region) = planner.plan(order, progress_required) else {
            return;
        };
        let first = new_regs.len();
        let mut editor = self.editor(reg, new_regs, SpillMode::Partition);
        editor.split_local(region.before, region.after);
        let origins = editor.finish();
        self.follow_debug_values(reg, &new_regs[first..]);
        self.record_split(reg, Attempt::Local, None, (&new_regs[first..], &origins));
        if region.no_progress {
            log!(self.log, "Tagging non-progress ranges:");
            for (new, origin) in new_regs[first..].iter().copied().zip(origins) {
                if origin != SplitInterval::COMPLEMENT {
                    self.set_stage(new, Stage::Split2);
                    log!(self.log, " {new}");
                }
            }
            log!(self.log, "\n");
        }
    }
}

/// A split around regions.
struct RegionSplit {
    regions: RegionState,
    cache: InterferenceCache,
    bundles: EdgeBundles,
    /// The candidate of each edge bundle; none for the complement.
    candidates: SecondaryMap<Bundle, PackedOption<CandidateId>>,
    used: Vec<CandidateId>,
}

/// The interval at a border of a block, and where its register is taken.
#[derive(Clone, Copy)]
struct AtBorder {
    interval: SplitInterval,
    taken: SlotIndex,
}

impl AtBorder {
    /// In the complement.
    const OUTSIDE: Self = Self {
        interval: SplitInterval::COMPLEMENT,
        taken: SlotIndex::NONE,
    };
}

impl RegionSplit {
    /// Opens an interval for a candidate, if it has bundles that no one before it has.
    fn open(&mut self, editor: &mut SplitEditor<'_, '_, '_>, at: CandidateId) {
        let candidate = &mut self.regions.candidates[at];
        let mut count = 0;
        for bundle in candidate.live_bundles.iter() {
            let owner = &mut self.candidates[bundle];
            if owner.is_none() {
                *owner = at.into();
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        self.used.push(at);
        candidate.interval = editor.open_interval();
        let (interval, phys) = (candidate.interval, candidate.phys);
        let name = RegName::phys(editor.edit.cx.function.target, phys);
        if phys.is_none() {
            log!(
                editor.log(),
                "Split for compact region in {count} bundles, intv {interval}.\n"
            );
        } else {
            log!(
                editor.log(),
                "Split for {name} in {count} bundles, intv {interval}.\n"
            );
        }
    }

    /// What is at the entry or exit of a block.
    fn at_border(
        &mut self,
        editor: &mut SplitEditor<'_, '_, '_>,
        block: Block,
        exit: bool,
    ) -> AtBorder {
        let cx = &mut editor.edit.cx;
        let bundle = self.bundles.of_block(block)[usize::from(exit)];
        let mut result = AtBorder::OUTSIDE;
        let Some(at) = self.candidates[bundle].expand() else {
            return result;
        };
        let candidate = &self.regions.candidates[at];
        result.interval = candidate.interval;
        if let Some(entry) = candidate.entry() {
            let (function, live_intervals) = (&*cx.function, &*cx.live_intervals);
            let found = self
                .cache
                .exact(function, live_intervals, cx.matrix, entry, block);
            result.taken = if exit { found.last } else { found.first };
        }
        result
    }

    fn apply(&mut self, editor: &mut SplitEditor<'_, '_, '_>, single_insts: bool) {
        for at in 0..editor.analysis().use_blocks().len() {
            let info: BlockInfo = editor.analysis().use_blocks()[at];
            let (mut enters, mut leaves) = (AtBorder::OUTSIDE, AtBorder::OUTSIDE);
            if info.live_in {
                enters = self.at_border(editor, info.block, false);
            }
            if info.live_out {
                leaves = self.at_border(editor, info.block, true);
            }
            match (enters.interval, leaves.interval) {
                (SplitInterval::COMPLEMENT, SplitInterval::COMPLEMENT) => {
                    let number = editor.edit.cx.function.blocks[info.block].number;
                    log!(editor.log(), "%bb.{number} isolated.\n");
                    if editor.should_split_single_block(&info, single_insts) {
                        editor.split_single_block(info);
                    }
                }
                (_, SplitInterval::COMPLEMENT) => {
                    editor.split_reg_in_block(info, enters.interval, enters.taken)
                }
                (SplitInterval::COMPLEMENT, _) => {
                    editor.split_reg_out_block(info, leaves.interval, leaves.taken)
                }
                _ => editor.split_live_through_block(
                    info.block,
                    enters.interval,
                    enters.taken,
                    leaves.interval,
                    leaves.taken,
                ),
            }
        }
        let mut todo = editor.analysis().through_blocks().clone();
        for used in self.used.clone() {
            for at in 0..self.regions.candidates[used].active_blocks.len() {
                let block = self.regions.candidates[used].active_blocks[at];
                if !todo.remove(block) {
                    continue;
                }
                let enters = self.at_border(editor, block, false);
                let leaves = self.at_border(editor, block, true);
                let is_in_register =
                    [enters, leaves].map(|at| at.interval != SplitInterval::COMPLEMENT);
                if is_in_register.contains(&true) {
                    editor.split_live_through_block(
                        block,
                        enters.interval,
                        enters.taken,
                        leaves.interval,
                        leaves.taken,
                    );
                }
            }
        }
    }
}
