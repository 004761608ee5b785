//! Selection of operations on the stack pointer.

use avarice_lower::select::StackAllocation;
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::operand::AND;
use super::{Selector, Width};
use crate::subtarget::STACK_ALIGN;
use crate::{op, reg, subtarget};

impl Selector<'_, '_> {
    /// At least each how many bytes the stack is touched, if it is.
    ///
    /// # Errors
    /// If it is to be touched in a way that is not known.
    pub(super) fn stack_probe(&self) -> Result<Option<u64>> {
        let function = self.module.globals[self.global].function();
        let attrs = self.module.attrs(function.and_then(|f| f.attrs.function));
        match subtarget::stack_probe(self.module, attrs) {
            Ok(size) => Ok(size),
            Err(kind) => self.unsupported(format!("stack probes by '{kind}'")),
        }
    }
}

impl<'m> StackAllocation<'m> for Selector<'_, 'm> {
    fn kept_alignment(&self) -> u64 {
        STACK_ALIGN
    }

    fn emit_product_by(&mut self, dst: Reg, src: Reg, factor: i64) -> Result<()> {
        self.emit_mul_by(Width::W64, dst, src, factor)
    }

    fn rounded_up(&mut self, bytes: Reg, align: u64) -> Result<Reg> {
        let up = self.add_imm_reg(Width::W64, bytes, align as i64 - 1)?;
        self.logical_imm_reg(&AND, Width::W64, up, align.wrapping_neg())
    }

    fn emit_allocation(&mut self, bytes: Reg, align: u64) -> Result<Reg> {
        let probe = self.stack_probe()?;
        if probe.is_none() {
            // Nothing may use the stack for the arguments of a call meanwhile.
            self.emit_call_frame(op::ADJCALLSTACKDOWN, 0);
        }
        let top = self.new_reg(PartType::Pointer);
        self.emit_copy(top, reg::SP);
        let mut place = self.binary(op::SUBXrr, Width::W64, top, bytes);
        if align > STACK_ALIGN {
            place = self.logical_imm_reg(&AND, Width::W64, place, align.wrapping_neg())?;
        }
        match probe {
            Some(_) => {
                self.emit(op::PROBED_STACKALLOC_DYN).reg(place).done();
            }
            None => {
                self.emit_copy(reg::SP, place);
                self.emit_call_frame(op::ADJCALLSTACKUP, 0);
            }
        }
        Ok(place)
    }
}
