//! An order of the nodes of a graph that agrees with its edges, kept up to date as edges are added.
//!
//! After D. J. Pearce and P. H. J. Kelly, *A dynamic topological sort algorithm for directed acyclic graphs* (2006):
//! where a new edge goes against the order, only nodes between its ends change their places: what can be reached from the
//! lower end goes after the upper one, or what leads to the upper end goes before the lower one, whichever is found first.

use cranelift_entity::EntityRef;

use super::graph::{Edge, Graph, Node};

/// Positions of nodes. The exit has none: it comes last.
#[derive(Debug, Default)]
pub struct Topology {
    /// By node.
    position: Vec<u32>,
    /// By position.
    nodes: Vec<Node>,
    /// By node: the mark of the search that has seen it last.
    seen: Vec<u32>,
    /// The greatest mark so far.
    mark: u32,
    down: Search,
    up: Search,
    moved: Vec<Node>,
}

/// A search for all nodes to which edges lead in one direction.
#[derive(Debug, Default)]
struct Search {
    mark: u32,
    /// Nodes whose edges have not been looked at.
    work: Vec<Node>,
    /// The next edge of the node that is being looked at.
    edge: Option<Edge>,
}

/// What a step of a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// There is more to look at.
    More,
    /// A node that the search in the other direction has seen.
    Met,
    /// Everything has been looked at.
    Done,
}

/// How a search from two nodes has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// A way leads from the upper node to the lower one.
    Connected,
    /// There is none, and what can be reached from the upper node has the mark of the search downwards.
    SeenBelow,
    /// There is none, and what leads to the lower node has the mark of the search upwards.
    SeenAbove,
}

impl Topology {
    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.position.clear();
        self.nodes.clear();
        self.seen.clear();
        self.mark = 0;
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
        self.position(from) < self.position(to)
            && self.search_both(graph, from, to) == Outcome::Connected
    }

    /// Makes room in the order for an edge from `pred` to `succ`. False, and nothing has changed, if the edge would close
    /// a circle.
    pub fn add_edge(&mut self, graph: &Graph, pred: Node, succ: Node) -> bool {
        if !self.has_position(succ) {
            return self.has_position(pred);
        }
        if pred == succ || !self.has_position(pred) {
            return false;
        }
        let (first, last) = (self.position(succ), self.position(pred));
        if first > last {
            return true;
        }
        match self.search_both(graph, succ, pred) {
            Outcome::Connected => return false,
            Outcome::SeenBelow => self.move_down(first, last),
            Outcome::SeenAbove => self.move_up(first, last),
        }
        true
    }

    /// Looks for a way down from `from` and up from `to`, edge by edge by turns: it is known that there is none as soon
    /// as one of the two has seen everything between them, and one of them is often near a dead end, or the other one at
    /// a node with thousands of edges.
    fn search_both(&mut self, graph: &Graph, from: Node, to: Node) -> Outcome {
        let range = self.position[from.index()]..self.position[to.index()];
        self.mark += 2;
        self.down.begin(self.mark - 1, graph.first_succ(from));
        self.up.begin(self.mark, graph.first_pred(to));
        self.seen[from.index()] = self.down.mark;
        self.seen[to.index()] = self.up.mark;
        loop {
            match self.step_down(graph, range.end) {
                Step::More => {}
                Step::Met => return Outcome::Connected,
                Step::Done => return Outcome::SeenBelow,
            }
            match self.step_up(graph, range.start) {
                Step::More => {}
                Step::Met => return Outcome::Connected,
                Step::Done => return Outcome::SeenAbove,
            }
        }
    }

    /// Looks at one edge that leads down, to a node before position `end`.
    fn step_down(&mut self, graph: &Graph, end: u32) -> Step {
        let Some(edge) = self.down.edge else {
            let next = self.down.work.pop();
            self.down.edge = next.and_then(|node| graph.first_succ(node));
            return next.map_or(Step::Done, |_| Step::More);
        };
        self.down.edge = graph.next_succ(edge);
        let node = graph.edge(edge).succ;
        if node == graph.exit() {
            return Step::More;
        }
        let is_between = self.position[node.index()] < end;
        let seen = &mut self.seen[node.index()];
        self.down.visit(node, seen, self.up.mark, is_between)
    }

    /// Looks at one edge that leads up, to a node after position `start`.
    fn step_up(&mut self, graph: &Graph, start: u32) -> Step {
        let Some(edge) = self.up.edge else {
            let next = self.up.work.pop();
            self.up.edge = next.and_then(|node| graph.first_pred(node));
            return next.map_or(Step::Done, |_| Step::More);
        };
        self.up.edge = graph.next_pred(edge);
        let node = graph.edge(edge).pred;
        let is_between = self.position[node.index()] > start;
        let seen = &mut self.seen[node.index()];
        self.up.visit(node, seen, self.down.mark, is_between)
    }

    /// Puts what the search down has seen after all else from position `first` to `last`, in its old order.
    fn move_down(&mut self, first: usize, last: usize) {
        let mut moved = std::mem::take(&mut self.moved);
        let mut free = first;
        for at in first..=last {
            let node = self.nodes[at];
            if self.seen[node.index()] == self.down.mark {
                moved.push(node);
            } else {
                self.place(node, free);
                free += 1;
            }
        }
        for (node, at) in moved.drain(..).zip(free..) {
            self.place(node, at);
        }
        self.moved = moved;
    }

    /// Puts what the search up has seen before all else from position `first` to `last`, in its old order.
    fn move_up(&mut self, first: usize, last: usize) {
        let mut moved = std::mem::take(&mut self.moved);
        let mut end = last + 1;
        for at in (first..=last).rev() {
            let node = self.nodes[at];
            if self.seen[node.index()] == self.up.mark {
                moved.push(node);
            } else {
                end -= 1;
                self.place(node, end);
            }
        }
        for (node, at) in moved.drain(..).zip((first..end).rev()) {
            self.place(node, at);
        }
        self.moved = moved;
    }

    fn place(&mut self, node: Node, at: usize) {
        self.position[node.index()] = at as u32;
        self.nodes[at] = node;
    }
}

impl Search {
    fn begin(&mut self, mark: u32, edge: Option<Edge>) {
        self.mark = mark;
        self.work.clear();
        self.edge = edge;
    }

    /// Comes to a node, of which `seen` is the mark.
    fn visit(&mut self, node: Node, seen: &mut u32, other: u32, is_between: bool) -> Step {
        if *seen == other {
            return Step::Met;
        }
        if *seen != self.mark && is_between {
            *seen = self.mark;
            self.work.push(node);
        }
        Step::More
    }
}
