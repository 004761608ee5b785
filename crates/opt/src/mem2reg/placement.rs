//! Where phis go: in blocks where stores of a slot meet, if the slot is read before it is stored to again.

use std::io::Write;

use avarice_ir::{Function, InstKind, Value, ValueDef};
use cranelift_entity::packed_option::ReservedValue;
use rustc_hash::FxHashSet;

use super::{Join, PromoteMemory, Slot, SlotData};

impl PromoteMemory {
    /// Finds the blocks that need a phi for `slot`, whose accesses have been collected.
    pub(super) fn place_joins(&mut self, function: &Function, slot: Slot) {
        self.find_places(function, self.edges_to_follow());
        let positions = &self.block_positions;
        self.places.sort_unstable_by_key(|block| positions[*block]);
        self.joins.extend(self.places.iter().map(|block| Join {
            block: *block,
            slot,
            phi: ReservedValue::reserved_value(),
            value: ReservedValue::reserved_value(),
        }));
    }

    /// Lists in `places` the blocks that need a phi; `budget` are the edges that a search of where the slot is live may
    /// follow, and makes no difference for what is found.
    pub(super) fn find_places(&mut self, function: &Function, budget: usize) {
        self.collect_needs(function);
        let is_known = self.find_live_blocks(budget);
        let stores = self.shortcuts.stores.iter();
        let definitions = stores.filter_map(|(_, store)| function.insts[*store].block.expand());
        let is_wanted = |block| !is_known || self.liveness.is_live(block);
        self.frontier
            .find(&self.tree, definitions, is_wanted, &mut self.places);
        if !is_known {
            self.keep_live_places(function);
        }
    }

    /// Creates the phis, without operands. As in LLVM those of later slots come first in their block.
    pub(super) fn create_phis(&mut self, function: &mut Function) {
        let mut names = Names::default();
        let mut last = None;
        for join in &mut self.joins {
            if last.replace(join.slot) != Some(join.slot) {
                names.version = 0;
            }
            let SlotData { address, ty, .. } = self.slots[join.slot];
            join.phi = function.create_inst(InstKind::Phi, ty, false, &[], &[]);
            join.value = function.add_result(join.phi, ty);
            names.give(function, address, join.value);
            match function.blocks[join.block].first.expand() {
                Some(first) => function.insert_before(first, join.phi),
                None => function.append_inst(join.block, join.phi),
            }
        }
        self.joins
            .sort_unstable_by_key(|join| (join.block, std::cmp::Reverse(join.slot)));
    }
}

/// Names for phis: that of the slot, a dot and a number.
///
/// Slots have different names, so that names given to phis of one differ from those of another.
#[derive(Default)]
struct Names {
    /// Names of the function that end like these, once one is needed. No other can be in the way.
    taken: Option<FxHashSet<Box<[u8]>>>,
    text: Vec<u8>,
    /// The number for the next phi of the current slot.
    version: u32,
}

impl Names {
    /// Names `value` after `slot`, if that has a name.
    fn give(&mut self, function: &mut Function, slot: Value, value: Value) {
        let base = function.values[slot].name;
        if function.name(base).is_empty() {
            return;
        }
        let taken = self.taken.get_or_insert_with(|| {
            let values = function.values.values();
            let of_values = values
                .filter(|data| !matches!(data.def, ValueDef::Const(_)))
                .map(|data| data.name);
            let of_blocks = function.blocks.values().map(|data| data.name);
            let names = of_values.chain(of_blocks).map(|name| function.name(name));
            names
                .filter(|name| is_numbered(name))
                .map(Box::from)
                .collect()
        });
        loop {
            self.text.clear();
            self.text.extend_from_slice(function.name(base));
            // Writing to memory does not fail.
            let _ = write!(self.text, ".{}", self.version);
            self.version += 1;
            if !taken.contains(&self.text[..]) {
                function.values[value].name = function.intern_name(&self.text);
                return;
            }
        }
    }
}

/// Whether a name ends in a dot and digits.
fn is_numbered(name: &[u8]) -> bool {
    let end = name.iter().rposition(|byte| !byte.is_ascii_digit());
    end.is_some_and(|at| name[at] == b'.' && at + 1 < name.len())
}
