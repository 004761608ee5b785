//! Operations on scalars.

use avarice_ir::{
    BinaryOp, CastOp, FloatPredicate, IntPredicate, RmwOp, Type, TypeData, TypeTable,
};

use super::Failure;
use super::datum::{MAX_BITS, signed, truncate};

/// A floating-point type that is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatFormat {
    /// `float`
    Single,
    /// `double`
    Double,
}

impl FloatFormat {
    /// The format of a type.
    ///
    /// # Errors
    /// It is another one.
    pub fn of(types: &TypeTable, ty: Type) -> Result<Self, Failure> {
        match types[ty] {
            TypeData::Float => Ok(Self::Single),
            TypeData::Double => Ok(Self::Double),
            _ => Err(Failure::unsupported(
                "a number that is neither float nor double",
            )),
        }
    }

    /// The number with these bits.
    pub fn number(self, bits: u128) -> f64 {
        match self {
            Self::Single => f64::from(f32::from_bits(bits as u32)),
            Self::Double => f64::from_bits(bits as u64),
        }
    }

    /// The bits of a number, rounded.
    pub fn bits(self, number: f64) -> u128 {
        match self {
            Self::Single => u128::from((number as f32).to_bits()),
            Self::Double => u128::from(number.to_bits()),
        }
    }
}

/// An operation on integers of `bits` bits. What the language leaves open (shifts too far, overflow with `nsw`) has
/// some result.
///
/// # Errors
/// A division that has no result.
pub fn integer(op: BinaryOp, bits: u32, a: u128, b: u128) -> Result<u128, Failure> {
    let is_division = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    if is_division && b == 0 {
        return Err(Failure::trap("division by zero"));
    }
    let (signed_a, signed_b) = (signed(a, bits), signed(b, bits));
    let shift = b < u128::from(bits);
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a % b,
        BinaryOp::SDiv | BinaryOp::SRem => {
            let is_least = a == 1 << (bits - 1);
            if is_least && signed_b == -1 {
                return Err(Failure::trap("the quotient of a division is too large"));
            }
            match op {
                BinaryOp::SDiv => (signed_a / signed_b) as u128,
                _ => (signed_a % signed_b) as u128,
            }
        }
        BinaryOp::Shl if shift => a << b,
        BinaryOp::LShr if shift => a >> b,
        BinaryOp::AShr if shift => (signed_a >> b) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => 0,
    };
    Ok(truncate(result, bits))
}

/// An operation on floating-point numbers. In one step of the wider format, results of the narrower one are
/// rounded right, for these operations.
pub fn float(op: BinaryOp, format: FloatFormat, a: u128, b: u128) -> u128 {
    let (a, b) = (format.number(a), format.number(b));
    format.bits(match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a % b,
    })
}

/// Whether a comparison of integers of `bits` bits holds.
pub fn compare_integers(predicate: IntPredicate, bits: u32, a: u128, b: u128) -> bool {
    use IntPredicate::*;
    let (signed_a, signed_b) = (signed(a, bits), signed(b, bits));
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ugt => a > b,
        Uge => a >= b,
        Ult => a < b,
        Ule => a <= b,
        Sgt => signed_a > signed_b,
        Sge => signed_a >= signed_b,
        Slt => signed_a < signed_b,
        Sle => signed_a <= signed_b,
    }
}

/// Whether a comparison of floating-point numbers holds.
pub fn compare_floats(predicate: FloatPredicate, format: FloatFormat, a: u128, b: u128) -> bool {
    use FloatPredicate::*;
    let (a, b) = (format.number(a), format.number(b));
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        False => false,
        Oeq => a == b,
        Ogt => a > b,
        Oge => a >= b,
        Olt => a < b,
        Ole => a <= b,
        One => !unordered && a != b,
        Ord => !unordered,
        Uno => unordered,
        Ueq => unordered || a == b,
        Ugt => unordered || a > b,
        Uge => unordered || a >= b,
        Ult => unordered || a < b,
        Ule => unordered || a <= b,
        Une => a != b,
        True => true,
    }
}

/// A scalar that a conversion works on: its type and its bits' number.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    /// Type.
    pub ty: Type,
    /// Width.
    pub bits: u32,
}

/// Converts a scalar.
///
/// # Errors
/// One of the types is not run.
pub fn cast(
    types: &TypeTable,
    op: CastOp,
    value: u128,
    from: Scalar,
    to: Scalar,
) -> Result<u128, Failure> {
    let format = |scalar: Scalar| FloatFormat::of(types, scalar.ty);
    let result = match op {
        CastOp::SExt => signed(value, from.bits) as u128,
        CastOp::FpTrunc | CastOp::FpExt => {
            let number = format(from)?.number(value);
            return Ok(format(to)?.bits(number));
        }
        CastOp::FpToUi => format(from)?.number(value) as u128,
        CastOp::FpToSi => format(from)?.number(value) as i128 as u128,
        // To the narrower format in one step: rounding twice may go wrong.
        CastOp::UiToFp => {
            return Ok(match format(to)? {
                FloatFormat::Single => u128::from((value as f32).to_bits()),
                FloatFormat::Double => u128::from((value as f64).to_bits()),
            });
        }
        CastOp::SiToFp => {
            let value = signed(value, from.bits);
            return Ok(match format(to)? {
                FloatFormat::Single => u128::from((value as f32).to_bits()),
                FloatFormat::Double => u128::from((value as f64).to_bits()),
            });
        }
        CastOp::Trunc
        | CastOp::ZExt
        | CastOp::PtrToInt
        | CastOp::IntToPtr
        | CastOp::BitCast
        | CastOp::AddrSpaceCast => value,
    };
    Ok(truncate(result, to.bits.min(MAX_BITS)))
}

/// The new content of memory that an atomic operation leaves.
///
/// # Errors
/// The operation is on numbers that are not run.
pub fn read_modify_write(
    types: &TypeTable,
    op: RmwOp,
    scalar: Scalar,
    old: u128,
    operand: u128,
) -> Result<u128, Failure> {
    let bits = scalar.bits;
    let number = |op| -> Result<u128, Failure> {
        Ok(float(op, FloatFormat::of(types, scalar.ty)?, old, operand))
    };
    let is_greater = signed(old, bits) > signed(operand, bits);
    let select = |keep: bool| if keep { old } else { operand };
    let result = match op {
        RmwOp::Xchg => operand,
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::And => old & operand,
        RmwOp::Nand => !(old & operand),
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        RmwOp::Max => select(is_greater),
        RmwOp::Min => select(!is_greater),
        RmwOp::UMax => select(old > operand),
        RmwOp::UMin => select(old <= operand),
        RmwOp::FAdd => number(BinaryOp::FAdd)?,
        RmwOp::FSub => number(BinaryOp::FSub)?,
        RmwOp::UIncWrap if old >= operand => 0,
        RmwOp::UIncWrap => old + 1,
        RmwOp::UDecWrap if old == 0 || old > operand => operand,
        RmwOp::UDecWrap => old - 1,
        RmwOp::USubCond if old < operand => old,
        RmwOp::USubCond => old - operand,
        RmwOp::USubSat => old.saturating_sub(operand),
        RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
            return Err(Failure::unsupported("an atomic operation of this kind"));
        }
    };
    Ok(truncate(result, bits))
}
