//! `finalize-isel`: the end of selection. Pseudo instructions that selection could not expand, because they take blocks
//! of their own or must see all code, become what they stand for.
//!
//! ```text
//!   bb.0:                                   bb.0:
//!     %3 = CMOV_FR64 %1, %2, 4                JCC_1 %bb.2, 4
//!     rest                                  bb.1:                  (falls through)
//!                                           bb.2:
//!                                             %3 = PHI %1, %bb.1, %2, %bb.0
//!                                             rest
//! ```

use avarice_mir::inline_asm::AsmExtra;
use avarice_mir::{Block, Inst, inst_facts};
use avarice_target::{InstrFlags, op};
use avarice_trace::Log;

use crate::pass::{MachinePass, MachineUnit};

/// `finalize-isel`, see [`run`].
pub const PASS: MachinePass =
    MachinePass::new("finalize-isel", "Finalize Instruction Selection", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| run(unit))
    });

/// Expands pseudo instructions, and notes in the frame whether code moves the stack pointer around calls.
///
/// # Requires
/// Selected code.
///
/// # Ensures
/// No instruction is left whose row asks for an expansion after selection, except those that code is emitted for.
///
/// # Preserves
/// Machine SSA.
///
/// # Errors
/// The first pseudo instruction that the target has no expansion for.
pub fn run(unit: &mut MachineUnit<'_>) -> Result<(), String> {
    let mut at = 0;
    // Blocks that an expansion makes come after the one it is in, which ends with it.
    while let Some(block) = unit.function.layout.get(at).copied() {
        at = match visit_block(unit, block)? {
            Some(rest) => unit.function.layout_index(rest),
            None => at + 1,
        };
    }
    unit.hooks().finish_selection(&mut unit.function);
    Ok(())
}

/// Walks through a block up to the first expansion that makes another one; returns the block that has the rest.
fn visit_block(unit: &mut MachineUnit<'_>, block: Block) -> Result<Option<Block>, String> {
    let hooks = unit.hooks();
    let mut cursor = unit.function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = unit.function.next_inst(inst);
        let aligns = inst_facts::asm_has(&unit.function, inst, AsmExtra::ALIGN_STACK);
        if aligns || hooks.is_call_frame_pseudo(&unit.function, inst) {
            unit.function.frame.adjusts_stack = true;
        }
        if unit.function.desc(inst).has(InstrFlags::CUSTOM_INSERTER) {
            let rest = expand(unit, inst)?;
            if rest != block {
                unit.function.no_phis = false;
                return Ok(Some(rest));
            }
        }
    }
    Ok(None)
}

/// Expands `inst`, and returns the block that the code after it is in.
fn expand(unit: &mut MachineUnit<'_>, inst: Inst) -> Result<Block, String> {
    let (hooks, function) = (unit.hooks(), &mut unit.function);
    let expanded = function
        .fits_row(inst)
        .then(|| hooks.expand_selected(function, inst));
    if let Some(Some(rest)) = expanded {
        return Ok(rest);
    }
    // These become code as they are, or are refused where it is emitted.
    let is_emitted = matches!(
        function.opcode(inst),
        op::STACKMAP
            | op::PATCHPOINT
            | op::STATEPOINT
            | op::FENTRY_CALL
            | op::PATCHABLE_OP
            | op::PATCHABLE_FUNCTION_ENTER
            | op::PATCHABLE_EVENT_CALL
            | op::PATCHABLE_TYPED_EVENT_CALL
    );
    match function.inst_block(inst).filter(|_| is_emitted) {
        Some(block) => Ok(block),
        None => {
            let name = function.desc(inst).name;
            Err(unit.with_name(format!("{name} cannot be expanded")))
        }
    }
}
