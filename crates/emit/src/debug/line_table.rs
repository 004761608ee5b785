//! The line table of a unit.

use avarice_ir::DebugInfo;
use gimli::write::{Address, Dwarf, FileId, FileInfo, LineProgram, LineString};
use gimli::{Encoding, LineEncoding};

use super::describe::Piece;
use super::files::{LineFiles, SourceFile};
use super::rows::LineRow;

/// Makes the line table of the pieces of one unit, which has the files `files`.
pub(super) fn build<'a>(
    view: DebugInfo<'_>,
    dwarf: &mut Dwarf,
    encoding: Encoding,
    files: &mut LineFiles,
    pieces: impl Iterator<Item = &'a Piece<'a>>,
) -> LineProgram {
    let line_encoding = LineEncoding::default();
    let mut text =
        |bytes: &[u8]| LineString::new(bytes.to_vec(), encoding, &mut dwarf.line_strings);
    let info = |file: &SourceFile| {
        file.md5.map(|md5| FileInfo {
            md5,
            ..FileInfo::default()
        })
    };
    let mut program = LineProgram::new(
        encoding,
        line_encoding,
        text(&files.directory),
        None,
        text(&files.root.name),
        info(&files.root),
    );
    program.file_has_md5 = encoding.version >= 5 && files.have_md5();
    let root = program.files().next().map(|(id, ..)| id);
    let mut ids: Vec<FileId> = root.into_iter().collect();
    for file in &files.files {
        let directory = match file.directory.is_empty() {
            true => program.default_directory(),
            false => program.add_directory(text(&file.directory)),
        };
        ids.push(program.add_file(text(&file.name), directory, info(file)));
    }
    let id_of = |number: u32| {
        let at = if encoding.version >= 5 {
            number
        } else {
            number.saturating_sub(1)
        };
        ids.get(at as usize).copied()
    };
    for piece in pieces {
        if piece.debug.rows.is_empty() {
            continue;
        }
        if !program.in_sequence() {
            program.begin_sequence(Some(Address::Symbol {
                symbol: piece.head,
                addend: 0,
            }));
        }
        for (offset, row) in &piece.debug.rows {
            let file = id_of(files.number(view, row.scope));
            add_row(&mut program, piece.offset + u64::from(*offset), row, file);
        }
        if piece.ends_sequence {
            program.end_sequence(piece.offset + piece.length);
        }
    }
    program
}

fn add_row(program: &mut LineProgram, address: u64, row: &LineRow, file: Option<FileId>) {
    let next = program.row();
    next.address_offset = address;
    next.line = u64::from(row.line);
    next.column = u64::from(row.column);
    next.discriminator = u64::from(row.discriminator);
    next.is_statement = row.is_stmt;
    next.prologue_end = row.prologue_end;
    next.epilogue_begin = row.epilogue_begin;
    if let Some(file) = file {
        next.file = file;
    }
    program.generate_row();
}
