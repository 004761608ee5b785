//! `aarch64-ccmp`: joins two comparisons that lead to the same block by a conditional comparison.
//!
//! ```text
//!   bb.0:                                bb.0:
//!   SUBSWri %0, 5, 0                     SUBSWri %0, 5, 0
//!   Bcc eq, %bb.2                        CCMPWi %1, 17, 4, ne
//!   bb.1:                                Bcc eq, %bb.2
//!   SUBSWri %1, 17, 0                    B %bb.3
//!   Bcc eq, %bb.2
//!   B %bb.3
//! ```
//!
//! `CCMP` compares if the condition holds on which control went to the second block, and otherwise sets the flags to a
//! number with which the branch goes where the first one did. The second block's other instructions are executed always.
//!
//! | file | has |
//! |---|---|
//! | `find` | where this is possible |
//! | `cost` | whether it is worth it |
//! | `convert` | the change |

mod convert;
mod cost;
mod find;

use avarice_machine::layout_links::LayoutLinks;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_machine::ssa_edges::DominatorChildren;
use avarice_machine::trace_metrics::TracedCode;
use avarice_mir::{Block, Inst, Operand};
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::condition::Cc;

/// `aarch64-ccmp`, see [`Scratch::run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::TRACES),
    preserves: Analysis::RESERVED_REGS.union(Analysis::TRACES),
    after: &["aarch64-condopt"],
    ..MachinePass::new("aarch64-ccmp", "AArch64 Conditional Compares", || {
        Box::<Scratch>::default()
    })
};

/// Two blocks that compare and branch to the same one.
///
/// ```text
///   head ──▶ second ──▶ other
///     └──▶ tail ◀──┘
/// ```
#[derive(Clone, Debug)]
struct Candidate {
    head: Block,
    second: Block,
    tail: Block,
    /// The condition of the branch of `head`, as branch analysis gives it.
    condition: SmallVec<[Operand; 4]>,
    /// The condition on which `head` branches to `second`.
    to_second: Cc,
    /// The condition on which `second` branches to `tail`.
    to_tail: Cc,
    /// The comparison of `second`, or its branch if that compares with zero.
    compare: Inst,
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    children: DominatorChildren,
    layout: LayoutLinks,
    stack: Vec<Block>,
}

impl RunPass for Scratch {
    /// Joins comparisons.
    ///
    /// # Requires
    /// Machine SSA; [`Analysis::LOOPS`], [`Analysis::TRACES`].
    ///
    /// # Ensures
    /// Nothing that can trap or that writes memory is executed where it was not.
    ///
    /// # Preserves
    /// Machine SSA. Blocks go.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let is_stressed = unit.options.if_conversion.stress_compares;
        let is_smallest = unit.has_attribute("minsize");
        let function = &mut unit.function;
        let Some(entry) = function.layout.first().copied().filter(|_| function.is_ssa) else {
            return Ok(());
        };
        let analyses = &mut *unit.analyses;
        self.children.begin_function();
        self.layout.read(function);
        self.stack.push(entry);
        while let Some(block) = self.stack.pop() {
            while let Some(candidate) = find::candidate(function, block, is_stressed) {
                let code = TracedCode {
                    function,
                    loops: &analyses.loops,
                };
                let is_wanted = is_stressed
                    || cost::is_worth_it(&mut analyses.traces, code, &candidate, is_smallest);
                if !is_wanted {
                    break;
                }
                analyses.traces.invalidate(function, candidate.head);
                analyses.traces.invalidate(function, candidate.second);
                convert::convert(function, &mut self.layout, &candidate);
                self.children
                    .join(&analyses.dominators, candidate.head, candidate.second);
            }
            let children = self.children.of(&analyses.dominators, block);
            self.stack.extend(children.iter().rev());
        }
        self.layout.write(function);
        Ok(())
    }
}
