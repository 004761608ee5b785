//! Arithmetic, comparisons and conversions.

use crate::entities::Value;
use crate::inst::{BinaryOp, CastOp, IntPredicate};
use crate::intrinsics::Intrinsic;
use crate::types::TypeTable;

use super::super::builder::Builder;
use super::Recipe::{self, *};

/// The value of a recipe of this file.
pub(super) fn value(builder: &mut Builder<'_>, recipe: Recipe, name: &str) -> Option<Value> {
    let (args, ret) = (builder.args, builder.result);
    let arg = |index: usize| args.get(index).copied();
    match recipe {
        Generic(id, count) => builder.intrinsic(id, ret, args.get(..count)?),
        Binary(op) => bitwise(builder, op, arg(0)?, arg(1)?),
        AndNot => {
            let integers = integers(builder, ret)?;
            let left = builder.bitcast(arg(0)?, integers);
            let left = builder.not(left);
            let right = builder.bitcast(arg(1)?, integers);
            let result = builder.binary(BinaryOp::And, left, right);
            Some(builder.bitcast(result, ret))
        }
        LeadingZeros => {
            let no = builder.int(TypeTable::I1, 0);
            builder.intrinsic(Intrinsic::Ctlz, ret, &[arg(0)?, no])
        }
        Abs => {
            let no = builder.int(TypeTable::I1, 0);
            builder.intrinsic(Intrinsic::Abs, ret, &[arg(0)?, no])
        }
        LowSqrt => {
            let low = builder.extract(arg(0)?, 0);
            let ty = builder.ty(low);
            let root = builder.intrinsic(Intrinsic::Sqrt, ty, &[low])?;
            Some(builder.insert(arg(0)?, root, 0))
        }
        LowBinary(op) => {
            let index = builder.int(TypeTable::I32, 0);
            let left = builder.extract_at(arg(0)?, index);
            let right = builder.extract_at(arg(1)?, index);
            let result = builder.binary(op, left, right);
            Some(builder.insert_at(arg(0)?, result, index))
        }
        Compare(predicate) => {
            let bits = builder.icmp(predicate, arg(0)?, arg(1)?);
            Some(builder.cast(CastOp::SExt, bits, ret))
        }
        XopCompare => xop_compare(builder, name),
        MultiplyEven { signed } => {
            let left = builder.bitcast(arg(0)?, ret);
            let right = builder.bitcast(arg(1)?, ret);
            let left = low_half(builder, left, signed);
            let right = low_half(builder, right, signed);
            Some(builder.binary(BinaryOp::Mul, left, right))
        }
        SelectBits => {
            let (yes, no, which) = (arg(0)?, arg(1)?, arg(2)?);
            let others = builder.not(which);
            let yes = builder.binary(BinaryOp::And, yes, which);
            let no = builder.binary(BinaryOp::And, no, others);
            Some(builder.binary(BinaryOp::Or, yes, no))
        }
        Rotate { right } => {
            let amount = splat_amount(builder, arg(1)?, ret)?;
            let id = if right {
                Intrinsic::Fshr
            } else {
                Intrinsic::Fshl
            };
            builder.intrinsic(id, ret, &[arg(0)?, arg(0)?, amount])
        }
        _ => conversion(builder, recipe),
    }
}

/// The value of a recipe that converts.
fn conversion(builder: &mut Builder<'_>, recipe: Recipe) -> Option<Value> {
    let (args, ret) = (builder.args, builder.result);
    let arg = |index: usize| args.get(index).copied();
    match recipe {
        Convert(op) => {
            let low = low_elements(builder, arg(0)?)?;
            let name = match op {
                CastOp::FpExt => "cvtps2pd",
                CastOp::Trunc => return Some(builder.cast(op, low, ret)),
                _ => "cvt",
            };
            Some(builder.named(name, |b| b.cast(op, low, ret)))
        }
        ConvertHalf => {
            let low = low_elements(builder, arg(0)?)?;
            let ty = builder.with_element(ret, TypeTable::HALF);
            let low = builder.bitcast(low, ty);
            Some(builder.named("cvtph2ps", |b| b.cast(CastOp::FpExt, low, ret)))
        }
        ConvertLow(op) => {
            let (into, from) = (arg(0)?, arg(1)?);
            let from = match builder.shape(builder.ty(from)) {
                Some(_) => builder.extract(from, 0),
                None => from,
            };
            let element = builder.shape(ret)?.element;
            let converted = builder.cast(op, from, element);
            Some(builder.insert(into, converted, 0))
        }
        Extend(op) => {
            let (from, len) = (arg(0)?, builder.shape(ret)?.len);
            let poison = builder.poison(builder.ty(from));
            let mask: Vec<i32> = (0..len as i32).collect();
            let low = builder.shuffle(from, poison, &mask);
            Some(builder.cast(op, low, ret))
        }
        _ => None,
    }
}

/// The type of integers of the same width.
fn integers(builder: &mut Builder<'_>, ty: crate::Type) -> Option<crate::Type> {
    let bits = builder.element_bits(ty)?;
    let element = builder.module.types.int(bits);
    Some(builder.with_element(ty, element))
}

/// A bitwise operation, done on integers whatever the element type is.
fn bitwise(builder: &mut Builder<'_>, op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
        return Some(builder.binary(op, left, right));
    }
    let ty = builder.ty(left);
    let integers = integers(builder, ty)?;
    let left = builder.bitcast(left, integers);
    let right = builder.bitcast(right, integers);
    let result = builder.binary(op, left, right);
    Some(builder.bitcast(result, ty))
}

/// As many of the first elements as the result has.
fn low_elements(builder: &mut Builder<'_>, value: Value) -> Option<Value> {
    let len = builder.shape(builder.result)?.len;
    let has = builder.shape(builder.ty(value))?.len;
    Some(match has > len {
        true => builder.low(value, len),
        false => value,
    })
}

/// The lower 32 bits of elements of 64, extended.
fn low_half(builder: &mut Builder<'_>, value: Value, signed: bool) -> Value {
    if !signed {
        return builder.binary_int(BinaryOp::And, value, u64::from(u32::MAX));
    }
    let value = builder.binary_int(BinaryOp::Shl, value, 32);
    builder.binary_int(BinaryOp::AShr, value, 32)
}

/// An amount to shift or rotate by as a vector of type `ty`: each element for itself, or all by one number, whose width
/// is another.
pub(super) fn splat_amount(
    builder: &mut Builder<'_>,
    amount: Value,
    ty: crate::Type,
) -> Option<Value> {
    if builder.ty(amount) == ty {
        return Some(amount);
    }
    let shape = builder.shape(ty)?;
    if let Some(number) = builder.const_int(amount) {
        return Some(builder.int(ty, number));
    }
    let (from, to) = (
        builder.element_bits(builder.ty(amount))?,
        builder.element_bits(ty)?,
    );
    let op = if from < to {
        CastOp::ZExt
    } else {
        CastOp::Trunc
    };
    let amount = builder.cast(op, amount, shape.element);
    Some(builder.splat(amount, shape.len))
}

/// `vpcomltub` and the like; without a predicate in its name, the third argument says which.
fn xop_compare(builder: &mut Builder<'_>, name: &str) -> Option<Value> {
    const PREDICATES: [(&str, Option<IntPredicate>); 8] = [
        ("lt", Some(IntPredicate::Slt)),
        ("le", Some(IntPredicate::Sle)),
        ("gt", Some(IntPredicate::Sgt)),
        ("ge", Some(IntPredicate::Sge)),
        ("eq", Some(IntPredicate::Eq)),
        ("ne", Some(IntPredicate::Ne)),
        ("false", None),
        ("true", None),
    ];
    let rest = name.strip_prefix("xop.vpcom")?;
    let (index, types) = match builder.args {
        [_, _, immediate] => (builder.const_int(*immediate)? as usize & 7, rest),
        _ => {
            let found = PREDICATES
                .iter()
                .position(|(text, _)| rest.starts_with(text))?;
            (found, &rest[PREDICATES[found].0.len()..])
        }
    };
    let ret = builder.result;
    let Some(predicate) = PREDICATES[index].1 else {
        let ones = if index == 7 { u64::MAX } else { 0 };
        return Some(builder.int(ret, ones));
    };
    let predicate = match types.starts_with('u') {
        true => predicate.unsigned(),
        false => predicate,
    };
    let [left, right, ..] = *builder.args else {
        return None;
    };
    let bits = builder.icmp(predicate, left, right);
    Some(builder.cast(CastOp::SExt, bits, ret))
}
