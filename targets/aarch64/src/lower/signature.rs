//! Incoming arguments and returns.

use avarice_ir::{AttrGroup, Inst, Type, TypeData, Value};
use avarice_lower::{FIRST_WORD, Part, PartType, Parts, Result};
use avarice_mir::{FrameIndex, MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::{LaneMask, PhysReg};
use smallvec::SmallVec;

use super::Selector;
use super::address::Address;
use super::call::Argument;
use super::memory::LOADS;
use crate::abi::{self, ArgAssigner, Location, PassedTypes, result_regs, sub_place};
use crate::{op, reg};

/// Where the parts of an argument are.
pub(super) type Places = SmallVec<[(PartType, Location); 2]>;

/// What each part of a result is passed as, and its register.
pub(super) type ResultPlaces = SmallVec<[(PartType, PhysReg); 4]>;

/// What a part is passed as: itself, but with the lanes of the convention.
fn passed_as((part, passed): (&Part, &PartType)) -> PartType {
    match passed {
        PartType::Vector { .. } => *passed,
        _ => part.ty,
    }
}

/// What a part of an array is passed as, one word at a time.
fn block_word((part, passed): (&Part, &PartType)) -> PartType {
    match *passed {
        abi::FIRST_OF_TWO => part.ty,
        passed => passed,
    }
}

/// Where an incoming argument is.
struct Incoming {
    ty: PartType,
    location: Location,
    /// Its register; none if nobody reads it.
    dst: Reg,
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

    /// Gives `byval` arguments their stack objects.
    pub(super) fn assign_arguments(&mut self) -> Result<()> {
        let mut assigner = ArgAssigner::default();
        for index in 0..self.function.args.len() {
            let value = self.function.args[index];
            if let Some((ty, align)) = self.by_val_param(index) {
                let size = self.byte_size(ty)?;
                let offset = assigner.stack_slot(size, align);
                let frame = &mut self.mf.frame;
                let object = frame.create_fixed_object(size.max(1), offset as i64, false);
                self.set_frame_value(value, object);
            } else {
                self.assign_value(&mut assigner, value, self.param_attrs(index))?;
            }
        }
        self.mf.target_info.incoming_arg_size = assigner.stack_size();
        self.assign_variadic(&assigner);
        Ok(())
    }

    /// The places of the parts of `value`, an argument with these attributes.
    pub(super) fn assign_value(
        &self,
        assigner: &mut ArgAssigner,
        value: Value,
        attrs: Option<AttrGroup>,
    ) -> Result<Places> {
        let ty = self.ty(value);
        let passed = self.passed_types(ty)?;
        let parts = self.own_parts(ty, &passed)?;
        let attrs = self.module.attrs(attrs);
        let own_register = match () {
            // With `inreg` as any other pointer.
            () if attrs.has("sret") && !attrs.has("inreg") => Some(reg::X8),
            () if attrs.has("nest") => Some(reg::X18),
            () => None,
        };
        if let Some(register) = own_register {
            let place = Location::Reg(register);
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        if attrs.has(FIRST_WORD) {
            let place = assigner.next_first_word();
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        if let Some(part) = self.block_part(ty)?
            && parts
                .iter()
                .zip(&passed)
                .all(|both| block_word(both) == part)
        {
            let align = attrs.int("alignstack");
            let align = align.unwrap_or_else(|| self.layout.abi_align(&self.module.types, ty));
            let places = assigner.next_block(part, parts.len(), align);
            let types = parts.iter().zip(&passed).map(passed_as);
            return Ok(types.zip(places).collect());
        }
        let places = assigner.next_all(&passed);
        let types = parts.iter().zip(&passed).map(passed_as);
        Ok(types.zip(places).collect())
    }

    /// The parts of a type that is passed as `passed`.
    fn own_parts(&self, ty: Type, passed: &PassedTypes) -> Result<Parts> {
        let parts = self.parts(ty)?;
        let is_one = |part: &Part| passed[..] != [part.ty] && passed.len() == 1;
        match (&parts[..], &passed[..]) {
            ([part], [PartType::Vector { .. }]) if is_one(part) => Ok(parts),
            _ => self.passed_parts(ty),
        }
    }

    /// What the convention takes the parts of `ty` for.
    fn passed_types(&self, ty: Type) -> Result<PassedTypes> {
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
    fn block_part(&self, ty: Type) -> Result<Option<PartType>> {
        let TypeData::Array { element, .. } = self.module.types[ty] else {
            return Ok(None);
        };
        let passed = self.passed_types(element)?;
        let parts = self.parts(element)?;
        let part = parts.iter().zip(&passed).map(block_word).next();
        Ok(part.filter(|part| !part.is_int() || part.bits() == 64))
    }

    /// Emits the copies of requested arguments.
    pub(super) fn lower_arguments(&mut self) -> Result<()> {
        let mut assigner = ArgAssigner::default();
        let mut incoming: SmallVec<[Incoming; 8]> = SmallVec::new();
        let mut converted = Conversions::new();
        for index in 0..self.function.args.len() {
            let value = self.function.args[index];
            self.check_param_attrs(value, self.param_attrs(index))?;
            if let Some((ty, align)) = self.by_val_param(index) {
                assigner.stack_slot(self.byte_size(ty)?, align);
                continue;
            }
            let places = self.assign_value(&mut assigner, value, self.param_attrs(index))?;
            for (part, (ty, location)) in places.into_iter().enumerate() {
                let dst = self.requested(value, part);
                let dst = self.unconverted(&mut converted, (value, part), ty, dst)?;
                incoming.push(Incoming { ty, location, dst });
            }
        }
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
        for argument in incoming {
            let Location::Reg(from) = argument.location else {
                continue;
            };
            let dst = argument.dst;
            if dst.is_none() {
                let unused = self.new_reg(argument.ty);
                self.note_argument(unused);
                continue;
            }
            let live_in = sub_place(from, argument.ty);
            self.note_argument(dst);
            self.mf.live_ins.push((live_in, dst.as_virtual()));
            let block = self.point().block;
            let live_ins = &mut self.mf.blocks[block].live_ins;
            live_ins.push((live_in, LaneMask::ALL));
            copies.push((dst, live_in));
        }
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

    /// Selects a return.
    pub(super) fn lower_return(&mut self, inst: Inst) -> Result<()> {
        let mut returned: SmallVec<[PhysReg; 4]> = SmallVec::new();
        if self.function.num_operands(inst) != 0 {
            let value = self.function.operand(inst, 0);
            let Some(places) = self.result_places(self.ty(value))? else {
                return self.unsupported("result that does not fit in registers");
            };
            let function = self.module.globals[self.global].function();
            let extension = self.extension(function.and_then(|f| f.attrs.ret));
            for (index, (part, reg)) in places.into_iter().enumerate() {
                let argument = Argument::Part(value, index, part, extension);
                returned.push(self.emit_to_phys(argument, reg)?);
            }
        }
        let mut emit = self.emit(op::RET_ReallyLR);
        for reg in returned {
            emit = emit.implicit_use(reg);
        }
        emit.done();
        Ok(())
    }
}
