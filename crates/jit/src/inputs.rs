//! The objects that are linked, as they are read.

use object::elf;
use object::read::elf::{ElfFile64, FileHeader, SectionHeader};
use object::{
    Endianness, Object, ObjectComdat, ObjectSection, ObjectSymbol, SectionIndex, SymbolIndex,
    SymbolSection,
};

use crate::error::LinkError;
use crate::image::Machine;
use crate::layout::PartKind;

/// An object file.
pub(crate) type Elf<'a> = ElfFile64<'a, Endianness>;

/// An object file with what is left out of it.
pub(crate) struct Input<'a> {
    pub(crate) elf: Elf<'a>,
    /// By index of the section: it is in a group that an earlier object has.
    pub(crate) is_left_out: Vec<bool>,
}

impl<'a> Input<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, LinkError> {
        let elf = Elf::parse(bytes)?;
        let header = elf.elf_header();
        if header.e_type(elf.endian()) != elf::ET_REL {
            return Err(LinkError::new("not a relocatable object file"));
        }
        let count = elf.elf_section_table().len();
        Ok(Self {
            elf,
            is_left_out: vec![false; count],
        })
    }

    /// The machine of its code.
    pub(crate) fn machine(&self) -> Result<Machine, LinkError> {
        let is_little = self.elf.endian() == Endianness::Little;
        match self.elf.elf_header().e_machine(self.elf.endian()) {
            elf::EM_X86_64 if is_little => Ok(Machine::X86_64),
            elf::EM_AARCH64 if is_little => Ok(Machine::AArch64),
            machine => Err(LinkError::new(format!("code for machine {machine}"))),
        }
    }

    /// Leaves out the groups whose name is in `known`, and adds the others' to it.
    pub(crate) fn leave_out_known_groups(&mut self, known: &mut Vec<Vec<u8>>) {
        for group in self.elf.comdats() {
            let Ok(name) = group.name_bytes() else {
                continue;
            };
            if !known.iter().any(|other| other == name) {
                known.push(name.to_vec());
                continue;
            }
            for section in group.sections() {
                if let Some(left_out) = self.is_left_out.get_mut(section.0) {
                    *left_out = true;
                }
            }
        }
    }

    pub(crate) fn is_left_out(&self, section: SectionIndex) -> bool {
        self.is_left_out.get(section.0).copied().unwrap_or(false)
    }

    /// The part of the image to which a section goes; `None` if it is not loaded.
    pub(crate) fn part_of(&self, section: SectionIndex) -> Option<PartKind> {
        let header = self.elf.elf_section_table().section(section).ok()?;
        let endian = self.elf.endian();
        let flags = header.sh_flags(endian) as u32;
        let kind = header.sh_type(endian);
        if flags & elf::SHF_ALLOC == 0 || kind == elf::SHT_NOTE || self.is_left_out(section) {
            return None;
        }
        let name = self.elf.section_by_index(section).ok()?;
        let name = name.name_bytes().unwrap_or_default();
        Some(if name == b".eh_frame" {
            PartKind::Unwind
        } else if flags & elf::SHF_TLS != 0 {
            match kind {
                elf::SHT_NOBITS => PartKind::ThreadZeros,
                _ => PartKind::ThreadData,
            }
        } else if flags & elf::SHF_EXECINSTR != 0 {
            PartKind::Code
        } else if flags & elf::SHF_WRITE == 0
            || name.starts_with(b".data.rel.ro")
            || matches!(kind, elf::SHT_INIT_ARRAY | elf::SHT_FINI_ARRAY)
        {
            PartKind::ReadOnly
        } else if kind == elf::SHT_NOBITS {
            PartKind::Zeros
        } else {
            PartKind::Data
        })
    }

    /// What a symbol is.
    pub(crate) fn symbol(&self, index: SymbolIndex) -> Result<Symbol<'a>, LinkError> {
        let symbol = self.elf.symbol_by_index(index)?;
        let raw = symbol.elf_symbol();
        let name = symbol
            .name()
            .map_err(|_| LinkError::new("a name that is no text"))?;
        let place = match symbol.section() {
            SymbolSection::Section(section) if self.is_left_out(section) => SymbolPlace::Nowhere,
            SymbolSection::Section(section) => SymbolPlace::In(section, symbol.address()),
            SymbolSection::Common => SymbolPlace::Common {
                size: symbol.size(),
                align: raw.st_value.get(self.elf.endian()).max(1),
            },
            SymbolSection::Absolute => SymbolPlace::Absolute(symbol.address()),
            _ => SymbolPlace::Undefined,
        };
        let kind = raw.st_info & 0xf;
        if kind == elf::STT_GNU_IFUNC {
            let message = "a function that is chosen when the program starts (ifunc)";
            return Err(LinkError::new(format!("unsupported: {message}: '{name}'")));
        }
        Ok(Symbol {
            name,
            place,
            size: symbol.size(),
            is_weak: symbol.is_weak(),
            is_global: symbol.is_global(),
            is_function: kind == elf::STT_FUNC,
            is_thread_local: kind == elf::STT_TLS,
        })
    }
}

/// A symbol of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol<'a> {
    pub(crate) name: &'a str,
    pub(crate) place: SymbolPlace,
    pub(crate) size: u64,
    pub(crate) is_weak: bool,
    pub(crate) is_global: bool,
    pub(crate) is_function: bool,
    pub(crate) is_thread_local: bool,
}

/// Where a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymbolPlace {
    /// At an offset in a section.
    In(SectionIndex, u64),
    /// In memory that no section has yet.
    Common { size: u64, align: u64 },
    /// At this address.
    Absolute(u64),
    /// In a section that is left out.
    Nowhere,
    /// In another object.
    Undefined,
}
