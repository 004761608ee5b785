//! Sets of register units: those that are live at a place, followed upwards through a block, and those that a run of
//! instructions writes or names.

use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandKind};
use avarice_target::{LaneMask, PhysReg, RegUnit};

use crate::prolog_epilog::blocks::returns;

/// The units that live into `block`, some maybe twice.
pub fn live_in_units(function: &MachineFunction, block: Block) -> impl Iterator<Item = RegUnit> {
    let live_ins = function.blocks[block].live_ins.iter();
    live_ins.flat_map(|(reg, lanes)| {
        let desc = function.target.reg(*reg);
        let units = desc.units.iter().zip(desc.unit_lanes);
        let is_live = |(_, held): &(_, &LaneMask)| held.is_none() || (**held & *lanes).any();
        units.filter(is_live).map(|(unit, _)| *unit)
    })
}

/// A set of register units.
#[derive(Clone, Debug, Default)]
pub struct LiveRegUnits {
    /// By unit number.
    live: Vec<bool>,
}

impl LiveRegUnits {
    /// Begins a function: nothing is live.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.live.clear();
        self.live.resize(function.target.units.len(), false);
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.live.fill(false);
    }

    /// Whether no part of `reg` is live.
    pub fn is_available(&self, function: &MachineFunction, reg: PhysReg) -> bool {
        let mut units = function.target.reg(reg).units.iter();
        !units.any(|unit| self.live[unit.index()])
    }

    /// Whether a part of `reg` is live that `part` of it does not have.
    pub fn is_any_live_beyond(
        &self,
        function: &MachineFunction,
        reg: PhysReg,
        part: PhysReg,
    ) -> bool {
        let own = function.target.reg(part).units;
        let mut units = function.target.reg(reg).units.iter();
        units.any(|unit| self.live[unit.index()] && !own.contains(unit))
    }

    /// Adds what the successors of `block` have live at their begin. Frames are not laid out, so that no callee-saved
    /// register is live because someone else uses it.
    pub fn add_live_outs(&mut self, function: &MachineFunction, block: Block) {
        for successor in &function.blocks[block].succs {
            self.add_block_live_ins(function, *successor);
        }
    }

    fn add_block_live_ins(&mut self, function: &MachineFunction, block: Block) {
        for unit in live_in_units(function, block) {
            self.live[unit.index()] = true;
        }
    }

    /// Adds what lives into `block`, and once saved registers are known the callee-saved registers that are not: they
    /// have the caller's values everywhere.
    pub fn add_live_ins_of_frame(&mut self, function: &MachineFunction, block: Block) {
        let saved = &function.frame.callee_saved;
        let is_saved = |reg: PhysReg| saved.iter().any(|(saved, _)| *saved == reg);
        for reg in function.callee_saved() {
            if function.frame.callee_saved_valid && !is_saved(*reg) {
                self.set(function, *reg, true);
            }
        }
        self.add_block_live_ins(function, block);
    }

    /// The same once saved registers are known: those that are not saved have the caller's values everywhere, and those
    /// that are have them at returns.
    pub fn add_live_outs_of_frame(&mut self, function: &MachineFunction, block: Block) {
        let saved = &function.frame.callee_saved;
        let is_saved = |reg: PhysReg| saved.iter().any(|(saved, _)| *saved == reg);
        let returns = returns(function, block);
        for reg in function.callee_saved() {
            if function.frame.callee_saved_valid && (returns || !is_saved(*reg)) {
                self.set(function, *reg, true);
            }
        }
        self.add_live_outs(function, block);
    }

    /// Makes `reg` live.
    pub fn add(&mut self, function: &MachineFunction, reg: PhysReg) {
        self.set(function, reg, true);
    }

    /// Makes `reg` dead.
    pub fn remove(&mut self, function: &MachineFunction, reg: PhysReg) {
        self.set(function, reg, false);
    }

    /// Adds all that `inst` names or clobbers.
    pub fn accumulate(&mut self, function: &MachineFunction, inst: Inst) {
        for operand in function.operands(inst) {
            match operand.as_reg().as_physical() {
                Some(reg) if operand.is_def() || operand.reads_reg() => {
                    self.set(function, reg, true);
                }
                _ if operand.kind() == OperandKind::RegMask => {
                    self.add_clobbered(function, operand);
                }
                _ => {}
            }
        }
    }

    /// Adds what `inst` defines or clobbers, but for registers that stay what they are whatever is written to them.
    pub fn add_modified(&mut self, function: &MachineFunction, inst: Inst) {
        for operand in function.operands(inst) {
            match operand.as_reg().as_physical() {
                Some(reg) if operand.is_def() && !function.target.reg(reg).constant => {
                    self.set(function, reg, true);
                }
                _ if operand.kind() == OperandKind::RegMask => {
                    self.add_clobbered(function, operand);
                }
                _ => {}
            }
        }
    }

    /// Adds what `inst` names as read, undefined registers with them.
    pub fn add_used(&mut self, function: &MachineFunction, inst: Inst) {
        for operand in function.operands(inst).iter().filter(|o| o.is_use()) {
            if let Some(reg) = operand.as_reg().as_physical() {
                self.set(function, reg, true);
            }
        }
    }

    /// Adds what a call with the register mask `mask` may change.
    pub fn add_clobbered(&mut self, function: &MachineFunction, mask: &Operand) {
        for (live, unit) in self.live.iter_mut().zip(function.target.units) {
            let mut roots = unit.roots.iter();
            *live |= roots.any(|root| !function.mask_preserves(mask, *root));
        }
    }

    /// Goes from after `inst` to before it: what it defines or clobbers is not live before, what it reads is.
    pub fn step_backward(&mut self, function: &MachineFunction, inst: Inst) {
        let operands = function.operands(inst);
        let mut reads_any = false;
        for operand in operands {
            match operand.as_reg().as_physical() {
                Some(reg) if operand.is_def() => self.set(function, reg, false),
                Some(_) => reads_any = true,
                None if operand.kind() == OperandKind::RegMask => {
                    self.remove_clobbered(function, operand);
                }
                None => {}
            }
        }
        if !reads_any {
            return;
        }
        for operand in operands.iter().filter(|operand| operand.reads_reg()) {
            if let Some(reg) = operand.as_reg().as_physical() {
                self.set(function, reg, true);
            }
        }
    }

    fn set(&mut self, function: &MachineFunction, reg: PhysReg, is_live: bool) {
        for unit in function.target.reg(reg).units {
            self.live[unit.index()] = is_live;
        }
    }

    /// Makes dead what a register mask does not preserve.
    pub fn remove_clobbered(&mut self, function: &MachineFunction, mask: &Operand) {
        let units = self.live.iter_mut().zip(function.target.units);
        for (live, unit) in units.filter(|(live, _)| **live) {
            let mut roots = unit.roots.iter();
            *live = roots.all(|root| function.mask_preserves(mask, *root));
        }
    }
}

/// Register units that a run of instructions writes, and those that it reads.
#[derive(Clone, Debug, Default)]
pub struct AccessedRegUnits {
    /// What they define or clobber. Registers whose value never changes are left out: a definition of one is a result
    /// that is not wanted.
    pub modified: LiveRegUnits,
    /// What they name otherwise.
    pub used: LiveRegUnits,
}

impl AccessedRegUnits {
    /// Begins a function: no instruction was added.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.modified.begin_function(function);
        self.used.begin_function(function);
    }

    /// Begins a run of instructions.
    pub fn clear(&mut self) {
        self.modified.clear();
        self.used.clear();
    }

    /// Adds an instruction, or the bundle that `head` begins.
    pub fn add(&mut self, function: &MachineFunction, head: Inst) {
        for inst in function.bundle_insts(head) {
            for operand in function.operands(inst) {
                let Some(reg) = operand.as_reg().as_physical() else {
                    if operand.kind() == OperandKind::RegMask {
                        self.modified.add_clobbered(function, operand);
                    }
                    continue;
                };
                if !operand.is_def() {
                    self.used.add(function, reg);
                } else if !function.target.reg(reg).constant {
                    self.modified.add(function, reg);
                }
            }
        }
    }
}
