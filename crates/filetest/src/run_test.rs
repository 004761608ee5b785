//! Running one test file: its commands, its expectations, and rewriting them on demand.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use similar::TextDiff;

use crate::Options;
use crate::execute::{Context, RunError};
use crate::process::ToolOutput;
use crate::test_file::{OutputBlock, RunLine, TestFile};
use crate::tool::Tool;

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// Passed after its exact-output blocks were rewritten.
    Blessed,
    /// What went wrong, as text that ends with a newline.
    Failed(String),
    /// Why it could not be run.
    Unsupported(String),
}

/// Lines of a command's error output that a failure shows.
const SHOWN_LINES: usize = 60;

/// How often a test is run again after it was rewritten. A second run is needed where the output names
/// lines of the test, which rewriting moves.
const MAX_REWRITES: usize = 4;

/// Runs the test in the file at `path`.
pub(crate) fn run_test(path: &Path, tool: &dyn Tool, options: &Options) -> Outcome {
    for rewrites in 0..=MAX_REWRITES {
        match run_once(path, tool, options) {
            Outcome::Blessed => {}
            Outcome::Passed if rewrites > 0 => return Outcome::Blessed,
            other => return other,
        }
    }
    Outcome::Failed(format!(
        "{}: the output is different each time\n",
        path.display()
    ))
}

/// Runs the test once. [`Outcome::Blessed`] means that it was rewritten and has to run again.
fn run_once(path: &Path, tool: &dyn Tool, options: &Options) -> Outcome {
    let fail = |message: String| Outcome::Failed(format!("{}: {message}\n", path.display()));
    let test = match TestFile::read(path) {
        Ok(Ok(test)) => test,
        Ok(Err(message)) => return fail(message),
        Err(error) => return fail(format!("cannot be read: {error}")),
    };
    if test.runs.is_empty() {
        return fail("has no RUN: line".to_owned());
    }
    let features = &options.features;
    if let Some(missing) = test
        .requires
        .iter()
        .find(|condition| !condition.holds(features))
    {
        return Outcome::Unsupported(format!("requires {missing}"));
    }
    if let Some(present) = test
        .unsupported
        .iter()
        .find(|condition| condition.holds(features))
    {
        return Outcome::Unsupported(format!("is not for {present}"));
    }
    let outcome = match tempfile::tempdir() {
        Ok(directory) => run_in(&test, tool, options, directory.path()),
        Err(error) => return fail(format!("no temporary directory: {error}")),
    };
    if !test
        .expected_failure
        .iter()
        .any(|condition| condition.holds(features))
    {
        return outcome;
    }
    match outcome {
        Outcome::Failed(_) => Outcome::Passed,
        Outcome::Unsupported(reason) => Outcome::Unsupported(reason),
        Outcome::Passed | Outcome::Blessed => fail("passed although XFAIL: is set".to_owned()),
    }
}

fn run_in(test: &TestFile, tool: &dyn Tool, options: &Options, directory: &Path) -> Outcome {
    let directory = match fs::canonicalize(directory) {
        Ok(directory) => directory,
        Err(error) => return Outcome::Failed(format!("no temporary directory: {error}\n")),
    };
    let context = Context {
        tool,
        test: &test.path,
        display: &test.display_path,
        directory: &directory,
        timeout: options.timeout,
    };
    let mut rewrites = Vec::new();
    let mut failures = String::new();
    for run in &test.runs {
        let place = format!("{}:{}", test.display_path.display(), run.line);
        match context.run_line(&run.command) {
            Err(RunError::Unsupported(reason)) => return Outcome::Unsupported(reason),
            Err(RunError::Failed(message)) => {
                failures.push_str(&format!("{place}: {message}\n  {}\n", run.command));
            }
            Ok(output) => {
                failures.push_str(&check_exit_code(&place, run, &output));
                let blocks = [(&run.stdout, &output.stdout), (&run.stderr, &output.stderr)];
                for (block, actual) in blocks {
                    let Some(block) = block else { continue };
                    match compare(block, actual, &context) {
                        Comparison::Equal => {}
                        Comparison::Different(actual) if options.bless => {
                            rewrites.push((block, actual));
                        }
                        Comparison::Different(actual) => {
                            failures.push_str(&mismatch(&context, block, &actual));
                        }
                        Comparison::NoText => failures.push_str(&format!(
                            "{}:{}: the output is not text\n",
                            test.display_path.display(),
                            block.line
                        )),
                    }
                }
            }
        }
        // Later commands build on what earlier ones made.
        if !failures.is_empty() {
            return Outcome::Failed(failures);
        }
    }
    if rewrites.is_empty() {
        return Outcome::Passed;
    }
    match rewrite(test, rewrites) {
        Ok(()) => Outcome::Blessed,
        Err(error) => Outcome::Failed(format!(
            "{}: cannot be rewritten: {error}\n",
            test.display_path.display()
        )),
    }
}

/// A report if the command did not exit as it should.
fn check_exit_code(place: &str, run: &RunLine, output: &ToolOutput) -> String {
    let wanted = run.exit_code.unwrap_or(0);
    if output.exit_code == wanted {
        return String::new();
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut shown: String = stderr.split_inclusive('\n').take(SHOWN_LINES).collect();
    if shown.len() < stderr.len() {
        shown.push_str("…\n");
    } else if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push('\n');
    }
    format!(
        "{place}: exit code {} instead of {wanted}\n  {}\n{shown}",
        output.exit_code, run.command
    )
}

enum Comparison {
    Equal,
    /// The normalized actual output.
    Different(String),
    NoText,
}

/// Compares output with a block. The paths that `%s`, `%t` and `%S` stand for are written so in
/// blocks, since they differ from machine to machine.
fn compare(block: &OutputBlock, actual: &[u8], context: &Context<'_>) -> Comparison {
    let Ok(text) = std::str::from_utf8(actual) else {
        return Comparison::NoText;
    };
    // A carriage return or a NUL would not survive as part of a line.
    if text.contains(['\r', '\0']) {
        return Comparison::NoText;
    }
    let mut text = text.to_owned();
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut replacements = vec![
        (path(context.test), "%s"),
        (path(&context.temporary_path()), "%t"),
    ];
    replacements.push((path(context.directory), "%T"));
    if let Some(parent) = context
        .test
        .parent()
        .filter(|parent| parent.parent().is_some())
    {
        replacements.push((path(parent), "%S"));
    }
    for (path, name) in replacements {
        text = text.replace(&path, name);
    }
    if text == block.expected {
        Comparison::Equal
    } else {
        Comparison::Different(text)
    }
}

fn mismatch(context: &Context<'_>, block: &OutputBlock, actual: &str) -> String {
    let diff = TextDiff::from_lines(block.expected.as_str(), actual);
    format!(
        "{}:{}: the output is not as expected (BLESS=1 accepts it)\n{}",
        context.display.display(),
        block.line,
        diff.unified_diff()
            .context_radius(3)
            .header("expected", "actual"),
    )
}

/// Replaces the bodies of blocks in the test file.
fn rewrite(test: &TestFile, mut rewrites: Vec<(&OutputBlock, String)>) -> io::Result<()> {
    rewrites.sort_by_key(|(block, _)| block.body.start);
    let mut bytes = Vec::with_capacity(test.bytes.len());
    let mut position = 0;
    for (block, actual) in rewrites {
        bytes.extend_from_slice(&test.bytes[position..block.body.start]);
        if !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(block.render(&actual).as_bytes());
        position = block.body.end;
    }
    bytes.extend_from_slice(&test.bytes[position..]);
    let parent = test.path.parent().unwrap_or(Path::new("/"));
    let mut file = tempfile::NamedTempFile::new_in(parent)?;
    file.write_all(&bytes)?;
    file.as_file()
        .set_permissions(fs::metadata(&test.path)?.permissions())?;
    file.persist(&test.path)?;
    Ok(())
}
