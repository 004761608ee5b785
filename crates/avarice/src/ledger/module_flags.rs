//! Flags of the module (`!llvm.module.flags`).

use super::row::{Answer, Row};
use super::words::*;

const NOWHERE: [Answer; 3] = [NONE, NONE, NONE];
const ARM_ONLY: [Answer; 3] = [NONE, REFUSED, REFUSED];
const NOT_DONE: [Answer; 3] = [REFUSED, REFUSED, REFUSED];

/// All module flags of LLVM, by name: for each the targets x86-64, AArch64 and Cranelift.
#[rustfmt::skip]
pub const MODULE_FLAGS: &[Row] = &[
    row("CFI Canonical Jump Tables", MODULE, ANY, NOWHERE),
    row("CG Profile", MODULE_MIR, ANY, [done("x86_64/emit/module_metadata.ll"), done("aarch64/emit/module_metadata.ll"), done("x86_64/emit/module_metadata.ll")]),
    // Models that a target does not have are refused where the model is chosen, as an option may be stronger.
    row("Code Model", MODULE, Only(&["1"]), NOWHERE),
    row("Code Model", MODULE, ANY, [done("x86_64/select/code_model_flag.ll"), done("aarch64/select/code_model_flag.ll"), REFUSED]),
    // Of Windows.
    row("CodeView", MODULE, ANY, NOWHERE),
    row("CodeViewGHash", MODULE, ANY, NOWHERE),
    row("DWARF64", MODULE_MIR, Only(&["0"]), NOWHERE),
    row("DWARF64", MODULE_MIR, ANY, NOT_DONE),
    row("Debug Info Version", MODULE_MIR, ANY, [done("x86_64/debug/lines.ll"), done("aarch64/lines.ll"), done("x86_64/debug/lines.ll")]),
    row("Dwarf Version", MODULE_MIR, Except(&["1", "2", "3"]), [done("x86_64/debug/lines.ll"), done("aarch64/lines.ll"), done("x86_64/debug/lines.ll")]),
    // Such versions have other forms of what debug information says.
    row("Dwarf Version", MODULE_MIR, ANY, NOT_DONE),
    // llc has an option for it and does not read this.
    row("Large Data Threshold", MODULE, ANY, NOWHERE),
    // Alignment that passes add to thread-local variables stays below it; none adds any.
    row("MaxTLSAlign", MODULE, ANY, NOWHERE),
    // Of x86 with 32 bits.
    row("NumRegisterParameters", MODULE, ANY, NOWHERE),
    row("Objective-C Garbage Collection", MODULE, ANY, NOWHERE),
    row("Objective-C Image Info Section", MODULE_MIR, ANY, NOT_DONE),
    row("Objective-C Image Info Version", MODULE, ANY, NOWHERE),
    row("Objective-C Version", MODULE, ANY, NOWHERE),
    // Whether code is position independent is up to -relocation-model.
    row("PIC Level", MODULE, ANY, NOWHERE),
    row("PIE Level", MODULE, ANY, [done("x86_64/attributes_pie.ll"), done("aarch64/attributes_pie.ll"), done("x86_64/attributes_pie.ll")]),
    row("ProfileSummary", MODULE, ANY, NOWHERE),
    row("RegCallv4", MODULE, ANY, NOWHERE),
    row("RtLibUseGOT", MODULE, Only(&["0"]), NOWHERE),
    row("RtLibUseGOT", MODULE, ANY, [done("x86_64/select/nonlazybind.ll"), done("aarch64/select/nonlazybind.ll"), REFUSED]),
    row("SDK Version", MODULE, ANY, NOWHERE),
    // It permits to leave AL alone at calls.
    row("SkipRaxSetup", MODULE, ANY, NOWHERE),
    // Of RISC-V.
    row("SmallDataLimit", MODULE, ANY, NOWHERE),
    row("Virtual Function Elim", MODULE, ANY, NOWHERE),
    row("aarch64-elf-pauthabi-platform", MODULE_MIR, ANY, [NONE, done("aarch64/emit/protection/note.ll"), REFUSED]),
    row("aarch64-elf-pauthabi-version", MODULE_MIR, ANY, [NONE, done("aarch64/emit/protection/note.ll"), REFUSED]),
    row("branch-target-enforcement", MODULE_MIR, Only(&["0"]), NOWHERE),
    row("branch-target-enforcement", MODULE_MIR, ANY, [NONE, done("aarch64/emit/protection/note.ll"), REFUSED]),
    // Their values mean nothing, as for llc.
    row("cf-protection-branch", MODULE_MIR, ANY, [done("x86_64/emit/cet/endbr.ll"), NONE, REFUSED]),
    row("cf-protection-return", MODULE_MIR, ANY, [done("x86_64/emit/cet/note.ll"), NONE, REFUSED]),
    // Of Windows.
    row("cfguard", MODULE, ANY, NOWHERE),
    row("debug-info-assignment-tracking", MODULE, ANY, NOWHERE),
    // Which functions are local; the module's own say it by dso_local.
    row("direct-access-external-data", MODULE, ANY, NOWHERE),
    // Of Windows.
    row("eh-asynch", MODULE, ANY, NOWHERE),
    row("ehcontguard", MODULE, ANY, NOWHERE),
    // For functions that passes add, which have none here.
    row("frame-pointer", MODULE, ANY, NOWHERE),
    row("guarded-control-stack", MODULE_MIR, Only(&["0"]), NOWHERE),
    row("guarded-control-stack", MODULE_MIR, ANY, [NONE, done("aarch64/emit/protection/note.ll"), REFUSED]),
    row("indirect_branch_cs_prefix", MODULE, ANY, [done("x86_64/entry/return_thunk.ll"), NONE, NONE]),
    // Whatever its value, as for llc.
    row("kcfi", MODULE_MIR, ANY, [done("x86_64/emit/cet/kcfi.ll"), done("aarch64/emit/protection/kcfi.ll"), REFUSED]),
    // Of other targets.
    row("min_enum_size", MODULE, ANY, NOWHERE),
    row("ms-kernel", MODULE, ANY, NOWHERE),
    row("override-stack-alignment", MODULE_MIR, Only(&["16"]), NOWHERE),
    row("override-stack-alignment", MODULE_MIR, ANY, [done("x86_64/stack/override_alignment.ll"), NONE, REFUSED]),
    row("probe-stack", MODULE_MIR, Only(&["", "inline-asm"]), [NONE, done("aarch64/stack/probe_flags.ll"), NONE]),
    row("probe-stack", MODULE_MIR, ANY, ARM_ONLY),
    row("ptrauth-elf-got", MODULE_MIR, Only(&["0"]), NOWHERE),
    row("ptrauth-elf-got", MODULE_MIR, ANY, ARM_ONLY),
    row("sign-return-address", MODULE_MIR, Only(&["0"]), NOWHERE),
    row("sign-return-address", MODULE_MIR, ANY, [NONE, done("aarch64/emit/protection/note.ll"), REFUSED]),
    // How functions that passes add sign.
    row("sign-return-address-all", MODULE, ANY, NOWHERE),
    row("sign-return-address-with-bkey", MODULE, ANY, NOWHERE),
    row("stack-probe-size", MODULE_MIR, ANY, [NONE, done("aarch64/stack/probe_flags.ll"), NONE]),
    row("stack-protector-guard", MODULE, ANY, [done("x86_64/stack/protector_guard.ll"), done("aarch64/stack/protector_guard.ll"), NONE]),
    row("stack-protector-guard-offset", MODULE, ANY, [done("x86_64/stack/protector_guard.ll"), done("aarch64/stack/protector_guard.ll"), NONE]),
    row("stack-protector-guard-reg", MODULE, ANY, [done("x86_64/stack/protector_guard.ll"), done("aarch64/stack/protector_guard.ll"), NONE]),
    row("stack-protector-guard-symbol", MODULE, ANY, [done("x86_64/stack/protector_guard.ll"), NONE, NONE]),
    row("typeid1", MODULE, ANY, NOWHERE),
    row("uwtable", MODULE, ANY, NOWHERE),
    row("wchar_size", MODULE, ANY, NOWHERE),
];
