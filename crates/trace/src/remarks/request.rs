//! Which remarks are wanted, and where they go.

use super::RemarkKind;

/// The passes that make remarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkPass {
    /// `stack-protector`: why functions get one.
    StackProtector,
    /// The greedy allocator: spills, reloads and copies of each loop and function.
    RegAlloc,
    /// `shrink-wrap`: functions whose graph it does not take.
    ShrinkWrap,
    /// `prologepilog`: the size of the frame.
    PrologEpilog,
    /// `stack-frame-layout`: the objects of the frame.
    StackFrameLayout,
    /// Emission: instructions of each block and function.
    AsmPrinter,
    /// All machine passes: instructions before and after each that changes their number.
    SizeInfo,
    /// Ours: what happened to each value that was spilled.
    Allocation,
}

impl RemarkPass {
    /// All passes, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::StackProtector,
        Self::RegAlloc,
        Self::ShrinkWrap,
        Self::PrologEpilog,
        Self::StackFrameLayout,
        Self::AsmPrinter,
        Self::SizeInfo,
        Self::Allocation,
    ];

    /// The name that options and YAML have for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::StackProtector => "stack-protector",
            Self::RegAlloc => "regalloc",
            Self::ShrinkWrap => "shrink-wrap",
            Self::PrologEpilog => "prologepilog",
            Self::StackFrameLayout => "stack-frame-layout",
            Self::AsmPrinter => "asm-printer",
            Self::SizeInfo => "size-info",
            Self::Allocation => "avarice-regalloc",
        }
    }

    /// Whether llc does not have it.
    pub fn is_own(self) -> bool {
        self == Self::Allocation
    }

    /// Whether its remarks are made only if standard error is to show them, as in llc; then a file has them too.
    fn only_if_shown(self) -> bool {
        matches!(self, Self::StackFrameLayout | Self::SizeInfo)
    }
}

/// A set of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemarkPasses(u8);

impl RemarkPasses {
    /// Those that `is_wanted` says yes to.
    pub fn of(is_wanted: impl Fn(RemarkPass) -> bool) -> Self {
        let wanted = RemarkPass::ALL.into_iter().filter(|pass| is_wanted(*pass));
        Self(wanted.fold(0, |bits, pass| bits | 1 << pass as u8))
    }

    /// Adds `pass`.
    fn add(&mut self, pass: RemarkPass) {
        self.0 |= 1 << pass as u8;
    }

    /// Whether `pass` is among them.
    pub fn has(self, pass: RemarkPass) -> bool {
        self.0 & 1 << pass as u8 != 0
    }
}

/// What is said of how often code ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hotness {
    /// Whether remarks say it.
    pub is_said: bool,
    /// The least that a remark needs.
    pub threshold: u64,
}

/// Which remarks are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemarkRequest {
    /// Passes whose remarks a file gets.
    pub filed: RemarkPasses,
    /// By the number of a kind: passes whose remarks of this kind standard error shows.
    pub shown: [RemarkPasses; RemarkKind::ALL.len()],
    /// How often code ran.
    pub hotness: Hotness,
}

impl RemarkRequest {
    /// Whether there is a reader for any remark of `pass`.
    pub fn wants(&self, pass: RemarkPass) -> bool {
        match pass.only_if_shown() {
            true => self.shows(pass, RemarkKind::Analysis),
            false => self.filed.has(pass) || self.shown.iter().any(|shown| shown.has(pass)),
        }
    }

    /// Whether standard error shows remarks of this kind by `pass`.
    pub fn shows(&self, pass: RemarkPass, kind: RemarkKind) -> bool {
        self.shown[kind as usize].has(pass)
    }

    /// Has standard error show what we say of allocation.
    pub fn show_allocation(&mut self) {
        self.shown[RemarkKind::Missed as usize].add(RemarkPass::Allocation);
    }

    /// Whether any remark is wanted.
    pub fn is_empty(&self) -> bool {
        !RemarkPass::ALL.into_iter().any(|pass| self.wants(pass))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_passes_make_remarks_only_to_show_them() {
        let mut request = RemarkRequest::default();
        assert!(request.is_empty());
        request.filed = RemarkPasses::of(|_| true);
        let wanted = |request: &RemarkRequest| RemarkPasses::of(|pass| request.wants(pass));
        let hidden = wanted(&request);
        assert!(hidden.has(RemarkPass::RegAlloc) && !hidden.has(RemarkPass::SizeInfo));
        request.shown[RemarkKind::Analysis as usize] =
            RemarkPasses::of(|pass| pass == RemarkPass::SizeInfo);
        assert!(wanted(&request).has(RemarkPass::SizeInfo));
        assert!(!request.shows(RemarkPass::SizeInfo, RemarkKind::Missed));
    }
}
