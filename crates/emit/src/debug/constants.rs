//! Names of DWARF constants, as metadata writes them.

use avarice_ir::DebugInfo;
use gimli::{DwAte, DwCc, DwLang, DwOp, DwTag, constants as dw};

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

/// The version of DWARF that a module asks for, of those that can be written.
pub(super) fn dwarf_version(view: DebugInfo<'_>) -> u16 {
    view.flag("Dwarf Version").map_or(4, |v| v.clamp(4, 5)) as u16
}

/// `DW_CC_…`
pub(super) fn calling_convention(text: &str) -> Option<DwCc> {
    let found = named(text, 0x100, |n| DwCc(n as u8).static_string())?;
    u8::try_from(found).ok().map(DwCc)
}

/// Whether a language is C, in which functions may have no prototypes.
pub(super) fn is_c(language: DwLang) -> bool {
    const C17: DwLang = DwLang(0x2c);
    matches!(
        language,
        dw::DW_LANG_C
            | dw::DW_LANG_C89
            | dw::DW_LANG_C99
            | dw::DW_LANG_C11
            | dw::DW_LANG_ObjC
            | C17
    )
}

/// Whether a language counts elements of arrays with signed numbers.
pub(super) fn indexes_are_signed(language: DwLang) -> bool {
    matches!(
        language,
        dw::DW_LANG_Fortran77
            | dw::DW_LANG_Fortran90
            | dw::DW_LANG_Fortran95
            | dw::DW_LANG_Fortran03
            | dw::DW_LANG_Fortran08
    )
}

/// The index of the first element of arrays that a version of DWARF takes for granted in a language.
pub(super) fn default_lower_bound(language: DwLang, version: u16) -> Option<i64> {
    let since = match language {
        dw::DW_LANG_C | dw::DW_LANG_C89 | dw::DW_LANG_C_plus_plus => (2, 0),
        dw::DW_LANG_Fortran77 | dw::DW_LANG_Fortran90 => (2, 1),
        dw::DW_LANG_C99 | dw::DW_LANG_ObjC | dw::DW_LANG_ObjC_plus_plus => (3, 0),
        dw::DW_LANG_Fortran95 => (3, 1),
        dw::DW_LANG_D | dw::DW_LANG_Java | dw::DW_LANG_Python | dw::DW_LANG_UPC => (4, 0),
        dw::DW_LANG_Ada83
        | dw::DW_LANG_Ada95
        | dw::DW_LANG_Cobol74
        | dw::DW_LANG_Cobol85
        | dw::DW_LANG_Modula2
        | dw::DW_LANG_Pascal83
        | dw::DW_LANG_PLI => (4, 1),
        dw::DW_LANG_BLISS
        | dw::DW_LANG_C11
        | dw::DW_LANG_C_plus_plus_03
        | dw::DW_LANG_C_plus_plus_11
        | dw::DW_LANG_C_plus_plus_14
        | dw::DW_LANG_Dylan
        | dw::DW_LANG_Go
        | dw::DW_LANG_Haskell
        | dw::DW_LANG_OCaml
        | dw::DW_LANG_OpenCL
        | dw::DW_LANG_RenderScript
        | dw::DW_LANG_Rust
        | dw::DW_LANG_Swift => (5, 0),
        dw::DW_LANG_Fortran03 | dw::DW_LANG_Fortran08 | dw::DW_LANG_Julia | dw::DW_LANG_Modula3 => {
            (5, 1)
        }
        _ => return None,
    };
    (version >= since.0).then_some(since.1)
}
