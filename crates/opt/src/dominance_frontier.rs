//! Iterated dominance frontiers, by levels of the dominator tree.
//!
//! The dominance frontier of a block `d` is where its dominance ends: the blocks that `d` does not strictly
//! dominate but that have a predecessor which it dominates. What `d` defines meets other definitions there. The
//! meeting is a definition too, so the frontier of the frontier belongs to it, and so on.
//!
//! After Sreedhar and Gao, "A linear time algorithm for placing φ-nodes" (1995): an edge `x → y` of the graph
//! *joins* if `x` is not `y`'s immediate dominator. A joining edge leaves what `d` dominates exactly if `x` is
//! under `d` in the tree and `y` is not deeper than `d`:
//!
//! ```text
//!   level 0       entry                in the tree   │ ╱ ╲
//!               ╱   │   ╲              other edges   ┄┄▶
//!   level 1    a    b    c ◀┄┄┄┄┐
//!                  ╱ ╲          ┊     b's frontier: walk down from b, and take
//!   level 2       d   e ┄┄┄┄┄┄┄┄┘     the edges that end at level 1 or above
//!                 ┊   ▲
//!                 └┄┄┄┘               (d ┄▶ e stays below b: it is d's)
//! ```
//!
//! The definitions that lie deepest go first; then each block is walked once. Only blocks at whose begin the
//! variable is live are of use, so the walk never leaves them: where a path from `d` goes through a block that
//! redefines the variable, it is that block's turn, which was before as it is deeper.

use std::collections::BinaryHeap;

use avarice_ir::{Cfg, DominatorTree};
use cranelift_entity::EntityRef;

/// Memory for finding frontiers, used again for each variable.
#[derive(Debug)]
pub struct IteratedFrontier<B> {
    /// Blocks whose frontier is to be found: level, then order of arrival.
    queue: BinaryHeap<(u32, u32)>,
    /// Blocks that were ever in the queue, in order of arrival.
    queued: Vec<B>,
    /// By block: the last search that walked over it.
    walked: Vec<u32>,
    /// By block: the last search that queued it.
    is_queued: Vec<u32>,
    /// By block: the last search for a variable that is live there.
    live: Vec<u32>,
    /// By block: the last search that found it.
    found: Vec<u32>,
    /// Number of the search.
    round: u32,
    stack: Vec<B>,
}

impl<B> Default for IteratedFrontier<B> {
    fn default() -> Self {
        Self {
            queue: BinaryHeap::new(),
            queued: Vec::new(),
            walked: Vec::new(),
            is_queued: Vec::new(),
            live: Vec::new(),
            found: Vec::new(),
            round: 0,
            stack: Vec::new(),
        }
    }
}

impl<B: EntityRef> IteratedFrontier<B> {
    /// Puts into `found` the blocks of `live_in` where definitions in the blocks `definitions` meet, in no
    /// particular order. Unreachable blocks count for nothing.
    ///
    /// # Requires
    /// `tree` is the dominator tree of `cfg`; `live_in` are all blocks at whose begin the variable is live.
    pub fn find(
        &mut self,
        cfg: &Cfg<B>,
        tree: &DominatorTree<B>,
        definitions: impl IntoIterator<Item = B>,
        live_in: &[B],
        found: &mut Vec<B>,
    ) {
        self.search(cfg, tree, definitions, live_in, true, found);
    }

    /// As [`Self::find`], for a search that may pass over other blocks than those that are wanted.
    pub fn find_among(
        &mut self,
        cfg: &Cfg<B>,
        tree: &DominatorTree<B>,
        definitions: impl IntoIterator<Item = B>,
        wanted: &[B],
        found: &mut Vec<B>,
    ) {
        self.search(cfg, tree, definitions, wanted, false, found);
    }

    fn search(
        &mut self,
        cfg: &Cfg<B>,
        tree: &DominatorTree<B>,
        definitions: impl IntoIterator<Item = B>,
        live_in: &[B],
        stay: bool,
        found: &mut Vec<B>,
    ) {
        self.begin(cfg.num_blocks());
        for block in live_in {
            self.live[block.index()] = self.round;
        }
        for block in definitions {
            self.enqueue(tree, block);
        }
        found.clear();
        while let Some((level, at)) = self.queue.pop() {
            let root = self.queued[at as usize];
            self.walked[root.index()] = self.round;
            self.stack.push(root);
            while let Some(block) = self.stack.pop() {
                for successor in cfg.successors(block) {
                    // What is a level deeper is what `block` dominates itself.
                    let leaves = tree.level(*successor).is_some_and(|to| to <= level);
                    if leaves && self.take(*successor) {
                        found.push(*successor);
                        self.enqueue(tree, *successor);
                    }
                }
                for child in tree.children(block) {
                    let walked = &mut self.walked[child.index()];
                    let is_new = std::mem::replace(walked, self.round) != self.round;
                    if is_new && (!stay || self.live[child.index()] == self.round) {
                        self.stack.push(*child);
                    }
                }
            }
        }
    }

    /// Whether `block` is live and was not found before.
    fn take(&mut self, block: B) -> bool {
        let at = block.index();
        self.live[at] == self.round
            && std::mem::replace(&mut self.found[at], self.round) != self.round
    }

    fn enqueue(&mut self, tree: &DominatorTree<B>, block: B) {
        let Some(level) = tree.level(block) else {
            return;
        };
        if std::mem::replace(&mut self.is_queued[block.index()], self.round) != self.round {
            self.queue.push((level, self.queued.len() as u32));
            self.queued.push(block);
        }
    }

    fn begin(&mut self, num_blocks: usize) {
        // A search is told from those before by its number, so that nothing need be cleared.
        self.round += 1;
        for marks in [
            &mut self.walked,
            &mut self.is_queued,
            &mut self.live,
            &mut self.found,
        ] {
            marks.resize(num_blocks.max(marks.len()), 0);
        }
        self.queue.clear();
        self.queued.clear();
    }
}
