//! `x86_fp80` in the registers of the x87 unit.
//!
//! Operations are on the seven registers FP0 … FP6 here; the stackifier (`float_stack`) makes them operations
//! on the register stack after allocation. Values move to and from other registers through memory:
//!
//! ```text
//!   %i = fptosi x86_fp80 %x to i64      FNSTCW old             the rounding mode is in the control word
//!                                       new = old | 0xc00      truncate
//!                                       FLDCW new
//!                                       IST_Fp64m80 slot, %x
//!                                       FLDCW old
//!                                       %i = MOV64rm slot
//! ```
//!
//! Conversions that the unit lacks (unsigned 64 bits, 128 bits, other floating-point types) and functions
//! have become calls or other operations before selection.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Intrinsic, Type, TypeTable, Value};
use avarice_lower::select::{IntWidth, Integers};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::{
    ConstPoolValue, FrameIndex, MemFlags, MemOperand, MemPointer, MiFlags, Reg, StackObject,
    StackObjectKind,
};
use avarice_target::{Opcode, PhysReg};

use super::address::{Address, Base};
use super::compare::{Cc, Condition};
use super::int::OR;
use super::memory::STORE_REG;
use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{op, reg, sub};

/// Bytes of a number in memory, without padding.
pub(super) const X87_BYTES: u64 = 10;

/// The rounding control bits of the control word, all set: truncation.
const TRUNCATE: i64 = 0xc00;

/// Whether numbers of a type are in x87 registers.
pub(super) fn is_x87(ty: Type) -> bool {
    ty == TypeTable::X86_FP80
}

impl Selector<'_, '_> {
    /// Selects an operation on `x86_fp80`, or a conversion from or to it; `false` if `inst` is none.
    /// Moves, comparisons and selects are selected with those of other types.
    pub(super) fn lower_x87(&mut self, inst: Inst) -> Result<bool> {
        let function = self.function;
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Binary(op) if is_x87(data.ty) => self.lower_x87_binary(inst, *op)?,
            InstKind::FNeg if is_x87(data.ty) => self.lower_x87_unary(inst, op::CHS_Fp80)?,
            InstKind::Cast(op) if is_x87(data.ty) || is_x87(self.ty(function.operand(inst, 0))) => {
                self.lower_x87_cast(inst, *op)?;
            }
            InstKind::Call(_) if is_x87(data.ty) => {
                match Intrinsic::of_call(self.module, function, inst) {
                    Some(Intrinsic::Fabs) => self.lower_x87_unary(inst, op::ABS_Fp80)?,
                    Some(Intrinsic::Sqrt) => self.lower_x87_unary(inst, op::SQRT_Fp80)?,
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn lower_x87_unary(&mut self, inst: Inst, opcode: Opcode) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_x87(opcode, dst, &[src]);
        Ok(())
    }

    fn lower_x87_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let opcode = match op {
            BinaryOp::FAdd => op::ADD_Fp80,
            BinaryOp::FSub => op::SUB_Fp80,
            BinaryOp::FMul => op::MUL_Fp80,
            BinaryOp::FDiv => op::DIV_Fp80,
            _ => return self.unsupported(format!("{} of x86_fp80", op.keyword())),
        };
        let operands = self.operands::<2>(inst);
        let dst = self.result_reg(inst)?;
        let sources = [self.use_value(operands[0])?, self.use_value(operands[1])?];
        self.emit_x87(opcode, dst, &sources);
        Ok(())
    }

    fn emit_x87(&mut self, opcode: Opcode, dst: Reg, sources: &[Reg]) {
        let mut emit = self.emit(opcode).def(dst);
        for src in sources {
            emit = emit.reg(*src);
        }
        emit.flags(MiFlags::NOFPEXCEPT).done_with_dead(&[reg::FPSW]);
    }

    // ---- Memory -------------------------------------------------------------------------------

    /// `dst = opcode [address]`
    pub(super) fn emit_x87_load(
        &mut self,
        opcode: Opcode,
        dst: Reg,
        address: &Address,
        mem: MemOperand,
    ) {
        let emit = self.emit(opcode).def(dst).ops(&address.operands());
        let emit = emit.mem(mem).flags(MiFlags::NOFPEXCEPT);
        emit.done_with_dead(&[reg::FPSW]);
    }

    /// `opcode [address], src`
    pub(super) fn emit_x87_store(
        &mut self,
        opcode: Opcode,
        address: &Address,
        src: Reg,
        mem: MemOperand,
    ) {
        let emit = self.emit(opcode).ops(&address.operands()).reg(src);
        let emit = emit.mem(mem).flags(MiFlags::NOFPEXCEPT);
        emit.done_with_dead(&[reg::FPSW]);
    }

    /// A place on the stack for something that goes from one kind of register to another.
    fn passage(&mut self, size: u64) -> (FrameIndex, Address) {
        let object = StackObject::new(StackObjectKind::Default, size, size);
        let slot = self.mf.frame.create_object(object);
        (slot, self.frame_address_of(slot))
    }

    /// Stores a register of another kind to a passage and loads what it holds there.
    fn emit_into_x87(&mut self, store: Opcode, load: Opcode, dst: Reg, src: Reg, size: u64) {
        let (slot, address) = self.passage(size);
        let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(slot), 0, size, size);
        let emit = self.emit(store).ops(&address.operands());
        emit.reg(src).mem(mem).done();
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Stack(slot), 0, size, size);
        self.emit_x87_load(load, dst, &address, mem);
    }

    // ---- Results ------------------------------------------------------------------------------

    /// Puts a result of another floating-point type into an x87 register.
    pub(super) fn emit_float_to_x87(&mut self, to: PhysReg, src: Reg, kind: FloatKind) {
        let wide = self.new_reg(PartType::X86Fp80);
        self.emit_x87_extension(wide, src, kind);
        self.emit_copy(to, wide);
    }

    /// Takes such a result out of an x87 register.
    pub(super) fn emit_float_from_x87(&mut self, dst: Reg, from: PhysReg, kind: FloatKind) {
        let wide = self.new_reg(PartType::X86Fp80);
        self.emit_copy(wide, from);
        self.emit_x87_truncation(dst, wide, kind);
    }

    /// `dst = fptrunc src`
    pub(super) fn emit_x87_truncation(&mut self, dst: Reg, src: Reg, kind: FloatKind) {
        let size = kind.part().store_size();
        let store = kind.pick(op::ST_Fp80m32, op::ST_Fp80m64);
        let slot = self.emit_out_of_x87(store, src, size);
        let load = kind.pick(op::MOVSSrm_alt, op::MOVSDrm_alt);
        self.emit_slot_load(load, dst, slot, size);
    }

    // ---- Conversions --------------------------------------------------------------------------

    fn lower_x87_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let dst = self.result_reg(inst)?;
        let from = self.part(self.ty(operand))?;
        let to = self.part(self.function.insts[inst].ty)?;
        match (op, FloatKind::of(from), FloatKind::of(to)) {
            (CastOp::FpExt, Some(kind), None) => self.lower_x87_extension(dst, operand, kind),
            (CastOp::FpTrunc, None, Some(kind)) => {
                let src = self.use_value(operand)?;
                self.emit_x87_truncation(dst, src, kind);
                Ok(())
            }
            (CastOp::SiToFp | CastOp::UiToFp, None, None) if from.is_int() => {
                let signed = op == CastOp::SiToFp;
                self.lower_int_to_x87(dst, operand, signed, from.bits())
            }
            (CastOp::FpToSi | CastOp::FpToUi, None, None) if to.is_int() => {
                let signed = op == CastOp::FpToSi;
                self.lower_x87_to_int(dst, operand, signed, to.bits())
            }
            _ => self.unsupported(format!("{} between these types", op.keyword())),
        }
    }

    fn lower_x87_extension(&mut self, dst: Reg, operand: Value, kind: FloatKind) -> Result<()> {
        let load = kind.pick(op::LD_Fp32m80, op::LD_Fp64m80);
        if let Some((address, mem)) = self.float_memory(operand)? {
            self.emit_x87_load(load, dst, &address, mem);
            return Ok(());
        }
        let src = self.use_value(operand)?;
        self.emit_x87_extension(dst, src, kind);
        Ok(())
    }

    /// `dst = fpext src`
    pub(super) fn emit_x87_extension(&mut self, dst: Reg, src: Reg, kind: FloatKind) {
        let store = kind.pick(op::MOVSSmr, op::MOVSDmr);
        let load = kind.pick(op::LD_Fp32m80, op::LD_Fp64m80);
        self.emit_into_x87(store, load, dst, src, kind.part().store_size());
    }

    fn lower_int_to_x87(&mut self, dst: Reg, value: Value, signed: bool, bits: u32) -> Result<()> {
        let width = match bits {
            64 if !signed => return self.unsupported("uitofp of i64 to x86_fp80"),
            0..32 => Width::W32,
            32 if signed => Width::W32,
            _ => Width::W64,
        };
        let load = match width {
            Width::W32 => op::ILD_Fp32m80,
            _ => op::ILD_Fp64m80,
        };
        if signed && let Some(folded) = self.foldable_operand(value, width) {
            let (address, mem) = self.load_address(folded)?;
            self.emit_x87_load(load, dst, &address, mem);
            return Ok(());
        }
        let src = self.extend(value, signed, width)?;
        self.emit_into_x87(STORE_REG[width as usize], load, dst, src, width.bytes());
        Ok(())
    }

    /// Stores `src` to a passage, which is returned.
    fn emit_out_of_x87(&mut self, opcode: Opcode, src: Reg, size: u64) -> FrameIndex {
        let (slot, address) = self.passage(size);
        let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(slot), 0, size, size);
        self.emit_x87_store(opcode, &address, src, mem);
        slot
    }

    fn lower_x87_to_int(&mut self, dst: Reg, value: Value, signed: bool, bits: u32) -> Result<()> {
        let width = match bits {
            64 if !signed => return self.unsupported("fptoui of x86_fp80 to i64"),
            0..32 => Width::W32,
            32 if signed => Width::W32,
            _ => Width::W64,
        };
        let src = self.use_value(value)?;
        let slot = match self.features().contains(Features::SSE3) {
            true => {
                let opcode = match width {
                    Width::W32 => op::ISTT_Fp32m80,
                    _ => op::ISTT_Fp64m80,
                };
                self.emit_out_of_x87(opcode, src, width.bytes())
            }
            false => self.emit_truncating_store(src, width)?,
        };
        let load = match width {
            Width::W32 => op::MOV32rm,
            _ => op::MOV64rm,
        };
        let to = Width::of_bits(bits);
        if to == width {
            self.emit_slot_load(load, dst, slot, width.bytes());
            return Ok(());
        }
        let wide = self.new_reg(width.part());
        self.emit_slot_load(load, wide, slot, width.bytes());
        self.copy_low(dst, wide, width, to);
        Ok(())
    }

    /// The control word: the passage of 4 bytes that it was stored to, and a register of 32 bits.
    pub(super) fn emit_control_word(&mut self) -> (FrameIndex, Reg) {
        let (slot, address) = self.passage(4);
        let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(slot), 0, 2, 4);
        let emit = self.emit(op::FNSTCW16m).ops(&address.operands());
        emit.mem(mem).done_with_dead(&[reg::FPSW]);
        let word = self.new_reg(PartType::Int(32));
        self.emit_slot_load(op::MOVZX32rm16, word, slot, 2);
        (slot, word)
    }

    /// The address of a stack object.
    pub(super) fn frame_address_of(&self, slot: FrameIndex) -> Address {
        Address {
            base: Base::Frame(slot),
            ..Address::default()
        }
    }

    /// Stores `src` as an integer to a passage, which is returned, with the control word set to truncation
    /// for as long.
    fn emit_truncating_store(&mut self, src: Reg, width: Width) -> Result<FrameIndex> {
        let (old, word) = self.emit_control_word();
        let old_address = self.frame_address_of(old);
        let (new, new_address) = self.passage(2);
        let mem = |flags, slot| MemOperand::new(flags, MemPointer::Stack(slot), 0, 2, 2);
        let truncating = self.alu_imm(&OR, Width::W32, word, TRUNCATE)?;
        let emit = self.emit(op::MOV16mr).ops(&new_address.operands());
        let emit = emit.sub_reg(truncating, sub::SUB_16BIT);
        emit.mem(mem(MemFlags::STORE, new)).done();
        let emit = self.emit(op::FLDCW16m).ops(&new_address.operands());
        emit.mem(mem(MemFlags::LOAD, new))
            .done_with_dead(&[reg::FPSW]);
        let opcode = match width {
            Width::W32 => op::IST_Fp32m80,
            _ => op::IST_Fp64m80,
        };
        let slot = self.emit_out_of_x87(opcode, src, width.bytes());
        let emit = self.emit(op::FLDCW16m).ops(&old_address.operands());
        emit.mem(mem(MemFlags::LOAD, old))
            .done_with_dead(&[reg::FPSW]);
        Ok(slot)
    }

    // ---- Comparisons and selects --------------------------------------------------------------

    /// Sets the flags as `UCOMIS` does for other types.
    pub(super) fn emit_x87_compare(&mut self, left: Reg, right: Reg) {
        let emit = self.emit(op::UCOM_FpIr80).reg(left).reg(right);
        let emit = emit.flags(MiFlags::NOFPEXCEPT).keep_flags();
        emit.done_with_dead(&[reg::FPSW]);
    }

    /// `dst = condition ? yes : no` under the flags of the group.
    pub(super) fn emit_x87_select(&mut self, dst: Reg, condition: Condition, yes: Reg, no: Reg) {
        match condition {
            Condition::One(cc) => self.emit_x87_cmov(dst, cc, yes, no),
            Condition::Known(value) => {
                self.emit_copy(dst, if value { yes } else { no });
            }
            Condition::Either(a, b) => {
                let first = self.new_reg(PartType::X86Fp80);
                self.emit_x87_cmov(first, a, yes, no);
                self.emit_x87_cmov(dst, b, yes, first);
            }
            Condition::Both(a, b) => {
                let first = self.new_reg(PartType::X86Fp80);
                self.emit_x87_cmov(first, a.inverse(), no, yes);
                self.emit_x87_cmov(dst, b.inverse(), no, first);
            }
        }
    }

    /// The unit has conditional moves for conditions of unsigned comparisons only; others become branches.
    fn emit_x87_cmov(&mut self, dst: Reg, cc: Cc, yes: Reg, no: Reg) {
        let opcode = match cc {
            Cc::B => op::CMOVB_Fp80,
            Cc::Be => op::CMOVBE_Fp80,
            Cc::E => op::CMOVE_Fp80,
            Cc::P => op::CMOVP_Fp80,
            Cc::Ae => op::CMOVNB_Fp80,
            Cc::A => op::CMOVNBE_Fp80,
            Cc::Ne => op::CMOVNE_Fp80,
            Cc::Np => op::CMOVNP_Fp80,
            _ => {
                let emit = self.emit(op::CMOV_RFP80).def(dst).reg(no).reg(yes);
                emit.imm(cc.imm()).done();
                return;
            }
        };
        let emit = self.emit(opcode).def(dst).reg(no).reg(yes);
        emit.done_with_dead(&[reg::FPSW]);
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// `dst` = the constant of these bits.
    pub(super) fn emit_x87_constant(&mut self, dst: Reg, [low, high]: [u64; 2]) -> Result<()> {
        const SIGN: u64 = 0x8000;
        let simple = match (low, high & !SIGN) {
            (0, 0) => Some(op::LD_Fp080),
            (ONE_MANTISSA, ONE_EXPONENT) => Some(op::LD_Fp180),
            _ => None,
        };
        if let Some(opcode) = simple {
            if high & SIGN == 0 {
                self.emit_x87(opcode, dst, &[]);
            } else {
                let magnitude = self.new_reg(PartType::X86Fp80);
                self.emit_x87(opcode, magnitude, &[]);
                self.emit_x87(op::CHS_Fp80, dst, &[magnitude]);
            }
            return Ok(());
        }
        let (load, (address, mem)) = match narrowed(low, high) {
            Some(double) => {
                let number = f64::from_bits(double);
                let single = number as f32;
                match f64::from(single) == number {
                    true => {
                        let bits = u64::from(single.to_bits());
                        let place = self.float_constant_address(PartType::Float, bits);
                        (op::LD_Fp32m80, place)
                    }
                    false => {
                        let place = self.float_constant_address(PartType::Double, double);
                        (op::LD_Fp64m80, place)
                    }
                }
            }
            None => {
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&low.to_le_bytes());
                bytes[8..10].copy_from_slice(&(high as u16).to_le_bytes());
                let text = format!("x86_fp80 0xK{:04X}{low:016X}", high & 0xffff);
                let value = ConstPoolValue::Bytes(bytes.into(), text.into());
                (op::LD_Fp80m, self.const_pool_address(value, X87_BYTES, 16))
            }
        };
        self.emit_x87_load(load, dst, &address, mem);
        Ok(())
    }
}

/// Mantissa and exponent of 1.
const ONE_MANTISSA: u64 = 1 << 63;
const ONE_EXPONENT: u64 = 0x3fff;

/// The bits of the `double` that has exactly the value of a number, if that is normal in both formats. The
/// leading one of the mantissa is written in this format:
///
/// ```text
///   79   78 … 64    63  62 … 0
///   sign exponent   1   fraction
/// ```
fn narrowed(low: u64, high: u64) -> Option<u64> {
    let exponent = (high & 0x7fff) as i64 - 16383;
    let is_exact = low >> 63 == 1 && low & 0x7ff == 0 && (-1022..=1023).contains(&exponent);
    is_exact.then(|| {
        let sign = (high >> 15 & 1) << 63;
        sign | ((exponent + 1023) as u64) << 52 | (low << 1 >> 12)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_fit_are_narrowed() {
        let two_and_a_half = narrowed(0xa000_0000_0000_0000, 0xc000).map(f64::from_bits);
        assert_eq!(two_and_a_half, Some(-2.5));
        assert_eq!(narrowed(0xa000_0000_0000_0001, 0x4000), None);
        assert_eq!(narrowed(0xa000_0000_0000_0000, 0x7ffe), None);
        assert_eq!(narrowed(0, 0), None);
    }
}
