//! How code refers to symbols in each code model.
//!
//! | reach | static | position-independent |
//! |---|---|---|
//! | near | `$g`, `g(%rip)` | `g(%rip)` |
//! | through the table | `g@GOTPCREL(%rip)` | `g@GOTPCREL(%rip)` |
//! | far | `movabsq $g` | `movabsq $g@GOTOFF` from the table's address |
//! | far, through the table | — | `movabsq $g@GOT` from the table's address |
//!
//! The table is the global offset table. Its own address is computed once, at the entry of the function:
//!
//! ```text
//!   medium   leaq _GLOBAL_OFFSET_TABLE_(%rip), %rax
//!   large    .L0$pb: leaq .L0$pb(%rip), %rax
//!            movabsq $_GLOBAL_OFFSET_TABLE_-.L0$pb, %rcx
//!            addq %rax, %rcx
//! ```

use avarice_emit::{GOT_NAME, PIC_BASE};
use avarice_ir::{CodeModel, Global};
use avarice_lower::{LocalKey, PartType};
use avarice_mir::function::InstNotes;
use avarice_mir::{MemFlags, MemOperand, MemPointer, Operand, Reg};

use super::Selector;
use super::address::{Address, Base};
use crate::op;
use crate::target_flags::{MO_GOT, MO_GOTOFF, MO_GOTPCREL, MO_PIC_BASE_OFFSET};

/// The kind of [`LocalKey::Target`] that is a global's offset from the global offset table.
const TABLE_OFFSET: u32 = 0;

/// How code gets at a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Directly: 32 bits reach it.
    Near,
    /// By its entry in the global offset table, which is near.
    Entry,
    /// By its address, all 64 bits.
    Far,
    /// By its distance from the global offset table.
    FromTable,
    /// By its entry in the global offset table, which is far.
    FarEntry,
}

/// The key of a global's offset from the global offset table.
pub(super) fn table_offset_key(global: Global) -> LocalKey {
    LocalKey::Target(TABLE_OFFSET, global.as_u32().into())
}

impl Selector<'_, '_> {
    /// How code gets at `global`, which is not thread-local.
    pub(super) fn reach(&self, global: Global) -> Reach {
        let is_large_model = self.code_model() == CodeModel::Large;
        match (self.is_pic(), self.is_dso_local(global)) {
            (false, _) if is_large_model => Reach::Far,
            (true, false) if is_large_model => Reach::FarEntry,
            (_, false) => Reach::Entry,
            (false, true) if self.is_large(global) => Reach::Far,
            (true, true) if is_large_model || self.is_large(global) => Reach::FromTable,
            (_, true) => Reach::Near,
        }
    }

    /// How code gets at what is no global: constants, tables, blocks.
    pub(super) fn own_reach(&self) -> Reach {
        match (self.code_model(), self.is_pic()) {
            (CodeModel::Large, true) => Reach::FromTable,
            (CodeModel::Large, false) => Reach::Far,
            _ => Reach::Near,
        }
    }

    /// Whether a symbol plus `offset` is surely as near as the symbol.
    pub(super) fn is_symbol_offset(&self, offset: i64) -> bool {
        match self.code_model() {
            CodeModel::Kernel => (0..=i64::from(i32::MAX)).contains(&offset),
            CodeModel::Large => i32::try_from(offset).is_ok(),
            _ => (-(1 << 24)..1 << 24).contains(&offset),
        }
    }

    /// The register with the address of the global offset table.
    pub(super) fn table_base(&mut self) -> Reg {
        if self.table_base.is_none() {
            self.table_base = self.new_reg(PartType::Pointer);
        }
        self.table_base
    }

    /// Computes the address of the global offset table where the function begins, if it was asked for.
    pub(super) fn emit_table_base(&mut self) {
        let dst = self.table_base;
        if dst.is_none() {
            return;
        }
        let table = self.mf.symbol(GOT_NAME);
        if self.code_model() != CodeModel::Large {
            self.emit_lea(dst, &Address::rip(Operand::symbol(table, 0)));
            return;
        }
        let symbol = self.mf.symbol(&format!(".L{PIC_BASE}"));
        let here = self.new_reg(PartType::Pointer);
        let address = Address::rip(Operand::mc_symbol(symbol)).operands();
        let lea = self.emit(op::LEA64r).def(here).ops(&address).done();
        let notes = InstNotes {
            pre_symbol: symbol.into(),
            ..InstNotes::default()
        };
        self.mf.set_notes(lea, notes);
        let table = Operand::symbol(table, 0).with_target_flags(MO_PIC_BASE_OFFSET);
        let distance = self.emit_far(table);
        let emit = self.emit(op::ADD64rr).def(dst).reg(here);
        emit.reg(distance).done();
    }

    /// A register with a symbol's value, all 64 bits of it.
    pub(super) fn emit_far(&mut self, symbol: Operand) -> Reg {
        let dst = self.new_reg(PartType::Pointer);
        self.emit(op::MOV64ri).def(dst).op(symbol).done();
        dst
    }

    /// `dst` = a global's offset from the global offset table.
    pub(super) fn emit_target_local(&mut self, dst: Reg, number: u64) {
        let symbol = Operand::global(Global::from_u32(number as u32), 0);
        let symbol = symbol.with_target_flags(MO_GOTOFF);
        self.emit(op::MOV64ri).def(dst).op(symbol).done();
    }

    /// The address of `symbol`, a constant or a table.
    pub(super) fn own_address(&mut self, symbol: Operand) -> Address {
        match self.own_reach() {
            Reach::Far => Address::base(self.emit_far(symbol), 0),
            Reach::FromTable => Address {
                index: self.emit_far(symbol.with_target_flags(MO_GOTOFF)),
                base: Base::Reg(self.table_base()),
                ..Address::default()
            },
            _ => Address::rip(symbol),
        }
    }

    /// `dst = symbol`, which is no global.
    pub(super) fn emit_own_address(&mut self, dst: Reg, symbol: Operand) {
        let opcode = match self.code_model() {
            _ if self.is_pic() => {
                let address = self.own_address(symbol);
                return self.emit_address(dst, &address);
            }
            CodeModel::Large => op::MOV64ri,
            CodeModel::Kernel => op::MOV64ri32,
            _ => op::MOV32ri64,
        };
        self.emit(opcode).def(dst).op(symbol).done();
    }

    /// `dst` = the address of a global that is in the same linked object, plus an offset that fits.
    pub(super) fn emit_local_address(&mut self, dst: Reg, global: Global, offset: i64) {
        let symbol = Operand::global(global, offset);
        let is_kernel = self.code_model() == CodeModel::Kernel;
        let opcode = match (self.reach(global), self.is_pic()) {
            (Reach::FromTable, _) => return self.emit_sum_from_table(dst, global, offset),
            (Reach::Far, _) => op::MOV64ri,
            (_, true) => return self.emit_lea(dst, &Address::rip(symbol)),
            (_, false) if is_kernel => op::MOV64ri32,
            (_, false) => op::MOV32ri64,
        };
        self.emit(opcode).def(dst).op(symbol).done();
    }

    fn emit_sum_from_table(&mut self, dst: Reg, global: Global, offset: i64) {
        let symbol = Operand::global(global, 0).with_target_flags(MO_GOTOFF);
        let distance = self.emit_far(symbol);
        let address = Address {
            base: Base::Reg(self.table_base()),
            index: distance,
            disp: offset,
            ..Address::default()
        };
        self.emit_address(dst, &address);
    }

    /// The entry of `symbol` in the global offset table, and the memory operand of a load of it.
    pub(super) fn entry_address(&mut self, symbol: Operand) -> (Address, MemOperand) {
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Got, 0, 8, 8);
        if self.code_model() != CodeModel::Large {
            return (Address::rip(symbol.with_target_flags(MO_GOTPCREL)), mem);
        }
        let address = Address {
            index: self.emit_far(symbol.with_target_flags(MO_GOT)),
            base: Base::Reg(self.table_base()),
            ..Address::default()
        };
        (address, mem)
    }
}
