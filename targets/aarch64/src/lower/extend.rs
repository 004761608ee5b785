//! Integers of one width in registers of another: extension, truncation, and what is known about high bits.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Intrinsic, Value};
use avarice_lower::select::{Casts, IntWidth, Integers, OverflowArithmetic, Widening};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::memory::extending_load_ops;
use super::{Selector, Width};
use crate::{op, sub};

impl Selector<'_, '_> {
    /// Emits `dst = src`, extended. `clears`: the instruction that defines `src`, of 32
    /// bits, cleared the upper half.
    pub(super) fn emit_extend_reg(
        &mut self,
        dst: Reg,
        src: Reg,
        how: Widening<Width>,
        clears: bool,
    ) {
        let Widening { signed, bits, to } = how;
        let from = Width::of_bits(bits);
        if bits == to.bits() {
            self.emit_copy(dst, src);
        } else if from == to {
            self.emit_bit_field(signed, to, dst, src, 0, bits - 1);
        } else if signed {
            let wide = self.any_extended_64(src);
            self.emit_bit_field(true, to, dst, wide, 0, bits - 1);
        } else {
            let low = match bits {
                32 if clears => src,
                32 => {
                    let low = self.new_reg(PartType::Int(32));
                    let emit = self.emit(op::ORRWrs).def(low).reg(Width::W32.zero());
                    emit.reg(src).imm(0).done();
                    low
                }
                _ => self.bit_field(false, Width::W32, src, 0, bits - 1),
            };
            self.emit_zero_extension(dst, low);
        }
    }

    /// The constant right operand of an instruction.
    fn def_constant(&self, inst: Inst) -> Option<u64> {
        let count = self.function.num_operands(inst);
        (count > 1).then(|| self.const_int(self.function.operand(inst, 1)))?
    }

    /// Whether a logical operation with this constant is emitted with one that has zeros above `bits`: see
    /// `lower_logic_imm`.
    fn keeps_high_zeros(&self, op: BinaryOp, value: u64, bits: u32) -> bool {
        let (all, width) = (u64::MAX >> (64 - bits), Width::of_bits(bits));
        let extended = avarice_legalize::sign_extend(value, bits) as u64;
        let imm = |value| super::operand::logical_imm(value, width).is_some();
        match op {
            BinaryOp::Xor if value == all && bits > 1 => false,
            _ => imm(value) || !imm(extended),
        }
    }

    /// Whether `value`, of 32 bits, is computed by an instruction that clears the upper half of the
    /// 64-bit register.
    pub(super) fn clears_upper_half(&self, value: Value) -> bool {
        let Some((inst, kind)) = self.def_kind(value) else {
            return false;
        };
        match kind {
            InstKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor) => true,
            InstKind::Binary(BinaryOp::And | BinaryOp::Or) => {
                // All ones leave the register as it is.
                self.const_signed(self.function.operand(inst, 1)) != Some(-1)
            }
            InstKind::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) => {
                self.const_int(self.function.operand(inst, 1)) != Some(0)
            }
            InstKind::Load { .. } => !self.may_load_sign(value),
            InstKind::ICmp(_) => true,
            InstKind::Select => {
                let condition = self.function.operand(inst, 0);
                let condition = self.def_kind(condition);
                matches!(condition, Some((_, InstKind::ICmp(_))))
            }
            _ => false,
        }
    }

    /// The extension of a right shift (by any amount) that has no other use, or of a truncated one, is
    /// a bit field.
    fn lower_extracted_field(
        &mut self,
        dst: Reg,
        operand: Value,
        how: Widening<Width>,
    ) -> Result<bool> {
        let (from, width) = (how.bits, how.to);
        let Some((inst, InstKind::Cast(CastOp::Trunc))) = self.def_kind(operand) else {
            return Ok(false);
        };
        let shift = self.function.operand(inst, 0);
        if !self.is_foldable(operand) || !self.is_foldable(shift) {
            return Ok(false);
        }
        let Some((inst, InstKind::Binary(BinaryOp::LShr | BinaryOp::AShr))) = self.def_kind(shift)
        else {
            return Ok(false);
        };
        let Some(bits) = self.int_bits(shift) else {
            return Ok(false);
        };
        let amount = self.const_int(self.function.operand(inst, 1)).unwrap_or(64);
        let src = self.function.operand(inst, 0);
        let fits = amount + u64::from(from) <= u64::from(bits);
        if !fits || Width::of_bits(bits) != width || self.function.as_const(src).is_some() {
            return Ok(false);
        }
        let amount = amount as u32;
        let src = self.use_value(src)?;
        self.emit_bit_field(how.signed, width, dst, src, amount, amount + from - 1);
        Ok(true)
    }
}

impl<'m> Integers<'m> for Selector<'_, 'm> {
    type Width = Width;

    const SKIPS_KNOWN_ZEROS: bool = true;

    fn computes_zeros(&self, value: Value, inst: Inst, kind: &InstKind, depth: u32) -> bool {
        let bits = self.int_bits(value).unwrap_or(64);
        let operand = |index| self.function.operand(inst, index);
        let known = |index| self.is_zero_extended(operand(index), depth - 1);
        let constant = self.def_constant(inst);
        match kind {
            InstKind::Load { .. } => matches!(bits, 1 | 8 | 16),
            InstKind::Select => {
                // Of a negative constant the instruction may make all of its register from the other arm.
                let arm = |index| match self.const_signed(operand(index)) {
                    Some(value) => value >= 0 || (bits == 1 && index == 1),
                    None => known(index),
                };
                arm(1) && arm(2)
            }
            InstKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)) => {
                let all = u64::MAX >> (64 - bits);
                // The instruction may complement an operand itself, all of its register.
                let plain =
                    |index| known(index) && self.complement_of(operand(index), bits).is_none();
                match (op, constant) {
                    (BinaryOp::And, None) => plain(0) || plain(1),
                    (BinaryOp::And, Some(value)) => {
                        known(0) || (value != all && self.keeps_high_zeros(*op, value, bits))
                    }
                    (_, None) => plain(0) && plain(1),
                    (_, Some(value)) => known(0) && self.keeps_high_zeros(*op, value, bits),
                }
            }
            InstKind::Call(_) => {
                let intrinsic = Intrinsic::of_call(self.module, self.function, inst);
                matches!(intrinsic, Some(Intrinsic::Umin)) && known(0) && known(1)
            }
            InstKind::ExtractValue(_) => self.is_overflow_flag(value, 0),
            _ => false,
        }
    }

    fn emit_extending_load(&mut self, dst: Reg, load: Inst, how: Widening<Width>) -> Result<()> {
        let Widening { signed, bits, to } = how;
        let ops = extending_load_ops(bits, signed, to);
        if signed || to == Width::W32 {
            return self.emit_folded_load(ops, dst, load);
        }
        let low = self.new_reg(PartType::Int(32));
        self.emit_folded_load(ops, low, load)?;
        self.emit_zero_extension(dst, low);
        Ok(())
    }

    fn emit_extended(&mut self, dst: Reg, (value, src): (Value, Reg), how: Widening<Width>) {
        let Widening { signed, bits, to } = how;
        if !signed && self.is_zero_extended(value, 4) {
            match (Width::of_bits(bits), to) {
                (Width::W32, Width::W64) if self.clears_upper_half(value) => {
                    self.emit_zero_extension(dst, src);
                    return;
                }
                (from, _) if from == to => {
                    self.emit_copy(dst, src);
                    return;
                }
                _ => {}
            }
        }
        let clears = self.clears_upper_half(value);
        self.emit_extend_reg(dst, src, how, clears);
    }

    fn emit_register_extension(&mut self, dst: Reg, src: Reg, how: Widening<Width>) {
        self.emit_extend_reg(dst, src, how, false);
    }

    fn copy_low(&mut self, dst: Reg, src: Reg, from: Width, to: Width) {
        let copy = self.emit(op::COPY).def(dst);
        match from <= to {
            true => copy.reg(src).done(),
            false => copy.sub_reg(src, sub::SUB_32).done(),
        };
    }

    fn emit_zero_extension(&mut self, dst: Reg, src: Reg) {
        let index = i64::from(sub::SUB_32.0);
        let emit = self.emit(op::SUBREG_TO_REG).def(dst);
        emit.imm(0).reg(src).imm(index).done();
    }
}

impl<'m> Casts<'m> for Selector<'_, 'm> {
    fn lower_special_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        how: Widening<Width>,
    ) -> Result<bool> {
        if how.signed && how.bits == 1 && self.lower_condition_mask(dst, operand, how.to)? {
            return Ok(true);
        }
        self.lower_extracted_field(dst, operand, how)
    }

    fn lower_trunc(&mut self, dst: Reg, operand: Value, from: u32, to: u32) -> Result<()> {
        let src = self.use_value(operand)?;
        self.copy_low(dst, src, Width::of_bits(from), Width::of_bits(to));
        Ok(())
    }
}
