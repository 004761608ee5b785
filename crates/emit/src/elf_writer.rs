//! Writes an object model as an ELF relocatable file.
//!
//! ```text
//!   file header │ content of the sections │ groups │ relocations │ symbols │ strings │ section headers
//! ```
//!
//! Order of the section headers: groups before their members, each section followed by its relocations.
//! Symbols: the source file, sections, local symbols, then all others in module order.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.
use std::collections::btree_map::Entry;

use avarice_ir::module::ComdatKind;
use avarice_ir::{Comdat, Global, GlobalData, GlobalKind, Linkage, ThreadLocal, Visibility};
use cranelift_entity::{EntityRef, SecondaryMap};
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, Rel, SectionHeader, SectionIndex, Sym, SymbolIndex, Writer};

use crate::assembled::{SymbolBinding, SymbolKind};
use crate::error::EmitError;
use crate::module_metadata::CALL_GRAPH_PROFILE;
use crate::names::{file_name, is_emitted, is_exported};
use crate::object_model::{Anchor, AssembledPlace, ObjectModel, Place, Section, SectionId};

/// The bytes of the file.
pub(crate) fn write(model: &ObjectModel<'_>) -> Result<Vec<u8>, EmitError> {
    let names = RelocationNames::new(model);
    let mut bytes = Vec::new();
    let endian = match model.emitter.elf().big_endian {
        true => object::Endianness::Big,
        false => object::Endianness::Little,
    };
    let mut writer = Writer::new(endian, true, &mut bytes);
    let mut file = ElfFile {
        model,
        sections: SecondaryMap::new(),
        groups: Vec::new(),
        symbols: Vec::new(),
        anchors: BTreeMap::new(),
        num_local: 0,
    };
    file.reserve_sections(&mut writer, &names)?;
    file.collect_symbols(&mut writer);
    file.check_anchors()?;
    file.reserve_and_write(&mut writer)
        .map_err(|error| EmitError::unsupported(format!("object file: {error}")))?;
    Ok(bytes)
}

/// Names of the relocation sections, which live as long as the writer borrows them.
struct RelocationNames(Vec<Vec<u8>>);

impl RelocationNames {
    fn new(model: &ObjectModel<'_>) -> Self {
        let sections = model.sections.values();
        Self(
            sections
                .map(|section| {
                    let prefix: &[u8] = if has_addends(section) {
                        b".rela"
                    } else {
                        b".rel"
                    };
                    [prefix, section.spec.name.as_slice()].concat()
                })
                .collect(),
        )
    }
}

/// What the file has for a section of the model.
#[derive(Clone, Copy, Default)]
struct SectionNumbers {
    index: SectionIndex,
    name: Option<StringId>,
    offset: usize,
    relocation_name: Option<StringId>,
    relocation_offset: usize,
}

struct Group {
    comdat: Comdat,
    index: SectionIndex,
    /// Sections and relocation sections.
    members: Vec<SectionIndex>,
    offset: usize,
    name: StringId,
}

struct ElfFile<'a> {
    model: &'a ObjectModel<'a>,
    sections: SecondaryMap<SectionId, SectionNumbers>,
    groups: Vec<Group>,
    /// Symbols in order, without the null symbol.
    symbols: Vec<Sym>,
    anchors: BTreeMap<Anchor, SymbolIndex>,
    num_local: u32,
}

impl<'a> ElfFile<'a> {
    fn reserve_sections(
        &mut self,
        writer: &mut Writer<'a>,
        names: &'a RelocationNames,
    ) -> Result<(), EmitError> {
        writer.reserve_null_section_index();
        let mut group_of: BTreeMap<Comdat, usize> = BTreeMap::new();
        for section in self.model.sections.values() {
            if let Some(comdat) = section.spec.group
                && let Entry::Vacant(slot) = group_of.entry(comdat)
            {
                slot.insert(self.groups.len());
                self.groups.push(self.group(writer, comdat)?);
            }
        }
        for (id, section) in self.model.sections.iter() {
            let mut numbers = SectionNumbers {
                index: writer.reserve_section_index(),
                name: Some(writer.add_section_name(&section.spec.name)),
                ..SectionNumbers::default()
            };
            let group = section.spec.group.map(|comdat| group_of[&comdat]);
            if let Some(group) = group {
                self.groups[group].members.push(numbers.index);
            }
            if !section.relocations.is_empty() {
                numbers.relocation_name = Some(writer.add_section_name(&names.0[id.index()]));
                let index = writer.reserve_section_index();
                if let Some(group) = group {
                    self.groups[group].members.push(index);
                }
            }
            self.sections[id] = numbers;
        }
        Ok(())
    }

    fn group(&self, writer: &mut Writer<'a>, comdat: Comdat) -> Result<Group, EmitError> {
        let data = &self.model.module.comdats[comdat];
        match data.kind {
            ComdatKind::Any | ComdatKind::NoDeduplicate => {}
            _ => {
                let error =
                    EmitError::unsupported("comdat selection other than any and nodeduplicate");
                return Err(error.at(&data.name));
            }
        }
        Ok(Group {
            comdat,
            index: writer.reserve_section_index(),
            members: Vec::new(),
            offset: 0,
            name: writer.add_section_name(b".group"),
        })
    }

    // ---- Symbols ------------------------------------------------------------------------------

    fn collect_symbols(&mut self, writer: &mut Writer<'a>) {
        writer.reserve_null_symbol_index();
        if let Some(file) = file_name(self.model.module) {
            let name = Some(writer_string(writer, file));
            let st_shndx = elf::SHN_ABS;
            let symbol = undefined(name, info(elf::STB_LOCAL, elf::STT_FILE));
            self.add(writer, None, Sym { st_shndx, ..symbol });
        }
        let anchors = self.anchors_used();
        for anchor in &anchors {
            if let Anchor::Section(section) = anchor {
                let index = self.sections[*section].index;
                let symbol = in_section(None, index, 0, info(elf::STB_LOCAL, elf::STT_SECTION));
                self.add(writer, Some((*anchor).clone()), symbol);
            }
        }
        self.local_symbols(writer, &anchors);
        self.group_symbols(writer);
        self.num_local = writer.symbol_count();
        self.exported_symbols(writer, &anchors);
    }

    /// Refuses references to what is defined in the module but has no code: functions that a MIR file leaves out.
    fn check_anchors(&self) -> Result<(), EmitError> {
        let anchors = self.anchors_used();
        let mut missing = anchors.iter().filter(|a| !self.anchors.contains_key(**a));
        match missing.next() {
            None => Ok(()),
            Some(Anchor::Global(global)) => {
                let name = &self.model.module.globals[*global].name;
                let what = "a reference to a function without machine code";
                Err(EmitError::unsupported(what).at(name))
            }
            Some(_) => Err(EmitError::unsupported(
                "a reference to a place without code",
            )),
        }
    }

    /// All anchors of relocations, sorted.
    fn anchors_used(&self) -> Vec<&'a Anchor> {
        let relocations = self.model.sections.values().flat_map(|s| &s.relocations);
        let mut anchors: Vec<&Anchor> = relocations.map(|r| &r.anchor).collect();
        anchors.sort();
        anchors.dedup();
        anchors
    }

    fn add(&mut self, writer: &mut Writer<'a>, anchor: Option<Anchor>, symbol: Sym) -> SymbolIndex {
        let index = writer.reserve_symbol_index(symbol.section);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, index);
        }
        self.symbols.push(symbol);
        index
    }

    fn local_symbols(&mut self, writer: &mut Writer<'a>, anchors: &[&'a Anchor]) {
        let module = self.model.module;
        for (global, data) in module.globals.iter() {
            let anchor = Anchor::Global(global);
            let wanted =
                data.linkage == Linkage::Internal || anchors.binary_search(&&anchor).is_ok();
            if wanted && is_emitted(module, global) && !is_exported(module, global) {
                self.global_symbol(writer, global, data);
            }
        }
        self.assembled_symbols(writer, anchors, true);
        for anchor in anchors {
            if let Anchor::Local(Place { section, offset }, name) = anchor {
                let name = (!name.is_empty()).then(|| writer_string(writer, name));
                let index = self.sections[*section].index;
                let symbol =
                    in_section(name, index, *offset, info(elf::STB_LOCAL, elf::STT_NOTYPE));
                self.add(writer, Some((*anchor).clone()), symbol);
            }
        }
    }

    /// Symbols of groups whose name is no symbol otherwise.
    fn group_symbols(&mut self, writer: &mut Writer<'a>) {
        for at in 0..self.groups.len() {
            let (comdat, index) = (self.groups[at].comdat, self.groups[at].index);
            if self.signature(comdat).is_none() {
                let name = writer_string(writer, &self.model.module.comdats[comdat].name);
                let symbol =
                    in_section(Some(name), index, 0, info(elf::STB_LOCAL, elf::STT_NOTYPE));
                self.add(writer, Some(Anchor::Group(comdat)), symbol);
            }
        }
    }

    /// The defined global with the name of a group.
    fn signature(&self, comdat: Comdat) -> Option<Global> {
        let module = self.model.module;
        let global = *module.globals_by_name.get(&module.comdats[comdat].name)?;
        let visible =
            is_emitted(module, global) && module.globals[global].linkage != Linkage::Private;
        visible.then_some(global)
    }

    fn exported_symbols(&mut self, writer: &mut Writer<'a>, anchors: &[&'a Anchor]) {
        let module = self.model.module;
        for (global, data) in module.globals.iter() {
            let anchor = Anchor::Global(global);
            let common = data.linkage == Linkage::Common;
            let defined = self.model.definitions[global].is_some() || common;
            if (defined && is_exported(module, global))
                || (!is_emitted(module, global) && anchors.binary_search(&&anchor).is_ok())
            {
                self.global_symbol(writer, global, data);
            }
        }
        self.assembled_symbols(writer, anchors, false);
        for anchor in anchors {
            match anchor {
                Anchor::Undefined(name) => {
                    let name = Some(writer_string(writer, name));
                    let symbol = undefined(name, info(elf::STB_GLOBAL, elf::STT_NOTYPE));
                    self.add(writer, Some((*anchor).clone()), symbol);
                }
                Anchor::Absolute => {
                    self.anchors.insert(Anchor::Absolute, SymbolIndex(0));
                }
                _ => {}
            }
        }
    }

    /// Symbols of assembly beside the functions, local ones or others. Undefined ones are there if something
    /// refers to them, local ones without a name or with a private one likewise.
    fn assembled_symbols(&mut self, writer: &mut Writer<'a>, anchors: &[&'a Anchor], local: bool) {
        let model = self.model;
        for (index, one) in model.assembled.iter().enumerate() {
            let anchor = Anchor::Assembled(index);
            let name = &one.symbol.name;
            let hidden = name.is_empty() || (local && name.starts_with(b".L"));
            let is_used = anchors.binary_search(&&anchor).is_ok();
            if one.is_local() != local || ((hidden || one.place.is_none()) && !is_used) {
                continue;
            }
            let st_info = info(assembled_binding(one), assembled_kind(one.symbol.kind));
            let name = (!name.is_empty()).then(|| writer_string(writer, name));
            let symbol = match one.place {
                Some(Place { section, offset }) => {
                    in_section(name, self.sections[section].index, offset, st_info)
                }
                None => undefined(name, st_info),
            };
            let st_other = match one.symbol.visibility {
                Visibility::Default => elf::STV_DEFAULT,
                Visibility::Hidden => elf::STV_HIDDEN,
                Visibility::Protected => elf::STV_PROTECTED,
            };
            let symbol = Sym {
                st_other,
                st_size: one.symbol.size,
                ..symbol
            };
            self.add(writer, Some(anchor), symbol);
        }
    }

    fn global_symbol(&mut self, writer: &mut Writer<'a>, global: Global, data: &'a GlobalData) {
        let name = Some(writer_string(writer, self.model.names.get(global)));
        let st_info = info(binding(data), self.symbol_type(global, data));
        let st_other = match data.visibility {
            _ if data.linkage.is_local() => elf::STV_DEFAULT,
            Visibility::Default => elf::STV_DEFAULT,
            Visibility::Hidden => elf::STV_HIDDEN,
            Visibility::Protected => elf::STV_PROTECTED,
        };
        let symbol = match self.model.definitions[global] {
            Some(definition) => Sym {
                st_size: definition.size,
                ..in_section(
                    name,
                    self.sections[definition.place.section].index,
                    definition.place.offset,
                    st_info,
                )
            },
            None if data.linkage == Linkage::Common => self.common_symbol(global, name, st_info),
            None => undefined(name, st_info),
        };
        self.add(
            writer,
            Some(Anchor::Global(global)),
            Sym { st_other, ..symbol },
        );
    }

    fn common_symbol(&self, global: Global, name: Option<StringId>, st_info: u8) -> Sym {
        let (size, align) = self.model.commons[&global];
        Sym {
            st_shndx: elf::SHN_COMMON,
            st_value: align,
            st_size: size.max(1),
            ..undefined(name, st_info)
        }
    }

    fn symbol_type(&self, global: Global, data: &GlobalData) -> u8 {
        if matches!(data.kind, GlobalKind::IFunc { .. }) {
            return elf::STT_GNU_IFUNC;
        }
        let thread_local = data.thread_local != ThreadLocal::None
            || self.model.definitions[global].is_some_and(|definition| {
                let flags = self.model.sections[definition.place.section].spec.flags;
                flags & u64::from(elf::SHF_TLS) != 0
            });
        let code = self.model.definitions[global]
            .is_some_and(|definition| self.model.sections[definition.place.section].spec.is_code());
        match () {
            () if thread_local => elf::STT_TLS,
            () if self.model.definitions[global].is_none() && data.linkage != Linkage::Common => {
                elf::STT_NOTYPE
            }
            () if code => elf::STT_FUNC,
            () => elf::STT_OBJECT,
        }
    }

    // ---- Layout and writing -------------------------------------------------------------------

    fn reserve_and_write(&mut self, writer: &mut Writer<'a>) -> object::write::Result<()> {
        writer.reserve_file_header();
        for (id, section) in self.model.sections.iter() {
            self.sections[id].offset = if section.spec.is_zero_fill() {
                writer.reserve(0, 1)
            } else {
                writer.reserve(section.bytes.len(), file_alignment(section))
            };
        }
        for group in &mut self.groups {
            group.offset = writer.reserve_comdat(group.members.len());
        }
        for (id, section) in self.model.sections.iter() {
            if !section.relocations.is_empty() {
                let count = section.relocations.len();
                self.sections[id].relocation_offset =
                    writer.reserve_relocations(count, has_addends(section));
            }
        }
        writer.reserve_symtab_section_index();
        writer.reserve_symtab();
        if writer.symtab_shndx_needed() {
            writer.reserve_symtab_shndx_section_index();
        }
        writer.reserve_symtab_shndx();
        writer.reserve_strtab_section_index();
        writer.reserve_strtab();
        writer.reserve_shstrtab_section_index();
        writer.reserve_shstrtab();
        writer.reserve_section_headers();

        writer.write_file_header(&FileHeader {
            os_abi: self.os_abi(),
            abi_version: 0,
            e_type: elf::ET_REL,
            e_machine: self.model.emitter.elf().machine,
            e_entry: 0,
            e_flags: self.model.emitter.elf().flags,
        })?;
        self.write_contents(writer);
        writer.write_null_symbol();
        for symbol in &self.symbols {
            writer.write_symbol(symbol);
        }
        writer.write_symtab_shndx();
        writer.write_strtab();
        writer.write_shstrtab();
        self.write_headers(writer);
        Ok(())
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

    fn write_contents(&self, writer: &mut Writer<'a>) {
        for section in self.model.sections.values() {
            if !section.spec.is_zero_fill() && !section.bytes.is_empty() {
                writer.write_align(file_alignment(section));
                writer.write(&section.bytes);
            }
        }
        for group in &self.groups {
            match self.model.module.comdats[group.comdat].kind {
                ComdatKind::NoDeduplicate => {
                    writer.write_align(4);
                    writer.write(&[0; 4]);
                }
                _ => writer.write_comdat_header(),
            }
            for member in &group.members {
                writer.write_comdat_entry(*member);
            }
        }
        for section in self.model.sections.values() {
            if section.relocations.is_empty() {
                continue;
            }
            writer.write_align_relocation();
            for relocation in &section.relocations {
                writer.write_relocation(
                    has_addends(section),
                    &Rel {
                        r_offset: relocation.offset,
                        r_sym: self.anchors[&relocation.anchor].0,
                        r_type: relocation.kind,
                        r_addend: relocation.addend,
                    },
                );
            }
        }
    }

    /// The number of the section that `section` belongs to, 0 if there is none. One that only names functions belongs to
    /// the symbols.
    fn linked_section(&self, section: &Section, symtab: SectionIndex) -> u32 {
        if !has_addends(section) {
            return symtab.0;
        }
        let definition = section.spec.link.and_then(|g| self.model.definitions[g]);
        definition.map_or(0, |found| self.sections[found.place.section].index.0)
    }

    fn write_headers(&self, writer: &mut Writer<'a>) {
        writer.write_null_section_header();
        let symtab = writer.symtab_index();
        for group in &self.groups {
            let anchor = match self.signature(group.comdat) {
                Some(global) => Anchor::Global(global),
                None => Anchor::Group(group.comdat),
            };
            let symbol = self.anchors[&anchor];
            let count = group.members.len();
            writer.write_comdat_section_header(group.name, symtab, symbol, group.offset, count);
        }
        for (id, section) in self.model.sections.iter() {
            let numbers = &self.sections[id];
            let grouped = match section.spec.group {
                Some(_) => u64::from(elf::SHF_GROUP),
                None => 0,
            };
            writer.write_section_header(&SectionHeader {
                name: numbers.name,
                sh_type: section.spec.kind,
                sh_flags: section.spec.flags | grouped,
                sh_addr: 0,
                sh_offset: numbers.offset as u64,
                sh_size: section.size,
                sh_link: self.linked_section(section, symtab),
                sh_info: 0,
                sh_addralign: section.align,
                sh_entsize: section.spec.entry_size,
            });
            if let Some(name) = numbers.relocation_name {
                let count = section.relocations.len();
                let offset = numbers.relocation_offset;
                if section.spec.group.is_none() {
                    writer.write_relocation_section_header(
                        name,
                        numbers.index,
                        symtab,
                        offset,
                        count,
                        has_addends(section),
                    );
                    continue;
                }
                writer.write_section_header(&SectionHeader {
                    name: Some(name),
                    sh_type: elf::SHT_RELA,
                    sh_flags: u64::from(elf::SHF_INFO_LINK | elf::SHF_GROUP),
                    sh_addr: 0,
                    sh_offset: offset as u64,
                    sh_size: (count * 24) as u64,
                    sh_link: symtab.0,
                    sh_info: numbers.index.0,
                    sh_addralign: 8,
                    sh_entsize: 24,
                });
            }
        }
        writer.write_symtab_section_header(self.num_local);
        if writer.symtab_shndx_needed() {
            writer.write_symtab_shndx_section_header();
        }
        writer.write_strtab_section_header();
        writer.write_shstrtab_section_header();
    }
}

/// Whether the relocations of a section have addends beside them. Linkers expect those that only name functions without.
fn has_addends(section: &Section) -> bool {
    section.spec.kind != CALL_GRAPH_PROFILE
}

/// Alignment of a section's content in the file, in bytes; beyond a page it has no use.
fn file_alignment(section: &Section) -> usize {
    section.align.min(4096) as usize
}

/// Adds a symbol name.
fn writer_string<'a>(writer: &mut Writer<'a>, name: &'a [u8]) -> StringId {
    writer.add_string(name)
}

fn info(binding: u8, kind: u8) -> u8 {
    binding << 4 | kind
}

fn assembled_binding(one: &AssembledPlace) -> u8 {
    match one.symbol.binding {
        _ if one.is_local() => elf::STB_LOCAL,
        Some(SymbolBinding::Weak) => elf::STB_WEAK,
        _ => elf::STB_GLOBAL,
    }
}

fn assembled_kind(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::None => elf::STT_NOTYPE,
        SymbolKind::Function => elf::STT_FUNC,
        SymbolKind::Object => elf::STT_OBJECT,
        SymbolKind::ThreadLocal => elf::STT_TLS,
        SymbolKind::Indirect => elf::STT_GNU_IFUNC,
    }
}

fn binding(data: &GlobalData) -> u8 {
    match data.linkage {
        Linkage::Private | Linkage::Internal => elf::STB_LOCAL,
        Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::ExternWeak => elf::STB_WEAK,
        Linkage::External | Linkage::AvailableExternally | Linkage::Common | Linkage::Appending => {
            elf::STB_GLOBAL
        }
    }
}

fn in_section(name: Option<StringId>, section: SectionIndex, value: u64, st_info: u8) -> Sym {
    Sym {
        section: Some(section),
        st_value: value,
        ..undefined(name, st_info)
    }
}

fn undefined(name: Option<StringId>, st_info: u8) -> Sym {
    Sym {
        name,
        section: None,
        st_info,
        st_other: 0,
        st_shndx: elf::SHN_UNDEF,
        st_value: 0,
        st_size: 0,
    }
}
