//! A log as a stream of lines: of any length, with `\n` or `\r\n`, and always valid text.

use std::fmt;
use std::io::{BufRead, Read};

/// The longest line that is read, in bytes. An instruction or interval of a log is far below it.
const MAX_LINE: u64 = 256 << 20;

/// How files begin that are no text but often mistaken for the log that is packed in them.
const PACKED: [(&[u8], &str); 4] = [
    (b"\x1f\x8b", "gzip"),
    (b"\xfd7zXZ", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
];

/// A log cannot be read. Its `Display` begins with the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// The log's name.
    pub log: String,
    /// Line and column, from 1, if it is about a place.
    pub place: Option<(u64, usize)>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => {
                write!(f, "{}:{line}:{column}: {}", self.log, self.message)
            }
            None => write!(f, "{}: {}", self.log, self.message),
        }
    }
}

/// Reads lines and counts them.
pub(crate) struct Lines<R> {
    input: R,
    log: String,
    number: u64,
    buffer: Vec<u8>,
    is_cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, which errors name `log`.
    pub fn new(input: R, log: &str) -> Self {
        Self {
            input,
            log: log.to_owned(),
            number: 0,
            buffer: Vec::new(),
            is_cut: false,
        }
    }

    /// The number of the last line that was read, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the last line has no end: the log was cut off in it.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// An error about the log as a whole.
    pub fn error(&self, message: impl fmt::Display) -> LogError {
        LogError {
            log: self.log.clone(),
            place: None,
            message: message.to_string(),
        }
    }

    /// Reads the next line, which [`Lines::line`] then is. False at the end.
    ///
    /// # Errors
    /// The input cannot be read, or is no text.
    pub fn advance(&mut self) -> Result<bool, LogError> {
        self.buffer.clear();
        let read = Read::take(&mut self.input, MAX_LINE)
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| self.error(format_args!("cannot be read: {error}")))?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if read as u64 == MAX_LINE {
            return Err(self.at(0, "not a log: this line has no end"));
        } else {
            self.is_cut = true;
        }
        if self.buffer.last() == Some(&b'\r') {
            self.buffer.pop();
        }
        let packed = PACKED
            .iter()
            .find(|(magic, _)| self.buffer.starts_with(magic));
        if let Some((_, name)) = packed.filter(|_| self.number == 1) {
            let message = format!("not text: it is packed with {name}; unpack it first");
            return Err(self.at(0, &message));
        }
        match self.buffer.iter().position(|byte| *byte == 0) {
            Some(at) => Err(self.at(at, "not text: a byte 0x00")),
            None => Ok(true),
        }
    }

    /// The line that was read last, without its end.
    pub fn line(&self) -> &[u8] {
        &self.buffer
    }

    fn at(&self, offset: usize, message: &str) -> LogError {
        LogError {
            log: self.log.clone(),
            place: Some((self.number, offset + 1)),
            message: message.to_owned(),
        }
    }
}
