//! Copies between registers.

use avarice_target::{PhysReg, RegClass, SubRegIdx};

use crate::entities::Inst;
use crate::function::MachineFunction;
use crate::insert_point::InsertPoint;

/// A copy that the coalescer is about to remove.
#[derive(Clone, Copy, Debug)]
pub struct CoalescedCopy {
    /// The copy.
    pub inst: Inst,
    /// Class of the source, and the index by which the joined register holds it.
    pub src: (RegClass, SubRegIdx),
    /// Class of the destination, and the index by which the joined register holds it.
    pub dst: (RegClass, SubRegIdx),
    /// Class of the joined register.
    pub class: RegClass,
}

/// Copies between registers.
pub trait CopyHooks {
    /// Inserts a copy of physical registers before `before` (at the end of `block` for `None`) and gives
    /// its last instruction; `None` if the target has no copy between the two.
    fn copy_phys_reg(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: PhysReg,
        src: PhysReg,
        kill_src: bool,
    ) -> Option<Inst>;

    /// Whether `inst` only copies operand 1 to operand 0: a `COPY`, or a move instruction of the target.
    fn is_copy(&self, function: &MachineFunction, inst: Inst) -> bool {
        function.opcode(inst) == avarice_target::op::COPY
    }

    /// The operands of a copy, or of a move of the target that does nothing else: indices of definition
    /// and source.
    fn copy_operands(&self, function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
        self.is_copy(function, inst).then_some((0, 1))
    }

    /// The operands of an instruction after which one register has what another one has, whatever else it does: indices
    /// of definition and source.
    fn copy_like_operands(&self, function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
        self.copy_operands(function, inst)
    }

    /// Whether a copy that may be coalesced should be.
    fn should_coalesce(&self, function: &MachineFunction, copy: CoalescedCopy) -> bool {
        let _ = (function, copy);
        true
    }
}
