//! Options of emission.

use avarice_ir::MemoryModel;

use crate::asm_text::Comments;

/// How code and data may be placed in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelocationModel {
    /// At fixed addresses.
    #[default]
    Static,
    /// Anywhere.
    Pic,
}

/// Which of its two syntaxes a target's assembly has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AsmSyntax {
    /// That of the GNU assembler.
    #[default]
    Standard,
    /// The other one: Apple's for vectors of AArch64 (`add.4s v0, v1, v2`).
    Alternative,
}

/// Options of emission, as llc names them.
#[derive(Clone, Debug)]
pub struct EmitOptions {
    /// `-relocation-model`.
    pub relocation_model: RelocationModel,
    /// Whether the module is for an executable: its flag `PIE Level` says so for position-independent code.
    pub is_executable: bool,
    /// `-code-model` and `-large-data-threshold`.
    pub memory_model: MemoryModel,
    /// `-function-sections`: each function in a section of its own.
    pub function_sections: bool,
    /// `-data-sections`: each variable in a section of its own.
    pub data_sections: bool,
    /// Whether `hot` and `cold` functions go to `.text.hot.` and `.text.unlikely.`, as llc does when it
    /// optimizes.
    pub hot_cold_sections: bool,
    /// The syntax of assembly.
    pub syntax: AsmSyntax,
    /// What assembly says beside the code: `-asm-verbose`, `-show-mc-encoding`.
    pub comments: Comments,
}

impl Default for EmitOptions {
    /// As llc without options: static, all functions in `.text`.
    fn default() -> Self {
        Self {
            relocation_model: RelocationModel::Static,
            is_executable: false,
            memory_model: MemoryModel::default(),
            function_sections: false,
            data_sections: false,
            hot_cold_sections: true,
            syntax: AsmSyntax::Standard,
            comments: Comments::Verbose,
        }
    }
}
