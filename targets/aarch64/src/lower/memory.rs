//! Loads and stores.

use avarice_ir::{AtomicOrdering, Inst, InstKind, Value};
use avarice_lower::select::{Constants, IntWidth, Integers, MemoryAccesses};
use avarice_lower::{Part, PartType, Result};
use avarice_mir::{MemFlags, MemOperand, Reg};
use avarice_target::{Opcode, SubRegIdx};

use super::address::{Address, Base, Offset, is_scaled, reaches};
use super::operand::ORR;
use super::{Selector, Width, vector};
use crate::{class, op, reg, sub};

/// The forms of a load or a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AccessOps {
    /// Bytes.
    pub size: u64,
    /// With an offset in units of the size.
    scaled: Opcode,
    /// With an offset in bytes.
    unscaled: Opcode,
    /// With an index of 64 bits.
    index: Opcode,
    /// With an index of 32 bits.
    half_index: Opcode,
}

macro_rules! access {
    ($name:ident = $size:literal $scaled:ident $unscaled:ident $index:ident $half:ident) => {
        pub(super) const $name: AccessOps = AccessOps {
            size: $size,
            scaled: op::$scaled,
            unscaled: op::$unscaled,
            index: op::$index,
            half_index: op::$half,
        };
    };
}

access!(LOAD_8 = 1 LDRBBui LDURBBi LDRBBroX LDRBBroW);
access!(LOAD_16 = 2 LDRHHui LDURHHi LDRHHroX LDRHHroW);
access!(LOAD_32 = 4 LDRWui LDURWi LDRWroX LDRWroW);
access!(LOAD_64 = 8 LDRXui LDURXi LDRXroX LDRXroW);
access!(LOAD_S8_32 = 1 LDRSBWui LDURSBWi LDRSBWroX LDRSBWroW);
access!(LOAD_S8_64 = 1 LDRSBXui LDURSBXi LDRSBXroX LDRSBXroW);
access!(LOAD_S16_32 = 2 LDRSHWui LDURSHWi LDRSHWroX LDRSHWroW);
access!(LOAD_S16_64 = 2 LDRSHXui LDURSHXi LDRSHXroX LDRSHXroW);
access!(LOAD_S32_64 = 4 LDRSWui LDURSWi LDRSWroX LDRSWroW);
access!(LOAD_HALF = 2 LDRHui LDURHi LDRHroX LDRHroW);
access!(LOAD_SINGLE = 4 LDRSui LDURSi LDRSroX LDRSroW);
access!(LOAD_DOUBLE = 8 LDRDui LDURDi LDRDroX LDRDroW);
access!(LOAD_QUAD = 16 LDRQui LDURQi LDRQroX LDRQroW);
access!(STORE_8 = 1 STRBBui STURBBi STRBBroX STRBBroW);
access!(STORE_16 = 2 STRHHui STURHHi STRHHroX STRHHroW);
access!(STORE_32 = 4 STRWui STURWi STRWroX STRWroW);
access!(STORE_64 = 8 STRXui STURXi STRXroX STRXroW);
access!(STORE_HALF = 2 STRHui STURHi STRHroX STRHroW);
access!(STORE_SINGLE = 4 STRSui STURSi STRSroX STRSroW);
access!(STORE_DOUBLE = 8 STRDui STURDi STRDroX STRDroW);
access!(STORE_QUAD = 16 STRQui STURQi STRQroX STRQroW);

/// Loads of 1, 2, 4 and 8 bytes, with zeros above up to 32 bits.
pub(super) const LOADS: [AccessOps; 4] = [LOAD_8, LOAD_16, LOAD_32, LOAD_64];
/// Stores of the low 1, 2, 4 and 8 bytes of registers of 32 and 64 bits.
pub(super) const STORES: [AccessOps; 4] = [STORE_8, STORE_16, STORE_32, STORE_64];

/// The load that extends `bits` bits to `to`; without sign to 32 bits.
pub(super) fn extending_load_ops(bits: u32, signed: bool, to: Width) -> AccessOps {
    match (bits, signed, to) {
        (8, false, _) => LOAD_8,
        (16, false, _) => LOAD_16,
        (_, false, _) => LOAD_32,
        (8, true, Width::W32) => LOAD_S8_32,
        (8, true, Width::W64) => LOAD_S8_64,
        (16, true, Width::W32) => LOAD_S16_32,
        (16, true, Width::W64) => LOAD_S16_64,
        (_, true, _) => LOAD_S32_64,
    }
}

/// The pieces in which `bytes` (1 to 15) bytes are accessed: offset and bytes, largest first.
pub(super) fn pieces(bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut offset = 0;
    [8, 4, 2, 1].into_iter().filter_map(move |size| {
        let here = offset;
        let fits = bytes & size != 0;
        if fits {
            offset += size;
        }
        fits.then_some((here, size))
    })
}

/// An access to memory by an IR instruction.
pub(super) type Access = avarice_lower::select::Access<Address>;

impl Selector<'_, '_> {
    // ---- Instructions -------------------------------------------------------------------------

    /// `address` in a form that an access of `size` bytes has: a base and an offset that it reaches, or an
    /// index shifted by this size.
    fn reachable(&mut self, address: Address, size: u64) -> Result<Address> {
        match (address.base, address.offset) {
            (Base::Reg(base), Offset::Bytes(bytes)) if !reaches(bytes, size) => {
                let sum = self.add_imm_reg(Width::W64, base, bytes)?;
                Ok(Address::base(sum, 0))
            }
            (Base::Frame(index), Offset::Bytes(bytes))
                if !is_scaled(bytes, size) && !(-256..256).contains(&bytes) =>
            {
                let sum = self.new_reg(PartType::Pointer);
                self.emit_frame_address(sum, index, bytes);
                Ok(Address::base(sum, 0))
            }
            _ => Ok(address),
        }
    }

    /// Emits a load of `dst`, or a store of it.
    pub(super) fn emit_access(
        &mut self,
        ops: AccessOps,
        register: Operation,
        address: Address,
        mem: MemOperand,
    ) -> Result<()> {
        let address = self.reachable(address, ops.size)?;
        let opcode = match address.offset {
            Offset::Bytes(bytes) if is_scaled(bytes, ops.size) => ops.scaled,
            Offset::Bytes(_) => ops.unscaled,
            Offset::Index(_, None, _) => ops.index,
            Offset::Index(..) => ops.half_index,
            Offset::Low(_) => ops.scaled,
        };
        let emit = match register {
            Operation::Load(dst) => self.emit(opcode).def(dst),
            Operation::Store(src, index) => self.emit(opcode).sub_reg(src, index),
        };
        let emit = match address.base {
            Base::Reg(reg) => emit.reg(reg),
            Base::Frame(index) => emit.frame_index(index),
        };
        let emit = match address.offset {
            Offset::Bytes(bytes) if is_scaled(bytes, ops.size) => emit.imm(bytes / ops.size as i64),
            Offset::Bytes(bytes) => emit.imm(bytes),
            Offset::Index(index, half, scaled) => {
                let signed = half.unwrap_or(false);
                emit.reg(index)
                    .imm(signed.into())
                    .imm(i64::from(scaled && ops.size > 1))
            }
            Offset::Low(symbol) => emit.op(symbol),
        };
        emit.mem(mem).done();
        Ok(())
    }

    /// Emits a load.
    pub(super) fn emit_load(
        &mut self,
        ops: AccessOps,
        dst: Reg,
        address: Address,
        mem: MemOperand,
    ) -> Result<()> {
        self.emit_access(ops, Operation::Load(dst), address, mem)
    }

    /// Emits a store.
    pub(super) fn emit_store(
        &mut self,
        ops: AccessOps,
        src: Reg,
        address: Address,
        mem: MemOperand,
    ) -> Result<()> {
        let operation = Operation::Store(src, SubRegIdx::NONE);
        self.emit_access(ops, operation, address, mem)
    }

    // ---- Loads --------------------------------------------------------------------------------

    /// Loads `dst` as `load`, which is folded into the group, says.
    pub(super) fn emit_folded_load(&mut self, ops: AccessOps, dst: Reg, load: Inst) -> Result<()> {
        let InstKind::Load { align, .. } = self.function.insts[load].kind else {
            return self.unsupported("folding of something that is no load");
        };
        let pointer = self.function.operand(load, 0);
        let align = self.access_align(align, self.function.insts[load].ty);
        let address = self.address(pointer, ops.size)?;
        let mem = self.mem_operand(MemFlags::LOAD, pointer, 0, ops.size, align);
        self.emit_load(ops, dst, address, mem)
    }

    fn emit_load_from(
        &mut self,
        ops: AccessOps,
        dst: Reg,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        let address = access.address.offset(part.offset);
        let mem = self.access_mem(access, part.offset, ops.size);
        self.emit_load(ops, dst, address, mem)
    }

    /// `dst` = a vector register whose low part is `low` and whose other lanes may be anything.
    pub(super) fn emit_low_vector(&mut self, dst: Reg, low: Reg, index: SubRegIdx) {
        let undef = self.new_like(dst);
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef);
        emit.reg(low).imm(index.0.into()).done();
    }

    /// Loads an integer of 3, 5, 6 or 7 bytes piece by piece.
    fn emit_load_pieces(&mut self, dst: Reg, part: Part, access: &Access) -> Result<()> {
        let width = Width::of_bits(part.ty.bits());
        let size = part.ty.store_size();
        let mut sum: Option<Reg> = None;
        for (offset, bytes) in pieces(size) {
            let address = access.address.offset(part.offset + offset);
            let mem = self.access_mem(access, part.offset + offset, bytes);
            let ops = LOADS[bytes.trailing_zeros() as usize];
            let low = self.new_reg(PartType::Int(32));
            self.emit_load(ops, low, address, mem)?;
            let loaded = match width {
                Width::W64 => self.zero_extended_64(low),
                Width::W32 => low,
            };
            let Some(so_far) = sum else {
                sum = Some(loaded);
                continue;
            };
            let joined = match offset + bytes == size {
                true => dst,
                false => self.new_reg(width.part()),
            };
            let shifted = super::operand::Second::Shifted(
                loaded,
                super::operand::ShiftKind::Lsl,
                8 * offset as u32,
            );
            self.emit_with_second(&ORR, width, joined, so_far, shifted, false);
            sum = Some(joined);
        }
        Ok(())
    }

    // ---- Stores -------------------------------------------------------------------------------

    /// Stores an integer of 3, 5, 6 or 7 bytes, in a register of `width`, piece by piece.
    fn emit_store_pieces(
        &mut self,
        src: Reg,
        width: Width,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        for (offset, bytes) in pieces(part.ty.store_size()) {
            let address = access.address.offset(part.offset + offset);
            let mem = self.access_mem(access, part.offset + offset, bytes);
            let shifted = self.shift_right(false, width, src, 8 * offset as u32);
            let ops = STORES[bytes.trailing_zeros() as usize];
            let low = self.low(shifted, width, Width::W32);
            self.emit_store(ops, low, address, mem)?;
        }
        Ok(())
    }

    // ---- The outgoing argument area -----------------------------------------------------------

    /// A memory operand of the outgoing argument area.
    pub(super) fn outgoing_mem(&self, offset: u64, size: u64) -> MemOperand {
        let place = avarice_mir::MemPointer::StackArgs;
        MemOperand::new(MemFlags::STORE, place, offset as i64, size, 16)
    }

    /// What loads and stores a whole register of this part.
    pub(super) fn part_ops(&self, part: PartType) -> (AccessOps, AccessOps) {
        match part {
            PartType::Half => (LOAD_HALF, STORE_HALF),
            PartType::Float => (LOAD_SINGLE, STORE_SINGLE),
            PartType::Double => (LOAD_DOUBLE, STORE_DOUBLE),
            PartType::Vector { .. } if vector::register_class::class_of(part) == class::FPR64 => {
                (LOAD_DOUBLE, STORE_DOUBLE)
            }
            PartType::X86Fp80 | PartType::Vector { .. } => (LOAD_QUAD, STORE_QUAD),
            _ => match Width::of_bits(part.bits()) {
                Width::W32 => (LOAD_32, STORE_32),
                Width::W64 => (LOAD_64, STORE_64),
            },
        }
    }
}

/// Which way an access goes.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// Into a register.
    Load(Reg),
    /// Out of (a part of) a register.
    Store(Reg, SubRegIdx),
}

impl<'m> MemoryAccesses<'m> for Selector<'_, 'm> {
    type Address = Address;

    fn access_address(&mut self, pointer: Value, parts: &[Part]) -> Result<Address> {
        match parts {
            [part] if matches!(part.ty.store_size(), 1 | 2 | 4 | 8 | 16) => {
                self.address(pointer, part.ty.store_size())
            }
            _ => match self.address(pointer, 0)? {
                address if matches!(address.offset, Offset::Bytes(_)) => Ok(address),
                _ => Ok(Address::base(self.use_value(pointer)?, 0)),
            },
        }
    }

    fn lower_special_load(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        ordering: AtomicOrdering,
        align: u64,
    ) -> Result<bool> {
        match flags.contains(MemFlags::NON_TEMPORAL) && ordering == AtomicOrdering::NotAtomic {
            true => self.lower_vector_pair_load(inst, flags, align),
            false => Ok(false),
        }
    }

    fn lower_special_store(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        ordering: AtomicOrdering,
        align: u64,
    ) -> Result<bool> {
        match flags.contains(MemFlags::NON_TEMPORAL) && ordering == AtomicOrdering::NotAtomic {
            true => self.lower_vector_pair_store(inst, flags, align),
            false => Ok(false),
        }
    }

    fn emit_load_part(&mut self, dst: Reg, part: Part, access: &Access) -> Result<()> {
        let size = part.ty.store_size();
        let ops = match part.ty {
            PartType::Half => LOAD_HALF,
            PartType::Float => LOAD_SINGLE,
            PartType::Double => LOAD_DOUBLE,
            PartType::X86Fp80 => return self.unsupported("load of x86_fp80"),
            PartType::Vector { .. } => return self.emit_vector_load(dst, part, access),
            PartType::Int(_) | PartType::Pointer => match size {
                1 | 2 | 4 | 8 => LOADS[size.trailing_zeros() as usize],
                _ => return self.emit_load_pieces(dst, part, access),
            },
        };
        self.emit_load_from(ops, dst, part, access)
    }

    /// Loads the high half of an integer of 65 to 127 bits into a register of 64 bits.
    fn emit_load_short_half(&mut self, dst: Reg, part: Part, access: &Access) -> Result<()> {
        let size = part.ty.store_size();
        match size {
            8 => self.emit_load_from(LOAD_64, dst, part, access),
            1..=4 => {
                let low = self.new_reg(PartType::Int(32));
                self.emit_load_part(low, part, access)?;
                self.emit_zero_extension(dst, low);
                Ok(())
            }
            _ => self.emit_load_pieces(dst, part, access),
        }
    }

    fn emit_store_part(
        &mut self,
        value: Value,
        index: usize,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        if self.store_as_halves(value, index, part, access)? {
            return Ok(());
        }
        let size = part.ty.store_size();
        let address = access.address.offset(part.offset);
        let mem = self.access_mem(access, part.offset, size);
        if let Some(bits) = self.constant_part(value, index)?
            && matches!(size, 1 | 2 | 4 | 8)
        {
            let src = match bits {
                0 if size == 8 => reg::XZR.into(),
                0 => reg::WZR.into(),
                _ => self.use_int(if size == 8 { 64 } else { 32 }, bits)?,
            };
            let ops = STORES[size.trailing_zeros() as usize];
            return self.emit_store(ops, src, address, mem);
        }
        let ops = match part.ty {
            PartType::Half => STORE_HALF,
            PartType::Float => STORE_SINGLE,
            PartType::Double => STORE_DOUBLE,
            PartType::X86Fp80 => return self.unsupported("store of x86_fp80"),
            PartType::Vector { .. } => {
                let src = self.use_part(value, index)?;
                return self.emit_vector_store(src, part, access);
            }
            PartType::Int(_) | PartType::Pointer => {
                let (src, from) = self.store_source(value, index, part.ty)?;
                if !matches!(size, 1 | 2 | 4 | 8) {
                    return self.emit_store_pieces(src, from, part, access);
                }
                let sub_reg = match from == Width::W64 && size < 8 {
                    true => sub::SUB_32,
                    false => SubRegIdx::NONE,
                };
                let ops = STORES[size.trailing_zeros() as usize];
                let src = match sub_reg.is_none() {
                    true => src,
                    false => self.low(src, Width::W64, Width::W32),
                };
                return self.emit_store(ops, src, address, mem);
            }
        };
        let src = self.use_part(value, index)?;
        self.emit_store(ops, src, address, mem)
    }

    fn with_zeros(&mut self, src: Reg, bits: u32, width: Width) -> Result<Reg> {
        Ok(self.extended_in_place(src, false, bits, width))
    }

    fn part_with_zeros(&mut self, value: Value, index: usize, bits: u32) -> Result<Reg> {
        let is_known = index == 0
            && !self.module.types.is_aggregate(self.ty(value))
            && self.is_zero_extended(value, 4);
        let src = self.use_part(value, index)?;
        if is_known {
            return Ok(src);
        }
        Ok(self.extended_in_place(src, false, bits, Width::of_bits(bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_bytes() {
        let found: Vec<_> = pieces(7).collect();
        assert_eq!(found, [(0, 4), (4, 2), (6, 1)]);
        for bytes in 1..=8 {
            let sum = pieces(bytes).map(|(_, size)| size).sum::<u64>();
            assert_eq!(sum, bytes);
        }
    }
}
