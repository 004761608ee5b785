//! The segments of all virtual registers that are assigned to one register unit.
//!
//! Segments never overlap. They are kept sorted in chunks: finding a place is two binary searches, an
//! insertion moves at most one chunk's worth.

use avarice_liveness::{LiveRange, Renumbering, SlotIndex};
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
const CHUNK: usize = 64;

/// Neighbouring segments, at least one.
#[derive(Clone, Debug, Default)]
struct Chunk {
    /// End of the last one.
    end: SlotIndex,
    segments: Vec<UnionSegment>,
}

impl Chunk {
    /// After a change: notes the end again.
    fn update_end(&mut self) {
        if let Some(last) = self.segments.last() {
            self.end = last.end;
        }
    }
}

/// An ordered set of segments.
#[derive(Clone, Debug, Default)]
pub struct IntervalUnion {
    chunks: Vec<Chunk>,
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
            Cursor(chunk, 0) => self.union.chunks[chunk - 1].end,
            Cursor(chunk, at) => self.union.chunks[chunk].segments[at - 1].end,
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
        self.spare.extend(self.chunks.drain(..).map(|mut chunk| {
            chunk.segments.clear();
            chunk.segments
        }));
    }

    /// An empty chunk.
    fn new_chunk(&mut self) -> Chunk {
        let spare = self.spare.pop();
        Chunk {
            end: SlotIndex::default(),
            segments: spare.unwrap_or_else(|| Vec::with_capacity(CHUNK + 1)),
        }
    }

    /// Calls `visit` for the segments from the first that ends after `start` on, until it returns `true`.
    pub fn visit_from(&self, start: SlotIndex, mut visit: impl FnMut(&UnionSegment) -> bool) {
        let Cursor(first, mut at) = self.find(0, start);
        for chunk in &self.chunks[first..] {
            for segment in &chunk.segments[at..] {
                if visit(segment) {
                    return;
                }
            }
            at = 0;
        }
    }

    fn get(&self, cursor: Cursor) -> Option<&UnionSegment> {
        self.chunks.get(cursor.0)?.segments.get(cursor.1)
    }

    fn next(&self, Cursor(chunk, at): Cursor) -> Cursor {
        if at + 1 < self.chunks[chunk].segments.len() {
            Cursor(chunk, at + 1)
        } else {
            Cursor(chunk + 1, 0)
        }
    }

    /// The first segment that ends after `index`, from chunk `from` on.
    fn find(&self, from: usize, index: SlotIndex) -> Cursor {
        let chunk = from + self.chunks[from..].partition_point(|chunk| chunk.end <= index);
        let at = self.chunks.get(chunk).map_or(0, |chunk| {
            chunk.segments.partition_point(|s| s.end <= index)
        });
        Cursor(chunk, at)
    }

    /// Like [`Self::find`] for a place that `cursor` or a segment after it reaches.
    fn find_after(&self, Cursor(chunk, at): Cursor, index: SlotIndex) -> Cursor {
        let own = &self.chunks[chunk];
        if own.end <= index {
            return self.find(chunk + 1, index);
        }
        Cursor(chunk, gallop(&own.segments, at, |s| s.end <= index))
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
                    Some(last) => (chunk, at) = (chunk - 1, last.segments.len()),
                    None => {
                        let chunk = self.new_chunk();
                        self.chunks.push(chunk);
                    }
                }
            }
            debug_assert!(
                self.get(Cursor(chunk, at))
                    .is_none_or(|s| segment.end <= s.start)
            );
            let into = &mut self.chunks[chunk];
            into.segments.insert(at, new);
            if into.segments.len() > CHUNK {
                let mut upper = self.new_chunk();
                let into = &mut self.chunks[chunk];
                upper.segments.extend(into.segments.drain(CHUNK / 2..));
                upper.update_end();
                into.update_end();
                self.chunks.insert(chunk + 1, upper);
            } else {
                into.update_end();
            }
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
                let out_of = &mut self.chunks[chunk];
                out_of.segments.remove(at);
                out_of.update_end();
                if out_of.segments.is_empty() {
                    let gone = self.chunks.remove(chunk);
                    self.spare.push(gone.segments);
                }
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
        while let Some(other) = self.get(cursor) {
            at = gallop(segments, at, |s| s.end <= other.start);
            let Some(segment) = segments.get(at) else {
                return false;
            };
            if segment.start >= other.end {
                cursor = self.find_after(cursor, segment.start);
                continue;
            }
            if found(other) {
                return true;
            }
            cursor = self.next(cursor);
        }
        false
    }

    /// Maps all places through a renumbering.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let from = self.chunks.partition_point(|chunk| chunk.end < first);
        for chunk in &mut self.chunks[from..] {
            if chunk.segments.first().is_none_or(|s| s.start > last) {
                break;
            }
            let from = chunk.segments.partition_point(|s| s.end < first);
            for segment in &mut chunk.segments[from..] {
                if segment.start > last {
                    break;
                }
                segment.start = renumbering.map(segment.start);
                segment.end = renumbering.map(segment.end);
            }
            chunk.update_end();
        }
    }
}

/// The first position from `from` on that does not lie `before` what is looked for: cheap if it is near.
pub fn gallop<T>(items: &[T], from: usize, before: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut step) = (from, 1);
    while items.get(low + step - 1).is_some_and(&before) {
        low += step;
        step *= 2;
    }
    let high = (low + step - 1).min(items.len());
    low + items[low..high].partition_point(before)
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
