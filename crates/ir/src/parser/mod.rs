//! The reader of `.ll` text: LLVM 19's language, and the attributes and flags that newer producers add.
//!
//! One pass over the tokens builds the module. Names may be used before they are defined:
//!
//! - *Locals*: a use creates a value without definition; the definition takes it over with its uses.
//! - *Globals*: a use creates a placeholder; at the end of the text, ids are put in order of definition.
//! - *Attribute groups* and *metadata nodes*: a use reserves the id, the definition fills it.
//! - *Blocks in other functions* (`blockaddress`): reserved as the first blocks of that function.
//!
//! What is still undefined at the end is an error at its first use. Nesting is limited by
//! [`MAX_DEPTH`], and the memory that a short text can claim (`i8388608 0`, masks of huge vectors) by
//! a budget in proportion to the text, so no input overflows the stack or exhausts memory.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::entities::{AttrGroup, Block, Comdat, Const, StructId, Type, Value};
use crate::error::ParseError;
use crate::lexer::{Lexer, Text, Token};
use crate::module::Module;
use crate::types::{TypeData, TypeTable};
use crate::typing::MAX_DEPTH;

mod attribute;
mod call;
mod const_expr;
mod constant;
mod control;
mod debug_record;
mod fragment;
mod function;
mod global;
mod global_names;
mod instruction;
pub(crate) mod keyword;
mod local;
mod memory;
mod metadata;
mod number;
mod operators;
mod resolve;
mod types;

pub use fragment::{parse_constant, parse_metadata};
use keyword::Keyword;

type Result<T> = std::result::Result<T, Box<ParseError>>;

/// Reads the text of a module.
///
/// # Errors
///
/// The first place at which `text` is not LLVM IR, or at which a name that is never defined is used.
pub fn parse_module(text: &[u8]) -> std::result::Result<Module, ParseError> {
    if u32::try_from(text.len()).is_err() {
        let message = "the text is larger than 4 GiB".to_owned();
        return Err(*ParseError::new(text, 0, 0, message));
    }
    let mut parser = Parser::new(text);
    parser.module().map_err(|error| *error)?;
    Ok(parser.module)
}

/// A type's name: what it stands for, and where it was used first while it is not defined.
#[derive(Clone, Copy)]
struct TypeName {
    ty: Type,
    undefined_at: Option<u32>,
}

/// The reader's state. Methods that read a construct start at its first token, which is
/// [`Parser::token`], and end with the token after it.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token that is not yet consumed.
    token: Token<'a>,
    /// Offset of `token`.
    start: usize,
    /// Offset after the token consumed last.
    last_end: usize,
    depth: u32,
    /// Bytes that constants may still claim beyond what their text accounts for.
    budget: usize,
    module: Module,
    named_types: FxHashMap<Cow<'a, [u8]>, TypeName>,
    numbered_types: FxHashMap<u32, TypeName>,
    globals: global_names::GlobalNames<'a>,
    comdats: FxHashMap<Cow<'a, [u8]>, (Comdat, Option<u32>)>,
    attrs: attribute::AttributeState,
    metadata: metadata::MetadataState<'a>,
    body: local::Body<'a>,
    asm_ids: FxHashMap<crate::module::InlineAsmData, crate::entities::InlineAsm>,
    /// Address space of `alloca`, from the data layout.
    alloca_space: u32,
    /// Address space of functions, from the data layout.
    code_space: u32,
    /// A comma before an instruction's metadata has been consumed.
    extra_comma: bool,
    /// Operands of the instruction being read.
    operands: Vec<Value>,
    /// Blocks of the instruction being read.
    blocks: Vec<Block>,
    /// Attributes of the arguments of the call being read.
    arg_attrs: Vec<Option<AttrGroup>>,
    /// Elements of the aggregates being read, the innermost last.
    elements: Vec<Const>,
    /// Members of the types being read, the innermost last.
    members: Vec<Type>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut parser = Self {
            lexer: Lexer::new(text),
            token: Token::Eof,
            start: 0,
            last_end: 0,
            depth: 0,
            budget: (64 << 20) + 16 * text.len(),
            module: Module::default(),
            named_types: FxHashMap::default(),
            numbered_types: FxHashMap::default(),
            globals: Default::default(),
            comdats: FxHashMap::default(),
            attrs: Default::default(),
            metadata: Default::default(),
            body: Default::default(),
            asm_ids: FxHashMap::default(),
            alloca_space: 0,
            code_space: 0,
            extra_comma: false,
            operands: Vec::new(),
            blocks: Vec::new(),
            arg_attrs: Vec::new(),
            elements: Vec::new(),
            members: Vec::new(),
        };
        parser.bump();
        parser.last_end = 0;
        parser
    }

    /// Consumes the token.
    #[inline]
    fn bump(&mut self) {
        self.last_end = self.lexer.end();
        self.token = self.lexer.next();
        self.start = self.lexer.start;
    }

    /// Consumes the token if it is `token`.
    #[inline]
    fn eat(&mut self, token: Token<'a>) -> bool {
        let found = self.token == token;
        if found {
            self.bump();
        }
        found
    }

    /// Consumes the token if it is this keyword.
    #[inline]
    fn eat_word(&mut self, word: Keyword) -> bool {
        let found = matches!(self.token, Token::Word(w) if w == word);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes `token`, or says that `what` is expected.
    #[inline]
    fn expect(&mut self, token: Token<'a>, what: &str) -> Result<()> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    /// Consumes the keyword, or says that `what` is expected.
    fn expect_word(&mut self, word: Keyword, what: &str) -> Result<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    /// The text of the token.
    fn token_text(&self) -> &'a [u8] {
        &self.lexer.text()[self.start..self.lexer.end()]
    }

    /// The text of the token, empty if it is not UTF-8.
    fn token_str(&self) -> &'a str {
        std::str::from_utf8(self.token_text()).unwrap_or("")
    }

    /// An error at the token.
    #[cold]
    fn error(&self, message: impl Into<String>) -> Box<ParseError> {
        self.error_range(self.start, self.lexer.end(), message)
    }

    /// An error about what has been consumed since `start`.
    #[cold]
    fn error_at(&self, start: usize, message: impl Into<String>) -> Box<ParseError> {
        self.error_range(start, self.last_end.max(start + 1), message)
    }

    #[cold]
    fn error_range(&self, start: usize, end: usize, message: impl Into<String>) -> Box<ParseError> {
        ParseError::new(self.lexer.text(), start, end, message.into())
    }

    /// An error about the one token that starts at `offset`.
    #[cold]
    fn error_token(&self, offset: u32, message: impl Into<String>) -> Box<ParseError> {
        let start = offset as usize;
        let len = self.source_token(offset).len();
        self.error_range(start, start + len, message)
    }

    /// The text of the token that starts at `offset`.
    #[cold]
    fn source_token(&self, offset: u32) -> &'a [u8] {
        let rest = &self.lexer.text()[offset as usize..];
        let mut lexer = Lexer::new(rest);
        lexer.next();
        &rest[..lexer.end()]
    }

    /// An error that says what is expected at the token and what is there.
    #[cold]
    fn expected(&self, what: &str) -> Box<ParseError> {
        match self.token {
            Token::Invalid(message) => self.error(message),
            Token::Eof => self.error(format!("expected {what}, but the text ends here")),
            _ => {
                let text = self.token_text();
                let shown = String::from_utf8_lossy(&text[..text.len().min(60)]);
                let dots = if text.len() > 60 { "…" } else { "" };
                self.error(format!("expected {what}, found '{shown}{dots}'"))
            }
        }
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            let limit = format!("this is nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(limit));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Accounts for `bytes` of memory that the text does not pay for by its length.
    fn charge(&mut self, bytes: usize) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(self.error("the constants of this module need too much memory")),
        }
    }

    /// An unsigned decimal number.
    fn u64(&mut self, what: &str) -> Result<u64> {
        let Token::Integer(text) = self.token else {
            return Err(self.expected(what));
        };
        let text = std::str::from_utf8(text).unwrap_or("");
        let value = match text.bytes().all(|b| b.is_ascii_digit()) {
            true => text.parse().ok(),
            false => number::hex_u64(text),
        };
        let Some(value) = value else {
            return Err(self.error(format!("{what} must be between 0 and 2^64 - 1")));
        };
        self.bump();
        Ok(value)
    }

    /// An unsigned decimal number of at most 32 bits.
    fn u32(&mut self, what: &str) -> Result<u32> {
        let start = self.start;
        let value = self.u64(what)?;
        u32::try_from(value)
            .map_err(|_| self.error_at(start, format!("{what} must be less than 2^32")))
    }

    /// A string.
    fn string(&mut self, what: &str) -> Result<Text<'a>> {
        let Token::Str(text) = self.token else {
            return Err(self.expected(what));
        };
        self.bump();
        Ok(text)
    }

    /// A string as owned UTF-8, with invalid bytes replaced.
    fn utf8_string(&mut self, what: &str) -> Result<Box<str>> {
        let text = self.string(what)?;
        Ok(String::from_utf8_lossy(&text.bytes()).into())
    }

    /// The pointer type of an address space.
    fn pointer_type(&mut self, address_space: u32) -> Type {
        match address_space {
            0 => TypeTable::PTR,
            n => self.module.types.intern(TypeData::Pointer(n)),
        }
    }

    /// How a type is written, for messages.
    #[cold]
    fn type_name(&self, ty: Type) -> String {
        crate::printer::print_type(&self.module, ty)
    }

    /// The identified struct with a new id.
    fn new_struct(&mut self, name: Option<Box<str>>) -> (StructId, Type) {
        let data = crate::types::StructData { name, body: None };
        let id = self.module.types.structs.push(data);
        (id, self.module.types.intern(TypeData::Named(id)))
    }
}
