//! The order in which llc's hash map gives registers.
//!
//! Debug values that lost their registers appear in the debug log in the order of a hash map from register numbers. The
//! order depends only on the numbers, the order of their insertion, and the size to which the map has grown in earlier
//! blocks: the map is emulated here, without values.

use avarice_mir::VReg;

/// The fewest slots of a map.
const MIN_SLOTS: usize = 64;

/// The slots of the map; a power of two, empty between blocks.
#[derive(Debug, Default)]
pub(super) struct MapOrder {
    slots: Vec<Option<VReg>>,
}

impl MapOrder {
    /// Brings registers from the order in which they were put into the map, the same one perhaps more than once,
    /// into the order in which it gives them.
    pub fn sort(&mut self, regs: &mut Vec<VReg>) {
        let mut count = 0;
        for reg in regs.drain(..) {
            if find(&self.slots, reg).is_some_and(|at| self.slots[at].is_some()) {
                continue;
            }
            count += 1;
            if count * 4 >= self.slots.len() * 3 {
                self.grow();
            }
            self.put(reg);
        }
        regs.extend(self.slots.iter().flatten());
        self.clear(count);
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(MIN_SLOTS);
        for reg in std::mem::replace(&mut self.slots, vec![None; size])
            .into_iter()
            .flatten()
        {
            self.put(reg);
        }
    }

    fn put(&mut self, reg: VReg) {
        if let Some(at) = find(&self.slots, reg) {
            self.slots[at] = Some(reg);
        }
    }

    /// Empties the map; one that is much too large becomes smaller.
    fn clear(&mut self, count: usize) {
        let mut size = self.slots.len();
        if count > 0 && count * 4 < size && size > MIN_SLOTS {
            size = (count.next_power_of_two() * 2).max(MIN_SLOTS);
        }
        self.slots.clear();
        self.slots.resize(size, None);
    }
}

/// The slot of a register, or the free one where it belongs; `None` in a map without slots.
fn find(slots: &[Option<VReg>], reg: VReg) -> Option<usize> {
    let mask = slots.len().checked_sub(1)?;
    let mut at = (avarice_mir::Reg::virt(reg).raw().wrapping_mul(37)) as usize & mask;
    let mut step = 1;
    while slots[at].is_some_and(|other| other != reg) {
        at = (at + step) & mask;
        step += 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(order: &mut MapOrder, numbers: &[u32]) -> Vec<u32> {
        let mut regs: Vec<VReg> = numbers.iter().map(|n| VReg::from_u32(*n)).collect();
        order.sort(&mut regs);
        regs.iter().map(|reg| reg.as_u32()).collect()
    }

    #[test]
    fn follows_the_hash() {
        let mut order = MapOrder::default();
        // 37 n modulo 64: 0, 37, 10, 47, 20.
        assert_eq!(sorted(&mut order, &[0, 1, 2, 3, 4]), [0, 2, 4, 1, 3]);
        // 64 collides with 0, and goes to the next slot.
        assert_eq!(sorted(&mut order, &[64, 0, 64, 2]), [64, 0, 2]);
        assert_eq!(sorted(&mut order, &[]), []);
    }

    #[test]
    fn grows_and_shrinks() {
        let mut order = MapOrder::default();
        let many: Vec<u32> = (0..1000).collect();
        let mut given = sorted(&mut order, &many);
        assert_eq!(order.slots.len(), 2048);
        given.sort_unstable();
        assert_eq!(given, many);
        sorted(&mut order, &[7]);
        assert_eq!(order.slots.len(), MIN_SLOTS);
    }
}
