//! Who comes with a constant goes where it leads, past the branch on it.
//!
//! ```text
//!   a: br %c, label %b, label %join             a: br %c, label %b, label %no
//!   b: br label %join                           b: br label %join
//!   join:                                       join:
//!     %p = phi i1 [ false, %a ], [ %d, %b ]  ─▶   (one way in: %p is %d)
//!     br i1 %p, label %yes, label %no             br i1 %d, label %yes, label %no
//! ```
//!
//! This is what front ends make of `c && d`.

use avarice_ir::{Block, ConstKind, Function, Inst, InstKind, Module, Value};

use super::SimplifyCfg;
use super::forward::phis;
use crate::pass::Log;

impl SimplifyCfg {
    /// Leads edges with constants past the branches that these decide.
    pub(super) fn thread_constants(
        &mut self,
        module: &Module,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut changed = false;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let Some(condition) = self.branches_on_phi(function, block) else {
                continue;
            };
            let mut index = 0;
            while index < function.num_operands(condition) {
                let from = function.inst_blocks(condition)[index];
                let target = target_for(module, function, block, condition, index);
                match target.filter(|to| can_lead(function, block, from, *to)) {
                    Some(to) => {
                        log.line(|| format!("SimplifyCFG: leading {from} past {block} to {to}"));
                        lead(function, block, from, to);
                        changed = true;
                    }
                    None => index += 1,
                }
            }
        }
        changed
    }

    /// The phi on which a block branches that does nothing else, if all that its phis are is used up by that
    /// and by phis of where it branches to.
    fn branches_on_phi(&self, function: &Function, block: Block) -> Option<Inst> {
        let branch = function.terminator(block)?;
        if function.insts[branch].kind != InstKind::CondBr || self.has_address[block] {
            return None;
        }
        let condition = function.def_inst(function.operand(branch, 0))?;
        let is_own = function.insts[condition].kind == InstKind::Phi
            && function.insts[condition].block.expand() == Some(block);
        if !is_own || function.num_operands(condition) < 2 {
            return None;
        }
        let mut insts = function.block_insts(block);
        let is_used_up = |phi: Inst| {
            let result = function.insts[phi].result.expand();
            result.is_none_or(|result| {
                function.uses_of(result).all(|slot| {
                    let user = function.uses[slot].user;
                    let at = (slot.as_u32() - function.insts[user].first_use) as usize;
                    let is_beyond = function.insts[user].kind == InstKind::Phi
                        && function.insts[user].block.expand() != Some(block)
                        && function.inst_blocks(user)[at] == block;
                    user == branch || is_beyond
                })
            })
        };
        let are_all = insts.all(|inst| {
            inst == branch || (function.insts[inst].kind == InstKind::Phi && is_used_up(inst))
        });
        are_all.then_some(condition)
    }
}

/// Where the branch of `block` goes if `condition` is its operand `index`, if that is a constant.
fn target_for(
    module: &Module,
    function: &Function,
    block: Block,
    condition: Inst,
    index: usize,
) -> Option<Block> {
    let constant = function.as_const(function.operand(condition, index))?;
    let [if_true, if_false] = *function.successors(block) else {
        return None;
    };
    match module.consts[constant].kind {
        ConstKind::Int(0) => Some(if_false),
        ConstKind::Int(_) => Some(if_true),
        _ => None,
    }
}

/// The value that a phi behind `block` gets along a way from `from` through it.
fn value_through(function: &Function, phi: Inst, block: Block, from: Block) -> Option<Value> {
    let at = function.inst_blocks(phi).iter().position(|b| *b == block)?;
    let value = function.operand(phi, at);
    let own = function.def_inst(value).filter(|def| {
        function.insts[*def].kind == InstKind::Phi
            && function.insts[*def].block.expand() == Some(block)
    });
    match own {
        Some(own) => {
            let blocks = function.inst_blocks(own);
            let at = blocks.iter().position(|b| *b == from)?;
            Some(function.operand(own, at))
        }
        None => Some(value),
    }
}

/// Whether the edge from `from` to `block` may go to `to`.
fn can_lead(function: &Function, block: Block, from: Block, to: Block) -> bool {
    let Some(end) = function.terminator(from) else {
        return false;
    };
    let kind = &function.insts[end].kind;
    let is_branch = matches!(kind, InstKind::Br | InstKind::CondBr | InstKind::Switch);
    let edges = function.inst_blocks(end).iter();
    let is_single = edges.filter(|successor| **successor == block).count() == 1;
    // A phi has one value for all edges from a block.
    let is_consistent = |phi: Inst| {
        let blocks = function.inst_blocks(phi);
        let known = blocks.iter().position(|b| *b == from);
        let known = known.map(|at| function.operand(phi, at));
        let new = value_through(function, phi, block, from);
        new.is_some() && known.is_none_or(|known| Some(known) == new)
    };
    is_branch && is_single && to != block && from != block && phis(function, to).all(is_consistent)
}

/// Makes the edge from `from` to `block` go to `to`.
fn lead(function: &mut Function, block: Block, from: Block, to: Block) {
    let behind: Vec<Inst> = phis(function, to).collect();
    for phi in behind {
        if let Some(value) = value_through(function, phi, block, from) {
            function.add_incoming(phi, value, from);
        }
    }
    let own: Vec<Inst> = phis(function, block).collect();
    for phi in own {
        let blocks = function.inst_blocks(phi);
        if let Some(at) = blocks.iter().position(|b| *b == from) {
            function.remove_incoming(phi, at);
        }
    }
    if let Some(end) = function.terminator(from) {
        function.replace_successor(end, block, to);
    }
}
