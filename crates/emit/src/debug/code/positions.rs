//! Positions between instructions that debug information refers to.
//!
//! ```text
//!        0
//!   DBG_VALUE $edi, …          positions 0 and 0: it is no code
//!   $eax = MOV32rr $edi        before it 0, after it 1
//!        1
//!   RET 0, $eax                before it 1, after it 2
//!        2
//! ```

use avarice_mir::{Inst, MachineFunction};
use cranelift_entity::SecondaryMap;

use crate::inst_facts::emits_nothing;

/// A position: how many instructions with code are before it.
pub(crate) type Position = u32;

/// The end of a function, which is not the position after its last instruction: code is padded there.
pub(crate) const END: Position = u32::MAX;

/// The positions around each instruction of a function.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    before: SecondaryMap<Inst, Position>,
    /// Whether debug information refers to a position.
    requested: Vec<bool>,
    /// Whether it does so as that before or after an instruction: padding may be between the two.
    sides: SecondaryMap<Inst, Sides>,
}

/// The sides of an instruction that debug information refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sides {
    before: bool,
    after: bool,
}

impl Positions {
    /// Those of `function`. The begin is always referred to.
    pub(super) fn of(function: &MachineFunction) -> Self {
        let mut before = SecondaryMap::with_capacity(function.insts.len());
        let mut position = 0;
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                before[inst] = position;
                position += u32::from(!emits_nothing(function, inst));
            }
        }
        let mut requested = vec![false; position as usize + 1];
        requested[0] = true;
        Self {
            before,
            requested,
            sides: SecondaryMap::new(),
        }
    }

    /// The position before an instruction.
    pub(crate) fn before(&self, inst: Inst) -> Position {
        self.before[inst]
    }

    /// The position after an instruction.
    pub(crate) fn after(&self, function: &MachineFunction, inst: Inst) -> Position {
        self.before[inst] + u32::from(!emits_nothing(function, inst))
    }

    /// Notes that debug information refers to the position before an instruction, and returns it.
    pub(super) fn request_before(&mut self, inst: Inst) -> Position {
        let position = self.before(inst);
        self.requested[position as usize] = true;
        self.sides[inst].before = true;
        position
    }

    /// Notes that debug information refers to the position after an instruction, and returns it.
    pub(super) fn request_after(&mut self, function: &MachineFunction, inst: Inst) -> Position {
        let position = self.after(function, inst);
        self.requested[position as usize] = true;
        self.sides[inst].after = true;
        position
    }

    /// Whether debug information refers to the position before an instruction as such.
    pub(crate) fn is_requested_before(&self, inst: Inst) -> bool {
        self.sides.get(inst).is_some_and(|sides| sides.before)
    }

    /// Whether debug information refers to the position after an instruction as such.
    pub(crate) fn is_requested_after(&self, inst: Inst) -> bool {
        self.sides.get(inst).is_some_and(|sides| sides.after)
    }

    /// Whether debug information refers to a position.
    pub(crate) fn is_requested(&self, position: Position) -> bool {
        self.requested.get(position as usize).copied() == Some(true)
    }
}
