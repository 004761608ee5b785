//! Attributes of functions, parameters, results, globals and calls.

use std::sync::Arc;

use crate::entities::{AttrGroup, Type};

/// One attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttributeKind {
    /// A keyword: `nounwind`, `noalias`, `zeroext` …
    Enum(Arc<str>),
    /// A keyword with one number: `align 8`, `dereferenceable(16)`, `allocsize` (packed as LLVM does) …
    Int(Arc<str>, u64),
    /// A keyword with a type: `byval(T)`, `sret(T)`, `elementtype(T)` …
    Type(Arc<str>, Type),
    /// A keyword with anything else in parentheses, kept as its text: `memory(read)`, `range(…)`,
    /// `nofpclass(nan)`, `captures(none)` … (newer spellings are kept the same way).
    Text(Arc<str>, Box<str>),
    /// `"key"="value"`, or `"key"` with an empty value.
    String(Box<str>, Box<str>),
}

impl AttributeKind {
    /// The keyword or key.
    pub fn name(&self) -> &str {
        match self {
            Self::Enum(n) | Self::Int(n, _) | Self::Type(n, _) | Self::Text(n, _) => n,
            Self::String(k, _) => k,
        }
    }
}

/// A set of attributes in the order in which LLVM prints them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttrSet {
    /// The attributes.
    pub attrs: Vec<AttributeKind>,
}

impl AttrSet {
    /// The attribute with keyword or key `name`, or `None`.
    pub fn get(&self, name: &str) -> Option<&AttributeKind> {
        self.attrs.iter().find(|a| a.name() == name)
    }

    /// Whether the keyword or key `name` is there.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The number of an attribute such as `align`, or `None`.
    pub fn int(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            AttributeKind::Int(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The type of an attribute such as `byval`, or `None`.
    pub fn ty(&self, name: &str) -> Option<Type> {
        match self.get(name)? {
            AttributeKind::Type(_, ty) => Some(*ty),
            _ => None,
        }
    }

    /// The value of a string attribute such as `"target-cpu"`, or `None`.
    pub fn string(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            AttributeKind::String(_, value) => Some(value),
            _ => None,
        }
    }
}

/// Attributes of a function or a call: interned sets for the function, the result and each parameter.
/// `None` is the empty set. `params` may be shorter than the parameter list.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeList {
    /// On the function or call itself.
    pub function: Option<AttrGroup>,
    /// On the result.
    pub ret: Option<AttrGroup>,
    /// On each parameter.
    pub params: Box<[Option<AttrGroup>]>,
}

/// The effects on memory of the time before `memory(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OldEffects {
    none: bool,
    read: bool,
    write: bool,
    arguments: bool,
    inaccessible: bool,
    either: bool,
}

impl OldEffects {
    /// Notes `word`, if it is one of the old attributes.
    pub fn note(&mut self, word: &str) -> bool {
        match word {
            "readnone" => self.none = true,
            "readonly" => self.read = true,
            "writeonly" => self.write = true,
            "argmemonly" => self.arguments = true,
            "inaccessiblememonly" => self.inaccessible = true,
            "inaccessiblemem_or_argmemonly" => self.either = true,
            _ => return false,
        }
        true
    }

    /// What to write in `memory(…)` instead, `None` if no old attribute was there.
    pub fn text(self) -> Option<String> {
        if self == Self::default() {
            return None;
        }
        let access = match (self.read, self.write) {
            _ if self.none => "none",
            (true, true) => "none",
            (true, false) => "read",
            (false, true) => "write",
            (false, false) => "readwrite",
        };
        let arguments = !self.inaccessible;
        let inaccessible = !self.arguments;
        let limited = self.arguments || self.inaccessible || self.either;
        Some(match (limited, arguments, inaccessible) {
            _ if access == "none" => access.to_owned(),
            (false, ..) => access.to_owned(),
            (true, true, true) => format!("argmem: {access}, inaccessiblemem: {access}"),
            (true, true, false) => format!("argmem: {access}"),
            (true, false, true) => format!("inaccessiblemem: {access}"),
            (true, false, false) => "none".to_owned(),
        })
    }
}
