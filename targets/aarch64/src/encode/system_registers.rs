//! Names of system registers.

/// Names of system registers that programs read and write, and their numbers.
const SYSTEM_REGISTERS: &[(&str, i64)] = &[
    ("cntfrq_el0", 0xdf00),
    ("cntpct_el0", 0xdf01),
    ("cntvct_el0", 0xdf02),
    ("ctr_el0", 0xd801),
    ("dczid_el0", 0xd807),
    ("fpcr", 0xda20),
    ("fpsr", 0xda21),
    ("midr_el1", 0xc000),
    ("nzcv", 0xda10),
    ("sp_el0", 0xc208),
    ("sp_el1", 0xe208),
    ("sp_el2", 0xf208),
    ("tpidr2_el0", 0xde85),
    ("tpidr_el0", 0xde82),
    ("tpidr_el1", 0xc684),
    ("tpidr_el2", 0xe682),
    ("tpidr_el3", 0xf682),
    ("tpidrro_el0", 0xde83),
];

/// The number of a system register by its name, or by its five numbers.
pub(crate) fn system_register(text: &str) -> Option<i64> {
    if let Some((_, number)) = SYSTEM_REGISTERS.iter().find(|(name, _)| *name == text) {
        return Some(*number);
    }
    let parts: Vec<&str> = text.strip_prefix('s')?.split('_').collect();
    let [op0, op1, crn, crm, op2] = parts.try_into().ok()?;
    let field = |text: &str, most: i64| text.parse::<i64>().ok().filter(|value| *value <= most);
    let crn = field(crn.strip_prefix('c')?, 15)?;
    let crm = field(crm.strip_prefix('c')?, 15)?;
    Some(field(op0, 3)? << 14 | field(op1, 7)? << 11 | crn << 7 | crm << 3 | field(op2, 7)?)
}
