//! The runner for filetests: `.ll` and `.mir` files that contain their own expectations.
//!
//! # A test file
//!
//! The commands are in comments, after `RUN:`, as for LLVM's lit; a line that ends with `\`
//! continues in the next `RUN:` line. The test passes if each command exits with 0. Suites written
//! for `llc` run unchanged, since `llc` stands for `avarice compile`:
//!
//! ```text
//! ; RUN: llc -mtriple=x86_64 < %s | FileCheck %s
//! define i32 @f() {
//! ; CHECK-LABEL: f:
//! ; CHECK:       movl $42, %eax
//! ; CHECK-NEXT:  retq
//!   ret i32 42
//! }
//! ```
//!
//! Output can also be compared exactly, with a block of comments after the `RUN:` line it belongs
//! to. `OUTPUT:` stands for standard output, `OUTPUT(stderr):` for standard error, and `EXIT:` names
//! an exit code other than 0. A block ends before the first line that does not begin with its
//! comment leader, such as an empty line:
//!
//! ```text
//! ; RUN: avarice compile %s -o %t.o
//! ; EXIT: 1
//! ; OUTPUT(stderr):
//! ; error: use of undefined value '%x'
//! ;  --> %s:9:11
//!
//! define i32 @f() {
//!   ret i32 %x
//! }
//! ```
//!
//! In the block, paths are replaced by the substitution that stands for them. A last line without a
//! newline is marked by a line `;\ no newline at end of output`. With [`Options::bless`] (the
//! binary reads `BLESS=1`) blocks are rewritten with the actual output, and again if that moved
//! lines which the output names; exit codes never are.
//!
//! # Commands
//!
//! Words with quotes, `|`, `&&`, `||`, `;`, `<`, `>`, `>>`, `2>`, `2>&1`, `&>`, and lit's
//! substitutions `%s` (the test file), `%S` and `%p` (its directory), `%t` (a temporary file name of
//! the test's own), `%T` (the temporary directory, which is the working directory too), `%%`.
//!
//! Built in are `FileCheck` ([`filecheck`]), `not`, `count`, `cat`, `echo`, `env`, `split-file`, `true` and `false`;
//! `grep`, `sed`, `diff`, `rm`, `cc`, `objdump`, `qemu-aarch64` and the like are the system's, and programs that the
//! test has created in the temporary directory can be run too. A test that needs another program (`opt`, `llvm-mc` …)
//! is *unsupported*: it is listed with the reason and counted separately. So is one whose `REQUIRES:` line is not
//! satisfied by [`Options::features`] or whose `UNSUPPORTED:` line is; `XFAIL:` turns failing into passing. `not`
//! treats a crash (a signal or a panic) as a failure of the test, as lit's does; `not --crash llc` is satisfied by an
//! error, with which `avarice compile` ends where llc aborts.

mod builtin;
mod condition;
mod discover;
mod execute;
pub mod filecheck;
mod process;
mod run_test;
mod shell;
mod test_file;
#[cfg(test)]
mod tests;
mod tool;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use rayon::prelude::*;

pub use process::ToolOutput;
use run_test::{Outcome, run_test};
pub use tool::{SpawnedTool, Tool, ToolCall};

/// How to run tests.
#[derive(Clone, Debug)]
pub struct Options {
    /// The executable that `avarice` and `llc` stand for.
    pub tool: PathBuf,
    /// Whether exact-output blocks that differ are rewritten instead of failing the test.
    pub bless: bool,
    /// How many tests run at a time; as many as there are processors if not given.
    pub jobs: Option<usize>,
    /// What `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` lines may name.
    pub features: Vec<String>,
    /// How long one command may take.
    pub timeout: Duration,
}

impl Options {
    /// Options for tests of the executable `tool`: no blessing, a minute for each command, and the
    /// features of an Avarice for x86-64.
    pub fn new(tool: PathBuf) -> Self {
        let features = [
            "aarch64-registered-target",
            "default_triple",
            "system-linux",
            "target=x86_64-unknown-linux-gnu",
            "x86-registered-target",
            "x86_64-linux",
        ];
        Self {
            tool,
            bless: false,
            jobs: None,
            features: features.map(str::to_owned).to_vec(),
            timeout: Duration::from_secs(60),
        }
    }
}

/// Whether the environment asks for expectations to be rewritten: `BLESS=1`.
///
/// # Errors
/// `BLESS` is neither 0 nor 1, or it is 1 where `CI` is set: a check that rewrites what it checks cannot fail.
pub fn bless_from_environment() -> Result<bool, String> {
    let value = |name| std::env::var(name).unwrap_or_default();
    bless(&value("BLESS"), &value("CI"))
}

/// The same for the values of `BLESS` and `CI`; unset is empty.
fn bless(bless: &str, ci: &str) -> Result<bool, String> {
    match (bless, ci) {
        ("" | "0", _) => Ok(false),
        ("1", "" | "0" | "false") => Ok(true),
        ("1", _) => Err("BLESS=1 would rewrite what CI checks; unset BLESS or CI".into()),
        _ => Err(format!(
            "BLESS is '{bless}'; it is 1 to rewrite expectations, or 0"
        )),
    }
}

/// How many tests ended how. Its `Display` is the summary line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Tests that passed, those blessed included.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Tests that could not be run here.
    pub unsupported: usize,
    /// Tests whose exact-output blocks were rewritten.
    pub blessed: usize,
}

impl Summary {
    /// Whether no test failed.
    pub fn success(&self) -> bool {
        self.failed == 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.unsupported != 0 {
            write!(f, ", {} unsupported", self.unsupported)?;
        }
        if self.blessed != 0 {
            write!(f, ", {} blessed", self.blessed)?;
        }
        Ok(())
    }
}

/// Runs the tests that `paths` stand for (files, or directories of them) with the executable
/// [`Options::tool`], and writes a report of all that did not pass and the summary line to `out`.
///
/// # Errors
///
/// If a path does not exist, there is no test in any of them, or `out` cannot be written to. A test
/// that fails is no error but part of the summary.
pub fn run(paths: &[PathBuf], options: &Options, out: &mut dyn Write) -> io::Result<Summary> {
    // Commands run in directories of their own, where a relative path would lead elsewhere.
    let executable = std::path::absolute(&options.tool)?;
    run_with(&SpawnedTool { executable }, paths, options, out)
}

/// Like [`run`], with `tool` for the program under test.
///
/// # Errors
///
/// As [`run`].
pub fn run_with(
    tool: &dyn Tool,
    paths: &[PathBuf],
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Summary> {
    let files = discover::test_files(paths)?;
    if files.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "no test files found",
        ));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.unwrap_or(0))
        .build()
        .map_err(io::Error::other)?;
    let outcomes: Vec<Outcome> = pool.install(|| {
        files
            .par_iter()
            .map(|file| run_test(file, tool, options))
            .collect()
    });
    let mut summary = Summary::default();
    for (file, outcome) in files.iter().zip(outcomes) {
        let file = file.display();
        match outcome {
            Outcome::Passed => summary.passed += 1,
            Outcome::Blessed => {
                summary.passed += 1;
                summary.blessed += 1;
                writeln!(out, "BLESSED: {file}")?;
            }
            Outcome::Failed(report) => {
                summary.failed += 1;
                writeln!(out, "FAIL: {file}\n{report}")?;
            }
            Outcome::Unsupported(reason) => {
                summary.unsupported += 1;
                writeln!(out, "UNSUPPORTED: {file}: {reason}")?;
            }
        }
    }
    writeln!(out, "{summary}")?;
    Ok(summary)
}
