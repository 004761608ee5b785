//! Shuffles whose immediate says which element goes where.

use crate::entities::Value;
use crate::types::TypeTable;

use super::super::builder::{Builder, Shape};
use super::Recipe::{self, *};

/// The value of a recipe of this file.
pub(super) fn value(builder: &mut Builder<'_>, recipe: Recipe) -> Option<Value> {
    let args = builder.args;
    let first = *args.first()?;
    let from = builder.shape(builder.ty(first))?;
    let to = builder.shape(builder.result)?;
    let immediate = |builder: &Builder<'_>, index: usize| builder.const_int(*args.get(index)?);
    let bits = builder.element_bits(builder.result)?;
    match recipe {
        Broadcast => {
            let poison = builder.poison(builder.ty(first));
            Some(builder.shuffle(first, poison, &vec![0; to.len as usize]))
        }
        Blend => {
            let which = immediate(builder, 2)?;
            // The bits repeat where there are more than eight elements.
            let mask = lanes(to, |i| i + to.len * (which >> (i % 8) & 1) as u32);
            Some(builder.shuffle(first, *args.get(1)?, &mask))
        }
        PermuteElements => {
            let which = immediate(builder, 1)? as u32;
            let mask = lanes(to, |i| permuted(which, bits, i));
            Some(builder.shuffle(first, first, &mask))
        }
        PermuteHigh | PermuteLow => {
            let which = immediate(builder, 1)? as u32;
            let half = if recipe == PermuteHigh { 4 } else { 0 };
            let mask = lanes(to, |i| match i & 4 == half {
                true => (i & !3) + (which >> (2 * (i & 3)) & 3),
                false => i,
            });
            Some(builder.shuffle(first, first, &mask))
        }
        PermuteHalves => permute_halves(builder, to, immediate(builder, 2)? as u32),
        ExtractPart => {
            let parts = from.len.checked_div(to.len)?;
            let at = immediate(builder, 1)? as u32 % parts.max(1) * to.len;
            let mask = lanes(to, |i| at + i);
            Some(builder.shuffle(first, first, &mask))
        }
        InsertPart => insert_part(builder, to, immediate(builder, 2)? as u32),
        ShiftBytes { left, bits } => {
            let amount = immediate(builder, 1)?;
            shift_bytes(builder, left, if bits { amount / 8 } else { amount })
        }
        _ => None,
    }
}

/// The value of a recipe whose mask follows from the type, but for one immediate.
pub(super) fn fixed(builder: &mut Builder<'_>, recipe: Recipe) -> Option<Value> {
    let args = builder.args;
    let first = *args.first()?;
    let from = builder.shape(builder.ty(first))?;
    let to = builder.shape(builder.result)?;
    // Elements of a register.
    let lane = 128 / builder.element_bits(builder.result)?.clamp(1, 64);
    let (second, mask) = match recipe {
        Interleave { high } => {
            let half = if high { lane / 2 } else { 0 };
            let source = |i: u32| i / lane * lane + half + i % lane / 2 + i % 2 * to.len;
            (*args.get(1)?, lanes(to, source))
        }
        Duplicate { odd } => (first, lanes(to, |i| (i & !1) + u32::from(odd))),
        PermuteFour => {
            let which = builder.const_int(*args.get(1)?)? as u32;
            (
                first,
                lanes(to, |i| (i & !3) + (which >> (2 * (i & 3)) & 3)),
            )
        }
        BroadcastPart => (first, lanes(to, |i| i % from.len.max(1))),
        _ => return None,
    };
    Some(builder.shuffle(first, second, &mask))
}

/// The mask that takes element `source(i)` for element `i`.
fn lanes(shape: Shape, source: impl Fn(u32) -> u32) -> Vec<i32> {
    (0..shape.len).map(|i| source(i) as i32).collect()
}

/// The element of the same 128 bits that the immediate has for element `i`: for one of 64 bits, one bit each; for one
/// of 32, two bits, the same in each register.
fn permuted(which: u32, bits: u32, i: u32) -> u32 {
    match bits {
        64 => (i & !1) + (which >> (i & 7) & 1),
        _ => (i & !3) + (which >> (2 * (i & 3)) & 3),
    }
}

/// `VPERM2F128`: two bits each choose a half of the two vectors, another bit zero.
fn permute_halves(builder: &mut Builder<'_>, to: Shape, which: u32) -> Option<Value> {
    let [first, second, ..] = *builder.args else {
        return None;
    };
    let zero = builder.zero(builder.result);
    let source = |zero_bit: u32, second_bit: u32| match which {
        _ if which & zero_bit != 0 => zero,
        _ if which & second_bit != 0 => second,
        _ => first,
    };
    let (low, high) = (source(0x08, 0x02), source(0x80, 0x20));
    let half = to.len / 2;
    let mask = lanes(to, |i| match i < half {
        true => i + (which & 1) * half,
        false => i + half + (which >> 4 & 1) * half,
    });
    Some(builder.shuffle(low, high, &mask))
}

/// The first vector with one of its parts replaced by the second.
fn insert_part(builder: &mut Builder<'_>, to: Shape, which: u32) -> Option<Value> {
    let [into, part, ..] = *builder.args else {
        return None;
    };
    let len = builder.shape(builder.ty(part))?.len;
    let at = which % to.len.checked_div(len)?.max(1) * len;
    let poison = builder.poison(builder.ty(part));
    let widened = lanes(to, |i| i.min(len));
    let part = builder.shuffle(part, poison, &widened);
    let mask = lanes(to, |i| match i.checked_sub(at) {
        Some(inside) if inside < len => to.len + inside,
        _ => i,
    });
    Some(builder.shuffle(into, part, &mask))
}

/// Shifts each 128 bits by `amount` bytes; zeros are shifted in.
fn shift_bytes(builder: &mut Builder<'_>, left: bool, amount: u64) -> Option<Value> {
    let value = *builder.args.first()?;
    let ty = builder.result;
    let shape = builder.shape(ty)?;
    let len = shape.len * builder.element_bits(ty)? / 8;
    let bytes = builder.vector(TypeTable::I8, len);
    let zero = builder.zero(bytes);
    let value = builder.named("cast", |b| b.bitcast(value, bytes));
    if amount >= 16 {
        return Some(builder.zero(ty));
    }
    let amount = amount as u32;
    let mask: Vec<i32> = (0..len)
        .map(|i| {
            let (lane, at) = (i & !15, i & 15);
            let source = match left {
                true if at >= amount => len + lane + at - amount,
                true => lane + 16 + at - amount,
                false if at + amount < 16 => lane + at + amount,
                false => len + lane + at + amount - 16,
            };
            source as i32
        })
        .collect();
    let shifted = match left {
        true => builder.shuffle(zero, value, &mask),
        false => builder.shuffle(value, zero, &mask),
    };
    Some(builder.named("cast", |b| b.bitcast(shifted, ty)))
}
