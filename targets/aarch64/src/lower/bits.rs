//! Bit intrinsics on integers: byte and bit reversal, counts, funnel shifts.

use avarice_ir::{Inst, InstKind, Intrinsic, Value};
use avarice_lower::select::{BitOperations, IntWidth, Integers};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::compare::Cc;
use super::operand::{ORR, Second, ShiftKind};
use super::{Selector, Width};
use crate::{class, op, sub};

impl Selector<'_, '_> {
    /// Makes `src` the result of `inst`.
    pub(super) fn finish_result(&mut self, inst: Inst, src: Reg) -> Result<()> {
        let dst = self.result_reg(inst)?;
        self.define(dst, src);
        Ok(())
    }

    // ---- Order --------------------------------------------------------------------------------

    fn lower_reversal(&mut self, inst: Inst, opcodes: [Opcode; 2]) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            for part in 0..2 {
                let src = self.use_part(value, 1 - part)?;
                let dst = self.result(inst, part)?;
                self.emit(opcodes[1]).def(dst).reg(src).done();
            }
            return Ok(());
        }
        let bits = self.narrow_bits(value)?;
        let width = Width::of_bits(bits);
        let src = self.use_value(value)?;
        let reversed = self.unary(opcodes[width as usize], width, src);
        let result = self.shift_right(false, width, reversed, width.bits() - bits);
        self.finish_result(inst, result)
    }

    // ---- Counts -------------------------------------------------------------------------------

    /// A result of 128 bits that fits in 64.
    fn finish_wide_count(&mut self, inst: Inst, count: Reg) -> Result<()> {
        let (low, high) = (self.result(inst, 0)?, self.result(inst, 1)?);
        self.emit_copy(low, count);
        self.emit_copy(high, Width::W64.zero());
        Ok(())
    }

    /// Number of ones, in 32 bits with zeros above.
    fn emit_ctpop(&mut self, src: Reg, width: Width) -> Reg {
        let bytes = self.new_reg(PartType::Double);
        match width {
            Width::W64 => {
                self.emit_copy(bytes, src);
            }
            Width::W32 => {
                let low = self.new_reg(PartType::Float);
                self.emit(op::FMOVWSr).def(low).reg(src).done();
                let emit = self.emit(op::SUBREG_TO_REG).def(bytes).imm(0);
                emit.reg(low).imm(sub::SSUB.0.into()).done();
            }
        }
        self.emit_byte_counts(bytes, [op::CNTv8i8, op::UADDLVv8i8v])
    }

    /// Number of ones of 128 bits.
    fn emit_wide_ctpop(&mut self, low: Reg, high: Reg) -> Reg {
        let lower = self.scalar_to_vector(low);
        let both = self.new_of(class::FPR128);
        let emit = self.emit(op::INSvi64gpr).def(both).reg(lower);
        emit.imm(1).reg(high).done();
        self.emit_byte_counts(both, [op::CNTv16i8, op::UADDLVv16i8v])
    }

    /// The sum of the numbers of ones of all bytes of a vector register, by instructions of its size.
    fn emit_byte_counts(&mut self, bytes: Reg, [count, add_up]: [Opcode; 2]) -> Reg {
        let class = bytes.as_virtual().map(|reg| self.mf.class(reg));
        let counts = self.new_of(class.unwrap_or(class::FPR128));
        self.emit(count).def(counts).reg(bytes).done();
        let sum = self.new_reg(PartType::Half);
        self.emit(add_up).def(sum).reg(counts).done();
        let whole = self.new_of(class::FPR128);
        let emit = self.emit(op::SUBREG_TO_REG).def(whole).imm(0);
        emit.reg(sum).imm(sub::HSUB.0.into()).done();
        let dst = self.new_reg(PartType::Int(32));
        let copy = self.emit(op::COPY).def(dst);
        copy.sub_reg(whole, sub::SSUB).done();
        dst
    }

    /// The count of the half that is looked at first, unless that is zero: then 64 more than that of the
    /// other.
    fn finish_two_counts(
        &mut self,
        inst: Inst,
        first: Reg,
        in_first: Reg,
        in_second: Reg,
    ) -> Result<()> {
        let in_second = self.add_imm_reg(Width::W64, in_second, 64)?;
        self.compare_with_zero(Width::W64, first);
        let count = self.csel(Width::W64, Cc::Ne, in_first, in_second);
        self.finish_wide_count(inst, count)
    }

    fn emit_cttz(&mut self, src: Reg, width: Width) -> Reg {
        let w = width as usize;
        let reversed = self.unary([op::RBITWr, op::RBITXr][w], width, src);
        self.unary([op::CLZWr, op::CLZXr][w], width, reversed)
    }

    // ---- Funnel shifts ------------------------------------------------------------------------

    /// The number whose bytes in reverse order `high` and `low` both are, if these have no other use: with its halves
    /// exchanged, each half then has its own bytes in reverse order.
    fn swapped_halves(&self, high: Value, low: Value, bits: u32) -> Option<Value> {
        let (inst, InstKind::Call(_)) = self.def_kind(high)? else {
            return None;
        };
        let intrinsic = Intrinsic::of_call(self.module, self.function, inst);
        let mut uses = self.function.uses_of(high);
        let here = uses.all(|slot| self.function.uses[slot].user == self.root);
        let fits = high == low
            && matches!(bits, 32 | 64)
            && intrinsic == Some(Intrinsic::Bswap)
            && self.in_current_block(inst);
        (fits && here).then(|| self.function.operand(inst, 0))
    }

    fn lower_constant_funnel_shift(
        &mut self,
        dst: Reg,
        (high, low): (Value, Value),
        left: bool,
        bits: u32,
        amount: u32,
    ) -> Result<()> {
        if amount == 0 {
            let src = self.use_value(if left { high } else { low })?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        let width = Width::of_bits(bits);
        let down = if left { bits - amount } else { amount };
        if let Some(inner) = self
            .swapped_halves(high, low, bits)
            .filter(|_| 2 * down == bits)
        {
            let src = self.use_value(inner)?;
            let opcode = [op::REV16Wr, op::REV32Xr][width as usize];
            self.emit(opcode).def(dst).reg(src).done();
            return Ok(());
        }
        if bits == width.bits() {
            let (high, low) = (self.use_value(high)?, self.use_value(low)?);
            self.emit_extract(width, dst, high, low, down);
            return Ok(());
        }
        let high = self.use_value(high)?;
        let low = self.use_value(low)?;
        let low = self.bit_field(false, width, low, down, bits - 1);
        let high = Second::Shifted(high, ShiftKind::Lsl, bits - down);
        self.emit_with_second(&ORR, width, dst, low, high, false);
        Ok(())
    }

    /// A funnel shift of fewer bits than a register has: both halves side by side in one register, or
    /// twice shifted where they do not fit.
    fn lower_small_funnel_shift(
        &mut self,
        dst: Reg,
        (high, low): (Value, Value),
        amount: Value,
        left: bool,
        bits: u32,
    ) -> Result<()> {
        if !bits.is_power_of_two() {
            return self.unsupported(format!("funnel shift of i{bits} by a variable amount"));
        }
        let width = Width::W32;
        let low = self.extend(low, false, width)?;
        let high = self.use_value(high)?;
        let both = self.new_reg(width.part());
        let shifted = Second::Shifted(high, ShiftKind::Lsl, bits);
        self.emit_with_second(&ORR, width, both, low, shifted, false);
        let amount = self.use_value(amount)?;
        let mask = u64::from(bits - 1);
        let by = self.logical_imm_reg(&super::operand::AND, width, amount, mask)?;
        match left {
            true => {
                let up = self.binary(op::LSLVWr, width, both, by);
                self.emit_bit_field(false, width, dst, up, bits, 2 * bits - 1);
            }
            false => {
                let emit = self.emit(op::LSRVWr).def(dst).reg(both);
                emit.reg(by).done();
            }
        }
        Ok(())
    }
}

impl<'m> BitOperations<'m> for Selector<'_, 'm> {
    /// Selects `llvm.bswap`.
    fn lower_bswap(&mut self, inst: Inst) -> Result<()> {
        self.lower_reversal(inst, [op::REVWr, op::REVXr])
    }

    /// Selects `llvm.bitreverse`.
    fn lower_bitreverse(&mut self, inst: Inst) -> Result<()> {
        self.lower_reversal(inst, [op::RBITWr, op::RBITXr])
    }

    /// Selects `llvm.ctpop`: the vector unit counts bits of bytes and adds them up.
    fn lower_ctpop(&mut self, inst: Inst) -> Result<()> {
        if self.has_function_attr("noimplicitfloat") {
            return self.unsupported("llvm.ctpop with noimplicitfloat");
        }
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let count = self.emit_wide_ctpop(low, high);
            let count = self.zero_extended_64(count);
            return self.finish_wide_count(inst, count);
        }
        let bits = self.narrow_bits(value)?;
        let width = Width::of_bits(bits);
        let src = self.extend(value, false, width)?;
        let count = self.emit_ctpop(src, width);
        let dst = self.result_reg(inst)?;
        match width {
            Width::W64 => self.emit_zero_extension(dst, count),
            Width::W32 => {
                self.emit_copy(dst, count);
            }
        }
        Ok(())
    }

    /// Selects `llvm.ctlz`.
    fn lower_ctlz(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let in_low = self.unary(op::CLZXr, Width::W64, low);
            let in_high = self.unary(op::CLZXr, Width::W64, high);
            return self.finish_two_counts(inst, high, in_high, in_low);
        }
        let bits = self.narrow_bits(value)?;
        let width = Width::of_bits(bits);
        let src = match bits == width.bits() {
            true => self.use_value(value)?,
            false => self.extend(value, false, width)?,
        };
        let count = self.unary([op::CLZWr, op::CLZXr][width as usize], width, src);
        let extra = i64::from(width.bits() - bits);
        let count = self.add_imm_reg(width, count, -extra)?;
        self.finish_result(inst, count)
    }

    /// Selects `llvm.cttz`.
    fn lower_cttz(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        if self.is_full_wide(value)? {
            let (low, high) = (self.use_part(value, 0)?, self.use_part(value, 1)?);
            let in_low = self.emit_cttz(low, Width::W64);
            let in_high = self.emit_cttz(high, Width::W64);
            return self.finish_two_counts(inst, low, in_low, in_high);
        }
        let bits = self.narrow_bits(value)?;
        let width = Width::of_bits(bits);
        let mut src = self.use_value(value)?;
        let poison = self.const_int(self.function.operand(inst, 1)) == Some(1);
        if bits < width.bits() && !poison {
            // A one above the number ends the search.
            src = self.logical_imm_reg(&ORR, width, src, 1 << bits)?;
        }
        let count = self.emit_cttz(src, width);
        self.finish_result(inst, count)
    }

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr` on at most 64 bits.
    fn lower_narrow_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, amount] = self.operands(inst);
        let bits = match self.int_bits(high) {
            Some(bits) => bits,
            None => return self.unsupported("funnel shift of this type"),
        };
        let width = Width::of_bits(bits);
        let dst = self.result_reg(inst)?;
        if let Some(amount) = self.const_int(amount) {
            let amount = (amount % u64::from(bits)) as u32;
            return self.lower_constant_funnel_shift(dst, (high, low), left, bits, amount);
        }
        if bits != width.bits() {
            return self.lower_small_funnel_shift(dst, (high, low), amount, left, bits);
        }
        let same = high == low;
        let by = self.shift_amount(amount, bits)?;
        if same {
            let src = self.use_value(high)?;
            let by = match left {
                true => {
                    let negated = self.new_reg(width.part());
                    self.emit_neg(width, negated, by);
                    negated
                }
                false => by,
            };
            let opcode = [op::RORVWr, op::RORVXr][width as usize];
            self.emit(opcode).def(dst).reg(src).reg(by).done();
            return Ok(());
        }
        // The other half is shifted by one, then by what the amount is short of N - 1: never by N.
        let (high, low) = (self.use_value(high)?, self.use_value(low)?);
        let w = width as usize;
        let rest = self.new_reg(width.part());
        let opcode = [op::ORNWrr, op::ORNXrr][w];
        let emit = self.emit(opcode).def(rest).reg(width.zero());
        emit.reg(by).done();
        let (up, down) = ([op::LSLVWr, op::LSLVXr][w], [op::LSRVWr, op::LSRVXr][w]);
        let (high, low) = match left {
            true => {
                let half = self.shift_right(false, width, low, 1);
                let high = self.binary(up, width, high, by);
                (high, self.binary(down, width, half, rest))
            }
            false => {
                let double = self.shift_left(width, high, 1);
                let high = self.binary(up, width, double, rest);
                (high, self.binary(down, width, low, by))
            }
        };
        self.emit(ORR.rr[w]).def(dst).reg(high).reg(low).done();
        Ok(())
    }
}
