//! What must hold: each operand's place has what the code before reads there.

use avarice_mir::{FrameIndex, Inst, Operand, VReg};
use avarice_target::SubRegIdx;

use super::super::slot_contents::SlotContent;
use super::super::state::{State, Var, unit_index};
use super::{Effects, name_of};

impl Effects<'_> {
    /// Whether the place of an operand holds the virtual register that the code before reads there.
    pub fn holds(&self, state: &State, wanted: &Operand, place: &Operand) -> bool {
        let regs = (wanted.as_reg().as_virtual(), place.as_reg().as_physical());
        let (Some(reg), Some(phys)) = regs else {
            return false;
        };
        let var = Var::Virtual(reg);
        let undefined = state.undef.lanes(var);
        self.units(phys).iter().all(|(lanes, unit)| {
            let needed = self.lanes_in(reg, wanted.sub_reg(), *lanes);
            needed & !(state.units[unit_index(*unit)].lanes(var) | undefined) == 0
        })
    }

    /// Checks that the place of an operand holds what the code before reads there.
    pub fn check_use(&mut self, state: &State, inst: Inst, wanted: &Operand, place: &Operand) {
        let Some(phys) = place.as_reg().as_physical() else {
            let is_nothing = wanted.as_reg().is_none() && place.as_reg().is_none();
            if !is_nothing {
                self.error(Some(inst), || {
                    "an operand is not a physical register".into()
                });
            }
            return;
        };
        match wanted.as_reg().as_virtual() {
            Some(reg) => {
                if !self.holds(state, wanted, place) {
                    let name = self.after.target.reg(phys).name;
                    self.error(Some(inst), || {
                        format!("${name} does not hold {}", name_of(reg))
                    });
                }
            }
            None if wanted.as_reg() != place.as_reg() => {
                self.error(Some(inst), || "a physical register was changed".into());
            }
            None => {
                let is_lost = self.units(phys).iter().any(|(_, unit)| {
                    let at = unit_index(*unit);
                    state.is_defined[at]
                        && !self.is_reserved[at]
                        && state.units[at].lanes(Var::Unit(*unit)) == 0
                });
                if is_lost {
                    let name = self.after.target.reg(phys).name;
                    self.error(Some(inst), || format!("${name} was overwritten"));
                }
            }
        }
    }

    /// Whether a slot holds a virtual register.
    pub fn slot_holds(&self, state: &State, reg: VReg, slot: FrameIndex) -> bool {
        let nothing = SlotContent::default();
        let content = state.slots.get(slot).unwrap_or(&nothing);
        self.has(&state.undef, content, reg, SubRegIdx::NONE)
    }

    /// Checks that a slot holds what the code before reads by the operands that were folded.
    pub fn check_slot(&mut self, state: &State, inst: Inst, reg: VReg, slot: FrameIndex) {
        if !self.slot_holds(state, reg, slot) {
            self.error(Some(inst), || {
                format!("stack slot {} does not hold {}", slot.0, name_of(reg))
            });
        }
    }
}
