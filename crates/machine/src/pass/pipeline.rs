//! The order of passes, as data.
//!
//! A table of [`Step`]s is what all targets share. Where a target may have passes of its own, the table has a
//! [`Place`], and the target says at which place each of its passes stands:
//!
//! ```text
//!   table       … machine-cp │ PostRegAlloc │ prologepilog … postrapseudos │ PreSched2 │ kcfi …
//!   x86-64                     x86-codegen
//!   AArch64                    aarch64-copyelim                              aarch64-expand-pseudo …
//! ```

use super::{AllocatorNeed, Analysis, LevelNeed, MachinePass, PassKind};

/// A row of the table of passes.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A pass of all targets.
    Pass(&'static MachinePass),
    /// The passes that the target has here.
    Target(Place),
}

/// Where targets may have passes of their own, under the names that LLVM's `TargetPassConfig` has for these places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before machine SSA is optimized.
    BeforeMachineSsaOptimization,
    /// In machine SSA, where more instructions can come to run side by side.
    IlpOpts,
    /// At the end of what machine SSA is optimized by.
    MachineSsaOptimization,
    /// Before code is taken out of SSA form.
    PreRegAlloc,
    /// After registers are coalesced, before they are allocated.
    OptimizedRegAlloc,
    /// Before registers are assigned, where allocation is optimized.
    RegAssignAndRewriteOptimized,
    /// After registers are rewritten.
    PostRegAlloc,
    /// After pseudo instructions are expanded, before the second scheduling.
    PreSched2,
    /// Before code is emitted.
    PreEmit,
    /// After blocks have their sections, and variables their places.
    PostBbSections,
    /// After all passes that may still change code between entry and returns.
    PreEmit2,
}

/// A pass of one target, with its place.
#[derive(Clone, Copy, Debug)]
pub struct TargetPass {
    /// Where it runs.
    pub place: Place,
    /// The pass.
    pub pass: &'static MachinePass,
}

impl TargetPass {
    /// `pass` at `place`.
    pub const fn at(place: Place, pass: &'static MachinePass) -> Self {
        Self { place, pass }
    }
}

/// All passes of a target in order, whatever the level and the allocator: `table`, with those of the target put in.
pub fn of_target(table: &[Step], target: &'static [TargetPass]) -> Vec<&'static MachinePass> {
    let mut passes = Vec::new();
    for step in table {
        match step {
            Step::Pass(pass) => passes.push(*pass),
            Step::Target(place) => {
                let here = target.iter().filter(|one| one.place == *place);
                passes.extend(here.map(|one| one.pass));
            }
        }
    }
    passes
}

/// What decides which of a target's passes a pipeline has.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Name of the allocator.
    pub allocator: &'static str,
    /// What it takes: [`AllocatorNeed::Ssa`] or [`AllocatorNeed::OutOfSsa`].
    pub takes: AllocatorNeed,
    /// Whether the command line names it.
    pub is_named: bool,
    /// Whether code is optimized.
    pub optimize: bool,
    /// Whether allocation is.
    pub optimize_allocation: bool,
}

impl Choice {
    /// Whether the pipeline has this pass.
    pub fn has(&self, pass: &MachinePass) -> bool {
        if pass.kind.is_allocator() && pass.name != self.allocator {
            return false;
        }
        let level = match pass.when.level {
            LevelNeed::Any => true,
            LevelNeed::Code => self.optimize,
            LevelNeed::Allocation => self.optimize_allocation,
            LevelNeed::None => false,
        };
        let allocator = match pass.when.allocator {
            AllocatorNeed::Any => true,
            AllocatorNeed::Unnamed => !self.is_named,
            need => need == self.takes,
        };
        level && allocator
    }
}

/// Holds an order of passes against what they say of themselves.
///
/// # Errors
/// A name that two passes have; a pass that comes before one that it says it comes after; one that requires what only
/// an earlier pass can provide, where none does.
pub fn check(passes: &[&MachinePass]) -> Result<(), String> {
    for (at, pass) in passes.iter().enumerate() {
        let (earlier, later) = (&passes[..at], &passes[at + 1..]);
        let same = earlier.iter().filter(|other| other.name == pass.name);
        if same.count() >= pass.times {
            return Err(format!("there are two passes named {}", pass.name));
        }
        if let Some(other) = later.iter().find(|other| pass.after.contains(&other.name)) {
            return Err(format!("{} comes before {}", pass.name, other.name));
        }
    }
    require_providers(passes)
}

/// Refuses passes that require an assignment of registers before any allocator.
///
/// # Errors
/// The first such pass, with the allocators that there are.
pub fn require_providers(passes: &[&MachinePass]) -> Result<(), String> {
    for (at, pass) in passes.iter().enumerate() {
        let mut earlier = passes[..at].iter();
        let provides = |other: &&MachinePass| other.provides.contains(Analysis::VIRT_REG_MAP);
        if pass.requires.contains(Analysis::VIRT_REG_MAP) && !earlier.any(provides) {
            return Err(format!(
                "{} needs an allocator before it: greedy, regallocbasic, regallocfast",
                pass.name
            ));
        }
    }
    Ok(())
}

/// Where a pipeline that starts or ends before (or after) pass `at` has its border. Allocators are alternatives: what
/// comes before or after one comes before or after all.
pub fn border(passes: &[&MachinePass], at: usize, after: bool) -> usize {
    let is_alternative = |at: &usize| {
        let pass = passes[*at];
        pass.kind.is_allocator() || pass.when.allocator == AllocatorNeed::Unnamed
    };
    if !is_alternative(&at) {
        at + usize::from(after)
    } else if after {
        let mut later = at..passes.len();
        later.find(|at| !is_alternative(at)).unwrap_or(passes.len())
    } else {
        (0..at).find(is_alternative).unwrap_or(at)
    }
}

/// Whether `pass` runs on a function without code: what it would compute can still be said.
pub fn runs_without_code(pass: &MachinePass) -> bool {
    pass.kind == PassKind::Analysis && pass.requires.contains(Analysis::LIVE_INTERVALS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::{MachineUnit, RunPass};
    use avarice_trace::Log;

    fn make() -> Box<dyn RunPass> {
        Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(()))
    }

    const FIRST: MachinePass = MachinePass::new("first", "First", make);
    const SECOND: MachinePass = MachinePass {
        after: &["first"],
        ..MachinePass::new("second", "Second", make)
    };
    const ALLOCATOR: MachinePass = MachinePass {
        kind: PassKind::Allocator,
        provides: Analysis::VIRT_REG_MAP,
        ..MachinePass::new("allocator", "Allocator", make)
    };
    const REWRITER: MachinePass = MachinePass {
        kind: PassKind::Rewriter,
        requires: Analysis::VIRT_REG_MAP,
        ..MachinePass::new("rewriter", "Rewriter", make)
    };

    #[test]
    fn an_order_that_passes_contradict_is_found() {
        assert_eq!(check(&[&FIRST, &SECOND, &ALLOCATOR, &REWRITER]), Ok(()));
        let wrong = [
            (vec![&SECOND, &FIRST], "second comes before first"),
            (vec![&FIRST, &FIRST], "two passes named first"),
            (vec![&REWRITER, &ALLOCATOR], "needs an allocator before it"),
        ];
        for (passes, expected) in wrong {
            let error = check(&passes).expect_err("the order is wrong");
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn targets_have_passes_of_their_own() {
        const TABLE: &[Step] = &[
            Step::Pass(&FIRST),
            Step::Target(Place::PreEmit),
            Step::Pass(&ALLOCATOR),
        ];
        const OWN: &[TargetPass] = &[
            TargetPass::at(Place::PreEmit2, &REWRITER),
            TargetPass::at(Place::PreEmit, &SECOND),
        ];
        let names = |passes: Vec<&MachinePass>| passes.iter().map(|pass| pass.name).collect();
        let all: Vec<&str> = names(of_target(TABLE, OWN));
        assert_eq!(all, ["first", "second", "allocator"]);
    }
}
