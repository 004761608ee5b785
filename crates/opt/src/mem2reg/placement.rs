//! Where phis go: in blocks where stores of a slot meet, if the slot is read before it is stored to again.

use avarice_ir::{Block, Function, InstKind, Value, ValueDef};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::ReservedValue;
use rustc_hash::FxHashSet;

use super::{Join, PromoteMemory, Slot, SlotData};

/// Memory for looking at one slot.
#[derive(Default)]
pub(super) struct Scratch {
    /// Tells one slot's marks from those before.
    round: u32,
    /// By block: the last slot that it stores to, and the position of the first store.
    stores: SecondaryMap<Block, (u32, u32)>,
    /// By block: the last slot that is live at its begin.
    live: SecondaryMap<Block, u32>,
    live_in: Vec<Block>,
    work: Vec<Block>,
    found: Vec<Block>,
}

impl PromoteMemory {
    /// Finds the blocks that need a phi for `slot`, of which the accesses are at hand.
    pub(super) fn place_joins(&mut self, function: &Function, slot: Slot) {
        self.compute_live_in(function);
        let Scratch { live_in, found, .. } = &mut self.placement;
        let stores = self.shortcuts.stores.iter();
        let definitions = stores.filter_map(|(_, store)| function.insts[*store].block.expand());
        self.frontier
            .find(&self.cfg, &self.tree, definitions, live_in, found);
        found.sort_unstable_by_key(|block| self.block_positions[*block]);
        self.joins.extend(found.iter().map(|block| Join {
            block: *block,
            slot,
            phi: ReservedValue::reserved_value(),
            value: ReservedValue::reserved_value(),
        }));
    }

    /// Lists the blocks at whose begin the slot's content is still needed: those that load before they store,
    /// and from there backwards up to blocks that store.
    fn compute_live_in(&mut self, function: &Function) {
        let Scratch {
            round,
            stores,
            live,
            live_in,
            work,
            ..
        } = &mut self.placement;
        *round += 1;
        live_in.clear();
        for (position, store) in &self.shortcuts.stores {
            if let Some(block) = function.insts[*store].block.expand()
                && stores[block].0 != *round
            {
                // They come in order, so that this is the first.
                stores[block] = (*round, *position);
            }
        }
        for load in &self.shortcuts.loads {
            if let Some(block) = function.insts[*load].block.expand() {
                let (marked, first) = stores[block];
                if marked != *round || self.positions[*load] < first {
                    work.push(block);
                }
            }
        }
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live[block], *round) == *round {
                continue;
            }
            live_in.push(block);
            let predecessors = self.cfg.predecessors(block).iter();
            work.extend(predecessors.filter(|block| stores[**block].0 != *round));
        }
    }

    /// Creates the phis, without operands. As in LLVM those of later slots come first in their block.
    pub(super) fn create_phis(&mut self, function: &mut Function) {
        let mut names = Names::default();
        let mut version = 0;
        let mut last = None;
        for join in &mut self.joins {
            version = if last == Some(join.slot) {
                version + 1
            } else {
                0
            };
            last = Some(join.slot);
            let SlotData { address, ty, .. } = self.slots[join.slot];
            join.phi = function.create_inst(InstKind::Phi, ty, false, &[], &[]);
            join.value = function.add_result(join.phi, ty);
            names.give(function, address, join.value, version);
            match function.blocks[join.block].first.expand() {
                Some(first) => function.insert_before(first, join.phi),
                None => function.append_inst(join.block, join.phi),
            }
        }
        self.joins
            .sort_unstable_by_key(|join| (join.block, std::cmp::Reverse(join.slot)));
    }
}

/// Names for phis: that of the slot and a number.
#[derive(Default)]
struct Names {
    /// Names of the function, once one is needed.
    taken: Option<FxHashSet<Vec<u8>>>,
}

impl Names {
    /// Names `value` after `slot`, if that has a name.
    fn give(&mut self, function: &mut Function, slot: Value, value: Value, version: u32) {
        let base = function.name(function.values[slot].name).to_vec();
        if base.is_empty() {
            return;
        }
        let taken = self.taken.get_or_insert_with(|| {
            let values = function.values.values();
            let of_values = values
                .filter(|data| !matches!(data.def, ValueDef::Const(_)))
                .map(|data| data.name);
            let of_blocks = function.blocks.values().map(|data| data.name);
            let names = of_values.chain(of_blocks);
            names.map(|name| function.name(name).to_vec()).collect()
        });
        let mut version = version;
        loop {
            let name = [&base[..], b".", version.to_string().as_bytes()].concat();
            if taken.insert(name.clone()) {
                function.values[value].name = function.intern_name(&name);
                return;
            }
            version += 1;
        }
    }
}
