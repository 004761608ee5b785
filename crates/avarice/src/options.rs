//! The command line: llc's option names, with one dash or two.
//!
//! Long because every option of the command line is declared here or in a part of it that this file names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgAction, ArgGroup, Args, Parser, Subcommand, ValueEnum};

pub use crate::analyze_command::options::AnalyzeOptions;
pub use crate::assembly_options::AssemblyOptions;
use crate::bench_command::options as bench;
pub use crate::bench_command::options::BenchOptions;
use crate::block_section_options::BlockSectionArguments;
pub use crate::cc_command::options::CcOptions;
pub use crate::coalescer_options::CoalescerOptions;
use crate::comparison_options::ComparisonOptions;
use crate::debug_location_options::DebugLocationOptions;
use crate::debug_output_options::DebugOutputOptions;
pub use crate::debug_pass::DebugPass;
pub use crate::if_conversion_options::IfConversionOptions;
pub use crate::layout_options::{BranchOptions, PlacementOptions, TailMergeOptions};
pub use crate::object_options::ObjectOptions;
pub use crate::scheduling_options::SchedulingOptions;
pub use crate::sink_options::SinkOptions;
use crate::stack_options::StackColoringOptions;
use crate::tuning_options::TuningOptions;
pub use crate::x86_options::X86PassOptions;

/// A compiler backend: LLVM IR or machine IR in, object code out.
#[derive(Parser, Debug)]
#[command(name = "avarice", version, long_version = crate::version::long(), max_term_width = 100)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands. The options of one are put together when it is used; help about it then begins with the first line about
/// their type, which is therefore the same.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub enum Command {
    /// Compile a .ll or .mir file to an object, assembly or MIR
    #[command(after_help = COMPILE_HELP, args_override_self = true)]
    Compile(CompileOptions),
    /// Transform LLVM IR with the given passes, and write it
    Opt(OptOptions),
    /// Compile modules and run them as a program, in this process
    #[command(args_override_self = true)]
    Run(RunOptions),
    /// Compare our debug log with llc's: what is equal, and the first decision that differs
    #[command(after_help = COMPARE_HELP, args_override_self = true)]
    Compare(CompareOptions),
    /// Compare our allocators, others and llc on the same modules: time by phase, size, moves, run time
    #[command(after_help = bench::HELP)]
    Bench(BenchOptions),
    /// Run data-flow analyses on the functions of a .ll file: liveness and what builds on it
    Analyze(AnalyzeOptions),
    /// Write a page for a browser that shows what passes and the register allocator did
    #[command(args_override_self = true)]
    View(ViewOptions),
    /// Explain in sentences what happened to a value during register allocation, and why
    #[command(after_help = EXPLAIN_HELP, args_override_self = true)]
    Explain(ExplainOptions),
    /// Run regression files (`; RUN:` lines with their expectations)
    Filetest(FiletestOptions),
    /// Compile and link C: clang reads it, this program makes the code
    Cc(CcOptions),
    /// Compile and link C++
    #[command(name = "c++")]
    Cxx(CcOptions),
    /// Write the manual pages and the completions of shells to a folder, for packages
    #[command(hide = true)]
    PackageFiles {
        /// The folder, which is made
        folder: PathBuf,
    },
}

/// What `compile` writes.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// An object file.
    Obj,
    /// Assembly text.
    Asm,
    /// Nothing.
    Null,
    /// Cranelift's IR, of `--backend=cranelift`.
    Clif,
}

/// The code generator.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeGenerator {
    /// Avarice itself.
    Avarice,
    /// Cranelift, in builds with the feature `cranelift`; for RISC-V and s390x too.
    Cranelift,
}

/// How code and data are addressed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationModel {
    /// At addresses fixed by the linker.
    Static,
    /// At any address.
    Pic,
}

/// How far code and data may be from each other.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeModel {
    /// All within 1 MiB.
    Tiny,
    /// All within 2 GiB.
    Small,
    /// Like small, at the end of the address space.
    Kernel,
    /// Like small, except for large data.
    Medium,
    /// No limits.
    Large,
}

/// Register allocators.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocator {
    /// By spill weight, spilling everywhere.
    Basic,
    /// Block by block, for code that is not optimized.
    Fast,
    /// With eviction, splitting and recoloring.
    Greedy,
    /// The backtracking allocator of regalloc2, on machine SSA.
    Ion,
    /// The fast allocator of regalloc2, on machine SSA.
    Fastalloc,
}

impl Allocator {
    /// The name of its pass.
    pub fn pass_name(self) -> &'static str {
        match self {
            Self::Basic => "regallocbasic",
            Self::Fast => "regallocfast",
            Self::Greedy => "greedy",
            Self::Ion => "ion",
            Self::Fastalloc => "fastalloc",
        }
    }

    /// Whether it works on machine SSA and rewrites the code itself.
    pub fn takes_ssa(self) -> bool {
        matches!(self, Self::Ion | Self::Fastalloc)
    }
}

/// Which functions have a frame pointer.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePointer {
    /// All.
    All,
    /// Those that contain calls.
    NonLeaf,
    /// Only where needed.
    None,
}

/// The end of `compile --help`.
const COMPILE_HELP: &str = "\
Options are spelled as for llc: with one dash or two, with the value after '=' or as the next argument, truth values
as 0, 1, true or false; the last one of several counts; @FILE stands for the arguments that FILE lists.
--help-hidden lists llc's options with what is done about them.";

/// Options of `compile`, shared by `run`.
#[derive(Args, Debug, Clone)]
pub struct CodegenOptions {
    /// Optimization level: 0 (none, with the fast register allocator) to 3
    #[arg(short = 'O', value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub opt_level: u8,
    /// Code generator for LLVM IR
    #[arg(long, value_name = "NAME", default_value = "avarice")]
    pub backend: CodeGenerator,
    /// Target triple, instead of the module's
    #[arg(long, value_name = "TRIPLE")]
    pub mtriple: Option<String>,
    /// Architecture, instead of the triple's
    #[arg(long, value_name = "ARCH")]
    pub march: Option<String>,
    /// Processor, for functions without "target-cpu"; native is this machine's, help lists them
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Features to add or remove (+a,-b), after those of functions (may be repeated); help lists them
    #[arg(
        long,
        value_name = "FEATURES",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub mattr: Vec<String>,
    /// Relocation model (default: static; pic for `run`)
    #[arg(long, value_name = "MODEL")]
    pub relocation_model: Option<RelocationModel>,
    /// Code model: how far code and data may be from each other (default: the module's, else small)
    #[arg(long, value_name = "MODEL")]
    pub code_model: Option<CodeModel>,
    /// Size above which variables may be far away, in the medium and large code models of x86-64
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub large_data_threshold: u64,
    /// Promote stack slots in LLVM IR to values where possible (default: true, but false with -O0)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub promote_slots: Option<bool>,
    /// Compute products of loop counters in each round
    #[arg(long)]
    pub disable_lsr: bool,
    /// Leave square roots that may set errno to the library
    #[arg(long)]
    pub disable_partial_libcall_inlining: bool,
    /// Optimize functions that are marked optnone like all others
    #[arg(long)]
    pub ignore_optnone: bool,
    /// Register allocator (default: greedy; fast if allocation is not optimized)
    #[arg(long, value_name = "NAME")]
    pub regalloc: Option<Allocator>,
    /// Allocate at most N registers of each class; 0 for all that there are
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub stress_regalloc: u32,
    /// Run the passes that optimize allocation (default: true, but false with -O0)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub optimize_regalloc: Option<bool>,
    /// Smallest percentage of a jump table's entries that must be cases
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    pub jump_table_density: u32,
    /// The same in functions that are optimized for size
    #[arg(long, value_name = "PERCENT", default_value_t = 40)]
    pub optsize_jump_table_density: u32,
    /// Ask the runtime by a call where the end of the unsafe stack is kept, in functions with a safe stack
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub safestack_use_pointer_address: bool,
    /// Check no stack protector before calls that do not return
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub disable_check_noreturn_call: bool,
    /// Fewest ranges of cases of a jump table on AArch64 (default: 13, or 4 with minsize)
    #[arg(long, value_name = "N")]
    pub aarch64_min_jump_table_entries: Option<u32>,
    /// Most entries of a jump table of code that is not to be small
    #[arg(long, value_name = "N", default_value_t = u32::MAX)]
    pub max_jump_table_size: u32,
    /// A case of at least this percentage of the executions is compared first; above 100: none
    #[arg(long, value_name = "PERCENT", default_value_t = 66)]
    pub switch_peel_threshold: u32,
    /// Registers of AArch64 that are not allocated
    #[arg(long, value_name = "REGISTERS", value_delimiter = ',')]
    pub reserve_regs_for_regalloc: Vec<String>,
    /// Frame pointers, for functions without "frame-pointer"
    #[arg(long, value_name = "WHICH")]
    pub frame_pointer: Option<FramePointer>,
    /// Disable tail calls in all functions, whatever their "disable-tail-calls" says
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub disable_tail_calls: Option<bool>,
    /// Emit a trap for `unreachable`
    #[arg(long)]
    pub trap_unreachable: bool,
    /// With -trap-unreachable: but not after calls that do not return
    #[arg(long)]
    pub no_trap_after_noreturn: bool,
    /// Have the runtime find thread-local variables, by calls of __emutls_get_address
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub emulated_tls: bool,
    /// Bits of offsets of thread-local variables of programs on AArch64: 12, 24, 32 or 48; 0 for 24
    #[arg(long, value_name = "BITS", default_value = "0", value_parser = ["0", "12", "24", "32", "48"])]
    pub tls_size: String,
    /// Multiply by constants with shifts and additions on x86-64 where that is faster
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub mul_constant_optimization: bool,
    /// Order stack objects by their use
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub stack_symbol_ordering: bool,
    /// What assembly looks like
    #[command(flatten)]
    pub assembly: AssemblyOptions,
    /// Sections, and the tools that read them.
    #[command(flatten)]
    pub objects: ObjectOptions,
    /// Track the liveness of sub-registers, where a class has parts that do not overlap
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub enable_subreg_liveness: Option<bool>,
    /// Mark targets of indirect branches on x86, as the module flag cf-protection-branch does
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub x86_indirect_branch_tracking: bool,
    /// Choices of the register coalescer.
    #[command(flatten, next_help_heading = "Register coalescer")]
    pub coalescer: CoalescerOptions,
    /// Options about branches that become selections.
    #[command(flatten)]
    pub if_conversion: IfConversionOptions,
    /// Options about instructions that move to where their results are used.
    #[command(flatten)]
    pub sinking: SinkOptions,
    /// Options about debug information in what is written.
    #[command(flatten)]
    pub debug_output: DebugOutputOptions,
    /// Bounds of what passes do.
    #[command(flatten)]
    pub tuning: TuningOptions,
    /// Options of passes of x86-64.
    #[command(flatten)]
    pub x86: X86PassOptions,
    /// Options about common ends of blocks.
    #[command(flatten)]
    pub tails: TailMergeOptions,
    /// Options about stack objects that share memory.
    #[command(flatten)]
    pub stack_coloring: StackColoringOptions,
    /// Options about comparisons of memory.
    #[command(flatten)]
    pub comparisons: ComparisonOptions,
    /// Options about where variables are.
    #[command(flatten)]
    pub debug_locations: DebugLocationOptions,
    /// Choices of block placement.
    #[command(flatten, next_help_heading = "Order of blocks")]
    pub placement: PlacementOptions,
    /// Choices of the schedulers.
    #[command(flatten, next_help_heading = "Schedulers")]
    pub scheduling: SchedulingOptions,
    /// Split all critical edges into blocks with PHIs that eliminating these looks at
    #[arg(long)]
    pub phi_elim_split_all_critical_edges: bool,
    /// Look at edges too on which the register that a PHI copies dies
    #[arg(long)]
    pub no_phi_elim_live_out_early_exit: bool,
    /// Set frames up only on paths that need one
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub enable_shrink_wrap: Option<bool>,
    /// Split blocks for that
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub enable_shrink_wrap_region_split: bool,
    /// Ranges of AArch64 branches.
    #[command(flatten, next_help_heading = "Branches of AArch64")]
    pub branches: BranchOptions,
    /// Check machine code after every pass
    #[arg(long)]
    pub verify_machineinstrs: bool,
    /// Check register allocation against the code before it (default: only small functions, in builds with debug assertions)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub verify_regalloc: Option<bool>,
    /// Check that unwind rows agree on all paths
    #[arg(long)]
    pub verify_cfiinstrs: bool,
    /// Check machine code before and after the register coalescer
    #[arg(long)]
    pub verify_coalescing: bool,
    /// Run only these passes (comma-separated, may be repeated)
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub run_pass: Vec<String>,
    /// Run only these passes, in the form of llc's newer pass manager
    #[arg(long, value_name = "PIPELINE", conflicts_with = "run_pass")]
    pub passes: Option<String>,
    /// Begin before this pass
    #[arg(long, value_name = "PASS", conflicts_with = "start_after")]
    pub start_before: Option<String>,
    /// Begin after this pass
    #[arg(long, value_name = "PASS")]
    pub start_after: Option<String>,
    /// End before this pass and write MIR
    #[arg(long, value_name = "PASS", conflicts_with = "stop_after")]
    pub stop_before: Option<String>,
    /// End after this pass and write MIR
    #[arg(long, value_name = "PASS")]
    pub stop_after: Option<String>,
    /// Leave out these passes, as llc's -disable-* do
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub omit_pass: Vec<String>,
    /// Give functions without it this attribute (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", hide = true)]
    pub function_attribute: Vec<String>,
    /// Print machine code before these passes
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub print_before: Vec<String>,
    /// Print machine code before every pass
    #[arg(long)]
    pub print_before_all: bool,
    /// Print machine code after these passes
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub print_after: Vec<String>,
    /// Print machine code after every pass
    #[arg(long)]
    pub print_after_all: bool,
    /// Print machine code after instruction selection
    #[arg(long)]
    pub print_after_isel: bool,
    /// Print only functions with these names (* for all)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub filter_print_funcs: Vec<String>,
    /// Print which passes run
    #[arg(long, value_name = "HOW")]
    pub debug_pass: Option<DebugPass>,
    /// Report what each machine pass changes
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "verbose")]
    pub print_changed: Option<PrintChanged>,
    /// Debug output of these parts (regalloc, detect-dead-lanes, rename-independent-subregs)
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub debug_only: Vec<String>,
    /// Debug output of all parts that have it
    #[arg(long)]
    pub debug: bool,
    /// Write MIR without what its reader assumes by default
    #[arg(long)]
    pub simplify_mir: bool,
    /// Read and write which registers pass the arguments of calls (callSites of MIR)
    #[arg(long)]
    pub emit_call_site_info: bool,
    /// Sections of blocks.
    #[command(flatten)]
    pub block_sections: BlockSectionArguments,
    /// Report the time of each pass
    #[arg(long)]
    pub time_passes: bool,
    /// Report counts of instructions, spills, bytes
    #[arg(long)]
    pub stats: bool,
    /// Append these reports to this file; `-` for standard output (default: standard error)
    #[arg(long, value_name = "FILE")]
    pub info_output_file: Option<PathBuf>,
    /// Number of threads (0: as many as pay, at most one per processor); the output is the same for any number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub jobs: usize,
}

impl CodegenOptions {
    /// The features of `-mattr` joined, if there are any.
    pub fn features(&self) -> Option<String> {
        (!self.mattr.is_empty()).then(|| self.mattr.join(","))
    }

    /// Whether register allocation is checked: as the option says, else in builds with debug assertions.
    pub(crate) fn checks_allocation(&self) -> bool {
        self.verify_regalloc.unwrap_or(cfg!(debug_assertions))
    }
}

/// Compile a .ll or .mir file to an object, assembly or MIR
#[derive(Args, Debug, Clone)]
pub struct CompileOptions {
    /// Input: .ll or .mir, `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Output, `-` for standard output (default: the input's name with the extension .s or .o; standard output for
    /// standard input)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to write (default: by the extension of the output, else assembly)
    #[arg(long, value_name = "TYPE")]
    pub filetype: Option<FileType>,
    /// Language of the input: ir or mir (default: by extension, else by content)
    #[arg(short = 'x', value_name = "LANGUAGE", value_parser = ["ir", "mir"])]
    pub language: Option<String>,
    /// Write what passes decide, as lines of JSON (docs/events.md); `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Remarks.
    #[command(flatten, next_help_heading = "Remarks")]
    pub remarks: RemarkOptions,
    /// Code generation.
    #[command(flatten)]
    pub codegen: CodegenOptions,
}

/// Options about remarks.
#[derive(Args, Debug, Clone, Default)]
pub struct RemarkOptions {
    /// Show remarks on what was done, by passes whose name matches
    #[arg(long, value_name = "REGEX")]
    pub pass_remarks: Option<String>,
    /// Show remarks on what could not be done, by passes whose name matches (regalloc)
    #[arg(long, value_name = "REGEX")]
    pub pass_remarks_missed: Option<String>,
    /// Show remarks on the code, by passes whose name matches (prologepilog, stack-frame-layout, asm-printer, size-info)
    #[arg(long, value_name = "REGEX")]
    pub pass_remarks_analysis: Option<String>,
    /// Write remarks of all kinds as YAML; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub pass_remarks_output: Option<PathBuf>,
    /// Write only remarks by passes whose name matches
    #[arg(long, value_name = "REGEX")]
    pub pass_remarks_filter: Option<String>,
    /// Say in remarks how often the code ran, by the profile
    #[arg(long)]
    pub pass_remarks_with_hotness: bool,
    /// Drop remarks on code that ran less often
    #[arg(long, value_name = "N")]
    pub pass_remarks_hotness_threshold: Option<String>,
    /// Add remarks by avarice-regalloc: which value was spilled, why, and at what cost. Without -pass-remarks-output,
    /// they are shown
    #[arg(long)]
    pub allocation_remarks: bool,
}

impl CompileOptions {
    /// A compilation whose output is not wanted.
    pub(crate) fn without_output(
        input: &Path,
        language: Option<&str>,
        codegen: CodegenOptions,
    ) -> Self {
        Self {
            input: input.to_owned(),
            output: None,
            filetype: Some(FileType::Null),
            language: language.map(str::to_owned),
            events: None,
            remarks: RemarkOptions::default(),
            codegen,
        }
    }
}

/// Compile modules and run them as a program, in this process
#[derive(Args, Debug, Clone)]
pub struct RunOptions {
    /// Code generation.
    #[command(flatten)]
    pub codegen: CodegenOptions,
    /// Link an executable with the system's C compiler and run that
    #[arg(long)]
    pub link: bool,
    /// Compile each function when it is first called
    #[arg(long, conflicts_with = "link")]
    pub lazy: bool,
    /// Load a library, before its symbols are looked for (may be repeated)
    #[arg(short = 'l', value_name = "NAME")]
    pub library: Vec<String>,
    /// Look for libraries in this folder first (may be repeated)
    #[arg(short = 'L', value_name = "FOLDER")]
    pub library_folder: Vec<PathBuf>,
    /// Inputs: .ll; one has the function main
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// Arguments of the program
    #[arg(last = true)]
    pub args: Vec<OsString>,
}

/// Where both sides of a comparison from LLVM IR begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// With the input.
    Input,
    /// With llc's machine code after this pass.
    Pass(String),
}

impl std::str::FromStr for Beginning {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "ll" => Self::Input,
            pass => Self::Pass(pass.to_owned()),
        })
    }
}

/// The end of `compare --help`.
const COMPARE_HELP: &str = "\
Both sides are the output of -debug-only=regalloc; without -run-pass or an end of its own, our run (and that
of --llc) ends after the rewriter.

With --llc and LLVM IR, the question is allocation, not selection: llc compiles the input up to the end of SSA form
(unreachable-mbb-elimination; with -O0 up to the end of selection, finalize-isel), and both sides begin with that:
llc's passes before it do not all exist here. --from=finalize-isel compares from the end of selection on; --from=ll
has both begin with the input, and first says where selection differs.

Logs of LLVM 17 to 22 are aligned as far as their wording allows; lines
that no rule knows are counted as 'not aligned' and never make logs different. Of some differences the report says that
they are by design since a version: what LLVM changed on purpose, as far as the first lines that differ show it.

Exit code: 0 if all that can be compared is equal, 1 if not, 2 if there is nothing to compare: wrong options
or input, a file that is not a log, an llc that fails.";

/// Compare our debug log with llc's: what is equal, and the first decision that differs
#[derive(Args, Debug, Clone)]
#[command(group = ArgGroup::new("theirs").required(true).args(["log", "llc"]))]
pub struct CompareOptions {
    /// Input: .ll or .mir, the same as llc's
    pub input: PathBuf,
    /// llc's log: what it wrote to standard error (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Run this llc on the input with the same options; it needs debug output (a build with assertions)
    #[arg(long, value_name = "PATH")]
    pub llc: Option<PathBuf>,
    /// With --llc and LLVM IR, where both sides begin: with llc's machine code after this pass, or with the input (ll)
    /// (default: the end of SSA form)
    #[arg(long, value_name = "ll|PASS", requires = "llc")]
    pub from: Option<Beginning>,
    /// The major version of LLVM that wrote llc's log (default: what llc says with --version, or what the log shows)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(17..))]
    pub llvm_version: Option<u8>,
    /// Keep the machine code of llc's with which both sides begin
    #[arg(long, value_name = "FILE", requires = "llc")]
    pub keep_mir: Option<PathBuf>,
    /// Only this function (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Lines of context on each side of a difference
    #[arg(long, value_name = "N", default_value_t = avarice_compare::CONTEXT)]
    pub context: usize,
    /// Report as JSON
    #[arg(long)]
    pub json: bool,
    /// An option that llc gets too.
    #[arg(long, value_name = "OPTION", hide = true)]
    pub llc_argument: Vec<String>,
    /// Language of the input: ir or mir (default: by extension, else by content)
    #[arg(short = 'x', value_name = "LANGUAGE", value_parser = ["ir", "mir"])]
    pub language: Option<String>,
    /// Code generation.
    #[command(flatten)]
    pub codegen: CodegenOptions,
}

/// The end of `explain --help`.
const EXPLAIN_HELP: &str = "\
What to explain is a virtual register as logs name it at any stage ('%13'), a value of LLVM IR ('%sum', or '%ir.5'
without a name), or a line of the source, if the input has debug locations ('file.c:12', ':12'). Without it, every
register gets a line that says where it ended. The options are those of compile, and so are the decisions.";

/// Explain in sentences what happened to a value during register allocation, and why
#[derive(Args, Debug, Clone)]
pub struct ExplainOptions {
    /// Input: .ll or .mir
    pub input: PathBuf,
    /// What to explain: a register, a value or a line (default: a line for each register)
    pub what: Option<String>,
    /// The function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Language of the input: ir or mir (default: by extension, else by content)
    #[arg(short = 'x', value_name = "LANGUAGE", value_parser = ["ir", "mir"])]
    pub language: Option<String>,
    /// Code generation.
    #[command(flatten)]
    pub codegen: CodegenOptions,
}

/// How `opt` and `compile` report what each pass changes.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintChanged {
    /// The whole function after each change; a line for passes that change nothing.
    Verbose,
    /// The whole function after each change.
    Quiet,
    /// The lines that differ; a line for passes that change nothing.
    Diff,
    /// The lines that differ.
    DiffQuiet,
}

/// Transform LLVM IR with the given passes, and write it
#[derive(Args, Debug, Clone)]
pub struct OptOptions {
    /// Input: LLVM IR as text (`-` for standard input)
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Output (default: standard output)
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write text (the only supported form)
    #[arg(short = 'S')]
    pub text: bool,
    /// Passes to run, in the syntax of opt: mem2reg,function(sccp,dce)
    #[arg(long, value_name = "PIPELINE")]
    pub passes: Option<String>,
    /// The passes of a level: default<O1> and so on
    #[arg(short = 'O', value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3), conflicts_with = "passes")]
    pub level: Option<u8>,
    /// Report what each pass changes
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "verbose")]
    pub print_changed: Option<PrintChanged>,
    /// Check the module after every pass
    #[arg(long)]
    pub verify_each: bool,
    /// Report the time of each pass
    #[arg(long)]
    pub time_passes: bool,
    /// Print what these passes decide
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub debug_only: Vec<String>,
    /// Write nothing
    #[arg(long)]
    pub disable_output: bool,
    /// Also transform functions that are marked optnone, and remove the mark
    #[arg(long)]
    pub ignore_optnone: bool,
    /// List the passes
    #[arg(long)]
    pub print_passes: bool,
}

/// Write a page for a browser that shows what passes and the register allocator did
#[derive(Args, Debug, Clone)]
pub struct ViewOptions {
    /// Input: .ll or .mir
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// The page (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only this function (may be repeated)
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    pub function: Vec<String>,
    /// Show a second run beside it: the same with these options added, such as -regalloc=basic
    #[arg(
        long,
        value_name = "OPTIONS",
        allow_hyphen_values = true,
        conflicts_with = "against_log"
    )]
    pub against: Option<String>,
    /// Show llc's run beside it, from the output of -debug-only=regalloc
    #[arg(long, value_name = "FILE")]
    pub against_log: Option<PathBuf>,
    /// Language of the input: ir or mir (default: by extension, else by content)
    #[arg(short = 'x', value_name = "LANGUAGE", value_parser = ["ir", "mir"])]
    pub language: Option<String>,
    /// Code generation.
    #[command(flatten)]
    pub codegen: CodegenOptions,
}

/// Run regression files (`; RUN:` lines with their expectations)
#[derive(Args, Debug, Clone)]
pub struct FiletestOptions {
    /// Files or folders
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Rewrite exact-output blocks with what came (also: BLESS=1 in the environment)
    #[arg(long)]
    pub bless: bool,
    /// Threads (0: one a processor)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub jobs: usize,
}
