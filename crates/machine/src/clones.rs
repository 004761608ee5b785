//! Copies of instructions.

use avarice_mir::function::InstNotes;
use avarice_mir::{Inst, MachineFunction, Operand};
use smallvec::SmallVec;

/// A copy of `inst` that is in no block yet: operands, ties, flags, memory operands, location and notes are the same. It
/// has no number by which debug instructions could refer to it.
pub fn clone_inst(function: &mut MachineFunction, inst: Inst) -> Inst {
    let operands: SmallVec<[Operand; 8]> = function.operands(inst).iter().copied().collect();
    let new = function.create_inst(function.opcode(inst), &operands);
    for (at, operand) in operands.iter().enumerate() {
        if let Some(other) = operand.tied_to().filter(|other| *other > at) {
            function.tie_operands(new, at, other);
        }
    }
    function.insts[new].flags = function.insts[inst].flags;
    function.set_debug_loc(new, function.debug_loc(inst));
    if let Some(notes) = function.notes(inst).copied() {
        let debug_number = 0;
        let notes = InstNotes {
            debug_number,
            ..notes
        };
        function.set_notes(new, notes);
    }
    function.copy_mem_ops(inst, new);
    new
}
