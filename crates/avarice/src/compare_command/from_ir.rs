//! A comparison from LLVM IR with an llc that is run here: what is compared is allocation, not selection.
//!
//! ```text
//!   f.ll ─llc -stop-after=unreachable-mbb-elimination─▶ machine code of llc's ─┬─ llc ─▶ log ─┐
//!                                                                              └─ we  ─▶ log ─┴─▶ Report
//!   --from=ll:
//!   f.ll ─┬─ llc ─▶ machine code, log ─┐
//!         └─ we  ─▶ machine code, log ─┴─▶ where selection differs, Report
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use avarice_compare::{Report, Selection, Start};
use tempfile::TempDir;

use super::compare_with_process;
use crate::compile;
use crate::diagnostics::Diagnostic;
use crate::input;
use crate::llc_process::LlcProcess;
use crate::options::{Beginning, CodegenOptions, CompareOptions, CompileOptions, FileType};

/// The end of selection, where selections are compared.
const SELECTION: &str = "finalize-isel";

/// The last pass on machine code in SSA form. Up to it, llc has passes that do not exist here; from it on, all exist.
const END_OF_SSA: &str = "unreachable-mbb-elimination";

/// Compares from where `options` say, with `llc`.
///
/// # Errors
/// One of the sides fails, or `options` contradict each other.
pub(super) fn compare(llc: &Path, options: &CompareOptions) -> Result<Report, Diagnostic> {
    let folder = tempfile::tempdir()
        .map_err(|error| Diagnostic::new(format!("cannot make a temporary folder: {error}")))?;
    match &options.from {
        Some(Beginning::Input) => from_input(llc, options, &folder),
        Some(Beginning::Pass(pass)) => from_pass(llc, options, &folder, pass),
        // Without optimization, allocation follows on selection.
        None => match super::is_allocation_optimized(&options.codegen) {
            true => from_pass(llc, options, &folder, END_OF_SSA),
            false => from_pass(llc, options, &folder, SELECTION),
        },
    }
}

/// Has both sides begin with llc's machine code after `pass`.
fn from_pass(
    llc: &Path,
    options: &CompareOptions,
    folder: &TempDir,
    pass: &str,
) -> Result<Report, Diagnostic> {
    let codegen = &options.codegen;
    let has_start = codegen.start_before.is_some() || codegen.start_after.is_some();
    if has_start || !codegen.run_pass.is_empty() {
        let message = "both sides of a comparison from LLVM IR begin with llc's machine code";
        return Err(Diagnostic::new(message).note("--from=PASS says after which pass"));
    }
    let mir = machine_code(llc, options, folder, pass)?;
    if let Some(path) = &options.keep_mir {
        fs::copy(&mir, path).map_err(|error| input::cannot("write", Some(path), &error))?;
    }
    let mut from_mir = options.clone();
    from_mir.input = mir;
    from_mir.language = None;
    from_mir.codegen.start_after = Some(pass.to_owned());
    let input = options.input.to_string_lossy().into_owned();
    let mut report = compare_with_process(llc, &from_mir).map_err(|failure| {
        let began = format!("both sides began with llc's machine code of '{input}' after {pass}");
        failure.diagnostic.note(began)
    })?;
    report.start = Some(Start {
        input,
        after: pass.to_owned(),
    });
    Ok(report)
}

/// Has both sides begin with the input.
fn from_input(
    llc: &Path,
    options: &CompareOptions,
    folder: &TempDir,
) -> Result<Report, Diagnostic> {
    if options.keep_mir.is_some() {
        return Err(Diagnostic::new(
            "--keep-mir does not go with --from=ll: both sides begin with the input",
        ));
    }
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|error| input::cannot("read", Some(path), &error))
    };
    let theirs = read(&machine_code(llc, options, folder, SELECTION)?)?;
    let ours = folder.path().join("ours.mir");
    compile::run(&CompileOptions {
        output: Some(ours.clone()),
        filetype: Some(FileType::Asm),
        ..CompileOptions::without_output(
            &options.input,
            options.language.as_deref(),
            up_to(&options.codegen, SELECTION),
        )
    })?;
    let functions = &options.function;
    let selection = Selection::of_mir(&read(&ours)?, &theirs, functions, options.context);
    let result = compare_with_process(llc, options);
    let mut report = result.map_err(|failure| failure.diagnostic)?;
    report.equal &= selection.is_equal();
    report.selection = Some(selection);
    Ok(report)
}

/// llc's machine code of the input after `pass`, as a file in `folder`.
fn machine_code(
    llc: &Path,
    options: &CompareOptions,
    folder: &TempDir,
    pass: &str,
) -> Result<PathBuf, Diagnostic> {
    let stem = options.input.file_stem().unwrap_or_default();
    let mir = folder.path().join(stem).with_extension("mir");
    let mut options = options.clone();
    options.codegen = up_to(&options.codegen, pass);
    let (process, mut log) = LlcProcess::start(llc, &options, Some(&mir))?;
    // What llc cannot write to a closed pipe would end it.
    let drained = std::io::copy(&mut log, &mut std::io::sink());
    process.finish()?;
    drained.map_err(|error| Diagnostic::new(format!("cannot read what llc says: {error}")))?;
    Ok(mir)
}

/// The options with an end after `pass`.
fn up_to(codegen: &CodegenOptions, pass: &str) -> CodegenOptions {
    CodegenOptions {
        stop_before: None,
        stop_after: Some(pass.to_owned()),
        ..codegen.clone()
    }
}
