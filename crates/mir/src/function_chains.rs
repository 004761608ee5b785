//! Use-def chains of registers in a [`MachineFunction`]; [`crate::function`] shows their order.

use crate::entities::{Inst, Op, Reg, VReg};
use crate::function::{MachineFunction, RegChain};
use crate::operand::OperandFlags;

impl MachineFunction {
    #[inline]
    pub(crate) fn chain(&self, reg: Reg) -> RegChain {
        match reg.as_virtual() {
            Some(reg) => self.vreg_chains[reg],
            None => self.phys_chains[reg.raw() as usize],
        }
    }

    #[inline]
    pub(crate) fn chain_mut(&mut self, reg: Reg) -> &mut RegChain {
        match reg.as_virtual() {
            Some(reg) => &mut self.vreg_chains[reg],
            None => &mut self.phys_chains[reg.raw() as usize],
        }
    }

    pub(crate) fn link_op(&mut self, op: Op) {
        let reg = self.ops[op].as_reg();
        if reg.is_none() {
            return;
        }
        self.journal.note_reg(reg.as_virtual());
        let RegChain { head, tail } = self.chain(reg);
        if self.ops[op].is_def() {
            self.ops[op].set_prev(None);
            self.ops[op].set_next(head.expand());
            match head.expand() {
                Some(head) => self.ops[head].set_prev(Some(op)),
                None => self.chain_mut(reg).tail = op.into(),
            }
            self.chain_mut(reg).head = op.into();
        } else {
            self.ops[op].set_next(None);
            self.ops[op].set_prev(tail.expand());
            match tail.expand() {
                Some(tail) => self.ops[tail].set_next(Some(op)),
                None => self.chain_mut(reg).head = op.into(),
            }
            self.chain_mut(reg).tail = op.into();
        }
    }

    pub(crate) fn unlink_op(&mut self, op: Op) {
        let operand = self.ops[op];
        let reg = operand.as_reg();
        if reg.is_none() {
            return;
        }
        self.journal.note_reg(reg.as_virtual());
        match operand.prev() {
            Some(prev) => self.ops[prev].set_next(operand.next()),
            None => self.chain_mut(reg).head = operand.next().into(),
        }
        match operand.next() {
            Some(next) => self.ops[next].set_prev(operand.prev()),
            None => self.chain_mut(reg).tail = operand.prev().into(),
        }
    }

    /// All operands of a register in chain order: definitions, newest first, then uses, oldest first.
    #[inline]
    pub fn reg_ops(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.chain(reg.into()).head.expand(), |op| {
            self.ops[*op].next()
        })
    }

    /// The first operand of a register in chain order; with [`Self::next_reg_op`] for loops that change
    /// the function.
    #[inline]
    pub fn first_reg_op(&self, reg: impl Into<Reg>) -> Option<Op> {
        self.chain(reg.into()).head.expand()
    }

    /// The operand after `op` in its register's chain.
    #[inline]
    pub fn next_reg_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next()
    }

    /// Definitions of a register in chain order.
    pub fn defs(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.reg_ops(reg).take_while(|op| self.ops[*op].is_def())
    }

    /// Uses of a register in chain order, debug uses included.
    pub fn uses(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.reg_ops(reg).skip_while(|op| self.ops[*op].is_def())
    }

    /// Whether exactly one use of a register is there, debug uses included.
    pub fn has_one_use(&self, reg: impl Into<Reg>) -> bool {
        // Uses are at the end.
        let is_use = |op: &Op| self.ops[*op].is_use();
        let last = self.chain(reg.into()).tail.expand().filter(is_use);
        last.is_some_and(|last| self.ops[last].prev().filter(is_use).is_none())
    }

    /// Whether exactly one use of a register is there, debug uses left out.
    pub fn has_one_non_debug_use(&self, reg: impl Into<Reg>) -> bool {
        let mut uses = self.non_debug_uses(reg);
        uses.next().is_some() && uses.next().is_none()
    }

    /// Uses of a register in chain order, debug uses left out.
    pub fn non_debug_uses(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.uses(reg)
            .filter(|op| !self.ops[*op].has(OperandFlags::DEBUG))
    }

    /// Instructions that use a register, debug ones left out. One that uses it twice in a row comes once.
    pub fn non_debug_users(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Inst> + '_ {
        let mut last = None;
        let insts = self.non_debug_uses(reg).map(|op| self.op_inst(op));
        insts.filter(move |inst| last.replace(*inst) != Some(*inst))
    }

    /// Whether a register has no operand but debug uses.
    pub fn is_unused(&self, reg: impl Into<Reg>) -> bool {
        self.reg_ops(reg)
            .all(|op| self.ops[op].has(OperandFlags::DEBUG))
    }

    /// The only instruction that defines `reg`, or `None` if there is none or more than one.
    pub fn unique_def(&self, reg: VReg) -> Option<Inst> {
        let mut defs = self.defs(reg).map(|op| self.op_inst(op));
        let first = defs.next()?;
        defs.all(|inst| inst == first).then_some(first)
    }

    /// The first instruction in a register's chain that defines it: in SSA, the one.
    #[inline]
    pub fn first_def(&self, reg: VReg) -> Option<Inst> {
        self.defs(reg).next().map(|op| self.op_inst(op))
    }

    /// Clears the kill marks of all uses of a register.
    pub fn clear_kill_flags(&mut self, reg: impl Into<Reg>) {
        let mut cursor = self.first_reg_op(reg);
        while let Some(op) = cursor {
            cursor = self.next_reg_op(op);
            if self.ops[op].is_use() {
                self.op_mut(op).set(OperandFlags::KILL, false);
            }
        }
    }

    /// Makes every operand of `old` an operand of `new`: instruction by instruction in the order of the chain,
    /// the operands of each in their order. Calls `each` after every instruction.
    pub fn rename_reg(&mut self, old: VReg, new: VReg, mut each: impl FnMut(&mut Self, Inst)) {
        debug_assert_ne!(old, new);
        while let Some(op) = self.vreg_chains[old].head.expand() {
            let inst = self.op_inst(op);
            for op in self.op_ids(inst) {
                if self.ops[op].as_reg() == old.into() {
                    self.move_to_chain(op, old, new);
                }
            }
            each(self, inst);
        }
    }

    /// [`Self::set_op_reg`] for an operand of `old` that is on its chain.
    #[inline]
    fn move_to_chain(&mut self, op: Op, old: VReg, new: VReg) {
        self.journal.note_reg(Some(old));
        self.journal.note_reg(Some(new));
        let operand = &mut self.ops[op];
        self.journal.note_edited(operand.parent.expand());
        operand.set_raw_reg(new.into());
        let is_def = operand.is_def();
        let (prev, next) = (operand.prev(), operand.next());
        let chain = &mut self.vreg_chains[old];
        match prev {
            Some(prev) => self.ops[prev].set_next(next),
            None => chain.head = next.into(),
        }
        match next {
            Some(next) => self.ops[next].set_prev(prev),
            None => chain.tail = prev.into(),
        }
        let chain = &mut self.vreg_chains[new];
        let (head, tail) = (chain.head, chain.tail);
        if is_def {
            chain.head = op.into();
            match head.expand() {
                Some(head) => self.ops[head].set_prev(Some(op)),
                None => chain.tail = op.into(),
            }
            self.ops[op].set_prev(None);
            self.ops[op].set_next(head.expand());
        } else {
            chain.tail = op.into();
            match tail.expand() {
                Some(tail) => self.ops[tail].set_next(Some(op)),
                None => chain.head = op.into(),
            }
            self.ops[op].set_prev(tail.expand());
            self.ops[op].set_next(None);
        }
    }

    /// Makes every operand of `old` an operand of `new`, in chain order.
    pub fn replace_reg(&mut self, old: VReg, new: impl Into<Reg>) {
        let new = new.into();
        debug_assert_ne!(Reg::virt(old), new);
        while let Some(op) = self.chain(old.into()).head.expand() {
            self.set_op_reg(op, new);
        }
    }
}
