//! Masks: vectors of bits, in lanes of any size, and the instructions that select by them.

use avarice_ir::{BinaryOp, Inst, InstKind, IntPredicate, Value};
use avarice_lower::select::{Mask, VectorElements, VectorMasks};
use avarice_lower::{Lane, PartType, Regs, Result};
use avarice_mir::Reg;

use super::super::compare::Condition;
use super::super::{Selector, Width};
use super::arithmetic::{AND, AND_NOT, OR, OR_NOT, XOR};
use super::opcodes::{self, Form};
use crate::op;

impl Selector<'_, '_> {
    // ---- Select -------------------------------------------------------------------------------

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

impl<'m> VectorMasks<'m> for Selector<'_, 'm> {
    fn const_register(&mut self, words: [u64; 2], form: Form) -> Result<Reg> {
        self.vector_bytes(words, form.wide)
    }

    fn compare_part(&mut self, inst: Inst, part: usize) -> Result<Mask> {
        let [left, right] = self.operands(inst);
        let shape = self.shape(left)?;
        let form = Self::form(shape, part);
        match self.function.insts[inst].kind {
            InstKind::ICmp(predicate) if shape.is_mask() => {
                let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                let differs = self.packed(XOR[usize::from(form.wide)], lhs, rhs);
                match predicate {
                    IntPredicate::Ne => Ok((differs, false)),
                    IntPredicate::Eq => Ok((differs, true)),
                    _ => self.unsupported("comparison of masks"),
                }
            }
            InstKind::ICmp(predicate) => self.compare_ints(predicate, form, (left, right), part),
            InstKind::FCmp(predicate) => self.compare_numbers(predicate, form, (left, right), part),
            _ => self.unsupported("comparison of this kind"),
        }
    }

    fn complement_mask(&mut self, form: Form, mask: Reg) -> Result<Reg> {
        Ok(self.complement(form, mask))
    }

    fn join_masks(&mut self, op: BinaryOp, left: Mask, right: Mask) -> Result<Reg> {
        let (plain, with_complement) = match op {
            BinaryOp::Xor => (XOR, XOR),
            BinaryOp::And => (AND, AND_NOT),
            _ => (OR, OR_NOT),
        };
        let wide = usize::from(self.is_wide_reg(left.0));
        Ok(match (left.1, right.1) {
            (true, false) => self.packed(with_complement[wide], right.0, left.0),
            (false, true) => self.packed(with_complement[wide], left.0, right.0),
            _ => self.packed(plain[wide], left.0, right.0),
        })
    }

    fn convert_mask(&mut self, masks: Regs, from: Lane, to: Lane, count: u32) -> Regs {
        self.resize(masks, from.to_int(), to.to_int(), count, true)
    }

    /// Selects a choice between vectors; `false` if the operands have no lanes and are selected part by part.
    fn lower_vector_select(&mut self, inst: Inst) -> Result<bool> {
        let [condition, yes, no] = self.operands(inst);
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
            let mask = this.fit_size(masks[part], form.wide);
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
}
