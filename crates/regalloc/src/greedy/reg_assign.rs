//! Which of the new intervals each part of a split live range belongs to.

use std::fmt;

use avarice_liveness::{Renumbering, SlotIndex};
use cranelift_entity::entity_impl;

use super::gap_buffer::GapBuffer;

/// One of the intervals into which a live range is split. They are printed as plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SplitInterval(u32);
entity_impl!(SplitInterval, "");

impl SplitInterval {
    /// What is in no other interval.
    pub const COMPLEMENT: Self = Self(0);
}

/// A part of the code and the interval that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// First place.
    pub start: SlotIndex,
    /// First place after.
    pub stop: SlotIndex,
    /// The interval.
    pub interval: SplitInterval,
}

/// Sorted parts that do not overlap; neighbours of one interval are one part. What is in none belongs to
/// the complement.
#[derive(Clone, Debug, Default)]
pub struct RegAssign {
    parts: GapBuffer<Assigned>,
}

impl RegAssign {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// Says that there will be no more parts: only now they can be looked at.
    pub fn close(&mut self) {
        self.parts.close();
    }

    /// All parts.
    pub fn parts(&self) -> &[Assigned] {
        self.parts.closed()
    }

    /// Position of the first part that ends after `index`.
    pub fn find(&self, index: SlotIndex) -> usize {
        self.parts().partition_point(|part| part.stop <= index)
    }

    /// The interval at a place.
    pub fn lookup(&self, index: SlotIndex) -> SplitInterval {
        match self.parts().get(self.find(index)) {
            Some(part) if part.start <= index => part.interval,
            _ => SplitInterval::COMPLEMENT,
        }
    }

    /// Adds a part.
    pub fn insert(&mut self, start: SlotIndex, stop: SlotIndex, interval: SplitInterval) {
        if start >= stop {
            return;
        }
        self.parts.seek(|part| part.stop <= start);
        let (before, after) = self.parts.neighbors();
        let before = before.filter(|part| part.stop == start && part.interval == interval);
        let after = after.filter(|part| part.start == stop && part.interval == interval);
        match (before, after) {
            (Some(before), Some(after)) => {
                before.stop = after.stop;
                self.parts.remove_next();
            }
            (Some(before), None) => before.stop = stop,
            (None, Some(after)) => after.start = start,
            (None, None) => self.parts.insert(Assigned {
                start,
                stop,
                interval,
            }),
        }
    }

    /// Moves the end of the part at a position.
    pub fn set_stop(&mut self, position: usize, stop: SlotIndex) {
        self.parts.close()[position].stop = stop;
    }

    /// Maps all places through a renumbering.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let mut renumbering = renumbering.ascending();
        for part in self.parts.iter_mut_from(|part| part.stop < first) {
            if part.start > last {
                break;
            }
            part.start = renumbering.map(part.start);
            part.stop = renumbering.map(part.stop);
        }
    }
}

/// ` [16r;48r):1 [64r;80B):2`
impl fmt::Display for RegAssign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.parts.iter().peekable();
        if parts.peek().is_none() {
            return f.write_str(" empty");
        }
        parts.try_for_each(|part| write!(f, " [{};{}):{}", part.start, part.stop, part.interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_interval_are_joined() {
        let at = SlotIndex::from_raw;
        let [none, one, two] = [0, 1, 2].map(SplitInterval);
        let mut assign = RegAssign::default();
        assert_eq!(assign.to_string(), " empty");
        assign.insert(at(64), at(80), one);
        assign.insert(at(16), at(32), one);
        assign.insert(at(80), at(96), two);
        assign.insert(at(32), at(64), one);
        assert_eq!(assign.to_string(), " [16B;80B):1 [80B;96B):2");
        assign.close();
        assert_eq!(
            [0, 16, 79, 80, 96].map(|raw| assign.lookup(at(raw))),
            [none, one, one, two, none]
        );
    }
}
