//! `avarice analyze`: reports of data-flow analyses on the functions of a module, as text.

mod dead_code;
mod def_use;
mod liveness;
mod liveness_dot;
mod liveness_dynamic;
mod liveness_json;
mod liveness_stats;
mod liveness_text;
pub mod options;
mod solved_liveness;
mod ssa;
mod uninitialized;

use std::io::{self, BufWriter, Write};

use avarice_ir::printer::FunctionPrinter;
use avarice_ir::{Function, Global, Module};
use avarice_opt::dataflow::TooLarge;

use crate::diagnostics::Diagnostic;
use crate::input::Input;
use options::{AnalyzeInput, AnalyzeOptions, AnalyzeReport};

/// Reads the input and reports on standard output.
///
/// # Errors
/// The input cannot be read, is not a module, or does not have the requested function; the sets take too much memory.
pub fn run(options: &AnalyzeOptions) -> Result<(), Diagnostic> {
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match &options.report {
        AnalyzeReport::Liveness(options) => liveness::report(options, &mut out),
        AnalyzeReport::DeadCode(input) => report_on_input(input, &mut out, dead_code::report),
        AnalyzeReport::Uninitialized(input) => {
            report_on_input(input, &mut out, uninitialized::report)
        }
        AnalyzeReport::Ssa(input) => report_on_input(input, &mut out, ssa::report),
        AnalyzeReport::DefUse(input) => report_on_input(input, &mut out, def_use::report),
    };
    match result.and_then(|()| out.flush().map_err(Failure::Output)) {
        Err(Failure::Report(diagnostic)) => {
            // What came before the error belongs to the report.
            let _ = out.flush();
            Err(diagnostic)
        }
        // A reader that has seen enough is no error.
        Err(Failure::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(format!("cannot write the report: {error}")))
        }
        Ok(()) | Err(Failure::Output(_)) => Ok(()),
    }
}

/// Why a report ends early.
enum Failure {
    /// The report could not be made.
    Report(Diagnostic),
    /// The report could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Report(diagnostic)
    }
}

/// A function that is reported on.
struct Subject<'m> {
    module: &'m Module,
    global: Global,
    function: &'m Function,
    /// Its name, readable.
    name: String,
    printer: FunctionPrinter<'m>,
}

impl<'m> Subject<'m> {
    fn new(module: &'m Module, global: Global) -> Option<Self> {
        let function = module.globals[global].body()?;
        Some(Self {
            module,
            global,
            function,
            name: module.globals[global].name_str().into_owned(),
            printer: FunctionPrinter::new(module, function),
        })
    }

    /// The error for sets that are too large.
    fn too_large(&self, error: TooLarge) -> Failure {
        let message = format!("function '{}': {error}", self.name);
        Failure::Report(Diagnostic::new(message))
    }

    /// The text of a value's definition: the instruction, or type and name of an argument.
    fn definition(&mut self, value: avarice_ir::Value) -> &str {
        match self.function.def_inst(value) {
            Some(inst) => self.printer.inst(inst),
            None => self.printer.typed_value(value),
        }
    }
}

/// The defined functions of `module` that `input` asks for, in the module's order.
///
/// # Errors
/// A name is that of no defined function.
fn functions(module: &Module, input: &AnalyzeInput) -> Result<Vec<Global>, Diagnostic> {
    for name in &input.function {
        let global = module.globals_by_name.get(name.as_bytes());
        match global.map(|global| &module.globals[*global]) {
            None => return Err(Diagnostic::new(format!("there is no function '{name}'"))),
            Some(data) if data.body().is_none() => {
                return Err(Diagnostic::new(format!(
                    "'{name}' is not defined here as a function"
                )));
            }
            Some(_) => {}
        }
    }
    let is_wanted = |name: &[u8]| {
        let names = &input.function;
        names.is_empty() || names.iter().any(|wanted| wanted.as_bytes() == name)
    };
    let defined = module
        .globals
        .iter()
        .filter(|(_, data)| data.body().is_some());
    Ok(defined
        .filter(|(_, data)| is_wanted(&data.name))
        .map(|(id, _)| id)
        .collect())
}

/// Reads a module and reports on each function.
fn report_on_input<W: Write>(
    input: &AnalyzeInput,
    out: &mut W,
    report: impl FnMut(&mut Subject<'_>, &mut W) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (_, module) = Input::read_ir(&input.input)?;
    each_function(&module, input, out, report)
}

/// Reports on each function, with an empty line between them.
fn each_function<W: Write>(
    module: &Module,
    input: &AnalyzeInput,
    out: &mut W,
    mut report: impl FnMut(&mut Subject<'_>, &mut W) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for (index, global) in functions(module, input)?.into_iter().enumerate() {
        if let Some(mut subject) = Subject::new(module, global) {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "Function: {}", subject.name)?;
            report(&mut subject, out)?;
        }
    }
    Ok(())
}
