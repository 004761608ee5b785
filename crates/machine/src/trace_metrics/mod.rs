//! What running a block costs, seen along the trace of blocks that leads through it.
//!
//! A trace through a block is a path in the CFG that is picked one block at a time, upwards and downwards. It neither leaves
//! loops nor follows back edges. Along the trace through a block, each instruction has a *depth*, the first cycle in which
//! its operands are available, and a *height*, the cycles from then until all that depends on it in the trace is done. No
//! other limit than dependencies counts for these; resources are counted apart.
//!
//! ```text
//!        %1 = MUL %0, %0         depth 0   height 5      slack 0
//!        %2 = ADD %0, %0         depth 0   height 3      slack 2
//!   ─ trace successor ─
//!        %3 = ADD %1, %2         depth 3   height 2      slack 0
//!        STR %3                  depth 4   height 1      critical path: 5
//! ```
//!
//! | file | has |
//! |---|---|
//! | `select` | which blocks a trace has, and the resources along it |
//! | `depths`, `heights` | instructions along a trace |
//! | `dependencies` | what an instruction depends on |
//! | `units` | physical registers that are live, by unit |

mod dependencies;
mod depths;
mod heights;
mod select;
mod units;

use avarice_mir::{Block, Inst, MachineFunction, MachineLoopInfo, VReg};
use avarice_target::op;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::schedule::model::{OperandPlace, SchedClass, SchedulingModel};
use crate::schedule::target_model::{Detail, TargetModel};
use avarice_mir::inst_facts;

pub use units::UnitSet;

/// A count that is not known.
const UNKNOWN: u32 = u32::MAX;

/// A function and its loops, which traces do not leave.
#[derive(Clone, Copy)]
pub struct TracedCode<'a> {
    /// The function.
    pub function: &'a MachineFunction,
    /// Its loops.
    pub loops: &'a MachineLoopInfo,
}

/// When an instruction can start, and how much comes after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InstCycles {
    /// The first cycle in which its operands are available, counted from the head of the trace.
    pub depth: u32,
    /// Cycles from its start to the end of what depends on it.
    pub height: u32,
}

/// Whether the block in the middle of a trace counts as above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Center {
    /// It does.
    Included,
    /// It does not.
    Excluded,
}

/// A change of what is in a trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceChange<'a> {
    /// Blocks that join it.
    pub blocks: &'a [Block],
    /// Classes of instructions that join it.
    pub added: &'a [SchedClass],
    /// Classes of instructions that leave it.
    pub removed: &'a [SchedClass],
}

/// A register that lives into a block of a trace, or a unit of one.
#[derive(Clone, Copy, Debug)]
enum LiveIn {
    /// A virtual register, and the height that its definition needs. This may have become another instruction since.
    Virtual(VReg, u32),
    /// A register unit and the height of its highest reader.
    Unit(u32, u32),
}

/// What is known of the trace through a block.
#[derive(Clone, Debug)]
struct TraceBlock {
    /// The block above in the trace.
    pred: PackedOption<Block>,
    /// The block below.
    succ: PackedOption<Block>,
    /// The first block of the trace.
    head: PackedOption<Block>,
    /// Instructions above the block; [`UNKNOWN`] if the trace above is not known.
    inst_depth: u32,
    /// Instructions in the block and below it; [`UNKNOWN`] if the trace below is not known.
    inst_height: u32,
    /// Whether the depths of its instructions are known.
    has_depths: bool,
    /// Whether the heights of its instructions are known.
    has_heights: bool,
    /// Cycles of the longest chain of dependencies.
    critical_path: u32,
    /// Registers that live into it.
    live_ins: Vec<LiveIn>,
}

impl Default for TraceBlock {
    fn default() -> Self {
        Self {
            pred: None.into(),
            succ: None.into(),
            head: None.into(),
            inst_depth: UNKNOWN,
            inst_height: UNKNOWN,
            has_depths: false,
            has_heights: false,
            critical_path: 0,
            live_ins: Vec::new(),
        }
    }
}

impl TraceBlock {
    fn has_depth(&self) -> bool {
        self.inst_depth != UNKNOWN
    }

    fn has_height(&self) -> bool {
        self.inst_height != UNKNOWN
    }

    /// Whether instructions of this block have depths that count in the trace of `other`: it is above in the same trace.
    fn is_above(&self, other: &Self) -> bool {
        self.has_depth()
            && other.has_depth()
            && self.head == other.head
            && self.has_depths
            && self.inst_depth <= other.inst_depth
    }
}

/// A value with the generation in which it was set.
#[derive(Clone, Copy, Debug, Default)]
struct Stamped {
    stamp: u32,
    value: u32,
}

/// Traces with the fewest instructions through the blocks of a function, computed as they are asked for.
#[derive(Debug, Default)]
pub struct TraceMetrics {
    model: Option<TargetModel>,
    /// By kind of resource: what makes cycles of all kinds comparable.
    factors: Vec<u32>,
    /// What a cycle is in comparable units.
    cycle: u32,
    /// Instructions of blocks.
    counts: SecondaryMap<Block, Option<u32>>,
    /// By block and kind: comparable cycles.
    block_resources: Vec<u32>,
    blocks: SecondaryMap<Block, TraceBlock>,
    /// By block and kind: comparable cycles of the blocks above.
    depth_resources: Vec<u32>,
    /// By block and kind: comparable cycles of the block and those below.
    height_resources: Vec<u32>,
    cycles: SecondaryMap<Inst, InstCycles>,
    /// Heights that instructions need so far.
    heights: SecondaryMap<Inst, Stamped>,
    visited: SecondaryMap<Block, u32>,
    stamp: u32,
    units: UnitSet,
    stack: Vec<(Block, usize)>,
    path: Vec<Block>,
    dependencies: Vec<dependencies::Dependency>,
}

impl TraceMetrics {
    /// Begins a function: no trace is known.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        let model = TargetModel::of(function, Detail::default());
        self.model = Some(model);
        let resources = model.resources();
        let units = |at: usize| resources[at].units;
        self.cycle = model.issue_width().max(1);
        for at in 0..resources.len() {
            if units(at) > 0 {
                self.cycle = least_common_multiple(self.cycle, units(at));
            }
        }
        let cycle = self.cycle;
        self.factors.clear();
        let factor = |at| if units(at) > 0 { cycle / units(at) } else { 0 };
        self.factors.extend((0..resources.len()).map(factor));
        self.counts.clear();
        self.blocks.clear();
        self.cycles.clear();
        self.heights.clear();
        self.visited.clear();
        let size = function.blocks.len() * resources.len();
        for list in [
            &mut self.block_resources,
            &mut self.depth_resources,
            &mut self.height_resources,
        ] {
            list.clear();
            list.resize(size, 0);
        }
        self.stamp = 0;
        self.units.begin_function(function);
    }

    /// The scheduling model; there is one after [`Self::begin_function`].
    pub fn model(&self) -> Option<&TargetModel> {
        self.model.as_ref()
    }

    /// Computes the trace through `block` with all its instructions, unless it is known.
    pub fn compute(&mut self, code: TracedCode<'_>, block: Block) {
        if self.model.is_none() {
            return;
        }
        let known = &self.blocks[block];
        if !known.has_depth() || !known.has_height() {
            self.select(code, block);
        }
        if !self.blocks[block].has_depths {
            self.compute_depths(code.function, block);
        }
        if !self.blocks[block].has_heights {
            self.compute_heights(code, block);
        }
    }

    /// Depth and height of an instruction in the trace that was computed last for its block.
    pub fn cycles(&self, inst: Inst) -> InstCycles {
        self.cycles[inst]
    }

    /// Cycles of the longest chain of dependencies in the trace through `block`.
    pub fn critical_path(&self, block: Block) -> u32 {
        self.blocks[block].critical_path
    }

    /// By how many cycles an instruction of `block` may be late without the trace through `block` getting longer.
    pub fn slack(&self, block: Block, inst: Inst) -> u32 {
        let InstCycles { depth, height } = self.cycles[inst];
        self.critical_path(block).wrapping_sub(depth + height)
    }

    /// The depth at which the value that a PHI reads from `block` is available, in the trace through `block`.
    pub fn phi_depth(&self, function: &MachineFunction, block: Block, phi: Inst) -> u32 {
        let dependency = dependencies::of_phi(function, phi, Some(block));
        dependency.map_or(0, |dependency| {
            let depth = self.cycles[dependency.def.inst].depth;
            let user = OperandPlace {
                inst: phi,
                operand: dependency.operand,
            };
            depth + self.latency(function, dependency.def, Some(user))
        })
    }

    /// Whether the depth of `def` counts for `user`: they are in the same block, or the block of `def` is above in the
    /// same trace.
    pub fn is_in_trace(&self, function: &MachineFunction, def: Inst, user: Inst) -> bool {
        let blocks = [def, user].map(|inst| function.inst_block(inst));
        match blocks {
            [Some(def), Some(user)] => def == user || self.blocks[def].is_above(&self.blocks[user]),
            _ => false,
        }
    }

    /// Cycles from a definition until a use can read it; copies that allocation removes take none.
    fn latency(
        &self,
        function: &MachineFunction,
        def: OperandPlace,
        user: Option<OperandPlace>,
    ) -> u32 {
        match &self.model {
            Some(model) if !inst_facts::is_transient(function, def.inst) => {
                model.operand_latency(function, def, user)
            }
            _ => 0,
        }
    }

    /// The cycles in which `scaled` comparable units fit.
    fn in_cycles(&self, scaled: u32) -> u32 {
        scaled.div_ceil(self.cycle.max(1))
    }

    /// The place of the resources of a block in the lists of all blocks.
    fn resources_of(&self, block: Block) -> std::ops::Range<usize> {
        let kinds = self.factors.len();
        let first = block.as_u32() as usize * kinds;
        first..first + kinds
    }

    fn cycles_for(&self, count: u32, scaled: u32) -> u32 {
        let width = self.model.map_or(1, |model| model.issue_width());
        (count / width.max(1)).max(self.in_cycles(scaled))
    }

    /// Cycles that resources and issue of instructions need from the head of the trace through `block`.
    pub fn resource_depth(&self, block: Block, center: Center) -> u32 {
        let range = self.resources_of(block);
        let above = &self.depth_resources[range.clone()];
        let own = &self.block_resources[range];
        let is_included = center == Center::Included;
        let sums = above.iter().zip(own);
        let most = sums.map(|(above, own)| above + if is_included { *own } else { 0 });
        let own = self.counts[block].filter(|_| is_included).unwrap_or(0);
        self.cycles_for(self.blocks[block].inst_depth + own, most.max().unwrap_or(0))
    }

    /// Cycles that resources and issue of instructions need along the whole trace through `block`, once it is changed.
    pub fn resource_length(
        &mut self,
        function: &MachineFunction,
        block: Block,
        change: TraceChange<'_>,
    ) -> u32 {
        let mut count = self.blocks[block].inst_depth + self.blocks[block].inst_height;
        for block in change.blocks {
            count += self.count(function, *block);
        }
        count = (count + change.added.len() as u32).saturating_sub(change.removed.len() as u32);
        let mut most = 0;
        for kind in 0..self.factors.len() {
            let at = |block: Block| self.resources_of(block).start + kind;
            let mut sum = self.depth_resources[at(block)] + self.height_resources[at(block)];
            let joined = change
                .blocks
                .iter()
                .map(|block| self.block_resources[at(*block)]);
            sum += joined.sum::<u32>() + self.cycles_of_classes(change.added, kind);
            sum = sum.wrapping_sub(self.cycles_of_classes(change.removed, kind));
            most = most.max(sum);
        }
        self.cycles_for(count, most)
    }

    /// Comparable cycles for which instructions of some classes take a kind of resource.
    fn cycles_of_classes(&self, classes: &[SchedClass], kind: usize) -> u32 {
        let Some(model) = &self.model else { return 0 };
        let uses = classes.iter().flat_map(|class| model.resource_uses(*class));
        let of_kind = uses.filter(|used| used.resource as usize == kind);
        of_kind.map(|used| used.release_at).sum::<u32>() * self.factors[kind]
    }

    /// Forgets the traces through `block`, whose instructions are about to change, and what it occupies itself.
    pub fn invalidate(&mut self, function: &MachineFunction, block: Block) {
        self.counts[block] = None;
        self.invalidate_trace(function, block);
    }

    /// Forgets the traces through `block`.
    pub fn invalidate_trace(&mut self, function: &MachineFunction, block: Block) {
        if self.blocks[block].has_height() {
            self.path.push(block);
            self.forget_height(block);
            while let Some(block) = self.path.pop() {
                for pred in &function.blocks[block].preds {
                    let above = &self.blocks[*pred];
                    if above.has_height() && above.succ.expand() == Some(block) {
                        self.forget_height(*pred);
                        self.path.push(*pred);
                    }
                }
            }
        }
        if self.blocks[block].has_depth() {
            self.path.push(block);
            self.forget_depth(block);
            while let Some(block) = self.path.pop() {
                for succ in &function.blocks[block].succs {
                    let below = &self.blocks[*succ];
                    if below.has_depth() && below.pred.expand() == Some(block) {
                        self.forget_depth(*succ);
                        self.path.push(*succ);
                    }
                }
            }
        }
        for inst in function.block_insts(block) {
            self.cycles[inst] = InstCycles::default();
        }
    }

    fn forget_height(&mut self, block: Block) {
        let block = &mut self.blocks[block];
        block.inst_height = UNKNOWN;
        block.has_heights = false;
    }

    fn forget_depth(&mut self, block: Block) {
        let block = &mut self.blocks[block];
        block.inst_depth = UNKNOWN;
        block.has_depths = false;
    }
}

fn least_common_multiple(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Whether an instruction is a PHI.
fn is_phi(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::PHI
}
