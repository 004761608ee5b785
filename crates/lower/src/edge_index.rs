//! An index of edges by their ends, for blocks with many edges.

use avarice_ir::{Function, Inst};
use avarice_mir::Block;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// Up to this many edges of a block are searched one by one.
const FEW: usize = 16;

/// Where the edges between blocks are in lists of edges.
#[derive(Debug, Default)]
pub struct EdgeIndex {
    /// The block that requested inputs of an IR block's phis last.
    pub requested: SecondaryMap<avarice_ir::Block, PackedOption<avarice_ir::Block>>,
    /// The machine block whose successors are in `places`, and how many of them.
    indexed: (PackedOption<Block>, usize),
    /// By successor: of which machine block it is one, and which one of its list.
    places: SecondaryMap<Block, (PackedOption<Block>, u32)>,
    /// By phi with many inputs: where its part of `inputs` begins, plus 1.
    starts: SecondaryMap<Inst, u32>,
    /// For each such phi its inputs' blocks, sorted, with the numbers of the inputs.
    inputs: Vec<(avarice_ir::Block, u32)>,
}

impl EdgeIndex {
    /// Forgets all edges.
    pub fn clear(&mut self) {
        self.requested.clear();
        self.indexed = (None.into(), 0);
        self.places.clear();
        self.starts.clear();
        self.inputs.clear();
    }

    /// Which one of `succs`, the successors of `from`, is `to`. The list must only have grown since the last query.
    pub fn successor(&mut self, from: Block, succs: &[Block], to: Block) -> Option<usize> {
        if succs.len() <= FEW {
            return succs.iter().position(|succ| *succ == to);
        }
        if self.indexed.0.expand() != Some(from) {
            self.indexed = (from.into(), 0);
        }
        for (at, succ) in succs.iter().enumerate().skip(self.indexed.1) {
            self.places[*succ] = (from.into(), at as u32);
        }
        self.indexed.1 = succs.len();
        let (of, at) = self.places[to];
        (of.expand() == Some(from)).then_some(at as usize)
    }

    /// The number of the first input of `phi` that comes from block `from`.
    pub fn input(
        &mut self,
        function: &Function,
        phi: Inst,
        from: avarice_ir::Block,
    ) -> Option<usize> {
        let blocks = function.inst_blocks(phi);
        if blocks.len() <= FEW {
            return blocks.iter().position(|block| *block == from);
        }
        let start = match self.starts[phi] {
            0 => {
                let start = self.inputs.len();
                let inputs = blocks.iter().enumerate();
                self.inputs
                    .extend(inputs.map(|(at, block)| (*block, at as u32)));
                self.inputs[start..].sort_unstable();
                self.starts[phi] = start as u32 + 1;
                start
            }
            start => start as usize - 1,
        };
        let inputs = &self.inputs[start..start + blocks.len()];
        let first = inputs.partition_point(|(block, _)| *block < from);
        let (block, at) = inputs.get(first)?;
        (*block == from).then_some(*at as usize)
    }
}
