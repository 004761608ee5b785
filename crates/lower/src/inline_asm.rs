//! The operands of inline assembly.

use avarice_ir::module::InlineAsmData;
use avarice_ir::{ConstKind, Inst, Module};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag};
use avarice_mir::{Operand, OperandFlags, Reg};
use avarice_target::PhysReg;

use crate::function::FunctionLowering;

/// Operands of the instruction in the making.
#[derive(Default)]
pub struct AsmOperands {
    /// All groups, each with its word in front.
    pub operands: Vec<Operand>,
    /// For each group the index of its first operand in the instruction.
    pub groups: Vec<usize>,
    /// Definition and use that are one register.
    pub ties: Vec<(usize, usize)>,
    /// Further effects of the text.
    pub extra: i64,
    /// Copies to fixed registers: those go last, nothing may come between them and the text.
    pub copies: Vec<(PhysReg, Reg)>,
}

impl AsmOperands {
    /// Operands of an `INLINEASM` before its groups.
    pub const FIRST_GROUP: usize = 2;

    /// Adds a group.
    pub fn group(&mut self, flag: AsmFlag, operands: &[Operand]) {
        self.operands.push(Operand::imm(i64::from(flag.0)));
        self.groups.push(Self::FIRST_GROUP + self.operands.len());
        self.operands.extend_from_slice(operands);
    }

    /// A fixed register that is an input, too, is written after the input is read, whatever its constraint says.
    pub fn settle_early_clobbers(&mut self) {
        for index in 0..self.operands.len() {
            let register = self.operands[index].as_reg();
            let early = self.operands[index].has(OperandFlags::EARLY_CLOBBER);
            let is_read = |operand: &Operand| operand.is_use() && operand.as_reg() == register;
            if early && register.as_physical().is_some() && self.operands.iter().any(is_read) {
                self.operands[index].set(OperandFlags::EARLY_CLOBBER, false);
            }
        }
    }

    /// Adds what the IR says about the text.
    pub fn add_marks(&mut self, asm: &InlineAsmData) {
        if asm.side_effect {
            self.extra |= AsmExtra::SIDE_EFFECT.bits();
        }
        if asm.align_stack {
            self.extra |= AsmExtra::ALIGN_STACK.bits();
        }
    }
}

impl<'m> FunctionLowering<'m> {
    /// The inline assembly that a call calls.
    pub fn called_asm(&self, inst: Inst) -> Option<&'m InlineAsmData> {
        let callee = self.function.operands(inst).next_back()?;
        match self.const_kind(callee)? {
            ConstKind::InlineAsm(id) => {
                let module: &'m Module = self.module;
                Some(&module.inline_asms[*id])
            }
            _ => None,
        }
    }
}
