//! Prepares two mapped ranges for joining: prunes what is replaced, erases copies.
//!
//! [`LiveRange::join`] requires one value wherever both ranges are live. A value with
//! [`Resolution::Replace`] breaks that, so the other range is pruned from there on; the places where the
//! pruned part was used are kept, and the joined range is extended to them again:
//!
//! ```text
//!                    left     right               left     right          joined
//!   1  def left.lo    │0                           │0                      │0
//!   2  def right      │        │0   (replaces)              │0    join     │1   from 2 on
//!   3  left.hi = right│1       │    (erased)                │   ─────▶     │
//!   4  use left       │                           (4: end point)           │    extended to 4
//! ```

use avarice_liveness::VNInfoId;
use avarice_liveness::{LiveInterval, LiveIntervals, LiveRange, QueryResult, SlotIndex};
use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::LaneMask;
use avarice_trace::Log;
use avarice_trace::events::{Erased, Event};
use avarice_trace::{event, log};
use cranelift_entity::EntityRef;

use super::pair::{CoalescerPair, as_move};
use super::value_map::{Resolution, Side, SideValues, ValueMap};

impl ValueMap {
    fn ids(&self, side: Side) -> impl Iterator<Item = VNInfoId> + use<> {
        (0..self.side(side).briefs.len()).map(VNInfoId::new)
    }

    /// Whether a value is a copy, over however many steps, of one that is cut somewhere.
    fn is_pruned(&mut self, side: Side, id: VNInfoId) -> bool {
        let (mut at_side, mut at) = (side, id);
        let pruned = loop {
            let brief = self.brief(at_side, at);
            let is_copy = matches!(brief.resolution, Resolution::Erase | Resolution::Merge);
            if brief.pruned || !is_copy {
                break brief.pruned;
            }
            let value = self.value_mut(at_side, at);
            if std::mem::replace(&mut value.pruned_computed, true) {
                break false;
            }
            let Some(other) = value.other.expand() else {
                break false;
            };
            (at_side, at) = (at_side.other(), other);
        };
        let end = (at_side, at);
        (at_side, at) = (side, id);
        while pruned && (at_side, at) != end {
            self.set_pruned(at_side, at);
            let Some(other) = self.value(at_side, at).other.expand() else {
                break;
            };
            (at_side, at) = (at_side.other(), other);
        }
        pruned
    }

    /// Cuts from the ranges what values of `side` replace, collecting the places to extend the joined
    /// range to. `function` is there if these are the main ranges: definitions that now keep other lanes
    /// lose their `undef` mark, and those that are read now their `dead` mark.
    pub fn prune_values(
        &mut self,
        side: Side,
        (left, right): (&mut LiveRange, &mut LiveRange),
        live_intervals: &LiveIntervals,
        mut function: Option<&mut MachineFunction>,
        end_points: &mut Vec<SlotIndex>,
        log: &mut Log<'_>,
    ) {
        if !self.prunes {
            return;
        }
        let (own, other) = match side {
            Side::Left => (left, right),
            Side::Right => (right, left),
        };
        let (reg, other_reg) = (self.side(side).reg, self.side(side.other()).reg);
        for id in self.ids(side) {
            let def = own.value(id).def;
            match self.brief(side, id).resolution {
                Resolution::Replace => {
                    let Some(replaced) = self.value(side, id).other.expand() else {
                        continue;
                    };
                    live_intervals.prune_value(other, def, end_points);
                    let replaced = self.brief(side.other(), replaced);
                    // An IMPLICIT_DEF is there for a PHI only, and goes with its value.
                    let erases =
                        replaced.erasable_implicit_def && replaced.resolution == Resolution::Keep;
                    if !def.is_block() {
                        if let Some(function) = function.as_deref_mut()
                            && let Some(inst) = live_intervals.indexes.inst_at(def)
                        {
                            unmark_defs(function, inst, reg, !erases);
                        }
                        if !erases {
                            end_points.push(def);
                        }
                    }
                    log!(log, "\t\tpruned {other_reg} at {def}: {other}\n");
                }
                Resolution::Erase | Resolution::Merge if self.is_pruned(side, id) => {
                    // What was copied may have been replaced: the mapping holds no longer.
                    live_intervals.prune_value(own, def, end_points);
                    log!(log, "\t\tpruned all of {reg} at {def}: {own}\n");
                }
                _ => {}
            }
        }
    }

    /// Takes values out of a range whose `IMPLICIT_DEF`s go.
    pub fn remove_implicit_defs(&self, side: Side, range: &mut LiveRange) {
        for id in self.ids(side) {
            if self.brief(side, id).is_superfluous() {
                range.value_mut(id).def = SlotIndex::NONE;
                range.remove_value(id);
            }
        }
    }

    /// Cuts, from the sub-ranges of the joined register, values that come from instructions which go:
    /// a copy of an undefined lane defines nothing. `right` is the main range of the right side if these are
    /// its values. Adds to `shrink` the lanes that may be live for too long now.
    ///
    /// ```text
    ///    %a.lo = op            main  .hi
    ///    %b = COPY %a           │           copies nothing into .hi
    ///    %a = COPY %b           │     │     goes; .hi is not defined here
    /// ```
    ///
    /// If the copy goes since the joined register holds its value already, that value is extended to where
    /// the copy's was used.
    pub fn prune_sub_ranges(
        &self,
        right: Option<&LiveRange>,
        joined: &mut LiveInterval,
        (function, live_intervals): (&MachineFunction, &mut LiveIntervals),
        shrink: &mut LaneMask,
        log: &mut Log<'_>,
    ) {
        let side = right.map_or(Side::Left, |_| Side::Right);
        let mut end_points = Vec::new();
        for id in self.ids(side) {
            let brief = self.brief(side, id);
            let is_erased = brief.resolution == Resolution::Erase;
            if !is_erased && !brief.is_superfluous() {
                continue;
            }
            let identical_to = self.value(side, id).identical_to;
            let def = right.unwrap_or(joined).value(id).def;
            log!(log, "\t\tExpecting instruction removal at {def}\n");
            for sub in joined.sub_ranges_mut() {
                let query = sub.range.query(def);
                let out = query.value_out_or_dead();
                let starts = |out| {
                    let is_copied = !identical_to.is_none();
                    query.value_in.is_none() || is_copied && sub.range.value(out).def == def
                };
                if let Some(out) = out.filter(|out| starts(*out)) {
                    log!(log, "\t\tPrune sublane {} at {def}\n", sub.lanes);
                    end_points.clear();
                    live_intervals.prune_value(&mut sub.range, def, &mut end_points);
                    sub.range.value_mut(out).def = SlotIndex::NONE;
                    let is_live_at = |at| sub.range.query(at).value_out_or_dead().is_some();
                    if !identical_to.is_none() && is_live_at(identical_to) {
                        let range = &mut sub.range;
                        live_intervals.extend_to_indices(function, range, &end_points, &[]);
                    }
                    *shrink |= sub.lanes;
                    continue;
                }
                let ends = query.value_in.is_some() && query.value_out().is_none();
                let extends = is_erased && is_phi_live_through(&sub.range, query);
                if ends || extends {
                    log!(log, "\t\tDead uses at sublane {} at {def}\n", sub.lanes);
                    *shrink |= sub.lanes;
                }
            }
        }
        joined.remove_empty_sub_ranges();
    }

    /// Marks as superfluous the values of the left main range that no sub-range defines any more. Returns
    /// whether there are any.
    pub fn prune_main_segments(&mut self, joined: &LiveInterval) -> bool {
        let mut any = false;
        for id in self.ids(Side::Left) {
            let value = joined.value(id);
            if self.brief(Side::Left, id).resolution != Resolution::Keep
                || value.is_unused()
                || value.is_phi_def()
                || is_def_in_sub_range(joined, value.def)
            {
                continue;
            }
            self.set_pruned(Side::Left, id);
            any = true;
        }
        any
    }
}

/// Clears marks of the definitions of `reg` that are wrong once its range goes on past them.
fn unmark_defs(function: &mut MachineFunction, inst: Inst, reg: VReg, keeps_lanes: bool) {
    for op in function.op_ids(inst) {
        let operand = function.op_mut(op);
        if operand.is_def() && operand.as_reg() == reg.into() {
            if keeps_lanes && !operand.sub_reg().is_none() {
                operand.set(OperandFlags::UNDEF, false);
            }
            operand.set(OperandFlags::DEAD, false);
        }
    }
}

/// Whether a PHI value is live through an instruction.
fn is_phi_live_through(range: &LiveRange, query: QueryResult) -> bool {
    query
        .value_in
        .is_some_and(|value| range.value(value).is_phi_def())
        && query.value_in == query.value_out()
}

fn is_def_in_sub_range(interval: &LiveInterval, def: SlotIndex) -> bool {
    interval.sub_ranges().any(|sub| {
        let value = sub.range.query(def).value_out_or_dead();
        value.is_some_and(|value| sub.range.value(value).def == def)
    })
}

/// What erasing needs: the pair, liveness (the intervals of the two registers may be elsewhere), the code.
pub(super) struct Eraser<'a, 'l> {
    pub pair: &'a CoalescerPair,
    pub function: &'a mut MachineFunction,
    pub live_intervals: &'a mut LiveIntervals,
    /// Registers, other than the two, whose last use may be gone.
    pub shrink: &'a mut Vec<VReg>,
    pub log: &'a mut Log<'l>,
}

impl Eraser<'_, '_> {
    /// Erases the instructions of values that go, if no value is superfluous.
    pub fn erase(&mut self, map: &mut ValueMap, side: Side) {
        let SideValues { reg, erased, .. } = map.side_mut(side);
        erased.sort_unstable();
        for id in erased {
            let def = self.live_intervals.interval(*reg).value(*id).def;
            self.erase_at(def);
        }
    }

    /// Erases the instructions of the left register's values that go.
    pub fn erase_left(&mut self, map: &ValueMap, interval: &mut LiveInterval) {
        for id in map.ids(Side::Left) {
            let brief = map.brief(Side::Left, id);
            let def = interval.value(id).def;
            if brief.is_superfluous() {
                remove_value_within(interval, id, def);
                let number = id.index();
                log!(
                    self.log,
                    "\t\tremoved {number}@{def}: {}\n",
                    interval.range()
                );
                log!(self.log, "\t\t  LHS = {interval}\n");
                self.erase_at(def);
            } else if brief.resolution == Resolution::Erase {
                self.erase_at(def);
            }
        }
    }

    /// Erases the instructions of the right register's values that go.
    pub fn erase_right(&mut self, map: &ValueMap, range: &mut LiveRange) {
        for id in map.ids(Side::Right) {
            let brief = map.brief(Side::Right, id);
            let Some(value) = range.values().get(id.index()).copied() else {
                break;
            };
            if brief.is_superfluous() {
                range.remove_value(id);
                mark_unused(range, id);
                let number = id.index();
                log!(self.log, "\t\tremoved {number}@{}: {range}\n", value.def);
                self.erase_at(value.def);
            } else if brief.resolution == Resolution::Erase {
                self.erase_at(value.def);
            }
        }
    }

    fn erase_at(&mut self, def: SlotIndex) {
        let Some(inst) = self.live_intervals.indexes.inst_at(def) else {
            return;
        };
        let src = as_move(self.function, inst).and_then(|copy| copy.src.as_virtual());
        let is_copy = self.function.opcode(inst) == avarice_target::op::COPY;
        if let Some(src) = src.filter(|_| is_copy)
            && src != self.pair.src
            && Some(src) != self.pair.dst_vreg()
        {
            self.shrink.push(src);
        }
        log!(self.log, "\t\terased:\t{def}\t");
        event!(
            self.log,
            Event::Erase {
                at: def,
                text: self.log.inst_text(self.function, inst),
                why: Erased::Joined,
            }
        );
        self.log.write_inst(self.function, inst);
        self.live_intervals.remove_inst(inst);
        self.function.remove_inst(inst);
    }
}

fn mark_unused(range: &mut LiveRange, id: VNInfoId) {
    if id.index() < range.values().len() {
        range.value_mut(id).def = SlotIndex::NONE;
    }
}

/// Removes a value from the main range of an interval. If lanes are live across its definition, the
/// segment before is extended for them:
///
/// ```text
///   .lo   ────────────        the main range has a value for each definition of a lane; with the
///   .hi         ├─────        definition of .hi gone, .lo still needs it
///   main  ─────├──────
/// ```
fn remove_value_within(interval: &mut LiveInterval, id: VNInfoId, def: SlotIndex) {
    let containing = interval.segment_at(def);
    let mut new_end = containing.map(|at| interval.segments()[at].end);
    interval.remove_value(id);
    mark_unused(interval, id);
    let (mut next_def, mut last_end): (Option<SlotIndex>, Option<SlotIndex>) = (None, None);
    for sub in interval.sub_ranges() {
        let Some(segment) = sub.range.segments().get(sub.range.find(def)) else {
            continue;
        };
        if segment.start > def {
            next_def = Some(next_def.map_or(segment.start, |at| at.min(segment.start)));
        } else {
            last_end = Some(last_end.map_or(segment.end, |at| at.max(segment.end)));
        }
    }
    if last_end.is_none() {
        return;
    }
    for end in [last_end, next_def].into_iter().flatten() {
        new_end = new_end.map(|at| at.min(end));
    }
    let at = interval.find(def);
    if let Some(end) = new_end.filter(|_| at != 0) {
        interval.set_segment_end(at - 1, end);
    }
}
