//! Dynamic liveness: which values *one* execution used later.
//!
//! A value is dynamically live at a point of an execution if the execution reads it later, before it is defined
//! anew. Static liveness promises this for all executions at once, so it can only be larger: what is dynamically
//! live at a block in some execution is statically live there.
//!
//! A read looks back at the visits of blocks since the value's definition, in the same call of the function:
//!
//! ```text
//!   visit      0       1       2       3       4
//!   block      entry   loop    loop    loop    end
//!   %n         defined                         read       live out of visits 0 to 3,
//!                                                         live into visits 1 to 4
//! ```
//!
//! It does not matter how often a block was visited since, only whether: blocks are kept in order of their last
//! visits, and a read goes through them, newest first, as far as the definition or the last read of the value.

use avarice_ir::{Block, Function, Global, Value, ValueDef};
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::dataflow::{SortedSet, VariableSet};
use crate::interpreter::Spectator;

/// What executions did with the values of one function. Sets have ids of values.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// By block: how often control came to it.
    pub visits: SecondaryMap<Block, u64>,
    /// By block: values that were live at its begin, in some visit.
    pub live_in: SecondaryMap<Block, SortedSet>,
    /// By block: values that were live at its end, in some visit.
    pub live_out: SecondaryMap<Block, SortedSet>,
}

/// One value in one call: visits are numbered from 0; the arguments are defined before.
#[derive(Clone, Copy, Debug)]
struct Since {
    /// The last visit whose begin is marked; at first, that of the definition.
    begin: i64,
    /// The last visit whose end is marked; at first, the one before the definition's.
    end: i64,
}

/// The arguments' definition.
const BEFORE: Since = Since { begin: -1, end: -1 };

/// The last visits of a block in one call, and its neighbours in the order of last visits.
#[derive(Clone, Copy, Debug)]
struct Recent {
    last: i64,
    before_last: i64,
    newer: Option<Block>,
    older: Option<Block>,
}

/// A block that was not visited.
const NEVER: Recent = Recent {
    last: -1,
    before_last: -1,
    newer: None,
    older: None,
};

/// A call that has not returned.
#[derive(Clone, Debug, Default)]
struct Activation {
    global: Option<Global>,
    /// Number of visits.
    count: i64,
    /// By block.
    recent: Vec<Recent>,
    newest: Option<Block>,
    /// By value.
    since: Vec<Since>,
    is_constant: Vec<bool>,
}

impl Activation {
    fn begin(&mut self, global: Global, function: &Function) {
        self.global = Some(global);
        self.count = 0;
        self.newest = None;
        self.recent.clear();
        self.recent.resize(function.blocks.len(), NEVER);
        self.since.clear();
        self.since.resize(function.values.len(), BEFORE);
        self.is_constant.clear();
        let defs = function.values.values().map(|data| data.def);
        let is_constant = defs.map(|def| matches!(def, ValueDef::Const(_)));
        self.is_constant.extend(is_constant);
    }

    /// Control comes to `block`: it moves to the front.
    fn visit(&mut self, block: Block) {
        let visit = self.count;
        self.count += 1;
        let recent = self.recent[block.index()];
        if self.newest != Some(block) {
            if let Some(newer) = recent.newer {
                self.recent[newer.index()].older = recent.older;
            }
            if let Some(older) = recent.older {
                self.recent[older.index()].newer = recent.newer;
            }
            if let Some(newest) = self.newest {
                self.recent[newest.index()].newer = Some(block);
            }
            self.recent[block.index()].older = self.newest;
            self.recent[block.index()].newer = None;
            self.newest = Some(block);
        }
        self.recent[block.index()].last = visit;
        self.recent[block.index()].before_last = recent.last;
    }

    /// Blocks of which the last visit is after visit `since`, newest first.
    fn visited_since(&self, since: i64) -> impl Iterator<Item = (Block, Recent)> + '_ {
        let blocks = std::iter::successors(self.newest, |block| self.recent[block.index()].older);
        let with_visits = blocks.map(|block| (block, self.recent[block.index()]));
        with_visits.take_while(move |(_, recent)| recent.last > since)
    }
}

/// Collects dynamic liveness of all functions that run.
#[derive(Clone, Debug, Default)]
pub struct DynamicLiveness {
    functions: SecondaryMap<Global, Option<Box<Observed>>>,
    activations: Vec<Activation>,
    /// Calls that have returned, whose memory is used again.
    unused: Vec<Activation>,
}

impl DynamicLiveness {
    /// What was seen of a function; `None` if it did not run.
    pub fn observed(&self, global: Global) -> Option<&Observed> {
        self.functions[global].as_deref()
    }

    /// Marks the blocks visited since the definition of `value`: their begins up to the current one, their ends up
    /// to the one before or, if `at_end`, the current one.
    fn mark(&mut self, value: Value, at_end: bool) {
        let Some(activation) = self.activations.last_mut() else {
            return;
        };
        let Some(observed) = activation
            .global
            .and_then(|id| self.functions[id].as_deref_mut())
        else {
            return;
        };
        let index = value.index();
        if activation.is_constant[index] {
            return;
        }
        let current = activation.count - 1;
        let last_end = if at_end { current } else { current - 1 };
        let Since { begin, end } = activation.since[index];
        let number = value.as_u32();
        for (block, _) in activation.visited_since(begin) {
            insert(&mut observed.live_in[block], number);
        }
        for (block, recent) in activation.visited_since(end) {
            // The current visit may not have come to its end.
            let visit = if recent.last > last_end {
                recent.before_last
            } else {
                recent.last
            };
            if visit > end {
                insert(&mut observed.live_out[block], number);
            }
        }
        activation.since[index] = Since {
            begin: begin.max(current),
            end: end.max(last_end),
        };
    }
}

fn insert(set: &mut SortedSet, number: u32) {
    if !set.contains(number) {
        set.insert_all(&[number]);
    }
}

impl Spectator for DynamicLiveness {
    fn enter(&mut self, global: Global, function: &Function) {
        self.functions[global].get_or_insert_default();
        let mut activation = self.unused.pop().unwrap_or_default();
        activation.begin(global, function);
        self.activations.push(activation);
    }

    fn leave(&mut self) {
        self.unused.extend(self.activations.pop());
    }

    fn block(&mut self, block: Block) {
        if let Some(activation) = self.activations.last_mut() {
            activation.visit(block);
            let observed = activation
                .global
                .and_then(|id| self.functions[id].as_deref_mut());
            if let Some(observed) = observed {
                observed.visits[block] += 1;
            }
        }
    }

    fn read(&mut self, value: Value) {
        self.mark(value, false);
    }

    fn read_on_edge(&mut self, value: Value) {
        self.mark(value, true);
    }

    fn define(&mut self, value: Value) {
        if let Some(activation) = self.activations.last_mut() {
            let current = activation.count - 1;
            activation.since[value.index()] = Since {
                begin: current,
                end: current - 1,
            };
        }
    }
}
