//! Addresses of thread-local variables.
//!
//! | model | where the linker knows the offset from the thread pointer | code |
//! |---|---|---|
//! | local-exec | when it links the program | `add` of two pieces of 12 bits |
//! | initial-exec | when the program starts | a load from the global offset table |
//! | general | never: the variable may be allocated late | a call of its descriptor, which the linker may shorten |

use avarice_ir::{CodeModel, Global, ThreadLocal};
use avarice_lower::{PartType, Result};
use avarice_mir::{Operand, Reg};

use super::Selector;
use crate::target_flags::{HI12, NC, PAGEOFF, TLS};
use crate::{mask, op, reg};

impl Selector<'_, '_> {
    /// `dst` = the address of a thread-local variable.
    pub(super) fn emit_thread_local_address(&mut self, dst: Reg, global: Global) -> Result<()> {
        let base = self.new_reg(PartType::Pointer);
        let model = self.tls_model(global);
        if self.code_model() == CodeModel::Large && model != ThreadLocal::LocalExec {
            return self.unsupported(
                "ELF TLS only supported in small memory model or in local exec TLS model",
            );
        }
        match model {
            ThreadLocal::LocalExec => {
                self.emit(op::MOVbaseTLS).def(base).done();
                let place = Operand::global(global, 0);
                let high = self.new_reg(PartType::Pointer);
                let emit = self.emit(op::ADDXri).def(high).reg(base);
                emit.op(place.with_target_flags(TLS | HI12)).imm(0).done();
                let emit = self.emit(op::ADDXri).def(dst).reg(high);
                emit.op(place.with_target_flags(TLS | PAGEOFF | NC))
                    .imm(0)
                    .done();
            }
            ThreadLocal::InitialExec => {
                let offset = self.new_reg(PartType::Int(64));
                let entry = Operand::global(global, 0).with_target_flags(TLS);
                self.emit(op::LOADgot).def(offset).op(entry).done();
                self.emit(op::MOVbaseTLS).def(base).done();
                self.emit(op::ADDXrr).def(dst).reg(base).reg(offset).done();
            }
            _ => {
                let variable = Operand::global(global, 0).with_target_flags(TLS);
                self.mf.frame.has_calls = true;
                self.mf.frame.adjusts_stack = true;
                let emit = self.emit(op::TLSDESC_CALLSEQ).op(variable);
                let emit = emit.reg_mask(mask::CSR_AArch64_TLS_ELF);
                emit.done_with_dead(&[reg::NZCV, reg::LR, reg::X1]);
                let offset = self.new_reg(PartType::Int(64));
                self.emit_copy(offset, reg::X0);
                self.emit(op::MOVbaseTLS).def(base).done();
                self.emit(op::ADDXrr).def(dst).reg(base).reg(offset).done();
            }
        }
        Ok(())
    }
}
