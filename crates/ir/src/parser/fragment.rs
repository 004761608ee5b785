//! Single constants and metadata nodes in the context of a finished module, as machine IR files hold
//! them.

use super::global_names::GlobalState;
use super::{Keyword, Parser, TypeName};
use crate::entities::{Const, Global, MetadataId};
use crate::error::ParseError;
use crate::lexer::Token;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::types::TypeData;

/// Reads a type and a constant of it (`ptr getelementptr (i8, ptr @table, i64 8)`), whose globals and
/// structs must be those of `module`. New types and constants are added to it.
///
/// # Errors
/// The first place at which `text` is not a constant, or names what the module does not have. Addresses
/// of blocks are refused.
pub fn parse_constant(module: &mut Module, text: &[u8]) -> Result<Const, ParseError> {
    let mut parser = Parser::new(text);
    parser.module = std::mem::take(module);
    let result = parser.fragment();
    *module = parser.module;
    result.map_err(|error| *error)
}

/// Reads a metadata node: `!DIExpression(DW_OP_deref)`, `!{!4, !"text"}`, `distinct !{}`. `known` gives the
/// nodes that numbers in it (`!4`) stand for. Returns the node that `place` is, or an equal one of the
/// module, or a new one.
///
/// # Errors
/// The first place at which `text` is not a node, or names what is not known.
pub fn parse_metadata(
    module: &mut Module,
    text: &[u8],
    place: Option<MetadataId>,
    known: &dyn Fn(u32) -> Option<MetadataId>,
) -> Result<MetadataId, ParseError> {
    let mut parser = Parser::new(text);
    parser.module = std::mem::take(module);
    let result = parser.metadata_fragment(place, known);
    *module = parser.module;
    result.map_err(|error| *error)
}

impl Parser<'_> {
    fn metadata_fragment(
        &mut self,
        place: Option<MetadataId>,
        known: &dyn Fn(u32) -> Option<MetadataId>,
    ) -> super::Result<MetadataId> {
        self.know_names()?;
        self.know_metadata(known)?;
        let distinct = self.eat_word(Keyword::Distinct);
        let data = self.unnumbered_node(distinct)?;
        if self.token != Token::Eof {
            return Err(self.expected("the end of the metadata node"));
        }
        let nodes = &mut self.module.metadata.nodes;
        if let Some(id) = place {
            nodes[id] = data;
            return Ok(id);
        }
        let equal = nodes.iter().find(|(_, node)| !distinct && **node == data);
        match equal.map(|(id, _)| id) {
            Some(id) => Ok(id),
            None => Ok(nodes.push(data)),
        }
    }

    /// Makes known the nodes and strings of the module that the text names.
    fn know_metadata(&mut self, known: &dyn Fn(u32) -> Option<MetadataId>) -> super::Result<()> {
        let mut lexer = self.lexer.clone();
        let (mut before, mut token) = (Token::Eof, self.token);
        let mut start = self.start;
        while token != Token::Eof {
            match (before, token) {
                (Token::Exclaim, Token::Integer(_)) => {
                    let text = &lexer.text()[start..lexer.end()];
                    let text = std::str::from_utf8(text).unwrap_or("");
                    let number: Option<u32> = text.parse().ok();
                    let node = number.and_then(|number| Some((number, known(number)?)));
                    let Some((number, id)) = node else {
                        let message = format!("use of undefined metadata '!{text}'");
                        return Err(self.error_range(start, lexer.end(), message));
                    };
                    self.know_node(number, id);
                }
                (Token::Exclaim, Token::Str(text)) => {
                    let bytes = text.bytes();
                    let nodes = self.module.metadata.nodes.iter();
                    let mut strings = nodes.filter(
                        |(_, node)| matches!(node, MetadataData::String(s) if **s == *bytes),
                    );
                    if let Some((id, _)) = strings.next() {
                        self.know_string(text.raw, id);
                    }
                }
                _ => {}
            }
            before = token;
            token = lexer.next();
            start = lexer.start;
        }
        Ok(())
    }

    fn fragment(&mut self) -> super::Result<Const> {
        self.know_names()?;
        let id = self.typed_constant()?;
        if self.token != Token::Eof {
            return Err(self.expected("the end of the constant"));
        }
        Ok(id)
    }

    /// Makes the globals and structs that the text names known, as if defined before it.
    fn know_names(&mut self) -> super::Result<()> {
        let known = GlobalState {
            first: 0,
            defined: true,
            called_as: None,
            called_differently: false,
            used: true,
        };
        for _ in self.module.globals.keys() {
            self.globals.state.push(known);
        }
        let mut lexer = self.lexer.clone();
        let mut token = self.token;
        loop {
            let found = match token {
                Token::Eof => return Ok(()),
                Token::Global(name) => {
                    let id = self.module.globals_by_name.get(&*name.bytes()).copied();
                    id.map(|id| {
                        self.globals.named.set(name.bytes(), id);
                    })
                }
                Token::GlobalNumber(number) => {
                    let id = self.numbered_global(number);
                    id.map(|id| {
                        self.globals.numbered.insert(number, id);
                    })
                }
                Token::Local(name) => {
                    let bytes = name.bytes();
                    let struct_name = |s: &&str| s.as_bytes() == &*bytes;
                    let structs = self.module.types.structs.iter();
                    let id = structs
                        .filter(|(_, data)| data.name.as_deref().as_ref().is_some_and(struct_name))
                        .map(|(id, _)| id)
                        .next();
                    id.map(|id| {
                        let ty = self.module.types.intern(TypeData::Named(id));
                        let undefined_at = None;
                        self.named_types
                            .insert(bytes, TypeName { ty, undefined_at });
                    })
                }
                Token::LocalNumber(number) => {
                    let structs = self.module.types.structs.iter();
                    let unnamed = structs.filter(|(_, data)| data.name.is_none());
                    let id = unnamed.map(|(id, _)| id).nth(number as usize);
                    id.map(|id| {
                        let ty = self.module.types.intern(TypeData::Named(id));
                        let undefined_at = None;
                        self.numbered_types
                            .insert(number, TypeName { ty, undefined_at });
                    })
                }
                Token::Word(Keyword::BlockAddress) => None,
                _ => Some(()),
            };
            if found.is_none() {
                let message = "this constant needs what is not in the module";
                return Err(self.error_range(lexer.start, lexer.end(), message));
            }
            token = lexer.next();
        }
    }

    /// The unnamed global with this number.
    fn numbered_global(&self, number: u32) -> Option<Global> {
        let globals = self.module.globals.iter();
        let mut unnamed = globals.filter(|(_, data)| data.name.is_empty());
        unnamed.nth(number as usize).map(|(id, _)| id)
    }
}
