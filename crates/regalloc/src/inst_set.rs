//! Sets of instructions.

use avarice_mir::Inst;
use cranelift_entity::SecondaryMap;

/// A set of instructions that is emptied at no cost: those whose stamp is the current one.
#[derive(Debug, Default)]
pub struct InstSet {
    stamp: u32,
    stamps: SecondaryMap<Inst, u32>,
}

impl InstSet {
    /// Removes all instructions.
    pub fn clear(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Adds an instruction; returns whether it is new.
    pub fn insert(&mut self, inst: Inst) -> bool {
        std::mem::replace(&mut self.stamps[inst], self.stamp) != self.stamp
    }
}
