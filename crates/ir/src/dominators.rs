//! The dominator tree of a function, by the semi-NCA algorithm.
//!
//! A block `a` dominates `b` if every path from the entry to `b` goes through `a`. After Georgiadis and
//! Tarjan, "Finding dominators in practice" (2004):
//!
//! 1. Number the blocks in depth-first preorder from the entry.
//! 2. From the last number to the first, compute each block's semidominator: the smallest number from
//!    which a path leads to it over larger numbers only. Path compression keeps this nearly linear.
//! 3. From the first number to the last: the immediate dominator is the nearest ancestor of the
//!    depth-first parent, in the tree built so far, whose number is at most the semidominator's.
//!
//! A dominance test is two comparisons, on an interval of preorder numbers in the tree:
//!
//! ```text
//!        a [0,5)             a dominates b: start(a) <= start(b) < end(a)
//!       /      \
//!   b [1,4)   e [4,5)
//!    /    \
//! c [2,3) d [3,4)
//! ```

use cranelift_entity::EntityRef;

use crate::cfg::Cfg;
use crate::entities::Block;

const NONE: u32 = u32::MAX;

/// Immediate dominators and their tree. Unreachable blocks are not in it.
#[derive(Clone, Debug)]
pub struct DominatorTree<B = Block> {
    /// By block: its depth-first number, `NONE` if unreachable.
    numbers: Vec<u32>,
    /// By number: the block.
    blocks: Vec<B>,
    /// By number: the number of the immediate dominator; 0 for the entry.
    idoms: Vec<u32>,
    /// By number: depth in the tree.
    levels: Vec<u32>,
    /// By number: preorder interval in the tree.
    intervals: Vec<(u32, u32)>,
    /// Children, grouped by parent, and where each number's group starts.
    children: Vec<B>,
    child_starts: Vec<u32>,
    /// Blocks in preorder of the tree.
    preorder: Vec<B>,
    scratch: Scratch<B>,
}

/// Arrays by depth-first number that only the computation needs.
#[derive(Clone, Debug)]
struct Scratch<B> {
    parents: Vec<u32>,
    ancestors: Vec<u32>,
    labels: Vec<u32>,
    semis: Vec<u32>,
    path: Vec<u32>,
    stack: Vec<(B, u32)>,
}

impl<B> Default for Scratch<B> {
    fn default() -> Self {
        Self {
            parents: Vec::new(),
            ancestors: Vec::new(),
            labels: Vec::new(),
            semis: Vec::new(),
            path: Vec::new(),
            stack: Vec::new(),
        }
    }
}

impl<B> Default for DominatorTree<B> {
    fn default() -> Self {
        Self {
            numbers: Vec::new(),
            blocks: Vec::new(),
            idoms: Vec::new(),
            levels: Vec::new(),
            intervals: Vec::new(),
            children: Vec::new(),
            child_starts: Vec::new(),
            preorder: Vec::new(),
            scratch: Scratch::default(),
        }
    }
}

impl<B: EntityRef> DominatorTree<B> {
    /// An empty tree, for [`Self::compute`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The dominator tree of a graph.
    pub fn of(cfg: &Cfg<B>) -> Self {
        let mut tree = Self::default();
        tree.compute(cfg);
        tree
    }

    /// Makes this the dominator tree of `cfg`, keeping memory.
    ///
    /// # Requires
    /// `cfg` is up to date.
    /// # Ensures
    /// The tree has exactly the reachable blocks.
    pub fn compute(&mut self, cfg: &Cfg<B>) {
        self.number_blocks(cfg);
        self.compute_semidominators(cfg);
        self.compute_idoms();
        self.compute_tree();
    }

    fn number_blocks(&mut self, cfg: &Cfg<B>) {
        self.numbers.clear();
        self.numbers.resize(cfg.num_blocks(), NONE);
        self.blocks.clear();
        let Scratch { parents, stack, .. } = &mut self.scratch;
        parents.clear();
        stack.clear();
        if let Some(entry) = cfg.postorder().last() {
            stack.push((*entry, 0));
        }
        while let Some((block, parent)) = stack.pop() {
            if self.numbers[block.index()] != NONE {
                continue;
            }
            let number = self.blocks.len() as u32;
            self.numbers[block.index()] = number;
            self.blocks.push(block);
            parents.push(parent);
            let successors = cfg.successors(block).iter().rev();
            stack.extend(
                successors
                    .filter(|s| self.numbers[s.index()] == NONE)
                    .map(|s| (*s, number)),
            );
        }
    }

    fn compute_semidominators(&mut self, cfg: &Cfg<B>) {
        let len = self.blocks.len() as u32;
        let scratch = &mut self.scratch;
        scratch.ancestors.clear();
        scratch.ancestors.extend_from_slice(&scratch.parents);
        scratch.labels.clear();
        scratch.labels.extend(0..len);
        scratch.semis.clear();
        scratch.semis.extend(0..len);
        for number in (1..len).rev() {
            let mut semi = scratch.parents[number as usize];
            for predecessor in cfg.predecessors(self.blocks[number as usize]) {
                let predecessor = self.numbers[predecessor.index()];
                if predecessor != NONE {
                    let label = scratch.eval(predecessor, number);
                    semi = semi.min(scratch.semis[label as usize]);
                }
            }
            scratch.semis[number as usize] = semi;
        }
    }

    fn compute_idoms(&mut self) {
        let Scratch { parents, semis, .. } = &self.scratch;
        self.idoms.clear();
        for (number, semi) in semis.iter().enumerate() {
            let mut idom = parents[number];
            while idom > *semi {
                idom = self.idoms[idom as usize];
            }
            self.idoms.push(idom);
        }
    }

    /// Levels, children, intervals and preorder from `idoms`. A parent's number is smaller than its
    /// children's, so sizes are summed backwards and places are assigned forwards, without a stack.
    fn compute_tree(&mut self) {
        let len = self.blocks.len();
        let Self {
            blocks,
            idoms,
            levels,
            intervals,
            children,
            child_starts,
            preorder,
            ..
        } = self;
        levels.clear();
        levels.resize(len, 0);
        child_starts.clear();
        child_starts.resize(len + 1, 0);
        intervals.clear();
        intervals.resize(len, (0, 1));
        for number in 1..len {
            let idom = idoms[number] as usize;
            levels[number] = levels[idom] + 1;
            child_starts[idom + 1] += 1;
        }
        for index in 0..len {
            child_starts[index + 1] += child_starts[index];
        }
        for number in (1..len).rev() {
            // The second part is the subtree's size for now.
            intervals[idoms[number] as usize].1 += intervals[number].1;
        }
        children.clear();
        children.resize(len.saturating_sub(1), B::new(0));
        preorder.clear();
        preorder.resize(len, B::new(0));
        let next = &mut self.scratch.labels;
        next.clear();
        next.resize(len, 1);
        let next_child = &mut self.scratch.semis;
        next_child.clear();
        next_child.extend_from_slice(&child_starts[..len]);
        for number in 0..len {
            let idom = idoms[number] as usize;
            let size = intervals[number].1;
            let start = if number == 0 {
                0
            } else {
                children[next_child[idom] as usize] = blocks[number];
                next_child[idom] += 1;
                next[idom]
            };
            if number > 0 {
                next[idom] += size;
            }
            intervals[number] = (start, start + size);
            next[number] = start + 1;
            preorder[start as usize] = blocks[number];
        }
    }

    fn number(&self, block: B) -> Option<usize> {
        let number = self.numbers[block.index()];
        (number != NONE).then_some(number as usize)
    }

    /// Whether `block` is in the tree.
    pub fn is_reachable(&self, block: B) -> bool {
        self.number(block).is_some()
    }

    /// The immediate dominator; `None` for the entry and unreachable blocks.
    pub fn idom(&self, block: B) -> Option<B> {
        let number = self.number(block).filter(|n| *n > 0)?;
        Some(self.blocks[self.idoms[number] as usize])
    }

    /// Blocks that `block` dominates immediately, in depth-first order of the graph.
    pub fn children(&self, block: B) -> &[B] {
        self.number(block).map_or(&[], |number| {
            let range = self.child_starts[number]..self.child_starts[number + 1];
            &self.children[range.start as usize..range.end as usize]
        })
    }

    /// Depth in the tree, 0 for the entry; `None` for an unreachable block.
    pub fn level(&self, block: B) -> Option<u32> {
        Some(self.levels[self.number(block)?])
    }

    /// All reachable blocks, each before those that it dominates.
    pub fn preorder(&self) -> &[B] {
        &self.preorder
    }

    /// The places in [`Self::preorder`] of the blocks that `block` dominates, its own first; `None` for an
    /// unreachable block.
    pub fn preorder_range(&self, block: B) -> Option<std::ops::Range<u32>> {
        let (start, end) = self.intervals[self.number(block)?];
        Some(start..end)
    }

    /// Whether `a` dominates `b`; a block dominates itself. As in LLVM, everything dominates an
    /// unreachable block, which dominates no reachable one.
    #[inline]
    pub fn dominates(&self, a: B, b: B) -> bool {
        match (self.number(a), self.number(b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => {
                let (start, end) = self.intervals[a];
                (start..end).contains(&self.intervals[b].0)
            }
        }
    }

    /// Whether `a` dominates `b` and is another block.
    pub fn strictly_dominates(&self, a: B, b: B) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The last block that dominates both, or `None` if one is unreachable.
    pub fn nearest_common_dominator(&self, a: B, b: B) -> Option<B> {
        let (mut a, mut b) = (self.number(a)?, self.number(b)?);
        // The larger number is never an ancestor of the other.
        while a != b {
            if a > b {
                a = self.idoms[a] as usize;
            } else {
                b = self.idoms[b] as usize;
            }
        }
        Some(self.blocks[a])
    }
}

impl<B> Scratch<B> {
    /// The number with the least semidominator on the path from `from` up to the last number that has
    /// been processed (those at least `limit + 1` have), compressing the path.
    fn eval(&mut self, from: u32, limit: u32) -> u32 {
        let Self {
            ancestors,
            labels,
            semis,
            path,
            ..
        } = self;
        if from <= limit {
            // Not processed yet: only its own label.
            return labels[from as usize];
        }
        path.clear();
        let mut at = from;
        while ancestors[at as usize] > limit {
            path.push(at);
            at = ancestors[at as usize];
        }
        // `at` is the root of its processed tree; go back down, giving each the best label above it.
        let (top, mut best) = (ancestors[at as usize], labels[at as usize]);
        while let Some(node) = path.pop() {
            let own = &mut labels[node as usize];
            if semis[best as usize] < semis[*own as usize] {
                *own = best;
            } else {
                best = *own;
            }
            ancestors[node as usize] = top;
        }
        best
    }
}
