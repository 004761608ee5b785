//! Intrinsic functions that are run.

use avarice_ir::{BinaryOp, Inst, Intrinsic};

use super::arithmetic::FloatFormat;
use super::datum::{Datum, signed, truncate};
use super::{Failure, Interpreter, Spectator};

impl<W: Spectator> Interpreter<'_, W> {
    /// The result of a call of an intrinsic function.
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        call: Inst,
        args: &[Datum],
    ) -> Result<Datum, Failure> {
        use Intrinsic::*;
        let word = |index: usize| args.get(index).map_or(0, Datum::word);
        match intrinsic {
            Memcpy | MemcpyInline | Memmove => {
                self.memory.copy(word(0), word(1), word(2))?;
                Ok(Datum::default())
            }
            Memset | MemsetInline => {
                self.memory.bytes_mut(word(0), word(2))?.fill(word(1) as u8);
                Ok(Datum::default())
            }
            Stacksave => Ok(Datum::Bits(self.memory.stack_mark().into())),
            Stackrestore => {
                self.memory.release_stack(word(0));
                Ok(Datum::default())
            }
            Trap | Debugtrap | Ubsantrap => Err(Failure::trap("the program traps")),
            Objectsize => Ok(Datum::Bits(if word(1) == 0 {
                truncate(u128::MAX, self.encoding.bits(self.result_type(call))?)
            } else {
                0
            })),
            // There is one thread.
            ThreadlocalAddress => Ok(args.first().cloned().unwrap_or_default()),
            _ if intrinsic.is_identity() => Ok(args.first().cloned().unwrap_or_default()),
            _ => self.scalar_intrinsic(intrinsic, call, args),
        }
    }

    fn result_type(&self, call: Inst) -> avarice_ir::Type {
        self.frame().function.insts[call].ty
    }

    /// Intrinsics that compute a number, or each element of a vector.
    fn scalar_intrinsic(
        &self,
        intrinsic: Intrinsic,
        call: Inst,
        args: &[Datum],
    ) -> Result<Datum, Failure> {
        let types = &self.module.types;
        let (Some(first), count) = (args.first(), args.len()) else {
            return Err(unknown(intrinsic));
        };
        let second = args.get(1).unwrap_or(first);
        let third = args.get(2).unwrap_or(first);
        let ty = self.operand_type(call, 0);
        let bits = self.encoding.bits(types.scalar(ty))?;
        if let Some((op, is_signed)) = with_overflow(intrinsic) {
            let (result, overflow) = overflowing(op, is_signed, bits, first.bits(), second.bits());
            return Ok(Datum::Parts(
                [Datum::Bits(result), Datum::bool(overflow)].into(),
            ));
        }
        // A flag after the operand is a scalar even where the operand is a vector.
        let has_flag = matches!(
            intrinsic,
            Intrinsic::Abs | Intrinsic::Ctlz | Intrinsic::Cttz
        );
        let operands = if has_flag || count == 1 {
            [first; 3]
        } else {
            [first, second, third]
        };
        if types.is_float(types.scalar(ty)) {
            let format = FloatFormat::of(types, types.scalar(ty))?;
            return self.elementwise(ty, operands, |values| {
                let values = values.map(|bits| format.number(bits));
                let result = float_function(intrinsic, format, values);
                result
                    .map(|number| format.bits(number))
                    .ok_or_else(|| unknown(intrinsic))
            });
        }
        self.elementwise(ty, operands, |values| {
            let result = integer_function(intrinsic, bits, values);
            result
                .map(|bits_of| truncate(bits_of, bits))
                .ok_or_else(|| unknown(intrinsic))
        })
    }
}

fn unknown(intrinsic: Intrinsic) -> Failure {
    Failure::unsupported(format!("the intrinsic '{}'", intrinsic.name()))
}

/// The operation of an intrinsic that says whether it overflows, and whether it is on signed numbers.
fn with_overflow(intrinsic: Intrinsic) -> Option<(BinaryOp, bool)> {
    Some(match intrinsic {
        Intrinsic::SaddWithOverflow => (BinaryOp::Add, true),
        Intrinsic::SsubWithOverflow => (BinaryOp::Sub, true),
        Intrinsic::SmulWithOverflow => (BinaryOp::Mul, true),
        Intrinsic::UaddWithOverflow => (BinaryOp::Add, false),
        Intrinsic::UsubWithOverflow => (BinaryOp::Sub, false),
        Intrinsic::UmulWithOverflow => (BinaryOp::Mul, false),
        _ => return None,
    })
}

/// The result of an operation cut to its width, and whether it is not the true one.
fn overflowing(op: BinaryOp, is_signed: bool, bits: u32, a: u128, b: u128) -> (u128, bool) {
    if is_signed {
        let (a, b) = (signed(a, bits), signed(b, bits));
        let (result, overflow) = match op {
            BinaryOp::Add => a.overflowing_add(b),
            BinaryOp::Sub => a.overflowing_sub(b),
            _ => a.overflowing_mul(b),
        };
        let cut = truncate(result as u128, bits);
        (cut, overflow || signed(cut, bits) != result)
    } else {
        let (result, overflow) = match op {
            BinaryOp::Add => a.overflowing_add(b),
            BinaryOp::Sub => a.overflowing_sub(b),
            _ => a.overflowing_mul(b),
        };
        let cut = truncate(result, bits);
        (cut, overflow || cut != result)
    }
}

/// Functions of integers of `bits` bits; bits above are dropped from the result.
fn integer_function(intrinsic: Intrinsic, bits: u32, [a, b, c]: [u128; 3]) -> Option<u128> {
    use Intrinsic::*;
    let (signed_a, signed_b) = (signed(a, bits), signed(b, bits));
    let width = u128::from(bits);
    let saturate = |op, is_signed| {
        let (result, overflow) = overflowing(op, is_signed, bits, a, b);
        match (overflow, is_signed) {
            (false, _) => result,
            (true, false) if op == BinaryOp::Add => u128::MAX,
            (true, false) => 0,
            // Below the least number if the sign of the left one says so.
            (true, true) if signed_a < 0 => 1 << (bits - 1),
            (true, true) => (1 << (bits - 1)) - 1,
        }
    };
    Some(match intrinsic {
        Abs => signed_a.unsigned_abs(),
        Smax => {
            if signed_a > signed_b {
                a
            } else {
                b
            }
        }
        Smin => {
            if signed_a < signed_b {
                a
            } else {
                b
            }
        }
        Umax => a.max(b),
        Umin => a.min(b),
        Ctpop => a.count_ones().into(),
        Ctlz => width - u128::from(128 - a.leading_zeros()),
        Cttz => u128::from(a.trailing_zeros().min(bits)),
        Bswap => a.swap_bytes() >> (128 - bits),
        Bitreverse => a.reverse_bits() >> (128 - bits),
        Fshl | Fshr => {
            let by = (c % width) as u32;
            let left = if intrinsic == Fshl {
                by
            } else {
                (bits - by) % bits
            };
            match left {
                0 if intrinsic == Fshl => a,
                0 => b,
                _ => a << left | b >> (bits - left),
            }
        }
        SaddSat => saturate(BinaryOp::Add, true),
        SsubSat => saturate(BinaryOp::Sub, true),
        UaddSat => saturate(BinaryOp::Add, false),
        UsubSat => saturate(BinaryOp::Sub, false),
        _ => return None,
    })
}

/// Functions of floating-point numbers.
fn float_function(intrinsic: Intrinsic, format: FloatFormat, [a, b, c]: [f64; 3]) -> Option<f64> {
    use Intrinsic::*;
    Some(match intrinsic {
        Fabs => a.abs(),
        Sqrt => a.sqrt(),
        Floor => a.floor(),
        Ceil => a.ceil(),
        Trunc => a.trunc(),
        Rint | Nearbyint | Roundeven => a.round_ties_even(),
        Round => a.round(),
        Copysign => a.copysign(b),
        Minnum => a.min(b),
        Maxnum => a.max(b),
        Fma | Fmuladd if format == FloatFormat::Double => a.mul_add(b, c),
        Fma | Fmuladd => f64::from((a as f32).mul_add(b as f32, c as f32)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic;
    use super::*;

    #[test]
    fn arithmetic_of_odd_widths() {
        assert_eq!(overflowing(BinaryOp::Add, true, 7, 63, 1), (64, true));
        assert_eq!(overflowing(BinaryOp::Sub, false, 7, 0, 1), (127, true));
        assert_eq!(integer_function(Intrinsic::Ctlz, 7, [1, 0, 0]), Some(6));
        assert_eq!(integer_function(Intrinsic::Cttz, 7, [0, 0, 0]), Some(7));
        assert_eq!(
            integer_function(Intrinsic::Bswap, 16, [0x1234, 0, 0]),
            Some(0x3412)
        );
        let shift = |intrinsic| integer_function(intrinsic, 8, [0x12, 0x34, 4]);
        assert_eq!(shift(Intrinsic::Fshl).map(|x| x & 255), Some(0x23));
        assert_eq!(shift(Intrinsic::Fshr).map(|x| x & 255), Some(0x23));
        assert_eq!(
            integer_function(Intrinsic::SaddSat, 8, [127, 1, 0]),
            Some(127)
        );
        assert_eq!(
            arithmetic::integer(BinaryOp::SDiv, 8, 0xff, 2).ok(),
            Some(0)
        );
    }
}
