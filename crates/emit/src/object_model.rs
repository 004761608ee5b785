//! An object file in memory, independent of its format: sections, places of globals, and
//! relocations whose targets are still globals, names and blocks.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::{Comdat, Global, Linkage, Module};
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use crate::assembled::{AssembledSymbol, SymbolBinding};
use crate::data::{DataImage, DataReference, DataSymbol};
use crate::emit_options::EmitOptions;
use crate::error::EmitError;
use crate::names::{SymbolNames, indirect_name, is_emitted, is_local_reference};
use crate::sections::{GroupKey, SectionSpec};
use crate::target::TargetEmitter;

/// A section of the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SectionId(u32);
entity_impl!(SectionId, "section");

/// An address in the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) section: SectionId,
    pub(crate) offset: u64,
}

/// What a relocation refers to before symbols are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Global(Global),
    Name(Box<[u8]>),
    /// A place without symbol; the name is for when it needs one all the same.
    Place(Place, Box<[u8]>),
    /// A pointer to a global that tables refer to.
    Pointer(Global),
    Block(Global, avarice_ir::Block),
    /// A symbol of assembly beside the functions.
    Assembled(usize),
    /// The address 0.
    Absolute,
}

/// A relocation before symbols are made.
#[derive(Clone, Debug)]
pub(crate) struct PendingRelocation {
    pub(crate) offset: u64,
    pub(crate) kind: u32,
    pub(crate) target: Target,
    /// A symbol whose address is subtracted; then `kind` is a relative one.
    pub(crate) minus: Option<DataSymbol>,
    pub(crate) addend: i64,
}

/// What bytes are, where symbols tell code and data apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Content {
    Code,
    Data,
}

/// What a relocation refers to in the file, and what else has a symbol.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Anchor {
    Section(SectionId),
    Global(Global),
    /// A name; undefined once references are resolved.
    Undefined(Box<[u8]>),
    Local(Place, Box<[u8]>),
    /// From here on there is code, or data.
    Content(Place, Content),
    /// The signature of a group that no symbol of the module is.
    Group(Comdat),
    Assembled(usize),
    Absolute,
}

/// A relocation as the file has it.
#[derive(Clone, Debug)]
pub(crate) struct FinalRelocation {
    pub(crate) offset: u64,
    pub(crate) kind: u32,
    pub(crate) anchor: Anchor,
    pub(crate) addend: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) spec: SectionSpec,
    /// Alignment in bytes.
    pub(crate) align: u64,
    /// Content; empty for zero fill.
    pub(crate) bytes: Vec<u8>,
    /// Size in bytes.
    pub(crate) size: u64,
    pub(crate) pending: Vec<PendingRelocation>,
    pub(crate) relocations: Vec<FinalRelocation>,
    /// What its last bytes are, if symbols tell.
    content: Option<Content>,
}

/// What is known about a defined global.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) place: Place,
    /// Size in bytes.
    pub(crate) size: u64,
}

/// A symbol of assembly beside the functions that is no global of the module.
#[derive(Clone, Debug)]
pub(crate) struct AssembledPlace {
    pub(crate) symbol: AssembledSymbol,
    /// Where it is defined.
    pub(crate) place: Option<Place>,
}

impl AssembledPlace {
    /// Whether it is not visible outside of the object.
    pub(crate) fn is_local(&self) -> bool {
        match self.symbol.binding {
            Some(binding) => binding == SymbolBinding::Local,
            None => self.place.is_some(),
        }
    }
}

pub(crate) struct ObjectModel<'a> {
    pub(crate) module: &'a Module,
    pub(crate) emitter: &'a dyn TargetEmitter,
    pub(crate) options: &'a EmitOptions,
    pub(crate) names: &'a SymbolNames,
    pub(crate) sections: PrimaryMap<SectionId, Section>,
    by_spec: BTreeMap<SectionSpec, SectionId>,
    pub(crate) definitions: SecondaryMap<Global, Option<Definition>>,
    /// Size and alignment of common variables in bytes.
    pub(crate) commons: BTreeMap<Global, (u64, u64)>,
    pub(crate) blocks: BTreeMap<(Global, avarice_ir::Block), Place>,
    /// Symbols of assembly beside the functions.
    pub(crate) assembled: Vec<AssembledPlace>,
    /// Of each personality function that is referred to by a pointer, the index of the pointer's symbol in `assembled`.
    pub(crate) personalities: Vec<(Global, usize)>,
    /// Where pointers to globals are that tables refer to.
    pub(crate) pointers: BTreeMap<Global, Place>,
    /// What may have a symbol, in the order in which assembly would name it; the first mention of each counts.
    pub(crate) mentions: Vec<Anchor>,
    /// The globals in `mentions`.
    mentioned: SecondaryMap<Global, bool>,
}

impl<'a> ObjectModel<'a> {
    pub(crate) fn new(
        module: &'a Module,
        emitter: &'a dyn TargetEmitter,
        options: &'a EmitOptions,
        names: &'a SymbolNames,
    ) -> Self {
        let mut model = Self {
            module,
            emitter,
            options,
            names,
            sections: PrimaryMap::new(),
            by_spec: BTreeMap::new(),
            definitions: SecondaryMap::new(),
            commons: BTreeMap::new(),
            blocks: BTreeMap::new(),
            assembled: Vec::new(),
            personalities: Vec::new(),
            pointers: BTreeMap::new(),
            mentions: Vec::new(),
            mentioned: SecondaryMap::new(),
        };
        let text = model.section(SectionSpec::text());
        model.sections[text].align = 4;
        model
    }

    /// Notes that assembly would name this now.
    pub(crate) fn mention(&mut self, anchor: Anchor) {
        if let Anchor::Global(global) = anchor
            && std::mem::replace(&mut self.mentioned[global], true)
        {
            return;
        }
        self.mentions.push(anchor);
    }

    /// The same for what a reference names.
    fn mention_target(&mut self, target: &Target) {
        match target {
            Target::Global(global) => self.mention(Anchor::Global(*global)),
            Target::Name(name) => self.mention(Anchor::Undefined(name.clone())),
            Target::Assembled(index) => self.mention(Anchor::Assembled(*index)),
            Target::Place(place, name) if !name.is_empty() => {
                self.mention(Anchor::Local(*place, name.clone()));
            }
            _ => {}
        }
    }

    /// What a group goes by: the defined symbol with its name, or else one of its own.
    pub(crate) fn signature(&self, group: GroupKey) -> Anchor {
        let comdat = match group {
            GroupKey::Comdat(comdat) => comdat,
            GroupKey::Personality(personality) => {
                let pointer = self.personalities.iter().find(|(of, _)| *of == personality);
                return pointer.map_or(Anchor::Absolute, |(_, index)| Anchor::Assembled(*index));
            }
        };
        let module = self.module;
        let global = module.globals_by_name.get(&module.comdats[comdat].name);
        let visible = |global: Global| {
            is_emitted(module, global) && module.globals[global].linkage != Linkage::Private
        };
        match global.copied().filter(|global| visible(*global)) {
            Some(global) => Anchor::Global(global),
            None => Anchor::Group(comdat),
        }
    }

    /// Adds a reference to a section.
    pub(crate) fn refer(&mut self, section: SectionId, pending: PendingRelocation) {
        self.mention_target(&pending.target);
        self.sections[section].pending.push(pending);
    }

    /// The section with this description, made on first request.
    pub(crate) fn section(&mut self, spec: SectionSpec) -> SectionId {
        if let Some(id) = self.by_spec.get(&spec) {
            return *id;
        }
        let id = self.sections.push(Section {
            spec: spec.clone(),
            align: 1,
            bytes: Vec::new(),
            size: 0,
            pending: Vec::new(),
            relocations: Vec::new(),
            content: None,
        });
        if let Some(group) = spec.group {
            self.mention(self.signature(group));
        }
        self.mention(Anchor::Section(id));
        self.by_spec.insert(spec, id);
        id
    }

    /// How many bytes the section with this description has, 0 if it has not been made.
    pub(crate) fn size_of(&self, spec: &SectionSpec) -> u64 {
        let id = self.by_spec.get(spec);
        id.map_or(0, |id| self.sections[*id].size)
    }

    /// Pads `id` to a multiple of `align` bytes and returns where its next byte goes.
    pub(crate) fn align(&mut self, id: SectionId, align: u64) -> Result<Place, EmitError> {
        self.align_code(id, align, self.emitter.elf().nop.len())
    }

    /// The same, where gaps in code are filled by instructions of at most `longest` bytes.
    pub(crate) fn align_code(
        &mut self,
        id: SectionId,
        align: u64,
        longest: usize,
    ) -> Result<Place, EmitError> {
        let align = align.max(1);
        let section = &mut self.sections[id];
        section.align = section.align.max(align);
        let size = section.size.checked_next_multiple_of(align);
        let size = checked_size(section, size)?;
        let padding = (size - section.size) as usize;
        if section.spec.is_code() {
            self.emitter.nops(padding, longest, &mut section.bytes);
        } else if !section.spec.is_zero_fill() {
            section.bytes.resize(size as usize, 0);
        }
        section.size = size;
        Ok(Place {
            section: id,
            offset: size,
        })
    }

    /// Notes that the next bytes of a section are code or data.
    fn begin(&mut self, id: SectionId, content: Content) {
        let section = &mut self.sections[id];
        let is_new = section.content.replace(content) != Some(content);
        if is_new && self.emitter.elf().content_symbols.is_some() {
            let offset = section.size;
            let place = Place {
                section: id,
                offset,
            };
            self.mentions.push(Anchor::Content(place, content));
        }
    }

    /// Appends code.
    pub(crate) fn append_code(&mut self, id: SectionId, bytes: &[u8]) {
        self.append_content(id, bytes, Content::Code);
    }

    /// Appends data to a section that is no zero fill.
    pub(crate) fn append(&mut self, id: SectionId, bytes: &[u8]) {
        self.append_content(id, bytes, Content::Data);
    }

    fn append_content(&mut self, id: SectionId, bytes: &[u8], content: Content) {
        if !bytes.is_empty() {
            self.begin(id, content);
        }
        let section = &mut self.sections[id];
        section.bytes.extend_from_slice(bytes);
        section.size = section.bytes.len() as u64;
    }

    /// Appends data at an alignment in bytes; returns where it is.
    pub(crate) fn append_image(
        &mut self,
        id: SectionId,
        image: &DataImage,
        align: u64,
    ) -> Result<Place, EmitError> {
        let place = self.align(id, align)?;
        if image.size > 0 {
            self.begin(id, Content::Data);
        }
        let section = &mut self.sections[id];
        section.size = checked_size(section, section.size.checked_add(image.size))?;
        if !section.spec.is_zero_fill() {
            section.bytes.extend_from_slice(&image.bytes);
            section.bytes.resize(section.size as usize, 0);
        }
        for reference in &image.references {
            self.append_reference(place, reference)?;
        }
        Ok(place)
    }

    fn append_reference(
        &mut self,
        place: Place,
        reference: &DataReference,
    ) -> Result<(), EmitError> {
        let relative = reference.minus.is_some();
        let kind = self.emitter.elf().data_relocation(reference.size, relative);
        let kind = kind.ok_or_else(|| EmitError::unsupported("address in a field of this size"))?;
        let target = match reference.plus {
            DataSymbol::Global(global) => Target::Global(global),
            DataSymbol::BlockAddress(function, block) => Target::Block(function, block),
        };
        let pending = PendingRelocation {
            offset: place.offset + reference.offset,
            kind,
            target,
            minus: reference.minus,
            addend: reference.addend,
        };
        self.refer(place.section, pending);
        if let Some(DataSymbol::Global(global)) = reference.minus {
            self.mention(Anchor::Global(global));
        }
        Ok(())
    }

    fn defined_place(&self, symbol: DataSymbol) -> Option<Place> {
        match symbol {
            DataSymbol::Global(global) => Some(self.definitions[global]?.place),
            DataSymbol::BlockAddress(function, block) => {
                self.blocks.get(&(function, block)).copied()
            }
        }
    }

    /// Settles what needs no linker, and finds the symbol or section for the rest.
    pub(crate) fn resolve(&mut self) -> Result<(), EmitError> {
        let by_name: BTreeMap<&[u8], Global> = self
            .module
            .globals
            .keys()
            .map(|global| (self.names.get(global), global))
            .collect();
        for at in 0..self.mentions.len() {
            let Anchor::Undefined(name) = &self.mentions[at] else {
                continue;
            };
            let anchor = match by_name.get(&**name) {
                Some(global) => Some(Anchor::Global(*global)),
                None => self.assembled_index(name).map(Anchor::Assembled),
            };
            if let Some(anchor) = anchor {
                self.mentions[at] = anchor;
            }
        }
        for id in self.sections.keys() {
            let pending = std::mem::take(&mut self.sections[id].pending);
            for relocation in pending {
                let target = match &relocation.target {
                    Target::Name(name) => match by_name.get(&**name) {
                        Some(global) => Target::Global(*global),
                        None => self
                            .assembled_index(name)
                            .map_or_else(|| relocation.target.clone(), Target::Assembled),
                    },
                    other => other.clone(),
                };
                self.resolve_one(id, &relocation, target)?;
            }
        }
        Ok(())
    }

    /// The symbol of assembly beside the functions with this name.
    fn assembled_index(&self, name: &[u8]) -> Option<usize> {
        let mut assembled = self.assembled.iter();
        assembled.position(|one| *one.symbol.name == *name)
    }

    fn resolve_one(
        &mut self,
        id: SectionId,
        relocation: &PendingRelocation,
        target: Target,
    ) -> Result<(), EmitError> {
        let PendingRelocation {
            offset,
            kind,
            minus,
            mut addend,
            ..
        } = *relocation;
        let local = self.local_place(&target)?;
        // What the value is relative to: the field, or the symbol that is subtracted.
        let field = Place {
            section: id,
            offset,
        };
        let origin = match minus {
            Some(symbol) => self.defined_place(symbol),
            None => Some(field),
        };
        if let (Some(place), Some(origin)) = (local, origin)
            && place.section == origin.section
        {
            let value = place.offset as i64 + addend - origin.offset as i64;
            let field = &mut self.sections[id].bytes[offset as usize..];
            if self.emitter.apply_relative(kind, field, value).is_some() {
                return Ok(());
            }
        }
        let origin = origin
            .filter(|origin| origin.section == id)
            .ok_or_else(|| {
                EmitError::unsupported("difference of addresses in different sections")
            })?;
        addend += offset as i64 - origin.offset as i64;
        let (anchor, addend) = match (local, target) {
            (Some(place), target) => self.local_anchor(place, target, kind, addend),
            (None, Target::Global(global)) => (Anchor::Global(global), addend),
            (None, Target::Name(name)) => (Anchor::Undefined(name), addend),
            (None, Target::Assembled(index)) => (Anchor::Assembled(index), addend),
            (None, _) => (Anchor::Absolute, addend),
        };
        if matches!(anchor, Anchor::Local(..)) {
            self.mentions.push(anchor.clone());
        }
        self.sections[id].relocations.push(FinalRelocation {
            offset,
            kind,
            anchor,
            addend,
        });
        Ok(())
    }

    /// The place of `target` if no linker has a say in it.
    fn local_place(&self, target: &Target) -> Result<Option<Place>, EmitError> {
        match target {
            Target::Place(place, _) => Ok(Some(*place)),
            Target::Pointer(global) => Ok(self.pointers.get(global).copied()),
            Target::Block(function, block) => {
                let place = self.blocks.get(&(*function, *block)).copied();
                let place =
                    place.ok_or_else(|| EmitError::unsupported("address of a block that is gone"));
                place.map(Some)
            }
            Target::Global(global) => {
                let local = is_local_reference(self.module, *global, self.options);
                let definition = self.definitions[*global].filter(|_| local);
                Ok(definition.map(|definition| definition.place))
            }
            Target::Assembled(index) => {
                let one = &self.assembled[*index];
                Ok(one.place.filter(|_| one.is_local()))
            }
            Target::Name(_) | Target::Absolute => Ok(None),
        }
    }

    /// How to refer to a local place: by its section, unless the linker must see what exactly is meant.
    fn local_anchor(&self, place: Place, target: Target, kind: u32, addend: i64) -> (Anchor, i64) {
        let mergeable = self.sections[place.section].spec.is_mergeable();
        // In a section that is merged, a symbol and an addend say which entry; an offset would not.
        let by_section = !mergeable || addend == 0;
        if by_section && !self.emitter.needs_symbol(kind) {
            return (Anchor::Section(place.section), addend + place.offset as i64);
        }
        let anchor = match target {
            Target::Global(global) => Anchor::Global(global),
            Target::Assembled(index) => Anchor::Assembled(index),
            Target::Pointer(global) => {
                let name = indirect_name(self.names.get(global));
                Anchor::Local(place, name.into())
            }
            Target::Place(_, name) => Anchor::Local(place, name),
            _ => Anchor::Local(place, Box::default()),
        };
        (anchor, addend)
    }
}

/// `size` if `section` can have that many bytes.
fn checked_size(section: &Section, size: Option<u64>) -> Result<u64, EmitError> {
    let limit = match section.spec.is_zero_fill() {
        true => i64::MAX as u64,
        false => crate::data::MAX_BYTES,
    };
    size.filter(|size| *size <= limit)
        .ok_or_else(|| EmitError::unsupported("a section of more than 4 GiB"))
}
