//! Call frame instructions: the operand of `CFI_INSTRUCTION`.

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::Result;
use super::lexer::Tok;
use crate::entities::Symbol;
use crate::frame::CfiInstruction;

impl DocumentReader<'_> {
    /// `offset $rbp, -16` and the like.
    pub(super) fn cfi(&mut self, cursor: &mut Cursor<'_>) -> Result<CfiInstruction> {
        use CfiInstruction as C;
        let word = cursor.word();
        let span = cursor.token.span.clone();
        cursor.advance()?;
        Ok(match word {
            "def_cfa_offset" if cursor.token.tok == Tok::McSymbol => {
                cursor.advance()?;
                C::LabeledCfaOffset(offset(cursor)?)
            }
            "def_cfa_offset" => C::DefCfaOffset(offset(cursor)?),
            "adjust_cfa_offset" => C::AdjustCfaOffset(offset(cursor)?),
            "def_cfa_register" => C::DefCfaRegister(self.dwarf_reg(cursor)?),
            "same_value" => C::SameValue(self.dwarf_reg(cursor)?),
            "restore" => C::Restore(self.dwarf_reg(cursor)?),
            "undefined" => C::Undefined(self.dwarf_reg(cursor)?),
            "def_cfa" | "offset" | "rel_offset" | "llvm_def_aspace_cfa" => {
                let reg = self.dwarf_reg(cursor)?;
                cursor.expect(b',')?;
                let offset = offset(cursor)?;
                match word {
                    "def_cfa" => C::DefCfa(reg, offset),
                    "offset" => C::Offset(reg, offset),
                    "rel_offset" => C::RelOffset(reg, offset),
                    _ => {
                        cursor.expect(b',')?;
                        let space = cursor.unsigned32("a cfi address space literal")?;
                        C::LlvmDefAspaceCfa(reg, offset, space)
                    }
                }
            }
            "register" => {
                let from = self.dwarf_reg(cursor)?;
                cursor.expect(b',')?;
                C::Register(from, self.dwarf_reg(cursor)?)
            }
            "remember_state" => C::RememberState,
            "restore_state" => C::RestoreState,
            "window_save" => C::WindowSave,
            "negate_ra_sign_state" => C::NegateRaState,
            "escape" => C::Escape(self.escape(cursor)?),
            _ => {
                let message = format!("unknown call frame instruction '{word}'");
                return super::error::fault(span, message);
            }
        })
    }

    /// Bytes, as the symbol of their text.
    fn escape(&mut self, cursor: &mut Cursor<'_>) -> Result<Symbol> {
        use std::fmt::Write;
        let mut text = String::new();
        loop {
            if cursor.token.tok != Tok::Hex {
                return cursor.fail("expected a hexadecimal literal");
            }
            let span = cursor.token.span.clone();
            let value = cursor.unsigned32("a hexadecimal literal")?;
            if value > 0xff {
                return super::error::fault(span, "expected a 8-bit integer (too large)");
            }
            let _ = write!(text, "0x{value:02x}");
            if !cursor.eat_punct(b',')? {
                return Ok(self.symbol(text.as_bytes()));
            }
            text.push_str(", ");
        }
    }

    fn dwarf_reg(&self, cursor: &mut Cursor<'_>) -> Result<u16> {
        if cursor.token.tok != Tok::PhysReg {
            return cursor.fail("expected a cfi register");
        }
        let reg = self.phys_reg(cursor.name_str(), cursor.token.span.clone())?;
        let number = (!reg.is_none()).then(|| self.target.desc.reg(reg).dwarf);
        match number.map(u16::try_from) {
            Some(Ok(number)) => {
                cursor.advance()?;
                Ok(number)
            }
            _ => cursor.fail("invalid DWARF register"),
        }
    }
}

/// A signed 32-bit integer.
fn offset(cursor: &mut Cursor<'_>) -> Result<i64> {
    if cursor.token.tok != Tok::Int {
        return cursor.fail("expected a cfi offset");
    }
    match cursor.token_text().parse::<i32>() {
        Ok(value) => {
            cursor.advance()?;
            Ok(value.into())
        }
        Err(_) => cursor.fail("expected a 32 bit integer (the cfi offset is too large)"),
    }
}
