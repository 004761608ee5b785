//! Code that both successors of a block begin with moves into the block.
//!
//! ```text
//!   bb.0:            bb.1:            bb.2:               bb.0:            bb.1:       bb.2:
//!     test eax         mov ecx, 1       mov ecx, 1          mov ecx, 1       ret         call f
//!     je bb.2          ret              call f         ─▶   test eax
//!                                                           je bb.2
//! ```
//!
//! The branch keeps the instruction that it reads the condition from just before it.

use avarice_mir::inst_facts;
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, OperandFlags, OperandKind};
use avarice_target::PhysReg;

use crate::identical::{Marks, is_identical};
use crate::live_phys_regs::for_each_alias;

use super::code::Folder;

/// A set of physical registers.
#[derive(Debug, Default)]
struct RegSet {
    /// By register number: the round in which it was added.
    rounds: Vec<u32>,
    round: u32,
    len: usize,
}

impl RegSet {
    fn clear(&mut self, function: &MachineFunction) {
        self.rounds.resize(function.target.registers.len(), 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
        self.len = 0;
    }

    fn contains(&self, reg: PhysReg) -> bool {
        self.rounds[reg.index()] == self.round
    }

    fn insert(&mut self, reg: PhysReg) {
        if !self.contains(reg) {
            self.rounds[reg.index()] = self.round;
            self.len += 1;
        }
    }

    fn remove(&mut self, reg: PhysReg) -> bool {
        let was = self.contains(reg);
        if was {
            self.rounds[reg.index()] = 0;
            self.len -= 1;
        }
        was
    }

    /// Adds a register and all that overlap it.
    fn insert_aliases(&mut self, function: &MachineFunction, reg: PhysReg) {
        for_each_alias(function, reg, |alias| self.insert(alias));
    }
}

/// Memory for sets of registers.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Read from the place to which code moves to the end of the block.
    uses: RegSet,
    /// Written there.
    defs: RegSet,
    /// Written by code that moves, and still live.
    active: RegSet,
    /// Written by code that moves.
    all: RegSet,
}

impl Folder<'_> {
    /// Moves common beginnings of successors into all blocks.
    pub(super) fn hoist_common_code(&mut self) -> bool {
        let mut changed = false;
        let mut cursor = self.scratch.layout.first();
        while let Some(block) = cursor {
            changed |= self.hoist_into(block);
            cursor = self.scratch.layout.next(block);
        }
        changed
    }

    fn hoist_into(&mut self, block: Block) -> bool {
        if self.code.function.blocks[block].succs.len() < 2 {
            // Without a condition, or both ways are the same.
            self.tidy(block);
            return false;
        }
        let Some(branch) = self
            .tidy(block)
            .filter(|branch| !branch.condition.is_empty())
        else {
            return false;
        };
        let Some(taken) = branch.taken else {
            return false;
        };
        let mut succs = self.code.function.blocks[block].succs.iter().copied();
        let other = branch
            .otherwise
            .or_else(|| succs.find(|succ| *succ != taken));
        let Some(other) = other else {
            return false;
        };
        let blocks = &self.code.function.blocks;
        if blocks[taken].preds.len() > 1 || blocks[other].preds.len() > 1 {
            return false;
        }
        let mut sets = std::mem::take(&mut self.scratch.hoist);
        let function = &mut *self.code.function;
        let place = sets.find_place(function, block);
        let ends = place.and_then(|_| sets.find_common(function, taken, other));
        self.scratch.hoist = sets;
        let (Some(place), Some(ends)) = (place, ends) else {
            return false;
        };
        self.move_common(place, [taken, other], ends);
        true
    }

    /// Moves the instructions of the first block up to that of `ends` to before `place`, and removes those of the second.
    fn move_common(&mut self, place: Inst, blocks: [Block; 2], ends: [Option<Inst>; 2]) {
        let [taken, other] = blocks;
        let function = &mut *self.code.function;
        let at = InsertPoint::before(function, place);
        let mut cursor = function.blocks[taken].first.expand();
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != ends[0]) {
            cursor = function.next_inst(inst);
            function.splice(inst, at);
        }
        let mut cursor = function.blocks[other].first.expand();
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != ends[1]) {
            cursor = function.next_inst(inst);
            function.remove_inst(inst);
        }
        if self.tracks_live_ins {
            self.recompute_live_ins(&blocks);
        }
    }

    /// Finds what lives into `blocks`, which may lead to each other, sorted by number.
    fn recompute_live_ins(&mut self, blocks: &[Block]) {
        loop {
            let mut changed = false;
            for block in blocks {
                let function = &mut *self.code.function;
                let old = function.blocks[*block].live_ins.clone();
                function.blocks[*block].live_ins.clear();
                let live = &mut self.scratch.live;
                live.compute_live_ins(function, *block);
                live.write_live_ins(function, self.code.reserved, *block);
                let new = &mut function.blocks[*block].live_ins;
                new.sort_unstable_by_key(|(reg, _)| *reg);
                changed |= *new != old;
            }
            if !changed {
                return;
            }
        }
    }
}

impl Scratch {
    /// The instruction before which code may be put at the end of `block`: its branch, or what sets the condition just
    /// before it. `None` if there is no such place. Sets `uses` and `defs`.
    fn find_place(&mut self, function: &MachineFunction, block: Block) -> Option<Inst> {
        self.uses.clear(function);
        self.defs.clear(function);
        let branch = function.first_terminator(block)?;
        for operand in function.operands(branch) {
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_use() {
                self.uses.insert_aliases(function, reg);
            } else if operand.has(OperandFlags::DEAD) {
                self.defs.insert_aliases(function, reg);
            } else {
                return None;
            }
        }
        let mut before = function.prev_inst(branch);
        if self.uses.len == 0 || before.is_none() {
            return Some(branch);
        }
        while let Some(inst) = before.filter(|inst| inst_facts::is_debug_or_probe(function, *inst))
        {
            let earlier = function.prev_inst(inst);
            if earlier.is_none() {
                break;
            }
            before = earlier;
        }
        let setter = before?;
        if !self.sets_condition(function, setter) {
            return Some(branch);
        }
        if !inst_facts::is_safe_to_move(function, setter, true) {
            return None;
        }
        for operand in function.operands(setter) {
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_use() {
                self.uses.insert_aliases(function, reg);
                continue;
            }
            if self.uses.remove(reg) {
                for (_, part) in function.target.reg(reg).sub_regs {
                    self.uses.remove(*part);
                }
            }
            self.defs.insert_aliases(function, reg);
        }
        Some(setter)
    }

    /// Whether an instruction defines what the branch reads; a call does not count.
    fn sets_condition(&self, function: &MachineFunction, inst: Inst) -> bool {
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                return false;
            }
            if let Some(reg) = operand.as_reg().as_physical()
                && operand.is_def()
                && self.uses.contains(reg)
            {
                return true;
            }
        }
        false
    }

    /// Where the instructions end that two blocks begin with and that may move; `None` if there are none. A place is the
    /// instruction after it.
    fn find_common(
        &mut self,
        function: &mut MachineFunction,
        taken: Block,
        other: Block,
    ) -> Option<[Option<Inst>; 2]> {
        self.active.clear(function);
        self.all.clear(function);
        let mut cursors = [taken, other].map(|block| function.blocks[block].first.expand());
        let mut any = false;
        loop {
            for cursor in &mut cursors {
                while let Some(inst) = cursor.filter(|inst| function.is_debug(*inst)) {
                    *cursor = function.next_inst(inst);
                }
            }
            let [Some(first), Some(second)] = cursors else {
                break;
            };
            if !is_identical(function, first, second, Marks::Liveness)
                || !self.keeps_values(function, first)
                || !inst_facts::is_safe_to_move(function, first, true)
            {
                break;
            }
            self.note_moved(function, first);
            any = true;
            cursors = [function.next_inst(first), function.next_inst(second)];
        }
        any.then_some(cursors)
    }

    /// Whether an instruction can move before the place: it neither changes what is read there, nor reads what is
    /// written there. It may end a value that is read there: then it does not end it any more.
    fn keeps_values(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        for index in 0..function.num_operands(inst) {
            let operand = function.operand(inst, index);
            if operand.kind() == OperandKind::RegMask {
                return false;
            }
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_def() {
                let is_clobbered = self.defs.contains(reg) && !operand.has(OperandFlags::DEAD);
                if self.uses.contains(reg) || is_clobbered {
                    return false;
                }
            } else if !self.active.contains(reg) {
                if self.defs.contains(reg) {
                    return false;
                }
                if operand.has(OperandFlags::KILL) && self.uses.contains(reg) {
                    let operand = function.operand_mut(inst, index);
                    operand.set(OperandFlags::KILL, false);
                }
            }
        }
        true
    }

    /// Notes what an instruction that moves reads for the last time, then what it defines.
    fn note_moved(&mut self, function: &MachineFunction, inst: Inst) {
        let operands = function.operands(inst);
        for operand in operands
            .iter()
            .filter(|o| o.is_use() && o.has(OperandFlags::KILL))
        {
            if let Some(reg) = operand.as_reg().as_physical()
                && self.all.contains(reg)
            {
                let active = &mut self.active;
                for_each_alias(function, reg, |alias| {
                    active.remove(alias);
                });
            }
        }
        for operand in operands
            .iter()
            .filter(|o| o.is_def() && !o.has(OperandFlags::DEAD))
        {
            if let Some(reg) = operand.as_reg().as_physical() {
                self.active.insert_aliases(function, reg);
                self.all.insert_aliases(function, reg);
            }
        }
    }
}
