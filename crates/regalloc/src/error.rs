//! What allocation can refuse.

use std::fmt;

use avarice_machine::pass::MachineUnit;

/// There is no register for a value that cannot be spilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRegisters {
    /// The function.
    pub function: String,
    /// The register class.
    pub class: &'static str,
    /// Whether inline assembly asks for it.
    pub inline_asm: bool,
}

impl fmt::Display for OutOfRegisters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.inline_asm {
            "inline assembly requires more registers than available"
        } else {
            "ran out of registers during register allocation"
        };
        write!(
            f,
            "{what} (class {}, function {})",
            self.class, self.function
        )
    }
}

impl std::error::Error for OutOfRegisters {}

/// Allocation may spill any register: all classes in use must have spill code.
///
/// # Errors
/// A class in use that has none.
pub fn require_slot_access(unit: &MachineUnit<'_>) -> Result<(), String> {
    let function = &unit.function;
    let mut used = function
        .vregs
        .keys()
        .filter(|reg| !function.is_unused(*reg));
    let Some(reg) = used.find(|reg| !unit.target.has_slot_access(function.class(*reg))) else {
        return Ok(());
    };
    let class = function.target.class(function.class(reg)).mir_name;
    Err(unit.with_name(format!(
        "unsupported: allocation of registers of class {class}, which have no spill code"
    )))
}
