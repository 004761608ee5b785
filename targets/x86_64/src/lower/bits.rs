//! Bit intrinsics on integers: byte and bit reversal, counts, funnel shifts.

use avarice_ir::{Inst, Value};
use avarice_lower::select::{BitOperations, IntWidth, Integers};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::Cc;
use super::int::{ADD, AND, OR, SHL, SHR, SUB, XOR};
use super::shorthand::LOW_16;
use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{class, op, reg, sub};

/// The width of arithmetic for an integer of `bits` bits: 32 or 64.
pub(super) fn wide_enough(bits: u32) -> Width {
    if bits <= 32 { Width::W32 } else { Width::W64 }
}

/// A pattern of 8 bits in all bytes, as wide as `width`, sign-extended.
pub(super) fn splat(byte: u64, width: Width) -> i64 {
    let word = byte.wrapping_mul(0x0101_0101_0101_0101);
    match width {
        Width::W64 => word as i64,
        _ => i64::from(word as i32),
    }
}

impl Selector<'_, '_> {
    /// Puts `src`, of `width`, into the result of `inst`, of `bits` bits.
    pub(super) fn finish_narrow_result(
        &mut self,
        inst: Inst,
        src: Reg,
        width: Width,
        bits: u32,
    ) -> Result<()> {
        let dst = self.result_reg(inst)?;
        match Width::of_bits(bits) {
            to if to == width => self.define(dst, src),
            to => self.copy_low(dst, src, width, to),
        }
        Ok(())
    }

    /// A register of `width` (32 or 64 bits) whose low bits are `value`; the others are anything.
    pub(super) fn any_extended(&mut self, value: Value, width: Width) -> Result<Reg> {
        let bits = self.narrow_bits(value)?;
        if Width::of_bits(bits) == width {
            return self.use_value(value);
        }
        self.extend(value, false, width)
    }

    // ---- Order --------------------------------------------------------------------------------

    fn emit_bswap(&mut self, src: Reg, width: Width) -> Reg {
        let opcode = if width == Width::W64 {
            op::BSWAP64r
        } else {
            op::BSWAP32r
        };
        self.unary(opcode, width, src)
    }

    fn emit_bitreverse(&mut self, src: Reg, width: Width) -> Result<Reg> {
        let mut value = self.emit_bswap(src, width);
        for (amount, byte) in [(4, 0x0f), (2, 0x33), (1, 0x55)] {
            let mask = splat(byte, width);
            let high = self.shift(&SHR, width, value, amount);
            let high = self.alu_imm(&AND, width, high, mask)?;
            let low = self.alu_imm(&AND, width, value, mask)?;
            let low = self.shift(&SHL, width, low, amount);
            value = self.alu(&OR, width, low, high);
        }
        Ok(value)
    }

    // ---- Counts -------------------------------------------------------------------------------

    /// A result of 128 bits that fits in 64.
    fn finish_wide_count(&mut self, inst: Inst, count: Reg) -> Result<()> {
        let zero = self.use_int(64, 0)?;
        let (low, high) = (self.result(inst, 0)?, self.result(inst, 1)?);
        self.emit_copy(low, count);
        self.emit_copy(high, zero);
        Ok(())
    }

    /// Number of ones: sums of 2, 4 and 8 bits side by side, then of all bytes by a multiplication.
    fn emit_ctpop(&mut self, src: Reg, width: Width) -> Result<Reg> {
        if self.features().contains(Features::POPCNT) {
            let opcode = if width == Width::W64 {
                op::POPCNT64rr
            } else {
                op::POPCNT32rr
            };
            return Ok(self.unary(opcode, width, src));
        }
        let odd = self.shift(&SHR, width, src, 1);
        let odd = self.alu_imm(&AND, width, odd, splat(0x55, width))?;
        let pairs = self.alu(&SUB, width, src, odd);
        let mask = splat(0x33, width);
        let low = self.alu_imm(&AND, width, pairs, mask)?;
        let high = self.shift(&SHR, width, pairs, 2);
        let high = self.alu_imm(&AND, width, high, mask)?;
        let nibbles = self.alu(&ADD, width, low, high);
        let high = self.shift(&SHR, width, nibbles, 4);
        let bytes = self.alu(&ADD, width, nibbles, high);
        let bytes = self.alu_imm(&AND, width, bytes, splat(0x0f, width))?;
        let sum = self.new_reg(width.part());
        match width {
            Width::W64 => {
                let ones = self.use_int(64, splat(1, width) as u64)?;
                self.emit(op::IMUL64rr).def(sum).reg(bytes).reg(ones).done();
            }
            _ => {
                let emit = self.emit(op::IMUL32rri).def(sum).reg(bytes);
                emit.imm(splat(1, width)).done();
            }
        }
        Ok(self.shift(&SHR, width, sum, width.bits() - 8))
    }

    /// Leading zeros of `src`, a number of `bits` bits with zeros above in a register of `width`; `bits`
    /// for zero unless `poison`.
    fn emit_ctlz(&mut self, src: Reg, bits: u32, width: Width, poison: bool) -> Result<Reg> {
        let wide = width == Width::W64;
        if self.features().contains(Features::LZCNT) {
            let opcode = if wide { op::LZCNT64rr } else { op::LZCNT32rr };
            let count = self.unary(opcode, width, src);
            return match width.bits() - bits {
                0 => Ok(count),
                extra => self.alu_imm(&ADD, width, count, -i64::from(extra)),
            };
        }
        // The number of the highest one, or one that gives `bits` below, as BSR leaves nothing for zero.
        let none = if bits.is_power_of_two() {
            2 * bits - 1
        } else {
            u32::MAX
        };
        let opcode = if wide { op::BSR64rr } else { op::BSR32rr };
        let top = self.bit_scan(
            opcode,
            src,
            width,
            (!poison).then_some(i64::from(none as i32)),
        )?;
        if bits.is_power_of_two() {
            return self.alu_imm(&XOR, width, top, i64::from(bits - 1));
        }
        let last = self.use_int(width.bits(), u64::from(bits - 1))?;
        Ok(self.alu(&SUB, width, last, top))
    }

    /// `BSF` or `BSR` of `src`, and `none` for zero.
    fn bit_scan(
        &mut self,
        opcode: Opcode,
        src: Reg,
        width: Width,
        none: Option<i64>,
    ) -> Result<Reg> {
        let found = self.new_reg(width.part());
        let emit = self.emit(opcode).def(found).reg(src);
        let Some(none) = none else {
            emit.done();
            return Ok(found);
        };
        emit.keep_flags().done();
        let none = self.use_int(width.bits(), none as u64)?;
        Ok(self.cmov(width, Cc::E, none, found))
    }

    fn emit_cttz(&mut self, src: Reg, width: Width, poison: bool) -> Result<Reg> {
        let wide = width == Width::W64;
        if self.features().contains(Features::BMI) {
            let opcode = if wide { op::TZCNT64rr } else { op::TZCNT32rr };
            return Ok(self.unary(opcode, width, src));
        }
        let opcode = if wide { op::BSF64rr } else { op::BSF32rr };
        self.bit_scan(
            opcode,
            src,
            width,
            (!poison).then_some(i64::from(width.bits())),
        )
    }

    // ---- Funnel shifts ------------------------------------------------------------------------

    /// A rotation of 8 to 64 bits, or a funnel shift of 32 or 64, by a variable amount.
    pub(super) fn emit_variable_funnel_shift(
        &mut self,
        dst: Reg,
        (high, low): (Value, Value),
        amount: Value,
        bits: u32,
        left: bool,
    ) -> Result<()> {
        if high == low {
            let src = self.use_value(high)?;
            self.emit_shift_amount(amount, bits)?;
            let opcodes = if left {
                [op::ROL8rCL, op::ROL16rCL, op::ROL32rCL, op::ROL64rCL]
            } else {
                [op::ROR8rCL, op::ROR16rCL, op::ROR32rCL, op::ROR64rCL]
            };
            self.emit_rotate(opcodes, dst, src, bits, None);
            return Ok(());
        }
        let (high, low) = (self.use_value(high)?, self.use_value(low)?);
        self.emit_shift_amount(amount, bits)?;
        let emit = match (left, bits) {
            (true, 32) => self.emit(op::SHLD32rrCL).def(dst).reg(high).reg(low),
            (true, _) => self.emit(op::SHLD64rrCL).def(dst).reg(high).reg(low),
            (false, 32) => self.emit(op::SHRD32rrCL).def(dst).reg(low).reg(high),
            (false, _) => self.emit(op::SHRD64rrCL).def(dst).reg(low).reg(high),
        };
        emit.done();
        Ok(())
    }

    /// Rotates by `amount`, or by CL.
    fn emit_rotate(
        &mut self,
        opcodes: [Opcode; 4],
        dst: Reg,
        src: Reg,
        bits: u32,
        amount: Option<u32>,
    ) {
        let opcode = opcodes[bits.trailing_zeros() as usize - 3];
        let amount = amount.map(i64::from);
        if bits != 16 {
            let emit = self.emit(opcode).def(dst).reg(src);
            match amount {
                Some(amount) => emit.imm(amount).done(),
                None => emit.done(),
            };
            return;
        }
        let (half, rotated) = (self.new_of(class::GR16), self.new_of(class::GR16));
        self.emit(op::COPY).def(half).sub_reg(src, LOW_16).done();
        let emit = self.emit(opcode).def(rotated).reg(half);
        match amount {
            Some(amount) => emit.imm(amount).done(),
            None => emit.done(),
        };
        self.emit_widen_half(dst, rotated);
    }

    /// `dst`, of 32 bits, gets `src`, of 16, as its low half.
    pub(super) fn emit_widen_half(&mut self, dst: Reg, src: Reg) {
        let undef = self.new_reg(PartType::Int(32));
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let index = i64::from(sub::SUB_16BIT.0);
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef).reg(src);
        emit.imm(index).done();
    }

    fn lower_constant_funnel_shift(
        &mut self,
        inst: Inst,
        left: bool,
        bits: u32,
        amount: u32,
    ) -> Result<()> {
        let [high, low] = self.operands(inst);
        let dst = self.result_reg(inst)?;
        if amount == 0 {
            let src = self.use_value(if left { high } else { low })?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        let amount = if left { amount } else { bits - amount };
        if matches!(bits, 32 | 64) || (high == low && matches!(bits, 8 | 16)) {
            return self.emit_constant_funnel_shift(dst, (high, low), bits, amount);
        }
        let width = wide_enough(bits);
        let high = self.any_extended(high, width)?;
        let low = self.extend(low, false, width)?;
        let high = self.shift(&SHL, width, high, amount);
        let low = self.shift(&SHR, width, low, bits - amount);
        let both = self.alu(&OR, width, high, low);
        self.copy_low(dst, both, width, Width::of_bits(bits));
        Ok(())
    }

    /// A rotation of 8 to 64 bits, or a funnel shift of 32 or 64, to the left by a constant.
    pub(super) fn emit_constant_funnel_shift(
        &mut self,
        dst: Reg,
        (high, low): (Value, Value),
        bits: u32,
        amount: u32,
    ) -> Result<()> {
        if high != low {
            let (high, low) = (self.use_value(high)?, self.use_value(low)?);
            let opcode = if bits == 64 {
                op::SHLD64rri8
            } else {
                op::SHLD32rri8
            };
            let emit = self.emit(opcode).def(dst).reg(high).reg(low);
            emit.imm(i64::from(amount)).done();
            return Ok(());
        }
        let src = self.use_value(high)?;
        if self.features().contains(Features::BMI2) && bits >= 32 {
            let opcode = if bits == 64 {
                op::RORX64ri
            } else {
                op::RORX32ri
            };
            let emit = self.emit(opcode).def(dst).reg(src);
            emit.imm(i64::from(bits - amount)).done();
            return Ok(());
        }
        let opcodes = [op::ROL8ri, op::ROL16ri, op::ROL32ri, op::ROL64ri];
        self.emit_rotate(opcodes, dst, src, bits, Some(amount));
        Ok(())
    }

    /// Both operands side by side in 32 bits, shifted.
    fn lower_small_funnel_shift(&mut self, inst: Inst, left: bool, bits: u32) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        let width = Width::W32;
        let high = self.any_extended(high, width)?;
        let low = self.extend(low, false, width)?;
        let high = self.shift(&SHL, width, high, bits);
        let both = self.alu(&OR, width, high, low);
        let amount = self.any_extended(amount, width)?;
        let amount = self.alu_imm(&AND, width, amount, i64::from(bits - 1))?;
        let copy = self.emit(op::COPY).def(reg::CL);
        copy.sub_reg(amount, sub::SUB_8BIT).done();
        let opcode = if left { op::SHL32rCL } else { op::SHR32rCL };
        let shifted = self.unary(opcode, width, both);
        let result = match left {
            true => self.shift(&SHR, width, shifted, bits),
            false => shifted,
        };
        self.finish_narrow_result(inst, result, width, bits)
    }
}

impl<'m> BitOperations<'m> for Selector<'_, 'm> {
    /// Selects `llvm.bswap`.
    fn lower_bswap(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            for part in 0..2 {
                let src = self.use_part(value, 1 - part)?;
                let dst = self.result(inst, part)?;
                self.emit(op::BSWAP64r).def(dst).reg(src).done();
            }
            return Ok(());
        }
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.any_extended(value, width)?;
        let swapped = self.emit_bswap(src, width);
        let result = self.shift(&SHR, width, swapped, width.bits() - bits);
        self.finish_narrow_result(inst, result, width, bits)
    }

    /// Selects `llvm.bitreverse`: bytes, then nibbles, pairs and bits change places.
    fn lower_bitreverse(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            for part in 0..2 {
                let src = self.use_part(value, 1 - part)?;
                let reversed = self.emit_bitreverse(src, Width::W64)?;
                let dst = self.result(inst, part)?;
                self.define(dst, reversed);
            }
            return Ok(());
        }
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.any_extended(value, width)?;
        let reversed = self.emit_bitreverse(src, width)?;
        let result = self.shift(&SHR, width, reversed, width.bits() - bits);
        self.finish_narrow_result(inst, result, width, bits)
    }

    /// Selects `llvm.ctpop`.
    fn lower_ctpop(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let low = self.emit_ctpop(low, Width::W64)?;
            let high = self.emit_ctpop(high, Width::W64)?;
            let sum = self.alu(&ADD, Width::W64, low, high);
            return self.finish_wide_count(inst, sum);
        }
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.extend(value, false, width)?;
        let count = self.emit_ctpop(src, width)?;
        self.finish_narrow_result(inst, count, width, bits)
    }

    /// Selects `llvm.ctlz`.
    fn lower_ctlz(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        let poison = self.const_int(self.function.operand(inst, 1)) == Some(1);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let in_low = self.emit_ctlz(low, 64, Width::W64, poison)?;
            let in_high = self.emit_ctlz(high, 64, Width::W64, true)?;
            let in_low = self.alu_imm(&ADD, Width::W64, in_low, 64)?;
            self.test(Width::W64, high);
            let count = self.cmov(Width::W64, Cc::Ne, in_high, in_low);
            return self.finish_wide_count(inst, count);
        }
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.extend(value, false, width)?;
        let count = self.emit_ctlz(src, bits, width, poison)?;
        self.finish_narrow_result(inst, count, width, bits)
    }

    /// Selects `llvm.cttz`.
    fn lower_cttz(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        let poison = self.const_int(self.function.operand(inst, 1)) == Some(1);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let in_high = self.emit_cttz(high, Width::W64, poison)?;
            let in_low = self.emit_cttz(low, Width::W64, true)?;
            let in_high = self.alu_imm(&ADD, Width::W64, in_high, 64)?;
            self.test(Width::W64, low);
            let count = self.cmov(Width::W64, Cc::Ne, in_low, in_high);
            return self.finish_wide_count(inst, count);
        }
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.any_extended(value, width)?;
        let count = if bits == width.bits() || poison {
            self.emit_cttz(src, width, poison)?
        } else {
            // A one above the number ends the search.
            let end = 1i64.wrapping_shl(bits);
            let src = self.alu_imm(&OR, width, src, end)?;
            self.emit_cttz(src, width, true)?
        };
        self.finish_narrow_result(inst, count, width, bits)
    }

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr` on at most 64 bits.
    fn lower_narrow_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        let bits = self.narrow_bits(high)?;
        if let Some(amount) = self.const_int(amount) {
            let amount = (amount % u64::from(bits)) as u32;
            return self.lower_constant_funnel_shift(inst, left, bits, amount);
        }
        match bits {
            8 | 16 if high != low => self.lower_small_funnel_shift(inst, left, bits),
            8 | 16 | 32 | 64 => {
                let dst = self.result_reg(inst)?;
                self.emit_variable_funnel_shift(dst, (high, low), amount, bits, left)
            }
            _ => self.unsupported(format!("funnel shift of i{bits} by a variable amount")),
        }
    }
}
