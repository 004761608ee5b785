//! `machine-combiner`: puts other instructions that do the same in the place of some, where that makes a trace shorter.
//!
//! ```text
//!   %3 = MADD %0, %1, $wzr                %4 = MADD %0, %1, %2         a multiplication and an addition are one
//!   %4 = ADD %3, %2
//!
//!   %3 = ADD %0, %1                       %5 = ADD %1, %2              %0 is late: two additions are done in another order
//!   %4 = ADD %3, %2                       %4 = ADD %0, %5
//! ```
//!
//! The target says what may stand for an instruction and those that it reads ([`CombinerHooks`]). Each alternative is made
//! before it is known whether it is taken: it counts with the depth, latency and resources of its own instructions.
//!
//! | file | has |
//! |---|---|
//! | `reassociate` | sums and other chains in another order, for all targets |
//! | `profit` | whether an alternative is better |

mod profit;
mod reassociate;

use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, MachineLoopInfo, VReg};
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::trace_metrics::{TraceMetrics, TracedCode, UnitSet};

pub use reassociate::Reassociation;

/// In blocks with more instructions, what is known of a trace is not computed anew after each change.
const MAX_EXACT_SIZE: usize = 500;

/// What may stand for an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Two operations of a chain in another order.
    Reassociate(Reassociation),
    /// What the target knows by this number.
    Target(u16),
}

/// When an alternative is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// If its result is not later than that of the others, with what they have to spare.
    Length,
    /// If its last instruction can start earlier.
    Depth,
    /// In a loop always; elsewhere as for [`Self::Length`].
    Throughput,
}

/// Instructions that may stand for others.
#[derive(Debug, Default)]
pub struct Alternative {
    /// New instructions, in no block; the last has the result.
    pub inserted: SmallVec<[Inst; 2]>,
    /// The instructions that they stand for.
    pub removed: SmallVec<[Inst; 2]>,
    /// The virtual register in which the first of two new instructions has its result.
    pub between: Option<VReg>,
}

/// What floating-point operations may do that no flag of an instruction allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Math {
    /// Nothing.
    Strict,
    /// Whatever is the same for real numbers: the function has the attribute `unsafe-fp-math`.
    Unsafe,
}

/// What a target knows of instructions that may stand for others.
pub trait CombinerHooks: Sync {
    /// Whether an instruction is an operation of two registers that may be done in any order with others like it.
    fn is_associative(&self, function: &MachineFunction, inst: Inst, math: Math) -> bool;

    /// Finds what the target knows to stand for `root` and those that it reads, best first.
    fn find(&self, function: &MachineFunction, root: Inst, math: Math, out: &mut Vec<Pattern>) {
        let _ = (function, root, math, out);
    }

    /// When the target's pattern with this number is better.
    fn objective(&self, pattern: u16) -> Objective {
        let _ = pattern;
        Objective::Length
    }

    /// Makes the alternative of the target's pattern with this number. It has no instructions if there is none after all.
    fn make(
        &self,
        function: &mut MachineFunction,
        root: Inst,
        pattern: u16,
        out: &mut Alternative,
    ) {
        let _ = (function, root, pattern, out);
    }
}

/// `machine-combiner` without what makes it, which a target adds with its hooks: [`Combiner::new`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_CODE,
    requires: Analysis::LOOPS.union(Analysis::TRACES),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::TRACES)),
    after: &["early-tailduplication"],
    ..MachinePass::new("machine-combiner", "Machine InstCombiner", || {
        Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(()))
    })
};

/// The pass, with the hooks of its target.
pub struct Combiner {
    hooks: &'static dyn CombinerHooks,
    math: Math,
    patterns: Vec<Pattern>,
    units: UnitSet,
}

impl Combiner {
    /// The pass for a target.
    pub fn new(hooks: &'static dyn CombinerHooks) -> Self {
        Self {
            hooks,
            math: Math::Strict,
            patterns: Vec::new(),
            units: UnitSet::default(),
        }
    }
}

impl RunPass for Combiner {
    /// Puts better instructions in the place of others.
    ///
    /// # Requires
    /// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`], [`Analysis::TRACES`].
    ///
    /// # Preserves
    /// Machine SSA, the CFG.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let attributes = unit.function.ir_attrs(unit.module);
        self.math = match attributes.string("unsafe-fp-math") {
            Some("true") => Math::Unsafe,
            _ => Math::Strict,
        };
        let function = &mut unit.function;
        if !function.is_ssa {
            return Ok(());
        }
        let analyses = &mut *unit.analyses;
        self.units.begin_function(function);
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let mut pass = InBlock {
                function: &mut *function,
                loops: &analyses.loops,
                metrics: &mut analyses.traces,
                combiner: self,
                block,
                size: 0,
                updated: None,
            };
            pass.run();
        }
        Ok(())
    }
}

/// The work on one block.
struct InBlock<'a> {
    function: &'a mut MachineFunction,
    loops: &'a MachineLoopInfo,
    metrics: &'a mut TraceMetrics,
    combiner: &'a mut Combiner,
    block: Block,
    /// Instructions in it.
    size: usize,
    /// If what is known of the trace is only corrected after changes: the instruction before which depths are right;
    /// `None` inside stands for the end.
    updated: Option<Option<Inst>>,
}

impl InBlock<'_> {
    fn run(&mut self) {
        self.size = self.function.block_insts(self.block).count();
        self.combiner.units.clear();
        let mut cursor = self.function.blocks[self.block].first.expand();
        let mut has_changed = false;
        while let Some(root) = cursor {
            cursor = self.function.next_inst(root);
            let mut patterns = std::mem::take(&mut self.combiner.patterns);
            patterns.clear();
            let (hooks, math) = (self.combiner.hooks, self.combiner.math);
            hooks.find(self.function, root, math, &mut patterns);
            if patterns.is_empty() {
                reassociate::find(self.function, (hooks, math), root, &mut patterns);
            }
            for pattern in &patterns {
                if self.try_pattern(root, *pattern, cursor) {
                    has_changed = true;
                    break;
                }
            }
            self.combiner.patterns = patterns;
        }
        if has_changed && self.updated.is_some() {
            self.metrics.invalidate(self.function, self.block);
        }
    }

    /// Tries one alternative; `next` is the instruction after `root`. Returns whether it was taken.
    fn try_pattern(&mut self, root: Inst, pattern: Pattern, next: Option<Inst>) -> bool {
        let mut alternative = Alternative::default();
        match pattern {
            Pattern::Reassociate(order) => {
                reassociate::make(self.function, root, order, &mut alternative);
            }
            Pattern::Target(number) => {
                let hooks = self.combiner.hooks;
                hooks.make(self.function, root, number, &mut alternative);
            }
        }
        if alternative.inserted.is_empty() {
            return false;
        }
        if let Some(updated) = self.updated
            && updated != next
        {
            self.update_depths(updated, next);
            self.updated = Some(next);
        }
        let objective = match pattern {
            Pattern::Reassociate(_) => Objective::Depth,
            Pattern::Target(number) => self.combiner.hooks.objective(number),
        };
        let is_in_loop = self.loops.loop_of(self.block).is_some();
        let is_shorter = alternative.inserted.len() < alternative.removed.len();
        let is_clear = objective == Objective::Throughput && is_in_loop
            || self.function.optimize_for_size && is_shorter;
        if !is_clear {
            if !self.is_better(root, &alternative, objective) {
                return false;
            }
            if self.size > MAX_EXACT_SIZE {
                self.updated = Some(next);
            }
        }
        self.take(root, &alternative);
        true
    }

    fn is_better(&mut self, root: Inst, alternative: &Alternative, objective: Objective) -> bool {
        let code = TracedCode {
            function: self.function,
            loops: self.loops,
        };
        self.metrics.compute(code, self.block);
        let comparison = profit::Comparison {
            function: self.function,
            block: self.block,
            root,
            alternative,
            slack_is_known: self.updated.is_none(),
        };
        comparison.improves_length(self.metrics, objective)
            && comparison.keeps_resources(self.metrics)
    }

    /// Computes the depths of the instructions from `from` on up to `to`.
    fn update_depths(&mut self, from: Option<Inst>, to: Option<Inst>) {
        let mut cursor = from;
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != to) {
            let units = &mut self.combiner.units;
            self.metrics
                .update_depth(self.function, self.block, inst, units);
            cursor = self.function.next_inst(inst);
        }
    }

    /// Puts an alternative in the place of what it stands for.
    fn take(&mut self, root: Inst, alternative: &Alternative) {
        for inst in &alternative.inserted {
            let place = InsertPoint::before(self.function, root);
            self.function.insert_at(place, *inst);
        }
        for inst in &alternative.removed {
            self.function.remove_inst(*inst);
            self.combiner.units.forget(*inst);
        }
        self.size = self.size + alternative.inserted.len() - alternative.removed.len();
        if self.updated.is_none() {
            self.metrics.invalidate_trace(self.function, self.block);
            return;
        }
        for inst in &alternative.inserted {
            let units = &mut self.combiner.units;
            self.metrics
                .update_depth(self.function, self.block, *inst, units);
        }
    }
}
