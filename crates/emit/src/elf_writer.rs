//! Writes an object model as an ELF relocatable file, laid out as llc lays it out.
//!
//! ```text
//!   file header │ content of the sections │ groups │ symbols │ relocations │ strings │ section headers
//! ```
//!
//! Order of the section headers: strings; each group before its first member; each section followed by its relocations;
//! symbols. Names of sections and symbols share one table of strings.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.
use std::collections::btree_map::Entry;

use avarice_ir::GlobalKind;
use avarice_ir::module::ComdatKind;
use cranelift_entity::SecondaryMap;
use object::Endianness;
use object::elf::{self, FileHeader64, Ident, Rel64, Rela64, SectionHeader64, Sym64};
use object::endian::{I64, U16, U32, U64};
use object::pod::Pod;

use crate::elf_symbols::{Home, SectionNumbers, Symbol, SymbolTable};
use crate::error::EmitError;
use crate::module_metadata::CALL_GRAPH_PROFILE;
use crate::object_model::{ObjectModel, Section, SectionId};
use crate::sections::GroupKey;
use crate::string_table::StringTable;

/// Number of the section with the names.
const STRINGS: u32 = 1;

/// The bytes of the file.
pub(crate) fn write(model: &ObjectModel<'_>) -> Result<Vec<u8>, EmitError> {
    let mut sections = SectionTable::new(model)?;
    let symbols = SymbolTable::new(model, &sections.numbers)?;
    let symtab = sections.add(Role::Symbols, b".symtab");
    if symbols.has_far_section() {
        sections.add(Role::SymbolSections, b".symtab_shndx");
    }
    let names = sections.entries.iter().map(|entry| &*entry.name);
    let names = names.chain(symbols.symbols.iter().map(|symbol| symbol.name));
    let names: Vec<&[u8]> = names.collect();
    let mut file = ElfFile {
        model,
        strings: StringTable::new(&names),
        sections,
        symbols,
        symtab,
        endian: match model.emitter.elf().big_endian {
            true => Endianness::Big,
            false => Endianness::Little,
        },
        bytes: Vec::new(),
    };
    file.write();
    Ok(file.bytes)
}

/// What a section header stands for.
#[derive(Clone, Copy)]
enum Role {
    Strings,
    /// Index of the group.
    Group(usize),
    Content(SectionId),
    Relocations(SectionId),
    Symbols,
    SymbolSections,
}

/// A section header, and where its content is in the file.
struct HeaderEntry {
    role: Role,
    name: Vec<u8>,
    offset: u64,
    size: u64,
}

impl HeaderEntry {
    fn new(role: Role, name: &[u8]) -> Self {
        Self {
            role,
            name: name.to_vec(),
            offset: 0,
            size: 0,
        }
    }
}

struct Group {
    key: GroupKey,
    /// Sections and relocation sections.
    members: Vec<u32>,
}

/// The sections in the order of their headers.
struct SectionTable {
    /// Without the null header: the section with number `n` is at `n - 1`.
    entries: Vec<HeaderEntry>,
    groups: Vec<Group>,
    numbers: SectionNumbers,
}

impl SectionTable {
    fn new(model: &ObjectModel<'_>) -> Result<Self, EmitError> {
        let mut table = Self {
            entries: vec![HeaderEntry::new(Role::Strings, b".strtab")],
            groups: Vec::new(),
            numbers: SectionNumbers {
                sections: SecondaryMap::new(),
                groups: BTreeMap::new(),
            },
        };
        let mut group_of: BTreeMap<GroupKey, usize> = BTreeMap::new();
        for (id, section) in model.sections.iter() {
            let mut group = None;
            if let Some(key) = section.spec.group {
                if let Entry::Vacant(slot) = group_of.entry(key) {
                    slot.insert(table.groups.len());
                    table.add_group(model, key)?;
                }
                group = Some(group_of[&key]);
            }
            let number = table.add(Role::Content(id), &section.spec.name);
            table.numbers.sections[id] = number;
            let mut members = vec![number];
            if !section.relocations.is_empty() {
                let prefix: &[u8] = match has_addends(section) {
                    true => b".rela",
                    false => b".rel",
                };
                let name = [prefix, &section.spec.name].concat();
                members.push(table.add(Role::Relocations(id), &name));
            }
            if let Some(group) = group {
                table.groups[group].members.extend(members);
            }
        }
        Ok(table)
    }

    /// Adds a header; returns its number.
    fn add(&mut self, role: Role, name: &[u8]) -> u32 {
        self.entries.push(HeaderEntry::new(role, name));
        self.entries.len() as u32
    }

    fn add_group(&mut self, model: &ObjectModel<'_>, key: GroupKey) -> Result<(), EmitError> {
        if let GroupKey::Comdat(comdat) = key {
            let data = &model.module.comdats[comdat];
            if !matches!(data.kind, ComdatKind::Any | ComdatKind::NoDeduplicate) {
                let error =
                    EmitError::unsupported("comdat selection other than any and nodeduplicate");
                return Err(error.at(&data.name));
            }
        }
        let number = self.add(Role::Group(self.groups.len()), b".group");
        self.numbers.groups.insert(key, number);
        self.groups.push(Group {
            key,
            members: Vec::new(),
        });
        Ok(())
    }
}

struct ElfFile<'a> {
    model: &'a ObjectModel<'a>,
    sections: SectionTable,
    symbols: SymbolTable<'a>,
    /// Names of the sections, then of the symbols.
    strings: StringTable,
    /// Number of the section with the symbols.
    symtab: u32,
    endian: Endianness,
    bytes: Vec<u8>,
}

impl ElfFile<'_> {
    fn write(&mut self) {
        // The header is written when the number of sections and their place are known.
        self.bytes.resize(size_of::<FileHeader64<Endianness>>(), 0);
        let order: [fn(Role) -> bool; 6] = [
            |role| matches!(role, Role::Content(_)),
            |role| matches!(role, Role::Group(_)),
            |role| matches!(role, Role::Symbols),
            |role| matches!(role, Role::SymbolSections),
            |role| matches!(role, Role::Relocations(_)),
            |role| matches!(role, Role::Strings),
        ];
        for wanted in order {
            self.write_sections(wanted);
        }
        self.align(8);
        let headers = self.bytes.len() as u64;
        self.write_headers();
        self.write_file_header(headers);
    }

    fn align(&mut self, align: u64) {
        let size = self.bytes.len().next_multiple_of(align.max(1) as usize);
        self.bytes.resize(size, 0);
    }

    fn push(&mut self, record: &impl Pod) {
        self.bytes.extend_from_slice(object::pod::bytes_of(record));
    }

    fn push_word(&mut self, word: u32) {
        self.push(&U32::new(self.endian, word));
    }

    /// Writes the content of the sections of one role.
    fn write_sections(&mut self, wanted: fn(Role) -> bool) {
        for at in 0..self.sections.entries.len() {
            let role = self.sections.entries[at].role;
            if !wanted(role) {
                continue;
            }
            self.align(self.file_alignment(role));
            let offset = self.bytes.len();
            match role {
                Role::Strings => self.bytes.extend_from_slice(&self.strings.bytes),
                Role::Group(group) => self.write_group(group),
                Role::Content(id) => {
                    let model = self.model;
                    self.bytes.extend_from_slice(&model.sections[id].bytes);
                }
                Role::Relocations(id) => self.write_relocations(id),
                Role::Symbols => self.write_symbols(),
                Role::SymbolSections => self.write_symbol_sections(),
            }
            let size = match role {
                Role::Content(id) => self.model.sections[id].size,
                _ => (self.bytes.len() - offset) as u64,
            };
            let entry = &mut self.sections.entries[at];
            (entry.offset, entry.size) = (offset as u64, size);
        }
    }

    /// Alignment of a section in bytes.
    fn alignment(&self, role: Role) -> u64 {
        match role {
            Role::Strings => 1,
            Role::Group(_) | Role::SymbolSections => 4,
            Role::Content(id) => self.model.sections[id].align,
            Role::Relocations(_) | Role::Symbols => 8,
        }
    }

    /// Alignment of a section's content in the file, in bytes; beyond a page it has no use.
    fn file_alignment(&self, role: Role) -> u64 {
        self.alignment(role).min(4096)
    }

    fn write_group(&mut self, group: usize) {
        let keeps_all = match self.sections.groups[group].key {
            GroupKey::Comdat(comdat) => {
                self.model.module.comdats[comdat].kind == ComdatKind::NoDeduplicate
            }
            GroupKey::Personality(_) => false,
        };
        self.push_word(if keeps_all { 0 } else { elf::GRP_COMDAT });
        for at in 0..self.sections.groups[group].members.len() {
            self.push_word(self.sections.groups[group].members[at]);
        }
    }

    fn write_relocations(&mut self, id: SectionId) {
        let section = &self.model.sections[id];
        let endian = self.endian;
        for relocation in &section.relocations {
            let symbol = self.symbols.number(&relocation.anchor);
            let info = u64::from(symbol) << 32 | u64::from(relocation.kind);
            let (r_offset, r_info) = (U64::new(endian, relocation.offset), U64::new(endian, info));
            match has_addends(section) {
                true => self.push(&Rela64 {
                    r_offset,
                    r_info,
                    r_addend: I64::new(endian, relocation.addend),
                }),
                false => self.push(&Rel64 { r_offset, r_info }),
            }
        }
    }

    fn write_symbols(&mut self) {
        self.write_symbol(&Symbol::undefined(b"", 0), 0);
        let first = self.sections.entries.len();
        for at in 0..self.symbols.symbols.len() {
            let symbol = self.symbols.symbols[at];
            self.write_symbol(&symbol, self.strings.offsets[first + at]);
        }
    }

    fn write_symbol(&mut self, symbol: &Symbol<'_>, name: u32) {
        let endian = self.endian;
        self.push(&Sym64 {
            st_name: U32::new(endian, name),
            st_info: symbol.info,
            st_other: symbol.visibility,
            st_shndx: U16::new(endian, symbol.home.short_number()),
            st_value: U64::new(endian, symbol.value),
            st_size: U64::new(endian, symbol.size),
        });
    }

    /// Writes the sections of symbols whose numbers are too large for their own records.
    fn write_symbol_sections(&mut self) {
        self.push_word(0);
        for at in 0..self.symbols.symbols.len() {
            let home = self.symbols.symbols[at].home;
            self.push_word(match home {
                Home::Section(number) if home.is_far() => number,
                _ => 0,
            });
        }
    }

    fn write_file_header(&mut self, headers: u64) {
        let (endian, elf) = (self.endian, self.model.emitter.elf());
        let count = self.sections.entries.len() + 1;
        let header = FileHeader64 {
            e_ident: Ident {
                magic: elf::ELFMAG,
                class: elf::ELFCLASS64,
                data: match elf.big_endian {
                    true => elf::ELFDATA2MSB,
                    false => elf::ELFDATA2LSB,
                },
                version: elf::EV_CURRENT,
                os_abi: self.os_abi(),
                abi_version: 0,
                padding: [0; 7],
            },
            e_type: U16::new(endian, elf::ET_REL),
            e_machine: U16::new(endian, elf.machine),
            e_version: U32::new(endian, elf::EV_CURRENT.into()),
            e_entry: U64::new(endian, 0),
            e_phoff: U64::new(endian, 0),
            e_shoff: U64::new(endian, headers),
            e_flags: U32::new(endian, elf.flags),
            e_ehsize: U16::new(endian, size_of::<FileHeader64<Endianness>>() as u16),
            e_phentsize: U16::new(endian, 0),
            e_phnum: U16::new(endian, 0),
            e_shentsize: U16::new(endian, size_of::<SectionHeader64<Endianness>>() as u16),
            e_shnum: U16::new(endian, short_count(count).unwrap_or(0)),
            e_shstrndx: U16::new(endian, STRINGS as u16),
        };
        let header = object::pod::bytes_of(&header);
        self.bytes[..header.len()].copy_from_slice(header);
    }

    /// Whether the file uses what only GNU systems know.
    fn os_abi(&self) -> u8 {
        let retain = u64::from(elf::SHF_GNU_RETAIN);
        let mut sections = self.model.sections.values();
        let mut globals = self.model.module.globals.values();
        let is_gnu = sections.any(|section| section.spec.flags & retain != 0)
            || globals.any(|data| matches!(data.kind, GlobalKind::IFunc { .. }));
        if is_gnu {
            elf::ELFOSABI_GNU
        } else {
            elf::ELFOSABI_NONE
        }
    }

    fn write_headers(&mut self) {
        let count = self.sections.entries.len() + 1;
        // More sections than the file header can tell: the null header does.
        let extended = match short_count(count) {
            Some(_) => 0,
            None => count as u64,
        };
        self.push(&header_record(
            self.endian,
            0,
            &HeaderFields::default(),
            [0, extended],
        ));
        for at in 0..self.sections.entries.len() {
            let entry = &self.sections.entries[at];
            let fields = self.fields(entry.role);
            let name = self.strings.offsets[at];
            let place = [entry.offset, entry.size];
            let record = header_record(self.endian, name, &fields, place);
            self.push(&record);
        }
    }

    fn fields(&self, role: Role) -> HeaderFields {
        let symtab = self.symtab;
        let fields = HeaderFields {
            align: self.alignment(role),
            ..HeaderFields::default()
        };
        match role {
            Role::Strings => HeaderFields {
                kind: elf::SHT_STRTAB,
                ..fields
            },
            Role::Group(group) => HeaderFields {
                kind: elf::SHT_GROUP,
                link: symtab,
                info: self
                    .symbols
                    .signature(self.model, self.sections.groups[group].key),
                entry_size: 4,
                ..fields
            },
            Role::Content(id) => self.content_fields(id, fields),
            Role::Relocations(id) => {
                let section = &self.model.sections[id];
                let (kind, entry_size) = match has_addends(section) {
                    true => (elf::SHT_RELA, 24),
                    false => (elf::SHT_REL, 16),
                };
                HeaderFields {
                    kind,
                    flags: match section.spec.group {
                        Some(_) => elf::SHF_GROUP.into(),
                        None => elf::SHF_INFO_LINK.into(),
                    },
                    link: symtab,
                    info: self.sections.numbers.sections[id],
                    entry_size,
                    ..fields
                }
            }
            Role::Symbols => HeaderFields {
                kind: elf::SHT_SYMTAB,
                link: STRINGS,
                info: self.symbols.num_local,
                entry_size: size_of::<Sym64<Endianness>>() as u64,
                ..fields
            },
            Role::SymbolSections => HeaderFields {
                kind: elf::SHT_SYMTAB_SHNDX,
                link: symtab,
                entry_size: 4,
                ..fields
            },
        }
    }

    fn content_fields(&self, id: SectionId, fields: HeaderFields) -> HeaderFields {
        let section = &self.model.sections[id];
        let grouped = section.spec.group.map_or(0, |_| u64::from(elf::SHF_GROUP));
        // One that only names functions belongs to the symbols.
        let link = match has_addends(section) {
            false => self.symtab,
            true => {
                let linked = section.spec.link;
                let definition = linked.and_then(|global| self.model.definitions[global]);
                definition.map_or(0, |it| self.sections.numbers.sections[it.place.section])
            }
        };
        HeaderFields {
            kind: section.spec.kind,
            flags: section.spec.flags | grouped,
            link,
            entry_size: section.spec.entry_size,
            ..fields
        }
    }
}

/// What a section header says besides name and place.
#[derive(Clone, Copy, Default)]
struct HeaderFields {
    kind: u32,
    flags: u64,
    link: u32,
    info: u32,
    align: u64,
    entry_size: u64,
}

/// The header of a section at `offset` in the file.
fn header_record(
    endian: Endianness,
    name: u32,
    fields: &HeaderFields,
    [offset, size]: [u64; 2],
) -> SectionHeader64<Endianness> {
    SectionHeader64 {
        sh_name: U32::new(endian, name),
        sh_type: U32::new(endian, fields.kind),
        sh_flags: U64::new(endian, fields.flags),
        sh_addr: U64::new(endian, 0),
        sh_offset: U64::new(endian, offset),
        sh_size: U64::new(endian, size),
        sh_link: U32::new(endian, fields.link),
        sh_info: U32::new(endian, fields.info),
        sh_addralign: U64::new(endian, fields.align),
        sh_entsize: U64::new(endian, fields.entry_size),
    }
}

/// The number of sections, if the file header can hold it.
fn short_count(count: usize) -> Option<u16> {
    u16::try_from(count)
        .ok()
        .filter(|n| *n < elf::SHN_LORESERVE)
}

/// Whether the relocations of a section have addends beside them. Linkers expect those that only name functions without.
fn has_addends(section: &Section) -> bool {
    section.spec.kind != CALL_GRAPH_PROFILE
}
