//! What is wrong with a table, and where.

use std::fmt;

/// An error in a `.tab` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file, as it was given.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// `registers.tab:12:9: unknown register …`
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            column,
            message,
        } = self;
        write!(f, "{path}:{line}:{column}: {message}")
    }
}

impl std::error::Error for Error {}

/// A `.tab` file.
#[derive(Clone, Debug)]
pub struct Source {
    /// How errors name it.
    pub path: String,
    /// What it contains.
    pub text: String,
}
