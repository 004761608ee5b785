//! Iterated dominance frontiers, by routes in the dominator tree.
//!
//! The dominance frontier of a block `d` is where its dominance ends: the blocks that `d` does not strictly dominate
//! but that have a predecessor which it dominates. What `d` defines meets other definitions there. The join is a
//! definition too, so the frontier of the frontier belongs to it, and so on.
//!
//! An edge `x → y` of the graph leaves all blocks from `x` up to below `y`'s immediate dominator: that is its *route*,
//! and `y` is in the frontier of exactly the blocks on it. After Bilardi and Pingali, "A framework for generalized
//! control dependence" (1996). Where routes to the same block meet, only one continues, so a block is on at most one:
//!
//! ```text
//!   level 0       entry                in the tree   │ ╱ ╲
//!               ╱   │   ╲              other edges   ┄┄▶
//!   level 1    a    b    c ◀┄┄┄┄┐
//!              ┊   ╱ ╲   ▲      ┊      routes   to c:  e, b       of e ┄▶ c
//!   level 2    ┊  d   e ┄┼┄┄┄┄┄┄┘               to c:  a          of a ┄▶ c
//!              ┊  ┊   ▲  ┊                      to e:  d          of d ┄▶ e
//!              ┊  └┄┄┄┘  ┊
//!              └┄┄┄┄┄┄┄┄┄┘             b's frontier is c; that of d is e; then that of e is c
//! ```
//!
//! Routes are listed by where they start, in preorder of the tree. The frontier of `d` are the targets of those that
//! start among the blocks under `d`, which are neighbours in the list, and end at `d`'s level or above. A tree of
//! minima over the list finds these without visiting the others: the cost of a definition is in proportion to what is
//! found, however many blocks are under it.
//!
//! The deepest definitions go first; what has been searched once then need not be searched again.

use std::collections::BinaryHeap;

use crate::cfg::Cfg;
use crate::dominators::DominatorTree;
use cranelift_entity::EntityRef;

/// Frontiers of the blocks of a graph, with memory for searches.
#[derive(Debug)]
pub struct IteratedFrontier<B> {
    /// By place in the preorder: the first route that starts there or later; one more than blocks.
    starts: Vec<u32>,
    /// By route: the block that it leads to.
    targets: Vec<B>,
    /// Minima of the levels where routes end. The second half are the routes; before that, node `n` is over `2n` and
    /// `2n + 1`.
    nodes: Vec<Node>,
    /// By block: what was done with it.
    marks: Vec<Marks>,
    /// Blocks whose frontier is to be found: level, then order of arrival.
    queue: BinaryHeap<(u32, u32)>,
    /// Blocks that were ever in the queue, in order of arrival.
    queued: Vec<B>,
    /// Number of the search.
    round: u32,
    /// Nodes to be looked through.
    stack: Vec<u32>,
}

/// Some routes, or one.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The least level of the blocks at which they end.
    top: u32,
    /// The last search that looked through them.
    searched: u32,
}

/// What was done with a block.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// The last search that queued it.
    queued: u32,
    /// The last search that found it. While routes are made: the place of its last predecessor, counted from 1.
    found: u32,
}

impl<B> Default for IteratedFrontier<B> {
    fn default() -> Self {
        Self {
            starts: Vec::new(),
            targets: Vec::new(),
            nodes: Vec::new(),
            marks: Vec::new(),
            queue: BinaryHeap::new(),
            queued: Vec::new(),
            round: 0,
            stack: Vec::new(),
        }
    }
}

impl<B: EntityRef> IteratedFrontier<B> {
    /// Prepares searches in a graph, keeping memory; costs its size.
    ///
    /// # Requires
    /// `tree` is the dominator tree of `cfg`.
    pub fn compute(&mut self, cfg: &Cfg<B>, tree: &DominatorTree<B>) {
        self.begin(cfg.num_blocks());
        // The places of the current block and of those that dominate it, counted from 1; by level.
        let mut path: Vec<u32> = Vec::new();
        for (place, block) in (1..).zip(tree.preorder()) {
            self.starts.push(self.targets.len() as u32);
            let Some(level) = tree.level(*block) else {
                continue;
            };
            path.truncate(level as usize);
            path.push(place);
            for successor in cfg.successors(*block) {
                let Some(end) = tree.level(*successor) else {
                    continue;
                };
                // Places only grow, so that the predecessor before is the last one to the left in the tree. What
                // dominates both is on its route, or above the end of that.
                let before = std::mem::replace(&mut self.marks[successor.index()].found, place);
                let top = match before {
                    0 => end,
                    before => path.partition_point(|place| *place <= before) as u32,
                };
                if top <= level {
                    self.targets.push(*successor);
                    self.nodes.push(Node { top, searched: 0 });
                }
            }
        }
        self.starts.push(self.targets.len() as u32);
        self.compute_minima();
        self.marks.fill(Marks::default());
    }

    fn begin(&mut self, num_blocks: usize) {
        self.round = 0;
        self.starts.clear();
        self.targets.clear();
        self.nodes.clear();
        self.marks.clear();
        self.marks.resize(num_blocks, Marks::default());
    }

    /// Puts what is above the routes before them.
    fn compute_minima(&mut self) {
        let count = self.nodes.len();
        self.nodes.extend_from_within(..);
        for at in (1..count).rev() {
            let top = self.nodes[2 * at].top.min(self.nodes[2 * at + 1].top);
            self.nodes[at].top = top;
        }
    }

    /// Puts into `found` the blocks where definitions in the blocks `definitions` meet, if they are wanted, in no
    /// particular order; a block that is not wanted is no definition either. Unreachable blocks count for nothing.
    ///
    /// # Requires
    /// `tree` is that of the graph.
    pub fn find(
        &mut self,
        tree: &DominatorTree<B>,
        definitions: impl IntoIterator<Item = B>,
        is_wanted: impl Fn(B) -> bool,
        found: &mut Vec<B>,
    ) {
        // A search is told from those before by its number, so that nothing need be cleared.
        self.round += 1;
        self.queued.clear();
        found.clear();
        for block in definitions {
            self.enqueue(tree, block);
        }
        while let Some((level, at)) = self.queue.pop() {
            self.push_routes_under(tree, self.queued[at as usize]);
            while let Some(at) = self.stack.pop() {
                let Some(target) = self.look_through(at, level) else {
                    continue;
                };
                let round = &mut self.marks[target.index()].found;
                if *round != self.round && is_wanted(target) {
                    *round = self.round;
                    found.push(target);
                    self.enqueue(tree, target);
                }
            }
        }
    }

    /// Puts the nodes on the stack that are over the routes which start under `block`, and no others.
    fn push_routes_under(&mut self, tree: &DominatorTree<B>, block: B) {
        let Some(places) = tree.preorder_range(block) else {
            return;
        };
        let count = self.targets.len() as u32;
        let mut start = count + self.starts[places.start as usize];
        let mut end = count + self.starts[places.end as usize];
        while start < end {
            if !start.is_multiple_of(2) {
                self.stack.push(start);
                start += 1;
            }
            if !end.is_multiple_of(2) {
                end -= 1;
                self.stack.push(end);
            }
            start /= 2;
            end /= 2;
        }
    }

    /// Looks through the routes of a node that end at `level` or above, unless this search has: gives the target if it
    /// is one route, and otherwise puts both halves on the stack.
    fn look_through(&mut self, at: u32, level: u32) -> Option<B> {
        let node = &mut self.nodes[at as usize];
        if node.top > level || std::mem::replace(&mut node.searched, self.round) == self.round {
            return None;
        }
        let route = (at as usize).checked_sub(self.targets.len());
        if route.is_none() {
            self.stack.extend([2 * at, 2 * at + 1]);
        }
        route.map(|route| self.targets[route])
    }

    fn enqueue(&mut self, tree: &DominatorTree<B>, block: B) {
        let Some(level) = tree.level(block) else {
            return;
        };
        let round = &mut self.marks[block.index()].queued;
        if std::mem::replace(round, self.round) != self.round {
            self.queue.push((level, self.queued.len() as u32));
            self.queued.push(block);
        }
    }
}
