//! Where stack objects are in use.
//!
//! Only objects with marks count; they are numbered densely. Places in the code are numbered too: the begin of each block,
//! and each instruction that is no debug instruction. What happens to objects in a block is a list of events, from which
//! data flow over blocks and then the spans of each object follow:
//!
//! ```text
//!   LIVE_IN[b]  = ∪ LIVE_OUT[p]               p: predecessors that control reaches
//!   LIVE_OUT[b] = LIVE_IN[b] − END[b] ∪ BEGIN[b]
//! ```

use avarice_mir::{Block, FrameIndex, Inst, MachineFunction, inst_facts};
use avarice_target::op;
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

/// Where the lifetime of an object begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LifetimeBegin {
    /// Where its mark is.
    Mark,
    /// At the first use after it, where it is sure that all uses come after it.
    FirstUse,
}

/// Sets of objects, one for each block, as bits.
#[derive(Debug, Default)]
struct Rows {
    words: Vec<u64>,
    /// Words of a row.
    width: usize,
}

impl Rows {
    fn reset(&mut self, rows: usize, columns: usize) {
        self.width = columns.div_ceil(64);
        self.words.clear();
        self.words.resize(rows * self.width, 0);
    }

    fn row(&self, block: Block) -> &[u64] {
        &self.words[block.as_u32() as usize * self.width..][..self.width]
    }

    fn row_mut(&mut self, block: Block) -> &mut [u64] {
        &mut self.words[block.as_u32() as usize * self.width..][..self.width]
    }

    fn set(&mut self, block: Block, slot: u32, value: bool) {
        set(self.row_mut(block), slot, value);
    }
}

fn set(row: &mut [u64], slot: u32, value: bool) {
    let bit = 1 << (slot % 64);
    match value {
        true => row[slot as usize / 64] |= bit,
        false => row[slot as usize / 64] &= !bit,
    }
}

fn has(row: &[u64], slot: u32) -> bool {
    row[slot as usize / 64] >> (slot % 64) & 1 != 0
}

/// The members of a set.
fn members(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    row.iter().enumerate().flat_map(|(at, word)| {
        let rest = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
        let rest = rest.take_while(|word| *word != 0);
        rest.map(move |word| at as u32 * 64 + word.trailing_zeros())
    })
}

/// What happens to an object at a place.
#[derive(Clone, Copy, Debug)]
struct Event {
    slot: u32,
    place: u32,
    begins: bool,
}

/// An object that has marks.
#[derive(Debug)]
pub(super) struct Slot {
    pub object: FrameIndex,
    /// Begin and end of each part of the code that it is in use in, in order, without overlaps.
    pub spans: Vec<(u32, u32)>,
    /// Where it may come into use, in order.
    pub starts: Vec<u32>,
    /// Whether its lifetime begins at its mark: some use is not between its marks, or there are several of a kind.
    is_conservative: bool,
    begin_marks: u32,
    end_marks: u32,
    /// While a block is looked at: where its current span begins.
    open: Option<u32>,
    /// While a block is looked at: whether it has come into use there.
    is_in_use: bool,
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub(super) struct Lifetimes {
    /// The marks of blocks that control reaches.
    pub marks: Vec<Inst>,
    /// The objects that they name.
    pub slots: Vec<Slot>,
    /// By object: its number among `slots`, plus one.
    numbers: Vec<u32>,
    /// Blocks that control reaches, each after one that it is reached from.
    order: Vec<Block>,
    /// What happens in all blocks, in the order of the layout.
    events: Vec<Event>,
    /// Which events are those of a block.
    events_of: SecondaryMap<Block, (u32, u32)>,
    live_in: Rows,
    live_out: Rows,
    begin: Rows,
    end: Rows,
}

/// Whether `inst` is a mark, and where of.
fn mark(function: &MachineFunction, inst: Inst) -> Option<FrameIndex> {
    let is_mark = matches!(function.opcode(inst), op::LIFETIME_START | op::LIFETIME_END);
    let operand = function.operands(inst).first().filter(|_| is_mark)?;
    operand.as_frame_index().filter(|index| index.0 >= 0)
}

impl Lifetimes {
    /// Finds the marks of blocks that control reaches, and numbers their objects. Returns whether there are any.
    pub fn find_marks(&mut self, function: &MachineFunction) -> bool {
        self.marks.clear();
        self.slots.clear();
        // Most functions have none at all.
        let mut blocks = function.layout.iter();
        let has_any = blocks.any(|block| {
            let mut insts = function.block_insts(*block);
            insts.any(|inst| mark(function, inst).is_some())
        });
        if !has_any {
            return false;
        }
        self.find_order(function);
        self.numbers.clear();
        self.numbers.resize(function.frame.objects.len(), 0);
        for block in &self.order {
            for inst in function.block_insts(*block) {
                let Some(object) = mark(function, inst) else {
                    continue;
                };
                self.marks.push(inst);
                let number = &mut self.numbers[object.0 as usize];
                if *number == 0 {
                    self.slots.push(Slot::new(object));
                    *number = self.slots.len() as u32;
                }
                let slot = &mut self.slots[*number as usize - 1];
                match function.opcode(inst) {
                    op::LIFETIME_START => slot.begin_marks += 1,
                    _ => slot.end_marks += 1,
                }
            }
        }
        !self.marks.is_empty()
    }

    /// Walks the blocks depth first.
    fn find_order(&mut self, function: &MachineFunction) {
        self.order.clear();
        let mut seen = EntitySet::with_capacity(function.blocks.len());
        let entry = function.layout[0];
        seen.insert(entry);
        self.order.push(entry);
        let mut path: SmallVec<[(Block, usize); 32]> = SmallVec::from_slice(&[(entry, 0)]);
        while let Some((block, next)) = path.last_mut() {
            let Some(successor) = function.blocks[*block].succs.get(*next).copied() else {
                path.pop();
                continue;
            };
            *next += 1;
            if seen.insert(successor) {
                self.order.push(successor);
                path.push((successor, 0));
            }
        }
    }

    fn number(&self, object: FrameIndex) -> Option<u32> {
        let number = self.numbers.get(usize::try_from(object.0).ok()?)?;
        number.checked_sub(1)
    }

    /// Computes where the objects are in use.
    pub fn compute(&mut self, function: &MachineFunction, begin: LifetimeBegin) {
        self.find_conservative(function);
        if begin == LifetimeBegin::Mark {
            self.slots
                .iter_mut()
                .for_each(|slot| slot.is_conservative = true);
        }
        self.collect_events(function);
        self.flow(function);
        self.make_spans(function);
    }

    /// Finds the objects that are used before their marks, as far as one walk over the code tells.
    fn find_conservative(&mut self, function: &MachineFunction) {
        let columns = self.slots.len();
        let rows = function.blocks.len();
        // What has begun and not ended at the end of each block that was seen.
        self.live_out.reset(rows, columns);
        let mut begun: SmallVec<[u64; 4]> = SmallVec::new();
        for at in 0..self.order.len() {
            let block = self.order[at];
            begun.clear();
            begun.resize(self.live_out.width, 0);
            for pred in &function.blocks[block].preds {
                unite(&mut begun, self.live_out.row(*pred));
            }
            for inst in function.block_insts(block) {
                if let Some(slot) = mark(function, inst).and_then(|object| self.number(object)) {
                    let begins = function.opcode(inst) == op::LIFETIME_START;
                    set(&mut begun, slot, begins);
                } else if !function.is_debug(inst) {
                    for operand in function.operands(inst) {
                        let slot = operand.as_frame_index();
                        let slot = slot.and_then(|object| self.number(object));
                        if let Some(slot) = slot.filter(|slot| !has(&begun, *slot)) {
                            self.slots[slot as usize].is_conservative = true;
                        }
                    }
                }
            }
            self.live_out.row_mut(block).copy_from_slice(&begun);
        }
        for slot in &mut self.slots {
            slot.is_conservative |= slot.begin_marks > 1 || slot.end_marks > 1;
        }
    }

    /// Lists what happens in each block.
    fn collect_events(&mut self, function: &MachineFunction) {
        self.events.clear();
        let mut place = 0;
        for block in &function.layout {
            place += 1;
            let first = self.events.len() as u32;
            for inst in function.block_insts(*block) {
                if function.is_debug(inst) {
                    continue;
                }
                place += 1;
                self.add_events(function, inst, place);
            }
            self.events_of[*block] = (first, self.events.len() as u32);
        }
    }

    fn add_events(&mut self, function: &MachineFunction, inst: Inst, place: u32) {
        let opcode = function.opcode(inst);
        if matches!(opcode, op::LIFETIME_START | op::LIFETIME_END) {
            let begins = opcode == op::LIFETIME_START;
            let slot = mark(function, inst).and_then(|object| self.number(object));
            let counts = |slot: &u32| !begins || self.slots[*slot as usize].is_conservative;
            if let Some(slot) = slot.filter(counts) {
                let event = Event {
                    slot,
                    place,
                    begins,
                };
                self.events.push(event);
            }
            return;
        }
        for operand in function.operands(inst) {
            let slot = operand.as_frame_index();
            let slot = slot.and_then(|object| self.number(object));
            let counts = |slot: &u32| !self.slots[*slot as usize].is_conservative;
            if let Some(slot) = slot.filter(counts) {
                let begins = true;
                self.events.push(Event {
                    slot,
                    place,
                    begins,
                });
            }
        }
    }

    /// Computes which objects are in use at the borders of blocks.
    fn flow(&mut self, function: &MachineFunction) {
        let (rows, columns) = (function.blocks.len(), self.slots.len());
        for sets in [&mut self.live_in, &mut self.live_out] {
            sets.reset(rows, columns);
        }
        for sets in [&mut self.begin, &mut self.end] {
            sets.reset(rows, columns);
        }
        for block in &self.order {
            let (first, end) = self.events_of[*block];
            for event in &self.events[first as usize..end as usize] {
                self.begin.set(*block, event.slot, event.begins);
                self.end.set(*block, event.slot, !event.begins);
            }
        }
        let mut row: SmallVec<[u64; 4]> = SmallVec::new();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for block in &self.order {
                row.clear();
                row.resize(self.live_in.width, 0);
                for pred in &function.blocks[*block].preds {
                    unite(&mut row, self.live_out.row(*pred));
                }
                changed |= unite(self.live_in.row_mut(*block), &row);
                let (ends, begins) = (self.end.row(*block), self.begin.row(*block));
                for (word, (end, begin)) in row.iter_mut().zip(ends.iter().zip(begins)) {
                    *word = *word & !end | begin;
                }
                changed |= unite(self.live_out.row_mut(*block), &row);
            }
        }
    }

    /// Computes the spans of all objects, block after block.
    fn make_spans(&mut self, function: &MachineFunction) {
        let mut place = 0;
        let mut open: Vec<u32> = Vec::new();
        for block in &function.layout {
            place += 1;
            open.clear();
            for slot in members(self.live_in.row(*block)) {
                self.slots[slot as usize].open = Some(place);
                open.push(slot);
            }
            let insts = function.block_insts(*block);
            let count = insts.filter(|inst| !function.is_debug(*inst)).count();
            place += count as u32;
            let (first, end) = self.events_of[*block];
            for event in &self.events[first as usize..end as usize] {
                let slot = &mut self.slots[event.slot as usize];
                if event.begins {
                    if !std::mem::replace(&mut slot.is_in_use, true) {
                        slot.starts.push(event.place);
                    }
                    if slot.open.is_none() {
                        slot.open = Some(event.place);
                        open.push(event.slot);
                    }
                } else if let Some(start) = slot.open.take() {
                    slot.add_span(start, event.place);
                    slot.is_in_use = false;
                }
            }
            for event in &self.events[first as usize..end as usize] {
                self.slots[event.slot as usize].is_in_use = false;
            }
            for slot in &open {
                let slot = &mut self.slots[*slot as usize];
                if let Some(start) = slot.open.take() {
                    slot.add_span(start, place + 1);
                }
            }
        }
    }

    /// Forgets where objects are in use that are accessed after their last lifetime.
    pub fn drop_escaped(&mut self, function: &MachineFunction) {
        let mut place = 0;
        for block in &function.layout {
            place += 1;
            for inst in function.block_insts(*block) {
                if function.is_debug(inst) {
                    continue;
                }
                place += 1;
                let accesses =
                    inst_facts::may_load(function, inst) || inst_facts::may_store(function, inst);
                let operands = function.operands(inst).iter().filter(|_| accesses);
                for object in operands.filter_map(|operand| operand.as_frame_index()) {
                    let Some(slot) = self.number(object) else {
                        continue;
                    };
                    let slot = &mut self.slots[slot as usize];
                    if slot.spans.last().is_some_and(|(_, end)| place >= *end) {
                        slot.spans.clear();
                    }
                }
            }
        }
    }
}

/// Adds what is in `other` to `row`; whether it was not there.
fn unite(row: &mut [u64], other: &[u64]) -> bool {
    let mut changed = false;
    for (word, other) in row.iter_mut().zip(other) {
        changed |= other & !*word != 0;
        *word |= other;
    }
    changed
}

impl Slot {
    fn new(object: FrameIndex) -> Self {
        Self {
            object,
            spans: Vec::new(),
            starts: Vec::new(),
            is_conservative: false,
            begin_marks: 0,
            end_marks: 0,
            open: None,
            is_in_use: false,
        }
    }

    fn add_span(&mut self, start: u32, end: u32) {
        match self.spans.last_mut() {
            Some((_, last)) if *last == start => *last = end,
            _ => self.spans.push((start, end)),
        }
    }
}
