//! Short names for operations on registers that define a new register.

use avarice_lower::PartType;
use avarice_lower::select::IntWidth;
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::Cc;
use super::operand::BinaryOps;
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// `left op right`.
    pub(super) fn alu(&mut self, ops: &BinaryOps, width: Width, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        let opcode = ops.rr[width as usize];
        self.emit(opcode).def(dst).reg(left).reg(right).done();
        dst
    }

    /// `opcode left, right` of `width`.
    pub(super) fn binary(&mut self, opcode: Opcode, width: Width, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit(opcode).def(dst).reg(left).reg(right).done();
        dst
    }

    /// `opcode src` of `width`.
    pub(super) fn unary(&mut self, opcode: Opcode, width: Width, src: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit(opcode).def(dst).reg(src).done();
        dst
    }

    /// The field of `src` that `first` and `last` say as `UBFM` and `SBFM` do.
    pub(super) fn bit_field(
        &mut self,
        signed: bool,
        width: Width,
        src: Reg,
        first: u32,
        last: u32,
    ) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit_bit_field(signed, width, dst, src, first, last);
        dst
    }

    /// `dst = UBFM/SBFM src, first, last`
    pub(super) fn emit_bit_field(
        &mut self,
        signed: bool,
        width: Width,
        dst: Reg,
        src: Reg,
        first: u32,
        last: u32,
    ) {
        let opcode = match (signed, width) {
            (false, Width::W32) => op::UBFMWri,
            (false, Width::W64) => op::UBFMXri,
            (true, Width::W32) => op::SBFMWri,
            (true, Width::W64) => op::SBFMXri,
        };
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.imm(first.into()).imm(last.into()).done();
    }

    /// `src << amount`
    pub(super) fn shift_left(&mut self, width: Width, src: Reg, amount: u32) -> Reg {
        match amount {
            0 => src,
            _ => {
                let bits = width.bits();
                self.bit_field(false, width, src, bits - amount, bits - 1 - amount)
            }
        }
    }

    /// `src >> amount`
    pub(super) fn shift_right(&mut self, signed: bool, width: Width, src: Reg, amount: u32) -> Reg {
        match amount {
            0 => src,
            _ => self.bit_field(signed, width, src, amount, width.bits() - 1),
        }
    }

    /// `condition ? yes : no`
    pub(super) fn csel(&mut self, width: Width, cc: Cc, yes: Reg, no: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit_csel(width, dst, cc, yes, no);
        dst
    }

    /// `dst = condition ? yes : no`
    pub(super) fn emit_csel(&mut self, width: Width, dst: Reg, cc: Cc, yes: Reg, no: Reg) {
        let opcode = [op::CSELWr, op::CSELXr][width as usize];
        let emit = self.emit(opcode).def(dst).reg(yes).reg(no);
        emit.imm(cc.imm()).done();
    }

    /// A condition as 0 or 1.
    pub(super) fn emit_cset(&mut self, dst: Reg, cc: Cc) {
        let emit = self.emit(op::CSINCWr).def(dst);
        let zero = Width::W32.zero();
        emit.reg(zero).reg(zero).imm(cc.inverse().imm()).done();
    }

    /// A 64-bit register whose low half is `src`.
    pub(super) fn any_extended_64(&mut self, src: Reg) -> Reg {
        let undef = self.new_reg(PartType::Int(64));
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let dst = self.new_reg(PartType::Int(64));
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef);
        emit.reg(src).imm(sub::SUB_32.0.into()).done();
        dst
    }

    /// `src`, of `bits` bits in a register of `width`, with zeros or copies of its sign above.
    pub(super) fn extended_in_place(
        &mut self,
        src: Reg,
        signed: bool,
        bits: u32,
        width: Width,
    ) -> Reg {
        match bits == width.bits() {
            true => src,
            false => self.bit_field(signed, width, src, 0, bits - 1),
        }
    }
}
