//! Elements: extracting them, inserting them, and building vectors from many.

use avarice_ir::{Inst, InstKind, Value};
use avarice_lower::select::VectorElements;
use avarice_lower::{Elements, Lane, PartType, Result, VectorShape, splat};
use avarice_mir::{MemFlags, MemOperand, Reg};
use avarice_target::Opcode;

use super::super::Selector;
use super::super::memory::{LOAD_8, LOAD_DOUBLE, LOAD_HALF, LOAD_SINGLE};
use super::opcodes::{self, Form};
use crate::{TARGET, class, op, sub};

/// Loads of one element into all lanes.
const LOAD_TO_ALL: opcodes::ByInts = [
    op::LD1Rv8b,
    op::LD1Rv16b,
    op::LD1Rv4h,
    op::LD1Rv8h,
    op::LD1Rv2s,
    op::LD1Rv4s,
    op::LD1Rv2d,
];

/// Loads of one element into one lane, by its size.
const LOAD_TO_ONE: [Opcode; 4] = [op::LD1i8, op::LD1i16, op::LD1i32, op::LD1i64];

impl Selector<'_, '_> {
    // ---- Extracting ---------------------------------------------------------------------------

    // ---- Inserting ----------------------------------------------------------------------------

    fn insert_element(
        &mut self,
        shape: VectorShape,
        old: Reg,
        at: u32,
        element: Value,
    ) -> Result<Reg> {
        if let Some((src, lane)) = self.extracted_lane(shape, element)? {
            return Ok(self.insert_lane(shape.lane, old, at, src, lane));
        }
        if let Some(load) = self.foldable_load(element).filter(|_| shape.is_exact()) {
            return self.load_to_lane(load, shape.lane, old, at);
        }
        let scalar = self.element_reg(shape, element)?;
        if self.is_vector_class(scalar) {
            let src = self.scalar_to_vector(scalar);
            return Ok(self.insert_lane(shape.lane, old, at, src, 0));
        }
        let dst = self.new_vector(true);
        let opcode = opcodes::INS_GENERAL[shape.lane.to_int() as usize];
        let emit = self.emit(opcode).def(dst).reg(old);
        emit.imm(i64::from(at)).reg(scalar).done();
        Ok(dst)
    }

    /// The lane that a scalar is taken from, if the scalar has no other use.
    fn extracted_lane(&mut self, shape: VectorShape, element: Value) -> Result<Option<(Reg, u32)>> {
        let Some((extract, InstKind::ExtractElement)) = self.def_kind(element) else {
            return Ok(None);
        };
        let [vector, index] = [0, 1].map(|at| self.function.operand(extract, at));
        let from = VectorShape::of(&self.module.types, self.ty(vector));
        let Some((from, index)) = from.zip(self.const_int(index)) else {
            return Ok(None);
        };
        let same = from.lane == shape.lane && from.element_bits == shape.element_bits;
        if !same || !self.is_foldable(element) || index >= u64::from(from.count) {
            return Ok(None);
        }
        let per_register = u64::from(from.lane.per_register());
        let src = self.use_part(vector, (index / per_register) as usize)?;
        Ok(Some((self.whole_of(src), (index % per_register) as u32)))
    }

    /// The register of a scalar whose low bits are those of a lane: all copies of it for a bit.
    fn element_reg(&mut self, shape: VectorShape, element: Value) -> Result<Reg> {
        let scalar = self.use_value(element)?;
        Ok(match shape.is_mask() {
            true => self.bit_in_all_bits(scalar, shape.lane),
            false => scalar,
        })
    }

    /// A bit in all bits of a general register that is as large as a lane at least.
    pub(super) fn bit_in_all_bits(&mut self, bit: Reg, lane: Lane) -> Reg {
        let wide = lane.bytes() == 8;
        let (src, opcode) = match wide {
            true => (self.any_extended_64(bit), op::SBFMXri),
            false => (bit, op::SBFMWri),
        };
        let dst = self.new_reg(PartType::Int(if wide { 64 } else { 32 }));
        self.emit(opcode).def(dst).reg(src).imm(0).imm(0).done();
        dst
    }

    /// Whether a scalar is in a vector register.
    pub(super) fn is_vector_class(&self, scalar: Reg) -> bool {
        let class = scalar.as_virtual().map(|reg| self.mf.class(reg));
        let vector = [class::FPR16, class::FPR32, class::FPR64, class::FPR128];
        class.is_some_and(|class| {
            vector.contains(&class)
                || vector
                    .iter()
                    .any(|vector| TARGET.class(class).has_super_class(*vector))
        })
    }

    /// A register of 128 bits with a scalar in its first lane.
    pub(in super::super) fn scalar_to_vector(&mut self, scalar: Reg) -> Reg {
        let class = scalar.as_virtual().map(|reg| self.mf.class(reg));
        let bits = class.map_or(64, |class| TARGET.class(class).size_bits);
        let scalar = match self.is_vector_class(scalar) {
            true => scalar,
            false => {
                let class = if bits == 32 {
                    class::FPR32
                } else {
                    class::FPR64
                };
                let moved = self.new_of(class);
                self.emit_copy(moved, scalar);
                moved
            }
        };
        let index = match bits {
            16 => sub::HSUB,
            32 => sub::SSUB,
            _ => sub::DSUB,
        };
        let undef = self.vector_undef(true);
        let dst = self.new_vector(true);
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef);
        emit.reg(scalar).imm(index.0.into()).done();
        dst
    }

    // ---- Building -----------------------------------------------------------------------------

    /// The bits of a lane that a scalar constant fills.
    fn element_constant(&self, element: Value, shape: VectorShape) -> Option<u64> {
        use avarice_lower::ConstValue::{Float, Int, Undef};
        let id = self.function.as_const(element)?;
        match self.const_value(id, 0) {
            Ok((Int(bit), _)) if shape.is_mask() => Some((bit & 1).wrapping_neg()),
            Ok((Int(bits) | Float(bits), _)) => Some(bits),
            Ok((Undef, _)) => Some(0),
            _ => None,
        }
    }

    /// A register with one scalar in all lanes.
    pub(super) fn build_uniform(
        &mut self,
        shape: VectorShape,
        form: Form,
        element: Value,
    ) -> Result<Reg> {
        if let Some(value) = self.element_constant(element, shape) {
            return self.vector_bytes(splat(shape.lane, value), form.wide);
        }
        if let Some(load) = self.foldable_load(element).filter(|_| shape.is_exact()) {
            return self.load_to_all_lanes(load, form);
        }
        let scalar = self.element_reg(shape, element)?;
        if self.is_vector_class(scalar) {
            let src = self.scalar_to_vector(scalar);
            let opcode = self.int_opcode(form, &opcodes::DUP_LANE)?;
            return Ok(self.packed_imm(opcode, src, 0));
        }
        let opcode = self.int_opcode(form, &opcodes::DUP_GENERAL)?;
        Ok(self.packed_unary(opcode, scalar))
    }

    /// The address of a load of a lane, which has no offset, and what it accesses.
    fn lane_address(&mut self, load: Inst, lane: Lane) -> Result<(Reg, MemOperand)> {
        let pointer = self.function.operand(load, 0);
        let size = u64::from(lane.bytes());
        let InstKind::Load { align, .. } = self.function.insts[load].kind else {
            return self.unsupported("element that is no load");
        };
        let address = self.use_value(pointer)?;
        let mem = self.mem_operand(MemFlags::LOAD, pointer, 0, size, align.max(1));
        Ok((address, mem))
    }

    fn load_to_all_lanes(&mut self, load: Inst, form: Form) -> Result<Reg> {
        let (address, mem) = self.lane_address(load, form.lane)?;
        let opcode = self.int_opcode(form, &LOAD_TO_ALL)?;
        let dst = self.new_vector(form.wide);
        self.emit(opcode).def(dst).reg(address).mem(mem).done();
        Ok(dst)
    }

    /// `old`, of 128 bits, with lane `at` from memory.
    fn load_to_lane(&mut self, load: Inst, lane: Lane, old: Reg, at: u32) -> Result<Reg> {
        let (address, mem) = self.lane_address(load, lane)?;
        let dst = self.new_vector(true);
        let opcode = LOAD_TO_ONE[lane.to_int() as usize];
        let emit = self.emit(opcode).def(dst).reg(old).imm(at.into());
        emit.reg(address).mem(mem).done();
        Ok(dst)
    }

    /// What `load` loads, in the smallest vector register that has as many bytes; bytes in general ones.
    fn load_to_vector_register(&mut self, load: Inst, lane: Lane) -> Result<Reg> {
        let (ops, part) = match lane.bytes() {
            1 => (LOAD_8, PartType::Int(32)),
            2 => (LOAD_HALF, PartType::Half),
            4 => (LOAD_SINGLE, PartType::Float),
            _ => (LOAD_DOUBLE, PartType::Double),
        };
        let dst = self.new_reg(part);
        self.emit_folded_load(ops, dst, load)?;
        Ok(dst)
    }
}

impl<'m> VectorElements<'m> for Selector<'_, 'm> {
    type Form = Form;

    fn form(shape: VectorShape, part: usize) -> Form {
        Form::of(shape.lane, shape.lanes_of(part))
    }

    fn fit(&mut self, src: Reg, form: Form) -> Reg {
        self.fit_size(src, form.wide)
    }

    fn undef_vector(&mut self, form: Form) -> Reg {
        self.vector_undef(form.wide)
    }

    fn extract_lane(&mut self, dst: Reg, src: Reg, shape: VectorShape, index: u32) -> Result<()> {
        let (lane, index) = match shape.lane {
            // The bit of a mask is in any part of its lane.
            Lane::I64 if shape.is_mask() => (Lane::I32, 2 * index),
            lane => (lane, index),
        };
        // A half alone is a number of a floating-point register, and among others 16 bits.
        let is_half = dst.as_virtual().map(|dst| self.mf.class(dst)) == Some(class::FPR16);
        let first = match lane {
            Lane::F32 | Lane::I32 => Some(sub::SSUB),
            Lane::F64 | Lane::I64 => Some(sub::DSUB),
            _ => is_half.then_some(sub::HSUB),
        };
        if let Some(first) = first.filter(|_| index == 0) {
            self.emit(op::COPY).def(dst).sub_reg(src, first).done();
            return Ok(());
        }
        let opcode = match lane {
            Lane::F32 => op::DUPi32,
            Lane::F64 => op::DUPi64,
            _ if is_half => op::DUPi16,
            lane => opcodes::UMOV[lane as usize],
        };
        let src = self.whole_of(src);
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.imm(i64::from(index)).done();
        Ok(())
    }

    fn build_register(
        &mut self,
        shape: VectorShape,
        form: Form,
        elements: &Elements,
    ) -> Result<Reg> {
        let mut given = elements.iter().flatten();
        let Some(first) = given.next().copied() else {
            return Ok(self.vector_undef(form.wide));
        };
        let count = elements.iter().flatten().count();
        if count > 1 && given.all(|element| *element == first) {
            return self.build_uniform(shape, form, first);
        }
        // Constants come first, all at once.
        let mut words = [0u64; 2];
        let mut rest = elements.clone();
        let bits = shape.lane.bits();
        for (at, element) in rest.iter_mut().enumerate() {
            let value = element.and_then(|element| self.element_constant(element, shape));
            if let Some(value) = value {
                let place = at as u32 * bits;
                words[place as usize / 64] |= (value & (u64::MAX >> (64 - bits))) << (place % 64);
                *element = None;
            }
        }
        if rest.iter().flatten().count() < count {
            let base = self.vector_bytes(words, form.wide)?;
            return self.insert_elements(shape, base, &rest);
        }
        let at = elements.iter().position(Option::is_some).unwrap_or(0);
        let base = match self.extracted_lane(shape, first)? {
            Some((src, lane)) if lane == at as u32 => src,
            Some((src, lane)) => {
                let undef = self.vector_undef(true);
                self.insert_lane(shape.lane, undef, at as u32, src, lane)
            }
            None if at == 0 => {
                let scalar = match self.foldable_load(first).filter(|_| shape.is_exact()) {
                    Some(load) => self.load_to_vector_register(load, shape.lane)?,
                    None => self.element_reg(shape, first)?,
                };
                self.scalar_to_vector(scalar)
            }
            None => {
                let undef = self.vector_undef(true);
                self.insert_element(shape, undef, at as u32, first)?
            }
        };
        rest[at] = None;
        self.insert_elements(shape, base, &rest)
    }

    fn insert_elements(
        &mut self,
        shape: VectorShape,
        old: Reg,
        elements: &Elements,
    ) -> Result<Reg> {
        let mut sum = self.whole_of(old);
        for (at, element) in elements.iter().enumerate() {
            if let Some(element) = element {
                sum = self.insert_element(shape, sum, at as u32, *element)?;
            }
        }
        Ok(sum)
    }
}
