//! Whether a number is divisible by a constant, without dividing (Hacker's Delight, section 10-17).
//!
//! For an odd divisor `d`, multiplication by its inverse modulo 2^w maps the multiples of `d`, and nothing else, to the
//! smallest numbers. Factors of two are zeros at the lower end of the product of a multiple, which a rotation moves to
//! the upper end. For signed numbers, the negative multiples come before zero, so an addition moves all of them to the
//! lower end.
//!
//! ```text
//!   x % 100 == 0     IMUL x, 0xc28f5c29 (of 25)   ROR 2   CMP 42949672, unsigned, at most
//! ```

use avarice_ir::{BinaryOp, InstKind, IntPredicate, Value};
use avarice_lower::Result;
use avarice_lower::select::{Conditions, IntWidth};
use avarice_mir::Reg;

use super::compare::{Cc, Condition};
use super::int::ADD;
use super::{Selector, Width};
use crate::op;

/// What `x % d == 0` is: `ror(x * factor + offset, twos) <= limit`, unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Test {
    factor: u64,
    offset: u64,
    twos: u32,
    limit: u64,
}

impl Test {
    /// The test for divisor `divisor` of numbers of `bits` bits; `None` for powers of two, which have a
    /// better one.
    fn of(divisor: u64, bits: u32, signed: bool) -> Option<Self> {
        let max = u64::MAX >> (64 - bits);
        let divisor = match signed && divisor >> (bits - 1) & 1 == 1 {
            true => divisor.wrapping_neg() & max,
            false => divisor & max,
        };
        if divisor == 0 || divisor.is_power_of_two() {
            return None;
        }
        let twos = divisor.trailing_zeros();
        let odd = divisor >> twos;
        // Each step doubles the bits of the inverse that are right; an odd number is its own in three bits.
        let mut inverse = odd;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        let offset = match signed {
            true => (((max >> 1) / odd) >> twos) << twos,
            false => 0,
        };
        let limit = match signed {
            true => offset.wrapping_mul(2) >> twos,
            false => max / divisor,
        };
        Some(Self {
            factor: inverse & max,
            offset,
            twos,
            limit,
        })
    }
}

impl Selector<'_, '_> {
    /// Compares `value` with zero if it is a remainder by a constant and has no other use.
    pub(super) fn emit_divisibility(
        &mut self,
        predicate: IntPredicate,
        value: Value,
    ) -> Result<Option<Condition>> {
        let Some((inst, InstKind::Binary(division))) = self.def_kind(value) else {
            return Ok(None);
        };
        let signed = match division {
            BinaryOp::URem => false,
            BinaryOp::SRem => true,
            _ => return Ok(None),
        };
        let divisor = self.const_int(self.function.operand(inst, 1));
        let (Some(divisor), Some(bits @ (32 | 64))) = (divisor, self.int_bits(value)) else {
            return Ok(None);
        };
        let Some(test) = Test::of(divisor, bits, signed).filter(|_| !self.optimizes_for_size())
        else {
            return Ok(None);
        };
        let src = self.function.operand(inst, 0);
        let src = self.use_value(src)?;
        self.emit_test(test, Width::of_bits(bits), src)?;
        let cc = match predicate {
            IntPredicate::Eq => Cc::Be,
            _ => Cc::A,
        };
        Ok(Some(Condition::One(cc)))
    }

    /// Compares what `test` makes of `src` with its limit.
    fn emit_test(&mut self, test: Test, width: Width, src: Reg) -> Result<()> {
        let mut number = self.new_reg(width.part());
        match (width, i32::try_from(test.factor as i64)) {
            (Width::W64, Err(_)) => {
                let factor = self.use_int(64, test.factor)?;
                let emit = self.emit(op::IMUL64rr).def(number).reg(src);
                emit.reg(factor).done();
            }
            (Width::W64, Ok(factor)) => {
                let emit = self.emit(op::IMUL64rri32).def(number).reg(src);
                emit.imm(i64::from(factor)).done();
            }
            _ => {
                let emit = self.emit(op::IMUL32rri).def(number).reg(src);
                emit.imm(i64::from(test.factor as i32)).done();
            }
        }
        let signed_of = |value: u64| match width {
            Width::W64 => value as i64,
            _ => i64::from(value as i32),
        };
        if test.offset != 0 {
            number = match (width, i32::try_from(test.offset as i64)) {
                (Width::W64, Err(_)) => {
                    let offset = self.use_int(64, test.offset)?;
                    self.alu(&ADD, width, number, offset)
                }
                _ => self.alu_imm(&ADD, width, number, signed_of(test.offset))?,
            };
        }
        if test.twos != 0 {
            let rotated = self.new_reg(width.part());
            let opcode = [op::ROR32ri, op::ROR64ri][usize::from(width == Width::W64)];
            let emit = self.emit(opcode).def(rotated).reg(number);
            emit.imm(i64::from(test.twos)).done();
            number = rotated;
        }
        match (width, i32::try_from(test.limit as i64)) {
            (Width::W64, Err(_)) => {
                let limit = self.use_int(64, test.limit)?;
                self.cmp(width, number, limit);
            }
            _ => {
                let opcode = [op::CMP32ri, op::CMP64ri32][usize::from(width == Width::W64)];
                let emit = self.emit(opcode).reg(number);
                emit.imm(signed_of(test.limit)).keep_flags().done();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(test: Test, value: u64, bits: u32) -> bool {
        let max = u64::MAX >> (64 - bits);
        let number = value.wrapping_mul(test.factor).wrapping_add(test.offset) & max;
        let rotated = number >> test.twos | number << (bits - test.twos) & max;
        let rotated = if test.twos == 0 { number } else { rotated };
        rotated <= test.limit
    }

    #[test]
    fn the_test_is_right_for_all_small_numbers() {
        for divisor in 1..=255u64 {
            for signed in [false, true] {
                let Some(test) = Test::of(divisor, 8, signed) else {
                    continue;
                };
                for value in 0..=255u64 {
                    let remainder = match signed {
                        true => i64::from(value as i8) % i64::from(divisor as i8),
                        false => (value % divisor) as i64,
                    };
                    let expected = remainder == 0;
                    assert_eq!(
                        holds(test, value, 8),
                        expected,
                        "{value} % {divisor} {signed}"
                    );
                }
            }
        }
        let hundred = Test::of(100, 32, false).unwrap();
        assert_eq!(
            (hundred.factor, hundred.twos, hundred.limit),
            (0xc28f_5c29, 2, 42_949_672)
        );
    }
}
