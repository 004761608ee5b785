//! Which of the new intervals each part of a split live range belongs to.

use std::fmt;

use avarice_liveness::{Renumbering, SlotIndex};

/// A part of the code and the interval that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// First place.
    pub start: SlotIndex,
    /// First place after.
    pub stop: SlotIndex,
    /// Index of the interval.
    pub interval: usize,
}

/// Sorted parts that do not overlap; neighbours of one interval are one part. What is in none belongs to
/// interval 0, the complement.
#[derive(Clone, Debug, Default)]
pub struct RegAssign {
    parts: Vec<Assigned>,
}

impl RegAssign {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// All parts.
    pub fn parts(&self) -> &[Assigned] {
        &self.parts
    }

    /// Position of the first part that ends after `index`.
    pub fn find(&self, index: SlotIndex) -> usize {
        self.parts.partition_point(|part| part.stop <= index)
    }

    /// The interval at a place.
    pub fn lookup(&self, index: SlotIndex) -> usize {
        match self.parts.get(self.find(index)) {
            Some(part) if part.start <= index => part.interval,
            _ => 0,
        }
    }

    /// Adds a part.
    pub fn insert(&mut self, start: SlotIndex, stop: SlotIndex, interval: usize) {
        if start >= stop {
            return;
        }
        let at = self.find(start);
        let joins_before = at != 0 && {
            let before = &self.parts[at - 1];
            before.stop == start && before.interval == interval
        };
        let joins_after = self
            .parts
            .get(at)
            .is_some_and(|after| after.start == stop && after.interval == interval);
        match (joins_before, joins_after) {
            (true, true) => {
                self.parts[at - 1].stop = self.parts[at].stop;
                self.parts.remove(at);
            }
            (true, false) => self.parts[at - 1].stop = stop,
            (false, true) => self.parts[at].start = start,
            (false, false) => self.parts.insert(
                at,
                Assigned {
                    start,
                    stop,
                    interval,
                },
            ),
        }
    }

    /// Moves the end of the part at a position.
    pub fn set_stop(&mut self, at: usize, stop: SlotIndex) {
        self.parts[at].stop = stop;
    }

    /// Maps all places through a renumbering.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let from = self.parts.partition_point(|part| part.stop < first);
        for part in &mut self.parts[from..] {
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
        if self.parts.is_empty() {
            return f.write_str(" empty");
        }
        for part in &self.parts {
            write!(f, " [{};{}):{}", part.start, part.stop, part.interval)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_interval_are_joined() {
        let at = SlotIndex::from_raw;
        let mut assign = RegAssign::default();
        assert_eq!(assign.to_string(), " empty");
        assign.insert(at(64), at(80), 1);
        assign.insert(at(16), at(32), 1);
        assign.insert(at(80), at(96), 2);
        assign.insert(at(32), at(64), 1);
        assert_eq!(assign.to_string(), " [16B;80B):1 [80B;96B):2");
        assert_eq!(
            [0, 16, 79, 80, 96].map(|raw| assign.lookup(at(raw))),
            [0, 1, 1, 2, 0]
        );
    }
}
