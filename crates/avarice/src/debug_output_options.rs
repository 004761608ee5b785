//! Options about debug information in what is written.

use avarice_ir::Module;
use clap::{ArgAction, Args};

/// Options about debug information in what is written.
#[derive(Args, Debug, Clone)]
pub struct DebugOutputOptions {
    /// Version of DWARF (default: the module's, else 4)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=5))]
    pub dwarf_version: Option<u32>,
    /// Write no debug information
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub disable_debug_info_print: bool,
}

impl DebugOutputOptions {
    /// Changes what a module says of its debug information, if it `is_compiled` to an object or assembly.
    pub(crate) fn apply(&self, module: &mut Module, is_compiled: bool) {
        if !is_compiled {
            return;
        }
        if let Some(version) = self.dwarf_version {
            module.set_flag_number("Dwarf Version", version.into());
        }
        if self.disable_debug_info_print {
            // Debug information of an unknown version is none.
            module.remove_flag("Debug Info Version");
        }
    }
}
