//! `analyze liveness` as text: the values with their numbers, what blocks define and use, every step of the
//! iteration, and the solution.

use std::io::{self, Write};

use avarice_opt::dataflow::{Granularity, Node, Observer, VariableSet};
use avarice_opt::liveness::Problem;
use cranelift_entity::EntityRef;

use super::options::LivenessOptions;
use super::solved_liveness::{Solved, solve};
use super::{Failure, Subject};

/// Writes the report on one function, and returns the solution.
pub fn report(
    options: &LivenessOptions,
    subject: &mut Subject<'_>,
    problem: &Problem,
    out: &mut impl Write,
) -> Result<Solved, Failure> {
    let blocks = subject.function.layout.len();
    write!(out, "Basic blocks: {blocks}")?;
    match blocks - problem.graph.num_reachable_blocks() {
        0 => writeln!(out)?,
        count => writeln!(out, " ({count} unreachable)")?,
    }
    writeln!(out, "BitVec map:")?;
    write_values(subject, problem, 0..problem.variables.len(), out)?;
    for node in &problem.nodes {
        write_facts(subject, problem, *node, out)?;
    }
    let solution = if options.no_trace {
        solve(problem, options.sets, &mut ())
    } else {
        let mut trace = Trace {
            subject,
            problem,
            out,
            only: None,
            result: Ok(()),
        };
        let solution = solve(problem, options.sets, &mut trace);
        trace.result?;
        solution
    };
    let solution = solution.map_err(|error| subject.too_large(error))?;
    writeln!(out, "================== result ==================")?;
    for node in &problem.nodes {
        write_node_name(subject, problem, *node, out)?;
        let (live_in, live_out) = solution.sets(node.index());
        let what = short_name(problem);
        writeln!(out, "IN for {what}:")?;
        write_numbers(live_in.into_iter(), out)?;
        writeln!(out, "OUT for {what}:")?;
        write_numbers(live_out.into_iter(), out)?;
    }
    writeln!(out, "Live Variables:")?;
    let live = solution.live_anywhere(problem);
    write_values(subject, problem, live.iter(), out)?;
    Ok(solution)
}

/// What a node is called in headings.
fn short_name(problem: &Problem) -> &'static str {
    match problem.graph.granularity() {
        Granularity::Block => "bb",
        Granularity::Statement => "statement",
    }
}

/// A line that says which node it is about.
fn write_node_name(
    subject: &mut Subject<'_>,
    problem: &Problem,
    node: Node,
    out: &mut impl Write,
) -> io::Result<()> {
    match problem.graph.inst(node) {
        Some(inst) => writeln!(out, "Statement: {}", subject.printer.inst(inst)),
        None => {
            let block = problem.graph.block(node);
            writeln!(out, "Basic Block: {}", subject.printer.block_name(block))
        }
    }
}

/// Numbers with the definitions of their values.
fn write_values(
    subject: &mut Subject<'_>,
    problem: &Problem,
    numbers: impl Iterator<Item = u32>,
    out: &mut impl Write,
) -> io::Result<()> {
    for number in numbers {
        let text = subject.definition(problem.variables.value(number));
        writeln!(out, "{number} {text}")?;
    }
    Ok(())
}

/// Numbers in one line.
pub fn write_numbers(numbers: impl Iterator<Item = u32>, out: &mut impl Write) -> io::Result<()> {
    for (index, number) in numbers.enumerate() {
        let lead = if index == 0 { "" } else { " " };
        write!(out, "{lead}{number}")?;
    }
    writeln!(out)
}

/// What a node defines and uses, and what the phis of its successors use.
fn write_facts(
    subject: &mut Subject<'_>,
    problem: &Problem,
    node: Node,
    out: &mut impl Write,
) -> io::Result<()> {
    write_node_name(subject, problem, node, out)?;
    let facts = &problem.facts;
    writeln!(out, "defs:")?;
    let defs = facts.kills.row(node.index()).iter().copied();
    write_values(subject, problem, defs, out)?;
    writeln!(out, "uses:")?;
    let uses = facts.gens.row(node.index()).iter().copied();
    write_values(subject, problem, uses, out)?;
    let edges = facts.edges.row(node.index()).iter().copied();
    if edges.len() > 0 {
        writeln!(out, "uses in phis of successors:")?;
        write_values(subject, problem, edges, out)?;
    }
    writeln!(out, "================")
}

/// Writes each step while the equations are solved.
struct Trace<'a, 'm, W> {
    subject: &'a mut Subject<'m>,
    problem: &'a Problem,
    out: &'a mut W,
    /// The variable that sets are about, if they are about one.
    only: Option<u32>,
    result: io::Result<()>,
}

impl<W: Write> Trace<'_, '_, W> {
    fn write_step<S: VariableSet>(&mut self, node: Node, before: &S, after: &S) -> io::Result<()> {
        match self.problem.graph.inst(node) {
            Some(inst) => {
                let text = self.subject.printer.inst(inst);
                writeln!(self.out, "current statement:\n{text}\n")?;
            }
            None => {
                let text = self.subject.printer.block(self.problem.graph.block(node));
                writeln!(self.out, "current bb:\n{text}")?;
            }
        }
        for (heading, set) in [("Before IN:", before), ("After IN:", after)] {
            writeln!(self.out, "{heading}")?;
            write_numbers(set.iter().map(|n| self.only.unwrap_or(n)), self.out)?;
        }
        writeln!(self.out, "\n")
    }

    /// Writes unless writing has failed before.
    fn attempt(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = write(self);
        }
    }
}

impl<W: Write, S: VariableSet> Observer<S> for Trace<'_, '_, W> {
    fn variable(&mut self, variable: u32) {
        self.only = Some(variable);
        self.attempt(|trace| {
            let value = trace.problem.variables.value(variable);
            let text = trace.subject.definition(value);
            writeln!(trace.out, "variable {variable} {text}")
        });
    }

    fn iteration(&mut self, number: u64) {
        self.attempt(|trace| writeln!(trace.out, "{number} iteration:"));
    }

    fn visit(&mut self, node: Node, before: &S, after: &S) {
        self.attempt(|trace| trace.write_step(node, before, after));
    }
}
