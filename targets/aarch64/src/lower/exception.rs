//! Calls that may unwind to a landing pad, landing pads, and what ends a cleanup.

use avarice_ir::{CallInfo, Inst, Intrinsic};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::LaneMask;

use super::{Selector, Width};
use crate::{op, reg, sub};

impl Selector<'_, '_> {
    /// Selects `invoke`: the call between two labels, then a jump to the normal destination.
    pub(super) fn lower_invoke(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let function = self.function;
        let [normal, unwind] = function.inst_blocks(inst) else {
            return self.unsupported("invoke without two successors");
        };
        let Some(pad) = self.landing_pad(*unwind) else {
            return self.unsupported("invoke that unwinds to something other than a landingpad");
        };
        match Intrinsic::of_call(self.module, function, inst) {
            Some(Intrinsic::Donothing) => {}
            Some(intrinsic) => {
                return self.unsupported(format!("invoke of {}", intrinsic.name()));
            }
            None => {
                let (begin, end) = (self.new_label(), self.new_label());
                self.emit_label(begin);
                self.lower_call(inst, info)?;
                self.emit_label(end);
                self.add_invoke(begin, end, pad);
            }
        }
        let machine = self.point().block;
        for (index, successor) in [*normal, *unwind].into_iter().enumerate() {
            let probability = self.edge_probability(index);
            self.add_successor(machine, successor, probability);
        }
        let normal = self.block_of(*normal);
        self.emit_jump(normal);
        Ok(())
    }

    /// Selects `landingpad`: the unwinder leaves the exception and the selector in two registers.
    pub(super) fn lower_landing_pad(&mut self, inst: Inst) -> Result<()> {
        let Some(pad) = self.landing_pad(self.ir_block) else {
            return self.unsupported("landingpad in a function without personality");
        };
        let label = self.mf.exceptions.pads[pad].label;
        let block = self.point().block;
        self.emit_label(label);
        let parts = self.parts(self.function.insts[inst].ty)?;
        for (index, (from, part)) in [reg::X0, reg::X1].into_iter().zip(parts).enumerate() {
            self.mf.blocks[block].live_ins.push((from, LaneMask::ALL));
            let dst = match self.function.insts[inst].result.expand() {
                Some(value) => self.requested(value, index),
                None => Reg::NONE,
            };
            if dst.is_none() {
                continue;
            }
            match part.ty {
                ty if !ty.is_int() => {
                    return self.unsupported("landingpad with a result of this type");
                }
                ty if Width::of_bits(ty.bits()) == Width::W64 => {
                    self.emit_copy(dst, from);
                }
                _ => {
                    let whole = self.new_reg(PartType::Int(64));
                    self.emit_copy(whole, from);
                    let emit = self.emit(op::COPY).def(dst);
                    emit.sub_reg(whole, sub::SUB_32).done();
                }
            }
        }
        Ok(())
    }

    /// Selects `resume`: the unwinder goes on.
    pub(super) fn lower_resume(&mut self, inst: Inst) -> Result<()> {
        let exception = self.function.operand(inst, 0);
        let parts = self.parts(self.ty(exception))?;
        if parts.first().map(|part| part.ty) != Some(PartType::Pointer) {
            return self.unsupported("resume of something that does not begin with a pointer");
        }
        let pointer = self.use_part(exception, 0)?;
        self.emit_libcall("_Unwind_Resume", &[(PartType::Pointer, pointer)], &[])
    }

    /// Selects `llvm.eh.typeid.for`: the number by which a landing pad knows a type.
    pub(super) fn lower_type_id(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result(inst, 0)?;
        let info = self.function.operand(inst, 0);
        let id = self.type_id(info)?;
        self.emit_int(dst, Width::W32, u64::from(id));
        Ok(())
    }
}
