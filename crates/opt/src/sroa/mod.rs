//! `sroa`: stack slots of structs and arrays become a slot for each part, and those become values.
//!
//! ```text
//!   %p = alloca { i32, i32, double }            bytes   0    4    8        16
//!   store i64 %v, ptr %p                                ├─────────┤              store
//!   %y = load i32, ptr (%p + 4)                              ├────┤              load
//!   store double %d, ptr (%p + 8)                                 ├────────┤     store
//!   call @llvm.memcpy(ptr %q, ptr %p, 16)               ├╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌┤     copy: can be split
//!                                                       ├i32 ┼i32 ┼ double ┤     three parts
//!
//!   %h = lshr i64 %v, 32                        what was one store goes by parts
//!   %y = trunc i64 %h to i32
//!   store i32 %x, ptr %q                        and so does the copy
//!   store i32 %y, ptr (%q + 4)
//!   store double %d, ptr (%q + 8)
//! ```
//!
//! Overlapping loads and stores are in one part, and what they access is bits of it; but an integer access with another
//! access inside it is split into parts. Copies and fills can be split, so they do not join parts. A slot whose address
//! escapes, or is indexed by a variable, stays as it is.
//!
//! | step | file |
//! |---|---|
//! | loads and stores of whole structs become ones of their fields | [`aggregates`] |
//! | what is done with the bytes of a slot | [`slices`] |
//! | parts, and the type of each | [`parts`] |
//! | each access becomes one of its part | [`rewrite`] |
//! | slots become values | [`mem2reg`](crate::mem2reg) |
//!
//! # Requires
//! A verified function. Targets with the most significant byte first are left alone.
//!
//! # Ensures
//! A verified function that does the same. `#dbg_declare` records of removed slots are dropped.
//!
//! # Preserves
//! Blocks and their edges.

mod aggregates;
mod parts;
mod rewrite;
mod slices;

use avarice_ir::{DataLayout, Function, Global, Inst, InstKind, Module};

use crate::mem2reg::promotable::is_promotable;
use crate::mem2reg::{PromoteMemory, forget_declared};
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};
use parts::Parts;
use slices::Slices;
pub(crate) use slices::constant_index;

/// How often slots that are only copied are put off, in the hope that the other side of the copy becomes accesses that
/// say what the parts are.
const ROUNDS: usize = 3;

/// `sroa`.
pub const PASS: PassInfo = PassInfo {
    name: "sroa",
    class_name: "SROAPass",
    summary: "turn parts of stack slots into values",
    make: MakePass::Function(|| Box::<Sroa>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct Sroa {
    layout: KeptLayout,
    slots: Vec<Inst>,
    slices: Slices,
    parts: Parts,
    promote: PromoteMemory,
}

impl FunctionPass for Sroa {
    fn run(
        &mut self,
        module: &mut Module,
        global: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut changed = false;
        self.layout.update(module);
        if let Some(layout) = self.layout.take() {
            if !layout.is_big_endian() {
                changed = aggregates::split(module, &layout, function);
                changed |= self.split_slots(module, &layout, function, log);
            }
            self.layout.put_back(layout);
        }
        self.promote.run(module, global, function, log) || changed
    }
}

impl Sroa {
    fn split_slots(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let entry = function.block_insts(function.entry());
        self.slots.clear();
        self.slots.extend(entry.filter(|inst| {
            matches!(function.insts[*inst].kind, InstKind::Alloca { .. })
                && !is_promotable(module, function, *inst)
        }));
        let mut changed = false;
        for round in 0..ROUNDS {
            let mut slots = std::mem::take(&mut self.slots);
            let before = slots.len();
            let is_last = round + 1 == ROUNDS;
            slots.retain(
                |slot| match self.split(module, layout, function, *slot, is_last) {
                    Outcome::Later => true,
                    Outcome::Same => false,
                    Outcome::Split => {
                        changed = true;
                        false
                    }
                },
            );
            log.line(|| format!("SROA: {} of {before} slots are done", before - slots.len()));
            self.slots = slots;
        }
        if changed {
            forget_declared(function);
        }
        changed
    }

    /// Splits one slot if that makes values of parts of it.
    fn split(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &mut Function,
        slot: Inst,
        is_last: bool,
    ) -> Outcome {
        if !self.slices.collect(module, layout, function, slot) {
            return Outcome::Same;
        }
        if !is_last && self.slices.has_only_copies() {
            return Outcome::Later;
        }
        self.slices.find_split(module, layout);
        if !self.parts.find(module, layout, function, &self.slices) {
            return Outcome::Same;
        }
        rewrite::rewrite(
            module,
            layout,
            function,
            slot,
            &self.slices,
            &mut self.parts,
        );
        Outcome::Split
    }
}

/// What was done with a slot.
enum Outcome {
    Split,
    Same,
    /// To be considered again.
    Later,
}
