//! Moves instructions within a block, so that a tied operand's value ends where it is overwritten.
//!
//! ```text
//!   %2 = ADD %0 (tied), 1              … = %0 (killed)
//!   … = %0 (killed)          ──▶       %2 = ADD %0 (killed, tied), 1
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::{InstrFlags, op};
use smallvec::SmallVec;

use super::TwoAddress;
use avarice_mir::inst_facts::{
    has_side_effects, is_call, is_copy_like, is_debug_or_probe, is_safe_to_move,
};

type Regs = SmallVec<[Reg; 4]>;

/// Instructions that are looked at between the two.
const MAX_VISITED: usize = 10;

impl TwoAddress<'_> {
    /// Moves `inst` below the last use of `reg` in the block. Returns what to go on with, `None` if
    /// nothing was moved.
    pub(super) fn reschedule_below_kill(&mut self, inst: Inst, reg: VReg) -> Option<Option<Inst>> {
        if self.scratch.positions.get(inst) == 0 {
            return None;
        }
        let kill = self.movable_kill(inst, reg)?;
        if has_side_effects(self.function, kill)
            || is_barrier(self.function, kill)
            || self.two_address_use(kill, reg.into()).is_some()
            || !is_safe_to_move(self.function, inst, true)
            || self.latency(inst) > 1
        {
            return None;
        }
        let (uses, kills, mut defs) = self.operands_to_move(inst, reg);
        // Copies of the results move along.
        let mut end = self.function.next_inst(inst);
        while let Some(after) = end {
            if !is_debug_or_probe(self.function, after) {
                let copies = self.function.opcode(after) == op::COPY
                    && self.overlaps(&defs, self.function.operand(after, 1).as_reg());
                if !copies {
                    break;
                }
                defs.push(self.function.operand(after, 0).as_reg());
            }
            end = self.function.next_inst(after);
        }
        if !self.can_move_below(end, kill, reg, (&uses, &kills, &defs)) {
            return None;
        }
        let before = self.function.next_inst(kill);
        self.move_before(self.first_of_debug(inst), end, before);
        self.scratch.positions.forget(inst);
        self.live_variables.remove_kill(self.function, reg, kill);
        self.live_variables.add_kill(self.function, reg, inst);
        Some(end)
    }

    /// Registers that `inst` reads, of these the last uses of others than `reg`, and what it writes.
    fn operands_to_move(&self, inst: Inst, reg: VReg) -> (Regs, Regs, Regs) {
        let (mut uses, mut kills, mut defs) = (Regs::new(), Regs::new(), Regs::new());
        for operand in self.function.operands(inst) {
            let other = operand.as_reg();
            if other.is_none() {
                continue;
            }
            if operand.is_def() {
                defs.push(other);
                continue;
            }
            uses.push(other);
            if other != reg.into() && self.kills_operand(inst, operand) {
                kills.push(other);
            }
        }
        (uses, kills, defs)
    }

    /// The first of the debug instructions right before `inst`, which belong to it; `inst` if there are
    /// none.
    fn first_of_debug(&self, inst: Inst) -> Inst {
        let mut first = inst;
        while let Some(before) = self.function.prev_inst(first)
            && self.function.is_debug(before)
        {
            first = before;
        }
        first
    }

    /// Moves the instructions from `first` up to, not including, `end` before `before`.
    fn move_before(&mut self, first: Inst, end: Option<Inst>, before: Option<Inst>) {
        let mut cursor = Some(first);
        while let Some(moved) = cursor.filter(|moved| Some(*moved) != end) {
            cursor = self.function.next_inst(moved);
            self.function
                .splice(moved, InsertPoint::new(self.block, before));
        }
    }

    fn can_move_below(
        &self,
        from: Option<Inst>,
        kill: Inst,
        reg: VReg,
        (uses, kills, defs): (&Regs, &Regs, &Regs),
    ) -> bool {
        let mut visited = 0;
        let mut cursor = from;
        let stop = self.function.next_inst(kill);
        while let Some(other) = cursor.filter(|other| Some(*other) != stop) {
            cursor = self.function.next_inst(other);
            if is_debug_or_probe(self.function, other) {
                continue;
            }
            if visited > MAX_VISITED
                || has_side_effects(self.function, other)
                || is_barrier(self.function, other)
            {
                return false;
            }
            visited += 1;
            for operand in self.function.operands(other) {
                let used = operand.as_reg();
                if used.is_none() {
                    continue;
                }
                if operand.is_def() {
                    let dead = operand.has(OperandFlags::DEAD);
                    if self.overlaps(uses, used) || !dead && self.overlaps(defs, used) {
                        return false;
                    }
                    continue;
                }
                if self.overlaps(defs, used) {
                    return false;
                }
                let killed = self.kills_operand(other, operand);
                if used == reg.into() {
                    if !killed {
                        return false;
                    }
                } else if killed && self.overlaps(uses, used) || self.overlaps(kills, used) {
                    return false;
                }
            }
        }
        true
    }

    /// Moves the last use of `reg` in the block above `inst`. Returns that instruction, which is to be
    /// handled next, `None` if nothing was moved.
    pub(super) fn reschedule_kill_above(&mut self, inst: Inst, reg: VReg) -> Option<Inst> {
        let position = self.scratch.positions.get(inst);
        if position == 0 {
            return None;
        }
        let kill = self.movable_kill(inst, reg)?;
        if self.two_address_use(kill, reg.into()).is_some()
            || !is_safe_to_move(self.function, kill, true)
        {
            return None;
        }
        let (mut uses, mut kills) = (Regs::new(), Regs::new());
        let (mut defs, mut live_defs) = (Regs::new(), Regs::new());
        for operand in self.function.operands(kill) {
            let other = operand.as_reg();
            if operand.is_use() {
                if other.is_none() {
                    continue;
                }
                if self.is_def_too_close(other, position, inst) {
                    return None;
                }
                let killed = self.kills_operand(kill, operand);
                if other == reg.into() && !killed {
                    return None;
                }
                uses.push(other);
                if killed && other != reg.into() {
                    kills.push(other);
                }
            } else if other.is_physical() {
                defs.push(other);
                if !operand.has(OperandFlags::DEAD) {
                    live_defs.push(other);
                }
            }
        }
        if !self.can_move_above(inst, kill, reg, (&uses, &kills, defs, &live_defs)) {
            return None;
        }
        let (first, end) = (self.first_of_debug(kill), self.function.next_inst(kill));
        self.move_before(first, end, Some(self.first_of_debug(inst)));
        self.scratch.positions.forget(inst);
        self.live_variables.remove_kill(self.function, reg, kill);
        self.live_variables.add_kill(self.function, reg, inst);
        Some(kill)
    }

    fn can_move_above(
        &self,
        inst: Inst,
        kill: Inst,
        reg: VReg,
        (uses, kills, mut defs, live_defs): (&Regs, &Regs, Regs, &Regs),
    ) -> bool {
        let mut visited = 0;
        let mut cursor = Some(inst);
        while let Some(other) = cursor.filter(|other| *other != kill) {
            cursor = self.function.next_inst(other);
            if is_debug_or_probe(self.function, other) {
                continue;
            }
            if visited > MAX_VISITED
                || has_side_effects(self.function, other)
                || is_barrier(self.function, other)
            {
                return false;
            }
            visited += 1;
            let mut other_defs = Regs::new();
            for operand in self.function.operands(other) {
                let used = operand.as_reg();
                if used.is_none() {
                    continue;
                }
                if operand.is_def() {
                    other_defs.push(used);
                    continue;
                }
                if self.overlaps(&defs, used) || self.overlaps(kills, used) {
                    return false;
                }
                if other != inst && used == reg.into() && !self.kills_operand(other, operand) {
                    return false;
                }
            }
            for def in other_defs {
                if self.overlaps(uses, def) || def.is_physical() && self.overlaps(live_defs, def) {
                    return false;
                }
                // Physical definitions of the kill are allowed to be overwritten from here on.
                defs.retain(|reg| *reg != def);
            }
        }
        true
    }

    /// The last use of `reg` in the block, if it is worth being moved or crossed.
    fn movable_kill(&self, inst: Inst, reg: VReg) -> Option<Inst> {
        let kill = self
            .live_variables
            .var(reg)
            .find_kill(self.function, self.block)?;
        (kill != inst && !is_copy_like(self.function, kill)).then_some(kill)
    }

    /// Whether a definition of `reg` comes too shortly before `position`, or after.
    fn is_def_too_close(&self, reg: Reg, position: u32, inst: Inst) -> bool {
        self.function.defs(reg).any(|op| {
            let def = self.function.op_inst(op);
            if self.function.inst_block(def) != Some(self.block) || is_copy_like(self.function, def)
            {
                return false;
            }
            let at = self.scratch.positions.get(def);
            def == inst || at == 0 || self.latency(def) > position.wrapping_sub(at)
        })
    }

    fn kills_operand(&self, inst: Inst, operand: &Operand) -> bool {
        operand.has(OperandFlags::KILL) || self.is_plainly_killed(inst, operand.as_reg())
    }

    fn overlaps(&self, set: &[Reg], reg: Reg) -> bool {
        set.iter().any(|other| {
            let both = other.as_physical().zip(reg.as_physical());
            *other == reg || both.is_some_and(|(a, b)| self.function.target.regs_overlap(a, b))
        })
    }
}

/// Calls, branches and terminators: nothing moves across them.
fn is_barrier(function: &MachineFunction, inst: Inst) -> bool {
    let is_branch = function.desc(inst).has(InstrFlags::BRANCH);
    is_call(function, inst) || function.is_terminator(inst) || is_branch
}
