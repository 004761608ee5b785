//! Operands against the rows of their instructions.

use avarice_target::{InstrFlags, OperandType, PhysReg, RegClass, SubRegIdx, op};

use super::Verifier;
use crate::entities::{Inst, VReg};
use crate::function::MiFlags;
use crate::memory::MemFlags;
use crate::operand::{Operand, OperandFlags, OperandKind, OperandValue};
use crate::text_names::MirFlags;

impl Verifier<'_> {
    pub(super) fn check_operands(&mut self) {
        let function = self.function;
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                self.check_inst(inst);
                for index in 0..function.num_operands(inst) {
                    self.check_against_row(inst, index);
                    self.check_operand(inst, index);
                }
            }
        }
    }

    fn check_inst(&mut self, inst: Inst) {
        let function = self.function;
        let desc = function.desc(inst);
        let num = function.num_operands(inst);
        if num < desc.operands.len() {
            let expected = desc.operands.len();
            let message =
                format!("Too few operands: {expected} operands expected, but {num} given.");
            self.report_inst(inst, message);
            return;
        }
        let flags = function.insts[inst].flags;
        if flags.contains(MiFlags::NOCONVERGENT) && !desc.has(InstrFlags::CONVERGENT) {
            self.report_inst(
                inst,
                "NoConvergent flag expected only on convergent instructions.",
            );
        }
        // Inline assembly says in its operands what it does to memory.
        let is_asm = matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR);
        for operand in function.mem_ops(inst).filter(|_| !is_asm) {
            if operand.flags.contains(MemFlags::LOAD) && !desc.has(InstrFlags::MAY_LOAD) {
                self.report_inst(inst, "Missing mayLoad flag");
            }
            if operand.flags.contains(MemFlags::STORE) && !desc.has(InstrFlags::MAY_STORE) {
                self.report_inst(inst, "Missing mayStore flag");
            }
        }
        match function.opcode(inst) {
            op::INLINEASM | op::INLINEASM_BR => self.check_inline_asm(inst),
            op::REG_SEQUENCE => self.check_reg_sequence(inst),
            _ => {}
        }
    }

    fn check_inline_asm(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let [text, flags, ..] = operands else {
            self.report_inst(inst, "Too few operands on inline asm");
            return;
        };
        if text.kind() != OperandKind::Symbol {
            self.report_operand(inst, 0, "Asm string must be an external symbol");
        }
        match flags.as_imm() {
            None => self.report_operand(inst, 1, "Asm flags must be an immediate"),
            Some(flags) if !(0..64).contains(&flags) => {
                self.report_operand(inst, 1, "Unknown asm flags");
            }
            Some(_) => {}
        }
        let mut at = 2;
        while let Some(flags) = operands.get(at).and_then(Operand::as_imm) {
            at += 1 + (flags >> 3 & 0x1fff) as usize;
        }
        if at > operands.len() {
            self.report_inst(inst, "Missing operands in last group");
        }
        let is_metadata = |o: &Operand| o.kind() == OperandKind::Metadata;
        at += usize::from(operands.get(at).is_some_and(is_metadata));
        for (index, operand) in operands.iter().enumerate().skip(at) {
            if !operand.is_reg() || !operand.has(OperandFlags::IMPLICIT) {
                self.report_operand(inst, index, "Expected implicit register after groups");
            }
        }
        if self.function.opcode(inst) == op::INLINEASM_BR {
            let block = self.function.inst_block(inst);
            for (index, operand) in operands.iter().enumerate().skip(2) {
                if let (Some(target), Some(block)) = (operand.as_block(), block)
                    && !self.function.is_successor(block, target)
                {
                    let message = "INLINEASM_BR indirect target missing from successor list";
                    self.report_operand(inst, index, message);
                }
            }
        }
    }

    fn check_reg_sequence(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        if operands.len().is_multiple_of(2) {
            self.report_inst(inst, "Invalid number of operands for REG_SEQUENCE");
            return;
        }
        let num_indices = self.function.target.sub_reg_indices.len() as i64;
        for index in (1..operands.len()).step_by(2) {
            if !operands[index].is_reg() {
                let message = "Invalid register operand for REG_SEQUENCE";
                self.report_operand(inst, index, message);
            }
            let sub = operands[index + 1].as_imm();
            if !sub.is_some_and(|sub| (1..num_indices).contains(&sub)) {
                let message = "Invalid subregister index operand for REG_SEQUENCE";
                self.report_operand(inst, index + 1, message);
            }
        }
        if operands[0].as_reg().is_physical() {
            self.report_inst(
                inst,
                "REG_SEQUENCE does not support physical register results",
            );
        }
        if !operands[0].sub_reg().is_none() {
            self.report_inst(inst, "Invalid subreg result for REG_SEQUENCE");
        }
    }

    /// What the row says about operand `index`: definitions first, kinds, ties, no excess.
    fn check_against_row(&mut self, inst: Inst, index: usize) {
        let function = self.function;
        let desc = function.desc(inst);
        let operand = function.operand(inst, index);
        let implicit = operand.has(OperandFlags::IMPLICIT);
        let Some(row) = desc.operands.get(index) else {
            let excess = !operand.is_reg() || !implicit;
            let allowed = matches!(operand.kind(), OperandKind::RegMask | OperandKind::Metadata)
                || operand.is_reg() && operand.as_reg().is_none();
            if excess && !allowed && !desc.has(InstrFlags::VARIADIC) {
                let message = "Extra explicit operand on non-variadic instruction";
                self.report_operand(inst, index, message);
            }
            return;
        };
        if index < usize::from(desc.num_defs) {
            if !operand.is_reg() {
                self.report_operand(inst, index, "Explicit definition must be a register");
            } else if !operand.is_def() {
                self.report_operand(inst, index, "Explicit definition marked as use");
            } else if implicit {
                self.report_operand(inst, index, "Explicit definition marked as implicit");
            }
            return;
        }
        let optional = desc.has(InstrFlags::VARIADIC) && index + 1 == desc.operands.len();
        if !optional {
            if operand.is_def() {
                self.report_operand(inst, index, "Explicit operand marked as def");
            }
            if operand.is_reg() && implicit {
                self.report_operand(inst, index, "Explicit operand marked as implicit");
            }
            let is_register = operand.is_reg() || operand.kind() == OperandKind::FrameIndex;
            if row.kind == OperandType::REGISTER && !is_register {
                self.report_operand(inst, index, "Expected a register operand.");
            }
            if operand.is_reg() && matches!(row.kind, OperandType::IMMEDIATE | OperandType::PC_REL)
            {
                self.report_operand(inst, index, "Expected a non-register operand.");
            }
        }
        self.check_row_tie(inst, index, usize::try_from(row.tied_to).ok());
    }

    fn check_row_tie(&mut self, inst: Inst, index: usize, expected: Option<usize>) {
        let function = self.function;
        let operand = function.operand(inst, index);
        let Some(def) = expected else {
            if operand.is_reg() && operand.tied_to().is_some() {
                self.report_operand(inst, index, "Explicit operand should not be tied");
            }
            return;
        };
        if !operand.is_reg() {
            self.report_operand(inst, index, "Tied use must be a register");
        } else if operand.tied_to().is_none() {
            self.report_operand(inst, index, "Operand should be tied");
        } else if operand.tied_to() != Some(def) {
            self.report_operand(inst, index, "Tied def doesn't match MCInstrDesc");
        } else if operand.as_reg().is_physical() {
            let other = function.operand(inst, def).as_reg();
            if other.is_physical() && other != operand.as_reg() {
                self.report_operand(inst, def, "Tied physical registers must match.");
            }
        }
    }

    /// What holds for an operand anywhere.
    fn check_operand(&mut self, inst: Inst, index: usize) {
        let function = self.function;
        let operand = function.operand(inst, index);
        match operand.value() {
            OperandValue::Reg(reg, sub) => {
                let is_debug_use = function.is_debug(inst) && operand.is_use();
                if is_debug_use && !operand.has(OperandFlags::DEBUG) {
                    self.report_operand(inst, index, "Register operand must be marked debug");
                } else if !is_debug_use && operand.has(OperandFlags::DEBUG) {
                    self.report_operand(inst, index, "Register operand must not be marked debug");
                }
                if let Some(reg) = reg.as_physical() {
                    self.check_phys_operand(inst, index, reg, sub);
                } else if let Some(reg) = reg.as_virtual() {
                    self.check_virt_operand(inst, index, reg, sub);
                }
                self.check_tie(inst, index);
            }
            OperandValue::Cfi(id) if !function.cfi.is_valid(id) => {
                self.report_operand(inst, index, "CFI instruction has invalid index");
            }
            OperandValue::FrameIndex(slot) => {
                let (fixed, objects) = (function.frame.fixed.len(), function.frame.objects.len());
                let range = -(fixed as i64)..objects as i64;
                if !range.contains(&i64::from(slot.0)) {
                    self.report_operand(inst, index, "Frame index has no stack object");
                } else if function.frame.object(slot).dead {
                    self.report_operand(inst, index, "Frame index of a dead stack object");
                }
            }
            OperandValue::ConstPool(id, _) if !function.const_pool.is_valid(id) => {
                self.report_operand(inst, index, "Constant pool index has no entry");
            }
            OperandValue::JumpTable(id) if !function.jump_tables.is_valid(id) => {
                self.report_operand(inst, index, "Jump table index has no table");
            }
            _ => {}
        }
    }

    fn check_tie(&mut self, inst: Inst, index: usize) {
        let function = self.function;
        let operand = function.operand(inst, index);
        let Some(other_index) = operand.tied_to() else {
            return;
        };
        let Some(other) = function.operands(inst).get(other_index) else {
            self.report_operand(inst, index, "Must be tied to a register");
            return;
        };
        if !other.is_reg() {
            self.report_operand(inst, index, "Must be tied to a register");
        }
        if other.tied_to() != Some(index) {
            self.report_operand(inst, index, "Inconsistent tie links");
        }
        let rewritten = function
            .mir_info
            .flags
            .contains(MirFlags::TIED_OPS_REWRITTEN);
        if rewritten && operand.is_use() && other.as_reg() != operand.as_reg() {
            self.report_operand(
                inst,
                index,
                "Two-address instruction operands must be identical",
            );
        }
    }

    fn check_phys_operand(&mut self, inst: Inst, index: usize, reg: PhysReg, sub: SubRegIdx) {
        let function = self.function;
        if !sub.is_none() {
            let message = "Illegal subregister index for physical register";
            self.report_operand(inst, index, message);
            return;
        }
        let class = function
            .desc(inst)
            .operands
            .get(index)
            .and_then(|row| row.class);
        if let Some(class) = class
            && !function.target.class(class).contains(reg)
        {
            let (reg, class) = (
                function.target.reg(reg).name,
                function.target.class(class).name,
            );
            let message = format!(
                "Illegal physical register for instruction: ${reg} is not a {class} register."
            );
            self.report_operand(inst, index, message);
        }
        if function.operand(inst, index).has(OperandFlags::RENAMABLE) && self.is_reserved(reg) {
            self.report_operand(inst, index, "isRenamable set on reserved register");
        }
    }

    fn check_virt_operand(&mut self, inst: Inst, index: usize, reg: VReg, sub: SubRegIdx) {
        let function = self.function;
        let operand = function.operand(inst, index);
        if !function.vregs.is_valid(reg) {
            self.report_operand(inst, index, "Virtual register does not exist");
            return;
        }
        if function.no_vregs {
            let message = "Function has NoVRegs property but there are VReg operands";
            self.report_operand(inst, index, message);
        }
        if operand.is_def() && operand.has(OperandFlags::UNDEF) && sub.is_none() {
            let message = "Undef virtual register def operands require a subregister";
            self.report_operand(inst, index, message);
        }
        let class = function.class(reg);
        if !sub.is_none() && !self.supports(class, sub) {
            let class = function.target.class(class).name;
            let sub = function.target.sub_reg_indices[sub.index()].name;
            let message = format!(
                "Invalid register class for subregister index: Register class {class} does not fully \
                 support subreg index {sub}"
            );
            self.report_operand(inst, index, message);
            return;
        }
        let wanted = function
            .desc(inst)
            .operands
            .get(index)
            .and_then(|row| row.class);
        if let Some(wanted) = wanted
            && !self.fits(class, sub, wanted)
        {
            let (have, want) = (
                function.target.class(class).name,
                function.target.class(wanted).name,
            );
            let message = format!(
                "Illegal virtual register for instruction: Expected a {want} register, but got a {have} \
                 register"
            );
            self.report_operand(inst, index, message);
        }
    }

    /// Whether every register of `class` has the part `sub`.
    fn supports(&self, class: RegClass, sub: SubRegIdx) -> bool {
        let target = self.function.target;
        let mut regs = target.class(class).order.iter();
        regs.all(|reg| !target.sub_reg(*reg, sub).is_none())
    }

    /// Whether part `sub` of every register of `class` is in `wanted`.
    fn fits(&self, class: RegClass, sub: SubRegIdx, wanted: RegClass) -> bool {
        let target = self.function.target;
        if sub.is_none() {
            return class == wanted || target.class(class).has_super_class(wanted);
        }
        let wanted = target.class(wanted);
        let mut regs = target.class(class).order.iter();
        regs.all(|reg| wanted.contains(target.sub_reg(*reg, sub)))
    }
}
