//! Metadata that code or sections depend on.

use super::row::{Answer, Row};
use super::words::*;

const NOWHERE: [Answer; 3] = [NONE, NONE, NONE];
const NOT_DONE: [Answer; 3] = [REFUSED, REFUSED, REFUSED];

/// Kinds of metadata that are attached to instructions and globals, as far as passes from selection on read them.
#[rustfmt::skip]
pub const ATTACHMENTS: &[Row] = &[
    row("absolute_symbol", VAR, ANY, NOT_DONE),
    // Names of remarks.
    row("annotation", FN_CALL, ANY, NOWHERE),
    row("associated", VAR, ANY, [done("x86_64/emit/chosen_sections.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/chosen_sections.ll")]),
    row("callees", CALL, ANY, NOWHERE),
    row("dbg", FN_CALL, ANY, [done("x86_64/debug/lines.ll"), done("aarch64/lines.ll"), NONE]),
    row("exclude", VAR, ANY, [done("x86_64/emit/chosen_sections.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/chosen_sections.ll")]),
    row("func_sanitize", FN_MIR, ANY, [done("x86_64/emit/cet/func_sanitize.ll"), done("x86_64/emit/cet/func_sanitize.ll"), REFUSED]),
    // Of Windows.
    row("heapallocsite", CALL, ANY, NOWHERE),
    row("invariant.load", CALL, ANY, NOWHERE),
    row("kcfi_type", FN_MIR, ANY, [done("x86_64/emit/cet/kcfi.ll"), done("aarch64/emit/protection/kcfi.ll"), REFUSED]),
    row("llvm.loop", CALL, ANY, NOWHERE),
    row("make.implicit", CALL, ANY, NOWHERE),
    row("mmra", CALL, ANY, NOWHERE),
    // A hint to the cache.
    row("nontemporal", CALL, ANY, [done("x86_64/select/non_temporal.ll"), done("aarch64/select/non_temporal.ll"), NONE]),
    row("pcsections", FN_CALL, ANY, NOT_DONE),
    row("prof", FN_CALL, ANY, NOWHERE),
    row("range", CALL, ANY, NOWHERE),
    // A hint to the layout of functions.
    row("section_prefix", FN, ANY, NOWHERE),
    row("srcloc", CALL, ANY, NOWHERE),
    row("unpredictable", CALL, ANY, NOWHERE),
];

/// Named metadata from which sections are made.
#[rustfmt::skip]
pub const NAMED_METADATA: &[Row] = &[
    row("llvm.commandline", MODULE_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    row("llvm.dbg.cu", MODULE_MIR, ANY, [done("x86_64/debug/lines.ll"), done("aarch64/lines.ll"), done("x86_64/debug/lines.ll")]),
    row("llvm.dependent-libraries", MODULE_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    row("llvm.ident", MODULE_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    row("llvm.linker.options", MODULE_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    row("llvm.module.flags", MODULE_MIR, ANY, [done("x86_64/attributes_pie.ll"), done("aarch64/attributes_pie.ll"), done("x86_64/attributes_pie.ll")]),
    row("llvm.pseudo_probe_desc", MODULE_MIR, ANY, NOT_DONE),
    row("llvm.stats", MODULE_MIR, ANY, NOT_DONE),
];
