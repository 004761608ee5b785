//! The forms of the lists that `va_start` makes.

/// Where the registers of a kind are in the area that `va_start` saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedRegisters {
    /// Bytes from the beginning of the list to the offset of the next register.
    pub offset_at: u64,
    /// The offset when no register is left.
    pub end: u64,
    /// Bytes of a register in the area.
    pub size: u64,
}

/// What `va_start` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentList {
    /// Offsets into one save area, of integer and of floating-point registers.
    Offsets([SavedRegisters; 2]),
    /// Ends of the areas of integer and of floating-point registers, and distances to them.
    Ends,
}

impl ArgumentList {
    /// Bytes from the beginning of the list to the address of the next argument on the stack.
    pub(crate) fn stack_at(self) -> u64 {
        match self {
            Self::Offsets(_) => 8,
            Self::Ends => 0,
        }
    }
}
