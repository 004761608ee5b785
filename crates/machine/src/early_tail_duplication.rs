//! `early-tailduplication`: redirects jumps to a block that only merges values to the successor of that block.
//!
//! ```text
//!   bb.4  … JMP bb.9                          bb.4  … JMP bb.1
//!   bb.5  … JMP bb.9                          bb.5  … JMP bb.1
//!   bb.9  %7 = PHI %4, bb.4, %5, bb.5         gone
//!         JMP bb.1
//!   bb.1  %1 = PHI %0, bb.0, %7, bb.9         %1 = PHI %0, bb.0, %4, bb.4, %5, bb.5
//! ```
//!
//! The cases of a switch in a loop end like this. A jump to a jump is slow, and tells the branch predictor nothing.
//!
//! Of the cases that llc handles under this name, this is the one without instructions.

use avarice_mir::{Block, Inst, MachineFunction, Operand, TargetHooks, VReg};
use avarice_target::op;
use smallvec::SmallVec;

use crate::critical_edge::{retarget_branches, update_terminator};
use crate::pass::{Analysis, MachinePass, MachineUnit, When};
use avarice_trace::Log;

/// `early-tailduplication`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::RESERVED_REGS,
    ..MachinePass::new("early-tailduplication", "Early Tail Duplication", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            run(&mut unit.function, unit.target);
            Ok(())
        })
    })
};

/// Lets unconditional jumps skip blocks of PHIs.
///
/// # Requires
/// Machine SSA; anything else stays as it is.
///
/// # Ensures
/// No block that has one successor leads to a block that only merges values for another one, where branches are
/// understood.
///
/// # Preserves
/// Machine SSA.
pub fn run(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    if !function.is_ssa {
        return;
    }
    let mut is_changed = false;
    for at in (1..function.layout.len()).rev() {
        let block = function.layout[at];
        if let Some(to) = merge_target(function, hooks, block) {
            is_changed |= skip(function, hooks, block, to);
        }
    }
    if is_changed {
        function.renumber_blocks();
    }
}

/// Where `block` goes, if it does nothing but merge values for the PHIs there.
fn merge_target(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
) -> Option<Block> {
    let data = &function.blocks[block];
    let [to] = data.succs[..] else {
        return None;
    };
    let is_entered_otherwise = |block: Block| {
        let data = &function.blocks[block];
        data.eh_pad
            || data.inline_asm_br_target
            || data.machine_address_taken
            || data.ir_address_taken.is_some()
    };
    let is_empty = function
        .block_insts(block)
        .all(|inst| function.opcode(inst) == op::PHI || function.is_terminator(inst));
    let is_jump = hooks
        .analyze_branch(function, block)
        .is_some_and(|branch| branch.condition.is_empty());
    if to == block
        || data.preds.len() < 2
        || is_entered_otherwise(block)
        || is_entered_otherwise(to)
        || !is_empty
        || !is_jump
    {
        return None;
    }
    let is_merged = |phi: Inst| {
        let reg = function.operand(phi, 0).as_reg();
        function.uses(reg).all(|op| {
            let user = function.op_inst(op);
            let from = function.op_index(op) + 1;
            function.opcode(user) == op::PHI
                && function.inst_block(user) == Some(to)
                && function.operand(user, from).as_block() == Some(block)
        })
    };
    phis(function, block)
        .into_iter()
        .all(is_merged)
        .then_some(to)
}

fn phis(function: &MachineFunction, block: Block) -> SmallVec<[Inst; 8]> {
    let insts = function.block_insts(block);
    insts
        .take_while(|inst| function.opcode(*inst) == op::PHI)
        .collect()
}

/// Makes what jumps to `block` jump to `to`, and removes `block` if nothing leads there any more. Returns whether
/// anything changed.
fn skip(function: &mut MachineFunction, hooks: &dyn TargetHooks, block: Block, to: Block) -> bool {
    let preds: SmallVec<[Block; 8]> = function.blocks[block].preds.iter().copied().collect();
    let mut is_changed = false;
    for pred in preds {
        let is_plain = function.blocks[pred].succs.len() == 1
            && pred != block
            && hooks
                .analyze_branch(function, pred)
                .is_some_and(|branch| branch.condition.is_empty());
        if !is_plain {
            continue;
        }
        is_changed = true;
        forward_phis(function, pred, block, to);
        let fall = function.layout_successor(pred);
        retarget_branches(function, pred, block, to);
        let fall = if fall == Some(block) { Some(to) } else { fall };
        update_terminator(function, hooks, pred, fall);
    }
    if is_changed && function.blocks[block].preds.is_empty() {
        remove(function, block, to);
    }
    is_changed
}

/// What PHIs of `block` merge from `pred`, those of `to` merge themselves.
fn forward_phis(function: &mut MachineFunction, pred: Block, block: Block, to: Block) {
    for phi in phis(function, to) {
        let Some(value) = incoming(function, phi, block) else {
            continue;
        };
        let reg = value.as_reg().as_virtual();
        let through = reg.and_then(|reg| merged_value(function, reg, block, pred));
        function.push_operand(phi, through.unwrap_or(value));
        function.push_operand(phi, Operand::block(pred));
    }
    for phi in phis(function, block) {
        remove_incoming(function, phi, pred);
    }
}

/// What a PHI reads on the edge from `pred`.
fn incoming(function: &MachineFunction, phi: Inst, pred: Block) -> Option<Operand> {
    let pairs = function.operands(phi)[1..].chunks_exact(2);
    let mut pairs = pairs.filter(|pair| pair[1].as_block() == Some(pred));
    pairs.next().map(|pair| pair[0].detached())
}

/// What `reg` is on the edge from `pred` to `block`, if a PHI there defines it.
fn merged_value(
    function: &MachineFunction,
    reg: VReg,
    block: Block,
    pred: Block,
) -> Option<Operand> {
    let def = function.unique_def(reg)?;
    let is_phi = function.opcode(def) == op::PHI && function.inst_block(def) == Some(block);
    is_phi.then(|| incoming(function, def, pred)).flatten()
}

fn remove_incoming(function: &mut MachineFunction, phi: Inst, pred: Block) {
    for at in (2..function.num_operands(phi)).rev().step_by(2) {
        if function.operand(phi, at).as_block() == Some(pred) {
            function.remove_operand(phi, at);
            function.remove_operand(phi, at - 1);
        }
    }
}

/// Removes a block that nothing leads to.
fn remove(function: &mut MachineFunction, block: Block, to: Block) {
    for phi in phis(function, to) {
        remove_incoming(function, phi, block);
    }
    function.remove_edge(block, to);
    while let Some(inst) = function.blocks[block].last.expand() {
        function.remove_inst(inst);
    }
    function.layout.retain(|other| *other != block);
}
