//! What `peephole-opt` asks of a target.

use avarice_target::{RegClass, SubRegIdx, TargetDesc};

use crate::entities::{Inst, Reg, VReg};
use crate::function::MachineFunction;

/// An instruction that extends a register, whose result has the register as a part.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// The register that is extended.
    pub src: Reg,
    /// The result.
    pub dst: Reg,
    /// The part of the result that is the same as `src`.
    pub part: SubRegIdx,
}

/// Small improvements of machine SSA that depend on what instructions do.
pub trait PeepholeHooks {
    /// `inst` as an extension; `None` if it is none.
    fn extension(&self, function: &MachineFunction, inst: Inst) -> Option<Extension> {
        let _ = (function, inst);
        None
    }

    /// Improves a comparison, or an instruction that sets flags. `true` if nothing more is to be done with it: as a rule it
    /// was removed, since flags from before serve as well.
    fn optimize_compare(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// Replaces a conditional branch by one that needs less. `true` if it did.
    fn optimize_conditional_branch(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// Whether a copy to a part of a register should rather read a part of a register of another class, which holds the
    /// same.
    fn should_rewrite_copy_source(
        &self,
        target: &TargetDesc,
        dst: (RegClass, SubRegIdx),
        src: (RegClass, SubRegIdx),
    ) -> bool {
        target.share_register_file(dst, src)
    }

    /// The number that `inst` sets `reg` to, where [`Self::fold_immediate`] may use it.
    fn constant(&self, function: &MachineFunction, inst: Inst, reg: VReg) -> Option<i64> {
        let _ = (function, inst, reg);
        None
    }

    /// Puts the number that `def` sets `reg` to in the place of `reg` in `inst`, which may become another instruction.
    /// `def` is removed if nothing reads `reg` any more. `true` if it did.
    fn fold_immediate(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        def: Inst,
        reg: VReg,
    ) -> bool {
        let _ = (function, inst, def, reg);
        false
    }
}
