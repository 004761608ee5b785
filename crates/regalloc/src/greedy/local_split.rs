//! Splitting a live range inside its only block.
//!
//! Between two neighbouring uses is a *gap*. For each physical register, the weight of a gap is that of the
//! heaviest interference there. The best run of gaps is the one where the new, shorter range outweighs what
//! has to be evicted by the most.

use std::collections::VecDeque;

use avarice_liveness::{LiveIntervals, RegName, SlotIndex};
use avarice_mir::{BlockFrequencies, MachineFunction};
use avarice_target::PhysReg;
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};

use super::order::AllocationOrder;
use super::split_analysis::{BlockInfo, SplitAnalysis};
use crate::interference::LiveRegMatrix;

/// Only a clear difference counts, so that decisions do not depend on rounding.
const HYSTERESIS: f32 = 2007.0 / 2048.0;

/// A run of uses that gets an interval of its own.
#[derive(Clone, Copy, Debug)]
pub struct LocalRegion {
    /// First use.
    pub before: usize,
    /// Last use.
    pub after: usize,
    /// Whether the new interval has as many gaps as the old one.
    pub no_progress: bool,
}

/// Looks for the best run of uses of the live range that `analysis` is about.
pub struct LocalPlanner<'a, 'l> {
    /// The function.
    pub function: &'a mut MachineFunction,
    /// Liveness.
    pub live_intervals: &'a mut LiveIntervals,
    /// Assignments by unit.
    pub matrix: &'a mut LiveRegMatrix,
    /// Block frequencies.
    pub frequencies: &'a BlockFrequencies,
    /// The live range.
    pub analysis: &'a SplitAnalysis,
    /// Debug log.
    pub log: &'a mut Log<'l>,
}

/// What the runs of uses for one register have in common.
struct Search {
    phys: PhysReg,
    /// The block.
    info: BlockInfo,
    /// How often it runs, relative to the entry.
    frequency: f32,
    /// The new interval must have fewer gaps than the old one.
    progress_required: bool,
}

/// The best run so far.
struct Best {
    before: usize,
    after: usize,
    difference: f32,
}

impl LocalPlanner<'_, '_> {
    /// The best run of uses for any register of `order`. With `progress_required` it must be shorter than
    /// the whole.
    pub fn plan(
        &mut self,
        order: &AllocationOrder,
        progress_required: bool,
    ) -> Option<LocalRegion> {
        let [info] = self.analysis.use_blocks() else {
            return None;
        };
        let info = *info;
        let uses = self.analysis.use_slots();
        if uses.len() <= 2 {
            return None;
        }
        let gaps = uses.len() - 1;
        self.write_uses();
        let mask_gaps = self.reg_mask_gaps(&info);
        let mut best = Best {
            before: gaps,
            after: 0,
            difference: 0.0,
        };
        let frequency =
            self.frequencies.frequency(info.block) as f32 * (1.0 / self.frequencies.entry() as f32);
        let mut weights: Vec<f32> = Vec::with_capacity(gaps);
        for phys in order.regs() {
            self.gap_weights(*phys, &info, &mut weights);
            let reg = self.analysis.parent();
            if self
                .matrix
                .reg_mask_interferes(self.function, self.live_intervals, reg, *phys)
            {
                for gap in &mask_gaps {
                    weights[*gap] = f32::INFINITY;
                }
            }
            let search = Search {
                phys: *phys,
                info,
                frequency,
                progress_required,
            };
            self.search(&search, &weights, &mut best);
        }
        if best.before == gaps {
            return None;
        }
        log!(
            self.log,
            "Best local split range: {}-{}, {}, {} instrs\n",
            uses[best.before],
            uses[best.after],
            avarice_liveness::Exponent(best.difference),
            best.after - best.before + 1
        );
        let live_before = best.before != 0 || info.live_in;
        let live_after = best.after != gaps || info.live_out;
        let new_gaps =
            usize::from(live_before) + best.after - best.before + usize::from(live_after);
        Some(LocalRegion {
            before: best.before,
            after: best.after,
            no_progress: new_gaps >= gaps,
        })
    }

    fn write_uses(&mut self) {
        if self.log.is_on() {
            log!(self.log, "tryLocalSplit: ");
            for slot in self.analysis.use_slots() {
                log!(self.log, " {slot}");
            }
            log!(self.log, "\n");
        }
    }

    /// Gaps with calls that the range lives across.
    fn reg_mask_gaps(&mut self, info: &BlockInfo) -> Vec<usize> {
        let uses = self.analysis.use_slots();
        let gaps = uses.len() - 1;
        let mut found = Vec::new();
        let reg = self.analysis.parent();
        let none = PhysReg::NONE;
        if !self
            .matrix
            .reg_mask_interferes(self.function, self.live_intervals, reg, none)
        {
            return found;
        }
        let masks = self.live_intervals.reg_mask_slots_in(info.block);
        log!(self.log, "{} regmasks in block:", masks.len());
        let first = uses[0].reg_slot(false);
        let mut next = masks.partition_point(|slot| slot.index < first);
        for gap in 0..gaps {
            let Some(mask) = masks.get(next) else { break };
            if uses[gap + 1].earlier_inst(mask.index) {
                continue;
            }
            // A call that is the last use does not overlap the range.
            if uses[gap + 1].same_inst(mask.index) && gap + 1 == gaps {
                break;
            }
            log!(self.log, " {}:{}-{}", mask.index, uses[gap], uses[gap + 1]);
            found.push(gap);
            let after = uses[gap + 1];
            next += masks[next..]
                .iter()
                .take_while(|slot| slot.index.earlier_inst(after))
                .count();
        }
        log!(self.log, "\n");
        found
    }

    /// The weight that must be evicted in each gap to use `phys` there.
    fn gap_weights(&mut self, phys: PhysReg, info: &BlockInfo, weights: &mut Vec<f32>) {
        let uses = self.analysis.use_slots();
        weights.clear();
        weights.resize(uses.len() - 1, 0.0);
        let start = if info.live_in {
            info.first_inst.base()
        } else {
            info.first_inst
        };
        let stop = if info.live_out {
            info.last_inst.boundary()
        } else {
            info.last_inst
        };
        let range = self.live_intervals.interval(self.analysis.parent()).range();
        let is_whole = match range.segments() {
            [only] => only.start <= start && stop <= only.end,
            _ => false,
        };
        // What is in the other units raises the same gaps once more.
        for unit in self.matrix.deciding_units(self.function, phys) {
            // A unit that is taken in holes of the range only does not count. Without holes that shows by itself.
            if !is_whole && !self.matrix.overlaps(range, *unit) {
                continue;
            }
            let chunks = self.matrix.unit(*unit).chunks_from(start);
            let mut walk = GapWalk::new(uses, weights, stop);
            for chunk in chunks {
                let segments = chunk.map(|s| {
                    debug_assert_eq!(s.weight, self.live_intervals.interval(s.reg).weight);
                    (s.start, s.end, s.weight)
                });
                let Some(next) = walk.raise(segments) else {
                    break;
                };
                walk = next;
            }
        }
        for unit in self.function.target.reg(phys).units {
            let range = self.live_intervals.reg_unit(self.function, *unit);
            let segments = range.segments()[range.find(start)..].iter();
            GapWalk::new(uses, weights, stop)
                .raise(segments.map(|s| (s.start, s.end, f32::INFINITY)));
        }
    }

    /// Looks for the best run of uses for a register by moving the ends of a run through the block: forward with its
    /// last use as long as it outweighs what is in its way, else with its first.
    ///
    /// ```text
    ///   uses      |     |     |     |     |
    ///   weights      w0    w1    w2    w3
    ///   run             [===========]                 two gaps inside, the heavier of w1 and w2 in its way
    ///   extend          [=================]           it outweighs them
    ///   shrink                [=====]                 it does not
    /// ```
    fn search(&mut self, search: &Search, weights: &[f32], best: &mut Best) {
        let name = RegName::phys(self.function.target, search.phys);
        let mut run = Run::new(weights);
        loop {
            let uses = self.analysis.use_slots();
            log!(
                self.log,
                "{name} {}-{} I={}",
                uses[run.before],
                uses[run.after],
                avarice_liveness::Exponent(run.max_weight)
            );
            let copies = run.copies(&search.info);
            if copies == 0 {
                log!(self.log, " all\n");
                return;
            }
            if !self.outweighs(search, &run, copies, best) && run.shrink() {
                log!(self.log, " shrink\n");
                continue;
            }
            if !run.extend() {
                log!(self.log, " end\n");
                return;
            }
            log!(self.log, " extend\n");
        }
    }

    /// Whether a run of uses, with copies at its ends, outweighs what is in its way. Notes it if it is the best.
    fn outweighs(
        &mut self,
        search: &Search,
        run: &Run<'_>,
        copies: usize,
        best: &mut Best,
    ) -> bool {
        let gaps = copies + run.after - run.before;
        let is_legal = !search.progress_required || gaps < run.weights.len();
        if !is_legal || !run.max_weight.is_finite() {
            return false;
        }
        let uses = self.analysis.use_slots();
        let (from, to) = (uses[run.before], uses[run.after]);
        let estimate = estimated_weight(search.frequency, gaps, from.distance(to), copies);
        log!(self.log, " w={}", avarice_liveness::Exponent(estimate));
        let outweighs = estimate * HYSTERESIS >= run.max_weight;
        let difference = estimate - run.max_weight;
        if outweighs && difference > best.difference {
            self.note_best(search.phys, (from, to), run.max_weight, estimate);
            *best = Best {
                before: run.before,
                after: run.after,
                difference: HYSTERESIS * difference,
            };
        }
        outweighs
    }
}

impl LocalPlanner<'_, '_> {
    /// Writes and records that a run of uses is better than those before.
    fn note_best(
        &mut self,
        phys: PhysReg,
        (from, to): (SlotIndex, SlotIndex),
        interference: f32,
        estimate: f32,
    ) {
        log!(self.log, " (best)");
        event!(
            self.log,
            Event::LocalRun {
                reg: self.analysis.parent(),
                phys,
                from,
                to,
                interference,
                estimate,
            }
        );
    }
}

/// A run of uses, and what is in its way.
struct Run<'a> {
    /// Of all gaps in the block.
    weights: &'a [f32],
    /// First use.
    before: usize,
    /// Last use.
    after: usize,
    /// The largest weight of the gaps between them.
    max_weight: f32,
    window: MaxWindow<'a>,
}

impl<'a> Run<'a> {
    /// The first two uses.
    fn new(weights: &'a [f32]) -> Self {
        Self {
            weights,
            before: 0,
            after: 1,
            max_weight: weights[0],
            window: MaxWindow::new(weights),
        }
    }

    /// How many copies are needed: where the value is live before the run, and after it.
    fn copies(&self, info: &BlockInfo) -> usize {
        let live_before = self.before != 0 || info.live_in;
        let live_after = self.after != self.weights.len() || info.live_out;
        usize::from(live_before) + usize::from(live_after)
    }

    /// Leaves the first use out. `false` if no gap is left.
    fn shrink(&mut self) -> bool {
        self.before += 1;
        if self.before == self.after {
            self.max_weight = 0.0;
            return false;
        }
        if self.weights[self.before - 1] >= self.max_weight {
            self.max_weight = self.window.max(self.before, self.after);
        }
        true
    }

    /// Takes the next use in. `false` if there is none.
    fn extend(&mut self) -> bool {
        let Some(weight) = self.weights.get(self.after) else {
            return false;
        };
        self.max_weight = self.max_weight.max(*weight);
        self.after += 1;
        true
    }
}

/// The largest weight in a run of gaps whose ends only move forwards.
struct MaxWindow<'a> {
    weights: &'a [f32],
    /// Gaps before this one have been seen.
    end: usize,
    /// The gaps of the run that weigh more than all after them, in order.
    candidates: VecDeque<u32>,
}

impl<'a> MaxWindow<'a> {
    fn new(weights: &'a [f32]) -> Self {
        Self {
            weights,
            end: 0,
            candidates: VecDeque::new(),
        }
    }

    /// The largest weight of the gaps from `start` to the one before `end`, of which there is at least one.
    fn max(&mut self, start: usize, end: usize) -> f32 {
        for gap in self.end.max(start)..end {
            let weight = self.weights[gap];
            let is_less = |last: &u32| self.weights[*last as usize] <= weight;
            while self.candidates.back().is_some_and(is_less) {
                self.candidates.pop_back();
            }
            self.candidates.push_back(gap as u32);
        }
        self.end = end;
        while self
            .candidates
            .front()
            .is_some_and(|gap| (*gap as usize) < start)
        {
            self.candidates.pop_front();
        }
        let first = self.candidates.front();
        first.map_or(0.0, |gap| self.weights[*gap as usize])
    }
}

/// The weight of an interval with `gaps` gaps over `size` slots, with `copies` copies at its ends.
fn estimated_weight(frequency: f32, gaps: usize, size: u32, copies: usize) -> f32 {
    let size = size + copies as u32 * SlotIndex::INST_DISTANCE;
    frequency * (gaps + 1) as f32 / (size + 25 * SlotIndex::INST_DISTANCE) as f32
}

/// A walk along the gaps between uses, raising their weights.
struct GapWalk<'a> {
    uses: &'a [SlotIndex],
    weights: &'a mut [f32],
    /// Nothing that starts here or later counts.
    stop: SlotIndex,
    /// The present gap, between the use of this position and the next one.
    gap: usize,
    /// The use at its end.
    end: SlotIndex,
}

impl<'a> GapWalk<'a> {
    fn new(uses: &'a [SlotIndex], weights: &'a mut [f32], stop: SlotIndex) -> Self {
        Self {
            uses,
            weights,
            stop,
            gap: 0,
            end: uses[1],
        }
    }

    /// Raises the gaps that segments, given with their weights, cover; an instruction that one overlaps counts for
    /// both gaps beside it. Returns the walk where the next segments may go on; `None` if they do not count.
    #[inline]
    fn raise(
        mut self,
        segments: impl Iterator<Item = (SlotIndex, SlotIndex, f32)>,
    ) -> Option<Self> {
        // The present gap's weight stays in a register while segments lie in it.
        let mut most = self.weights[self.gap];
        for (start, end, weight) in segments {
            if start >= self.stop {
                self.weights[self.gap] = most;
                return None;
            }
            while self.end.boundary() < start {
                most = self.next(most)?;
            }
            loop {
                if weight > most {
                    most = weight;
                }
                if self.end.base() >= end {
                    break;
                }
                most = self.next(most)?;
            }
        }
        self.weights[self.gap] = most;
        Some(self)
    }

    /// Leaves the present gap, which weighs `most`, for the next one, whose weight so far is returned; `None` if
    /// there is none.
    #[inline]
    fn next(&mut self, most: f32) -> Option<f32> {
        self.weights[self.gap] = most;
        self.gap += 1;
        let weight = *self.weights.get(self.gap)?;
        self.end = *self.uses.get(self.gap + 1)?;
        Some(weight)
    }
}
