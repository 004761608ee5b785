//! Control-flow analyses of machine functions: the graph, dominators and loops.
//!
//! The algorithms are those of [`avarice_ir`], over this crate's blocks. All three keep their memory:
//! create one of each and `compute` it for each function in turn.
//!
//! ```text
//!   let cfg = MachineCfg::of(&function);
//!   let dominators = MachineDominatorTree::of(&cfg);
//!   let loops = MachineLoopInfo::of(&cfg, &dominators);
//! ```

use avarice_ir::{Cfg, CycleInfo, DominatorTree, FlowGraph, LoopInfo};

use crate::entities::Block;
use crate::function::MachineFunction;

/// Edges in flat arrays and a postorder. Its predecessors are ordered by layout; LLVM's order of
/// predecessors is that of [`crate::BlockData::preds`].
pub type MachineCfg = Cfg<Block>;

/// The dominator tree of a machine function.
pub type MachineDominatorTree = DominatorTree<Block>;

/// A loop of a [`MachineLoopInfo`].
pub type MachineLoop = avarice_ir::Loop;

/// A cycle of a [`MachineCycleInfo`].
pub type MachineCycle = avarice_ir::Cycle;

/// The cycles of a machine function.
pub type MachineCycleInfo = CycleInfo<Block>;

/// The natural loops of a machine function.
pub type MachineLoopInfo = LoopInfo<Block>;

impl FlowGraph for MachineFunction {
    type Block = Block;

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn layout(&self) -> &[Block] {
        &self.layout
    }

    fn successors(&self, block: Block) -> &[Block] {
        &self.blocks[block].succs
    }
}
