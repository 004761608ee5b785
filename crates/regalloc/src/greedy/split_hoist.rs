//! Fewer copies to the complement.
//!
//! If the complement is memory, each copy to it is a store. A value of the parent that is copied more than
//! once needs only one copy, at a place that dominates all of them, if that is not executed more often.

use avarice_liveness::{SlotIndex, VNInfoId};
use avarice_mir::Block;
use avarice_mir::InsertPoint;
use avarice_trace::log;
use cranelift_entity::EntityRef;

use super::dominated_copies::{ValueCopy, dominated};
use super::frequency::Frequency;
use super::reg_assign::SplitInterval;
use super::split_editor::{Pin, SpillMode, SplitEditor};
use super::split_values::Mapping;
use avarice_mir::inst_facts::{is_debug_or_probe, vreg_access};

/// The block that dominates all copies of a parent value, and where a copy in it dominates the others.
#[derive(Clone, Copy)]
struct Nearest {
    block: Option<Block>,
    def: Pin,
    cost: Frequency,
    /// Hoisting costs more than it saves.
    keep: bool,
}

impl SplitEditor<'_, '_, '_> {
    /// Hoists copies to the complement, and removes those that others make superfluous.
    pub(super) fn hoist_copies(&mut self) {
        let count = self.parent_range().values().len();
        let mut nearest: Vec<Nearest> = Vec::with_capacity(count);
        for _ in 0..count {
            nearest.push(Nearest {
                block: None,
                def: self.pin(SlotIndex::NONE),
                cost: Frequency::ZERO,
                keep: false,
            });
        }
        self.find_nearest(&mut nearest);
        for (at, dom) in nearest.iter_mut().enumerate() {
            self.insert_hoisted(VNInfoId::new(at), dom);
        }
        let mut back_copies: Vec<VNInfoId> = Vec::new();
        for value in self.complement_values() {
            let Some((def, parent_value)) = self.complement_value(value) else {
                continue;
            };
            let dom = &nearest[parent_value.index()];
            if dom.block.is_none() || self.at(dom.def) == def || dom.keep {
                continue;
            }
            back_copies.push(value);
            self.force_recompute(SplitInterval::COMPLEMENT, parent_value);
        }
        if self.state.mode == SpillMode::Speed && nearest.iter().any(|dom| dom.keep) {
            self.find_dominated(&nearest, &mut back_copies);
        }
        self.remove_back_copies(&back_copies);
    }

    fn complement_values(&self) -> impl Iterator<Item = VNInfoId> + use<> {
        let live_intervals = &self.edit.cx.live_intervals;
        live_intervals
            .interval(self.reg(SplitInterval::COMPLEMENT))
            .value_ids()
    }

    /// Where a value of the complement is defined and which value of the parent it is.
    fn complement_value(&self, value: VNInfoId) -> Option<(SlotIndex, VNInfoId)> {
        let interval = self
            .edit
            .cx
            .live_intervals
            .interval(self.reg(SplitInterval::COMPLEMENT));
        let info = interval.value(value);
        if info.is_unused() {
            return None;
        }
        let parent = self.parent_range().value_at(info.def);
        debug_assert!(parent.is_some(), "parent is not live at {}", info.def);
        Some((info.def, parent?))
    }

    /// Finds the nearest common dominator of the copies of each parent value.
    fn find_nearest(&mut self, nearest: &mut [Nearest]) {
        for value in self.complement_values() {
            let Some((def, parent_value)) = self.complement_value(value) else {
                continue;
            };
            if self.edit.did_rematerialize(parent_value) {
                continue;
            }
            let cx = &self.edit.cx;
            let block = cx.live_intervals.indexes.block_at(def);
            let parent_def = self.parent_range().value(parent_value).def;
            let dom = &mut nearest[parent_value.index()];
            if def == parent_def {
                log!(self.log(), "Direct complement def at {def}\n");
                dom.block = Some(block);
                self.set_pin(dom.def, def);
                continue;
            }
            if let Some(Mapping::Simple(_)) = self.mapping(SplitInterval::COMPLEMENT, parent_value)
            {
                log!(self.log(), "Single complement def at {def}\n");
                continue;
            }
            self.meet(dom, block, def);
            if self.edit.cx.log.is_on() {
                let number = dom.block.map_or(0, |block| self.block_number(block));
                let (value, parent) = (value.as_u32(), parent_value.as_u32());
                let at = self.at(dom.def);
                log!(
                    self.log(),
                    "Multi-mapped complement {value}@{def} for parent {parent}@{parent_def} hoist to %bb.{number} {at}\n"
                );
            }
        }
    }

    /// Takes in one more copy.
    fn meet(&mut self, dom: &mut Nearest, block: Block, def: SlotIndex) {
        let Some(known) = dom.block else {
            dom.block = Some(block);
            self.set_pin(dom.def, def);
            return;
        };
        if known == block {
            if self.at(dom.def).is_none() || def < self.at(dom.def) {
                self.set_pin(dom.def, def);
            }
            return;
        }
        let cx = &self.edit.cx;
        let near = cx
            .live_intervals
            .dominators
            .nearest_common_dominator(known, block);
        dom.cost += Frequency(cx.frequencies.frequency(block));
        if near == Some(block) {
            dom.block = near;
            self.set_pin(dom.def, def);
        } else if near != Some(known) {
            dom.block = near;
            self.set_pin(dom.def, SlotIndex::NONE);
        }
    }

    /// Inserts a copy in the dominating block if there is none and that pays.
    fn insert_hoisted(&mut self, value: VNInfoId, dom: &mut Nearest) {
        let Some(block) = dom.block.filter(|_| self.at(dom.def).is_none()) else {
            return;
        };
        let def = self.parent_range().value(value).def;
        let def_block = self.edit.cx.live_intervals.indexes.block_at(def);
        let block = self.shallow_dominator(block, def_block);
        dom.block = Some(block);
        let frequency = Frequency(self.edit.cx.frequencies.frequency(block));
        if self.state.mode == SpillMode::Speed && frequency > dom.cost {
            dom.keep = true;
            return;
        }
        let last = self.last_split_point(block);
        if last <= def {
            dom.keep = true;
            return;
        }
        let before = self.last_split_inst(block);
        let at = InsertPoint::new(block, before);
        let copy = self.def_from_parent(SplitInterval::COMPLEMENT, value, last, at);
        self.set_pin(dom.def, copy);
    }

    /// The least deeply nested block that dominates `block` and is dominated by `def_block`.
    fn shallow_dominator(&mut self, mut block: Block, def_block: Block) -> Block {
        if block == def_block {
            return block;
        }
        let cx = &mut self.edit.cx;
        let number = |block: Block| cx.function.blocks[block].number;
        let dominators = &cx.live_intervals.dominators;
        let def_loop = cx.loops.loop_of(def_block);
        let def_number = number(def_block);
        let mut best = (block, u32::MAX);
        loop {
            let at = number(block);
            let Some(inner) = cx.loops.loop_of(block) else {
                log!(
                    cx.log,
                    "Def in %bb.{def_number} dominates %bb.{at} at depth 0\n"
                );
                return block;
            };
            if Some(inner) == def_loop {
                log!(
                    cx.log,
                    "Def in %bb.{def_number} dominates %bb.{at} in the same loop\n"
                );
                return block;
            }
            let depth = cx.loops.depth(inner);
            if depth < best.1 {
                best = (block, depth);
                log!(
                    cx.log,
                    "Def in %bb.{def_number} dominates %bb.{at} at depth {depth}\n"
                );
            }
            let outside = dominators.idom(cx.loops.header(inner));
            match outside.filter(|idom| dominators.dominates(def_block, *idom)) {
                Some(outside) => block = outside,
                None => return best.0,
            }
        }
    }

    /// Adds copies that another copy of the same value dominates, for values that are not hoisted.
    fn find_dominated(&mut self, nearest: &[Nearest], back_copies: &mut Vec<VNInfoId>) {
        let mut copies: Vec<(VNInfoId, ValueCopy)> = Vec::new();
        for value in self.complement_values() {
            if let Some((def, parent_value)) = self.complement_value(value)
                && nearest[parent_value.index()].keep
            {
                let block = self.edit.cx.live_intervals.indexes.block_at(def);
                copies.push((parent_value, ValueCopy { value, def, block }));
            }
        }
        copies.sort_by_key(|(parent_value, _)| *parent_value);
        let mut equal: Vec<ValueCopy> = Vec::new();
        for group in copies.chunk_by(|a, b| a.0 == b.0) {
            equal.clear();
            equal.extend(group.iter().map(|(_, copy)| *copy));
            let before = back_copies.len();
            dominated(&equal, &self.edit.cx.live_intervals.dominators, back_copies);
            if back_copies.len() > before {
                self.force_recompute(SplitInterval::COMPLEMENT, group[0].0);
            }
        }
    }

    /// Removes copies to the complement.
    fn remove_back_copies(&mut self, copies: &[VNInfoId]) {
        log!(self.log(), "Removing {} back-copies.\n", copies.len());
        let reg = self.reg(SplitInterval::COMPLEMENT);
        for value in copies {
            let cx = &mut self.edit.cx;
            let def = cx.live_intervals.interval(reg).value(*value).def;
            let Some(inst) = cx.live_intervals.indexes.inst_at(def) else {
                continue;
            };
            if cx.log.is_on() {
                log!(cx.log, "Removing {def}\t");
                cx.log.write_inst(cx.function, inst);
            }
            let before = std::iter::successors(cx.function.prev_inst(inst), |inst| {
                cx.function.prev_inst(*inst)
            });
            let before = before
                .into_iter()
                .find(|inst| !is_debug_or_probe(cx.function, *inst));
            cx.live_intervals.remove_vreg_def_at(reg, def);
            cx.live_intervals.remove_inst(inst);
            cx.function.remove_inst(inst);
            self.shorten_before(def, before);
        }
    }

    /// A copy at `def` is gone: what ended there ends at the instruction before, if that reads the parent.
    fn shorten_before(&mut self, def: SlotIndex, before: Option<avarice_mir::Inst>) {
        let prev = self.edit.cx.live_intervals.indexes.prev_slot(def);
        let position = self.state.assign.find(prev);
        let Some(part) = self.state.assign.parts().get(position).copied() else {
            return;
        };
        if part.start >= def || part.stop != def {
            return;
        }
        let cx = &self.edit.cx;
        let kill = before.map(|inst| (inst, cx.live_intervals.indexes.index(inst).reg_slot(false)));
        let parent = self.edit.parent;
        let simple = kill.filter(|(inst, kill)| {
            vreg_access(cx.function, *inst, parent).reads && *kill > part.start
        });
        match simple {
            Some((inst, kill)) => {
                let cx = &mut self.edit.cx;
                if cx.log.is_on() {
                    log!(cx.log, "  move kill to {kill}\t");
                    cx.log.write_inst(cx.function, inst);
                }
                self.state.assign.set_stop(position, kill);
            }
            None => {
                let interval = part.interval;
                log!(
                    self.log(),
                    "  cannot find simple kill of RegIdx {interval}\n"
                );
                if let Some(value) = self.parent_range().value_at(def) {
                    self.force_recompute(interval, value);
                }
            }
        }
    }
}
