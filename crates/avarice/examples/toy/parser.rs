//! Words and grammar.
//!
//! ```text
//! item  ::= fn NAME ( NAME : TYPE, … ) [: TYPE] { stmt* }  |  extern NAME ( NAME : TYPE, … [...] ) [: TYPE]
//! stmt  ::= var NAME = expr  |  NAME = expr  |  if expr { stmt* } [else …]  |  while expr { stmt* }
//!         | return [expr]  |  expr
//! expr  ::= the operators of C from || to unary, calls f(x), bytes of strings s[i], numbers, "strings", true, false
//! TYPE  ::= int | bool | str
//! ```

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// 64 bits.
    Int,
    Bool,
    /// A pointer to bytes that end with a zero, as in C.
    Str,
    /// None: the result of what returns nothing.
    Void,
}

/// An expression with its line.
pub struct Expr {
    pub line: u32,
    pub kind: ExprKind,
}

pub enum ExprKind {
    Int(i64),
    Bool(bool),
    Str(String),
    Name(String),
    Call(String, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// A statement with its line.
pub struct Stmt {
    pub line: u32,
    pub kind: StmtKind,
}

pub enum StmtKind {
    Var(String, Expr),
    Assign(String, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Return(Option<Expr>),
    Expr(Expr),
}

/// What a caller must know of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub params: Vec<Type>,
    pub result: Type,
    pub variadic: bool,
}

/// A function, without a body if it is another language's.
pub struct Function {
    pub line: u32,
    pub name: String,
    pub params: Vec<String>,
    pub signature: Signature,
    pub body: Option<Vec<Stmt>>,
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Int(i64),
    Str(String),
    Name(String),
    Symbol(&'static str),
    End,
}

const SYMBOLS: &[&str] = &[
    "...", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "{", "}", "[", "]", ",", ":",
    "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!",
];

/// Binary operators, from those that bind least.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

fn tokens(text: &str) -> Result<Vec<(Token, u32)>, String> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let word =
            |rest: &str, part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
        let len = if first == '\n' {
            line += 1;
            1
        } else if first.is_whitespace() {
            first.len_utf8()
        } else if first == '#' {
            word(rest, |c| c != '\n')
        } else if first.is_ascii_digit() {
            let len = word(rest, |c| c.is_ascii_digit());
            let value = rest[..len].parse();
            let value = value.map_err(|_| format!("line {line}: this number is too large"))?;
            tokens.push((Token::Int(value), line));
            len
        } else if first.is_alphabetic() || first == '_' {
            let len = word(rest, |c| c.is_alphanumeric() || c == '_');
            tokens.push((Token::Name(rest[..len].to_owned()), line));
            len
        } else if first == '"' {
            let (text, len) =
                string(rest).ok_or(format!("line {line}: this string does not end"))?;
            tokens.push((Token::Str(text), line));
            len
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.ok_or(format!("line {line}: what is '{first}'?"))?;
            tokens.push((Token::Symbol(symbol), line));
            symbol.len()
        };
        rest = &rest[len..];
    }
    tokens.push((Token::End, line));
    Ok(tokens)
}

/// The text of the string at the start of `rest`, and its length with quotes.
fn string(rest: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    loop {
        match chars.next()? {
            (at, '"') => return Some((text, at + 1)),
            (_, '\\') => text.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            (_, other) => text.push(other),
        }
    }
}

/// What an input consists of.
pub struct Program {
    pub functions: Vec<Function>,
    /// Statements outside of functions: what one types.
    pub stmts: Vec<Stmt>,
}

/// Reads `text`.
pub fn parse(text: &str) -> Result<Program, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, at: 0 };
    let (mut functions, mut stmts) = (Vec::new(), Vec::new());
    while *parser.token() != Token::End {
        if parser.at_word("fn") || parser.at_word("extern") {
            functions.push(parser.function()?);
        } else {
            stmts.push(parser.stmt()?);
        }
    }
    Ok(Program { functions, stmts })
}

struct Parser {
    tokens: Vec<(Token, u32)>,
    at: usize,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn line(&self) -> u32 {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.token().clone();
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.token(), Token::Symbol(s) if *s == symbol);
        if found {
            self.next();
        }
        found
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Name(name) if name == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.next();
        }
        found
    }

    fn expected<T>(&self, what: &str) -> Result<T, String> {
        let (token, line) = &self.tokens[self.at];
        Err(format!("line {line}: expected {what}, found {token:?}"))
    }

    fn need(&mut self, symbol: &str) -> Result<(), String> {
        match self.eat(symbol) {
            true => Ok(()),
            false => self.expected(&format!("'{symbol}'")),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        match self.token() {
            Token::Name(name) => {
                let name = name.clone();
                self.next();
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    /// `: TYPE`, or nothing.
    fn result_type(&mut self) -> Result<Type, String> {
        if !self.eat(":") {
            return Ok(Type::Void);
        }
        for (word, ty) in [("int", Type::Int), ("bool", Type::Bool), ("str", Type::Str)] {
            if self.eat_word(word) {
                return Ok(ty);
            }
        }
        self.expected("'int', 'bool' or 'str'")
    }

    fn function(&mut self) -> Result<Function, String> {
        let line = self.line();
        let has_body = self.at_word("fn");
        self.next();
        let name = self.name()?;
        self.need("(")?;
        let (mut params, mut types, mut variadic) = (Vec::new(), Vec::new(), false);
        while !self.eat(")") {
            if self.eat("...") {
                variadic = true;
            } else {
                params.push(self.name()?);
                match self.result_type()? {
                    Type::Void => return self.expected("':' and the type of the parameter"),
                    ty => types.push(ty),
                }
            }
            if !self.eat(",") {
                self.need(")")?;
                break;
            }
        }
        let result = self.result_type()?;
        let body = has_body.then(|| self.block()).transpose()?;
        let signature = Signature {
            params: types,
            result,
            variadic,
        };
        Ok(Function {
            line,
            name,
            params,
            signature,
            body,
        })
    }

    fn block(&mut self) -> Result<Vec<Stmt>, String> {
        self.need("{")?;
        let mut stmts = Vec::new();
        while !self.eat("}") {
            stmts.push(self.stmt()?);
        }
        Ok(stmts)
    }

    fn stmt(&mut self) -> Result<Stmt, String> {
        let line = self.line();
        let kind = self.stmt_kind()?;
        Ok(Stmt { line, kind })
    }

    fn stmt_kind(&mut self) -> Result<StmtKind, String> {
        if self.eat_word("var") {
            let name = self.name()?;
            self.need("=")?;
            return Ok(StmtKind::Var(name, self.expr(0)?));
        }
        if self.eat_word("while") {
            return Ok(StmtKind::While(self.expr(0)?, self.block()?));
        }
        if self.eat_word("if") {
            let (condition, then) = (self.expr(0)?, self.block()?);
            let otherwise = match self.eat_word("else") {
                false => Vec::new(),
                true if self.at_word("if") => vec![self.stmt()?],
                true => self.block()?,
            };
            return Ok(StmtKind::If(condition, then, otherwise));
        }
        if self.eat_word("return") {
            let ends = matches!(self.token(), Token::Symbol("}") | Token::End);
            let value = (!ends).then(|| self.expr(0)).transpose()?;
            return Ok(StmtKind::Return(value));
        }
        let next = self.tokens.get(self.at + 1).map(|(token, _)| token);
        if let (Token::Name(name), Some(Token::Symbol("="))) = (self.token().clone(), next) {
            self.at += 2;
            return Ok(StmtKind::Assign(name, self.expr(0)?));
        }
        Ok(StmtKind::Expr(self.expr(0)?))
    }

    fn expr(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.expr(level + 1)?;
        loop {
            let line = self.line();
            let Some(op) = operators.iter().find(|op| self.eat(op)) else {
                return Ok(left);
            };
            let right = self.expr(level + 1)?;
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = Expr { line, kind };
        }
    }

    fn unary(&mut self) -> Result<Expr, String> {
        let line = self.line();
        for op in ["-", "!"] {
            if self.eat(op) {
                let kind = ExprKind::Unary(op, Box::new(self.unary()?));
                return Ok(Expr { line, kind });
            }
        }
        let mut value = self.primary()?;
        while self.eat("[") {
            let kind = ExprKind::Index(Box::new(value), Box::new(self.expr(0)?));
            self.need("]")?;
            value = Expr { line, kind };
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let line = self.line();
        if self.eat("(") {
            let value = self.expr(0)?;
            self.need(")")?;
            return Ok(value);
        }
        let kind = match self.token().clone() {
            Token::Int(value) => ExprKind::Int(value),
            Token::Str(text) => ExprKind::Str(text),
            Token::Name(name) if name == "true" || name == "false" => {
                ExprKind::Bool(name == "true")
            }
            Token::Name(name) => ExprKind::Name(name),
            _ => return self.expected("a value"),
        };
        self.next();
        if let ExprKind::Name(name) = &kind
            && self.eat("(")
        {
            let mut args = Vec::new();
            while !self.eat(")") {
                args.push(self.expr(0)?);
                if !self.eat(",") {
                    self.need(")")?;
                    break;
                }
            }
            let kind = ExprKind::Call(name.clone(), args);
            return Ok(Expr { line, kind });
        }
        Ok(Expr { line, kind })
    }
}
