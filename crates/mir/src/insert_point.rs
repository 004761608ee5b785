//! Places in blocks.

use crate::entities::{Block, Inst};
use crate::function::MachineFunction;

/// A place in a block where instructions can be inserted: before an instruction, or at the end of the block.
///
/// ```text
///   bb.1:
///        ◀──────────── at_start, before(%1)
///     %1 = COPY %0
///        ◀──────────── after(%1), before(RET)
///     RET
///        ◀──────────── at_end
/// ```
///
/// It stays where it is when something is inserted there: what is inserted first comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertPoint {
    /// The block.
    pub block: Block,
    /// The instruction that comes after the place; `None` at the end of the block.
    pub before: Option<Inst>,
}

impl InsertPoint {
    /// Before `before` in `block`, at its end for `None`.
    pub fn new(block: Block, before: Option<Inst>) -> Self {
        Self { block, before }
    }

    /// At the end of a block.
    pub fn at_end(block: Block) -> Self {
        Self::new(block, None)
    }

    /// At the start of a block.
    pub fn at_start(function: &MachineFunction, block: Block) -> Self {
        Self::new(block, function.blocks[block].first.expand())
    }

    /// Before an instruction.
    ///
    /// # Panics
    /// If it is in no block.
    pub fn before(function: &MachineFunction, inst: Inst) -> Self {
        let block = function.inst_block(inst);
        Self::new(block.expect("the instruction is in a block"), Some(inst))
    }

    /// After an instruction.
    ///
    /// # Panics
    /// If it is in no block.
    pub fn after(function: &MachineFunction, inst: Inst) -> Self {
        let block = function.inst_block(inst);
        Self::new(
            block.expect("the instruction is in a block"),
            function.next_inst(inst),
        )
    }

    /// The instruction that comes before the place; `None` at the start of the block.
    pub fn prev(self, function: &MachineFunction) -> Option<Inst> {
        match self.before {
            Some(before) => function.prev_inst(before),
            None => function.blocks[self.block].last.expand(),
        }
    }
}

impl MachineFunction {
    /// The instruction after `prev` in `block`, the first one for `None`.
    pub fn next_or_first(&self, block: Block, prev: Option<Inst>) -> Option<Inst> {
        match prev {
            Some(prev) => self.next_inst(prev),
            None => self.blocks[block].first.expand(),
        }
    }
}
