//! Analyses that llc has as passes: they compute what they require and nothing else.

use avarice_trace::Log;

use super::{Analysis, MachinePass, MachineUnit, PassKind, RunPass, When};

/// `livevars`: where registers die, and marks of it in the code.
pub const LIVE_VARIABLES: MachinePass = MachinePass {
    requires: Analysis::LIVE_VARIABLES,
    when: When::LIVE_INTERVALS,
    after: &["unreachable-mbb-elimination"],
    ..analysis("livevars", "Live Variable Analysis")
};

/// `machine-loops`: natural loops.
pub const MACHINE_LOOPS: MachinePass = MachinePass {
    requires: Analysis::LOOPS,
    when: When::LIVE_INTERVALS,
    ..analysis("machine-loops", "Machine Natural Loop Construction")
};

/// `liveintervals`: slot indexes and live intervals.
pub const LIVE_INTERVALS: MachinePass = MachinePass {
    requires: Analysis::LIVE_INTERVALS,
    when: When::LIVE_INTERVALS,
    after: &["phi-node-elimination", "twoaddressinstruction"],
    ..analysis("liveintervals", "Live Interval Analysis")
};

const fn analysis(name: &'static str, title: &'static str) -> MachinePass {
    MachinePass {
        kind: PassKind::Analysis,
        preserves: Analysis::all(),
        ..MachinePass::new(name, title, make)
    }
}

fn make() -> Box<dyn RunPass> {
    Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(()))
}
