//! The dependence graph of a scheduling region.
//!
//! Each instruction of the region is a node, numbered from the top. An edge says that one instruction comes before
//! another, and by how many cycles:
//!
//! ```text
//!   SU(0)  $x0 = LDRXui $x1, 0        SU(0) ──data $x0, 3──▶ SU(1) ──data $x2, 1──▶ exit
//!   SU(1)  $x2 = ADDXrr $x0, $x0      SU(0) ──anti $x1, 0──▶ SU(2)
//!   SU(2)  $x1 = ADDXri $x1, 8
//!          B %bb.1                    the exit: what comes after the region
//! ```
//!
//! Nodes and edges are in pools. An edge is on two lists, that of the node it leaves and that of the node it enters; both
//! are in the order in which edges were added, since schedulers release nodes in this order.

use avarice_mir::{Inst, Reg};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use super::model::SchedClass;
use super::topology::Topology;

/// A node of the graph: an instruction of the region, or its exit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);
entity_impl!(Node, "SU");

/// An edge of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);
entity_impl!(Edge, "edge");

/// Why one node comes before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// It defines a register that the other reads.
    Data(Reg),
    /// It reads a register that the other defines.
    Anti(Reg),
    /// Both define a register.
    Output(Reg),
    /// Something else.
    Order(Order),
}

/// Why one node comes before another, where no register says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// Nothing moves over one of them.
    Barrier,
    /// Both access memory, perhaps the same.
    Memory,
    /// It was asked for. It must be kept nevertheless.
    Artificial,
    /// It would be good, and need not be kept.
    Weak,
    /// The two should be neighbours; that need not be kept.
    Cluster,
}

impl Dependence {
    /// Whether a scheduler may do without.
    pub fn is_weak(self) -> bool {
        matches!(self, Self::Order(Order::Weak | Order::Cluster))
    }

    /// Whether it holds two nodes together.
    pub fn is_cluster(self) -> bool {
        self == Self::Order(Order::Cluster)
    }

    /// Whether a value flows.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Data(_))
    }

    /// The register that the nodes have in common.
    pub fn reg(self) -> Option<Reg> {
        match self {
            Self::Data(reg) | Self::Anti(reg) | Self::Output(reg) => Some(reg),
            Self::Order(_) => None,
        }
    }
}

/// What is known of an edge.
#[derive(Clone, Copy, Debug)]
pub struct EdgeData {
    /// The node that comes first.
    pub pred: Node,
    /// The node that comes later.
    pub succ: Node,
    /// Why.
    pub dependence: Dependence,
    /// The cycles between the two.
    pub latency: u32,
    next_of_pred: PackedOption<Edge>,
    next_of_succ: PackedOption<Edge>,
}

bitflags::bitflags! {
    /// Marks of a node.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct NodeFlags: u8 {
        /// It has a place in the schedule.
        const SCHEDULED = 1 << 0;
        /// It calls.
        const CALL = 1 << 1;
        /// It reads a physical register.
        const PHYS_REG_USES = 1 << 2;
        /// It defines a physical register that is read in the region.
        const PHYS_REG_DEFS = 1 << 3;
        /// It uses a resource with a buffer of one entry, which works in order.
        const UNBUFFERED = 1 << 4;
        /// It uses a resource without a buffer, for which everything after it waits.
        const RESERVED_RESOURCE = 1 << 5;
        /// Its operands can be swapped.
        const COMMUTABLE = 1 << 6;
    }
}

/// A list of edges.
#[derive(Clone, Copy, Debug, Default)]
struct EdgeList {
    first: PackedOption<Edge>,
    last: PackedOption<Edge>,
    len: u32,
}

/// What is known of a node.
#[derive(Clone, Debug)]
pub struct NodeData {
    /// The instruction; none for the exit of a region at the end of its block.
    pub inst: PackedOption<Inst>,
    /// Its scheduling class.
    pub class: SchedClass,
    /// How many micro-operations it takes.
    pub micro_ops: u32,
    /// Cycles until its results are available.
    pub latency: u32,
    /// The longest way to it from a node without predecessors, in cycles; right after [`Graph::finish`].
    pub depth: u32,
    /// The longest way from it to a node without successors, in cycles; right after [`Graph::finish`].
    pub height: u32,
    /// How many data edges enter it.
    pub data_preds: u32,
    /// How many data edges leave it.
    pub data_succs: u32,
    /// Predecessors that are not scheduled.
    pub preds_left: u32,
    /// Successors that are not scheduled.
    pub succs_left: u32,
    /// Predecessors by weak edges that are not scheduled.
    pub weak_preds_left: u32,
    /// Successors by weak edges that are not scheduled.
    pub weak_succs_left: u32,
    /// The first cycle in which it can start, counted from the top.
    pub top_ready_cycle: u32,
    /// The same counted from the bottom.
    pub bottom_ready_cycle: u32,
    /// Marks.
    pub flags: NodeFlags,
    preds: EdgeList,
    succs: EdgeList,
}

impl NodeData {
    fn new(inst: PackedOption<Inst>) -> Self {
        Self {
            inst,
            class: SchedClass::INVALID,
            micro_ops: 0,
            latency: 0,
            depth: 0,
            height: 0,
            data_preds: 0,
            data_succs: 0,
            preds_left: 0,
            succs_left: 0,
            weak_preds_left: 0,
            weak_succs_left: 0,
            top_ready_cycle: 0,
            bottom_ready_cycle: 0,
            flags: NodeFlags::empty(),
            preds: EdgeList::default(),
            succs: EdgeList::default(),
        }
    }

    /// Whether it has a place in the schedule.
    pub fn is_scheduled(&self) -> bool {
        self.flags.contains(NodeFlags::SCHEDULED)
    }

    /// Whether all predecessors are scheduled.
    pub fn is_top_ready(&self) -> bool {
        self.preds_left == 0
    }

    /// Whether all successors are scheduled.
    pub fn is_bottom_ready(&self) -> bool {
        self.succs_left == 0
    }
}

/// Whether an edge is needed where another one has the same ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// It is, unless it says the same.
    Required,
    /// It is not.
    IfAlone,
}

/// The graph of a region. Its memory is kept from region to region.
#[derive(Debug, Default)]
pub struct Graph {
    /// Nodes of instructions from the top, then the exit.
    pub nodes: PrimaryMap<Node, NodeData>,
    /// Edges in the order in which they were added.
    edges: PrimaryMap<Edge, EdgeData>,
    topology: Topology,
    successors: Successors,
}

/// The nodes after one node, so that edges from a node to many need no search for each.
#[derive(Debug, Default)]
struct Successors {
    of: Option<Node>,
    /// What [`Self::marks`] has at the nodes after it.
    mark: u32,
    marks: Vec<u32>,
}

impl Graph {
    /// Begins a graph without nodes.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.topology.clear();
        self.successors.of = None;
    }

    /// Adds the node of an instruction.
    pub fn add_node(&mut self, inst: Inst) -> Node {
        self.nodes.push(NodeData::new(inst.into()))
    }

    /// Adds the exit, after all other nodes. `inst` is the instruction that ends the region.
    pub fn add_exit(&mut self, inst: Option<Inst>) {
        self.nodes.push(NodeData::new(inst.into()));
        self.topology.begin(self.len());
    }

    /// The number of nodes, without the exit.
    pub fn len(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Whether there is no node but the exit.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of what comes after the region.
    pub fn exit(&self) -> Node {
        Node(self.len() as u32)
    }

    /// The nodes of instructions, from the top.
    pub fn inst_nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (0..self.len() as u32).map(Node)
    }

    /// The instruction of a node.
    ///
    /// # Panics
    /// If it is the exit of a region that ends with its block.
    pub fn inst(&self, node: Node) -> Inst {
        let inst = self.nodes[node].inst.expand();
        inst.expect("the node is that of an instruction")
    }

    /// What is known of an edge.
    #[inline]
    pub fn edge(&self, edge: Edge) -> &EdgeData {
        &self.edges[edge]
    }

    /// The edges that enter a node.
    pub fn preds(&self, node: Node) -> impl Iterator<Item = &EdgeData> + '_ {
        let first = self.nodes[node].preds.first.expand();
        let edges = std::iter::successors(first, |edge| self.edges[*edge].next_of_succ.expand());
        edges.map(|edge| &self.edges[edge])
    }

    /// The edges that leave a node.
    pub fn succs(&self, node: Node) -> impl Iterator<Item = &EdgeData> + '_ {
        let first = self.nodes[node].succs.first.expand();
        let edges = std::iter::successors(first, |edge| self.edges[*edge].next_of_pred.expand());
        edges.map(|edge| &self.edges[edge])
    }

    /// The first edge that enters a node; [`Self::next_pred`] has the others.
    pub fn first_pred(&self, node: Node) -> Option<Edge> {
        self.nodes[node].preds.first.expand()
    }

    /// The edge after `edge` that enters the same node.
    pub fn next_pred(&self, edge: Edge) -> Option<Edge> {
        self.edges[edge].next_of_succ.expand()
    }

    /// The first edge that leaves a node; [`Self::next_succ`] has the others.
    pub fn first_succ(&self, node: Node) -> Option<Edge> {
        self.nodes[node].succs.first.expand()
    }

    /// The edge after `edge` that leaves the same node.
    pub fn next_succ(&self, edge: Edge) -> Option<Edge> {
        self.edges[edge].next_of_pred.expand()
    }

    /// How many edges leave a node.
    pub fn num_succs(&self, node: Node) -> u32 {
        self.nodes[node].succs.len
    }

    /// How many edges enter a node.
    pub fn num_preds(&self, node: Node) -> u32 {
        self.nodes[node].preds.len
    }

    /// Says that `pred` comes before `succ`. Where an edge says that already, it gets the greater latency.
    ///
    /// False if there is no new edge.
    pub fn add_pred(
        &mut self,
        succ: Node,
        pred: Node,
        dependence: Dependence,
        latency: u32,
        need: Need,
    ) -> bool {
        if let Some(same) = self.find(succ, pred, dependence, need) {
            let old = &mut self.edges[same];
            if old.dependence == dependence && need == Need::Required {
                old.latency = old.latency.max(latency);
            }
            return false;
        }
        let edge = self.edges.push(EdgeData {
            pred,
            succ,
            dependence,
            latency,
            next_of_pred: None.into(),
            next_of_succ: None.into(),
        });
        let list = &mut self.nodes[succ].preds;
        let last = std::mem::replace(&mut list.last, edge.into());
        list.len += 1;
        match last.expand() {
            Some(last) => self.edges[last].next_of_succ = edge.into(),
            None => list.first = edge.into(),
        }
        let list = &mut self.nodes[pred].succs;
        let last = std::mem::replace(&mut list.last, edge.into());
        list.len += 1;
        match last.expand() {
            Some(last) => self.edges[last].next_of_pred = edge.into(),
            None => list.first = edge.into(),
        }
        if self.successors.of == Some(pred) {
            self.successors.marks[succ.index()] = self.successors.mark;
        }
        self.count(edge);
        true
    }

    /// Counts a new edge at its ends.
    fn count(&mut self, edge: Edge) {
        let EdgeData {
            pred,
            succ,
            dependence,
            ..
        } = self.edges[edge];
        let is_data = u32::from(dependence.is_data());
        self.nodes[succ].data_preds += is_data;
        self.nodes[pred].data_succs += is_data;
        let pred_is_left = u32::from(!self.nodes[pred].is_scheduled());
        let succ_is_left = u32::from(!self.nodes[succ].is_scheduled());
        if dependence.is_weak() {
            self.nodes[succ].weak_preds_left += pred_is_left;
            self.nodes[pred].weak_succs_left += succ_is_left;
        } else {
            self.nodes[succ].preds_left += pred_is_left;
            self.nodes[pred].succs_left += succ_is_left;
        }
    }

    /// The edge that makes another one unnecessary. The shorter one of the two lists that would have it is searched,
    /// but a long one only if there is an edge between the two.
    fn find(&mut self, succ: Node, pred: Node, dependence: Dependence, need: Need) -> Option<Edge> {
        const MANY: u32 = 16;
        let (preds, succs) = (self.nodes[succ].preds.len, self.nodes[pred].succs.len);
        if preds.min(succs) > MANY && !self.has_edge(pred, succ) {
            return None;
        }
        let by_succ = preds <= succs;
        let mut cursor = match by_succ {
            true => self.first_pred(succ),
            false => self.first_succ(pred),
        };
        while let Some(edge) = cursor {
            let data = &self.edges[edge];
            let same_ends = data.pred == pred && data.succ == succ;
            if same_ends && (need == Need::IfAlone || data.dependence == dependence) {
                return Some(edge);
            }
            cursor = match by_succ {
                true => data.next_of_succ.expand(),
                false => data.next_of_pred.expand(),
            };
        }
        None
    }

    /// Whether there is an edge between two nodes. Cheap if `pred` is the one of the call before.
    fn has_edge(&mut self, pred: Node, succ: Node) -> bool {
        let mut successors = std::mem::take(&mut self.successors);
        if successors.of != Some(pred) {
            successors.of = Some(pred);
            successors.mark += 1;
            successors.marks.resize(self.nodes.len(), 0);
            for edge in self.succs(pred) {
                successors.marks[edge.succ.index()] = successors.mark;
            }
        }
        let found = successors.marks[succ.index()] == successors.mark;
        self.successors = successors;
        found
    }

    /// Whether `succ` can come after `pred`: no way leads from the one to the other.
    pub fn can_add_edge(&mut self, succ: Node, pred: Node) -> bool {
        succ == self.exit() || !self.is_reachable(pred, succ)
    }

    /// Whether a way leads from `from` to `to`.
    pub fn is_reachable(&mut self, to: Node, from: Node) -> bool {
        let mut topology = std::mem::take(&mut self.topology);
        let found = topology.is_reachable(self, from, to);
        self.topology = topology;
        found
    }

    /// Says that `pred` comes before `succ`, where that makes no circle. Artificial edges are added only between nodes
    /// that have none. False if it would make a circle.
    pub fn add_edge(
        &mut self,
        succ: Node,
        pred: Node,
        dependence: Dependence,
        latency: u32,
    ) -> bool {
        let mut topology = std::mem::take(&mut self.topology);
        let is_possible = topology.add_edge(self, pred, succ);
        self.topology = topology;
        if !is_possible {
            return false;
        }
        let need = match dependence {
            Dependence::Order(Order::Artificial) => Need::IfAlone,
            _ => Need::Required,
        };
        self.add_pred(succ, pred, dependence, latency, need);
        true
    }

    /// Changes the latency of the edges between two nodes.
    pub fn set_latency(&mut self, pred: Node, succ: Node, latency: u32) {
        let mut cursor = self.first_succ(pred);
        while let Some(edge) = cursor {
            cursor = self.next_succ(edge);
            if self.edges[edge].succ == succ {
                self.edges[edge].latency = latency;
            }
        }
    }

    /// Computes depths and heights once all edges are there, and puts the edge from the deepest operand first.
    ///
    /// # Ensures
    /// [`NodeData::depth`] and [`NodeData::height`] hold.
    pub fn finish(&mut self) {
        let exit = self.exit();
        for at in 0..self.len() {
            self.compute_depth(self.topology.node_at(at));
        }
        self.compute_depth(exit);
        self.compute_height(exit);
        for at in (0..self.len()).rev() {
            self.compute_height(self.topology.node_at(at));
        }
        for node in self.inst_nodes().chain([exit]) {
            self.bias_critical_path(node);
        }
    }

    fn compute_depth(&mut self, node: Node) {
        let ways = self.preds(node);
        let depth = ways.map(|edge| self.nodes[edge.pred].depth + edge.latency);
        self.nodes[node].depth = depth.max().unwrap_or(0);
    }

    fn compute_height(&mut self, node: Node) {
        let ways = self.succs(node);
        let height = ways.map(|edge| self.nodes[edge.succ].height + edge.latency);
        self.nodes[node].height = height.max().unwrap_or(0);
    }

    /// Swaps the first edge that enters a node with that of the deepest operand.
    fn bias_critical_path(&mut self, node: Node) {
        let Some(first) = self.first_pred(node) else {
            return;
        };
        if self.nodes[node].data_preds < 2 {
            return;
        }
        let mut deepest = self.nodes[self.edges[first].pred].depth;
        let mut best = None;
        let mut before = first;
        while let Some(edge) = self.next_pred(before) {
            let data = &self.edges[edge];
            let depth = self.nodes[data.pred].depth;
            if data.dependence.is_data() && depth > deepest {
                deepest = depth;
                best = Some((before, edge));
            }
            before = edge;
        }
        if let Some((before, edge)) = best {
            self.swap_with_first(node, before, edge);
        }
    }

    /// Swaps the first edge that enters `node` with `edge`, which comes after `before`.
    fn swap_with_first(&mut self, node: Node, before: Edge, edge: Edge) {
        let list = self.nodes[node].preds;
        let Some(first) = list.first.expand() else {
            return;
        };
        let after_first = self.edges[first].next_of_succ;
        self.edges[first].next_of_succ = self.edges[edge].next_of_succ;
        match before == first {
            true => self.edges[edge].next_of_succ = first.into(),
            false => {
                self.edges[edge].next_of_succ = after_first;
                self.edges[before].next_of_succ = first.into();
            }
        }
        self.nodes[node].preds.first = edge.into();
        if list.last == edge.into() {
            self.nodes[node].preds.last = first.into();
        }
    }

    /// Checks that both lists of each node have what they should, that no edge leads in a circle, and that the counts
    /// are right. For tests.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify(&self) -> Result<(), String> {
        for (node, data) in &self.nodes {
            if self.preds(node).any(|edge| edge.succ != node)
                || self.succs(node).any(|edge| edge.pred != node)
            {
                return Err(format!("an edge of another node is on a list of {node}"));
            }
            if self.preds(node).count() != data.preds.len as usize
                || self.succs(node).count() != data.succs.len as usize
            {
                return Err(format!("{node} miscounts its edges"));
            }
        }
        let position = |node: Node| match node == self.exit() {
            true => self.len(),
            false => self.topology.position(node),
        };
        let mut edges = self.edges.values();
        match edges.find(|edge| position(edge.pred) >= position(edge.succ)) {
            Some(edge) => Err(format!("{} is not after {}", edge.succ, edge.pred)),
            None => Ok(()),
        }
    }
}
