//! What became of registers of a block that is copied.

use avarice_mir::{Block, VReg};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// What registers of the block became at the end of each predecessor, in the order in which they were met.
#[derive(Debug, Default)]
pub struct Replacements {
    regs: Vec<(VReg, Vec<(Block, VReg)>)>,
    place: SecondaryMap<VReg, PackedOption<Place>>,
}

/// An index of [`Replacements::regs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place(u32);
cranelift_entity::entity_impl!(Place);

impl Replacements {
    /// Forgets all.
    pub fn begin(&mut self) {
        for (reg, _) in self.regs.drain(..) {
            self.place[reg] = None.into();
        }
    }

    /// Adds `new`, which has the value of `old` at the end of `block`.
    pub fn add(&mut self, old: VReg, block: Block, new: VReg) {
        let place = self.place[old].expand().unwrap_or_else(|| {
            let place = Place::from_u32(self.regs.len() as u32);
            self.place[old] = place.into();
            self.regs.push((old, Vec::new()));
            place
        });
        self.regs[place.as_u32() as usize].1.push((block, new));
    }

    /// All registers that have other definitions now, with these.
    pub fn iter(&self) -> impl Iterator<Item = (VReg, &[(Block, VReg)])> + '_ {
        self.regs.iter().map(|(reg, values)| (*reg, &values[..]))
    }

    /// The other definitions of `reg`.
    pub fn of(&self, reg: VReg) -> Option<&[(Block, VReg)]> {
        let place = self.place[reg].expand()?;
        Some(&self.regs[place.as_u32() as usize].1)
    }
}
