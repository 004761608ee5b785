//! Updates live ranges after renumberings of slot indexes.
//!
//! Segments are sorted, so those that moved are found by a search. Values are not: in a *complete* range, where each
//! value begins a segment, they are found by their segments; in others, all are visited.

use smallvec::SmallVec;

use crate::live_range::{LiveRange, Segment, VNInfo, VNInfoId};
use crate::renumbering::Renumbering;
use crate::slot_index::SlotIndex;

impl LiveRange {
    /// Maps all places through a renumbering.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        self.renumber_segments(renumbering, |_, _, _| {});
        let concerned = |value: &VNInfo| (first <= value.def) & (value.def <= last);
        // Of thousands of values few are concerned: many are looked at at once.
        for values in self.values.chunks_mut(16) {
            if values.iter().fold(false, |any, v| any | concerned(v)) {
                for value in values.iter_mut().filter(|v| concerned(v)) {
                    value.def = renumbering.map(value.def);
                }
            }
        }
    }

    /// Like [`Self::renumber`] for a range of which no value is defined outside its segments: leaves at once if it
    /// lies elsewhere.
    #[inline]
    pub fn renumber_inside(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        if let (Some(head), Some(tail)) = (self.segments.first(), self.segments.last())
            && head.start <= last
            && first <= tail.end
        {
            self.renumber(renumbering);
        }
    }

    /// Like [`Self::renumber`] for a range that [`Self::is_complete`]: only looks at what changes.
    pub fn renumber_complete(&mut self, renumbering: &Renumbering) {
        let values = std::mem::take(&mut self.values);
        // Definitions follow at the end: until then all are in the old numbering, as the starts that they are compared with.
        let mut defs: SmallVec<[(VNInfoId, SlotIndex); 16]> = SmallVec::new();
        self.renumber_segments(renumbering, |segment, old, new| {
            if old != new && values[segment.value.as_u32() as usize].def == old {
                defs.push((segment.value, new));
            }
        });
        self.values = values;
        for (value, def) in defs {
            self.value_mut(value).def = def;
        }
    }

    /// Maps the segments, and tells of each the old and new start.
    fn renumber_segments(
        &mut self,
        renumbering: &Renumbering,
        mut moved: impl FnMut(&Segment, SlotIndex, SlotIndex),
    ) {
        let (first, last) = renumbering.span();
        let from = self.segments.partition_point(|s| s.end < first);
        let mut renumbering = renumbering.ascending();
        for segment in &mut self.segments[from..] {
            let old = segment.start;
            if old > last {
                break;
            }
            segment.start = renumbering.map(old);
            segment.end = renumbering.map(segment.end);
            moved(segment, old, segment.start);
        }
    }

    /// Whether every value in use begins a segment: not so while a range is made, and for a PHI value that
    /// lies in a segment since it also leaves the block before.
    pub fn is_complete(&self) -> bool {
        let begins = |s: &&Segment| self.value(s.value).def == s.start;
        let used = self.values.iter().filter(|value| !value.is_unused());
        self.segments.iter().filter(begins).count() == used.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first segment gets the place that the second one of the same value had.
    #[test]
    fn a_definition_moves_once() {
        let index = SlotIndex::from_raw;
        let mut renumbering = Renumbering::default();
        for (old, new) in [(16, 64), (32, 80), (64, 112), (80, 128)] {
            renumbering.push(old, new);
        }
        let mut range = LiveRange::default();
        let value = range.next_value(index(16));
        range.add_segment(Segment::new(index(16), index(32), value));
        range.add_segment(Segment::new(index(64), index(80), value));
        assert!(range.is_complete());
        range.renumber_complete(&renumbering);
        assert_eq!(range.value(value).def, index(64));
        assert_eq!(range.segments()[1].start, index(112));
    }
}
