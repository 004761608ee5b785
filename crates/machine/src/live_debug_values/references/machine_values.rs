//! Which value each place has at the begin and end of each block.
//!
//! As in the construction of SSA form: where definitions of a place meet, it may have a value of its own, named after the
//! block. Values then flow through the blocks until it is known where all predecessors agree after all.
//!
//! ```text
//!   bb.1  $rbx = MOV …     $rbx at end: bb.1's 3rd inst      bb.2  (nothing)     $rbx at end: bb.0's
//!                     ╲                                    ╱
//!                      bb.3   $rbx at begin: live-in of bb.3
//! ```

use avarice_ir::dominance_frontier::IteratedFrontier;
use avarice_mir::{Block, Inst, MachineCfg, MachineDominatorTree};
use avarice_target::PhysReg;
use cranelift_entity::{EntityRef, SecondaryMap};

use super::numbered::Numbered;
use super::places::{Part, Place, PlaceKind, Places, SlotId, Value};
use super::steps::step;
use crate::live_debug_values::code::Code;
use crate::live_debug_values::order::{BlockOrder, Rounds};

/// For each block, the value of each place.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueTable {
    /// Places of a block.
    width: usize,
    values: Vec<Value>,
}

impl ValueTable {
    fn begin(&mut self, blocks: usize, width: usize) {
        self.width = width;
        self.values.clear();
        self.values.resize(blocks * width, Value::NONE);
    }

    /// The values of a block.
    pub fn of(&self, block: Block) -> &[Value] {
        &self.values[block.index() * self.width..][..self.width]
    }

    fn of_mut(&mut self, block: Block) -> &mut [Value] {
        &mut self.values[block.index() * self.width..][..self.width]
    }

    /// The value of a place, if it was known when the table was made.
    pub fn value(&self, block: Block, place: Place) -> Value {
        let value = self.of(block).get(place.index());
        value.copied().unwrap_or(Value::NONE)
    }
}

/// Shape of the graph.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    pub cfg: &'a MachineCfg,
    pub dominators: &'a MachineDominatorTree,
    pub order: &'a BlockOrder,
}

/// The values of places.
#[derive(Debug, Default)]
pub(super) struct MachineValues {
    /// At the begin of blocks.
    pub live_in: ValueTable,
    /// At the end of blocks.
    pub live_out: ValueTable,
    /// By block: the places that have another value at the end than at the begin, ascending.
    transfers: SecondaryMap<Block, Vec<(Place, Value)>>,
    /// By block: where its registers that calls keep are in `mask_words`; counted from 1.
    masked: SecondaryMap<Block, u32>,
    mask_words: Vec<u32>,
    /// By place: blocks that change it, in their order.
    definitions: Vec<Vec<Block>>,
    rounds: Rounds,
    is_visited: SecondaryMap<Block, bool>,
    found: Vec<Block>,
    preds: Vec<Block>,
}

impl MachineValues {
    /// Walks through all code and finds what each block does with places. `see` is shown each instruction first.
    pub fn find_transfers(
        &mut self,
        code: &Code<'_>,
        places: &mut Places,
        mut see: impl FnMut(&mut Places, Block, Numbered),
    ) {
        self.masked.clear();
        self.mask_words.clear();
        for block in &code.function.layout {
            places.begin_block(*block);
            for (number, inst) in (1..).zip(code.insts(*block)) {
                let at = Numbered { inst, number };
                see(places, *block, at);
                if !code.function.is_debug(inst) {
                    step(code, places, at, None);
                }
            }
            let transfer = &mut self.transfers[*block];
            transfer.clear();
            let values = (0..).map(Place::from_u32).zip(places.values());
            let stays = |place: Place, value: Value| value.is_live_in() && value.place() == place;
            transfer.extend(
                values
                    .filter(|(place, value)| !stays(*place, **value))
                    .map(|(place, value)| (place, *value)),
            );
            self.note_masks(code, *block, places.masks());
        }
        for block in &code.function.layout {
            self.apply_masks(places, *block);
        }
    }

    /// Remembers which registers the masks of a block keep.
    fn note_masks(&mut self, code: &Code<'_>, block: Block, masks: &[(Inst, u32, u32)]) {
        if masks.is_empty() {
            return;
        }
        let start = self.mask_words.len();
        self.masked[block] = start as u32 + 1;
        let registers = code.function.target.registers.len();
        self.mask_words.resize(start + registers.div_ceil(32), 0);
        for number in 0..registers {
            let reg = PhysReg::from_index(number);
            let keeps = |(inst, operand, _): &(Inst, u32, u32)| {
                let mask = code.function.operand(*inst, *operand as usize);
                code.function.mask_preserves(mask, reg)
            };
            if masks.iter().all(keeps) {
                self.mask_words[start + number / 32] |= 1 << (number % 32);
            }
        }
    }

    /// A register that is tracked only from a later block on is changed by masks all the same: gives it a value that
    /// nothing else has.
    fn apply_masks(&mut self, places: &Places, block: Block) {
        let Some(start) = self.masked[block].checked_sub(1) else {
            return;
        };
        let words = &self.mask_words[start as usize..];
        let transfer = &mut self.transfers[block];
        let known = transfer.len();
        let mut at = 0;
        for place in (0..places.len()).map(Place::new) {
            let Some(reg) = places.register(place) else {
                continue;
            };
            let is_kept = words[reg.index() / 32] >> (reg.index() % 32) & 1 != 0;
            if is_kept || places.is_stack_pointer(reg) {
                continue;
            }
            while at < known && transfer[at].0 < place {
                at += 1;
            }
            let new = Value::new(block, 1, place);
            match transfer
                .get_mut(at)
                .filter(|(other, _)| at < known && *other == place)
            {
                Some((_, value)) if value.is_live_in() => *value = new,
                Some(_) => {}
                None => transfer.push((place, new)),
            }
        }
        if transfer.len() > known {
            transfer.sort_unstable_by_key(|(place, _)| *place);
        }
    }

    /// Finds the values at the begin and end of blocks.
    ///
    /// # Requires
    /// [`Self::find_transfers`]; `frontier` is that of the graph.
    pub fn solve(
        &mut self,
        code: &Code<'_>,
        places: &Places,
        graph: Graph<'_>,
        frontier: &mut IteratedFrontier<Block>,
    ) {
        let blocks = code.function.blocks.len();
        self.live_in.begin(blocks, places.len());
        self.live_out.begin(blocks, places.len());
        if let Some(entry) = code.function.layout.first() {
            let values = self.live_in.of_mut(*entry).iter_mut();
            for (number, value) in (0..).zip(values) {
                *value = Value::live_in(*entry, Place::from_u32(number));
            }
        }
        let mut joins = Joins {
            code,
            places,
            graph,
            frontier,
        };
        self.place_joins(&mut joins);
        self.is_visited.clear();
        let order = graph.order;
        self.rounds.begin(order.blocks.len());
        loop {
            while let Some(at) = self.rounds.pop() {
                let block = order.blocks[at];
                if !self.flow_through(graph, block) {
                    continue;
                }
                for successor in graph.cfg.successors(block) {
                    self.rounds.push(at, order.place(*successor) as usize);
                }
            }
            if !self.rounds.go_on() {
                return;
            }
        }
    }

    /// Computes the values at the end of a block anew; whether any changed.
    fn flow_through(&mut self, graph: Graph<'_>, block: Block) -> bool {
        let is_first = !std::mem::replace(&mut self.is_visited[block], true);
        if !self.join(graph, block) && !is_first {
            return false;
        }
        let (before, after) = (self.live_in.of(block), self.live_out.of_mut(block));
        let mut transfers = self.transfers[block].iter().peekable();
        let mut changed = false;
        for (number, (before_it, after_it)) in (0..).zip(before.iter().zip(after)) {
            let place = Place::from_u32(number);
            let value = match transfers.next_if(|(other, _)| *other == place) {
                Some((_, value)) if value.is_live_in() => before[value.place().index()],
                Some((_, value)) => *value,
                None => *before_it,
            };
            changed |= *after_it != value;
            *after_it = value;
        }
        changed
    }

    /// Takes the values at the begin of a block from its predecessors; whether any changed.
    fn join(&mut self, graph: Graph<'_>, block: Block) -> bool {
        self.preds.clear();
        self.preds.extend_from_slice(graph.cfg.predecessors(block));
        self.preds
            .sort_unstable_by_key(|block| graph.order.place(*block));
        let Some((first, rest)) = self.preds.split_first() else {
            return false;
        };
        let mut changed = false;
        let first = self.live_out.of(*first);
        for (number, value) in (0..).zip(self.live_in.of_mut(block)) {
            let place = Place::from_u32(number);
            let first = first[place.index()];
            let own = Value::live_in(block, place);
            if *value != own {
                changed |= *value != first;
                *value = first;
                continue;
            }
            let agrees = |pred: &Block| {
                let out = self.live_out.of(*pred)[place.index()];
                out == first || out == own
            };
            if rest.iter().all(agrees) {
                *value = first;
                changed = true;
            }
        }
        changed
    }

    // ---- Joins ----------------------------------------------------------------------------------

    /// Gives places values of their own in blocks where definitions meet. A register is defined where one of the smallest
    /// that it consists of is.
    fn place_joins(&mut self, joins: &mut Joins<'_>) {
        let places = joins.places;
        self.definitions.iter_mut().for_each(Vec::clear);
        self.definitions.resize(places.len(), Vec::new());
        for block in &joins.graph.order.blocks {
            for (place, _) in &self.transfers[*block] {
                self.definitions[place.index()].push(*block);
            }
        }
        let target = joins.code.function.target;
        let mut roots: Vec<PhysReg> = Vec::new();
        let mut next_slot = 0;
        for place in (0..places.len()).map(Place::new) {
            let reg = match places.kind(place) {
                PlaceKind::Register(reg) => reg,
                PlaceKind::Part(slot, _) => {
                    if slot.index() == next_slot {
                        next_slot += 1;
                        self.place_slot_joins(joins, slot);
                    }
                    continue;
                }
            };
            let units = target.reg(reg).units.iter();
            let mut own = units.flat_map(|unit| target.units[unit.index()].roots);
            if own.clone().all(|root| places.tracked(*root).is_some()) {
                roots.extend(own);
            } else if own.next().is_some() {
                self.find_joins(joins, place);
                self.install(place);
            }
        }
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            let Some(place) = places.tracked(root) else {
                continue;
            };
            self.find_joins(joins, place);
            for reg in joins.code.registers.overlapping(root) {
                if let Some(place) = places.tracked(*reg) {
                    self.install(place);
                }
            }
        }
    }

    /// The lowest byte of a slot, and each part above it, stand for all parts that share bits with them.
    fn place_slot_joins(&mut self, joins: &mut Joins<'_>, slot: SlotId) {
        let overlap = |a: &Part, b: &Part| {
            let end = |part: &Part| u32::from(part.offset) + u32::from(part.size);
            end(a) > u32::from(b.offset) && end(b) > u32::from(a.offset)
        };
        let places = joins.places;
        let all = places.slot_places(slot);
        for (at, part) in places.parts().iter().enumerate() {
            if at != 0 && part.offset == 0 {
                continue;
            }
            self.find_joins(joins, Place::new(all.start + at));
            self.install(Place::new(all.start + at));
            for (other, with) in places.parts().iter().enumerate() {
                if overlap(part, with) {
                    self.install(Place::new(all.start + other));
                }
            }
        }
    }

    /// Finds the blocks in which definitions of a place meet.
    fn find_joins(&mut self, joins: &mut Joins<'_>, place: Place) {
        self.found.clear();
        let definitions = &self.definitions[place.index()];
        if definitions.is_empty() {
            return;
        }
        let entry = joins.code.function.layout.first();
        let definitions = definitions.iter().chain(entry).copied();
        let dominators = joins.graph.dominators;
        joins
            .frontier
            .find(dominators, definitions, |_| true, &mut self.found);
    }

    fn install(&mut self, place: Place) {
        for block in &self.found {
            self.live_in.of_mut(*block)[place.index()] = Value::live_in(*block, place);
        }
    }
}

/// What joins are found by.
struct Joins<'a> {
    code: &'a Code<'a>,
    places: &'a Places,
    graph: Graph<'a>,
    frontier: &'a mut IteratedFrontier<Block>,
}
