//! Where a block is: in which loop, or in which cycle with several entries.

use cranelift_entity::EntityRef;

use crate::cfg::Cfg;
use crate::dominators::DominatorTree;
use crate::entities::Block;
use crate::loops::{Loop, LoopInfo};

/// The innermost loop around a block, or else the cycle that is no loop. Such cycles do not nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Neither.
    Outside,
    /// In a loop.
    Loop(Loop),
    /// In a cycle.
    Cycle(u32),
}

impl Place {
    /// Whether an edge from `from` to here enters a loop or cycle. It leaves one if the way back enters.
    pub(super) fn enters(self, loops: &LoopInfo, from: Self) -> bool {
        match (self, from) {
            (Self::Outside, _) => false,
            (Self::Loop(to), Self::Loop(from)) => !loops.contains_loop(to, from),
            (Self::Loop(_), _) => true,
            (Self::Cycle(_), _) => self != from,
        }
    }
}

/// Loops and cycles under one numbering: loops come first.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    loops: usize,
    cycles: usize,
    /// By block: its cycle. Empty where all cycles are loops.
    cycle_of: Vec<Option<u32>>,
}

impl Regions {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.loops + self.cycles
    }

    /// The number of the region around a place.
    pub(super) fn number(&self, place: Place) -> Option<usize> {
        match place {
            Place::Outside => None,
            Place::Loop(id) => Some(id.index()),
            Place::Cycle(id) => Some(self.loops + id as usize),
        }
    }

    /// Where a block is.
    pub(super) fn place(&self, loops: &LoopInfo, block: Block) -> Place {
        match loops.loop_of(block) {
            Some(id) => Place::Loop(id),
            None => self.cycle(block).map_or(Place::Outside, Place::Cycle),
        }
    }

    /// The cycle of several blocks around a block, whether or not loops are in it.
    fn cycle(&self, block: Block) -> Option<u32> {
        self.cycle_of.get(block.index()).copied().flatten()
    }

    /// Finds the regions of a graph.
    pub(super) fn compute(&mut self, cfg: &Cfg, dominators: &DominatorTree, loops: &LoopInfo) {
        self.loops = loops.len();
        self.cycles = 0;
        self.cycle_of.clear();
        // An edge against the order that does not come from below its target: a cycle with several entries.
        let is_irregular = |from: Block, to: Block| {
            cfg.postorder_number(to) >= cfg.postorder_number(from)
                && !dominators.dominates(to, from)
        };
        let blocks = cfg.postorder().iter();
        let mut edges = blocks.flat_map(|from| cfg.successors(*from).iter().map(|to| (*from, *to)));
        if edges.any(|(from, to)| is_irregular(from, to)) {
            self.find_cycles(cfg);
        }
    }

    /// Finds the strongly connected components of several blocks (Kosaraju's way: what reaches a block, in
    /// reverse postorder, and has not been found before is its component).
    fn find_cycles(&mut self, cfg: &Cfg) {
        self.cycle_of.resize(cfg.num_blocks(), None);
        let mut found = vec![false; cfg.num_blocks()];
        let mut work = Vec::new();
        let mut component = Vec::new();
        for block in cfg.reverse_postorder() {
            work.push(block);
            component.clear();
            while let Some(block) = work.pop() {
                if cfg.is_reachable(block) && !std::mem::replace(&mut found[block.index()], true) {
                    component.push(block);
                    work.extend_from_slice(cfg.predecessors(block));
                }
            }
            if component.len() > 1 {
                for block in &component {
                    self.cycle_of[block.index()] = Some(self.cycles as u32);
                }
                self.cycles += 1;
            }
        }
    }

    /// The blocks to which edges lead out of a region, one for each edge.
    pub(super) fn exits(&self, cfg: &Cfg, loops: &LoopInfo, region: Place) -> Vec<Block> {
        match region {
            Place::Outside => Vec::new(),
            Place::Loop(id) => loops.exits(cfg, id).map(|(_, to)| to).collect(),
            Place::Cycle(id) => {
                let edges = self.cycle_edges(cfg, id, Cfg::successors);
                edges.map(|(_, to)| to).collect()
            }
        }
    }

    /// The blocks whose weight may become known with that of the region: what comes before a loop's header,
    /// the blocks of a cycle that edges enter.
    pub(super) fn entries(&self, cfg: &Cfg, loops: &LoopInfo, region: Place) -> Vec<Block> {
        match region {
            Place::Outside => Vec::new(),
            Place::Loop(id) => cfg.predecessors(loops.header(id)).to_vec(),
            Place::Cycle(id) => {
                let edges = self.cycle_edges(cfg, id, Cfg::predecessors);
                edges.map(|(inside, _)| inside).collect()
            }
        }
    }

    /// Pairs of a block of a cycle and a neighbour of it outside.
    fn cycle_edges<'a>(
        &'a self,
        cfg: &'a Cfg,
        id: u32,
        neighbours: fn(&'a Cfg, Block) -> &'a [Block],
    ) -> impl Iterator<Item = (Block, Block)> + 'a {
        let blocks = cfg.reverse_postorder();
        blocks
            .filter(move |block| self.cycle(*block) == Some(id))
            .flat_map(move |inside| {
                let others = neighbours(cfg, inside).iter().copied();
                others
                    .filter(move |other| self.cycle(*other) != Some(id))
                    .map(move |other| (inside, other))
            })
    }
}
