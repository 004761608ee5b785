//! What is printed of the pipeline.

use clap::ValueEnum;

/// What `-debug-pass` prints.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[value(rename_all = "PascalCase")]
pub enum DebugPass {
    /// The names of the passes, in one line.
    Arguments,
    /// The titles of the passes, one a line.
    Structure,
    /// Each run of a pass on a function.
    Executions,
}
