//! `block-placement`: the order of blocks.
//!
//! A branch that is not taken costs less than one that is, so a block should come right before its likely successor.
//! Blocks are joined to chains ([`chains`]), loops from the inside out, then the function ([`build`]):
//!
//! ```text
//!   1. triangles     branches that skip one block, several in a row: their ends are copied   (triangles)
//!   2. each loop     what comes first in it (loop_top) and where it is left (loop_exit);
//!                    a chain of its blocks; if that pays, the chain is rotated
//!   3. the function  a chain of all chains
//!   4. after a block in a chain comes its best successor (successors, trellis); a block that several
//!      want to come before is copied to the end of each instead                              (duplication)
//!   5. common ends of blocks that this brought about are merged; then again from 2 on        (merge_tails)
//!   6. branches follow the new order (finish), and blocks that loops jump to are aligned (align)
//! ```
//!
//! Frequencies of blocks and probabilities of edges are LLVM's, and so is the order in which candidates are looked at:
//! where two are equally good, the first is taken.

mod align;
mod build;
mod chains;
mod duplication;
mod finish;
mod loop_exit;
mod loop_top;
mod merge_tails;
mod profit;
mod ready;
mod successors;
mod trellis;
mod triangles;

use avarice_ir::{BranchProbability, PostDominatorTree};
use avarice_mir::{Block, BlockFrequencies, MachineCfg, TargetHooks};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

use crate::branch_folder::BranchFolder;
use crate::layout_links::LayoutLinks;
use crate::pass::{
    Analyses, Analysis, MachinePass, MachineUnit, PassOptions, PlacementOptions, RunPass,
    TailMergeOptions, When,
};
use crate::placed_loops::PlacedLoops;
use crate::tail_duplicator::{Code, Limits, Order, Stage, TailDuplicator};
use chains::{Chain, Chains, Region};
use merge_tails::Merging;
use ready::ReadyBlocks;

/// `block-placement`.
///
/// # Requires
/// No PHIs.
///
/// # Ensures
/// Every block is in the new order once; branches agree with it. Blocks keep their numbers.
///
/// # Preserves
/// Nothing.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::FREQUENCIES.union(Analysis::RESERVED_REGS)),
    after: &["branch-folder"],
    ..MachinePass::new(
        "block-placement",
        "Branch Probability Basic Block Placement",
        || Box::<Scratch>::default(),
    )
};

/// A successor that was chosen for a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    block: Block,
    fit: Fit,
}

/// What makes a successor fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    /// Nothing has to be done.
    Plain,
    /// It is copied into other predecessors.
    Duplicated,
}

/// Memory that is kept between functions.
#[derive(Debug, Default)]
struct Scratch {
    links: LayoutLinks,
    duplicator: TailDuplicator,
    folder: BranchFolder,
    /// Blocks and edges after tails are merged.
    cfg: MachineCfg,
    state: State,
}

/// What is known and decided while blocks are placed.
#[derive(Debug, Default)]
struct State {
    chains: Chains,
    region: Region,
    loops: PlacedLoops,
    post_dominators: PostDominatorTree<Block>,
    /// Successors that were chosen ahead of time.
    chosen: SecondaryMap<Block, Option<Choice>>,
    ready: ReadyBlocks,
    /// Where the loop that is placed is best left. Gone if that block was removed.
    preferred_exit: Option<Block>,
    /// How far the search for blocks that are not placed is: a place in the region's order.
    unplaced_in_region: usize,
    /// The same in the function's order.
    unplaced: Option<Block>,
}

/// One function on its way.
struct Placement<'a> {
    code: Code<'a>,
    frequencies: &'a mut BlockFrequencies,
    duplicator: &'a mut TailDuplicator,
    state: &'a mut State,
    options: &'a PlacementOptions,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        if unit.function.layout.len() < 2 {
            return Ok(());
        }
        let hooks = unit.hooks();
        let Analyses {
            cfg,
            loops,
            frequencies,
            reserved,
            ..
        } = &mut *unit.analyses;
        self.state.loops.read(cfg, loops);
        self.state.post_dominators.compute(cfg);
        let size = match unit.function.optimize_for_size {
            true if !unit.options.placement.copies_none => 1,
            _ => copied_size(unit.options, hooks),
        };
        let limits = Limits::new(size, &unit.options.placement);
        self.duplicator
            .begin(Stage::Allocated, Order::InFlux, limits);
        self.links.read(&unit.function);
        let mut placement = Placement {
            code: Code {
                function: &mut unit.function,
                hooks,
                links: &mut self.links,
            },
            frequencies,
            duplicator: &mut self.duplicator,
            state: &mut self.state,
            options: &unit.options.placement,
        };
        let merging = Merging {
            folder: &mut self.folder,
            cfg: &mut self.cfg,
            module: unit.module,
            reserved,
            tails: TailMergeOptions {
                size: Some(u32::try_from(size).map_or(u32::MAX, |size| size.saturating_add(1))),
                ..unit.options.tails
            },
        };
        placement.run(merging);
        Ok(())
    }
}

/// Most instructions of a block that is copied.
fn copied_size(options: &PassOptions, hooks: &dyn TargetHooks) -> usize {
    let PlacementOptions {
        copied_size: plain,
        aggressive_copied_size: aggressive,
        ..
    } = options.placement;
    let given = match options.level {
        3.. => aggressive.or(plain),
        _ => plain,
    };
    given.map_or_else(
        || hooks.tail_duplicate_size(options.level),
        |size| match size {
            0 => Limits::default().size,
            size => size as usize,
        },
    )
}

impl Placement<'_> {
    fn run(&mut self, merging: Merging<'_>) {
        self.state.chains.clear();
        self.state.chosen.clear();
        if !self.options.copies_none {
            self.choose_triangles();
        }
        let chain = self.build_chains();
        self.finish(chain);
        // Blocks that a switch goes to may stand in any order now.
        self.code.function.pack_if_large();
        self.merge_tails(merging);
        self.tidy_branches();
        self.align();
        self.align_all();
    }

    /// The frequency of a block.
    fn frequency(&self, block: Block) -> u64 {
        self.frequencies.frequency(block)
    }

    /// The probability of an edge.
    fn probability(&self, from: Block, to: Block) -> BranchProbability {
        let mut succs = self.succs(from).iter();
        let at = succs.position(|succ| *succ == to);
        at.map_or(BranchProbability::ZERO, |at| {
            self.code.function.succ_probability(from, at)
        })
    }

    /// How often control takes an edge.
    fn edge_frequency(&self, from: Block, to: Block) -> u64 {
        self.probability(from, to).scale(self.frequency(from))
    }

    fn succs(&self, block: Block) -> &[Block] {
        &self.code.function.blocks[block].succs
    }

    fn preds(&self, block: Block) -> &[Block] {
        &self.code.function.blocks[block].preds
    }

    fn is_landing_pad(&self, block: Block) -> bool {
        self.code.function.blocks[block].eh_pad
    }

    fn is_entry(&self, block: Block) -> bool {
        self.code.links.first() == Some(block)
    }

    /// Whether `block` is outside of what is placed now.
    fn is_outside(&self, block: Block) -> bool {
        !self.state.region.contains(block)
    }

    fn chain_of(&self, block: Block) -> Option<Chain> {
        self.state.chains.of(block)
    }
}
