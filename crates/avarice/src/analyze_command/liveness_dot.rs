//! `analyze liveness --dot`: the graph with the sets, for Graphviz.

use std::io::Write;

use avarice_opt::liveness::Problem;
use cranelift_entity::EntityRef;

use super::options::LivenessOptions;
use super::solved_liveness::solve;
use super::{Failure, Subject};

/// Writes a `digraph`: a box a node, with what is live at its begin, its instructions, and what is live at its end.
pub fn report(
    options: &LivenessOptions,
    subject: &mut Subject<'_>,
    problem: &Problem,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let solution =
        solve(problem, options.sets, &mut ()).map_err(|error| subject.too_large(error))?;
    writeln!(out, "digraph \"{}\" {{", quoted(&subject.name))?;
    writeln!(out, "  node [shape=box, fontname=monospace];")?;
    for node in problem.graph.nodes() {
        let (live_in, live_out) = solution.sets(node.index());
        let mut names = |numbers: Vec<u32>| {
            let names = numbers.into_iter().map(|number| {
                let value = problem.variables.value(number);
                subject.printer.value(value).to_owned()
            });
            names.collect::<Vec<_>>().join(" ")
        };
        let (live_in, live_out) = (names(live_in), names(live_out));
        let text = match problem.graph.inst(node) {
            Some(inst) => subject.printer.inst(inst),
            None => subject.printer.block(problem.graph.block(node)),
        };
        let lines = format!("IN: {live_in}\n{}\nOUT: {live_out}\n", text.trim_end());
        // Lines end with \l, which puts them to the left.
        let label = quoted(&lines).replace('\n', "\\l");
        writeln!(out, "  {node} [label=\"{label}\"];")?;
        for successor in problem.graph.successors(node) {
            writeln!(out, "  {node} -> {successor};")?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

/// `text` as it stands between quotes in graphviz's language.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
