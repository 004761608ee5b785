//! Where in a block a physical register is taken.
//!
//! ```text
//!        first            last        first and last place of a block where something else is in the
//!    |----[======]--[===]--|          register: another virtual register, a fixed use, a call that
//!                                     clobbers it
//! ```
//!
//! Interference that spans the block's border counts from that border, for comparisons ([`InterferenceCache::get`]), or
//! from its own start, for the placement of code ([`InterferenceCache::exact`]).
//!
//! Answers are found for groups of neighbouring blocks, by one walk along what is assigned to each of the
//! register's units, which leaps over what lies in the middle of a block:
//!
//! ```text
//!   blocks    |  0  |   1   |  2  |        3         |     a group
//!   unit        [=======]       [==]  [=]  [=]  [=]
//! ```
//!
//! They are kept by register, one entry for all registers of the same units, until an assignment to one of its
//! units changes in one of the group's blocks. When slot indexes move, the answers follow.

use avarice_liveness::reg_mask::reg_mask_words;
use avarice_liveness::{LiveIntervals, Renumbering, Segment, SlotIndex, gallop};
use avarice_mir::{Block, MachineFunction};
use avarice_target::{PhysReg, TargetDesc};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use crate::interference::{BLOCK_GROUP, LiveRegMatrix};
use crate::interval_union::SegmentWalk;

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
    #[inline]
    pub fn any(self) -> bool {
        !self.first.is_none()
    }
}

/// What is known about a group of blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The entry's stamp when the group was last found to be right.
    checked: u32,
    /// The time of the matrix when the blocks were looked at; 0 if they were not.
    known: u32,
}

/// An entry of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct EntryId(u32);
entity_impl!(EntryId, "entry");

/// What is known about one register.
#[derive(Debug, Default)]
struct Entry {
    reg: PhysReg,
    /// Another one whenever assignments to the register's units have changed; never 0.
    stamp: u32,
    users: u32,
    /// The time of the matrix when the entry was last asked for.
    seen: u32,
    /// How often fixed uses had changed then.
    fixed_changes: u32,
    /// How many renumberings of slot indexes the places in `blocks` have followed.
    followed: usize,
    groups: Vec<Group>,
    /// By place in the layout.
    blocks: Vec<BlockInterference>,
}

/// A reference to an entry of the cache; to be given back by [`InterferenceCache::release`].
#[derive(Debug, PartialEq, Eq)]
pub struct CacheRef(EntryId);

/// The cache.
#[derive(Debug, Default)]
pub struct InterferenceCache {
    entries: PrimaryMap<EntryId, Entry>,
    /// By register: the entry that it may have.
    by_reg: Vec<EntryId>,
    /// The entry that is the next to be used anew.
    round_robin: EntryId,
    /// Places of blocks in the layout.
    places: SecondaryMap<Block, u32>,
    /// The target that `twins` is about.
    target: Option<&'static TargetDesc>,
    /// By register: the first one that has the same units and that the same calls clobber, once it was asked for.
    twins: Vec<Option<PhysReg>>,
}

impl InterferenceCache {
    /// Begins a function: forgets everything.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        let missing = CACHE_ENTRIES - self.entries.len();
        let missing = std::iter::repeat_with(Entry::default).take(missing);
        self.entries.extend(missing);
        for entry in self.entries.values_mut() {
            entry.reg = PhysReg::NONE;
            entry.users = 0;
        }
        self.by_reg.clear();
        let count = function.target.registers.len();
        self.by_reg.resize(count, EntryId::default());
        self.places.clear();
        self.places.resize(function.blocks.len());
        for (place, block) in function.layout.iter().enumerate() {
            self.places[*block] = place as u32;
        }
        if !self
            .target
            .is_some_and(|t| std::ptr::eq(t, function.target))
        {
            self.target = Some(function.target);
            self.twins.clear();
            self.twins.resize(count, None);
        }
    }

    /// Finds the entry of a register, bringing it up to date. While it is held, it stays.
    pub fn acquire(
        &mut self,
        function: &mut MachineFunction,
        live_intervals: &mut LiveIntervals,
        matrix: &LiveRegMatrix,
        mut reg: PhysReg,
    ) -> CacheRef {
        // Masks that the input has written out may tell any registers apart.
        if function.custom_reg_masks.is_empty() {
            let twin = &mut self.twins[reg.index()];
            reg = *twin.get_or_insert_with(|| find_twin(function.target, reg));
        }
        let units = function.target.reg(reg).units;
        for unit in units {
            live_intervals.reg_unit(function, *unit);
        }
        let mut at = self.by_reg[reg.index()];
        if self.entries[at].reg != reg {
            at = self.free_entry();
            self.by_reg[reg.index()] = at;
        }
        let fixed_changes = live_intervals.fixed_changes();
        let entry = &mut self.entries[at];
        let changed = units.iter().any(|unit| matrix.changed(*unit) > entry.seen);
        if entry.reg != reg || changed && entry.fixed_changes != fixed_changes {
            entry.reg = reg;
            entry.stamp = 1;
            entry.fixed_changes = fixed_changes;
            entry.followed = live_intervals.renumberings().len();
            let count = function.layout.len();
            entry.groups.clear();
            entry
                .groups
                .resize(count.div_ceil(BLOCK_GROUP), Group::default());
            entry.blocks.resize(count, BlockInterference::default());
        } else if changed {
            entry.stamp += 1;
        }
        entry.seen = matrix.time();
        entry.users += 1;
        CacheRef(at)
    }

    /// The next entry that is not in use. There is one: candidates use fewer than there are.
    fn free_entry(&mut self) -> EntryId {
        let first = self.round_robin;
        let number = first.index();
        self.round_robin = EntryId::new((number + 1) % CACHE_ENTRIES);
        let order = (number..CACHE_ENTRIES).chain(0..number);
        order
            .map(EntryId::new)
            .find(|at| self.entries[*at].users == 0)
            .unwrap_or(first)
    }

    /// Gives an entry back.
    pub fn release(&mut self, entry: CacheRef) {
        self.entries[entry.0].users -= 1;
    }

    /// Where the register of `entry` is taken, to be asked about many blocks.
    #[inline]
    pub fn look_up<'a>(
        &'a mut self,
        function: &'a MachineFunction,
        live_intervals: &'a LiveIntervals,
        matrix: &'a LiveRegMatrix,
        entry: &CacheRef,
    ) -> Lookup<'a> {
        let entry = &mut self.entries[entry.0];
        if live_intervals.renumberings().len() != entry.followed {
            entry.follow(live_intervals.renumberings());
        }
        Lookup {
            function,
            live_intervals,
            matrix,
            places: &self.places,
            entry,
        }
    }

    /// Where the register of `entry` is taken in `block`, from its start up to its end.
    #[inline]
    pub fn get(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        matrix: &LiveRegMatrix,
        entry: &CacheRef,
        block: Block,
    ) -> BlockInterference {
        self.look_up(function, live_intervals, matrix, entry)
            .get(block)
    }

    /// The same, with places before the start and after the end of the block, while code changes.
    pub fn exact(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        matrix: &mut LiveRegMatrix,
        entry: &CacheRef,
        block: Block,
    ) -> BlockInterference {
        let place = self.places[block] as usize;
        let Entry {
            reg, stamp, groups, ..
        } = &self.entries[entry.0];
        let reg = *reg;
        if groups[place / BLOCK_GROUP].checked != *stamp {
            matrix.follow_reg(function, live_intervals, reg);
        }
        let known = self.get(function, live_intervals, matrix, entry, block);
        let (start, stop) = live_intervals.indexes.block_range(block);
        if !known.any() || start < known.first && known.last < stop {
            return known;
        }
        matrix.follow_reg(function, live_intervals, reg);
        let mut found = [BlockInterference::default()];
        look_at_group(function, live_intervals, matrix, reg, place, &mut found);
        found[0]
    }
}

/// An entry that is asked about block after block.
pub struct Lookup<'a> {
    function: &'a MachineFunction,
    live_intervals: &'a LiveIntervals,
    matrix: &'a LiveRegMatrix,
    places: &'a SecondaryMap<Block, u32>,
    entry: &'a mut Entry,
}

impl Lookup<'_> {
    /// Where the register is taken in `block`, from its start up to its end.
    #[inline]
    pub fn get(&mut self, block: Block) -> BlockInterference {
        let place = self.places[block] as usize;
        let group = place / BLOCK_GROUP;
        if self.entry.groups[group].checked != self.entry.stamp {
            self.entry
                .check(self.function, self.live_intervals, self.matrix, group);
        }
        self.entry.blocks[place]
    }
}

impl Entry {
    /// Follows renumberings: each concerns a few blocks only.
    fn follow(&mut self, renumberings: &[Renumbering]) {
        for renumbering in &renumberings[self.followed..] {
            let blocks = renumbering.blocks();
            let groups = blocks.start / BLOCK_GROUP..blocks.end.div_ceil(BLOCK_GROUP);
            if self.groups[groups].iter().all(|group| group.known == 0) {
                continue;
            }
            let mut renumbering = renumbering.ascending();
            for taken in &mut self.blocks[blocks] {
                if taken.any() {
                    taken.first = renumbering.map(taken.first);
                    taken.last = renumbering.map(taken.last);
                }
            }
        }
        self.followed = renumberings.len();
    }

    /// Makes sure that what is known about a group of blocks is right.
    #[cold]
    fn check(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        matrix: &LiveRegMatrix,
        group: usize,
    ) {
        let known = self.groups[group].known;
        self.groups[group].checked = self.stamp;
        let mut units = function.target.reg(self.reg).units.iter();
        if known != 0 && !units.any(|unit| matrix.changed_in(*unit, group) > known) {
            return;
        }
        self.groups[group].known = matrix.time();
        let first = group * BLOCK_GROUP;
        let end = (first + BLOCK_GROUP).min(self.blocks.len());
        let found = &mut self.blocks[first..end];
        look_at_group(function, live_intervals, matrix, self.reg, first, found);
        let blocks = &live_intervals.indexes.block_starts()[first..end];
        for (found, (start, block)) in found.iter_mut().zip(blocks) {
            if found.any() {
                let stop = live_intervals.indexes.block_end(*block);
                found.first = found.first.max(*start);
                found.last = found.last.min(stop);
            }
        }
    }
}

/// Finds the first register that is taken wherever `reg` is.
fn find_twin(target: &TargetDesc, reg: PhysReg) -> PhysReg {
    let preserves = |mask: &[u32], reg: PhysReg| mask[reg.index() / 32] >> (reg.index() % 32) & 1;
    let is_twin = |other: PhysReg| {
        let mut masks = target.reg_masks.iter();
        target.reg(other).units == target.reg(reg).units
            && masks.all(|m| preserves(m.preserved, other) == preserves(m.preserved, reg))
    };
    // Those with a unit are its roots and what contains these.
    let unit = target.reg(reg).units.first();
    let roots = unit.map_or(&[][..], |unit| target.units[unit.index()].roots);
    let others = roots.iter().flat_map(|root| {
        let supers = target.reg(*root).super_regs;
        std::iter::once(root).chain(supers)
    });
    let twins = others.filter(|other| is_twin(**other));
    twins.min().copied().unwrap_or(reg)
}

/// Looks at neighbouring blocks from place `first` of the layout on.
fn look_at_group(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    matrix: &LiveRegMatrix,
    reg: PhysReg,
    first: usize,
    found: &mut [BlockInterference],
) {
    found.fill(BlockInterference {
        first: SlotIndex::NONE,
        last: SlotIndex::ZERO,
    });
    let starts = &live_intervals.indexes.block_starts()[first..first + found.len()];
    let (Some((begin, _)), Some((_, last))) = (starts.first(), starts.last()) else {
        return;
    };
    let stop = live_intervals.indexes.block_end(*last);
    for unit in matrix.deciding_units(function, reg) {
        walk(&mut matrix.unit(*unit).walk(), starts, stop, found);
    }
    for unit in function.target.reg(reg).units {
        if let Some(range) = live_intervals.cached_reg_unit(*unit) {
            let mut fixed = RangeWalk {
                segments: range.segments(),
                at: range.find(*begin),
            };
            walk(&mut fixed, starts, stop, found);
        }
    }
    for ((start, block), found) in starts.iter().zip(found) {
        take_calls(function, live_intervals, reg, (*start, *block), found);
    }
}

/// Takes in the segments of one source, block by block. `stop` is the end of the last block.
fn walk(
    source: &mut impl SegmentWalk,
    starts: &[(SlotIndex, Block)],
    stop: SlotIndex,
    found: &mut [BlockInterference],
) {
    let mut segment = source.ending_after(starts[0].0);
    for (at, found) in found.iter_mut().enumerate() {
        let Some((first, mut last)) = segment else {
            return;
        };
        let block_stop = starts.get(at + 1).map_or(stop, |(start, _)| *start);
        if first >= block_stop {
            continue;
        }
        if last < block_stop {
            // The last one in the block reaches its end, or is the one before the first that does.
            segment = source.ending_after(block_stop.prev_slot());
            last = match segment {
                Some((start, end)) if start < block_stop => end,
                _ => source.end_before(),
            };
        }
        found.first = found.first.min(first);
        found.last = found.last.max(last);
        if segment.is_some_and(|(_, end)| end <= block_stop) {
            segment = source.ending_after(block_stop);
        }
    }
}

/// A walk along the segments of a live range.
struct RangeWalk<'a> {
    segments: &'a [Segment],
    at: usize,
}

impl SegmentWalk for RangeWalk<'_> {
    #[inline]
    fn ending_after(&mut self, index: SlotIndex) -> Option<(SlotIndex, SlotIndex)> {
        self.at = gallop(self.segments, self.at, |s| s.end <= index);
        self.segments.get(self.at).map(|s| (s.start, s.end))
    }

    fn end_before(&self) -> SlotIndex {
        self.segments[self.at - 1].end
    }
}

/// Takes in the calls of a block that clobber a register before or after anything else that is in it.
fn take_calls(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    reg: PhysReg,
    (start, block): (SlotIndex, Block),
    found: &mut BlockInterference,
) {
    let clobbers = |slot: &avarice_liveness::RegMaskSlot| {
        slot.mask.is_none_or(|mask| {
            let words = reg_mask_words(function, mask);
            words[reg.index() / 32] >> (reg.index() % 32) & 1 == 0
        })
    };
    let masks = live_intervals.reg_mask_slots_in(block);
    let first = found.first;
    let mut before = masks.iter().take_while(|slot| slot.index < first);
    if let Some(slot) = before.find(|slot| clobbers(slot)) {
        found.first = slot.index;
    }
    if !found.any() {
        found.last = SlotIndex::NONE;
        return;
    }
    let last = found.last.max(start);
    let mut after = masks
        .iter()
        .rev()
        .take_while(|slot| slot.index.dead_slot() > last);
    if let Some(slot) = after.find(|slot| clobbers(slot)) {
        found.last = slot.index.dead_slot();
    }
}
