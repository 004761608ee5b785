//! Joins registers whose lanes have ranges of their own.
//!
//! The main ranges have shown that the registers can be joined. Each sub-range of the right interval is
//! joined into those of the left that have the same lanes; these are split until that is so:
//!
//! ```text
//!   left     0011  1100          right (in the high half)   1000
//!   refined  0011  0100  1000 ◀───────────── joined
//! ```

use avarice_liveness::{LiveIntervals, LiveRange};
use avarice_mir::VReg;
use avarice_target::{LaneMask, SubRegIdx};
use avarice_trace::log;

use super::Coalescer;
use super::def_lanes::DefLanes;
use super::def_lanes::lanes_of_index;
use super::pair::CoalescerPair;
use super::value_map::{Side, ValueMap};
use super::values::Analyzer;

impl Coalescer<'_, '_> {
    /// Joins the sub-ranges of a pair, if there are any, in the interval of `dst`; marks in `map` and in this
    /// pass what the main ranges lose by that.
    pub(super) fn join_lanes(&mut self, pair: &CoalescerPair, dst: VReg, map: &mut ValueMap) {
        let has_lanes = |reg| self.live_intervals.interval(reg).has_sub_ranges();
        let (left, right) = (has_lanes(dst), has_lanes(pair.src));
        let tracks = pair.class.is_some_and(|class| {
            self.function.tracks_sub_reg_liveness
                && self.function.target.class(class).has_disjunct_sub_regs
        });
        if left || right {
            self.join_all_lanes(pair, dst);
            self.shrink_main |= map.prune_main_segments(self.live_intervals.interval(dst));
            self.prune_lanes(pair, dst, map, Side::Left);
            self.prune_lanes(pair, dst, map, Side::Right);
        } else if tracks && pair.dst_idx.is_none() && !pair.src_idx.is_none() {
            let whole = self.joined_lanes(pair, SubRegIdx::NONE);
            let interval = self.live_intervals.interval_mut(dst);
            let main = interval.range().clone();
            interval.create_sub_range(whole, main);
            let lanes = lanes_of_index(self.function.target, pair.src_idx);
            self.merge_lanes(pair, dst, None, lanes);
            self.shrink_main |= map.prune_main_segments(self.live_intervals.interval(dst));
            self.prune_lanes(pair, dst, map, Side::Left);
        }
    }

    /// The lanes of the joined register that a part of it has.
    fn joined_lanes(&self, pair: &CoalescerPair, part: SubRegIdx) -> LaneMask {
        let target = self.function.target;
        match pair.class.filter(|_| part.is_none()) {
            Some(class) => target.class(class).lane_mask,
            None => lanes_of_index(target, part),
        }
    }

    fn join_all_lanes(&mut self, pair: &CoalescerPair, dst: VReg) {
        let target = self.function.target;
        let whole = self.joined_lanes(pair, pair.dst_idx);
        let left = self.live_intervals.interval_mut(dst);
        if !left.has_sub_ranges() {
            let main = left.range().clone();
            left.create_sub_range(whole, main);
        } else if !pair.dst_idx.is_none() {
            for sub in left.sub_ranges_mut() {
                sub.lanes = target.compose_lane_mask(pair.dst_idx, sub.lanes);
            }
        }
        log!(
            self.log,
            "\t\tLHST = {dst} {}\n",
            self.live_intervals.interval(dst)
        );
        let right = self.live_intervals.interval(pair.src);
        if right.has_sub_ranges() {
            let lanes: Vec<LaneMask> = right.sub_ranges().map(|sub| sub.lanes).collect();
            for own in lanes {
                let lanes = target.compose_lane_mask(pair.src_idx, own);
                self.merge_lanes(pair, dst, Some(own), lanes);
            }
        } else {
            let lanes = self.joined_lanes(pair, pair.src_idx);
            self.merge_lanes(pair, dst, None, lanes);
        }
        log!(
            self.log,
            "\tJoined SubRanges {}\n",
            self.live_intervals.interval(dst)
        );
    }

    /// Joins into the sub-ranges of `dst` with lanes `lanes` the right sub-range with lanes `own`, or the
    /// right main range.
    fn merge_lanes(
        &mut self,
        pair: &CoalescerPair,
        dst: VReg,
        own: Option<LaneMask>,
        lanes: LaneMask,
    ) {
        let mut left = self.live_intervals.take_interval(dst);
        let mut parts = Vec::new();
        let indexes = &self.live_intervals.indexes;
        left.refine_sub_ranges(lanes, self.function, indexes, pair.dst_idx, |sub| {
            parts.push(sub.lanes);
        });
        self.live_intervals.put_interval(left);
        for part in parts {
            self.merge_part(pair, dst, own, part);
        }
    }

    fn merge_part(
        &mut self,
        pair: &CoalescerPair,
        dst: VReg,
        own: Option<LaneMask>,
        part: LaneMask,
    ) {
        let mut map = self.scratch.lane_values.take().unwrap_or_default();
        let left = self.live_intervals.interval(dst);
        let sub = left.sub_ranges().find(|sub| sub.lanes == part);
        let mut joined = LiveRange::default();
        if let Some(sub) = sub.filter(|sub| !sub.range.is_empty()) {
            let right = right_range(self.live_intervals, pair, own);
            let ranges = (&sub.range, right);
            let defs = [DefLanes::Keeps; 2];
            let target = self.function.target;
            map.begin(target, (pair, dst), ranges, Some(part), true, defs);
            let joinable = Analyzer {
                function: self.function,
                live_intervals: self.live_intervals,
                pair,
                ranges: [&sub.range, right],
                values: [sub.range.values(), right.values()],
                map: &mut map,
                log: self.log,
            }
            .run();
            let ranges = (sub.range.clone(), right.clone());
            if joinable {
                joined = self.join_part(&mut map, ranges, part);
            } else {
                // Lanes of wide registers can share a bit, and then seem to interfere.
                self.recompute = true;
            }
        } else {
            joined.clone_from(right_range(self.live_intervals, pair, own));
        }
        let left = self.live_intervals.interval_mut(dst);
        if let Some(sub) = left.sub_ranges_mut().find(|sub| sub.lanes == part) {
            sub.range = joined;
        }
        self.scratch.lane_values = Some(map);
    }

    /// Joins two ranges of some lanes, whose values are mapped.
    fn join_part(
        &mut self,
        map: &mut ValueMap,
        (mut left, mut right): (LiveRange, LiveRange),
        part: LaneMask,
    ) -> LiveRange {
        let mut end_points = Vec::new();
        for side in [Side::Left, Side::Right] {
            let ranges = (&mut left, &mut right);
            map.prune_values(
                side,
                ranges,
                self.live_intervals,
                None,
                &mut end_points,
                self.log,
            );
        }
        map.remove_implicit_defs(Side::Left, &mut left);
        map.remove_implicit_defs(Side::Right, &mut right);
        map.join_ranges(&mut left, &right);
        log!(self.log, "\t\tjoined lanes: {part} {left}\n");
        if !end_points.is_empty() {
            self.log_end_points(&end_points);
            log!(self.log, ":  {left}\n");
            self.live_intervals
                .extend_to_indices(self.function, &mut left, &end_points, &[]);
        }
        left
    }

    fn prune_lanes(&mut self, pair: &CoalescerPair, dst: VReg, map: &ValueMap, side: Side) {
        let mut left = self.live_intervals.take_interval(dst);
        let right = self.live_intervals.take_interval(pair.src);
        let other = (side == Side::Right).then_some(right.range());
        map.prune_sub_ranges(
            other,
            &mut left,
            (self.function, self.live_intervals),
            &mut self.shrink_lanes,
            self.log,
        );
        self.live_intervals.put_interval(left);
        self.live_intervals.put_interval(right);
    }
}

/// The right range that is joined: that of lanes `own`, or the main range.
fn right_range<'a>(
    live_intervals: &'a LiveIntervals,
    pair: &CoalescerPair,
    own: Option<LaneMask>,
) -> &'a LiveRange {
    let right = live_intervals.interval(pair.src);
    let mut subs = right.sub_ranges();
    let found = own.and_then(|own| subs.find(|sub| sub.lanes == own));
    found.map_or(right.range(), |sub| &sub.range)
}
