//! The symbol table of an object file: the source file, local symbols, then all others, each in the order in which
//! assembly would name them first, as llc's.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::{Global, GlobalData, GlobalKind, Linkage, ThreadLocal, Visibility};
use cranelift_entity::SecondaryMap;
use object::elf;

use crate::assembled::{SymbolBinding, SymbolKind};
use crate::error::EmitError;
use crate::names::{file_name, is_emitted};
use crate::object_model::{Anchor, AssembledPlace, ObjectModel, Place, SectionId};
use crate::sections::GroupKey;

/// Numbers of sections in the file.
pub(crate) struct SectionNumbers {
    pub(crate) sections: SecondaryMap<SectionId, u32>,
    pub(crate) groups: BTreeMap<GroupKey, u32>,
}

/// Where a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    Undefined,
    /// Not in a section: its value is no address.
    Absolute,
    /// The linker makes room.
    Common,
    /// The section with this number.
    Section(u32),
}

impl Home {
    /// What the symbol's own record says.
    pub(crate) fn short_number(self) -> u16 {
        match self {
            Self::Undefined => elf::SHN_UNDEF,
            Self::Absolute => elf::SHN_ABS,
            Self::Common => elf::SHN_COMMON,
            Self::Section(_) if self.is_far() => elf::SHN_XINDEX,
            Self::Section(number) => number as u16,
        }
    }

    /// Whether the number of the section is too large for the symbol's record.
    pub(crate) fn is_far(self) -> bool {
        matches!(self, Self::Section(number) if number >= elf::SHN_LORESERVE.into())
    }
}

/// A symbol of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol<'a> {
    pub(crate) name: &'a [u8],
    /// Binding and type.
    pub(crate) info: u8,
    pub(crate) visibility: u8,
    pub(crate) home: Home,
    pub(crate) value: u64,
    /// Size in bytes.
    pub(crate) size: u64,
}

impl<'a> Symbol<'a> {
    pub(crate) fn undefined(name: &'a [u8], info: u8) -> Self {
        Self {
            name,
            info,
            visibility: elf::STV_DEFAULT,
            home: Home::Undefined,
            value: 0,
            size: 0,
        }
    }

    fn in_section(name: &'a [u8], info: u8, section: u32, value: u64) -> Self {
        Self {
            home: Home::Section(section),
            value,
            ..Self::undefined(name, info)
        }
    }

    fn is_local(&self) -> bool {
        self.info >> 4 == elf::STB_LOCAL
    }
}

/// The symbols of a file.
pub(crate) struct SymbolTable<'a> {
    /// In order, without the null symbol.
    pub(crate) symbols: Vec<Symbol<'a>>,
    /// Number of the first symbol that is not local.
    pub(crate) num_local: u32,
    numbers: BTreeMap<Anchor, u32>,
}

impl<'a> SymbolTable<'a> {
    /// The symbols of `model`, whose references are resolved.
    ///
    /// # Errors
    /// References to what is defined in the module but has no code: functions that a MIR file leaves out.
    pub(crate) fn new(
        model: &'a ObjectModel<'a>,
        sections: &SectionNumbers,
    ) -> Result<Self, EmitError> {
        let relocations = model.sections.values().flat_map(|s| &s.relocations);
        let mut used: Vec<&Anchor> = relocations.map(|r| &r.anchor).collect();
        used.sort();
        used.dedup();
        let chooser = Chooser {
            model,
            sections,
            used,
        };
        let mut table = Self {
            symbols: Vec::new(),
            num_local: 0,
            numbers: BTreeMap::from([(Anchor::Absolute, 0)]),
        };
        if let Some(name) = file_name(model.module) {
            table.symbols.push(Symbol {
                home: Home::Absolute,
                ..Symbol::undefined(name, info(elf::STB_LOCAL, elf::STT_FILE))
            });
        }
        let mut others = Vec::new();
        for anchor in &model.mentions {
            if table.numbers.contains_key(anchor) {
                continue;
            }
            let Some(symbol) = chooser.symbol(anchor) else {
                continue;
            };
            // The final number of one that is not local is known only when all local ones are.
            table.numbers.insert(anchor.clone(), 0);
            match symbol.is_local() {
                true => table.add(anchor, symbol),
                false => others.push((anchor, symbol)),
            }
        }
        table.num_local = table.symbols.len() as u32 + 1;
        for (anchor, symbol) in others {
            table.add(anchor, symbol);
        }
        chooser.check(&table)?;
        Ok(table)
    }

    fn add(&mut self, anchor: &Anchor, symbol: Symbol<'a>) {
        self.symbols.push(symbol);
        let number = self.symbols.len() as u32;
        self.numbers.insert(anchor.clone(), number);
    }

    /// The number of the symbol that stands for `anchor`.
    pub(crate) fn number(&self, anchor: &Anchor) -> u32 {
        self.numbers[anchor]
    }

    /// The number of the symbol that a group goes by.
    pub(crate) fn signature(&self, model: &ObjectModel<'_>, group: GroupKey) -> u32 {
        self.number(&model.signature(group))
    }

    /// Whether some symbol's section has a number that needs a table of its own.
    pub(crate) fn has_far_section(&self) -> bool {
        self.symbols.iter().any(|symbol| symbol.home.is_far())
    }
}

/// Decides which symbols there are.
struct Chooser<'a, 's> {
    model: &'a ObjectModel<'a>,
    sections: &'s SectionNumbers,
    /// What relocations refer to, sorted.
    used: Vec<&'a Anchor>,
}

impl<'a> Chooser<'a, '_> {
    fn is_used(&self, anchor: &Anchor) -> bool {
        self.used.binary_search(&anchor).is_ok()
    }

    /// Refuses references to what has no symbol.
    fn check(&self, table: &SymbolTable<'_>) -> Result<(), EmitError> {
        let groups = self.sections.groups.keys();
        let groups = groups.map(|group| self.model.signature(*group));
        let mut anchors = self
            .used
            .iter()
            .map(|anchor| (*anchor).clone())
            .chain(groups);
        match anchors.find(|anchor| !table.numbers.contains_key(anchor)) {
            None => Ok(()),
            Some(Anchor::Global(global)) => {
                let name = &self.model.module.globals[global].name;
                let what = "a reference to a function without machine code";
                Err(EmitError::unsupported(what).at(name))
            }
            Some(_) => Err(EmitError::unsupported(
                "a reference to a place without code",
            )),
        }
    }

    /// The symbol of what was mentioned, or `None` if it has none.
    fn symbol(&self, anchor: &'a Anchor) -> Option<Symbol<'a>> {
        match anchor {
            Anchor::Section(section) => self.is_used(anchor).then(|| {
                let section = self.sections.sections[*section];
                Symbol::in_section(b"", info(elf::STB_LOCAL, elf::STT_SECTION), section, 0)
            }),
            Anchor::Global(global) => self.global(*global),
            Anchor::Undefined(name) => {
                let info = info(elf::STB_GLOBAL, elf::STT_NOTYPE);
                Some(Symbol::undefined(name, info))
            }
            Anchor::Local(place, name) => {
                self.is_used(anchor).then(|| self.local_label(*place, name))
            }
            Anchor::Group(comdat) => {
                let name = &self.model.module.comdats[*comdat].name;
                let info = info(elf::STB_LOCAL, elf::STT_NOTYPE);
                Some(Symbol::in_section(
                    name,
                    info,
                    self.sections.groups[&GroupKey::Comdat(*comdat)],
                    0,
                ))
            }
            Anchor::Assembled(index) => self.assembled(*index),
            Anchor::Content(place, content) => {
                let names = self.model.emitter.elf().content_symbols?;
                Some(self.local_label(*place, names[*content as usize]))
            }
            Anchor::Absolute => None,
        }
    }

    fn local_label(&self, place: Place, name: &'a [u8]) -> Symbol<'a> {
        let section = self.sections.sections[place.section];
        let info = info(elf::STB_LOCAL, elf::STT_NOTYPE);
        Symbol::in_section(name, info, section, place.offset)
    }

    /// The symbol of assembly beside the functions. Undefined ones are there if something refers to them, local ones
    /// without a name or with a private one likewise.
    fn assembled(&self, index: usize) -> Option<Symbol<'a>> {
        let one = &self.model.assembled[index];
        let name = &*one.symbol.name;
        let hidden = name.is_empty() || (one.is_local() && name.starts_with(b".L"));
        if (hidden || one.place.is_none()) && !self.is_used(&Anchor::Assembled(index)) {
            return None;
        }
        let st_info = info(assembled_binding(one), assembled_kind(one.symbol.kind));
        let symbol = match one.place {
            Some(Place { section, offset }) => {
                Symbol::in_section(name, st_info, self.sections.sections[section], offset)
            }
            None => Symbol::undefined(name, st_info),
        };
        Some(Symbol {
            visibility: visibility(one.symbol.visibility),
            size: one.symbol.size,
            ..symbol
        })
    }

    /// The symbol of a global. One that is private is there if something refers to it.
    fn global(&self, global: Global) -> Option<Symbol<'a>> {
        let module = self.model.module;
        let data = &module.globals[global];
        if data.linkage == Linkage::Private && !self.is_used(&Anchor::Global(global)) {
            return None;
        }
        let name = self.model.names.get(global);
        let st_info = info(binding(data), self.symbol_type(global, data));
        let symbol = match self.model.definitions[global] {
            Some(definition) => {
                let Place { section, offset } = definition.place;
                Symbol {
                    size: definition.size,
                    ..Symbol::in_section(name, st_info, self.sections.sections[section], offset)
                }
            }
            None if data.linkage == Linkage::Common => {
                let (size, align) = *self.model.commons.get(&global)?;
                Symbol {
                    home: Home::Common,
                    value: align,
                    size: size.max(1),
                    ..Symbol::undefined(name, st_info)
                }
            }
            None if is_emitted(module, global) => return None,
            None => Symbol::undefined(name, st_info),
        };
        Some(Symbol {
            visibility: match data.linkage.is_local() {
                true => elf::STV_DEFAULT,
                false => visibility(data.visibility),
            },
            ..symbol
        })
    }

    fn symbol_type(&self, global: Global, data: &GlobalData) -> u8 {
        if matches!(data.kind, GlobalKind::IFunc { .. }) {
            return elf::STT_GNU_IFUNC;
        }
        let section = self.model.definitions[global]
            .map(|definition| &self.model.sections[definition.place.section].spec);
        let in_tls = section.is_some_and(|spec| spec.flags & u64::from(elf::SHF_TLS) != 0);
        match section {
            _ if in_tls || data.thread_local != ThreadLocal::None => elf::STT_TLS,
            None if data.linkage != Linkage::Common => elf::STT_NOTYPE,
            Some(spec) if spec.is_code() => elf::STT_FUNC,
            _ => elf::STT_OBJECT,
        }
    }
}

fn visibility(visibility: Visibility) -> u8 {
    match visibility {
        Visibility::Default => elf::STV_DEFAULT,
        Visibility::Hidden => elf::STV_HIDDEN,
        Visibility::Protected => elf::STV_PROTECTED,
    }
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
