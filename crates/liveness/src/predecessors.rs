//! The predecessors of blocks, in an order and a form of their own.

use avarice_mir::{Block, MachineFunction};
use cranelift_entity::EntityRef;

/// Predecessors of all blocks, close together: those of block `b` are `list[starts[b]..starts[b + 1]]`.
#[derive(Debug, Default)]
pub(crate) struct Predecessors {
    starts: Vec<u32>,
    list: Vec<Block>,
}

impl Predecessors {
    /// Computes those of `function`.
    pub fn compute(&mut self, function: &MachineFunction) {
        self.starts.clear();
        self.list.clear();
        for data in function.blocks.values() {
            self.starts.push(self.list.len() as u32);
            self.list.extend_from_slice(&data.preds);
        }
        self.starts.push(self.list.len() as u32);
    }

    /// The predecessors of a block.
    #[inline]
    pub fn of(&self, block: Block) -> &[Block] {
        let at = block.index();
        &self.list[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
