//! Which instructions blocks have in common at their ends, and whether it pays to share them.

use avarice_mir::{Block, Inst, MachineFunction, MiFlags, inst_facts};
use avarice_target::{InstrFlags, op};

use crate::identical::{Marks, is_identical};

use super::code::{Folder, Probes, first_inst};

/// The blocks whose tails are compared.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    /// The block that all go on to, with the jumps there taken away; `None` for blocks that end the function.
    pub(super) successor: Option<Block>,
    /// The block just before it, if it falls into it.
    pub(super) falls_in: Option<Block>,
    /// The instructions that tails have at least.
    pub(super) min_length: u32,
}

/// The common tail of two blocks.
#[derive(Clone, Copy)]
pub(super) struct CommonTail {
    pub(super) length: u32,
    /// Where it begins in either block.
    pub(super) starts: [Inst; 2],
}

/// Whether an instruction counts: no debug instruction, and nothing that only describes the frame.
pub(super) fn counts(function: &MachineFunction, inst: Inst) -> bool {
    !function.is_debug(inst) && function.opcode(inst) != op::CFI_INSTRUCTION
}

/// The last instruction from `cursor` backwards that counts.
pub(super) fn counted_before(function: &MachineFunction, mut cursor: Option<Inst>) -> Option<Inst> {
    while let Some(inst) = cursor.filter(|inst| !counts(function, *inst)) {
        cursor = function.prev_inst(inst);
    }
    cursor
}

/// A rough estimate of the time that the instructions from `first` up to `end` take.
pub(super) fn estimate_time(function: &MachineFunction, first: Option<Inst>, end: Inst) -> u32 {
    let mut time = 0;
    let mut cursor = first;
    while let Some(inst) = cursor.filter(|inst| *inst != end) {
        time += match () {
            () if !counts(function, inst) => 0,
            () if inst_facts::is_call(function, inst) => 10,
            () if touches_memory(function, inst) => 2,
            () => 1,
        };
        cursor = function.next_inst(inst);
    }
    time
}

/// Whether an instruction may read or write memory.
pub(super) fn touches_memory(function: &MachineFunction, inst: Inst) -> bool {
    inst_facts::may_load(function, inst) || inst_facts::may_store(function, inst)
}

fn longest_tail(function: &MachineFunction, a: Block, b: Block) -> Option<CommonTail> {
    let mut found: Option<CommonTail> = None;
    let mut cursors = [a, b].map(|block| function.blocks[block].last.expand());
    let is_kept_apart = |inst: Inst| function.insts[inst].flags.contains(MiFlags::NOMERGE);
    loop {
        let [Some(first), Some(second)] = cursors.map(|at| counted_before(function, at)) else {
            return found;
        };
        if !is_identical(function, first, second, Marks::Ignored)
            || inst_facts::is_inline_asm(function, first)
            || is_kept_apart(first)
            || is_kept_apart(second)
        {
            return found;
        }
        found = Some(CommonTail {
            length: found.map_or(1, |tail| tail.length + 1),
            starts: [first, second],
        });
        cursors = [function.prev_inst(first), function.prev_inst(second)];
    }
}

/// Whether a block ends the function in another way than by returning.
fn ends_in_unreachable(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    data.succs.is_empty()
        && data.last.expand().is_none_or(|inst| {
            let flags = InstrFlags::RETURN | InstrFlags::INDIRECT_BRANCH;
            !function.desc(inst).flags.intersects(flags)
        })
}

/// How many terminators a block of more than terminators ends with.
fn count_terminators(function: &MachineFunction, block: Block) -> u32 {
    let insts = function.block_insts_rev(block);
    let terminators = insts.take_while(|inst| function.is_terminator(*inst));
    terminators.count() as u32
}

impl Folder<'_> {
    /// The common tail of two blocks, if it pays to share it.
    pub(super) fn profitable_tail(&self, goal: &Goal, a: Block, b: Block) -> Option<CommonTail> {
        let function = &*self.code.function;
        let layout = &self.scratch.layout;
        let placed = self.is_placed();
        let mut tail = longest_tail(function, a, b)?;
        for (block, start) in [a, b].into_iter().zip(&mut tail.starts) {
            // What only debug instructions are in front of is the whole block.
            if first_inst(function, block, Probes::Counted) == Some(*start)
                && let Some(first) = function.blocks[block].first.expand()
            {
                *start = first;
            }
        }
        let is_whole = |block: Block, start| function.blocks[block].first.expand() == Some(start);
        let (whole_a, whole_b) = (is_whole(a, tail.starts[0]), is_whole(b, tail.starts[1]));
        let falls_in = |block: Block| goal.falls_in == Some(block);
        let has_one_successor = function.blocks[a].succs.len() == 1;
        if (falls_in(a) || falls_in(b)) && (!placed || has_one_successor) {
            let other = if falls_in(a) { b } else { a };
            if tail.length > count_terminators(function, other) {
                return Some(tail);
            }
        }
        let both_unreachable = ends_in_unreachable(function, a) && ends_in_unreachable(function, b);
        let needs_no_branch = layout.follows(a, b) && whole_b || layout.follows(b, a) && whole_a;
        if whole_a && whole_b && both_unreachable || needs_no_branch {
            return Some(tail);
        }
        if placed && whole_a && whole_b && !(self.is_fallen_through(a) && self.is_fallen_through(b))
        {
            return Some(tail);
        }
        let is_open = |block: Block| {
            let last = function.blocks[block].last.expand();
            !last.is_some_and(|inst| function.desc(inst).has(InstrFlags::BARRIER))
        };
        // A jump that was taken away counts.
        let lost_jump = goal.successor.is_some()
            && !falls_in(a)
            && !falls_in(b)
            && (has_one_successor || !placed)
            && is_open(a)
            && is_open(b);
        let length = tail.length + u32::from(lost_jump);
        let pays = length >= goal.min_length
            || length >= 2 && function.optimize_for_size && (whole_a || whole_b);
        pays.then_some(tail)
    }

    /// Whether control falls into a block and out of it.
    fn is_fallen_through(&self, block: Block) -> bool {
        let goes_on =
            self.code.function.blocks[block].succs.is_empty() || self.can_fall_through(block);
        let prev = self.scratch.layout.prev(block);
        goes_on && prev.is_some_and(|prev| self.can_fall_through(prev))
    }
}
