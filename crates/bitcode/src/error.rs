//! Why bytes are not a module that can be read.

use std::fmt;

/// An error with the place in the file that it refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitcodeError {
    /// Offset of the first bit that the message is about, from the start of the file.
    pub bit: u64,
    /// One sentence without a full stop.
    pub message: String,
}

impl fmt::Display for BitcodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "byte {:#x}, bit {}: {}",
            self.bit / 8,
            self.bit % 8,
            self.message
        )
    }
}

impl std::error::Error for BitcodeError {}

/// What reading gives.
pub(crate) type Result<T> = std::result::Result<T, Box<BitcodeError>>;
