//! Rules of instructions about all their operands.

use avarice_target::{InstrFlags, op};

use super::Verifier;
use crate::entities::{Inst, Reg};
use crate::function::MiFlags;
use crate::memory::MemFlags;
use crate::operand::{Operand, OperandFlags, OperandKind};

/// The flag of inline assembly that reads memory.
const ASM_MAY_LOAD: i64 = 8;
/// The flag of inline assembly that writes memory.
const ASM_MAY_STORE: i64 = 16;

impl Verifier<'_> {
    pub(super) fn check_inst(&mut self, inst: Inst) {
        let function = self.function;
        let desc = function.desc(inst);
        let num = function.num_operands(inst);
        if num < desc.operands.len() {
            let expected = desc.operands.len();
            let message =
                format!("Too few operands: {expected} operands expected, but {num} given.");
            self.malformed = true;
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
        if function.opcode(inst) == op::DBG_VALUE && num == 4 && function.debug_loc(inst).is_none()
        {
            self.report_inst(inst, "Missing DebugLoc for debug instruction");
        }
        self.check_mem_operands(inst);
        if let Some(message) = self.hooks.verify_inst(function, inst) {
            self.report_inst(inst, message);
        }
        match function.opcode(inst) {
            op::INLINEASM | op::INLINEASM_BR => self.check_inline_asm(inst),
            op::REG_SEQUENCE => self.check_reg_sequence(inst),
            op::INSERT_SUBREG => self.check_insert_subreg(inst),
            op::STATEPOINT => self.check_statepoint(inst),
            _ => {}
        }
    }

    fn check_mem_operands(&mut self, inst: Inst) {
        let function = self.function;
        let desc = function.desc(inst);
        let mut may_load = desc.has(InstrFlags::MAY_LOAD);
        let mut may_store = desc.has(InstrFlags::MAY_STORE);
        if matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR) {
            // Inline assembly says so in its flags.
            let flags = function.operands(inst).get(1).and_then(Operand::as_imm);
            may_load |= flags.is_some_and(|flags| flags & ASM_MAY_LOAD != 0);
            may_store |= flags.is_some_and(|flags| flags & ASM_MAY_STORE != 0);
        }
        for operand in function.mem_ops(inst) {
            if operand.flags.contains(MemFlags::LOAD) && !may_load {
                self.report_inst(inst, "Missing mayLoad flag");
            }
            if operand.flags.contains(MemFlags::STORE) && !may_store {
                self.report_inst(inst, "Missing mayStore flag");
            }
        }
    }

    fn check_insert_subreg(&mut self, inst: Inst) {
        let target = self.function.target;
        let inserted = *self.function.operand(inst, 2);
        let known = 1..target.sub_reg_indices.len() as i64;
        let index = self.function.operand(inst, 3).as_imm();
        let Some(index) = index.filter(|index| known.contains(index)) else {
            let message = "Invalid subregister index operand for INSERT_SUBREG";
            self.report_operand(inst, 3, message);
            return;
        };
        let size = match inserted.sub_reg() {
            sub if sub.is_none() => self.reg_size(inserted.as_reg()),
            sub => target.sub_reg_indices[sub.index()].size_bits,
        };
        if target.sub_reg_indices[index as usize].size_bits < size {
            self.report_inst(
                inst,
                "INSERT_SUBREG expected inserted value to have equal or lesser size than the subreg it \
                 was inserted into",
            );
        }
    }

    /// Bits of a register: those of its class, or of the smallest class that has it.
    fn reg_size(&self, reg: Reg) -> u16 {
        let target = self.function.target;
        if let Some(reg) = reg.as_virtual() {
            return target.class(self.function.class(reg)).size_bits;
        }
        let Some(reg) = reg.as_physical() else {
            return 0;
        };
        let classes = target.classes.iter().filter(|class| class.contains(reg));
        classes.map(|class| class.size_bits).min().unwrap_or(0)
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
}
