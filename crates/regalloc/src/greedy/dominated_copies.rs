//! Which of several copies of one value are superfluous because another of them dominates them.
//!
//! The removal of copies depends on the order in which they are found, which is the order of comparing all pairs (i,
//! j), i < j, of a list, where a copy that is known to be dominated is not compared any more. The pair at which a copy
//! is found can be determined without comparing all of them. Let the numbers be positions in the list, with copies
//! below those that dominate them:
//!
//! ```text
//!       6            6 has the smallest place so far on the way down: a *record*; then 2, then 1
//!      / \           7 is found when 6, its record, is compared with it:             pair (6, 7)
//!     2   7          4 likewise when 2 is, before 2 is compared with 6:              pair (2, 4)
//!    / \             a record is found when compared with the record above:          pair (2, 6)
//!   4   1            9 is found by the smallest of the records 6 2 1 that is past 6: pair (6, 9)
//!       |
//!       9
//! ```
//!
//! In general a copy is found by the largest record above it that is smaller than its own place.

use avarice_liveness::{SlotIndex, VNInfoId};
use avarice_mir::{Block, MachineDominatorTree};

/// A copy of the value.
#[derive(Clone, Copy, Debug)]
pub struct ValueCopy {
    /// The value that it defines.
    pub value: VNInfoId,
    /// Where.
    pub def: SlotIndex,
    /// The block of that place.
    pub block: Block,
}

/// A copy above the present one in the order of dominance.
struct Above {
    /// Where the blocks that its own dominates end in preorder.
    end: u32,
    /// How many records there were above it.
    records: usize,
}

/// Appends the values of those copies that others dominate to `found`. Copies in code that is never reached
/// are left out.
pub fn dominated(
    copies: &[ValueCopy],
    dominators: &MachineDominatorTree,
    found: &mut Vec<VNInfoId>,
) {
    let mut order: Vec<(u32, SlotIndex, u32, u32)> = Vec::with_capacity(copies.len());
    for (place, copy) in (0..).zip(copies) {
        if let Some(blocks) = dominators.preorder_range(copy.block) {
            order.push((blocks.start, copy.def, blocks.end, place));
        }
    }
    order.sort_unstable();
    let mut path: Vec<Above> = Vec::new();
    let mut records: Vec<u32> = Vec::new();
    let mut pairs: Vec<(u32, u32, VNInfoId)> = Vec::new();
    for (start, _, end, place) in order {
        while let Some(above) = path.pop_if(|above| above.end <= start) {
            records.truncate(above.records);
        }
        path.push(Above {
            end,
            records: records.len(),
        });
        let value = copies[place as usize].value;
        let finder = records.partition_point(|record| *record > place);
        if let Some(finder) = records.get(finder) {
            pairs.push((*finder, place, value));
            continue;
        }
        if let Some(above) = records.last() {
            pairs.push((place, *above, value));
        }
        records.push(place);
    }
    pairs.sort_unstable_by_key(|(first, second, _)| (*first, *second));
    found.extend(pairs.into_iter().map(|(_, _, value)| value));
}

#[cfg(test)]
mod tests {
    use avarice_mir::{MachineCfg, MachineFunction};
    use avarice_target_x86_64::TARGET;
    use cranelift_entity::EntityRef;

    use super::*;

    /// What the module says: compares all pairs.
    fn by_pairs(copies: &[ValueCopy], dominators: &MachineDominatorTree) -> Vec<VNInfoId> {
        let mut found = Vec::new();
        let mut known = vec![false; copies.len()];
        let is_above = |a: &ValueCopy, b: &ValueCopy| {
            if a.block == b.block {
                a.def < b.def
            } else {
                dominators.dominates(a.block, b.block)
            }
        };
        for i in 0..copies.len() {
            for j in i + 1..copies.len() {
                let lower = if known[i] || known[j] {
                    continue;
                } else if is_above(&copies[i], &copies[j]) {
                    j
                } else if is_above(&copies[j], &copies[i]) {
                    i
                } else {
                    continue;
                };
                known[lower] = true;
                found.push(copies[lower].value);
            }
        }
        found
    }

    /// A function whose graph is a tree: each block but the first follows one before it.
    fn tree(blocks: usize, mut below: impl FnMut(usize) -> usize) -> MachineDominatorTree {
        let mut function = MachineFunction::new(&TARGET, b"f");
        let blocks: Vec<Block> = (0..blocks).map(|_| function.append_block()).collect();
        for at in 1..blocks.len() {
            function.add_edge(blocks[below(at)], blocks[at], None);
        }
        MachineDominatorTree::of(&MachineCfg::of(&function))
    }

    #[test]
    fn order_is_that_of_comparing_all_pairs() {
        let mut seed = 1_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        for round in 0..2000 {
            // From bushes to chains.
            let reach = 1 + round % 10;
            let count = 1 + below(12);
            let dominators = tree(count, |at| at - 1 - below(reach.min(at)));
            let mut copies: Vec<ValueCopy> = (0..2 * count)
                .map(|at| ValueCopy {
                    value: VNInfoId::new(at),
                    def: SlotIndex::from_raw(16 * at as u32),
                    block: Block::new(at / 2),
                })
                .collect();
            for at in 1..copies.len() {
                copies.swap(at, below(at + 1));
            }
            let kept = below(copies.len() + 1);
            copies.truncate(kept);
            let mut found = Vec::new();
            dominated(&copies, &dominators, &mut found);
            assert_eq!(found, by_pairs(&copies, &dominators), "{copies:?}");
        }
    }
}
