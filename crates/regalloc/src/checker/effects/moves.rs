//! Copies between registers, in the code before and in the code after.
//!
//! ```text
//!   before  %7 = COPY %5             a place with a lane of %5 has that lane of %7 too
//!           %7.sub_32 = COPY %5      the lanes of %5, as the lanes of %7 that `sub_32` is
//!           $rdi = COPY %5           a place with all lanes of %5 that are in a unit has that unit of $rdi
//!   after   $eax = COPY $ecx         unit by unit, the place has what the source has
//! ```

use avarice_mir::{Operand, OperandFlags, VReg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::super::state::{Part, Parts, State, UNIT_LANE, Var, unit_index};
use super::Effects;

impl Effects<'_> {
    /// The lanes of `reg`, the destination of a copy, that lanes of the source become.
    pub fn lanes_copied(&self, reg: VReg, dst: &Operand, src: &Operand) -> u64 {
        let mut out = Parts::default();
        if let Some(from) = src.as_reg().as_virtual() {
            let (var, lanes) = (Var::Virtual(from), self.lanes_of(from));
            self.copied(Part { var, lanes }, dst, src, &mut out);
        } else if let Some(from) = src.as_reg().as_physical() {
            for (_, unit) in self.units(from) {
                let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                self.copied(Part { var, lanes }, dst, src, &mut out);
            }
        }
        out.lanes(Var::Virtual(reg))
    }

    /// Adds what `part` of the source of a copy is of its destination.
    pub fn copied(&self, part: Part, dst: &Operand, src: &Operand, out: &mut Parts) {
        let lanes_of_copy = match (src.as_reg().as_virtual(), part.var) {
            (Some(reg), Var::Virtual(var)) if reg == var => {
                if let Some(to) = self.copied_as_a_whole(dst, src) {
                    if part.lanes == self.lanes_of(reg) {
                        let (var, lanes) = (Var::Virtual(to), self.lanes_of(to));
                        out.add(Part { var, lanes });
                    }
                    return;
                }
                self.lanes_of_part(src.sub_reg(), part.lanes)
            }
            (None, Var::Unit(unit)) => {
                let Some(phys) = src.as_reg().as_physical() else {
                    return;
                };
                let units = self.units(phys);
                let Some(at) = units.iter().position(|(_, u)| *u == unit) else {
                    return;
                };
                if let Some(other) = dst.as_reg().as_physical() {
                    // Between physical registers, unit by unit.
                    let others = self.units(other);
                    if others.len() == units.len() {
                        let var = Var::Unit(others[at].1);
                        let lanes = UNIT_LANE;
                        out.add(Part { var, lanes });
                    }
                    return;
                }
                units[at].0
            }
            _ => return,
        };
        if let Some(reg) = dst.as_reg().as_virtual() {
            let lanes = self.lanes_in(reg, dst.sub_reg(), lanes_of_copy);
            let var = Var::Virtual(reg);
            out.add(Part { var, lanes });
        } else if let Some(phys) = dst.as_reg().as_physical() {
            let Some(reg) = src.as_reg().as_virtual() else {
                return;
            };
            for (lanes, unit) in self.units(phys) {
                let needed = self.lanes_in(reg, src.sub_reg(), lanes);
                if needed != 0 && needed & !part.lanes == 0 {
                    let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                    out.add(Part { var, lanes });
                }
            }
        }
    }

    /// The destination of a copy between registers whose parts are of different kinds.
    pub(super) fn copied_as_a_whole(&self, dst: &Operand, src: &Operand) -> Option<VReg> {
        let (to, from) = (dst.as_reg().as_virtual()?, src.as_reg().as_virtual()?);
        let is_whole = dst.sub_reg().is_none() && src.sub_reg().is_none();
        (is_whole && self.lanes_of(to) != self.lanes_of(from)).then_some(to)
    }

    /// What of the destination a copy leaves undefined, as its source is.
    pub fn undefined_by_copy(&self, state: &State, dst: &Operand, src: &Operand) -> Parts {
        let mut out = Parts::default();
        let Some(reg) = src.as_reg().as_virtual() else {
            return out;
        };
        let var = Var::Virtual(reg);
        let lanes = match src.has(OperandFlags::UNDEF) {
            true => self.lanes_of(reg),
            false => state.undef.lanes(var),
        };
        if lanes == 0 {
            return out;
        }
        match dst.as_reg().as_physical() {
            None => self.copied(Part { var, lanes }, dst, src, &mut out),
            Some(phys) => {
                for (unit_lanes, unit) in self.units(phys) {
                    if self.lanes_in(reg, src.sub_reg(), unit_lanes) & lanes != 0 {
                        let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                        out.add(Part { var, lanes });
                    }
                }
            }
        }
        out
    }

    /// The code after copies a register.
    pub fn copy_after(&self, state: &mut State, dst: PhysReg, src: PhysReg) {
        let (to, from) = (self.units(dst), self.units(src));
        let content: SmallVec<[Parts; 4]> = from
            .iter()
            .map(|(_, unit)| state.units[unit_index(*unit)].clone())
            .collect();
        self.clear(state, dst);
        if to.len() == from.len() {
            for ((_, unit), parts) in to.iter().zip(content) {
                state.units[unit_index(*unit)] = parts;
            }
        }
    }
}
