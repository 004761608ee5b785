//! Metadata, kept so that a module prints as it was read; code generation uses little of it.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::entities::{Const, MetadataId};

/// A metadata node, string or constant.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataData {
    /// `!"text"`.
    String(Box<[u8]>),
    /// `!{…}` or `distinct !{…}`; `None` is `null`.
    Node {
        /// `distinct`.
        distinct: bool,
        /// Operands.
        operands: Box<[Option<MetadataId>]>,
    },
    /// A constant with its type.
    Const(Const),
    /// `!DILocation(line: 1, …)`.
    Location(LocationNode),
    /// `!DISubprogram(…)` and the other specialized nodes.
    Special(Box<SpecialNode>),
    /// A local value as metadata (`metadata ptr %x`); only in calls of intrinsics.
    Local(crate::entities::Value),
    /// `!DIArgList(…)`.
    ArgList(Box<[MetadataId]>),
}

/// A place in the source. Most nodes of a module with debug information are such places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocationNode {
    /// `distinct`.
    pub distinct: bool,
    /// `isImplicitCode`: code that the compiler added.
    pub is_implicit: bool,
    /// Column, 0 if unknown.
    pub column: u16,
    /// Line, 0 for code that no line stands for.
    pub line: u32,
    /// Subprogram or lexical block.
    pub scope: MetadataId,
    /// The place of the call where the subprogram was inlined.
    pub inlined_at: PackedOption<MetadataId>,
}

impl LocationNode {
    /// A place in code that was not inlined.
    pub fn new(line: u32, column: u16, scope: MetadataId) -> Self {
        Self {
            distinct: false,
            is_implicit: false,
            column,
            line,
            scope,
            inlined_at: None.into(),
        }
    }

    /// Writes the node up to its scope, without `distinct`: `!DILocation(line: 1, column: 2, scope: `.
    pub fn write_head(&self, out: &mut String) {
        let _ = write!(out, "!DILocation(line: {}", self.line);
        if self.column != 0 {
            let _ = write!(out, ", column: {}", self.column);
        }
        out.push_str(", scope: ");
    }

    /// What stands after the node that it was inlined at, or after the scope.
    pub fn tail(&self) -> &'static str {
        match self.is_implicit {
            true => ", isImplicitCode: true)",
            false => ")",
        }
    }
}

/// A specialized node: its name and its fields in the order written. Texts are shared between nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecialNode {
    /// `distinct`.
    pub distinct: bool,
    /// `DISubprogram` …
    pub name: Word,
    /// Fields; an empty key is a positional field (`!DIExpression(DW_OP_deref)`).
    pub fields: Box<[(Word, MetadataField)]>,
}

/// The kind of a specialized node or the key of a field: one that the language has, or a text.
#[derive(Clone, Debug)]
pub enum Word {
    /// A word of the language, which costs nothing to copy.
    Known(&'static str),
    /// Any other text, shared.
    Other(Arc<str>),
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Known(word) => word,
            Self::Other(text) => text,
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Word {}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl From<Word> for Arc<str> {
    fn from(word: Word) -> Self {
        match word {
            Word::Known(text) => text.into(),
            Word::Other(text) => text,
        }
    }
}

impl From<&'static str> for Word {
    fn from(word: &'static str) -> Self {
        Self::Known(word)
    }
}

impl SpecialNode {
    /// The value of a field, `None` if it is not written.
    pub fn field(&self, key: &str) -> Option<&MetadataField> {
        let mut fields = self.fields.iter();
        fields
            .find(|(name, _)| **name == *key)
            .map(|(_, value)| value)
    }

    /// The node that is the value of a field.
    pub fn node(&self, key: &str) -> Option<MetadataId> {
        match self.field(key) {
            Some(MetadataField::Node(id)) => Some(*id),
            _ => None,
        }
    }

    /// A field that is a number, a word or a string, as it is written.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.field(key) {
            Some(MetadataField::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The number in a field, 0 if there is none.
    pub fn number(&self, key: &str) -> u64 {
        let text = self.text(key).unwrap_or("0");
        let signed = || text.parse::<i64>().map(|value| value as u64);
        text.parse().or_else(|_| signed()).unwrap_or(0)
    }

    /// The bytes of a field that is a string.
    pub fn string(&self, key: &str) -> Option<Vec<u8>> {
        let quoted = self.text(key)?.strip_prefix('"')?.strip_suffix('"')?;
        Some(crate::lexer::unescape(quoted.as_bytes()))
    }
}

/// The value of one field of a specialized node.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataField {
    /// A node.
    Node(MetadataId),
    /// `null`.
    Null,
    /// Everything else (numbers, flags, words, strings) as its text.
    Text(Arc<str>),
}

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    /// Nodes, strings and constants.
    pub nodes: PrimaryMap<MetadataId, MetadataData>,
    /// Numbers of the numbered nodes (`!7`), by order of definition.
    pub numbered: Vec<(u32, MetadataId)>,
    /// Named metadata (`!llvm.module.flags`) in order.
    pub named: Vec<(Box<str>, Vec<MetadataId>)>,
    /// Names of attachment kinds (`dbg`, `tbaa` …) by kind id.
    pub kinds: Vec<Box<str>>,
}
