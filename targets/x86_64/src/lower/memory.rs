//! Loads, stores, read-modify-write forms, fences, and copies of small blocks of memory.

use avarice_ir::{AtomicOrdering, BinaryOp, Inst, InstFlags, InstKind, Value};
use avarice_lower::select::{FloatArithmetic, IntWidth, Integers, MemoryAccesses, Widening};
use avarice_lower::{FloatKind, Part, PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::{Opcode, PhysReg, SubRegIdx};

use super::address::Address;
use super::int::{AluOps, alu_ops};
use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{class, op, reg, sub};

/// Loads of 1, 2, 4 and 8 bytes; up to 4 bytes into a 32-bit register with zeros above.
const LOAD_ZERO_EXTENDED: [Opcode; 4] = [op::MOVZX32rm8, op::MOVZX32rm16, op::MOV32rm, op::MOV64rm];
/// Stores of registers of 1, 2, 4 and 8 bytes.
pub(super) const STORE_REG: [Opcode; 4] = [op::MOV8mr, op::MOV16mr, op::MOV32mr, op::MOV64mr];
/// Stores of constants of 1, 2, 4 and 8 bytes.
pub(super) const STORE_IMM: [Opcode; 4] = [op::MOV8mi, op::MOV16mi, op::MOV32mi, op::MOV64mi32];

/// The pieces in which `bytes` (1 to 15) bytes are accessed: offset and width, largest first.
pub(super) fn pieces(bytes: u64) -> impl Iterator<Item = (u64, Width)> {
    let mut offset = 0;
    [Width::W64, Width::W32, Width::W16, Width::W8]
        .into_iter()
        .filter_map(move |width| {
            let here = offset;
            let fits = bytes & width.bytes() != 0;
            if fits {
                offset += width.bytes();
            }
            fits.then_some((here, width))
        })
}

/// An access to memory by an IR instruction.
pub(super) type Access = avarice_lower::select::Access<Address>;

impl Selector<'_, '_> {
    // ---- Loads --------------------------------------------------------------------------------

    /// The address and memory operand of a load that is folded into the group.
    pub(super) fn load_address(&mut self, load: Inst) -> Result<(Address, MemOperand)> {
        let InstKind::Load { align, .. } = self.function.insts[load].kind else {
            return self.unsupported("folding of something that is no load");
        };
        let pointer = self.function.operand(load, 0);
        let ty = self.function.insts[load].ty;
        let size = self.part(ty)?.store_size();
        let align = self.access_align(align, ty);
        let address = self.address(pointer)?;
        let mut flags = MemFlags::LOAD;
        if self.function.insts[load]
            .flags
            .contains(InstFlags::VOLATILE)
        {
            // It would be emitted though no one asks for it.
            self.mark_done(load);
            flags |= MemFlags::VOLATILE;
        }
        let mem = self.mem_operand(flags, pointer, 0, size, align);
        Ok((address, mem))
    }

    fn emit_load_from(&mut self, opcode: Opcode, dst: Reg, part: Part, access: &Access) {
        let address = access.address.offset(part.offset);
        let mem = self.access_mem(access, part.offset, part.ty.store_size());
        self.emit(opcode)
            .def(dst)
            .ops(&address.operands())
            .mem(mem)
            .done();
    }

    /// Loads an integer of 3, 5, 6 or 7 bytes piece by piece.
    fn emit_load_pieces(&mut self, dst: Reg, part: Part, access: &Access) {
        let width = Width::of_bits(part.ty.bits());
        let or = [op::OR32rr, op::OR64rr][usize::from(width == Width::W64)];
        let shl = [op::SHL32ri, op::SHL64ri][usize::from(width == Width::W64)];
        let size = part.ty.store_size();
        let mut sum: Option<Reg> = None;
        for (offset, piece) in pieces(size) {
            let address = access.address.offset(part.offset + offset);
            let mem = self.access_mem(access, part.offset + offset, piece.bytes());
            let low = self.new_reg(PartType::Int(32));
            let opcode = LOAD_ZERO_EXTENDED[piece as usize];
            self.emit(opcode)
                .def(low)
                .ops(&address.operands())
                .mem(mem)
                .done();
            let loaded = match width {
                Width::W64 => {
                    let wide = self.new_reg(PartType::Int(64));
                    self.emit_zero_extension(wide, low);
                    wide
                }
                _ => low,
            };
            let Some(so_far) = sum else {
                sum = Some(loaded);
                continue;
            };
            let shifted = self.new_reg(width.part());
            self.emit(shl)
                .def(shifted)
                .reg(loaded)
                .imm(8 * offset as i64)
                .done();
            let joined = match offset + piece.bytes() == size {
                true => dst,
                false => self.new_reg(width.part()),
            };
            self.emit(or).def(joined).reg(so_far).reg(shifted).done();
            sum = Some(joined);
        }
    }

    // ---- Stores -------------------------------------------------------------------------------

    /// A register of the value's own width with zeros above `bits`.
    fn extend_in_register(&mut self, value: Value, bits: u32) -> Result<Reg> {
        if self.module.types.is_aggregate(self.ty(value)) {
            let src = self.use_part(value, 0)?;
            let width = Width::of_bits(bits);
            let dst = self.new_reg(width.part());
            self.emit_register_extension(dst, src, Widening::new(false, bits, width));
            return Ok(dst);
        }
        if self.is_zero_extended(value, 4) {
            return self.use_value(value);
        }
        self.extend(value, false, Width::of_bits(bits))
    }

    /// Stores a constant.
    pub(super) fn emit_store_imm(&mut self, value: u64, part: Part, access: &Access) -> Result<()> {
        let value = value & (u64::MAX >> (64 - part.ty.bits()));
        for (offset, width) in pieces(part.ty.store_size()) {
            let address = access.address.offset(part.offset + offset);
            let mem = self.access_mem(access, part.offset + offset, width.bytes());
            let bits = value >> (8 * offset);
            let signed = match width {
                Width::W8 => i64::from(bits as i8),
                Width::W16 => i64::from(bits as i16),
                Width::W32 => i64::from(bits as i32),
                Width::W64 => bits as i64,
            };
            if i32::try_from(signed).is_ok() {
                let emit = self
                    .emit(STORE_IMM[width as usize])
                    .ops(&address.operands());
                emit.imm(signed).mem(mem).done();
            } else {
                let src = self.use_int(64, bits)?;
                let emit = self.emit(op::MOV64mr).ops(&address.operands());
                emit.reg(src).mem(mem).done();
            }
        }
        Ok(())
    }

    /// Stores an integer of 3, 5, 6 or 7 bytes, in a register of `width`, piece by piece.
    fn emit_store_pieces(&mut self, src: Reg, width: Width, part: Part, access: &Access) {
        let shr = [op::SHR32ri, op::SHR64ri][usize::from(width == Width::W64)];
        for (offset, piece) in pieces(part.ty.store_size()) {
            let address = access.address.offset(part.offset + offset);
            let mem = self.access_mem(access, part.offset + offset, piece.bytes());
            let bits = match offset {
                0 => src,
                _ => {
                    let shifted = self.new_reg(width.part());
                    self.emit(shr)
                        .def(shifted)
                        .reg(src)
                        .imm(8 * offset as i64)
                        .done();
                    shifted
                }
            };
            let index = if piece == width {
                SubRegIdx::NONE
            } else {
                piece.sub_reg()
            };
            let emit = self
                .emit(STORE_REG[piece as usize])
                .ops(&address.operands());
            emit.sub_reg(bits, index).mem(mem).done();
        }
    }

    /// A sequentially consistent store is an exchange, which is a full barrier.
    fn emit_exchange_store(&mut self, value: Value, part: Part, access: &Access) -> Result<()> {
        let width = width_of_size(part.ty.store_size());
        let src = self.use_part(value, 0)?;
        let src = match FloatKind::of(part.ty) {
            Some(kind) => self.float_bits(kind, src),
            None if part.ty == PartType::Half => {
                let bits = self.emit_half_bits(src);
                self.exact(bits, width)
            }
            None => self.exact(src, width),
        };
        let old = self.new_exact(width);
        let opcode = [op::XCHG8rm, op::XCHG16rm, op::XCHG32rm, op::XCHG64rm][width as usize];
        let mut mem = self.access_mem(access, 0, width.bytes());
        mem.flags |= MemFlags::LOAD;
        let emit = self.emit(opcode).def(old).reg(src);
        emit.ops(&access.address.operands()).mem(mem).done();
        Ok(())
    }

    /// `store (op (load p), x), p` as one instruction. Returns whether it was.
    fn lower_read_modify_write(
        &mut self,
        value: Value,
        pointer: Value,
        align: u64,
    ) -> Result<bool> {
        let Some((inst, InstKind::Binary(op))) = self.def_kind(value) else {
            return Ok(false);
        };
        let Some((ops, commutative)) = alu_ops(*op) else {
            return Ok(false);
        };
        let Some(width) = self.int_bits(value).and_then(natural_width) else {
            return Ok(false);
        };
        if !self.is_foldable(value) {
            return Ok(false);
        }
        let [left, right] = self.operands(inst);
        let is_load = |this: &Self, value| {
            let load = this.foldable_load(value);
            load.is_some_and(|load| this.function.operand(load, 0) == pointer)
        };
        let other = if is_load(self, left) {
            right
        } else if commutative && is_load(self, right) {
            left
        } else {
            return Ok(false);
        };
        let address = self.address(pointer)?;
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let mem = self.mem_operand(flags, pointer, 0, width.bytes(), align);
        self.emit_read_modify_write(*op, ops, width, &address, other, mem)?;
        Ok(true)
    }

    fn emit_read_modify_write(
        &mut self,
        op: BinaryOp,
        ops: &AluOps,
        width: Width,
        address: &Address,
        other: Value,
        mem: MemOperand,
    ) -> Result<()> {
        let w = width as usize;
        let operands = address.operands();
        if let Some(value) = self.const_signed(other)
            && i32::try_from(value).is_ok()
        {
            let value = match (op, width) {
                (BinaryOp::Sub, Width::W8) => i64::from((value as i8).wrapping_neg()),
                (BinaryOp::Sub, Width::W16) => i64::from((value as i16).wrapping_neg()),
                (BinaryOp::Sub, Width::W32) => i64::from((value as i32).wrapping_neg()),
                (BinaryOp::Sub, Width::W64) => -value,
                _ => value,
            };
            let unary = match (op, value) {
                (BinaryOp::Add | BinaryOp::Sub, 1) => {
                    Some([op::INC8m, op::INC16m, op::INC32m, op::INC64m])
                }
                (BinaryOp::Add | BinaryOp::Sub, -1) => {
                    Some([op::DEC8m, op::DEC16m, op::DEC32m, op::DEC64m])
                }
                (BinaryOp::Xor, -1) => Some([op::NOT8m, op::NOT16m, op::NOT32m, op::NOT64m]),
                _ => None,
            };
            if let Some(opcodes) = unary {
                self.emit(opcodes[w]).ops(&operands).mem(mem).done();
                return Ok(());
            }
            let ops = if op == BinaryOp::Sub {
                &super::int::ADD
            } else {
                ops
            };
            if i32::try_from(value).is_ok() {
                self.emit(ops.mi[w])
                    .ops(&operands)
                    .imm(value)
                    .mem(mem)
                    .done();
                return Ok(());
            }
        }
        let src = self.use_value(other)?;
        let index = match width {
            Width::W16 => sub::SUB_16BIT,
            _ => SubRegIdx::NONE,
        };
        self.emit(ops.mr[w])
            .ops(&operands)
            .sub_reg(src, index)
            .mem(mem)
            .done();
        Ok(())
    }

    // ---- Blocks of memory ---------------------------------------------------------------------

    /// Copies `size` bytes between places that do not overlap: moves for few bytes, else a string
    /// instruction. `mem` are the memory operands' pointers of destination and source.
    pub(super) fn emit_block_copy(
        &mut self,
        dst: Address,
        src: Address,
        size: u64,
        mem: (MemPointer, MemPointer),
    ) {
        if size > MAX_COPY_BYTES {
            self.emit_string_copy(dst, src, size);
            return;
        }
        let mut offset = 0;
        while size - offset >= 16 && self.largest_piece() == 16 {
            let temp = self.new_of(class::VR128);
            let at = offset as i64;
            let from = MemOperand::new(MemFlags::LOAD, mem.1, at, 16, 1);
            let to = MemOperand::new(MemFlags::STORE, mem.0, at, 16, 1);
            let load = self.emit(op::MOVUPSrm).def(temp);
            let load = load.ops(&src.offset(offset).operands());
            load.mem(from).done();
            let store = self.emit(op::MOVUPSmr);
            let store = store.ops(&dst.offset(offset).operands());
            store.reg(temp).mem(to).done();
            offset += 16;
        }
        while offset < size {
            let width = match size - offset {
                1 => Width::W8,
                2 | 3 => Width::W16,
                4..8 => Width::W32,
                _ => Width::W64,
            };
            let temp = self.new_reg(width.part());
            let load = [op::MOV8rm, op::MOVZX32rm16, op::MOV32rm, op::MOV64rm][width as usize];
            let at = offset as i64;
            let from = MemOperand::new(MemFlags::LOAD, mem.1, at, width.bytes(), 1);
            let to = MemOperand::new(MemFlags::STORE, mem.0, at, width.bytes(), 1);
            let source = src.offset(offset).operands();
            self.emit(load).def(temp).ops(&source).mem(from).done();
            let index = match width {
                Width::W16 => sub::SUB_16BIT,
                _ => SubRegIdx::NONE,
            };
            let target = dst.offset(offset).operands();
            let store = self.emit(STORE_REG[width as usize]).ops(&target);
            store.sub_reg(temp, index).mem(to).done();
            offset += width.bytes();
        }
    }

    fn emit_string_copy(&mut self, dst: Address, src: Address, size: u64) {
        let (to, from) = (
            self.new_reg(PartType::Pointer),
            self.new_reg(PartType::Pointer),
        );
        self.emit_lea(to, &dst);
        self.emit_lea(from, &src);
        if self.copies_bytes_fast() {
            let count = self.new_reg(PartType::Int(64));
            self.emit(op::MOV64ri).def(count).imm(size as i64).done();
            self.emit_byte_copy(to, from, count);
            return;
        }
        let words = size / 8;
        self.emit_copy(reg::RDI, to);
        self.emit_copy(reg::RSI, from);
        self.emit(op::MOV64ri)
            .def(reg::RCX)
            .imm(words as i64)
            .done();
        self.emit_string_op(op::REP_MOVSQ_64, &[reg::RDI, reg::RSI, reg::RCX]);
        let done = words * 8;
        if done < size {
            let pointers = (MemPointer::Unknown, MemPointer::Unknown);
            let (to, from) = (
                Address::base(to, done as i64),
                Address::base(from, done as i64),
            );
            self.emit_block_copy(to, from, size - done, pointers);
        }
    }

    /// Whether one instruction copies any number of bytes fast, and is to be used.
    pub(super) fn copies_bytes_fast(&self) -> bool {
        self.options.copies_by_instruction && self.features().contains(Features::FSRM)
    }

    /// Copies `size` bytes by one instruction.
    pub(super) fn emit_byte_copy(&mut self, to: Reg, from: Reg, size: Reg) {
        self.emit_copy(reg::RCX, size);
        self.emit_copy(reg::RDI, to);
        self.emit_copy(reg::RSI, from);
        self.emit_string_op(op::REP_MOVSB_64, &[reg::RDI, reg::RSI, reg::RCX]);
    }

    /// Emits a string instruction, whose changed registers are not read.
    pub(super) fn emit_string_op(&mut self, opcode: Opcode, dead: &[PhysReg]) {
        self.emit(opcode).done_with_dead(dead);
    }

    /// `[rsp + offset]`: the outgoing argument area.
    pub(super) fn outgoing_address(&self, offset: u64) -> Address {
        Address::base(reg::RSP.into(), offset as i64)
    }

    /// A memory operand of the outgoing argument area.
    pub(super) fn outgoing_mem(&self, offset: u64, size: u64) -> MemOperand {
        MemOperand::new(
            MemFlags::STORE,
            MemPointer::StackArgs,
            offset as i64,
            size,
            16,
        )
    }
}

/// Up to this many bytes are copied by moves.
const MAX_COPY_BYTES: u64 = 128;

/// The width of an access of 1, 2, 4 or 8 bytes.
pub(super) fn width_of_size(size: u64) -> Width {
    match size {
        1 => Width::W8,
        2 => Width::W16,
        4 => Width::W32,
        _ => Width::W64,
    }
}

/// The width with exactly `bits` bits, or `None`.
fn natural_width(bits: u32) -> Option<Width> {
    Some(match bits {
        8 => Width::W8,
        16 => Width::W16,
        32 => Width::W32,
        64 => Width::W64,
        _ => return None,
    })
}

impl<'m> MemoryAccesses<'m> for Selector<'_, 'm> {
    type Address = Address;

    fn access_address(&mut self, pointer: Value, _: &[Part]) -> Result<Address> {
        self.address(pointer)
    }

    fn emit_load_part(&mut self, dst: Reg, part: Part, access: &Access) -> Result<()> {
        let size = part.ty.store_size();
        let opcode = match part.ty {
            PartType::Float => op::MOVSSrm_alt,
            PartType::Double => op::MOVSDrm_alt,
            PartType::Half | PartType::X86Fp80 => {
                let address = access.address.offset(part.offset);
                let mem = self.access_mem(access, part.offset, size);
                match part.ty {
                    PartType::Half => self.emit_half_load(dst, &address, mem),
                    _ => self.emit_x87_load(op::LD_Fp80m, dst, &address, mem),
                }
                return Ok(());
            }
            PartType::Int(1..=8) => op::MOV8rm,
            PartType::Int(_) | PartType::Pointer => match size {
                2 => op::MOVZX32rm16,
                4 => op::MOV32rm,
                8 => op::MOV64rm,
                _ => {
                    self.emit_load_pieces(dst, part, access);
                    return Ok(());
                }
            },
            PartType::Vector { lane, .. } => {
                return self.emit_vector_load(dst, part, lane, access);
            }
        };
        self.emit_load_from(opcode, dst, part, access);
        Ok(())
    }

    /// Loads the high half of an integer of 65 to 127 bits into a register of 64 bits.
    fn emit_load_short_half(&mut self, dst: Reg, part: Part, access: &Access) -> Result<()> {
        let size = part.ty.store_size();
        match size {
            8 => self.emit_load_from(op::MOV64rm, dst, part, access),
            1 | 2 | 4 => {
                let low = self.new_reg(PartType::Int(32));
                let opcode = LOAD_ZERO_EXTENDED[width_of_size(size) as usize];
                self.emit_load_from(opcode, low, part, access);
                self.emit_zero_extension(dst, low);
            }
            3 => {
                let low = self.new_reg(PartType::Int(32));
                self.emit_load_pieces(low, part, access);
                self.emit_zero_extension(dst, low);
            }
            _ => self.emit_load_pieces(dst, part, access),
        }
        Ok(())
    }

    fn lower_special_store(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        ordering: AtomicOrdering,
        align: u64,
    ) -> Result<bool> {
        let [value, pointer] = self.operands(inst);
        if ordering != AtomicOrdering::SeqCst {
            let plain = ordering == AtomicOrdering::NotAtomic && flags == MemFlags::STORE;
            return Ok(plain && self.lower_read_modify_write(value, pointer, align)?);
        }
        let parts = self.access_parts(self.ty(value))?;
        let access = Access {
            pointer,
            address: self.address(pointer)?,
            flags,
            align,
            ordering,
        };
        self.emit_exchange_store(value, parts[0], &access)?;
        Ok(true)
    }

    fn emit_store_part(
        &mut self,
        value: Value,
        index: usize,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        let size = part.ty.store_size();
        if let PartType::Vector { lane, .. } = part.ty {
            return self.emit_vector_store((value, index), part, lane, access);
        }
        let is_non_temporal = access.flags.contains(MemFlags::NON_TEMPORAL)
            && part.ty.is_int()
            && matches!(size, 4 | 8);
        if let Some(imm) = self.constant_part(value, index)?
            && part.ty.is_int()
            && !is_non_temporal
        {
            return self.emit_store_imm(imm, part, access);
        }
        let address = access.address.offset(part.offset);
        let mem = self.access_mem(access, part.offset, size);
        let (opcode, src, index) = match part.ty {
            PartType::Half | PartType::X86Fp80 => {
                let src = self.use_part(value, index)?;
                match part.ty {
                    PartType::Half => self.emit_half_store(&address, src, mem),
                    _ => self.emit_x87_store(op::ST_FpP80m, &address, src, mem),
                }
                return Ok(());
            }
            PartType::Float => (op::MOVSSmr, self.use_part(value, index)?, SubRegIdx::NONE),
            PartType::Double => (op::MOVSDmr, self.use_part(value, index)?, SubRegIdx::NONE),
            _ => {
                let (src, from) = self.store_source(value, index, part.ty)?;
                if !matches!(size, 1 | 2 | 4 | 8) {
                    self.emit_store_pieces(src, from, part, access);
                    return Ok(());
                }
                let width = width_of_size(size);
                let index = if from == width {
                    SubRegIdx::NONE
                } else {
                    width.sub_reg()
                };
                let opcode = match width {
                    Width::W32 if is_non_temporal => op::MOVNTImr,
                    Width::W64 if is_non_temporal => op::MOVNTI_64mr,
                    _ => STORE_REG[width as usize],
                };
                (opcode, src, index)
            }
        };
        let emit = self.emit(opcode).ops(&address.operands());
        emit.sub_reg(src, index).mem(mem).done();
        Ok(())
    }

    fn with_zeros(&mut self, src: Reg, bits: u32, width: Width) -> Result<Reg> {
        self.zero_extended(src, bits, width)
    }

    fn part_with_zeros(&mut self, value: Value, index: usize, bits: u32) -> Result<Reg> {
        if index == 0 {
            return self.extend_in_register(value, bits);
        }
        let width = Width::of_bits(bits);
        let src = self.use_part(value, index)?;
        let dst = self.new_reg(width.part());
        self.emit_register_extension(dst, src, Widening::new(false, bits, width));
        Ok(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_bytes() {
        let found: Vec<_> = pieces(7).collect();
        assert_eq!(found, [(0, Width::W32), (4, Width::W16), (6, Width::W8)]);
        for bytes in 1..=8 {
            assert_eq!(
                pieces(bytes).map(|(_, width)| width.bytes()).sum::<u64>(),
                bytes
            );
        }
    }
}
