//! `analyze liveness --dynamic`: which statically live values one execution used.

use std::io::Write;

use avarice_ir::{Block, DataLayout, Global, Module, Type, TypeData, TypeTable};
use avarice_opt::interpreter::{self, Failure as RunFailure, FailureKind, Interpreter, Outcome};
use avarice_opt::liveness::Problem;
use avarice_opt::liveness::dynamic::DynamicLiveness;
use cranelift_entity::EntityRef;

use super::liveness_text::write_numbers;
use super::options::{GranularityOption, LivenessOptions};
use super::solved_liveness::Solved;
use super::{Failure, Subject};
use crate::diagnostics::Diagnostic;

/// An execution and what was seen of it.
pub struct Run {
    /// Name of the function that was run.
    pub function: String,
    /// Its arguments as they were given.
    pub args: Vec<String>,
    /// How it ended.
    pub outcome: String,
    /// Instructions executed.
    pub steps: u64,
    /// What the program wrote.
    pub output: String,
    global: Global,
    seen: DynamicLiveness,
}

/// What was seen at a block.
pub struct AtBlock {
    /// How often control came to it.
    pub visits: u64,
    /// Variables that were live at its begin in some visit, by number.
    pub live_in: Vec<u32>,
    /// The same at its end.
    pub live_out: Vec<u32>,
}

impl Run {
    /// Runs the function that the options name.
    ///
    /// # Errors
    /// There is none, its arguments are wrong, or it does what it must not or what is not run.
    pub fn new(module: &Module, options: &LivenessOptions) -> Result<Self, Diagnostic> {
        if options.granularity == GranularityOption::Statement {
            return Err(Diagnostic::new(
                "dynamic liveness is reported at blocks only",
            ));
        }
        let global = entry(module, options)?;
        let name = module.globals[global].name_str().into_owned();
        let (params, result) = signature(module, global);
        if params.len() != options.args.len() {
            let (wanted, given) = (params.len(), options.args.len());
            let message = format!("function '{name}' takes {wanted} arguments, {given} are given");
            return Err(Diagnostic::new(message).note("--args takes them, separated by commas"));
        }
        let args = params.iter().zip(&options.args);
        let args = args.map(|(ty, text)| interpreter::parse_argument(module, *ty, text));
        let args: Vec<_> = args.collect::<Result<_, _>>().map_err(Diagnostic::new)?;
        let layout = DataLayout::of_module(module).map_err(Diagnostic::new)?;
        let mut machine = Interpreter::new(module, &layout, DynamicLiveness::default());
        let outcome = machine.run(global, &args, options.steps);
        let outcome = outcome.map_err(|failure| diagnostic(module, &failure))?;
        let outcome = match outcome {
            Outcome::Returned(_) if result == TypeTable::VOID => "returned".to_owned(),
            Outcome::Returned(datum) => {
                let text = interpreter::print_datum(module, result, &datum);
                format!("returned {text}")
            }
            Outcome::Exited(code) => format!("exited with {code}"),
            Outcome::OutOfSteps => "was stopped".to_owned(),
        };
        Ok(Self {
            function: name,
            args: options.args.clone(),
            outcome,
            steps: machine.steps(),
            output: String::from_utf8_lossy(machine.output()).into_owned(),
            global,
            seen: machine.watch,
        })
    }

    /// What was seen at a block of the subject.
    pub fn at_block(&self, subject: &Subject<'_>, problem: &Problem, block: Block) -> AtBlock {
        let mut at = AtBlock {
            visits: 0,
            live_in: Vec::new(),
            live_out: Vec::new(),
        };
        if let Some(observed) = self.seen.observed(subject.global) {
            let numbers = |set: &avarice_opt::dataflow::SortedSet| {
                let values = set
                    .as_slice()
                    .iter()
                    .copied()
                    .map(avarice_ir::Value::from_u32);
                let mut numbers: Vec<u32> = values
                    .filter_map(|value| problem.variables.number(value))
                    .collect();
                numbers.sort_unstable();
                numbers
            };
            at.visits = observed.visits[block];
            at.live_in = numbers(&observed.live_in[block]);
            at.live_out = numbers(&observed.live_out[block]);
        }
        at
    }

    /// Writes for each block what the run used of what is live.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn report(
        &self,
        subject: &mut Subject<'_>,
        problem: &Problem,
        solved: &Solved,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(out, "================== dynamic ==================")?;
        if self.global == subject.global {
            let args = self.args.join(", ");
            let Self {
                function,
                outcome,
                steps,
                ..
            } = self;
            writeln!(out, "{function}({args}) {outcome} after {steps} steps")?;
            for line in self.output.lines() {
                writeln!(out, "output: {line}")?;
            }
        }
        for node in &problem.nodes {
            let block = problem.graph.block(*node);
            let at = self.at_block(subject, problem, block);
            let name = subject.printer.block_name(block);
            writeln!(out, "Basic Block: {name}, visits: {}", at.visits)?;
            if at.visits == 0 {
                continue;
            }
            let (live_in, live_out) = solved.sets(node.index());
            for (what, all, used) in [("IN", live_in, at.live_in), ("OUT", live_out, at.live_out)] {
                writeln!(out, "{what}, used later:")?;
                write_numbers(used.iter().copied(), out)?;
                writeln!(out, "{what}, live but not used in this run:")?;
                let unused = all
                    .into_iter()
                    .filter(|number| used.binary_search(number).is_err());
                write_numbers(unused, out)?;
            }
        }
        Ok(())
    }
}

/// The function to run.
fn entry(module: &Module, options: &LivenessOptions) -> Result<Global, Diagnostic> {
    let defined = super::functions(module, &options.input)?;
    let named = |name: &str| {
        let is_named = |id: &&Global| *module.globals[**id].name == *name.as_bytes();
        defined.iter().find(is_named).copied()
    };
    let chosen = match (options.input.function.first(), &defined[..]) {
        (Some(name), _) => named(name),
        (None, [only]) => Some(*only),
        (None, _) => named("main"),
    };
    chosen.ok_or_else(|| {
        Diagnostic::new("no function to run").note("--function names it, if it is not 'main'")
    })
}

/// Types of the parameters and the result.
fn signature(module: &Module, global: Global) -> (Vec<Type>, Type) {
    match &module.types[module.globals[global].value_type] {
        TypeData::Function { ret, params, .. } => (params.to_vec(), *ret),
        _ => (Vec::new(), TypeTable::VOID),
    }
}

/// A failed run, with the instruction that failed.
fn diagnostic(module: &Module, failure: &RunFailure) -> Diagnostic {
    let what = match failure.kind {
        FailureKind::Unsupported => "the interpreter cannot continue",
        FailureKind::Trap | FailureKind::Limit => "the run failed",
    };
    let diagnostic = Diagnostic::new(format!("{what}: {failure}"));
    let place = failure.place.and_then(|(global, inst)| {
        let subject = Subject::new(module, global)?;
        Some((subject, inst))
    });
    match place {
        Some((mut subject, inst)) => {
            let text = subject.printer.inst(inst).to_owned();
            diagnostic.note(format!("in function '{}': {text}", subject.name))
        }
        None => diagnostic,
    }
}
