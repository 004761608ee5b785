//! Names of globals: references before and after definitions.

use std::borrow::Cow;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use crate::entities::{Global, Type};
use crate::global::{GlobalData, GlobalKind, VariableData};
use crate::lexer::Token;
use crate::name_map::NameMap;
use crate::types::{TypeData, TypeTable};

use super::{Parser, Result};

/// What the reader knows about a global besides its data.
#[derive(Clone, Copy)]
pub(super) struct GlobalState {
    /// Where it was mentioned first.
    pub first: u32,
    /// Whether its definition or declaration has been read.
    pub defined: bool,
    /// The function type with which it was called while undefined; for intrinsics, which need no
    /// declaration.
    pub called_as: Option<Type>,
    /// Whether another call of it had another type.
    pub called_differently: bool,
    /// Whether it was used other than as a callee while undefined.
    pub used: bool,
}

/// Globals by name.
#[derive(Default)]
pub(super) struct GlobalNames<'a> {
    pub named: NameMap<'a, Global>,
    pub numbered: FxHashMap<u32, Global>,
    /// The least number that the next numbered global may have.
    next_number: u32,
    pub state: PrimaryMap<Global, GlobalState>,
    /// Globals in order of definition.
    pub order: Vec<Global>,
}

impl<'a> Parser<'a> {
    /// The global that the token names, with an address of type `ty`.
    pub(super) fn global_reference(&mut self, ty: Type) -> Result<Global> {
        let TypeData::Pointer(space) = self.module.types[ty] else {
            let ty = self.type_name(ty);
            let message =
                format!("the address of a global is a pointer, but {ty} is expected here");
            return Err(self.error(message));
        };
        let Some(id) = self.find_global() else {
            let id = self.new_global(space, false);
            self.bump();
            return Ok(id);
        };
        let own = &mut self.module.globals[id].address_space;
        if *own == u32::MAX {
            *own = space;
        }
        let own = *own;
        if own != space {
            let name = String::from_utf8_lossy(self.token_text()).into_owned();
            let message = format!(
                "'{name}' is in address space {own}, but a pointer in {space} is expected here"
            );
            return Err(self.error(message));
        }
        if !self.globals.state[id].defined {
            self.globals.state[id].used = true;
        }
        self.bump();
        Ok(id)
    }

    /// The global that the token names, if there is one.
    pub(super) fn find_global(&self) -> Option<Global> {
        match self.token {
            Token::Global(name) if name.escaped => self.globals.named.get(&name.bytes()),
            Token::Global(name) => self.globals.named.get(name.raw),
            Token::GlobalNumber(number) => self.globals.numbered.get(&number).copied(),
            _ => None,
        }
    }

    /// A global that has not been mentioned before, with the name in the token.
    fn new_global(&mut self, address_space: u32, defined: bool) -> Global {
        let name = match self.token {
            Token::Global(text) => text.bytes(),
            _ => Cow::Borrowed(&b""[..]),
        };
        let id = self.module.globals.push(GlobalData {
            address_space,
            ..GlobalData::new(
                name.as_ref(),
                TypeTable::VOID,
                GlobalKind::Variable(VariableData::default()),
            )
        });
        self.globals.state.push(GlobalState {
            first: self.start as u32,
            defined,
            called_as: None,
            called_differently: false,
            used: !defined,
        });
        match self.token {
            Token::GlobalNumber(number) => {
                self.globals.numbered.insert(number, id);
            }
            _ => self.globals.named.set(name, id),
        }
        id
    }

    /// Consumes the name of a global that is defined or declared here. Its data is to be filled in.
    /// The address space may be known only later: see [`Parser::set_address_space`].
    pub(super) fn define_global(&mut self, what: &str) -> Result<Global> {
        // The empty name is none.
        if matches!(self.token, Token::Global(name) if name.raw.is_empty()) {
            self.token = Token::GlobalNumber(self.globals.next_number);
        }
        let id = match self.token {
            Token::Global(_) => self.find_global(),
            Token::GlobalNumber(number) => {
                let next = self.globals.next_number;
                if number < next {
                    let message = format!("this {what} must be numbered '@{next}' or greater");
                    return Err(self.error(message));
                }
                self.globals.next_number = number + 1;
                self.find_global()
            }
            _ => return Err(self.expected(&format!("the name of the {what}"))),
        };
        let id = match id {
            Some(id) if self.globals.state[id].defined => {
                let name = String::from_utf8_lossy(self.token_text()).into_owned();
                return Err(self.error(format!("redefinition of '{name}'")));
            }
            Some(id) => {
                self.globals.state[id].defined = true;
                id
            }
            None => self.new_global(u32::MAX, true),
        };
        self.globals.order.push(id);
        self.bump();
        Ok(id)
    }

    /// Sets the address space of a global that is being defined; uses before must agree.
    pub(super) fn set_address_space(&mut self, start: usize, id: Global, space: u32) -> Result<()> {
        let own = &mut self.module.globals[id].address_space;
        if *own == u32::MAX {
            *own = space;
        }
        if *own == space {
            return Ok(());
        }
        let (used, first) = (*own, self.globals.state[id].first);
        let line = crate::error::line_of(self.lexer.text(), first as usize);
        let name = String::from_utf8_lossy(self.source_token(start as u32)).into_owned();
        let message = format!(
            "'{name}' is in address space {space} here but was used in {used} on line {line}"
        );
        Err(self.error_token(start as u32, message))
    }
}
