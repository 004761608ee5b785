//! Inline assembly: constraints to operands. The text itself is completed when code is emitted.
//!
//! ```text
//!   %r = call i32 asm "rbit ${0:w}, ${1:w}", "=r,r"(i32 %x)
//!
//!   INLINEASM &"rbit ${0:w}, ${1:w}", 0, regdef:GPR32, def %0, reguse:GPR32, %1
//!   %r = COPY %0
//! ```

use avarice_ir::module::InlineAsmData;
use avarice_ir::{CallInfo, Inst, Value};
use avarice_legalize::{Constraint, parse_constraint, split_constraints};
use avarice_lower::{AsmOperands, ConstValue, PartType, Result};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind, MEMORY_CONSTRAINTS};
use avarice_mir::{Operand, OperandFlags, Reg, StackObject, StackObjectKind};
use avarice_target::{PhysReg, RegClass};

use super::operand::logical_imm;
use super::{Selector, Width};
use crate::abi::sub_place;
use crate::immediates::constant_steps;
use crate::{TARGET, class, op, reg};

/// Where an operand is.
#[derive(Clone, Copy)]
enum Place {
    /// Any register of a class.
    Class(RegClass),
    /// One register.
    Phys(PhysReg),
    /// Memory.
    Memory,
    /// A number or address.
    Immediate,
    /// The register of an earlier operand.
    Tied(usize),
}

/// Where an output is.
enum OutputPlace {
    /// Any register of a class.
    Class(RegClass),
    /// One register.
    Phys(PhysReg),
}

/// An output that is in a register.
struct Output {
    /// Where the text leaves it.
    from: Reg,
    /// Which part of the result.
    index: usize,
}

impl Selector<'_, '_> {
    /// Selects a call of inline assembly.
    pub(super) fn lower_inline_asm(
        &mut self,
        inst: Inst,
        info: &CallInfo,
        asm: &InlineAsmData,
    ) -> Result<()> {
        let (Ok(text), Ok(constraints)) = (
            std::str::from_utf8(&asm.text),
            std::str::from_utf8(&asm.constraints),
        ) else {
            return self.unsupported("inline assembly that is not UTF-8");
        };
        let mut all = AsmOperands::default();
        let mut outputs = Vec::new();
        let mut argument = 0;
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
                let output = self.add_output(&mut all, inst, &constraint, outputs.len())?;
                outputs.push(output);
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
            let dst = self.requested_output(inst, output.index);
            if !dst.is_none() {
                self.emit_asm_copy(dst, output.from);
            }
        }
        Ok(())
    }

    /// The register that part `index` of the result of `inst` is to be in; none if it is not used.
    fn requested_output(&self, inst: Inst, index: usize) -> Reg {
        match self.function.insts[inst].result.expand() {
            Some(value) => self.requested(value, index),
            None => Reg::NONE,
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
            let dst = self.requested_output(inst, index);
            if dst.is_none() {
                continue;
            }
            let from = match self.output_place(branch, &constraint, index)? {
                OutputPlace::Class(class) => self.asm_output_register(branch, index, class),
                OutputPlace::Phys(place) => {
                    self.add_landed_register(place);
                    place.into()
                }
            };
            self.emit_asm_copy(dst, from);
        }
        Ok(())
    }

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

    fn add_output(
        &mut self,
        all: &mut AsmOperands,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<Output> {
        let (kind, early) = match constraint.is_early {
            true => (
                AsmOperandKind::RegDefEarlyClobber,
                OperandFlags::EARLY_CLOBBER,
            ),
            false => (AsmOperandKind::RegDef, OperandFlags::empty()),
        };
        let flag = AsmFlag::new(kind, 1);
        let from = match self.output_place(inst, constraint, index)? {
            OutputPlace::Class(class) => {
                let from = self.asm_output_register(inst, index, class);
                let operand = Operand::def(from).with(early);
                all.group(flag.with_class(class.index()), &[operand]);
                from
            }
            OutputPlace::Phys(place) => {
                all.group(flag, &[Operand::implicit_def(place).with(early)]);
                Reg::from(place)
            }
        };
        Ok(Output { from, index })
    }

    /// Where output `index` is.
    fn output_place(
        &self,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<OutputPlace> {
        let parts = self.parts(self.function.insts[inst].ty)?;
        let Some(part) = parts.get(index).map(|part| part.ty) else {
            return self.unsupported("inline assembly with more outputs than results");
        };
        match self.place(constraint, part, None)? {
            Place::Class(class) => Ok(OutputPlace::Class(class)),
            Place::Phys(place) => Ok(OutputPlace::Phys(place)),
            Place::Memory | Place::Immediate | Place::Tied(_) => {
                let code = constraint.code;
                self.unsupported(format!("output {code} of inline assembly"))
            }
        }
    }

    fn add_input(
        &mut self,
        all: &mut AsmOperands,
        constraint: &Constraint<'_>,
        value: Value,
    ) -> Result<()> {
        if constraint.is_indirect {
            all.extra |= match constraint.is_output {
                true => AsmExtra::MAY_STORE.bits(),
                false => AsmExtra::MAY_LOAD.bits(),
            };
            let address = self.use_value(value)?;
            self.add_memory(all, address);
            return Ok(());
        }
        let part = self.part(self.ty(value))?;
        match self.place(constraint, part, Some(value))? {
            Place::Immediate => {
                let operand = self.asm_immediate(value)?;
                all.group(AsmFlag::new(AsmOperandKind::Imm, 1), &[operand]);
            }
            Place::Memory => {
                all.extra |= AsmExtra::MAY_LOAD.bits();
                let address = self.value_in_memory(value, part)?;
                self.add_memory(all, address);
            }
            Place::Phys(place) => {
                let from = self.use_value(value)?;
                all.copies.push((place, from));
                all.group(
                    AsmFlag::new(AsmOperandKind::RegUse, 1),
                    &[Operand::reg(place)],
                );
            }
            Place::Class(class) => {
                let from = self.asm_input(value, class)?;
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag.with_class(class.index()), &[Operand::reg(from)]);
            }
            Place::Tied(group) => self.add_tied(all, value, part, group)?,
        }
        Ok(())
    }

    /// Memory at an address that is in a register.
    fn add_memory(&mut self, all: &mut AsmOperands, address: Reg) {
        let base = self.new_of(class::GPR64sp);
        self.emit_copy(base, address);
        let number = MEMORY_CONSTRAINTS.iter().position(|letter| *letter == "m");
        let flag = AsmFlag::new(AsmOperandKind::Mem, 1);
        let flag = flag.with_memory_constraint(number.unwrap_or(0));
        all.group(flag, &[Operand::reg(base)]);
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
        if !output.is_def() {
            return self.unsupported("input tied to an output that is no register");
        }
        if let Some(place) = output.as_reg().as_physical() {
            let from = self.use_value(value)?;
            all.copies.push((place, from));
            all.group(flag, &[Operand::reg(place)]);
            return Ok(());
        }
        let Some(register) = output.as_reg().as_virtual() else {
            return self.unsupported("input tied to memory of inline assembly");
        };
        let class = self.mf.class(register);
        let own = self.target.class(part);
        if TARGET.class(class).size_bits != TARGET.class(own).size_bits {
            return self.unsupported("input tied to an output of another size");
        }
        let from = self.asm_input(value, class)?;
        all.group(flag, &[Operand::reg(from)]);
        let used = all.groups[all.groups.len() - 1];
        all.ties.push((def, used));
        Ok(())
    }

    /// A register of `class` with an input.
    fn asm_input(&mut self, value: Value, class: RegClass) -> Result<Reg> {
        let src = self.use_value(value)?;
        let dst = self.new_of(class);
        self.emit_asm_copy(dst, src);
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

    /// The address of a stack slot that holds `value`.
    fn value_in_memory(&mut self, value: Value, part: PartType) -> Result<Reg> {
        let ops = self.part_ops(part).1;
        let src = self.use_value(value)?;
        let object = StackObject::new(StackObjectKind::Default, ops.size, ops.size);
        let slot = self.mf.frame.create_object(object);
        let (address, mut mem) = self.slot_access(slot, ops.size);
        mem.flags = avarice_mir::MemFlags::STORE;
        self.emit_store(ops, src, address, mem)?;
        let place = self.new_reg(PartType::Pointer);
        self.emit_frame_address(place, slot, 0);
        Ok(place)
    }

    // ---- Constraints --------------------------------------------------------------------------

    /// Where an operand goes. Of several possibilities the first of these is taken, as llc does: an immediate if it is
    /// one, memory, a register.
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
        let name = code
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        if let Some(name) = name {
            return self.named_place(name, part);
        }
        for letter in code.chars() {
            if input.is_some_and(|value| self.takes_immediate(letter, value)) {
                return Ok(Place::Immediate);
            }
        }
        let has = |letters: &[char]| code.contains(letters);
        if has(&['m', 'o', 'Q']) && input.is_some() {
            return Ok(Place::Memory);
        }
        let own = self.target.class(part);
        match part.is_int() {
            true if has(&['r', 'g', 'X']) => return Ok(Place::Class(own)),
            false if has(&['w', 'X']) => return Ok(Place::Class(own)),
            false if has(&['r', 'g']) && part == PartType::Double => {
                return Ok(Place::Class(class::GPR64));
            }
            false if has(&['r', 'g']) && part == PartType::Float => {
                return Ok(Place::Class(class::GPR32));
            }
            false if has(&['x']) => {
                return Ok(Place::Class(match own {
                    class::FPR16 => class::FPR16_lo,
                    class::FPR128 => class::FPR128_lo,
                    class::FPR64 => class::FPR64_lo,
                    other => other,
                }));
            }
            _ => {}
        }
        match has(&['g', 'X']) && input.is_some() {
            true => Ok(Place::Memory),
            false => self.unsupported(format!(
                "constraint {code} of inline assembly for this operand"
            )),
        }
    }

    /// The register `{name}`, with the size of the operand.
    fn named_place(&self, name: &str, part: PartType) -> Result<Place> {
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
            Some(place) => Ok(Place::Phys(place)),
            None => self.unsupported(format!(
                "register {name} of inline assembly for this operand"
            )),
        }
    }

    /// Whether a letter of a constraint takes `value` as an immediate.
    fn takes_immediate(&self, letter: char, value: Value) -> bool {
        let Some(id) = self.function.as_const(value) else {
            return false;
        };
        let numbers = self.const_int(value).zip(self.const_signed(value));
        let Some((unsigned, signed)) = numbers else {
            let address = matches!(self.const_value(id, 0), Ok((ConstValue::Address(..), _)));
            return address && matches!(letter, 'i' | 's' | 'S' | 'X');
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

    fn add_clobber(&mut self, all: &mut AsmOperands, name: &str) -> Result<()> {
        let name = name.trim_start_matches('{').trim_end_matches('}');
        let clobbered = match name {
            "memory" => {
                all.extra |= (AsmExtra::MAY_LOAD | AsmExtra::MAY_STORE).bits();
                return Ok(());
            }
            "cc" => reg::NZCV,
            "x29" => reg::FP,
            "x30" => reg::LR,
            name => {
                let vector = name.strip_prefix('v').map(|number| format!("q{number}"));
                match TARGET.reg_by_name(vector.as_deref().unwrap_or(name)) {
                    Some(found) => found,
                    None => {
                        return self.unsupported(format!("clobber {name} of inline assembly"));
                    }
                }
            }
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
