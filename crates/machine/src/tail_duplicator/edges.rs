//! The edges into a block that is copied, while they are removed one by one.

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// A set of blocks that is cleared at once, however large its function is. It means nothing until it is cleared first.
#[derive(Debug, Default)]
pub struct Seen {
    /// By block: the number of the set that it was in last.
    entered: SecondaryMap<Block, u32>,
    number: u32,
}

impl Seen {
    /// Empties the set.
    pub fn clear(&mut self) {
        self.number += 1;
    }

    /// Adds `block`. Returns whether it is new.
    pub fn insert(&mut self, block: Block) -> bool {
        let number = self.number;
        std::mem::replace(&mut self.entered[block], number) != number
    }
}

/// The predecessors of a block, taken from it while its edges are removed one by one.
///
/// All cases of a switch may go to one block. Its list would be searched and moved up for each edge; it is empty
/// instead, and gets back what is left at once. Until then, no edge into the block may be added.
pub struct EdgesInto {
    block: Block,
    sources: SmallVec<[Block; 4]>,
}

impl EdgesInto {
    /// Takes the predecessors of `block`.
    pub fn take(function: &mut MachineFunction, block: Block) -> Self {
        let sources = std::mem::take(&mut function.blocks[block].preds);
        Self { block, sources }
    }

    /// The predecessors, each once; `seen` is memory for that.
    pub fn distinct_sources(&self, seen: &mut Seen) -> SmallVec<[Block; 8]> {
        seen.clear();
        let sources = self.sources.iter().copied();
        sources.filter(|block| seen.insert(*block)).collect()
    }

    /// Gives the edges back that are left: all but those from `gone`, some of the sources in their order.
    pub fn give_back(mut self, function: &mut MachineFunction, gone: &[Block]) {
        let mut gone = gone.iter();
        let mut next = gone.next();
        self.sources.retain(|source| {
            let stays = next != Some(&*source);
            if !stays {
                next = gone.next();
            }
            stays
        });
        function.blocks[self.block].preds = self.sources;
    }
}
