//! What pressure comes from: registers, and which of them are live.

use avarice_liveness::{LiveIntervals, LiveRange};
use avarice_mir::{MachineFunction, VReg};
use avarice_target::RegUnit;
use avarice_target::pressure::Weight;
use cranelift_entity::EntityRef;

/// Something that is live or not: a virtual register, or a unit of physical registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PressureReg {
    /// A virtual register.
    Virtual(VReg),
    /// A register unit.
    Unit(RegUnit),
}

impl PressureReg {
    /// The virtual register.
    pub fn as_virtual(self) -> Option<VReg> {
        match self {
            Self::Virtual(reg) => Some(reg),
            Self::Unit(_) => None,
        }
    }

    /// What it takes of pressure sets.
    pub fn weight(self, function: &MachineFunction) -> Weight {
        match self {
            Self::Virtual(reg) => function.target.pressure.of_class(function.class(reg)),
            Self::Unit(unit) => function.target.pressure.of_unit(unit),
        }
    }

    /// Where it is live, if that is known.
    pub(super) fn range(self, live_intervals: &LiveIntervals) -> Option<&LiveRange> {
        match self {
            Self::Virtual(reg) if live_intervals.has_interval(reg) => {
                Some(live_intervals.interval(reg).range())
            }
            Self::Virtual(_) => None,
            Self::Unit(unit) => live_intervals.cached_reg_unit(unit),
        }
    }
}

/// Registers in the order in which they came, each once.
#[derive(Debug, Default)]
pub struct RegList {
    members: Vec<PressureReg>,
    /// By unit, and by virtual register: where it is in `members`, if it is there. Never cleared.
    places: [Vec<u32>; 2],
}

impl RegList {
    /// The registers.
    pub fn members(&self) -> &[PressureReg] {
        &self.members
    }

    pub(super) fn clear(&mut self) {
        self.members.clear();
    }

    fn index(reg: PressureReg) -> (usize, usize) {
        match reg {
            PressureReg::Unit(unit) => (0, unit.index()),
            PressureReg::Virtual(reg) => (1, reg.index()),
        }
    }

    pub(super) fn place(&self, reg: PressureReg) -> Option<usize> {
        let (kind, index) = Self::index(reg);
        let place = *self.places[kind].get(index)? as usize;
        (self.members.get(place) == Some(&reg)).then_some(place)
    }

    /// Adds a register; whether it is new.
    pub(super) fn insert(&mut self, reg: PressureReg) -> bool {
        if self.place(reg).is_some() {
            return false;
        }
        let (kind, index) = Self::index(reg);
        let places = &mut self.places[kind];
        if places.len() <= index {
            places.resize(index + 1, 0);
        }
        places[index] = self.members.len() as u32;
        self.members.push(reg);
        true
    }
}

/// What is live. A register that was live keeps its place in the order.
#[derive(Debug, Default)]
pub(super) struct LiveRegs {
    seen: RegList,
    is_live: Vec<bool>,
}

impl LiveRegs {
    pub(super) fn clear(&mut self) {
        self.seen.clear();
        self.is_live.clear();
    }

    pub(super) fn contains(&self, reg: PressureReg) -> bool {
        self.seen
            .place(reg)
            .is_some_and(|place| self.is_live[place])
    }

    /// Makes it live; whether it was already.
    pub(super) fn insert(&mut self, reg: PressureReg) -> bool {
        if self.seen.insert(reg) {
            self.is_live.push(true);
            return false;
        }
        self.set(reg, true)
    }

    /// Ends it; whether it was live.
    pub(super) fn erase(&mut self, reg: PressureReg) -> bool {
        self.set(reg, false)
    }

    fn set(&mut self, reg: PressureReg, value: bool) -> bool {
        let place = self.seen.place(reg);
        place.is_some_and(|place| std::mem::replace(&mut self.is_live[place], value))
    }

    pub(super) fn live(&self) -> impl Iterator<Item = PressureReg> + '_ {
        let members = self.seen.members.iter().zip(&self.is_live);
        members
            .filter(|(_, is_live)| **is_live)
            .map(|(reg, _)| *reg)
    }
}
