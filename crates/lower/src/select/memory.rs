//! Loads and stores.

use avarice_ir::{AtomicOrdering, CastOp, Inst, InstFlags, InstKind, Value};
use avarice_mir::{MemFlags, MemOperand, Reg};

use super::integers::{IntWidth, Integers, Widening};
use crate::constant::ConstValue;
use crate::function::FunctionLowering;
use crate::parts::{Part, PartType};
use avarice_legalize::Result;

/// An access to memory by an IR instruction.
#[derive(Clone, Copy)]
pub struct Access<A> {
    /// The value that it gets the address from.
    pub pointer: Value,
    /// Where.
    pub address: A,
    /// What it does.
    pub flags: MemFlags,
    /// Alignment of the address in bytes.
    pub align: u64,
    /// Its order among others.
    pub ordering: AtomicOrdering,
}

/// Selects loads and stores.
pub trait MemoryAccesses<'m>: Integers<'m> {
    /// An address that instructions can have.
    type Address: Copy;

    /// The address at which an access to `parts` begins.
    fn access_address(&mut self, pointer: Value, parts: &[Part]) -> Result<Self::Address>;

    /// Emits a load of one part.
    fn emit_load_part(
        &mut self,
        dst: Reg,
        part: Part,
        access: &Access<Self::Address>,
    ) -> Result<()>;

    /// Emits a load of the high half of an integer of less than 128 bits, with zeros above.
    fn emit_load_short_half(
        &mut self,
        dst: Reg,
        part: Part,
        access: &Access<Self::Address>,
    ) -> Result<()>;

    /// Selects a load in a way that only this target has; `false` if there is none.
    fn lower_special_load(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        ordering: AtomicOrdering,
        align: u64,
    ) -> Result<bool> {
        let _ = (inst, flags, ordering, align);
        Ok(false)
    }

    /// Selects a store in a way that only this target has; `false` if there is none.
    fn lower_special_store(
        &mut self,
        inst: Inst,
        flags: MemFlags,
        ordering: AtomicOrdering,
        align: u64,
    ) -> Result<bool> {
        let _ = (inst, flags, ordering, align);
        Ok(false)
    }

    /// Emits a store of part `index` of `value`.
    fn emit_store_part(
        &mut self,
        value: Value,
        index: usize,
        part: Part,
        access: &Access<Self::Address>,
    ) -> Result<()>;

    /// `src`, of `bits` bits in a register of `width`, with zeros above.
    fn with_zeros(&mut self, src: Reg, bits: u32, width: Self::Width) -> Result<Reg>;

    /// Part `index` of `value`, of `bits` bits that are no whole bytes, with zeros above.
    fn part_with_zeros(&mut self, value: Value, index: usize, bits: u32) -> Result<Reg>;

    /// Selects a load together with extensions of its number, which all give the same; the first is `extension`.
    fn lower_widened_load(&mut self, load: Inst, extension: Inst) -> Result<()> {
        let function = self.function;
        let Some(value) = function.insts[load].result.expand() else {
            return Ok(());
        };
        let bits = self.narrow_bits(value)?;
        let to = self.part(function.insts[extension].ty)?.bits();
        let signed = self.extends_sign(extension);
        let (from, width) = (Self::Width::of_bits(bits), Self::Width::of_bits(to));
        let dst = self.result_reg(extension)?;
        self.emit_extending_load(dst, load, Widening::new(signed, bits, width))?;
        let mut next = self.scratch.widened[extension];
        while let Some(other) = next.expand() {
            let copy = self.result_reg(other)?;
            self.emit_copy(copy, dst);
            next = self.scratch.widened[other];
        }
        let number = self.requested(value, 0);
        if !number.is_none() {
            self.copy_low(number, dst, width, from);
        }
        Ok(())
    }

    /// Selects a load.
    fn lower_load(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let InstKind::Load {
            align, ordering, ..
        } = function.insts[inst].kind
        else {
            return self.unsupported("load of this kind");
        };
        let ty = function.insts[inst].ty;
        let parts = self.access_parts(ty)?;
        if ordering != AtomicOrdering::NotAtomic {
            self.check_atomic(&parts, align)?;
        }
        if let Some(extension) = self.scratch.widened[inst].expand() {
            return self.lower_widened_load(inst, extension);
        }
        let flags = self.load_flags(inst);
        let align = self.access_align(align, ty);
        if self.lower_special_load(inst, flags, ordering, align)? {
            return Ok(());
        }
        let pointer = function.operand(inst, 0);
        let access = Access {
            pointer,
            address: self.access_address(pointer, &parts)?,
            flags,
            align,
            ordering,
        };
        let volatile =
            access.flags.contains(MemFlags::VOLATILE) || ordering != AtomicOrdering::NotAtomic;
        let Some(value) = function.insts[inst].result.expand() else {
            return Ok(());
        };
        for (index, part) in parts.iter().enumerate() {
            let is_short_half = self.is_wide(value) && part.ty.bits() < 64;
            let dst = match self.requested(value, index) {
                dst if !dst.is_none() => dst,
                _ if volatile && is_short_half => self.new_reg(PartType::Int(64)),
                _ if volatile => self.new_reg(part.ty),
                _ => continue,
            };
            match is_short_half {
                true => self.emit_load_short_half(dst, *part, &access)?,
                false => self.emit_load_part(dst, *part, &access)?,
            }
        }
        Ok(())
    }

    /// Selects a store.
    fn lower_store(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let InstKind::Store {
            align, ordering, ..
        } = function.insts[inst].kind
        else {
            return self.unsupported("store of this kind");
        };
        let [value, pointer] = self.operands(inst);
        let ty = self.ty(value);
        let parts = self.access_parts(ty)?;
        let volatile = function.insts[inst].flags.contains(InstFlags::VOLATILE);
        let align = self.access_align(align, ty);
        if ordering != AtomicOrdering::NotAtomic {
            self.check_atomic(&parts, align)?;
        }
        let mut flags = MemFlags::STORE;
        flags.set(MemFlags::VOLATILE, volatile);
        flags.set(MemFlags::NON_TEMPORAL, self.is_non_temporal(inst));
        if self.lower_special_store(inst, flags, ordering, align)? {
            return Ok(());
        }
        let access = Access {
            pointer,
            address: self.access_address(pointer, &parts)?,
            flags,
            align,
            ordering,
        };
        for (index, part) in parts.iter().enumerate() {
            self.emit_store_part(value, index, *part, &access)?;
        }
        Ok(())
    }

    /// The register whose low bits are stored for a part, and its width: bits above the part's width
    /// but below the next byte are zero.
    fn store_source(
        &mut self,
        value: Value,
        index: usize,
        ty: PartType,
    ) -> Result<(Reg, Self::Width)> {
        let bits = ty.bits();
        let width = Self::Width::of_bits(bits);
        if self.is_wide(value) && bits < 64 {
            let high = self.use_part(value, index)?;
            let whole = Self::Width::DOUBLE_WORD;
            return Ok((self.with_zeros(high, bits, whole)?, whole));
        }
        if !bits.is_multiple_of(8) {
            return Ok((self.part_with_zeros(value, index, bits)?, width));
        }
        // A truncation that nothing else needs is part of the store.
        if let Some((inst, InstKind::Cast(CastOp::Trunc))) = self.def_kind(value)
            && matches!(bits, 8 | 16 | 32)
            && self.is_foldable(value)
        {
            let inner = self.function.operand(inst, 0);
            if !self.is_wide(inner) && self.function.as_const(inner).is_none() {
                let from = Self::Width::of_bits(self.int_bits(inner).unwrap_or(64));
                return Ok((self.use_value(inner)?, from));
            }
        }
        Ok((self.use_part(value, index)?, width))
    }
}

impl FunctionLowering<'_> {
    /// The memory operand of `size` bytes of an access.
    pub fn access_mem<A>(&self, access: &Access<A>, offset: u64, size: u64) -> MemOperand {
        let mut mem = self.mem_operand(access.flags, access.pointer, offset, size, access.align);
        mem.ordering = access.ordering;
        mem
    }

    /// The bits that part `index` of `value` is, if it is a constant number; undefined values count as 0.
    pub fn constant_part(&self, value: Value, index: usize) -> Result<Option<u64>> {
        let (value, index) = self.resolve(value, index)?;
        let Some(id) = self.function.as_const(value) else {
            return Ok(None);
        };
        Ok(match self.const_value(id, index) {
            Ok((ConstValue::Int(value) | ConstValue::Float(value), _)) => Some(value),
            Ok((ConstValue::Undef, _)) => Some(0),
            _ => None,
        })
    }
}
