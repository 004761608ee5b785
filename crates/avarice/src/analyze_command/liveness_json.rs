//! `analyze liveness --json`.
//!
//! ```text
//!   { "schema": 1,
//!     "run": {"function": "sum", "args": ["1", "100"],        only with --dynamic
//!             "outcome": "returned 0", "steps": 1605, "output": ""},
//!     "functions": [
//!       { "name": "sum", "order": "postorder", "sets": "bits", "granularity": "block",
//!         "variables": ["i32 %0", "%test2 = load …"],        by number
//!         "nodes": [                                          in the order of visits
//!           { "block": "%16", "statement": null,
//!             "defs": [2, 3], "uses": [5], "phi_uses": [],
//!             "live_in": [5, 14], "live_out": [14],
//!             "dynamic": {"visits": 99,                       only with --dynamic; what this run read later
//!                         "live_in": [5], "live_out": []} } ],
//!         "iterations": [                                     absent with --no-trace; those of one variable
//!           { "variable": null,                               after the other with per-variable sets
//!             "steps": [{"node": 0, "before": [], "after": [5]}] } ],
//!         "live": [0, 1],                                     live into some node
//!         "counts": {"iterations": 3, "transfers": 15, "operations": 45, "steps": 45, "bytes": 320} } ] }
//! ```

use std::io::Write;

use avarice_opt::dataflow::{Node, Observer, VariableSet};
use avarice_opt::liveness::Problem;
use cranelift_entity::{EntityRef, SecondaryMap};
use serde::Serialize;

use super::liveness_dynamic::Run;
use super::options::LivenessOptions;
use super::solved_liveness::{Solved, solve};
use super::{Failure, Subject};
use crate::diagnostics::Diagnostic;

/// The whole report.
#[derive(Serialize)]
struct ReportJson {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunJson>,
    functions: Vec<FunctionJson>,
}

#[derive(Serialize)]
struct RunJson {
    function: String,
    args: Vec<String>,
    outcome: String,
    steps: u64,
    output: String,
}

/// One function.
#[derive(Serialize)]
pub struct FunctionJson {
    name: String,
    order: &'static str,
    sets: &'static str,
    granularity: &'static str,
    variables: Vec<String>,
    nodes: Vec<NodeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<Vec<IterationJson>>,
    live: Vec<u32>,
    counts: CountsJson,
}

#[derive(Serialize)]
struct NodeJson {
    block: String,
    statement: Option<String>,
    defs: Vec<u32>,
    uses: Vec<u32>,
    phi_uses: Vec<u32>,
    live_in: Vec<u32>,
    live_out: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dynamic: Option<DynamicJson>,
}

#[derive(Serialize)]
struct DynamicJson {
    visits: u64,
    live_in: Vec<u32>,
    live_out: Vec<u32>,
}

#[derive(Serialize)]
struct IterationJson {
    variable: Option<u32>,
    steps: Vec<StepJson>,
}

#[derive(Serialize)]
struct StepJson {
    /// Place in the list of nodes.
    node: usize,
    before: Vec<u32>,
    after: Vec<u32>,
}

#[derive(Serialize)]
struct CountsJson {
    iterations: u64,
    transfers: u64,
    operations: u64,
    steps: u64,
    bytes: u64,
}

/// The report on one function.
pub fn report(
    options: &LivenessOptions,
    subject: &mut Subject<'_>,
    problem: &Problem,
    run: Option<&Run>,
) -> Result<FunctionJson, Failure> {
    let mut trace = Trace {
        places: SecondaryMap::new(),
        only: None,
        iterations: Vec::new(),
    };
    for (place, node) in problem.nodes.iter().enumerate() {
        trace.places[*node] = place;
    }
    let solved = if options.no_trace {
        solve(problem, options.sets, &mut ())
    } else {
        solve(problem, options.sets, &mut trace)
    };
    let solved = solved.map_err(|error| subject.too_large(error))?;
    let counts = match &solved {
        Solved::Bits(liveness) => liveness.counts,
        Solved::Sorted(liveness) => liveness.counts,
    };
    let nodes = problem.nodes.iter().map(|node| {
        let (live_in, live_out) = solved.sets(node.index());
        let block = problem.graph.block(*node);
        let statement = problem.graph.inst(*node);
        NodeJson {
            block: subject.printer.block_name(block).to_owned(),
            statement: statement.map(|inst| subject.printer.inst(inst).to_owned()),
            defs: problem.facts.kills.row(node.index()).to_vec(),
            uses: problem.facts.gens.row(node.index()).to_vec(),
            phi_uses: problem.facts.edges.row(node.index()).to_vec(),
            live_in,
            live_out,
            dynamic: run.map(|run| {
                let at = run.at_block(subject, problem, block);
                DynamicJson {
                    visits: at.visits,
                    live_in: at.live_in,
                    live_out: at.live_out,
                }
            }),
        }
    });
    let nodes = nodes.collect();
    let variables = problem.variables.values().iter();
    let variables = variables.map(|value| subject.definition(*value).to_owned());
    Ok(FunctionJson {
        variables: variables.collect(),
        name: subject.name.clone(),
        order: options.order.name(),
        sets: options.sets.name(),
        granularity: options.granularity.name(),
        nodes,
        iterations: (!options.no_trace).then_some(trace.iterations),
        live: solved.live_anywhere(problem).iter().collect(),
        counts: CountsJson {
            iterations: counts.iterations,
            transfers: counts.transfers,
            operations: counts.operations,
            steps: counts.steps,
            bytes: counts.bytes,
        },
    })
}

/// Writes the reports as one document.
pub fn write(
    functions: Vec<FunctionJson>,
    run: Option<&Run>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let report = ReportJson {
        schema: 1,
        run: run.map(|run| RunJson {
            function: run.function.clone(),
            args: run.args.clone(),
            outcome: run.outcome.clone(),
            steps: run.steps,
            output: run.output.clone(),
        }),
        functions,
    };
    let text = serde_json::to_string_pretty(&report).map_err(Diagnostic::new)?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// Keeps each step while the equations are solved.
struct Trace {
    /// By node: its place in the list of nodes.
    places: SecondaryMap<Node, usize>,
    only: Option<u32>,
    iterations: Vec<IterationJson>,
}

impl<S: VariableSet> Observer<S> for Trace {
    fn variable(&mut self, variable: u32) {
        self.only = Some(variable);
    }

    fn iteration(&mut self, _: u64) {
        self.iterations.push(IterationJson {
            variable: self.only,
            steps: Vec::new(),
        });
    }

    fn visit(&mut self, node: Node, before: &S, after: &S) {
        let members = |set: &S| set.iter().map(|n| self.only.unwrap_or(n)).collect();
        let step = StepJson {
            node: self.places[node],
            before: members(before),
            after: members(after),
        };
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.steps.push(step);
        }
    }
}
