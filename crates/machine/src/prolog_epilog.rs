//! `prologepilog`: frames.
//!
//! The target lays the frame out and writes prologue and epilogues. Then what depends on the frame follows: registers
//! that returns have to clear, and a warning if the frame is larger than the function says.

use avarice_trace::Log;

use crate::pass::{MachinePass, MachineUnit};
use crate::{stack_warning, zero_call_used_regs};

/// `prologepilog`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["virtregrewriter", "regallocfast", "machine-cp"],
    ..MachinePass::new(
        "prologepilog",
        "Prologue/Epilogue Insertion & Frame Finalization",
        || Box::new(run),
    )
};

/// Lays out the frame.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// No frame indices and no call frame pseudos. Registers that the function's attribute `zero-call-used-regs` names are
/// cleared before returns.
///
/// # Preserves
/// The control flow graph.
///
/// # Errors
/// A frame that the function asks for and the target cannot lay out; registers that it cannot clear.
pub fn run(unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
    let target = unit.target;
    target.lower_frame(&mut unit.function);
    if let Some(why) = target.frame_error(&unit.function) {
        return Err(unit.with_name(why));
    }
    zero_call_used_regs::run(unit.module, &mut unit.function, target)
        .map_err(|error| unit.with_name(error))?;
    stack_warning::write(unit.module, &unit.function, &mut unit.warnings);
    Ok(())
}
