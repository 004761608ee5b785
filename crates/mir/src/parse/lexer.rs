//! Splits the body of a MIR function into tokens. Newlines are tokens: an instruction ends with its line.

use super::error::{Result, Span, fault};

/// That a number has more than 32 or 64 bits.
pub(super) const TOO_LARGE_FOR_32_BITS: &str = "expected 32-bit integer (too large)";
pub(super) const TOO_LARGE_FOR_64_BITS: &str = "expected 64-bit integer (too large)";

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    Eof,
    Newline,
    /// A word: opcode, flag, keyword.
    Word,
    /// `-12`
    Int,
    /// `0x1f`
    Hex,
    /// `1.0e+00`, `0xK…`
    Float,
    /// `"text"`
    Str,
    /// `$eax`
    PhysReg,
    /// `%12`
    VReg(u32),
    /// `%name`
    NamedVReg,
    /// `%bb.3` or `%bb.3.name`
    BlockRef(u32),
    /// `bb.3` or `bb.3.name`
    BlockLabel(u32),
    /// `%stack.3` or `%stack.3.name`
    Stack(u32),
    /// `%fixed-stack.3`
    FixedStack(u32),
    /// `%const.3`
    Const(u32),
    /// `%jump-table.3`
    JumpTable(u32),
    /// `%subreg.sub_32bit`
    SubReg,
    /// `%ir-block.name`
    IrBlock,
    /// `%ir.name`
    IrValue,
    /// A constant in backquotes.
    IrConstant,
    /// `@name`
    Global,
    /// `&name`
    Symbol,
    /// `<mcsymbol name>`
    McSymbol,
    /// `!tbaa` and the like
    MetadataWord,
    /// `!DIExpression(…)` and the like
    MetadataNode,
    /// One of `,=:(){}.+-<>!`
    Punct(u8),
    /// `::`
    ColonColon,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub tok: Tok,
    pub span: Span,
    /// The part of `span` that is the name or text, without prefix and quotes.
    pub name: Span,
}

/// The tokens of `text[at..end]`.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
}

/// Whether words and names may hold `c`.
fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.' | b'$')
}

/// Whether names of registers may hold `c`.
fn is_reg(c: u8) -> bool {
    is_word(c) && c != b'.'
}

/// A prefix, the token that it and a number make, and whether a name may follow.
type Prefix = (&'static [u8], fn(u32) -> Tok, bool);

const PREFIXES: &[Prefix] = &[
    (b"%bb.", Tok::BlockRef, true),
    (b"bb.", Tok::BlockLabel, true),
    (b"%stack.", Tok::Stack, true),
    (b"%fixed-stack.", Tok::FixedStack, false),
    (b"%const.", Tok::Const, false),
    (b"%jump-table.", Tok::JumpTable, false),
];

impl<'t> Lexer<'t> {
    pub fn new(text: &'t [u8], range: Span) -> Self {
        Self {
            text,
            at: range.start,
            end: range.end,
        }
    }

    fn peek(&self, offset: usize) -> u8 {
        let at = self.at + offset;
        if at < self.end { self.text[at] } else { 0 }
    }

    fn starts_with(&self, prefix: &[u8]) -> bool {
        self.text[self.at..self.end].starts_with(prefix)
    }

    /// Length of the run of bytes that satisfy `test`, from `offset`.
    fn run(&self, offset: usize, test: impl Fn(u8) -> bool) -> usize {
        let rest = self.text[self.at..self.end].get(offset..).unwrap_or(&[]);
        rest.iter().take_while(|c| test(**c)).count()
    }

    fn skip(&mut self) -> Result<()> {
        loop {
            while self.at < self.end && matches!(self.peek(0), b' ' | b'\t' | b'\r') {
                self.at += 1;
            }
            if self.peek(0) == b';' {
                self.at += self.run(0, |c| c != b'\n');
            } else if self.starts_with(b"/*") {
                let rest = &self.text[self.at..self.end];
                let Some(len) = rest.windows(2).position(|w| w == b"*/") else {
                    return fault(self.at..self.at + 2, "this comment has no end");
                };
                self.at += len + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self, tok: Tok, len: usize, name: Span) -> Result<Token> {
        let start = self.at;
        self.at += len;
        Ok(Token {
            tok,
            span: start..self.at,
            name: start + name.start..start + name.end,
        })
    }

    fn simple(&mut self, tok: Tok, len: usize) -> Result<Token> {
        self.token(tok, len, 0..len)
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Token> {
        self.skip()?;
        if self.at >= self.end {
            return self.simple(Tok::Eof, 0);
        }
        if let Some(token) = self.numbered()? {
            return Ok(token);
        }
        let c = self.peek(0);
        match c {
            b'\n' => self.simple(Tok::Newline, 1),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let len = self.run(0, is_word);
                self.simple(Tok::Word, len)
            }
            b'%' => self.percent(),
            b'$' => {
                let len = 1 + self.run(1, is_reg);
                self.token(Tok::PhysReg, len, 1..len)
            }
            b'@' => self.named(Tok::Global, 1),
            b'&' => self.named(Tok::Symbol, 1),
            b'`' => {
                let len = self.run(1, |c| c != b'`' && c != b'\n');
                if self.peek(1 + len) != b'`' {
                    return fault(self.at..self.at + 1, "this constant has no closing '`'");
                }
                self.token(Tok::IrConstant, len + 2, 1..len + 1)
            }
            b'"' => self.named(Tok::Str, 0),
            b'<' if self.starts_with(b"<mcsymbol ") => {
                let prefix = b"<mcsymbol ".len();
                let mut token = self.named(Tok::McSymbol, prefix)?;
                if self.peek(0) != b'>' {
                    return fault(
                        token.span,
                        "expected the '<mcsymbol …' to be closed by a '>'",
                    );
                }
                self.at += 1;
                token.span.end += 1;
                Ok(token)
            }
            b'!' if is_word(self.peek(1)) && !self.peek(1).is_ascii_digit() => {
                let len = 1 + self.run(1, is_word);
                if self.peek(len) == b'(' {
                    return self.metadata_node(len);
                }
                self.token(Tok::MetadataWord, len, 1..len)
            }
            b':' if self.peek(1) == b':' => self.simple(Tok::ColonColon, 2),
            b'0'..=b'9' => self.number(0),
            b'-' if self.peek(1).is_ascii_digit() => self.number(1),
            b',' | b'=' | b':' | b'(' | b')' | b'{' | b'}' | b'.' | b'+' | b'-' | b'<' | b'>'
            | b'!' => self.simple(Tok::Punct(c), 1),
            _ => self.unexpected(),
        }
    }

    fn unexpected<T>(&self) -> Result<T> {
        let rest = &self.text[self.at..self.end];
        let (text, len) = match rest.utf8_chunks().next() {
            Some(chunk) => match chunk.valid().chars().next() {
                Some(first) => (first, first.len_utf8()),
                None => (char::REPLACEMENT_CHARACTER, 1),
            },
            None => (char::REPLACEMENT_CHARACTER, 1),
        };
        fault(
            self.at..self.at + len,
            format!("unexpected character '{text}'"),
        )
    }

    /// Tokens that are a prefix and a number, with a name after it where that is allowed.
    fn numbered(&mut self) -> Result<Option<Token>> {
        let Some((prefix, make, named)) = PREFIXES.iter().find(|(p, ..)| self.starts_with(p))
        else {
            return Ok(None);
        };
        let digits = self.run(prefix.len(), |c| c.is_ascii_digit());
        let mut len = prefix.len() + digits;
        let text = &self.text[self.at + prefix.len()..self.at + len];
        let number = std::str::from_utf8(text).ok().and_then(|t| t.parse().ok());
        let Some(number) = number else {
            if digits > 0 {
                return fault(self.at..self.at + len, TOO_LARGE_FOR_32_BITS);
            }
            let what = String::from_utf8_lossy(prefix);
            let at = self.at + len;
            return fault(at..at + 1, format!("expected a number after '{what}'"));
        };
        let mut name = len..len;
        if *named && self.peek(len) == b'.' {
            let run = self.run(len + 1, is_word);
            name = len + 1..len + 1 + run;
            len = name.end;
        }
        self.token(make(number), len, name).map(Some)
    }

    fn percent(&mut self) -> Result<Token> {
        if self.starts_with(b"%ir-block.") {
            return self.named(Tok::IrBlock, b"%ir-block.".len());
        }
        if self.starts_with(b"%ir.") {
            return self.named(Tok::IrValue, b"%ir.".len());
        }
        if self.starts_with(b"%subreg.") {
            return self.named(Tok::SubReg, b"%subreg.".len());
        }
        let digits = self.run(1, |c| c.is_ascii_digit());
        if digits > 0 {
            let text = std::str::from_utf8(&self.text[self.at + 1..self.at + 1 + digits]);
            // Register numbers have 31 bits.
            let number: Option<u32> = text.ok().and_then(|t| t.parse().ok());
            let Some(number) = number.filter(|n| *n < 1 << 31) else {
                return fault(
                    self.at..self.at + 1 + digits,
                    "this register number is too large",
                );
            };
            return self.token(Tok::VReg(number), 1 + digits, 1..1 + digits);
        }
        let len = 1 + self.run(1, is_reg);
        if len == 1 {
            return fault(self.at..self.at + 1, "expected a register after '%'");
        }
        self.token(Tok::NamedVReg, len, 1..len)
    }

    /// A name after `prefix` bytes: plain or in quotes.
    fn named(&mut self, tok: Tok, prefix: usize) -> Result<Token> {
        if self.peek(prefix) == b'"' {
            let len = self.run(prefix + 1, |c| c != b'"' && c != b'\n');
            if self.peek(prefix + 1 + len) != b'"' {
                let end = self.at + prefix + 1 + len;
                return fault(
                    end..end,
                    "end of machine instruction reached before the closing '\"'",
                );
            }
            return self.token(tok, prefix + len + 2, prefix + 1..prefix + 1 + len);
        }
        let len = prefix + self.run(prefix, is_word);
        self.token(tok, len, prefix..len)
    }

    /// A node whose opening parenthesis is at `open`, up to the closing one in the same line.
    fn metadata_node(&mut self, open: usize) -> Result<Token> {
        let mut depth = 0;
        let mut quoted = false;
        for len in open.. {
            match self.peek(len) {
                b'"' => quoted = !quoted,
                0 | b'\n' => break,
                _ if quoted => {}
                b'(' => depth += 1,
                b')' if depth == 1 => return self.simple(Tok::MetadataNode, len + 1),
                b')' => depth -= 1,
                _ => {}
            }
        }
        fault(
            self.at..self.at + open + 1,
            "this metadata node has no closing ')'",
        )
    }

    fn number(&mut self, sign: usize) -> Result<Token> {
        if self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X') {
            let kind = usize::from(matches!(self.peek(2), b'H' | b'K' | b'L' | b'M' | b'R'));
            let digits = self.run(2 + kind, |c| c.is_ascii_hexdigit());
            let tok = if kind == 1 { Tok::Float } else { Tok::Hex };
            return self.simple(tok, 2 + kind + digits);
        }
        let mut len = sign + self.run(sign, |c| c.is_ascii_digit());
        if self.peek(len) != b'.' {
            return self.simple(Tok::Int, len);
        }
        len += 1;
        len += self.run(len, |c| c.is_ascii_digit());
        if matches!(self.peek(len), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(len + 1), b'+' | b'-'));
            let digits = self.run(len + 1 + sign, |c| c.is_ascii_digit());
            if digits > 0 {
                len += 1 + sign + digits;
            }
        }
        self.simple(Tok::Float, len)
    }
}

/// The bytes of a name, with `\XX` and `\\` resolved.
pub(super) fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let digit = |i: usize| raw.get(i).and_then(|c| char::from(*c).to_digit(16));
        match (raw[at], raw.get(at + 1), digit(at + 1), digit(at + 2)) {
            (b'\\', Some(b'\\'), ..) => {
                out.push(b'\\');
                at += 2;
            }
            (b'\\', _, Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (c, ..) => {
                out.push(c);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Vec<(Tok, String)> {
        let mut lexer = Lexer::new(text.as_bytes(), 0..text.len());
        let mut out = Vec::new();
        loop {
            let token = lexer.next().expect("valid");
            if token.tok == Tok::Eof {
                return out;
            }
            out.push((token.tok, text[token.name].to_owned()));
        }
    }

    #[test]
    fn instruction_tokens() {
        let tokens =
            lex("%0.sub_8bit:gr8, $eax = ADD_x %bb.1.entry, @\"a b\" + 4, -7, <mcsymbol .L1> ; c");
        let kinds: Vec<Tok> = tokens.iter().map(|(tok, _)| *tok).collect();
        use Tok::*;
        assert_eq!(
            kinds,
            [
                VReg(0),
                Punct(b'.'),
                Word,
                Punct(b':'),
                Word,
                Punct(b','),
                PhysReg,
                Punct(b'='),
                Word,
                BlockRef(1),
                Punct(b','),
                Global,
                Punct(b'+'),
                Int,
                Punct(b','),
                Int,
                Punct(b','),
                McSymbol,
            ]
        );
        assert_eq!(tokens[9].1, "entry");
        assert_eq!(tokens[11].1, "a b");
        assert_eq!(tokens[17].1, ".L1");
        assert_eq!(unescape(b"a\\5Cb\\\\"), b"a\\b\\");
    }

    #[test]
    fn numbers_and_comments() {
        let tokens = lex("0x1F 1.5e+00 0xK00 /* note */ 12 :: !tbaa !3\nbb.2.x:");
        let kinds: Vec<Tok> = tokens.iter().map(|(tok, _)| *tok).collect();
        use Tok::*;
        assert_eq!(
            kinds,
            [
                Hex,
                Float,
                Float,
                Int,
                ColonColon,
                MetadataWord,
                Punct(b'!'),
                Int,
                Newline,
                BlockLabel(2),
                Punct(b':'),
            ]
        );
    }
}
