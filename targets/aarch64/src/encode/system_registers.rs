//! Names of system registers.

use Use::{Extension, ReadOnly, ReadWrite};

/// What a system register is for, as far as its name in assembly depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Programs read and write it.
    ReadWrite,
    /// There is a name only where it is read.
    ReadOnly,
    /// Only processors with an extension know its name.
    Extension,
}

/// Names of system registers that programs read and write, and their numbers.
const SYSTEM_REGISTERS: &[(&str, i64, Use)] = &[
    ("cntfrq_el0", 0xdf00, ReadWrite),
    ("cntpct_el0", 0xdf01, ReadOnly),
    ("cntvct_el0", 0xdf02, ReadOnly),
    ("ctr_el0", 0xd801, ReadOnly),
    ("dczid_el0", 0xd807, ReadOnly),
    ("fpcr", 0xda20, ReadWrite),
    ("fpsr", 0xda21, ReadWrite),
    ("midr_el1", 0xc000, ReadOnly),
    ("nzcv", 0xda10, ReadWrite),
    ("sp_el0", 0xc208, ReadWrite),
    ("sp_el1", 0xe208, ReadWrite),
    ("sp_el2", 0xf208, ReadWrite),
    ("tpidr2_el0", 0xde85, Extension),
    ("tpidr_el0", 0xde82, ReadWrite),
    ("tpidr_el1", 0xc684, ReadWrite),
    ("tpidr_el2", 0xe682, ReadWrite),
    ("tpidr_el3", 0xf682, ReadWrite),
    ("tpidrro_el0", 0xde83, ReadWrite),
];

/// The number of a system register by its name, or by its five numbers.
pub(crate) fn system_register(text: &str) -> Option<i64> {
    if let Some((_, number, _)) = SYSTEM_REGISTERS.iter().find(|row| row.0 == text) {
        return Some(*number);
    }
    let parts: Vec<&str> = text.strip_prefix('s')?.split('_').collect();
    let [op0, op1, crn, crm, op2] = parts.try_into().ok()?;
    let field = |text: &str, most: i64| text.parse::<i64>().ok().filter(|value| *value <= most);
    let crn = field(crn.strip_prefix('c')?, 15)?;
    let crm = field(crm.strip_prefix('c')?, 15)?;
    Some(field(op0, 3)? << 14 | field(op1, 7)? << 11 | crn << 7 | crm << 3 | field(op2, 7)?)
}

/// The name of a system register for an assembler that knows no extensions; `None` if it has only numbers there.
pub(crate) fn system_register_name(number: i64, is_written: bool) -> Option<String> {
    let (name, _, role) = SYSTEM_REGISTERS.iter().find(|row| row.1 == number)?;
    let is_named = *role == ReadWrite || *role == ReadOnly && !is_written;
    is_named.then(|| name.to_ascii_uppercase())
}
