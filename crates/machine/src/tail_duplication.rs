//! `early-tailduplication` and `tailduplication`: copy the ends of blocks, see [`crate::tail_duplicator`].
//!
//! In machine SSA this also lets jumps skip blocks that only jump, and gives each case of a switch in a loop its own
//! indirect branch:
//!
//! ```text
//!   bb.4  … JMP bb.9                          bb.4  … JMP bb.1
//!   bb.5  … JMP bb.9                          bb.5  … JMP bb.1
//!   bb.9  %7 = PHI %4, bb.4, %5, bb.5         gone
//!         JMP bb.1
//!   bb.1  %1 = PHI %0, bb.0, %7, bb.9         %1 = PHI %0, bb.0, %4, bb.4, %5, bb.5
//! ```
//!
//! A jump to a jump is slow, and tells the branch predictor nothing.

use crate::layout_links::LayoutLinks;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::tail_duplicator::{Code, Limits, Order, Stage, TailDuplicator, has_phis};
use avarice_trace::Log;

/// `early-tailduplication`.
///
/// # Requires
/// Machine SSA; anything else stays as it is.
///
/// # Ensures
/// No small block that control enters by jumps alone is left where the jumps are understood.
///
/// # Preserves
/// Machine SSA.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::RESERVED_REGS,
    ..MachinePass::new("early-tailduplication", "Early Tail Duplication", || {
        Box::new(Runner::new(Stage::Ssa))
    })
};

/// `tailduplication`: the same when registers are allocated.
///
/// # Requires
/// No PHIs.
///
/// # Ensures
/// As for [`PASS`].
///
/// # Preserves
/// Nothing.
pub const AFTER_ALLOCATION: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["prologepilog"],
    ..MachinePass::new("tailduplication", "Tail Duplication", || {
        Box::new(Runner::new(Stage::Allocated))
    })
};

#[derive(Debug)]
struct Runner {
    stage: Stage,
    links: LayoutLinks,
    duplicator: TailDuplicator,
}

impl Runner {
    fn new(stage: Stage) -> Self {
        Self {
            stage,
            links: LayoutLinks::default(),
            duplicator: TailDuplicator::default(),
        }
    }
}

impl RunPass for Runner {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let hooks = unit.hooks();
        let function = &mut unit.function;
        let is_right_form = match self.stage {
            Stage::Ssa => function.is_ssa,
            Stage::Allocated => !has_phis(function),
        };
        if !is_right_form {
            return Ok(());
        }
        self.links.read(function);
        let mut code = Code {
            function,
            hooks,
            links: &mut self.links,
        };
        let options = &unit.options.placement;
        let size = options.tail_size.map(|size| size as usize);
        let limits = Limits::new(size.unwrap_or(Limits::default().size), options);
        self.duplicator.begin(self.stage, Order::Present, limits);
        self.duplicator.run(&mut code);
        self.links.write(&mut unit.function);
        Ok(())
    }
}
