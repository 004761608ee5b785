//! Intrinsics of AVX-512 on `bfloat`, which used integers of the same width instead.

use crate::entities::{Type, Value};
use crate::types::TypeTable;

use super::Builder;

/// Where `bfloat` has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Bfloat {
    /// The result, and what is there otherwise.
    Result,
    /// The factors.
    Factors,
}

/// Names after `llvm.x86.avx512bf16.`
const ROWS: &[(&str, Bfloat)] = &[
    (
        "cvtne2ps2bf16.128 cvtne2ps2bf16.256 cvtne2ps2bf16.512 \
         mask.cvtneps2bf16.128 cvtneps2bf16.256 cvtneps2bf16.512",
        Bfloat::Result,
    ),
    ("dpbf16ps.128 dpbf16ps.256 dpbf16ps.512", Bfloat::Factors),
];

/// What changes of an intrinsic with this name and signature.
pub(super) fn find(name: &str, types: &TypeTable, ret: Type, params: &[Type]) -> Option<Bfloat> {
    let bfloat = super::row(ROWS, name)?;
    let changed = match bfloat {
        Bfloat::Result => ret,
        Bfloat::Factors => *params.get(1)?,
    };
    let is_integer = types.is_int(types.scalar(changed));
    is_integer.then_some(bfloat)
}

/// The value of a call.
pub(super) fn value(builder: &mut Builder<'_>, bfloat: Bfloat, name: &str) -> Option<Value> {
    let mut args = builder.args.to_vec();
    let ret = builder.result;
    let name = format!("llvm.x86.{name}");
    if bfloat == Bfloat::Factors {
        for arg in args.iter_mut().skip(1) {
            *arg = as_bfloat(builder, *arg)?;
        }
        let value = builder.call(&name, ret, &args)?;
        builder.take_name(value);
        return Some(value);
    }
    if name.contains(".mask.") {
        let other = args.get_mut(1)?;
        *other = as_bfloat(builder, *other)?;
    }
    let ty = builder.with_element(ret, TypeTable::BFLOAT);
    let value = builder.call(&name, ty, &args)?;
    builder.take_name(value);
    Some(builder.bitcast(value, ret))
}

/// The bits of a vector as `bfloat`.
fn as_bfloat(builder: &mut Builder<'_>, value: Value) -> Option<Value> {
    let ty = builder.ty(value);
    let len = builder.shape(ty)?.len * builder.element_bits(ty)? / 16;
    if len == 0 {
        return None;
    }
    let ty = builder.vector(TypeTable::BFLOAT, len);
    Some(builder.bitcast(value, ty))
}
