//! Blocks that only jump are jumped over.

use avarice_ir::{Block, Function, Inst, InstKind};
use cranelift_entity::SecondaryMap;

use super::SimplifyCfg;
use crate::pass::Log;

impl SimplifyCfg {
    /// Redirects edges to a block that only jumps to that block's target, where phis allow it.
    pub(super) fn forward_empty_blocks(&mut self, function: &mut Function, log: &mut Log) -> bool {
        let mut is_gone: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut changed = false;
        // Predecessors of blocks that change are out of date until the graph is computed again.
        let mut is_stale: SecondaryMap<Block, bool> = SecondaryMap::new();
        self.update_graph(function);
        for at in 1..function.layout.len() {
            let block = function.layout[at];
            let Some(target) = self.forwards_to(function, block) else {
                continue;
            };
            if is_stale[block] || is_stale[target] || !self.can_forward(function, block, target) {
                continue;
            }
            log.line(|| format!("SimplifyCFG: forwarding {block} to {target}"));
            is_stale[target] = true;
            for from in self.cfg.predecessors(block) {
                is_stale[*from] = true;
            }
            self.forward(function, block, target);
            is_gone[block] = true;
            changed = true;
        }
        function.layout.retain(|block| !is_gone[*block]);
        self.is_stale = changed;
        changed
    }

    /// The target of a block that does nothing but jump.
    fn forwards_to(&self, function: &Function, block: Block) -> Option<Block> {
        let jump = function.blocks[block].first.expand()?;
        let is_jump = matches!(function.insts[jump].kind, InstKind::Br);
        let target = *function.inst_blocks(jump).first()?;
        (is_jump && target != block && !self.has_address[block]).then_some(target)
    }

    /// Whether the edges into `block` may go to `target`: each is of a branch, and no phi would get two values
    /// from one block.
    fn can_forward(&self, function: &Function, block: Block, target: Block) -> bool {
        let predecessors = self.cfg.predecessors(block);
        let are_branches = predecessors.iter().all(|from| {
            let end = function.terminator(*from);
            end.is_some_and(|end| {
                let kind = &function.insts[end].kind;
                matches!(kind, InstKind::Br | InstKind::CondBr | InstKind::Switch)
            })
        });
        let is_ambiguous = |phi: Inst| {
            let blocks = function.inst_blocks(phi);
            let value_of = |wanted: Block| {
                let index = blocks.iter().position(|block| *block == wanted)?;
                Some(function.operand(phi, index))
            };
            let value = value_of(block);
            predecessors
                .iter()
                .any(|from| value_of(*from).is_some_and(|known| Some(known) != value))
        };
        !predecessors.is_empty() && are_branches && !phis(function, target).any(is_ambiguous)
    }

    fn forward(&self, function: &mut Function, block: Block, target: Block) {
        let predecessors = self.cfg.predecessors(block);
        let all: Vec<Inst> = phis(function, target).collect();
        for phi in all {
            let blocks = function.inst_blocks(phi);
            if let Some(index) = blocks.iter().position(|from| *from == block) {
                let value = function.operand(phi, index);
                function.remove_incoming(phi, index);
                for from in predecessors {
                    function.add_incoming(phi, value, *from);
                }
            }
        }
        for from in predecessors {
            if let Some(branch) = function.terminator(*from) {
                function.replace_successor(branch, block, target);
            }
        }
        if let Some(jump) = function.blocks[block].first.expand() {
            function.remove_inst(jump);
        }
    }
}

/// The phis of a block.
pub(super) fn phis(function: &Function, block: Block) -> impl Iterator<Item = Inst> + '_ {
    let insts = function.block_insts(block);
    insts.take_while(|inst| function.is_phi(*inst))
}
