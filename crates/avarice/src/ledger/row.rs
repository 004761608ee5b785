//! What a row of the ledger says: a request, and the answer of each code generator.

/// What is done about a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is carried out, as this file below `filetests/` shows.
    Done(&'static str),
    /// It has no effect on code.
    NoEffect,
    /// It is refused where it stands.
    Refused,
}

/// The values of a request that a row is about: the text between the quotes or parentheses, empty without such, and
/// numbers in decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// All.
    Any,
    /// These.
    Only(&'static [&'static str]),
    /// All but these.
    Except(&'static [&'static str]),
}

impl Values {
    /// Whether `value` is one of them.
    pub(super) fn has(self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Only(values) => values.contains(&value),
            Self::Except(values) => !values.contains(&value),
        }
    }
}

bitflags::bitflags! {
    /// Where a request is read.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Places: u8 {
        /// On functions that are defined.
        const FUNCTION = 1 << 0;
        /// On calls, and on the functions that they name.
        const CALL = 1 << 1;
        /// On parameters, arguments and results.
        const ARGUMENT = 1 << 2;
        /// On variables that are defined.
        const VARIABLE = 1 << 3;
        /// By passes on machine code or later, so that it counts for `.mir` files too.
        const MACHINE = 1 << 4;
    }
}

/// The code generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// Avarice for x86-64.
    X86_64,
    /// Avarice for AArch64.
    AArch64,
    /// Cranelift, for any target.
    Cranelift,
}

/// A request and the answers to it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// LLVM's name.
    pub name: &'static str,
    /// Where it is read.
    pub places: Places,
    /// The values that the row is about.
    pub values: Values,
    /// For x86-64.
    pub x86_64: Answer,
    /// For AArch64.
    pub aarch64: Answer,
    /// For `--backend=cranelift`.
    pub cranelift: Answer,
}

impl Row {
    /// The answer for `machine`.
    pub fn answer(&self, machine: Machine) -> Answer {
        match machine {
            Machine::X86_64 => self.x86_64,
            Machine::AArch64 => self.aarch64,
            Machine::Cranelift => self.cranelift,
        }
    }
}

/// The row of `rows`, which are sorted by name, for `name` with `value`.
pub fn find<'r>(rows: &'r [Row], name: &str, value: &str) -> Option<&'r Row> {
    let first = rows.partition_point(|row| row.name < name);
    let named = rows[first..].iter().take_while(|row| row.name == name);
    named.into_iter().find(|row| row.values.has(value))
}
