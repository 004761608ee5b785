//! Options of passes that only x86-64 has.

use avarice_machine::pass::MemoryDiscriminators;
use avarice_machine::pass::{CmovConversionOptions, FenceOptions, StoreForwardingOptions};
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
    /// Copy memory with REP MOVSB where that is fast for few bytes
    #[arg(long)]
    pub x86_use_fsrm_for_memcpy: bool,
    /// Mark branches that are likely taken, for processors that read such marks
    #[arg(long)]
    pub enable_branch_hint: bool,
    /// Branches are likely taken above this probability
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub branch_hint_probability_threshold: u32,
    /// Put fences before accesses of memory and before branches in all functions
    #[arg(long)]
    pub x86_seses_enable_without_lvi_cfi: bool,
    /// Of these fences, only the first one of a block before an access of memory
    #[arg(long)]
    pub x86_seses_one_lfence_per_bb: bool,
    /// Of these fences, none before branches
    #[arg(long)]
    pub x86_seses_omit_branch_lfences: bool,
    /// Of these fences before branches, only those before branches that read a register
    #[arg(long)]
    pub x86_seses_only_lfence_non_const: bool,
    /// Tell instructions that access memory apart by discriminators, in functions with debug information for profiling
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub x86_discriminate_memops: bool,
    /// Let prefetches keep the discriminators that they have
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub x86_bypass_prefetch_instructions: bool,
}

impl X86PassOptions {
    /// The probability in percent above which branches are marked, if any are.
    pub(crate) fn marked_branches(&self) -> Option<u32> {
        let threshold = self.branch_hint_probability_threshold;
        self.enable_branch_hint.then_some(threshold)
    }
}

impl X86PassOptions {
    /// Which instructions that access memory get discriminators.
    pub(crate) fn memory_discriminators(&self) -> MemoryDiscriminators {
        match (
            self.x86_discriminate_memops,
            self.x86_bypass_prefetch_instructions,
        ) {
            (false, _) => MemoryDiscriminators::None,
            (true, true) => MemoryDiscriminators::NotOfPrefetches,
            (true, false) => MemoryDiscriminators::OfAll,
        }
    }
}

impl From<&X86PassOptions> for FenceOptions {
    fn from(options: &X86PassOptions) -> Self {
        Self {
            everywhere: options.x86_seses_enable_without_lvi_cfi,
            one_per_block: options.x86_seses_one_lfence_per_bb,
            not_before_branches: options.x86_seses_omit_branch_lfences,
            only_before_variable_branches: options.x86_seses_only_lfence_non_const,
        }
    }
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
