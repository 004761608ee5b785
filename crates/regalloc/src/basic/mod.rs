//! `regallocbasic`: the basic register allocator.
//!
//! Registers are allocated heaviest first. Each gets the first free register of its order, hints first. If there is
//! none, the lighter ones in the way are spilled; if that is not possible, it is spilled itself. Registers created by
//! spilling go back into the queue.

mod spill_weight_queue;

use avarice_liveness::{Exponent, LiveIntervals, RegName};
use avarice_mir::{Inst, MachineFunction, TargetHooks, VReg};
use avarice_target::PhysReg;
use avarice_trace::events::{Event, Evicted};
use avarice_trace::{Log, event, log};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::error::{OutOfRegisters, require_slot_access};
use crate::interference::{Interference, LiveRegMatrix};
use crate::live_range_edit::{EditContext, EditEvents, LiveRangeEdit};
use crate::spill_weights::{RegInsts, SpillWeights};
use crate::spiller;
use crate::spiller::hoist::{AfterAllocation, SpillHoister};
use avarice_machine::pass::{Analyses, Analysis, MachinePass, MachineUnit, PassKind, RunPass};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::is_inline_asm;
use spill_weight_queue::SpillWeightQueue;

/// Memory of the allocator, kept from function to function.
#[derive(Debug, Default)]
pub struct Scratch {
    class_info: RegisterClassInfo,
    /// What is assigned where.
    matrix: LiveRegMatrix,
    /// Stores of spilled registers, to be merged at the end.
    hoister: SpillHoister,
    insts: RegInsts,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        require_slot_access(unit)?;
        self.class_info.limit(unit.options.register_limit);
        unit.analyses
            .collect_debug_variables(&mut unit.function, unit.module, log);
        let done = run(&mut unit.function, unit.target, unit.analyses, self, log);
        unit.analyses.virt_reg_map.leave_hints(&mut unit.function);
        done.map_err(|error| error.to_string())
    }
}

/// `regallocbasic`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Allocator,
    requires: Analysis::LIVE_INTERVALS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::LIVE_INTERVALS)),
    provides: Analysis::VIRT_REG_MAP,
    after: &["register-coalescer", "rename-independent-subregs"],
    ..MachinePass::new("regallocbasic", "Basic Register Allocator", || {
        Box::<Scratch>::default()
    })
};

/// Assigns every virtual register a physical one or a stack slot.
///
/// # Requires
/// Two-address form without PHIs; live intervals, loops, block frequencies.
///
/// # Ensures
/// Every virtual register in use has a physical register in [`Analyses::virt_reg_map`]; loads and stores
/// of spilled ones are in the code. Live intervals and slot indexes are right.
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
    log!(
        log,
        "********** BASIC REGISTER ALLOCATION **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
    function.is_ssa = false;
    scratch
        .class_info
        .begin_function(function, &analyses.reserved);
    analyses.virt_reg_map.reset(function);
    scratch.matrix.reset(function);
    scratch.hoister.begin_function(function);
    let mut allocator = Basic {
        function,
        hooks,
        analyses,
        scratch,
        log,
        events: Events::default(),
        new_regs: Vec::new(),
        dead_remats: Vec::new(),
        seen: SecondaryMap::new(),
        query: 0,
    };
    allocator.spill_weights().compute_all();
    let intervals = &allocator.analyses.live_intervals;
    event!(
        allocator.log,
        allocator.function,
        intervals,
        Event::Begin {}
    );
    allocator.allocate()?;
    allocator.finish();
    log!(
        log,
        "Post alloc VirtRegMap:\n{}\n",
        analyses.virt_reg_map.display(function)
    );
    Ok(())
}

/// What follows when intervals are edited: registers go back into the queue.
#[derive(Debug, Default)]
struct Events {
    queue: SpillWeightQueue,
}

impl EditEvents for Events {
    fn requeue(
        &mut self,
        _: &MachineFunction,
        live_intervals: &LiveIntervals,
        map: &VirtRegMap,
        reg: VReg,
        log: &mut Log<'_>,
    ) {
        if !map.has_phys(reg) {
            log!(log, "Enqueuing {reg}\n");
            event!(
                log,
                Event::Enqueue {
                    reg,
                    priority: None,
                    stage: None,
                }
            );
            self.queue.push(reg, live_intervals.interval(reg).weight);
        }
    }
}

struct Basic<'a, 'l> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    analyses: &'a mut Analyses,
    scratch: &'a mut Scratch,
    log: &'a mut Log<'l>,
    events: Events,
    new_regs: Vec<VReg>,
    dead_remats: Vec<Inst>,
    /// For each register, the last query that met it: nothing is cleared between queries.
    seen: SecondaryMap<VReg, u32>,
    query: u32,
}

/// What was decided about a register.
enum Choice {
    Assign(PhysReg),
    Spilled,
}

impl<'l> Basic<'_, 'l> {
    fn spill_weights(&mut self) -> SpillWeights<'_, 'l> {
        SpillWeights {
            function: self.function,
            hooks: self.hooks,
            live_intervals: &mut self.analyses.live_intervals,
            map: &mut self.analyses.virt_reg_map,
            loops: &self.analyses.loops,
            frequencies: &self.analyses.frequencies,
            reserved: &self.analyses.reserved,
            insts: &mut self.scratch.insts,
            log: self.log,
        }
    }

    fn enqueue(&mut self, reg: VReg) {
        let analyses = &*self.analyses;
        let (live_intervals, map) = (&analyses.live_intervals, &analyses.virt_reg_map);
        self.events
            .requeue(self.function, live_intervals, map, reg, self.log);
    }

    fn allocate(&mut self) -> Result<(), OutOfRegisters> {
        for number in 0..self.function.vregs.len() {
            let reg = VReg::from_u32(number as u32);
            if !self.function.is_unused(reg) {
                self.enqueue(reg);
            }
        }
        while let Some(reg) = self.events.queue.pop() {
            if self.function.is_unused(reg) {
                self.analyses.live_intervals.remove_interval(reg);
                continue;
            }
            if self.analyses.virt_reg_map.has_phys(reg) {
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
                    stage: None,
                }
            );
            match self.select_or_spill(reg)? {
                Choice::Assign(phys) => self.assign(reg, phys),
                Choice::Spilled => {}
            }
            self.enqueue_new();
        }
        Ok(())
    }

    fn assign(&mut self, reg: VReg, phys: PhysReg) {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        let interval = analyses.live_intervals.interval(reg);
        scratch.matrix.assign(
            self.function,
            &mut analyses.virt_reg_map,
            interval,
            phys,
            self.log,
        );
    }

    fn enqueue_new(&mut self) {
        for reg in std::mem::take(&mut self.new_regs) {
            if self.function.is_unused(reg) {
                self.analyses.live_intervals.remove_interval(reg);
                continue;
            }
            log!(
                self.log,
                "queuing new interval: {}\n",
                self.analyses.live_intervals.interval(reg)
            );
            self.enqueue(reg);
        }
    }

    /// Finds a register, spilling others or the interval itself if need be.
    fn select_or_spill(&mut self, reg: VReg) -> Result<Choice, OutOfRegisters> {
        let order = self.allocation_order(reg);
        let mut candidates: SmallVec<[PhysReg; 16]> = SmallVec::new();
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        scratch.matrix.follow(&analyses.live_intervals);
        for phys in order {
            let found =
                scratch
                    .matrix
                    .check(self.function, &mut analyses.live_intervals, reg, phys);
            match found {
                Interference::Free => return Ok(Choice::Assign(phys)),
                Interference::VirtReg => candidates.push(phys),
                Interference::RegUnit | Interference::RegMask => {}
            }
        }
        for phys in candidates {
            if self.spill_interferences(reg, phys) {
                return Ok(Choice::Assign(phys));
            }
        }
        let interval = self.analyses.live_intervals.interval(reg);
        log!(self.log, "spilling: {interval}\n");
        if !interval.is_spillable() {
            return Err(self.out_of_registers(reg));
        }
        self.spill(reg);
        Ok(Choice::Spilled)
    }

    /// Registers in the order in which they are tried: hints, then the class's order.
    fn allocation_order(&mut self, reg: VReg) -> SmallVec<[PhysReg; 32]> {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        let class = self.function.class(reg);
        let class_info = &mut scratch.class_info;
        let order = &class_info
            .logged_class(self.function, class, self.log)
            .order;
        let mut result: SmallVec<[PhysReg; 32]> = SmallVec::new();
        let hints = analyses.virt_reg_map.hints(reg).iter();
        let copies = hints.filter_map(|hint| match hint.as_virtual() {
            Some(other) => Some(analyses.virt_reg_map.phys(other)).filter(|phys| !phys.is_none()),
            None => hint.as_physical(),
        });
        let extra = self.hooks.allocation_hints(self.function, reg);
        for phys in copies.chain(extra) {
            if order.contains(&phys) && !result.contains(&phys) {
                result.push(phys);
            }
        }
        if self.log.is_on() && !result.is_empty() {
            log!(self.log, "hints:");
            for phys in &result {
                log!(self.log, " {}", RegName::phys(self.function.target, *phys));
            }
            log!(self.log, "\n");
        }
        let hints = result.len();
        for phys in order {
            if !result[..hints].contains(phys) {
                result.push(*phys);
            }
        }
        result
    }

    /// Spills everything assigned to `phys` in the way of `reg`, if all of it is lighter.
    fn spill_interferences(&mut self, reg: VReg, phys: PhysReg) -> bool {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        let mut in_the_way: SmallVec<[VReg; 8]> = SmallVec::new();
        let interval = analyses.live_intervals.interval(reg);
        let (intervals, matrix) = (&analyses.live_intervals, &scratch.matrix);
        let seen = &mut self.seen;
        let query = &mut self.query;
        let blocked =
            crate::interference::each_unit(self.function, interval, phys, |unit, range| {
                *query += 1;
                let first = in_the_way.len();
                let heavier = matrix.interfering(range, unit, |other| {
                    if std::mem::replace(&mut seen[other], *query) == *query {
                        return false;
                    }
                    in_the_way.push(other);
                    let other = intervals.interval(other);
                    !other.is_spillable() || other.weight > interval.weight
                });
                // llc goes through the overlaps of a unit from the last to the first.
                in_the_way[first..].reverse();
                heavier
            });
        if blocked {
            return false;
        }
        log!(
            self.log,
            "spilling {} interferences with {interval}\n",
            RegName::phys(self.function.target, phys)
        );
        event!(
            self.log,
            Event::Evict {
                reg,
                phys,
                weight: interval.weight,
                cascade: 0,
                evicted: in_the_way
                    .iter()
                    .map(|other| Evicted {
                        reg: *other,
                        weight: analyses.live_intervals.interval(*other).weight,
                        cascade: 0,
                        breaks_hint: analyses.virt_reg_map.has_preferred_phys(*other),
                    })
                    .collect(),
            }
        );
        for other in in_the_way {
            let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
            if !analyses.virt_reg_map.has_phys(other) {
                continue;
            }
            scratch.matrix.follow(&analyses.live_intervals);
            let interval = analyses.live_intervals.interval(other);
            scratch.matrix.unassign(
                self.function,
                &mut analyses.virt_reg_map,
                interval,
                self.log,
            );
            self.spill(other);
        }
        true
    }

    fn edit_context(&mut self) -> EditContext<'_, 'l> {
        let (analyses, scratch) = (&mut *self.analyses, &mut *self.scratch);
        EditContext {
            function: self.function,
            hooks: self.hooks,
            live_intervals: &mut analyses.live_intervals,
            map: &mut analyses.virt_reg_map,
            matrix: &mut scratch.matrix,
            loops: &analyses.loops,
            frequencies: &analyses.frequencies,
            reserved: &analyses.reserved,
            insts: &mut scratch.insts,
            events: &mut self.events,
            log: self.log,
        }
    }

    fn spill(&mut self, reg: VReg) {
        let mut hoister = std::mem::take(&mut self.scratch.hoister);
        let mut new_regs = std::mem::take(&mut self.new_regs);
        let mut dead_remats = std::mem::take(&mut self.dead_remats);
        let mut edit = LiveRangeEdit::new(
            self.edit_context(),
            reg,
            &mut new_regs,
            Some(&mut dead_remats),
        );
        spiller::spill(&mut edit, &mut hoister);
        (self.new_regs, self.dead_remats) = (new_regs, dead_remats);
        self.scratch.hoister = hoister;
        self.scratch.matrix.invalidate();
    }

    fn out_of_registers(&self, reg: VReg) -> OutOfRegisters {
        let mut users = self
            .function
            .reg_ops(reg)
            .map(|op| self.function.op_inst(op));
        OutOfRegisters {
            function: String::from_utf8_lossy(&self.function.name).into_owned(),
            class: self.function.target.class(self.function.class(reg)).name,
            inline_asm: users.any(|inst| is_inline_asm(self.function, inst)),
        }
    }

    fn finish(&mut self) {
        let mut hoister = std::mem::take(&mut self.scratch.hoister);
        let mut events = AfterAllocation;
        let mut context = self.edit_context();
        context.events = &mut events;
        hoister.hoist_all(context);
        self.scratch.hoister = hoister;
        for inst in std::mem::take(&mut self.dead_remats) {
            self.analyses.live_intervals.remove_inst(inst);
            self.function.remove_inst(inst);
        }
    }
}
