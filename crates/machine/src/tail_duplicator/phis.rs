//! PHIs of a block.

use avarice_mir::{Block, Inst, MachineFunction};
use avarice_target::op;

/// The PHIs of a block.
pub fn phis(function: &MachineFunction, block: Block) -> impl Iterator<Item = Inst> + '_ {
    let insts = function.block_insts(block);
    insts.take_while(|inst| function.opcode(*inst) == op::PHI)
}

/// The operand that `phi` reads on the edge from `pred`.
pub fn incoming(function: &MachineFunction, phi: Inst, pred: Block) -> Option<usize> {
    let mut reads = (1..function.num_operands(phi)).step_by(2);
    reads.find(|at| {
        let source = function.operands(phi).get(at + 1);
        source.is_some_and(|source| source.as_block() == Some(pred))
    })
}
