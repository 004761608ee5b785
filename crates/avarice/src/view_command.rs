//! `avarice view`: a page that shows what the passes and the register allocator did.

use std::ffi::OsString;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use avarice_compare::{FunctionLog, Kind, LogReader, Report};
use avarice_trace::events::FunctionRecord;
use avarice_view::model::SCHEMA;
use avarice_view::{Converted, FunctionView, difference};

use crate::compare_command;
use crate::diagnostics::Diagnostic;
use crate::grammar;
use crate::input;
use crate::options::{Command, CompareOptions, CompileOptions, ViewOptions};
use crate::output;
use crate::record::{Selection, record_some};

/// The most instructions of a function whose code is shown as it is after each decision, and not only after each
/// pass: more would take minutes, and make pages that no browser likes.
const MAX_CLOSE: usize = 5_000;

/// A function with our run.
struct Shown {
    record: FunctionRecord,
    ours: Converted,
    view: FunctionView,
}

/// Writes the page that `options` ask for; `line` is the command line that they are from.
///
/// # Errors
/// Same as [`crate::compile::run`]; functions that are not in the module; a page that cannot be written.
pub fn run(options: &ViewOptions, line: &[OsString]) -> Result<(), Diagnostic> {
    let reads_twice = options.against.is_some() || options.against_log.is_some();
    if reads_twice && options.input == Path::new("-") {
        return Err(Diagnostic::new(
            "the input has to be a file, since both runs read it",
        ));
    }
    let mut shown = record(options, &label(options))?;
    let missing = |name: &&String| !shown.iter().any(|one| one.view.name == **name);
    if let Some(name) = options.function.iter().find(missing) {
        return Err(Diagnostic::new(format!(
            "no function '{name}' with code in '{}'",
            options.input.to_string_lossy()
        )));
    }
    if let Some(against) = &options.against {
        // One dash, as llc's options have.
        let label = against.replace("--", "-");
        add_run(&mut shown, &with_options(line, against)?, &label)?;
    }
    if let Some(log) = &options.against_log {
        add_log(&mut shown, options, log)?;
    }
    let functions: Vec<FunctionView> = shown
        .into_iter()
        .map(|one| {
            let mut view = one.view;
            view.runs.insert(0, one.ours.run);
            view
        })
        .collect();
    let title = options.input.file_name().unwrap_or_default();
    let page = avarice_view::page::write(&title.to_string_lossy(), &functions);
    output::write(options.output.as_deref(), page.as_bytes())
        .map_err(|error| input::cannot("write", options.output.as_deref(), &error))
}

/// What a run is called: its level and allocator.
fn label(options: &ViewOptions) -> String {
    let codegen = &options.codegen;
    let mut label = format!("-O{}", codegen.opt_level);
    if let Some(allocator) = codegen.regalloc {
        let name = allocator.pass_name();
        label.push_str(" -regalloc=");
        label.push_str(name.strip_prefix("regalloc").unwrap_or(name));
    }
    label
}

/// Compiles, and takes down what happens to each function.
fn record(options: &ViewOptions, label: &str) -> Result<Vec<Shown>, Diagnostic> {
    let compile = CompileOptions::without_output(
        &options.input,
        options.language.as_deref(),
        options.codegen.clone(),
    );
    let selection = Selection {
        functions: &options.function,
        max_close: MAX_CLOSE,
    };
    let records = record_some(&compile, &selection)?.into_iter();
    let shown = records.map(|record| Shown {
        ours: avarice_view::run_of(&record, label),
        view: FunctionView {
            schema: SCHEMA,
            name: record.name.clone(),
            runs: Vec::new(),
            difference: None,
        },
        record,
    });
    Ok(shown.collect())
}

// ---- A second run of ours -------------------------------------------------------------------------

/// The options of the second run: those of the first, followed by `against`.
fn with_options(line: &[OsString], against: &str) -> Result<ViewOptions, Diagnostic> {
    let command = line.iter().take(2).cloned();
    let more = against.split_whitespace().map(OsString::from);
    let more = crate::llc_options::normalize(command.chain(more))?;
    let line = line.iter().cloned().chain(more.into_iter().skip(2));
    let line = grammar::read(&line.collect::<Vec<_>>()).map_err(Diagnostic::new)?;
    match line.command {
        Command::View(options) => Ok(options),
        _ => Err(Diagnostic::new(
            "the options of the second run turn it into another command",
        )),
    }
}

fn add_run(shown: &mut [Shown], options: &ViewOptions, label: &str) -> Result<(), Diagnostic> {
    for other in record(options, label)? {
        let same = shown
            .iter_mut()
            .find(|one| one.view.name == other.view.name);
        if let Some(one) = same {
            one.view.difference = difference::between([&one.ours.run, &other.ours.run]);
            one.view.runs.push(other.ours.run);
        }
    }
    Ok(())
}

// ---- A run of llc's -------------------------------------------------------------------------------

fn add_log(shown: &mut [Shown], options: &ViewOptions, path: &Path) -> Result<(), Diagnostic> {
    let compare = CompareOptions {
        input: options.input.clone(),
        log: Some(path.to_owned()),
        llc: None,
        from: None,
        llvm_version: None,
        keep_mir: None,
        function: options.function.clone(),
        context: 0,
        json: false,
        llc_argument: Vec::new(),
        language: options.language.clone(),
        codegen: options.codegen.clone(),
    };
    let report = compare_command::compare(&compare)?;
    let our_log = compare_command::our_log(&compare)?;
    let ours = read_log(our_log.as_bytes(), "our log")?;
    let name = path.to_string_lossy();
    let file = File::open(path).map_err(|error| input::cannot("read", Some(path), &error))?;
    let theirs = read_log(BufReader::new(file), &name)?;
    for one in shown {
        let is_it = |log: &&FunctionLog| log.name == one.view.name.as_bytes();
        let Some(log) = theirs.iter().find(is_it) else {
            continue;
        };
        let label = path.file_name().unwrap_or_default().to_string_lossy();
        let run = avarice_view::run_of_log(log, one.record.target, &label);
        let our_log = ours.iter().find(is_it);
        if let Some(found) = first_difference(&report, &one.view.name) {
            let counts = our_log.map_or((0, 0), |log| counts_up_to(log, found));
            let difference = difference::of_logs(found, &one.ours, &run, counts);
            one.view.difference = Some(difference);
        }
        one.view.runs.push(run.run);
    }
    Ok(())
}

fn read_log(log: impl std::io::BufRead, name: &str) -> Result<Vec<FunctionLog>, Diagnostic> {
    let mut reader = LogReader::new(log, name);
    let mut functions = Vec::new();
    while let Some(function) = reader.next_function().map_err(Diagnostic::new)? {
        functions.push(function);
    }
    Ok(functions)
}

fn first_difference<'a>(report: &'a Report, name: &str) -> Option<&'a avarice_compare::Difference> {
    let function = report
        .functions
        .iter()
        .find(|function| function.name == name);
    function?.first_difference.as_ref()
}

/// How many registers our log has taken from the queue, and how many copies it has considered, where it differs.
fn counts_up_to(log: &FunctionLog, found: &avarice_compare::Difference) -> (usize, usize) {
    let end = found.ours.line.as_ref().map_or(u64::MAX, |line| line.line);
    let before = log.events().iter().take_while(|event| event.line <= end);
    let kinds: Vec<Kind> = before.map(|event| event.kind).collect();
    let count = |wanted| kinds.iter().filter(|kind| **kind == wanted).count();
    (count(Kind::Dequeue), count(Kind::Copy))
}
