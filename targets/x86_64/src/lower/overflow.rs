//! Integer arithmetic with overflow detection: `with.overflow`, saturation; minimum, maximum,
//! absolute value.
//!
//! Numbers of 32 and 64 bits (and sums of 8) use the flags of the operation. Others are computed in a
//! wider register, where the exact result either is in range or not.

use avarice_ir::{Inst, Intrinsic};
use avarice_lower::Result;
use avarice_lower::select::{
    Arithmetic, Conditions, IntWidth, Integers, OverflowArithmetic, min_max_predicate,
};
use avarice_mir::Reg;

use super::bits::wide_enough;
use super::compare::{Cc, Condition};
use super::int::{ADD, AluOps, SAR, SUB, XOR};
use super::{Selector, Width};
use crate::{op, reg};

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

impl Selector<'_, '_> {
    /// A sum or difference that leaves its flags.
    fn overflowing_sum(&mut self, inst: Inst, kind: Arithmetic, width: Width) -> Result<Reg> {
        let dst = self.new_reg(width.part());
        self.emit_overflowing_sum(dst, inst, kind, width)?;
        Ok(dst)
    }

    fn emit_overflowing_sum(
        &mut self,
        dst: Reg,
        inst: Inst,
        kind: Arithmetic,
        width: Width,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let ops = ops_of(kind);
        let lhs = self.use_value(left)?;
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
            let rhs = self.use_value(right)?;
            let emit = self.emit(ops.rr[width as usize]).def(dst).reg(lhs);
            emit.reg(rhs).keep_flags().done();
        }
        Ok(())
    }

    /// A product of 32 or 64 bits that leaves the overflow flag.
    fn emit_overflowing_mul(
        &mut self,
        dst: Reg,
        inst: Inst,
        bits: u32,
        signed: bool,
    ) -> Result<()> {
        let [left, right] = self.operands(inst);
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let wide = bits == 64;
        if signed {
            let opcode = if wide { op::IMUL64rr } else { op::IMUL32rr };
            self.emit(opcode)
                .def(dst)
                .reg(lhs)
                .reg(rhs)
                .keep_flags()
                .done();
        } else {
            let (low, opcode, high) = match wide {
                true => (reg::RAX, op::MUL64r, reg::RDX),
                false => (reg::EAX, op::MUL32r, reg::EDX),
            };
            self.emit_copy(low, lhs);
            self.emit(opcode)
                .reg(rhs)
                .keep_flags()
                .done_with_dead(&[high]);
            self.emit_copy(dst, low);
        }
        Ok(())
    }

    /// Computes in a wider register and looks whether the result is in range.
    fn lower_wider_overflow(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
    ) -> Result<()> {
        let (exact, width) = self.wider_result(inst, kind, signed, bits)?;
        let back = match signed {
            true => self.sign_extended(exact, bits, width),
            false => self.zero_extended(exact, bits, width)?,
        };
        self.cmp(width, back, exact);
        self.finish_overflow(inst, Condition::One(Cc::Ne))?;
        let dst = self.result(inst, 0)?;
        self.copy_low(dst, exact, width, Width::of_bits(bits));
        Ok(())
    }

    /// On overflow the exact result has the sign of the left operand.
    fn saturating_signed(&mut self, inst: Inst, kind: Arithmetic, width: Width) -> Result<Reg> {
        let left = self.function.operand(inst, 0);
        let lhs = self.use_value(left)?;
        let sign = self.shift(&SAR, width, lhs, width.bits() - 1);
        let largest = if width == Width::W64 {
            i64::MAX
        } else {
            i64::from(i32::MAX)
        };
        let limit = self.alu_imm(&XOR, width, sign, largest)?;
        let sum = self.overflowing_sum(inst, kind, width)?;
        Ok(self.cmov(width, Cc::O, limit, sum))
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

    fn lower_narrow_overflow(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        let left = self.function.operand(inst, 0);
        let bits = self.narrow_bits(left)?;
        let flag = match (kind, bits) {
            (Arithmetic::Mul, 32 | 64) => {
                let dst = self.result(inst, 0)?;
                self.emit_overflowing_mul(dst, inst, bits, signed)?;
                Cc::O
            }
            (Arithmetic::Add | Arithmetic::Sub, 8 | 32 | 64) => {
                let dst = self.result(inst, 0)?;
                self.emit_overflowing_sum(dst, inst, kind, Width::of_bits(bits))?;
                overflow_flag(signed)
            }
            _ => return self.lower_wider_overflow(inst, kind, signed, bits),
        };
        self.finish_overflow(inst, Condition::One(flag))
    }

    /// Selects `llvm.{s,u}{add,sub}.sat`.
    fn lower_saturating(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        let bits = self.narrow_bits(self.function.operand(inst, 0))?;
        let width = wide_enough(bits);
        let result = match (bits == width.bits(), signed) {
            (true, true) => self.saturating_signed(inst, kind, width)?,
            (true, false) => {
                let limit = match kind {
                    Arithmetic::Add => u64::MAX,
                    _ => 0,
                };
                let limit = self.use_int(width.bits(), limit)?;
                let sum = self.overflowing_sum(inst, kind, width)?;
                self.cmov(width, Cc::B, limit, sum)
            }
            (false, _) => self.saturating_wider(inst, kind, signed, bits, width)?,
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
