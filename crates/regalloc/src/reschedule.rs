//! Moving instructions within a block, so that a tied operand's value ends where it is overwritten.
//!
//! ```text
//!   %2 = ADD %0 (tied), 1              … = %0 (killed)
//!   … = %0 (killed)          ──▶       %2 = ADD %0 (killed, tied), 1
//! ```

use avarice_mir::{Inst, MachineFunction, OperandFlags, Reg, VReg};
use avarice_target::op;
use smallvec::SmallVec;

use crate::inst_facts::{has_side_effects, is_call, is_debug_or_probe, is_safe_to_move};
use crate::two_address::TwoAddress;

type Regs = SmallVec<[Reg; 4]>;

/// Instructions that are looked at between the two.
const MAX_VISITED: usize = 10;

impl TwoAddress<'_> {
    /// Moves `inst` below the last use of `reg` in the block. Returns what to go on with, `None` if
    /// nothing was moved.
    pub(crate) fn reschedule_below_kill(&mut self, inst: Inst, reg: VReg) -> Option<Option<Inst>> {
        if self.distance[inst] == 0 {
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
        // Copies of the results move along.
        let mut end = self.function.next_inst(inst);
        while let Some(after) = end {
            if self.function.is_debug(after) {
                end = self.function.next_inst(after);
                continue;
            }
            let copies = self.function.opcode(after) == op::COPY
                && self.overlaps(&defs, self.function.operand(after, 1).as_reg());
            if !copies {
                break;
            }
            defs.push(self.function.operand(after, 0).as_reg());
            end = self.function.next_inst(after);
        }
        if !self.can_move_below(end, kill, reg, (&uses, &kills, &defs)) {
            return None;
        }
        let before = self.function.next_inst(kill);
        let mut cursor = Some(inst);
        while let Some(moved) = cursor.filter(|moved| Some(*moved) != end) {
            cursor = self.function.next_inst(moved);
            self.function.splice(moved, self.block, before);
        }
        self.distance[inst] = 0;
        self.live_variables.remove_kill(self.function, reg, kill);
        self.live_variables.add_kill(self.function, reg, inst);
        Some(end)
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
    pub(crate) fn reschedule_kill_above(&mut self, inst: Inst, reg: VReg) -> Option<Inst> {
        let position = self.distance[inst];
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
        self.function.splice(kill, self.block, Some(inst));
        self.distance[inst] = 0;
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
        (kill != inst && !self.only_copies(kill)).then_some(kill)
    }

    /// Whether a definition of `reg` comes too shortly before `position`, or after.
    fn is_def_too_close(&self, reg: Reg, position: u32, inst: Inst) -> bool {
        self.function.defs(reg).any(|op| {
            let def = self.function.op_inst(op);
            if self.function.inst_block(def) != Some(self.block) || self.only_copies(def) {
                return false;
            }
            let at = self.distance[def];
            def == inst || at == 0 || self.latency(def) > position - at
        })
    }

    fn kills_operand(&self, inst: Inst, operand: &avarice_mir::Operand) -> bool {
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
    let branch = avarice_target::InstrFlags::BRANCH;
    is_call(function, inst) || function.is_terminator(inst) || function.desc(inst).has(branch)
}
