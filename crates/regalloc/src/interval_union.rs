//! The segments of all virtual registers that are assigned to one register unit.
//!
//! Segments never overlap. They are kept sorted in chunks. The searched fields are stored side by side, so finding a
//! place reads the few entries of `ends` of a binary search and one cache line of a chunk; an insertion moves at most
//! one chunk's worth:
//!
//! ```text
//!   ends     18          52              90         last end of each chunk
//!   order    #2          #0              #1         where it is in memory
//!
//!   #0       ends   24     40     52     -      one cache line; no segment is after all
//!            rest   20 %3  32 %1  44 %3  .      where they start, and whose they are
//! ```

use std::cell::Cell;

use avarice_liveness::{LiveRange, Renumbering, SlotIndex, gallop};
use avarice_mir::VReg;
use cranelift_entity::EntityRef;

/// A segment and its owner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UnionSegment {
    /// First place.
    pub start: SlotIndex,
    /// First place after.
    pub end: SlotIndex,
    /// The register that is live there.
    pub reg: VReg,
    /// The spill weight of the owner, stored here for callers that sum up all interference.
    pub weight: f32,
}

/// Most segments of a chunk: their ends fill a cache line.
const CHUNK: usize = 16;

/// A segment without its end.
#[derive(Clone, Copy, Debug)]
struct Rest {
    start: SlotIndex,
    reg: VReg,
    weight: f32,
}

impl Rest {
    #[inline]
    fn with_end(self, end: SlotIndex) -> UnionSegment {
        let Self { start, reg, weight } = self;
        UnionSegment {
            start,
            end,
            reg,
            weight,
        }
    }
}

/// Neighbouring segments.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Chunk {
    /// After the last segment: [`SlotIndex::NONE`], which is after all places.
    ends: [SlotIndex; CHUNK],
    rest: [Rest; CHUNK],
}

impl Chunk {
    /// How many segments end up to `index`. All are counted, which is faster than to search.
    #[inline]
    fn ending_up_to(&self, index: SlotIndex) -> usize {
        let up_to = self.ends.iter().map(|end| u32::from(*end <= index));
        up_to.sum::<u32>() as usize
    }

    #[inline]
    fn segment(&self, at: usize) -> UnionSegment {
        self.rest[at].with_end(self.ends[at])
    }

    fn set(&mut self, at: usize, segment: UnionSegment) {
        let UnionSegment {
            start,
            end,
            reg,
            weight,
        } = segment;
        self.ends[at] = end;
        self.rest[at] = Rest { start, reg, weight };
    }

    /// Moves the segments from `from` up to `len` by one: up if `up`, else down over the one before.
    fn shift(&mut self, from: usize, len: usize, up: bool) {
        let to = if up { from + 1 } else { from - 1 };
        self.ends.copy_within(from..len, to);
        self.rest.copy_within(from..len, to);
    }
}

impl Default for Chunk {
    fn default() -> Self {
        let rest = Rest {
            start: SlotIndex::NONE,
            reg: VReg::new(0),
            weight: 0.0,
        };
        Self {
            ends: [SlotIndex::NONE; CHUNK],
            rest: [rest; CHUNK],
        }
    }
}

/// A chunk's number in memory and how many segments it has, at least one.
#[derive(Clone, Copy, Debug)]
struct ChunkRef {
    number: u32,
    len: u32,
}

/// An ordered set of segments.
#[derive(Clone, Debug, Default)]
pub struct IntervalUnion {
    /// The end of the last segment of each chunk, in order.
    ends: Vec<SlotIndex>,
    /// The chunks in order.
    order: Vec<ChunkRef>,
    /// The memory of all chunks, those that are gone included.
    memory: Vec<Chunk>,
    /// Numbers of chunks that are gone.
    free: Vec<u32>,
    /// The position of the chunk found last: the next query is mostly for a place nearby.
    recent: Cell<usize>,
}

/// A place in a union: chunk in order, and position in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cursor(usize, usize);

/// A walk along sorted segments.
pub trait SegmentWalk {
    /// Goes on to the first segment that ends after a place, later than those asked for before. Returns its
    /// start and end.
    fn ending_after(&mut self, index: SlotIndex) -> Option<(SlotIndex, SlotIndex)>;

    /// End of the segment before that one, which must be there.
    fn end_before(&self) -> SlotIndex;
}

/// A walk along a union.
pub struct UnionWalk<'a> {
    union: &'a IntervalUnion,
    cursor: Cursor,
    begun: bool,
}

impl SegmentWalk for UnionWalk<'_> {
    #[inline]
    fn ending_after(&mut self, index: SlotIndex) -> Option<(SlotIndex, SlotIndex)> {
        let union = self.union;
        let far = !self.begun || self.cursor.0 == union.order.len();
        self.begun = true;
        self.cursor = if far {
            union.find(self.cursor.0, index)
        } else {
            union.find_after(self.cursor.0, index)
        };
        union.get(self.cursor).map(|s| (s.start, s.end))
    }

    fn end_before(&self) -> SlotIndex {
        match self.cursor {
            Cursor(chunk, 0) => self.union.ends[chunk - 1],
            Cursor(chunk, at) => self.union.chunk(chunk).ends[at - 1],
        }
    }
}

impl IntervalUnion {
    /// A walk along all segments.
    pub fn walk(&self) -> UnionWalk<'_> {
        UnionWalk {
            union: self,
            cursor: Cursor(0, 0),
            begun: false,
        }
    }

    /// Whether no register is assigned here.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.order.clear();
        self.memory.clear();
        self.free.clear();
    }

    #[inline]
    fn chunk(&self, at: usize) -> &Chunk {
        &self.memory[self.order[at].number as usize]
    }

    /// Puts a chunk with the first `len` segments of `chunk` at a position.
    fn insert_chunk(&mut self, at: usize, chunk: Chunk, len: usize) {
        let number = match self.free.pop() {
            Some(number) => {
                self.memory[number as usize] = chunk;
                number
            }
            None => {
                self.memory.push(chunk);
                self.memory.len() as u32 - 1
            }
        };
        let len = len as u32;
        self.order.insert(at, ChunkRef { number, len });
        self.ends.insert(at, chunk.ends[len as usize - 1]);
    }

    /// The segments from the first that ends after `start` on, chunk by chunk: what is done for each segment of a
    /// chunk is a plain loop.
    pub fn chunks_from(
        &self,
        start: SlotIndex,
    ) -> impl Iterator<Item = impl Iterator<Item = UnionSegment>> {
        let Cursor(first, mut from) = self.find(0, start);
        self.order[first..].iter().map(move |place| {
            let chunk = &self.memory[place.number as usize];
            let within = std::mem::take(&mut from)..place.len as usize;
            let ends = chunk.ends[within.clone()].iter();
            let segments = ends.zip(&chunk.rest[within]);
            segments.map(|(end, rest)| rest.with_end(*end))
        })
    }

    fn get(&self, cursor: Cursor) -> Option<UnionSegment> {
        let place = self.order.get(cursor.0)?;
        let chunk = &self.memory[place.number as usize];
        (cursor.1 < place.len as usize).then(|| chunk.segment(cursor.1))
    }

    /// The first segment that ends after `index`, from chunk `from` on.
    #[inline]
    fn find(&self, from: usize, index: SlotIndex) -> Cursor {
        let at = self.find_chunk(from, index);
        if at == self.order.len() {
            return Cursor(at, 0);
        }
        Cursor(at, self.chunk(at).ending_up_to(index))
    }

    /// The first chunk, in order and from `from` on, that ends after `index`.
    #[inline]
    fn find_chunk(&self, from: usize, index: SlotIndex) -> usize {
        let recent = self.recent.get();
        if from <= recent
            && self.ends.get(recent).is_some_and(|end| *end > index)
            && (recent == from || self.ends[recent - 1] <= index)
        {
            return recent;
        }
        let found = from + self.ends[from..].partition_point(|end| *end <= index);
        self.recent.set(found);
        found
    }

    /// Like [`Self::find`] for a place that is probably in chunk `at`, which is there.
    #[inline]
    fn find_after(&self, at: usize, index: SlotIndex) -> Cursor {
        if self.ends[at] <= index {
            return self.find(at + 1, index);
        }
        Cursor(at, self.chunk(at).ending_up_to(index))
    }

    /// Adds the segments of a range for `reg`, which keeps its weight while it is here.
    pub fn unify(&mut self, reg: VReg, weight: f32, range: &LiveRange) {
        let mut from = 0;
        for segment in range.segments() {
            let new = UnionSegment {
                start: segment.start,
                end: segment.end,
                reg,
                weight,
            };
            let cursor = self.find(from, segment.start);
            debug_assert!(self.get(cursor).is_none_or(|s| segment.end <= s.start));
            from = self.insert(cursor, new);
        }
    }

    /// Puts a segment before a place. Returns its chunk.
    fn insert(&mut self, Cursor(mut at, mut within): Cursor, segment: UnionSegment) -> usize {
        if at == self.order.len() {
            let room = self.order.last().filter(|last| last.len < CHUNK as u32);
            let Some(last) = room else {
                let mut chunk = Chunk::default();
                chunk.set(0, segment);
                self.insert_chunk(at, chunk, 1);
                return at;
            };
            (at, within) = (at - 1, last.len as usize);
        }
        if self.order[at].len == CHUNK as u32 {
            self.split(at);
            if within > CHUNK / 2 {
                (at, within) = (at + 1, within - CHUNK / 2);
            }
        }
        let ChunkRef { number, len } = &mut self.order[at];
        let chunk = &mut self.memory[*number as usize];
        chunk.shift(within, *len as usize, true);
        chunk.set(within, segment);
        *len += 1;
        self.ends[at] = chunk.ends[*len as usize - 1];
        at
    }

    /// Moves the upper half of a full chunk to a new one after it.
    fn split(&mut self, at: usize) {
        const HALF: usize = CHUNK / 2;
        let place = &mut self.order[at];
        place.len = HALF as u32;
        let lower = &mut self.memory[place.number as usize];
        let mut upper = Chunk::default();
        upper.ends[..HALF].copy_from_slice(&lower.ends[HALF..]);
        upper.rest[..HALF].copy_from_slice(&lower.rest[HALF..]);
        lower.ends[HALF..].fill(SlotIndex::NONE);
        self.ends[at] = lower.ends[HALF - 1];
        self.insert_chunk(at + 1, upper, HALF);
    }

    /// Removes the segments of a range that was added for `reg`.
    pub fn extract(&mut self, reg: VReg, range: &LiveRange) {
        let mut from = 0;
        for segment in range.segments() {
            let cursor = self.find(from, segment.start);
            let found = self.get(cursor).is_some_and(|s| s.reg == reg);
            debug_assert!(found, "{reg} is not in the union at {segment}");
            if found {
                self.remove(cursor);
            }
            from = cursor.0.min(self.order.len());
        }
    }

    /// Removes the segment at a place, which is there.
    fn remove(&mut self, Cursor(at, within): Cursor) {
        let ChunkRef { number, len } = &mut self.order[at];
        let chunk = &mut self.memory[*number as usize];
        chunk.shift(within + 1, *len as usize, false);
        *len -= 1;
        let left = *len as usize;
        chunk.ends[left] = SlotIndex::NONE;
        if left == 0 {
            self.free.push(*number);
            self.order.remove(at);
            self.ends.remove(at);
        } else {
            self.ends[at] = chunk.ends[left - 1];
        }
    }

    /// The first segment that overlaps `range`.
    pub fn first_overlap(&self, range: &LiveRange) -> Option<UnionSegment> {
        // What most ranges are.
        if let [only] = range.segments() {
            let cursor = self.find(0, only.start);
            return self.get(cursor).filter(|other| other.start < only.end);
        }
        let mut first = None;
        self.any_overlap(range, |segment| {
            first = Some(*segment);
            true
        });
        first
    }

    /// Calls `found` for each segment that overlaps `range`, in order, until it returns `true`. Returns
    /// whether it did.
    #[inline]
    pub fn any_overlap(
        &self,
        range: &LiveRange,
        mut found: impl FnMut(&UnionSegment) -> bool,
    ) -> bool {
        let segments = range.segments();
        let Some(first) = segments.first() else {
            return false;
        };
        let mut at = 0;
        let mut cursor = self.find(0, first.start);
        while let Some(place) = self.order.get(cursor.0) {
            let chunk = &self.memory[place.number as usize];
            let len = place.len as usize;
            if cursor.1 == len {
                cursor = Cursor(cursor.0 + 1, 0);
                continue;
            }
            let other = chunk.segment(cursor.1);
            at = gallop(segments, at, |s| s.end <= other.start);
            let Some(segment) = segments.get(at) else {
                return false;
            };
            if segment.start >= other.end {
                cursor = self.find_after(cursor.0, segment.start);
                continue;
            }
            // So do all that begin before the segment ends.
            while cursor.1 < len && chunk.rest[cursor.1].start < segment.end {
                if found(&chunk.segment(cursor.1)) {
                    return true;
                }
                cursor.1 += 1;
            }
        }
        false
    }

    /// Maps all places through a renumbering.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let from = self.ends.partition_point(|end| *end < first);
        let mut renumbering = renumbering.ascending();
        for (end, place) in self.ends[from..].iter_mut().zip(&self.order[from..]) {
            let chunk = &mut self.memory[place.number as usize];
            let len = place.len as usize;
            if chunk.rest[0].start > last {
                break;
            }
            let from = chunk.ends[..len].partition_point(|end| *end < first);
            for at in from..len {
                let start = &mut chunk.rest[at].start;
                if *start > last {
                    break;
                }
                *start = renumbering.map(*start);
                chunk.ends[at] = renumbering.map(chunk.ends[at]);
            }
            *end = chunk.ends[len - 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_liveness::Segment;

    fn range(spans: &[(u32, u32)]) -> LiveRange {
        let mut range = LiveRange::default();
        let value = range.next_value(SlotIndex::from_raw(spans[0].0));
        for (start, end) in spans {
            range.append(Segment::new(
                SlotIndex::from_raw(*start),
                SlotIndex::from_raw(*end),
                value,
            ));
        }
        range
    }

    #[test]
    fn stays_sorted_over_chunks() {
        let mut union = IntervalUnion::default();
        let ranges: Vec<LiveRange> = (0..300)
            .map(|i| range(&[((i * 7) % 300 * 16, (i * 7) % 300 * 16 + 8)]))
            .collect();
        for (number, range) in ranges.iter().enumerate() {
            union.unify(VReg::from_u32(number as u32), 1.0, range);
        }
        let segments = union.chunks_from(SlotIndex::ZERO).flatten();
        let starts: Vec<u32> = segments.map(|s| s.start.raw()).collect();
        assert_eq!(starts, (0..300).map(|i| i * 16).collect::<Vec<_>>());
        let wide = range(&[(40, 41), (64, 100)]);
        let mut seen = Vec::new();
        union.any_overlap(&wide, |s| {
            seen.push(s.start.raw());
            false
        });
        assert_eq!(seen, [64, 80, 96]);
        for (number, range) in ranges.iter().enumerate() {
            union.extract(VReg::from_u32(number as u32), range);
        }
        assert!(union.is_empty());
    }
}
