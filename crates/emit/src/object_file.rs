//! Assembles a module and its encoded functions into an object file.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::constant::ConstKind;
use avarice_ir::{Const, DataLayout, Global, GlobalKind, Linkage, Module};
use avarice_mir::{ConstPoolEntry, ConstPoolValue};
use cranelift_entity::EntityRef;
use gimli::leb128::write as leb128;
use object::elf;

use crate::assembled::{AssembledSymbol, SymbolBinding, SymbolKind};
use crate::block_address_map;
use crate::buffer::{Fixup, FixupTarget};
use crate::data::{DataImage, DataSymbol, DataWriter};
use crate::debug::write_debug_sections;
use crate::emit_options::{EmitOptions, StructorSections};
use crate::error::EmitError;
use crate::exception_table::EncodedExceptionTable;
use crate::function_code::FunctionCode;
use crate::function_entry::list_section;
use crate::jump_tables::{COMPRESSED_SHIFT, JumpTableCode, JumpTableEntry};
use crate::module_metadata::ModuleMetadata;
use crate::names::{SymbolNames, is_emitted};
use crate::object_model::{
    AssembledPlace, Definition, ObjectModel, PendingRelocation, Place, SectionId, Target,
};
use crate::print_context::{GOT_NAME, const_pool_name, jump_table_name};
use crate::sections::{DataClass, SectionChooser, SectionSpec};
use crate::stack_sizes;
use crate::table_encodings::{TableEncoding, TableEncodings};
use crate::target::TargetEmitter;
use crate::type_check::{TypeIdentifier, trap_section, type_symbol};
use crate::{elf_writer, module_assembly, unwind};

/// Writes `module` with the code of its functions as an ELF relocatable object.
///
/// `functions` has every defined function that is to be in the object, in any order; the object has
/// them in module order. The result depends on nothing else.
///
/// # Errors
/// What the object format or this version cannot express: module assembly that is not understood, data whose value no
/// relocation gives.
pub fn emit_object(
    module: &Module,
    layout: &DataLayout,
    functions: Vec<(Global, FunctionCode)>,
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
) -> Result<Vec<u8>, EmitError> {
    let names = SymbolNames::new(module);
    let metadata = ModuleMetadata::of(module)?;
    let mut writer = ObjectWriter {
        data: DataWriter { module, layout },
        sections: SectionChooser {
            module,
            layout,
            target: emitter.elf(),
            options,
        },
        model: ObjectModel::new(module, emitter, options, &names),
        retained: retained_globals(module),
        trap_links: BTreeMap::new(),
        list_links: BTreeMap::new(),
    };
    if let Some(note) = emitter.property_note(module) {
        note.append(&mut writer.model)?;
    }
    module_assembly::append(&mut writer.model)?;
    let mut functions = functions;
    functions.sort_by_key(|(global, _)| *global);
    for (number, (global, code)) in functions.iter().enumerate() {
        let name = &module.globals[*global].name;
        writer
            .function(number, *global, code)
            .map_err(|e| e.at(name))?;
    }
    for (global, data) in module.globals.iter() {
        writer.variable(global).map_err(|e| e.at(&data.name))?;
    }
    for list in StructorList::ALL {
        writer.structors(list)?;
    }
    for (global, data) in module.globals.iter() {
        writer.alias(global).map_err(|e| e.at(&data.name))?;
    }
    let tables = writer.exception_tables(&functions)?;
    unwind::write_unwind_table(&mut writer.model, &functions, &tables)?;
    metadata.append_for_linker(&mut writer.model);
    write_debug_sections(&mut writer.model, &functions)?;
    metadata.append_origin(&mut writer.model);
    let note = SectionSpec::new(b".note.GNU-stack", elf::SHT_PROGBITS, 0);
    writer.model.section(note);
    metadata.append_symbols(&mut writer.model)?;
    writer.model.resolve()?;
    elf_writer::write(&writer.model)
}

/// Whether `global` only talks to the compiler: `llvm.used` and whatever is in `llvm.metadata`.
pub(crate) fn is_compiler_data(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    data.section.as_deref() == Some(b"llvm.metadata")
        || matches!(
            &*data.name,
            b"llvm.used" | b"llvm.compiler.used" | b"llvm.global_ctors" | b"llvm.global_dtors"
        )
}

/// The globals that `llvm.used` lists.
pub(crate) fn retained_globals(module: &Module) -> Vec<Global> {
    let used = module.globals_by_name.get(&b"llvm.used"[..]);
    let Some(init) = used.and_then(|g| module.globals[*g].variable()?.init) else {
        return Vec::new();
    };
    let ConstKind::Aggregate(elements) = &module.consts[init].kind else {
        return Vec::new();
    };
    let mut globals: Vec<Global> = elements
        .iter()
        .filter_map(|element| match module.consts[*element].kind {
            ConstKind::Global(global) => Some(global),
            _ => None,
        })
        .collect();
    globals.sort();
    globals
}

/// One entry of `llvm.global_ctors` or `llvm.global_dtors`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structor {
    pub(crate) priority: u64,
    pub(crate) function: Const,
    /// The variable that it belongs to.
    pub(crate) key: Option<Global>,
}

/// The entries of a list in the order of their sections, which is by priority.
pub(crate) fn structors(
    module: &Module,
    sections: StructorSections,
    list: StructorList,
) -> Vec<Structor> {
    let list = module.globals_by_name.get(list.variable().as_bytes());
    let Some(init) = list.and_then(|g| module.globals[*g].variable()?.init) else {
        return Vec::new();
    };
    let ConstKind::Aggregate(elements) = &module.consts[init].kind else {
        return Vec::new();
    };
    let entry = |element: &Const| {
        let ConstKind::Aggregate(fields) = &module.consts[*element].kind else {
            return None;
        };
        let [priority, function, rest @ ..] = &**fields else {
            return None;
        };
        let ConstKind::Int(priority) = module.consts[*priority].kind else {
            return None;
        };
        if matches!(module.consts[*function].kind, ConstKind::Null) {
            return None;
        }
        let key = rest.first().and_then(|key| match module.consts[*key].kind {
            ConstKind::Global(global) => Some(global),
            _ => None,
        });
        Some(Structor {
            priority,
            function: *function,
            key,
        })
    };
    let mut entries: Vec<Structor> = elements.iter().filter_map(entry).collect();
    entries.sort_by_key(|entry| entry.priority);
    if sections == StructorSections::Ctors {
        entries.reverse();
    }
    entries
}

/// The two lists of functions that run before and after the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StructorList {
    Constructors,
    Destructors,
}

impl StructorList {
    pub(crate) const ALL: [Self; 2] = [Self::Constructors, Self::Destructors];

    /// The variable that has the list.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Self::Constructors => "llvm.global_ctors",
            Self::Destructors => "llvm.global_dtors",
        }
    }
}

/// The section of entries of one priority.
pub(crate) fn structor_section(
    module: &Module,
    sections: StructorSections,
    list: StructorList,
    entry: &Structor,
) -> SectionSpec {
    use StructorList::{Constructors, Destructors};
    let (name, kind): (&[u8], u32) = match (sections, list) {
        (StructorSections::Arrays, Constructors) => (b".init_array", elf::SHT_INIT_ARRAY),
        (StructorSections::Arrays, Destructors) => (b".fini_array", elf::SHT_FINI_ARRAY),
        (StructorSections::Ctors, Constructors) => (b".ctors", elf::SHT_PROGBITS),
        (StructorSections::Ctors, Destructors) => (b".dtors", elf::SHT_PROGBITS),
    };
    let mut spec = SectionSpec::new(name, kind, elf::SHF_ALLOC | elf::SHF_WRITE);
    let priority = entry.priority;
    if priority != 65535 {
        let suffix = match sections {
            StructorSections::Arrays => format!(".{priority}"),
            // The linker sorts by name, and the last one runs first.
            StructorSections::Ctors => format!(".{:05}", 65535u64.wrapping_sub(priority)),
        };
        spec.name.extend_from_slice(suffix.as_bytes());
    }
    spec.group = entry.key.and_then(|key| module.globals[key].comdat);
    spec
}

/// The content of a constant pool entry.
pub(crate) fn const_pool_image(
    data: &DataWriter<'_>,
    entry: &ConstPoolEntry,
) -> Result<DataImage, EmitError> {
    match &entry.value {
        ConstPoolValue::Ir(constant) => data.image(*constant),
        ConstPoolValue::Bytes(bytes, _) => Ok(DataImage {
            bytes: bytes.to_vec(),
            size: bytes.len() as u64,
            references: Vec::new(),
        }),
    }
}

/// The place `index` of a function's pool or tables, under its label.
fn local_target(places: &[Place], index: usize, name: String) -> Result<Target, EmitError> {
    let place = places.get(index);
    let place =
        place.ok_or_else(|| EmitError::unsupported(format!("{name}, which is not there")))?;
    Ok(Target::Place(*place, name.into_bytes().into()))
}

/// Where the exception tables of functions are, and what they refer to.
#[derive(Default)]
pub(crate) struct ExceptionPlaces {
    /// For each function its table.
    pub(crate) tables: Vec<Option<Place>>,
    /// What refers to each personality function.
    pub(crate) personalities: BTreeMap<Global, Target>,
    /// Pointers to globals.
    pointers: BTreeMap<Global, Place>,
}

/// The label of a pointer to a symbol.
pub(crate) fn indirect_name(symbol: &[u8]) -> Vec<u8> {
    [b".L", symbol, b".DW.stub"].concat()
}

/// Whether another definition may take the place of one with this linkage.
pub(crate) fn is_weak(linkage: Linkage) -> bool {
    matches!(
        linkage,
        Linkage::LinkOnce
            | Linkage::LinkOnceOdr
            | Linkage::Weak
            | Linkage::WeakOdr
            | Linkage::ExternWeak
    )
}

struct ObjectWriter<'a> {
    data: DataWriter<'a>,
    sections: SectionChooser<'a>,
    model: ObjectModel<'a>,
    /// Sorted.
    retained: Vec<Global>,
    /// For each section of code with checks of types, the first function that has some.
    trap_links: BTreeMap<SectionId, Global>,
    /// For each section of code whose blocks or frames are listed, the first function in it.
    list_links: BTreeMap<SectionId, Global>,
}

impl ObjectWriter<'_> {
    fn retains(&self, global: Global) -> bool {
        self.retained.binary_search(&global).is_ok()
    }

    fn function(
        &mut self,
        number: usize,
        global: Global,
        code: &FunctionCode,
    ) -> Result<(), EmitError> {
        let name = self.model.names.get(global);
        let pool = self.const_pool(code)?;
        let spec = self.sections.function(global, name, self.retains(global));
        let section = self.model.section(spec);
        let mut start = self.model.align(section, code.align)?;
        if let Some(entry) = &code.entry {
            if let Some(image) = &entry.prefix {
                self.model.append_image(section, image, 1)?;
            }
            if let Some(id) = &entry.type_identifier {
                self.type_identifier(global, section, id);
            }
            let room = entry.room(self.model.emitter.elf());
            self.model.append(section, &room);
            start.offset = self.model.sections[section].size;
        }
        self.model.append(section, &code.bytes);
        self.model.definitions[global] = Some(Definition {
            place: start,
            size: code.bytes.len() as u64,
        });
        for (block, offset) in &code.block_offsets {
            let offset = start.offset + u64::from(*offset);
            let place = Place { section, offset };
            self.model.blocks.insert((global, *block), place);
        }
        let tables = self.jump_tables(global, code, start)?;
        for fixup in &code.fixups {
            let target = match fixup.target {
                FixupTarget::Label(_) => continue,
                FixupTarget::Global(global) => Target::Global(global),
                FixupTarget::Symbol(symbol) => Target::Name(code.symbols[symbol].as_bytes().into()),
                // Code that is finished has no such distances.
                FixupTarget::GotFrom(_) => Target::Name(GOT_NAME.as_bytes().into()),
                FixupTarget::Runtime(name) => Target::Name(name.as_bytes().into()),
                FixupTarget::ConstPool(index) => {
                    let name = const_pool_name(number, index.index());
                    local_target(&pool, index.index(), name)?
                }
                FixupTarget::JumpTable(index) => {
                    let name = jump_table_name(number, index.index());
                    local_target(&tables, index.index(), name)?
                }
                FixupTarget::JumpTableBase(_) => {
                    return Err(EmitError::unsupported("jump table without a base"));
                }
                FixupTarget::BlockAddress(function, block) => Target::Block(function, block),
                FixupTarget::Code(at) => {
                    let name = format!(".Lcode{number}_{at}");
                    let offset = start.offset + u64::from(at);
                    Target::Place(Place { section, offset }, name.into_bytes().into())
                }
                FixupTarget::Absolute => Target::Absolute,
            };
            self.relocate(section, start.offset, fixup, target);
        }
        self.list_blocks(global, code, start)?;
        self.list_stack_size(global, code, start)?;
        self.list_traps(global, code, start)?;
        self.list_patch(global, code, start)
    }

    /// Writes the function's constants, and gives their places.
    fn const_pool(&mut self, code: &FunctionCode) -> Result<Vec<Place>, EmitError> {
        let mut pool = Vec::with_capacity(code.const_pool.len());
        for entry in &code.const_pool {
            let image = const_pool_image(&self.data, entry)?;
            let spec = self
                .sections
                .const_pool(image.size, !image.references.is_empty());
            let section = self.model.section(spec);
            pool.push(self.model.append_image(section, &image, entry.align)?);
        }
        Ok(pool)
    }

    /// Writes the number of the function's type, with its symbol.
    fn type_identifier(&mut self, function: Global, section: SectionId, id: &TypeIdentifier) {
        let offset = self.model.sections[section].size;
        self.model.append(section, &id.code);
        if !id.has_symbol {
            return;
        }
        let data = &self.model.module.globals[function];
        let binding = match data.linkage {
            _ if data.linkage.is_local() => SymbolBinding::Local,
            _ if is_weak(data.linkage) => SymbolBinding::Weak,
            _ => SymbolBinding::Global,
        };
        let symbol = AssembledSymbol {
            name: type_symbol(self.model.names.get(function)),
            place: None,
            size: id.code.len() as u64,
            binding: Some(binding),
            kind: SymbolKind::Function,
            visibility: data.visibility,
        };
        self.model.assembled.push(AssembledPlace {
            symbol,
            place: Some(Place { section, offset }),
        });
    }

    /// Lists the addresses of the blocks of a function that starts at `start`.
    fn list_blocks(
        &mut self,
        global: Global,
        code: &FunctionCode,
        start: Place,
    ) -> Result<(), EmitError> {
        let Some(blocks) = &code.mapped_blocks else {
            return Ok(());
        };
        let link = *self.list_links.entry(start.section).or_insert(global);
        let spec = block_address_map::section(&self.model.sections[start.section].spec, link);
        let (bytes, address) = block_address_map::encoded(blocks);
        self.list(spec, &bytes, address, start)
    }

    /// Lists the size of the stack frame of a function that starts at `start`.
    fn list_stack_size(
        &mut self,
        global: Global,
        code: &FunctionCode,
        start: Place,
    ) -> Result<(), EmitError> {
        let Some(size) = code.listed_stack_size else {
            return Ok(());
        };
        let link = *self.list_links.entry(start.section).or_insert(global);
        let spec = stack_sizes::section(&self.model.sections[start.section].spec, link);
        let mut bytes = vec![0; 8];
        leb128::unsigned(&mut bytes, size).expect("writing to memory does not fail");
        self.list(spec, &bytes, 0, start)
    }

    /// Appends an entry of a list to a section; at its byte `at` is the address of the function, which starts at `start`.
    fn list(
        &mut self,
        spec: SectionSpec,
        bytes: &[u8],
        at: u32,
        start: Place,
    ) -> Result<(), EmitError> {
        let section = self.model.section(spec);
        let kind = self.model.emitter.elf().data_relocation(8, false);
        let kind = kind.ok_or_else(|| EmitError::unsupported("list of functions"))?;
        let field = self.model.align(section, 1)?;
        self.model.append(section, bytes);
        let pending = PendingRelocation {
            offset: field.offset + u64::from(at),
            kind,
            target: Target::Place(start, Box::default()),
            minus: None,
            addend: 0,
        };
        self.model.sections[section].pending.push(pending);
        Ok(())
    }

    /// Lists the traps of a function that starts at `start`.
    fn list_traps(
        &mut self,
        global: Global,
        code: &FunctionCode,
        start: Place,
    ) -> Result<(), EmitError> {
        if code.traps.is_empty() {
            return Ok(());
        }
        let link = *self.trap_links.entry(start.section).or_insert(global);
        let spec = trap_section(&self.model.sections[start.section].spec, link);
        let section = self.model.section(spec);
        let kind = self.model.emitter.elf().data_relocation(4, true);
        let kind = kind.ok_or_else(|| EmitError::unsupported("list of traps"))?;
        for trap in &code.traps {
            let field = self.model.align(section, 1)?;
            self.model.append(section, &[0; 4]);
            let place = Place {
                offset: start.offset + u64::from(*trap),
                ..start
            };
            let pending = PendingRelocation {
                offset: field.offset,
                kind,
                target: Target::Place(place, Box::default()),
                minus: None,
                addend: 0,
            };
            self.model.sections[section].pending.push(pending);
        }
        Ok(())
    }

    /// Lists where the room for patches begins in a function that starts at `start`.
    fn list_patch(
        &mut self,
        global: Global,
        code: &FunctionCode,
        start: Place,
    ) -> Result<(), EmitError> {
        let Some(patch) = code.patch else {
            return Ok(());
        };
        let code = &self.model.sections[start.section].spec;
        let spec = list_section(code, global, self.model.options);
        let section = self.model.section(spec);
        let field = self.model.align(section, 8)?;
        self.model.append(section, &[0; 8]);
        let kind = self.model.emitter.elf().data_relocation(8, false);
        let kind = kind.ok_or_else(|| EmitError::unsupported("list of patchable functions"))?;
        let place = Place {
            offset: start.offset.wrapping_add_signed(patch),
            ..start
        };
        self.model.sections[section]
            .pending
            .push(PendingRelocation {
                offset: field.offset,
                kind,
                target: Target::Place(place, Box::default()),
                minus: None,
                addend: 0,
            });
        Ok(())
    }

    fn relocate(&mut self, section: SectionId, base: u64, fixup: &Fixup, target: Target) {
        self.model.sections[section]
            .pending
            .push(PendingRelocation {
                offset: base + u64::from(fixup.offset),
                kind: fixup.kind,
                target,
                minus: None,
                addend: fixup.addend,
            });
    }

    /// Writes what personality functions read.
    fn exception_tables(
        &mut self,
        functions: &[(Global, FunctionCode)],
    ) -> Result<ExceptionPlaces, EmitError> {
        let mut places = ExceptionPlaces::default();
        for (global, code) in functions {
            let place = match &code.exception_table {
                Some(table) => {
                    let name = &self.model.module.globals[*global].name;
                    Some(
                        self.exception_table(*global, table, &mut places)
                            .map_err(|e| e.at(name))?,
                    )
                }
                None => None,
            };
            places.tables.push(place);
        }
        Ok(places)
    }

    fn exception_table(
        &mut self,
        function: Global,
        table: &EncodedExceptionTable,
        places: &mut ExceptionPlaces,
    ) -> Result<Place, EmitError> {
        let name = self.model.names.get(function);
        let spec = self.sections.exception_table(function, name);
        let section = self.model.section(spec);
        let start = self.model.align(section, 4)?;
        self.model.append(section, &table.bytes);
        let elf = self.model.emitter.elf();
        let encodings = TableEncodings::of(elf, self.model.options);
        let personality = self.indirect(table.personality, encodings.personality, places)?;
        places.personalities.insert(table.personality, personality);
        let encoding = encodings.types;
        let kind = elf.data_relocation(encoding.size(), encoding.is_relative());
        let kind = kind.ok_or_else(|| EmitError::unsupported("exception table"))?;
        for (offset, info) in &table.types {
            let target = self.indirect(*info, encoding, places)?;
            let pending = PendingRelocation {
                offset: start.offset + u64::from(*offset),
                kind,
                target,
                minus: None,
                addend: 0,
            };
            self.model.sections[section].pending.push(pending);
        }
        Ok(start)
    }

    /// What a reference to `global` in tables refers to: it, or a pointer in the data, since the tables are
    /// read-only.
    fn indirect(
        &mut self,
        global: Global,
        encoding: TableEncoding,
        places: &mut ExceptionPlaces,
    ) -> Result<Target, EmitError> {
        if !encoding.is_indirect() {
            return Ok(Target::Global(global));
        }
        let name = indirect_name(self.model.names.get(global));
        if let Some(place) = places.pointers.get(&global) {
            return Ok(Target::Place(*place, name.into()));
        }
        let section = self.model.section(SectionSpec::data());
        let place = self.model.align(section, 8)?;
        self.model.append(section, &[0; 8]);
        let kind = self.model.emitter.elf().data_relocation(8, false);
        let kind = kind.ok_or_else(|| EmitError::unsupported("pointer"))?;
        let pending = PendingRelocation {
            offset: place.offset,
            kind,
            target: Target::Global(global),
            minus: None,
            addend: 0,
        };
        self.model.sections[section].pending.push(pending);
        places.pointers.insert(global, place);
        Ok(Target::Place(place, name.into()))
    }

    /// Places of the function's jump tables. Entries are distances from a place in the code, or from
    /// the table's start, or addresses.
    fn jump_tables(
        &mut self,
        global: Global,
        code: &FunctionCode,
        start: Place,
    ) -> Result<Vec<Place>, EmitError> {
        if code.jump_tables.is_empty() {
            return Ok(Vec::new());
        }
        let spec = self
            .sections
            .jump_table(global, self.model.names.get(global));
        let section = self.model.section(spec);
        let elf = self.model.emitter.elf();
        let entry = JumpTableEntry::of(elf, self.model.options);
        let mut tables = Vec::with_capacity(code.jump_tables.len());
        for table in &code.jump_tables {
            let size = table.compressed_size.unwrap_or(entry.size);
            let place = self.model.align(section, u64::from(size))?;
            tables.push(place);
            match table.base {
                Some(base) => self.append_distances(section, table, base, size)?,
                None => self.append_pending(section, table, start, entry)?,
            }
        }
        Ok(tables)
    }

    /// Appends a jump table whose entries are distances from `base` in the code.
    fn append_distances(
        &mut self,
        section: SectionId,
        table: &JumpTableCode,
        base: u32,
        size: u8,
    ) -> Result<(), EmitError> {
        let shift = table.compressed_size.map_or(0, |_| COMPRESSED_SHIFT);
        let is_big = self.model.emitter.elf().big_endian;
        for entry in &table.entries {
            let distance = (i64::from(*entry) - i64::from(base)) >> shift;
            let bits = 8 * u32::from(size);
            let fits = match table.compressed_size {
                Some(_) => distance >> bits == 0,
                None => distance == i64::from(distance as i32),
            };
            if !fits {
                let text =
                    format!("distance {distance} in a jump table with entries of {bits} bits");
                return Err(EmitError::unsupported(text));
            }
            let (size, bytes) = (usize::from(size), distance.to_le_bytes());
            let mut bytes: Vec<u8> = bytes[..size].into();
            if is_big {
                bytes.reverse();
            }
            self.model.append(section, &bytes);
        }
        Ok(())
    }

    /// Appends a jump table whose entries the linker fills in. `start` is where the code is.
    fn append_pending(
        &mut self,
        section: SectionId,
        table: &JumpTableCode,
        start: Place,
        entry: JumpTableEntry,
    ) -> Result<(), EmitError> {
        let (size, relative) = (entry.size, entry.is_relative);
        let kind = self.model.emitter.elf().data_relocation(size, relative);
        let kind = kind.ok_or_else(|| EmitError::unsupported("jump table"))?;
        let first = self.model.sections[section].size;
        for (index, to) in table.entries.iter().enumerate() {
            let distance = index as u64 * u64::from(size);
            let offset = start.offset + u64::from(*to);
            let place = Place { offset, ..start };
            self.model.sections[section]
                .pending
                .push(PendingRelocation {
                    offset: first + distance,
                    kind,
                    target: Target::Place(place, Box::default()),
                    minus: None,
                    addend: if relative { distance as i64 } else { 0 },
                });
            self.model.append(section, &[0; 8][..usize::from(size)]);
        }
        Ok(())
    }

    fn variable(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.model.module;
        let Some(init) = module.globals[global].variable().and_then(|v| v.init) else {
            return Ok(());
        };
        if !is_emitted(module, global) || is_compiler_data(module, global) {
            return Ok(());
        }
        let image = self.data.image(init)?;
        let align = self.sections.alignment(global);
        if self.sections.class(global) == DataClass::Common {
            self.model.commons.insert(global, (image.size, align));
            return Ok(());
        }
        let name = self.model.names.get(global);
        let spec = self.sections.variable(global, name, self.retains(global));
        let section = self.model.section(spec);
        // A reference to the variable itself, minus itself, needs the place first.
        let place = self.model.align(section, align)?;
        self.model.definitions[global] = Some(Definition {
            place,
            size: image.size,
        });
        self.model.append_image(section, &image, align)?;
        Ok(())
    }

    fn structors(&mut self, list: StructorList) -> Result<(), EmitError> {
        let module = self.model.module;
        let sections = self.model.options.structors;
        for entry in structors(module, sections, list) {
            if entry.key.is_some_and(|key| !is_emitted(module, key)) {
                continue;
            }
            let spec = structor_section(module, sections, list, &entry);
            let section = self.model.section(spec);
            let image = self.data.image(entry.function)?;
            self.model.append_image(section, &image, 8)?;
        }
        Ok(())
    }

    /// Defines an alias or ifunc where its aliasee is.
    fn alias(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.model.module;
        let (GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target }) =
            &module.globals[global].kind
        else {
            return Ok(());
        };
        let gone = || EmitError::unsupported("alias of something that is not defined here");
        // An alias of an alias may come before it: follow the chain, but not in circles.
        let (mut target, mut offset) = (*target, 0i64);
        for _ in 0..=module.globals.len() {
            let (symbol, addend) = self.data.symbol_and_offset(target).ok_or_else(gone)?;
            offset = offset.wrapping_add(addend);
            let DataSymbol::Global(base) = symbol else {
                return Err(gone());
            };
            if let GlobalKind::Alias { aliasee } = &module.globals[base].kind {
                target = *aliasee;
                continue;
            }
            let found = self.model.definitions[base].ok_or_else(gone)?;
            // The alias has its base's size, which only a private base does not tell.
            let private = module.globals[base].linkage == Linkage::Private;
            let ty = module.globals[global].value_type;
            let size = self.data.layout.alloc_size(&module.types, ty);
            let size = size.filter(|_| private);
            self.model.definitions[global] = Some(Definition {
                place: Place {
                    offset: found.place.offset.wrapping_add_signed(offset),
                    ..found.place
                },
                size: size.unwrap_or(found.size),
            });
            return Ok(());
        }
        Err(gone())
    }
}
