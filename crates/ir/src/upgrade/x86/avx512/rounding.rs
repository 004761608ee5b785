//! Intrinsics of AVX-512 on 512 bits with a rounding mode: followed by a mask and the vector used where the mask is not
//! set.

use crate::entities::Value;
use crate::inst::CastOp;
use crate::intrinsics::Intrinsic;

use super::super::Recipe;
use super::{Builder, select};

/// The rounding mode that says: as the control register says.
pub(super) const CURRENT: u64 = 4;

/// What has a rounding mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Rounding {
    /// The intrinsic of this name, regardless of the mode.
    Binary(&'static str),
    /// A square root; with a mode, the intrinsic of this name.
    SquareRoot(&'static str),
    /// A conversion of signed or unsigned integers.
    Convert(CastOp),
}

use Rounding::{Binary, Convert, SquareRoot};

/// Names after `llvm.x86.avx512.mask.`, the number of arguments, and what it is.
const ROWS: &[(&str, usize, Rounding)] = &[
    ("add.ps.512", 5, Binary("add.ps.512")),
    ("add.pd.512", 5, Binary("add.pd.512")),
    ("sub.ps.512", 5, Binary("sub.ps.512")),
    ("sub.pd.512", 5, Binary("sub.pd.512")),
    ("mul.ps.512", 5, Binary("mul.ps.512")),
    ("mul.pd.512", 5, Binary("mul.pd.512")),
    ("div.ps.512", 5, Binary("div.ps.512")),
    ("div.pd.512", 5, Binary("div.pd.512")),
    ("max.ps.512", 5, Binary("max.ps.512")),
    ("max.pd.512", 5, Binary("max.pd.512")),
    ("min.ps.512", 5, Binary("min.ps.512")),
    ("min.pd.512", 5, Binary("min.pd.512")),
    ("sqrt.ps.512", 4, SquareRoot("sqrt.ps.512")),
    ("sqrt.pd.512", 4, SquareRoot("sqrt.pd.512")),
    ("cvtdq2ps.512", 4, Convert(CastOp::SiToFp)),
    ("cvtqq2pd.512", 4, Convert(CastOp::SiToFp)),
    ("cvtqq2ps.512", 4, Convert(CastOp::SiToFp)),
    ("cvtudq2ps.512", 4, Convert(CastOp::UiToFp)),
    ("cvtuqq2pd.512", 4, Convert(CastOp::UiToFp)),
    ("cvtuqq2ps.512", 4, Convert(CastOp::UiToFp)),
];

/// The meaning of an intrinsic of this name with `count` arguments.
pub(super) fn find(name: &str, count: usize) -> Option<Rounding> {
    let mut rows = ROWS.iter();
    rows.find(|row| (row.0, row.1) == (name, count))
        .map(|row| row.2)
}

/// The value of a call.
pub(super) fn value(builder: &mut Builder<'_>, rounding: Rounding) -> Option<Value> {
    let ret = builder.result;
    let [ref args @ .., other, mask, mode] = *builder.args else {
        return None;
    };
    let is_current = builder.const_int(mode) == Some(CURRENT);
    let value = match (rounding, args) {
        (Binary(name), [left, right]) => builder.call(
            &format!("llvm.x86.avx512.{name}"),
            ret,
            &[*left, *right, mode],
        )?,
        (SquareRoot(_), [from]) if is_current => {
            builder.intrinsic(Intrinsic::Sqrt, ret, &[*from])?
        }
        (SquareRoot(name), [from]) => {
            builder.call(&format!("llvm.x86.avx512.{name}"), ret, &[*from, mode])?
        }
        (Convert(op), [_]) if is_current => {
            super::super::arithmetic::value(builder, Recipe::Convert(op), "")?
        }
        (Convert(op), [from]) => {
            let kind = if op == CastOp::UiToFp {
                "uitofp"
            } else {
                "sitofp"
            };
            let base = format!("llvm.x86.avx512.{kind}.round");
            let overloads = [ret, builder.ty(*from)];
            let name = builder.mangled(&base, &overloads)?;
            builder.call(&name, ret, &[*from, mode])?
        }
        _ => return None,
    };
    select(builder, mask, value, other)
}
