//! Shifts, and the bit fields that shifts and masks select.

use avarice_ir::{BinaryOp, CastOp, InstKind, Value};
use avarice_lower::Result;
use avarice_lower::select::{IntOperation, IntWidth, Integers};
use avarice_mir::Reg;

use super::{Selector, Width};
use crate::op;

impl Selector<'_, '_> {
    /// Selects a shift.
    pub(super) fn select_shift(&mut self, operation: &IntOperation) -> Result<()> {
        let (op, bits, dst) = (operation.op, operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let Some(amount) = self.const_int(right) else {
            return self.lower_variable_shift(op, bits, dst, left, right);
        };
        // More than that is poison.
        let amount = (amount % u64::from(bits)) as u32;
        match op {
            BinaryOp::Shl => self.lower_constant_shl(bits, dst, left, amount),
            _ => {
                let signed = op == BinaryOp::AShr;
                if signed && self.lower_signed_field(bits, dst, left, amount)? {
                    return Ok(());
                }
                let src = self.use_value(left)?;
                self.emit_bit_field(signed, width, dst, src, amount, bits - 1);
                Ok(())
            }
        }
    }

    /// `left << amount`; an extension or a mask below is part of it.
    fn lower_constant_shl(&mut self, bits: u32, dst: Reg, left: Value, amount: u32) -> Result<()> {
        let width = Width::of_bits(bits);
        if amount == 0 {
            let src = self.use_value(left)?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        let first = width.bits() - amount;
        if let Some((src, signed, field)) = self.shifted_field(left, bits)? {
            let last = (field - 1).min(width.bits() - 1 - amount);
            self.emit_bit_field(signed, width, dst, src, first, last);
            return Ok(());
        }
        let src = self.use_value(left)?;
        let last = width.bits() - 1 - amount;
        self.emit_bit_field(false, width, dst, src, first, last);
        Ok(())
    }

    /// If `value` is an extension or a mask of low bits that has no other use: the register, of the width
    /// of `bits` bits, whether it is extended as signed, and how many bits of it count.
    fn shifted_field(&mut self, value: Value, bits: u32) -> Result<Option<(Reg, bool, u32)>> {
        if !self.is_foldable(value) {
            return Ok(None);
        }
        let Some((inst, kind)) = self.def_kind(value) else {
            return Ok(None);
        };
        let src = self.function.operand(inst, 0);
        let (signed, field) = match kind {
            InstKind::Cast(op @ (CastOp::ZExt | CastOp::SExt))
                if !self.is_wide(src) && self.foldable_load(src).is_none() =>
            {
                (*op == CastOp::SExt, self.int_bits(src).unwrap_or(0))
            }
            InstKind::Binary(BinaryOp::And) => {
                let mask = self.const_int(self.function.operand(inst, 1)).unwrap_or(0);
                (false, low_ones(mask).unwrap_or(0))
            }
            _ => return Ok(None),
        };
        if field == 0 || self.function.as_const(src).is_some() {
            return Ok(None);
        }
        let from = Width::of_bits(self.int_bits(src).unwrap_or(bits));
        let src = self.use_value(src)?;
        let src = match from < Width::of_bits(bits) {
            true => self.any_extended_64(src),
            false => src,
        };
        Ok(Some((src, signed, field)))
    }

    /// `(x << a) >> b` as signed numbers, where the shift by `a` has no other use.
    fn lower_signed_field(
        &mut self,
        bits: u32,
        dst: Reg,
        left: Value,
        right_amount: u32,
    ) -> Result<bool> {
        let width = Width::of_bits(bits);
        if !self.is_foldable(left) || bits != width.bits() {
            return Ok(false);
        }
        let Some((inst, InstKind::Binary(BinaryOp::Shl))) = self.def_kind(left) else {
            return Ok(false);
        };
        let left_amount = self.const_int(self.function.operand(inst, 1));
        let Some(left_amount) = left_amount.filter(|a| *a < u64::from(bits)) else {
            return Ok(false);
        };
        let left_amount = left_amount as u32;
        let src = self.function.operand(inst, 0);
        let src = self.use_value(src)?;
        let last = bits - 1 - left_amount;
        let first = match right_amount >= left_amount {
            true => right_amount - left_amount,
            false => bits - (left_amount - right_amount),
        };
        self.emit_bit_field(true, width, dst, src, first, last);
        Ok(true)
    }

    /// `(x >> n) & mask` or `(x << n) & mask`, where the shift has no other use, as a bit field.
    pub(super) fn lower_masked_shift(
        &mut self,
        bits: u32,
        dst: Reg,
        left: Value,
        mask: u64,
    ) -> Result<bool> {
        let width = Width::of_bits(bits);
        if !self.is_foldable(left) {
            return Ok(false);
        }
        let Some((inst, InstKind::Binary(op))) = self.def_kind(left) else {
            return Ok(false);
        };
        let amount = self.const_int(self.function.operand(inst, 1));
        let Some(amount @ 1..) = amount.filter(|a| *a < u64::from(bits)) else {
            return Ok(false);
        };
        let amount = amount as u32;
        let (first, last) = match op {
            BinaryOp::LShr | BinaryOp::AShr => match low_ones(mask) {
                Some(count) if *op == BinaryOp::LShr || amount + count <= bits => {
                    (amount, (amount + count).min(bits) - 1)
                }
                _ => return Ok(false),
            },
            BinaryOp::Shl => match low_ones(mask >> amount) {
                // Bits of the mask below the shift are over zeros.
                Some(count) if count + amount <= bits => (width.bits() - amount, count - 1),
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        let src = self.function.operand(inst, 0);
        if self.function.as_const(src).is_some() {
            return Ok(false);
        }
        let src = self.use_value(src)?;
        self.emit_bit_field(false, width, dst, src, first, last);
        Ok(true)
    }

    fn lower_variable_shift(
        &mut self,
        op: BinaryOp,
        bits: u32,
        dst: Reg,
        left: Value,
        right: Value,
    ) -> Result<()> {
        let width = Width::of_bits(bits);
        let src = match op {
            BinaryOp::Shl => self.use_value(left)?,
            _ => self.extend(left, op == BinaryOp::AShr, width)?,
        };
        let amount = self.shift_amount(right, bits)?;
        let opcode = match op {
            BinaryOp::Shl => [op::LSLVWr, op::LSLVXr],
            BinaryOp::LShr => [op::LSRVWr, op::LSRVXr],
            _ => [op::ASRVWr, op::ASRVXr],
        }[width as usize];
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.reg(amount).done();
        Ok(())
    }

    /// A register of the width of `bits` bits whose low 5 (6 for 64-bit operations) bits are the amount of
    /// a shift: the hardware looks at those only.
    pub(super) fn shift_amount(&mut self, amount: Value, bits: u32) -> Result<Reg> {
        let width = Width::of_bits(bits);
        let looked_at = width.bits() - 1;
        let needed = 32 - looked_at.leading_zeros();
        let mut amount = amount;
        while let Some((inst, kind)) = self.def_kind(amount) {
            let operand = self.function.operand(inst, 0);
            let peel = match kind {
                InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc) => {
                    let enough = |value| self.int_bits(value).is_some_and(|b| b >= needed);
                    enough(operand) && enough(amount)
                }
                InstKind::Binary(BinaryOp::And) if matches!(bits, 32 | 64) => {
                    let mask = self.const_int(self.function.operand(inst, 1));
                    let looked_at = u64::from(looked_at);
                    mask.is_some_and(|mask| mask & looked_at == looked_at)
                }
                _ => false,
            };
            if !peel || self.function.as_const(operand).is_some() {
                break;
            }
            amount = operand;
        }
        let amount_bits = self.int_bits(amount).unwrap_or(64);
        let from = Width::of_bits(amount_bits);
        let src = match amount_bits < needed {
            true => self.extend(amount, false, from)?,
            false => self.use_value(amount)?,
        };
        Ok(match (from, width) {
            (Width::W32, Width::W64) => self.any_extended_64(src),
            _ => self.low(src, from, width),
        })
    }
}

/// How many ones `mask` is, all at the low end and at least one; `None` for other masks.
fn low_ones(mask: u64) -> Option<u32> {
    let count = mask.trailing_ones();
    (count > 0 && mask.checked_shr(count).unwrap_or(0) == 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::low_ones;

    #[test]
    fn masks_of_low_bits() {
        assert_eq!(low_ones(0xff), Some(8));
        assert_eq!(low_ones(u64::MAX), Some(64));
        assert_eq!((low_ones(0), low_ones(6)), (None, None));
    }
}
