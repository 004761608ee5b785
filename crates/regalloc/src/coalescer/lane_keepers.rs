//! Which registers have definitions that keep lanes.
//!
//! ```text
//!   %a.sub_32bit = op            keeps the upper half of %a: what %a holds after it depends on what it held
//!   undef %a.sub_32bit = op      keeps nothing
//! ```
//!
//! Most registers have none, and then a value has nothing to do with the values before it. Looking at all
//! definitions takes time, so it is done when first asked for, once a register; who adds such a definition says
//! so.

use avarice_mir::{MachineFunction, VReg};
use cranelift_entity::SecondaryMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Answer {
    #[default]
    Unknown,
    No,
    Yes,
}

/// Whether registers have definitions that keep lanes, as far as is known.
#[derive(Debug, Default)]
pub(super) struct LaneKeepers {
    answers: SecondaryMap<VReg, Answer>,
}

impl LaneKeepers {
    /// Begins with a function of which nothing is known.
    pub fn begin(&mut self, function: &MachineFunction) {
        self.answers.clear();
        self.answers.resize(function.vregs.len());
    }

    /// Whether a definition of `reg` keeps lanes that it does not write.
    pub fn contains(&mut self, function: &MachineFunction, reg: VReg) -> bool {
        let answer = &mut self.answers[reg];
        if *answer == Answer::Unknown {
            let keeps = function.defs(reg).any(|op| function.op(op).reads_reg());
            *answer = if keeps { Answer::Yes } else { Answer::No };
        }
        *answer == Answer::Yes
    }

    /// Notes that `reg` has got a definition that keeps lanes.
    pub fn insert(&mut self, reg: VReg) {
        self.answers[reg] = Answer::Yes;
    }

    /// Notes that definitions of `reg` have changed in ways that were not followed.
    pub fn forget(&mut self, reg: VReg) {
        self.answers[reg] = Answer::Unknown;
    }
}
