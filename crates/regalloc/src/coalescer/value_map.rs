//! What is known about the values of two registers while they are joined.
//!
//! Most values of a long range do not touch a short one: they stay, and only their new number is needed. So a
//! value has two records:
//!
//! ```text
//!   Brief     4 bytes, reset for each join           state, resolution, marks
//!   Value     lanes, the value that it overlaps      written when the value is looked at, garbage before
//! ```

use std::ops::Range;

use avarice_liveness::{JoinedValue, JoinedValues, LiveRange, SlotIndex, VNInfoId};
use avarice_mir::VReg;
use avarice_target::{LaneMask, SubRegIdx, TargetDesc};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::def_lanes::DefLanes;
use super::def_lanes::lanes_of_index;
use super::pair::CoalescerPair;

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
pub(super) enum State {
    #[default]
    Unvisited,
    /// Begun; waits for other values.
    Active,
    /// Mapped since it does not meet the other range; lanes are not looked up yet.
    Alone,
    /// Mapped to a value of the joined range.
    Mapped,
}

/// What is known of every value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brief {
    pub state: State,
    pub resolution: Resolution,
    /// Defined by an `IMPLICIT_DEF` that only serves a PHI and may go.
    pub erasable_implicit_def: bool,
    /// A value of the other side takes its place somewhere.
    pub pruned: bool,
}

impl Brief {
    /// Whether the value stays though its `IMPLICIT_DEF` has lost its purpose.
    pub fn is_superfluous(self) -> bool {
        self.pruned && self.erasable_implicit_def && self.resolution == Resolution::Keep
    }
}

/// What is known of a value that was looked at. Lanes are those of the joined register, so that both sides
/// compare.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    /// Lanes that the definition writes.
    pub write_lanes: LaneMask,
    /// Lanes that hold something; others may be overwritten.
    pub valid_lanes: LaneMask,
    /// The value that a partial definition changes.
    pub redefined: PackedOption<VNInfoId>,
    /// The value of the other side that is live at the definition.
    pub other: PackedOption<VNInfoId>,
    /// Where `other` is defined, if this value is erased since both are copies of the same thing; else none.
    pub identical_to: SlotIndex,
    /// Whether `pruned` has been looked up for a value that is a copy.
    pub pruned_computed: bool,
}

/// The values of one side.
#[derive(Debug)]
pub(super) struct SideValues {
    /// The register.
    pub reg: VReg,
    /// The part of the joined register that it becomes.
    pub sub: SubRegIdx,
    /// The lanes of that part.
    pub lanes: LaneMask,
    /// What the definitions of the register write.
    pub defs: DefLanes,
    /// Values that are erased.
    pub erased: SmallVec<[VNInfoId; 8]>,
    /// Values that become one of the other side.
    merged: SmallVec<[VNInfoId; 8]>,
    /// Whether every value has the number in the joined range that it has.
    stays: bool,
    /// By value number.
    pub briefs: Vec<Brief>,
    /// By value number; longer than that, and garbage for values not looked at.
    values: Vec<Value>,
    /// The number in the joined range, by value number; longer than that.
    map: Vec<VNInfoId>,
}

impl SideValues {
    fn new() -> Self {
        Self {
            reg: VReg::new(0),
            sub: SubRegIdx::NONE,
            lanes: LaneMask::ALL,
            defs: DefLanes::Keeps,
            erased: SmallVec::new(),
            merged: SmallVec::new(),
            stays: true,
            briefs: Vec::new(),
            values: Vec::new(),
            map: Vec::new(),
        }
    }

    fn begin(
        &mut self,
        target: &TargetDesc,
        (reg, sub): (VReg, SubRegIdx),
        range: &LiveRange,
        defs: DefLanes,
    ) {
        let len = range.values().len();
        self.reg = reg;
        self.sub = sub;
        self.lanes = lanes_of_index(target, sub);
        self.defs = defs;
        self.erased.clear();
        self.merged.clear();
        self.stays = true;
        self.briefs.clear();
        self.briefs.resize(len, Brief::default());
        if self.map.len() < len {
            self.map.resize(len, VNInfoId::from_u32(0));
            self.values.resize(len, Value::default());
        }
    }

    /// Whether a value has nothing to do with the other values of its side.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.defs != DefLanes::Keeps
    }

    /// The number in the joined range, by value number.
    pub fn map(&self) -> &[VNInfoId] {
        &self.map[..self.briefs.len()]
    }
}

/// How the values of two ranges go into one.
#[derive(Debug)]
pub(super) struct ValueMap {
    /// By [`Side`].
    sides: [SideValues; 2],
    /// The values of the joined range.
    pub joined: Vec<JoinedValue>,
    /// The lanes that are joined if these are ranges of some lanes only.
    pub lanes: LaneMask,
    /// Whether the ranges are of some lanes only.
    pub is_sub_range: bool,
    /// Whether lanes of the joined register have ranges of their own.
    pub tracks_lanes: bool,
    /// Whether a value of one side takes the place of one of the other somewhere.
    pub prunes: bool,
    /// Whether some value is unresolved.
    pub is_unresolved: bool,
    /// Values that are being looked at, each waiting for the next.
    pub waiting: Vec<(Side, VNInfoId)>,
}

impl Default for ValueMap {
    fn default() -> Self {
        Self {
            sides: [SideValues::new(), SideValues::new()],
            joined: Vec::new(),
            lanes: LaneMask::NONE,
            is_sub_range: false,
            tracks_lanes: false,
            prunes: false,
            is_unresolved: false,
            waiting: Vec::new(),
        }
    }
}

impl ValueMap {
    /// Begins with two ranges, the left one of `dst`. `lanes` says which lanes they are of, if not of whole
    /// registers. `defs` says by side what definitions write; they may keep lanes if lanes have ranges of their
    /// own.
    pub fn begin(
        &mut self,
        target: &TargetDesc,
        (pair, dst): (&CoalescerPair, VReg),
        (left, right): (&LiveRange, &LiveRange),
        lanes: Option<LaneMask>,
        tracks_lanes: bool,
        defs: [DefLanes; 2],
    ) {
        let [left_side, right_side] = &mut self.sides;
        left_side.begin(target, (dst, pair.dst_idx), left, defs[0]);
        right_side.begin(target, (pair.src, pair.src_idx), right, defs[1]);
        self.joined.clear();
        self.lanes = lanes.unwrap_or(LaneMask::NONE);
        self.is_sub_range = lanes.is_some();
        self.tracks_lanes = tracks_lanes;
        self.prunes = false;
        self.is_unresolved = false;
    }

    /// The values of a side.
    #[inline]
    pub fn side(&self, side: Side) -> &SideValues {
        &self.sides[side as usize]
    }

    /// The values of a side, to change them.
    #[inline]
    pub fn side_mut(&mut self, side: Side) -> &mut SideValues {
        &mut self.sides[side as usize]
    }

    /// What is known of any value of a side.
    #[inline]
    pub fn brief(&self, side: Side, id: VNInfoId) -> Brief {
        self.side(side).briefs[id.index()]
    }

    #[inline]
    pub fn brief_mut(&mut self, side: Side, id: VNInfoId) -> &mut Brief {
        &mut self.side_mut(side).briefs[id.index()]
    }

    /// A value of a side that was looked at.
    #[inline]
    pub fn value(&self, side: Side, id: VNInfoId) -> &Value {
        &self.side(side).values[id.index()]
    }

    #[inline]
    pub fn value_mut(&mut self, side: Side, id: VNInfoId) -> &mut Value {
        &mut self.side_mut(side).values[id.index()]
    }

    /// Whether a value is a partial definition that keeps lanes of another.
    pub fn redefines(&self, side: Side, id: VNInfoId) -> bool {
        self.brief(side, id).state == State::Mapped && self.value(side, id).redefined.is_some()
    }

    /// Gives a value the next number of the joined range, since it does not meet the other range.
    #[inline]
    pub fn keep_alone(&mut self, side: Side, id: VNInfoId) {
        self.number(side, id);
        self.brief_mut(side, id).state = State::Alone;
    }

    /// Gives values the next numbers of the joined range, one after the other.
    #[inline]
    pub fn keep_all(&mut self, side: Side, ids: Range<usize>) {
        if ids.is_empty() {
            return;
        }
        let first = self.joined.len();
        let values = self.side_mut(side);
        values.stays &= first == ids.start;
        for (at, new) in values.map[ids.clone()].iter_mut().enumerate() {
            *new = VNInfoId::new(first + at);
        }
        let kept = ids.map(|id| side.value(VNInfoId::new(id)));
        self.joined.extend(kept);
    }

    /// Gives a value the next number of the joined range.
    #[inline]
    pub fn number(&mut self, side: Side, id: VNInfoId) {
        let new = VNInfoId::from_u32(self.joined.len() as u32);
        self.joined.push(side.value(id));
        let values = self.side_mut(side);
        values.map[id.index()] = new;
        values.stays &= new == id;
    }

    /// Gives a value the number of one of the other side, which it becomes.
    #[inline]
    pub fn merge_into(&mut self, side: Side, id: VNInfoId, new: VNInfoId) {
        let values = self.side_mut(side);
        values.map[id.index()] = new;
        values.stays &= new == id;
        values.merged.push(id);
    }

    /// Says what happens to a value, which has its number.
    #[inline]
    pub fn resolve(&mut self, side: Side, id: VNInfoId, resolution: Resolution) {
        let values = self.side_mut(side);
        let brief = &mut values.briefs[id.index()];
        brief.state = State::Mapped;
        brief.resolution = resolution;
        if resolution == Resolution::Erase {
            values.erased.push(id);
        }
        self.is_unresolved |= resolution == Resolution::Unresolved;
    }

    /// Joins the right range into the left one.
    pub fn join_ranges(&mut self, left: &mut LiveRange, right: &LiveRange) {
        let side = self.side(Side::Left);
        let maps = JoinedValues {
            left: side.map(),
            right: self.side(Side::Right).map(),
            values: &self.joined,
            left_stays: side.stays.then_some(&side.merged),
        };
        left.join(right, maps);
    }

    /// Notes that a value of the other side takes the place of this one somewhere.
    pub fn set_pruned(&mut self, side: Side, id: VNInfoId) {
        self.brief_mut(side, id).pruned = true;
        self.prunes = true;
    }
}
