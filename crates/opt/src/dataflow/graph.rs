//! The graph that facts flow along: its nodes are blocks or single instructions.
//!
//! ```text
//!   blocks                       statements
//!
//!   ┌───────────────┐            ( %x = load … )
//!   │ %x = load …   │                  ▼
//!   │ %y = add …    │            ( %y = add …  )
//!   │ br %c, A, B   │                  ▼
//!   └───┬───────┬───┘            ( br %c, A, B )
//!       ▼       ▼                    ▼      ▼
//!       A       B                  A's     B's first instruction
//! ```

use avarice_ir::{Block, Cfg, Function, Inst};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use super::rows::Rows;

/// A node of a [`Graph`]. Ids follow the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);
entity_impl!(Node, "node");

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granularity {
    /// A basic block.
    Block,
    /// One instruction.
    Statement,
}

/// The order in which nodes are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Each node after its successors except along back edges: what flows backward arrives soonest.
    Postorder,
    /// Each node before its successors except along back edges: what flows forward arrives soonest.
    ReversePostorder,
    /// The order of the blocks in the function.
    Layout,
    /// First all nodes in the order that fits the direction, then only those of which a neighbour changed.
    Worklist,
}

/// Which way facts flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From predecessors to successors.
    Forward,
    /// From successors to predecessors.
    Backward,
}

/// Nodes and edges of a function.
#[derive(Clone, Debug)]
pub struct Graph {
    granularity: Granularity,
    /// Block of each node and, for statements, the instruction.
    places: PrimaryMap<Node, (Block, PackedOption<Inst>)>,
    /// By block: its first and its last node.
    ends: SecondaryMap<Block, (PackedOption<Node>, PackedOption<Node>)>,
    successors: Rows<u32>,
    predecessors: Rows<u32>,
    /// Blocks in postorder, then those that the entry does not reach, in layout order.
    postorder: Vec<Block>,
    num_reachable: usize,
    reachable: SecondaryMap<Block, bool>,
}

impl Graph {
    /// The graph of `function`.
    ///
    /// # Requires
    /// Blocks have terminators; a block without instructions is a node only as a block.
    pub fn new(function: &Function, granularity: Granularity) -> Self {
        let cfg = Cfg::of(function);
        let mut graph = Self {
            granularity,
            places: PrimaryMap::new(),
            ends: SecondaryMap::new(),
            successors: Rows::default(),
            predecessors: Rows::default(),
            postorder: cfg.postorder().to_vec(),
            num_reachable: cfg.postorder().len(),
            reachable: SecondaryMap::new(),
        };
        for block in cfg.postorder() {
            graph.reachable[*block] = true;
        }
        let unreachable = function.layout.iter().filter(|b| !cfg.is_reachable(**b));
        graph.postorder.extend(unreachable);
        graph.add_nodes(function);
        graph.add_edges(&cfg);
        graph
    }

    fn add_nodes(&mut self, function: &Function) {
        for block in &function.layout {
            let first = self.places.len();
            match self.granularity {
                Granularity::Block => drop(self.places.push((*block, None.into()))),
                Granularity::Statement => {
                    for inst in function.block_insts(*block) {
                        self.places.push((*block, inst.into()));
                    }
                }
            }
            if self.places.len() > first {
                let last = Node::new(self.places.len() - 1);
                self.ends[*block] = (Node::new(first).into(), last.into());
            }
        }
    }

    fn add_edges(&mut self, cfg: &Cfg) {
        for (node, (block, _)) in self.places.iter() {
            if self.ends[*block].1 == node.into() {
                for next in cfg.successors(*block) {
                    if let Some(first) = self.ends[*next].0.expand() {
                        self.successors.push(first.as_u32());
                    }
                }
            } else {
                self.successors.push(node.as_u32() + 1);
            }
            self.successors.end_row();
        }
        self.predecessors = self.successors.transposed(self.places.len());
    }

    /// What the nodes are.
    pub fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// All nodes in layout order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (0..self.places.len()).map(Node::new)
    }

    /// Number of nodes.
    pub fn num_nodes(&self) -> usize {
        self.places.len()
    }

    /// The block of a node.
    #[inline]
    pub fn block(&self, node: Node) -> Block {
        self.places[node].0
    }

    /// The instruction that a node is, `None` if nodes are blocks.
    #[inline]
    pub fn inst(&self, node: Node) -> Option<Inst> {
        self.places[node].1.expand()
    }

    /// The node at the beginning of `block`.
    pub fn first_node(&self, block: Block) -> Option<Node> {
        self.ends[block].0.expand()
    }

    /// The node at the end of `block`.
    pub fn last_node(&self, block: Block) -> Option<Node> {
        self.ends[block].1.expand()
    }

    /// Successors of `node`, one per edge.
    #[inline]
    pub fn successors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.successors.row(node.index()).iter().map(|n| Node(*n))
    }

    /// Nodes before `node`, one an edge, unreachable ones included.
    #[inline]
    pub fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.predecessors.row(node.index()).iter().map(|n| Node(*n))
    }

    /// Nodes that facts come from that flow in `direction`.
    #[inline]
    pub fn sources(&self, node: Node, direction: Direction) -> impl Iterator<Item = Node> + '_ {
        let rows = match direction {
            Direction::Forward => &self.predecessors,
            Direction::Backward => &self.successors,
        };
        rows.row(node.index()).iter().map(|n| Node(*n))
    }

    /// Nodes that facts go to that flow in `direction`.
    #[inline]
    pub fn targets(&self, node: Node, direction: Direction) -> impl Iterator<Item = Node> + '_ {
        let opposite = match direction {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        };
        self.sources(node, opposite)
    }

    /// Whether `node` is where the function begins.
    pub fn is_entry(&self, node: Node) -> bool {
        node.0 == 0
    }

    /// Whether there is a path from the entry to `node`.
    pub fn is_reachable(&self, node: Node) -> bool {
        self.reachable[self.block(node)]
    }

    /// Number of blocks that the entry reaches.
    pub fn num_reachable_blocks(&self) -> usize {
        self.num_reachable
    }

    /// Blocks in `order` (for a work list, of an analysis in `direction`). Blocks that the entry does not
    /// reach come last, except in the layout.
    pub fn block_order(
        &self,
        function: &Function,
        order: Order,
        direction: Direction,
    ) -> Vec<Block> {
        let (reachable, rest) = self.postorder.split_at(self.num_reachable);
        let reversed = || reachable.iter().rev().chain(rest).copied().collect();
        match (order, direction) {
            (Order::Layout, _) => function.layout.clone(),
            (Order::Postorder, _) | (Order::Worklist, Direction::Backward) => {
                self.postorder.clone()
            }
            (Order::ReversePostorder, _) | (Order::Worklist, Direction::Forward) => reversed(),
        }
    }

    /// Nodes in `order`: block by block, the statements of a block last first in postorder.
    pub fn order(&self, function: &Function, order: Order, direction: Direction) -> Vec<Node> {
        let is_backward = match order {
            Order::Postorder => true,
            Order::ReversePostorder | Order::Layout => false,
            Order::Worklist => direction == Direction::Backward,
        };
        let mut nodes = Vec::with_capacity(self.places.len());
        for block in self.block_order(function, order, direction) {
            let (Some(first), Some(last)) = (self.first_node(block), self.last_node(block)) else {
                continue;
            };
            let range = (first.index()..=last.index()).map(Node::new);
            if is_backward {
                nodes.extend(range.rev());
            } else {
                nodes.extend(range);
            }
        }
        nodes
    }

    /// Heap memory in bytes.
    pub fn bytes(&self) -> u64 {
        let places = self.places.len() * size_of::<(Block, PackedOption<Inst>)>();
        places as u64 + self.successors.bytes() + self.predecessors.bytes()
    }
}
