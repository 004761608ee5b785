//! Inline assembly: constraints to operands. The text itself is assembled when code is emitted.
//!
//! ```text
//!   %r = call i32 asm "bsf $1, $0", "=r,r,~{flags}"(i32 %x)
//!
//!   INLINEASM &"bsf $1, $0", 0, regdef:GR32, def %0, reguse:GR32, %1, clobber, implicit-def $eflags
//!   %r = COPY %0
//! ```

use super::address::{Address, Base};
use super::memory::STORE_REG;
use super::{Selector, Width, sub_phys};
use crate::asm::condition_names;
use crate::assemble::whole_register;
use crate::{TARGET, class, op, reg, sub};
use avarice_ir::module::InlineAsmData;
use avarice_ir::{CallInfo, Inst, Value};
use avarice_lower::{
    AsmOperands, ConstValue, Constraint, PartType, Result, parse_constraint, split_constraints,
};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind, MEMORY_CONSTRAINTS};
use avarice_mir::{
    MemFlags, MemOperand, MemPointer, Operand, OperandFlags, Reg, StackObject, StackObjectKind,
};
use avarice_target::{PhysReg, RegClass};

/// Where an operand is.
#[derive(Clone, Copy)]
enum Place {
    /// Any register of a class.
    Class(RegClass),
    /// One register.
    Phys(PhysReg),
    /// The flags, as a condition.
    Flag(i64),
    /// Memory.
    Memory,
    /// A number or address.
    Immediate,
    /// The register of an earlier operand.
    Tied(usize),
}

/// An output that is in a register.
struct Output {
    /// Where the text leaves it.
    from: Reg,
    /// What it is.
    part: PartType,
    /// Which part of the result.
    index: usize,
    condition: Option<i64>,
}

impl Selector<'_, '_> {
    /// Selects a call of inline assembly.
    pub(super) fn lower_inline_asm(
        &mut self,
        inst: Inst,
        info: &CallInfo,
        asm: &InlineAsmData,
    ) -> Result<()> {
        if asm.intel {
            return self.unsupported("inline assembly in Intel's syntax");
        }
        let (Ok(text), Ok(constraints)) = (
            std::str::from_utf8(&asm.text),
            std::str::from_utf8(&asm.constraints),
        ) else {
            return self.unsupported("inline assembly that is not UTF-8");
        };
        let mut all = AsmOperands::default();
        let mut outputs = Vec::new();
        let mut argument = 0;
        let mut result_part = 0;
        for text in split_constraints(constraints) {
            if let Some(name) = text.strip_prefix('~') {
                self.add_clobber(&mut all, name)?;
                continue;
            }
            let Some(constraint) = parse_constraint(text) else {
                return self.unsupported(format!("constraint {text} of inline assembly"));
            };
            if constraint.is_output && !constraint.is_indirect {
                let output = self.add_output(&mut all, inst, &constraint, result_part)?;
                outputs.push(output);
                result_part += 1;
                continue;
            }
            if argument >= info.num_args as usize {
                return self.unsupported("inline assembly with too few arguments");
            }
            let value = self.function.operand(inst, argument);
            argument += 1;
            self.add_input(&mut all, &constraint, value)?;
        }
        all.add_marks(asm);
        self.emit_inline_asm(text, &all);
        for output in &outputs {
            self.emit_asm_output(inst, output)?;
        }
        Ok(())
    }

    fn emit_inline_asm(&mut self, text: &str, all: &AsmOperands) {
        for (to, from) in &all.copies {
            self.emit_copy(*to, *from);
        }
        let symbol = self.mf.symbol(text);
        let emit = self.emit(op::INLINEASM).op(Operand::symbol(symbol, 0));
        // Dead definitions of the flags are marked already.
        let emit = emit.imm(all.extra).ops(&all.operands).keep_flags();
        let made = emit.done();
        for (def, used) in &all.ties {
            self.mf.tie_operands(made, *def, *used);
        }
    }

    // ---- Outputs ------------------------------------------------------------------------------

    fn add_output(
        &mut self,
        all: &mut AsmOperands,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<Output> {
        let parts = self.parts(self.function.insts[inst].ty)?;
        let Some(part) = parts.get(index).map(|part| part.ty) else {
            return self.unsupported("inline assembly with more outputs than results");
        };
        let kind = match constraint.is_early {
            true => AsmOperandKind::RegDefEarlyClobber,
            false => AsmOperandKind::RegDef,
        };
        let early = match constraint.is_early {
            true => OperandFlags::EARLY_CLOBBER,
            false => OperandFlags::empty(),
        };
        let flag = AsmFlag::new(kind, 1);
        let mut condition = None;
        let from = match self.place(constraint, part, None)? {
            Place::Class(class) => {
                let from = Reg::virt(self.mf.create_vreg(class));
                let operand = Operand::def(from).with(early);
                all.group(flag.with_class(class.index()), &[operand]);
                from
            }
            Place::Phys(place) => {
                all.group(flag, &[Operand::implicit_def(place).with(early)]);
                Reg::from(place)
            }
            Place::Flag(number) => {
                all.group(flag, &[Operand::implicit_def(reg::EFLAGS)]);
                condition = Some(number);
                Reg::NONE
            }
            Place::Memory | Place::Immediate | Place::Tied(_) => {
                let code = constraint.code;
                return self.unsupported(format!("output {code} of inline assembly"));
            }
        };
        Ok(Output {
            from,
            part,
            index,
            condition,
        })
    }

    /// Copies an output to the result.
    fn emit_asm_output(&mut self, inst: Inst, output: &Output) -> Result<()> {
        let dst = match self.function.insts[inst].result.expand() {
            Some(value) => self.requested(value, output.index),
            None => Reg::NONE,
        };
        if dst.is_none() {
            return Ok(());
        }
        if let Some(condition) = output.condition {
            let byte = self.new_reg(PartType::Int(8));
            self.emit(op::SETCCr).def(byte).imm(condition).done();
            match Width::of_bits(output.part.bits()) {
                Width::W8 => self.define(dst, byte),
                width => self.emit_extend_reg(dst, byte, false, 8, width, false, false),
            }
            return Ok(());
        }
        match output.part {
            // 16-bit values live in 32-bit registers.
            PartType::Int(9..=16) => {
                self.emit(op::MOVZX32rr16).def(dst).reg(output.from).done();
            }
            _ => {
                self.emit_copy(dst, output.from);
            }
        }
        Ok(())
    }

    // ---- Inputs -------------------------------------------------------------------------------

    fn add_input(
        &mut self,
        all: &mut AsmOperands,
        constraint: &Constraint<'_>,
        value: Value,
    ) -> Result<()> {
        if constraint.is_indirect {
            return self.add_memory(all, constraint.is_output, value);
        }
        let part = self.part(self.ty(value))?;
        match self.place(constraint, part, Some(value))? {
            Place::Immediate => {
                let operand = self.asm_immediate(value)?;
                all.group(AsmFlag::new(AsmOperandKind::Imm, 1), &[operand]);
            }
            Place::Memory => {
                let slot = self.value_in_memory(value, part)?;
                let flag = memory_flag();
                all.extra |= AsmExtra::MAY_LOAD.bits();
                all.group(flag, &slot);
            }
            Place::Phys(place) => {
                let from = self.asm_input(value, part, None)?;
                all.copies.push((place, from));
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag, &[Operand::reg(place)]);
            }
            Place::Class(class) => {
                let from = self.asm_input(value, part, Some(class))?;
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag.with_class(class.index()), &[Operand::reg(from)]);
            }
            Place::Tied(group) => self.add_tied(all, value, part, group)?,
            Place::Flag(_) => return self.unsupported("flags as an input of inline assembly"),
        }
        Ok(())
    }

    /// An input in the register of output `group`.
    fn add_tied(
        &mut self,
        all: &mut AsmOperands,
        value: Value,
        part: PartType,
        group: usize,
    ) -> Result<()> {
        let Some(def) = all.groups.get(group).copied() else {
            return self.unsupported("input tied to no output of inline assembly");
        };
        let flag = AsmFlag::new(AsmOperandKind::RegUse, 1).with_tie(group);
        let output = all.operands[def - AsmOperands::FIRST_GROUP];
        if !output.is_def() || output.as_reg() == reg::EFLAGS.into() {
            return self.unsupported("input tied to an output that is no register");
        }
        if let Some(place) = output.as_reg().as_physical() {
            let from = self.asm_input(value, part, None)?;
            let place = match part.is_int() {
                true => sub_phys(whole_register(place), operand_width(part)),
                false => place,
            };
            all.copies.push((place, from));
            all.group(flag, &[Operand::reg(place)]);
            return Ok(());
        }
        let Some(register) = output.as_reg().as_virtual() else {
            return self.unsupported("input tied to memory of inline assembly");
        };
        let class = self.mf.class(register);
        if TARGET.class(class).size_bits != TARGET.class(self.asm_class(part, false)).size_bits {
            return self.unsupported("input tied to an output of another size");
        }
        let from = self.asm_input(value, part, Some(class))?;
        all.group(flag, &[Operand::reg(from)]);
        let used = all.groups[all.groups.len() - 1];
        all.ties.push((def, used));
        Ok(())
    }

    /// The register of an input: of `class`, or the one to copy to a fixed register from.
    fn asm_input(&mut self, value: Value, part: PartType, class: Option<RegClass>) -> Result<Reg> {
        let src = match part {
            PartType::Int(bits @ (1..=7 | 9..=15 | 17..=31 | 33..=63)) => {
                return self.unsupported(format!("i{bits} as an input of inline assembly"));
            }
            _ => self.use_value(value)?,
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

    /// A number, or the address of a global.
    fn asm_immediate(&mut self, value: Value) -> Result<Operand> {
        if let Some(number) = self.const_signed(value) {
            return Ok(Operand::imm(number));
        }
        let constant = self.function.as_const(value);
        match constant.map(|id| self.const_value(id, 0)) {
            Some(Ok((ConstValue::Address(global, offset), _))) => {
                Ok(Operand::global(global, offset))
            }
            _ => self.unsupported("immediate of inline assembly that is no number and no address"),
        }
    }

    /// Memory at an address.
    fn add_memory(&mut self, all: &mut AsmOperands, is_output: bool, pointer: Value) -> Result<()> {
        let address = self.address(pointer)?;
        all.extra |= match is_output {
            true => AsmExtra::MAY_STORE.bits(),
            false => AsmExtra::MAY_LOAD.bits(),
        };
        all.group(memory_flag(), &address.operands());
        Ok(())
    }

    /// The address of a stack slot that holds `value`.
    fn value_in_memory(&mut self, value: Value, part: PartType) -> Result<[Operand; 5]> {
        let size = part.store_size().next_power_of_two();
        let src = self.asm_input(value, part, None)?;
        let opcode = match part {
            PartType::Float => op::MOVSSmr,
            PartType::Double => op::MOVSDmr,
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
        let emit = self.emit(opcode).ops(&address.operands());
        emit.reg(src).mem(mem).done();
        Ok(address.operands())
    }

    // ---- Constraints --------------------------------------------------------------------------

    /// Where an operand goes: an immediate if it is one and may be, else a register, else memory.
    fn place(
        &self,
        constraint: &Constraint<'_>,
        part: PartType,
        input: Option<Value>,
    ) -> Result<Place> {
        let code = constraint.code;
        if let Ok(group) = code.parse() {
            return Ok(Place::Tied(group));
        }
        let has = |letters: &[char]| choices(code).any(|choice| choice.starts_with(letters));
        for choice in choices(code) {
            if input.is_some_and(|value| self.takes_immediate(choice, value)) {
                return Ok(Place::Immediate);
            }
        }
        for choice in choices(code) {
            let name = choice.strip_prefix('{');
            if let Some(name) = name.and_then(|name| name.strip_suffix('}')) {
                return self.named_place(name, part);
            }
        }
        let fixed = [
            ('a', reg::RAX),
            ('b', reg::RBX),
            ('c', reg::RCX),
            ('d', reg::RDX),
            ('S', reg::RSI),
            ('D', reg::RDI),
        ];
        if has(&['r', 'q', 'R', 'l', 'g', 'X', 'Q']) && part.is_int() {
            let with_high_byte = has(&['Q']) && !has(&['r', 'q']);
            return Ok(Place::Class(self.asm_class(part, with_high_byte)));
        }
        if has(&['x', 'v', 'Y', 'X']) && !part.is_int() {
            return Ok(Place::Class(self.target.class(part)));
        }
        if let Some((_, place)) = fixed.iter().find(|(letter, _)| has(&[*letter]))
            && part.is_int()
        {
            return Ok(Place::Phys(sub_phys(*place, operand_width(part))));
        }
        if has(&['m', 'o', 'V', 'g', 'X']) {
            return Ok(Place::Memory);
        }
        match input.and_then(|value| self.const_signed(value)) {
            Some(number) => self.unsupported(format!(
                "constraint {code} of inline assembly for number {number}, which is out of its range"
            )),
            None => self.unsupported(format!(
                "constraint {code} of inline assembly for this operand"
            )),
        }
    }

    /// The class of registers that hold `part` for the text.
    fn asm_class(&self, part: PartType, with_high_byte: bool) -> RegClass {
        if !part.is_int() {
            return self.target.class(part);
        }
        match (operand_width(part), with_high_byte) {
            (Width::W8, false) => class::GR8,
            (Width::W16, false) => class::GR16,
            (Width::W32, false) => class::GR32,
            (Width::W64, false) => class::GR64,
            (Width::W8, true) => class::GR8_ABCD_L,
            (Width::W16, true) => class::GR16_ABCD,
            (Width::W32, true) => class::GR32_ABCD,
            (Width::W64, true) => class::GR64_ABCD,
        }
    }

    /// The place `{name}`: a register, or a condition of the flags.
    fn named_place(&self, name: &str, part: PartType) -> Result<Place> {
        if let Some(condition) = name.strip_prefix("@cc") {
            let mut names = condition_names();
            return match names.find(|(_, name)| *name == condition) {
                Some((number, _)) => Ok(Place::Flag(number)),
                None => self.unsupported(format!("condition {condition} of inline assembly")),
            };
        }
        let Some(found) = TARGET.reg_by_name(name) else {
            return self.unsupported(format!("register {name} of inline assembly"));
        };
        // Any name of a register stands for the part of the operand's size, but a high byte for itself.
        let whole = whole_register(found);
        let place = match part.is_int() {
            true => sub_phys(whole, operand_width(part)),
            false => found,
        };
        let is_high_byte = TARGET.sub_reg(whole, sub::SUB_8BIT_HI) == found;
        let fits = TARGET.class(self.asm_class(part, false)).contains(place);
        match fits && !is_high_byte {
            true => Ok(Place::Phys(place)),
            false => self.unsupported(format!(
                "register {name} of inline assembly for this operand"
            )),
        }
    }

    /// Whether a letter of a constraint takes `value` as an immediate.
    fn takes_immediate(&self, letter: &str, value: Value) -> bool {
        let Some(id) = self.function.as_const(value) else {
            return false;
        };
        let numbers = self.const_int(value).zip(self.const_signed(value));
        let Some((unsigned, signed)) = numbers else {
            let address = matches!(self.const_value(id, 0), Ok((ConstValue::Address(..), _)));
            return address && matches!(letter, "i" | "s" | "g" | "X" | "e");
        };
        match letter {
            "i" | "n" | "g" | "X" => true,
            "K" => i8::try_from(signed).is_ok(),
            "e" => i32::try_from(signed).is_ok(),
            "L" => matches!(unsigned, 0xff | 0xffff | 0xffff_ffff),
            letter => {
                let row = LARGEST.iter().find(|(name, _)| *name == letter);
                row.is_some_and(|(_, most)| unsigned <= *most)
            }
        }
    }

    fn add_clobber(&mut self, all: &mut AsmOperands, name: &str) -> Result<()> {
        let name = name.trim_start_matches('{').trim_end_matches('}');
        let clobbered = match name {
            "memory" => {
                all.extra |= (AsmExtra::MAY_LOAD | AsmExtra::MAY_STORE).bits();
                return Ok(());
            }
            "cc" | "flags" => reg::EFLAGS,
            "dirflag" => reg::DF,
            "fpsr" => reg::FPSW,
            name => match TARGET.reg_by_name(name) {
                Some(found) => found,
                None => return self.unsupported(format!("clobber {name} of inline assembly")),
            },
        };
        let is_output =
            |operand: &Operand| operand.is_def() && operand.as_reg() == clobbered.into();
        if all.operands.iter().any(is_output) {
            return Ok(());
        }
        let flags = OperandFlags::EARLY_CLOBBER | OperandFlags::DEAD;
        let operand = Operand::implicit_def(clobbered).with(flags);
        all.group(AsmFlag::new(AsmOperandKind::Clobber, 1), &[operand]);
        Ok(())
    }
}

/// The largest number that a letter of a constraint takes, for those that take numbers from 0 on.
const LARGEST: [(&str, u64); 6] = [
    ("I", 31),
    ("J", 63),
    ("M", 3),
    ("N", 255),
    ("O", 127),
    ("Z", u32::MAX as u64),
];

/// What the letters of a constraint leave to choose: single letters, and names in braces.
fn choices(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            '{' => rest.find('}').map_or(rest.len(), |at| at + 1),
            'Y' => rest.len().min(2),
            first => first.len_utf8(),
        };
        let (choice, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(choice)
    })
}

/// The group of an address.
fn memory_flag() -> AsmFlag {
    let number = MEMORY_CONSTRAINTS.iter().position(|letter| *letter == "m");
    AsmFlag::new(AsmOperandKind::Mem, 5).with_memory_constraint(number.unwrap_or(0))
}

/// The width of the register that an operand is in for the text.
fn operand_width(part: PartType) -> Width {
    match part.bits() {
        0..=8 => Width::W8,
        9..=16 => Width::W16,
        17..=32 => Width::W32,
        _ => Width::W64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_letters_and_names() {
        let found: Vec<&str> = choices("N{dx}YzrY").collect();
        assert_eq!(found, ["N", "{dx}", "Yz", "r", "Y"]);
    }
}
