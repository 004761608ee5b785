//! Rewrites one instruction on x87 registers.

use avarice_mir::InsertPoint;
use avarice_mir::{Inst, InstBuilder, Operand, OperandFlags, Reg};
use avarice_target::{InstrFlags, Opcode, PhysReg};

use super::bundles::Effect;
use super::stack::{SCRATCH, Stackifier};
use super::table::{self, Arithmetic, Form};
use super::value_of;
use crate::{op, reg};

impl Stackifier<'_> {
    /// Rewrites an instruction that mentions x87 registers, of which `live` are live after it.
    pub fn rewrite_inst(&mut self, inst: Inst, effect: Effect, live: u8) -> Result<(), String> {
        let desc = self.function.desc(inst);
        if desc.has(InstrFlags::RETURN) {
            self.rewrite_return(inst);
            return Ok(());
        }
        if desc.has(InstrFlags::CALL) {
            return self.rewrite_call(inst, effect, live);
        }
        for value in 0..super::FLOAT_REGS.len() as u8 {
            if effect.sources >> value & 1 != 0 && !self.stack.holds(value) {
                self.push_zero(value, Some(inst));
            }
        }
        // The old value of a register that is written too goes as well.
        let kills = self.stack.mask() & (!live | effect.defs);
        let opcode = self.function.opcode(inst);
        let next = self.function.next_inst(inst);
        match table::form(opcode) {
            Some(form) => self.rewrite_form(inst, form, kills)?,
            None if opcode == op::COPY => self.rewrite_copy(inst, kills)?,
            None if matches!(opcode, op::INLINEASM | op::INLINEASM_BR) => {
                self.rewrite_inline_asm(inst)?;
            }
            None if opcode == op::IMPLICIT_DEF || opcode == op::KILL => {
                for value in (0..SCRATCH).filter(|value| effect.defs >> value & 1 != 0) {
                    if !self.stack.holds(value) && live >> value & 1 != 0 {
                        self.push_zero(value, Some(inst));
                    }
                }
                match opcode {
                    op::KILL => self.remove_float_operands(inst),
                    _ => self.remove(inst),
                }
            }
            // They say that a call leaves nothing in these registers; it takes nothing from them either.
            None if matches!(opcode, op::TLS_addr64 | op::TLS_base_addr64) => {}
            None => return Err(format!("operands of {} in x87 registers", desc.name)),
        }
        // What is no longer read is above or below what stays.
        self.keep_exactly(live & self.stack.mask(), next);
        Ok(())
    }

    /// Rewrites an instruction of the table; all that it reads is on the stack, and of that `kills` is read for
    /// the last time.
    fn rewrite_form(&mut self, inst: Inst, form: Form, kills: u8) -> Result<(), String> {
        match form {
            Form::Push(opcode) => {
                let value = self.value(inst, 0);
                self.function.remove_operand(inst, 0);
                self.become_stack_form(inst, opcode, Some(Operand::implicit_def(reg::ST0)));
                self.stack.push(value);
            }
            Form::Read(opcode) => {
                let value = self.take_last_operand(inst);
                self.move_to_top(value, Some(inst));
                self.become_stack_form(inst, opcode, Some(Operand::implicit_use(reg::ST0)));
            }
            Form::Pop(opcode) => {
                let value = self.take_last_operand(inst);
                if kills >> value & 1 != 0 {
                    self.move_to_top(value, Some(inst));
                } else {
                    self.duplicate(value, SCRATCH, Some(inst));
                }
                self.become_stack_form(inst, opcode, Some(Operand::implicit_use(reg::ST0)));
                self.stack.pop();
            }
            Form::Unary(opcode) => {
                let (dst, src) = (self.value(inst, 0), self.value(inst, 1));
                if kills >> src & 1 != 0 {
                    self.move_to_top(src, Some(inst));
                    self.stack.rename(src, dst);
                } else {
                    self.duplicate(src, dst, Some(inst));
                }
                self.function.remove_operand(inst, 1);
                self.function.remove_operand(inst, 0);
                self.become_stack_form(inst, opcode, None);
            }
            Form::Binary(arithmetic) => self.rewrite_binary(inst, arithmetic, kills),
            Form::Compare(opcode) => {
                let (left, right) = (self.value(inst, 0), self.value(inst, 1));
                self.move_to_top(left, Some(inst));
                let place = self.place(right);
                self.name_place(inst, 0, place, kills >> left & 1 != 0);
                self.function.remove_operand(inst, 1);
                self.become_stack_form(inst, opcode, None);
            }
            Form::Conditional(opcode) => self.rewrite_conditional(inst, opcode)?,
        }
        Ok(())
    }

    /// Gives an instruction the opcode of the form on the stack, and what that does to the top.
    fn become_stack_form(&mut self, inst: Inst, opcode: Opcode, top: Option<Operand>) {
        self.function.set_opcode(inst, opcode);
        if let Some(top) = top {
            self.function.push_operand(inst, top);
        }
    }

    fn rewrite_conditional(&mut self, inst: Inst, opcode: Opcode) -> Result<(), String> {
        let [dst, src, other] = [0, 1, 2].map(|index| self.value(inst, index));
        if src != dst {
            return Err("x87 select whose result is in another register".into());
        }
        self.move_to_top(src, Some(inst));
        let place = self.place(other);
        self.function.untie_operand(inst, 1);
        // The flag is that of the value on top, which is overwritten.
        self.name_place(inst, 2, place, true);
        self.function.remove_operand(inst, 1);
        self.function.remove_operand(inst, 0);
        self.become_stack_form(inst, opcode, None);
        Ok(())
    }

    /// The value of register operand `index`.
    fn value(&self, inst: Inst, index: usize) -> u8 {
        // Rows with x87 registers take no others, which the verifier of operands checks for text.
        value_of(self.function.operand(inst, index).as_reg()).unwrap_or(SCRATCH)
    }

    /// Makes operand `index` a place of the stack.
    fn name_place(&mut self, inst: Inst, index: usize, place: PhysReg, killed: bool) {
        self.function.set_reg(inst, index, place);
        let operand = self.function.operand_mut(inst, index);
        operand.set(OperandFlags::RENAMABLE, false);
        operand.set(OperandFlags::KILL, killed);
    }

    /// Removes the last explicit operand; returns its value.
    fn take_last_operand(&mut self, inst: Inst) -> u8 {
        let last = self.function.desc(inst).operands.len() - 1;
        let value = self.value(inst, last);
        self.function.remove_operand(inst, last);
        value
    }

    /// One operand has to be on top, and the result takes the place of one that is read the last time.
    fn rewrite_binary(&mut self, inst: Inst, arithmetic: &Arithmetic, kills: u8) {
        let before = Some(inst);
        let (dst, mut left, right) = (
            self.value(inst, 0),
            self.value(inst, 1),
            self.value(inst, 2),
        );
        let killed = |value: u8| kills >> value & 1 != 0;
        let (mut kills_left, kills_right) = (killed(left), killed(right));
        let is_top = |stackifier: &Self, value| stackifier.stack.top() == Some(value);
        if !kills_left && !kills_right {
            // The scratch value stands for the result, which may have the register of an operand.
            self.duplicate(left, SCRATCH, before);
            (left, kills_left) = (SCRATCH, true);
        } else if !is_top(self, left) && !is_top(self, right) {
            self.move_to_top(if kills_left { left } else { right }, before);
        }
        let left_is_top = is_top(self, left);
        let (top, other) = if left_is_top {
            (left, right)
        } else {
            (right, left)
        };
        let (kills_top, kills_other) = match left_is_top {
            true => (kills_left, kills_right),
            false => (kills_right, kills_left),
        };
        let to_top = kills_top && !kills_other;
        let opcode = match (to_top, left_is_top) {
            (true, true) => arithmetic.to_top,
            (true, false) => arithmetic.to_top_reversed,
            (false, false) => arithmetic.to_place,
            (false, true) => arithmetic.to_place_reversed,
        };
        let place = self.place(other);
        let flags = self.function.insts[inst].flags;
        let location = self.function.debug_loc(inst);
        let new = InstBuilder::new(self.function, opcode)
            .reg(place)
            .flags(flags)
            .insert_before(inst);
        self.function.set_debug_loc(new, location);
        if to_top {
            self.stack.rename(top, dst);
        } else {
            if kills_top && top != other {
                self.free(top, Some(inst));
            }
            self.stack.rename(other, dst);
        }
        self.function.remove_inst(inst);
    }

    fn rewrite_copy(&mut self, inst: Inst, kills: u8) -> Result<(), String> {
        let registers = [0, 1].map(|index| value_of(self.function.operand(inst, index).as_reg()));
        let [Some(dst), Some(src)] = registers else {
            return Err("copy between x87 and other registers".into());
        };
        if dst != src {
            if kills >> src & 1 != 0 {
                self.stack.rename(src, dst);
            } else {
                self.duplicate(src, dst, Some(inst));
            }
        }
        self.remove(inst);
        Ok(())
    }

    /// Removes an instruction. Where a block would begin with what comes after it, llc leaves a KILL of nothing.
    fn remove(&mut self, inst: Inst) {
        let (block, next) = (
            self.function.inst_block(inst),
            self.function.next_inst(inst),
        );
        self.function.remove_inst(inst);
        if let Some(block) = block
            && self.function.blocks[block].first.expand() == next
        {
            InstBuilder::new(self.function, op::KILL).insert_at(InsertPoint::new(block, next));
        }
    }

    /// Results are in the first registers; FP0 is on top.
    fn rewrite_call(&mut self, inst: Inst, effect: Effect, live: u8) -> Result<(), String> {
        let results = effect.defs.trailing_ones();
        if effect.uses != 0 || u32::from(effect.defs).count_ones() != results {
            return Err("call with operands in x87 registers of its own choice".into());
        }
        self.keep_exactly(0, Some(inst));
        self.remove_float_operands(inst);
        for value in (0..results as u8).rev() {
            self.stack.push(value);
        }
        let next = self.function.next_inst(inst);
        self.keep_exactly(live & effect.defs, next);
        Ok(())
    }

    /// The first operand in an x87 register has to be on top, the second one below.
    fn rewrite_return(&mut self, inst: Inst) {
        let operands = self.function.operands(inst).iter();
        let mut values = operands.filter_map(|operand| value_of(operand.as_reg()));
        let (first, second) = (values.next(), values.next());
        let mask = first
            .into_iter()
            .chain(second)
            .fold(0, |mask, value| mask | 1 << value);
        self.keep_exactly(mask, Some(inst));
        if let Some(first) = first {
            if second == Some(first) {
                self.duplicate(first, SCRATCH, Some(inst));
            } else {
                self.move_to_top(first, Some(inst));
            }
        }
        self.remove_float_operands(inst);
        self.forget_all();
    }

    fn remove_float_operands(&mut self, inst: Inst) {
        for index in (0..self.function.num_operands(inst)).rev() {
            if value_of(self.function.operand(inst, index).as_reg()).is_some() {
                self.function.remove_operand(inst, index);
            }
        }
    }

    /// Variables in x87 registers are nowhere that could be said: places of the stack move.
    pub fn forget_debug_values(&mut self, inst: Inst) {
        for index in 0..self.function.num_operands(inst) {
            if value_of(self.function.operand(inst, index).as_reg()).is_some() {
                self.function.set_reg(inst, index, Reg::NONE);
                self.function
                    .operand_mut(inst, index)
                    .set(OperandFlags::KILL, false);
            }
        }
    }
}
