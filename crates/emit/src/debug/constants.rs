//! Names of DWARF constants, as metadata writes them.

use gimli::{DwAte, DwLang, DwOp, DwTag};

/// The number below `limit` with the name `text`, or what `text` says as a number.
fn named(text: &str, limit: u16, name: impl Fn(u16) -> Option<&'static str>) -> Option<u16> {
    let number = || text.parse().ok();
    (0..limit).find(|n| name(*n) == Some(text)).or_else(number)
}

/// `DW_TAG_…`
pub(super) fn tag(text: &str) -> Option<DwTag> {
    named(text, 0x4c, |n| DwTag(n).static_string()).map(DwTag)
}

/// `DW_LANG_…`
pub(super) fn language(text: &str) -> Option<DwLang> {
    named(text, 0x40, |n| DwLang(n).static_string()).map(DwLang)
}

/// `DW_ATE_…`
pub(super) fn encoding(text: &str) -> Option<DwAte> {
    let found = named(text, 0x100, |n| DwAte(n as u8).static_string())?;
    u8::try_from(found).ok().map(DwAte)
}

/// `DW_OP_…`
pub(super) fn operation(text: &str) -> Option<DwOp> {
    let found = named(text, 0x100, |n| DwOp(n as u8).static_string())?;
    u8::try_from(found).ok().map(DwOp)
}
