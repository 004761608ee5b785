//! The numbering of a function's instructions and blocks.
//!
//! Entries live in one table indexed by raw number / 4: an entry is a block boundary, an instruction,
//! or what a removed instruction left. Fresh numbering puts entries 16 apart, so there is room for
//! three more between two neighbours, found by halving:
//!
//! ```text
//!   16B      24B(new)      32B
//!   16B  20B(new)  24B     32B
//! ```
//!
//! When there is no room, the following entries move up by 8 each until one need not: the
//! [`Renumbering`] says which numbers changed, and users that store numbers map them through it.

use std::fmt::Write;

use avarice_mir::print::SlotColumn;
use avarice_mir::{Block, Inst, MachineFunction, MiFlags};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::ReservedValue;

use crate::names::Names;
use crate::renumbering::{Renumbering, STEP};
use crate::slot_index::SlotIndex;

/// A slot of the table: nothing, an entry without instruction, or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry(u32);

impl Entry {
    const VACANT: Self = Self(0);
    const BOUNDARY: Self = Self(1);

    fn of(inst: Inst) -> Self {
        Self(inst.as_u32() + 2)
    }

    fn inst(self) -> Option<Inst> {
        (self.0 >= 2).then(|| Inst::from_u32(self.0 - 2))
    }
}

/// Numbers of instructions and blocks.
#[derive(Clone, Debug, Default)]
pub struct SlotIndexes {
    table: Vec<Entry>,
    /// Memory for another table, empty.
    spare_table: Vec<Entry>,
    names: Names,
    inst_index: SecondaryMap<Inst, SlotIndex>,
    block_range: SecondaryMap<Block, (SlotIndex, SlotIndex)>,
    /// Starts of blocks in code order.
    block_starts: Vec<(SlotIndex, Block)>,
    /// Whether the numbering left out no instruction.
    numbers_all: bool,
    /// Whether there were bundles when the function was numbered; only the reader of MIR makes them.
    has_bundles: bool,
}

impl Default for Entry {
    fn default() -> Self {
        Self::VACANT
    }
}

impl SlotIndexes {
    /// Numbers all instructions of `function` in layout order, 16 apart; each block takes one more
    /// number for its end, which is also the start of the next. Debug instructions have no number; a
    /// bundle has one, that of its first instruction. Memory of an earlier function is used again.
    pub fn compute(&mut self, function: &MachineFunction) {
        self.table.clear();
        self.names.end();
        self.inst_index.clear();
        self.block_range.clear();
        self.block_starts.clear();
        self.inst_index.resize(function.insts.len());
        self.block_range.resize(function.blocks.len());
        self.numbers_all = true;
        self.has_bundles = false;
        self.place(0, Entry::BOUNDARY);
        let mut index = 0;
        for block in &function.layout {
            let start = SlotIndex::from_raw(index);
            for inst in function.block_insts(*block) {
                if !has_index(function, inst) {
                    self.numbers_all = false;
                    if function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED) {
                        self.inst_index[inst] = SlotIndex::from_raw(index);
                        self.has_bundles = true;
                    }
                    continue;
                }
                index += SlotIndex::INST_DISTANCE;
                self.place(index, Entry::of(inst));
                self.inst_index[inst] = SlotIndex::from_raw(index);
            }
            index += SlotIndex::INST_DISTANCE;
            self.place(index, Entry::BOUNDARY);
            self.block_range[*block] = (start, SlotIndex::from_raw(index));
            self.block_starts.push((start, *block));
        }
    }

    /// Gives a number to an instruction and to what follows it in its bundle.
    fn set_index(&mut self, function: &MachineFunction, inst: Inst, index: SlotIndex) {
        self.inst_index[inst] = index;
        let mut last = inst;
        while self.has_bundles && function.insts[last].flags.contains(MiFlags::BUNDLED_SUCC) {
            let Some(next) = function.next_inst(last) else {
                break;
            };
            self.inst_index[next] = index;
            last = next;
        }
    }

    /// Puts an entry at a raw number, making room at the end of the table.
    fn place(&mut self, raw: u32, entry: Entry) {
        let at = (raw / STEP) as usize;
        if at >= self.table.len() {
            self.table.resize(at + 1, Entry::VACANT);
        }
        self.table[at] = entry;
    }

    /// Whether [`Self::compute`] gave every instruction a number of its own: there were no debug instructions,
    /// pseudo probes and bundles.
    #[inline]
    pub fn numbers_all(&self) -> bool {
        self.numbers_all
    }

    /// The number that an instruction itself has (its block slot), or `None`: inside of a bundle, too.
    #[inline]
    pub fn get(&self, inst: Inst) -> Option<SlotIndex> {
        self.numbered(inst)
    }

    /// The number of an instruction or of the bundle that it is in (its block slot). Panics if there is
    /// none.
    #[inline]
    pub fn index(&self, inst: Inst) -> SlotIndex {
        let index = self.inst_index[inst];
        debug_assert!(!index.is_none(), "{inst} has no slot index");
        index
    }

    /// The instruction at a place, or `None` for block boundaries and removed instructions.
    #[inline]
    pub fn inst_at(&self, index: SlotIndex) -> Option<Inst> {
        self.table
            .get((index.raw() / STEP) as usize)
            .and_then(|entry| entry.inst())
    }

    /// The instructions from one place to another.
    pub fn insts_between(
        &self,
        first: SlotIndex,
        last: SlotIndex,
    ) -> impl Iterator<Item = Inst> + '_ {
        let end = ((last.raw() / STEP) as usize + 1).min(self.table.len());
        let start = ((first.raw() / STEP) as usize).min(end);
        self.table[start..end]
            .iter()
            .filter_map(|entry| entry.inst())
    }

    /// The instruction at a place, or else the nearest one before it in the function.
    pub fn inst_at_or_before(&self, index: SlotIndex) -> Option<Inst> {
        let from = self.table.get(..=(index.raw() / STEP) as usize)?;
        from.iter().rev().find_map(|entry| entry.inst())
    }

    /// Where a block starts; PHIs define here.
    #[inline]
    pub fn block_start(&self, block: Block) -> SlotIndex {
        self.block_range[block].0
    }

    /// Where a block ends: the start of the block after it in the layout.
    #[inline]
    pub fn block_end(&self, block: Block) -> SlotIndex {
        self.block_range[block].1
    }

    /// Start and end of a block.
    #[inline]
    pub fn block_range(&self, block: Block) -> (SlotIndex, SlotIndex) {
        self.block_range[block]
    }

    /// The block that contains a place.
    #[inline]
    pub fn block_at(&self, index: SlotIndex) -> Block {
        let after = self
            .block_starts
            .partition_point(|(start, _)| *start <= index);
        self.block_starts[after - 1].1
    }

    /// Starts of blocks with the blocks, in code order.
    #[inline]
    pub fn block_starts(&self) -> &[(SlotIndex, Block)] {
        &self.block_starts
    }

    /// The end of the last block.
    pub fn end(&self) -> SlotIndex {
        let last = self.block_starts.last();
        last.map_or(SlotIndex::ZERO, |(_, block)| self.block_end(*block))
    }

    /// The same slot of the next instruction, in whatever block; the function's end if there is none.
    pub fn next_index(&self, index: SlotIndex) -> SlotIndex {
        let from = (index.raw() / STEP) as usize + 1;
        let later = self.table[from..]
            .iter()
            .position(|entry| entry.inst().is_some());
        let slot = index.raw() - index.base().raw();
        match later {
            Some(by) => SlotIndex::from_raw((from + by) as u32 * STEP + slot),
            None => self.end(),
        }
    }

    /// Number of the nearest numbered instruction before `inst` in its block, else the block's start.
    pub fn index_before(&self, function: &MachineFunction, inst: Inst) -> SlotIndex {
        let before = std::iter::successors(function.prev_inst(inst), |i| function.prev_inst(*i));
        let found = before.into_iter().find_map(|i| self.numbered(i));
        found.unwrap_or_else(|| self.block_start(block_of(function, inst)))
    }

    /// Number of the nearest numbered instruction after `inst` in its block, else the block's end.
    pub fn index_after(&self, function: &MachineFunction, inst: Inst) -> SlotIndex {
        let after = std::iter::successors(function.next_inst(inst), |i| function.next_inst(*i));
        let found = after.into_iter().find_map(|i| self.numbered(i));
        found.unwrap_or_else(|| self.block_end(block_of(function, inst)))
    }

    fn numbered(&self, inst: Inst) -> Option<SlotIndex> {
        let index = self.inst_index.get(inst).copied()?;
        (!index.is_none() && self.inst_at(index) == Some(inst)).then_some(index)
    }

    /// The slot before a place: for a block slot, the dead slot of the entry before it.
    pub fn prev_slot(&self, index: SlotIndex) -> SlotIndex {
        if index.is_block() {
            SlotIndex::from_raw(self.entry_before(index.raw())).dead_slot()
        } else {
            index.prev_slot()
        }
    }

    /// The slot after a place: for a dead slot, the block slot of the entry after it.
    pub fn next_slot(&self, index: SlotIndex) -> SlotIndex {
        if index.is_dead() {
            SlotIndex::from_raw(self.entry_after(index.base().raw()))
        } else {
            SlotIndex::from_raw(index.raw() + 1)
        }
    }

    /// The place of the next entry, be that of an instruction that is there, one that was removed, or a block's end.
    pub fn next_entry(&self, index: SlotIndex) -> SlotIndex {
        let slot = index.raw() - index.base().raw();
        SlotIndex::from_raw(self.entry_after(index.base().raw()) + slot)
    }

    /// The same slot of the entry before, like [`Self::next_entry`].
    pub fn prev_entry(&self, index: SlotIndex) -> SlotIndex {
        let slot = index.raw() - index.base().raw();
        SlotIndex::from_raw(self.entry_before(index.base().raw()) + slot)
    }

    /// The nearest entry before a position.
    fn entry_before(&self, raw: u32) -> u32 {
        let mut at = raw / STEP - 1;
        while self.table[at as usize] == Entry::VACANT {
            at -= 1;
        }
        at * STEP
    }

    /// The nearest entry after a position.
    fn entry_after(&self, raw: u32) -> u32 {
        let mut at = raw / STEP + 1;
        while self.table[at as usize] == Entry::VACANT {
            at += 1;
        }
        at * STEP
    }

    /// From here on entries have names that stay the same when their numbers change. At first, names are numbers.
    pub(crate) fn keep_names(&mut self) {
        self.names.begin(self.table.len());
    }

    /// No longer keeps names.
    pub(crate) fn forget_names(&mut self) {
        self.names.end();
    }

    /// Whether names are kept.
    #[inline]
    pub(crate) fn keeps_names(&self) -> bool {
        self.names.are_kept()
    }

    /// The same slot of the same entry, by name.
    #[inline]
    pub(crate) fn name_of(&self, index: SlotIndex) -> SlotIndex {
        let (raw, slot) = (index.raw() / STEP, index.raw() % STEP);
        SlotIndex::from_raw(self.names.name(raw) * STEP + slot)
    }

    /// The same slot of the same entry, given by name.
    #[inline]
    pub(crate) fn number_of(&self, name: SlotIndex) -> SlotIndex {
        let (raw, slot) = (name.raw() / STEP, name.raw() % STEP);
        SlotIndex::from_raw(self.names.position(raw) * STEP + slot)
    }

    /// Numbers an instruction that was inserted into its block: half way between the instruction
    /// before and the next entry, or (if `late`) between the instruction after and the entry before
    /// it. Also says whether other numbers had to move.
    pub fn insert(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        late: bool,
    ) -> (SlotIndex, Option<Renumbering>) {
        debug_assert!(
            self.numbered(inst).is_none(),
            "{inst} already has a slot index"
        );
        let (prev, next) = if late {
            let next = self.index_after(function, inst).raw();
            (self.entry_before(next), next)
        } else {
            let prev = self.index_before(function, inst).raw();
            (prev, self.entry_after(prev))
        };
        let distance = ((next - prev) / 2) & !(STEP - 1);
        if distance != 0 {
            let index = SlotIndex::from_raw(prev + distance);
            self.place(index.raw(), Entry::of(inst));
            self.names.add(index.raw() / STEP);
            self.set_index(function, inst, index);
            return (index, None);
        }
        let renumbering = self.make_room(function, prev, inst);
        (self.inst_index[inst], Some(renumbering))
    }

    /// Inserts `inst` right after the entry at `prev`, moving entries up by 8 until one fits.
    fn make_room(&mut self, function: &MachineFunction, prev: u32, inst: Inst) -> Renumbering {
        /// The distance of moved entries, in positions.
        const SPACE: usize = (SlotIndex::INST_DISTANCE / 2 / STEP) as usize;
        let first = (prev / STEP) as usize + 1;
        let mut renumbering = Renumbering::default();
        let mut new = first - 1 + SPACE;
        let mut end = first;
        for (at, entry) in self.table.iter().enumerate().skip(first) {
            if *entry != Entry::VACANT {
                if at > new {
                    break;
                }
                new += SPACE;
                renumbering.push(at as u32 * STEP, new as u32 * STEP);
            }
            end = at + 1;
        }
        if self.table.len() <= new {
            self.table.resize(new + 1, Entry::VACANT);
        }
        // From the last one on: what is moved up leaves its place before another one comes there.
        for at in (first..end).rev() {
            let entry = std::mem::take(&mut self.table[at]);
            if entry == Entry::VACANT {
                continue;
            }
            self.table[new] = entry;
            self.names.follow(at, new);
            if let Some(inst) = entry.inst() {
                self.inst_index[inst] = SlotIndex::from_raw(new as u32 * STEP);
            }
            new -= SPACE;
        }
        self.table[new] = Entry::of(inst);
        self.names.add(new as u32);
        self.set_index(function, inst, SlotIndex::from_raw(new as u32 * STEP));
        if self.has_bundles {
            self.number_bundles(function, &renumbering);
        }
        self.move_block_boundaries(renumbering)
    }

    /// What is inside of bundles gets the numbers that these have after a renumbering.
    fn number_bundles(&mut self, function: &MachineFunction, renumbering: &Renumbering) {
        let (first, last) = renumbering.span();
        let (first, last) = (renumbering.map(first), renumbering.map(last));
        for at in first.raw() / STEP..=last.raw() / STEP {
            if let Some(inst) = self.table.get(at as usize).and_then(|entry| entry.inst()) {
                self.set_index(function, inst, SlotIndex::from_raw(at * STEP));
            }
        }
    }

    /// Puts all entries 16 apart, those of removed instructions included. `None` if they are.
    ///
    /// # Requires
    /// No names are kept.
    pub(crate) fn pack(&mut self) -> Option<Renumbering> {
        debug_assert!(!self.keeps_names(), "names do not follow");
        let old = std::mem::replace(&mut self.table, std::mem::take(&mut self.spare_table));
        let mut renumbering = Renumbering::default();
        let mut new = 0;
        for (at, entry) in old.iter().copied().enumerate() {
            if entry == Entry::VACANT {
                continue;
            }
            // Entries that stay where they are part the runs of those that do not.
            let before = at as u32 * STEP;
            renumbering.push(before, new);
            self.place(new, entry);
            if let Some(inst) = entry.inst().filter(|_| before != new) {
                self.inst_index[inst] = SlotIndex::from_raw(new);
            }
            new += SlotIndex::INST_DISTANCE;
        }
        self.spare_table = old;
        self.spare_table.clear();
        renumbering
            .changes_anything()
            .then(|| self.move_block_boundaries(renumbering))
    }

    /// Moves the boundaries of blocks that a renumbering changes, and notes these blocks.
    fn move_block_boundaries(&mut self, mut renumbering: Renumbering) -> Renumbering {
        let (first, last) = renumbering.span();
        let after = self
            .block_starts
            .partition_point(|(start, _)| *start < first);
        let from = after.saturating_sub(1);
        let mut at = from;
        while at < self.block_starts.len() && self.block_starts[at].0 <= last {
            let block = self.block_starts[at].1;
            let range = &mut self.block_range[block];
            *range = (renumbering.map(range.0), renumbering.map(range.1));
            self.block_starts[at].0 = range.0;
            at += 1;
        }
        renumbering.blocks = from..at;
        renumbering
    }

    /// Forgets an instruction that is removed. Its entry stays, so that numbers around it do.
    pub fn remove(&mut self, inst: Inst) {
        if let Some(index) = self.numbered(inst) {
            self.table[(index.raw() / STEP) as usize] = Entry::BOUNDARY;
            self.inst_index[inst] = SlotIndex::NONE;
        }
    }

    /// Gives the number of `old` to `new`. Returns it, `None` if `old` had none.
    pub fn replace(&mut self, old: Inst, new: Inst) -> Option<SlotIndex> {
        let index = self.numbered(old)?;
        self.inst_index[old] = SlotIndex::NONE;
        self.inst_index[new] = index;
        self.table[(index.raw() / STEP) as usize] = Entry::of(new);
        Some(index)
    }

    /// Checks that numbers follow the layout and that maps agree.
    pub fn verify(&self, function: &MachineFunction) -> Result<(), String> {
        let mut last = SlotIndex::ZERO;
        for (position, block) in function.layout.iter().enumerate() {
            let (start, end) = self.block_range[*block];
            if start != last || self.block_starts.get(position) != Some(&(start, *block)) {
                return Err(format!("{block} starts at {start}, expected {last}"));
            }
            for inst in function.block_insts(*block) {
                let Some(index) = self.numbered(inst) else {
                    if has_index(function, inst) {
                        return Err(format!("{inst} has no slot index"));
                    }
                    continue;
                };
                if index <= last || index >= end || self.inst_at(index) != Some(inst) {
                    return Err(format!("{inst} has slot index {index} after {last}"));
                }
                last = index;
            }
            last = end;
        }
        Ok(())
    }
}

impl SlotColumn for SlotIndexes {
    fn write_block_start(&self, out: &mut String, block: Block) {
        let _ = write!(out, "{}", self.block_start(block));
    }

    fn write_inst(&self, out: &mut String, inst: Inst) {
        if let Some(index) = self.numbered(inst) {
            let _ = write!(out, "{index}");
        }
    }
}

/// Whether an instruction takes a number.
pub(crate) fn has_index(function: &MachineFunction, inst: Inst) -> bool {
    let bundled = function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED);
    !bundled
        && !function.is_debug(inst)
        && function.opcode(inst) != avarice_target::op::PSEUDO_PROBE
}

fn block_of(function: &MachineFunction, inst: Inst) -> Block {
    let block = function.inst_block(inst);
    debug_assert!(block.is_some(), "{inst} is in no block");
    block.unwrap_or_else(Block::reserved_value)
}
