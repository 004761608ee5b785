//! The physical registers that are live at a place, as a set whose order is llc's: blocks list what lives into them in it.
//!
//! ```text
//!   add eax     eax, ax, al, ah           a register comes with its parts, new ones at the end
//!   remove al   eax, ah  ─▶  ah           what overlaps goes, in the order of numbers and al itself last;
//!                                         the last of the set takes the place of what goes
//! ```

use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, OperandKind};
use avarice_target::{InstrFlags, PhysReg};
use smallvec::SmallVec;

/// A set of physical registers.
///
/// Invariant: `members[places[reg]] == reg` for each member and for no other register.
#[derive(Clone, Debug, Default)]
pub struct LivePhysRegs {
    members: Vec<PhysReg>,
    /// By register number; anything for registers that are no members.
    places: Vec<u32>,
    /// By register number: what overlaps a register, in the order of numbers, then the register. Made on first use.
    aliases: Vec<Box<[PhysReg]>>,
    /// Name of the target whose registers `aliases` has.
    target: &'static str,
}

impl LivePhysRegs {
    /// Begins a function: no register is live.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        let target = function.target;
        if self.target != target.name {
            self.target = target.name;
            self.aliases.clear();
            self.aliases.resize(target.registers.len(), Box::default());
            self.places.clear();
            self.places.resize(target.registers.len(), 0);
        }
        self.members.clear();
    }

    /// Makes the set empty.
    pub fn clear(&mut self) {
        self.members.clear();
    }

    /// The members in order.
    pub fn members(&self) -> &[PhysReg] {
        &self.members
    }

    /// Whether `reg` is a member; a register may not be one though parts of it are.
    pub fn contains(&self, reg: PhysReg) -> bool {
        let place = self.places[reg.index()] as usize;
        self.members.get(place) == Some(&reg)
    }

    /// Whether neither `reg` nor what overlaps it is live or reserved.
    pub fn is_available(
        &mut self,
        function: &MachineFunction,
        reserved: &[bool],
        reg: PhysReg,
    ) -> bool {
        if self.contains(reg) || reserved[reg.index()] {
            return false;
        }
        self.find_aliases(function, reg);
        let mut aliases = self.aliases[reg.index()].iter();
        !aliases.any(|alias| self.contains(*alias))
    }

    /// Adds a register and its parts.
    pub fn add(&mut self, function: &MachineFunction, reg: PhysReg) {
        self.insert(reg);
        for (_, part) in function.target.reg(reg).sub_regs {
            self.insert(*part);
        }
    }

    fn insert(&mut self, reg: PhysReg) {
        if !self.contains(reg) {
            self.places[reg.index()] = self.members.len() as u32;
            self.members.push(reg);
        }
    }

    /// Removes a register and all that overlaps it.
    pub fn remove(&mut self, function: &MachineFunction, reg: PhysReg) {
        if self.members.is_empty() {
            return;
        }
        self.find_aliases(function, reg);
        for at in 0..self.aliases[reg.index()].len() {
            self.take_out(self.aliases[reg.index()][at]);
        }
    }

    fn take_out(&mut self, reg: PhysReg) {
        if self.contains(reg) {
            let place = self.places[reg.index()];
            self.members.swap_remove(place as usize);
            if let Some(moved) = self.members.get(place as usize) {
                self.places[moved.index()] = place;
            }
        }
    }

    fn find_aliases(&mut self, function: &MachineFunction, reg: PhysReg) {
        if !self.aliases[reg.index()].is_empty() {
            return;
        }
        let mut found: Vec<PhysReg> = Vec::new();
        for_each_alias(function, reg, |other| {
            if other != reg {
                found.push(other);
            }
        });
        found.sort_unstable();
        found.dedup();
        found.push(reg);
        self.aliases[reg.index()] = found.into();
    }

    /// Removes what a call clobbers that has the register mask `mask`; returns it.
    pub fn remove_clobbered(
        &mut self,
        function: &MachineFunction,
        mask: &Operand,
    ) -> SmallVec<[PhysReg; 8]> {
        let mut clobbered = SmallVec::new();
        let mut at = 0;
        while let Some(reg) = self.members.get(at).copied() {
            if function.mask_preserves(mask, reg) {
                at += 1;
            } else {
                clobbered.push(reg);
                self.take_out(reg);
            }
        }
        clobbered
    }

    /// Goes from after `inst` to before it: what it defines or clobbers is not live before, what it reads is.
    pub fn step_backward(&mut self, function: &MachineFunction, inst: Inst) {
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                self.remove_clobbered(function, operand);
            } else if let Some(reg) = operand.as_reg().as_physical()
                && operand.is_def()
            {
                self.remove(function, reg);
            }
        }
        for operand in function.operands(inst) {
            if let Some(reg) = operand.as_reg().as_physical()
                && operand.reads_reg()
                && !operand.has(OperandFlags::DEBUG)
            {
                self.add(function, reg);
            }
        }
    }

    /// Adds the callee-saved registers that the function leaves alone, to the empty set.
    pub fn add_pristine(&mut self, function: &MachineFunction) {
        if function.frame.callee_saved_valid {
            for reg in function.callee_saved() {
                self.add(function, *reg);
            }
            for (reg, _) in &function.frame.callee_saved {
                self.remove(function, *reg);
            }
        }
    }

    /// Adds what lives into `block`, pristine registers left out.
    pub fn add_live_ins(&mut self, function: &MachineFunction, block: Block) {
        for (reg, lanes) in &function.blocks[block].live_ins {
            let parts = function.target.reg(*reg).sub_regs;
            if lanes.is_all() || parts.is_empty() {
                self.add(function, *reg);
                continue;
            }
            for (index, part) in parts {
                let held = function.target.sub_reg_indices[index.index()].lane_mask;
                if (held & *lanes).any() {
                    self.add(function, *part);
                }
            }
        }
    }

    /// Adds what lives out of `block`, pristine registers left out. Returns do not name the callee-saved registers that
    /// the epilogue restores: they live out of blocks that return.
    pub fn add_live_outs(&mut self, function: &MachineFunction, block: Block) {
        for successor in &function.blocks[block].succs {
            self.add_live_ins(function, *successor);
        }
        let last = function.blocks[block].last.expand();
        let returns = last.is_some_and(|inst| function.desc(inst).has(InstrFlags::RETURN));
        if returns && function.frame.callee_saved_valid {
            for (reg, slot) in &function.frame.callee_saved {
                if function.frame.object(*slot).callee_saved_restored {
                    self.add(function, *reg);
                }
            }
        }
    }

    /// Makes the set what lives into `block`, from what lives into its successors.
    pub fn compute_live_ins(&mut self, function: &MachineFunction, block: Block) {
        self.clear();
        self.add_live_outs(function, block);
        for inst in function.block_insts_rev(block) {
            self.step_backward(function, inst);
        }
    }

    /// Whether another register of the set contains `reg` and is not reserved.
    pub fn has_whole(&self, function: &MachineFunction, reserved: &[bool], reg: PhysReg) -> bool {
        let mut wholes = function.target.reg(reg).super_regs.iter();
        wholes.any(|whole| self.contains(*whole) && !reserved[whole.index()])
    }

    /// Makes the members that are not reserved the registers that live into `block`, whole ones only.
    pub fn write_live_ins(&self, function: &mut MachineFunction, reserved: &[bool], block: Block) {
        let mut live_ins = std::mem::take(&mut function.blocks[block].live_ins);
        live_ins.clear();
        for reg in &self.members {
            if !reserved[reg.index()] && !self.has_whole(function, reserved, *reg) {
                live_ins.push((*reg, avarice_target::LaneMask::ALL));
            }
        }
        function.blocks[block].live_ins = live_ins;
    }
}

/// Calls `each` for all registers that overlap `reg`, itself last; one that has several units in common with it comes several
/// times.
pub fn for_each_alias(function: &MachineFunction, reg: PhysReg, mut each: impl FnMut(PhysReg)) {
    let target = function.target;
    for unit in target.reg(reg).units {
        for root in target.units[unit.index()].roots {
            target
                .reg(*root)
                .super_regs
                .iter()
                .copied()
                .for_each(&mut each);
            each(*root);
        }
    }
    each(reg);
}
