//! Values, by number.

use avarice_ir::{Global, Value};
use rustc_hash::FxHashMap;

/// What has a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Global(Global),
    /// Index in [`crate::constants::Constants`].
    Const(u32),
    /// A value of the function.
    Local(Value),
}

/// Values by number.
#[derive(Default)]
pub(crate) struct Values {
    pub slots: Vec<Slot>,
    /// Values of the function that are used but not yet defined.
    pub forward: FxHashMap<u32, Value>,
}

impl Values {
    /// Gives `slot` the next number.
    pub fn push(&mut self, slot: Slot) {
        self.slots.push(slot);
    }

    /// The next number.
    #[inline]
    pub fn next(&self) -> u32 {
        self.slots.len() as u32
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<Slot> {
        self.slots.get(number as usize).copied()
    }

    /// Forgets the values from `number` on.
    pub fn truncate(&mut self, number: u32) {
        self.slots.truncate(number as usize);
    }

    /// Whether a value is used but not defined.
    pub fn has_forward(&self) -> bool {
        !self.forward.is_empty()
    }
}
