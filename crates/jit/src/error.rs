//! Why objects do not become an image, or an image does not run.

use std::fmt;

/// One sentence: what is wrong, and with which symbol or section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkError {
    message: String,
}

impl LinkError {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string(),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LinkError {}

impl From<object::read::Error> for LinkError {
    fn from(error: object::read::Error) -> Self {
        Self::new(format!("not an object file: {error}"))
    }
}
