//! Intrinsics of AVX-512 on three vectors, the first of which is also the result where the mask is not set; and funnel
//! shifts.

use crate::entities::Value;
use crate::intrinsics::Intrinsic;

use super::{Builder, Otherwise, select};

/// What is made of three vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Ternary {
    /// The intrinsic of the same name without mask.
    Same,
    /// Elements of the first and third vector, which the second chooses.
    PermuteByIndex,
    /// Elements of the second and third vector, which the first chooses.
    PermuteTable,
    /// A shift of two vectors as one.
    Shift { right: bool },
}

/// Names after `mask.` or `maskz.` and whether both exist.
#[rustfmt::skip]
const MASKED: &[(&str, (Ternary, bool))] = &[
    ("pternlog.* vpdpbusd.* vpdpbusds.* vpdpwssd.* vpdpwssds.* vpmadd52*", (Ternary::Same, true)),
    ("vpermi2var.*", (Ternary::PermuteByIndex, false)),
    ("vpermt2var.*", (Ternary::PermuteTable, true)),
    ("vpshld.*", (Ternary::Shift { right: false }, false)),
    ("vpshrd.*", (Ternary::Shift { right: true }, false)),
    ("vpshldv.*", (Ternary::Shift { right: false }, true)),
    ("vpshrdv.*", (Ternary::Shift { right: true }, true)),
];

/// What an intrinsic of this name after `mask.` or `maskz.` is.
pub(super) fn masked(name: &str, otherwise: Otherwise) -> Option<Ternary> {
    let (ternary, has_zero) = super::row(MASKED, name)?;
    let exists = match otherwise {
        Otherwise::First => true,
        Otherwise::Zero => has_zero,
        Otherwise::Third => false,
    };
    exists.then_some(ternary)
}

/// What an intrinsic of this name, after `llvm.x86.avx512.`, without mask is.
pub(super) fn unmasked(name: &str) -> Option<Ternary> {
    let right = match name.get(..7)? {
        "vpshld." => false,
        "vpshrd." => true,
        _ => return None,
    };
    Some(Ternary::Shift { right })
}

/// The value of a call.
pub(super) fn value(
    builder: &mut Builder<'_>,
    ternary: Ternary,
    otherwise: Otherwise,
    name: &str,
) -> Option<Value> {
    if let Ternary::Shift { right } = ternary {
        return shift(builder, right, otherwise);
    }
    let ret = builder.result;
    let [ref args @ .., mask] = *builder.args else {
        return None;
    };
    let mut args = args.to_vec();
    let rest = name.split_once('.')?.1.split_once('.')?.1;
    let mut new = format!("llvm.x86.avx512.{rest}");
    if ternary == Ternary::PermuteTable {
        args.swap(0, 1);
        new = new.replacen("vpermt2", "vpermi2", 1);
    }
    let value = builder.call(&new, ret, &args)?;
    let other = match (otherwise, ternary) {
        (Otherwise::Zero, _) => builder.zero(ret),
        (_, Ternary::Same) => *builder.args.first()?,
        _ => builder.bitcast(*builder.args.get(1)?, ret),
    };
    select(builder, mask, value, other)
}

/// A shift of two vectors as one, by a third vector or a number, perhaps with a mask and what is there otherwise.
fn shift(builder: &mut Builder<'_>, right: bool, otherwise: Otherwise) -> Option<Value> {
    let ret = builder.result;
    let [first, second, amount, ref rest @ ..] = *builder.args else {
        return None;
    };
    let (id, high, low) = match right {
        true => (Intrinsic::Fshr, second, first),
        false => (Intrinsic::Fshl, first, second),
    };
    let amount = super::super::arithmetic::splat_amount(builder, amount, ret)?;
    let value = builder.intrinsic(id, ret, &[high, low, amount])?;
    match *rest {
        [] => Some(value),
        [other, mask] => select(builder, mask, value, other),
        [mask] if otherwise == Otherwise::Zero => {
            let zero = builder.zero(ret);
            select(builder, mask, value, zero)
        }
        [mask] => select(builder, mask, value, first),
        _ => None,
    }
}
