//! Reads the part of YAML that MIR files are written in: documents that are block mappings or one block
//! of text; block and flow lists and mappings; plain and quoted scalars; comments.
//!
//! Everything keeps its position in the file. A block of text is only delimited here, not copied.

use super::error::{Result, Span, fault};

/// How deep lists and mappings may nest; MIR needs four levels.
const MAX_DEPTH: usize = 64;

/// A value with its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// A scalar, without quotes.
    Scalar(String),
    /// Lines of text after `|`: `span` is all of them, with their indentation.
    Block { indent: usize },
    /// A list.
    List(Vec<Node>),
    /// A mapping.
    Map(Vec<Entry>),
    /// Nothing is written.
    Null,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Span,
    pub value: Node,
}

/// Splits `text` into documents.
pub(super) fn parse_documents(text: &[u8]) -> Result<Vec<Node>> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
    };
    let mut documents = Vec::new();
    loop {
        reader.skip_blank()?;
        if reader.at == text.len() {
            return Ok(documents);
        }
        if reader.marker("...") {
            reader.at += 3;
            reader.end_line()?;
            continue;
        }
        let start = reader.at;
        let marked = reader.marker("---");
        if marked {
            reader.at += 3;
            reader.skip_spaces();
        }
        let node = if marked && reader.peek() == Some(b'|') {
            // The module starts at column 3 by custom, but any indentation will do.
            reader.block_scalar(0)?
        } else {
            if marked {
                reader.end_line()?;
                reader.skip_blank()?;
            }
            if reader.at == text.len() || reader.marker("...") || reader.marker("---") {
                continue;
            }
            reader.block_node(0)?
        };
        if matches!(node.kind, NodeKind::Scalar(_)) {
            return fault(start..reader.at, "expected a mapping or a block of text");
        }
        documents.push(node);
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_at(&self, offset: usize) -> Option<u8> {
        self.text.get(self.at + offset).copied()
    }

    /// Column of the current byte, from 0.
    fn column(&self) -> usize {
        let before = &self.text[..self.at];
        self.at
            - before
                .iter()
                .rposition(|b| *b == b'\n')
                .map_or(0, |at| at + 1)
    }

    /// Whether `---` or `...` stands here at the start of a line.
    fn marker(&self, marker: &str) -> bool {
        self.column() == 0
            && self.text[self.at..].starts_with(marker.as_bytes())
            && self.peek_at(3).is_none_or(|c| c.is_ascii_whitespace())
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips spaces and a comment; then the line must be over.
    fn end_line(&mut self) -> Result<()> {
        self.skip_spaces();
        if self.peek() == Some(b'#') {
            while self.peek().is_some_and(|c| c != b'\n') {
                self.at += 1;
            }
        }
        match self.peek() {
            None => Ok(()),
            Some(b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => fault(self.at..self.at + 1, "expected the end of the line"),
        }
    }

    /// Goes to the next line that has something, and there to its first byte.
    fn skip_blank(&mut self) -> Result<()> {
        loop {
            let mut at = self.at;
            while matches!(self.text.get(at), Some(b' ' | b'\t' | b'\r')) {
                at += 1;
            }
            match self.text.get(at) {
                Some(b'\n') => self.at = at + 1,
                Some(b'#') => {
                    self.at = at;
                    self.end_line()?;
                }
                _ => {
                    self.at = at;
                    return Ok(());
                }
            }
        }
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault(self.at..self.at + 1, "lists and mappings nest too deep");
        }
        Ok(())
    }

    /// A list or mapping of lines at the current column, which is at least `min`.
    fn block_node(&mut self, min: usize) -> Result<Node> {
        let column = self.column();
        if column < min {
            return fault(self.at..self.at + 1, "expected more indentation");
        }
        self.enter()?;
        let node = if self.is_list_item() {
            self.block_list(column)
        } else {
            self.block_map(column)
        };
        self.depth -= 1;
        node
    }

    fn is_list_item(&self) -> bool {
        self.peek() == Some(b'-') && self.peek_at(1).is_none_or(|c| c.is_ascii_whitespace())
    }

    fn block_list(&mut self, column: usize) -> Result<Node> {
        let start = self.at;
        let mut items = Vec::new();
        while self.at < self.text.len() && self.column() == column && self.is_list_item() {
            if self.marker("---") {
                break;
            }
            self.at += 1;
            self.skip_spaces();
            items.push(self.item_value(column + 1)?);
            self.skip_blank()?;
        }
        let span = start..self.at;
        Ok(Node {
            kind: NodeKind::List(items),
            span,
        })
    }

    /// What follows `- `: a flow value, a scalar, or a mapping that starts in the same line.
    fn item_value(&mut self, min: usize) -> Result<Node> {
        match self.peek() {
            None | Some(b'\n' | b'#') => {
                self.end_line()?;
                self.skip_blank()?;
                self.block_node(min)
            }
            Some(b'{' | b'[') => self.flow_line(),
            Some(_) if self.looks_like_key() => self.block_node(min),
            Some(_) => {
                let node = self.scalar(false)?;
                self.end_line()?;
                Ok(node)
            }
        }
    }

    /// Whether this line has a key: a colon before a space or its end, outside quotes.
    fn looks_like_key(&self) -> bool {
        let mut quote = None;
        for at in self.at..self.text.len() {
            let c = self.text[at];
            match (quote, c) {
                (_, b'\n') => return false,
                (Some(q), c) if q == c => quote = None,
                (Some(_), _) => {}
                (None, b'\'' | b'"') if at == self.at => quote = Some(c),
                (None, b':') if self.text.get(at + 1).is_none_or(u8::is_ascii_whitespace) => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn block_map(&mut self, column: usize) -> Result<Node> {
        let start = self.at;
        let mut entries: Vec<Entry> = Vec::new();
        while self.at < self.text.len() && self.column() == column {
            if self.marker("---") || self.marker("...") {
                break;
            }
            let entry = self.block_entry(column)?;
            if entries.iter().any(|e| e.key == entry.key) {
                return fault(entry.key_span, format!("duplicate key '{}'", entry.key));
            }
            entries.push(entry);
            self.skip_blank()?;
        }
        if self.at < self.text.len() && self.column() > column {
            return fault(self.at..self.at + 1, "unexpected indentation");
        }
        Ok(Node {
            kind: NodeKind::Map(entries),
            span: start..self.at,
        })
    }

    fn block_entry(&mut self, column: usize) -> Result<Entry> {
        let (key, key_span) = self.key()?;
        self.skip_spaces();
        let value = match self.peek() {
            Some(b'|') => self.block_scalar(column + 1)?,
            Some(b'{' | b'[') => self.flow_line()?,
            None | Some(b'\n' | b'#') => {
                let end = self.at;
                self.end_line()?;
                self.skip_blank()?;
                // A list may start in the key's own column.
                let is_list = self.is_list_item() && !self.marker("---");
                let deeper = self.column() > column || self.column() == column && is_list;
                if self.at < self.text.len() && deeper {
                    self.block_node(column)?
                } else {
                    let kind = NodeKind::Null;
                    Node {
                        kind,
                        span: end..end,
                    }
                }
            }
            Some(_) => {
                let node = self.scalar(false)?;
                self.end_line()?;
                node
            }
        };
        Ok(Entry {
            key,
            key_span,
            value,
        })
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<(String, Span)> {
        let node = self.scalar(true)?;
        self.skip_spaces();
        if self.peek() != Some(b':') {
            return fault(node.span, "expected a key and ':'");
        }
        self.at += 1;
        let NodeKind::Scalar(key) = node.kind else {
            return fault(node.span, "expected a key");
        };
        Ok((key, node.span))
    }

    /// A flow value and the end of its line.
    fn flow_line(&mut self) -> Result<Node> {
        let node = self.flow()?;
        self.end_line()?;
        Ok(node)
    }

    fn flow(&mut self) -> Result<Node> {
        self.enter()?;
        let start = self.at;
        let close = match self.peek() {
            Some(b'{') => b'}',
            Some(b'[') => b']',
            _ if self.is_list_item() => return self.items_in_flow(),
            _ => {
                self.depth -= 1;
                return self.scalar(true);
            }
        };
        self.at += 1;
        let (mut items, mut entries) = (Vec::new(), Vec::new());
        loop {
            self.skip_blank()?;
            match self.peek() {
                None => return fault(start..start + 1, "this bracket is never closed"),
                Some(c) if c == close => break,
                _ => {}
            }
            if close == b']' {
                items.push(self.flow()?);
            } else {
                let (key, key_span) = self.key()?;
                self.skip_blank()?;
                let value = self.flow()?;
                entries.push(Entry {
                    key,
                    key_span,
                    value,
                });
            }
            self.skip_blank()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(c) if c == close => {}
                None => return fault(start..start + 1, "this bracket is never closed"),
                _ => return fault(self.at..self.at + 1, "expected ',' or the closing bracket"),
            }
        }
        self.at += 1;
        self.depth -= 1;
        let kind = if close == b']' {
            NodeKind::List(items)
        } else {
            NodeKind::Map(entries)
        };
        let span = start..self.at;
        Ok(Node { kind, span })
    }

    /// Items with dashes inside of brackets, which LLVM takes as values there.
    fn items_in_flow(&mut self) -> Result<Node> {
        let start = self.at;
        let mut items = Vec::new();
        while self.is_list_item() {
            self.at += 1;
            self.skip_blank()?;
            items.push(self.flow()?);
            self.skip_blank()?;
        }
        self.depth -= 1;
        Ok(Node {
            kind: NodeKind::List(items),
            span: start..self.at,
        })
    }

    /// A scalar; `flow` ones end at commas, brackets and colons too.
    fn scalar(&mut self, flow: bool) -> Result<Node> {
        match self.peek() {
            Some(quote @ (b'\'' | b'"')) => self.quoted(quote),
            Some(b'@' | b'`' | b'%') => fault(
                self.at..self.at + 1,
                "Unrecognized character while tokenizing.",
            ),
            _ => {
                let start = self.at;
                while let Some(c) = self.peek() {
                    let next = self.peek_at(1);
                    let ends = match c {
                        b'\n' => true,
                        b':' => next.is_none_or(|c| c.is_ascii_whitespace()),
                        b',' | b'}' | b']' => flow,
                        b'#' => self.at > start && self.text[self.at - 1] == b' ',
                        _ => false,
                    };
                    if ends {
                        break;
                    }
                    self.at += 1;
                }
                let text = self.text[start..self.at].trim_ascii_end();
                let span = start..start + text.len();
                let text = String::from_utf8_lossy(text).into_owned();
                if text.is_empty() && flow {
                    return fault(start..self.at + 1, "expected a value");
                }
                let kind = NodeKind::Scalar(text);
                Ok(Node { kind, span })
            }
        }
    }

    fn quoted(&mut self, quote: u8) -> Result<Node> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                None | Some(b'\n') => {
                    return fault(start..self.at, "this quoted text has no end");
                }
                Some(c) if c == quote => {
                    self.at += 1;
                    if quote == b'"' || self.peek() != Some(quote) {
                        break;
                    }
                    bytes.push(quote);
                    self.at += 1;
                }
                Some(b'\\') if quote == b'"' => self.escape(&mut bytes)?,
                Some(c) => {
                    bytes.push(c);
                    self.at += 1;
                }
            }
        }
        let kind = NodeKind::Scalar(String::from_utf8_lossy(&bytes).into_owned());
        let span = start..self.at;
        Ok(Node { kind, span })
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<()> {
        let start = self.at;
        self.at += 2;
        let byte = match self.text.get(start + 1) {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(b'a') => 7,
            Some(b'b') => 8,
            Some(b'v') => 11,
            Some(b'f') => 12,
            Some(b'e') => 27,
            Some(c @ (b'"' | b'\\' | b'/' | b' ')) => *c,
            Some(b'x') => {
                let digits = self.text.get(start + 2..start + 4);
                let digits = digits.and_then(|d| std::str::from_utf8(d).ok());
                self.at += 2;
                match digits.and_then(|d| u8::from_str_radix(d, 16).ok()) {
                    Some(byte) => byte,
                    None => return fault(start..self.at, "expected two hexadecimal digits"),
                }
            }
            _ => return fault(start..self.at, "unknown escape"),
        };
        bytes.push(byte);
        Ok(())
    }

    /// `|` and the lines after it that are indented at least `min` columns.
    fn block_scalar(&mut self, min: usize) -> Result<Node> {
        self.at += 1;
        while matches!(self.peek(), Some(b'-' | b'+')) {
            self.at += 1;
        }
        self.end_line()?;
        let start = self.at;
        let mut indent = None;
        let mut end = start;
        while end < self.text.len() {
            let line = &self.text[end..];
            let len = line
                .iter()
                .position(|c| *c == b'\n')
                .map_or(line.len(), |at| at + 1);
            let line = &line[..len];
            let spaces = line.iter().take_while(|c| **c == b' ').count();
            let blank = line[spaces..].trim_ascii().is_empty();
            let is_marker = line.starts_with(b"---") || line.starts_with(b"...");
            if !blank && (spaces < indent.unwrap_or(min) || spaces == 0 && is_marker) {
                break;
            }
            if !blank && indent.is_none() {
                indent = Some(spaces);
            }
            end += len;
        }
        self.at = end;
        let kind = NodeKind::Block {
            indent: indent.unwrap_or(min),
        };
        let span = start..end;
        Ok(Node { kind, span })
    }
}

impl Node {
    /// The scalar's text; nothing is the empty text.
    pub fn text(&self) -> Result<&str> {
        match &self.kind {
            NodeKind::Scalar(text) => Ok(text),
            NodeKind::Null => Ok(""),
            _ => fault(self.span.clone(), "expected a single value"),
        }
    }

    /// The list's items; nothing is the empty list.
    pub fn list(&self) -> Result<&[Self]> {
        match &self.kind {
            NodeKind::List(items) => Ok(items),
            NodeKind::Null => Ok(&[]),
            _ => fault(self.span.clone(), "expected a list"),
        }
    }

    /// The mapping's entries; nothing is the empty mapping.
    pub fn map(&self) -> Result<&[Entry]> {
        match &self.kind {
            NodeKind::Map(entries) => Ok(entries),
            NodeKind::Null => Ok(&[]),
            _ => fault(self.span.clone(), "expected a mapping"),
        }
    }

    /// `true` or `false`.
    pub fn truth(&self) -> Result<bool> {
        match self.text()? {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => fault(self.span.clone(), "expected 'true' or 'false'"),
        }
    }

    /// A number that fits.
    pub fn number<T: TryFrom<i128>>(&self) -> Result<T> {
        let text = self.text()?;
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let value = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16).ok(),
            None => digits.parse::<u64>().ok().map(i128::from),
        };
        let value = value.map(|v| if negative { -v } else { v });
        match value.and_then(|v| T::try_from(v).ok()) {
            Some(value) => Ok(value),
            None => fault(
                self.span.clone(),
                format!("'{text}' is not a number that fits here"),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Node {
        let mut documents = parse_documents(text.as_bytes()).expect("valid");
        assert_eq!(documents.len(), 1);
        documents.remove(0)
    }

    #[test]
    fn maps_lists_and_blocks() {
        let text = "---\nname: f # comment\nitems:\n- { id: 0, class: 'a''b',\n    x: [ 1, 2 ] }\n\
                    - { id: 1 }\nnested:\n  a: 1\n  b:\n    - id: 7\n      v: \"q\\n\"\nempty: []\nnone:\n\
                    body: |\n  bb.0:\n\n    RET\n...\n";
        let node = one(text);
        let map = node.map().expect("map");
        let keys: Vec<&str> = map.iter().map(|e| &*e.key).collect();
        assert_eq!(keys, ["name", "items", "nested", "empty", "none", "body"]);
        assert_eq!(map[0].value.text().ok(), Some("f"));
        let items = map[1].value.list().expect("list");
        assert_eq!(
            items[0].map().expect("map")[1].value.text().ok(),
            Some("a'b")
        );
        let nested = map[2].value.map().expect("map");
        let inner = nested[1].value.list().expect("list")[0].map().expect("map");
        assert_eq!(inner[1].value.text().ok(), Some("q\n"));
        assert!(map[3].value.list().expect("list").is_empty());
        assert_eq!(map[4].value.text().ok(), Some(""));
        assert_eq!(&text[map[5].value.span.clone()], "  bb.0:\n\n    RET\n");
    }

    #[test]
    fn bad_texts_are_refused() {
        for (text, message) in [
            ("---\na: 1\n  b: 2\n", "unexpected indentation"),
            ("---\na: 1\na: 2\n", "duplicate key 'a'"),
            ("---\na: [ 1\n", "this bracket is never closed"),
            ("---\na: 'x\n", "this quoted text has no end"),
            ("---\njust words\n", "expected a key and ':'"),
        ] {
            let error = parse_documents(text.as_bytes()).expect_err(text);
            assert_eq!(error.message, message);
        }
        let deep = format!("---\na: {}", "[".repeat(500));
        assert!(parse_documents(deep.as_bytes()).is_err());
    }
}
