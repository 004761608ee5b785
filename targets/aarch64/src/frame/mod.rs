//! Frames on AArch64, AAPCS64.
//!
//! Offsets of stack objects count from the canonical frame address (CFA), the stack pointer at entry:
//!
//! ```text
//!   CFA + 8   second stack argument
//!   CFA + 0   first stack argument                        FrameIndex(-n), offsets >= 0
//!   ...       saved X19, X20, ... in pairs                FrameIndex(n)
//!   ...       saved LR
//!   ...       saved FP                                    X29 points here if it is the frame pointer
//!   ...       saved D8, D9, ... in pairs
//!   ...       [a slot for a register in need]             only with a frame pointer; else it is the lowest local
//!   ...       [padding to the largest alignment]          only with realignment
//!   ...       locals and spill slots                      FrameIndex(n)
//!   ...       outgoing arguments
//!   SP        always a multiple of 16
//! ```
//!
//! Registers are saved by the instruction that also makes room for them; in small frames one subtraction makes
//! room for all:
//!
//! ```text
//!   stp x29, x30, [sp, #-32]!          sub sp, sp, #48
//!   stp x20, x19, [sp, #16]            stp x29, x30, [sp, #16]
//!   mov x29, sp                        stp x20, x19, [sp, #32]
//!   sub sp, sp, #4, lsl #12            add x29, sp, #16
//! ```

mod addresses;
mod epilogue;
mod layout;
mod offsets;
mod probes;
mod prologue;
pub mod references;
mod saves;
mod scavenger;

pub(crate) use probes::LESS_OR_EQUAL;
pub(crate) use prologue::WHOLE_REGISTER;

use avarice_machine::prolog_epilog::blocks::{self, FrameBlocks};
use avarice_machine::prolog_epilog::debug_values::{EntryValues, place_in_frame};
use avarice_mir::{Block, FrameContext, FrameIndex, MachineFunction, StackProbe};
use avarice_target::PhysReg;

use crate::{TARGET, class, op, reg, registers};

/// Bytes of objects from which on a prologue takes registers that it knows to be free at the entry only.
const FAR: u64 = 1 << 31;

/// Whether the frame can be set up at the begin of `block`: flags and a register may be needed there.
pub fn can_begin_in(function: &MachineFunction, block: Block) -> bool {
    let is_entry = function.layout.first() == Some(&block);
    let objects = function.frame.objects.iter();
    let bytes = objects.fold(0_u64, |sum, object| sum.saturating_add(object.size));
    if bytes >= FAR && !is_entry {
        return false;
    }
    match function.target_info.stack_probe {
        StackProbe::None => !function.frame.realigns() || scratch_at(function, block).is_some(),
        // Loops of probes compare with a bound.
        _ => !function.is_live_in(block, reg::NZCV) && scratch_at(function, block).is_some(),
    }
}

/// A register that the prologue in `block` may change.
fn scratch_at(function: &MachineFunction, block: Block) -> Option<PhysReg> {
    if function.layout.first() == Some(&block) {
        return Some(reg::X9);
    }
    let reserved = registers::reserved(function);
    let is_free = |register: &PhysReg| {
        let saved = function.callee_saved();
        !reserved[register.index()]
            && !function.is_live_in(block, *register)
            && !saved
                .iter()
                .any(|saved| TARGET.regs_overlap(*saved, *register))
    };
    if is_free(&reg::X9) {
        return Some(reg::X9);
    }
    let all = TARGET.class(class::GPR64).order.iter().copied();
    all.filter(is_free)
        .min_by_key(|register| prologue::dwarf(*register))
}

/// Lays out the frame, emits prologue and epilogues, replaces frame indices by addresses.
///
/// # Requires
/// No virtual registers; `ADJCALLSTACK…` pseudos around calls.
///
/// # Ensures
/// No frame indices, no `ADJCALLSTACK…`; call frame instructions describe the frame if
/// `needs_frame_moves`.
pub fn lower(function: &mut MachineFunction, context: &FrameContext<'_>) {
    function.scan_calls(op::ADJCALLSTACKDOWN);
    addresses::lower_call_frames(function);
    blocks::forget_call_frames(function);
    function.target_info.uses_frame_pointer = registers::has_frame_pointer(function);
    let reserved = registers::reserved(function);
    let mut places = FrameBlocks::of(function);
    let needs = saves::determine(context.module, function);
    let saves = saves::choose(function, &needs);
    let plan = layout::lay_out(function, saves, &needs, context.optimize);
    function.target_info.frame_pointer_place = plan.frame_pointer_place();
    if !function.target_info.is_naked {
        function.frame.callee_saved_valid = true;
        say_no_red_zone(function);
        let values = EntryValues::of(context.module, function, places.save);
        let rest = prologue::emit(function, &plan, places.save, &reserved);
        places.split_save(rest);
        values.move_to_begin(function);
        for block in places.restores {
            epilogue::emit(function, &plan, block);
        }
    }
    place_in_frame(function, context.module, |function, slot| {
        plan.address(function, slot, layout::Nearest::Anywhere)
    });
    addresses::rewrite(function, &plan);
    if !scavenger::run(function, &plan, &reserved) {
        function.target_info.has_object_out_of_reach = true;
    }
    function.frame.save_point = None;
    function.frame.restore_point = None;
}

/// Says in the function's own part of MIR text that what is below the stack pointer is not used.
fn say_no_red_zone(function: &mut MachineFunction) {
    const KEY: &str = "hasRedZone";
    let info = &mut function.mir_info.function_info;
    if info.iter().all(|(key, _)| **key != *KEY) {
        info.push((KEY.into(), "false".into()));
    }
}

/// The register and the distance from which debug information finds an object of a frame that is laid out. What was laid
/// out before its text was read is found from the stack pointer: text does not say where the frame pointer is.
pub fn debug_address(function: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
    let offset = function.frame.object(index).offset;
    let from_stack_pointer = offset + function.frame.stack_size as i64;
    let Some(pointer) = function.target_info.frame_pointer_place else {
        let base = match registers::has_base_pointer(function) {
            true => reg::X19,
            false => reg::SP,
        };
        return (base, from_stack_pointer);
    };
    match layout::is_near(pointer, function, index, layout::Nearest::Anywhere) {
        true => (reg::FP, offset + pointer.above),
        false if registers::has_base_pointer(function) => (reg::X19, from_stack_pointer),
        false => (reg::SP, from_stack_pointer),
    }
}

/// What cannot be laid out.
pub fn error(function: &MachineFunction) -> Option<&'static str> {
    function
        .target_info
        .has_object_out_of_reach
        .then_some("unsupported: an address that needs a register, where all registers are in use")
}
