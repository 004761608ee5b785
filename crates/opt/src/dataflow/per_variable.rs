//! One variable at a time: the equations of [`Facts`] are solved for each variable alone, where a set is a bit.
//!
//! With a work list that begins at the nodes that add the variable, only the nodes where it holds are visited, and
//! their neighbours: the cost is in proportion to the solution, and the facts of one variable can be computed without
//! the others. With any other order, each variable costs visits to all nodes.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::gen_kill::Facts;
use super::graph::{Direction, Graph, Node, Order};
use super::rows::Rows;
use super::sets::{Single, SortedSet, VariableSet};
use super::solver::{Analysis, Counts, Observer, Solver, TooLarge};

/// What a node does to the one variable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Action {
    adds: bool,
    removes: bool,
    edge: bool,
}

/// The analysis of one variable.
struct OneVariable {
    direction: Direction,
    actions: SecondaryMap<Node, Action>,
}

impl Analysis for OneVariable {
    type Value = Single;

    fn direction(&self) -> Direction {
        self.direction
    }

    fn top(&self) -> Single {
        Single(false)
    }

    fn start(&self, _: &Graph, node: Node, value: &mut Single) {
        value.0 = self.actions[node].edge;
    }

    fn meet(&self, _: &Graph, _: Node, value: &mut Single, _: Node, result: &Single) {
        value.union(result);
    }

    fn transfer(&self, node: Node, value: &mut Single) {
        let action = self.actions[node];
        value.0 = action.adds || value.0 && !action.removes;
    }

    fn transfer_operations(&self) -> u64 {
        2
    }

    fn steps(&self, value: &Single) -> u64 {
        value.steps()
    }

    fn bytes(&self, value: &Single) -> u64 {
        value.bytes()
    }
}

/// The facts by variable: nodes that add it, remove it, have it on an edge.
struct ByVariable {
    gens: Rows<u32>,
    kills: Rows<u32>,
    edges: Rows<u32>,
}

impl OneVariable {
    /// Takes up (or, with default actions, lays down) what nodes do to `variable`.
    fn set(&mut self, by_variable: &ByVariable, variable: usize, is_on: bool) {
        for node in by_variable.gens.row(variable) {
            self.actions[Node::from_u32(*node)].adds = is_on;
        }
        for node in by_variable.kills.row(variable) {
            self.actions[Node::from_u32(*node)].removes = is_on;
        }
        for node in by_variable.edges.row(variable) {
            self.actions[Node::from_u32(*node)].edge = is_on;
        }
    }
}

/// The sets of all nodes: what comes together, and the results.
pub struct Solution {
    /// By node: what comes together there.
    pub meets: Vec<SortedSet>,
    /// By node: after the transfer.
    pub results: Vec<SortedSet>,
    /// What it cost, sums over the variables; bytes are those of the sets above.
    pub counts: Counts,
}

/// Solves `facts`, whose meet is the union, for one variable after the other.
///
/// # Errors
/// The sets take more than `limit` bytes.
pub fn solve(
    graph: &Graph,
    facts: &Facts,
    order: Order,
    nodes: &[Node],
    limit: u64,
    observer: &mut impl Observer<Single>,
) -> Result<Solution, TooLarge> {
    let universe = facts.universe as usize;
    let by_variable = ByVariable {
        gens: facts.gens.transposed(universe),
        kills: facts.kills.transposed(universe),
        edges: facts.edges.transposed(universe),
    };
    let mut analysis = OneVariable {
        direction: facts.direction,
        actions: SecondaryMap::new(),
    };
    let mut solver = Solver::new(graph, &analysis, limit)?;
    let mut solution = Solution {
        meets: vec![SortedSet::default(); graph.num_nodes()],
        results: vec![SortedSet::default(); graph.num_nodes()],
        counts: Counts::default(),
    };
    let mut bytes = 0;
    let mut seeds = Vec::new();
    for variable in 0..facts.universe {
        let row = variable as usize;
        analysis.set(&by_variable, row, true);
        observer.variable(variable);
        if order == Order::Worklist {
            seeds.clear();
            let starts = [&by_variable.gens, &by_variable.edges];
            let starts = starts.iter().flat_map(|rows| rows.row(row));
            seeds.extend(starts.map(|node| Node::from_u32(*node)));
            seeds.sort_unstable();
            seeds.dedup();
            solver.run_from(graph, &analysis, &seeds, observer)?;
            // A node may have been visited again; the values are taken once and then put back.
            for at in 0..solver.visited().len() {
                let node = solver.visited()[at];
                bytes += solution.take(&mut solver, node, variable);
            }
        } else {
            solver.run(graph, &analysis, order, nodes, observer)?;
            for node in nodes {
                bytes += solution.take(&mut solver, *node, variable);
            }
        }
        analysis.set(&by_variable, row, false);
        if bytes > limit {
            return Err(TooLarge { limit });
        }
    }
    solution.counts = solver.counts;
    let sets = solution.meets.iter().chain(&solution.results);
    solution.counts.bytes = sets.map(VariableSet::bytes).sum();
    Ok(solution)
}

impl Solution {
    /// Moves the values of `node` over, which are about `variable`. Returns the bytes that this took, about.
    fn take(&mut self, solver: &mut Solver<Single>, node: Node, variable: u32) -> u64 {
        let index = node.index();
        let meet = std::mem::take(&mut solver.meets[index]);
        let result = std::mem::take(&mut solver.results[index]);
        let mut bytes = 0;
        for (value, set) in [
            (meet, &mut self.meets[index]),
            (result, &mut self.results[index]),
        ] {
            if value.0 {
                set.push(variable);
                bytes += size_of::<u32>() as u64;
            }
        }
        bytes
    }
}
