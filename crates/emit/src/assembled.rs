//! What a target reads in module-level assembly (`module asm`): sections with their content, and symbols.

use avarice_ir::Visibility;

use crate::sections::SectionSpec;

/// What assembly beside the functions has.
#[derive(Clone, Debug, Default)]
pub struct ModuleAssembly {
    /// Content by section, each section at most once.
    pub sections: Vec<AssembledSection>,
    /// All symbols that it defines or refers to.
    pub symbols: Vec<AssembledSymbol>,
}

/// What is in a section.
#[derive(Clone, Debug)]
pub struct AssembledSection {
    /// Which section.
    pub spec: SectionSpec,
    /// Alignment in bytes.
    pub align: u64,
    /// The bytes; fields of references are zero.
    pub bytes: Vec<u8>,
    /// Fields whose value is known when linking.
    pub references: Vec<AssembledReference>,
}

/// A field whose value is known when linking.
#[derive(Clone, Copy, Debug)]
pub struct AssembledReference {
    /// Offset of the field in bytes.
    pub offset: u64,
    /// Relocation type.
    pub kind: u32,
    /// Index of the symbol.
    pub symbol: usize,
    /// What is added, in bytes.
    pub addend: i64,
}

/// A symbol of the assembly.
#[derive(Clone, Debug)]
pub struct AssembledSymbol {
    /// Its name.
    pub name: Vec<u8>,
    /// Index of the section that it is defined in, and offset in bytes.
    pub place: Option<(usize, u64)>,
    /// Size in bytes.
    pub size: u64,
    /// Its binding; `None` if unspecified.
    pub binding: Option<SymbolBinding>,
    /// What it is.
    pub kind: SymbolKind,
    /// `.hidden` and the like.
    pub visibility: Visibility,
}

/// The visibility of a symbol across objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolBinding {
    /// `.local`
    Local,
    /// `.globl`
    Global,
    /// `.weak`
    Weak,
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymbolKind {
    /// Nothing was said.
    #[default]
    None,
    /// `@function`
    Function,
    /// `@object`
    Object,
    /// `@tls_object`
    ThreadLocal,
    /// `@gnu_indirect_function`
    Indirect,
}
