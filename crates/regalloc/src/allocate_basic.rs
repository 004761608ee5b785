//! `regallocbasic`: the basic register allocator.
//!
//! Registers are taken heaviest first. Each gets the first free register of its order, hints before all.
//! If there is none, the lighter ones in the way are spilled; if that is not possible, it is spilled itself.
//! What spilling makes goes back into the queue.

use std::fmt;

use avarice_liveness::events::{Event, Evicted};
use avarice_liveness::{Exponent, LiveIntervals, Log, RegName, event, log};
use avarice_mir::{Inst, MachineFunction, TargetHooks, VReg};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::context::Context;
use crate::inst_facts::is_inline_asm;
use crate::interference::Interference;
use crate::live_range_edit::{EditContext, EditEvents, LiveRangeEdit};
use crate::spill_weight_queue::SpillWeightQueue;
use crate::spill_weights::SpillWeights;
use crate::spiller;
use crate::spiller::hoist::AfterAllocation;
use crate::virt_reg_map::VirtRegMap;

/// There is no register for a value that cannot be spilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRegisters {
    /// The function.
    pub function: String,
    /// The register class.
    pub class: &'static str,
    /// Whether inline assembly asks for it.
    pub inline_asm: bool,
}

impl fmt::Display for OutOfRegisters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.inline_asm {
            "inline assembly requires more registers than available"
        } else {
            "ran out of registers during register allocation"
        };
        write!(
            f,
            "{what} (class {}, function {})",
            self.class, self.function
        )
    }
}

impl std::error::Error for OutOfRegisters {}

/// Assigns every virtual register a physical one or a stack slot.
///
/// # Requires
/// Two-address form without PHIs; live intervals, loops, block frequencies.
///
/// # Ensures
/// Every virtual register in use has a physical register in [`Context::virt_reg_map`]; loads and stores
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
    context: &mut Context,
    log: &mut Log<'_>,
) -> Result<(), OutOfRegisters> {
    log!(
        log,
        "********** BASIC REGISTER ALLOCATION **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
    function.is_ssa = false;
    context
        .class_info
        .begin_function(function, hooks, &context.reserved);
    context.virt_reg_map.reset(function);
    context.matrix.reset(function);
    context.hoister.begin_function(function);
    let mut allocator = Basic {
        function,
        hooks,
        context,
        log,
        events: Events::default(),
        new_regs: Vec::new(),
        dead_remats: Vec::new(),
        seen: SecondaryMap::new(),
        query: 0,
    };
    allocator.spill_weights().compute_all();
    let intervals = &allocator.context.live_intervals;
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
        context.virt_reg_map.display(function)
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
    context: &'a mut Context,
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
            live_intervals: &mut self.context.live_intervals,
            map: &mut self.context.virt_reg_map,
            loops: &self.context.loops,
            frequencies: &self.context.frequencies,
            reserved: &self.context.reserved,
            insts: &mut self.context.insts,
            log: self.log,
        }
    }

    fn enqueue(&mut self, reg: VReg) {
        let context = &*self.context;
        let (live_intervals, map) = (&context.live_intervals, &context.virt_reg_map);
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
                self.context.live_intervals.remove_interval(reg);
                continue;
            }
            if self.context.virt_reg_map.has_phys(reg) {
                continue;
            }
            self.context.matrix.invalidate();
            let interval = self.context.live_intervals.interval(reg);
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
        let context = &mut *self.context;
        context.matrix.follow(&context.live_intervals);
        let interval = context.live_intervals.interval(reg);
        context.matrix.assign(
            self.function,
            &mut context.virt_reg_map,
            interval,
            phys,
            self.log,
        );
    }

    fn enqueue_new(&mut self) {
        for reg in std::mem::take(&mut self.new_regs) {
            if self.function.is_unused(reg) {
                self.context.live_intervals.remove_interval(reg);
                continue;
            }
            log!(
                self.log,
                "queuing new interval: {}\n",
                self.context.live_intervals.interval(reg)
            );
            self.enqueue(reg);
        }
    }

    /// Finds a register, spilling others or the interval itself if need be.
    fn select_or_spill(&mut self, reg: VReg) -> Result<Choice, OutOfRegisters> {
        let order = self.allocation_order(reg);
        let mut candidates: SmallVec<[PhysReg; 16]> = SmallVec::new();
        let context = &mut *self.context;
        context.matrix.follow(&context.live_intervals);
        for phys in order {
            let found = context
                .matrix
                .check(self.function, &mut context.live_intervals, reg, phys);
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
        let interval = self.context.live_intervals.interval(reg);
        log!(self.log, "spilling: {interval}\n");
        if !interval.is_spillable() {
            return Err(self.out_of_registers(reg));
        }
        self.spill(reg);
        Ok(Choice::Spilled)
    }

    /// Registers in the order in which they are tried: hints, then the class's order.
    fn allocation_order(&mut self, reg: VReg) -> SmallVec<[PhysReg; 32]> {
        let context = &mut *self.context;
        let class = self.function.class(reg);
        let order = &context.class_info.class(self.function, class).order;
        let mut result: SmallVec<[PhysReg; 32]> = SmallVec::new();
        let hints = context.virt_reg_map.hints(reg).iter();
        let copies = hints.filter_map(|hint| match hint.as_virtual() {
            Some(other) => Some(context.virt_reg_map.phys(other)).filter(|phys| !phys.is_none()),
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
        let context = &mut *self.context;
        let mut in_the_way: SmallVec<[VReg; 8]> = SmallVec::new();
        let interval = context.live_intervals.interval(reg);
        let (intervals, matrix) = (&context.live_intervals, &context.matrix);
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
                        weight: context.live_intervals.interval(*other).weight,
                        cascade: 0,
                        breaks_hint: context.virt_reg_map.has_preferred_phys(*other),
                    })
                    .collect(),
            }
        );
        for other in in_the_way {
            let context = &mut *self.context;
            if !context.virt_reg_map.has_phys(other) {
                continue;
            }
            context.matrix.follow(&context.live_intervals);
            let interval = context.live_intervals.interval(other);
            context
                .matrix
                .unassign(self.function, &mut context.virt_reg_map, interval, self.log);
            self.spill(other);
        }
        true
    }

    fn edit_context(&mut self) -> EditContext<'_, 'l> {
        let context = &mut *self.context;
        EditContext {
            function: self.function,
            hooks: self.hooks,
            live_intervals: &mut context.live_intervals,
            map: &mut context.virt_reg_map,
            matrix: &mut context.matrix,
            loops: &context.loops,
            frequencies: &context.frequencies,
            reserved: &context.reserved,
            insts: &mut context.insts,
            events: &mut self.events,
            log: self.log,
        }
    }

    fn spill(&mut self, reg: VReg) {
        let mut hoister = std::mem::take(&mut self.context.hoister);
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
        self.context.hoister = hoister;
        self.context.matrix.invalidate();
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
        let mut hoister = std::mem::take(&mut self.context.hoister);
        let mut events = AfterAllocation;
        let mut context = self.edit_context();
        context.events = &mut events;
        hoister.hoist_all(context);
        self.context.hoister = hoister;
        for inst in std::mem::take(&mut self.dead_remats) {
            self.context.live_intervals.remove_inst(inst);
            self.function.remove_inst(inst);
        }
    }
}
