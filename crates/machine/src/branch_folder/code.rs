//! The function under change: its branches, edges and debug locations, and questions about its blocks.

use avarice_mir::{Block, BranchAnalysis, InsertPoint, Inst, MachineFunction};
use avarice_mir::{Operand, inst_facts};
use avarice_target::{InstrFlags, op};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use crate::placed_loops::PlacedLoop;
use crate::terminators;

use super::{BranchFolder, Code, Request};
pub(super) use crate::locations::Location;
use crate::locations::merged_location;

/// A function whose branches are folded.
pub(super) struct Folder<'a> {
    pub(super) code: Code<'a>,
    pub(super) request: &'a Request,
    pub(super) scratch: &'a mut BranchFolder,
    /// Whether it is tracked what lives into blocks.
    pub(super) tracks_live_ins: bool,
}

impl<'a> Folder<'a> {
    pub(super) fn new(code: Code<'a>, request: &'a Request, scratch: &'a mut BranchFolder) -> Self {
        let tracks_live_ins = code.function.tracks_reg_liveness;
        Self {
            code,
            request,
            scratch,
            tracks_live_ins,
        }
    }

    /// Writes the order of blocks back and empties unused jump tables; `false` if there is none.
    pub(super) fn finish(self) -> bool {
        self.scratch.layout.write(self.code.function);
        super::empty_unused_tables(self.code.function)
    }

    // ---- Branches ------------------------------------------------------------------------------------

    /// The branches of `block`, without useless ones; `None` if they are not understood.
    pub(super) fn tidy(&mut self, block: Block) -> Option<BranchAnalysis> {
        let next = self.scratch.layout.next(block);
        self.code.hooks.tidy_branch(self.code.function, block, next)
    }

    pub(super) fn remove_branch(&mut self, block: Block) {
        self.code.hooks.remove_branch(self.code.function, block);
    }

    /// Appends branches to `block`, all with the debug location `location`.
    pub(super) fn insert_branch(
        &mut self,
        block: Block,
        branch: &BranchAnalysis,
        location: Location,
    ) {
        terminators::insert_branch(self.code.function, self.code.hooks, block, branch, location);
    }

    /// Puts other branches in the place of those of `block`.
    pub(super) fn replace_branch(&mut self, block: Block, branch: &BranchAnalysis) {
        let location = self.last_branch_location(block);
        self.remove_branch(block);
        if branch.taken.is_some() {
            self.insert_branch(block, branch, location);
        }
    }

    /// The opposite of a condition; `None` if there is none.
    pub(super) fn reversed(&self, condition: &[Operand]) -> Option<SmallVec<[Operand; 4]>> {
        let mut condition: SmallVec<[Operand; 4]> = condition.into();
        let can = self.code.hooks.reverse_condition(&mut condition);
        can.then_some(condition)
    }

    /// Whether control can go from `block` to the next one.
    pub(super) fn can_fall_through(&self, block: Block) -> bool {
        let next = self.scratch.layout.next(block);
        terminators::fall_through(self.code.function, self.code.hooks, block, next).is_some()
    }

    // ---- Debug locations -----------------------------------------------------------------------------

    /// The location of the last instruction of `block`, if it is a branch.
    pub(super) fn last_branch_location(&self, block: Block) -> Location {
        let function = &*self.code.function;
        match last_inst(function, block, Probes::Skipped) {
            Some(inst) if is_branch(function, inst) => function.debug_loc(inst),
            _ => None.into(),
        }
    }

    /// What the locations of all branches of `block` have in common.
    pub(super) fn branch_location(&mut self, block: Block) -> Location {
        let function = &*self.code.function;
        let mut cursor = function.first_terminator(block);
        while let Some(inst) = cursor.filter(|inst| !is_branch(function, *inst)) {
            cursor = function.next_inst(inst);
        }
        let Some(first) = cursor else {
            return None.into();
        };
        let mut location = function.debug_loc(first);
        cursor = function.next_inst(first);
        while let Some(inst) = cursor {
            if is_branch(self.code.function, inst) {
                let other = self.code.function.debug_loc(inst);
                location = self.merged_location(location, other);
            }
            cursor = self.code.function.next_inst(inst);
        }
        location
    }

    /// The location of code that stands for code at two locations.
    pub(super) fn merged_location(&mut self, a: Location, b: Location) -> Location {
        merged_location(self.code.function, self.code.module, a, b)
    }

    // ---- Blocks --------------------------------------------------------------------------------------

    /// The innermost loop of a block, where blocks are in their final order.
    pub(super) fn loop_of(&self, block: Block) -> Option<PlacedLoop> {
        self.code.placed.as_deref()?.of(block)
    }

    /// Whether a block is the header of a loop, where blocks are in their final order.
    pub(super) fn is_loop_header(&self, block: Block) -> bool {
        let placed = self.code.placed.as_deref();
        placed.is_some_and(|loops| loops.of(block).and_then(|id| loops.header(id)) == Some(block))
    }

    /// Whether blocks are in their final order.
    pub(super) fn is_placed(&self) -> bool {
        self.code.placed.is_some()
    }

    /// Moves the instructions of `block` from `first` on to a new block after it, which becomes its only successor and
    /// gets the others. `None` for the IR block of a block that stands for none.
    pub(super) fn split_before(
        &mut self,
        first: Inst,
        block: Block,
        ir_block: PackedOption<avarice_ir::Block>,
    ) -> Block {
        let function = &mut *self.code.function;
        let rest = self.scratch.layout.add_new(function, block);
        function.blocks[rest].ir_block = ir_block;
        function.transfer_successors(block, rest);
        function.add_edge(block, rest, Some(avarice_mir::BranchProbability::UNKNOWN));
        function.splice_tail(first, rest);
        let frequency = self.code.frequencies.frequency(block);
        self.code.frequencies.set(rest, frequency);
        if let Some(loops) = self.code.placed.as_deref_mut() {
            loops.add(rest, block);
        }
        if self.tracks_live_ins {
            let live = &mut self.scratch.live;
            live.compute_live_ins(function, rest);
            live.write_live_ins(function, self.code.reserved, rest);
        }
        rest
    }

    /// Makes entries of jump tables for `old` lead to `new`.
    pub(super) fn replace_in_tables(&mut self, old: Block, new: Block) {
        if !self.scratch.in_tables.contains(old) {
            return;
        }
        for table in self.code.function.jump_tables.values_mut() {
            for entry in table.iter_mut().filter(|entry| **entry == old) {
                *entry = new;
            }
        }
        self.scratch.in_tables.insert(new);
    }

    /// Removes all instructions of a block from `first` on.
    pub(super) fn remove_from(&mut self, first: Option<Inst>) {
        let mut cursor = first;
        while let Some(inst) = cursor {
            cursor = self.code.function.next_inst(inst);
            self.code.function.remove_inst(inst);
        }
    }

    /// Puts copies of the debug instructions of `from` before a place.
    pub(super) fn copy_debug_insts(&mut self, from: Block, to: InsertPoint) {
        let function = &mut *self.code.function;
        let debug = |inst: &Inst| function.is_debug(*inst);
        let found: SmallVec<[Inst; 8]> = function.block_insts(from).filter(debug).collect();
        for inst in found {
            let operands: SmallVec<[Operand; 8]> = function.operands(inst).into();
            let copy = function.create_inst(function.opcode(inst), &operands);
            function.insts[copy].flags = function.insts[inst].flags;
            function.set_debug_loc(copy, function.debug_loc(inst));
            if let Some(notes) = function.notes(inst).copied() {
                function.set_notes(copy, notes);
            }
            function.insert_at(to, copy);
        }
    }
}

/// What pseudo probes count as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Probes {
    /// Instructions.
    Counted,
    /// Nothing, like debug instructions.
    Skipped,
}

fn is_skipped(function: &MachineFunction, inst: Inst, probes: Probes) -> bool {
    function.is_debug(inst)
        || probes == Probes::Skipped && function.opcode(inst) == op::PSEUDO_PROBE
}

/// The first instruction of a block that is no debug instruction.
pub(super) fn first_inst(function: &MachineFunction, block: Block, probes: Probes) -> Option<Inst> {
    let mut insts = function.block_insts(block);
    insts.find(|inst| !is_skipped(function, *inst, probes))
}

/// The last instruction of a block that is no debug instruction.
pub(super) fn last_inst(function: &MachineFunction, block: Block, probes: Probes) -> Option<Inst> {
    let mut insts = function.block_insts_rev(block);
    insts.find(|inst| !is_skipped(function, *inst, probes))
}

/// Whether a block has nothing but debug instructions.
pub(super) fn is_empty(function: &MachineFunction, block: Block) -> bool {
    first_inst(function, block, Probes::Skipped).is_none()
}

pub(super) fn is_branch(function: &MachineFunction, inst: Inst) -> bool {
    function.desc(inst).has(InstrFlags::BRANCH)
}

/// Whether code outside branches of the function may lead to a block.
pub(super) fn has_address(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    data.machine_address_taken || data.ir_address_taken.is_some()
}

/// The place after labels and the like at the start of a block.
pub(super) fn after_labels(function: &MachineFunction, block: Block) -> InsertPoint {
    let mut insts = function.block_insts(block);
    let first = insts.find(|inst| {
        function.opcode(*inst) != op::PHI && !inst_facts::is_position(function, *inst)
    });
    InsertPoint::new(block, first)
}
