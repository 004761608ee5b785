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

/// The registers of an instruction that may move down.
struct Descending {
    uses: Regs,
    /// Of these, the ones whose last use it is, apart from the register that it is moved for.
    kills: Regs,
    /// With those of copies that move along.
    defs: Regs,
}

/// The registers of an instruction that may move up.
struct Ascending {
    uses: Regs,
    /// Of these, the ones whose last use it is, apart from the register that it is moved for.
    kills: Regs,
    /// Physical registers that it writes, and of these the ones that are read later.
    defs: Regs,
    live_defs: Regs,
}

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
        let mut moved = self.descending(inst, reg);
        // Copies of the results move along.
        let mut end = self.function.next_inst(inst);
        while let Some(after) = end {
            if !is_debug_or_probe(self.function, after) {
                let copies = self.function.opcode(after) == op::COPY
                    && self.overlaps(&moved.defs, self.function.operand(after, 1).as_reg());
                if !copies {
                    break;
                }
                moved.defs.push(self.function.operand(after, 0).as_reg());
            }
            end = self.function.next_inst(after);
        }
        if !self.can_move_below(end, kill, reg, &moved) {
            return None;
        }
        let before = self.function.next_inst(kill);
        self.move_before(self.first_of_debug(inst), end, before);
        self.scratch.positions.forget(inst);
        self.live_variables.remove_kill(self.function, reg, kill);
        self.live_variables.add_kill(self.function, reg, inst);
        Some(end)
    }

    /// The registers of `inst`, which is to move below the last use of `reg`.
    fn descending(&self, inst: Inst, reg: VReg) -> Descending {
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
        Descending { uses, kills, defs }
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

    /// Whether what is `moved` can go below the instructions from `from` to `kill`, the last use of `reg`.
    ///
    /// ```text
    ///   %2 = ADD %0, %1     moved
    ///   %1 = …              writes what it reads        ┐
    ///   %2 = …              writes what it writes       │
    ///   … = %2              reads what it writes        │ each of these keeps it where it is
    ///   … = %1 (killed)     ends what it reads          │
    ///   … = %0              reads %0 without ending it  ┘
    ///   … = %0 (killed)     the last use of %0
    /// ```
    fn can_move_below(
        &self,
        from: Option<Inst>,
        kill: Inst,
        reg: VReg,
        moved: &Descending,
    ) -> bool {
        let crossed = self.insts_between(from, self.function.next_inst(kill));
        crossed.enumerate().all(|(count, other)| {
            let mut operands = self.function.operands(other).iter();
            self.can_be_crossed(other, count)
                && !operands.any(|operand| self.keeps_above(other, operand, reg, moved))
        })
    }

    /// Whether an operand of `other` keeps what is to be `moved` above it.
    fn keeps_above(&self, other: Inst, operand: &Operand, reg: VReg, moved: &Descending) -> bool {
        let used = operand.as_reg();
        if used.is_none() {
            return false;
        }
        if operand.is_def() {
            let is_read = !operand.has(OperandFlags::DEAD);
            return self.overlaps(&moved.uses, used) || is_read && self.overlaps(&moved.defs, used);
        }
        let killed = self.kills_operand(other, operand);
        self.overlaps(&moved.defs, used)
            || match used == reg.into() {
                true => !killed,
                false => {
                    killed && self.overlaps(&moved.uses, used) || self.overlaps(&moved.kills, used)
                }
            }
    }

    /// The instructions from `first` up to, not including, `end` that are not for debuggers or profilers.
    fn insts_between(
        &self,
        first: Option<Inst>,
        end: Option<Inst>,
    ) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(first, |inst| self.function.next_inst(*inst))
            .take_while(move |inst| Some(*inst) != end)
            .filter(|inst| !is_debug_or_probe(self.function, *inst))
    }

    /// Whether another instruction can move across `other` after it has crossed `count` others.
    fn can_be_crossed(&self, other: Inst, count: usize) -> bool {
        count <= MAX_VISITED
            && !has_side_effects(self.function, other)
            && !is_barrier(self.function, other)
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
        let moved = self.ascending(inst, kill, reg, position)?;
        if !self.can_move_above(inst, kill, reg, moved) {
            return None;
        }
        let (first, end) = (self.first_of_debug(kill), self.function.next_inst(kill));
        self.move_before(first, end, Some(self.first_of_debug(inst)));
        self.scratch.positions.forget(inst);
        self.live_variables.remove_kill(self.function, reg, kill);
        self.live_variables.add_kill(self.function, reg, inst);
        Some(kill)
    }

    /// The registers of `kill`, which is to move above `inst`, at `position`. `None` if that is too close to a
    /// definition of what it reads, or if it does not end `reg`.
    fn ascending(&self, inst: Inst, kill: Inst, reg: VReg, position: u32) -> Option<Ascending> {
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
        Some(Ascending {
            uses,
            kills,
            defs,
            live_defs,
        })
    }

    /// Whether what is `moved`, the last use of `reg`, can go above the instructions from `inst` to `kill`.
    fn can_move_above(&self, inst: Inst, kill: Inst, reg: VReg, mut moved: Ascending) -> bool {
        for (count, other) in self.insts_between(Some(inst), Some(kill)).enumerate() {
            if !self.can_be_crossed(other, count) {
                return false;
            }
            for operand in self.function.operands(other) {
                let used = operand.as_reg();
                if used.is_none() || operand.is_def() {
                    continue;
                }
                if self.overlaps(&moved.defs, used) || self.overlaps(&moved.kills, used) {
                    return false;
                }
                if other != inst && used == reg.into() && !self.kills_operand(other, operand) {
                    return false;
                }
            }
            let operands = self.function.operands(other).iter();
            let defs = operands.filter(|operand| operand.is_def() && !operand.as_reg().is_none());
            for def in defs.map(Operand::as_reg) {
                if self.overlaps(&moved.uses, def)
                    || def.is_physical() && self.overlaps(&moved.live_defs, def)
                {
                    return false;
                }
                // Physical definitions of the kill are allowed to be overwritten from here on.
                moved.defs.retain(|reg| *reg != def);
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
