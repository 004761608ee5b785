//! Which virtual registers are assigned to which register units, and what interferes with further assignments.

use avarice_liveness::{
    LiveInterval, LiveIntervals, LiveRange, RegName, SlotIndex, UnitName, gallop,
};
use avarice_mir::{Inst, MachineFunction, Reg, VReg};
use avarice_target::{PhysReg, RegUnit, TargetDesc, op};
use avarice_trace::events;
use avarice_trace::{Log, event, log};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use crate::interval_union::{IntervalUnion, UnionSegment};
use avarice_machine::virt_reg_map::VirtRegMap;

/// What keeps a virtual register from a physical one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Interference {
    /// Nothing.
    Free,
    /// Another virtual register, which could be evicted.
    VirtReg,
    /// A fixed use of the physical register.
    RegUnit,
    /// A call that clobbers the physical register.
    RegMask,
}

/// A register that is assigned and in the way of another.
#[derive(Clone, Copy, Debug)]
pub struct Blocker {
    /// The register.
    pub reg: VReg,
    /// Its spill weight.
    pub weight: f32,
    /// The time when it was assigned, which is that of no other assignment; 0 for none.
    since: u32,
}

impl Default for Blocker {
    fn default() -> Self {
        Self {
            reg: VReg::from_u32(0),
            weight: 0.0,
            since: 0,
        }
    }
}

/// Blocks, in layout order, of a group whose changes are noted together.
pub const BLOCK_GROUP: usize = 16;

/// The assignments by register unit.
#[derive(Debug, Default)]
pub struct LiveRegMatrix {
    units: Vec<IntervalUnion>,
    /// The target that `covering` is about.
    target: Option<&'static TargetDesc>,
    /// By unit: an earlier one that all registers have that have it. As long as registers are assigned as a whole,
    /// what would be in it is in that one as well: nothing is noted for it then, and every question about it is
    /// asked of that one.
    covering: Vec<Option<RegUnit>>,
    /// By register: its units that no other one covers.
    deciding: Vec<SmallVec<[RegUnit; 4]>>,
    /// Whether registers are assigned as a whole, and only such as an allocatable class has.
    whole: bool,
    /// How many renumberings have been followed by all units, and by each.
    followed: usize,
    unit_followed: Vec<usize>,
    /// Counts changes of assignments, from 1 on.
    time: u32,
    /// By unit: when its assignments last changed.
    changed: Vec<u32>,
    /// By unit and group of blocks: when they last changed there.
    changed_groups: Vec<u32>,
    /// By virtual register: when it was assigned; 0 if it is not.
    assigned_at: SecondaryMap<VReg, u32>,
    /// Where groups of blocks start.
    group_starts: Vec<SlotIndex>,
    /// What is known of the one that was asked for last.
    fixed: FixedInterference,
}

/// What that does not move keeps one virtual register from each physical one.
#[derive(Debug, Default)]
struct FixedInterference {
    reg: PackedOption<VReg>,
    /// The registers that all calls it lives across preserve; empty if it lives across none.
    usable: Vec<u32>,
    /// Counts the virtual registers looked at.
    round: u32,
    /// By physical register: the round in which it was looked at, and what came of that.
    found: Vec<(u32, Interference)>,
    /// By physical register: the round in which a virtual one was found in the way, the time of that, and which.
    blockers: Vec<(u32, u32, Blocker)>,
    /// By physical register: code where it has no fixed use, the last such that was met.
    gaps: Vec<Gap>,
}

/// A stretch of code where a physical register has no fixed use.
#[derive(Clone, Copy, Debug)]
struct Gap {
    start: SlotIndex,
    end: SlotIndex,
    /// How often fixed uses had been edited, and slot indexes renumbered, when it was found.
    state: (u32, u32),
}

impl Gap {
    const NONE: Self = Self {
        start: SlotIndex::NONE,
        end: SlotIndex::ZERO,
        state: (0, 0),
    };

    /// Finds the gap between fixed uses of `units` that `[start, end)` lies in, if it lies in one.
    fn find(
        live_intervals: &LiveIntervals,
        units: &[RegUnit],
        (start, end): (SlotIndex, SlotIndex),
        state: (u32, u32),
    ) -> Option<Self> {
        let mut gap = Self {
            start: SlotIndex::ZERO,
            end: SlotIndex::NONE,
            state,
        };
        for unit in units {
            let segments = live_intervals.cached_reg_unit(*unit)?.segments();
            let next = segments.partition_point(|segment| segment.end <= start);
            if let Some(segment) = segments.get(next) {
                if segment.start < end {
                    return None;
                }
                gap.end = gap.end.min(segment.start);
            }
            if let Some(segment) = segments[..next].last() {
                gap.start = gap.start.max(segment.end);
            }
        }
        Some(gap)
    }
}

impl FixedInterference {
    /// Begins with `reg`, unless that is the current register.
    fn look_at(&mut self, function: &MachineFunction, live_intervals: &LiveIntervals, reg: VReg) {
        if self.reg.expand() != Some(reg) {
            self.reg = reg.into();
            self.round += 1;
            live_intervals.reg_mask_interference(function, reg, &mut self.usable);
        }
    }

    /// Whether a call that the register lives across clobbers `phys`.
    fn is_clobbered(&self, phys: PhysReg) -> bool {
        !self.usable.is_empty() && self.usable[phys.index() / 32] >> (phys.index() % 32) & 1 == 0
    }
}

impl LiveRegMatrix {
    /// Forgets all assignments.
    pub fn reset(&mut self, function: &MachineFunction) {
        self.units
            .resize_with(function.target.units.len(), IntervalUnion::default);
        self.units.iter_mut().for_each(|unit| unit.clear());
        if !self
            .target
            .is_some_and(|t| std::ptr::eq(t, function.target))
        {
            self.target = Some(function.target);
            self.covering = covering_units(function.target);
            let is_covered = |unit: &RegUnit| self.covering[unit.index()].is_some();
            let units = function.target.registers.iter().map(|reg| reg.units);
            let deciding =
                units.map(|units| units.iter().copied().filter(|unit| !is_covered(unit)));
            self.deciding = deciding.map(SmallVec::from_iter).collect();
        }
        let mut regs = function.vregs.keys();
        self.whole = !function.tracks_sub_reg_liveness
            && regs.all(|reg| function.target.class(function.class(reg)).allocatable);
        self.followed = 0;
        self.unit_followed.clear();
        self.unit_followed.resize(self.units.len(), 0);
        self.time = 1;
        let (units, groups) = (
            self.units.len(),
            function.layout.len().div_ceil(BLOCK_GROUP),
        );
        self.changed.clear();
        self.changed.resize(units, 0);
        self.changed_groups.clear();
        self.changed_groups.resize(units * groups, 0);
        self.group_starts.clear();
        self.fixed.reg = None.into();
        self.fixed.round = 0;
        self.fixed.found.clear();
        let unknown = (0, Interference::Free);
        let registers = function.target.registers.len();
        self.fixed.found.resize(registers, unknown);
        self.fixed.blockers.clear();
        self.fixed
            .blockers
            .resize(registers, (0, 0, Blocker::default()));
        self.assigned_at.clear();
        self.fixed.gaps.clear();
        self.fixed.gaps.resize(registers, Gap::NONE);
    }

    /// Says that intervals may have changed: what was remembered about one is forgotten.
    pub fn invalidate(&mut self) {
        self.fixed.reg = None.into();
    }

    /// Follows renumberings of slot indexes.
    #[inline]
    pub fn follow(&mut self, live_intervals: &LiveIntervals) {
        let renumberings = live_intervals.renumberings();
        if self.group_starts.is_empty() || self.followed != renumberings.len() {
            self.follow_all(live_intervals);
        }
    }

    fn follow_all(&mut self, live_intervals: &LiveIntervals) {
        let renumberings = live_intervals.renumberings();
        let all = renumberings.since(self.followed);
        for (unit, followed) in self.units.iter_mut().zip(&mut self.unit_followed) {
            if unit.is_empty() {
                // Nothing to move: so it is with most units.
            } else if *followed == self.followed {
                unit.renumber(&all);
            } else {
                let left = renumberings[*followed..].iter();
                left.for_each(|renumbering| unit.renumber(renumbering));
            }
            *followed = renumberings.len();
        }
        self.followed = renumberings.len();
        self.group_starts.clear();
        let starts = live_intervals.indexes.block_starts().iter();
        let starts = starts.step_by(BLOCK_GROUP).map(|(start, _)| *start);
        self.group_starts.extend(starts);
    }

    /// Follows renumberings as far as the units of `phys` are concerned: for callers that query it
    /// repeatedly while code changes.
    pub fn follow_reg(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        phys: PhysReg,
    ) {
        let renumberings = live_intervals.renumberings();
        for unit in function.target.reg(phys).units {
            let followed = &mut self.unit_followed[unit.index()];
            for renumbering in &renumberings[*followed..] {
                self.units[unit.index()].renumber(renumbering);
            }
            *followed = renumberings.len();
        }
    }

    /// Notes that an assignment changes in `unit`.
    fn note_change(&mut self, unit: RegUnit, range: &LiveRange) {
        self.changed[unit.index()] = self.time;
        let count = self.group_starts.len();
        let groups = &mut self.changed_groups[unit.index() * count..][..count];
        let mut at = 0;
        for segment in range.segments() {
            at = gallop(&self.group_starts, at, |start| *start <= segment.start);
            groups[at - 1] = self.time;
            while at < count && self.group_starts[at] < segment.end {
                groups[at] = self.time;
                at += 1;
            }
        }
    }

    /// The time, which goes on with every change of assignments.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// When assignments to `unit` last changed.
    #[inline]
    pub fn changed(&self, unit: RegUnit) -> u32 {
        self.changed[unit.index()]
    }

    /// When assignments to `unit` last changed in a group of blocks.
    #[inline]
    pub fn changed_in(&self, unit: RegUnit, group: usize) -> u32 {
        self.changed_groups[unit.index() * self.group_starts.len() + group]
    }

    /// Assigns a virtual register.
    pub fn assign(
        &mut self,
        function: &MachineFunction,
        map: &mut VirtRegMap,
        interval: &LiveInterval,
        phys: PhysReg,
        log: &mut Log<'_>,
    ) {
        let target = function.target;
        let reg = interval.reg();
        log!(log, "assigning {reg} to {}:", RegName::phys(target, phys));
        map.assign(reg, phys);
        self.time += 1;
        self.assigned_at[reg] = self.time;
        each_unit(function, interval, phys, |unit, range| {
            log!(log, " {} {range}", UnitName(target, unit));
            if self.covering_unit(unit).is_none() {
                self.units[unit.index()].unify(reg, interval.weight, range);
                self.note_change(unit, range);
            }
            false
        });
        log!(log, "\n");
        event!(
            log,
            events::Event::Assign {
                reg,
                phys,
                hint: Some(map.simple_hint(reg)).filter(|hint| !hint.is_none()),
                cost: target.reg(phys).cost,
            }
        );
    }

    /// Takes a virtual register off its physical one.
    pub fn unassign(
        &mut self,
        function: &MachineFunction,
        map: &mut VirtRegMap,
        interval: &LiveInterval,
        log: &mut Log<'_>,
    ) {
        let target = function.target;
        let reg = interval.reg();
        let phys = map.phys(reg);
        log!(
            log,
            "unassigning {reg} from {}:",
            RegName::phys(target, phys)
        );
        map.clear(reg);
        self.time += 1;
        self.assigned_at[reg] = 0;
        each_unit(function, interval, phys, |unit, range| {
            log!(log, " {}", UnitName(target, unit));
            if self.covering_unit(unit).is_none() {
                self.units[unit.index()].extract(reg, range);
                self.note_change(unit, range);
            }
            false
        });
        log!(log, "\n");
        event!(log, events::Event::Unassign { reg, phys });
    }

    /// What keeps the interval of `reg` from `phys`: the first of register masks, fixed units, virtual
    /// registers that does.
    pub fn check(
        &mut self,
        function: &mut MachineFunction,
        live_intervals: &mut LiveIntervals,
        reg: VReg,
        phys: PhysReg,
    ) -> Interference {
        let fixed = self.check_fixed(function, live_intervals, reg, phys);
        if fixed != Interference::Free {
            return fixed;
        }
        let interval = live_intervals.interval(reg);
        let blocker = if interval.has_sub_ranges() {
            let mut found = None;
            each_unit(function, interval, phys, |unit, range| {
                found = self.unit(unit).first_overlap(range);
                found.is_some()
            });
            found
        } else {
            self.first_blocker(function, interval.range(), phys)
        };
        let Some(blocker) = blocker else {
            return Interference::Free;
        };
        self.note_blocker(phys, self.blocker(&blocker));
        Interference::VirtReg
    }

    /// Remembers which register keeps the last queried register from `phys`.
    fn note_blocker(&mut self, phys: PhysReg, blocker: Blocker) {
        self.fixed.blockers[phys.index()] = (self.fixed.round, self.time, blocker);
    }

    /// Repeats the previous answer of [`Self::check`], if the blocker found then has stayed where it was. The interval
    /// of `reg` must be unchanged. Returns whether that was so.
    pub fn check_again(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        (reg, phys): (VReg, PhysReg),
        blocker: Blocker,
    ) -> bool {
        if !self.stays(&blocker) {
            return false;
        }
        let range = live_intervals.interval(reg).range();
        debug_assert!(self.overlaps_any(function, range, phys));
        self.fixed.look_at(function, live_intervals, reg);
        self.note_blocker(phys, blocker);
        true
    }

    /// The virtual register that [`Self::check`] found to keep `reg` from `phys`, if that is still so.
    #[inline]
    pub fn known_blocker(&self, reg: VReg, phys: PhysReg) -> Option<Blocker> {
        let (round, time, blocker) = self.fixed.blockers[phys.index()];
        let holds = round == self.fixed.round && time == self.time;
        (holds && self.fixed.reg.expand() == Some(reg)).then_some(blocker)
    }

    /// The current owner of a segment.
    pub fn blocker(&self, segment: &UnionSegment) -> Blocker {
        Blocker {
            reg: segment.reg,
            weight: segment.weight,
            since: self.assigned_at[segment.reg],
        }
    }

    /// Whether a register that was in the way has stayed where it was.
    #[inline]
    pub fn stays(&self, blocker: &Blocker) -> bool {
        blocker.since != 0 && self.assigned_at[blocker.reg] == blocker.since
    }

    /// Like [`Self::check`] for what cannot be evicted: register masks and fixed units.
    #[inline]
    pub fn check_fixed(
        &mut self,
        function: &mut MachineFunction,
        live_intervals: &mut LiveIntervals,
        reg: VReg,
        phys: PhysReg,
    ) -> Interference {
        self.fixed.look_at(function, live_intervals, reg);
        let (round, found) = self.fixed.found[phys.index()];
        if round == self.fixed.round {
            debug_assert_eq!(
                found,
                self.find_fixed(function, live_intervals, reg, phys),
                "{reg} has changed since it was looked at"
            );
            return found;
        }
        let found = self.find_fixed(function, live_intervals, reg, phys);
        self.fixed.found[phys.index()] = (self.fixed.round, found);
        found
    }

    fn find_fixed(
        &mut self,
        function: &mut MachineFunction,
        live_intervals: &mut LiveIntervals,
        reg: VReg,
        phys: PhysReg,
    ) -> Interference {
        let range = live_intervals.interval(reg).range();
        if range.is_empty() {
            return Interference::Free;
        }
        if self.fixed.is_clobbered(phys) {
            return Interference::RegMask;
        }
        let (start, end) = (range.begin_index(), range.end_index());
        let renumberings = live_intervals.renumberings().len() as u32;
        let state = (live_intervals.fixed_changes(), renumberings);
        let gap = &mut self.fixed.gaps[phys.index()];
        if gap.start <= start && end <= gap.end && gap.state == state {
            return Interference::Free;
        }
        let units = function.target.reg(phys).units;
        for unit in units {
            live_intervals.reg_unit(function, *unit);
        }
        if let Some(found) = Gap::find(live_intervals, units, (start, end), state) {
            *gap = found;
            return Interference::Free;
        }
        let (live_intervals, interval) = (&*live_intervals, live_intervals.interval(reg));
        let fixed = each_unit(function, interval, phys, |unit, range| {
            live_intervals.cached_reg_unit(unit).is_some_and(|unit| {
                // Being defined by a copy from or to the very register is no conflict.
                range.first_overlap(unit, |start, _| {
                    let copy = live_intervals
                        .indexes
                        .inst_at(start)
                        .filter(|_| !start.is_block());
                    !copy.is_some_and(|inst| is_copy_between(function, inst, reg, phys))
                })
            })
        });
        if fixed {
            Interference::RegUnit
        } else {
            Interference::Free
        }
    }

    /// What is assigned to a unit; empty if another one covers it.
    pub fn unit(&self, unit: RegUnit) -> &IntervalUnion {
        &self.units[unit.index()]
    }

    /// Whether anything is assigned to a unit of `phys`.
    pub fn is_used(&self, function: &MachineFunction, phys: PhysReg) -> bool {
        let mut units = function.target.reg(phys).units.iter();
        units.any(|unit| !self.unit(*unit).is_empty())
    }

    /// The units of `phys` that together have all that is assigned to any of them.
    #[inline]
    pub fn deciding_units<'a>(
        &'a self,
        function: &MachineFunction,
        phys: PhysReg,
    ) -> &'a [RegUnit] {
        if self.whole {
            &self.deciding[phys.index()]
        } else {
            function.target.reg(phys).units
        }
    }

    /// Whether anything in a unit of `phys` overlaps `range`.
    pub fn overlaps_any(
        &self,
        function: &MachineFunction,
        range: &LiveRange,
        phys: PhysReg,
    ) -> bool {
        self.first_blocker(function, range, phys).is_some()
    }

    /// The first segment of a virtual register that overlaps `range` in a unit of `phys`.
    pub fn first_blocker(
        &self,
        function: &MachineFunction,
        range: &LiveRange,
        phys: PhysReg,
    ) -> Option<UnionSegment> {
        let mut units = self.deciding_units(function, phys).iter();
        units.find_map(|unit| self.unit(*unit).first_overlap(range))
    }

    /// Whether anything in `unit` overlaps `range`.
    pub fn overlaps(&self, range: &LiveRange, unit: RegUnit) -> bool {
        self.unit(unit).first_overlap(range).is_some()
    }

    /// Whether calls keep the interval of `reg` from `phys`; from any register if that is none.
    pub fn reg_mask_interferes(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        reg: VReg,
        phys: PhysReg,
    ) -> bool {
        self.fixed.look_at(function, live_intervals, reg);
        if phys.is_none() {
            !self.fixed.usable.is_empty()
        } else {
            self.fixed.is_clobbered(phys)
        }
    }

    /// The unit in which everything is that is in `unit`, if that is another.
    #[inline]
    pub fn covering_unit(&self, unit: RegUnit) -> Option<RegUnit> {
        self.covering[unit.index()].filter(|_| self.whole)
    }

    /// Appends the virtual registers in `unit` that overlap `range`, in order of their first overlaps; none if
    /// an earlier unit covers this one, where all of them are.
    pub fn collect_interfering(
        &self,
        range: &LiveRange,
        unit: RegUnit,
        found: &mut SmallVec<[VReg; 16]>,
    ) {
        let first = found.len();
        self.unit(unit).any_overlap(range, |segment| {
            if !found[first..].contains(&segment.reg) {
                found.push(segment.reg);
            }
            false
        });
    }

    /// Calls `visit` for the virtual registers in `unit` that overlap `range`, in order of their overlaps,
    /// with repetitions, none if an earlier unit covers this one, until it returns `true`. Returns whether it did.
    pub fn interfering(
        &self,
        range: &LiveRange,
        unit: RegUnit,
        mut visit: impl FnMut(VReg) -> bool,
    ) -> bool {
        self.units[unit.index()].any_overlap(range, |segment| visit(segment.reg))
    }
}

/// Calls `visit` for each unit of `phys` with the range of the interval that is about its lanes, until it
/// returns `true`. Returns whether it did.
pub fn each_unit(
    function: &MachineFunction,
    interval: &LiveInterval,
    phys: PhysReg,
    mut visit: impl FnMut(RegUnit, &LiveRange) -> bool,
) -> bool {
    let row = function.target.reg(phys);
    if !interval.has_sub_ranges() {
        return row.units.iter().any(|unit| visit(*unit, interval.range()));
    }
    row.units.iter().zip(row.unit_lanes).any(|(unit, lanes)| {
        let sub = interval.sub_ranges().find(|sub| (sub.lanes & *lanes).any());
        sub.is_some_and(|sub| visit(*unit, &sub.range))
    })
}

/// Finds the units that come only with an earlier one, and one such; of several that only come together, the first
/// is without.
fn covering_units(target: &TargetDesc) -> Vec<Option<RegUnit>> {
    let count = target.units.len();
    // Some units have registers of their own that no class gives out, as the upper halves of x86's.
    let registers = || target.registers.iter().filter(|reg| reg.allocatable);
    // In how many registers two units are together.
    let mut together = vec![0_u32; count * count];
    for reg in registers() {
        for a in reg.units {
            for b in reg.units {
                together[a.index() * count + b.index()] += 1;
            }
        }
    }
    let mut covering = vec![None; count];
    for reg in registers() {
        for unit in reg.units {
            let row = &together[unit.index() * count..][..count];
            let mut others = reg.units.iter().take_while(|other| *other < unit);
            // The first of those that cover each other is covered by none.
            covering[unit.index()] = others
                .find(|other| row[other.index()] == row[unit.index()])
                .copied();
        }
    }
    covering
}

/// Whether `inst` copies between `reg` and `phys`, or between corresponding parts of them.
fn is_copy_between(function: &MachineFunction, inst: Inst, reg: VReg, phys: PhysReg) -> bool {
    let operands = function.operands(inst);
    let (dst, src, dst_sub) = match function.opcode(inst) {
        op::COPY => (&operands[0], &operands[1], operands[0].sub_reg()),
        op::SUBREG_TO_REG => {
            let index = operands[3].as_imm().unwrap_or(0) as u8;
            let index = avarice_target::SubRegIdx(index);
            (
                &operands[0],
                &operands[2],
                function.target.compose(operands[0].sub_reg(), index),
            )
        }
        _ => return false,
    };
    let (virt, other) = if dst.as_reg() == Reg::virt(reg) {
        ((dst.as_reg(), dst_sub), (src.as_reg(), src.sub_reg()))
    } else {
        ((src.as_reg(), src.sub_reg()), (dst.as_reg(), dst_sub))
    };
    let Some(fixed) = other.0.as_physical().filter(|_| virt.0 == Reg::virt(reg)) else {
        return false;
    };
    let fixed = function.target.sub_reg(fixed, other.1);
    function.target.sub_reg(phys, virt.1) == fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_target_x86_64::TARGET;

    #[test]
    fn one_unit_decides_for_a_register_without_high_byte() {
        let covering = covering_units(&TARGET);
        let deciding = |name: &str| {
            let units = TARGET.reg(TARGET.reg_by_name(name).unwrap()).units.iter();
            let units = units.filter(|unit| covering[unit.index()].is_none());
            let names = units.map(|unit| TARGET.units[unit.index()].name);
            names.collect::<Vec<_>>()
        };
        assert_eq!(deciding("rsi"), ["SIL"]);
        assert_eq!(deciding("r12d"), ["R12B"]);
        assert_eq!(deciding("rax"), ["AH", "AL"]);
    }
}
