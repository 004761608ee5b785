//! The values of the new intervals of a split.
//!
//! A parent value that has one definition in a new interval is *simple*: its segments are copied. One that
//! has several, because the interval is entered more than once, is *complex*: where they meet is computed.
//!
//! While the split points are chosen, code moves, and there may be thousands of definitions, most of them
//! between others. They are therefore kept here, sorted by place, and go into the intervals when all are
//! known. Intervals with sub-ranges get them at once.

use avarice_liveness::{LiveInterval, Renumbering, Segment, SlotIndex, VNInfoId};
use avarice_mir::{OperandFlags, Reg, VReg};
use avarice_target::LaneMask;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use super::gap_buffer::GapBuffer;
use super::reg_assign::SplitInterval;
use super::split_editor::SplitEditor;
use crate::live_range_edit::LiveRangeEdit;

/// How the values of a parent value in one new interval are defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mapping {
    /// By one definition.
    Simple(VNInfoId),
    /// By several; if forced, the parent's segments do not say where the value is live.
    Complex { forced: bool },
}

/// A value of a new interval.
#[derive(Clone, Copy, Debug)]
struct NewValue {
    def: SlotIndex,
    interval: SplitInterval,
    value: VNInfoId,
    /// What it is of the parent.
    parent_value: VNInfoId,
}

/// The values that the new intervals have so far.
#[derive(Debug, Default)]
pub(super) struct NewValues {
    /// By new interval: mappings of parent values, sorted by value.
    mappings: SecondaryMap<SplitInterval, SmallVec<[(VNInfoId, Mapping); 4]>>,
    /// By new interval: how many values are pending.
    counts: SecondaryMap<SplitInterval, u32>,
    /// What is not in the intervals yet, by place.
    pending: GapBuffer<NewValue>,
    /// Whether new values go into the intervals at once.
    settled: bool,
}

impl NewValues {
    /// Begins with a split.
    pub(super) fn clear(&mut self) {
        self.mappings.clear();
        self.counts.clear();
        self.pending.clear();
        self.settled = false;
    }

    /// Maps all places through a renumbering.
    pub(super) fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let mut renumbering = renumbering.ascending();
        for value in self.pending.iter_mut_from(|value| value.def < first) {
            if value.def > last {
                break;
            }
            value.def = renumbering.map(value.def);
        }
    }

    fn mapping(&self, new: SplitInterval, value: VNInfoId) -> Option<Mapping> {
        let list = self.mappings.get(new)?;
        let found = list.binary_search_by_key(&value, |entry| entry.0);
        found.ok().map(|at| list[at].1)
    }

    fn set_mapping(&mut self, new: SplitInterval, value: VNInfoId, mapping: Mapping) {
        let list = &mut self.mappings[new];
        match list.binary_search_by_key(&value, |entry| entry.0) {
            Ok(at) => list[at].1 = mapping,
            Err(at) => list.insert(at, (value, mapping)),
        }
    }

    /// Adds a value to those that are pending. Returns its number in its interval.
    fn push(
        &mut self,
        interval: SplitInterval,
        parent_value: VNInfoId,
        def: SlotIndex,
    ) -> VNInfoId {
        let count = &mut self.counts[interval];
        let value = VNInfoId::from_u32(*count);
        *count += 1;
        self.pending.seek(|other| other.def < def);
        self.pending.insert(NewValue {
            def,
            interval,
            value,
            parent_value,
        });
        value
    }
}

impl SplitEditor<'_, '_, '_> {
    pub(super) fn mapping(&self, new: SplitInterval, value: VNInfoId) -> Option<Mapping> {
        self.state.values.mapping(new, value)
    }

    /// Adds a value to a new interval, which is the parent's value `parent_value` from `at` on.
    /// `original` says that it is the parent's own definition.
    pub(super) fn def_value(
        &mut self,
        new: SplitInterval,
        parent_value: VNInfoId,
        at: SlotIndex,
        original: bool,
    ) {
        let reg = self.reg(new);
        let forced = self.edit.cx.live_intervals.interval(reg).has_sub_ranges();
        let values = &mut self.state.values;
        let value = if forced || values.settled {
            let interval = self.edit.cx.live_intervals.interval_mut(reg);
            interval.next_value(at)
        } else {
            values.push(new, parent_value, at)
        };
        match values.mapping(new, parent_value) {
            None if !forced => {
                values.set_mapping(new, parent_value, Mapping::Simple(value));
                return;
            }
            None => values.set_mapping(new, parent_value, Mapping::Complex { forced }),
            Some(Mapping::Simple(old)) => {
                values.set_mapping(new, parent_value, Mapping::Complex { forced });
                self.add_dead_def(new, old, original);
            }
            Some(Mapping::Complex { .. }) => {}
        }
        self.add_dead_def(new, value, original);
    }

    /// Says that the parent's segments do not tell where `parent_value` is live in a new interval.
    pub(super) fn force_recompute(&mut self, new: SplitInterval, parent_value: VNInfoId) {
        if let Some(Mapping::Simple(value)) = self.mapping(new, parent_value) {
            self.add_dead_def(new, value, false);
        }
        let values = &mut self.state.values;
        values.set_mapping(new, parent_value, Mapping::Complex { forced: true });
    }

    /// Makes a value of a new interval live at its definition, unless that is done when all are known.
    fn add_dead_def(&mut self, new: SplitInterval, value: VNInfoId, original: bool) {
        let reg = self.reg(new);
        let live_intervals = &mut *self.edit.cx.live_intervals;
        if live_intervals.interval(reg).has_sub_ranges() {
            let mut interval = live_intervals.take_interval(reg);
            self.add_dead_sub_defs(&mut interval, value, original);
            self.edit.cx.live_intervals.put_interval(interval);
        } else if self.state.values.settled {
            let interval = live_intervals.interval_mut(reg);
            let def = interval.value(value).def;
            interval.add_segment(Segment::new(def, def.dead_slot(), value));
        }
    }

    /// Makes the lanes of a value that are defined live there.
    fn add_dead_sub_defs(&self, interval: &mut LiveInterval, value: VNInfoId, original: bool) {
        let def = interval.value(value).def;
        if original {
            // Only the lanes that the parent defines here.
            let parent = self.edit.cx.live_intervals.interval(self.edit.parent);
            for sub in interval.sub_ranges_mut() {
                let mut parts = parent.sub_ranges();
                let part = parts.find(|part| part.lanes & sub.lanes == sub.lanes);
                let defines = part.is_some_and(|part| {
                    let value = part.range.value_at(def);
                    value.is_some_and(|id| part.range.value(id).def == def)
                });
                if defines {
                    sub.range.create_dead_def(def);
                }
            }
        } else {
            let lanes = defined_lanes(&self.edit, interval.reg(), def);
            let parts = interval.sub_ranges_mut();
            for sub in parts.filter(|sub| (sub.lanes & lanes).any()) {
                sub.range.create_dead_def(def);
            }
        }
    }

    /// Puts pending values into their intervals, where those that are not simple are live at their definitions.
    pub(super) fn settle_values(&mut self) {
        let SplitEditor { edit, state, .. } = self;
        let values = &mut state.values;
        values.settled = true;
        for (new, count) in values.counts.iter() {
            let reg = edit.regs()[new.index()];
            let interval = edit.cx.live_intervals.interval_mut(reg);
            for _ in 0..*count {
                interval.next_value(SlotIndex::NONE);
            }
        }
        for pending in values.pending.iter() {
            let NewValue { def, value, .. } = *pending;
            let reg = edit.regs()[pending.interval.index()];
            let interval = edit.cx.live_intervals.interval_mut(reg);
            interval.value_mut(value).def = def;
            let mapping = values.mapping(pending.interval, pending.parent_value);
            if mapping != Some(Mapping::Simple(value)) {
                interval.append(Segment::new(def, def.dead_slot(), value));
            }
        }
    }
}

/// The lanes of `reg` that the instruction at `def` defines.
fn defined_lanes(edit: &LiveRangeEdit<'_, '_>, reg: VReg, def: SlotIndex) -> LaneMask {
    let function = &*edit.cx.function;
    let all = function.target.class(function.class(reg)).lane_mask;
    let Some(inst) = edit.cx.live_intervals.indexes.inst_at(def) else {
        return all;
    };
    let mut lanes = LaneMask::NONE;
    for operand in function.operands(inst) {
        let of_reg = operand.is_def()
            && !operand.has(OperandFlags::IMPLICIT)
            && operand.as_reg() == Reg::virt(reg);
        if of_reg && operand.sub_reg().is_none() {
            return all;
        }
        if of_reg {
            lanes |= function.target.sub_reg_indices[operand.sub_reg().index()].lane_mask;
        }
    }
    lanes
}
