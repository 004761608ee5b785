//! Options of the register coalescer.

use avarice_machine::pass;
use clap::{ArgAction, Args};

/// Options of the register coalescer.
#[derive(Args, Debug, Clone)]
pub struct CoalescerOptions {
    /// Join registers that are copies of each other
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub join_liveintervals: bool,
    /// Join copies between blocks after local ones
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub join_globalcopies: bool,
    /// Join copies in blocks of split edges first
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub join_splitedges: bool,
    /// Join copies last whose destination is in no other copy
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub terminal_rule: bool,
    /// Number of values from which an interval counts as large
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub large_interval_size_threshold: u32,
    /// How often joins of a large interval are attempted
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub large_interval_freq_threshold: u32,
    /// Number of copies of a value from which its interval is shrunk late after rematerialization
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub late_remat_update_threshold: u32,
}

impl From<&CoalescerOptions> for pass::CoalescerOptions {
    fn from(options: &CoalescerOptions) -> Self {
        Self {
            join: options.join_liveintervals,
            global_copies: options.join_globalcopies,
            split_edges: options.join_splitedges,
            terminal_rule: options.terminal_rule,
            large_interval_size: options.large_interval_size_threshold,
            large_interval_joins: options.large_interval_freq_threshold,
            late_remat_update: options.late_remat_update_threshold,
        }
    }
}
