//! Options of emission.

use avarice_ir::{Global, MemoryModel};

use crate::asm_text::Comments;
use crate::block_address_map::MapProfile;

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

/// Where functions that run before and after the program are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StructorSections {
    /// `.init_array` and `.fini_array`.
    #[default]
    Arrays,
    /// `.ctors` and `.dtors`, which the startup code of old systems reads from the end.
    Ctors,
}

/// The tools that read assembly: what older ones do not know is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binutils {
    /// Whether the compiler itself assembles, so that only the linker matters.
    pub is_assembler_integrated: bool,
    /// Their version, major and minor.
    pub version: (u32, u32),
}

impl Binutils {
    /// Whether the assembler knows what came with this version.
    pub(crate) fn assemble(self, version: (u32, u32)) -> bool {
        self.is_assembler_integrated || self.version >= version
    }
}

impl Default for Binutils {
    /// As llc without options.
    fn default() -> Self {
        Self {
            is_assembler_integrated: true,
            version: (2, 26),
        }
    }
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
    /// `-unique-section-names`: such sections are told apart by their names, otherwise by numbers.
    pub unique_section_names: bool,
    /// `-separate-named-sections`: each function or variable with a section of its own choice is alone in it.
    pub separates_named_sections: bool,
    /// Whether variables that are zero at first may be in sections that take no room in the file.
    pub has_zero_fill: bool,
    /// `-use-ctors`
    pub structors: StructorSections,
    /// `-no-integrated-as` and `-binutils-version`
    pub binutils: Binutils,
    /// Whether `hot` and `cold` functions go to `.text.hot.` and `.text.unlikely.`, as llc does when it
    /// optimizes.
    pub hot_cold_sections: bool,
    /// Functions that a profile of blocks names, sorted: they are hot.
    pub profiled: Vec<Global>,
    /// `-unique-basic-block-section-names`: sections of blocks are told apart by their names.
    pub unique_block_section_names: bool,
    /// `-bbsections-cold-text-prefix`: how the names of sections with cold blocks begin.
    pub cold_prefix: Box<str>,
    /// `-basic-block-address-map`: addresses of blocks are listed in all functions.
    pub lists_block_addresses: bool,
    /// `-pgo-analysis-map`: what the map of block addresses says of the profile.
    pub map_profile: MapProfile,
    /// `-stack-size-section`: sizes of stack frames are listed.
    pub lists_stack_sizes: bool,
    /// `-addrsig`: the symbols whose addresses matter, where they are listed.
    pub significant: Option<Vec<Global>>,
    /// Whether all functions are done before the first is written, as where llc looks for common code of functions. It shows
    /// in the numbers of labels.
    pub written_last: bool,
    /// Branches on a condition are marked as likely on processors that read such marks, if they are taken with more than this
    /// probability in percent (`-enable-branch-hint`, `-branch-hint-probability-threshold`).
    pub marked_branches: Option<u32>,
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
            unique_section_names: true,
            separates_named_sections: false,
            has_zero_fill: true,
            structors: StructorSections::Arrays,
            binutils: Binutils::default(),
            hot_cold_sections: true,
            profiled: Vec::new(),
            unique_block_section_names: false,
            cold_prefix: ".text.split.".into(),
            lists_block_addresses: false,
            map_profile: MapProfile::default(),
            lists_stack_sizes: false,
            significant: None,
            written_last: false,
            marked_branches: None,
            syntax: AsmSyntax::Standard,
            comments: Comments::Verbose,
        }
    }
}
