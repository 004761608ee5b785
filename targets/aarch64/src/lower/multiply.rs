//! Multiplication, with an addition where there is one.
//!
//! ```text
//!   x * (2^n + 1)     add d, x, x, lsl #n
//!   x * (2^n - 1)     lsl t, x, #n; sub d, t, x
//!   a + x * y         madd d, x, y, a          a - x * y     msub d, x, y, a
//!   sext x * sext y   smull d, x, y            the upper half of 128 bits: smulh, umulh
//! ```

use avarice_ir::{BinaryOp, CastOp, InstKind, Value};
use avarice_lower::Result;
use avarice_lower::select::{IntOperation, IntWidth};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::operand::{ADD, SUB, Second, ShiftKind};
use super::{Selector, Width};
use crate::op;

/// A product that can be part of a multiply-add: the factors in registers.
struct Product {
    opcodes: [Opcode; 2],
    left: Reg,
    right: Reg,
}

/// How a multiplication by a constant is done without a multiplier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// `x << n`
    Shift(u32),
    /// `(x + (x << n)) << m`
    Plus(u32, u32),
    /// `((x << n) - x) << m`
    Minus(u32, u32),
}

/// The cheapest way to multiply by `factor`, which is positive; `None` if that is the multiplier.
fn plan(factor: u64) -> Option<Plan> {
    let low = factor.trailing_zeros();
    let odd = factor >> low;
    if odd == 1 {
        return Some(Plan::Shift(low));
    }
    if (odd - 1).is_power_of_two() {
        return Some(Plan::Plus((odd - 1).trailing_zeros(), low));
    }
    if low == 0 && (odd + 1).is_power_of_two() {
        return Some(Plan::Minus((odd + 1).trailing_zeros(), low));
    }
    None
}

impl Selector<'_, '_> {
    /// Selects a multiplication.
    pub(super) fn select_mul(&mut self, operation: &IntOperation) -> Result<()> {
        let (bits, dst) = (operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let (left, right) = match self.function.as_const(left) {
            Some(_) => (right, left),
            None => (left, right),
        };
        if let Some(value) = self.const_signed(right)
            && plan(value.unsigned_abs().max(1)).is_some()
        {
            let src = self.use_value(left)?;
            return self.emit_mul_by(width, dst, src, value);
        }
        let product = self.product(bits, left, right)?;
        let emit = self.emit(product.opcodes[0]).def(dst);
        let emit = emit.reg(product.left).reg(product.right);
        emit.reg(width.zero()).done();
        Ok(())
    }

    /// `dst = src * factor` by the cheapest instructions.
    pub(super) fn emit_mul_by(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        factor: i64,
    ) -> Result<()> {
        let (magnitude, negative) = (factor.unsigned_abs(), factor < 0);
        let zero: Reg = width.zero().into();
        if factor == 0 {
            self.emit_copy(dst, zero);
            return Ok(());
        }
        let shifted = |amount| Second::Shifted(src, ShiftKind::Lsl, amount);
        match plan(magnitude) {
            Some(Plan::Shift(0)) if !negative => {
                self.emit_copy(dst, src);
            }
            Some(Plan::Shift(amount)) if negative => {
                let second = match amount {
                    0 => Second::Reg(src),
                    _ => shifted(amount),
                };
                self.emit_with_second(&SUB, width, dst, zero, second, false);
            }
            Some(Plan::Shift(amount)) => {
                let bits = width.bits();
                let amount = amount % bits;
                let first = (bits - amount) % bits;
                self.emit_bit_field(false, width, dst, src, first, bits - 1 - amount);
            }
            Some(Plan::Plus(first, second)) => {
                self.emit_mul_plus(width, dst, src, (first, second), negative);
            }
            // x - (x << n) is the negative of the product.
            Some(Plan::Minus(amount, _)) if negative => {
                self.emit_with_second(&SUB, width, dst, src, shifted(amount), false);
            }
            Some(Plan::Minus(amount, _)) => {
                let high = self.shift_left(width, src, amount);
                let second = Second::Reg(src);
                self.emit_with_second(&SUB, width, dst, high, second, false);
            }
            None => {
                let amount = self.use_int(width.bits(), factor as u64)?;
                let opcode = [op::MADDWrrr, op::MADDXrrr][width as usize];
                let emit = self.emit(opcode).def(dst).reg(src).reg(amount);
                emit.reg(zero).done();
            }
        }
        Ok(())
    }

    /// `dst = ±((src + (src << first)) << second)`
    fn emit_mul_plus(
        &mut self,
        width: Width,
        dst: Reg,
        src: Reg,
        (first, second): (u32, u32),
        negative: bool,
    ) {
        let last = !negative && second == 0;
        let sum = if last {
            dst
        } else {
            self.new_reg(width.part())
        };
        let shifted = Second::Shifted(src, ShiftKind::Lsl, first);
        self.emit_with_second(&ADD, width, sum, src, shifted, false);
        let zero = width.zero().into();
        let bits = width.bits();
        match (negative, second) {
            (false, 0) => {}
            (false, amount) => {
                let (first, last) = (bits - amount, bits - 1 - amount);
                self.emit_bit_field(false, width, dst, sum, first, last);
            }
            (true, 0) => self.emit_neg(width, dst, sum),
            (true, amount) => {
                let second = Second::Shifted(sum, ShiftKind::Lsl, amount);
                self.emit_with_second(&SUB, width, dst, zero, second, false);
            }
        }
    }

    /// `left ± right` with a product in it, as one instruction. Returns whether it was.
    pub(super) fn lower_multiply_add(
        &mut self,
        is_sum: bool,
        bits: u32,
        dst: Reg,
        left: Value,
        right: Value,
    ) -> Result<bool> {
        let found = [(left, right), (right, left)]
            .into_iter()
            .take(if is_sum { 2 } else { 1 })
            .find_map(|(addend, product)| Some((addend, self.foldable_product(product)?)));
        let Some((addend, factors)) = found else {
            return Ok(false);
        };
        let product = self.product(bits, factors.0, factors.1)?;
        let addend = match self.const_int(addend) {
            Some(0) => Width::of_bits(bits).zero().into(),
            _ => self.use_value(addend)?,
        };
        let opcode = product.opcodes[usize::from(!is_sum)];
        let emit = self.emit(opcode).def(dst).reg(product.left);
        emit.reg(product.right).reg(addend).done();
        Ok(true)
    }

    /// The factors of a multiplication that has no other use and that needs the multiplier.
    fn foldable_product(&self, value: Value) -> Option<(Value, Value)> {
        let (inst, InstKind::Binary(BinaryOp::Mul)) = self.def_kind(value)? else {
            return None;
        };
        let [left, right] = self.operands(inst);
        let cheap = self
            .const_signed(right)
            .is_some_and(|value| plan(value.unsigned_abs().max(1)).is_some());
        (!cheap && self.is_foldable(value) && self.function.as_const(left).is_none())
            .then_some((left, right))
    }

    /// The factors in registers, and the multiply-add and multiply-subtract instructions.
    fn product(&mut self, bits: u32, left: Value, right: Value) -> Result<Product> {
        if bits == 64 {
            for (signed, opcodes) in [
                (true, [op::SMADDLrrr, op::SMSUBLrrr]),
                (false, [op::UMADDLrrr, op::UMSUBLrrr]),
            ] {
                let (Some(lhs), Some(rhs)) = (
                    self.half_factor(left, signed),
                    self.half_factor(right, signed),
                ) else {
                    continue;
                };
                let left = self.half_factor_reg(lhs)?;
                let right = self.half_factor_reg(rhs)?;
                return Ok(Product {
                    opcodes,
                    left,
                    right,
                });
            }
        }
        let opcodes = match Width::of_bits(bits) {
            Width::W32 => [op::MADDWrrr, op::MSUBWrrr],
            Width::W64 => [op::MADDXrrr, op::MSUBXrrr],
        };
        Ok(Product {
            opcodes,
            left: self.use_value(left)?,
            right: self.use_value(right)?,
        })
    }

    /// The 32-bit factor that `value` extends: a value, or a constant in range.
    fn half_factor(&self, value: Value, signed: bool) -> Option<Half> {
        if let Some(constant) = self.const_signed(value) {
            let fits = match signed {
                true => i32::try_from(constant).is_ok(),
                false => u32::try_from(constant).is_ok(),
            };
            return fits.then_some(Half::Constant(constant as u32));
        }
        let (inst, kind) = self.def_kind(value)?;
        let src = self.function.operand(inst, 0);
        let matches = match kind {
            InstKind::Cast(CastOp::SExt) => signed,
            InstKind::Cast(CastOp::ZExt) => !signed,
            _ => false,
        };
        let exact = self.int_bits(src) == Some(32) && self.function.as_const(src).is_none();
        (matches && exact && self.is_foldable(value)).then_some(Half::Value(src))
    }

    fn half_factor_reg(&mut self, half: Half) -> Result<Reg> {
        match half {
            Half::Value(value) => self.use_value(value),
            Half::Constant(bits) => self.use_int(32, bits.into()),
        }
    }
}

/// A factor of 32 bits of a product of 64.
#[derive(Clone, Copy)]
enum Half {
    Value(Value),
    Constant(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_compute_the_product() {
        for factor in 1u64..200 {
            let x = 12345u64;
            let Some(plan) = plan(factor) else { continue };
            let found = match plan {
                Plan::Shift(n) => x << n,
                Plan::Plus(n, m) => (x + (x << n)) << m,
                Plan::Minus(n, m) => ((x << n) - x) << m,
            };
            assert_eq!(found, x * factor);
        }
        assert_eq!(plan(11), None);
    }
}
