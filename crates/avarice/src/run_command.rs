//! `avarice run`: compile, and execute in this process; or link with the system's C compiler and execute that.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::compile;
use crate::diagnostics::Diagnostic;
use crate::jit::Session;
use crate::lazy::compile_lazily;
use crate::library::{Module, Options, compile_consuming};
use crate::options::{
    CodeGenerator, CodegenOptions, CompileOptions, FileType, RelocationModel, RunOptions,
};
use crate::output::{report, report_diagnostic};

/// The library that C compilers link besides that of C itself, and that of C++ with exceptions.
const MATH: &str = "m";
const CPLUSPLUS: &str = "stdc++";

/// Compiles the inputs and runs them as a program with the given arguments: in this process, or as one of its own where the
/// options ask for that. The exit code is the program's; a program that a signal ends gives 128 and its number, as a shell
/// does.
///
/// # Errors
/// Compilation fails, or a symbol or library is not there. For a program of its own: the C compiler is not there or fails.
pub fn run(options: &RunOptions) -> Result<ExitCode, Diagnostic> {
    match options.link || options.codegen.backend == CodeGenerator::Cranelift {
        true => run_linked(options),
        false => run_here(options),
    }
}

/// Runs the program in this process.
fn run_here(options: &RunOptions) -> Result<ExitCode, Diagnostic> {
    let inputs = options.inputs.iter();
    let modules = inputs.map(|input| Module::read_for(input, &options.codegen));
    let modules = modules.collect::<Result<Vec<Module>, Diagnostic>>()?;
    let warnings = modules.iter().flat_map(Module::warnings);
    warnings.for_each(|warning| report_diagnostic(&warning));
    let mut session = Session::new();
    let given = options.library.iter().map(String::as_str);
    let is_cplusplus = modules.iter().any(uses_cplusplus);
    for library in given.chain(is_cplusplus.then_some(CPLUSPLUS)).chain([MATH]) {
        session
            .open_library(library, &options.library_folder)
            .map_err(|error| not_run(&error))?;
    }
    Session::name_signals();
    add(&mut session, modules, options)?;
    let name: OsString = options.inputs[0].with_extension("").into_os_string();
    let args: Vec<OsString> = [&[name][..], &options.args].concat();
    let code = session
        .call_main("main", &args)
        .map_err(|error| not_run(&error))?;
    Ok(ExitCode::from((code & 0xff) as u8))
}

/// Compiles the modules, and adds them to the session.
fn add(session: &mut Session, modules: Vec<Module>, run: &RunOptions) -> Result<(), Diagnostic> {
    let options = Options::of(run.codegen.clone()).in_process();
    if run.lazy {
        let modules = modules
            .iter()
            .map(|module| compile_lazily(module, &options))
            .collect::<Result<Vec<_>, Diagnostic>>()?;
        return session.add_lazily(modules).map_err(|error| not_run(&error));
    }
    let objects = modules
        .into_iter()
        .map(|module| compile_consuming(module, &options, &mut |text| report!("{text}")))
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    let objects: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
    session.add(&objects).map_err(|error| not_run(&error))
}

fn not_run(error: &crate::jit::LinkError) -> Diagnostic {
    Diagnostic::new(format!("the program does not start: {error}"))
        .note("--link has the system's linker make an executable of it")
}

/// Whether a module needs the library of C++, as its personality functions and operators say.
fn uses_cplusplus(module: &Module) -> bool {
    let mut globals = module.ir().globals.values();
    globals.any(|data| {
        let name = &*data.name;
        data.is_declaration()
            && (name.starts_with(b"__gxx_")
                || name.starts_with(b"__cxa_")
                || name.starts_with(b"_Zn"))
            && name != b"__cxa_atexit"
            && name != b"__cxa_finalize"
    })
}

/// Compiles to objects in a temporary folder, links these with `cc`, and runs that.
fn run_linked(options: &RunOptions) -> Result<ExitCode, Diagnostic> {
    let folder = tempfile::tempdir()
        .map_err(|error| Diagnostic::new(format!("no temporary folder: {error}")))?;
    let program = folder.path().join("program");
    let mut objects = Vec::with_capacity(options.inputs.len());
    for (number, input) in options.inputs.iter().enumerate() {
        let object = folder.path().join(format!("program{number}.o"));
        let model = options.codegen.relocation_model;
        let codegen = CodegenOptions {
            relocation_model: Some(model.unwrap_or(RelocationModel::Pic)),
            ..options.codegen.clone()
        };
        let compile = CompileOptions {
            output: Some(object.clone()),
            filetype: Some(FileType::Obj),
            ..CompileOptions::without_output(input, None, codegen)
        };
        let report = compile::run(&compile)?;
        report!("{report}");
        objects.push(object);
    }
    link(options, &objects, &program)?;
    execute(&program, options)
}

fn link(options: &RunOptions, objects: &[PathBuf], program: &Path) -> Result<(), Diagnostic> {
    let linker = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&linker);
    command.args(objects).arg("-o").arg(program);
    for folder in &options.library_folder {
        command.arg("-L").arg(folder);
    }
    let libraries = options.library.iter().map(|name| format!("-l{name}"));
    command.args(libraries).arg("-lm");
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
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
