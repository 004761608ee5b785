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
        let start = cursor.token.span.start;
        if !cursor.eat_punct(b'!')? {
            return cursor.fail("expected a metadata node");
        }
        let end = cursor.token.span.end;
        let number = cursor.unsigned32("metadata id after '!'")?;
        self.numbered_node(number, start..end)
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
            // A number that stands for no node is named with its exclamation mark.
            let names_node = error.message.starts_with("use of undefined metadata");
            let mark = usize::from(names_node && error.offset > 0);
            let start = span.start + (error.offset - mark).min(span.len());
            fault(start..start + error.len + mark, error.message)
        })?;
        if let MetadataData::Special(node) = &self.module.metadata.nodes[id]
            && &*node.name == "DIExpression"
            && let Some((at, message)) = fault_in_expression(node)
        {
            let at = span.start + element_offset(text, at);
            return fault(at..at + 1, message);
        }
        if self.module.metadata.nodes.len() == nodes {
            return Ok(id);
        }
        let node = &self.module.metadata.nodes[id];
        if !matches!(node, MetadataData::Location(_)) {
            return Ok(id);
        }
        if !has_field(text, "line") {
            return fault(span, "a 'DILocation' needs a line");
        }
        let mut all = self.module.metadata.nodes.iter();
        let equal = all.find(|(_, other)| *other == node).map(|(id, _)| id);
        Ok(equal.unwrap_or(id))
    }

    /// The node in a scalar, nothing if it is empty; it must be of kind `kind`.
    pub(super) fn node_in(&mut self, node: &Node, kind: &str) -> Result<Option<MetadataId>> {
        let text = node.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.strip_prefix('!').and_then(|t| t.parse::<u32>().ok());
        let id = match number {
            Some(number) => self.numbered_node(number, self.content(node))?,
            None if text.starts_with("!DI") => {
                let text = text.as_bytes().to_vec();
                self.new_node(&text, self.content(node), None)?
            }
            None => {
                let span = self.content(node);
                // What llc writes for a stack slot with several variables, and does not read either.
                let number = text.strip_prefix('!').unwrap_or("");
                let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
                if rest.len() < number.len() {
                    let rest = span.end - rest.len()..span.end;
                    return fault(rest, "expected end of string after the metadata node");
                }
                return fault(span, "expected a metadata node");
            }
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
        match node {
            MetadataData::Location(_) => kind == "DILocation",
            MetadataData::Special(node) => *node.name == *kind,
            _ => false,
        }
    }

    /// `machineMetadataNodes`: `!4 = distinct !{…}` each. They may refer to each other in any order.
    pub(super) fn read_machine_metadata(&mut self, section: &Node) -> Result<()> {
        let mut bodies = Vec::new();
        for item in section.list()? {
            let text = item.text()?;
            let span = self.content(item);
            let head = read_tuple(text.as_bytes()).map_err(|mut fault| {
                let at = |offset: usize| span.start + offset.min(span.len());
                fault.span = at(fault.span.start)..at(fault.span.end);
                fault
            })?;
            let place = self.module.metadata.nodes.push(MetadataData::Node {
                distinct: true,
                operands: Box::default(),
            });
            if self.machine_metadata.insert(head.number, place).is_some() {
                return fault(span.end..span.end, "Metadata id is already used");
            }
            let body = text.as_bytes()[head.body..].to_vec();
            bodies.push((place, body, span.start + head.body..span.end));
        }
        for (place, body, span) in bodies {
            self.new_node(&body, span, Some(place))?;
        }
        Ok(())
    }
}

/// What `!4 = distinct !{!5, !"text"}` begins with.
struct TupleHead {
    number: u32,
    /// Where the node begins: after `=`.
    body: usize,
}

/// Reads the form of a function's own metadata node; places are relative to `text`.
fn read_tuple(text: &[u8]) -> Result<TupleHead> {
    let mut cursor = Cursor::new(text, 0..text.len())?;
    if !cursor.eat_punct(b'!')? {
        return cursor.fail("expected a metadata node");
    }
    let number = cursor.unsigned32("metadata id after '!'")?;
    cursor.expect(b'=')?;
    let body = cursor.token.span.start;
    cursor.eat_word("distinct")?;
    if !cursor.eat_punct(b'!')? {
        return cursor.fail("expected a metadata node");
    }
    if !cursor.eat_punct(b'{')? {
        return cursor.fail("expected '{' here");
    }
    while cursor.token.tok != Tok::Punct(b'}') {
        if !cursor.eat_punct(b'!')? {
            return cursor.fail("expected '!' here");
        }
        if !cursor.eat(Tok::Str)? {
            cursor.unsigned32("metadata id after '!'")?;
        }
        if !cursor.eat_punct(b',')? {
            break;
        }
    }
    if !cursor.eat_punct(b'}')? {
        return cursor.fail("expected end of metadata node");
    }
    if cursor.token.tok != Tok::Eof {
        return cursor.fail("expected end of string after the metadata node");
    }
    Ok(TupleHead { number, body })
}

/// The first element of an expression that is no operation, attribute encoding or number, and what is wrong with it.
fn fault_in_expression(node: &SpecialNode) -> Option<(usize, String)> {
    let mut fields = node.fields.iter().enumerate();
    fields.find_map(|(at, (_, field))| {
        let message = match field {
            MetadataField::Text(text) => fault_in_element(text)?,
            _ => "expected unsigned integer".into(),
        };
        Some((at, message))
    })
}

fn fault_in_element(text: &str) -> Option<String> {
    let is_named = |name: Option<&'static str>| name == Some(text);
    if text.starts_with("DW_OP_") {
        // LLVM's own operations have numbers above those of DWARF.
        let is_known = text.starts_with("DW_OP_LLVM_")
            || (0..=u8::MAX).any(|number| is_named(gimli::DwOp(number).static_string()));
        return (!is_known).then(|| format!("invalid DWARF op '{text}'"));
    }
    if text.starts_with("DW_ATE_") {
        let is_known = (0..=u8::MAX).any(|number| is_named(gimli::DwAte(number).static_string()));
        return (!is_known).then(|| format!("invalid DWARF attribute encoding '{text}'"));
    }
    let is_number = text.parse::<u64>().is_ok();
    (!is_number).then(|| "expected unsigned integer".into())
}

/// Where element `at` of `!DIExpression(a, b)` begins.
fn element_offset(text: &[u8], at: usize) -> usize {
    let open = text.iter().position(|c| *c == b'(').map_or(0, |at| at + 1);
    let commas = (open..text.len()).filter(|place| text[*place] == b',');
    let start = match at.checked_sub(1) {
        Some(before) => commas.map(|place| place + 1).nth(before).unwrap_or(open),
        None => open,
    };
    let blanks = text[start..].iter().take_while(|c| c.is_ascii_whitespace());
    start + blanks.count()
}

/// Whether the node that `text` is gives the field `key`, not counting nodes within it.
fn has_field(text: &[u8], key: &str) -> bool {
    let mut depth = 0;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ if depth == 1 && byte.is_ascii_alphabetic() => {
                let rest = &text[at..];
                let len = rest
                    .iter()
                    .take_while(|c| c.is_ascii_alphanumeric())
                    .count();
                if rest[..len] == *key.as_bytes() {
                    return true;
                }
                at += len;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    false
}
