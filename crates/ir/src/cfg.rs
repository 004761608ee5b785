//! The control-flow graph of a function: successors, predecessors, and a depth-first order.
//!
//! It is made from any [`FlowGraph`], so that machine functions use the same code.
//!
//! All edges are in two flat arrays (compressed rows), so recomputing the graph for another
//! function reuses the memory:
//!
//! ```text
//!   starts: [0, 2, 3, 3]      block 0 → edges[0..2], block 1 → edges[2..3], block 2 → none
//!   edges:  [1, 2, 2]
//! ```

use cranelift_entity::EntityRef;

use crate::entities::Block;
use crate::function::Function;

/// What has blocks with edges between them. Blocks have dense ids; those in the layout count.
pub trait FlowGraph {
    /// Id of a block.
    type Block: EntityRef;

    /// One more than the largest id of a block.
    fn num_blocks(&self) -> usize;

    /// Blocks in order; the entry is first.
    fn layout(&self) -> &[Self::Block];

    /// Successors of a block in order, with repetitions.
    fn successors(&self, block: Self::Block) -> &[Self::Block];
}

impl FlowGraph for Function {
    type Block = Block;

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn layout(&self) -> &[Block] {
        &self.layout
    }

    fn successors(&self, block: Block) -> &[Block] {
        self.successors(block)
    }
}

/// Number of a block that the entry does not reach.
const UNREACHABLE: u32 = u32::MAX;

/// One direction of the edges.
#[derive(Clone, Debug)]
struct Edges<B> {
    /// By block, one more than blocks.
    starts: Vec<u32>,
    targets: Vec<B>,
}

impl<B> Default for Edges<B> {
    fn default() -> Self {
        Self {
            starts: Vec::new(),
            targets: Vec::new(),
        }
    }
}

impl<B: EntityRef> Edges<B> {
    fn of(&self, block: B) -> &[B] {
        let index = block.index();
        &self.targets[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Successors and predecessors of every block, and the postorder from the entry.
#[derive(Clone, Debug)]
pub struct Cfg<B = Block> {
    /// How often it was computed.
    version: u32,
    layout: Vec<B>,
    successors: Edges<B>,
    predecessors: Edges<B>,
    postorder: Vec<B>,
    /// By block: place in the postorder.
    numbers: Vec<u32>,
    /// Scratch: blocks being visited and how many of their successors are done.
    stack: Vec<(B, u32)>,
}

impl<B> Default for Cfg<B> {
    fn default() -> Self {
        Self {
            version: 0,
            layout: Vec::new(),
            successors: Edges::default(),
            predecessors: Edges::default(),
            postorder: Vec::new(),
            numbers: Vec::new(),
            stack: Vec::new(),
        }
    }
}

impl<B: EntityRef> Cfg<B> {
    /// An empty graph, for [`Self::compute`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The graph of `function`.
    pub fn of(function: &impl FlowGraph<Block = B>) -> Self {
        let mut cfg = Self::default();
        cfg.compute(function);
        cfg
    }

    /// Makes this the graph of `function`, keeping memory.
    ///
    /// # Requires
    /// Nothing: blocks without terminator have no successors.
    /// # Ensures
    /// Edges and order are those of the function's blocks in its layout.
    pub fn compute(&mut self, function: &impl FlowGraph<Block = B>) {
        self.version = self.version.wrapping_add(1);
        self.layout.clear();
        self.layout.extend_from_slice(function.layout());
        self.compute_successors(function);
        self.compute_predecessors(function);
        self.compute_postorder(function);
    }

    /// Makes this the graph of `function` unless it is. To find that out takes a small part of the time of computing it,
    /// and of what is computed from it.
    pub fn update(&mut self, function: &impl FlowGraph<Block = B>) {
        if !self.is_of(function) {
            self.compute(function);
        }
    }

    /// Another number whenever the graph was computed: what was computed from it with the same number still holds.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether `function` has these blocks and edges in this order.
    fn is_of(&self, function: &impl FlowGraph<Block = B>) -> bool {
        let count = function.num_blocks();
        self.successors.starts.len() == count + 1
            && self.layout == function.layout()
            && (0..count)
                .map(B::new)
                .all(|block| self.successors.of(block) == function.successors(block))
    }

    fn compute_successors(&mut self, function: &impl FlowGraph<Block = B>) {
        let Edges { starts, targets } = &mut self.successors;
        starts.clear();
        targets.clear();
        for block in (0..function.num_blocks()).map(B::new) {
            starts.push(targets.len() as u32);
            targets.extend_from_slice(function.successors(block));
        }
        starts.push(targets.len() as u32);
    }

    fn compute_predecessors(&mut self, function: &impl FlowGraph<Block = B>) {
        let Edges { starts, targets } = &mut self.predecessors;
        starts.clear();
        starts.resize(function.num_blocks() + 1, 0);
        let edges = &self.successors;
        for block in function.layout() {
            for successor in edges.of(*block) {
                starts[successor.index()] += 1;
            }
        }
        // Each start is first the end of its row, and moves to the front as the row is filled from the
        // back: forward over the layout, so the last block that branches comes first, as in LLVM,
        // where a block's newest use is first.
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        targets.clear();
        targets.resize(end as usize, B::new(0));
        for block in function.layout() {
            for successor in edges.of(*block) {
                let start = &mut starts[successor.index()];
                *start -= 1;
                targets[*start as usize] = *block;
            }
        }
    }

    fn compute_postorder(&mut self, function: &impl FlowGraph<Block = B>) {
        self.postorder.clear();
        self.numbers.clear();
        self.numbers.resize(function.num_blocks(), UNREACHABLE);
        self.stack.clear();
        let Some(entry) = function.layout().first() else {
            return;
        };
        // Any number but UNREACHABLE marks a block as seen until its own is known.
        self.numbers[entry.index()] = 0;
        self.stack.push((*entry, 0));
        while let Some((block, done)) = self.stack.last_mut() {
            if let Some(next) = self.successors.of(*block).get(*done as usize) {
                *done += 1;
                let number = &mut self.numbers[next.index()];
                if *number == UNREACHABLE {
                    *number = 0;
                    self.stack.push((*next, 0));
                }
            } else {
                self.numbers[block.index()] = self.postorder.len() as u32;
                self.postorder.push(*block);
                self.stack.pop();
            }
        }
    }

    /// Number of blocks of the function, unreachable ones included.
    pub fn num_blocks(&self) -> usize {
        self.numbers.len()
    }

    /// Successors in the terminator's order, with repetitions.
    #[inline]
    pub fn successors(&self, block: B) -> &[B] {
        self.successors.of(block)
    }

    /// Predecessors, one for each edge, in LLVM's order for a function that was read from text: last in
    /// the layout first. Unreachable predecessors are included.
    #[inline]
    pub fn predecessors(&self, block: B) -> &[B] {
        self.predecessors.of(block)
    }

    /// The only predecessor (by however many edges), or `None`.
    pub fn unique_predecessor(&self, block: B) -> Option<B> {
        let (first, rest) = self.predecessors(block).split_first()?;
        rest.iter().all(|b| b == first).then_some(*first)
    }

    /// Reachable blocks, each after its successors except along back edges.
    #[inline]
    pub fn postorder(&self) -> &[B] {
        &self.postorder
    }

    /// Reachable blocks in reverse postorder; the entry is first.
    pub fn reverse_postorder(&self) -> impl DoubleEndedIterator<Item = B> + '_ {
        self.postorder.iter().rev().copied()
    }

    /// Place in the postorder, or `None` for an unreachable block.
    #[inline]
    pub fn postorder_number(&self, block: B) -> Option<u32> {
        let number = self.numbers[block.index()];
        (number != UNREACHABLE).then_some(number)
    }

    /// Whether there is a path from the entry to `block`.
    #[inline]
    pub fn is_reachable(&self, block: B) -> bool {
        self.numbers[block.index()] != UNREACHABLE
    }
}
