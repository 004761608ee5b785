//! Splits a block between two conditional branches, so that the second can have a test before it.
//!
//! ```text
//!   bb.0:                       bb.0:
//!     JCC_1 %bb.2, a              JCC_1 %bb.2, a       (falls through)
//!     JCC_1 %bb.3, b            bb.4:
//!     JMP_1 %bb.5                 JCC_1 %bb.3, b
//!                                 JMP_1 %bb.5
//! ```

use avarice_machine::terminators;
use avarice_mir::{Block, BranchProbability, Inst, MachineFunction};

use crate::hooks::X86Hooks;
use crate::op;

/// Makes `branch` and what follows a block of its own after `block`.
pub fn before(function: &mut MachineFunction, block: Block, branch: Inst) {
    let Some(first) = function.prev_inst(branch) else {
        return;
    };
    let Some(taken) = function.operand(first, 0).as_block() else {
        return;
    };
    // Whether what follows can go where the first branch goes.
    let next = function.layout_successor(block);
    let names_taken = std::iter::successors(Some(branch), |inst| function.next_inst(*inst))
        .flat_map(|inst| function.operands(inst))
        .any(|operand| operand.as_block() == Some(taken));
    let falls = terminators::fall_through(function, &X86Hooks, block, next);
    let is_shared = names_taken || falls == Some(taken);
    let rest = function.create_block();
    function.insert_block_after(block, rest);
    function.splice_tail(branch, rest);
    copy_edges(function, block, rest, (!is_shared).then_some(taken));
    for at in 0..function.blocks[rest].succs.len() {
        let succ = function.blocks[rest].succs[at];
        if succ != taken {
            function.replace_successor(block, succ, rest);
        }
    }
    for at in 0..function.blocks[rest].succs.len() {
        let succ = function.blocks[rest].succs[at];
        match is_shared && succ == taken {
            true => add_phi_edge(function, succ, block, rest),
            false => function.replace_phi_source(succ, block, rest),
        }
    }
}

/// Gives `to` the edges of `from`, all but one to `without`.
fn copy_edges(function: &mut MachineFunction, from: Block, to: Block, without: Option<Block>) {
    for at in 0..function.blocks[from].succs.len() {
        let data = &function.blocks[from];
        let (succ, probability) = (data.succs[at], data.probs.get(at).copied());
        if Some(succ) != without {
            function.add_edge(to, succ, probability);
        }
    }
    if without.is_some() {
        BranchProbability::normalize(&mut function.blocks[to].probs);
    }
}

/// Makes PHIs of `block` read from `new` what they read from `old`.
fn add_phi_edge(function: &mut MachineFunction, block: Block, old: Block, new: Block) {
    let mut next = function.blocks[block].first.expand();
    while let Some(phi) = next.filter(|inst| function.opcode(*inst) == op::PHI) {
        let from_old = (1..function.num_operands(phi).saturating_sub(1))
            .step_by(2)
            .find(|at| function.operand(phi, at + 1).as_block() == Some(old));
        if let Some(at) = from_old {
            let value = function.operand(phi, at).detached();
            function.push_operand(phi, value);
            function.push_operand(phi, avarice_mir::Operand::block(new));
        }
        next = function.next_inst(phi);
    }
}
