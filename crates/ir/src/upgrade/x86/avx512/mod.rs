//! Intrinsics of AVX-512, most of which had a mask among their arguments: elements whose bit is not set come from another
//! argument, or are zero.
//!
//! ```text
//!   llvm.x86.avx512.mask.padd.d.512(a, b, other, mask)  ─▶  select (bitcast mask), (add a, b), other
//! ```
//!
//! | file | what replaces them |
//! |---|---|
//! | [`operation`] | an operation of the language, and a select |
//! | [`call`] | an intrinsic without mask, and a select |
//! | [`rounding`] | for one rounding mode an operation, else an intrinsic |
//! | [`ternary`] | an intrinsic of three vectors, the first of which is used where the mask is not set |
//! | [`fused`] | fused multiplications and additions |
//! | [`bits`] | comparisons, whose result is one bit for each element; operations on such bits |
//! | [`shuffle`] | alignments, shuffles of lanes and broadcasts |
//! | [`memory`] | loads and stores |
//! | [`bfloat`] | the same intrinsics on `bfloat` instead of integers of as many bits |

mod bfloat;
mod bits;
mod call;
mod fused;
mod memory;
mod operation;
mod rounding;
mod shuffle;
mod ternary;

use crate::entities::{Type, Value};
use crate::inst::BinaryOp;
use crate::types::{TypeData, TypeTable};

use super::super::Outcome;
use super::super::builder::Builder;
use super::Recipe;

/// What takes the place of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Change {
    /// An operation of the language.
    Operation(operation::Operation),
    /// The intrinsic of this name without mask.
    Call(&'static str),
    /// An operation or an intrinsic, by rounding mode.
    Rounding(rounding::Rounding),
    /// An intrinsic of three vectors.
    Ternary(ternary::Ternary, Otherwise),
    /// A fused multiplication and addition.
    Fused(fused::Fused, Otherwise),
    /// A result of bits.
    Bits(bits::Bits),
    /// A shuffle.
    Shuffle(shuffle::Shuffle),
    /// A load or store.
    Memory(memory::Memory),
    /// The same on `bfloat`.
    Bfloat(bfloat::Bfloat),
}

/// What elements are whose bit is not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Otherwise {
    /// Those of the first argument: `mask`.
    First,
    /// Those of the third argument: `mask3`.
    Third,
    /// Zero: `maskz`.
    Zero,
}

/// What takes the place of calls of the intrinsic with this name (after `llvm.x86.`) and type.
pub(super) fn find(name: &str, types: &TypeTable, fn_type: Type) -> Option<Change> {
    let TypeData::Function { ret, params, .. } = &types[fn_type] else {
        return None;
    };
    if let Some(rest) = name.strip_prefix("avx512bf16.") {
        return bfloat::find(rest, types, *ret, params).map(Change::Bfloat);
    }
    let rest = name.strip_prefix("avx512.")?;
    if let Some(bits) = bits::find(rest, types, *ret) {
        return Some(Change::Bits(bits));
    }
    let (otherwise, rest) = match rest.split_once('.') {
        Some(("mask", rest)) => (Otherwise::First, rest),
        Some(("mask3", rest)) => (Otherwise::Third, rest),
        Some(("maskz", rest)) => (Otherwise::Zero, rest),
        _ => {
            let ternary = || ternary::unmasked(rest);
            return shuffle::unmasked(rest)
                .map(Change::Shuffle)
                .or_else(|| ternary().map(|ternary| Change::Ternary(ternary, Otherwise::First)));
        }
    };
    if let Some(ternary) = ternary::masked(rest, otherwise) {
        return Some(Change::Ternary(ternary, otherwise));
    }
    if let Some(fused) = fused::find(rest, otherwise) {
        return Some(Change::Fused(fused, otherwise));
    }
    if otherwise != Otherwise::First {
        return None;
    }
    rounding::find(rest, params.len())
        .map(Change::Rounding)
        .or_else(|| call::find(rest).map(Change::Call))
        .or_else(|| shuffle::masked(rest).map(Change::Shuffle))
        .or_else(|| memory::find(rest, types, *ret).map(Change::Memory))
        .or_else(|| operation::find(rest).map(Change::Operation))
}

/// Makes what takes the place of the call; `name` is what follows `llvm.x86.`.
pub(super) fn apply(builder: &mut Builder<'_>, change: Change, name: &str) -> Option<Outcome> {
    let value = match change {
        Change::Operation(operation) => operation::value(builder, operation, name)?,
        Change::Call(new) => {
            let (all, ret) = (builder.args, builder.result);
            let [args @ .., other, mask] = all else {
                return None;
            };
            let value = builder.call(&format!("llvm.x86.{new}"), ret, args)?;
            select(builder, *mask, value, *other)?
        }
        Change::Rounding(rounding) => rounding::value(builder, rounding)?,
        Change::Ternary(ternary, otherwise) => ternary::value(builder, ternary, otherwise, name)?,
        Change::Fused(fused, otherwise) => fused::value(builder, fused, otherwise)?,
        Change::Bits(bits) => bits::value(builder, bits, name)?,
        Change::Shuffle(shuffle) => shuffle::value(builder, shuffle)?,
        Change::Memory(memory) => return memory::apply(builder, memory),
        Change::Bfloat(bfloat) => bfloat::value(builder, bfloat, name)?,
    };
    Some(Outcome::Value(value))
}

/// Whether all bits of a mask are known to be set.
fn is_full(builder: &Builder<'_>, mask: Value) -> bool {
    let bits = builder.element_bits(builder.ty(mask)).unwrap_or(64).min(64);
    builder.const_int(mask) == Some(u64::MAX >> (64 - bits))
}

/// The bits of a mask for `len` elements.
fn mask_bits(builder: &mut Builder<'_>, mask: Value, len: u32) -> Option<Value> {
    let width = builder.element_bits(builder.ty(mask))?;
    if let Some(known) = builder.const_int(mask) {
        return Some(builder.const_bits(known, len.min(width)));
    }
    let ty = builder.vector(TypeTable::I1, width);
    let bits = builder.bitcast(mask, ty);
    Some(match width > len {
        true => builder.named("extract", |b| b.low(bits, len)),
        false => bits,
    })
}

/// `value` where the mask is set, else `other`.
fn select(builder: &mut Builder<'_>, mask: Value, value: Value, other: Value) -> Option<Value> {
    if is_full(builder, mask) {
        return Some(value);
    }
    let len = builder.shape(builder.ty(value))?.len;
    let bits = mask_bits(builder, mask, len)?;
    Some(builder.select(bits, value, other))
}

/// `value` if the lowest bit of the mask is set, else `other`.
fn select_low(builder: &mut Builder<'_>, mask: Value, value: Value, other: Value) -> Option<Value> {
    if is_full(builder, mask) {
        return Some(value);
    }
    let width = builder.element_bits(builder.ty(mask))?;
    let bit = match builder.const_int(mask) {
        Some(known) => builder.int(TypeTable::I1, known & 1),
        None => {
            let ty = builder.vector(TypeTable::I1, width);
            let bits = builder.bitcast(mask, ty);
            builder.extract(bits, 0)
        }
    };
    Some(builder.select(bit, value, other))
}

/// Bits as an integer of at least eight, cleared where the mask (if there is one) is not set.
fn masked_bits(builder: &mut Builder<'_>, mut bits: Value, mask: Option<Value>) -> Option<Value> {
    let len = builder.shape(builder.ty(bits))?.len;
    if let Some(mask) = mask.filter(|mask| !is_full(builder, *mask)) {
        let mask = mask_bits(builder, mask, len)?;
        bits = builder.binary(BinaryOp::And, bits, mask);
    }
    if len < 8 {
        let zero = builder.zero(builder.ty(bits));
        let lanes: Vec<i32> = (0..8u32)
            .map(|i| if i < len { i } else { len + i % len } as i32)
            .collect();
        bits = builder.shuffle(bits, zero, &lanes);
    }
    let ty = builder.module.types.int(len.max(8));
    Some(builder.bitcast(bits, ty))
}

/// Bytes of a vector, which are its alignment where it has one.
fn alignment(builder: &Builder<'_>, ty: Type, aligned: bool) -> Option<u64> {
    let shape = builder.shape(ty)?;
    let bytes = u64::from(builder.element_bits(ty)? * shape.len / 8);
    let align = if aligned { bytes } else { 1 };
    align.is_power_of_two().then_some(align)
}

/// The row of a table that has a name, by patterns separated by white space.
fn row<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
    let mut rows = rows.iter();
    rows.find(|(patterns, _)| {
        patterns
            .split_ascii_whitespace()
            .any(|pattern| super::matches(pattern, name))
    })
    .map(|(_, value)| *value)
}
