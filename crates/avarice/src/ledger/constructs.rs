//! Requests of functions and variables that have a syntax of their own.

use super::row::{Answer, Row};
use super::words::*;

const NOWHERE: [Answer; 3] = [NONE, NONE, NONE];
const NOT_DONE: [Answer; 3] = [REFUSED, REFUSED, REFUSED];

/// Strategies of garbage collection (`gc "…"`), by name.
#[rustfmt::skip]
pub const COLLECTORS: &[Row] = &[
    // They take effect through intrinsics, which are refused by themselves.
    row("coreclr", FN, ANY, NOWHERE),
    row("erlang", FN, ANY, NOT_DONE),
    row("ocaml", FN, ANY, NOT_DONE),
    row("shadow-stack", FN, ANY, NOT_DONE),
    row("statepoint-example", FN, ANY, NOWHERE),
];

/// Dialects of inline assembly.
#[rustfmt::skip]
pub const ASSEMBLY_DIALECTS: &[Row] = &[
    row("att", CALL, ANY, [done("x86_64/select/inline_assembly.ll"), done("aarch64/lower/inline_asm.ll"), REFUSED]),
    row("intel", CALL, ANY, [REFUSED, done("aarch64/attributes.ll"), REFUSED]),
];

/// Other words of functions and variables.
#[rustfmt::skip]
pub const CONSTRUCTS: &[Row] = &[
    row("code_model", VAR, Only(&["small", "tiny"]), NOWHERE),
    row("code_model", VAR, ANY, [done("x86_64/emit/code_model_sections.ll"), NONE, REFUSED]),
    row("partition", FN_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    // llc takes it for Android alone.
    row("sanitize_memtag", VAR, ANY, NOT_DONE),
];
