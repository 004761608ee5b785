//! Checks of the types of called functions (KCFI): the number of a type before a function, and what checks at calls have.
//!
//! ```text
//!            compare with the number before the callee
//!            branch, if they are equal  ──────────────╮
//!   .Ltmp1:  trap      listed in .kcfi_traps, if the  │
//!   .Ltmp0:  call  ◄───────────────────── target says ╯
//! ```

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::Global;
use avarice_mir::Inst;
use object::elf;

use crate::sections::SectionSpec;

/// What says of which type a function is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeIdentifier {
    /// The bytes.
    pub code: Vec<u8>,
    /// Lines of assembly for what comes before the number.
    pub padding: String,
    /// The line with the number; empty if there is none.
    pub line: String,
    /// What is said beside it.
    pub comment: String,
    /// Whether it has a symbol: `__cfi_` and the function's name.
    pub has_symbol: bool,
}

/// What there is about a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeCheck {
    /// Nothing more than its code.
    Plain,
    /// Its trap is listed in `.kcfi_traps`.
    ListedTrap,
}

impl TypeCheck {
    /// How many labels assembly has for it.
    fn num_labels(self) -> u32 {
        match self {
            Self::Plain => 1,
            Self::ListedTrap => 3,
        }
    }
}

/// Names of the labels of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckLabels {
    /// After it.
    pub pass: String,
    /// At its trap.
    pub trap: String,
    /// At its entry in `.kcfi_traps`.
    pub entry: String,
}

/// Numbers of the labels of a module's checks: of each the first.
#[derive(Default)]
pub(crate) struct CheckNumbers(BTreeMap<(usize, Inst), u32>);

impl CheckNumbers {
    /// Gives the check `inst` of function `number` labels, `next` the first; the number after the last.
    pub(crate) fn add(&mut self, number: usize, inst: Inst, check: TypeCheck, next: u32) -> u32 {
        self.0.insert((number, inst), next);
        next + check.num_labels()
    }

    /// The labels of the check `inst` in function `number`.
    pub(crate) fn labels(&self, number: usize, inst: Inst) -> Option<CheckLabels> {
        let first = *self.0.get(&(number, inst))?;
        let [pass, trap, entry] = [0, 1, 2].map(|at| format!(".Ltmp{}", first + at));
        Some(CheckLabels { pass, trap, entry })
    }
}

/// The symbol of the number of the type of the function with the symbol `name`.
pub(crate) fn type_symbol(name: &[u8]) -> Vec<u8> {
    [b"__cfi_", name].concat()
}

/// The section that lists the traps of checks in section `code`, where `function` is.
pub(crate) fn trap_section(code: &SectionSpec, function: Global) -> SectionSpec {
    SectionSpec {
        group: code.group,
        link: Some(function),
        ..SectionSpec::new(
            b".kcfi_traps",
            elf::SHT_PROGBITS,
            elf::SHF_ALLOC | elf::SHF_LINK_ORDER,
        )
    }
}
