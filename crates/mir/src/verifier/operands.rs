//! Operands against the rows of their instructions.

use avarice_target::{InstrFlags, OperandType, PhysReg, RegClass, SubRegIdx, op};

use super::Verifier;
use crate::entities::{Inst, VReg};
use crate::operand::{OperandFlags, OperandKind, OperandValue};
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

    /// What the row says about operand `index`: definitions first, kinds, ties, no excess.
    fn check_against_row(&mut self, inst: Inst, index: usize) {
        let function = self.function;
        let desc = function.desc(inst);
        let operand = function.operand(inst, index);
        let implicit = operand.has(OperandFlags::IMPLICIT);
        let Some(row) = desc.operands.get(index) else {
            let allowed = match operand.kind() {
                OperandKind::Reg => implicit,
                OperandKind::RegMask | OperandKind::Metadata | OperandKind::McSymbol => true,
                _ => false,
            };
            if !allowed && !desc.has(InstrFlags::VARIADIC) {
                let message = "Extra explicit operand on non-variadic instruction";
                self.report_operand(inst, index, message);
            }
            return;
        };
        if self.is_result(inst, index) {
            if !operand.is_reg() {
                self.malformed = true;
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
                self.malformed = true;
                self.report_operand(inst, index, "Expected a register operand.");
            }
            if operand.is_reg() && matches!(row.kind, OperandType::IMMEDIATE | OperandType::PC_REL)
            {
                self.malformed = true;
                self.report_operand(inst, index, "Expected a non-register operand.");
            }
        }
        self.check_row_tie(inst, index, usize::try_from(row.tied_to).ok());
    }

    /// Whether the row says that operand `index` is an explicit definition. A `PATCHPOINT` need not have the
    /// one of its row.
    fn is_result(&self, inst: Inst, index: usize) -> bool {
        let function = self.function;
        let there = function.opcode(inst) != op::PATCHPOINT
            || index == 0 && function.operand(inst, 0).is_reg();
        there && index < usize::from(function.desc(inst).num_defs)
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
            let other = function.operand(inst, def);
            if !other.is_reg() {
                self.report_operand(inst, def, "Tied counterpart must be a register");
            } else if other.as_reg().is_physical() && other.as_reg() != operand.as_reg() {
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
            OperandValue::Block(pred) if function.is_phi(inst) => {
                let block = function.inst_block(inst);
                if block.is_some_and(|block| !function.is_successor(pred, block)) {
                    self.report_operand(inst, index, "PHI operand is not in the CFG");
                }
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
        match other.tied_to() {
            None => self.report_operand(inst, index, "Missing tie flags on tied operand"),
            Some(back) if back != index => {
                self.report_operand(inst, index, "Inconsistent tie links");
            }
            Some(_) => {}
        }
        if index < usize::from(function.desc(inst).num_defs) {
            let row = function.desc(inst).operands.get(other_index);
            if row.is_some_and(|row| row.tied_to < 0) {
                let message = "Explicit def tied to explicit use without tie constraint";
                self.report_operand(inst, index, message);
            } else if row.is_none() && !other.has(OperandFlags::IMPLICIT) {
                let message = "Explicit def should be tied to implicit use";
                self.report_operand(inst, index, message);
            }
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
        if self.check_part(inst, index, class, sub)
            && let Some(row) = function.desc(inst).operands.get(index)
            && let Some(wanted) = row.class
        {
            self.check_class(inst, index, (class, sub), wanted);
        }
    }

    /// Whether registers of `class` have part `sub`.
    fn check_part(&mut self, inst: Inst, index: usize, class: RegClass, sub: SubRegIdx) -> bool {
        let target = self.function.target;
        let (class_name, sub_name) = (
            target.class(class).name,
            target.sub_reg_indices[sub.index()].name,
        );
        let message = match target.sub_class_with_sub_reg(class, sub) {
            Some(whole) if whole == class => return true,
            None => format!(
                "Invalid subregister index for virtual register: Register class {class_name} does not \
                 support subreg index {sub_name}"
            ),
            Some(_) => format!(
                "Invalid register class for subregister index: Register class {class_name} does not \
                 fully support subreg index {sub_name}"
            ),
        };
        self.report_operand(inst, index, message);
        false
    }

    /// Whether part `sub` of registers of `class` is what the row wants: `class` is among the classes whose
    /// registers have a part of class `wanted` there.
    fn check_class(
        &mut self,
        inst: Inst,
        index: usize,
        (class, sub): (RegClass, SubRegIdx),
        wanted: RegClass,
    ) {
        let target = self.function.target;
        let Some(wanted) = target.class_with_part(class, sub, wanted) else {
            self.report_operand(inst, index, "No matching super-reg register class.");
            return;
        };
        if class != wanted && !target.class(class).has_super_class(wanted) {
            let (have, want) = (target.class(class).name, target.class(wanted).name);
            let message = format!(
                "Illegal virtual register for instruction: Expected a {want} register, but got a {have} \
                 register"
            );
            self.report_operand(inst, index, message);
        }
    }
}
