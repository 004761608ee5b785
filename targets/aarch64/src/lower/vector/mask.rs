//! Masks: vectors of bits, in lanes of any size; and what chooses by them.
//!
//! The type of a mask has lanes of one size. Who needs it in others, as a `select` of bytes by eight bits
//! does, converts it; a comparison, or logic on comparisons, that nobody else needs is computed in the
//! lanes that are needed.

use avarice_ir::{BinaryOp, Inst, InstKind, Value};
use avarice_lower::{Lane, PartType, Result};
use avarice_mir::Reg;

use super::super::compare::Condition;
use super::super::{Selector, Width};
use super::arithmetic::{AND, AND_NOT, OR, OR_NOT, XOR};
use super::compare::Mask;
use super::lanes::Regs;
use super::opcodes::{self, Form};
use crate::op;

/// Masks of the parts of a vector, all of them or none complemented.
pub(super) type Masks = (Regs, bool);

/// How deep logic on comparisons is followed.
const MAX_DEPTH: u32 = 6;

impl Selector<'_, '_> {
    /// The mask as it is meant.
    pub(super) fn upright_one(&mut self, form: Form, (mask, inverted): Mask) -> Reg {
        match inverted {
            true => self.complement(form, mask),
            false => mask,
        }
    }

    /// The masks as they are meant; `count` lanes in all.
    pub(super) fn upright(&mut self, lane: Lane, count: u32, (mut masks, inverted): Masks) -> Regs {
        let per_register = lane.per_register();
        for (part, mask) in masks.iter_mut().enumerate() {
            let lanes = (count - part as u32 * per_register).min(per_register);
            *mask = self.upright_one(Form::of(lane, lanes), (*mask, inverted));
        }
        masks
    }

    /// All parts of a comparison in its operands' lanes.
    pub(super) fn compare_regs(&mut self, inst: Inst) -> Result<Masks> {
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

    /// All parts of mask `value` in lanes of the size of `lane`.
    pub(super) fn mask_regs(&mut self, value: Value, lane: Lane) -> Result<Masks> {
        self.mask_regs_within(value, lane.to_int(), MAX_DEPTH)
    }

    /// The same as they are meant.
    pub(super) fn upright_mask(&mut self, value: Value, lane: Lane) -> Result<Regs> {
        let count = self.shape(value)?.count;
        let masks = self.mask_regs(value, lane)?;
        Ok(self.upright(lane, count, masks))
    }

    fn mask_regs_within(&mut self, value: Value, lane: Lane, depth: u32) -> Result<Masks> {
        let shape = self.shape(value)?;
        if let Some(id) = self.function.as_const(value) {
            let wanted = shape.with_lane(lane);
            let mut regs = Regs::new();
            for part in 0..wanted.parts() {
                let bits = self.vector_bits(id, wanted, part)?;
                let words = bits.map_or([0; 2], |(words, _)| words);
                regs.push(self.vector_bytes(words, Self::form(wanted, part).wide)?);
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
        let (plain, with_complement, inverted) = match op {
            BinaryOp::Xor => (XOR, XOR, not_left != not_right),
            BinaryOp::And if both => (OR, OR, true),
            BinaryOp::And => (AND, AND_NOT, false),
            _ if both => (AND, AND, true),
            _ => (OR, OR_NOT, false),
        };
        let mut masks = Regs::new();
        for (left, right) in lhs.into_iter().zip(rhs) {
            let wide = usize::from(self.is_wide_reg(left));
            masks.push(match (not_left, not_right) {
                (true, false) => self.packed(with_complement[wide], right, left),
                (false, true) => self.packed(with_complement[wide], left, right),
                _ => self.packed(plain[wide], left, right),
            });
        }
        Ok((masks, inverted))
    }

    /// Masks of `count` lanes in lanes of another size.
    pub(super) fn convert_mask(&mut self, masks: Regs, from: Lane, to: Lane, count: u32) -> Regs {
        self.resize(masks, from.to_int(), to.to_int(), count, true)
    }

    // ---- Select -------------------------------------------------------------------------------

    /// Selects a choice between vectors; `false` if the operands have no lanes and are selected part by part.
    pub(super) fn lower_vector_select(&mut self, inst: Inst) -> Result<bool> {
        let [condition, yes, no] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let is_lane_by_lane = self.module.types.is_vector(self.ty(condition));
        let Some(shape) = avarice_lower::VectorShape::of(&self.module.types, self.ty(yes)) else {
            return Ok(false);
        };
        let (masks, inverted) = match is_lane_by_lane {
            true => self.mask_regs(condition, shape.lane)?,
            false => (self.bit_in_all_lanes(condition, shape.parts())?, false),
        };
        let (yes, no) = if inverted { (no, yes) } else { (yes, no) };
        self.define_parts(inst, |this, part| {
            let form = Self::form(shape, part);
            let wide = usize::from(form.wide);
            let mask = this.fit(masks[part], form.wide);
            if this.is_zero_vector(no) {
                let yes = this.use_part(yes, part)?;
                return Ok(this.packed(AND[wide], yes, mask));
            }
            if this.is_zero_vector(yes) {
                let no = this.use_part(no, part)?;
                return Ok(this.packed(AND_NOT[wide], no, mask));
            }
            let (yes, no) = (this.use_part(yes, part)?, this.use_part(no, part)?);
            Ok(this.blend(form, mask, yes, no))
        })?;
        Ok(true)
    }

    /// `dst = condition ? yes : no` by the flags of the group, for registers of 128 bits.
    pub(in super::super) fn emit_vector_choice(
        &mut self,
        dst: Reg,
        condition: Condition,
        yes: Reg,
        no: Reg,
    ) {
        let [ones, zeros, all] = [0; 3].map(|_| self.new_reg(PartType::Int(64)));
        self.emit_int(ones, Width::W64, u64::MAX);
        self.emit_int(zeros, Width::W64, 0);
        self.emit_conditional(op::CSELXr, all, condition, ones, zeros);
        let mask = self.packed_unary(op::DUPv2i64gpr, all);
        let chosen = self.blend(Form::of(Lane::I64, 2), mask, yes, no);
        self.define(dst, chosen);
    }

    /// A condition of one bit in all bits of registers of 128 bits.
    fn bit_in_all_lanes(&mut self, condition: Value, parts: usize) -> Result<Regs> {
        let bit = self.use_value(condition)?;
        let all = self.new_reg(PartType::Int(32));
        self.emit(op::SBFMWri)
            .def(all)
            .reg(bit)
            .imm(0)
            .imm(0)
            .done();
        let form = Form::of(Lane::I32, 4);
        let opcode = self.int_opcode(form, &opcodes::DUP_GENERAL)?;
        let mask = self.packed_unary(opcode, all);
        Ok(Regs::from_elem(mask, parts))
    }
}
