//! Selection of operations on the stack pointer.

use avarice_lower::select::StackAllocation;
use avarice_lower::{PartType, Result};
use avarice_mir::{BranchProbability, Reg};

use super::compare::Cc;
use super::operand::AND;
use super::{Selector, Width};
use crate::subtarget::STACK_ALIGN;
use crate::{op, reg, subtarget};

/// `uxtx #0`: a whole register as the last operand of a comparison with the stack pointer.
const WHOLE_REGISTER: i64 = 3 << 3;

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

    /// Moves the stack pointer down to `place`, touching the stack each `size` bytes.
    fn emit_probing_loop(&mut self, place: Reg, size: u64) {
        let block = self.point().block;
        let rest = self.split_block();
        let test = self.create_block_after(block);
        let body = self.create_block_after(test);
        let half = BranchProbability::new(1, 2);
        for (from, to, probability) in [
            (block, test, BranchProbability::ONE),
            (test, rest, half),
            (test, body, half),
            (body, test, BranchProbability::ONE),
        ] {
            self.mf.add_edge(from, to, Some(probability));
        }
        self.set_point_at_end(test);
        // Both parts of the size, as far as there are any.
        for (part, shift) in [(size >> 12, 12), (size & 0xfff, 0)] {
            if part != 0 {
                let down = self.emit(op::SUBXri).def(reg::SP).reg(reg::SP);
                down.imm(part as i64).imm(shift).done();
            }
        }
        let compare = self
            .emit(op::SUBSXrx64)
            .def(reg::XZR)
            .reg(reg::SP)
            .reg(place);
        compare.imm(WHOLE_REGISTER).keep_flags().done();
        let branch = self.emit(op::Bcc).imm(Cc::Le.imm());
        branch.block(rest).done();
        self.set_point_at_end(body);
        let store = self.emit(op::STRXui).reg(reg::XZR).reg(reg::SP);
        store.imm(0).done();
        self.emit(op::B).block(test).done();
        self.set_point_at_start(rest);
        let stack = self.emit(op::ADDXri).def(reg::SP).reg(place);
        stack.imm(0).imm(0).done();
        let load = self.emit(op::LDRXui).def(reg::XZR).reg(reg::SP);
        load.imm(0).done();
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
            Some(size) => self.emit_probing_loop(place, size),
            None => {
                self.emit_copy(reg::SP, place);
                self.emit_call_frame(op::ADJCALLSTACKUP, 0);
            }
        }
        Ok(place)
    }
}
