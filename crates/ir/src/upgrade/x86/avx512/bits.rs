//! Intrinsics of AVX-512 whose result is a bit for each element, and those that work on such bits.

use crate::entities::{Type, Value};
use crate::inst::{BinaryOp, CastOp, IntPredicate};
use crate::types::TypeTable;

use super::{Builder, mask_bits, masked_bits};

/// What makes bits, or takes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Bits {
    /// A comparison, under a mask.
    Compare(IntPredicate),
    /// A comparison whose predicate is an argument, under a mask.
    CompareBy { unsigned: bool },
    /// Whether elements have common bits, under a mask.
    Common { any: bool },
    /// The signs of elements.
    Signs,
    /// The intrinsic of the same name without mask.
    Unmasked,
    /// A comparison of numbers, which has got a mask.
    CompareFloats,
    /// The same, whose mask and result were integers.
    CompareFloatsAsInteger,
    /// Elements of ones or zeros, as bits say.
    Elements,
    /// Bits as a number, for each element.
    Broadcast,
    /// An operation; the first operand is inverted if so said.
    Binary(BinaryOp, bool),
    /// All bits inverted.
    Not,
    /// Whether two vectors of bits together are all ones, or all zeros.
    Test { ones: bool },
    /// The lower halves of two vectors of bits.
    Unpack,
}

/// Names after `llvm.x86.avx512.`
#[rustfmt::skip]
const ROWS: &[(&str, Bits)] = &[
    ("mask.pcmpeq.*", Bits::Compare(IntPredicate::Eq)),
    ("mask.pcmpgt.*", Bits::Compare(IntPredicate::Sgt)),
    ("mask.cmp.b.* mask.cmp.w.* mask.cmp.d.* mask.cmp.q.*", Bits::CompareBy { unsigned: false }),
    ("mask.ucmp.*", Bits::CompareBy { unsigned: true }),
    ("mask.fpclass.p* mask.vpshufbitqmb.*", Bits::Unmasked),
    ("mask.cmp.p*", Bits::CompareFloatsAsInteger),
    ("cmp.p*", Bits::CompareFloats),
    ("ptestm.*", Bits::Common { any: true }),
    ("ptestnm.*", Bits::Common { any: false }),
    ("cvtb2mask.* cvtw2mask.* cvtd2mask.* cvtq2mask.*", Bits::Signs),
    ("cvtmask2*", Bits::Elements),
    ("broadcastm*", Bits::Broadcast),
    ("kand.w", Bits::Binary(BinaryOp::And, false)),
    ("kandn.w", Bits::Binary(BinaryOp::And, true)),
    ("kor.w", Bits::Binary(BinaryOp::Or, false)),
    ("kxor.w", Bits::Binary(BinaryOp::Xor, false)),
    ("kxnor.w", Bits::Binary(BinaryOp::Xor, true)),
    ("knot.w", Bits::Not),
    ("kortestc.w", Bits::Test { ones: true }),
    ("kortestz.w", Bits::Test { ones: false }),
    ("kunpck.bw kunpck.wd kunpck.dq", Bits::Unpack),
];

/// What an intrinsic with this name and result does with bits.
pub(super) fn find(name: &str, types: &TypeTable, ret: Type) -> Option<Bits> {
    let bits = super::row(ROWS, name)?;
    // Today's have a vector of bits.
    let is_old = bits != Bits::CompareFloatsAsInteger || !types.is_vector(ret);
    is_old.then_some(bits)
}

/// The value of a call.
pub(super) fn value(builder: &mut Builder<'_>, bits: Bits, name: &str) -> Option<Value> {
    let args = builder.args;
    let arg = |index: usize| args.get(index).copied();
    let ret = builder.result;
    match bits {
        Bits::Compare(predicate) => {
            let compared = builder.icmp(predicate, arg(0)?, arg(1)?);
            masked_bits(builder, compared, Some(arg(2)?))
        }
        Bits::CompareBy { unsigned } => compare_by(builder, unsigned),
        Bits::Common { any } => {
            let common = builder.binary(BinaryOp::And, arg(0)?, arg(1)?);
            let zero = builder.zero(builder.ty(common));
            let predicate = if any {
                IntPredicate::Ne
            } else {
                IntPredicate::Eq
            };
            let compared = builder.icmp(predicate, common, zero);
            masked_bits(builder, compared, Some(arg(2)?))
        }
        Bits::Signs => {
            let zero = builder.zero(builder.ty(arg(0)?));
            let compared = builder.icmp(IntPredicate::Slt, arg(0)?, zero);
            masked_bits(builder, compared, None)
        }
        Bits::Unmasked => {
            let name = name.replacen(".mask.", ".", 1);
            let ty = bits_type(builder, arg(0)?)?;
            let value = builder.call(&format!("llvm.x86.{name}"), ty, args.get(..2)?)?;
            masked_bits(builder, value, Some(arg(2)?))
        }
        Bits::CompareFloats => {
            let mut args = args.to_vec();
            let len = builder.shape(ret)?.len;
            let full = builder.const_bits(u64::MAX, len);
            // What has 512 bits ends with the rounding mode.
            args.insert(3, full);
            let name = name.replacen("avx512.", "avx512.mask.", 1);
            builder.call(&format!("llvm.x86.{name}"), ret, &args)
        }
        Bits::CompareFloatsAsInteger => {
            let mut args = args.to_vec();
            let ty = bits_type(builder, arg(0)?)?;
            let len = builder.shape(ty)?.len;
            args[3] = mask_bits(builder, arg(3)?, len)?;
            let value = builder.call(&format!("llvm.x86.{name}"), ty, &args)?;
            builder.take_name(value);
            masked_bits(builder, value, None)
        }
        Bits::Elements => {
            let len = builder.shape(ret)?.len;
            let elements = mask_bits(builder, arg(0)?, len)?;
            Some(builder.named("vpmovm2", |b| b.cast(CastOp::SExt, elements, ret)))
        }
        Bits::Broadcast => {
            let shape = builder.shape(ret)?;
            let number = builder.cast(CastOp::ZExt, arg(0)?, shape.element);
            Some(builder.splat(number, shape.len))
        }
        _ => register(builder, bits),
    }
}

/// The value of an operation on mask registers.
fn register(builder: &mut Builder<'_>, bits: Bits) -> Option<Value> {
    let args = builder.args;
    let ret = builder.result;
    let first = *args.first()?;
    let len = match bits {
        Bits::Test { .. } => builder.element_bits(builder.ty(first))?,
        _ => builder.element_bits(ret)?,
    };
    let first = mask_bits(builder, first, len)?;
    let Some(second) = args.get(1) else {
        let inverted = builder.not(first);
        return (bits == Bits::Not).then(|| builder.bitcast(inverted, ret));
    };
    let second = mask_bits(builder, *second, len)?;
    let value = match bits {
        Bits::Binary(op, inverts) => {
            let first = if inverts { builder.not(first) } else { first };
            builder.binary(op, first, second)
        }
        Bits::Test { ones } => {
            let both = builder.binary(BinaryOp::Or, first, second);
            let ty = builder.module.types.int(len);
            let both = builder.bitcast(both, ty);
            let wanted = builder.int(ty, if ones { u64::MAX } else { 0 });
            let equal = builder.icmp(IntPredicate::Eq, both, wanted);
            return Some(builder.cast(CastOp::ZExt, equal, ret));
        }
        Bits::Unpack => {
            let first = builder.low(first, len / 2);
            let second = builder.low(second, len / 2);
            let mask: Vec<i32> = (0..len as i32).collect();
            builder.shuffle(second, first, &mask)
        }
        _ => return None,
    };
    Some(builder.bitcast(value, ret))
}

/// The type of a bit for each element of a vector.
fn bits_type(builder: &mut Builder<'_>, vector: Value) -> Option<Type> {
    let len = builder.shape(builder.ty(vector))?.len;
    Some(builder.vector(TypeTable::I1, len))
}

/// A comparison whose third argument says which; two of the eight ask nothing.
fn compare_by(builder: &mut Builder<'_>, unsigned: bool) -> Option<Value> {
    const PREDICATES: [Option<IntPredicate>; 8] = [
        Some(IntPredicate::Eq),
        Some(IntPredicate::Slt),
        Some(IntPredicate::Sle),
        None,
        Some(IntPredicate::Ne),
        Some(IntPredicate::Sge),
        Some(IntPredicate::Sgt),
        None,
    ];
    let [left, right, immediate, mask] = *builder.args else {
        return None;
    };
    let index = builder.const_int(immediate)? as usize & 7;
    let Some(predicate) = PREDICATES[index] else {
        let len = builder.shape(builder.ty(left))?.len;
        let known = if index == 7 {
            u64::MAX >> (64 - len.min(64))
        } else {
            0
        };
        if let Some(mask) = builder.const_int(mask) {
            return Some(builder.int(builder.result, known & mask));
        }
        let value = builder.const_bits(known, len);
        return masked_bits(builder, value, Some(mask));
    };
    let predicate = if unsigned {
        predicate.unsigned()
    } else {
        predicate
    };
    let compared = builder.icmp(predicate, left, right);
    masked_bits(builder, compared, Some(mask))
}
