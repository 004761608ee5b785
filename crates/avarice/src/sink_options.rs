//! Options about instructions that move to where their results are used.

use avarice_machine::pass;
use clap::{ArgAction, Args};

/// Options about instructions that move to where their results are used.
#[derive(Args, Debug, Clone)]
pub struct SinkOptions {
    /// Split critical edges, so that instructions can move to a block on them
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub machine_sink_split: bool,
    /// Split an edge for one cheap instruction up to this probability in percent
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub machine_sink_split_probability_threshold: u32,
    /// Move instructions to where they seldom run rather than out of cycles
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub machine_sink_bfi: bool,
    /// Move no load over a block with more instructions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub machine_sink_load_instrs_threshold: u32,
    /// Move no load over more blocks
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub machine_sink_load_blocks_threshold: u32,
    /// Move instructions into loops, where that saves registers
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub sink_insts_to_avoid_spills: bool,
    /// Consider at most so many instructions for that in front of each loop
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub machine_sink_cycle_limit: u32,
    /// Make instructions part of those that use them on AArch64
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub aarch64_enable_sink_fold: bool,
}

impl From<&SinkOptions> for pass::SinkOptions {
    fn from(options: &SinkOptions) -> Self {
        Self {
            splits_edges: options.machine_sink_split,
            split_probability: options.machine_sink_split_probability_threshold,
            uses_frequencies: options.machine_sink_bfi,
            most_insts_crossed: options.machine_sink_load_instrs_threshold,
            most_blocks_crossed: options.machine_sink_load_blocks_threshold,
            into_cycles: options.sink_insts_to_avoid_spills,
            most_for_cycle: options.machine_sink_cycle_limit,
            folds: options.aarch64_enable_sink_fold,
        }
    }
}
