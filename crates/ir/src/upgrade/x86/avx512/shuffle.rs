//! Shuffles of AVX-512 whose immediate says which element goes where, and broadcasts of numbers.

use crate::entities::Value;
use crate::inst::{BinaryOp, IntPredicate};

use super::{Builder, select};

/// Which elements go where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Shuffle {
    /// Bytes of each register of two vectors, from a number on.
    AlignBytes,
    /// Elements of two vectors, from a number on.
    Align,
    /// Registers of two vectors.
    Registers,
    /// Elements of each register of two vectors.
    Pairs,
    /// A number, for each element.
    BroadcastNumber,
    /// The lowest element, for each element.
    BroadcastLow,
    /// The lowest element of the second vector, others of the first.
    MoveLow,
}

/// Names after `llvm.x86.avx512.mask.`
const ROWS: &[(&str, Shuffle)] = &[
    ("palignr.*", Shuffle::AlignBytes),
    ("valign.*", Shuffle::Align),
    ("shuf.f* shuf.i*", Shuffle::Registers),
    ("shuf.p*", Shuffle::Pairs),
    ("pbroadcast*", Shuffle::BroadcastNumber),
    ("move.s*", Shuffle::MoveLow),
];

/// The shuffle that an intrinsic of this name after `mask.` is.
pub(super) fn masked(name: &str) -> Option<Shuffle> {
    super::row(ROWS, name)
}

/// The shuffle that an intrinsic of this name after `llvm.x86.avx512.` is.
pub(super) fn unmasked(name: &str) -> Option<Shuffle> {
    name.starts_with("pbroadcast")
        .then_some(Shuffle::BroadcastLow)
}

/// The value of a call.
pub(super) fn value(builder: &mut Builder<'_>, shuffle: Shuffle) -> Option<Value> {
    let args = builder.args;
    let len = builder.shape(builder.result)?.len;
    match (shuffle, args) {
        (Shuffle::BroadcastNumber, [number, other, mask]) => {
            let value = builder.splat(*number, len);
            select(builder, *mask, value, *other)
        }
        (Shuffle::BroadcastLow, [vector, other, mask]) => {
            let poison = builder.poison(builder.ty(*vector));
            let value = builder.shuffle(*vector, poison, &vec![0; len as usize]);
            select(builder, *mask, value, *other)
        }
        (Shuffle::MoveLow, [into, from, other, mask]) => {
            let bit = builder.binary_int(BinaryOp::And, *mask, 1);
            let zero = builder.zero(builder.ty(bit));
            let is_set = builder.icmp(IntPredicate::Ne, bit, zero);
            let from = builder.extract(*from, 0);
            let other = builder.extract(*other, 0);
            let value = builder.select(is_set, from, other);
            Some(builder.insert(*into, value, 0))
        }
        (_, [left, right, immediate, other, mask]) => {
            let which = builder.const_int(*immediate)?;
            if shuffle == Shuffle::AlignBytes {
                if len % 16 != 0 || builder.element_bits(builder.result) != Some(8) {
                    return None;
                }
                if which >= 32 {
                    // LLVM leaves out the mask here.
                    return Some(builder.zero(builder.result));
                }
            }
            let value = match shuffle {
                Shuffle::AlignBytes => align_bytes(builder, *left, *right, which),
                Shuffle::Align => {
                    let from = which as u32 & (len - 1);
                    let lanes: Vec<i32> = (0..len).map(|i| (from + i) as i32).collect();
                    builder.named("palignr", |b| b.shuffle(*right, *left, &lanes))
                }
                _ => {
                    let lanes = match shuffle {
                        Shuffle::Registers => registers(builder, which)?,
                        _ => pairs(builder, which)?,
                    };
                    builder.shuffle(*left, *right, &lanes)
                }
            };
            select(builder, *mask, value, *other)
        }
        _ => None,
    }
}

/// For each register the 32 bytes of `right` and `left`, from byte `from` on; after them come zeros.
fn align_bytes(builder: &mut Builder<'_>, left: Value, right: Value, from: u64) -> Value {
    let zero = builder.zero(builder.result);
    let (first, second, from) = match from {
        0..=16 => (right, left, from as u32),
        _ => (left, zero, from as u32 - 16),
    };
    let len = builder.shape(builder.result).map_or(0, |shape| shape.len);
    let lanes: Vec<i32> = (0..len)
        .map(|i| {
            let (register, byte) = (i & !15, from + (i & 15));
            let other = if byte >= 16 { len - 16 } else { 0 };
            (register + byte + other) as i32
        })
        .collect();
    builder.named("palignr", |b| b.shuffle(first, second, &lanes))
}

/// Elements of the result, and of a register, which the result has some of.
fn register_size(builder: &Builder<'_>) -> Option<(u32, u32)> {
    let len = builder.shape(builder.result)?.len;
    let size = match builder.element_bits(builder.result)? {
        32 => 4,
        64 => 2,
        _ => return None,
    };
    (len % size == 0).then_some((len, size))
}

/// Registers: the lower half from the first vector, the upper half from the second.
fn registers(builder: &Builder<'_>, which: u64) -> Option<Vec<i32>> {
    let (len, size) = register_size(builder)?;
    let count = len / size;
    if count != 2 && count != 4 {
        return None;
    }
    let lanes = (0..len).map(|i| {
        let register = i / size;
        let mut from = (which >> (register * (count / 2))) as u32 & (count - 1);
        if register >= count / 2 {
            from += count;
        }
        (from * size + i % size) as i32
    });
    Some(lanes.collect())
}

/// Of each register, the lower half from the first vector and the upper half from the second; the eight bits of the
/// immediate count again where they end.
fn pairs(builder: &Builder<'_>, which: u64) -> Option<Vec<i32>> {
    let (len, size) = register_size(builder)?;
    let half = size / 2;
    let lanes = (0..len).map(|i| {
        let other = if i % size >= half { len } else { 0 };
        let chosen = (which >> (i * half % 8)) as u32 & ((1 << half) - 1);
        (i - i % size + other + chosen) as i32
    });
    Some(lanes.collect())
}
