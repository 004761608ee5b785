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

use avarice_regalloc::{Context, Log, coalescer, greedy, phi_elimination, two_address};
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
    run_with(function, environment, options, &mut Context::new())
}

/// [`run`] with memory that is kept from function to function.
///
/// # Errors
/// As [`run`].
pub fn run_with<F: Function>(
    function: &F,
    environment: &MachineEnv,
    _: &RegallocOptions,
    context: &mut Context,
) -> Result<Output, RegAllocError> {
    let mut builder = Builder::build(function, environment)?;
    let hooks = hooks(environment);
    let machine = &mut builder.machine;
    let log = &mut Log::off();
    context.begin_function(machine, &hooks);
    context.compute_cfg(machine);
    context.compute_live_variables(machine);
    phi_elimination::run(machine, &hooks, context, true);
    two_address::run(machine, &hooks, context, false);
    context.compute_cfg(machine);
    context.compute_live_intervals(machine, log);
    coalescer::run(machine, &hooks, context, log);
    greedy::run(machine, &hooks, context, log).map_err(|_| RegAllocError::TooManyLiveRegs)?;
    Ok(Reader::read(function, machine, &context.virt_reg_map))
}

fn hooks(environment: &MachineEnv) -> Hooks {
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
    Hooks { reserved, others }
}
