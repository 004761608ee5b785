//! The part of the table of passes that a command line asks for.

use avarice_machine::pass::pipeline::{self, Choice, border};
use avarice_machine::pass::{AllocatorNeed, MachinePass};
use avarice_machine::stack_frame_layout::{self, is_always_there};
use avarice_trace::LogParts;

use super::table::TABLE;
use super::{llc_passes, pipeline_text};
use crate::ledger::Machine;
use crate::options::{Allocator, CodegenOptions};
use crate::pass_printing::{PassPrinting, PrintedPasses};
use crate::remarks::Turn;
use crate::target::Target;

/// Names of the parts that `-debug-only` takes.
const DEBUG_PARTS: [(&str, LogParts); 6] = [
    ("regalloc", LogParts::REGALLOC),
    ("detect-dead-lanes", LogParts::DETECT_DEAD_LANES),
    (
        "rename-independent-subregs",
        LogParts::RENAME_INDEPENDENT_SUBREGS,
    ),
    ("stack-slot-coloring", LogParts::STACK_SLOT_COLORING),
    ("machine-cp", LogParts::MACHINE_CP),
    ("livedebugvars", LogParts::LIVE_DEBUG_VARIABLES),
];

/// The last pass that is not a target's own.
const STACK_FRAME_LAYOUT: &str = stack_frame_layout::PASS.name;

/// The passes that come after llc has looked at the whole module for code to outline.
const AFTER_OUTLINING: [&str; 7] = [
    "aarch64-sls-hardening",
    "aarch64-ptrauth",
    "aarch64-branch-targets",
    "branch-relaxation",
    "aarch64-jump-tables",
    "cfi-fixup",
    STACK_FRAME_LAYOUT,
];

/// The parts whose debug output `-debug-only` asks for.
pub fn debug_parts(options: &CodegenOptions) -> LogParts {
    let wanted = |name: &str| options.debug || options.debug_only.iter().any(|part| part == name);
    let parts = DEBUG_PARTS.iter().filter(|(name, _)| wanted(name));
    parts.map(|(_, part)| *part).collect()
}

/// The passes that the verifier is wanted for, if not for all.
fn verified(options: &CodegenOptions) -> Vec<&'static str> {
    let mut passes = Vec::new();
    if options.verify_coalescing {
        passes.push("register-coalescer");
    }
    if options.scheduling.verify_misched {
        passes.extend(["machine-scheduler", "postmisched"]);
    }
    passes
}

/// The passes that a command line asks for.
#[derive(Debug)]
pub struct Plan {
    /// The passes, in order.
    pub passes: Vec<&'static MachinePass>,
    /// Whether all passes run to the end, so that code can be emitted.
    complete: bool,
    /// Whether the verifier runs after each pass.
    pub verify: bool,
    /// The passes that the verifier runs before and after, if not after each.
    verified: Vec<&'static str>,
    /// Whether allocation is checked; if that is not said, of small functions in builds with debug assertions.
    pub verify_allocation: Option<bool>,
    /// Whether the input is machine code.
    pub from_mir: bool,
    /// What is printed around passes.
    pub printing: PassPrinting,
    /// Whether llc looks for code to outline before the last passes.
    outlines: bool,
}

/// All passes of `target` in order.
///
/// # Panics
/// If the table contradicts what passes say of themselves; a test looks at all targets.
pub fn passes_of(target: &Target) -> Vec<&'static MachinePass> {
    let passes = pipeline::of_target(TABLE, target.passes);
    if let Err(error) = pipeline::check(&passes) {
        panic!("the table of passes is wrong: {error}");
    }
    passes
}

/// A border of the part of the pipeline that runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    StartBefore,
    StartAfter,
    StopBefore,
    StopAfter,
}

/// Where the border is that the pass called `name` by llc makes. A pass that does not exist here makes one where it would not run:
/// there the next one that exists begins, or does not run any more.
fn border_at(
    target: &Target,
    passes: &[&'static MachinePass],
    name: &str,
    kind: Border,
) -> Result<usize, String> {
    let at = match find(target, passes, name) {
        Ok(at) => at,
        Err(error) => {
            let runs = matches!(kind, Border::StartBefore | Border::StopAfter);
            let next = llc_passes::next_of(target.machine(), name).filter(|_| !runs);
            return next.map_or(Err(error), |next| find(target, passes, next));
        }
    };
    let after = matches!(kind, Border::StartAfter | Border::StopAfter);
    // llc adds this one to every pipeline, without asking whether that has begun or ended.
    match name {
        STACK_FRAME_LAYOUT => Ok(passes.len()),
        _ => Ok(border(passes, at, after)),
    }
}

/// Place of the pass that llc calls `name`.
fn find(target: &Target, passes: &[&'static MachinePass], name: &str) -> Result<usize, String> {
    // The index of slots is part of the interval analysis here.
    let own = match name {
        "slotindexes" => "liveintervals",
        name => name,
    };
    let found = passes.iter().position(|pass| pass.name == own);
    found.ok_or_else(|| llc_passes::refusal(target.machine(), name, passes))
}

/// Our names of the passes that llc calls `names`.
fn names_of(
    target: &Target,
    passes: &[&'static MachinePass],
    names: &[String],
) -> Result<Vec<&'static str>, String> {
    let found = names
        .iter()
        .map(|name| Ok(passes[find(target, passes, name)?].name));
    found.collect()
}

impl Plan {
    /// The plan of `options` for `target`. `from_mir` says that the input is machine code: without options it is taken
    /// to be selected code.
    ///
    /// # Errors
    /// A name that is no pass of the target, a part that has no debug output, options that contradict each other.
    pub fn new(options: &CodegenOptions, target: &Target, from_mir: bool) -> Result<Self, String> {
        for part in &options.debug_only {
            if !DEBUG_PARTS.iter().any(|(name, _)| name == part) {
                let names = DEBUG_PARTS.map(|(name, _)| name).join(", ");
                return Err(format!("no debug output for '{part}'; parts are: {names}"));
            }
        }
        let all = passes_of(target);
        let named = |names: &[String], is_all| match is_all {
            true => Ok(PrintedPasses::All),
            false => names_of(target, &all, names).map(PrintedPasses::Named),
        };
        let print_before = named(&options.print_before, options.print_before_all)?;
        let print_after = named(&options.print_after, options.print_after_all)?;
        let mut plan = Self {
            passes: Vec::new(),
            complete: false,
            verify: options.verify_machineinstrs,
            verified: verified(options),
            verify_allocation: options.verify_regalloc,
            from_mir,
            printing: PassPrinting::new(options, print_before, print_after),
            outlines: target.machine() == Machine::AArch64
                && options.opt_level > 0
                && options.run_pass.is_empty()
                && options.passes.is_none(),
        };
        let pipeline = match &options.passes {
            Some(text) => pipeline_text::names(text)?,
            None => Vec::new(),
        };
        if options.run_pass.is_empty() && pipeline.is_empty() {
            plan.choose_range(options, target, &all)?;
        } else {
            if !from_mir {
                return Err("-run-pass and -passes work on .mir input".into());
            }
            let named = options.run_pass.iter().chain(&pipeline);
            let wanted = named.filter(|name| *name != "none");
            let found = wanted.map(|name| Ok(all[find(target, &all, name)?]));
            plan.passes = found.collect::<Result<_, String>>()?;
        }
        plan.drop_unused_loops(&all);
        plan.drop_passes_on_request(options, target.machine());
        // A pass that does not exist here, or is for another target, is left out as it is.
        let is_ours = |name: &&String| !llc_passes::is_known(name);
        let unknown: Vec<String> = options.omit_pass.iter().filter(is_ours).cloned().collect();
        names_of(target, &all, &unknown)?;
        let is_omitted =
            |pass: &MachinePass| options.omit_pass.iter().any(|name| name == pass.name);
        plan.passes.retain(|pass| !is_omitted(pass));
        pipeline::require_providers(&plan.passes)?;
        Ok(plan)
    }

    /// Chooses the passes from where the options start to where they stop.
    fn choose_range(
        &mut self,
        options: &CodegenOptions,
        target: &Target,
        all: &[&'static MachinePass],
    ) -> Result<(), String> {
        let at = |name: &Option<String>, kind: Border| match name {
            Some(name) => border_at(target, all, name, kind).map(Some),
            None => Ok(None),
        };
        let start = at(&options.start_before, Border::StartBefore)?
            .or(at(&options.start_after, Border::StartAfter)?);
        if start.is_some() && !self.from_mir {
            return Err("-start-before and -start-after work on .mir input".into());
        }
        let end = at(&options.stop_before, Border::StopBefore)?
            .or(at(&options.stop_after, Border::StopAfter)?);
        let range = start.unwrap_or(0)..end.unwrap_or(all.len());
        if range.start > range.end {
            return Err("the pass to stop at comes before the pass to start at".into());
        }
        self.complete = end.is_none();
        let choice = choice(options)?;
        let is_in = |(at, pass): &(usize, &&MachinePass)| {
            range.contains(at) && choice.has(pass) || is_always_there(pass)
        };
        let wanted = all.iter().enumerate().filter(is_in);
        self.passes = wanted.map(|(_, pass)| *pass).collect();
        Ok(())
    }

    /// llc frees an analysis after the last pass that requires it. PHI elimination takes loops only where it
    /// finds them, so it has none unless a pass after two-address rewriting runs, which keeps them alive.
    fn drop_unused_loops(&mut self, all: &[&'static MachinePass]) {
        let place = |name: &str| all.iter().position(|pass| pass.name == name);
        let rewriting = place("twoaddressinstruction");
        let mut others = self.passes.iter().filter(|pass| !is_always_there(pass));
        if !others.any(|pass| place(pass.name) > rewriting) {
            self.passes.retain(|pass| pass.name != "machine-loops");
        }
    }

    /// Leaves out the passes that only options bring in where nothing asks for these, unless they are named: those about
    /// sections of blocks, and scheduling after allocation on targets whose processors do without.
    fn drop_passes_on_request(&mut self, options: &CodegenOptions, machine: Machine) {
        let sections = &options.block_sections;
        let is_named = !options.run_pass.is_empty() || options.passes.is_some();
        self.passes.retain(|pass| match pass.name {
            "bb-path-cloning" => sections.has_profile(),
            "bbsections-prepare" => sections.has_passes() || is_named,
            "gc-empty-basic-blocks" => sections.gc_empty_basic_blocks || is_named,
            "postmisched" => {
                machine == Machine::AArch64 || options.scheduling.misched_postra || is_named
            }
            _ => true,
        });
    }

    /// Whether the verifier runs around `pass`.
    pub fn verifies(&self, pass: &MachinePass) -> bool {
        self.verify || self.verified.contains(&pass.name)
    }

    /// When the remarks of a pass come.
    pub(crate) fn turn_of(&self, pass: &str) -> Turn {
        match self.outlines && AFTER_OUTLINING.contains(&pass) {
            true => Turn::Late,
            false => Turn::Early,
        }
    }

    /// When the remarks of emission come.
    pub(crate) fn turn_of_emission(&self) -> Turn {
        self.turn_of(STACK_FRAME_LAYOUT)
    }

    /// Whether the passes run to the end, so that code can be emitted.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether all passes work on generic machine code too, whose registers have no classes.
    pub fn takes_generic_code(&self) -> bool {
        let names = [
            "machineverifier",
            "machineinstr-printer",
            "mir-namer",
            "mir-canonicalizer",
        ];
        self.passes.iter().all(|pass| names.contains(&pass.name))
    }

    /// Whether there is no pass to run.
    pub fn is_empty(&self) -> bool {
        self.passes.iter().all(|pass| is_always_there(pass))
    }
}

/// What the options say of level and allocator.
///
/// # Errors
/// An allocator that needs what only optimized allocation has.
fn choice(options: &CodegenOptions) -> Result<Choice, String> {
    let optimize = options.opt_level > 0;
    let optimize_allocation = options.optimize_regalloc.unwrap_or(optimize);
    let usual = if optimize_allocation {
        Allocator::Greedy
    } else {
        Allocator::Fast
    };
    let allocator = options.regalloc.unwrap_or(usual);
    if !optimize_allocation && allocator != Allocator::Fast && !allocator.takes_ssa() {
        return Err(
            "only the fast register allocator and those of regalloc2 work if allocation is not optimized"
                .into(),
        );
    }
    Ok(Choice {
        allocator: allocator.pass_name(),
        takes: if allocator.takes_ssa() {
            AllocatorNeed::Ssa
        } else {
            AllocatorNeed::OutOfSsa
        },
        is_named: options.regalloc.is_some(),
        optimize,
        optimize_allocation,
    })
}
