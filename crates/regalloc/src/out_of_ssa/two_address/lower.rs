//! `REG_SEQUENCE` and `INSERT_SUBREG` as copies of sub-registers.

use avarice_mir::{Inst, Operand, OperandFlags};
use avarice_target::{SubRegIdx, op};

use super::TwoAddress;

impl TwoAddress<'_> {
    /// `%0 = INSERT_SUBREG %0 (tied), %1, index` becomes `%0.index = COPY %1`.
    pub(super) fn lower_insert_subreg(&mut self, inst: Inst) {
        let index = self.function.operand(inst, 3).as_imm().unwrap_or(0);
        let undef = self.function.operand(inst, 1).has(OperandFlags::UNDEF);
        self.function.remove_operand(inst, 3);
        self.function.untie_operand(inst, 1);
        self.function.remove_operand(inst, 1);
        let def = self.function.operand_mut(inst, 0);
        def.set_sub_reg(SubRegIdx(index as u8));
        def.set(OperandFlags::UNDEF, undef);
        self.function.set_opcode(inst, op::COPY);
    }

    /// `%0 = REG_SEQUENCE %1, a, %2, b` becomes `undef %0.a = COPY %1; %0.b = COPY %2`. Returns the first
    /// copy, or the instruction itself if it became an implicit definition.
    pub(super) fn eliminate_reg_sequence(&mut self, inst: Inst) -> Inst {
        let dst = *self.function.operand(inst, 0);
        let mut first = None;
        let count = self.function.num_operands(inst);
        for at in (1..count).step_by(2) {
            if self.function.operand(inst, at).has(OperandFlags::UNDEF) {
                continue;
            }
            self.defer_kill(inst, at);
            let source = *self.function.operand(inst, at);
            let index = self.function.operand(inst, at + 1).as_imm().unwrap_or(0);
            let def = Operand::def(dst.as_reg()).with_sub_reg(SubRegIdx(index as u8));
            let copy = self.insert_copy(inst, def, source);
            self.scratch.positions.note_new(copy, 0);
            if first.is_none() {
                let def = self.function.operand_mut(copy, 0);
                def.set(OperandFlags::UNDEF, true);
                first = Some(copy);
            }
            if let Some(reg) = source.as_reg().as_virtual()
                && source.has(OperandFlags::KILL)
            {
                self.live_variables.var_mut(reg).replace_kill(inst, copy);
            }
        }
        match first {
            Some(first) => {
                self.function.remove_inst(inst);
                self.scratch.positions.remove(inst);
                first
            }
            None => {
                for at in (1..count).rev() {
                    self.function.remove_operand(inst, at);
                }
                self.function.set_opcode(inst, op::IMPLICIT_DEF);
                inst
            }
        }
    }

    /// If operand `at` of a `REG_SEQUENCE` is marked as last use but the register comes again, moves the
    /// mark to the next operand that reads it.
    fn defer_kill(&mut self, inst: Inst, at: usize) {
        let source = *self.function.operand(inst, at);
        if !source.has(OperandFlags::KILL) {
            return;
        }
        let mut later = (at + 2..self.function.num_operands(inst)).step_by(2);
        let again = later.find(|j| self.function.operand(inst, *j).as_reg() == source.as_reg());
        if let Some(again) = again {
            for (operand, is_last) in [(again, true), (at, false)] {
                let operand = self.function.operand_mut(inst, operand);
                operand.set(OperandFlags::KILL, is_last);
            }
        }
    }
}
