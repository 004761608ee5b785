//! Loads and stores of stack objects, and how far they reach.

use crate::entities::{FrameIndex, Inst, VReg};
use crate::function::MachineFunction;

/// What a target knows of its loads and stores of stack objects before the frame is laid out, where some may be out of
/// reach of every pointer to the frame. `operand` is the number of the frame index of an instruction.
pub trait FrameReferences: Sync {
    /// Whether the object of `inst`, `offset` bytes from the top of the local objects, is likely to be out of reach.
    fn needs_base(
        &self,
        function: &MachineFunction,
        inst: Inst,
        operand: usize,
        offset: i64,
    ) -> bool;

    /// Whether `inst` can hold `bytes` more than it does as its distance from a register.
    fn can_hold(&self, function: &MachineFunction, inst: Inst, operand: usize, bytes: i64) -> bool;

    /// Computes the address of an object at the begin of the entry.
    fn compute_address(&self, function: &mut MachineFunction, object: FrameIndex) -> VReg;

    /// Has `inst` access its object `bytes` from `base`; it can hold them.
    fn access_from(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        operand: usize,
        base: VReg,
        bytes: i64,
    );
}
