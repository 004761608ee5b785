//! `avarice opt`: runs passes on LLVM IR, like LLVM's `opt`.

use std::path::Path;
use std::time::Duration;

use avarice_ir::verifier::verify_module;
use avarice_ir::{Global, Module, printer};
use avarice_opt::manager::{Event, Manager, Watch};
use avarice_opt::pass::PassInfo;
use avarice_opt::pipeline::{Pipeline, Step};
use avarice_opt::registry::{self, PASSES};
use similar::TextDiff;

use crate::diagnostics::Diagnostic;
use crate::input::{Input, cannot};
use crate::options::{OptOptions, PrintChanged};
use crate::output;
use crate::output::report;
use crate::timing::{Timing, thread_time};

/// Runs the passes on `options.input` and writes the module.
///
/// # Errors
/// Input that is wrong, a pipeline that cannot be read, a file that cannot be written, and with `-verify-each` a
/// pass that breaks the module.
pub fn run(options: &OptOptions) -> Result<(), Diagnostic> {
    if options.print_passes {
        return output::write(None, list_passes().as_bytes())
            .map_err(|error| cannot("write", None, &error));
    }
    let pipeline = pipeline(options)?;
    for name in &options.debug_only {
        if registry::find(name).is_none() {
            return Err(Diagnostic::new(format!(
                "unknown pass '{name}' in -debug-only"
            )));
        }
    }
    let mut reporter = Reporter {
        options,
        timing: Timing::new(options.time_passes),
        begin: Duration::ZERO,
        before: String::new(),
    };
    let (input, mut module) = read(&options.input, &mut reporter.timing)?;
    // opt names modules after their file.
    let name: Box<[u8]> = input.name.into_bytes().into();
    module.id = name.clone();
    module.source_filename.get_or_insert(name);
    if options.ignore_optnone {
        module.remove_optnone();
    }
    reporter.start(&module);
    let mut manager = Manager {
        skips: &Module::is_optnone,
        watch: &mut reporter,
    };
    manager
        .run(&pipeline, &mut module)
        .map_err(Diagnostic::new)?;
    reporter.finish(&pipeline);
    verify_module(&module).map_err(|errors| broken("the pipeline", &errors))?;
    if !options.disable_output {
        let text = reporter
            .timing
            .measure("Writing", || printer::print_module(&module));
        output::write(options.output.as_deref(), text.as_bytes())
            .map_err(|error| cannot("write", options.output.as_deref(), &error))?;
    }
    if options.time_passes {
        report!("{}", reporter.timing.report());
    }
    Ok(())
}

/// Reads and checks the module.
fn read(path: &Path, timing: &mut Timing) -> Result<(Input, Module), Diagnostic> {
    let read = || -> Result<(Input, Module), Diagnostic> {
        let input = Input::read(path, Some("ir"))?;
        let module = input.parse_ir()?;
        Ok((input, module))
    };
    let (input, module) = timing.measure("Reading", read)?;
    input.warn(&module);
    timing.measure("Verification of the module", || input.verify(&module))?;
    Ok((input, module))
}

fn pipeline(options: &OptOptions) -> Result<Pipeline, Diagnostic> {
    let text = match (&options.passes, options.level) {
        (Some(passes), _) => passes.clone(),
        (None, Some(level)) => format!("default<O{level}>"),
        (None, None) => String::new(),
    };
    Pipeline::parse(&text).map_err(|error| {
        Diagnostic::new(format!("-passes: {error}")).note("-print-passes lists the passes")
    })
}

fn list_passes() -> String {
    let line = |pass: &PassInfo| format!("  {:28}{}\n", pass.name, pass.summary);
    PASSES.iter().copied().map(line).collect()
}

fn broken(what: &str, errors: &[avarice_ir::verifier::VerifyError]) -> Diagnostic {
    let first = errors.first().map_or(String::new(), ToString::to_string);
    Diagnostic::new(format!("{what} has broken the module: {first}"))
}

/// Reports on passes as they run, to standard error.
struct Reporter<'a> {
    options: &'a OptOptions,
    timing: Timing,
    /// When the current pass began.
    begin: Duration,
    /// The text before the current pass, if differences are wanted.
    before: String,
}

impl Reporter<'_> {
    fn is_verbose(&self) -> bool {
        let how = self.options.print_changed;
        matches!(how, Some(PrintChanged::Verbose | PrintChanged::Diff))
    }

    fn shows_differences(&self) -> bool {
        let how = self.options.print_changed;
        matches!(how, Some(PrintChanged::Diff | PrintChanged::DiffQuiet))
    }

    fn start(&self, module: &Module) {
        if self.options.print_changed == Some(PrintChanged::Verbose) {
            report!(
                "*** IR Dump At Start ***\n{}",
                printer::print_module(module)
            );
        }
    }

    /// What `opt` reports about its own passes around those of the user.
    fn finish(&self, pipeline: &Pipeline) {
        if !self.is_verbose() {
            return;
        }
        let steps = pipeline.steps.iter();
        for _ in steps.filter(|step| matches!(step, Step::Functions(_))) {
            report!("*** IR Pass ModuleToFunctionPassAdaptor on [module] ignored ***\n");
        }
        report!("*** IR Pass VerifierPass on [module] ignored ***\n");
        if !self.options.disable_output {
            report!("*** IR Pass PrintModulePass on [module] ignored ***\n");
        }
    }

    fn report_change(&self, pass: &PassInfo, name: &str, after: &str) {
        report!("*** IR Dump After {} on {name} ***\n", pass.class_name);
        if self.shows_differences() {
            let diff = TextDiff::from_lines(self.before.as_str(), after);
            report!("{}", diff.unified_diff().context_radius(3));
        } else {
            report!("{after}");
        }
    }
}

/// A function, or the module, as text.
fn text_of(module: &Module, global: Option<Global>) -> String {
    match global {
        Some(global) => printer::print_function(module, global),
        None => printer::print_module(module),
    }
}

impl Watch for Reporter<'_> {
    fn is_logged(&self, pass: &str) -> bool {
        self.options.debug_only.iter().any(|name| name == pass)
    }

    fn see(
        &mut self,
        pass: &PassInfo,
        module: &Module,
        global: Option<Global>,
        event: Event<'_>,
    ) -> Result<(), String> {
        match event {
            Event::Before => {
                if self.shows_differences() {
                    self.before = text_of(module, global);
                }
                if self.options.time_passes {
                    self.begin = thread_time();
                }
            }
            Event::Skipped => {}
            Event::After { changed, log } => {
                if self.options.time_passes {
                    let time = thread_time().saturating_sub(self.begin);
                    self.timing.add(pass.class_name, time);
                }
                report!("{log}");
                let name = global.map_or("[module]".into(), |id| module.globals[id].name_str());
                if changed && self.options.print_changed.is_some() {
                    self.report_change(pass, &name, &text_of(module, global));
                } else if self.is_verbose() {
                    let class = pass.class_name;
                    report!("*** IR Dump After {class} on {name} omitted because no change ***\n");
                }
                if self.options.verify_each
                    && changed
                    && let Err(errors) = verify_module(module)
                {
                    let first = errors.first().map_or(String::new(), ToString::to_string);
                    return Err(format!("{} has broken the module: {first}", pass.name));
                }
            }
        }
        Ok(())
    }

    fn finish_function(&mut self, module: &Module, global: Global) {
        if self.is_verbose() {
            let name = module.globals[global].name_str();
            report!("*** IR Pass PassManager<Function> on {name} ignored ***\n");
        }
    }
}
