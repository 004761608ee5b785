//! Liveness of IR values by data flow.
//!
//! A value is *live* at a point of a function if some path from there reaches a use of it and does not go
//! through its definition. The equations, for each node `n` of the graph:
//!
//! ```text
//!   IN[n]  = use[n] ∪ (OUT[n] − def[n])
//!   OUT[n] = edge[n] ∪ ⋃ IN[s]  over successors s
//! ```
//!
//! `def[n]` are the arguments' and instructions' results that `n` defines, `use[n]` those that it uses before it
//! defines them. Instructions without result (branches, stores) define nothing; constants and blocks are no
//! variables.
//!
//! # Phis
//!
//! A phi reads one of its operands on the edge by which control comes, so a use in a phi belongs to that edge:
//! the operand is live out of the predecessor (`edge[n]` above) and, unless something else needs it, not live
//! into the phi's block. The phi's result is defined at the top of its block:
//!
//! ```text
//!   a: %x = …          b: %y = …            OUT[a] = {%x}     OUT[b] = {%y}
//!          ╲             ╱
//!        c: %p = phi [%x, a], [%y, b]       IN[c] = {}, def[c] = {%p}
//! ```
//!
//! # Blocks that nothing reaches
//!
//! They are analyzed like others, last in every order but the layout.

pub mod dynamic;
pub mod slots;
pub mod strong;

use avarice_ir::{Block, Function, Inst, Value};
use cranelift_entity::SecondaryMap;

use crate::dataflow::{
    BitSet, Counts, Direction, Facts, GenKill, Granularity, Graph, Meet, Node, Observer, Order,
    Rows, Single, Solver, SortedSet, TooLarge, VariableSet, per_variable,
};

/// Number of a value that is no variable.
const NONE: u32 = u32::MAX;

/// The values whose liveness is computed, numbered: arguments, then results block by block.
#[derive(Clone, Debug)]
pub struct Variables {
    values: Vec<Value>,
    numbers: SecondaryMap<Value, u32>,
}

impl Variables {
    /// Numbers the arguments of `function` and the results of the instructions of `blocks`, in this order.
    pub fn new(function: &Function, blocks: &[Block]) -> Self {
        let mut variables = Self {
            values: Vec::new(),
            numbers: SecondaryMap::with_default(NONE),
        };
        let insts = blocks.iter().flat_map(|block| function.block_insts(*block));
        let results = insts.filter_map(|inst| function.insts[inst].result.expand());
        for value in function.args.iter().copied().chain(results) {
            variables.numbers[value] = variables.values.len() as u32;
            variables.values.push(value);
        }
        variables
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.values.len() as u32
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value with a number.
    pub fn value(&self, number: u32) -> Value {
        self.values[number as usize]
    }

    /// The number of `value`; `None` for constants.
    #[inline]
    pub fn number(&self, value: Value) -> Option<u32> {
        Some(self.numbers[value]).filter(|number| *number != NONE)
    }

    /// Values in order of their numbers.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// Liveness of one function as equations.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The variables.
    pub variables: Variables,
    /// Blocks or statements.
    pub graph: Graph,
    /// `gens` are the uses, `kills` the definitions, `edges` the uses in phis of successors.
    pub facts: Facts,
    /// All nodes in the order of visits.
    pub nodes: Vec<Node>,
    /// The order of visits.
    pub order: Order,
}

/// What is live at the beginning and at the end of each node.
#[derive(Clone, Debug)]
pub struct Liveness<S> {
    /// By node: live at its begin.
    pub live_in: Vec<S>,
    /// By node: live at its end.
    pub live_out: Vec<S>,
    /// What it cost.
    pub counts: Counts,
}

impl Problem {
    /// The equations of `function`. Variables are numbered in the order of visits.
    ///
    /// # Requires
    /// What the verifier asks of a function.
    pub fn new(function: &Function, granularity: Granularity, order: Order) -> Self {
        let graph = Graph::new(function, granularity);
        let blocks = graph.block_order(function, order, Direction::Backward);
        let variables = Variables::new(function, &blocks);
        let facts = facts(function, &graph, &variables);
        let nodes = graph.order(function, order, Direction::Backward);
        Self {
            variables,
            graph,
            facts,
            nodes,
            order,
        }
    }

    /// Solves the equations with sets of kind `S`.
    ///
    /// # Errors
    /// The sets take more than `limit` bytes.
    pub fn solve<S: VariableSet>(
        &self,
        limit: u64,
        observer: &mut impl Observer<S>,
    ) -> Result<Liveness<S>, TooLarge> {
        let analysis = GenKill::<S>::new(&self.facts);
        let mut solver = Solver::new(&self.graph, &analysis, limit)?;
        solver.run(&self.graph, &analysis, self.order, &self.nodes, observer)?;
        Ok(Liveness {
            live_in: solver.results,
            live_out: solver.meets,
            counts: solver.counts,
        })
    }

    /// Solves the equations for one variable after the other.
    ///
    /// # Errors
    /// The sets take more than `limit` bytes.
    pub fn solve_per_variable(
        &self,
        limit: u64,
        observer: &mut impl Observer<Single>,
    ) -> Result<Liveness<SortedSet>, TooLarge> {
        let Self { graph, facts, .. } = self;
        let solution = per_variable::solve(graph, facts, self.order, &self.nodes, limit, observer)?;
        Ok(Liveness {
            live_in: solution.results,
            live_out: solution.meets,
            counts: solution.counts,
        })
    }

    /// The variables that are live at the beginning of some node.
    pub fn live_anywhere<S: VariableSet>(&self, liveness: &Liveness<S>) -> BitSet {
        let mut all = BitSet::empty(self.variables.len());
        for set in &liveness.live_in {
            for variable in set.iter() {
                all.insert_all(&[variable]);
            }
        }
        all
    }
}

/// The instructions that a node is.
pub(crate) fn node_insts<'a>(
    function: &'a Function,
    graph: &Graph,
    node: Node,
) -> impl Iterator<Item = Inst> + 'a {
    let (first, is_one) = match graph.inst(node) {
        Some(inst) => (Some(inst), true),
        None => (function.blocks[graph.block(node)].first.expand(), false),
    };
    std::iter::successors(first, move |inst| {
        let next = function.insts[*inst].next.expand();
        next.filter(|_| !is_one)
    })
}

/// Uses, definitions and uses in phis of each node.
fn facts(function: &Function, graph: &Graph, variables: &Variables) -> Facts {
    let mut facts = Facts {
        direction: Direction::Backward,
        meet: Meet::Union,
        universe: variables.len(),
        gens: Rows::default(),
        kills: Rows::default(),
        edges: phi_uses(function, graph, variables),
    };
    // By variable: the node that defined it last, as seen so far.
    let mut defined_in = vec![None; variables.len() as usize];
    for node in graph.nodes() {
        for inst in node_insts(function, graph, node) {
            if !function.is_phi(inst) {
                let uses = function.operands(inst).filter_map(|v| variables.number(v));
                for number in uses.filter(|number| defined_in[*number as usize] != Some(node)) {
                    facts.gens.push(number);
                }
            }
            let result = function.insts[inst].result.expand();
            if let Some(number) = result.and_then(|value| variables.number(value)) {
                defined_in[number as usize] = Some(node);
                facts.kills.push(number);
            }
        }
        facts.gens.end_sorted_row();
        facts.kills.end_sorted_row();
    }
    facts
}

/// By node at the end of a block: variables that phis of its successors read on the edges from it.
fn phi_uses(function: &Function, graph: &Graph, variables: &Variables) -> Rows<u32> {
    let mut pairs = Vec::new();
    for block in &function.layout {
        for phi in phis(function, *block) {
            let from = function.inst_blocks(phi);
            for (value, from) in function.operands(phi).zip(from) {
                pairs.extend(graph.last_node(*from).zip(variables.number(value)));
            }
        }
    }
    rows_of_pairs(graph, pairs)
}

/// The phis of a block.
pub(crate) fn phis(function: &Function, block: Block) -> impl Iterator<Item = Inst> + '_ {
    let is_phi = |inst: &Inst| function.is_phi(*inst);
    function.block_insts(block).take_while(is_phi)
}

/// A row a node, from pairs in any order.
fn rows_of_pairs(graph: &Graph, mut pairs: Vec<(Node, u32)>) -> Rows<u32> {
    pairs.sort_unstable();
    let mut rows = Rows::default();
    let mut pairs = pairs.into_iter().peekable();
    for node in graph.nodes() {
        while let Some((_, number)) = pairs.next_if(|pair| pair.0 == node) {
            rows.push(number);
        }
        rows.end_sorted_row();
    }
    rows
}
