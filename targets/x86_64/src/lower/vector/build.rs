//! Elements: extracting them, inserting them, and building vectors from many.

use avarice_ir::Value;
use avarice_lower::select::{IntWidth, Integers, VectorElements, Widening};
use avarice_lower::{Elements, FloatKind, Lane, LaneChoice, PartType, Result, VectorShape};
use avarice_mir::Reg;
use smallvec::SmallVec;

use super::super::{Selector, Width};
use crate::op;
use crate::subtarget::Features;

impl Selector<'_, '_> {
    // ---- Extracting ---------------------------------------------------------------------------

    /// `dst`, of 32 bits, = the low bits of lane `index` of integers; what is above is anything.
    fn extract_to_32(&mut self, dst: Reg, src: Reg, lane: Lane, index: u32) -> Result<()> {
        let sse41 = self.features().contains(Features::SSE41);
        let at_start = index * lane.bytes() == 0;
        match lane {
            Lane::I32 if sse41 && index > 0 => {
                let emit = self.emit(op::PEXTRDrr).def(dst).reg(src);
                emit.imm(i64::from(index)).done();
            }
            Lane::I8 if sse41 && index > 0 => {
                let emit = self.emit(op::PEXTRBrr).def(dst).reg(src);
                emit.imm(i64::from(index)).done();
            }
            Lane::I32 | Lane::I64 => {
                let first = self.lane_first(lane, src, index)?;
                self.emit(op::MOVPDI2DIrr).def(dst).reg(first).done();
            }
            _ if at_start => {
                self.emit(op::MOVPDI2DIrr).def(dst).reg(src).done();
            }
            Lane::I16 => {
                let emit = self.emit(op::PEXTRWrr).def(dst).reg(src);
                emit.imm(i64::from(index)).done();
            }
            _ => {
                let word = self.extract_word(src, index / 2);
                let byte = match index % 2 {
                    0 => word,
                    _ => self.shift(&super::super::int::SHR, Width::W32, word, 8),
                };
                self.define(dst, byte);
            }
        }
        Ok(())
    }

    /// A register whose first lane is lane `index` of `src`.
    fn lane_first(&mut self, lane: Lane, src: Reg, index: u32) -> Result<Reg> {
        let mut mask = LaneChoice::from_elem(-1, lane.per_register() as usize);
        mask[0] = index as i32;
        self.permute(lane, src, &mask)
    }

    // ---- Inserting ----------------------------------------------------------------------------

    /// One element put into its lane by one instruction, from memory or an integer register.
    fn insert_directly(
        &mut self,
        shape: VectorShape,
        old: Reg,
        elements: &Elements,
    ) -> Result<Option<Reg>> {
        let Some(at) = elements.iter().position(Option::is_some) else {
            return Ok(Some(old));
        };
        let Some(element) = elements[at] else {
            return Ok(Some(old));
        };
        if shape.lane == Lane::F64
            && let Some(load) = self.foldable_load(element)
        {
            let opcode = if at == 0 { op::MOVLPDrm } else { op::MOVHPDrm };
            let dst = self.new_vector();
            self.emit_load_op(opcode, dst, Some(old), load)?;
            return Ok(Some(dst));
        }
        if !self.features().contains(Features::SSE41) || shape.is_mask() {
            return Ok(None);
        }
        let (opcode, scalar) = match shape.lane {
            Lane::I32 => (op::PINSRDrr, self.element_in_32(element, shape)?),
            Lane::I64 => (op::PINSRQrr, self.use_value(element)?),
            _ => return Ok(None),
        };
        let dst = self.new_vector();
        let emit = self.emit(opcode).def(dst).reg(old).reg(scalar);
        emit.imm(at as i64).done();
        Ok(Some(dst))
    }

    // ---- Building -----------------------------------------------------------------------------

    /// A scalar in a 32-bit register whose low bits are those of a lane: all copies of it for a bit.
    fn element_in_32(&mut self, element: Value, shape: VectorShape) -> Result<Reg> {
        if shape.is_mask() {
            return self.extend(element, true, Width::W32);
        }
        if shape.lane == Lane::I8 && self.function.as_const(element).is_none() {
            let byte = self.use_value(element)?;
            return Ok(self.widen_byte(byte));
        }
        match self.const_int(element) {
            Some(value) => self.use_int(32, value),
            None => self.use_value(element),
        }
    }

    /// A vector register with a scalar in its first lane.
    pub(super) fn scalar_to_vector(&mut self, element: Value, shape: VectorShape) -> Result<Reg> {
        let lane = shape.lane;
        if let Some(load) = self.foldable_load(element)
            && shape.is_exact()
        {
            let opcode = match lane {
                Lane::F32 => Some(op::MOVSSrm),
                Lane::F64 => Some(op::MOVSDrm),
                Lane::I32 => Some(op::MOVDI2PDIrm),
                Lane::I64 => Some(op::MOVQI2PQIrm),
                _ => None,
            };
            if let Some(opcode) = opcode {
                let dst = self.new_vector();
                self.emit_load_op(opcode, dst, None, load)?;
                return Ok(dst);
            }
        }
        if let Some(words) = self.element_constant(element, shape)? {
            return self.vector_bytes([words, 0]);
        }
        let dst = self.new_vector();
        match lane {
            Lane::F32 | Lane::F64 => {
                let src = self.use_value(element)?;
                self.emit_copy(dst, src);
            }
            Lane::I64 => {
                let src = match shape.is_mask() {
                    true => self.extend(element, true, Width::W64)?,
                    false => self.use_value(element)?,
                };
                self.emit(op::MOV64toPQIrr).def(dst).reg(src).done();
            }
            _ => {
                let src = self.element_in_32(element, shape)?;
                self.emit(op::MOVDI2PDIrr).def(dst).reg(src).done();
            }
        }
        Ok(dst)
    }

    /// The bits of a lane that a scalar constant fills.
    fn element_constant(&self, element: Value, shape: VectorShape) -> Result<Option<u64>> {
        use avarice_lower::ConstValue::{Float, Int, Undef};
        let Some(id) = self.function.as_const(element) else {
            return Ok(None);
        };
        Ok(match self.const_value(id, 0) {
            Ok((Int(bit), _)) if shape.is_mask() => {
                Some((bit & 1).wrapping_neg() & (u64::MAX >> (64 - shape.lane.bits())))
            }
            Ok((Int(bits) | Float(bits), _)) => Some(bits),
            Ok((Undef, _)) => Some(0),
            _ => None,
        })
    }

    /// Lanes of 32 or 64 bits: neighbours are interleaved, then pairs.
    fn build_tree(&mut self, shape: VectorShape, elements: &Elements) -> Result<Reg> {
        let lane = shape.lane;
        if let [Some(low), Some(high)] = elements[..]
            && lane == Lane::F64
            && let Some(load) = self.foldable_load(high)
        {
            let low = self.scalar_to_vector(low, shape)?;
            let dst = self.new_vector();
            self.emit_load_op(op::MOVHPDrm, dst, Some(low), load)?;
            return Ok(dst);
        }
        let mut lanes: SmallVec<[Option<Reg>; 4]> = SmallVec::new();
        for element in elements {
            lanes.push(match element {
                Some(element) => Some(self.scalar_to_vector(*element, shape)?),
                None => None,
            });
        }
        let mut width = lane;
        loop {
            let (opcode, next) = match width {
                Lane::F32 => (op::UNPCKLPSrr, Lane::F64),
                Lane::I32 => (op::PUNPCKLDQrr, Lane::I64),
                Lane::F64 => (op::UNPCKLPDrr, Lane::F64),
                _ => (op::PUNPCKLQDQrr, Lane::I64),
            };
            let mut pairs: SmallVec<[Option<Reg>; 4]> = SmallVec::new();
            for pair in lanes.chunks(2) {
                pairs.push(match *pair {
                    [Some(low), Some(high)] => Some(self.packed(opcode, low, high)),
                    [None, Some(high)] => Some(self.packed(opcode, high, high)),
                    [low, ..] => low,
                    [] => None,
                });
            }
            (lanes, width) = (pairs, next);
            if let [all] = lanes[..] {
                return Ok(all.unwrap_or_else(|| self.vector_undef()));
            }
        }
    }

    /// Lanes of 16 bits from integer registers.
    fn build_words(&mut self, words: &[Option<Reg>]) -> Reg {
        let mut sum: Option<Reg> = None;
        for (at, word) in words.iter().enumerate() {
            let Some(word) = *word else {
                continue;
            };
            sum = Some(match sum {
                None if at == 0 => {
                    let dst = self.new_vector();
                    self.emit(op::MOVDI2PDIrr).def(dst).reg(word).done();
                    dst
                }
                sum => {
                    let old = sum.unwrap_or_else(|| self.vector_undef());
                    self.insert_word(old, word, at as u32)
                }
            });
        }
        sum.unwrap_or_else(|| self.vector_undef())
    }

    /// Lanes of 8 bits: pairs become words in integer registers.
    fn build_bytes(&mut self, shape: VectorShape, elements: &Elements) -> Result<Reg> {
        use super::super::int::{AND, OR, SHL};
        let width = Width::W32;
        let mut words: SmallVec<[Option<Reg>; 8]> = SmallVec::new();
        for pair in elements.chunks(2) {
            let mut word: Option<Reg> = None;
            for (at, element) in pair.iter().enumerate() {
                let Some(element) = element else {
                    continue;
                };
                let byte = self.element_in_32(*element, shape)?;
                word = Some(match word {
                    None => self.shift(&SHL, width, byte, 8 * at as u32),
                    Some(low) => {
                        let low = match shape.is_mask() {
                            true => self.alu_imm(&AND, width, low, 0xff)?,
                            false => low,
                        };
                        let high = self.shift(&SHL, width, byte, 8);
                        self.alu(&OR, width, low, high)
                    }
                });
            }
            words.push(word);
        }
        Ok(self.build_words(&words))
    }

    /// A scalar as a vector register, by copying or moving it: bit casts begin so.
    pub(super) fn scalar_bits(&mut self, value: Value, part: usize) -> Result<Reg> {
        let ty = self.parts(self.ty(value))?[part].ty;
        let src = self.use_part(value, part)?;
        let dst = self.new_vector();
        match (FloatKind::of(ty), Width::of_bits(ty.bits())) {
            (kind, _) if kind.is_some() || ty == PartType::Half => {
                self.emit_copy(dst, src);
            }
            (_, Width::W64) => {
                self.emit(op::MOV64toPQIrr).def(dst).reg(src).done();
            }
            (_, width) => {
                let src = match width {
                    Width::W8 => self.widen_byte(src),
                    _ => src,
                };
                self.emit(op::MOVDI2PDIrr).def(dst).reg(src).done();
            }
        }
        Ok(dst)
    }

    /// A vector register with copies of a bit everywhere.
    pub(super) fn bit_in_lanes(&mut self, value: Value, part: usize) -> Result<Reg> {
        let src = self.use_part(value, part)?;
        let wide = self.new_reg(PartType::Int(32));
        self.emit_register_extension(wide, src, Widening::new(true, 1, Width::W32));
        let dst = self.new_vector();
        self.emit(op::MOVDI2PDIrr).def(dst).reg(wide).done();
        Ok(self.packed_imm(op::PSHUFDri, dst, 0))
    }

    /// `dst`, a scalar of type `ty`, = the low bits of a vector register.
    pub(super) fn emit_low_bits(&mut self, dst: Reg, src: Reg, ty: PartType) {
        match (FloatKind::of(ty), Width::of_bits(ty.bits())) {
            (kind, _) if kind.is_some() || ty == PartType::Half => {
                self.emit_copy(dst, src);
            }
            (_, Width::W64) => {
                self.emit(op::MOVPQIto64rr).def(dst).reg(src).done();
            }
            (_, Width::W32) => {
                self.emit(op::MOVPDI2DIrr).def(dst).reg(src).done();
            }
            (_, width) => {
                let wide = self.new_reg(PartType::Int(32));
                self.emit(op::MOVPDI2DIrr).def(wide).reg(src).done();
                self.copy_low(dst, wide, Width::W32, width);
            }
        }
    }
}

impl<'m> VectorElements<'m> for Selector<'_, 'm> {
    type Form = Lane;

    fn form(shape: VectorShape, _part: usize) -> Lane {
        shape.lane
    }

    fn undef_vector(&mut self, _: Lane) -> Reg {
        self.vector_undef()
    }

    fn extract_lane(&mut self, dst: Reg, src: Reg, shape: VectorShape, index: u32) -> Result<()> {
        let sse41 = self.features().contains(Features::SSE41);
        match shape.lane {
            Lane::F32 | Lane::F64 => {
                let first = self.lane_first(shape.lane, src, index)?;
                self.emit_copy(dst, first);
            }
            Lane::I64 if !shape.is_mask() => {
                if index == 1 && sse41 {
                    self.emit(op::PEXTRQrr).def(dst).reg(src).imm(1).done();
                    return Ok(());
                }
                let first = self.lane_first(Lane::I64, src, index)?;
                self.emit(op::MOVPQIto64rr).def(dst).reg(first).done();
            }
            lane => {
                let narrow = lane == Lane::I8 || shape.is_mask();
                let wide = if narrow {
                    self.new_reg(PartType::Int(32))
                } else {
                    dst
                };
                self.extract_to_32(wide, src, lane, index)?;
                if narrow {
                    self.copy_low(dst, wide, Width::W32, Width::W8);
                }
            }
        }
        Ok(())
    }

    fn build_register(&mut self, shape: VectorShape, _: Lane, elements: &Elements) -> Result<Reg> {
        let lane = shape.lane;
        let mut given = elements.iter().enumerate().filter(|(_, e)| e.is_some());
        let Some((first_at, Some(first))) = given.next() else {
            return Ok(self.vector_undef());
        };
        let mut others = given.clone().peekable();
        let only = others.peek().is_none();
        if given.all(|(_, element)| *element == Some(*first)) && (!only || first_at > 0) {
            let scalar = self.scalar_to_vector(*first, shape)?;
            let place = |element: &Option<Value>| if element.is_some() { 0 } else { -1 };
            let mask: LaneChoice = elements.iter().map(place).collect();
            return self.permute(lane, scalar, &mask);
        }
        if only {
            return self.scalar_to_vector(*first, shape);
        }
        match lane {
            Lane::I8 => self.build_bytes(shape, elements),
            Lane::I16 => {
                let mut words: SmallVec<[Option<Reg>; 8]> = SmallVec::new();
                for element in elements {
                    words.push(match element {
                        Some(element) => Some(self.element_in_32(*element, shape)?),
                        None => None,
                    });
                }
                Ok(self.build_words(&words))
            }
            _ => self.build_tree(shape, elements),
        }
    }

    fn insert_elements(
        &mut self,
        shape: VectorShape,
        old: Reg,
        elements: &Elements,
    ) -> Result<Reg> {
        let lane = shape.lane;
        let given = elements.iter().flatten().count();
        if matches!(lane, Lane::I8 | Lane::I16) {
            let mut sum = old;
            for (at, element) in elements.iter().enumerate() {
                if let Some(element) = element {
                    let scalar = self.element_in_32(*element, shape)?;
                    sum = match lane {
                        Lane::I16 => self.insert_word(sum, scalar, at as u32),
                        _ => self.insert_byte(sum, scalar, at as u32)?,
                    };
                }
            }
            return Ok(sum);
        }
        if given == 1
            && let Some(inserted) = self.insert_directly(shape, old, elements)?
        {
            return Ok(inserted);
        }
        // New lanes come from where they are, the only one from the first.
        let new = match given {
            1 => {
                let element = elements.iter().flatten().next().copied();
                let Some(element) = element else {
                    return Ok(old);
                };
                self.scalar_to_vector(element, shape)?
            }
            _ => self.build_register(shape, shape.lane, elements)?,
        };
        let count = lane.per_register() as i32;
        let mask: LaneChoice = elements
            .iter()
            .enumerate()
            .map(|(at, element)| match element {
                Some(_) if given == 1 => count,
                Some(_) => count + at as i32,
                None => at as i32,
            })
            .collect();
        self.combine(lane, old, new, &mask)
    }
}
