//! Operands.

use avarice_ir::MetadataId;
use avarice_target::{Opcode, SubRegIdx};
use cranelift_entity::EntityRef;

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::{Result, fault};
use super::inst::{ReadOperand, is_register_start, register_flag};
use super::lexer::Tok;
use crate::entities::{FrameIndex, Reg};
use crate::frame::CfiInstruction;
use crate::operand::{Operand, OperandFlags, OperandKind};
use crate::print::{FIRST_INT_PREDICATE, FLOAT_PREDICATES};

impl DocumentReader<'_> {
    /// An operand with its target flags; it will be number `index` of its instruction.
    pub(super) fn machine_operand(
        &mut self,
        cursor: &mut Cursor<'_>,
        opcode: Opcode,
        index: usize,
    ) -> Result<ReadOperand> {
        let start = cursor.token.span.clone();
        let target_flags = self.target_flags(cursor)?;
        if is_register_start(cursor) {
            if target_flags.is_some() {
                return cursor.fail("register operands can't have target flags");
            }
            return self.register_operand(cursor, false);
        }
        let mut operand = self.other_operand(cursor, opcode)?;
        if index >= usize::from(u16::MAX) {
            return fault(start, "too many operands");
        }
        operand.set_target_flags(target_flags.unwrap_or(0));
        let span = start.start..cursor.token.span.start;
        Ok(ReadOperand {
            operand,
            span,
            tied_def: None,
        })
    }

    /// `target-flags(a, b)`.
    fn target_flags(&self, cursor: &mut Cursor<'_>) -> Result<Option<u16>> {
        if !cursor.eat_word("target-flags")? {
            return Ok(None);
        }
        cursor.expect(b'(')?;
        let mut flags = 0;
        loop {
            let word = cursor.word();
            match self.target.text.target_flag(word) {
                Some(flag) => flags |= flag,
                None => return cursor.fail(format!("use of undefined target flag '{word}'")),
            }
            cursor.advance()?;
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        cursor.expect(b')')?;
        Ok(Some(flags))
    }

    /// A register with marks, sub-register, class and tie. `is_result`: it stands left of `=`.
    pub(super) fn register_operand(
        &mut self,
        cursor: &mut Cursor<'_>,
        is_result: bool,
    ) -> Result<ReadOperand> {
        let start = cursor.token.span.start;
        let mut flags = OperandFlags::empty();
        flags.set(OperandFlags::DEF, is_result);
        while let Some(flag) = register_flag(cursor.word()) {
            if flags.contains(flag) {
                let message = format!("duplicate '{}' register flag", cursor.word());
                return cursor.fail(message);
            }
            flags |= flag;
            cursor.advance()?;
        }
        let reg = self.register_token(cursor)?;
        let mut sub = SubRegIdx::NONE;
        if cursor.eat_punct(b'.')? {
            if !reg.is_virtual() {
                return cursor.fail("subregister index expects a virtual register");
            }
            let word = cursor.word();
            sub = match self.target.desc.sub_reg_idx_by_name(word) {
                Some(sub) => sub,
                None => return cursor.fail(format!("use of unknown subregister index '{word}'")),
            };
            cursor.advance()?;
        }
        if cursor.eat_punct(b':')? {
            self.register_class(cursor, reg)?;
        }
        let mut tied_def = None;
        if cursor.eat_punct(b'(')? {
            if flags.contains(OperandFlags::DEF) || !cursor.eat_word("tied-def")? {
                return cursor.fail("low-level types of registers are not supported");
            }
            tied_def = Some(cursor.unsigned32("an integer literal after 'tied-def'")? as usize);
            cursor.expect(b')')?;
        }
        let span = start..cursor.token.span.start;
        let is_def = flags.contains(OperandFlags::DEF);
        if is_def && flags.contains(OperandFlags::KILL) {
            return fault(span, "cannot have a killed def operand");
        }
        if !is_def && flags.contains(OperandFlags::DEAD) {
            return fault(span, "cannot have a dead use operand");
        }
        Ok(ReadOperand {
            operand: Operand::reg(reg).with(flags).with_sub_reg(sub),
            span,
            tied_def,
        })
    }

    fn register_token(&mut self, cursor: &mut Cursor<'_>) -> Result<Reg> {
        let span = cursor.token.span.clone();
        let reg = match cursor.token.tok {
            Tok::PhysReg => self.phys_reg(cursor.name_str(), span)?.into(),
            Tok::VReg(number) => self.vreg(number, span).into(),
            Tok::NamedVReg => self.named_vreg(cursor.name_str(), span).into(),
            _ => return cursor.fail("expected a register after register flags"),
        };
        cursor.advance()?;
        Ok(reg)
    }

    /// A class after the colon.
    fn register_class(&mut self, cursor: &mut Cursor<'_>, reg: Reg) -> Result<()> {
        let Some(reg) = reg.as_virtual() else {
            return cursor.fail("register class specification expects a virtual register");
        };
        let name = cursor.word();
        if name.is_empty() {
            return cursor.fail("expected a register class");
        }
        let class = self.class(name, cursor.token.span.clone())?;
        let known = self.unknown_class[reg.index()].is_none();
        if known && self.function.class(reg) != class {
            let old = self.target.desc.class(self.function.class(reg)).mir_name;
            return cursor.fail(format!("conflicting register classes, previously: {old}"));
        }
        self.unknown_class[reg.index()] = None;
        self.function.vregs[reg].class = class;
        cursor.advance()
    }

    /// Any operand but a register, and the next token.
    fn other_operand(&mut self, cursor: &mut Cursor<'_>, opcode: Opcode) -> Result<Operand> {
        let span = cursor.token.span.clone();
        let operand = match cursor.token.tok {
            Tok::Int => return integer(cursor),
            Tok::BlockRef(number) => Operand::block(self.block(number, span)?),
            Tok::Stack(_) | Tok::FixedStack(_) => {
                return Ok(Operand::frame_index(self.slot(cursor)?));
            }
            Tok::Const(number) => match self.constants.get(&number) {
                Some(index) => {
                    let index = *index;
                    cursor.advance()?;
                    return Ok(Operand::const_pool(index, offset(cursor)?));
                }
                None => return cursor.fail(format!("use of undefined constant '%const.{number}'")),
            },
            Tok::JumpTable(number) => match self.jump_tables.get(&number) {
                Some(index) => Operand::jump_table(*index),
                None => {
                    return cursor.fail(format!(
                        "use of undefined jump table '%jump-table.{number}'"
                    ));
                }
            },
            Tok::SubReg => {
                let name = cursor.name_str();
                match self.target.desc.sub_reg_idx_by_name(name) {
                    Some(index) => Operand::imm(i64::from(index.0)),
                    None => return cursor.fail(format!("unknown subregister index '{name}'")),
                }
            }
            Tok::Global => {
                let global = self.global(cursor)?;
                return Ok(Operand::global(global, offset(cursor)?));
            }
            Tok::Symbol => {
                let symbol = self
                    .function
                    .symbol(&String::from_utf8_lossy(&cursor.name()));
                cursor.advance()?;
                return Ok(Operand::symbol(symbol, offset(cursor)?));
            }
            Tok::McSymbol => {
                let symbol = self
                    .function
                    .symbol(&String::from_utf8_lossy(&cursor.name()));
                Operand::mc_symbol(symbol)
            }
            Tok::Punct(b'!') => return Ok(Operand::metadata(self.metadata_ref(cursor)?)),
            Tok::Word => return self.word_operand(cursor, opcode),
            _ => return cursor.fail("expected a machine operand"),
        };
        cursor.advance()?;
        Ok(operand)
    }

    /// Operands that begin with a word.
    fn word_operand(&mut self, cursor: &mut Cursor<'_>, opcode: Opcode) -> Result<Operand> {
        let word = cursor.word();
        if opcode == avarice_target::op::CFI_INSTRUCTION {
            let cfi = self.cfi(cursor)?;
            return Ok(Operand::cfi(self.function.cfi.push(cfi)));
        }
        match word {
            "intpred" | "floatpred" => return predicate(cursor),
            "blockaddress" => return self.block_address(cursor),
            "target-index" => return self.target_index(cursor),
            "CustomRegMask" => return self.custom_mask(cursor),
            "intrinsic" | "shufflemask" | "liveout" | "dbg-instr-ref" => {
                return cursor.fail(format!("operand '{word}' is not supported"));
            }
            "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128" | "ppc_fp128" => {
                return self.typed_constant(cursor, OperandKind::FpImm);
            }
            _ => {}
        }
        if let Some(mask) = self.target.desc.reg_mask_by_name(word) {
            cursor.advance()?;
            return Ok(Operand::reg_mask(mask));
        }
        let bits = word.strip_prefix('i');
        if bits.is_some_and(|b| !b.is_empty() && b.bytes().all(|c| c.is_ascii_digit())) {
            return self.typed_constant(cursor, OperandKind::CImm);
        }
        cursor.fail("expected a machine operand")
    }

    /// `i32 5` or `double 1.0`.
    fn typed_constant(&mut self, cursor: &mut Cursor<'_>, kind: OperandKind) -> Result<Operand> {
        let start = cursor.token.span.start;
        cursor.advance()?;
        let text = cursor.text_from(start).to_vec();
        let id = self.ir_constant(&text, start..cursor.token.span.end)?;
        cursor.advance()?;
        Ok(Operand::ir_constant(kind, id))
    }

    /// `@name` and the next token.
    pub(super) fn global(&self, cursor: &mut Cursor<'_>) -> Result<avarice_ir::Global> {
        let name = cursor.name();
        match self.symbols.global(self.module, &name, cursor.is_quoted()) {
            Some(global) => {
                cursor.advance()?;
                Ok(global)
            }
            None => {
                let name = String::from_utf8_lossy(&name);
                cursor.fail(format!("use of undefined global value '@{name}'"))
            }
        }
    }

    /// `%stack.0.name` or `%fixed-stack.0` and the next token.
    pub(super) fn slot(&self, cursor: &mut Cursor<'_>) -> Result<FrameIndex> {
        let found = match cursor.token.tok {
            Tok::Stack(number) => self.slots.get(&number),
            Tok::FixedStack(number) => self.fixed_slots.get(&number),
            _ => return cursor.fail("expected a stack object"),
        };
        let Some(slot) = found.copied() else {
            return cursor.fail(format!(
                "use of undefined stack object '{}'",
                cursor.token_text()
            ));
        };
        let name = cursor.name();
        if !name.is_empty() {
            let object = self.function.frame.object(slot);
            let named = self.ir.value(&name, true);
            if named.is_none() || named != object.alloca {
                let name = String::from_utf8_lossy(&name);
                return cursor.fail(format!("the name of this stack object isn't '{name}'"));
            }
        }
        cursor.advance()?;
        Ok(slot)
    }

    /// `!4` and the next token.
    pub(super) fn metadata_ref(&self, cursor: &mut Cursor<'_>) -> Result<MetadataId> {
        if cursor.token.tok == Tok::MetadataWord {
            return cursor.fail("metadata that is written in place is not supported");
        }
        cursor.expect(b'!')?;
        let span = cursor.token.span.clone();
        let number = cursor.unsigned32("metadata id after '!'")?;
        match self.symbols.metadata(number) {
            Some(id) => Ok(id),
            None => fault(span, format!("use of undefined metadata '!{number}'")),
        }
    }

    /// `blockaddress(@f, %ir-block.name)`.
    fn block_address(&self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        cursor.expect(b'(')?;
        if cursor.token.tok != Tok::Global {
            return cursor.fail("expected a global value");
        }
        let global = self.global(cursor)?;
        cursor.expect(b',')?;
        let block = if Some(global) == self.function.ir_function {
            self.ir_block(cursor)?
        } else {
            let symbols = self.module.globals[global].body();
            let symbols = symbols.map(super::names::FunctionSymbols::new);
            let name = cursor.name();
            match symbols.and_then(|s| s.block(&name, cursor.is_quoted())) {
                Some(block) => {
                    cursor.advance()?;
                    block
                }
                None => return cursor.fail("use of undefined IR block"),
            }
        };
        cursor.expect(b')')?;
        Ok(Operand::block_address(global, block))
    }

    fn target_index(&self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        cursor.expect(b'(')?;
        let word = cursor.word();
        let names = self.target.text.target_indices;
        let Some((index, _)) = names.iter().find(|(_, name)| *name == word) else {
            return cursor.fail(format!("use of undefined target index '{word}'"));
        };
        cursor.advance()?;
        cursor.expect(b')')?;
        Ok(Operand::indexed(
            OperandKind::TargetIndex,
            *index,
            offset(cursor)?,
        ))
    }

    /// `CustomRegMask($a,$b)`.
    fn custom_mask(&mut self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        cursor.expect(b'(')?;
        let mut words = vec![0_u32; self.target.desc.registers.len().div_ceil(32)];
        while cursor.token.tok == Tok::PhysReg {
            let reg = self.phys_reg(cursor.name_str(), cursor.token.span.clone())?;
            words[reg.index() / 32] |= 1 << (reg.index() % 32);
            cursor.advance()?;
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        cursor.expect(b')')?;
        let masks = &mut self.function.custom_reg_masks;
        let words = words.into_boxed_slice();
        let index = masks.iter().position(|m| *m == words).unwrap_or_else(|| {
            masks.push(words);
            masks.len() - 1
        });
        Ok(Operand::custom_reg_mask(index as u32))
    }

    /// The operand of a `CFI_INSTRUCTION`.
    fn cfi(&mut self, cursor: &mut Cursor<'_>) -> Result<CfiInstruction> {
        use CfiInstruction as C;
        let word = cursor.word();
        cursor.advance()?;
        Ok(match word {
            "def_cfa_offset" => C::DefCfaOffset(signed(cursor)?),
            "adjust_cfa_offset" => C::AdjustCfaOffset(signed(cursor)?),
            "def_cfa_register" => C::DefCfaRegister(self.dwarf_reg(cursor)?),
            "same_value" => C::SameValue(self.dwarf_reg(cursor)?),
            "restore" => C::Restore(self.dwarf_reg(cursor)?),
            "undefined" => C::Undefined(self.dwarf_reg(cursor)?),
            "def_cfa" | "offset" | "rel_offset" => {
                let reg = self.dwarf_reg(cursor)?;
                cursor.expect(b',')?;
                let offset = signed(cursor)?;
                match word {
                    "def_cfa" => C::DefCfa(reg, offset),
                    "offset" => C::Offset(reg, offset),
                    _ => C::RelOffset(reg, offset),
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
            "escape" => {
                let mut text = String::new();
                loop {
                    if cursor.token.tok != Tok::Hex {
                        return cursor.fail("expected a hexadecimal literal");
                    }
                    text.push_str(cursor.token_text());
                    cursor.advance()?;
                    if !cursor.eat_punct(b',')? {
                        break;
                    }
                    text.push_str(", ");
                }
                C::Escape(self.function.symbol(&text))
            }
            _ => return cursor.fail(format!("unknown call frame instruction '{word}'")),
        })
    }

    fn dwarf_reg(&self, cursor: &mut Cursor<'_>) -> Result<u16> {
        if cursor.token.tok != Tok::PhysReg {
            return cursor.fail("expected a cfi register");
        }
        let reg = self.phys_reg(cursor.name_str(), cursor.token.span.clone())?;
        match u16::try_from(self.target.desc.reg(reg).dwarf) {
            Ok(number) => {
                cursor.advance()?;
                Ok(number)
            }
            Err(_) => cursor.fail("invalid DWARF register"),
        }
    }
}

/// ` + 4` or ` - 4`, nothing for 0.
pub(super) fn offset(cursor: &mut Cursor<'_>) -> Result<i64> {
    let negative = match cursor.token.tok {
        Tok::Punct(b'+') => false,
        Tok::Punct(b'-') => true,
        _ => return Ok(0),
    };
    cursor.advance()?;
    let text = cursor.token_text();
    let value = (cursor.token.tok == Tok::Int && !text.starts_with('-'))
        .then(|| text.parse::<i128>().ok())
        .flatten();
    let value = value.map(|v| if negative { -v } else { v });
    match value.and_then(|v| i64::try_from(v).ok()) {
        Some(value) => {
            cursor.advance()?;
            Ok(value)
        }
        None => cursor.fail("expected a 64-bit integer after '+' or '-'"),
    }
}

/// A 64-bit integer, signed or unsigned.
fn integer(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let text = cursor.token_text();
    let value = text.parse::<i64>().ok();
    let value = value.or_else(|| text.parse::<u64>().ok().map(|v| v as i64));
    match value {
        Some(value) => {
            cursor.advance()?;
            Ok(Operand::imm(value))
        }
        None => cursor.fail("integer literal is too large to be an immediate operand"),
    }
}

/// A signed 64-bit integer.
fn signed(cursor: &mut Cursor<'_>) -> Result<i64> {
    let value = match cursor.token.tok {
        Tok::Int => cursor.token_text().parse().ok(),
        _ => None,
    };
    match value {
        Some(value) => {
            cursor.advance()?;
            Ok(value)
        }
        None => cursor.fail("expected a cfi offset"),
    }
}

/// `intpred(eq)` or `floatpred(oeq)`.
fn predicate(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let is_float = cursor.word() == "floatpred";
    cursor.advance()?;
    cursor.expect(b'(')?;
    let word = cursor.word();
    let number = if is_float {
        FLOAT_PREDICATES.iter().position(|w| *w == word)
    } else {
        let found = avarice_ir::IntPredicate::ALL
            .iter()
            .position(|(_, w)| *w == word);
        found.map(|at| at + FIRST_INT_PREDICATE as usize)
    };
    let Some(number) = number else {
        return cursor.fail("invalid comparison predicate");
    };
    cursor.advance()?;
    cursor.expect(b')')?;
    Ok(Operand::indexed(OperandKind::Predicate, number as u32, 0))
}
