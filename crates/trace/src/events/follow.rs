//! Finds what has changed between two events of a pass, without visiting the whole function.
//!
//! ```text
//!   the function's journal     instructions that were placed or edited, registers of which operands came and went
//!   renumberings               instructions and intervals within their span
//!   versions                   intervals that may have been changed
//! ```
//!
//! # Requires
//! The flow of control is as recorded, and slot indexes hold.
//!
//! # Ensures
//! The record shows the function as it is now, except for changes that leave no trace in the above: these are found at
//! the end of the pass.

use avarice_mir::print::MirPrinter;
use avarice_mir::{Inst, MachineFunction, VReg};
use cranelift_entity::{EntityRef, SecondaryMap};

use super::change::Change;
use super::snapshot::{SeenInst, Snapshot};
use avarice_liveness::LiveIntervals;
use avarice_liveness::SlotIndex;

/// How far changes have been followed.
#[derive(Debug, Default)]
pub(super) struct Followed {
    placed: usize,
    edited: usize,
    regs: usize,
    /// Whether intervals have been recorded, and how many renumberings had been made then.
    renumberings: Option<usize>,
    /// By register: the version of its interval, and whether it had one.
    intervals: Vec<(u32, bool)>,
    /// Whether the recorded order of instructions is not that of the code any more.
    is_order_stale: bool,
}

impl Followed {
    /// Whether intervals can be followed from what was recorded.
    pub fn can_go_on(&self, live_intervals: &LiveIntervals) -> bool {
        let count = live_intervals.renumberings().count();
        self.renumberings.is_some_and(|followed| followed <= count)
    }

    /// Notes that everything has been recorded.
    pub fn note(&mut self, function: &MachineFunction, live_intervals: Option<&LiveIntervals>) {
        self.note_journal(function);
        self.is_order_stale = false;
        self.renumberings = live_intervals.map(|intervals| intervals.renumberings().count());
        self.intervals.clear();
        if let Some(live_intervals) = live_intervals {
            let regs = function.vregs.keys();
            let state = |reg| {
                (
                    live_intervals.version(reg),
                    live_intervals.has_interval(reg),
                )
            };
            self.intervals.extend(regs.map(state));
        }
    }

    fn note_journal(&mut self, function: &MachineFunction) {
        let journal = &function.journal;
        self.placed = journal.placed().len();
        self.edited = journal.edited().len();
        self.regs = journal.regs().len();
    }
}

/// An instruction that may have changed, with where it is: a slot index at or before it, and the steps from there.
type Candidate = (SlotIndex, u32, Inst, bool);

impl Snapshot {
    /// Adds what the journal, renumberings and versions of intervals say to `changes`.
    pub fn follow(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        printer: Option<&MirPrinter<'_>>,
        changes: &mut Vec<Change>,
    ) {
        let followed = self.followed.renumberings.unwrap_or(0);
        let count = live_intervals.renumberings().count();
        let mut moved: Option<(SlotIndex, SlotIndex)> = None;
        let mut insts: Vec<Inst> = Vec::new();
        if followed < count {
            let renumbering = live_intervals.renumberings().since(followed);
            let (first, last) = renumbering.span();
            moved = Some((first, last));
            let (first, last) = (renumbering.map(first), renumbering.map(last));
            insts.extend(live_intervals.indexes.insts_between(first, last));
            self.observe_blocks(function, Some(live_intervals), printer, changes);
        }
        insts.extend_from_slice(&function.journal.edited()[self.followed.edited..]);
        self.follow_code(function, Some(live_intervals), printer, insts, changes);
        self.follow_intervals(function, live_intervals, moved, changes);
        self.followed.note_journal(function);
        self.followed.renumberings = Some(count);
    }

    /// Records what the journal says of code, and the order of instructions as it is now.
    pub fn catch_up(
        &mut self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        changes: &mut Vec<Change>,
    ) {
        if !self.followed.is_order_stale {
            return;
        }
        let edited = function.journal.edited()[self.followed.edited..].to_vec();
        self.follow_code(function, live_intervals, printer, edited, changes);
        for (block, state) in function.layout.iter().zip(&self.blocks) {
            let order = &mut self.order[state.number as usize];
            order.clear();
            order.extend(function.block_insts(*block));
        }
    }

    fn follow_code(
        &mut self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        mut edited: Vec<Inst>,
        changes: &mut Vec<Change>,
    ) {
        let mut placed = function.journal.placed()[self.followed.placed..].to_vec();
        placed.sort_unstable();
        placed.dedup();
        edited.sort_unstable();
        edited.dedup();
        edited.retain(|inst| placed.binary_search(inst).is_err());
        let mut removed: Vec<(Option<SlotIndex>, Inst)> = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        let numbers = match live_intervals {
            Some(_) => SecondaryMap::new(),
            None => number(function),
        };
        let all = placed.iter().map(|inst| (*inst, true));
        for (inst, is_placed) in all.chain(edited.iter().map(|inst| (*inst, false))) {
            let was_there = self.insts[inst].walk != 0;
            match function.inst_block(inst) {
                None if was_there => removed.push((self.insts[inst].slot, inst)),
                None => continue,
                Some(_) => {
                    let (slot, steps) = match live_intervals {
                        Some(live_intervals) => place_of(function, live_intervals, inst),
                        None => (SlotIndex::ZERO, numbers[inst]),
                    };
                    candidates.push((slot, steps, inst, is_placed));
                }
            }
        }
        self.followed.is_order_stale |= !placed.is_empty();
        removed.sort_unstable();
        for (_, inst) in removed {
            let id = inst.as_u32();
            changes.push(Change::Removed { id });
            self.insts[inst] = SeenInst::default();
        }
        candidates.sort_unstable();
        for (_, _, inst, is_placed) in candidates {
            let slot = live_intervals.and_then(|intervals| intervals.indexes.get(inst));
            let differs = self.differs(function, inst, slot, printer);
            self.insts[inst].walk = self.walk;
            if (differs || is_placed)
                && let Some(block) = function.inst_block(inst)
            {
                let after = function.prev_inst(inst).map(|inst| inst.as_u32());
                let place = (function.blocks[block].number, after);
                changes.push(self.inst_change(function, inst, place));
            }
        }
    }

    fn follow_intervals(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        moved: Option<(SlotIndex, SlotIndex)>,
        changes: &mut Vec<Change>,
    ) {
        let count = function.vregs.len().max(self.intervals.len());
        self.intervals.resize(count, None);
        self.followed.intervals.resize(count, (u32::MAX, false));
        let mut regs: Vec<VReg> = function.journal.regs()[self.followed.regs..].to_vec();
        for number in 0..count {
            let reg = VReg::new(number);
            let state = (
                live_intervals.version(reg),
                live_intervals.has_interval(reg),
            );
            let is_moved = || {
                let old = self.intervals[number].as_ref();
                let segments = old.map_or(&[][..], |old| old.1.segments());
                moved.is_some_and(|(first, last)| match segments {
                    [head, .., tail] => head.start <= last && first <= tail.end,
                    [only] => only.start <= last && first <= only.end,
                    [] => old.is_some(),
                })
            };
            if self.followed.intervals[number] != state || is_moved() {
                self.followed.intervals[number] = state;
                regs.push(reg);
            }
        }
        regs.sort_unstable();
        regs.dedup();
        for reg in regs {
            self.observe_interval(function, live_intervals, reg, changes);
        }
    }
}

/// Where an instruction is: the slot index of the nearest one at or before it in its block that has any, or the block's
/// start, and the steps from there.
fn place_of(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    inst: Inst,
) -> (SlotIndex, u32) {
    let mut steps = 0;
    let mut cursor = Some(inst);
    while let Some(inst) = cursor {
        if let Some(slot) = live_intervals.indexes.get(inst) {
            return (slot, steps);
        }
        steps += 1;
        cursor = function.prev_inst(inst);
    }
    let start = |block| live_intervals.indexes.block_start(block);
    let start = function.inst_block(inst).map(start);
    (start.unwrap_or(SlotIndex::ZERO), steps)
}

/// Numbers all instructions in the order of the code.
fn number(function: &MachineFunction) -> SecondaryMap<Inst, u32> {
    let mut numbers = SecondaryMap::new();
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    for (number, inst) in insts.enumerate() {
        numbers[inst] = number as u32;
    }
    numbers
}
