//! `greedy`: LLVM's greedy register allocator.
//!
//! Registers come from a queue, large ones first ([`queue`]). For each, the following is tried in turn;
//! registers created by splitting and spilling go back into the queue.
//!
//! ```text
//!   assign      a free register, hints before all                        (select)
//!   evict       a register held by something lighter                     (evict)
//!   wait        until everything else has been tried once
//!   split       around a region, around blocks, around instructions      (region, split, local_split)
//!   spill       keep it in memory                                        (crate::spiller)
//!   recolor     move others around                                       (recolor)
//! ```
//!
//! When all is done, registers that missed their hint are reconsidered ([`hints`]), and stores of equal
//! values are merged. What that has left in loops and in the function can be said in [`remarks`].

mod bit_set;
mod blockers;
mod dominated_copies;
mod edge_bundles;
mod evict;
pub mod frequency;
mod gap_buffer;
mod hints;
pub mod insert_points;
mod interference_cache;
mod local_split;
mod order;
mod queue;
mod recolor;
mod record;
mod reg_assign;
mod region;
mod remarks;
mod select;
mod spill_placement;
mod split;
mod split_analysis;
mod split_blocks;
mod split_editor;
mod split_finish;
mod split_hoist;
mod split_values;
mod stages;
mod through_blocks;

use avarice_liveness::{Exponent, LiveIntervals};
use avarice_mir::{BranchProbability, Inst, MachineFunction, TargetHooks, VReg};
use avarice_target::PhysReg;
use avarice_trace::events::Event;
use avarice_trace::remarks::RemarkPass;
use avarice_trace::{Log, event, log};

use crate::error::{OutOfRegisters, require_slot_access};
use crate::interference::LiveRegMatrix;
use crate::live_range_edit::{EditContext, EditEvents};
use crate::spill_weights::{RegInsts, SpillWeights};
use crate::spiller::hoist::{AfterAllocation, SpillHoister};
use avarice_machine::pass::{
    Analyses, Analysis, MachinePass, MachineUnit, PassKind, RunPass, TuningOptions,
};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::is_inline_asm;
use blockers::Blockers;
use edge_bundles::EdgeBundles;
use frequency::Frequency;
use hints::BrokenHints;
use insert_points::InsertPoints;
use interference_cache::InterferenceCache;
use queue::{PriorityInput, Queue};
use region::RegionState;
use spill_placement::SpillPlacement;
use split_analysis::SplitAnalysis;
use split_editor::SplitState;
use stages::Stages;

/// What the allocator knows about one function, and memory that it keeps from one to the next.
#[derive(Debug, Default)]
struct GreedyState {
    events: Events,
    bundles: EdgeBundles,
    placement: SpillPlacement,
    cache: InterferenceCache,
    insert_points: InsertPoints,
    analysis: SplitAnalysis,
    split: SplitState,
    regions: RegionState,
    dead_remats: Vec<Inst>,
    blockers: Blockers,
    tuning: TuningOptions,
}

/// Memory of the allocator, kept from function to function.
#[derive(Debug, Default)]
pub struct Scratch {
    greedy: GreedyState,
    /// What is assigned where.
    matrix: LiveRegMatrix,
    /// Stores of spilled registers, to be merged at the end.
    hoister: SpillHoister,
    insts: RegInsts,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        require_slot_access(unit)?;
        self.greedy
            .events
            .class_info
            .limit(unit.options.register_limit);
        self.greedy.tuning = unit.options.tuning;
        unit.analyses
            .collect_debug_variables(&mut unit.function, unit.module, log);
        let had_registers = has_registers(&unit.function);
        let done = run(&mut unit.function, unit.target, unit.analyses, self, log);
        unit.analyses.virt_reg_map.leave_hints(&mut unit.function);
        done.map_err(|error| error.to_string())?;
        if had_registers && log.wants_remarks(RemarkPass::RegAlloc) {
            remarks::say(unit, log);
        }
        Ok(())
    }
}

/// What follows when intervals are edited.
#[derive(Debug, Default)]
struct Events {
    queue: Queue,
    stages: Stages,
    class_info: RegisterClassInfo,
    broken_hints: BrokenHints,
}

impl EditEvents for Events {
    fn requeue(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        map: &VirtRegMap,
        reg: VReg,
        log: &mut Log<'_>,
    ) {
        let input = PriorityInput {
            function,
            live_intervals,
            map,
        };
        let (class_info, stages) = (&mut self.class_info, &mut self.stages);
        self.queue.enqueue(&input, class_info, stages, reg, log);
    }

    fn removing(&mut self, reg: VReg) {
        self.broken_hints.remove(reg);
    }

    fn cloned(&mut self, _: &mut VirtRegMap, new: VReg, old: VReg) {
        self.stages.cloned(new, old);
    }
}

/// `greedy`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Allocator,
    requires: Analysis::LIVE_INTERVALS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::LIVE_INTERVALS)),
    provides: Analysis::VIRT_REG_MAP,
    after: &["register-coalescer", "rename-independent-subregs"],
    ..MachinePass::new("greedy", "Greedy Register Allocator", || {
        Box::<Scratch>::default()
    })
};

/// Assigns every virtual register a physical one or a stack slot.
///
/// # Requires
/// Two-address form without PHIs; live intervals, loops, block frequencies.
///
/// # Ensures
/// Every virtual register in use has a physical register in [`Analyses::virt_reg_map`]; copies, loads and
/// stores for those that were split or spilled are in the code. Live intervals and slot indexes are right.
///
/// # Preserves
/// The CFG.
///
/// # Errors
/// If a register that cannot be spilled finds no place.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    scratch: &mut Scratch,
    log: &mut Log<'_>,
) -> Result<(), OutOfRegisters> {
    write_heading(function, log);
    function.is_ssa = false;
    function.mir_info.flags |= avarice_mir::MirFlags::TRACKS_DEBUG_USER_VALUES;
    analyses.virt_reg_map.reset(function);
    scratch.matrix.reset(function);
    // Orders are printed again after a function with other reserved registers, even one without anything to allocate.
    let class_info = &mut scratch.greedy.events.class_info;
    class_info.begin_function(function, &analyses.reserved);
    if !has_registers(function) {
        return Ok(());
    }
    let mut greedy = Greedy {
        function,
        hooks,
        analyses,
        scratch,
        log,
        callee_saved_cost: Frequency::ZERO,
        fixed: Vec::new(),
        recolor_stack: Vec::new(),
        cut_off: recolor::CutOff::default(),
    };
    greedy.begin_function();
    greedy.allocate()?;
    greedy.reconcile_hints();
    greedy.finish();
    Ok(())
}

/// Whether a function has registers to assign.
fn has_registers(function: &MachineFunction) -> bool {
    !function.vregs.keys().all(|reg| function.is_unused(reg))
}

/// Writes the heading of the allocator's debug output.
pub fn write_heading(function: &MachineFunction, log: &mut Log<'_>) {
    log!(
        log,
        "********** GREEDY REGISTER ALLOCATION **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
}

/// One function's allocation.
struct Greedy<'a, 'l> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    analyses: &'a mut Analyses,
    scratch: &'a mut Scratch,
    log: &'a mut Log<'l>,
    /// What the first use of a callee-saved register costs.
    callee_saved_cost: Frequency,
    /// Registers that must stay where they are while others are recolored.
    fixed: Vec<VReg>,
    /// Registers that were recolored, with where they were before.
    recolor_stack: Vec<(VReg, PhysReg)>,
    cut_off: recolor::CutOff,
}

/// What came of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Selected {
    /// It gets this register.
    Assign(PhysReg),
    /// It was split, spilled or put back.
    Deferred,
    /// There is no place for it.
    Failed,
}

impl<'l> Greedy<'_, 'l> {
    fn begin_function(&mut self) {
        self.analyses.pack_indexes();
        let Analyses {
            live_intervals,
            virt_reg_map,
            loops,
            frequencies,
            reserved,
            ..
        } = &mut *self.analyses;
        let Scratch {
            greedy,
            insts,
            hoister,
            ..
        } = &mut *self.scratch;
        greedy.events.queue.clear();
        greedy.events.stages.clear();
        greedy.events.broken_hints.clear();
        greedy.bundles.compute(self.function);
        greedy
            .placement
            .begin_function(self.function, &greedy.bundles, frequencies);
        greedy.cache.begin_function(self.function);
        greedy.insert_points.begin_function(self.function);
        greedy.regions.begin_function();
        hoister.begin_function(self.function);
        greedy.dead_remats.clear();
        greedy.blockers.clear();
        let mut weights = SpillWeights {
            function: self.function,
            hooks: self.hooks,
            live_intervals,
            map: virt_reg_map,
            loops,
            frequencies,
            reserved,
            insts,
            log: self.log,
        };
        weights.compute_all();
        event!(self.log, self.function, live_intervals, Event::Begin {});
        self.callee_saved_cost = callee_saved_cost(
            self.hooks.callee_saved_first_use_cost(),
            frequencies.entry(),
        );
        if self.log.is_on() {
            log!(self.log, "{}", live_intervals.display(self.function));
            log!(self.log, "********** MACHINEINSTRS **********\n");
            self.log
                .write_function(self.function, &live_intervals.indexes);
        }
    }

    /// What an edit of live ranges works on, and where it puts new registers and dead definitions.
    fn edit_parts(&mut self) -> (EditContext<'_, 'l>, EditParts<'_>) {
        let Analyses {
            live_intervals,
            virt_reg_map,
            loops,
            frequencies,
            reserved,
            ..
        } = &mut *self.analyses;
        let Scratch {
            greedy,
            matrix,
            insts,
            hoister,
            ..
        } = &mut *self.scratch;
        let context = EditContext {
            function: self.function,
            hooks: self.hooks,
            live_intervals,
            map: virt_reg_map,
            matrix,
            loops,
            frequencies,
            reserved,
            insts,
            events: &mut greedy.events,
            log: self.log,
        };
        let parts = EditParts {
            analysis: &mut greedy.analysis,
            insert_points: &mut greedy.insert_points,
            split: &mut greedy.split,
            hoister,
            dead_remats: &mut greedy.dead_remats,
        };
        (context, parts)
    }

    /// Tells the maps of variables that `old` was split into, or spilled to, `new`.
    fn follow_debug_values(&mut self, old: VReg, new: &[VReg]) {
        let analyses = &mut *self.analyses;
        let intervals = &analyses.live_intervals;
        analyses
            .debug_variables
            .split_register(self.function, intervals, old, new, self.log);
    }

    fn enqueue(&mut self, reg: VReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.greedy.events.requeue(
            self.function,
            &analyses.live_intervals,
            &analyses.virt_reg_map,
            reg,
            self.log,
        );
    }

    fn allocate(&mut self) -> Result<(), OutOfRegisters> {
        for number in 0..self.function.vregs.len() {
            let reg = VReg::from_u32(number as u32);
            if !self.function.is_unused(reg) {
                self.enqueue(reg);
            }
        }
        while let Some(reg) = self.scratch.greedy.events.queue.pop() {
            if !self.analyses.live_intervals.has_interval(reg) {
                continue;
            }
            if self.function.is_unused(reg) {
                let interval = self.analyses.live_intervals.interval(reg);
                log!(self.log, "Dropping unused {interval}\n");
                event!(self.log, Event::Drop { reg });
                self.scratch.greedy.events.removing(reg);
                self.analyses.live_intervals.remove_interval(reg);
                continue;
            }
            self.scratch.matrix.invalidate();
            let interval = self.analyses.live_intervals.interval(reg);
            log!(
                self.log,
                "\nselectOrSplit {}:{interval} w={}\n",
                self.function.target.class(self.function.class(reg)).name,
                Exponent(interval.weight)
            );
            event!(
                self.log,
                Event::Dequeue {
                    reg,
                    weight: interval.weight,
                    stage: Some(self.scratch.greedy.events.stages.stage(reg).recorded()),
                }
            );
            let mut new_regs: Vec<VReg> = Vec::new();
            match self.select_or_split(reg, &mut new_regs) {
                Selected::Assign(phys) => self.assign(reg, phys),
                Selected::Deferred => {}
                Selected::Failed => return Err(self.out_of_registers(reg)),
            }
            self.enqueue_new(&new_regs);
        }
        Ok(())
    }

    fn enqueue_new(&mut self, new_regs: &[VReg]) {
        for reg in new_regs {
            if !self.analyses.live_intervals.has_interval(*reg) {
                continue;
            }
            let interval = self.analyses.live_intervals.interval(*reg);
            if self.function.is_unused(*reg) {
                log!(self.log, "not queueing unused  {interval}\n");
                event!(self.log, Event::Drop { reg: *reg });
                self.scratch.greedy.events.removing(*reg);
                self.analyses.live_intervals.remove_interval(*reg);
                continue;
            }
            log!(self.log, "queuing new interval: {interval}\n");
            self.enqueue(*reg);
        }
    }

    // ---- Assignments --------------------------------------------------------------------------

    fn assign(&mut self, reg: VReg, phys: PhysReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        let interval = analyses.live_intervals.interval(reg);
        let map = &mut analyses.virt_reg_map;
        scratch
            .matrix
            .assign(self.function, map, interval, phys, self.log);
    }

    fn unassign(&mut self, reg: VReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        let interval = analyses.live_intervals.interval(reg);
        let map = &mut analyses.virt_reg_map;
        scratch
            .matrix
            .unassign(self.function, map, interval, self.log);
    }

    fn out_of_registers(&self, reg: VReg) -> OutOfRegisters {
        let users = self.function.reg_ops(reg);
        let mut users = users.map(|op| self.function.op_inst(op));
        OutOfRegisters {
            function: String::from_utf8_lossy(&self.function.name).into_owned(),
            class: self.function.target.class(self.function.class(reg)).name,
            inline_asm: users.any(|inst| is_inline_asm(self.function, inst)),
        }
    }

    // ---- The end ------------------------------------------------------------------------------

    fn finish(&mut self) {
        let mut hoister = std::mem::take(&mut self.scratch.hoister);
        let mut events = AfterAllocation;
        let (mut context, _) = self.edit_parts();
        context.events = &mut events;
        hoister.hoist_all(context);
        self.scratch.hoister = hoister;
        for inst in std::mem::take(&mut self.scratch.greedy.dead_remats) {
            self.analyses.live_intervals.remove_inst(inst);
            self.function.remove_inst(inst);
        }
    }
}

/// What splitting and spilling need besides the edit.
struct EditParts<'a> {
    analysis: &'a mut SplitAnalysis,
    insert_points: &'a mut InsertPoints,
    split: &'a mut SplitState,
    hoister: &'a mut SpillHoister,
    dead_remats: &'a mut Vec<Inst>,
}

/// The cost of the first use of a callee-saved register, given for an entry that runs 2^14 times.
fn callee_saved_cost(cost: u64, entry: u64) -> Frequency {
    const FIXED: u64 = 1 << 14;
    if cost == 0 || entry == 0 {
        Frequency::ZERO
    } else if entry < FIXED {
        Frequency(cost).scale(BranchProbability::new(entry, FIXED))
    } else if entry <= u64::from(u32::MAX) {
        Frequency(cost).scale_by_inverse(BranchProbability::new(FIXED, entry))
    } else {
        Frequency(cost * (entry / FIXED))
    }
}
