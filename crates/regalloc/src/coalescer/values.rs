//! Which values of two ranges become one when their registers are joined, and which conflict.
//!
//! The live range of one value is a tree of places below its definition in the dominator tree. So two
//! values overlap only if one is defined where the other is live, and checking each definition against
//! the other range finds every conflict. Each value of both sides gets a [`Resolution`]:
//!
//! ```text
//!   Keep         the other register is not live here, or this instruction is its last use
//!
//!                  %a = op
//!                  %b = op killed %a          %b takes over where %a ends
//!
//!   Erase        the definition goes away, its value is the other's
//!
//!                  %b = COPY %a               the copy itself, or another one between the two
//!                  %a = COPY %x
//!                  %b = COPY %x               a copy of what the other register holds already
//!                  %b = IMPLICIT_DEF          anything will do
//!
//!   Merge        both are defined by the same instruction, or are PHI values of the same block
//!
//!   Replace      the definition writes only lanes that the other register has undefined here: below it
//!                the other value is no longer what the joined register holds
//!
//!                  undef %b.lo = op           ┐ %b:0
//!                  %a = op                    │ ┐ %a:0 replaces %b:0 from here on
//!                  %b.hi = COPY killed %a     ┘ ┘ erased
//!
//!   Unresolved   it writes lanes that are defined; they may still be dead. Looked at when all values are
//!                known, and then Replace or
//!   Impossible   the registers interfere
//! ```
//!
//! Most values do not meet the other range, and stay; nothing is looked up for them ([`State::Alone`]). To resolve one
//! that does, the value that it overlaps and (for a partial definition) the value that it changes have to be resolved
//! before: both are defined further up in the dominator tree. A stack of values that wait for others replaces
//! recursion, which long chains would make too deep.

use avarice_liveness::{
    JoinedValue, LiveIntervals, LiveRange, QueryResult, SlotIndex, VNInfo, VNInfoId,
};
use avarice_mir::{Inst, MachineFunction, VReg};
use avarice_target::{LaneMask, SubRegIdx, op};
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};
use cranelift_entity::EntityRef;

use super::def_lanes::DefLanes;
use super::def_lanes::lanes_of_index;
use super::pair::{CoalescerPair, is_full_copy};
use super::value_map::{Resolution, Side, SideValues, State, Value, ValueMap};

/// What one look at a value gives.
enum Step {
    /// Another value has to be mapped first.
    Needs(Side, VNInfoId),
    Done(Resolution),
    /// It does not meet the other range.
    Alone,
}

/// Fills a [`ValueMap`]. Reads liveness and code, changes neither.
pub(super) struct Analyzer<'a, 'l> {
    pub function: &'a MachineFunction,
    pub live_intervals: &'a LiveIntervals,
    pub pair: &'a CoalescerPair,
    /// By [`Side`].
    pub ranges: [&'a LiveRange; 2],
    /// Those of the ranges, by [`Side`].
    pub values: [&'a [VNInfo]; 2],
    pub map: &'a mut ValueMap,
    pub log: &'a mut Log<'l>,
}

impl<'a> Analyzer<'a, '_> {
    /// Maps all values. Returns whether the ranges can be joined.
    pub fn run(&mut self) -> bool {
        let is_plain = |side| self.map.side(side).is_plain();
        if is_plain(Side::Left) && is_plain(Side::Right) && self.map_simple() {
            return true;
        }
        self.map_values(Side::Left)
            && self.map_values(Side::Right)
            && self.resolve_conflicts(Side::Left)
            && self.resolve_conflicts(Side::Right)
    }

    /// Records that a value conflicts with the other side.
    pub(super) fn record_conflict(&mut self, side: Side, id: VNInfoId) {
        event!(
            self.log,
            Event::Conflict {
                reg: self.map.side(side).reg,
                value: id.as_u32(),
                at: self.def(side, id),
                other: self.map.side(side.other()).reg,
            }
        );
    }

    pub(super) fn range(&self, side: Side) -> &'a LiveRange {
        self.ranges[side as usize]
    }

    pub(super) fn def(&self, side: Side, id: VNInfoId) -> SlotIndex {
        self.values[side as usize][id.index()].def
    }

    fn map_values(&mut self, side: Side) -> bool {
        let (values, other) = (self.values[side as usize], self.range(side.other()));
        // Where the other range can be met.
        let mut span = SlotIndex::ZERO..SlotIndex::NONE;
        if self.map.side(side).is_plain() && !other.is_empty() {
            span = other.begin_index().base()..other.end_index();
        }
        for (number, value) in values.iter().enumerate() {
            let id = VNInfoId::new(number);
            if self.is_unvisited(side, id) {
                if !span.contains(&value.def.base()) {
                    self.map.keep_alone(side, id);
                    continue;
                }
                self.map_value(side, id);
            }
            if self.map.brief(side, id).resolution == Resolution::Impossible {
                let (reg, def) = (self.map.side(side).reg, value.def);
                log!(self.log, "\t\tinterference at {reg}:{number}@{def}\n");
                self.record_conflict(side, id);
                return false;
            }
        }
        true
    }

    /// Maps a value, after those that it depends on.
    fn map_value(&mut self, mut side: Side, mut id: VNInfoId) {
        debug_assert!(self.map.waiting.is_empty());
        loop {
            match self.analyze(side, id) {
                Step::Needs(other_side, other) => {
                    self.map.waiting.push((side, id));
                    (side, id) = (other_side, other);
                    continue;
                }
                Step::Done(resolution) => self.assign(side, id, resolution),
                Step::Alone => self.map.keep_alone(side, id),
            }
            let Some(waiting) = self.map.waiting.pop() else {
                return;
            };
            (side, id) = waiting;
        }
    }

    /// Looks up the lanes of a value that stays by itself and matters after all.
    fn complete(&mut self, side: Side, id: VNInfoId) {
        if self.map.brief(side, id).state == State::Alone {
            *self.map.value_mut(side, id) = Value::default();
            let def = self.def(side, id);
            let inst = self.live_intervals.indexes.inst_at(def);
            self.find_lanes(side, id, inst.filter(|_| !def.is_block()));
            self.map.brief_mut(side, id).state = State::Mapped;
        }
    }

    fn is_unvisited(&self, side: Side, id: VNInfoId) -> bool {
        self.map.brief(side, id).state == State::Unvisited
    }

    /// Gives a value its number in the joined range.
    fn assign(&mut self, side: Side, id: VNInfoId, resolution: Resolution) {
        let other = self.map.value(side, id).other.expand();
        match (resolution, other) {
            (Resolution::Erase | Resolution::Merge, Some(other)) => {
                let new = self.map.side(side.other()).map()[other.index()];
                self.log_merge(side, id, other, new);
                self.map.merge_into(side, id, new);
            }
            _ => {
                let replaces = matches!(resolution, Resolution::Replace | Resolution::Unresolved);
                if let Some(other) = other.filter(|_| replaces) {
                    self.map.set_pruned(side.other(), other);
                }
                self.map.number(side, id);
            }
        }
        self.map.resolve(side, id, resolution);
    }

    pub(super) fn log_merge(&mut self, side: Side, id: VNInfoId, other: VNInfoId, new: VNInfoId) {
        if !self.log.is_on() {
            return;
        }
        let (reg, def) = (self.map.side(side).reg, self.def(side, id));
        let other_side = side.other();
        let (other_reg, other_def) = (self.map.side(other_side).reg, self.def(other_side, other));
        let (id, other) = (id.index(), other.index());
        let new_def = match self.map.joined[new.index()] {
            JoinedValue::Left(id) => self.def(Side::Left, id),
            JoinedValue::Right(id) => self.def(Side::Right, id),
        };
        log!(
            self.log,
            "\t\tmerge {reg}:{id}@{def} into {other_reg}:{other}@{other_def} --> @{new_def}\n"
        );
    }

    /// Looks at a value: what it needs to have mapped first, or how its conflict is resolved. Looking
    /// again, when that is done, finds the same up to there.
    fn analyze(&mut self, side: Side, id: VNInfoId) -> Step {
        let value = self.values[side as usize][id.index()];
        let query = self.range(side.other()).query(value.def);
        let defined = query.value_defined();
        let is_plain = self.map.side(side).is_plain();
        if is_plain {
            // Its lanes depend on nothing else.
            match query.value_in {
                None if defined.is_none() => return Step::Alone,
                Some(other) if defined.is_none() && !self.ensure_mapped(side.other(), other) => {
                    self.map.brief_mut(side, id).state = State::Active;
                    return Step::Needs(side.other(), other);
                }
                _ => {}
            }
        }
        self.map.brief_mut(side, id).state = State::Active;
        *self.map.value_mut(side, id) = Value::default();
        if value.is_unused() {
            self.map.value_mut(side, id).write_lanes = LaneMask::ALL;
            return Step::Done(Resolution::Keep);
        }
        let inst = if value.is_phi_def() {
            None
        } else {
            self.live_intervals.indexes.inst_at(value.def)
        };
        if let Some(needed) = self.find_lanes(side, id, inst) {
            return Step::Needs(side, needed);
        }
        if let Some(other) = defined {
            return self.analyze_simultaneous(side, id, other, query.value_in);
        }
        let Some(other) = query.value_in else {
            return Step::Done(Resolution::Keep);
        };
        self.map.value_mut(side, id).other = other.into();
        // That of a plain side has been seen to above.
        if !is_plain && !self.ensure_mapped(side.other(), other) {
            return Step::Needs(side.other(), other);
        }
        self.complete(side.other(), other);
        if self.map.brief(side.other(), other).erasable_implicit_def {
            self.check_implicit_def(side, inst, other);
        }
        Step::Done(self.resolve_overlap(side, id, inst, other, query))
    }

    /// Whether a value is mapped, or being looked at. One that does not meet the other range is mapped now.
    fn ensure_mapped(&mut self, side: Side, id: VNInfoId) -> bool {
        if !self.is_unvisited(side, id) {
            return true;
        }
        let meets = |query: QueryResult| query.value_in.or(query.value_out_or_dead()).is_some();
        let def = self.def(side, id);
        if !self.map.side(side).is_plain() || meets(self.range(side.other()).query(def)) {
            return false;
        }
        self.map.keep_alone(side, id);
        true
    }

    /// Finds the lanes that a value writes and those that are valid after it. Returns a value of the same
    /// side that has to be mapped first.
    #[inline]
    fn find_lanes(&mut self, side: Side, id: VNInfoId, inst: Option<Inst>) -> Option<VNInfoId> {
        let SideValues { lanes, defs, .. } = *self.map.side(side);
        if defs != DefLanes::Whole {
            return self.find_part_lanes(side, id, inst);
        }
        let value = self.map.value_mut(side, id);
        (value.write_lanes, value.valid_lanes) = (lanes, lanes);
        let is_implicit_def = inst.is_some_and(|i| self.function.opcode(i) == op::IMPLICIT_DEF);
        self.map.brief_mut(side, id).erasable_implicit_def = is_implicit_def;
        None
    }

    /// The same for ranges of some lanes, and where definitions may write a part of the register.
    fn find_part_lanes(
        &mut self,
        side: Side,
        id: VNInfoId,
        inst: Option<Inst>,
    ) -> Option<VNInfoId> {
        let one = LaneMask(1);
        let Some(inst) = inst else {
            // A PHI value may have any lane.
            let whole = self.map.side(side).lanes;
            let lanes = if self.map.is_sub_range { one } else { whole };
            let value = self.map.value_mut(side, id);
            (value.write_lanes, value.valid_lanes) = (lanes, lanes);
            return None;
        };
        let is_implicit_def = self.function.opcode(inst) == op::IMPLICIT_DEF;
        if self.map.is_sub_range {
            let value = self.map.value_mut(side, id);
            value.write_lanes = one;
            value.valid_lanes = if is_implicit_def { LaneMask::NONE } else { one };
            self.map.brief_mut(side, id).erasable_implicit_def = is_implicit_def;
            return None;
        }
        let (written, keeps_others) = self.written_lanes(side, inst);
        let mut valid = written;
        let mut redefined = None;
        if keeps_others {
            redefined = self.range(side).query(self.def(side, id)).value_in;
            if let Some(before) = redefined {
                if self.is_unvisited(side, before) {
                    return Some(before);
                }
                valid |= self.map.value(side, before).valid_lanes;
            }
        }
        let value = self.map.value_mut(side, id);
        value.write_lanes = written;
        value.valid_lanes = valid;
        value.redefined = redefined.into();
        // Which lanes are valid after an IMPLICIT_DEF is left open until it is known that it can go.
        self.map.brief_mut(side, id).erasable_implicit_def = is_implicit_def;
        None
    }

    /// The lanes that an instruction writes of a side's register, and whether it keeps the others.
    fn written_lanes(&self, side: Side, inst: Inst) -> (LaneMask, bool) {
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side);
        let mut lanes = LaneMask::NONE;
        let mut keeps_others = false;
        for operand in self.function.operands(inst) {
            if operand.is_def() && operand.as_reg() == reg.into() {
                lanes |= lanes_of_index(target, target.compose(sub, operand.sub_reg()));
                keeps_others |= operand.reads_reg();
            }
        }
        (lanes, keeps_others)
    }

    /// Both registers are defined by one instruction, or by PHIs of one block: whichever is looked at
    /// second is merged into the first.
    fn analyze_simultaneous(
        &mut self,
        side: Side,
        id: VNInfoId,
        other: VNInfoId,
        other_in: Option<VNInfoId>,
    ) -> Step {
        let (def, other_def) = (self.def(side, id), self.def(side.other(), other));
        if other_def < def && self.is_unvisited(side.other(), other) {
            return Step::Needs(side.other(), other);
        }
        if def < other_def && other_in.is_some() {
            // This early-clobber definition overlaps the value that the other register had before.
            self.map.value_mut(side, id).other = other_in.into();
            return Step::Done(Resolution::Impossible);
        }
        self.map.value_mut(side, id).other = other.into();
        if self.map.brief(side.other(), other).state != State::Mapped {
            return Step::Done(Resolution::Keep);
        }
        let own = self.map.value(side, id).valid_lanes;
        let valid = self.map.value(side.other(), other).valid_lanes;
        let is_phi = self.range(side).value(id).is_phi_def();
        Step::Done(if is_phi || (own & valid).is_none() {
            Resolution::Merge
        } else {
            Resolution::Impossible
        })
    }

    /// The overlapped value is an `IMPLICIT_DEF`: it may go only if it is there for a PHI's sake, live to
    /// the end of its block and not further.
    fn check_implicit_def(&mut self, side: Side, inst: Option<Inst>, other: VNInfoId) {
        let other_def = self.def(side.other(), other);
        let block = self.live_intervals.indexes.block_at(other_def);
        let own_block = inst.and_then(|inst| self.function.inst_block(inst));
        let live_in = self.live_intervals.is_live_in(self.range(side), block);
        let succs = &self.function.blocks[block].succs;
        if let Some(own) = own_block.filter(|own| *own != block || live_in) {
            let number = self.function.blocks[own].number;
            log!(
                self.log,
                "IMPLICIT_DEF defined at {other_def} extends into %bb.{number}, keeping it.\n"
            );
        } else if succs.iter().any(|succ| self.function.blocks[*succ].eh_pad) {
            log!(
                self.log,
                "IMPLICIT_DEF defined at {other_def} may be live into EH pad successors, keeping it.\n"
            );
        } else {
            let value = self.map.value_mut(side.other(), other);
            value.valid_lanes &= !value.write_lanes;
            return;
        }
        let inst = self.live_intervals.indexes.inst_at(other_def);
        let sub = inst.map_or(SubRegIdx::NONE, |i| self.function.operand(i, 0).sub_reg());
        self.map
            .brief_mut(side.other(), other)
            .erasable_implicit_def = false;
        self.map.value_mut(side.other(), other).valid_lanes =
            lanes_of_index(self.function.target, sub);
    }

    /// The other register is live at the definition, or ends there.
    fn resolve_overlap(
        &mut self,
        side: Side,
        id: VNInfoId,
        inst: Option<Inst>,
        other: VNInfoId,
        query: QueryResult,
    ) -> Resolution {
        // A PHI interferes with nothing that does not interfere in a predecessor.
        let Some(inst) = inst else {
            return Resolution::Replace;
        };
        if self.function.opcode(inst) == op::IMPLICIT_DEF {
            return Resolution::Erase;
        }
        let def = self.def(side, id);
        let other_value = *self.map.value(side.other(), other);
        if self.pair.is_coalescable(self.function, inst) {
            // Lanes that were undefined in the source are so in the copy.
            let value = self.map.value_mut(side, id);
            value.valid_lanes &= !value.write_lanes | other_value.valid_lanes;
            return Resolution::Erase;
        }
        if query.is_kill && query.end_point <= def {
            return Resolution::Keep;
        }
        let is_whole = is_full_copy(self.function, inst) && !self.pair.partial;
        if is_whole && self.are_identical(side, id, other) {
            let other_def = self.def(side.other(), other);
            self.map.value_mut(side, id).identical_to = other_def;
            return Resolution::Erase;
        }
        // For some lanes only, the main ranges have already shown that this is right.
        if self.map.is_sub_range {
            return Resolution::Replace;
        }
        let written = self.map.value(side, id).write_lanes;
        if (written & other_value.valid_lanes).is_none() {
            return Resolution::Replace;
        }
        // An early-clobber definition would destroy what its instruction still reads.
        if query.is_kill {
            return Resolution::Impossible;
        }
        // If all lanes are overwritten, one that is read later is among them.
        if (self.map.side(side.other()).lanes & !written).is_none() {
            return Resolution::Impossible;
        }
        if self.map.tracks_lanes {
            return self.resolve_by_lanes(side, def, written);
        }
        let block = self.live_intervals.indexes.block_at(def);
        if query.end_point >= self.live_intervals.indexes.block_end(block) {
            return Resolution::Impossible;
        }
        Resolution::Unresolved
    }

    /// The lanes of the other register have ranges of their own: the definition may not overwrite one that
    /// is live.
    fn resolve_by_lanes(&self, side: Side, def: SlotIndex, written: LaneMask) -> Resolution {
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side.other());
        let interval = self.live_intervals.interval(reg);
        let clobbered = if interval.has_sub_ranges() {
            interval.sub_ranges().any(|range| {
                let lanes = target.compose_lane_mask(sub, range.lanes);
                let query = range.range.query(def);
                (lanes & written).any() && query.value_in.is_some() && query.end_point > def
            })
        } else {
            (lanes_of_index(target, sub) & written).any()
        };
        if clobbered {
            Resolution::Impossible
        } else {
            Resolution::Replace
        }
    }

    // ---- Copies of the same value -------------------------------------------------------------

    /// Follows copies from a value to where it comes from: the place of its definition (none if it is
    /// undefined) and the register there.
    fn follow_copies(&self, side: Side, id: VNInfoId) -> (Option<SlotIndex>, VReg) {
        let mut reg = self.map.side(side).reg;
        let mut def = self.def(side, id);
        loop {
            let inst = self.live_intervals.indexes.inst_at(def);
            let Some(inst) = inst.filter(|_| !def.is_block()) else {
                return (Some(def), reg);
            };
            if !is_full_copy(self.function, inst) {
                return (Some(def), reg);
            }
            let Some(src) = self.function.operand(inst, 1).as_reg().as_virtual() else {
                return (Some(def), reg);
            };
            match self.value_into(side, src, def) {
                Ok(Some(before)) => (def, reg) = (before, src),
                Ok(None) => return (None, src),
                Err(()) => return (Some(def), reg),
            }
        }
    }

    /// Where the value of `src` that is live into the instruction at `at` is defined; an error if lanes
    /// that are joined have different ones.
    fn value_into(&self, side: Side, src: VReg, at: SlotIndex) -> Result<Option<SlotIndex>, ()> {
        let interval = self.live_intervals.interval(src);
        let value_in = |range: &LiveRange| {
            let value = range.query(at).value_in;
            value.map(|value| range.value(value).def)
        };
        if !self.map.is_sub_range || !interval.has_sub_ranges() {
            return Ok(value_in(interval));
        }
        let sub = self.map.side(side).sub;
        let mut found = None;
        for range in interval.sub_ranges() {
            let lanes = self.function.target.compose_lane_mask(sub, range.lanes);
            if (lanes & self.map.lanes).is_none() {
                continue;
            }
            let value = value_in(&range.range);
            if found.is_none() {
                found = value;
            } else if value.is_some() && value != found {
                return Err(());
            }
        }
        Ok(found)
    }

    /// Whether a value and one of the other side are copies of the same value.
    fn are_identical(&self, side: Side, id: VNInfoId, other: VNInfoId) -> bool {
        let (origin, reg) = self.follow_copies(side, id);
        let other_side = side.other();
        if origin == Some(self.def(other_side, other)) && reg == self.map.side(other_side).reg {
            return true;
        }
        let (other_origin, other_reg) = self.follow_copies(other_side, other);
        origin == other_origin && reg == other_reg
    }
}
