//! `early-ifcvt`: executes code of both ways of a branch, and selects the results.
//!
//! ```text
//!   Triangle: head               Diamond: head
//!              │ ╲                       ╱    ╲
//!              │  side               side      side
//!              │ ╱                       ╲    ╱
//!             tail                        tail
//! ```
//!
//! The code of the sides moves into the head. PHIs of the tail become selections before the head's branch, which goes:
//!
//! ```text
//!   CBZW %0, %bb.2                 %3 = ADDWri %1, 1, 0
//!   bb.1:                          SUBSWri %0, 0, 0
//!   %3 = ADDWri %1, 1, 0           %4 = CSELWr %1, %3, eq
//!   bb.2:
//!   %4 = PHI %1, %bb.0, %3, %bb.1
//! ```
//!
//! | file | has |
//! |---|---|
//! | `find` | where this is possible |
//! | `place` | where in the head the code can go |
//! | `cost` | whether it is worth it |
//! | `convert` | the change |

mod convert;
mod cost;
mod find;
mod place;

use avarice_mir::{
    Block, BranchAnalysis, InsertPoint, Inst, MachineFunction, Operand, TargetHooks, VReg,
};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::layout_links::LayoutLinks;
use crate::pass::{Analysis, IfConversionOptions, MachinePass, MachineUnit, RunPass, When};
use crate::trace_metrics::TracedCode;

/// Cycles from where a selection gets its operands to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectionCycles {
    /// From the condition.
    pub condition: u32,
    /// From what is selected if the condition holds.
    pub taken: u32,
    /// From what is selected otherwise.
    pub otherwise: u32,
}

/// A selection that takes the place of a branch.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// The condition, as branch analysis gives it.
    pub condition: &'a [Operand],
    /// The register of the result.
    pub result: VReg,
    /// What is selected if the condition holds.
    pub taken: VReg,
    /// What is selected otherwise.
    pub otherwise: VReg,
}

/// How a target selects.
pub trait SelectionHooks: Sync {
    /// Whether branches are to become selections.
    fn is_wanted(&self, options: &IfConversionOptions) -> bool;

    /// What a selection costs; `None` if the target has none for such registers.
    fn cycles(
        &self,
        function: &MachineFunction,
        selection: &Selection<'_>,
    ) -> Option<SelectionCycles>;

    /// Inserts a selection.
    fn insert(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        branch: Inst,
        selection: &Selection<'_>,
    );
}

/// `early-ifcvt` without what makes it, which a target adds with its hooks: [`IfConverter::new`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS.union(Analysis::TRACES)),
    preserves: Analysis::RESERVED_REGS.union(Analysis::TRACES),
    after: &["early-tailduplication", "aarch64-cond-br-tuning"],
    ..MachinePass::new("early-ifcvt", "Early If-Conversion", || {
        Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(()))
    })
};

/// A PHI that becomes a selection.
#[derive(Clone, Copy, Debug)]
struct Phi {
    inst: Inst,
    result: VReg,
    taken: VReg,
    otherwise: VReg,
    cycles: SelectionCycles,
}

/// A branch that can become selections.
#[derive(Debug)]
struct Candidate {
    head: Block,
    tail: Block,
    /// Where the branch goes if its condition holds: a side, or the tail.
    taken: Block,
    /// Where it goes otherwise.
    otherwise: Block,
    condition: SmallVec<[Operand; 4]>,
    phis: SmallVec<[Phi; 4]>,
    /// The instruction of the head before which the code of the sides goes.
    place: Inst,
}

impl Candidate {
    /// The predecessor of the tail on the way that is taken if the condition holds.
    fn taken_pred(&self) -> Block {
        if self.taken == self.tail {
            self.head
        } else {
            self.taken
        }
    }

    /// The predecessor of the tail on the other way.
    fn other_pred(&self) -> Block {
        if self.otherwise == self.tail {
            self.head
        } else {
            self.otherwise
        }
    }

    /// The blocks whose code moves into the head.
    fn sides(&self) -> impl Iterator<Item = Block> + '_ {
        let ways = [self.taken, self.otherwise].into_iter();
        ways.filter(|block| *block != self.tail)
    }
}

/// The pass, with the hooks of its target.
pub struct IfConverter {
    hooks: &'static dyn SelectionHooks,
    layout: LayoutLinks,
    gone: SecondaryMap<Block, bool>,
    /// Blocks after those that they dominate.
    order: Vec<Block>,
    stack: Vec<(Block, usize)>,
    place: place::Scratch,
}

impl IfConverter {
    /// The pass for a target.
    pub fn new(hooks: &'static dyn SelectionHooks) -> Self {
        Self {
            hooks,
            layout: LayoutLinks::default(),
            gone: SecondaryMap::new(),
            order: Vec::new(),
            stack: Vec::new(),
            place: place::Scratch::default(),
        }
    }

    /// Collects the blocks that the entry dominates, each after its children.
    fn collect(&mut self, unit: &MachineUnit<'_>) {
        self.order.clear();
        let tree = &unit.analyses.dominators;
        self.stack
            .extend(unit.function.layout.first().map(|entry| (*entry, 0)));
        while let Some((block, next)) = self.stack.last_mut() {
            match tree.children(*block).get(*next) {
                Some(child) => {
                    *next += 1;
                    self.stack.push((*child, 0));
                }
                None => {
                    self.order.push(*block);
                    self.stack.pop();
                }
            }
        }
    }
}

impl RunPass for IfConverter {
    /// Replaces branches by selections.
    ///
    /// # Requires
    /// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`], [`Analysis::RESERVED_REGS`],
    /// [`Analysis::TRACES`].
    ///
    /// # Ensures
    /// Nothing that can trap or that reads or writes memory is executed where it was not.
    ///
    /// # Preserves
    /// Machine SSA. Blocks go.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let options = unit.options.if_conversion;
        if !unit.function.is_ssa || !self.hooks.is_wanted(&options) {
            return Ok(());
        }
        self.collect(unit);
        let target = unit.hooks();
        let function = &mut unit.function;
        let analyses = &mut *unit.analyses;
        self.layout.read(function);
        self.place.begin_function(function);
        self.gone.clear();
        let order = std::mem::take(&mut self.order);
        for block in &order {
            while !self.gone[*block]
                && let Some(candidate) = self.find(function, target, *block, options)
            {
                let code = TracedCode {
                    function,
                    loops: &analyses.loops,
                };
                let reserved = &analyses.reserved;
                let is_wanted = options.stress
                    || cost::is_worth_it(&mut analyses.traces, code, reserved, &candidate);
                if !is_wanted {
                    break;
                }
                let blocks = [candidate.head, candidate.tail];
                for block in blocks.into_iter().chain(candidate.sides()) {
                    analyses.traces.invalidate(function, block);
                }
                self.convert(function, target, &candidate);
            }
        }
        self.order = order;
        self.layout.write(function);
        Ok(())
    }
}

/// A branch to `block` and nowhere else.
fn jump(block: Block) -> BranchAnalysis {
    BranchAnalysis {
        taken: Some(block),
        ..BranchAnalysis::default()
    }
}

/// Whether `target` understands the branches of a block: a conditional one.
fn conditional(
    function: &MachineFunction,
    target: &dyn TargetHooks,
    block: Block,
) -> Option<BranchAnalysis> {
    let branch = target.analyze_branch(function, block)?;
    (branch.taken.is_some() && !branch.condition.is_empty()).then_some(branch)
}
