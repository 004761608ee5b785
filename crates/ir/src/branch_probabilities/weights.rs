//! Weights of blocks and loops: how often they are executed, compared with others.
//!
//! Some blocks have a weight of their own. It propagates up to every block that leads only to this one;
//! then, where all successors of a block or all exits of a loop have one, the largest propagates
//! further:
//!
//! ```text
//!          a ?                     a: no weight, since c has none
//!        ┌──┴──┐
//!      b 0x0   c                   b: 0, as d
//!        │
//!      d 0x0  unreachable
//! ```

use cranelift_entity::EntityRef;

use super::Input;
use super::regions::{Place, Regions};
use crate::cfg::Cfg;
use crate::constant::ConstKind;
use crate::dominators::DominatorTree;
use crate::entities::{Block, Inst};
use crate::inst::{CallInfo, InstKind};
use crate::loops::LoopInfo;
use crate::post_dominators::PostDominatorTree;

/// A dead end.
pub(super) const UNREACHABLE: u32 = 0;
/// The least of what can happen: exceptions, calls that do not return.
pub(super) const LOWEST: u32 = 1;
/// A call of a cold function.
const COLD: u32 = 0xffff;
/// Where nothing is known.
pub(super) const DEFAULT: u32 = 0xf_ffff;
/// How often a loop is assumed to run for each time that it is left.
pub(super) const TRIP_COUNT: u32 = 31;

/// Estimated weights, `None` where there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    blocks: Vec<Option<u32>>,
    /// By number of the region.
    regions: Vec<Option<u32>>,
}

impl Weights {
    /// Forgets all.
    pub(super) fn clear(&mut self, blocks: usize, regions: usize) {
        self.blocks.clear();
        self.blocks.resize(blocks, None);
        self.regions.clear();
        self.regions.resize(regions, None);
    }

    /// The weight of an edge from `from` to a block at `to`: that of the loop if it enters one.
    pub(super) fn edge_to(
        &self,
        loops: &LoopInfo,
        regions: &Regions,
        from: Place,
        (block, to): (Block, Place),
    ) -> Option<u32> {
        if to.enters(loops, from) {
            self.regions[regions.number(to)?]
        } else {
            self.blocks[block.index()]
        }
    }
}

/// Whether any block has a weight by itself.
pub(super) fn any_initial(input: Input<'_>, mut blocks: impl Iterator<Item = Block>) -> bool {
    blocks.any(|block| initial(input, block).is_some())
}

/// The weight that a block has by itself.
fn initial(input: Input<'_>, block: Block) -> Option<u32> {
    let Input { function, .. } = input;
    let terminator = function.terminator(block)?;
    if matches!(function.insts[terminator].kind, InstKind::Unreachable) {
        let mut insts = function.block_insts_rev(block);
        let stays = insts.any(|inst| has_call_attribute(input, inst, "noreturn"));
        return Some(if stays { LOWEST } else { UNREACHABLE });
    }
    let is_phi = |inst: &Inst| matches!(function.insts[*inst].kind, InstKind::Phi);
    let first = function.block_insts(block).find(|inst| !is_phi(inst))?;
    let is_pad = matches!(
        function.insts[first].kind,
        InstKind::LandingPad { .. }
            | InstKind::CatchPad
            | InstKind::CleanupPad
            | InstKind::CatchSwitch { .. }
    );
    if is_pad {
        return Some(LOWEST);
    }
    let mut insts = function.block_insts(block);
    insts
        .any(|inst| has_call_attribute(input, inst, "cold"))
        .then_some(COLD)
}

/// Whether an instruction is a call with a function attribute, there or on the called function.
fn has_call_attribute(input: Input<'_>, inst: Inst, name: &str) -> bool {
    let Input { module, function } = input;
    let InstKind::Call(info) = &function.insts[inst].kind else {
        return false;
    };
    let info: &CallInfo = info;
    if module.attrs(info.attrs.function).has(name) {
        return true;
    }
    let callee = function.operands(inst).next_back();
    let Some(id) = callee.and_then(|callee| function.as_const(callee)) else {
        return false;
    };
    let ConstKind::Global(global) = module.consts[id].kind else {
        return false;
    };
    let called = module.globals[global].function();
    called.is_some_and(|called| module.attrs(called.attrs.function).has(name))
}

/// The computation of weights.
pub(super) struct Estimation<'a> {
    pub(super) input: Input<'a>,
    pub(super) cfg: &'a Cfg,
    pub(super) dominators: &'a DominatorTree,
    pub(super) post_dominators: &'a PostDominatorTree<Block>,
    pub(super) loops: &'a LoopInfo,
    pub(super) regions: &'a Regions,
    pub(super) weights: &'a mut Weights,
}

/// What may have a weight now: blocks, and regions by a block in each.
#[derive(Default)]
struct Work {
    blocks: Vec<Block>,
    regions: Vec<Block>,
}

impl Estimation<'_> {
    /// Computes the weights of all blocks and regions that have one.
    pub(super) fn run(mut self) {
        let mut work = Work::default();
        let cfg = self.cfg;
        for block in cfg.reverse_postorder() {
            if let Some(weight) = initial(self.input, block) {
                self.propagate(block, weight, &mut work);
            }
        }
        while !work.blocks.is_empty() || !work.regions.is_empty() {
            while let Some(block) = work.regions.pop() {
                self.weigh_region(self.place(block), &mut work);
            }
            while let Some(block) = work.blocks.pop() {
                if self.weights.blocks[block.index()].is_some() {
                    continue;
                }
                let successors = cfg.successors(block);
                if let Some(weight) = self.largest(self.place(block), successors) {
                    self.propagate(block, weight, &mut work);
                }
            }
        }
    }

    fn place(&self, block: Block) -> Place {
        self.regions.place(self.loops, block)
    }

    fn weigh_region(&mut self, region: Place, work: &mut Work) {
        let Some(number) = self.regions.number(region) else {
            return;
        };
        if self.weights.regions[number].is_some() {
            return;
        }
        let exits = self.regions.exits(self.cfg, self.loops, region);
        if let Some(weight) = self.largest(region, &exits) {
            // What is never left can still be entered once.
            self.weights.regions[number] = Some(weight.max(LOWEST));
            let entries = self.regions.entries(self.cfg, self.loops, region);
            work.blocks.extend(entries);
        }
    }

    /// The largest weight of edges from a place to `successors`, if all have one.
    fn largest(&self, from: Place, successors: &[Block]) -> Option<u32> {
        let mut largest = None;
        for to in successors {
            let place = (*to, self.place(*to));
            let weight = self
                .weights
                .edge_to(self.loops, self.regions, from, place)?;
            largest = largest.max(Some(weight));
        }
        largest
    }

    /// Gives a weight to a block and to all blocks above that always lead to it.
    fn propagate(&mut self, block: Block, weight: u32, work: &mut Work) {
        let place = self.place(block);
        let mut above = self.dominators.is_reachable(block).then_some(block);
        while let Some(other) = above {
            if !self.post_dominators.postdominates(block, other) {
                break;
            }
            let other_place = self.place(other);
            let leaves = other_place.enters(self.loops, place);
            if leaves {
                work.regions.push(other);
            } else if !place.enters(self.loops, other_place) && !self.set(other, weight, work) {
                break;
            }
            above = self.dominators.idom(other);
        }
    }

    /// Gives a block its weight, unless it has one.
    fn set(&mut self, block: Block, weight: u32, work: &mut Work) -> bool {
        let slot = &mut self.weights.blocks[block.index()];
        if slot.is_some() {
            return false;
        }
        *slot = Some(weight);
        let place = self.place(block);
        for &before in self.cfg.predecessors(block) {
            let before_place = self.place(before);
            if before_place.enters(self.loops, place) {
                let number = self.regions.number(before_place);
                if number.is_some_and(|number| self.weights.regions[number].is_none()) {
                    work.regions.push(before);
                }
            } else if self.weights.blocks[before.index()].is_none() {
                work.blocks.push(before);
            }
        }
        true
    }
}
