//! Updates for instructions that move within their block, are bundled, or replace others.
//!
//! A move changes ranges only in one block, between the two places. `direct` has the common cases, in which segments
//! change their ends; where definitions of different lanes change places, `rebuild` computes that part of the range anew.

mod direct;
mod rebuild;

use std::fmt;

use avarice_mir::{Inst, MachineFunction, MiFlags, Op, Operand, OperandFlags, OperandKind, VReg};
use avarice_target::{LaneMask, PhysReg, RegUnit};
use smallvec::SmallVec;

use self::direct::{Edit, Move};
use self::rebuild::{Part, Window};
use crate::live_intervals::{LiveIntervals, Values};
use crate::live_range::{LiveRange, Segment};
use crate::observer::{Observer, log};
use crate::print::UnitName;
use crate::slot_index::SlotIndex;
use crate::slot_indexes::{SlotIndexes, has_index};

/// Whose range changes, as the debug log names it.
struct Owner<'a>(&'a MachineFunction, Part);

impl fmt::Display for Owner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Part::Lanes(reg, lanes) if lanes.is_all() => write!(f, "{reg}"),
            Part::Lanes(reg, lanes) => write!(f, "{reg} L{lanes}"),
            Part::Unit(unit, _) => write!(f, "{}", UnitName(self.0.target, unit)),
        }
    }
}

impl LiveIntervals {
    /// Follows `inst`, which was moved to another place in its block.
    ///
    /// With `update_flags`, register units that were not computed yet are, so that their kill marks are
    /// dropped too.
    ///
    /// # Requires
    /// Every read still sees the definitions that it saw before, and calls are in the same order.
    ///
    /// # Ensures
    /// All ranges are right. Kill marks of what the instruction reads, all of an instruction at which a range ended that
    /// is longer now, and dead marks of definitions that are read now, are gone.
    pub fn handle_move(
        &mut self,
        function: &mut MachineFunction,
        inst: Inst,
        update_flags: bool,
        log: &mut dyn Observer,
    ) {
        let old = self.indexes.index(inst);
        self.indexes.remove(inst);
        let made = self.renumberings().len();
        let new = self.insert_inst(function, inst, false);
        let old = self.renumberings()[made..]
            .iter()
            .fold(old, |old, by| by.map(old));
        log!(log, "handleMove {old} -> {new}: ");
        log.write_inst(function, inst);
        let moved = Move { old, new };
        let mut has_mask = false;
        for at in 0..function.num_operands(inst) {
            let op = function.op_id(inst, at);
            let operand = *function.op(op);
            has_mask |= operand.kind() == OperandKind::RegMask;
            if operand.as_reg().is_none() || operand.is_use() && !operand.reads_reg() {
                continue;
            }
            if operand.is_use() {
                function.op_mut(op).set(OperandFlags::KILL, false);
            }
            if let Some(reg) = operand.as_reg().as_virtual() {
                self.move_vreg(function, moved, (inst, at), reg, log);
            } else if let Some(reg) = operand.as_reg().as_physical() {
                self.move_units(function, moved, (inst, at), reg, update_flags, log);
            }
        }
        if has_mask {
            self.move_reg_masks(old, new);
        }
    }

    /// Updates ranges after instructions were put into a new bundle after its head `bundle`, which
    /// repeats their operands and has no number yet.
    ///
    /// # Requires
    /// As for [`Self::handle_move`].
    ///
    /// # Ensures
    /// The bundle has one number, all ranges are correct, and definitions that are not read are marked dead.
    pub fn handle_move_into_new_bundle(
        &mut self,
        function: &mut MachineFunction,
        bundle: Inst,
        update_flags: bool,
    ) {
        let inside = |inst: Inst| function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED);
        let next = |inst: Inst| function.next_inst(inst).filter(|inst| inside(*inst));
        let mut from = SmallVec::new();
        for inst in std::iter::successors(next(bundle), |inst| next(*inst)) {
            if let Some(index) = self.indexes.get(inst) {
                from.push(index);
                self.indexes.remove(inst);
            }
        }
        self.follow_bundling(function, from, bundle, update_flags);
        let index = self.indexes.index(bundle);
        for op in function.op_ids(bundle) {
            let operand = *function.op(op);
            if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
                && self.has_interval(reg)
                && self.interval(reg).query(index).is_dead_def()
            {
                function.op_mut(op).set(OperandFlags::DEAD, true);
            }
        }
    }

    /// Numbers the instructions from `first` to `last` (in one block) that have no number yet, and computes
    /// the ranges of `regs` and of all registers that those instructions use again; weights stay. Which
    /// instructions they replace does not matter, if those are gone ([`Self::remove_inst`]).
    ///
    /// # Ensures
    /// All these ranges are right; virtual registers without an interval have one.
    pub fn repair_intervals_in_range(
        &mut self,
        function: &mut MachineFunction,
        first: Inst,
        last: Inst,
        regs: &[VReg],
    ) {
        let mut concerned: SmallVec<[VReg; 8]> = SmallVec::from_slice(regs);
        // Last first: each number is half way between the instruction before and the one after.
        let mut cursor = Some(last);
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst).filter(|_| inst != first);
            if has_index(function, inst) && self.indexes.get(inst).is_none() {
                self.insert_inst(function, inst, false);
            }
            for operand in function.operands(inst) {
                let reg = operand.as_reg();
                if let Some(reg) = reg.as_virtual() {
                    concerned.push(reg);
                } else if let Some(reg) = reg.as_physical() {
                    let units = function.target.reg(reg).units.iter();
                    units.for_each(|unit| self.remove_reg_unit(*unit));
                }
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        for reg in concerned {
            let known = self.has_interval(reg);
            let weight = if known {
                self.interval(reg).weight
            } else {
                0.0
            };
            self.remove_interval(reg);
            if !function.is_unused(reg) {
                self.ensure_interval(function, reg).weight = weight;
            }
        }
    }

    /// Adds a value of `reg` that `inst` defines and that is live to the end of its block. `None` if the
    /// instruction is in no block.
    pub fn add_segment_to_end_of_block(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        inst: Inst,
    ) -> Option<Segment> {
        let block = function.inst_block(inst)?;
        let start = self.indexes.index(inst).reg_slot(false);
        let end = self.indexes.block_end(block);
        if !self.has_interval(reg) {
            self.create_empty_interval(reg);
        }
        let range = &mut self.interval_mut(reg).range;
        let value = range.next_value(start);
        let segment = Segment::new(start, end, value);
        range.add_segment(segment);
        Some(segment)
    }

    /// Numbers `bundle`, which takes the place of what was at `from`, and updates all that it touches.
    fn follow_bundling(
        &mut self,
        function: &mut MachineFunction,
        mut from: SmallVec<[SlotIndex; 4]>,
        bundle: Inst,
        update_flags: bool,
    ) {
        let made = self.renumberings().len();
        let to = self.insert_inst(function, bundle, false);
        for at in 0..from.len() {
            let renumberings = self.renumberings()[made..].iter();
            from[at] = renumberings.fold(from[at], |index, by| by.map(index));
            self.move_reg_masks(from[at], to);
        }
        let window = Window::new(from, to);
        for at in 0..function.num_operands(bundle) {
            let op = function.op_id(bundle, at);
            let operand = *function.op(op);
            if operand.is_use() && operand.reads_reg() {
                function.op_mut(op).set(OperandFlags::KILL, false);
            }
            let reg = operand.as_reg();
            let seen = |other: &Operand| other.as_reg() == reg;
            if function.operands(bundle)[..at].iter().any(seen) {
                continue;
            }
            if let Some(reg) = reg.as_virtual() {
                self.rebuild_vreg(function, &window, reg);
            } else if let Some(phys) = reg.as_physical() {
                for unit in function.target.reg(phys).units {
                    self.rebuild_unit(function, &window, *unit, update_flags);
                }
            }
        }
        self.clear_dead_marks(function, bundle);
    }

    /// Follows the move of what operand `at` of an instruction reads or defines of `reg`.
    fn move_vreg(
        &mut self,
        function: &mut MachineFunction,
        moved: Move,
        (inst, at): (Inst, usize),
        reg: VReg,
        log: &mut dyn Observer,
    ) {
        if !self.has_interval(reg) {
            return;
        }
        let lanes_of = |operand: &Operand| function.target.sub_reg_lane_mask(operand.sub_reg());
        let own = lanes_of(function.operand(inst, at));
        let others = function.operands(inst)[..at].iter();
        let followed = others.filter(|other| other.as_reg() == reg.into() && is_followed(other));
        let followed: SmallVec<[LaneMask; 4]> = followed.map(lanes_of).collect();
        let mut edits: SmallVec<[Edit; 4]> = SmallVec::new();
        let mut is_short = false;
        self.edit_interval(reg, |indexes, interval| {
            let mut edit = |range: &mut LiveRange, lanes: LaneMask| {
                let place = (indexes, Part::Lanes(reg, lanes));
                edits.push(edit_logged(function, moved, range, place, log));
            };
            for sub in interval.sub_ranges_mut() {
                let is_followed = followed.iter().any(|lanes| (sub.lanes & *lanes).any());
                if (sub.lanes & own).any() && !is_followed {
                    edit(&mut sub.range, sub.lanes);
                }
            }
            if followed.is_empty() {
                edit(&mut interval.range, LaneMask::ALL);
            }
            if interval.has_sub_ranges() {
                let mut subs = interval.sub_ranges();
                is_short =
                    subs.any(|sub| (sub.lanes & own).any() && !interval.range().covers(&sub.range));
            }
            values_after(&edits)
        });
        if is_short {
            let mut interval = self.take_interval(reg);
            self.construct_main_range_from_subranges(function, &mut interval);
            self.put_interval(interval);
        }
        self.follow_edits(function, inst, &edits);
    }

    /// Follows the move of what operand `at` of an instruction reads or defines of `reg`.
    fn move_units(
        &mut self,
        function: &mut MachineFunction,
        moved: Move,
        (inst, at): (Inst, usize),
        reg: PhysReg,
        update_flags: bool,
        log: &mut dyn Observer,
    ) {
        let target = function.target;
        for unit in target.reg(reg).units {
            let has_unit = |other: &Operand| {
                let reg = other.as_reg().as_physical();
                reg.is_some_and(|reg| target.reg(reg).units.contains(unit))
            };
            let mut others = function.operands(inst)[..at].iter();
            if others.any(|other| is_followed(other) && has_unit(other)) {
                continue;
            }
            let reserved = self.is_reserved_unit(*unit);
            let part = Part::Unit(*unit, reserved);
            if self.cached_reg_unit(*unit).is_none() && update_flags && !reserved {
                // A fresh range needs no update.
                let range = self.reg_unit(function, *unit);
                log!(
                    log,
                    "     {}:\t{range}\n        -->\t{range}\n",
                    Owner(function, part)
                );
                continue;
            }
            let mut edits: SmallVec<[Edit; 1]> = SmallVec::new();
            self.edit_unit(*unit, |indexes, range| {
                edits.push(edit_logged(function, moved, range, (indexes, part), log));
                values_after(&edits)
            });
            self.follow_edits(function, inst, &edits);
        }
    }

    /// Removes the marks that are no longer right after ranges were edited.
    fn follow_edits(&mut self, function: &mut MachineFunction, inst: Inst, edits: &[Edit]) {
        for edit in edits {
            match edit {
                Edit::Done => {}
                Edit::Extended(end) => {
                    if let Some(ended) = self.indexes.inst_at(*end) {
                        clear_kill_marks(function, ended);
                    }
                }
                Edit::Hard => self.clear_dead_marks(function, inst),
            }
        }
    }

    /// Moves the register masks of one instruction with it.
    fn move_reg_masks(&mut self, from: SlotIndex, to: SlotIndex) {
        let at = self.reg_mask_slots.partition_point(|s| s.index < from);
        for slot in &mut self.reg_mask_slots[at..] {
            if !slot.index.same_inst(from) {
                break;
            }
            slot.index = to.reg_slot(false);
        }
    }

    /// Clears dead marks on definitions of virtual registers that are read.
    fn clear_dead_marks(&mut self, function: &mut MachineFunction, inst: Inst) {
        self.number_intervals_of(function, inst);
        let index = self.indexes.index(inst);
        for op in function.op_ids(inst) {
            let operand = *function.op(op);
            if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
                && self.has_interval(reg)
                && !self.interval(reg).query(index).is_dead_def()
            {
                function.op_mut(op).set(OperandFlags::DEAD, false);
            }
        }
    }

    fn rebuild_vreg(&mut self, function: &MachineFunction, window: &Window, reg: VReg) {
        if !self.has_interval(reg) {
            return;
        }
        self.edit_interval(reg, |indexes, interval| {
            for sub in interval.sub_ranges_mut() {
                let part = Part::Lanes(reg, sub.lanes);
                window.rebuild(indexes, function, &mut sub.range, part);
            }
            let part = Part::Lanes(reg, LaneMask::ALL);
            window.rebuild(indexes, function, &mut interval.range, part);
            Values::Anywhere
        });
    }

    fn rebuild_unit(
        &mut self,
        function: &mut MachineFunction,
        window: &Window,
        unit: RegUnit,
        update_flags: bool,
    ) {
        let reserved = self.is_reserved_unit(unit);
        if self.cached_reg_unit(unit).is_none() && update_flags && !reserved {
            // A fresh range needs no update.
            self.reg_unit(function, unit);
        } else {
            self.edit_unit(unit, |indexes, range| {
                window.rebuild(indexes, function, range, Part::Unit(unit, reserved));
                Values::Anywhere
            });
        }
    }
}

/// Makes `range`, that of `part`, follow a move. Logs it before and after.
fn edit_logged(
    function: &MachineFunction,
    moved: Move,
    range: &mut LiveRange,
    (indexes, part): (&SlotIndexes, Part),
    log: &mut dyn Observer,
) -> Edit {
    log!(log, "     {}:\t{range}\n", Owner(function, part));
    let edit = moved.edit(function, indexes, range, part);
    if edit == Edit::Hard {
        Window::of(moved).rebuild(indexes, function, range, part);
    }
    log!(log, "        -->\t{range}\n");
    edit
}

/// Edits other than hard ones move a definition and the start of its segment together.
fn values_after(edits: &[Edit]) -> Values {
    match edits.contains(&Edit::Hard) {
        true => Values::Anywhere,
        false => Values::BeginSegments,
    }
}

/// Whether the range of an operand follows a move of its instruction.
fn is_followed(operand: &Operand) -> bool {
    operand.is_def() || operand.reads_reg()
}

/// Clears all kill marks of an instruction, or of a bundle.
fn clear_kill_marks(function: &mut MachineFunction, head: Inst) {
    let insts: SmallVec<[Inst; 4]> = function.bundle_insts(head).collect();
    for inst in insts {
        let ops: SmallVec<[Op; 8]> = function.op_ids(inst).collect();
        for op in ops {
            if function.op(op).is_use() {
                function.op_mut(op).set(OperandFlags::KILL, false);
            }
        }
    }
}
