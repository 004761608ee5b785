//! `tileconfig`: the registers of tiles of x86, which llc allocates before all others.
//!
//! There is nothing to allocate without AMX, which leaves the heading of an allocator in the log.

use avarice_machine::pass::{AllocatorNeed, Analysis, MachinePass, MachineUnit, When};
use avarice_trace::Log;

use crate::greedy;

/// `tileconfig`.
pub const PASS: MachinePass = MachinePass {
    when: When {
        allocator: AllocatorNeed::Unnamed,
        ..When::OPTIMIZED_ALLOCATION
    },
    requires: Analysis::LIVE_INTERVALS,
    preserves: Analysis::all(),
    after: &["register-coalescer", "rename-independent-subregs"],
    ..MachinePass::new("tileconfig", "Tile Register Configure", || {
        Box::new(|unit: &mut MachineUnit<'_>, log: &mut Log<'_>| {
            if unit.function.target.name == "x86_64" {
                greedy::write_heading(&unit.function, log);
            }
            Ok(())
        })
    })
};
