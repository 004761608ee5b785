//! Memory operands.

use avarice_ir::{AtomicOrdering, ConstKind};

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::Result;
use super::lexer::Tok;
use super::operand::offset;
use crate::memory::{MemFlags, MemOperand, MemPointer};
use crate::print::{MEM_FLAG_WORDS, TARGET_MEM_FLAGS};

impl DocumentReader<'_> {
    /// `(load (s32) from %ir.x, align 8)`.
    pub(super) fn mem_operand(&mut self, cursor: &mut Cursor<'_>) -> Result<MemOperand> {
        cursor.expect(b'(')?;
        let mut flags = self.mem_flags(cursor)?;
        if cursor.eat_word("load")? {
            flags |= MemFlags::LOAD;
        }
        if cursor.eat_word("store")? {
            flags |= MemFlags::STORE;
        }
        if !flags.intersects(MemFlags::LOAD | MemFlags::STORE) {
            return cursor.fail("expected 'load' or 'store' memory operation");
        }
        let mut operand = MemOperand::new(flags, MemPointer::Unknown, 0, 1, 1);
        if cursor.eat_word("syncscope")? {
            cursor.expect(b'(')?;
            if cursor.token.tok != Tok::Str {
                return cursor.fail("expected a string");
            }
            let scope = String::from_utf8_lossy(&cursor.name()).into_owned();
            operand.sync_scope = self.symbol(scope.as_bytes()).into();
            cursor.advance()?;
            cursor.expect(b')')?;
        }
        operand.ordering = ordering(cursor)?;
        operand.failure_ordering = ordering(cursor)?;
        self.mem_size(cursor, &mut operand)?;
        self.mem_place(cursor, &mut operand)?;
        operand.base_align = match operand.size {
            Some(size) => size.max(1).checked_next_power_of_two().unwrap_or(1 << 63),
            None => 1,
        };
        while cursor.eat_punct(b',')? {
            self.mem_attribute(cursor, &mut operand)?;
        }
        cursor.expect(b')')?;
        Ok(operand)
    }

    fn mem_flags(&self, cursor: &mut Cursor<'_>) -> Result<MemFlags> {
        let mut flags = MemFlags::empty();
        loop {
            let flag = match cursor.token.tok {
                Tok::Str => {
                    let name = cursor.name();
                    let words = TARGET_MEM_FLAGS.iter().zip(self.target.text.mem_flags);
                    let found = words
                        .into_iter()
                        .find(|(_, word)| !word.is_empty() && word.as_bytes() == name);
                    match found {
                        Some((flag, _)) => *flag,
                        None => {
                            let name = String::from_utf8_lossy(&name);
                            let message = format!("use of undefined target MMO flag '{name}'");
                            return cursor.fail(message);
                        }
                    }
                }
                _ => match MEM_FLAG_WORDS
                    .iter()
                    .find(|(_, word)| *word == cursor.word())
                {
                    Some((flag, _)) => *flag,
                    None => return Ok(flags),
                },
            };
            if flags.contains(flag) {
                let message = format!("duplicate '{}' memory operand flag", cursor.token_text());
                return cursor.fail(message);
            }
            flags |= flag;
            cursor.advance()?;
        }
    }

    /// `(s32)`, `4` or `unknown-size`.
    fn mem_size(&mut self, cursor: &mut Cursor<'_>, operand: &mut MemOperand) -> Result<()> {
        if cursor.eat_word("unknown-size")? {
            operand.size = None;
            return Ok(());
        }
        if cursor.token.tok == Tok::Int {
            operand.size = Some(cursor.unsigned("the size integer literal")?);
            return Ok(());
        }
        if !cursor.eat_punct(b'(')? {
            return cursor.fail(
                "expected memory LLT, the size integer literal or 'unknown-size' after memory operation",
            );
        }
        let ty = self.low_level_type(cursor)?;
        cursor.expect(b')')?;
        operand.size = Some(ty.bytes());
        operand.low_level_type = ty;
        Ok(())
    }

    /// `from %ir.x + 4`.
    fn mem_place(&mut self, cursor: &mut Cursor<'_>, operand: &mut MemOperand) -> Result<()> {
        if cursor.token.tok != Tok::Word {
            return Ok(());
        }
        let both = MemFlags::LOAD | MemFlags::STORE;
        let word = match operand.flags & both {
            f if f == both => "on",
            f if f == MemFlags::LOAD => "from",
            _ => "into",
        };
        if !cursor.eat_word(word)? {
            return cursor.fail(format!("expected '{word}'"));
        }
        operand.pointer = self.mem_pointer(cursor)?;
        operand.offset = offset(cursor)?;
        Ok(())
    }

    fn mem_pointer(&mut self, cursor: &mut Cursor<'_>) -> Result<MemPointer> {
        let pointer = match cursor.token.tok {
            Tok::Stack(_) | Tok::FixedStack(_) => return Ok(MemPointer::Stack(self.slot(cursor)?)),
            Tok::Global => return Ok(MemPointer::Global(self.global(cursor)?)),
            Tok::IrValue => {
                let name = cursor.name();
                match self.ir.value(&name, cursor.is_quoted()) {
                    Some(value) if self.is_pointer(value) => MemPointer::Value(value),
                    Some(_) => return cursor.fail("expected a pointer IR value"),
                    None => {
                        let name = String::from_utf8_lossy(&name);
                        return cursor.fail(format!("use of undefined IR value '%ir.{name}'"));
                    }
                }
            }
            Tok::IrConstant => {
                let span = cursor.token.name.clone();
                let text = self.text[span.clone()].to_vec();
                let id = self.ir_constant(&text, span)?;
                match self.module.consts[id].kind {
                    ConstKind::Global(global) => MemPointer::Global(global),
                    _ => MemPointer::Const(id),
                }
            }
            Tok::Word => match cursor.word() {
                "stack" => MemPointer::StackArgs,
                "constant-pool" => MemPointer::ConstPool,
                "jump-table" => MemPointer::JumpTable,
                "got" => MemPointer::Got,
                "unknown-address" => MemPointer::Unknown,
                "call-entry" => return self.call_entry(cursor),
                _ => return cursor.fail("expected an IR value reference"),
            },
            _ => return cursor.fail("expected an IR value reference"),
        };
        cursor.advance()?;
        Ok(pointer)
    }

    fn is_pointer(&self, value: avarice_ir::Value) -> bool {
        let global = self.function.ir_function;
        let body = global.and_then(|global| self.module.globals[global].body());
        let ty = body.map(|body| body.values[value].ty);
        ty.is_some_and(|ty| self.module.types.is_ptr(ty))
    }

    fn call_entry(&mut self, cursor: &mut Cursor<'_>) -> Result<MemPointer> {
        cursor.advance()?;
        match cursor.token.tok {
            Tok::Global => Ok(MemPointer::CallEntryGlobal(self.global(cursor)?)),
            Tok::Symbol => {
                let symbol = self.symbol(&cursor.name());
                cursor.advance()?;
                Ok(MemPointer::CallEntrySymbol(symbol))
            }
            _ => cursor.fail("expected a global value or an external symbol after 'call-entry'"),
        }
    }

    fn mem_attribute(&mut self, cursor: &mut Cursor<'_>, operand: &mut MemOperand) -> Result<()> {
        if cursor.token.tok == Tok::MetadataWord {
            let word = cursor.name_str();
            let slot = match word {
                "tbaa" => &mut operand.tbaa,
                "alias.scope" => &mut operand.alias_scope,
                "noalias" => &mut operand.no_alias,
                "range" => &mut operand.range,
                _ => return cursor.fail(format!("use of unknown metadata keyword '!{word}'")),
            };
            cursor.advance()?;
            *slot = self.metadata_ref(cursor)?.into();
            return Ok(());
        }
        match cursor.word() {
            "align" => {
                operand.base_align = cursor.alignment()?;
                if operand.offset & (operand.base_align as i64 - 1) != 0 {
                    return cursor.fail("specified alignment is more aligned than offset");
                }
            }
            "basealign" => operand.base_align = cursor.alignment()?,
            "addrspace" => {
                cursor.advance()?;
                operand.address_space =
                    cursor.unsigned32("an integer literal after 'addrspace'")?;
            }
            _ => {
                return cursor.fail(
                    "expected 'align' or '!tbaa' or '!alias.scope' or '!noalias' or '!range'",
                );
            }
        }
        Ok(())
    }
}

fn ordering(cursor: &mut Cursor<'_>) -> Result<AtomicOrdering> {
    let word = cursor.word();
    if word.is_empty() || word == "unknown-size" {
        return Ok(AtomicOrdering::NotAtomic);
    }
    match AtomicOrdering::from_keyword(word) {
        Some(ordering) => {
            cursor.advance()?;
            Ok(ordering)
        }
        None => cursor.fail("expected an atomic scope, ordering or a size specification"),
    }
}
