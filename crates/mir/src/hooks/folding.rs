//! Memory operands in place of registers, and back.

use avarice_target::RegClass;

use crate::entities::{FrameIndex, Inst, VReg};
use crate::function::MachineFunction;

/// Memory operands in place of registers, and back.
pub trait FoldHooks {
    /// Folds a slot into operands `ops` of `inst`: makes and inserts the memory form before `inst`,
    /// or returns `None` and changes nothing.
    fn fold_slot(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst>;

    /// Folds the load `load` into operands `ops` of `inst`, which read what it loads: makes and inserts the
    /// memory form before `inst`, or returns `None` and changes nothing.
    fn fold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        load: Inst,
    ) -> Option<Inst> {
        let _ = (function, inst, ops, load);
        None
    }

    /// The class of the register that a load split off from `inst` would define; `None` if the target
    /// cannot split `inst`.
    fn unfolded_load_class(&self, function: &MachineFunction, inst: Inst) -> Option<RegClass> {
        let _ = (function, inst);
        None
    }

    /// Creates, in no block, a load of `reg` and the form of `inst` that reads `reg` instead of memory.
    fn unfold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        reg: VReg,
    ) -> Option<[Inst; 2]> {
        let _ = (function, inst, reg);
        None
    }
}
