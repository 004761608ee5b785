//! Edges that make a schedule better, beside those that make it right.
//!
//! - Fusion: a processor may execute a comparison and the branch on it as one, if they are neighbours.
//! - Clusters: loads or stores of neighbouring places may become one instruction, or are cheaper side by side.
//!
//! Both add a weak edge between the two, and edges that keep other instructions out from between them:
//!
//! ```text
//!   SU(1) ──cluster──▶ SU(2)        what needs SU(1) needs SU(2) as well, and SU(1) needs what SU(2) needs,
//!   SU(0) ──────────▶ SU(2)         so that nothing has to be between the two
//!   SU(0) ─artificial▶ SU(1)
//! ```

use std::cmp::Ordering;

use avarice_mir::{MachineFunction, Operand, inst_facts};

use super::graph::{Dependence, Edge, Graph, Node, Order};
use super::target::{Cluster, Fusion, SchedulingTarget};

/// Above this product of accesses and thousands of nodes, accesses are grouped by what they come after.
const FAST_CLUSTERS: usize = 1000;

const CLUSTER: Dependence = Dependence::Order(Order::Cluster);
const ARTIFICIAL: Dependence = Dependence::Order(Order::Artificial);

/// Whether an edge must be kept for another reason than that a register is used again.
fn is_ordering(dependence: Dependence) -> bool {
    !dependence.is_weak() && !matches!(dependence, Dependence::Anti(_) | Dependence::Output(_))
}

fn has_cluster_pred(graph: &Graph, node: Node) -> bool {
    graph.preds(node).any(|edge| edge.dependence.is_cluster())
}

fn has_cluster_succ(graph: &Graph, node: Node) -> bool {
    graph.succs(node).any(|edge| edge.dependence.is_cluster())
}

/// Makes neighbours of instructions that the processor fuses.
pub fn fuse(graph: &mut Graph, function: &MachineFunction, target: &dyn SchedulingTarget) {
    let kind = target.fusion(function);
    if kind == Fusion::All {
        for node in graph.inst_nodes() {
            fuse_with_pred(graph, function, target, node);
        }
    }
    if kind != Fusion::None {
        fuse_with_pred(graph, function, target, graph.exit());
    }
}

/// Fuses a node with one of its predecessors.
fn fuse_with_pred(
    graph: &mut Graph,
    function: &MachineFunction,
    target: &dyn SchedulingTarget,
    second: Node,
) {
    let Some(inst) = graph.nodes[second].inst.expand() else {
        return;
    };
    if !target.should_fuse(function, None, inst) {
        return;
    }
    let mut cursor = graph.first_pred(second);
    while let Some(edge) = cursor {
        cursor = graph.next_pred(edge);
        let edge = *graph.edge(edge);
        let first = edge.pred;
        if is_ordering(edge.dependence)
            && !has_cluster_pred(graph, first)
            && target.should_fuse(function, Some(graph.inst(first)), inst)
            && fuse_pair(graph, first, second)
        {
            return;
        }
    }
}

fn fuse_pair(graph: &mut Graph, first: Node, second: Node) -> bool {
    if has_cluster_succ(graph, first)
        || has_cluster_pred(graph, second)
        || !graph.add_edge(second, first, CLUSTER, 0)
    {
        return false;
    }
    graph.set_latency(first, second, 0);
    let exit = graph.exit();
    if second != exit {
        let mut cursor = graph.first_succ(first);
        while let Some(edge) = cursor {
            cursor = graph.next_succ(edge);
            let edge = *graph.edge(edge);
            let user = edge.succ;
            if is_ordering(edge.dependence)
                && user != exit
                && user != second
                && !graph.preds(user).any(|edge| edge.pred == second)
            {
                graph.add_edge(user, second, ARTIFICIAL, 0);
            }
        }
    }
    let mut cursor = graph.first_pred(second);
    while let Some(edge) = cursor {
        cursor = graph.next_pred(edge);
        let edge = *graph.edge(edge);
        let needed = edge.pred;
        if is_ordering(edge.dependence)
            && needed != first
            && !graph.succs(first).any(|edge| edge.succ == needed)
        {
            graph.add_edge(first, needed, ARTIFICIAL, 0);
        }
    }
    if second == exit {
        // Everything comes before the exit, and so before the first one.
        for node in graph.inst_nodes() {
            if graph.num_succs(node) == 0 {
                graph.add_edge(first, node, ARTIFICIAL, 0);
            }
        }
    }
    true
}

/// Which accesses are made neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accesses {
    /// Loads.
    Loads,
    /// Stores.
    Stores,
}

/// An access at a known distance from a base.
#[derive(Clone, Copy, Debug)]
struct Access {
    node: Node,
    base: Operand,
    offset: i64,
    width: u64,
    /// What it comes after, where accesses are grouped by that.
    group: u32,
}

impl Access {
    /// The order in which neighbours are looked for: by group, base, offset, and number of the node.
    fn compare(&self, other: &Self) -> Ordering {
        let objects = |access: &Self| access.base.as_frame_index();
        let bases = match (objects(self), objects(other)) {
            (None, None) => self.base.as_reg().raw().cmp(&other.base.as_reg().raw()),
            // The stack grows down: objects with higher numbers are lower.
            (Some(a), Some(b)) => b.0.cmp(&a.0),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        let groups = self.group.cmp(&other.group);
        groups
            .then(bases)
            .then(self.offset.cmp(&other.offset))
            .then(self.node.cmp(&other.node))
    }
}

/// Runs of accesses so far.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    size: u32,
    bytes: u64,
}

/// Makes clusters; its memory is kept from region to region.
#[derive(Debug, Default)]
pub struct Clustering {
    /// Whether accesses are told apart by what comes before them in all regions, not only in large ones.
    pub is_always_fast: bool,
    accesses: Vec<Access>,
    /// By node: the run that it ends.
    runs: Vec<Option<Run>>,
}

/// Whether accesses that depend on each other are known to be in different groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Grouping {
    ByPredecessor,
    None,
}

impl Clustering {
    /// Makes neighbours of accesses that the target wants side by side.
    pub fn apply(
        &mut self,
        graph: &mut Graph,
        function: &MachineFunction,
        target: &dyn SchedulingTarget,
        kind: Accesses,
    ) {
        self.accesses.clear();
        for node in graph.inst_nodes() {
            let inst = graph.inst(node);
            let is_wanted = match kind {
                Accesses::Loads => inst_facts::may_load(function, inst),
                Accesses::Stores => inst_facts::may_store(function, inst),
            };
            if !is_wanted {
                continue;
            }
            if let Some(address) = target.memory_address(function, inst) {
                self.accesses.push(Access {
                    node,
                    base: *address.base,
                    offset: address.offset,
                    width: address.width,
                    group: 0,
                });
            }
        }
        if self.accesses.len() < 2 {
            return;
        }
        let is_large = self.accesses.len() * graph.len() / 1000 > FAST_CLUSTERS;
        let grouping = match self.is_always_fast || is_large {
            true => Grouping::ByPredecessor,
            false => Grouping::None,
        };
        if grouping == Grouping::ByPredecessor {
            for access in &mut self.accesses {
                access.group = chain_pred(graph, function, access.node, kind);
            }
        }
        self.accesses.sort_unstable_by(Access::compare);
        self.runs.clear();
        self.runs.resize(graph.len(), None);
        let mut from = 0;
        while let Some(access) = self.accesses.get(from) {
            let group = access.group;
            let rest = &self.accesses[from..];
            let len = rest.iter().take_while(|other| other.group == group);
            let to = from + len.count();
            for at in from..to {
                self.extend_run(graph, function, target, kind, (at, to, grouping));
            }
            from = to;
        }
    }

    /// Looks for a neighbour of access `at` among those before `to`.
    fn extend_run(
        &mut self,
        graph: &mut Graph,
        function: &MachineFunction,
        target: &dyn SchedulingTarget,
        kind: Accesses,
        (at, to, grouping): (usize, usize, Grouping),
    ) {
        let access = self.accesses[at];
        let others = at + 1..to;
        let next = others.into_iter().find(|other| {
            let other = self.accesses[*other].node;
            self.runs[other.as_u32() as usize].is_none()
                && (grouping == Grouping::ByPredecessor
                    || !graph.is_reachable(other, access.node)
                        && !graph.is_reachable(access.node, other))
        });
        let Some(next) = next.map(|next| self.accesses[next]) else {
            return;
        };
        let run = self.runs[access.node.as_u32() as usize].unwrap_or(Run {
            size: 1,
            bytes: access.width,
        });
        let run = Run {
            size: run.size + 1,
            bytes: run.bytes + next.width,
        };
        let cluster = Cluster {
            first: graph.inst(access.node),
            second: graph.inst(next.node),
            size: run.size,
            bytes: run.bytes,
        };
        if !target.should_cluster(function, &cluster) {
            return;
        }
        let (first, second) = (access.node.min(next.node), access.node.max(next.node));
        if !graph.add_edge(second, first, CLUSTER, 0) {
            return;
        }
        match kind {
            Accesses::Loads => copy_succs(graph, first, second),
            Accesses::Stores => copy_preds(graph, first, second),
        }
        self.runs[next.node.as_u32() as usize] = Some(run);
    }
}

/// What uses the first load needs the second one as well, so that both come before its use.
fn copy_succs(graph: &mut Graph, first: Node, second: Node) {
    for_each(
        graph,
        graph.first_succ(first),
        Graph::next_succ,
        |graph, edge| {
            let user = graph.edge(edge).succ;
            if user != second {
                graph.add_edge(user, second, ARTIFICIAL, 0);
            }
        },
    );
}

/// The first store needs what the second one needs, so that nothing has to come between them.
fn copy_preds(graph: &mut Graph, first: Node, second: Node) {
    for_each(
        graph,
        graph.first_pred(second),
        Graph::next_pred,
        |graph, edge| {
            let needed = graph.edge(edge).pred;
            if needed != first {
                graph.add_edge(first, needed, ARTIFICIAL, 0);
            }
        },
    );
}

/// Calls `each` with the edges of a list, to which no edges are added meanwhile.
fn for_each(
    graph: &mut Graph,
    first: Option<Edge>,
    next: impl Fn(&Graph, Edge) -> Option<Edge>,
    each: impl Fn(&mut Graph, Edge),
) {
    let mut cursor = first;
    while let Some(edge) = cursor {
        cursor = next(graph, edge);
        each(graph, edge);
    }
}

/// The node that an access comes after for another reason than a value.
fn chain_pred(graph: &Graph, function: &MachineFunction, node: Node, kind: Accesses) -> u32 {
    let mut edges = graph.preds(node);
    let found = edges.find(|edge| {
        !edge.dependence.is_data()
            && edge.dependence != ARTIFICIAL
            && (kind == Accesses::Loads || inst_facts::may_store(function, graph.inst(edge.pred)))
    });
    found.map_or(graph.len() as u32, |edge| edge.pred.as_u32())
}
