//! Distances that are a multiple of a value which is never zero, or of the difference of two values which are never equal.
//!
//! ```text
//!   br (%n == 0), out, in            in:  store i8 0, %p + %n      apart: at least one byte, before or after
//!                                         load i8, %p
//!   store i32 %x, %p + 4 * %i        load i32, %p + 4 * (%i xor 1) apart: at least four bytes
//! ```

use avarice_ir::{
    BinaryOp, Block, CastOp, Cfg, DominatorTree, Inst, InstFlags, InstKind, IntPredicate, Value,
};

use super::linear::{Distance, Term};
use super::{Iterations, Query};

/// How deep values are looked into.
const MOST_DEPTH: u32 = 6;

impl Query<'_> {
    /// Whether accesses of `first` bytes at the distance, and of `second` bytes at the base, are apart because what varies is
    /// never zero.
    pub(super) fn is_never_near(&self, distance: &Distance, first: u64, second: u64) -> bool {
        let least = match distance.terms.as_slice() {
            [term] if self.is_never_zero(term) => term.scale.unsigned_abs(),
            [a, b] if self.are_never_equal(a, b) => a.scale.unsigned_abs(),
            _ => return false,
        };
        let (offset, least) = (i128::from(distance.offset), i128::from(least));
        // The distance is at most the one, or at least the other.
        let (low, high) = (offset - least, offset + least);
        low < 0 && -low >= i128::from(first) && high >= i128::from(second)
    }

    /// Whether a product is never zero, and its amount never less than that of its constant.
    fn is_never_zero(&self, term: &Term) -> bool {
        let spare = 64u32.saturating_sub(term.value.bits);
        let fits = term.no_wrap || spare > 0 && (term.scale as u64) >> spare == 0;
        let block = term
            .at
            .and_then(|inst| self.addresses.body.insts[inst].block.expand());
        fits && !term.value.is_cut && self.is_non_zero(term.value.value, block, 0)
    }

    fn are_never_equal(&self, a: &Term, b: &Term) -> bool {
        self.iterations == Iterations::Same
            && !a.value.is_cut
            && a.is_opposite(b)
            && a.value.is_extended_like(&b.value)
            && self.is_unequal(a.value.value, b.value.value, 0)
    }

    /// Whether two values differ.
    fn is_unequal(&self, a: Value, b: Value, depth: u32) -> bool {
        let body = self.addresses.body;
        if a == b || depth >= MOST_DEPTH {
            return false;
        }
        if self.changes(a, b, depth) || self.changes(b, a, depth) {
            return true;
        }
        let number = |value: Value| self.addresses.module.int_value(body.as_const(value)?);
        if let (Some(a), Some(b)) = (number(a), number(b)) {
            return a != b;
        }
        let (Some(first), Some(second)) = (body.def_inst(a), body.def_inst(b)) else {
            return false;
        };
        let operands = |inst: Inst| (body.operand(inst, 0), body.operand(inst, 1));
        match (&body.insts[first].kind, &body.insts[second].kind) {
            (InstKind::Binary(one), InstKind::Binary(other)) if one == other => {
                let ((a, b), (c, d)) = (operands(first), operands(second));
                let differ = |a: Value, b: Value| self.is_unequal(a, b, depth + 1);
                match one {
                    BinaryOp::Add | BinaryOp::Xor => {
                        a == c && differ(b, d)
                            || b == d && differ(a, c)
                            || a == d && differ(b, c)
                            || b == c && differ(a, d)
                    }
                    BinaryOp::Sub => a == c && differ(b, d) || b == d && differ(a, c),
                    _ => false,
                }
            }
            (InstKind::Cast(one), InstKind::Cast(other)) if one == other => {
                let (a, b) = (body.operand(first, 0), body.operand(second, 0));
                matches!(one, CastOp::ZExt | CastOp::SExt)
                    && body.values[a].ty == body.values[b].ty
                    && self.is_unequal(a, b, depth + 1)
            }
            _ => false,
        }
    }

    /// Whether `value` is `from` with something added, taken away or exclusively ored that is not zero.
    fn changes(&self, value: Value, from: Value, depth: u32) -> bool {
        let body = self.addresses.body;
        let Some(inst) = body.def_inst(value) else {
            return false;
        };
        let InstKind::Binary(op) = body.insts[inst].kind else {
            return false;
        };
        let (a, b) = (body.operand(inst, 0), body.operand(inst, 1));
        let is_disjoint = || body.insts[inst].flags.contains(InstFlags::DISJOINT);
        let by = match op {
            BinaryOp::Add | BinaryOp::Xor if b == from => a,
            BinaryOp::Or if b == from && is_disjoint() => a,
            BinaryOp::Add | BinaryOp::Xor | BinaryOp::Sub if a == from => b,
            BinaryOp::Or if a == from && is_disjoint() => b,
            _ => return false,
        };
        self.is_non_zero(by, None, depth + 1)
    }

    /// Whether an integer is never zero, where `block` is reached.
    fn is_non_zero(&self, value: Value, block: Option<Block>, depth: u32) -> bool {
        let body = self.addresses.body;
        if let Some(id) = body.as_const(value) {
            return self
                .addresses
                .module
                .int_value(id)
                .is_some_and(|number| number != 0);
        }
        if depth >= MOST_DEPTH {
            return false;
        }
        let inst = body.def_inst(value);
        inst.is_some_and(|inst| self.computes_non_zero(inst, block, depth))
            || block.is_some_and(|block| self.is_tested(value, block))
    }

    fn computes_non_zero(&self, inst: Inst, block: Option<Block>, depth: u32) -> bool {
        let body = self.addresses.body;
        let data = &body.insts[inst];
        let is_non_zero = |index| self.is_non_zero(body.operand(inst, index), block, depth + 1);
        let wraps = !data.flags.intersects(InstFlags::NUW | InstFlags::NSW);
        match data.kind {
            InstKind::Cast(CastOp::ZExt | CastOp::SExt) => is_non_zero(0),
            InstKind::Binary(BinaryOp::Or) => is_non_zero(0) || is_non_zero(1),
            InstKind::Binary(BinaryOp::Add) => {
                data.flags.contains(InstFlags::NUW) && (is_non_zero(0) || is_non_zero(1))
            }
            InstKind::Binary(BinaryOp::Mul) => !wraps && is_non_zero(0) && is_non_zero(1),
            InstKind::Binary(BinaryOp::Shl) => !wraps && is_non_zero(0),
            InstKind::Select => is_non_zero(1) && is_non_zero(2),
            _ => false,
        }
    }

    /// Whether `block` is reached only over a branch that goes there when `value` is not zero.
    fn is_tested(&self, value: Value, block: Block) -> bool {
        let body = self.addresses.body;
        let (cfg, dominators) = self.flow.get_or_init(|| {
            let cfg = Cfg::of(body);
            let dominators = DominatorTree::of(&cfg);
            (cfg, dominators)
        });
        std::iter::successors(Some(block), |block| dominators.idom(*block)).any(|entered| {
            let Some(above) = dominators.idom(entered) else {
                return false;
            };
            let Some(branch) = body.terminator(above) else {
                return false;
            };
            let [yes, no] = body.inst_blocks(branch) else {
                return false;
            };
            // The edge dominates what it leads to where nothing else leads there.
            let is_only_way = || {
                let mut preds = cfg.predecessors(entered).iter();
                preds.all(|pred| *pred == above || dominators.dominates(entered, *pred))
            };
            body.insts[branch].kind == InstKind::CondBr
                && yes != no
                && [*yes, *no].contains(&entered)
                && self.excludes_zero(body.operand(branch, 0), entered == *yes, value, 0)
                && is_only_way()
        })
    }

    /// Whether `value` is not zero where a condition is `holds`.
    fn excludes_zero(&self, condition: Value, holds: bool, value: Value, depth: u32) -> bool {
        let body = self.addresses.body;
        let Some(inst) = body.def_inst(condition).filter(|_| depth < MOST_DEPTH) else {
            return false;
        };
        let operands = || (body.operand(inst, 0), body.operand(inst, 1));
        match body.insts[inst].kind {
            InstKind::ICmp(predicate) => {
                let (a, b) = operands();
                let (predicate, other) = match (a == value, b == value) {
                    (true, _) => (predicate, b),
                    (_, true) => (predicate.swapped(), a),
                    _ => return false,
                };
                let predicate = if holds {
                    predicate
                } else {
                    predicate.inverse()
                };
                let number = body.as_const(other);
                let number = number.and_then(|id| self.addresses.module.int_value(id));
                let bits = self.bits_of(value);
                predicate == IntPredicate::Ugt
                    || number.zip(bits).is_some_and(|(number, bits)| {
                        (1..=64).contains(&bits) && !holds_for_zero(predicate, number, bits)
                    })
            }
            InstKind::Binary(op) if op == if holds { BinaryOp::And } else { BinaryOp::Or } => {
                let (a, b) = operands();
                let excludes = |part| self.excludes_zero(part, holds, value, depth + 1);
                excludes(a) || excludes(b)
            }
            _ => false,
        }
    }
}

/// Whether zero compares so with a number of some bits.
fn holds_for_zero(predicate: IntPredicate, number: u64, bits: u32) -> bool {
    let unused = 64 - bits;
    let signed = (number << unused) as i64 >> unused;
    let number = number << unused >> unused;
    match predicate {
        IntPredicate::Eq => number == 0,
        IntPredicate::Ne => number != 0,
        IntPredicate::Ugt => false,
        IntPredicate::Uge => number == 0,
        IntPredicate::Ult => number > 0,
        IntPredicate::Ule => true,
        IntPredicate::Sgt => signed < 0,
        IntPredicate::Sge => signed <= 0,
        IntPredicate::Slt => signed > 0,
        IntPredicate::Sle => signed >= 0,
    }
}
