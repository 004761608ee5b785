//! Arithmetic, logic and shifts, lane by lane.

use avarice_ir::{BinaryOp, Inst, InstFlags, InstKind, Value};
use avarice_lower::select::{VectorArithmetic, VectorElements};
use avarice_lower::{Lane, Result, VectorShape, uniform};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::opcodes::{self, Form};
use crate::op;

/// `and`, `or`, `xor`, `and` and `or` with the complement of the right operand: of 64 and of 128 bits.
pub(super) const AND: [Opcode; 2] = [op::ANDv8i8, op::ANDv16i8];
pub(super) const OR: [Opcode; 2] = [op::ORRv8i8, op::ORRv16i8];
pub(super) const XOR: [Opcode; 2] = [op::EORv8i8, op::EORv16i8];
pub(super) const AND_NOT: [Opcode; 2] = [op::BICv8i8, op::BICv16i8];
pub(super) const OR_NOT: [Opcode; 2] = [op::ORNv8i8, op::ORNv16i8];

/// The single instruction that `op` is on lanes of this form.
pub(super) fn binary_opcode(op: BinaryOp, form: Form) -> Option<Opcode> {
    let wide = usize::from(form.wide);
    match op {
        BinaryOp::Add => form.int(&opcodes::ADD),
        BinaryOp::Sub => form.int(&opcodes::SUB),
        BinaryOp::Mul => form.int(&opcodes::MUL),
        BinaryOp::And => Some(AND[wide]),
        BinaryOp::Or => Some(OR[wide]),
        BinaryOp::Xor => Some(XOR[wide]),
        BinaryOp::FAdd => Some(form.float(&opcodes::FADD)),
        BinaryOp::FSub => Some(form.float(&opcodes::FSUB)),
        BinaryOp::FMul => Some(form.float(&opcodes::FMUL)),
        BinaryOp::FDiv => Some(form.float(&opcodes::FDIV)),
        _ => None,
    }
}

/// The same operation on masks, whose lanes are bits.
pub(super) fn mask_opcode(op: BinaryOp, form: Form) -> Option<Opcode> {
    let opcodes = match op {
        BinaryOp::And | BinaryOp::Mul => AND,
        BinaryOp::Or => OR,
        BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => XOR,
        _ => return None,
    };
    Some(opcodes[usize::from(form.wide)])
}

/// Whether `op` is a shift.
pub(super) fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
}

impl Selector<'_, '_> {
    /// The operand of which `value` is the complement, if the complement has no other use.
    fn complemented_vector(&self, value: Value) -> Option<Value> {
        let (inst, kind) = self.def_kind(value)?;
        if *kind != InstKind::Binary(BinaryOp::Xor) || !self.is_foldable(value) {
            return None;
        }
        let [inner, ones] = self.operands(inst);
        self.is_ones_vector(ones).then_some(inner)
    }

    /// `~a`, `a & ~b` and `a | ~b` as one instruction.
    fn logic_with_complement(
        &mut self,
        op: BinaryOp,
        (left, right): (Value, Value),
        part: usize,
        form: Form,
    ) -> Result<Option<Reg>> {
        let wide = usize::from(form.wide);
        let opcode = match op {
            BinaryOp::Xor if self.is_ones_vector(right) => {
                let src = self.use_part(left, part)?;
                return Ok(Some(self.complement(form, src)));
            }
            BinaryOp::And => AND_NOT[wide],
            BinaryOp::Or => OR_NOT[wide],
            _ => return Ok(None),
        };
        for (negated, other) in [(right, left), (left, right)] {
            if let Some(inner) = self.complemented_vector(negated) {
                let other = self.use_part(other, part)?;
                let inner = self.use_part(inner, part)?;
                return Ok(Some(self.packed(opcode, other, inner)));
            }
        }
        Ok(None)
    }

    /// A sum or difference with a product that has no other use, as one instruction. Returns whether it was one.
    fn lower_fused(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        (left, right): (Value, Value),
        shape: VectorShape,
    ) -> Result<bool> {
        let (product_op, sums): (BinaryOp, bool) = match op {
            BinaryOp::Add => (BinaryOp::Mul, true),
            BinaryOp::Sub => (BinaryOp::Mul, false),
            BinaryOp::FAdd => (BinaryOp::FMul, true),
            BinaryOp::FSub => (BinaryOp::FMul, false),
            _ => return Ok(false),
        };
        let is_float = product_op == BinaryOp::FMul;
        if shape.is_mask() || (!is_float && shape.lane == Lane::I64) {
            return Ok(false);
        }
        let product = |value: Value| {
            let (factor, kind) = self.def_kind(value)?;
            let contracts = |inst: Inst| {
                self.function.insts[inst]
                    .flags
                    .contains(InstFlags::CONTRACT)
            };
            let may = !is_float || (contracts(inst) && contracts(factor));
            (may && *kind == InstKind::Binary(product_op) && self.is_foldable(value))
                .then_some(factor)
        };
        let found = product(right).map(|factor| (factor, left));
        let found = found.or_else(|| product(left).filter(|_| sums).map(|factor| (factor, right)));
        let Some((factor, addend)) = found else {
            return Ok(false);
        };
        let [a, b] = [0, 1].map(|index| self.function.operand(factor, index));
        self.define_parts(inst, |this, part| {
            let form = Self::form(shape, part);
            let opcode = match (is_float, sums) {
                (true, true) => form.float(&opcodes::FMLA),
                (true, false) => form.float(&opcodes::FMLS),
                (false, true) => this.int_opcode(form, &opcodes::MLA)?,
                (false, false) => this.int_opcode(form, &opcodes::MLS)?,
            };
            let sum = this.use_part(addend, part)?;
            this.packed_product(opcode, Some(sum), (a, b), part)
        })?;
        Ok(true)
    }

    // ---- Shifts -------------------------------------------------------------------------------

    fn lower_vector_shift(&mut self, inst: Inst, op: BinaryOp, shape: VectorShape) -> Result<()> {
        let [value, amount] = self.operands(inst);
        let constant = self.lane_constants(amount);
        let constant = constant.as_ref().and_then(uniform);
        self.define_parts(inst, |this, part| {
            let form = Self::form(shape, part);
            let src = this.use_part(value, part)?;
            if let Some(by) = constant {
                return this.shift_lanes(op, form, src, by as u32 % form.lane.bits());
            }
            let known = this.const_bytes(amount, part)?;
            let by = match (op, known) {
                (BinaryOp::Shl, _) => this.use_part(amount, part)?,
                (_, Some(words)) => {
                    let negated = words.map(|word| negate_lanes(form.lane, word));
                    this.vector_bytes(negated, form.wide)?
                }
                _ => {
                    let amount = this.use_part(amount, part)?;
                    let negate = this.int_opcode(form, &opcodes::NEG)?;
                    this.packed_unary(negate, amount)
                }
            };
            let opcode = match op {
                BinaryOp::AShr => this.int_opcode(form, &opcodes::SSHL)?,
                _ => this.int_opcode(form, &opcodes::USHL)?,
            };
            Ok(this.packed(opcode, src, by))
        })
    }

    /// All lanes shifted by a constant less than their width.
    pub(super) fn shift_lanes(
        &mut self,
        op: BinaryOp,
        form: Form,
        src: Reg,
        amount: u32,
    ) -> Result<Reg> {
        if amount == 0 {
            return Ok(src);
        }
        let opcodes = match op {
            BinaryOp::Shl => &opcodes::SHL,
            BinaryOp::LShr => &opcodes::USHR,
            _ => &opcodes::SSHR,
        };
        let opcode = self.int_opcode(form, opcodes)?;
        Ok(self.packed_imm(opcode, src, amount))
    }
}

/// Each lane of a word negated.
fn negate_lanes(lane: Lane, word: u64) -> u64 {
    let bits = lane.bits();
    let mask = u64::MAX >> (64 - bits);
    (0..64).step_by(bits as usize).fold(0, |sum, at| {
        sum | ((word >> at & mask).wrapping_neg() & mask) << at
    })
}

impl<'m> VectorArithmetic<'m> for Selector<'_, 'm> {
    fn lower_vector_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [left, right] = self.operands(inst);
        let shape = self.shape(left)?;
        if is_shift(op) {
            return self.lower_vector_shift(inst, op, shape);
        }
        if self.lower_long(inst, op, (left, right), shape)?
            || self.lower_fused(inst, op, (left, right), shape)?
        {
            return Ok(());
        }
        self.define_parts(inst, |this, part| {
            let form = Self::form(shape, part);
            if let Some(result) = this.logic_with_complement(op, (left, right), part, form)? {
                return Ok(result);
            }
            let opcode = match shape.is_mask() {
                true => mask_opcode(op, form),
                false => binary_opcode(op, form),
            };
            let Some(opcode) = opcode else {
                return this.unsupported(format!("{} of vectors", op.keyword()));
            };
            if op == BinaryOp::Sub && !shape.is_mask() && this.is_zero_vector(left) {
                let src = this.use_part(right, part)?;
                let negate = this.int_opcode(form, &opcodes::NEG)?;
                return Ok(this.packed_unary(negate, src));
            }
            this.packed_product(opcode, None, (left, right), part)
        })
    }

    fn lower_vector_negation(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let shape = self.shape(operand)?;
        self.define_parts(inst, |this, part| {
            let src = this.use_part(operand, part)?;
            let opcode = Self::form(shape, part).float(&opcodes::FNEG);
            Ok(this.packed_unary(opcode, src))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_lower::splat;

    #[test]
    fn lanes_are_negated_one_by_one() {
        assert_eq!(
            negate_lanes(Lane::I32, 0x1_0000_0002),
            0xffff_ffff_ffff_fffe
        );
        assert_eq!(
            negate_lanes(Lane::I8, splat(Lane::I8, 3)[0]),
            splat(Lane::I8, 0xfd)[0]
        );
        assert_eq!(negate_lanes(Lane::I64, 1), u64::MAX);
    }
}
