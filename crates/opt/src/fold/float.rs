//! Floating-point constants: bits in, bits out, with the rounding and the NaNs of the machine formats.
//!
//! `rustc_apfloat` does the computing; this file picks its type by the format. Functions such as the sine are those of
//! the host's library, as in LLVM.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use avarice_ir::{BinaryOp, FloatPredicate, TypeData};

use super::int::Int;

/// A binary format that constants are folded in. `ppc_fp128` is none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Single,
    /// `double`
    Double,
    /// `x86_fp80`
    X87,
    /// `fp128`
    Quad,
}

/// Runs `$body` with `$float` as the type of the format.
macro_rules! with_format {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            Format::Half => {
                type $float = Half;
                $body
            }
            Format::BFloat => {
                type $float = BFloat;
                $body
            }
            Format::Single => {
                type $float = Single;
                $body
            }
            Format::Double => {
                type $float = Double;
                $body
            }
            Format::X87 => {
                type $float = X87DoubleExtended;
                $body
            }
            Format::Quad => {
                type $float = Quad;
                $body
            }
        }
    };
}

impl Format {
    /// The format of a scalar type, `None` for other types.
    pub fn of(ty: &TypeData) -> Option<Self> {
        Some(match ty {
            TypeData::Half => Self::Half,
            TypeData::BFloat => Self::BFloat,
            TypeData::Float => Self::Single,
            TypeData::Double => Self::Double,
            TypeData::X86Fp80 => Self::X87,
            TypeData::Fp128 => Self::Quad,
            _ => return None,
        })
    }

    /// Bits of the format.
    pub fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    fn sign(self) -> u128 {
        1 << (self.bits() - 1)
    }

    /// `left op right`; `None` if `op` is not on floating-point numbers.
    pub fn binary(self, op: BinaryOp, left: u128, right: u128) -> Option<u128> {
        with_format!(self, F => {
            let (left, right) = (F::from_bits(left), F::from_bits(right));
            let result = match op {
                BinaryOp::FAdd => left + right,
                BinaryOp::FSub => left - right,
                BinaryOp::FMul => left * right,
                BinaryOp::FDiv => left / right,
                BinaryOp::FRem => left.c_fmod(right),
                _ => return None,
            };
            Some(result.value.to_bits())
        })
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u128, b: u128, c: u128) -> u128 {
        with_format!(self, F => {
            F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits()
        })
    }

    /// With the sign flipped.
    pub fn neg(self, value: u128) -> u128 {
        value ^ self.sign()
    }

    /// Without sign.
    pub fn abs(self, value: u128) -> u128 {
        value & !self.sign()
    }

    /// `value` with the sign of `sign`.
    pub fn copy_sign(self, value: u128, sign: u128) -> u128 {
        self.abs(value) | sign & self.sign()
    }

    /// Whether it is a NaN.
    pub fn is_nan(self, value: u128) -> bool {
        with_format!(self, F => F::from_bits(value).is_nan())
    }

    /// The NaN `value`, quiet.
    pub fn quiet(self, value: u128) -> u128 {
        with_format!(self, F => (F::from_bits(value) + F::from_bits(0)).value.to_bits())
    }

    /// Some quiet NaN.
    pub fn nan(self) -> u128 {
        with_format!(self, F => F::NAN.to_bits())
    }

    /// Whether it is so small that it has fewer digits than others.
    pub fn is_denormal(self, value: u128) -> bool {
        with_format!(self, F => F::from_bits(value).is_denormal())
    }

    /// Whether it is +0.0 or -0.0.
    pub fn is_zero(self, value: u128) -> bool {
        with_format!(self, F => F::from_bits(value).is_zero())
    }

    /// 1.0
    pub fn one(self) -> u128 {
        with_format!(self, F => F::from_u128(1).value.to_bits())
    }

    /// Whether the comparison holds.
    pub fn compare(self, predicate: FloatPredicate, left: u128, right: u128) -> bool {
        use FloatPredicate::*;
        use std::cmp::Ordering::*;
        let order = with_format!(self, F => F::from_bits(left).partial_cmp(&F::from_bits(right)));
        match predicate {
            False => false,
            True => true,
            Oeq => order == Some(Equal),
            Ogt => order == Some(Greater),
            Oge => matches!(order, Some(Greater | Equal)),
            Olt => order == Some(Less),
            Ole => matches!(order, Some(Less | Equal)),
            One => matches!(order, Some(Less | Greater)),
            Ord => order.is_some(),
            Uno => order.is_none(),
            Ueq => matches!(order, None | Some(Equal)),
            Ugt => matches!(order, None | Some(Greater)),
            Uge => matches!(order, None | Some(Greater | Equal)),
            Ult => matches!(order, None | Some(Less)),
            Ule => matches!(order, None | Some(Less | Equal)),
            Une => order != Some(Equal),
        }
    }

    /// The number in another format, rounded to nearest.
    pub fn convert(self, value: u128, to: Self) -> u128 {
        fn go<T, U: Float>(value: T) -> u128
        where
            T: FloatConvert<U>,
        {
            let StatusAnd { value, .. } = value.convert(&mut false);
            value.to_bits()
        }
        with_format!(self, F => {
            let value = F::from_bits(value);
            with_format!(to, T => go::<F, T>(value))
        })
    }

    /// The integer of `bits` bits that the number is, rounded towards 0; `None` if it does not fit.
    pub fn to_int(self, value: u128, bits: u32, signed: bool) -> Option<Int> {
        if bits > 128 {
            return None;
        }
        let width = bits as usize;
        let (int, status) = with_format!(self, F => {
            let value = F::from_bits(value);
            if signed {
                let StatusAnd { value, status } = value.to_i128(width);
                (value as u128, status)
            } else {
                let StatusAnd { value, status } = value.to_u128(width);
                (value, status)
            }
        });
        (!status.contains(Status::INVALID_OP)).then(|| Int::new(bits, int))
    }

    /// The number nearest to an integer; `None` if that is wider than 128 bits.
    pub fn of_int(self, value: &Int, signed: bool) -> Option<u128> {
        if value.bits() > 128 {
            return None;
        }
        let wide = if signed {
            value.resized_signed(128)
        } else {
            value.resized(128)
        };
        let wide = wide.low_u128();
        Some(with_format!(self, F => {
            let result = if signed { F::from_i128(wide as i128) } else { F::from_u128(wide) };
            result.value.to_bits()
        }))
    }

    /// The whole number next to `value` in a direction.
    pub fn round(self, value: u128, round: Round) -> u128 {
        with_format!(self, F => F::from_bits(value).round_to_integral(round).value.to_bits())
    }

    /// The lesser or greater of two numbers as `kind` says.
    pub fn extremum(self, kind: Extremum, left: u128, right: u128) -> u128 {
        if self.is_zero(left) && self.is_zero(right) && left != right {
            // -0.0 is less than +0.0 here.
            let is_least = matches!(kind, Extremum::MinNum | Extremum::Minimum);
            return if is_least { self.sign() } else { 0 };
        }
        with_format!(self, F => {
            let (left, right) = (F::from_bits(left), F::from_bits(right));
            let result = match kind {
                Extremum::MinNum => left.min(right),
                Extremum::MaxNum => left.max(right),
                Extremum::Minimum => left.minimum(right),
                Extremum::Maximum => left.maximum(right),
            };
            result.to_bits()
        })
    }

    /// A function of the host's library on doubles, for formats of at most 64 bits. `None` where the library would
    /// have reported an error: no number from a number, infinity from a finite one, or a result too small.
    pub fn library(self, function: impl Fn(f64, f64) -> f64, args: [u128; 2]) -> Option<u128> {
        if matches!(self, Self::X87 | Self::Quad) {
            return None;
        }
        let args = args.map(|arg| f64::from_bits(self.convert(arg, Self::Double) as u64));
        let result = function(args[0], args[1]);
        let from_numbers = args.iter().all(|arg| !arg.is_nan());
        let from_finite = args.iter().all(|arg| arg.is_finite());
        if from_numbers && result.is_nan()
            || from_finite && result.is_infinite()
            || result.is_subnormal()
        {
            return None;
        }
        Some(Self::Double.convert(u128::from(result.to_bits()), self))
    }
}

/// Which of two numbers, and what of NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extremum {
    /// `minnum`: the other operand of a NaN.
    MinNum,
    /// `maxnum`
    MaxNum,
    /// `minimum`: a NaN if there is one.
    Minimum,
    /// `maximum`
    Maximum,
}
