//! `analyze liveness`: chooses how to solve the equations and how to report the solution.

use std::io::Write;

use avarice_ir::Module;
use avarice_opt::liveness::Problem;

use super::liveness_dynamic::Run;
use super::liveness_json::{self, FunctionJson};
use super::options::LivenessOptions;
use super::{
    Failure, Subject, each_function, functions, liveness_dot, liveness_stats, liveness_text,
};
use crate::input::Input;

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
