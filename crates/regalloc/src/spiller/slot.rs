//! Keeps a register in its slot: loads and stores around uses.

use avarice_liveness::{Segment, SlotIndex, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{Block, FrameIndex, Inst, MiFlags, Operand, OperandFlags, VReg};
use avarice_target::op;
use avarice_trace::events::Event;
use avarice_trace::{event, log};
use smallvec::SmallVec;

use super::Spiller;
use crate::greedy::insert_points::skip_phis_labels_debug;
use avarice_mir::inst_facts::{analyze_vreg, may_store};

impl Spiller<'_, '_, '_> {
    /// Keeps all registers in the slot.
    pub(super) fn spill_all(&mut self) {
        let slot = self.find_slot();
        self.slot = Some(slot);
        if self.original != self.edit.parent {
            self.edit.cx.map.set_slot(self.edit.parent, slot);
        }
        for at in 0..self.regs.len() {
            let reg = self.regs[at];
            self.merge_into_slot(reg, None);
        }
        self.write_slot("Merged spilled regs: ", "");
        for reg in self.regs.clone() {
            self.spill_around_uses(reg);
        }
        let regs = self.regs.clone();
        if !self.dead.is_empty() {
            log!(
                self.edit.cx.log,
                "Eliminating {} dead defs\n",
                self.dead.len()
            );
            self.edit.eliminate_dead_defs(&mut self.dead, &regs);
        }
        for reg in &regs {
            for inst in self.insts_of(*reg) {
                let cx = &mut self.edit.cx;
                cx.live_intervals.remove_inst(inst);
                cx.function.remove_inst(inst);
            }
        }
        for reg in regs {
            self.edit.erase_vreg(reg);
        }
    }

    /// The slot of the original register, made if it has none.
    fn find_slot(&mut self) -> FrameIndex {
        if let Some(slot) = self.slot {
            return slot;
        }
        let cx = &mut self.edit.cx;
        let row = cx.function.target.class(cx.function.class(self.original));
        let (size, align) = (u64::from(row.spill_size), u64::from(row.spill_align));
        let slot = cx.function.frame.create_spill_slot(size, align);
        cx.map.set_slot(self.original, slot);
        slot
    }

    /// Makes the slot in use where a register is live; with `value`, where it has that value.
    fn merge_into_slot(&mut self, reg: VReg, value: Option<VNInfoId>) {
        let Some(slot) = self.slot else { return };
        let cx = &mut self.edit.cx;
        cx.map.follow(cx.live_intervals.renumberings());
        let class = cx.function.class(self.original);
        let range = cx.live_intervals.interval(reg).range();
        let stack = cx.map.stack_interval(slot, class).range_mut();
        let only = VNInfoId::from_u32(0);
        match value {
            Some(value) => stack.merge_value_as_value(range, value, only),
            None => stack.merge_segments_as_value(range, only),
        }
    }

    /// Makes the slot in use in more segments, in any order; none of them is left in the list.
    fn add_to_slot(&mut self, segments: &mut SmallVec<[Segment; 8]>) {
        let Some(slot) = self.slot.filter(|_| !segments.is_empty()) else {
            return;
        };
        let cx = &mut self.edit.cx;
        cx.map.follow(cx.live_intervals.renumberings());
        let class = cx.function.class(self.original);
        cx.map.stack_interval(slot, class).add(segments);
        segments.clear();
    }

    fn write_slot(&mut self, what: &str, middle: &str) {
        let Some(slot) = self.slot.filter(|_| self.edit.cx.log.is_on()) else {
            return;
        };
        let cx = &mut self.edit.cx;
        let class = cx.function.class(self.original);
        let range = cx.map.stack_interval(slot, class).range();
        log!(
            cx.log,
            "{what}{middle}SS#{} {range}  weight:0.000000e+00\n",
            slot.0
        );
    }

    // ---- Uses ---------------------------------------------------------------------------------

    fn spill_around_uses(&mut self, reg: VReg) {
        log!(self.edit.cx.log, "spillAroundUses {reg}\n");
        for inst in self.insts_of(reg) {
            let there = self.edit.cx.function.inst_block(inst).is_some();
            if there && !self.snippet_copies.contains(&inst) && !self.coalesce_access(inst, reg) {
                self.spill_around(inst, reg);
            }
        }
    }

    /// Removes a load or store of the very slot.
    fn coalesce_access(&mut self, inst: Inst, reg: VReg) -> bool {
        if !self.is_access(inst, reg) {
            return false;
        }
        let cx = &self.edit.cx;
        let is_store = cx.hooks.is_load_from_slot(cx.function, inst).is_none();
        if let Some(slot) = self.slot.filter(|_| is_store) {
            self.hoister.remove(self.edit.cx.live_intervals, inst, slot);
        }
        self.write_inst("Coalescing stack access: ", inst);
        let cx = &mut self.edit.cx;
        cx.live_intervals.remove_inst(inst);
        cx.function.remove_inst(inst);
        true
    }

    /// Rewrites one instruction.
    fn spill_around(&mut self, inst: Inst, reg: VReg) {
        let cx = &mut self.edit.cx;
        let used = analyze_vreg(cx.function, inst, reg);
        if used.operands.is_empty() {
            return;
        }
        let mut at = cx.live_intervals.indexes.index(inst).reg_slot(false);
        let interval = cx.live_intervals.interval(reg);
        if let Some(value) = interval.value_at(at.reg_slot(true)) {
            let def = interval.value(value).def;
            if at.same_inst(def) {
                at = def;
            }
        }
        let other = self.copy_of(inst, reg);
        if let Some(sibling) = self.is_sibling(other) {
            if self.regs.contains(&sibling) {
                self.write_inst("Found new snippet copy: ", inst);
                self.snippet_copies.push(inst);
                return;
            }
            if used.writes {
                if self.hoist_in_block(reg, inst) {
                    // The value is in the slot already.
                    let def = self.edit.cx.function.operand_mut(inst, 0);
                    def.set(OperandFlags::DEAD, true);
                    self.dead.push(inst);
                    return;
                }
            } else if let Some(value) = self.sibling_interval(sibling).value_at(at) {
                // A reload for the sibling: it need not be stored again.
                self.eliminate_redundant_spills(sibling, value);
            }
        }
        if self.fold(reg, inst, &used, None) {
            return;
        }
        let new = self.edit.create_from(reg);
        if used.reads {
            self.insert_reload(inst, reg, new);
        }
        let cx = &mut self.edit.cx;
        let mut live_def = false;
        for operand in &used.operands {
            cx.function.set_reg(inst, *operand, new);
            let operand = cx.function.operand_mut(inst, *operand);
            if operand.is_def() {
                live_def |= !operand.has(OperandFlags::DEAD);
            } else if operand.tied_to().is_none() {
                operand.set(OperandFlags::KILL, true);
            }
        }
        if cx.log.is_on() {
            let slot = cx.live_intervals.indexes.index(inst).raw() | (at.raw() & 3);
            self.write_inst_at("\trewrite: ", SlotIndex::from_raw(slot), inst);
            log!(self.edit.cx.log, "\n");
        }
        if used.writes && live_def {
            self.insert_spill(inst, reg, new);
        }
    }

    fn access(&self, reg: VReg, kill: bool) -> Option<SlotAccess> {
        Some(SlotAccess {
            reg: reg.into(),
            slot: self.slot?,
            class: self.edit.cx.function.class(reg),
            kill,
        })
    }

    /// Loads `reg`, which stands for `of`, before an instruction.
    fn insert_reload(&mut self, before: Inst, of: VReg, reg: VReg) {
        let access = self.access(reg, false);
        let cx = &mut self.edit.cx;
        let (Some(access), Some(block)) = (access, cx.function.inst_block(before)) else {
            return;
        };
        let prev = cx.function.prev_inst(before);
        cx.hooks
            .load_from_slot(cx.function, InsertPoint::new(block, Some(before)), access);
        self.number_between(block, prev, Some(before));
        self.write_between("reload", Some(reg), block, prev, Some(before));
        let cx = &mut self.edit.cx;
        event!(cx.log, {
            let load = cx.function.prev_inst(before).unwrap_or(before);
            let (at, slot) = (cx.live_intervals.indexes.index(load), access.slot);
            Event::Reload { of, reg, at, slot }
        });
    }

    /// Stores `reg`, which stands for `of`, after an instruction.
    fn insert_spill(&mut self, after: Inst, of: VReg, reg: VReg) {
        let access = self.access(reg, true);
        let cx = &mut self.edit.cx;
        let (Some(access), Some(block)) = (access, cx.function.inst_block(after)) else {
            return;
        };
        let next = cx.function.next_inst(after);
        let def = cx.function.operand(after, 0);
        let is_real = cx.function.opcode(after) != op::IMPLICIT_DEF || !def.sub_reg().is_none();
        if is_real {
            cx.hooks
                .store_to_slot(cx.function, InsertPoint::new(block, next), access);
        } else {
            // Whatever is in the slot is as good as an undefined value.
            let kill = Operand::reg(reg).with(OperandFlags::KILL);
            let inst = cx.function.create_inst(op::KILL, &[kill]);
            cx.function.insert_at(InsertPoint::new(block, next), inst);
        }
        self.number_between(block, Some(after), next);
        self.ensure_intervals(block, Some(after), next);
        self.write_between("spill", None, block, Some(after), next);
        let cx = &mut self.edit.cx;
        event!(cx.log, {
            let store = cx.function.next_inst(after).unwrap_or(after);
            let (at, slot) = (cx.live_intervals.indexes.index(store), access.slot);
            Event::Store { of, reg, at, slot }
        });
        let function = &*self.edit.cx.function;
        let store = function.next_inst(after).filter(|_| is_real);
        if let Some(store) = store.filter(|store| function.next_inst(*store) == next) {
            self.add_mergeable(store);
        }
    }

    /// Computes the intervals of what instructions between two others define.
    fn ensure_intervals(&mut self, block: Block, prev: Option<Inst>, end: Option<Inst>) {
        let cx = &mut self.edit.cx;
        let mut cursor = cx.function.next_or_first(block, prev);
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != end) {
            for at in 0..cx.function.num_operands(inst) {
                let operand = *cx.function.operand(inst, at);
                if let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) {
                    cx.live_intervals.ensure_interval(cx.function, reg);
                }
            }
            cursor = cx.function.next_inst(inst);
        }
    }

    /// Remembers a store that may be merged with others of the same value.
    pub(super) fn add_mergeable(&mut self, store: Inst) {
        if let Some(slot) = self.slot {
            let live_intervals = &mut *self.edit.cx.live_intervals;
            live_intervals.ensure_interval(self.edit.cx.function, self.original);
            self.hoister.add(live_intervals, store, slot, self.original);
        }
    }

    // ---- Siblings -----------------------------------------------------------------------------

    /// `copy` defines the register to be spilled from a sibling that ends there and is defined in the same
    /// block: stores the sibling right after its definition instead.
    fn hoist_in_block(&mut self, reg: VReg, copy: Inst) -> bool {
        let cx = &mut self.edit.cx;
        let at = cx.live_intervals.indexes.index(copy);
        debug_assert!(
            cx.live_intervals
                .interval(reg)
                .value_at(at.reg_slot(false))
                .is_some()
        );
        let Some(source) = cx.function.operand(copy, 1).as_reg().as_virtual() else {
            return false;
        };
        let interval = cx.live_intervals.interval(source);
        let Some(value) = interval.value_at(at) else {
            return false;
        };
        let def = interval.value(value).def;
        let block = cx.live_intervals.indexes.block_at(def);
        if cx.function.inst_block(copy) != Some(block) || !interval.query(at).is_kill {
            return false;
        }
        let original = cx.live_intervals.interval(self.original);
        if let Some(id) = original.value_at(at) {
            self.merge_into_slot(self.original, Some(id));
            if self.edit.cx.log.is_on() {
                let text = format!("\tmerged orig valno {}: ", id.as_u32());
                self.write_slot(&text, "");
            }
        }
        self.eliminate_redundant_spills(source, value);
        let cx = &mut self.edit.cx;
        let def = cx.live_intervals.interval(source).value(value).def;
        let before = if def.is_block() {
            skip_phis_labels_debug(cx.function, block)
        } else {
            let inst = cx.live_intervals.indexes.inst_at(def);
            inst.and_then(|inst| cx.function.next_inst(inst))
        };
        let prev = match before {
            Some(before) => cx.function.prev_inst(before),
            None => cx.function.blocks[block].last.expand(),
        };
        let Some(access) = self.access(source, false) else {
            return false;
        };
        let cx = &mut self.edit.cx;
        cx.hooks
            .store_to_slot(cx.function, InsertPoint::new(block, before), access);
        self.number_between(block, prev, before);
        self.ensure_intervals(block, prev, before);
        let cx = &self.edit.cx;
        let store = match before {
            Some(before) => cx.function.prev_inst(before),
            None => cx.function.blocks[block].last.expand(),
        };
        let Some(store) = store else { return true };
        let def = cx.live_intervals.interval(source).value(value).def;
        self.write_inst_at("\thoisted: ", def, store);
        self.record_hoisted(source, def, access.slot);
        if self.edit.cx.function.prev_inst(store) == prev {
            self.add_mergeable(store);
        }
        true
    }

    fn record_hoisted(&mut self, reg: VReg, at: SlotIndex, slot: FrameIndex) {
        event!(self.edit.cx.log, Event::HoistedStore { reg, at, slot });
    }

    /// A value of a sibling is in the slot: removes stores of it and of copies of it.
    fn eliminate_redundant_spills(&mut self, reg: VReg, value: VNInfoId) {
        let mut work_list: SmallVec<[(VReg, VNInfoId); 8]> = SmallVec::from_slice(&[(reg, value)]);
        // Segments that the slot gets at the end of this call, together. Where many calls bring one each, as with
        // thousands of predecessors, each still moves what the slot has.
        let mut single: SmallVec<[Segment; 8]> = SmallVec::new();
        while let Some((reg, value)) = work_list.pop() {
            let cx = &mut self.edit.cx;
            let interval = cx.live_intervals.interval(reg);
            let def = interval.value(value).def;
            let number = value.as_u32();
            log!(
                cx.log,
                "Checking redundant spills for {number}@{def} in {interval}\n"
            );
            if self.regs.contains(&reg) {
                continue;
            }
            let only_segment = self.only_segment(reg, value);
            match only_segment {
                Some(segment) => single.push(segment),
                None => self.merge_into_slot(reg, Some(value)),
            }
            if self.edit.cx.log.is_on() {
                self.add_to_slot(&mut single);
                self.write_slot("Merged to stack int: ", "");
            }
            if let Some(segment) = only_segment
                && let Some(reader) = self.reader_in(reg, segment)
            {
                if let Some(inst) = reader {
                    self.eliminate_spill_in(inst, reg, value, &mut work_list);
                }
                continue;
            }
            for inst in self.insts_reading(reg) {
                self.eliminate_spill_in(inst, reg, value, &mut work_list);
            }
        }
        self.add_to_slot(&mut single);
    }

    /// The segment of a value that is live in no other block than that of its definition; `None` too if that is
    /// not easy to see.
    fn only_segment(&self, reg: VReg, value: VNInfoId) -> Option<Segment> {
        const FEW: usize = 8;
        let cx = &self.edit.cx;
        let interval = cx.live_intervals.interval(reg);
        let def = interval.value(value).def;
        let segment = interval.segments()[interval.segment_at(def)?];
        let indexes = &cx.live_intervals.indexes;
        let block = indexes.block_at(def);
        let end = indexes.block_end(block);
        if segment.value != value || segment.start != def || segment.end > end {
            return None;
        }
        let succs = &cx.function.blocks[block].succs;
        let enters = |succ: &Block| interval.value_at(indexes.block_start(*succ)) == Some(value);
        let stays = segment.end < end || succs.len() <= FEW && !succs.iter().any(enters);
        stays.then_some(segment)
    }

    /// Looks for copies and stores that read `reg` in a part of a block. `None` if there are several, or the
    /// part is not small.
    fn reader_in(&self, reg: VReg, part: Segment) -> Option<Option<Inst>> {
        const SMALL: usize = 32;
        let bundled = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
        let cx = &self.edit.cx;
        let indexes = &cx.live_intervals.indexes;
        let mut cursor = if part.start.is_block() {
            let block = indexes.block_at(part.start);
            cx.function.blocks[block].first.expand()
        } else {
            cx.function.next_inst(indexes.inst_at(part.start)?)
        };
        let mut reader = None;
        for _ in 0..SMALL {
            let Some(inst) = cursor else {
                return Some(reader);
            };
            cursor = cx.function.next_inst(inst);
            if cx.function.insts[inst].flags.intersects(bundled) {
                return None;
            }
            match indexes.get(inst) {
                Some(index) if index >= part.end => return Some(reader),
                Some(_) => {}
                // A debug instruction.
                None => continue,
            }
            if !may_store(cx.function, inst) && !cx.hooks.is_copy(cx.function, inst) {
                continue;
            }
            let mut operands = cx.function.operands(inst).iter();
            let reads = operands.any(|operand| operand.is_use() && operand.as_reg() == reg.into());
            if reads && reader.replace(inst).is_some() {
                return None;
            }
        }
        None
    }

    /// Instructions that use a register, in the order of its chain.
    fn insts_reading(&self, reg: VReg) -> Vec<Inst> {
        let function = &*self.edit.cx.function;
        let mut insts: Vec<Inst> = Vec::new();
        for op in function.non_debug_uses(reg) {
            let inst = function.op_inst(op);
            if insts.last() != Some(&inst) {
                insts.push(inst);
            }
        }
        insts
    }

    fn eliminate_spill_in(
        &mut self,
        inst: Inst,
        reg: VReg,
        value: VNInfoId,
        work_list: &mut SmallVec<[(VReg, VNInfoId); 8]>,
    ) {
        let cx = &self.edit.cx;
        let is_copy = cx.hooks.is_copy(cx.function, inst);
        if !is_copy && !may_store(cx.function, inst) {
            return;
        }
        let at = cx.live_intervals.indexes.index(inst);
        if cx.live_intervals.interval(reg).value_at(at) != Some(value) {
            return;
        }
        let other = self.copy_of(inst, reg);
        if !other.is_none() {
            if let Some(sibling) = self.is_sibling(other)
                && let Some(copied) = self.sibling_interval(sibling).value_at(at.reg_slot(false))
            {
                work_list.push((sibling, copied));
            }
            return;
        }
        let cx = &self.edit.cx;
        let store = cx.hooks.is_store_to_slot(cx.function, inst);
        if let Some((stored, slot)) = store
            && stored == reg.into()
            && Some(slot) == self.slot
        {
            self.write_inst_at("Redundant spill ", at, inst);
            event!(self.edit.cx.log, Event::RedundantStore { reg, at, slot });
            // A store is never dead: a KILL can be.
            self.edit.cx.function.set_opcode(inst, op::KILL);
            self.dead.push(inst);
            self.hoister.remove(self.edit.cx.live_intervals, inst, slot);
        }
    }
}
