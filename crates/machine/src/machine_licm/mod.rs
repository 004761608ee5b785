//! `early-machinelicm` and `machinelicm`: computations that are the same in each turn of a loop move in front of it.
//!
//! ```text
//!   bb.1 (preheader)                      bb.1
//!                                           %4:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg
//!   bb.2 (loop)                           bb.2
//!     %1:gr64 = PHI %0, bb.1, …             %1:gr64 = PHI %0, bb.1, …
//!     %4:gr64 = LEA64r $rip, …, @table      %5:gr32 = MOV32rm %4, 4, %1, 0, $noreg
//!     %5:gr32 = MOV32rm %4, 4, %1, …
//! ```
//!
//! In machine SSA ([`ssa`]), this finds what selection has put into loops: addresses of globals, constants and loads of
//! constants are where they are used. When registers are allocated ([`allocated`]), it finds reloads and constants that the
//! allocator has put there. Which of the two is done depends on the function alone.
//!
//! Outermost loops are visited; what cannot move out of one may still move out of a loop inside.

mod allocated;
mod legal;
mod pressure;
mod profit;
mod ssa;

use avarice_mir::{Block, MachineCfg, MachineFunction, MachineLoop, MachineLoopInfo};
use avarice_trace::Log;

use crate::critical_edge::{Edge, EdgeSplitter};
use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, OptNone, RunPass, When};
use legal::Nest;

/// `early-machinelicm`.
///
/// # Requires
/// Machine SSA; else what has virtual registers stays where it is.
///
/// # Ensures
/// Outermost loops that are entered from one block have a preheader, where control flow is understood.
///
/// # Preserves
/// Machine SSA. [`Analysis::LOOPS`] holds afterwards.
pub const EARLY: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: PRESERVED,
    after: &["early-tailduplication"],
    ..MachinePass::new(
        "early-machinelicm",
        "Early Machine Loop Invariant Code Motion",
        || Box::<MachineLicm>::default(),
    )
};

/// `machinelicm`: the same after allocation.
///
/// # Requires
/// As for [`EARLY`]. Live-in lists of blocks after allocation.
///
/// # Ensures
/// As for [`EARLY`].
///
/// # Preserves
/// As for [`EARLY`]. Live-in lists are right again.
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Skips,
        ..When::OPTIMIZED_ALLOCATION
    },
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: PRESERVED,
    after: &["virtregrewriter", "stack-slot-coloring"],
    ..MachinePass::new("machinelicm", "Machine Loop Invariant Code Motion", || {
        Box::<MachineLicm>::default()
    })
};

const PRESERVED: Analysis = Analysis::LOOPS
    .union(Analysis::RESERVED_REGS)
    .union(Analysis::REACHABLE);

/// The scratch memory of the passes.
#[derive(Debug, Default)]
struct MachineLicm {
    ssa: ssa::Scratch,
    allocated: allocated::Scratch,
    /// By loop: whether memory stays as it is while the loop runs.
    keeps_memory: Vec<bool>,
}

impl RunPass for MachineLicm {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        let hooks = unit.hooks();
        if unit.analyses.loops.is_empty() {
            return Ok(());
        }
        let splitter = EdgeSplitter {
            hooks,
            module: Some(unit.module),
        };
        split_entries(&mut unit.function, splitter, unit.analyses);
        let has_profile = unit.function.is_ssa && ssa::uses_profile(unit);
        if has_profile {
            let analyses = &mut unit.analyses;
            analyses.require(Analysis::FREQUENCIES, &mut unit.function, hooks, log);
        }
        let analyses = &*unit.analyses;
        let keeps_memory = &mut self.keeps_memory;
        match unit.options.tuning.hoists_loads {
            true => {
                legal::find_loops_that_keep_memory(&unit.function, &analyses.loops, keeps_memory);
            }
            false => {
                keeps_memory.clear();
                keeps_memory.resize(analyses.loops.len(), false);
            }
        }
        let nest = Nest {
            cfg: &analyses.cfg,
            dominators: &analyses.dominators,
            loops: &analyses.loops,
            reserved: &analyses.reserved,
            keeps_memory: &self.keeps_memory,
            certain: None,
        };
        if unit.function.is_ssa {
            let frequencies = has_profile.then_some(&analyses.frequencies);
            ssa::run(&mut unit.function, hooks, nest, frequencies, &mut self.ssa);
        } else {
            allocated::run(&mut unit.function, hooks, nest, &mut self.allocated);
        }
        Ok(())
    }
}

/// The outermost loops.
fn outermost(loops: &MachineLoopInfo) -> impl Iterator<Item = MachineLoop> + '_ {
    loops.loops().filter(|id| loops.parent(*id).is_none())
}

/// Splits the edge into each outermost loop that is entered from one block, if that goes elsewhere too.
fn split_entries(
    function: &mut MachineFunction,
    splitter: EdgeSplitter<'_>,
    analyses: &mut Analyses,
) {
    let mut is_changed = false;
    for id in outermost(&analyses.loops) {
        let header = analyses.loops.header(id);
        if preheader(function, &analyses.loops, &analyses.cfg, id).is_some() {
            continue;
        }
        if let Some(entry) = only_entry(&analyses.loops, &analyses.cfg, id) {
            let live_variables = &mut analyses.live_variables;
            let edge = Edge {
                from: entry,
                to: header,
            };
            let split = splitter.split_critical(function, live_variables, &[], edge);
            is_changed |= split.is_some();
        }
    }
    if is_changed {
        analyses.forget(Analysis::FREQUENCIES);
        analyses.compute_loops(function);
    }
}

/// The only block outside a loop from which it is entered.
fn only_entry(loops: &MachineLoopInfo, cfg: &MachineCfg, id: MachineLoop) -> Option<Block> {
    let entries = cfg.predecessors(loops.header(id)).iter();
    let mut outside = entries.filter(|block| !loops.contains(id, **block));
    let first = outside.next()?;
    outside.all(|block| block == first).then_some(*first)
}

/// The block before a loop to which code can move: what enters the loop, if it goes nowhere else.
fn preheader(
    function: &MachineFunction,
    loops: &MachineLoopInfo,
    cfg: &MachineCfg,
    id: MachineLoop,
) -> Option<Block> {
    let entry = only_entry(loops, cfg, id)?;
    let only_enters = function.blocks[entry].succs.len() == 1;
    (only_enters && legal::takes_code(function, entry)).then_some(entry)
}
