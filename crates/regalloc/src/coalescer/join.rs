//! Joins the intervals of a pair.

use avarice_liveness::{SlotIndex, UnitName};
use avarice_mir::{MachineFunction, VReg};
use avarice_target::PhysReg;
use avarice_trace::events::Refusal;
use avarice_trace::log;

use super::def_lanes::DefLanes;
use super::pair::CoalescerPair;
use super::prune::Eraser;
use super::value_map::{Side, ValueMap};
use super::values::Analyzer;
use super::{Coalescer, RegPart};
use avarice_mir::inst_facts::{has_one_use, is_constant_phys_reg, reads_phys_reg};

impl Coalescer<'_, '_> {
    /// Joins the intervals of a pair; operands are not rewritten yet. Returns whether it could.
    pub(super) fn join_intervals(&mut self, pair: &CoalescerPair) -> bool {
        match (pair.dst.as_physical(), pair.dst_vreg()) {
            (Some(dst), _) => {
                self.refusal = Refusal::PhysicalConflict;
                self.join_reserved(pair, dst)
            }
            (_, Some(dst)) => {
                self.refusal = Refusal::Conflict;
                self.join_virtual(pair, dst)
            }
            _ => false,
        }
    }

    // ---- Virtual registers --------------------------------------------------------------------

    fn join_virtual(&mut self, pair: &CoalescerPair, dst: VReg) -> bool {
        log!(
            self.log,
            "\t\tRHS = {}\n\t\tLHS = {}\n",
            self.live_intervals.interval(pair.src),
            self.live_intervals.interval(dst)
        );
        if self.is_costly(dst) || self.is_costly(pair.src) {
            self.refusal = Refusal::TooLarge;
            return false;
        }
        let mut map = self.scratch.main_values.take().unwrap_or_default();
        let joinable = self.map_main_values(pair, dst, &mut map);
        if joinable {
            self.join_lanes(pair, dst, &mut map);
            self.join_mapped(pair, dst, &mut map);
        }
        self.scratch.main_values = Some(map);
        joinable
    }

    /// Whether an interval is large and has been looked at often: joining it on and on takes time that
    /// grows with the square of its size.
    fn is_costly(&mut self, reg: VReg) -> bool {
        let size = self.live_intervals.interval(reg).values().len();
        if size < self.options.large_interval_size as usize {
            return false;
        }
        let visits = &mut self.scratch.large_visits[reg];
        let costly = *visits >= self.options.large_interval_joins;
        *visits += u32::from(!costly);
        self.is_counted |= !costly;
        costly
    }

    fn map_main_values(&mut self, pair: &CoalescerPair, dst: VReg, map: &mut ValueMap) -> bool {
        let left = self.live_intervals.interval(dst);
        let right = self.live_intervals.interval(pair.src);
        let tracks = pair.class.is_some_and(|class| {
            self.function.tracks_sub_reg_liveness
                && self.function.target.class(class).has_disjunct_sub_regs
        });
        let whole = !tracks && !left.has_sub_ranges() && !right.has_sub_ranges();
        let mut defs = [DefLanes::Keeps; 2];
        if whole {
            let known = &mut self.scratch.known_defs;
            defs = [dst, pair.src].map(|reg| known.lanes(self.function, reg));
        }
        let target = self.function.target;
        map.begin(target, (pair, dst), (left, right), None, tracks, defs);
        Analyzer {
            function: self.function,
            live_intervals: self.live_intervals,
            pair,
            ranges: [left, right],
            values: [left.values(), right.values()],
            map,
            log: self.log,
        }
        .run()
    }

    /// Joins main ranges whose values are mapped.
    fn join_mapped(&mut self, pair: &CoalescerPair, dst: VReg, map: &mut ValueMap) {
        if map.prunes {
            self.join_pruned(pair, dst, map);
            return;
        }
        // Nothing of either range goes but what is the other's.
        self.erase_copies(pair, |eraser| {
            eraser.erase(map, Side::Left);
            eraser.erase(map, Side::Right);
        });
        let intervals = &mut *self.live_intervals;
        let ranges = (intervals.interval(dst), intervals.interval(pair.src));
        self.scratch.debug_values.check(self.function, ranges, map);
        self.scratch.debug_phis.join(
            (pair.src, ranges.1),
            (dst, pair.dst_idx),
            pair.src_idx,
            &intervals.indexes,
        );
        let [left, right] = intervals.two_intervals_mut(dst, pair.src);
        map.join_ranges(left, right);
    }

    /// Joins main ranges whose values are mapped, where values of one take the place of the other's.
    fn join_pruned(&mut self, pair: &CoalescerPair, dst: VReg, map: &mut ValueMap) {
        let mut left = self.live_intervals.take_interval(dst);
        let mut right = self.live_intervals.take_interval(pair.src);
        let mut end_points = std::mem::take(&mut self.scratch.end_points);
        end_points.clear();
        for side in [Side::Left, Side::Right] {
            let ranges = (&mut *left, &mut *right);
            let function = Some(&mut *self.function);
            map.prune_values(
                side,
                ranges,
                self.live_intervals,
                function,
                &mut end_points,
                self.log,
            );
        }
        // Definitions may keep lanes now that they did not keep before.
        self.scratch.known_defs.forget(dst);
        self.scratch.known_defs.forget(pair.src);
        self.erase_copies(pair, |eraser| {
            eraser.erase_left(map, &mut left);
            eraser.erase_right(map, &mut right);
        });
        self.scratch
            .debug_values
            .check(self.function, (&left, &right), map);
        let indexes = &self.live_intervals.indexes;
        let new = (dst, pair.dst_idx);
        let old = (pair.src, &*right);
        self.scratch
            .debug_phis
            .join(old, new, pair.src_idx, indexes);
        map.join_ranges(&mut left, &right);
        if !end_points.is_empty() {
            self.log_end_points(&end_points);
            log!(self.log, ":  {left}\n");
            self.live_intervals
                .extend_to_indices(self.function, &mut left, &end_points, &[]);
        }
        self.live_intervals.put_interval(left);
        self.live_intervals.put_interval(right);
        self.scratch.end_points = end_points;
    }

    /// Erases instructions of values that go, and shrinks what they read.
    fn erase_copies(&mut self, pair: &CoalescerPair, erase: impl FnOnce(&mut Eraser<'_, '_>)) {
        let mut shrink = std::mem::take(&mut self.scratch.shrink);
        let mut eraser = Eraser {
            pair,
            function: self.function,
            live_intervals: self.live_intervals,
            shrink: &mut shrink,
            log: self.log,
        };
        erase(&mut eraser);
        while let Some(reg) = shrink.pop() {
            self.shrink_to_uses(reg);
        }
        self.scratch.shrink = shrink;
    }

    pub(super) fn log_end_points(&mut self, end_points: &[SlotIndex]) {
        if !self.log.is_on() {
            return;
        }
        let places: Vec<String> = end_points.iter().map(ToString::to_string).collect();
        let count = places.len();
        let places = places.join(",");
        log!(
            self.log,
            "\t\trestoring liveness to {count} points: {places}"
        );
    }

    // ---- Reserved registers -------------------------------------------------------------------

    /// Lets a reserved register stand for a virtual one:
    ///
    /// ```text
    ///   %a = COPY $rsp            %a = op
    ///   use %a                    $rsp = COPY killed %a
    ///   ──────────────            ──────────────
    ///   use $rsp                  $rsp = op
    /// ```
    ///
    /// The range of a reserved register is a row of dead definitions; it is not made longer.
    fn join_reserved(&mut self, pair: &CoalescerPair, dst: PhysReg) -> bool {
        log!(
            self.log,
            "\t\tRHS = {}\n",
            self.live_intervals.interval(pair.src)
        );
        let is_constant = is_constant_phys_reg(self.function, self.reserved, dst);
        if !is_constant && self.interferes_with_reserved(pair.src, dst) {
            return false;
        }
        if pair.flipped {
            if let Some(copy) = self.function.unique_def(pair.src) {
                self.delete_inst(copy);
            }
        } else if !self.define_reserved(pair, dst, is_constant) {
            return false;
        }
        self.function.clear_kill_flags(pair.src);
        true
    }

    fn interferes_with_reserved(&mut self, src: VReg, dst: PhysReg) -> bool {
        let target = self.function.target;
        for unit in target.reg(dst).units {
            let mut roots = target.units[unit.index()].roots.iter();
            if roots.any(|root| !self.reserved[root.index()]) {
                return true;
            }
            self.live_intervals.reg_unit(self.function, *unit);
            let interval = self.live_intervals.interval(src);
            let range = self.live_intervals.cached_reg_unit(*unit);
            if range.is_some_and(|range| interval.overlaps(range)) {
                log!(self.log, "\t\tInterference: {}\n", UnitName(target, *unit));
                return true;
            }
        }
        let mask = &mut self.scratch.mask;
        let crosses = self
            .live_intervals
            .reg_mask_interference(self.function, src, mask);
        let kept = |mask: &[u32]| mask[dst.index() / 32] >> (dst.index() % 32) & 1 != 0;
        if crosses && !kept(mask) {
            log!(self.log, "\t\tRegMask interference\n");
            return true;
        }
        false
    }

    /// Moves the definition of the reserved register from the copy up to the definition of the virtual
    /// one, if nothing in between looks at it.
    fn define_reserved(&mut self, pair: &CoalescerPair, dst: PhysReg, is_constant: bool) -> bool {
        if !has_one_use(self.function, pair.src.into()) {
            log!(self.log, "\t\tMultiple vreg uses!\n");
            return false;
        }
        let interval = self.live_intervals.interval(pair.src);
        if self.live_intervals.in_one_block(interval).is_none() {
            log!(self.log, "\t\tComplex control flow!\n");
            return false;
        }
        let Some((def, copy)) = def_and_use(self.function, pair.src) else {
            return false;
        };
        let indexes = &self.live_intervals.indexes;
        let def_at = indexes.index(def).reg_slot(false);
        let copy_at = indexes.index(copy).reg_slot(false);
        if !is_constant {
            let mut at = indexes.next_index(def_at);
            while at < copy_at {
                let inst = self.live_intervals.indexes.inst_at(at);
                if let Some(inst) = inst.filter(|i| reads_phys_reg(self.function, *i, dst)) {
                    log!(self.log, "\t\tInterference (read): ");
                    self.log.write_inst(self.function, inst);
                    return false;
                }
                at = self.live_intervals.indexes.next_index(at);
            }
        }
        let target = self.function.target;
        let name = RegPart(target, pair.dst, avarice_target::SubRegIdx::NONE);
        log!(
            self.log,
            "\t\tRemoving phys reg def of {name} at {copy_at}\n"
        );
        self.live_intervals
            .remove_phys_reg_def_at(self.function, dst, copy_at);
        self.delete_inst(copy);
        for unit in target.reg(dst).units {
            self.live_intervals.reg_unit(self.function, *unit);
            if let Some(range) = self.live_intervals.cached_reg_unit_mut(*unit) {
                range.create_dead_def(def_at);
            }
        }
        true
    }
}

/// The one definition and the one use of a register.
fn def_and_use(
    function: &MachineFunction,
    reg: VReg,
) -> Option<(avarice_mir::Inst, avarice_mir::Inst)> {
    let def = function.unique_def(reg)?;
    let op = function.non_debug_uses(reg).next()?;
    Some((def, function.op_inst(op)))
}
