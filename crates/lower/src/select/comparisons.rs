//! Comparisons, and values chosen by a condition.

use avarice_ir::{BinaryOp, FloatPredicate, Inst, InstKind, IntPredicate, Value};
use avarice_mir::Reg;
use smallvec::SmallVec;

use super::IntWidth;
use super::wide_integers::WideIntegers;
use crate::parts::{Part, PartType};
use avarice_legalize::Result;

/// Selects that have one comparison at most.
const MAX_JOINED: usize = 8;

/// A comparison of integers or pointers.
#[derive(Clone, Copy)]
pub struct IntCompare {
    /// What is to hold.
    pub predicate: IntPredicate,
    /// The first operand.
    pub left: Value,
    /// The second.
    pub right: Value,
    /// Whether it is emitted only here, so that what it is of may be part of it.
    pub is_only: bool,
    /// Whether its user can look at a register instead of flags.
    pub takes_register: bool,
}

/// The operands of a `select`.
#[derive(Clone, Copy)]
pub struct SelectOperands {
    /// What decides.
    pub condition: Value,
    /// The value if it holds.
    pub yes: Value,
    /// The value if not.
    pub no: Value,
}

/// A part of the result of a `select`, with its values in registers.
#[derive(Clone, Copy)]
pub struct Choice {
    /// What it is.
    pub ty: PartType,
    /// Its register.
    pub dst: Reg,
    /// The value if the condition holds.
    pub yes: Reg,
    /// The value if not.
    pub no: Reg,
}

/// Selects comparisons and what chooses by them.
pub trait Comparisons<'m>: WideIntegers<'m> {
    /// Compares integers of at most 64 bits with a constant.
    fn compare_with_constant(&mut self, compare: IntCompare, value: i64)
    -> Result<Self::Condition>;

    /// Compares integers of `bits` bits, at most 64.
    fn compare_values(&mut self, compare: IntCompare, bits: u32) -> Result<Self::Condition>;

    /// Compares the operands of `inst`, floating-point numbers.
    fn emit_float_compare(
        &mut self,
        inst: Inst,
        predicate: FloatPredicate,
    ) -> Result<Self::Condition>;

    /// Selects a comparison whose value is needed as a bit in a way that only this target has; `false` if there is none.
    fn lower_special_compare(&mut self, dst: Reg, inst: Inst) -> Result<bool>;

    /// Selects `inst`, an `and` or `or` of conditions, as a comparison under a condition; `false` if it is not one.
    fn lower_conditional_compare(&mut self, dst: Reg, inst: Inst) -> Result<bool> {
        let _ = (dst, inst);
        Ok(false)
    }

    /// Selects a `select` of integers in a way that only this target has; `false` if there is none.
    fn lower_int_select(&mut self, dst: Reg, bits: u32, of: &SelectOperands) -> Result<bool> {
        let _ = (dst, bits, of);
        Ok(false)
    }

    /// Makes all choices by one condition.
    fn emit_choices(&mut self, condition: Value, choices: &[Choice]) -> Result<()>;

    /// Compares integers or pointers.
    fn emit_int_compare(&mut self, compare: IntCompare) -> Result<Self::Condition> {
        let IntCompare { left, right, .. } = compare;
        if self.is_wide(left) {
            return self.emit_wide_compare(compare.predicate, left, right);
        }
        let Some(bits) = self.int_bits(left) else {
            return self.unsupported("icmp on this type");
        };
        let constant = self.function.as_const(left).is_some();
        if constant && self.function.as_const(right).is_none() {
            return self.emit_int_compare(IntCompare {
                predicate: compare.predicate.swapped(),
                left: right,
                right: left,
                ..compare
            });
        }
        let Some(value) = self.const_signed(right) else {
            return self.compare_values(compare, bits);
        };
        // Where there is an instruction for the number's own width, it needs no extension.
        let is_narrow = bits < Self::Width::of_bits(bits).bits();
        let extended = is_narrow.then(|| self.extended_by_load(left)).flatten();
        match extended {
            Some((extended, by_sign)) if by_sign || !compare.predicate.is_signed() => {
                let all = u64::MAX >> (64 - bits);
                let value = match by_sign {
                    true => value,
                    false => (value as u64 & all) as i64,
                };
                let compare = IntCompare {
                    left: extended,
                    is_only: false,
                    ..compare
                };
                self.compare_with_constant(compare, value)
            }
            _ => self.compare_with_constant(compare, value),
        }
    }

    /// Selects a comparison whose value is needed as a bit in a register.
    fn lower_compare_value(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        if self.lower_special_compare(dst, inst)? {
            return Ok(());
        }
        let function = self.function;
        let condition = match function.insts[inst].kind {
            InstKind::ICmp(predicate) => {
                let compare = IntCompare {
                    predicate,
                    left: function.operand(inst, 0),
                    right: function.operand(inst, 1),
                    is_only: self.has_one_use_of(inst),
                    takes_register: false,
                };
                self.emit_int_compare(compare)?
            }
            InstKind::FCmp(predicate) => self.emit_float_compare(inst, predicate)?,
            _ => return self.unsupported("comparison of this kind"),
        };
        self.emit_set(dst, condition);
        Ok(())
    }

    /// Selects a `select`.
    fn lower_select(&mut self, inst: Inst) -> Result<()> {
        let [condition, yes, no] = self.operands(inst);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let operands = SelectOperands { condition, yes, no };
        let parts = self.parts(self.ty(result))?;
        if let [part] = parts.as_slice()
            && part.ty.is_int()
        {
            let dst = self.result_reg(inst)?;
            let bits = part.ty.bits();
            if (bits == 1 && self.lower_bool_select(inst, dst, &operands)?)
                || self.lower_int_select(dst, bits, &operands)?
            {
                return Ok(());
            }
        }
        let mut choices: SmallVec<[Choice; 2]> = SmallVec::new();
        for (part, ty) in parts.iter().map(|part| part.ty).enumerate() {
            let dst = self.requested(result, part);
            if !dst.is_none() {
                let (yes, no) = (self.use_part(yes, part)?, self.use_part(no, part)?);
                choices.push(Choice { ty, dst, yes, no });
            }
        }
        if self.options.optimize && choices.iter().all(|choice| choice.ty.is_int()) {
            self.join_choices(inst, &mut choices)?;
        }
        self.emit_choices(condition, &choices)
    }

    /// Adds the choices of the selects directly before `inst` that have its comparison and as many parts, so that one
    /// comparison does for all.
    fn join_choices(&mut self, inst: Inst, choices: &mut SmallVec<[Choice; 2]>) -> Result<()> {
        let function = self.function;
        let condition = function.operand(inst, 0);
        let comparison = self.def_kind(condition).map(|(_, kind)| kind);
        if !matches!(comparison, Some(InstKind::ICmp(_))) {
            return Ok(());
        }
        let count = choices.len();
        let mut joined: SmallVec<[Inst; 4]> = SmallVec::from_slice(&[inst]);
        let above = function.insts[inst].prev.expand();
        let above = std::iter::successors(above, |inst| function.insts[*inst].prev.expand());
        for other in above.take(MAX_JOINED - 1) {
            let data = &function.insts[other];
            let is_like_it = data.kind == InstKind::Select
                && function.operand(other, 0) == condition
                && self.scratch.widened[other].is_none();
            let result = data.result.expand().filter(|_| is_like_it);
            let Some(result) = result.filter(|result| self.is_requested(*result)) else {
                break;
            };
            let mut readers = joined.iter();
            if readers.any(|it| function.operands(*it).any(|operand| operand == result)) {
                break;
            }
            let parts = self.parts(self.ty(result))?;
            let is_same_kind = |part: &Part| part.ty.is_int() && part.ty.bits() > 1;
            if parts.len() != count || !parts.iter().all(is_same_kind) {
                break;
            }
            let [_, yes, no] = self.operands(other);
            for (part, ty) in parts.iter().map(|part| part.ty).enumerate() {
                let dst = self.requested(result, part);
                if !dst.is_none() {
                    let (yes, no) = (self.use_part(yes, part)?, self.use_part(no, part)?);
                    choices.push(Choice { ty, dst, yes, no });
                }
            }
            self.scratch.done.insert(other);
            joined.push(other);
        }
        Ok(())
    }

    /// A `select` of bits with a constant arm is `and` or `or`; `false` if it is none.
    fn lower_bool_select(&mut self, inst: Inst, dst: Reg, of: &SelectOperands) -> Result<bool> {
        let (op, other) = match (self.const_int(of.yes), self.const_int(of.no)) {
            (Some(1), _) => (BinaryOp::Or, of.no),
            (_, Some(0)) => (BinaryOp::And, of.yes),
            _ => return Ok(false),
        };
        if self.lower_conditional_compare(dst, inst)? {
            return Ok(true);
        }
        let lhs = self.use_value(of.condition)?;
        let rhs = self.use_value(other)?;
        self.emit_bit_logic(op, dst, lhs, rhs);
        Ok(true)
    }
}
