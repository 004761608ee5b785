//! The number of the type of a function, before its label.

/// What says of which type a function is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeIdentifier {
    /// The bytes.
    pub code: Vec<u8>,
    /// The same as lines of assembly.
    pub text: String,
    /// Whether it has a symbol: `__cfi_` and the function's name.
    pub has_symbol: bool,
}
