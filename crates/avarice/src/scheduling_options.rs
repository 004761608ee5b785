//! Options of the schedulers.

use avarice_machine::pass::{self, ScheduleDirection, ScheduleStrategy};
use avarice_machine::schedule::target_model::Detail;
use clap::{ArgAction, Args, ValueEnum};

/// From where a region is scheduled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Direction {
    /// From its top
    #[default]
    #[value(name = "topdown")]
    Down,
    /// From its bottom
    #[value(name = "bottomup")]
    Up,
    /// From both ends
    #[value(name = "bidirectional")]
    Both,
}

/// How the order before allocation is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Strategy {
    /// As it is best for the target
    #[default]
    Default,
    /// The same without making accesses or fused instructions neighbours
    Converge,
    /// As far from the old order as can be, for tests
    Shuffle,
}

/// Options of the schedulers.
#[derive(Args, Debug, Clone)]
pub struct SchedulingOptions {
    /// Schedule instructions before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub enable_misched: Option<bool>,
    /// How the order before allocation is chosen
    #[arg(long, value_enum, value_name = "STRATEGY", default_value_t)]
    pub misched: Strategy,
    /// How many instructions schedulers compare at once
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub misched_limit: u32,
    /// Find accesses that become neighbours the fast way in all regions
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub force_fast_cluster: bool,
    /// Schedule regions from their top only, before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub misched_topdown: Option<bool>,
    /// Schedule regions from their bottom only, before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub misched_bottomup: Option<bool>,
    /// Let register pressure decide before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub misched_regpressure: bool,
    /// Let paths that span iterations of a loop decide before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub misched_cyclicpath: bool,
    /// Make accesses of neighbouring places neighbours before allocation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub misched_cluster: bool,
    /// Schedule instructions after allocation; the processor decides if nothing is said
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub enable_post_misched: Option<bool>,
    /// Have that scheduling also on x86-64, where it runs with -enable-post-misched
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub misched_postra: bool,
    /// From where regions are scheduled after allocation
    #[arg(long, value_enum, value_name = "DIRECTION", default_value_t)]
    pub misched_postra_direction: Direction,
    /// Make instructions neighbours that the processor fuses
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub misched_fusion: bool,
    /// Let schedulers read in the IR which accesses may be to the same place
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub enable_aa_sched_mi: Option<bool>,
    /// Let schedulers use what the processor's model says of single instructions
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub schedmodel: bool,
    /// Number of accesses of memory in a region from which schedulers no longer tell them apart
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub dag_maps_huge_region: u32,
    /// Check machine code before and after schedulers
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = ArgAction::Set)]
    pub verify_misched: bool,
}

impl SchedulingOptions {
    /// The options that say something else than llc's defaults, as llc reads them.
    pub(crate) fn given(&self) -> Vec<String> {
        let choices = [
            ("enable-misched", self.enable_misched),
            ("misched-topdown", self.misched_topdown),
            ("misched-bottomup", self.misched_bottomup),
            ("enable-post-misched", self.enable_post_misched),
            ("enable-aa-sched-mi", self.enable_aa_sched_mi),
        ];
        let defaults = [
            ("misched-regpressure", self.misched_regpressure, true),
            ("misched-cyclicpath", self.misched_cyclicpath, true),
            ("misched-cluster", self.misched_cluster, true),
            ("misched-fusion", self.misched_fusion, true),
            ("schedmodel", self.schedmodel, true),
            ("verify-misched", self.verify_misched, false),
            ("misched-postra", self.misched_postra, false),
            ("force-fast-cluster", self.force_fast_cluster, false),
        ];
        let others =
            defaults.map(|(name, value, default)| (name, (value != default).then_some(value)));
        let flags = choices.into_iter().chain(others);
        let mut given: Vec<String> = flags
            .filter_map(|(name, value)| Some(format!("-{name}={}", value?)))
            .collect();
        if let Some(direction) = self.misched_postra_direction.to_possible_value()
            && self.misched_postra_direction != Direction::Down
        {
            given.push(format!(
                "-misched-postra-direction={}",
                direction.get_name()
            ));
        }
        if let Some(strategy) = self.misched.to_possible_value()
            && self.misched != Strategy::Default
        {
            given.push(format!("-misched={}", strategy.get_name()));
        }
        if self.misched_limit != 256 {
            given.push(format!("-misched-limit={}", self.misched_limit));
        }
        if self.dag_maps_huge_region != 1000 {
            given.push(format!(
                "-dag-maps-huge-region={}",
                self.dag_maps_huge_region
            ));
        }
        given
    }
}

impl From<&SchedulingOptions> for pass::SchedulingOptions {
    fn from(options: &SchedulingOptions) -> Self {
        Self {
            before_allocation: options.enable_misched.unwrap_or(true),
            after_allocation: options.enable_post_misched,
            direction_after_allocation: match options.misched_postra_direction {
                Direction::Down => ScheduleDirection::Down,
                Direction::Up => ScheduleDirection::Up,
                Direction::Both => ScheduleDirection::Both,
            },
            only_down: options.misched_topdown,
            only_up: options.misched_bottomup,
            tracks_pressure: options.misched_regpressure,
            uses_cyclic_path: options.misched_cyclicpath,
            clusters: options.misched_cluster,
            fuses: options.misched_fusion,
            strategy: match options.misched {
                Strategy::Default => ScheduleStrategy::Target,
                Strategy::Converge => ScheduleStrategy::Converge,
                Strategy::Shuffle => ScheduleStrategy::Shuffle,
            },
            most_available: options.misched_limit as usize,
            clusters_fast: options.force_fast_cluster,
            uses_ir_addresses: options.enable_aa_sched_mi,
            detail: match options.schedmodel {
                true => Detail::Instructions,
                false => Detail::Processor,
            },
            huge_region: options.dag_maps_huge_region,
        }
    }
}
