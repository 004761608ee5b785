//! By how much instructions change pressure.

use avarice_mir::MachineFunction;

use super::registers::PressureReg;

/// So many sets are counted for an instruction, the smallest ones.
const MOST_SETS: usize = 16;

/// A change of the pressure on a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PressureChange {
    /// The number of the set plus 1; 0 for none.
    set: u16,
    /// By how much.
    pub units: i16,
}

impl PressureChange {
    /// A change by nothing.
    pub fn of(set: usize) -> Self {
        Self {
            set: set as u16 + 1,
            units: 0,
        }
    }

    /// A change by `units`.
    pub fn by(set: usize, units: u32) -> Self {
        Self {
            units: units as i16,
            ..Self::of(set)
        }
    }

    /// Whether it is one.
    #[inline]
    pub fn is_some(self) -> bool {
        self.set != 0
    }

    /// The set; the greatest number for none.
    #[inline]
    pub fn set(self) -> usize {
        usize::from(self.set.wrapping_sub(1))
    }
}

/// What an instruction changes from below to above it, by set in ascending order, whatever is live elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct PressureDiff {
    changes: [PressureChange; MOST_SETS],
}

/// What becomes of a register from below an instruction to above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upward {
    /// It becomes live.
    Begins,
    /// It is no longer live.
    Ends,
}

impl PressureDiff {
    /// The changes.
    pub fn changes(&self) -> impl Iterator<Item = PressureChange> + '_ {
        self.changes
            .iter()
            .copied()
            .take_while(|change| change.is_some())
    }

    /// Adds what happens to a register.
    pub fn add(&mut self, function: &MachineFunction, reg: PressureReg, upward: Upward) {
        let weight = reg.weight(function);
        let units = match upward {
            Upward::Begins => weight.weight as i16,
            Upward::Ends => -(weight.weight as i16),
        };
        for set in weight.sets.iter().map(|set| usize::from(*set)) {
            let mut changes = self.changes.iter();
            let is_at = |change: &PressureChange| !change.is_some() || change.set() >= set;
            let Some(at) = changes.position(is_at) else {
                return;
            };
            self.add_to_set(at, set, units);
        }
    }

    fn add_to_set(&mut self, at: usize, set: usize, units: i16) {
        let change = &mut self.changes[at];
        if !change.is_some() || change.set() != set {
            // What does not fit is of the greatest sets.
            self.changes[at..].rotate_right(1);
            self.changes[at] = PressureChange::of(set);
        }
        let change = &mut self.changes[at];
        change.units = change.units.wrapping_add(units);
        if change.units == 0 {
            self.changes[at..].rotate_left(1);
            self.changes[MOST_SETS - 1] = PressureChange::default();
        }
    }
}

/// What a candidate does to pressure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PressureDelta {
    /// Beyond the limit of a set.
    pub excess: PressureChange,
    /// Beyond what a critical set has had.
    pub critical: PressureChange,
    /// Beyond what the region has had.
    pub most: PressureChange,
}
