//! Integers of one width in registers of another: extension, truncation, and what is known about high bits.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Value};
use avarice_lower::select::{Casts, IntWidth, Integers, OverflowArithmetic, Widening};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::int::{AND, SAR, SHL, SHR};
use super::{Selector, Width};
use crate::{op, sub};

/// Which bits of a register above those of its value are zero.
#[derive(Clone, Copy)]
struct KnownZeros {
    /// The others of the register itself.
    in_register: bool,
    /// Those above a register of 32 bits: the instruction that defines it cleared them.
    in_upper_half: bool,
}

impl KnownZeros {
    /// Nothing is known of any.
    const NONE: Self = Self {
        in_register: false,
        in_upper_half: false,
    };
}

impl Selector<'_, '_> {
    /// Emits `dst = src`, extended.
    fn emit_extend_reg(&mut self, dst: Reg, src: Reg, how: Widening<Width>, zeros: KnownZeros) {
        let Widening { signed, bits, to } = how;
        let known = zeros.in_register;
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
        let clears = zeros.in_upper_half || !exact;
        let how = Widening::new(signed, from_bits, to);
        self.emit_natural_extension(dst, src, how, clears);
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
    fn emit_natural_extension(&mut self, dst: Reg, src: Reg, how: Widening<Width>, clears: bool) {
        let Widening { signed, bits, to } = how;
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
            InstKind::Load { .. } => !self.may_load_sign(value),
            _ => false,
        }
    }

    fn is_copying_shift(&self, inst: Inst) -> bool {
        self.const_int(self.function.operand(inst, 1)) == Some(0)
    }

    /// What a number of 8 or 16 bits is masked by only to be extended, and the value, if a register of 32 bits can have that as
    /// well: it is loaded or truncated in the block.
    fn masked_here(&self, operand: Value) -> Option<(Value, u64)> {
        let (inst, kind) = self.def_kind(operand)?;
        let is_small = matches!(self.int_bits(operand), Some(8 | 16));
        if !matches!(kind, InstKind::Binary(BinaryOp::And)) || !is_small || !self.options.optimize {
            return None;
        }
        let [value, mask] = self.operands(inst);
        let mask = self.const_int(mask).filter(|_| self.is_foldable(operand))?;
        let (source, kind) = self.def_kind(value)?;
        let is_wide = matches!(kind, InstKind::Load { .. } | InstKind::Cast(CastOp::Trunc));
        (is_wide && self.in_current_block(source)).then_some((value, mask))
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
}

impl<'m> Integers<'m> for Selector<'_, 'm> {
    type Width = Width;

    const SKIPS_KNOWN_ZEROS: bool = false;

    fn computes_zeros(&self, value: Value, inst: Inst, kind: &InstKind, depth: u32) -> bool {
        let operand = |index| self.function.operand(inst, index);
        // A constant operand is emitted sign-extended.
        let known = |index| match self.function.as_const(operand(index)) {
            Some(_) => self
                .const_signed(operand(index))
                .is_some_and(|value| value >= 0),
            None => self.is_zero_extended(operand(index), depth - 1),
        };
        match kind {
            InstKind::Load { .. } => true,
            InstKind::Binary(BinaryOp::And) => known(0) || known(1),
            InstKind::Binary(BinaryOp::Or | BinaryOp::Xor) => known(0) && known(1),
            InstKind::ExtractValue(_) => self.is_overflow_flag(value, 0),
            _ => false,
        }
    }

    fn emit_extending_load(&mut self, dst: Reg, load: Inst, how: Widening<Width>) -> Result<()> {
        let Widening { signed, bits, to } = how;
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

    fn emit_extended(&mut self, dst: Reg, (value, src): (Value, Reg), how: Widening<Width>) {
        let zeros = KnownZeros {
            in_register: !how.signed && self.is_zero_extended(value, 4),
            in_upper_half: self.clears_upper_half(value),
        };
        self.emit_extend_reg(dst, src, how, zeros);
    }

    fn emit_register_extension(&mut self, dst: Reg, src: Reg, how: Widening<Width>) {
        self.emit_extend_reg(dst, src, how, KnownZeros::NONE);
    }

    fn copy_low(&mut self, dst: Reg, src: Reg, from: Width, to: Width) {
        let copy = self.emit(op::COPY).def(dst);
        match Width::of_bits(from.bits()) == Width::of_bits(to.bits()) {
            true => copy.reg(src).done(),
            false => copy.sub_reg(src, to.sub_reg()).done(),
        };
    }

    fn emit_zero_extension(&mut self, dst: Reg, src: Reg) {
        let index = i64::from(sub::SUB_32BIT.0);
        self.emit(op::SUBREG_TO_REG)
            .def(dst)
            .imm(0)
            .reg(src)
            .imm(index)
            .done();
    }
}

impl<'m> Casts<'m> for Selector<'_, 'm> {
    fn lower_special_extension(
        &mut self,
        dst: Reg,
        operand: Value,
        how: Widening<Width>,
    ) -> Result<bool> {
        if how.signed && how.bits == 1 && how.to != Width::W8 {
            self.lower_bool_sign_extension(dst, operand, how.to)?;
            return Ok(true);
        }
        if let Some((value, mask)) = self.masked_here(operand).filter(|_| !how.signed) {
            let src = self.use_value(value)?;
            let wide = self.any_width(src, Width::of_bits(how.bits), Width::W32);
            let low = self.narrow_result(how.to, dst);
            let emit = self.emit(op::AND32ri).def(low).reg(wide);
            emit.imm(mask as i64).done();
            self.finish_narrow(how.to, dst, low);
            return Ok(true);
        }
        Ok(false)
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
}
