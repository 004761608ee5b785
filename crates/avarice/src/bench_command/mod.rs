//! `avarice bench`: compile time by phase, size, moves and run time of the code of several compilers for the same
//! modules, in one run.
//!
//! ```text
//!   inputs × contestants ─ survey ─┬─ rounds of compiling ─┬─ rounds of running ─▶ samples ─▶ table, JSON, chart
//!                    (once, not timed:   (times)     (if requested)
//!                     objects, counts)
//! ```
//!
//! Every process runs alone, and rounds are interleaved, so that other load on the machine affects all contestants
//! alike.

mod chart;
mod child;
pub mod contestant;
mod measure;
mod moves;
pub mod options;
mod phases;
mod samples;
mod summary;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::diagnostics::Diagnostic;
use crate::input;
use crate::output;
use crate::output::report;

use contestant::Contestant;
use measure::Bench;
use options::BenchOptions;

/// Measures what `options` names and writes the results. The exit code is 1 if a program prints something else than
/// the baseline's.
///
/// # Errors
/// Inputs that cannot be read, contestants that are not there, results that cannot be written.
pub fn run(options: &BenchOptions) -> Result<ExitCode, Diagnostic> {
    let inputs = find_inputs(&options.inputs)?;
    let contestants = choose_contestants(options)?;
    let mut bench = Bench::new(options, inputs, contestants)?;
    bench.survey()?;
    if options.run {
        bench.link()?;
    }
    bench.compile_rounds()?;
    if options.run {
        bench.run_rounds()?;
    }
    let samples = bench.into_samples();
    let summary = summary::summarize(&samples);
    let write = |file: Option<&Path>, text: &str| {
        output::write(file, text.as_bytes()).map_err(|error| input::cannot("write", file, &error))
    };
    let json = options.json.as_deref();
    if let Some(file) = json {
        let text = serde_json::to_string_pretty(&summary::Report {
            samples: &samples,
            summary: &summary,
        });
        let text = text.map_err(|error| Diagnostic::new(format!("no JSON: {error}")))?;
        write(Some(file), &(text + "\n"))?;
    }
    if json != Some(Path::new("-")) {
        write(None, &table::table(&samples, &summary))?;
    }
    if let Some(file) = options.svg.as_deref() {
        write(Some(file), &chart::chart(&samples, &summary))?;
    }
    let wrong = samples.wrong_outputs();
    for line in &wrong {
        report!("error: {line}\n");
    }
    Ok(ExitCode::from(u8::from(!wrong.is_empty())))
}

/// The `.ll` files that are named, and those in folders that are named, in order of their names.
fn find_inputs(named: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut inputs = Vec::new();
    for path in named {
        if !path.is_dir() {
            inputs.push(path.clone());
            continue;
        }
        let entries = path
            .read_dir()
            .map_err(|error| input::cannot("read", Some(path), &error))?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|file| file.extension().is_some_and(|extension| extension == "ll"))
            .collect();
        if files.is_empty() {
            let folder = path.display();
            return Err(Diagnostic::new(format!("no .ll files in '{folder}'")));
        }
        files.sort();
        inputs.append(&mut files);
    }
    Ok(inputs)
}

fn choose_contestants(options: &BenchOptions) -> Result<Vec<Contestant>, Diagnostic> {
    if options.with.is_empty() {
        return Ok(Contestant::all_here(&options.llc));
    }
    let mut chosen = Vec::new();
    for one in &options.with {
        one.require(&options.llc)?;
        if !chosen.contains(one) {
            chosen.push(*one);
        }
    }
    Ok(chosen)
}
