//! Metadata, kept so that a module prints as it was read; code generation looks at little of it.

use std::sync::Arc;

use cranelift_entity::PrimaryMap;

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
    /// `!DILocation(line: 1, …)` and other specialized nodes.
    Special(Box<SpecialNode>),
    /// A local value as metadata (`metadata ptr %x`); only in calls of intrinsics.
    Local(crate::entities::Value),
    /// `!DIArgList(…)`.
    ArgList(Box<[MetadataId]>),
}

/// A specialized node: its name and its fields in the order written. Texts are shared between nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecialNode {
    /// `distinct`.
    pub distinct: bool,
    /// `DILocation` …
    pub name: Arc<str>,
    /// Fields; an empty key is a positional field (`!DIExpression(DW_OP_deref)`).
    pub fields: Box<[(Arc<str>, MetadataField)]>,
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
