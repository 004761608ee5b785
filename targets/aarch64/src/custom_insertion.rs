//! Pseudo instructions that are expanded after selection.
//!
//! ```text
//!   bb.0:                                 bb.0:
//!     %3 = F128CSEL %1, %2, 0               Bcc 0, %bb.1
//!     rest                                  B %bb.2
//!                                         bb.1:                  (falls through)
//!                                         bb.2:
//!                                           %3 = PHI %1, %bb.1, %2, %bb.0
//!                                           rest
//! ```

use avarice_mir::{
    Block, BranchProbability, InsertPoint, Inst, InstBuilder, MachineFunction, Operand,
    OperandFlags,
};
use avarice_target::LaneMask;

use crate::{op, reg};

/// Expands `inst` and returns the block that the code after it is in; `None` if there is no expansion.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> Option<Block> {
    let block = function.inst_block(inst)?;
    match function.opcode(inst) {
        op::F128CSEL => Some(expand_select(function, block, inst)),
        op::STATEPOINT => {
            let clobbered = OperandFlags::DEAD | OperandFlags::EARLY_CLOBBER;
            function.push_operand(inst, Operand::implicit_def(reg::LR).with(clobbered));
            Some(block)
        }
        op::CATCHRET => Some(block),
        _ => None,
    }
}

/// A branch around a block that only says which of two values it is.
fn expand_select(function: &mut MachineFunction, block: Block, select: Inst) -> Block {
    let [dst, yes, no] = [0, 1, 2].map(|at| function.operand(select, at).as_reg());
    let condition = function.operand(select, 3).detached();
    let location = function.debug_loc(select);
    let is_last_use = function
        .operands(select)
        .iter()
        .any(|flags| flags.as_reg() == reg::NZCV.into() && flags.has(OperandFlags::KILL));
    let other = function.create_block_after(block, block);
    let join = function.create_block_after(other, block);
    if let Some(rest) = function.next_inst(select) {
        function.splice_tail(rest, join);
    }
    function.transfer_successors_and_phis(block, join);
    let branch = InstBuilder::new(function, op::Bcc).location(location);
    branch.op(condition).block(other).append(block);
    let jump = InstBuilder::new(function, op::B).location(location);
    jump.block(join).append(block);
    for (from, to) in [(block, other), (block, join), (other, join)] {
        function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
    }
    if !is_last_use {
        for entered in [other, join] {
            function.blocks[entered]
                .live_ins
                .push((reg::NZCV, LaneMask::ALL));
        }
    }
    let start = InsertPoint::at_start(function, join);
    let phi = InstBuilder::new(function, op::PHI).location(location);
    let phi = phi.def(dst).reg(yes).block(other).reg(no).block(block);
    phi.insert_at(start);
    function.remove_inst(select);
    join
}
