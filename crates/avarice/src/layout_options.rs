//! Options of the passes that order, copy and join blocks, and of the reach of branches.

use avarice_machine::pass;
use avarice_mir::hooks::BranchBits;
use clap::{ArgAction, Args};

/// Options about common ends of blocks.
#[derive(Args, Debug, Clone)]
pub struct TailMergeOptions {
    /// Merge common ends of blocks
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub enable_tail_merge: bool,
    /// Number of predecessors from which a block is looked at once only for common ends
    #[arg(long, value_name = "N", default_value_t = 150)]
    pub tail_merge_threshold: u32,
    /// Least number of instructions of a common end
    #[arg(long, value_name = "N")]
    pub tail_merge_size: Option<u32>,
}

impl From<&TailMergeOptions> for pass::TailMergeOptions {
    fn from(options: &TailMergeOptions) -> Self {
        Self {
            enabled: options.enable_tail_merge,
            threshold: options.tail_merge_threshold,
            size: options.tail_merge_size,
        }
    }
}

/// Choices of block placement and of the passes that copy the ends of blocks.
#[derive(Args, Debug, Clone)]
pub struct PlacementOptions {
    /// Alignment of loops (0: what the processor prefers)
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = parse_alignment)]
    pub align_loops: u64,
    /// Most bytes of padding for the alignment of a block
    #[arg(long, value_name = "BYTES")]
    pub max_bytes_for_alignment: Option<u64>,
    /// Alignment of all blocks, as a power of two
    #[arg(long, value_name = "LOG2", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=31))]
    pub align_all_blocks: u32,
    /// Alignment of all blocks that control does not fall into, as a power of two
    #[arg(long, value_name = "LOG2", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=31))]
    pub align_all_nofallthru_blocks: u32,
    /// Copy blocks while they are placed
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub tail_dup_placement: bool,
    /// Most instructions of a block that is copied while blocks are placed
    #[arg(long, value_name = "N")]
    pub tail_dup_placement_threshold: Option<u32>,
    /// The same with -O3
    #[arg(long, value_name = "N")]
    pub tail_dup_placement_aggressive_threshold: Option<u32>,
    /// Most instructions of a block that is copied before blocks are placed
    #[arg(long, value_name = "N")]
    pub tail_dup_size: Option<u32>,
    /// Most predecessors of a block that is copied and has more successors than -tail-dup-succ-size
    #[arg(long, value_name = "N")]
    pub tail_dup_pred_size: Option<u32>,
    /// Most successors of a block that is copied and has more predecessors than -tail-dup-pred-size
    #[arg(long, value_name = "N")]
    pub tail_dup_succ_size: Option<u32>,
}

/// Reads an alignment in bytes, or 0.
fn parse_alignment(text: &str) -> Result<u64, String> {
    let number = text.parse::<u32>().ok();
    let number = number.filter(|number| *number == 0 || number.is_power_of_two());
    number
        .map(u64::from)
        .ok_or_else(|| "expected 0 or a power of two below 2^32".to_owned())
}

impl From<&PlacementOptions> for pass::PlacementOptions {
    fn from(options: &PlacementOptions) -> Self {
        Self {
            align_loops: options.align_loops,
            max_padding: options.max_bytes_for_alignment,
            align_all: options.align_all_blocks,
            align_jump_targets: options.align_all_nofallthru_blocks,
            copies_none: !options.tail_dup_placement,
            copied_size: options.tail_dup_placement_threshold,
            aggressive_copied_size: options.tail_dup_placement_aggressive_threshold,
            tail_size: options.tail_dup_size,
            most_preds: options.tail_dup_pred_size,
            most_succs: options.tail_dup_succ_size,
        }
    }
}

/// Width of the distance field of AArch64 branches, in bits; distances count words. Small widths allow
/// small tests of branches that are out of range.
#[derive(Args, Debug, Clone)]
pub struct BranchOptions {
    /// Bits of the distance of TBZ and TBNZ
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(3..=14))]
    pub aarch64_tbz_offset_bits: u32,
    /// Bits of the distance of CBZ and CBNZ
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u32).range(3..=19))]
    pub aarch64_cbz_offset_bits: u32,
    /// Bits of the distance of branches on the flags
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u32).range(3..=19))]
    pub aarch64_bcc_offset_bits: u32,
}

impl From<&BranchOptions> for BranchBits {
    fn from(options: &BranchOptions) -> Self {
        Self {
            test_bit: options.aarch64_tbz_offset_bits,
            compare_zero: options.aarch64_cbz_offset_bits,
            condition: options.aarch64_bcc_offset_bits,
        }
    }
}
