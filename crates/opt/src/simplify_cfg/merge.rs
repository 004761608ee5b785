//! A block is merged into its only predecessor if that has no other successor.

use avarice_ir::{Block, Function, InstKind};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::SimplifyCfg;
use crate::pass::Log;

impl SimplifyCfg {
    /// Merges all pairs of blocks that can be one.
    pub(super) fn merge_blocks(&mut self, function: &mut Function, log: &mut Log) -> bool {
        self.update_graph(function);
        // By block that is gone: the one that it is a part of.
        let mut part_of: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        let mut changed = false;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            // A chain of blocks is merged from its begin.
            while part_of[block].is_none()
                && let Some(next) = self.mergeable_successor(function, block)
            {
                log.line(|| format!("SimplifyCFG: merging {next} into {block}"));
                append(function, block, next);
                part_of[next] = block.into();
                changed = true;
            }
        }
        if changed {
            function.layout.retain(|block| part_of[*block].is_none());
            rename_predecessors(function, &part_of);
        }
        self.is_stale = changed;
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
            .is_some_and(|inst| function.is_phi(inst));
        let is_mergeable = matches!(function.insts[jump].kind, InstKind::Br)
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
    function.move_insts(next, block);
}

/// Replaces the predecessors named in phis by the blocks into which they were merged. All at once, since a phi may have
/// an operand from each of many merged blocks.
fn rename_predecessors(
    function: &mut Function,
    part_of: &SecondaryMap<Block, PackedOption<Block>>,
) {
    for block in &function.layout {
        let mut next = function.blocks[*block].first.expand();
        while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
            let data = &mut function.insts[phi];
            for from in data.blocks.as_mut_slice(&mut function.block_lists) {
                while let Some(whole) = part_of[*from].expand() {
                    *from = whole;
                }
            }
            next = data.next.expand();
        }
    }
}
