//! Recording what passes do to functions: for `--events`, and for other crates as typed values.
//!
//! ```no_run
//! # use avarice::options::{Command, CommandLine};
//! # use clap::Parser;
//! let line = CommandLine::parse_from(["avarice", "compile", "in.ll"]);
//! let Command::Compile(options) = line.command else { return };
//! for function in avarice::record::record(&options).expect("in.ll compiles") {
//!     for record in &function.records {
//!         println!("{}: {}", record.pass, record.event.kind());
//!     }
//! }
//! ```
//!
//! The contents of a record are described in [`avarice_trace::events`] and, as JSON, in `docs/events.md`.

pub use avarice_trace::events::FunctionRecord;

use crate::compile;
use crate::diagnostics::Diagnostic;
use crate::options::CompileOptions;
pub use crate::recording::Selection;

/// Compiles `options.input` and returns what the passes did to each function, in order. Nothing is written.
///
/// # Errors
/// Same as [`compile::run`].
pub fn record(options: &CompileOptions) -> Result<Vec<FunctionRecord>, Diagnostic> {
    record_some(options, &Selection::default())
}

/// Likewise for some functions, or not as closely.
///
/// # Errors
/// Same as [`compile::run`].
pub fn record_some(
    options: &CompileOptions,
    selection: &Selection<'_>,
) -> Result<Vec<FunctionRecord>, Diagnostic> {
    compile::run_for_records(options, selection)
}
