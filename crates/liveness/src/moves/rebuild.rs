//! The general case of a move: the part of a range that lies in a window of the block is built anew, last instruction
//! first, from what is live after it.
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

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, RegUnit};
use smallvec::{SmallVec, smallvec};

use super::direct::Move;
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// A move, and the part of the block that it concerns.
#[derive(Debug)]
pub(super) struct Window {
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
pub(super) enum Part {
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

impl Window {
    /// The window of instructions that were at `from` and are one at `to`.
    pub(super) fn new(from: SmallVec<[SlotIndex; 4]>, to: SlotIndex) -> Self {
        let places = from.iter().copied().chain([to]);
        let first = places.clone().fold(to, SlotIndex::min);
        let last = places.fold(to, SlotIndex::max).dead_slot();
        Self {
            from,
            to,
            first,
            last,
        }
    }

    /// The window of a move.
    pub(super) fn of(moved: Move) -> Self {
        Self::new(smallvec![moved.old], moved.new)
    }

    /// Replaces the part of `range` in a window by what the instructions there need.
    pub(super) fn rebuild(
        &self,
        indexes: &SlotIndexes,
        function: &MachineFunction,
        range: &mut LiveRange,
        part: Part,
    ) {
        let mut taken = Taken::take(range, self);
        let mut live_to = taken.live_out.map(|segment| segment.end);
        let mut built: SmallVec<[Segment; 8]> = SmallVec::new();
        let mut cursor = indexes.inst_at_or_before(self.last);
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            let Some(index) = indexes.get(inst) else {
                continue;
            };
            if index < self.first {
                break;
            }
            let event = event_at(function, inst, index, part);
            if let Some(def) = event.def {
                let end = live_to.take().unwrap_or(def.dead_slot());
                let value = taken.value_of(self, def);
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
