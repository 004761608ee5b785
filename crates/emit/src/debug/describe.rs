//! The description of a module: its units, and everything in them, in the order in which llc makes it: numbers of
//! strings, addresses, files and abbreviations follow from that.

use std::collections::BTreeMap; // Allowed because it works once a module.

use avarice_ir::debug_info::string;
use avarice_ir::metadata::SpecialNode;
use avarice_ir::{DebugInfo, Global, MetadataId, Module};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use gimli::{DwAt, DwForm, SectionId};

use super::code::{BaseType, END, Location, Position};
use super::constants::{self, dwarf_version};
use super::content::{Content, Reference};
use super::files::LineFiles;
use super::line_table;
use super::lists::{List, Span};
use super::pools::{Address, Addresses, Strings};
use super::rows::FunctionDebug;
use super::tree::{Block, Entry, ListKind, ListOffsets, Tree, UnitIndex, Value};

/// The code of one function that is described.
pub(super) struct Piece<'a> {
    /// The section that it is in.
    pub(super) section: usize,
    /// The first piece of the run of code that it is in: consecutive functions of one unit.
    pub(super) head: usize,
    /// Its distance from the start of the section, in bytes.
    pub(super) address: u64,
    /// Its size in bytes.
    pub(super) length: u64,
    /// Whether the run ends with it.
    pub(super) ends_sequence: bool,
    pub(super) debug: &'a FunctionDebug,
}

/// How much of a unit is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Emission {
    /// Everything.
    Full,
    /// Functions with what was inlined in them, and lines.
    LineTables,
    /// Only lines.
    Directives,
}

/// A compile unit in the making.
pub(super) struct UnitState {
    node: MetadataId,
    /// Its table in `Describer::files`.
    pub(super) files: usize,
    pub(super) emission: Emission,
    pub(super) language: gimli::DwLang,
    /// The functions in it, in order of their addresses.
    pub(super) pieces: Vec<usize>,
    /// The type of indices of arrays.
    pub(super) index_type: Option<Entry>,
    /// Types that expressions convert to.
    base_types: Vec<(BaseType, Entry)>,
    has_range_lists: bool,
    /// The piece from whose start addresses in its lists count.
    pub(super) base: Option<usize>,
}

/// A variable or label in code.
pub(super) struct Concrete {
    pub(super) node: MetadataId,
    pub(super) entry: Option<Entry>,
    pub(super) label: Option<(usize, Position)>,
}

/// Makes entries of metadata.
pub(super) struct Describer<'a> {
    pub(super) module: &'a Module,
    pub(super) view: DebugInfo<'a>,
    pub(super) pieces: &'a [Piece<'a>],
    pub(super) version: u16,
    pub(super) tree: Tree,
    pub(super) units: PrimaryMap<UnitIndex, UnitState>,
    unit_of_node: SecondaryMap<MetadataId, PackedOption<UnitIndex>>,
    /// Tables of files; with `shares_files` there is one for all units.
    pub(super) files: Vec<LineFiles>,
    shares_files: bool,
    strings: Strings,
    pub(super) addresses: Addresses,
    pub(super) section_starts: BTreeMap<usize, usize>,
    /// The entry of each node.
    pub(super) entries: SecondaryMap<MetadataId, PackedOption<Entry>>,
    /// Entries of inlined subprograms and blocks in them, apart from any code.
    pub(super) abstract_scopes: SecondaryMap<MetadataId, PackedOption<Entry>>,
    /// Variables and labels of inlined subprograms: whether they are known, and their entries.
    pub(super) abstract_entities: SecondaryMap<MetadataId, Option<PackedOption<Entry>>>,
    /// The entries of blocks that are not inlined.
    pub(super) blocks: SecondaryMap<MetadataId, PackedOption<Entry>>,
    pub(super) concrete: Vec<Concrete>,
    /// The functions that have code, once each.
    pub(super) subprograms: Vec<MetadataId>,
    pub(super) is_described: SecondaryMap<MetadataId, bool>,
    pub(super) location_lists: Vec<List>,
    pub(super) range_lists: Vec<List>,
    /// Virtual methods and the classes in whose tables they are.
    pub(super) methods: Vec<(Entry, Option<MetadataId>)>,
    /// Types whose entries are still empty, since they are too deep in others.
    pub(super) unfilled: Vec<MetadataId>,
    /// Nodes that are being described.
    pub(super) depth: u32,
    pub(super) supports_thread_local: bool,
    /// Whether a variable is in the object.
    pub(super) has_place: &'a dyn Fn(Global) -> bool,
}

/// The sections of a description.
pub(super) struct Description {
    /// Sections that are not empty.
    pub(super) sections: Vec<(SectionId, Content)>,
    pub(super) files: Vec<LineFiles>,
}

/// What differs between objects and assembly.
pub(super) struct DescribeOptions<'a> {
    /// Whether a variable is in the object.
    pub(super) has_place: &'a dyn Fn(Global) -> bool,
    /// All units have one table of files, as the assembler makes it.
    pub(super) shares_files: bool,
    /// Addresses of variables that each thread has can be written.
    pub(super) supports_thread_local: bool,
}

/// Describes `pieces`, which are in the order of their addresses, and the variables of the module.
pub(super) fn describe<'a>(
    module: &'a Module,
    view: DebugInfo<'a>,
    pieces: &'a [Piece<'a>],
    options: &DescribeOptions<'a>,
) -> Description {
    let version = dwarf_version(view);
    let mut section_starts = BTreeMap::new();
    for (at, piece) in pieces.iter().enumerate() {
        section_starts.entry(piece.section).or_insert(at);
    }
    let mut describer = Describer {
        module,
        view,
        pieces,
        version,
        tree: Tree::new(version),
        units: PrimaryMap::new(),
        unit_of_node: SecondaryMap::new(),
        files: Vec::new(),
        shares_files: options.shares_files,
        strings: Strings::default(),
        addresses: Addresses::default(),
        section_starts,
        entries: SecondaryMap::new(),
        abstract_scopes: SecondaryMap::new(),
        abstract_entities: SecondaryMap::new(),
        blocks: SecondaryMap::new(),
        concrete: Vec::new(),
        subprograms: Vec::new(),
        is_described: SecondaryMap::new(),
        location_lists: Vec::new(),
        range_lists: Vec::new(),
        methods: Vec::new(),
        unfilled: Vec::new(),
        depth: 0,
        supports_thread_local: options.supports_thread_local,
        has_place: options.has_place,
    };
    describer.begin();
    for piece in 0..pieces.len() {
        describer.function(piece);
    }
    describer.finish_units();
    describer.finish()
}

impl Describer<'_> {
    /// The unit that a `DICompileUnit` is, made on first request.
    pub(super) fn unit(&mut self, node: MetadataId) -> Option<UnitIndex> {
        if let Some(known) = self.unit_of_node[node].expand() {
            return Some(known);
        }
        let data = self.view.node_of(node, "DICompileUnit")?;
        if !self.shares_files || self.files.is_empty() {
            let files = LineFiles::new(self.view, data, self.version);
            self.files.push(files);
        }
        let unit = self.tree.add_unit();
        let language = data.text("language").and_then(constants::language);
        self.units.push(UnitState {
            node,
            files: self.files.len() - 1,
            emission: match data.text("emissionKind") {
                Some("LineTablesOnly") => Emission::LineTables,
                Some("DebugDirectivesOnly") => Emission::Directives,
                _ => Emission::Full,
            },
            language: language.unwrap_or(gimli::DwLang(0)),
            pieces: Vec::new(),
            index_type: None,
            base_types: Vec::new(),
            has_range_lists: false,
            base: None,
        });
        self.unit_of_node[node] = unit.into();
        if self.units[unit].emission != Emission::Directives {
            self.unit_attributes(unit, data);
        }
        Some(unit)
    }

    fn unit_attributes(&mut self, unit: UnitIndex, data: &SpecialNode) {
        let root = self.root(unit);
        let mut producer = string(data, "producer").unwrap_or_default();
        if let Some(flags) = string(data, "flags") {
            producer.push(b' ');
            producer.extend(flags);
        }
        self.set_text(root, gimli::DW_AT_producer, &producer);
        let language = Value::Number(self.units[unit].language.0.into());
        self.tree
            .set(root, gimli::DW_AT_language, gimli::DW_FORM_data2, language);
        let file = data.node("file").and_then(|id| self.view.node(id));
        let name = file.and_then(|file| string(file, "filename"));
        self.set_text(root, gimli::DW_AT_name, &name.unwrap_or_default());
        for (key, attribute) in [("sysroot", DwAt(0x3e02)), ("sdk", DwAt(0x3fef))] {
            if let Some(text) = string(data, key) {
                self.set_text(root, attribute, &text);
            }
        }
        if self.version >= 5 {
            self.set_section(
                root,
                gimli::DW_AT_str_offsets_base,
                SectionId::DebugStrOffsets,
                8,
            );
        }
        // Filled in when the line tables are known.
        self.set_section(root, gimli::DW_AT_stmt_list, SectionId::DebugLine, 0);
        if let Some(directory) = file.and_then(|file| string(file, "directory")) {
            self.set_text(root, gimli::DW_AT_comp_dir, &directory);
        }
    }

    /// The unit of a subprogram.
    pub(super) fn unit_of(&mut self, subprogram: MetadataId) -> Option<UnitIndex> {
        let unit = self.view.node(subprogram)?.node("unit")?;
        self.unit(unit)
    }

    /// The entry of the unit itself.
    pub(super) fn root(&self, unit: UnitIndex) -> Entry {
        self.tree.roots[unit]
    }

    /// Whether functions have only what was inlined in them.
    pub(super) fn is_minimal(&self, unit: UnitIndex) -> bool {
        self.units[unit].emission == Emission::LineTables
    }

    /// The number of the file of `scope` in the line table of `unit`.
    pub(super) fn file_number(&mut self, unit: UnitIndex, scope: MetadataId) -> u32 {
        self.files[self.units[unit].files].number(self.view, scope)
    }

    /// Gives `entry` a string.
    pub(super) fn set_text(&mut self, entry: Entry, name: DwAt, text: &[u8]) {
        let number = self.strings.number(text);
        if self.version < 5 {
            let offset = self.strings.offset(number);
            let value = Value::Section(SectionId::DebugStr, offset);
            self.tree.set(entry, name, gimli::DW_FORM_strp, value);
            return;
        }
        let form: DwForm = match number {
            0..=0xff => gimli::DW_FORM_strx1,
            0x100..=0xffff => gimli::DW_FORM_strx2,
            0x1_0000..=0xff_ffff => gimli::DW_FORM_strx3,
            _ => gimli::DW_FORM_strx4,
        };
        self.tree
            .set(entry, name, form, Value::Number(number as u64));
    }

    /// Gives `entry` a distance in a section.
    pub(super) fn set_section(
        &mut self,
        entry: Entry,
        name: DwAt,
        section: SectionId,
        offset: u64,
    ) {
        let value = Value::Section(section, offset);
        self.tree.set(entry, name, gimli::DW_FORM_sec_offset, value);
    }

    /// The name of a node.
    pub(super) fn set_name(&mut self, entry: Entry, node: &SpecialNode) {
        if let Some(name) = string(node, "name") {
            self.set_text(entry, gimli::DW_AT_name, &name);
        }
    }

    /// Where a node says that it is declared.
    pub(super) fn set_declaration(&mut self, entry: Entry, node: &SpecialNode) {
        let line = node.number("line");
        if let Some(file) = node.node("file").filter(|_| line != 0) {
            let unit = self.tree.unit_of(entry);
            let file = self.file_number(unit, file);
            self.tree
                .set_number(entry, gimli::DW_AT_decl_file, file.into());
            self.tree.set_number(entry, gimli::DW_AT_decl_line, line);
        }
    }

    /// Gives `entry` an address in code.
    pub(super) fn set_address(&mut self, entry: Entry, name: DwAt, at: (usize, Position)) {
        if self.version >= 5 {
            let number = self.addresses.number(Address::Code(at.0, at.1));
            let value = Value::Number(number as u64);
            self.tree.set(entry, name, gimli::DW_FORM_addrx, value);
        } else {
            let value = Value::Address(self.reference(at));
            self.tree.set(entry, name, gimli::DW_FORM_addr, value);
        }
    }

    /// Where an entry has code.
    pub(super) fn set_spans(&mut self, entry: Entry, spans: &[Span]) {
        if let [span] = spans {
            self.set_address(entry, gimli::DW_AT_low_pc, span.start);
            let length = self
                .address(span.end)
                .wrapping_sub(self.address(span.start));
            let length = Value::Number(length);
            self.tree
                .set(entry, gimli::DW_AT_high_pc, gimli::DW_FORM_data4, length);
            return;
        }
        let unit = self.tree.unit_of(entry);
        self.units[unit].has_range_lists = true;
        let number = self.range_lists.len();
        self.range_lists.push(List {
            unit,
            spans: spans.iter().map(|span| (*span, None)).collect(),
        });
        let (form, value) = match self.version {
            5.. => (gimli::DW_FORM_rnglistx, Value::Number(number as u64)),
            _ => (
                gimli::DW_FORM_sec_offset,
                Value::List(ListKind::Ranges, number),
            ),
        };
        self.tree.set(entry, gimli::DW_AT_ranges, form, value);
    }

    /// The distance of a position from the start of its section.
    pub(super) fn address(&self, (piece, position): (usize, Position)) -> u64 {
        let piece = &self.pieces[piece];
        let offset = match position {
            0 => 0,
            END => piece.length,
            _ => {
                let offsets = &piece.debug.offsets;
                let found = offsets.binary_search_by_key(&position, |(known, _)| *known);
                found.map_or(0, |at| offsets[at].1.into())
            }
        };
        piece.address + offset
    }

    /// What a position refers to.
    pub(super) fn reference(&self, at: (usize, Position)) -> Reference {
        Reference::Piece(at.0, self.address(at) - self.pieces[at.0].address)
    }

    /// An expression, in a unit that then has the base types that it names.
    pub(super) fn block(&mut self, unit: UnitIndex, location: &Location) -> Block {
        let base_types: Vec<(usize, Entry)> = location
            .base_types
            .iter()
            .map(|(at, base_type)| (*at, self.base_type(unit, *base_type)))
            .collect();
        Block {
            bytes: location.bytes.clone(),
            base_types,
            addresses: Vec::new(),
        }
    }

    fn base_type(&mut self, unit: UnitIndex, base_type: BaseType) -> Entry {
        let known = self.units[unit].base_types.iter();
        if let Some((_, entry)) = known.clone().find(|(known, _)| *known == base_type) {
            return *entry;
        }
        let entry = self.tree.detached(unit, gimli::DW_TAG_base_type);
        self.units[unit].base_types.push((base_type, entry));
        entry
    }

    /// Puts the base types of expressions first, so that their distances are small.
    fn add_base_types(&mut self, unit: UnitIndex) {
        let root = self.root(unit);
        for (base_type, entry) in std::mem::take(&mut self.units[unit].base_types)
            .into_iter()
            .rev()
        {
            self.tree.attach_first(root, entry);
            let encoding = gimli::DwAte(base_type.encoding as u8);
            let name = encoding.static_string().unwrap_or_default();
            let name = format!("{name}_{}", base_type.bits);
            self.set_text(entry, gimli::DW_AT_name, name.as_bytes());
            let encoding = Value::Number(base_type.encoding);
            self.tree
                .set(entry, gimli::DW_AT_encoding, gimli::DW_FORM_data1, encoding);
            let size = base_type.bits.div_ceil(8);
            self.tree.set_number(entry, gimli::DW_AT_byte_size, size);
        }
    }

    /// Completes the units when all functions are described.
    fn finish_units(&mut self) {
        for unit in self.units.keys() {
            if let Some(node) = self.view.node(self.units[unit].node) {
                self.imported_entities(unit, node);
            }
            self.add_base_types(unit);
        }
        self.finish_subprograms();
        self.finish_concrete();
        self.fill_types();
        self.finish_methods();
        for unit in self.units.keys() {
            if self.units[unit].emission != Emission::Directives {
                self.finish_unit(unit);
            }
        }
    }

    fn finish_unit(&mut self, unit: UnitIndex) {
        let root = self.root(unit);
        let mut spans: Vec<Span> = Vec::new();
        for piece in &self.units[unit].pieces {
            let end = (*piece, END);
            match spans.last_mut() {
                Some(last) if last.start.0 == self.pieces[*piece].head => last.end = end,
                _ => spans.push(Span {
                    start: (*piece, 0),
                    end,
                }),
            }
        }
        match &spans[..] {
            [] => {}
            [span] => self.units[unit].base = Some(span.start.0),
            _ => {
                let zero = Value::Number(0);
                self.tree
                    .set(root, gimli::DW_AT_low_pc, gimli::DW_FORM_addr, zero);
            }
        }
        if !spans.is_empty() {
            self.set_spans(root, &spans);
        }
        if self.version < 5 {
            return;
        }
        if !self.addresses.is_empty() {
            self.set_section(root, gimli::DW_AT_addr_base, SectionId::DebugAddr, 8);
        }
        if self.units[unit].has_range_lists {
            self.set_section(
                root,
                gimli::DW_AT_rnglists_base,
                SectionId::DebugRngLists,
                12,
            );
        }
        if !self.location_lists.is_empty() {
            self.set_section(
                root,
                gimli::DW_AT_loclists_base,
                SectionId::DebugLocLists,
                12,
            );
        }
    }

    /// The bytes of all sections.
    fn finish(mut self) -> Description {
        self.tree.lay_out();
        let (lines, line_strings) = line_table::sections(&mut self);
        let mut lists = ListOffsets::default();
        let (location_id, locations, offsets) = self.location_section();
        lists.locations = offsets;
        // Addresses that only lists of ranges name come after those that lists of places name.
        let (range_id, ranges, offsets) = self.range_section();
        lists.ranges = offsets;
        let addresses = match self.version {
            5.. => self.addresses.table(|address| match address {
                Address::Code(piece, position) => self.reference((piece, position)),
                Address::Global(global) => Reference::Global(global),
            }),
            _ => Content::default(),
        };
        let string_offsets = match self.version {
            5.. => self.strings.table(),
            _ => Content::default(),
        };
        let all = [
            (location_id, locations),
            (SectionId::DebugAbbrev, self.tree.abbreviations()),
            (SectionId::DebugInfo, self.tree.entries(&lists)),
            (range_id, ranges),
            (SectionId::DebugStrOffsets, string_offsets),
            (SectionId::DebugStr, self.strings.finish()),
            (SectionId::DebugAddr, addresses),
            (SectionId::DebugLine, lines),
            (SectionId::DebugLineStr, line_strings),
        ];
        let sections = all
            .into_iter()
            .filter(|(_, content)| !content.bytes.is_empty());
        Description {
            sections: sections.collect(),
            files: self.files,
        }
    }
}
