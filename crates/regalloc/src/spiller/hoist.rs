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
    Block, BranchProbability, FrameIndex, Inst, MachineDominatorTree, MachineFunction,
    OperandFlags, VReg,
};
use avarice_target::op;
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::greedy::frequency::Frequency;
use crate::greedy::insert_points::InsertPoints;
use crate::live_range_edit::{EditContext, EditEvents, LiveRangeEdit};
use avarice_machine::virt_reg_map::VirtRegMap;

/// A group of stores of equal values.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GroupId(u32);
entity_impl!(GroupId, "group");

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
    /// The stores of each value of the range.
    groups: SecondaryMap<VNInfoId, PackedOption<GroupId>>,
    /// Stores of no value.
    no_value: PackedOption<GroupId>,
}

/// Where a store is among those of equal values.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// None if it is in no group.
    group: PackedOption<GroupId>,
    /// Its position in the group.
    position: u32,
}

/// What becomes of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Decision {
    /// No store is in it, or the one in it is superfluous.
    #[default]
    NoStore,
    /// The store in it stays.
    Keep,
    /// A store of this register is inserted.
    Insert(VReg),
}

/// The stores in and below a block of the dominator tree, as far as is decided.
#[derive(Clone, Debug)]
struct Below {
    blocks: SmallVec<[Block; 4]>,
    /// How often they run.
    cost: Frequency,
}

/// What is known about a block in one group of stores.
#[derive(Clone, Debug, Default)]
struct Node {
    stamp: u32,
    /// The first store of the block.
    store: Option<Inst>,
    /// It is on a way from a store to the definition.
    in_work_set: bool,
    decision: Decision,
    /// Once the block has been visited, until its parent takes them in.
    below: Option<Below>,
}

/// Collects stores while registers are spilled, and merges them at the end.
#[derive(Debug, Default)]
pub struct SpillHoister {
    /// By slot.
    origins: Vec<Option<Origin>>,
    groups: PrimaryMap<GroupId, EqualStores>,
    places: SecondaryMap<Inst, Place>,
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

    /// The group of a store; a new one if it is the first.
    fn group(
        &mut self,
        live_intervals: &LiveIntervals,
        store: Inst,
        slot: FrameIndex,
    ) -> Option<GroupId> {
        self.follow(live_intervals.renumberings());
        let at = live_intervals.indexes.index(store).reg_slot(false);
        let origin = self.origins.get_mut(slot.0.max(0) as usize)?.as_mut()?;
        let value = origin.range.value_at(at);
        let group = match value {
            Some(value) => &mut origin.groups[value],
            None => &mut origin.no_value,
        };
        Some(group.expand().unwrap_or_else(|| {
            let new = self.groups.push(EqualStores {
                slot,
                value,
                stores: Vec::new(),
            });
            *group = new.into();
            new
        }))
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
                groups: SecondaryMap::with_capacity(range.values().len()),
                range,
                no_value: None.into(),
            });
        }
        let Some(group) = self.group(live_intervals, store, slot) else {
            return;
        };
        if self.places[store].group.expand() != Some(group) {
            let stores = &mut self.groups[group].stores;
            self.places[store] = Place {
                group: group.into(),
                position: stores.len() as u32,
            };
            stores.push(store);
        }
    }

    /// Forgets a store.
    pub fn remove(&mut self, live_intervals: &LiveIntervals, store: Inst, slot: FrameIndex) {
        let Some(group) = self.group(live_intervals, store, slot) else {
            return;
        };
        let place = self.places[store];
        if place.group.expand() != Some(group) {
            return;
        }
        self.places[store] = Place::default();
        let stores = &mut self.groups[group].stores;
        stores.swap_remove(place.position as usize);
        if let Some(moved) = stores.get(place.position as usize) {
            self.places[*moved] = place;
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
        for id in self.groups.keys() {
            let group = &mut self.groups[id];
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
        self.keep_slot_live(cx, slot, value);
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

    /// Makes the slot live where the original register has the value: from the new stores on.
    fn keep_slot_live(&mut self, cx: &mut EditContext<'_, '_>, slot: FrameIndex, value: VNInfoId) {
        self.follow(cx.live_intervals.renumberings());
        cx.map.follow(cx.live_intervals.renumberings());
        let Some(origin) = self.origin(slot) else {
            return;
        };
        let class = cx.function.class(origin.reg);
        let stack = cx.map.stack_interval(slot, class).range_mut();
        stack.merge_value_as_value(&origin.range, value, VNInfoId::from_u32(0));
    }

    /// Inserts a store of `reg` at the end of `block`.
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
        let at = InsertPoint::new(block, before);
        let prev = at.prev(cx.function);
        let access = SlotAccess {
            reg: reg.into(),
            slot,
            class: cx.function.class(reg),
            kill: false,
        };
        cx.hooks.store_to_slot(cx.function, at, access);
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
    ///
    /// ```text
    ///      dominator tree, frequencies     1. B has two stores: only the first stays
    ///            root (10)                 2. the store in E is superfluous: B, above it, has one
    ///           /         \                3. upwards from C and D, which together run more often than A:
    ///        A (5)        B (1)               one store in A instead, if a register with the value is live there
    ///       /     \         \               4. upwards from A and B, which together run less often than root:
    ///    C (3)   D (4)     E (1)              they stay
    /// ```
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
            if let Decision::Insert(reg) = self.node(*block).decision {
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
            self.node(block).decision = Decision::Keep;
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
        let here = || Below {
            blocks: SmallVec::from_slice(&[block]),
            cost: frequency,
        };
        if self.node(block).decision == Decision::Keep {
            self.node(block).below = Some(here());
            return;
        }
        let mut below = self.take_below(&cx.live_intervals.dominators, block);
        if !below.blocks.is_empty()
            && let Some(reg) = self.live_sibling(cx, slot, value, block)
        {
            // Several stores are replaced only if that saves a tenth.
            let margin = match below.blocks.len() {
                1 => frequency,
                _ => frequency.scale(BranchProbability::new(9, 10)),
            };
            if below.cost > margin {
                self.move_up(cx, block, reg, &below.blocks, removed);
                below = here();
            }
        }
        self.node(block).below = Some(below);
    }

    /// Takes together what is below the children of a block.
    fn take_below(&mut self, dominators: &MachineDominatorTree, block: Block) -> Below {
        let mut all = Below {
            blocks: SmallVec::new(),
            cost: Frequency::ZERO,
        };
        for child in dominators.children(block) {
            if let Some(below) = self.node(*child).below.take() {
                all.cost += below.cost;
                all.blocks.extend(below.blocks);
            }
        }
        all
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
            if node.decision == Decision::Keep {
                removed.extend(node.store);
            }
            node.decision = Decision::NoStore;
        }
        self.node(block).decision = Decision::Insert(reg);
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

/// Writes the blocks of instructions to the debug log.
fn write_blocks(cx: &mut EditContext<'_, '_>, what: &str, insts: &[Inst]) {
    log!(cx.log, "{what}");
    for inst in insts {
        if let Some(block) = cx.function.inst_block(*inst) {
            log!(cx.log, "{} ", cx.function.blocks[block].number);
        }
    }
    log!(cx.log, "\n");
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
