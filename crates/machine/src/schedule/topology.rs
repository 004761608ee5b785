//! An order of the nodes of a graph that agrees with its edges, kept up to date as edges are added.
//!
//! After D. J. Pearce and P. H. J. Kelly, *A dynamic topological sort algorithm for directed acyclic graphs* (2006):
//! where a new edge goes against the order, only the nodes between its ends change their places.

use cranelift_entity::EntityRef;

use super::graph::{Graph, Node};

/// Positions of nodes. The exit has none: it comes last.
#[derive(Debug, Default)]
pub struct Topology {
    /// By node.
    position: Vec<u32>,
    /// By position.
    nodes: Vec<Node>,
    /// By node: the search that has seen it last.
    seen: Vec<u32>,
    search: u32,
    work: Vec<Node>,
    work_up: Vec<Node>,
    moved: Vec<Node>,
}

impl Topology {
    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.position.clear();
        self.nodes.clear();
        self.seen.clear();
        self.search = 0;
    }

    /// Begins with `len` nodes in their order: before edges are added on request, all lead down.
    pub fn begin(&mut self, len: usize) {
        self.clear();
        self.position.extend(0..len as u32);
        self.nodes.extend((0..len as u32).map(Node::from_u32));
        self.seen.resize(len, 0);
    }

    /// The node at a position.
    pub fn node_at(&self, position: usize) -> Node {
        self.nodes[position]
    }

    /// The position of a node.
    pub fn position(&self, node: Node) -> usize {
        self.position[node.index()] as usize
    }

    fn has_position(&self, node: Node) -> bool {
        (node.as_u32() as usize) < self.nodes.len()
    }

    /// Whether a way leads from `from` to `to`. Only nodes between the two are looked at.
    pub fn is_reachable(&mut self, graph: &Graph, from: Node, to: Node) -> bool {
        if from == to {
            return true;
        }
        if !self.has_position(from) || !self.has_position(to) {
            return !self.has_position(to) && self.has_position(from);
        }
        self.position(from) < self.position(to) && self.search_both(graph, from, to)
    }

    /// Looks for a way down from `from` and up from `to` by turns: it is known that there is none as soon as one of the
    /// two has seen everything, and one of them is often near a dead end.
    fn search_both(&mut self, graph: &Graph, from: Node, to: Node) -> bool {
        let (first, last) = (self.position[from.index()], self.position[to.index()]);
        let (down, up) = (self.search + 1, self.search + 2);
        self.search = up;
        self.seen[from.index()] = down;
        self.seen[to.index()] = up;
        self.work.clear();
        self.work.push(from);
        self.work_up.clear();
        self.work_up.push(to);
        loop {
            let Some(node) = self.work.pop() else {
                return false;
            };
            for edge in graph.succs(node).filter(|edge| edge.succ != graph.exit()) {
                let seen = &mut self.seen[edge.succ.index()];
                if *seen == up {
                    return true;
                }
                if *seen != down && self.position[edge.succ.index()] < last {
                    *seen = down;
                    self.work.push(edge.succ);
                }
            }
            let Some(node) = self.work_up.pop() else {
                return false;
            };
            for edge in graph.preds(node) {
                let seen = &mut self.seen[edge.pred.index()];
                if *seen == down {
                    return true;
                }
                if *seen != up && self.position[edge.pred.index()] > first {
                    *seen = up;
                    self.work_up.push(edge.pred);
                }
            }
        }
    }

    /// Notes an edge. No way leads from `succ` to `pred`.
    pub fn add_edge(&mut self, graph: &Graph, pred: Node, succ: Node) {
        if !self.has_position(pred) || !self.has_position(succ) {
            return;
        }
        let (first, last) = (self.position(succ), self.position(pred));
        if first > last {
            return;
        }
        self.search_from(graph, succ, last);
        // What is reached from `succ` goes after `pred`, in its old order.
        let mut moved = std::mem::take(&mut self.moved);
        moved.clear();
        let mut free = first;
        for at in first..=last {
            let node = self.nodes[at];
            if self.seen[node.index()] == self.search {
                moved.push(node);
            } else {
                self.place(node, free);
                free += 1;
            }
        }
        for (node, at) in moved.iter().zip(free..) {
            self.place(*node, at);
        }
        self.moved = moved;
    }

    fn place(&mut self, node: Node, at: usize) {
        self.position[node.index()] = at as u32;
        self.nodes[at] = node;
    }

    /// Marks what is reached from `from` before position `end`.
    fn search_from(&mut self, graph: &Graph, from: Node, end: usize) {
        self.search += 1;
        self.work.clear();
        self.work.push(from);
        self.seen[from.index()] = self.search;
        while let Some(node) = self.work.pop() {
            for edge in graph.succs(node).filter(|edge| edge.succ != graph.exit()) {
                let at = self.position[edge.succ.index()] as usize;
                let seen = &mut self.seen[edge.succ.index()];
                if at < end && *seen != self.search {
                    *seen = self.search;
                    self.work.push(edge.succ);
                }
            }
        }
    }
}
