//! Where unwinding arrives.

use avarice_lower::select::Exceptions;
use avarice_mir::Reg;
use avarice_target::{PhysReg, SubRegIdx};

use super::{Selector, Width};
use crate::{reg, sub};

impl<'m> Exceptions<'m> for Selector<'_, 'm> {
    const LANDING_REGISTERS: [PhysReg; 2] = [reg::X0, reg::X1];
    const LOW_WORD: SubRegIdx = sub::SUB_32;

    fn emit_word(&mut self, dst: Reg, number: u32) {
        self.emit_int(dst, Width::W32, number.into());
    }
}
