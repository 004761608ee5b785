//! Which values of two ranges become one when their registers are joined, and what stands in the way.
//!
//! The live range of one value is a tree of places below its definition in the dominator tree. So two
//! values overlap only if one is defined where the other is live, and looking at each definition against
//! the other range finds every conflict. Each value of both sides gets a [`Resolution`]:
//!
//! ```text
//!   Keep         the other register is not live here, or this instruction is its last use
//!
//!                  %a = op
//!                  %b = op killed %a          %b takes over where %a ends
//!
//!   Erase        the definition goes away, its value is the other's
//!
//!                  %b = COPY %a               the copy itself, or another one between the two
//!                  %a = COPY %x
//!                  %b = COPY %x               a copy of what the other register holds already
//!                  %b = IMPLICIT_DEF          anything will do
//!
//!   Merge        both are defined by the same instruction, or are PHI values of the same block
//!
//!   Replace      the definition writes only lanes that the other register has undefined here: below it
//!                the other value is no longer what the joined register holds
//!
//!                  undef %b.lo = op           ┐ %b:0
//!                  %a = op                    │ ┐ %a:0 replaces %b:0 from here on
//!                  %b.hi = COPY killed %a     ┘ ┘ erased
//!
//!   Unresolved   it writes lanes that are defined; they may still be dead. Looked at when all values are
//!                known, and then Replace or
//!   Impossible   the registers interfere
//! ```
//!
//! To resolve a value, the value that it overlaps and (for a partial definition) the value that it
//! changes have to be resolved before: both are defined further up in the dominator tree. A stack of
//! values that wait for others takes the place of recursion, which long chains would make too deep.

use avarice_liveness::{
    JoinedValue, LiveIntervals, LiveRange, Log, QueryResult, SlotIndex, VNInfoId, log,
};
use avarice_mir::{Inst, MachineFunction, VReg};
use avarice_target::{LaneMask, SubRegIdx, op};
use cranelift_entity::EntityRef;

use super::lanes_of_index;
use super::pair::{CoalescerPair, is_full_copy};

/// What happens to a value when its register is joined with the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Resolution {
    /// It stays.
    #[default]
    Keep,
    /// It becomes the other value, and its defining instruction is erased.
    Erase,
    /// It becomes the other value, defined by the same instruction.
    Merge,
    /// It stays, and takes the place of the other value where both are live.
    Replace,
    /// Not known before all values are mapped.
    Unresolved,
    /// The registers cannot be joined.
    Impossible,
}

/// One of the two registers of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The register that stays.
    Left,
    /// The register that goes.
    Right,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    fn value(self, id: VNInfoId) -> JoinedValue {
        match self {
            Self::Left => JoinedValue::Left(id),
            Self::Right => JoinedValue::Right(id),
        }
    }
}

/// How far the analysis of a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Unvisited,
    /// Begun; waits for other values.
    Active,
    /// Mapped, being far from the other range; lanes are not looked up yet.
    Distant,
    /// Mapped to a value of the joined range.
    Mapped,
}

/// What is known of a value. Lanes are those of the joined register, so that both sides compare.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    pub resolution: Resolution,
    state: State,
    /// Lanes that the definition writes.
    pub write_lanes: LaneMask,
    /// Lanes that hold something; others may be overwritten.
    pub valid_lanes: LaneMask,
    /// The value that a partial definition changes.
    pub redefined: Option<VNInfoId>,
    /// The value of the other side that is live at the definition.
    pub other: Option<VNInfoId>,
    /// Defined by an `IMPLICIT_DEF` that only serves a PHI and may go.
    pub erasable_implicit_def: bool,
    /// A value of the other side takes its place somewhere.
    pub pruned: bool,
    /// Whether `pruned` has been looked up for a value that is a copy.
    pub pruned_computed: bool,
    /// Where `other` is defined, if this value is erased since both are copies of the same thing.
    pub identical_to: Option<SlotIndex>,
}

/// The values of one side.
#[derive(Debug)]
pub(super) struct SideValues {
    /// The register.
    pub reg: VReg,
    /// The part of the joined register that it becomes.
    pub sub: SubRegIdx,
    /// Whether some definition of the register keeps lanes that it does not write.
    pub keeps_lanes: bool,
    /// By value number.
    pub values: Vec<Value>,
    /// The number in the joined range, by value number.
    pub map: Vec<VNInfoId>,
}

/// How the values of two ranges go into one.
#[derive(Debug)]
pub(super) struct ValueMap {
    left: SideValues,
    right: SideValues,
    /// The values of the joined range.
    pub joined: Vec<JoinedValue>,
    /// The lanes that are joined if these are ranges of some lanes only.
    pub lanes: LaneMask,
    /// Whether the ranges are of some lanes only.
    pub is_sub_range: bool,
    /// Whether lanes of the joined register have ranges of their own.
    tracks_lanes: bool,
    waiting: Vec<(Side, VNInfoId)>,
}

impl Default for ValueMap {
    fn default() -> Self {
        let side = || SideValues {
            reg: VReg::new(0),
            sub: SubRegIdx::NONE,
            keeps_lanes: false,
            values: Vec::new(),
            map: Vec::new(),
        };
        Self {
            left: side(),
            right: side(),
            joined: Vec::new(),
            lanes: LaneMask::NONE,
            is_sub_range: false,
            tracks_lanes: false,
            waiting: Vec::new(),
        }
    }
}

impl ValueMap {
    /// Begins with two ranges, the left one of `dst`. `lanes` says which lanes they are of, if not of whole
    /// registers.
    pub fn begin(
        &mut self,
        (pair, dst): (&CoalescerPair, VReg),
        (left, right): (&LiveRange, &LiveRange),
        lanes: Option<LaneMask>,
        tracks_lanes: bool,
        keeps_lanes: impl Fn(VReg) -> bool,
    ) {
        let start = |side: &mut SideValues, reg, sub, range: &LiveRange| {
            side.reg = reg;
            side.sub = sub;
            side.keeps_lanes = keeps_lanes(reg);
            side.values.clear();
            side.values.resize(range.values().len(), Value::default());
            side.map.clear();
            side.map.resize(range.values().len(), VNInfoId::from_u32(0));
        };
        start(&mut self.left, dst, pair.dst_idx, left);
        start(&mut self.right, pair.src, pair.src_idx, right);
        self.joined.clear();
        self.lanes = lanes.unwrap_or(LaneMask::NONE);
        self.is_sub_range = lanes.is_some();
        self.tracks_lanes = tracks_lanes;
    }

    /// The values of a side.
    #[inline]
    pub fn side(&self, side: Side) -> &SideValues {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    #[inline]
    pub fn side_mut(&mut self, side: Side) -> &mut SideValues {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    /// A value of a side.
    #[inline]
    pub fn value(&self, side: Side, id: VNInfoId) -> &Value {
        &self.side(side).values[id.index()]
    }

    #[inline]
    pub fn value_mut(&mut self, side: Side, id: VNInfoId) -> &mut Value {
        &mut self.side_mut(side).values[id.index()]
    }
}

/// What one look at a value gives.
enum Step {
    /// Another value has to be mapped first.
    Needs(Side, VNInfoId),
    Done(Resolution),
}

/// Fills a [`ValueMap`]. Reads liveness and code, changes neither.
pub(super) struct Analyzer<'a, 'l> {
    pub function: &'a MachineFunction,
    pub live_intervals: &'a LiveIntervals,
    pub pair: &'a CoalescerPair,
    pub left: &'a LiveRange,
    pub right: &'a LiveRange,
    pub map: &'a mut ValueMap,
    pub log: &'a mut Log<'l>,
}

impl Analyzer<'_, '_> {
    /// Maps all values. Returns whether the ranges can be joined.
    pub fn run(&mut self) -> bool {
        self.map_values(Side::Left)
            && self.map_values(Side::Right)
            && self.resolve_conflicts(Side::Left)
            && self.resolve_conflicts(Side::Right)
    }

    pub(super) fn range(&self, side: Side) -> &LiveRange {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    pub(super) fn def(&self, side: Side, id: VNInfoId) -> SlotIndex {
        self.range(side).value(id).def
    }

    fn map_values(&mut self, side: Side) -> bool {
        for id in self.range(side).value_ids() {
            if self.is_distant(side, id) {
                self.assign(side, id, Resolution::Keep);
                self.map.value_mut(side, id).state = State::Distant;
                continue;
            }
            self.map_value(side, id);
            if self.map.value(side, id).resolution == Resolution::Impossible {
                let (reg, def) = (self.map.side(side).reg, self.def(side, id));
                log!(self.log, "\t\tinterference at {reg}:{}@{def}\n", id.index());
                return false;
            }
        }
        true
    }

    /// Maps a value, after those that it depends on.
    fn map_value(&mut self, side: Side, id: VNInfoId) {
        if !self.is_unvisited(side, id) {
            return;
        }
        let mut waiting = std::mem::take(&mut self.map.waiting);
        waiting.push((side, id));
        while let Some((side, id)) = waiting.last().copied() {
            match self.analyze(side, id) {
                Step::Needs(side, id) => waiting.push((side, id)),
                Step::Done(resolution) => {
                    self.assign(side, id, resolution);
                    waiting.pop();
                }
            }
        }
        self.map.waiting = waiting;
    }

    /// Whether a value is defined before or after all of the other range, by an instruction that keeps no
    /// lanes: then it stays, and neither its instruction nor its lanes have to be looked at unless a value of
    /// the other side turns out to be defined where it is live. Joining a short range into a long one, most
    /// values are like that.
    fn is_distant(&self, side: Side, id: VNInfoId) -> bool {
        let (value, other) = (self.range(side).value(id), self.range(side.other()));
        if self.map.is_sub_range
            || self.map.tracks_lanes
            || self.map.side(side).keeps_lanes
            || value.is_unused()
            || other.is_empty()
            || !self.is_unvisited(side, id)
        {
            return false;
        }
        let at = value.def.base();
        at < other.begin_index().base() || at >= other.end_index()
    }

    /// Looks up the lanes of a distant value that matters after all.
    fn complete(&mut self, side: Side, id: VNInfoId) {
        if self.map.value(side, id).state == State::Distant {
            let def = self.def(side, id);
            let inst = self.live_intervals.indexes.inst_at(def);
            self.find_lanes(side, id, inst.filter(|_| !def.is_block()));
            self.map.value_mut(side, id).state = State::Mapped;
        }
    }

    fn is_unvisited(&self, side: Side, id: VNInfoId) -> bool {
        self.map.value(side, id).state == State::Unvisited
    }

    /// Gives a value its number in the joined range.
    fn assign(&mut self, side: Side, id: VNInfoId, resolution: Resolution) {
        let other = self.map.value(side, id).other;
        let new = match (resolution, other) {
            (Resolution::Erase | Resolution::Merge, Some(other)) => {
                let new = self.map.side(side.other()).map[other.index()];
                self.log_merge(side, id, other, new);
                new
            }
            _ => {
                let replaces = matches!(resolution, Resolution::Replace | Resolution::Unresolved);
                if let Some(other) = other.filter(|_| replaces) {
                    self.map.value_mut(side.other(), other).pruned = true;
                }
                self.map.joined.push(side.value(id));
                VNInfoId::from_u32(self.map.joined.len() as u32 - 1)
            }
        };
        self.map.side_mut(side).map[id.index()] = new;
        let value = self.map.value_mut(side, id);
        value.resolution = resolution;
        value.state = State::Mapped;
    }

    fn log_merge(&mut self, side: Side, id: VNInfoId, other: VNInfoId, new: VNInfoId) {
        if !self.log.is_on() {
            return;
        }
        let (reg, def) = (self.map.side(side).reg, self.def(side, id));
        let other_side = side.other();
        let (other_reg, other_def) = (self.map.side(other_side).reg, self.def(other_side, other));
        let (id, other) = (id.index(), other.index());
        let new_def = match self.map.joined[new.index()] {
            JoinedValue::Left(id) => self.def(Side::Left, id),
            JoinedValue::Right(id) => self.def(Side::Right, id),
        };
        log!(
            self.log,
            "\t\tmerge {reg}:{id}@{def} into {other_reg}:{other}@{other_def} --> @{new_def}\n"
        );
    }

    /// Looks at a value: what it needs to have mapped first, or how its conflict is resolved. Looking
    /// again, when that is done, finds the same up to there.
    fn analyze(&mut self, side: Side, id: VNInfoId) -> Step {
        self.map.value_mut(side, id).state = State::Active;
        let value = self.range(side).value(id);
        if value.is_unused() {
            self.map.value_mut(side, id).write_lanes = LaneMask::ALL;
            return Step::Done(Resolution::Keep);
        }
        let inst = if value.is_phi_def() {
            None
        } else {
            self.live_intervals.indexes.inst_at(value.def)
        };
        if let Some(needed) = self.find_lanes(side, id, inst) {
            return Step::Needs(side, needed);
        }
        let query = self.range(side.other()).query(value.def);
        if let Some(other) = query.value_defined() {
            return self.analyze_simultaneous(side, id, other, query.value_in);
        }
        self.map.value_mut(side, id).other = query.value_in;
        let Some(other) = query.value_in else {
            return Step::Done(Resolution::Keep);
        };
        if self.is_unvisited(side.other(), other) {
            return Step::Needs(side.other(), other);
        }
        self.complete(side.other(), other);
        if self.map.value(side.other(), other).erasable_implicit_def {
            self.check_implicit_def(side, inst, other);
        }
        Step::Done(self.resolve_overlap(side, id, inst, other, query))
    }

    /// Finds the lanes that a value writes and those that are valid after it. Returns a value of the same
    /// side that has to be mapped first.
    fn find_lanes(&mut self, side: Side, id: VNInfoId, inst: Option<Inst>) -> Option<VNInfoId> {
        let one = LaneMask(1);
        let sub = self.map.side(side).sub;
        let Some(inst) = inst else {
            // A PHI value may have any lane.
            let lanes = if self.map.is_sub_range {
                one
            } else {
                lanes_of_index(self.function.target, sub)
            };
            let value = self.map.value_mut(side, id);
            (value.write_lanes, value.valid_lanes) = (lanes, lanes);
            return None;
        };
        let is_implicit_def = self.function.opcode(inst) == op::IMPLICIT_DEF;
        if self.map.is_sub_range {
            let value = self.map.value_mut(side, id);
            value.write_lanes = one;
            value.valid_lanes = if is_implicit_def { LaneMask::NONE } else { one };
            value.erasable_implicit_def = is_implicit_def;
            return None;
        }
        let (written, keeps_others) = self.written_lanes(side, inst);
        let mut valid = written;
        let mut redefined = None;
        if keeps_others {
            redefined = self.range(side).query(self.def(side, id)).value_in;
            if let Some(before) = redefined {
                if self.is_unvisited(side, before) {
                    return Some(before);
                }
                valid |= self.map.value(side, before).valid_lanes;
            }
        }
        let value = self.map.value_mut(side, id);
        value.write_lanes = written;
        value.valid_lanes = valid;
        value.redefined = redefined;
        // Which lanes are valid after an IMPLICIT_DEF is left open until it is known that it can go.
        value.erasable_implicit_def = is_implicit_def;
        None
    }

    /// The lanes that an instruction writes of a side's register, and whether it keeps the others.
    fn written_lanes(&self, side: Side, inst: Inst) -> (LaneMask, bool) {
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side);
        let mut lanes = LaneMask::NONE;
        let mut keeps_others = false;
        for operand in self.function.operands(inst) {
            if operand.is_def() && operand.as_reg() == reg.into() {
                lanes |= lanes_of_index(target, target.compose(sub, operand.sub_reg()));
                keeps_others |= operand.reads_reg();
            }
        }
        (lanes, keeps_others)
    }

    /// Both registers are defined by one instruction, or by PHIs of one block: whichever is looked at
    /// second is merged into the first.
    fn analyze_simultaneous(
        &mut self,
        side: Side,
        id: VNInfoId,
        other: VNInfoId,
        other_in: Option<VNInfoId>,
    ) -> Step {
        let (def, other_def) = (self.def(side, id), self.def(side.other(), other));
        if other_def < def && self.is_unvisited(side.other(), other) {
            return Step::Needs(side.other(), other);
        }
        if def < other_def && other_in.is_some() {
            // This early-clobber definition overlaps the value that the other register had before.
            self.map.value_mut(side, id).other = other_in;
            return Step::Done(Resolution::Impossible);
        }
        self.map.value_mut(side, id).other = Some(other);
        let other = *self.map.value(side.other(), other);
        if other.state != State::Mapped {
            return Step::Done(Resolution::Keep);
        }
        let own = self.map.value(side, id).valid_lanes;
        let is_phi = self.range(side).value(id).is_phi_def();
        Step::Done(if is_phi || (own & other.valid_lanes).is_none() {
            Resolution::Merge
        } else {
            Resolution::Impossible
        })
    }

    /// The overlapped value is an `IMPLICIT_DEF`: it may go only if it is there for a PHI's sake, live to
    /// the end of its block and not further.
    fn check_implicit_def(&mut self, side: Side, inst: Option<Inst>, other: VNInfoId) {
        let other_def = self.def(side.other(), other);
        let block = self.live_intervals.indexes.block_at(other_def);
        let own_block = inst.and_then(|inst| self.function.inst_block(inst));
        let live_in = self.live_intervals.is_live_in(self.range(side), block);
        let succs = &self.function.blocks[block].succs;
        if let Some(own) = own_block.filter(|own| *own != block || live_in) {
            let number = self.function.blocks[own].number;
            log!(
                self.log,
                "IMPLICIT_DEF defined at {other_def} extends into %bb.{number}, keeping it.\n"
            );
        } else if succs.iter().any(|succ| self.function.blocks[*succ].eh_pad) {
            log!(
                self.log,
                "IMPLICIT_DEF defined at {other_def} may be live into EH pad successors, keeping it.\n"
            );
        } else {
            let value = self.map.value_mut(side.other(), other);
            value.valid_lanes &= !value.write_lanes;
            return;
        }
        let inst = self.live_intervals.indexes.inst_at(other_def);
        let sub = inst.map_or(SubRegIdx::NONE, |i| self.function.operand(i, 0).sub_reg());
        let value = self.map.value_mut(side.other(), other);
        value.erasable_implicit_def = false;
        value.valid_lanes = lanes_of_index(self.function.target, sub);
    }

    /// The other register is live at the definition, or ends there.
    fn resolve_overlap(
        &mut self,
        side: Side,
        id: VNInfoId,
        inst: Option<Inst>,
        other: VNInfoId,
        query: QueryResult,
    ) -> Resolution {
        // A PHI interferes with nothing that does not interfere in a predecessor.
        let Some(inst) = inst else {
            return Resolution::Replace;
        };
        if self.function.opcode(inst) == op::IMPLICIT_DEF {
            return Resolution::Erase;
        }
        let def = self.def(side, id);
        let other_value = *self.map.value(side.other(), other);
        if self.pair.is_coalescable(self.function, inst) {
            // Lanes that were undefined in the source are so in the copy.
            let value = self.map.value_mut(side, id);
            value.valid_lanes &= !value.write_lanes | other_value.valid_lanes;
            return Resolution::Erase;
        }
        if query.is_kill && query.end_point <= def {
            return Resolution::Keep;
        }
        let is_whole = is_full_copy(self.function, inst) && !self.pair.partial;
        if is_whole && self.are_identical(side, id, other) {
            let other_def = self.def(side.other(), other);
            self.map.value_mut(side, id).identical_to = Some(other_def);
            return Resolution::Erase;
        }
        // For some lanes only, the main ranges have already shown that this is right.
        if self.map.is_sub_range {
            return Resolution::Replace;
        }
        let written = self.map.value(side, id).write_lanes;
        if (written & other_value.valid_lanes).is_none() {
            return Resolution::Replace;
        }
        // An early-clobber definition would destroy what its instruction still reads.
        if query.is_kill {
            return Resolution::Impossible;
        }
        // If all lanes are overwritten, one that is read later is among them.
        let other_sub = self.map.side(side.other()).sub;
        if (lanes_of_index(self.function.target, other_sub) & !written).is_none() {
            return Resolution::Impossible;
        }
        if self.map.tracks_lanes {
            return self.resolve_by_lanes(side, def, written);
        }
        let block = self.live_intervals.indexes.block_at(def);
        if query.end_point >= self.live_intervals.indexes.block_end(block) {
            return Resolution::Impossible;
        }
        Resolution::Unresolved
    }

    /// The lanes of the other register have ranges of their own: the definition may not overwrite one that
    /// is live.
    fn resolve_by_lanes(&self, side: Side, def: SlotIndex, written: LaneMask) -> Resolution {
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side.other());
        let interval = self.live_intervals.interval(reg);
        let clobbered = if interval.has_sub_ranges() {
            interval.sub_ranges().any(|range| {
                let lanes = target.compose_lane_mask(sub, range.lanes);
                let query = range.range.query(def);
                (lanes & written).any() && query.value_in.is_some() && query.end_point > def
            })
        } else {
            (lanes_of_index(target, sub) & written).any()
        };
        if clobbered {
            Resolution::Impossible
        } else {
            Resolution::Replace
        }
    }

    // ---- Copies of the same value -------------------------------------------------------------

    /// Follows copies from a value to where it comes from: the place of its definition (none if it is
    /// undefined) and the register there.
    fn follow_copies(&self, side: Side, id: VNInfoId) -> (Option<SlotIndex>, VReg) {
        let mut reg = self.map.side(side).reg;
        let mut def = self.def(side, id);
        loop {
            let inst = self.live_intervals.indexes.inst_at(def);
            let Some(inst) = inst.filter(|_| !def.is_block()) else {
                return (Some(def), reg);
            };
            if !is_full_copy(self.function, inst) {
                return (Some(def), reg);
            }
            let Some(src) = self.function.operand(inst, 1).as_reg().as_virtual() else {
                return (Some(def), reg);
            };
            match self.value_into(side, src, def) {
                Ok(Some(before)) => (def, reg) = (before, src),
                Ok(None) => return (None, src),
                Err(()) => return (Some(def), reg),
            }
        }
    }

    /// Where the value of `src` that is live into the instruction at `at` is defined; an error if lanes
    /// that are joined have different ones.
    fn value_into(&self, side: Side, src: VReg, at: SlotIndex) -> Result<Option<SlotIndex>, ()> {
        let interval = self.live_intervals.interval(src);
        let value_in = |range: &LiveRange| {
            let value = range.query(at).value_in;
            value.map(|value| range.value(value).def)
        };
        if !self.map.is_sub_range || !interval.has_sub_ranges() {
            return Ok(value_in(interval));
        }
        let sub = self.map.side(side).sub;
        let mut found = None;
        for range in interval.sub_ranges() {
            let lanes = self.function.target.compose_lane_mask(sub, range.lanes);
            if (lanes & self.map.lanes).is_none() {
                continue;
            }
            let value = value_in(&range.range);
            if found.is_none() {
                found = value;
            } else if value.is_some() && value != found {
                return Err(());
            }
        }
        Ok(found)
    }

    /// Whether a value and one of the other side are copies of the same value.
    fn are_identical(&self, side: Side, id: VNInfoId, other: VNInfoId) -> bool {
        let (origin, reg) = self.follow_copies(side, id);
        let other_side = side.other();
        if origin == Some(self.def(other_side, other)) && reg == self.map.side(other_side).reg {
            return true;
        }
        let (other_origin, other_reg) = self.follow_copies(other_side, other);
        origin == other_origin && reg == other_reg
    }
}
