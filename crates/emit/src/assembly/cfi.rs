//! Call frame instructions as directives.

use avarice_mir::{CfiInstruction, MachineFunction};
use std::fmt::Write;

use super::Printer;
use crate::error::EmitError;

impl Printer<'_> {
    pub(super) fn cfi(
        &mut self,
        function: &MachineFunction,
        instruction: CfiInstruction,
    ) -> Result<(), EmitError> {
        let syntax = self.names.options.syntax;
        let reg = |number: u16| {
            let name = self.emitter.dwarf_register(number, syntax);
            name.unwrap_or_else(|| number.to_string())
        };
        let text = match instruction {
            CfiInstruction::DefCfaOffset(offset) | CfiInstruction::LabeledCfaOffset(offset) => {
                format!("def_cfa_offset {offset}")
            }
            CfiInstruction::DefCfaRegister(r) => format!("def_cfa_register {}", reg(r)),
            CfiInstruction::DefCfa(r, offset) => format!("def_cfa {}, {offset}", reg(r)),
            CfiInstruction::AdjustCfaOffset(by) => format!("adjust_cfa_offset {by}"),
            CfiInstruction::Offset(r, offset) => format!("offset {}, {offset}", reg(r)),
            CfiInstruction::RelOffset(r, offset) => format!("rel_offset {}, {offset}", reg(r)),
            CfiInstruction::SameValue(r) => format!("same_value {}", reg(r)),
            CfiInstruction::Restore(r) => format!("restore {}", reg(r)),
            CfiInstruction::Undefined(r) => format!("undefined {}", reg(r)),
            CfiInstruction::Register(a, b) => format!("register {}, {}", reg(a), reg(b)),
            CfiInstruction::RememberState => "remember_state".into(),
            CfiInstruction::RestoreState => "restore_state".into(),
            CfiInstruction::GnuArgsSize(size) => {
                let size = u8::try_from(size).ok().filter(|s| *s < 128);
                let size =
                    size.ok_or_else(|| EmitError::unsupported("argument area of this size"))?;
                // DW_CFA_GNU_args_size
                format!("escape 0x2e, {size:#x}")
            }
            CfiInstruction::NegateRaState => "negate_ra_state".into(),
            CfiInstruction::Escape(bytes) => {
                // llc leaves a comment that says nothing.
                self.out.comment("");
                format!("escape {}", function.symbols[bytes])
            }
            CfiInstruction::WindowSave | CfiInstruction::LlvmDefAspaceCfa(..) => {
                return Err(EmitError::unsupported("raw call frame instruction"));
            }
        };
        let _ = writeln!(self.out, "\t.cfi_{text}");
        Ok(())
    }
}
