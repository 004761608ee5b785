//! Selects: conditional moves, which can also add one, complement or negate the second operand.

use avarice_ir::{BinaryOp, CastOp, InstKind, Value};
use avarice_lower::select::{BranchCondition, Choice, IntWidth};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::Condition;
use super::operand::Additive;
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// Makes a choice by the flags of the group.
    pub(super) fn emit_select(&mut self, choice: &Choice, condition: Condition) -> Result<()> {
        let Choice { ty, dst, yes, no } = *choice;
        let opcode = match (FloatKind::of(ty), ty) {
            (Some(kind), _) => kind.pick(op::FCSELSrrr, op::FCSELDrrr),
            (_, PartType::Half) => {
                let (yes, no) = (self.widened_half(yes), self.widened_half(no));
                let whole = self.new_reg(PartType::Float);
                self.emit_conditional(op::FCSELSrrr, whole, condition, yes, no);
                let copy = self.emit(op::COPY).def(dst);
                copy.sub_reg(whole, sub::HSUB).done();
                return Ok(());
            }
            // A register of 64 bits is chosen whatever is in it.
            (_, PartType::Vector { .. }) if ty.bits() <= 64 => op::FCSELDrrr,
            (_, PartType::Vector { .. }) => {
                self.emit_vector_choice(dst, condition, yes, no);
                return Ok(());
            }
            (_, PartType::X86Fp80) => return self.unsupported("select of x86_fp80"),
            _ => [op::CSELWr, op::CSELXr][Width::of_bits(ty.bits()) as usize],
        };
        self.emit_conditional(opcode, dst, condition, yes, no);
        Ok(())
    }

    /// The register of a `float` whose low half is `src`.
    fn widened_half(&mut self, src: Reg) -> Reg {
        let dst = self.new_reg(PartType::Float);
        self.emit_low_vector(dst, src, sub::HSUB);
        dst
    }

    /// `dst = opcode yes, no` under a condition about flags.
    pub(super) fn emit_conditional(
        &mut self,
        opcode: Opcode,
        dst: Reg,
        condition: Condition,
        yes: Reg,
        no: Reg,
    ) {
        match condition {
            Condition::One(cc) => {
                let emit = self.emit(opcode).def(dst).reg(yes).reg(no);
                emit.imm(cc.imm()).done();
            }
            Condition::Either(a, b) => {
                let first = self.new_like(dst);
                let emit = self.emit(opcode).def(first).reg(yes).reg(no);
                emit.imm(a.imm()).done();
                let emit = self.emit(opcode).def(dst).reg(yes).reg(first);
                emit.imm(b.imm()).done();
            }
            Condition::Known(value) => {
                self.emit_copy(dst, if value { yes } else { no });
            }
            Condition::Zero(..) | Condition::Bit(..) => {}
        }
    }

    pub(super) fn emit_plan(
        &mut self,
        dst: Reg,
        condition: Condition,
        plan: &SelectPlan,
        width: Width,
    ) -> Result<()> {
        let first = self.arm_reg(plan.first, width)?;
        let second = self.arm_reg(plan.second, width)?;
        let condition = match plan.swap {
            true => condition.inverse(),
            false => condition,
        };
        let opcode = plan.form.opcodes()[width as usize];
        match condition {
            Condition::Either(a, b) => {
                let rest = self.new_reg(width.part());
                let condition = Condition::One(b);
                self.emit_conditional(opcode, rest, condition, first, second);
                self.emit_csel(width, dst, a, first, rest);
            }
            _ => self.emit_conditional(opcode, dst, condition, first, second),
        }
        Ok(())
    }

    /// `dst = base + bit`, where `bit` is a comparison extended by zeros that is for this alone: `base` or one
    /// more. `false` if it is something else.
    pub(super) fn lower_increment(
        &mut self,
        dst: Reg,
        base: Value,
        bit: Value,
        width: Width,
    ) -> Result<bool> {
        let Some((inst, InstKind::Cast(CastOp::ZExt))) = self.def_kind(bit) else {
            return Ok(false);
        };
        let condition = self.function.operand(inst, 0);
        let is_compare = self
            .def_kind(condition)
            .is_some_and(|(_, kind)| matches!(kind, InstKind::ICmp(_) | InstKind::FCmp(_)));
        if !is_compare || !self.is_foldable(bit) || !self.is_foldable(condition) {
            return Ok(false);
        }
        match self.emit_flags_condition(condition)? {
            Condition::Known(holds) => {
                let src = self.use_value(base)?;
                self.emit_add_imm(Additive::Add, width, dst, src, i64::from(holds))?;
            }
            condition => {
                let plan = SelectPlan {
                    form: Form::Increment,
                    first: Arm::Value(base),
                    second: Arm::Value(base),
                    swap: true,
                };
                self.emit_plan(dst, condition, &plan, width)?;
            }
        }
        Ok(true)
    }

    /// `dst` = all ones if `condition` holds, else zero; `false` if it is not a condition that flags say.
    pub(super) fn lower_condition_mask(
        &mut self,
        dst: Reg,
        condition: Value,
        width: Width,
    ) -> Result<bool> {
        let is_compare = self
            .def_kind(condition)
            .is_some_and(|(_, kind)| matches!(kind, InstKind::ICmp(_) | InstKind::FCmp(_)));
        if !is_compare || !self.is_foldable(condition) {
            return Ok(false);
        }
        let condition = self.emit_flags_condition(condition)?.inverse();
        let zero = width.zero().into();
        if let Condition::Known(holds) = condition {
            let value = if holds { 0 } else { u64::MAX };
            self.emit_int(dst, width, value);
            return Ok(true);
        }
        let opcode = Form::Invert.opcodes()[width as usize];
        match condition {
            Condition::Either(a, b) => {
                // Zero if either holds.
                let rest = self.new_reg(width.part());
                self.emit_conditional(opcode, rest, Condition::One(b), zero, zero);
                self.emit_csel(width, dst, a, zero, rest);
            }
            _ => self.emit_conditional(opcode, dst, condition, zero, zero),
        }
        Ok(true)
    }

    /// The register of an arm; zero is a register of its own.
    fn arm_reg(&mut self, arm: Arm, width: Width) -> Result<Reg> {
        match arm {
            Arm::Value(value) if self.const_int(value) == Some(0) => Ok(width.zero().into()),
            Arm::Value(value) => self.use_value(value),
            Arm::Int(0) => Ok(width.zero().into()),
            Arm::Int(value) => self.use_int(width.bits(), value),
        }
    }

    /// How the two arms become the operands of one instruction.
    pub(super) fn select_plan(&self, yes: Value, no: Value, width: Width) -> SelectPlan {
        let mask = u64::MAX >> (64 - width.bits());
        if let (Some(a), Some(b)) = (self.const_signed(yes), self.const_signed(no)) {
            for (first, second, swap) in [(a, b, false), (b, a, true)] {
                let form = match () {
                    () if second == first.wrapping_add(1) => Some(Form::Increment),
                    () if second == !first => Some(Form::Invert),
                    () if second == first.wrapping_neg() => Some(Form::Negate),
                    () => None,
                };
                // With zero as the first operand, the other needs no register either.
                let zero = first == 0 && matches!(second, 1 | -1);
                if let Some(form) = form.filter(|_| first != 0 || zero) {
                    let first = Arm::Int(first as u64 & mask);
                    return SelectPlan {
                        form,
                        first,
                        second: first,
                        swap,
                    };
                }
            }
        } else {
            for (first, second, swap) in [(yes, no, false), (no, yes, true)] {
                if let Some((form, inner)) = self.select_form(second, width) {
                    return SelectPlan {
                        form,
                        first: Arm::Value(first),
                        second: inner,
                        swap,
                    };
                }
            }
        }
        SelectPlan {
            form: Form::Same,
            first: Arm::Value(yes),
            second: Arm::Value(no),
            swap: false,
        }
    }

    /// If `value`, which has no other use, is one more than another, or its complement or negative.
    fn select_form(&self, value: Value, width: Width) -> Option<(Form, Arm)> {
        match self.const_signed(value) {
            Some(1) => return Some((Form::Increment, Arm::Int(0))),
            Some(-1) => return Some((Form::Invert, Arm::Int(0))),
            Some(_) => return None,
            None => {}
        }
        let (inst, InstKind::Binary(op)) = self.def_kind(value)? else {
            return None;
        };
        let [left, right] = self.operands(inst);
        if !self.is_foldable(value) || self.int_bits(value).map(Width::of_bits) != Some(width) {
            return None;
        }
        match op {
            BinaryOp::Add if self.const_int(right) == Some(1) => {
                Some((Form::Increment, Arm::Value(left)))
            }
            BinaryOp::Xor if self.const_signed(right) == Some(-1) => {
                Some((Form::Invert, Arm::Value(left)))
            }
            BinaryOp::Sub if self.const_int(left) == Some(0) => {
                Some((Form::Negate, Arm::Value(right)))
            }
            _ => None,
        }
    }
}

/// What a conditional select does with its second operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Same,
    Increment,
    Invert,
    Negate,
}

impl Form {
    fn opcodes(self) -> [Opcode; 2] {
        match self {
            Self::Same => [op::CSELWr, op::CSELXr],
            Self::Increment => [op::CSINCWr, op::CSINCXr],
            Self::Invert => [op::CSINVWr, op::CSINVXr],
            Self::Negate => [op::CSNEGWr, op::CSNEGXr],
        }
    }
}

/// An operand of a select.
#[derive(Clone, Copy)]
enum Arm {
    Value(Value),
    Int(u64),
}

/// The operands of a conditional select: the first if the condition (or, with `swap`, its opposite) holds.
pub(super) struct SelectPlan {
    form: Form,
    first: Arm,
    second: Arm,
    swap: bool,
}
