//! Values that each block computes for itself, at most once: constants, addresses of globals and of
//! stack objects, scaled indices.
//!
//! Such a value has one virtual register in a block. Its instructions are placed before the group of its
//! earliest user; the allocator can rematerialize most of them further down.

use avarice_ir::{Const, Global, Value};
use avarice_mir::{FrameIndex, Inst, Reg};

use crate::parts::PartType;

/// What a block-local value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKey {
    /// An integer; the bits above the part's width are zero.
    Int(PartType, u64),
    /// The bits of a floating-point number.
    Float(PartType, u64),
    /// No particular value.
    Undef(PartType),
    /// The address of a global plus an offset.
    GlobalAddress(Global, i64),
    /// The pointer that the global offset table holds for a global.
    GotEntry(Global),
    /// The address of a stack object plus an offset.
    FrameAddress(FrameIndex, i64),
    /// The address of a block of a function.
    BlockAddress(Global, avarice_ir::Block),
    /// A 64-bit value (already requested) times a constant.
    Scaled(Value, u64),
    /// The bits of an `x86_fp80`, the lowest first.
    X86Fp80([u64; 2]),
    /// The bytes of a vector register of 16 bytes. Of a smaller one they are a `double`.
    Vector([u64; 2]),
    /// A part of a vector constant that has to be computed.
    VectorExpr(Const, u32),
    /// A constant expression of this type that has to be computed.
    Expr(PartType, Const),
    /// What only the target knows: a kind and a number.
    Target(u32, u64),
}

/// A block-local value.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// What it is.
    pub key: LocalKey,
    /// Its register.
    pub reg: Reg,
    /// The register of the value that it is computed from (`Scaled`), else none.
    pub source: Reg,
    /// Its instructions go before this one, at the end of the block for `None`.
    pub(crate) before: Option<Inst>,
}

/// The block-local values of the current block: a hash table that is emptied by a new generation.
#[derive(Debug, Default)]
pub(crate) struct LocalTable {
    /// Values in order of first request.
    pub values: Vec<Local>,
    /// Requested in the current group, with repetitions.
    pub touched: Vec<u32>,
    /// Generation and index of each slot; a power of two.
    slots: Vec<(u32, u32)>,
    generation: u32,
}

impl LocalTable {
    /// Forgets all values.
    pub fn clear(&mut self) {
        self.values.clear();
        self.touched.clear();
        self.generation = match self.generation.checked_add(1) {
            Some(next) => next,
            None => {
                self.slots.fill((0, 0));
                1
            }
        };
    }

    /// The index of `key`; `make` gives registers and source on first request.
    pub fn request(&mut self, key: LocalKey, make: impl FnOnce() -> (Reg, Reg)) -> Reg {
        if self.values.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(&key) as usize & mask;
        let index = loop {
            let (generation, index) = self.slots[at];
            if generation != self.generation {
                let (reg, source) = make();
                self.slots[at] = (self.generation, self.values.len() as u32);
                self.values.push(Local {
                    key,
                    reg,
                    source,
                    before: None,
                });
                break self.values.len() - 1;
            }
            if self.values[index as usize].key == key {
                break index as usize;
            }
            at = (at + 1) & mask;
        };
        self.touched.push(index as u32);
        self.values[index].reg
    }

    /// Whether `key` was requested.
    pub fn contains(&self, key: LocalKey) -> bool {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return false;
        };
        let mut at = hash(&key) as usize & mask;
        while self.slots[at].0 == self.generation {
            if self.values[self.slots[at].1 as usize].key == key {
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        self.generation = self.generation.max(1);
        for (index, value) in self.values.iter().enumerate() {
            let mut at = hash(&value.key) as usize & (size - 1);
            while self.slots[at].0 == self.generation {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (self.generation, index as u32);
        }
    }

    /// The current group begins at `before`: what it requested must be computed before that.
    pub fn end_group(&mut self, before: Option<Inst>) {
        for index in self.touched.drain(..) {
            self.values[index as usize].before = before;
        }
    }
}

fn hash(key: &LocalKey) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = Mix(0);
    key.hash(&mut hasher);
    hasher.finish()
}

/// A multiplicative hash over words: keys are a few small integers.
struct Mix(u64);

impl std::hash::Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_register_a_key_and_generation() {
        let mut table = LocalTable::default();
        let mut made = 0;
        for round in 0..3u32 {
            table.clear();
            for repeat in 0..2 {
                for value in 0..500u64 {
                    let key = LocalKey::Int(PartType::Int(32), value);
                    let reg = table.request(key, || {
                        made += 1;
                        (Reg::from_raw(1 + value as u32), Reg::NONE)
                    });
                    assert_eq!(reg.raw(), 1 + value as u32, "round {round} repeat {repeat}");
                }
            }
            assert_eq!(table.values.len(), 500);
            assert_eq!(made, 500 * (round + 1));
        }
    }
}
