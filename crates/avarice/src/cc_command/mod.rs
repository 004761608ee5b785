//! `avarice cc` and `avarice c++`: a C and C++ compiler with clang in front, our code generator, and the system's linker.
//!
//! Clang knows what a command line asks for: which files are preprocessed, compiled, assembled and linked, with which
//! headers and libraries. So it is asked for its jobs (`-###`), and those that generate code are divided in two:
//!
//! ```text
//!   clang -### -O2 -c a.c -o a.o
//!      "clang" "-cc1" "-emit-obj"  ... "-O2" "-o" "a.o" "a.c"
//!
//!      clang   -cc1   -emit-llvm   ...  -O2   -o   a.ll  a.c        the front end, and passes on IR
//!      avarice compile a.ll -filetype=obj -O2 -o a.o                the back end
//! ```
//!
//! All other jobs run as they are.
//!
//! | file | what it has |
//! |---|---|
//! | `clang` | finds clang, asks it for its jobs |
//! | `job` | a job: how it is read and printed, what it writes |
//! | `options` | the arguments, and the language |
//! | `generation` | divides a job that generates code; what each option of `clang -cc1` means to us |
//! | `runner` | runs jobs one after the other |

mod clang;
mod generation;
mod job;
pub mod options;
mod runner;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use crate::diagnostics::Diagnostic;
use crate::output::{self, report};
use clang::Clang;
use job::exit_code;
use options::{CcOptions, Language};
use runner::Runner;

/// What asks clang about itself or the system, and has no jobs.
const QUESTIONS: [&str; 6] = ["-print-", "--print-", "-dump", "--help", "-help", "-cc1"];

/// The subcommand that the program's name stands for, with or without a path: `avarice-cc`, `avarice-c++`.
pub fn by_name(program: &OsStr) -> Option<&'static str> {
    match Path::new(program).file_stem()?.to_str()? {
        "avarice-cc" => Some("cc"),
        "avarice-c++" => Some("c++"),
        _ => None,
    }
}

/// Runs a compiler's command line. The exit code is 0, or that of the first job that failed.
///
/// # Errors
/// Clang is not there, or is asked for what is not its code generator's but would not be ours either.
pub fn run(options: &CcOptions, language: Language) -> Result<ExitCode, Diagnostic> {
    let clang = Clang::find(language)?;
    let args = &options.args;
    let asks = |what: &str| args.iter().any(|arg| arg == what);
    let is_question = |arg: &OsString| {
        let arg = arg.to_str().unwrap_or("");
        QUESTIONS.iter().any(|question| arg.starts_with(question)) && !arg.starts_with("-dumpdir")
    };
    if args.first().is_some_and(|arg| arg == "-cc1") || args.iter().any(is_question) {
        return clang.exec(args);
    }
    if asks("--version") {
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("avarice {version}, with {}", clang.version());
        return match output::write(None, text.as_bytes()) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(_) => Ok(ExitCode::FAILURE),
        };
    }
    let plan = clang.plan(args)?;
    if !plan.messages.is_empty() {
        report!("{}", plan.messages);
    }
    if plan.code != 0 {
        return Ok(exit_code(plan.code));
    }
    if plan.jobs.is_empty() {
        // `-v` without a file, for example.
        return clang.exec(args);
    }
    let mut runner = Runner::new(plan.jobs)?;
    if asks("-###") {
        report!("{}", runner.text()?);
        return Ok(ExitCode::SUCCESS);
    }
    if asks("-v") {
        report!(
            "avarice {}, with {}",
            env!("CARGO_PKG_VERSION"),
            clang.version()
        );
    }
    runner.run(asks("-v")).map(exit_code)
}
