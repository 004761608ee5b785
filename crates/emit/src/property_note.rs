//! `.note.gnu.property`: features that all code of an object supports, for the linker and the loader.
//!
//! ```text
//!   4  bytes of the name          ┐
//!   n  bytes of the properties    │ the head of every note
//!   5  NT_GNU_PROPERTY_TYPE_0     │
//!   "GNU\0"                       ┘
//!   kind │ bytes │ content, padded to 8
//! ```

/// How properties are padded in assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotePadding {
    /// By a word of zero.
    Zeros,
    /// By an alignment.
    Alignment,
}

/// What a module says about its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyNote {
    /// What the assembler calls 4 bytes of data.
    pub word: &'static str,
    /// How assembly pads properties.
    pub padding: NotePadding,
    /// The properties, as (`pr_type`, content in words of 4 bytes).
    pub properties: Vec<(u32, Vec<u32>)>,
}
