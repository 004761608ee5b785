//! Strong liveness: a value is needed only if something that is needed uses it. What is not needed is dead code.
//!
//! Plain liveness counts every use. Here a use counts if its instruction does something besides computing its
//! result (a store, a call, a branch) or if its result is itself needed, so that chains and cycles of values
//! that only use each other are found:
//!
//! ```text
//!   loop:
//!     %i = phi i32 [ 0, %entry ], [ %next, %loop ]      live and strongly live: decides the branch
//!     %n = phi i32 [ 0, %entry ], [ %more, %loop ]      live, but only %more needs it,
//!     %more = add i32 %n, 2                              and only %n needs that: both are dead
//!     %next = add i32 %i, 1
//!     …
//! ```
//!
//! What a node does to a set depends on the set, so this is no gen/kill problem: it is an [`Analysis`] of its own.
//! Each phi has a second number, which stands for "the phi is needed" at the top of its block; on the edges to the
//! block it becomes the operands that the phi reads there.

use avarice_ir::{Function, Inst, Module};
use cranelift_entity::EntityRef;

use super::{Variables, node_insts, phis};
use crate::dataflow::{
    Analysis, BitSet, Direction, Granularity, Graph, MEMORY_LIMIT, Node, Order, Rows, Solver,
    SortedSet, TooLarge, VariableSet,
};
use crate::effects;

/// What a phi reads on an edge: the block's node that the edge goes to, the phi's second number, the variable read.
type PhiRead = (Node, u32, u32);

/// The equations of strong liveness of one function.
struct Strong<'a> {
    module: &'a Module,
    function: &'a Function,
    graph: &'a Graph,
    variables: &'a Variables,
    /// By node: the second numbers of its block's phis.
    phis: Rows<u32>,
    /// By node: reads on the edges from it, sorted.
    reads: Rows<PhiRead>,
    /// By variable: the second number if it is a phi's result.
    second: Vec<Option<u32>>,
    universe: u32,
}

/// The values that are needed.
///
/// # Errors
/// The sets take more memory than [`MEMORY_LIMIT`].
pub fn needed(
    module: &Module,
    function: &Function,
    variables: &Variables,
) -> Result<BitSet, TooLarge> {
    let graph = Graph::new(function, Granularity::Block);
    let nodes = graph.order(function, Order::Postorder, Direction::Backward);
    let analysis = Strong::new(module, function, &graph, variables);
    let mut solver = Solver::new(&graph, &analysis, MEMORY_LIMIT)?;
    solver.run(&graph, &analysis, Order::Worklist, &nodes, &mut ())?;
    let mut needed = BitSet::empty(variables.len());
    for node in graph.nodes() {
        let set = &mut solver.meets[node.index()];
        analysis.walk(node, set, |number| needed.insert_all(&[number]));
    }
    for argument in &function.args {
        let entry = graph.first_node(function.entry());
        let number = variables.number(*argument);
        if let Some((entry, number)) = entry.zip(number)
            && solver.results[entry.index()].contains(number)
        {
            needed.insert_all(&[number]);
        }
    }
    Ok(needed)
}

impl<'a> Strong<'a> {
    fn new(
        module: &'a Module,
        function: &'a Function,
        graph: &'a Graph,
        variables: &'a Variables,
    ) -> Self {
        let mut strong = Self {
            module,
            function,
            graph,
            variables,
            phis: Rows::default(),
            reads: Rows::default(),
            second: vec![None; variables.len() as usize],
            universe: variables.len(),
        };
        let mut reads = Vec::new();
        for node in graph.nodes() {
            for phi in phis(function, graph.block(node)) {
                let Some(result) = strong.result(phi) else {
                    continue;
                };
                let second = strong.universe;
                strong.universe += 1;
                strong.second[result as usize] = Some(second);
                strong.phis.push(second);
                for (value, from) in function.operands(phi).zip(function.inst_blocks(phi)) {
                    let from = graph.last_node(*from);
                    if let Some((from, value)) = from.zip(variables.number(value)) {
                        reads.push((from, (node, second, value)));
                    }
                }
            }
            strong.phis.end_row();
        }
        reads.sort_unstable();
        let mut reads = reads.into_iter().peekable();
        for node in graph.nodes() {
            while let Some((_, read)) = reads.next_if(|read| read.0 == node) {
                strong.reads.push(read);
            }
            strong.reads.end_row();
        }
        strong
    }

    fn result(&self, inst: Inst) -> Option<u32> {
        let result = self.function.insts[inst].result.expand()?;
        self.variables.number(result)
    }

    /// Walks the instructions of a block, last first: `set` is what is needed after each, and in the end what is needed
    /// at the block's top. Calls `needed` for each result that is needed.
    fn walk(&self, node: Node, set: &mut SortedSet, mut needed: impl FnMut(u32)) {
        let function = self.function;
        for inst in function.block_insts_rev(self.graph.block(node)) {
            if function.is_phi(inst) {
                break;
            }
            let result = self.result(inst);
            let is_needed = result.is_some_and(|number| set.contains(number));
            if let Some(number) = result.filter(|_| is_needed) {
                needed(number);
                set.remove_all(&[number]);
            }
            if is_needed || !effects::is_removable(self.module, function, inst) {
                for operand in function.operands(inst) {
                    if let Some(number) = self.variables.number(operand) {
                        set.insert_all(&[number]);
                    }
                }
            }
        }
        for phi in phis(function, self.graph.block(node)) {
            if let Some(number) = self.result(phi)
                && let Some(second) = self.second[number as usize]
                && set.contains(number)
            {
                needed(number);
                set.remove_all(&[number]);
                set.insert_all(&[second]);
            }
        }
    }
}

impl Analysis for Strong<'_> {
    type Value = SortedSet;

    fn direction(&self) -> Direction {
        Direction::Backward
    }

    fn top(&self) -> SortedSet {
        SortedSet::empty(self.universe)
    }

    fn start(&self, _: &Graph, _: Node, value: &mut SortedSet) {
        value.clear();
    }

    fn meet(&self, _: &Graph, node: Node, value: &mut SortedSet, source: Node, result: &SortedSet) {
        value.union(result);
        value.remove_all(self.phis.row(source.index()));
        let reads = self.reads.row(node.index());
        let first = reads.partition_point(|read| read.0 < source);
        for (_, second, variable) in reads[first..].iter().take_while(|read| read.0 == source) {
            if result.contains(*second) {
                value.insert_all(&[*variable]);
            }
        }
    }

    fn transfer(&self, node: Node, value: &mut SortedSet) {
        self.walk(node, value, |_| {});
    }

    fn steps(&self, value: &SortedSet) -> u64 {
        value.steps()
    }

    fn bytes(&self, value: &SortedSet) -> u64 {
        value.bytes()
    }
}

/// A value that is not needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeadValue {
    /// Its number among the variables.
    pub number: u32,
    /// Nothing uses it; otherwise dead values do.
    pub is_unused: bool,
}

/// The dead code of a function: results that nothing needs of instructions that do nothing else, and arguments
/// that nothing needs. By number.
///
/// A result is found unused as liveness shows it: it is live into no block (`live_anywhere`), and its own block
/// does not use it.
///
/// # Errors
/// The sets take more memory than [`MEMORY_LIMIT`].
pub fn dead_values(
    module: &Module,
    function: &Function,
    variables: &Variables,
    live_anywhere: &BitSet,
) -> Result<Vec<DeadValue>, TooLarge> {
    let needed = needed(module, function, variables)?;
    let mut used_in_place = BitSet::empty(variables.len());
    let graph = Graph::new(function, Granularity::Block);
    for node in graph.nodes() {
        for inst in node_insts(function, &graph, node) {
            for operand in function.operands(inst) {
                if let Some(number) = variables.number(operand) {
                    used_in_place.insert_all(&[number]);
                }
            }
        }
    }
    let is_removable = |number: u32| {
        let inst = function.def_inst(variables.value(number));
        inst.is_none_or(|inst| effects::is_removable(module, function, inst))
    };
    let dead = (0..variables.len())
        .filter(|number| !needed.contains(*number) && is_removable(*number))
        .map(|number| DeadValue {
            number,
            is_unused: !live_anywhere.contains(number) && !used_in_place.contains(number),
        });
    Ok(dead.collect())
}
