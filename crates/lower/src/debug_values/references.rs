//! Debug instructions that name instructions: which of their results a variable is.
//!
//! ```text
//!   %0:gr32 = COPY $edi                               DBG_PHI $edi, 1
//!   DBG_VALUE %0, $noreg, !9, !DIExpression()         %0:gr32 = COPY $edi
//!   %1:gr32 = ADD32ri %0, 1, …                        DBG_INSTR_REF !9, !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(1, 0)
//!   DBG_VALUE %1, $noreg, !9, !DIExpression()         %1:gr32 = ADD32ri %0, 1, …, debug-instr-number 2
//!                                                     DBG_INSTR_REF !9, !DIExpression(DW_OP_LLVM_arg, 0), dbg-instr-ref(2, 0)
//! ```
//!
//! Copies are no computations: the value is that of what is copied. A copy out of a physical register has the value of the
//! last instruction that defines that; at the begin of a block a `DBG_PHI` says that the register has it.

use avarice_ir::MetadataId;
use avarice_ir::debug_expressions::deref_step;
use avarice_mir::debug_values::{DebugValue, Shape};
use avarice_mir::mir_info::DebugSubstitution;
use avarice_mir::{InsertPoint, Inst, InstBuilder, Operand, OperandValue, Reg, VReg};
use avarice_target::{PhysReg, SubRegIdx, op};
use smallvec::SmallVec;

use super::state::{Number, debug_register};
use crate::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Whether debug instructions name instructions, and not registers.
    pub(super) fn refers_to_instructions(&self) -> bool {
        let function = self.module.globals[self.global].function();
        let attrs = function.and_then(|function| function.attrs.function);
        let optimize = self.options.optimize && !self.module.attrs(attrs).has("optnone");
        self.options.debug_references && optimize
    }

    /// Has debug instructions name instructions in place of registers, if that is the form of the target.
    ///
    /// # Requires
    /// Chains are complete.
    pub(crate) fn refer_to_instructions(&mut self) {
        if self.function.debug.is_empty() || !self.refers_to_instructions() {
            return;
        }
        self.mf.mir_info.debug_instr_ref = Some(true);
        self.mf.mir_info.last_debug_number = Some(0);
        for inst in std::mem::take(&mut self.scratch.debug.named) {
            self.refer(inst);
        }
    }

    fn refer(&mut self, inst: Inst) {
        let Some(value) = DebugValue::of(&self.mf, inst) else {
            return;
        };
        let places: SmallVec<[Operand; 4]> = value.places(&self.mf).into();
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        for place in places {
            match self.reference_of(&place) {
                Some(operand) => operands.push(operand),
                None => return self.forget_places(inst, &value),
            }
        }
        let expression = self.numbered_expression(&value);
        let location = self.mf.debug_loc(inst);
        let before = InsertPoint::before(&self.mf, inst);
        InstBuilder::new(&mut self.mf, op::DBG_INSTR_REF)
            .op(Operand::metadata(value.variable))
            .op(Operand::metadata(expression))
            .ops(&operands)
            .location(location)
            .insert_at(before);
        self.mf.remove_inst(inst);
    }
    /// The expression of a debug value, with numbered arguments and the dereference that its form means.
    fn numbered_expression(&mut self, value: &DebugValue) -> MetadataId {
        let is_indirect = value.shape == Shape::Indirect;
        let known = self
            .scratch
            .debug
            .references
            .numbered
            .get(&value.expression);
        if let Some(known) = known.filter(|_| !is_indirect) {
            return *known;
        }
        let mut expression = self.expression(Some(value.expression));
        if is_indirect {
            expression = expression.prepended([deref_step()]);
        }
        let id = self.new_expression(expression.with_numbered_argument());
        if !is_indirect {
            let numbered = &mut self.scratch.debug.references.numbered;
            numbered.insert(value.expression, id);
        }
        id
    }

    /// Says that a variable is not known instead of where it is.
    fn forget_places(&mut self, inst: Inst, value: &DebugValue) {
        let (location, before) = (self.mf.debug_loc(inst), InsertPoint::before(&self.mf, inst));
        InstBuilder::new(&mut self.mf, op::DBG_VALUE)
            .op(debug_register(Reg::NONE))
            .op(debug_register(Reg::NONE))
            .op(Operand::metadata(value.variable))
            .op(Operand::metadata(value.expression))
            .location(location)
            .insert_at(before);
        self.mf.remove_inst(inst);
    }

    /// The operand for a place; `None` if there is none.
    fn reference_of(&mut self, place: &Operand) -> Option<Operand> {
        match place.value() {
            OperandValue::Reg(register, _) => {
                let (inst, operand) = self.reference(register.as_virtual()?)?;
                Some(Operand::dbg_instr_ref(inst, operand))
            }
            OperandValue::FrameIndex(_) => None,
            _ => Some(*place),
        }
    }

    /// What a virtual register refers to.
    fn reference(&mut self, register: VReg) -> Option<Number> {
        let known = self.scratch.debug.references.numbers[register];
        if known.0 != 0 {
            return Some(known);
        }
        let mut parts: SmallVec<[SubRegIdx; 2]> = SmallVec::new();
        let mut current = register;
        let mut found = loop {
            let definition = self.mf.unique_def(current)?;
            let Some((from, part)) = self.copied(definition) else {
                break self.number_result(definition, current.into())?;
            };
            match from.as_virtual() {
                Some(next) => {
                    parts.extend((!part.is_none()).then_some(part));
                    current = next;
                }
                None => break self.number_physical(definition, from.as_physical()?)?,
            }
        };
        for part in parts.iter().rev() {
            let number = self.new_number();
            let substitutions = &mut self.mf.mir_info.debug_substitutions;
            substitutions.push(DebugSubstitution {
                from: (number, 0),
                to: found,
                sub_reg: part.index() as u32,
            });
            found = (number, 0);
        }
        self.scratch.debug.references.numbers[register] = found;
        Some(found)
    }

    /// The register that a copy reads, and which part of it.
    fn copied(&self, inst: Inst) -> Option<(Reg, SubRegIdx)> {
        if let Some((_, from)) = self.mf.as_copy(inst) {
            return Some(from);
        }
        match self.mf.operands(inst) {
            [_, _, from, part] if self.mf.opcode(inst) == op::SUBREG_TO_REG => {
                let part = SubRegIdx::from_index(usize::try_from(part.as_imm()?).ok()?);
                Some((from.as_reg(), part))
            }
            _ => None,
        }
    }

    /// The number of what `inst` defines in `register`.
    fn number_result(&mut self, inst: Inst, register: Reg) -> Option<Number> {
        let is_result = |operand: &Operand| operand.is_def() && operand.as_reg() == register;
        let at = self.mf.operands(inst).iter().position(is_result)?;
        Some((self.number_instruction(inst), at as u32))
    }

    /// The number of what a physical register has where `copy` reads it.
    fn number_physical(&mut self, copy: Inst, register: PhysReg) -> Option<Number> {
        let target = self.mf.target;
        let is_result = |operand: &Operand| {
            let defined = operand.as_reg().as_physical().filter(|_| operand.is_def());
            defined.is_some_and(|defined| target.regs_overlap(defined, register))
        };
        let mut above = self.mf.prev_inst(copy);
        while let Some(inst) = above {
            if let Some(at) = self.mf.operands(inst).iter().position(is_result) {
                return Some((self.number_instruction(inst), at as u32));
            }
            above = self.mf.prev_inst(inst);
        }
        let block = self.mf.inst_block(copy)?;
        let mut insts = self.mf.block_insts(block);
        let first = insts.find(|inst| self.mf.opcode(*inst) != op::PHI);
        drop(insts);
        let number = self.new_number();
        InstBuilder::new(&mut self.mf, op::DBG_PHI)
            .op(debug_register(register))
            .op(Operand::imm(i64::from(number)))
            .insert_at(InsertPoint::new(block, first));
        Some((number, 0))
    }

    fn number_instruction(&mut self, inst: Inst) -> u32 {
        let mut notes = self.mf.notes(inst).copied().unwrap_or_default();
        if notes.debug_number == 0 {
            notes.debug_number = self.new_number();
            self.mf.set_notes(inst, notes);
        }
        notes.debug_number
    }

    fn new_number(&mut self) -> u32 {
        let last = self.mf.mir_info.last_debug_number.unwrap_or(0);
        self.mf.mir_info.last_debug_number = Some(last + 1);
        last + 1
    }
}
