//! Branches whose target is known become jumps.

use avarice_ir::{Block, ConstKind, Function, Inst, InstKind, Module};

use crate::edges::decide;
use crate::pass::Log;

/// Decides all branches of `function` that can be.
pub(super) fn decide_branches(module: &mut Module, function: &mut Function, log: &mut Log) -> bool {
    let mut changed = false;
    for at in 0..function.layout.len() {
        let Some(branch) = function.terminator(function.layout[at]) else {
            continue;
        };
        let Some(target) = known_target(module, function, branch) else {
            continue;
        };
        log.line(|| {
            let text = avarice_ir::printer::print_inst(module, function, branch);
            format!("SimplifyCFG: deciding {}", text.trim_start())
        });
        decide(module, function, branch, target);
        changed = true;
    }
    changed
}

/// The only successor to which a conditional branch or a switch can go.
fn known_target(module: &Module, function: &Function, branch: Inst) -> Option<Block> {
    let kind = &function.insts[branch].kind;
    if !matches!(kind, InstKind::CondBr | InstKind::Switch) {
        return None;
    }
    let blocks = function.inst_blocks(branch);
    let (first, rest) = blocks.split_first()?;
    if rest.iter().all(|block| block == first) {
        return Some(*first);
    }
    let condition = function.operand(branch, 0);
    if let Some(id) = function.as_const(condition) {
        return match (kind, &module.consts[id].kind) {
            (InstKind::CondBr, ConstKind::Int(0)) => Some(blocks[1]),
            (InstKind::CondBr, ConstKind::Int(_)) => Some(*first),
            (InstKind::Switch, ConstKind::Int(_) | ConstKind::BigInt(_)) => {
                let cases = function.operands(branch).skip(1);
                let case = cases.zip(rest).find(|(case, _)| *case == condition);
                Some(case.map_or(*first, |(_, block)| *block))
            }
            _ => None,
        };
    }
    // What is undefined need not be thought of: the way that ends there is not taken.
    let [a, b] = blocks else {
        return None;
    };
    let ends = |block: &Block| {
        let first = function.blocks[*block].first.expand();
        first.is_some_and(|inst| matches!(function.insts[inst].kind, InstKind::Unreachable))
    };
    match (ends(a), ends(b)) {
        (true, _) => Some(*b),
        (false, true) => Some(*a),
        _ => None,
    }
}
