//! Computes live ranges: from each use back to the definitions that reach it.
//!
//! Inside a block this is a single step in the range. Across blocks, a search goes up the predecessors
//! until each path reaches a block with a value that is live out. If all paths reach the same value, the
//! blocks between are simply live; otherwise PHI values are placed, by iterating over the blocks until
//! nothing changes:
//!
//! ```text
//!        def 0          a block needs a PHI value if a predecessor's value is defined in a block that
//!       /     \         the block's immediate dominator dominates, and is not the value that leaves
//!    def 1     |        the immediate dominator
//!       \     /
//!      2@B-phi
//! ```
//!
//! Block states are generation-stamped arrays, so starting on the next register is free.

use avarice_mir::{Block, MachineDominatorTree, MachineFunction, Op, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, RegUnit, SubRegIdx, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::live_interval::LiveInterval;
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::predecessors::Predecessors;
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// What the computation reads.
#[derive(Clone, Copy, Debug)]
pub struct CalcInput<'a> {
    /// The function.
    pub function: &'a MachineFunction,
    /// Its numbering.
    pub indexes: &'a SlotIndexes,
    /// Its dominator tree.
    pub dominators: &'a MachineDominatorTree,
    /// Predecessors of its blocks, in LLVM's order.
    pub(crate) predecessors: &'a Predecessors,
}

/// What leaves a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Out {
    /// Not live, or not known yet.
    #[default]
    None,
    /// Explicitly undefined.
    Undef,
    /// A value.
    Value(VNInfoId),
}

/// The state of a block in one computation; `stamp` says which.
#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    stamp: u32,
    out: Out,
    /// Block that defines `out`, once it was needed.
    def_block: PackedOption<Block>,
    /// Stamps: a definition, or only undefined paths, reach the block's start.
    def_on_entry: u32,
    undef_on_entry: u32,
}

/// A block that the register is live into, with its value once known.
#[derive(Clone, Copy, Debug)]
struct LiveInBlock {
    block: Block,
    /// Where it ends in the block; none if live through.
    kill: SlotIndex,
    value: Option<VNInfoId>,
    /// A PHI value was placed here.
    done: bool,
}

/// Computes live ranges; keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct LiveRangeCalc {
    /// That of the current range.
    stamp: u32,
    /// Those of the first and the last range of [`Self::reset_for`].
    stamps: (u32, u32),
    states: SecondaryMap<Block, BlockState>,
    live_in: Vec<LiveInBlock>,
    work_list: Vec<Block>,
    /// Blocks after their numbers, to be sorted.
    keys: Vec<u64>,
    entry_list: Vec<Block>,
    new_segments: Vec<Segment>,
    undefs: Vec<SlotIndex>,
    defs: Vec<SlotIndex>,
    /// The first use since [`Self::take_undominated`] to which a path from the entry leads without a definition.
    undominated: Option<SlotIndex>,
}

impl LiveRangeCalc {
    /// The end of a range that has been extended to a use which is not defined on every path, if there was one since
    /// this was last called.
    pub fn take_undominated(&mut self) -> Option<SlotIndex> {
        self.undominated.take()
    }

    /// Forgets everything about the range before.
    pub fn reset(&mut self, function: &MachineFunction) {
        self.reset_for(function, 1);
    }

    /// Forgets everything about the ranges before, and begins with the first of `count` ranges that do not overlap.
    /// They can be computed in turn: see [`Self::turn_to`].
    pub fn reset_for(&mut self, function: &MachineFunction, count: u32) {
        let is_full = self.stamps.1 > u32::MAX - count;
        if is_full || self.states.capacity() < function.blocks.len() {
            self.states.clear();
            self.stamps.1 = 0;
        }
        self.states.resize(function.blocks.len());
        self.stamps = (self.stamps.1 + 1, self.stamps.1 + count);
        self.turn_to(0);
    }

    /// Goes on with the range of this number; what is known of it is what was known when it was left, except for blocks
    /// that another range has claimed since.
    pub fn turn_to(&mut self, range: u32) {
        self.stamp = self.stamps.0 + range;
        debug_assert!(self.stamp <= self.stamps.1, "a range that was announced");
        self.live_in.clear();
    }

    fn state(&self, block: Block) -> Option<&BlockState> {
        let state = &self.states[block];
        (state.stamp == self.stamp).then_some(state)
    }

    fn set_out(&mut self, block: Block, out: Out, def_block: Option<Block>) {
        let state = &mut self.states[block];
        state.stamp = self.stamp;
        state.out = out;
        state.def_block = def_block.into();
    }

    /// Makes the range live up to `end`, from whatever definitions reach it.
    ///
    /// `undefs` are places after which the range is undefined. A use that no definition reaches
    /// changes nothing.
    pub fn extend(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        end: SlotIndex,
        undefs: &[SlotIndex],
    ) {
        let block = input.indexes.block_at(end.prev_slot());
        self.extend_in(input, range, block, end, undefs);
    }

    /// [`Self::extend`] to a place that is known to be in, or the end of, `block`.
    #[inline]
    fn extend_in(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        block: Block,
        end: SlotIndex,
        undefs: &[SlotIndex],
    ) {
        let start = input.indexes.block_start(block);
        let (value, undef) = range.extend_in_block_undef(undefs, start, end);
        if value.is_some() || undef {
            return;
        }
        if !self.find_reaching_defs(input, range, block, end, undefs) {
            self.update_ssa(input, range);
            self.update_from_live_ins(input, range);
        }
    }

    /// Searches upwards from `use_block`. If one value reaches `end` on all paths, makes it live and
    /// returns `true`; else leaves the blocks between in `live_in`.
    fn find_reaching_defs(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        use_block: Block,
        end: SlotIndex,
        undefs: &[SlotIndex],
    ) -> bool {
        let use_end = end;
        let mut end = Some(end);
        let mut found = Found::default();
        let mut work_list = std::mem::take(&mut self.work_list);
        work_list.clear();
        work_list.push(use_block);
        let mut at = 0;
        while at < work_list.len() {
            let block = work_list[at];
            at += 1;
            let preds = input.predecessors.of(block);
            if preds.is_empty() {
                found.undef = true;
                self.undominated = self.undominated.or(Some(use_end));
            }
            for pred in preds {
                if let Some(state) = self.state(*pred) {
                    found.meet(state.out);
                    continue;
                }
                let (start, stop) = input.indexes.block_range(*pred);
                let (value, undef) = range.extend_in_block_undef(undefs, start, stop);
                found.undef |= undef;
                let out = match value {
                    Some(value) => Out::Value(value),
                    None if undef => Out::Undef,
                    None => Out::None,
                };
                self.set_out(*pred, out, None);
                if out != Out::None {
                    found.meet_value(value);
                } else if *pred == use_block {
                    // Live around a loop: through the whole block.
                    end = None;
                } else {
                    work_list.push(*pred);
                }
            }
        }
        found.undef |= !matches!(found.out, Out::Value(_));
        if !undefs.is_empty() && found.undef {
            found.several = true;
        }
        if work_list.len() > 4 {
            self.sort_by_number(input.function, &mut work_list);
        }
        let unique = match found.out {
            Out::Value(value) if !found.several => {
                self.extend_through(input, range, &work_list, use_block, end, value);
                true
            }
            // Nothing reaches the use at all.
            Out::None if undefs.is_empty() => true,
            _ => {
                self.collect_live_ins(input, range, &work_list, use_block, end, undefs);
                false
            }
        };
        self.work_list = work_list;
        unique
    }

    /// Sorts blocks by their numbers, which are looked up once each.
    fn sort_by_number(&mut self, function: &MachineFunction, blocks: &mut Vec<Block>) {
        let number = |block: Block| u64::from(function.blocks[block].number);
        let keys = blocks.drain(..);
        self.keys.clear();
        self.keys
            .extend(keys.map(|block| number(block) << 32 | u64::from(block.as_u32())));
        self.keys.sort_unstable();
        let sorted = self.keys.iter();
        blocks.extend(sorted.map(|key| Block::from_u32(*key as u32)));
    }

    /// Makes `value` live through `blocks`, in `use_block` up to `end` only.
    fn extend_through(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        blocks: &[Block],
        use_block: Block,
        end: Option<SlotIndex>,
        value: VNInfoId,
    ) {
        let mut new = std::mem::take(&mut self.new_segments);
        new.clear();
        for block in blocks {
            let (start, mut stop) = input.indexes.block_range(*block);
            match end {
                Some(end) if *block == use_block => stop = end,
                _ => self.set_out(*block, Out::Value(value), None),
            }
            new.push(Segment::new(start, stop, value));
        }
        new.sort_unstable_by_key(|segment| segment.start);
        range.merge_sorted(new.iter().copied());
        self.new_segments = new;
    }

    fn collect_live_ins(
        &mut self,
        input: CalcInput<'_>,
        range: &LiveRange,
        blocks: &[Block],
        use_block: Block,
        end: Option<SlotIndex>,
        undefs: &[SlotIndex],
    ) {
        self.live_in.clear();
        for block in blocks {
            if !undefs.is_empty() && !self.is_def_on_entry(input, range, *block, undefs) {
                continue;
            }
            let kill = end.filter(|_| *block == use_block);
            self.live_in.push(LiveInBlock {
                block: *block,
                kill: kill.unwrap_or(SlotIndex::NONE),
                value: None,
                done: false,
            });
        }
    }

    /// Whether a definition reaches the start of `block` on any path.
    fn is_def_on_entry(
        &mut self,
        input: CalcInput<'_>,
        range: &LiveRange,
        block: Block,
        undefs: &[SlotIndex],
    ) -> bool {
        if self.states[block].def_on_entry == self.stamp {
            return true;
        }
        if self.states[block].undef_on_entry == self.stamp {
            return false;
        }
        let mut list = std::mem::take(&mut self.entry_list);
        list.clear();
        list.extend_from_slice(input.predecessors.of(block));
        let mut at = 0;
        let mut defined = None;
        while at < list.len() {
            let pred = list[at];
            at += 1;
            match self.value_on_exit(input, range, pred, undefs) {
                Some(true) => {
                    defined = Some(pred);
                    break;
                }
                Some(false) => {}
                None => {
                    for next in input.predecessors.of(pred) {
                        if !list.contains(next) {
                            list.push(*next);
                        }
                    }
                }
            }
        }
        self.entry_list = list;
        let Some(pred) = defined else {
            self.states[block].undef_on_entry = self.stamp;
            return false;
        };
        for succ in &input.function.blocks[pred].succs {
            self.states[*succ].def_on_entry = self.stamp;
        }
        self.states[block].def_on_entry = self.stamp;
        true
    }

    /// Whether a definition leaves `block`; `None` if that depends on its predecessors.
    fn value_on_exit(
        &mut self,
        input: CalcInput<'_>,
        range: &LiveRange,
        block: Block,
        undefs: &[SlotIndex],
    ) -> Option<bool> {
        if let Some(BlockState {
            out: Out::Value(_), ..
        }) = self.state(block)
        {
            return Some(true);
        }
        let (begin, end) = input.indexes.block_range(block);
        let segments = range.segments();
        let after = segments.partition_point(|s| s.start <= end.prev_slot());
        if after != 0 && segments[after - 1].end > begin {
            return Some(!LiveRange::is_undef_in(
                undefs,
                segments[after - 1].end,
                end,
            ));
        }
        if self.states[block].undef_on_entry == self.stamp
            || LiveRange::is_undef_in(undefs, begin, end)
        {
            self.states[block].undef_on_entry = self.stamp;
            return Some(false);
        }
        (self.states[block].def_on_entry == self.stamp).then_some(true)
    }

    /// Finds the value of each live-in block, placing PHI values, until nothing changes.
    fn update_ssa(&mut self, input: CalcInput<'_>, range: &mut LiveRange) {
        let mut changed = true;
        while changed {
            changed = false;
            for at in 0..self.live_in.len() {
                let entry = self.live_in[at];
                if entry.done {
                    continue;
                }
                let (needs_phi, from_idom) = self.needs_phi(input, range, entry.block);
                if needs_phi {
                    changed = true;
                    self.place_phi(input, range, at);
                } else if let Out::Value(value) = from_idom.0 {
                    self.live_in[at].value = Some(value);
                    let known = self.state(entry.block).map(|state| state.out);
                    if !entry.kill.is_none() || known == Some(from_idom.0) {
                        continue;
                    }
                    changed = true;
                    self.set_out(entry.block, from_idom.0, from_idom.1);
                }
            }
        }
    }

    /// Whether several values meet in `block`, and if not, what leaves its immediate dominator.
    fn needs_phi(
        &mut self,
        input: CalcInput<'_>,
        range: &LiveRange,
        block: Block,
    ) -> (bool, (Out, Option<Block>)) {
        let none = (Out::None, None);
        let Some(idom) = input.dominators.idom(block) else {
            return (true, none);
        };
        if self.state(idom).is_none() {
            return (true, none);
        }
        let value = self.states[idom].out;
        self.resolve_def_block(input, range, idom);
        let from_idom = (value, self.states[idom].def_block.expand());
        for pred in input.predecessors.of(block) {
            let out = self.state(*pred).map_or(Out::None, |state| state.out);
            if out == Out::None || out == value {
                continue;
            }
            if out == Out::Undef {
                return (true, from_idom);
            }
            self.resolve_def_block(input, range, *pred);
            let def_block = self.states[*pred].def_block.expand();
            if def_block.is_some_and(|def| input.dominators.dominates(idom, def)) {
                return (true, from_idom);
            }
        }
        (false, from_idom)
    }

    /// Finds the block that defines the value that leaves `block`.
    fn resolve_def_block(&mut self, input: CalcInput<'_>, range: &LiveRange, block: Block) {
        let state = &mut self.states[block];
        if let Out::Value(value) = state.out
            && state.def_block.is_none()
        {
            state.def_block = input.indexes.block_at(range.value(value).def).into();
        }
    }

    fn place_phi(&mut self, input: CalcInput<'_>, range: &mut LiveRange, at: usize) {
        let LiveInBlock { block, kill, .. } = self.live_in[at];
        let (start, end) = input.indexes.block_range(block);
        let value = range.next_value(start);
        self.live_in[at].value = Some(value);
        self.live_in[at].done = true;
        if kill.is_none() {
            range.add_segment(Segment::new(start, end, value));
            self.set_out(block, Out::Value(value), Some(block));
        } else {
            range.add_segment(Segment::new(start, kill, value));
        }
    }

    /// Adds the segments of live-in blocks without PHI values.
    fn update_from_live_ins(&mut self, input: CalcInput<'_>, range: &mut LiveRange) {
        let mut new = std::mem::take(&mut self.new_segments);
        new.clear();
        for at in 0..self.live_in.len() {
            let LiveInBlock {
                block,
                kill,
                value,
                done,
            } = self.live_in[at];
            let Some(value) = value.filter(|_| !done) else {
                continue;
            };
            let (start, mut end) = input.indexes.block_range(block);
            if kill.is_none() {
                self.set_out(block, Out::Value(value), None);
            } else {
                end = kill;
            }
            new.push(Segment::new(start, end, value));
        }
        new.sort_unstable_by_key(|segment| segment.start);
        range.merge_sorted(new.iter().copied());
        self.new_segments = new;
        self.live_in.clear();
    }

    // ---- Known parts --------------------------------------------------------------------------

    /// Says that `value` leaves `block`; `None` if something does that [`Self::calculate_values`] is
    /// to find.
    pub fn set_live_out_value(&mut self, block: Block, value: Option<VNInfoId>) {
        let out = value.map_or(Out::None, Out::Value);
        self.set_out(block, out, None);
    }

    /// Says that the range is live into `block`, up to `kill` (none if through the block), with a
    /// value that [`Self::calculate_values`] is to find.
    pub fn add_live_in_block(&mut self, block: Block, kill: SlotIndex) {
        self.live_in.push(LiveInBlock {
            block,
            kill,
            value: None,
            done: false,
        });
    }

    /// Finds the values of all blocks added by [`Self::add_live_in_block`] and makes the range live
    /// there.
    pub fn calculate_values(&mut self, input: CalcInput<'_>, range: &mut LiveRange) {
        self.update_ssa(input, range);
        self.update_from_live_ins(input, range);
    }

    // ---- From operands to ranges --------------------------------------------------------------

    /// Adds a dead definition for every definition of a register.
    pub fn create_dead_defs(&mut self, input: CalcInput<'_>, range: &mut LiveRange, reg: Reg) {
        let mut defs = std::mem::take(&mut self.defs);
        defs.clear();
        defs.extend(input.function.defs(reg).map(|op| def_index(input, op)));
        range.create_dead_defs(&defs);
        self.defs = defs;
    }

    /// Makes a range live up to every use of `reg` that reads any of `lanes`. With `undefs` from the
    /// interval, undefined lanes are not followed.
    pub fn extend_to_uses(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        reg: Reg,
        lanes: LaneMask,
        undefs: &[SlotIndex],
    ) {
        let is_sub_range = !lanes.is_all();
        let target = input.function.target;
        for op in input.function.reg_ops(reg) {
            let operand = input.function.op(op);
            let skipped = operand.has(OperandFlags::DEBUG) || !operand.reads_reg();
            if skipped || is_sub_range && operand.is_def() {
                continue;
            }
            let sub = operand.sub_reg();
            if !sub.is_none() {
                let mut read = target.sub_reg_indices[sub.index()].lane_mask;
                if operand.is_def() {
                    read = !read;
                }
                if (read & lanes).is_none() {
                    continue;
                }
            }
            let (block, end) = use_place(input, op);
            match block {
                Some(block) => self.extend_in(input, range, block, end, undefs),
                None => self.extend(input, range, end, undefs),
            }
        }
    }

    /// Computes the interval of a virtual register; `track_lanes` gives sub-registers their own ranges.
    pub fn calculate(
        &mut self,
        input: CalcInput<'_>,
        interval: &mut LiveInterval,
        track_lanes: bool,
    ) {
        let reg = interval.reg();
        if track_lanes {
            self.create_sub_range_defs(input, interval);
        } else {
            self.create_dead_defs(input, &mut interval.range, reg.into());
        }
        if !interval.has_sub_ranges() {
            self.reset(input.function);
            self.extend_to_uses(input, &mut interval.range, reg.into(), LaneMask::ALL, &[]);
            return;
        }
        let mut undefs = std::mem::take(&mut self.undefs);
        let masks: Vec<LaneMask> = interval.sub_ranges().map(|sub| sub.lanes).collect();
        for (at, lanes) in masks.into_iter().enumerate() {
            undefs.clear();
            interval.sub_range_undefs(&mut undefs, lanes, input.function, input.indexes);
            self.reset(input.function);
            if let Some(sub) = interval.sub_ranges_mut().nth(at) {
                self.extend_to_uses(input, &mut sub.range, reg.into(), lanes, &undefs);
            }
        }
        self.undefs = undefs;
        self.construct_main_range(input, interval);
    }

    /// Builds the main range of an interval from its sub-ranges.
    pub fn construct_main_range(&mut self, input: CalcInput<'_>, interval: &mut LiveInterval) {
        interval.range.clear();
        let mut main = LiveRange::default();
        for sub in interval.sub_ranges() {
            for value in sub.range.values() {
                if !value.is_unused() && !value.is_phi_def() {
                    main.create_dead_def(value.def);
                }
            }
        }
        self.reset(input.function);
        let mut undefs = std::mem::take(&mut self.undefs);
        undefs.clear();
        interval.sub_range_undefs(&mut undefs, LaneMask::ALL, input.function, input.indexes);
        self.extend_to_uses(
            input,
            &mut main,
            interval.reg().into(),
            LaneMask::ALL,
            &undefs,
        );
        self.undefs = undefs;
        interval.range = main;
    }

    /// Creates definitions in the main range until a sub-register shows up, then in sub-ranges.
    fn create_sub_range_defs(&mut self, input: CalcInput<'_>, interval: &mut LiveInterval) {
        let function = input.function;
        let reg: VReg = interval.reg();
        let all = function.target.class(function.class(reg)).lane_mask;
        for op in function.reg_ops(reg) {
            let operand = function.op(op);
            if operand.has(OperandFlags::DEBUG) || !operand.is_def() && !operand.reads_reg() {
                continue;
            }
            let sub = operand.sub_reg();
            if interval.has_sub_ranges() || !sub.is_none() {
                let lanes = if sub.is_none() {
                    all
                } else {
                    function.target.sub_reg_indices[sub.index()].lane_mask
                };
                if !interval.has_sub_ranges() && !interval.range.is_empty() {
                    let main = interval.range.clone();
                    interval.create_sub_range(all, main);
                }
                let whole = SubRegIdx::NONE;
                interval.refine_sub_ranges(lanes, function, input.indexes, whole, |sub| {
                    if operand.is_def() {
                        sub.range.create_dead_def(def_index(input, op));
                    }
                });
            }
            if operand.is_def() && !interval.has_sub_ranges() {
                interval.range.create_dead_def(def_index(input, op));
            }
        }
        interval.remove_empty_sub_ranges();
    }

    /// Computes the range of a register unit, to which definitions at block starts may have been added.
    /// A reserved unit only has dead definitions.
    pub fn calculate_unit(
        &mut self,
        input: CalcInput<'_>,
        range: &mut LiveRange,
        unit: RegUnit,
        reserved: bool,
    ) {
        let target = input.function.target;
        self.reset(input.function);
        let roots = target.units[unit.index()].roots;
        let regs = || {
            roots.iter().flat_map(|root| {
                std::iter::once(*root).chain(target.reg(*root).super_regs.iter().copied())
            })
        };
        let mut defs = std::mem::take(&mut self.defs);
        defs.clear();
        for reg in regs() {
            defs.extend(input.function.defs(reg).map(|op| def_index(input, op)));
        }
        range.create_dead_defs(&defs);
        self.defs = defs;
        if !reserved {
            for reg in regs() {
                self.extend_to_uses(input, range, reg.into(), LaneMask::ALL, &[]);
            }
        }
    }
}

/// What a search has met so far.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    out: Out,
    several: bool,
    undef: bool,
}

impl Found {
    fn meet(&mut self, out: Out) {
        if out == Out::None {
            return;
        }
        self.several |= self.out != Out::None && self.out != out;
        self.out = out;
    }

    fn meet_value(&mut self, value: Option<VNInfoId>) {
        if let Some(value) = value {
            self.meet(Out::Value(value));
        }
    }
}

/// Where the definition `op` takes place.
fn def_index(input: CalcInput<'_>, op: Op) -> SlotIndex {
    let early = input.function.op(op).has(OperandFlags::EARLY_CLOBBER);
    input
        .indexes
        .index(input.function.op_inst(op))
        .reg_slot(early)
}

/// Up to where a register must live for the use `op`, and the block of this place.
fn use_place(input: CalcInput<'_>, op_id: Op) -> (Option<Block>, SlotIndex) {
    let function = input.function;
    let inst = function.op_inst(op_id);
    let operand = function.op(op_id);
    if function.opcode(inst) == op::PHI {
        let pred = function
            .operand(inst, function.op_index(op_id) + 1)
            .as_block();
        if let Some(pred) = pred {
            return (Some(pred), input.indexes.block_end(pred));
        }
    }
    let early = if operand.is_def() {
        operand.has(OperandFlags::EARLY_CLOBBER)
    } else {
        operand
            .tied_to()
            .is_some_and(|def| function.operand(inst, def).has(OperandFlags::EARLY_CLOBBER))
    };
    let index = input.indexes.index(inst).reg_slot(early);
    (function.inst_block(inst), index)
}
