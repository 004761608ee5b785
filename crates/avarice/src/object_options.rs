//! Options of sections and of the tools that read what is written.

use avarice_emit::{Binutils, StructorSections};
use avarice_ir::taken_addresses::referenced_globals;
use avarice_ir::{Global, GlobalData, GlobalKind, Module, ThreadLocal, UnnamedAddr};
use clap::{ArgAction, Args};

use crate::diagnostics::Diagnostic;
use crate::options::FileType;

/// Which sections there are, and which tools read them.
#[derive(Args, Clone, Debug)]
pub struct ObjectOptions {
    /// Put each function into its own section
    #[arg(long)]
    pub function_sections: bool,
    /// Put each variable into its own section
    #[arg(long)]
    pub data_sections: bool,
    /// Name such sections after their function or variable
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub unique_section_names: bool,
    /// Put each function or variable that has a section of its own choice there alone
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub separate_named_sections: bool,
    /// List functions that run before and after the program in .ctors and .dtors
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub use_ctors: bool,
    /// Put variables that are zero at first into sections that take room in the file
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub nozero_initialized_in_bss: bool,
    /// List the sizes of stack frames in .stack_sizes
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub stack_size_section: bool,
    /// List the symbols whose addresses matter, in assembly
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub addrsig: bool,
    /// Write assembly for the GNU assembler, of the version that -binutils-version gives
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub no_integrated_as: bool,
    /// Version of the GNU assembler and linker, as in 2.35 (default: 2.26); none for any
    #[arg(long, value_name = "VERSION", value_parser = parse_version, default_value = "2.26")]
    pub binutils_version: Version,
}

/// Major and minor version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version(u32, u32);

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// Reads a version, as in `2.35` or `2`.
fn parse_version(text: &str) -> Result<Version, String> {
    if text == "none" {
        return Ok(Version(u32::MAX, u32::MAX));
    }
    let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
    match (major.parse(), minor.parse()) {
        (Ok(major), Ok(minor)) if major > 0 => Ok(Version(major, minor)),
        _ => Err("expected a version as in 2.35, or none".to_owned()),
    }
}

impl ObjectOptions {
    /// The symbols whose addresses matter, where they are listed: those that something refers to, unless the module says that
    /// the address does not matter.
    ///
    /// # Errors
    /// Objects, which have no such list here.
    pub(crate) fn significant(
        &self,
        module: &Module,
        file_type: FileType,
    ) -> Result<Option<Vec<Global>>, Diagnostic> {
        if !self.addrsig {
            return Ok(None);
        }
        if file_type == FileType::Obj {
            return Err(Diagnostic::new("unsupported: -addrsig for object files"));
        }
        let referenced = referenced_globals(module);
        let is_significant = |(global, data): &(Global, &GlobalData)| {
            referenced.contains(*global)
                && data.thread_local == ThreadLocal::None
                && !data.name.starts_with(b"llvm.")
                && data.unnamed_addr == UnnamedAddr::None
        };
        let mut found: Vec<_> = module.globals.iter().filter(is_significant).collect();
        found.sort_by_key(|(_, data)| match data.kind {
            GlobalKind::Function(_) => 0,
            GlobalKind::Variable(_) => 1,
            GlobalKind::Alias { .. } => 2,
            GlobalKind::IFunc { .. } => 3,
        });
        Ok(Some(found.into_iter().map(|(global, _)| global).collect()))
    }

    /// Where functions that run before and after the program are listed.
    pub(crate) fn structors(&self) -> StructorSections {
        match self.use_ctors {
            true => StructorSections::Ctors,
            false => StructorSections::Arrays,
        }
    }

    /// The tools that read assembly.
    pub(crate) fn binutils(&self) -> Binutils {
        let Version(major, minor) = self.binutils_version;
        Binutils {
            is_assembler_integrated: !self.no_integrated_as,
            version: (major, minor),
        }
    }
}
