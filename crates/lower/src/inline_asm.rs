//! Inline assembly: its constraints, and the operands of the instruction that they become.
//!
//! ```text
//!   "=&r,*m,{@cc,z},~{memory}"     an output that is written early, memory at an address, a named place,
//!                                  something that is destroyed
//! ```

use avarice_ir::module::InlineAsmData;
use avarice_ir::{ConstKind, Inst, Module};
use avarice_mir::inline_asm::{AsmExtra, AsmFlag};
use avarice_mir::{Operand, OperandFlags, Reg};
use avarice_target::PhysReg;

use crate::function::FunctionLowering;

/// One constraint of the list.
#[derive(Debug)]
pub struct Constraint<'t> {
    /// `=`: an output.
    pub is_output: bool,
    /// `*`: the operand is the address of memory.
    pub is_indirect: bool,
    /// `&`: written before all inputs are read.
    pub is_early: bool,
    /// What the operand may be: letters, or a name in braces.
    pub code: &'t str,
}

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

/// The constraints of a list: commas in braces do not separate.
pub fn split_constraints(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// One constraint that is no clobber; `None` if it has an unknown mark.
pub fn parse_constraint(text: &str) -> Option<Constraint<'_>> {
    let mut constraint = Constraint {
        is_output: false,
        is_indirect: false,
        is_early: false,
        code: text,
    };
    loop {
        let mut chars = constraint.code.chars();
        match chars.next()? {
            '=' => constraint.is_output = true,
            '*' => constraint.is_indirect = true,
            '&' => constraint.is_early = true,
            '%' => {}
            '!' | '+' => return None,
            _ => return Some(constraint),
        }
        constraint.code = chars.as_str();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_split_and_marked() {
        let parts = split_constraints("=&r,*m,{@cc,z},~{memory}");
        assert_eq!(parts, ["=&r", "*m", "{@cc,z}", "~{memory}"]);
        let first = parse_constraint("=&r").unwrap();
        assert!(first.is_output && first.is_early && !first.is_indirect);
        assert_eq!(first.code, "r");
        assert!(parse_constraint("!i").is_none());
        assert!(split_constraints("").is_empty());
    }
}
