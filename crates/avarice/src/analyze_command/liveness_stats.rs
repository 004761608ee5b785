//! `analyze liveness --stats`: what each order and representation costs on a function.

use std::io::Write;
use std::time::Instant;

use avarice_opt::liveness::Problem;

use super::options::{LivenessOptions, OrderOption, SetsOption};
use super::solved_liveness::{Solved, solve};
use super::{Failure, Subject};

/// Visits from which on a row is left out: variables, each with visits of all nodes.
const MOST_VISITS: u64 = 1 << 28;

/// Writes a table with a row for each order and representation.
pub fn report(
    options: &LivenessOptions,
    subject: &mut Subject<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let granularity = options.granularity;
    writeln!(
        out,
        "================== costs, nodes are {}s ==================",
        granularity.name()
    )?;
    writeln!(
        out,
        "{:10}  {:12}  {:>10}  {:>10}  {:>14}  {:>14}  {:>12}  {:>10}",
        "order", "sets", "iterations", "transfers", "set operations", "steps", "bytes", "time"
    )?;
    let orders = [
        OrderOption::Postorder,
        OrderOption::Rpo,
        OrderOption::Layout,
        OrderOption::Worklist,
    ];
    for order in orders {
        let problem = Problem::new(subject.function, granularity.granularity(), order.order());
        for sets in [
            SetsOption::Bits,
            SetsOption::Sorted,
            SetsOption::PerVariable,
        ] {
            write!(out, "{:10}  {:12}  ", order.name(), sets.name())?;
            let visits = u64::from(problem.variables.len()) * problem.nodes.len() as u64;
            let is_exhaustive = sets == SetsOption::PerVariable && order != OrderOption::Worklist;
            if is_exhaustive && visits > MOST_VISITS {
                writeln!(out, "more than {visits} visits")?;
                continue;
            }
            let start = Instant::now();
            let solved = solve(&problem, sets, &mut ());
            let time = start.elapsed().as_secs_f64() * 1e6;
            let counts = match &solved {
                Ok(Solved::Bits(liveness)) => liveness.counts,
                Ok(Solved::Sorted(liveness)) => liveness.counts,
                Err(error) => {
                    writeln!(out, "{error}")?;
                    continue;
                }
            };
            writeln!(
                out,
                "{:>10}  {:>10}  {:>14}  {:>14}  {:>12}  {time:>7.0} us",
                counts.iterations, counts.transfers, counts.operations, counts.steps, counts.bytes
            )?;
        }
    }
    Ok(())
}
