//! How far code and data may be from each other: the code model of a module. Which of its globals are large,
//! [`MemoryModel`](crate::MemoryModel) decides.
//!
//! | model | code | data |
//! |---|---|---|
//! | tiny | all within 1 MiB | with the code |
//! | small | all within 2 GiB (AArch64: 4 GiB) | with the code |
//! | kernel | all in the highest 2 GiB | with the code |
//! | medium | as small | small ones as small, large ones anywhere |
//! | large | anywhere | anywhere |

/// A code model. The numbers are those of the module flag `Code Model`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CodeModel {
    /// All within what the shortest addresses reach.
    Tiny,
    /// All within what ordinary addresses reach.
    #[default]
    Small,
    /// As small, at the end of the address space.
    Kernel,
    /// As small but for large data.
    Medium,
    /// No limits.
    Large,
}

impl CodeModel {
    /// All of them, by their numbers.
    pub const ALL: [Self; 5] = [
        Self::Tiny,
        Self::Small,
        Self::Kernel,
        Self::Medium,
        Self::Large,
    ];

    /// The name that options and variables use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Kernel => "kernel",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The model of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The model of this number.
    pub fn by_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|model| *model as u64 == number)
    }
}
