//! Places of stack objects, and the numbers that prologue, epilogues and addresses share.

use avarice_mir::{FrameIndex, MachineFunction, StackObject, StackObjectKind};
use avarice_target::PhysReg;

use super::addresses;
use super::saves::{SLOT, Saves};
use crate::subtarget::STACK_ALIGN;
use crate::{reg, registers};

/// One subtraction makes room for everything in frames of less than so many bytes: all saves are within
/// reach of a pair's offset.
const SMALL_FRAME: u64 = 512;

/// From this size on, in bytes, an address may need a register when none is free.
const LARGE_FRAME: u64 = 256;

/// What prologue, epilogue and addresses share.
pub(super) struct Plan {
    pub saves: Saves,
    /// Bytes below the save area, a multiple of 16.
    pub locals: i64,
    /// Whether X29 points to the frame record.
    pub frame_pointer: bool,
    /// Whether X19 is the stack pointer after the prologue.
    pub base_pointer: bool,
    /// Alignment of the stack pointer beyond 16 bytes.
    pub realign: Option<u64>,
    /// Whether one subtraction makes room for saves and locals.
    pub combined: bool,
    /// Whether call frame instructions are wanted.
    pub moves: bool,
    /// Whether they are wanted in epilogues too.
    pub has_exact_rows: bool,
    /// Whether the return address is kept on the shadow stack as well.
    pub has_shadow_stack: bool,
    /// Whether the return address is signed.
    pub signs_return_address: bool,
    /// Where a register can be kept while it holds an address.
    pub emergency: Option<FrameIndex>,
}

/// Places all objects, each below the one before. `emergency` has its place already, or gets the lowest.
pub(super) fn lay_out(
    function: &mut MachineFunction,
    saves: Saves,
    emergency: Option<FrameIndex>,
) -> Plan {
    let frame = &mut function.frame;
    let mut depth = saves.size as u64;
    let mut order = frame.protected_objects();
    let others = (0..frame.objects.len()).map(|index| FrameIndex(index as i32));
    order.extend(others.filter(|index| !frame.is_protected(*index)));
    for index in order {
        let object = frame.object_mut(index);
        let is_placed = object.callee_saved != PhysReg::NONE
            || function.target_info.uses_frame_pointer && Some(index) == emergency;
        if object.dead || object.kind == StackObjectKind::VariableSized || is_placed {
            continue;
        }
        depth = (depth + object.size).next_multiple_of(object.align);
        object.offset = -(depth as i64);
    }
    if frame.adjusts_stack && !frame.has_var_sized_objects {
        depth += frame.max_call_frame_size.unwrap_or(0);
    }
    let realign = frame.realigns() && frame.max_align > STACK_ALIGN;
    let realign = realign.then_some(frame.max_align);
    frame.stack_size = depth.next_multiple_of(STACK_ALIGN.max(frame.max_align));
    let locals = frame.stack_size as i64 - saves.size;
    let combined = !saves.list.is_empty()
        && locals != 0
        && frame.stack_size < SMALL_FRAME
        && !frame.has_var_sized_objects
        && !frame.realigns();
    let protection = function.target_info.protection;
    let stores_link = saves.has(reg::LR);
    Plan {
        locals,
        has_exact_rows: protection.has_exact_rows,
        has_shadow_stack: protection.shadow_call_stack && stores_link,
        signs_return_address: protection.signs_return_address
            && (stores_link || protection.signs_in_leaves),
        frame_pointer: function.target_info.uses_frame_pointer,
        base_pointer: registers::has_base_pointer(function),
        realign,
        combined,
        moves: function.target_info.needs_frame_moves,
        emergency,
        saves,
    }
}

/// Makes a slot for a register in functions where an address may need one when none is free: the frame may be
/// too large for offsets in instructions, or an instruction holds none.
///
/// `saved` is the number of saved registers. The slot's own address is always within reach: with a frame pointer
/// it is above the saved registers, in bytes that [`super::saves::choose`] leaves free; else it is the lowest local.
pub(super) fn reserve_emergency_slot(
    function: &mut MachineFunction,
    saved: usize,
) -> Option<FrameIndex> {
    let frame = &function.frame;
    let sizes = frame.objects.iter().map(|o| o.size.saturating_add(o.align));
    let others = frame.max_call_frame_size.unwrap_or(0) + (saved as u64 + 1) * SLOT as u64;
    let estimate = sizes.fold(others, u64::saturating_add);
    if estimate < LARGE_FRAME && !addresses::has_bare_access(function) {
        return None;
    }
    let mut slot = StackObject::new(StackObjectKind::SpillSlot, SLOT as u64, SLOT as u64);
    slot.offset = -SLOT;
    Some(function.frame.create_object(slot))
}

impl Plan {
    /// Bytes from the stack pointer in the body up to the CFA, without realignment.
    pub fn depth(&self) -> i64 {
        self.locals + self.saves.size
    }

    /// Bytes from the frame pointer up to the CFA.
    pub fn above_frame_pointer(&self) -> i64 {
        self.saves.size - self.saves.record
    }

    /// Base register and displacement in bytes of an object. Its offset is from the CFA.
    ///
    /// The frame pointer serves arguments, saved registers and whatever is above it, and everything if the
    /// distance of the stack pointer is not known; but what is below a gap for alignment is found from the
    /// stack pointer, or from the base pointer that has its value after the prologue.
    pub fn address(&self, function: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
        let object = function.frame.object(index);
        let is_local =
            index.0 >= 0 && object.callee_saved == PhysReg::NONE && self.emergency != Some(index);
        let from_frame_pointer = object.offset + self.above_frame_pointer();
        let from_stack_pointer = object.offset + self.depth();
        let below_gap = is_local && self.realign.is_some();
        if self.frame_pointer && !below_gap {
            let unknown = function.frame.has_var_sized_objects;
            if unknown && self.base_pointer && is_local {
                return (reg::X19, from_stack_pointer);
            }
            if unknown || from_frame_pointer >= 0 {
                return (reg::FP, from_frame_pointer);
            }
        }
        match self.base_pointer {
            true => (reg::X19, from_stack_pointer),
            false => (reg::SP, from_stack_pointer),
        }
    }
}
