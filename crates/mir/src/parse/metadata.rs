//! Metadata: references to numbered nodes, nodes written in place, and the function's own nodes.

use avarice_ir::MetadataId;
use avarice_ir::metadata::{MetadataData, MetadataField, SpecialNode};

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::{Result, Span, fault};
use super::lexer::Tok;
use super::yaml::Node;

impl DocumentReader<'_> {
    /// `!4` or a node written in place, and the next token.
    pub(super) fn metadata_ref(&mut self, cursor: &mut Cursor<'_>) -> Result<MetadataId> {
        if cursor.token.tok == Tok::MetadataNode {
            let id = self.inline_node(cursor.token.span.clone())?;
            cursor.advance()?;
            return Ok(id);
        }
        if cursor.token.tok != Tok::Punct(b'!') {
            return cursor.fail("expected a metadata node");
        }
        cursor.advance()?;
        let span = cursor.token.span.clone();
        if cursor.token.tok != Tok::Int {
            return cursor.fail("expected metadata id after '!'");
        }
        let number = cursor.unsigned32("metadata id after '!'")?;
        self.numbered_node(number, span)
    }

    fn numbered_node(&self, number: u32, span: Span) -> Result<MetadataId> {
        let own = || self.machine_metadata.get(&number).copied();
        match self.shared.symbols.metadata(number).or_else(own) {
            Some(id) => Ok(id),
            None => fault(span, format!("use of undefined metadata '!{number}'")),
        }
    }

    /// `!DIExpression(…)` or `!DILocation(…)` in the file's text. Most files write few of them many times.
    fn inline_node(&mut self, span: Span) -> Result<MetadataId> {
        let text = &self.text[span.clone()];
        if !text.starts_with(b"!DIExpression(") && !text.starts_with(b"!DILocation(") {
            let message = "only '!DIExpression' and '!DILocation' can be written in place";
            return fault(span, message);
        }
        if let Some(id) = self.shared.inline_nodes.get(text) {
            return Ok(*id);
        }
        let id = self.new_node(text, span, None)?;
        // What refers to the function's own nodes means something else in the next function.
        if self.machine_metadata.is_empty() {
            self.shared.inline_nodes.insert(text.into(), id);
        }
        Ok(id)
    }

    /// Reads a node whose place in the file is `span`.
    fn new_node(
        &mut self,
        text: &[u8],
        span: Span,
        place: Option<MetadataId>,
    ) -> Result<MetadataId> {
        let (symbols, own) = (&self.shared.symbols, &self.machine_metadata);
        let known = |number: u32| {
            let global = symbols.metadata(number);
            global.or_else(|| own.get(&number).copied())
        };
        let nodes = self.module.metadata.nodes.len();
        let read = avarice_ir::parse_metadata(self.module, text, place, &known);
        let id = read.or_else(|error| {
            let start = span.start + error.offset.min(span.len());
            fault(start..start + error.len, error.message)
        })?;
        if let MetadataData::Special(node) = &self.module.metadata.nodes[id]
            && &*node.name == "DIExpression"
            && !is_expression(node)
        {
            return fault(span, "expected DWARF operations and unsigned integers");
        }
        if self.module.metadata.nodes.len() == nodes {
            return Ok(id);
        }
        if let MetadataData::Special(node) = &self.module.metadata.nodes[id]
            && &*node.name == "DILocation"
        {
            let node = match tidy_location(node) {
                Ok(node) => MetadataData::Special(Box::new(node)),
                Err(message) => return fault(span, message),
            };
            let mut all = self.module.metadata.nodes.iter();
            let equal = all.find(|(_, other)| **other == node).map(|(id, _)| id);
            if let Some(equal) = equal {
                return Ok(equal);
            }
            self.module.metadata.nodes[id] = node;
        }
        Ok(id)
    }

    /// The node in a scalar, nothing if it is empty; it must be of kind `kind`.
    pub(super) fn node_in(&mut self, node: &Node, kind: &str) -> Result<Option<MetadataId>> {
        let text = node.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.strip_prefix('!').and_then(|t| t.parse::<u32>().ok());
        let id = match number {
            Some(number) => self.numbered_node(number, node.span.clone())?,
            None if text.starts_with("!DI") => {
                let text = text.as_bytes().to_vec();
                self.new_node(&text, node.span.clone(), None)?
            }
            None => return fault(node.span.clone(), "expected a metadata node"),
        };
        if self.is_special(id, kind) {
            return Ok(Some(id));
        }
        let message = format!("expected a reference to a '{kind}' metadata node");
        fault(node.span.clone(), message)
    }

    /// Whether a node is `!kind(…)`.
    pub(super) fn is_special(&self, id: MetadataId, kind: &str) -> bool {
        let node = &self.module.metadata.nodes[id];
        matches!(node, MetadataData::Special(node) if *node.name == *kind)
    }

    /// `machineMetadataNodes`: `!4 = distinct !{…}` each. They may refer to each other in any order.
    pub(super) fn read_machine_metadata(&mut self, section: &Node) -> Result<()> {
        let mut bodies = Vec::new();
        for item in section.list()? {
            let text = item.text()?;
            let span = || item.span.clone();
            let Some(rest) = text.strip_prefix('!') else {
                return fault(span(), "expected a metadata node");
            };
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let Ok(number) = rest[..digits].parse::<u32>() else {
                return fault(span(), "expected metadata id after '!'");
            };
            let Some(body) = rest[digits..].trim_start().strip_prefix('=') else {
                return fault(span(), "expected '=' after the metadata id");
            };
            let body = body.trim_start();
            let tuple = body.strip_prefix("distinct").unwrap_or(body).trim_start();
            if !tuple.starts_with("!{") {
                return fault(span(), "expected a metadata node '!{…}'");
            }
            let place = self.module.metadata.nodes.push(MetadataData::Node {
                distinct: true,
                operands: Box::default(),
            });
            if self.machine_metadata.insert(number, place).is_some() {
                return fault(span(), format!("metadata id '!{number}' is already used"));
            }
            bodies.push((place, body.as_bytes().to_vec(), span()));
        }
        for (place, body, span) in bodies {
            self.new_node(&body, span, Some(place))?;
        }
        Ok(())
    }
}

/// Whether the fields are operations, attribute encodings and numbers.
fn is_expression(node: &SpecialNode) -> bool {
    node.fields.iter().all(|(_, field)| match field {
        MetadataField::Text(text) => {
            text.parse::<u64>().is_ok() || text.starts_with("DW_OP_") || text.starts_with("DW_ATE_")
        }
        _ => false,
    })
}

/// A location with its fields in LLVM's order and without those that say nothing.
fn tidy_location(node: &SpecialNode) -> std::result::Result<SpecialNode, &'static str> {
    const ORDER: [&str; 5] = ["line", "column", "scope", "inlinedAt", "isImplicitCode"];
    let place = |key: &str| ORDER.iter().position(|name| *name == key);
    let says = |key: &str, field: &MetadataField| match field {
        MetadataField::Null => false,
        MetadataField::Text(text) => match key {
            "column" => &**text != "0",
            "isImplicitCode" => &**text == "true",
            _ => true,
        },
        MetadataField::Node(_) => true,
    };
    let mut fields = Vec::new();
    for (key, field) in &node.fields {
        if place(key).is_none() {
            return Err(
                "a 'DILocation' has a line, a column, a scope, 'inlinedAt' and 'isImplicitCode'",
            );
        }
        if says(key, field) {
            fields.push((key.clone(), field.clone()));
        }
    }
    fields.sort_by_key(|(key, _)| place(key));
    let has = |key: &str| fields.iter().any(|(name, _)| **name == *key);
    match (has("line"), has("scope")) {
        (false, _) => Err("a 'DILocation' needs a line"),
        (true, false) => Err("a 'DILocation' needs a scope"),
        (true, true) => Ok(SpecialNode {
            distinct: node.distinct,
            name: node.name.clone(),
            fields: fields.into(),
        }),
    }
}
