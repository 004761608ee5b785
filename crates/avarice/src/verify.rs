//! What `-verify-machineinstrs` does after each pass.

use avarice_mir::VerifyErrors;
use avarice_mir::print::MirPrinter;
use avarice_regalloc::Context;

use crate::passes::{State, Valid};

/// Runs the machine verifier and the checks of the analyses that hold; compares live intervals with fresh
/// ones.
///
/// # Errors
/// The function with what is wrong in it.
pub fn verify(state: &mut State<'_>, after: &str) -> Result<(), String> {
    let name = String::from_utf8_lossy(&state.function.name).into_owned();
    let checked = avarice_mir::verifier::verify(&state.function, state.target.hooks)
        .and_then(|()| check_analyses(state));
    if let Err(errors) = checked {
        let texts = state.target.hooks.text_names();
        let printer = MirPrinter::new(texts, Some(state.names), &state.function);
        let annotated = errors.annotate(&state.function, &printer);
        return Err(format!(
            "bad machine code in function `{name}` after {after}\n{annotated}"
        ));
    }
    if state.valid.contains(Valid::LIVE_INTERVALS) {
        let intervals = &mut state.context.live_intervals;
        intervals.verify(&state.function).map_err(|error| {
            format!("bad live intervals in function `{name}` after {after}: {error}")
        })?;
    }
    Ok(())
}

fn check_analyses(state: &State<'_>) -> Result<(), VerifyErrors> {
    let Context {
        live_intervals,
        live_variables,
        reserved,
        ..
    } = &*state.context;
    if state.valid.contains(Valid::LIVE_INTERVALS) {
        live_intervals.check(&state.function, reserved)
    } else if state.valid.contains(Valid::LIVE_VARIABLES) {
        live_variables.check(&state.function)
    } else {
        Ok(())
    }
}
