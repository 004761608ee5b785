//! Intrinsics about the machine, control and memory.

use avarice_ir::{Inst, Intrinsic, Value};
use avarice_lower::select::{Exceptions, Integers, Intrinsics};
use avarice_lower::{PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::PhysReg;

use super::address::Address;
use super::int::SHL;
use super::{Selector, Width};
use crate::{op, reg};

impl Selector<'_, '_> {
    /// An object of unknown size: all ones as an upper bound, zero as a lower bound.
    fn lower_objectsize(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let minimum = self.const_int(self.function.operand(inst, 1)) == Some(1);
        let src = self.use_int(bits, if minimum { 0 } else { u64::MAX })?;
        self.emit_copy(dst, src);
        Ok(())
    }

    fn lower_return_address(&mut self, inst: Inst) -> Result<()> {
        self.mf.frame.return_address_taken = true;
        let dst = self.result_reg(inst)?;
        if self.const_int(self.function.operand(inst, 0)) == Some(0) {
            let slot = self.mf.frame.create_fixed_object(8, -8, true);
            self.emit_slot_load(op::MOV64rm, dst, slot, 8);
            return Ok(());
        }
        // Of a caller: above its frame pointer.
        let frame = self.frame_of_caller(inst)?;
        self.emit_frame_load(dst, frame, 1);
        Ok(())
    }

    fn lower_frame_address(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let frame = self.frame_of_caller(inst)?;
        self.define(dst, frame);
        Ok(())
    }

    fn lower_prefetch(&mut self, inst: Inst) -> Result<()> {
        let operand = |index| self.function.operand(inst, index);
        let (pointer, locality) = (operand(0), operand(2));
        // The baseline has no prefetch of code, and prefetches for writing as for reading.
        if self.const_int(operand(3)) == Some(0) {
            return Ok(());
        }
        let opcode = match self.const_int(locality) {
            Some(0) => op::PREFETCHNTA,
            Some(1) => op::PREFETCHT2,
            Some(2) => op::PREFETCHT1,
            _ => op::PREFETCHT0,
        };
        let address = self.address(pointer)?;
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let mem = self.mem_operand(flags, pointer, 0, 1, 1);
        self.emit(opcode).ops(&address.operands()).mem(mem).done();
        Ok(())
    }

    fn lower_cycle_counter(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        self.emit(op::RDTSC).done();
        let (low, high) = (
            self.new_reg(PartType::Int(64)),
            self.new_reg(PartType::Int(64)),
        );
        self.emit_copy(low, reg::RAX);
        self.emit_copy(high, reg::RDX);
        let high = self.shift(&SHL, Width::W64, high, 32);
        self.emit(op::OR64rr).def(dst).reg(low).reg(high).done();
        Ok(())
    }
}

impl<'m> Intrinsics<'m> for Selector<'_, 'm> {
    const STACK_POINTER: PhysReg = reg::RSP;
    const FRAME_POINTER: PhysReg = reg::RBP;

    fn emit_trap(&mut self) {
        self.emit(op::TRAP).done();
    }

    fn emit_frame_load(&mut self, dst: Reg, frame: Reg, index: i64) {
        let address = Address::base(frame, 8 * index);
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Unknown, 0, 8, 8);
        let emit = self.emit(op::MOV64rm).def(dst);
        emit.ops(&address.operands()).mem(mem).done();
    }

    fn relative_load(&mut self, pointer: Value, base: Reg, offset: Value) -> Result<Reg> {
        let mut address = Address::base(base, 0);
        let constant = self.const_signed(offset);
        match constant.filter(|by| i32::try_from(*by).is_ok()) {
            Some(by) => address.disp = by,
            None => address.index = self.extend(offset, true, Width::W64)?,
        }
        let mem = self.mem_operand(MemFlags::LOAD, pointer, 0, 4, 4);
        let relative = self.new_reg(PartType::Int(64));
        let emit = self.emit(op::MOVSX64rm32).def(relative);
        emit.ops(&address.operands()).mem(mem).done();
        Ok(relative)
    }

    fn lower_machine_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Ubsantrap => {
                let kind = self.check_kind(inst);
                self.emit(op::UBSAN_UD1).imm(kind).done();
            }
            Debugtrap => {
                self.emit(op::INT3).done();
            }
            VaStart => self.lower_va_start(inst)?,
            VaCopy => self.lower_va_copy(inst)?,
            Prefetch => self.lower_prefetch(inst)?,
            Readcyclecounter => self.lower_cycle_counter(inst)?,
            Stackguard => self.lower_stack_guard(inst)?,
            Stackprotector => self.lower_stack_protector(inst)?,
            EhTypeidFor => self.lower_type_id(inst)?,
            // Instructions are read from what was written.
            ClearCache => {}
            EhSjljSetjmp => self.lower_setjmp(inst)?,
            EhSjljLongjmp => self.lower_longjmp(inst)?,
            Objectsize => self.lower_objectsize(inst)?,
            GetRounding => self.lower_get_rounding(inst)?,
            SetRounding => self.lower_set_rounding(inst)?,
            Returnaddress => self.lower_return_address(inst)?,
            Frameaddress => self.lower_frame_address(inst)?,
            _ => return self.unsupported(format!("intrinsic {}", intrinsic.name())),
        }
        Ok(())
    }
}
