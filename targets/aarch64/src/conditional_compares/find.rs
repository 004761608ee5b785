//! Where comparisons can be joined.

use avarice_mir::hooks::BranchHooks;
use avarice_mir::{Block, Inst, MachineFunction, Operand, Reg, inst_facts};
use avarice_target::Opcode;
use smallvec::SmallVec;

use super::Candidate;
use crate::condition::{Cc, reads_flags, writes_flags};
use crate::hooks::AArch64Hooks;
use crate::{op, reg};

/// At most so many instructions are executed where they were not.
const MAX_INSTRUCTIONS: usize = 30;

/// The branches of a block, where they compare.
struct Branch {
    taken: Block,
    condition: SmallVec<[Operand; 4]>,
    code: Cc,
}

/// The comparisons that can be joined at the end of `head`.
pub(super) fn candidate(
    function: &MachineFunction,
    head: Block,
    is_stressed: bool,
) -> Option<Candidate> {
    let [first, second] = function.blocks[head].succs[..] else {
        return None;
    };
    let has_one_pred = |block: Block| function.blocks[block].preds.len() == 1;
    let (second, tail) = match has_one_pred(first) {
        true => (first, second),
        false => (second, first),
    };
    let is_triangle = has_one_pred(second)
        && function.blocks[second].succs.len() == 2
        && function.is_successor(second, tail);
    let has_live_ins = |block: Block| !function.blocks[block].live_ins.is_empty();
    if !is_triangle
        || !has_same_sources(function, tail, head, second)
        || has_live_ins(tail)
        || has_live_ins(second)
    {
        return None;
    }
    let branch = compared(function, head)?;
    let to_second = match branch.taken == second {
        true => branch.code,
        false => branch.code.inverse(),
    };
    let other = compared(function, second)?;
    let to_tail = match other.taken == tail {
        true => other.code,
        false => other.code.inverse(),
    };
    let compare = comparison(function, second)?;
    can_always_run(function, second, compare, is_stressed).then_some(Candidate {
        head,
        second,
        tail,
        condition: branch.condition,
        to_second,
        to_tail,
        compare,
    })
}

/// Whether all PHIs of `block` read the same register from two predecessors.
fn has_same_sources(function: &MachineFunction, block: Block, a: Block, b: Block) -> bool {
    let insts = function.block_insts(block);
    let mut phis = insts.take_while(|inst| function.opcode(*inst) == op::PHI);
    phis.all(|phi| {
        let operands = function.operands(phi);
        let source = |block| {
            let mut at = (1..operands.len().saturating_sub(1)).step_by(2);
            at.rfind(|at| operands[at + 1].as_block() == Some(block))
                .map(|at| operands[at].as_reg())
        };
        source(a) == source(b)
    })
}

/// The conditional branch of a block, if a comparison decides it.
fn compared(function: &MachineFunction, block: Block) -> Option<Branch> {
    let branch = AArch64Hooks.analyze_branch(function, block)?;
    let code = match branch.condition[..] {
        [code] => Cc::from_imm(code.as_imm()?)?,
        [_, opcode, _] => match Opcode(opcode.as_imm()? as u16) {
            op::CBZW | op::CBZX => Cc::Eq,
            op::CBNZW | op::CBNZX => Cc::Ne,
            _ => return None,
        },
        _ => return None,
    };
    Some(Branch {
        taken: branch.taken?,
        condition: branch.condition,
        code,
    })
}

/// The comparison that the branch of a block looks at, or the branch itself, if it can become conditional.
fn comparison(function: &MachineFunction, block: Block) -> Option<Inst> {
    let branch = function.first_terminator(block)?;
    if !reads_flags(function, branch) {
        let opcode = function.opcode(branch);
        let compares = matches!(opcode, op::CBZW | op::CBZX | op::CBNZW | op::CBNZX);
        return compares.then_some(branch);
    }
    let mut cursor = function.prev_inst(branch);
    while let Some(inst) = cursor {
        cursor = function.prev_inst(inst);
        if function.is_debug(inst) {
            continue;
        }
        match function.opcode(inst) {
            op::SUBSWri | op::SUBSXri | op::ADDSWri | op::ADDSXri => {
                let number = |at| function.operand(inst, at).as_imm();
                let fits = number(3) == Some(0) && number(2).is_some_and(|n| (0..32).contains(&n));
                let is_dead = is_dead(function, function.operand(inst, 0).as_reg());
                return (fits && is_dead).then_some(inst);
            }
            op::SUBSWrr | op::SUBSXrr | op::ADDSWrr | op::ADDSXrr => {
                return is_dead(function, function.operand(inst, 0).as_reg()).then_some(inst);
            }
            op::FCMPSrr | op::FCMPDrr | op::FCMPESrr | op::FCMPEDrr => return Some(inst),
            _ => {}
        }
        if reads_flags(function, inst) || writes_flags(function, inst) {
            return None;
        }
    }
    None
}

/// Whether nothing reads the result of a comparison.
fn is_dead(function: &MachineFunction, result: Reg) -> bool {
    let is_zero = result == Reg::phys(reg::WZR) || result == Reg::phys(reg::XZR);
    is_zero || result.is_virtual() && function.non_debug_uses(result).next().is_none()
}

/// Whether the instructions of a block but for terminators may run where they did not. Only `compare` may write the flags.
fn can_always_run(
    function: &MachineFunction,
    block: Block,
    compare: Inst,
    is_stressed: bool,
) -> bool {
    let end = function.first_terminator(block);
    let insts = function.block_insts(block);
    let body = insts.take_while(|inst| Some(*inst) != end);
    for (at, inst) in body.filter(|inst| !function.is_debug(*inst)).enumerate() {
        let is_kept = at >= MAX_INSTRUCTIONS && !is_stressed
            || function.opcode(inst) == op::PHI
            || inst_facts::may_load(function, inst)
            || !inst_facts::is_safe_to_move(function, inst, true)
            || inst != compare && writes_flags(function, inst);
        if is_kept {
            return false;
        }
    }
    true
}
