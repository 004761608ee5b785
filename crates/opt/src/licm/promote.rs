//! What a loop loads from one place and stores there is a value meanwhile: the loads go, the stores stay.
//!
//! ```text
//!   before:                                  before:
//!     br label %loop                           %first = load double, ptr %p
//!   loop:                                      br label %loop
//!     …                                      loop:
//!     %a = load double, ptr %p        ─▶       %a = phi double [ %first, %before ], [ %b, %loop ]
//!     %b = fadd double %a, %x                  %b = fadd double %a, %x
//!     store double %b, ptr %p                  store double %b, ptr %p
//!     …                                        …
//! ```
//!
//! So a sum in memory does not wait in each iteration for what the previous one stored. Nothing else in the loop may
//! write to the place, and it has to be known to be valid memory before the loop: because the loop begins with an
//! access, or one is shortly before it. Only innermost loops are considered, so each instruction is visited once.
//!
//! The value is put into a stack slot of its own first, which is a value when `mem2reg` has run.

use avarice_ir::{
    Block, Cfg, DataLayout, Function, Inst, InstFlags, InstKind, Loop, Module, Type, Value,
};
use smallvec::SmallVec;

use super::Licm;
use crate::build::{self, Builder};
use crate::effects::has_side_effects;
use crate::objects::{Object, Objects, Write};
use crate::sroa::constant_index;

/// Limit of the stores in a loop that are distinguished.
const MAX_STORES: usize = 16;
/// Constant offsets on offsets that are followed.
const MAX_OFFSETS: usize = 4;
/// Blocks before the loop in which an access to the place is looked for, and instructions in each.
const MAX_BLOCKS_BEFORE: usize = 3;
const MAX_INSTS_BEFORE: usize = 24;

/// Bytes at a constant distance from some address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    base: Value,
    offset: i64,
    size: u64,
    ty: Type,
}

impl Place {
    /// Whether the two have a byte in common, if they are of the same base.
    fn overlaps(self, other: Self) -> bool {
        let end = |place: Self| place.offset.saturating_add_unsigned(place.size);
        self.offset < end(other) && other.offset < end(self)
    }
}

/// A load or store.
#[derive(Clone, Copy, Debug)]
struct Access {
    inst: Inst,
    place: Place,
    is_store: bool,
    /// Whether the loop is sure to begin with it.
    is_certain: bool,
}

/// What a loop does to memory.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    all: Vec<Access>,
    /// Where something is stored.
    stored: Vec<Place>,
    /// Written by others than stores.
    written: Vec<Object>,
}

impl Licm {
    /// Keeps in values what the loop loads and stores. Returns whether any of it is.
    pub(super) fn promote(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &mut Function,
        id: Loop,
        before: Block,
    ) -> bool {
        let mut accesses = std::mem::take(&mut self.accesses);
        let mut changed = false;
        if self.collect_accesses(module, layout, function, id, &mut accesses) {
            for (at, place) in accesses.stored.iter().copied().enumerate() {
                if !accesses.stored[..at].contains(&place)
                    && self.is_promotable(module, layout, function, (id, before), place, &accesses)
                {
                    keep_in_slot(module, function, before, place, &accesses);
                    changed = true;
                }
            }
        }
        self.accesses = accesses;
        changed
    }

    /// Collects what the loop does to memory; false if that is too much, or unclear.
    fn collect_accesses(
        &self,
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        id: Loop,
        accesses: &mut Accesses,
    ) -> bool {
        accesses.all.clear();
        accesses.stored.clear();
        accesses.written.clear();
        for block in &self.own_blocks[id] {
            let mut is_certain = *block == self.loops.header(id);
            for inst in function.block_insts(*block) {
                let write = self.objects.write_of(module, function, inst);
                match access_of(module, layout, function, inst) {
                    _ if write == Write::Anything => return false,
                    Some((place, is_store)) => {
                        if is_store {
                            accesses.stored.push(place);
                        }
                        let access = Access {
                            inst,
                            place,
                            is_store,
                            is_certain,
                        };
                        accesses.all.push(access);
                    }
                    None => {
                        if let Write::To(object) = write
                            && !accesses.written.contains(&object)
                        {
                            accesses.written.push(object);
                        }
                    }
                }
                let has_ended = has_side_effects(module, function, inst)
                    && !matches!(function.insts[inst].kind, InstKind::Store { .. });
                is_certain &= !has_ended;
            }
        }
        accesses.stored.len() <= MAX_STORES && accesses.written.len() <= MAX_STORES
    }

    /// Whether what is at `place` can be a value in the loop.
    fn is_promotable(
        &self,
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        (id, before): (Loop, Block),
        place: Place,
        accesses: &Accesses,
    ) -> bool {
        let is_outside = self.def_inside(function, id, place.base).is_none();
        let mut own = accesses.all.iter().filter(|access| access.place == place);
        let is_loaded = own.clone().any(|access| !access.is_store);
        let object = self.objects.of(place.base);
        let is_other = |written: Object| !object.may_be_written_as(written);
        is_outside
            && is_loaded
            && accesses.written.iter().all(|written| is_other(*written))
            && accesses.stored.iter().all(|other| {
                *other == place
                    || match other.base == place.base {
                        true => !place.overlaps(*other),
                        false => is_other(self.objects.of(other.base)),
                    }
            })
            && (own.any(|access| access.is_certain)
                || is_accessed_before(
                    module,
                    layout,
                    function,
                    (&self.objects, &self.cfg),
                    before,
                    place,
                ))
    }
}

/// The place that a load or store accesses, and whether it is a store; `None` for other instructions.
fn access_of(
    module: &Module,
    layout: &DataLayout,
    function: &Function,
    inst: Inst,
) -> Option<(Place, bool)> {
    let (address, ty, is_store) = match function.insts[inst].kind {
        InstKind::Load { .. } => (function.operand(inst, 0), function.insts[inst].ty, false),
        InstKind::Store { .. } => {
            let ty = function.values[function.operand(inst, 0)].ty;
            (function.operand(inst, 1), ty, true)
        }
        _ => return None,
    };
    let size = layout.store_size(&module.types, ty)?;
    let (mut base, mut offset) = (address, 0i64);
    for _ in 0..MAX_OFFSETS {
        let Some((from, step)) = constant_step(module, layout, function, base) else {
            break;
        };
        base = from;
        offset = offset.checked_add(step)?;
    }
    let place = Place {
        base,
        offset,
        size,
        ty,
    };
    Some((place, is_store))
}

/// What an address is a constant distance from, and that.
fn constant_step(
    module: &Module,
    layout: &DataLayout,
    function: &Function,
    address: Value,
) -> Option<(Value, i64)> {
    let gep = function.def_inst(address)?;
    let InstKind::GetElementPtr { source } = function.insts[gep].kind else {
        return None;
    };
    let indices = function.operands(gep).skip(1);
    let indices: Option<SmallVec<[i64; 4]>> = indices
        .map(|index| constant_index(module, function, index))
        .collect();
    let step = layout.gep_offset(&module.types, source, indices?)?;
    Some((function.operand(gep, 0), step))
}

/// Whether shortly before the end of `before` the place is loaded or stored, and nothing can have freed it since.
fn is_accessed_before(
    module: &Module,
    layout: &DataLayout,
    function: &Function,
    (objects, cfg): (&Objects, &Cfg),
    before: Block,
    place: Place,
) -> bool {
    let mut block = before;
    for _ in 0..MAX_BLOCKS_BEFORE {
        for inst in function.block_insts_rev(block).take(MAX_INSTS_BEFORE) {
            match access_of(module, layout, function, inst) {
                Some((other, _)) if other == place => return true,
                Some(_) => {}
                None if objects.write_of(module, function, inst) != Write::Nothing => return false,
                None => {}
            }
        }
        if function.block_insts(block).nth(MAX_INSTS_BEFORE).is_some() {
            return false;
        }
        match cfg.unique_predecessor(block) {
            Some(above) => block = above,
            None => return false,
        }
    }
    false
}

/// Gives the place a slot, which the loop's loads read and its stores set, too.
fn keep_in_slot(
    module: &mut Module,
    function: &mut Function,
    before: Block,
    place: Place,
    accesses: &Accesses,
) {
    let Some(end) = function.terminator(before) else {
        return;
    };
    let slot = build::alloca(module, function, place.ty, 0);
    build::insert_first(function, function.entry(), slot);
    let slot = function.insts[slot].result.expect("a slot has an address");
    let mut b = Builder {
        module,
        function,
        at: end,
    };
    let address = b.offset(place.base, place.offset as u64);
    if let Some(step) = b.function.def_inst(address).filter(|_| place.offset != 0) {
        // The program may have come there by another way.
        b.function.insts[step].flags = InstFlags::empty();
    }
    // Only bytes were promised: another access may say more of how they are aligned.
    let first = b.load(place.ty, address, 1);
    b.store(first, slot, 0);
    for access in accesses.all.iter().filter(|access| access.place == place) {
        b.at = access.inst;
        if access.is_store {
            let value = b.function.operand(access.inst, 0);
            b.store(value, slot, 0);
        } else {
            let value = b.load(place.ty, slot, 0);
            let result = b.function.insts[access.inst]
                .result
                .expect("a load has one");
            b.function.replace_all_uses(result, value);
            b.function.remove_inst(access.inst);
        }
    }
}
