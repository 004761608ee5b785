//! What stands for `--backend=cranelift` in builds without it.

use crate::diagnostics::Diagnostic;
use crate::options::CompileOptions;

/// Says how to get it.
///
/// # Errors
/// Always.
pub(crate) fn compile(_options: &CompileOptions) -> Result<String, Diagnostic> {
    Err(
        Diagnostic::new("this build of Avarice has no Cranelift in it").note(
            "build it with the feature 'cranelift': cargo build --features avarice/cranelift",
        ),
    )
}
