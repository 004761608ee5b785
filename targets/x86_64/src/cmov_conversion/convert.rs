//! A branch and PHIs in place of a group of conditional moves.

use avarice_mir::{
    Block, BranchProbability, InsertPoint, Inst, InstBuilder, MachineFunction, OperandFlags, Reg,
    VReg, inst_facts, inst_flags,
};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::groups::condition;
use crate::condition::Cond;
use crate::custom_insertion::{call_frame_size, flags_live_after, live_in};
use crate::unfold::unfold_load;
use crate::{op, reg};

/// What the result of a conditional move is on each side of the branch.
#[derive(Clone, Copy, Debug)]
struct Sides {
    /// If the branch is not taken.
    falls: Reg,
    /// If it is.
    taken: Reg,
}

/// Converts groups, one after the other.
#[derive(Debug, Default)]
pub(super) struct Converter {
    /// By result of a conditional move of the group: one more than its place in `known`, 0 for other registers.
    places: SecondaryMap<VReg, u32>,
    known: Vec<Sides>,
    group: Vec<Inst>,
}

impl Converter {
    /// Converts a group. Returns its block and the two new ones: where nothing but the code for values is that the branch goes
    /// around, and the rest of the block.
    pub(super) fn convert(
        &mut self,
        function: &mut MachineFunction,
        group: &[Inst],
    ) -> Option<(Block, [Block; 2])> {
        let (first, last) = (*group.first()?, *group.last()?);
        let block = function.inst_block(first)?;
        let location = function.debug_loc(first);
        let taken = branch_condition(function, group)?;
        self.group.clear();
        self.group.extend_from_slice(group);
        move_debug_instructions(function, first, last);

        let around = function.create_block_after(block, block);
        let rest = function.create_block_after(around, block);
        let call_frame = call_frame_size(function, block, first);
        for new in [around, rest] {
            function.blocks[new].call_frame_size = call_frame;
        }
        if !inst_flags::kills(function, last, reg::EFLAGS.into())
            && flags_live_after(function, last)
        {
            live_in(function, around, reg::EFLAGS);
            live_in(function, rest, reg::EFLAGS);
        }
        if let Some(next) = function.next_inst(last) {
            function.splice_tail(next, rest);
        }
        function.transfer_successors_and_phis(block, rest);
        for (from, to) in [(block, around), (block, rest), (around, rest)] {
            function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
        }
        let branch = InstBuilder::new(function, op::JCC_1).location(location);
        branch.block(rest).imm(taken.number()).append(block);

        self.split_loads(function, around, taken)?;
        let start = InsertPoint::at_start(function, rest);
        for at in 0..self.group.len() {
            let inst = self.group[at];
            let sides = self.sides(function, inst, taken);
            let result = function.operand(inst, 0).as_reg();
            let phi = InstBuilder::new(function, op::PHI).location(location);
            let phi = phi.def(result).reg(sides.falls).block(around);
            let phi = phi.reg(sides.taken).block(block).insert_at(start);
            keep_debug_number(function, inst, phi);
            self.note(result, sides);
        }
        self.forget(function);
        function.no_phis = false;
        for inst in &self.group {
            function.remove_inst(*inst);
        }
        Some((block, [around, rest]))
    }

    /// Splits the loads off from conditional moves and puts them into `around`.
    fn split_loads(
        &mut self,
        function: &mut MachineFunction,
        around: Block,
        taken: Cond,
    ) -> Option<()> {
        for at in 0..self.group.len() {
            let inst = self.group[at];
            let result = function.operand(inst, 0).as_reg();
            if !inst_facts::may_load(function, inst) {
                let sides = self.sides(function, inst, taken);
                self.note(result, sides);
                continue;
            }
            let loaded = function.create_vreg(function.class(result.as_virtual()?));
            let loaded = Reg::virt(loaded);
            let [load, select] = unfold_load(function, inst, loaded)?;
            function.insert_before(inst, select);
            keep_debug_number(function, inst, select);
            function.append_inst(around, load);
            self.read_values_of_side(function, load);
            function.remove_inst(inst);
            self.group[at] = select;
            self.note(
                result,
                Sides {
                    falls: loaded,
                    taken: loaded,
                },
            );
        }
        self.forget(function);
        Some(())
    }

    /// Where `load` reads the result of a conditional move, it reads the value that this is where the branch is not taken.
    fn read_values_of_side(&self, function: &mut MachineFunction, load: Inst) {
        for at in 0..function.num_operands(load) {
            let operand = function.operand(load, at);
            if !operand.is_use() {
                continue;
            }
            if let Some(sides) = self.find(operand.as_reg()) {
                function.set_reg(load, at, sides.falls);
                function
                    .operand_mut(load, at)
                    .set(OperandFlags::KILL, false);
            }
        }
    }

    /// What a conditional move of registers is on both sides.
    fn sides(&self, function: &MachineFunction, inst: Inst, taken: Cond) -> Sides {
        let [no, yes] = [1, 2].map(|at| function.operand(inst, at).as_reg());
        let (falls, taken) = match condition(function, inst) == Some(taken) {
            true => (no, yes),
            false => (yes, no),
        };
        Sides {
            falls: self.find(falls).map_or(falls, |sides| sides.falls),
            taken: self.find(taken).map_or(taken, |sides| sides.taken),
        }
    }

    fn find(&self, reg: Reg) -> Option<Sides> {
        let place = self.places[reg.as_virtual()?];
        Some(self.known[place.checked_sub(1)? as usize])
    }

    fn note(&mut self, result: Reg, sides: Sides) {
        if let Some(result) = result.as_virtual() {
            self.known.push(sides);
            self.places[result] = self.known.len() as u32;
        }
    }

    /// Forgets what the members of the group are.
    fn forget(&mut self, function: &MachineFunction) {
        for inst in self.group.iter().take(self.known.len()) {
            if let Some(result) = function.operand(*inst, 0).as_reg().as_virtual() {
                self.places[result] = 0;
            }
        }
        self.known.clear();
    }
}

/// The condition of the branch: that of the first conditional move, or its inverse if members that load have that one. What is
/// loaded is needed where the branch is not taken.
fn branch_condition(function: &MachineFunction, group: &[Inst]) -> Option<Cond> {
    let of_first = condition(function, *group.first()?)?;
    let mut loads = group
        .iter()
        .filter(|inst| inst_facts::may_load(function, **inst));
    let is_of_load = loads.any(|inst| condition(function, *inst) == Some(of_first));
    Some(if is_of_load {
        of_first.inverse()
    } else {
        of_first
    })
}

/// Moves instructions for debugging that are between two others to after the second, last first.
fn move_debug_instructions(function: &mut MachineFunction, first: Inst, last: Inst) {
    let mut found: SmallVec<[Inst; 4]> = SmallVec::new();
    let mut next = Some(first);
    while let Some(inst) = next.filter(|inst| *inst != last) {
        if function.is_debug(inst) {
            found.push(inst);
        }
        next = function.next_inst(inst);
    }
    for inst in found {
        function.remove_inst(inst);
        function.insert_after(last, inst);
    }
}

fn keep_debug_number(function: &mut MachineFunction, old: Inst, new: Inst) {
    let number = function.notes(old).map_or(0, |notes| notes.debug_number);
    if number != 0 {
        let mut notes = function.notes(new).copied().unwrap_or_default();
        notes.debug_number = number;
        function.set_notes(new, notes);
    }
}
