//! Branches in loops that make their own condition false when taken.
//!
//! ```text
//!   if (++n >= MAX)        n is compared with a constant; the successor sets it to another one,
//!       n = 0;             with which the condition is false in the next iteration
//! ```
//!
//! Such a successor is half as likely as others.

use super::Input;
use crate::cfg::FlowGraph;
use crate::entities::{Block, Inst, Value};
use crate::inst::{BinaryOp, InstKind, IntPredicate};
use crate::loops::{Loop, LoopInfo};

/// The successors of a block in a loop after which the block's condition does not choose them again.
pub(super) fn successors(
    input: Input<'_>,
    loops: &LoopInfo,
    id: Loop,
    block: Block,
) -> [Option<Block>; 2] {
    match Comparison::of(input, loops, id, block) {
        Some(comparison) => comparison.trace(input, loops, id, block),
        None => [None, None],
    }
}

/// A condition that compares a value computed from a phi with a constant.
struct Comparison {
    predicate: IntPredicate,
    bits: u32,
    constant: u64,
    phi: Inst,
    /// Operations with constants on the phi's value, last first.
    chain: Vec<(BinaryOp, u64)>,
}

impl Comparison {
    fn of(input: Input<'_>, loops: &LoopInfo, id: Loop, block: Block) -> Option<Self> {
        let function = input.function;
        let branch = function.terminator(block)?;
        if !matches!(function.insts[branch].kind, InstKind::CondBr) {
            return None;
        }
        let compare = function.def_inst(function.operand(branch, 0))?;
        let InstKind::ICmp(predicate) = function.insts[compare].kind else {
            return None;
        };
        let (bits, constant) = constant(input, function.operand(compare, 1))?;
        let mut inst = function.def_inst(function.operand(compare, 0))?;
        let mut chain = Vec::new();
        let contains = |inst: Inst| {
            let block = function.insts[inst].block.expand();
            block.is_some_and(|block| loops.contains(id, block))
        };
        loop {
            if !contains(inst) {
                return None;
            }
            match function.insts[inst].kind {
                InstKind::Phi => break,
                InstKind::Binary(op) => {
                    chain.push((op, constant_of(input, function.operand(inst, 1))?));
                    inst = function.def_inst(function.operand(inst, 0))?;
                }
                _ => return None,
            }
        }
        Some(Self {
            predicate,
            bits,
            constant,
            phi: inst,
            chain,
        })
    }

    /// Looks through the phis in the loop for constants that come from successors of `block`.
    fn trace(
        &self,
        input: Input<'_>,
        loops: &LoopInfo,
        id: Loop,
        block: Block,
    ) -> [Option<Block>; 2] {
        let function = input.function;
        let mut unlikely = [None, None];
        let mut phis = vec![self.phi];
        let mut at = 0;
        while let Some(&phi) = phis.get(at) {
            at += 1;
            let values = function.operands(phi).zip(function.inst_blocks(phi));
            for (value, from) in values {
                if !loops.contains(id, *from) {
                    continue;
                }
                if let Some(other) = function.def_inst(value) {
                    let is_phi = matches!(function.insts[other].kind, InstKind::Phi);
                    if is_phi && !phis.contains(&other) {
                        phis.push(other);
                    }
                    continue;
                }
                let Some(side) = FlowGraph::successors(function, block)
                    .iter()
                    .position(|to| to == from)
                else {
                    continue;
                };
                let holds = constant_of(input, value).and_then(|value| self.evaluate(value));
                if holds == Some(side == 1) {
                    unlikely[side] = Some(*from);
                }
            }
        }
        unlikely
    }

    /// Whether the condition holds if the phi has this value.
    fn evaluate(&self, value: u64) -> Option<bool> {
        let mut value = value;
        for (op, constant) in self.chain.iter().rev() {
            value = fold(*op, self.bits, value, *constant)?;
        }
        let signed = |value: u64| sign_extend(value, self.bits);
        let (a, b) = (value, self.constant);
        Some(match self.predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Sgt => signed(a) > signed(b),
            IntPredicate::Sge => signed(a) >= signed(b),
            IntPredicate::Slt => signed(a) < signed(b),
            IntPredicate::Sle => signed(a) <= signed(b),
        })
    }
}

/// A constant integer, or the null pointer as 0.
fn constant(input: Input<'_>, value: Value) -> Option<(u32, u64)> {
    let id = input.function.as_const(value)?;
    match input.module.consts[id].kind {
        crate::ConstKind::Null => Some((64, 0)),
        _ => input.int_constant(value),
    }
}

fn constant_of(input: Input<'_>, value: Value) -> Option<u64> {
    constant(input, value).map(|(_, value)| value)
}

fn sign_extend(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)).cast_signed() >> (64 - bits)
}

/// An operation on two constants of `bits` bits; `None` if it has no defined result.
fn fold(op: BinaryOp, bits: u32, a: u64, b: u64) -> Option<u64> {
    let mask = u64::MAX >> (64 - bits);
    let shift = u32::try_from(b).ok().filter(|by| *by < bits);
    let (x, y) = (sign_extend(a, bits), sign_extend(b, bits));
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << shift?,
        BinaryOp::LShr => a >> shift?,
        BinaryOp::AShr => (x >> shift?).cast_unsigned(),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv => x.checked_div(y)?.cast_unsigned(),
        BinaryOp::SRem => x.checked_rem(y)?.cast_unsigned(),
        _ => return None,
    };
    Some(result & mask)
}
