//! Analyses whose transfer function removes some variables from a set and adds others: `gen ∪ (x − kill)`.

use std::marker::PhantomData;

use cranelift_entity::EntityRef;

use super::graph::{Direction, Graph, Node};
use super::rows::Rows;
use super::sets::VariableSet;
use super::solver::Analysis;

/// How sets of several neighbours become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meet {
    /// What holds on some path: the top is the empty set.
    Union,
    /// What holds on every path: the top is the full set.
    Intersection,
}

/// What each node does to the sets, as ascending lists: their memory is in proportion to the program, regardless of the
/// representation of sets.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Which way facts flow.
    pub direction: Direction,
    /// How they meet.
    pub meet: Meet,
    /// Number of variables.
    pub universe: u32,
    /// By node: variables that it adds.
    pub gens: Rows<u32>,
    /// By node: variables that it removes, before it adds.
    pub kills: Rows<u32>,
    /// By node: variables that its edges on the side where facts come from add.
    pub edges: Rows<u32>,
}

impl Facts {
    /// Heap memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.gens.bytes() + self.kills.bytes() + self.edges.bytes()
    }
}

/// The analysis of [`Facts`] with sets of kind `S`.
#[derive(Clone, Copy, Debug)]
pub struct GenKill<'a, S> {
    facts: &'a Facts,
    set: PhantomData<S>,
}

impl<'a, S: VariableSet> GenKill<'a, S> {
    /// The analysis of `facts`.
    pub fn new(facts: &'a Facts) -> Self {
        let set = PhantomData;
        Self { facts, set }
    }
}

impl<S: VariableSet> Analysis for GenKill<'_, S> {
    type Value = S;

    fn direction(&self) -> Direction {
        self.facts.direction
    }

    fn top(&self) -> S {
        let mut top = S::empty(self.facts.universe);
        if self.facts.meet == Meet::Intersection {
            top.fill(self.facts.universe);
        }
        top
    }

    /// Where no facts come from, none hold, for either meet.
    fn start(&self, graph: &Graph, node: Node, value: &mut S) {
        let is_boundary = match self.facts.direction {
            // Not what has no predecessors but the entry: blocks that nothing reaches say nothing.
            Direction::Forward => graph.is_entry(node),
            Direction::Backward => graph.successors(node).next().is_none(),
        };
        if self.facts.meet == Meet::Union || is_boundary {
            value.clear();
        } else {
            value.fill(self.facts.universe);
        }
        value.insert_all(self.facts.edges.row(node.index()));
    }

    fn meet(&self, _: &Graph, _: Node, value: &mut S, _: Node, result: &S) {
        match self.facts.meet {
            Meet::Union => value.union(result),
            Meet::Intersection => value.intersect(result),
        }
    }

    fn transfer(&self, node: Node, value: &mut S) {
        value.remove_all(self.facts.kills.row(node.index()));
        value.insert_all(self.facts.gens.row(node.index()));
    }

    fn transfer_operations(&self) -> u64 {
        2
    }

    fn steps(&self, value: &S) -> u64 {
        value.steps()
    }

    fn bytes(&self, value: &S) -> u64 {
        value.bytes()
    }
}
