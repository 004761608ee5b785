//! What the form of a condition tells: two pointers are rarely equal, a number is rarely 0, -1 or negative.

use super::{Input, LIKELY, ORDERED};
use crate::constant::ConstKind;
use crate::entities::{Block, Inst, Value};
use crate::inst::{BinaryOp, CastOp, FloatPredicate, InstKind, IntPredicate};
use crate::probability::BranchProbability;
use crate::types::TypeData;

/// Probabilities of a conditional branch by its condition. Returns whether there are any.
pub(super) fn by_condition(
    input: Input<'_>,
    block: Block,
    out: &mut Vec<BranchProbability>,
) -> bool {
    let function = input.function;
    let terminator = function.terminator(block);
    let Some(branch) = terminator.filter(|t| matches!(function.insts[*t].kind, InstKind::CondBr))
    else {
        return false;
    };
    let Some(condition) = function.def_inst(function.operand(branch, 0)) else {
        return false;
    };
    let expected = match function.insts[condition].kind {
        InstKind::ICmp(predicate) => input
            .pointers(condition, predicate)
            .or_else(|| input.numbers(condition, predicate)),
        InstKind::FCmp(predicate) => floats(predicate),
        _ => None,
    };
    let Some((holds, (likely, unlikely))) = expected else {
        return false;
    };
    let first = if holds { likely } else { unlikely };
    let first = BranchProbability::new(first, likely + unlikely);
    out.extend([first, first.complement()]);
    true
}

/// What a condition is expected to be, with weights for and against.
type Expected = (bool, (u64, u64));

/// Comparisons of floats.
fn floats(predicate: FloatPredicate) -> Option<Expected> {
    match predicate {
        FloatPredicate::Ueq => Some((false, LIKELY)),
        FloatPredicate::Oeq | FloatPredicate::One | FloatPredicate::Une => Some((true, LIKELY)),
        FloatPredicate::Ord => Some((true, ORDERED)),
        FloatPredicate::Uno => Some((false, ORDERED)),
        _ => None,
    }
}

/// What kind of number a constant is. In a single bit, 1 is -1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Zero,
    One,
    MinusOne,
    /// Another power of two.
    Power,
    Other,
}

/// Comparisons with zero: what holds for most numbers.
fn against_zero(predicate: IntPredicate) -> Option<bool> {
    match predicate {
        IntPredicate::Eq | IntPredicate::Slt => Some(false),
        IntPredicate::Ne | IntPredicate::Sgt => Some(true),
        _ => None,
    }
}

impl Input<'_> {
    /// Comparisons of pointers for equality.
    fn pointers(self, compare: Inst, predicate: IntPredicate) -> Option<Expected> {
        let left = self.function.operand(compare, 0);
        let ty = self.function.values[left].ty;
        if !matches!(self.module.types[ty], TypeData::Pointer(_)) {
            return None;
        }
        match predicate {
            IntPredicate::Eq => Some((false, LIKELY)),
            IntPredicate::Ne => Some((true, LIKELY)),
            _ => None,
        }
    }

    /// Comparisons of numbers with 0, 1 and -1.
    fn numbers(self, compare: Inst, predicate: IntPredicate) -> Option<Expected> {
        let (left, right) = (
            self.function.operand(compare, 0),
            self.function.operand(compare, 1),
        );
        let value = self.number(self.through_bitcast(right))?;
        if self.is_single_bit_test(left) {
            return None;
        }
        let holds = if self.is_library_comparison(left) {
            match predicate {
                IntPredicate::Eq => false,
                IntPredicate::Ne => true,
                _ => return None,
            }
        } else {
            match (value, predicate) {
                (Number::Zero, _) => against_zero(predicate)?,
                (Number::MinusOne, IntPredicate::Eq) => false,
                (Number::MinusOne, IntPredicate::Ne | IntPredicate::Sgt) => true,
                // `x <= 0` in another form.
                (Number::One, IntPredicate::Slt) => false,
                _ => return None,
            }
        };
        Some((holds, LIKELY))
    }

    fn through_bitcast(self, value: Value) -> Value {
        match self.function.def_inst(value) {
            Some(inst) => match self.function.insts[inst].kind {
                InstKind::Cast(CastOp::BitCast) => self.function.operand(inst, 0),
                _ => value,
            },
            None => value,
        }
    }

    /// An integer constant of at most 64 bits: its width and value.
    pub(super) fn int_constant(self, value: Value) -> Option<(u32, u64)> {
        let id = self.function.as_const(value)?;
        let bits = self.module.types.int_bits(self.module.consts[id].ty)?;
        match self.module.consts[id].kind {
            ConstKind::Int(value) if (1..=64).contains(&bits) => Some((bits, value)),
            _ => None,
        }
    }

    /// What kind of integer constant a value is; `None` if it is none.
    fn number(self, value: Value) -> Option<Number> {
        let data = &self.module.consts[self.function.as_const(value)?];
        let bits = self.module.types.int_bits(data.ty)?;
        let small;
        let words: &[u64] = match &data.kind {
            ConstKind::Int(value) => {
                small = [*value];
                &small
            }
            ConstKind::BigInt(words) => words,
            _ => return None,
        };
        let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
        Some(match ones {
            0 => Number::Zero,
            _ if ones == bits => Number::MinusOne,
            1 if words[0] == 1 => Number::One,
            1 => Number::Power,
            _ => Number::Other,
        })
    }

    /// Whether a value is `x & 2^n`, of which nothing can be said.
    fn is_single_bit_test(self, value: Value) -> bool {
        let Some(inst) = self.function.def_inst(value) else {
            return false;
        };
        matches!(
            self.function.insts[inst].kind,
            InstKind::Binary(BinaryOp::And)
        ) && matches!(
            self.number(self.function.operand(inst, 1)),
            Some(Number::One | Number::Power)
        )
    }

    /// Whether a value is the result of comparing two pieces of memory by a function of the C library. Strings
    /// are hardly equal, and no result but 0 means anything.
    fn is_library_comparison(self, value: Value) -> bool {
        let function = self.function;
        let Some(call) = function.def_inst(value) else {
            return false;
        };
        let InstKind::Call(info) = &function.insts[call].kind else {
            return false;
        };
        let callee = function.operands(call).next_back();
        let Some(id) = callee.and_then(|callee| function.as_const(callee)) else {
            return false;
        };
        let ConstKind::Global(global) = self.module.consts[id].kind else {
            return false;
        };
        let num_args = match &*self.module.globals[global].name {
            b"strcmp" | b"strcasecmp" => 2,
            b"strncmp" | b"strncasecmp" | b"memcmp" | b"bcmp" => 3,
            _ => return false,
        };
        let is_int = self.module.types.int_bits(function.values[value].ty) == Some(32);
        is_int && info.num_args == num_args
    }
}
