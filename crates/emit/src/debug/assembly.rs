//! Debug information in assembly: `.file` and `.loc`, from which the assembler makes the line table, and the other
//! sections as data.
//!
//! The assembled code is that of the object file, so distances within a function are known and written as
//! numbers, and only addresses are left to the assembler.

use std::fmt::Write;

use avarice_ir::{DebugInfo, Global, Module};
use gimli::SectionId as DwarfSection;

use super::constants::dwarf_version;
use super::content::{Reference, Relocation};
use super::describe::{DescribeOptions, Description, Piece, describe};
use super::files::SourceFile;
use super::object::spec;
use super::rows::LineRow;
use crate::error::EmitError;
use crate::function_code::FunctionCode;
use crate::print_context::{ModuleNames, escaped};
use crate::print_data::SectionPrinter;

/// Label of the line table.
const LINE_TABLE: &str = ".Lline_table_start0";

/// The debug information of a module that is printed.
pub(crate) struct AssemblyDebug<'a> {
    view: DebugInfo<'a>,
    description: Description,
    /// Numbers of the functions that are described, as in their labels.
    functions: Vec<usize>,
}

impl<'a> AssemblyDebug<'a> {
    /// Describes `functions`: each with its number and its code.
    pub(crate) fn new(
        module: &'a Module,
        functions: &[(usize, FunctionCode)],
        has_place: &dyn Fn(Global) -> bool,
        supports_thread_local: bool,
    ) -> Result<Option<Self>, EmitError> {
        let Some(view) = DebugInfo::of(module) else {
            return Ok(None);
        };
        let described = || {
            let all = functions.iter();
            all.filter_map(|(number, code)| Some((*number, code, code.debug.as_deref()?)))
        };
        let pieces: Vec<Piece<'_>> = described()
            .enumerate()
            .map(|(head, (_, code, debug))| Piece {
                section: head,
                head,
                address: 0,
                length: code.bytes.len() as u64,
                ends_sequence: true,
                debug,
            })
            .collect();
        let options = DescribeOptions {
            has_place,
            shares_files: true,
            supports_thread_local,
        };
        Ok(Some(Self {
            view,
            description: describe(module, view, &pieces, &options),
            functions: described().map(|(number, ..)| number).collect(),
        }))
    }

    /// Names the files.
    pub(crate) fn print_files(&self, out: &mut String) {
        let Some(files) = self.description.files.first() else {
            return;
        };
        let has_root = dwarf_version(self.view) >= 5;
        let md5 = |file: &SourceFile| match file.md5.filter(|_| has_root && files.have_md5()) {
            Some(md5) => {
                let digits: String = md5.iter().map(|byte| format!("{byte:02x}")).collect();
                format!(" md5 0x{digits}")
            }
            None => String::new(),
        };
        if has_root {
            let directory = escaped(&files.directory);
            let name = escaped(&files.root.name);
            let md5 = md5(&files.root);
            let _ = writeln!(out, "\t.file\t0 \"{directory}\" \"{name}\"{md5}");
        }
        for (at, file) in files.files.iter().enumerate() {
            let _ = write!(out, "\t.file\t{} ", at + 1);
            match (has_root, file.directory.is_empty()) {
                (_, true) => {}
                (true, false) => {
                    let _ = write!(out, "\"{}\" ", escaped(&file.directory));
                }
                (false, false) => {
                    let path = [&file.directory[..], b"/", &file.name].concat();
                    let _ = writeln!(out, "\"{}\"", escaped(&path));
                    continue;
                }
            }
            let _ = writeln!(out, "\"{}\"{}", escaped(&file.name), md5(file));
        }
    }

    /// The number of the file of a row.
    pub(crate) fn file(&mut self, row: &LineRow) -> u32 {
        let files = self.description.files.first_mut();
        files.map_or(1, |files| files.number(self.view, row.scope))
    }

    /// Writes the sections.
    pub(crate) fn print_sections(
        &self,
        names: &ModuleNames<'_>,
        printer: &mut SectionPrinter,
        out: &mut String,
    ) -> Result<(), EmitError> {
        for (id, section) in &self.description.sections {
            let id = *id;
            if id == DwarfSection::DebugLineStr {
                // Only the line table refers to it.
                continue;
            }
            printer.enter(names, &spec(id), out);
            match id {
                DwarfSection::DebugLine => {
                    let _ = writeln!(out, "{LINE_TABLE}:");
                    continue;
                }
                DwarfSection::DebugStr => {
                    print_strings(&section.bytes, out);
                    continue;
                }
                _ => {}
            }
            let _ = writeln!(out, "{}:", label(id));
            let bytes = &section.bytes;
            let mut relocations: Vec<&Relocation> = section.relocations.iter().collect();
            relocations.sort_by_key(|relocation| relocation.offset);
            let mut at = 0;
            for relocation in relocations {
                print_bytes(&bytes[at..relocation.offset], out);
                let directive = if relocation.size == 4 { "long" } else { "quad" };
                let value = self.value(names, relocation)?;
                let _ = writeln!(out, "\t.{directive}\t{value}");
                at = relocation.offset + usize::from(relocation.size);
            }
            print_bytes(&bytes[at..], out);
        }
        Ok(())
    }

    fn value(&self, names: &ModuleNames<'_>, relocation: &Relocation) -> Result<String, EmitError> {
        let (base, offset) = match relocation.to {
            // The assembler makes one table for all units.
            Reference::Section(DwarfSection::DebugLine, _) => return Ok(LINE_TABLE.into()),
            Reference::Section(DwarfSection::DebugStr, offset) => {
                return Ok(format!(".Linfo_string{offset}"));
            }
            Reference::Section(section, offset) => (label(section), offset),
            Reference::Piece(piece, offset) => {
                (format!(".Lfunc_begin{}", self.functions[piece]), offset)
            }
            Reference::Global(global) => (names.reference(global).into_owned(), 0),
            Reference::ThreadLocal(global) => {
                let name = names.reference(global);
                return Ok(format!("{name}@DTPOFF"));
            }
        };
        Ok(match offset {
            0 => base,
            offset => format!("{base}+{offset}"),
        })
    }
}

/// The label at the start of a section.
fn label(section: DwarfSection) -> String {
    format!(".L{}_start", section.name().trim_start_matches('.'))
}

/// Strings, each under a label: the linker moves every one for itself.
fn print_strings(bytes: &[u8], out: &mut String) {
    let mut at = 0;
    for string in bytes.split_inclusive(|c| *c == 0) {
        let text = escaped(&string[..string.len() - 1]);
        let _ = writeln!(out, ".Linfo_string{at}:\n\t.asciz\t\"{text}\"");
        at += string.len();
    }
}

fn print_bytes(bytes: &[u8], out: &mut String) {
    for line in bytes.chunks(32) {
        let numbers: Vec<String> = line.iter().map(u8::to_string).collect();
        let _ = writeln!(out, "\t.byte\t{}", numbers.join(","));
    }
}

/// The directive that begins a row of the line table; `is_stmt` is that of the row before.
pub(crate) fn loc_directive(row: &LineRow, file: u32, is_stmt: bool) -> String {
    let mut text = format!("\t.loc\t{file} {} {}", row.line, row.column);
    if row.prologue_end {
        text.push_str(" prologue_end");
    }
    if row.epilogue_begin {
        text.push_str(" epilogue_begin");
    }
    if row.is_stmt != is_stmt {
        let _ = write!(text, " is_stmt {}", u8::from(row.is_stmt));
    }
    if row.discriminator != 0 {
        let _ = write!(text, " discriminator {}", row.discriminator);
    }
    text.push('\n');
    text
}
