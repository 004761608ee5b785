//! Jump threading: an edge that brings a constant leads past the branch on it, directly to its target.
//!
//! ```text
//!   a: br %c, label %b, label %join             a: br %c, label %b, label %no
//!   b: br label %join                           b: br label %join
//!   join:                                       join:
//!     %p = phi i1 [ false, %a ], [ %d, %b ]  ─▶   (one way in: %p is %d)
//!     %q = phi i32 [ 1, %a ], [ %x, %b ]          (the same: %q is %x)
//!     br i1 %p, label %yes, label %no             br i1 %d, label %yes, label %no
//!   no:                                         no:
//!     … %q …                                      %r = phi i32 [ 1, %a ], [ %q, %join ]
//!                                                 … %r …
//! ```
//!
//! This is what front ends make of `c && d`. Other phis of the block may be used after it, by code that only one of the
//! two targets leads to: such uses after `%yes` stay, since every path to them goes through the block; those after
//! `%no` become uses of a phi there.
//!
//! The dominator tree stays correct while edges are redirected, except for the blocks that edges are led past and those
//! that they are led to: it is not queried about these.

use avarice_ir::{
    Block, Cfg, ConstKind, DominatorTree, Function, Inst, InstKind, Module, Use, Value,
};
use cranelift_entity::EntitySet;

use super::SimplifyCfg;
use super::forward::phis;
use crate::build::insert_first;
use crate::pass::Log;

/// The dominator tree, once it has been needed.
#[derive(Default)]
struct Dominators {
    cfg: Cfg,
    tree: DominatorTree,
    is_computed: bool,
    /// Blocks that edges were led past, or to.
    changed: EntitySet<Block>,
}

impl Dominators {
    fn compute(&mut self, function: &Function) {
        if !self.is_computed {
            self.cfg.compute(function);
            self.tree.compute(&self.cfg);
            self.is_computed = true;
        }
    }

    /// Whether only an edge from `block` leads to `to`.
    fn is_only_way(&self, block: Block, to: Block) -> bool {
        !self.changed.contains(to) && self.cfg.unique_predecessor(to) == Some(block)
    }

    /// Whether an edge leads back to `block`.
    fn is_header(&self, block: Block) -> bool {
        let mut predecessors = self.cfg.predecessors(block).iter();
        predecessors.any(|from| self.tree.dominates(block, *from))
    }
}

/// A block that does nothing but branch on a phi.
struct Join {
    condition: Inst,
    /// Whether something after it uses its phis, by target of its branch.
    has_uses: [bool; 2],
}

impl SimplifyCfg {
    /// Leads edges with constants past the branches that these decide.
    pub(super) fn thread_constants(
        &mut self,
        module: &Module,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut dominators = Dominators::default();
        let mut changed = false;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let Some(mut join) = self.find_join(function, block, &mut dominators) else {
                continue;
            };
            let mut index = 0;
            while index < function.num_operands(join.condition) {
                let from = function.inst_blocks(join.condition)[index];
                let side = side_for(module, function, &join, index);
                let target = side.map(|side| (side, function.successors(block)[side]));
                match target.filter(|(_, to)| can_lead(function, block, from, *to)) {
                    Some((side, to)) => {
                        log.line(|| format!("SimplifyCFG: leading {from} past {block} to {to}"));
                        if std::mem::take(&mut join.has_uses[side]) {
                            make_phis(function, block, to, &dominators.tree);
                        }
                        lead(function, block, from, to);
                        dominators.changed.insert(block);
                        dominators.changed.insert(to);
                        changed = true;
                    }
                    None => index += 1,
                }
            }
        }
        self.is_stale |= changed;
        changed
    }

    /// `block` as a join with a constant from somewhere, if it is clear what leads to the users of its phis.
    fn find_join(
        &self,
        function: &Function,
        block: Block,
        dominators: &mut Dominators,
    ) -> Option<Join> {
        let branch = function.terminator(block)?;
        let [if_true, if_false] = *function.successors(block) else {
            return None;
        };
        let is_branch =
            matches!(function.insts[branch].kind, InstKind::CondBr) && if_true != if_false;
        if !is_branch || self.has_address[block] {
            return None;
        }
        let condition = function.def_inst(function.operand(branch, 0))?;
        let is_own =
            function.is_phi(condition) && function.insts[condition].block.expand() == Some(block);
        let mut incoming = function.operands(condition);
        let is_known = incoming.any(|value| function.as_const(value).is_some());
        if !is_own || !is_known || function.num_operands(condition) < 2 {
            return None;
        }
        let mut has_uses = [false; 2];
        for inst in function.block_insts(block).filter(|inst| *inst != branch) {
            if !function.is_phi(inst) {
                return None;
            }
            let result = function.insts[inst].result.expand()?;
            for slot in function.uses_of(result) {
                let user = function.uses[slot].user;
                let place = place_of(function, slot)?;
                let is_beyond = function.is_phi(user)
                    && function.insts[user].block.expand() != Some(block)
                    && place == block;
                if user != branch && !is_beyond {
                    dominators.compute(function);
                    has_uses[side_of(function, block, place, dominators)?] = true;
                }
            }
        }
        // An edge into a loop, past the block where it begins, would give it two.
        let is_refused = has_uses != [false; 2] && dominators.is_header(block);
        (!is_refused).then_some(Join {
            condition,
            has_uses,
        })
    }
}

/// Where an operand is used: for a phi, at the end of the block that it comes from.
fn place_of(function: &Function, slot: Use) -> Option<Block> {
    let user = function.uses[slot].user;
    let data = &function.insts[user];
    if !matches!(data.kind, InstKind::Phi) {
        return data.block.expand();
    }
    let at = (slot.as_u32() - data.first_use) as usize;
    Some(function.inst_blocks(user)[at])
}

/// Which successor of `block` is the only way from there to `place`.
fn side_of(
    function: &Function,
    block: Block,
    place: Block,
    dominators: &Dominators,
) -> Option<usize> {
    let mut successors = function.successors(block).iter();
    successors
        .position(|to| dominators.is_only_way(block, *to) && dominators.tree.dominates(*to, place))
}

/// Makes phis in `to` of those of `block`, its only predecessor, for all uses that it dominates.
fn make_phis(function: &mut Function, block: Block, to: Block, tree: &DominatorTree) {
    let own: Vec<Inst> = phis(function, block).collect();
    for phi in own {
        let Some(value) = function.insts[phi].result.expand() else {
            continue;
        };
        let is_after =
            |slot: &Use| place_of(function, *slot).is_some_and(|place| tree.dominates(to, place));
        let uses: Vec<Use> = function.uses_of(value).filter(is_after).collect();
        if uses.is_empty() {
            continue;
        }
        let ty = function.values[value].ty;
        let new = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
        function.insts[new].debug_loc = function.insts[phi].debug_loc;
        function.set_incoming(new, &[value], &[block]);
        insert_first(function, to, new);
        let result = function.insts[new].result.expect("a phi has a result");
        for slot in uses {
            function.set_use(slot, result);
        }
    }
}

/// Which successor a join branches to if its condition is operand `index`, if that is a constant.
fn side_for(module: &Module, function: &Function, join: &Join, index: usize) -> Option<usize> {
    let constant = function.as_const(function.operand(join.condition, index))?;
    match module.consts[constant].kind {
        ConstKind::Int(number) => Some(usize::from(number == 0)),
        _ => None,
    }
}

/// The value that a phi of a successor of `block` gets on a path from `from` through it.
fn value_through(function: &Function, phi: Inst, block: Block, from: Block) -> Option<Value> {
    let at = function.inst_blocks(phi).iter().position(|b| *b == block)?;
    let value = function.operand(phi, at);
    let own = function
        .def_inst(value)
        .filter(|def| function.is_phi(*def) && function.insts[*def].block.expand() == Some(block));
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
    let target_phis: Vec<Inst> = phis(function, to).collect();
    for phi in target_phis {
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
