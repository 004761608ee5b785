//! Where in a block a physical register is taken.
//!
//! ```text
//!        first            last        first and last place of a block where something else is in the
//!    |----[======]--[===]--|          register: another virtual register, a fixed use, a call that
//!                                     clobbers it. What spans the block's border counts from its own start.
//! ```
//!
//! Answers are kept by register and block, stamped, until an assignment to one of the register's units
//! changes.

use avarice_liveness::reg_mask::reg_mask_words;
use avarice_liveness::{LiveIntervals, Renumbering, SlotIndex};
use avarice_mir::{Block, MachineFunction};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::interference::LiveRegMatrix;

/// Registers that are remembered at a time, and candidates for splitting that can be open at a time.
pub const CACHE_ENTRIES: usize = 32;

/// First and last place of a block where a register is taken; none if it is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockInterference {
    /// First place.
    pub first: SlotIndex,
    /// First place after the last.
    pub last: SlotIndex,
}

impl BlockInterference {
    /// Whether the register is taken anywhere in the block.
    pub fn any(self) -> bool {
        !self.first.is_none()
    }
}

#[derive(Debug, Default)]
struct Entry {
    reg: PhysReg,
    stamp: u32,
    users: u32,
    /// Tags of the register's units when the entry was valid.
    tags: SmallVec<[u32; 8]>,
    blocks: SecondaryMap<Block, (u32, BlockInterference)>,
}

/// A reference to an entry of the cache; to be given back by [`InterferenceCache::release`].
#[derive(Debug, PartialEq, Eq)]
pub struct CacheRef(usize);

/// The cache.
#[derive(Debug, Default)]
pub struct InterferenceCache {
    entries: Vec<Entry>,
    by_reg: Vec<u8>,
    round_robin: usize,
    followed: usize,
}

impl InterferenceCache {
    /// Begins a function: forgets everything.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.entries.resize_with(CACHE_ENTRIES, Entry::default);
        for entry in &mut self.entries {
            entry.reg = PhysReg::NONE;
            entry.users = 0;
            entry.blocks.clear();
            entry.blocks.resize(function.blocks.len());
            entry.stamp = 1;
        }
        self.by_reg.clear();
        self.by_reg.resize(function.target.registers.len(), 0);
        self.followed = 0;
    }

    /// Finds the entry of a register, bringing it up to date. While it is held, it stays.
    pub fn acquire(
        &mut self,
        function: &mut MachineFunction,
        live_intervals: &mut LiveIntervals,
        matrix: &LiveRegMatrix,
        reg: PhysReg,
    ) -> CacheRef {
        let units = function.target.reg(reg).units;
        for unit in units {
            live_intervals.reg_unit(function, *unit);
        }
        let tags = units.iter().map(|unit| matrix.unit(*unit).tag());
        let known = usize::from(self.by_reg[reg.index()]);
        let at = if self.entries[known].reg == reg {
            if !self.entries[known].tags.iter().copied().eq(tags.clone()) {
                self.entries[known].stamp += 1;
                self.entries[known].tags = tags.collect();
            }
            known
        } else {
            let at = self.free_entry();
            let entry = &mut self.entries[at];
            entry.reg = reg;
            entry.stamp += 1;
            entry.tags = tags.collect();
            self.by_reg[reg.index()] = at as u8;
            at
        };
        self.entries[at].users += 1;
        CacheRef(at)
    }

    /// The next entry that nobody holds. There is one: candidates hold fewer than there are.
    fn free_entry(&mut self) -> usize {
        let first = self.round_robin;
        self.round_robin = (first + 1) % CACHE_ENTRIES;
        let mut order = (first..CACHE_ENTRIES).chain(0..first);
        order
            .find(|at| self.entries[*at].users == 0)
            .unwrap_or(first)
    }

    /// Gives an entry back.
    pub fn release(&mut self, entry: CacheRef) {
        self.entries[entry.0].users -= 1;
    }

    /// Where the register of `entry` is taken in `block`.
    pub fn get(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        matrix: &LiveRegMatrix,
        entry: &CacheRef,
        block: Block,
    ) -> BlockInterference {
        self.follow(live_intervals.renumberings());
        let entry = &mut self.entries[entry.0];
        let (stamp, known) = entry.blocks[block];
        if stamp == entry.stamp {
            return known;
        }
        let found = compute(function, live_intervals, matrix, entry.reg, block);
        entry.blocks[block] = (entry.stamp, found);
        found
    }

    fn follow(&mut self, renumberings: &[Renumbering]) {
        for renumbering in &renumberings[self.followed..] {
            for entry in &mut self.entries {
                let stamp = entry.stamp;
                for (_, found) in entry.blocks.values_mut().filter(|known| known.0 == stamp) {
                    if found.any() {
                        found.first = renumbering.map(found.first);
                        found.last = renumbering.map(found.last);
                    }
                }
            }
        }
        self.followed = renumberings.len();
    }
}

fn compute(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    matrix: &LiveRegMatrix,
    reg: PhysReg,
    block: Block,
) -> BlockInterference {
    let (start, stop) = live_intervals.indexes.block_range(block);
    let units = function.target.reg(reg).units;
    let mut found = BlockInterference::default();
    let mut take = |first: SlotIndex, last: SlotIndex| {
        if !found.any() || first < found.first {
            found.first = first;
        }
        if found.last.is_none() || last > found.last {
            found.last = last;
        }
    };
    for unit in units {
        if let Some((first, last)) = matrix.unit(*unit).span_in(start, stop) {
            take(first, last);
        }
        if let Some(range) = live_intervals.cached_reg_unit(*unit) {
            let segments = range.segments();
            let first = range.find(start);
            let end = first + segments[first..].partition_point(|s| s.start < stop);
            if first < end {
                take(segments[first].start, segments[end - 1].end);
            }
        }
    }
    let masks = live_intervals.reg_mask_slots_in(block);
    let limit = if found.any() { found.first } else { stop };
    let clobbers = |slot: &avarice_liveness::RegMaskSlot| {
        slot.mask.is_none_or(|mask| {
            let words = reg_mask_words(function, mask);
            words[reg.index() / 32] >> (reg.index() % 32) & 1 == 0
        })
    };
    let mut before = masks.iter().take_while(|slot| slot.index < limit);
    if let Some(slot) = before.find(|slot| clobbers(slot)) {
        found.first = slot.index;
    }
    if !found.any() {
        return found;
    }
    let limit = if found.last.is_none() {
        start
    } else {
        found.last
    };
    let mut after = masks
        .iter()
        .rev()
        .take_while(|slot| slot.index.dead_slot() > limit);
    if let Some(slot) = after.find(|slot| clobbers(slot)) {
        found.last = slot.index.dead_slot();
    }
    found
}
