//! How code refers to symbols in each code model.
//!
//! | model | address of a symbol | entry in the global offset table |
//! |---|---|---|
//! | tiny | `adr x0, g` | `ldr x0, :got:g` |
//! | small, large and position-independent | `adrp x0, g`, `add x0, x0, :lo12:g` | `adrp`, `ldr` |
//! | large | `movz x0, #:abs_g0_nc:g`, three times `movk` | `adrp`, `ldr` |

use avarice_ir::{CodeModel, Global, Linkage};
use avarice_lower::PartType;
use avarice_mir::{Operand, Reg};
use avarice_target::Opcode;

use super::Selector;
use crate::op;
use crate::target_flags::{G0, G1, G2, G3, NC, PAGE, PAGEOFF};

/// How the address of a symbol is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// As a distance of 21 bits.
    Tiny,
    /// As a page and a place in it.
    Page,
    /// As four pieces of 16 bits.
    Pieces,
}

/// The two operands that say an address: its page, and its place there.
pub(super) fn halves(symbol: Operand) -> [Operand; 2] {
    [
        symbol.with_target_flags(PAGE),
        symbol.with_target_flags(PAGEOFF | NC),
    ]
}

impl Selector<'_, '_> {
    /// How the addresses of symbols are made.
    pub(super) fn reach(&self) -> Reach {
        match self.code_model() {
            CodeModel::Tiny => Reach::Tiny,
            CodeModel::Large if !self.is_pic() => Reach::Pieces,
            _ => Reach::Page,
        }
    }

    /// Whether code gets at `global`, which is not thread-local, by its entry in the global offset table.
    pub(super) fn is_in_table(&self, global: Global) -> bool {
        // A symbol that is nowhere has address 0, which may be too far away.
        let is_weak = self.module.globals[global].linkage == Linkage::ExternWeak;
        !self.is_dso_local(global) || (is_weak && self.code_model() != CodeModel::Large)
    }

    /// `dst` = the address of a symbol; `pseudo` makes it of its two halves.
    pub(super) fn emit_symbol_address(&mut self, pseudo: Opcode, dst: Reg, symbol: Operand) {
        match self.reach() {
            Reach::Page => {
                self.emit(pseudo).def(dst).ops(&halves(symbol)).done();
            }
            Reach::Tiny => {
                self.emit(op::ADR).def(dst).op(symbol).done();
            }
            Reach::Pieces => self.emit_far(dst, symbol),
        }
    }

    fn emit_far(&mut self, dst: Reg, symbol: Operand) {
        let mut value = self.new_reg(PartType::Pointer);
        let lowest = symbol.with_target_flags(G0 | NC);
        let emit = self.emit(op::MOVZXi).def(value).op(lowest);
        emit.imm(0).done();
        for (flags, shift) in [(G1 | NC, 16), (G2 | NC, 32), (G3, 48)] {
            let next = match shift {
                48 => dst,
                _ => self.new_reg(PartType::Pointer),
            };
            let emit = self.emit(op::MOVKXi).def(next).reg(value);
            emit.op(symbol.with_target_flags(flags)).imm(shift).done();
            value = next;
        }
    }
}
