//! `avarice run`: compile, link with the system's C compiler, execute.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::compile;
use crate::diagnostics::Diagnostic;
use crate::options::{
    CodegenOptions, CompileOptions, FileType, RelocationModel, RemarkOptions, RunOptions,
};
use crate::output::report;

/// Compiles `options.input` to an object in a temporary folder, links it with `cc` and runs it with
/// the given arguments. The exit code is the program's; a program that a signal ends gives 128 and its
/// number, as a shell does.
///
/// # Errors
/// Compilation fails, or the C compiler is not there or fails.
pub fn run(options: &RunOptions) -> Result<ExitCode, Diagnostic> {
    let folder = tempfile::tempdir()
        .map_err(|error| Diagnostic::new(format!("no temporary folder: {error}")))?;
    let object = folder.path().join("program.o");
    let program = folder.path().join("program");
    let compile = CompileOptions {
        input: options.input.clone(),
        output: Some(object.clone()),
        filetype: Some(FileType::Obj),
        language: None,
        events: None,
        remarks: RemarkOptions::default(),
        codegen: CodegenOptions {
            relocation_model: Some(
                options
                    .codegen
                    .relocation_model
                    .unwrap_or(RelocationModel::Pic),
            ),
            ..options.codegen.clone()
        },
    };
    let report = compile::run(&compile)?;
    report!("{report}");
    link(&object, &program)?;
    execute(&program, options)
}

fn link(object: &Path, program: &Path) -> Result<(), Diagnostic> {
    let linker = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(&linker)
        .arg(object)
        .arg("-o")
        .arg(program)
        .arg("-lm")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            Diagnostic::new(format!(
                "cannot link: the C compiler '{}' does not start: {error}",
                linker.to_string_lossy()
            ))
            .note("install one (package gcc or clang) or name it in CC")
        })?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(Diagnostic::new(format!(
        "linking failed:\n{}",
        text.trim_end()
    )))
}

fn execute(program: &Path, options: &RunOptions) -> Result<ExitCode, Diagnostic> {
    let status = Command::new(program)
        .args(&options.args)
        .status()
        .map_err(|error| Diagnostic::new(format!("the program does not start: {error}")))?;
    let code = status.code().unwrap_or_else(|| 128 + signal(status));
    Ok(ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1)))
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> i32 {
    0
}
