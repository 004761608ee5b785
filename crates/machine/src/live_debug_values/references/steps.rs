//! What instructions do to places: they copy values, store and load them, and define new ones.

use avarice_mir::{FrameIndex, Inst, Reg};
use avarice_target::{PhysReg, op};
use smallvec::SmallVec;

use super::follow::{Follower, Lost};
use super::numbered::Numbered;
use super::places::{Place, Places, Value};
use crate::live_debug_values::code::{Code, Copied};

/// Registers that an instruction defines: so many keep the order in which they are found.
const KEPT_IN_ORDER: usize = 32;

/// Follows what an instruction that is no debug instruction does. A follower learns where variables go.
pub(super) fn step(
    code: &Code<'_>,
    places: &mut Places,
    at: Numbered,
    mut follower: Option<&mut Follower>,
) {
    if let Some(copied) = code.copy(at.inst) {
        if copied.from != copied.to {
            copy(code, places, at, copied, follower);
        }
        return;
    }
    if !store_or_load(code, places, at, follower.as_deref_mut()) {
        define(code, places, at, follower);
    }
}

// ---- Copies -----------------------------------------------------------------------------------

fn copy(
    code: &Code<'_>,
    places: &mut Places,
    at: Numbered,
    copied: Copied,
    follower: Option<&mut Follower>,
) {
    let mut lost: SmallVec<[(Place, Value); 8]> = SmallVec::new();
    if let Some(follower) = &follower {
        for reg in code.registers.overlapping(copied.to) {
            let place = places.tracked(*reg);
            if let Some(place) = place.filter(|place| follower.has_variables(*place)) {
                lost.push((place, places.value(place)));
            }
        }
    }
    copy_values(code, places, at.number, copied);
    let Some(follower) = follower else {
        return;
    };
    // By hash, as llc does.
    lost.sort_by_key(|(place, _)| place.as_u32() % 64);
    for (place, value) in lost {
        follower.lose_value(places, (place, value), at.inst, Lost::Silently);
    }
    let is_kept = follower.is_callee_saved(copied.to);
    if is_kept
        && copied.kills
        && let (Some(from), Some(to)) = (places.tracked(copied.from), places.tracked(copied.to))
    {
        follower.move_variables(places, from, to, at.inst);
    }
}

fn copy_values(code: &Code<'_>, places: &mut Places, number: u32, copied: Copied) {
    let Copied { from, to, .. } = copied;
    for reg in code.registers.overlapping(to) {
        places.define(code, *reg, number);
    }
    let value = places.read(code, from);
    places.write(code, to, value);
    let target = code.function.target;
    for (index, part) in target.reg(from).sub_regs {
        let to = target.sub_reg(to, *index);
        if to.is_none() {
            continue;
        }
        places.track(code, *part);
        places.track(code, to);
        let value = places.read(code, *part);
        places.write(code, to, value);
    }
}

// ---- Stores and loads of spill slots ----------------------------------------------------------

/// Follows a plain store to the frame or a plain load from it; `false` if it is neither.
fn store_or_load(
    code: &Code<'_>,
    places: &mut Places,
    at: Numbered,
    mut follower: Option<&mut Follower>,
) -> bool {
    let stored = code.target.stored_to_frame(code.function, at.inst);
    let loaded = code.target.loaded_from_frame(code.function, at.inst);
    if stored.is_none() && loaded.is_none() {
        return false;
    }
    // Only what nothing else writes to is known.
    if let Some((reg, _)) = stored
        && let Some(object) = code.folded_store(at.inst)
        && let Some(slot) = places.slot(code, object)
    {
        for place in places.slot_places(slot) {
            let place = Place::from_u32(place as u32);
            places.define_place(place, at.number);
            if let Some(follower) = follower.as_deref_mut() {
                follower.lose_place(places, place, at.inst, Lost::Said);
            }
        }
        if let Some(reg) = reg.as_physical() {
            store(code, places, at, (reg, object), follower);
        }
        return true;
    }
    let load =
        loaded.filter(|(_, object)| code.memory(at.inst).is_some() && code.is_spill_slot(*object));
    let Some((reg, object)) = load else {
        return false;
    };
    let Some((reg, slot)) = reg.as_physical().zip(places.slot(code, object)) else {
        return false;
    };
    for other in code.registers.overlapping(reg) {
        places.define(code, *other, at.number);
    }
    for (index, part) in code.function.target.reg(reg).sub_regs {
        let value = places.value(places.part_of_index(slot, *index));
        places.write(code, *part, value);
    }
    if let Some(all) = places.first_bits(slot, u64::from(code.registers.size(reg))) {
        let value = places.value(all);
        places.write(code, reg, value);
    }
    true
}

fn store(
    code: &Code<'_>,
    places: &mut Places,
    at: Numbered,
    (reg, object): (PhysReg, FrameIndex),
    mut follower: Option<&mut Follower>,
) {
    let Some(slot) = places.slot(code, object) else {
        return;
    };
    let mut transfer = |places: &mut Places, from: PhysReg, to: Place| {
        let value = places.read(code, from);
        places.set(to, value);
        if let (Some(follower), Some(from)) = (follower.as_deref_mut(), places.tracked(from)) {
            follower.move_variables(places, from, to, at.inst);
        }
    };
    for (index, part) in code.function.target.reg(reg).sub_regs {
        places.track(code, *part);
        let to = places.part_of_index(slot, *index);
        transfer(places, *part, to);
    }
    if let Some(all) = places.first_bits(slot, u64::from(code.registers.size(reg))) {
        transfer(places, reg, all);
    }
}

// ---- Definitions ------------------------------------------------------------------------------

/// What an instruction changes.
#[derive(Default)]
struct Changes {
    registers: SmallVec<[PhysReg; KEPT_IN_ORDER]>,
    /// Operands that are masks.
    masks: SmallVec<[usize; 2]>,
}

impl Changes {
    fn of(code: &Code<'_>, places: &Places, inst: Inst) -> Self {
        let mut changes = Self::default();
        let is_call = code.is_call(inst);
        for (at, operand) in code.function.operands(inst).iter().enumerate() {
            if matches!(operand.kind(), avarice_mir::OperandKind::RegMask) {
                changes.masks.push(at);
                continue;
            }
            let defined = Code::defined(operand);
            // Calls give the stack pointer back as it was.
            let counts = |reg: &PhysReg| !(is_call && places.is_stack_pointer(*reg));
            for reg in defined.filter(counts).into_iter().flat_map(|reg| {
                let all = code.registers.overlapping(reg);
                all.iter().copied()
            }) {
                if !changes.registers.contains(&reg) {
                    changes.registers.push(reg);
                }
            }
        }
        if changes.registers.len() > KEPT_IN_ORDER {
            changes.registers.sort_unstable();
        }
        changes
    }
}

fn define(code: &Code<'_>, places: &mut Places, at: Numbered, follower: Option<&mut Follower>) {
    let Numbered { inst, number } = at;
    if code.function.opcode(inst) == op::IMPLICIT_DEF {
        let first = code.function.operands(inst).first();
        let reg = first.map_or(Reg::NONE, |operand| operand.as_reg());
        let Some(reg) = reg.as_physical() else {
            return;
        };
        // It has some value, unless it has none that is known.
        if places.read(code, reg).place() != Place::from_u32(0) {
            return;
        }
    } else if code.is_meta(inst) {
        return;
    }
    let changes = Changes::of(code, places, inst);
    for reg in &changes.registers {
        places.define(code, *reg, number);
    }
    for mask in &changes.masks {
        places.apply_mask(code, inst, *mask, number);
    }
    let slot = code.folded_store(inst);
    let slot = slot.and_then(|object| places.slot(code, object));
    if let Some(slot) = slot {
        for place in places.slot_places(slot) {
            places.define_place(Place::from_u32(place as u32), number);
        }
    }
    let Some(follower) = follower else {
        return;
    };
    for reg in &changes.registers {
        if let Some(place) = places.tracked(*reg) {
            follower.lose_place(places, place, inst, Lost::Silently);
        }
    }
    if !changes.masks.is_empty() {
        lose_to_masks(code, places, (inst, &changes.masks), follower);
    }
    if let Some(slot) = slot {
        for place in places.slot_places(slot) {
            follower.lose_place(places, Place::from_u32(place as u32), inst, Lost::Said);
        }
    }
}

fn lose_to_masks(
    code: &Code<'_>,
    places: &Places,
    (inst, masks): (Inst, &[usize]),
    follower: &mut Follower,
) {
    let is_call = code.is_call(inst);
    for at in 0..places.len() {
        let place = Place::from_u32(at as u32);
        let Some(reg) = places.register(place) else {
            continue;
        };
        if is_call && places.is_stack_pointer(reg) || !follower.is_known(place) {
            continue;
        }
        for mask in masks {
            let mask = code.function.operand(inst, *mask);
            if !code.function.mask_preserves(mask, reg) {
                follower.lose_place(places, place, inst, Lost::Silently);
            }
        }
    }
}
