//! Adds many sorted segments to a live range in one pass.
//!
//! ```text
//!   old     [16r,32B:0)          [64B,80B:0)              [144r,160r:1)
//!   new               [32B,64B:0)           [96B,112r:0)
//!   merged  [16r,80B:0)                     [96B,112r:0)  [144r,160r:1)
//! ```

use smallvec::SmallVec;

use crate::live_range::{LiveRange, Segment};
use crate::slot_index::SlotIndex;

impl LiveRange {
    /// Adds segments that are sorted by start, joining those of one value that touch. Segments of
    /// different values must not overlap. One or two are added one by one, more in one linear merge with the
    /// segments that lie between the first and the last of them.
    pub fn merge_sorted(&mut self, new: impl Iterator<Item = Segment>) {
        let new: SmallVec<[Segment; 16]> = new.collect();
        let (Some(first), Some(last)) = (new.first(), new.last()) else {
            return;
        };
        if new.len() <= 2 {
            new.iter().for_each(|segment| self.add_segment(*segment));
            return;
        }
        let from = self.segments.partition_point(|s| s.end < first.start);
        let between = &self.segments[from..];
        let count = between.partition_point(|s| s.start <= last.end);
        let mut merged: SmallVec<[Segment; 32]> = SmallVec::new();
        merge(&between[..count], &new, |segment| {
            push_joining(&mut merged, segment);
        });
        self.replace_segments(from, count, &merged);
    }

    /// Puts other segments in the place of `count` from a position on.
    fn replace_segments(&mut self, from: usize, count: usize, new: &[Segment]) {
        let end = from + count;
        let (over, rest) = new.split_at(count.min(new.len()));
        self.segments[from..from + over.len()].copy_from_slice(over);
        if rest.is_empty() {
            self.segments.drain(from + over.len()..end);
        } else {
            self.segments.insert_from_slice(end, rest);
        }
    }

    /// Adds two sorted lists of segments after those that are there, joining those of one value that touch.
    pub(crate) fn push_merged(&mut self, a: &[Segment], b: &[Segment]) {
        merge(a, b, |segment| push_joining(&mut self.segments, segment));
    }

    /// Adds a dead definition for every place in `defs`, numbering the values in that order: what
    /// [`Self::create_dead_def`] would do one by one, but with one sort.
    pub fn create_dead_defs(&mut self, defs: &[SlotIndex]) {
        if defs.len() <= 8 {
            for def in defs {
                self.create_dead_def(*def);
            }
            return;
        }
        // (place, order of arrival); existing segments come first and win.
        let mut order: Vec<(SlotIndex, u32)> =
            defs.iter().zip(0..).map(|(def, at)| (*def, at)).collect();
        order.sort_unstable_by_key(|(def, at)| (def.base(), *at));
        // One definition an instruction: the earliest slot, the first arrival.
        order.dedup_by(|later, first| {
            let same = later.0.same_inst(first.0);
            if same {
                first.0 = first.0.min(later.0);
            }
            same
        });
        order.retain(|(def, _)| !self.adopt_def(*def));
        order.sort_unstable_by_key(|(_, at)| *at);
        let mut new: Vec<Segment> = Vec::with_capacity(order.len());
        for (def, _) in order {
            let value = self.next_value(def);
            new.push(Segment::new(def, def.dead_slot(), value));
        }
        new.sort_unstable_by_key(|segment| segment.start);
        self.merge_sorted(new.into_iter());
    }

    /// Whether a definition by the same instruction is there already; moves it to the earlier slot.
    fn adopt_def(&mut self, def: SlotIndex) -> bool {
        let at = self.find(def.base());
        let Some(segment) = self.segments.get_mut(at) else {
            return false;
        };
        if !segment.start.same_inst(def) {
            return false;
        }
        let value = segment.value;
        if def < segment.start {
            segment.start = def;
            self.value_mut(value).def = def;
        }
        true
    }
}

/// Goes through two sorted lists of segments in the order of their starts.
fn merge(mut a: &[Segment], mut b: &[Segment], mut each: impl FnMut(Segment)) {
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if x.start <= y.start {
            each(*x);
            a = a_rest;
        } else {
            each(*y);
            b = b_rest;
        }
    }
    a.iter().chain(b).for_each(|segment| each(*segment));
}

/// Adds a segment that starts at or after the last one.
fn push_joining<const N: usize>(segments: &mut SmallVec<[Segment; N]>, segment: Segment) {
    if let Some(last) = segments.last_mut() {
        if last.value == segment.value && segment.start <= last.end {
            last.end = last.end.max(segment.end);
            return;
        }
        debug_assert!(last.end <= segment.start, "{segment} overlaps {last}");
    }
    segments.push(segment);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulk_definitions_number_like_single_ones() {
        let place = |position: u32, early| SlotIndex::from_raw(position).reg_slot(early);
        let mut defs: Vec<_> = [96, 32, 160, 16, 64, 48, 80, 112, 128, 144, 176]
            .iter()
            .map(|p| place(*p, false))
            .collect();
        defs.insert(3, place(96, true));
        let (mut bulk, mut single) = (LiveRange::default(), LiveRange::default());
        for range in [&mut bulk, &mut single] {
            range.create_dead_def(SlotIndex::ZERO);
        }
        bulk.create_dead_defs(&defs);
        defs.iter().for_each(|def| _ = single.create_dead_def(*def));
        assert_eq!(bulk, single);
        assert_eq!(bulk.verify(), Ok(()));
    }

    #[test]
    fn merge_joins_across_both_lists() {
        let at = SlotIndex::from_raw;
        let mut range = LiveRange::default();
        let value = range.next_value(at(0));
        range.append(Segment::new(at(0), at(16), value));
        range.append(Segment::new(at(64), at(80), value));
        let new = [(16, 32), (32, 48), (80, 96), (128, 144)];
        range.merge_sorted(new.iter().map(|(s, e)| Segment::new(at(*s), at(*e), value)));
        assert_eq!(
            range.to_string(),
            "[0B,48B:0)[64B,96B:0)[128B,144B:0) 0@0B-phi"
        );
    }
}
