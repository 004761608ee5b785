//! Places of stack objects, and the numbers that prologue, epilogues and addresses share.

use avarice_machine::prolog_epilog::objects::{self, ObjectRules, ScavengingPlace};
use avarice_mir::{FrameIndex, FramePointerPlace, MachineFunction};
use avarice_target::PhysReg;

use super::saves::{Needs, Saves};
use crate::subtarget::STACK_ALIGN;
use crate::{reg, registers};

/// One subtraction makes room for everything in frames of less than so many bytes: all saves are within
/// reach of a pair's offset.
const SMALL_FRAME: i64 = 512;

/// What an offset from the frame pointer may be at least, in bytes, for every instruction to hold it.
const LEAST_OFFSET: i64 = -256;

/// Where unwind rows are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    None,
    /// They are right at calls: after the prologue.
    AtCalls,
    /// They are right after every instruction.
    Exact,
}

/// Which of two registers an object is addressed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nearest {
    /// The nearer one that an instruction's offset reaches from.
    ForOffset,
    /// The frame pointer, if there is one.
    FramePointer,
    /// The nearer one.
    Anywhere,
}

/// What prologue, epilogue and addresses share.
pub(super) struct Plan {
    pub saves: Saves,
    /// Bytes below the save area, a multiple of 16.
    pub locals: i64,
    /// Whether there is a frame beyond stack objects of a leaf.
    pub has_frame: bool,
    /// Whether X29 points to the frame record.
    pub frame_pointer: bool,
    /// Whether X19 is the stack pointer after the prologue.
    pub base_pointer: bool,
    /// Bytes that the prologue aligns the stack pointer to, if it does.
    pub realign: Option<i64>,
    /// Whether one subtraction makes room for saves and locals.
    pub combined: bool,
    pub rows: Rows,
    /// Whether the return address is kept on the shadow stack as well.
    pub has_shadow_stack: bool,
    /// Whether the return address is signed.
    pub signs_return_address: bool,
    /// Where a register can be kept while it holds an address.
    pub emergency: Option<FrameIndex>,
}

/// Places all objects.
pub(super) fn lay_out(
    function: &mut MachineFunction,
    saves: Saves,
    needs: &Needs,
    optimize: bool,
) -> Plan {
    let realigns = function.frame.realigns();
    let frame_pointer = function.target_info.uses_frame_pointer;
    let rules = ObjectRules {
        local_area: 0,
        saved: saves.slots.clone(),
        scavenging: needs.emergency.into_iter().collect(),
        scavenging_place: match frame_pointer && !realigns {
            true => ScavengingPlace::High,
            false => ScavengingPlace::Low,
        },
        fills_holes: optimize && saves.has_hole,
        reserves_call_frame: !function.frame.has_var_sized_objects,
        leaf_align: STACK_ALIGN,
    };
    objects::place(function, &rules, |_, _| {});
    let frame = &function.frame;
    let locals = frame.stack_size as i64 - saves.size;
    let combined = locals != 0
        && !saves.list.is_empty()
        && (frame.stack_size as i64) < SMALL_FRAME
        && !frame.has_var_sized_objects
        && !realigns;
    let align = frame.max_align as i64;
    let realign = realigns && locals != 0 && align > STACK_ALIGN as i64;
    let info = &function.target_info;
    let protection = info.protection;
    let stores_link = saves.has(reg::LR);
    Plan {
        locals,
        has_frame: needs.has_frame,
        rows: match (info.needs_frame_moves, protection.has_exact_rows) {
            (false, _) => Rows::None,
            (true, false) => Rows::AtCalls,
            (true, true) => Rows::Exact,
        },
        has_shadow_stack: protection.shadow_call_stack && stores_link,
        signs_return_address: protection.signs_return_address
            && (stores_link || protection.signs_in_leaves),
        frame_pointer,
        base_pointer: registers::has_base_pointer(function),
        realign: realign.then_some(align),
        combined,
        emergency: needs.emergency,
        saves,
    }
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
    pub fn address(
        &self,
        function: &MachineFunction,
        index: FrameIndex,
        nearest: Nearest,
    ) -> (PhysReg, i64) {
        let offset = function.frame.object(index).offset;
        let from_frame_pointer = offset + self.above_frame_pointer();
        let from_stack_pointer = offset + self.depth();
        match () {
            () if self.is_near_frame_pointer(function, index, nearest) => {
                (reg::FP, from_frame_pointer)
            }
            () if self.base_pointer => (reg::X19, from_stack_pointer),
            () => (reg::SP, from_stack_pointer),
        }
    }

    /// Whether an object is addressed from the frame pointer.
    fn is_near_frame_pointer(
        &self,
        function: &MachineFunction,
        index: FrameIndex,
        nearest: Nearest,
    ) -> bool {
        self.frame_pointer_place()
            .is_some_and(|pointer| is_near(pointer, function, index, nearest))
    }

    /// Where the frame pointer points, if there is one.
    pub fn frame_pointer_place(&self) -> Option<FramePointerPlace> {
        let place = FramePointerPlace {
            above: self.above_frame_pointer(),
            saved: self.saves.size,
        };
        (self.has_frame && self.frame_pointer).then_some(place)
    }
}

/// Whether an object is addressed from a frame pointer.
///
/// It serves arguments and what is above it, and everything if the distance of the stack pointer is not known; else
/// whatever is nearer to it. But what is below a gap for alignment is found from the stack pointer, or from the base
/// pointer that has its value after the prologue.
pub(super) fn is_near(
    pointer: FramePointerPlace,
    function: &MachineFunction,
    index: FrameIndex,
    nearest: Nearest,
) -> bool {
    let frame = &function.frame;
    let offset = frame.object(index).offset;
    if index.0 < 0 {
        return true;
    }
    if frame.realigns() {
        return offset >= -pointer.saved;
    }
    let from_pointer = offset + pointer.above;
    let from_stack_pointer = offset + frame.stack_size as i64;
    let is_nearer = nearest == Nearest::FramePointer || from_stack_pointer > -from_pointer;
    let fits = nearest != Nearest::ForOffset || from_pointer >= LEAST_OFFSET;
    match frame.has_var_sized_objects {
        true if registers::has_base_pointer(function) => fits && is_nearer,
        true => true,
        false => from_pointer >= 0 || fits && is_nearer,
    }
}
