//! Calls of intrinsics with constant arguments.

use avarice_ir::{Const, Intrinsic, Type};
use rustc_apfloat::Round as Rounding;

use super::Folder;
use super::float::Extremum;
use super::int::Int;
use super::int_binary::int_binary;

/// Whether a call with constant arguments may be folded.
pub fn is_foldable(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        Ctpop
            | Ctlz
            | Cttz
            | Bswap
            | Bitreverse
            | Fshl
            | Fshr
            | Abs
            | Smin
            | Smax
            | Umin
            | Umax
            | SaddSat
            | UaddSat
            | SsubSat
            | UsubSat
            | SshlSat
            | UshlSat
            | Scmp
            | Ucmp
            | Fabs
            | Copysign
            | Minnum
            | Maxnum
            | Minimum
            | Maximum
            | Floor
            | Ceil
            | Trunc
            | Round
            | Roundeven
            | Rint
            | Nearbyint
            | Fma
            | Fmuladd
            | Sqrt
            | Sin
            | Cos
            | Exp
            | Exp2
            | Log
            | Log2
            | Log10
            | Pow
            | FptosiSat
            | FptouiSat
            | SaddWithOverflow
            | UaddWithOverflow
            | SsubWithOverflow
            | UsubWithOverflow
            | SmulWithOverflow
            | UmulWithOverflow
            | IsConstant
            | VectorReduceAdd
            | VectorReduceMul
            | VectorReduceAnd
            | VectorReduceOr
            | VectorReduceXor
            | VectorReduceSmin
            | VectorReduceSmax
            | VectorReduceUmin
            | VectorReduceUmax
    )
}

impl Folder<'_> {
    /// What a call of `intrinsic` with result type `ty` returns.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic, ty: Type, args: &[Const]) -> Option<Const> {
        use Intrinsic::*;
        match intrinsic {
            SaddWithOverflow | UaddWithOverflow | SsubWithOverflow | UsubWithOverflow
            | SmulWithOverflow | UmulWithOverflow => {
                let [left, right] = *args else {
                    return None;
                };
                self.with_overflow(intrinsic, ty, left, right)
            }
            VectorReduceAdd | VectorReduceMul | VectorReduceAnd | VectorReduceOr
            | VectorReduceXor | VectorReduceSmin | VectorReduceSmax | VectorReduceUmin
            | VectorReduceUmax => self.reduce(intrinsic, *args.first()?),
            IsConstant => {
                let known = self.is_number(*args.first()?);
                known.then(|| self.bool(ty, true))
            }
            _ if is_foldable(intrinsic) => self.each(intrinsic, ty, args),
            _ => None,
        }
    }

    fn is_number(&self, id: Const) -> bool {
        self.as_int(id).is_some() || self.as_float(id).is_some() || self.is_null(id)
    }

    /// An intrinsic that works element by element.
    fn each(&mut self, intrinsic: Intrinsic, ty: Type, args: &[Const]) -> Option<Const> {
        let first = *args.first()?;
        let Some((element, ..)) = self.vector(ty) else {
            return self.scalar_intrinsic(intrinsic, ty, args);
        };
        // The second argument of a count is no vector.
        let vectors = args
            .iter()
            .take_while(|id| self.vector(self.ty(**id)).is_some())
            .count();
        let (vectors, rest) = args.split_at(vectors);
        if vectors.first() != Some(&first) {
            return None;
        }
        self.elementwise(ty, vectors, |folder, parts| {
            let mut all = smallvec::SmallVec::<[Const; 4]>::from_slice(parts);
            all.extend_from_slice(rest);
            folder.scalar_intrinsic(intrinsic, element, &all)
        })
    }

    fn scalar_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Const],
    ) -> Option<Const> {
        if args.iter().any(|id| self.is_poison(*id)) {
            return Some(self.poison(ty));
        }
        if self.module.types.is_int(ty) && self.module.types.is_int(self.ty(*args.first()?)) {
            if let Some(result) = self.int_intrinsic_of_undef(intrinsic, ty, args) {
                return Some(result);
            }
            let numbers: Option<smallvec::SmallVec<[Int; 3]>> =
                args.iter().map(|id| self.as_int(*id)).collect();
            let bits = self.module.types.int_bits(ty)?;
            return match int_intrinsic(intrinsic, bits, &numbers?)? {
                Some(result) => Some(self.int(ty, &result)),
                None if intrinsic == Intrinsic::Abs => Some(self.undef(ty)),
                None => Some(self.poison(ty)),
            };
        }
        self.float_intrinsic(intrinsic, ty, args)
    }

    /// Results where an argument is `undef`.
    fn int_intrinsic_of_undef(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Const],
    ) -> Option<Const> {
        use Intrinsic::*;
        let undef = args.iter().filter(|id| self.is_undef(**id)).count();
        if undef == 0 {
            return None;
        }
        let bits = self.module.types.int_bits(ty)?;
        let both = undef == 2;
        Some(match intrinsic {
            Smin | Smax | Umin | Umax if both => self.undef(ty),
            Smax => self.int(ty, &Int::signed_max(bits)),
            Smin => self.int(ty, &Int::signed_min(bits)),
            Umax | UaddSat | SaddSat if !both => self.int(ty, &Int::ones(bits)),
            Umax | UaddSat | SaddSat => self.undef(ty),
            UsubSat | SsubSat if both => self.undef(ty),
            Umin | UsubSat | SsubSat | Abs | Ctpop => self.int(ty, &Int::zero(bits)),
            Bswap | Bitreverse | Ctlz | Cttz => self.undef(ty),
            _ => return None,
        })
    }

    /// `{ result, whether it wrapped }`
    fn with_overflow(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        left: Const,
        right: Const,
    ) -> Option<Const> {
        use Intrinsic::*;
        let number_ty = self.ty(left);
        let flag_ty = self.bool_type(number_ty);
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.poison(ty));
        }
        let (a, b) = (self.as_int(left)?, self.as_int(right)?);
        let bits = a.bits();
        let signed = matches!(
            intrinsic,
            SaddWithOverflow | SsubWithOverflow | SmulWithOverflow
        );
        // Twice the bits hold every result.
        let (wide_a, wide_b) = if signed {
            (a.resized_signed(bits * 2), b.resized_signed(bits * 2))
        } else {
            (a.resized(bits * 2), b.resized(bits * 2))
        };
        let wide = match intrinsic {
            SaddWithOverflow | UaddWithOverflow => wide_a.add(&wide_b),
            SsubWithOverflow | UsubWithOverflow => wide_a.sub(&wide_b),
            _ => wide_a.mul(&wide_b)?,
        };
        let result = wide.resized(bits);
        let exact = if signed {
            result.resized_signed(bits * 2)
        } else {
            result.resized(bits * 2)
        };
        let elements = vec![
            self.int(number_ty, &result),
            self.bool(flag_ty, exact != wide),
        ];
        Some(self.composite(ty, elements))
    }

    fn reduce(&mut self, intrinsic: Intrinsic, vector: Const) -> Option<Const> {
        use avarice_ir::BinaryOp;
        let element = self.vector(self.ty(vector))?.0;
        if self.is_poison(vector) {
            return Some(self.poison(element));
        }
        if self.is_undef(vector) {
            return Some(self.undef(element));
        }
        let elements = self.elements(vector)?;
        let op = match intrinsic {
            Intrinsic::VectorReduceAdd => Ok(BinaryOp::Add),
            Intrinsic::VectorReduceMul => Ok(BinaryOp::Mul),
            Intrinsic::VectorReduceAnd => Ok(BinaryOp::And),
            Intrinsic::VectorReduceOr => Ok(BinaryOp::Or),
            Intrinsic::VectorReduceXor => Ok(BinaryOp::Xor),
            Intrinsic::VectorReduceSmin => Err(Intrinsic::Smin),
            Intrinsic::VectorReduceSmax => Err(Intrinsic::Smax),
            Intrinsic::VectorReduceUmin => Err(Intrinsic::Umin),
            _ => Err(Intrinsic::Umax),
        };
        let mut numbers = elements.iter().map(|id| self.as_int(*id));
        let mut result = numbers.next()??;
        for number in numbers {
            let number = number?;
            result = match op {
                Ok(op) => int_binary(op, &result, &number)??,
                Err(op) => int_intrinsic(op, result.bits(), &[result, number])??,
            };
        }
        Some(self.int(element, &result))
    }

    fn float_intrinsic(&mut self, intrinsic: Intrinsic, ty: Type, args: &[Const]) -> Option<Const> {
        use Intrinsic::*;
        let (format, a) = self.as_float(*args.first()?)?;
        if let FptosiSat | FptouiSat = intrinsic {
            return self.saturating_conversion(intrinsic == FptosiSat, ty, format, a);
        }
        let mut rest = [0; 2];
        for (bits, id) in rest.iter_mut().zip(&args[1..]) {
            *bits = self.as_float(*id)?.1;
        }
        let [b, c] = rest;
        let result = match intrinsic {
            Fabs => format.abs(a),
            Copysign => format.copy_sign(a, b),
            Minnum => format.extremum(Extremum::MinNum, a, b),
            Maxnum => format.extremum(Extremum::MaxNum, a, b),
            Minimum => format.extremum(Extremum::Minimum, a, b),
            Maximum => format.extremum(Extremum::Maximum, a, b),
            Floor => format.round(a, Rounding::TowardNegative),
            Ceil => format.round(a, Rounding::TowardPositive),
            Trunc => format.round(a, Rounding::TowardZero),
            Round => format.round(a, Rounding::NearestTiesToAway),
            Roundeven | Rint | Nearbyint => format.round(a, Rounding::NearestTiesToEven),
            Fma | Fmuladd => format.fma(a, b, c),
            Sqrt => format.library(|x, _| x.sqrt(), [a, 0])?,
            Sin => format.library(|x, _| x.sin(), [a, 0])?,
            Cos => format.library(|x, _| x.cos(), [a, 0])?,
            Exp => format.library(|x, _| x.exp(), [a, 0])?,
            Exp2 => format.library(|x, _| x.exp2(), [a, 0])?,
            Log => format.library(|x, _| x.ln(), [a, 0])?,
            Log2 => format.library(|x, _| x.log2(), [a, 0])?,
            Log10 => format.library(|x, _| x.log10(), [a, 0])?,
            Pow => format.library(f64::powf, [a, b])?,
            _ => return None,
        };
        Some(self.float(ty, format, result))
    }

    /// `fptosi.sat`, `fptoui.sat`: the nearest integer that there is; 0 for a NaN.
    fn saturating_conversion(
        &mut self,
        signed: bool,
        ty: Type,
        format: super::float::Format,
        value: u128,
    ) -> Option<Const> {
        let bits = self.module.types.int_bits(ty)?;
        if bits > 128 {
            return None;
        }
        let negative = value != format.abs(value);
        let result = match format.to_int(value, bits, signed) {
            _ if format.is_nan(value) => Int::zero(bits),
            Some(number) => number,
            None if signed && negative => Int::signed_min(bits),
            None if negative => Int::zero(bits),
            None if signed => Int::signed_max(bits),
            None => Int::ones(bits),
        };
        Some(self.int(ty, &result))
    }
}

/// An intrinsic on integers, with a result of `bits` bits: `Some(None)` is poison.
fn int_intrinsic(intrinsic: Intrinsic, bits: u32, args: &[Int]) -> Option<Option<Int>> {
    use Intrinsic::*;
    let a = args.first()?;
    let count = |count: u32| Some(Int::new(bits, u128::from(count)));
    let flag = || args.get(1).is_some_and(|flag| !flag.is_zero());
    Some(match intrinsic {
        Ctpop => count(a.count_ones()),
        Ctlz | Cttz if a.is_zero() && flag() => None,
        Ctlz => count(a.leading_zeros()),
        Cttz => count(a.trailing_zeros()),
        Bswap => Some(a.swap_bytes()),
        Bitreverse => Some(a.reverse_bits()),
        Abs if a.is_signed_min() && flag() => None,
        Abs => Some(a.abs()),
        _ => {
            let b = args.get(1)?;
            match (intrinsic, args.get(2)) {
                (Fshl | Fshr, Some(amount)) => Some(funnel_shift(intrinsic == Fshl, a, b, amount)?),
                _ => return two_ints(intrinsic, bits, a, b),
            }
        }
    })
}

fn two_ints(intrinsic: Intrinsic, bits: u32, a: &Int, b: &Int) -> Option<Option<Int>> {
    use Intrinsic::*;
    let pick = |first: bool| Some(if first { a.clone() } else { b.clone() });
    let order = |order: std::cmp::Ordering| {
        let value = Int::new(bits, order as i128 as u128);
        Some(value)
    };
    Some(match intrinsic {
        Smin => pick(a.compare_signed(b).is_lt()),
        Smax => pick(a.compare_signed(b).is_gt()),
        Umin => pick(a.compare(b).is_lt()),
        Umax => pick(a.compare(b).is_gt()),
        Scmp => order(a.compare_signed(b)),
        Ucmp => order(a.compare(b)),
        UaddSat => {
            let sum = a.add(b);
            Some(if sum.compare(a).is_lt() {
                Int::ones(bits)
            } else {
                sum
            })
        }
        UsubSat => Some(if a.compare(b).is_lt() {
            Int::zero(bits)
        } else {
            a.sub(b)
        }),
        SaddSat | SsubSat => {
            let (wide_a, wide_b) = (a.resized_signed(bits + 1), b.resized_signed(bits + 1));
            let wide = if intrinsic == SaddSat {
                wide_a.add(&wide_b)
            } else {
                wide_a.sub(&wide_b)
            };
            Some(saturated(&wide, bits))
        }
        UshlSat | SshlSat => {
            let Some(amount) = b.to_u64().filter(|n| *n < u64::from(bits)) else {
                return Some(None);
            };
            let shifted = a.shl(amount as u32);
            if intrinsic == UshlSat {
                let exact = shifted.lshr(amount as u32) == *a;
                Some(if exact { shifted } else { Int::ones(bits) })
            } else if shifted.ashr(amount as u32) == *a {
                Some(shifted)
            } else if a.is_negative() {
                Some(Int::signed_min(bits))
            } else {
                Some(Int::signed_max(bits))
            }
        }
        _ => return None,
    })
}

/// A signed number in `bits` bits, or the end of their range.
fn saturated(wide: &Int, bits: u32) -> Int {
    let narrow = wide.resized(bits);
    if narrow.resized_signed(wide.bits()) == *wide {
        narrow
    } else if wide.is_negative() {
        Int::signed_min(bits)
    } else {
        Int::signed_max(bits)
    }
}

/// Bits from the middle of two numbers side by side.
fn funnel_shift(left: bool, high: &Int, low: &Int, amount: &Int) -> Option<Int> {
    let bits = high.bits();
    let width = Int::new(bits, u128::from(bits));
    let amount = if width.to_u64() == Some(u64::from(bits)) {
        amount.divide(&width)?.1.to_u64()? as u32
    } else {
        // The width does not fit in its own bits: every amount is less.
        amount.to_u64()? as u32 % bits
    };
    Some(match (amount, left) {
        (0, true) => high.clone(),
        (0, false) => low.clone(),
        (_, true) => high.shl(amount).or(&low.lshr(bits - amount)),
        (_, false) => high.shl(bits - amount).or(&low.lshr(amount)),
    })
}
