//! Whether a physical register is live, as far as a look at nearby instructions can tell.

use crate::insert_point::InsertPoint;
use avarice_target::PhysReg;

use crate::entities::{Block, Inst};
use crate::function::MachineFunction;
use crate::operand::{OperandFlags, OperandKind};

/// What is known of a register at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterLiveness {
    /// Its value may be read.
    Live,
    /// Its value is not read any more.
    Dead,
    /// The answer is too far away.
    Unknown,
}

/// How many instructions are searched in each direction (LLVM's default).
const NEIGHBORHOOD: usize = 10;

/// What an instruction does to a register and what overlaps it.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// A call destroys it.
    clobbered: bool,
    /// Some of it is written.
    defined: bool,
    /// All of it is written.
    fully_defined: bool,
    /// Some of it is read.
    read: bool,
    /// All of it is read for the last time.
    killed: bool,
    /// What is written is not read.
    defs_dead: bool,
}

fn effect(function: &MachineFunction, inst: Inst, reg: PhysReg) -> Effect {
    let target = function.target;
    let mut effect = Effect {
        defs_dead: true,
        ..Effect::default()
    };
    for operand in function.operands(inst) {
        if operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, reg) {
            effect.clobbered = true;
        }
        let Some(other) = operand.as_reg().as_physical() else {
            continue;
        };
        if !target.regs_overlap(other, reg) {
            continue;
        }
        let covers = other == reg || target.reg(reg).super_regs.contains(&other);
        if operand.reads_reg() {
            effect.read = true;
            effect.killed |= covers && operand.has(OperandFlags::KILL);
        } else if operand.is_def() {
            effect.defined = true;
            effect.fully_defined |= covers;
            effect.defs_dead &= operand.has(OperandFlags::DEAD);
        }
    }
    effect
}

impl MachineFunction {
    /// Whether `reg` is live just before instruction `before` of `block` (at its end for `None`). Looks at ten
    /// instructions after the place, then at ten before it.
    pub fn register_liveness(&self, at: InsertPoint, reg: PhysReg) -> RegisterLiveness {
        self.register_liveness_near(at, reg, NEIGHBORHOOD)
    }

    /// The same, with a look at `neighborhood` instructions on each side.
    pub fn register_liveness_near(
        &self,
        at: InsertPoint,
        reg: PhysReg,
        neighborhood: usize,
    ) -> RegisterLiveness {
        let mut left = neighborhood;
        let mut cursor = at.before;
        while let Some(inst) = cursor.filter(|_| left > 0) {
            cursor = self.next_inst(inst);
            if self.is_debug(inst) {
                continue;
            }
            left -= 1;
            let effect = effect(self, inst, reg);
            if effect.read {
                return RegisterLiveness::Live;
            }
            if effect.fully_defined || effect.clobbered {
                return RegisterLiveness::Dead;
            }
        }
        if cursor.is_none() {
            let succs = self.blocks[at.block].succs.iter();
            return live_if(succs.into_iter().any(|succ| self.is_live_in(*succ, reg)));
        }
        self.liveness_after(at, reg, neighborhood)
    }

    /// Looks for the answer in front of `before`.
    fn liveness_after(
        &self,
        at: InsertPoint,
        reg: PhysReg,
        neighborhood: usize,
    ) -> RegisterLiveness {
        let mut left = neighborhood;
        let mut cursor = at.before.and_then(|inst| self.prev_inst(inst));
        while let Some(inst) = cursor.filter(|_| left > 0) {
            cursor = self.prev_inst(inst);
            if self.is_debug(inst) {
                continue;
            }
            left -= 1;
            let effect = effect(self, inst, reg);
            if effect.defs_dead && (effect.fully_defined || effect.clobbered) {
                return RegisterLiveness::Dead;
            }
            if effect.defined {
                if !effect.defs_dead {
                    return RegisterLiveness::Live;
                }
                // A part is dead; the rest is anyone's guess.
                break;
            }
            if effect.killed || effect.clobbered {
                return RegisterLiveness::Dead;
            }
            if effect.read {
                return RegisterLiveness::Live;
            }
        }
        while let Some(inst) = cursor.filter(|inst| self.is_debug(*inst)) {
            cursor = self.prev_inst(inst);
        }
        match cursor {
            None => live_if(self.is_live_in(at.block, reg)),
            Some(_) => RegisterLiveness::Unknown,
        }
    }

    /// Whether a part of `reg` is live at the begin of `block`.
    pub fn is_live_in(&self, block: Block, reg: PhysReg) -> bool {
        let live_ins = self.blocks[block].live_ins.iter();
        live_ins
            .into_iter()
            .any(|(live_in, _)| self.target.regs_overlap(*live_in, reg))
    }
}

fn live_if(live: bool) -> RegisterLiveness {
    if live {
        RegisterLiveness::Live
    } else {
        RegisterLiveness::Dead
    }
}
