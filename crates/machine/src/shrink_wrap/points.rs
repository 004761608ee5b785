//! A pair of points, moved outwards until it is right.

use avarice_ir::PostDominatorTree;
use avarice_mir::{Block, FrameHooks, MachineFunction, MachineLoop};

use super::uses::FrameUsesOf;
use crate::pass::Analyses;

/// The function's graph, and what is known of it.
pub(super) struct Graph<'a> {
    pub function: &'a MachineFunction,
    pub analyses: &'a Analyses,
    pub post_dominators: &'a PostDominatorTree<Block>,
}

impl Graph<'_> {
    /// The last block that dominates both.
    fn common_dominator(&self, a: Block, b: Block) -> Option<Block> {
        self.analyses.dominators.nearest_common_dominator(a, b)
    }

    /// The first block that post-dominates both; none if only the end of the function does.
    fn common_post_dominator(&self, a: Block, b: Block) -> Option<Block> {
        let tree = self.post_dominators.tree();
        let end = tree.preorder().first();
        let found = tree.nearest_common_dominator(a, b);
        found.filter(|block| Some(block) != end)
    }

    /// The last block that dominates `block` and all of `others`.
    pub(super) fn dominator_of(&self, block: Block, others: &[Block]) -> Option<Block> {
        let mut others = others.iter();
        others.try_fold(block, |found, other| self.common_dominator(found, *other))
    }

    fn post_dominator_of(
        &self,
        block: Block,
        others: impl Iterator<Item = Block>,
    ) -> Option<Block> {
        let mut others = others;
        others.try_fold(block, |found, other| {
            self.common_post_dominator(found, other)
        })
    }

    /// The last block that dominates all predecessors of `block`, unless it is `block`.
    fn before(&self, block: Block) -> Option<Block> {
        let found = self.dominator_of(block, &self.function.blocks[block].preds);
        found.filter(|found| *found != block)
    }

    /// The first block that post-dominates all successors of `block`, unless it is `block`.
    fn after(&self, block: Block) -> Option<Block> {
        let successors = self.function.blocks[block].succs.iter().copied();
        let found = self.post_dominator_of(block, successors);
        found.filter(|found| *found != block)
    }

    /// The first block that post-dominates all exits of a loop, if it is further outside than `block`.
    fn after_loop(&self, id: MachineLoop, block: Block) -> Option<Block> {
        let loops = &self.analyses.loops;
        let mut found = block;
        for inside in loops.blocks(id) {
            let successors = &self.function.blocks[*inside].succs;
            if successors.iter().all(|to| loops.contains(id, *to)) {
                continue;
            }
            let next = self.post_dominator_of(found, successors.iter().copied());
            found = next.filter(|next| *next != found)?;
        }
        Some(found).filter(|found| loops.depth_of(*found) < loops.depth_of(block))
    }

    fn dominates(&self, a: Block, b: Block) -> bool {
        self.analyses.dominators.dominates(a, b)
    }

    fn post_dominates(&self, a: Block, b: Block) -> bool {
        self.post_dominators.postdominates(a, b)
    }

    /// Whether every path from `save` leads to `restore`, and every path to that comes from it.
    pub(super) fn encloses(&self, save: Block, restore: Block) -> bool {
        self.dominates(save, restore) && self.post_dominates(restore, save)
    }

    pub(super) fn is_in_loop(&self, block: Block) -> bool {
        self.analyses.loops.loop_of(block).is_some()
    }

    /// Whether `block` runs no more often than the function.
    pub(super) fn is_cheap(&self, block: Block) -> bool {
        let frequencies = &self.analyses.frequencies;
        frequencies.entry() >= frequencies.frequency(block)
    }
}

/// A save point and a restore point. As long as nothing needs the frame, there is neither; if one alone is missing, there
/// is no such block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Points {
    pub save: Option<Block>,
    pub restore: Option<Block>,
}

impl Points {
    /// Whether there are two points, and the frame is set up later than at the entry.
    pub(super) fn are_better_than_entry(&self, function: &MachineFunction) -> bool {
        let entry = function.layout.first().copied();
        self.save.is_some() && self.restore.is_some() && self.save != entry
    }

    /// Moves the points outwards so that `block` lies between them.
    pub(super) fn include(&mut self, graph: &Graph<'_>, uses: &FrameUsesOf<'_>, block: Block) {
        let function = graph.function;
        let Some(save) = (match self.save {
            None => Some(block),
            Some(save) => graph.common_dominator(save, block),
        }) else {
            *self = Self::default();
            return;
        };
        let restore = match self.restore {
            None => Some(block),
            Some(restore) => graph.common_post_dominator(restore, block),
        };
        self.save = Some(save);
        self.restore = restore;
        if restore == Some(block) && uses.end_needs_frame(block) {
            self.restore = match function.blocks[block].succs.is_empty() {
                true => None,
                false => graph.after(block),
            };
        }
        self.enclose(graph);
    }

    /// Moves the points outwards until each path that comes by one comes by the other too, once.
    fn enclose(&mut self, graph: &Graph<'_>) {
        let loops = &graph.analyses.loops;
        while let (Some(save), Some(restore)) = (self.save, self.restore) {
            let is_in_loop = graph.is_in_loop(save) || graph.is_in_loop(restore);
            if graph.encloses(save, restore) && !is_in_loop {
                return;
            }
            if !graph.dominates(save, restore) {
                self.save = graph.common_dominator(save, restore);
                continue;
            }
            if !graph.post_dominates(restore, save) {
                self.restore = graph.common_post_dominator(restore, save);
            }
            let Some(restore) = self.restore else {
                return;
            };
            if !graph.is_in_loop(save) && !graph.is_in_loop(restore) {
                continue;
            }
            if loops.depth_of(save) > loops.depth_of(restore) {
                self.save = graph.before(save);
            } else {
                let id = loops.loop_of(restore);
                self.restore = id.and_then(|id| graph.after_loop(id, restore));
            }
        }
    }

    /// Moves the points outwards until they run no more often than the entry, and the target can do there what it has
    /// to.
    pub(super) fn move_to_cheap_blocks(
        &mut self,
        graph: &Graph<'_>,
        uses: &FrameUsesOf<'_>,
        target: &dyn FrameHooks,
    ) {
        let function = graph.function;
        while let (Some(save), Some(restore)) = (self.save, self.restore) {
            let can_save = graph.is_cheap(save)
                && graph.is_cheap(restore)
                && target.can_use_as_prologue(function, save);
            if can_save && target.can_use_as_epilogue(function, restore) {
                return;
            }
            // A restore point that runs too often moves the save point too: that is llc's choice.
            let next = match can_save {
                true => {
                    self.restore = graph.after(restore);
                    self.restore
                }
                false => {
                    self.save = graph.before(save);
                    self.save
                }
            };
            if let Some(next) = next {
                self.include(graph, uses, next);
            }
        }
    }
}
