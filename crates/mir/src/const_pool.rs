//! Entries of a constant pool, and how one is found by its content.

use std::hash::BuildHasher;

use avarice_ir::Const;
use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxBuildHasher;

use crate::entities::ConstPoolIndex;

/// A constant in the constant pool.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum ConstPoolValue {
    /// A constant of the IR module.
    Ir(Const),
    /// Raw bytes in target order, with the MIR text of the constant they stand for (`double 1.0e+00`).
    Bytes(Box<[u8]>, Box<str>),
}

/// A constant pool entry.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstPoolEntry {
    /// Content.
    pub value: ConstPoolValue,
    /// Alignment in bytes.
    pub align: u64,
}

/// Up to this many entries are searched one by one.
const FEW: usize = 16;

/// A hash table of the entries of a constant pool, which is brought up to date when it is asked.
///
/// Invariant: `slots` has room for twice the entries that it has; an entry is in the slot given by its hash, or after
/// it if earlier entries had taken that slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstPoolLookup {
    /// Numbers of entries plus 1, or 0; a power of two of them.
    slots: Vec<u32>,
    /// The number of entries in the table.
    known: usize,
}

impl ConstPoolLookup {
    /// The first entry of `pool` with this content. The pool must only have grown since the last query.
    pub fn find(
        &mut self,
        pool: &PrimaryMap<ConstPoolIndex, ConstPoolEntry>,
        value: &ConstPoolValue,
    ) -> Option<ConstPoolIndex> {
        if pool.len() <= FEW {
            return pool
                .iter()
                .find(|(_, entry)| entry.value == *value)
                .map(|(index, _)| index);
        }
        if 2 * pool.len() > self.slots.len() {
            self.slots.clear();
            self.slots.resize((4 * pool.len()).next_power_of_two(), 0);
            self.known = 0;
        }
        while self.known < pool.len() {
            let entry = &pool[ConstPoolIndex::new(self.known)];
            self.known += 1;
            if let Err(slot) = self.slot(pool, &entry.value) {
                self.slots[slot] = self.known as u32;
            }
        }
        self.slot(pool, value).ok()
    }

    /// The entry with this content, or the slot where it would stand.
    fn slot(
        &self,
        pool: &PrimaryMap<ConstPoolIndex, ConstPoolEntry>,
        value: &ConstPoolValue,
    ) -> Result<ConstPoolIndex, usize> {
        let mask = self.slots.len() - 1;
        // The upper bits of the hash are the better ones.
        let mut slot = (FxBuildHasher.hash_one(value) >> 20) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            let index = ConstPoolIndex::from_u32(number);
            if pool[index].value == *value {
                return Ok(index);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_of_each() {
        let value =
            |number: u32| ConstPoolValue::Bytes(Box::from(number.to_le_bytes()), "i32".into());
        let mut pool = PrimaryMap::new();
        let mut lookup = ConstPoolLookup::default();
        for number in 0..500 {
            let number = number % 400;
            let found = lookup.find(&pool, &value(number));
            let expected = (pool.len() > number as usize).then(|| ConstPoolIndex::from_u32(number));
            assert_eq!(found, expected);
            let value = value(number);
            pool.push(ConstPoolEntry { value, align: 4 });
        }
    }
}
