//! Masks: vectors of bits, in lanes of any size.
//!
//! The type of a mask has lanes of one size. Where they are needed in others, as a `select` of bytes by eight bits
//! does, the mask is converted; a comparison, or logic on comparisons, that nothing else needs is computed in the
//! lanes that are needed.

use avarice_ir::{BinaryOp, Inst, InstKind, Value};
use avarice_mir::Reg;

use super::vector_elements::VectorElements;
use crate::vector::{Lane, VectorShape};
use crate::vector_values::Regs;
use avarice_legalize::Result;

/// A mask, and whether its complement is meant.
pub type Mask = (Reg, bool);

/// Masks of the parts of a vector, all of them or none complemented.
pub type Masks = (Regs, bool);

/// How deep logic on comparisons is followed.
const MAX_DEPTH: u32 = 6;

/// Selects masks.
pub trait VectorMasks<'m>: VectorElements<'m> {
    /// A register with these bytes, of the size of `form`.
    fn const_register(&mut self, words: [u64; 2], form: Self::Form) -> Result<Reg>;

    /// Compares part `part` of the operands of `inst`, in their own lanes.
    fn compare_part(&mut self, inst: Inst, part: usize) -> Result<Mask>;

    /// The complement of a mask.
    fn complement_mask(&mut self, form: Self::Form, mask: Reg) -> Result<Reg>;

    /// `left op right`, where each may be complemented first; not both, but for `xor`, which ignores that.
    fn join_masks(&mut self, op: BinaryOp, left: Mask, right: Mask) -> Result<Reg>;

    /// Masks of `count` lanes in lanes of another size.
    fn convert_mask(&mut self, masks: Regs, from: Lane, to: Lane, count: u32) -> Regs;

    /// Selects a `select`; `false` if it is selected part by part.
    fn lower_vector_select(&mut self, inst: Inst) -> Result<bool>;

    /// The mask without a complement.
    fn upright_one(&mut self, form: Self::Form, (mask, inverted): Mask) -> Result<Reg> {
        match inverted {
            true => self.complement_mask(form, mask),
            false => Ok(mask),
        }
    }

    /// The masks of a vector of this shape without a complement.
    fn upright(&mut self, shape: VectorShape, (mut masks, inverted): Masks) -> Result<Regs> {
        for (part, mask) in masks.iter_mut().enumerate() {
            *mask = self.upright_one(Self::form(shape, part), (*mask, inverted))?;
        }
        Ok(masks)
    }

    /// All parts of a comparison in its operands' lanes.
    fn compare_regs(&mut self, inst: Inst) -> Result<Masks> {
        let operand = self.function.operand(inst, 0);
        let mut inverted = false;
        let mut masks = Regs::new();
        for part in 0..self.shape(operand)?.parts() {
            let mask = self.compare_part(inst, part)?;
            inverted = mask.1;
            masks.push(mask.0);
        }
        Ok((masks, inverted))
    }

    /// Selects a comparison as a mask in the lanes that its type has.
    fn lower_vector_compare(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let from = self.shape(operand)?;
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(result)?;
        if from.lane.bytes() == shape.lane.bytes() {
            return self.define_parts(inst, |this, part| {
                let mask = this.compare_part(inst, part)?;
                this.upright_one(Self::form(shape, part), mask)
            });
        }
        let masks = self.compare_regs(inst)?;
        let masks = self.upright(from, masks)?;
        let masks = self.convert_mask(masks, from.lane, shape.lane, shape.count);
        self.define_regs(inst, &masks)
    }

    /// All parts of mask `value` in lanes of the size of `lane`.
    fn mask_regs(&mut self, value: Value, lane: Lane) -> Result<Masks> {
        self.mask_regs_within(value, lane.to_int(), MAX_DEPTH)
    }

    /// The same without a complement.
    fn upright_mask(&mut self, value: Value, lane: Lane) -> Result<Regs> {
        let shape = self.shape(value)?.with_lane(lane);
        let masks = self.mask_regs(value, lane)?;
        self.upright(shape, masks)
    }

    /// The same as [`Self::mask_regs`], following logic at most `depth` deep.
    fn mask_regs_within(&mut self, value: Value, lane: Lane, depth: u32) -> Result<Masks> {
        let shape = self.shape(value)?;
        if let Some(id) = self.function.as_const(value) {
            let wanted = shape.with_lane(lane);
            let mut regs = Regs::new();
            for part in 0..wanted.parts() {
                let bits = self.vector_bits(id, wanted, part)?;
                let words = bits.map_or([0; 2], |(words, _)| words);
                regs.push(self.const_register(words, Self::form(wanted, part))?);
            }
            return Ok((regs, false));
        }
        if depth > 0
            && self.is_foldable(value)
            && let Some((inst, kind)) = self.def_kind(value)
            && let Some(masks) = self.computed_mask(inst, kind, lane, depth)?
        {
            return Ok(masks);
        }
        let masks = self.vector_regs(value)?;
        let masks = self.convert_mask(masks, shape.lane, lane, shape.count);
        Ok((masks, false))
    }

    /// The masks that `inst` computes, in lanes of the size of `lane`; `None` if it has to be computed in its
    /// type's own lanes.
    fn computed_mask(
        &mut self,
        inst: Inst,
        kind: &InstKind,
        lane: Lane,
        depth: u32,
    ) -> Result<Option<Masks>> {
        let operand = |index| self.function.operand(inst, index);
        Ok(match kind {
            // `c ? x : false` and `c ? true : x`.
            InstKind::Select if self.module.types.is_vector(self.ty(operand(0))) => {
                let [condition, yes, no] = [0, 1, 2].map(operand);
                if self.is_zero_vector(no) {
                    Some(self.mask_logic(BinaryOp::And, (condition, yes), lane, depth)?)
                } else if self.is_ones_vector(yes) {
                    Some(self.mask_logic(BinaryOp::Or, (condition, no), lane, depth)?)
                } else {
                    None
                }
            }
            InstKind::ICmp(_) | InstKind::FCmp(_) => {
                let from = self.shape(operand(0))?;
                if from.is_mask() {
                    return Ok(None);
                }
                let (masks, inverted) = self.compare_regs(inst)?;
                let masks = self.convert_mask(masks, from.lane, lane, from.count);
                Some((masks, inverted))
            }
            InstKind::Binary(BinaryOp::Xor) if self.is_ones_vector(operand(1)) => {
                let (masks, inverted) = self.mask_regs_within(operand(0), lane, depth - 1)?;
                Some((masks, !inverted))
            }
            InstKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)) => {
                Some(self.mask_logic(*op, (operand(0), operand(1)), lane, depth)?)
            }
            _ => None,
        })
    }

    /// `left op right` in lanes of the size of `lane`.
    fn mask_logic(
        &mut self,
        op: BinaryOp,
        (left, right): (Value, Value),
        lane: Lane,
        depth: u32,
    ) -> Result<Masks> {
        let (lhs, not_left) = self.mask_regs_within(left, lane, depth - 1)?;
        let (rhs, not_right) = self.mask_regs_within(right, lane, depth - 1)?;
        // Both complemented: `~a & ~b` is `~(a | b)`.
        let both = not_left && not_right;
        let (op, inverted) = match op {
            BinaryOp::Xor => (op, not_left != not_right),
            BinaryOp::And if both => (BinaryOp::Or, true),
            BinaryOp::Or if both => (BinaryOp::And, true),
            _ => (op, false),
        };
        let complemented = |not: bool| not && !both && op != BinaryOp::Xor;
        let mut masks = Regs::new();
        for (left, right) in lhs.into_iter().zip(rhs) {
            let left = (left, complemented(not_left));
            let right = (right, complemented(not_right));
            masks.push(self.join_masks(op, left, right)?);
        }
        Ok((masks, inverted))
    }
}
