//! Branches at the ends of blocks.

use smallvec::SmallVec;

use crate::entities::{Block, Inst, JumpTableIndex};
use crate::function::MachineFunction;
use crate::loop_alignment::LoopAlignment;
use crate::operand::Operand;

/// The branches at the end of a block, understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchAnalysis {
    /// Where the (conditional, if `condition` is not empty) branch goes; `None` falls through.
    pub taken: Option<Block>,
    /// Where control goes if the condition is false; `None` falls through.
    pub otherwise: Option<Block>,
    /// The target's condition operands; empty for an unconditional branch or none.
    pub condition: SmallVec<[Operand; 4]>,
}

/// Branches at the ends of blocks.
pub trait BranchHooks {
    /// Where loops should begin.
    fn loop_alignment(&self, function: &MachineFunction) -> LoopAlignment {
        function.target_info.loop_alignment
    }

    /// A block with more instructions than this is not copied to the ends of others, at optimization level `level`.
    fn tail_duplicate_size(&self, level: u8) -> usize {
        if level >= 3 { 4 } else { 2 }
    }

    /// The branches at the end of `block`, or `None` if they are not understood.
    fn analyze_branch(&self, function: &MachineFunction, block: Block) -> Option<BranchAnalysis>;

    /// Removes branches at the end of `block` that are never executed or lead to the block after it, which is `next`,
    /// as far as the target does that; then analyzes the rest like [`Self::analyze_branch`].
    fn tidy_branch(
        &self,
        function: &mut MachineFunction,
        block: Block,
        next: Option<Block>,
    ) -> Option<BranchAnalysis>;

    /// Whether `inst` is a tail call that [`Self::conditional_tail_call`] may stand for on a condition.
    fn is_tail_call(&self, function: &MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// A tail call that jumps like `call` if `condition` holds, for the place of the branch of `block` on that condition:
    /// the branch, and the call, which is in no block. `None` if the target has no such instruction.
    fn conditional_tail_call(
        &self,
        function: &mut MachineFunction,
        block: Block,
        condition: &[Operand],
        call: Inst,
    ) -> Option<(Inst, Inst)> {
        let _ = (function, block, condition, call);
        None
    }

    /// The jump table that an indirect branch goes through, where that can be seen.
    fn jump_table_index(&self, function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
        let _ = (function, inst);
        None
    }

    /// Removes the branches at the end of `block`; returns how many.
    fn remove_branch(&self, function: &mut MachineFunction, block: Block) -> usize;

    /// Inserts branches at the end of `block`.
    fn insert_branch(&self, function: &mut MachineFunction, block: Block, branch: &BranchAnalysis);

    /// Reverses a condition; `false` if it cannot be.
    fn reverse_condition(&self, condition: &mut [Operand]) -> bool;
}
