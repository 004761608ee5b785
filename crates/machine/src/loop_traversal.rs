//! An order of blocks for analyses that look at instructions once and repair what loops bring.
//!
//! Blocks come in reverse postorder. A block whose predecessors were not all known then is repeated, as soon as all are
//! done:
//!
//! ```text
//!   a ─▶ b ─▶ c ─▶ d        a  b  c  b' c' d
//!        ▲────┘             (b and c first without what c brings to b)
//! ```

use avarice_mir::flow::MachineCfg;
use avarice_mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;

/// One visit of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The block.
    pub block: Block,
    /// Whether it is the first one.
    pub is_first: bool,
}

/// What is known of the predecessors of a block.
#[derive(Clone, Copy, Default, Debug)]
struct Incoming {
    /// Whether the block was visited in reverse postorder.
    is_visited: bool,
    /// Predecessors that were visited when that happened.
    before: u32,
    /// Predecessors that were visited.
    visited: u32,
    /// Predecessors that are done.
    done: u32,
}

/// The order of visits of a function.
#[derive(Clone, Debug, Default)]
pub struct LoopTraversal {
    incoming: SecondaryMap<Block, Incoming>,
    queue: Vec<Block>,
    order: Vec<Visit>,
}

impl LoopTraversal {
    /// The visits of [`Self::compute`] in order.
    pub fn order(&self) -> &[Visit] {
        &self.order
    }

    /// Computes the order of visits of `function`.
    pub fn compute(&mut self, function: &MachineFunction, cfg: &MachineCfg) {
        self.incoming.clear();
        self.order.clear();
        for block in cfg.reverse_postorder() {
            let incoming = &mut self.incoming[block];
            incoming.is_visited = true;
            incoming.before = incoming.visited;
            self.visit(function, block);
        }
        for block in cfg.reverse_postorder() {
            if !self.is_done(function, block) {
                let is_first = false;
                self.order.push(Visit { block, is_first });
            }
        }
    }

    /// Visits a block for the first time, then those again that are done by that.
    fn visit(&mut self, function: &MachineFunction, block: Block) {
        let mut is_first = true;
        self.queue.push(block);
        while let Some(block) = self.queue.pop() {
            let is_done = self.is_done(function, block);
            self.order.push(Visit { block, is_first });
            for succ in &function.blocks[block].succs {
                if self.is_done(function, *succ) {
                    continue;
                }
                let incoming = &mut self.incoming[*succ];
                incoming.visited += u32::from(is_first);
                incoming.done += u32::from(is_done);
                if self.is_done(function, *succ) {
                    self.queue.push(*succ);
                }
            }
            is_first = false;
        }
    }

    /// Whether a block is done: all predecessors were visited, and those that came before it are done.
    fn is_done(&self, function: &MachineFunction, block: Block) -> bool {
        let incoming = &self.incoming[block];
        incoming.is_visited
            && incoming.done == incoming.before
            && incoming.visited as usize == function.blocks[block].preds.len()
    }
}
