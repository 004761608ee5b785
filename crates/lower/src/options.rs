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

/// When a switch becomes a jump table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpTableOptions {
    /// The smallest percentage of entries that must be cases.
    pub density: u32,
    /// The same where size matters more than time.
    pub density_for_size: u32,
    /// The most entries, where size does not matter more than time.
    pub most_entries: u32,
    /// The fewest ranges of cases, if it is not the target that decides.
    pub least_entries: Option<usize>,
    /// A case of at least this percentage of the executions is compared first (`-switch-peel-threshold`).
    pub dominant: u32,
}

impl Default for JumpTableOptions {
    fn default() -> Self {
        Self {
            density: 10,
            density_for_size: 40,
            most_entries: u32::MAX,
            least_entries: None,
            dominant: 66,
        }
    }
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
    /// When a switch becomes a jump table.
    pub jump_tables: JumpTableOptions,
    /// `-tls-size`: bits of offsets of thread-local variables in the program itself; 0 for the target's choice.
    pub tls_size: u32,
    /// Where variables are is said by naming the instructions that compute them, not registers.
    pub debug_references: bool,
    /// Multiplications by constants stay what they are (not `-mul-constant-optimization`).
    pub keeps_products: bool,
    /// Large copies are one instruction where the processor has a fast one (`-x86-use-fsrm-for-memcpy`).
    pub copies_by_instruction: bool,
}
