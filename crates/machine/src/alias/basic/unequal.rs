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
use super::{Flow, Iterations, Query};

/// How deep values are looked into.
const MOST_DEPTH: u32 = 6;

impl Query<'_> {
    /// Whether accesses of `first` bytes at the distance, and of `second` bytes at the base, are apart because what varies is
    /// never zero.
    pub(super) fn is_never_near(&self, distance: &Distance, first: u64, second: u64) -> bool {
        let least = match distance.terms.as_slice() {
            [term] | [term, _] => i128::from(term.scale.unsigned_abs()),
            _ => return false,
        };
        // The distance is at most the one, or at least the other.
        let offset = i128::from(distance.offset);
        let (low, high) = (offset - least, offset + least);
        low < 0
            && -low >= i128::from(first)
            && high >= i128::from(second)
            && match distance.terms.as_slice() {
                [term] => self.is_never_zero(term),
                [a, b] => self.are_never_equal(a, b),
                _ => false,
            }
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
        let flow = self.flow.get_or_init(|| self.find_tests());
        let start = flow.tests.partition_point(|(tested, _)| *tested < value);
        let tests = flow.tests[start..].iter();
        let mut entered = tests.take_while(|(tested, _)| *tested == value);
        entered.any(|(_, entered)| flow.dominators.dominates(*entered, block))
    }

    /// Finds the values that branches know not to be zero, in one walk over the function.
    fn find_tests(&self) -> Flow {
        let body = self.addresses.body;
        let cfg = Cfg::of(body);
        let dominators = DominatorTree::of(&cfg);
        let mut tests = Vec::new();
        for block in &body.layout {
            let Some(branch) = body.terminator(*block) else {
                continue;
            };
            let [yes, no] = body.inst_blocks(branch) else {
                continue;
            };
            if body.insts[branch].kind != InstKind::CondBr || yes == no {
                continue;
            }
            for (entered, holds) in [(*yes, true), (*no, false)] {
                // The edge dominates what it leads to where nothing else leads there.
                let mut preds = cfg.predecessors(entered).iter();
                if preds.all(|pred| pred == block || dominators.dominates(entered, *pred)) {
                    self.add_tests(body.operand(branch, 0), holds, entered, 0, &mut tests);
                }
            }
        }
        tests.sort_unstable();
        Flow { dominators, tests }
    }

    /// Adds the values that are not zero where a condition is `holds`, which is so in `entered`.
    fn add_tests(
        &self,
        condition: Value,
        holds: bool,
        entered: Block,
        depth: u32,
        tests: &mut Vec<(Value, Block)>,
    ) {
        let body = self.addresses.body;
        let Some(inst) = body.def_inst(condition).filter(|_| depth < MOST_DEPTH) else {
            return;
        };
        let operands = || (body.operand(inst, 0), body.operand(inst, 1));
        match body.insts[inst].kind {
            InstKind::ICmp(predicate) => {
                let (a, b) = operands();
                let predicate = match holds {
                    true => predicate,
                    false => predicate.inverse(),
                };
                let sides = [(a, b, predicate), (b, a, predicate.swapped())];
                let known = sides.into_iter().filter(|(value, other, predicate)| {
                    self.excludes_zero(*value, *other, *predicate)
                });
                tests.extend(known.map(|(value, ..)| (value, entered)));
            }
            InstKind::Binary(op) if op == if holds { BinaryOp::And } else { BinaryOp::Or } => {
                let (a, b) = operands();
                self.add_tests(a, holds, entered, depth + 1, tests);
                self.add_tests(b, holds, entered, depth + 1, tests);
            }
            _ => {}
        }
    }

    /// Whether an integer that compares so with another value is not zero.
    fn excludes_zero(&self, value: Value, other: Value, predicate: IntPredicate) -> bool {
        let number = self.addresses.body.as_const(other);
        let number = number.and_then(|id| self.addresses.module.int_value(id));
        let bits = self.bits_of(value).filter(|bits| (1..=64).contains(bits));
        predicate == IntPredicate::Ugt
            || number
                .zip(bits)
                .is_some_and(|(number, bits)| !holds_for_zero(predicate, number, bits))
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
