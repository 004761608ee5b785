//! What the code before does to its variables: new values, and what they can be computed from again.

use avarice_mir::{FrameIndex, Inst, Operand, OperandFlags, VReg};
use avarice_target::{InstrFlags, LaneMask, PhysReg, SubRegIdx};
use smallvec::SmallVec;

use super::super::slot_contents::SlotPart;
use super::super::state::{Part, State, Var, unit_index};
use super::Effects;

impl Effects<'_> {
    /// A part of a virtual register gets a new value.
    pub fn redefine(&self, state: &mut State, reg: VReg, operand: &Operand) {
        let var = Var::Virtual(reg);
        let all = self.lanes_of(reg);
        let written = self.lanes_written(reg, operand);
        if operand.sub_reg().is_none() || operand.has(OperandFlags::UNDEF) {
            state.forget(var, all);
            let lanes = all & !written;
            state.undef.add(Part { var, lanes });
        } else {
            state.forget(var, written);
        }
        state.set_origin(reg, None);
    }

    /// Notes that `reg` is what `inst` computes, if it can be computed again or loaded where it is used.
    /// Places that hold this already hold the register too.
    pub fn note_origin(&self, state: &mut State, inst: Inst) {
        let Some(operand) = self.before.operands(inst).first().copied() else {
            return;
        };
        let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
            return;
        };
        let is_whole = self.lanes_written(reg, &operand) == self.lanes_of(reg);
        if (is_whole || operand.has(OperandFlags::UNDEF)) && self.is_origin(inst) {
            state.set_origin(reg, Some(inst));
            self.find_computed(state, reg, operand.sub_reg(), inst);
        }
    }

    /// Adds `reg` to the places that hold what `inst`, which defines it, computes.
    pub(super) fn find_computed(&self, state: &mut State, reg: VReg, part: SubRegIdx, inst: Inst) {
        let Some(computed) = self.computed[inst].expand() else {
            return;
        };
        let var = Var::Computed(computed);
        let own = |held: u64| Part {
            var: Var::Virtual(reg),
            lanes: self.lanes_in(reg, part, LaneMask(held)),
        };
        for unit in &mut state.units {
            let held = unit.lanes(var);
            if held != 0 {
                unit.add(own(held));
            }
        }
        let slots: SmallVec<[FrameIndex; 4]> = state.slots.holding(var).into();
        for slot in slots {
            let content = state.slots.get(slot);
            let lanes = content.map_or(&[][..], |content| &content.lanes);
            let held: SmallVec<[u64; 4]> =
                lanes.iter().map(|(_, parts)| parts.lanes(var)).collect();
            for (number, held) in held.iter().enumerate().filter(|(_, held)| **held != 0) {
                let at = SlotPart::Lane(number);
                state.slots.add_part(slot, at, own(*held));
            }
        }
    }

    /// A register holds what `inst` of the code before computes.
    pub fn put_computed(&self, state: &mut State, phys: PhysReg, inst: Inst) {
        if let Some(computed) = self.computed[inst].expand() {
            for (lanes, unit) in self.units(phys) {
                let (var, lanes) = (Var::Computed(computed), lanes.0);
                state.units[unit_index(unit)].add(Part { var, lanes });
            }
        }
    }

    /// What `inst` computes, as a variable.
    pub fn computation(&self, inst: Inst) -> Option<Inst> {
        self.computed[inst].expand()
    }

    /// Whether what `inst` computes can be computed again, or loaded where it is used.
    pub fn is_origin(&self, inst: Inst) -> bool {
        self.before.desc(inst).has(InstrFlags::FOLDABLE_LOAD)
            || self.hooks.is_trivially_rematerializable(&self.before, inst)
    }

    /// Memory may be written: what was loaded before may be something else now.
    pub fn write_memory(&self, state: &mut State, inst: Inst) {
        let desc = self.before.desc(inst);
        let writes = InstrFlags::MAY_STORE | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
        if desc.flags.intersects(writes) {
            let hooks = self.hooks;
            let before = &self.before;
            state
                .origins
                .retain(|(_, origin)| hooks.is_trivially_rematerializable(before, *origin));
        }
    }
}
