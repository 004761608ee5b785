//! Cycles of a graph and how they nest, those with several entries too.
//!
//! A loop has one header, which dominates it. A cycle is what a depth-first walk finds: a block, its *header*, and the
//! blocks below it in the tree of the walk from which a path leads back to it. Where control enters at other blocks as well,
//! the cycle is irreducible, and which of its blocks is the header depends on the walk, which is LLVM's.
//!
//! ```text
//!        a                 walk: a c b d, since later successors come first
//!       ╱ ╲
//!      b ⇄ c               cycle { c b }, header c, entries c and b
//!          │
//!          d
//! ```

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use crate::cfg::Cfg;

/// A cycle of a [`CycleInfo`]. Inner cycles have smaller numbers than those around them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cycle(u32);
entity_impl!(Cycle, "cycle");

/// What is known of a cycle.
#[derive(Clone, Debug)]
struct CycleData<B> {
    header: B,
    /// Blocks other than the header at which control enters.
    other_entries: Vec<B>,
    parent: PackedOption<Cycle>,
    /// 1 for the outermost.
    depth: u32,
}

/// When a depth-first walk came to a block and left it, counted from 1; zero if it never did.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    start: u32,
    end: u32,
}

impl Visit {
    /// Whether the other visit is this one, or one below it.
    fn is_around(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The cycles of a graph.
#[derive(Clone, Debug)]
pub struct CycleInfo<B> {
    cycles: PrimaryMap<Cycle, CycleData<B>>,
    /// By block: the innermost cycle that it is in.
    innermost: Vec<PackedOption<Cycle>>,
    /// By cycle: one around it, the outermost one where that is known. Itself for an outermost cycle.
    outer: PrimaryMap<Cycle, Cycle>,
    outermost: Vec<Cycle>,
    /// By cycle: its place in `outermost`, while it has one.
    places: PrimaryMap<Cycle, u32>,
    /// Scratch, by block.
    visits: Vec<Visit>,
    preorder: Vec<B>,
    work: Vec<B>,
    /// Scratch: how many blocks were on the stack when each open visit began.
    open: Vec<u32>,
}

impl<B> Default for CycleInfo<B> {
    fn default() -> Self {
        Self {
            cycles: PrimaryMap::new(),
            innermost: Vec::new(),
            outer: PrimaryMap::new(),
            outermost: Vec::new(),
            places: PrimaryMap::new(),
            visits: Vec::new(),
            preorder: Vec::new(),
            work: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<B: EntityRef> CycleInfo<B> {
    /// The cycles of `cfg`.
    pub fn of(cfg: &Cfg<B>) -> Self {
        let mut info = Self::default();
        info.compute(cfg);
        info
    }

    /// Makes this the cycles of the reachable part of `cfg`, keeping memory.
    ///
    /// # Requires
    /// `cfg` is up to date.
    /// # Ensures
    /// A cycle has all blocks of those in it. Unreachable blocks are in none.
    pub fn compute(&mut self, cfg: &Cfg<B>) {
        self.cycles.clear();
        self.outer.clear();
        self.outermost.clear();
        self.places.clear();
        self.innermost.clear();
        self.innermost.resize(cfg.num_blocks(), None.into());
        self.walk(cfg);
        for at in (0..self.preorder.len()).rev() {
            self.find_cycle(cfg, self.preorder[at]);
        }
        for number in (0..self.cycles.len()).rev() {
            let cycle = Cycle::new(number);
            let parent = self.cycles[cycle].parent.expand();
            self.cycles[cycle].depth = parent.map_or(0, |parent| self.cycles[parent].depth) + 1;
        }
    }

    /// Walks the graph depth first, the last successor of a block before the others.
    fn walk(&mut self, cfg: &Cfg<B>) {
        self.visits.clear();
        self.visits.resize(cfg.num_blocks(), Visit::default());
        self.preorder.clear();
        self.open.clear();
        self.work.clear();
        self.work.extend(cfg.postorder().last().copied());
        let mut count = 0;
        while let Some(block) = self.work.last().copied() {
            let visit = &mut self.visits[block.index()];
            if visit.start == 0 {
                count += 1;
                visit.start = count;
                self.open.push(self.work.len() as u32);
                self.preorder.push(block);
                self.work.extend_from_slice(cfg.successors(block));
                continue;
            }
            if self.open.last() == Some(&(self.work.len() as u32)) {
                visit.end = count;
                self.open.pop();
            }
            self.work.pop();
        }
    }

    /// Makes the cycle of which `header` is the header, if there is one.
    fn find_cycle(&mut self, cfg: &Cfg<B>, header: B) {
        let visit = self.visits[header.index()];
        let is_below = |visits: &[Visit], block: &B| visit.is_around(visits[block.index()]);
        let back = cfg.predecessors(header).iter();
        self.work
            .extend(back.filter(|block| is_below(&self.visits, block)));
        if self.work.is_empty() {
            return;
        }
        let cycle = self.cycles.push(CycleData {
            header,
            other_entries: Vec::new(),
            parent: None.into(),
            depth: 0,
        });
        self.outer.push(cycle);
        self.places.push(self.outermost.len() as u32);
        self.outermost.push(cycle);
        self.innermost[header.index()] = cycle.into();
        while let Some(block) = self.work.pop() {
            if block == header {
                continue;
            }
            let Some(found) = self.outermost_cycle(block) else {
                self.innermost[block.index()] = cycle.into();
                self.add_predecessors(cfg, cycle, block);
                continue;
            };
            if found != cycle {
                self.enclose(found, cycle);
                self.add_predecessors(cfg, cycle, self.cycles[found].header);
                for at in 0..self.cycles[found].other_entries.len() {
                    self.add_predecessors(cfg, cycle, self.cycles[found].other_entries[at]);
                }
            }
        }
    }

    /// Goes on to what control comes from to `block`. If that is not below the header, `block` is an entry.
    fn add_predecessors(&mut self, cfg: &Cfg<B>, cycle: Cycle, block: B) {
        let visit = self.visits[self.cycles[cycle].header.index()];
        let mut is_entry = false;
        for pred in cfg.predecessors(block) {
            if visit.is_around(self.visits[pred.index()]) {
                self.work.push(*pred);
            } else {
                is_entry = true;
            }
        }
        if is_entry {
            self.cycles[cycle].other_entries.push(block);
        }
    }

    /// Puts the outermost cycle `inner` into `around`.
    fn enclose(&mut self, inner: Cycle, around: Cycle) {
        self.cycles[inner].parent = around.into();
        self.outer[inner] = around;
        // The last one takes its place, as in LLVM.
        let place = self.places[inner];
        self.outermost.swap_remove(place as usize);
        if let Some(moved) = self.outermost.get(place as usize) {
            self.places[*moved] = place;
        }
    }

    /// The outermost cycle found so far that a block is in.
    fn outermost_cycle(&mut self, block: B) -> Option<Cycle> {
        let innermost = self.innermost[block.index()].expand()?;
        let mut outermost = innermost;
        while self.outer[outermost] != outermost {
            outermost = self.outer[outermost];
        }
        let mut cycle = innermost;
        while cycle != outermost {
            cycle = std::mem::replace(&mut self.outer[cycle], outermost);
        }
        Some(outermost)
    }

    /// The innermost cycle that a block is in.
    pub fn cycle_of(&self, block: B) -> Option<Cycle> {
        self.innermost.get(block.index())?.expand()
    }

    /// How many cycles a block is in.
    pub fn depth(&self, block: B) -> u32 {
        let cycle = self.cycle_of(block);
        cycle.map_or(0, |cycle| self.cycles[cycle].depth)
    }

    /// Cycles that are in no other one.
    pub fn outermost(&self) -> &[Cycle] {
        &self.outermost
    }

    /// The header of a cycle.
    pub fn header(&self, cycle: Cycle) -> B {
        self.cycles[cycle].header
    }

    /// The blocks at which control enters a cycle, its header first.
    pub fn entries(&self, cycle: Cycle) -> impl Iterator<Item = B> + '_ {
        let data = &self.cycles[cycle];
        std::iter::once(data.header).chain(data.other_entries.iter().copied())
    }

    /// Whether control enters a cycle only at its header.
    pub fn is_reducible(&self, cycle: Cycle) -> bool {
        self.cycles[cycle].other_entries.is_empty()
    }

    /// The cycle around another one.
    pub fn parent(&self, cycle: Cycle) -> Option<Cycle> {
        self.cycles[cycle].parent.expand()
    }

    /// Whether a block is in a cycle, or in one inside it.
    pub fn contains(&self, cycle: Cycle, block: B) -> bool {
        let depth = self.cycles[cycle].depth;
        let inner = std::iter::successors(self.cycle_of(block), |inner| self.parent(*inner));
        let mut level = inner.skip_while(|inner| self.cycles[*inner].depth > depth);
        level.next() == Some(cycle)
    }

    /// The innermost cycle that both blocks are in.
    pub fn common_cycle(&self, a: B, b: B) -> Option<Cycle> {
        let (mut a, mut b) = (self.cycle_of(a)?, self.cycle_of(b)?);
        while a != b {
            if self.cycles[a].depth >= self.cycles[b].depth {
                a = self.parent(a)?;
            } else {
                b = self.parent(b)?;
            }
        }
        Some(a)
    }

    /// Puts the new block on the edge `from → to` into the cycles that have both.
    pub fn split_edge(&mut self, from: B, to: B, new: B) {
        let cycle = self.common_cycle(from, to);
        if self.innermost.len() <= new.index() {
            self.innermost.resize(new.index() + 1, None.into());
        }
        self.innermost[new.index()] = cycle.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::FlowGraph;
    use crate::entities::Block;

    struct Graph {
        layout: Vec<Block>,
        edges: Vec<Vec<Block>>,
    }

    impl FlowGraph for Graph {
        type Block = Block;

        fn num_blocks(&self) -> usize {
            self.edges.len()
        }

        fn layout(&self) -> &[Block] {
            &self.layout
        }

        fn successors(&self, block: Block) -> &[Block] {
            &self.edges[block.index()]
        }
    }

    fn cycles(edges: &[&[usize]]) -> CycleInfo<Block> {
        let graph = Graph {
            layout: (0..edges.len()).map(Block::new).collect(),
            edges: edges
                .iter()
                .map(|to| to.iter().copied().map(Block::new).collect())
                .collect(),
        };
        CycleInfo::of(&Cfg::of(&graph))
    }

    #[test]
    fn cycles_nest() {
        let info = cycles(&[&[1], &[2], &[2, 3], &[1, 4], &[]]);
        let depths: Vec<u32> = (0..5).map(|at| info.depth(Block::new(at))).collect();
        assert_eq!(depths, [0, 1, 2, 1, 0]);
        let outer = info.outermost()[0];
        assert_eq!(info.header(outer), Block::new(1));
        assert!(info.contains(outer, Block::new(2)));
        assert!(!info.contains(outer, Block::new(4)));
    }

    #[test]
    fn a_cycle_with_two_entries_is_one() {
        let info = cycles(&[&[1, 2], &[2], &[1, 3], &[]]);
        let cycle = info.cycle_of(Block::new(1));
        assert_eq!(cycle, info.cycle_of(Block::new(2)));
        let cycle = cycle.expect("there is a cycle");
        assert!(!info.is_reducible(cycle));
        assert_eq!(info.header(cycle), Block::new(2));
    }

    #[test]
    fn a_block_on_an_edge_is_in_the_cycles_of_both_ends() {
        let mut info = cycles(&[&[1], &[2, 3], &[1], &[]]);
        let at = Block::new;
        info.split_edge(at(2), at(1), at(4));
        info.split_edge(at(1), at(3), at(5));
        assert_eq!(info.depth(at(4)), 1);
        assert_eq!(info.depth(at(5)), 0);
    }
}
