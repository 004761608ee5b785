//! Whether memory that a load reads may change on the way to where it would move.

use std::collections::BTreeMap; // Allowed because only pairs of blocks between which a load could move are in it.

use avarice_mir::{Block, FrameHooks, Inst, MachineFunction, inst_facts};
use cranelift_entity::EntitySet;

use super::Sinking;
use crate::alias::{MemoryAccesses, MemoryAddress};
use crate::critical_edge::Edge;

/// What is known of the code between two blocks.
#[derive(Debug, Default)]
struct Between {
    /// Whether any load may read something else after it, if that is known.
    changes_any: Option<bool>,
    stores: Vec<Inst>,
}

/// What was found so far, in all visits of blocks.
#[derive(Debug, Default)]
pub(super) struct StoresBetween {
    known: BTreeMap<Edge, Between>,
    visited: EntitySet<Block>,
    stack: Vec<Block>,
    /// Blocks between the two that all paths lead through.
    passed: Vec<Block>,
}

impl StoresBetween {
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Forgets stores: one of them is removed.
    pub(super) fn forget_stores(&mut self) {
        self.known
            .values_mut()
            .for_each(|between| between.stores.clear());
    }

    fn set(&mut self, from: Block, to: Block, changes: bool) {
        let between = self.known.entry(Edge { from, to }).or_default();
        between.changes_any = Some(changes);
    }
}

/// What a block between two others does.
enum Crossed {
    /// It has no store.
    Nothing,
    /// It has stores.
    Stores,
    /// It may change anything, or has too much code to look at.
    Anything,
}

impl Sinking<'_, '_> {
    /// Whether what the load `inst` reads may change between the blocks of `way`.
    pub(super) fn may_change(&mut self, way: Edge, inst: Inst) -> bool {
        let Edge { from, to } = way;
        let dominators = &self.unit.analyses.dominators;
        if !dominators.dominates(from, to) || !self.scratch.post_dominators.postdominates(to, from)
        {
            return true;
        }
        if let Some(between) = self.scratch.stores.known.get(&way) {
            if let Some(changes) = between.changes_any {
                return changes;
            }
            if !between.stores.is_empty() {
                let mut stores = between.stores.iter();
                return stores.any(|store| self.may_write(*store, inst));
            }
        }
        self.search(way);
        let between = self.scratch.stores.known.get(&way);
        between.is_none_or(|between| {
            let mut stores = between.stores.iter();
            between
                .changes_any
                .unwrap_or_else(|| stores.any(|store| self.may_write(*store, inst)))
        })
    }

    /// Collects the stores between two blocks. Of blocks that control reaches from the first one, those count that the second
    /// one postdominates.
    fn search(&mut self, way: Edge) {
        let Edge { from, to } = way;
        self.scratch.stores.visited.clear();
        self.scratch.stores.passed.clear();
        self.scratch.stores.stack.push(from);
        let mut has_store = false;
        while let Some(block) = self.scratch.stores.stack.pop() {
            if !self.scratch.stores.visited.insert(block) {
                continue;
            }
            self.push_successors(block, to);
            let post_dominators = &self.scratch.post_dominators;
            if block == to || block == from || !post_dominators.postdominates(to, block) {
                continue;
            }
            self.scratch.stores.passed.push(block);
            match self.cross(way, block) {
                Crossed::Nothing => {}
                Crossed::Stores => has_store = true,
                Crossed::Anything => {
                    self.scratch.stores.stack.clear();
                    self.give_up(way, block);
                    return;
                }
            }
        }
        if !has_store {
            self.scratch.stores.set(from, to, false);
        }
    }

    /// Goes on to what comes after `block`, the first successor first. From what comes after `to` control gets back only
    /// within its outermost cycle, and no other block there is on the way; but blocks on edges that were split are on every
    /// way, as they are postdominated by everything.
    fn push_successors(&mut self, block: Block, to: Block) {
        let cycles = &self.scratch.cycles;
        let outermost = cycles.cycle_of(to).map(|innermost| {
            let around = std::iter::successors(Some(innermost), |cycle| cycles.parent(*cycle));
            around.last().unwrap_or(innermost)
        });
        let succs = self.unit.function.blocks[block].succs.iter().rev();
        let is_cycle = |block: Block| outermost.is_some_and(|id| cycles.contains(id, block));
        let has_new_blocks =
            self.unit.function.blocks.len() > self.scratch.post_dominators.known as usize;
        let stays = has_new_blocks || block != to && !is_cycle(block);
        let next = succs.filter(|succ| stays || is_cycle(**succ));
        self.scratch.stores.stack.extend(next);
    }

    fn cross(&mut self, way: Edge, block: Block) -> Crossed {
        let function = &self.unit.function;
        let stores = &mut self.scratch.stores;
        let limit = self.options.most_insts_crossed as usize;
        let code = function.block_insts(block);
        let size = code
            .filter(|inst| !function.is_debug(*inst))
            .take(limit + 1);
        if size.count() > limit || stores.passed.len() > self.options.most_blocks_crossed as usize {
            return Crossed::Anything;
        }
        let mut found = Crossed::Nothing;
        for inst in function.block_insts(block) {
            if changes_anything(function, inst) {
                return Crossed::Anything;
            }
            if inst_facts::may_store(function, inst) {
                stores.known.entry(way).or_default().stores.push(inst);
                found = Crossed::Stores;
            }
        }
        found
    }

    /// Notes that `block`, which is on the way, may change anything.
    fn give_up(&mut self, Edge { from, to }: Edge, block: Block) {
        let dominators = &self.unit.analyses.dominators;
        let stores = &mut self.scratch.stores;
        for at in 0..stores.passed.len() {
            let other = stores.passed[at];
            if other != block && dominators.dominates(other, block) {
                stores.set(other, to, true);
            } else if other != block && dominators.dominates(block, other) {
                stores.set(from, other, true);
            }
        }
        stores.set(from, to, true);
    }

    /// Whether a store may write what a load reads.
    fn may_write(&self, store: Inst, load: Inst) -> bool {
        self.aliases.may_alias(&self.unit.function, store, load)
    }
}

/// What a target knows of accesses, for the analysis.
pub(super) struct TargetAccesses(pub(super) &'static dyn FrameHooks);

impl MemoryAccesses for TargetAccesses {
    fn memory_address<'a>(&self, _: &'a MachineFunction, _: Inst) -> Option<MemoryAddress<'a>> {
        None
    }

    fn are_disjoint(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        self.0.are_accesses_disjoint(function, a, b)
    }
}

/// Whether nothing is known of what `inst` does to memory.
fn changes_anything(function: &MachineFunction, inst: Inst) -> bool {
    let accesses = inst_facts::may_load(function, inst)
        || inst_facts::may_store(function, inst)
        || inst_facts::is_call(function, inst)
        || inst_facts::has_side_effects(function, inst);
    inst_facts::is_call(function, inst)
        || accesses && inst_facts::has_ordered_memory_access(function, inst)
}
