//! `unreachable-mbb-elimination`: removes unreachable blocks.

use crate::pass::{Analysis, MachinePass, MachineUnit, When};
use avarice_trace::Log;

/// `unreachable-mbb-elimination`. What it requires does the work, since other passes require it too: see
/// [`unreachable_blocks::remove`](crate::unreachable_blocks::remove).
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_ALLOCATION,
    requires: Analysis::REACHABLE,
    preserves: Analysis::all(),
    ..MachinePass::new(
        "unreachable-mbb-elimination",
        "Remove unreachable machine basic blocks",
        || Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(())),
    )
};
