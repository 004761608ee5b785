//! How often a loop iterates, where that follows from constants.
//!
//! The condition of an exit may depend on only one phi of the header, which begins with a constant and whose next value
//! is computed in each iteration from the last one and constants. If the step adds a constant, and the condition
//! compares the phi or the sum with a constant, the number of iterations is computed directly. Otherwise it is found by
//! executing the step iteration by iteration, whatever it consists of:
//!
//! ```text
//!   %i = phi [ 1, %before ], [ %next, %latch ]      1, 2, 4, 8, 16 …
//!   %next = shl i32 %i, 1
//!   %c = icmp ult i32 %i, 10                        true, true, true, true, false: the exit is taken in round 4
//! ```

use avarice_ir::{
    BinaryOp, Block, CastOp, Const, ConstKind, DataLayout, Function, Inst, InstKind, IntPredicate,
    Loop, Module, Value,
};

use crate::edges::incoming;
use crate::fold::Folder;
use crate::loop_simplify::Loops;

/// How many rounds are computed one by one.
const MAX_COMPUTED: u32 = 64;
/// How deep conditions are followed.
const MAX_DEPTH: u32 = 8;

/// An exit that is sure to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownExit {
    /// The block that branches.
    pub from: Block,
    /// Where it goes to leave.
    pub exit: Block,
    /// Where it goes to stay.
    pub stay: Block,
    /// How often it stays before it leaves.
    pub rounds: u32,
    /// The phi that counts.
    pub counter: Inst,
}

/// The exit of a loop that is reached in each round and taken after at most `max` rounds; the one that is taken first if
/// there are several.
///
/// # Requires
/// The loop is entered from `before`, and gone round from `latch`.
pub fn known_exit(
    module: &mut Module,
    layout: &DataLayout,
    function: &Function,
    loops: &Loops,
    (id, before, latch): (Loop, Block, Block),
    max: u32,
) -> Option<KnownExit> {
    let mut found: Option<KnownExit> = None;
    for from in loops.info.blocks(id) {
        let Some(leave) = leave_of(function, loops, (id, latch), *from) else {
            continue;
        };
        let header = loops.info.header(id);
        let Some((counter, first, next)) =
            counter_of(function, (header, before, latch), leave.condition)
        else {
            continue;
        };
        let mut run = Run {
            folder: Folder { module, layout },
            function,
            counter: function.insts[counter].result.expand()?,
        };
        let best = found.map_or(max, |found| found.rounds.saturating_sub(1).min(max));
        let line = run.line(first, next, leave.condition);
        let rounds = match line.and_then(|line| line.rounds(leave.leaves_if)) {
            Some(rounds) => (rounds <= best).then_some(rounds),
            None => run.count(first, next, &leave, best.min(MAX_COMPUTED)),
        };
        if let Some(rounds) = rounds {
            found = Some(KnownExit {
                from: *from,
                exit: leave.exit,
                stay: leave.stay,
                rounds,
                counter,
            });
        }
    }
    found
}

/// A branch that leaves a loop or stays in it.
struct Leave {
    condition: Value,
    /// What the condition is where it leaves.
    leaves_if: bool,
    exit: Block,
    stay: Block,
}

/// The branch at the end of `from`, if that leaves the loop on one side, and each round comes there.
fn leave_of(
    function: &Function,
    loops: &Loops,
    (id, latch): (Loop, Block),
    from: Block,
) -> Option<Leave> {
    let end = function.terminator(from)?;
    let [yes, no] = *function.inst_blocks(end) else {
        return None;
    };
    let (leaves_if, exit, stay) = match (loops.info.contains(id, yes), loops.info.contains(id, no))
    {
        (true, false) => (false, no, yes),
        (false, true) => (true, yes, no),
        _ => return None,
    };
    let is_reached = loops.info.loop_of(from) == Some(id) && loops.tree.dominates(from, latch);
    (matches!(function.insts[end].kind, InstKind::CondBr) && is_reached).then(|| Leave {
        condition: function.operand(end, 0),
        leaves_if,
        exit,
        stay,
    })
}

/// The phi on which a condition depends, what it begins with, and what it is in the next round.
fn counter_of(
    function: &Function,
    (header, before, latch): (Block, Block, Block),
    condition: Value,
) -> Option<(Inst, Value, Value)> {
    let mut search = Search {
        function,
        header,
        counter: None,
    };
    if !search.depends_on_counter(condition, MAX_DEPTH) {
        return None;
    }
    let counter = search.counter?;
    let first = incoming(function, counter, before)?;
    let next = incoming(function, counter, latch)?;
    let is_closed = function.as_const(first).is_some()
        && search.depends_on_counter(next, MAX_DEPTH)
        && search.counter == Some(counter);
    is_closed.then_some((counter, first, next))
}

/// Looks for the one phi on which a value depends.
struct Search<'a> {
    function: &'a Function,
    header: Block,
    counter: Option<Inst>,
}

impl Search<'_> {
    /// Whether a value is computed from constants and the counter.
    fn depends_on_counter(&mut self, value: Value, depth: u32) -> bool {
        if self.function.as_const(value).is_some() {
            return true;
        }
        let Some(def) = self.function.def_inst(value) else {
            return false;
        };
        let data = &self.function.insts[def];
        match data.kind {
            InstKind::Phi => {
                data.block.expand() == Some(self.header) && *self.counter.get_or_insert(def) == def
            }
            InstKind::Binary(_) | InstKind::ICmp(_) | InstKind::Select => {
                self.operands_do(def, depth)
            }
            InstKind::Cast(CastOp::Trunc | CastOp::ZExt | CastOp::SExt) => {
                self.operands_do(def, depth)
            }
            _ => false,
        }
    }

    fn operands_do(&mut self, inst: Inst, depth: u32) -> bool {
        let function = self.function;
        let mut operands = function.operands(inst);
        depth > 0 && operands.all(|value| self.depends_on_counter(value, depth - 1))
    }
}

/// Numbers of `bits` bits, at a distance of `step`, which are compared with a limit.
struct Line {
    bits: u32,
    first: u64,
    step: u64,
    predicate: IntPredicate,
    limit: u64,
}

impl Line {
    /// How many numbers there are before the first of which the comparison is `leaves_if`; `None` if they wrap around
    /// before, or are too many.
    fn rounds(&self, leaves_if: bool) -> Option<u32> {
        use IntPredicate::*;
        let stays_if = match leaves_if {
            true => self.predicate.inverse(),
            false => self.predicate,
        };
        let unused = 64 - self.bits;
        let signed = |number: u64| i128::from((number << unused) as i64 >> unused);
        let number = |number: u64| match stays_if.is_signed() {
            true => signed(number),
            false => i128::from(number << unused >> unused),
        };
        let (first, limit, step) = (number(self.first), number(self.limit), signed(self.step));
        // The limit as the first number for which the loop does not continue, in the direction of the steps.
        let distance = match stays_if {
            Ne => limit - first,
            Slt | Ult if step > 0 => (limit - first).max(0),
            Sle | Ule if step > 0 => (limit + 1 - first).max(0),
            Sgt | Ugt if step < 0 => (limit - first).min(0),
            Sge | Uge if step < 0 => (limit - 1 - first).min(0),
            _ => return None,
        };
        if step == 0 || distance.signum() == -step.signum() {
            return None;
        }
        let (rounds, rest) = (distance / step, distance % step);
        if stays_if == Ne && rest != 0 {
            return None;
        }
        let rounds = rounds + i128::from(rest != 0);
        // The last number, with which it leaves, is one of this type.
        let last = first + rounds * step;
        let half = 1i128 << (self.bits - 1);
        let range = match stays_if.is_signed() {
            true => -half..half,
            false => 0..2 * half,
        };
        (range.contains(&last)).then_some(u32::try_from(rounds).ok()?)
    }
}

/// Computes round by round.
struct Run<'a> {
    folder: Folder<'a>,
    function: &'a Function,
    counter: Value,
}

impl Run<'_> {
    /// Rounds before the condition says to leave, if they are at most `max`.
    fn count(&mut self, first: Value, next: Value, leave: &Leave, max: u32) -> Option<u32> {
        let mut now = self.function.as_const(first)?;
        for rounds in 0..=max {
            // What is undefined may be something else each time.
            self.folder.as_int(now)?;
            let condition = self.value(leave.condition, now)?;
            match self.folder.kind(condition) {
                ConstKind::Int(bit) if (*bit == 1) == leave.leaves_if => return Some(rounds),
                ConstKind::Int(_) => {}
                _ => return None,
            }
            let after = self.value(next, now)?;
            // What stays the same will not end the loop.
            if after == now {
                return None;
            }
            now = after;
        }
        None
    }

    /// The comparison of a counter, to which each round adds a constant, with a constant.
    fn line(&self, first: Value, next: Value, condition: Value) -> Option<Line> {
        let function = self.function;
        let int = |value: Value| match self.folder.kind(function.as_const(value)?) {
            ConstKind::Int(number) => Some(*number),
            _ => None,
        };
        let bits = self
            .folder
            .module
            .types
            .int_bits(function.values[self.counter].ty)?;
        let sum = function.def_inst(next)?;
        let compare = function.def_inst(condition)?;
        let InstKind::ICmp(predicate) = function.insts[compare].kind else {
            return None;
        };
        let is_step = function.insts[sum].kind == InstKind::Binary(BinaryOp::Add)
            && function.operand(sum, 0) == self.counter;
        let compared = function.operand(compare, 0);
        if !is_step || bits > 64 || (compared != next && compared != self.counter) {
            return None;
        }
        let step = int(function.operand(sum, 1))?;
        let first = int(first)?;
        Some(Line {
            bits,
            first: if compared == next {
                first.wrapping_add(step)
            } else {
                first
            },
            step,
            predicate,
            limit: int(function.operand(compare, 1))?,
        })
    }

    /// What `value` is if the counter is `now`.
    fn value(&mut self, value: Value, now: Const) -> Option<Const> {
        if value == self.counter {
            return Some(now);
        }
        if let Some(id) = self.function.as_const(value) {
            return Some(id);
        }
        let inst = self.function.def_inst(value)?;
        let function = self.function;
        let mut operands = [now; 3];
        let count = function.num_operands(inst);
        for (index, operand) in function.operands(inst).enumerate() {
            *operands.get_mut(index)? = self.value(operand, now)?;
        }
        self.folder.instruction(function, inst, &operands[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::compare_ints;
    use crate::fold::int::Int;

    /// Rounds, counted one by one; `None` if the loop does not end.
    fn counted(line: &Line, leaves_if: bool) -> Option<u32> {
        let int = |number: u64| Int::new(line.bits, u128::from(number));
        let mut number = line.first;
        (0..100).find(|_| {
            let now = int(number & 15);
            number = number.wrapping_add(line.step);
            compare_ints(line.predicate, &now, &int(line.limit)) == leaves_if
        })
    }

    #[test]
    fn lines_have_as_many_rounds_as_counting_finds() {
        use IntPredicate::*;
        let mut found = 0;
        for predicate in [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge] {
            for number in 0..16 * 16 * 16 {
                let line = Line {
                    bits: 4,
                    first: number & 15,
                    step: number >> 4 & 15,
                    predicate,
                    limit: number >> 8,
                };
                for leaves_if in [false, true] {
                    if let Some(rounds) = line.rounds(leaves_if) {
                        assert_eq!(Some(rounds), counted(&line, leaves_if));
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 10_000);
    }
}
