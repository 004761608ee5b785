//! Values, by number.

use avarice_ir::{Global, Value};
use cranelift_entity::packed_option::ReservedValue;
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
    /// For globals and constants that a function has used, by their number: which function that is, and the value in it.
    used: Vec<(u32, Value)>,
    /// The number of the function, from 1.
    function: u32,
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

    /// Begins with a function that has used nothing.
    pub fn enter_function(&mut self) {
        self.function += 1;
    }

    /// The value of the global or constant with this number, if the function has used it.
    #[inline]
    pub fn used(&self, number: u32) -> Option<Value> {
        let (function, value) = self.used.get(number as usize)?;
        (*function == self.function).then_some(*value)
    }

    /// Notes that `value` is that of the global or constant with this number.
    pub fn note_use(&mut self, number: u32, value: Value) {
        let index = number as usize;
        if self.used.len() <= index {
            self.used.resize(index + 1, (0, Value::reserved_value()));
        }
        self.used[index] = (self.function, value);
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
