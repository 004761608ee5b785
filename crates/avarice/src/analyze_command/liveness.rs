//! `analyze liveness`: chooses how to solve the equations and how to report the solution.

use std::io::Write;

use avarice_ir::Module;
use avarice_opt::dataflow::{
    BitSet, MEMORY_LIMIT, Observer, Single, SortedSet, TooLarge, VariableSet,
};
use avarice_opt::liveness::{Liveness, Problem};

use super::liveness_dynamic::Run;
use super::liveness_json::{self, FunctionJson};
use super::options::{LivenessOptions, SetsOption};
use super::{
    Failure, Subject, each_function, functions, liveness_dot, liveness_stats, liveness_text,
};
use crate::input::Input;

/// The solution, with the requested sets.
pub enum Solved {
    /// Sets as bits.
    Bits(Liveness<BitSet>),
    /// Sets as lists, also those of one variable at a time.
    Sorted(Liveness<SortedSet>),
}

/// Solves `problem` with sets of a kind; the observer sees all.
///
/// # Errors
/// The sets take too much memory.
pub fn solve<O>(problem: &Problem, sets: SetsOption, observer: &mut O) -> Result<Solved, TooLarge>
where
    O: Observer<BitSet> + Observer<SortedSet> + Observer<Single>,
{
    Ok(match sets {
        SetsOption::Bits => Solved::Bits(problem.solve(MEMORY_LIMIT, observer)?),
        SetsOption::Sorted => Solved::Sorted(problem.solve(MEMORY_LIMIT, observer)?),
        SetsOption::PerVariable => {
            Solved::Sorted(problem.solve_per_variable(MEMORY_LIMIT, observer)?)
        }
    })
}

impl Solved {
    /// The members of the sets of node `index`: live at its begin, live at its end.
    pub fn sets(&self, index: usize) -> (Vec<u32>, Vec<u32>) {
        fn members<S: VariableSet>(liveness: &Liveness<S>, index: usize) -> (Vec<u32>, Vec<u32>) {
            let live_in = liveness.live_in[index].iter().collect();
            (live_in, liveness.live_out[index].iter().collect())
        }
        match self {
            Self::Bits(liveness) => members(liveness, index),
            Self::Sorted(liveness) => members(liveness, index),
        }
    }

    /// The variables that are live at the beginning of some node.
    pub fn live_anywhere(&self, problem: &Problem) -> BitSet {
        match self {
            Self::Bits(liveness) => problem.live_anywhere(liveness),
            Self::Sorted(liveness) => problem.live_anywhere(liveness),
        }
    }
}

/// Reports on the functions in the form that the options ask for.
pub fn report(options: &LivenessOptions, out: &mut impl Write) -> Result<(), Failure> {
    let (_, module) = Input::read_ir(&options.input.input)?;
    let run = match options.dynamic {
        true => Some(Run::new(&module, options)?),
        false => None,
    };
    let run = run.as_ref();
    if options.json || options.dot {
        return report_as_data(&module, options, run, out);
    }
    each_function(&module, &options.input, out, |subject, out| {
        let problem = problem(options, subject);
        let solved = liveness_text::report(options, subject, &problem, out)?;
        if let Some(run) = run {
            run.report(subject, &problem, &solved, out)?;
        }
        if options.stats {
            liveness_stats::report(options, subject, out)?;
        }
        Ok(())
    })
}

fn problem(options: &LivenessOptions, subject: &Subject<'_>) -> Problem {
    let granularity = options.granularity.granularity();
    Problem::new(subject.function, granularity, options.order.order())
}

fn report_as_data(
    module: &Module,
    options: &LivenessOptions,
    run: Option<&Run>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut reports: Vec<FunctionJson> = Vec::new();
    for global in functions(module, &options.input)? {
        let Some(mut subject) = Subject::new(module, global) else {
            continue;
        };
        let problem = problem(options, &subject);
        if options.dot {
            liveness_dot::report(options, &mut subject, &problem, out)?;
        } else {
            let report = liveness_json::report(options, &mut subject, &problem, run)?;
            reports.push(report);
        }
    }
    if options.json {
        liveness_json::write(reports, run, out)?;
    }
    Ok(())
}
