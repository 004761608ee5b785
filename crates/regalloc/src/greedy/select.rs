//! The allocation of one register.

use avarice_liveness::RegName;
use avarice_mir::VReg;
use avarice_target::PhysReg;
use avarice_trace::events::{Attempt, CalleeSavedChoice, Event};
use avarice_trace::{event, log};
use smallvec::SmallVec;

use super::evict::EvictionAdvisor;
use super::frequency::Frequency;
use super::order::AllocationOrder;
use super::region::Best;
use super::stages::Stage;
use super::{Greedy, Scratch, Selected};
use crate::interference::Interference;
use crate::live_range_edit::LiveRangeEdit;
use crate::spiller;
use avarice_machine::pass::Analyses;

/// What came of looking for a free register.
enum Free {
    /// This one.
    Found(PhysReg),
    /// The register was split instead.
    Split,
    /// None.
    None,
}

impl<'l> Greedy<'_, 'l> {
    pub(super) fn order(&mut self, reg: VReg) -> AllocationOrder {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        AllocationOrder::new(
            self.function,
            self.hooks,
            &analyses.virt_reg_map,
            &mut scratch.greedy.events.class_info,
            reg,
            self.log,
        )
    }

    pub(super) fn advisor(&mut self) -> EvictionAdvisor<'_, 'l> {
        let Analyses {
            live_intervals,
            virt_reg_map,
            ..
        } = &mut *self.analyses;
        let Scratch { greedy, matrix, .. } = &mut *self.scratch;
        matrix.follow(live_intervals);
        EvictionAdvisor {
            function: self.function,
            hooks: self.hooks,
            live_intervals,
            map: virt_reg_map,
            matrix,
            class_info: &mut greedy.events.class_info,
            stages: &greedy.events.stages,
            fixed: &self.fixed,
            blockers: &mut greedy.blockers,
            log: self.log,
        }
    }

    pub(super) fn stage(&self, reg: VReg) -> Stage {
        self.scratch.greedy.events.stages.stage(reg)
    }

    pub(super) fn set_stage(&mut self, reg: VReg, stage: Stage) {
        self.scratch.greedy.events.stages.set_stage(reg, stage);
    }

    /// What keeps `reg` from `phys`.
    pub(super) fn interference(&mut self, reg: VReg, phys: PhysReg) -> Interference {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        scratch
            .matrix
            .check(self.function, &mut analyses.live_intervals, reg, phys)
    }

    /// Finds a place for `reg`, or splits or spills it; what that makes is added to `new_regs`.
    pub(super) fn select_or_split(&mut self, reg: VReg, new_regs: &mut Vec<VReg>) -> Selected {
        self.fixed.clear();
        self.recolor_stack.clear();
        self.cut_off = super::recolor::CutOff::default();
        self.select(reg, new_regs, 0)
    }

    /// The same, `depth` registers after the first that others are recolored for.
    ///
    /// What is tried depends on the register's stage, which moves on from round to round:
    ///
    /// ```text
    ///            New, Assign   Split   Split2   Spill   Done
    ///   free          x          x       x        x      x     a register that nothing holds
    ///   evict         x                  x        x      x     one that something lighter holds
    ///   wait          x                                        for the second round
    ///   split                    x       x
    ///   spill                    x       x        x            unless it is too short for that
    ///   recolor                  x       x        x      x     if it cannot be spilled any more
    /// ```
    pub(super) fn select(&mut self, reg: VReg, new_regs: &mut Vec<VReg>, depth: usize) -> Selected {
        let order = self.order(reg);
        let mut cost_limit = None;
        if let Some(selected) = self.try_free(reg, &order, &mut cost_limit, new_regs) {
            return selected;
        }
        if !new_regs.is_empty() {
            return Selected::Deferred;
        }
        let stage = self.stage(reg);
        let cascade = self.scratch.greedy.events.stages.cascade(reg);
        log!(self.log, "{} Cascade {cascade}\n", stage.name());
        if stage != Stage::Split
            && let Some(phys) = self.try_evict(reg, &order, new_regs, cost_limit)
        {
            self.note_missed_hint(reg, phys);
            return Selected::Assign(phys);
        }
        event!(self.log, self.blocked(reg, &order));
        if stage < Stage::Split {
            self.wait(reg, new_regs);
            return Selected::Deferred;
        }
        let before = new_regs.len();
        self.try_split(reg, &order, new_regs);
        if new_regs.len() > before {
            return Selected::Deferred;
        }
        let spillable = self.analyses.live_intervals.interval(reg).is_spillable();
        if stage >= Stage::Done || !spillable {
            return self.recolor(reg, &order, new_regs, depth);
        }
        self.spill(reg, new_regs);
        Selected::Deferred
    }

    /// Takes a free register. `None` if there is none that is worth its cost; then `cost_limit` may say below which
    /// cost others are.
    fn try_free(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        cost_limit: &mut Option<u8>,
        new_regs: &mut Vec<VReg>,
    ) -> Option<Selected> {
        let phys = match self.try_assign(reg, order, new_regs) {
            Free::Found(phys) => phys,
            Free::Split => return Some(Selected::Deferred),
            Free::None => return None,
        };
        let is_first_use = self.callee_saved_cost.0 != 0
            && self.advisor().is_unused_callee_saved(phys)
            && new_regs.is_empty();
        let phys = match is_first_use {
            true => self.try_callee_saved(reg, order, phys, cost_limit, new_regs)?,
            false => phys,
        };
        Some(Selected::Assign(phys))
    }

    /// `reg` has evicted others from `phys`: its hint may be free when they have moved.
    fn note_missed_hint(&mut self, reg: VReg, phys: PhysReg) {
        let hint = self.analyses.virt_reg_map.simple_hint(reg);
        if !hint.is_none() && hint != phys.into() {
            self.add_broken_hint(reg);
        }
    }

    /// Puts a register back until all others have been tried once.
    fn wait(&mut self, reg: VReg, new_regs: &mut Vec<VReg>) {
        self.set_stage(reg, Stage::Split);
        log!(self.log, "wait for second round\n");
        event!(self.log, Event::Wait { reg });
        new_regs.push(reg);
    }

    fn spill(&mut self, reg: VReg, new_regs: &mut Vec<VReg>) {
        let first = new_regs.len();
        let (cx, parts) = self.edit_parts();
        let mut edit = LiveRangeEdit::new(cx, reg, new_regs, Some(parts.dead_remats));
        spiller::spill(&mut edit, parts.hoister);
        self.follow_debug_values(reg, &new_regs[first..]);
        // llc looks at everything that was made so far.
        self.scratch
            .greedy
            .events
            .stages
            .set_stage_of_new(new_regs, Stage::Done);
    }

    pub(super) fn add_broken_hint(&mut self, reg: VReg) {
        self.scratch.greedy.events.broken_hints.insert(reg);
    }

    // ---- Free registers -----------------------------------------------------------------------

    fn try_assign(&mut self, reg: VReg, order: &AllocationOrder, new_regs: &mut Vec<VReg>) -> Free {
        let Some((position, phys)) = self.first_free(reg, order) else {
            return Free::None;
        };
        if order.is_hint_at(position) {
            return Free::Found(phys);
        }
        let hint = self.analyses.virt_reg_map.simple_hint(reg).as_physical();
        if let Some(hint) = hint.filter(|hint| order.is_hint(*hint)) {
            let name = RegName::phys(self.function.target, hint);
            log!(self.log, "missed hint {name}\n");
            event!(
                self.log,
                Event::HintMissed {
                    reg,
                    hint,
                    free: phys,
                    obstacle: self.obstacle_at(reg, hint),
                }
            );
            if self.advisor().can_evict_for_hint(reg, hint) {
                self.evict(reg, hint, new_regs);
                return Free::Found(hint);
            }
            if self.try_split_around_hint(hint, reg, new_regs) {
                return Free::Split;
            }
            self.add_broken_hint(reg);
        }
        let cost = self.function.target.reg(phys).cost;
        if cost == 0 {
            return Free::Found(phys);
        }
        let name = RegName::phys(self.function.target, phys);
        log!(self.log, "{name} is available at cost {cost}\n");
        event!(self.log, Event::Costly { reg, phys, cost });
        let cheap = self.try_evict(reg, order, new_regs, Some(cost));
        Free::Found(cheap.unwrap_or(phys))
    }

    /// The first register of `order` without interference for `reg`, and its position there. If there is none, the
    /// blockers are remembered for the next query.
    fn first_free(&mut self, reg: VReg, order: &AllocationOrder) -> Option<(usize, PhysReg)> {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        let (matrix, live_intervals) = (&mut scratch.matrix, &mut analyses.live_intervals);
        let blockers = &mut scratch.greedy.blockers;
        matrix.follow(live_intervals);
        let len = order.class_len();
        let known = blockers.known(reg, len, live_intervals);
        for (position, (place, phys)) in order.placed().enumerate() {
            let still_blocked = known.get(place).is_some_and(|blocker| {
                matrix.check_again(self.function, live_intervals, (reg, phys), *blocker)
            });
            if !still_blocked
                && matrix.check(self.function, live_intervals, reg, phys) == Interference::Free
            {
                return Some((position, phys));
            }
        }
        let row = blockers.row(reg, len, live_intervals);
        for (place, phys) in order.placed() {
            row[place] = matrix.known_blocker(reg, phys).unwrap_or_default();
        }
        None
    }

    /// Whether the first use of a callee-saved register is worth it: returns the register if so. Else the
    /// range has been split, or will be spilled, or must do with another register.
    fn try_callee_saved(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        phys: PhysReg,
        cost_limit: &mut Option<u8>,
        new_regs: &mut Vec<VReg>,
    ) -> Option<PhysReg> {
        let stage = self.stage(reg);
        let spillable = self.analyses.live_intervals.interval(reg).is_spillable();
        let cost = self.callee_saved_cost;
        if stage == Stage::Spill && spillable {
            self.analyze(reg);
            let spill_cost = self.planner().spill_cost();
            if spill_cost >= cost {
                self.record_callee_saved(reg, phys, Some(spill_cost), CalleeSavedChoice::Use);
                return Some(phys);
            }
            self.record_callee_saved(reg, phys, Some(spill_cost), CalleeSavedChoice::Avoid);
            *cost_limit = Some(1);
            return None;
        }
        if stage >= Stage::Split {
            self.record_callee_saved(reg, phys, None, CalleeSavedChoice::Use);
            return Some(phys);
        }
        self.analyze(reg);
        let mut best = Best::below(cost, 0);
        self.planner().begin();
        self.find_regions(order, &mut best, true);
        if best.candidate.is_none() {
            self.record_callee_saved(reg, phys, None, CalleeSavedChoice::Use);
            return Some(phys);
        }
        self.record_callee_saved(reg, phys, Some(best.cost), CalleeSavedChoice::Split);
        self.split_region(reg, best, false, Attempt::CalleeSaved, new_regs);
        None
    }

    fn record_callee_saved(
        &mut self,
        reg: VReg,
        phys: PhysReg,
        other_cost: Option<Frequency>,
        choice: CalleeSavedChoice,
    ) {
        event!(
            self.log,
            Event::CalleeSaved {
                reg,
                phys,
                cost: self.runs(self.callee_saved_cost),
                other_cost: other_cost.map(|cost| self.runs(cost)),
                choice,
            }
        );
    }

    // ---- Eviction -----------------------------------------------------------------------------

    fn try_evict(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        new_regs: &mut Vec<VReg>,
        cost_limit: Option<u8>,
    ) -> Option<PhysReg> {
        let phys = self.advisor().find_candidate(reg, order, cost_limit)?;
        self.evict(reg, phys, new_regs);
        Some(phys)
    }

    /// Takes everything in the way of `reg` off `phys`.
    fn evict(&mut self, reg: VReg, phys: PhysReg, new_regs: &mut Vec<VReg>) {
        let cascade = self.scratch.greedy.events.stages.assign_cascade(reg);
        let name = RegName::phys(self.function.target, phys);
        log!(
            self.log,
            "evicting {name} interference: Cascade {cascade}\n"
        );
        event!(self.log, self.eviction(reg, phys, cascade));
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        let range = analyses.live_intervals.interval(reg).range();
        let mut others: SmallVec<[VReg; 16]> = SmallVec::new();
        for unit in self.function.target.reg(phys).units {
            scratch
                .matrix
                .collect_interfering(range, *unit, &mut others);
        }
        for other in others {
            if self.analyses.virt_reg_map.has_phys(other) {
                self.unassign(other);
                self.scratch
                    .greedy
                    .events
                    .stages
                    .set_cascade(other, cascade);
                new_regs.push(other);
            }
        }
    }
}
