//! Removes blocks that control cannot reach: a pass of its own, and part of what other passes require.

use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

/// Removes unreachable blocks, and PHI operands and PHIs that this makes superfluous.
///
/// # Requires
/// Machine SSA.
///
/// # Ensures
/// Every block can be reached from the first; a PHI has one operand pair for each predecessor, and at
/// least two; blocks are numbered by layout.
pub fn remove(function: &mut MachineFunction) {
    let reachable = reachable_blocks(function);
    let dead: Vec<Block> = function
        .layout
        .iter()
        .copied()
        .filter(|b| !reachable[*b])
        .collect();
    for block in &dead {
        while let Some(succ) = function.blocks[*block].succs.first().copied() {
            for phi in phis(function, succ) {
                remove_phi_operands(function, phi, |pred| pred == *block);
            }
            function.remove_edge(*block, succ);
        }
    }
    for block in &dead {
        while let Some(inst) = function.blocks[*block].last.expand() {
            function.remove_inst(inst);
        }
    }
    function.layout.retain(|block| reachable[*block]);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let preds = function.blocks[block].preds.clone();
        for phi in phis(function, block) {
            remove_phi_operands(function, phi, |pred| !preds.contains(&pred));
            if function.num_operands(phi) == 3 {
                replace_single_phi(function, block, phi);
            }
        }
    }
    function.renumber_blocks();
}

fn reachable_blocks(function: &MachineFunction) -> SecondaryMap<Block, bool> {
    let mut reachable: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut stack: Vec<Block> = function.layout.first().copied().into_iter().collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut reachable[block], true) {
            stack.extend_from_slice(&function.blocks[block].succs);
        }
    }
    reachable
}

fn phis(function: &MachineFunction, block: Block) -> Vec<Inst> {
    let insts = function.block_insts(block);
    insts
        .take_while(|inst| function.opcode(*inst) == op::PHI)
        .collect()
}

/// Removes the operand pairs of the predecessors that `gone` names.
fn remove_phi_operands(function: &mut MachineFunction, phi: Inst, gone: impl Fn(Block) -> bool) {
    for at in (2..function.num_operands(phi)).rev().step_by(2) {
        if function.operand(phi, at).as_block().is_some_and(&gone) {
            function.remove_operand(phi, at);
            function.remove_operand(phi, at - 1);
        }
    }
}

/// Replaces a PHI with one operand pair by its operand, or by a copy of it.
fn replace_single_phi(function: &mut MachineFunction, block: Block, phi: Inst) {
    let (output, input) = (*function.operand(phi, 0), *function.operand(phi, 1));
    let (Some(dst), Some(src)) = (output.as_reg().as_virtual(), input.as_reg().as_virtual()) else {
        return;
    };
    if dst != src {
        let class = function.class(dst);
        let whole = input.sub_reg().is_none();
        if whole
            && function.constrain_class(src, class, 0).is_some()
            && !input.has(OperandFlags::UNDEF)
        {
            function.replace_reg(dst, src);
        } else {
            let copy = function.create_inst(op::COPY, &[Operand::def(dst), input]);
            let before = function.first_non_phi(block);
            function.insert_at(InsertPoint::new(block, before), copy);
        }
    }
    function.remove_inst(phi);
}
