//! Stack slots: what a store puts there, and what a load finds.
//!
//! ```text
//!   STORE %stack.0, $rax     stack.0 has by lanes what the units of $rax have
//!   $rcx = LOAD %stack.0     a register with the same lanes gets it lane by lane
//!   $xmm0 = LOAD %stack.0    another one only gets what is there as a whole
//! ```

use avarice_mir::{FrameIndex, VReg};
use avarice_target::{LaneMask, PhysReg, RegClass, SubRegIdx};
use smallvec::SmallVec;

use super::super::slot_contents::{SlotContent, SlotPart};
use super::super::state::{Crossing, Part, Parts, State, Var, unit_index};
use super::{Effects, UnitParts};

impl Effects<'_> {
    /// The code after stores a register to a slot.
    pub fn store(&self, state: &mut State, slot: FrameIndex, src: PhysReg) {
        let content = self.stored(state, src);
        state.slots.set(slot, content);
    }

    /// What a slot holds that a register is stored to.
    pub fn stored(&self, state: &State, src: PhysReg) -> SlotContent {
        let units = self.units(src);
        let lanes = units
            .iter()
            .map(|(lanes, unit)| (*lanes, state.units[unit_index(*unit)].clone()));
        let mut content = SlotContent {
            lanes: lanes.collect(),
            whole: Parts::default(),
        };
        for crossing in &state.crossings {
            self.cross(&state.undef, crossing, &mut content);
        }
        content
    }

    /// A slot that holds the source of a crossing holds its result.
    pub fn cross(&self, undef: &Parts, crossing: &Crossing, content: &mut SlotContent) {
        if self.has(undef, content, crossing.source, crossing.part) {
            let var = Var::Virtual(crossing.result);
            let lanes = self.lanes_of(crossing.result);
            content.whole.add(Part { var, lanes });
        }
    }

    /// Each slot that holds the source of a crossing holds its result.
    pub fn cross_in_slots(&self, state: &mut State, crossing: &Crossing) {
        let source = Var::Virtual(crossing.source);
        let result = Var::Virtual(crossing.result);
        let slots: SmallVec<[FrameIndex; 4]> = match state.undef.lanes(source) {
            0 => state.slots.holding(source).into(),
            // Any slot holds what is undefined.
            _ => state.slots.all().collect(),
        };
        for slot in slots {
            let content = state.slots.get(slot);
            if content
                .is_some_and(|held| self.has(&state.undef, held, crossing.source, crossing.part))
            {
                let lanes = self.lanes_of(crossing.result);
                let part = Part { var: result, lanes };
                state.slots.add_part(slot, SlotPart::Whole, part);
            }
        }
    }

    /// The code after loads a register from a slot.
    pub fn load(&self, state: &mut State, dst: PhysReg, slot: FrameIndex) {
        let loaded = self.loaded(state, dst, slot);
        self.clear(state, dst);
        for (unit, parts) in loaded {
            state.units[unit_index(unit)] = parts;
        }
    }

    /// What the units of a register hold that is loaded from a slot.
    pub fn loaded(&self, state: &State, dst: PhysReg, slot: FrameIndex) -> UnitParts {
        let units = self.units(dst);
        let mut loaded: UnitParts = units
            .iter()
            .map(|(_, unit)| (*unit, Parts::default()))
            .collect();
        let Some(content) = state.slots.get(slot) else {
            return loaded;
        };
        let own_lanes = units.iter().map(|(lanes, _)| lanes);
        if own_lanes.eq(content.lanes.iter().map(|(lanes, _)| lanes)) {
            for ((_, held), (_, parts)) in loaded.iter_mut().zip(&content.lanes) {
                held.clone_from(parts);
            }
        }
        // Stored from a register with other parts: what is there as a whole is loaded as a whole.
        for part in self.wholes(&state.undef, content).iter() {
            let Var::Virtual(reg) = part.var else {
                continue;
            };
            // In a register of another file, units together hold all of it, and lanes mean nothing.
            let is_of_file = self.is_of_file(reg, dst);
            for ((_, held), (lanes, _)) in loaded.iter_mut().zip(&units) {
                let lanes = match is_of_file {
                    true => self.lanes_in(reg, SubRegIdx::NONE, *lanes),
                    false => part.lanes,
                };
                held.add(Part { lanes, ..part });
            }
        }
        loaded
    }

    /// Whether `phys` is of the register file whose registers `reg` gets. Lanes of different files have the same
    /// numbers.
    pub(super) fn is_of_file(&self, reg: VReg, phys: PhysReg) -> bool {
        let target = self.after.target;
        let file_of = |phys: PhysReg| {
            let files = self.hooks.register_files();
            let overlaps = |class: &&RegClass| {
                let mut regs = target.class(**class).order.iter();
                regs.any(|reg| target.regs_overlap(*reg, phys))
            };
            files
                .iter()
                .position(|file| file.last().filter(overlaps).is_some())
        };
        let order = target.class(self.before.class(reg)).order;
        order
            .first()
            .is_some_and(|own| file_of(*own) == file_of(phys))
    }

    /// The virtual registers of which a slot holds all lanes, as if a register of their class had been stored.
    pub fn wholes(&self, undef: &Parts, content: &SlotContent) -> Parts {
        let mut wholes = Parts::default();
        let sets = content.lanes.iter().map(|(_, parts)| parts);
        for part in sets.chain([&content.whole]).flat_map(Parts::iter) {
            if let Var::Virtual(reg) = part.var
                && wholes.lanes(part.var) == 0
                && self.has(undef, content, reg, SubRegIdx::NONE)
            {
                let lanes = self.lanes_of(reg);
                wholes.add(Part { lanes, ..part });
            }
        }
        wholes
    }

    /// Whether a slot holds a part of a virtual register, from the beginning of the slot.
    pub(super) fn has(
        &self,
        undef: &Parts,
        content: &SlotContent,
        reg: VReg,
        part: SubRegIdx,
    ) -> bool {
        let var = Var::Virtual(reg);
        let undefined = undef.lanes(var);
        let all = self.lanes_in(reg, part, LaneMask::ALL);
        if part.is_none() && all & !(content.whole.lanes(var) | undefined) == 0 {
            return true;
        }
        let mut found = 0;
        let is_in_place = content.lanes.iter().all(|(lanes, parts)| {
            let needed = self.lanes_in(reg, part, *lanes);
            found |= needed;
            needed & !(parts.lanes(var) | undefined) == 0
        });
        is_in_place && all & !(found | undefined) == 0
    }
}
