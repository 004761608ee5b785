//! Definitions of virtual registers.

use avarice_mir::InsertPoint;
use std::cmp::Reverse;

use avarice_mir::{Inst, Op, Operand, OperandFlags, Reg, VReg};
use avarice_target::{PhysReg, RegClass, TargetDesc, op as opcode};
use avarice_trace::log;

use super::Fast;
use crate::error::OutOfRegisters;

/// The order in which definitions are allocated, and what it takes to find it.
#[derive(Debug, Default)]
pub(super) struct DefOrder {
    /// Indices of operands.
    operands: Vec<usize>,
    /// By class: how many definitions may take one of its registers.
    class_defs: Vec<u32>,
}

impl Fast<'_, '_> {
    /// Allocates the virtual definitions of an instruction one after the other.
    pub(super) fn define_all(&mut self, inst: Inst) -> Result<(), OutOfRegisters> {
        let mut ops = self.function.op_ids(inst);
        while let Some(op) = ops.next() {
            let operand = self.function.op(op);
            let reg = operand.as_reg().as_virtual().filter(|_| operand.is_def());
            if let Some(reg) = reg
                && self.define(inst, op, reg, false)?
            {
                // Implicit operands have moved.
                ops = self.function.op_ids(inst);
            }
        }
        Ok(())
    }

    /// Allocates the virtual definitions of an instruction of which some must not share a register with what
    /// it reads: the hardest to place first.
    pub(super) fn define_live_through(&mut self, inst: Inst) -> Result<(), OutOfRegisters> {
        let mut moved = true;
        while std::mem::take(&mut moved) {
            self.find_def_order(inst);
            for at in 0..self.state.order.operands.len() {
                let index = self.state.order.operands[at];
                if self.log.is_on() {
                    log!(self.log, "Allocating ");
                    self.log.write_operand(self.function, inst, index);
                    log!(self.log, "\n");
                }
                let op = self.function.op_id(inst, index);
                let operand = *self.function.op(op);
                let Some(reg) = operand.as_reg().as_virtual() else {
                    continue;
                };
                let partial = !operand.sub_reg().is_none() && !operand.has(OperandFlags::UNDEF);
                moved = if partial
                    || operand.has(OperandFlags::EARLY_CLOBBER)
                    || self.is_tied_to_value(inst, &operand)
                {
                    self.resolve_live_through(inst, reg, partial)?;
                    self.define(inst, op, reg, true)?
                } else {
                    self.define(inst, op, reg, false)?
                };
                if moved {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Moves a value that is further down in a register that `inst` reads: it gets another one, and is copied after
    /// `inst`.
    fn resolve_live_through(
        &mut self,
        inst: Inst,
        reg: VReg,
        partial: bool,
    ) -> Result<(), OutOfRegisters> {
        let Some(id) = self.state.live.find(reg) else {
            return Ok(());
        };
        let old = self.state.live[id].phys();
        if !old.is_none() && self.state.registers.is_used(self.function, old, true) {
            let name = self.name(old);
            log!(
                self.log,
                "Need new assignment for {name} (tied/earlyclobber resolution)\n"
            );
            self.free(old);
            self.state.live.unassign(id);
            let new = self.allocate(inst, id, Reg::NONE, true)?;
            log!(self.log, "Copy {} to {name}\n", self.name(new));
            let source = Operand::reg(new).with(OperandFlags::KILL);
            let copy = self
                .function
                .create_inst(opcode::COPY, &[Operand::def(old), source]);
            self.function
                .set_debug_loc(copy, self.function.debug_loc(inst));
            let before = self.function.next_bundle(inst);
            self.function
                .insert_at(InsertPoint::new(self.block, before), copy);
        }
        if partial {
            self.state.live[id].used = true;
        }
        Ok(())
    }

    /// Gives a definition its register: that of the uses further down, or a new one if there are none in the
    /// block. Stores the value if it is needed in its slot. Returns whether implicit operands have moved.
    fn define(
        &mut self,
        inst: Inst,
        op: Op,
        reg: VReg,
        avoid_reads: bool,
    ) -> Result<bool, OutOfRegisters> {
        let (id, is_new) = self.state.live.insert(reg);
        let operand = self.function.op(op);
        if is_new && !operand.has(OperandFlags::DEAD) {
            let live_out = self
                .state
                .reach
                .may_live_out(self.function, self.block, reg);
            self.state.live[id].live_out = live_out;
            if !live_out {
                self.function.op_mut(op).set(OperandFlags::DEAD, true);
            }
        }
        let mut phys = self.state.live[id].phys();
        if phys.is_none() {
            phys = self.allocate(inst, id, Reg::NONE, avoid_reads)?;
        } else {
            log!(
                self.log,
                "In def of {reg} use existing assignment to {}\n",
                self.name(phys)
            );
        }
        let entry = &mut self.state.live[id];
        if entry.reloaded || entry.live_out {
            if self.function.opcode(inst) == opcode::IMPLICIT_DEF {
                // Nothing to store: any value will do.
                (entry.reloaded, entry.live_out) = (false, false);
            } else {
                self.spill(inst, id, phys);
            }
        }
        self.note_in_bundle(inst, reg, phys);
        let target = self.function.target;
        self.state.registers.mark_used(target, phys);
        Ok(self.set_phys_reg(op, phys, inst))
    }

    /// Finds the virtual definitions, ordered so that classes which this instruction may use up come first,
    /// then those that must not share a register with what is read. Marks what physical uses read.
    fn find_def_order(&mut self, inst: Inst) {
        log!(self.log, "Need to assign livethroughs\n");
        let target = self.function.target;
        let mut order = std::mem::take(&mut self.state.order);
        order.operands.clear();
        for index in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, index);
            let reg = operand.as_reg();
            if let Some(phys) = reg.as_physical().filter(|_| operand.reads_reg()) {
                log!(self.log, "mark extra used: {}\n", self.name(phys));
                self.state.registers.mark_read(target, phys);
            } else if reg.is_virtual() && operand.is_def() {
                order.operands.push(index);
            }
        }
        if order.operands.len() > 1 {
            self.sort_defs(inst, &mut order);
        }
        self.state.order = order;
    }

    fn sort_defs(&mut self, inst: Inst, order: &mut DefOrder) {
        let target = self.function.target;
        order.class_defs.clear();
        order.class_defs.resize(target.classes.len(), 0);
        for operand in self.function.operands(inst).iter().filter(|o| o.is_def()) {
            if let Some(reg) = operand.as_reg().as_virtual() {
                count_sub_classes(target, self.function.class(reg), &mut order.class_defs);
            } else if let Some(phys) = operand.as_reg().as_physical() {
                count_overlapping_classes(target, phys, &mut order.class_defs);
            }
        }
        // The orders of classes show in the debug log in the order in which llc's sort asks for them.
        order.operands.swap(0, 1);
        for index in &order.operands {
            self.class_size(inst, *index);
        }
        order.operands.sort_unstable_by_key(|index| {
            let (class, size) = self.class_size(inst, *index);
            let operand = self.function.operand(inst, *index);
            let is_small = size < order.class_defs[class.index()] as usize;
            let is_hard = operand.has(OperandFlags::EARLY_CLOBBER)
                || operand.tied_to().is_some()
                || operand.sub_reg().is_none() && !operand.has(OperandFlags::UNDEF);
            (Reverse(is_small), Reverse(is_hard), *index)
        });
    }

    /// The class of a virtual operand, and how many registers of it are allocated.
    fn class_size(&mut self, inst: Inst, index: usize) -> (RegClass, usize) {
        let reg = self.function.operand(inst, index).as_reg().as_virtual();
        let class = reg.map_or(RegClass::default(), |reg| self.function.class(reg));
        let info = self.class_info.logged_class(self.function, class, self.log);
        (class, info.order.len())
    }
}

/// Counts one more definition for each class that is in `class`.
fn count_sub_classes(target: &TargetDesc, class: RegClass, counts: &mut [u32]) {
    let members = target.class(class).sub_classes;
    for (index, count) in counts.iter_mut().enumerate() {
        *count += members[index / 32] >> (index % 32) & 1;
    }
}

/// Counts one more definition for each class with a register that overlaps `phys`.
fn count_overlapping_classes(target: &TargetDesc, phys: PhysReg, counts: &mut [u32]) {
    for (class, count) in target.classes.iter().zip(counts) {
        let mut units = target.reg(phys).units.iter();
        let overlaps = units.any(|unit| {
            let mut roots = target.units[unit.index()].roots.iter();
            roots.any(|root| {
                let mut supers = target.reg(*root).super_regs.iter();
                class.contains(*root) || supers.any(|reg| class.contains(*reg))
            })
        });
        *count += u32::from(overlaps);
    }
}
