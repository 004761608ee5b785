//! Post-dominators: which blocks lie on every path from a block to the function's end.
//!
//! This is the dominator tree of the graph with all edges reversed, from a single end that follows every
//! block without successors. A loop that is never left has no such block: in each such region, the block
//! that a depth-first walk reaches last counts as followed by the end.

use cranelift_entity::EntityRef;

use crate::cfg::{Cfg, FlowGraph};
use crate::dominators::DominatorTree;

/// The postdominator tree of a graph.
#[derive(Clone, Debug)]
pub struct PostDominatorTree<B> {
    tree: DominatorTree<B>,
    reversed: Cfg<B>,
    graph: ReversedGraph<B>,
}

impl<B> Default for PostDominatorTree<B>
where
    DominatorTree<B>: Default,
{
    fn default() -> Self {
        Self {
            tree: DominatorTree::default(),
            reversed: Cfg::default(),
            graph: ReversedGraph::default(),
        }
    }
}

/// A graph with its edges reversed; its first block is the end.
#[derive(Clone, Debug)]
struct ReversedGraph<B> {
    layout: Vec<B>,
    starts: Vec<u32>,
    edges: Vec<B>,
    /// Scratch, by block: whether a path to an end is known.
    reaches_end: Vec<bool>,
    /// Scratch, by block: the last walk that came by, by where it began.
    walks: Vec<u32>,
    work: Vec<B>,
}

impl<B> Default for ReversedGraph<B> {
    fn default() -> Self {
        Self {
            layout: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            reaches_end: Vec::new(),
            walks: Vec::new(),
            work: Vec::new(),
        }
    }
}

impl<B: EntityRef> FlowGraph for ReversedGraph<B> {
    type Block = B;

    fn num_blocks(&self) -> usize {
        self.starts.len() - 1
    }

    fn layout(&self) -> &[B] {
        &self.layout
    }

    fn successors(&self, block: B) -> &[B] {
        let at = block.index();
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl<B: EntityRef> ReversedGraph<B> {
    /// Makes this the reverse of the reachable part of `cfg`.
    fn compute(&mut self, cfg: &Cfg<B>) {
        let count = cfg.num_blocks();
        self.starts.clear();
        self.edges.clear();
        self.layout.clear();
        self.layout.push(B::new(count));
        for block in (0..count).map(B::new) {
            self.starts.push(self.edges.len() as u32);
            if cfg.is_reachable(block) {
                self.layout.push(block);
                let predecessors = cfg.predecessors(block).iter().copied();
                self.edges
                    .extend(predecessors.filter(|b| cfg.is_reachable(*b)));
            }
        }
        self.starts.push(self.edges.len() as u32);
        self.add_ends(cfg);
        self.starts.push(self.edges.len() as u32);
    }

    /// Adds the edges from the end.
    fn add_ends(&mut self, cfg: &Cfg<B>) {
        self.walks.clear();
        self.walks.resize(cfg.num_blocks(), u32::MAX);
        self.reaches_end.clear();
        self.reaches_end.resize(cfg.num_blocks(), false);
        for at in 1..self.layout.len() {
            let block = self.layout[at];
            if cfg.successors(block).is_empty() {
                self.edges.push(block);
                self.mark(block);
            }
        }
        for at in 1..self.layout.len() {
            let block = self.layout[at];
            if !self.reaches_end[block.index()] {
                // Nothing on the way reaches an end that is known, so this one is new.
                let last = self.furthest(cfg, block);
                self.edges.push(last);
                self.mark(last);
            }
        }
    }

    /// Marks everything that reaches `block`.
    fn mark(&mut self, block: B) {
        self.work.push(block);
        while let Some(block) = self.work.pop() {
            if std::mem::replace(&mut self.reaches_end[block.index()], true) {
                continue;
            }
            let at = block.index();
            let edges = self.starts[at] as usize..self.starts[at + 1] as usize;
            self.work.extend_from_slice(&self.edges[edges]);
        }
    }

    /// The block that a depth-first walk from `block` reaches last.
    fn furthest(&mut self, cfg: &Cfg<B>, block: B) -> B {
        let walk = block.index() as u32;
        let mut last = block;
        self.work.push(block);
        while let Some(block) = self.work.pop() {
            if std::mem::replace(&mut self.walks[block.index()], walk) != walk {
                last = block;
                self.work.extend(cfg.successors(block).iter().rev());
            }
        }
        last
    }
}

impl<B: EntityRef> PostDominatorTree<B> {
    /// Makes this the postdominator tree of the reachable part of `cfg`, keeping memory.
    pub fn compute(&mut self, cfg: &Cfg<B>) {
        self.graph.compute(cfg);
        self.reversed.compute(&self.graph);
        self.tree.compute(&self.reversed);
    }

    /// The graph with all edges reversed. Its entry is the end, a block that the function does not have.
    pub fn reversed(&self) -> &Cfg<B> {
        &self.reversed
    }

    /// The tree; its root is the end.
    pub fn tree(&self) -> &DominatorTree<B> {
        &self.tree
    }

    /// Whether every path from `b` to an end passes `a`; each block postdominates itself.
    pub fn postdominates(&self, a: B, b: B) -> bool {
        self.tree.dominates(a, b)
    }
}
