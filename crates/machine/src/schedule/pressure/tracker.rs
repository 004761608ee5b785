//! Follows what is live, and the pressure that makes.

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::MachineFunction;

use super::diff::{PressureChange, PressureDelta, PressureDiff};
use super::limits::PressureLimits;
use super::operands::{RegLists, RegOperands};
use super::registers::{LiveRegs, PressureReg, RegList};

/// What a tracker asks of the function.
#[derive(Clone, Copy)]
pub struct Liveness<'a> {
    /// The function.
    pub function: &'a MachineFunction,
    /// Where registers are live.
    pub live_intervals: &'a LiveIntervals,
}

/// What pressure is compared with.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// The limits of sets.
    pub limits: &'a PressureLimits,
    /// Sets that the region exceeds, with the most that they have had where it is scheduled.
    pub critical: &'a [PressureChange],
    /// The most that the region had before it was scheduled.
    pub most: &'a [u32],
}

/// The pressure at a place that moves.
#[derive(Debug, Default)]
pub struct PressureTracker {
    live: LiveRegs,
    /// By set: the pressure now.
    current: Vec<u32>,
    /// By set: the most pressure so far.
    most: Vec<u32>,
    /// By set: what is live through the whole region.
    through: Vec<u32>,
    live_ins: RegList,
    live_outs: RegList,
    /// Virtual registers with a definition that does not read them.
    untied: RegList,
    saved: Vec<SavedSet>,
}

/// What a set had before something was tried.
#[derive(Clone, Copy, Debug)]
struct SavedSet {
    set: usize,
    current: u32,
    most: u32,
}

impl PressureTracker {
    /// Begins where nothing is known to be live.
    pub fn begin(&mut self, sets: usize) {
        self.live.clear();
        self.live_ins.clear();
        self.live_outs.clear();
        self.untied.clear();
        self.through.clear();
        for list in [&mut self.current, &mut self.most] {
            list.clear();
            list.resize(sets, 0);
        }
    }

    /// What is live into the region.
    pub fn live_ins(&self) -> &[PressureReg] {
        self.live_ins.members()
    }

    /// What is live out of the region.
    pub fn live_outs(&self) -> &[PressureReg] {
        self.live_outs.members()
    }

    /// By set: the most pressure so far.
    pub fn most(&self) -> &[u32] {
        &self.most
    }

    /// Makes registers live.
    pub fn add_live(&mut self, function: &MachineFunction, regs: &[PressureReg]) {
        for reg in regs {
            let was_live = self.live.insert(*reg);
            self.increase(function, *reg, was_live);
        }
    }

    /// What is live now is live into the region.
    pub fn close_top(&mut self) {
        let Self { live, live_ins, .. } = self;
        live.live().for_each(|reg| _ = live_ins.insert(reg));
    }

    /// What is live now is live out of the region.
    pub fn close_bottom(&mut self) {
        let Self {
            live, live_outs, ..
        } = self;
        live.live().for_each(|reg| _ = live_outs.insert(reg));
    }

    /// Counts what is live out and, as `region` has found, never without a value in the region.
    pub fn count_live_through(&mut self, function: &MachineFunction, region: &Self) {
        self.through.clear();
        self.through.resize(self.current.len(), 0);
        for reg in self.live_outs.members() {
            if reg.as_virtual().is_some() && region.untied.place(*reg).is_none() {
                add(&mut self.through, function, *reg);
            }
        }
    }

    /// Takes what is live through from another tracker.
    pub fn copy_live_through(&mut self, other: &Self) {
        self.through.clone_from(&other.through);
    }

    /// Counts a register as live, unless it was already.
    fn increase(&mut self, function: &MachineFunction, reg: PressureReg, was_live: bool) {
        if was_live {
            return;
        }
        let weight = reg.weight(function);
        for set in weight.sets.iter().map(|set| usize::from(*set)) {
            self.current[set] += weight.weight;
            self.most[set] = self.most[set].max(self.current[set]);
        }
    }

    /// No longer counts a register, if it was live.
    fn decrease(&mut self, function: &MachineFunction, reg: PressureReg, was_live: bool) {
        if !was_live {
            return;
        }
        let weight = reg.weight(function);
        for set in weight.sets.iter().map(|set| usize::from(*set)) {
            self.current[set] = self.current[set].saturating_sub(weight.weight);
        }
    }

    /// Counts what is written and not read, for a moment.
    fn bump_dead_defs(&mut self, function: &MachineFunction, dead_defs: &[PressureReg]) {
        for reg in dead_defs {
            self.increase(function, *reg, self.live.contains(*reg));
        }
        for reg in dead_defs {
            self.decrease(function, *reg, !self.live.contains(*reg));
        }
    }

    fn discover_live_out(&mut self, function: &MachineFunction, reg: PressureReg) {
        if self.live_outs.insert(reg) {
            add(&mut self.most, function, reg);
        }
    }

    /// Moves up over the instruction at `slot`, and adds what becomes live to `live_uses`.
    pub fn recede(
        &mut self,
        liveness: &Liveness<'_>,
        slot: SlotIndex,
        operands: &RegOperands,
        live_uses: &mut Vec<PressureReg>,
    ) {
        let function = liveness.function;
        self.bump_dead_defs(function, &operands.dead_defs);
        for reg in &operands.defs {
            if !self.live.erase(*reg) {
                // It is live below, where this begins.
                self.discover_live_out(function, *reg);
                add(&mut self.current, function, *reg);
            }
            self.decrease(function, *reg, true);
        }
        for reg in &operands.uses {
            if self.live.insert(*reg) {
                continue;
            }
            if !live_uses.contains(reg) {
                live_uses.push(*reg);
            }
            if is_live_through(liveness, *reg, slot) {
                self.discover_live_out(function, *reg);
            }
            self.increase(function, *reg, false);
        }
        for reg in &operands.defs {
            if reg.as_virtual().is_some() && !self.live.contains(*reg) {
                self.untied.insert(*reg);
            }
        }
    }

    /// Moves down over the instruction at `slot`.
    pub fn advance(&mut self, liveness: &Liveness<'_>, slot: SlotIndex, operands: &RegOperands) {
        let function = liveness.function;
        for reg in &operands.uses {
            let was_live = self.live.contains(*reg);
            if !was_live {
                if self.live_ins.insert(*reg) {
                    add(&mut self.most, function, *reg);
                }
                self.increase(function, *reg, false);
                self.live.insert(*reg);
            }
            if is_last_use(liveness, *reg, slot) {
                self.live.erase(*reg);
                self.decrease(function, *reg, was_live);
            }
        }
        for reg in &operands.defs {
            let was_live = self.live.insert(*reg);
            self.increase(function, *reg, was_live);
        }
        self.bump_dead_defs(function, &operands.dead_defs);
    }

    /// What moving down over an instruction further down would do. `ends` says of what it reads whether the instruction is
    /// the last one that does, from here on.
    pub fn downward_delta(
        &mut self,
        function: &MachineFunction,
        operands: RegLists<'_>,
        bounds: &Bounds<'_>,
        mut ends: impl FnMut(PressureReg) -> bool,
    ) -> PressureDelta {
        let mut saved = std::mem::take(&mut self.saved);
        saved.clear();
        for list in [operands.uses, operands.defs, operands.dead_defs] {
            for reg in list {
                self.save(function, *reg, &mut saved);
            }
        }
        saved.sort_unstable_by_key(|old| old.set);
        for reg in operands.uses {
            if ends(*reg) {
                self.decrease(function, *reg, self.live.contains(*reg));
            }
        }
        for reg in operands.defs {
            self.increase(function, *reg, self.live.contains(*reg));
        }
        self.bump_dead_defs(function, operands.dead_defs);
        let mut delta = PressureDelta {
            excess: self.excess(&saved, bounds),
            ..PressureDelta::default()
        };
        self.compare_most(&saved, bounds, &mut delta);
        for old in &saved {
            self.current[old.set] = old.current;
            self.most[old.set] = old.most;
        }
        self.saved = saved;
        delta
    }

    /// Notes what the sets of a register have, unless that has been done.
    fn save(&self, function: &MachineFunction, reg: PressureReg, saved: &mut Vec<SavedSet>) {
        for set in reg
            .weight(function)
            .sets
            .iter()
            .map(|set| usize::from(*set))
        {
            if !saved.iter().any(|old| old.set == set) {
                saved.push(SavedSet {
                    set,
                    current: self.current[set],
                    most: self.most[set],
                });
            }
        }
    }

    fn limit(&self, set: usize, bounds: &Bounds<'_>) -> u32 {
        bounds.limits.of(set) + self.through.get(set).copied().unwrap_or(0)
    }

    /// The first set that comes over its limit, or goes on over it, or comes down to it.
    fn excess(&self, saved: &[SavedSet], bounds: &Bounds<'_>) -> PressureChange {
        for old in saved {
            let (set, new) = (old.set, self.current[old.set]);
            if old.current == new {
                continue;
            }
            let units = excess_units(old.current, new, self.limit(set, bounds));
            if units != 0 {
                return PressureChange::by(set, units);
            }
        }
        PressureChange::default()
    }

    fn compare_most(&self, saved: &[SavedSet], bounds: &Bounds<'_>, delta: &mut PressureDelta) {
        let mut critical = bounds.critical.iter().peekable();
        for old in saved {
            let (set, old, new) = (old.set, old.most, self.most[old.set]);
            if old == new {
                continue;
            }
            if !delta.critical.is_some() {
                while critical.next_if(|change| change.set() < set).is_some() {}
                if let Some(change) = critical.peek().filter(|change| change.set() == set) {
                    let units = new as i32 - i32::from(change.units);
                    if units > 0 {
                        delta.critical = PressureChange::by(set, units as u32);
                    }
                }
            }
            if !delta.most.is_some() && new > bounds.most[set] {
                delta.most = PressureChange::by(set, new - old);
                if critical.peek().is_none() || delta.critical.is_some() {
                    break;
                }
            }
        }
    }

    /// What moving up over an instruction would do, by what it changes.
    pub fn upward_delta(&self, diff: &PressureDiff, bounds: &Bounds<'_>) -> PressureDelta {
        let mut delta = PressureDelta::default();
        let mut critical = bounds.critical.iter().peekable();
        for change in diff.changes() {
            let set = change.set();
            let (old, most) = (self.current[set], self.most[set]);
            let new = old.wrapping_add_signed(change.units.into());
            if !delta.excess.is_some() {
                let units = excess_units(old, new, self.limit(set, bounds));
                if units != 0 {
                    delta.excess = PressureChange::by(set, units);
                }
            }
            if new <= most {
                continue;
            }
            if !delta.critical.is_some() {
                while critical.next_if(|change| change.set() < set).is_some() {}
                if let Some(change) = critical.peek().filter(|change| change.set() == set) {
                    let units = new as i32 - i32::from(change.units);
                    if units > 0 && units <= i32::from(i16::MAX) {
                        delta.critical = PressureChange::by(set, units as u32);
                    }
                }
            }
            if !delta.most.is_some() && new > bounds.most[set] {
                delta.most = PressureChange::by(set, new - most);
            }
        }
        delta
    }
}

/// By how much the pressure beyond a limit changes, as a number of 32 bits with a sign.
fn excess_units(old: u32, new: u32, limit: u32) -> u32 {
    if new > limit {
        new.wrapping_sub(old.max(limit))
    } else if old > limit {
        limit.wrapping_sub(old)
    } else {
        0
    }
}

/// Adds the weight of a register to the sets in `pressure`.
fn add(pressure: &mut [u32], function: &MachineFunction, reg: PressureReg) {
    let weight = reg.weight(function);
    for set in weight.sets {
        pressure[usize::from(*set)] += weight.weight;
    }
}

/// Whether a register is live before and after the instruction at `slot`.
fn is_live_through(liveness: &Liveness<'_>, reg: PressureReg, slot: SlotIndex) -> bool {
    let Some(range) = reg.range(liveness.live_intervals) else {
        return false;
    };
    range.segment_at(slot).is_some_and(|at| {
        let segment = range.segments()[at];
        segment.start < slot.reg_slot(true) && segment.end != slot.dead_slot()
    })
}

/// Whether the instruction at `slot` is the last one that reads a value of the register.
pub fn is_last_use(liveness: &Liveness<'_>, reg: PressureReg, slot: SlotIndex) -> bool {
    let Some(range) = reg.range(liveness.live_intervals) else {
        return false;
    };
    let at = range.segment_at(slot.base());
    at.is_some_and(|at| range.segments()[at].end == slot.reg_slot(false))
}
