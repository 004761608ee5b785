//! Common ends of blocks that the new order has brought about, and the order once more after they are merged.

use avarice_ir::Module;
use avarice_mir::{Block, MachineCfg, MachineLoopInfo};
use cranelift_entity::EntitySet;

use super::Placement;
use crate::branch_folder::{BranchFolder, Code, Request};
use crate::pass::TailMergeOptions;

/// What merging needs beside what placement has.
pub(super) struct Merging<'a> {
    pub(super) folder: &'a mut BranchFolder,
    pub(super) cfg: &'a mut MachineCfg,
    pub(super) module: &'a Module,
    pub(super) reserved: &'a [bool],
    pub(super) loops: &'a MachineLoopInfo,
    pub(super) tails: TailMergeOptions,
}

/// A function with fewer blocks has no two that end the same way and are worth a jump.
const LEAST_BLOCKS: usize = 4;

impl Placement<'_> {
    /// Merges common ends of blocks that are longer than what placement copies; if there are any, all blocks are placed again.
    pub(super) fn merge_tails(&mut self, merging: Merging<'_>) {
        let Merging {
            folder,
            cfg,
            module,
            reserved,
            loops,
            tails,
        } = merging;
        if self.code.function.layout.len() < LEAST_BLOCKS {
            return;
        }
        let before = self.code.function.layout.clone();
        let code = Code {
            function: &mut *self.code.function,
            hooks: self.code.hooks,
            module,
            frequencies: &mut *self.frequencies,
            reserved,
        };
        let request = Request {
            tails,
            hoist: false,
            placed: Some(loops),
        };
        if !folder.optimize(code, &request) {
            return;
        }
        self.code.links.read(self.code.function);
        self.update_loops(&before, folder);
        cfg.compute(self.code.function);
        self.state.post_dominators.compute(cfg);
        self.state.chains.clear();
        self.state.chosen.clear();
        let chain = self.build_chains();
        self.finish(chain);
    }

    /// Takes blocks that are gone out of the loops, and puts new ones into those of the blocks that they were part of.
    fn update_loops(&mut self, before: &[Block], folder: &BranchFolder) {
        let (mut old, mut present) = (EntitySet::new(), EntitySet::new());
        for block in before {
            old.insert(*block);
        }
        let mut new = self.code.function.layout.clone();
        for block in &new {
            present.insert(*block);
        }
        new.retain(|block| !old.contains(*block));
        new.sort_unstable();
        for block in new {
            self.state.loops.add(block, folder.origin(block));
        }
        for block in before.iter().filter(|block| !present.contains(**block)) {
            self.state.loops.remove(*block);
        }
    }
}
