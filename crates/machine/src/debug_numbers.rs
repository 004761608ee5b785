//! Numbers by which debug values refer to instructions, where an instruction takes the place of another.
//!
//! ```text
//!   %3 = ADD %1, %2, debug-instr-number 4          what refers to operand 0 of 4 …
//!   ADD %stack.0, %2, debug-instr-number 9         … means what 9 writes to memory
//! ```

use avarice_mir::mir_info::DebugSubstitution;
use avarice_mir::{Inst, MachineFunction};
use avarice_target::SubRegIdx;

/// The number of the operand that is what an instruction writes to memory.
pub const MEMORY_OPERAND: u32 = 1_000_000;

/// A result of an instruction, by its operand.
pub type DebugResult = (Inst, u32);

/// The number of an instruction, 0 if it has none.
pub fn number_of(function: &MachineFunction, inst: Inst) -> u32 {
    function.notes(inst).map_or(0, |notes| notes.debug_number)
}

/// Says that debug values which refer to result `old` mean `new` from now on, which has it as its part `sub_reg`. Does
/// nothing if `old` has no number.
pub fn substitute(
    function: &mut MachineFunction,
    old: DebugResult,
    new: DebugResult,
    sub_reg: SubRegIdx,
) {
    let from = number_of(function, old.0);
    if from != 0 {
        let to = ensure_number(function, new.0);
        let substitutions = &mut function.mir_info.debug_substitutions;
        substitutions.push(DebugSubstitution {
            from: (from, old.1),
            to: (to, new.1),
            sub_reg: sub_reg.index() as u32,
        });
    }
}

/// Says that debug values which refer to what the operands of `old` before operand `end` define mean those of `new`.
pub fn substitute_results(function: &mut MachineFunction, old: Inst, new: Inst, end: usize) {
    if number_of(function, old) == 0 {
        return;
    }
    for at in 0..end.min(function.num_operands(old)) {
        if function.operand(old, at).is_def() {
            let at = at as u32;
            substitute(function, (old, at), (new, at), SubRegIdx::NONE);
        }
    }
}

/// The number of an instruction, a new one if it had none.
fn ensure_number(function: &mut MachineFunction, inst: Inst) -> u32 {
    let known = number_of(function, inst);
    if known != 0 {
        return known;
    }
    let last = function.mir_info.last_debug_number;
    let number = last.unwrap_or_else(|| largest(function));
    let number = number.saturating_add(1);
    function.mir_info.last_debug_number = Some(number);
    let mut notes = function.notes(inst).copied().unwrap_or_default();
    notes.debug_number = number;
    function.set_notes(inst, notes);
    number
}

/// The largest number of an instruction of `function`.
fn largest(function: &MachineFunction) -> u32 {
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    let insts = insts.map(|inst| number_of(function, inst));
    let phis = function.mir_info.debug_phis.iter().map(|phi| phi.number);
    insts.chain(phis).max().unwrap_or(0)
}
