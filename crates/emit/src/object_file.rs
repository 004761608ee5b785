//! Assembles a module and its encoded functions into an object file.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::constant::ConstKind;
use avarice_ir::{DataLayout, Global, GlobalKind, Linkage, Module, Visibility};
use avarice_mir::{ConstPoolEntry, ConstPoolValue};
use cranelift_entity::EntityRef;
use gimli::leb128::write as leb128;
use object::elf;

use crate::assembled::{AssembledSymbol, SymbolBinding, SymbolKind};
use crate::block_address_map;
use crate::buffer::{Fixup, FixupTarget};
use crate::data::{DataImage, DataSymbol, DataWriter};
use crate::debug::DebugSections;
use crate::emit_options::EmitOptions;
use crate::error::EmitError;
use crate::exception_output::{ExceptionOutput, write_personalities};
use crate::function_code::FunctionCode;
use crate::function_entry::{FunctionEntry, list_section};
use crate::jump_tables::{COMPRESSED_SHIFT, JumpTableCode, JumpTableEntry};
use crate::module_metadata::ModuleMetadata;
use crate::names::{SymbolNames, is_emitted};
use crate::object_model::{
    Anchor, AssembledPlace, Definition, ObjectModel, PendingRelocation, Place, SectionId, Target,
};
use crate::print_context::{GOT_NAME, const_pool_name, jump_table_name};
use crate::sections::{DataClass, SectionChooser, SectionSpec};
use crate::stack_sizes;
use crate::structors::{StructorList, structor_section, structors};
use crate::target::TargetEmitter;
use crate::type_check::{TypeIdentifier, trap_section, type_symbol};
use crate::{elf_writer, module_assembly, near_jumps, unwind};

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
        exceptions: ExceptionOutput::default(),
    };
    if let Some(note) = emitter.property_note(module) {
        note.append(&mut writer.model)?;
    }
    module_assembly::append(&mut writer.model)?;
    let mut functions = functions;
    functions.sort_by_key(|(global, _)| *global);
    near_jumps::shorten(&mut functions, &writer)?;
    for (number, (global, code)) in functions.iter().enumerate() {
        let name = &module.globals[*global].name;
        writer
            .function(number, *global, code)
            .map_err(|e| e.at(name))?;
    }
    writer.after_functions()?;
    let ObjectWriter {
        mut model,
        exceptions,
        ..
    } = writer;
    let debug = DebugSections::begin(&mut model, &functions);
    write_personalities(&mut model)?;
    mention_weak(&mut model);
    metadata.append_origin(&mut model);
    model.section(SectionSpec::new(b".note.GNU-stack", elf::SHT_PROGBITS, 0));
    metadata.append_symbols(&mut model)?;
    unwind::write_unwind_table(&mut model, &functions, &exceptions)?;
    if let Some(debug) = debug {
        debug.finish(&mut model)?;
    }
    model.resolve()?;
    elf_writer::write(&model)
}

/// Mentions the symbols that others may define: of functions, then of variables.
fn mention_weak(model: &mut ObjectModel<'_>) {
    let module = model.module;
    for of_functions in [true, false] {
        for (global, data) in module.globals.iter() {
            let is_here = data.function().is_some() == of_functions;
            let is_weak = data.linkage == Linkage::ExternWeak;
            if is_here && is_weak && is_declared(module, global) {
                model.mention(Anchor::Global(global));
            }
        }
    }
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

/// Whether others define a symbol.
pub(crate) fn is_declared(module: &Module, global: Global) -> bool {
    !is_emitted(module, global) && !module.globals[global].name.starts_with(b"llvm.")
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

pub(crate) struct ObjectWriter<'a> {
    data: DataWriter<'a>,
    pub(crate) sections: SectionChooser<'a>,
    pub(crate) model: ObjectModel<'a>,
    /// Sorted.
    retained: Vec<Global>,
    /// For each section of code with checks of types, the first function that has some.
    trap_links: BTreeMap<SectionId, Global>,
    /// For each section of code whose blocks or frames are listed, the first function in it.
    list_links: BTreeMap<SectionId, Global>,
    exceptions: ExceptionOutput,
}

impl ObjectWriter<'_> {
    /// What follows the functions, up to debug information.
    fn after_functions(&mut self) -> Result<(), EmitError> {
        let module = self.model.module;
        for (global, data) in module.globals.iter() {
            self.variable(global).map_err(|e| e.at(&data.name))?;
        }
        for (global, data) in module.globals.iter() {
            if data.function().is_some() && is_declared(module, global) {
                self.mention_visible(global);
            }
        }
        ModuleMetadata::of(module)?.append_for_linker(&mut self.model);
        self.exceptions.write_pointers(&mut self.model)?;
        for (global, data) in module.globals.iter() {
            self.alias(global).map_err(|e| e.at(&data.name))?;
        }
        Ok(())
    }

    /// Mentions a symbol of which assembly says how visible it is.
    fn mention_visible(&mut self, global: Global) {
        if self.model.module.globals[global].visibility != Visibility::Default {
            self.model.mention(Anchor::Global(global));
        }
    }

    pub(crate) fn retains(&self, global: Global) -> bool {
        self.retained.binary_search(&global).is_ok()
    }

    fn function(
        &mut self,
        number: usize,
        global: Global,
        code: &FunctionCode,
    ) -> Result<(), EmitError> {
        let name = self.model.names.get(global);
        let pool = self.const_pool(number, code)?;
        let spec = self.sections.function(global, name, self.retains(global));
        let section = self.model.section(spec);
        self.model.mention(Anchor::Global(global));
        let mut start = self
            .model
            .align_code(section, code.align, code.longest_nop)?;
        if let Some(entry) = &code.entry {
            start.offset = self.before_label(global, section, entry)?;
        }
        self.model.append_code(section, &code.bytes);
        self.model.definitions[global] = Some(Definition {
            place: start,
            size: code.bytes.len() as u64,
        });
        for (block, offset) in &code.block_offsets {
            let offset = start.offset + u64::from(*offset);
            let place = Place { section, offset };
            self.model.blocks.insert((global, *block), place);
        }
        self.mention_fixups(code);
        self.list_traps(global, code, start)?;
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
        let table = code.exception_table.as_ref().map(|table| {
            let name = self.model.names.get(global);
            let spec = self.sections.exception_table(global, name);
            self.exceptions.table(&mut self.model, number, spec, table)
        });
        self.exceptions.tables.push(table.transpose()?);
        self.list_blocks(global, code, start)?;
        self.list_stack_size(global, code, start)?;
        self.list_patch(global, code, start)
    }

    /// Writes what precedes the label of a function; returns the offset of the label.
    fn before_label(
        &mut self,
        global: Global,
        section: SectionId,
        entry: &FunctionEntry,
    ) -> Result<u64, EmitError> {
        if let Some(image) = &entry.prefix {
            self.model.append_image(section, image, 1)?;
        }
        if let Some(id) = &entry.type_identifier {
            self.type_identifier(global, section, id);
        }
        let room = entry.room(self.model.emitter.elf());
        self.model.append(section, &room);
        Ok(self.model.sections[section].size)
    }

    /// Mentions the symbols that code refers to.
    fn mention_fixups(&mut self, code: &FunctionCode) {
        for fixup in &code.fixups {
            let name = match fixup.target {
                FixupTarget::Global(global) => {
                    self.model.mention(Anchor::Global(global));
                    continue;
                }
                FixupTarget::Symbol(symbol) => &*code.symbols[symbol],
                FixupTarget::GotFrom(_) => GOT_NAME,
                FixupTarget::Runtime(name) => name,
                _ => continue,
            };
            self.model
                .mention(Anchor::Undefined(name.as_bytes().into()));
        }
    }

    /// Writes the function's constants, section by section, and gives their places.
    fn const_pool(&mut self, number: usize, code: &FunctionCode) -> Result<Vec<Place>, EmitError> {
        let mut specs: Vec<SectionSpec> = Vec::new();
        let mut entries = Vec::with_capacity(code.const_pool.len());
        for entry in &code.const_pool {
            let image = const_pool_image(&self.data, entry)?;
            let spec = self
                .sections
                .const_pool(image.size, !image.references.is_empty());
            let at = specs.iter().position(|known| *known == spec);
            let at = at.unwrap_or_else(|| {
                specs.push(spec);
                specs.len() - 1
            });
            entries.push((at, image, entry.align));
        }
        let mut places = vec![None; entries.len()];
        for (at, spec) in specs.into_iter().enumerate() {
            let section = self.model.section(spec);
            for (index, (of, image, align)) in entries.iter().enumerate() {
                if *of != at {
                    continue;
                }
                let place = self.model.align(section, *align)?;
                let name = const_pool_name(number, index);
                let label = Anchor::Local(place, name.into_bytes().into());
                self.model.mention(label);
                self.model.append_image(section, image, 1)?;
                places[index] = Some(place);
            }
        }
        // Each entry is of one of the sections.
        Ok(places.into_iter().flatten().collect())
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
        self.model
            .mention(Anchor::Assembled(self.model.assembled.len()));
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
        self.model.refer(section, pending);
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
            self.model.refer(section, pending);
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
        self.model.refer(
            section,
            PendingRelocation {
                offset: field.offset,
                kind,
                target: Target::Place(place, Box::default()),
                minus: None,
                addend: 0,
            },
        );
        Ok(())
    }

    fn relocate(&mut self, section: SectionId, base: u64, fixup: &Fixup, target: Target) {
        self.model.refer(
            section,
            PendingRelocation {
                offset: base + u64::from(fixup.offset),
                kind: fixup.kind,
                target,
                minus: None,
                addend: fixup.addend,
            },
        );
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
            self.model.refer(
                section,
                PendingRelocation {
                    offset: first + distance,
                    kind,
                    target: Target::Place(place, Box::default()),
                    minus: None,
                    addend: if relative { distance as i64 } else { 0 },
                },
            );
            self.model.append(section, &[0; 8][..usize::from(size)]);
        }
        Ok(())
    }

    fn variable(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.model.module;
        let data = &module.globals[global];
        let is_list = |list: &StructorList| *data.name == *list.variable().as_bytes();
        if let Some(list) = StructorList::ALL.into_iter().find(is_list) {
            return self.structors(list);
        }
        if data.variable().is_some() && is_declared(module, global) {
            self.mention_visible(global);
        }
        let Some(init) = module.globals[global].variable().and_then(|v| v.init) else {
            return Ok(());
        };
        if !is_emitted(module, global) || is_compiler_data(module, global) {
            return Ok(());
        }
        self.model.mention(Anchor::Global(global));
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
        self.model.mention(Anchor::Global(global));
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
