//! Natural loops and how they nest, as LLVM's `LoopInfo` defines them.
//!
//! A back edge is an edge from a latch to a header that dominates it. The loop of a header consists
//! of the blocks that reach its latches without passing through the header. Two loops are disjoint or
//! one contains the other. Cycles with several entries are not loops.
//!
//! Loops are numbered so that each comes before those inside it, which are consecutive; blocks are in
//! one array in which the blocks of a loop, inner loops included, are consecutive:
//!
//! ```text
//!   loop0 { a  loop1 { b c }  d  loop2 { e } }     blocks: a b c d e
//!   loops of loop0: 0..3, of loop1: 1..2           loop0: 0..5, loop1: 1..3, loop2: 4..5
//! ```

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use crate::cfg::Cfg;
use crate::dominators::DominatorTree;
use crate::entities::Block;

/// A loop of a [`LoopInfo`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// One loop.
#[derive(Clone, Copy, Debug)]
struct LoopData<B> {
    header: B,
    parent: PackedOption<Loop>,
    depth: u32,
    /// One more than the last loop inside.
    end: u32,
    /// Range of blocks.
    blocks: (u32, u32),
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct LoopInfo<B = Block> {
    loops: PrimaryMap<Loop, LoopData<B>>,
    /// By block: the innermost loop around it.
    innermost: Vec<PackedOption<Loop>>,
    blocks: Vec<B>,
    /// Scratch, indexed by provisional loop.
    found: PrimaryMap<Loop, LoopData<B>>,
    work: Vec<B>,
    renumbered: Vec<Loop>,
}

impl<B> Default for LoopInfo<B> {
    fn default() -> Self {
        Self {
            loops: PrimaryMap::new(),
            innermost: Vec::new(),
            blocks: Vec::new(),
            found: PrimaryMap::new(),
            work: Vec::new(),
            renumbered: Vec::new(),
        }
    }
}

impl<B: EntityRef> LoopInfo<B> {
    /// No loops, for [`Self::compute`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The loops of a graph.
    pub fn of(cfg: &Cfg<B>, dominators: &DominatorTree<B>) -> Self {
        let mut info = Self::default();
        info.compute(cfg, dominators);
        info
    }

    /// Makes this the loops of `cfg`, keeping memory.
    ///
    /// # Requires
    /// `cfg` and `dominators` are up to date.
    /// # Ensures
    /// Every back edge of a reachable block has its loop; loops are in the order of the module doc.
    pub fn compute(&mut self, cfg: &Cfg<B>, dominators: &DominatorTree<B>) {
        self.found.clear();
        self.innermost.clear();
        self.innermost.resize(cfg.num_blocks(), None.into());
        // Dominated headers first, so that inner loops are known when an outer one meets them.
        for header in dominators.preorder().iter().rev() {
            self.work.clear();
            self.work
                .extend(cfg.predecessors(*header).iter().filter(|latch| {
                    cfg.is_reachable(**latch) && dominators.dominates(*header, **latch)
                }));
            if !self.work.is_empty() {
                self.discover(cfg, *header);
            }
        }
        self.number_loops(cfg);
        self.order_blocks(cfg);
    }

    /// Walks backwards from the latches in `work` and takes what it meets into a new loop.
    fn discover(&mut self, cfg: &Cfg<B>, header: B) {
        let new = self.found.push(LoopData {
            header,
            parent: None.into(),
            depth: 0,
            end: 0,
            blocks: (0, 0),
        });
        while let Some(block) = self.work.pop() {
            let Some(inner) = self.innermost[block.index()].expand() else {
                if !cfg.is_reachable(block) {
                    continue;
                }
                self.innermost[block.index()] = new.into();
                if block != header {
                    self.work.extend_from_slice(cfg.predecessors(block));
                }
                continue;
            };
            let mut outer = inner;
            while let Some(parent) = self.found[outer].parent.expand() {
                outer = parent;
            }
            if outer == new {
                continue;
            }
            // A whole loop is added at once; continue from the entries of its header.
            self.found[outer].parent = new.into();
            let inner_header = self.found[outer].header;
            self.work.extend_from_slice(cfg.predecessors(inner_header));
        }
    }

    /// Gives loops their final numbers: preorder of the nest, in reverse postorder of headers.
    fn number_loops(&mut self, cfg: &Cfg<B>) {
        let len = self.found.len();
        // Sizes of subtrees: a loop was found after those inside it.
        for id in self.found.keys() {
            self.found[id].end += 1;
            let size = self.found[id].end;
            if let Some(parent) = self.found[id].parent.expand() {
                self.found[parent].end += size;
            }
        }
        self.renumbered.clear();
        self.renumbered.resize(len, Loop(0));
        self.loops.clear();
        let mut next_outermost = 0;
        let unset = LoopData {
            header: B::new(0),
            parent: None.into(),
            depth: 0,
            end: 0,
            blocks: (0, 0),
        };
        for _ in 0..len {
            self.loops.push(unset);
        }
        for header in cfg.reverse_postorder() {
            let Some(id) = self.innermost[header.index()].expand() else {
                continue;
            };
            if self.found[id].header != header {
                continue;
            }
            let size = self.found[id].end;
            let (start, parent, depth) = match self.found[id].parent.expand() {
                None => (&mut next_outermost, None, 1),
                Some(parent) => {
                    let parent = self.renumbered[parent.index()];
                    let depth = self.loops[parent].depth + 1;
                    // While numbering, `blocks.0` is the number of the next inner loop.
                    (&mut self.loops[parent].blocks.0, Some(parent), depth)
                }
            };
            let new = Loop(*start);
            *start += size;
            self.renumbered[id.index()] = new;
            self.loops[new] = LoopData {
                header,
                parent: parent.into(),
                depth,
                end: new.0 + size,
                blocks: (new.0 + 1, 0),
            };
        }
        for innermost in &mut self.innermost {
            *innermost = innermost
                .expand()
                .map(|id| self.renumbered[id.index()])
                .into();
        }
    }

    fn order_blocks(&mut self, cfg: &Cfg<B>) {
        for data in self.loops.values_mut() {
            data.blocks = (0, 0);
        }
        for innermost in self.innermost.iter().filter_map(|l| l.expand()) {
            self.loops[innermost].blocks.1 += 1;
        }
        for id in self.loops.keys().rev() {
            let size = self.loops[id].blocks.1;
            if let Some(parent) = self.loops[id].parent.expand() {
                self.loops[parent].blocks.1 += size;
            }
        }
        let total = self.loops.values().filter(|l| l.parent.is_none());
        let total: u32 = total.map(|l| l.blocks.1).sum();
        self.blocks.clear();
        self.blocks.resize(total as usize, B::new(0));
        // `blocks` of a loop is now (next free place, size); a loop gets its places at its header.
        let mut next_outermost = 0;
        for block in cfg.reverse_postorder() {
            let Some(id) = self.innermost[block.index()].expand() else {
                continue;
            };
            let LoopData {
                header,
                parent,
                blocks,
                ..
            } = self.loops[id];
            if header == block {
                let next = match parent.expand() {
                    Some(parent) => &mut self.loops[parent].blocks.0,
                    None => &mut next_outermost,
                };
                let start = *next;
                *next += blocks.1;
                self.loops[id].blocks.0 = start;
            }
            let next = &mut self.loops[id].blocks.0;
            self.blocks[*next as usize] = block;
            *next += 1;
        }
        for data in self.loops.values_mut() {
            data.blocks = (data.blocks.0 - data.blocks.1, data.blocks.0);
        }
    }

    /// All loops; each comes before those inside it.
    pub fn loops(&self) -> impl DoubleEndedIterator<Item = Loop> + use<B> {
        self.loops.keys()
    }

    /// Number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The innermost loop around `block`, or `None`.
    #[inline]
    pub fn loop_of(&self, block: B) -> Option<Loop> {
        self.innermost[block.index()].expand()
    }

    /// How many loops are around `block`.
    #[inline]
    pub fn depth_of(&self, block: B) -> u32 {
        self.loop_of(block).map_or(0, |l| self.loops[l].depth)
    }

    /// Whether `block` is the header of a loop.
    pub fn is_header(&self, block: B) -> bool {
        self.loop_of(block)
            .is_some_and(|l| self.loops[l].header == block)
    }

    /// The block through which the loop is entered.
    pub fn header(&self, id: Loop) -> B {
        self.loops[id].header
    }

    /// The loop directly around `id`, or `None` for an outermost one.
    pub fn parent(&self, id: Loop) -> Option<Loop> {
        self.loops[id].parent.expand()
    }

    /// Depth in the nest: 1 for an outermost loop.
    pub fn depth(&self, id: Loop) -> u32 {
        self.loops[id].depth
    }

    /// Blocks of the loop, those of inner loops included; the header is first.
    pub fn blocks(&self, id: Loop) -> &[B] {
        let (start, end) = self.loops[id].blocks;
        &self.blocks[start as usize..end as usize]
    }

    /// Loops directly inside `id`.
    pub fn children(&self, id: Loop) -> impl Iterator<Item = Loop> + '_ {
        let end = self.loops[id].end;
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(Loop(next))?;
            next = self.loops[child].end;
            Some(child)
        })
    }

    /// Whether `inner` is `outer` or somewhere inside it.
    #[inline]
    pub fn contains_loop(&self, outer: Loop, inner: Loop) -> bool {
        (outer.0..self.loops[outer].end).contains(&inner.0)
    }

    /// Whether `block` is in the loop.
    #[inline]
    pub fn contains(&self, id: Loop, block: B) -> bool {
        self.loop_of(block)
            .is_some_and(|inner| self.contains_loop(id, inner))
    }

    /// Predecessors of the header inside the loop, one for each back edge.
    pub fn latches<'a>(&'a self, cfg: &'a Cfg<B>, id: Loop) -> impl Iterator<Item = B> + 'a {
        let predecessors = cfg.predecessors(self.header(id)).iter().copied();
        predecessors.filter(move |block| self.contains(id, *block))
    }

    /// Edges that leave the loop, as (block inside, block outside), by block.
    pub fn exits<'a>(&'a self, cfg: &'a Cfg<B>, id: Loop) -> impl Iterator<Item = (B, B)> + 'a {
        self.blocks(id).iter().flat_map(move |from| {
            let outside = cfg.successors(*from).iter().copied();
            outside
                .filter(move |to| !self.contains(id, *to))
                .map(move |to| (*from, to))
        })
    }

    /// The only block outside from which the header is entered, if the header is its only successor.
    pub fn preheader(&self, cfg: &Cfg<B>, id: Loop) -> Option<B> {
        let header = self.header(id);
        let mut outside = cfg
            .predecessors(header)
            .iter()
            .filter(|b| !self.contains(id, **b));
        let first = *outside.next()?;
        let only = outside.all(|block| *block == first) && cfg.successors(first) == [header];
        only.then_some(first)
    }
}
