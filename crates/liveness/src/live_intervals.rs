//! Live intervals of all virtual registers and live ranges of register units of one function.
//!
//! Ranges of virtual registers are computed at once; those of register units (except the ones that
//! the ABI makes live into blocks) on demand. Update functions keep both correct while a pass edits
//! the code.

use std::fmt;

use avarice_mir::{
    Block, Inst, MachineCfg, MachineDominatorTree, MachineFunction, OperandFlags, Reg, VReg,
};
use avarice_target::{LaneMask, PhysReg, RegMaskId, RegUnit};
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::calc::{CalcInput, LiveRangeCalc};
use crate::deferred::Forms;
use crate::live_interval::LiveInterval;
use crate::live_range::LiveRange;
use crate::observer::{Observer, Unobserved, log};
use crate::predecessors::Predecessors;
use crate::print::UnitName;
use crate::reg_mask::RegMaskSlot;
use crate::renumbering::{Renumbering, Renumberings};
use crate::shrink::{ShrinkScratch, compute_dead_values};
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;
use crate::spans::{Kind, Member, Spans};

/// What is known of values after an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// Those that began a segment still do.
    BeginSegments,
    /// Nothing.
    Anywhere,
}

/// The live range of a register unit, if it has been computed.
#[derive(Clone, Debug, Default)]
struct UnitState {
    computed: bool,
    /// It is in [`LiveIntervals::live_units`].
    listed: bool,
    shape: UnitShape,
    range: LiveRange,
}

/// What is known of the range of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum UnitShape {
    /// Nothing.
    #[default]
    Unknown,
    /// Some values do not begin a segment.
    Partial,
    /// All values begin a segment; see [`LiveRange::is_complete`].
    Complete,
}

impl UnitState {
    /// Forgets the range; its memory stays.
    fn forget(&mut self) {
        self.computed = false;
        self.shape = UnitShape::Unknown;
        self.range.clear();
    }
}

/// A use of a virtual register that a path from the entry reaches without a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndominatedUse {
    /// The register.
    pub reg: VReg,
    /// The block of the use.
    pub block: Block,
}

/// Liveness of a function. One value serves function after function and keeps its memory.
#[derive(Debug, Default)]
pub struct LiveIntervals {
    /// The numbering.
    pub indexes: SlotIndexes,
    /// The dominator tree.
    pub dominators: MachineDominatorTree,
    /// What an unwinder preserves on the way into a landing pad, if the target knows. To be set before
    /// [`Self::compute`].
    pub eh_pad_mask: Option<RegMaskId>,
    pub(crate) cfg: MachineCfg,
    /// Predecessors in LLVM's order, which shows in the debug log.
    pub(crate) predecessors: Predecessors,
    intervals: Vec<LiveInterval>,
    /// Where the intervals are, for renumberings.
    spans: Spans,
    units: Vec<UnitState>,
    /// The units that may have places, in no order.
    live_units: Vec<RegUnit>,
    reserved_units: Vec<bool>,
    pub(crate) reg_mask_slots: Vec<RegMaskSlot>,
    pub(crate) reg_mask_blocks: SecondaryMap<Block, (u32, u32)>,
    pub(crate) calc: LiveRangeCalc,
    undominated: Option<UndominatedUse>,
    pub(crate) shrink: ShrinkScratch,
    renumberings: Renumberings,
    /// What follows renumberings later.
    pub(crate) forms: Forms,
    /// How often the range of a register unit has been edited.
    fixed_changes: u32,
}

impl LiveIntervals {
    /// Computes slot indexes and the intervals of all virtual registers of `function`.
    ///
    /// `reserved` says by register number which registers must not be allocated.
    ///
    /// # Requires
    /// Every use of a virtual register is reached by a definition on every path (what breaks that is found: see
    /// [`Self::undominated_use`]), and the live-ins of the entry block are right.
    ///
    /// # Ensures
    /// Kill flags of virtual registers are cleared (they are implied now), definitions that are not read
    /// are marked dead, and virtual registers with unconnected parts are split into several.
    pub fn compute(
        &mut self,
        function: &mut MachineFunction,
        reserved: &[bool],
        log: &mut dyn Observer,
    ) {
        self.indexes.compute(function);
        self.cfg.compute(function);
        self.predecessors.compute(function);
        self.dominators.compute(&self.cfg);
        self.renumberings.clear();
        self.undominated = None;
        self.calc.take_undominated();
        self.reset_ranges(function);
        self.compute_reserved_units(function, reserved);
        // Before the registers: this reads all operands in order, and so brings the function into the
        // cache for the walks along use-def chains.
        self.compute_reg_masks(function, self.eh_pad_mask);
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            if function.is_unused(reg) {
                continue;
            }
            self.reuse_interval(reg);
            let has_parts = self.compute_interval(function, reg, log);
            if let Some(end) = self.calc.take_undominated()
                && self.undominated.is_none()
            {
                let block = self.indexes.block_at(end.prev_slot());
                self.undominated = Some(UndominatedUse { reg, block });
            }
            if has_parts {
                self.split_separate_components(function, reg, log);
            }
        }
        self.compute_live_in_units(function, log);
    }

    /// The use that [`Self::compute`] found to be without a definition on some path, if any. Nothing may be built on
    /// intervals of such a function: where values meet, one of them is missing.
    pub fn undominated_use(&self) -> Option<UndominatedUse> {
        self.undominated
    }

    fn reset_ranges(&mut self, function: &MachineFunction) {
        self.intervals
            .resize_with(function.vregs.len(), LiveInterval::absent);
        for interval in &mut self.intervals {
            interval.present = false;
        }
        self.forms.clear();
        self.spans.reset(self.intervals.len(), self.indexes.end());
        self.units
            .resize_with(function.target.units.len(), UnitState::default);
        for unit in &mut self.units {
            unit.forget();
            unit.listed = false;
        }
        self.live_units.clear();
    }

    /// Like [`Self::create_empty_interval`], but keeps the memory of the interval that was there for the
    /// function before.
    fn reuse_interval(&mut self, reg: VReg) {
        self.intervals[reg.index()].restart(reg);
    }

    /// A unit is reserved if one of its roots is, with everything that contains it.
    fn compute_reserved_units(&mut self, function: &MachineFunction, reserved: &[bool]) {
        let target = function.target;
        let is_reserved = |reg: PhysReg| reserved.get(reg.index()).copied().unwrap_or(false);
        self.reserved_units.clear();
        self.reserved_units.extend(target.units.iter().map(|unit| {
            unit.roots.iter().any(|root| {
                is_reserved(*root) && target.reg(*root).super_regs.iter().all(|r| is_reserved(*r))
            })
        }));
    }

    /// What a computation of live ranges reads.
    pub fn calc_input<'a>(&'a self, function: &'a MachineFunction) -> CalcInput<'a> {
        Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        )
    }

    pub(crate) fn input<'a>(
        indexes: &'a SlotIndexes,
        dominators: &'a MachineDominatorTree,
        predecessors: &'a Predecessors,
        function: &'a MachineFunction,
    ) -> CalcInput<'a> {
        CalcInput {
            function,
            indexes,
            dominators,
            predecessors,
        }
    }

    // ---- Virtual registers --------------------------------------------------------------------

    /// Whether a virtual register has an interval.
    #[inline]
    pub fn has_interval(&self, reg: VReg) -> bool {
        self.intervals.get(reg.index()).is_some_and(|i| i.present)
    }

    /// The interval of a virtual register, which must have one.
    #[inline]
    pub fn interval(&self, reg: VReg) -> &LiveInterval {
        let interval = &self.intervals[reg.index()];
        debug_assert!(interval.present, "{reg} has no live interval");
        debug_assert!(self.forms.has_numbers(reg), "{reg} has not followed");
        interval
    }

    /// The interval of a virtual register, which must have one.
    #[inline]
    pub fn interval_mut(&mut self, reg: VReg) -> &mut LiveInterval {
        self.number_interval(reg);
        self.spans.touch(reg.index());
        let interval = &mut self.intervals[reg.index()];
        debug_assert!(interval.present, "{reg} has no live interval");
        interval
    }

    /// How often the interval of a virtual register may have been changed, other than by following renumberings:
    /// what was found out about it holds as long as this stays.
    #[inline]
    pub fn version(&self, reg: VReg) -> u32 {
        self.spans.version(reg.index())
    }

    /// Calls `edit` with the numbering and the interval of a virtual register, which must have one.
    pub(crate) fn edit_interval(
        &mut self,
        reg: VReg,
        edit: impl FnOnce(&SlotIndexes, &mut LiveInterval) -> Values,
    ) {
        self.number_interval(reg);
        let interval = &mut self.intervals[reg.index()];
        debug_assert!(interval.present, "{reg} has no live interval");
        match edit(&self.indexes, interval) {
            Values::BeginSegments => self.spans.follow(reg.index(), interval),
            Values::Anywhere => self.spans.touch(reg.index()),
        }
    }

    /// The intervals of two different virtual registers, which must have them.
    pub fn two_intervals_mut(&mut self, a: VReg, b: VReg) -> [&mut LiveInterval; 2] {
        self.spans.touch(a.index());
        self.spans.touch(b.index());
        let both = self.intervals.get_disjoint_mut([a.index(), b.index()]);
        both.expect("two registers have two intervals")
    }

    /// All intervals in order of their registers.
    pub fn intervals(&self) -> impl Iterator<Item = &LiveInterval> {
        self.intervals.iter().filter(|interval| interval.present)
    }

    /// Gives a virtual register an empty interval of weight 0.
    pub fn create_empty_interval(&mut self, reg: VReg) -> &mut LiveInterval {
        if reg.index() >= self.intervals.len() {
            self.intervals
                .resize_with(reg.index() + 1, LiveInterval::absent);
        }
        self.spans.touch(reg.index());
        let slot = &mut self.intervals[reg.index()];
        *slot = LiveInterval::new(reg);
        slot
    }

    /// Computes the interval of a virtual register if it has none.
    pub fn ensure_interval(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
    ) -> &mut LiveInterval {
        if !self.has_interval(reg) {
            self.create_empty_interval(reg);
            self.compute_interval(function, reg, &mut Unobserved);
        }
        self.interval_mut(reg)
    }

    /// Drops the interval of a virtual register.
    pub fn remove_interval(&mut self, reg: VReg) {
        if let Some(interval) = self.intervals.get_mut(reg.index()) {
            *interval = LiveInterval::absent();
        }
    }

    /// Moves the interval of a register out, to edit it while using the analysis; put it back by
    /// [`Self::put_interval`]. Until then the register has no interval here. An interval is a few words
    /// as long as it is small, so this is cheap.
    pub fn take_interval(&mut self, reg: VReg) -> LiveInterval {
        self.number_interval(reg);
        std::mem::replace(&mut self.intervals[reg.index()], LiveInterval::absent())
    }

    /// Puts an interval back that [`Self::take_interval`] has taken out.
    pub fn put_interval(&mut self, interval: LiveInterval) {
        let at = interval.reg().index();
        self.spans.touch(at);
        self.intervals[at] = interval;
    }

    /// Computes the empty interval of `reg`. Returns whether it may have unconnected parts.
    pub(crate) fn compute_interval(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
        log: &mut dyn Observer,
    ) -> bool {
        self.spans.touch(reg.index());
        let interval = &mut self.intervals[reg.index()];
        let track = tracks_lanes(function, reg);
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        self.calc.calculate(input, interval, track);
        clear_kills(function, reg.into());
        compute_dead_values(&self.indexes, function, interval, None, log)
    }

    /// Builds the main range of an interval, which must be empty, from its sub-ranges: a definition in
    /// any sub-range defines, and every use is reached.
    pub fn construct_main_range_from_subranges(
        &mut self,
        function: &MachineFunction,
        interval: &mut LiveInterval,
    ) {
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        self.calc.construct_main_range(input, interval);
    }

    /// The block that an interval lives in if it is live into and out of none.
    pub fn in_one_block(&self, interval: &LiveInterval) -> Option<Block> {
        let (start, stop) = (interval.begin_index(), interval.end_index());
        if start.is_block() || stop.is_block() {
            return None;
        }
        let block = self.indexes.block_at(start);
        (stop < self.indexes.block_end(block)).then_some(block)
    }

    /// How many edges enter and leave a block.
    pub fn num_edges(&self, block: Block) -> usize {
        self.cfg.predecessors(block).len() + self.cfg.successors(block).len()
    }

    /// Whether a range is live into a block.
    pub fn is_live_in(&self, range: &LiveRange, block: Block) -> bool {
        range.live_at(self.indexes.block_start(block))
    }

    /// Whether a range is live out of a block.
    pub fn is_live_out(&self, range: &LiveRange, block: Block) -> bool {
        range.live_at(self.indexes.block_end(block).prev_slot())
    }

    // ---- Register units -----------------------------------------------------------------------

    /// Whether a unit belongs to a reserved register.
    pub fn is_reserved_unit(&self, unit: RegUnit) -> bool {
        self.reserved_units[unit.index()]
    }

    /// The range of a register unit, computed on first request.
    #[inline]
    pub fn reg_unit(&mut self, function: &mut MachineFunction, unit: RegUnit) -> &LiveRange {
        if !self.units[unit.index()].computed {
            self.compute_unit(function, unit);
        }
        &self.units[unit.index()].range
    }

    /// The range of a register unit if it has been computed.
    #[inline]
    pub fn cached_reg_unit(&self, unit: RegUnit) -> Option<&LiveRange> {
        let state = self.units.get(unit.index())?;
        state.computed.then_some(&state.range)
    }

    /// Like [`Self::cached_reg_unit`], to change it.
    pub fn cached_reg_unit_mut(&mut self, unit: RegUnit) -> Option<&mut LiveRange> {
        self.list_unit(unit);
        let state = &mut self.units[unit.index()];
        state.shape = UnitShape::Unknown;
        state.computed.then_some(&mut state.range)
    }

    /// Calls `edit` with the numbering and the range of a register unit, if that has been computed.
    pub(crate) fn edit_unit(
        &mut self,
        unit: RegUnit,
        edit: impl FnOnce(&SlotIndexes, &mut LiveRange) -> Values,
    ) {
        self.list_unit(unit);
        let state = &mut self.units[unit.index()];
        if state.computed && edit(&self.indexes, &mut state.range) == Values::Anywhere {
            state.shape = UnitShape::Unknown;
        }
    }

    /// Notes that a unit may have places.
    fn list_unit(&mut self, unit: RegUnit) {
        let state = &mut self.units[unit.index()];
        if !state.listed {
            state.listed = true;
            self.live_units.push(unit);
        }
    }

    /// Forgets the range of a register unit.
    pub fn remove_reg_unit(&mut self, unit: RegUnit) {
        self.units[unit.index()].forget();
    }

    #[cold]
    fn compute_unit(&mut self, function: &mut MachineFunction, unit: RegUnit) {
        let reserved = self.is_reserved_unit(unit);
        let mut range = std::mem::take(&mut self.units[unit.index()].range);
        let input = Self::input(
            &self.indexes,
            &self.dominators,
            &self.predecessors,
            function,
        );
        self.calc.calculate_unit(input, &mut range, unit, reserved);
        let has_places = !range.is_empty();
        let state = &mut self.units[unit.index()];
        state.computed = true;
        state.shape = UnitShape::Unknown;
        state.range = range;
        if has_places {
            self.list_unit(unit);
        }
        if reserved {
            return;
        }
        let target = function.target;
        for root in target.units[unit.index()].roots {
            clear_kills(function, Reg::phys(*root));
            for reg in target.reg(*root).super_regs {
                clear_kills(function, Reg::phys(*reg));
            }
        }
    }

    /// Computes the units that are live into the entry block and into landing pads.
    fn compute_live_in_units(&mut self, function: &mut MachineFunction, log: &mut dyn Observer) {
        log!(log, "Computing live-in reg-units in ABI blocks.\n");
        let target = function.target;
        let mut new: Vec<RegUnit> = Vec::new();
        for (position, block) in function.layout.iter().enumerate() {
            let data = &function.blocks[*block];
            if position != 0 && !data.eh_pad || data.live_ins.is_empty() {
                continue;
            }
            let begin = self.indexes.block_start(*block);
            log!(log, "{begin}\t%bb.{}", data.number);
            for (reg, _) in &data.live_ins {
                for unit in target.reg(*reg).units {
                    let state = &mut self.units[unit.index()];
                    if state.range.values().is_empty() {
                        new.push(*unit);
                    }
                    let value = state.range.create_dead_def(begin);
                    log!(log, " {}#{}", UnitName(target, *unit), value.index());
                }
            }
            log!(log, "\n");
        }
        log!(log, "Created {} new intervals.\n", new.len());
        for unit in new {
            self.compute_unit(function, unit);
        }
    }

    // ---- Edits --------------------------------------------------------------------------------

    /// Numbers an instruction that was inserted; see [`SlotIndexes::insert`]. Other numbers may move: all
    /// ranges here follow, others by [`Self::renumberings`].
    pub fn insert_inst(&mut self, function: &MachineFunction, inst: Inst, late: bool) -> SlotIndex {
        let (index, renumbering) = self.indexes.insert(function, inst, late);
        if let Some(renumbering) = renumbering {
            match self.indexes.keeps_names() {
                true => self.defer(&renumbering),
                false => self.renumber_intervals(&renumbering),
            }
            self.renumber_fixed(&renumbering);
            self.renumberings.push(renumbering);
        }
        index
    }

    /// Numbers everything anew, 16 apart, in the present order. Slot indexes that are kept elsewhere follow what is
    /// returned; those before it are forgotten.
    pub fn pack_indexes(&mut self) -> Option<Renumbering> {
        let renumbering = self.indexes.pack()?;
        self.renumber_intervals(&renumbering);
        self.renumber_fixed(&renumbering);
        self.renumberings.clear();
        Some(renumbering)
    }

    /// How often the range of a register unit has been edited: another number when one has.
    pub fn fixed_changes(&self) -> u32 {
        self.fixed_changes
    }

    /// All renumberings since [`Self::compute`], oldest first. Users that store slot indexes
    /// elsewhere remember how many they have followed.
    pub fn renumberings(&self) -> &Renumberings {
        &self.renumberings
    }

    pub(crate) fn num_intervals(&self) -> usize {
        self.intervals.len()
    }

    /// The numbering, and all intervals by register.
    pub(crate) fn indexes_and_intervals_mut(&mut self) -> (&SlotIndexes, &mut [LiveInterval]) {
        (&self.indexes, &mut self.intervals)
    }

    /// Finds out anew where intervals are.
    pub(crate) fn renew_spans(&mut self) {
        self.spans.renew(&self.intervals);
    }

    /// Maps one interval through a renumbering.
    pub(crate) fn follow_one(&mut self, reg: VReg, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let interval = &mut self.intervals[reg.index()];
        if interval.present
            && !interval.is_empty()
            && interval.begin_index() <= last
            && first <= interval.end_index()
        {
            let complete = self.spans.is_complete(reg.index(), interval);
            interval.renumber(renumbering, complete);
        }
    }

    fn renumber_intervals(&mut self, renumbering: &Renumbering) {
        let intervals = &mut self.intervals;
        self.spans.visit(renumbering.span(), |at, kind| {
            let interval = &mut intervals[at];
            if !interval.present {
                return Member::NONE;
            }
            let complete = matches!(kind, Kind::Complete | Kind::Hollow);
            interval.renumber(renumbering, complete);
            Member::of(interval, kind)
        });
    }

    /// Maps ranges of register units and places of register masks through a renumbering.
    fn renumber_fixed(&mut self, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        for unit in &self.live_units {
            let unit = &mut self.units[unit.index()];
            let range = &mut unit.range;
            if unit.shape == UnitShape::Unknown {
                unit.shape = match range.is_complete() {
                    true => UnitShape::Complete,
                    false => UnitShape::Partial,
                };
            }
            if unit.shape == UnitShape::Partial {
                range.renumber(renumbering);
            } else if !range.is_empty() && first <= range.end_index() {
                range.renumber_complete(renumbering);
            }
        }
        let slots = &mut self.reg_mask_slots;
        let from = slots.partition_point(|slot| slot.index < first);
        for slot in &mut slots[from..] {
            if slot.index > last {
                break;
            }
            slot.index = renumbering.map(slot.index);
        }
    }

    /// Forgets the number of an instruction that is removed.
    pub fn remove_inst(&mut self, inst: Inst) {
        self.indexes.remove(inst);
    }

    /// Gives the number of `old` to `new`.
    pub fn replace_inst(&mut self, old: Inst, new: Inst) {
        self.indexes.replace(old, new);
    }

    /// Removes the value that `reg` gets at an instruction from the units that are computed.
    pub fn remove_phys_reg_def_at(
        &mut self,
        function: &MachineFunction,
        reg: PhysReg,
        at: SlotIndex,
    ) {
        for unit in function.target.reg(reg).units {
            if let Some(range) = self.cached_reg_unit_mut(*unit)
                && let Some(value) = range.value_at(at)
            {
                range.remove_value(value);
                self.fixed_changes += 1;
            }
        }
    }

    /// Removes the value that a virtual register gets at a place; see [`LiveInterval::remove_def_at`].
    pub fn remove_vreg_def_at(&mut self, reg: VReg, at: SlotIndex) {
        self.interval_mut(reg).remove_def_at(at);
    }

    /// The `INTERVALS` section of the debug output.
    pub fn display<'a>(&'a self, function: &'a MachineFunction) -> DisplayIntervals<'a> {
        DisplayIntervals {
            intervals: self,
            function,
        }
    }
}

/// See [`LiveIntervals::display`].
#[derive(Debug)]
pub struct DisplayIntervals<'a> {
    intervals: &'a LiveIntervals,
    function: &'a MachineFunction,
}

impl fmt::Display for DisplayIntervals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("********** INTERVALS **********\n")?;
        for (number, state) in self.intervals.units.iter().enumerate() {
            if state.computed {
                let name = UnitName(self.function.target, RegUnit::from_index(number));
                writeln!(f, "{name} {}", state.range)?;
            }
        }
        for interval in self.intervals.intervals() {
            writeln!(f, "{interval}")?;
        }
        f.write_str("RegMasks:")?;
        for slot in &self.intervals.reg_mask_slots {
            write!(f, " {}", slot.index)?;
        }
        f.write_str("\n")
    }
}

/// Whether the lanes of a virtual register have ranges of their own.
pub fn tracks_lanes(function: &MachineFunction, reg: VReg) -> bool {
    function.tracks_sub_reg_liveness
        && function
            .target
            .class(function.class(reg))
            .has_disjunct_sub_regs
}

/// The lanes that a virtual register can have.
pub(crate) fn lanes_of(function: &MachineFunction, reg: VReg) -> LaneMask {
    function.target.class(function.class(reg)).lane_mask
}

/// Clears kill marks on all uses of a register.
fn clear_kills(function: &mut MachineFunction, reg: Reg) {
    let mut cursor = function.first_reg_op(reg);
    while let Some(op) = cursor {
        cursor = function.next_reg_op(op);
        if function.op(op).is_use() && !function.op(op).has(OperandFlags::DEBUG) {
            function.op_mut(op).set(OperandFlags::KILL, false);
        }
    }
}

/// Marks sub-register definitions of `reg` as not keeping the other lanes.
pub(crate) fn set_def_read_undef(function: &mut MachineFunction, inst: Inst, reg: VReg) {
    for op in function.op_ids(inst) {
        let operand = function.op_mut(op);
        if operand.is_def() && operand.as_reg() == reg.into() && !operand.sub_reg().is_none() {
            operand.set(OperandFlags::UNDEF, true);
        }
    }
}

/// Marks the definitions of a virtual register by an instruction as dead.
pub fn mark_dead(function: &mut MachineFunction, inst: Inst, reg: VReg) {
    for op in function.op_ids(inst) {
        let operand = function.op_mut(op);
        if operand.is_def() && operand.as_reg() == reg.into() {
            operand.set(OperandFlags::DEAD, true);
        }
    }
}

/// Whether all registers that an instruction defines are dead.
pub fn all_defs_are_dead(function: &MachineFunction, inst: Inst) -> bool {
    let operands = function.operands(inst).iter();
    operands
        .filter(|o| o.is_def())
        .all(|o| o.has(OperandFlags::DEAD))
}
