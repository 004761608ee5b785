//! The attributes with a keyword: how each is written, where it is allowed, and the order in which
//! LLVM prints them. Those that LLVM 19 does not know come after the known ones of their kind.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::attribute::AttributeKind;

/// The place in the order of printing of what has no row: attributes with strings.
pub(crate) const STRINGS: u16 = u16::MAX;

/// How the rest of an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// The keyword alone.
    Enum,
    /// A type in parentheses.
    Type,
    /// A number in parentheses.
    Int,
    /// `align 8`, `align(8)`, in a group `align=8`.
    Align,
    /// `alignstack(8)`, in a group `alignstack=8`.
    StackAlign,
    /// One or two argument numbers in parentheses.
    AllocSize,
    /// Effects on memory in parentheses.
    Memory,
    /// Nothing, `(sync)` or `(async)`.
    UwTable,
    /// Anything in parentheses.
    Text,
    /// Anything in parentheses, or nothing.
    OptionalText,
}

/// On functions and calls.
pub(crate) const FN: u8 = 1;
/// On parameters and arguments.
pub(crate) const PARAM: u8 = 2;
/// On results.
pub(crate) const RET: u8 = 4;

/// An attribute's properties; its index is its place in the order of printing.
pub(crate) struct Row {
    pub index: u16,
    pub name: Arc<str>,
    pub form: Form,
    pub places: u8,
}

/// The attribute with this keyword, or `None`.
pub(crate) fn lookup(keyword: &str) -> Option<&'static Row> {
    static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
        let rows = TABLE.iter().enumerate();
        rows.map(|(index, (keyword, form, places))| {
            let row = Row {
                index: index as u16,
                name: Arc::from(*keyword),
                form: *form,
                places: *places,
            };
            (*keyword, row)
        })
        .collect()
    });
    ROWS.get(keyword)
}

use Form::*;

/// Keyword, form and places, in the order of printing.
const TABLE: &[(&str, Form, u8)] = &[
    ("allocalign", Enum, PARAM),
    ("allocptr", Enum, PARAM),
    ("alwaysinline", Enum, FN),
    ("builtin", Enum, FN),
    ("cold", Enum, FN),
    ("convergent", Enum, FN),
    ("coro_only_destroy_when_complete", Enum, FN),
    ("dead_on_unwind", Enum, PARAM),
    ("disable_sanitizer_instrumentation", Enum, FN),
    ("fn_ret_thunk_extern", Enum, FN),
    ("hot", Enum, FN),
    ("hybrid_patchable", Enum, FN),
    ("immarg", Enum, PARAM),
    ("inreg", Enum, PARAM | RET),
    ("inlinehint", Enum, FN),
    ("jumptable", Enum, FN),
    ("minsize", Enum, FN),
    ("mustprogress", Enum, FN),
    ("naked", Enum, FN),
    ("nest", Enum, PARAM),
    ("noalias", Enum, PARAM | RET),
    ("nobuiltin", Enum, FN),
    ("nocallback", Enum, FN),
    ("nocapture", Enum, PARAM),
    ("nocf_check", Enum, FN),
    ("noduplicate", Enum, FN),
    ("nofree", Enum, FN | PARAM),
    ("noimplicitfloat", Enum, FN),
    ("noinline", Enum, FN),
    ("nomerge", Enum, FN),
    ("noprofile", Enum, FN),
    ("norecurse", Enum, FN),
    ("noredzone", Enum, FN),
    ("noreturn", Enum, FN),
    ("nosanitize_bounds", Enum, FN),
    ("nosanitize_coverage", Enum, FN),
    ("nosync", Enum, FN),
    ("noundef", Enum, PARAM | RET),
    ("nounwind", Enum, FN),
    ("nonlazybind", Enum, FN),
    ("nonnull", Enum, PARAM | RET),
    ("null_pointer_is_valid", Enum, FN),
    ("optforfuzzing", Enum, FN),
    ("optdebug", Enum, FN),
    ("optsize", Enum, FN),
    ("optnone", Enum, FN),
    ("presplitcoroutine", Enum, FN),
    ("readnone", Enum, PARAM),
    ("readonly", Enum, PARAM),
    ("returned", Enum, PARAM),
    ("returns_twice", Enum, FN),
    ("signext", Enum, PARAM | RET),
    ("safestack", Enum, FN),
    ("sanitize_address", Enum, FN),
    ("sanitize_hwaddress", Enum, FN),
    ("sanitize_memtag", Enum, FN),
    ("sanitize_memory", Enum, FN),
    ("sanitize_numerical_stability", Enum, FN),
    ("sanitize_thread", Enum, FN),
    ("shadowcallstack", Enum, FN),
    ("skipprofile", Enum, FN),
    ("speculatable", Enum, FN),
    ("speculative_load_hardening", Enum, FN),
    ("ssp", Enum, FN),
    ("sspreq", Enum, FN),
    ("sspstrong", Enum, FN),
    ("strictfp", Enum, FN),
    ("swiftasync", Enum, PARAM),
    ("swifterror", Enum, PARAM),
    ("swiftself", Enum, PARAM),
    ("willreturn", Enum, FN),
    ("writable", Enum, PARAM),
    ("writeonly", Enum, PARAM),
    ("zeroext", Enum, PARAM | RET),
    ("nodivergencesource", Enum, FN),
    ("sanitize_type", Enum, FN),
    ("sanitize_realtime", Enum, FN),
    ("sanitize_realtime_blocking", Enum, FN),
    ("sanitize_alloc_token", Enum, FN),
    ("coro_elide_safe", Enum, FN),
    ("noext", Enum, PARAM | RET),
    ("nooutline", Enum, FN),
    ("nocreateundeforpoison", Enum, FN),
    ("no_sanitize_alloc_token", Enum, FN),
    ("flatten", Enum, FN),
    ("noipa", Enum, FN),
    ("dead_on_return", OptionalText, PARAM),
    ("byref", Type, PARAM),
    ("byval", Type, PARAM),
    ("elementtype", Type, PARAM),
    ("inalloca", Type, PARAM),
    ("preallocated", Type, FN | PARAM),
    ("sret", Type, PARAM),
    ("align", Align, PARAM | RET),
    ("allockind", Text, FN),
    ("allocsize", AllocSize, FN),
    ("dereferenceable", Int, PARAM | RET),
    ("dereferenceable_or_null", Int, PARAM | RET),
    ("memory", Memory, FN),
    ("nofpclass", Text, PARAM | RET),
    ("alignstack", StackAlign, FN | PARAM),
    ("uwtable", UwTable, FN),
    ("vscale_range", Text, FN),
    ("range", Text, PARAM | RET),
    ("initializes", Text, PARAM),
    ("captures", Text, PARAM),
    ("denormal_fpenv", Text, FN),
];

/// Place of an attribute in the order of printing.
pub(crate) fn order(attr: &AttributeKind) -> u16 {
    match attr {
        AttributeKind::String(..) => STRINGS,
        attr => lookup(attr.name()).map_or(STRINGS, |row| row.index),
    }
}
