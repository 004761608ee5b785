//! One process: its output, how it ended, the processor time that it took.

use std::process::{Command, Output, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::diagnostics::Diagnostic;

/// A process that has ended.
pub struct Ended {
    /// Exit status and output.
    pub output: Output,
    /// Processor time in seconds, in user and system mode, of the process and of its children.
    pub seconds: f64,
}

/// Runs a command to its end. No other child may end meanwhile, or its time would count.
///
/// # Errors
/// It does not start.
pub fn run(command: &mut Command) -> Result<Ended, Diagnostic> {
    let before = children_seconds();
    let output = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| {
            let program = command.get_program().to_string_lossy();
            Diagnostic::new(format!("cannot start '{program}': {error}"))
        })?;
    Ok(Ended {
        output,
        seconds: children_seconds() - before,
    })
}

/// Processor time of all children that have ended, in seconds.
fn children_seconds() -> f64 {
    // The call fails for wrong arguments only.
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        let time = usage.user_time() + usage.system_time();
        time.num_microseconds() as f64 * 1e-6
    })
}

/// What a process that failed said: its first line with an error, or how it ended.
pub fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text
        .lines()
        .find(|line| line.contains("error"))
        .or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    match line {
        Some(line) => line.trim().to_owned(),
        None => output.status.to_string(),
    }
}
