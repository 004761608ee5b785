//! Intrinsics of AVX-512 that are an operation and a mask: elements whose bit is not set come from another argument.
//!
//! ```text
//!   llvm.x86.avx512.mask.padd.d.512(a, b, other, mask)  ─▶  select (bitcast mask), (add a, b), other
//! ```

use crate::entities::Inst;
use crate::entities::Value;
use crate::inst::{BinaryOp, CastOp, IntPredicate};
use crate::intrinsics::Intrinsic;
use crate::types::TypeTable;

use super::super::Outcome;
use super::super::builder::Builder;
use super::Recipe;

/// An operation under a mask: what it is without, and how many arguments it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Masked {
    /// A recipe for so many arguments; then come what is there otherwise and the mask.
    Operation(Recipe, usize),
    /// A comparison as bits, under a mask of bits.
    Bits(IntPredicate),
    /// A load of a vector that is aligned, or is not.
    Load { aligned: bool },
    /// The same as a store.
    Store { aligned: bool },
}

use Masked::{Bits, Load, Operation, Store};

/// Names after `llvm.x86.avx512.mask.`, as [`super::table::ROWS`] has them.
#[rustfmt::skip]
const ROWS: &[(&str, Masked)] = &[
    ("pabs.*", Operation(Recipe::Abs, 1)),
    ("lzcnt.*", Operation(Recipe::LeadingZeros, 1)),
    ("padd.*", Operation(Recipe::Binary(BinaryOp::Add), 2)),
    ("psub.*", Operation(Recipe::Binary(BinaryOp::Sub), 2)),
    ("pmull.*", Operation(Recipe::Binary(BinaryOp::Mul), 2)),
    ("pand.* and.p*", Operation(Recipe::Binary(BinaryOp::And), 2)),
    ("por.* or.p*", Operation(Recipe::Binary(BinaryOp::Or), 2)),
    ("pxor.* xor.p*", Operation(Recipe::Binary(BinaryOp::Xor), 2)),
    ("pandn.* andn.p*", Operation(Recipe::AndNot, 2)),
    ("add.ps.128 add.ps.256 add.pd.128 add.pd.256", Operation(Recipe::Binary(BinaryOp::FAdd), 2)),
    ("sub.ps.128 sub.ps.256 sub.pd.128 sub.pd.256", Operation(Recipe::Binary(BinaryOp::FSub), 2)),
    ("mul.ps.128 mul.ps.256 mul.pd.128 mul.pd.256", Operation(Recipe::Binary(BinaryOp::FMul), 2)),
    ("div.ps.128 div.ps.256 div.pd.128 div.pd.256", Operation(Recipe::Binary(BinaryOp::FDiv), 2)),
    ("sqrt.ps.128 sqrt.ps.256 sqrt.pd.128 sqrt.pd.256", Operation(Recipe::Generic(Intrinsic::Sqrt, 1), 1)),
    ("padds.*", Operation(Recipe::Generic(Intrinsic::SaddSat, 2), 2)),
    ("paddus.*", Operation(Recipe::Generic(Intrinsic::UaddSat, 2), 2)),
    ("psubs.*", Operation(Recipe::Generic(Intrinsic::SsubSat, 2), 2)),
    ("psubus.*", Operation(Recipe::Generic(Intrinsic::UsubSat, 2), 2)),
    ("pmaxs.*", Operation(Recipe::Generic(Intrinsic::Smax, 2), 2)),
    ("pmaxu.*", Operation(Recipe::Generic(Intrinsic::Umax, 2), 2)),
    ("pmins.*", Operation(Recipe::Generic(Intrinsic::Smin, 2), 2)),
    ("pminu.*", Operation(Recipe::Generic(Intrinsic::Umin, 2), 2)),
    ("pmul.dq.*", Operation(Recipe::MultiplyEven { signed: true }, 2)),
    ("pmulu.dq.*", Operation(Recipe::MultiplyEven { signed: false }, 2)),
    ("cvtdq2pd.* cvtdq2ps.128 cvtdq2ps.256 cvtqq2pd.128 cvtqq2pd.256",
        Operation(Recipe::Convert(CastOp::SiToFp), 1)),
    ("cvtudq2pd.* cvtudq2ps.128 cvtudq2ps.256 cvtuqq2pd.128 cvtuqq2pd.256",
        Operation(Recipe::Convert(CastOp::UiToFp), 1)),
    ("cvtps2pd.128 cvtps2pd.256", Operation(Recipe::Convert(CastOp::FpExt), 1)),
    ("pmov.qd.256 pmov.qd.512 pmov.wb.512", Operation(Recipe::Convert(CastOp::Trunc), 1)),
    ("vcvtph2ps.128 vcvtph2ps.256", Operation(Recipe::ConvertHalf, 1)),
    ("pmovsx*", Operation(Recipe::Extend(CastOp::SExt), 1)),
    ("pmovzx*", Operation(Recipe::Extend(CastOp::ZExt), 1)),
    ("vpermil.p*", Operation(Recipe::PermuteElements, 2)),
    ("pshuf.d.*", Operation(Recipe::PermuteElements, 2)),
    ("pshufh.w.*", Operation(Recipe::PermuteHigh, 2)),
    ("pshufl.w.*", Operation(Recipe::PermuteLow, 2)),
    ("movddup.* movsldup.*", Operation(Recipe::Duplicate { odd: false }, 1)),
    ("movshdup.*", Operation(Recipe::Duplicate { odd: true }, 1)),
    ("unpckl.* punpckl*", Operation(Recipe::Interleave { high: false }, 2)),
    ("unpckh.* punpckh*", Operation(Recipe::Interleave { high: true }, 2)),
    ("perm.df.* perm.di.*", Operation(Recipe::PermuteFour, 2)),
    ("broadcastf* broadcasti*", Operation(Recipe::BroadcastPart, 1)),
    ("vextract*", Operation(Recipe::ExtractPart, 2)),
    ("insert*", Operation(Recipe::InsertPart, 3)),
    ("broadcast.s*", Operation(Recipe::Broadcast, 1)),
    ("pcmpeq.*", Bits(IntPredicate::Eq)),
    ("pcmpgt.*", Bits(IntPredicate::Sgt)),
    ("loadu.*", Load { aligned: false }),
    ("load.p* load.d.* load.q.*", Load { aligned: true }),
    ("storeu.*", Store { aligned: false }),
    ("store.p* store.d.* store.q.*", Store { aligned: true }),
];

/// What an intrinsic of AVX-512 is, by its name after `llvm.x86.`.
pub(super) fn find(name: &str) -> Option<Masked> {
    let name = name.strip_prefix("avx512.mask.")?;
    let mut rows = ROWS.iter();
    rows.find(|(patterns, _)| {
        patterns
            .split_ascii_whitespace()
            .any(|pattern| super::matches(pattern, name))
    })
    .map(|(_, masked)| *masked)
}

/// Makes what takes the place of the call.
pub(super) fn apply(builder: &mut Builder<'_>, masked: Masked, name: &str) -> Option<Outcome> {
    let all = builder.args;
    let arg = |index: usize| all.get(index).copied();
    let value = match masked {
        Operation(recipe, count) => {
            let (other, mask) = (arg(count)?, arg(count + 1)?);
            builder.args = &all[..count];
            let Some(Outcome::Value(value)) = super::cook(builder, recipe, name) else {
                return None;
            };
            select(builder, mask, value, other)?
        }
        Bits(predicate) => {
            let bits = builder.icmp(predicate, arg(0)?, arg(1)?);
            masked_bits(builder, bits, arg(2)?)?
        }
        Load { aligned } => load(builder, aligned)?,
        Store { aligned } => {
            store(builder, aligned)?;
            return Some(Outcome::Removed);
        }
    };
    Some(Outcome::Value(value))
}

/// Whether all bits of a mask are known to be set.
fn is_full(builder: &Builder<'_>, mask: Value) -> bool {
    let bits = builder.element_bits(builder.ty(mask)).unwrap_or(64).min(64);
    builder.const_int(mask) == Some(u64::MAX >> (64 - bits))
}

/// The bits of a mask for so many elements.
fn mask_bits(builder: &mut Builder<'_>, mask: Value, len: u32) -> Option<Value> {
    let width = builder.element_bits(builder.ty(mask))?;
    let ty = builder.vector(TypeTable::I1, width);
    let bits = builder.bitcast(mask, ty);
    Some(match width > len {
        true => builder.low(bits, len),
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

/// Bits as an integer of at least eight, cleared where the mask is not set.
fn masked_bits(builder: &mut Builder<'_>, mut bits: Value, mask: Value) -> Option<Value> {
    let len = builder.shape(builder.ty(bits))?.len;
    if !is_full(builder, mask) {
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
fn alignment(builder: &Builder<'_>, ty: crate::Type, aligned: bool) -> Option<u64> {
    let shape = builder.shape(ty)?;
    let bits = builder.element_bits(ty)?;
    Some(if aligned {
        u64::from(bits * shape.len / 8)
    } else {
        1
    })
}

fn load(builder: &mut Builder<'_>, aligned: bool) -> Option<Value> {
    let [pointer, other, mask] = *builder.args else {
        return None;
    };
    let ty = builder.result;
    let align = alignment(builder, ty, aligned)?;
    if is_full(builder, mask) {
        return Some(builder.load(ty, pointer, align));
    }
    let len = builder.shape(ty)?.len;
    let bits = mask_bits(builder, mask, len)?;
    let align = builder.int(TypeTable::I32, align);
    builder.intrinsic(Intrinsic::MaskedLoad, ty, &[pointer, align, bits, other])
}

fn store(builder: &mut Builder<'_>, aligned: bool) -> Option<Inst> {
    let [pointer, value, mask] = *builder.args else {
        return None;
    };
    let ty = builder.ty(value);
    let align = alignment(builder, ty, aligned)?;
    if is_full(builder, mask) {
        return Some(builder.store(value, pointer, align));
    }
    let len = builder.shape(ty)?.len;
    let bits = mask_bits(builder, mask, len)?;
    let align = builder.int(TypeTable::I32, align);
    let overloads = [ty, builder.ty(pointer)];
    let args = [value, pointer, align, bits];
    builder.overloaded_inst(Intrinsic::MaskedStore, &overloads, TypeTable::VOID, &args)
}
