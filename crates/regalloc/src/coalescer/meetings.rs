//! Pairs of ranges that meet only where one takes over from the other.
//!
//! Most copies are of this kind, and their values are mapped in one walk along the segments of both ranges, without
//! a search for each value:
//!
//! ```text
//!   left    ─────────┐                 ┌────────       a meeting: a value of one side is defined where the
//!                    │1                │2              other side is live
//!   right            └────────┐        │
//!                    copy     last use │               1  copies the other register: both values are one
//!                             of right │               2  no meeting
//! ```
//!
//! A meeting is simple if its instruction is a copy between the two registers (the value becomes the other one), or
//! if the other register ends there (both stay). Anything else, or more than a few of these, is for
//! [`super::values`], which finds the same for the simple ones.

use avarice_liveness::{Segment, VNInfoId};
use avarice_target::op;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::value_map::{Resolution, Side, State};
use super::values::Analyzer;

/// With more meetings than this, the ranges are not simple.
const FEW: usize = 6;

/// Where a value is defined while the other side is live.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// The side of the value.
    side: Side,
    /// The value that is defined.
    id: VNInfoId,
    /// The value of the other side that is live into the definition.
    other: VNInfoId,
    /// Whether the definition is a copy, and its value the other one; else the other one ends.
    is_copy: bool,
}

impl Analyzer<'_, '_> {
    /// Maps all values if the ranges meet simply. Returns whether they do; nothing is mapped otherwise.
    ///
    /// # Requires
    /// No definition of either side keeps lanes.
    pub(super) fn map_simple(&mut self) -> bool {
        let mut meetings = SmallVec::new();
        let is_simple = self.find_meetings(&mut meetings);
        if is_simple {
            self.number(&meetings);
        }
        is_simple
    }

    fn number(&mut self, meetings: &[Meeting]) {
        match *meetings {
            [meeting] if meeting.is_copy => self.number_around(meeting),
            _ => {
                self.number_side(Side::Left, meetings);
                self.number_side(Side::Right, meetings);
            }
        }
    }

    /// Finds the meetings. Returns whether all are simple.
    fn find_meetings(&self, meetings: &mut SmallVec<[Meeting; FEW]>) -> bool {
        let [left, right] = self.ranges.map(|range| range.segments());
        let ([first_left, ..], [first_right, ..]) = (left, right) else {
            return true;
        };
        // The side whose turn it is, with its remaining segments; the other one has already passed `before`.
        let (mut side, mut own, mut other) = (Side::Left, left, right);
        if first_right.start < first_left.start {
            (side, own, other) = (Side::Right, right, left);
        }
        // What ends before the other side begins meets nothing.
        let start = other[0].start.base();
        own = &own[self.range(side).find(start)..];
        let (mut own_before, mut before): (Option<&Segment>, Option<&Segment>) = (None, None);
        loop {
            let swaps = match (own, other) {
                ([own, ..], [other, ..]) => other.start < own.start,
                ([], _) => true,
                (_, []) => false,
            };
            if swaps {
                side = side.other();
                (own, other) = (other, own);
                before = own_before;
            }
            let [segment, rest @ ..] = own else {
                return true;
            };
            (own, own_before) = (rest, Some(segment));
            let (start, base) = (segment.start, segment.start.base());
            let met = before.filter(|before| before.end > base);
            let after = other.first();
            if met.is_none() && after.is_none() {
                return true;
            }
            let def = self.def(side, segment.value);
            // A value can meet itself at the end of a loop.
            let meets_itself = start < def && def < segment.end;
            if meets_itself || start == def && after.is_some_and(|s| s.start.same_inst(def)) {
                return false;
            }
            let Some(met) = met.filter(|_| start == def) else {
                continue;
            };
            match self.simple_meeting(side, segment, met) {
                Some(meeting) if meetings.len() < FEW => meetings.push(meeting),
                _ => return false,
            }
        }
    }

    /// What happens where `segment` begins with the definition of its value, while the other side has `before`;
    /// `None` if that is not simple.
    #[inline]
    fn simple_meeting(&self, side: Side, segment: &Segment, before: &Segment) -> Option<Meeting> {
        let def = segment.start;
        if def.is_block() || before.start.same_inst(def) {
            return None;
        }
        let inst = self.live_intervals.indexes.inst_at(def)?;
        let is_copy = self.pair.is_coalescable(self.function, inst);
        let ends = before.end.same_inst(def) && before.end <= def;
        if !is_copy && !ends {
            return None;
        }
        let is_implicit_def = |inst| self.function.opcode(inst) == op::IMPLICIT_DEF;
        let other_def = self.def(side.other(), before.value);
        let other_inst = self.live_intervals.indexes.inst_at(other_def);
        let is_undefined = is_implicit_def(inst)
            || !other_def.is_block() && other_inst.is_some_and(is_implicit_def);
        (!is_undefined).then_some(Meeting {
            side,
            id: segment.value,
            other: before.value,
            is_copy,
        })
    }

    /// Numbers all values where a copy is the only meeting.
    fn number_around(&mut self, meeting: Meeting) {
        let Meeting {
            side, id, other, ..
        } = meeting;
        let [left, right] = self.values.map(<[_]>::len);
        let (at, other_at) = (id.index(), other.index());
        match side {
            Side::Left => {
                self.map.keep_all(side, 0..at);
                self.map.number(Side::Right, other);
                self.merge(meeting);
                self.map.keep_all(side, at + 1..left);
                self.map.keep_all(Side::Right, 0..other_at);
                self.map.keep_all(Side::Right, other_at + 1..right);
            }
            Side::Right => {
                self.map.keep_all(Side::Left, 0..left);
                self.map.keep_all(side, 0..at);
                self.merge(meeting);
                self.map.keep_all(side, at + 1..right);
            }
        }
    }

    /// Numbers the values of a side, each after the one of the other side that it meets.
    fn number_side(&mut self, side: Side, meetings: &[Meeting]) {
        let own = |meeting: &Meeting| {
            if meeting.side == side {
                meeting.id
            } else {
                meeting.other
            }
        };
        let mut taking_part: SmallVec<[VNInfoId; FEW]> = meetings.iter().map(own).collect();
        taking_part.sort_unstable();
        let mut next = 0;
        for id in taking_part {
            // A value can take part in several meetings.
            if id.index() >= next {
                self.map.keep_all(side, next..id.index());
                self.number_met(side, id, meetings);
                next = id.index() + 1;
            }
        }
        let len = self.values[side as usize].len();
        self.map.keep_all(side, next..len);
    }

    /// Numbers a value that takes part in meetings, if it has no number yet.
    fn number_met(&mut self, side: Side, id: VNInfoId, meetings: &[Meeting]) {
        if self.map.brief(side, id).state == State::Mapped {
            return;
        }
        let own = meetings.iter().find(|m| m.side == side && m.id == id);
        if let Some(meeting) = own {
            // As deep as there are meetings at most: the other value is defined further up.
            self.number_met(side.other(), meeting.other, meetings);
            if meeting.is_copy {
                return self.merge(*meeting);
            }
        }
        self.map.number(side, id);
        self.map.resolve(side, id, Resolution::Keep);
    }

    /// Gives the value of a copy the number of the one that it copies, and lets the copy go.
    fn merge(&mut self, meeting: Meeting) {
        let Meeting {
            side, id, other, ..
        } = meeting;
        let new = self.map.side(side.other()).map()[other.index()];
        self.log_merge(side, id, other, new);
        self.map.merge_into(side, id, new);
        self.map.resolve(side, id, Resolution::Erase);
    }
}
