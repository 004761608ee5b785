//! `--backend=cranelift` in builds without Cranelift.

use crate::diagnostics::Diagnostic;
use crate::options::CompileOptions;

/// Says how to get it.
///
/// # Errors
/// Always.
pub(crate) fn compile(_options: &CompileOptions) -> Result<String, Diagnostic> {
    Err(
        Diagnostic::new("this build of Avarice does not include Cranelift").note(
            "build it with the feature 'cranelift': cargo build --features avarice/cranelift",
        ),
    )
}
