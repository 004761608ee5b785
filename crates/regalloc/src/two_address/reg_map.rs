//! Where registers come from or go to by copies within a block.

use avarice_mir::{Reg, VReg};
use cranelift_entity::SecondaryMap;

/// Which register a virtual register comes from or goes to by copies in the current block.
#[derive(Debug, Default)]
pub struct RegMap {
    to: SecondaryMap<VReg, Reg>,
    keys: Vec<VReg>,
    /// The keys that lead directly to a physical register.
    to_physical: Vec<VReg>,
}

impl RegMap {
    /// Forgets everything.
    pub fn clear(&mut self) {
        for key in self.keys.drain(..) {
            self.to[key] = Reg::NONE;
        }
        self.to_physical.clear();
    }

    /// Whether no register leads directly to a physical one.
    pub fn has_no_physical(&self) -> bool {
        self.to_physical.is_empty()
    }

    /// Where `reg` leads to, or none.
    pub fn get(&self, reg: VReg) -> Reg {
        self.to[reg]
    }

    /// Says that `from` leads to `to`.
    pub fn set(&mut self, from: VReg, to: Reg) {
        let old = std::mem::replace(&mut self.to[from], to);
        if old.is_none() {
            self.keys.push(from);
        }
        if to.is_physical() && !old.is_physical() {
            self.to_physical.push(from);
        }
    }

    /// Like [`Self::set`], unless `from` leads somewhere already.
    pub fn insert_new(&mut self, from: VReg, to: Reg) {
        if self.to[from].is_none() {
            self.set(from, to);
        }
    }

    /// Forgets where `reg` leads to.
    pub fn remove(&mut self, reg: VReg) {
        self.to[reg] = Reg::NONE;
    }

    /// The physical register at the end of the chain from `reg`; none if there is none, or if the chain goes
    /// round in a circle, as it may in code that is no SSA.
    pub fn mapped(&self, mut reg: Reg) -> Reg {
        for _ in 0..=self.keys.len() {
            match reg.as_virtual() {
                Some(virt) => reg = self.get(virt),
                None => return reg,
            }
        }
        Reg::NONE
    }

    /// Removes all entries that lead directly to a physical register that `clobbered` names.
    pub fn remove_clobbered(&mut self, clobbered: impl Fn(avarice_target::PhysReg) -> bool) {
        let to = &mut self.to;
        self.to_physical.retain(|key| {
            let gone = to[*key].as_physical().is_some_and(&clobbered);
            if gone {
                to[*key] = Reg::NONE;
            }
            to[*key].is_physical()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_target::PhysReg;

    #[test]
    fn chains_lead_to_physical_registers() {
        let [a, b, c] = [0, 1, 2].map(VReg::from_u32);
        let mut map = RegMap::default();
        map.set(a, b.into());
        map.set(b, PhysReg(3).into());
        map.insert_new(a, c.into());
        assert_eq!(map.mapped(a.into()), PhysReg(3).into());
        map.remove_clobbered(|reg| reg == PhysReg(3));
        assert!(map.mapped(a.into()).is_none() && map.has_no_physical());
        map.set(b, a.into());
        assert!(map.mapped(a.into()).is_none(), "a circle leads nowhere");
    }
}
