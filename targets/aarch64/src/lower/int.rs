//! Integer arithmetic: addition, subtraction, logic.

use avarice_ir::{BinaryOp, InstFlags, InstKind, Value};
use avarice_lower::Result;
use avarice_lower::select::{Conditions, IntOperation, IntWidth, IntegerArithmetic};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::operand::{
    ADD, AND, Additive, BinaryOps, EOR, ORR, SUB, Second, logical_imm, shift_imm,
};
use super::{Selector, Width};
use crate::op;

/// The operations that complement their second operand; immediates are complemented already.
const BIC: BinaryOps = BinaryOps {
    rr: [op::BICWrr, op::BICXrr],
    rs: [op::BICWrs, op::BICXrs],
    ri: [op::ANDWri, op::ANDXri],
};
const ORN: BinaryOps = BinaryOps {
    rr: [op::ORNWrr, op::ORNXrr],
    rs: [op::ORNWrs, op::ORNXrs],
    ri: [op::ORRWri, op::ORRXri],
};
const EON: BinaryOps = BinaryOps {
    rr: [op::EONWrr, op::EONXrr],
    rs: [op::EONWrs, op::EONXrs],
    ri: [op::EORWri, op::EORXri],
};

/// The opcodes of an operation that has all forms.
pub(super) fn binary_ops(op: BinaryOp) -> Option<&'static BinaryOps> {
    Some(match op {
        BinaryOp::Add => &ADD,
        BinaryOp::Sub => &SUB,
        BinaryOp::And => &AND,
        BinaryOp::Or => &ORR,
        BinaryOp::Xor => &EOR,
        _ => return None,
    })
}

/// Whether an opcode computes the addition or subtraction `op` and nothing else.
fn is_form_of(op: BinaryOp, opcode: Opcode) -> bool {
    let ops = match op {
        BinaryOp::Add => &ADD,
        BinaryOp::Sub => &SUB,
        _ => return false,
    };
    [ops.rr, ops.ri].as_flattened().contains(&opcode)
}

impl Selector<'_, '_> {
    // ---- Sums ---------------------------------------------------------------------------------

    fn lower_sum(&mut self, operation: &IntOperation) -> Result<()> {
        let (op, bits, dst) = (operation.op, operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let is_sum = op == BinaryOp::Add;
        let (left, right) = match is_sum && self.function.as_const(left).is_some() {
            true => (right, left),
            false => (left, right),
        };
        let additive = if is_sum { Additive::Add } else { Additive::Sub };
        if let Some(value) = self.const_signed(right) {
            let src = self.use_value(left)?;
            return self.emit_add_imm(additive, width, dst, src, value);
        }
        if self.lower_multiply_add(is_sum, bits, dst, left, right)?
            || is_sum && self.lower_increment(dst, left, right, width)?
            || is_sum && self.lower_increment(dst, right, left, width)?
        {
            return Ok(());
        }
        if !is_sum && self.const_int(left) == Some(0) {
            let right = self.second(right, bits)?;
            let zero = width.zero().into();
            self.emit_addition(additive, width, dst, zero, right);
            return Ok(());
        }
        let swap = is_sum
            && !self.folds_as_second(right, bits, true)
            && self.folds_as_second(left, bits, true);
        let (left, right) = if swap { (right, left) } else { (left, right) };
        let lhs = self.use_value(left)?;
        let rhs = self.second_of_addition(right, bits)?;
        self.emit_addition(additive, width, dst, lhs, rhs);
        Ok(())
    }

    // ---- Logic --------------------------------------------------------------------------------

    fn lower_logic(&mut self, operation: &IntOperation) -> Result<()> {
        let (inst, op, bits, dst) = (operation.inst, operation.op, operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let Some(ops) = binary_ops(op) else {
            return self.unsupported(format!("integer operation {}", op.keyword()));
        };
        let (left, right) = match self.function.as_const(left).is_some() {
            true => (right, left),
            false => (left, right),
        };
        if let Some(value) = self.const_int(right) {
            return self.lower_logic_imm(op, ops, bits, dst, left, value);
        }
        if bits == 1
            && let Some(value) = self.function.insts[inst].result.expand()
            && let Some(condition) = self.emit_conjunction(value)?
        {
            self.emit_set(dst, condition);
            return Ok(());
        }
        if op == BinaryOp::Or
            && (self.lower_field_join(bits, dst, left, right)?
                || self.lower_bit_insertion(bits, dst, left, right)?)
        {
            return Ok(());
        }
        for (kept, other) in [(left, right), (right, left)] {
            if let Some(inner) = self.complemented(other, bits) {
                let ops = complementing_ops(op);
                let lhs = self.use_value(kept)?;
                let rhs = self.second_of_logic(inner, bits)?;
                self.emit_with_second(ops, width, dst, lhs, rhs, false);
                return Ok(());
            }
        }
        let swap =
            !self.folds_as_second(right, bits, false) && self.folds_as_second(left, bits, false);
        let (left, right) = if swap { (right, left) } else { (left, right) };
        let lhs = self.use_value(left)?;
        let rhs = self.second_of_logic(right, bits)?;
        self.emit_with_second(ops, width, dst, lhs, rhs, false);
        Ok(())
    }

    /// The number of which `value` is the complement, if `value` has no other use.
    pub(super) fn complemented(&self, value: Value, bits: u32) -> Option<Value> {
        let inner = self.complement_of(value, bits)?;
        self.is_foldable(value).then_some(inner)
    }

    /// What `value` is the complement of.
    pub(super) fn complement_of(&self, value: Value, bits: u32) -> Option<Value> {
        let (inst, InstKind::Binary(BinaryOp::Xor)) = self.def_kind(value)? else {
            return None;
        };
        let all = u64::MAX >> (64 - bits);
        let ones = self.const_int(self.function.operand(inst, 1)) == Some(all);
        ones.then(|| self.function.operand(inst, 0))
    }

    fn lower_logic_imm(
        &mut self,
        op: BinaryOp,
        ops: &BinaryOps,
        bits: u32,
        dst: Reg,
        left: Value,
        value: u64,
    ) -> Result<()> {
        let width = Width::of_bits(bits);
        let all = u64::MAX >> (64 - bits);
        if op == BinaryOp::Xor && value == all && bits > 1 {
            let inner = self.second_of_logic(left, bits)?;
            let zero = width.zero().into();
            self.emit_with_second(&ORN, width, dst, zero, inner, false);
            return Ok(());
        }
        if op == BinaryOp::And && self.lower_masked_shift(bits, dst, left, value)? {
            return Ok(());
        }
        if op == BinaryOp::And && value == all {
            let src = self.use_value(left)?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        // Bits above the type's width may be anything: those that make it an immediate.
        let extended = avarice_legalize::sign_extend(value, bits) as u64;
        let value = match logical_imm(value, width) {
            None if logical_imm(extended, width).is_some() => extended,
            _ => value,
        };
        if bits > 1
            && logical_imm(value, width).is_none()
            && let Some(inner) = self.complemented(left, bits)
        {
            let constant = self.use_int(width.bits(), value)?;
            let inner = self.second_of_logic(inner, bits)?;
            self.emit_with_second(complementing_ops(op), width, dst, constant, inner, false);
            return Ok(());
        }
        let src = self.use_value(left)?;
        self.emit_logical_imm(ops, width, dst, src, value)
    }

    /// `dst = left | right`, two halves that come from one shift distance each.
    ///
    /// ```text
    ///   a << n | b >> (N - n)       extr dst, a, b, N - n
    /// ```
    fn lower_field_join(&mut self, bits: u32, dst: Reg, left: Value, right: Value) -> Result<bool> {
        let width = Width::of_bits(bits);
        if bits != width.bits() {
            return Ok(false);
        }
        use super::operand::ShiftKind::{Lsl, Lsr};
        let shifts = (
            self.foldable_shift(left, bits),
            self.foldable_shift(right, bits),
        );
        let (high, low, amount) = match shifts {
            (Some((high, Lsl, up)), Some((low, Lsr, down))) if up + down == bits => {
                (high, low, down)
            }
            (Some((low, Lsr, down)), Some((high, Lsl, up))) if up + down == bits => {
                (high, low, down)
            }
            _ => return Ok(false),
        };
        let (high, low) = (self.use_value(high)?, self.use_value(low)?);
        self.emit_extract(width, dst, high, low, amount);
        Ok(true)
    }

    /// `dst` = the low half of `high:low >> amount`.
    pub(super) fn emit_extract(
        &mut self,
        width: Width,
        dst: Reg,
        high: Reg,
        low: Reg,
        amount: u32,
    ) {
        let opcode = [op::EXTRWrri, op::EXTRXrri][width as usize];
        let emit = self.emit(opcode).def(dst).reg(high).reg(low);
        emit.imm(amount.into()).done();
    }

    /// `dst = base + index << amount`
    pub(super) fn emit_add_shifted(&mut self, dst: Reg, base: Reg, index: Reg, amount: u32) {
        match amount {
            0 => {
                let emit = self.emit(op::ADDXrr).def(dst).reg(base);
                emit.reg(index).done();
            }
            _ => {
                let imm = shift_imm(super::operand::ShiftKind::Lsl, amount);
                let emit = self.emit(op::ADDXrs).def(dst).reg(base);
                emit.reg(index).imm(imm).done();
            }
        }
    }

    /// `dst = -src`
    pub(super) fn emit_neg(&mut self, width: Width, dst: Reg, src: Reg) {
        let zero = width.zero().into();
        self.emit_addition(Additive::Sub, width, dst, zero, Second::Reg(src));
    }
}

/// The forms of a logical operation that complement the second operand.
fn complementing_ops(op: BinaryOp) -> &'static BinaryOps {
    match op {
        BinaryOp::And => &BIC,
        BinaryOp::Or => &ORN,
        _ => &EON,
    }
}

impl<'m> IntegerArithmetic<'m> for Selector<'_, 'm> {
    const WRAP_FLAGS: &'static [(InstFlags, MiFlags)] = &[
        (InstFlags::NUW, MiFlags::NUW),
        (InstFlags::NSW, MiFlags::NSW),
    ];

    fn is_form_of(op: BinaryOp, opcode: Opcode) -> bool {
        is_form_of(op, opcode)
    }

    fn lower_shift(&mut self, operation: &IntOperation) -> Result<()> {
        self.select_shift(operation)
    }

    fn lower_mul(&mut self, operation: &IntOperation) -> Result<()> {
        self.select_mul(operation)
    }

    fn lower_simple(&mut self, operation: &IntOperation) -> Result<()> {
        match operation.op {
            BinaryOp::Add | BinaryOp::Sub => self.lower_sum(operation),
            _ => self.lower_logic(operation),
        }
    }
}
