//! Integers of one width in registers of another: extension, truncation, and what is known of high bits.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Value};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::int::{AND, SAR, SHL, SHR};
use super::{Selector, Width};
use crate::{op, sub};

/// How many values of a phi are looked at.
const MAX_PHI: usize = 8;

impl Selector<'_, '_> {
    // ---- Extension ----------------------------------------------------------------------------

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
        if bits == to.bits() {
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
        if let Some(load) = self.extending_load(value, bits, signed, to) {
            return self.emit_extending_load(dst, load, bits, signed, to);
        }
        let src = self.use_value(value)?;
        let known = if signed {
            false
        } else {
            self.is_zero_extended(value, 4)
        };
        self.emit_extend_reg(
            dst,
            src,
            signed,
            bits,
            to,
            known,
            self.clears_upper_half(value),
        );
        Ok(())
    }

    /// Emits `dst = src` extended from `bits` to `to`. `known`: the register's own high bits are zero
    /// already; `clears`: the 32-bit instruction that defines it cleared the upper half.
    pub(super) fn emit_extend_reg(
        &mut self,
        dst: Reg,
        src: Reg,
        signed: bool,
        bits: u32,
        to: Width,
        known: bool,
        clears: bool,
    ) {
        let from = Width::of_bits(bits);
        let exact = known || bits == from.bits() || bits == 16;
        let (src, from_bits) = match exact {
            true => (src, if known { from.bits() } else { bits }),
            false => (
                self.emit_extend_in_place(src, signed, bits, from),
                from.bits(),
            ),
        };
        if from == to && from_bits == from.bits() {
            self.emit_copy(dst, src);
            return;
        }
        let clears = clears || !exact;
        self.emit_natural_extension(dst, src, signed, from_bits, to, clears);
    }

    /// `src` of `bits` bits extended to the whole of its register.
    fn emit_extend_in_place(&mut self, src: Reg, signed: bool, bits: u32, width: Width) -> Reg {
        let dst = self.new_reg(width.part());
        let w = width as usize;
        let mask = u64::MAX >> (64 - bits);
        if !signed && (bits < 32 || width == Width::W32) {
            self.emit(AND.ri[w])
                .def(dst)
                .reg(src)
                .imm(mask as i64)
                .done();
        } else {
            let amount = i64::from(width.bits() - bits);
            let shifted = self.new_reg(width.part());
            self.emit(SHL.ri[w])
                .def(shifted)
                .reg(src)
                .imm(amount)
                .done();
            let back = if signed { &SAR } else { &SHR };
            self.emit(back.ri[w])
                .def(dst)
                .reg(shifted)
                .imm(amount)
                .done();
        }
        dst
    }

    /// Extension from 8, 16 or 32 bits to more.
    fn emit_natural_extension(
        &mut self,
        dst: Reg,
        src: Reg,
        signed: bool,
        bits: u32,
        to: Width,
        clears: bool,
    ) {
        let index = match bits {
            16 => sub::SUB_16BIT,
            _ => avarice_target::SubRegIdx::NONE,
        };
        if signed {
            let opcode = match (bits, to) {
                (8, Width::W64) => op::MOVSX64rr8,
                (8, _) => op::MOVSX32rr8,
                (16, Width::W64) => op::MOVSX64rr16,
                (16, _) => op::MOVSX32rr16,
                _ => op::MOVSX64rr32,
            };
            self.emit(opcode).def(dst).sub_reg(src, index).done();
            return;
        }
        let low = self.narrow_result(to, dst);
        match bits {
            8 => {
                self.emit(op::MOVZX32rr8).def(low).reg(src).done();
            }
            16 => {
                self.emit(op::MOVZX32rr16)
                    .def(low)
                    .sub_reg(src, index)
                    .done();
            }
            _ if clears => {
                self.emit_zero_extension(dst, src);
                return;
            }
            _ => {
                self.emit(op::MOV32rr).def(low).reg(src).done();
            }
        }
        self.finish_narrow(to, dst, low);
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
        // A constant operand is emitted sign-extended.
        let known = |index| match self.function.as_const(operand(index)) {
            Some(_) => self
                .const_signed(operand(index))
                .is_some_and(|value| value >= 0),
            None => self.is_zero_extended(operand(index), depth - 1),
        };
        match kind {
            InstKind::ICmp(_) | InstKind::FCmp(_) => true,
            InstKind::Load { .. } => true,
            InstKind::Phi => {
                let mut values = self.function.operands(inst);
                self.function.operands(inst).count() <= MAX_PHI
                    && values.all(|value| self.is_zero_extended(value, depth - 1))
            }
            InstKind::Binary(BinaryOp::And) => known(0) || known(1),
            InstKind::Binary(BinaryOp::Or | BinaryOp::Xor) => known(0) && known(1),
            InstKind::Binary(BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::URem) => true,
            InstKind::Cast(CastOp::ZExt) => {
                let from = self.int_bits(operand(0));
                from.is_some_and(|from| from < bits)
            }
            _ => false,
        }
    }

    /// Whether `value` is an argument that the caller has zero-extended.
    fn is_extended_argument(&self, value: Value) -> bool {
        let avarice_ir::ValueDef::Arg(index) = self.function.values[value].def else {
            return false;
        };
        let function = self.module.globals[self.global].function();
        let attrs = function.and_then(|f| f.attrs.params.get(index as usize).copied());
        let zero = attrs.is_some_and(|attrs| self.module.attrs(attrs).has("zeroext"));
        zero && self.int_bits(value).is_some_and(|bits| bits <= 32)
    }

    /// Whether `value`, of 32 bits, is computed by an instruction that clears the upper half of the
    /// 64-bit register.
    fn clears_upper_half(&self, value: Value) -> bool {
        let Some((inst, kind)) = self.def_kind(value) else {
            return false;
        };
        match kind {
            InstKind::Binary(op) => {
                !matches!(
                    op,
                    // Results of divisions and shifts by nothing are copies.
                    BinaryOp::UDiv
                        | BinaryOp::SDiv
                        | BinaryOp::URem
                        | BinaryOp::SRem
                        | BinaryOp::Mul
                ) && !self.is_copying_shift(inst)
            }
            InstKind::Load { .. } => true,
            _ => false,
        }
    }

    fn is_copying_shift(&self, inst: Inst) -> bool {
        self.const_int(self.function.operand(inst, 1)) == Some(0)
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
        if signed && from == 1 && width != Width::W8 {
            return self.lower_bool_sign_extension(dst, operand, width);
        }
        self.emit_extend(dst, operand, signed, from, width)
    }

    /// -1 or 0 from a bit.
    fn lower_bool_sign_extension(&mut self, dst: Reg, operand: Value, width: Width) -> Result<()> {
        let bit = self.extend(operand, false, Width::W32)?;
        let bit = match width {
            Width::W64 => {
                let wide = self.new_reg(PartType::Int(64));
                self.emit_zero_extension(wide, bit);
                wide
            }
            _ => bit,
        };
        let opcode = if width == Width::W64 {
            op::NEG64r
        } else {
            op::NEG32r
        };
        self.emit(opcode).def(dst).reg(bit).done();
        Ok(())
    }

    fn lower_trunc(&mut self, dst: Reg, operand: Value, from: u32, to: u32) -> Result<()> {
        let src = self.use_value(operand)?;
        let (from, to) = (Width::of_bits(from), Width::of_bits(to));
        let copy = self.emit(op::COPY).def(dst);
        match from == to {
            true => copy.reg(src).done(),
            false => copy.sub_reg(src, to.sub_reg()).done(),
        };
        Ok(())
    }

    /// The load that an extension of `value` to `to` can fold.
    fn extending_load(&self, value: Value, bits: u32, signed: bool, to: Width) -> Option<Inst> {
        let natural = matches!(bits, 8 | 16) || (bits == 32 && to == Width::W64);
        let _ = signed;
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
        let wide = to == Width::W64;
        if signed {
            let opcode = match (bits, wide) {
                (8, true) => op::MOVSX64rm8,
                (8, false) => op::MOVSX32rm8,
                (16, true) => op::MOVSX64rm16,
                (16, false) => op::MOVSX32rm16,
                _ => op::MOVSX64rm32,
            };
            return self.emit_load_op(opcode, dst, None, load);
        }
        let low = self.narrow_result(to, dst);
        let opcode = match bits {
            8 => op::MOVZX32rm8,
            16 => op::MOVZX32rm16,
            _ => op::MOV32rm,
        };
        self.emit_load_op(opcode, low, None, load)?;
        self.finish_narrow(to, dst, low);
        Ok(())
    }
}
