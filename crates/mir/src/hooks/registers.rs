//! What a target says of registers as a whole.

use avarice_target::{PhysReg, RegClass, RegMaskId};
use smallvec::SmallVec;

use crate::entities::VReg;
use crate::function::MachineFunction;

/// How many sets of registers [`RegisterHooks::pressure_weight`] may tell apart.
pub const PRESSURE_SETS: usize = 4;

/// What a target says of registers as a whole.
pub trait RegisterHooks {
    /// The class of registers that hold addresses.
    fn pointer_class(&self) -> RegClass;

    /// The kinds of registers that can be exchanged for each other: of each the classes of registers that can be
    /// moved and spilled, the narrowest first, which all are ends of registers of the last. Integers come first,
    /// then floating-point numbers and vectors; there may be one more kind.
    fn register_files(&self) -> [&'static [RegClass]; 3] {
        [&[]; 3]
    }

    /// Registers that must not be allocated in `function`, with everything that overlaps them.
    /// Indexed by register number.
    fn reserved_regs(&self, function: &MachineFunction) -> Vec<bool>;

    /// The mask of registers that an unwinder preserves on the way into a landing pad; `None` if that
    /// restricts nothing.
    fn eh_pad_preserved_mask(&self, function: &MachineFunction) -> Option<RegMaskId> {
        let _ = function;
        None
    }

    /// How register pressure is estimated: the set, below [`PRESSURE_SETS`], that registers of `class` are taken from,
    /// and what one of them takes of its limit. `None` if they are never scarce.
    fn pressure_weight(&self, class: RegClass) -> Option<(usize, i32)> {
        let _ = class;
        None
    }

    /// From which sum of weights on the registers of a set count as used up.
    fn pressure_limit(&self, set: usize) -> i32 {
        let _ = set;
        i32::MAX
    }

    /// What the first use of a callee-saved register costs, where the entry runs 2^14 times.
    fn callee_saved_first_use_cost(&self) -> u64 {
        0
    }

    /// Registers to try first for `reg` beyond its copy hints, best first.
    fn allocation_hints(&self, function: &MachineFunction, reg: VReg) -> SmallVec<[PhysReg; 4]> {
        let _ = (function, reg);
        SmallVec::new()
    }
}
