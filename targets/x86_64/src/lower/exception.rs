//! Where unwinding arrives.

use avarice_lower::select::Exceptions;
use avarice_mir::Reg;
use avarice_target::{PhysReg, SubRegIdx};

use super::Selector;
use crate::{op, reg, sub};

impl<'m> Exceptions<'m> for Selector<'_, 'm> {
    const LANDING_REGISTERS: [PhysReg; 2] = [reg::RAX, reg::RDX];
    const LOW_WORD: SubRegIdx = sub::SUB_32BIT;

    fn emit_word(&mut self, dst: Reg, number: u32) {
        self.emit(op::MOV32ri).def(dst).imm(number.into()).done();
    }
}
