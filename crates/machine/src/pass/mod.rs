//! What a machine pass is: a value that says what it needs, what it keeps and when it runs, and makes the code that
//! runs it.
//!
//! A pass is declared in the file that has its code:
//!
//! ```text
//!   pub const PASS: MachinePass = MachinePass {
//!       when: When::OPTIMIZED,                       levels, allocators, `optnone`
//!       requires: Analysis::LOOPS,                   computed before it runs, unless they hold
//!       preserves: Analysis::CFG,                    what still holds after it; the rest is dropped
//!       after: &["early-machinelicm"],               passes that come earlier where both run
//!       ..MachinePass::new("machine-cse", "Machine Common Subexpression Elimination", || Box::<Cse>::default())
//!   };
//! ```
//!
//! What [`MachinePass::make`] returns owns the scratch memory of the pass and keeps it from function to function. The
//! order of passes is a table of such values; [`pipeline::check`] holds it against what they say of themselves.

pub mod analyses;
pub mod analysis_passes;
mod options;
pub mod pipeline;
mod when;

use avarice_ir::{Module, TakenAddresses};
use avarice_mir::{FrameHooks, MachineFunction, TargetHooks};
use avarice_trace::Log;

pub use analyses::{Analyses, Analysis};
pub use options::DebugLocationOptions;
pub use options::FenceOptions;
pub use options::IfConversionOptions;
pub use options::MemoryDiscriminators;
pub use options::ReturnAddressCheck;
pub use options::SinkOptions;
pub use options::StackColoringOptions;
pub use options::TuningOptions;
pub use options::{CmovConversionOptions, StoreForwardingOptions};
pub use options::{
    CoalescerOptions, PassOptions, PhiEdges, PlacementOptions, ShrinkWrapOptions, TailMergeOptions,
};
pub use options::{ScheduleDirection, ScheduleStrategy, SchedulingOptions};
pub use when::{AllocatorNeed, LevelNeed, OptNone, When};

/// The declaration of a machine pass.
#[derive(Clone, Copy)]
pub struct MachinePass {
    /// llc's name.
    pub name: &'static str,
    /// What `-time-passes` and `-debug-pass` call it.
    pub title: &'static str,
    /// What it is for.
    pub kind: PassKind,
    /// Which pipelines have it, and which functions it leaves alone.
    pub when: When,
    /// Analyses that hold when it runs.
    pub requires: Analysis,
    /// Analyses that hold after it if they did before.
    pub preserves: Analysis,
    /// What holds after it, whatever did before.
    pub provides: Analysis,
    /// Names of passes that run earlier, where both run.
    pub after: &'static [&'static str],
    /// How many times it is in the order of passes.
    pub times: usize,
    /// Makes what runs it, with empty scratch memory.
    pub make: fn() -> Box<dyn RunPass>,
}

/// What a pass is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassKind {
    /// It changes code.
    Transform,
    /// It computes what it requires, and changes nothing else.
    Analysis,
    /// It assigns registers, and leaves a map for the rewriter.
    Allocator,
    /// It assigns registers and puts them into the code.
    AllocatorAndRewriter,
    /// It puts assigned registers into the code.
    Rewriter,
}

impl PassKind {
    /// Whether it assigns registers. Passes of this kind are alternatives: a pipeline has one.
    pub fn is_allocator(self) -> bool {
        matches!(self, Self::Allocator | Self::AllocatorAndRewriter)
    }

    /// Whether the code has physical registers after it.
    pub fn is_rewriter(self) -> bool {
        matches!(self, Self::AllocatorAndRewriter | Self::Rewriter)
    }
}

/// What runs `run` on each function: a pass without scratch memory that needs nothing but the code.
pub fn on_functions(run: fn(&mut MachineFunction)) -> Box<dyn RunPass> {
    Box::new(move |unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
        run(&mut unit.function);
        Ok(())
    })
}

impl MachinePass {
    /// A pass that changes code of every function at every level, requires nothing and preserves nothing.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        make: fn() -> Box<dyn RunPass>,
    ) -> Self {
        Self {
            name,
            title,
            kind: PassKind::Transform,
            when: When::ALWAYS,
            requires: Analysis::empty(),
            preserves: Analysis::empty(),
            provides: Analysis::empty(),
            after: &[],
            times: 1,
            make,
        }
    }

    /// Runs `pass`, which [`Self::make`] has made, on a function: computes what it requires first, drops what it does
    /// not preserve after it.
    ///
    /// # Errors
    /// What the pass says, and a use of a virtual register that is not defined on every path where it wants live
    /// intervals.
    pub fn run(
        &self,
        pass: &mut dyn RunPass,
        unit: &mut MachineUnit<'_>,
        log: &mut Log<'_>,
    ) -> Result<(), String> {
        let is_left_alone = self.when.optnone == OptNone::Skips && unit.has_attribute("optnone");
        if !is_left_alone {
            let hooks = unit.hooks();
            unit.analyses
                .require(self.requires, &mut unit.function, hooks, log);
            unit.analyses.check_definitions(&unit.function)?;
            pass.run(unit, log)?;
        }
        unit.analyses.keep(self.preserves);
        unit.analyses.provide(self.provides);
        Ok(())
    }

    /// Makes the pass and runs it on one function, without a log.
    ///
    /// # Errors
    /// What the pass says.
    pub fn run_alone(&self, unit: &mut MachineUnit<'_>) -> Result<(), String> {
        self.run(&mut *(self.make)(), unit, &mut Log::off())
    }
}

impl std::fmt::Debug for MachinePass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What runs a pass, with its scratch memory.
pub trait RunPass {
    /// Runs it on a function. What the declaration requires holds.
    ///
    /// # Errors
    /// What the function asks for and the pass cannot do.
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String>;
}

/// Passes without scratch memory are functions.
impl<F> RunPass for F
where
    F: FnMut(&mut MachineUnit<'_>, &mut Log<'_>) -> Result<(), String>,
{
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        self(unit, log)
    }
}

/// One function on its way through the passes, with what they may know.
pub struct MachineUnit<'a> {
    /// The module.
    pub module: &'a Module,
    /// The functions of the module whose address is taken.
    pub addresses: &'a TakenAddresses<'a>,
    /// The target.
    pub target: &'static dyn FrameHooks,
    /// The function.
    pub function: MachineFunction,
    /// What is known of the function.
    pub analyses: &'a mut Analyses,
    /// What the command line asks of passes.
    pub options: &'a PassOptions,
    /// Warnings for the user.
    pub warnings: String,
}

impl<'a> MachineUnit<'a> {
    /// `function` of `module`, of which nothing is known.
    pub fn new(
        module: &'a Module,
        addresses: &'a TakenAddresses<'a>,
        target: &'static dyn FrameHooks,
        function: MachineFunction,
        analyses: &'a mut Analyses,
        options: &'a PassOptions,
    ) -> Self {
        analyses.begin_function();
        Self {
            module,
            addresses,
            target,
            function,
            analyses,
            options,
            warnings: String::new(),
        }
    }

    /// What the target does with machine functions.
    pub fn hooks(&self) -> &'static dyn TargetHooks {
        self.target
    }

    /// Whether the IR function has this attribute.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.function.ir_attrs(self.module).has(name)
    }

    /// A message about the function.
    pub fn with_name(&self, what: impl std::fmt::Display) -> String {
        let name = String::from_utf8_lossy(&self.function.name);
        format!("{what}, in function '{name}'")
    }
}
