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
//! | phis whose values are all the same are removed | [`phis`] |
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same; no slot that can be a value is left in the entry block.
//! `#dbg_declare` records of such slots are dropped.
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

use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use avarice_ir::dominance_frontier::IteratedFrontier;
use promotable::{Access, see_accesses};

/// A stack slot that becomes a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slot(u32);
entity_impl!(Slot, "slot");

/// A slot that can be a value.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    alloca: Inst,
    /// Where in all accesses its own begin and end.
    accesses: (u32, u32),
}

/// A phi that joins the values of a slot at the start of a block.
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

/// `mem2reg`.
pub const PASS: PassInfo = PassInfo {
    name: "mem2reg",
    class_name: "PromotePass",
    summary: "turn stack slots into values",
    make: MakePass::Function(|| Box::<PromoteMemory>::default()),
};

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
    /// What is done with slots that can be values, those of a slot together.
    accesses: Vec<Access>,
    /// Slots that need phis.
    slots: PrimaryMap<Slot, SlotData>,
    /// By address: the slot.
    slot_of: SecondaryMap<Value, PackedOption<Slot>>,
    /// Phis, those of a block together.
    joins: Vec<Join>,
    /// The blocks that need a phi for the current slot.
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
        let mut candidates = Vec::new();
        let mut changed = false;
        // A slot whose address was stored in another slot may be one after that is gone.
        while self.collect(module, function, &mut candidates) {
            if !changed {
                self.prepare(function);
            }
            changed = true;
            self.promote(module, function, &mut candidates, log);
        }
        changed
    }
}

impl PromoteMemory {
    /// Puts into `candidates` the slots of the entry block that can be values, with what is done with them. Returns
    /// whether there are any.
    fn collect(
        &mut self,
        module: &Module,
        function: &Function,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        candidates.clear();
        self.accesses.clear();
        let Some(entry) = function.layout.first() else {
            return false;
        };
        for alloca in function.block_insts(*entry) {
            let accesses = &mut self.accesses;
            let start = accesses.len();
            if see_accesses(module, function, alloca, |access| accesses.push(access)) {
                let accesses = (start as u32, accesses.len() as u32);
                candidates.push(Candidate { alloca, accesses });
            } else {
                accesses.truncate(start);
            }
        }
        !candidates.is_empty()
    }

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
        candidates: &mut Vec<Candidate>,
        log: &mut Log,
    ) {
        self.slots.clear();
        self.joins.clear();
        // Slots are numbered as in LLVM, where the last one takes the place of one that is done with: the order
        // of phis follows from it.
        let mut next = 0;
        while let Some(candidate) = candidates.get(next).copied() {
            let alloca = candidate.alloca;
            log.line(|| {
                let text = avarice_ir::printer::print_inst(module, function, alloca);
                format!("promoting {}", text.trim_start())
            });
            self.list_accesses(function, candidate);
            if self.take_shortcut(module, function, alloca) {
                candidates.swap_remove(next);
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
