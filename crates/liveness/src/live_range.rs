//! Live ranges: sorted segments, each carrying one value.
//!
//! ```text
//!   segments   [16r,48r:0)[48r,112B:1)     sorted by start, never overlapping; neighbours that touch
//!   values     0@16r 1@48r                 carry different values
//! ```
//!
//! A value is one definition of the register: an instruction (register or early-clobber slot) or the
//! join of several values at the start of a block (`2@112B-phi`). Values are numbered in the order in
//! which they were found, not in code order.

use std::fmt;

use cranelift_entity::entity_impl;
use smallvec::SmallVec;

use crate::slot_index::SlotIndex;

/// A value of a live range, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VNInfoId(u32);
entity_impl!(VNInfoId, "");

/// A value of a live range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VNInfo {
    /// Where it is defined; none if the value is no longer used.
    pub def: SlotIndex,
}

impl VNInfo {
    /// Whether no segment carries it any more.
    #[inline]
    pub fn is_unused(self) -> bool {
        self.def.is_none()
    }

    /// Whether it is the meeting of values at the start of a block.
    #[inline]
    pub fn is_phi_def(self) -> bool {
        !self.is_unused() && self.def.is_block()
    }
}

/// Part of a live range: the value `value` is live in `[start, end)`. 12 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// First place where it is live.
    pub start: SlotIndex,
    /// First place where it is not live.
    pub end: SlotIndex,
    /// The value.
    pub value: VNInfoId,
}

impl Segment {
    /// The segment `[start, end)` of `value`.
    pub fn new(start: SlotIndex, end: SlotIndex, value: VNInfoId) -> Self {
        debug_assert!(start < end, "empty segment [{start},{end})");
        Self { start, end, value }
    }

    /// Whether a place lies in it.
    #[inline]
    pub fn contains(&self, index: SlotIndex) -> bool {
        self.start <= index && index < self.end
    }
}

/// `[16r,48r:0)`
impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}:{})", self.start, self.end, self.value.as_u32())
    }
}

/// What a live range does at one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryResult {
    /// The value that is live into the instruction.
    pub value_in: Option<VNInfoId>,
    late: Option<VNInfoId>,
    /// End of the segment that is live out of, defined by, or killed at the instruction; none if the
    /// range is not live there at all.
    pub end_point: SlotIndex,
    /// Whether the value live in ends here.
    pub is_kill: bool,
}

impl QueryResult {
    /// Whether the instruction defines a value that is never read.
    pub fn is_dead_def(&self) -> bool {
        !self.end_point.is_none() && self.end_point.is_dead()
    }

    /// The value that leaves the instruction alive.
    pub fn value_out(&self) -> Option<VNInfoId> {
        if self.is_dead_def() { None } else { self.late }
    }

    /// The value after the instruction, be it dead.
    pub fn value_out_or_dead(&self) -> Option<VNInfoId> {
        self.late
    }

    /// The value that the instruction defines.
    pub fn value_defined(&self) -> Option<VNInfoId> {
        if self.value_in == self.late {
            None
        } else {
            self.late
        }
    }
}

/// Where a register is live, and with which values.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LiveRange {
    pub(crate) segments: SmallVec<[Segment; 2]>,
    pub(crate) values: SmallVec<[VNInfo; 4]>,
}

impl LiveRange {
    /// Maps all places, in no order.
    pub(crate) fn map_places(&mut self, mut map: impl FnMut(SlotIndex) -> SlotIndex) {
        for segment in &mut self.segments {
            segment.start = map(segment.start);
            segment.end = map(segment.end);
        }
        for value in self.values.iter_mut().filter(|value| !value.is_unused()) {
            value.def = map(value.def);
        }
    }

    // ---- Queries ------------------------------------------------------------------------------

    /// Segments in order.
    #[inline]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Values by number, unused ones included.
    #[inline]
    pub fn values(&self) -> &[VNInfo] {
        &self.values
    }

    /// Ids of all values, unused ones included.
    pub fn value_ids(&self) -> impl DoubleEndedIterator<Item = VNInfoId> + use<> {
        (0..self.values.len() as u32).map(VNInfoId::from_u32)
    }

    /// A value.
    #[inline]
    pub fn value(&self, id: VNInfoId) -> VNInfo {
        self.values[id.as_u32() as usize]
    }

    /// A value, to change it.
    #[inline]
    pub fn value_mut(&mut self, id: VNInfoId) -> &mut VNInfo {
        &mut self.values[id.as_u32() as usize]
    }

    /// Whether it is live nowhere.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Removes all segments and values.
    pub fn clear(&mut self) {
        self.segments.clear();
        self.values.clear();
    }

    /// First place where it is live; the range must not be empty.
    #[inline]
    pub fn begin_index(&self) -> SlotIndex {
        self.segments[0].start
    }

    /// End of the last segment; the range must not be empty.
    #[inline]
    pub fn end_index(&self) -> SlotIndex {
        self.segments[self.segments.len() - 1].end
    }

    /// Position of the first segment that ends after `index`; the number of segments if there is none.
    #[inline]
    pub fn find(&self, index: SlotIndex) -> usize {
        self.segments.partition_point(|s| s.end <= index)
    }

    /// Like [`Self::find`] for a place at or after the segment at `cursor`: cheap when it is near.
    #[inline]
    pub fn advance(&self, mut cursor: usize, index: SlotIndex) -> usize {
        while cursor < self.segments.len() && self.segments[cursor].end <= index {
            cursor += 1;
        }
        cursor
    }

    /// Position of the segment that contains `index`.
    #[inline]
    pub fn segment_at(&self, index: SlotIndex) -> Option<usize> {
        let at = self.find(index);
        (at < self.segments.len() && self.segments[at].start <= index).then_some(at)
    }

    /// Whether it is live at `index`.
    #[inline]
    pub fn live_at(&self, index: SlotIndex) -> bool {
        self.segment_at(index).is_some()
    }

    /// The value at `index`.
    #[inline]
    pub fn value_at(&self, index: SlotIndex) -> Option<VNInfoId> {
        self.segment_at(index).map(|at| self.segments[at].value)
    }

    /// The value just before `index`: for a block's end, the value live out of the block.
    #[inline]
    pub fn value_before(&self, index: SlotIndex) -> Option<VNInfoId> {
        self.value_at(index.prev_slot())
    }

    /// What the range does at the instruction of `index`.
    pub fn query(&self, index: SlotIndex) -> QueryResult {
        let base = index.base();
        let mut at = self.find(base);
        let mut result = QueryResult {
            value_in: None,
            late: None,
            end_point: SlotIndex::NONE,
            is_kill: false,
        };
        let Some(mut segment) = self.segments.get(at) else {
            return result;
        };
        if segment.start <= base {
            result.value_in = Some(segment.value);
            result.end_point = segment.end;
            if index.same_inst(segment.end) {
                result.is_kill = true;
                at += 1;
                let Some(next) = self.segments.get(at) else {
                    return result;
                };
                segment = next;
            }
            // A PHI value can start in the middle of a segment if it is also live out of the block
            // that comes before in the layout.
            if result.value_in.is_some_and(|v| self.value(v).def == base) {
                result.value_in = None;
            }
        }
        if !index.earlier_inst(segment.start) {
            result.late = Some(segment.value);
            result.end_point = segment.end;
        }
        result
    }

    /// Whether it is live anywhere in `[start, end)`.
    pub fn overlaps_span(&self, start: SlotIndex, end: SlotIndex) -> bool {
        let at = self.segments.partition_point(|s| s.start < end);
        at != 0 && self.segments[at - 1].end > start
    }

    /// Whether both are live at some place.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.first_overlap(other, |_, _| true)
    }

    /// Whether some pair of overlapping segments satisfies `counts`, which is given the later start.
    pub fn first_overlap(
        &self,
        other: &Self,
        mut counts: impl FnMut(SlotIndex, &Segment) -> bool,
    ) -> bool {
        if self.is_empty() || other.is_empty() {
            return false;
        }
        let (mut a, mut b) = (&self.segments[..], &other.segments[..]);
        a = &a[self.find(other.begin_index())..];
        let Some(first) = a.first() else { return false };
        b = &b[other.find(first.start)..];
        while let ([x, ..], [y, rest @ ..]) = (a, b) {
            // Invariant: y ends after x starts.
            if y.start < x.end && counts(x.start.max(y.start), y) {
                return true;
            }
            if y.end > x.end {
                std::mem::swap(&mut a, &mut b);
                b = &b[1..];
            } else {
                b = rest;
            }
            let Some(x) = a.first() else { return false };
            let start = x.start;
            while b.first().is_some_and(|y| y.end <= start) {
                b = &b[1..];
            }
        }
        false
    }

    /// Whether it is live wherever `other` is.
    pub fn covers(&self, other: &Self) -> bool {
        let mut at = 0;
        other.segments.iter().all(|wanted| {
            at = self.advance(at, wanted.start);
            if at >= self.segments.len() || self.segments[at].start > wanted.start {
                return false;
            }
            while self.segments[at].end < wanted.end {
                let end = self.segments[at].end;
                at += 1;
                if at >= self.segments.len() || self.segments[at].start != end {
                    return false;
                }
            }
            true
        })
    }

    /// Whether it is live at any of the ascending places `slots`.
    pub fn live_at_any(&self, slots: impl Iterator<Item = SlotIndex>) -> bool {
        let mut at = 0;
        for slot in slots {
            at = self.advance(at, slot);
            match self.segments.get(at) {
                None => return false,
                Some(segment) if segment.contains(slot) => return true,
                Some(_) => {}
            }
        }
        false
    }

    /// The size in raw slot numbers.
    pub fn size(&self) -> u32 {
        self.segments.iter().map(|s| s.start.distance(s.end)).sum()
    }

    // ---- Values -------------------------------------------------------------------------------

    /// Adds a value defined at `def`, with the next number.
    pub fn next_value(&mut self, def: SlotIndex) -> VNInfoId {
        self.values.push(VNInfo { def });
        VNInfoId::from_u32(self.values.len() as u32 - 1)
    }

    /// Adds a definition at `def` that is not read yet: `[def, dead slot)`. An existing definition by
    /// the same instruction is used instead (and starts at the earlier of both slots).
    pub fn create_dead_def(&mut self, def: SlotIndex) -> VNInfoId {
        debug_assert!(!def.is_dead());
        let at = self.find(def);
        if let Some(segment) = self.segments.get_mut(at) {
            if def.same_inst(segment.start) {
                let value = segment.value;
                if def < segment.start {
                    segment.start = def;
                    self.value_mut(value).def = def;
                }
                return value;
            }
            debug_assert!(def.earlier_inst(segment.start), "already live at {def}");
        }
        let value = self.next_value(def);
        let segment = Segment::new(def, def.dead_slot(), value);
        self.segments.insert(at, segment);
        value
    }

    /// Gives up a value: drops it if it is the last (with unused ones before it), else marks it unused.
    pub fn discard_value(&mut self, value: VNInfoId) {
        if value.as_u32() as usize + 1 == self.values.len() {
            self.values.pop();
            while self.values.last().is_some_and(|v| v.is_unused()) {
                self.values.pop();
            }
        } else {
            self.value_mut(value).def = SlotIndex::NONE;
        }
    }

    /// Removes all segments of a value, and the value.
    pub fn remove_value(&mut self, value: VNInfoId) {
        if self.is_empty() {
            return;
        }
        self.segments.retain(|s| s.value != value);
        self.discard_value(value);
    }

    fn discard_value_if_dead(&mut self, value: VNInfoId) {
        if self.segments.iter().all(|s| s.value != value) {
            self.discard_value(value);
        }
    }

    /// Numbers values anew in the order of their first segments; unused ones disappear.
    pub fn renumber_values(&mut self) {
        let old = std::mem::take(&mut self.values);
        let mut new_ids: SmallVec<[Option<VNInfoId>; 8]> = SmallVec::from_elem(None, old.len());
        for segment in &mut self.segments {
            let id = segment.value.as_u32() as usize;
            segment.value = *new_ids[id].get_or_insert_with(|| {
                self.values.push(old[id]);
                VNInfoId::from_u32(self.values.len() as u32 - 1)
            });
        }
    }

    /// Makes two values one, the one with the smaller number, defined where `into` is. Returns it.
    pub fn merge_value_into(&mut self, value: VNInfoId, into: VNInfoId) -> VNInfoId {
        debug_assert_ne!(value, into);
        let (mut gone, mut kept) = (value, into);
        if gone < kept {
            // Keep numbers compact: the smaller survives with the other's definition.
            *self.value_mut(gone) = self.value(kept);
            std::mem::swap(&mut gone, &mut kept);
        }
        for segment in &mut self.segments {
            if segment.value == gone {
                segment.value = kept;
            }
        }
        self.segments.dedup_by(|next, prev| {
            let joined = prev.value == kept && next.value == kept && prev.end == next.start;
            if joined {
                prev.end = next.end;
            }
            joined
        });
        self.discard_value(gone);
        kept
    }

    // ---- Segments -----------------------------------------------------------------------------

    /// Whether any of `undefs` lies in `[begin, end)`.
    pub fn is_undef_in(undefs: &[SlotIndex], begin: SlotIndex, end: SlotIndex) -> bool {
        undefs.iter().any(|index| begin <= *index && *index < end)
    }

    /// Position after the last segment that starts at or before `index`.
    fn upper_bound(&self, index: SlotIndex) -> usize {
        self.segments.partition_point(|s| s.start <= index)
    }

    /// If the range is live in the block that starts at `start`, before `end`: makes that value live up
    /// to `end` and returns it.
    pub fn extend_in_block(&mut self, start: SlotIndex, end: SlotIndex) -> Option<VNInfoId> {
        self.extend_in_block_undef(&[], start, end).0
    }

    /// Like [`Self::extend_in_block`], but the value does not pass the places `undefs`. The second result
    /// says that one of them lies between the block's start, or the value's end, and `end`.
    pub fn extend_in_block_undef(
        &mut self,
        undefs: &[SlotIndex],
        start: SlotIndex,
        end: SlotIndex,
    ) -> (Option<VNInfoId>, bool) {
        if self.is_empty() {
            return (None, false);
        }
        let before = end.prev_slot();
        let at = self.upper_bound(before);
        if at == 0 || self.segments[at - 1].end <= start {
            return (None, Self::is_undef_in(undefs, start, before));
        }
        let Segment {
            end: old, value, ..
        } = self.segments[at - 1];
        if old < end {
            if Self::is_undef_in(undefs, old, before) {
                return (None, true);
            }
            self.extend_segment_end(at - 1, end);
        }
        (Some(value), false)
    }

    /// Moves the end of a segment to `end`, taking in segments of the same value that it reaches.
    pub(crate) fn extend_segment_end(&mut self, at: usize, end: SlotIndex) {
        let value = self.segments[at].value;
        let mut merged = at + 1;
        while self.segments.get(merged).is_some_and(|s| s.end <= end) {
            debug_assert_eq!(self.segments[merged].value, value);
            merged += 1;
        }
        self.segments[at].end = end.max(self.segments[merged - 1].end);
        if let Some(next) = self.segments.get(merged)
            && next.start <= self.segments[at].end
            && next.value == value
        {
            self.segments[at].end = next.end;
            merged += 1;
        }
        if merged > at + 1 {
            self.segments.drain(at + 1..merged);
        }
    }

    /// Moves the start of a segment to `start`, taking in segments of the same value that it reaches.
    /// Returns its new position.
    fn extend_segment_start(&mut self, at: usize, start: SlotIndex) -> usize {
        let Segment { end, value, .. } = self.segments[at];
        let mut first = at;
        while first != 0 && start <= self.segments[first - 1].start {
            debug_assert_eq!(self.segments[first - 1].value, value);
            first -= 1;
        }
        if first != 0
            && self.segments[first - 1].end >= start
            && self.segments[first - 1].value == value
        {
            first -= 1;
        } else {
            self.segments[first].start = start;
            self.segments[first].value = value;
        }
        self.segments[first].end = end;
        if first != at {
            self.segments.drain(first + 1..=at);
        }
        first
    }

    /// Adds a segment, joining it with segments of the same value that it touches. It must not overlap
    /// segments of other values.
    pub fn add_segment(&mut self, segment: Segment) {
        let Segment { start, end, value } = segment;
        let at = self.upper_bound(start);
        if at != 0 {
            let before = self.segments[at - 1];
            if before.value == value && before.end >= start {
                if before.end < end {
                    self.extend_segment_end(at - 1, end);
                }
                return;
            }
            debug_assert!(before.end <= start, "{segment} overlaps {before}");
        }
        if let Some(after) = self.segments.get(at).copied() {
            if after.value == value && after.start <= end {
                let at = self.extend_segment_start(at, start);
                if end > self.segments[at].end {
                    self.extend_segment_end(at, end);
                }
                return;
            }
            debug_assert!(after.start >= end, "{segment} overlaps {after}");
        }
        self.segments.insert(at, segment);
    }

    /// Adds a segment after all others.
    pub fn append(&mut self, segment: Segment) {
        debug_assert!(self.segments.last().is_none_or(|s| s.end <= segment.start));
        self.segments.push(segment);
    }

    /// Makes `[start, end)` not live. It must lie in one segment. `discard` gives up the value if that
    /// was its last place.
    pub fn remove_segment(&mut self, start: SlotIndex, end: SlotIndex, discard: bool) {
        let at = self.find(start);
        let Some(segment) = self.segments.get_mut(at) else {
            return;
        };
        debug_assert!(segment.start <= start && end <= segment.end);
        let old = *segment;
        if old.start == start && old.end == end {
            self.segments.remove(at);
            if discard {
                self.discard_value_if_dead(old.value);
            }
        } else if old.start == start {
            segment.start = end;
        } else if old.end == end {
            segment.end = start;
        } else {
            segment.end = start;
            self.segments
                .insert(at + 1, Segment::new(end, old.end, old.value));
        }
    }

    /// Moves the end of the segment at a position to `end`, which lies before the next segment.
    pub fn set_segment_end(&mut self, at: usize, end: SlotIndex) {
        self.segments[at].end = end;
    }

    /// Removes the segment at a position, and its value if that has no other.
    pub fn remove_segment_at(&mut self, at: usize, discard: bool) {
        let segment = self.segments.remove(at);
        if discard {
            self.discard_value_if_dead(segment.value);
        }
    }

    /// Adds all of `other`'s segments as the value `value`.
    pub fn merge_segments_as_value(&mut self, other: &Self, value: VNInfoId) {
        let new = other.segments.iter().map(|s| Segment { value, ..*s });
        self.merge_sorted(new);
    }

    /// Adds `other`'s segments of its value `other_value` as the value `value`.
    pub fn merge_value_as_value(&mut self, other: &Self, other_value: VNInfoId, value: VNInfoId) {
        let of_value = other.segments.iter().filter(|s| s.value == other_value);
        self.merge_sorted(of_value.map(|s| Segment { value, ..*s }));
    }

    /// Checks the invariants of the picture above.
    pub fn verify(&self) -> Result<(), String> {
        for (at, segment) in self.segments.iter().enumerate() {
            let value = self.values.get(segment.value.as_u32() as usize);
            if segment.start >= segment.end || value.is_none_or(|v| v.is_unused()) {
                return Err(format!("bad segment {segment} in {self}"));
            }
            if let Some(next) = self.segments.get(at + 1)
                && (segment.end > next.start
                    || segment.end == next.start && segment.value == next.value)
            {
                return Err(format!("{segment} and {next} do not go together in {self}"));
            }
        }
        Ok(())
    }
}

/// `[16r,48r:0)[48r,112B:1) 0@16r 1@48r`; unused values are `x`, an empty range is `EMPTY`.
impl fmt::Display for LiveRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            f.write_str("EMPTY")?;
        }
        for segment in &self.segments {
            write!(f, "{segment}")?;
        }
        for (number, value) in self.values.iter().enumerate() {
            let phi = if value.is_phi_def() { "-phi" } else { "" };
            if value.is_unused() {
                write!(f, " {number}@x")?;
            } else {
                write!(f, " {number}@{}{phi}", value.def)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(raw: u32) -> SlotIndex {
        SlotIndex::from_raw(raw)
    }

    fn reg(position: u32) -> SlotIndex {
        index(position).reg_slot(false)
    }

    #[test]
    fn segment_is_twelve_bytes() {
        assert_eq!(size_of::<Segment>(), 12);
    }

    #[test]
    fn extends_within_a_block() {
        let mut range = LiveRange::default();
        range.create_dead_def(reg(16));
        assert_eq!(range.to_string(), "[16r,16d:0) 0@16r");
        assert!(range.extend_in_block(index(0), reg(48)).is_some());
        assert_eq!(range.extend_in_block(index(64), reg(80)), None);
        assert_eq!(range.to_string(), "[16r,48r:0) 0@16r");
    }

    #[test]
    fn two_address_definition_queries() {
        let mut range = LiveRange::default();
        let second = range.create_dead_def(reg(32));
        let first = range.create_dead_def(reg(16));
        range.extend_in_block(index(0), reg(32));
        range.extend_in_block(index(0), reg(64));
        assert_eq!(range.to_string(), "[16r,32r:1)[32r,64r:0) 0@32r 1@16r");
        let query = range.query(index(32));
        assert_eq!(query.value_in, Some(first));
        assert_eq!(query.value_defined(), Some(second));
        assert!(query.is_kill && !query.is_dead_def());
        assert!(range.query(index(64)).is_kill);
        assert_eq!(range.query(index(80)).value_in, None);
    }

    #[test]
    fn segments_of_one_value_join() {
        let mut range = LiveRange::default();
        let value = range.next_value(reg(16));
        range.add_segment(Segment::new(reg(16), index(32), value));
        range.add_segment(Segment::new(index(64), index(96), value));
        range.add_segment(Segment::new(index(32), index(64), value));
        assert_eq!(range.to_string(), "[16r,96B:0) 0@16r");
        range.remove_segment(index(40), index(48), true);
        assert_eq!(range.to_string(), "[16r,40B:0)[48B,96B:0) 0@16r");
        range.add_segment(Segment::new(index(32), index(112), value));
        assert_eq!(range.to_string(), "[16r,112B:0) 0@16r");
        assert_eq!(range.verify(), Ok(()));
    }

    #[test]
    fn overlap_sees_every_pair() {
        let build = |spans: &[(u32, u32)]| {
            let mut range = LiveRange::default();
            let value = range.next_value(index(spans[0].0));
            for (start, end) in spans {
                range.append(Segment::new(index(*start), index(*end), value));
            }
            range
        };
        let a = build(&[(0, 16), (64, 80)]);
        assert!(!a.overlaps(&build(&[(16, 64), (80, 96)])));
        assert!(a.overlaps(&build(&[(16, 65)])));
        assert!(build(&[(16, 32), (79, 96)]).overlaps(&a));
        assert!(a.covers(&build(&[(4, 8), (64, 80)])));
        assert!(!a.covers(&build(&[(4, 17)])));
    }

    #[test]
    fn merging_values_keeps_the_smaller_number() {
        let mut range = LiveRange::default();
        let a = range.next_value(reg(16));
        let b = range.next_value(reg(32));
        range.append(Segment::new(reg(16), reg(32), a));
        range.append(Segment::new(reg(32), reg(64), b));
        assert_eq!(range.merge_value_into(b, a), a);
        assert_eq!(range.to_string(), "[16r,64r:0) 0@16r");
    }
}
