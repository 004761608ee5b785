//! Inline assembly: constraints to operands. The text itself is assembled when code is emitted.
//!
//! ```text
//!   %r = call i32 asm "bsf $1, $0", "=r,r,~{flags}"(i32 %x)
//!
//!   INLINEASM &"bsf $1, $0", 0, regdef:GR32, def %0, reguse:GR32, %1, clobber, implicit-def $eflags
//!   %r = COPY %0
//! ```

use super::address::{Address, Base};
use super::asm_constraint::{Bank, Place, operand_width, x87_register};
use super::memory::STORE_REG;
use super::{Selector, Width, sub_phys};
use crate::assemble::whole_register;
use crate::{TARGET, class, op, reg, sub};
use avarice_ir::module::InlineAsmData;
use avarice_ir::{CallInfo, Inst, Value};
use avarice_legalize::{Constraint, parse_constraint, split_constraints};
use avarice_lower::{AsmOperands, ConstValue, FloatKind, PartType, Result};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind, MEMORY_CONSTRAINTS};
use avarice_mir::{
    MemFlags, MemOperand, MemPointer, Operand, OperandFlags, Reg, StackObject, StackObjectKind,
};
use avarice_target::RegClass;

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
            if text.starts_with('!') {
                self.add_asm_label(&mut all, inst, text)?;
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
        all.settle_early_clobbers();
        self.emit_inline_asm(inst, text, &all);
        for output in &outputs {
            self.emit_asm_output(inst, output)?;
        }
        Ok(())
    }

    fn emit_inline_asm(&mut self, inst: Inst, text: &str, all: &AsmOperands) {
        for (to, from) in &all.copies {
            self.emit_copy(*to, *from);
        }
        let symbol = self.mf.symbol(text);
        let opcode = self.asm_opcode(inst);
        let emit = self.emit(opcode).op(Operand::symbol(symbol, 0));
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
        let (part, place) = self.output_place(inst, constraint, index)?;
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
        let from = match place {
            Place::Class(class) => {
                let from = self.asm_output_register(inst, index, class);
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
            Place::Memory | Place::Immediate | Place::Tied(_) => Reg::NONE,
        };
        Ok(Output {
            from,
            part,
            index,
            condition,
        })
    }

    /// What output `index` is, and where: in a register, or a flag.
    fn output_place(
        &self,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<(PartType, Place)> {
        let parts = self.parts(self.function.insts[inst].ty)?;
        let Some(part) = parts.get(index).map(|part| part.ty) else {
            return self.unsupported("inline assembly with more outputs than results");
        };
        let place = self.asm_place(constraint, part, None)?;
        let is_known = match place {
            // The stack of the x87 unit has outputs at its top only, and none of them where the assembly jumps to.
            Place::Class(class) => class != class::RFP80,
            Place::Phys(register) => {
                Bank::of_reg(register) != Bank::X87 || self.asm_opcode(inst) == op::INLINEASM
            }
            Place::Flag(_) => true,
            Place::Memory | Place::Immediate | Place::Tied(_) => false,
        };
        match is_known {
            true => Ok((part, place)),
            false => {
                let code = constraint.code;
                self.unsupported(format!("output {code} of inline assembly"))
            }
        }
    }

    /// Selects `llvm.callbr.landingpad`: copies what inline assembly leaves in registers where it jumps to.
    pub(super) fn lower_asm_landing(&mut self, inst: Inst) -> Result<()> {
        let (branch, asm) = self.landed_asm(inst)?;
        let Ok(constraints) = std::str::from_utf8(&asm.constraints) else {
            return self.unsupported("inline assembly that is not UTF-8");
        };
        let constraints = split_constraints(constraints);
        let constraints = constraints.iter().filter_map(|text| parse_constraint(text));
        let outputs = constraints.filter(|it| it.is_output && !it.is_indirect);
        for (index, constraint) in outputs.enumerate() {
            let result = self.function.insts[inst].result.expand();
            if result.is_none_or(|value| self.requested(value, index).is_none()) {
                continue;
            }
            let (part, place) = self.output_place(branch, &constraint, index)?;
            let (mut from, mut condition) = (Reg::NONE, None);
            match place {
                Place::Class(class) => from = self.asm_output_register(branch, index, class),
                Place::Phys(place) => {
                    self.add_landed_register(place);
                    from = place.into();
                }
                Place::Flag(number) => {
                    self.add_landed_register(reg::EFLAGS);
                    condition = Some(number);
                }
                Place::Memory | Place::Immediate | Place::Tied(_) => {}
            }
            let output = Output {
                from,
                part,
                index,
                condition,
            };
            self.emit_asm_output(inst, &output)?;
        }
        Ok(())
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
        let (bank, from) = (self.bank_of(output.from), output.from);
        match (bank, FloatKind::of(output.part)) {
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
            (Bank::Sse, None) if output.part.is_int() => {
                let kind = kind_of_int(output.part);
                let src = self.new_reg(kind.part());
                self.emit_copy(src, from);
                let opcode = kind.pick(op::MOVSS2DIrr, op::MOVSDto64rr);
                self.emit(opcode).def(dst).reg(src).done();
            }
            // 16-bit values live in 32-bit registers.
            _ if matches!(output.part, PartType::Int(9..=16)) => {
                self.emit(op::MOVZX32rr16).def(dst).reg(from).done();
            }
            _ => {
                self.emit_copy(dst, from);
            }
        }
        Ok(())
    }

    /// The bank of a register of any kind.
    fn bank_of(&self, register: Reg) -> Bank {
        match (register.as_virtual(), register.as_physical()) {
            (Some(register), _) => Bank::of_class(self.mf.class(register)),
            (_, Some(place)) => Bank::of_reg(place),
            _ => Bank::General,
        }
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
        match self.asm_place(constraint, part, Some(value))? {
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
                let from = self.asm_input(value, part, None, Bank::of_reg(place))?;
                all.copies.push((place, from));
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag, &[Operand::reg(place)]);
            }
            Place::Class(class) => {
                let from = self.asm_input(value, part, Some(class), Bank::of_class(class))?;
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
            let bank = Bank::of_reg(place);
            let from = self.asm_input(value, part, None, bank)?;
            let place = match bank {
                Bank::General => sub_phys(whole_register(place), operand_width(part)),
                _ => place,
            };
            all.copies.push((place, from));
            all.group(flag, &[Operand::reg(place)]);
            return Ok(());
        }
        let Some(register) = output.as_reg().as_virtual() else {
            return self.unsupported("input tied to memory of inline assembly");
        };
        let class = self.mf.class(register);
        let bank = Bank::of_class(class);
        let size = match bank {
            Bank::General => operand_width(part).bits(),
            _ => part.bits(),
        };
        let output_size = u32::from(TARGET.class(class).size_bits);
        if size != output_size && !(bank == Bank::Sse && size < output_size) {
            return self.unsupported("input tied to an output of another size");
        }
        let from = self.asm_input(value, part, Some(class), bank)?;
        all.group(flag, &[Operand::reg(from)]);
        let used = all.groups[all.groups.len() - 1];
        all.ties.push((def, used));
        Ok(())
    }

    /// The register of an input: of `class`, or the one to copy to a fixed register of `bank` from.
    fn asm_input(
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
        let bank = match part.is_int() {
            true => Bank::General,
            false => Bank::Sse,
        };
        let src = match part {
            PartType::X86Fp80 => self.use_value(value)?,
            _ => self.asm_input(value, part, None, bank)?,
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
        Ok(address.operands())
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
            name => match x87_register(name).or_else(|| TARGET.reg_by_name(name)) {
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

/// The group of an address.
fn memory_flag() -> AsmFlag {
    let number = MEMORY_CONSTRAINTS.iter().position(|letter| *letter == "m");
    AsmFlag::new(AsmOperandKind::Mem, 5).with_memory_constraint(number.unwrap_or(0))
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
