//! Joins two live ranges into one, given which values become one.
//!
//! ```text
//!   left    [16r,48r:0)         [96r,112r:1)      0@16r  1@96r     1 is a copy of right's 0
//!   right            [48r,96r:0)                  0@48r
//!   joined  [16r,48r:0)[48r,112r:1)               0@16r  1@48r
//! ```

use crate::live_range::{LiveRange, Segment, VNInfo, VNInfoId};
use crate::slot_index::SlotIndex;

/// So many segments are added one by one.
const FEW: usize = 4;

/// A value that its range has given up.
const UNUSED: VNInfo = VNInfo {
    def: SlotIndex::NONE,
};

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
    /// If every value of the left range has the number in the joined range that it has: those that become one of
    /// the right range.
    pub left_stays: Option<&'a [VNInfoId]>,
}

impl LiveRange {
    /// Joins `right` into this range, which is the left one of `joined`.
    ///
    /// # Requires
    /// Where both ranges are live, the values there have the same new number.
    pub fn join(&mut self, right: &Self, joined: JoinedValues<'_>) {
        match joined.left_stays {
            Some(merged) => self.take_values_of(right, joined, merged),
            None => self.renumber_for(right, joined),
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

    /// Takes over values of `right`: in place of those in `merged`, and new ones at the end.
    fn take_values_of(&mut self, right: &Self, joined: JoinedValues<'_>, merged: &[VNInfoId]) {
        let value_of = |number: usize| match joined.values[number] {
            JoinedValue::Right(id) => right.values.get(id.as_u32() as usize).copied(),
            JoinedValue::Left(_) => None,
        };
        let len = joined.left.len();
        self.values.resize(len, UNUSED);
        for id in merged {
            let number = id.as_u32() as usize;
            self.values[number] = value_of(number).unwrap_or(UNUSED);
        }
        let new = (len..joined.values.len()).map(|number| value_of(number).unwrap_or(UNUSED));
        self.values.extend(new);
    }

    /// Renumbers all values and segments, and takes over the values of `right`.
    fn renumber_for(&mut self, right: &Self, joined: JoinedValues<'_>) {
        let left = std::mem::take(&mut self.values);
        let values = joined.values.iter().map(|value| {
            let (values, id) = match value {
                JoinedValue::Left(id) => (&left, id),
                JoinedValue::Right(id) => (&right.values, id),
            };
            values.get(id.as_u32() as usize).copied().unwrap_or(UNUSED)
        });
        self.values.extend(values);
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
            left_stays: None,
        };
        left.join(&right, joined);
        assert_eq!(left.to_string(), "[16r,48r:0)[48r,112r:1) 0@16r 1@48r");
        assert_eq!(left.verify(), Ok(()));
    }
}
