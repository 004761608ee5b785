//! Division and remainder: by the divide instructions, and by constants without them.
//!
//! Types narrower than 32 bits are extended to 32 first, others than 64 bits to 64.

use avarice_ir::{BinaryOp, Inst, InstFlags, InstKind, Value};
use avarice_lower::select::{
    ConstantDivision, Divisions, IntOperation, IntWidth, Integers, SignedMagic,
};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::compare::{Cc, Condition};
use super::int::{ADD, AND, SAR, SHR, SUB};
use super::{Selector, Width};
use crate::{op, reg, sub};

/// How far back the other half of a division with remainder is looked for.
const PAIR_DISTANCE: usize = 64;

impl Selector<'_, '_> {
    /// The earlier instruction that divides the same operands for the other result and computes the
    /// result of `inst` as well: each is the other's nearest.
    fn deferred_to(&self, inst: Inst) -> Option<Inst> {
        let earlier = self.pair(inst, false)?;
        let mutual = self.pair(earlier, true) == Some(inst);
        (mutual && self.deferred_to(earlier).is_none()).then_some(earlier)
    }

    /// The nearest instruction of the block before or after `inst` that divides the same operands for
    /// the other result.
    fn pair(&self, inst: Inst, after: bool) -> Option<Inst> {
        let insts = &self.function.insts;
        let InstKind::Binary(op) = insts[inst].kind else {
            return None;
        };
        let [left, right] = self.operands(inst);
        let step = |inst: &Inst| match after {
            true => insts[*inst].next.expand(),
            false => insts[*inst].prev.expand(),
        };
        std::iter::successors(step(&inst), step)
            .take(PAIR_DISTANCE)
            .find(|other| self.is_pair(*other, op, left, right))
    }

    fn is_pair(&self, other: Inst, op: BinaryOp, left: Value, right: Value) -> bool {
        let wanted = match op {
            BinaryOp::UDiv => BinaryOp::URem,
            BinaryOp::URem => BinaryOp::UDiv,
            BinaryOp::SDiv => BinaryOp::SRem,
            _ => BinaryOp::SDiv,
        };
        self.function.insts[other].kind == InstKind::Binary(wanted)
            && self.function.operand(other, 0) == left
            && self.function.operand(other, 1) == right
    }

    /// Emits a divide instruction; registers of results may be none.
    fn emit_division(
        &mut self,
        signed: bool,
        bits: u32,
        width: Width,
        left: Value,
        right: Value,
        quotient: Reg,
        remainder: Reg,
    ) -> Result<()> {
        let dividend = self.extend(left, signed, width)?;
        let divisor = self.extend(right, signed, width)?;
        let wide = width == Width::W64;
        let (low, high) = match wide {
            true => (reg::RAX, reg::RDX),
            false => (reg::EAX, reg::EDX),
        };
        self.emit_copy(low, dividend);
        match (signed, wide) {
            (true, true) => self.emit(op::CQO).done(),
            (true, false) => self.emit(op::CDQ).done(),
            (false, true) => self
                .emit(op::MOV32r0)
                .def(reg::EDX)
                .implicit_def(reg::RDX)
                .done(),
            (false, false) => self.emit(op::MOV32r0).def(reg::EDX).done(),
        };
        let opcode = match (signed, wide) {
            (true, true) => op::IDIV64r,
            (true, false) => op::IDIV32r,
            (false, true) => op::DIV64r,
            (false, false) => op::DIV32r,
        };
        let dead: &[_] = match (quotient.is_none(), remainder.is_none()) {
            (true, true) => &[low, high],
            (true, false) => &[low],
            (false, true) => &[high],
            (false, false) => &[],
        };
        self.emit(opcode).reg(divisor).done_with_dead(dead);
        for (dst, from) in [(quotient, low), (remainder, high)] {
            if dst.is_none() {
                continue;
            }
            if bits <= 8 {
                let full = self.new_reg(PartType::Int(32));
                self.emit_copy(full, from);
                self.emit(op::COPY)
                    .def(dst)
                    .sub_reg(full, sub::SUB_8BIT)
                    .done();
            } else {
                self.emit_copy(dst, from);
            }
        }
        Ok(())
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// Selects a division or remainder by a power of two (or its negative).
    fn lower_power_division(
        &mut self,
        operation: &IntOperation,
        width: Width,
        divisor: i64,
    ) -> Result<()> {
        let IntOperation {
            inst,
            op,
            bits,
            dst,
            ..
        } = *operation;
        let full = match bits <= 8 {
            true => self.new_reg(PartType::Int(32)),
            false => dst,
        };
        let exact = self.function.insts[inst].flags.contains(InstFlags::EXACT);
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let src = self.extend(operation.left, signed, width)?;
        let division = ConstantDivision {
            width,
            dst: full,
            src,
            divisor,
            significant: width.bits(),
        };
        match op {
            BinaryOp::UDiv => self.emit_unsigned_quotient(&division)?,
            BinaryOp::SDiv => self.emit_signed_quotient(&division, exact)?,
            BinaryOp::URem => self.emit_and_mask(width, full, src, divisor as u64 - 1)?,
            _ => self.emit_signed_power_remainder(&division)?,
        }
        self.finish_byte(bits, dst, full);
        Ok(())
    }

    /// Emits quotient and remainder by a constant that is no power of two; either register may be none.
    fn emit_constant_division(
        &mut self,
        signed: bool,
        bits: u32,
        width: Width,
        (src, significant): (Reg, u32),
        divisor: i64,
        quotient: Reg,
        remainder: Reg,
    ) -> Result<()> {
        let full = match bits <= 8 || quotient.is_none() {
            true => self.new_reg(width.part()),
            false => quotient,
        };
        let division = ConstantDivision {
            width,
            dst: full,
            src,
            divisor,
            significant,
        };
        match signed {
            false => self.emit_unsigned_quotient(&division)?,
            true => self.emit_signed_quotient(&division, false)?,
        }
        if !quotient.is_none() {
            self.finish_byte(bits, quotient, full);
        }
        if remainder.is_none() {
            return Ok(());
        }
        let product = self.new_reg(width.part());
        self.emit_mul_by(width, product, full, divisor);
        let rest = match bits <= 8 {
            true => self.new_reg(width.part()),
            false => remainder,
        };
        self.emit(SUB.rr[width as usize])
            .def(rest)
            .reg(src)
            .reg(product)
            .done();
        self.finish_byte(bits, remainder, rest);
        Ok(())
    }

    /// The byte `dst` from the 32-bit register `full`, if they differ.
    fn finish_byte(&mut self, bits: u32, dst: Reg, full: Reg) {
        if bits <= 8 && full != dst {
            self.emit(op::COPY)
                .def(dst)
                .sub_reg(full, sub::SUB_8BIT)
                .done();
        }
    }

    fn emit_and_mask(&mut self, width: Width, dst: Reg, src: Reg, mask: u64) -> Result<()> {
        self.emit_alu_imm(&AND, width, dst, src, mask as i64)
    }

    fn emit_signed_power_remainder(&mut self, division: &ConstantDivision<Width>) -> Result<()> {
        let (width, dst, src) = (division.width, division.dst, division.src);
        let power = division.divisor.unsigned_abs();
        if power == 1 {
            let zero = self.use_int(width.bits(), 0)?;
            self.emit_copy(dst, zero);
            return Ok(());
        }
        let biased = self.biased(width, src, power)?;
        let whole = self.new_reg(width.part());
        self.emit_and_mask(width, whole, biased, (power - 1) ^ u64::MAX)?;
        self.emit(SUB.rr[width as usize])
            .def(dst)
            .reg(src)
            .reg(whole)
            .done();
        Ok(())
    }
}

impl<'m> Divisions<'m> for Selector<'_, 'm> {
    fn lower_division(&mut self, operation: &IntOperation) -> Result<()> {
        let (inst, op, bits) = (operation.inst, operation.op, operation.bits);
        let (left, right) = (operation.left, operation.right);
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let width = if bits <= 32 { Width::W32 } else { Width::W64 };
        let constant = match signed {
            true => self.const_signed(right),
            false => self.const_int(right).map(|value| value as i64),
        };
        let constant =
            constant.filter(|divisor| *divisor != 0 && !self.has_function_attr("minsize"));
        if let Some(divisor) = constant
            && is_power_divisor(divisor, signed)
        {
            return self.lower_power_division(operation, width, divisor);
        }
        if let Some(earlier) = self.deferred_to(inst) {
            // The earlier instruction computes both results.
            self.result(earlier, 0)?;
            return Ok(());
        }
        let pair = self
            .pair(inst, true)
            .filter(|pair| self.deferred_to(*pair) == Some(inst));
        let (mut quotient, mut remainder) = (Reg::NONE, Reg::NONE);
        for inst in [Some(inst), pair].into_iter().flatten() {
            let data = &self.function.insts[inst];
            let reg = data
                .result
                .expand()
                .map_or(Reg::NONE, |value| self.requested(value, 0));
            match data.kind {
                InstKind::Binary(BinaryOp::UDiv | BinaryOp::SDiv) => quotient = reg,
                _ => remainder = reg,
            }
        }
        if let Some(divisor) = constant {
            let src = self.extend(left, signed, width)?;
            let src = (src, self.significant_bits(left));
            return self
                .emit_constant_division(signed, bits, width, src, divisor, quotient, remainder);
        }
        self.emit_division(signed, bits, width, left, right, quotient, remainder)
    }

    fn emit_shift_right(&mut self, signed: bool, width: Width, dst: Reg, src: Reg, amount: u32) {
        if amount == 0 {
            self.emit_copy(dst, src);
            return;
        }
        let ops = if signed { &SAR } else { &SHR };
        let opcode = ops.ri[width as usize];
        self.emit(opcode)
            .def(dst)
            .reg(src)
            .imm(i64::from(amount))
            .done();
    }

    fn emit_negated_shift(&mut self, width: Width, dst: Reg, src: Reg, amount: u32) {
        let opcode = [op::NEG8r, op::NEG16r, op::NEG32r, op::NEG64r][width as usize];
        let shifted = self.shifted_right(true, width, src, amount);
        self.emit(opcode).def(dst).reg(shifted).done();
    }

    /// `src + (src < 0 ? 2^shift - 1 : 0)`: what rounds a shift towards zero.
    fn biased(&mut self, width: Width, src: Reg, power: u64) -> Result<Reg> {
        let shift = power.trailing_zeros();
        let w = width as usize;
        let sum = self.new_reg(width.part());
        if shift == 1 {
            let sign = self.shifted_right(false, width, src, width.bits() - 1);
            self.emit(ADD.rr[w]).def(sum).reg(src).reg(sign).done();
            return Ok(sum);
        }
        let biased = self.new_reg(width.part());
        self.emit_alu_imm(&ADD, width, biased, src, (power - 1) as i64)?;
        let (test, cmov) = match width {
            Width::W64 => (op::TEST64rr, op::CMOV64rr),
            _ => (op::TEST32rr, op::CMOV32rr),
        };
        self.emit(test).reg(src).reg(src).keep_flags().done();
        self.emit_cmov(cmov, sum, Condition::One(Cc::Ns), src, biased);
        Ok(sum)
    }

    /// The 64 bits of the product of two numbers of 32.
    fn wide_product(&mut self, signed: bool, src: Reg, factor: u64) -> Result<Reg> {
        let wide = self.new_reg(PartType::Int(64));
        if signed {
            self.emit(op::MOVSX64rr32).def(wide).reg(src).done();
        } else {
            let low = self.new_reg(PartType::Int(32));
            self.emit(op::MOV32rr).def(low).reg(src).done();
            self.emit_zero_extension(wide, low);
        }
        let product = self.new_reg(PartType::Int(64));
        let factor = match signed {
            true => i64::from(factor as i32),
            false => i64::from(factor as u32),
        };
        if i32::try_from(factor).is_ok() {
            self.emit(op::IMUL64rri32)
                .def(product)
                .reg(wide)
                .imm(factor)
                .done();
        } else {
            let factor = self.use_int(64, factor as u64)?;
            self.emit(op::IMUL64rr)
                .def(product)
                .reg(wide)
                .reg(factor)
                .done();
        }
        Ok(product)
    }

    /// The upper half of `src * factor`.
    fn multiply_high(&mut self, signed: bool, width: Width, src: Reg, factor: u64) -> Result<Reg> {
        if width == Width::W64 {
            let factor = self.use_int(64, factor)?;
            let high = self.new_reg(PartType::Int(64));
            self.emit_copy(reg::RAX, src);
            let opcode = if signed { op::IMUL64r } else { op::MUL64r };
            self.emit(opcode).reg(factor).done_with_dead(&[reg::RAX]);
            self.emit_copy(high, reg::RDX);
            return Ok(high);
        }
        let product = self.wide_product(signed, src, factor)?;
        let high = self.new_reg(PartType::Int(32));
        let shifted = self.shifted_right(false, Width::W64, product, 32);
        self.copy_low(high, shifted, Width::W64, width);
        Ok(high)
    }

    fn average(&mut self, width: Width, left: Reg, right: Reg) -> Reg {
        let w = width as usize;
        let difference = self.new_reg(width.part());
        let emit = self.emit(SUB.rr[w]).def(difference);
        emit.reg(left).reg(right).done();
        let half = self.shifted_right(false, width, difference, 1);
        let sum = self.new_reg(width.part());
        self.emit(ADD.rr[w]).def(sum).reg(half).reg(right).done();
        sum
    }

    fn emit_signed_magic(
        &mut self,
        by: &ConstantDivision<Width>,
        magic: SignedMagic,
    ) -> Result<()> {
        let (width, dst, src) = (by.width, by.dst, by.src);
        let w = width as usize;
        let high = self.signed_high(width, src, magic)?;
        let sign = self.shifted_right(false, width, high, width.bits() - 1);
        let shifted = self.shifted_right(true, width, high, magic.shift);
        self.emit(ADD.rr[w]).def(dst).reg(shifted).reg(sign).done();
        Ok(())
    }
}

/// Whether a divisor is a power of two, or for signed division the negative of one.
fn is_power_divisor(divisor: i64, signed: bool) -> bool {
    match signed {
        true => divisor.unsigned_abs().is_power_of_two(),
        false => (divisor as u64).is_power_of_two(),
    }
}
