//! Spill weights and copy hints.
//!
//! The weight of an interval is how often its register is read and written, by block frequency, for each
//! slot that it occupies: the cost of spilling it relative to what that would free.

use avarice_liveness::{LiveInterval, LiveIntervals, SlotIndex};
use avarice_mir::{
    Block, BlockFrequencies, Inst, MachineFunction, MachineLoopInfo, Reg, TargetHooks, VReg,
};
use avarice_target::op;
use avarice_trace::events::{Event, WeightTerm};
use avarice_trace::{Log, event};
use smallvec::SmallVec;

use crate::inst_set::InstSet;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::{
    CopyOperands, VRegAccess, copy_operands, reg_insts, statepoint_description, vreg_access,
};

/// What the computation needs.
pub struct SpillWeights<'a, 'l> {
    /// The function.
    pub function: &'a MachineFunction,
    /// The target.
    pub hooks: &'a dyn TargetHooks,
    /// Liveness; weights are set there.
    pub live_intervals: &'a mut LiveIntervals,
    /// Assignments; hints are set there.
    pub map: &'a mut VirtRegMap,
    /// Loops.
    pub loops: &'a MachineLoopInfo,
    /// Block frequencies.
    pub frequencies: &'a BlockFrequencies,
    /// By register number: not to be allocated.
    pub reserved: &'a [bool],
    /// Scratch memory.
    pub insts: &'a mut RegInsts,
    /// Debug log, for events.
    pub log: &'a mut Log<'l>,
}

/// The instructions of a register.
#[derive(Debug, Default)]
pub struct RegInsts {
    list: Vec<Inst>,
    /// Those with several operands of the register that were met.
    met: InstSet,
}

/// A copy hint with its accumulated weight.
type Hint = (Reg, f32);

/// What the instructions of a register say.
struct Total {
    /// The frequency of all reads and writes.
    weight: f32,
    /// Copy hints, best first.
    hints: SmallVec<[Hint; 4]>,
    /// What each instruction adds, if events are recorded.
    terms: Vec<WeightTerm>,
}

impl SpillWeights<'_, '_> {
    /// Computes weight and hints of every virtual register.
    pub fn compute_all(&mut self) {
        for reg in self.function.vregs.keys() {
            if !self.function.is_unused(reg) && self.live_intervals.has_interval(reg) {
                self.compute(reg);
            }
        }
    }

    /// Computes weight and hints of one virtual register; an interval that can gain nothing from being
    /// spilled is made unspillable.
    pub fn compute(&mut self, reg: VReg) {
        let original = self.map.original(reg);
        let from_unspillable = self.live_intervals.has_interval(original)
            && !self.live_intervals.interval(original).is_spillable();
        if from_unspillable {
            self.live_intervals.interval_mut(reg).mark_not_spillable();
        }
        let spillable = self.live_intervals.interval(reg).is_spillable();
        let total = self.total_weight(reg, spillable);
        let mut weight = total.weight;
        if !total.hints.is_empty() {
            let hints = total.hints.iter();
            self.map.set_hints(reg, hints.map(|hint| hint.0));
            // Copies may disappear: slightly more worth keeping.
            weight *= 1.01;
        }
        if !spillable {
            self.record(reg, total, false);
            return;
        }
        let interval = self.live_intervals.interval(reg);
        let masks = self
            .live_intervals
            .reg_mask_slots()
            .iter()
            .map(|slot| slot.index);
        if interval.is_zero_length(&self.live_intervals.indexes)
            && !interval.live_at_any(masks)
            && !self.is_described(reg)
        {
            self.live_intervals.interval_mut(reg).mark_not_spillable();
            self.record(reg, total, false);
            return;
        }
        let rematerializable = self.is_rematerializable(interval);
        if rematerializable {
            weight *= 0.5;
        }
        // 25 instructions more, so that small intervals do not depend on gaps in the numbering.
        let size = interval.size() + 25 * SlotIndex::INST_DISTANCE;
        self.live_intervals.interval_mut(reg).weight = weight / size as f32;
        self.record(reg, total, rematerializable);
    }

    /// Whether a statepoint describes where the register is: a slot would do as well, and there may be more such
    /// registers than the machine has.
    fn is_described(&self, reg: VReg) -> bool {
        let function = self.function;
        function.reg_ops(reg).any(|op| {
            let inst = function.op(op).parent();
            inst.filter(|inst| function.opcode(*inst) == op::STATEPOINT)
                .is_some_and(|inst| statepoint_description(function, inst) <= function.op_index(op))
        })
    }

    /// Records the weight of a register.
    fn record(&mut self, reg: VReg, total: Total, rematerializable: bool) {
        event!(self.log, {
            let interval = self.live_intervals.interval(reg);
            Event::Weight {
                reg,
                terms: total.terms,
                total: total.weight,
                hints: total.hints.iter().map(|hint| hint.0).collect(),
                rematerializable,
                size: interval.size(),
                weight: interval.weight,
            }
        });
    }

    /// The frequency of all reads and writes, and the copy hints, best first.
    fn total_weight(&mut self, reg: VReg, spillable: bool) -> Total {
        let mut insts = std::mem::take(&mut self.insts.list);
        reg_insts(self.function, reg, &mut insts);
        self.insts.met.clear();
        let mut hints: SmallVec<[Hint; 4]> = SmallVec::new();
        let (mut total, mut terms) = (0.0, Vec::new());
        // The block of the last instruction, its frequency, and whether it leaves a loop.
        let mut current: Option<(Block, f64, bool)> = None;
        for &inst in &insts {
            let copy = copy_operands(self.function, self.hooks, inst);
            let identity = copy.is_some_and(|(dst, src)| dst == src);
            if identity || self.function.opcode(inst) == op::IMPLICIT_DEF {
                continue;
            }
            let used = vreg_access(self.function, inst, reg);
            // Only an instruction with several operands of the register can come up twice: they need not be
            // neighbours in the chain.
            if used.operands > 1 && !self.insts.met.insert(inst) {
                continue;
            }
            let mut weight = 1.0;
            if spillable && let Some(block) = self.function.inst_block(inst) {
                let (frequency, exiting) = match current {
                    Some((same, frequency, exiting)) if same == block => (frequency, exiting),
                    _ => (self.frequencies.relative(block), self.is_exiting(block)),
                };
                current = Some((block, frequency, exiting));
                let VRegAccess { reads, writes, .. } = used;
                let times = f64::from(u8::from(reads) + u8::from(writes));
                weight = (times * frequency) as f32;
                let interval = self.live_intervals.interval(reg);
                // Values that leave a loop by being live out are worth more in a register.
                if writes && exiting && self.live_intervals.is_live_out(interval, block) {
                    weight *= 3.0;
                }
                total += weight;
                if self.log.is_recording() {
                    terms.push(WeightTerm {
                        at: self.live_intervals.indexes.index(inst),
                        block: self.function.blocks[block].number,
                        reads,
                        writes,
                        frequency,
                        leaves_loop: weight > (times * frequency) as f32,
                        weight,
                    });
                }
            }
            if let Some(copy) = copy
                && let Some(hint) = self.copy_hint(copy, reg)
            {
                match hints.iter_mut().find(|(known, _)| *known == hint) {
                    Some((_, sum)) => *sum += weight,
                    None => hints.push((hint, weight)),
                }
            }
        }
        self.insts.list = insts;
        self.sort_hints(&mut hints);
        Total {
            weight: total,
            hints,
            terms,
        }
    }

    /// Drops hints at registers that are not allocated, and sorts the others: physical registers first, then the
    /// heaviest, then the smallest number.
    fn sort_hints(&self, hints: &mut SmallVec<[Hint; 4]>) {
        hints.retain(|(hint, _)| {
            hint.as_physical()
                .is_none_or(|phys| self.is_allocatable(phys))
        });
        hints.sort_by(|a, b| {
            let kind = b.0.is_physical().cmp(&a.0.is_physical());
            kind.then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
        });
    }

    /// Whether control can leave the innermost loop of `block` from it.
    fn is_exiting(&self, block: Block) -> bool {
        let succs = &self.function.blocks[block].succs;
        let id = self.loops.loop_of(block);
        id.is_some_and(|id| succs.iter().any(|succ| !self.loops.contains(id, *succ)))
    }

    fn is_allocatable(&self, reg: avarice_target::PhysReg) -> bool {
        let reserved = self.reserved.get(reg.index()).copied().unwrap_or(false);
        !reserved && self.function.target.reg(reg).allocatable
    }

    /// The register that would make a copy of `reg` superfluous.
    fn copy_hint(&self, copy: CopyOperands, reg: VReg) -> Option<Reg> {
        let ((dst, dst_sub), (src, src_sub)) = copy;
        let (sub, other, other_sub) = if dst == reg.into() {
            (dst_sub, src, src_sub)
        } else {
            (src_sub, dst, dst_sub)
        };
        if other.is_none() {
            return None;
        }
        let Some(phys) = other.as_physical() else {
            return (sub == other_sub).then_some(other);
        };
        let target = self.function.target;
        let class = self.function.class(reg);
        let phys = target.sub_reg(phys, other_sub);
        if target.class(class).contains(phys) {
            return Some(phys.into());
        }
        if sub.is_none() {
            return None;
        }
        let wider = target.matching_super_reg(phys, sub, class);
        (!wider.is_none()).then(|| wider.into())
    }

    /// Whether every value of the interval can be computed again.
    fn is_rematerializable(&self, interval: &LiveInterval) -> bool {
        let original = self.map.original(interval.reg());
        interval.values().iter().all(|value| {
            let mut value = *value;
            let mut reg = interval.reg();
            if value.is_unused() {
                return true;
            }
            loop {
                let inst = self.live_intervals.indexes.inst_at(value.def);
                let Some(inst) = inst.filter(|_| !value.is_phi_def()) else {
                    return false;
                };
                let Some(((dst, dst_sub), (src, src_sub))) =
                    copy_operands(self.function, self.hooks, inst)
                else {
                    return self
                        .hooks
                        .is_trivially_rematerializable(self.function, inst);
                };
                if !dst_sub.is_none() || !src_sub.is_none() {
                    return self
                        .hooks
                        .is_trivially_rematerializable(self.function, inst);
                }
                // Through copies between registers made from the same one.
                let sibling = src
                    .as_virtual()
                    .filter(|src| self.map.original(*src) == original);
                let Some(src) = sibling.filter(|_| dst == reg.into()) else {
                    return false;
                };
                let source = self.live_intervals.interval(src);
                let Some(id) = source.query(value.def).value_in else {
                    return false;
                };
                value = source.value(id);
                reg = src;
            }
        })
    }
}
