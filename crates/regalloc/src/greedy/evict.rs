//! Which registers may be evicted for which.

use avarice_liveness::{Exponent, LiveIntervals, RegName};
use avarice_mir::{MachineFunction, TargetHooks, VReg};
use avarice_target::{PhysReg, RegUnit};
use avarice_trace::{Log, log};
use smallvec::SmallVec;

use super::blockers::Blockers;
use super::order::AllocationOrder;
use super::stages::{Stage, Stages};
use crate::interference::{Interference, LiveRegMatrix};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_machine::virt_reg_map::VirtRegMap;

/// With as many in the way, one is likely to be heavier.
const MAX_INTERFERENCES: usize = 10;

/// What evicting the registers in the way costs. Hints count more than weights.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct EvictionCost {
    broken_hints: u32,
    max_weight: f32,
}

impl EvictionCost {
    const ZERO: Self = Self {
        broken_hints: 0,
        max_weight: 0.0,
    };

    const MAX: Self = Self {
        broken_hints: u32::MAX,
        max_weight: 0.0,
    };

    fn is_max(self) -> bool {
        self.broken_hints == u32::MAX
    }
}

/// Decides on evictions; evicts nothing itself.
pub struct EvictionAdvisor<'a, 'l> {
    /// The function.
    pub function: &'a mut MachineFunction,
    /// The target.
    pub hooks: &'a dyn TargetHooks,
    /// Liveness.
    pub live_intervals: &'a mut LiveIntervals,
    /// Assignments.
    pub map: &'a VirtRegMap,
    /// Assignments by unit.
    pub matrix: &'a mut LiveRegMatrix,
    /// Allocation orders.
    pub class_info: &'a mut RegisterClassInfo,
    /// Stages and cascades.
    pub stages: &'a Stages,
    /// Registers that must stay where they are.
    pub fixed: &'a [VReg],
    /// Which registers were found to block which.
    pub blockers: &'a mut Blockers,
    /// Debug log.
    pub log: &'a mut Log<'l>,
}

impl<'l> EvictionAdvisor<'_, 'l> {
    /// Whether `reg` can have `hint` by evicting others, breaking no more hints than it satisfies.
    pub fn can_evict_for_hint(&mut self, reg: VReg, hint: PhysReg) -> bool {
        let mut limit = EvictionCost {
            broken_hints: 1,
            max_weight: 0.0,
        };
        self.can_evict(reg, hint, true, &mut limit)
    }

    /// The register of `order` that costs least to free for `reg`, among those whose cost per use is below
    /// `cost_limit`, if there is one.
    pub fn find_candidate(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        cost_limit: Option<u8>,
    ) -> Option<PhysReg> {
        let mut best_cost = EvictionCost::MAX;
        let end = self.order_limit(reg, order, cost_limit)?;
        if cost_limit.is_some() {
            // Just for a cheaper register no hint is broken and nothing heavier evicted.
            best_cost = EvictionCost {
                broken_hints: 0,
                max_weight: self.live_intervals.interval(reg).weight,
            };
        }
        let mut best = None;
        for (position, phys) in order.regs()[..end].iter().enumerate() {
            if !self.may_allocate(*phys, cost_limit)
                || !self.can_evict(reg, *phys, false, &mut best_cost)
            {
                continue;
            }
            best = Some(*phys);
            if order.is_hint_at(position) {
                break;
            }
        }
        best
    }

    /// Whether a register is callee-saved and not used yet.
    pub fn is_unused_callee_saved(&self, phys: PhysReg) -> bool {
        let alias = self.class_info.callee_saved_alias(self.function, phys);
        !alias.is_none() && !self.matrix.is_used(self.function, phys)
    }

    /// How many registers of `order` come into question; `None` if none is cheap enough.
    fn order_limit(
        &mut self,
        reg: VReg,
        order: &AllocationOrder,
        cost_limit: Option<u8>,
    ) -> Option<usize> {
        let mut limit = order.class_len();
        if let Some(cost_limit) = cost_limit {
            let target = self.function.target;
            let class = self.function.class(reg);
            let info = self.class_info.class(self.function, class);
            if info.min_cost >= cost_limit {
                // llc prints the number as a character.
                let name = target.class(class).name;
                let cost = char::from(info.min_cost);
                log!(
                    self.log,
                    "{name} minimum cost = {cost}, no cheaper registers to be found.\n"
                );
                return None;
            }
            if target.reg(order.last_of_class()).cost >= cost_limit {
                limit = info.last_cost_change;
                log!(self.log, "Only trying the first {limit} regs.\n");
            }
        }
        Some(order.limited(limit))
    }

    fn may_allocate(&mut self, phys: PhysReg, cost_limit: Option<u8>) -> bool {
        let target = self.function.target;
        if cost_limit.is_some_and(|limit| target.reg(phys).cost >= limit) {
            return false;
        }
        // The first use of a callee-saved register costs.
        if cost_limit == Some(1) && self.is_unused_callee_saved(phys) {
            let alias = self.class_info.callee_saved_alias(self.function, phys);
            log!(
                self.log,
                "{} would clobber CSR {}\n",
                RegName::phys(target, phys),
                RegName::phys(target, alias)
            );
            return false;
        }
        true
    }

    /// Whether everything that keeps `reg` from `phys` can be evicted for less than `limit`, which becomes
    /// that cost.
    fn can_evict(
        &mut self,
        reg: VReg,
        phys: PhysReg,
        is_hint: bool,
        limit: &mut EvictionCost,
    ) -> bool {
        if self.is_blocked(reg, phys, is_hint, *limit) {
            return false;
        }
        let mut cost = EvictionCost::ZERO;
        let (mut last, mut others): (_, SmallVec<[VReg; 16]>) = (None, SmallVec::new());
        for unit in self.function.target.reg(phys).units {
            // What is in a unit that an earlier one covers is found there, with more.
            let covering = self.matrix.covering_unit(*unit);
            let is_covered = covering.is_some();
            let source = covering.unwrap_or(*unit);
            if last != Some(source) {
                last = Some(source);
                others.clear();
                if !self.collect_victims(reg, source, is_hint, *limit, &mut others) {
                    return false;
                }
            }
            for other in others.iter().rev().copied() {
                let units = self.function.target.reg(self.map.phys(other)).units;
                if is_covered && !units.contains(unit) {
                    continue;
                }
                let (mut victims, _) = self.victims();
                if !victims.can_evict(reg, other, is_hint, &mut cost, *limit) {
                    return false;
                }
                // Moving another local range for a cheaper register only pays if it finds a place.
                let urgent = victims.is_urgent(reg, other);
                let other_interval = self.live_intervals.interval(other);
                if !urgent
                    && !limit.is_max()
                    && self.is_local(reg)
                    && self.live_intervals.in_one_block(other_interval).is_some()
                    && !self.can_reassign(other, phys)
                {
                    return false;
                }
            }
        }
        *limit = cost;
        true
    }

    /// Whether something fixed keeps `reg` from `phys`, or the blocker found at the last check cannot be evicted. The
    /// latter is only checked where no log is written, as in [`Self::collect_victims`].
    fn is_blocked(&mut self, reg: VReg, phys: PhysReg, is_hint: bool, limit: EvictionCost) -> bool {
        if !self.log.is_on()
            && let Some(blocker) = self.matrix.known_blocker(reg, phys)
        {
            let own = self.live_intervals.interval(reg);
            if own.is_spillable() && !is_hint && own.weight <= blocker.weight {
                return true;
            }
            let mut alone = EvictionCost::ZERO;
            let (mut victims, _) = self.victims();
            if !victims.can_evict(reg, blocker.reg, is_hint, &mut alone, limit) {
                return true;
            }
        }
        let fixed = self
            .matrix
            .check_fixed(self.function, self.live_intervals, reg, phys);
        fixed != Interference::Free
    }

    /// Whether `reg` lives in one block only.
    fn is_local(&self, reg: VReg) -> bool {
        let interval = self.live_intervals.interval(reg);
        interval.is_empty() || self.live_intervals.in_one_block(interval).is_some()
    }

    /// Collects what would have to be evicted from `unit`. `false` if that is too much, or if one of them alone
    /// cannot be. That is only looked at where no log is written, since the log has those that come before it.
    fn collect_victims(
        &mut self,
        reg: VReg,
        unit: RegUnit,
        is_hint: bool,
        limit: EvictionCost,
        others: &mut SmallVec<[VReg; 16]>,
    ) -> bool {
        let looks = !self.log.is_on();
        let (mut victims, matrix) = self.victims();
        let range = victims.live_intervals.interval(reg).range();
        let stopped = matrix.interfering(range, unit, |other| {
            if others.contains(&other) {
                return false;
            }
            others.push(other);
            let mut alone = EvictionCost::ZERO;
            others.len() >= MAX_INTERFERENCES
                || looks && !victims.can_evict(reg, other, is_hint, &mut alone, limit)
        });
        !stopped
    }

    /// What decides on single registers, and what is assigned.
    fn victims(&mut self) -> (Victims<'_, 'l>, &LiveRegMatrix) {
        let victims = Victims {
            function: self.function,
            live_intervals: self.live_intervals,
            map: self.map,
            class_info: self.class_info,
            stages: self.stages,
            fixed: self.fixed,
            log: self.log,
        };
        (victims, self.matrix)
    }

    /// Whether there is another register for `reg` than `from`, free now.
    fn can_reassign(&mut self, reg: VReg, from: PhysReg) -> bool {
        let target = self.function.target;
        let order = AllocationOrder::new(
            self.function,
            self.hooks,
            self.map,
            self.class_info,
            reg,
            self.log,
        );
        let interval = self.live_intervals.interval(reg);
        let range = interval.range();
        // Of an interval with sub-ranges, only what is in the way of these is kept.
        let keeps = !interval.has_sub_ranges();
        let row = self
            .blockers
            .row(reg, order.class_len(), self.live_intervals);
        for (place, phys) in order.placed().filter(|(_, phys)| *phys != from) {
            if self.matrix.stays(&row[place]) {
                debug_assert!(self.matrix.overlaps_any(self.function, range, phys));
                continue;
            }
            let blocker = self.matrix.first_blocker(self.function, range, phys);
            let Some(blocker) = blocker else {
                log!(
                    self.log,
                    "can reassign: {interval} from {} to {}\n",
                    RegName::phys(target, from),
                    RegName::phys(target, phys)
                );
                return true;
            };
            if keeps {
                row[place] = self.matrix.blocker(&blocker);
            }
        }
        false
    }
}

/// Decides on registers one by one.
struct Victims<'a, 'l> {
    function: &'a MachineFunction,
    live_intervals: &'a LiveIntervals,
    map: &'a VirtRegMap,
    class_info: &'a mut RegisterClassInfo,
    stages: &'a Stages,
    fixed: &'a [VReg],
    log: &'a mut Log<'l>,
}

impl Victims<'_, '_> {
    /// Whether a register that cannot be spilled wants what one has that can, or that has more choice.
    pub fn is_urgent(&mut self, reg: VReg, other: VReg) -> bool {
        if self.live_intervals.interval(reg).is_spillable() {
            return false;
        }
        if self.live_intervals.interval(other).is_spillable() {
            return true;
        }
        let (own, others) = (self.function.class(reg), self.function.class(other));
        let own = self.class_info.class(self.function, own).order.len();
        own < self.class_info.class(self.function, others).order.len()
    }

    /// Whether `other` can be evicted for `reg`; adds to the cost, which must stay below `limit`.
    pub fn can_evict(
        &mut self,
        reg: VReg,
        other: VReg,
        is_hint: bool,
        cost: &mut EvictionCost,
        limit: EvictionCost,
    ) -> bool {
        if self.fixed.contains(&other) || self.stages.stage(other) == Stage::Done {
            return false;
        }
        let urgent = self.is_urgent(reg, other);
        let cascade = self.stages.cascade_or_next(reg);
        let other_cascade = self.stages.cascade(other);
        if cascade == other_cascade {
            return false;
        }
        if cascade < other_cascade {
            if !urgent {
                return false;
            }
            // The last resort.
            cost.broken_hints += 10;
        }
        let breaks_hint = self.map.has_preferred_phys(other);
        cost.broken_hints += u32::from(breaks_hint);
        let weight = self.live_intervals.interval(other).weight;
        cost.max_weight = cost.max_weight.max(weight);
        let is_less = (*cost).partial_cmp(&limit) == Some(std::cmp::Ordering::Less);
        if !is_less {
            return false;
        }
        urgent || self.should_evict(reg, is_hint, other, breaks_hint)
    }

    fn should_evict(&mut self, reg: VReg, is_hint: bool, other: VReg, breaks_hint: bool) -> bool {
        let can_split = self.stages.stage(other) < Stage::Spill;
        if can_split && is_hint && !breaks_hint {
            return true;
        }
        let other = self.live_intervals.interval(other);
        let heavier = self.live_intervals.interval(reg).weight > other.weight;
        if heavier {
            let weight = Exponent(other.weight);
            log!(self.log, "should evict: {other} w= {weight}\n");
        }
        heavier
    }
}
