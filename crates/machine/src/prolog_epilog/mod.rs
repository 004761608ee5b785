//! `prologepilog`: frames.
//!
//! The target lays the frame out and writes prologue and epilogues. Then what depends on the frame follows: registers
//! that returns have to clear, a warning if the frame is larger than the function says, and a remark about its size.
//!
//! What targets share of frames: where they are set up ([`blocks`]), which registers are saved ([`saved`]), where
//! stack objects are ([`objects`]), and which debug values hold before the prologue ([`debug_values`]).

pub mod blocks;
pub mod debug_values;
pub mod objects;
pub mod saved;

use avarice_mir::FrameContext;
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass};

use crate::pass::{MachinePass, MachineUnit};
use crate::{remarks, stack_warning, zero_call_used_regs};

/// `prologepilog`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["virtregrewriter", "regallocfast", "stack-slot-coloring"],
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
pub fn run(unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
    let target = unit.target;
    let context = FrameContext {
        module: unit.module,
        optimize: unit.options.optimize,
        orders_objects: unit.options.optimize && !unit.options.keeps_stack_order,
    };
    target.lower_frame(&mut unit.function, &context);
    if let Some(why) = target.frame_error(&unit.function) {
        return Err(unit.with_name(why));
    }
    zero_call_used_regs::run(unit.module, &mut unit.function, target)
        .map_err(|error| unit.with_name(error))?;
    stack_warning::write(unit.module, &unit.function, &mut unit.warnings);
    if log.wants_remarks(RemarkPass::PrologEpilog) {
        say_size(unit, log);
    }
    Ok(())
}

/// Says how large the frame is.
fn say_size(unit: &mut MachineUnit<'_>, log: &mut Log<'_>) {
    let size = stack_warning::size_of_stack(unit.module, &unit.function);
    let mut remark = Remark::new(
        RemarkKind::Analysis,
        RemarkPass::PrologEpilog,
        "StackSize",
        &unit.function.name,
    )
    .at(remarks::place_of_body(unit));
    let name = String::from_utf8_lossy(&unit.function.name).into_owned();
    remark
        .value("NumStackBytes", size)
        .text(" stack bytes in function '")
        .value("Function", name)
        .text("'");
    let entry = unit.function.layout[0];
    remarks::say(unit, log, entry, remark);
}
