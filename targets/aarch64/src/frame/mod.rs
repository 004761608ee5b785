//! Frames on AArch64, AAPCS64.
//!
//! Offsets of stack objects count from the canonical frame address (CFA), the stack pointer at entry:
//!
//! ```text
//!   CFA + 8   second stack argument
//!   CFA + 0   first stack argument                        FrameIndex(-n), offsets >= 0
//!   CFA - 16  [a slot for a register in need]             only with a frame pointer; else it is the lowest local
//!   ...       saved X19, X20, ... in pairs                FrameIndex(n)
//!   ...       saved LR
//!   ...       saved FP                                    X29 points here if it is the frame pointer
//!   ...       saved D8, D9, ... in pairs
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
mod layout;
mod probes;
mod prologue;
mod saves;

use avarice_mir::MachineFunction;

use crate::{op, registers};

/// Lays out the frame, emits prologue and epilogues, replaces frame indices by addresses.
///
/// # Requires
/// No virtual registers; `ADJCALLSTACK…` pseudos around calls.
///
/// # Ensures
/// No frame indices, no `ADJCALLSTACK…`; call frame instructions describe the frame if
/// `needs_frame_moves`.
pub fn lower(function: &mut MachineFunction) {
    function.scan_calls(op::ADJCALLSTACKDOWN);
    function.target_info.uses_frame_pointer = registers::has_frame_pointer(function);
    let saved = match function.target_info.is_naked {
        true => Vec::new(),
        false => saves::registers(function),
    };
    let emergency = layout::reserve_emergency_slot(function, saved.len());
    let above = emergency.filter(|_| function.target_info.uses_frame_pointer);
    let saves = saves::choose(function, &saved, if above.is_some() { 16 } else { 0 });
    let plan = layout::lay_out(function, saves, emergency);
    if !function.target_info.is_naked {
        prologue::emit(function, &plan);
    }
    addresses::rewrite(function, &plan);
}
