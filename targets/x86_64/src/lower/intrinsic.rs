//! Intrinsics: which module selects which, and those about the machine, control and memory.

use avarice_ir::{CallInfo, Inst, Intrinsic};
use avarice_lower::select::{BlockMemory, InlineAssembly, Integers, LibraryCall};
use avarice_lower::{PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};

use super::address::Address;
use super::int::SHL;
use super::overflow::Arithmetic;
use super::{Selector, Width};
use crate::{op, reg};

/// How many calls up `llvm.frameaddress` and `llvm.returnaddress` are followed: one load each.
const MAX_DEPTH: u64 = 4096;

impl Selector<'_, '_> {
    /// Selects a call of an intrinsic. Hints and identities never get here.
    pub(super) fn lower_intrinsic(
        &mut self,
        inst: Inst,
        info: &CallInfo,
        intrinsic: Intrinsic,
    ) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Memcpy => self.lower_memcpy(inst, info, LibraryCall::Allowed),
            MemcpyInline => self.lower_memcpy(inst, info, LibraryCall::Forbidden),
            Memmove => self.lower_memmove(inst, info),
            Memset => self.lower_memset(inst, info, LibraryCall::Allowed),
            MemsetInline => self.lower_memset(inst, info, LibraryCall::Forbidden),
            Bswap => self.lower_bswap(inst),
            Bitreverse => self.lower_bitreverse(inst),
            Ctpop => self.lower_ctpop(inst),
            Ctlz => self.lower_ctlz(inst),
            Cttz => self.lower_cttz(inst),
            Fshl | Fshr => self.lower_funnel_shift(inst, intrinsic == Fshl),
            Smax | Smin | Umax | Umin => self.lower_min_max(inst, intrinsic),
            Abs => self.lower_abs(inst),
            SaddSat => self.lower_saturating(inst, Arithmetic::Add, true),
            SsubSat => self.lower_saturating(inst, Arithmetic::Sub, true),
            UaddSat => self.lower_saturating(inst, Arithmetic::Add, false),
            UsubSat => self.lower_saturating(inst, Arithmetic::Sub, false),
            SaddWithOverflow => self.lower_overflow(inst, Arithmetic::Add, true),
            SsubWithOverflow => self.lower_overflow(inst, Arithmetic::Sub, true),
            SmulWithOverflow => self.lower_overflow(inst, Arithmetic::Mul, true),
            UaddWithOverflow => self.lower_overflow(inst, Arithmetic::Add, false),
            UsubWithOverflow => self.lower_overflow(inst, Arithmetic::Sub, false),
            UmulWithOverflow => self.lower_overflow(inst, Arithmetic::Mul, false),
            FptosiSat => self.lower_saturating_conversion(inst, true),
            FptouiSat => self.lower_saturating_conversion(inst, false),
            _ => match self.lower_math(inst, intrinsic)? {
                true => Ok(()),
                false => self.lower_system(inst, intrinsic),
            },
        }
    }

    /// Selects intrinsics about the machine, control and memory.
    fn lower_system(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Trap => {
                self.emit(op::TRAP).done();
            }
            Ubsantrap => {
                let kind = self.check_kind(inst);
                self.emit(op::UBSAN_UD1).imm(kind).done();
            }
            Debugtrap => {
                self.emit(op::INT3).done();
            }
            VaStart => self.lower_va_start(inst)?,
            VaCopy => self.lower_va_copy(inst)?,
            VaEnd => {}
            Prefetch => self.lower_prefetch(inst)?,
            Readcyclecounter => self.lower_cycle_counter(inst)?,
            LoadRelative => self.lower_load_relative(inst)?,
            Ptrmask => self.lower_ptrmask(inst)?,
            Stacksave => {
                let dst = self.result_reg(inst)?;
                self.emit_copy(dst, reg::RSP);
            }
            Stackrestore => {
                let saved = self.function.operand(inst, 0);
                let src = self.use_value(saved)?;
                self.emit_copy(reg::RSP, src);
            }
            Stackguard => self.lower_stack_guard(inst)?,
            Stackprotector => self.lower_stack_protector(inst)?,
            EhTypeidFor => self.lower_type_id(inst)?,
            // Instructions are read from what was written.
            ClearCache => {}
            CallbrLandingpad => self.lower_asm_landing(inst)?,
            EhSjljSetjmp => self.lower_setjmp(inst)?,
            EhSjljLongjmp => self.lower_longjmp(inst)?,
            AllowRuntimeCheck | AllowUbsanCheck => self.emit_known_bit(inst, true)?,
            Objectsize => self.lower_objectsize(inst)?,
            GetRounding => self.lower_get_rounding(inst)?,
            SetRounding => self.lower_set_rounding(inst)?,
            Returnaddress => self.lower_return_address(inst)?,
            Frameaddress => self.lower_frame_address(inst)?,
            InvariantStart => {
                let dst = self.result_reg(inst)?;
                self.emit(op::IMPLICIT_DEF).def(dst).done();
            }
            _ => return self.unsupported(format!("intrinsic {}", intrinsic.name())),
        }
        Ok(())
    }

    /// The number of the check that failed, of `llvm.ubsantrap`.
    fn check_kind(&self, inst: Inst) -> i64 {
        let kind = self.const_int(self.function.operand(inst, 0));
        (kind.unwrap_or(0) & 0xff) as i64
    }

    fn emit_known_bit(&mut self, inst: Inst, bit: bool) -> Result<()> {
        let dst = self.result_reg(inst)?;
        self.emit(op::MOV8ri).def(dst).imm(i64::from(bit)).done();
        Ok(())
    }

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
        self.emit_frame_load(dst, Address::base(frame, 8));
        Ok(())
    }

    fn lower_frame_address(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let frame = self.frame_of_caller(inst)?;
        self.define(dst, frame);
        Ok(())
    }

    /// The frame pointer of the caller that the first operand says.
    fn frame_of_caller(&mut self, inst: Inst) -> Result<Reg> {
        let depth = self.const_int(self.function.operand(inst, 0));
        let Some(depth) = depth.filter(|depth| *depth <= MAX_DEPTH) else {
            return self.unsupported(format!("frame of a caller more than {MAX_DEPTH} calls up"));
        };
        self.mf.frame.frame_address_taken = true;
        self.mf.target_info.force_frame_pointer = true;
        let mut frame = self.new_reg(PartType::Pointer);
        self.emit_copy(frame, reg::RBP);
        for _ in 0..depth {
            let outer = self.new_reg(PartType::Pointer);
            self.emit_frame_load(outer, Address::base(frame, 0));
            frame = outer;
        }
        Ok(frame)
    }

    /// Loads a pointer out of the frame of a caller.
    fn emit_frame_load(&mut self, dst: Reg, address: Address) {
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Unknown, 0, 8, 8);
        let emit = self.emit(op::MOV64rm).def(dst);
        emit.ops(&address.operands()).mem(mem).done();
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

    /// `pointer + sext(load i32 at pointer + offset)`
    fn lower_load_relative(&mut self, inst: Inst) -> Result<()> {
        let [pointer, offset] = self.operands(inst);
        let dst = self.result_reg(inst)?;
        let base = self.use_value(pointer)?;
        let mut address = Address::base(base, 0);
        match self
            .const_signed(offset)
            .filter(|by| i32::try_from(*by).is_ok())
        {
            Some(by) => address.disp = by,
            None => address.index = self.extend(offset, true, Width::W64)?,
        }
        let mem = self.mem_operand(MemFlags::LOAD, pointer, 0, 4, 4);
        let relative = self.new_reg(PartType::Int(64));
        let emit = self.emit(op::MOVSX64rm32).def(relative);
        emit.ops(&address.operands()).mem(mem).done();
        self.emit(op::ADD64rr)
            .def(dst)
            .reg(base)
            .reg(relative)
            .done();
        Ok(())
    }

    fn lower_ptrmask(&mut self, inst: Inst) -> Result<()> {
        let [pointer, mask] = self.operands(inst);
        if self.int_bits(mask) != Some(64) {
            return self.unsupported("llvm.ptrmask with a mask that is not 64 bits wide");
        }
        let dst = self.result_reg(inst)?;
        let (lhs, rhs) = (self.use_value(pointer)?, self.use_value(mask)?);
        self.emit(op::AND64rr).def(dst).reg(lhs).reg(rhs).done();
        Ok(())
    }
}
