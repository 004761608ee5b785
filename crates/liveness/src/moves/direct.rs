//! The common cases of a move: a few segments of a range change their ends.
//!
//! ```text
//!                   down, before      down, after          up, before       up, after
//!   16  %0 = …      ┬                 ┬                    ┬                ┬
//!   24                                │                    │                ┴  ┬    %1 = op %0
//!   32  %1 = op %0  ┴  ┬              │                    │                   │
//!   40                 │              ┴  ┬   %1 = op %0    │                   │
//!   48                 │                 │                 ┴  ┬                │
//!   64  … = %1         ┴                 ┴                    ┴                ┴
//! ```
//!
//! Where definitions of a register change places, which only those of different lanes may, [`Edit::Hard`] says so.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::{LaneMask, RegUnit};

use super::rebuild::Part;
use crate::live_range::{LiveRange, Segment};
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// An instruction that was at `old` and is at `new`, both block slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) old: SlotIndex,
    pub(super) new: SlotIndex,
}

/// What came of an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    /// The range is right.
    Done,
    /// It is right. It has ended at this place before, after `old`.
    Extended(SlotIndex),
    /// It has to be built anew; it may be too short.
    Hard,
}

impl Move {
    /// Edits the range of `part`.
    pub(super) fn edit(
        self,
        function: &MachineFunction,
        indexes: &SlotIndexes,
        range: &mut LiveRange,
        part: Part,
    ) -> Edit {
        let at = range.find(self.old);
        let touched = |segment: &&Segment| !self.old.earlier_inst(segment.start);
        if range.segments.get(at).filter(touched).is_none() {
            // Nothing is live before or after the old place.
            Edit::Done
        } else if self.old < self.new {
            self.down(range, at)
        } else {
            self.up(range, at, |before| {
                last_access(function, indexes, part, before, self.old)
            })
        }
    }

    fn down(self, range: &mut LiveRange, at: usize) -> Edit {
        let live_in = range.segments[at];
        if !live_in.start.earlier_inst(self.old) {
            return self.move_def_down(range, at);
        }
        if !live_in.end.earlier_inst(self.new) {
            return Edit::Done;
        }
        let next = range.segments.get(at + 1).copied();
        let ends_here = live_in.end.same_inst(self.old);
        let def = next.filter(|next| next.start.same_inst(self.old));
        let is_redefined = next.is_some_and(|next| next.start.earlier_inst(self.new));
        if def.is_none() && is_redefined {
            return Edit::Hard;
        }
        if def.is_some() && ends_here && self.move_def_down(range, at + 1) == Edit::Hard {
            return Edit::Hard;
        }
        range.segments[at].end = self.new.reg_slot(live_in.end.is_early_clobber());
        match ends_here {
            true => Edit::Done,
            false => Edit::Extended(live_in.end),
        }
    }

    /// Moves the definition at the old place, whose segment is at `at`. If that is hard, nothing changes.
    fn move_def_down(self, range: &mut LiveRange, at: usize) -> Edit {
        let segment = range.segments[at];
        let def = self.new.reg_slot(segment.start.is_early_clobber());
        if self.new.earlier_inst(segment.end) {
            range.segments[at].start = def;
            range.value_mut(segment.value).def = def;
            return Edit::Done;
        }
        let after = range.advance(at, self.new.reg_slot(false));
        let follower = range.segments.get(after);
        let splits = follower.is_some_and(|other| other.start.earlier_inst(self.new));
        if !segment.end.is_dead() || splits {
            return Edit::Hard;
        }
        if follower.is_some_and(|other| other.start.same_inst(self.new)) {
            range.remove_value(segment.value);
            return Edit::Done;
        }
        range.segments[at..after].rotate_left(1);
        range.segments[after - 1] = Segment::new(def, def.dead_slot(), segment.value);
        range.value_mut(segment.value).def = def;
        Edit::Done
    }

    /// `last_access` finds the last place after the one it gets, and before the old one, that the range is needed at.
    fn up(
        self,
        range: &mut LiveRange,
        at: usize,
        last_access: impl FnOnce(SlotIndex) -> SlotIndex,
    ) -> Edit {
        let live_in = range.segments[at];
        if !live_in.start.earlier_inst(self.old) {
            return self.move_def_up(range, at);
        }
        if !live_in.end.same_inst(self.old) {
            return Edit::Done;
        }
        let new = self.new.reg_slot(live_in.end.is_early_clobber());
        range.segments[at].end = last_access(new.max(live_in.start.dead_slot()));
        match range.segments.get(at + 1) {
            Some(def) if def.start.same_inst(self.old) => self.move_def_up(range, at + 1),
            _ => Edit::Done,
        }
    }

    /// Moves the definition at the old place, whose segment is at `at`. If that is hard, nothing changes.
    fn move_def_up(self, range: &mut LiveRange, at: usize) -> Edit {
        let segment = range.segments[at];
        let is_dead = segment.end.is_dead();
        let def = self.new.reg_slot(segment.start.is_early_clobber());
        let first = range.find(self.new.reg_slot(false));
        let other = range.segments[first];
        if other.start.same_inst(self.new) {
            // The instruction has another definition there already.
            if is_dead {
                range.remove_value(segment.value);
                return Edit::Done;
            }
            range.segments[at].start = def;
            range.value_mut(segment.value).def = def;
            range.remove_value(other.value);
            return Edit::Done;
        }
        let before = at.checked_sub(1).map(|before| range.segments[before]);
        if !is_dead {
            if before.is_some_and(|before| self.new.earlier_inst(before.start)) {
                return Edit::Hard;
            }
            range.segments[at].start = def;
            if before.is_some_and(|before| self.new.earlier_inst(before.end)) {
                range.segments[at - 1].end = def;
            }
        } else {
            let is_inside = other.start.earlier_inst(self.new) && self.new.earlier_inst(other.end);
            if before.is_some() && is_inside {
                return Edit::Hard;
            }
            range.segments[first..=at].rotate_right(1);
            range.segments[first] = Segment::new(def, def.dead_slot(), segment.value);
        }
        range.value_mut(segment.value).def = def;
        Edit::Done
    }
}

/// The last place between `before` and `old` that needs the range of `part`; `before` if there is none.
fn last_access(
    function: &MachineFunction,
    indexes: &SlotIndexes,
    part: Part,
    before: SlotIndex,
    old: SlotIndex,
) -> SlotIndex {
    match part {
        Part::Lanes(reg, lanes) => last_use(function, indexes, (reg, lanes), before, old),
        Part::Unit(unit, _) => last_unit_access(function, indexes, unit, before, old),
    }
}

fn last_use(
    function: &MachineFunction,
    indexes: &SlotIndexes,
    (reg, lanes): (VReg, LaneMask),
    before: SlotIndex,
    old: SlotIndex,
) -> SlotIndex {
    let mut last = before;
    for op in function.non_debug_uses(reg) {
        let operand = function.op(op);
        let read = function.target.sub_reg_lane_mask(operand.sub_reg());
        if operand.has(OperandFlags::UNDEF) || (read & lanes).is_none() {
            continue;
        }
        let inst = function.bundle_head(function.op_inst(op));
        if let Some(index) = indexes.get(inst)
            && index > last
            && index < old
        {
            last = index.reg_slot(false);
        }
    }
    last
}

/// Registers may have too many uses to look at all; the instructions of the block are fewer.
fn last_unit_access(
    function: &MachineFunction,
    indexes: &SlotIndexes,
    unit: RegUnit,
    before: SlotIndex,
    old: SlotIndex,
) -> SlotIndex {
    let mut cursor = indexes.inst_at_or_before(old);
    while let Some(inst) = cursor {
        cursor = function.prev_bundle(inst);
        let Some(index) = indexes.get(inst) else {
            continue;
        };
        if !before.earlier_inst(index) {
            break;
        }
        if accesses_unit(function, inst, unit) {
            return index.reg_slot(false);
        }
    }
    before
}

fn accesses_unit(function: &MachineFunction, head: Inst, unit: RegUnit) -> bool {
    let mut insts = function.bundle_insts(head);
    insts.any(|inst| {
        function.operands(inst).iter().any(|operand| {
            let reg = operand.as_reg().as_physical();
            let has_unit = reg.is_some_and(|reg| function.target.reg(reg).units.contains(&unit));
            has_unit && !operand.has(OperandFlags::UNDEF)
        })
    })
}
