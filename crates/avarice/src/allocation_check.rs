//! Preconditions of an allocator, and the check that the allocated code does the same.

use std::fmt::Write;

use avarice_mir::{MachineFunction, TargetHooks};
use avarice_regalloc::{Log, checker, virt_reg_rewriter};

use crate::level::is_allocator;
use crate::passes::{State, Valid};

/// Watches the passes go by: keeps the function from before allocation until physical registers are in.
pub struct AllocationCheck {
    is_wanted: bool,
    unallocated: Option<MachineFunction>,
}

impl AllocationCheck {
    /// A check that is done if `is_wanted`.
    pub fn new(is_wanted: bool) -> Self {
        Self {
            is_wanted,
            unallocated: None,
        }
    }

    /// `pass` is about to run.
    pub fn before(&mut self, pass: &str, function: &MachineFunction) {
        if self.is_wanted && is_allocator(pass) && self.unallocated.is_none() {
            self.unallocated = Some(function.clone());
        }
    }

    /// `pass` has run.
    ///
    /// # Errors
    /// What allocation has broken, if all of it is done.
    pub fn after(
        &mut self,
        pass: &str,
        function: &MachineFunction,
        hooks: &dyn TargetHooks,
    ) -> Result<(), String> {
        if !matches!(
            pass,
            "regallocfast" | "ion" | "fastalloc" | "virtregrewriter"
        ) {
            return Ok(());
        }
        match self.unallocated.take() {
            Some(before) => check(&before, function, hooks),
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
    pub fn finish(&mut self, state: &mut State<'_>) -> Result<(), String> {
        let Some(before) = self.unallocated.take() else {
            return Ok(());
        };
        let mut function = state.function.clone();
        virt_reg_rewriter::run(&mut function, state.context, &mut Log::off());
        state.valid -= Valid::LIVE_INTERVALS;
        check(&before, &function, state.target.hooks)
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

/// Allocation may spill any register: all classes in use must be able to.
///
/// # Errors
/// A class in use that has no spill code.
pub fn require_slot_access(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
) -> Result<(), String> {
    let mut used = function
        .vregs
        .keys()
        .filter(|reg| !function.is_unused(*reg));
    let Some(reg) = used.find(|reg| !hooks.has_slot_access(function.class(*reg))) else {
        return Ok(());
    };
    let class = function.target.class(function.class(reg)).mir_name;
    let name = String::from_utf8_lossy(&function.name);
    Err(format!(
        "unsupported: allocation of registers of class {class}, which have no spill code, in function '{name}'"
    ))
}
