//! Constants and addresses: block-local values, and constants put directly into physical registers.

use avarice_ir::printer::{print_double, print_float};
use avarice_ir::{BinaryOp, CodeModel, Global, ThreadLocal};
use avarice_lower::select::{Constants, IntWidth, Integers};
use avarice_lower::{LocalKey, PartType, Result};
use avarice_mir::{ConstPoolValue, FrameIndex, MemFlags, MemOperand, MemPointer, Operand, Reg};
use avarice_target::{Opcode, PhysReg};

use super::address::{Address, Base};
use super::int::alu_ops;
use super::symbols::Reach;
use super::{Selector, Width, sub_phys};
use crate::target_flags::{MO_DTPOFF, MO_GOTTPOFF, MO_TLSGD, MO_TLSLD, MO_TPOFF};
use crate::{op, reg, sub};

impl Selector<'_, '_> {
    fn emit_int64(&mut self, dst: Reg, value: u64) {
        let signed = value as i64;
        let opcode = if value <= u64::from(u32::MAX) {
            op::MOV32ri64
        } else if i32::try_from(signed).is_ok() {
            op::MOV64ri32
        } else {
            op::MOV64ri
        };
        self.emit(opcode).def(dst).imm(signed).done();
    }

    /// Puts an integer constant into (a part of) 64-bit register `dst`; returns what it defined. `None`
    /// if this constant is better copied from a virtual register.
    pub(super) fn emit_int_to_phys(
        &mut self,
        dst: PhysReg,
        part: PartType,
        value: u64,
    ) -> Option<PhysReg> {
        let width = Width::of_bits(part.bits());
        if width == Width::W64 {
            if value == 0 {
                return None;
            }
            self.emit_int64(dst.into(), value);
            return Some(dst);
        }
        let part_reg = sub_phys(dst, width.max(Width::W32));
        match value {
            0 => self.emit(op::MOV32r0).def(part_reg).done(),
            _ => self
                .emit(op::MOV32ri)
                .def(part_reg)
                .imm(i64::from(value as i32))
                .done(),
        };
        Some(part_reg)
    }

    fn emit_number(&mut self, dst: Reg, part: PartType, bits: u64) {
        if part == PartType::Half {
            return self.emit_half_constant(dst, bits);
        }
        let single = part == PartType::Float;
        if bits == 0 {
            let opcode = if single { op::FsFLD0SS } else { op::FsFLD0SD };
            self.emit(opcode).def(dst).done();
            return;
        }
        let opcode = if single {
            op::MOVSSrm_alt
        } else {
            op::MOVSDrm_alt
        };
        let (address, mem) = self.float_constant_address(part, bits);
        self.emit(opcode)
            .def(dst)
            .ops(&address.operands())
            .mem(mem)
            .done();
    }

    /// The place of a floating-point constant in the constant pool, and the memory operand of its load.
    pub(super) fn float_constant_address(
        &mut self,
        part: PartType,
        bits: u64,
    ) -> (Address, MemOperand) {
        let size = part.store_size();
        let text = match part {
            PartType::Float => print_float(bits as u32),
            _ => print_double(bits),
        };
        let bytes = bits.to_le_bytes()[..size as usize].into();
        self.const_pool_address(ConstPoolValue::Bytes(bytes, text.into()), size, size)
    }

    /// The place of a constant in the constant pool, and the memory operand of a load of it.
    pub(super) fn const_pool_address(
        &mut self,
        value: ConstPoolValue,
        size: u64,
        align: u64,
    ) -> (Address, MemOperand) {
        let index = self.mf.const_pool_index(value, align);
        let address = self.own_address(Operand::const_pool(index, 0));
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::ConstPool, 0, size, align);
        (address, mem)
    }

    /// `dst = base + offset` for any offset.
    pub(super) fn emit_add_offset(&mut self, dst: Reg, base: Reg, offset: i64) {
        if i32::try_from(offset).is_ok() {
            self.emit(op::ADD64ri32)
                .def(dst)
                .reg(base)
                .imm(offset)
                .done();
        } else {
            let amount = self.new_reg(PartType::Int(64));
            self.emit_int64(amount, offset as u64);
            self.emit(op::ADD64rr).def(dst).reg(base).reg(amount).done();
        }
    }

    /// The thread pointer plus the variable's offset from it.
    fn emit_thread_local_address(&mut self, dst: Reg, global: Global, offset: i64) -> Result<()> {
        let model = self.tls_model(global);
        if matches!(
            model,
            ThreadLocal::GeneralDynamic | ThreadLocal::LocalDynamic
        ) {
            self.emit_thread_local_call(dst, global, offset, model);
            return Ok(());
        }
        let pointer = self.new_reg(PartType::Pointer);
        let thread = Address {
            segment: reg::FS,
            ..Address::default()
        };
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Unknown, 0, 8, 8);
        if self.uses_local_exec(global) {
            self.emit(op::MOV64rm)
                .def(pointer)
                .ops(&thread.operands())
                .mem(mem)
                .done();
            let symbol = Operand::global(global, offset).with_target_flags(MO_TPOFF);
            self.emit_thread_sum(dst, pointer, symbol);
            return Ok(());
        }
        let entry = Address::rip(Operand::global(global, 0).with_target_flags(MO_GOTTPOFF));
        let got = MemOperand::new(MemFlags::LOAD, MemPointer::Got, 0, 8, 8);
        let from_thread = self.new_reg(PartType::Int(64));
        self.emit(op::MOV64rm)
            .def(from_thread)
            .ops(&entry.operands())
            .mem(got)
            .done();
        self.emit(op::MOV64rm)
            .def(pointer)
            .ops(&thread.operands())
            .mem(mem)
            .done();
        let sum = if offset == 0 {
            dst
        } else {
            self.new_reg(PartType::Pointer)
        };
        self.emit(op::ADD64rr)
            .def(sum)
            .reg(from_thread)
            .reg(pointer)
            .done();
        if offset != 0 {
            self.emit_add_offset(dst, sum, offset);
        }
        Ok(())
    }

    /// Calls `__tls_get_addr`: for a variable, or for the module's block, in which a variable of this module is
    /// at an offset that the linker knows.
    fn emit_thread_local_call(
        &mut self,
        dst: Reg,
        global: Global,
        offset: i64,
        model: ThreadLocal,
    ) {
        let local = model == ThreadLocal::LocalDynamic;
        let (opcode, flags) = match local {
            true => (op::TLS_base_addr64, MO_TLSLD),
            false => (op::TLS_addr64, MO_TLSGD),
        };
        self.mf.frame.has_calls = true;
        self.mf.frame.adjusts_stack = true;
        let symbol = Operand::global(global, 0).with_target_flags(flags);
        let address = Address {
            symbol: Some(symbol),
            ..Address::default()
        };
        self.emit(opcode).ops(&address.operands()).done();
        let base = match local || offset != 0 {
            true => self.new_reg(PartType::Pointer),
            false => dst,
        };
        self.emit_copy(base, reg::RAX);
        if local {
            let symbol = Operand::global(global, offset).with_target_flags(MO_DTPOFF);
            self.emit_thread_sum(dst, base, symbol);
        } else if offset != 0 {
            self.emit_add_offset(dst, base, offset);
        }
    }

    /// `dst = base + symbol`, an offset among what a thread has.
    fn emit_thread_sum(&mut self, dst: Reg, base: Reg, symbol: Operand) {
        if self.code_model() == CodeModel::Large {
            let emit = self.emit(op::ADD64ri32).def(dst).reg(base);
            emit.op(symbol).done();
            return;
        }
        let address = Address {
            base: Base::Reg(base),
            symbol: Some(symbol),
            ..Address::default()
        };
        self.emit_lea(dst, &address);
    }

    /// Whether a thread-local variable is at a link-time constant offset from the thread pointer.
    pub(super) fn uses_local_exec(&self, global: Global) -> bool {
        self.tls_model(global) == ThreadLocal::LocalExec
    }

    /// `dst = src * factor` in 64 bits, for scaled indices.
    fn emit_scaled(&mut self, dst: Reg, src: Reg, factor: u64) {
        self.emit_mul_by(Width::W64, dst, src, factor as i64);
    }
}

impl<'m> Constants<'m> for Selector<'_, 'm> {
    fn emit_int_constant(&mut self, dst: Reg, part: PartType, value: u64) {
        match (Width::of_bits(part.bits()), value) {
            (Width::W8, 0) => {
                let zero = self.new_reg(PartType::Int(32));
                self.emit(op::MOV32r0).def(zero).done();
                let copy = self.emit(op::COPY).def(dst);
                copy.sub_reg(zero, sub::SUB_8BIT).done();
            }
            (Width::W8, _) => {
                self.emit(op::MOV8ri)
                    .def(dst)
                    .imm(i64::from(value as i8))
                    .done();
            }
            (Width::W64, 0) => {
                let zero = self.new_reg(PartType::Int(32));
                self.emit(op::MOV32r0).def(zero).done();
                self.emit_zero_extension(dst, zero);
            }
            (Width::W64, _) => self.emit_int64(dst, value),
            (_, 0) => {
                self.emit(op::MOV32r0).def(dst).done();
            }
            (_, _) => {
                self.emit(op::MOV32ri)
                    .def(dst)
                    .imm(i64::from(value as i32))
                    .done();
            }
        }
    }

    fn emit_float_constant(&mut self, dst: Reg, part: PartType, bits: u64) -> Result<()> {
        self.emit_number(dst, part, bits);
        Ok(())
    }

    fn emit_vector_local(&mut self, key: LocalKey, dst: Reg) -> Result<()> {
        self.emit_vector_constant(key, dst)
    }

    fn emit_own_local(&mut self, key: LocalKey, dst: Reg, source: Reg) -> Result<()> {
        match key {
            LocalKey::X86Fp80(words) => self.emit_x87_constant(dst, words)?,
            LocalKey::Scaled(_, factor) => self.emit_scaled(dst, source, factor),
            LocalKey::Target(_, number) => self.emit_target_local(dst, number),
            _ => return self.unsupported("constant of this type"),
        }
        Ok(())
    }

    fn emit_frame_address(&mut self, dst: Reg, index: FrameIndex, offset: i64) {
        let address = Address {
            base: Base::Frame(index),
            disp: offset,
            ..Address::default()
        };
        self.emit_lea(dst, &address);
    }

    fn emit_block_symbol(&mut self, dst: Reg, symbol: Operand) {
        self.emit_own_address(dst, symbol);
    }

    fn emit_thread_local_place(&mut self, dst: Reg, global: Global, offset: i64) -> Result<()> {
        self.emit_thread_local_address(dst, global, offset)
    }

    fn has_table_entry(&self, global: Global) -> bool {
        matches!(self.reach(global), Reach::Entry | Reach::FarEntry)
    }

    fn takes_symbol_offset(&self, offset: i64) -> bool {
        self.is_symbol_offset(offset) && (offset >= 0 || self.is_pic())
    }

    fn emit_symbol_place(&mut self, dst: Reg, global: Global, offset: i64) {
        self.emit_local_address(dst, global, offset);
    }

    fn emit_got_load(&mut self, dst: Reg, global: Global) {
        let (address, mem) = self.entry_address(Operand::global(global, 0));
        let emit = self.emit(op::MOV64rm).def(dst);
        emit.ops(&address.operands()).mem(mem).done();
    }

    fn emit_offset(&mut self, dst: Reg, base: Reg, offset: i64) {
        self.emit_add_offset(dst, base, offset);
    }

    fn const_opcode(op: BinaryOp, width: Width) -> Option<Opcode> {
        alu_ops(op).map(|(ops, _)| ops.rr[width as usize])
    }
}
