//! Register pressure: sets of registers that values compete for.
//!
//! A value of a class takes some of each set that the class takes registers from, the smallest set first:
//!
//! ```text
//!   %0:gr8_norex    GR8_NOREX 1 of 10, …, GR8 1 of 38, GR16 1 of 66
//!   %1:gr32         GR8 2 of 38, GR16 2 of 66 …
//! ```

use crate::ids::{RegClass, RegUnit};

/// Registers that values compete for.
#[derive(Clone, Copy, Debug)]
pub struct PressureSet {
    /// LLVM's name.
    pub name: &'static str,
    /// How much values may take before none is left; reserved registers are not yet taken off.
    pub limit: u32,
}

/// What a value takes of each of its sets.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// How much.
    pub weight: u32,
    /// How much all registers of a class take together; 0 for units.
    pub limit: u32,
    /// Which sets, in ascending order.
    pub sets: &'static [u8],
}

/// The pressure sets of a target.
#[derive(Debug)]
pub struct PressureTables {
    /// The sets, smaller ones first.
    pub sets: &'static [PressureSet],
    /// Kinds of weights.
    pub weights: &'static [Weight],
    /// By class: its kind.
    pub classes: &'static [u16],
    /// By register unit: its kind.
    pub units: &'static [u16],
}

impl PressureTables {
    /// No sets.
    pub const NONE: Self = Self {
        sets: &[],
        weights: &[],
        classes: &[],
        units: &[],
    };

    /// What a virtual register of a class takes.
    #[inline]
    pub fn of_class(&self, class: RegClass) -> Weight {
        self.kind(self.classes, class.index())
    }

    /// What a register unit takes.
    #[inline]
    pub fn of_unit(&self, unit: RegUnit) -> Weight {
        self.kind(self.units, unit.index())
    }

    #[inline]
    fn kind(&self, kinds: &[u16], at: usize) -> Weight {
        let none = Weight {
            weight: 0,
            limit: 0,
            sets: &[],
        };
        let kind = kinds.get(at).copied().unwrap_or(u16::MAX);
        self.weights.get(usize::from(kind)).copied().unwrap_or(none)
    }
}
