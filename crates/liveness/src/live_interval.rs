//! Live intervals: the live range of a virtual register, with its weight and sub-register ranges.

use std::fmt;
use std::ops::{Deref, DerefMut};

use avarice_mir::{MachineFunction, Operand, VReg};
use avarice_target::{LaneMask, SubRegIdx};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::ReservedValue;

use crate::live_range::LiveRange;
use crate::print::Exponent;
use crate::renumbering::Renumbering;
use crate::slot_index::SlotIndex;
use crate::slot_indexes::SlotIndexes;

/// The live range of some lanes of a register.
#[derive(Clone, PartialEq, Debug)]
pub struct SubRange {
    /// The lanes.
    pub lanes: LaneMask,
    /// Where they are live.
    pub range: LiveRange,
}

/// ` L000000000000000C [16r,32r:0) 0@16r`
impl fmt::Display for SubRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  L{} {}", self.lanes, self.range)
    }
}

/// Where a virtual register is live, and what spilling it would cost.
///
/// Lane masks of sub-ranges are disjoint, and the main range covers each sub-range.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveInterval {
    reg: VReg,
    /// Spill weight: infinite if it must not be spilled.
    pub weight: f32,
    pub(crate) range: LiveRange,
    /// Oldest first; LLVM looks at the newest first.
    sub_ranges: Vec<SubRange>,
    pub(crate) present: bool,
    /// A read within it went away and nothing was shrunk, for it did not end there: it may be live where no read
    /// needs it.
    pub is_loose: bool,
}

impl LiveInterval {
    /// An empty interval of `reg`.
    pub fn new(reg: VReg) -> Self {
        Self {
            reg,
            weight: 0.0,
            range: LiveRange::default(),
            sub_ranges: Vec::new(),
            present: true,
            is_loose: false,
        }
    }

    /// Makes this an empty interval of `reg`, keeping its memory.
    pub(crate) fn restart(&mut self, reg: VReg) {
        self.reg = reg;
        self.is_loose = false;
        self.weight = 0.0;
        self.range.clear();
        self.sub_ranges.clear();
        self.present = true;
    }

    /// The place of an interval that is not there.
    pub(crate) fn absent() -> Self {
        Self {
            present: false,
            ..Self::new(VReg::reserved_value())
        }
    }

    /// The register.
    #[inline]
    pub fn reg(&self) -> VReg {
        self.reg
    }

    /// The main range.
    #[inline]
    pub fn range(&self) -> &LiveRange {
        &self.range
    }

    /// The main range, to change it.
    #[inline]
    pub fn range_mut(&mut self) -> &mut LiveRange {
        &mut self.range
    }

    /// Whether it may be spilled.
    #[inline]
    pub fn is_spillable(&self) -> bool {
        self.weight.is_finite()
    }

    /// Forbids spilling.
    pub fn mark_not_spillable(&mut self) {
        self.weight = f32::INFINITY;
    }

    /// Whether lanes have ranges of their own.
    #[inline]
    pub fn has_sub_ranges(&self) -> bool {
        !self.sub_ranges.is_empty()
    }

    /// Sub-ranges, newest first.
    pub fn sub_ranges(&self) -> impl ExactSizeIterator<Item = &SubRange> + DoubleEndedIterator {
        self.sub_ranges.iter().rev()
    }

    /// Sub-ranges to change, newest first.
    pub fn sub_ranges_mut(&mut self) -> impl ExactSizeIterator<Item = &mut SubRange> {
        self.sub_ranges.iter_mut().rev()
    }

    /// Adds a sub-range.
    pub fn create_sub_range(&mut self, lanes: LaneMask, range: LiveRange) -> &mut SubRange {
        self.sub_ranges.push(SubRange { lanes, range });
        let last = self.sub_ranges.len() - 1;
        &mut self.sub_ranges[last]
    }

    /// Drops sub-ranges that are live nowhere.
    pub fn remove_empty_sub_ranges(&mut self) {
        self.sub_ranges.retain(|sub| !sub.range.is_empty());
    }

    /// Drops all sub-ranges.
    pub fn clear_sub_ranges(&mut self) {
        self.sub_ranges.clear();
    }

    /// Splits sub-ranges so that `lanes` are exactly those of some of them, adding one for lanes that
    /// had none, and calls `apply` for each sub-range within `lanes`, newest first:
    ///
    /// ```text
    ///   lanes   1100          1100  1100      the values that define lane 1000 go to its new sub-range,
    ///   wanted  1011    ─▶    0100  1000      those that define 0100 stay; 0011 had no sub-range
    ///                               0011
    /// ```
    ///
    /// A value whose instruction defines none of a sub-range's lanes is not in it. If the register is
    /// about to become part `compose` of a larger one, whose lanes `lanes` are, the instructions still
    /// name the lanes of the small register: they are translated.
    pub fn refine_sub_ranges(
        &mut self,
        lanes: LaneMask,
        function: &MachineFunction,
        indexes: &SlotIndexes,
        compose: SubRegIdx,
        mut apply: impl FnMut(&mut SubRange),
    ) {
        let mut rest = lanes;
        for at in (0..self.sub_ranges.len()).rev() {
            let old = self.sub_ranges[at].lanes;
            let common = old & lanes;
            if common.is_none() {
                continue;
            }
            rest &= !common;
            if common == old {
                apply(&mut self.sub_ranges[at]);
                continue;
            }
            let range = self.sub_ranges[at].range.clone();
            let reg = self.reg;
            let strip = |sub: &mut SubRange| strip_values(sub, reg, function, indexes, compose);
            self.sub_ranges[at].lanes = old & !common;
            let new = self.create_sub_range(common, range);
            strip(new);
            strip(&mut self.sub_ranges[at]);
            if let Some(new) = self.sub_ranges.last_mut() {
                apply(new);
            }
        }
        if rest.any() {
            apply(self.create_sub_range(rest, LiveRange::default()));
        }
    }

    /// Maps all places, in no order.
    pub(crate) fn map_places(&mut self, mut map: impl FnMut(SlotIndex) -> SlotIndex) {
        self.range.map_places(&mut map);
        for sub in &mut self.sub_ranges {
            sub.range.map_places(&mut map);
        }
    }

    /// Maps all places through a renumbering. `complete` says that all ranges are; see
    /// [`LiveRange::is_complete`].
    pub(crate) fn renumber(&mut self, renumbering: &Renumbering, complete: bool) {
        let subs = self.sub_ranges.iter_mut().map(|sub| &mut sub.range);
        for range in std::iter::once(&mut self.range).chain(subs) {
            if complete {
                range.renumber_complete(renumbering);
            } else {
                range.renumber(renumbering);
            }
        }
    }

    /// Removes the value that is defined at a place, from the range and the sub-ranges.
    pub fn remove_def_at(&mut self, at: SlotIndex) {
        if let Some(value) = self.range.value_at(at) {
            debug_assert!(
                self.range.value(value).def.same_inst(at),
                "no definition at {at}"
            );
            self.range.remove_value(value);
        }
        for sub in &mut self.sub_ranges {
            if let Some(value) = sub.range.value_at(at)
                && sub.range.value(value).def.same_inst(at)
            {
                sub.range.remove_value(value);
            }
        }
        self.remove_empty_sub_ranges();
    }

    /// Places where the lanes `lanes` become undefined: `undef` sub-register definitions of others.
    pub fn sub_range_undefs(
        &self,
        undefs: &mut Vec<SlotIndex>,
        lanes: LaneMask,
        function: &MachineFunction,
        indexes: &SlotIndexes,
    ) {
        let class = function.target.class(function.class(self.reg));
        for op in function.defs(self.reg) {
            let operand = function.op(op);
            if !operand.has(avarice_mir::OperandFlags::UNDEF) || operand.sub_reg().is_none() {
                continue;
            }
            let index = function.target.sub_reg_indices[operand.sub_reg().index()].lane_mask;
            if (class.lane_mask & !index & lanes).any() {
                let early = operand.has(avarice_mir::OperandFlags::EARLY_CLOBBER);
                undefs.push(indexes.index(function.op_inst(op)).reg_slot(early));
            }
        }
    }

    /// Whether it lives in no more than one instruction at a time: every segment ends at the
    /// instruction where it begins or at the next one.
    pub fn is_zero_length(&self, indexes: &SlotIndexes) -> bool {
        self.range
            .segments()
            .iter()
            .all(|s| indexes.next_index(s.start).base() >= s.end.base())
    }

    /// Checks the invariants of the range and its sub-ranges.
    pub fn verify(&self, lanes: LaneMask) -> Result<(), String> {
        self.range.verify()?;
        let mut seen = LaneMask::NONE;
        for sub in &self.sub_ranges {
            sub.range.verify()?;
            let fits = (seen & sub.lanes).is_none() && (sub.lanes & !lanes).is_none();
            if !fits || sub.range.is_empty() || !self.range.covers(&sub.range) {
                return Err(format!("bad sub-range{sub} in {self}"));
            }
            seen |= sub.lanes;
        }
        Ok(())
    }
}

/// Removes the values of a sub-range whose instruction defines none of its lanes. Instructions define
/// lanes of `reg`, which is part `compose` of the register that the sub-range belongs to.
fn strip_values(
    sub: &mut SubRange,
    reg: VReg,
    function: &MachineFunction,
    indexes: &SlotIndexes,
    compose: SubRegIdx,
) {
    let target = function.target;
    let lanes = sub.lanes;
    let defines = |operand: &Operand| {
        let index = operand.sub_reg();
        let mut mask = LaneMask::ALL;
        if !index.is_none() {
            mask = target.sub_reg_indices[index.index()].lane_mask;
        }
        operand.is_def()
            && operand.as_reg() == reg.into()
            && (target.compose_lane_mask(compose, mask) & lanes).any()
    };
    for id in sub.range.value_ids() {
        // Removing a value can take unused ones at the end away with it.
        let Some(value) = sub.range.values().get(id.index()) else {
            break;
        };
        if value.is_unused() || value.is_phi_def() {
            continue;
        }
        let inst = indexes.inst_at(value.def);
        if !inst.is_some_and(|inst| function.operands(inst).iter().any(defines)) {
            sub.range.remove_value(id);
        }
    }
}

impl Deref for LiveInterval {
    type Target = LiveRange;
    fn deref(&self) -> &LiveRange {
        &self.range
    }
}

impl DerefMut for LiveInterval {
    fn deref_mut(&mut self) -> &mut LiveRange {
        &mut self.range
    }
}

/// `%3 [16r,32r:0) 0@16r  weight:0.000000e+00`
impl fmt::Display for LiveInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.reg, self.range)?;
        for sub in self.sub_ranges() {
            write!(f, "{sub}")?;
        }
        write!(f, "  weight:{}", Exponent(self.weight))
    }
}
