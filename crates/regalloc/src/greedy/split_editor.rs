//! Splitting a live range into several registers with copies between them.
//!
//! Splitting has two steps. First the places where the new intervals begin and end are chosen, which
//! inserts copies (or rematerializes the value); [`RegAssign`] says which part belongs to which interval.
//! Then [`SplitEditor::finish`] gives values, segments and operands to the new intervals.
//!
//! ```text
//!   parent    ────────────────────────────────
//!   interval 1      ╔════╗       ╔═══╗            entered and left by copies
//!   complement ─────╝    ╚───────╝   ╚────────    interval 0: all the rest
//! ```
//!
//! Which values the new intervals have is kept in `split_values`.

use avarice_liveness::calc::LiveRangeCalc;
use avarice_liveness::{LiveRange, SlotIndex, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::{Block, Inst, Operand, VReg};
use avarice_target::op;
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use super::insert_points::{InsertPoints, has_tied_def, skip_phis_labels_debug};
use super::reg_assign::{RegAssign, SplitInterval};
use super::split_analysis::{BlockInfo, SplitAnalysis};
use super::split_values::NewValues;
use crate::live_range_edit::LiveRangeEdit;
use avarice_mir::inst_facts::vreg_access;

/// What the complement is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SpillMode {
    /// A register: nothing overlaps.
    #[default]
    Partition,
    /// Memory, with as few copies to it as possible.
    Size,
    /// Memory, with copies to it where they are executed least.
    Speed,
}

/// A place that is kept right while instructions are inserted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pin(u32);
entity_impl!(Pin, "pin");

/// Memory of the editor that is used from split to split.
#[derive(Debug, Default)]
pub struct SplitState {
    pub(super) open: SplitInterval,
    pub(super) mode: SpillMode,
    pub(super) assign: RegAssign,
    pub(super) values: NewValues,
    /// The first computes the complement, the second the other intervals, which the complement may overlap. What is known of
    /// an interval is kept while others are computed, as in llc: otherwise PHI values are placed that are not needed.
    pub(super) calcs: [LiveRangeCalc; 2],
    pub(super) sub_calc: LiveRangeCalc,
    pins: PrimaryMap<Pin, SlotIndex>,
    followed: usize,
}

impl SplitState {
    /// What computes a new interval.
    pub(super) fn calc(&mut self, new: SplitInterval) -> &mut LiveRangeCalc {
        &mut self.calcs[usize::from(new != SplitInterval::COMPLEMENT)]
    }
}

/// Splits the parent of an edit.
pub struct SplitEditor<'s, 'a, 'l> {
    /// The edit.
    pub edit: LiveRangeEdit<'a, 'l>,
    pub(super) analysis: &'s mut SplitAnalysis,
    pub(super) insert_points: &'s mut InsertPoints,
    pub(super) state: &'s mut SplitState,
}

impl<'s, 'a, 'l> SplitEditor<'s, 'a, 'l> {
    /// Begins to split the parent of `edit`, which `analysis` is about.
    pub fn new(
        mut edit: LiveRangeEdit<'a, 'l>,
        analysis: &'s mut SplitAnalysis,
        insert_points: &'s mut InsertPoints,
        state: &'s mut SplitState,
        mode: SpillMode,
    ) -> Self {
        state.open = SplitInterval::COMPLEMENT;
        state.mode = mode;
        state.assign.clear();
        state.values.clear();
        state.pins.clear();
        state.followed = edit.cx.live_intervals.renumberings().len();
        edit.any_rematerializable();
        Self {
            edit,
            analysis,
            insert_points,
            state,
        }
    }

    // ---- Access -------------------------------------------------------------------------------

    /// The register of a new interval.
    pub fn reg(&self, new: SplitInterval) -> VReg {
        self.edit.regs()[new.index()]
    }

    /// The new intervals made so far.
    pub(super) fn intervals(&self) -> impl Iterator<Item = SplitInterval> + use<> {
        (0..self.edit.regs().len()).map(SplitInterval::new)
    }

    /// The analysis of the parent.
    pub fn analysis(&self) -> &SplitAnalysis {
        self.analysis
    }

    pub(super) fn log(&mut self) -> &mut Log<'l> {
        self.edit.cx.log
    }

    pub(super) fn parent_range(&self) -> &LiveRange {
        self.edit
            .cx
            .live_intervals
            .interval(self.edit.parent)
            .range()
    }

    pub(super) fn block_number(&self, block: Block) -> u32 {
        self.edit.cx.function.blocks[block].number
    }

    /// Keeps a place right from now on.
    pub(super) fn pin(&mut self, index: SlotIndex) -> Pin {
        self.state.pins.push(index)
    }

    pub(super) fn at(&self, pin: Pin) -> SlotIndex {
        self.state.pins[pin]
    }

    pub(super) fn set_pin(&mut self, pin: Pin, index: SlotIndex) {
        self.state.pins[pin] = index;
    }

    /// Forgets all pins.
    pub(super) fn unpin(&mut self) {
        self.state.pins.clear();
    }

    /// Follows renumberings of slot indexes.
    pub(super) fn follow(&mut self) {
        let renumberings = self.edit.cx.live_intervals.renumberings();
        for renumbering in &renumberings[self.state.followed..] {
            self.state.assign.renumber(renumbering);
            self.state.values.renumber(renumbering);
            for pin in self.state.pins.values_mut() {
                *pin = renumbering.map(*pin);
            }
        }
        self.state.followed = renumberings.len();
        self.analysis.follow(renumberings);
    }

    /// The last place of a block where the parent can be split.
    pub fn last_split_point(&mut self, block: Block) -> SlotIndex {
        let cx = &self.edit.cx;
        let interval = cx.live_intervals.interval(self.edit.parent);
        self.insert_points
            .last(cx.function, cx.live_intervals, interval, block)
    }

    pub(super) fn last_split_inst(&mut self, block: Block) -> Option<Inst> {
        let cx = &self.edit.cx;
        let interval = cx.live_intervals.interval(self.edit.parent);
        self.insert_points
            .last_inst(cx.function, cx.live_intervals, interval, block)
    }

    /// Whether a block is worth an interval of its own; see
    /// [`SplitAnalysis::should_split_single_block`].
    pub fn should_split_single_block(&self, info: &BlockInfo, single_insts: bool) -> bool {
        let cx = &self.edit.cx;
        self.analysis.should_split_single_block(
            cx.function,
            cx.hooks,
            cx.live_intervals,
            cx.map,
            info,
            single_insts,
        )
    }

    /// Notes that an instruction is not isolated.
    pub fn write_skipped(&mut self, slot: SlotIndex) {
        let cx = &mut self.edit.cx;
        if let Some(inst) = cx.live_intervals.indexes.inst_at(slot)
            && cx.log.is_on()
        {
            log!(cx.log, "    skip:\t{slot}\t");
            cx.log.write_inst(cx.function, inst);
        }
    }

    // ---- Definitions ----------------------------------------------------------------------------

    /// Defines the parent's value in a new interval before `before` (at the end of `block` for `None`).
    /// `used_at` is where the parent has that value. Returns the place of the definition.
    pub(super) fn def_from_parent(
        &mut self,
        new: SplitInterval,
        parent_value: VNInfoId,
        used_at: SlotIndex,
        at: InsertPoint,
    ) -> SlotIndex {
        // The complement begins as early as possible, all others late: what is in the way may end at an
        // instruction that is gone.
        let late = new != SplitInterval::COMPLEMENT;
        let reg = self.reg(new);
        let def = match self.edit.can_rematerialize_at(used_at, true) {
            Some(inst) => {
                let of = self.edit.parent;
                let edit = &mut self.edit;
                let (inst, at) = edit.rematerialize_at(at, reg, inst, parent_value, late);
                let cx = &mut self.edit.cx;
                event!(
                    cx.log,
                    Event::Remat {
                        of,
                        reg: reg.into(),
                        at,
                        text: cx.log.inst_text(cx.function, inst),
                    }
                );
                at
            }
            None => self.insert_copy(reg, used_at, at, late),
        };
        self.follow();
        self.def_value(new, parent_value, def, false);
        def
    }

    /// Inserts a copy of the parent, or an `IMPLICIT_DEF` where no lane of it is live.
    fn insert_copy(
        &mut self,
        reg: VReg,
        used_at: SlotIndex,
        at: InsertPoint,
        late: bool,
    ) -> SlotIndex {
        let cx = &mut self.edit.cx;
        let original = cx.live_intervals.interval(cx.map.original(reg));
        let undefined = original.has_sub_ranges()
            && !original.sub_ranges().any(|sub| sub.range.live_at(used_at));
        let def = Operand::def(reg);
        let inst = if undefined {
            cx.function.create_inst(op::IMPLICIT_DEF, &[def])
        } else {
            let source = Operand::reg(self.edit.parent);
            cx.function.create_inst(op::COPY, &[def, source])
        };
        cx.function.insert_at(at, inst);
        cx.live_intervals
            .insert_inst(cx.function, inst, late)
            .reg_slot(false)
    }

    // ---- Entering and leaving intervals --------------------------------------------------------

    /// Makes a new interval, not the complement, and opens it.
    pub fn open_interval(&mut self) -> SplitInterval {
        if self.edit.regs().is_empty() {
            self.edit.create_empty_interval();
        }
        self.state.open = SplitInterval::new(self.edit.regs().len());
        self.edit.create_empty_interval();
        self.state.open
    }

    /// Opens an interval that was made before.
    pub fn select_interval(&mut self, new: SplitInterval) {
        let old = self.state.open;
        log!(self.log(), "    selectIntv {old} -> {new}\n");
        self.state.open = new;
    }

    /// The parent's value at `index`, noted in the log.
    fn parent_value(&mut self, index: SlotIndex) -> Option<VNInfoId> {
        let value = self.parent_range().value_at(index);
        match value {
            Some(value) => log!(self.log(), ": valno {}\n", value.as_u32()),
            None => log!(self.log(), ": not live\n"),
        }
        value
    }

    fn inst_and_block(&self, index: SlotIndex) -> Option<(Inst, Block)> {
        let inst = self.edit.cx.live_intervals.indexes.inst_at(index)?;
        Some((inst, self.edit.cx.function.inst_block(inst)?))
    }

    /// Enters the open interval before the instruction at `index`.
    pub fn enter_before(&mut self, index: SlotIndex) -> SlotIndex {
        log!(self.log(), "    enterIntvBefore {index}");
        let index = index.base();
        let Some(value) = self.parent_value(index) else {
            return index;
        };
        let Some((inst, block)) = self.inst_and_block(index) else {
            return index;
        };
        self.def_from_parent(
            self.state.open,
            value,
            index,
            InsertPoint::new(block, Some(inst)),
        )
    }

    /// Enters the open interval after the instruction at `index`.
    pub fn enter_after(&mut self, index: SlotIndex) -> SlotIndex {
        log!(self.log(), "    enterIntvAfter {index}");
        let index = index.boundary();
        let Some(value) = self.parent_value(index) else {
            return index;
        };
        let Some((inst, block)) = self.inst_and_block(index) else {
            return index;
        };
        let next = self.edit.cx.function.next_inst(inst);
        self.def_from_parent(self.state.open, value, index, InsertPoint::new(block, next))
    }

    /// Enters the open interval at the end of a block, and uses it from there on.
    pub fn enter_at_end(&mut self, block: Block) -> SlotIndex {
        let indexes = &self.edit.cx.live_intervals.indexes;
        let end = indexes.block_end(block);
        let mut last = indexes.prev_slot(end);
        let number = self.block_number(block);
        log!(self.log(), "    enterIntvAtEnd %bb.{number}, {last}");
        let Some(mut value) = self.parent_range().value_at(last) else {
            log!(self.log(), ": not live\n");
            return end;
        };
        let split_point = self.last_split_point(block);
        if split_point < last {
            // What is defined after the last split point is a redefinition by a terminator: the value
            // before it is the one to copy.
            last = split_point;
            let Some(before) = self.parent_range().value_at(last) else {
                log!(self.log(), ": tied use not live\n");
                return end;
            };
            value = before;
        }
        log!(self.log(), ": valno {}", value.as_u32());
        let before = self.last_split_inst(block);
        let def = self.def_from_parent(
            self.state.open,
            value,
            last,
            InsertPoint::new(block, before),
        );
        let end = self.edit.cx.live_intervals.indexes.block_end(block);
        self.assign(def, end);
        def
    }

    /// Gives `[start, end)` to the open interval.
    fn assign(&mut self, start: SlotIndex, end: SlotIndex) {
        self.state.assign.insert(start, end, self.state.open);
        log!(self.edit.cx.log, "{}\n", self.state.assign);
    }

    /// Uses the open interval in `[start, end)`.
    pub fn use_interval(&mut self, start: SlotIndex, end: SlotIndex) {
        log!(self.log(), "    useIntv [{start};{end}):");
        self.assign(start, end);
    }

    /// Leaves the open interval after the instruction at `index`. To memory, the copy is made before the
    /// instruction if that only reads the value.
    pub fn leave_after(&mut self, index: SlotIndex) -> SlotIndex {
        log!(self.log(), "    leaveIntvAfter {index}");
        let boundary = index.boundary();
        let Some(value) = self.parent_value(boundary) else {
            return self.edit.cx.live_intervals.indexes.next_slot(boundary);
        };
        let Some((inst, block)) = self.inst_and_block(boundary) else {
            return boundary;
        };
        let def = self.parent_range().value(value).def;
        let reads = vreg_access(self.edit.cx.function, inst, self.edit.parent).reads;
        if self.state.mode != SpillMode::Partition && !def.same_inst(index) && reads {
            self.force_recompute(SplitInterval::COMPLEMENT, value);
            let pin = self.pin(index);
            self.def_from_parent(
                SplitInterval::COMPLEMENT,
                value,
                index,
                InsertPoint::new(block, Some(inst)),
            );
            return self.at(pin);
        }
        let next = self.edit.cx.function.next_inst(inst);
        self.def_from_parent(
            SplitInterval::COMPLEMENT,
            value,
            boundary,
            InsertPoint::new(block, next),
        )
    }

    /// Leaves the open interval before the instruction at `index`.
    pub fn leave_before(&mut self, index: SlotIndex) -> SlotIndex {
        log!(self.log(), "    leaveIntvBefore {index}");
        let index = index.base();
        let Some(value) = self.parent_value(index) else {
            return self.edit.cx.live_intervals.indexes.next_slot(index);
        };
        let Some((inst, block)) = self.inst_and_block(index) else {
            return index;
        };
        self.def_from_parent(
            SplitInterval::COMPLEMENT,
            value,
            index,
            InsertPoint::new(block, Some(inst)),
        )
    }

    /// Leaves the open interval at the top of a block, which it is used up to.
    pub fn leave_at_top(&mut self, block: Block) -> SlotIndex {
        let start = self.edit.cx.live_intervals.indexes.block_start(block);
        let number = self.block_number(block);
        log!(self.log(), "    leaveIntvAtTop %bb.{number}, {start}");
        let Some(value) = self.parent_range().value_at(start) else {
            log!(self.log(), ": not live\n");
            return start;
        };
        let before = skip_phis_labels_debug(self.edit.cx.function, block);
        let def = self.def_from_parent(
            SplitInterval::COMPLEMENT,
            value,
            start,
            InsertPoint::new(block, before),
        );
        let start = self.edit.cx.live_intervals.indexes.block_start(block);
        self.assign(start, def);
        def
    }

    /// Uses the open interval in `[start, end)`, where the complement is live as well.
    pub fn overlap(&mut self, start: SlotIndex, end: SlotIndex) {
        if let Some(value) = self.parent_range().value_at(start) {
            self.force_recompute(SplitInterval::COMPLEMENT, value);
        }
        let last = self.edit.cx.live_intervals.indexes.inst_at(end);
        let parent = self.edit.parent;
        if last.is_some_and(|inst| has_tied_def(self.edit.cx.function, inst, parent)) {
            log!(self.log(), "skip overlap due to tied def at end\n");
            return;
        }
        log!(self.log(), "    overlapIntv [{start};{end}):");
        self.assign(start, end);
    }
}
