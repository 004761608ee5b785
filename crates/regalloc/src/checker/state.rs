//! What each place holds.

use avarice_mir::{Inst, VReg};
use avarice_target::{RegUnit, SubRegIdx};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::slot_contents::{Slots, Wholes};

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

/// Lanes of different variables, sorted by these: thousands may be undefined.
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

    fn position(&self, var: Var) -> Result<usize, usize> {
        self.0.binary_search_by_key(&var, |part| part.var)
    }

    /// The lanes of `var`.
    pub fn lanes(&self, var: Var) -> u64 {
        self.position(var).map_or(0, |at| self.0[at].lanes)
    }

    pub fn add(&mut self, part: Part) {
        if part.lanes == 0 {
            return;
        }
        match self.position(part.var) {
            Ok(at) => self.0[at].lanes |= part.lanes,
            Err(at) => self.0.insert(at, part),
        }
    }

    pub fn remove(&mut self, var: Var, lanes: u64) {
        let Ok(at) = self.position(var) else {
            return;
        };
        self.0[at].lanes &= !lanes;
        if self.0[at].lanes == 0 {
            self.0.remove(at);
        }
    }

    pub fn keep(&mut self, wanted: impl Fn(Var) -> bool) {
        self.0.retain(|part| wanted(part.var));
    }

    /// Leaves what both hold, where a place holds whatever is undefined. Returns whether lanes were lost.
    pub fn meet(&mut self, own_undef: &Self, other: &Self, other_undef: &Self) -> bool {
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
    /// What slots hold.
    pub slots: Slots,
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
            slots: Slots::default(),
            undef: Parts::default(),
            is_defined: vec![false; num_units],
            origins: Vec::new(),
            crossings: SmallVec::new(),
        }
    }

    /// No place holds these lanes any more.
    pub fn forget(&mut self, var: Var, lanes: u64) {
        for unit in &mut self.units {
            unit.remove(var, lanes);
        }
        self.slots.forget(var, lanes);
        self.undef.remove(var, lanes);
        if let Var::Virtual(reg) = var {
            self.crossings
                .retain(|crossing| crossing.result != reg && crossing.source != reg);
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
        for unit in &mut self.units {
            unit.keep(wanted);
        }
        self.slots.keep(wanted);
        self.undef.keep(wanted);
        self.origins.retain(|(reg, _)| is_live(*reg));
    }

    /// Leaves what holds here and in `other`. Returns whether anything was lost.
    pub fn meet(&mut self, other: &Self, wholes: Wholes<'_>) -> bool {
        let mut lost = false;
        let undef = &self.undef;
        for (own, other_unit) in self.units.iter_mut().zip(&other.units) {
            lost |= own.meet(undef, other_unit, &other.undef);
        }
        lost |= self.slots.meet(undef, &other.slots, &other.undef, wholes);
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
}

/// Index of a unit.
pub(super) fn unit_index(unit: RegUnit) -> usize {
    unit.index()
}

/// The virtual register with this number.
pub(super) fn vreg(index: usize) -> VReg {
    VReg::new(index)
}
