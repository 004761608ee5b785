//! Loops while blocks come and go, in LLVM's order: outermost loops last first, the loops in a loop and the blocks of each
//! in reverse postorder.

use avarice_mir::{Block, MachineCfg, MachineLoopInfo};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlacedLoop(u32);
entity_impl!(PlacedLoop);

#[derive(Debug)]
struct LoopData {
    parent: PackedOption<PlacedLoop>,
    depth: u32,
    /// The header is the first.
    blocks: Vec<Block>,
}

/// The loops of a function.
#[derive(Debug, Default)]
pub struct PlacedLoops {
    loops: PrimaryMap<PlacedLoop, LoopData>,
    innermost: SecondaryMap<Block, PackedOption<PlacedLoop>>,
    /// Each after those inside it.
    order: Vec<PlacedLoop>,
}

impl PlacedLoops {
    /// Makes these the loops of `info`.
    pub fn read(&mut self, cfg: &MachineCfg, info: &MachineLoopInfo) {
        self.loops.clear();
        self.innermost.clear();
        self.order.clear();
        for id in info.loops() {
            let parent = info.parent(id).map(|parent| PlacedLoop(parent.as_u32()));
            self.loops.push(LoopData {
                parent: parent.into(),
                depth: info.depth(id),
                blocks: Vec::new(),
            });
        }
        for block in cfg.reverse_postorder() {
            let innermost = info.loop_of(block).map(|id| PlacedLoop(id.as_u32()));
            self.innermost[block] = innermost.into();
            let mut cursor = innermost;
            while let Some(id) = cursor {
                self.loops[id].blocks.push(block);
                cursor = self.loops[id].parent.expand();
            }
        }
        self.order_loops(info);
    }

    /// Inner loops come before outer ones. A stack of (loop, whether those inside it are in the order).
    fn order_loops(&mut self, info: &MachineLoopInfo) {
        let outermost = info.loops().filter(|id| info.parent(*id).is_none());
        let mut work: Vec<(avarice_mir::MachineLoop, bool)> =
            outermost.map(|id| (id, false)).collect();
        while let Some((id, is_open)) = work.pop() {
            if is_open {
                self.order.push(PlacedLoop(id.as_u32()));
                continue;
            }
            work.push((id, true));
            let at = work.len();
            work.extend(info.children(id).map(|child| (child, false)));
            work[at..].reverse();
        }
    }

    /// All loops, each after those inside it.
    pub fn order(&self) -> &[PlacedLoop] {
        &self.order
    }

    /// Blocks of a loop; the header is the first.
    pub fn blocks(&self, id: PlacedLoop) -> &[Block] {
        &self.loops[id].blocks
    }

    /// The first block of a loop. `None` if all were removed.
    pub fn header(&self, id: PlacedLoop) -> Option<Block> {
        self.loops[id].blocks.first().copied()
    }

    /// The innermost loop around a block.
    pub fn of(&self, block: Block) -> Option<PlacedLoop> {
        self.innermost[block].expand()
    }

    /// How deep a loop is in others, from 1.
    pub fn depth(&self, id: PlacedLoop) -> u32 {
        self.loops[id].depth
    }

    /// Whether `inner` is `outer` or somewhere inside it.
    pub fn contains_loop(&self, outer: PlacedLoop, inner: PlacedLoop) -> bool {
        let mut cursor = Some(inner);
        while let Some(id) = cursor.filter(|id| *id != outer) {
            cursor = self.loops[id].parent.expand();
        }
        cursor.is_some()
    }

    /// Puts a new block into the loops around `origin`.
    pub fn add(&mut self, block: Block, origin: Block) {
        self.innermost[block] = self.innermost[origin];
        let mut cursor = self.innermost[block].expand();
        while let Some(id) = cursor {
            self.loops[id].blocks.push(block);
            cursor = self.loops[id].parent.expand();
        }
    }

    /// Takes a block out of all loops.
    pub fn remove(&mut self, block: Block) {
        let mut cursor = self.innermost[block].take();
        while let Some(id) = cursor {
            self.loops[id].blocks.retain(|other| *other != block);
            cursor = self.loops[id].parent.expand();
        }
    }
}
