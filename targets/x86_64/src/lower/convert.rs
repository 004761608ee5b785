//! Conversions between integers and floating-point numbers.

use avarice_ir::{CastOp, Value};
use avarice_lower::select::{FloatCast, FloatCasts, IntWidth, Integers, SaturatingCast};
use avarice_lower::{FloatKind, LocalKey, PartType, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::compare::{Cc, Condition};
use super::int::{AND, OR, SAR, SHR};
use super::{Selector, Width};
use crate::{class, op};

impl Selector<'_, '_> {
    fn emit_convert(&mut self, opcode: Opcode, dst: Reg, src: Reg) {
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.flags(MiFlags::NOFPEXCEPT).done();
    }

    fn lower_bits_to_float(&mut self, dst: Reg, operand: Value, kind: FloatKind) -> Result<()> {
        if let Some(load) = self.foldable_load(operand) {
            let opcode = kind.pick(op::MOVSSrm_alt, op::MOVSDrm_alt);
            return self.emit_load_op(opcode, dst, None, load);
        }
        let src = self.use_value(operand)?;
        let opcode = kind.pick(op::MOVDI2SSrr, op::MOV64toSDrr);
        self.emit(opcode).def(dst).reg(src).done();
        Ok(())
    }

    // ---- From integers ------------------------------------------------------------------------

    fn lower_signed_to_float(
        &mut self,
        dst: Reg,
        value: Value,
        kind: FloatKind,
        bits: u32,
    ) -> Result<()> {
        let width = if bits <= 32 { Width::W32 } else { Width::W64 };
        if let Some(load) = self.foldable_operand(value, width) {
            let (address, mem) = self.load_address(load)?;
            let opcode = match width {
                Width::W64 => kind.pick(op::CVTSI642SSrm, op::CVTSI642SDrm),
                _ => kind.pick(op::CVTSI2SSrm, op::CVTSI2SDrm),
            };
            let emit = self.emit(opcode).def(dst).ops(&address.operands()).mem(mem);
            emit.flags(MiFlags::NOFPEXCEPT).done();
            return Ok(());
        }
        let src = self.extend(value, true, width)?;
        self.emit_int_to_float(dst, src, kind, width);
        Ok(())
    }

    /// `dst = src` as a number, for a signed integer of 32 or 64 bits.
    fn emit_int_to_float(&mut self, dst: Reg, src: Reg, kind: FloatKind, width: Width) {
        let opcode = match width {
            Width::W64 => kind.pick(op::CVTSI642SSrr, op::CVTSI642SDrr),
            _ => kind.pick(op::CVTSI2SSrr, op::CVTSI2SDrr),
        };
        self.emit_convert(opcode, dst, src);
    }

    fn lower_unsigned_to_float(
        &mut self,
        dst: Reg,
        value: Value,
        kind: FloatKind,
        bits: u32,
    ) -> Result<()> {
        match bits {
            0..32 => {
                let src = self.extend(value, false, Width::W32)?;
                self.emit_int_to_float(dst, src, kind, Width::W32);
            }
            32..64 => {
                let src = self.extend(value, false, Width::W64)?;
                self.emit_int_to_float(dst, src, kind, Width::W64);
            }
            _ => {
                let src = self.use_value(value)?;
                match kind {
                    FloatKind::Single => self.emit_u64_to_single(dst, src)?,
                    FloatKind::Double => self.emit_u64_to_double(dst, src),
                }
            }
        }
        Ok(())
    }

    /// The halves of `src` become the fractions of 2^52 and 2^84; what remains after subtracting those
    /// is exact, and one addition rounds.
    fn emit_u64_to_double(&mut self, dst: Reg, src: Reg) {
        let bits = self.new_of(class::VR128);
        self.emit(op::MOV64toPQIrr).def(bits).reg(src).done();
        let exponents = (0x4530_0000u64 << 32) | 0x4330_0000;
        let text = "<4 x i32> <i32 1127219200, i32 1160773632, i32 0, i32 0>";
        let (address, mem) = self.vector_constant(&[exponents, 0], text.into());
        let halves = self.new_of(class::VR128);
        let emit = self.emit(op::PUNPCKLDQrm).def(halves).reg(bits);
        emit.ops(&address.operands()).mem(mem).done();
        let text = "<2 x double> <double 0x4330000000000000, double 0x4530000000000000>";
        let words = [0x4330_0000u64 << 32, 0x4530_0000 << 32];
        let (address, mem) = self.vector_constant(&words, text.into());
        let parts = self.new_of(class::VR128);
        let emit = self.emit(op::SUBPDrm).def(parts).reg(halves);
        let emit = emit.ops(&address.operands()).mem(mem);
        emit.flags(MiFlags::NOFPEXCEPT).done();
        let high = self.new_of(class::VR128);
        self.emit(op::UNPCKHPDrr)
            .def(high)
            .reg(parts)
            .reg(parts)
            .done();
        self.emit_scalar(op::ADDSDrr, dst, high, parts);
    }

    /// A number with the top bit set is halved first (keeping the lost bit for rounding), and its
    /// conversion doubled.
    fn emit_u64_to_single(&mut self, dst: Reg, src: Reg) -> Result<()> {
        let half = self.shift(&SHR, Width::W64, src, 1);
        let low = self.low(src, Width::W64, Width::W32);
        let lost = self.alu_imm(&AND, Width::W32, low, 1)?;
        let lost = self.zero_extended_64(lost);
        let half = self.alu(&OR, Width::W64, lost, half);
        let (small, big) = (self.new_reg(PartType::Float), self.new_reg(PartType::Float));
        self.emit_int_to_float(small, src, FloatKind::Single, Width::W64);
        self.emit_int_to_float(big, half, FloatKind::Single, Width::W64);
        let doubled = self.scalar(FloatKind::Single, op::ADDSSrr, big, big);
        self.test(Width::W64, src);
        self.emit_float_cmov(
            dst,
            FloatKind::Single,
            Condition::One(Cc::S),
            doubled,
            small,
        );
        Ok(())
    }

    // ---- To integers --------------------------------------------------------------------------

    /// `dst = src` as an integer of `bits` bits, which it surely fits.
    pub(super) fn emit_float_to_int(
        &mut self,
        dst: Reg,
        src: Reg,
        kind: FloatKind,
        signed: bool,
        bits: u32,
    ) -> Result<()> {
        let from = match (signed, bits) {
            (false, 64) => return self.emit_float_to_u64(dst, src, kind),
            (true, 0..=32) | (false, 0..32) => Width::W32,
            _ => Width::W64,
        };
        let to = Width::of_bits(bits);
        if from == to {
            self.emit_truncate(dst, src, kind, from);
            return Ok(());
        }
        let wide = self.new_reg(from.part());
        self.emit_truncate(wide, src, kind, from);
        self.copy_low(dst, wide, from, to);
        Ok(())
    }

    /// `dst = src` truncated to a signed integer of 32 or 64 bits; the smallest integer if it does not
    /// fit.
    fn emit_truncate(&mut self, dst: Reg, src: Reg, kind: FloatKind, width: Width) {
        let opcode = match width {
            Width::W64 => kind.pick(op::CVTTSS2SI64rr, op::CVTTSD2SI64rr),
            _ => kind.pick(op::CVTTSS2SIrr, op::CVTTSD2SIrr),
        };
        self.emit_convert(opcode, dst, src);
    }

    /// Numbers from 2^63 on give the smallest integer, whose sign bit selects the conversion of the
    /// number minus 2^63.
    fn emit_float_to_u64(&mut self, dst: Reg, src: Reg, kind: FloatKind) -> Result<()> {
        let w = Width::W64;
        let direct = self.new_reg(w.part());
        self.emit_truncate(direct, src, kind, w);
        let is_big = self.shift(&SAR, w, direct, 63);
        let bias = self.use_local(LocalKey::Float(kind.part(), kind.power_of_two(63)))?;
        let small = self.scalar(kind, kind.pick(op::SUBSSrr, op::SUBSDrr), src, bias);
        let rest = self.new_reg(w.part());
        self.emit_truncate(rest, small, kind, w);
        let rest = self.alu(&AND, w, rest, is_big);
        self.emit(op::OR64rr).def(dst).reg(direct).reg(rest).done();
        Ok(())
    }
}

impl<'m> FloatCasts<'m> for Selector<'_, 'm> {
    fn emit_float_cast(&mut self, cast: &FloatCast) -> Result<bool> {
        use CastOp::*;
        let FloatCast {
            op,
            dst,
            operand,
            from,
            to,
            ..
        } = *cast;
        match (op, FloatKind::of(from), FloatKind::of(to)) {
            (FpExt, Some(FloatKind::Single), Some(FloatKind::Double)) => {
                let src = self.use_value(operand)?;
                self.emit_convert(op::CVTSS2SDrr, dst, src);
            }
            (FpTrunc, Some(FloatKind::Double), Some(FloatKind::Single)) => {
                let src = self.use_value(operand)?;
                self.emit_convert(op::CVTSD2SSrr, dst, src);
            }
            (FpToSi | FpToUi, Some(kind), None) => {
                let src = self.use_value(operand)?;
                self.emit_float_to_int(dst, src, kind, op == FpToSi, to.bits())?;
            }
            (SiToFp, None, Some(kind)) => {
                self.lower_signed_to_float(dst, operand, kind, from.bits())?
            }
            (UiToFp, None, Some(kind)) => {
                self.lower_unsigned_to_float(dst, operand, kind, from.bits())?
            }
            (BitCast, Some(kind), None) if kind.part().bits() == to.bits() => {
                let src = self.use_value(operand)?;
                let opcode = kind.pick(op::MOVSS2DIrr, op::MOVSDto64rr);
                self.emit(opcode).def(dst).reg(src).done();
            }
            (BitCast, None, Some(kind)) if kind.part().bits() == from.bits() => {
                self.lower_bits_to_float(dst, operand, kind)?;
            }
            (FpExt | FpTrunc, ..) if self.lower_half_resize(dst, operand, from, to)? => {}
            (BitCast, None, None) if self.lower_half_cast(dst, operand, from, to)? => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn emit_saturating_cast(&mut self, cast: &SaturatingCast) -> Result<()> {
        let (dst, src, kind) = (cast.dst, cast.src, cast.kind);
        let (signed, bits) = (cast.signed, cast.bits);
        let width = if bits <= 32 { Width::W32 } else { Width::W64 };
        let direct = self.new_reg(width.part());
        self.emit_float_to_int(direct, src, kind, signed, bits.max(width.bits()))?;
        let mask = u64::MAX >> (64 - bits);
        let (low_bits, low, high, exponent) = match signed {
            true => (
                kind.power_of_two(bits - 1) | kind.sign_mask(),
                !(mask >> 1),
                mask >> 1,
                bits - 1,
            ),
            false => (0, 0, mask, bits),
        };
        let bound = self.use_local(LocalKey::Float(kind.part(), low_bits))?;
        let limit = self.use_int(width.bits(), low)?;
        self.emit_ucomi(kind, src, bound);
        let clamped = self.cmov(width, Cc::B, limit, direct);
        let bound = self.use_local(LocalKey::Float(kind.part(), kind.power_of_two(exponent)))?;
        let limit = self.use_int(width.bits(), high)?;
        self.emit_ucomi(kind, src, bound);
        let mut result = self.cmov(width, Cc::Ae, limit, clamped);
        if signed {
            let zero = self.use_int(width.bits(), 0)?;
            self.emit_ucomi(kind, src, src);
            result = self.cmov(width, Cc::P, zero, result);
        }
        self.copy_low(dst, result, width, Width::of_bits(bits));
        Ok(())
    }
}
