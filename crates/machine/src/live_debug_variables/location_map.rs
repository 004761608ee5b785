//! Where a variable has which value: a map from places in the code to values, like LLVM's `IntervalMap`.
//!
//! ```text
//!   [16r;32B): 0     [32B;64r): 1 2 list     [64r;65): undef
//! ```

use avarice_liveness::{SlotIndex, gallop};
use smallvec::SmallVec;

use super::expressions::ExpressionId;
use avarice_mir::debug_values::Shape;

/// The number of no place.
pub(super) const UNDEF: u32 = u32::MAX;

/// What a debug value says: numbers of its variable's places, and the expression that computes with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// Each number once.
    pub places: SmallVec<[u32; 2]>,
    pub shape: Shape,
    pub expression: ExpressionId,
}

impl Value {
    /// Whether it says that the variable has no place.
    pub fn is_undef(&self) -> bool {
        self.places.is_empty() || self.places.contains(&UNDEF)
    }

    pub fn names(&self, place: u32) -> bool {
        self.places.contains(&place)
    }
}

/// Part of the code where a variable has one value: from `start` to before `stop`.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub start: SlotIndex,
    pub stop: SlotIndex,
    pub value: Value,
}

/// Intervals in order, none of which overlap. Two that meet may have the same value: only some changes join these.
#[derive(Clone, Debug, Default)]
pub(super) struct LocationMap {
    pub intervals: Vec<Interval>,
}

impl LocationMap {
    pub fn get(&self, at: usize) -> Option<&Interval> {
        self.intervals.get(at)
    }

    /// The number of the first interval, not before `from`, that ends after `index`.
    pub fn advance(&self, from: usize, index: SlotIndex) -> usize {
        gallop(
            &self.intervals,
            from.min(self.intervals.len()),
            |interval| interval.stop <= index,
        )
    }

    /// The number of the first interval that ends after `index`.
    pub fn find(&self, index: SlotIndex) -> usize {
        self.intervals
            .partition_point(|interval| interval.stop <= index)
    }

    fn joins(&self, at: usize, value: &Value) -> Option<&Interval> {
        self.get(at).filter(|interval| interval.value == *value)
    }

    /// Puts an interval before number `at`, or joins it with those that it meets if their values are the same. Returns
    /// the number that it has then.
    pub fn insert(&mut self, at: usize, start: SlotIndex, stop: SlotIndex, value: Value) -> usize {
        let before = at.checked_sub(1);
        let left = before.filter(|at| self.joins(*at, &value).is_some_and(|i| i.stop == start));
        let right = self.joins(at, &value).is_some_and(|i| i.start == stop);
        match (left, right) {
            (Some(left), true) => {
                self.intervals[left].stop = self.intervals[at].stop;
                self.intervals.remove(at);
                left
            }
            (Some(left), false) => {
                self.intervals[left].stop = stop;
                left
            }
            (None, true) => {
                self.intervals[at].start = start;
                at
            }
            (None, false) => {
                let interval = Interval { start, stop, value };
                self.intervals.insert(at, interval);
                at
            }
        }
    }

    /// Gives interval `at` another value, and joins it with those that it meets if their values are the same. Returns the
    /// number that it has then.
    pub fn set_value(&mut self, at: usize, value: Value) -> usize {
        let (start, stop) = (self.intervals[at].start, self.intervals[at].stop);
        let right = self.joins(at + 1, &value).is_some_and(|i| i.start == stop);
        let before = at.checked_sub(1);
        let left = before.filter(|at| self.joins(*at, &value).is_some_and(|i| i.stop == start));
        self.intervals[at].value = value;
        if right {
            self.intervals.remove(at);
            self.intervals[at].start = start;
        }
        match left {
            Some(left) => {
                self.intervals[left].stop = self.intervals[at].stop;
                self.intervals.remove(at);
                left
            }
            None => at,
        }
    }
}
