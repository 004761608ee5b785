//! Dependences through memory.
//!
//! Accesses are listed by the object that they go to, stores apart from loads, and objects that no value of the IR can
//! point to apart from those that one can. An access then only meets those of the same object and those of unknown ones.
//! What nothing moves over, like a volatile access, empties the lists: everything below depends on it, and everything
//! further up is ordered with it alone.

use avarice_mir::{Inst, MiFlags, inst_facts};
use avarice_target::InstrFlags;

use super::super::graph::{Dependence, Need, Node, Order};
use super::super::underlying::UnderlyingObjects;
use super::Build;
use super::access_lists::AccessLists;
use crate::alias::object::MemoryObject;

/// Which lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lists {
    Stores,
    Loads,
    /// Of objects that no value of the IR points to.
    PrivateStores,
    PrivateLoads,
    /// What may raise floating-point exceptions.
    Exceptions,
}

/// The order in which the lists are gone through.
const ALL_LISTS: [Lists; 5] = [
    Lists::Stores,
    Lists::Loads,
    Lists::PrivateStores,
    Lists::PrivateLoads,
    Lists::Exceptions,
];

impl Lists {
    fn stores(object_is_private: bool) -> Self {
        match object_is_private {
            true => Self::PrivateStores,
            false => Self::Stores,
        }
    }

    fn loads(object_is_private: bool) -> Self {
        match object_is_private {
            true => Self::PrivateLoads,
            false => Self::Loads,
        }
    }

    /// The cycles from a store to what is on the list.
    fn latency(self) -> u32 {
        u32::from(matches!(self, Self::Loads | Self::PrivateLoads))
    }
}

/// What is known of accesses below the current instruction.
#[derive(Debug, Default)]
pub(super) struct MemoryDependences {
    lists: [AccessLists; 5],
    /// What everything that accesses memory further up comes before.
    barrier: Option<Node>,
    objects: UnderlyingObjects,
    numbers: Vec<Node>,
}

impl MemoryDependences {
    pub(super) fn clear(&mut self) {
        for lists in &mut self.lists {
            lists.clear();
        }
        self.barrier = None;
    }
}

impl Build<'_> {
    /// Adds the dependences of `inst` through memory.
    pub(super) fn add_memory(&mut self, node: Node, inst: Inst) {
        if self.is_global_barrier(inst) {
            if let Some(barrier) = self.scratch.memory.barrier {
                self.add_barrier_edge(barrier, node);
            }
            self.scratch.memory.barrier = Some(node);
            for lists in ALL_LISTS {
                self.put_all_after(lists, node);
            }
            return;
        }
        if self.may_raise_exception(inst) {
            self.put_after(node);
            self.insert(Lists::Exceptions, MemoryObject::Unknown, node);
            if self.len(Lists::Exceptions) >= self.limit() {
                self.reduce(&[Lists::Exceptions]);
            }
        }
        let stores = inst_facts::may_store(self.function, inst);
        let loads = inst_facts::may_load(self.function, inst)
            && !inst_facts::is_invariant_load(self.function, inst);
        if !stores && !loads {
            return;
        }
        self.put_after(node);
        let mut objects = std::mem::take(&mut self.scratch.memory.objects);
        let are_known = objects.find(self.context.module, self.function, inst);
        match (stores, are_known) {
            (true, true) => self.add_store(node, &objects),
            (true, false) => self.add_unknown_store(node),
            (false, true) => self.add_load(node, &objects),
            (false, false) => self.add_unknown_load(node),
        }
        self.scratch.memory.objects = objects;
        for pair in [
            [Lists::Stores, Lists::Loads],
            [Lists::PrivateStores, Lists::PrivateLoads],
        ] {
            if self.len(pair[0]) + self.len(pair[1]) >= self.limit() {
                self.reduce(&pair);
            }
        }
    }

    /// Whether nothing that accesses memory moves over `inst`.
    fn is_global_barrier(&self, inst: Inst) -> bool {
        let function = &*self.function;
        let accesses =
            inst_facts::may_load(function, inst) || inst_facts::may_store(function, inst);
        inst_facts::is_call(function, inst)
            || inst_facts::has_side_effects(function, inst)
            || accesses
                && inst_facts::has_ordered_memory_access(function, inst)
                && !(inst_facts::may_load(function, inst)
                    && inst_facts::is_invariant_load(function, inst))
    }

    fn may_raise_exception(&self, inst: Inst) -> bool {
        let flags = self.function.insts[inst].flags;
        self.function.desc(inst).has(InstrFlags::FP_EXCEPTION)
            && !flags.contains(MiFlags::NOFPEXCEPT)
    }

    fn add_unknown_store(&mut self, node: Node) {
        for lists in [
            Lists::Stores,
            Lists::PrivateStores,
            Lists::Loads,
            Lists::PrivateLoads,
        ] {
            self.add_edges_to_all(lists, node);
        }
        self.insert(Lists::Stores, MemoryObject::Unknown, node);
    }

    fn add_store(&mut self, node: Node, objects: &UnderlyingObjects) {
        for object in objects.iter() {
            self.add_edges_to(Lists::stores(object.is_private), object.object, node);
            self.add_edges_to(Lists::loads(object.is_private), object.object, node);
        }
        // Only now, so that a store to two objects does not meet itself.
        for object in objects.iter() {
            self.insert(Lists::stores(object.is_private), object.object, node);
        }
        self.add_edges_to(Lists::Loads, MemoryObject::Unknown, node);
        self.add_edges_to(Lists::Stores, MemoryObject::Unknown, node);
    }

    fn add_unknown_load(&mut self, node: Node) {
        self.add_edges_to_all(Lists::Stores, node);
        self.add_edges_to_all(Lists::PrivateStores, node);
        self.insert(Lists::Loads, MemoryObject::Unknown, node);
    }

    fn add_load(&mut self, node: Node, objects: &UnderlyingObjects) {
        for object in objects.iter() {
            self.add_edges_to(Lists::stores(object.is_private), object.object, node);
            self.insert(Lists::loads(object.is_private), object.object, node);
        }
        self.add_edges_to(Lists::Stores, MemoryObject::Unknown, node);
    }

    fn lists(&self, lists: Lists) -> &AccessLists {
        &self.scratch.memory.lists[lists as usize]
    }

    fn len(&self, lists: Lists) -> usize {
        self.lists(lists).len()
    }

    fn limit(&self) -> usize {
        self.context.options.huge_region as usize
    }

    fn insert(&mut self, lists: Lists, object: MemoryObject, node: Node) {
        self.scratch.memory.lists[lists as usize].insert(object, node);
    }

    /// Adds edges from `node` to all accesses of `object` on `lists` that may be to the same place.
    fn add_edges_to(&mut self, lists: Lists, object: MemoryObject, node: Node) {
        let below = self.scratch.memory.lists[lists as usize].of(object);
        for below in below {
            let (first, second) = (self.graph.inst(node), self.graph.inst(*below));
            if self.context.aliases.may_alias(self.function, first, second) {
                let why = Dependence::Order(Order::Memory);
                self.graph
                    .add_pred(*below, node, why, lists.latency(), Need::Required);
            }
        }
    }

    fn add_edges_to_all(&mut self, lists: Lists, node: Node) {
        for at in 0..self.lists(lists).num_objects() {
            let (object, _) = self.lists(lists).at(at);
            self.add_edges_to(lists, object, node);
        }
    }

    /// Puts `node` before the barrier below it.
    fn put_after(&mut self, node: Node) {
        if let Some(barrier) = self.scratch.memory.barrier {
            self.add_barrier_edge(barrier, node);
        }
    }

    /// Puts everything on `lists` after `barrier`, and empties them.
    fn put_all_after(&mut self, lists: Lists, barrier: Node) {
        for at in 0..self.lists(lists).num_objects() {
            for index in 0..self.lists(lists).at(at).1.len() {
                let below = self.lists(lists).at(at).1[index];
                self.add_barrier_edge(below, barrier);
            }
        }
        self.scratch.memory.lists[lists as usize].clear();
    }

    fn add_barrier_edge(&mut self, below: Node, node: Node) {
        let (first, second) = (self.graph.inst(node), self.graph.inst(below));
        let function = &*self.function;
        let flows =
            inst_facts::may_store(function, first) && inst_facts::may_load(function, second);
        let why = Dependence::Order(Order::Barrier);
        self.graph
            .add_pred(below, node, why, u32::from(flows), Need::Required);
    }

    /// Makes lists shorter that have become long: the half of the accesses that is lowest comes after a barrier, which the
    /// uppermost of it becomes.
    fn reduce(&mut self, of: &[Lists]) {
        let mut numbers = std::mem::take(&mut self.scratch.memory.numbers);
        numbers.clear();
        for lists in of {
            for nodes in self.lists(*lists).lists() {
                numbers.extend_from_slice(nodes);
            }
        }
        numbers.sort_unstable();
        let removed = (self.limit() / 2).clamp(1, numbers.len().max(1));
        let new = numbers.get(numbers.len().saturating_sub(removed)).copied();
        self.scratch.memory.numbers = numbers;
        let Some(new) = new else { return };
        let barrier = match self.scratch.memory.barrier {
            Some(old) if new < old => {
                self.add_barrier_edge(old, new);
                new
            }
            // The lists are reduced apart from each other and have one barrier.
            Some(old) => old,
            None => new,
        };
        self.scratch.memory.barrier = Some(barrier);
        for lists in of {
            self.put_below_after(*lists, barrier);
        }
    }

    /// Puts what is on `lists` and below `barrier` after it, and removes it and the barrier from them.
    fn put_below_after(&mut self, lists: Lists, barrier: Node) {
        let mut reduced = std::mem::take(&mut self.scratch.memory.lists[lists as usize]);
        reduced.reduce(|nodes| {
            let below = nodes.iter().take_while(|node| **node > barrier).count();
            for node in &nodes[..below] {
                self.add_barrier_edge(*node, barrier);
            }
            let has_barrier = nodes.get(below) == Some(&barrier);
            nodes.drain(..below + usize::from(has_barrier));
        });
        self.scratch.memory.lists[lists as usize] = reduced;
    }
}
