//! Which pipelines have a pass.

/// When a pass runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When {
    /// What has to be optimized.
    pub level: LevelNeed,
    /// Which allocators it goes with.
    pub allocator: AllocatorNeed,
    /// What it does with functions marked `optnone`.
    pub optnone: OptNone,
}

/// What has to be optimized for a pass to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelNeed {
    /// It runs at every level.
    Any,
    /// Code: any level but `-O0`.
    Code,
    /// Allocation: `-optimize-regalloc`, which optimized code implies.
    Allocation,
    /// No level has it: it runs where the command line names it.
    None,
}

/// Which allocators a pass goes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocatorNeed {
    /// All.
    Any,
    /// Those that take code out of SSA form.
    OutOfSsa,
    /// Those that take machine SSA.
    Ssa,
    /// The one that runs where the command line names none.
    Unnamed,
}

/// What a pass does with functions marked `optnone`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptNone {
    /// It runs on them.
    Runs,
    /// It leaves them alone.
    Skips,
}

impl When {
    /// In every pipeline, on every function.
    pub const ALWAYS: Self = Self {
        level: LevelNeed::Any,
        allocator: AllocatorNeed::Any,
        optnone: OptNone::Runs,
    };
    /// Where code is optimized, but for functions marked `optnone`.
    pub const OPTIMIZED: Self = Self {
        level: LevelNeed::Code,
        optnone: OptNone::Skips,
        ..Self::ALWAYS
    };
    /// Where code is optimized, on every function.
    pub const OPTIMIZED_CODE: Self = Self {
        level: LevelNeed::Code,
        ..Self::ALWAYS
    };
    /// In no pipeline, but where `-run-pass` names it.
    pub const ON_REQUEST: Self = Self {
        level: LevelNeed::None,
        optnone: OptNone::Skips,
        ..Self::ALWAYS
    };
    /// Where allocation is optimized.
    pub const OPTIMIZED_ALLOCATION: Self = Self {
        level: LevelNeed::Allocation,
        ..Self::ALWAYS
    };
    /// On the way from machine SSA to live intervals and on them, where allocation is optimized.
    pub const LIVE_INTERVALS: Self = Self {
        level: LevelNeed::Allocation,
        allocator: AllocatorNeed::OutOfSsa,
        ..Self::ALWAYS
    };
}
