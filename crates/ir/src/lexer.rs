//! Splits `.ll` text into tokens. Works on bytes; a token borrows from the text and never allocates.
//!
//! The surprising rules: a word directly followed by `:` is a label (also in `line: 4` of a debug
//! node), names may hold `-`, `$` and `.` besides letters, keywords may not, and a quoted name holds
//! any byte, some written as `\` and two hexadecimal digits.

use std::borrow::Cow;

use crate::parser::keyword::Keyword;

/// Text of a name or string, still with its escapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Text<'a> {
    /// What is written between the quotes, or the plain name.
    pub raw: &'a [u8],
    /// Whether `raw` has a backslash.
    pub escaped: bool,
}

impl<'a> Text<'a> {
    /// The bytes that the text stands for.
    pub fn bytes(self) -> Cow<'a, [u8]> {
        if self.escaped {
            Cow::Owned(unescape(self.raw))
        } else {
            Cow::Borrowed(self.raw)
        }
    }
}

/// Replaces `\xx` by the byte with that code and `\\` by one backslash; other backslashes stay.
pub(crate) fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let digit = |i: usize| raw.get(i).and_then(|b| char::from(*b).to_digit(16));
        match (raw[at], raw.get(at + 1), digit(at + 1), digit(at + 2)) {
            (b'\\', Some(b'\\'), _, _) => {
                out.push(b'\\');
                at += 2;
            }
            (b'\\', _, Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// A token. Its text is `start..end` of the lexer that gave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// The text is over.
    Eof,
    /// `=`
    Equal,
    /// `,`
    Comma,
    /// `*`
    Star,
    /// `[`
    LSquare,
    /// `]`
    RSquare,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `!`, not before a name.
    Exclaim,
    /// `|`
    Bar,
    /// `:`
    Colon,
    /// `#`, not before a number.
    Hash,
    /// `...`
    DotDotDot,
    /// A word; [`Keyword::Unknown`] if it is not one of ours.
    Word(Keyword),
    /// `i32`: the number of bits, saturated.
    IntType(u32),
    /// `name:` or `"name":`
    Label(Text<'a>),
    /// `7:`
    LabelNumber(u32),
    /// `%name`
    Local(Text<'a>),
    /// `%7`
    LocalNumber(u32),
    /// `@name`
    Global(Text<'a>),
    /// `@7`
    GlobalNumber(u32),
    /// `$name`
    Comdat(Text<'a>),
    /// `#7`
    AttrGroup(u32),
    /// `^7`
    Summary(u32),
    /// `!name`
    Metadata(Text<'a>),
    /// `"text"`
    Str(Text<'a>),
    /// A decimal integer with its sign, or `u0x…`, `s0x…`.
    Integer(&'a [u8]),
    /// A decimal floating-point number.
    Float(&'a [u8]),
    /// `0x…`, with `K`, `L`, `M`, `H` or `R` after the `x` for some types.
    Hex(&'a [u8]),
    /// Not a token; the message says why.
    Invalid(&'static str),
}

const WORD: u8 = 1; // letters, digits, `_`: in keywords
const NAME: u8 = 2; // and `-`, `$`, `.`: in names and labels
const DIGIT: u8 = 4;
const SPACE: u8 = 8;

/// Classes of all bytes.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => WORD | NAME | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => WORD | NAME,
            b'-' | b'$' | b'.' => NAME,
            b' ' | b'\t' | b'\n' | b'\r' | 0 => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    table
};

const NUL_IN_NAME: &str = "a name must not contain a NUL byte";
const UNTERMINATED: &str = "this string has no closing quote";
const BIG_NUMBER: &str = "this number is too large";

/// The tokens of a text, one at a time.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    /// Offset of the token that [`Lexer::next`] gave last.
    pub start: usize,
    /// No label that starts before this offset ends with a `:`; keeps the search for it linear.
    no_label_before: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            pos: 0,
            start: 0,
            no_label_before: 0,
        }
    }

    /// The whole text.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Offset after the token given last.
    pub fn end(&self) -> usize {
        self.pos
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Whether the byte `ahead` of the position is of `class`.
    #[inline]
    fn is(&self, ahead: usize, class: u8) -> bool {
        self.text
            .get(self.pos + ahead)
            .is_some_and(|b| CLASS[usize::from(*b)] & class != 0)
    }

    #[inline]
    fn skip(&mut self, class: u8) {
        while self.is(0, class) {
            self.pos += 1;
        }
    }

    /// The next token.
    #[inline]
    pub fn next(&mut self) -> Token<'a> {
        loop {
            self.skip(SPACE);
            if self.peek(0) != b';' {
                break;
            }
            let rest = &self.text[self.pos..];
            let line = rest.iter().position(|b| *b == b'\n');
            self.pos += line.unwrap_or(rest.len());
        }
        self.start = self.pos;
        let Some(&byte) = self.text.get(self.pos) else {
            return Token::Eof;
        };
        self.pos += 1;
        match byte {
            b'%' => self.sigil(
                Token::Local,
                Token::LocalNumber,
                "'%' needs a name or a number",
            ),
            b',' => Token::Comma,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' | b'-' => self.number(),
            b'=' => Token::Equal,
            b'(' => Token::LParen,
            b')' => Token::RParen,
            b'[' => Token::LSquare,
            b']' => Token::RSquare,
            b'{' => Token::LBrace,
            b'}' => Token::RBrace,
            b'<' => Token::Less,
            b'>' => Token::Greater,
            b'*' => Token::Star,
            b'|' => Token::Bar,
            b':' => Token::Colon,
            _ => self.rare(byte),
        }
    }

    /// Tokens that start with `byte` and are not hot.
    fn rare(&mut self, byte: u8) -> Token<'a> {
        const GLOBAL: &str = "'@' needs a name or a number";
        match byte {
            b'!' => self.metadata_name(),
            b'@' => self.sigil(Token::Global, Token::GlobalNumber, GLOBAL),
            b'#' if self.is(0, DIGIT) => self.id(Token::AttrGroup),
            b'#' => Token::Hash,
            b'^' if self.is(0, DIGIT) => self.id(Token::Summary),
            b'^' => Token::Invalid("'^' needs a number"),
            b'"' => match self.quoted() {
                Some(text) if self.peek(0) == b':' => {
                    self.pos += 1;
                    name_token(text, Token::Label)
                }
                Some(text) => Token::Str(text),
                None => Token::Invalid(UNTERMINATED),
            },
            b'$' => match self.label_tail() {
                Some(label) => label,
                None if self.peek(0) == b'"' || self.is(0, NAME) => {
                    self.sigil(Token::Comdat, Token::LabelNumber, "'$' needs a name")
                }
                None => Token::Invalid("'$' needs a name"),
            },
            b'.' if self.peek(0) == b'.' && self.peek(1) == b'.' => {
                self.pos += 2;
                Token::DotDotDot
            }
            b'.' => self
                .label_tail()
                .unwrap_or(Token::Invalid("nothing in a module starts with '.' here")),
            b'+' if self.is(0, DIGIT) => {
                self.skip(DIGIT);
                if self.peek(0) == b'.' {
                    self.fraction()
                } else {
                    Token::Invalid("an integer has no '+' sign")
                }
            }
            _ => {
                // One whole character, so that the message underlines what the user sees.
                while self.peek(0) & 0xc0 == 0x80 {
                    self.pos += 1;
                }
                Token::Invalid("this character has no meaning here")
            }
        }
    }

    /// After `%`, `@` or `$`: a quoted name, a plain one, or a number.
    #[inline]
    fn sigil(
        &mut self,
        name: fn(Text<'a>) -> Token<'a>,
        number: fn(u32) -> Token<'a>,
        message: &'static str,
    ) -> Token<'a> {
        if self.is(0, DIGIT) {
            return self.id(number);
        }
        if self.is(0, NAME) {
            let start = self.pos;
            self.skip(NAME);
            return name(Text {
                raw: &self.text[start..self.pos],
                escaped: false,
            });
        }
        if self.peek(0) == b'"' {
            self.pos += 1;
            return match self.quoted() {
                Some(text) => name_token(text, name),
                None => Token::Invalid(UNTERMINATED),
            };
        }
        Token::Invalid(message)
    }

    /// A decimal number of at most 32 bits.
    #[inline]
    fn id(&mut self, token: fn(u32) -> Token<'a>) -> Token<'a> {
        let mut value = 0u64;
        while self.is(0, DIGIT) {
            let digit = u64::from(self.peek(0) - b'0');
            value = (value * 10 + digit).min(u64::from(u32::MAX));
            self.pos += 1;
        }
        // The largest number is never valid: 2^32 - 1 names would not fit in memory anyway.
        if value >= u64::from(u32::MAX) {
            return Token::Invalid(BIG_NUMBER);
        }
        token(value as u32)
    }

    /// After an opening quote: the text up to the closing one, or `None` if there is none.
    fn quoted(&mut self) -> Option<Text<'a>> {
        let rest = &self.text[self.pos..];
        let len = rest.iter().position(|b| *b == b'"')?;
        self.pos += len + 1;
        let raw = &rest[..len];
        Some(Text {
            raw,
            escaped: raw.contains(&b'\\'),
        })
    }

    fn metadata_name(&mut self) -> Token<'a> {
        let start = self.pos;
        if !self.is(0, NAME) && self.peek(0) != b'\\' || self.is(0, DIGIT) {
            return Token::Exclaim;
        }
        while self.is(0, NAME) || self.peek(0) == b'\\' {
            self.pos += 1;
        }
        let raw = &self.text[start..self.pos];
        Token::Metadata(Text {
            raw,
            escaped: raw.contains(&b'\\'),
        })
    }

    /// The rest of a label whose first byte is read, or `None` (and nothing read) if no `:` follows.
    fn label_tail(&mut self) -> Option<Token<'a>> {
        if self.pos < self.no_label_before {
            return None;
        }
        let mut end = self.pos;
        while end < self.text.len() && CLASS[usize::from(self.text[end])] & NAME != 0 {
            end += 1;
        }
        if self.text.get(end) != Some(&b':') {
            self.no_label_before = end;
            return None;
        }
        self.pos = end + 1;
        Some(Token::Label(Text {
            raw: &self.text[self.start..end],
            escaped: false,
        }))
    }

    fn word(&mut self) -> Token<'a> {
        self.skip(WORD);
        if (self.peek(0) == b':' || self.is(0, NAME))
            && let Some(label) = self.label_tail()
        {
            return label;
        }
        let word = &self.text[self.start..self.pos];
        match word {
            [b'i', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                let bits = digits.iter().try_fold(0u32, |n, d| {
                    n.checked_mul(10)?.checked_add(u32::from(d - b'0'))
                });
                Token::IntType(bits.unwrap_or(u32::MAX))
            }
            [b's' | b'u', b'0', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                Token::Integer(word)
            }
            _ => Token::Word(Keyword::lookup(word)),
        }
    }

    /// A number, or a label that starts like one.
    fn number(&mut self) -> Token<'a> {
        let negative = self.text[self.start] == b'-';
        if negative && !self.is(0, DIGIT) {
            return self
                .label_tail()
                .unwrap_or(Token::Invalid("'-' needs a number"));
        }
        self.skip(DIGIT);
        let digits_end = self.pos;
        let hex = self.text[self.start..self.pos] == *b"0" && self.peek(0) == b'x';
        if self.peek(0) == b':' && !negative {
            self.pos = self.start;
            let token = self.id(Token::LabelNumber);
            self.pos = digits_end + 1;
            return token;
        }
        if (self.peek(0) == b':' || self.is(0, NAME))
            && let Some(label) = self.label_tail()
        {
            return label;
        }
        if hex {
            self.pos += 1;
            self.skip(WORD);
            return Token::Hex(&self.text[self.start..self.pos]);
        }
        if self.peek(0) == b'.' {
            return self.fraction();
        }
        Token::Integer(&self.text[self.start..self.pos])
    }

    /// From the `.` of a decimal floating-point number.
    fn fraction(&mut self) -> Token<'a> {
        self.pos += 1;
        self.skip(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.is(1 + sign, DIGIT) {
                self.pos += 2 + sign;
                self.skip(DIGIT);
            }
        }
        Token::Float(&self.text[self.start..self.pos])
    }
}

/// `token` of a quoted name, which must not hold a NUL byte.
fn name_token<'a>(text: Text<'a>, token: fn(Text<'a>) -> Token<'a>) -> Token<'a> {
    if text.bytes().contains(&0) {
        Token::Invalid(NUL_IN_NAME)
    } else {
        token(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut all = Vec::new();
        loop {
            match lexer.next() {
                Token::Eof => return all,
                token => all.push(token),
            }
        }
    }

    fn text(raw: &str) -> Text<'_> {
        Text {
            raw: raw.as_bytes(),
            escaped: raw.contains('\\'),
        }
    }

    #[test]
    fn names_numbers_and_labels() {
        let got =
            tokens("%a.b-c$ %7 @\"q \\22\" for.body: 12: \"x y\": -1: ; comment\n!5 !tbaa #3 #dbg");
        let expected = [
            Token::Local(text("a.b-c$")),
            Token::LocalNumber(7),
            Token::Global(text("q \\22")),
            Token::Label(text("for.body")),
            Token::LabelNumber(12),
            Token::Label(text("x y")),
            Token::Label(text("-1")),
            Token::Exclaim,
            Token::Integer(b"5"),
            Token::Metadata(text("tbaa")),
            Token::AttrGroup(3),
            Token::Hash,
            Token::Word(Keyword::Unknown),
        ];
        assert_eq!(got, expected);
    }

    #[test]
    fn numbers() {
        let got = tokens("-12 1. +2.5e-3 1.0e 0xK3FFF u0xFF s0x1 i64 4x");
        let expected = [
            Token::Integer(b"-12"),
            Token::Float(b"1."),
            Token::Float(b"+2.5e-3"),
            Token::Float(b"1.0"),
            Token::Word(Keyword::Unknown),
            Token::Hex(b"0xK3FFF"),
            Token::Integer(b"u0xFF"),
            Token::Integer(b"s0x1"),
            Token::IntType(64),
            Token::Integer(b"4"),
            Token::Word(Keyword::X),
        ];
        assert_eq!(got, expected);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(b"a\\22\\\\b\\zz\\4"), b"a\"\\b\\zz\\4");
    }

    #[test]
    fn what_is_not_a_token() {
        for bad in [
            "\"abc",
            "%",
            "@ ",
            "^x",
            "+5",
            "\u{e9}",
            "%\"a\\00\"",
            "%4294967295",
            "$",
        ] {
            assert!(matches!(tokens(bad)[0], Token::Invalid(_)), "{bad}");
        }
    }
}
