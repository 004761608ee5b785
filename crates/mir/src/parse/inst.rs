//! One instruction.

use avarice_target::{
    InstrDesc, InstrFlags, Opcode, OperandFlags as RowFlags, OperandType, PhysReg, op,
};
use smallvec::SmallVec;

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::{Result, Span, fault};
use super::lexer::Tok;
use crate::entities::Inst;
use crate::function::{InstNotes, MiFlags};
use crate::operand::{Operand, OperandFlags, OperandKind};
use crate::print::FLAG_WORDS;

/// The most operands that an instruction may have.
const MAX_OPERANDS: usize = u16::MAX as usize;

/// An operand as it was read.
pub(super) struct ReadOperand {
    pub operand: Operand,
    pub span: Span,
    /// `(tied-def 0)`
    pub tied_def: Option<usize>,
}

type Operands = SmallVec<[ReadOperand; 12]>;

impl DocumentReader<'_> {
    /// An instruction up to its line's end or a brace, in no block.
    pub(super) fn read_inst(&mut self, cursor: &mut Cursor<'_>) -> Result<Inst> {
        let mut operands = Operands::new();
        while is_register_start(cursor) {
            operands.push(self.register_operand(cursor, true)?);
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        if !operands.is_empty() {
            cursor.expect(b'=')?;
        }
        let flags = read_flags(cursor)?;
        let name = cursor.token.span.clone();
        let opcode = self.read_opcode(cursor)?;
        self.read_operands(cursor, opcode, &mut operands)?;
        self.check_shape(opcode, &operands, name)?;
        let end = cursor.token.span.clone();
        let inst = self.make_inst(opcode, operands, end)?;
        self.function.insts[inst].flags = flags;
        self.read_inst_tail(cursor, inst)?;
        if !cursor.at_line_end() && cursor.token.tok != Tok::Punct(b'{') {
            return cursor.fail("expected the end of the instruction");
        }
        Ok(inst)
    }

    fn read_opcode(&self, cursor: &mut Cursor<'_>) -> Result<Opcode> {
        let name = cursor.word();
        if name.is_empty() {
            return cursor.fail("expected a machine instruction");
        }
        match self.target.desc.opcode_by_name(name) {
            Some(opcode) => {
                cursor.advance()?;
                Ok(opcode)
            }
            None => cursor.fail(match self.target.text.left_out {
                "" => format!("unknown machine instruction name '{name}'"),
                left_out => format!(
                    "unknown machine instruction name '{name}', or unsupported extension: {left_out}"
                ),
            }),
        }
    }

    fn read_operands(
        &mut self,
        cursor: &mut Cursor<'_>,
        opcode: Opcode,
        operands: &mut Operands,
    ) -> Result<()> {
        let is_end = |cursor: &Cursor<'_>| {
            cursor.at_line_end()
                || matches!(cursor.token.tok, Tok::ColonColon | Tok::Punct(b'{'))
                || is_tail_word(cursor.word())
        };
        while !is_end(cursor) {
            if operands.len() >= MAX_OPERANDS {
                return cursor.fail("too many operands");
            }
            let operand = self.machine_operand(cursor, opcode, operands.len())?;
            operands.push(operand);
            if cursor.at_line_end()
                || matches!(cursor.token.tok, Tok::ColonColon | Tok::Punct(b'{'))
            {
                break;
            }
            if !cursor.eat_punct(b',')? {
                return cursor.fail("expected ',' before the next machine operand");
            }
        }
        Ok(())
    }

    /// Builds the instruction: implicit registers go to the end, rows mark early clobbers and ties.
    fn make_inst(&mut self, opcode: Opcode, read: Operands, end: Span) -> Result<Inst> {
        let desc = self.target.desc.instr(opcode);
        if !desc.has(InstrFlags::VARIADIC) && !desc.has(InstrFlags::CALL) {
            self.check_implicit(desc, &read, end)?;
        }
        let is_asm = matches!(opcode, op::INLINEASM | op::INLINEASM_BR);
        let is_debug = (op::DBG_VALUE.0..=op::DBG_LABEL.0).contains(&opcode.0);
        let mut operands: SmallVec<[Operand; 12]> = SmallVec::new();
        for ReadOperand { operand, .. } in &read {
            let mut operand = *operand;
            let mut at = operands.len();
            let implicit = |o: &Operand| o.is_reg() && o.has(OperandFlags::IMPLICIT);
            if !implicit(&operand) && !is_asm {
                while at > 0 && implicit(&operands[at - 1]) {
                    at -= 1;
                }
            }
            if operand.is_reg() && !implicit(&operand) {
                let row = desc.operands.get(at);
                let early = row.is_some_and(|row| row.flags.contains(RowFlags::EARLY_CLOBBER));
                operand.set(
                    OperandFlags::EARLY_CLOBBER,
                    early || operand.has(OperandFlags::EARLY_CLOBBER),
                );
            }
            if is_debug && operand.is_use() {
                operand.set(OperandFlags::DEBUG, true);
            }
            operands.insert(at, operand);
        }
        let inst = self.function.create_inst(opcode, &operands);
        self.tie(inst, &read)?;
        Ok(inst)
    }

    /// Checks what all code relies on that accesses operands by index: there are as many as in the row, with
    /// registers where it has registers; the operands of a PHI or a REG_SEQUENCE are pairs.
    fn check_shape(&self, opcode: Opcode, read: &Operands, name: Span) -> Result<()> {
        let desc = self.target.desc.instr(opcode);
        let is_explicit =
            |o: &&ReadOperand| !(o.operand.is_reg() && o.operand.has(OperandFlags::IMPLICIT));
        let explicit: SmallVec<[&ReadOperand; 12]> = read.iter().filter(is_explicit).collect();
        match opcode {
            op::PHI => return check_phi(&explicit, name),
            op::REG_SEQUENCE => return check_parts(&explicit, name),
            op::INLINEASM | op::INLINEASM_BR if explicit.is_empty() => {
                return fault(name, "inline assembly begins with its text");
            }
            _ => {}
        }
        let optional =
            usize::from(desc.has(InstrFlags::VARIADIC)) + usize::from(opcode == op::PATCHPOINT);
        let least = desc.operands.len().saturating_sub(optional);
        if explicit.len() < least {
            let given = explicit.len();
            let message = format!(
                "too few operands: '{}' has {least}, given are {given}",
                desc.name
            );
            return fault(name, message);
        }
        for (index, row) in desc.operands.iter().enumerate().take(least) {
            let ReadOperand { operand, span, .. } = explicit[index];
            let is_register = operand.is_reg() || operand.kind() == OperandKind::FrameIndex;
            let message = match row.kind {
                _ if opcode == op::PATCHPOINT => continue,
                _ if index < usize::from(desc.num_defs) && !operand.is_reg() => {
                    "expected a register that is defined"
                }
                OperandType::REGISTER if !is_register => "expected a register operand",
                OperandType::IMMEDIATE | OperandType::PC_REL if operand.is_reg() => {
                    "expected an operand that is no register"
                }
                _ => continue,
            };
            return fault(span.clone(), message);
        }
        Ok(())
    }

    /// Every register that the row uses or defines implicitly must be written out.
    fn check_implicit(&self, desc: &InstrDesc, read: &Operands, end: Span) -> Result<()> {
        let has = |reg: PhysReg, is_def: bool| {
            read.iter().any(|o| {
                o.operand.as_reg().as_physical() == Some(reg)
                    && o.operand.has(OperandFlags::IMPLICIT)
                    && o.operand.is_def() == is_def
            })
        };
        let missing_def = desc.implicit_defs.iter().find(|reg| !has(**reg, true));
        let missing_use = desc.implicit_uses.iter().find(|reg| !has(**reg, false));
        let (word, reg) = match (missing_def, missing_use) {
            (Some(reg), _) => ("implicit-def", reg),
            (None, Some(reg)) => ("implicit", reg),
            (None, None) => return Ok(()),
        };
        let name = self.target.desc.reg(*reg).name;
        fault(
            end,
            format!("missing implicit register operand '{word} ${name}'"),
        )
    }

    /// Ties that are written out.
    fn tie(&mut self, inst: Inst, read: &Operands) -> Result<()> {
        for (index, operand) in read.iter().enumerate() {
            let Some(def) = operand.tied_def else {
                continue;
            };
            let span = operand.span.clone();
            let Some(target) = self.function.operands(inst).get(def) else {
                let message = format!(
                    "use of invalid tied-def operand index '{def}'; instruction has only {} operands",
                    read.len()
                );
                return fault(span, message);
            };
            if !target.is_def() {
                let message = format!(
                    "use of invalid tied-def operand index '{def}'; the operand #{def} isn't a defined \
                     register"
                );
                return fault(span, message);
            }
            if target.tied_to().is_some_and(|other| other != index) {
                let message = format!(
                    "the tied-def operand #{def} is already tied with another register operand"
                );
                return fault(span, message);
            }
            self.function.tie_operands(inst, def, index);
        }
        Ok(())
    }

    /// Symbols, notes, debug location and memory operands.
    fn read_inst_tail(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<()> {
        let mut notes = InstNotes::default();
        while is_tail_word(cursor.word()) {
            self.read_note(cursor, inst, &mut notes)?;
            if !cursor.eat_punct(b',')? {
                break;
            }
        }
        self.function.set_notes(inst, notes);
        if !cursor.eat(Tok::ColonColon)? {
            return Ok(());
        }
        while !cursor.at_line_end() {
            let operand = self.mem_operand(cursor)?;
            self.function.add_mem_operand(inst, operand);
            if cursor.at_line_end() || cursor.token.tok == Tok::Punct(b'{') {
                break;
            }
            if !cursor.eat_punct(b',')? {
                return cursor.fail("expected ',' before the next machine memory operand");
            }
        }
        Ok(())
    }

    fn read_note(
        &mut self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        notes: &mut InstNotes,
    ) -> Result<()> {
        let word = cursor.word();
        cursor.advance()?;
        match word {
            "pre-instr-symbol" | "post-instr-symbol" => {
                if cursor.token.tok != Tok::McSymbol {
                    return cursor.fail(format!("expected a symbol after '{word}'"));
                }
                let symbol = self.symbol(&cursor.name()).into();
                cursor.advance()?;
                match word {
                    "pre-instr-symbol" => notes.pre_symbol = symbol,
                    _ => notes.post_symbol = symbol,
                }
            }
            "heap-alloc-marker" => notes.heap_alloc_marker = self.metadata_ref(cursor)?.into(),
            "pcsections" => notes.pc_sections = self.metadata_ref(cursor)?.into(),
            "mmra" => notes.mmra = self.metadata_ref(cursor)?.into(),
            "cfi-type" => {
                notes.cfi_type = cursor.unsigned32("an integer literal after 'cfi-type'")?;
            }
            "debug-instr-number" => {
                let what = "an integer literal after 'debug-instr-number'";
                notes.debug_number = cursor.unsigned32(what)?;
                let last = &mut self.function.mir_info.last_debug_number;
                *last = (*last).max(Some(notes.debug_number));
            }
            _ => {
                let is_node = match cursor.token.tok {
                    Tok::MetadataNode => cursor.token_text().starts_with("!DILocation("),
                    tok => tok == Tok::Punct(b'!'),
                };
                if !is_node {
                    return cursor.fail("expected a metadata node after 'debug-location'");
                }
                let location = self.metadata_ref(cursor)?;
                if !self.is_special(location, "DILocation") {
                    return cursor.fail("referenced metadata is not a DILocation");
                }
                self.function.set_debug_loc(inst, location.into());
            }
        }
        Ok(())
    }
}

/// Words that begin what follows the operands.
fn is_tail_word(word: &str) -> bool {
    matches!(
        word,
        "pre-instr-symbol"
            | "post-instr-symbol"
            | "heap-alloc-marker"
            | "pcsections"
            | "mmra"
            | "cfi-type"
            | "debug-instr-number"
            | "debug-location"
    )
}

/// The mark that this word is on a register operand.
pub(super) fn register_flag(word: &str) -> Option<OperandFlags> {
    Some(match word {
        "implicit" => OperandFlags::IMPLICIT,
        "implicit-def" => OperandFlags::IMPLICIT | OperandFlags::DEF,
        "def" => OperandFlags::DEF,
        "dead" => OperandFlags::DEAD,
        "killed" => OperandFlags::KILL,
        "undef" => OperandFlags::UNDEF,
        "internal" => OperandFlags::INTERNAL,
        "early-clobber" => OperandFlags::EARLY_CLOBBER,
        "debug-use" => OperandFlags::DEBUG,
        "renamable" => OperandFlags::RENAMABLE,
        _ => return None,
    })
}

/// Whether a register operand starts here.
pub(super) fn is_register_start(cursor: &Cursor<'_>) -> bool {
    match cursor.token.tok {
        Tok::PhysReg | Tok::VReg(_) | Tok::NamedVReg => true,
        // `_` is no register, an older spelling of `$noreg`.
        Tok::Word => cursor.token_text() == "_" || register_flag(cursor.token_text()).is_some(),
        _ => false,
    }
}

fn read_flags(cursor: &mut Cursor<'_>) -> Result<MiFlags> {
    let mut flags = MiFlags::empty();
    loop {
        let word = cursor.word();
        match FLAG_WORDS.iter().find(|(_, text, _)| *text == word) {
            Some((flag, ..)) => flags |= *flag,
            None => return Ok(flags),
        }
        cursor.advance()?;
    }
}

/// A PHI defines a virtual register from pairs of a register and a block.
fn check_phi(operands: &[&ReadOperand], name: Span) -> Result<()> {
    let Some((def, pairs)) = operands.split_first() else {
        return fault(name, "a PHI defines a virtual register");
    };
    if !def.operand.is_def() || !def.operand.as_reg().is_virtual() {
        return fault(def.span.clone(), "a PHI defines a virtual register");
    }
    for pair in pairs.chunks(2) {
        let [value, block] = pair else {
            return fault(pair[0].span.clone(), "a PHI has a block for each register");
        };
        if !value.operand.is_use() {
            return fault(value.span.clone(), "expected a register that a PHI reads");
        }
        if value.operand.as_reg().is_physical() {
            return fault(value.span.clone(), "a PHI reads virtual registers");
        }
        if block.operand.as_block().is_none() {
            return fault(
                block.span.clone(),
                "expected the block from which a PHI gets a register",
            );
        }
    }
    Ok(())
}

/// A REG_SEQUENCE defines a register from pairs of a register and the part that it becomes.
fn check_parts(operands: &[&ReadOperand], name: Span) -> Result<()> {
    let Some((def, pairs)) = operands
        .split_first()
        .filter(|(def, _)| def.operand.is_def())
    else {
        return fault(name, "a REG_SEQUENCE defines a register");
    };
    for pair in pairs.chunks(2) {
        let [value, part] = pair else {
            return fault(
                pair[0].span.clone(),
                "a REG_SEQUENCE has a part for each register",
            );
        };
        if !value.operand.is_use() || part.operand.as_imm().is_none() {
            let message = "expected a register and the part that it becomes";
            return fault(value.span.clone(), message);
        }
    }
    match pairs {
        [] => fault(def.span.clone(), "a REG_SEQUENCE has parts"),
        _ => Ok(()),
    }
}
