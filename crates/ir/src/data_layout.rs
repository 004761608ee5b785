//! Sizes, alignments and offsets of types, as LLVM's `DataLayout` computes them.
//!
//! [`DataLayout::of_module`] computes every type of the module once; queries are then one array access
//! and the value can be shared between threads. Types interned later are handled too, more slowly.
//!
//! Sizes are `None` for types without one: `void`, functions, opaque or self-containing structs,
//! scalable vectors and aggregates of those, and when a size does not fit in 64 bits. Alignments are in
//! bytes, and always powers of two; a type without size still has one (at least 1).

use std::borrow::Cow;

use cranelift_entity::SecondaryMap;

use crate::entities::Type;
pub use crate::gep::{GepStep, GepWalk};
use crate::module::Module;
use crate::types::{TypeData, TypeTable};

/// LLVM 19's layout for x86-64 Linux, for a module that states none.
pub const X86_64_LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
/// LLVM 19's layout for AArch64 Linux, for a module that states none.
pub const AARCH64_LAYOUT: &str = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32";
/// LLVM 19's layout for big-endian AArch64.
pub const AARCH64_BE_LAYOUT: &str = "E-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32";
/// LLVM 19's layout for AArch64 on Darwin.
pub const AARCH64_MACHO_LAYOUT: &str = "e-m:o-i64:64-i128:128-n32:64-S128-Fn32";
/// LLVM 19's layout for AArch64 on Windows.
pub const AARCH64_COFF_LAYOUT: &str = "e-m:w-p:64:64-i32:32-i64:64-i128:128-n32:64-S128-Fn32";

/// How symbol names are decorated: the `m:` part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mangling {
    /// No decoration, no `m:` part.
    #[default]
    None,
    /// `m:e`: private symbols get `.L`.
    Elf,
    /// `m:l`: GOFF.
    Goff,
    /// `m:o`: private symbols get `L`, others `_`.
    MachO,
    /// `m:m`: private symbols get `$`.
    Mips,
    /// `m:w`: COFF.
    WinCoff,
    /// `m:x`: COFF for 32-bit x86.
    WinCoffX86,
    /// `m:a`: XCOFF.
    XCoff,
}

/// Size and alignment of pointers of one address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerSpec {
    /// Address space.
    pub address_space: u32,
    /// Size in bits.
    pub bits: u32,
    /// ABI alignment in bytes.
    pub abi: u64,
    /// Preferred alignment in bytes.
    pub preferred: u64,
    /// Bits of the integer that offsets are computed in.
    pub index_bits: u32,
}

/// Alignment of a primitive type of some width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AlignSpec {
    bits: u32,
    abi: u64,
    preferred: u64,
}

/// Size and alignments of one type.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Extent {
    /// Size in bits of a fixed-size type.
    bits: Option<u64>,
    /// ABI alignment in bytes.
    abi: u64,
    /// Preferred alignment in bytes.
    preferred: u64,
}

/// What is known about one type: its extent and, for a struct with a size, its fields.
type TypeLayout = (Extent, Option<Box<StructLayout>>);

/// Where the fields of a struct are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructLayout {
    /// Size in bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Offset of each field in bytes, ascending.
    pub offsets: Box<[u64]>,
}

impl StructLayout {
    /// The last field that starts at or before byte `offset`, or `None` for an empty struct.
    pub fn field_containing(&self, offset: u64) -> Option<usize> {
        self.offsets
            .partition_point(|o| *o <= offset)
            .checked_sub(1)
    }
}

/// State of one type while the layouts are computed.
#[derive(Clone, Default)]
enum Slot {
    #[default]
    Unknown,
    /// On the work list; met again, the type contains itself.
    Open,
    Done(TypeLayout),
}

type Table = SecondaryMap<Type, Slot>;

/// Sizes and alignments of a target's types.
#[derive(Clone)]
pub struct DataLayout {
    big_endian: bool,
    mangling: Mangling,
    stack_align: Option<u64>,
    alloca_space: u32,
    program_space: u32,
    globals_space: u32,
    legal_ints: Vec<u32>,
    non_integral: Vec<u32>,
    ints: Vec<AlignSpec>,
    floats: Vec<AlignSpec>,
    vectors: Vec<AlignSpec>,
    aggregate: AlignSpec,
    pointers: Vec<PointerSpec>,
    cache: Table,
}

impl Default for DataLayout {
    /// LLVM's layout for an empty string: little-endian, 64-bit pointers.
    fn default() -> Self {
        let spec = |bits, abi, preferred| AlignSpec {
            bits,
            abi,
            preferred,
        };
        Self {
            big_endian: false,
            mangling: Mangling::None,
            stack_align: None,
            alloca_space: 0,
            program_space: 0,
            globals_space: 0,
            legal_ints: Vec::new(),
            non_integral: Vec::new(),
            ints: vec![
                spec(1, 1, 1),
                spec(8, 1, 1),
                spec(16, 2, 2),
                spec(32, 4, 4),
                spec(64, 4, 8),
            ],
            floats: vec![
                spec(16, 2, 2),
                spec(32, 4, 4),
                spec(64, 8, 8),
                spec(128, 16, 16),
            ],
            vectors: vec![spec(64, 8, 8), spec(128, 16, 16)],
            aggregate: spec(0, 1, 8),
            pointers: vec![PointerSpec {
                address_space: 0,
                bits: 64,
                abi: 8,
                preferred: 8,
                index_bits: 64,
            }],
            cache: Table::new(),
        }
    }
}

impl std::fmt::Debug for DataLayout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataLayout")
            .field("big_endian", &self.big_endian)
            .field("mangling", &self.mangling)
            .field("pointers", &self.pointers)
            .finish_non_exhaustive()
    }
}

/// Parts of a layout string after its letter: `64:32:64` and so on.
struct Fields<'a> {
    spec: &'a str,
    parts: std::str::Split<'a, char>,
}

impl<'a> Fields<'a> {
    fn new(spec: &'a str, skip: usize) -> Self {
        Self {
            spec,
            parts: spec[skip..].split(':'),
        }
    }

    fn error(&self, what: &str) -> String {
        format!("{what} in the data layout's '{}'", self.spec)
    }

    /// The next number, or `None` at the end.
    fn number(&mut self) -> Result<Option<u32>, String> {
        let Some(text) = self.parts.next() else {
            return Ok(None);
        };
        text.parse()
            .map(Some)
            .map_err(|_| self.error(&format!("'{text}' is not a number")))
    }

    fn required(&mut self, what: &str) -> Result<u32, String> {
        self.number()?
            .ok_or_else(|| self.error(&format!("{what} is missing")))
    }

    /// The next alignment, written in bits, in bytes.
    fn align(&mut self, allow_zero: bool) -> Result<Option<u64>, String> {
        let Some(bits) = self.number()? else {
            return Ok(None);
        };
        if bits == 0 && allow_zero {
            return Ok(Some(1));
        }
        if bits % 8 != 0 || !(bits / 8).is_power_of_two() || bits / 8 > 1 << 15 {
            return Err(self.error(&format!(
                "alignment {bits} is not 8 times a power of two below 2^16"
            )));
        }
        Ok(Some(u64::from(bits / 8)))
    }
}

/// `value` rounded up to a multiple of `align`, or `None` if that does not fit.
fn align_to(value: u64, align: u64) -> Option<u64> {
    value.checked_add(align - 1).map(|v| v & !(align - 1))
}

impl DataLayout {
    /// The layout that `text` describes, on top of LLVM's defaults.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut layout = Self::default();
        for spec in text.split('-').filter(|s| !s.is_empty()) {
            layout.parse_spec(spec)?;
        }
        Ok(layout)
    }

    /// The layout of a module: its `target datalayout`, or the triple's where it has none, with all its
    /// types computed.
    pub fn of_module(module: &Module) -> Result<Self, String> {
        let mut layout = Self::stated(module)?;
        layout.compute(&module.types);
        Ok(layout)
    }

    /// The same without its types.
    pub(crate) fn stated(module: &Module) -> Result<Self, String> {
        if module.data_layout.is_empty() {
            return Ok(Self::for_triple(&module.triple));
        }
        Self::parse(&module.data_layout)
    }

    /// LLVM's layout for the triple's architecture and object format; LLVM's defaults for an unknown one.
    pub fn for_triple(triple: &str) -> Self {
        let base = match triple.split('-').next() {
            Some("x86_64" | "amd64") => X86_64_LAYOUT,
            Some("aarch64" | "arm64") => AARCH64_LAYOUT,
            _ => "",
        };
        let format = if ["darwin", "macos", "ios"]
            .iter()
            .any(|s| triple.contains(s))
        {
            "m:o"
        } else if triple.contains("windows") {
            "m:w"
        } else {
            "m:e"
        };
        Self::parse(&base.replacen("m:e", format, 1)).unwrap_or_default()
    }

    /// Computes and keeps the layouts of all types of `types`.
    ///
    /// To be called again if the body of a struct is set afterwards.
    pub fn compute(&mut self, types: &TypeTable) {
        let mut table = Table::with_default(Slot::Unknown);
        table.resize(types.len());
        for (ty, _) in types.iter() {
            self.compute_one(types, ty, &mut table);
        }
        self.cache = table;
    }

    fn parse_spec(&mut self, spec: &str) -> Result<(), String> {
        if let Some(list) = spec.strip_prefix("ni:") {
            for text in list.split(':') {
                let space = text.parse().ok().filter(|n| *n != 0);
                self.non_integral.push(space.ok_or_else(|| {
                    format!(
                        "'{text}' is not a non-zero address space in the data layout's '{spec}'"
                    )
                })?);
            }
            return Ok(());
        }
        if !spec.is_char_boundary(1) {
            return Err(format!("the data layout has an unknown part '{spec}'"));
        }
        let mut fields = Fields::new(spec, 1);
        match spec.as_bytes()[0] {
            b'e' if spec.len() == 1 => self.big_endian = false,
            b'E' if spec.len() == 1 => self.big_endian = true,
            b'p' => self.parse_pointer(spec)?,
            kind @ (b'i' | b'f' | b'v' | b'a') => self.parse_align(kind, &mut fields)?,
            b'n' => {
                while let Some(bits) = fields.number()? {
                    if bits == 0 {
                        return Err(fields.error("a native integer has no bits"));
                    }
                    self.legal_ints.push(bits);
                }
            }
            b'S' => self.stack_align = fields.align(true)?,
            b'P' => self.program_space = fields.required("the address space")?,
            b'A' => self.alloca_space = fields.required("the address space")?,
            b'G' => self.globals_space = fields.required("the address space")?,
            // Alignment of function pointers; nothing that we compute depends on it.
            b'F' if spec.starts_with("Fi") || spec.starts_with("Fn") => {
                Fields::new(spec, 2).align(false)?;
            }
            b'm' => self.mangling = parse_mangling(spec)?,
            // A stack object preference that LLVM reads and ignores.
            b's' => {}
            _ => return Err(format!("the data layout has an unknown part '{spec}'")),
        }
        Ok(())
    }

    fn parse_pointer(&mut self, spec: &str) -> Result<(), String> {
        let mut fields = Fields::new(spec, 1);
        let address_space = match fields.parts.next() {
            Some("") | None => 0,
            Some(text) => text
                .parse()
                .map_err(|_| fields.error("the address space is not a number"))?,
        };
        let bits = fields.required("the size")?;
        if bits == 0 || bits > 1 << 16 {
            return Err(fields.error("the size is not between 1 and 65536 bits"));
        }
        let abi = fields
            .align(false)?
            .ok_or_else(|| fields.error("the ABI alignment is missing"))?;
        let preferred = fields.align(false)?.unwrap_or(abi);
        if preferred < abi {
            return Err(fields.error("the preferred alignment is below the ABI alignment"));
        }
        let index_bits = fields.number()?.unwrap_or(bits);
        if index_bits == 0 || index_bits > bits {
            return Err(fields.error("the index size is not between 1 and the pointer size"));
        }
        let new = PointerSpec {
            address_space,
            bits,
            abi,
            preferred,
            index_bits,
        };
        match self
            .pointers
            .binary_search_by_key(&address_space, |p| p.address_space)
        {
            Ok(at) => self.pointers[at] = new,
            Err(at) => self.pointers.insert(at, new),
        }
        Ok(())
    }

    fn parse_align(&mut self, kind: u8, fields: &mut Fields<'_>) -> Result<(), String> {
        let bits = match (kind, fields.parts.next()) {
            (b'a', Some("" | "0")) => 0,
            (b'a', _) => return Err(fields.error("aggregates have no width")),
            (_, Some(text)) => text
                .parse()
                .ok()
                .filter(|bits| (1..1 << 24).contains(bits))
                .ok_or_else(|| fields.error("the width is not between 1 and 2^24"))?,
            (_, None) => return Err(fields.error("the width is missing")),
        };
        let abi = fields
            .align(kind == b'a')?
            .ok_or_else(|| fields.error("the ABI alignment is missing"))?;
        let preferred = fields.align(false)?.unwrap_or(abi);
        if preferred < abi {
            return Err(fields.error("the preferred alignment is below the ABI alignment"));
        }
        if kind == b'i' && bits == 8 && abi != 1 {
            return Err(fields.error("i8 must be aligned to 8 bits"));
        }
        let new = AlignSpec {
            bits,
            abi,
            preferred,
        };
        let list = match kind {
            b'i' => &mut self.ints,
            b'f' => &mut self.floats,
            b'v' => &mut self.vectors,
            _ => {
                self.aggregate = new;
                return Ok(());
            }
        };
        match list.binary_search_by_key(&bits, |s| s.bits) {
            Ok(at) => list[at] = new,
            Err(at) => list.insert(at, new),
        }
        Ok(())
    }

    /// Whether the most significant byte comes first.
    pub fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    /// How symbols are decorated.
    pub fn mangling(&self) -> Mangling {
        self.mangling
    }

    /// The prefix of private symbols: `.L` for ELF.
    pub fn private_prefix(&self) -> &'static str {
        match self.mangling {
            Mangling::None | Mangling::WinCoff => "",
            Mangling::Elf => ".L",
            Mangling::Goff => "L#",
            Mangling::MachO | Mangling::WinCoffX86 => "L",
            Mangling::Mips => "$",
            Mangling::XCoff => "L..",
        }
    }

    /// Natural alignment of the stack in bytes, where stated.
    pub fn stack_align(&self) -> Option<u64> {
        self.stack_align
    }

    /// Address space of `alloca`.
    pub fn alloca_address_space(&self) -> u32 {
        self.alloca_space
    }

    /// Address space of functions.
    pub fn program_address_space(&self) -> u32 {
        self.program_space
    }

    /// Address space of variables by default.
    pub fn globals_address_space(&self) -> u32 {
        self.globals_space
    }

    /// Whether integers of this width are native.
    pub fn is_legal_int(&self, bits: u32) -> bool {
        self.legal_ints.contains(&bits)
    }

    /// Whether pointers of this address space have no fixed integer value.
    pub fn is_non_integral(&self, address_space: u32) -> bool {
        self.non_integral.contains(&address_space)
    }

    /// Size and alignment of pointers; address space 0's for one that is not described.
    pub fn pointer(&self, address_space: u32) -> &PointerSpec {
        let find = |space| {
            let at = self
                .pointers
                .binary_search_by_key(&space, |p| p.address_space);
            at.ok().map(|at| &self.pointers[at])
        };
        find(address_space).unwrap_or(&self.pointers[0])
    }

    /// Size of pointers in bytes.
    pub fn pointer_size(&self, address_space: u32) -> u64 {
        u64::from(self.pointer(address_space).bits).div_ceil(8)
    }

    /// Bits of the integer in which offsets of pointers are computed.
    pub fn index_bits(&self, address_space: u32) -> u32 {
        self.pointer(address_space).index_bits
    }

    fn extent(&self, types: &TypeTable, ty: Type) -> Extent {
        if let Some(Slot::Done((extent, _))) = self.cache.get(ty) {
            return *extent;
        }
        self.compute_late(types, ty).0
    }

    /// Computes a type that was interned after [`Self::compute`].
    #[cold]
    fn compute_late(&self, types: &TypeTable, ty: Type) -> TypeLayout {
        let mut table = Table::new();
        self.compute_one(types, ty, &mut table);
        match std::mem::take(&mut table[ty]) {
            Slot::Done(layout) => layout,
            Slot::Open | Slot::Unknown => (Extent::UNSIZED, None),
        }
    }

    /// Size in bits, without padding after it.
    pub fn size_in_bits(&self, types: &TypeTable, ty: Type) -> Option<u64> {
        self.extent(types, ty).bits
    }

    /// Bytes that a store may write: the size in bits rounded up.
    pub fn store_size(&self, types: &TypeTable, ty: Type) -> Option<u64> {
        Some(self.size_in_bits(types, ty)?.div_ceil(8))
    }

    /// Distance in bytes of consecutive elements of an array: the store size rounded up to the ABI
    /// alignment.
    pub fn alloc_size(&self, types: &TypeTable, ty: Type) -> Option<u64> {
        self.extent(types, ty).alloc_size()
    }

    /// Alignment in bytes that the ABI guarantees.
    pub fn abi_align(&self, types: &TypeTable, ty: Type) -> u64 {
        self.extent(types, ty).abi
    }

    /// Alignment in bytes that is best; at least the ABI's.
    pub fn pref_align(&self, types: &TypeTable, ty: Type) -> u64 {
        self.extent(types, ty).preferred
    }

    /// Layout of a struct; `None` for other types and structs without size.
    pub fn struct_layout(&self, types: &TypeTable, ty: Type) -> Option<Cow<'_, StructLayout>> {
        if let Some(Slot::Done((_, fields))) = self.cache.get(ty) {
            return fields.as_deref().map(Cow::Borrowed);
        }
        self.compute_late(types, ty)
            .1
            .map(|fields| Cow::Owned(*fields))
    }

    /// Offset in bytes of element `index` of an array, vector or struct.
    pub fn element_offset(&self, types: &TypeTable, ty: Type, index: u64) -> Option<u64> {
        match types[ty] {
            TypeData::Array { element, .. } => self.alloc_size(types, element)?.checked_mul(index),
            TypeData::Vector { element, .. } => {
                let bits = self.size_in_bits(types, element)?.checked_mul(index)?;
                (bits % 8 == 0).then_some(bits / 8)
            }
            _ => {
                let layout = self.struct_layout(types, ty)?;
                layout.offsets.get(usize::try_from(index).ok()?).copied()
            }
        }
    }

    /// The offset in bytes that a `getelementptr` on `source` with these indices adds, modulo 2^64;
    /// `None` if a type on the way has no size or no such field.
    pub fn gep_offset(
        &self,
        types: &TypeTable,
        source: Type,
        indices: impl IntoIterator<Item = i64>,
    ) -> Option<i64> {
        let mut walk = GepWalk::new(source);
        let mut offset = 0i64;
        for index in indices {
            match walk.step(self, types, Some(index))? {
                GepStep::Offset(bytes) => offset = offset.wrapping_add(bytes),
                GepStep::Stride(_) => return None,
            }
        }
        Some(offset)
    }

    /// Computes `root` and what it consists of, with a work list: named structs nest without limit.
    fn compute_one(&self, types: &TypeTable, root: Type, table: &mut Table) {
        let mut work = vec![root];
        while let Some(ty) = work.last().copied() {
            match table[ty] {
                Slot::Done(_) => {
                    work.pop();
                    continue;
                }
                Slot::Unknown => {
                    table[ty] = Slot::Open;
                    let before = work.len();
                    work.extend(
                        parts(types, ty)
                            .iter()
                            .copied()
                            .filter(|part| matches!(table[*part], Slot::Unknown)),
                    );
                    if work.len() > before {
                        continue;
                    }
                }
                Slot::Open => {}
            }
            table[ty] = Slot::Done(self.layout_of(types, ty, table));
            work.pop();
        }
    }

    /// The layout of `ty` from those of its parts. A part that is still open contains `ty`: no size.
    fn layout_of(&self, types: &TypeTable, ty: Type, table: &Table) -> TypeLayout {
        use TypeData::*;
        let extent = match &types[ty] {
            Void | Function { .. } | Metadata | Token => Extent::UNSIZED,
            Label => self.pointer_layout(0),
            Pointer(space) => self.pointer_layout(*space),
            Half | BFloat => self.float_layout(16),
            Float => self.float_layout(32),
            Double => self.float_layout(64),
            X86Fp80 => self.float_layout(80),
            Fp128 | PpcFp128 => self.float_layout(128),
            X86Amx => Extent::new(Some(8192), 64, 64),
            X86Mmx => Extent::new(Some(64), 8, 8),
            Integer(bits) => {
                let at = self.ints.partition_point(|s| s.bits < *bits);
                let spec = &self.ints[at.min(self.ints.len() - 1)];
                Extent::new(Some(u64::from(*bits)), spec.abi, spec.preferred)
            }
            Array { element, len } => {
                let element = table_entry(table, *element);
                let bits = element
                    .alloc_size()
                    .and_then(|size| size.checked_mul(*len))
                    .and_then(|size| size.checked_mul(8));
                Extent::new(bits, element.abi, element.preferred)
            }
            Vector {
                element,
                len,
                scalable,
            } => self.vector_layout(table_entry(table, *element), *len, *scalable),
            Struct { .. } | Named(_) => return self.layout_of_struct(types, ty, table),
            TargetExt { name, .. } => match &**name {
                "aarch64.svcount" => Extent::new(None, 2, 2),
                name if name.starts_with("spirv.") => self.pointer_layout(0),
                _ => Extent::UNSIZED,
            },
        };
        (extent, None)
    }

    fn pointer_layout(&self, space: u32) -> Extent {
        let spec = self.pointer(space);
        Extent::new(Some(u64::from(spec.bits)), spec.abi, spec.preferred)
    }

    fn float_layout(&self, bits: u32) -> Extent {
        let natural = u64::from(bits / 8).next_power_of_two();
        let spec = self.floats.iter().find(|s| s.bits == bits);
        let (abi, preferred) = spec.map_or((natural, natural), |s| (s.abi, s.preferred));
        Extent::new(Some(u64::from(bits)), abi, preferred)
    }

    fn vector_layout(&self, element: Extent, len: u32, scalable: bool) -> Extent {
        let bits = element.bits.and_then(|b| b.checked_mul(u64::from(len)));
        let natural = bits
            .and_then(|b| b.div_ceil(8).max(1).checked_next_power_of_two())
            .unwrap_or(1);
        let spec = self
            .vectors
            .iter()
            .find(|s| Some(u64::from(s.bits)) == bits);
        let (abi, preferred) = spec.map_or((natural, natural), |s| (s.abi, s.preferred));
        Extent::new(bits.filter(|_| !scalable), abi, preferred)
    }

    fn layout_of_struct(&self, types: &TypeTable, ty: Type, table: &Table) -> TypeLayout {
        let Some((fields, packed)) = types.struct_fields(ty) else {
            return (Extent::UNSIZED, None);
        };
        let mut offsets = Vec::with_capacity(fields.len());
        let mut end = Some(0u64);
        let mut align = 1;
        for field in fields {
            let field = table_entry(table, *field);
            let field_align = if packed { 1 } else { field.abi };
            align = align.max(field_align);
            let start = end.and_then(|end| align_to(end, field_align));
            offsets.push(start.unwrap_or(0));
            end = start.and_then(|start| start.checked_add(field.alloc_size()?));
        }
        let size = end.and_then(|end| align_to(end, align));
        let bits = size.and_then(|size| size.checked_mul(8));
        // The ABI alignment of a packed struct is 1, regardless of `a:`.
        let abi = if packed {
            1
        } else {
            align.max(self.aggregate.abi)
        };
        let extent = Extent::new(bits, abi, align.max(self.aggregate.preferred));
        let layout = size.filter(|_| bits.is_some()).map(|size| StructLayout {
            size,
            align,
            offsets: offsets.into(),
        });
        (extent, layout.map(Box::new))
    }
}

impl Extent {
    const UNSIZED: Self = Self::new(None, 1, 1);

    const fn new(bits: Option<u64>, abi: u64, preferred: u64) -> Self {
        Self {
            bits,
            abi,
            preferred,
        }
    }

    fn alloc_size(&self) -> Option<u64> {
        align_to(self.bits?.div_ceil(8), self.abi)
    }
}

fn parse_mangling(spec: &str) -> Result<Mangling, String> {
    Ok(match spec {
        "m:e" => Mangling::Elf,
        "m:l" => Mangling::Goff,
        "m:o" => Mangling::MachO,
        "m:m" => Mangling::Mips,
        "m:w" => Mangling::WinCoff,
        "m:x" => Mangling::WinCoffX86,
        "m:a" => Mangling::XCoff,
        _ => return Err(format!("the data layout has an unknown mangling '{spec}'")),
    })
}

/// Types that must be known before `ty`.
fn parts(types: &TypeTable, ty: Type) -> &[Type] {
    match &types[ty] {
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
            std::slice::from_ref(element)
        }
        _ => types.struct_fields(ty).map_or(&[], |(fields, _)| fields),
    }
}

fn table_entry(table: &Table, ty: Type) -> Extent {
    match &table[ty] {
        Slot::Done((extent, _)) => *extent,
        Slot::Open | Slot::Unknown => Extent::UNSIZED,
    }
}
