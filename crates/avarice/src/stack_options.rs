//! Options about stack objects.

use avarice_machine::pass;
use clap::{ArgAction, Args};

/// Options about stack objects that share memory.
#[derive(Args, Debug, Clone)]
pub struct StackColoringOptions {
    /// Give each variable a stack object of its own
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub no_stack_coloring: bool,
    /// Let lifetimes of variables begin at the first use after their mark
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub stackcoloring_lifetime_start_on_first_use: bool,
    /// Leave variables alone that are accessed after their lifetimes
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub protect_from_escaped_allocas: bool,
}

impl From<&StackColoringOptions> for pass::StackColoringOptions {
    fn from(options: &StackColoringOptions) -> Self {
        Self {
            merges: !options.no_stack_coloring,
            begins_at_first_use: options.stackcoloring_lifetime_start_on_first_use,
            protects_escaped: options.protect_from_escaped_allocas,
        }
    }
}
