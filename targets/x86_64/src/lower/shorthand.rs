//! Short names for operations on registers that define a new register.

use avarice_lower::select::{Conditions, IntWidth};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::{Cc, Condition};
use super::int::{AluOps, SHL, SHR, ShiftOps};
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// `left op right`.
    pub(super) fn alu(&mut self, ops: &AluOps, width: Width, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        let opcode = ops.rr[width as usize];
        self.emit(opcode).def(dst).reg(left).reg(right).done();
        dst
    }

    /// `left op right`, and the group reads the flags that it sets.
    pub(super) fn alu_flags(&mut self, ops: &AluOps, width: Width, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        let emit = self.emit(ops.rr[width as usize]).def(dst).reg(left);
        emit.reg(right).keep_flags().done();
        dst
    }

    /// `src op value`.
    pub(super) fn alu_imm(
        &mut self,
        ops: &AluOps,
        width: Width,
        src: Reg,
        value: i64,
    ) -> Result<Reg> {
        let dst = self.new_reg(width.part());
        self.emit_alu_imm(ops, width, dst, src, value)?;
        Ok(dst)
    }

    /// `src` shifted by a constant.
    pub(super) fn shift(&mut self, ops: &ShiftOps, width: Width, src: Reg, amount: u32) -> Reg {
        if amount == 0 {
            return src;
        }
        let dst = self.new_reg(width.part());
        let emit = self.emit(ops.ri[width as usize]).def(dst).reg(src);
        emit.imm(i64::from(amount)).done();
        dst
    }

    /// `opcode src`, of `width`.
    pub(super) fn unary(&mut self, opcode: Opcode, width: Width, src: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit(opcode).def(dst).reg(src).done();
        dst
    }

    /// `condition ? yes : no` in registers of 32 or 64 bits.
    pub(super) fn cmov(&mut self, width: Width, cc: Cc, yes: Reg, no: Reg) -> Reg {
        let dst = self.new_reg(width.part());
        let opcode = cmov_opcode(width);
        self.emit_cmov(opcode, dst, Condition::One(cc), yes, no);
        dst
    }

    /// A condition as 0 or 1 in 8 bits.
    pub(super) fn set(&mut self, condition: Condition) -> Reg {
        let dst = self.new_reg(PartType::Int(8));
        self.emit_set(dst, condition);
        dst
    }

    /// `test reg, reg`
    pub(super) fn test(&mut self, width: Width, reg: Reg) {
        let opcode = [op::TEST8rr, op::TEST16rr, op::TEST32rr, op::TEST64rr][width as usize];
        self.emit(opcode).reg(reg).reg(reg).keep_flags().done();
    }

    /// `src`, of `bits` bits in a register of `width`, with copies of its sign above.
    pub(super) fn sign_extended(&mut self, src: Reg, bits: u32, width: Width) -> Reg {
        let amount = width.bits() - bits;
        let up = self.shift(&SHL, width, src, amount);
        self.shift(&super::int::SAR, width, up, amount)
    }

    /// `src`, of `bits` bits in a register of `width`, with zeros above.
    pub(super) fn zero_extended(&mut self, src: Reg, bits: u32, width: Width) -> Result<Reg> {
        let mask = u64::MAX >> (64 - bits);
        if bits == width.bits() {
            Ok(src)
        } else if mask <= i32::MAX as u64 {
            self.alu_imm(&super::int::AND, width, src, mask as i64)
        } else {
            let amount = width.bits() - bits;
            let up = self.shift(&SHL, width, src, amount);
            Ok(self.shift(&SHR, width, up, amount))
        }
    }
}

/// The conditional move of 32 or 64 bits.
pub(super) fn cmov_opcode(width: Width) -> Opcode {
    match width {
        Width::W64 => op::CMOV64rr,
        _ => op::CMOV32rr,
    }
}

/// The sub-register index of 16 bits, for registers of 32 bits that hold 16.
pub(super) const LOW_16: avarice_target::SubRegIdx = sub::SUB_16BIT;
