//! `init-undef`: gives values to registers that early-clobber operands read undefined.
//!
//! Only a target with instructions that must not read and write the same register, even where the value does not matter,
//! needs it. Both targets do without: the pass is there for its name, which pipelines begin and end at.

use crate::pass::{Analysis, MachinePass, When, on_functions};

/// `init-undef`.
///
/// # Preserves
/// Everything: it changes nothing.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_ALLOCATION,
    preserves: Analysis::all(),
    after: &["detect-dead-lanes"],
    ..MachinePass::new("init-undef", "Init Undef Pass", || on_functions(|_| {}))
};
