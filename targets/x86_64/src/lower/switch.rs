//! Switches: the building blocks of the tree of [`avarice_lower::select::switch_tree`].

use avarice_lower::PartType;
use avarice_lower::select::IntWidth;
use avarice_lower::select::switch_tree::{Relation, SwitchTarget, SwitchTest, SwitchValue};
use avarice_mir::{Block, MemFlags, MemOperand, MemPointer, Operand, Reg};

use super::address::{Address, Base};
use super::compare::{CMP_RI, CMP_RR, Cc};
use super::symbols::Reach;
use super::{Selector, Width};
use crate::{op, thunks};

/// Fewest ranges that are worth a jump table.
const MIN_TABLE_ENTRIES: usize = 4;

impl<'m> SwitchTarget<'m> for Selector<'_, 'm> {
    fn emit_switch_branch(&mut self, test: SwitchTest, target: Block) {
        let (value, bound) = (test.value, test.bound);
        let w = value.width::<Width>() as usize;
        let reg = value.reg;
        if i32::try_from(bound).is_ok() {
            self.emit(CMP_RI[w]).reg(reg).imm(bound).keep_flags().done();
        } else {
            let amount = self.new_reg(PartType::Int(64));
            self.emit(op::MOV64ri).def(amount).imm(bound).done();
            let emit = self.emit(CMP_RR[w]).reg(reg).reg(amount);
            emit.keep_flags().done();
        }
        let cc = match test.relation {
            Relation::Equal => Cc::E,
            Relation::SignedLessEqual => Cc::Le,
            Relation::SignedGreaterEqual => Cc::Ge,
            Relation::UnsignedLessEqual => Cc::Be,
            Relation::UnsignedGreater => Cc::A,
        };
        self.emit_jcc(target, cc);
    }

    fn emit_switch_jump(&mut self, target: Block) {
        self.emit(op::JMP_1).block(target).done();
    }

    fn emit_switch_offset(&mut self, value: SwitchValue, low: i64) -> SwitchValue {
        let width: Width = value.width();
        let amount = match width {
            Width::W64 => low.wrapping_neg(),
            _ => i64::from((low as i32).wrapping_neg()),
        };
        let offset = self.new_reg(width.part());
        let opcodes = match width {
            Width::W64 => (op::ADD64ri32, op::ADD64rr),
            _ => (op::ADD32ri, op::ADD32rr),
        };
        if i32::try_from(amount).is_ok() {
            let emit = self.emit(opcodes.0).def(offset).reg(value.reg);
            emit.imm(amount).done();
        } else {
            let by = self.new_reg(width.part());
            self.emit(op::MOV64ri).def(by).imm(amount).done();
            let emit = self.emit(opcodes.1).def(offset).reg(value.reg);
            emit.reg(by).done();
        }
        SwitchValue {
            reg: offset,
            ..value
        }
    }

    fn emit_word_move(&mut self, dst: Reg, src: Reg) {
        self.emit(op::MOV32rr).def(dst).reg(src).done();
    }

    fn emit_jump_through(&mut self, symbol: Operand, index: Reg) {
        // What is in the table is in read-only memory: the blocks need no marks of their own.
        let (through_memory, through_register) = match self.has_branch_protection() {
            true => (op::JMP64m_NT, op::JMP64r_NT),
            false => (op::JMP64m, op::JMP64r),
        };
        if !self.is_pic() {
            let mut address = Address {
                index,
                scale: 8,
                symbol: Some(symbol),
                ..Address::default()
            };
            if self.own_reach() == Reach::Far {
                address = Address {
                    base: self.own_address(symbol).base,
                    symbol: None,
                    ..address
                };
            }
            let mem = MemOperand::new(MemFlags::LOAD, MemPointer::JumpTable, 0, 8, 8);
            self.emit(through_memory)
                .ops(&address.operands())
                .mem(mem)
                .done();
            return;
        }
        let base = self.new_reg(PartType::Pointer);
        self.emit_own_address(base, symbol);
        let target = self.new_reg(PartType::Int(64));
        let mut address = Address {
            base: Base::Reg(base),
            index,
            scale: 4,
            ..Address::default()
        };
        if self.own_reach() == Reach::FromTable {
            address.scale = 8;
            let mem = MemOperand::new(MemFlags::LOAD, MemPointer::JumpTable, 0, 8, 8);
            let add = self.emit(op::ADD64rm).def(target).reg(base);
            add.ops(&address.operands()).mem(mem).done();
            self.emit(through_register).reg(target).done();
            return;
        }
        let entry = self.new_reg(PartType::Int(64));
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::JumpTable, 0, 4, 4);
        let load = self.emit(op::MOVSX64rm32).def(entry);
        load.ops(&address.operands()).mem(mem).done();
        self.emit(op::ADD64rr)
            .def(target)
            .reg(entry)
            .reg(base)
            .done();
        self.emit(through_register).reg(target).done();
    }

    fn min_table_entries(&self) -> Option<usize> {
        // A table is read for an indirect branch.
        if thunks::avoids_indirect_branches(self.features()) {
            return None;
        }
        Some(MIN_TABLE_ENTRIES)
    }
}
