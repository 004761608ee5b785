//! Switches: the building blocks of the tree of [`avarice_lower::select::switch_tree`].

use avarice_legalize::Result;
use avarice_lower::PartType;
use avarice_lower::select::switch_tree::{Relation, SwitchTarget, SwitchTest, SwitchValue};
use avarice_lower::select::{Constants, IntWidth};
use avarice_mir::{Block, MemFlags, MemOperand, MemPointer, Operand, Reg};

use super::address::{Address, Base};
use super::compare::{CMP_RI, CMP_RR, Cc, TEST_RR};
use super::symbols::Reach;
use super::{Selector, Width};
use crate::{op, thunks};

/// Fewest ranges that are worth a jump table.
const MIN_TABLE_ENTRIES: usize = 4;

impl<'m> SwitchTarget<'m> for Selector<'_, 'm> {
    fn emit_switch_branch(&mut self, test: SwitchTest, target: Block) {
        let width = test.value.width::<Width>();
        let (w, reg) = (width as usize, test.value.reg);
        // The sign alone says how a number compares with 0; that is also shorter for the number next to 0.
        let (bound, cc) = match (test.relation, test.bound) {
            (Relation::SignedLess, 0) => (0, Cc::S),
            (Relation::SignedGreater, -1) => (0, Cc::Ns),
            (Relation::SignedLess, 1) => (0, Cc::Le),
            (Relation::Equal, bound) => (bound, Cc::E),
            (Relation::NotEqual, bound) => (bound, Cc::Ne),
            (Relation::SignedLess, bound) => (bound, Cc::L),
            (Relation::SignedGreater, bound) => (bound, Cc::G),
            (Relation::UnsignedLess, bound) => (bound, Cc::B),
            (Relation::UnsignedGreater, bound) => (bound, Cc::A),
        };
        let bound = match width {
            Width::W64 => bound,
            _ => i64::from(bound as i32),
        };
        if bound == 0 {
            self.emit(TEST_RR[w]).reg(reg).reg(reg).keep_flags().done();
        } else if i32::try_from(bound).is_ok() {
            self.emit(CMP_RI[w]).reg(reg).imm(bound).keep_flags().done();
        } else {
            let amount = self.new_reg(PartType::Int(64));
            self.emit(op::MOV64ri).def(amount).imm(bound).done();
            let emit = self.emit(CMP_RR[w]).reg(reg).reg(amount);
            emit.keep_flags().done();
        }
        self.emit_jcc(target, cc);
    }

    fn emit_bit_branch(&mut self, index: SwitchValue, mask: u64, target: Block) -> Result<()> {
        let width = index.width::<Width>();
        let bits = self.new_reg(width.part());
        self.emit_int_constant(bits, width.part(), mask);
        let opcode = match width {
            Width::W64 => op::BT64rr,
            _ => op::BT32rr,
        };
        let test = self.emit(opcode).reg(bits).reg(index.reg);
        test.keep_flags().done();
        self.emit_jcc(target, Cc::B);
        Ok(())
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

    fn emit_switch_bit(&mut self, value: SwitchValue, bit: u64) -> Result<SwitchValue> {
        let width = value.width::<Width>();
        let reg = self.new_reg(width.part());
        let (with_imm, with_reg) = match width {
            Width::W64 => (op::OR64ri32, op::OR64rr),
            _ => (op::OR32ri, op::OR32rr),
        };
        let imm = match width {
            Width::W64 => bit as i64,
            _ => i64::from(bit as i32),
        };
        if i32::try_from(imm).is_ok() {
            self.emit(with_imm).def(reg).reg(value.reg).imm(imm).done();
        } else {
            let bits = self.new_reg(width.part());
            self.emit_int_constant(bits, width.part(), bit);
            self.emit(with_reg).def(reg).reg(value.reg).reg(bits).done();
        }
        Ok(SwitchValue { reg, ..value })
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
