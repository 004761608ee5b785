//! Switches: the building blocks of the tree of [`avarice_lower::select::switch_tree`].

use avarice_legalize::Result;
use avarice_lower::PartType;
use avarice_lower::select::IntWidth;
use avarice_lower::select::switch_tree::{Relation, SwitchTarget, SwitchTest, SwitchValue};
use avarice_mir::{Block, Operand, Reg};

use super::compare::Cc;
use super::operand::{AND, Additive, ORR, Second, add_imm, logical_imm};
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
        let w = width as usize;
        let sign = width.bits() - 1;
        let short = match (test.relation, bound) {
            (Relation::Equal, 0) => Some(([op::CBZW, op::CBZX][w], None)),
            (Relation::NotEqual, 0) => Some(([op::CBNZW, op::CBNZX][w], None)),
            (Relation::SignedLess, 0) => Some(([op::TBNZW, op::TBNZX][w], Some(sign))),
            (Relation::SignedGreater, -1) => Some(([op::TBZW, op::TBZX][w], Some(sign))),
            _ => None,
        };
        if let Some((opcode, bit)) = short {
            let emit = self.emit(opcode).reg(value.reg);
            match bit {
                Some(bit) => emit.imm(bit.into()).block(target).done(),
                None => emit.block(target).done(),
            };
            return;
        }
        let zero = width.zero().into();
        self.emit_switch_sum(Additive::SubFlags, width, zero, value.reg, bound);
        let cc = match test.relation {
            Relation::Equal => Cc::Eq,
            Relation::NotEqual => Cc::Ne,
            Relation::SignedLess => Cc::Lt,
            Relation::SignedGreater => Cc::Gt,
            Relation::UnsignedLess => Cc::Lo,
            Relation::UnsignedGreater => Cc::Hi,
        };
        self.emit_bcc(target, cc);
    }

    fn emit_bit_branch(&mut self, index: SwitchValue, mask: u64, target: Block) -> Result<()> {
        let width: Width = index.width();
        let w = width as usize;
        let one = self.new_reg(width.part());
        self.emit_int(one, width, 1);
        let bit = self.new_reg(width.part());
        let shift = self.emit([op::LSLVWr, op::LSLVXr][w]).def(bit);
        shift.reg(one).reg(index.reg).done();
        let found = self.new_reg(width.part());
        match logical_imm(mask, width) {
            Some(imm) => {
                self.emit(AND.ri[w]).def(found).reg(bit).imm(imm).done();
            }
            None => {
                let bits = self.new_reg(width.part());
                self.emit_int(bits, width, mask);
                self.emit(AND.rr[w]).def(found).reg(bit).reg(bits).done();
            }
        }
        let branch = self.emit([op::CBNZW, op::CBNZX][w]).reg(found);
        branch.block(target).done();
        Ok(())
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

    fn emit_switch_bit(&mut self, value: SwitchValue, bit: u64) -> Result<SwitchValue> {
        let width: Width = value.width();
        let reg = self.logical_imm_reg(&ORR, width, value.reg, bit)?;
        Ok(SwitchValue { reg, ..value })
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
