//! `fentry-insert`: the call of the profiler before anything else in a function.

use crate::pass::{MachinePass, MachineUnit};
use avarice_ir::Module;
use avarice_mir::InsertPoint;
use avarice_mir::{InstBuilder, MachineFunction};
use avarice_target::op;
use avarice_trace::Log;

/// `fentry-insert`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["prologepilog"],
    ..MachinePass::new("fentry-insert", "Insert fentry calls", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            run(unit.module, &mut unit.function);
            Ok(())
        })
    })
};

/// Puts a `FENTRY_CALL` in front of a function whose attribute `fentry-call` is `true`.
///
/// # Requires
/// A function with code. Frames are laid out, so that the call comes before the prologue.
///
/// # Ensures
/// The call is the first instruction. It has no debug location.
///
/// # Preserves
/// The control flow graph.
pub fn run(module: &Module, function: &mut MachineFunction) {
    if function.ir_attrs(module).string("fentry-call") != Some("true") {
        return;
    }
    let entry = function.layout[0];
    let first = function.blocks[entry].first.expand();
    InstBuilder::new(function, op::FENTRY_CALL).insert_at(InsertPoint::new(entry, first));
}
