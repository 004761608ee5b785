//! Addresses of thread-local variables.
//!
//! | model | where the linker knows the offset from the thread pointer | code |
//! |---|---|---|
//! | local-exec | when it links the program | `add` of two pieces of 12 bits, or others with `-tls-size` |
//! | initial-exec | when the program starts | a load from the global offset table |
//! | general | never: the variable may be allocated late | a call of its descriptor, which the linker may shorten |

use avarice_ir::{CodeModel, Global, ThreadLocal};
use avarice_lower::{PartType, Result};
use avarice_mir::{Operand, Reg};

use super::Selector;
use crate::target_flags::{G0, G1, G2, HI12, NC, PAGEOFF, TLS};
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
                self.emit_thread_offset(dst, base, Operand::global(global, 0));
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

    /// The most bits that an offset from the thread pointer has.
    fn thread_offset_bits(&self) -> u32 {
        let asked = match self.options.tls_size {
            0 => 24,
            asked => asked,
        };
        match self.code_model() {
            CodeModel::Tiny => asked.min(24),
            CodeModel::Small | CodeModel::Kernel => asked.min(32),
            CodeModel::Medium | CodeModel::Large => asked,
        }
    }

    /// `dst` = `base` + the offset of a variable.
    ///
    /// | bits | code |
    /// |---|---|
    /// | 12 | `add` |
    /// | 24 | two `add` of 12 bits |
    /// | 32, 48 | `movz` and `movk` of 16 bits, then `add` |
    fn emit_thread_offset(&mut self, dst: Reg, base: Reg, place: Operand) {
        let part = |flags| place.with_target_flags(TLS | flags);
        let pieces: &[u16] = match self.thread_offset_bits() {
            12 => {
                let emit = self.emit(op::ADDXri).def(dst).reg(base);
                emit.op(part(PAGEOFF)).imm(0).done();
                return;
            }
            24 => {
                let high = self.new_reg(PartType::Pointer);
                let emit = self.emit(op::ADDXri).def(high).reg(base);
                emit.op(part(HI12)).imm(0).done();
                let emit = self.emit(op::ADDXri).def(dst).reg(high);
                emit.op(part(PAGEOFF | NC)).imm(0).done();
                return;
            }
            32 => &[G1, G0],
            _ => &[G2, G1, G0],
        };
        let mut offset = None;
        let mut shift = 16 * pieces.len() as i64;
        for piece in pieces {
            shift -= 16;
            let next = self.new_reg(PartType::Pointer);
            match offset {
                None => {
                    let emit = self.emit(op::MOVZXi).def(next);
                    emit.op(part(*piece)).imm(shift).done();
                }
                Some(before) => {
                    let emit = self.emit(op::MOVKXi).def(next).reg(before);
                    emit.op(part(*piece | NC)).imm(shift).done();
                }
            }
            offset = Some(next);
        }
        if let Some(offset) = offset {
            self.emit(op::ADDXrr).def(dst).reg(base).reg(offset).done();
        }
    }
}
