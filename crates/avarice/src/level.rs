//! Which passes of the table a command line selects, by its optimization level and allocator.

use crate::options::{Allocator, CodegenOptions};
use crate::passes::PASSES;
use crate::target::Target;

/// What decides which passes are in a pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The allocator.
    allocator: Allocator,
    /// Whether the user chose it: tile registers are only allocated apart if not.
    is_chosen: bool,
    /// Whether code is optimized.
    optimize: bool,
    /// Whether allocation is.
    optimize_allocation: bool,
}

impl Level {
    /// What the options ask for.
    ///
    /// # Errors
    /// An allocator that needs what only optimized allocation has.
    pub fn new(options: &CodegenOptions) -> Result<Self, String> {
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
        Ok(Self {
            allocator,
            is_chosen: options.regalloc.is_some(),
            optimize,
            optimize_allocation,
        })
    }

    /// Whether the pipeline has this pass.
    pub fn has(self, name: &str) -> bool {
        let takes_ssa = self.allocator.takes_ssa();
        match name {
            "detect-dead-lanes"
            | "processimpdefs"
            | "unreachable-mbb-elimination"
            | "machine-cp" => self.optimize_allocation,
            "livevars"
            | "machine-loops"
            | "liveintervals"
            | "register-coalescer"
            | "rename-independent-subregs"
            | "virtregrewriter"
            | "stack-slot-coloring" => self.optimize_allocation && !takes_ssa,
            "phi-node-elimination" | "twoaddressinstruction" => !takes_ssa,
            "split-critical-edges" => takes_ssa,
            "tileconfig" => self.optimize_allocation && !self.is_chosen,
            "early-tailduplication"
            | "early-machinelicm"
            | "machine-cse"
            | "peephole-opt"
            | "branch-folder"
            | "aarch64-ldst-opt"
            | "block-placement"
            | "break-false-deps"
            | "x86-fixup-bw-insts" => self.optimize,
            _ => !is_allocator(name) || name == self.allocator.pass_name(),
        }
    }
}

/// Where a pipeline starts or ends before or after pass `at`. The allocators are alternatives: what comes
/// before or after one comes before or after all.
pub fn border(at: usize, after: bool) -> usize {
    let alternative = |at: &usize| {
        let name = PASSES[*at].name;
        is_allocator(name) || name == "tileconfig"
    };
    if !alternative(&at) {
        at + usize::from(after)
    } else if after {
        (at..PASSES.len()).find(|at| !alternative(at)).unwrap_or(at)
    } else {
        (0..at).find(alternative).unwrap_or(at)
    }
}

/// Whether this is the name of a register allocator.
pub fn is_allocator(name: &str) -> bool {
    matches!(
        name,
        "greedy" | "regallocbasic" | "regallocfast" | "ion" | "fastalloc"
    )
}

/// Whether llc has this pass for `target`.
pub fn is_of_target(name: &str, target: &Target) -> bool {
    let desc = target.hooks.desc();
    match name {
        "branch-relaxation" | "cfi-fixup" => desc.name == "aarch64",
        "cfi-instr-inserter" => desc.name == "x86_64",
        _ if name.starts_with("aarch64-") => desc.name == "aarch64",
        _ => !name.starts_with("x86-") || desc.name == "x86_64",
    }
}
