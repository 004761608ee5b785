//! How likely each edge of a function is, as LLVM's `BranchProbabilityInfo` computes it.
//!
//! The first of these that applies to a block with several successors decides:
//!
//! 1. profile data (`!prof`), unless an edge leads to a dead end;
//! 2. estimated weights of the successors ([`weights`]): blocks that end in `unreachable`, exception pads
//!    and calls of cold functions are hardly ever executed, and neither are blocks that always lead to
//!    them; a loop is left once in 31 times;
//! 3. the form of the condition ([`conditions`]): pointers and numbers are rarely equal, numbers rarely
//!    negative or zero.
//!
//! All other edges are equally likely.

mod conditions;
mod regions;
mod unlikely;
mod weights;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::cfg::Cfg;
use crate::constant::{ConstKind, ConstTable};
use crate::dominators::DominatorTree;
use crate::entities::{Block, Inst, MetadataId};
use crate::function::Function;
use crate::inst::InstKind;
use crate::loops::LoopInfo;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::post_dominators::PostDominatorTree;
use crate::probability::BranchProbability;
use regions::{Place, Regions};
use weights::Weights;

/// Weights of what is likely against what is not, where the condition's form tells.
const LIKELY: (u64, u64) = (20, 12);
/// The same for two floats being ordered.
const ORDERED: (u64, u64) = (1024 * 1024 - 1, 1);
/// The probability of an edge to a dead end.
const UNREACHABLE: BranchProbability = BranchProbability(1);

/// Probabilities of the edges of a function.
#[derive(Clone, Debug, Default)]
pub struct BranchProbabilities {
    /// By block: where its edges begin in `edges`; `NOT_KNOWN` if all are equally likely.
    starts: Vec<u32>,
    edges: Vec<BranchProbability>,
    /// Whether the loops are those of the current function.
    knows_loops: bool,
    /// The block to which `sums` belongs.
    sums_of: PackedOption<Block>,
    /// By block to which edges lead: from which block, and the sum of their probabilities, or how many they are if
    /// all are equally likely.
    sums: SecondaryMap<Block, (PackedOption<Block>, u32)>,
    scratch: Scratch,
}

const NOT_KNOWN: u32 = u32::MAX;

/// Analyses of the current function.
#[derive(Clone, Debug, Default)]
struct Scratch {
    cfg: Cfg,
    dominators: DominatorTree,
    post_dominators: PostDominatorTree<Block>,
    loops: LoopInfo,
    regions: Regions,
    weights: Weights,
}

/// The current function.
#[derive(Clone, Copy)]
struct Input<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl BranchProbabilities {
    /// Nothing known, for [`Self::compute`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes this the probabilities of a function, keeping memory.
    ///
    /// # Requires
    /// A verified function with a body.
    pub fn compute(&mut self, module: &Module, function: &Function) {
        let input = Input { module, function };
        self.forget(function);
        let branches = |block: &Block| function.successors(*block).len() > 1;
        if !function.layout.iter().any(branches) {
            return;
        }
        self.scratch.compute(input);
        self.knows_loops = true;
        for at in 0..self.scratch.cfg.postorder().len() {
            let block = self.scratch.cfg.postorder()[at];
            if branches(&block) {
                self.decide(input, block);
            }
        }
    }

    /// Makes all edges of each block of a function equally likely.
    pub fn forget(&mut self, function: &Function) {
        self.knows_loops = false;
        self.sums_of = None.into();
        self.sums.clear();
        self.edges.clear();
        self.starts.clear();
        self.starts.resize(function.blocks.len(), NOT_KNOWN);
    }

    /// Finds the probabilities of a block's edges.
    fn decide(&mut self, input: Input<'_>, block: Block) {
        let start = self.edges.len();
        let known = self.scratch.by_profile(input, block, &mut self.edges)
            || self.scratch.by_weights(input, block, &mut self.edges)
            || conditions::by_condition(input, block, &mut self.edges);
        if known {
            self.starts[block.index()] = start as u32;
        } else {
            self.edges.truncate(start);
        }
    }

    /// Whether a block is known to be in a loop: nothing is known where all edges are equally likely.
    pub fn is_in_loop(&self, block: Block) -> bool {
        self.knows_loops && self.scratch.loops.loop_of(block).is_some()
    }

    /// The probability of edge `index` of a block with `count` edges.
    pub fn edge(&self, block: Block, index: usize, count: usize) -> BranchProbability {
        match self.starts[block.index()] {
            NOT_KNOWN => BranchProbability::new(1, count.max(1) as u64),
            start => self.edges[start as usize + index],
        }
    }

    /// The probability of going from `from` to `to`, by any edge.
    pub fn between(&mut self, function: &Function, from: Block, to: Block) -> BranchProbability {
        let successors = function.successors(from);
        let start = self.starts[from.index()];
        if self.sums_of.expand() != Some(from) {
            self.sums_of = from.into();
            for (index, to) in successors.iter().enumerate() {
                let part = match start {
                    NOT_KNOWN => 1,
                    start => self.edges[start as usize + index].0,
                };
                let (of, sum) = &mut self.sums[*to];
                *sum = match of.expand() == Some(from) {
                    true => sum.saturating_add(part),
                    false => part,
                };
                *of = from.into();
            }
        }
        let sum = match self.sums[to] {
            (of, sum) if of.expand() == Some(from) => sum,
            _ => 0,
        };
        match start {
            NOT_KNOWN => BranchProbability::new(u64::from(sum), successors.len().max(1) as u64),
            _ => BranchProbability(sum.min(BranchProbability::DENOMINATOR)),
        }
    }
}

impl Scratch {
    fn compute(&mut self, input: Input<'_>) {
        self.cfg.compute(input.function);
        self.dominators.compute(&self.cfg);
        self.loops.compute(&self.cfg, &self.dominators);
        self.regions
            .compute(&self.cfg, &self.dominators, &self.loops);
        self.weights
            .clear(self.cfg.num_blocks(), self.regions.len());
        let blocks = self.cfg.reverse_postorder();
        if weights::any_initial(input, blocks) {
            self.post_dominators.compute(&self.cfg);
            weights::Estimation {
                input,
                cfg: &self.cfg,
                dominators: &self.dominators,
                post_dominators: &self.post_dominators,
                loops: &self.loops,
                regions: &self.regions,
                weights: &mut self.weights,
            }
            .run();
        }
    }

    fn place(&self, block: Block) -> Place {
        self.regions.place(&self.loops, block)
    }

    /// Estimated weight of the edge from `from` to `to`.
    fn edge_weight(&self, from: Place, to: Block) -> Option<u32> {
        let to = (to, self.place(to));
        self.weights.edge_to(&self.loops, &self.regions, from, to)
    }

    // ---- Profile data -------------------------------------------------------------------------

    fn by_profile(&self, input: Input<'_>, block: Block, out: &mut Vec<BranchProbability>) -> bool {
        let Some(terminator) = input.function.terminator(block) else {
            return false;
        };
        let Some(mut weights) = profile_weights(input.module, input.function, terminator) else {
            return false;
        };
        let successors = input.function.successors(block);
        let place = self.place(block);
        let unreachable: Vec<bool> = successors
            .iter()
            .map(|to| self.edge_weight(place, *to) == Some(weights::UNREACHABLE))
            .collect();
        let limit = u64::from(u32::MAX);
        let mut sum: u64 = weights.iter().sum();
        if sum > limit {
            let scale = sum / limit + 1;
            weights.iter_mut().for_each(|weight| *weight /= scale);
            sum = weights.iter().sum();
        }
        if sum == 0 || unreachable.iter().all(|is| *is) {
            weights.iter_mut().for_each(|weight| *weight = 1);
            sum = weights.len() as u64;
        }
        let first = out.len();
        out.extend(weights.iter().map(|w| BranchProbability::new(*w, sum)));
        limit_unreachable(&mut out[first..], &unreachable);
        true
    }

    // ---- Estimated weights --------------------------------------------------------------------

    fn by_weights(&self, input: Input<'_>, block: Block, out: &mut Vec<BranchProbability>) -> bool {
        let place = self.place(block);
        let unlikely = match self.loops.loop_of(block) {
            Some(id) => unlikely::successors(input, &self.loops, id, block),
            None => [None, None],
        };
        let mut found = false;
        let successors = input.function.successors(block);
        let mut weights: smallvec::SmallVec<[u64; 8]> = smallvec::SmallVec::new();
        for to in successors {
            let mut weight = self.edge_weight(place, *to);
            let mut lower = |by: u32| {
                if weight != Some(weights::UNREACHABLE) {
                    let old = weight.unwrap_or(weights::DEFAULT);
                    weight = Some((old / by).max(weights::LOWEST));
                }
            };
            if place.enters(&self.loops, self.place(*to)) {
                lower(weights::TRIP_COUNT);
            }
            if unlikely.contains(&Some(*to)) {
                lower(2);
            }
            found |= weight.is_some();
            weights.push(u64::from(weight.unwrap_or(weights::DEFAULT)));
        }
        let mut total: u64 = weights.iter().sum();
        if !found || total == 0 {
            return false;
        }
        let limit = u64::from(u32::MAX);
        if total > limit {
            let scale = total / limit + 1;
            for weight in &mut weights {
                *weight = (*weight / scale).max(u64::from(weights::LOWEST));
            }
            total = weights.iter().sum();
        }
        out.extend(weights.iter().map(|w| BranchProbability::new(*w, total)));
        true
    }
}

/// Lowers edges that lead nowhere, and gives what they lose to the others in proportion.
fn limit_unreachable(probabilities: &mut [BranchProbability], unreachable: &[bool]) {
    if unreachable.iter().all(|is| !is) || unreachable.iter().all(|is| *is) {
        return;
    }
    let sum = |probabilities: &[BranchProbability], of: bool| -> u64 {
        let all = probabilities.iter().zip(unreachable);
        all.filter(|(_, is)| **is == of)
            .map(|(p, _)| u64::from(p.0))
            .sum()
    };
    for (probability, _) in probabilities.iter_mut().zip(unreachable).filter(|p| *p.1) {
        *probability = UNREACHABLE.min(*probability);
    }
    let one = u64::from(BranchProbability::DENOMINATOR);
    let new = one.saturating_sub(sum(probabilities, true));
    let old = sum(probabilities, false);
    let count = unreachable.iter().filter(|is| !**is).count() as u64;
    if old == new {
        return;
    }
    for (probability, _) in probabilities.iter_mut().zip(unreachable).filter(|p| !*p.1) {
        let share = match old {
            0 => new / count,
            _ => (new * u64::from(probability.0) + old / 2) / old,
        };
        *probability = BranchProbability(share as u32);
    }
}

/// The relative weights of a terminator's successors (`!prof !{!"branch_weights", …}`), or `None`.
fn profile_weights(module: &Module, function: &Function, inst: Inst) -> Option<Vec<u64>> {
    if matches!(
        function.insts[inst].kind,
        InstKind::CatchSwitch { .. } | InstKind::CleanupRet | InstKind::CatchRet
    ) {
        return None;
    }
    let kinds = &module.metadata.kinds;
    let is_profile = |kind: u32| {
        kinds
            .get(kind as usize)
            .is_some_and(|kind| &**kind == "prof")
    };
    let attachments = function.attachments_of(inst).iter();
    let (_, node) = attachments
        .map(|(_, a)| *a)
        .find(|(kind, _)| is_profile(*kind))?;
    let MetadataData::Node { operands, .. } = &module.metadata.nodes[node] else {
        return None;
    };
    let is_text = |id: Option<MetadataId>, text: &[u8]| {
        let data = id.map(|id| &module.metadata.nodes[id]);
        matches!(data, Some(MetadataData::String(found)) if **found == *text)
    };
    let (name, mut weights) = operands.split_first()?;
    if !is_text(*name, b"branch_weights") {
        return None;
    }
    if let Some((origin, rest)) = weights.split_first()
        && is_text(*origin, b"expected")
    {
        weights = rest;
    }
    let weights = weights.iter().map(|id| weight(module, (*id)?));
    let weights: Vec<u64> = weights.collect::<Option<_>>()?;
    (weights.len() == function.inst_blocks(inst).len()).then_some(weights)
}

/// A weight: a constant of at most 32 bits.
fn weight(module: &Module, id: MetadataId) -> Option<u64> {
    let MetadataData::Const(id) = module.metadata.nodes[id] else {
        return None;
    };
    let consts: &ConstTable = &module.consts;
    match consts[id].kind {
        ConstKind::Int(weight) => u32::try_from(weight).ok().map(u64::from),
        _ => None,
    }
}
