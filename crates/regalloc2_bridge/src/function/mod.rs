//! Our greedy allocator on functions of regalloc2, as a replacement for its own.
//!
//! ```text
//!   regalloc2::Function ──build──▶ machine SSA of a target without a machine
//!                        phi-node-elimination, twoaddressinstruction, live intervals, register-coalescer, greedy
//!   regalloc2::Output   ◀──output── code with copies, loads and stores, and a register for each virtual one
//! ```
//!
//! Labels of debug values get no locations. A branch that defines a value that is read is refused: there is no place
//! after it where the result could be moved.

mod build;
mod output;
mod target;

use avarice_machine::critical_edge::EdgeSplitter;
use avarice_machine::pass::{Analyses, Analysis, CoalescerOptions};
use avarice_mir::MachineFunction;
use avarice_regalloc::out_of_ssa::{phi_elimination, two_address};
use avarice_regalloc::{coalescer, greedy};
use avarice_trace::Log;
use regalloc2::{Function, MachineEnv, Output, RegAllocError, RegallocOptions};

use build::Builder;
use output::Reader;
use target::{Hooks, phys_reg};

/// Allocates registers for `function`, which is in SSA and has no critical edges, by our greedy allocator.
/// `options` choose among the algorithms of regalloc2 and what is written about them: here is one, which writes nothing.
///
/// # Errors
/// A branch that defines what something reads, and too few registers.
pub fn run<F: Function>(
    function: &F,
    environment: &MachineEnv,
    options: &RegallocOptions,
) -> Result<Output, RegAllocError> {
    run_with(function, environment, options, &mut Memory::default())
}

/// Analyses and scratch memory, kept from function to function.
#[derive(Default)]
pub struct Memory {
    analyses: Analyses,
    phi_elimination: phi_elimination::Scratch,
    two_address: two_address::Scratch,
    coalescer: coalescer::Scratch,
    greedy: greedy::Scratch,
}

/// [`run`] with memory that is kept from function to function.
///
/// # Errors
/// As [`run`].
pub fn run_with<F: Function>(
    function: &F,
    environment: &MachineEnv,
    _: &RegallocOptions,
    memory: &mut Memory,
) -> Result<Output, RegAllocError> {
    let mut builder = Builder::build(function, environment)?;
    let machine = &mut builder.machine;
    let hooks = hooks(environment, machine);
    let log = &mut Log::off();
    let Memory {
        analyses,
        phi_elimination,
        two_address,
        coalescer,
        greedy,
    } = memory;
    analyses.begin_function();
    // Whoever built the function has put no unreachable block into it.
    analyses.provide(Analysis::REACHABLE);
    let wanted = Analysis::LIVE_VARIABLES | Analysis::LOOPS;
    analyses.require(wanted, machine, &hooks, log);
    let splitter = EdgeSplitter {
        hooks: &hooks,
        module: None,
    };
    phi_elimination::run(machine, splitter, analyses, phi_elimination);
    two_address::run(machine, &hooks, analyses, two_address, false);
    analyses.keep(Analysis::RESERVED_REGS);
    analyses.require(Analysis::LIVE_INTERVALS, machine, &hooks, log);
    let options = &CoalescerOptions::default();
    coalescer::run(machine, &hooks, analyses, options, coalescer, log);
    greedy::run(machine, &hooks, analyses, greedy, log)
        .map_err(|_| RegAllocError::TooManyLiveRegs)?;
    Ok(Reader::read(function, machine, &analyses.virt_reg_map))
}

/// The hooks of an environment. Registers that it likes less are callee-saved ones of `machine`.
fn hooks(environment: &MachineEnv, machine: &mut MachineFunction) -> Hooks {
    let mut reserved = vec![true; target::target().registers.len()];
    let mut others = Vec::new();
    for set in &environment.preferred_regs_by_class {
        for reg in *set {
            reserved[phys_reg(reg).index()] = false;
        }
    }
    for set in &environment.non_preferred_regs_by_class {
        for reg in *set {
            reserved[phys_reg(reg).index()] = false;
            others.push(phys_reg(reg));
        }
    }
    machine.set_convention_saves(Some(others));
    Hooks { reserved }
}
