//! Applies the decisions of regalloc2 to the machine code: registers, moves, spill slots.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    FrameIndex, Inst, InstBuilder, MachineFunction, Op, Operand, OperandFlags, Reg, TargetHooks,
    VReg,
};
use avarice_target::{PhysReg, SubRegIdx, op};
use regalloc2::{Allocation, Edit, Function, InstPosition, OperandConstraint, Output, PReg};

use super::AllocateError;
use super::input::Input;
use super::registers::Registers;
use super::translate::{Changes, Translation, sub_reg_index, unsupported};

/// Rewrites `function`.
///
/// # Errors
/// A decision that has no form in machine code.
pub fn apply(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    registers: &Registers,
    translation: &Translation,
    output: &Output,
) -> Result<(), AllocateError> {
    let mut rewriter = Rewriter {
        function,
        hooks,
        registers,
        slots: Vec::new(),
        undefined: Vec::new(),
    };
    let Translation { input, changes } = translation;
    rewriter.assign(input, output)?;
    rewriter.insert_moves(input, output)?;
    rewriter.finish(changes);
    Ok(())
}

struct Rewriter<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    registers: &'a Registers,
    /// By number of the slot: its stack object.
    slots: Vec<Option<FrameIndex>>,
    /// Definitions without a value that only regalloc2 has: by number of the instruction, where.
    undefined: Vec<(u32, PReg)>,
}

impl Rewriter<'_> {
    /// Gives operands their registers.
    fn assign(&mut self, input: &Input, output: &Output) -> Result<(), AllocateError> {
        for inst in 0..input.num_insts() {
            let allocations = output.inst_allocs(regalloc2::Inst::new(inst));
            self.note_undefined(input, inst, allocations);
            for (site, allocation) in input.sites(inst).iter().zip(allocations) {
                let Some(op) = site.expand() else {
                    continue;
                };
                match allocation.as_reg() {
                    Some(home) => self.assign_op(op, home)?,
                    None => self.leave_in_memory(op)?,
                }
            }
        }
        Ok(())
    }

    fn note_undefined(&mut self, input: &Input, inst: usize, allocations: &[Allocation]) {
        if input.insts[inst].first.is_some() {
            return;
        }
        let operands = input.inst_operands(regalloc2::Inst::new(inst));
        for (operand, allocation) in operands.iter().zip(allocations) {
            if let (OperandConstraint::Any, Some(home)) =
                (operand.constraint(), allocation.as_reg())
            {
                self.undefined.push((inst as u32, home));
            }
        }
    }

    fn assign_op(&mut self, op: Op, home: PReg) -> Result<(), AllocateError> {
        let Some(reg) = self.function.op(op).as_reg().as_virtual() else {
            return Ok(());
        };
        let sub = self.function.op(op).sub_reg();
        let phys = self.register(reg, sub, home);
        if phys.is_none() {
            return Err(unsupported("a register of another class"));
        }
        self.set(op, phys);
        Ok(())
    }

    /// Part `sub` of `reg`, which is in `home`.
    fn register(&self, reg: VReg, sub: SubRegIdx, home: PReg) -> PhysReg {
        let Some(shape) = self.registers.known_shape(self.function.class(reg)) else {
            return PhysReg::NONE;
        };
        if shape.is_tuple() {
            return self.registers.part_of_tuple(home, sub);
        }
        let whole = shape.register(home);
        match whole.is_none() {
            // Its place was not constrained: the register has no value.
            true => self.registers.whole(home).0,
            false => self.function.target.sub_reg(whole, sub),
        }
    }

    fn set(&mut self, op: Op, phys: PhysReg) {
        self.function.set_op_reg(op, phys);
        let operand = self.function.op_mut(op);
        operand.set_sub_reg(SubRegIdx::NONE);
        operand.set(OperandFlags::RENAMABLE, true);
    }

    /// An operand that regalloc2 was told may be anywhere is in memory: only registers without a value are.
    fn leave_in_memory(&mut self, op: Op) -> Result<(), AllocateError> {
        match self.function.op(op).is_def() {
            true => {
                self.function.set_op_reg(op, Reg::NONE);
                Ok(())
            }
            false => Err(unsupported("an operand in memory")),
        }
    }

    // ---- Moves ------------------------------------------------------------------------------------

    fn insert_moves(&mut self, input: &Input, output: &Output) -> Result<(), AllocateError> {
        let undefined = std::mem::take(&mut self.undefined);
        let mut undefined = undefined.into_iter().peekable();
        for (point, Edit::Move { from, to }) in &output.edits {
            let number = point.inst().index();
            let is_after = point.pos() == InstPosition::After;
            let is_before = |(inst, _): &(u32, PReg)| {
                let inst = *inst as usize;
                inst < number || is_after && inst == number
            };
            while let Some((inst, home)) = undefined.next_if(is_before) {
                self.insert_undefined(input, inst as usize, home);
            }
            if from == to {
                continue;
            }
            let inst = &input.insts[number];
            let before = match is_after {
                false => inst.first.expand().or(inst.next.expand()),
                true => inst.next.expand(),
            };
            let is_end = input.is_branch(point.inst()) || input.is_ret(point.inst());
            if is_end && is_after {
                return Err(unsupported("a move after the end of a block"));
            }
            let block = input.block_of(number);
            let before = self.after_labels(InsertPoint::new(block, before));
            self.insert_move(input, InsertPoint::new(block, before), *from, *to)?;
        }
        for (inst, home) in undefined {
            self.insert_undefined(input, inst as usize, home);
        }
        Ok(())
    }

    /// A register without a value that is read on some path has to be defined there.
    fn insert_undefined(&mut self, input: &Input, inst: usize, home: PReg) {
        let (whole, _) = self.registers.whole(home);
        InstBuilder::new(self.function, op::IMPLICIT_DEF)
            .def(whole)
            .insert_at(InsertPoint::new(
                input.block_of(inst),
                input.insts[inst].next.expand(),
            ));
    }

    /// A landing pad begins at its label: nothing in front of that is executed.
    fn after_labels(&self, at: InsertPoint) -> Option<Inst> {
        let function = &*self.function;
        let is_label = |inst: &Inst| function.opcode(*inst) == op::EH_LABEL;
        let label = match function.blocks[at.block].eh_pad {
            true => function.block_insts(at.block).find(is_label),
            false => None,
        };
        let mut rest = std::iter::successors(at.before, |inst| function.next_inst(*inst));
        match label.filter(|label| rest.any(|inst| inst == *label)) {
            Some(label) => function.next_inst(label),
            None => at.before,
        }
    }

    fn insert_move(
        &mut self,
        input: &Input,
        at: InsertPoint,
        from: Allocation,
        to: Allocation,
    ) -> Result<(), AllocateError> {
        let function = &mut *self.function;
        match (from.as_reg(), to.as_reg()) {
            (Some(from), Some(to)) => {
                let (source, _) = self.registers.whole(from);
                let (target, _) = self.registers.whole(to);
                InstBuilder::new(function, op::COPY)
                    .def(target)
                    .reg(source)
                    .insert_at(at);
            }
            (Some(home), None) => {
                let access = self.slot_access(input, home, to)?;
                let (function, hooks) = (&mut *self.function, self.hooks);
                hooks.store_to_slot(function, at, access);
            }
            (None, Some(home)) => {
                let access = self.slot_access(input, home, from)?;
                let (function, hooks) = (&mut *self.function, self.hooks);
                hooks.load_from_slot(function, at, access);
            }
            (None, None) => return Err(unsupported("a move between stack slots")),
        }
        Ok(())
    }

    fn slot_access(
        &mut self,
        input: &Input,
        home: PReg,
        slot: Allocation,
    ) -> Result<SlotAccess, AllocateError> {
        let (reg, class) = self.registers.whole(home);
        let Some(slot) = slot.as_stack() else {
            return Err(unsupported("a move of nothing"));
        };
        if self.slots.len() <= slot.index() {
            self.slots.resize(slot.index() + 1, None);
        }
        let slot = match self.slots[slot.index()] {
            Some(known) => known,
            None => {
                let (size, align) = self.slot_layout(input, home);
                let object = self.function.frame.create_spill_slot(size, align);
                self.slots[slot.index()] = Some(object);
                object
            }
        };
        Ok(SlotAccess {
            reg: reg.into(),
            slot,
            class,
            kill: false,
        })
    }

    /// Size and alignment in bytes of the slots that what is in `home` shares with other kinds of its size.
    fn slot_layout(&self, input: &Input, home: PReg) -> (u64, u64) {
        use regalloc2::RegClass::{Float, Int, Vector};
        let size = input.spillslot_size(home.class());
        let same = [Int, Float, Vector].into_iter();
        let same = same.filter(|kind| input.spillslot_size(*kind) == size);
        let rows = same.filter_map(|kind| self.registers.width(kind));
        let rows = rows.map(|class| self.function.target.class(class));
        rows.fold((0, 1), |(size, align), row| {
            (
                size.max(u64::from(row.spill_size)),
                align.max(u64::from(row.spill_align)),
            )
        })
    }

    // ---- The rest ---------------------------------------------------------------------------------

    fn finish(&mut self, changes: &Changes) {
        for (op, phys) in &changes.picked {
            let sub = self.function.op(*op).sub_reg();
            let part = self.function.target.sub_reg(*phys, sub);
            // A part of a tuple that stands for itself was picked as the part.
            self.set(*op, if part.is_none() { *phys } else { part });
        }
        for (op, same) in &changes.mirrors {
            if let Some(phys) = self.function.op(*same).as_reg().as_physical() {
                self.set(*op, phys);
            }
        }
        for inst in &changes.inserts {
            self.finish_insert(*inst);
        }
        for inst in &changes.undefined {
            self.function.remove_operand(*inst, 1);
            self.function.set_opcode(*inst, op::IMPLICIT_DEF);
        }
        for inst in &changes.removed {
            self.function.remove_inst(*inst);
        }
        for at in 0..self.function.layout.len() {
            let mut cursor = self.function.blocks[self.function.layout[at]]
                .first
                .expand();
            while let Some(inst) = cursor {
                cursor = self.function.next_inst(inst);
                self.finish_inst(inst);
            }
        }
    }

    /// `$d = INSERT_SUBREG $d, $s, index` becomes a copy to that part of `$d`.
    fn finish_insert(&mut self, inst: Inst) {
        let function = &mut *self.function;
        let whole = function.operand(inst, 0).as_reg().as_physical();
        let index = sub_reg_index(function.operand(inst, 3));
        let reads = !function.operand(inst, 1).has(OperandFlags::UNDEF);
        let Some(whole) = whole else { return };
        let part = function.target.sub_reg(whole, index);
        function.untie_operand(inst, 0);
        function.remove_operand(inst, 3);
        function.remove_operand(inst, 1);
        function.set_opcode(inst, op::COPY);
        function.set_reg(inst, 0, part);
        if reads {
            function.push_operand(inst, Operand::implicit_use(whole));
        }
        function.push_operand(inst, Operand::implicit_def(whole));
    }

    /// What still names virtual registers reads nothing: undefined uses and debug values. A definition without
    /// a place goes.
    fn finish_inst(&mut self, inst: Inst) {
        if self.function.is_debug(inst) {
            for op in self.function.op_ids(inst) {
                if self.function.op(op).as_reg().is_virtual() {
                    self.function.set_op_reg(op, Reg::NONE);
                    self.function.op_mut(op).set_sub_reg(SubRegIdx::NONE);
                }
            }
            return;
        }
        let is_undefined = self.function.opcode(inst) == op::IMPLICIT_DEF;
        if is_undefined && self.function.operand(inst, 0).as_reg().is_none() {
            self.function.remove_inst(inst);
            return;
        }
        for op in self.function.op_ids(inst) {
            let operand = *self.function.op(op);
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            let tied = operand.tied_to().map(|at| self.function.operand(inst, at));
            let tied = tied.and_then(|operand| operand.as_reg().as_physical());
            let any = || {
                let shape = self.registers.known_shape(self.function.class(reg));
                let first = shape.and_then(|shape| shape.order.first().copied());
                let first = first.unwrap_or(PhysReg::NONE);
                self.function.target.sub_reg(first, operand.sub_reg())
            };
            let phys = tied.unwrap_or_else(any);
            self.set(op, phys);
        }
    }
}
