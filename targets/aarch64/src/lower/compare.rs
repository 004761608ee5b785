//! Comparisons: status flags and their readers.
//!
//! A comparison is emitted in the group of each of its users, right before the instruction that reads the flags, so
//! that flags never live longer than a group. Branches can test a register instead: all of it or one bit.

use avarice_ir::{BinaryOp, CastOp, FloatPredicate, Inst, InstKind, IntPredicate, Value};
use avarice_lower::select::{
    BranchCondition, Choice, Comparisons, Conditions, IntCompare, IntWidth, Integers,
    OverflowArithmetic, SelectOperands,
};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::{MiFlags, Reg};

use super::operand::{AND, ANDS, Additive, BinaryOps, ORR, Second, add_imm, logical_imm};
use super::{Selector, Width};
pub(super) use crate::condition::Cc;
use crate::op;

/// `ANDS` with the complement; immediates are complemented already.
const BICS: BinaryOps = BinaryOps {
    rr: [op::BICSWrr, op::BICSXrr],
    rs: [op::BICSWrs, op::BICSXrs],
    ri: [op::ANDSWri, op::ANDSXri],
};

/// What must be so for a condition to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// One condition code.
    One(Cc),
    /// At least one.
    Either(Cc, Cc),
    /// Always or never.
    Known(bool),
    /// A register is zero, or (`false`) is not.
    Zero(Reg, Width, bool),
    /// A bit of a register is set, or (`false`) is not.
    Bit(Reg, Width, u32, bool),
}

impl BranchCondition for Condition {
    fn inverse(self) -> Self {
        match self {
            Self::One(cc) => Self::One(cc.inverse()),
            // Less or greater, and equal or unordered: of numbers there are no other pairs.
            Self::Either(Cc::Mi, Cc::Gt) => Self::Either(Cc::Eq, Cc::Vs),
            Self::Either(..) => Self::Either(Cc::Mi, Cc::Gt),
            Self::Known(value) => Self::Known(!value),
            Self::Zero(reg, width, zero) => Self::Zero(reg, width, !zero),
            Self::Bit(reg, width, bit, set) => Self::Bit(reg, width, bit, !set),
        }
    }

    fn constant(holds: bool) -> Self {
        Self::Known(holds)
    }
}

/// What must hold after `FCMP`.
pub(super) fn float_condition(predicate: FloatPredicate) -> Condition {
    use FloatPredicate::*;
    Condition::One(match predicate {
        False => return Condition::Known(false),
        True => return Condition::Known(true),
        One => return Condition::Either(Cc::Mi, Cc::Gt),
        Ueq => return Condition::Either(Cc::Eq, Cc::Vs),
        Oeq => Cc::Eq,
        Ogt => Cc::Gt,
        Oge => Cc::Ge,
        Olt => Cc::Mi,
        Ole => Cc::Ls,
        Ord => Cc::Vc,
        Uno => Cc::Vs,
        Ugt => Cc::Hi,
        Uge => Cc::Pl,
        Ult => Cc::Lt,
        Ule => Cc::Le,
        Une => Cc::Ne,
    })
}

impl Selector<'_, '_> {
    /// What must be so for `value` (an i1) to hold, by status flags only.
    pub(super) fn emit_flags_condition(&mut self, value: Value) -> Result<Condition> {
        let condition = self.emit_condition(value, false)?;
        Ok(self.condition_to_flags(condition))
    }

    /// Sets the flags for a condition about a register.
    pub(super) fn condition_to_flags(&mut self, condition: Condition) -> Condition {
        let (cc, set) = match condition {
            Condition::Zero(reg, width, zero) => {
                let opcode = super::operand::SUBS.ri[width as usize];
                let emit = self.emit(opcode).def(width.zero()).reg(reg);
                emit.imm(0).imm(0).keep_flags().done();
                (Cc::Eq, zero)
            }
            Condition::Bit(reg, width, bit, set) => {
                let imm = logical_imm(1 << bit, width).unwrap_or(0);
                let opcode = ANDS.ri[width as usize];
                let emit = self.emit(opcode).def(width.zero()).reg(reg);
                emit.imm(imm).keep_flags().done();
                (Cc::Ne, set)
            }
            other => return other,
        };
        Condition::One(if set { cc } else { cc.inverse() })
    }

    /// What must be so for `value` (an i1) to hold; with `registers`, perhaps about a register.
    pub(super) fn emit_condition(&mut self, value: Value, registers: bool) -> Result<Condition> {
        let flag = value;
        let (value, part) = self.resolve(flag, 0)?;
        if part == 1
            && let Some(condition) = self.emit_overflow_condition(flag, value)?
        {
            return Ok(condition);
        }
        if let Some(bit) = self.const_int(value) {
            return Ok(Condition::Known(bit & 1 != 0));
        }
        if part == 0
            && let Some((inst, kind)) = self.def_kind(value)
            && let Some(condition) = self.emit_inst_condition(value, inst, kind, registers)?
        {
            return Ok(condition);
        }
        let reg = self.use_part(value, part)?;
        Ok(Condition::Bit(reg, Width::W32, 0, true))
    }

    fn emit_inst_condition(
        &mut self,
        value: Value,
        inst: Inst,
        kind: &InstKind,
        registers: bool,
    ) -> Result<Option<Condition>> {
        let operand = |this: &Self, index| this.function.operand(inst, index);
        let location = self.function.insts[inst].debug_loc;
        match kind {
            InstKind::ICmp(predicate) => {
                let compare = IntCompare {
                    predicate: *predicate,
                    left: operand(self, 0),
                    right: operand(self, 1),
                    is_only: self.function.has_one_use(value),
                    takes_register: registers,
                };
                let outer = self.swap_location(location);
                let condition = self.emit_int_compare(compare);
                self.swap_location(outer);
                return condition.map(Some);
            }
            InstKind::FCmp(predicate) => {
                let outer = self.swap_location(location);
                let condition = self.emit_float_compare(inst, *predicate);
                self.swap_location(outer);
                return condition.map(Some);
            }
            InstKind::Binary(BinaryOp::Xor) if self.const_int(operand(self, 1)) == Some(1) => {
                let inner = operand(self, 0);
                return Ok(Some(self.emit_condition(inner, registers)?.inverse()));
            }
            InstKind::Freeze if self.function.has_one_use(value) => {
                let inner = operand(self, 0);
                let is_compare = self
                    .def_kind(inner)
                    .is_some_and(|(_, kind)| matches!(kind, InstKind::ICmp(_) | InstKind::FCmp(_)));
                if is_compare && self.function.has_one_use(inner) {
                    return self.emit_condition(inner, registers).map(Some);
                }
            }
            InstKind::Cast(CastOp::Trunc)
                if self.function.has_one_use(value) && !self.is_wide(operand(self, 0)) =>
            {
                let inner = operand(self, 0);
                let width = Width::of_bits(self.int_bits(inner).unwrap_or(32));
                let reg = self.use_value(inner)?;
                let reg = self.low(reg, width, Width::W32);
                return Ok(Some(Condition::Bit(reg, Width::W32, 0, true)));
            }
            InstKind::Binary(BinaryOp::And | BinaryOp::Or) | InstKind::Select
                if self.function.has_one_use(value) =>
            {
                return self.emit_conjunction(value);
            }
            _ => {}
        }
        Ok(None)
    }

    /// The number of which `value` is the negative, if `value` has no other use.
    fn negated_integer(&self, value: Value) -> Option<Value> {
        let (inst, InstKind::Binary(BinaryOp::Sub)) = self.def_kind(value)? else {
            return None;
        };
        let [zero, inner] = self.operands(inst);
        (self.is_foldable(value) && self.const_int(zero) == Some(0)).then_some(inner)
    }

    /// A value of fewer bits than a register, extended by the comparison where it can.
    fn narrow_second(&mut self, value: Value, bits: u32, signed: bool) -> Result<Second> {
        let known = !signed && self.is_zero_extended(value, 4);
        let loads = self.foldable_load(value).is_some();
        if matches!(bits, 8 | 16) && !known && !loads && self.function.as_const(value).is_none() {
            return Ok(Second::Extended(self.use_value(value)?, signed, bits, 0));
        }
        Ok(Second::Reg(self.extend(
            value,
            signed,
            Width::of_bits(bits),
        )?))
    }

    /// The comparison with a constant that says the same and whose constant fits an instruction, if
    /// there is one: with zero above all.
    fn simplest(&self, predicate: IntPredicate, value: i64, bits: u32) -> (IntPredicate, i64) {
        use IntPredicate::*;
        let all = u64::MAX >> (64 - bits);
        let unsigned = value as u64 & all;
        match (predicate, value) {
            (Ult, 1) => return (Eq, 0),
            (Uge, 1) => return (Ne, 0),
            (Ugt, 0) => return (Ne, 0),
            (Ule, 0) => return (Eq, 0),
            (Sgt, -1) => return (Sge, 0),
            (Sle, -1) => return (Slt, 0),
            _ => {}
        }
        let fits = |value: i64| add_imm(value.unsigned_abs()).is_some();
        let lowest = -1i64 << (bits - 1);
        if fits(value) {
            return (predicate, value);
        }
        let (other, next, exists) = match predicate {
            Slt => (Sle, value.wrapping_sub(1), value != lowest),
            Sge => (Sgt, value.wrapping_sub(1), value != lowest),
            Sle => (Slt, value.wrapping_add(1), value != !lowest),
            Sgt => (Sge, value.wrapping_add(1), value != !lowest),
            Ult => (Ule, value.wrapping_sub(1), unsigned != 0),
            Uge => (Ugt, value.wrapping_sub(1), unsigned != 0),
            Ule => (Ult, value.wrapping_add(1), unsigned != all),
            Ugt => (Uge, value.wrapping_add(1), unsigned != all),
            Eq | Ne => return (predicate, value),
        };
        match exists && fits(next) {
            true => (other, avarice_legalize::sign_extend(next as u64, bits)),
            false => (predicate, value),
        }
    }

    /// Whether `left` is zero.
    fn emit_compare_zero(&mut self, zero: bool, compare: IntCompare) -> Result<Condition> {
        let (left, only) = (compare.left, compare.is_only);
        let bits = self.int_bits(left).unwrap_or(64);
        let width = Width::of_bits(bits);
        let cc = if zero { Cc::Eq } else { Cc::Ne };
        if only && self.is_foldable(left) {
            if let Some((inst, InstKind::Binary(BinaryOp::And))) = self.def_kind(left)
                && let Some(mask) = self.const_int(self.function.operand(inst, 1))
                && mask.is_power_of_two()
                && compare.takes_register
            {
                let src = self.function.operand(inst, 0);
                let src = self.use_value(src)?;
                let bit = mask.trailing_zeros();
                let (src, width) = match bit < 32 {
                    true => (self.low(src, width, Width::W32), Width::W32),
                    false => (src, width),
                };
                return Ok(Condition::Bit(src, width, bit, !zero));
            }
            if self.emit_test(left, bits)? {
                return Ok(Condition::One(cc));
            }
        }
        if bits == 1 {
            let reg = self.use_value(left)?;
            return Ok(Condition::Bit(reg, width, 0, !zero));
        }
        if bits < width.bits() && !self.is_zero_extended(left, 4) {
            let imm = logical_imm(u64::MAX >> (64 - bits), width).unwrap_or(0);
            let lhs = self.use_value(left)?;
            let emit = self.emit(ANDS.ri[width as usize]).def(width.zero());
            emit.reg(lhs).imm(imm).keep_flags().done();
            return Ok(Condition::One(cc));
        }
        let lhs = self.extend(left, false, width)?;
        Ok(Condition::Zero(lhs, width, zero))
    }

    /// Emits `tst` for `left`, an `and` without other uses; `false` if it is not one or has no such form.
    fn emit_test(&mut self, left: Value, bits: u32) -> Result<bool> {
        let Some((inst, InstKind::Binary(BinaryOp::And))) = self.def_kind(left) else {
            return Ok(false);
        };
        let [a, b] = self.operands(inst);
        let width = Width::of_bits(bits);
        let zero: Reg = width.zero().into();
        if !self.is_foldable(left) || self.function.as_const(a).is_some() {
            return Ok(false);
        }
        if let Some(mask) = self.const_int(b) {
            let Some(imm) = logical_imm(mask, width) else {
                return Ok(false);
            };
            let src = self.use_value(a)?;
            let emit = self.emit(ANDS.ri[width as usize]).def(zero).reg(src);
            emit.imm(imm).keep_flags().done();
            return Ok(true);
        }
        if bits != width.bits() {
            return Ok(false);
        }
        for (kept, other) in [(a, b), (b, a)] {
            if let Some(inner) = self.complemented(other, bits) {
                let lhs = self.use_value(kept)?;
                let rhs = self.second_of_logic(inner, bits)?;
                self.emit_with_second(&BICS, width, zero, lhs, rhs, true);
                return Ok(true);
            }
        }
        let swap = !self.folds_as_second(b, bits, false) && self.folds_as_second(a, bits, false);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let lhs = self.use_value(a)?;
        let rhs = self.second_of_logic(b, bits)?;
        self.emit_with_second(&ANDS, width, zero, lhs, rhs, true);
        Ok(true)
    }

    /// `fcmp left, right`
    pub(super) fn emit_fcmp(&mut self, kind: FloatKind, left: Reg, right: Reg) {
        let emit = self.emit(kind.pick(op::FCMPSrr, op::FCMPDrr));
        let emit = emit.reg(left).reg(right).flags(MiFlags::NOFPEXCEPT);
        emit.keep_flags().done();
    }

    /// Whether `value` is the number 0.0.
    fn is_positive_zero(&self, value: Value) -> bool {
        let Some(id) = self.function.as_const(value) else {
            return false;
        };
        let value = self.const_value(id, 0).map(|(value, _)| value);
        matches!(value, Ok(avarice_lower::ConstValue::Float(0)))
    }
}

impl<'m> Comparisons<'m> for Selector<'_, 'm> {
    fn compare_with_constant(&mut self, compare: IntCompare, value: i64) -> Result<Condition> {
        let (left, only) = (compare.left, compare.is_only);
        let registers = compare.takes_register;
        let bits = self.int_bits(left).unwrap_or(64);
        let width = Width::of_bits(bits);
        let (predicate, value) = self.simplest(compare.predicate, value, bits);
        use IntPredicate::*;
        if value == 0 {
            match predicate {
                Eq | Ne => {
                    return self.emit_compare_zero(predicate == Eq, compare);
                }
                Slt | Sge if registers || bits < width.bits() => {
                    let reg = self.use_value(left)?;
                    return Ok(Condition::Bit(reg, width, bits - 1, predicate == Slt));
                }
                Slt | Sge if only && self.emit_test(left, bits)? => {
                    return Ok(Condition::One(Cc::of(predicate)));
                }
                _ => {}
            }
        }
        let signed = predicate.is_signed()
            || (matches!(predicate, Eq | Ne) && value < 0 && bits < width.bits());
        let imm = match signed || bits == width.bits() {
            true => value,
            false => (value as u64 & (u64::MAX >> (64 - bits))) as i64,
        };
        let lhs = self.extend(left, signed, width)?;
        let zero = width.zero().into();
        self.emit_add_imm(Additive::SubFlags, width, zero, lhs, imm)?;
        Ok(Condition::One(Cc::of(predicate)))
    }

    fn compare_values(&mut self, compare: IntCompare, bits: u32) -> Result<Condition> {
        let (predicate, only) = (compare.predicate, compare.is_only);
        let (left, right) = (compare.left, compare.right);
        let width = Width::of_bits(bits);
        let signed = predicate.is_signed();
        // What is narrower is extended: in the comparison on its right side.
        let exact = bits == width.bits();
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        if exact && only && is_equality {
            for (negated, other) in [(right, left), (left, right)] {
                if let Some(inner) = self.negated_integer(negated) {
                    let lhs = self.use_value(other)?;
                    let rhs = self.second_of_addition(inner, bits)?;
                    let zero = width.zero().into();
                    self.emit_addition(Additive::AddFlags, width, zero, lhs, rhs);
                    return Ok(Condition::One(Cc::of(predicate)));
                }
            }
        }
        let swap = exact
            && only
            && !self.folds_as_second(right, bits, true)
            && self.folds_as_second(left, bits, true);
        let (left, right, predicate) = match swap {
            true => (right, left, predicate.swapped()),
            false => (left, right, predicate),
        };
        let lhs = self.extend(left, signed, width)?;
        let rhs = match exact {
            true if only => self.second_of_addition(right, bits)?,
            true => Second::Reg(self.use_value(right)?),
            false => self.narrow_second(right, bits, signed)?,
        };
        let zero = width.zero().into();
        self.emit_addition(Additive::SubFlags, width, zero, lhs, rhs);
        Ok(Condition::One(Cc::of(predicate)))
    }

    /// Sets the flags for fcmp `inst`.
    fn emit_float_compare(&mut self, inst: Inst, predicate: FloatPredicate) -> Result<Condition> {
        let [left, right] = self.operands(inst);
        let condition = float_condition(predicate);
        if let Condition::Known(_) = condition {
            return Ok(condition);
        }
        let kind = self.float_kind(left)?;
        let lhs = self.use_value(left)?;
        if self.is_positive_zero(right) {
            let emit = self.emit(kind.pick(op::FCMPSri, op::FCMPDri)).reg(lhs);
            emit.flags(MiFlags::NOFPEXCEPT).keep_flags().done();
        } else {
            let rhs = self.use_value(right)?;
            self.emit_fcmp(kind, lhs, rhs);
        }
        Ok(condition)
    }

    /// `left < 0` is the sign bit.
    fn lower_special_compare(&mut self, dst: Reg, inst: Inst) -> Result<bool> {
        let InstKind::ICmp(predicate) = self.function.insts[inst].kind else {
            return Ok(false);
        };
        let [left, right] = self.operands(inst);
        let is_negative = predicate == IntPredicate::Slt && self.const_int(right) == Some(0);
        let Some(bits) = self.int_bits(left).filter(|_| is_negative) else {
            return Ok(false);
        };
        let width = Width::of_bits(bits);
        let src = self.use_value(left)?;
        let bit = self.bit_field(false, width, src, bits - 1, bits - 1);
        self.copy_low(dst, bit, width, Width::W32);
        Ok(true)
    }

    fn lower_conditional_compare(&mut self, dst: Reg, inst: Inst) -> Result<bool> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(false);
        };
        match self.emit_conjunction(result)? {
            Some(condition) => self.emit_set(dst, condition),
            None => return Ok(false),
        }
        Ok(true)
    }

    fn lower_int_select(&mut self, dst: Reg, bits: u32, of: &SelectOperands) -> Result<bool> {
        let width = Width::of_bits(bits);
        let condition = self.emit_flags_condition(of.condition)?;
        if let Condition::Known(value) = condition {
            let src = self.use_value(if value { of.yes } else { of.no })?;
            self.emit_copy(dst, src);
            return Ok(true);
        }
        let plan = self.select_plan(of.yes, of.no, width);
        self.emit_plan(dst, condition, &plan, width)?;
        Ok(true)
    }

    fn emit_choices(&mut self, condition: Value, choices: &[Choice]) -> Result<()> {
        let condition = self.emit_flags_condition(condition)?;
        for choice in choices {
            self.emit_select(choice, condition)?;
        }
        Ok(())
    }
}

impl<'m> Conditions<'m> for Selector<'_, 'm> {
    type Condition = Condition;

    const DIFFER: Condition = Condition::One(Cc::Ne);
    const AT_MOST: Condition = Condition::One(Cc::Ls);

    fn cmp(&mut self, width: Width, left: Reg, right: Reg) {
        let opcode = [op::SUBSWrr, op::SUBSXrr][width as usize];
        let emit = self.emit(opcode).def(width.zero());
        emit.reg(left).reg(right).keep_flags().done();
    }

    /// Puts a condition into a 32-bit register as 0 or 1.
    fn emit_set(&mut self, dst: Reg, condition: Condition) {
        match condition {
            Condition::Bit(reg, width, bit, true) => {
                let found = self.bit_field(false, width, reg, bit, bit);
                self.copy_low(dst, found, width, Width::W32);
                return;
            }
            Condition::Known(value) => return self.emit_int(dst, Width::W32, value.into()),
            _ => {}
        }
        match self.condition_to_flags(condition) {
            Condition::One(cc) => self.emit_cset(dst, cc),
            Condition::Either(a, b) => {
                let first = self.new_reg(PartType::Int(32));
                self.emit_cset(first, a);
                let emit = self.emit(op::CSINCWr).def(dst).reg(first);
                let emit = emit.reg(Width::W32.zero());
                emit.imm(b.inverse().imm()).done();
            }
            _ => {}
        }
    }

    fn emit_bit_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg) {
        let ops = match op {
            BinaryOp::And => &AND,
            _ => &ORR,
        };
        self.emit(ops.rr[0]).def(dst).reg(left).reg(right).done();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_inverses() {
        assert_eq!(Cc::Le.imm(), 13);
        assert_eq!(
            (Cc::Lt.inverse(), Cc::Eq.inverse(), Cc::Hi.inverse()),
            (Cc::Ge, Cc::Ne, Cc::Ls)
        );
        let one = float_condition(FloatPredicate::One);
        assert_eq!(one.inverse(), float_condition(FloatPredicate::Ueq));
        for (predicate, inverse) in [
            (FloatPredicate::Olt, FloatPredicate::Uge),
            (FloatPredicate::Ole, FloatPredicate::Ugt),
            (FloatPredicate::Ogt, FloatPredicate::Ule),
            (FloatPredicate::Oge, FloatPredicate::Ult),
            (FloatPredicate::Ord, FloatPredicate::Uno),
        ] {
            assert_eq!(
                float_condition(predicate).inverse(),
                float_condition(inverse)
            );
        }
    }
}
