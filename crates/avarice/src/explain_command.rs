//! `avarice explain`: tells in sentences what happened to a value during register allocation.

use std::io::Write;

use avarice_explain::{NotFound, Query, explain, find, summary};
use avarice_trace::events::FunctionRecord;

use crate::diagnostics::Diagnostic;
use crate::options::{CompileOptions, ExplainOptions};
use crate::record::record;

/// Functions that are offered to choose from.
const OFFERED: usize = 8;

/// Compiles the input and writes the explanation to standard output.
///
/// # Errors
/// The query is malformed or finds nothing; the input is invalid or not supported.
pub fn run(options: &ExplainOptions) -> Result<(), Diagnostic> {
    let query = options.what.as_deref().map(Query::parse).transpose();
    let query = query.map_err(|message| {
        Diagnostic::new(message).note("quotes keep the shell from changing the argument")
    })?;
    let compile = CompileOptions::without_output(
        &options.input,
        options.language.as_deref(),
        options.codegen.clone(),
    );
    let records = record(&compile)?;
    let function = options.function.as_deref();
    let text = match &query {
        Some(query) => explain_all(&records, query, function).map_err(diagnostic)?,
        None => summary(&records, function).map_err(diagnostic)?,
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // A reader that has seen enough is no error.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(format!("cannot write: {error}")))
        }
        _ => Ok(()),
    }
}

fn explain_all(
    records: &[FunctionRecord],
    query: &Query,
    function: Option<&str>,
) -> Result<String, NotFound> {
    let found = find(records, query, function)?;
    let mut functions: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
    functions.dedup();
    if functions.len() > 1 && !matches!(query, Query::Line { .. }) {
        let mut names: Vec<&str> = functions.iter().map(|at| &*records[*at].name).collect();
        let more = names.len().saturating_sub(OFFERED);
        names.truncate(OFFERED);
        let rest = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return Err(NotFound {
            message: "several functions have it: --function chooses one".into(),
            help: Some(format!("functions are {}{rest}", names.join(", "))),
        });
    }
    let texts = found.iter().map(|(at, reg)| explain(&records[*at], *reg));
    Ok(texts.collect::<Vec<String>>().join("\n"))
}

fn diagnostic(error: NotFound) -> Diagnostic {
    let diagnostic = Diagnostic::new(error.message);
    match error.help {
        Some(help) => diagnostic.note(help),
        None => diagnostic,
    }
}
