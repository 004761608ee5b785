//! What `-verify-machineinstrs` does after each pass.

use avarice_machine::pass::{Analysis, MachineUnit};
use avarice_mir::VerifyErrors;
use avarice_mir::print::{MirPrinter, ModuleNames};

use crate::passes::state::State;

/// Runs the machine verifier and the checks of the analyses that hold; compares live intervals with fresh
/// ones.
///
/// # Errors
/// The function with what is wrong in it.
pub fn verify(state: &mut State<'_>, after: &str) -> Result<(), String> {
    check_code(&mut state.unit, state.names, after)
}

/// The same for a function of a module with these names.
///
/// # Errors
/// The function with what is wrong in it.
pub fn check_code(
    unit: &mut MachineUnit<'_>,
    names: &ModuleNames<'_>,
    after: &str,
) -> Result<(), String> {
    let name = String::from_utf8_lossy(&unit.function.name).into_owned();
    let checked = avarice_mir::verifier::verify(&unit.function, unit.hooks())
        .and_then(|()| check_analyses(unit));
    if let Err(errors) = checked {
        let printer = MirPrinter::new(unit.target.text_names(), Some(names), &unit.function);
        let annotated = errors.annotate(&unit.function, &printer);
        return Err(format!(
            "bad machine code in function `{name}` after {after}\n{annotated}"
        ));
    }
    if unit.analyses.has(Analysis::LIVE_INTERVALS) {
        let intervals = &mut unit.analyses.live_intervals;
        intervals.verify(&unit.function).map_err(|error| {
            format!("bad live intervals in function `{name}` after {after}: {error}")
        })?;
    }
    Ok(())
}

fn check_analyses(unit: &MachineUnit<'_>) -> Result<(), VerifyErrors> {
    let (function, analyses) = (&unit.function, &*unit.analyses);
    if analyses.has(Analysis::LIVE_INTERVALS) {
        analyses.live_intervals.check(function, &analyses.reserved)
    } else if analyses.has(Analysis::LIVE_VARIABLES) {
        analyses.live_variables.check(function)
    } else {
        Ok(())
    }
}
