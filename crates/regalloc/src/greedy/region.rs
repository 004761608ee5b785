//! Regions of the code where a live range is worth a given register.
//!
//! For a physical register, the blocks where the live range is used want it in the register unless there is
//! interference; [`SpillPlacement`] propagates that along the blocks that the range is live through. The
//! result is a set of edge bundles and the cost of splitting around them. The *compact* region is the one
//! for no particular register: the range without the blocks that it is only live through.

use avarice_liveness::{LiveIntervals, RegName, SlotIndex};
use avarice_mir::{Block, BlockFrequencies, Inst, MachineFunction, MachineLoopInfo};
use avarice_target::{PhysReg, op};
use avarice_trace::events::{Event, RegionOutcome};
use avarice_trace::{Log, event, log};
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use smallvec::SmallVec;

use super::bit_set::BitSet;
use super::edge_bundles::{Bundle, EdgeBundles};
use super::frequency::Frequency;
use super::insert_points::{self, InsertPoints};
use super::interference_cache::{BlockInterference, CACHE_ENTRIES, CacheRef, InterferenceCache};
use super::reg_assign::SplitInterval;
use super::spill_placement::{BlockConstraint, Border, SpillPlacement};
use super::split_analysis::{BlockInfo, SplitAnalysis};
use super::through_blocks::{Taken, ThroughBlocks};
use crate::interference::LiveRegMatrix;

/// Blocks looked at per query before a region is given up as too complex.
const GROW_BUDGET: usize = 10000;

/// Live-through blocks are handed to the placement in groups of this size.
const GROUP: usize = 8;

/// A region that may be split around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CandidateId(u32);
entity_impl!(CandidateId, "candidate");

impl CandidateId {
    /// The compact region, if there is one.
    pub const COMPACT: Self = Self(0);
}

/// A block with uses, in the order of the analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
struct UseBlockId(u32);
entity_impl!(UseBlockId, "use");

/// A block with uses, and what it wants where nothing is in the way.
#[derive(Clone, Copy, Debug)]
struct UseBlock {
    info: BlockInfo,
    wants: BlockConstraint,
    frequency: Frequency,
    start: SlotIndex,
    /// The last place where code can be inserted, once that was asked for.
    last_split: SlotIndex,
    /// The first use comes before code can be inserted.
    used_too_early: bool,
}

/// A region.
#[derive(Debug, Default)]
pub struct Candidate {
    /// The register; none for the compact region.
    pub phys: PhysReg,
    entry: Option<CacheRef>,
    /// Where the value is in the register.
    pub live_bundles: BitSet<Bundle>,
    /// Blocks lived through that were looked at, in that order.
    pub active_blocks: Vec<Block>,
    /// How the register is taken in each of these.
    taken: Vec<Taken>,
    /// The new interval for the region.
    pub interval: SplitInterval,
}

impl Candidate {
    /// The cache entry of its register; none for the compact region.
    pub fn entry(&self) -> Option<&CacheRef> {
        self.entry.as_ref()
    }
}

/// A register to find a region for.
#[derive(Clone, Copy, Debug)]
struct Plan {
    phys: PhysReg,
    /// Its place among the registers, from 1 on.
    turn: usize,
    /// What it costs in the blocks with uses.
    static_cost: Frequency,
    /// The first of its constraints.
    first: usize,
}

/// The regions of the present query and memory for them.
#[derive(Debug, Default)]
pub struct RegionState {
    /// Candidates of this query and, after these, memory of earlier ones.
    pub candidates: PrimaryMap<CandidateId, Candidate>,
    uses: PrimaryMap<UseBlockId, UseBlock>,
    /// What each block with uses wants, for register after register.
    constraints: Vec<BlockConstraint>,
    plans: Vec<Plan>,
    todo: BitSet<Block>,
}

impl RegionState {
    /// Begins a function: forgets everything about the one before.
    pub fn begin_function(&mut self) {
        for candidate in self.candidates.values_mut() {
            candidate.entry = None;
        }
    }
}

/// The best region so far.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// Its cost: what a better one must stay below.
    pub cost: Frequency,
    /// The place of its register among all, from 1 on; 0 if it is no register's. Of equals, the first is best.
    turn: usize,
    /// The region itself, if there is one.
    pub candidate: Option<CandidateId>,
    /// How many candidates there are.
    pub count: usize,
}

impl Best {
    /// None yet, but one that costs less than `cost` would be. There are `count` candidates.
    pub fn below(cost: Frequency, count: usize) -> Self {
        Self {
            cost,
            turn: 0,
            candidate: None,
            count,
        }
    }

    /// Whether a region of this cost, for the register of this turn, would be better.
    #[inline]
    fn is_beaten_by(&self, cost: Frequency, turn: usize) -> bool {
        (cost, turn) < (self.cost, self.turn)
    }
}

/// Looks for regions of the live range that `analysis` is about.
pub struct RegionPlanner<'a, 'l> {
    /// The function.
    pub function: &'a mut MachineFunction,
    /// Liveness.
    pub live_intervals: &'a mut LiveIntervals,
    /// Assignments by unit.
    pub matrix: &'a LiveRegMatrix,
    /// Block frequencies.
    pub frequencies: &'a BlockFrequencies,
    /// Loops.
    pub loops: &'a MachineLoopInfo,
    /// Edge bundles.
    pub bundles: &'a EdgeBundles,
    /// The network.
    pub placement: &'a mut SpillPlacement,
    /// Where registers are taken.
    pub cache: &'a mut InterferenceCache,
    /// Where code can be inserted.
    pub insert_points: &'a mut InsertPoints,
    /// The live range.
    pub analysis: &'a SplitAnalysis,
    /// Candidates.
    pub state: &'a mut RegionState,
    /// Debug log.
    pub log: &'a mut Log<'l>,
}

impl RegionPlanner<'_, '_> {
    fn frequency(&self, block: Block) -> Frequency {
        Frequency(self.frequencies.frequency(block))
    }

    /// What it costs to have the value in a register around each use only.
    pub fn spill_cost(&self) -> Frequency {
        let mut cost = Frequency::ZERO;
        for info in self.analysis.use_blocks() {
            cost += self.frequency(info.block);
            if info.live_in && info.live_out && !info.first_def.is_none() {
                cost += self.frequency(info.block);
            }
        }
        cost
    }

    /// A frequency relative to the entry's, as the debug log has it.
    pub fn relative(&self, frequency: Frequency) -> String {
        if frequency == Frequency::ZERO {
            return "0".into();
        }
        frequency
            .relative_to(Frequency(self.frequencies.entry()))
            .to_string()
    }

    // ---- Candidates ---------------------------------------------------------------------------

    /// Makes candidate `at` one for `phys`, without any block.
    fn reset(&mut self, at: CandidateId, phys: PhysReg) {
        while !self.state.candidates.is_valid(at) {
            self.state.candidates.push(Candidate::default());
        }
        let candidate = &mut self.state.candidates[at];
        if let Some(entry) = candidate.entry.take() {
            self.cache.release(entry);
        }
        candidate.phys = phys;
        candidate.active_blocks.clear();
        candidate.taken.clear();
        candidate.interval = SplitInterval::COMPLEMENT;
        if !phys.is_none() {
            candidate.entry =
                Some(
                    self.cache
                        .acquire(self.function, self.live_intervals, self.matrix, phys),
                );
        }
    }

    /// Where the register of a candidate is taken in a block.
    pub fn interference(&mut self, at: CandidateId, block: Block) -> BlockInterference {
        match &self.state.candidates[at].entry {
            None => BlockInterference::default(),
            Some(entry) => self.cache.get(
                self.function,
                self.live_intervals,
                self.matrix,
                entry,
                block,
            ),
        }
    }

    fn last_split_point(&mut self, block: Block) -> SlotIndex {
        let interval = self.live_intervals.interval(self.analysis.parent());
        self.insert_points
            .last(self.function, self.live_intervals, interval, block)
    }

    // ---- Constraints --------------------------------------------------------------------------

    /// Begins the search for regions of the live range: looks at the blocks with uses.
    pub fn begin(&mut self) {
        let mut uses = std::mem::take(&mut self.state.uses);
        uses.clear();
        let infos = self.analysis.use_blocks().iter();
        uses.extend(infos.map(|info| self.use_block(info)));
        self.state.uses = uses;
    }

    fn use_block(&mut self, info: &BlockInfo) -> UseBlock {
        let indexes = &self.live_intervals.indexes;
        let is_undefined = |inst: Inst| self.function.opcode(inst) == op::IMPLICIT_DEF;
        let last_is_undefined = indexes.inst_at(info.last_inst).is_some_and(is_undefined);
        let wants = |live: bool| {
            if live {
                Border::PrefReg
            } else {
                Border::DontCare
            }
        };
        let used_too_early =
            self.insert_points
                .begins_with_label(self.function, self.live_intervals, info.block)
                && {
                    let first =
                        insert_points::first(self.function, self.live_intervals, info.block);
                    info.first_inst.earlier_inst(first)
                };
        UseBlock {
            info: *info,
            wants: BlockConstraint {
                block: info.block,
                entry: wants(info.live_in),
                exit: wants(info.live_out && !last_is_undefined),
            },
            frequency: self.frequency(info.block),
            start: self.live_intervals.indexes.block_start(info.block),
            last_split: SlotIndex::NONE,
            used_too_early,
        }
    }

    /// Notes what the blocks with uses want for candidate `at`. Returns the cost of the code that interference
    /// makes necessary there; `None` if it cannot be inserted. Stops to look at `limit`.
    fn constrain_uses(&mut self, at: CandidateId, limit: Frequency) -> Option<Frequency> {
        let mut cost = Frequency::ZERO;
        for at_use in self.state.uses.keys() {
            let used = &self.state.uses[at_use];
            let (mut constraint, frequency) = (used.wants, used.frequency);
            let taken = self.interference(at, constraint.block);
            if taken.any() {
                for _ in 0..self.constrain(at_use, taken, &mut constraint)? {
                    cost += frequency;
                }
                if cost >= limit {
                    return Some(cost);
                }
            }
            self.state.constraints.push(constraint);
        }
        Some(cost)
    }

    /// Begins to place the value by the wishes of the blocks with uses, from `first` on. Returns whether a bundle
    /// wants a register.
    fn place_uses(&mut self, first: usize) -> bool {
        self.placement.prepare();
        let last = first + self.state.uses.len();
        self.placement
            .add_constraints(&self.state.constraints[first..last]);
        self.placement.scan_active()
    }

    /// What a block with uses wants where the register is taken, and how many instructions that makes
    /// necessary; `None` if they cannot be inserted.
    fn constrain(
        &mut self,
        at_use: UseBlockId,
        taken: BlockInterference,
        constraint: &mut BlockConstraint,
    ) -> Option<u32> {
        let used = self.state.uses[at_use];
        let info = used.info;
        let mut insertions = 0;
        if info.live_in {
            if taken.first <= used.start {
                constraint.entry = Border::MustSpill;
                insertions += 1;
            } else if taken.first < info.first_inst {
                constraint.entry = Border::PrefSpill;
                insertions += 1;
            } else if taken.first < info.last_inst {
                insertions += 1;
            }
            if used.used_too_early && constraint.entry != Border::PrefReg {
                return None;
            }
        }
        if info.live_out {
            if used.last_split.is_none() {
                self.state.uses[at_use].last_split = self.last_split_point(info.block);
            }
            if taken.last >= self.state.uses[at_use].last_split {
                constraint.exit = Border::MustSpill;
                insertions += 1;
            } else if taken.last > info.last_inst {
                constraint.exit = Border::PrefSpill;
                insertions += 1;
            } else if taken.last > info.first_inst {
                insertions += 1;
            }
        }
        Some(insertions)
    }

    /// Adds blocks that the range lives through, those of candidate `at` from position `from` on. `false` if a
    /// spill cannot be inserted.
    fn add_through_constraints(&mut self, at: CandidateId, from: usize) -> bool {
        let candidate = &mut self.state.candidates[at];
        let mut candidate = std::mem::take(candidate);
        let blocks = &candidate.active_blocks[from..];
        let added = match &candidate.entry {
            Some(entry) => self.add_through_blocks(entry, blocks, &mut candidate.taken),
            None => true,
        };
        self.state.candidates[at] = candidate;
        added
    }

    /// How registers are taken in blocks lived through, by entry of the cache.
    fn through_blocks(&mut self, entry: &CacheRef) -> (ThroughBlocks<'_>, &mut SpillPlacement) {
        let (function, live_intervals) = (&*self.function, &*self.live_intervals);
        let through = ThroughBlocks {
            function,
            live_intervals,
            interval: live_intervals.interval(self.analysis.parent()),
            lookup: self
                .cache
                .look_up(function, live_intervals, self.matrix, entry),
            insert_points: self.insert_points,
        };
        (through, self.placement)
    }

    /// Adds links where the register is free, a wish to spill where it is not. Appends to `all_taken` how the
    /// register is taken.
    fn add_through_blocks(
        &mut self,
        entry: &CacheRef,
        blocks: &[Block],
        all_taken: &mut Vec<Taken>,
    ) -> bool {
        let (mut through, placement) = self.through_blocks(entry);
        let mut constraints: SmallVec<[BlockConstraint; GROUP]> = SmallVec::new();
        let mut links: SmallVec<[Block; GROUP]> = SmallVec::new();
        for block in blocks.iter().copied() {
            let taken = through.taken(block);
            all_taken.push(taken);
            let Taken::Within { at_start, at_end } = taken else {
                links.push(block);
                if links.len() == GROUP {
                    placement.add_links(&links);
                    links.clear();
                }
                continue;
            };
            if through.begins_with_label(block) {
                return false;
            }
            let must_spill = |must: bool| {
                if must {
                    Border::MustSpill
                } else {
                    Border::PrefSpill
                }
            };
            let (entry, exit) = (must_spill(at_start), must_spill(at_end));
            constraints.push(BlockConstraint { block, entry, exit });
            if constraints.len() == GROUP {
                placement.add_constraints(&constraints);
                constraints.clear();
            }
        }
        placement.add_constraints(&constraints);
        placement.add_links(&links);
        true
    }

    /// Whether a candidate that was grown from the same wishes met the same in every block lived through as
    /// candidate `at` would.
    fn grows_like(&mut self, earlier: CandidateId, at: CandidateId) -> bool {
        let candidates = std::mem::take(&mut self.state.candidates);
        let Candidate {
            active_blocks,
            taken,
            ..
        } = &candidates[earlier];
        let same = candidates[at].entry.as_ref().is_some_and(|entry| {
            let (mut through, _) = self.through_blocks(entry);
            let mut blocks = active_blocks.iter().zip(taken);
            blocks.all(|(block, taken)| through.taken(*block) == *taken)
        });
        self.state.candidates = candidates;
        same
    }

    /// Spreads a region from the bundles that want a register along the blocks lived through.
    /// `false` if it cannot be.
    fn grow(&mut self, at: CandidateId) -> bool {
        let mut budget = GROW_BUDGET;
        self.state.todo.clone_from(self.analysis.through_blocks());
        let mut added = 0;
        loop {
            for position in 0..self.placement.recent_positive().len() {
                let bundle = self.placement.recent_positive()[position];
                let blocks = self.bundles.blocks(bundle);
                if blocks.len() >= budget {
                    return false;
                }
                budget -= blocks.len();
                let active = &mut self.state.candidates[at].active_blocks;
                let mut count = active.len();
                active.resize(count + blocks.len(), Block::new(0));
                for block in blocks {
                    // Every other block has come up before, at the bundle on its other side: no branch could be
                    // predicted.
                    active[count] = *block;
                    count += usize::from(self.state.todo.remove(*block));
                }
                active.truncate(count);
            }
            let count = self.state.candidates[at].active_blocks.len();
            if count == added {
                break;
            }
            if !self.state.candidates[at].phys.is_none() {
                if !self.add_through_constraints(at, added) {
                    return false;
                }
            } else if self.prefers_spill(at, added) {
                let blocks = &self.state.candidates[at].active_blocks[added..];
                self.placement.add_strong_spill(blocks);
            }
            added = count;
            self.placement.iterate();
        }
        log!(self.log, ", v={added}");
        true
    }

    /// Whether new blocks of the compact region shall be avoided: unless they are the blocks of a loop, the
    /// header first, and the value looks like its counter.
    fn prefers_spill(&self, at: CandidateId, added: usize) -> bool {
        let blocks = &self.state.candidates[at].active_blocks[added..];
        if !self.analysis.looks_like_loop_iv() || blocks.len() < 2 {
            return true;
        }
        let inner = self.loops.loop_of(blocks[0]);
        let is_loop = inner.is_some_and(|id| self.loops.header(id) == blocks[0])
            && blocks[1..]
                .iter()
                .all(|block| self.loops.loop_of(*block) == inner);
        !is_loop
    }

    fn write_bundles(&mut self, at: CandidateId) {
        if self.log.is_on() {
            for bundle in self.state.candidates[at].live_bundles.iter() {
                log!(self.log, " {bundle}");
            }
            log!(self.log, ".\n");
        }
    }

    // ---- Regions ------------------------------------------------------------------------------

    /// Makes the first candidate the compact region. `false` if the range is compact already, or the region would be
    /// single blocks.
    pub fn find_compact_region(&mut self) -> bool {
        if self.analysis.num_through_blocks() == 0 {
            return false;
        }
        let at = CandidateId::COMPACT;
        self.reset(at, PhysReg::NONE);
        log!(self.log, "Compact region bundles");
        self.state.constraints.clear();
        if self.constrain_uses(at, Frequency::MAX).is_none() || !self.place_uses(0) {
            log!(self.log, ", none.\n");
            return false;
        }
        if !self.grow(at) {
            log!(self.log, ", cannot spill all interferences.\n");
            return false;
        }
        self.placement
            .finish(&mut self.state.candidates[at].live_bundles);
        if self.state.candidates[at].live_bundles.is_empty() {
            log!(self.log, ", none.\n");
            return false;
        }
        self.write_bundles(at);
        self.record(at, (None, None), RegionOutcome::Best);
        true
    }

    /// Drops the smallest region that is not the best, when no more can be kept.
    fn drop_worst(&mut self, best: &mut Best) {
        let kept = self.state.candidates.iter().take(best.count);
        let worse =
            kept.filter(|(at, candidate)| best.candidate != Some(*at) && !candidate.phys.is_none());
        let worst = worse.min_by_key(|(_, candidate)| candidate.live_bundles.count());
        let worst = worst.map(|(at, _)| at);
        best.count -= 1;
        let last = CandidateId::new(best.count);
        if let Some(worst) = worst {
            if let Ok([one, other]) = self.state.candidates.get_disjoint_mut([worst, last]) {
                std::mem::swap(one, other);
            }
            if best.candidate == Some(last) {
                best.candidate = Some(worst);
            }
        }
    }

    /// Finds the best region for any of the registers, and takes it as the best if it is.
    pub fn try_regions(&mut self, regs: impl Iterator<Item = PhysReg>, best: &mut Best) {
        let turns = regs.zip(1..);
        // The log has all registers in their order, and the costs even where a better region is known.
        if self.log.is_watched() {
            turns.for_each(|(phys, turn)| self.try_region(phys, turn, best));
        } else {
            self.try_cheapest_first(turns, best);
        }
    }

    /// Finds the region for `phys` and takes it as the best if it is.
    fn try_region(&mut self, phys: PhysReg, turn: usize, best: &mut Best) {
        let at = self.next_candidate(phys, best);
        let name = RegName::phys(self.function.target, phys);
        self.state.constraints.clear();
        let cost = self.constrain_uses(at, Frequency::MAX);
        let Some(static_cost) = cost.filter(|_| self.place_uses(0)) else {
            log!(self.log, "{name}\tno positive bundles\n");
            self.record(at, (None, None), RegionOutcome::NoBundle);
            return;
        };
        log!(self.log, "{name}\tstatic = {}", self.relative(static_cost));
        if !best.is_beaten_by(static_cost, turn) {
            self.record(at, (Some(static_cost), None), RegionOutcome::Worse);
            match best.candidate {
                None => log!(self.log, " worse than no bundles\n"),
                Some(other) => {
                    let other = self.state.candidates[other].phys;
                    let other = RegName::phys(self.function.target, other);
                    log!(self.log, " worse than {other}\n");
                }
            }
            return;
        }
        let plan = Plan {
            phys,
            turn,
            static_cost,
            first: 0,
        };
        self.grow_candidate(at, plan, best);
    }

    /// Does the same for many registers, but tries those first that cost least in the blocks with uses: the better
    /// the best one is, the fewer others have to be looked at.
    fn try_cheapest_first(
        &mut self,
        turns: impl Iterator<Item = (PhysReg, usize)>,
        best: &mut Best,
    ) {
        let mut plans = std::mem::take(&mut self.state.plans);
        plans.clear();
        self.state.constraints.clear();
        for (phys, turn) in turns {
            let first = self.state.constraints.len();
            let at = self.next_candidate(phys, best);
            match self.constrain_uses(at, best.cost) {
                Some(static_cost) if best.is_beaten_by(static_cost, turn) => plans.push(Plan {
                    phys,
                    turn,
                    static_cost,
                    first,
                }),
                _ => self.state.constraints.truncate(first),
            }
        }
        plans.sort_unstable_by_key(|plan| (plan.static_cost, plan.turn));
        // Candidates that have been grown, to tell what grows alike.
        let mut grown: SmallVec<[(CandidateId, Plan); CACHE_ENTRIES]> = SmallVec::new();
        for plan in &plans {
            if !best.is_beaten_by(plan.static_cost, plan.turn) {
                break;
            }
            if best.count == CACHE_ENTRIES {
                // One of them goes, and another takes its place.
                grown.clear();
            }
            let at = self.next_candidate(plan.phys, best);
            let is_known = grown.iter().any(|(earlier_at, earlier)| {
                earlier.static_cost == plan.static_cost
                    && self.constraints(earlier) == self.constraints(plan)
                    && self.grows_like(*earlier_at, at)
            });
            if !is_known && self.place_uses(plan.first) {
                self.grow_candidate(at, *plan, best);
                if at.index() < best.count {
                    grown.push((at, *plan));
                }
            }
        }
        self.state.plans = plans;
    }

    /// The wishes of the blocks with uses for a register.
    fn constraints(&self, plan: &Plan) -> &[BlockConstraint] {
        &self.state.constraints[plan.first..plan.first + self.state.uses.len()]
    }

    /// Makes the next candidate one for `phys`, without any block.
    fn next_candidate(&mut self, phys: PhysReg, best: &mut Best) -> CandidateId {
        if best.count == CACHE_ENTRIES {
            self.drop_worst(best);
        }
        let at = CandidateId::new(best.count);
        self.reset(at, phys);
        at
    }

    /// Grows the region of candidate `at` from the bundles that want a register, and takes it as the best if it is.
    fn grow_candidate(&mut self, at: CandidateId, plan: Plan, best: &mut Best) {
        let statically = Some(plan.static_cost);
        if !self.grow(at) {
            log!(self.log, ", cannot spill all interferences.\n");
            self.record(at, (statically, None), RegionOutcome::NoRoom);
            return;
        }
        self.placement
            .finish(&mut self.state.candidates[at].live_bundles);
        if self.state.candidates[at].live_bundles.is_empty() {
            log!(self.log, " no bundles.\n");
            self.record(at, (statically, None), RegionOutcome::NoBundle);
            return;
        }
        let cost = self.global_cost(at, &plan, best);
        log!(self.log, ", total = {} with bundles", self.relative(cost));
        self.write_bundles(at);
        let mut outcome = RegionOutcome::Worse;
        if best.is_beaten_by(cost, plan.turn) {
            (best.cost, best.turn) = (cost, plan.turn);
            best.candidate = Some(at);
            outcome = RegionOutcome::Best;
        }
        self.record(at, (statically, Some(cost)), outcome);
        best.count += 1;
    }

    /// Records what came of a candidate, with its costs in the blocks with uses and in all.
    fn record(
        &mut self,
        at: CandidateId,
        (statically, cost): (Option<Frequency>, Option<Frequency>),
        outcome: RegionOutcome,
    ) {
        event!(self.log, {
            let entry = Frequency(self.frequencies.entry());
            let candidate = &self.state.candidates[at];
            Event::Region {
                reg: self.analysis.parent(),
                phys: Some(candidate.phys).filter(|phys| !phys.is_none()),
                static_cost: statically.map(|cost| cost.in_runs(entry)),
                cost: cost.map(|cost| cost.in_runs(entry)),
                bundles: match outcome {
                    RegionOutcome::NoBundle | RegionOutcome::NoRoom => Vec::new(),
                    _ if cost.is_none() && !candidate.phys.is_none() => Vec::new(),
                    _ => candidate
                        .live_bundles
                        .iter()
                        .map(|bundle| bundle.index() as u32)
                        .collect(),
                },
                outcome,
            }
        });
    }

    /// Whether the value is in the candidate's register where control enters and leaves a block.
    fn in_register(&self, at: CandidateId, block: Block) -> (bool, bool) {
        let live = &self.state.candidates[at].live_bundles;
        let [entry, exit] = self.bundles.of_block(block);
        (live.contains(entry), live.contains(exit))
    }

    /// What following the region of candidate `at` costs: what the blocks with uses need anyway, and more. Stops to
    /// count when it cannot be the best.
    fn global_cost(&mut self, at: CandidateId, plan: &Plan, best: &Best) -> Frequency {
        let mut cost = plan.static_cost;
        for (used, constraint) in self.state.uses.values().zip(self.constraints(plan)) {
            let (reg_in, reg_out) = self.in_register(at, constraint.block);
            if used.info.live_in && reg_in != (constraint.entry == Border::PrefReg) {
                cost += used.frequency;
            }
            if used.info.live_out && reg_out != (constraint.exit == Border::PrefReg) {
                cost += used.frequency;
            }
        }
        let is_told = self.log.is_watched();
        let candidate = &self.state.candidates[at];
        for (block, taken) in candidate.active_blocks.iter().zip(&candidate.taken) {
            if !best.is_beaten_by(cost, plan.turn) && !is_told {
                break;
            }
            let (reg_in, reg_out) = self.in_register(at, *block);
            let changes = if reg_in && reg_out && *taken != Taken::Free {
                2
            } else {
                u8::from(reg_in != reg_out)
            };
            for _ in 0..changes {
                cost += self.frequency(*block);
            }
        }
        cost
    }
}
