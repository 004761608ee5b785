//! Options about comparisons of memory.

use avarice_legalize as legalize;
use clap::Args;

/// Options about calls of `memcmp` and `bcmp` that become loads and comparisons.
#[derive(Args, Debug, Clone)]
pub struct ComparisonOptions {
    /// Compare memory in place with at most N loads of each side, else by the library (default: the target's choice)
    #[arg(long, value_name = "N")]
    pub max_loads_per_memcmp: Option<u32>,
    /// The same in functions that are optimized for size
    #[arg(long, value_name = "N")]
    pub max_loads_per_memcmp_opt_size: Option<u32>,
    /// Combine at most N loads of each side before a branch, where only equality matters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub memcmp_num_loads_per_block: Option<u32>,
}

impl From<&ComparisonOptions> for legalize::ComparisonOptions {
    fn from(options: &ComparisonOptions) -> Self {
        Self {
            most: options.max_loads_per_memcmp.map(u64::from),
            most_for_size: options.max_loads_per_memcmp_opt_size.map(u64::from),
            per_block: options.memcmp_num_loads_per_block.map(u64::from),
        }
    }
}
