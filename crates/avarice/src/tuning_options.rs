//! Bounds of what passes do.

use avarice_machine::pass;
use avarice_machine::pass::ReturnAddressCheck;
use clap::{ArgAction, Args, ValueEnum};

/// How authenticated return addresses are checked before tail calls on AArch64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ReturnCheckMethod {
    /// They are not
    #[default]
    None,
    /// By a load from there
    Load,
    /// By their highest bits
    #[value(name = "high-bits-notbi")]
    HighBits,
    /// By comparing them with what they are without signature
    #[value(name = "xpac-hint")]
    Strip,
}

impl From<ReturnCheckMethod> for ReturnAddressCheck {
    fn from(method: ReturnCheckMethod) -> Self {
        match method {
            ReturnCheckMethod::None => Self::None,
            ReturnCheckMethod::Load => Self::Load,
            ReturnCheckMethod::HighBits => Self::HighBits,
            ReturnCheckMethod::Strip => Self::Strip,
        }
    }
}

/// Bounds of what passes do.
#[derive(Args, Debug, Clone)]
pub struct TuningOptions {
    /// Move loads that nothing in a loop interferes with out of the loop
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub hoist_const_loads: bool,
    /// Number of segments above which a value that can be computed again is not split
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub huge_size_for_split: u32,
    /// How many instructions away AArch64 looks for an access to make a pair with
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub aarch64_load_store_scan_limit: u32,
    /// How authenticated return addresses are checked before tail calls on AArch64
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    pub aarch64_authenticated_lr_check_method: ReturnCheckMethod,
}

impl TuningOptions {
    /// The options about allocation that say something else than llc's defaults, as llc reads them.
    pub(crate) fn given(&self) -> Option<String> {
        let most = self.huge_size_for_split;
        (most != 5000).then(|| format!("-huge-size-for-split={most}"))
    }
}

impl From<&TuningOptions> for pass::TuningOptions {
    fn from(options: &TuningOptions) -> Self {
        Self {
            hoists_loads: options.hoist_const_loads,
            most_split_segments: options.huge_size_for_split as usize,
            pair_distance: options.aarch64_load_store_scan_limit,
        }
    }
}
