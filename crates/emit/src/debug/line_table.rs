//! Line tables: which code is of which line, as a program for a small machine.

use std::collections::BTreeMap; // Allowed because it works once a module.

use gimli::{SectionId, constants as dw};

use super::content::{Content, Reference};
use super::describe::Describer;
use super::files::{LineFiles, SourceFile};
use super::leb128;
use super::rows::LineRow;
use super::tree::UnitIndex;

const LINE_BASE: i64 = -5;
const LINE_RANGE: u64 = 14;
const OPCODE_BASE: u64 = 13;
/// The farthest that one special operation goes.
const MAX_SPECIAL: u64 = (255 - OPCODE_BASE) / LINE_RANGE;
/// How many operands each standard operation has.
const OPERANDS: [u8; 12] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

/// The strings that line tables name, each once.
#[derive(Default)]
struct LineStrings {
    known: BTreeMap<Vec<u8>, u64>,
    content: Content,
}

impl LineStrings {
    fn offset(&mut self, text: &[u8]) -> u64 {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let offset = self.content.bytes.len() as u64;
        self.known.insert(text.to_vec(), offset);
        self.content.bytes.extend_from_slice(text);
        self.content.bytes.push(0);
        offset
    }
}

/// The sections of the line tables of all units, and of their strings. The units learn where their tables are.
pub(super) fn sections(describer: &mut Describer<'_>) -> (Content, Content) {
    let mut lines = Content::default();
    let mut strings = LineStrings::default();
    for unit in describer.units.keys() {
        let start = lines.bytes.len() as u64;
        let root = describer.root(unit);
        describer
            .tree
            .move_section(root, gimli::DW_AT_stmt_list, start);
        table(describer, unit, &mut lines, &mut strings);
    }
    (lines, strings.content)
}

fn table(
    describer: &mut Describer<'_>,
    unit: UnitIndex,
    out: &mut Content,
    strings: &mut LineStrings,
) {
    let version = describer.version;
    let start = out.bytes.len();
    out.number(0, 4);
    out.number(version.into(), 2);
    if version >= 5 {
        out.bytes.extend([8, 0]);
    }
    let header = out.bytes.len();
    out.number(0, 4);
    out.bytes.extend([
        1,
        1,
        1,
        LINE_BASE as u8,
        LINE_RANGE as u8,
        OPCODE_BASE as u8,
    ]);
    out.bytes.extend(OPERANDS);
    let files = &describer.files[describer.units[unit].files];
    match version {
        5.. => new_files(files, out, strings),
        _ => old_files(files, out),
    }
    let length = (out.bytes.len() - header - 4) as u32;
    out.bytes[header..header + 4].copy_from_slice(&length.to_le_bytes());
    program(describer, unit, out);
    let length = (out.bytes.len() - start - 4) as u32;
    out.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// The directories of files, each once, and the number of that of each file; 0 is that of the compilation.
fn directories(files: &LineFiles) -> (Vec<&[u8]>, Vec<u64>) {
    let mut directories: Vec<&[u8]> = Vec::new();
    let mut numbers = Vec::new();
    for file in &files.files {
        let number = match directories
            .iter()
            .position(|known| **known == *file.directory)
        {
            _ if file.directory.is_empty() => 0,
            Some(at) => at + 1,
            None => {
                directories.push(&file.directory);
                directories.len()
            }
        };
        numbers.push(number as u64);
    }
    (directories, numbers)
}

fn new_files(files: &LineFiles, out: &mut Content, strings: &mut LineStrings) {
    let (directories, numbers) = directories(files);
    let mut string = |out: &mut Content, text: &[u8]| {
        let offset = strings.offset(text);
        out.reference(Reference::Section(SectionId::DebugLineStr, offset), 4);
    };
    let path = [dw::DW_LNCT_path.0 as u8, dw::DW_FORM_line_strp.0 as u8];
    out.bytes.push(1);
    out.bytes.extend(path);
    leb128::unsigned(&mut out.bytes, directories.len() as u64 + 1);
    string(out, &files.directory);
    for directory in directories {
        string(out, directory);
    }
    let has_md5 = files.have_md5();
    out.bytes.push(2 + u8::from(has_md5));
    out.bytes.extend(path);
    out.bytes.extend([
        dw::DW_LNCT_directory_index.0 as u8,
        dw::DW_FORM_udata.0 as u8,
    ]);
    if has_md5 {
        out.bytes
            .extend([dw::DW_LNCT_MD5.0 as u8, dw::DW_FORM_data16.0 as u8]);
    }
    leb128::unsigned(&mut out.bytes, files.files.len() as u64 + 1);
    let mut file = |out: &mut Content, file: &SourceFile, directory: u64| {
        string(out, &file.name);
        leb128::unsigned(&mut out.bytes, directory);
        if let Some(md5) = file.md5.filter(|_| has_md5) {
            out.bytes.extend(md5);
        }
    };
    file(out, &files.root, 0);
    for (own, directory) in files.files.iter().zip(numbers) {
        file(out, own, directory);
    }
}

fn old_files(files: &LineFiles, out: &mut Content) {
    let (directories, numbers) = directories(files);
    for directory in directories {
        out.bytes.extend_from_slice(directory);
        out.bytes.push(0);
    }
    out.bytes.push(0);
    for (file, directory) in files.files.iter().zip(numbers) {
        out.bytes.extend_from_slice(&file.name);
        out.bytes.push(0);
        leb128::unsigned(&mut out.bytes, directory);
        out.bytes.extend([0, 0]);
    }
    out.bytes.push(0);
}

/// What the machine has after a row.
struct State {
    address: Option<u64>,
    file: u32,
    line: u32,
    column: u32,
    is_stmt: bool,
}

impl State {
    fn new() -> Self {
        Self {
            address: None,
            file: 1,
            line: 1,
            column: 0,
            is_stmt: true,
        }
    }
}

fn program(describer: &mut Describer<'_>, unit: UnitIndex, out: &mut Content) {
    let pieces = describer.pieces;
    let own = std::mem::take(&mut describer.units[unit].pieces);
    let mut state = State::new();
    for number in &own {
        let piece = &pieces[*number];
        for (offset, row) in &piece.debug.rows {
            let file = describer.file_number(unit, row.scope);
            let place = Reference::Piece(*number, (*offset).into());
            let address = piece.address + u64::from(*offset);
            add_row(&mut state, row, (file, address, place), out);
        }
        if piece.ends_sequence
            && let Some(address) = state.address
        {
            end_sequence(piece.address + piece.length - address, out);
            state = State::new();
        }
    }
    describer.units[unit].pieces = own;
}

fn extended(out: &mut Content, operation: gimli::DwLne, length: u64) {
    out.bytes.push(0);
    leb128::unsigned(&mut out.bytes, length + 1);
    out.bytes.push(operation.0);
}

fn add_row(
    state: &mut State,
    row: &LineRow,
    (file, address, place): (u32, u64, Reference),
    out: &mut Content,
) {
    if file != state.file {
        state.file = file;
        out.bytes.push(dw::DW_LNS_set_file.0);
        leb128::unsigned(&mut out.bytes, file.into());
    }
    if row.column != state.column {
        state.column = row.column;
        out.bytes.push(dw::DW_LNS_set_column.0);
        leb128::unsigned(&mut out.bytes, row.column.into());
    }
    if row.discriminator != 0 {
        let value = row.discriminator.into();
        let size = leb128::unsigned_size(value) as u64;
        extended(out, dw::DW_LNE_set_discriminator, size);
        leb128::unsigned(&mut out.bytes, value);
    }
    if row.is_stmt != state.is_stmt {
        state.is_stmt = row.is_stmt;
        out.bytes.push(dw::DW_LNS_negate_stmt.0);
    }
    if row.prologue_end {
        out.bytes.push(dw::DW_LNS_set_prologue_end.0);
    }
    if row.epilogue_begin {
        out.bytes.push(dw::DW_LNS_set_epilogue_begin.0);
    }
    let distance = match state.address {
        Some(before) => address.wrapping_sub(before),
        None => {
            extended(out, dw::DW_LNE_set_address, 8);
            out.reference(place, 8);
            0
        }
    };
    let lines = i64::from(row.line) - i64::from(state.line);
    state.address = Some(address);
    state.line = row.line;
    advance(lines, distance, out);
}

/// Goes on by lines and bytes, and makes a row.
fn advance(mut lines: i64, distance: u64, out: &mut Content) {
    let special = |lines: i64| (lines - LINE_BASE) as u64;
    let is_far = lines < LINE_BASE || special(lines) + OPCODE_BASE > 255;
    let is_far = is_far || special(lines) >= LINE_RANGE;
    if is_far {
        out.bytes.push(dw::DW_LNS_advance_line.0);
        leb128::signed(&mut out.bytes, lines);
        lines = 0;
    }
    if lines == 0 && distance == 0 {
        out.bytes.push(dw::DW_LNS_copy.0);
        return;
    }
    let first = special(lines) + OPCODE_BASE;
    if distance < 256 + MAX_SPECIAL {
        let operation = first + distance * LINE_RANGE;
        if let Ok(operation) = u8::try_from(operation) {
            out.bytes.push(operation);
            return;
        }
        let rest = distance.checked_sub(MAX_SPECIAL);
        let operation = rest.map(|rest| first + rest * LINE_RANGE);
        if let Some(Ok(operation)) = operation.map(u8::try_from) {
            out.bytes.push(dw::DW_LNS_const_add_pc.0);
            out.bytes.push(operation);
            return;
        }
    }
    out.bytes.push(dw::DW_LNS_advance_pc.0);
    leb128::unsigned(&mut out.bytes, distance);
    match is_far {
        true => out.bytes.push(dw::DW_LNS_copy.0),
        false => out.bytes.push(first as u8),
    }
}

fn end_sequence(distance: u64, out: &mut Content) {
    match distance {
        MAX_SPECIAL => out.bytes.push(dw::DW_LNS_const_add_pc.0),
        0 => {}
        _ => {
            out.bytes.push(dw::DW_LNS_advance_pc.0);
            leb128::unsigned(&mut out.bytes, distance);
        }
    }
    extended(out, dw::DW_LNE_end_sequence, 0);
}
