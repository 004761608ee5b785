//! Inline assembly: constraints to operands. The text itself is completed when code is emitted.
//!
//! ```text
//!   %r = call i32 asm "rbit ${0:w}, ${1:w}", "=r,r"(i32 %x)
//!
//!   INLINEASM &"rbit ${0:w}, ${1:w}", 0, regdef:GPR32, def %0, reguse:GPR32, %1
//!   %r = COPY %0
//! ```

use avarice_ir::Value;
use avarice_lower::select::{AsmAddress, AsmConstant, AsmPlace, Constants, InlineAssembly};
use avarice_lower::{PartType, Result};
use avarice_mir::{Operand, Reg, StackObject, StackObjectKind};
use avarice_target::{PhysReg, RegClass};
use smallvec::smallvec;

use super::operand::logical_imm;
use super::{Selector, Width};
use crate::abi::sub_place;
use crate::constants::constant_steps;
use crate::{TARGET, class, op, reg};

impl<'m> InlineAssembly<'m> for Selector<'_, 'm> {
    fn place_for(&self, code: &str, part: PartType, input: Option<Value>) -> Result<AsmPlace> {
        let name = code
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        if let Some(name) = name {
            return self.named_place(name, part);
        }
        for letter in code.chars() {
            if input.is_some_and(|value| self.takes_immediate(letter, value)) {
                return Ok(AsmPlace::Immediate);
            }
        }
        let has = |letters: &[char]| code.contains(letters);
        if has(&['m', 'o', 'Q']) && input.is_some() {
            return Ok(AsmPlace::Memory);
        }
        let own = self.target.class(part);
        match part.is_int() {
            true if has(&['r', 'g', 'X']) => return Ok(AsmPlace::Class(own)),
            false if has(&['w', 'X']) => return Ok(AsmPlace::Class(own)),
            false if has(&['r', 'g']) && part == PartType::Double => {
                return Ok(AsmPlace::Class(class::GPR64));
            }
            false if has(&['r', 'g']) && part == PartType::Float => {
                return Ok(AsmPlace::Class(class::GPR32));
            }
            false if has(&['x']) => {
                return Ok(AsmPlace::Class(match own {
                    class::FPR16 => class::FPR16_lo,
                    class::FPR128 => class::FPR128_lo,
                    class::FPR64 => class::FPR64_lo,
                    other => other,
                }));
            }
            _ => {}
        }
        match has(&['g', 'X']) && input.is_some() {
            true => Ok(AsmPlace::Memory),
            false => self.unsupported(format!(
                "constraint {code} of inline assembly for this operand"
            )),
        }
    }

    fn clobbered_register(&self, name: &str) -> Option<PhysReg> {
        match name {
            "cc" => Some(reg::NZCV),
            "x29" => Some(reg::FP),
            "x30" => Some(reg::LR),
            name => {
                let vector = name.strip_prefix('v').map(|number| format!("q{number}"));
                TARGET.reg_by_name(vector.as_deref().unwrap_or(name))
            }
        }
    }

    fn can_tie(&self, part: PartType, class: RegClass) -> bool {
        let own = self.target.class(part);
        TARGET.class(class).size_bits == TARGET.class(own).size_bits
    }

    fn asm_input(&mut self, value: Value, _: PartType, class: RegClass) -> Result<Reg> {
        let src = self.use_value(value)?;
        let dst = self.new_of(class);
        self.emit_asm_copy(dst, src);
        Ok(dst)
    }

    fn asm_input_for(&mut self, value: Value, _: PartType, _: PhysReg) -> Result<Reg> {
        self.use_value(value)
    }

    fn asm_memory(&mut self, pointer: Value) -> Result<AsmAddress> {
        let address = self.use_value(pointer)?;
        Ok(self.asm_address(address))
    }

    fn asm_value_in_memory(&mut self, value: Value, part: PartType) -> Result<AsmAddress> {
        let ops = self.part_ops(part).1;
        let src = self.use_value(value)?;
        let object = StackObject::new(StackObjectKind::Default, ops.size, ops.size);
        let slot = self.mf.frame.create_object(object);
        let (address, mut mem) = self.slot_access(slot, ops.size);
        mem.flags = avarice_mir::MemFlags::STORE;
        self.emit_store(ops, src, address, mem)?;
        let place = self.new_reg(PartType::Pointer);
        self.emit_frame_address(place, slot, 0);
        Ok(self.asm_address(place))
    }

    fn emit_asm_output(&mut self, dst: Reg, _: PartType, from: Reg) {
        self.emit_asm_copy(dst, from);
    }
}

impl Selector<'_, '_> {
    /// A copy, or a move between general registers and those of floating-point numbers.
    fn emit_asm_copy(&mut self, dst: Reg, src: Reg) {
        let class = |register: Reg| register.as_virtual().map(|it| self.mf.class(it));
        let opcode = match (class(dst), class(src)) {
            (Some(class::FPR64), Some(class::GPR64)) => op::FMOVXDr,
            (Some(class::GPR64), Some(class::FPR64)) => op::FMOVDXr,
            (Some(class::FPR32), Some(class::GPR32)) => op::FMOVWSr,
            (Some(class::GPR32), Some(class::FPR32)) => op::FMOVSWr,
            _ => op::COPY,
        };
        self.emit(opcode).def(dst).reg(src).done();
    }

    /// The operand of memory at an address: a register that the stack pointer can be.
    fn asm_address(&mut self, address: Reg) -> AsmAddress {
        let base = self.new_of(class::GPR64sp);
        self.emit_copy(base, address);
        smallvec![Operand::reg(base)]
    }

    /// The register `{name}`, with the size of the operand.
    fn named_place(&self, name: &str, part: PartType) -> Result<AsmPlace> {
        let found = match (name.get(..1), name.get(1..)) {
            (Some("r"), Some(number)) => TARGET.reg_by_name(&format!("x{number}")),
            (Some("v"), Some(number)) => TARGET.reg_by_name(&format!("q{number}")),
            _ if name == "x29" => Some(reg::FP),
            _ if name == "x30" => Some(reg::LR),
            _ => TARGET.reg_by_name(name),
        };
        let own = self.target.class(part);
        let place = found.map(|found| match part.is_int() {
            true if TARGET.class(class::GPR64all).contains(found) => sub_place(found, part),
            true => found,
            false => TARGET
                .class(own)
                .order
                .iter()
                .copied()
                .find(|reg| TARGET.reg(*reg).encoding == TARGET.reg(found).encoding)
                .unwrap_or(found),
        });
        match place.filter(|place| TARGET.class(own).contains(*place)) {
            Some(place) => Ok(AsmPlace::Phys(place)),
            None => self.unsupported(format!(
                "register {name} of inline assembly for this operand"
            )),
        }
    }

    /// Whether a letter of a constraint takes `value` as an immediate.
    fn takes_immediate(&self, letter: char, value: Value) -> bool {
        let (unsigned, signed) = match self.asm_constant(value) {
            Some(AsmConstant::Number(unsigned, signed)) => (unsigned, signed),
            Some(AsmConstant::Address) => return matches!(letter, 'i' | 's' | 'S' | 'X'),
            None => return false,
        };
        let is_addition = |value: i64| (0..0x1000).contains(&value) || (value & !0xff_f000) == 0;
        match letter {
            'i' | 'n' | 'X' => true,
            'I' => is_addition(signed),
            'J' => is_addition(signed.wrapping_neg()),
            'K' => logical_imm(unsigned, Width::W32).is_some(),
            'L' => logical_imm(unsigned, Width::W64).is_some(),
            'M' => constant_steps(unsigned & 0xffff_ffff, false).len() == 1,
            'N' => constant_steps(unsigned, true).len() == 1,
            'Z' => unsigned == 0,
            _ => false,
        }
    }
}
