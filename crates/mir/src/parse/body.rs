//! Blocks of a body: labels with attributes first, so that instructions can name blocks further down;
//! then edges, live-ins and instructions.

use avarice_target::LaneMask;

use super::document::DocumentReader;
use super::error::{Result, Span, fault};
use super::lexer::{Lexer, TOO_LARGE_FOR_32_BITS, TOO_LARGE_FOR_64_BITS, Tok, Token, unescape};
use crate::block::{BlockSection, BlockSections};
use crate::entities::{Block, Inst};
use crate::function::MiFlags;
use avarice_ir::BranchProbability;

/// The text of a body with one token of lookahead.
pub(super) struct Cursor<'t> {
    lexer: Lexer<'t>,
    text: &'t [u8],
    pub token: Token,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t [u8], range: Span) -> Result<Self> {
        let mut lexer = Lexer::new(text, range);
        let token = lexer.next()?;
        Ok(Self { lexer, text, token })
    }

    /// Goes to the next token.
    pub fn advance(&mut self) -> Result<()> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Goes to the next token if this one is `tok`.
    pub fn eat(&mut self, tok: Tok) -> Result<bool> {
        let found = self.token.tok == tok;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Goes to the next token if this one is `punct`.
    pub fn eat_punct(&mut self, punct: u8) -> Result<bool> {
        self.eat(Tok::Punct(punct))
    }

    /// Goes past `punct`, which must be here.
    pub fn expect(&mut self, punct: u8) -> Result<()> {
        if self.eat_punct(punct)? {
            return Ok(());
        }
        self.fail(format!("expected '{}'", char::from(punct)))
    }

    /// An error about this token.
    pub fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        fault(self.token.span.clone(), message)
    }

    /// The token's text if it is a word, else nothing.
    pub fn word(&self) -> &'t str {
        match self.token.tok {
            Tok::Word => self.token_text(),
            _ => "",
        }
    }

    /// Goes to the next token if this one is the word.
    pub fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.word() == word;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// The token's text.
    pub fn token_text(&self) -> &'t str {
        // Words, numbers and registers are ASCII.
        std::str::from_utf8(&self.text[self.token.span.clone()]).unwrap_or("")
    }

    /// The token's name, without prefix and quotes.
    pub fn name(&self) -> Vec<u8> {
        unescape(&self.text[self.token.name.clone()])
    }

    /// The token's name, which must be text.
    pub fn name_str(&self) -> &'t str {
        std::str::from_utf8(&self.text[self.token.name.clone()]).unwrap_or("")
    }

    /// Whether the token's name is in quotes.
    pub fn is_quoted(&self) -> bool {
        self.text.get(self.token.name.end) == Some(&b'"')
    }

    /// The text from `start` to the end of this token.
    pub fn text_from(&self, start: usize) -> &'t [u8] {
        &self.text[start..self.token.span.end]
    }

    pub fn at_line_end(&self) -> bool {
        matches!(self.token.tok, Tok::Newline | Tok::Eof)
    }

    /// An unsigned number, decimal or hexadecimal, and the next token.
    pub fn unsigned(&mut self, what: &str) -> Result<u64> {
        let text = self.token_text();
        let value = match self.token.tok {
            Tok::Int if !text.starts_with('-') => text.parse().ok(),
            Tok::Hex => u64::from_str_radix(&text[2..], 16).ok(),
            _ => return self.fail(format!("expected {what}")),
        };
        match value {
            Some(value) => {
                self.advance()?;
                Ok(value)
            }
            None => self.fail(TOO_LARGE_FOR_64_BITS),
        }
    }

    /// A 32-bit unsigned number and the next token.
    pub fn unsigned32(&mut self, what: &str) -> Result<u32> {
        let span = self.token.span.clone();
        let value = self.unsigned(what)?;
        u32::try_from(value).or_else(|_| fault(span, TOO_LARGE_FOR_32_BITS))
    }

    /// `align 16` from the word on.
    pub fn alignment(&mut self) -> Result<u64> {
        let word = self.word();
        self.advance()?;
        let value = self.unsigned(&format!("an integer literal after '{word}'"))?;
        if value.is_power_of_two() && value <= 1 << 32 {
            Ok(value)
        } else {
            self.fail(format!("expected a power-of-2 literal after '{word}'"))
        }
    }
}

impl DocumentReader<'_> {
    /// Creates the blocks of a body.
    pub(super) fn read_block_definitions(&mut self, range: Span) -> Result<()> {
        let mut cursor = Cursor::new(self.text, range)?;
        while cursor.eat(Tok::Newline)? {}
        while cursor.token.tok != Tok::Eof {
            let Tok::BlockLabel(number) = cursor.token.tok else {
                return cursor.fail("expected a basic block definition before instructions");
            };
            self.read_block_definition(&mut cursor, number)?;
            skip_block(&mut cursor)?;
        }
        Ok(())
    }

    fn read_block_definition(&mut self, cursor: &mut Cursor<'_>, number: u32) -> Result<()> {
        let span = cursor.token.span.clone();
        let name = cursor.name();
        let block = self.function.append_block();
        if self.blocks.insert(number, block).is_some() {
            return fault(
                span,
                format!("redefinition of machine basic block with id #{number}"),
            );
        }
        cursor.advance()?;
        if cursor.eat_punct(b'(')? {
            loop {
                self.read_block_attribute(cursor, block)?;
                if !cursor.eat_punct(b',')? {
                    break;
                }
            }
            cursor.expect(b')')?;
        }
        cursor.expect(b':')?;
        if !name.is_empty() {
            let ir_block = self.ir.block(&name, true);
            if ir_block.is_none() {
                let name = String::from_utf8_lossy(&name);
                return fault(
                    span,
                    format!(
                        "basic block '{name}' is not defined in the function '{}'",
                        String::from_utf8_lossy(&self.function.name)
                    ),
                );
            }
            self.function.blocks[block].ir_block = ir_block.into();
        }
        Ok(())
    }

    fn read_block_attribute(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Result<()> {
        if cursor.token.tok == Tok::IrBlock {
            let ir_block = self.ir_block(cursor)?;
            self.function.blocks[block].ir_block = ir_block.into();
            return Ok(());
        }
        let data = &mut self.function.blocks[block];
        match cursor.word() {
            "machine-block-address-taken" => data.machine_address_taken = true,
            "landing-pad" => data.eh_pad = true,
            "inlineasm-br-indirect-target" => data.inline_asm_br_target = true,
            "align" => {
                data.align = cursor.alignment()?;
                return Ok(());
            }
            "call-frame-size" => {
                cursor.advance()?;
                data.call_frame_size = cursor.unsigned32("a call frame size")?;
                return Ok(());
            }
            "ir-block-address-taken" => {
                cursor.advance()?;
                let ir_block = self.ir_block(cursor)?;
                self.function.blocks[block].ir_address_taken = ir_block.into();
                return Ok(());
            }
            "ehfunclet-entry" => data.eh_funclet_entry = true,
            "bbsections" => {
                cursor.advance()?;
                self.function.block_sections = BlockSections::Sections;
                data.section = match cursor.word() {
                    "Exception" => BlockSection::Exception,
                    "Cold" => BlockSection::Cold,
                    _ => {
                        data.section = BlockSection::Number(cursor.unsigned32("a section ID")?);
                        return Ok(());
                    }
                };
            }
            "bb_id" => {
                cursor.advance()?;
                let base = cursor.unsigned32("a block ID")?;
                let copy = match cursor.token.tok {
                    Tok::Int => cursor.unsigned32("a clone ID")?,
                    _ => 0,
                };
                data.block_id = Some((base, copy));
                if self.function.block_sections == BlockSections::None {
                    self.function.block_sections = BlockSections::Labels;
                }
                return Ok(());
            }
            _ => return cursor.fail("expected an attribute of the block"),
        }
        cursor.advance()
    }

    /// `%ir-block.name` and the next token.
    pub(super) fn ir_block(&self, cursor: &mut Cursor<'_>) -> Result<avarice_ir::Block> {
        if cursor.token.tok != Tok::IrBlock {
            return cursor.fail("expected an IR block reference");
        }
        match self.ir.block(&cursor.name(), cursor.is_quoted()) {
            Some(block) => {
                cursor.advance()?;
                Ok(block)
            }
            None => cursor.fail(undefined_ir_block(cursor)),
        }
    }

    /// Reads edges, live-ins and instructions of all blocks.
    pub(super) fn read_blocks(&mut self, range: Span) -> Result<()> {
        let mut cursor = Cursor::new(self.text, range)?;
        while cursor.eat(Tok::Newline)? {}
        let mut index = 0;
        while let Tok::BlockLabel(_) = cursor.token.tok {
            let block = self.function.layout[index];
            index += 1;
            while cursor.token.tok != Tok::Newline && cursor.token.tok != Tok::Punct(b':') {
                cursor.advance()?;
            }
            cursor.advance()?;
            let explicit = self.read_block_lists(&mut cursor, block)?;
            self.read_insts(&mut cursor, block)?;
            if !explicit {
                let mut guessed: Vec<Block> = Vec::new();
                for succ in self.function.guess_successors(block) {
                    if !guessed.contains(&succ) {
                        guessed.push(succ);
                    }
                }
                for succ in guessed {
                    let unknown = Some(BranchProbability::UNKNOWN);
                    self.function.add_edge(block, succ, unknown);
                }
                BranchProbability::normalize(&mut self.function.blocks[block].probs);
            }
        }
        Ok(())
    }

    /// The lines `successors:` and `liveins:`. Returns whether there is one of the former.
    fn read_block_lists(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Result<bool> {
        let mut explicit = false;
        loop {
            match cursor.word() {
                "successors" => {
                    explicit = true;
                    self.read_successors(cursor, block)?;
                }
                "liveins" => self.read_live_ins(cursor, block)?,
                _ if cursor.eat(Tok::Newline)? => continue,
                _ => return Ok(explicit),
            }
            if !cursor.at_line_end() {
                return cursor.fail("expected line break at the end of a list");
            }
            cursor.advance()?;
        }
    }

    fn read_successors(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Result<()> {
        cursor.advance()?;
        cursor.expect(b':')?;
        if cursor.at_line_end() {
            return Ok(());
        }
        loop {
            let Tok::BlockRef(number) = cursor.token.tok else {
                return cursor.fail("expected a machine basic block reference");
            };
            let span = cursor.token.span.clone();
            let succ = self.named_block(number, &cursor.name(), span)?;
            cursor.advance()?;
            let mut weight = 0;
            if cursor.eat_punct(b'(')? {
                weight = cursor.unsigned32("an integer literal after '('")?;
                cursor.expect(b')')?;
            }
            let probability = BranchProbability(weight);
            self.function.add_edge(block, succ, Some(probability));
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        BranchProbability::normalize(&mut self.function.blocks[block].probs);
        Ok(())
    }

    fn read_live_ins(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Result<()> {
        cursor.advance()?;
        cursor.expect(b':')?;
        if cursor.at_line_end() {
            return Ok(());
        }
        loop {
            if cursor.token.tok != Tok::PhysReg {
                return cursor.fail("expected a named register");
            }
            let reg = self.phys_reg(cursor.name_str(), cursor.token.span.clone())?;
            cursor.advance()?;
            let mut lanes = LaneMask::ALL;
            if cursor.eat_punct(b':')? {
                lanes = LaneMask(cursor.unsigned("a lane mask")?);
            }
            self.function.blocks[block].live_ins.push((reg, lanes));
            if !cursor.eat_punct(b',')? {
                return Ok(());
            }
        }
    }

    fn read_insts(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Result<()> {
        let mut in_bundle = false;
        let mut prev: Option<Inst> = None;
        loop {
            match cursor.token.tok {
                Tok::Eof | Tok::BlockLabel(_) => return Ok(()),
                Tok::Newline => {
                    cursor.advance()?;
                    continue;
                }
                Tok::Punct(b'}') if in_bundle => {
                    cursor.advance()?;
                    in_bundle = false;
                    continue;
                }
                _ => {}
            }
            let inst = self.read_inst(cursor)?;
            self.function.append_inst(block, inst);
            if in_bundle && let Some(prev) = prev {
                self.function.insts[prev].flags |= MiFlags::BUNDLED_SUCC;
                self.function.insts[inst].flags |= MiFlags::BUNDLED_PRED;
            }
            prev = Some(inst);
            if cursor.token.tok == Tok::Punct(b'{') {
                if in_bundle {
                    return cursor.fail("nested instruction bundles are not allowed");
                }
                cursor.advance()?;
                self.function.insts[inst].flags |= MiFlags::BUNDLED_SUCC;
                in_bundle = true;
            }
        }
    }
}

/// That the IR block of this token does not exist.
pub(super) fn undefined_ir_block(cursor: &Cursor<'_>) -> String {
    format!("use of undefined IR block '{}'", cursor.token_text())
}

/// Goes past a block's lines to the next label, which must start a line, checking braces.
fn skip_block(cursor: &mut Cursor<'_>) -> Result<()> {
    let mut open: Option<Span> = None;
    let mut line_start = false;
    loop {
        match cursor.token.tok {
            Tok::Eof => break,
            Tok::BlockLabel(_) if line_start => break,
            Tok::BlockLabel(_) => {
                return cursor
                    .fail("basic block definition should be located at the start of the line");
            }
            Tok::Punct(b'{') if open.is_some() => {
                return cursor.fail("nested instruction bundles are not allowed");
            }
            Tok::Punct(b'{') => open = Some(cursor.token.span.clone()),
            Tok::Punct(b'}') if open.take().is_none() => {
                return cursor.fail("extraneous closing brace ('}')");
            }
            _ => {}
        }
        line_start = cursor.token.tok == Tok::Newline;
        cursor.advance()?;
    }
    match open {
        Some(span) => fault(span, "this '{' is never closed"),
        None => Ok(()),
    }
}
