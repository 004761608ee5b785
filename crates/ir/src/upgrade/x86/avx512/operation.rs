//! Intrinsics of AVX-512 that are an operation and a mask.

use crate::entities::Value;
use crate::inst::{BinaryOp, CastOp};
use crate::intrinsics::Intrinsic;

use super::super::super::Outcome;
use super::{Builder, Recipe};

/// A recipe and its number of arguments; these are followed by the vector used where the mask is not set, and the mask.
pub(in crate::upgrade) type Operation = (Recipe, usize);

/// Names after `llvm.x86.avx512.mask.`, as [`super::super::table::ROWS`] has them.
#[rustfmt::skip]
const ROWS: &[(&str, Operation)] = &[
    ("pabs.*", (Recipe::Abs, 1)),
    ("lzcnt.*", (Recipe::LeadingZeros, 1)),
    ("padd.*", (Recipe::Binary(BinaryOp::Add), 2)),
    ("psub.*", (Recipe::Binary(BinaryOp::Sub), 2)),
    ("pmull.*", (Recipe::Binary(BinaryOp::Mul), 2)),
    ("pand.* and.p*", (Recipe::Binary(BinaryOp::And), 2)),
    ("por.* or.p*", (Recipe::Binary(BinaryOp::Or), 2)),
    ("pxor.* xor.p*", (Recipe::Binary(BinaryOp::Xor), 2)),
    ("pandn.* andn.p*", (Recipe::AndNot, 2)),
    ("add.ps.128 add.ps.256 add.pd.128 add.pd.256", (Recipe::Binary(BinaryOp::FAdd), 2)),
    ("sub.ps.128 sub.ps.256 sub.pd.128 sub.pd.256", (Recipe::Binary(BinaryOp::FSub), 2)),
    ("mul.ps.128 mul.ps.256 mul.pd.128 mul.pd.256", (Recipe::Binary(BinaryOp::FMul), 2)),
    ("div.ps.128 div.ps.256 div.pd.128 div.pd.256", (Recipe::Binary(BinaryOp::FDiv), 2)),
    ("sqrt.ps.128 sqrt.ps.256 sqrt.pd.128 sqrt.pd.256", (Recipe::Generic(Intrinsic::Sqrt, 1), 1)),
    ("padds.*", (Recipe::Generic(Intrinsic::SaddSat, 2), 2)),
    ("paddus.*", (Recipe::Generic(Intrinsic::UaddSat, 2), 2)),
    ("psubs.*", (Recipe::Generic(Intrinsic::SsubSat, 2), 2)),
    ("psubus.*", (Recipe::Generic(Intrinsic::UsubSat, 2), 2)),
    ("pmaxs.*", (Recipe::Generic(Intrinsic::Smax, 2), 2)),
    ("pmaxu.*", (Recipe::Generic(Intrinsic::Umax, 2), 2)),
    ("pmins.*", (Recipe::Generic(Intrinsic::Smin, 2), 2)),
    ("pminu.*", (Recipe::Generic(Intrinsic::Umin, 2), 2)),
    ("pmul.dq.*", (Recipe::MultiplyEven { signed: true }, 2)),
    ("pmulu.dq.*", (Recipe::MultiplyEven { signed: false }, 2)),
    ("cvtdq2pd.* cvtdq2ps.128 cvtdq2ps.256 cvtqq2pd.128 cvtqq2pd.256 cvtqq2ps.256",
        (Recipe::Convert(CastOp::SiToFp), 1)),
    ("cvtudq2pd.* cvtudq2ps.128 cvtudq2ps.256 cvtuqq2pd.128 cvtuqq2pd.256 cvtuqq2ps.256",
        (Recipe::Convert(CastOp::UiToFp), 1)),
    ("prol.* prolv.*", (Recipe::Rotate { right: false }, 2)),
    ("pror.* prorv.*", (Recipe::Rotate { right: true }, 2)),
    ("cvtps2pd.128 cvtps2pd.256", (Recipe::Convert(CastOp::FpExt), 1)),
    ("pmov.qd.256 pmov.qd.512 pmov.wb.256 pmov.wb.512", (Recipe::Convert(CastOp::Trunc), 1)),
    ("vcvtph2ps.128 vcvtph2ps.256", (Recipe::ConvertHalf, 1)),
    ("pmovsx*", (Recipe::Extend(CastOp::SExt), 1)),
    ("pmovzx*", (Recipe::Extend(CastOp::ZExt), 1)),
    ("vpermil.p*", (Recipe::PermuteElements, 2)),
    ("pshuf.d.*", (Recipe::PermuteElements, 2)),
    ("pshufh.w.*", (Recipe::PermuteHigh, 2)),
    ("pshufl.w.*", (Recipe::PermuteLow, 2)),
    ("movddup.* movsldup.*", (Recipe::Duplicate { odd: false }, 1)),
    ("movshdup.*", (Recipe::Duplicate { odd: true }, 1)),
    ("unpckl.* punpckl*", (Recipe::Interleave { high: false }, 2)),
    ("unpckh.* punpckh*", (Recipe::Interleave { high: true }, 2)),
    ("perm.df.* perm.di.*", (Recipe::PermuteFour, 2)),
    ("broadcastf* broadcasti*", (Recipe::BroadcastPart, 1)),
    ("vextract*", (Recipe::ExtractPart, 2)),
    ("insert*", (Recipe::InsertPart, 3)),
    ("broadcast.s*", (Recipe::Broadcast, 1)),
];

/// The operation that an intrinsic of this name (after `llvm.x86.avx512.mask.`) is.
pub(super) fn find(name: &str) -> Option<Operation> {
    super::row(ROWS, name)
}

/// The value of an operation.
pub(super) fn value(
    builder: &mut Builder<'_>,
    (recipe, count): Operation,
    name: &str,
) -> Option<Value> {
    let [other, mask] = *builder.args.get(count..count + 2)? else {
        return None;
    };
    builder.args = &builder.args[..count];
    let Some(Outcome::Value(value)) = super::super::cook(builder, recipe, name) else {
        return None;
    };
    super::select(builder, mask, value, other)
}
