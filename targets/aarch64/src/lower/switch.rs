//! Switches: the building blocks of the tree of [`avarice_lower::select::switch_tree`].

use avarice_lower::PartType;
use avarice_lower::select::IntWidth;
use avarice_lower::select::switch_tree::{Relation, SwitchTarget, SwitchTest, SwitchValue};
use avarice_mir::{Block, Operand, Reg};

use super::compare::Cc;
use super::operand::{Additive, Second, add_imm};
use super::{Selector, Width};
use crate::op;

/// Fewest ranges that are worth a jump table, and where size matters above all.
const MIN_TABLE_ENTRIES: (usize, usize) = (13, 4);

impl Selector<'_, '_> {
    /// `dst = src op value`, where no block-local values can be made.
    fn emit_switch_sum(&mut self, op: Additive, width: Width, dst: Reg, src: Reg, value: i64) {
        let (near, magnitude) = match value < 0 {
            true => (op.opposite(), value.unsigned_abs()),
            false => (op, value as u64),
        };
        let flags = matches!(op, Additive::SubFlags);
        if let Some((imm, shift)) = add_imm(magnitude) {
            let opcode = near.ops().ri[width as usize];
            let emit = self.emit(opcode).def(dst).reg(src);
            let emit = emit.imm(imm).imm(shift);
            match flags {
                true => emit.keep_flags().done(),
                false => emit.done(),
            };
            return;
        }
        let amount = self.new_reg(width.part());
        self.emit_int(amount, width, value as u64);
        self.emit_addition(op, width, dst, src, Second::Reg(amount));
    }
}

impl<'m> SwitchTarget<'m> for Selector<'_, 'm> {
    fn emit_switch_branch(&mut self, test: SwitchTest, target: Block) {
        let (value, bound) = (test.value, test.bound);
        let width: Width = value.width();
        if test.relation == Relation::Equal && bound == 0 {
            let opcode = [op::CBZW, op::CBZX][width as usize];
            self.emit(opcode).reg(value.reg).block(target).done();
            return;
        }
        let zero = width.zero().into();
        self.emit_switch_sum(Additive::SubFlags, width, zero, value.reg, bound);
        let cc = match test.relation {
            Relation::Equal => Cc::Eq,
            Relation::SignedLessEqual => Cc::Le,
            Relation::SignedGreaterEqual => Cc::Ge,
            Relation::UnsignedLessEqual => Cc::Ls,
            Relation::UnsignedGreater => Cc::Hi,
        };
        self.emit_bcc(target, cc);
    }

    fn emit_switch_jump(&mut self, target: Block) {
        self.emit(op::B).block(target).done();
    }

    fn emit_switch_offset(&mut self, value: SwitchValue, low: i64) -> SwitchValue {
        let width: Width = value.width();
        let reg = self.new_reg(width.part());
        self.emit_switch_sum(Additive::Sub, width, reg, value.reg, low);
        SwitchValue { reg, ..value }
    }

    fn emit_word_move(&mut self, dst: Reg, src: Reg) {
        let emit = self.emit(op::ORRWrs).def(dst).reg(Width::W32.zero());
        emit.reg(src).imm(0).done();
    }

    fn emit_jump_through(&mut self, symbol: Operand, index: Reg) {
        let base = self.new_reg(PartType::Pointer);
        self.emit_symbol_address(op::MOVaddrJT, base, symbol);
        let (target, scratch) = (
            self.new_reg(PartType::Pointer),
            self.new_reg(PartType::Pointer),
        );
        let emit = self.emit(op::JumpTableDest32).def(target).def(scratch);
        emit.reg(base).reg(index).op(symbol).done();
        self.emit(op::BR).reg(target).done();
    }

    fn min_table_entries(&self) -> Option<usize> {
        let own = match self.has_function_attr("minsize") {
            true => MIN_TABLE_ENTRIES.1,
            false => MIN_TABLE_ENTRIES.0,
        };
        Some(self.options.jump_tables.least_entries.unwrap_or(own))
    }
}
