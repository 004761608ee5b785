//! Counters that go along with another one.
//!
//! ```text
//!   %i = phi [ 0, … ], [ %i.next, … ]            %i = phi [ 0, … ], [ %i.next, … ]
//!   %left = phi [ 5, … ], [ %left.next, … ]
//!   …                                      ─▶    …
//!   %i.next = add %i, 2                          %i.next = add %i, 2
//!   %left.next = add %left, 2
//!   %done = icmp eq %left.next, %n               %done = icmp eq %i.next, %n - 5
//! ```
//!
//! Unrolled loops have them: one counts elements, another one rounds. A counter that begins elsewhere goes only if nothing
//! but the test for the end of the loop reads it.

use avarice_ir::{BinaryOp, Function, Inst, InstFlags, InstKind, IntPredicate, Module, Value};

use super::{Counter, LoopReduce, Place};
use crate::build::Builder;
use crate::indvars::int_of;

/// Counters of a loop that are compared with each other.
const MAX_COUNTERS: usize = 32;

impl LoopReduce {
    /// Removes counters for which others stand.
    pub(super) fn merge_counters(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
    ) -> bool {
        if self.counters.len() > MAX_COUNTERS {
            return false;
        }
        let mut is_changed = false;
        while self.merge_two(module, function, place) {
            self.find_counters(module, function, place);
            is_changed = true;
        }
        is_changed
    }

    fn merge_two(&self, module: &mut Module, function: &mut Function, place: &mut Place) -> bool {
        let all = 0..self.counters.len();
        let mut pairs = all
            .clone()
            .rev()
            .flat_map(|one| all.clone().map(move |other| (one, other)))
            .filter(|(one, other)| one != other)
            .map(|(one, other)| (self.counters[one], self.counters[other]));
        pairs.any(|(one, other)| self.goes_along(module, function, place, one, other))
    }

    /// Removes `counter` if `other` can stand for it.
    fn goes_along(
        &self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
        counter: Counter,
        other: Counter,
    ) -> bool {
        let ty = |value: Value| function.values[value].ty;
        let (Some(add), Some(phi)) = (
            function.def_inst(counter.next),
            function.def_inst(counter.value),
        ) else {
            return false;
        };
        if counter.step != other.step || ty(counter.value) != ty(other.value) {
            return false;
        }
        let numbers = [counter, other].map(|it| int_of(module, function, it.first));
        let begin_together =
            counter.first == other.first || numbers[0].is_some() && numbers[0] == numbers[1];
        if !begin_together {
            let Some(test) = self.only_test(function, place, &counter) else {
                return false;
            };
            return self.test_other(module, function, place, test, [counter, other]);
        }
        function.insts[add].flags -= InstFlags::NUW | InstFlags::NSW;
        function.replace_all_uses(counter.value, other.value);
        function.remove_inst(phi);
        share_sum(function, add, other.next);
        true
    }

    /// The test for the end of the loop, if nothing else reads a counter.
    fn only_test(&self, function: &Function, place: &Place, counter: &Counter) -> Option<Inst> {
        if !function.has_one_use(counter.value) {
            return None;
        }
        let phi = function.def_inst(counter.value)?;
        let users = function.uses_of(counter.next);
        let mut users = users
            .map(|slot| function.uses[slot].user)
            .filter(|user| *user != phi);
        let test = users.next().filter(|_| users.next().is_none())?;
        let is_equality = matches!(
            function.insts[test].kind,
            InstKind::ICmp(IntPredicate::Eq | IntPredicate::Ne)
        );
        let is_against_fixed = function.operand(test, 0) == counter.next
            && !self.is_inside(function, place, function.operand(test, 1));
        (is_equality && is_against_fixed).then_some(test)
    }

    /// Makes the test of a counter one of another counter with the same step, and removes the counter. What debug information
    /// says of it is lost, as the other one has other values.
    fn test_other(
        &self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
        test: Inst,
        [counter, other]: [Counter; 2],
    ) -> bool {
        let olds = [counter.value, counter.next].map(|value| function.def_inst(value));
        let (Some(before), [Some(phi), Some(add)]) = (place.open(function), olds) else {
            return false;
        };
        let bound = function.operand(test, 1);
        let mut builder = Builder {
            module,
            function,
            at: before,
        };
        let ahead = difference(&mut builder, other.first, counter.first);
        let bound = sum(&mut builder, bound, ahead);
        builder.at = add;
        let ty = builder.ty(other.value);
        let step = builder.int(ty, counter.step as u64);
        let next = builder.binary(BinaryOp::Add, other.value, step);
        function.set_operand(test, 0, next);
        function.set_operand(test, 1, bound);
        function.insts[test].flags -= InstFlags::SAME_SIGN;
        // They read each other.
        function.drop_operands(phi);
        function.remove_inst(add);
        function.remove_inst(phi);
        if let Some(add) = function.def_inst(next) {
            share_sum(function, add, other.next);
        }
        true
    }
}

/// Makes one of two equal sums in a block do for both: the one that comes first.
fn share_sum(function: &mut Function, add: Inst, sum: Value) {
    let (Some(other), Some(result)) = (function.def_inst(sum), function.insts[add].result.expand())
    else {
        return;
    };
    let block = function.insts[add].block;
    if block != function.insts[other].block || add == other {
        return;
    }
    let mut after = std::iter::successors(Some(add), |inst| function.insts[*inst].next.expand());
    let (first, second) = match after.any(|inst| inst == other) {
        true => ((add, result), (other, sum)),
        false => ((other, sum), (add, result)),
    };
    function.insts[first.0].flags -= InstFlags::NUW | InstFlags::NSW;
    function.replace_all_uses(second.1, first.1);
    function.remove_inst(second.0);
}

fn difference(builder: &mut Builder<'_>, left: Value, right: Value) -> Value {
    let numbers = [left, right].map(|value| int_of(builder.module, builder.function, value));
    match numbers {
        [Some(left_number), Some(right_number)] => {
            let ty = builder.ty(left);
            builder.int(ty, left_number.wrapping_sub(right_number) as u64)
        }
        [_, Some(0)] => left,
        _ => builder.binary(BinaryOp::Sub, left, right),
    }
}

fn sum(builder: &mut Builder<'_>, left: Value, right: Value) -> Value {
    let numbers = [left, right].map(|value| int_of(builder.module, builder.function, value));
    match numbers {
        [Some(left_number), Some(right_number)] => {
            let ty = builder.ty(left);
            builder.int(ty, left_number.wrapping_add(right_number) as u64)
        }
        [_, Some(0)] => left,
        [Some(0), _] => right,
        _ => builder.binary(BinaryOp::Add, left, right),
    }
}
