//! Updates for instructions that move within their block, are bundled, or replace others.
//!
//! A move changes ranges only in a window of one block. The part of a range that lies in the window is
//! removed and rebuilt, last instruction first, from what is live after the window:
//!
//! ```text
//!                       before                 after 48 moved to 24
//!   16  %0 = …          ┬                      ┬
//!   24                  │    ─┐                │       … = use %0
//!   32  … = use %0      │     │ window         ┴
//!   48  … = use %0      ┴    ─┘
//!                       [16r,48r:0)            [16r,32r:0)
//! ```
//!
//! A value moves with its instruction. Only if definitions of different lanes have changed places can
//! another instruction be the last to define; then values are exchanged, so that the one that is live
//! out of the window is the same as before, wherever else it is live.

use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, RegUnit};
use smallvec::{SmallVec, smallvec};

use crate::live_intervals::LiveIntervals;
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::slot_index::SlotIndex;
use crate::slot_indexes::has_index;

/// A move, and the part of the block that it concerns.
#[derive(Debug)]
struct Window {
    /// Where instructions were (block slots) …
    from: SmallVec<[SlotIndex; 4]>,
    /// … and where they are now.
    to: SlotIndex,
    /// Block slot of the first of these places.
    first: SlotIndex,
    /// Dead slot of the last.
    last: SlotIndex,
}

/// Whose range is built anew.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A virtual register: some lanes, or all for the main range.
    Lanes(VReg, LaneMask),
    /// A register unit; `true` if only definitions count.
    Unit(RegUnit, bool),
}

/// What an instruction does to the range.
#[derive(Clone, Copy, Debug, Default)]
struct Event {
    /// Up to where it needs the value before it.
    read: Option<SlotIndex>,
    /// Where it defines.
    def: Option<SlotIndex>,
    /// It makes the range undefined without defining it.
    undefines: bool,
}

impl LiveIntervals {
    /// Follows `inst`, which was moved to another place in its block.
    ///
    /// With `update_flags`, register units that were not computed yet are, so that their kill marks are
    /// dropped too; needed only after allocation.
    ///
    /// # Requires
    /// Every read still sees the definitions that it saw before, and calls are in the same order.
    ///
    /// # Ensures
    /// All ranges are right. Kill marks of what the instruction reads, and dead marks of definitions that
    /// are read now, are gone.
    pub fn handle_move(&mut self, function: &mut MachineFunction, inst: Inst, update_flags: bool) {
        let from = smallvec![self.indexes.index(inst)];
        self.indexes.remove(inst);
        self.follow_move(function, from, inst, update_flags);
    }

    /// Updates ranges after instructions were put into a new bundle after its head `bundle`, which
    /// repeats their operands and has no number yet.
    ///
    /// # Requires
    /// As for [`Self::handle_move`].
    ///
    /// # Ensures
    /// The bundle has one number, all ranges are correct, and definitions that are not read are marked dead.
    pub fn handle_move_into_new_bundle(
        &mut self,
        function: &mut MachineFunction,
        bundle: Inst,
        update_flags: bool,
    ) {
        let inside = |inst: Inst| function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED);
        let next = |inst: Inst| function.next_inst(inst).filter(|inst| inside(*inst));
        let mut from = SmallVec::new();
        for inst in std::iter::successors(next(bundle), |inst| next(*inst)) {
            if let Some(index) = self.indexes.get(inst) {
                from.push(index);
                self.indexes.remove(inst);
            }
        }
        self.follow_move(function, from, bundle, update_flags);
        let index = self.indexes.index(bundle);
        for op in function.op_ids(bundle) {
            let operand = *function.op(op);
            if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
                && self.has_interval(reg)
                && self.interval(reg).query(index).is_dead_def()
            {
                function.op_mut(op).set(OperandFlags::DEAD, true);
            }
        }
    }

    /// Numbers the instructions from `first` to `last` (in one block) that have no number yet, and computes
    /// the ranges of `regs` and of all registers that those instructions use again; weights stay. Which
    /// instructions they replace does not matter, if those are gone ([`Self::remove_inst`]).
    ///
    /// # Ensures
    /// All these ranges are right; virtual registers without an interval have one.
    pub fn repair_intervals_in_range(
        &mut self,
        function: &mut MachineFunction,
        first: Inst,
        last: Inst,
        regs: &[VReg],
    ) {
        let mut concerned: SmallVec<[VReg; 8]> = SmallVec::from_slice(regs);
        // Last first: each number is half way between the instruction before and the one after.
        let mut cursor = Some(last);
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst).filter(|_| inst != first);
            if has_index(function, inst) && self.indexes.get(inst).is_none() {
                self.insert_inst(function, inst, false);
            }
            for operand in function.operands(inst) {
                let reg = operand.as_reg();
                if let Some(reg) = reg.as_virtual() {
                    concerned.push(reg);
                } else if let Some(reg) = reg.as_physical() {
                    let units = function.target.reg(reg).units.iter();
                    units.for_each(|unit| self.remove_reg_unit(*unit));
                }
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        for reg in concerned {
            let known = self.has_interval(reg);
            let weight = if known {
                self.interval(reg).weight
            } else {
                0.0
            };
            self.remove_interval(reg);
            if !function.is_unused(reg) {
                self.ensure_interval(function, reg).weight = weight;
            }
        }
    }

    /// Adds a value of `reg` that `inst` defines and that is live to the end of its block. `None` if the
    /// instruction is in no block.
    pub fn add_segment_to_end_of_block(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        inst: Inst,
    ) -> Option<Segment> {
        let block = function.inst_block(inst)?;
        let start = self.indexes.index(inst).reg_slot(false);
        let end = self.indexes.block_end(block);
        if !self.has_interval(reg) {
            self.create_empty_interval(reg);
        }
        let range = &mut self.interval_mut(reg).range;
        let value = range.next_value(start);
        let segment = Segment::new(start, end, value);
        range.add_segment(segment);
        Some(segment)
    }

    /// Numbers `inst`, which takes the place of what was at `from`, and updates all that it touches.
    fn follow_move(
        &mut self,
        function: &mut MachineFunction,
        mut from: SmallVec<[SlotIndex; 4]>,
        inst: Inst,
        update_flags: bool,
    ) {
        let made = self.renumberings().len();
        let to = self.insert_inst(function, inst, false);
        let (mut first, mut last) = (to, to);
        for at in 0..from.len() {
            let renumberings = self.renumberings()[made..].iter();
            from[at] = renumberings.fold(from[at], |index, by| by.map(index));
            first = first.min(from[at]);
            last = last.max(from[at]);
            self.move_reg_masks(from[at], to);
        }
        let last = last.dead_slot();
        let window = Window {
            from,
            to,
            first,
            last,
        };
        for at in 0..function.num_operands(inst) {
            let op = function.op_id(inst, at);
            let operand = *function.op(op);
            if operand.is_use() && operand.reads_reg() {
                function.op_mut(op).set(OperandFlags::KILL, false);
            }
            let reg = operand.as_reg();
            let seen = |other: &Operand| other.as_reg() == reg;
            if function.operands(inst)[..at].iter().any(seen) {
                continue;
            }
            if let Some(reg) = reg.as_virtual() {
                self.update_vreg(function, &window, reg);
            } else if let Some(phys) = reg.as_physical() {
                for unit in function.target.reg(phys).units {
                    self.update_unit(function, &window, *unit, update_flags);
                }
            }
        }
        self.clear_dead_marks(function, inst);
    }

    /// Moves the register masks of one instruction with it.
    fn move_reg_masks(&mut self, from: SlotIndex, to: SlotIndex) {
        let at = self.reg_mask_slots.partition_point(|s| s.index < from);
        for slot in &mut self.reg_mask_slots[at..] {
            if !slot.index.same_inst(from) {
                break;
            }
            slot.index = to.reg_slot(false);
        }
    }

    /// Clears dead marks on definitions of virtual registers that are read.
    fn clear_dead_marks(&self, function: &mut MachineFunction, inst: Inst) {
        let index = self.indexes.index(inst);
        for op in function.op_ids(inst) {
            let operand = *function.op(op);
            if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
                && self.has_interval(reg)
                && !self.interval(reg).query(index).is_dead_def()
            {
                function.op_mut(op).set(OperandFlags::DEAD, false);
            }
        }
    }

    fn update_vreg(&mut self, function: &MachineFunction, window: &Window, reg: VReg) {
        if !self.has_interval(reg) {
            return;
        }
        let mut interval = self.take_interval(reg);
        for sub in interval.sub_ranges_mut() {
            let part = Part::Lanes(reg, sub.lanes);
            self.rebuild_window(function, &mut sub.range, window, part);
        }
        let part = Part::Lanes(reg, LaneMask::ALL);
        self.rebuild_window(function, &mut interval.range, window, part);
        self.put_interval(interval);
    }

    fn update_unit(
        &mut self,
        function: &mut MachineFunction,
        window: &Window,
        unit: RegUnit,
        update_flags: bool,
    ) {
        let reserved = self.is_reserved_unit(unit);
        if self.cached_reg_unit(unit).is_none() && update_flags && !reserved {
            // A fresh range needs no update.
            self.reg_unit(function, unit);
            return;
        }
        let Some(range) = self.cached_reg_unit_mut(unit) else {
            return;
        };
        let mut range = std::mem::take(range);
        self.rebuild_window(function, &mut range, window, Part::Unit(unit, reserved));
        if let Some(place) = self.cached_reg_unit_mut(unit) {
            *place = range;
        }
    }

    /// Replaces the part of `range` in a window by what the instructions there need.
    fn rebuild_window(
        &self,
        function: &MachineFunction,
        range: &mut LiveRange,
        window: &Window,
        part: Part,
    ) {
        let mut taken = Taken::take(range, window);
        let mut live_to = taken.live_out.map(|segment| segment.end);
        let mut built: SmallVec<[Segment; 8]> = SmallVec::new();
        let mut cursor = self.indexes.inst_at_or_before(window.last);
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            let Some(index) = self.indexes.get(inst) else {
                continue;
            };
            if index < window.first {
                break;
            }
            let event = event_at(function, inst, index, part);
            if let Some(def) = event.def {
                let end = live_to.take().unwrap_or(def.dead_slot());
                let value = taken.value_of(window, def);
                built.push(Segment::new(
                    def,
                    end,
                    value.unwrap_or_else(|| range.next_value(def)),
                ));
            }
            if event.undefines {
                live_to = None;
            }
            if let Some(read) = event.read.filter(|_| live_to.is_none()) {
                live_to = Some(event.def.map_or(read, |def| def.min(read)));
            }
        }
        taken.keep_live_out_value(&mut built);
        if let (Some(before), Some(end)) = (taken.before, live_to) {
            range.extend_segment_end(before, end);
        }
        let at = taken.before.map_or(taken.at, |before| before + 1);
        for segment in &built {
            range.value_mut(segment.value).def = segment.start;
        }
        range.segments.insert_many(at, built.iter().rev().copied());
        for (_, value) in taken.values.iter().rev() {
            range.discard_value(*value);
        }
    }
}

/// What was in a window.
struct Taken {
    /// Where it was in the list of segments.
    at: usize,
    /// The segment that came into the window, cut off at its first place.
    before: Option<usize>,
    /// The values defined in it with their places, in order.
    values: SmallVec<[(SlotIndex, VNInfoId); 8]>,
    /// The segment that continues after it.
    live_out: Option<Segment>,
}

impl Taken {
    /// Removes from `range` all that lies in a window, and the rest of the segment that leaves it.
    fn take(range: &mut LiveRange, window: &Window) -> Self {
        let at = range.find(window.first);
        let mut taken = Self {
            at,
            before: None,
            values: SmallVec::new(),
            live_out: None,
        };
        let mut end = at;
        while let Some(segment) = range.segments.get(end).copied() {
            if segment.start > window.last {
                break;
            }
            if segment.end > window.last {
                taken.live_out = Some(segment);
            }
            if segment.start >= window.first {
                taken.values.push((segment.start, segment.value));
            } else {
                taken.before = Some(end);
            }
            end += 1;
        }
        if let Some(before) = taken.before {
            range.segments[before].end = window.first;
        }
        let first = taken.before.map_or(at, |before| before + 1);
        range.segments.drain(first..end);
        taken
    }

    /// Takes the value of the instruction that defines at `def` now.
    fn value_of(&mut self, window: &Window, def: SlotIndex) -> Option<VNInfoId> {
        let moved = def.same_inst(window.to);
        let at = self.values.iter().rposition(|(place, _)| {
            place.same_inst(def) || moved && window.from.contains(&place.base())
        })?;
        Some(self.values.remove(at).1)
    }

    /// Exchanges values such that the last definition has the value that leaves the window.
    fn keep_live_out_value(&mut self, built: &mut [Segment]) {
        let (Some(live_out), Some((last, others))) = (self.live_out, built.split_first_mut())
        else {
            return;
        };
        if last.value == live_out.value {
            return;
        }
        let old = std::mem::replace(&mut last.value, live_out.value);
        if let Some(other) = others.iter_mut().find(|s| s.value == live_out.value) {
            other.value = old;
        } else if let Some(unused) = self.values.iter_mut().find(|v| v.1 == live_out.value) {
            unused.1 = old;
        }
    }
}

/// What an operand does to a range.
#[derive(Clone, Copy)]
struct Access {
    reads: bool,
    defines: bool,
}

/// What the instruction at `index` does to the range of `part`.
fn event_at(function: &MachineFunction, inst: Inst, index: SlotIndex, part: Part) -> Event {
    let mut event = Event::default();
    for operand in function.operands(inst) {
        let reg = operand.as_reg();
        match part {
            Part::Lanes(wanted, lanes) => {
                if reg == Reg::virt(wanted) {
                    event.add_lanes(function, inst, index, operand, lanes);
                }
            }
            Part::Unit(unit, only_defs) => {
                let units = reg.as_physical().map(|reg| function.target.reg(reg).units);
                if units.is_some_and(|units| units.contains(&unit)) {
                    let access = Access {
                        reads: operand.reads_reg() && !only_defs,
                        defines: operand.is_def(),
                    };
                    event.add(function, inst, index, operand, access);
                }
            }
        }
    }
    event
}

impl Event {
    /// Adds what an operand of a virtual register does to `lanes`.
    fn add_lanes(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        index: SlotIndex,
        operand: &Operand,
        lanes: LaneMask,
    ) {
        let sub = operand.sub_reg();
        let mut own = LaneMask::ALL;
        if !sub.is_none() {
            own = function.target.sub_reg_indices[sub.index()].lane_mask;
        }
        let touches = (own & lanes).any();
        let is_def = operand.is_def();
        // A partial definition keeps the other lanes of the main range alive.
        let access = Access {
            reads: operand.reads_reg() && touches && (lanes.is_all() || !is_def),
            defines: is_def && touches,
        };
        self.undefines |= is_def && operand.has(OperandFlags::UNDEF) && !touches;
        self.add(function, inst, index, operand, access);
    }

    fn add(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        index: SlotIndex,
        operand: &Operand,
        access: Access,
    ) {
        let tied = operand.tied_to().filter(|_| operand.is_use());
        let early = tied.map_or(*operand, |def| *function.operand(inst, def));
        let is_early = early.is_def() && early.has(OperandFlags::EARLY_CLOBBER);
        let place = index.reg_slot(is_early);
        if access.reads {
            self.read = Some(self.read.map_or(place, |other| other.max(place)));
        }
        if access.defines {
            self.def = Some(self.def.map_or(place, |other| other.min(place)));
        }
    }
}
