//! Moves the stack pointer down by a dynamic number of bytes, with probes if the function requests them.
//!
//! Loops of probes are made after selection.

use avarice_ir::CodeModel;
use avarice_lower::select::StackAllocation;
use avarice_lower::{PartType, Result};
use avarice_mir::{Operand, OperandFlags, Reg};

use super::int::{ADD, AND};
use super::{Selector, Width};
use crate::frame_attributes::{INLINE_PROBE, stack_probe};
use crate::{op, reg};

impl Selector<'_, '_> {
    /// A register with the address `bytes` below the stack pointer; what is between can be written to from the top down.
    fn emit_stack_growth(&mut self, bytes: Reg) -> Reg {
        let function = self.module.globals[self.global].function();
        let attrs = self.module.attrs(function.and_then(|f| f.attrs.function));
        match stack_probe(attrs) {
            None => self.emit_below_stack(bytes),
            Some((INLINE_PROBE, _)) => {
                let place = self.new_reg(PartType::Pointer);
                self.emit(op::PROBED_ALLOCA_64).def(place).reg(bytes).done();
                place
            }
            Some((name, _)) => self.emit_probing_call(bytes, name),
        }
    }

    fn emit_below_stack(&mut self, bytes: Reg) -> Reg {
        let top = self.new_reg(PartType::Pointer);
        self.emit_copy(top, reg::RSP);
        let place = self.new_reg(PartType::Pointer);
        self.emit(op::SUB64rr).def(place).reg(top).reg(bytes).done();
        place
    }

    /// Has function `name` touch the stack: it takes the number of bytes in RAX and keeps all registers.
    fn emit_probing_call(&mut self, bytes: Reg, name: &str) -> Reg {
        self.emit_copy(reg::RAX, bytes);
        let callee = self.mf.symbol(name);
        let callee = Operand::symbol(callee, 0);
        let call = match self.code_model() {
            CodeModel::Large => {
                self.emit(op::MOV64ri).def(reg::R11).op(callee).done();
                self.emit(op::CALL64r).reg(reg::R11)
            }
            _ => self.emit(op::CALL64pcrel32).op(callee),
        };
        let call = call.implicit_use(reg::RAX).implicit_def(reg::RAX);
        let flags = Operand::def(reg::EFLAGS);
        call.extra(flags.with(OperandFlags::IMPLICIT | OperandFlags::DEAD))
            .done();
        self.mf.frame.adjusts_stack = true;
        self.mf.frame.has_calls = true;
        let size = self.new_reg(PartType::Int(64));
        self.emit_copy(size, reg::RAX);
        self.emit_below_stack(size)
    }
}

impl<'m> StackAllocation<'m> for Selector<'_, 'm> {
    fn kept_alignment(&self) -> u64 {
        self.mf.frame.call_align
    }

    fn emit_product_by(&mut self, dst: Reg, src: Reg, factor: i64) -> Result<()> {
        self.emit_mul_by(Width::W64, dst, src, factor);
        Ok(())
    }

    fn rounded_up(&mut self, bytes: Reg, align: u64) -> Result<Reg> {
        let up = self.alu_imm(&ADD, Width::W64, bytes, align as i64 - 1)?;
        self.alu_imm(&AND, Width::W64, up, -(align as i64))
    }

    fn emit_allocation(&mut self, bytes: Reg, align: u64) -> Result<Reg> {
        // Nothing may use the stack for the arguments of a call meanwhile.
        self.emit_call_frame(op::ADJCALLSTACKDOWN64, 3);
        let mut place = self.emit_stack_growth(bytes);
        if align > self.kept_alignment() {
            place = self.alu_imm(&AND, Width::W64, place, -(align as i64))?;
        }
        self.emit_copy(reg::RSP, place);
        self.emit_call_frame(op::ADJCALLSTACKUP64, 2);
        Ok(place)
    }
}
