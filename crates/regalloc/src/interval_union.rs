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

/// An ordered set of segments.
#[derive(Clone, Debug, Default)]
pub struct IntervalUnion {
    /// No chunk is empty.
    chunks: Vec<Vec<UnionSegment>>,
    /// Changes with every change.
    tag: u32,
}

/// A place in a union: chunk and position in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cursor(usize, usize);

impl IntervalUnion {
    /// Whether nobody is assigned here.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.chunks.clear();
        self.tag = self.tag.wrapping_add(1);
    }

    /// A number that is another one after every change.
    pub fn tag(&self) -> u32 {
        self.tag
    }

    /// Start of the first and end of the last segment that overlap `[start, stop)`.
    pub fn span_in(&self, start: SlotIndex, stop: SlotIndex) -> Option<(SlotIndex, SlotIndex)> {
        let first = self.get(self.find(0, start)).filter(|s| s.start < stop)?;
        let starts_before = |chunk: &Vec<UnionSegment>| chunk[0].start < stop;
        let chunk = &self.chunks[self.chunks.partition_point(starts_before) - 1];
        let last = chunk[chunk.partition_point(|s| s.start < stop) - 1];
        Some((first.start, last.end))
    }

    /// Calls `visit` for the segments from the first that ends after `start` on, until it returns `true`.
    pub fn visit_from(&self, start: SlotIndex, mut visit: impl FnMut(&UnionSegment) -> bool) {
        let mut cursor = self.find(0, start);
        while let Some(segment) = self.get(cursor) {
            if visit(segment) {
                return;
            }
            cursor = self.next(cursor);
        }
    }

    /// All segments in order.
    pub fn segments(&self) -> impl Iterator<Item = &UnionSegment> {
        self.chunks.iter().flatten()
    }

    fn get(&self, cursor: Cursor) -> Option<&UnionSegment> {
        self.chunks.get(cursor.0)?.get(cursor.1)
    }

    fn next(&self, Cursor(chunk, at): Cursor) -> Cursor {
        if at + 1 < self.chunks[chunk].len() {
            Cursor(chunk, at + 1)
        } else {
            Cursor(chunk + 1, 0)
        }
    }

    /// The first segment that ends after `index`, from chunk `from` on.
    fn find(&self, from: usize, index: SlotIndex) -> Cursor {
        let ends_before = |chunk: &Vec<UnionSegment>| chunk.last().is_none_or(|s| s.end <= index);
        let chunk = from + self.chunks[from..].partition_point(ends_before);
        let at = self
            .chunks
            .get(chunk)
            .map_or(0, |c| c.partition_point(|s| s.end <= index));
        Cursor(chunk, at)
    }

    /// Adds the segments of a range for `reg`.
    pub fn unify(&mut self, reg: VReg, range: &LiveRange) {
        self.tag = self.tag.wrapping_add(1);
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
                    None => self.chunks.push(Vec::with_capacity(8)),
                }
            }
            debug_assert!(
                self.get(Cursor(chunk, at))
                    .is_none_or(|s| segment.end <= s.start)
            );
            self.chunks[chunk].insert(at, new);
            if self.chunks[chunk].len() > CHUNK {
                let upper = self.chunks[chunk].split_off(CHUNK / 2);
                self.chunks.insert(chunk + 1, upper);
            }
            from = chunk;
        }
    }

    /// Removes the segments of a range that was added for `reg`.
    pub fn extract(&mut self, reg: VReg, range: &LiveRange) {
        self.tag = self.tag.wrapping_add(1);
        let mut from = 0;
        for segment in range.segments() {
            let Cursor(chunk, at) = self.find(from, segment.start);
            let found = self.get(Cursor(chunk, at)).is_some_and(|s| s.reg == reg);
            debug_assert!(found, "{reg} is not in the union at {segment}");
            if found {
                self.chunks[chunk].remove(at);
                if self.chunks[chunk].is_empty() {
                    self.chunks.remove(chunk);
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
            at = range.advance(at, other.start);
            let Some(segment) = segments.get(at) else {
                return false;
            };
            if segment.start >= other.end {
                cursor = self.find(cursor.0, segment.start);
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
        for chunk in &mut self.chunks {
            let touched = chunk.first().is_some_and(|s| s.start <= last)
                && chunk.last().is_some_and(|s| first <= s.end);
            if touched {
                for segment in chunk {
                    segment.start = renumbering.map(segment.start);
                    segment.end = renumbering.map(segment.end);
                }
            }
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
        let starts: Vec<_> = union.segments().map(|s| s.start.raw()).collect();
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
