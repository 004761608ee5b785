//! Cycles with several entries.
//!
//! When mass meets a backward edge that does not lead to a header, the nodes of the loop (or of the
//! function) and their edges form a graph; edges back to the loop's own headers are left out. Each strongly
//! connected component with more than one node becomes a loop with several headers: the nodes that are
//! entered from outside, and those with a backward edge from a node that is not an entry.

use super::{Flow, LoopData, LoopIndex, Node};

/// Nodes and edges, by place in `nodes`.
struct Graph {
    nodes: Vec<Node>,
    succs: Vec<Vec<usize>>,
    preds: Vec<Vec<usize>>,
}

impl Flow<'_> {
    /// Makes loops of the components inside `outer`, computes their masses and clears what has flowed in
    /// `outer`. The loops go to place `at` of the order.
    pub(super) fn split_irreducible(&mut self, outer: Option<LoopIndex>, at: usize) {
        let graph = self.graph_of(outer);
        let mut new = Vec::new();
        for component in components(&graph) {
            if component.len() >= 2 {
                new.push(self.create_loop(&graph, outer, &component));
            }
        }
        self.loop_order.splice(at..at, new.iter().copied());
        for index in new {
            // Loops with several headers take edges to any of them for back edges, so this cannot fail.
            let _ = self.compute_mass_in_loop(index);
        }
        if let Some(outer) = outer {
            let data = &mut self.loops[outer];
            data.exits.clear();
            data.back_edge_mass.fill(0);
            let nodes = std::mem::take(&mut data.nodes);
            let kept = nodes.iter().enumerate();
            let kept = kept.filter(|(place, node)| *place == 0 || self.resolved(**node) == **node);
            let kept = kept.map(|(_, node)| *node).collect();
            self.loops[outer].nodes = kept;
        }
    }

    fn graph_of(&mut self, outer: Option<LoopIndex>) -> Graph {
        let nodes: Vec<Node> = match outer {
            Some(outer) => self.loops[outer].nodes.clone(),
            None => (0..self.order.len() as Node)
                .filter(|n| self.resolved(*n) == *n)
                .collect(),
        };
        // Of the nodes in the graph.
        let mut place = vec![None; self.order.len()];
        for (at, node) in nodes.iter().enumerate() {
            place[*node as usize] = Some(at);
            *self.mass_mut(*node) = 0;
        }
        let mut graph = Graph {
            succs: vec![Vec::new(); nodes.len()],
            preds: vec![Vec::new(); nodes.len()],
            nodes,
        };
        for from in 0..graph.nodes.len() {
            let node = graph.nodes[from];
            let targets: Vec<Node> = if self.is_package_header(node) {
                let package = self.nodes[node as usize].innermost;
                let exits = package.map_or(&[][..], |l| &self.loops[l].exits);
                exits.iter().map(|(target, _)| *target).collect()
            } else {
                let succs = &self.function.blocks[self.order[node as usize]].succs;
                succs.iter().map(|block| self.node(*block)).collect()
            };
            for target in targets {
                let back = outer.is_some_and(|l| self.loops[l].header_index(target).is_some());
                if let Some(to) = place[target as usize]
                    && !back
                {
                    graph.succs[from].push(to);
                    graph.preds[to].push(from);
                }
            }
        }
        graph
    }

    fn create_loop(
        &mut self,
        graph: &Graph,
        outer: Option<LoopIndex>,
        component: &[usize],
    ) -> LoopIndex {
        let (headers, others) = split_headers(graph, component);
        let index = self.loops.len();
        self.loops.push(LoopData::new(outer, &headers, &others));
        for node in headers.iter().chain(&others) {
            match self.nodes[*node as usize]
                .innermost
                .filter(|_| self.is_loop_header(*node))
            {
                Some(inner) => self.loops[inner].parent = Some(index),
                None => self.nodes[*node as usize].innermost = Some(index),
            }
        }
        index
    }
}

/// The headers and the other nodes of a component, each ascending.
fn split_headers(graph: &Graph, component: &[usize]) -> (Vec<Node>, Vec<Node>) {
    let mut inside = vec![false; graph.nodes.len()];
    for at in component {
        inside[*at] = true;
    }
    let is_entry = |at: &usize| graph.preds[*at].iter().any(|pred| !inside[*pred]);
    let entry: Vec<bool> = (0..graph.nodes.len())
        .map(|at| inside[at] && is_entry(&at))
        .collect();
    let is_header = |at: &usize| {
        let backward = |pred: &usize| graph.nodes[*pred] >= graph.nodes[*at] && !entry[*pred];
        entry[*at] || graph.preds[*at].iter().any(backward)
    };
    let (mut headers, mut others) = (Vec::new(), Vec::new());
    for at in component {
        let list = if is_header(at) {
            &mut headers
        } else {
            &mut others
        };
        list.push(graph.nodes[*at]);
    }
    headers.sort_unstable();
    others.sort_unstable();
    (headers, others)
}

/// Strongly connected components that the first node reaches, by Tarjan's algorithm without recursion.
fn components(graph: &Graph) -> Vec<Vec<usize>> {
    let num = graph.nodes.len();
    // Of the nodes seen so far.
    let mut number = vec![None; num];
    let mut lowest = vec![0; num];
    let mut open = vec![false; num];
    let (mut stack, mut path, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = 0;
    if num > 0 {
        path.push((0, 0));
    }
    while let Some((node, done)) = path.last_mut() {
        let node = *node;
        if *done == 0 && number[node].is_none() {
            number[node] = Some(next);
            lowest[node] = next;
            next += 1;
            stack.push(node);
            open[node] = true;
        }
        if let Some(succ) = graph.succs[node].get(*done) {
            *done += 1;
            match number[*succ] {
                None => path.push((*succ, 0)),
                Some(number) if open[*succ] => lowest[node] = lowest[node].min(number),
                Some(_) => {}
            }
            continue;
        }
        path.pop();
        if let Some((parent, _)) = path.last() {
            lowest[*parent] = lowest[*parent].min(lowest[node]);
        }
        if number[node] == Some(lowest[node]) {
            let start = stack.iter().rposition(|n| *n == node).unwrap_or(0);
            let component = stack.split_off(start);
            component.iter().for_each(|n| open[*n] = false);
            found.push(component);
        }
    }
    found
}
