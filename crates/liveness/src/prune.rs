//! Prunes a value of a range from some place on, and extends a range to some places again.
//!
//! The two belong together. A pass that inserts a new definition into the middle of a value prunes the
//! old value from there, defines the new one, and extends the range to the ends that pruning has found;
//! PHI values appear where both meet:
//!
//! ```text
//!              before            pruned at K         new value, extended to E and B
//!                │                  │                   │
//!      K ──      │ 0              K ┘               K ──┤ 1     a definition at K
//!           ┌────┴────┐          ┌─────────┐       ┌────┴────┐
//!           │         │          │         │       │ 1       │ 1
//!           │         E                            │         E
//!           B                                      B
//! ```

use avarice_mir::{Block, MachineFunction};
use smallvec::SmallVec;

use crate::live_intervals::LiveIntervals;
use crate::live_range::{LiveRange, VNInfoId};
use crate::slot_index::SlotIndex;

impl LiveIntervals {
    /// Removes the value that is live out of, or dead at, the instruction of `kill` from there on, and
    /// from all blocks that it reaches without being redefined. Adds the ends of what was removed to
    /// `end_points`: last uses, and ends of blocks that it was live out of.
    pub fn prune_value(
        &self,
        range: &mut LiveRange,
        kill: SlotIndex,
        end_points: &mut Vec<SlotIndex>,
    ) {
        let query = range.query(kill);
        let Some(value) = query.value_out_or_dead() else {
            return;
        };
        let block = self.indexes.block_at(kill);
        let block_end = self.indexes.block_end(block);
        let end = query.end_point.min(block_end);
        range.remove_segment(kill, end, false);
        end_points.push(end);
        if query.end_point < block_end {
            return;
        }
        // Depth first, as LLVM does: the order of end points shows in later value numbers. A block
        // that has been visited does not carry the value any more, so that no set of them is needed.
        let mut stack: SmallVec<[(Block, u32); 16]> = SmallVec::new();
        stack.push((block, 0));
        while let Some((block, next)) = stack.last_mut() {
            let Some(succ) = self.cfg.successors(*block).get(*next as usize).copied() else {
                stack.pop();
                continue;
            };
            *next += 1;
            if self.prune_from_start(range, succ, value, end_points) {
                stack.push((succ, 0));
            }
        }
    }

    /// Removes `value` from the start of `block` on if it is live in. Returns whether it was live through.
    fn prune_from_start(
        &self,
        range: &mut LiveRange,
        block: Block,
        value: VNInfoId,
        end_points: &mut Vec<SlotIndex>,
    ) -> bool {
        let (start, stop) = self.indexes.block_range(block);
        let query = range.query(start);
        if query.value_in != Some(value) {
            return false;
        }
        let end = query.end_point.min(stop);
        range.remove_segment(start, end, false);
        end_points.push(end);
        query.end_point >= stop
    }

    /// Makes `range` live up to each of `indices`, in this order, from the values that reach them; PHI
    /// values are added where several meet. After a place of `undefs` the range is undefined: no value
    /// passes it, and a path that only meets such places needs no value.
    pub fn extend_to_indices(
        &mut self,
        function: &MachineFunction,
        range: &mut LiveRange,
        indices: &[SlotIndex],
        undefs: &[SlotIndex],
    ) {
        self.calc.reset(function);
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        for index in indices {
            self.calc.extend(input, range, *index, undefs);
        }
    }

    /// Whether a PHI value reads `value` at the end of a predecessor. For a PHI value with more than 100
    /// predecessors the answer is yes without looking.
    pub fn has_phi_kill(&self, range: &LiveRange, value: VNInfoId) -> bool {
        let mut phis = range.values().iter().filter(|v| v.is_phi_def());
        phis.any(|phi| {
            let preds = self.cfg.predecessors(self.indexes.block_at(phi.def));
            let mut ends = preds.iter().map(|pred| self.indexes.block_end(*pred));
            preds.len() > 100 || ends.any(|end| range.value_before(end) == Some(value))
        })
    }
}
