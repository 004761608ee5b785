//! PHIs of the successors of a block that was copied: each block that ends in a copy is a predecessor now.

use avarice_mir::{Block, Inst, MachineFunction, Operand, Reg};
use smallvec::SmallVec;

use super::phis::phis;
use super::replacements::Replacements;

/// A block that was copied.
pub struct Copied<'a> {
    /// The block.
    pub block: Block,
    /// Nothing leads there any more.
    pub is_removed: bool,
    /// The blocks that end in a copy.
    pub into: &'a [Block],
    /// What its registers became there.
    pub replacements: &'a Replacements,
}

/// Adds operands for the blocks that end in a copy to the PHIs of `succs`, which were the successors of the block that
/// was copied; those for that block go if nothing leads there any more.
pub fn update(function: &mut MachineFunction, copied: &Copied<'_>, succs: &[Block]) {
    for succ in succs {
        for phi in phis(function, *succ).collect::<SmallVec<[Inst; 8]>>() {
            update_phi(function, copied, phi, *succ);
        }
    }
}

fn update_phi(function: &mut MachineFunction, copied: &Copied<'_>, phi: Inst, succ: Block) {
    let is_from = |function: &MachineFunction, at: usize| {
        function.operand(phi, at + 1).as_block() == Some(copied.block)
    };
    let mut reads = (1..function.num_operands(phi)).step_by(2);
    let Some(first) = reads.find(|at| is_from(function, *at)) else {
        return;
    };
    let reg = function.operand(phi, first).as_reg();
    let mut free = None;
    if copied.is_removed {
        for at in (first + 2..function.num_operands(phi)).step_by(2).rev() {
            if is_from(function, at) {
                remove_pair(function, phi, at);
            }
        }
        free = Some(first);
    }
    let mut add = |function: &mut MachineFunction, reg: Reg, block: Block| match free.take() {
        Some(at) => {
            function.set_reg(phi, at, reg);
            function.operand_mut(phi, at + 1).set_block(block);
        }
        None => {
            function.push_operand(phi, Operand::reg(reg));
            function.push_operand(phi, Operand::block(block));
        }
    };
    match reg.as_virtual().and_then(|reg| copied.replacements.of(reg)) {
        Some(values) => {
            for (block, value) in values {
                if function.is_successor(*block, succ) {
                    add(function, (*value).into(), *block);
                }
            }
        }
        None => {
            for block in copied.into {
                add(function, reg, *block);
            }
        }
    }
    if let Some(at) = free {
        remove_pair(function, phi, at);
    }
}

fn remove_pair(function: &mut MachineFunction, phi: Inst, at: usize) {
    function.remove_operand(phi, at + 1);
    function.remove_operand(phi, at);
}
