//! A block that only one other jumps to, and that jumps nowhere else, ends with it.

use avarice_ir::{Block, Function, InstKind};
use cranelift_entity::SecondaryMap;

use super::SimplifyCfg;
use crate::pass::Log;

impl SimplifyCfg {
    /// Merges all pairs of blocks that can be one.
    pub(super) fn merge_blocks(&mut self, function: &mut Function, log: &mut Log) -> bool {
        self.cfg.compute(function);
        let mut is_gone: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut changed = false;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            // A chain of blocks is merged from its begin.
            while !is_gone[block]
                && let Some(next) = self.mergeable_successor(function, block)
            {
                log.line(|| format!("SimplifyCFG: merging {next} into {block}"));
                append(function, block, next);
                is_gone[next] = true;
                changed = true;
            }
        }
        function.layout.retain(|block| !is_gone[*block]);
        changed
    }

    /// The block that `block` jumps to, if nothing else does.
    fn mergeable_successor(&self, function: &Function, block: Block) -> Option<Block> {
        let jump = function.terminator(block)?;
        let [next] = function.inst_blocks(jump) else {
            return None;
        };
        let begins_with_phi = function.blocks[*next]
            .first
            .expand()
            .is_some_and(|inst| function.insts[inst].kind == InstKind::Phi);
        let is_mergeable = function.insts[jump].kind == InstKind::Br
            && *next != block
            && *next != function.entry()
            && !begins_with_phi
            && !self.has_address[*next]
            && self.cfg.predecessors(*next).len() == 1;
        is_mergeable.then_some(*next)
    }
}

/// Moves the instructions of `next` to the end of `block`, in place of its jump.
fn append(function: &mut Function, block: Block, next: Block) {
    if let Some(jump) = function.blocks[block].last.expand() {
        function.remove_inst(jump);
    }
    for successor in function.successors(next).to_vec() {
        function.rename_incoming(successor, next, block);
    }
    function.move_insts(next, block);
}
