//! `avarice filetest`: runs regression files with this binary as `avarice` and `llc`.

use std::io;
use std::process::ExitCode;

use crate::diagnostics::Diagnostic;
use crate::options::FiletestOptions;

/// Runs the tests and reports on standard output. The exit code is 1 if any failed.
///
/// # Errors
/// A path does not exist or has no tests in it.
pub fn run(options: &FiletestOptions) -> Result<ExitCode, Diagnostic> {
    let tool = std::env::current_exe()
        .map_err(|error| Diagnostic::new(format!("cannot find this program itself: {error}")))?;
    let mut settings = avarice_filetest::Options::new(tool);
    if cfg!(feature = "cranelift") {
        settings.features.push("cranelift".into());
    }
    let asked = avarice_filetest::bless_from_environment().map_err(Diagnostic::new)?;
    settings.bless = options.bless || asked;
    settings.jobs = (options.jobs > 0).then_some(options.jobs);
    let summary = avarice_filetest::run(&options.paths, &settings, &mut io::stdout().lock())
        .map_err(Diagnostic::new)?;
    Ok(if summary.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
