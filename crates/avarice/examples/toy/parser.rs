//! Which functions a text has, and what reading their bodies needs.

use avarice::ir::builder::Signature;
use avarice::ir::{Type, TypeTable};

use crate::lexer::{Token, Tokens, tokens};

/// The types, as the IR has them: numbers of 64 bits, truth values, pointers to bytes that end with a zero.
pub const TYPES: [(&str, Type); 3] = [
    ("int", TypeTable::I64),
    ("bool", TypeTable::I1),
    ("str", TypeTable::PTR),
];

/// A function, without a body if it is another language's. Bodies are read when all signatures are known.
pub struct Function {
    pub line: u32,
    pub name: String,
    pub params: Vec<String>,
    pub signature: Signature,
    pub body: Option<Tokens>,
}

/// Reads `text`: its functions, and the statements after them, which is what one types.
pub fn parse(text: &str) -> Result<(Vec<Function>, Tokens), String> {
    let mut parser = Parser::new(tokens(text)?);
    let mut functions = Vec::new();
    while matches!(parser.token(), Token::Symbol("fn" | "extern")) {
        functions.push(parser.function()?);
    }
    Ok((functions, parser.tokens.split_off(parser.at)))
}

/// Tokens, and the place that is read next.
pub struct Parser {
    tokens: Tokens,
    at: usize,
}

impl Parser {
    /// At the first of `tokens`, the last of which is the end.
    pub fn new(tokens: Tokens) -> Self {
        Self { tokens, at: 0 }
    }

    pub fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// The token after the next.
    pub fn second(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    pub fn line(&self) -> u32 {
        self.tokens[self.at].1
    }

    pub fn next(&mut self) -> (Token, u32) {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.token(), Token::Symbol(s) if *s == symbol);
        self.at += usize::from(found);
        found
    }

    pub fn expected<T>(&self, what: &str) -> Result<T, String> {
        let (token, line) = &self.tokens[self.at];
        Err(format!("line {line}: expected {what}, found {token:?}"))
    }

    pub fn need(&mut self, symbol: &str) -> Result<(), String> {
        match self.eat(symbol) {
            true => Ok(()),
            false => self.expected(&format!("'{symbol}'")),
        }
    }

    pub fn name(&mut self) -> Result<String, String> {
        let Token::Name(name) = self.token().clone() else {
            return self.expected("a name");
        };
        self.next();
        Ok(name)
    }

    /// Whether a list goes on after an element: a comma, or `)`, which ends it.
    pub fn goes_on(&mut self) -> Result<bool, String> {
        if self.eat(",") {
            return Ok(true);
        }
        self.need(")").map(|()| false)
    }

    /// `: TYPE`
    fn type_after_colon(&mut self) -> Result<Type, String> {
        self.need(":")?;
        let found = TYPES.iter().find(|(word, _)| self.eat(word));
        found.map_or_else(
            || self.expected("'int', 'bool' or 'str'"),
            |(_, ty)| Ok(*ty),
        )
    }

    fn function(&mut self) -> Result<Function, String> {
        let (first, line) = self.next();
        let name = self.name()?;
        self.need("(")?;
        let (mut params, mut types, mut is_variadic) = (Vec::new(), Vec::new(), false);
        let mut goes_on = !self.eat(")");
        while goes_on {
            is_variadic = self.eat("...");
            if !is_variadic {
                params.push(self.name()?);
                types.push(self.type_after_colon()?);
            }
            goes_on = self.goes_on()?;
        }
        let result = match self.token() {
            Token::Symbol(":") => self.type_after_colon()?,
            _ => TypeTable::VOID,
        };
        let has_body = first == Token::Symbol("fn");
        let body = has_body.then(|| self.braces()).transpose()?;
        let signature = Signature {
            params: types,
            result,
            is_variadic,
        };
        Ok(Function {
            line,
            name,
            params,
            signature,
            body,
        })
    }

    /// The tokens between braces.
    fn braces(&mut self) -> Result<Tokens, String> {
        self.need("{")?;
        let (mut depth, start) = (1, self.at);
        while depth > 0 {
            match self.next().0 {
                Token::Symbol("{") => depth += 1,
                Token::Symbol("}") => depth -= 1,
                Token::End => return self.expected("'}'"),
                _ => {}
            }
        }
        let mut body = self.tokens[start..self.at].to_vec();
        body.last_mut()
            .into_iter()
            .for_each(|last| last.0 = Token::End);
        Ok(body)
    }
}
