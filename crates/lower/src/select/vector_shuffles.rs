//! Shuffles: each lane of the result is a lane of some register.
//!
//! A mask says for each lane of the result which lane of the sources it is, counted through all of them;
//! -1 lets it be anything.

use avarice_ir::{Inst, Value};
use avarice_mir::Reg;
use avarice_target::op;
use smallvec::SmallVec;

use super::vector_masks::VectorMasks;
use crate::parts::PartType;
use crate::vector::VectorShape;
use crate::vector_values::{LaneChoice, Regs};
use avarice_legalize::Result;

/// Selects shuffles.
pub trait VectorShuffles<'m>: VectorMasks<'m> {
    /// A register with lanes of `sources`, chosen by `mask`, which counts as if all were of the largest size.
    fn shuffle(&mut self, form: Self::Form, sources: &[Reg], mask: &[i32]) -> Result<Reg>;

    /// Selects a shuffle of lanes in a way that only this target has; `false` if there is none.
    fn lower_special_shuffle(
        &mut self,
        inst: Inst,
        shape: VectorShape,
        vector: Value,
        mask: &[i32],
    ) -> Result<bool> {
        let _ = (inst, shape, vector, mask);
        Ok(false)
    }

    /// `dst`, which holds a part of type `part`, = lane `index` of a register.
    fn extract_part(
        &mut self,
        (dst, part): (Reg, PartType),
        src: Reg,
        shape: VectorShape,
        index: u32,
    ) -> Result<()> {
        let _ = part;
        self.extract_lane(dst, src, shape, index)
    }

    /// A vector register with part `part` of `value`, a vector whose elements have registers of their own, for a
    /// lane of `shape`.
    fn scalar_for_lane(&mut self, value: Value, part: usize, shape: VectorShape) -> Result<Reg>;

    /// Selects `shufflevector`.
    fn lower_shuffle(&mut self, inst: Inst, mask: &[i32]) -> Result<()> {
        let operands: [Value; 2] = self.operands(inst);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let types = &self.module.types;
        let from = VectorShape::of(types, self.ty(operands[0]));
        let shape = VectorShape::of(types, self.ty(result));
        let (from, shape) = match (from, shape) {
            (Some(from), Some(shape)) => (from, shape),
            (Some(from), None) => return self.lower_lanes_to_scalars(result, operands, from, mask),
            (None, Some(shape)) => return self.lower_scalars_to_lanes(inst, operands, shape, mask),
            (None, None) => return self.unsupported("shufflevector of this type"),
        };
        if shape.is_mask() && from.lane != shape.lane {
            return self.lower_mask_shuffle(inst, operands, mask);
        }
        if self.lower_special_shuffle(inst, shape, operands[0], mask)? {
            return Ok(());
        }
        let per_register = shape.lane.per_register() as usize;
        self.define_parts(inst, |this, part| {
            let mut sources: SmallVec<[(Value, usize); 4]> = SmallVec::new();
            let mut lanes = LaneChoice::from_elem(-1, per_register);
            let wanted = mask[part * per_register..].iter().take(per_register);
            for (lane, wanted) in lanes.iter_mut().zip(wanted) {
                let Ok(index) = u32::try_from(*wanted) else {
                    continue;
                };
                let value = operands[usize::from(index >= from.count)];
                if this.is_undefined(value) {
                    continue;
                }
                let index = (index % from.count) as usize;
                let source = (value, index / per_register);
                let at = sources.iter().position(|known| *known == source);
                let at = at.unwrap_or_else(|| {
                    sources.push(source);
                    sources.len() - 1
                });
                *lane = (at * per_register + index % per_register) as i32;
            }
            let regs: Regs = sources
                .iter()
                .map(|(value, part)| this.use_part(*value, *part))
                .collect::<Result<_>>()?;
            this.shuffle(Self::form(shape, part), &regs, &lanes)
        })
    }

    /// A shuffle whose result has its elements in registers of their own.
    fn lower_lanes_to_scalars(
        &mut self,
        result: Value,
        operands: [Value; 2],
        from: VectorShape,
        mask: &[i32],
    ) -> Result<()> {
        let parts = self.parts(self.ty(result))?;
        for ((part, lane), ty) in mask.iter().enumerate().zip(parts) {
            let dst = self.requested(result, part);
            if dst.is_none() {
                continue;
            }
            let Ok(lane) = u32::try_from(*lane) else {
                self.emit(op::IMPLICIT_DEF).def(dst).done();
                continue;
            };
            let value = operands[usize::from(lane >= from.count)];
            let (lane, per_register) = (lane % from.count, from.lane.per_register());
            let src = self.use_part(value, (lane / per_register) as usize)?;
            self.extract_part((dst, ty.ty), src, from, lane % per_register)?;
        }
        Ok(())
    }

    /// A shuffle of vectors whose elements have registers of their own.
    fn lower_scalars_to_lanes(
        &mut self,
        inst: Inst,
        operands: [Value; 2],
        shape: VectorShape,
        mask: &[i32],
    ) -> Result<()> {
        let per_register = shape.lane.per_register() as usize;
        let count = self.parts(self.ty(operands[0]))?.len();
        let mut sources = Regs::new();
        for operand in operands {
            for part in 0..count {
                sources.push(self.scalar_for_lane(operand, part, shape)?);
            }
        }
        self.define_parts(inst, |this, part| {
            let wanted = mask[part * per_register..].iter().take(per_register);
            let mut lanes: LaneChoice = wanted
                .map(|lane| match *lane {
                    ..0 => -1,
                    lane => lane * per_register as i32,
                })
                .collect();
            lanes.resize(per_register, -1);
            this.shuffle(Self::form(shape, part), &sources, &lanes)
        })
    }

    /// A shuffle of masks whose lanes have another size in the result: done in the result's.
    fn lower_mask_shuffle(&mut self, inst: Inst, operands: [Value; 2], mask: &[i32]) -> Result<()> {
        let shape = match self.function.insts[inst].result.expand() {
            Some(result) => self.shape(result)?,
            None => return Ok(()),
        };
        let count = self.shape(operands[0])?.count as usize;
        let per_register = shape.lane.per_register() as usize;
        let mut regs = Regs::new();
        for operand in operands {
            regs.extend(self.upright_mask(operand, shape.lane)?);
        }
        let stride = regs.len() / 2 * per_register;
        self.define_parts(inst, |this, part| {
            let wanted = mask[part * per_register..].iter().take(per_register);
            let mut lanes: LaneChoice = wanted
                .map(|lane| match usize::try_from(*lane) {
                    Ok(lane) => (lane / count * stride + lane % count) as i32,
                    Err(_) => -1,
                })
                .collect();
            lanes.resize(per_register, -1);
            this.shuffle(Self::form(shape, part), &regs, &lanes)
        })
    }
}
