//! Operands of the instructions of a [`MachineFunction`]: reading and editing.

use crate::entities::{Inst, Op, Reg};
use crate::function::MachineFunction;
use crate::operand::{Operand, OperandFlags};

impl MachineFunction {
    /// Operands of an instruction in order.
    #[inline]
    pub fn operands(&self, inst: Inst) -> &[Operand] {
        let data = &self.insts[inst];
        let first = data.first_op as usize;
        &self.ops.as_values_slice()[first..first + usize::from(data.num_ops)]
    }

    /// Operand `index` of an instruction.
    #[inline]
    pub fn operand(&self, inst: Inst, index: usize) -> &Operand {
        &self.operands(inst)[index]
    }

    /// Operand `index` of an instruction; registers are changed by [`Self::set_reg`].
    #[inline]
    pub fn operand_mut(&mut self, inst: Inst, index: usize) -> &mut Operand {
        let op = self.op_id(inst, index);
        self.journal.note_edited(Some(inst));
        &mut self.ops[op]
    }

    /// Whether the virtual registers of `inst` have the parts that it names, in the classes that its row wants.
    pub fn fits_row(&self, inst: Inst) -> bool {
        let rows = self.desc(inst).operands;
        let target = self.target;
        self.operands(inst)
            .iter()
            .enumerate()
            .all(|(index, operand)| {
                let Some(reg) = operand.as_reg().as_virtual() else {
                    return true;
                };
                let (class, part) = (self.class(reg), operand.sub_reg());
                let wanted = rows.get(index).and_then(|row| row.class);
                target.sub_class_with_sub_reg(class, part) == Some(class)
                    && wanted.is_none_or(|wanted| {
                        let whole = target.class_with_part(class, part, wanted);
                        whole.is_some_and(|w| class == w || target.class(class).has_super_class(w))
                    })
            })
    }

    /// Number of operands.
    #[inline]
    pub fn num_operands(&self, inst: Inst) -> usize {
        usize::from(self.insts[inst].num_ops)
    }

    /// Id of operand `index`.
    #[inline]
    pub fn op_id(&self, inst: Inst, index: usize) -> Op {
        debug_assert!(index < self.num_operands(inst));
        Op::from_u32(self.insts[inst].first_op + index as u32)
    }

    /// Ids of all operands.
    #[inline]
    pub fn op_ids(&self, inst: Inst) -> impl DoubleEndedIterator<Item = Op> + use<> {
        let data = &self.insts[inst];
        (data.first_op..data.first_op + u32::from(data.num_ops)).map(Op::from_u32)
    }

    /// The operand with this id.
    #[inline]
    pub fn op(&self, op: Op) -> &Operand {
        &self.ops[op]
    }

    /// The operand with this id; registers are changed by [`Self::set_op_reg`].
    #[inline]
    pub fn op_mut(&mut self, op: Op) -> &mut Operand {
        let operand = &mut self.ops[op];
        self.journal.note_edited(operand.parent.expand());
        operand
    }

    /// The instruction of an operand.
    #[inline]
    pub fn op_inst(&self, op: Op) -> Inst {
        self.ops[op].parent.expand().expect("operand has a parent")
    }

    /// Index of an operand in its instruction.
    #[inline]
    pub fn op_index(&self, op: Op) -> usize {
        (op.as_u32() - self.insts[self.op_inst(op)].first_op) as usize
    }

    /// Adds an operand at the end.
    pub fn push_operand(&mut self, inst: Inst, operand: Operand) {
        let at = self.num_operands(inst);
        self.insert_operand(inst, at, operand);
    }

    /// Inserts an operand at `at`; ties of later operands follow them. As LLVM's `addOperand`, an
    /// explicit operand given for an instruction with implicit ones goes before those only if the
    /// caller says so through `at`.
    pub fn insert_operand(&mut self, inst: Inst, at: usize, operand: Operand) {
        let num = self.num_operands(inst);
        self.grow(inst);
        for index in (at..num).rev() {
            self.move_operand(inst, index, index + 1);
        }
        self.insts[inst].num_ops += 1;
        self.journal.note_edited(Some(inst));
        self.shift_ties(inst, at, 1);
        let op = self.op_id(inst, at);
        let mut operand = operand.detached();
        operand.parent = inst.into();
        self.ops[op] = operand;
        if self.insts[inst].block.is_some() {
            self.link_op(op);
        }
    }

    /// Removes operand `at`; it must not be tied.
    pub fn remove_operand(&mut self, inst: Inst, at: usize) {
        let num = self.num_operands(inst);
        debug_assert!(self.operand(inst, at).tied_to().is_none());
        let op = self.op_id(inst, at);
        if self.insts[inst].block.is_some() {
            self.unlink_op(op);
        }
        for index in at + 1..num {
            self.move_operand(inst, index, index - 1);
        }
        self.insts[inst].num_ops -= 1;
        self.journal.note_edited(Some(inst));
        self.shift_ties(inst, at, -1);
    }

    /// After a change of the operand count at `at`: ties that point past it move by `by`.
    pub(crate) fn shift_ties(&mut self, inst: Inst, at: usize, by: isize) {
        for op in self.op_ids(inst) {
            if let Some(to) = self.ops[op].tied_to()
                && to >= at
            {
                self.ops[op].set_tied(Some(to.wrapping_add_signed(by)));
            }
        }
    }

    /// Makes room for one more operand, moving all operands to the pool's end if need be.
    pub(crate) fn grow(&mut self, inst: Inst) {
        let data = &self.insts[inst];
        let num = data.num_ops;
        if num < data.capacity {
            return;
        }
        let old_first = data.first_op;
        let end = old_first + u32::from(data.capacity);
        let new_capacity = (num * 2).max(4);
        if end as usize == self.ops.len() {
            for _ in data.capacity..new_capacity {
                self.ops.push(Operand::imm(0));
            }
        } else {
            let new_first = self.ops.len() as u32;
            for _ in 0..new_capacity {
                self.ops.push(Operand::imm(0));
            }
            for i in 0..u32::from(num) {
                self.move_op(Op::from_u32(old_first + i), Op::from_u32(new_first + i));
            }
            self.insts[inst].first_op = new_first;
        }
        self.insts[inst].capacity = new_capacity;
    }

    pub(crate) fn move_operand(&mut self, inst: Inst, from: usize, to: usize) {
        let first = self.insts[inst].first_op;
        let from = Op::from_u32(first + from as u32);
        self.move_op(from, Op::from_u32(first + to as u32));
    }

    /// Moves an operand to another slot, keeping its place in the chain.
    pub(crate) fn move_op(&mut self, from: Op, to: Op) {
        let operand = self.ops[from];
        self.ops[to] = operand;
        let inst = operand.parent.expand();
        let linked = operand.is_reg()
            && !operand.as_reg().is_none()
            && inst.is_some_and(|inst| self.insts[inst].block.is_some());
        if !linked {
            return;
        }
        match operand.prev() {
            Some(prev) => self.ops[prev].set_next(Some(to)),
            None => self.chain_mut(operand.as_reg()).head = to.into(),
        }
        match operand.next() {
            Some(next) => self.ops[next].set_prev(Some(to)),
            None => self.chain_mut(operand.as_reg()).tail = to.into(),
        }
    }

    /// Replaces operand `index` by another of any kind; the old one must not be tied.
    pub fn replace_operand(&mut self, inst: Inst, index: usize, operand: Operand) {
        let op = self.op_id(inst, index);
        let linked = self.insts[inst].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        let mut operand = operand.detached();
        operand.parent = inst.into();
        self.ops[op] = operand;
        self.journal.note_edited(Some(inst));
        if linked {
            self.link_op(op);
        }
    }

    /// Changes the register of operand `index`.
    pub fn set_reg(&mut self, inst: Inst, index: usize, reg: impl Into<Reg>) {
        self.set_op_reg(self.op_id(inst, index), reg);
    }

    /// Changes the register of an operand.
    pub fn set_op_reg(&mut self, op: Op, reg: impl Into<Reg>) {
        let reg = reg.into();
        if self.ops[op].as_reg() == reg {
            return;
        }
        let linked = self.insts[self.op_inst(op)].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        self.ops[op].set_raw_reg(reg);
        self.journal.note_edited(self.ops[op].parent.expand());
        if linked {
            self.link_op(op);
        }
    }

    /// Turns a use into a definition or back.
    pub fn set_def(&mut self, op: Op, is_def: bool) {
        if self.ops[op].is_def() == is_def {
            return;
        }
        let linked = self.insts[self.op_inst(op)].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        self.op_mut(op).set(OperandFlags::DEF, is_def);
        if linked {
            self.link_op(op);
        }
    }

    /// Ties definition `def` and use `used`.
    pub fn tie_operands(&mut self, inst: Inst, def: usize, used: usize) {
        self.operand_mut(inst, def).set_tied(Some(used));
        self.operand_mut(inst, used).set_tied(Some(def));
    }

    /// Undoes a tie from either end.
    pub fn untie_operand(&mut self, inst: Inst, index: usize) {
        if let Some(other) = self.operand(inst, index).tied_to() {
            self.operand_mut(inst, other).set_tied(None);
            self.operand_mut(inst, index).set_tied(None);
        }
    }
}
