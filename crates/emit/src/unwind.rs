//! The unwind table `.eh_frame`: one common entry with the target's conventions (another for each
//! personality function), and one entry per function with its call frame instructions.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::{DebugInfo, Global, Module};
use avarice_mir::CfiInstruction;
use gimli::write::{
    Address, CallFrameInstruction, CieId, CommonInformationEntry, DebugFrame, EhFrame, Expression,
    FrameDescriptionEntry, FrameTable, Relocation, RelocationTarget,
};
use gimli::{DwEhPe, Encoding, Format, Register};
use object::elf;

use crate::elf_target::ElfTarget;
use crate::error::EmitError;
use crate::exception_output::ExceptionOutput;
use crate::function_code::FunctionCode;
use crate::names::SymbolNames;
use crate::object_model::{ObjectModel, PendingRelocation, Place, Target};
use crate::relocated_bytes::RelocatedBytes;
use crate::sections::SectionSpec;
use crate::table_encodings::TableEncodings;

/// The entries, and what the symbols in their addresses stand for.
struct Entries<'a> {
    target: &'a ElfTarget,
    rows: UnwindRows,
    encodings: TableEncodings,
    table: FrameTable,
    /// The common entry of functions without landing pads and with the usual key, which is always there.
    plain: CieId,
    /// The others, by personality function and whether the return address is signed with the second key.
    others: BTreeMap<(Option<Global>, bool), CieId>,
    targets: Vec<Target>,
    /// The entries of functions, in order of their code.
    functions: Vec<FunctionRows>,
}

/// The entry of a function before it is placed: those with the same common entry stand together.
struct FunctionRows {
    personality: Option<Global>,
    has_b_key: bool,
    common: CieId,
    entry: FrameDescriptionEntry,
}

impl<'a> Entries<'a> {
    fn new(target: &'a ElfTarget, encodings: TableEncodings, rows: UnwindRows) -> Self {
        let mut table = FrameTable::default();
        let plain = table.add_cie(common_entry(target, encodings, rows));
        Self {
            target,
            rows,
            encodings,
            table,
            plain,
            others: BTreeMap::new(),
            targets: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The whole table. Common entries are in the order of the names of personality functions.
    fn placed(mut self, names: &SymbolNames) -> Self {
        let mut functions = std::mem::take(&mut self.functions);
        functions.sort_by_key(|it| {
            let name = it.personality.map_or(&b""[..], |global| names.get(global));
            (name, it.has_b_key)
        });
        for FunctionRows { common, entry, .. } in functions {
            self.table.add_fde(common, entry);
        }
        self
    }

    fn address(&mut self, target: Target) -> Address {
        self.targets.push(target);
        let symbol = self.targets.len() - 1;
        Address::Symbol { symbol, addend: 0 }
    }

    /// Adds the entry of a function at `place`.
    fn function(
        &mut self,
        place: Place,
        code: &FunctionCode,
        exceptions: Option<(Place, Global, &Target)>,
    ) -> Result<(), EmitError> {
        let length = u32::try_from(code.bytes.len())
            .map_err(|_| EmitError::unsupported("a function of more than 4 GiB"))?;
        let address = self.address(Target::Place(place, Box::default()));
        let mut entry = FrameDescriptionEntry::new(address, length);
        for (offset, instruction) in rows(self.target, code)? {
            entry.add_instruction(offset, instruction);
        }
        let mut common = self.plain;
        if let Some((table, ..)) = exceptions {
            entry.lsda = Some(self.address(Target::Place(table, Box::default())));
        }
        let personality = exceptions.map(|(_, global, target)| (global, target));
        if personality.is_some() || code.has_b_key {
            let key = (personality.map(|(global, _)| global), code.has_b_key);
            common = match self.others.get(&key) {
                Some(known) => *known,
                None => self.add_common(personality, code.has_b_key),
            };
        }
        self.functions.push(FunctionRows {
            personality: personality.map(|(global, _)| global),
            has_b_key: code.has_b_key,
            common,
            entry,
        });
        Ok(())
    }

    /// Makes the common entry of functions with a personality function, or the second key.
    fn add_common(&mut self, personality: Option<(Global, &Target)>, has_b_key: bool) -> CieId {
        let mut common = common_entry(self.target, self.encodings, self.rows);
        if let Some((_, personality)) = personality {
            let address = self.address(personality.clone());
            let encoding = DwEhPe(self.encodings.personality.0);
            common.personality = Some((encoding, address));
            common.lsda_encoding = Some(DwEhPe(self.encodings.table.0));
        }
        // No function is a signal handler; see `name_keys`.
        common.signal_trampoline = has_b_key && self.rows != UnwindRows::ForDebuggers;
        let id = self.table.add_cie(common);
        self.others
            .insert((personality.map(|(global, _)| global), has_b_key), id);
        id
    }
}

/// Which functions have rows that tell how to unwind them, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnwindRows {
    /// Those that need them at run time, in `.eh_frame`.
    Needed,
    /// All, in `.eh_frame`: debuggers read that too.
    All,
    /// All, in `.debug_frame`, since nothing needs them at run time.
    ForDebuggers,
}

impl UnwindRows {
    /// The rows of `module`; `needs` tells for each function whether it needs them at run time.
    pub(crate) fn of(module: &Module, mut needs: impl Iterator<Item = bool>) -> Self {
        match DebugInfo::of(module) {
            None => Self::Needed,
            Some(_) if needs.any(|needs| needs) => Self::All,
            Some(_) => Self::ForDebuggers,
        }
    }
}

/// Appends the table of all functions that have an entry; nothing if none has.
pub(crate) fn write_unwind_table(
    model: &mut ObjectModel<'_>,
    functions: &[(Global, FunctionCode)],
    exceptions: &ExceptionOutput,
) -> Result<(), EmitError> {
    let needs = functions.iter().map(|(_, code)| code.has_unwind_table);
    let rows = UnwindRows::of(model.module, needs);
    let target = model.emitter.elf();
    let encodings = TableEncodings::of(target, model.options);
    let mut entries = Entries::new(target, encodings, rows);
    for (index, (global, code)) in functions.iter().enumerate() {
        let has_rows = rows != UnwindRows::Needed || code.has_unwind_table;
        let Some(definition) = model.definitions[*global].filter(|_| has_rows) else {
            continue;
        };
        let personality = code.exception_table.as_ref().map(|table| table.personality);
        let own = exceptions.tables.get(index).copied().flatten();
        let own = own.zip(personality).and_then(|(place, global)| {
            let personality = exceptions.personalities.get(&global)?;
            Some((place, global, personality))
        });
        let name = &model.module.globals[*global].name;
        entries
            .function(definition.place, code, own)
            .map_err(|e| e.at(name))?;
    }
    if entries.functions.is_empty() {
        return Ok(());
    }
    append(model, &entries.placed(model.names))
}

/// Appends the section with its relocations.
fn append(model: &mut ObjectModel<'_>, entries: &Entries<'_>) -> Result<(), EmitError> {
    let for_debuggers = entries.rows == UnwindRows::ForDebuggers;
    let target = entries.target;
    // Symbols are indices of targets.
    let mut frames = (
        DebugFrame(RelocatedBytes::new()),
        EhFrame(RelocatedBytes::new()),
    );
    let (spec, written) = if for_debuggers {
        let spec = SectionSpec::new(b".debug_frame", elf::SHT_PROGBITS, 0);
        (spec, entries.table.write_debug_frame(&mut frames.0))
    } else {
        let spec = SectionSpec::new(b".eh_frame", target.eh_frame_type, elf::SHF_ALLOC);
        (spec, entries.table.write_eh_frame(&mut frames.1))
    };
    written.map_err(|error| EmitError::unsupported(format!("unwind table: {error}")))?;
    let written = if for_debuggers {
        frames.0.0
    } else {
        frames.1.0
    };
    let is_big = model.emitter.elf().big_endian;
    let mut bytes = written.bytes.into_vec();
    let mut relocations = written.relocations;
    for at in commons(&bytes, is_big) {
        name_key(&mut bytes, at);
        put_personality_first(&mut bytes, at, &mut relocations);
    }
    let section = model.section(spec);
    let base = model.align(section, 8)?.offset;
    for relocation in &relocations {
        let (target_of, addend) = match relocation.target {
            RelocationTarget::Symbol(index) => (entries.targets[index].clone(), relocation.addend),
            RelocationTarget::Section(_) => {
                // Of a function's entry to its common one.
                let offset = base + relocation.addend as u64;
                (Target::Place(Place { section, offset }, Box::default()), 0)
            }
        };
        let encoding = relocation.eh_pe.unwrap_or(DwEhPe(entries.encodings.code.0));
        let is_relative = !for_debuggers && encoding.application() == gimli::DW_EH_PE_pcrel;
        let kind = target.data_relocation(relocation.size, is_relative);
        let kind = kind.ok_or_else(|| EmitError::unsupported("pointer of this size"))?;
        model.refer(
            section,
            PendingRelocation {
                offset: base + relocation.offset as u64,
                kind,
                target: target_of,
                minus: None,
                addend,
            },
        );
    }
    pad_last(&mut bytes, is_big);
    model.append(section, &bytes);
    Ok(())
}

/// Where common entries say what they know: the offset of the text `zPLR…`.
///
/// ```text
///   length (4) │ 0 for a common entry (4) │ version (1) │ "zPLR\0" …
/// ```
fn commons(bytes: &[u8], is_big: bool) -> Vec<usize> {
    let mut texts = Vec::new();
    let mut at = 0;
    while let (Some(length), Some(kind)) = (word(bytes, at, is_big), word(bytes, at + 4, is_big)) {
        if kind == 0 {
            texts.push(at + 9);
        }
        at += 4 + length as usize;
    }
    texts
}

/// Writes `B` for `S` in the text at `start`: that return addresses are signed with the second key stands where gimli can
/// say that functions are signal handlers.
fn name_key(bytes: &mut [u8], start: usize) {
    let text = bytes.iter_mut().skip(start).take_while(|byte| **byte != 0);
    for byte in text.filter(|byte| **byte == b'S') {
        *byte = b'B';
    }
}

/// Puts the personality function before the encoding of tables, as llc and gcc do.
///
/// ```text
///   "zLPR" … size │ L │ P │ address │ R      "zPLR" … size │ P │ address │ L │ R
/// ```
fn put_personality_first(bytes: &mut [u8], start: usize, relocations: &mut [Relocation]) {
    const TEXT: &[u8] = b"zLP";
    let Some(text) = bytes.get_mut(start..).filter(|text| text.starts_with(TEXT)) else {
        return;
    };
    let Some(end) = text.iter().position(|byte| *byte == 0) else {
        return;
    };
    text[1..3].reverse();
    // After the text, factors of code and data, the return address's register and the size, of a byte each.
    let table = start + end + 5;
    let address = table + 2;
    let Some(relocation) = relocations.iter_mut().find(|it| it.offset == address) else {
        return;
    };
    relocation.offset -= 1;
    let end = address + usize::from(relocation.size);
    if let Some(fields) = bytes.get_mut(table..end) {
        fields.rotate_left(1);
    }
}

/// The number in four bytes of a table.
fn word(bytes: &[u8], at: usize, is_big: bool) -> Option<u32> {
    let field = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(match is_big {
        true => u32::from_be_bytes(field),
        false => u32::from_le_bytes(field),
    })
}

/// Fills the last entry up to a multiple of 8 bytes: where tables are joined, zeros between them would end the whole.
fn pad_last(bytes: &mut Vec<u8>, is_big: bool) {
    let padding = (bytes.len().next_multiple_of(8) - bytes.len()) as u32;
    let mut last = 0;
    while let Some(length) = word(bytes, last, is_big) {
        let next = last + 4 + length as usize;
        if next >= bytes.len() {
            let length = length + padding;
            let field = match is_big {
                true => length.to_be_bytes(),
                false => length.to_le_bytes(),
            };
            bytes[last..last + 4].copy_from_slice(&field);
            break;
        }
        last = next;
    }
    bytes.resize(bytes.len() + padding as usize, 0);
}

/// Size of addresses in bytes for gimli, which fills entries up to a multiple of it. Where encodings of pointers say how
/// long they are, it is good for nothing else.
fn address_size(encodings: TableEncodings) -> u8 {
    let all = [encodings.code, encodings.personality, encodings.table];
    let has_whole = all
        .iter()
        .any(|it| DwEhPe(it.0).format() == gimli::DW_EH_PE_absptr);
    match has_whole {
        true => 8,
        false => encodings.code.size(),
    }
}

fn common_entry(
    target: &ElfTarget,
    encodings: TableEncodings,
    rows: UnwindRows,
) -> CommonInformationEntry {
    let for_debuggers = rows == UnwindRows::ForDebuggers;
    let encoding = Encoding {
        address_size: if for_debuggers {
            8
        } else {
            address_size(encodings)
        },
        format: Format::Dwarf32,
        version: if for_debuggers { 4 } else { 1 },
    };
    let return_address = Register(target.return_address);
    let mut common = CommonInformationEntry::new(
        encoding,
        target.code_align,
        target.data_align,
        return_address,
    );
    if !for_debuggers {
        common.fde_address_encoding = DwEhPe(encodings.code.0);
    }
    let (register, offset) = target.initial_cfa;
    common.add_instruction(CallFrameInstruction::Cfa(Register(register), offset));
    if let Some(offset) = target.return_address_offset {
        common.add_instruction(CallFrameInstruction::Offset(return_address, offset));
    }
    common
}

/// The instructions in gimli's terms. Relative ones become absolute: the offset of the frame address
/// is followed along.
fn rows(
    target: &ElfTarget,
    code: &FunctionCode,
) -> Result<Vec<(u32, CallFrameInstruction)>, EmitError> {
    let (register, offset) = target.initial_cfa;
    let mut cfa = FrameAddress {
        register,
        offset: offset.into(),
        is_expression: false,
    };
    let mut remembered = Vec::new();
    let mut rows = Vec::with_capacity(code.cfi.len());
    for (at, instruction) in &code.cfi {
        match instruction {
            CfiInstruction::DefCfaOffset(offset) | CfiInstruction::LabeledCfaOffset(offset) => {
                cfa.offset = *offset;
            }
            CfiInstruction::DefCfa(register, offset) => {
                (cfa.register, cfa.offset) = (*register, *offset);
            }
            CfiInstruction::DefCfaRegister(register) => cfa.register = *register,
            CfiInstruction::AdjustCfaOffset(by) => cfa.offset = cfa.offset.wrapping_add(*by),
            CfiInstruction::RememberState => remembered.push(cfa),
            CfiInstruction::RestoreState => {
                cfa = remembered.pop().ok_or_else(|| {
                    EmitError::unsupported("restore_state without remember_state")
                })?;
            }
            _ => {}
        }
        let row = match instruction {
            CfiInstruction::Escape(bytes) => escaped_row(&code.symbols[*bytes])?,
            instruction => row(*instruction, &mut cfa)?,
        };
        rows.push((*at, row));
    }
    Ok(rows)
}

/// The row of an escape, whose bytes are in `text`: the value of a register as an expression.
fn escaped_row(text: &str) -> Result<CallFrameInstruction, EmitError> {
    const VAL_EXPRESSION: u8 = gimli::DW_CFA_val_expression.0;
    let byte = |word: &str| u8::from_str_radix(word.trim().trim_start_matches("0x"), 16).ok();
    let bytes: Option<Vec<u8>> = text.split(',').map(byte).collect();
    match bytes.as_deref() {
        Some(
            [
                VAL_EXPRESSION,
                register @ 0..0x80,
                length @ 0..0x80,
                rest @ ..,
            ],
        ) if rest.len() == usize::from(*length) => {
            let expression = Expression::raw(rest.to_vec());
            let register = Register((*register).into());
            Ok(CallFrameInstruction::ValExpression(register, expression))
        }
        _ => Err(EmitError::unsupported("raw call frame instruction")),
    }
}

/// Where the frame address is.
#[derive(Clone, Copy)]
struct FrameAddress {
    /// DWARF's number.
    register: u16,
    /// How many bytes above the register.
    offset: i64,
    /// The rule in force is an expression, which no later rule can change in part.
    is_expression: bool,
}

impl FrameAddress {
    /// The rule after a change by `instruction`. An offset that gimli's rules cannot hold is an expression.
    fn rule(&mut self, instruction: CfiInstruction) -> CallFrameInstruction {
        let was_expression = self.is_expression;
        let register = Register(self.register);
        let offset = i32::try_from(self.offset);
        self.is_expression = offset.is_err();
        match (offset, instruction) {
            (Err(_), _) => {
                let mut expression = Expression::new();
                expression.op_breg(register, self.offset);
                CallFrameInstruction::CfaExpression(expression)
            }
            (Ok(_), CfiInstruction::DefCfaRegister(_)) if !was_expression => {
                CallFrameInstruction::CfaRegister(register)
            }
            (Ok(offset), CfiInstruction::DefCfa(..)) => CallFrameInstruction::Cfa(register, offset),
            (Ok(offset), _) if was_expression => CallFrameInstruction::Cfa(register, offset),
            (Ok(offset), _) => CallFrameInstruction::CfaOffset(offset),
        }
    }
}

fn row(
    instruction: CfiInstruction,
    cfa: &mut FrameAddress,
) -> Result<CallFrameInstruction, EmitError> {
    let narrow = |offset: i64| {
        i32::try_from(offset).map_err(|_| EmitError::unsupported("a frame of more than 2 GiB"))
    };
    Ok(match instruction {
        CfiInstruction::DefCfaOffset(_)
        | CfiInstruction::LabeledCfaOffset(_)
        | CfiInstruction::AdjustCfaOffset(_)
        | CfiInstruction::DefCfaRegister(_)
        | CfiInstruction::DefCfa(..) => cfa.rule(instruction),
        CfiInstruction::Offset(reg, offset) => {
            CallFrameInstruction::Offset(Register(reg), narrow(offset)?)
        }
        CfiInstruction::RelOffset(reg, offset) => {
            CallFrameInstruction::Offset(Register(reg), narrow(offset.wrapping_sub(cfa.offset))?)
        }
        CfiInstruction::SameValue(reg) => CallFrameInstruction::SameValue(Register(reg)),
        CfiInstruction::Restore(reg) => CallFrameInstruction::Restore(Register(reg)),
        CfiInstruction::Undefined(reg) => CallFrameInstruction::Undefined(Register(reg)),
        CfiInstruction::Register(a, b) => CallFrameInstruction::Register(Register(a), Register(b)),
        CfiInstruction::RememberState => CallFrameInstruction::RememberState,
        CfiInstruction::RestoreState => CallFrameInstruction::RestoreState,
        CfiInstruction::GnuArgsSize(size) => {
            let size = u32::try_from(size);
            CallFrameInstruction::ArgsSize(
                size.map_err(|_| EmitError::unsupported("argument area of this size"))?,
            )
        }
        CfiInstruction::NegateRaState => CallFrameInstruction::NegateRaState,
        CfiInstruction::WindowSave
        | CfiInstruction::LlvmDefAspaceCfa(..)
        | CfiInstruction::Escape(_) => {
            return Err(EmitError::unsupported("raw call frame instruction"));
        }
    })
}
