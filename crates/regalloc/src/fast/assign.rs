//! Choosing a physical register: hints, then the cheapest of the class.

use avarice_liveness::RegName;
use avarice_mir::{Inst, MachineFunction, Op, OperandFlags, Reg, VReg};
use avarice_target::{PhysReg, RegClass};
use avarice_trace::events::Event;
use avarice_trace::{event, log};

use super::Fast;
use super::state::{LiveId, UnitState};
use crate::error::OutOfRegisters;
use avarice_mir::inst_flags::{add_dead, add_defined, add_killed};

/// What it costs to take a register away from a value that is in its slot anyway.
const CLEAN: u32 = 50;
/// What it costs to take a register away from any other value.
const DIRTY: u32 = 100;
/// How much cheaper a hint is.
const HINT_BONUS: u32 = 20;
/// The register cannot be taken away.
const IMPOSSIBLE: u32 = u32::MAX;
/// Definitions of a value that are looked at for hints.
const MAX_HINT_DEFS: usize = 3;
/// Copies that are followed for a hint.
const MAX_COPY_CHAIN: usize = 4;

/// What came of trying a hint.
enum Hint {
    /// The register was free and is the value's now.
    Taken,
    /// Another value is in it.
    Occupied(PhysReg),
    /// It is none, or may not be used.
    Unusable,
}

impl Fast<'_, '_> {
    /// Puts a value into a physical register, which is free above `inst`: `hint` if possible. With
    /// `avoid_reads`, the register must not be one that `inst` reads.
    pub(super) fn allocate(
        &mut self,
        inst: Inst,
        id: LiveId,
        hint: Reg,
        avoid_reads: bool,
    ) -> Result<PhysReg, OutOfRegisters> {
        let reg = self.state.live[id].reg;
        let class = self.function.class(reg);
        log!(
            self.log,
            "Search register for {reg} in class {} with hint {}\n",
            self.function.target.class(class).name,
            RegName(self.function.target, hint)
        );
        let mut hints = [PhysReg::NONE; 2];
        for (at, occupied) in hints.iter_mut().enumerate() {
            let hint = if at == 0 {
                hint
            } else {
                self.trace_copies(reg)
            };
            match self.try_hint(inst, id, hint, at, avoid_reads) {
                Hint::Taken => return Ok(self.state.live[id].phys()),
                Hint::Occupied(phys) => *occupied = phys,
                Hint::Unusable => {}
            }
        }
        let Some((phys, cost)) = self.cheapest(class, hints, avoid_reads) else {
            return Err(self.out_of_registers(inst, reg));
        };
        if cost != 0 {
            self.displace(inst, phys);
        }
        self.assign(inst, id, phys);
        Ok(phys)
    }

    /// Takes hint number `at` if it is free.
    fn try_hint(
        &mut self,
        inst: Inst,
        id: LiveId,
        hint: Reg,
        at: usize,
        avoid_reads: bool,
    ) -> Hint {
        let Some(phys) = hint.as_physical() else {
            return Hint::Unusable;
        };
        let target = self.function.target;
        let class = target.class(self.function.class(self.state.live[id].reg));
        let usable = class.contains(phys)
            && target.reg(phys).allocatable
            && !self.reserved[phys.index()]
            && !self
                .state
                .registers
                .is_used(self.function, phys, avoid_reads);
        if !usable {
            return Hint::Unusable;
        }
        let name = self.name(phys);
        if self.state.registers.is_free(target, phys) {
            log!(self.log, "\tPreferred Register {}: {name}\n", 1 - at);
            self.assign(inst, id, phys);
            return Hint::Taken;
        }
        log!(self.log, "\tPreferred Register {at}: {name} occupied\n");
        Hint::Occupied(phys)
    }

    /// The first register of a class that costs nothing, or else the first of the cheapest; with its cost.
    fn cheapest(
        &mut self,
        class: RegClass,
        hints: [PhysReg; 2],
        avoid_reads: bool,
    ) -> Option<(PhysReg, u32)> {
        let Self {
            function,
            class_info,
            state,
            log,
            ..
        } = self;
        let target = function.target;
        let (mut best, mut best_cost) = (None, IMPOSSIBLE);
        for phys in &class_info.logged_class(function, class, *log).order {
            let name = RegName::phys(target, *phys);
            log!(log, "\tRegister: {name} ");
            if state.registers.is_used(function, *phys, avoid_reads) {
                log!(log, "already used in instr.\n");
                continue;
            }
            let mut units = target.reg(*phys).units.iter();
            let holders = units.by_ref().map(|unit| state.registers.unit(*unit));
            let mut holders = holders.filter(|holder| *holder != UnitState::Free);
            let mut cost = match holders.next() {
                None => 0,
                Some(UnitState::Held(id)) => {
                    let entry = &state.live[id];
                    let is_stored = entry.live_out || state.slots[entry.reg].is_some();
                    if is_stored { CLEAN } else { DIRTY }
                }
                Some(_) => {
                    log!(log, "Cannot spill pre-assigned {name}\n");
                    IMPOSSIBLE
                }
            };
            log!(log, "Cost: {cost} BestCost: {best_cost}\n");
            if cost == 0 {
                return Some((*phys, 0));
            }
            // As for llc, the bonus makes a hint possible that the code holds.
            if hints.contains(phys) {
                cost -= HINT_BONUS;
            }
            if cost < best_cost {
                (best, best_cost) = (Some(*phys), cost);
            }
        }
        best.map(|phys| (phys, best_cost))
    }

    /// Says that a value is in `phys` above `inst`.
    fn assign(&mut self, inst: Inst, id: LiveId, phys: PhysReg) {
        let target = self.function.target;
        let reg = self.state.live[id].reg;
        log!(self.log, "Assigning {reg} to {}\n", self.name(phys));
        self.state.live.assign(id, phys);
        self.state.registers.set(target, phys, UnitState::Held(id));
        event!(
            self.log,
            Event::Assign {
                reg,
                phys,
                hint: None,
                cost: target.reg(phys).cost,
            }
        );
        self.assign_dangling(inst, reg, phys);
    }

    /// The physical register that a value is copied from, directly or through other values; none if there is
    /// none near.
    fn trace_copies(&self, reg: VReg) -> Reg {
        let (mut seen, mut last) = (0, None);
        for op in self.function.defs(reg) {
            let inst = self.function.op_inst(op);
            if last.replace(inst) == Some(inst) {
                continue;
            }
            let found = full_copy_source(self.function, inst)
                .map_or(Reg::NONE, |source| self.trace_chain(source));
            seen += 1;
            if !found.is_none() || seen >= MAX_HINT_DEFS {
                return found;
            }
        }
        Reg::NONE
    }

    /// The physical register at the end of a chain of copies that begins with `reg`.
    fn trace_chain(&self, mut reg: Reg) -> Reg {
        for _ in 0..MAX_COPY_CHAIN {
            let Some(virt) = reg.as_virtual() else {
                return reg;
            };
            let def = self.function.unique_def(virt);
            match def.and_then(|def| full_copy_source(self.function, def)) {
                Some(source) => reg = source,
                None => return Reg::NONE,
            }
        }
        Reg::NONE
    }

    /// Gives an operand its physical register: the part of `phys` that it names. What that means for the whole
    /// of `phys` is said on `marked`: the operand's instruction, or the head of its bundle. Returns whether
    /// implicit operands have moved.
    pub(super) fn set_phys_reg(&mut self, op: Op, phys: PhysReg, marked: Inst) -> bool {
        let function = &mut *self.function;
        let operand = *function.op(op);
        let sub = operand.sub_reg();
        if sub.is_none() {
            function.set_op_reg(op, phys);
            function.op_mut(op).set(OperandFlags::RENAMABLE, true);
            return false;
        }
        let part = if phys.is_none() {
            phys
        } else {
            function.target.sub_reg(phys, sub)
        };
        function.set_op_reg(op, part);
        function.op_mut(op).set(OperandFlags::RENAMABLE, true);
        // The index of a definition says that the rest of the register stays held: it goes when that is done.
        if operand.is_use() {
            function
                .op_mut(op)
                .set_sub_reg(avarice_target::SubRegIdx::NONE);
        }
        if operand.has(OperandFlags::KILL) {
            add_killed(function, marked, phys.into(), true);
            return true;
        }
        if operand.is_def() && operand.has(OperandFlags::UNDEF) {
            if operand.has(OperandFlags::DEAD) {
                add_dead(function, marked, phys.into(), true);
            } else {
                add_defined(function, marked, phys);
            }
            return true;
        }
        false
    }
}

/// The source of a copy of whole registers.
fn full_copy_source(function: &MachineFunction, inst: Inst) -> Option<Reg> {
    let ((_, dst_idx), (src, src_idx)) = function.as_copy(inst)?;
    (dst_idx.is_none() && src_idx.is_none()).then_some(src)
}
