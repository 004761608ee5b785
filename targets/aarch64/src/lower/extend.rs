//! Integers of one width in registers of another: extension, truncation, and what is known of high bits.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Intrinsic, Value};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::memory::extending_load_ops;
use super::{Selector, Width};
use crate::op;

/// How many values of a phi are looked at.
const MAX_PHI: usize = 8;

impl Selector<'_, '_> {
    /// A register of `to` (at least the value's own width) that holds `value` extended.
    pub(super) fn extend(&mut self, value: Value, signed: bool, to: Width) -> Result<Reg> {
        let Some(bits) = self.int_bits(value) else {
            return self.unsupported("extension of something that is no integer");
        };
        if let Some(bits_value) = self.const_int(value) {
            let full = match signed {
                true => self.const_signed(value).unwrap_or(0) as u64,
                false => bits_value,
            };
            return self.use_int(to.bits(), full);
        }
        let from = Width::of_bits(bits);
        if bits == to.bits() || (from == to && !signed && self.is_zero_extended(value, 4)) {
            return self.use_value(value);
        }
        let dst = self.new_reg(to.part());
        self.emit_extend(dst, value, signed, bits, to)?;
        Ok(dst)
    }

    /// Emits `dst = value` extended from `bits` to `to`, which is wider.
    fn emit_extend(
        &mut self,
        dst: Reg,
        value: Value,
        signed: bool,
        bits: u32,
        to: Width,
    ) -> Result<()> {
        if let Some(load) = self.extending_load(value, bits, to) {
            return self.emit_extending_load(dst, load, bits, signed, to);
        }
        let src = self.use_value(value)?;
        if !signed && self.is_zero_extended(value, 4) {
            match (Width::of_bits(bits), to) {
                (Width::W32, Width::W64) if self.clears_upper_half(value) => {
                    self.emit_zero_extension(dst, src);
                    return Ok(());
                }
                (from, _) if from == to => {
                    self.emit_copy(dst, src);
                    return Ok(());
                }
                _ => {}
            }
        }
        let clears = self.clears_upper_half(value);
        self.emit_extend_reg(dst, src, signed, bits, to, clears);
        Ok(())
    }

    /// Emits `dst = src` extended from `bits` to `to`. `clears`: the instruction that defines `src`, of 32
    /// bits, cleared the upper half.
    pub(super) fn emit_extend_reg(
        &mut self,
        dst: Reg,
        src: Reg,
        signed: bool,
        bits: u32,
        to: Width,
        clears: bool,
    ) {
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

    /// Whether the register of `value` surely has zeros above the type's width. Looks `depth`
    /// instructions deep.
    pub(super) fn is_zero_extended(&self, value: Value, depth: u32) -> bool {
        let Some(bits) = self.int_bits(value) else {
            return false;
        };
        if bits == Width::of_bits(bits).bits() {
            return true;
        }
        if self.function.as_const(value).is_some() {
            return self.const_int(value).is_some();
        }
        let Some((inst, kind)) = self.def_kind(value) else {
            return self.is_extended_argument(value);
        };
        if depth == 0 {
            return false;
        }
        let operand = |index| self.function.operand(inst, index);
        let known = |index| self.is_zero_extended(operand(index), depth - 1);
        let constant = self.def_constant(inst);
        match kind {
            InstKind::ICmp(_) | InstKind::FCmp(_) => true,
            InstKind::Load { .. } => matches!(bits, 1 | 8 | 16),
            InstKind::Phi => {
                let mut values = self.function.operands(inst);
                self.function.operands(inst).count() <= MAX_PHI
                    && values.all(|value| self.is_zero_extended(value, depth - 1))
            }
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
            InstKind::Binary(BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::URem) => true,
            InstKind::Cast(CastOp::ZExt) => {
                let from = self.int_bits(operand(0));
                from.is_some_and(|from| from < bits)
            }
            InstKind::Call(_) => {
                let intrinsic = Intrinsic::of_call(self.module, self.function, inst);
                matches!(intrinsic, Some(Intrinsic::Umin)) && known(0) && known(1)
            }
            InstKind::ExtractValue(_) => self.is_overflow_flag(value, 0),
            _ => false,
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

    /// Whether `value` is an argument that the caller has zero-extended.
    fn is_extended_argument(&self, value: Value) -> bool {
        let avarice_ir::ValueDef::Arg(index) = self.function.values[value].def else {
            return false;
        };
        let attrs = self.module.attrs(self.param_attrs(index as usize));
        attrs.has("zeroext") && self.int_bits(value).is_some_and(|bits| bits <= 32)
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
            InstKind::Load { .. } | InstKind::ICmp(_) => true,
            InstKind::Select => {
                let condition = self.function.operand(inst, 0);
                let condition = self.def_kind(condition);
                matches!(condition, Some((_, InstKind::ICmp(_))))
            }
            _ => false,
        }
    }

    // ---- Conversions --------------------------------------------------------------------------

    /// Selects a conversion.
    pub(super) fn lower_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        use CastOp::*;
        let operand = self.function.operand(inst, 0);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        if self.is_wide(operand) || self.is_wide(result) {
            return self.lower_wide_cast(inst, op, operand, result);
        }
        let (Some(from), Some(to)) = (self.int_bits(operand), self.int_bits(result)) else {
            return self.lower_float_cast(inst, op);
        };
        let dst = self.result_reg(inst)?;
        match op {
            Trunc => self.lower_trunc(dst, operand, from, to),
            PtrToInt | IntToPtr if from > to => self.lower_trunc(dst, operand, from, to),
            ZExt | IntToPtr | PtrToInt => self.lower_extension(dst, operand, false, from, to),
            SExt => self.lower_extension(dst, operand, true, from, to),
            BitCast => {
                let src = self.use_value(operand)?;
                self.emit_copy(dst, src);
                Ok(())
            }
            _ => self.unsupported(format!("conversion {}", op.keyword())),
        }
    }

    fn lower_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        signed: bool,
        from: u32,
        to: u32,
    ) -> Result<()> {
        let width = Width::of_bits(to);
        if from == width.bits() || self.function.as_const(operand).is_some() {
            let src = self.extend(operand, signed, width)?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        if signed && from == 1 && self.lower_condition_mask(dst, operand, width)? {
            return Ok(());
        }
        if self.lower_extracted_field(dst, operand, signed, from, width)? {
            return Ok(());
        }
        self.emit_extend(dst, operand, signed, from, width)
    }

    /// The extension of a right shift (by any amount) that has no other use, or of a truncated one, is
    /// a bit field.
    fn lower_extracted_field(
        &mut self,
        dst: Reg,
        operand: Value,
        signed: bool,
        from: u32,
        width: Width,
    ) -> Result<bool> {
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
        self.emit_bit_field(signed, width, dst, src, amount, amount + from - 1);
        Ok(true)
    }

    fn lower_trunc(&mut self, dst: Reg, operand: Value, from: u32, to: u32) -> Result<()> {
        let src = self.use_value(operand)?;
        self.copy_low(dst, src, Width::of_bits(from), Width::of_bits(to));
        Ok(())
    }

    /// The load that an extension of `value` to `to` can fold.
    fn extending_load(&self, value: Value, bits: u32, to: Width) -> Option<Inst> {
        let natural = matches!(bits, 8 | 16) || (bits == 32 && to == Width::W64);
        natural.then(|| self.foldable_load(value)).flatten()
    }

    fn emit_extending_load(
        &mut self,
        dst: Reg,
        load: Inst,
        bits: u32,
        signed: bool,
        to: Width,
    ) -> Result<()> {
        let ops = extending_load_ops(bits, signed, to);
        if signed || to == Width::W32 {
            return self.emit_folded_load(ops, dst, load);
        }
        let low = self.new_reg(PartType::Int(32));
        self.emit_folded_load(ops, low, load)?;
        self.emit_zero_extension(dst, low);
        Ok(())
    }
}
