//! Options about where variables are.

use avarice_machine::pass;
use clap::{ArgAction, Args};

use crate::diagnostics::Diagnostic;
use crate::ledger::Machine;

/// Options about how far it is followed where variables are.
#[derive(Args, Debug, Clone)]
pub struct DebugLocationOptions {
    /// Follow values although debug values name registers
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub force_instr_ref_livedebugvalues: bool,
    /// Have selection name instructions rather than registers in debug values; the target decides if nothing is said
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub experimental_debug_variable_locations: Option<bool>,
    /// How many spill slots are looked at for variables
    #[arg(long, value_name = "N", default_value_t = 250)]
    pub livedebugvalues_max_stack_slots: u32,
    /// Leave functions alone that have more blocks than this, if they have too many debug values as well
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub livedebugvalues_input_bb_limit: u32,
    /// How many debug values are too many then
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub livedebugvalues_input_dbg_value_limit: u32,
}

impl From<&DebugLocationOptions> for pass::DebugLocationOptions {
    fn from(options: &DebugLocationOptions) -> Self {
        Self {
            forces_references: options.force_instr_ref_livedebugvalues,
            max_stack_slots: options.livedebugvalues_max_stack_slots as usize,
            block_limit: options.livedebugvalues_input_bb_limit as usize,
            value_limit: options.livedebugvalues_input_dbg_value_limit as usize,
        }
    }
}

impl DebugLocationOptions {
    /// Refuses debug values of another kind than those that selection for `machine` makes. Machine code that was read has its
    /// own.
    ///
    /// # Errors
    /// The option, if it asks for them.
    pub(crate) fn check(&self, machine: Machine) -> Result<(), Diagnostic> {
        let usual = machine == Machine::X86_64;
        match self.experimental_debug_variable_locations {
            Some(wanted) if wanted != usual => Err(Diagnostic::new(format!(
                "unsupported: -experimental-debug-variable-locations={wanted} where code is selected"
            ))),
            _ => Ok(()),
        }
    }
}
