//! `peephole-opt`: small improvements of machine SSA.
//!
//! What they are depends on what instructions do, so each target has its own
//! ([`optimize_peepholes`](avarice_mir::TargetHooks::optimize_peepholes)).

use avarice_trace::Log;

use crate::pass::{Analysis, MachinePass, MachineUnit, When};

/// `peephole-opt`.
///
/// # Requires
/// Machine SSA.
///
/// # Preserves
/// Machine SSA, the control flow graph.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["machine-cse"],
    ..MachinePass::new("peephole-opt", "Peephole Optimizations", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            unit.target.optimize_peepholes(&mut unit.function);
            Ok(())
        })
    })
};
