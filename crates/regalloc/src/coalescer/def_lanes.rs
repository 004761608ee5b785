//! How much of a register is written by its definitions.
//!
//! ```text
//!   %a = op                      writes all of %a
//!   undef %a.sub_32bit = op      writes a part and keeps nothing
//!   %a.sub_32bit = op            keeps the upper half: what %a holds after it depends on what it held
//! ```
//!
//! Most registers are always written as a whole. Then a value is independent of the values before it, and it does not
//! matter which lanes a definition writes. Checking all definitions takes time, so it is done on demand, once per
//! register; code that adds a definition reports it.

use avarice_mir::{MachineFunction, Operand, VReg};
use avarice_target::{LaneMask, SubRegIdx, TargetDesc};
use cranelift_entity::SecondaryMap;

/// The lanes that a sub-register index covers; all for the whole register.
pub(super) fn lanes_of_index(target: &TargetDesc, index: SubRegIdx) -> LaneMask {
    if index.is_none() {
        LaneMask::ALL
    } else {
        target.sub_reg_indices[index.index()].lane_mask
    }
}

/// What all definitions of a register have in common, or one definition does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum DefLanes {
    /// Each writes all lanes.
    Whole,
    /// None keeps lanes that it does not write.
    Part,
    /// Some may keep lanes that they do not write.
    Keeps,
}

impl DefLanes {
    /// What an operand that is a definition does.
    pub fn of_def(operand: &Operand) -> Self {
        if operand.reads_reg() {
            Self::Keeps
        } else if operand.sub_reg().is_none() {
            Self::Whole
        } else {
            Self::Part
        }
    }
}

/// What is known of the definitions of registers.
#[derive(Debug, Default)]
pub(super) struct KnownDefs {
    lanes: SecondaryMap<VReg, Option<DefLanes>>,
}

impl KnownDefs {
    /// Begins with a function of which nothing is known.
    pub fn begin(&mut self, function: &MachineFunction) {
        self.lanes.clear();
        self.lanes.resize(function.vregs.len());
    }

    /// What the definitions of `reg` have in common.
    pub fn lanes(&mut self, function: &MachineFunction, reg: VReg) -> DefLanes {
        *self.lanes[reg].get_or_insert_with(|| {
            let defs = function
                .defs(reg)
                .map(|op| DefLanes::of_def(function.op(op)));
            defs.max().unwrap_or(DefLanes::Whole)
        })
    }

    /// Notes that `reg` has got definitions.
    pub fn add(&mut self, reg: VReg, lanes: DefLanes) {
        if let Some(known) = &mut self.lanes[reg] {
            *known = lanes.max(*known);
        }
    }

    /// Notes that definitions of `reg` have changed in ways that were not followed.
    pub fn forget(&mut self, reg: VReg) {
        self.lanes[reg] = None;
    }
}
