//! `analyze dead-code`.

use std::io::Write;

use avarice_opt::dataflow::{Granularity, MEMORY_LIMIT, Order, SortedSet};
use avarice_opt::liveness::{Problem, strong};

use super::{Failure, Subject};

/// Lists values that nothing needs, in the order in which they are defined.
pub fn report(subject: &mut Subject<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let (module, function) = (subject.module, subject.function);
    let problem = Problem::new(function, Granularity::Block, Order::Layout);
    let solution = problem.solve::<SortedSet>(MEMORY_LIMIT, &mut ());
    let dead = solution.and_then(|liveness| {
        let live = problem.live_anywhere(&liveness);
        strong::dead_values(module, function, &problem.variables, &live)
    });
    let dead = dead.map_err(|error| subject.too_large(error))?;
    for value in &dead {
        let why = if value.is_unused {
            "not live, not used"
        } else {
            "used only by dead values"
        };
        let text = subject.definition(problem.variables.value(value.number));
        writeln!(out, "dead: {text}    ({why})")?;
    }
    writeln!(
        out,
        "dead values: {} of {}",
        dead.len(),
        problem.variables.len()
    )?;
    Ok(())
}
