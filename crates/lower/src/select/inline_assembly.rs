//! Calls of inline assembly: constraints to operands. The text itself is completed when code is emitted.

use avarice_ir::module::InlineAsmData;
use avarice_ir::{CallInfo, Inst, Value};
use avarice_legalize::{Constraint, Result, parse_constraint, split_constraints};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind, MEMORY_CONSTRAINTS};
use avarice_mir::{Operand, OperandFlags, Reg};
use avarice_target::{PhysReg, RegClass};
use smallvec::SmallVec;

use super::selector::Select;
use crate::constant::ConstValue;
use crate::function::FunctionLowering;
use crate::inline_asm::AsmOperands;
use crate::parts::PartType;

/// Where an operand is.
#[derive(Clone, Copy)]
pub enum AsmPlace {
    /// Any register of a class.
    Class(RegClass),
    /// One register.
    Phys(PhysReg),
    /// The status flags, as the condition with this number.
    Flag(i64),
    /// Memory.
    Memory,
    /// A number or address.
    Immediate,
    /// The register of an earlier operand.
    Tied(usize),
}

/// The operands of an address.
pub type AsmAddress = SmallVec<[Operand; 5]>;

/// An output in a register, or in a flag.
pub struct Output {
    /// Which part of the result.
    index: usize,
    /// What it is.
    part: PartType,
    /// Where the text leaves it.
    from: OutputSource,
}

/// Where the text leaves an output.
#[derive(Clone, Copy)]
pub enum OutputSource {
    /// In a register; none if nowhere.
    Register(Reg),
    Flag(i64),
}

/// Selects inline assembly.
pub trait InlineAssembly<'m>: Select<'m> {
    /// Checks that the text is in a syntax that the target reads.
    fn check_asm_syntax(&self, asm: &InlineAsmData) -> Result<()> {
        let _ = asm;
        Ok(())
    }

    /// The place of an operand whose constraint names no earlier operand, of an input if `input` is its value. Of several
    /// possibilities the first of these is taken, as llc does: an immediate if it is one, memory, a register.
    fn place_for(&self, code: &str, part: PartType, input: Option<Value>) -> Result<AsmPlace>;

    /// The register that a clobber names; `None` if there is none of this name.
    fn clobbered_register(&self, name: &str) -> Option<PhysReg>;

    /// Whether the text of `inst` may leave an output in `place`, a register.
    fn takes_asm_output(&self, inst: Inst, place: AsmPlace) -> bool {
        let _ = (inst, place);
        true
    }

    /// The register in which an input that is tied to an output in `place` is.
    fn tied_register(&self, place: PhysReg, part: PartType) -> PhysReg {
        let _ = part;
        place
    }

    /// Whether an input can be tied to an output in a register of `class`.
    fn can_tie(&self, part: PartType, class: RegClass) -> bool;

    /// A register of `class` with an input.
    fn asm_input(&mut self, value: Value, part: PartType, class: RegClass) -> Result<Reg>;

    /// A register with an input, from which it can be copied to `place`.
    fn asm_input_for(&mut self, value: Value, part: PartType, place: PhysReg) -> Result<Reg>;

    /// The memory that a pointer points to.
    fn asm_memory(&mut self, pointer: Value) -> Result<AsmAddress>;

    /// A stack slot that holds `value`.
    fn asm_value_in_memory(&mut self, value: Value, part: PartType) -> Result<AsmAddress>;

    /// Copies an output of type `part` to `dst`.
    fn emit_asm_output(&mut self, dst: Reg, part: PartType, from: Reg);

    /// Puts the condition with this number into `dst` as 0 or 1.
    fn emit_asm_flag(&mut self, dst: Reg, part: PartType, condition: i64) -> Result<()> {
        let _ = (dst, part, condition);
        self.unsupported("flags as an output of inline assembly")
    }

    /// Selects a call of inline assembly.
    fn lower_inline_asm(&mut self, inst: Inst, info: &CallInfo, asm: &InlineAsmData) -> Result<()> {
        self.check_asm_syntax(asm)?;
        let (text, constraints) = self.asm_texts(asm)?;
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
            self.finish_asm_output(inst, output)?;
        }
        Ok(())
    }

    /// Selects `llvm.callbr.landingpad`: copies what inline assembly leaves in registers where it jumps to.
    fn lower_asm_landing(&mut self, inst: Inst) -> Result<()> {
        let (branch, asm) = self.landed_asm(inst)?;
        let (_, constraints) = self.asm_texts(asm)?;
        let constraints = split_constraints(constraints);
        let constraints = constraints.iter().filter_map(|text| parse_constraint(text));
        let outputs = constraints.filter(|it| it.is_output && !it.is_indirect);
        for (index, constraint) in outputs.enumerate() {
            if self.requested_output(inst, index).is_none() {
                continue;
            }
            let (part, place) = self.output_place(branch, &constraint, index)?;
            let from = match place {
                AsmPlace::Class(class) => {
                    OutputSource::Register(self.asm_output_register(branch, index, class))
                }
                AsmPlace::Phys(place) => {
                    self.add_landed_register(place);
                    OutputSource::Register(place.into())
                }
                AsmPlace::Flag(number) => {
                    let flags = self.status_reg;
                    self.add_landed_register(flags);
                    OutputSource::Flag(number)
                }
                _ => continue,
            };
            self.finish_asm_output(inst, &Output { index, part, from })?;
        }
        Ok(())
    }

    // ---- Outputs ------------------------------------------------------------------------------

    /// Adds the operand of part `index` of the result.
    fn add_output(
        &mut self,
        all: &mut AsmOperands,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<Output> {
        let (part, place) = self.output_place(inst, constraint, index)?;
        let (kind, early) = match constraint.is_early {
            true => (
                AsmOperandKind::RegDefEarlyClobber,
                OperandFlags::EARLY_CLOBBER,
            ),
            false => (AsmOperandKind::RegDef, OperandFlags::empty()),
        };
        let flag = AsmFlag::new(kind, 1);
        let from = match place {
            AsmPlace::Class(class) => {
                let from = self.asm_output_register(inst, index, class);
                let operand = Operand::def(from).with(early);
                all.group(flag.with_class(class.index()), &[operand]);
                OutputSource::Register(from)
            }
            AsmPlace::Phys(place) => {
                all.group(flag, &[Operand::implicit_def(place).with(early)]);
                OutputSource::Register(place.into())
            }
            AsmPlace::Flag(number) => {
                all.group(flag, &[Operand::implicit_def(self.status_reg)]);
                OutputSource::Flag(number)
            }
            _ => OutputSource::Register(Reg::NONE),
        };
        Ok(Output { index, part, from })
    }

    /// What output `index` is, and where: in a register, or a flag.
    fn output_place(
        &self,
        inst: Inst,
        constraint: &Constraint<'_>,
        index: usize,
    ) -> Result<(PartType, AsmPlace)> {
        let parts = self.parts(self.function.insts[inst].ty)?;
        let Some(part) = parts.get(index).map(|part| part.ty) else {
            return self.unsupported("inline assembly with more outputs than results");
        };
        let place = self.asm_place(constraint, part, None)?;
        let is_taken = match place {
            AsmPlace::Class(_) | AsmPlace::Phys(_) => self.takes_asm_output(inst, place),
            AsmPlace::Flag(_) => true,
            AsmPlace::Memory | AsmPlace::Immediate | AsmPlace::Tied(_) => false,
        };
        if !is_taken {
            let code = constraint.code;
            return self.unsupported(format!("output {code} of inline assembly"));
        }
        Ok((part, place))
    }

    /// Copies an output to the result, if that is used.
    fn finish_asm_output(&mut self, inst: Inst, output: &Output) -> Result<()> {
        let dst = self.requested_output(inst, output.index);
        if dst.is_none() {
            return Ok(());
        }
        match output.from {
            OutputSource::Register(from) => self.emit_asm_output(dst, output.part, from),
            OutputSource::Flag(number) => self.emit_asm_flag(dst, output.part, number)?,
        }
        Ok(())
    }

    // ---- Inputs -------------------------------------------------------------------------------

    /// Adds the operand of an input, or of an output in memory.
    fn add_input(
        &mut self,
        all: &mut AsmOperands,
        constraint: &Constraint<'_>,
        value: Value,
    ) -> Result<()> {
        if constraint.is_indirect {
            let address = self.asm_memory(value)?;
            all.extra |= match constraint.is_output {
                true => AsmExtra::MAY_STORE.bits(),
                false => AsmExtra::MAY_LOAD.bits(),
            };
            add_memory(all, &address);
            return Ok(());
        }
        let part = self.part(self.ty(value))?;
        match self.asm_place(constraint, part, Some(value))? {
            AsmPlace::Immediate => {
                let operand = self.asm_immediate(value)?;
                all.group(AsmFlag::new(AsmOperandKind::Imm, 1), &[operand]);
            }
            AsmPlace::Memory => {
                let address = self.asm_value_in_memory(value, part)?;
                all.extra |= AsmExtra::MAY_LOAD.bits();
                add_memory(all, &address);
            }
            AsmPlace::Phys(place) => {
                let from = self.asm_input_for(value, part, place)?;
                all.copies.push((place, from));
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag, &[Operand::reg(place)]);
            }
            AsmPlace::Class(class) => {
                let from = self.asm_input(value, part, class)?;
                let flag = AsmFlag::new(AsmOperandKind::RegUse, 1);
                all.group(flag.with_class(class.index()), &[Operand::reg(from)]);
            }
            AsmPlace::Tied(group) => self.add_tied(all, value, part, group)?,
            AsmPlace::Flag(_) => return self.unsupported("flags as an input of inline assembly"),
        }
        Ok(())
    }

    /// Adds an input in the register of output `group`.
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
        if !output.is_def() || output.as_reg() == self.status_reg.into() {
            return self.unsupported("input tied to an output that is no register");
        }
        if let Some(place) = output.as_reg().as_physical() {
            let from = self.asm_input_for(value, part, place)?;
            let place = self.tied_register(place, part);
            all.copies.push((place, from));
            all.group(flag, &[Operand::reg(place)]);
            return Ok(());
        }
        let Some(register) = output.as_reg().as_virtual() else {
            return self.unsupported("input tied to memory of inline assembly");
        };
        let class = self.mf.class(register);
        if !self.can_tie(part, class) {
            return self.unsupported("input tied to an output of another size");
        }
        let from = self.asm_input(value, part, class)?;
        all.group(flag, &[Operand::reg(from)]);
        let used = all.groups[all.groups.len() - 1];
        all.ties.push((def, used));
        Ok(())
    }

    /// Where an operand is, of an input if `input` is its value.
    fn asm_place(
        &self,
        constraint: &Constraint<'_>,
        part: PartType,
        input: Option<Value>,
    ) -> Result<AsmPlace> {
        match constraint.code.parse() {
            Ok(group) => Ok(AsmPlace::Tied(group)),
            Err(_) => self.place_for(constraint.code, part, input),
        }
    }

    /// Adds what a clobber names: memory, or a register that no output is in.
    fn add_clobber(&self, all: &mut AsmOperands, name: &str) -> Result<()> {
        let name = name.trim_start_matches('{').trim_end_matches('}');
        if name == "memory" {
            all.extra |= (AsmExtra::MAY_LOAD | AsmExtra::MAY_STORE).bits();
            return Ok(());
        }
        let Some(clobbered) = self.clobbered_register(name) else {
            return self.unsupported(format!("clobber {name} of inline assembly"));
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

/// Adds memory at an address.
fn add_memory(all: &mut AsmOperands, address: &[Operand]) {
    let number = MEMORY_CONSTRAINTS.iter().position(|letter| *letter == "m");
    let flag = AsmFlag::new(AsmOperandKind::Mem, address.len());
    all.group(flag.with_memory_constraint(number.unwrap_or(0)), address);
}

/// What a constant is for the letters of a constraint.
#[derive(Clone, Copy)]
pub enum AsmConstant {
    /// An integer: its bits with zeros above, and with copies of its sign.
    Number(u64, i64),
    /// The address of a global.
    Address,
}

impl FunctionLowering<'_> {
    /// What `value` is for the letters of a constraint, if it is a constant that may be an immediate.
    pub fn asm_constant(&self, value: Value) -> Option<AsmConstant> {
        let id = self.function.as_const(value)?;
        if let (Some(unsigned), Some(signed)) = (self.const_int(value), self.const_signed(value)) {
            return Some(AsmConstant::Number(unsigned, signed));
        }
        let is_address = matches!(self.const_value(id, 0), Ok((ConstValue::Address(..), _)));
        is_address.then_some(AsmConstant::Address)
    }

    /// Text and constraints of inline assembly.
    fn asm_texts<'a>(&self, asm: &'a InlineAsmData) -> Result<(&'a str, &'a str)> {
        match (
            std::str::from_utf8(&asm.text),
            std::str::from_utf8(&asm.constraints),
        ) {
            (Ok(text), Ok(constraints)) => Ok((text, constraints)),
            _ => self.unsupported("inline assembly that is not UTF-8"),
        }
    }

    /// The register that part `index` of the result of `inst` is to be in; none if it is not used.
    fn requested_output(&self, inst: Inst, index: usize) -> Reg {
        match self.function.insts[inst].result.expand() {
            Some(value) => self.requested(value, index),
            None => Reg::NONE,
        }
    }

    /// A number, or the address of a global.
    fn asm_immediate(&self, value: Value) -> Result<Operand> {
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

    /// Emits the instruction, and the copies to fixed registers before it.
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
}
