//! Merges stores of equal values after allocation.
//!
//! All stores of one value of an original register to its slot are interchangeable. Going up the dominator
//! tree from the stores to the block of the definition, the stores below a block are replaced by one in it
//! where that costs less and a register with the value is available:
//!
//! ```text
//!        def               def                    frequency of B < those of C and D together
//!         B                 B: store
//!        / \        ──▶    / \
//!   C: store  D: store    C   D
//! ```

use avarice_liveness::{LiveIntervals, LiveRange, Renumberings, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    Block, BranchProbability, FrameIndex, Inst, MachineFunction, OperandFlags, VReg,
};
use avarice_target::op;
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use crate::greedy::frequency::Frequency;
use crate::greedy::insert_points::InsertPoints;
use crate::live_range_edit::{EditContext, EditEvents, LiveRangeEdit};
use avarice_machine::virt_reg_map::VirtRegMap;

/// Stores of one value of an original register to its slot.
#[derive(Debug)]
struct EqualStores {
    slot: FrameIndex,
    value: Option<VNInfoId>,
    stores: Vec<Inst>,
}

/// The original register of a slot, as it was when first stored: it may be gone when stores are merged.
#[derive(Debug)]
struct Origin {
    reg: VReg,
    range: LiveRange,
    /// By value of the range: one more than the number of the group of its stores, 0 if there is none.
    groups: Vec<u32>,
    /// Likewise for stores of no value.
    no_value: u32,
}

/// What is known about a block in one group of stores.
#[derive(Clone, Debug, Default)]
struct Node {
    stamp: u32,
    /// The first store of the block.
    store: Option<Inst>,
    /// It is on a way from a store to the definition.
    in_work_set: bool,
    /// A store stays here, or (from this register) will be inserted.
    keep: Option<Option<VReg>>,
    /// Where stores are in the subtree, and how often they run.
    below: Option<(SmallVec<[Block; 4]>, Frequency)>,
}

/// Collects stores while registers are spilled, and merges them at the end.
#[derive(Debug, Default)]
pub struct SpillHoister {
    /// By slot.
    origins: Vec<Option<Origin>>,
    groups: Vec<EqualStores>,
    /// By store: its group and one more than its place there, if it is in one.
    places: SecondaryMap<Inst, (u32, u32)>,
    insert_points: InsertPoints,
    nodes: SecondaryMap<Block, Node>,
    stamp: u32,
    /// Registers with definitions that were made from others: (original, register).
    siblings: Vec<(VReg, VReg)>,
    followed: usize,
}

/// Says that allocation is over: registers keep their assignment when their intervals change.
#[derive(Debug)]
pub struct AfterAllocation;

impl EditEvents for AfterAllocation {
    fn is_allocating(&self) -> bool {
        false
    }

    fn requeue(
        &mut self,
        _: &MachineFunction,
        _: &LiveIntervals,
        _: &VirtRegMap,
        _: VReg,
        _: &mut Log<'_>,
    ) {
    }

    fn cloned(&mut self, map: &mut VirtRegMap, new: VReg, old: VReg) {
        if map.has_phys(old) {
            map.assign(new, map.phys(old));
        } else if let Some(slot) = map.slot(old) {
            map.set_slot(new, slot);
        }
    }
}

impl SpillHoister {
    /// Begins a function.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.origins.clear();
        self.groups.clear();
        self.places.clear();
        self.insert_points.begin_function(function);
        self.nodes.clear();
        self.nodes.resize(function.blocks.len());
        self.stamp = 0;
        self.siblings.clear();
        self.followed = 0;
    }

    fn follow(&mut self, renumberings: &Renumberings) {
        if self.followed == renumberings.len() {
            return;
        }
        let renumbering = renumberings.since(self.followed);
        for origin in self.origins.iter_mut().flatten() {
            origin.range.renumber_inside(&renumbering);
        }
        self.followed = renumberings.len();
    }

    fn origin(&self, slot: FrameIndex) -> Option<&Origin> {
        self.origins.get(slot.0.max(0) as usize)?.as_ref()
    }

    /// The number of the group of a store.
    fn group(
        &mut self,
        live_intervals: &LiveIntervals,
        store: Inst,
        slot: FrameIndex,
    ) -> Option<u32> {
        self.follow(live_intervals.renumberings());
        let at = live_intervals.indexes.index(store).reg_slot(false);
        let origin = self.origins.get_mut(slot.0.max(0) as usize)?.as_mut()?;
        let value = origin.range.value_at(at);
        let group = match value {
            Some(value) => &mut origin.groups[value.index()],
            None => &mut origin.no_value,
        };
        if *group == 0 {
            self.groups.push(EqualStores {
                slot,
                value,
                stores: Vec::new(),
            });
            *group = self.groups.len() as u32;
        }
        Some(*group - 1)
    }

    /// Remembers a store of a register made from `original`.
    pub fn add(
        &mut self,
        live_intervals: &LiveIntervals,
        store: Inst,
        slot: FrameIndex,
        original: VReg,
    ) {
        self.follow(live_intervals.renumberings());
        if self.origin(slot).is_none() {
            let number = slot.0.max(0) as usize;
            if number >= self.origins.len() {
                self.origins.resize_with(number + 1, || None);
            }
            let range = live_intervals.interval(original).range().clone();
            self.origins[number] = Some(Origin {
                reg: original,
                groups: vec![0; range.values().len()],
                range,
                no_value: 0,
            });
        }
        let Some(group) = self.group(live_intervals, store, slot) else {
            return;
        };
        let (known, place) = self.places[store];
        if place == 0 || known != group {
            let stores = &mut self.groups[group as usize].stores;
            stores.push(store);
            self.places[store] = (group, stores.len() as u32);
        }
    }

    /// Forgets a store.
    pub fn remove(&mut self, live_intervals: &LiveIntervals, store: Inst, slot: FrameIndex) {
        let Some(group) = self.group(live_intervals, store, slot) else {
            return;
        };
        let (known, place) = self.places[store];
        if place == 0 || known != group {
            return;
        }
        self.places[store] = (0, 0);
        let stores = &mut self.groups[group as usize].stores;
        stores.swap_remove(place as usize - 1);
        if let Some(moved) = stores.get(place as usize - 1) {
            self.places[*moved] = (group, place);
        }
    }

    fn node(&mut self, block: Block) -> &mut Node {
        let node = &mut self.nodes[block];
        if node.stamp != self.stamp {
            *node = Node {
                stamp: self.stamp,
                ..Node::default()
            };
        }
        node
    }

    // ---- Merging ------------------------------------------------------------------------------

    /// Merges stores of equal values, when allocation is over.
    pub fn hoist_all(&mut self, mut cx: EditContext<'_, '_>) {
        self.find_siblings(cx.function, cx.map);
        for at in 0..self.groups.len() {
            let group = &mut self.groups[at];
            if group.stores.is_empty() {
                continue;
            }
            let stores = std::mem::take(&mut group.stores);
            let (slot, value) = (group.slot, group.value);
            if let Some(value) = value {
                self.hoist_group(&mut cx, slot, value, stores);
            }
        }
    }

    fn find_siblings(&mut self, function: &MachineFunction, map: &VirtRegMap) {
        self.siblings.clear();
        for reg in function.vregs.keys() {
            let original = map.original(reg);
            if original != reg && function.defs(reg).next().is_some() {
                self.siblings.push((original, reg));
            }
        }
        self.siblings.sort_unstable();
    }

    fn hoist_group(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        value: VNInfoId,
        mut stores: Vec<Inst>,
    ) {
        let before = stores.len();
        let write_blocks = |cx: &mut EditContext<'_, '_>, what: &str, insts: &[Inst]| {
            log!(cx.log, "{what}");
            for inst in insts {
                if let Some(block) = cx.function.inst_block(*inst) {
                    log!(cx.log, "{} ", cx.function.blocks[block].number);
                }
            }
            log!(cx.log, "\n");
        };
        if cx.log.is_on() {
            let number = value.as_u32();
            log!(cx.log, "\nFor Slot{} and VN{number}:\n", slot.0);
            write_blocks(cx, "Equal spills in BB: ", &stores);
        }
        let mut removed: Vec<Inst> = Vec::new();
        let inserted = self.choose_blocks(cx, slot, value, &mut stores, &mut removed);
        if cx.log.is_on() {
            log!(cx.log, "Finally inserted spills in BB: ");
            for (block, _) in &inserted {
                log!(cx.log, "{} ", cx.function.blocks[*block].number);
            }
            log!(cx.log, "\n");
            write_blocks(cx, "Finally removed spills in BB: ", &removed);
        }
        if inserted.is_empty() && removed.is_empty() {
            return;
        }
        self.follow(cx.live_intervals.renumberings());
        cx.map.follow(cx.live_intervals.renumberings());
        let Some(origin) = self.origin(slot) else {
            return;
        };
        let class = cx.function.class(origin.reg);
        let stack = cx.map.stack_interval(slot, class).range_mut();
        stack.merge_value_as_value(&origin.range, value, VNInfoId::from_u32(0));
        let after = before + inserted.len() - removed.len().min(before);
        for (block, reg) in inserted {
            self.insert_store(cx, slot, block, reg);
        }
        remove_stores(cx, removed);
        event!(
            cx.log,
            cx.function,
            cx.live_intervals,
            Event::MergedStores {
                slot,
                before: before as u32,
                after: after as u32,
            }
        );
    }

    fn insert_store(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        block: Block,
        reg: VReg,
    ) {
        let Some(before) = self.with_origin(cx, slot, |points, cx, interval| {
            points.last_inst(cx.function, cx.live_intervals, interval, block)
        }) else {
            return;
        };
        let prev = match before {
            Some(before) => cx.function.prev_inst(before),
            None => cx.function.blocks[block].last.expand(),
        };
        let access = SlotAccess {
            reg: reg.into(),
            slot,
            class: cx.function.class(reg),
            kill: false,
        };
        cx.hooks
            .store_to_slot(cx.function, InsertPoint::new(block, before), access);
        let mut cursor = cx.function.next_or_first(block, prev);
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != before) {
            cx.live_intervals.insert_inst(cx.function, inst, false);
            cursor = cx.function.next_inst(inst);
        }
    }

    /// Calls `work` with the insertion points and an interval like that of a slot's original register.
    fn with_origin<T>(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        work: impl FnOnce(
            &mut InsertPoints,
            &mut EditContext<'_, '_>,
            &avarice_liveness::LiveInterval,
        ) -> T,
    ) -> Option<T> {
        self.follow(cx.live_intervals.renumberings());
        let origin = self.origin(slot)?;
        let mut interval = avarice_liveness::LiveInterval::new(origin.reg);
        interval.range_mut().clone_from(&origin.range);
        Some(work(&mut self.insert_points, cx, &interval))
    }

    // ---- Choosing blocks ----------------------------------------------------------------------

    /// Decides where stores go. Returns blocks that get one, by number, with the register to store;
    /// superfluous ones are added to `removed`.
    fn choose_blocks(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        value: VNInfoId,
        stores: &mut Vec<Inst>,
        removed: &mut Vec<Inst>,
    ) -> Vec<(Block, VReg)> {
        self.stamp += 1;
        self.keep_first_in_block(cx, stores, removed);
        self.follow(cx.live_intervals.renumberings());
        let Some(origin) = self.origin(slot) else {
            return Vec::new();
        };
        let root = cx
            .live_intervals
            .indexes
            .block_at(origin.range.value(value).def);
        let order = self.visit_order(cx, root, stores, removed);
        for block in order.iter().rev() {
            self.visit(cx, slot, value, *block, removed);
        }
        let mut inserted: Vec<(Block, VReg)> = Vec::new();
        for block in &order {
            if let Some(Some(reg)) = self.node(*block).keep {
                inserted.push((*block, reg));
            }
        }
        inserted.sort_unstable_by_key(|(block, _)| cx.function.blocks[*block].number);
        inserted
    }

    /// Of several stores in a block only the first stays.
    fn keep_first_in_block(
        &mut self,
        cx: &EditContext<'_, '_>,
        stores: &mut Vec<Inst>,
        removed: &mut Vec<Inst>,
    ) {
        for store in stores.iter().copied() {
            let Some(block) = cx.function.inst_block(store) else {
                continue;
            };
            let node = self.node(block);
            let Some(other) = node.store else {
                node.store = Some(store);
                continue;
            };
            let indexes = &cx.live_intervals.indexes;
            let later = indexes.index(store) > indexes.index(other);
            let (gone, kept) = if later {
                (store, other)
            } else {
                (other, store)
            };
            removed.push(gone);
            node.store = Some(kept);
        }
        for gone in removed.iter() {
            if let Some(at) = stores.iter().position(|store| store == gone) {
                stores.swap_remove(at);
            }
        }
    }

    /// The blocks between the definition and the stores, each after those that dominate it. Stores that
    /// another dominates are superfluous.
    fn visit_order(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        root: Block,
        stores: &[Inst],
        removed: &mut Vec<Inst>,
    ) -> Vec<Block> {
        let dominators = &cx.live_intervals.dominators;
        let above_root = dominators.idom(root);
        let mut path: Vec<Block> = Vec::new();
        for store in stores {
            let Some(block) = cx.function.inst_block(*store) else {
                continue;
            };
            path.clear();
            let mut superfluous = false;
            let mut cursor = Some(block);
            while let Some(at) = cursor.filter(|_| cursor != above_root) {
                let node = self.node(at);
                if at != block && node.store.is_some() {
                    superfluous = true;
                    break;
                }
                if node.in_work_set {
                    break;
                }
                path.push(at);
                cursor = dominators.idom(at);
            }
            if superfluous {
                removed.extend(self.node(block).store);
                continue;
            }
            self.node(block).keep = Some(None);
            for at in &path {
                self.node(*at).in_work_set = true;
            }
        }
        let mut order: Vec<Block> = vec![root];
        let mut at = 0;
        while at < order.len() {
            for child in dominators.children(order[at]) {
                if self.node(*child).in_work_set {
                    order.push(*child);
                }
            }
            at += 1;
        }
        if cx.log.is_on() {
            log!(cx.log, "Orders size is {}\n", order.len());
            for block in order.iter().rev() {
                log!(cx.log, "BB{},", cx.function.blocks[*block].number);
            }
            log!(cx.log, "\n");
        }
        order
    }

    /// Decides about one block when those below it are decided.
    fn visit(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        value: VNInfoId,
        block: Block,
        removed: &mut Vec<Inst>,
    ) {
        let frequency = Frequency(cx.frequencies.frequency(block));
        if self.node(block).keep == Some(None) {
            self.node(block).below = Some((SmallVec::from_slice(&[block]), frequency));
            return;
        }
        let mut blocks: SmallVec<[Block; 4]> = SmallVec::new();
        let mut cost = Frequency::ZERO;
        for at in 0..cx.live_intervals.dominators.children(block).len() {
            let child = cx.live_intervals.dominators.children(block)[at];
            if let Some((below, child_cost)) = self.node(child).below.take() {
                cost += child_cost;
                blocks.extend(below);
            }
        }
        if blocks.is_empty() {
            self.node(block).below = Some((blocks, cost));
            return;
        }
        if let Some(reg) = self.live_sibling(cx, slot, value, block) {
            let margin = if blocks.len() > 1 {
                frequency.scale(BranchProbability::new(9, 10))
            } else {
                frequency
            };
            if cost > margin {
                self.move_up(cx, block, reg, &blocks, removed);
                blocks = SmallVec::from_slice(&[block]);
                cost = frequency;
            }
        }
        self.node(block).below = Some((blocks, cost));
    }

    /// Replaces the stores in `blocks` by one in `block`.
    fn move_up(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        block: Block,
        reg: VReg,
        blocks: &[Block],
        removed: &mut Vec<Inst>,
    ) {
        for below in blocks {
            let node = self.node(*below);
            if node.keep == Some(None) {
                removed.extend(node.store);
            }
            node.keep = None;
        }
        self.node(block).keep = Some(Some(reg));
        if cx.log.is_on() {
            log!(cx.log, "spills in BB: ");
            for below in blocks {
                log!(cx.log, "{} ", cx.function.blocks[*below].number);
            }
            let number = cx.function.blocks[block].number;
            log!(cx.log, "were promoted to BB{number}\n");
        }
    }

    /// A register that has the value at the end of a block.
    fn live_sibling(
        &mut self,
        cx: &mut EditContext<'_, '_>,
        slot: FrameIndex,
        value: VNInfoId,
        block: Block,
    ) -> Option<VReg> {
        let (at, def) = self.with_origin(cx, slot, |points, cx, interval| {
            let at = points.last(cx.function, cx.live_intervals, interval, block);
            (at, interval.value(value).def)
        })?;
        if at < def {
            log!(cx.log, "can't spill in root block - def after LIP\n");
            return None;
        }
        let original = self.origin(slot)?.reg;
        let first = self
            .siblings
            .partition_point(|(other, _)| *other < original);
        let siblings = self.siblings[first..].iter();
        let mut siblings = siblings.take_while(|(other, _)| *other == original);
        let live = siblings.find(|(_, reg)| {
            cx.live_intervals.has_interval(*reg) && cx.live_intervals.interval(*reg).live_at(at)
        });
        live.map(|(_, reg)| *reg)
    }
}

/// Removes stores, and what only they needed.
fn remove_stores(cx: &mut EditContext<'_, '_>, mut stores: Vec<Inst>) {
    for store in &stores {
        cx.function.set_opcode(*store, op::KILL);
        for at in (0..cx.function.num_operands(*store)).rev() {
            let operand = cx.function.operand(*store, at);
            let live_def = operand.is_def()
                && operand.has(OperandFlags::IMPLICIT)
                && !operand.has(OperandFlags::DEAD);
            if live_def {
                cx.function.remove_operand(*store, at);
            }
        }
    }
    let mut new_regs: Vec<VReg> = Vec::new();
    let mut events = AfterAllocation;
    let parent = cranelift_entity::packed_option::ReservedValue::reserved_value();
    let inner = EditContext {
        function: cx.function,
        hooks: cx.hooks,
        live_intervals: cx.live_intervals,
        map: cx.map,
        matrix: cx.matrix,
        loops: cx.loops,
        frequencies: cx.frequencies,
        reserved: cx.reserved,
        insts: cx.insts,
        events: &mut events,
        log: cx.log,
    };
    let mut edit = LiveRangeEdit::new(inner, parent, &mut new_regs, None);
    edit.eliminate_dead_defs(&mut stores, &[]);
}
