//! The segments of all virtual registers that are assigned to one register unit.
//!
//! Segments never overlap. They are kept sorted in chunks: finding a place is two binary searches, an
//! insertion moves at most one chunk's worth.

use avarice_liveness::{LiveRange, Renumbering, SlotIndex, gallop};
use avarice_mir::VReg;

/// A segment and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnionSegment {
    /// First place.
    pub start: SlotIndex,
    /// First place after.
    pub end: SlotIndex,
    /// Who is live there.
    pub reg: VReg,
}

/// Largest chunk.
const CHUNK: usize = 32;

/// An ordered set of segments.
#[derive(Clone, Debug, Default)]
pub struct IntervalUnion {
    /// The end of the last segment of each chunk: side by side, to be searched.
    ends: Vec<SlotIndex>,
    /// Neighbouring segments, at least one in each chunk.
    chunks: Vec<Vec<UnionSegment>>,
    /// Memory of chunks that are gone.
    spare: Vec<Vec<UnionSegment>>,
}

/// A place in a union: chunk and position in it.
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
        let far = !self.begun || self.cursor.0 == union.chunks.len();
        self.begun = true;
        self.cursor = if far {
            union.find(self.cursor.0, index)
        } else {
            union.find_after(self.cursor, index)
        };
        union.get(self.cursor).map(|s| (s.start, s.end))
    }

    fn end_before(&self) -> SlotIndex {
        match self.cursor {
            Cursor(chunk, 0) => self.union.ends[chunk - 1],
            Cursor(chunk, at) => self.union.chunks[chunk][at - 1].end,
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

    /// Whether nobody is assigned here.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.spare.extend(self.chunks.drain(..).map(|mut chunk| {
            chunk.clear();
            chunk
        }));
    }

    /// Puts a chunk, without segments yet, at a position.
    fn insert_chunk(&mut self, at: usize) -> &mut Vec<UnionSegment> {
        let spare = self.spare.pop();
        let chunk = spare.unwrap_or_else(|| Vec::with_capacity(CHUNK + 1));
        self.ends.insert(at, SlotIndex::default());
        self.chunks.insert(at, chunk);
        &mut self.chunks[at]
    }

    /// After a change of a chunk: notes its end again, or removes it if nothing is left.
    fn update(&mut self, chunk: usize) {
        match self.chunks[chunk].last() {
            Some(last) => self.ends[chunk] = last.end,
            None => {
                self.ends.remove(chunk);
                self.spare.push(self.chunks.remove(chunk));
            }
        }
    }

    /// Calls `visit` for the segments from the first that ends after `start` on, until it returns `true`.
    pub fn visit_from(&self, start: SlotIndex, mut visit: impl FnMut(&UnionSegment) -> bool) {
        let Cursor(first, mut at) = self.find(0, start);
        for chunk in &self.chunks[first..] {
            for segment in &chunk[at..] {
                if visit(segment) {
                    return;
                }
            }
            at = 0;
        }
    }

    fn get(&self, cursor: Cursor) -> Option<&UnionSegment> {
        self.chunks.get(cursor.0)?.get(cursor.1)
    }

    /// The first segment that ends after `index`, from chunk `from` on.
    fn find(&self, from: usize, index: SlotIndex) -> Cursor {
        let chunk = from + self.ends[from..].partition_point(|end| *end <= index);
        let segments = self.chunks.get(chunk);
        let at = segments.map_or(0, |segments| segments.partition_point(|s| s.end <= index));
        Cursor(chunk, at)
    }

    /// Like [`Self::find`] for a place that `cursor` or a segment after it reaches.
    fn find_after(&self, Cursor(chunk, at): Cursor, index: SlotIndex) -> Cursor {
        if self.ends[chunk] <= index {
            return self.find(chunk + 1, index);
        }
        Cursor(chunk, gallop(&self.chunks[chunk], at, |s| s.end <= index))
    }

    /// Adds the segments of a range for `reg`.
    pub fn unify(&mut self, reg: VReg, range: &LiveRange) {
        let mut from = 0;
        for segment in range.segments() {
            let new = UnionSegment {
                start: segment.start,
                end: segment.end,
                reg,
            };
            let Cursor(mut chunk, mut at) = self.find(from, segment.start);
            if chunk == self.chunks.len() {
                match self.chunks.last() {
                    Some(last) => (chunk, at) = (chunk - 1, last.len()),
                    None => {
                        self.insert_chunk(0);
                    }
                }
            }
            debug_assert!(
                self.get(Cursor(chunk, at))
                    .is_none_or(|s| segment.end <= s.start)
            );
            let into = &mut self.chunks[chunk];
            into.insert(at, new);
            if into.len() > CHUNK {
                let mut upper = std::mem::take(self.insert_chunk(chunk + 1));
                upper.extend(self.chunks[chunk].drain(CHUNK / 2..));
                self.chunks[chunk + 1] = upper;
                self.update(chunk + 1);
            }
            self.update(chunk);
            from = chunk;
        }
    }

    /// Removes the segments of a range that was added for `reg`.
    pub fn extract(&mut self, reg: VReg, range: &LiveRange) {
        let mut from = 0;
        for segment in range.segments() {
            let Cursor(chunk, at) = self.find(from, segment.start);
            let found = self.get(Cursor(chunk, at)).is_some_and(|s| s.reg == reg);
            debug_assert!(found, "{reg} is not in the union at {segment}");
            if found {
                self.chunks[chunk].remove(at);
                self.update(chunk);
            }
            from = chunk.min(self.chunks.len());
        }
    }

    /// Calls `found` for each segment that overlaps `range`, in order, until it returns `true`. Returns
    /// whether it did.
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
        while let Some(chunk) = self.chunks.get(cursor.0) {
            let others = &chunk[cursor.1..];
            let Some(other) = others.first() else {
                cursor = Cursor(cursor.0 + 1, 0);
                continue;
            };
            at = gallop(segments, at, |s| s.end <= other.start);
            let Some(segment) = segments.get(at) else {
                return false;
            };
            if segment.start >= other.end {
                cursor = self.find_after(cursor, segment.start);
                continue;
            }
            // So do all that begin before the segment ends.
            for other in others {
                if other.start >= segment.end {
                    break;
                }
                if found(other) {
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
        for (end, chunk) in self.ends[from..].iter_mut().zip(&mut self.chunks[from..]) {
            if chunk.first().is_none_or(|s| s.start > last) {
                break;
            }
            let from = chunk.partition_point(|s| s.end < first);
            for segment in &mut chunk[from..] {
                if segment.start > last {
                    break;
                }
                segment.start = renumbering.map(segment.start);
                segment.end = renumbering.map(segment.end);
            }
            *end = chunk.last().map_or(*end, |last| last.end);
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
            union.unify(VReg::from_u32(number as u32), range);
        }
        let mut starts: Vec<u32> = Vec::new();
        union.visit_from(SlotIndex::ZERO, |s| {
            starts.push(s.start.raw());
            false
        });
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
