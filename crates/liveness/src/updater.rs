//! Adding many sorted segments to a live range in one pass.
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
    /// different values must not overlap. One or two are added one by one, more in one linear merge.
    pub fn merge_sorted(&mut self, new: impl Iterator<Item = Segment>) {
        let new: SmallVec<[Segment; 8]> = new.collect();
        if new.len() <= 2 {
            new.into_iter()
                .for_each(|segment| self.add_segment(segment));
            return;
        }
        let old = std::mem::take(&mut self.segments);
        self.segments.reserve(old.len() + new.len());
        let (mut a, mut b) = (&old[..], &new[..]);
        loop {
            let (taken, from_a) = match (a.first(), b.first()) {
                (Some(x), Some(y)) => {
                    if x.start <= y.start {
                        (*x, true)
                    } else {
                        (*y, false)
                    }
                }
                (Some(x), None) => (*x, true),
                (None, Some(y)) => (*y, false),
                (None, None) => break,
            };
            if from_a {
                a = &a[1..];
            } else {
                b = &b[1..];
            }
            self.push_joining(taken);
        }
    }

    /// Adds a segment that starts at or after the last one.
    fn push_joining(&mut self, segment: Segment) {
        if let Some(last) = self.segments.last_mut() {
            if last.value == segment.value && segment.start <= last.end {
                last.end = last.end.max(segment.end);
                return;
            }
            debug_assert!(last.end <= segment.start, "{segment} overlaps {last}");
        }
        self.segments.push(segment);
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
