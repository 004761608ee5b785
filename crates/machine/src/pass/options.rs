//! What the command line asks of passes.

use avarice_mir::hooks::BranchBits;

use crate::alias::Evidence;
use crate::basic_block_sections::options::BlockSectionOptions;
use crate::schedule::target_model::Detail;

/// What the command line asks of passes.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// Whether code is optimized.
    pub optimize: bool,
    /// The optimization level of code, 0 to 3.
    pub level: u8,
    /// Whether allocators that rewrite code themselves check what they did.
    pub verify_allocation: bool,
    /// Whether unwind rows are checked where their insertion looks at them.
    pub verify_unwind_rows: bool,
    /// How far branches reach.
    pub branch_bits: BranchBits,
    /// Edges that the elimination of PHIs splits.
    pub phi_edges: PhiEdges,
    /// Choices of the coalescer.
    pub coalescer: CoalescerOptions,
    /// At most so many registers of a class are allocated (`-stress-regalloc`).
    pub register_limit: Option<usize>,
    /// Where frames are set up.
    pub shrink_wrap: ShrinkWrapOptions,
    /// What becomes of conditional code.
    pub if_conversion: IfConversionOptions,
    /// Which instructions move to where their results are used.
    pub sinking: SinkOptions,
    /// Which conditional moves of x86-64 become branches.
    pub cmov_conversion: CmovConversionOptions,
    /// Which copies through vector registers are done in parts on x86-64.
    pub store_forwarding: StoreForwardingOptions,
    /// Where fences stop speculation on x86-64.
    pub fences: FenceOptions,
    /// Which instructions that access memory get discriminators on x86-64.
    pub memory_discriminators: MemoryDiscriminators,
    /// Which common ends of blocks are merged.
    pub tails: TailMergeOptions,
    /// Choices of block placement.
    pub placement: PlacementOptions,
    /// Choices of schedulers.
    pub scheduling: SchedulingOptions,
    /// Which stack objects share memory.
    pub stack_coloring: StackColoringOptions,
    /// How far it is followed where variables are.
    pub debug_locations: DebugLocationOptions,
    /// Which blocks get sections of their own.
    pub block_sections: BlockSectionOptions,
    /// How authenticated return addresses are checked before tail calls on AArch64.
    pub return_address_check: ReturnAddressCheck,
    /// Bounds of what passes do.
    pub tuning: TuningOptions,
    /// Whether stack objects stay in the order of their numbers (not `-stack-symbol-ordering`).
    pub keeps_stack_order: bool,
}

/// How authenticated return addresses are checked before tail calls on AArch64
/// (`-aarch64-authenticated-lr-check-method`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReturnAddressCheck {
    /// They are not.
    #[default]
    None,
    /// By a load from there.
    Load,
    /// By their highest bits.
    HighBits,
    /// By comparing them with what they are without signature.
    Strip,
}

/// Bounds of what passes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuningOptions {
    /// Whether loads leave loops in which nothing changes memory (`-hoist-const-loads`).
    pub hoists_loads: bool,
    /// A value that can be computed again is not split if its interval has more segments (`-huge-size-for-split`).
    pub most_split_segments: usize,
    /// How many instructions away AArch64 looks for an access to make a pair with (`-aarch64-load-store-scan-limit`).
    pub pair_distance: u32,
}

impl Default for TuningOptions {
    fn default() -> Self {
        Self {
            hoists_loads: true,
            most_split_segments: 5000,
            pair_distance: 20,
        }
    }
}

/// How far it is followed where variables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugLocationOptions {
    /// Whether values are followed although debug values name registers (`-force-instr-ref-livedebugvalues`).
    pub forces_references: bool,
    /// How many spill slots are looked at (`-livedebugvalues-max-stack-slots`).
    pub max_stack_slots: usize,
    /// Functions with more blocks than this are left alone if they have too many debug values as well
    /// (`-livedebugvalues-input-bb-limit`).
    pub block_limit: usize,
    /// How many debug values are too many then (`-livedebugvalues-input-dbg-value-limit`).
    pub value_limit: usize,
}

impl Default for DebugLocationOptions {
    fn default() -> Self {
        Self {
            forces_references: false,
            max_stack_slots: 250,
            block_limit: 10_000,
            value_limit: 50_000,
        }
    }
}

/// Which stack objects share memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackColoringOptions {
    /// Whether any do (not `-no-stack-coloring`).
    pub merges: bool,
    /// Whether lifetimes begin at the first use after their mark (`-stackcoloring-lifetime-start-on-first-use`).
    pub begins_at_first_use: bool,
    /// Whether objects that are accessed after their lifetimes are left alone (`-protect-from-escaped-allocas`).
    pub protects_escaped: bool,
}

impl Default for StackColoringOptions {
    fn default() -> Self {
        Self {
            merges: true,
            begins_at_first_use: true,
            protects_escaped: false,
        }
    }
}

/// From where a region is scheduled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScheduleDirection {
    /// From its top.
    #[default]
    Down,
    /// From its bottom.
    Up,
    /// From both ends.
    Both,
}

/// How the order before allocation is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScheduleStrategy {
    /// As it is best for the target.
    #[default]
    Target,
    /// The same without neighbours that the target would want.
    Converge,
    /// As far from the old order as can be.
    Shuffle,
}

/// Choices of schedulers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedulingOptions {
    /// Whether instructions are scheduled after allocation (`-enable-post-misched`); the processor decides if nothing is
    /// said.
    pub after_allocation: Option<bool>,
    /// From where they are then (`-misched-postra-direction`).
    pub direction_after_allocation: ScheduleDirection,
    /// What of the processor's model is used (`-schedmodel`).
    pub detail: Detail,
    /// How many accesses of memory are tracked before most of them are forgotten (`-dag-maps-huge-region`).
    pub huge_region: u32,
    /// Whether it counts what addresses of the IR are made of (`-enable-aa-sched-mi`); the target decides if nothing is
    /// said.
    pub uses_ir_addresses: Option<bool>,
    /// Whether instructions are made neighbours that the processor fuses (`-misched-fusion`).
    pub fuses: bool,
    /// How the order before allocation is chosen (`-misched`).
    pub strategy: ScheduleStrategy,
    /// How many instructions are compared at once (`-misched-limit`).
    pub most_available: usize,
    /// Whether accesses that become neighbours are found the fast way in all regions (`-force-fast-cluster`).
    pub clusters_fast: bool,
    /// Whether instructions are scheduled before allocation (`-enable-misched`).
    pub before_allocation: bool,
    /// Whether regions are scheduled from the top only (`-misched-topdown`); the target decides if nothing is said.
    pub only_down: Option<bool>,
    /// Whether regions are scheduled from the bottom only (`-misched-bottomup`); the target decides if nothing is said.
    pub only_up: Option<bool>,
    /// Whether register pressure counts (`-misched-regpressure`).
    pub tracks_pressure: bool,
    /// Whether accesses of neighbouring places become neighbours (`-misched-cluster`).
    pub clusters: bool,
    /// Whether ways that span iterations of a loop count (`-misched-cyclicpath`).
    pub uses_cyclic_path: bool,
}

impl SchedulingOptions {
    /// What decides which accesses keep their order, if the target says whether addresses of the IR do.
    pub fn alias_evidence(&self, uses_addresses: bool) -> Evidence {
        match self.uses_ir_addresses.unwrap_or(uses_addresses) {
            true => Evidence::Addresses,
            false => Evidence::Operands,
        }
    }

    /// From where regions are scheduled before allocation, if the target wants `direction`.
    pub fn direction_before_allocation(&self, direction: ScheduleDirection) -> ScheduleDirection {
        use ScheduleDirection::{Both, Down, Up};
        let direction = match (self.only_up, direction) {
            (Some(true), _) => Up,
            (Some(false), Up) => Both,
            (_, direction) => direction,
        };
        match (self.only_down, direction) {
            (Some(true), _) => Down,
            (Some(false), Down) => Both,
            (_, direction) => direction,
        }
    }
}

impl Default for SchedulingOptions {
    fn default() -> Self {
        Self {
            after_allocation: None,
            direction_after_allocation: ScheduleDirection::Down,
            detail: Detail::Instructions,
            huge_region: 1000,
            uses_ir_addresses: None,
            fuses: true,
            strategy: ScheduleStrategy::Target,
            most_available: 256,
            clusters_fast: false,
            before_allocation: true,
            only_down: None,
            only_up: None,
            tracks_pressure: true,
            clusters: true,
            uses_cyclic_path: true,
        }
    }
}

/// Where frames are set up.
#[derive(Clone, Copy, Debug)]
pub struct ShrinkWrapOptions {
    /// Whether that may be later than at the entry (`-enable-shrink-wrap`); the function decides if nothing is said.
    pub enabled: Option<bool>,
    /// Whether a block may be split for that (`-enable-shrink-wrap-region-split`).
    pub splits_regions: bool,
}

/// What becomes of conditional code, beside what is worth it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IfConversionOptions {
    /// All branches over code that may always be executed go (`-stress-early-ifcvt`).
    pub stress: bool,
    /// All comparisons that can be joined are (`-aarch64-stress-ccmp`).
    pub stress_compares: bool,
    /// Branches go on x86-64 too (`-x86-early-ifcvt`).
    pub on_x86: bool,
}

/// Which instructions move to where their results are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SinkOptions {
    /// Whether critical edges are split for that (`-machine-sink-split`).
    pub splits_edges: bool,
    /// Up to this probability in percent, an edge is split for one cheap instruction
    /// (`-machine-sink-split-probability-threshold`).
    pub split_probability: u32,
    /// Whether frequencies of blocks decide where instructions move, rather than depths of cycles (`-machine-sink-bfi`).
    pub uses_frequencies: bool,
    /// No load moves over a block with more instructions (`-machine-sink-load-instrs-threshold`).
    pub most_insts_crossed: u32,
    /// No load moves over more blocks (`-machine-sink-load-blocks-threshold`).
    pub most_blocks_crossed: u32,
    /// Whether what is computed before a cycle moves into it (`-sink-insts-to-avoid-spills`).
    pub into_cycles: bool,
    /// At most so many instructions are considered for each cycle (`-machine-sink-cycle-limit`).
    pub most_for_cycle: u32,
    /// Whether instructions become part of those that use them, where the target can do that
    /// (`-aarch64-enable-sink-fold`).
    pub folds: bool,
}

impl Default for SinkOptions {
    fn default() -> Self {
        Self {
            splits_edges: true,
            split_probability: 40,
            uses_frequencies: true,
            most_insts_crossed: 2000,
            most_blocks_crossed: 20,
            into_cycles: false,
            most_for_cycle: 50,
            folds: true,
        }
    }
}

/// Which conditional moves of x86-64 become branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CmovConversionOptions {
    /// Whether any do (`-x86-cmov-converter`).
    pub enabled: bool,
    /// Cycles that a loop has to gain in two iterations (`-x86-cmov-converter-threshold`).
    pub threshold: u32,
    /// Whether those that load always do (`-x86-cmov-converter-force-mem-operand`).
    pub memory_operands: bool,
    /// Whether all do (`-x86-cmov-converter-force-all`).
    pub all: bool,
}

impl Default for CmovConversionOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            threshold: 4,
            memory_operands: true,
            all: false,
        }
    }
}

/// Which copies through vector registers are done in parts on x86-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoreForwardingOptions {
    /// Whether any are (`-x86-disable-avoid-SFB`).
    pub enabled: bool,
    /// How many instructions before the load are looked at (`-x86-sfb-inspection-limit`).
    pub inspected: u32,
}

impl Default for StoreForwardingOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            inspected: 20,
        }
    }
}

/// Which instructions that access memory get discriminators on x86-64, in functions with debug information for profiling
/// (`-x86-discriminate-memops`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryDiscriminators {
    /// None.
    #[default]
    None,
    /// All but prefetches.
    NotOfPrefetches,
    /// All (not `-x86-bypass-prefetch-instructions`).
    OfAll,
}

/// Where fences stop speculation on x86-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FenceOptions {
    /// In all functions (`-x86-seses-enable-without-lvi-cfi`), not only in those with the feature `seses`.
    pub everywhere: bool,
    /// Only before the first access of memory in a block (`-x86-seses-one-lfence-per-bb`).
    pub one_per_block: bool,
    /// Not before branches (`-x86-seses-omit-branch-lfences`).
    pub not_before_branches: bool,
    /// Only before branches that read a register (`-x86-seses-only-lfence-non-const`).
    pub only_before_variable_branches: bool,
}

/// Which common ends of blocks are merged.
#[derive(Clone, Copy, Debug)]
pub struct TailMergeOptions {
    /// Whether any are (`-enable-tail-merge`).
    pub enabled: bool,
    /// A block with that many predecessors is looked at once only (`-tail-merge-threshold`).
    pub threshold: u32,
    /// The instructions that a common end has, if that is given (`-tail-merge-size`).
    pub size: Option<u32>,
}

impl Default for TailMergeOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            threshold: 150,
            size: None,
        }
    }
}

/// Choices of block placement and of the passes that copy tails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlacementOptions {
    /// Alignment of loops in bytes, 0 for what the processor prefers (`-align-loops`).
    pub align_loops: u64,
    /// Most bytes of padding for alignment, if that is given (`-max-bytes-for-alignment`).
    pub max_padding: Option<u64>,
    /// Alignment of all blocks, as a power of two (`-align-all-blocks`).
    pub align_all: u32,
    /// Alignment of all blocks that control does not fall into, as a power of two (`-align-all-nofallthru-blocks`).
    pub align_jump_targets: u32,
    /// Whether placement copies no blocks (not `-tail-dup-placement`).
    pub copies_none: bool,
    /// Most instructions of a block that placement copies, if that is given (`-tail-dup-placement-threshold`).
    pub copied_size: Option<u32>,
    /// The same from level 3 on (`-tail-dup-placement-aggressive-threshold`).
    pub aggressive_copied_size: Option<u32>,
    /// Most instructions of a block that the other passes copy, if that is given (`-tail-dup-size`).
    pub tail_size: Option<u32>,
    /// A block with more predecessors than this and more successors than the next is not copied, if that is given
    /// (`-tail-dup-pred-size`).
    pub most_preds: Option<u32>,
    /// See [`Self::most_preds`] (`-tail-dup-succ-size`).
    pub most_succs: Option<u32>,
}

/// Which critical edges the elimination of PHIs splits, beside those where that saves a copy.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhiEdges {
    /// All that it looks at (`-phi-elim-split-all-critical-edges`).
    pub all: bool,
    /// It also looks at edges on which the copied register dies (`-no-phi-elim-live-out-early-exit`).
    pub not_only_of_live_outs: bool,
}

/// Choices of the coalescer; the defaults are llc's.
#[derive(Clone, Debug)]
pub struct CoalescerOptions {
    /// Whether copies are joined at all (`-join-liveintervals`).
    pub join: bool,
    /// Whether copies between blocks wait for local ones (`-join-globalcopies`). llc does so on targets
    /// with a machine scheduler, which both are.
    pub global_copies: bool,
    /// Whether blocks on split edges that only copy come first in their loop (`-join-splitedges`).
    pub split_edges: bool,
    /// Whether copies wait whose destination is connected to nothing else, if another register that
    /// interferes with it is copied from the same source (`-terminal-rule`).
    pub terminal_rule: bool,
    /// From this number of values on, an interval is large (`-large-interval-size-threshold`).
    pub large_interval_size: u32,
    /// A large interval is joined that often at most (`-large-interval-freq-threshold`).
    pub large_interval_joins: u32,
    /// With that many copies of a value that is computed again, its interval is shrunk once, later
    /// (`-late-remat-update-threshold`).
    pub late_remat_update: u32,
}

impl Default for CoalescerOptions {
    fn default() -> Self {
        Self {
            join: true,
            global_copies: true,
            split_edges: false,
            terminal_rule: false,
            large_interval_size: 100,
            large_interval_joins: 256,
            late_remat_update: 100,
        }
    }
}
