//! `machineinstr-printer`: prints functions where `-run-pass` names it, as `-print-after` does.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, PassKind, When};
use avarice_mir::print::ModuleNames;

use crate::machine_dump::write_function;

/// `machineinstr-printer`.
///
/// # Requires
/// Nothing.
///
/// # Ensures
/// The function is on standard error.
///
/// # Preserves
/// Everything.
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Analysis,
    when: When::ON_REQUEST,
    preserves: Analysis::all(),
    ..MachinePass::new("machineinstr-printer", "Machine Function Printer", || {
        Box::new(print)
    })
};

fn print(unit: &mut MachineUnit<'_>, _: &mut avarice_trace::Log<'_>) -> Result<(), String> {
    let names = ModuleNames::new(unit.module);
    let has_indexes = unit.analyses.has(Analysis::LIVE_INTERVALS);
    let indexes = Some(&unit.analyses.live_intervals.indexes).filter(|_| has_indexes);
    // llc has a title here, which is empty for this pass.
    let mut text = String::from("# :\n");
    write_function(&mut text, &names, unit.hooks(), &unit.function, indexes);
    unit.warnings.push_str(&text);
    Ok(())
}
