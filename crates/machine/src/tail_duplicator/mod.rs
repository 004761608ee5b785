//! Copies blocks into the ends of blocks that jump to them, so that the jumps go away.
//!
//! ```text
//!   bb.1  a              bb.1  a             bb.1 ──▶ bb.3 ◀── bb.2
//!         JMP bb.3             c                       │
//!   bb.2  b                    JCC …                   ▼ c, JCC …
//!         JMP bb.3       bb.2  b
//!   bb.3  c                    c             becomes: bb.1 and bb.2 each
//!         JCC …                JCC …         end in c and its branch
//! ```
//!
//! A block that does nothing but jump is *simple*: branches to it go to its successor instead. In SSA form, every value
//! that the block defines has one more definition for each copy; [`ssa_update`] inserts PHIs where they meet.
//!
//! Three passes use it: `early-tailduplication` ([`Stage::Ssa`]), `tailduplication` and `block-placement`
//! ([`Stage::Allocated`]).

mod copies;
mod edges;
mod legal;
mod phis;
mod replacements;
mod ssa_update;
mod successor_phis;

use avarice_mir::{Block, BranchAnalysis, BranchProbability, MachineFunction, TargetHooks};
use avarice_target::op;
use smallvec::SmallVec;

use crate::layout_links::LayoutLinks;
use crate::pass::PlacementOptions;
use crate::terminators;
use edges::{EdgesInto, Seen};
pub use legal::can_copy_into;
use replacements::Replacements;
use ssa_update::SsaUpdater;
use successor_phis::Copied;

/// What the code looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Machine SSA.
    Ssa,
    /// Registers are allocated.
    #[default]
    Allocated,
}

/// Which order of blocks decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The one that the function has.
    #[default]
    Present,
    /// One that is being made: the present one means nothing.
    InFlux,
}

/// From how many instructions on blocks are not copied, and how many edges they may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions of a block that is copied.
    pub size: usize,
    /// The same for a block that ends in an indirect branch, before registers are allocated.
    pub indirect_size: usize,
    /// With more predecessors than this and more successors than [`Self::succs`], a block stays.
    pub preds: usize,
    /// See [`Self::preds`].
    pub succs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 2,
            indirect_size: 20,
            preds: 16,
            succs: 16,
        }
    }
}

impl Limits {
    /// For blocks of up to `size` instructions, with what the command line says.
    pub(crate) fn new(size: usize, options: &PlacementOptions) -> Self {
        let usual = Self::default();
        Self {
            size,
            preds: options.most_preds.map_or(usual.preds, |most| most as usize),
            succs: options.most_succs.map_or(usual.succs, |most| most as usize),
            ..usual
        }
    }
}

/// A function whose blocks are copied.
pub struct Code<'a> {
    /// The function; its order of blocks is that of `links`.
    pub function: &'a mut MachineFunction,
    /// Its target.
    pub hooks: &'a dyn TargetHooks,
    /// The order of blocks.
    pub links: &'a mut LayoutLinks,
}

impl Code<'_> {
    pub(crate) fn can_fall_through(&self, block: Block) -> bool {
        let next = self.links.next(block);
        terminators::fall_through(self.function, self.hooks, block, next).is_some()
    }

    fn has_address(&self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        data.machine_address_taken || data.ir_address_taken.is_some()
    }

    /// Whether `block` only jumps, so that branches to it can go where it goes.
    pub fn is_simple(&self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        if data.succs.len() != 1 || data.preds.is_empty() {
            return false;
        }
        let is_code = |inst: &_| {
            !self.function.is_debug(*inst) && self.function.opcode(*inst) != op::PSEUDO_PROBE
        };
        let first = self.function.block_insts(block).find(is_code);
        first.is_none_or(|inst| legal::is_unconditional_branch(self.function, inst))
    }
}

/// What became of a block that was copied.
#[derive(Debug)]
pub struct Duplication {
    /// The blocks that end in a copy of it now.
    pub into: SmallVec<[Block; 8]>,
    /// Nothing led to the block any more, and it was removed.
    pub is_removed: bool,
}

/// Copies blocks into their predecessors; keeps its memory from function to function.
#[derive(Debug, Default)]
pub struct TailDuplicator {
    stage: Stage,
    order: Order,
    limits: Limits,
    replacements: Replacements,
    updater: SsaUpdater,
    /// Predecessors that were met, one block at a time.
    seen: Seen,
}

impl TailDuplicator {
    /// Begins a function.
    pub fn begin(&mut self, stage: Stage, order: Order, limits: Limits) {
        self.stage = stage;
        self.order = order;
        self.limits = limits;
    }

    /// Copies the blocks of a function where that pays, until nothing changes. Returns whether anything did.
    pub fn run(&mut self, code: &mut Code<'_>) -> bool {
        let mut is_changed = false;
        while self.run_once(code) {
            is_changed = true;
        }
        is_changed
    }

    fn run_once(&mut self, code: &mut Code<'_>) -> bool {
        let mut is_changed = false;
        let first = code.links.first();
        let mut cursor = first.and_then(|first| code.links.next(first));
        while let Some(block) = cursor {
            cursor = code.links.next(block);
            if self.should_duplicate(code, block) {
                is_changed |= self.duplicate(code, block, None).is_some();
            }
        }
        is_changed
    }

    /// Copies `tail` into its predecessors and removes it if nothing leads there any more; `None` if nothing changed.
    /// `layout_pred` is the block after which it will be placed; without, it is the block before it.
    ///
    /// # Requires
    /// [`Self::should_duplicate`].
    pub fn duplicate(
        &mut self,
        code: &mut Code<'_>,
        tail: Block,
        layout_pred: Option<Block>,
    ) -> Option<Duplication> {
        self.seen.clear();
        let succs = code.function.blocks[tail].succs.iter().copied();
        let succs = succs.filter(|succ| self.seen.insert(*succ));
        let succs: SmallVec<[Block; 8]> = succs.collect();
        self.replacements.begin();
        let mut into = SmallVec::new();
        let mut copies = SmallVec::new();
        let is_changed = if code.is_simple(tail) {
            redirect(code, tail, &mut into, &mut self.seen)
        } else {
            self.copy_into_preds(code, tail, layout_pred, &mut into, &mut copies)
        };
        if !is_changed {
            return None;
        }
        let is_removed = code.function.blocks[tail].preds.is_empty() && !code.has_address(tail);
        if self.stage == Stage::Ssa {
            let copied = Copied {
                block: tail,
                is_removed,
                into: &into,
                replacements: &self.replacements,
            };
            successor_phis::update(code.function, &copied, &succs);
        }
        if is_removed {
            remove(code, tail);
        }
        if self.stage == Stage::Ssa {
            self.updater.rewrite(code.function, &self.replacements);
            copies::propagate(code.function, &copies);
        }
        Some(Duplication { into, is_removed })
    }
}

/// Lets branches to a block that only jumps go where it jumps to.
fn redirect(
    code: &mut Code<'_>,
    tail: Block,
    into: &mut SmallVec<[Block; 8]>,
    seen: &mut Seen,
) -> bool {
    let Some(target) = code.function.blocks[tail].succs.first().copied() else {
        return false;
    };
    let edges = EdgesInto::take(code.function, tail);
    for pred in edges.distinct_sources(seen) {
        if legal::may_leave_by_other_means(code.function, pred)
            || legal::shares_phis(code.function, pred, target)
        {
            continue;
        }
        let Some(branch) = code.hooks.analyze_branch(code.function, pred) else {
            continue;
        };
        redirect_branch(code, pred, branch, tail, target);
        into.push(pred);
    }
    edges.give_back(code.function, into);
    !into.is_empty()
}

fn redirect_branch(
    code: &mut Code<'_>,
    pred: Block,
    branch: BranchAnalysis,
    tail: Block,
    target: Block,
) {
    let next = code.links.next(pred);
    let BranchAnalysis {
        taken,
        mut otherwise,
        mut condition,
    } = branch;
    if condition.is_empty() {
        otherwise = taken;
    }
    let go = |to: Option<Block>| {
        let to = to.or(next);
        if to == Some(tail) { Some(target) } else { to }
    };
    let (mut taken, mut otherwise) = (go(taken), go(otherwise));
    if taken == otherwise {
        condition.clear();
        otherwise = None;
    }
    if otherwise == next {
        otherwise = None;
    }
    if taken == next && otherwise.is_none() {
        taken = None;
    }
    let function = &mut *code.function;
    let location = terminators::branch_location(function, pred);
    code.hooks.remove_branch(function, pred);
    if function.is_successor(pred, target) {
        function.remove_edge(pred, tail);
        BranchProbability::normalize(&mut function.blocks[pred].probs);
    } else {
        function.replace_successor(pred, tail, target);
    }
    if taken.is_some() {
        let branch = BranchAnalysis {
            taken,
            otherwise,
            condition,
        };
        terminators::insert_branch(function, code.hooks, pred, &branch, location);
    }
}

/// Whether the function has PHIs.
pub fn has_phis(function: &MachineFunction) -> bool {
    let mut blocks = function.layout.iter();
    blocks.any(|block| phis::phis(function, *block).next().is_some())
}

/// Removes a block that nothing leads to.
fn remove(code: &mut Code<'_>, block: Block) {
    let function = &mut *code.function;
    while let Some(succ) = function.blocks[block].succs.last().copied() {
        function.remove_edge(block, succ);
    }
    while let Some(inst) = function.blocks[block].last.expand() {
        function.remove_inst(inst);
    }
    code.links.remove(block);
}
