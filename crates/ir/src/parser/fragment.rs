//! Single constants in the context of a finished module, as machine IR files hold them.

use super::global_names::GlobalState;
use super::{Parser, TypeName};
use crate::entities::{Const, Global};
use crate::error::ParseError;
use crate::lexer::Token;
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

impl Parser<'_> {
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
                        self.globals.named.insert(name.bytes(), id);
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
                Token::Word(super::Keyword::BlockAddress) => None,
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
