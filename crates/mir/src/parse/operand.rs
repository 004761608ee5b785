//! Operands.

use avarice_target::{Opcode, SubRegIdx};

use super::body::{Cursor, undefined_ir_block};
use super::document::DocumentReader;
use super::error::{Result, fault};
use super::inst::{ReadOperand, is_register_start, register_flag};
use super::lexer::{TOO_LARGE_FOR_64_BITS, Tok};
use super::low_level_type::is_type_start;
use super::names::FunctionSymbols;
use crate::entities::{FrameIndex, Reg};
use crate::function::VRegKind;
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
            if word.is_empty() {
                return cursor.fail("expected the name of the target flag");
            }
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
            sub = self.sub_register(cursor)?;
            if !reg.is_virtual() {
                return cursor.fail("subregister index expects a virtual register");
            }
        }
        if cursor.token.tok == Tok::Punct(b':') {
            self.register_class(cursor, reg)?;
        }
        let mut tied_def = None;
        if cursor.eat_punct(b'(')? {
            if flags.contains(OperandFlags::DEF) {
                self.register_type(cursor, reg)?;
            } else {
                tied_def = self.tie_or_type(cursor, reg)?;
            }
        } else if flags.contains(OperandFlags::DEF) && self.lacks_type(reg) {
            return cursor.fail("generic virtual registers must have a type");
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

    /// A sub-register index after the dot.
    fn sub_register(&self, cursor: &mut Cursor<'_>) -> Result<SubRegIdx> {
        let word = cursor.word();
        if word.is_empty() {
            return cursor.fail("expected a subregister index after '.'");
        }
        match self.target.desc.sub_reg_idx_by_name(word) {
            Some(sub) => {
                cursor.advance()?;
                Ok(sub)
            }
            None => cursor.fail(format!("use of unknown subregister index '{word}'")),
        }
    }

    /// What parentheses may hold after a register that is read: the definition that it is tied to, then a type.
    fn tie_or_type(&mut self, cursor: &mut Cursor<'_>, reg: Reg) -> Result<Option<usize>> {
        const EXPECTED: &str = "expected tied-def or low-level type after '('";
        let mut tied_def = None;
        if cursor.eat_word("tied-def")? {
            if cursor.token.tok != Tok::Int {
                return cursor.fail(EXPECTED);
            }
            tied_def = Some(cursor.unsigned32("an integer literal after 'tied-def'")? as usize);
            cursor.expect(b')')?;
            if !cursor.eat_punct(b'(')? {
                return Ok(tied_def);
            }
        } else if !is_type_start(cursor) {
            return cursor.fail(EXPECTED);
        }
        self.register_type(cursor, reg)?;
        Ok(tied_def)
    }

    fn register_token(&mut self, cursor: &mut Cursor<'_>) -> Result<Reg> {
        let span = cursor.token.span.clone();
        let reg = match cursor.token.tok {
            Tok::PhysReg => self.phys_reg(cursor.name_str(), span)?.into(),
            Tok::VReg(number) => self.vreg(number, span).into(),
            Tok::NamedVReg => self.named_vreg(cursor.name_str(), span).into(),
            Tok::Word if cursor.word() == "_" => Reg::NONE,
            _ => return cursor.fail("expected a register after register flags"),
        };
        cursor.advance()?;
        Ok(reg)
    }

    /// Whether this is a register of generic machine code whose type has not been read. LLVM asks for it at
    /// each definition, even if the register has got one before.
    fn lacks_type(&self, reg: Reg) -> bool {
        let Some(reg) = reg.as_virtual() else {
            return false;
        };
        let data = &self.function.vregs[reg];
        data.kind != VRegKind::Class
    }

    /// Any operand but a register, and the next token.
    fn other_operand(&mut self, cursor: &mut Cursor<'_>, opcode: Opcode) -> Result<Operand> {
        let span = cursor.token.span.clone();
        let operand = match cursor.token.tok {
            Tok::Int => return integer(cursor),
            Tok::BlockRef(number) => {
                Operand::block(self.named_block(number, &cursor.name(), span)?)
            }
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
                let symbol = self.symbol(&cursor.name());
                cursor.advance()?;
                return Ok(Operand::symbol(symbol, offset(cursor)?));
            }
            Tok::McSymbol => {
                let symbol = self.symbol(&cursor.name());
                Operand::mc_symbol(symbol)
            }
            Tok::Punct(b'!') | Tok::MetadataNode => {
                return Ok(Operand::metadata(self.metadata_ref(cursor)?));
            }
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
            "CustomRegMask" => {
                let mask = self.register_list(cursor)?;
                return Ok(Operand::custom_reg_mask(mask));
            }
            "liveout" => {
                let mask = self.register_list(cursor)?;
                return Ok(Operand::indexed(OperandKind::LiveOut, mask, 0));
            }
            "intrinsic" => return self.intrinsic(cursor),
            "shufflemask" => return self.shuffle_mask(cursor),
            "dbg-instr-ref" => return dbg_instr_ref(cursor),
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
        match self
            .shared
            .symbols
            .global(self.module, &name, cursor.is_quoted())
        {
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
            return cursor.fail(match cursor.token.tok {
                Tok::FixedStack(number) => {
                    format!("use of undefined fixed stack object '%fixed-stack.{number}'")
                }
                Tok::Stack(number) => format!("use of undefined stack object '%stack.{number}'"),
                _ => "expected a stack object".into(),
            });
        };
        let name = cursor.name();
        if let Tok::Stack(number) = cursor.token.tok
            && !name.is_empty()
        {
            let object = self.function.frame.object(slot);
            let named = self.ir.value(&name, true);
            if named.is_none() || named != object.alloca {
                let name = String::from_utf8_lossy(&name);
                return cursor.fail(format!(
                    "the name of the stack object '%stack.{number}' isn't '{name}'"
                ));
            }
        }
        cursor.advance()?;
        Ok(slot)
    }

    /// `blockaddress(@f, %ir-block.name) + 4`.
    fn block_address(&mut self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        cursor.expect(b'(')?;
        if cursor.token.tok != Tok::Global {
            return cursor.fail("expected a global value");
        }
        let span = cursor.token.span.clone();
        let global = self.global(cursor)?;
        if self.module.globals[global].function().is_none() {
            return fault(span, "expected an IR function reference");
        }
        cursor.expect(b',')?;
        let block = if Some(global) == self.function.ir_function {
            self.ir_block(cursor)?
        } else {
            self.block_of_other(cursor, global)?
        };
        cursor.expect(b')')?;
        let mut operand = Operand::block_address(global, block);
        let span = cursor.token.span.clone();
        match i32::try_from(offset(cursor)?) {
            Ok(offset) => operand.set_offset(offset.into()),
            Err(_) => return fault(span, "offsets of block addresses have 32 bits"),
        }
        Ok(operand)
    }

    /// `%ir-block.name` of another function and the next token.
    fn block_of_other(
        &mut self,
        cursor: &mut Cursor<'_>,
        global: avarice_ir::Global,
    ) -> Result<avarice_ir::Block> {
        if cursor.token.tok != Tok::IrBlock {
            return cursor.fail("expected an IR block reference");
        }
        let known = &mut self.shared.other_function;
        if known.as_ref().is_none_or(|(other, _)| *other != global) {
            let body = self.module.globals[global].body();
            let symbols = body.map(FunctionSymbols::new).unwrap_or_default();
            *known = Some((global, symbols));
        }
        let symbols = known.as_ref().map(|(_, symbols)| symbols);
        match symbols.and_then(|s| s.block(&cursor.name(), cursor.is_quoted())) {
            Some(block) => {
                cursor.advance()?;
                Ok(block)
            }
            None => cursor.fail(undefined_ir_block(cursor)),
        }
    }

    /// `intrinsic(@llvm.name)`.
    fn intrinsic(&mut self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        cursor.expect(b'(')?;
        if cursor.token.tok != Tok::Global {
            return cursor.fail("expected syntax intrinsic(@llvm.whatever)");
        }
        let name = cursor.name();
        if !name.starts_with(b"llvm.") {
            return cursor.fail("unknown intrinsic name");
        }
        let symbol = self.symbol(intrinsic_base(&name));
        cursor.advance()?;
        cursor.expect(b')')?;
        let number = symbol.as_u32();
        Ok(Operand::indexed(OperandKind::Intrinsic, number, 0))
    }

    /// `shufflemask(0, undef, 3)`.
    fn shuffle_mask(&mut self, cursor: &mut Cursor<'_>) -> Result<Operand> {
        cursor.advance()?;
        if !cursor.eat_punct(b'(')? {
            return cursor.fail("expected syntax shufflemask(<integer or undef>, ...)");
        }
        let mut mask = Vec::new();
        loop {
            let element = match cursor.word() {
                "undef" => Some(-1),
                _ => cursor.token_text().parse().ok(),
            };
            let is_int = cursor.token.tok == Tok::Int || cursor.word() == "undef";
            match element.filter(|_| is_int) {
                Some(element) => mask.push(element),
                None => return cursor.fail("expected integer constant"),
            }
            cursor.advance()?;
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        if !cursor.eat_punct(b')')? {
            return cursor.fail("shufflemask should be terminated by ')'.");
        }
        let masks = &mut self.function.shuffle_masks;
        masks.push(mask.into());
        let index = masks.len() as u32 - 1;
        Ok(Operand::indexed(OperandKind::ShuffleMask, index, 0))
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

    /// `CustomRegMask($a,$b)` or `liveout($a, $b)`: the index of a mask with these registers.
    fn register_list(&mut self, cursor: &mut Cursor<'_>) -> Result<u32> {
        let may_be_empty = cursor.word() == "CustomRegMask";
        cursor.advance()?;
        cursor.expect(b'(')?;
        let mut words = vec![0_u32; self.target.desc.registers.len().div_ceil(32)];
        while !may_be_empty || cursor.token.tok != Tok::Punct(b')') {
            if cursor.token.tok != Tok::PhysReg {
                return cursor.fail("expected a named register");
            }
            let reg = self.phys_reg(cursor.name_str(), cursor.token.span.clone())?;
            words[reg.index() / 32] |= 1 << (reg.index() % 32);
            cursor.advance()?;
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        cursor.expect(b')')?;
        let masks = &mut self.function.custom_reg_masks;
        masks.push(words.into_boxed_slice());
        Ok(masks.len() as u32 - 1)
    }
}

/// The name of an intrinsic without the types it is overloaded with. Names that only a target knows are
/// taken to end before what looks like types.
fn intrinsic_base(name: &[u8]) -> &[u8] {
    if let Some(known) = avarice_ir::Intrinsic::from_name(name) {
        return known.name().as_bytes();
    }
    let mut base = name;
    while let Some(dot) = base.iter().rposition(|c| *c == b'.') {
        if !is_mangled_type(&base[dot + 1..]) {
            break;
        }
        base = &base[..dot];
    }
    base
}

/// Whether this is a type in the name of an intrinsic: `i32`, `f64`, `p0`, `v4i32`, `nxv2f64`.
fn is_mangled_type(text: &[u8]) -> bool {
    let vector = text.strip_prefix(b"nx").unwrap_or(text).strip_prefix(b"v");
    let count = |rest: &[u8]| rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let element = match vector {
        Some(rest) if count(rest) == 0 => return false,
        Some(rest) => &rest[count(rest)..],
        None => text,
    };
    match element.split_first() {
        Some((b'i' | b'f' | b'p', size)) => !size.is_empty() && size.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `dbg-instr-ref(1, 0)`.
fn dbg_instr_ref(cursor: &mut Cursor<'_>) -> Result<Operand> {
    cursor.advance()?;
    cursor.expect(b'(')?;
    let number = cursor.unsigned32("unsigned integer for instruction index")?;
    cursor.expect(b',')?;
    let operand = cursor.unsigned32("unsigned integer for operand index")?;
    cursor.expect(b')')?;
    Ok(Operand::dbg_instr_ref(number, operand))
}

/// ` + 4` or ` - 4`, nothing for 0.
pub(super) fn offset(cursor: &mut Cursor<'_>) -> Result<i64> {
    let negative = match cursor.token.tok {
        Tok::Punct(b'+') => false,
        Tok::Punct(b'-') => true,
        _ => return Ok(0),
    };
    let sign = cursor.token_text();
    cursor.advance()?;
    let text = cursor.token_text();
    if cursor.token.tok != Tok::Int || text.starts_with('-') {
        return cursor.fail(format!("expected an integer literal after '{sign}'"));
    }
    let value = text.parse::<i128>().ok();
    let value = value.map(|v| if negative { -v } else { v });
    match value.and_then(|v| i64::try_from(v).ok()) {
        Some(value) => {
            cursor.advance()?;
            Ok(value)
        }
        None => cursor.fail(TOO_LARGE_FOR_64_BITS),
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
