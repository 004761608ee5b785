//! Incoming arguments and returns.

use avarice_ir::{Type, TypeData, Value};
use avarice_lower::select::{Entry, Incoming, Location};
use avarice_lower::{Part, PartType, Parts, Result};
use avarice_mir::{FrameIndex, MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::{LaneMask, PhysReg};
use smallvec::SmallVec;

use super::Selector;
use super::address::Address;
use super::memory::LOADS;
use crate::abi::{self, PassedTypes, result_regs, sub_place};
use crate::reg;

/// What each part of a result is passed as, and its register.
pub(super) type ResultPlaces = SmallVec<[(PartType, PhysReg); 4]>;

/// What a part is passed as: itself, but with the lanes of the convention.
pub(super) fn passed_as((part, passed): (&Part, &PartType)) -> PartType {
    match passed {
        PartType::Vector { .. } => *passed,
        _ => part.ty,
    }
}

/// What a part of an array is passed as, one word at a time.
pub(super) fn block_word((part, passed): (&Part, &PartType)) -> PartType {
    match *passed {
        abi::FIRST_OF_TWO => part.ty,
        passed => passed,
    }
}

/// A part that comes in other lanes than it has here.
pub(super) struct Conversion {
    src: Reg,
    from: PartType,
    dst: Reg,
    to: PartType,
    is_mask: bool,
}

/// Conversions that are left to do once everything has come in.
pub(super) type Conversions = SmallVec<[Conversion; 2]>;

impl Selector<'_, '_> {
    // ---- Incoming -----------------------------------------------------------------------------

    /// The parts of a type that is passed as `passed`.
    pub(super) fn own_parts(&self, ty: Type, passed: &PassedTypes) -> Result<Parts> {
        let parts = self.parts(ty)?;
        let is_one = |part: &Part| passed[..] != [part.ty] && passed.len() == 1;
        match (&parts[..], &passed[..]) {
            ([part], [PartType::Vector { .. }]) if is_one(part) => Ok(parts),
            _ => self.passed_parts(ty),
        }
    }

    /// What the convention takes the parts of `ty` for.
    pub(super) fn passed_types(&self, ty: Type) -> Result<PassedTypes> {
        self.parts(ty)?;
        match abi::passed_types(&self.module.types, self.layout, ty) {
            Some(passed) => Ok(passed),
            None => self.unsupported("vector that is passed element by element"),
        }
    }

    /// The register of each part of a result of type `ty`, of the part's width; `None` if they do not fit.
    pub(super) fn result_places(&self, ty: Type) -> Result<Option<ResultPlaces>> {
        let passed = self.passed_types(ty)?;
        let parts = self.own_parts(ty, &passed)?;
        let types = parts.iter().zip(&passed).map(passed_as);
        let types: PassedTypes = types.collect();
        let regs = result_regs(passed);
        Ok(regs.map(|regs| {
            let places = regs.into_iter().zip(types);
            places
                .map(|(reg, part)| (part, sub_place(reg, part)))
                .collect()
        }))
    }

    /// What each part of an array is that must not be split between registers and the stack.
    pub(super) fn block_part(&self, ty: Type) -> Result<Option<PartType>> {
        let TypeData::Array { element, .. } = self.module.types[ty] else {
            return Ok(None);
        };
        let passed = self.passed_types(element)?;
        let parts = self.parts(element)?;
        let part = parts.iter().zip(&passed).map(block_word).next();
        Ok(part.filter(|part| !part.is_int() || part.bits() == 64))
    }

    /// The register in which part `part` of a value that is passed as `ty` comes: `dst`, or if its lanes are others
    /// there, a new one that `conversions` notes.
    pub(super) fn unconverted(
        &mut self,
        conversions: &mut Conversions,
        (value, part): (Value, usize),
        ty: PartType,
        dst: Reg,
    ) -> Result<Reg> {
        let own = self.parts(self.ty(value))?[part].ty;
        let is_mask = self.is_mask_type(self.ty(value));
        if dst.is_none() || !matches!(ty, PartType::Vector { .. }) || (own == ty && !is_mask) {
            return Ok(dst);
        }
        let src = self.new_reg(ty);
        conversions.push(Conversion {
            src,
            from: ty,
            dst,
            to: own,
            is_mask,
        });
        Ok(src)
    }

    /// Emits conversions of lanes.
    pub(super) fn receive_lanes(&mut self, conversions: &Conversions) -> Result<()> {
        for conversion in conversions {
            let src = match conversion.is_mask {
                true => self.bits_to_lanes(conversion.src, conversion.from)?,
                false => conversion.src,
            };
            let src = self.in_lanes(src, conversion.from, conversion.to);
            self.define(conversion.dst, src);
        }
        Ok(())
    }

    /// Makes the registers that arguments arrive in live into the function, and copies them.
    fn copy_register_arguments(&mut self, incoming: &[Incoming]) {
        let mut copies: SmallVec<[(Reg, PhysReg); 8]> = SmallVec::new();
        self.receive_registers(incoming, |_, argument, from| {
            let live_in = sub_place(from, argument.ty);
            copies.push((argument.dst, live_in));
            (live_in, argument.dst)
        });
        // Where the function returns to, if something asks for that.
        let mut known = self.mf.live_ins.iter();
        if let Some((link, Some(dst))) = known.find(|(from, _)| *from == reg::LR).copied() {
            let block = self.point().block;
            let live_ins = &mut self.mf.blocks[block].live_ins;
            live_ins.push((link, LaneMask::ALL));
            copies.push((Reg::virt(dst), link));
        }
        // The last argument is copied first, as llc does it.
        for (dst, live_in) in copies.iter().rev() {
            self.emit_copy(*dst, *live_in);
        }
    }

    fn load_stack_argument(&mut self, argument: &Incoming, offset: u64) -> Result<()> {
        let ty = argument.ty;
        let size = match ty.store_size() {
            size @ (1 | 2 | 4 | 8 | 16) => size,
            3 => 4,
            5..=7 => 8,
            _ => 16,
        };
        let frame = &mut self.mf.frame;
        let object = frame.create_fixed_object(size, offset as i64, true);
        let ops = match ty.is_int() {
            true => LOADS[size.trailing_zeros() as usize],
            false => self.part_ops(ty).0,
        };
        let (address, mem) = self.slot_access(object, ops.size);
        self.emit_load(ops, argument.dst, address, mem)
    }

    /// The place of a stack object, and the memory operand of a load of it.
    pub(super) fn slot_access(&self, object: FrameIndex, size: u64) -> (Address, MemOperand) {
        let align = self.mf.frame.object(object).align;
        let place = MemPointer::Stack(object);
        let mem = MemOperand::new(MemFlags::LOAD, place, 0, size, align);
        (Address::frame(object), mem)
    }

    // ---- Returns ------------------------------------------------------------------------------
}

impl<'m> Entry<'m> for Selector<'_, 'm> {
    /// Emits the copies of requested arguments.
    fn lower_arguments(&mut self) -> Result<()> {
        let mut converted = Conversions::new();
        let incoming = self.incoming_arguments(|this, part, ty, dst| {
            this.unconverted(&mut converted, part, ty, dst)
        })?;
        self.save_variadic_registers()?;
        self.receive_forwarded_registers();
        self.copy_register_arguments(&incoming);
        for argument in &incoming {
            if let Location::Stack(offset) = argument.location
                && !argument.dst.is_none()
            {
                self.load_stack_argument(argument, offset)?;
            }
        }
        self.receive_lanes(&converted)
    }
}
