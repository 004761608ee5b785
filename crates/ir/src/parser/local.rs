//! Names in a function body: values and blocks, used before or after their definition.

use std::borrow::Cow;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use crate::entities::{Block, Global, Inst, Type, Value};
use crate::function::Function;
use crate::lexer::Token;
use crate::types::{TypeData, TypeTable};

use super::{Parser, Result};
use crate::name_map::NameMap;
use crate::number_map::NumberMap;

/// The name of a value or block.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Name<'a> {
    Text(Cow<'a, [u8]>),
    Number(u32),
}

/// What a name stands for.
#[derive(Clone, Copy, Default)]
enum Entity {
    #[default]
    Nothing,
    Value(Value),
    Block(Block),
}

/// A name's entity, and where it was used first while it is not defined.
#[derive(Clone, Copy, Default)]
pub(super) struct Local {
    entity: Entity,
    /// Offset of the first use; meaningful while `forward`.
    first: u32,
    forward: bool,
}

/// Blocks of a function without body so far whose address has been taken: the first blocks that the
/// body gets, in this order.
type PromisedBlocks<'a> = Vec<(Name<'a>, u32)>;

/// The function body being read, with its names.
#[derive(Default)]
pub(super) struct Body<'a> {
    /// The function, `None` between bodies.
    pub global: Option<Global>,
    pub function: Function,
    named: NameMap<'a, Local>,
    numbered: NumberMap<Local>,
    next_number: u32,
    /// Number of names that are used but not yet defined.
    undefined: u32,
    /// Result of the function.
    pub ret: Option<Type>,
    pub var_arg: bool,
    promised: FxHashMap<Global, PromisedBlocks<'a>>,
    promised_ids: FxHashMap<(Global, Name<'a>), Block>,
    /// Names of the blocks of finished functions, computed on demand.
    finished: FxHashMap<Global, FxHashMap<Box<[u8]>, Block>>,
}

impl<'a> Body<'a> {
    fn get(&self, name: Token<'a>) -> Local {
        match name {
            Token::Local(text) | Token::Label(text) => {
                let found = if text.escaped {
                    self.named.get(&text.bytes())
                } else {
                    self.named.get(text.raw)
                };
                found.unwrap_or_default()
            }
            Token::LocalNumber(number) | Token::LabelNumber(number) => self.numbered.get(number),
            _ => Local::default(),
        }
    }

    fn set(&mut self, name: Token<'a>, local: Local) {
        match name {
            Token::Local(text) | Token::Label(text) => {
                self.named.set(text.bytes(), local);
            }
            Token::LocalNumber(number) | Token::LabelNumber(number) => {
                self.numbered.set(number, local);
            }
            _ => {}
        }
    }

    /// Forgets all names.
    fn clear(&mut self) {
        self.named.clear();
        self.numbered.clear();
        self.next_number = 0;
        self.undefined = 0;
    }
}

impl<'a> Parser<'a> {
    /// Prepares for the body of `global`, whose result is `ret`.
    pub(super) fn start_body(&mut self, global: Global, ret: Type, var_arg: bool) {
        self.body.clear();
        self.body.global = Some(global);
        self.body.ret = Some(ret);
        self.body.var_arg = var_arg;
        for (name, first) in self.body.promised.remove(&global).unwrap_or_default() {
            let block = match &name {
                Name::Text(text) => self.body.function.create_block(text),
                Name::Number(_) => self.body.function.create_block(b""),
            };
            let local = Local {
                entity: Entity::Block(block),
                first,
                forward: true,
            };
            match name {
                Name::Text(text) => {
                    self.body.named.set(text, local);
                }
                Name::Number(number) => self.body.numbered.set(number, local),
            }
            self.body.undefined += 1;
        }
    }

    /// Gives the finished body back. All names must be defined.
    pub(super) fn finish_body(&mut self) -> Result<Function> {
        if self.body.undefined != 0 {
            let named = self.body.named.values();
            let all = named.chain(self.body.numbered.iter());
            let undefined = all.filter(|local| local.forward);
            if let Some(local) = undefined.min_by_key(|local| local.first) {
                let what = match local.entity {
                    Entity::Block(_) => "block",
                    _ => "value",
                };
                let name = String::from_utf8_lossy(self.source_token(local.first));
                let message = format!("use of undefined {what} '{name}'");
                return Err(self.error_token(local.first, message));
            }
        }
        self.body.global = None;
        let mut function = std::mem::take(&mut self.body.function);
        function.shrink_to_fit();
        Ok(function)
    }

    /// The value that the token names; creates it if it is not defined yet. Consumes the name.
    #[inline]
    pub(super) fn local_value(&mut self, ty: Type) -> Result<Value> {
        let local = self.body.get(self.token);
        match local.entity {
            Entity::Value(value) => {
                let own = self.body.function.values[value].ty;
                if own != ty {
                    return Err(self.local_mismatch(local, own, ty));
                }
                self.bump();
                Ok(value)
            }
            Entity::Nothing => {
                if matches!(
                    self.module.types[ty],
                    TypeData::Label
                        | TypeData::Void
                        | TypeData::Metadata
                        | TypeData::Function { .. }
                ) {
                    let message = format!("a value cannot have type {}", self.type_name(ty));
                    return Err(self.error(message));
                }
                let value = self.body.function.forward_value(ty);
                self.add_forward(Entity::Value(value));
                self.bump();
                Ok(value)
            }
            Entity::Block(_) => Err(self.error("this is the name of a block, not of a value")),
        }
    }

    fn add_forward(&mut self, entity: Entity) {
        self.body.undefined += 1;
        let local = Local {
            entity,
            first: self.start as u32,
            forward: true,
        };
        self.body.set(self.token, local);
    }

    #[cold]
    fn local_mismatch(&self, local: Local, own: Type, ty: Type) -> Box<crate::error::ParseError> {
        let name = String::from_utf8_lossy(self.token_text()).into_owned();
        let (own, ty) = (self.type_name(own), self.type_name(ty));
        if local.forward {
            let line = crate::error::line_of(self.lexer.text(), local.first as usize);
            self.error(format!(
                "'{name}' is used as {ty} here but was used as {own} on line {line}"
            ))
        } else {
            self.error(format!(
                "'{name}' has type {own}, but {ty} is expected here"
            ))
        }
    }

    /// The block that the token names; creates it if it is not defined yet. Consumes the name.
    pub(super) fn local_block(&mut self) -> Result<Block> {
        let name = match self.token {
            Token::Local(text) => text.bytes(),
            Token::LocalNumber(_) => Cow::Borrowed(&b""[..]),
            _ => return Err(self.expected("the name of a block")),
        };
        let block = match self.body.get(self.token).entity {
            Entity::Block(block) => block,
            Entity::Value(_) => {
                return Err(self.error("this is the name of a value, not of a block"));
            }
            Entity::Nothing => {
                let block = self.body.function.create_block(&name);
                self.add_forward(Entity::Block(block));
                block
            }
        };
        self.bump();
        Ok(block)
    }

    /// Starts a block: with the label in the token, which is consumed, or with the next number.
    pub(super) fn define_block(&mut self) -> Result<Block> {
        let written = matches!(self.token, Token::Label(_) | Token::LabelNumber(_));
        let name = match self.token {
            Token::Label(_) => self.token,
            Token::LabelNumber(number) => {
                self.check_number(number, self.start as u32, "label")?;
                self.token
            }
            _ => Token::LabelNumber(self.body.next_number),
        };
        if let Token::LabelNumber(number) = name {
            self.body.next_number = number + 1;
        }
        let local = self.body.get(name);
        let block = match local.entity {
            Entity::Block(block) if local.forward => {
                self.body.undefined -= 1;
                block
            }
            Entity::Nothing => match name {
                Token::Label(text) => self.body.function.create_block(&text.bytes()),
                _ => self.body.function.create_block(b""),
            },
            _ => {
                let text = String::from_utf8_lossy(self.token_text());
                let text = text.trim_end_matches(':');
                return Err(self.error(format!("redefinition of '%{text}'")));
            }
        };
        self.body.function.layout.push(block);
        let local = Local {
            entity: Entity::Block(block),
            first: 0,
            forward: false,
        };
        self.body.set(name, local);
        if written {
            self.bump();
        }
        Ok(block)
    }

    /// Refuses a number, written at `at`, that is less than the next one.
    fn check_number(&self, number: u32, at: u32, what: &str) -> Result<()> {
        let next = self.body.next_number;
        if number >= next {
            return Ok(());
        }
        let message = format!("this {what} must be numbered {next} or greater");
        Err(self.error_token(at, message))
    }

    /// Adds an argument with the name in the token, which is consumed, or with the next number.
    pub(super) fn define_arg(&mut self, name: Token<'a>, ty: Type) -> Result<()> {
        let text = match name {
            Token::Local(text) => text.bytes(),
            _ => Cow::Borrowed(&b""[..]),
        };
        let value = self.body.function.add_arg(ty, &text);
        self.name_value(name, value)
    }

    fn name_value(&mut self, name: Token<'a>, value: Value) -> Result<()> {
        let name = match name {
            Token::Local(_) => name,
            Token::LocalNumber(number) => {
                self.body.next_number = number + 1;
                name
            }
            _ => {
                let number = self.body.next_number;
                self.body.next_number += 1;
                Token::LocalNumber(number)
            }
        };
        let local = Local {
            entity: Entity::Value(value),
            first: 0,
            forward: false,
        };
        self.body.set(name, local);
        Ok(())
    }

    /// Checks that `name`, written at `at`, may be defined here.
    pub(super) fn check_definition(&self, name: Token<'a>, at: u32) -> Result<()> {
        if let Token::LocalNumber(number) = name {
            self.check_number(number, at, "value")?;
        }
        let local = self.body.get(name);
        let message = match local.entity {
            Entity::Nothing => return Ok(()),
            Entity::Value(_) if local.forward => return Ok(()),
            Entity::Block(_) if local.forward => {
                let line = crate::error::line_of(self.lexer.text(), local.first as usize);
                format!("is a value here but was used as a block on line {line}")
            }
            _ => "is already defined in this function".to_owned(),
        };
        let text = String::from_utf8_lossy(self.source_token(at));
        Err(self.error_token(at, format!("'{text}' {message}")))
    }

    /// Gives `inst`, which has a result, its name; `at` is where the definition stands. `name` has
    /// passed [`Parser::check_definition`] if it is written; otherwise the next number is used.
    #[inline]
    pub(super) fn name_result(
        &mut self,
        name: Option<Token<'a>>,
        at: u32,
        inst: Inst,
        ty: Type,
    ) -> Result<()> {
        let name = name.unwrap_or(Token::LocalNumber(self.body.next_number));
        let local = self.body.get(name);
        let value = match local.entity {
            Entity::Value(value) if local.forward => {
                let used = self.body.function.values[value].ty;
                if used != ty {
                    return Err(self.definition_mismatch(local, name, at, used, ty));
                }
                self.body.undefined -= 1;
                self.body.function.define_forward(value, inst);
                value
            }
            Entity::Block(_) => {
                let message = "this instruction's number was used as the name of a block before";
                return Err(self.error_token(at, message));
            }
            _ => self.body.function.add_result(inst, ty),
        };
        if let Token::Local(text) = name {
            let name = if text.escaped {
                self.body.function.intern_name(&text.bytes())
            } else {
                self.body.function.intern_name(text.raw)
            };
            self.body.function.values[value].name = name;
        }
        self.name_value(name, value)
    }

    #[cold]
    fn definition_mismatch(
        &self,
        local: Local,
        name: Token<'a>,
        at: u32,
        used: Type,
        ty: Type,
    ) -> Box<crate::error::ParseError> {
        let line = crate::error::line_of(self.lexer.text(), local.first as usize);
        let text = match name {
            Token::LocalNumber(number) => format!("%{number}"),
            _ => String::from_utf8_lossy(self.source_token(at)).into_owned(),
        };
        let (used, ty) = (self.type_name(used), self.type_name(ty));
        self.error_token(
            at,
            format!("'{text}' is {ty} here but was used as {used} on line {line}"),
        )
    }

    /// Block `name` of any function, for `blockaddress`; the token is the name, at `at`.
    pub(super) fn block_of_function(
        &mut self,
        function: Global,
        name: Name<'a>,
        at: u32,
    ) -> Result<Block> {
        if self.body.global == Some(function) {
            // The name is consumed by the caller, too: look it up without moving on.
            return match self.body.get(self.token).entity {
                Entity::Block(block) => Ok(block),
                Entity::Value(_) => Err(self.error("this is the name of a value, not of a block")),
                Entity::Nothing => {
                    let text = match &name {
                        Name::Text(text) => text.as_ref(),
                        Name::Number(_) => b"",
                    };
                    let block = self.body.function.create_block(text);
                    self.add_forward(Entity::Block(block));
                    Ok(block)
                }
            };
        }
        if self.module.globals[function].body().is_some() {
            return self.block_of_finished(function, &name);
        }
        if self.globals.state[function].defined {
            return Err(self.error("this function has no body, so it has no blocks"));
        }
        if let Some(block) = self.body.promised_ids.get(&(function, name.clone())) {
            return Ok(*block);
        }
        let promised = self.body.promised.entry(function).or_default();
        let block = Block::new(promised.len());
        promised.push((name.clone(), at));
        self.body.promised_ids.insert((function, name), block);
        Ok(block)
    }

    fn block_of_finished(&mut self, function: Global, name: &Name<'a>) -> Result<Block> {
        let Name::Text(name) = name else {
            let message =
                "a numbered block of a function cannot be named after that function's end";
            return Err(self.error(message));
        };
        let globals = &self.module.globals;
        let blocks = self.body.finished.entry(function).or_insert_with(|| {
            let Some(body) = globals[function].body() else {
                return FxHashMap::default();
            };
            let named = body
                .blocks
                .iter()
                .map(|(block, data)| (body.name(data.name).into(), block));
            named.collect()
        });
        match blocks.get(name.as_ref()) {
            Some(block) if !name.is_empty() => Ok(*block),
            _ => Err(self.error("this function has no such block")),
        }
    }

    /// Where a block was promised for a function that got no body, if there is one.
    pub(super) fn broken_promise(&self) -> Option<u32> {
        let promised = self.body.promised.values();
        promised.flatten().map(|(_, first)| *first).min()
    }

    /// The type of a value of the body.
    #[inline]
    pub(super) fn value_type(&self, value: Value) -> Type {
        self.body.function.values[value].ty
    }

    /// A value of type `ty`.
    #[inline]
    pub(super) fn value(&mut self, ty: Type) -> Result<Value> {
        if matches!(self.token, Token::Local(_) | Token::LocalNumber(_)) {
            return self.local_value(ty);
        }
        if ty == TypeTable::METADATA {
            return self.metadata_value();
        }
        let id = self.constant(ty)?;
        Ok(self.body.function.const_value(&self.module.consts, id))
    }

    /// A type and a value of it.
    #[inline]
    pub(super) fn typed_value(&mut self) -> Result<Value> {
        let ty = self.ty()?;
        self.value(ty)
    }
}
