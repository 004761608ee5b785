//! Where a register is taken in blocks that a range lives through.

use avarice_liveness::{LiveInterval, LiveIntervals};
use avarice_mir::{Block, MachineFunction};

use super::insert_points::InsertPoints;
use super::interference_cache::Lookup;

/// How a register is taken in a block lived through: all that growing a region looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    /// Not at all.
    Free,
    /// Somewhere; whether at the block's start, and at its end.
    Within { at_start: bool, at_end: bool },
}
/// Where a register is taken in blocks that a range lives through.
pub(super) struct ThroughBlocks<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) live_intervals: &'a LiveIntervals,
    pub(super) interval: &'a LiveInterval,
    pub(super) lookup: Lookup<'a>,
    pub(super) insert_points: &'a mut InsertPoints,
}

impl ThroughBlocks<'_> {
    // Where most blocks are asked for, in a loop.
    #[inline(always)]
    pub(super) fn taken(&mut self, block: Block) -> Taken {
        let taken = self.lookup.get(block);
        if !taken.any() {
            return Taken::Free;
        }
        let (function, live_intervals) = (self.function, self.live_intervals);
        let last_split = self
            .insert_points
            .last(function, live_intervals, self.interval, block);
        Taken::Within {
            at_start: taken.first <= live_intervals.indexes.block_start(block),
            at_end: taken.last >= last_split,
        }
    }

    pub(super) fn begins_with_label(&mut self, block: Block) -> bool {
        self.insert_points
            .begins_with_label(self.function, self.live_intervals, block)
    }
}
