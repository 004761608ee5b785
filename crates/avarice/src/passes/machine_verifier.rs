//! `machineverifier`: checks machine code where `-run-pass` names it, as `-verify-machineinstrs` does after each pass.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, PassKind, When};
use avarice_mir::print::ModuleNames;

use crate::verify::check_code;

/// `machineverifier`.
///
/// # Requires
/// Nothing.
///
/// # Ensures
/// What `-verify-machineinstrs` checks holds.
///
/// # Preserves
/// Everything.
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Analysis,
    when: When::ON_REQUEST,
    preserves: Analysis::all(),
    ..MachinePass::new("machineverifier", "Verify generated machine code", || {
        Box::new(
            |unit: &mut MachineUnit<'_>, _: &mut avarice_trace::Log<'_>| {
                check_code(unit, &ModuleNames::new(unit.module), "the passes before it")
            },
        )
    })
};
