//! `mem2reg`: stack slots whose address is not taken become values.
//!
//! ```text
//!   %x = alloca i32                           (gone)
//!   store i32 1, ptr %x                       (gone)
//!   br i1 %c, label %then, label %join        br i1 %c, label %then, label %join
//! then:                                     then:
//!   store i32 2, ptr %x                       (gone)
//!   br label %join                            br label %join
//! join:                                     join:
//!                                             %x.0 = phi i32 [ 1, %entry ], [ 2, %then ]
//!   %v = load i32, ptr %x                     (gone)
//!   ret i32 %v                                ret i32 %x.0
//! ```
//!
//! | step | file |
//! |---|---|
//! | which slots can be values | [`promotable`] |
//! | slots stored to once, or used in one block only, need no phi | [`shortcuts`] |
//! | where phis go: where definitions meet and the variable is live | [`placement`], [`liveness`] |
//! | each load becomes the value stored last on the way to it | [`rename`] |
//! | phis of which all values are one go | [`phis`] |
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same; no slot is left in the entry block that can be a value. What
//! `#dbg_declare` said of such a slot is dropped.
//!
//! # Preserves
//! Blocks and their edges.

mod liveness;
mod phis;
mod placement;
pub mod promotable;
mod rename;
mod shortcuts;
#[cfg(test)]
mod tests;

use avarice_ir::{
    Block, Cfg, ConstKind, DominatorTree, Function, Global, Inst, InstKind, Module, Type, Value,
};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use crate::dominance_frontier::IteratedFrontier;
use crate::pass::{FunctionPass, Log};
use promotable::is_promotable;

/// A stack slot that becomes a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slot(u32);
entity_impl!(Slot, "slot");

/// A phi that joins the values of a slot at the begin of a block.
#[derive(Clone, Copy, Debug)]
struct Join {
    block: Block,
    slot: Slot,
    phi: Inst,
    value: Value,
}

/// A stack slot.
#[derive(Clone, Copy, Debug)]
struct SlotData {
    alloca: Inst,
    address: Value,
    ty: Type,
}

/// The pass, with its memory.
#[derive(Default)]
pub struct PromoteMemory {
    cfg: Cfg,
    tree: DominatorTree,
    frontier: IteratedFrontier<Block>,
    /// By instruction: its place in the function, for loads and stores.
    positions: SecondaryMap<Inst, u32>,
    /// By block: its place in the layout.
    block_positions: SecondaryMap<Block, u32>,
    /// Slots that need phis.
    slots: PrimaryMap<Slot, SlotData>,
    /// By address: the slot.
    slot_of: SecondaryMap<Value, PackedOption<Slot>>,
    /// Phis, those of a block together.
    joins: Vec<Join>,
    /// The blocks that need a phi for the slot in hand.
    places: Vec<Block>,
    liveness: liveness::Scratch,
    rename: rename::Scratch,
    shortcuts: shortcuts::Scratch,
}

impl FunctionPass for PromoteMemory {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut allocas = Vec::new();
        let mut changed = false;
        // A slot whose address was stored in another slot may be one after that is gone.
        while collect(module, function, &mut allocas) {
            if !changed {
                self.prepare(function);
            }
            changed = true;
            self.promote(module, function, &mut allocas, log);
        }
        changed
    }
}

/// Puts into `allocas` the slots of the entry block that can be values. Returns whether there are any.
fn collect(module: &Module, function: &Function, allocas: &mut Vec<Inst>) -> bool {
    allocas.clear();
    let Some(entry) = function.layout.first() else {
        return false;
    };
    let found = function.block_insts(*entry).filter(|inst| {
        matches!(function.insts[*inst].kind, InstKind::Alloca { .. })
            && is_promotable(module, function, *inst)
    });
    allocas.extend(found);
    !allocas.is_empty()
}

impl PromoteMemory {
    /// Computes what is true as long as no block changes.
    fn prepare(&mut self, function: &Function) {
        self.cfg.compute(function);
        self.tree.compute(&self.cfg);
        self.frontier.compute(&self.cfg, &self.tree);
        self.positions.clear();
        self.positions.resize(function.insts.len());
        self.slot_of.clear();
        let mut position = 0;
        for (index, block) in function.layout.iter().enumerate() {
            self.block_positions[*block] = index as u32;
            for inst in function.block_insts(*block) {
                self.positions[inst] = position;
                position += 1;
            }
        }
    }

    fn promote(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        allocas: &mut Vec<Inst>,
        log: &mut Log,
    ) {
        self.slots.clear();
        self.joins.clear();
        // Slots are numbered as in LLVM, where the last one takes the place of one that is done with: the order
        // of phis follows from it.
        let mut next = 0;
        while let Some(alloca) = allocas.get(next).copied() {
            log.line(|| {
                let text = avarice_ir::printer::print_inst(module, function, alloca);
                format!("promoting {}", text.trim_start())
            });
            remove_lifetime_marks(module, function, alloca);
            if self.take_shortcut(module, function, alloca) {
                allocas.swap_remove(next);
                continue;
            }
            next += 1;
            if let Some(slot) = slot_data(function, alloca) {
                let id = self.slots.push(slot);
                self.slot_of[slot.address] = id.into();
                self.place_joins(function, id);
            }
        }
        if !self.slots.is_empty() {
            self.create_phis(function);
            self.rename(module, function);
            self.remove_slots(module, function);
            self.simplify_phis(module, function);
        }
        forget_declared(function);
    }

    /// Removes the slots that were renamed. Only code that nothing reaches still uses them.
    fn remove_slots(&mut self, module: &mut Module, function: &mut Function) {
        for slot in self.slots.values() {
            self.slot_of[slot.address] = None.into();
            if !function.is_unused(slot.address) {
                let ty = function.values[slot.address].ty;
                let poison = module.constant(ty, ConstKind::Poison);
                let poison = function.const_value(&module.consts, poison);
                function.replace_all_uses(slot.address, poison);
            }
            function.remove_inst(slot.alloca);
        }
    }
}

fn slot_data(function: &Function, alloca: Inst) -> Option<SlotData> {
    let data = &function.insts[alloca];
    let InstKind::Alloca { ty, .. } = data.kind else {
        return None;
    };
    let address = data.result.expand()?;
    Some(SlotData {
        alloca,
        address,
        ty,
    })
}

/// Removes what marks the lifetime of a slot.
fn remove_lifetime_marks(module: &Module, function: &mut Function, alloca: Inst) {
    let Some(address) = function.insts[alloca].result.expand() else {
        return;
    };
    let mut next = function.values[address].first_use.expand();
    while let Some(slot) = next {
        next = function.uses[slot].next.expand();
        let user = function.uses[slot].user;
        if crate::effects::is_lifetime_mark(module, function, user) {
            function.remove_inst(user);
        }
    }
}

/// Drops what is said of variables whose slots are gone.
pub(crate) fn forget_declared(function: &mut Function) {
    let mut declares = std::mem::take(&mut function.debug_declares);
    declares.retain(|declare| {
        let slot = function.def_inst(declare.address);
        slot.is_none_or(|slot| function.insts[slot].block.is_some())
    });
    function.debug_declares = declares;
}

/// `undef` of a type, as a value of the function.
fn undef(module: &mut Module, function: &mut Function, ty: Type) -> Value {
    let undef = module.constant(ty, ConstKind::Undef);
    function.const_value(&module.consts, undef)
}
