//! The error of the `.ll` reader: one sentence and the place in the text that it refers to.

use std::fmt;

/// Why a text is not a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte in its line, from 1, in characters.
    pub column: u32,
    /// Offset of the first byte in the text.
    pub offset: usize,
    /// Number of bytes that the message is about; at least 1 unless the text ends there.
    pub len: usize,
    /// One sentence without a full stop: what is wrong, or what was expected.
    pub message: String,
}

impl ParseError {
    /// An error about `text[start..end]`.
    pub(crate) fn new(text: &[u8], start: usize, end: usize, message: String) -> Box<Self> {
        let offset = start.min(text.len());
        let before = &text[..offset];
        let line_start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&text[line_start..offset])
            .chars()
            .count();
        Box::new(Self {
            line: line_of(text, offset),
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
            offset,
            len: end.clamp(offset, text.len()) - offset,
            message,
        })
    }
}

/// The line, from 1, of the byte at `offset`.
pub(crate) fn line_of(text: &[u8], offset: usize) -> u32 {
    let newlines = text[..offset.min(text.len())]
        .iter()
        .filter(|b| **b == b'\n')
        .count();
    u32::try_from(newlines + 1).unwrap_or(u32::MAX)
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}
