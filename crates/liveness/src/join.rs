//! Joining two live ranges into one, once it is known which values become one.
//!
//! ```text
//!   left    [16r,48r:0)         [96r,112r:1)      0@16r  1@96r     1 is a copy of right's 0
//!   right            [48r,96r:0)                  0@48r
//!   joined  [16r,48r:0)[48r,112r:1)               0@16r  1@48r
//! ```

use smallvec::SmallVec;

use crate::live_range::{LiveRange, Segment, VNInfo, VNInfoId};
use crate::slot_index::SlotIndex;

/// So many segments are added one by one.
const FEW: usize = 4;

/// Which of two ranges a value of the joined range comes from, under its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinedValue {
    /// The range that stays.
    Left(VNInfoId),
    /// The range that is joined into it.
    Right(VNInfoId),
}

/// How the values of two ranges go into one.
#[derive(Clone, Copy, Debug)]
pub struct JoinedValues<'a> {
    /// For each value of the left range, its number in the joined range.
    pub left: &'a [VNInfoId],
    /// For each value of the right range, its number in the joined range.
    pub right: &'a [VNInfoId],
    /// The values of the joined range; one that its range has given up comes out as an unused one.
    pub values: &'a [JoinedValue],
    /// Whether every value of the left range is one of the joined range, with the number that it has.
    pub left_stays: bool,
}

impl LiveRange {
    /// Joins `right` into this range, which is the left one of `joined`.
    ///
    /// # Requires
    /// Where both ranges are live, the values there have the same new number.
    pub fn join(&mut self, right: &Self, joined: JoinedValues<'_>) {
        let unused = VNInfo {
            def: SlotIndex::NONE,
        };
        // The values that come after those that stay.
        let (left, first_new) = if joined.left_stays {
            self.values.resize(joined.left.len(), unused);
            (SmallVec::new(), joined.left.len())
        } else {
            (std::mem::take(&mut self.values), 0)
        };
        for value in &joined.values[first_new..] {
            let (values, id) = match value {
                JoinedValue::Left(id) => (&left, id),
                JoinedValue::Right(id) => (&right.values, id),
            };
            let value = values.get(id.as_u32() as usize).copied();
            self.values.push(value.unwrap_or(unused));
        }
        if !joined.left_stays {
            for segment in &mut self.segments {
                segment.value = joined.left[segment.value.as_u32() as usize];
            }
            self.segments.dedup_by(|next, prev| {
                let touching = prev.value == next.value && prev.end == next.start;
                if touching {
                    prev.end = next.end;
                }
                touching
            });
        }
        let new = right.segments.iter().map(|segment| Segment {
            value: joined.right[segment.value.as_u32() as usize],
            ..*segment
        });
        if right.segments.len() <= FEW {
            new.for_each(|segment| self.add_segment(segment));
        } else {
            self.merge_sorted(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_and_its_source_become_one_value() {
        let at = |position: u32| SlotIndex::from_raw(position).reg_slot(false);
        let mut left = LiveRange::default();
        let (a, b) = (left.next_value(at(16)), left.next_value(at(96)));
        left.append(Segment::new(at(16), at(48), a));
        left.append(Segment::new(at(96), at(112), b));
        let mut right = LiveRange::default();
        let copied = right.next_value(at(48));
        right.append(Segment::new(at(48), at(96), copied));
        let values = [JoinedValue::Left(a), JoinedValue::Right(copied)];
        let joined = JoinedValues {
            left: &[a, b],
            right: &[b],
            values: &values,
            left_stays: false,
        };
        left.join(&right, joined);
        assert_eq!(left.to_string(), "[16r,48r:0)[48r,112r:1) 0@16r 1@48r");
        assert_eq!(left.verify(), Ok(()));
    }
}
