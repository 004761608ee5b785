//! What schedulers ask of a target.

use avarice_mir::{Inst, MachineFunction};

use crate::alias::MemoryAccesses;

/// A run of accesses that may become neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// The access before the new one.
    pub first: Inst,
    /// The new one.
    pub second: Inst,
    /// How many accesses the run has with it.
    pub size: u32,
    /// How many bytes they access together.
    pub bytes: u64,
}

/// Which instructions may be fused with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fusion {
    /// None.
    None,
    /// The one that ends the region.
    Exit,
    /// All.
    All,
}

/// What schedulers ask of a target.
pub trait SchedulingTarget: MemoryAccesses {
    /// Whether instructions are scheduled again once registers are allocated.
    fn schedules_after_allocation(&self, function: &MachineFunction) -> bool;

    /// Whether nothing moves over `inst`, in addition to calls, terminators, labels and what changes the stack pointer.
    fn is_boundary(&self, function: &MachineFunction, inst: Inst) -> bool;

    /// Whether what is known of addresses in the IR decides about the order of accesses.
    fn uses_alias_analysis(&self, function: &MachineFunction) -> bool;

    /// Whether two accesses of the same kind should be neighbours.
    fn should_cluster(&self, function: &MachineFunction, cluster: &Cluster) -> bool;

    /// Which instructions the processor may fuse.
    fn fusion(&self, function: &MachineFunction) -> Fusion;

    /// Whether the processor executes `second` together with `first` if it comes right after it. `None` stands for any
    /// instruction: whether there is one at all.
    fn should_fuse(&self, function: &MachineFunction, first: Option<Inst>, second: Inst) -> bool;

    /// After allocation: whether `new` rather than `best` comes next, where the target knows that by itself.
    fn prefers_after_allocation(
        &self,
        function: &MachineFunction,
        new: Inst,
        best: Inst,
    ) -> Option<bool>;
}
