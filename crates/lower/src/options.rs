//! Command-line options that change which code is selected.

use avarice_ir::MemoryModel;

/// How code refers to symbols (`-relocation-model`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelocationModel {
    /// Absolute addresses are known when linking.
    Static,
    /// Position-independent code.
    #[default]
    Pic,
}

/// Options of selection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LowerOptions {
    /// `-relocation-model`
    pub relocation_model: RelocationModel,
    /// `-code-model` and `-large-data-threshold`.
    pub memory_model: MemoryModel,
    /// `-trap-unreachable`: `unreachable` becomes a trap.
    pub trap_unreachable: bool,
    /// `-no-trap-after-noreturn`: not after calls that do not return.
    pub no_trap_after_noreturn: bool,
    /// Not `-O0`: how likely branches are is found out.
    pub optimize: bool,
}
