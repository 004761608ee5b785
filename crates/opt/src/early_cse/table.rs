//! Instructions by what they compute.
//!
//! ```text
//!   %c = add i32 %a, %b       in the table
//!   %d = add i32 %b, %a       find: %c's
//! ```
//!
//! Newest first: what was entered last can be taken out again, so that a walk over the dominator tree keeps the entries
//! that dominate the current block.

use avarice_ir::{BinaryOp, Function, Inst, InstKind, Value};
use cranelift_entity::EntityRef;

/// No entry.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    inst: Inst,
    /// What the instruction is known to be: mostly its result.
    value: Value,
    hash: u32,
    /// The entry that was first in the bucket before this one.
    older: u32,
}

/// Buckets of a table that begins.
const MIN_BUCKETS: usize = 256;

/// Values that can be found by what computes them.
///
/// Invariant: `buckets[b]` is the newest entry of bucket `b`, and each entry leads to older ones of its bucket. There are
/// at least as many buckets as entries, and not many more than there were entries at once, which are few beside the
/// instructions of a function: the table stays in the cache.
#[derive(Debug, Default)]
pub(super) struct ExpressionTable {
    /// A power of two.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
}

/// What an instruction computes, mixed into a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hash(u32);

impl ExpressionTable {
    /// Empties the table.
    pub(super) fn reset(&mut self) {
        self.buckets.clear();
        self.buckets.resize(MIN_BUCKETS, NONE);
        self.entries.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Takes out all but the oldest `len` entries.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.entries.len() > len
            && let Some(entry) = self.entries.pop()
        {
            let bucket = self.bucket(entry.hash);
            self.buckets[bucket] = entry.older;
        }
    }

    /// Makes known that what `inst`, of the hash that [`hash_of`] gives, computes is `value`.
    pub(super) fn insert(&mut self, Hash(hash): Hash, inst: Inst, value: Value) {
        if self.entries.len() == self.buckets.len() {
            self.grow();
        }
        self.entries.push(Entry {
            inst,
            value,
            hash,
            older: NONE,
        });
        self.enter(self.entries.len() - 1);
    }

    /// Puts an entry in front of its bucket.
    fn enter(&mut self, at: usize) {
        let bucket = self.bucket(self.entries[at].hash);
        self.entries[at].older = std::mem::replace(&mut self.buckets[bucket], at as u32);
    }

    fn grow(&mut self) {
        let len = 2 * self.buckets.len();
        self.buckets.clear();
        self.buckets.resize(len, NONE);
        (0..self.entries.len()).for_each(|at| self.enter(at));
    }

    /// What computes the same as `inst`, of which the hash is given too.
    pub(super) fn find(&self, function: &Function, Hash(hash): Hash, inst: Inst) -> Option<Value> {
        let mut at = self.buckets[self.bucket(hash)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.hash == hash && is_same(function, inst, entry.inst) {
                return Some(entry.value);
            }
            at = entry.older;
        }
        None
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }
}

/// Mixes what `inst` is with its operands; those of a commutative operation in any order give the same.
pub(super) fn hash_of(function: &Function, inst: Inst) -> Hash {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let data = &function.insts[inst];
    let mix = |hash: u64, part: u64| (hash.rotate_left(5) ^ part).wrapping_mul(FACTOR);
    let kind = match &data.kind {
        InstKind::Binary(op) => *op as u64,
        InstKind::Cast(op) => 32 + *op as u64,
        InstKind::ICmp(_) => 64,
        InstKind::FCmp(predicate) => 65 + *predicate as u64,
        InstKind::GetElementPtr { source } => 96 + source.as_u32() as u64,
        _ => 95,
    };
    let hash = mix(kind, u64::from(data.ty.as_u32()));
    let hash = if is_commutative(&data.kind) {
        let [left, right] = [0, 1].map(|index| function.operand(inst, index).index() as u64);
        mix(mix(hash, left.min(right)), left.max(right))
    } else {
        let operands = function.operands(inst);
        operands.fold(hash, |hash, value| mix(hash, value.index() as u64))
    };
    Hash((hash >> 32) as u32)
}

/// Whether operands can be swapped, of a comparison with its predicate.
fn is_commutative(kind: &InstKind) -> bool {
    use BinaryOp::*;
    match kind {
        InstKind::Binary(op) => matches!(op, Add | FAdd | Mul | FMul | And | Or | Xor),
        InstKind::ICmp(_) => true,
        _ => false,
    }
}

/// Whether two instructions compute the same, ignoring flags.
fn is_same(function: &Function, first: Inst, second: Inst) -> bool {
    let [a, b] = [first, second].map(|inst| &function.insts[inst]);
    if a.ty != b.ty || a.num_uses != b.num_uses {
        return false;
    }
    if a.kind == b.kind && function.operands(first).eq(function.operands(second)) {
        return true;
    }
    let is_swapped_kind = match (&a.kind, &b.kind) {
        (InstKind::ICmp(a), InstKind::ICmp(b)) => *a == b.swapped(),
        (a, b) => is_commutative(a) && a == b,
    };
    is_swapped_kind && function.operands(first).eq(function.operands(second).rev())
}
