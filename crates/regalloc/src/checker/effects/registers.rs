//! What is written to physical registers.

use avarice_mir::{Operand, VReg};
use avarice_target::{PhysReg, RegUnit, SubRegIdx};

use super::super::state::{Part, State, UNIT_LANE, Var, unit_index};
use super::Effects;

impl Effects<'_> {
    /// Writes a physical register in both codes. One that always reads the same takes no notice.
    pub fn define_phys(&self, state: &mut State, reg: PhysReg) {
        if self.after.target.reg(reg).constant {
            return;
        }
        for (_, unit) in self.units(reg) {
            let var = Var::Unit(unit);
            state.forget(var, UNIT_LANE);
            let place = &mut state.units[unit_index(unit)];
            place.clear();
            let lanes = UNIT_LANE;
            place.add(Part { var, lanes });
            state.is_defined[unit_index(unit)] = true;
        }
    }

    /// Whether no allocator may write `reg`.
    pub fn is_reserved(&self, reg: PhysReg) -> bool {
        let mut units = self.after.target.reg(reg).units.iter();
        units.any(|unit| self.is_reserved[unit_index(*unit)])
    }

    /// What was in a register is there no more.
    pub fn clear(&self, state: &mut State, reg: PhysReg) {
        if self.after.target.reg(reg).constant {
            return;
        }
        for unit in self.after.target.reg(reg).units {
            state.units[unit_index(*unit)].clear();
        }
    }

    /// A register holds a part of a virtual register.
    pub fn put(&self, state: &mut State, phys: PhysReg, reg: VReg, part: SubRegIdx) {
        for (lanes, unit) in self.units(phys) {
            let lanes = self.lanes_in(reg, part, lanes);
            let var = Var::Virtual(reg);
            state.units[unit_index(unit)].add(Part { var, lanes });
        }
    }

    /// Calls and the like: what the mask does not preserve is gone, in both codes.
    pub fn clobber(&self, state: &mut State, mask: &Operand) {
        for (index, unit) in self.after.target.units.iter().enumerate() {
            let is_kept = |root: &PhysReg| self.after.mask_preserves(mask, *root);
            if !unit.roots.iter().all(is_kept) {
                let id = RegUnit::from_index(index);
                state.units[index].clear();
                let (var, lanes) = (Var::Unit(id), UNIT_LANE);
                state.forget(var, lanes);
                // What is new in a register that is never allocated is the same in both codes.
                if self.is_reserved[index] {
                    state.units[index].add(Part { var, lanes });
                }
                state.is_defined[index] = self.is_reserved[index];
            }
        }
    }
}
