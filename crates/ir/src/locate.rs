//! Finds the place in the text that a verifier error is about.
//!
//! Instructions keep no positions: a correct module never needs them. On an error the text is read
//! again, as tokens only, and the instructions of the function are counted. An instruction starts
//!
//! - at `%name =` directly in a body, or else
//! - at `tail` and the like, or at an opcode that no `(` follows: that would be a constant expression.

use cranelift_entity::EntityRef;

use crate::entities::{Global, Inst};
use crate::error::ParseError;
use crate::lexer::{Lexer, Token};
use crate::module::Module;
use crate::parser::keyword::Keyword;
use crate::verifier::VerifyError;

/// The error with its position in `text`, from which `module` was read; `None` if it is about the module
/// as a whole or its subject is not found.
///
/// An instruction that a pass has made is where the one stands that it replaces.
pub fn locate(text: &[u8], module: &Module, error: &VerifyError) -> Option<ParseError> {
    let id = error.global?;
    let (start, end) = match error.inst {
        Some(inst) => {
            let number = number_in_function(module, id, inst)?;
            find_instruction(text, module, id, number).or_else(|| find_global(text, module, id))?
        }
        None => find_global(text, module, id)?,
    };
    Some(*ParseError::new(text, start, end, error.message.clone()))
}

/// How many instructions precede `inst` in the text of its function: they are numbered as they are
/// read.
fn number_in_function(module: &Module, id: Global, inst: Inst) -> Option<usize> {
    Some(module.globals[id].body()?.origin(inst).index())
}

/// The name of a global where it is defined or declared.
fn find_global(text: &[u8], module: &Module, id: Global) -> Option<(usize, usize)> {
    let mut scan = Scan::new(text);
    // Of several (all but one are errors of their own) the first is as good as any.
    while let Some(name) = scan.next_global() {
        if scan.is_named(module, id, name) {
            return Some((scan.name.0, scan.name.1));
        }
        if scan.in_function {
            scan.skip_body()?;
        }
    }
    None
}

fn find_instruction(
    text: &[u8],
    module: &Module,
    id: Global,
    number: usize,
) -> Option<(usize, usize)> {
    let mut scan = Scan::new(text);
    while let Some(name) = scan.next_global() {
        if !scan.in_function {
            continue;
        }
        if !scan.is_named(module, id, name) {
            scan.skip_body()?;
            continue;
        }
        scan.enter_body()?;
        for _ in 0..number {
            scan.next_instruction()?;
        }
        let start = scan.next_instruction()?;
        return Some((start, last_token_of_line(text, start)));
    }
    None
}

/// The end of the last token that starts on the line of `start`, for what to underline.
fn last_token_of_line(text: &[u8], start: usize) -> usize {
    let length = text[start..].iter().position(|c| *c == b'\n');
    let line_end = length.map_or(text.len(), |length| start + length);
    let mut lexer = Lexer::new(&text[start..line_end]);
    let mut end = start;
    while !matches!(lexer.next(), Token::Eof | Token::Invalid(_)) {
        end = start + lexer.end();
    }
    end
}

/// A walk over the tokens of a module.
struct Scan<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// Open brackets around the token.
    depth: u32,
    /// The global found last is a function with a body, which comes next.
    in_function: bool,
    /// Functions with a body so far.
    bodies: usize,
    /// Where the name of the global found last is.
    name: (usize, usize),
    /// An opcode was an instruction's; the word after `atomicrmw` is none.
    after_rmw: bool,
}

impl<'a> Scan<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut scan = Self {
            lexer: Lexer::new(text),
            token: Token::Eof,
            depth: 0,
            in_function: false,
            bodies: 0,
            name: (0, 0),
            after_rmw: false,
        };
        scan.advance();
        scan
    }

    /// Goes to the next token; `None` at the end of the text.
    fn advance(&mut self) -> Option<()> {
        match self.token {
            Token::LParen | Token::LSquare | Token::LBrace => self.depth += 1,
            _ => {}
        }
        self.token = self.lexer.next();
        match self.token {
            Token::RParen | Token::RSquare | Token::RBrace => {
                self.depth = self.depth.saturating_sub(1);
            }
            Token::Eof | Token::Invalid(_) => return None,
            _ => {}
        }
        Some(())
    }

    fn at_end(&self) -> bool {
        matches!(self.token, Token::Eof | Token::Invalid(_))
    }

    /// The name token of the next global that is defined or declared.
    fn next_global(&mut self) -> Option<Token<'a>> {
        self.in_function = false;
        while !self.at_end() {
            let token = self.token;
            let is_function = match token {
                Token::Word(Keyword::Define) => Some(true),
                Token::Word(Keyword::Declare) => Some(false),
                _ => None,
            };
            if let (Some(has_body), 0) = (is_function, self.depth) {
                while self.depth > 0 || !is_global(self.token) {
                    self.advance()?;
                }
                self.in_function = has_body;
                self.bodies += usize::from(has_body);
                return Some(self.take_name());
            }
            if self.depth == 0 && is_global(token) {
                let name = self.take_name();
                if self.token == Token::Equal {
                    return Some(name);
                }
                continue;
            }
            self.advance()?;
        }
        None
    }

    fn take_name(&mut self) -> Token<'a> {
        self.name = (self.lexer.start, self.lexer.end());
        let name = self.token;
        self.advance();
        name
    }

    /// Whether the global found last is `id`: by its name, and a function without name by its place
    /// among the functions with a body.
    fn is_named(&self, module: &Module, id: Global, name: Token<'a>) -> bool {
        let data = &module.globals[id];
        match name {
            Token::Global(text) => *text.bytes() == *data.name && !data.name.is_empty(),
            _ => {
                let mut bodies = module.globals.iter().filter(|(_, g)| g.body().is_some());
                data.name.is_empty()
                    && self.in_function
                    && bodies.nth(self.bodies - 1).map(|(other, _)| other) == Some(id)
            }
        }
    }

    /// Goes to the first token of the body.
    fn enter_body(&mut self) -> Option<()> {
        // Attributes and `prefix` data may have brackets; the body's brace follows a line's other
        // tokens, and only there does a brace open that no type or constant starts with.
        while self.depth > 0 || self.token != Token::LBrace || !self.opens_body() {
            self.advance()?;
        }
        self.advance()
    }

    /// Whether the brace at the position opens a body: a label, `%name =` or an opcode follows it,
    /// while in a type or constant a type does.
    fn opens_body(&self) -> bool {
        let mut ahead = self.lexer.clone();
        match ahead.next() {
            Token::Label(_) | Token::LabelNumber(_) | Token::Hash => true,
            Token::Local(_) | Token::LocalNumber(_) => ahead.next() == Token::Equal,
            Token::Word(word) => is_opcode(word) || is_tail(word),
            _ => false,
        }
    }

    /// Skips the body.
    fn skip_body(&mut self) -> Option<()> {
        self.enter_body()?;
        while self.depth > 0 {
            self.advance()?;
        }
        self.advance()
    }

    /// The start of the next instruction of the body, `None` at its end.
    fn next_instruction(&mut self) -> Option<usize> {
        let mut start = None;
        while self.depth > 0 && !self.at_end() {
            let (token, at, directly) = (self.token, self.lexer.start, self.depth == 1);
            self.advance();
            if !directly {
                continue;
            }
            match token {
                Token::Local(_) | Token::LocalNumber(_) if self.token == Token::Equal => {
                    start = Some(at);
                }
                Token::Word(Keyword::Volatile) => {}
                Token::Word(_) if std::mem::take(&mut self.after_rmw) => {}
                Token::Word(word) if is_tail(word) => start = start.or(Some(at)),
                Token::Word(word) if is_opcode(word) => {
                    while matches!(self.token, Token::Word(flag) if is_flag(flag)) {
                        self.advance();
                    }
                    if self.token != Token::LParen {
                        self.after_rmw = word == Keyword::AtomicRmw;
                        return Some(start.unwrap_or(at));
                    }
                }
                _ => {}
            }
        }
        None
    }
}

fn is_global(token: Token<'_>) -> bool {
    matches!(token, Token::Global(_) | Token::GlobalNumber(_))
}

fn is_tail(word: Keyword) -> bool {
    matches!(word, Keyword::Tail | Keyword::Musttail | Keyword::Notail)
}

/// Words between the opcode of a constant expression and its parenthesis.
fn is_flag(word: Keyword) -> bool {
    use Keyword::*;
    matches!(
        word,
        Nuw | Nsw | Nusw | Exact | Inbounds | Inrange | Nneg | Disjoint
    )
}

fn is_conversion(word: Keyword) -> bool {
    use Keyword::*;
    matches!(
        word,
        Trunc
            | ZExt
            | SExt
            | FpTrunc
            | FpExt
            | UiToFp
            | SiToFp
            | FpToUi
            | FpToSi
            | IntToPtr
            | PtrToInt
            | PtrToAddr
            | BitCast
            | AddrSpaceCast
    )
}

fn is_opcode(word: Keyword) -> bool {
    use Keyword::*;
    let is_other = matches!(
        word,
        FNeg | Add
            | FAdd
            | Sub
            | FSub
            | Mul
            | FMul
            | UDiv
            | SDiv
            | FDiv
            | URem
            | SRem
            | FRem
            | Shl
            | LShr
            | AShr
            | And
            | Or
            | Xor
            | ICmp
            | FCmp
            | Phi
            | Call
            | Select
            | VaArg
            | LandingPad
            | Ret
            | Br
            | Switch
            | IndirectBr
            | Invoke
            | Resume
            | Unreachable
            | CleanupRet
            | CatchSwitch
            | CatchRet
            | CatchPad
            | CleanupPad
            | CallBr
            | Alloca
            | Load
            | Store
            | Fence
            | CmpXchg
            | AtomicRmw
            | GetElementPtr
            | ExtractElement
            | InsertElement
            | ShuffleVector
            | ExtractValue
            | InsertValue
            | Freeze
    );
    is_other || is_conversion(word)
}
