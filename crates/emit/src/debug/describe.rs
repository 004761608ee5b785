//! The description of a module: its units, and everything in them.

use avarice_ir::debug_info::string;
use avarice_ir::{DebugInfo, Global, MetadataId, Module};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use gimli::write::{Address, AttributeValue, Dwarf, LineProgram, Range, Sections, Unit, UnitId};
use gimli::{Encoding, Format};

use super::entries::Entry;
use super::files::LineFiles;
use super::rows::FunctionDebug;
use super::{constants, line_table};
use crate::error::EmitError;
use crate::relocated_bytes::RelocatedBytes;

/// The code of one function that is described. Its index is the number of its symbol.
pub(super) struct Piece<'a> {
    /// The first piece of the run of code that it is in: consecutive functions of one unit.
    pub(super) head: usize,
    /// Its distance from there, in bytes.
    pub(super) offset: u64,
    /// Its size in bytes.
    pub(super) length: u64,
    /// Whether the run ends with it.
    pub(super) ends_sequence: bool,
    pub(super) debug: &'a FunctionDebug,
}

/// A compile unit in the making.
pub(super) struct UnitState {
    pub(super) id: UnitId,
    /// Its table in `Describer::files`.
    files: usize,
    /// The functions in it, in order of their addresses.
    pieces: Vec<usize>,
}

/// A compile unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct UnitIndex(u32);
entity_impl!(UnitIndex, "unit");

/// What the numbers of symbols stand for in the relocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DebugSymbol {
    /// The start of a piece.
    Piece(usize),
    /// A variable.
    Global(Global),
}

/// Makes entries of metadata.
pub(super) struct Describer<'a> {
    pub(super) module: &'a Module,
    pub(super) view: DebugInfo<'a>,
    pub(super) pieces: &'a [Piece<'a>],
    pub(super) dwarf: Dwarf,
    encoding: Encoding,
    pub(super) units: PrimaryMap<UnitIndex, UnitState>,
    unit_of_node: SecondaryMap<MetadataId, PackedOption<UnitIndex>>,
    /// Tables of files; with `shares_files` there is one for all units.
    pub(super) files: Vec<LineFiles>,
    shares_files: bool,
    /// The entry of each type, namespace, subprogram (as such, not its code) and variable.
    pub(super) entries: SecondaryMap<MetadataId, Option<Entry>>,
    /// The entry of the code of each function and of blocks in it that have one.
    pub(super) code: SecondaryMap<MetadataId, Option<Entry>>,
    /// Subprograms that are inlined somewhere.
    pub(super) inlined: SecondaryMap<MetadataId, bool>,
    /// Types whose entries are still empty.
    pub(super) unfilled: Vec<MetadataId>,
    /// Variables whose symbols follow those of the pieces.
    pub(super) globals: Vec<Global>,
}

/// The sections of a description.
pub(super) struct Description {
    pub(super) sections: Sections<RelocatedBytes>,
    /// Variables whose symbols follow those of the pieces.
    globals: Vec<Global>,
    num_pieces: usize,
    pub(super) files: Vec<LineFiles>,
}

impl Description {
    /// What a symbol's number stands for.
    pub(super) fn symbol(&self, number: usize) -> Option<DebugSymbol> {
        if number < self.num_pieces {
            return Some(DebugSymbol::Piece(number));
        }
        let global = self.globals.get(number - self.num_pieces);
        global.map(|global| DebugSymbol::Global(*global))
    }
}

/// The version of DWARF that a module asks for, of those that can be written.
pub(super) fn dwarf_version(view: DebugInfo<'_>) -> u16 {
    view.flag("Dwarf Version").map_or(4, |v| v.clamp(4, 5)) as u16
}

/// Describes `pieces`, which are in the order of their addresses, and the variables of the module that
/// `has_place` knows. With `shares_files` all units have one table of files, as the assembler makes it.
pub(super) fn describe(
    module: &Module,
    view: DebugInfo<'_>,
    pieces: &[Piece<'_>],
    has_place: &dyn Fn(Global) -> bool,
    shares_files: bool,
) -> Result<Description, EmitError> {
    let mut describer = Describer {
        module,
        view,
        pieces,
        dwarf: Dwarf::new(),
        encoding: Encoding {
            format: Format::Dwarf32,
            version: dwarf_version(view),
            address_size: 8,
        },
        units: PrimaryMap::new(),
        unit_of_node: SecondaryMap::new(),
        files: Vec::new(),
        shares_files,
        entries: SecondaryMap::new(),
        code: SecondaryMap::new(),
        inlined: SecondaryMap::new(),
        unfilled: Vec::new(),
        globals: Vec::new(),
    };
    describer.number_files();
    describer.functions();
    describer.variables(has_place);
    describer.fill_types();
    describer.finish_units();
    let mut sections = Sections::new(RelocatedBytes::new());
    let Describer {
        mut dwarf,
        globals,
        files,
        ..
    } = describer;
    dwarf
        .write(&mut sections)
        .map_err(|error| EmitError::unsupported(format!("debug information: {error}")))?;
    Ok(Description {
        sections,
        globals,
        num_pieces: pieces.len(),
        files,
    })
}

impl Describer<'_> {
    /// The unit that a `DICompileUnit` is, made on first request.
    pub(super) fn unit(&mut self, node: MetadataId) -> Option<UnitIndex> {
        if let Some(known) = self.unit_of_node[node].expand() {
            return Some(known);
        }
        let data = self.view.node_of(node, "DICompileUnit")?;
        if !self.shares_files || self.files.is_empty() {
            let files = LineFiles::new(self.view, data, self.encoding.version);
            self.files.push(files);
        }
        let id = self
            .dwarf
            .units
            .add(Unit::new(self.encoding, LineProgram::none()));
        let unit = self.units.push(UnitState {
            id,
            files: self.files.len() - 1,
            pieces: Vec::new(),
        });
        self.unit_of_node[node] = unit.into();
        let entry = self.root(unit);
        if let Some(producer) = string(data, "producer") {
            self.set_text(entry, gimli::DW_AT_producer, producer);
        }
        if let Some(language) = data.text("language").and_then(constants::language) {
            self.set(
                entry,
                gimli::DW_AT_language,
                AttributeValue::Language(language),
            );
        }
        let file = data.node("file").and_then(|id| self.view.node(id));
        if let Some(name) = file.and_then(|file| string(file, "filename")) {
            self.set_text(entry, gimli::DW_AT_name, name);
        }
        self.set(
            entry,
            gimli::DW_AT_stmt_list,
            AttributeValue::LineProgramRef,
        );
        if let Some(directory) = file.and_then(|file| string(file, "directory")) {
            self.set_text(entry, gimli::DW_AT_comp_dir, directory);
        }
        // Types that are wanted though nothing here may be of them: those of named constants.
        for list in ["enums", "retainedTypes"] {
            for id in self.view.elements(data, list) {
                self.add_type(unit, id);
            }
        }
        Some(unit)
    }

    /// The unit of a subprogram.
    pub(super) fn unit_of(&mut self, subprogram: MetadataId) -> Option<UnitIndex> {
        let unit = self.view.node(subprogram)?.node("unit")?;
        self.unit(unit)
    }

    /// The number of the file of `scope` in the line table of `unit`.
    pub(super) fn file_number(&mut self, unit: UnitIndex, scope: MetadataId) -> u32 {
        self.files[self.units[unit].files].number(self.view, scope)
    }

    /// Gives each unit its functions, and numbers the files of their rows, before those that only entries
    /// name.
    fn number_files(&mut self) {
        for (at, piece) in self.pieces.iter().enumerate() {
            let Some(unit) = self.unit_of(piece.debug.subprogram) else {
                continue;
            };
            self.units[unit].pieces.push(at);
            for (_, row) in &piece.debug.rows {
                self.file_number(unit, row.scope);
            }
        }
    }

    /// Gives each unit its line table and its ranges of addresses.
    fn finish_units(&mut self) {
        for unit in self.units.keys() {
            let state = &self.units[unit];
            let own = || state.pieces.iter().map(|at| &self.pieces[*at]);
            let program = line_table::build(
                self.view,
                &mut self.dwarf,
                self.encoding,
                &mut self.files[state.files],
                own(),
            );
            let runs = own().filter(|piece| piece.ends_sequence);
            let runs = runs.map(|piece| (piece.head, piece.offset + piece.length));
            let runs: Vec<(usize, u64)> = runs.filter(|(_, length)| *length != 0).collect();
            self.dwarf.units.get_mut(state.id).line_program = program;
            self.unit_ranges(unit, &runs);
        }
    }

    fn unit_ranges(&mut self, unit: UnitIndex, runs: &[(usize, u64)]) {
        let entry = self.root(unit);
        let address = |symbol: usize| Address::Symbol { symbol, addend: 0 };
        match runs {
            [] => {}
            [(symbol, length)] => {
                let low = AttributeValue::Address(address(*symbol));
                self.set(entry, gimli::DW_AT_low_pc, low);
                self.set_number(entry, gimli::DW_AT_high_pc, *length);
            }
            _ => {
                let low = AttributeValue::Address(Address::Constant(0));
                self.set(entry, gimli::DW_AT_low_pc, low);
                let list = runs.iter().map(|(symbol, length)| Range::StartLength {
                    begin: address(*symbol),
                    length: *length,
                });
                self.set_range_list(entry, list.collect());
            }
        }
    }
}
