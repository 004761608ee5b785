//! The part of the table of machine passes that a command line selects, and what a pass works on.

mod table;

use avarice_ir::{CrashNote, Module, TakenAddresses};
use avarice_mir::hooks::BranchBits;
use avarice_mir::print::{MirPrinter, ModuleNames};
use avarice_mir::{MachineFunction, TargetHooks};
use avarice_regalloc::events::Recorder;
use avarice_regalloc::{Context, Log, LogParts};
use avarice_regalloc2::machine::{self, Algorithm};

use crate::allocation_check::{AllocationCheck, require_slot_access};
use crate::level::{Level, border, is_allocator, is_of_target};
use crate::machine_dump;
use crate::move_counts;
use crate::options::CodegenOptions;
use crate::pass_printing::PassPrinting;
use crate::record;
use crate::target::Target;
use crate::timing::{Stats, Timing};
use crate::verify::verify;

pub use table::PASSES;

/// Scratch memory and analyses that passes keep from function to function.
pub type PassContext = Context;

/// What a pass works on: one function and what passes keep about it between each other.
pub struct State<'a> {
    /// The module.
    pub module: &'a Module,
    /// Names of the module's parts, for whatever is printed.
    pub names: &'a ModuleNames<'a>,
    /// The target.
    pub target: &'a Target,
    /// The function.
    pub function: MachineFunction,
    /// Scratch memory and analyses.
    pub context: &'a mut PassContext,
    /// The parts that write debug output.
    pub debug: LogParts,
    /// Debug output and printed functions.
    pub log: &'a mut String,
    /// What passes do, if that is recorded.
    pub recorder: Option<Recorder>,
    /// Whether the command line asks for optimized code.
    pub optimize: bool,
    /// Whether the command line asks for a check of allocation.
    pub verify_allocation: bool,
    /// The functions of the module whose address is taken.
    pub addresses: &'a TakenAddresses<'a>,
    /// How far branches reach.
    pub branch_bits: BranchBits,
    /// Counts.
    pub stats: Stats,
    /// Analyses in `context` that hold.
    pub valid: Valid,
}

bitflags::bitflags! {
    /// Analyses that hold for the function as it is.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Valid: u8 {
        /// Reserved registers are known.
        const FUNCTION = 1 << 0;
        /// Dominators, loops and block frequencies.
        const CFG = 1 << 1;
        /// Kill and dead marks, with their bookkeeping.
        const LIVE_VARIABLES = 1 << 2;
        /// Slot indexes and live intervals.
        const LIVE_INTERVALS = 1 << 3;
        /// Dominators and loops.
        const LOOPS = 1 << 4;
        /// Unreachable blocks are gone.
        const REACHABLE = 1 << 5;
        /// An allocator ran, and said where its spill slots are in use.
        const SPILL_SLOTS = 1 << 6;
    }
}

impl State<'_> {
    fn require_function(&mut self) {
        if !self.valid.contains(Valid::FUNCTION) {
            self.context
                .begin_function(&self.function, self.target.hooks);
            self.valid |= Valid::FUNCTION;
        }
    }

    fn require_cfg(&mut self) {
        self.require_function();
        if !self.valid.contains(Valid::CFG) {
            self.context.compute_cfg(&self.function);
            self.valid |= Valid::CFG | Valid::LOOPS;
        }
    }

    fn require_loops(&mut self) {
        if !self.valid.contains(Valid::LOOPS) {
            self.context.compute_loops(&self.function);
            self.valid |= Valid::LOOPS;
        }
    }

    fn require_live_variables(&mut self) {
        self.require_function();
        if !self.valid.contains(Valid::LIVE_VARIABLES) {
            self.remove_unreachable_blocks();
            self.require_function();
            self.context.compute_live_variables(&mut self.function);
            self.valid |= Valid::LIVE_VARIABLES;
        }
    }

    fn remove_unreachable_blocks(&mut self) {
        if !self.valid.contains(Valid::REACHABLE) {
            avarice_regalloc::unreachable_block_elim::run(&mut self.function);
            self.valid = Valid::REACHABLE;
        }
    }

    /// Whether the IR function has this attribute.
    fn has_attribute(&self, name: &str) -> bool {
        self.function.ir_attrs(self.module).has(name)
    }

    /// Says whether live variables may be used by passes that do without where they are not known.
    fn offer_live_variables(&mut self) {
        if !self.valid.contains(Valid::LIVE_VARIABLES) {
            self.context.live_variables.forget();
        }
    }

    fn require_live_intervals(&mut self) {
        if !self.valid.contains(Valid::LIVE_INTERVALS) {
            self.compute_live_intervals();
        }
    }

    fn compute_live_intervals(&mut self) {
        self.require_cfg();
        self.with_log(|function, _, context, log| context.compute_live_intervals(function, log));
        self.valid |= Valid::LIVE_INTERVALS;
        self.dump_intervals();
    }

    /// Counts what allocation left: spills, reloads, copies.
    fn count_moves(&mut self) {
        self.require_cfg();
        let frequencies = &self.context.frequencies;
        move_counts::count(
            &self.function,
            self.target.hooks,
            frequencies,
            &mut self.stats,
        );
    }

    /// Allocates machine SSA by an algorithm of regalloc2, which rewrites the code too.
    fn allocate_by_regalloc2(&mut self, algorithm: Algorithm) -> Result<(), String> {
        require_slot_access(&self.function, self.target.hooks)?;
        self.require_function();
        let (function, hooks) = (&mut self.function, self.target.hooks);
        let options = machine::Options {
            algorithm,
            check: self.verify_allocation,
        };
        machine::allocate(function, hooks, self.context, options)
            .map_err(|error| self.with_name(error))?;
        self.valid = Valid::FUNCTION;
        if self.stats.is_enabled() {
            self.count_moves();
        }
        Ok(())
    }

    /// A message about the function.
    fn with_name(&self, what: impl std::fmt::Display) -> String {
        let name = String::from_utf8_lossy(&self.function.name);
        format!("{what}, in function '{name}'")
    }

    /// Writes live intervals and code to the debug log, if that is on.
    fn dump_intervals(&mut self) {
        if self.debug.contains(LogParts::REGALLOC) {
            let intervals = &self.context.live_intervals;
            let (names, target, function) = (self.names, self.target, &self.function);
            machine_dump::write_intervals(self.log, names, target, function, intervals);
        }
    }

    /// Runs `work` with the debug log, on or off.
    fn with_log<T>(
        &mut self,
        work: impl FnOnce(
            &mut MachineFunction,
            &'static dyn TargetHooks,
            &mut PassContext,
            &mut Log<'_>,
        ) -> T,
    ) -> T {
        let hooks = self.target.hooks;
        let recorder = self.recorder.as_mut();
        if self.debug.is_empty() && recorder.is_none() {
            return work(&mut self.function, hooks, self.context, &mut Log::off());
        }
        let printer = MirPrinter::new(hooks.text_names(), Some(self.names), &self.function);
        let log = if self.debug.is_empty() {
            Log::off()
        } else {
            Log::on(self.log).with_parts(self.debug)
        };
        let mut log = log.with_printer(printer).with_recorder(recorder);
        work(&mut self.function, hooks, self.context, &mut log)
    }
}

/// A machine pass.
pub struct Pass {
    /// llc's name.
    pub name: &'static str,
    /// What `-time-passes` calls it.
    pub title: &'static str,
    /// Runs it.
    pub run: fn(&mut State<'_>) -> Result<(), String>,
}

/// Names of the parts that `-debug-only` takes.
const DEBUG_PARTS: [(&str, LogParts); 5] = [
    ("regalloc", LogParts::REGALLOC),
    ("detect-dead-lanes", LogParts::DETECT_DEAD_LANES),
    (
        "rename-independent-subregs",
        LogParts::RENAME_INDEPENDENT_SUBREGS,
    ),
    ("stack-slot-coloring", LogParts::STACK_SLOT_COLORING),
    ("machine-cp", LogParts::MACHINE_CP),
];

/// The parts whose debug output `-debug-only` asks for.
pub fn debug_parts(options: &CodegenOptions) -> LogParts {
    let wanted = |name: &str| options.debug_only.iter().any(|part| part == name);
    let parts = DEBUG_PARTS.iter().filter(|(name, _)| wanted(name));
    parts.map(|(_, part)| *part).collect()
}

/// The passes that a command line asks for.
#[derive(Debug)]
pub struct Plan {
    passes: Vec<usize>,
    /// Whether all passes run to the end, so that code can be emitted.
    complete: bool,
    verify: bool,
    verify_allocation: bool,
    from_mir: bool,
    printing: PassPrinting,
}

/// Place of the pass with llc's name `name`.
fn find(name: &str) -> Result<usize, String> {
    // The index of slots is part of the interval analysis here.
    let name = if name == "slotindexes" {
        "liveintervals"
    } else {
        name
    };
    PASSES
        .iter()
        .position(|pass| pass.name == name)
        .ok_or_else(|| {
            let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
            format!("unknown pass '{name}'; passes are: {}", names.join(", "))
        })
}

impl Plan {
    /// The plan of `options`. `from_mir` says that the input is machine code: without options it is
    /// taken to be selected code.
    ///
    /// # Errors
    /// A name that is no pass, a part that has no debug output, options that contradict each other.
    pub fn new(options: &CodegenOptions, from_mir: bool) -> Result<Self, String> {
        for part in &options.debug_only {
            if !DEBUG_PARTS.iter().any(|(name, _)| name == part) {
                let names = DEBUG_PARTS.map(|(name, _)| name).join(", ");
                return Err(format!("no debug output for '{part}'; parts are: {names}"));
            }
        }
        let print_after = options.print_after.iter().map(|name| find(name));
        let mut plan = Self {
            passes: Vec::new(),
            complete: false,
            verify: options.verify_machineinstrs,
            verify_allocation: options.checks_allocation(),
            from_mir,
            printing: PassPrinting::new(options, print_after.collect::<Result<_, _>>()?),
        };
        if !options.run_pass.is_empty() {
            if !from_mir {
                return Err("-run-pass works on .mir input".into());
            }
            let wanted = options.run_pass.iter().filter(|name| *name != "none");
            plan.passes = wanted.map(|name| find(name)).collect::<Result<_, _>>()?;
            plan.drop_unused_loops();
            plan.check_order()?;
            return Ok(plan);
        }
        let at = |name: &Option<String>, after: bool| match name {
            Some(name) => find(name).map(|at| Some(border(at, after))),
            None => Ok(None),
        };
        let start = at(&options.start_before, false)?.or(at(&options.start_after, true)?);
        if start.is_some() && !from_mir {
            return Err("-start-before and -start-after work on .mir input".into());
        }
        let end = at(&options.stop_before, false)?.or(at(&options.stop_after, true)?);
        let range = start.unwrap_or(0)..end.unwrap_or(PASSES.len());
        if range.start > range.end {
            return Err("the pass to stop at comes before the pass to start at".into());
        }
        plan.complete = end.is_none();
        let level = Level::new(options)?;
        plan.passes = range.filter(|at| level.has(PASSES[*at].name)).collect();
        plan.drop_unused_loops();
        plan.check_order()?;
        Ok(plan)
    }

    /// llc frees an analysis after the last pass that requires it. PHI elimination takes loops only where it
    /// finds them, so it has none unless a pass after two-address rewriting runs, which keeps them alive.
    fn drop_unused_loops(&mut self) {
        let at = |name| PASSES.iter().position(|pass| pass.name == name);
        let rewriting = at("twoaddressinstruction");
        if !self.passes.iter().any(|index| Some(*index) > rewriting) {
            let loops = at("machine-loops");
            self.passes.retain(|index| Some(*index) != loops);
        }
    }

    /// The rewriter needs the map that allocation makes; text has no form for it.
    fn check_order(&self) -> Result<(), String> {
        let mut names = self.passes.iter().map(|index| PASSES[*index].name);
        let mapped = names.find(|name| is_allocator(name) || *name == "virtregrewriter");
        match mapped {
            Some("virtregrewriter") => Err(
                "virtregrewriter needs an allocator before it: greedy, regallocbasic, regallocfast"
                    .into(),
            ),
            _ => Ok(()),
        }
    }

    /// Whether the passes run to the end, so that code can be emitted.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether there is no pass to run.
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// Runs the passes on one function.
    ///
    /// # Errors
    /// A pass or the verifier refuses the function.
    pub fn run(
        &self,
        state: &mut State<'_>,
        timing: &mut Timing,
        note: &CrashNote<'_>,
    ) -> Result<(), String> {
        if self.verify && self.from_mir {
            timing.measure("Verify generated machine code", || {
                verify(state, "reading it")
            })?;
        }
        // A document without a body has no code to work on; that it is live nowhere can still be said.
        let has_code = !state.function.layout.is_empty();
        let mut check = AllocationCheck::new(self.verify_allocation);
        record::start(state);
        for index in &self.passes {
            let pass = &PASSES[*index];
            let is_skipped = !has_code && pass.name != "liveintervals";
            if is_skipped || !is_of_target(pass.name, state.target) {
                continue;
            }
            note.enter(pass.name);
            check.before(pass.name, &state.function);
            record::enter(state, pass);
            let before = self.printing.before(state);
            timing.measure(pass.title, || (pass.run)(state))?;
            check.after(pass.name, &state.function, state.target.hooks)?;
            record::leave(state, pass);
            self.printing.after(state, pass, *index, before);
            if self.verify {
                timing.measure("Verify generated machine code", || verify(state, pass.name))?;
            }
        }
        if state.valid.contains(Valid::LIVE_INTERVALS) {
            check.finish(state)?;
        }
        Ok(())
    }
}
