//! Errors of emission.

use std::fmt;

/// Why a function or a module could not be emitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmitError {
    /// The function, variable or other place concerned, without `@`; empty for the module.
    pub place: String,
    /// The construct that is not supported, and why if that is not plain.
    pub construct: String,
    /// Which assembly it is about, if it is about one.
    pub assembly: Option<AssemblyText>,
}

/// Handwritten assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssemblyText {
    /// In a function, with this text.
    Inline(Box<str>),
    /// Beside the functions, in this line of all of it, from 1 on.
    Line(usize),
}

impl EmitError {
    /// `construct` cannot be emitted; the place is filled in by [`EmitError::at`].
    pub fn unsupported(construct: impl Into<String>) -> Self {
        Self {
            place: String::new(),
            construct: construct.into(),
            assembly: None,
        }
    }

    /// The same error about line `line` of the assembly beside the functions, unless that is known.
    #[must_use]
    pub fn at_assembly_line(mut self, line: usize) -> Self {
        self.assembly.get_or_insert(AssemblyText::Line(line));
        self
    }

    /// The same error about assembly in a function.
    #[must_use]
    pub fn in_assembly(mut self, text: &str) -> Self {
        self.assembly
            .get_or_insert_with(|| AssemblyText::Inline(text.into()));
        self
    }

    /// The same error with its place, unless it has one already.
    #[must_use]
    pub fn at(mut self, place: &[u8]) -> Self {
        if self.place.is_empty() {
            self.place = String::from_utf8_lossy(place).into_owned();
        }
        self
    }
}

/// `unsupported at emission: inline assembly in function 'f'`
impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unsupported at emission: {}", self.construct)?;
        if !self.place.is_empty() {
            write!(f, " in '{}'", self.place)?;
        }
        Ok(())
    }
}

impl std::error::Error for EmitError {}
