//! The last chance: recoloring others.
//!
//! A register that can neither be split nor spilled takes a physical register that others hold, and these
//! look for another one in the same way, within limits of depth and number. If that fails, everything is
//! restored.

use avarice_liveness::RegName;
use avarice_mir::VReg;
use avarice_target::PhysReg;
use avarice_trace::events::{Event, RecolorOutcome};
use avarice_trace::{event, log};
use smallvec::SmallVec;

use super::order::AllocationOrder;
use super::queue::{PriorityInput, Queue};
use super::stages::Stage;
use super::{Greedy, Selected};
use crate::interference::Interference;

const MAX_DEPTH: usize = 5;
const MAX_INTERFERENCES: usize = 8;

/// Which limits stopped the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutOff {
    /// It went too deep.
    pub depth: bool,
    /// Too much was in the way.
    pub interference: bool,
}

impl Greedy<'_, '_> {
    /// Finds a register for `reg` by recoloring what is in the way.
    pub(super) fn recolor(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        new_regs: &mut Vec<VReg>,
        depth: usize,
    ) -> Selected {
        let interval = self.analyses.live_intervals.interval(reg);
        log!(self.log, "Try last chance recoloring for {interval}\n");
        let level = depth as u32;
        event!(self.log, Event::Recolor { reg, depth: level });
        if depth >= MAX_DEPTH {
            log!(self.log, "Abort because max depth has been reached.\n");
            self.cut_off.depth = true;
            return Selected::Failed;
        }
        let first_recolored = self.recolor_stack.len();
        self.fixed.push(reg);
        for phys in order.regs() {
            let name = RegName::phys(self.function.target, *phys);
            let interval = self.analyses.live_intervals.interval(reg);
            log!(self.log, "Try to assign: {interval} to {name}\n");
            if self.interference(reg, *phys) > Interference::VirtReg {
                log!(
                    self.log,
                    "Some interferences are not with virtual registers.\n"
                );
                self.record_try((reg, *phys), &[], RecolorOutcome::Fixed);
                continue;
            }
            let Some(candidates) = self.recolorable_interferences(reg, *phys) else {
                log!(self.log, "Some interferences cannot be recolored.\n");
                self.record_try((reg, *phys), &[], RecolorOutcome::Stuck);
                continue;
            };
            if self.try_recolored(reg, *phys, &candidates, new_regs, depth) {
                self.record_try((reg, *phys), &candidates, RecolorOutcome::Done);
                return Selected::Assign(*phys);
            }
            self.restore(first_recolored);
            self.record_try((reg, *phys), &candidates, RecolorOutcome::Failed);
        }
        Selected::Failed
    }

    /// Records what came of trying a physical register, for which `moved` had to move.
    fn record_try(
        &mut self,
        (reg, phys): (VReg, PhysReg),
        moved: &[VReg],
        outcome: RecolorOutcome,
    ) {
        event!(
            self.log,
            Event::RecolorTry {
                reg,
                phys,
                moved: moved.to_vec(),
                outcome,
            }
        );
    }

    /// What is in the way of `reg` in `phys`, if it is not too much and all of it may be moved.
    fn recolorable_interferences(&mut self, reg: VReg, phys: PhysReg) -> Option<Vec<VReg>> {
        let mut candidates: Vec<VReg> = Vec::new();
        let class = self.function.class(reg);
        for unit in self.function.target.reg(phys).units {
            let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
            let range = analyses.live_intervals.interval(reg).range();
            let mut others: SmallVec<[VReg; 16]> = SmallVec::new();
            scratch
                .matrix
                .collect_interfering(range, *unit, &mut others);
            if others.len() >= MAX_INTERFERENCES {
                log!(self.log, "Early abort: too many interferences.\n");
                self.cut_off.interference = true;
                return None;
            }
            for other in others.into_iter().rev() {
                let same = self.stage(other) == Stage::Done
                    && self.function.class(other) == class
                    && !self.partially_overlaps(phys, other);
                let stuck = same && (!self.has_tied_def(reg) || self.has_tied_def(other));
                if stuck || self.fixed.contains(&other) {
                    log!(
                        self.log,
                        "Early abort: the interference is not recolorable.\n"
                    );
                    return None;
                }
                if !candidates.contains(&other) {
                    candidates.push(other);
                }
            }
        }
        Some(candidates)
    }

    /// Whether `other` is assigned to a register that overlaps `phys` and is not `phys`.
    fn partially_overlaps(&self, phys: PhysReg, other: VReg) -> bool {
        let assigned = self.analyses.virt_reg_map.phys(other);
        phys != assigned && self.function.target.regs_overlap(phys, assigned)
    }

    fn has_tied_def(&self, reg: VReg) -> bool {
        let mut defs = self.function.defs(reg);
        defs.any(|op| self.function.op(op).tied_to().is_some())
    }

    /// Gives `phys` to `reg` and tries to find other places for those in the way.
    fn try_recolored(
        &mut self,
        reg: VReg,
        phys: PhysReg,
        candidates: &[VReg],
        new_regs: &mut Vec<VReg>,
        depth: usize,
    ) -> bool {
        let mut queue = Queue::default();
        for other in candidates {
            self.push(&mut queue, *other);
            let old = self.analyses.virt_reg_map.phys(*other);
            self.recolor_stack.push((*other, old));
            self.unassign(*other);
        }
        self.assign(reg, phys);
        let saved = self.fixed.clone();
        let mut current: Vec<VReg> = Vec::new();
        if self.recolor_all(&mut queue, &mut current, depth) {
            new_regs.extend(current);
            self.unassign(reg);
            return true;
        }
        let name = RegName::phys(self.function.target, phys);
        let interval = self.analyses.live_intervals.interval(reg);
        log!(self.log, "Fail to assign: {interval} to {name}\n");
        self.fixed = saved;
        self.unassign(reg);
        new_regs.extend(current.into_iter().filter(|new| !candidates.contains(new)));
        false
    }

    fn push(&mut self, queue: &mut Queue, reg: VReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        let input = PriorityInput {
            function: self.function,
            live_intervals: &analyses.live_intervals,
            map: &analyses.virt_reg_map,
        };
        let events = &mut scratch.greedy.events;
        queue.push(
            &input,
            &mut events.class_info,
            &mut events.stages,
            reg,
            self.log,
        );
    }

    fn recolor_all(&mut self, queue: &mut Queue, new_regs: &mut Vec<VReg>, depth: usize) -> bool {
        while let Some(reg) = queue.pop() {
            let interval = self.analyses.live_intervals.interval(reg);
            log!(self.log, "Try to recolor: {interval}\n");
            let selected = self.select(reg, new_regs, depth + 1);
            let interval = self.analyses.live_intervals.interval(reg);
            match selected {
                Selected::Failed => return false,
                Selected::Deferred if !interval.is_empty() => return false,
                Selected::Deferred => {
                    log!(self.log, "Recoloring of {interval} succeeded. Empty LI.\n");
                }
                Selected::Assign(phys) => {
                    let name = RegName::phys(self.function.target, phys);
                    log!(
                        self.log,
                        "Recoloring of {interval} succeeded with: {name}\n"
                    );
                    self.assign(reg, phys);
                    self.fixed.push(reg);
                }
            }
        }
        true
    }

    /// Puts everything back that was recolored since the stack had `first` entries.
    fn restore(&mut self, first: usize) {
        let moved = self.recolor_stack.split_off(first);
        for (reg, _) in moved.iter().rev() {
            if self.analyses.virt_reg_map.has_phys(*reg) {
                self.unassign(*reg);
            }
        }
        for (reg, phys) in moved {
            let live_intervals = &self.analyses.live_intervals;
            let there =
                live_intervals.has_interval(reg) && !live_intervals.interval(reg).is_empty();
            if there && !self.function.is_unused(reg) {
                self.assign(reg, phys);
            }
        }
    }
}
