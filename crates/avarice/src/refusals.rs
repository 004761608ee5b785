//! What a module requests and is refused, as errors with their places.

use avarice_ir::Module;
use avarice_ir::verifier::VerifyError;

use crate::diagnostics::{Diagnostic, Place};
use crate::input::{self, Input};
use crate::ledger::{self, Machine, Refusal};

/// Refuses what `module` asks for and code for `machine` does not carry out.
///
/// # Errors
/// All requests that are refused, as far as they are reported.
pub(crate) fn check(input: &Input, module: &Module, machine: Machine) -> Result<(), Diagnostic> {
    let refused = ledger::check(module, machine, input.is_mir);
    let errors = refused.iter().map(|one| Err(error(input, module, one)));
    input::all_or_errors(errors.collect()).map(|_: Vec<()>| ())
}

fn error(input: &Input, module: &Module, refusal: &Refusal) -> Diagnostic {
    let construct = &refusal.construct;
    let message = match refusal.global.map(|global| &module.globals[global]) {
        Some(data) if data.function().is_some() => {
            format!("unsupported: {construct} in function `{}`", data.name_str())
        }
        Some(data) => format!("unsupported: {construct} of variable `{}`", data.name_str()),
        None => format!("unsupported: {construct}"),
    };
    let found = match &refusal.key {
        Some(key) => at_line_with(input, key, &message),
        None => input.located(
            module,
            &VerifyError {
                message: message.clone(),
                global: refusal.global,
                inst: refusal.inst,
                subject: String::new(),
            },
        ),
    };
    found.unwrap_or_else(|| Diagnostic::new(format!("{}: {message}", input.name)))
}

/// The message at the first metadata that begins a line and has `key`: the text of a module flag, or a name.
fn at_line_with(input: &Input, key: &str, message: &str) -> Option<Diagnostic> {
    let mut start = 0;
    for line in input.text.split_inclusive(|byte| *byte == b'\n') {
        let has_key = |line: &[u8]| line.windows(key.len()).position(|at| at == key.as_bytes());
        if line.starts_with(b"!")
            && let Some(at) = has_key(line)
        {
            let place = Place::from_offset(&input.text, start + at, key.len());
            return Some(Diagnostic::at(&input.name, &input.text, place, message));
        }
        start += line.len();
    }
    None
}
