//! The rounding mode of the processor, which is held in two registers: the control word of the x87 unit and that of
//! vector registers.
//!
//! ```text
//!                    zero  nearest  up  down
//!   C and LLVM        0       1      2    3
//!   control words     3       0      2    1      bits 10 and 11 (x87), 13 and 14 (MXCSR)
//! ```

use avarice_ir::Inst;
use avarice_lower::{PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};

use super::int::{ADD, AND, OR, SHL, SHR};
use super::shorthand::LOW_16;
use super::{Selector, Width};
use crate::{op, reg};

const W: Width = Width::W32;
/// The mode's bits of the x87 control word.
const X87_MODE: i64 = 0xc00;
/// How much higher they are in MXCSR.
const MXCSR_SHIFT: u32 = 3;
/// LLVM's number for each number of the control words, 2 bits each, the lowest first.
const TO_LLVM: u64 = 0b00_10_11_01;
/// The inverse.
const FROM_LLVM: u64 = 0b01_10_00_11;

impl Selector<'_, '_> {
    /// `table >> amount`
    fn table_entry(&mut self, table: u64, amount: Reg) -> Result<Reg> {
        let table = self.use_int(32, table)?;
        self.emit_amount_to_cl(amount);
        Ok(self.unary(op::SHR32rCL, W, table))
    }

    /// Selects `llvm.get.rounding`.
    pub(super) fn lower_get_rounding(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let (_, word) = self.emit_control_word();
        let mode = self.alu_imm(&AND, W, word, X87_MODE)?;
        let amount = self.shift(&SHR, W, mode, 9);
        let entry = self.table_entry(TO_LLVM, amount)?;
        let number = self.alu_imm(&AND, W, entry, 3)?;
        self.define(dst, number);
        Ok(())
    }

    /// Selects `llvm.set.rounding`.
    pub(super) fn lower_set_rounding(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let number = self.use_value(operand)?;
        let amount = self.alu(&ADD, W, number, number);
        let entry = self.table_entry(FROM_LLVM, amount)?;
        let mode = self.alu_imm(&AND, W, entry, 3)?;
        let mode = self.shift(&SHL, W, mode, 10);
        let (slot, word) = self.emit_control_word();
        let rest = self.alu_imm(&AND, W, word, !X87_MODE & 0xffff)?;
        let word = self.alu(&OR, W, rest, mode);
        let address = self.frame_address_of(slot);
        let mem = |flags, size| MemOperand::new(flags, MemPointer::Stack(slot), 0, size, 4);
        let emit = self.emit(op::MOV16mr).ops(&address.operands());
        let emit = emit.sub_reg(word, LOW_16);
        emit.mem(mem(MemFlags::STORE, 2)).done();
        let emit = self.emit(op::FLDCW16m).ops(&address.operands());
        emit.mem(mem(MemFlags::LOAD, 2))
            .done_with_dead(&[reg::FPSW]);
        let emit = self.emit(op::STMXCSR).ops(&address.operands());
        emit.mem(mem(MemFlags::STORE, 4)).done();
        let word = self.new_reg(PartType::Int(32));
        self.emit_slot_load(op::MOV32rm, word, slot, 4);
        let rest = self.alu_imm(&AND, W, word, !(X87_MODE << MXCSR_SHIFT))?;
        let mode = self.shift(&SHL, W, mode, MXCSR_SHIFT);
        let word = self.alu(&OR, W, rest, mode);
        let emit = self.emit(op::MOV32mr).ops(&address.operands());
        emit.reg(word).mem(mem(MemFlags::STORE, 4)).done();
        let emit = self.emit(op::LDMXCSR).ops(&address.operands());
        emit.mem(mem(MemFlags::LOAD, 4)).done();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_inverse() {
        for mode in 0..4 {
            let number = TO_LLVM >> (2 * mode) & 3;
            assert_eq!(FROM_LLVM >> (2 * number) & 3, mode);
        }
    }
}
