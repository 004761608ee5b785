//! Tied operands of one instruction, grouped by source register.

use avarice_mir::Reg;
use smallvec::SmallVec;

/// A use and the definition that it is tied to, as operand indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TiedPair {
    /// Index of the use.
    pub src: usize,
    /// Index of the definition.
    pub dst: usize,
}

/// The pairs with one source register.
pub type Group = SmallVec<[TiedPair; 4]>;

/// Groups of tied pairs. When an instruction has several, they are handled in the order of a small hash
/// table, which shows in the order of the copies: so this is one, with as many places as LLVM's would have
/// (it grows to 64 when a third group is added, and keeps that size).
#[derive(Debug, Default)]
pub struct TiedOperands {
    slots: Vec<Option<(Reg, Group)>>,
    count: usize,
}

/// Places at first, and after growing.
const SMALL: usize = 4;
const LARGE: usize = 64;

impl TiedOperands {
    /// Removes all groups.
    pub fn clear(&mut self) {
        if self.count != 0 {
            self.slots.fill(None);
            self.count = 0;
        }
    }

    /// The place of a register: its own, or the one where it belongs.
    fn place(&self, reg: Reg) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (reg.raw().wrapping_mul(37)) as usize & mask;
        let mut step = 1;
        while self.slots[at]
            .as_ref()
            .is_some_and(|(other, _)| *other != reg)
        {
            at = (at + step) & mask;
            step += 1;
        }
        at
    }

    /// Adds a pair to the group of its source register.
    pub fn add(&mut self, reg: Reg, pair: TiedPair) {
        if self.slots.is_empty() {
            self.slots.resize(SMALL, None);
        }
        let mut at = self.place(reg);
        if self.slots[at].is_none() {
            if (self.count + 1) * 4 >= self.slots.len() * 3 {
                self.grow();
                at = self.place(reg);
            }
            self.count += 1;
        }
        self.slots[at]
            .get_or_insert_with(|| (reg, Group::new()))
            .1
            .push(pair);
    }

    fn grow(&mut self) {
        let size = LARGE.max(self.slots.len() * 2);
        let old = std::mem::replace(&mut self.slots, vec![None; size]);
        for (reg, group) in old.into_iter().flatten() {
            let at = self.place(reg);
            self.slots[at] = Some((reg, group));
        }
    }

    /// The only pair, if there is just one.
    pub fn single(&self) -> Option<TiedPair> {
        if self.count != 1 {
            return None;
        }
        let group = self.slots.iter().flatten().next()?;
        match group.1[..] {
            [pair] => Some(pair),
            _ => None,
        }
    }

    /// All groups in order.
    pub fn groups(&self) -> SmallVec<[Group; 2]> {
        let groups = self.slots.iter().flatten();
        groups.map(|(_, group)| group.clone()).collect()
    }

    /// Takes out all groups in order.
    pub fn take_groups(&mut self) -> SmallVec<[Group; 2]> {
        self.count = 0;
        self.slots
            .iter_mut()
            .filter_map(|slot| slot.take())
            .map(|(_, group)| group)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_mir::VReg;

    #[test]
    fn groups_by_register() {
        let mut tied = TiedOperands::default();
        let reg = |number| Reg::virt(VReg::from_u32(number));
        tied.add(reg(1), TiedPair { src: 2, dst: 0 });
        assert_eq!(tied.single(), Some(TiedPair { src: 2, dst: 0 }));
        tied.add(reg(1), TiedPair { src: 3, dst: 1 });
        assert_eq!(tied.single(), None);
        for number in 2..9 {
            tied.add(reg(number), TiedPair { src: 4, dst: 1 });
        }
        let groups = tied.take_groups();
        assert_eq!(groups.len(), 8);
        assert_eq!(groups.iter().map(|group| group.len()).max(), Some(2));
        assert!(tied.take_groups().is_empty());
    }
}
