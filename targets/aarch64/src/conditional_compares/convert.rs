//! Joins a comparison with the one before it.

use avarice_ir::BranchProbability;
use avarice_machine::layout_links::LayoutLinks;
use avarice_machine::ssa_edges::{remove_phi_source, transfer_successors_and_phis};
use avarice_machine::terminators;
use avarice_mir::hooks::BranchHooks;
use avarice_mir::{Block, InstBuilder, MachineFunction, Operand};
use avarice_target::Opcode;

use super::Candidate;
use crate::condition::Cc;
use crate::hooks::AArch64Hooks;
use crate::{TARGET, op};

/// Joins the comparisons of a candidate; its second block goes.
pub(super) fn convert(
    function: &mut MachineFunction,
    layout: &mut LayoutLinks,
    candidate: &Candidate,
) {
    let Candidate {
        head, second, tail, ..
    } = *candidate;
    remove_phi_source(function, tail, second);
    join_edges(function, candidate);
    let branch = function.first_terminator(head);
    let location = branch.map_or(None.into(), |branch| function.debug_loc(branch));
    AArch64Hooks.remove_branch(function, head);
    if let [_, opcode, register] = candidate.condition[..] {
        let narrow = [op::CBZW, op::CBNZW].map(|opcode| i64::from(opcode.0));
        let is_narrow = opcode
            .as_imm()
            .is_some_and(|number| narrow.contains(&number));
        let opcode = if is_narrow { op::SUBSWri } else { op::SUBSXri };
        let [result, left] = [0, 1].map(|at| TARGET.instr(opcode).operands[at].class);
        if let Some(class) = result {
            let result = function.create_vreg(class);
            InstBuilder::new(function, opcode)
                .location(location)
                .dead_def(result)
                .op(register)
                .imm(0)
                .imm(0)
                .append(head);
        }
        if let (Some(reg), Some(class)) = (register.as_reg().as_virtual(), left) {
            function.constrain_class(reg, class, 0);
        }
    }
    if let Some(first) = function.blocks[second].first.expand() {
        function.splice_tail(first, head);
    }
    replace_comparison(function, candidate);
    let (after, next) = (layout.next(second), layout.next(head));
    terminators::update(function, &AArch64Hooks, head, after, next);
    layout.remove(second);
}

fn probability(function: &MachineFunction, from: Block, to: Block) -> BranchProbability {
    let at = function.blocks[from]
        .succs
        .iter()
        .position(|block| *block == to);
    at.map_or(BranchProbability::ZERO, |at| {
        function.succ_probability(from, at)
    })
}

/// The product of two probabilities, rounded to nearest.
fn product(a: BranchProbability, b: BranchProbability) -> BranchProbability {
    let one = u64::from(BranchProbability::DENOMINATOR);
    BranchProbability(((u64::from(a.0) * u64::from(b.0) + one / 2) / one) as u32)
}

/// Makes the edges of the second block edges of the first one.
fn join_edges(function: &mut MachineFunction, candidate: &Candidate) {
    let Candidate {
        head, second, tail, ..
    } = *candidate;
    let to_second = probability(function, head, second);
    let to_tail = probability(function, second, tail);
    function.remove_edge(head, second);
    function.remove_edge(second, tail);
    if !function.blocks[head].probs.is_empty() && !function.blocks[second].probs.is_empty() {
        let directly = probability(function, head, tail);
        let sum = directly.0.saturating_add(product(to_second, to_tail).0);
        let sum = sum.min(BranchProbability::DENOMINATOR);
        function.blocks[head].probs[0] = BranchProbability(sum);
        for at in 0..function.blocks[second].probs.len() {
            let own = function.succ_probability(second, at);
            function.blocks[second].probs[at] = product(to_second, own);
        }
    }
    transfer_successors_and_phis(function, second, head);
}

/// The conditional form of a comparison, and its first operand.
fn conditional_form(opcode: Opcode) -> Option<(Opcode, usize)> {
    Some(match opcode {
        op::SUBSWri => (op::CCMPWi, 1),
        op::SUBSWrr => (op::CCMPWr, 1),
        op::SUBSXri => (op::CCMPXi, 1),
        op::SUBSXrr => (op::CCMPXr, 1),
        op::ADDSWri => (op::CCMNWi, 1),
        op::ADDSWrr => (op::CCMNWr, 1),
        op::ADDSXri => (op::CCMNXi, 1),
        op::ADDSXrr => (op::CCMNXr, 1),
        op::FCMPSrr => (op::FCCMPSrr, 0),
        op::FCMPDrr => (op::FCCMPDrr, 0),
        op::FCMPESrr => (op::FCCMPESrr, 0),
        op::FCMPEDrr => (op::FCCMPEDrr, 0),
        op::CBZW | op::CBNZW => (op::CCMPWi, 0),
        op::CBZX | op::CBNZX => (op::CCMPXi, 0),
        _ => return None,
    })
}

/// Puts the conditional comparison into the place of the other.
fn replace_comparison(function: &mut MachineFunction, candidate: &Candidate) {
    let compare = candidate.compare;
    let opcode = function.opcode(compare);
    let Some((conditional, first)) = conditional_form(opcode) else {
        return;
    };
    let is_branch = matches!(opcode, op::CBZW | op::CBNZW | op::CBZX | op::CBNZX);
    let [left, right] = [first, first + 1].map(|at| function.operand(compare, at).detached());
    for (at, operand) in [left, right].into_iter().enumerate() {
        let class = TARGET.instr(conditional).operands[at].class;
        if let (Some(reg), Some(class)) = (operand.as_reg().as_virtual(), class) {
            function.constrain_class(reg, class, 0);
        }
    }
    let location = function.debug_loc(compare);
    let zero = Operand::imm(0);
    InstBuilder::new(function, conditional)
        .location(location)
        .ops(&[left, if is_branch { zero } else { right }])
        .imm(candidate.to_tail.flags())
        .imm(candidate.to_second.imm())
        .insert_before(compare);
    if is_branch {
        let is_zero = matches!(opcode, op::CBZW | op::CBZX);
        let code = if is_zero { Cc::Eq } else { Cc::Ne };
        InstBuilder::new(function, op::Bcc)
            .location(location)
            .imm(code.imm())
            .op(right)
            .insert_before(compare);
    }
    function.remove_inst(compare);
}
