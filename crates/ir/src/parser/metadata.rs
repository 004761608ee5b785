//! Metadata: nodes, strings, constants, names, attachments.

use std::borrow::Cow;
use std::sync::Arc;

use cranelift_entity::packed_option::ReservedValue;
use rustc_hash::FxHashMap;

use crate::constant::ConstKind;
use crate::entities::{Const, MetadataId, Value};
use crate::inst::Attachment;
use crate::lexer::Token;
use crate::metadata::{LocationNode, MetadataData, MetadataField, SpecialNode, Word};
use crate::types::TypeTable;
use crate::upgrade::join_subprogram_flags;

use super::debug_record::RecordOperand;
use super::keyword::Keyword;
use super::{Parser, Result};
use crate::number_map::NumberMap;

/// A numbered node: its id, and where it was used first while it is not defined.
#[derive(Clone, Copy, Default)]
struct Numbered {
    id: Option<MetadataId>,
    first: u32,
    defined: bool,
}

/// What the reader knows about metadata besides the nodes.
#[derive(Default)]
pub(super) struct MetadataState<'a> {
    numbered: NumberMap<Numbered>,
    /// Strings by their text in the source.
    strings: FxHashMap<&'a [u8], MetadataId>,
    consts: FxHashMap<Const, MetadataId>,
    kinds: FxHashMap<Cow<'a, [u8]>, u32>,
    /// Places of named metadata in the module.
    names: FxHashMap<Cow<'a, [u8]>, usize>,
    /// Keys and short values of specialized nodes.
    words: FxHashMap<&'a [u8], Arc<str>>,
}

/// The specialized nodes.
const SPECIAL: &[&str] = &[
    "DILocation",
    "DIExpression",
    "DILocalVariable",
    "DISubprogram",
    "DILexicalBlock",
    "DILexicalBlockFile",
    "DIBasicType",
    "DIDerivedType",
    "DICompositeType",
    "DISubroutineType",
    "DIFile",
    "DICompileUnit",
    "DISubrange",
    "DIGenericSubrange",
    "DIEnumerator",
    "DIStringType",
    "DINamespace",
    "DIModule",
    "DICommonBlock",
    "DITemplateTypeParameter",
    "DITemplateValueParameter",
    "DIGlobalVariable",
    "DIGlobalVariableExpression",
    "DILabel",
    "DIObjCProperty",
    "DIImportedEntity",
    "DIMacro",
    "DIMacroFile",
    "DIAssignID",
    "GenericDINode",
    "DISubrangeType",
    "DIFixedPointType",
];

impl<'a> Parser<'a> {
    fn push_node(&mut self, data: MetadataData) -> MetadataId {
        self.module.metadata.nodes.push(data)
    }

    /// The text as shared text; equal texts are shared.
    fn word(&mut self, text: &'a [u8]) -> Arc<str> {
        if let Some(word) = self.metadata.words.get(text) {
            return word.clone();
        }
        let word: Arc<str> = String::from_utf8_lossy(text).into();
        self.metadata.words.insert(text, word.clone());
        word
    }

    /// The node `!number` of a text that is read on its own.
    pub(super) fn know_node(&mut self, number: u32, id: MetadataId) {
        let entry = Numbered {
            id: Some(id),
            first: 0,
            defined: true,
        };
        self.metadata.numbered.set(number, entry);
    }

    /// The string whose text in the source is `raw`.
    pub(super) fn know_string(&mut self, raw: &'a [u8], id: MetadataId) {
        self.metadata.strings.insert(raw, id);
    }

    /// `!{…}` or a specialized node.
    pub(super) fn unnumbered_node(&mut self, distinct: bool) -> Result<MetadataData> {
        match self.token {
            Token::Metadata(_) => self.special_node(distinct),
            Token::Exclaim => {
                self.bump();
                self.plain_node(distinct)
            }
            _ => Err(self.expected("'!' and a metadata node")),
        }
    }

    /// `!N = node` at the top of the module.
    pub(super) fn numbered_metadata(&mut self) -> Result<()> {
        self.bump();
        let at = self.start;
        let number = self.u32("the number of a metadata node")?;
        self.expect(Token::Equal, "'=' after the number of the metadata node")?;
        let known = self.metadata.numbered.get(number);
        if known.defined {
            return Err(
                self.error_token(at as u32, format!("redefinition of metadata '!{number}'"))
            );
        }
        let distinct = self.eat_word(Keyword::Distinct);
        let data = self.unnumbered_node(distinct)?;
        // The node's own operands may have mentioned it.
        let id = match self.metadata.numbered.get(number).id {
            Some(id) => {
                self.module.metadata.nodes[id] = data;
                id
            }
            None => self.push_node(data),
        };
        let entry = Numbered {
            id: Some(id),
            first: at as u32,
            defined: true,
        };
        self.metadata.numbered.set(number, entry);
        self.module.metadata.numbered.push((number, id));
        Ok(())
    }

    /// `!name = !{…}`
    pub(super) fn named_metadata(&mut self) -> Result<()> {
        let Token::Metadata(name) = self.token else {
            return Err(self.expected("the name of named metadata"));
        };
        let name = name.bytes();
        self.bump();
        self.expect(Token::Equal, "'=' after the name of the metadata")?;
        self.expect(Token::Exclaim, "'!' and a list of nodes")?;
        self.expect(Token::LBrace, "'{' before the nodes")?;
        let mut nodes = Vec::new();
        while self.token != Token::RBrace {
            nodes.push(self.node()?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RBrace, "',' or '}' after the node")?;
        let named = &mut self.module.metadata.named;
        match self.metadata.names.get(&name) {
            Some(place) => named[*place].1.append(&mut nodes),
            None => {
                named.push((String::from_utf8_lossy(&name).into(), nodes));
                self.metadata.names.insert(name, named.len() - 1);
            }
        }
        Ok(())
    }

    /// `!N`, `!{…}` or a specialized node: what can be attached or named.
    pub(super) fn node(&mut self) -> Result<MetadataId> {
        match self.token {
            Token::Metadata(_) => {
                let data = self.nested(|parser| parser.special_node(false))?;
                Ok(self.push_node(data))
            }
            Token::Exclaim => {
                self.bump();
                match self.token {
                    Token::Integer(_) => self.node_reference(),
                    _ => {
                        let data = self.nested(|parser| parser.plain_node(false))?;
                        Ok(self.push_node(data))
                    }
                }
            }
            _ => Err(self.expected("a metadata node")),
        }
    }

    /// The number after `!`: creates the node if it is not defined yet.
    fn node_reference(&mut self) -> Result<MetadataId> {
        let at = self.start;
        let number = self.u32("the number of a metadata node")?;
        if let Some(id) = self.metadata.numbered.get(number).id {
            return Ok(id);
        }
        let id = self.push_node(MetadataData::Node {
            distinct: false,
            operands: Box::default(),
        });
        let entry = Numbered {
            id: Some(id),
            first: at as u32,
            defined: false,
        };
        self.metadata.numbered.set(number, entry);
        Ok(id)
    }

    /// `{…}` of a plain node.
    fn plain_node(&mut self, distinct: bool) -> Result<MetadataData> {
        self.expect(Token::LBrace, "'{' or the number of a node after '!'")?;
        let mut operands = Vec::new();
        while self.token != Token::RBrace {
            if self.eat_word(Keyword::Null) {
                operands.push(None);
            } else {
                operands.push(Some(self.metadata_operand()?));
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RBrace, "',' or '}' in the metadata node")?;
        let operands = operands.into();
        Ok(MetadataData::Node { distinct, operands })
    }

    /// Any metadata: a node, a string, or a type and a constant.
    fn metadata_operand(&mut self) -> Result<MetadataId> {
        match self.token {
            Token::Exclaim => {
                self.bump();
                match self.token {
                    Token::Str(text) => {
                        self.bump();
                        Ok(self.metadata_string(text.raw, text.bytes()))
                    }
                    Token::Integer(_) => self.node_reference(),
                    _ => {
                        let data = self.nested(|parser| parser.plain_node(false))?;
                        Ok(self.push_node(data))
                    }
                }
            }
            Token::Metadata(_) => self.node(),
            _ if self.at_type() => {
                let id = self.typed_constant()?;
                Ok(self.metadata_const(id))
            }
            _ => Err(self.expected("metadata")),
        }
    }

    fn metadata_string(&mut self, raw: &'a [u8], bytes: Cow<'a, [u8]>) -> MetadataId {
        let nodes = &mut self.module.metadata.nodes;
        let strings = &mut self.metadata.strings;
        *strings
            .entry(raw)
            .or_insert_with(|| nodes.push(MetadataData::String(bytes.into())))
    }

    fn metadata_const(&mut self, id: Const) -> MetadataId {
        let nodes = &mut self.module.metadata.nodes;
        let consts = &mut self.metadata.consts;
        *consts
            .entry(id)
            .or_insert_with(|| nodes.push(MetadataData::Const(id)))
    }

    /// `!Name(key: value, …)`
    fn special_node(&mut self, distinct: bool) -> Result<MetadataData> {
        let Token::Metadata(name) = self.token else {
            return Err(self.expected("a metadata node"));
        };
        let kind = SPECIAL.iter().find(|kind| kind.as_bytes() == name.raw);
        let Some(kind) = kind else {
            if name.raw == b"DIArgList" {
                return Err(self.error("'!DIArgList' is only allowed as an argument of a call"));
            }
            return Err(self.error("there is no metadata node of this kind"));
        };
        let name = Word::Known(kind);
        self.bump();
        if *kind == "DILocation" {
            let node = self.location_node(distinct)?;
            return Ok(MetadataData::Location(node));
        }
        self.expect(Token::LParen, "'(' after the kind of the node")?;
        let mut fields = Vec::new();
        while self.token != Token::RParen {
            let mut key = Word::Known("");
            if let Token::Label(text) = self.token {
                key = Word::Other(self.word(text.raw));
                self.bump();
            }
            fields.push((key, self.field()?));
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the metadata node")?;
        if *kind == "DISubprogram" {
            join_subprogram_flags(&mut fields);
        }
        Ok(MetadataData::Special(Box::new(SpecialNode {
            distinct,
            name,
            fields: fields.into(),
        })))
    }

    /// `(line: 1, column: 2, scope: !3, inlinedAt: !4, isImplicitCode: true)`, the fields in any order.
    fn location_node(&mut self, distinct: bool) -> Result<LocationNode> {
        self.expect(Token::LParen, "'(' after the kind of the node")?;
        let mut node = LocationNode {
            distinct,
            ..LocationNode::new(0, 0, MetadataId::reserved_value())
        };
        let mut seen = 0_u32;
        while self.token != Token::RParen {
            let Token::Label(key) = self.token else {
                return Err(self.expected("the name of a field"));
            };
            let fields: [&[u8]; 5] = [
                b"line",
                b"column",
                b"scope",
                b"inlinedAt",
                b"isImplicitCode",
            ];
            let Some(field) = fields.iter().position(|field| *field == key.raw) else {
                return Err(self.error("a 'DILocation' has no such field"));
            };
            if seen & 1 << field != 0 {
                return Err(self.error("this field is given twice"));
            }
            seen |= 1 << field;
            self.bump();
            self.location_field(field, &mut node)?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if node.scope.is_reserved_value() {
            return Err(self.expected("a scope in 'DILocation'"));
        }
        self.expect(Token::RParen, "',' or ')' in the metadata node")?;
        Ok(node)
    }

    /// The value of a place's field, by its number in LLVM's order.
    fn location_field(&mut self, field: usize, node: &mut LocationNode) -> Result<()> {
        let start = self.start;
        match field {
            0 => node.line = self.u32("the line")?,
            1 => {
                let column = self.u32("the column")?;
                node.column = u16::try_from(column)
                    .map_err(|_| self.error_at(start, "the column must be less than 2^16"))?;
            }
            2 => node.scope = self.metadata_operand()?,
            3 if self.eat_word(Keyword::Null) => {}
            3 => node.inlined_at = self.metadata_operand()?.into(),
            _ if self.eat_word(Keyword::True) => node.is_implicit = true,
            _ if self.eat_word(Keyword::False) => {}
            _ => return Err(self.expected("'true' or 'false'")),
        }
        Ok(())
    }

    /// The value of a field.
    fn field(&mut self) -> Result<MetadataField> {
        match self.token {
            Token::Word(Keyword::Null) => {
                self.bump();
                Ok(MetadataField::Null)
            }
            Token::Exclaim | Token::Metadata(_) => {
                Ok(MetadataField::Node(self.metadata_operand()?))
            }
            Token::LBrace => self.field_list(),
            _ if self.at_type() => {
                let id = self.typed_constant()?;
                Ok(MetadataField::Node(self.metadata_const(id)))
            }
            _ => self.field_text(),
        }
    }

    /// `{!1, !2}` as the value of a field: kept as text, its nodes must exist.
    fn field_list(&mut self) -> Result<MetadataField> {
        let start = self.start;
        self.bump();
        while self.token != Token::RBrace {
            if !self.eat_word(Keyword::Null) {
                self.metadata_operand()?;
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RBrace, "',' or '}' in the list")?;
        let text = &self.lexer.text()[start..self.last_end];
        Ok(MetadataField::Text(String::from_utf8_lossy(text).into()))
    }

    /// Numbers, words, flags joined by `|`, strings.
    fn field_text(&mut self) -> Result<MetadataField> {
        let start = self.start;
        let is_string = matches!(self.token, Token::Str(_));
        loop {
            match self.token {
                Token::Word(_) | Token::Integer(_) | Token::Str(_) | Token::Float(_) => self.bump(),
                _ => return Err(self.expected("the value of the field")),
            }
            if !self.eat(Token::Bar) {
                break;
            }
        }
        let text = &self.lexer.text()[start..self.last_end];
        let text = if is_string || text.len() > 32 {
            String::from_utf8_lossy(text).into()
        } else {
            self.word(text)
        };
        Ok(MetadataField::Text(text))
    }

    /// `!kind node`: an attachment.
    pub(super) fn attachment(&mut self) -> Result<Attachment> {
        let Token::Metadata(name) = self.token else {
            return Err(self.expected("the kind of the attachment"));
        };
        self.bump();
        let known = if name.escaped {
            self.metadata.kinds.get(&name.bytes())
        } else {
            self.metadata.kinds.get(name.raw)
        };
        let kind = match known {
            Some(kind) => *kind,
            None => {
                let kinds = &mut self.module.metadata.kinds;
                let kind = kinds.len() as u32;
                kinds.push(String::from_utf8_lossy(&name.bytes()).into());
                self.metadata.kinds.insert(name.bytes(), kind);
                kind
            }
        };
        Ok((kind, self.node()?))
    }

    /// Metadata as a value, after its type `metadata`.
    pub(super) fn metadata_value(&mut self) -> Result<Value> {
        let id = self.metadata_or_local()?;
        let id = self.intern(TypeTable::METADATA, ConstKind::Metadata(id));
        Ok(self.body.function.const_value(&self.module.consts, id))
    }

    /// Metadata, a list of arguments, or a value of the function with its type.
    fn metadata_or_local(&mut self) -> Result<MetadataId> {
        match self.token {
            Token::Metadata(name) if name.raw == b"DIArgList" => {
                self.bump();
                self.expect(Token::LParen, "'(' after 'DIArgList'")?;
                let mut values = Vec::new();
                while self.token != Token::RParen {
                    values.push(self.metadata_local()?);
                    if !self.eat(Token::Comma) {
                        break;
                    }
                }
                self.expect(Token::RParen, "',' or ')' in the list")?;
                Ok(self.push_node(MetadataData::ArgList(values.into())))
            }
            Token::Exclaim | Token::Metadata(_) => self.metadata_operand(),
            _ => self.metadata_local(),
        }
    }

    /// A type and a value, which may be one of the function.
    fn metadata_local(&mut self) -> Result<MetadataId> {
        if !self.at_type() {
            return Err(self.expected("metadata, or a type and a value"));
        }
        let start = self.start;
        let ty = self.ty()?;
        if ty == TypeTable::METADATA {
            return Err(self.error_at(start, "metadata cannot be wrapped in metadata"));
        }
        if matches!(self.token, Token::Local(_) | Token::LocalNumber(_)) {
            let value = self.local_value(ty)?;
            return Ok(self.push_node(MetadataData::Local(value)));
        }
        let id = self.constant(ty)?;
        Ok(self.metadata_const(id))
    }

    /// Reads one operand of a debug record, of which mostly the text is kept; `wants_nodes` asks for a node
    /// of each expression.
    pub(super) fn record_operand(&mut self, wants_nodes: bool) -> Result<RecordOperand> {
        match self.token {
            Token::Exclaim | Token::Metadata(_) => {
                let is_list =
                    matches!(self.token, Token::Metadata(name) if name.raw == b"DIArgList");
                if is_list {
                    return self.record_list().map(RecordOperand::List);
                }
                // Most records hold one inline node: this expression.
                if !wants_nodes && self.eat_empty_expression() {
                    return Ok(RecordOperand::EmptyExpression);
                }
                self.metadata_operand().map(RecordOperand::Node)
            }
            _ if self.at_type() => self.typed_value().map(RecordOperand::Value),
            _ => Err(self.expected("metadata, or a type and a value")),
        }
    }

    /// Consumes `!DIExpression()`, if it is there.
    fn eat_empty_expression(&mut self) -> bool {
        let rest = &self.lexer.text()[self.start..];
        let found = rest.starts_with(b"!DIExpression()");
        if found {
            for _ in 0..3 {
                self.bump();
            }
        }
        found
    }

    /// `!DIArgList(T V, …)` in a debug record.
    fn record_list(&mut self) -> Result<Vec<Value>> {
        let mut values = Vec::new();
        self.bump();
        self.expect(Token::LParen, "'(' after 'DIArgList'")?;
        while self.token != Token::RParen {
            values.push(self.typed_value()?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "',' or ')' in the list")?;
        Ok(values)
    }

    /// Every node that is used must be defined.
    pub(super) fn resolve_metadata(&mut self) -> Result<()> {
        let all = self.metadata.numbered.iter();
        let undefined = all.filter(|entry| entry.id.is_some() && !entry.defined);
        match undefined.map(|entry| entry.first).min() {
            None => Ok(()),
            Some(at) => {
                let number = String::from_utf8_lossy(self.source_token(at)).into_owned();
                Err(self.error_token(at, format!("use of undefined metadata '!{number}'")))
            }
        }
    }
}
