//! Whether allocated code does what it did before.

use std::fmt::Write;

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit};
use avarice_mir::{MachineFunction, TargetHooks};
use avarice_regalloc::{checker, rewriter};
use avarice_trace::Log;

/// The largest function that is checked without being asked to: the time grows faster than the function, and a check in
/// every build with debug assertions has to end.
const MOST_UNASKED: usize = 10_000;

/// Watches the passes go by: keeps the function from before allocation until physical registers are in.
pub struct AllocationCheck {
    wanted: Option<bool>,
    unallocated: Option<MachineFunction>,
}

impl AllocationCheck {
    /// A check that is done if `wanted`; if that is not said, of small functions in builds with debug assertions.
    pub fn new(wanted: Option<bool>) -> Self {
        Self {
            wanted,
            unallocated: None,
        }
    }

    /// `pass` is about to run.
    pub fn before(&mut self, pass: &MachinePass, function: &MachineFunction) {
        if pass.kind.is_allocator() && self.unallocated.is_none() && self.wants(function) {
            self.unallocated = Some(function.clone());
        }
    }

    fn wants(&self, function: &MachineFunction) -> bool {
        let insts = || {
            function
                .layout
                .iter()
                .flat_map(|b| function.block_insts(*b))
        };
        self.wanted
            .unwrap_or_else(|| cfg!(debug_assertions) && insts().nth(MOST_UNASKED).is_none())
    }

    /// `pass` has run.
    ///
    /// # Errors
    /// What allocation has broken, if all of it is done.
    pub fn after(&mut self, pass: &MachinePass, unit: &MachineUnit<'_>) -> Result<(), String> {
        if !pass.kind.is_rewriter() {
            return Ok(());
        }
        match self.unallocated.take() {
            Some(before) => check(&before, &unit.function, unit.hooks()),
            None => Ok(()),
        }
    }

    /// No more passes run. Where allocation was the last, a copy of the function is rewritten for the check.
    ///
    /// # Requires
    /// Live intervals hold; they are used up.
    ///
    /// # Errors
    /// What allocation has broken.
    pub fn finish(&mut self, unit: &mut MachineUnit<'_>) -> Result<(), String> {
        let Some(before) = self.unallocated.take() else {
            return Ok(());
        };
        let mut function = unit.function.clone();
        rewriter::run(&mut function, unit.analyses, &mut Log::off());
        unit.analyses.forget(Analysis::LIVE_INTERVALS);
        check(&before, &function, unit.hooks())
    }
}

fn check(
    before: &MachineFunction,
    after: &MachineFunction,
    hooks: &dyn TargetHooks,
) -> Result<(), String> {
    checker::check(before, after, hooks).map_err(|errors| {
        let name = String::from_utf8_lossy(&after.name);
        let mut text = format!("bad register allocation in function `{name}`");
        for error in errors {
            write!(text, "\n  {error}").expect("writing to a string");
        }
        text
    })
}
