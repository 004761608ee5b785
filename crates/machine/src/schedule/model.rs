//! What schedulers ask of a processor's scheduling model.
//!
//! The model is the one of LLVM's `TargetSchedModel`: an instruction belongs to a scheduling class, which says how many
//! micro-operations it takes, which resources it occupies and how late its results come. Classes are resolved: which
//! variant an instruction has was decided by its operands when [`SchedulingModel::class_of`] returned.

use avarice_mir::{Inst, MachineFunction, inst_facts};
pub use avarice_target::scheduling::{ProcResource, ResourceBuffer, ResourceUse};

/// A resolved scheduling class of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedClass(pub u32);

impl SchedClass {
    /// The class of instructions that the model does not describe.
    pub const INVALID: Self = Self(0);
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct OperandPlace {
    /// The instruction.
    pub inst: Inst,
    /// The number of the operand.
    pub operand: u32,
}

/// The scheduling model of the processor that a function is compiled for.
pub trait SchedulingModel {
    /// Whether it describes single instructions. Otherwise there are no resources, and latencies are defaults.
    fn describes_instructions(&self) -> bool;

    /// Micro-operations that start in a cycle; at least 1.
    fn issue_width(&self) -> u32;

    /// Micro-operations that can wait for execution: 0 for processors that execute in order, 1 for those whose
    /// instructions wait for operands in order, more for out-of-order execution.
    fn micro_op_buffer_size(&self) -> u32;

    /// The kinds of resources. Number 0 is no resource and has no units.
    fn resources(&self) -> &'static [ProcResource];

    /// Whether resources are modelled with the intervals in which they are taken.
    fn has_intervals(&self) -> bool;

    /// The class of an instruction.
    fn class_of(&self, function: &MachineFunction, inst: Inst) -> SchedClass;

    /// What instructions of a class occupy.
    fn resource_uses(&self, class: SchedClass) -> &'static [ResourceUse];

    /// The micro-operations of a class; `None` if the class is invalid.
    fn micro_ops_of_class(&self, class: SchedClass) -> Option<u32>;

    /// Whether instructions of a class must be the first that start in their cycle.
    fn begins_group(&self, class: SchedClass) -> bool;

    /// Whether instructions of a class must be the last that start in their cycle.
    fn ends_group(&self, class: SchedClass) -> bool;

    /// Cycles until all results of an instruction are available.
    fn instruction_latency(&self, function: &MachineFunction, inst: Inst) -> u32;

    /// Cycles from the definition of an operand until a use can read it; `None` stands for an unknown use.
    fn operand_latency(
        &self,
        function: &MachineFunction,
        def: OperandPlace,
        user: Option<OperandPlace>,
    ) -> u32;

    /// Cycles between a definition and a later definition of the same register by `later`.
    fn output_latency(&self, function: &MachineFunction, def: OperandPlace, later: Inst) -> u32;

    /// Whether instructions are executed in another order than they come.
    fn is_out_of_order(&self) -> bool {
        self.micro_op_buffer_size() > 1
    }

    /// The micro-operations of an instruction of this class.
    fn micro_ops(&self, function: &MachineFunction, inst: Inst, class: SchedClass) -> u32 {
        let of_class = self.micro_ops_of_class(class);
        of_class.unwrap_or_else(|| u32::from(!inst_facts::is_transient(function, inst)))
    }
}
