//! Functions, variables, aliases and ifuncs as members of a module.

use crate::attribute::AttributeList;
use crate::code_model::CodeModel;
use crate::entities::{AttrGroup, Comdat, Const, MetadataId, Type};
use crate::function::Function;
use crate::inst::CallingConv;

/// Linkage of a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum Linkage {
    #[default]
    External,
    Private,
    Internal,
    AvailableExternally,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    Common,
    Appending,
    ExternWeak,
}

impl Linkage {
    /// Whether the symbol is not visible outside its object file.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Private | Self::Internal)
    }

    /// Whether another definition may replace this one.
    pub fn is_weak(self) -> bool {
        use Linkage::*;
        matches!(
            self,
            LinkOnce | LinkOnceOdr | Weak | WeakOdr | Common | ExternWeak
        )
    }
}

/// ELF visibility.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// DLL storage class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum DllStorage {
    #[default]
    Default,
    Import,
    Export,
}

/// Thread-local storage model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum ThreadLocal {
    #[default]
    None,
    GeneralDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

/// Whether the address matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum UnnamedAddr {
    #[default]
    None,
    Local,
    Global,
}

/// What a global is.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalKind {
    /// A variable.
    Variable(VariableData),
    /// A function; declarations have no body.
    Function(FunctionData),
    /// `@a = alias ty, aliasee`.
    Alias {
        /// What it stands for.
        aliasee: Const,
    },
    /// `@f = ifunc ty, resolver`.
    IFunc {
        /// The function that chooses.
        resolver: Const,
    },
}

/// What only variables have.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct VariableData {
    /// `constant` rather than `global`.
    pub constant: bool,
    /// Initial value, `None` for a declaration.
    pub init: Option<Const>,
    /// `externally_initialized`.
    pub externally_initialized: bool,
    /// `code_model "…"`: where the variable may be, whatever the module's code model.
    pub code_model: Option<CodeModel>,
    /// `no_sanitize_address` and similar words, in order.
    pub sanitizer: Vec<Box<str>>,
    /// Attribute group.
    pub attrs: Option<AttrGroup>,
}

/// What only functions have.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FunctionData {
    /// Calling convention.
    pub conv: CallingConv,
    /// Attributes.
    pub attrs: AttributeList,
    /// `gc "…"`.
    pub gc: Option<Box<str>>,
    /// `prefix`, `prologue`, `personality` constants.
    pub prefix: Option<Const>,
    /// See `prefix`.
    pub prologue: Option<Const>,
    /// See `prefix`.
    pub personality: Option<Const>,
    /// Body; `None` for a declaration.
    pub body: Option<Box<Function>>,
}

/// A function, variable, alias or ifunc.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// Name without `@`; empty for a numbered global, which is printed by its number.
    pub name: Box<[u8]>,
    /// Value type: what a variable holds, a function's type.
    pub value_type: Type,
    /// Address space of the pointer.
    pub address_space: u32,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// `dso_local`.
    pub dso_local: bool,
    /// Whether each thread has its own, and how it is found.
    pub thread_local: ThreadLocal,
    /// `unnamed_addr`, `local_unnamed_addr`.
    pub unnamed_addr: UnnamedAddr,
    /// `section "…"`.
    pub section: Option<Box<[u8]>>,
    /// `partition "…"`.
    pub partition: Option<Box<[u8]>>,
    /// Alignment in bytes.
    pub align: Option<u64>,
    /// COMDAT group.
    pub comdat: Option<Comdat>,
    /// Attached metadata: kind id and node.
    pub metadata: Vec<(u32, MetadataId)>,
    /// What it is.
    pub kind: GlobalKind,
}

impl GlobalData {
    /// A global with external linkage and nothing that is said only where it is wanted.
    pub fn new(name: impl Into<Box<[u8]>>, value_type: Type, kind: GlobalKind) -> Self {
        Self {
            name: name.into(),
            value_type,
            address_space: 0,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            dso_local: false,
            thread_local: ThreadLocal::None,
            unnamed_addr: UnnamedAddr::None,
            section: None,
            partition: None,
            align: None,
            comdat: None,
            metadata: Vec::new(),
            kind,
        }
    }

    /// The function's part, or `None`.
    pub fn function(&self) -> Option<&FunctionData> {
        match &self.kind {
            GlobalKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The body of a defined function, or `None`.
    pub fn body(&self) -> Option<&Function> {
        self.function()?.body.as_deref()
    }

    /// The variable's part, or `None`.
    pub fn variable(&self) -> Option<&VariableData> {
        match &self.kind {
            GlobalKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// Whether this is only declared here.
    pub fn is_declaration(&self) -> bool {
        match &self.kind {
            GlobalKind::Variable(v) => v.init.is_none(),
            GlobalKind::Function(f) => f.body.is_none(),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => false,
        }
    }

    /// The name as text, with invalid UTF-8 replaced.
    pub fn name_str(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.name)
    }
}
