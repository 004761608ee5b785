//! Inline assembly: constraints to operands. The text itself is assembled when code is emitted.
//!
//! ```text
//!   %r = call i32 asm "bsf $1, $0", "=r,r,~{flags}"(i32 %x)
//!
//!   INLINEASM &"bsf $1, $0", 0, regdef:GR32, def %0, reguse:GR32, %1, clobber, implicit-def $eflags
//!   %r = COPY %0
//! ```

use super::address::{Address, Base};
use super::asm_constraint::{Bank, operand_width, x87_register};
use super::memory::STORE_REG;
use super::{Selector, Width, sub_phys};
use crate::assemble::whole_register;
use crate::{TARGET, class, op, reg, sub};
use avarice_ir::module::InlineAsmData;
use avarice_ir::{Inst, Value};
use avarice_lower::select::{AsmAddress, AsmPlace, InlineAssembly, IntWidth, Integers, Widening};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg, StackObject, StackObjectKind};
use avarice_target::{PhysReg, RegClass};
use smallvec::SmallVec;

impl<'m> InlineAssembly<'m> for Selector<'_, 'm> {
    fn check_asm_syntax(&self, asm: &InlineAsmData) -> Result<()> {
        match asm.intel {
            true => self.unsupported("inline assembly in Intel's syntax"),
            false => Ok(()),
        }
    }

    fn place_for(&self, code: &str, part: PartType, input: Option<Value>) -> Result<AsmPlace> {
        self.choose_place(code, part, input)
    }

    fn clobbered_register(&self, name: &str) -> Option<PhysReg> {
        match name {
            "cc" | "flags" => Some(reg::EFLAGS),
            "dirflag" => Some(reg::DF),
            "fpsr" => Some(reg::FPSW),
            name => x87_register(name).or_else(|| TARGET.reg_by_name(name)),
        }
    }

    /// The stack of the x87 unit has outputs at its top only, and none of them where the assembly jumps to.
    fn takes_asm_output(&self, inst: Inst, place: AsmPlace) -> bool {
        match place {
            AsmPlace::Class(class) => class != class::RFP80,
            AsmPlace::Phys(register) => {
                Bank::of_reg(register) != Bank::X87 || self.asm_opcode(inst) == op::INLINEASM
            }
            _ => true,
        }
    }

    fn tied_register(&self, place: PhysReg, part: PartType) -> PhysReg {
        match Bank::of_reg(place) {
            Bank::General => sub_phys(whole_register(place), operand_width(part)),
            _ => place,
        }
    }

    fn can_tie(&self, part: PartType, class: RegClass) -> bool {
        let bank = Bank::of_class(class);
        let size = match bank {
            Bank::General => operand_width(part).bits(),
            _ => part.bits(),
        };
        let output_size = u32::from(TARGET.class(class).size_bits);
        size == output_size || (bank == Bank::Sse && size < output_size)
    }

    fn asm_input(&mut self, value: Value, part: PartType, class: RegClass) -> Result<Reg> {
        self.asm_register(value, part, Some(class), Bank::of_class(class))
    }

    fn asm_input_for(&mut self, value: Value, part: PartType, place: PhysReg) -> Result<Reg> {
        self.asm_register(value, part, None, Bank::of_reg(place))
    }

    fn asm_memory(&mut self, pointer: Value) -> Result<AsmAddress> {
        let address = self.address(pointer)?;
        Ok(SmallVec::from_slice(&address.operands()))
    }

    fn asm_value_in_memory(&mut self, value: Value, part: PartType) -> Result<AsmAddress> {
        let size = part.store_size().next_power_of_two();
        let bank = match part.is_int() {
            true => Bank::General,
            false => Bank::Sse,
        };
        let src = match part {
            PartType::X86Fp80 => self.use_value(value)?,
            _ => self.asm_register(value, part, None, bank)?,
        };
        let opcode = match part {
            PartType::Float => op::MOVSSmr,
            PartType::Double => op::MOVSDmr,
            PartType::X86Fp80 => op::ST_FpP80m,
            PartType::Vector { .. } if size == 16 => op::MOVAPSmr,
            _ if part.is_int() => STORE_REG[operand_width(part) as usize],
            _ => return self.unsupported("memory operand of inline assembly of this type"),
        };
        let object = StackObject::new(StackObjectKind::Default, size, size);
        let slot = self.mf.frame.create_object(object);
        let address = Address {
            base: Base::Frame(slot),
            ..Address::default()
        };
        let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(slot), 0, size, size);
        match part {
            PartType::X86Fp80 => self.emit_x87_store(opcode, &address, src, mem),
            _ => {
                let emit = self.emit(opcode).ops(&address.operands());
                emit.reg(src).mem(mem).done();
            }
        }
        Ok(SmallVec::from_slice(&address.operands()))
    }

    fn emit_asm_output(&mut self, dst: Reg, part: PartType, from: Reg) {
        match (self.bank_of(from), FloatKind::of(part)) {
            (Bank::X87, Some(kind)) => {
                let wide = self.new_reg(PartType::X86Fp80);
                self.emit_copy(wide, from);
                self.emit_x87_truncation(dst, wide, kind);
            }
            (Bank::General, Some(kind)) => {
                let src = self.new_reg(int_of(kind));
                self.emit_copy(src, from);
                let opcode = kind.pick(op::MOVDI2SSrr, op::MOV64toSDrr);
                self.emit(opcode).def(dst).reg(src).done();
            }
            (Bank::Sse, None) if part.is_int() => {
                let kind = kind_of_int(part);
                let src = self.new_reg(kind.part());
                self.emit_copy(src, from);
                let opcode = kind.pick(op::MOVSS2DIrr, op::MOVSDto64rr);
                self.emit(opcode).def(dst).reg(src).done();
            }
            // 16-bit values live in 32-bit registers.
            _ if matches!(part, PartType::Int(9..=16)) => {
                self.emit(op::MOVZX32rr16).def(dst).reg(from).done();
            }
            _ => {
                self.emit_copy(dst, from);
            }
        }
    }

    fn emit_asm_flag(&mut self, dst: Reg, part: PartType, condition: i64) -> Result<()> {
        let byte = self.new_reg(PartType::Int(8));
        self.emit(op::SETCCr).def(byte).imm(condition).done();
        match Width::of_bits(part.bits()) {
            Width::W8 => self.define(dst, byte),
            width => self.emit_register_extension(dst, byte, Widening::new(false, 8, width)),
        }
        Ok(())
    }
}

impl Selector<'_, '_> {
    /// The bank of a register of any kind.
    fn bank_of(&self, register: Reg) -> Bank {
        match (register.as_virtual(), register.as_physical()) {
            (Some(register), _) => Bank::of_class(self.mf.class(register)),
            (_, Some(place)) => Bank::of_reg(place),
            _ => Bank::General,
        }
    }

    /// The register with an input: of `class`, or the one to copy to a fixed register of `bank` from.
    fn asm_register(
        &mut self,
        value: Value,
        part: PartType,
        class: Option<RegClass>,
        bank: Bank,
    ) -> Result<Reg> {
        let src = self.use_value(value)?;
        let src = match (bank, part, FloatKind::of(part)) {
            (Bank::General, PartType::Int(bits @ (9..=15 | 17..=31 | 33..=63)), _) => {
                return self.unsupported(format!("i{bits} as an input of inline assembly"));
            }
            (Bank::General, _, Some(kind)) => {
                let bits = self.new_reg(int_of(kind));
                let opcode = kind.pick(op::MOVSS2DIrr, op::MOVSDto64rr);
                self.emit(opcode).def(bits).reg(src).done();
                bits
            }
            (Bank::Sse, _, None) if part.is_int() => {
                let kind = kind_of_int(part);
                let float = self.new_reg(kind.part());
                let opcode = kind.pick(op::MOVDI2SSrr, op::MOV64toSDrr);
                self.emit(opcode).def(float).reg(src).done();
                float
            }
            (Bank::X87, _, Some(kind)) => {
                let wide = self.new_reg(PartType::X86Fp80);
                self.emit_x87_extension(wide, src, kind);
                wide
            }
            _ => src,
        };
        let is_16 = part == PartType::Int(16);
        let Some(class) = class else {
            if is_16 {
                let dst = Reg::virt(self.mf.create_vreg(class::GR16));
                let emit = self.emit(op::COPY).def(dst);
                emit.sub_reg(src, sub::SUB_16BIT).done();
                return Ok(dst);
            }
            return Ok(src);
        };
        let dst = Reg::virt(self.mf.create_vreg(class));
        match is_16 {
            true => {
                let emit = self.emit(op::COPY).def(dst);
                emit.sub_reg(src, sub::SUB_16BIT).done();
            }
            false => {
                self.emit_copy(dst, src);
            }
        }
        Ok(dst)
    }
}

/// The integer of as many bits.
fn int_of(kind: FloatKind) -> PartType {
    kind.pick(PartType::Int(32), PartType::Int(64))
}

/// The number of as many bits as an integer of 32 or 64.
fn kind_of_int(part: PartType) -> FloatKind {
    match part.bits() {
        32 => FloatKind::Single,
        _ => FloatKind::Double,
    }
}
