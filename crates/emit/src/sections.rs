//! Which section each function, variable and table goes to: llc's rules for ELF.

use avarice_ir::constant::{ConstExpr, ConstKind};
use avarice_ir::inst::{BinaryOp, CastOp};
use avarice_ir::metadata::MetadataData;
use avarice_ir::types::TypeData;
use avarice_ir::{
    Comdat, Const, DataLayout, Global, GlobalData, Linkage, MetadataId, Module, ThreadLocal, Type,
    UnnamedAddr,
};
use avarice_mir::BlockSection;
use object::elf;

use crate::elf_target::ElfTarget;
use crate::emit_options::{EmitOptions, RelocationModel};
use crate::names::personality_pointer;

/// `SHF_X86_64_LARGE`: the section may be farther away than 32 bits reach.
pub(crate) const LARGE: u64 = 0x1000_0000;

/// What a section is, apart from its content. Two sections differ if any of this does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SectionSpec {
    /// Name.
    pub name: Vec<u8>,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags` without `SHF_GROUP`.
    pub flags: u64,
    /// Size of mergeable entries in bytes, 0 if they are not.
    pub entry_size: u64,
    /// The group that it is in.
    pub group: Option<GroupKey>,
    /// The function or variable whose section it belongs to: the linker drops both or none.
    pub link: Option<Global>,
    /// Which other content it may have.
    pub sharing: Sharing,
}

/// What sections that stay or go together go by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GroupKey {
    /// A comdat of the module.
    Comdat(Comdat),
    /// The pointer to a personality function, which the modules of a program share.
    Personality(Global),
}

/// What else a section holds that has the same name as others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sharing {
    /// All that goes by its name and is of its kind.
    ByName,
    /// The same, but apart from what goes there by name alone: the program chose the name for entries that may be merged.
    ByKind,
    /// Only this global.
    Alone(Global),
    /// Only the blocks of this function that belong to this section.
    Blocks(Global, BlockSection),
}

impl SectionSpec {
    /// A section in no group.
    pub fn new(name: &[u8], kind: u32, flags: u32) -> Self {
        Self {
            name: name.to_vec(),
            kind,
            flags: u64::from(flags),
            entry_size: 0,
            group: None,
            link: None,
            sharing: Sharing::ByName,
        }
    }

    /// The section of the pointer to a personality function, which has the symbol `name`.
    pub(crate) fn of_personality(personality: Global, name: &[u8]) -> Self {
        let name = [b".data.", &*personality_pointer(name)].concat();
        Self {
            group: Some(GroupKey::Personality(personality)),
            ..Self::new(&name, elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_WRITE)
        }
    }

    /// `.text`
    pub fn text() -> Self {
        Self::new(
            b".text",
            elf::SHT_PROGBITS,
            elf::SHF_ALLOC | elf::SHF_EXECINSTR,
        )
    }

    /// The section that assembly means by a name alone.
    pub fn by_name(name: &[u8]) -> Self {
        use elf::{SHF_ALLOC, SHF_EXECINSTR, SHF_TLS, SHF_WRITE, SHT_NOBITS, SHT_PROGBITS};
        let data = SHF_ALLOC | SHF_WRITE;
        let code = SHF_ALLOC | SHF_EXECINSTR;
        let known: [(&[u8], u32, u32); 13] = [
            (b".text", SHT_PROGBITS, code),
            (b".init", SHT_PROGBITS, code),
            (b".fini", SHT_PROGBITS, code),
            (b".data", SHT_PROGBITS, data),
            (b".bss", SHT_NOBITS, data),
            (b".rodata", SHT_PROGBITS, SHF_ALLOC),
            (b".tdata", SHT_PROGBITS, data | SHF_TLS),
            (b".tbss", SHT_NOBITS, data | SHF_TLS),
            (b".init_array", elf::SHT_INIT_ARRAY, data),
            (b".fini_array", elf::SHT_FINI_ARRAY, data),
            (b".preinit_array", elf::SHT_PREINIT_ARRAY, data),
            (b".note", elf::SHT_NOTE, 0),
            (b".note.GNU-stack", SHT_PROGBITS, 0),
        ];
        let is = |prefix: &[u8]| {
            let rest = name.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
        };
        let found = known.iter().rev().find(|(prefix, ..)| is(prefix));
        let (kind, flags) = found.map_or((SHT_PROGBITS, 0), |(_, kind, flags)| (*kind, *flags));
        Self::new(name, kind, flags)
    }

    /// The corresponding section for large code or data: `.ltext` for `.text`, `.ldata` for `.data`.
    fn into_large(mut self) -> Self {
        self.flags |= LARGE;
        self.name.insert(1, b'l');
        self
    }

    /// `.data`
    pub fn data() -> Self {
        Self::new(b".data", elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_WRITE)
    }

    /// `.bss`
    pub fn zero_fill() -> Self {
        DataClass::Bss.spec(1)
    }

    /// `.rodata`
    pub fn read_only() -> Self {
        DataClass::ReadOnly.spec(1)
    }

    /// Whether it takes room in memory but none in the file.
    pub fn is_zero_fill(&self) -> bool {
        self.kind == elf::SHT_NOBITS
    }

    /// Whether the linker may merge its entries.
    pub fn is_mergeable(&self) -> bool {
        self.flags & u64::from(elf::SHF_MERGE) != 0
    }

    /// Whether it holds code.
    pub fn is_code(&self) -> bool {
        self.flags & u64::from(elf::SHF_EXECINSTR) != 0
    }
}

/// What kind of memory data needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataClass {
    /// Written, initialized.
    Data,
    /// Written, zero at first.
    Bss,
    /// Allocated by the linker where all definitions meet.
    Common,
    /// Never written.
    ReadOnly,
    /// Never written after the dynamic linker has relocated it.
    ReadOnlyRelocated,
    /// Never written, zero-terminated characters of this many bytes; equal ones may be merged.
    String(u64),
    /// Never written, of this many bytes; equal ones may be merged.
    Merged(u64),
    /// One copy a thread, initialized.
    ThreadData,
    /// One copy a thread, zero at first.
    ThreadBss,
    /// For the linker, which leaves it out.
    Excluded,
}

impl DataClass {
    /// The section of this class; `align` in bytes is part of the name of string sections.
    fn spec(self, align: u64) -> SectionSpec {
        use elf::{
            SHF_ALLOC, SHF_MERGE, SHF_STRINGS, SHF_TLS, SHF_WRITE, SHT_NOBITS, SHT_PROGBITS,
        };
        let data = SHF_ALLOC | SHF_WRITE;
        let simple = |name: &str, kind, flags| SectionSpec::new(name.as_bytes(), kind, flags);
        match self {
            Self::Data => simple(".data", SHT_PROGBITS, data),
            Self::Bss | Self::Common => simple(".bss", SHT_NOBITS, data),
            Self::ReadOnly => simple(".rodata", SHT_PROGBITS, SHF_ALLOC),
            Self::ReadOnlyRelocated => simple(".data.rel.ro", SHT_PROGBITS, data),
            Self::ThreadData => simple(".tdata", SHT_PROGBITS, data | SHF_TLS),
            Self::ThreadBss => simple(".tbss", SHT_NOBITS, data | SHF_TLS),
            Self::Excluded => simple(".rodata", SHT_PROGBITS, elf::SHF_EXCLUDE),
            Self::String(size) => SectionSpec {
                entry_size: size,
                ..simple(
                    &format!(".rodata.str{size}.{align}"),
                    SHT_PROGBITS,
                    SHF_ALLOC | SHF_MERGE | SHF_STRINGS,
                )
            },
            Self::Merged(size) => SectionSpec {
                entry_size: size,
                ..simple(
                    &format!(".rodata.cst{size}"),
                    SHT_PROGBITS,
                    SHF_ALLOC | SHF_MERGE,
                )
            },
        }
    }
}

/// Chooses sections for the globals of one module.
#[derive(Clone, Copy)]
pub struct SectionChooser<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its layout.
    pub layout: &'a DataLayout,
    /// The object format.
    pub target: &'a ElfTarget,
    /// Options.
    pub options: &'a EmitOptions,
}

/// Whether a function shares its section, if nothing else sets it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CodePlace {
    Shared,
    Alone,
}

impl SectionChooser<'_> {
    /// The section of a function's code. `name` is its symbol.
    pub fn function(&self, global: Global, name: &[u8], retain: bool) -> SectionSpec {
        let place = match self.options.function_sections {
            true => CodePlace::Alone,
            false => CodePlace::Shared,
        };
        self.code(global, name, retain, place)
    }

    /// The section of the entry of a function whose blocks have sections of their own.
    pub(crate) fn split_function(&self, global: Global, name: &[u8], retain: bool) -> SectionSpec {
        let mut spec = self.code(global, name, retain, CodePlace::Alone);
        if self.module.globals[global].section.is_some() {
            spec.sharing = Sharing::Alone(global);
        }
        spec
    }

    fn code(&self, global: Global, name: &[u8], retain: bool, place: CodePlace) -> SectionSpec {
        let data = &self.module.globals[global];
        let is_large = self.is_large(global);
        let mut spec = SectionSpec::text();
        if let Some(section) = &data.section {
            spec.name = section.to_vec();
            if is_large {
                spec.flags |= LARGE;
            }
            if retain || self.separates_named() {
                spec.sharing = Sharing::Alone(global);
            }
            self.associate(&mut spec, global);
            return self.finish(spec, global, retain);
        }
        if is_large {
            spec = spec.into_large();
        }
        let prefix = self.function_prefix(global);
        spec.name.extend_from_slice(prefix.unwrap_or_default());
        let is_associated = self.associate(&mut spec, global);
        spec.sharing = Sharing::ByName;
        let is_kept = retain && self.knows_retained();
        let is_apart = place == CodePlace::Alone;
        let is_alone = is_apart || data.comdat.is_some() || is_kept || is_associated;
        if is_alone {
            self.tell_apart(&mut spec, global, name);
        }
        if prefix.is_some() && !(is_alone && self.options.unique_section_names) {
            spec.name.push(b'.');
        }
        self.finish(spec, global, retain)
    }

    /// The section of some blocks of a function whose own section is `code`. They have the symbol `symbol`.
    pub(crate) fn blocks(
        &self,
        global: Global,
        code: &SectionSpec,
        section: BlockSection,
        symbol: &[u8],
    ) -> SectionSpec {
        let mut spec = SectionSpec::text();
        spec.group = self.module.globals[global].comdat.map(GroupKey::Comdat);
        spec.name.clone_from(&code.name);
        let is_usual = *code.name == *b".text" || code.name.starts_with(b".text.");
        let name = &self.module.globals[global].name;
        match section {
            BlockSection::Cold if is_usual => {
                spec.name = [self.options.cold_prefix.as_bytes(), name].concat();
            }
            BlockSection::Exception if is_usual => spec.name = [b".text.eh.", &name[..]].concat(),
            BlockSection::Number(_) if is_usual && self.options.unique_block_section_names => {
                if !spec.name.ends_with(b".") {
                    spec.name.push(b'.');
                }
                spec.name.extend_from_slice(symbol);
            }
            _ => spec.sharing = Sharing::Blocks(global, section),
        }
        spec
    }

    /// Makes a section that of one global, whose symbol is `name`.
    fn tell_apart(&self, spec: &mut SectionSpec, global: Global, name: &[u8]) {
        if self.options.unique_section_names {
            spec.name.push(b'.');
            spec.name.extend_from_slice(name);
        } else {
            spec.sharing = Sharing::Alone(global);
        }
    }

    /// Whether each global that names its section is alone in it.
    fn separates_named(&self) -> bool {
        self.options.separates_named_sections && self.options.binutils.assemble((2, 35))
    }

    /// Whether sections can say that the linker is to keep them.
    fn knows_retained(&self) -> bool {
        self.options.binutils.assemble((2, 36))
    }

    /// Completes the section of a global.
    fn finish(&self, mut spec: SectionSpec, global: Global, retain: bool) -> SectionSpec {
        spec.group = self.module.globals[global].comdat.map(GroupKey::Comdat);
        if retain && self.knows_retained() {
            spec.flags |= u64::from(elf::SHF_GNU_RETAIN);
        }
        spec
    }

    /// The section of the exception table of a function whose code is in section `code`.
    pub(crate) fn exception_table(&self, global: Global, name: &[u8]) -> SectionSpec {
        let mut spec = SectionSpec::new(b".gcc_except_table", elf::SHT_PROGBITS, elf::SHF_ALLOC);
        let comdat = self.module.globals[global].comdat;
        if comdat.is_none() && !self.options.function_sections {
            return spec;
        }
        spec.group = comdat.map(GroupKey::Comdat);
        let binutils = self.options.binutils;
        // Older linkers do not take such sections beside others.
        if self.options.function_sections
            && binutils.is_assembler_integrated
            && binutils.version >= (2, 36)
        {
            spec.flags |= u64::from(elf::SHF_LINK_ORDER);
            spec.link = Some(global);
        }
        if self.options.unique_section_names {
            spec.name.push(b'.');
            spec.name.extend_from_slice(name);
        }
        spec
    }

    /// Whether a global may be farther away than 32 bits reach, and is in a section that says so.
    fn is_large(&self, global: Global) -> bool {
        let model = &self.options.memory_model;
        self.target.has_large_sections && model.is_large(self.module, self.layout, global)
    }

    fn function_prefix(&self, global: Global) -> Option<&'static [u8]> {
        let data = &self.module.globals[global];
        let attrs = self.module.attrs(data.function()?.attrs.function);
        match () {
            () if !self.options.hot_cold_sections => None,
            () if self.options.profiled.binary_search(&global).is_ok() => Some(b".hot"),
            () if attrs.has("hot") => Some(b".hot"),
            () if attrs.has("cold") => Some(b".unlikely"),
            () => None,
        }
    }

    /// The section of a function's jump tables.
    pub fn jump_table(&self, global: Global, name: &[u8]) -> SectionSpec {
        let data = &self.module.globals[global];
        let mut spec = SectionSpec::read_only();
        if self.options.function_sections || data.comdat.is_some() {
            if self.is_large(global) {
                spec = spec.into_large();
            }
            let prefix = self.function_prefix(global);
            spec.name.extend_from_slice(prefix.unwrap_or_default());
            self.tell_apart(&mut spec, global, name);
            if prefix.is_some() && !self.options.unique_section_names {
                spec.name.push(b'.');
            }
            spec.group = data.comdat.map(GroupKey::Comdat);
        }
        spec
    }

    /// The section of a constant pool entry of `size` bytes, `relocated` if it has addresses.
    pub fn const_pool(&self, size: u64, relocated: bool) -> SectionSpec {
        let class = match size {
            _ if relocated && self.options.relocation_model == RelocationModel::Pic => {
                DataClass::ReadOnlyRelocated
            }
            4 | 8 | 16 | 32 if !relocated => DataClass::Merged(size),
            _ => DataClass::ReadOnly,
        };
        class.spec(1)
    }

    /// The section of a variable's content. `name` is its symbol.
    pub fn variable(&self, global: Global, name: &[u8], retain: bool) -> SectionSpec {
        let data = &self.module.globals[global];
        let class = self.class(global);
        let is_large = self.is_large(global);
        let own = data.section.as_deref();
        let class = own.map_or(class, |section| filled_class(section, class));
        if let Some(section) = self.chosen_section(data, class).or(own) {
            let align = self.alignment(global);
            let mut spec = explicit_section(section, class, align);
            if is_large {
                spec.flags |= LARGE;
            }
            if !self.options.binutils.assemble((2, 35)) {
                // The assembler cannot keep entries of other sizes apart.
                spec.flags &= !u64::from(elf::SHF_MERGE);
                spec.entry_size = 0;
                spec.sharing = Sharing::ByName;
            }
            if retain || self.separates_named() {
                spec.sharing = Sharing::Alone(global);
            }
            self.associate(&mut spec, global);
            return self.finish(spec, global, retain);
        }
        let mut spec = class.spec(self.alignment(global));
        if is_large {
            spec = spec.into_large();
        }
        let is_associated = self.associate(&mut spec, global);
        spec.sharing = Sharing::ByName;
        let unique =
            self.options.data_sections && !spec.is_mergeable() && class != DataClass::Common;
        let is_kept = retain && self.knows_retained();
        if unique || data.comdat.is_some() || is_kept || is_associated {
            self.tell_apart(&mut spec, global, name);
        }
        self.finish(spec, global, retain)
    }

    /// The section that attributes of a variable choose for data of this class.
    fn chosen_section<'m>(&'m self, data: &'m GlobalData, class: DataClass) -> Option<&'m [u8]> {
        use DataClass::{Bss, Data, Merged, ReadOnly, ReadOnlyRelocated, String};
        let attrs = self.module.attrs(data.variable()?.attrs);
        let key = match class {
            Bss => "bss-section",
            Data => "data-section",
            ReadOnlyRelocated => "relro-section",
            ReadOnly | String(_) | Merged(_) => "rodata-section",
            _ => return None,
        };
        attrs.string(key).map(str::as_bytes)
    }

    /// Ties the section of a global, which then has it to itself, to that of another that `!associated` names. Returns
    /// whether there is such metadata.
    fn associate(&self, spec: &mut SectionSpec, global: Global) -> bool {
        let data = &self.module.globals[global];
        let Some(id) = self.attached(data, "associated") else {
            return false;
        };
        let metadata = &self.module.metadata.nodes;
        let other = match &metadata[id] {
            MetadataData::Node { operands, .. } => operands.first().copied().flatten(),
            _ => None,
        };
        spec.link = other.and_then(|other| match metadata[other] {
            MetadataData::Const(constant) => match self.module.consts[constant].kind {
                ConstKind::Global(other) => Some(other),
                _ => None,
            },
            _ => None,
        });
        spec.flags |= u64::from(elf::SHF_LINK_ORDER);
        spec.sharing = Sharing::Alone(global);
        true
    }

    /// The metadata of a kind that is attached to a global.
    fn attached(&self, data: &GlobalData, kind: &str) -> Option<MetadataId> {
        let kinds = &self.module.metadata.kinds;
        let mut attached = data.metadata.iter();
        let found = attached.find(|(id, _)| *kinds[*id as usize] == *kind);
        found.map(|(_, node)| *node)
    }

    /// Whether `!exclude` tells the linker to leave out a variable in a section of its own.
    fn is_excluded(&self, data: &GlobalData) -> bool {
        let has_operands = |id| match &self.module.metadata.nodes[id] {
            MetadataData::Node { operands, .. } => !operands.is_empty(),
            _ => true,
        };
        let attached = self.attached(data, "exclude");
        data.section.is_some() && attached.is_some_and(|id| !has_operands(id))
    }

    /// What kind of memory a defined variable needs.
    pub fn class(&self, global: Global) -> DataClass {
        let data = &self.module.globals[global];
        let Some(variable) = data.variable() else {
            return DataClass::ReadOnly;
        };
        let zero =
            self.options.has_zero_fill && variable.init.is_none_or(|init| self.is_null(init));
        if data.thread_local != ThreadLocal::None {
            return match zero && !variable.constant {
                true => DataClass::ThreadBss,
                false => DataClass::ThreadData,
            };
        }
        if data.linkage == Linkage::Common {
            return DataClass::Common;
        }
        if self.is_excluded(data) {
            return DataClass::Excluded;
        }
        if !variable.constant {
            return if zero {
                DataClass::Bss
            } else {
                DataClass::Data
            };
        }
        let Some(init) = variable.init else {
            return DataClass::ReadOnly;
        };
        match self.relocation(init) {
            Relocation::None => self.mergeable_class(data, init),
            Relocation::Dynamic if self.options.relocation_model == RelocationModel::Pic => {
                DataClass::ReadOnlyRelocated
            }
            _ => DataClass::ReadOnly,
        }
    }

    fn mergeable_class(&self, data: &GlobalData, init: Const) -> DataClass {
        if data.unnamed_addr != UnnamedAddr::Global {
            return DataClass::ReadOnly;
        }
        if let Some(size) = self.string_unit(data.value_type, init) {
            return DataClass::String(size);
        }
        match self.layout.alloc_size(&self.module.types, data.value_type) {
            Some(size @ (4 | 8 | 16 | 32)) => DataClass::Merged(size),
            _ => DataClass::ReadOnly,
        }
    }

    /// Bytes of a character if `init` is a string: an array of i8, i16 or i32 with one zero, at its end.
    fn string_unit(&self, ty: Type, init: Const) -> Option<u64> {
        let types = &self.module.types;
        let TypeData::Array { element, len } = types[ty] else {
            return None;
        };
        let bits @ (8 | 16 | 32) = types.int_bits(element)? else {
            return None;
        };
        let is_string = match &self.module.consts[init].kind {
            ConstKind::Bytes(bytes) => bytes.iter().position(|b| *b == 0)? + 1 == bytes.len(),
            ConstKind::Aggregate(elements) => {
                let is_zero = |c: &Const| match self.module.consts[*c].kind {
                    ConstKind::Int(value) => Some(value == 0),
                    _ => None,
                };
                let zeros: Option<Vec<bool>> = elements.iter().map(is_zero).collect();
                zeros?.iter().position(|zero| *zero)? + 1 == elements.len()
            }
            ConstKind::Zero => len == 1,
            _ => false,
        };
        is_string.then_some(u64::from(bits / 8))
    }

    /// Whether every byte of `constant` is zero or undefined, by its form (as `-0.0` is not).
    fn is_null(&self, constant: Const) -> bool {
        match &self.module.consts[constant].kind {
            ConstKind::Int(value) | ConstKind::Float(value) => *value == 0,
            ConstKind::BigInt(words) => words.iter().all(|w| *w == 0),
            ConstKind::BigFloat(words) => *words == [0, 0],
            ConstKind::Null | ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => true,
            ConstKind::Bytes(bytes) => bytes.iter().all(|b| *b == 0),
            ConstKind::Aggregate(elements) => elements.iter().all(|e| self.is_null(*e)),
            ConstKind::Splat(element) => self.is_null(*element),
            _ => false,
        }
    }

    fn relocation(&self, constant: Const) -> Relocation {
        let of_all = |parts: &[Const]| {
            let kinds = parts.iter().map(|part| self.relocation(*part));
            kinds.max().unwrap_or(Relocation::None)
        };
        match &self.module.consts[constant].kind {
            ConstKind::Global(_)
            | ConstKind::BlockAddress(..)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_) => Relocation::Dynamic,
            ConstKind::Aggregate(elements) | ConstKind::PtrAuth(elements) => of_all(elements),
            ConstKind::Splat(element) => self.relocation(*element),
            ConstKind::Expr(ConstExpr::Cast(_, from)) => self.relocation(*from),
            ConstKind::Expr(ConstExpr::Binary(op, _, left, right)) => {
                let bases = (self.pointer_base(*left), self.pointer_base(*right));
                match (op, bases) {
                    (BinaryOp::Sub, (Some(true), Some(true))) => Relocation::Static,
                    _ => of_all(&[*left, *right]),
                }
            }
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => of_all(operands),
            _ => Relocation::None,
        }
    }

    /// If `constant` is `ptrtoint` of an address in a global: whether the global is surely in this
    /// linkage unit.
    fn pointer_base(&self, constant: Const) -> Option<bool> {
        match &self.module.consts[constant].kind {
            ConstKind::Expr(ConstExpr::Cast(CastOp::PtrToInt, from)) => self.pointer_base(*from),
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => self.pointer_base(operands[0]),
            ConstKind::Global(global) => {
                let data = &self.module.globals[*global];
                Some(data.dso_local || data.linkage.is_local())
            }
            ConstKind::DsoLocalEquivalent(_) => Some(true),
            _ => None,
        }
    }

    /// Alignment of a variable in bytes: what was written, or what its type and size deserve.
    pub fn alignment(&self, global: Global) -> u64 {
        let data = &self.module.globals[global];
        let (types, ty) = (&self.module.types, data.value_type);
        if let (Some(align), true) = (data.align, data.section.is_some()) {
            return align;
        }
        let preferred = self.layout.pref_align(types, ty);
        match data.align {
            Some(align) if align >= preferred => align,
            Some(align) => align.max(self.layout.abi_align(types, ty)),
            None if preferred < 16 && !data.is_declaration() => {
                let large = self.layout.size_in_bits(types, ty).unwrap_or(0) > 128;
                if large { 16 } else { preferred }
            }
            None => preferred,
        }
    }
}

/// What a constant needs of a linker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Relocation {
    /// Nothing.
    None,
    /// The static linker knows the value.
    Static,
    /// Possibly the dynamic linker.
    Dynamic,
}

/// The class of data in a section with a name of the program's choice: it is not zero fill, but where the name says so.
fn filled_class(name: &[u8], class: DataClass) -> DataClass {
    let is = |base: &str| {
        let rest = name.strip_prefix(base.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'.')
    };
    match class {
        DataClass::Bss | DataClass::Common if !is(".bss") && !is(".sbss") => DataClass::Data,
        DataClass::ThreadBss if !is(".tbss") => DataClass::ThreadData,
        class => class,
    }
}

/// A section with a name of the program's choice, for data with an alignment in bytes; some names decide more than the
/// class does.
fn explicit_section(name: &[u8], class: DataClass, align: u64) -> SectionSpec {
    let is = |base: &str| {
        let rest = name.strip_prefix(base.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'.')
    };
    let mut spec = class.spec(align);
    // What would go to sections of this name by itself may as well.
    let is_usual = [&b".rodata.str"[..], b".rodata.cst"]
        .iter()
        .any(|prefix| name.starts_with(prefix) && name.starts_with(&spec.name));
    if spec.is_mergeable() && !is_usual {
        spec.sharing = Sharing::ByKind;
    }
    spec.name = name.to_vec();
    spec.kind = match () {
        () if is(".init_array") => elf::SHT_INIT_ARRAY,
        () if is(".fini_array") => elf::SHT_FINI_ARRAY,
        () if is(".preinit_array") => elf::SHT_PREINIT_ARRAY,
        () if name.starts_with(b".note") => elf::SHT_NOTE,
        () => spec.kind,
    };
    spec
}
