//! Slots that need no phi: those that are not used, that one instruction stores to, or that one block uses.

use avarice_ir::{ConstKind, Function, Inst, Module, Value};

use super::promotable::AccessKind;
use super::{Candidate, PromoteMemory};

/// Memory for looking at one slot.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) loads: Vec<Inst>,
    /// Stores with their positions, in order.
    pub(super) stores: Vec<(u32, Inst)>,
    /// Whether all of them are in one block.
    is_in_one_block: bool,
}

impl PromoteMemory {
    /// Promotes a slot, whose accesses have been collected, to values if that needs no phi, and removes it; otherwise
    /// leaves the remaining loads.
    pub(super) fn take_shortcut(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        alloca: Inst,
    ) -> bool {
        let only_store = match self.shortcuts.stores[..] {
            [(_, store)] => Some(store),
            _ => None,
        };
        let done = only_store
            .is_some_and(|store| self.replace_single_store(module, function, store))
            || (self.shortcuts.is_in_one_block && self.replace_in_block(module, function));
        if done {
            for (_, store) in &self.shortcuts.stores {
                function.remove_inst(*store);
            }
            function.remove_inst(alloca);
        }
        done
    }

    /// Lists loads and stores of a slot, and removes what marks its lifetime.
    pub(super) fn list_accesses(&mut self, function: &mut Function, candidate: Candidate) {
        let Scratch {
            loads,
            stores,
            is_in_one_block,
        } = &mut self.shortcuts;
        loads.clear();
        stores.clear();
        *is_in_one_block = true;
        let mut block = None;
        let (start, end) = candidate.accesses;
        for access in &self.accesses[start as usize..end as usize] {
            match access.kind {
                AccessKind::Store => stores.push((self.positions[access.inst], access.inst)),
                AccessKind::Load => loads.push(access.inst),
                AccessKind::Mark => {
                    function.remove_inst(access.inst);
                    continue;
                }
            }
            *is_in_one_block &= *block.get_or_insert(access.block) == access.block;
        }
        stores.sort_unstable();
    }

    /// Replaces the loads that `store`, the only one, dominates. What is stored by an argument or a constant is
    /// so for all: before the store, anything may be read. Returns whether no load is left.
    fn replace_single_store(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        store: Inst,
    ) -> bool {
        let is_everywhere = function.def_inst(function.operand(store, 0)).is_none();
        let mut loads = std::mem::take(&mut self.shortcuts.loads);
        loads.retain(|load| {
            let blocks = [store, *load].map(|inst| function.insts[inst].block.expand());
            let is_reached = is_everywhere
                || match blocks {
                    [Some(from), Some(to)] if from == to => {
                        self.positions[store] < self.positions[*load]
                    }
                    [Some(from), Some(to)] => self.tree.dominates(from, to),
                    _ => false,
                };
            if is_reached {
                let value = function.operand(store, 0);
                replace_load(module, function, *load, value);
            }
            !is_reached
        });
        self.shortcuts.loads = loads;
        self.shortcuts.loads.is_empty()
    }

    /// Replaces each load by what the store before it in the block stores. Changes nothing, and returns false, if
    /// a load comes before all stores: in a loop it reads what the last one stored.
    fn replace_in_block(&mut self, module: &mut Module, function: &mut Function) -> bool {
        let Scratch { loads, stores, .. } = &self.shortcuts;
        let first = stores.first().map_or(0, |(position, _)| *position);
        if loads.iter().any(|load| self.positions[*load] < first) {
            return false;
        }
        for load in loads {
            let before = stores.partition_point(|(at, _)| *at < self.positions[*load]);
            let value = match before.checked_sub(1) {
                Some(at) => function.operand(stores[at].1, 0),
                None => super::undef(module, function, function.insts[*load].ty),
            };
            replace_load(module, function, *load, value);
        }
        true
    }
}

/// Removes `load`, whose users get `value`.
fn replace_load(module: &mut Module, function: &mut Function, load: Inst, mut value: Value) {
    if let Some(result) = function.insts[load].result.expand() {
        if value == result {
            // A load that is stored where it was loaded from, in code that nothing reaches.
            let poison = module.constant(function.insts[load].ty, ConstKind::Poison);
            value = function.const_value(&module.consts, poison);
        }
        function.replace_all_uses(result, value);
    }
    function.remove_inst(load);
}
