//! PHIs that debug values refer to, from the elimination of PHIs to the end of allocation.
//!
//! A PHI that has a number is no more, but its value is where the register is that it defined, at the start of its block.
//! This says which register that is while coalescing and splitting change it.

use avarice_liveness::{LiveRange, SlotIndex, SlotIndexes};
use avarice_mir::mir_info::DebugPhi;
use avarice_mir::{MachineFunction, VReg};
use avarice_target::SubRegIdx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A PHI in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhiId(u32);
entity_impl!(PhiId);

/// A PHI, and the next one in the same register.
#[derive(Clone, Debug)]
struct Entry {
    phi: DebugPhi,
    next: PackedOption<PhiId>,
}

/// PHIs by register.
#[derive(Clone, Debug, Default)]
pub struct DebugPhis {
    phis: PrimaryMap<PhiId, Entry>,
    first: SecondaryMap<VReg, PackedOption<PhiId>>,
}

impl DebugPhis {
    /// Takes the PHIs that `function` remembers.
    pub fn take(&mut self, function: &mut MachineFunction) {
        self.phis.clear();
        self.first.clear();
        for phi in function.mir_info.debug_phis.drain(..) {
            let next = self.first[phi.reg];
            let id = self.phis.push(Entry { phi, next });
            self.first[phi.reg] = id.into();
        }
    }

    /// Gives the PHIs back to `function`.
    pub fn give_back(&mut self, function: &mut MachineFunction) {
        let phis = self.phis.values().map(|entry| entry.phi);
        function.mir_info.debug_phis.extend(phis);
        self.phis.clear();
    }

    /// The PHIs.
    pub fn iter(&self) -> impl Iterator<Item = &DebugPhi> {
        self.phis.values().map(|entry| &entry.phi)
    }

    /// Moves those of `old` for which `moved` knows a register, and where they are now.
    fn update(&mut self, old: VReg, mut moved: impl FnMut(&DebugPhi) -> Option<(VReg, DebugPhi)>) {
        let Some(first) = self.first.get_mut(old) else {
            return;
        };
        let mut next = first.take();
        while let Some(id) = next {
            let entry = &mut self.phis[id];
            next = entry.next.expand();
            if let Some((reg, phi)) = moved(&entry.phi) {
                entry.phi = phi;
                entry.next = self.first[reg];
                self.first[reg] = id.into();
            }
        }
    }

    /// Follows a join of `old`, or the part `old_sub` of the new register, with `new`. One that is in another part gets
    /// no place.
    pub fn join(
        &mut self,
        (old, old_range): (VReg, &LiveRange),
        (new, new_sub): (VReg, SubRegIdx),
        old_sub: SubRegIdx,
        indexes: &SlotIndexes,
    ) {
        let is_part = !old_sub.is_none() || !new_sub.is_none();
        self.update(old, |phi| {
            let mut phi = *phi;
            let at = indexes.block_start(phi.block);
            let other_part = is_part && !phi.sub_reg.is_none() && phi.sub_reg != old_sub;
            // One that is not where the register is live keeps its place, which is none, but follows later joins.
            if covers(old_range, at) && !other_part {
                phi.reg = new;
                if !old_sub.is_none() {
                    phi.sub_reg = old_sub;
                }
            }
            Some((new, phi))
        });
    }

    /// Follows a split of `old`: each PHI is in the first of the new registers that is live there.
    pub fn split<'a>(
        &mut self,
        old: VReg,
        new: impl Iterator<Item = (VReg, &'a LiveRange)> + Clone,
        indexes: &SlotIndexes,
    ) {
        self.update(old, |phi| {
            let at = indexes.block_start(phi.block);
            let (reg, _) = new.clone().find(|(_, range)| covers(range, at))?;
            Some((reg, DebugPhi { reg, ..*phi }))
        });
    }
}

/// Whether a range is live at a place, or begins there.
fn covers(range: &LiveRange, at: SlotIndex) -> bool {
    let segment = range.segments().get(range.find(at));
    segment.is_some_and(|segment| segment.start <= at)
}
