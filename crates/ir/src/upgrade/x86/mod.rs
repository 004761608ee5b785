//! Intrinsics of x86 that LLVM has removed because plain instructions express the same.
//!
//! [`table::ROWS`] gives the replacement for each name as a [`Recipe`]; the other files of this folder implement the
//! recipes. A recipe returns the value that replaces the call's result, or `None` if the call does not have its former
//! shape: then the call stays, and instruction selection refuses its name.

mod arithmetic;
mod avx512;
mod fused;
mod memory;
mod shuffle;
mod table;

use crate::entities::Value;
use crate::inst::{BinaryOp, CastOp, IntPredicate};
use crate::intrinsics::Intrinsic;
use crate::types::{TypeData, TypeTable};

use super::Outcome;
use super::builder::Builder;

/// What takes the place of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A recipe for all arguments.
    Plain(Recipe),
    /// An intrinsic of AVX-512.
    Avx512(avx512::Change),
}

/// What takes the place of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Recipe {
    /// A generic intrinsic, with this many of the first arguments.
    Generic(Intrinsic, usize),
    /// An operation on bits (of numbers of any kind) or numbers.
    Binary(BinaryOp),
    /// `not first and second`
    AndNot,
    /// The number of leading zeros.
    LeadingZeros,
    /// The absolute value, which overflow leaves as it is.
    Abs,
    /// The square root of the lowest element.
    LowSqrt,
    /// An operation on the lowest elements.
    LowBinary(BinaryOp),
    /// A comparison, as elements of ones or zeros.
    Compare(IntPredicate),
    /// A comparison of XOP, whose name or third argument says which.
    XopCompare,
    /// Products of the even elements, of twice the width.
    MultiplyEven { signed: bool },
    /// `third ? first : second`, for each bit.
    SelectBits,
    /// Rotation of each element: by an element, or all by an immediate.
    Rotate { right: bool },
    /// A fused multiplication and addition, of which kind the name says.
    Fused,
    /// The lowest elements, converted.
    Convert(CastOp),
    /// The second argument, or its lowest element, converted into the lowest element of the first.
    ConvertLow(CastOp),
    /// The lowest elements, which are bits of `half`, converted.
    ConvertHalf,
    /// The lowest elements, extended.
    Extend(CastOp),
    /// Elements of two vectors, as the bits of an immediate say.
    Blend,
    /// Elements of each register, as an immediate says.
    PermuteElements,
    /// Words of the upper half of each register.
    PermuteHigh,
    /// Words of the lower half of each register.
    PermuteLow,
    /// Halves of two vectors.
    PermuteHalves,
    /// Elements of two vectors in turn, from the halves of each register.
    Interleave { high: bool },
    /// Every second element twice: the odd ones, or the even ones.
    Duplicate { odd: bool },
    /// Elements of each four, two bits of an immediate for each.
    PermuteFour,
    /// A vector, as often as it fits.
    BroadcastPart,
    /// The lowest element, as often as the result has elements.
    Broadcast,
    /// A number in memory, for each element.
    BroadcastLoad,
    /// Half a vector in memory, twice.
    BroadcastHalf,
    /// Part of a vector.
    ExtractPart,
    /// A vector with one part replaced.
    InsertPart,
    /// A shift by whole bytes; the immediate counts bits if `bits`.
    ShiftBytes { left: bool, bits: bool },
    /// A store that nothing is known of about the alignment.
    StoreUnaligned,
    /// A store of the lowest 64 bits.
    StoreLow,
    /// A store around the cache.
    StoreNontemporal,
    /// The same of the lowest element.
    StoreLowNontemporal,
    /// A load around the cache.
    LoadNontemporal,
    /// An addition or subtraction with carry that also stores: see [`memory`].
    Carry,
    /// `RDTSCP` that also stores.
    Counter,
    /// A checksum of 64 bits, of which only 32 count.
    Checksum,
    /// The same name with the last argument as `i8`.
    ByteImmediate,
    /// The same name with arguments as vectors of `i64`.
    TestBits,
    /// The same name with the third argument as integers.
    IntegerThird,
    /// The same name with the first argument alone.
    FirstOnly,
    /// `llvm.eh.recoverfp`
    RecoverFrame,
}

/// What takes the place of calls of the intrinsic with this name (after `llvm.x86.`) and these parameters.
pub(super) fn change(name: &str, types: &TypeTable, fn_type: crate::Type) -> Option<Change> {
    if !has_registers(types, fn_type) {
        return None;
    }
    match avx512::find(name, types, fn_type) {
        Some(change) => Some(Change::Avx512(change)),
        None => recipe(name, types, fn_type).map(Change::Plain),
    }
}

/// Whether vectors are ones that a register of x86 can hold: nothing else was ever meant by these names.
fn has_registers(types: &TypeTable, fn_type: crate::Type) -> bool {
    let TypeData::Function { ret, params, .. } = &types[fn_type] else {
        return false;
    };
    let mut all = std::iter::once(ret).chain(params);
    all.all(|ty| match types[*ty] {
        TypeData::Vector { len, scalable, .. } => len <= 64 && !scalable,
        _ => true,
    })
}

fn recipe(name: &str, types: &TypeTable, fn_type: crate::Type) -> Option<Recipe> {
    let recipe = table::ROWS
        .iter()
        .find(|(patterns, _)| patterns.split_ascii_whitespace().any(|p| matches(p, name)))
        .map(|(_, recipe)| *recipe)?;
    let TypeData::Function { params, .. } = &types[fn_type] else {
        return None;
    };
    // Names that are still used, with other types.
    let is_old = match recipe {
        Recipe::ByteImmediate => params.last() == Some(&TypeTable::I32),
        Recipe::TestBits => params
            .first()
            .is_some_and(|ty| types.scalar(*ty) == TypeTable::FLOAT),
        Recipe::IntegerThird => params
            .get(2)
            .is_some_and(|ty| types.is_float(types.scalar(*ty))),
        Recipe::FirstOnly => params.len() == 2,
        Recipe::Counter => params.len() == 1,
        _ => true,
    };
    is_old.then_some(recipe)
}

/// Whether a name is the pattern, or begins with it if it ends with `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

/// Makes what takes the place of the call; `name` is what follows `llvm.x86.`.
pub(super) fn apply(builder: &mut Builder<'_>, change: Change, name: &str) -> Option<Outcome> {
    match change {
        Change::Plain(recipe) => cook(builder, recipe, name),
        Change::Avx512(change) => avx512::apply(builder, change, name),
    }
}

fn cook(builder: &mut Builder<'_>, recipe: Recipe, name: &str) -> Option<Outcome> {
    use Recipe::*;
    let value = match recipe {
        StoreUnaligned | StoreLow | StoreNontemporal | StoreLowNontemporal => {
            memory::store(builder, recipe)?;
            return Some(Outcome::Removed);
        }
        LoadNontemporal | BroadcastLoad | BroadcastHalf | Carry | Counter => {
            memory::value(builder, recipe, name)?
        }
        Interleave { .. } | Duplicate { .. } | PermuteFour | BroadcastPart => {
            shuffle::fixed(builder, recipe)?
        }
        Blend
        | PermuteElements
        | PermuteHigh
        | PermuteLow
        | PermuteHalves
        | Broadcast
        | ExtractPart
        | InsertPart
        | ShiftBytes { .. } => shuffle::value(builder, recipe)?,
        Fused => fused::value(builder, name)?,
        Checksum | ByteImmediate | TestBits | IntegerThird | FirstOnly | RecoverFrame => {
            same_with_other_types(builder, recipe, name)?
        }
        _ => arithmetic::value(builder, recipe, name)?,
    };
    Some(Outcome::Value(value))
}

/// Intrinsics that still exist but take arguments of other types.
fn same_with_other_types(builder: &mut Builder<'_>, recipe: Recipe, name: &str) -> Option<Value> {
    let mut args = builder.args.to_vec();
    let ret = builder.result;
    match recipe {
        Recipe::Checksum => {
            let [sum, byte] = args[..] else { return None };
            let sum = builder.cast(CastOp::Trunc, sum, TypeTable::I32);
            let name = "llvm.x86.sse42.crc32.32.8";
            let sum = builder.call(name, TypeTable::I32, &[sum, byte])?;
            return Some(builder.cast(CastOp::ZExt, sum, ret));
        }
        Recipe::RecoverFrame => {
            let value = builder.call("llvm.eh.recoverfp", ret, &args)?;
            builder.take_name(value);
            return Some(value);
        }
        Recipe::ByteImmediate => {
            let last = args.last_mut()?;
            let immediate = builder.const_int(*last)?;
            *last = builder.int(TypeTable::I8, immediate);
        }
        Recipe::TestBits => {
            let quads = builder.vector(TypeTable::I64, 2);
            for arg in &mut args {
                *arg = builder.named("cast", |b| b.bitcast(*arg, quads));
            }
        }
        Recipe::IntegerThird => {
            let ty = builder.ty(*args.get(2)?);
            let bits = builder.element_bits(ty)?;
            let element = builder.module.types.int(bits);
            let ty = builder.with_element(ty, element);
            args[2] = builder.bitcast(args[2], ty);
        }
        _ => args.truncate(1),
    }
    let value = builder.call(&format!("llvm.x86.{name}"), ret, &args)?;
    builder.take_name(value);
    Some(value)
}
