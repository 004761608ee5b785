//! The state of a function as recorded so far, to find out what has changed since.
//!
//! Passes need not report what they change: at the end of a pass, all code and all intervals are compared with what
//! they were. In between, only what can have changed is compared ([`follow`](super::follow)). Only recordings pay for
//! this.

use avarice_mir::print::MirPrinter;
use avarice_mir::{
    Block, BlockFrequencies, Inst, MachineCfg, MachineDominatorTree, MachineFunction,
    MachineLoopInfo, Operand, VReg,
};
use avarice_target::{Opcode, RegClass, RegUnit, op};
use cranelift_entity::{EntityRef, SecondaryMap};

use super::change::{BlockState, Change};
use super::follow::Followed;
use avarice_liveness::LiveInterval;
use avarice_liveness::LiveIntervals;
use avarice_liveness::LiveRange;
use avarice_liveness::SlotIndex;

/// An instruction as it was recorded.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenInst {
    /// The walk that met it last; 0 if it is not in the code.
    pub walk: u32,
    opcode: Opcode,
    operands: Vec<Operand>,
    pub slot: Option<SlotIndex>,
    text: String,
}

/// What has been recorded of a function.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    pub insts: SecondaryMap<Inst, SeenInst>,
    /// The instructions of each block, by the block's number.
    pub order: Vec<Vec<Inst>>,
    pub blocks: Vec<BlockState>,
    pub intervals: Vec<Option<(RegClass, Box<LiveInterval>)>>,
    /// The live ranges of register units.
    units: Vec<LiveRange>,
    pub walk: u32,
    /// How far changes have been followed.
    pub followed: Followed,
    /// Whether instructions are printed though they have not changed: numbers of blocks or classes of registers may
    /// have.
    pub prints_anew: bool,
    cfg: MachineCfg,
    dominators: MachineDominatorTree,
    loops: MachineLoopInfo,
    frequencies: BlockFrequencies,
}

impl Snapshot {
    /// Adds what has changed to `changes`. Without `live_intervals` there is nothing to say about these.
    pub fn observe(
        &mut self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        changes: &mut Vec<Change>,
    ) {
        if function.journal.is_on() && self.has_same_flow(function) {
            if let Some(live_intervals) = live_intervals
                && !self.prints_anew
                && self.followed.can_go_on(live_intervals)
            {
                self.follow(function, live_intervals, printer, changes);
                self.observe_units(function, live_intervals, changes);
                return;
            }
            self.catch_up(function, live_intervals, printer, changes);
        }
        self.observe_blocks(function, live_intervals, printer, changes);
        self.observe_code(function, live_intervals, printer, changes);
        if let Some(live_intervals) = live_intervals {
            self.observe_intervals(function, live_intervals, changes);
            self.observe_units(function, live_intervals, changes);
        }
        self.followed.note(function, live_intervals);
    }

    /// Whether the blocks are as recorded, with the same numbers and edges.
    pub fn has_same_flow(&self, function: &MachineFunction) -> bool {
        self.blocks.len() == function.layout.len()
            && function
                .layout
                .iter()
                .zip(&self.blocks)
                .all(|(block, old)| {
                    let data = &function.blocks[*block];
                    data.number == old.number
                        && succ_numbers(function, *block).eq(old.succs.iter().copied())
                })
    }

    // ---- Blocks -------------------------------------------------------------------------------

    pub fn observe_blocks(
        &mut self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        changes: &mut Vec<Change>,
    ) {
        let same_flow = self.has_same_flow(function);
        if !same_flow && !function.layout.is_empty() {
            self.cfg.compute(function);
            self.dominators.compute(&self.cfg);
            self.loops.compute(&self.cfg, &self.dominators);
            self.frequencies.compute(function, &self.cfg, &self.loops);
        }
        let state = |(at, block): (usize, &Block)| {
            let old = self.blocks.get(at).filter(|_| same_flow);
            self.block_state(function, live_intervals, printer, *block, old)
        };
        let blocks: Vec<BlockState> = function.layout.iter().enumerate().map(state).collect();
        if blocks != self.blocks {
            self.blocks.clone_from(&blocks);
            changes.push(Change::Blocks { blocks });
        }
    }

    fn block_state(
        &self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        block: Block,
        old: Option<&BlockState>,
    ) -> BlockState {
        let data = &function.blocks[block];
        let mut name = String::new();
        if let Some(printer) = printer {
            printer.write_ir_block_name(&mut name, function, block);
        }
        let range = live_intervals.map(|intervals| intervals.indexes.block_range(block));
        let range = range.or_else(|| old.and_then(|old| old.start.zip(old.end)));
        let inner = self.loops.loop_of(block);
        let header = inner.map(|id| function.blocks[self.loops.header(id)].number);
        let probability = |at| {
            let probability = function.succ_probability(block, at);
            f64::from(probability.0) / f64::from(avarice_mir::BranchProbability::DENOMINATOR)
        };
        BlockState {
            number: data.number,
            id: block.as_u32(),
            name,
            start: range.map(|range| range.0),
            end: range.map(|range| range.1),
            succs: succ_numbers(function, block).collect(),
            probabilities: (0..data.succs.len()).map(probability).collect(),
            loop_depth: self.loops.depth_of(block),
            loop_header: header,
            frequency: self.frequencies.relative(block),
            is_pad: data.eh_pad,
        }
    }

    // ---- Code ---------------------------------------------------------------------------------

    fn observe_code(
        &mut self,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
        changes: &mut Vec<Change>,
    ) {
        self.walk += 1;
        let mut order: Vec<Vec<Inst>> = Vec::new();
        for block in &function.layout {
            let number = function.blocks[*block].number as usize;
            if order.len() <= number {
                order.resize(number + 1, Vec::new());
            }
            order[number].extend(function.block_insts(*block));
            for inst in &order[number] {
                self.insts[*inst].walk = self.walk;
            }
        }
        for inst in self.order.iter().flatten() {
            if self.insts[*inst].walk != self.walk {
                let id = inst.as_u32();
                changes.push(Change::Removed { id });
                self.insts[*inst] = SeenInst::default();
            }
        }
        for block in &function.layout {
            let number = function.blocks[*block].number;
            let now = &order[number as usize];
            let before = self.order.get(number as usize);
            let stays = stay_in_order(before.map_or(&[], Vec::as_slice), now, |inst| {
                self.insts[inst].walk == self.walk
            });
            let mut after = None;
            for (inst, stays) in now.iter().zip(stays) {
                let slot = live_intervals.and_then(|intervals| intervals.indexes.get(*inst));
                let differs = self.differs(function, *inst, slot, printer);
                if differs || !stays {
                    let place = (number, after);
                    changes.push(self.inst_change(function, *inst, place));
                }
                after = Some(inst.as_u32());
            }
        }
        self.order = order;
    }

    /// Whether an instruction differs from what was recorded of it; it is recorded as it is now.
    pub fn differs(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        slot: Option<SlotIndex>,
        printer: Option<&MirPrinter<'_>>,
    ) -> bool {
        let seen = &mut self.insts[inst];
        let operands = function
            .operands(inst)
            .iter()
            .map(|operand| operand.detached());
        let opcode = function.opcode(inst);
        let slot = slot.or(seen.slot);
        let same = !self.prints_anew
            && !seen.text.is_empty()
            && seen.opcode == opcode
            && operands.clone().eq(seen.operands.iter().copied());
        let moved = std::mem::replace(&mut seen.slot, slot) != slot;
        if same {
            return moved;
        }
        seen.opcode = opcode;
        seen.operands.clear();
        seen.operands.extend(operands);
        let mut text = String::new();
        match printer {
            Some(printer) => printer.write_inst(&mut text, function, inst),
            None => text.push_str(function.desc(inst).name),
        }
        let differs = seen.text != text;
        seen.text = text;
        differs || moved
    }

    pub fn inst_change(
        &self,
        function: &MachineFunction,
        inst: Inst,
        (block, after): (u32, Option<u32>),
    ) -> Change {
        let seen = &self.insts[inst];
        let regs = |wanted: fn(&Operand) -> bool| {
            let mut regs: Vec<VReg> = Vec::new();
            for operand in function
                .operands(inst)
                .iter()
                .filter(|operand| wanted(operand))
            {
                let reg = operand.as_reg().as_virtual();
                regs.extend(reg.filter(|reg| !regs.contains(reg)));
            }
            regs
        };
        let opcode = function.opcode(inst);
        Change::Inst {
            id: inst.as_u32(),
            block,
            after,
            slot: seen.slot,
            text: seen.text.clone(),
            defs: regs(Operand::is_def),
            uses: regs(Operand::is_use),
            is_copy: opcode == op::COPY,
            is_phi: opcode == op::PHI,
            location: function.debug_loc(inst).expand(),
        }
    }

    // ---- Intervals ----------------------------------------------------------------------------

    fn observe_intervals(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        changes: &mut Vec<Change>,
    ) {
        let count = function.vregs.len().max(self.intervals.len());
        self.intervals.resize(count, None);
        for number in 0..count {
            self.observe_interval(function, live_intervals, VReg::new(number), changes);
        }
    }

    pub fn observe_interval(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        reg: VReg,
        changes: &mut Vec<Change>,
    ) {
        let old = &mut self.intervals[reg.index()];
        let known = reg.index() < function.vregs.len() && !function.is_unused(reg);
        let now = Some(reg).filter(|reg| known && live_intervals.has_interval(*reg));
        match now.map(|reg| (function.class(reg), live_intervals.interval(reg))) {
            Some((class, interval)) => {
                let same = old
                    .as_ref()
                    .is_some_and(|old| old.0 == class && is_same(&old.1, interval));
                if !same {
                    let interval = Box::new(interval.clone());
                    *old = Some((class, interval.clone()));
                    changes.push(Change::Interval {
                        reg,
                        class,
                        interval,
                    });
                }
            }
            None if old.take().is_some() => changes.push(Change::Gone { reg }),
            None => {}
        }
    }

    fn observe_units(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        changes: &mut Vec<Change>,
    ) {
        let count = function.target.units.len();
        self.units.resize(count, LiveRange::default());
        let none = LiveRange::default();
        for number in 0..count {
            let unit = RegUnit::from_index(number);
            let now = live_intervals.cached_reg_unit(unit).unwrap_or(&none);
            if self.units[number] != *now {
                self.units[number] = now.clone();
                let range = Box::new(now.clone());
                changes.push(Change::Unit { unit, range });
            }
        }
    }
}

/// The numbers of the successors of a block.
fn succ_numbers(function: &MachineFunction, block: Block) -> impl Iterator<Item = u32> + '_ {
    let succs = function.blocks[block].succs.iter();
    succs.map(|succ| function.blocks[*succ].number)
}

fn is_same(old: &LiveInterval, now: &LiveInterval) -> bool {
    old.weight.to_bits() == now.weight.to_bits()
        && old.range() == now.range()
        && old.sub_ranges().eq(now.sub_ranges())
}

/// For each instruction of `now` whether it keeps its place: it was in `before`, and those of `before` that are still
/// there have kept their order. If they have not, none has kept its place.
fn stay_in_order(before: &[Inst], now: &[Inst], is_there: impl Fn(Inst) -> bool) -> Vec<bool> {
    let mut stays = vec![false; now.len()];
    let mut at = 0;
    for inst in before.iter().filter(|inst| is_there(**inst)) {
        match now[at..].iter().position(|other| other == inst) {
            Some(found) => {
                stays[at + found] = true;
                at += found + 1;
            }
            // It is in another block, or before instructions that it used to follow.
            None if now[..at].contains(inst) => return vec![false; now.len()],
            None => {}
        }
    }
    stays
}
