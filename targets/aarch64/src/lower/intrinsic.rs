//! Intrinsics about the machine, control and memory.

use avarice_ir::{Global, Inst, Intrinsic, Value};
use avarice_lower::select::{Exceptions, IntWidth, Integers, Intrinsics, RuntimeCalls};
use avarice_lower::{PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::PhysReg;

use super::address::{Address, Base, Offset};
use super::memory::LOAD_S32_64;
use super::{Selector, Width};
use crate::{op, reg};

/// The operand of the instruction that stops a program.
const TRAP: i64 = 1;
/// The operand of the instruction that stops a debugger.
const DEBUG_TRAP: i64 = 0xf000;
/// The operand of the instruction that stops where a check of undefined behaviour failed, with the number of the check.
const CHECK_TRAP: i64 = 0x5500;
/// The system register that counts cycles, as far as programs may read it (CNTVCT_EL0).
const COUNTER: i64 = 0xdf02;

impl Selector<'_, '_> {
    /// Selects a call of an intrinsic of AArch64.
    pub(super) fn lower_aarch64_intrinsic(&mut self, inst: Inst, global: Global) -> Result<()> {
        let name = self.module.globals[global].name_str();
        let opcode = match &*name {
            "llvm.aarch64.dmb" => op::DMB,
            "llvm.aarch64.dsb" => op::DSB,
            "llvm.aarch64.isb" => op::ISB,
            "llvm.aarch64.hint" => op::HINT,
            "llvm.aarch64.get.fpcr" => {
                let dst = self.result_reg(inst)?;
                self.emit(op::MRS_FPCR).def(dst).done();
                return Ok(());
            }
            "llvm.aarch64.set.fpcr" => {
                let operand = self.function.operand(inst, 0);
                let word = self.use_value(operand)?;
                self.emit(op::MSR_FPCR)
                    .reg(word)
                    .done_with_dead(&[reg::FPCR]);
                return Ok(());
            }
            _ => {
                let own = name.strip_prefix("llvm.aarch64.").unwrap_or_default();
                let is_done =
                    self.lower_extension_intrinsic(inst, own)? || self.lower_neon(inst, own)?;
                return match is_done {
                    true => Ok(()),
                    false => self.unsupported(format!("intrinsic {name}")),
                };
            }
        };
        let kind = self.const_int(self.function.operand(inst, 0));
        let kind = kind.unwrap_or(0) as i64 & 0x7f;
        self.emit(opcode).imm(kind).done();
        Ok(())
    }

    /// The size of an object that is not known: none, or all.
    fn lower_objectsize(&mut self, inst: Inst) -> Result<()> {
        let smallest = self.const_int(self.function.operand(inst, 1)) == Some(1);
        let dst = self.result_reg(inst)?;
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let size = if smallest { 0 } else { u64::MAX };
        self.emit_int(dst, Width::of_bits(bits), size);
        Ok(())
    }

    fn lower_frame_address(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let frame = self.frame_of_caller(inst)?;
        self.emit_copy(dst, frame);
        Ok(())
    }

    /// The return address of the function or a caller, without the signature that it may have.
    fn lower_return_address(&mut self, inst: Inst) -> Result<()> {
        self.mf.frame.return_address_taken = true;
        let dst = self.result_reg(inst)?;
        let mut signed = self.new_reg(PartType::Pointer);
        if self.const_int(self.function.operand(inst, 0)) == Some(0) {
            let live_ins = &mut self.mf.live_ins;
            match live_ins.iter().find(|(from, _)| *from == reg::LR) {
                Some((_, Some(known))) => signed = Reg::virt(*known),
                // The copy comes with those of arguments.
                _ => live_ins.push((reg::LR, signed.as_virtual())),
            }
        } else {
            let frame = self.frame_of_caller(inst)?;
            self.emit_frame_load(signed, frame, 1);
        }
        self.emit_copy(reg::LR, signed);
        self.emit(op::XPACLRI).done();
        self.emit_copy(dst, reg::LR);
        Ok(())
    }

    fn lower_prefetch(&mut self, inst: Inst) -> Result<()> {
        let operand = |index| self.function.operand(inst, index);
        let (pointer, write, locality) = (operand(0), operand(1), operand(2));
        let is_data = self.const_int(operand(3)) == Some(1);
        let level = 3 - self.const_int(locality).unwrap_or(3).min(3);
        let write = self.const_int(write).unwrap_or(0) & 1;
        // Kind, level, and whether the data is needed once: then from the first level.
        let level = if level == 3 { 1 } else { level << 1 };
        let kind = write << 4 | u64::from(!is_data) << 3 | level;
        let address = self.address(pointer, 0)?;
        let (opcode, base, offset) = match address.offset {
            Offset::Bytes(bytes @ 0..32768) if bytes % 8 == 0 => {
                (op::PRFMui, self.base_reg(address.base), bytes / 8)
            }
            Offset::Bytes(bytes @ -256..256) => (op::PRFUMi, self.base_reg(address.base), bytes),
            _ => (op::PRFMui, self.use_value(pointer)?, 0),
        };
        // It has no memory operand: it touches nothing.
        let emit = self.emit(opcode).imm(kind as i64).reg(base);
        emit.imm(offset).done();
        Ok(())
    }
}

impl<'m> Intrinsics<'m> for Selector<'_, 'm> {
    const STACK_POINTER: PhysReg = reg::SP;
    const FRAME_POINTER: PhysReg = reg::FP;

    /// `brk #1`
    fn emit_trap(&mut self) {
        self.emit(op::BRK).imm(TRAP).done();
    }

    fn emit_frame_load(&mut self, dst: Reg, frame: Reg, index: i64) {
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Unknown, 8 * index, 8, 8);
        let emit = self.emit(op::LDRXui).def(dst).reg(frame);
        emit.imm(index).mem(mem).done();
    }

    fn relative_load(&mut self, pointer: Value, base: Reg, offset: Value) -> Result<Reg> {
        let offset = match self.const_signed(offset) {
            Some(by) => Offset::Bytes(by),
            None => Offset::Index(self.extend(offset, true, Width::W64)?, None, false),
        };
        let address = Address {
            base: Base::Reg(base),
            offset,
        };
        let mem = self.mem_operand(MemFlags::LOAD, pointer, 0, 4, 4);
        let relative = self.new_reg(PartType::Int(64));
        self.emit_load(LOAD_S32_64, relative, address, mem)?;
        Ok(relative)
    }

    fn lower_machine_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Ubsantrap => {
                let kind = self.check_kind(inst);
                self.emit(op::BRK).imm(CHECK_TRAP | kind).done();
            }
            Debugtrap => {
                self.emit(op::BRK).imm(DEBUG_TRAP).done();
            }
            VaStart => self.lower_va_start(inst)?,
            VaCopy => self.lower_va_copy(inst)?,
            Stackguard => self.lower_stack_guard(inst)?,
            Stackprotector => self.lower_stack_protector(inst)?,
            EhTypeidFor => self.lower_type_id(inst)?,
            ClearCache => {
                let [begin, end] = [0, 1].map(|at| self.function.operand(inst, at));
                let begin = (PartType::Pointer, self.use_value(begin)?);
                let end = (PartType::Pointer, self.use_value(end)?);
                self.emit_libcall("__clear_cache", &[begin, end], &[])?;
            }
            Prefetch => self.lower_prefetch(inst)?,
            Readcyclecounter => {
                let dst = self.result_reg(inst)?;
                self.emit(op::MRS).def(dst).imm(COUNTER).done();
            }
            ThreadPointer => {
                let dst = self.result_reg(inst)?;
                self.emit(op::MOVbaseTLS).def(dst).done();
            }
            Objectsize => self.lower_objectsize(inst)?,
            Frameaddress => self.lower_frame_address(inst)?,
            Returnaddress => self.lower_return_address(inst)?,
            _ => return self.unsupported(format!("intrinsic {}", intrinsic.name())),
        }
        Ok(())
    }
}
