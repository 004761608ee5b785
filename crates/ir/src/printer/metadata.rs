//! Metadata: attachments, operands, nodes.

use std::fmt::Write;

use super::Printer;
use super::slots::{has_number, node_references};
use super::text::{write_metadata_name, write_string};
use crate::entities::MetadataId;
use crate::inst::Attachment;
use crate::metadata::{LocationNode, MetadataData, MetadataField, SpecialNode};

impl Printer<'_> {
    /// `!kind !5`, each after `separator`.
    pub(super) fn attachments(&mut self, attachments: &[Attachment], separator: &str) {
        let module = self.module;
        for (kind, node) in attachments {
            self.push(separator);
            self.push("!");
            match module.metadata.kinds.get(*kind as usize) {
                Some(name) => write_metadata_name(&mut self.out, name),
                None => {
                    let _ = write!(self.out, "<unknown kind #{kind}>");
                }
            }
            self.push(" ");
            self.metadata_operand(*node);
        }
    }

    /// A node's number, or what is printed in its place.
    pub(super) fn metadata_operand(&mut self, id: MetadataId) {
        let module = self.module;
        if has_number(module, id)
            && let Some(number) = self.slots.metadata_number(module, id)
        {
            let _ = write!(self.out, "!{number}");
        } else {
            self.metadata_body(id);
        }
    }

    /// A node as its definition writes it.
    pub(super) fn metadata_body(&mut self, id: MetadataId) {
        let module = self.module;
        match &module.metadata.nodes[id] {
            MetadataData::String(text) => {
                self.push("!");
                write_string(&mut self.out, text);
            }
            MetadataData::Const(id) => self.typed_const(*id),
            MetadataData::Local(value) => self.typed_value(*value),
            MetadataData::ArgList(args) => {
                self.push("!DIArgList(");
                for (index, arg) in args.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    self.metadata_operand(*arg);
                }
                self.push(")");
            }
            MetadataData::Node { distinct, operands } => {
                self.push(if *distinct { "distinct !{" } else { "!{" });
                for (index, operand) in operands.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    match operand {
                        Some(id) => self.metadata_operand(*id),
                        None => self.push("null"),
                    }
                }
                self.push("}");
            }
            MetadataData::Location(node) => self.location_node(*node),
            MetadataData::Special(node) => self.special_node(node),
        }
    }

    fn location_node(&mut self, node: LocationNode) {
        self.push(if node.distinct { "distinct " } else { "" });
        node.write_head(&mut self.out);
        self.metadata_operand(node.scope);
        if let Some(call) = node.inlined_at.expand() {
            self.push(", inlinedAt: ");
            self.metadata_operand(call);
        }
        self.push(node.tail());
    }

    fn special_node(&mut self, node: &SpecialNode) {
        self.push(if node.distinct { "distinct !" } else { "!" });
        self.push(&node.name);
        self.push("(");
        for (index, (name, field)) in node.fields.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            if !name.is_empty() {
                self.push(name);
                self.push(": ");
            }
            match field {
                MetadataField::Node(id) => self.metadata_operand(*id),
                MetadataField::Null => self.push("null"),
                MetadataField::Text(text) => match text.strip_prefix('"') {
                    Some(rest) if text.contains('\\') => {
                        let raw = rest.strip_suffix('"').unwrap_or(rest);
                        write_string(&mut self.out, &crate::lexer::unescape(raw.as_bytes()));
                    }
                    _ => self.push(text),
                },
            }
        }
        self.push(")");
    }

    /// A debug record's text with the present numbers of nodes.
    pub(super) fn debug_record(&mut self, text: &str) {
        for (before, number) in node_references(text) {
            let Some(number) = number else {
                self.push(before);
                continue;
            };
            let node = self.slots.node_read_as(number);
            if let Some(id) = node.filter(|id| !has_number(self.module, *id)) {
                // An expression that has a number is written in place nevertheless.
                self.push(before.strip_suffix('!').unwrap_or(before));
                self.metadata_body(id);
                continue;
            }
            self.push(before);
            let number = self.slots.renumbered(number);
            let _ = write!(self.out, "{number}");
        }
    }

    /// Named metadata and numbered nodes.
    pub(super) fn module_metadata(&mut self) {
        let module = self.module;
        if !module.metadata.named.is_empty() {
            self.push("\n");
        }
        for (name, nodes) in &module.metadata.named {
            self.push("!");
            write_metadata_name(&mut self.out, name);
            self.push(" = !{");
            for (index, node) in nodes.iter().enumerate() {
                self.push(if index == 0 { "" } else { ", " });
                self.metadata_operand(*node);
            }
            self.push("}\n");
        }
        let nodes = std::mem::take(&mut self.slots.metadata);
        if !nodes.is_empty() {
            self.push("\n");
        }
        for (number, id) in nodes.iter().enumerate() {
            let _ = write!(self.out, "!{number} = ");
            self.metadata_body(*id);
            self.push("\n");
        }
    }
}
