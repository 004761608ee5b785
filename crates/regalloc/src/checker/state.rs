//! What each place holds.

use avarice_mir::{FrameIndex, Inst, VReg};
use avarice_target::{LaneMask, RegUnit, SubRegIdx};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// A variable of the code before allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Var {
    /// A virtual register.
    Virtual(VReg),
    /// A unit of a physical register that the code names itself.
    Unit(RegUnit),
    /// What an instruction computes that gives the same result anywhere; the first of those that compute it.
    Computed(Inst),
}

/// Lanes of a variable. A unit has one, lane 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub var: Var,
    pub lanes: u64,
}

/// The lane of a unit.
pub(super) const UNIT_LANE: u64 = 1;

/// Lanes of different variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parts(SmallVec<[Part; 2]>);

impl Parts {
    pub fn iter(&self) -> impl Iterator<Item = Part> + '_ {
        self.0.iter().copied()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lanes of `var`.
    pub fn lanes(&self, var: Var) -> u64 {
        let part = self.0.iter().find(|part| part.var == var);
        part.map_or(0, |part| part.lanes)
    }

    pub fn add(&mut self, part: Part) {
        if part.lanes == 0 {
            return;
        }
        match self.0.iter_mut().find(|known| known.var == part.var) {
            Some(known) => known.lanes |= part.lanes,
            None => self.0.push(part),
        }
    }

    pub fn remove(&mut self, var: Var, lanes: u64) {
        if self.lanes(var) == 0 {
            return;
        }
        self.0.retain(|part| {
            if part.var == var {
                part.lanes &= !lanes;
            }
            part.lanes != 0
        });
    }

    fn keep(&mut self, wanted: impl Fn(Var) -> bool) {
        self.0.retain(|part| wanted(part.var));
    }

    /// Leaves what both hold, where a place holds whatever is undefined. Returns whether lanes were lost.
    fn meet(&mut self, own_undef: &Self, other: &Self, other_undef: &Self) -> bool {
        let mut lost = false;
        for part in &mut self.0 {
            let kept = part.lanes & (other.lanes(part.var) | other_undef.lanes(part.var));
            lost |= kept != part.lanes;
            part.lanes = kept;
        }
        self.0.retain(|part| part.lanes != 0);
        for part in other.iter() {
            let lanes = part.lanes & own_undef.lanes(part.var);
            self.add(Part { lanes, ..part });
        }
        lost
    }
}

/// What a slot holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SlotContent {
    /// By the lanes of the register that was stored, sorted by them.
    pub lanes: SmallVec<[(LaneMask, Parts); 1]>,
    /// All of their lanes: virtual registers that it also holds, each as if a register of its own class had been
    /// stored.
    pub whole: Parts,
}

impl SlotContent {
    /// The same lanes, holding nothing.
    pub fn emptied(&self) -> Self {
        let lanes = self.lanes.iter();
        Self {
            lanes: lanes.map(|(lanes, _)| (*lanes, Parts::default())).collect(),
            whole: Parts::default(),
        }
    }

    /// Whether it holds nothing.
    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.lanes.iter().all(|(_, parts)| parts.is_empty())
    }

    /// All sets in it.
    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Parts> {
        let lanes = self.lanes.iter_mut().map(|(_, parts)| parts);
        lanes.chain([&mut self.whole])
    }

    /// Leaves what both hold. Returns whether anything was lost.
    fn meet(
        &mut self,
        own_undef: &Parts,
        other: &Self,
        other_undef: &Parts,
        wholes: Wholes<'_>,
    ) -> bool {
        let own_lanes = self.lanes.iter().map(|(lanes, _)| lanes);
        let same_shape = own_lanes.eq(other.lanes.iter().map(|(lanes, _)| lanes));
        let mut lost = false;
        // What lanes of one shape say of wholes, they say when they have met, too.
        if !same_shape || !self.whole.is_empty() || !other.whole.is_empty() {
            let mut whole = wholes(own_undef, self);
            lost |= whole.meet(own_undef, &wholes(other_undef, other), other_undef);
            self.whole = whole;
        }
        if same_shape {
            for ((_, own), (_, parts)) in self.lanes.iter_mut().zip(&other.lanes) {
                lost |= own.meet(own_undef, parts, other_undef);
            }
        } else {
            lost |= !self.lanes.is_empty();
            self.lanes.clear();
        }
        lost
    }

    /// It holds all of `var`, lane by lane.
    pub fn add_everywhere(&mut self, var: Var) {
        for (lanes, parts) in &mut self.lanes {
            let lanes = lanes.0;
            parts.add(Part { var, lanes });
        }
    }

    /// The slot holds what `other` says too, if that is of the same lanes.
    pub fn add(&mut self, other: &Self) {
        for ((lanes, parts), (other_lanes, more)) in self.lanes.iter_mut().zip(&other.lanes) {
            if lanes == other_lanes {
                for part in more.iter() {
                    parts.add(part);
                }
            }
        }
        for part in other.whole.iter() {
            self.whole.add(part);
        }
    }
}

/// Which virtual registers a slot holds all of, where the first are undefined.
pub(super) type Wholes<'a> = &'a dyn Fn(&Parts, &SlotContent) -> Parts;

/// A move between registers of two kinds that memory makes, too: a slot that the source was stored to holds the
/// result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crossing {
    pub result: VReg,
    pub source: VReg,
    pub part: SubRegIdx,
}

/// What each place holds, at one point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// By unit.
    pub units: Vec<Parts>,
    /// By slot, sorted.
    pub slots: Vec<(FrameIndex, SlotContent)>,
    /// Lanes of virtual registers that are undefined.
    pub undef: Parts,
    /// By unit: whether the code before has a value there.
    pub is_defined: Vec<bool>,
    /// Virtual registers whose value is what this instruction computes, sorted.
    pub origins: Vec<(VReg, Inst)>,
    /// Moves of this block that memory made, as long as both registers keep their values.
    pub crossings: SmallVec<[Crossing; 1]>,
}

impl State {
    /// A state in which no place holds anything.
    pub fn empty(num_units: usize) -> Self {
        Self {
            units: vec![Parts::default(); num_units],
            slots: Vec::new(),
            undef: Parts::default(),
            is_defined: vec![false; num_units],
            origins: Vec::new(),
            crossings: SmallVec::new(),
        }
    }

    /// What all places hold, lane by lane.
    pub fn places(&mut self) -> impl Iterator<Item = &mut Parts> {
        let slots = self.slots.iter_mut();
        let in_slots = slots.flat_map(|(_, content)| content.lanes.iter_mut().map(|(_, p)| p));
        self.units.iter_mut().chain(in_slots)
    }

    /// What all slots hold as a whole.
    pub fn wholes(&mut self) -> impl Iterator<Item = &mut Parts> {
        let slots = self.slots.iter_mut();
        slots.map(|(_, content)| &mut content.whole)
    }

    fn all_parts(&mut self) -> impl Iterator<Item = &mut Parts> {
        let slots = self.slots.iter_mut();
        let in_slots = slots.flat_map(|(_, content)| content.parts_mut());
        self.units.iter_mut().chain(in_slots)
    }

    /// No place holds these lanes any more.
    pub fn forget(&mut self, var: Var, lanes: u64) {
        // Loops, since this is done for each result, and there may be thousands of slots.
        for unit in &mut self.units {
            unit.remove(var, lanes);
        }
        for (_, content) in &mut self.slots {
            for (_, parts) in &mut content.lanes {
                parts.remove(var, lanes);
            }
            content.whole.remove(var, lanes);
        }
        self.undef.remove(var, lanes);
        if let Var::Virtual(reg) = var {
            self.crossings
                .retain(|crossing| crossing.result != reg && crossing.source != reg);
        }
    }

    /// Content of a slot.
    pub fn slot(&self, slot: FrameIndex) -> Option<&SlotContent> {
        let at = self.slots.binary_search_by_key(&slot, |(id, _)| *id).ok()?;
        Some(&self.slots[at].1)
    }

    pub fn set_slot(&mut self, slot: FrameIndex, content: SlotContent) {
        match self.slots.binary_search_by_key(&slot, |(id, _)| *id) {
            Ok(at) => self.slots[at].1 = content,
            Err(at) => self.slots.insert(at, (slot, content)),
        }
    }

    /// The instruction that computes the value of `var`.
    pub fn origin(&self, var: VReg) -> Option<Inst> {
        let at = self
            .origins
            .binary_search_by_key(&var, |(id, _)| *id)
            .ok()?;
        Some(self.origins[at].1)
    }

    pub fn set_origin(&mut self, var: VReg, origin: Option<Inst>) {
        match (
            self.origins.binary_search_by_key(&var, |(id, _)| *id),
            origin,
        ) {
            (Ok(at), Some(inst)) => self.origins[at].1 = inst,
            (Err(at), Some(inst)) => self.origins.insert(at, (var, inst)),
            (Ok(at), None) => {
                self.origins.remove(at);
            }
            (Err(_), None) => {}
        }
    }

    /// Drops virtual registers that are not wanted.
    pub fn keep_live(&mut self, is_live: impl Fn(VReg) -> bool) {
        let wanted = |var| match var {
            Var::Virtual(reg) => is_live(reg),
            Var::Unit(_) | Var::Computed(_) => true,
        };
        for place in self.all_parts() {
            place.keep(wanted);
        }
        self.undef.keep(wanted);
        self.origins.retain(|(reg, _)| is_live(*reg));
        self.slots.retain(|(_, content)| !content.is_empty());
    }

    /// Leaves what holds here and in `other`. Returns whether anything was lost.
    pub fn meet(&mut self, other: &Self, wholes: Wholes<'_>) -> bool {
        let mut lost = false;
        let undef = &self.undef;
        for (own, other_unit) in self.units.iter_mut().zip(&other.units) {
            lost |= own.meet(undef, other_unit, &other.undef);
        }
        self.slots.retain_mut(|(slot, content)| {
            let nothing;
            let theirs = match other.slot(*slot) {
                Some(theirs) => theirs,
                None => {
                    nothing = content.emptied();
                    &nothing
                }
            };
            lost |= content.meet(undef, theirs, &other.undef, wholes);
            !content.is_empty()
        });
        self.add_slots_of_undefined(other);
        let mut both = Parts::default();
        for part in self.undef.iter() {
            let lanes = part.lanes & other.undef.lanes(part.var);
            both.add(Part { lanes, ..part });
        }
        lost |= both != self.undef;
        self.undef = both;
        for (own, theirs) in self.is_defined.iter_mut().zip(&other.is_defined) {
            lost |= *own && !theirs;
            *own &= theirs;
        }
        let before = self.origins.len();
        self.origins
            .retain(|(reg, inst)| other.origin(*reg) == Some(*inst));
        lost | (self.origins.len() != before)
    }

    /// What `other` has in slots that are not known here is here too, as far as it is undefined here.
    fn add_slots_of_undefined(&mut self, other: &Self) {
        if self.undef.is_empty() {
            return;
        }
        for (slot, content) in &other.slots {
            if self.slot(*slot).is_some() {
                continue;
            }
            let mut content = content.clone();
            for parts in content.parts_mut() {
                let mut own = Parts::default();
                own.meet(&self.undef, parts, &Parts::default());
                *parts = own;
            }
            if !content.is_empty() {
                self.set_slot(*slot, content);
            }
        }
    }
}

/// Index of a unit.
pub(super) fn unit_index(unit: RegUnit) -> usize {
    unit.index()
}

/// The virtual register with this number.
pub(super) fn vreg(index: usize) -> VReg {
    VReg::new(index)
}
