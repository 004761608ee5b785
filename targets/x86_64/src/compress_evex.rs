//! `x86-compress-evex`: shorter prefixes for instructions that have EVEX ones and do not need them.
//!
//! Instructions with an EVEX prefix are not in the tables yet, so that no function can have one. The pass has its place in
//! the pipeline, where `-start-after=` and others name it.

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};

/// `x86-compress-evex`.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// No instruction has an EVEX prefix.
///
/// # Preserves
/// All.
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    preserves: Analysis::all(),
    after: &["x86-fixup-vector-constants"],
    ..MachinePass::new(
        "x86-compress-evex",
        "Compressing EVEX instrs when possible",
        || on_functions(|_| ()),
    )
};
