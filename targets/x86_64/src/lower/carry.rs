//! Sums of a number and a bit that the carry flag can be.
//!
//! ```text
//!   x + (a < b)          cmp a, b;  adc x, 0
//!   x - (a < b)          cmp a, b;  sbb x, 0
//!   x + (a >= b)         cmp a, b;  sbb x, -1
//!   x - (a >= b)         cmp a, b;  adc x, -1
//!   x + (a == 0)         cmp a, 1;  adc x, 0
//!   x + (y >> n & 1)     bt y, n;   adc x, 0
//! ```

use avarice_ir::{BinaryOp, CastOp, InstKind, IntPredicate, Value};
use avarice_lower::select::{
    Comparisons, Conditions, IntCompare, IntOperation, IntWidth, Integers,
};
use avarice_lower::{PartType, Result};

use super::compare::{CMP_MI, CMP_RI, Cc, Condition};
use super::{Selector, Width};
use crate::op;

/// What is added or subtracted.
#[derive(Clone, Copy)]
enum Bit {
    /// 1 where this comparison holds.
    Compare(IntCompare),
    /// 1 where this number is below the constant; the other way round where `is_inverted`.
    Below {
        number: Value,
        bound: i64,
        is_only: bool,
        is_inverted: bool,
    },
    /// The bit of the first number that the second one counts.
    Counted(Value, Value),
}

impl Selector<'_, '_> {
    /// Selects a sum or difference whose second part is a bit; `false` if it is none.
    pub(super) fn lower_sum_with_carry(&mut self, operation: &IntOperation) -> Result<bool> {
        let IntOperation {
            op,
            dst,
            left,
            right,
            ..
        } = *operation;
        let width = Width::of_bits(operation.bits);
        let is_sum = match op {
            BinaryOp::Add => true,
            BinaryOp::Sub => false,
            _ => return Ok(false),
        };
        if !self.options.optimize || !matches!(operation.bits, 32 | 64) {
            return Ok(false);
        }
        let mut found = self.carried_bit(right).map(|bit| (left, bit));
        if is_sum && found.is_none() {
            found = self.carried_bit(left).map(|bit| (right, bit));
        }
        let Some((number, (bit, is_negative))) =
            found.filter(|(it, _)| self.function.as_const(*it).is_none())
        else {
            return Ok(false);
        };
        let number = self.use_value(number)?;
        let is_set = self.emit_carry(bit)?;
        let add = [op::ADC32ri, op::ADC64ri32];
        let subtract = [op::SBB32ri, op::SBB64ri32];
        // A flag that is not set is one less of what is subtracted, or one more of what is added.
        let (opcodes, more) = match (is_sum != is_negative, is_set) {
            (true, true) => (add, 0),
            (true, false) => (subtract, -1),
            (false, true) => (subtract, 0),
            (false, false) => (add, -1),
        };
        let opcode = opcodes[usize::from(width == Width::W64)];
        self.emit(opcode).def(dst).reg(number).imm(more).done();
        Ok(true)
    }

    /// The bit that `value` is, and whether it counts as -1. None if the carry flag cannot be it, or another one reads it.
    fn carried_bit(&self, value: Value) -> Option<(Bit, bool)> {
        let (inst, kind) = self.own_def(value)?;
        let operand = |at| self.function.operand(inst, at);
        match kind {
            InstKind::Cast(cast @ (CastOp::ZExt | CastOp::SExt)) => {
                let (compare, kind) = self.def_kind(operand(0))?;
                let InstKind::ICmp(predicate) = *kind else {
                    return None;
                };
                let is_here = self.function.insts[compare].block.expand() == Some(self.ir_block);
                let [left, right] = [0, 1].map(|at| self.function.operand(compare, at));
                let is_narrow = self.int_bits(left).is_some() && !self.is_wide(left);
                let of = IntCompare {
                    predicate,
                    left,
                    right,
                    is_only: self.has_one_use_of(compare),
                    takes_register: false,
                };
                let bit = self.bit_of_compare(of).filter(|_| is_here && is_narrow)?;
                Some((bit, *cast == CastOp::SExt))
            }
            InstKind::Binary(BinaryOp::And) if self.const_int(operand(1)) == Some(1) => {
                let (mut shift, mut kind) = self.own_def(operand(0))?;
                if *kind == InstKind::Cast(CastOp::Trunc) {
                    (shift, kind) = self.own_def(self.function.operand(shift, 0))?;
                }
                if *kind != InstKind::Binary(BinaryOp::LShr) {
                    return None;
                }
                let [number, amount] = [0, 1].map(|at| self.function.operand(shift, at));
                let is_bit = matches!(self.int_bits(number), Some(32 | 64))
                    && self.function.as_const(amount).is_none();
                is_bit.then_some((Bit::Counted(number, amount), false))
            }
            _ => None,
        }
    }

    /// The instruction of this block that computes `value` for one other.
    fn own_def(&self, value: Value) -> Option<(avarice_ir::Inst, &InstKind)> {
        let (inst, kind) = self.def_kind(value)?;
        let is_here = self.function.insts[inst].block.expand() == Some(self.ir_block);
        (is_here && self.function.has_one_use(value)).then_some((inst, kind))
    }

    /// A comparison of unsigned numbers, as one that the carry flag tells of.
    fn bit_of_compare(&self, compare: IntCompare) -> Option<Bit> {
        use IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
        let IntCompare {
            predicate,
            left,
            right,
            is_only,
            ..
        } = compare;
        if let Some(constant) = self.const_int(right) {
            let (bound, is_inverted) = match predicate {
                Eq | Ne if constant == 0 => (1, predicate == Ne),
                Ult => (constant, false),
                Uge => (constant, true),
                Ule => (constant.checked_add(1)?, false),
                Ugt => (constant.checked_add(1)?, true),
                _ => return None,
            };
            let bound = i64::from(i32::try_from(bound).ok()?);
            return Some(Bit::Below {
                number: left,
                bound,
                is_only,
                is_inverted,
            });
        }
        let swapped = |predicate| IntCompare {
            predicate,
            left: right,
            right: left,
            ..compare
        };
        match predicate {
            _ if self.function.as_const(left).is_some() => None,
            Ult | Uge => Some(Bit::Compare(compare)),
            Ugt => Some(Bit::Compare(swapped(Ult))),
            Ule => Some(Bit::Compare(swapped(Uge))),
            _ => None,
        }
    }

    /// Sets the carry flag. Returns whether the bit is 1 where it is set, or where it is not.
    fn emit_carry(&mut self, bit: Bit) -> Result<bool> {
        match bit {
            Bit::Compare(compare) => match self.emit_int_compare(compare)? {
                Condition::One(Cc::B) => Ok(true),
                Condition::One(Cc::Ae) => Ok(false),
                condition => {
                    let set = self.new_reg(PartType::Int(8));
                    self.emit_set(set, condition);
                    let sum = self.new_reg(PartType::Int(8));
                    let emit = self.emit(op::ADD8ri).def(sum).reg(set);
                    emit.imm(-1).keep_flags().done();
                    Ok(true)
                }
            },
            Bit::Below {
                number,
                bound,
                is_only,
                is_inverted,
            } => {
                self.emit_compare_below(number, bound, is_only)?;
                Ok(!is_inverted)
            }
            Bit::Counted(number, amount) => {
                let width = Width::of_bits(self.int_bits(number).unwrap_or(64));
                let number = self.use_value(number)?;
                let amount = self.use_value(amount)?;
                let opcode = [op::BT32rr, op::BT64rr][usize::from(width == Width::W64)];
                let test = self.emit(opcode).reg(number).reg(amount);
                test.keep_flags().done();
                Ok(true)
            }
        }
    }

    /// Sets the carry flag where a number is below a constant.
    fn emit_compare_below(&mut self, number: Value, bound: i64, is_only: bool) -> Result<()> {
        let bits = self.int_bits(number).unwrap_or(64);
        let width = match bits {
            ..=32 => Width::W32,
            _ => Width::W64,
        };
        let load = (is_only && bits == width.bits())
            .then(|| self.foldable_operand(number, width))
            .flatten();
        let w = width as usize;
        if let Some(load) = load {
            let (address, mem) = self.load_address(load)?;
            let emit = self.emit(CMP_MI[w]).ops(&address.operands());
            emit.imm(bound).mem(mem).keep_flags().done();
            return Ok(());
        }
        let number = self.extend(number, false, width)?;
        let emit = self.emit(CMP_RI[w]).reg(number);
        emit.imm(bound).keep_flags().done();
        Ok(())
    }
}
