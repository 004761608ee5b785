//! The error of the MIR reader.

use std::fmt;

/// Why a text is not a MIR file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte in its line, from 1, in characters.
    pub column: u32,
    /// Offset of the first byte in the text.
    pub offset: usize,
    /// Number of bytes that the message is about; 0 at the end of the text.
    pub len: usize,
    /// One sentence without a full stop: what is wrong, or what was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A range of bytes in the file.
pub(super) type Span = std::ops::Range<usize>;

/// An error before its line is known; boxed because results are many and errors rare.
#[derive(Debug)]
pub(super) struct Fault {
    pub span: Span,
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, Box<Fault>>;

/// An error about `span`.
pub(super) fn fault<T>(span: Span, message: impl Into<String>) -> Result<T> {
    let message = message.into();
    Err(Box::new(Fault { span, message }))
}

impl Fault {
    /// With line and column in `text`.
    pub fn locate(self, text: &[u8]) -> ParseError {
        let offset = self.span.start.min(text.len());
        let before = &text[..offset];
        let line_start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&text[line_start..offset])
            .chars()
            .count();
        let line = before.iter().filter(|b| **b == b'\n').count();
        ParseError {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
            offset,
            len: self.span.end.clamp(offset, text.len()) - offset,
            message: self.message,
        }
    }
}
