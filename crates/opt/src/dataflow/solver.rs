//! Solves the equations of an analysis by iteration.
//!
//! Two values belong to each node: its *meet* combines what comes from its neighbours on the side where facts come
//! from, its *result* is the meet after the node's own transfer:
//!
//! ```text
//!   backward (liveness)                    forward (assignments)
//!
//!   result  IN[n] = transfer(OUT[n])       meet    IN[n]  = ⊓ OUT[p] over predecessors p
//!           ┌──────┐                               ┌──────┐
//!           │  n   │  ▲                            │  n   │  │
//!           └──────┘  │                            └──────┘  ▼
//!   meet    OUT[n] = ⊓ IN[s] over          result  OUT[n] = transfer(IN[n])
//!                      successors s
//! ```
//!
//! All results begin at the top of the lattice (nothing is known to happen) and only go down, so the iteration ends at
//! the greatest fixed point of the equations; for sets with union as meet, that means the smallest sets. The solution
//! does not depend on the order of visits, but the number of visits does.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::graph::{Direction, Graph, Node, Order};

/// A data-flow analysis: a direction, a lattice and two functions.
///
/// # Requires
/// `meet` and `transfer` are monotone and the lattice has no infinite descent; otherwise iteration may not end.
pub trait Analysis {
    /// An element of the lattice.
    type Value: Clone + PartialEq;

    /// Which way facts flow.
    fn direction(&self) -> Direction;

    /// The top element, with which results begin.
    fn top(&self) -> Self::Value;

    /// Sets `value` to the initial value of the meet of `node`, before any neighbour is considered: the top, or the
    /// boundary value of a node without neighbours, and what belongs to the node's edges themselves.
    fn start(&self, graph: &Graph, node: Node, value: &mut Self::Value);

    /// Meets `value`, which belongs to `node`, with the result of its neighbour `source`.
    fn meet(
        &self,
        graph: &Graph,
        node: Node,
        value: &mut Self::Value,
        source: Node,
        result: &Self::Value,
    );

    /// Changes `value`, the meet of `node`, to its result.
    fn transfer(&self, node: Node, value: &mut Self::Value);

    /// Operations on whole values in one transfer, for the statistics.
    fn transfer_operations(&self) -> u64 {
        1
    }

    /// Steps of an operation with `value`: its words or elements, for the statistics.
    fn steps(&self, value: &Self::Value) -> u64;

    /// Memory of `value` in bytes.
    fn bytes(&self, value: &Self::Value) -> u64;
}

/// What a solution cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Rounds over the nodes, the last one, which changes nothing, included; for a work list, rounds over those
    /// that wait.
    pub iterations: u64,
    /// Visits of a node: applications of its transfer function.
    pub transfers: u64,
    /// Operations on values: meets and those of transfers.
    pub operations: u64,
    /// Steps of these operations: words of bit sets, elements of lists.
    pub steps: u64,
    /// Bytes of all values at the end.
    pub bytes: u64,
}

/// Why there is no solution: values would take more memory than is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// What was allowed, in bytes.
    pub limit: u64,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the sets take more than {} MiB", self.limit >> 20)
    }
}

impl std::error::Error for TooLarge {}

/// Looks on while equations are solved; `()` does not.
pub trait Observer<V> {
    /// From now on, values are about this variable alone.
    fn variable(&mut self, _variable: u32) {}

    /// Round `number` begins, from 1.
    fn iteration(&mut self, _number: u64) {}

    /// A node was visited: its result before and after.
    fn visit(&mut self, _node: Node, _before: &V, _after: &V) {}
}

impl<V> Observer<V> for () {}

/// Values of all nodes, and the memory to compute them; may be used again for other analyses of the same graph.
#[derive(Clone, Debug)]
pub struct Solver<V> {
    /// By node: what comes together there.
    pub meets: Vec<V>,
    /// By node: after the transfer.
    pub results: Vec<V>,
    /// What it cost, added up over all runs.
    pub counts: Counts,
    limit: u64,
    meet: V,
    result: V,
    /// Nodes that wait, now and in the next round, and which they are.
    current: Vec<Node>,
    next: Vec<Node>,
    waits: SecondaryMap<Node, bool>,
    /// Nodes visited, with repetitions, by [`Self::run_from`].
    visited: Vec<Node>,
}

impl<V: Clone + PartialEq> Solver<V> {
    /// All values at the top.
    ///
    /// # Errors
    /// They take more than `limit` bytes.
    pub fn new(
        graph: &Graph,
        analysis: &impl Analysis<Value = V>,
        limit: u64,
    ) -> Result<Self, TooLarge> {
        let top = analysis.top();
        let bytes = analysis
            .bytes(&top)
            .saturating_mul(2 * graph.num_nodes() as u64);
        if bytes > limit {
            return Err(TooLarge { limit });
        }
        Ok(Self {
            meets: vec![top.clone(); graph.num_nodes()],
            results: vec![top.clone(); graph.num_nodes()],
            counts: Counts {
                bytes,
                ..Counts::default()
            },
            limit,
            meet: top.clone(),
            result: top,
            current: Vec::new(),
            next: Vec::new(),
            waits: SecondaryMap::new(),
            visited: Vec::new(),
        })
    }

    /// Solves the equations: visits `nodes`, which are all in some order, until nothing changes, or with
    /// [`Order::Worklist`] only as far as changes reach.
    ///
    /// # Errors
    /// Values take more memory than the limit.
    pub fn run(
        &mut self,
        graph: &Graph,
        analysis: &impl Analysis<Value = V>,
        order: Order,
        nodes: &[Node],
        observer: &mut impl Observer<V>,
    ) -> Result<(), TooLarge> {
        if order == Order::Worklist {
            return self.run_from(graph, analysis, nodes, observer);
        }
        let mut changed = true;
        let mut round = 0;
        while changed {
            changed = false;
            round += 1;
            self.counts.iterations += 1;
            observer.iteration(round);
            for node in nodes {
                changed |= self.visit(graph, analysis, *node, observer)?;
            }
        }
        Ok(())
    }

    /// Solves the equations from `seeds`, in their order, as far as changes reach. Equations of nodes that are
    /// not visited must hold already.
    ///
    /// # Errors
    /// Values take more memory than the limit.
    pub fn run_from(
        &mut self,
        graph: &Graph,
        analysis: &impl Analysis<Value = V>,
        seeds: &[Node],
        observer: &mut impl Observer<V>,
    ) -> Result<(), TooLarge> {
        self.visited.clear();
        self.current.clear();
        self.current.extend_from_slice(seeds);
        for seed in seeds {
            self.waits[*seed] = true;
        }
        let mut round = 0;
        while !self.current.is_empty() {
            round += 1;
            self.counts.iterations += 1;
            observer.iteration(round);
            for at in 0..self.current.len() {
                let node = self.current[at];
                self.waits[node] = false;
                self.visited.push(node);
                if self.visit(graph, analysis, node, observer)? {
                    for target in graph.targets(node, analysis.direction()) {
                        if !std::mem::replace(&mut self.waits[target], true) {
                            self.next.push(target);
                        }
                    }
                }
            }
            self.current.clear();
            std::mem::swap(&mut self.current, &mut self.next);
        }
        Ok(())
    }

    /// Nodes that the last run from seeds visited, with repetitions.
    pub fn visited(&self) -> &[Node] {
        &self.visited
    }

    /// Computes the values of `node` anew. Whether its result changed.
    fn visit(
        &mut self,
        graph: &Graph,
        analysis: &impl Analysis<Value = V>,
        node: Node,
        observer: &mut impl Observer<V>,
    ) -> Result<bool, TooLarge> {
        let index = node.index();
        analysis.start(graph, node, &mut self.meet);
        for source in graph.sources(node, analysis.direction()) {
            let result = &self.results[source.index()];
            analysis.meet(graph, node, &mut self.meet, source, result);
            self.counts.operations += 1;
            self.counts.steps += analysis.steps(result);
        }
        self.result.clone_from(&self.meet);
        analysis.transfer(node, &mut self.result);
        self.counts.transfers += 1;
        self.counts.operations += analysis.transfer_operations();
        self.counts.steps += analysis.transfer_operations() * analysis.steps(&self.meet);
        observer.visit(node, &self.results[index], &self.result);
        let changed = self.results[index] != self.result;
        self.counts.bytes -=
            analysis.bytes(&self.meets[index]) + analysis.bytes(&self.results[index]);
        self.counts.bytes += analysis.bytes(&self.meet) + analysis.bytes(&self.result);
        std::mem::swap(&mut self.meets[index], &mut self.meet);
        std::mem::swap(&mut self.results[index], &mut self.result);
        if self.counts.bytes > self.limit {
            return Err(TooLarge { limit: self.limit });
        }
        Ok(changed)
    }
}
