//! Common ends of blocks that the new order has brought about, and the order once more after they are merged.

use avarice_ir::Module;
use avarice_mir::MachineCfg;

use super::Placement;
use crate::branch_folder::{BranchFolder, Code, Request};
use crate::pass::TailMergeOptions;

/// What merging needs beside what placement has.
pub(super) struct Merging<'a> {
    pub(super) folder: &'a mut BranchFolder,
    pub(super) cfg: &'a mut MachineCfg,
    pub(super) module: &'a Module,
    pub(super) reserved: &'a [bool],
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
            tails,
        } = merging;
        if self.code.function.layout.len() < LEAST_BLOCKS {
            return;
        }
        let code = Code {
            function: &mut *self.code.function,
            hooks: self.code.hooks,
            module,
            frequencies: &mut *self.frequencies,
            reserved,
            placed: Some(&mut self.state.loops),
        };
        let request = Request {
            tails,
            hoist: false,
        };
        if !folder.optimize(code, &request) {
            return;
        }
        self.code.links.read(self.code.function);
        cfg.compute(self.code.function);
        self.state.post_dominators.compute(cfg);
        self.state.chains.clear();
        self.state.chosen.clear();
        let chain = self.build_chains();
        self.finish(chain);
    }
}
