//! Options of passes that only x86-64 has.

use avarice_machine::pass::{CmovConversionOptions, StoreForwardingOptions};
use clap::{ArgAction, Args};

/// Options of passes that only x86-64 has.
#[derive(Args, Debug, Clone)]
pub struct X86PassOptions {
    /// Convert conditional moves to branches where that is worth it
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub x86_cmov_converter: bool,
    /// Cycles that a loop has to gain by that in two iterations
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub x86_cmov_converter_threshold: u32,
    /// Convert conditional moves that load wherever they are
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub x86_cmov_converter_force_mem_operand: bool,
    /// Convert all conditional moves
    #[arg(long)]
    pub x86_cmov_converter_force_all: bool,
    /// Leave copies through vector registers whole, whatever was stored before them
    #[arg(long = "x86-disable-avoid-SFB")]
    pub x86_disable_avoid_sfb: bool,
    /// How many instructions before a copy through a vector register are looked at for stores of its parts
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub x86_sfb_inspection_limit: u32,
}

impl From<&X86PassOptions> for CmovConversionOptions {
    fn from(options: &X86PassOptions) -> Self {
        Self {
            enabled: options.x86_cmov_converter,
            threshold: options.x86_cmov_converter_threshold,
            memory_operands: options.x86_cmov_converter_force_mem_operand,
            all: options.x86_cmov_converter_force_all,
        }
    }
}

impl From<&X86PassOptions> for StoreForwardingOptions {
    fn from(options: &X86PassOptions) -> Self {
        Self {
            enabled: !options.x86_disable_avoid_sfb,
            inspected: options.x86_sfb_inspection_limit,
        }
    }
}
