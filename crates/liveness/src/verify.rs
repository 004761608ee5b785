//! Checking live intervals against ones computed afresh.

use avarice_mir::{MachineFunction, VReg};
use cranelift_entity::EntityRef;

use crate::live_interval::LiveInterval;
use crate::live_intervals::{LiveIntervals, lanes_of, tracks_lanes};
use crate::live_range::LiveRange;

impl LiveIntervals {
    /// Checks numbering and intervals: each interval is well-formed, and is live exactly where a fresh
    /// computation says so, with the same values up to their numbers. The error names the first that is
    /// wrong.
    pub fn verify(&mut self, function: &MachineFunction) -> Result<(), String> {
        self.indexes.verify(function)?;
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            if function.is_unused(reg) || !self.has_interval(reg) {
                continue;
            }
            self.interval(reg).verify(lanes_of(function, reg))?;
            let mut fresh = LiveInterval::new(reg);
            let input = Self::input(&self.indexes, &self.dominators, function);
            self.calc
                .calculate(input, &mut fresh, tracks_lanes(function, reg));
            same_up_to_numbers(self.interval(reg).range(), fresh.range())?;
        }
        Ok(())
    }
}

/// Whether two ranges have the same segments, with values defined at the same places.
fn same_up_to_numbers(kept: &LiveRange, fresh: &LiveRange) -> Result<(), String> {
    let shape = |range: &LiveRange| -> Vec<_> {
        let dead_phi = |at: &&crate::Segment| {
            let value = range.value(at.value);
            value.is_phi_def() && at.start == value.def && at.end == value.def.dead_slot()
        };
        let alive = range.segments().iter().filter(|s| !dead_phi(s));
        alive
            .map(|s| (s.start, s.end, range.value(s.value).def))
            .collect()
    };
    if shape(kept) == shape(fresh) {
        return Ok(());
    }
    Err(format!("live range is {kept}, computed afresh {fresh}"))
}
