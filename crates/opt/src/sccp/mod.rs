//! `sccp`: sparse conditional constant propagation.
//!
//! Constants and dead branches are found together: an instruction is evaluated only once its block is known to be
//! reachable, and a branch makes only those edges feasible that its condition allows. So a value on an edge that is
//! never taken does not spoil a phi:
//!
//! ```text
//!     a = 1
//!     loop: a = phi(1, b)        taken apart, neither fact can be found:
//!           if a == 1            a is 1 because b is, b is 1 because the branch
//!              b = a             never goes to the other side, and it does not
//!           else b = 2           because a is 1.
//! ```
//!
//! Values are known as constants or as ranges of integers ([`lattice`]). What the solver finds is then written into the
//! function ([`rewrite`]): values that are constants are replaced, signed operations on non-negative numbers become
//! unsigned, flags are added where nothing can wrap, and edges that are never taken are removed.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! No block that was found unreachable is left, unless its address is taken.
//!
//! # Preserves
//! What the function does. Names of values.

mod calls;
pub mod lattice;
pub mod problem;
mod rewrite;
mod stored;

use avarice_ir::{Block, ConstKind, Function, Global, InstKind, Module};

use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};
use crate::sparse::SolverOf;
use problem::{Fields, Problem};
use rewrite::Rewriter;
use stored::{RangePool, StoredFact};

/// `sccp`.
pub const PASS: PassInfo = PassInfo {
    name: "sccp",
    class_name: "SCCPPass",
    summary: "replace values that are constant and remove branches that are never taken, found together",
    make: MakePass::Function(|| Box::<Sccp>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct Sccp {
    layout: KeptLayout,
    fields: Fields,
    ranges: RangePool,
    solver: SolverOf<Problem<'static>>,
    dead: Vec<Block>,
    /// Blocks whose addresses are constants of the module; the first `scanned` constants have been checked.
    address_taken: Vec<(Global, Block)>,
    scanned: usize,
}

impl FunctionPass for Sccp {
    fn run(
        &mut self,
        module: &mut Module,
        global: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.layout.update(module);
        let Some(layout) = self.layout.get() else {
            return false;
        };
        self.fields.reset(module, function);
        self.ranges.clear();
        let mut problem = Problem::new(
            module,
            layout,
            global,
            function,
            &mut self.fields,
            &mut self.ranges,
        );
        self.solver.reset(&problem);
        solve(&mut problem, &mut self.solver);
        log.line(|| self.solver.print(&problem).to_string());
        let state = &self.solver.state;
        let num_values = function.values.len();
        let mut rewriter = Rewriter {
            folder: crate::fold::Folder { module, layout },
            function,
            fields: &self.fields,
            num_values,
            fact: &|slot| self.ranges.load(*state.fact(slot)),
        };
        let mut changed = false;
        self.dead.clear();
        for block in rewriter.function.layout.clone() {
            if state.is_executable(block) {
                changed |= rewriter.simplify_block(block);
            } else {
                self.dead.push(block);
                changed = true;
            }
        }
        for block in &self.dead {
            rewriter.make_unreachable(*block);
        }
        let mut unreachable = None;
        for block in rewriter.function.layout.clone() {
            if state.is_executable(block) {
                let is_feasible = |to| state.is_feasible(block, to);
                changed |= rewriter.remove_edges(block, &is_feasible, &mut unreachable);
            }
        }
        self.delete_dead(module, global, function);
        changed
    }
}

/// Solves a problem; what still depends on undef then is overdefined.
fn solve(problem: &mut Problem<'_>, solver: &mut SolverOf<Problem<'static>>) {
    let function = problem.function;
    let state = &mut solver.state;
    state.mark_executable(function.entry());
    for arg in &function.args {
        let slots = match problem.num_fields(function.values[*arg].ty) {
            None => smallvec::SmallVec::<[_; 2]>::from_elem(problem.fields.slot(*arg), 1),
            Some(count) => (0..count)
                .map(|index| problem.fields.field(*arg, index))
                .collect(),
        };
        for slot in slots {
            *state.fact_mut(slot) = StoredFact::Overdefined;
            state.notify(problem, slot);
        }
    }
    loop {
        solver.solve(problem);
        if !give_up_undefined(problem, solver) {
            return;
        }
    }
}

/// Marks results overdefined for which nothing was seen because an operand is undef. A load's stays: it reads undef.
fn give_up_undefined(problem: &mut Problem<'_>, solver: &mut SolverOf<Problem<'static>>) -> bool {
    let function = problem.function;
    let mut changed = false;
    for block in &function.layout {
        if !solver.state.is_executable(*block) {
            continue;
        }
        for inst in function.block_insts(*block) {
            let data = &function.insts[inst];
            let Some(result) = data.result.expand() else {
                continue;
            };
            let parts = matches!(
                data.kind,
                InstKind::ExtractValue(_) | InstKind::InsertValue(_)
            );
            let slots = match problem.num_fields(data.ty) {
                // What is made of parts is as well known as those.
                Some(_) if parts => continue,
                None if matches!(data.kind, InstKind::Load { .. }) => continue,
                Some(count) => (0..count)
                    .map(|index| problem.fields.field(result, index))
                    .collect(),
                None => smallvec::SmallVec::<[_; 2]>::from_elem(problem.fields.slot(result), 1),
            };
            for slot in slots {
                if *solver.state.fact(slot) == StoredFact::Unknown {
                    problem.give_up(&mut solver.state, slot);
                    changed = true;
                }
            }
        }
    }
    changed
}

impl Sccp {
    /// Removes the dead blocks, except those whose address is taken.
    fn delete_dead(&mut self, module: &mut Module, global: Global, function: &mut Function) {
        if self.dead.is_empty() {
            return;
        }
        for (_, data) in module.consts.iter().skip(self.scanned) {
            if let ConstKind::BlockAddress(global, block) = data.kind {
                self.address_taken.push((global, block));
            }
        }
        self.scanned = module.consts.len();
        self.dead
            .retain(|block| !self.address_taken.contains(&(global, *block)));
        for block in &self.dead {
            while let Some(inst) = function.blocks[*block].last.expand() {
                rewrite::erase(module, function, inst);
            }
        }
        self.dead.sort_unstable();
        let dead = &self.dead;
        function
            .layout
            .retain(|block| dead.binary_search(block).is_err());
    }
}
