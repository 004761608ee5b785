//! What a module can request beyond its instructions, and the response of each target: carried out, without effect on
//! code, or refused.
//!
//! **How to flip a row.** When a feature lands, replace the column of its target by `done("FILETEST")`, where FILETEST is the
//! path below `filetests/` of a test that names the request; a test checks that it does. If only some values are done, put a
//! row for these (`Only(&["…"])`) before the row for the others: the first row of a name whose values match is the answer.
//!
//! | file | requests |
//! |---|---|
//! | `attributes` | attributes of functions, calls, parameters, results and variables |
//! | `module_flags` | `!llvm.module.flags` |
//! | `conventions` | calling conventions |
//! | `features` | features of processors that change what code means |
//! | `metadata` | metadata attached to instructions and globals, named metadata |
//! | `constructs` | strategies of garbage collection, dialects of inline assembly, partitions and the like |
//!
//! LLVM 19 defines what a request means: what none of its passes from selection on reads has no effect. A request that
//! only permits something, such as faster arithmetic, has no effect where the permission is not used. What LLVM does
//! not know is ignored, as it is there.
//!
//! [`check`] looks up the requests of a module. Attribute sets and kinds of metadata are shared within a module, so
//! each is looked up once; functions are only traversed if one of them is refused.

mod attributes;
mod check;
mod constructs;
mod conventions;
mod features;
mod metadata;
mod module_flags;

pub use attributes::ATTRIBUTES;
pub use check::{Refusal, check};
pub use constructs::{ASSEMBLY_DIALECTS, COLLECTORS, CONSTRUCTS};
pub use conventions::CONVENTIONS;
pub use features::FEATURES;
pub use metadata::{ATTACHMENTS, NAMED_METADATA};
pub use module_flags::MODULE_FLAGS;

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
    fn has(self, value: &str) -> bool {
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

/// What the tables are written with.
mod words {
    pub(super) use super::Answer::{NoEffect as NONE, Refused as REFUSED};
    pub(super) use super::Values::{Any as ANY, Except, Only};
    use super::{Answer, Places, Row, Values};

    /// On functions that are defined, read before there is machine code.
    pub(super) const FN: Places = Places::FUNCTION;
    /// On functions that are defined, read by machine passes.
    pub(super) const FN_MIR: Places = Places::FUNCTION.union(Places::MACHINE);
    /// On calls.
    pub(super) const CALL: Places = Places::CALL;
    /// On functions that are defined and on calls.
    pub(super) const FN_CALL: Places = Places::FUNCTION.union(Places::CALL);
    /// On parameters, arguments and results.
    pub(super) const ARG: Places = Places::ARGUMENT;
    /// On variables that are defined.
    pub(super) const VAR: Places = Places::VARIABLE;
    /// Once a module.
    pub(super) const MODULE: Places = Places::empty();
    /// Once a module, read by machine passes.
    pub(super) const MODULE_MIR: Places = Places::MACHINE;

    pub(super) const fn done(filetest: &'static str) -> Answer {
        Answer::Done(filetest)
    }

    pub(super) const fn row(
        name: &'static str,
        places: Places,
        values: Values,
        [x86_64, aarch64, cranelift]: [Answer; 3],
    ) -> Row {
        Row {
            name,
            places,
            values,
            x86_64,
            aarch64,
            cranelift,
        }
    }
}
