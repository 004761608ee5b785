//! A compiler backend: LLVM IR or machine IR in, x86-64 and AArch64 code out, without LLVM.
//!
//! ```
//! use avarice::{Module, Options, Output, compile};
//!
//! let text = "target triple = \"aarch64-linux-gnu\"\ndefine i32 @two() {\n  ret i32 2\n}\n";
//! let assembly = compile(&Module::parse(text)?, &Options::default().output(Output::Assembly))?;
//! assert!(String::from_utf8_lossy(&assembly).contains("mov\tw0, #2"));
//! # Ok::<(), avarice::Diagnostic>(())
//! ```
//!
//! [`Module`] is read from text or [built](ir::builder); [`compile()`] makes an object or assembly of it in memory; what is
//! wrong is a [`Diagnostic`]. [`events`] says what the passes decided, and [`explain`] makes sentences of that. [`jit`] runs
//! the code in this process, all of it ([`compile()`]) or each function when it is first called ([`compile_lazily`]).
//!
//! The rest is the `avarice` command, which stands on these. The other crates know nothing about files, options or
//! threads; this one knows the targets, and nothing about how a pass works.

mod allocation_check;
pub mod analyze_command;
mod assembly_options;
mod bench_command;
mod block_section_options;
mod cc_command;
mod coalescer_options;
mod compare_command;
mod comparison_options;
pub mod compile;
mod compiled;
#[cfg(feature = "cranelift")]
mod cranelift;
#[cfg(not(feature = "cranelift"))]
#[path = "no_cranelift.rs"]
mod cranelift;
mod debug_location_options;
mod debug_output_options;
mod debug_pass;
pub mod diagnostics;
mod explain_command;
mod filetest_command;
mod grammar;
mod if_conversion_options;
mod in_process;
mod input;
#[cfg(target_os = "linux")]
pub mod large_tables;
mod layout_options;
mod lazy;
pub mod ledger;
mod library;
pub mod llc_options;
mod llc_process;
mod located_errors;
mod machine_dump;
mod memory_model;
mod move_counts;
mod object_options;
mod opt_command;
pub mod options;
mod output;
mod package_files;
mod pass_printing;
pub mod passes;
mod prepare;
mod processor;
mod progress;
mod purpose;
pub mod record;
mod recording;
mod refusals;
mod remarks;
mod run_command;
mod scheduling_options;
mod sink_options;
mod source;
mod stack_options;
mod stage_options;
pub mod target;
mod threads;
mod thunks;
mod timing;
mod triple;
mod tuning_options;
mod verify;
mod version;
mod view_command;
mod x86_options;

use std::ffi::OsString;
use std::process::ExitCode;

pub use avarice_explain as explain;
pub use avarice_ir as ir;
pub use avarice_jit as jit;

pub use crate::compile::compile_command_line;
pub use crate::diagnostics::{Diagnostic, Label, Place, Severity};
pub use crate::lazy::compile_lazily;
pub use crate::library::{Module, Options, Output, compile, compile_saying, events};
pub use crate::record::FunctionRecord;

use crate::cc_command::options::Language;
use crate::options::Command;
use crate::output::report;

/// Runs a command line (the program's name first) and returns its exit code: 0, 1 for an error in the
/// input or the environment, 2 for a wrong command line; for `run`, the program's own; for `compare`, 1 for a
/// difference and 2 for errors. A bug of this program panics: the message ends with what was going on, in which
/// function, and the exit code is 101.
pub fn run_command_line(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let name = args
        .first()
        .and_then(|program| cc_command::by_name(program));
    if let Some(name) = name {
        args.insert(1, name.into());
    }
    let args = match llc_options::normalize(args) {
        Ok(args) => args,
        Err(diagnostic) => {
            output::report_diagnostic(&diagnostic);
            return ExitCode::FAILURE;
        }
    };
    if let Some(text) = information(&args) {
        return match output::write(None, text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let line = match grammar::read(&args) {
        Ok(line) => line,
        Err(error) => {
            // Help and version are no errors, and go to standard output.
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let result = match &line.command {
        Command::Compile(options) => {
            compile::run_saying(options, &mut |text| report!("{text}")).map(|()| ExitCode::SUCCESS)
        }
        Command::Opt(options) => opt_command::run(options).map(|()| ExitCode::SUCCESS),
        Command::Run(options) => run_command::run(options),
        Command::Compare(options) => Ok(compare_command::run(options)),
        Command::Bench(options) => bench_command::run(options),
        Command::Analyze(options) => analyze_command::run(options).map(|()| ExitCode::SUCCESS),
        Command::View(options) => view_command::run(options, &args).map(|()| ExitCode::SUCCESS),
        Command::Explain(options) => explain_command::run(options).map(|()| ExitCode::SUCCESS),
        Command::Filetest(options) => filetest_command::run(options),
        Command::Cc(options) => cc_command::run(options, Language::C),
        Command::Cxx(options) => cc_command::run(options, Language::Cxx),
        Command::PackageFiles { folder } => {
            package_files::write(folder).map(|()| ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|diagnostic| {
        output::report_diagnostic(&diagnostic);
        ExitCode::FAILURE
    })
}

/// What `compile` says of itself if the options ask for that.
fn information(args: &[OsString]) -> Option<String> {
    let options = args.iter().take_while(|arg| *arg != "--");
    let asks = |option: &str| options.clone().any(|arg| arg == option);
    match args.get(1)?.to_str()? {
        "compile" if asks("--help-hidden") => Some(llc_options::help_text()),
        "compile" if asks("--version") => Some(version::text()),
        _ => None,
    }
}
