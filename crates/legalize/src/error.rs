//! The error of selection for an unsupported construct.

use std::fmt;

use avarice_ir::{Global, Inst};

/// A construct that the target cannot lower (yet). Never a sign of wrong input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is: `instruction atomicrmw nand`, `type x86_fp80`.
    pub construct: String,
    /// Name of the function, without `@`.
    pub function: String,
    /// The function.
    pub global: Global,
    /// The current instruction, `None` where the error is about the signature or the arguments.
    pub inst: Option<Inst>,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unsupported: {} in function `{}`",
            self.construct, self.function
        )
    }
}

impl std::error::Error for Unsupported {}

/// A result of selection. The error is boxed: it is rare, and results are returned everywhere.
pub type Result<T> = std::result::Result<T, Box<Unsupported>>;
