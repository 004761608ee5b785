//! One instruction: from its definitions, which end, to its uses, which begin.
//!
//! ```text
//!   1. physical definitions take their registers
//!   2. virtual definitions are where uses further down have put them; others get a register now
//!   3. all definitions are free above the instruction, but for those that share it with a use
//!   4. what register masks clobber is loaded after the instruction
//!   5. physical uses take their registers
//!   6. virtual uses keep or get theirs, then undefined ones, whose register does not matter
//!   7. early clobbers are free
//! ```

use avarice_mir::{Inst, Op, Operand, OperandFlags, OperandKind, Reg, VReg};
use avarice_target::{PhysReg, SubRegIdx, op as opcode};
use avarice_trace::log;

use super::Fast;
use super::state::UnitState;
use crate::error::OutOfRegisters;

/// What an instruction has.
#[derive(Default)]
struct Contents {
    /// Definitions of registers that are allocated.
    defs: bool,
    /// Virtual ones among them.
    vreg_defs: bool,
    /// Definitions that must not share a register with what is read.
    live_through: bool,
    early_clobbers: bool,
    /// Reads of physical registers that are allocated.
    phys_uses: bool,
}

impl Fast<'_, '_> {
    /// Allocates all operands of an instruction, or of the head of a bundle.
    pub(super) fn allocate_inst(&mut self, inst: Inst) -> Result<(), OutOfRegisters> {
        self.state.registers.begin_inst();
        let contents = self.take_phys_defs(inst);
        if contents.vreg_defs {
            if contents.live_through {
                self.define_live_through(inst)?;
            } else {
                self.define_all(inst)?;
            }
        }
        if contents.defs {
            self.free_defs(inst);
        }
        if self.state.registers.has_masks() {
            self.displace_clobbered(inst);
        }
        if contents.phys_uses {
            self.take_phys_uses(inst);
        }
        if self.allocate_uses(inst)? {
            self.allocate_undef_uses(inst)?;
        }
        if contents.early_clobbers {
            self.free_early_clobbers(inst);
        }
        if self.log.is_on() {
            log!(self.log, "<< ");
            self.log.write_inst(self.function, inst);
        }
        if self.function.opcode(inst) == opcode::COPY
            && let [dst, src] = self.function.operands(inst)
            && dst.as_reg() == src.as_reg()
        {
            log!(self.log, "Mark identity copy for removal\n");
            self.state.identity_copies.push(inst);
        }
        Ok(())
    }

    /// Gives physical definitions their registers, and looks at what else there is.
    fn take_phys_defs(&mut self, inst: Inst) -> Contents {
        let mut contents = Contents::default();
        for op in self.function.op_ids(inst) {
            let operand = self.function.op(op);
            if !operand.is_reg() {
                if operand.kind() == OperandKind::RegMask {
                    self.state.registers.add_mask(*operand);
                }
                continue;
            }
            let operand = *operand;
            let early = operand.has(OperandFlags::EARLY_CLOBBER);
            let reg = operand.as_reg();
            if let Some(phys) = reg.as_physical() {
                if self.reserved[phys.index()] {
                    continue;
                }
                if operand.is_def() {
                    contents.defs = true;
                    contents.early_clobbers |= early;
                    if !self.take(inst, phys) {
                        let operand = self.function.op_mut(op);
                        operand.set(OperandFlags::DEAD, true);
                    }
                }
                contents.phys_uses |= operand.reads_reg();
            } else if reg.is_virtual() && operand.is_def() {
                (contents.defs, contents.vreg_defs) = (true, true);
                contents.early_clobbers |= early;
                contents.live_through |= early
                    || !operand.sub_reg().is_none() && !operand.has(OperandFlags::UNDEF)
                    || self.is_tied_to_value(inst, &operand);
            }
        }
        contents
    }

    /// Gives a physical register to the code. Returns whether it was not free.
    fn take(&mut self, inst: Inst, phys: PhysReg) -> bool {
        let target = self.function.target;
        let was_held = self.displace(inst, phys);
        self.state
            .registers
            .set(target, phys, UnitState::PreAssigned);
        was_held
    }

    /// Whether an operand is tied to one whose value matters.
    pub(super) fn is_tied_to_value(&self, inst: Inst, operand: &Operand) -> bool {
        let tied = operand.tied_to();
        tied.is_some_and(|other| {
            let other = self.function.operand(inst, other);
            !other.has(OperandFlags::UNDEF)
        })
    }

    /// Frees what the instruction defines, the registers that were added for parts first.
    fn free_defs(&mut self, inst: Inst) {
        let target = self.function.target;
        for op in self.function.op_ids(inst).rev() {
            let operand = self.function.op(op);
            let Some(phys) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            if !operand.sub_reg().is_none() {
                // Part of a value that is live above as well.
                self.function.op_mut(op).set_sub_reg(SubRegIdx::NONE);
                continue;
            }
            let stays =
                self.is_tied_to_value(inst, operand) || operand.has(OperandFlags::EARLY_CLOBBER);
            if !stays && !self.reserved[phys.index()] {
                self.free(phys);
                self.state.registers.unmark(target, phys);
            }
        }
    }

    /// Frees a physical register, if whoever holds it holds its first unit.
    pub(super) fn free(&mut self, phys: PhysReg) {
        let target = self.function.target;
        log!(self.log, "Freeing {}:", self.name(phys));
        match self.state.registers.first_unit(target, phys) {
            UnitState::Free | UnitState::LiveIn => {}
            UnitState::PreAssigned => self.state.registers.set(target, phys, UnitState::Free),
            UnitState::Held(id) => {
                let entry = self.release(id);
                log!(self.log, " {}", entry.reg);
            }
        }
        log!(self.log, "\n");
    }

    /// Gives physical uses their registers. One that is not needed further down is killed.
    fn take_phys_uses(&mut self, inst: Inst) {
        let target = self.function.target;
        for op in self.function.op_ids(inst) {
            let operand = self.function.op(op);
            let reads = operand.reads_reg();
            let Some(phys) = operand.as_reg().as_physical().filter(|_| reads) else {
                continue;
            };
            if self.reserved[phys.index()] {
                continue;
            }
            let was_held = self.take(inst, phys);
            self.state.registers.mark_used(target, phys);
            if !was_held {
                self.function.op_mut(op).set(OperandFlags::KILL, true);
            }
        }
    }

    /// Gives virtual uses their registers. Returns whether there are undefined ones, which have to wait: one
    /// may be the same register as another use.
    fn allocate_uses(&mut self, inst: Inst) -> Result<bool, OutOfRegisters> {
        let mut any_undef = false;
        let mut ops = self.function.op_ids(inst);
        while let Some(op) = ops.next() {
            let operand = self.function.op(op);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) else {
                continue;
            };
            if operand.has(OperandFlags::UNDEF) {
                any_undef = true;
                continue;
            }
            self.state.reach.may_live_in(self.function, self.block, reg);
            if self.use_vreg(inst, op, reg)? {
                // Implicit operands have moved.
                ops = self.function.op_ids(inst);
            }
        }
        Ok(any_undef)
    }

    /// Gives a use of a virtual register its physical one. Returns whether implicit operands have moved.
    fn use_vreg(&mut self, inst: Inst, op: Op, reg: VReg) -> Result<bool, OutOfRegisters> {
        let (id, is_new) = self.state.live.insert(reg);
        let operand = self.function.op(op);
        if is_new && !operand.has(OperandFlags::KILL) {
            let live_out = self
                .state
                .reach
                .may_live_out(self.function, self.block, reg);
            self.state.live[id].live_out = live_out;
            if !live_out {
                self.function.op_mut(op).set(OperandFlags::KILL, true);
            }
        }
        let mut phys = self.state.live[id].phys();
        if phys.is_none() {
            let hint = self.function.as_copy(inst);
            let hint = hint.filter(|(_, (_, src_idx))| src_idx.is_none());
            let hint = hint.map_or(Reg::NONE, |((dst, _), _)| dst);
            phys = self.allocate(inst, id, hint, false)?;
        }
        self.state.live[id].used = true;
        self.note_in_bundle(inst, reg, phys);
        let target = self.function.target;
        self.state.registers.mark_used(target, phys);
        Ok(self.set_phys_reg(op, phys, inst))
    }

    /// Says where the head of a bundle has a register, for the instructions of the bundle.
    pub(super) fn note_in_bundle(&mut self, inst: Inst, reg: VReg, phys: PhysReg) {
        if self.function.opcode(inst) == opcode::BUNDLE {
            self.state.bundle[reg] = (self.state.registers.generation(), phys);
        }
    }

    /// Gives undefined uses the register of the result that they are tied to, else that of their value, or any. llc never
    /// looks at ties here: where another input has the register of the result, it leaves code that its verifier refuses.
    fn allocate_undef_uses(&mut self, inst: Inst) -> Result<(), OutOfRegisters> {
        let target = self.function.target;
        for op in self.function.op_ids(inst) {
            let operand = *self.function.op(op);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) else {
                continue;
            };
            let tied = operand.tied_to();
            let tied = tied.and_then(|def| self.function.operand(inst, def).as_reg().as_physical());
            let part = match tied {
                Some(part) => part,
                None => target.sub_reg(self.undefined(inst, reg)?, operand.sub_reg()),
            };
            self.function.set_op_reg(op, part);
            let operand = self.function.op_mut(op);
            operand.set_sub_reg(SubRegIdx::NONE);
            operand.set(OperandFlags::RENAMABLE, true);
        }
        Ok(())
    }

    /// The register that holds a value, or any of its class.
    fn undefined(&mut self, inst: Inst, reg: VReg) -> Result<PhysReg, OutOfRegisters> {
        let held = self.state.live.find(reg);
        let phys = held.map_or(PhysReg::NONE, |id| self.state.live[id].phys());
        if !phys.is_none() {
            return Ok(phys);
        }
        let class = self.function.class(reg);
        let info = self.class_info.logged_class(self.function, class, self.log);
        let first = info.order.first().copied();
        first.ok_or_else(|| self.out_of_registers(inst, reg))
    }

    /// Frees early clobbers, but for those that the instruction reads as well.
    fn free_early_clobbers(&mut self, inst: Inst) {
        for op in self.function.op_ids(inst).rev() {
            let operand = self.function.op(op);
            let is_early = operand.is_def() && operand.has(OperandFlags::EARLY_CLOBBER);
            let phys = operand.as_reg().as_physical().filter(|_| is_early);
            if let Some(phys) = phys
                && !self.uses_register(inst, phys)
            {
                self.free(phys);
            }
        }
    }

    /// Whether an instruction has a use of a register that overlaps `phys`, be it undefined.
    fn uses_register(&self, inst: Inst, phys: PhysReg) -> bool {
        let target = self.function.target;
        self.function.operands(inst).iter().any(|operand| {
            let other = operand.as_reg().as_physical().filter(|_| operand.is_use());
            other.is_some_and(|other| target.regs_overlap(phys, other))
        })
    }
}
