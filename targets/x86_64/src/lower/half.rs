//! Moves of `half` and `bfloat`: 16 bits at the bottom of a vector register, anything above.
//!
//! Without instructions for these types, only moves are selected: legalization has turned arithmetic into
//! arithmetic on `float`. The values get into and out of their registers through integer registers:
//!
//! ```text
//!   load     %i = MOVZX32rm16 [address]     %x = MOVDI2SSrr %i
//!   store    %i = MOVSS2DIrr %x             MOV16mr [address], %i.sub_16bit
//! ```

use avarice_ir::{Global, Module, Value};
use avarice_lower::{PartType, Result};
use avarice_mir::{ConstPoolValue, MemOperand, MiFlags, Reg};

use super::Selector;
use super::Width;
use super::address::Address;
use super::memory::STORE_REG;
use super::shorthand::LOW_16;
use crate::subtarget::{self, Features};
use crate::{class, op};

/// Whether a function may use instructions that convert between `half` and `float`.
pub(super) fn has_conversions(module: &Module, global: Global) -> bool {
    subtarget::of_global(module, global).contains(Features::F16C)
}

/// The immediate of `VCVTPS2PH`: rounding as the control register says.
const CURRENT_ROUNDING: i64 = 4;

impl Selector<'_, '_> {
    /// Selects a conversion between `half` and `float` by an instruction; `false` if it is none.
    pub(super) fn lower_half_resize(
        &mut self,
        dst: Reg,
        operand: Value,
        from: PartType,
        to: PartType,
    ) -> Result<bool> {
        let opcode = match (from, to) {
            (PartType::Half, PartType::Float) => op::VCVTPH2PSrr,
            (PartType::Float, PartType::Half) => op::VCVTPS2PHrr,
            _ => return Ok(false),
        };
        if !self.features().contains(Features::F16C) {
            return Ok(false);
        }
        let src = self.use_value(operand)?;
        let (vector, converted) = (self.new_of(class::VR128), self.new_of(class::VR128));
        self.emit_copy(vector, src);
        let mut emit = self.emit(opcode).def(converted).reg(vector);
        if to == PartType::Half {
            emit = emit.imm(CURRENT_ROUNDING);
        }
        emit.flags(MiFlags::NOFPEXCEPT).done();
        self.emit_copy(dst, converted);
        Ok(true)
    }

    /// `dst = [address]`
    pub(super) fn emit_half_load(&mut self, dst: Reg, address: &Address, mem: MemOperand) {
        let bits = self.new_reg(PartType::Int(32));
        let emit = self.emit(op::MOVZX32rm16).def(bits);
        emit.ops(&address.operands()).mem(mem).done();
        self.emit(op::MOVDI2SSrr).def(dst).reg(bits).done();
    }

    /// `[address] = src`
    pub(super) fn emit_half_store(&mut self, address: &Address, src: Reg, mem: MemOperand) {
        let bits = self.emit_half_bits(src);
        let emit = self.emit(STORE_REG[Width::W16 as usize]);
        let emit = emit.ops(&address.operands()).sub_reg(bits, LOW_16);
        emit.mem(mem).done();
    }

    /// The bits of a number in a register of 32 bits, with anything above.
    pub(super) fn emit_half_bits(&mut self, src: Reg) -> Reg {
        let bits = self.new_reg(PartType::Int(32));
        self.emit(op::MOVSS2DIrr).def(bits).reg(src).done();
        bits
    }

    /// Selects a bit cast between `half` or `bfloat` and `i16`; `false` if it is none.
    pub(super) fn lower_half_cast(
        &mut self,
        dst: Reg,
        operand: Value,
        from: PartType,
        to: PartType,
    ) -> Result<bool> {
        match (from, to) {
            (PartType::Half, PartType::Int(16)) => {
                let src = self.use_value(operand)?;
                let bits = self.emit_half_bits(src);
                self.define(dst, bits);
            }
            (PartType::Int(16), PartType::Half) => {
                if let Some(load) = self.foldable_load(operand) {
                    let (address, mem) = self.load_address(load)?;
                    self.emit_half_load(dst, &address, mem);
                    return Ok(true);
                }
                let src = self.use_value(operand)?;
                self.emit(op::MOVDI2SSrr).def(dst).reg(src).done();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `dst` = the constant of these bits.
    pub(super) fn emit_half_constant(&mut self, dst: Reg, bits: u64) {
        if bits == 0 {
            self.emit(op::FsFLD0SS).def(dst).done();
            return;
        }
        let bytes = (bits as u16).to_le_bytes();
        let text = format!("half 0xH{bits:04X}");
        let value = ConstPoolValue::Bytes(bytes.into(), text.into());
        let (address, mem) = self.const_pool_address(value, 2, 2);
        self.emit_half_load(dst, &address, mem);
    }
}
