//! Integer arithmetic with overflow detection: `with.overflow`, saturation; minimum, maximum,
//! absolute value.
//!
//! Numbers of 8, 16, 32 and 64 bits use the flags of the operation. Others are computed in a wider register, where the exact
//! result either is in range or not.

use avarice_ir::{Inst, Intrinsic, Value};
use avarice_lower::select::{
    Arithmetic, Conditions, IntWidth, Integers, OverflowArithmetic, min_max_predicate,
};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::RegClass;

use super::bits::wide_enough;
use super::compare::{Cc, Condition};
use super::int::{ADD, AluOps, SAR, SUB, XOR};
use super::shorthand::LOW_16;
use super::{Selector, Width};
use crate::{class, op, reg};

/// The opcodes of a sum or difference.
fn ops_of(kind: Arithmetic) -> &'static AluOps {
    match kind {
        Arithmetic::Sub => &SUB,
        _ => &ADD,
    }
}

/// What flag says that a sum or difference overflowed.
pub(super) fn overflow_flag(signed: bool) -> Cc {
    if signed { Cc::O } else { Cc::B }
}

/// The width of operations on numbers of exactly so many bits.
fn exact_width(bits: u32) -> Option<Width> {
    Some(match bits {
        8 => Width::W8,
        16 => Width::W16,
        32 => Width::W32,
        64 => Width::W64,
        _ => return None,
    })
}

/// Registers of this very width, where values of 16 bits have one of 32.
fn own_class(width: Width) -> RegClass {
    match width {
        Width::W16 => class::GR16,
        other => other.class(),
    }
}

impl Selector<'_, '_> {
    /// A sum or difference that leaves its flags.
    fn overflowing_sum(&mut self, inst: Inst, kind: Arithmetic, width: Width) -> Result<Reg> {
        let dst = self.new_of(own_class(width));
        self.emit_overflowing_sum(dst, inst, kind, width)?;
        Ok(dst)
    }

    /// The same in `dst`, of the class of registers of this very width.
    fn emit_overflowing_sum(
        &mut self,
        dst: Reg,
        inst: Inst,
        kind: Arithmetic,
        width: Width,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let ops = ops_of(kind);
        let lhs = self.own_width(left, width)?;
        if let Some(value) = self
            .const_signed(right)
            .filter(|value| i32::try_from(*value).is_ok())
        {
            let emit = self.emit(ops.ri[width as usize]).def(dst).reg(lhs);
            emit.imm(value).keep_flags().done();
        } else if let Some(load) = self.foldable_operand(right, width) {
            let (address, mem) = self.load_address(load)?;
            let emit = self.emit(ops.rm[width as usize]).def(dst).reg(lhs);
            emit.ops(&address.operands()).mem(mem).keep_flags().done();
        } else {
            let rhs = self.own_width(right, width)?;
            let emit = self.emit(ops.rr[width as usize]).def(dst).reg(lhs);
            emit.reg(rhs).keep_flags().done();
        }
        Ok(())
    }

    /// `value` in a register of this very width, where values of 16 bits have one of 32.
    fn own_width(&mut self, value: Value, width: Width) -> Result<Reg> {
        let src = self.use_value(value)?;
        if width != Width::W16 {
            return Ok(src);
        }
        let half = self.new_of(class::GR16);
        self.emit(op::COPY).def(half).sub_reg(src, LOW_16).done();
        Ok(half)
    }

    /// A product of 8, 16, 32 or 64 bits that leaves the overflow flag.
    fn emit_overflowing_mul(
        &mut self,
        dst: Reg,
        inst: Inst,
        width: Width,
        signed: bool,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let (lhs, rhs) = (self.own_width(left, width)?, self.own_width(right, width)?);
        if signed && width != Width::W8 {
            let opcode = [op::IMUL16rr, op::IMUL32rr, op::IMUL64rr][width as usize - 1];
            let emit = self.emit(opcode).def(dst).reg(lhs).reg(rhs);
            emit.keep_flags().done();
            return Ok(());
        }
        let (low, opcode, high) = match width {
            Width::W8 if signed => (reg::AL, op::IMUL8r, None),
            Width::W8 => (reg::AL, op::MUL8r, None),
            Width::W16 => (reg::AX, op::MUL16r, Some(reg::DX)),
            Width::W32 => (reg::EAX, op::MUL32r, Some(reg::EDX)),
            Width::W64 => (reg::RAX, op::MUL64r, Some(reg::RDX)),
        };
        self.emit_copy(low, lhs);
        let emit = self.emit(opcode).reg(rhs).keep_flags();
        emit.done_with_dead(high.as_slice());
        self.emit_copy(dst, low);
        Ok(())
    }

    /// A number of 8, 16, 32 or 64 bits, and the flag that says whether it overflowed.
    fn emit_flagged(
        &mut self,
        dst: Reg,
        inst: Inst,
        (kind, signed): (Arithmetic, bool),
        width: Width,
    ) -> Result<Cc> {
        let own = match width {
            Width::W16 => self.new_of(class::GR16),
            _ => dst,
        };
        let flag = match kind {
            Arithmetic::Mul => {
                self.emit_overflowing_mul(own, inst, width, signed)?;
                Cc::O
            }
            Arithmetic::Add | Arithmetic::Sub => {
                self.emit_overflowing_sum(own, inst, kind, width)?;
                overflow_flag(signed)
            }
        };
        if width == Width::W16 {
            self.emit_widen_half(dst, own);
        }
        Ok(flag)
    }

    /// Computes in a wider register and looks whether the result is in range.
    fn emit_wider_overflow(
        &mut self,
        inst: Inst,
        dst: Reg,
        (kind, signed): (Arithmetic, bool),
        bits: u32,
    ) -> Result<Condition> {
        let (exact, width) = self.wider_result(inst, kind, signed, bits)?;
        self.copy_low(dst, exact, width, Width::of_bits(bits));
        let back = match signed {
            true => self.sign_extended(exact, bits, width),
            false => self.zero_extended(exact, bits, width)?,
        };
        self.cmp(width, back, exact);
        Ok(Condition::One(Cc::Ne))
    }

    /// What a number of 8, 16, 32 or 64 bits that overflows becomes, in a register of `to`. On overflow the exact result has
    /// the sign of the left operand.
    fn saturated(&mut self, inst: Inst, kind: Arithmetic, signed: bool, to: Width) -> Result<Reg> {
        let left = self.function.operand(inst, 0);
        let bits = self.narrow_bits(left)?;
        let largest = u64::MAX >> (64 - bits);
        if !signed {
            let limit = match kind {
                Arithmetic::Sub => 0,
                _ => largest,
            };
            return self.use_int(to.bits(), limit);
        }
        let lhs = self.extend(left, true, to)?;
        let sign = self.shift(&SAR, to, lhs, to.bits() - 1);
        self.alu_imm(&XOR, to, sign, (largest >> 1) as i64)
    }

    /// Takes the limit where the flags of the operation say that it overflowed.
    fn saturating_flagged(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        width: Width,
    ) -> Result<Reg> {
        let to = wide_enough(width.bits());
        let limit = self.saturated(inst, kind, signed, to)?;
        let sum = self.overflowing_sum(inst, kind, width)?;
        let sum = match width {
            Width::W8 => self.widen_byte(sum),
            Width::W16 => {
                let wide = self.new_reg(PartType::Int(32));
                self.emit_widen_half(wide, sum);
                wide
            }
            _ => sum,
        };
        Ok(self.cmov(to, overflow_flag(signed), limit, sum))
    }

    /// Computes in a wider register and brings the result into range.
    fn saturating_wider(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
        width: Width,
    ) -> Result<Reg> {
        let exact = self.exact_result(inst, kind, signed, width)?;
        let mask = u64::MAX >> (64 - bits);
        let (low, high) = (!(mask >> 1) as i64, (mask >> 1) as i64);
        // A difference of unsigned numbers may be negative and is never too large; a sum may have all
        // bits of the register and is never negative.
        let bounds: &[(i64, Cc)] = match (signed, kind) {
            (true, _) => &[(low, Cc::L), (high, Cc::G)],
            (false, Arithmetic::Sub) => &[(0, Cc::L)],
            (false, _) => &[(mask as i64, Cc::A)],
        };
        let mut result = exact;
        for (bound, outside) in bounds {
            let limit = self.use_int(width.bits(), *bound as u64)?;
            self.cmp(width, result, limit);
            result = self.cmov(width, *outside, limit, result);
        }
        Ok(result)
    }
}

impl<'m> OverflowArithmetic<'m> for Selector<'_, 'm> {
    fn emit_arithmetic(&mut self, kind: Arithmetic, width: Width, dst: Reg, of: (Reg, Reg)) {
        let (left, right) = of;
        let opcode = match (kind, width) {
            (Arithmetic::Mul, Width::W64) => op::IMUL64rr,
            (Arithmetic::Mul, _) => op::IMUL32rr,
            (_, width) => ops_of(kind).rr[width as usize],
        };
        self.emit(opcode).def(dst).reg(left).reg(right).done();
    }

    fn emit_overflow(
        &mut self,
        inst: Inst,
        dst: Reg,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<Condition> {
        let bits = self.narrow_bits(self.function.operand(inst, 0))?;
        let what = (kind, signed);
        match exact_width(bits) {
            Some(width) => self
                .emit_flagged(dst, inst, what, width)
                .map(Condition::One),
            None => self.emit_wider_overflow(inst, dst, what, bits),
        }
    }

    fn unread_number(&self, _: Arithmetic, _: u32) -> Option<Reg> {
        None
    }

    /// Selects `llvm.{s,u}{add,sub}.sat`.
    fn lower_saturating(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        let bits = self.narrow_bits(self.function.operand(inst, 0))?;
        let width = wide_enough(bits);
        let result = match exact_width(bits) {
            Some(own) => self.saturating_flagged(inst, kind, signed, own)?,
            None => self.saturating_wider(inst, kind, signed, bits, width)?,
        };
        self.finish_narrow_result(inst, result, width, bits)
    }

    /// Selects `llvm.smax` and its kin.
    fn lower_narrow_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        let [left, right] = self.operands(inst);
        let predicate = min_max_predicate(intrinsic);
        let (signed, cc) = (predicate.is_signed(), Cc::of(predicate));
        let bits = self.narrow_bits(left)?;
        let width = wide_enough(bits);
        let (lhs, rhs) = (
            self.extend(left, signed, width)?,
            self.extend(right, signed, width)?,
        );
        self.cmp(width, lhs, rhs);
        let result = self.cmov(width, cc, lhs, rhs);
        self.finish_narrow_result(inst, result, width, bits)
    }

    /// Selects `llvm.abs`: the negated number if that is not negative.
    fn lower_narrow_abs(&mut self, inst: Inst) -> Result<()> {
        let value = self.function.operand(inst, 0);
        let bits = self.narrow_bits(value)?;
        let width = wide_enough(bits);
        let src = self.extend(value, true, width)?;
        let negated = self.new_reg(width.part());
        let opcode = if width == Width::W64 {
            op::NEG64r
        } else {
            op::NEG32r
        };
        self.emit(opcode).def(negated).reg(src).keep_flags().done();
        let result = self.cmov(width, Cc::Ns, negated, src);
        self.finish_narrow_result(inst, result, width, bits)
    }
}
