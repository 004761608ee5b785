//! How often a loop goes round, where that follows from constants.
//!
//! The condition of an exit may depend on one phi of the header only, which begins with a constant and of which each
//! round makes the next value from the last and constants. It is then computed round by round, whatever it is made of:
//!
//! ```text
//!   %i = phi [ 1, %before ], [ %next, %latch ]      1, 2, 4, 8, 16 …
//!   %next = shl i32 %i, 1
//!   %c = icmp ult i32 %i, 10                        true, true, true, true, false: the exit is taken in round 4
//! ```

use avarice_ir::{
    Block, CastOp, Const, ConstKind, DataLayout, Function, Inst, InstKind, Loop, Module, Value,
};

use crate::edges::incoming;
use crate::fold::Folder;
use crate::loop_simplify::Loops;

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
        let Some(end) = function.terminator(*from) else {
            continue;
        };
        let [yes, no] = *function.inst_blocks(end) else {
            continue;
        };
        let (leaves_if, exit, stay) =
            match (loops.info.contains(id, yes), loops.info.contains(id, no)) {
                (true, false) => (false, no, yes),
                (false, true) => (true, yes, no),
                _ => continue,
            };
        let is_reached =
            loops.info.loop_of(*from) == Some(id) && loops.tree.dominates(*from, latch);
        if function.insts[end].kind != InstKind::CondBr || !is_reached {
            continue;
        }
        let condition = function.operand(end, 0);
        let header = loops.info.header(id);
        let mut search = Search {
            function,
            header,
            counter: None,
        };
        if !search.depends_on_counter(condition, MAX_DEPTH) {
            continue;
        }
        let Some(counter) = search.counter else {
            continue;
        };
        let (Some(first), Some(next)) = (
            incoming(function, counter, before),
            incoming(function, counter, latch),
        ) else {
            continue;
        };
        let is_closed = function.as_const(first).is_some()
            && search.depends_on_counter(next, MAX_DEPTH)
            && search.counter == Some(counter);
        let best = found.map_or(max, |found| found.rounds.saturating_sub(1).min(max));
        if !is_closed {
            continue;
        }
        let mut run = Run {
            folder: Folder { module, layout },
            function,
            counter: function.insts[counter].result.expand()?,
        };
        if let Some(rounds) = run.count(first, next, (condition, leaves_if), best) {
            found = Some(KnownExit {
                from: *from,
                exit,
                stay,
                rounds,
                counter,
            });
        }
    }
    found
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

/// Computes round by round.
struct Run<'a> {
    folder: Folder<'a>,
    function: &'a Function,
    counter: Value,
}

impl Run<'_> {
    /// Rounds before the condition says to leave, if they are at most `max`.
    fn count(
        &mut self,
        first: Value,
        next: Value,
        (condition, leaves_if): (Value, bool),
        max: u32,
    ) -> Option<u32> {
        let mut now = self.function.as_const(first)?;
        for rounds in 0..=max {
            // What is undefined may be something else each time.
            self.folder.as_int(now)?;
            let condition = self.value(condition, now)?;
            match self.folder.kind(condition) {
                ConstKind::Int(bit) if (*bit == 1) == leaves_if => return Some(rounds),
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
