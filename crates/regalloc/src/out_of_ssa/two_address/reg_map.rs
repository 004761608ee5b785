//! The registers that registers are copied from and to within a block.

use avarice_mir::{Reg, VReg};
use cranelift_entity::SecondaryMap;

use super::link_tree::LinkTree;

/// How many links of a chain are walked one by one. Where a longer one is met, all links go into trees.
const MAX_WALK: usize = 64;

/// Which register a virtual register comes from or goes to by copies in the current block.
#[derive(Debug, Default)]
pub struct RegMap {
    to: SecondaryMap<VReg, Reg>,
    keys: Vec<VReg>,
    /// The keys that lead directly to a physical register.
    to_physical: Vec<VReg>,
    /// Whether some chain was long: then `tree` has all links between virtual registers but those of `circles`.
    is_long: bool,
    tree: LinkTree,
    /// The keys whose links would close circles, as they may in code that is no SSA.
    circles: Vec<VReg>,
}

impl RegMap {
    /// Forgets everything.
    pub fn clear(&mut self) {
        for key in self.keys.drain(..) {
            self.to[key] = Reg::NONE;
        }
        self.to_physical.clear();
        if std::mem::take(&mut self.is_long) {
            self.tree.clear();
            self.circles.clear();
        }
    }

    /// Whether no register leads directly to a physical one.
    pub fn has_no_physical(&self) -> bool {
        self.to_physical.is_empty()
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
        if self.is_long && old != to {
            self.update_tree(from, old);
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
        let old = std::mem::replace(&mut self.to[reg], Reg::NONE);
        if self.is_long {
            self.update_tree(reg, old);
        }
    }

    /// The physical register at the end of the chain from `reg`; none if there is none, or if the chain is cyclic.
    pub fn mapped(&mut self, mut reg: Reg) -> Reg {
        if !self.is_long {
            for _ in 0..MAX_WALK {
                match reg.as_virtual() {
                    Some(virt) => reg = self.to[virt],
                    None => return reg,
                }
            }
            self.make_tree();
        }
        let Some(virt) = reg.as_virtual() else {
            return reg;
        };
        let end = self.to[self.tree.end(virt)];
        if end.is_physical() { end } else { Reg::NONE }
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

    /// Makes trees of all links.
    fn make_tree(&mut self) {
        self.is_long = true;
        for at in 0..self.keys.len() {
            // A key that was removed and set again is there twice.
            self.tree.cut(self.keys[at]);
            self.add_to_tree(self.keys[at]);
        }
    }

    /// Adds the link of `from` to the trees, where there is none.
    fn add_to_tree(&mut self, from: VReg) {
        if let Some(to) = self.to[from].as_virtual()
            && !self.tree.link(from, to)
        {
            self.circles.push(from);
        }
    }

    /// Says in the trees that `from` does not lead to `old` any more, but to what `to` has now.
    fn update_tree(&mut self, from: VReg, old: Reg) {
        if old.is_virtual() {
            self.tree.cut(from);
            // Links that closed circles by way of this one close none now.
            for key in std::mem::take(&mut self.circles) {
                if key != from {
                    self.add_to_tree(key);
                }
            }
        }
        self.add_to_tree(from);
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

    #[test]
    fn long_chains_and_circles_lead_where_short_ones_do() {
        let reg = VReg::from_u32;
        let mut map = RegMap::default();
        for at in 0..1000 {
            map.set(reg(at + 1), reg(at).into());
        }
        assert!(map.mapped(reg(1000).into()).is_none());
        map.set(reg(0), PhysReg(3).into());
        assert_eq!(map.mapped(reg(1000).into()), PhysReg(3).into());
        map.set(reg(500), PhysReg(4).into());
        assert_eq!(map.mapped(reg(1000).into()), PhysReg(4).into());
        assert_eq!(map.mapped(reg(499).into()), PhysReg(3).into());
        map.set(reg(0), reg(100).into());
        assert!(map.mapped(reg(200).into()).is_none());
        map.set(reg(50), PhysReg(5).into());
        assert_eq!(map.mapped(reg(200).into()), PhysReg(5).into());
        assert_eq!(map.mapped(reg(0).into()), PhysReg(5).into());
        map.remove(reg(150));
        assert!(map.mapped(reg(200).into()).is_none());
        map.clear();
        assert!(map.mapped(reg(1000).into()).is_none() && map.has_no_physical());
    }
}
