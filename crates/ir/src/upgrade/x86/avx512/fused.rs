//! Fused multiplications and additions of AVX-512: `mask.vfmadd.ps.512` and the like. 512 bits and single numbers have a
//! rounding mode at the end.

use crate::entities::Value;
use crate::intrinsics::Intrinsic;

use super::rounding::CURRENT;
use super::{Builder, Otherwise, select, select_low};

/// Which signs change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) struct Fused {
    /// Of the product.
    negates_product: bool,
    /// Of the third argument.
    negates_third: bool,
    /// Elements are added and subtracted in turn; with the third argument negated the other way round.
    alternates: bool,
    /// The lowest element alone.
    is_low: bool,
}

/// What an intrinsic of this name after `mask.`, `maskz.` or `mask3.` is.
pub(super) fn find(name: &str, otherwise: Otherwise) -> Option<Fused> {
    use Otherwise::{First, Third, Zero};
    let (operation, ty) = name.split_once('.')?;
    let is_low = ty.starts_with('s');
    let exists = match (operation, otherwise) {
        ("vfmadd", _) | ("vfmsub", Third) => true,
        ("vfnmsub", Third) => true,
        ("vfmaddsub", _) | ("vfmsubadd", Third) | ("vfnmadd" | "vfnmsub", First) => !is_low,
        (_, First | Third | Zero) => false,
    };
    let (negates_product, signs) = match operation.strip_prefix("vfn") {
        Some(signs) => (true, signs),
        None => (false, operation.strip_prefix("vf")?),
    };
    exists.then_some(Fused {
        negates_product,
        negates_third: signs.starts_with("ms"),
        alternates: signs.len() > "madd".len(),
        is_low,
    })
}

/// The value of a call.
pub(super) fn value(
    builder: &mut Builder<'_>,
    fused: Fused,
    otherwise: Otherwise,
) -> Option<Value> {
    let (args, mask, mode) = match *builder.args {
        [a, b, c, mask] => ([a, b, c], mask, None),
        [a, b, c, mask, mode] => ([a, b, c], mask, Some(mode)),
        _ => return None,
    };
    if fused.is_low {
        return low(builder, fused, otherwise, args, mask, mode?);
    }
    let value = match fused.alternates {
        true => alternating(builder, fused.negates_third, args, mode)?,
        false => {
            let args = with_signs(builder, fused, otherwise, args);
            multiply_add(builder, args, mode)?
        }
    };
    let other = match otherwise {
        Otherwise::First => args[0],
        Otherwise::Third => args[2],
        Otherwise::Zero => builder.zero(builder.result),
    };
    select(builder, mask, value, other)
}

/// The arguments with the signs that they count with: the product has that of its second factor, for `mask3` and `maskz`
/// that of its first.
fn with_signs(
    builder: &mut Builder<'_>,
    fused: Fused,
    otherwise: Otherwise,
    [mut a, mut b, mut c]: [Value; 3],
) -> [Value; 3] {
    if fused.negates_product {
        match otherwise {
            Otherwise::First => b = builder.fneg(b),
            Otherwise::Third | Otherwise::Zero => a = builder.fneg(a),
        }
    }
    if fused.negates_third {
        c = builder.fneg(c);
    }
    [a, b, c]
}

/// `ps` or `pd`, by the element of the result.
fn suffix(builder: &Builder<'_>) -> Option<&'static str> {
    match builder.element_bits(builder.result)? {
        32 => Some("ps"),
        64 => Some("pd"),
        _ => None,
    }
}

/// `a * b + c`, rounded as the mode says.
fn multiply_add(builder: &mut Builder<'_>, args: [Value; 3], mode: Option<Value>) -> Option<Value> {
    let ty = builder.ty(args[0]);
    let mode = mode.filter(|mode| builder.const_int(*mode) != Some(CURRENT));
    let Some(mode) = mode else {
        return builder.intrinsic(Intrinsic::Fma, ty, &args);
    };
    let [a, b, c] = args;
    let name = match (builder.shape(ty), builder.element_bits(ty)?) {
        (None, bits) => format!("llvm.x86.avx512.vfmadd.f{bits}"),
        _ => format!("llvm.x86.avx512.vfmadd.{}.512", suffix(builder)?),
    };
    builder.call(&name, ty, &[a, b, c, mode])
}

/// Sums for the odd elements and differences for the even ones; the other way round with `negates_third`.
fn alternating(
    builder: &mut Builder<'_>,
    negates_third: bool,
    [a, b, mut c]: [Value; 3],
    mode: Option<Value>,
) -> Option<Value> {
    let ret = builder.result;
    if let Some(mode) = mode {
        if negates_third {
            c = builder.fneg(c);
        }
        let name = format!("llvm.x86.avx512.vfmaddsub.{}.512", suffix(builder)?);
        return builder.call(&name, ret, &[a, b, c, mode]);
    }
    let sum = builder.intrinsic(Intrinsic::Fma, ret, &[a, b, c])?;
    let negated = builder.fneg(c);
    let difference = builder.intrinsic(Intrinsic::Fma, ret, &[a, b, negated])?;
    let (even, odd) = match negates_third {
        true => (sum, difference),
        false => (difference, sum),
    };
    let len = builder.shape(ret)?.len;
    let mask: Vec<i32> = (0..len).map(|i| (i + i % 2 * len) as i32).collect();
    Some(builder.shuffle(even, odd, &mask))
}

/// The operation on the lowest elements; the others come from the first argument, for `mask3` from the third.
fn low(
    builder: &mut Builder<'_>,
    fused: Fused,
    otherwise: Otherwise,
    args: [Value; 3],
    mask: Value,
    mode: Value,
) -> Option<Value> {
    let vectors = with_signs(builder, fused, otherwise, args);
    let [a, b, c] = vectors.map(|vector| builder.extract(vector, 0));
    let value = multiply_add(builder, [a, b, c], Some(mode))?;
    let other = match otherwise {
        Otherwise::First => a,
        Otherwise::Third if fused.negates_third => builder.extract(args[2], 0),
        Otherwise::Third => c,
        Otherwise::Zero => builder.zero(builder.ty(value)),
    };
    let value = select_low(builder, mask, value, other)?;
    let into = args[if otherwise == Otherwise::Third { 2 } else { 0 }];
    Some(builder.insert(into, value, 0))
}
