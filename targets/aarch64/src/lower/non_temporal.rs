//! `!nontemporal`: accesses that are not to leave anything in caches. Only instructions for pairs of registers say so.
//!
//! ```text
//!   store i64 %x, ptr %p          lsr x8, x0, #32; stnp w0, w8, [x1]
//!   store <4 x i32> %x, ptr %p    mov d1, v0.d[1]; stnp d0, d1, [x0]
//!   store <8 x i32> %x, ptr %p    stnp q0, q1, [x0]
//!   load <8 x i32>, ptr %p        ldnp q0, q1, [x0]
//! ```
//!
//! As in llc, other types, and loads of less than 32 bytes, are accessed as always: the hint is lost.

use avarice_ir::{AtomicOrdering, Inst, Type, TypeData, Value};
use avarice_lower::select::{Constants, Integers, MemoryAccesses};
use avarice_lower::{Part, PartType, Result};
use avarice_mir::{MemFlags, Reg};
use avarice_target::Opcode;

use super::address::{Base, Offset};
use super::memory::Access;
use super::{Selector, Width};
use crate::{class, op, sub};

/// What stores two registers of `size` bytes.
struct PairStore {
    opcode: Opcode,
    size: u64,
    registers: [Reg; 2],
}

impl Selector<'_, '_> {
    /// Whether an access is of pairs of vector registers: to a vector of a multiple of 32 bytes.
    fn is_of_vector_pairs(&self, ty: Type, parts: &[Part]) -> bool {
        let is_vector = matches!(self.module.types[ty], TypeData::Vector { .. });
        let are_whole = parts.iter().all(|part| part.ty.bits() == 128);
        is_vector && are_whole && parts.len().is_multiple_of(2)
    }

    /// Selects a store that is `!nontemporal` of a vector of a multiple of 32 bytes.
    pub(super) fn lower_vector_pair_store(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        align: u64,
    ) -> Result<bool> {
        let [value, pointer] = self.operands(inst);
        let parts = self.access_parts(self.ty(value))?;
        if !self.is_of_vector_pairs(self.ty(value), &parts) {
            return Ok(false);
        }
        let access = self.pair_access(pointer, &parts, flags, align)?;
        for index in (0..parts.len()).step_by(2) {
            let registers = [
                self.use_part(value, index)?,
                self.use_part(value, index + 1)?,
            ];
            let store = PairStore {
                opcode: op::STNPQi,
                size: 16,
                registers,
            };
            self.emit_pair_store(&store, parts[index].offset, &access)?;
        }
        Ok(true)
    }

    /// Selects a load that is `!nontemporal` of a vector of a multiple of 32 bytes.
    pub(super) fn lower_vector_pair_load(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        align: u64,
    ) -> Result<bool> {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(false);
        };
        let parts = self.access_parts(self.ty(value))?;
        if !self.is_of_vector_pairs(self.ty(value), &parts) {
            return Ok(false);
        }
        let pointer = self.function.operand(inst, 0);
        let access = self.pair_access(pointer, &parts, flags, align)?;
        for index in (0..parts.len()).step_by(2) {
            let requested = [index, index + 1].map(|index| self.requested(value, index));
            if requested.iter().all(|dst| dst.is_none()) && !flags.contains(MemFlags::VOLATILE) {
                continue;
            }
            let [low, high] = requested.map(|dst| match dst.is_none() {
                true => self.new_of(class::FPR128),
                false => dst,
            });
            let offset = parts[index].offset;
            let (base, scaled) = self.pair_address(&access, offset, 16)?;
            let mem = self.access_mem(&access, offset, 32);
            let emit = self.emit(op::LDNPQi).def(low).def(high);
            emit.reg(base).imm(scaled).mem(mem).done();
        }
        Ok(true)
    }

    /// Stores a part as two halves, if `access` is `!nontemporal` and there is an instruction for that.
    pub(super) fn store_as_halves(
        &mut self,
        value: Value,
        index: usize,
        part: Part,
        access: &Access,
    ) -> Result<bool> {
        let is_plain = access.ordering == AtomicOrdering::NotAtomic;
        if !access.flags.contains(MemFlags::NON_TEMPORAL) || !is_plain {
            return Ok(false);
        }
        let is_fp128 = matches!(self.module.types[self.ty(value)], TypeData::Fp128);
        let store = match part.ty {
            PartType::Int(64) | PartType::Pointer => self.word_halves(value, index)?,
            PartType::Vector { .. } if part.ty.bits() == 128 && !is_fp128 => {
                let src = self.use_part(value, index)?;
                let [low, high] = [class::FPR64, class::FPR64].map(|class| self.new_of(class));
                self.emit(op::COPY).def(low).sub_reg(src, sub::DSUB).done();
                self.emit(op::DUPi64).def(high).reg(src).imm(1).done();
                PairStore {
                    opcode: op::STNPDi,
                    size: 8,
                    registers: [low, high],
                }
            }
            PartType::Vector { .. } if part.ty.bits() == 64 => {
                let src = self.use_part(value, index)?;
                let (narrow, wide) = (self.fit_size(src, false), self.fit_size(src, true));
                let [low, high] = [class::FPR32, class::FPR32].map(|class| self.new_of(class));
                let copy = self.emit(op::COPY).def(low);
                copy.sub_reg(narrow, sub::SSUB).done();
                self.emit(op::DUPi32).def(high).reg(wide).imm(1).done();
                PairStore {
                    opcode: op::STNPSi,
                    size: 4,
                    registers: [low, high],
                }
            }
            _ => return Ok(false),
        };
        self.emit_pair_store(&store, part.offset, access)?;
        Ok(true)
    }

    /// The halves of an integer of 64 bits.
    fn word_halves(&mut self, value: Value, index: usize) -> Result<PairStore> {
        let src = self.use_part(value, index)?;
        let high = self.shift_right(false, Width::W64, src, 32);
        Ok(PairStore {
            opcode: op::STNPWi,
            size: 4,
            registers: [src, high].map(|word| self.low(word, Width::W64, Width::W32)),
        })
    }

    fn pair_access(
        &mut self,
        pointer: Value,
        parts: &[Part],
        flags: MemFlags,
        align: u64,
    ) -> Result<Access> {
        Ok(Access {
            pointer,
            address: self.access_address(pointer, parts)?,
            flags,
            align,
            ordering: AtomicOrdering::NotAtomic,
        })
    }

    fn emit_pair_store(&mut self, store: &PairStore, offset: u64, access: &Access) -> Result<()> {
        let (base, scaled) = self.pair_address(access, offset, store.size)?;
        let mem = self.access_mem(access, offset, 2 * store.size);
        let [low, high] = store.registers;
        let emit = self.emit(store.opcode).reg(low).reg(high);
        emit.reg(base).imm(scaled).mem(mem).done();
        Ok(())
    }

    /// A base, and what is added to it in units of `size` bytes: at most seven bits with a sign.
    fn pair_address(&mut self, access: &Access, offset: u64, size: u64) -> Result<(Reg, i64)> {
        let (size, offset) = (size as i64, offset as i64);
        let (base, bytes) = match (access.address.base, access.address.offset) {
            (Base::Reg(base), Offset::Bytes(bytes)) => (base, bytes + offset),
            (Base::Frame(index), Offset::Bytes(bytes)) => {
                let base = self.new_reg(PartType::Pointer);
                self.emit_frame_address(base, index, bytes + offset);
                (base, 0)
            }
            _ => (self.use_value(access.pointer)?, offset),
        };
        match bytes % size == 0 && (-64..64).contains(&(bytes / size)) {
            true => Ok((base, bytes / size)),
            false => Ok((self.add_imm_reg(Width::W64, base, bytes)?, 0)),
        }
    }
}
