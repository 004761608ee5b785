//! The program under test, as the runner sees it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, ToolOutput};

/// One call of the program under test.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall<'a> {
    /// The arguments, beginning with the subcommand.
    pub arguments: &'a [String],
    /// What it reads from standard input.
    pub stdin: &'a [u8],
    /// The working directory.
    pub directory: &'a Path,
    /// Variables to set in its environment, beside those of the runner.
    pub environment: &'a [(String, String)],
    /// Whether standard error goes where standard output goes.
    pub merge_streams: bool,
    /// How long it may take.
    pub timeout: Duration,
}

/// The program under test.
pub trait Tool: Sync {
    /// Runs the program.
    ///
    /// # Errors
    ///
    /// If it could not be started, or ([`io::ErrorKind::TimedOut`]) did not end in time.
    fn run(&self, call: ToolCall<'_>) -> io::Result<ToolOutput>;
}

/// A program that is started as a process of its own for every call.
#[derive(Clone, Debug)]
pub struct SpawnedTool {
    /// The path of the executable.
    pub executable: PathBuf,
}

impl Tool for SpawnedTool {
    fn run(&self, call: ToolCall<'_>) -> io::Result<ToolOutput> {
        let mut command = Command::new(&self.executable);
        command
            .args(call.arguments)
            .current_dir(call.directory)
            .envs(call.environment.iter().map(|(name, value)| (name, value)))
            // A test of the runner must not rewrite the tests it runs.
            .env_remove("BLESS");
        process::run(command, call.stdin, call.merge_streams, call.timeout)
    }
}
