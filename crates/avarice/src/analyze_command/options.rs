//! Options of `analyze`.

use std::path::PathBuf;

use avarice_opt::dataflow;
use clap::{Args, Subcommand, ValueEnum};

/// Run data-flow analyses on the functions of a .ll file: liveness and what builds on it
#[derive(Args, Debug, Clone)]
pub struct AnalyzeOptions {
    /// What to find out.
    #[command(subcommand)]
    pub report: AnalyzeReport,
}

/// The reports of `analyze`.
#[derive(Subcommand, Debug, Clone)]
pub enum AnalyzeReport {
    /// Values that are live at the beginning and end of each block, with each step of the iteration
    Liveness(LivenessOptions),
    /// Values that nothing needs, found from liveness
    DeadCode(AnalyzeInput),
    /// Stack memory that may be read before it is set
    Uninitialized(AnalyzeInput),
    /// Where stack slots need phis: minimal, semi-pruned and pruned SSA form
    Ssa(AnalyzeInput),
    /// The uses of each value, and the definitions that each instruction uses
    DefUse(AnalyzeInput),
}

/// What every report is about.
#[derive(Args, Debug, Clone)]
pub struct AnalyzeInput {
    /// Input: .ll, `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Only this function (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
}

/// Orders of visits.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderOption {
    /// Blocks after their successors.
    Postorder,
    /// Blocks before their successors.
    Rpo,
    /// In the order of the function.
    Layout,
    /// Only blocks whose successors changed.
    Worklist,
}

impl OrderOption {
    /// The order that it names.
    pub fn order(self) -> dataflow::Order {
        match self {
            Self::Postorder => dataflow::Order::Postorder,
            Self::Rpo => dataflow::Order::ReversePostorder,
            Self::Layout => dataflow::Order::Layout,
            Self::Worklist => dataflow::Order::Worklist,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Postorder => "postorder",
            Self::Rpo => "rpo",
            Self::Layout => "layout",
            Self::Worklist => "worklist",
        }
    }
}

/// Representations of sets.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetsOption {
    /// One bit per variable.
    Bits,
    /// Ascending lists.
    Sorted,
    /// One variable at a time.
    PerVariable,
}

impl SetsOption {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Sorted => "sorted",
            Self::PerVariable => "per-variable",
        }
    }
}

/// What nodes are.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GranularityOption {
    /// Basic blocks.
    Block,
    /// Single instructions.
    Statement,
}

impl GranularityOption {
    /// The granularity that it names.
    pub fn granularity(self) -> dataflow::Granularity {
        match self {
            Self::Block => dataflow::Granularity::Block,
            Self::Statement => dataflow::Granularity::Statement,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Statement => "statement",
        }
    }
}

/// Options of `analyze liveness`.
#[derive(Args, Debug, Clone)]
pub struct LivenessOptions {
    /// Input and functions.
    #[command(flatten)]
    pub input: AnalyzeInput,
    /// Order of visits, and of the numbers of values
    #[arg(long, value_name = "ORDER", default_value = "postorder")]
    pub order: OrderOption,
    /// Representation of sets
    #[arg(long, value_name = "SETS", default_value = "bits")]
    pub sets: SetsOption,
    /// Nodes of the graph
    #[arg(long, value_name = "NODES", default_value = "block")]
    pub granularity: GranularityOption,
    /// Leave out the steps of the iteration
    #[arg(long)]
    pub no_trace: bool,
    /// Report what every order and representation costs: iterations, set operations, bytes, time
    #[arg(long, conflicts_with_all = ["json", "dot"])]
    pub stats: bool,
    /// Report as JSON
    #[arg(long, conflicts_with = "dot")]
    pub json: bool,
    /// Write the graph with the sets, for graphviz
    #[arg(long)]
    pub dot: bool,
    /// Run a function in an interpreter, and report which of the values that may be live were
    ///
    /// The first function that --function names is run; without that, `main`, or the only one that is defined.
    #[arg(long, conflicts_with = "dot")]
    pub dynamic: bool,
    /// Arguments of the function that is run
    #[arg(
        long,
        value_name = "VALUES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        requires = "dynamic"
    )]
    pub args: Vec<String>,
    /// Instructions that the run may execute
    #[arg(long, value_name = "N", default_value_t = avarice_opt::interpreter::MAX_STEPS, requires = "dynamic")]
    pub steps: u64,
}
